"""The least download at one t as a program with a variable for each set of sources, X_0 and X_t. It has the optimum of
the program on sets that the package solves, and is written from the definition of the problem.

    variables     Pr(set, X_0 = a, X_t = x) ≥ 0, for sets that contain x (decodability)
    law rows      Σ_set Pr(set, a, x) = Pr(X_0 = a, X_t = x)
    privacy rows  Pr(set | X_0 = a) is the same for every a, written without division
    objective     Σ |set| · Pr(set)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.algebra.parametric import ParametricProgram, Row
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.nsources.sets import listed


def least_download(sources: Sequence[str], rows: Sequence[Sequence[Element]],
                   prior: Mapping[str, Element]) -> ParametricProgram:
    """`rows` are the laws of X_t, one for each X_0, which has the law `prior`."""
    field, base = rows[0][0].field, sources[0]
    sets = [chosen for size in range(1, len(sources) + 1) for chosen in combinations(sources, size)]
    cells = [(chosen, a, x) for chosen in sets for a in sources for x in chosen]
    found = [Row(f"law of ({a},{x})", tuple((j, field.one) for j, cell in enumerate(cells) if cell[1:] == (a, x)),
                 prior[a] * rows[i][k]) for i, a in enumerate(sources) for k, x in enumerate(sources)]
    for chosen in sets:
        for a in sources[1:]:
            terms = [(j, prior[base] if first == a else -prior[a]) for j, (each, first, _) in enumerate(cells)
                     if each == chosen and first in (a, base)]
            found.append(Row(f"privacy of {listed(chosen)} given {base}, {a}", tuple(terms), field.zero))
    names = tuple(f"Pr({listed(chosen)},{a},{x})" for chosen, a, x in cells)
    return ParametricProgram(field, names, tuple(field(len(chosen)) for chosen, _, _ in cells), tuple(found))


def uniform(sources: Sequence[str], field: Field) -> dict[str, Element]:
    return {source: field.one / len(sources) for source in sources}


def two_sources() -> tuple[ParametricProgram, Region]:
    """Two sources and any law of X_t given X_0: a = Pr(x|x), b = Pr(x|y), X_0 uniform."""
    field = Field(("a", "b"))
    a, b = field["a"], field["b"]
    program = least_download("xy", [[a, 1 - a], [b, 1 - b]], uniform("xy", field))
    return program, Region.of(field, "0 <= a <= 1", "0 <= b <= 1")
