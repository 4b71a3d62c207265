"""Checks, before anything is searched for, that the checker can read what a claim says; an error names its place.

Where people often make the mistake, the message says what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..checker import Goal
from ..checker.polynomials import Invalid, Undefined, Work, error_context
from ..document import cut, did_you_mean
from ..errors import InputError
from .file import Claim, Paper
from .goals import mentioned, strings_in
from .statements import Statement
from .values import placed

Path = tuple[str | int, ...]
FUNCTIONS = {"law", "state", "history", "Pr", "H", "I"}
INSTEAD = {
    "exp": "name it, as r with r > 0 for e^ε", "e": "name it, as r with r > 0 for e^ε",
    "log": "name it, or state it of the arguments", "ln": "name it, or state it of the arguments",
    "log2": "name it, or state it of the arguments", "floor": "name it",
    "max": "name the largest, and say in a region that it is", "min": "name the least, and say in a region that it is",
    "abs": "state it for both signs, or name it as r with r >= 0 and r**2 = x**2",
    "sqrt": "name it, as r with r >= 0 and r**2 = x",
}
"""Functions that are not of this language, and what to write instead."""
SIGNS = {"^": "a power as in x**2", "==": "an equation with one =", "=>": ">=", "=<": "<="}
"""Signs that are not of this language, and what is written for them."""
COMPUTED = {"%": "(a) mod n", "^": "a*a for a power, (a + b) mod 2 for an exclusive or", "xor": "(a + b) mod 2",
            "/": "a sum or a product of integers", "**": "a*a"}
"""Signs that functions of the variables of an experiment do not have, and what is written for them."""
CASES = "write it case by case, as in [I = 1]*A + [I != 1]*B"
"""What to write for another function in these."""


def examine(claim: Claim, paper: Paper) -> None:
    """Raise InputError, with its place in the document, if the checker cannot read what a claim says."""
    parts = [*_parts(claim)]
    statements = [statement for _, statement in parts]
    conditions = {_region(position): condition.where for position, condition in enumerate(claim.suppose)}
    whole = replace(claim, regions={**claim.regions, **conditions})
    stated = {"verdict": "proved", "conditions": [], "proves": statements, "beside": [], "fails": [],
              "corrects": []}
    Work.begin()
    try:
        _read(Goal(paper.goal(whole, stated)))
    except Undefined:
        return      # it can be read; that it has no value is for the judge
    except Invalid as reason:
        if reason.kind == "work":
            return      # it can be read, but is too large to be judged
        where = reason.at[0] if reason.at else reason.message.partition(":")[0]
        path, said = _place(where, claim, paper, parts)
        error = InputError(_message(reason, [*strings_in(said)], claim, paper))
        error.path = path
        raise placed(error) from None


def _parts(claim: Claim) -> Iterator[tuple[Path, Statement]]:
    """Yield the statements of a claim, each with its place; for each condition one that is made on its region."""
    for key in ("proves", "denies", "beside", "corrects"):
        for position, statement in claim.numbered(key):
            alone = {name: value for name, value in statement.items() if name not in ("by", "name")}
            yield ("claim", claim.id, key, position), alone
    for position, attempt in enumerate(claim.tries):
        yield ("claim", claim.id, "tries", position), attempt.statement
    for position in range(len(claim.suppose)):
        yield ("claim", claim.id, "suppose", position), {
            "kind": "holds", "region": _region(position), "text": "0 = 0"}


def _region(position: int) -> str:
    """Return the name of the region where a condition holds."""
    return f"suppose {position}"


def _read(goal: Goal) -> None:
    """Read the texts that statements evaluate only when they are shown."""
    for name, statement in goal.statements.items():
        with error_context(name):
            if statement.value["kind"] == "holds":
                for _ in goal.model.instances(statement.value["text"]):
                    pass
            for key in ("value", "of"):
                if isinstance(statement.value.get(key), str):
                    goal.model.expression(statement.value[key])


def _place(place: str, claim: Claim, paper: Paper, parts: Sequence[tuple[Path, Statement]]) -> tuple[Path, Any]:
    """Return the place in the document of what the checker calls `proves 1` or `region low`, and what is written there.

    In the goal that is examined, `proves` are the statements of all parts of the claim."""
    what, _, name = place.partition(" ")
    name, _, variable = name.partition(", ")
    own: Path = ("claim", claim.id)
    if what == "proves":
        return parts[int(name)]
    if name.startswith("suppose "):
        position = int(name.removeprefix("suppose "))
        return (*own, "suppose", position), claim.suppose[position].where
    if what == "table" and name in paper.tables:
        return ("tables", name), paper.tables[name]["entries"]
    if what == "region":
        relations = claim.regions[name]
        path: Path = ("regions", name)
        return path if paper.regions.get(name) == relations else (*own, *path), relations
    if what == "experiment":
        is_own = paper.experiments.get(name) != claim.experiments[name]
        return (*own, "experiment", name, variable) if is_own else ("experiments", name, variable), ()
    return own, ()


def _message(reason: Invalid, texts: Sequence[str], claim: Claim, paper: Paper) -> str:
    """Return what the checker says; where a text has one of the slips that people make, what to write instead."""
    if any(place.startswith("experiment ") for place in reason.at):
        return _in_function(reason.about) or reason.message
    for text in texts:
        if hint := _in_text(text, claim.names):
            return hint
    if reason.kind == "name":
        return _unknown(reason.about, "names", claim.names)
    for word in sorted(mentioned(r"(\w+)\s*\[", texts)):
        if word not in paper.tables:
            return _unknown(word, "tables", [*paper.tables])
    return reason.message


def _unknown(word: str, what: str, known: Sequence[str]) -> str:
    """Return that a word is not one of those that are known."""
    listing = ", ".join(known) or "(there are none)"
    return f"expected one of the {what} {listing}, found {cut(word)}{did_you_mean(word, known)}"


def _in_text(text: str, names: Sequence[str]) -> str:
    """Return a slip in an expression or a relation, and what to write instead; "" if there is none."""
    for word in re.findall(r"(?<!\w)([A-Za-z_]\w*|\d+)\s*\(", text):
        if word in INSTEAD:
            return f"expected an expression, found {word}, which is not of this language: {INSTEAD[word]}"
        if word in names or word.isdigit():
            return f"expected *, as in {word}*(...), found {word}(...)"
        if word not in FUNCTIONS:
            return f"expected an expression, found {word}(...): there is no such function"
    for sign, meant in SIGNS.items():
        if sign in text:
            hint = f"; did you mean {meant}?" if meant in (">=", "<=") else ""
            return f"expected {meant}, found {sign} in {cut(text)}{hint}"
    factor = re.search(r"(?<![\w.])(\d+)([A-Za-z_]\w*)", text)
    if factor is not None:
        return f"expected *, as in {factor[1]}*{factor[2]}, found {factor[0]} in {cut(text)}"
    if re.search(rf"\*\*\s*([-(]|({'|'.join(names)})\b)", text):
        return f"expected an integer >= 0 after **, found another exponent in {cut(text)}"
    return ""


def _in_function(text: str) -> str:
    """Return a slip in a function of variables, and what to write instead; "" if there is none."""
    called = re.search(r"(?<!\w)(?!mod\b)([A-Za-z_]\w*)\s*\(", text)
    if called is not None:
        return ("expected sums and products of small integers, found "
                f"{called[1]}, which is not of this language: {CASES}")
    for sign, meant in COMPUTED.items():
        if sign in text:
            return f"expected {meant}, found {sign} in {cut(text)}"
    return ""
