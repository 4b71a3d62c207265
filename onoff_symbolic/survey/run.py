"""Runs a survey: problems go to workers in chunks, results come back in order, and each is one line of JSON.

What is on file is never asked again. A line that was cut off is taken away first, so that a run that was ended goes on
where it stopped, and writes the same bytes, with any number of workers.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .families import Survey
from .questions import GAVE_UP, answer, reader_of
from ..errors import InputError
from ..version import VERSION

CHUNK = 8       # problems that a worker gets at a time
AHEAD = 64      # chunks that wait for an answer

Problem = tuple[int, str]
Progress = Callable[[int, int, str], None]


@dataclass
class Tally:
    """How many problems have an answer, how many of these are hits, and how many were given up."""

    done: int = 0
    hits: int = 0
    given_up: int = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """Count a row."""
        self.done += 1
        self.hits += bool(row["hit"])
        self.given_up += GAVE_UP in row["answer"]


def run(survey: Survey, output: Path, executor: Executor | None = None,
        progress: Progress = lambda done, total, what: None) -> Tally:
    """Answer the problems that are not on file yet; return what is on file then."""
    reader_of(survey.question)
    tally = Tally()
    for row in kept_rows(output):
        if row["problem"] != survey.family.text(tally.done):
            raise InputError(f"{output}: expected results of this survey, found others at line {tally.done + 1}")
        tally.add(row)
    count = survey.family.count
    problems = ((index, survey.family.text(index)) for index in range(tally.done, count))
    with output.open("ab") as stream:
        for row in answered(problems, survey.question, executor):
            if row["hit"]:
                row["file"] = keep(row, output)
            stream.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            stream.flush()
            tally.add(row)
            progress(tally.done, count, f"{tally.hits} hits")
    return tally


def kept_rows(output: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows that are on file, after taking away what is left of a line that was cut off."""
    if not output.exists():
        return
    with output.open("r+b") as stream:
        whole = 0
        for line in stream:
            if not line.endswith(b"\n"):
                stream.truncate(whole)
                return
            whole += len(line)
            try:
                row = json.loads(line)
                row["problem"], row["hit"], row["answer"]
            except (ValueError, KeyError, TypeError):
                raise InputError(f"{output}: expected lines of results, found another file") from None
            yield row


def answered(problems: Iterator[Problem], question: dict[str, Any],
             executor: Executor | None) -> Iterator[dict[str, Any]]:
    """Yield the rows in the order of the problems."""
    if executor is None:
        for problem in problems:
            yield from rows_of([problem], question)
        return
    waiting: deque[Future[list[dict[str, Any]]]] = deque()
    chunk: list[Problem] = []
    for problem in problems:
        chunk.append(problem)
        if len(chunk) == CHUNK:
            waiting.append(executor.submit(rows_of, chunk, question))
            chunk = []
        if len(waiting) == AHEAD:
            yield from waiting.popleft().result()
    if chunk:
        waiting.append(executor.submit(rows_of, chunk, question))
    while waiting:
        yield from waiting.popleft().result()


def rows_of(problems: list[Problem], question: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of some problems; this is what a worker does."""
    rows = []
    for index, text in problems:
        found = answer(text, question)
        rows.append({"version": VERSION, "index": index, "problem": text, "answer": found.data, "hit": found.hit,
                     "file": None})
    return rows


def keep(row: Mapping[str, Any], output: Path) -> str:
    """Write the problem of a hit to a file of its own, whole; return its name."""
    folder = output.with_suffix("")
    folder.mkdir(exist_ok=True)
    name = folder / f"{row['index']:06}.toml"
    draft = name.with_suffix(".part")
    draft.write_text(row["problem"], encoding="utf-8")
    os.replace(draft, name)
    return f"{folder.name}/{name.name}"
