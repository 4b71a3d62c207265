"""Whether the checker can read what a claim says, before anything is searched for: errors name the line.

A statement is handed to the checker by itself. What it cannot read is told, and where it is a slip that people make,
what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..checker import Goal, Model
from ..checker.polynomials import Invalid, Undefined, Work
from ..document import cut, did_you_mean, part
from ..errors import InputError
from .file import Claim, Paper, Statement

Known = tuple[Sequence[str], Sequence[str]]
"""Names and tables."""
FUNCTIONS = {"law", "state", "history", "Pr", "H", "I"}
INSTEAD = {
    "exp": "name it, as r with r > 0 for e^ε", "log": "name it, or state it of the arguments",
    "max": "name the largest, and say in a region that it is", "min": "name the least, and say in a region that it is",
    "abs": "state it for both signs, or name it as r with r >= 0 and r**2 = x**2",
    "sqrt": "name it, as r with r >= 0 and r**2 = x", "floor": "name it",
}
"""Functions that are not of this language, and what to write instead."""
MEANT = {"^": "a power as in x**2", "==": "an equation with one =", "≤": "<=", "≥": ">=", "≠": "!="}
"""Signs that are not of this language, and what is written for them."""
COMPUTED = {"%": "(a) mod n", "^": "a*a for a power, (a + b) mod 2 for an exclusive or", "xor": "(a + b) mod 2",
            "/": "a sum or a product of integers", "**": "a*a"}
"""Signs that are not of functions of variables, and what is written for them."""
CASES = "write it case by case, as in [I = 1]*A + [I != 1]*B"
"""What to write for a function that is not of functions of variables."""
INSTEAD.update(ln=INSTEAD["log"], log2=INSTEAD["log"], e=INSTEAD["exp"])


def examine(claim: Claim, paper: Paper) -> None:
    """Raises `InputError` with the place in the document where something cannot be read."""
    place, known = f"claim {claim.id}", (claim.names, tuple(paper.tables))
    stated = {"proves": claim.proves, "denies": claim.denies, "beside": claim.beside, "corrects": claim.corrects,
              "tries": tuple(t.statement for t in claim.tries)}
    spoken = _goal(claim, paper, [statement for each in stated.values() for statement in each])
    for name, table in spoken["tables"].items():
        with _reading(f"table {name}", table["entries"], known, "tables", name):
            Model([*claim.names], {name: table}, {})
    for name, relations in spoken["regions"].items():
        own = () if [*paper.regions.get(name, ())] == relations else ("claim", claim.id)
        with _reading(f"{place}, region {name}", relations, known, *own, "regions", name):
            Goal(_goal(claim, paper, [{"kind": "holds", "region": name, "text": "0 = 0"}]))
    for name, variables in spoken.get("experiments", {}).items():
        own = () if claim.experiments[name] is paper.experiments.get(name) else ("claim", claim.id)
        laws = [says["law"] for says in variables.values() if "law" in says]
        said = [text for law in laws if isinstance(law, list) for text in law]
        with _reading(place, said, known, *own, "experiment" if own else "experiments", name):
            tables = {key: table for key, table in spoken["tables"].items() if key in laws}
            model = Model([*claim.names], tables, {}, {}, {name: variables})
            for text in said:
                model.expression(text)
    for i, condition in enumerate(claim.suppose):
        with _reading(f"{place}, suppose {i + 1}", condition.where, known, "claim", claim.id, "suppose", i):
            model = Model([*claim.names], {}, {})
            for _ in model.relations(condition.where):
                pass
    for key, statements in stated.items():
        positions = claim.positions.get(key, tuple(range(len(statements))))
        for position, statement in zip(positions, statements, strict=True):
            with _reading(f"{place}, {key} {position + 1}", _texts(statement), known,
                          "claim", claim.id, key, position):
                alone = {key: each for key, each in statement.items() if key != "by"}
                _read(Goal(_goal(claim, paper, [alone])), statement)


def _goal(claim: Claim, paper: Paper, statements: Sequence[Statement]) -> dict[str, Any]:
    return paper.goal(claim, {
        "verdict": "proved", "conditions": [], "proves": statements, "beside": [], "fails": [], "corrects": []})


def _read(goal: Goal, statement: Statement) -> None:
    """Read the texts that a statement evaluates only when it is shown."""
    if statement["kind"] == "holds":
        for _ in goal.model.instances(statement["text"]):
            pass
    for key in ("value", "of"):
        if isinstance(statement.get(key), str):
            goal.model.expression(statement[key])


@contextmanager
def _reading(place: str, said: Sequence[str | None], known: Known, *path: str | int) -> Iterator[None]:
    with part(*path):
        try:
            Work.begin()
            yield
        except Undefined:
            pass        # it can be read; that it has no value is for the judge
        except Invalid as reason:
            if reason.kind == "work":
                return      # it can be read, but is too large to be judged
            where, _, word = (*reason.at, "")[0].partition(", ")     # experiment NAME, WORD
            with part(*[word] if word and where.startswith("experiment ") else ()):
                raise InputError(f"{place}: {_told(reason, [text for text in said if text], known)}") from None


def _told(reason: Invalid, said: Sequence[str], known: Known) -> str:
    """What the checker says; where a text has one of the slips that people make, what to write instead."""
    names, tables = known
    for text in said:
        for word in re.findall(r"(?<!\w)([A-Za-z_]\w*|\d+)\s*\(", text):
            if word in INSTEAD:
                return f"expected an expression, found {word}, which is not of this language: {INSTEAD[word]}"
            if word in names or word.isdigit():
                return f"expected *, as in {word}*(...), found {word}(...)"
            if word not in FUNCTIONS:
                return f"expected an expression, found {word}(...): there is no such function"
        for sign, meant in MEANT.items():
            if sign in text:
                return f"expected {meant}, found {sign} in {cut(text)}"
        if (factor := re.search(r"(?<![\w.])(\d+)([A-Za-z_]\w*)", text)) is not None:
            return f"expected *, as in {factor[1]}*{factor[2]}, found {factor[0]} in {cut(text)}"
        if re.search(r"\*\*\s*[-(]", text) or any(re.search(rf"\*\*\s*{word}\b", text) for word in names):
            return f"expected an integer >= 0 after **, found another exponent in {cut(text)}"
    made = [each for each in reason.at if each.startswith("experiment ")]
    if made and reason.about:       # a function of variables
        wanted = [("sums and products of small integers", f"{called[1]}, which is not of this language: {CASES}")
                  for called in re.finditer(r"(?<!\w)(?!mod\b)([A-Za-z_]\w*)\s*\(", reason.about)]
        wanted += [(meant, f"{sign} in {cut(reason.about)}") for sign, meant in COMPUTED.items()
                   if sign in reason.about]
        for expected, found in wanted:
            return f"{made[0]}: expected {expected}, found {found}"
    untabled = [word for text in said for word in re.findall(r"(\w+)\s*\[", text) if word not in tables]
    unnamed = [reason.about] if reason.kind == "name" else []
    for word, what, there in (*((w, "names", names) for w in unnamed), *((w, "tables", tables) for w in untabled)):
        listed = ", ".join(there) or "(there are none)"
        return f"expected one of the {what} {listed}, found {cut(word)}{did_you_mean(word, there)}"
    return ": ".join((*made, reason.message))


def _texts(statement: Statement) -> list[str]:
    found: list[str] = []
    for key in ("text", "value", "split", "given", "subject", "of"):
        each = statement.get(key, [])
        found += [each] if isinstance(each, str) else each
    for key in ("start", "next"):
        found += statement.get(key, {}).values()
    return found
