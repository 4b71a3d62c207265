"""The front of the costs at several times, against a larger program in floats that supposes less."""

import random
from fractions import Fraction
from itertools import product

import floats
import pytest

from chance import examples
from chains import Rows, positive_chain, random_chain, subsets
from onoff_symbolic.errors import InputError
from onoff_symbolic.nsources.front import front


def all_schemes(rows: Rows, weights: tuple[float, float]) -> float:
    """Return the least Σ weight·ℓ_t over Pr(S, R, x, z | a): S and R contain x and z, and S does not foresee X_2.

    Q_2 may depend on X_0, X_1, X_2 and Q_1 here, and single sources may be followed by any set."""
    size = range(len(rows))
    sets = subsets(len(rows))
    keys = [(a, s, r, x, z) for a in size for s in sets for r in sets for x in s for z in r]
    cells = {key: j for j, key in enumerate(keys)}
    costs = [(weights[0] * len(s) + weights[1] * len(r)) / len(rows) for _, s, r, _, _ in cells]
    shown = {key: len(cells) + j for j, key in enumerate((a, s, x) for a in size for s in sets for x in s)}
    lines: list[floats.Row] = []
    for a, x in product(size, size):
        p = float(rows[a][x])
        lines.append(({shown[a, s, x]: 1 for s in sets if x in s}, p, p))
    for (a, s, x), place in shown.items():
        for z in size:
            terms: dict[int, float] = {cells[a, s, r, x, z]: 1 for r in sets if z in r}
            lines.append(({**terms, place: -float(rows[x][z])}, 0, 0))
    for s, r, a in product(sets, sets, size[1:]):
        terms = {cells[a, s, r, x, z]: 1 for x in s for z in r}
        terms |= {cells[0, s, r, x, z]: -1 for x in s for z in r}
        lines.append((terms, 0, 0))
    found = floats.least([*costs, *[0] * len(shown)], lines)
    assert found is not None
    return found


@pytest.mark.drawn
@pytest.mark.parametrize("size", [2, 3])
def test_the_front_is_that_of_a_program_that_supposes_less(size: int) -> None:
    for seed in range(examples(8, 100)):
        rows = positive_chain(size, seed) if seed % 2 else random_chain(size, seed)
        found = front(rows, 2)
        rng = random.Random(seed)
        for _ in range(3):
            weight = rng.randint(0, 20) / 20
            here = min(weight * float(one) + (1 - weight) * float(two) for one, two in found.vertices)
            assert abs(here - all_schemes(rows, (weight, 1 - weight))) < 1e-7


@pytest.mark.parametrize(
    "rows, horizon",
    [
        ([[1, 0]], 2),
        ([[Fraction(1, 2)] * 2] * 2, 0),
        ([[Fraction(1, 6)] * 6] * 6, 2),
    ],
)
def test_a_front_that_cannot_be_asked_for(rows: Rows, horizon: int) -> None:
    with pytest.raises(InputError):
        front(rows, horizon)
