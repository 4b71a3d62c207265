"""A certificate as a file of Coq: the certificate, word by word, and the theorem that what its goal says is so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import Undecidable

HEAD = """\
From Coq Require Import ZArith List.
From OnOffChecker Require Import Certificates.
Import ListNotations.
Open Scope Z_scope.
Open Scope word_scope.
"""
THEOREM = """\
Theorem claim : says real [LEFT] (field "goal" certificate).
Proof. apply (check_sound real real_ok). vm_cast_no_check (@eq_refl bool true). Qed.
"""
PARTS = ("proves", "beside", "corrects", "stands")
READ = {
    "holds", "always", "cover", "occurs", "alike", "markov", "least", "optimum", "general", "cost", "optimal", "uses"}
"""Kinds that the checker in Coq can read."""
UNSEEN = {"always", "least", "optimum", "general", "cost", "optimal"}
"""Kinds of which it cannot see yet that they fail."""


class Exported(NamedTuple):
    """What Coq is to read: the certificate and the theorem; and the statements that are left out, each with the
    reason."""

    title: str
    body: str
    left: Mapping[str, str]


def export(text: str) -> Exported:
    """Return a certificate as data for Coq. Whether it is valid is for Coq to say."""
    try:
        data = json.loads(text)
        goal = data["goal"]
        left = dict(left_out(data, goal))
        title = goal["title"]
        definition = f"Definition certificate : json := {term(data)}.\n\n"
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as reason:
        raise Undecidable(f"the certificate cannot be read: {reason!r}") from None
    names = "; ".join(map(quoted, left))
    return Exported(title, definition + THEOREM.replace("LEFT", names), left)


def file_text(exported: Mapping[str, Exported], command: str) -> str:
    """Return a file of certificates; of several, each is a module of this name."""
    lines = [f"Check it in the project's folder with {command}"]
    bodies = list[str]()
    for name, each in exported.items():
        lines += [each.title, *(f"Not in the theorem: {name}, {why}." for name, why in each.left.items())]
        bodies.append(each.body if len(exported) == 1 else f"Module {name}.\n{each.body}End {name}.\n")
    return f"(* {_comment(lines)} *)\n{HEAD}{''.join(bodies)}"


def _comment(lines: list[str]) -> str:
    """Return lines as they may be in a comment, where brackets and quotes are read."""
    text = "\n   ".join(lines)
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


# -- the certificate, as it is -----------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """Return a text as Coq writes it."""
    return '"' + text.replace('"', '""') + '"'


def term(value: Any) -> str:
    """Return a JSON value as a term."""
    if value is None:
        return "Null"
    if isinstance(value, bool):
        return f"Flag {str(value).lower()}"
    if isinstance(value, int):
        return f"Whole ({value})"
    if isinstance(value, str):
        return f"Text {quoted(value)}"
    if isinstance(value, list):
        return f"Items [{'; '.join(map(term, value))}]"
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no value of a certificate")
    pairs = (f"({quoted(key)}, {term(each)})" for key, each in value.items())
    return "Fields [" + ";\n ".join(pairs) + "]"


# -- what is left out --------------------------------------------------------------------------------------------------


def left_out(data: Any, goal: Any) -> Iterator[tuple[str, str]]:
    """Yield the statements that Coq cannot read or see yet, each with the reason."""
    for part in PARTS:
        for number, statement in enumerate(goal.get(part, [])):
            name = f"{part} {number}"
            why = unread(goal, statement) or unseen(statement, data["invariants"].get(name, []))
            if why:
                yield name, why
    failing = [(f"fails {i}", each["statement"]) for i, each in enumerate(goal["fails"])]
    failing += [(f"denies {i}", each) for i, each in enumerate(goal.get("denies", []))]
    for (name, statement), failure in zip(failing, data["failures"]):
        why = unread(goal, statement)
        if "atoms" in failure:
            why = "entropies of a law"
        if statement["kind"] in UNSEEN or statement.get("matrix", "") is None:
            why = f"the failure of the kind {statement['kind']}"
        if why:
            yield name, why


def unread(goal: Any, statement: Any) -> str:
    """Return why a statement cannot be read."""
    regions = statement["region"] if isinstance(statement["region"], list) else [statement["region"]]
    text = json.dumps([statement, *(goal["regions"].get(name) for name in regions)])
    if statement["kind"] not in READ:
        return "an experiment" if "in" in statement else f"the kind {statement['kind']}"
    if re.search(r"\bPr\s*\(", text):
        return "an experiment"
    followed = {statement.get("process"), *re.findall(r"\b(?:history|state)\s*\(\s*(\w+)", text)}
    if followed & goal.get("processes", {}).keys():
        return "a process that is no scheme"
    return ""


def unseen(statement: Any, nodes: Any) -> str:
    """Return why the evidence of a statement cannot be used."""
    if statement.get("by"):
        return "what it cites"
    return "the bound of an invariant" if any("bound" in node for node in nodes) else ""
