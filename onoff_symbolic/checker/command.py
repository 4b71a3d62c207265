"""The command: judge the files that are named, and print what they state."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .core import Answer, judge
from .polynomials import MAX_BYTES

USAGE = "usage: checker [--brief] FILE..."


def report(path: str, answer: Answer, brief: bool) -> Iterator[str]:
    if answer.certificate is None:
        yield f"{answer.word}  {path}: {answer.why}"
        return
    goal = answer.certificate.goal
    yield f"{answer.word}  {goal.claim}: {goal.title} ({goal.verdict})" + (f": {answer.why}" if answer.why else "")
    if brief:
        return
    for name, given in goal.value["regions"].items():
        yield f"    region {name}: {'; '.join(given) or 'no hypotheses'}"
    for name, variables in goal.value.get("experiments", {}).items():
        yield f"    experiment {name}: {'; '.join(_variable(word, says) for word, says in variables.items())}"
    if goal.domain is not None:
        yield f"    stated on {goal.domain.name}"
    yield from (f"    needs  {text}  ({'; '.join(where)})" for text, where in goal.conditions.items())
    yield from (f"    {name}  {statement.shown()}" for name, statement in goal.statements.items())
    for (statement, violates), shows, sides in zip(goal.failing(), answer.certificate.data["failures"],
                                                   answer.certificate.failures):
        place = "; ".join(_told(key, value) for key, value in shows.items() if value not in ({}, None))
        word = "denies" if statement in goal.denies else "fails"
        yield f"    {word}  {statement.shown()}  at {place[:300] or 'every point'}: not {' '.join(sides)[:200]}" + (
            f"  (violates: {violates})" if violates else "")


def _variable(word: str, says: Any) -> str:
    """A variable of an experiment."""
    if "is" in says:
        return f"{word} is {says['is']}"
    law = ", ".join(says["law"]) if type(says.get("law")) is list else says.get("law", "")
    given = f" given {', '.join(says['given'])}" if says.get("given") else ""
    return f"{word} in {says['values']}" + (f" with law {law}{given}" if law else "")


def _told(key: str, value: Any) -> str:
    """A part of what shows a failure."""
    if isinstance(value, dict):
        of = f"{key} " if key in ("view", "knowing", "one", "other") else ""
        return of + ", ".join(f"{name} = {each}" for name, each in value.items())
    return f"{key} {', '.join(map(str, value)) if isinstance(value, list) else value}"


class Unreadable(Exception):
    """A file that cannot be read."""


def contents(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The files, one after the other: each is read when the one before it was judged."""
    for path in dict.fromkeys(paths):
        try:
            if os.path.exists(path) and not os.path.isfile(path):       # a pipe might never end
                raise OSError(0, "not a file")
            with open(path, "rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise Unreadable(f"{path}: cannot be read: {error.strerror}") from None
        yield path, data


def tell(line: str) -> None:
    """A line on standard error, if there is one that can be written."""
    try:
        if sys.stderr is not None:
            print(line, file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def main(arguments: Sequence[str], accept: Callable[[dict[str, Any]], bool] | None = None) -> int:
    """0 if every file is valid, 1 if one is not, 2 for a wrong call."""
    brief, paths = "--brief" in arguments, [a for a in arguments if a != "--brief"]
    if not paths or any(path.startswith("-") for path in paths):
        tell(USAGE)
        return 2
    try:
        answers = judge(contents(paths), accept)
    except Unreadable as reason:
        tell(str(reason))
        return 2
    for path, answer in answers.items():
        for line in report(path, answer, brief):
            coding = "utf-8" if sys.stdout is None else sys.stdout.encoding
            line = "".join(c if c.isprintable() else "?" for c in line)
            print(line.encode(coding, "replace").decode(coding))
    counts = [sum(a.word == word for a in answers.values()) for word in ("valid", "invalid", "incomplete")]
    noun = "certificate" if len(answers) == 1 else "certificates"
    print(f"{len(answers)} {noun}: {counts[0]} valid, {counts[1]} invalid, {counts[2]} incomplete")
    return 0 if counts[0] == len(answers) else 1


def run() -> None:
    gc.set_threshold(1_000_000)     # most of what is made here is needed to the end
    try:
        code = main(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:    # the answers cannot be written, or whoever read them has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1 if isinstance(error, BrokenPipeError) else 2
        if code == 2:
            tell(f"standard output cannot be written: {error.strerror}")
    except KeyboardInterrupt:
        tell("interrupted")
        code = 130
    gc.freeze()                     # and need not be cleared up
    sys.exit(code)
