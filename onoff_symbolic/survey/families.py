"""The problems of a survey, as texts of the files that other commands read.

    Family      how many problems there are, and the text of each
    load        a survey file: its family, and what is asked
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import prod
from pathlib import Path
from typing import Any

from ..document import at_most, expect, expect_keys, located, member, names_of, parse, part, read, text_of
from ..errors import InputError
from .questions import reader_of

MAX_SOURCES = 6
MAX_DENOMINATOR = 1000
MAX_PROBLEMS = 1_000_000
MAX_MATRICES = 2_000_000    # matrices whose renamings are compared
LETTERS = "ABCDEF"

Row = tuple[int, ...]
"""The probabilities of a row, times the denominator."""


@dataclass(frozen=True)
class Family:
    """Problems that are numbered from 0."""

    count: int
    text: Callable[[int], str]


@dataclass(frozen=True)
class Survey:
    """A family, and the question that is asked of each of its problems."""

    family: Family
    question: dict[str, Any]


def load(path: str) -> Survey:
    """Read a survey file; every fault is an InputError that names the file and the place."""
    try:
        document = read(path)
        expect_keys(document, "the file", ("family", "question"), ("title",))
        with part("family"):
            given = expect(document["family"], dict, "[family]", "a table")
            with part("kind"):
                kind = member(str(given.get("kind", "")), "[family] kind", FAMILIES)
            family = FAMILIES[kind](given, Path(path).parent)
        with part("question"):
            question = expect(document["question"], dict, "[question]", "a table")
            reader_of(question)
        return Survey(family, question)
    except InputError as error:
        raise located(error, path) from None


def count_of(given: dict[str, Any], key: str, most: int, default: int | None = None) -> int:
    """Return an integer from 1 to `most`."""
    value = given.get(key, default)
    if type(value) is int and 1 <= value <= most:
        return value
    with part(key):
        raise InputError(f"[family] {key}: expected an integer from 1 to {most}, found {str(value)[:40]}")


# -- chains ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """Chains on some sources whose entries are multiples of 1/denominator, at most `support` of a row not 0."""

    sources: int
    denominator: int
    support: int

    @classmethod
    def of(cls, given: dict[str, Any], *more: str) -> Shape:
        """Read the shape of a family."""
        expect_keys(given, "[family]", ("kind", "sources", "denominator", *more), ("support",))
        sources = count_of(given, "sources", MAX_SOURCES)
        if sources < 2:
            raise InputError("[family] sources: expected at least two sources, found one")
        denominator = count_of(given, "denominator", MAX_DENOMINATOR)
        return cls(sources, denominator, count_of(given, "support", sources, sources))

    def text(self, matrix: tuple[Row, ...]) -> str:
        """Return the chain as a file."""
        names = LETTERS[:self.sources]
        lines = [f"sources = {str([*names])}".replace("'", '"'), "", "[chain]"]
        for name, row in zip(names, matrix, strict=True):
            entries = [
                f'{target} = "{Fraction(entry, self.denominator)}"'
                for target, entry in zip(names, row, strict=True)
                if entry
            ]
            lines.append(f"{name} = {{ {', '.join(entries)} }}")
        return "\n".join(lines) + "\n"

    def rows(self) -> list[Row]:
        """Return all rows."""
        return [row for row in compositions(self.denominator, self.sources)
                if sum(map(bool, row)) <= self.support]

    def random_row(self, draw: random.Random) -> Row:
        """Return a row with a random support; its masses are those between random cuts."""
        size = draw.randint(1, min(self.support, self.denominator))
        places = draw.sample(range(self.sources), size)
        cuts = [0, *sorted(draw.sample(range(1, self.denominator), size - 1)), self.denominator]
        masses = dict(zip(places, (b - a for a, b in zip(cuts, cuts[1:])), strict=True))
        return tuple(masses.get(x, 0) for x in range(self.sources))


def compositions(total: int, parts: int) -> Iterator[Row]:
    """Yield the ways to write a total as an ordered sum of integers that are at least 0."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def random_chains(given: dict[str, Any], _: Path) -> Family:
    """Return chains drawn at random; each depends on the seed and its number alone."""
    shape = Shape.of(given, "seed", "count")
    seed = expect(given["seed"], int, "[family] seed", "an integer")

    def text(index: int) -> str:
        draw = random.Random(f"{seed}/{index}")
        return shape.text(tuple(shape.random_row(draw) for _ in range(shape.sources)))

    return Family(count_of(given, "count", MAX_PROBLEMS), text)


