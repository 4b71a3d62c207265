"""Reports on certificates: what the checker says, what is stated there, and what that supposes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from json import dumps
from typing import Any

from ..checker import Answer
from ..result import Verdict
from .document import Block, Code, Facts, Part, Text, Title
from .json import dumped

STATED = ("proves", "beside", "fails", "corrects")


def blocks(answers: Mapping[str, Answer]) -> Iterator[Block]:
    """Yield what the checker says of each file."""
    valid = sum(answer.word == "valid" for answer in answers.values())
    yield Title(f"{valid} of {len(answers)} valid")
    for path, answer in answers.items():
        yield Part(path, tuple(_one(answer)))


def _one(answer: Answer) -> Iterator[Block]:
    found = answer.certificate
    if found is None:
        yield Text(_plain(answer.why), "Invalid")
        return
    goal = found.goal.value
    if answer.why:
        yield Text(_plain(answer.why), answer.word.capitalize())
    else:
        verdict = Verdict(goal["verdict"])
        yield Text(f"{verdict.value.capitalize()}: {_plain(goal['title'])}. The certificate is valid.", verdict=verdict)
    uses = tuple(each.claim for each in found.goal.uses)
    yield Facts((*_supposed(goal), ("Rests on", uses or ("no other claim",))))
    for name in STATED:
        lines = [dumps(each, ensure_ascii=False) for each in goal[name]]
        if lines:
            yield Part(name, (Code("\n".join(lines)),), folded=name != "proves")


def _supposed(goal: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what a goal supposes: its domain and its conditions."""
    yield "Claim", (goal["claim"],)
    yield "Parameters", (", ".join(goal["names"]) or "none",)
    domain = goal["regions"].get(goal["domain"], [])
    yield "Supposed", (", ".join(map(_plain, domain)) or "nothing",)
    conditions = tuple(_plain(each["text"]) for each in goal.get("conditions", ()))
    if conditions:
        yield "Conditions", conditions


def _plain(text: str) -> str:
    """Return a text of a certificate, in which nothing is marked."""
    return text.replace("$", "").replace("`", "'")


def data(answers: Mapping[str, Answer]) -> str:
    """Return what the checker says of each file, for programs."""
    return dumped({"certificates": [_row(path, answer) for path, answer in answers.items()]})


def _row(path: str, answer: Answer) -> dict[str, Any]:
    goal = None if answer.certificate is None else answer.certificate.goal
    return {
        "file": path,
        "answer": answer.word,
        "why": answer.why,
        "claim": goal.claim if goal else None,
        "verdict": goal.verdict if goal and answer.word == "valid" else answer.word,
    }
