"""The command: judge the files that are named, and print what they state."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .certificate import Answer, judge
from .polynomials import MAX_BYTES

USAGE = "usage: checker [--brief] FILE..."


def report(path: str, answer: Answer, brief: bool) -> Iterator[str]:
    """Yield lines: the answer, and what was stated, as the file has it."""
    found = answer.certificate
    if found is None:
        yield f"{answer.word}  {path}: {answer.why}"
        return
    goal = found.goal
    yield f"{answer.word}  {goal.claim}: {goal.title} ({goal.verdict})" + (
        f": {answer.why}" if answer.why else ""
    )
    if brief:
        return
    for part, says in goal.value.items():
        if part in ("names", "domain"):
            yield f"    {part}  {written(says)}"
        elif type(says) in (dict, list):
            for name, each in says.items() if type(says) is dict else enumerate(says):
                yield f"    {part} {name}  {written(each)}"
    for (statement, _), shows, sides in zip(goal.failing, found.data["failures"], found.failures):
        yield f"    {statement.name}  {written(shows)[:300]}: not {' '.join(sides)[:200]}"


def written(value: Any) -> str:
    """Return a JSON value as a text."""
    return json.dumps(value, ensure_ascii=False)


def contents(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files, one after the other: each is read when the one before it was judged."""
    for path in dict.fromkeys(paths):
        if path == "-":
            yield "<stdin>", sys.stdin.buffer.read(MAX_BYTES + 1)
            continue
        if os.path.exists(path) and not os.path.isfile(path):  # a pipe might never end
            raise OSError(0, "not a file", path)
        with open(path, "rb") as stream:
            yield path, stream.read(MAX_BYTES + 1)


def complain(line: str) -> None:
    """Print a line on standard error, if there is one that can be written."""
    try:
        if sys.stderr is not None:
            print(line, file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def main(arguments: Sequence[str], accept: Callable[[dict[str, Any]], bool] | None = None) -> int:
    """Return 0 if every file is valid, 1 if one is not, 2 for a wrong call."""
    brief, paths = "--brief" in arguments, [a for a in arguments if a != "--brief"]
    if not paths or any(path.startswith("-") and path != "-" for path in paths):
        complain(USAGE)
        return 2
    try:
        answers = judge(contents(paths), accept)
    except OSError as error:
        complain(f"{error.filename}: cannot be read: {error.strerror}")
        return 2
    for path, answer in answers.items():
        for line in report(path, answer, brief):
            coding = getattr(sys.stdout, "encoding", None) or "utf-8"
            line = "".join(c if c.isprintable() else "?" for c in line)
            print(line.encode(coding, "replace").decode(coding))
    counts = [
        sum(a.word == word for a in answers.values()) for word in ("valid", "invalid", "incomplete")
    ]
    noun = "certificate" if len(answers) == 1 else "certificates"
    print(f"{len(answers)} {noun}: {counts[0]} valid, {counts[1]} invalid, {counts[2]} incomplete")
    return 0 if counts[0] == len(answers) else 1


def run() -> None:
    """Run the command line; end the process with its exit code."""
    gc.set_threshold(1_000_000)  # most of what is made here is needed to the end
    try:
        code = main(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:  # the answers cannot be written, or whoever read them has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1 if isinstance(error, BrokenPipeError) else 2
        if code == 2:
            complain(f"standard output cannot be written: {error.strerror}")
    except KeyboardInterrupt:
        complain("interrupted")
        code = 130
    os._exit(code)  # and need not be cleared up
