"""The least download at every t of a chain with one eigenvalue beside 1, as one goal.

A chain λI + 1qᵀ has the power uI + v·1qᵀ, where u = λ^t and v is the sum of the smaller powers of λ. Whatever u and v
are: where the rows of this matrix are laws, the least download is 1 + (N-1)u if u ≥ 0, and 1 - (N-1)u if u ≤ 0. So
there is no need to know t, nor the sign of λ. The first is attained by single sources, and everything with probability
u; the second by single sources, and the edges of a star, each with probability -u.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from .errors import NotFound
from .chain_goals import Chained, Solutions, optimum, table
from .write import empty_goal
from ..algebra.region import Region
from ..checker.polynomials import ZERO, Quotient, variable
from ..nsources.forms import Family, complements, points
from ..nsources.sets import full
from ..schemes.chain import Chain
from ..schemes.names import Part, fresh

Cells = Mapping[tuple[int, int, int], Quotient]
"""Masses of (a, x, S) given a."""


def family_goal(chain: Chain, family: Family, region: Region) -> tuple[Part, Solutions]:
    """State that the powers of the chain are these matrices, and their least downloads; return solutions, too."""
    chained = Chained(chain, "uniform", "chain", "steps")
    size, labels = chained.size, chained.labels
    u, v = fresh("u", chained.taken), fresh("v", chained.taken)
    both = [*product(range(size), repeat=2)]
    cells = {(a, x): fresh(f"k_{labels[a]}_{labels[x]}", chained.taken) for a, x in both}
    slope, shares = chained.text(family.slope), [f"{v}*({chained.text(q)})" for q in family.targets]
    steps = {(a, x): f"{u} + {shares[x]}" if a == x else shares[x] for a, x in both}
    laws = [
        f"{u} + {v}*(1 - ({slope})) = 1",
        *(f"{each} >= 0" for each in dict.fromkeys(steps.values())),
    ]
    start = {u: "1", v: "0", **{name: str(int(a == x)) for (a, x), name in cells.items()}}
    following = {u: f"({slope})*{u}", v: f"({slope})*{v} + 1"}
    for (a, x), name in cells.items():
        following[name] = " + ".join(
            f"{cells[a, y]}*chain[{labels[y]},{labels[x]}]" for y in range(size)
        )
    powers = [f"{name} = steps[{labels[a]},{labels[x]}]" for (a, x), name in cells.items()]
    given = chained.region(region)
    regions = {
        "whole": given,
        "laws": [*given, *laws],
        "up": [*given, *laws, f"{u} >= 0"],
        "down": [*given, *laws, f"{u} <= 0"],
    }
    tables = {
        "uniform": chained.uniform,
        "chain": chained.matrix(chain.matrix),
        "steps": table(labels, labels, [steps.values()]),
    }
    title = f"the least download at every t, {u} being ({slope})**t and k_a_x the probability of x after a"
    goal = empty_goal("bound", title, [*chained.names, u, v, *cells.values()], regions, tables)
    goal["proves"] = [
        {
            "kind": "always",
            "region": "whole",
            "start": start,
            "next": following,
            "text": [*laws, *powers],
        },
        {"kind": "cover", "region": "laws", "split": u, "parts": ["down", "down", "up"]},
        optimum("up", f"1 + {size - 1}*{u}"),
        optimum("down", f"1 - {size - 1}*{u}"),
    ]
    letter = variable(u)
    targets = [chained.bridge.back(q) * variable(v) for q in family.targets]
    others = {full(size) ^ 1 << x: x for x in range(size)}
    singles = {1 << x: x for x in range(size)}
    return goal, {
        "proves 2": chained.solution(masses_up(letter, targets), complements(size), others),
        "proves 3": chained.solution(masses_down(letter, targets), points(size), singles),
    }


def masses_up(u: Quotient, targets: list[Quotient]) -> Cells:
    """Return single sources, and everything with probability u."""
    size = len(targets)
    singles = {(a, x, 1 << x): targets[x] for a, x in product(range(size), repeat=2)}
    return {**singles, **{(a, a, full(size)): u for a in range(size)}}


def masses_down(u: Quotient, targets: list[Quotient]) -> Cells:
    """Return single sources and edges of a star; given a, the surplus of another source goes to its edge towards a."""
    masses: dict[tuple[int, int, int], Quotient] = {}
    for a, x in product(range(len(targets)), repeat=2):
        masses[a, x, 1 << x] = targets[x] + u
        if x != a:
            masses[a, x, 1 | 1 << (x or a)] = ZERO - u
    return masses


def points_of(family: Family, region: Region, goal: Part) -> dict[str, dict[str, str]]:
    """Return points of the goal's regions: u = 1, v = 0, as at t = 0; and u = 0, as after a long time."""
    at = region.interior()
    if at is None or family.slope.at(at) == 1:
        raise NotFound("", "no point of the region was found at which requests change")
    u, v = list(goal["proves"][0]["start"])[:2]
    here = {name: str(value) for name, value in zip(goal["names"], at.values())}
    at_start = {**here, u: "1", v: "0"}
    lasting = {**here, u: "0", v: str(1 / (1 - family.slope.at(at)))}
    return {"whole": at_start, "up": at_start, "down": lasting}
