"""How little any private scheme can download at one time t, as a linear program, for any number of sources.

Whatever a scheme does, each query lets the user decode some set of sources, and downloading a set costs at least one
message for each source in it. So the joint law of (set, X_0, X_t) is a point of the program

    variables     Pr(set, X_0 = a, X_t = x) ≥ 0, for sets that contain x (decodability)
    law rows      Σ_set Pr(set, a, x) = Pr(X_0 = a, X_t = x)
    privacy rows  Pr(set | X_0 = a) is the same for every a, written without division
    objective     Σ |set| · Pr(set)

and its optimum is a bound on the expected download. For privacy rows to say anything about X_0 = a, Pr(X_0 = a) must
not be zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from .chain import Chain
from ..errors import OnoffError
from ..algebra.field import Element, Field
from ..programs.exact import Optimum, solve
from ..algebra.parametric import ParametricProgram, Row
from ..algebra.region import Region

Transition = Mapping[tuple[str, str], Element]
"""(a, x) → Pr(X_t = x | X_0 = a)."""


@dataclass(frozen=True)
class Cell:
    """A variable of the program."""

    chosen: tuple[str, ...]
    first: str
    request: str

    def __str__(self) -> str:
        return f"Pr({listed(self.chosen)},{self.first},{self.request})"


def listed(chosen: tuple[str, ...]) -> str:
    """A name for a set: longer names stand in parentheses, for {A, B} is not {AB}."""
    return "".join(source if len(source) == 1 else f"({source})" for source in chosen)


def cells(sources: tuple[str, ...]) -> tuple[Cell, ...]:
    sets = [chosen for size in range(1, len(sources) + 1) for chosen in combinations(sources, size)]
    return tuple(Cell(chosen, a, x) for chosen in sets for a in sources for x in chosen)


def least_download(
    sources: tuple[str, ...], transition: Transition, prior: Mapping[str, Element]
) -> ParametricProgram:
    """The program for the law of X_0 and of X_t given X_0."""
    field = prior[sources[0]].field
    variables = cells(sources)
    places = {cell: j for j, cell in enumerate(variables)}
    rows = []
    for a in sources:
        for x in sources:
            terms = tuple((j, field.one) for cell, j in places.items() if (cell.first, cell.request) == (a, x))
            rows.append(Row(f"law of ({a},{x})", terms, prior[a] * transition[a, x]))
    base, *others = sources
    for chosen in dict.fromkeys(cell.chosen for cell in variables):
        for a in others:
            terms = tuple(
                (j, prior[base] if cell.first == a else -prior[a])
                for cell, j in places.items() if cell.chosen == chosen and cell.first in (a, base)
            )
            live = tuple((j, e) for j, e in terms if not e.is_zero)
            rows.append(Row(f"privacy of {listed(chosen)} given {base}, {a}", live, field.zero))
    cost = tuple(field(len(cell.chosen)) for cell in variables)
    return ParametricProgram(field, tuple(str(cell) for cell in variables), cost, tuple(rows))


def two_sources() -> tuple[ParametricProgram, Region]:
    """The program for two sources and any law of X_t given X_0: a = Pr(x|x), b = Pr(x|y), X_0 uniform."""
    field = Field(("a", "b"))
    a, b = field["a"], field["b"]
    program = least_download(
        ("x", "y"), {("x", "x"): a, ("x", "y"): 1 - a, ("y", "x"): b, ("y", "y"): 1 - b}, uniform(("x", "y"), field))
    return program, Region.of(field, "0 <= a <= 1", "0 <= b <= 1")


def steps(chain: Chain, time: int) -> dict[tuple[str, str], Element]:
    """Pr(X_t = x | X_0 = a) at t = time, by repeated squaring."""
    field = chain.field
    n = range(len(chain.sources))
    result = [[field(int(i == j)) for j in n] for i in n]
    base = [list(row) for row in chain.matrix]

    def product(left: list[list[Element]], right: list[list[Element]]) -> list[list[Element]]:
        return [[sum((left[i][k] * right[k][j] for k in n), field.zero) for j in n] for i in n]

    while time:
        if time & 1:
            result = product(result, base)
        time >>= 1
        if time:
            base = product(base, base)
    return {(a, x): result[i][j] for i, a in enumerate(chain.sources) for j, x in enumerate(chain.sources)}


def uniform(sources: tuple[str, ...], field: Field) -> dict[str, Element]:
    """The optimum does not depend on the law of X_0 as long as no probability is zero: this one will do."""
    return {source: field.one / len(sources) for source in sources}


@dataclass(frozen=True)
class Least:
    """The least expected download at one t, for numbers: with the point and the multipliers that prove it."""

    value: Fraction
    point: tuple[tuple[str, Fraction], ...]
    multipliers: tuple[tuple[str, Fraction], ...]


def least_at(chain: Chain, time: int) -> Least:
    """Solve the program for a chain without parameters; the answer is checked exactly."""
    program = least_download(chain.sources, steps(chain, time), uniform(chain.sources, chain.field))
    answer = solve(program.at({}))
    if not isinstance(answer, Optimum):
        raise OnoffError("downloading everything is a feasible point, but none was found")
    point = tuple((name, x) for name, x in zip(program.variables, answer.point, strict=True) if x)
    multipliers = tuple((row.label, y) for row, y in zip(program.rows, answer.multipliers, strict=True) if y)
    return Least(answer.value, point, multipliers)
