"""Whether a scheme downloads as little as any private scheme could, at every t.

For two sources the least download at time t is 1 + |λ|^t, λ = Pr(x|x) - Pr(x|y): the program of `converse` has the
optimum 1 + |a-b| for every law of X_t given X_0, and a-b = λ^t by induction. For more sources the program is solved
at a point of the region, for small t; a scheme that costs more there is not optimal.
"""

from __future__ import annotations

from collections.abc import Iterator

from .chain import Chain
from .bound import least_at, two_sources
from .cost import ClosedForm, cost_at
from ..errors import Undecidable
from ..algebra.field import Element, Field
from .histories import Prior
from ..obligation import Case, Identity, Induction, Obligation, Optimum, Unexamined
from ..programs.parametric import solve
from .properties import Setting
from ..algebra.region import Hypothesis
from ..algebra.sign import prove

MAX_SOURCES = 4


def ratio(chain: Chain) -> Element:
    """λ: how much of the difference between two laws survives one step of a chain on two sources."""
    return chain.matrix[0][0] - chain.matrix[1][0]


def branches(setting: Setting) -> Iterator[tuple[Case, Element]]:
    """The parts of the case where λ keeps its sign, with |λ|."""
    slope = ratio(setting.scheme.chain)
    case = setting.case
    for sign in (1, -1):
        if prove(slope * sign, ">=", case.region) is not None:
            yield case, slope * sign
            return
    turn = slope if slope.is_polynomial else slope.numerator * slope.denominator
    for sign, hypothesis in ((1, Hypothesis(turn, ">=")), (-1, Hypothesis(-turn, ">"))):
        part = case.region.assume(hypothesis).simplified()
        if part is None:
            raise Undecidable(f"the sign of {slope} on the region could not be decided")
        yield Case(f"{case.name}, {hypothesis}", part), slope * sign


def bound(setting: Setting) -> str | None:
    """The least expected download at time t ≥ 1, in closed form; None for more than two sources."""
    if len(setting.scheme.sources) != 2:
        return None
    slope = ratio(setting.scheme.chain)
    found = [size for _, size in branches(setting)]
    if len(found) > 1:
        return f"1 + |{slope}|**t"
    size = setting.case.region.reduce(found[0])
    return str(1 + size) if size.is_zero or size == 1 else f"1 + ({found[0]})**t"


def least_of_two(setting: Setting) -> Iterator[Obligation]:
    """The least download of two sources is 1 + |λ|^t."""
    program, region = two_sources()
    a, b = program.field["a"], program.field["b"]
    for solution in solve(program, region):
        ordered = prove(a - b, ">=", solution.region) is not None
        case = Case("a ≥ b" if ordered else "a ≤ b", solution.region)
        yield Optimum(case, "least download of two sources", str(solution.value), program, solution)
        yield Identity(case, "least download of two sources", "1 + |a-b|", solution.value,
                       1 + (a - b if ordered else b - a))
    chain = setting.scheme.chain
    wide = Field((*chain.field.names, " p", " q"))
    p, q = wide[" p"], wide[" q"]
    stay, come = wide.embed(chain.matrix[0][0]), wide.embed(chain.matrix[1][0])
    moved = [share * stay + (1 - share) * come for share in (p, q, wide.one, wide.zero)]
    everywhere = Case("every chain", setting.case.region.over(wide))
    yield Induction(everywhere, "a-b = λ^t by induction on t", "p - q after one step",
                    (moved[2] - moved[3], wide.embed(ratio(chain))),
                    (moved[0] - moved[1], wide.embed(ratio(chain)) * (p - q)))


def optimal(setting: Setting, prior: Prior, form: ClosedForm | None, times: tuple[int, ...]) -> Iterator[Obligation]:
    """The scheme's cost is the least possible at every t ≥ 1."""
    if len(setting.scheme.sources) != 2:
        yield from _optimal_at_points(setting, prior, times)
        return
    yield from least_of_two(setting)
    for case, size in branches(setting):
        for t in times:
            yield Identity(case, "cost = bound", f"ℓ_{t}/L", cost_at(setting.scheme, prior, t), 1 + size ** t,
                           (("t", str(t)),))
        yield from _every_time(case, form, size)


def _every_time(case: Case, form: ClosedForm | None, size: Element) -> Iterator[Obligation]:
    """The closed form has the terms 1 and |λ|^t and no others."""
    if form is None:
        yield Unexamined(case, "cost = bound for every t", "no closed form", "the cost has no closed form in t")
        return
    zero, one = size.field.zero, size.field.one
    wanted: dict[Element, Element] = {one: one}
    if not case.region.reduce(size).is_zero:
        wanted[size] = wanted.get(size, zero) + 1
    found = {case.region.reduce(base): case.region.reduce(coefficient) for coefficient, base in form.terms}
    wanted = {case.region.reduce(base): coefficient for base, coefficient in wanted.items()}
    for base in {**found, **wanted}:
        yield Identity(case, "cost = bound for every t", f"coefficient of ({base})**t", found.get(base, zero),
                       wanted.get(base, zero))


def _optimal_at_points(setting: Setting, prior: Prior, times: tuple[int, ...]) -> Iterator[Obligation]:
    """At one point of the region: a higher cost than the least one refutes, an equal one decides nothing."""
    scheme, case = setting.scheme, setting.case
    sample = case.region.sample()
    if sample is None or len(scheme.sources) > MAX_SOURCES:
        yield Unexamined(case, "cost = bound", "more than two sources", "no closed form of the bound is known")
        return
    at_point = Case(case.name, sample)
    chain = scheme.chain.on(sample)
    for t in times:
        yield Identity(at_point, "cost = bound", f"ℓ_{t}/L", cost_at(scheme, prior, t),
                       scheme.field(least_at(chain, t).value), (("t", str(t)),))
    reason = f"the cost is the least one at {sample} for t up to {times[-1]}; no closed form of the bound is known"
    yield Unexamined(case, "cost = bound for every t", "more than two sources", reason)