def all_chains(given: dict[str, Any], _: Path) -> Family:
    """Return every chain once, up to renaming of the sources."""
    shape = Shape.of(given)
    # counted before they are listed: a row is a choice of masses, and there are as many as of cuts
    rows = shape.rows() if shape.denominator <= 60 else None
    if rows is None or len(rows) ** shape.sources > MAX_MATRICES:
        raise InputError(f"[family]: expected at most {MAX_MATRICES} chains before renaming, found more")
    renamings = [*permutations(range(shape.sources))]
    matrices = [matrix for matrix in product(rows, repeat=shape.sources) if is_first(matrix, renamings)]
    return Family(len(matrices), lambda index: shape.text(matrices[index]))


def is_first(matrix: tuple[Row, ...], renamings: list[tuple[int, ...]]) -> bool:
    """Return whether no renaming of the sources makes the matrix larger."""
    sources = range(len(matrix))
    for turn in renamings:
        for y in sources:
            renamed = tuple(matrix[turn[y]][turn[x]] for x in sources)
            if renamed > matrix[y]:
                return False
            if renamed < matrix[y]:
                break
    return True


# -- a file on a grid --------------------------------------------------------------------------------------------------


def grid(given: dict[str, Any], folder: Path) -> Family:
    """Return a file of a chain or a scheme at each point of a grid: its hypotheses, and a value of each parameter."""
    expect_keys(given, "[family]", ("kind", "file", "values"))
    name = str(folder / expect(given["file"], str, "[family] file", "a string"))
    try:
        source = text_of(name)
        document = parse(source)
    except InputError as error:
        raise located(error, name) from None
    table = expect(given["values"], dict, "[family] values", "a table")
    if "parameters" in document:
        expect_keys(table, "[family] values", names_of(document["parameters"], "parameters"))
    values = {name: axis(value, f"[family] values {name}") for name, value in table.items()}
    count = prod(map(len, values.values()))
    at_most(count, MAX_PROBLEMS, "[family] values", "points")

    def text(index: int) -> str:
        stated = [*document.get("where", [])]
        for name, numbers in reversed(values.items()):
            index, place = divmod(index, len(numbers))
            stated.append(f"{name} = {numbers[place]}")
        return with_where(source, stated)

    return Family(count, text)


def axis(value: object, place: str) -> list[Fraction]:
    """Return the numbers of a list of texts, or the multiples of 1/n between 0 and 1 for an integer n."""
    if type(value) is int and 2 <= value <= MAX_DENOMINATOR:
        return [Fraction(k, value) for k in range(value + 1)]
    texts = expect(value, list, place, "a list of numbers, or an integer from 2")
    try:
        return [Fraction(str(text)) for text in texts if len(str(text)) < 40]
    except (ValueError, ZeroDivisionError):
        raise InputError(f"{place}: expected numbers such as \"1/3\", found {str(texts)[:60]}") from None


def with_where(source: str, stated: list[str]) -> str:
    """Return a file with other hypotheses; the old ones are left out."""
    kept: list[str] = []
    open_brackets = 0
    for line in source.splitlines():
        if open_brackets or line.replace(" ", "").startswith("where="):
            open_brackets += line.count("[") - line.count("]")
        else:
            kept.append(line)
    listed = ", ".join(f'"{text}"' for text in stated)
    return f"where = [{listed}]\n" + "\n".join(kept) + "\n"


FAMILIES: dict[str, Callable[[dict[str, Any], Path], Family]] = {
    "random": random_chains,
    "exhaustive": all_chains,
    "grid": grid,
}
