"""Mutation score: change the encoded paper in every small way, and see whether a verdict notices.

Two kinds of mutants. *Data*: each entry of the printed tables and matrices, each condition, parity, table and place of
the printed cases, each point of Figure 2. *Code*: in the claims' modules each + and -, each hypothesis, each relation,
each number. A mutant is killed when a claim comes out with another verdict, other conditions or another verdict on its
correction, or cannot be judged at all. Survivors are listed; those in EQUIVALENT with the reason why they say the same.
A full run writes what it found to proofs/mutation.py, which the web report reads.

    python benchmarks/mutants.py            everything (minutes)
    python benchmarks/mutants.py --data     data mutants only
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from onoff_symbolic.claim import Result, Session
from onoff_symbolic.errors import OnoffError
from onoff_symbolic.algebra.expression import parse, parse_relations
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.proofs import figure2
from onoff_symbolic.proofs.catalogue import BY_ID
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.proofs.printed import PRINTED, Bullet, Printed

Signature = tuple[str, tuple[str, ...], str]
Scores = dict[str, tuple[int, int]]
"""(noticed, all), by claim or by module."""

TARGET = Path(__file__).resolve().parent.parent / "proofs" / "mutation.py"

NAMES = Field(("alpha", "beta", "delta", "u", "p_1", "p_2", "PAA", "PAB", "PBA", "PBB"))
POOL = ("0", "1", "alpha", "beta", "1 - alpha")

_WEAKER = "the same for some t only: a weaker statement, and true"
_WIDER = "fails where α+β ≤ 1 already; the correction puts another condition in its place"

EQUIVALENT = {
    **{f"{place}: Bullet(condition='alpha + beta <= 1', parity='{parity}', same=True, table='a')": _WEAKER
       for place in ("claim2_cases[0]", "lemma1_low") for parity in ("odd", "even")},
    "claim2_cases[1]: Bullet(condition='alpha + beta <= 2', parity='odd', same=True, table='c')": _WIDER,
    "claim2_cases[2]: Bullet(condition='alpha + beta <= 2', parity='even', same=False, table='b')": _WIDER,
    "converse: relation in '0 < delta <= 1'": "the equations of Table IV hold for every δ ≠ 0, negative ones included",
    "converse: sign in 1 + gaps[True]": "where δ is 0 or 1 the optimum is 1, which is neither 1 + |a-b| nor 1 - |a-b|",
    **{f"{module}: sign in time - 1": "t-1 and t+1 have the same parity, and the scheme goes by parity alone"
       for module in ("achievability", "appendix_c")},
    "achievability: sign in mass[chosen] + weight * step": "the masses and their sum turn together",
    "appendix_c: sign in before + 1": "t-2 and t have the same parity, and the scheme goes by parity alone",
    "appendix_d: sign in rule.when[1] - start": "start and -start have the same parity",
}
"""Survivors, each with the reason why no verdict can notice."""


@dataclass(frozen=True)
class Mutant:
    """A changed paper or module, and the claims to ask first."""

    name: str
    owner: str
    judge: Callable[[], Iterator[tuple[str, Signature]]]
    without: Callable[[], Iterator[tuple[str, Signature]]] | None = None
    """For a changed hypothesis: the same without it. If that changes nothing either, the hypothesis is not needed."""


def signature(result: Result) -> Signature:
    correction = result.correction.verdict.value if result.correction is not None else ""
    conditions = result.judgement.conditions() if result.verdict.value == "conditional" else ()
    return result.verdict.value, conditions, correction


def judged(session: Session, claims: list[str]) -> Iterator[tuple[str, Signature]]:
    for claim in claims:
        yield claim, signature(session.judge(claim))


# -- data ----------------------------------------------------------------------------------------------------------

FIRST = {
    "chain": ["request-chain"], "table_a": ["table3a", "claim2"], "table_b": ["table3b", "claim2"],
    "table_c": ["table3c", "claim2"], "query_chain_low": ["lemma1"], "query_chain_high": ["lemma1"],
    "lengths": ["download-cost"], "example": ["table1"], "example_rate": ["example-rate"],
    "rate_example": ["example-rate"], "rate": ["theorem1"], "private_rate": ["theorem1"],
    "nonergodic_rate": ["rate-nonergodic"],
    "converse_table": ["converse-table"], "converse_union": ["converse-bounds"],
    "step_law": ["t-step-law"], "claim2_cases": ["appb-case1", "appb-case2", "appb-case3"],
    "lemma1_low": ["appc-case1"], "lemma1_high": ["appc-case2"], "chosen_after_both": ["table3-caption"],
    "premise": ["appc-premise"],
}


def other_texts(text: str) -> Iterator[str]:
    """Expressions that do not say the same: α and β swapped, signs turned, simple ones."""
    value = parse(text).build(NAMES).element
    swapped = text.replace("alpha", "#").replace("beta", "alpha").replace("#", "beta")
    turned = [text[:i] + {"+": "-", "-": "+"}[c] + text[i + 1:] for i, c in enumerate(text) if c in "+-"]
    for other in dict.fromkeys((swapped, *turned, f"-({text})", f"2*({text})", *POOL)):
        try:
            if parse(other).build(NAMES).element != value:
                yield other
        except OnoffError:
            continue


def bullets(bullet: Bullet) -> Iterator[Bullet]:
    yield replace(bullet, condition=bullet.condition.translate(str.maketrans("<>", "><")))
    yield replace(bullet, condition=bullet.condition.replace("1", "2"))
    yield replace(bullet, same=not bullet.same)
    yield from (replace(bullet, table=table) for table in "abc" if table != bullet.table)
    yield from (replace(bullet, parity=parity) for parity in ("", "odd", "even") if parity != bullet.parity)


def changes(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """(place, changed value) for one field of the printed data."""
    if name == "lengths":
        yield from ((f"{q} = {n}", {**value, q: n}) for q in value for n in (value[q] + 1, value[q] - 1))
    elif name == "premise":
        results, cause, needed = value
        yield "[2]", (results, cause, not needed)
        yield from ((f"[1] = {q}", (results, q, needed)) for q in ("A", "B") if q != cause)
        yield from ((f"[0] = {other}", (other, cause, needed)) for other in (("A",), ("B",), ("A", "B", "AB"), ("AB",)))
    elif name == "chosen_after_both":
        yield "", "Q_t"
    elif isinstance(value, str):
        yield from ((f" = {other}", other) for other in other_texts(value))
    elif isinstance(value, Bullet):
        yield from ((f": {other}", other) for other in bullets(value))
    elif isinstance(value[0], Bullet):
        for i, bullet in enumerate(value):
            yield from ((f"[{i}]: {b}", (*value[:i], b, *value[i + 1:])) for b in bullets(bullet))
    else:
        for i, row in enumerate(value):
            for j, text in enumerate(row):
                for other in other_texts(text):
                    line = (*row[:j], other, *row[j + 1:])
                    yield f"[{i}][{j}] = {other}", (*value[:i], line, *value[i + 1:])


def data_mutants() -> Iterator[Mutant]:
    for field in fields(Printed):
        for place, value in changes(field.name, getattr(PRINTED, field.name)):
            changed = replace(PRINTED, **{field.name: value})
            first = FIRST[field.name]
            claims = [*first, *(c for c in BY_ID if c not in first)]
            yield Mutant(f"{field.name}{place}", first[0],
                         partial(_data, changed, claims))
    for total, texts in figure2.POINTS.items():
        for t, text in enumerate(texts):
            digits = len(text.partition(".")[2])
            moved = f"{float(text) + 2 * 10.0 ** -max(digits, 1):.{max(digits, 1)}f}"
            yield Mutant(f"figure2 {total}, t = {t}: {moved}", "figure2",
                         partial(_figure, total, t, moved))


def _data(changed: Printed, claims: list[str]) -> Iterator[tuple[str, Signature]]:
    yield from judged(Session(finder(Paper(changed))), claims)


def _figure(total: str, t: int, text: str) -> Iterator[tuple[str, Signature]]:
    kept = figure2.POINTS[total]
    figure2.POINTS[total] = (*kept[:t], text, *kept[t + 1:])
    try:
        yield from judged(Session(finder()), ["figure2"])
    finally:
        figure2.POINTS[total] = kept


# -- code ----------------------------------------------------------------------------------------------------------

RELATION = re.compile(r"<=|>=|!=|<|>|=")
NOTHING = "0 <= 1"
TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "!=": "=", "=": "!="}


class Changer(ast.NodeTransformer):
    """Makes the n-th possible change in a module; `made` tells what it was."""

    def __init__(self, wanted: int, drop: bool = False) -> None:
        self.wanted = wanted
        self.drop = drop
        self.count = -1
        self.made = ""
        self.names: list[str] = []
        self.hypothesis = False

    def hit(self, node: ast.AST, what: str) -> bool:
        self.count += 1
        self.names.append(what)
        if self.count == self.wanted:
            self.made = f"line {getattr(node, 'lineno', 0)}: {what}"
        return self.count == self.wanted

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, (ast.Add, ast.Sub)) and not _text(node):
            turned: ast.operator = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            if self.hit(node, f"sign in {ast.unparse(node)}"):
                return ast.copy_location(ast.BinOp(node.left, turned, node.right), node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, str) and _relation(value):
            place = RELATION.search(value)
            if place is not None and self.hit(node, f"relation in {value!r}"):
                turned = value[:place.start()] + TURNED[place.group()] + value[place.end():]
                self.hypothesis = value not in (">=", ">", "!=")
                return ast.copy_location(ast.Constant(NOTHING if self.drop else turned), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node


def _text(node: ast.BinOp) -> bool:
    """Joining texts or tuples is not arithmetic."""
    return any(isinstance(n, (ast.Tuple, ast.List, ast.JoinedStr, ast.ListComp)) or
               isinstance(n, ast.Constant) and isinstance(n.value, str) for n in (node.left, node.right))


def _relation(text: str) -> bool:
    """A bare relation or a hypothesis on parameters, not a label."""
    if text in (">=", ">", "!="):
        return True
    try:
        return bool(parse_relations(text)) and not re.search(r"[A-Z]", text)
    except OnoffError:
        return False


def code_mutants(module_name: str) -> Iterator[Mutant]:
    module = importlib.import_module(f"onoff_symbolic.proofs.{module_name}")
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    claims = [c for c, entry in BY_ID.items() if entry.module == module_name]
    number = 0
    while True:
        changer = Changer(number)
        tree = ast.fix_missing_locations(changer.visit(ast.parse(source)))
        if not changer.made:
            return
        dropped = None
        if changer.hypothesis:
            bare = ast.fix_missing_locations(Changer(number, drop=True).visit(ast.parse(source)))
            dropped = partial(_with_module, module, bare, claims)
        yield Mutant(f"{module_name} {changer.made}", module_name, partial(_with_module, module, tree, claims), dropped)
        number += 1


def code_names(module_name: str) -> list[str]:
    """The lasting names of the mutants of a module, without making them."""
    module = importlib.import_module(f"onoff_symbolic.proofs.{module_name}")
    changer = Changer(-1)
    changer.visit(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
    return [f"{module_name}: {name}" for name in changer.names]


def _with_module(module: Any, tree: ast.Module, claims: list[str]) -> Iterator[tuple[str, Signature]]:
    kept = dict(vars(module))
    try:
        exec(compile(tree, str(module.__file__), "exec"), vars(module))
        yield from judged(Session(finder()), claims)
    finally:
        vars(module).clear()
        vars(module).update(kept)


# -- the run -------------------------------------------------------------------------------------------------------


def noticed(judge: Callable[[], Iterator[tuple[str, Signature]]], baseline: dict[str, Signature]) -> bool:
    try:
        return any(found != baseline[claim] for claim, found in judge())
    except Exception:  # a mutant that cannot be judged is noticed
        return True


def reason(mutant: Mutant, baseline: dict[str, Signature]) -> str:
    """Why a mutant survived, or nothing."""
    if mutant.without is not None and not noticed(mutant.without, baseline):
        return "the statement comes out the same without this hypothesis"
    return EQUIVALENT.get(lasting(mutant.name), "")


def lasting(name: str) -> str:
    """A mutant's name without the number of its line, which other edits move."""
    return re.sub(r" line [0-9]+:", ":", name)


