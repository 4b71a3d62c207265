"""Signs of polynomials on regions: ours, z3 and cvc5."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 10
"""For each question, of theirs."""


@dataclass(frozen=True)
class Sign:
    """A relation, and the relations that are supposed."""

    text: str
    where: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        return sorted(set(re.findall(r"[A-Za-z_]\w*", " ".join((self.text, *self.where)))))


def of_squares() -> list[Sign]:
    """Those of the test, whose data stand in it."""
    sys.path.append(str(ROOT / "tests"))
    import test_squares

    return [Sign(text, where) for text, where in test_squares.TRUE]


def of_certificates() -> list[Sign]:
    """What the facts of the paper's certificates say on regions of their goals, each once."""
    found: dict[Sign, None] = {}
    for path in sorted((ROOT / "proofs" / "certificates").glob("*.json")):
        certificate = json.loads(path.read_text(encoding="utf-8"))
        regions = certificate["goal"]["regions"]
        for fact in certificate["facts"]:
            where = regions.get(fact["on"])
            if where is not None and _plain((fact["says"], *where)):
                found[Sign(fact["says"], tuple(where))] = None
    return list(found)


def _plain(texts: Sequence[str]) -> bool:
    """Whether these are relations of polynomials."""
    from onoff_symbolic.algebra.expression import parse_relations
    from onoff_symbolic.errors import InputError

    try:
        sides = [side for text in texts for left, _, right in parse_relations(text) for side in (left, right)]
    except InputError:
        return False
    return not any(re.search(r"/ *[^0-9 ]", side.text) for side in sides)


def ours(sign: Sign) -> bool:
    """Whether a certificate is found and valid."""
    from onoff_symbolic import checker
    from onoff_symbolic.search.find import NotFound, certificate
    from onoff_symbolic.search.write import empty_goal

    goal = empty_goal("sign", "a sign", sign.names, {"here": list(sign.where)})
    try:
        text = certificate({**goal, "proves": [{"kind": "holds", "region": "here", "text": sign.text}]})
    except NotFound:
        return False
    return checker.judge({"sign": text.encode()})["sign"].word == "valid"


def script(sign: Sign) -> str:
    """The question whether it may fail, for solvers that read SMT-LIB: unsat if it holds."""
    from onoff_symbolic.algebra.expression import parse_relations
    from onoff_symbolic.algebra.field import Field

    field = Field(sign.names)

    def number(value: Fraction) -> str:
        size = f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
        return size if value >= 0 else f"(- {size})"

    def asserted(text: str) -> str:
        parts = []
        for left, relation, right in parse_relations(text):
            terms = []
            for monomial, coefficient in (left.build(field).element - right.build(field).element).terms():
                powers = [name for name, power in zip(sign.names, monomial, strict=True) for _ in range(power)]
                terms.append(f"(* {' '.join([number(coefficient), *powers])} 1.0)")
            total = f"(+ {' '.join(terms)} 0.0 0.0)"
            parts.append(f"(not (= {total} 0.0))" if relation == "!=" else f"({relation.strip('=') or '='}"
                         f"{'=' if relation in ('<=', '>=') else ''} {total} 0.0)")
        return f"(and {' '.join(parts)} true)"

    return "\n".join([*(f"(declare-const {name} Real)" for name in sign.names),
                      *(f"(assert {asserted(text)})" for text in sign.where), f"(assert (not {asserted(sign.text)}))"])


def z3() -> Callable[[Sign], bool] | None:
    try:
        import z3 as peer
    except ImportError:
        return None

    def proves(sign: Sign) -> bool:
        solver = peer.Solver()
        solver.set("timeout", 1000 * SECONDS)
        solver.from_string(script(sign))
        return bool(solver.check() == peer.unsat)

    return proves


def cvc5() -> Callable[[Sign], bool] | None:
    try:
        import cvc5 as peer
    except ImportError:
        return None

    def proves(sign: Sign) -> bool:
        solver = peer.Solver()
        solver.setOption("tlimit-per", str(1000 * SECONDS))
        parser = peer.InputParser(solver)
        parser.setStringInput(peer.InputLanguage.SMT_LIB_2_6, f"(set-logic QF_NRA)\n{script(sign)}", "sign")
        while not (command := parser.nextCommand()).isNull():
            command.invoke(solver, parser.getSymbolManager())
        return bool(solver.checkSat().isUnsat())

    return proves