def run(mutants: Iterator[Mutant], baseline: dict[str, Signature]) -> tuple[Scores, list[tuple[str, str]]]:
    """Prints killed/total; answers with them, and with the survivors and the reasons."""
    total: Counter[str] = Counter()
    dead: Counter[str] = Counter()
    survivors = []
    begin = time.perf_counter()
    for mutant in mutants:
        total[mutant.owner] += 1
        if noticed(mutant.judge, baseline):
            dead[mutant.owner] += 1
        else:
            survivors.append((mutant.name, reason(mutant, baseline)))
        if sys.stderr.isatty():
            print(f"\r\033[K{total.total()} {mutant.name[:90]}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    for owner in total:
        print(f"{owner:<26}{dead[owner]:>5}/{total[owner]}")
    print(f"{'together':<26}{dead.total():>5}/{total.total()}   ({time.perf_counter() - begin:.0f} s)\n")
    return {owner: (dead[owner], total[owner]) for owner in total}, survivors


def all_code_mutants() -> Iterator[Mutant]:
    for module in dict.fromkeys(entry.module for entry in BY_ID.values()):
        yield from code_mutants(module)


def record(data: Scores, code: Scores, survivors: list[tuple[str, str]]) -> str:
    """The text of proofs/mutation.py."""
    lines = ['"""How many small changes of the encoded paper a verdict notices. Written by `make mutants`."""', "",
             "from __future__ import annotations", ""]
    for name, what, scores in (("DATA", "by the claim asked first: changes of the printed data", data),
                               ("CODE", "by module: changes of the encoded claims", code)):
        lines += [f"# (noticed, all) {what}.", f"{name}: dict[str, tuple[int, int]] = {{"]
        lines += [f"    {_quoted(owner)}: {pair}," for owner, pair in scores.items()]
        lines += ["}", ""]
    lines += ["# What no verdict notices, and why.", "SURVIVORS: tuple[tuple[str, str], ...] = ("]
    for mutant, why in survivors:
        lines += ["    (", f"        {_quoted(lasting(mutant))},", f"        {_quoted(why)},", "    ),"]
    return "\n".join([*lines, ")"]) + "\n"


def _quoted(content: str) -> str:
    return json.dumps(content, ensure_ascii=False)


def main() -> None:
    session = Session(finder())
    baseline = {claim: signature(session.judge(claim)) for claim in BY_ID}
    print("data mutants: killed/total, by the claim asked first")
    data, survivors = run(data_mutants(), baseline)
    if "--data" not in sys.argv:
        print("code mutants: killed/total, by module")
        code, more = run(all_code_mutants(), baseline)
        survivors += more
        TARGET.write_text(record(data, code, survivors), encoding="utf-8")
    for name, why in survivors:
        print(f"survived: {name}\n          {why or 'NO REASON IS KNOWN'}")
    unexplained = sum(not why for _, why in survivors)
    print(f"\n{len(survivors)} survivors, {unexplained} without a reason")
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    main()
