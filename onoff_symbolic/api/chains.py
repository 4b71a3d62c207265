"""Bounds, designs and regions in Python, for a chain: a file, a scheme, a sympy matrix or a dict of rows.

>>> cycle = "examples/chains/cycle.toml"
>>> bound(cycle, 1, at={"a": "1/4"}).value
Fraction(9, 4)
>>> bound(cycle, 1).parts[0]
(('2*a <= 1', '3*a <= 1'), '3 - 3*a')
>>> region(cycle, 1, at={"a": "1/4"}).vertices
((Fraction(9, 4),),)
>>> design({"A": {"A": "3/4", "B": "1/4"}, "B": {"A": "1/4", "B": "3/4"}}).proved
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from .. import judge_chains
from ..algebra.region import Hypothesis
from ..errors import InputError
from ..nsources.design import Objective
from ..schemes.chain import Chain
from ..schemes.files import chain_at, chain_region, load_chain, parse_chain
from ..scheme_result import BoundResult, ClosedResult, DesignResult, RegionResult
from .scheme import Scheme, chain_text, whole_number
from .values import written

At = Mapping[object, object]
MAX_TIME, MAX_FRONT = 1000, 3


def bound(
    chain: object,
    t: int = 1,
    *,
    at: At | None = None,
    sources: Sequence[str] | None = None,
    where: Sequence[object] | None = None,
) -> BoundResult | ClosedResult:
    """Return the least that any private scheme downloads at t: a number for values of the parameters, else a form."""
    found, hypotheses = _chain(chain, sources, where)
    time = whole_number(t, MAX_TIME)
    if at is None and found.field.names:
        return judge_chains.closed_forms(found, hypotheses, [time])[-1]
    return judge_chains.bound(numbers_at(found, hypotheses, at), time)


def design(
    chain: object,
    *,
    at: At | None = None,
    sources: Sequence[str] | None = None,
    where: Sequence[object] | None = None,
    discount: Fraction | int = 1,
    horizon: int | None = None,
) -> DesignResult:
    """Return the best set scheme for a chain: its text is a scheme file, which `Scheme.parse` reads."""
    found, hypotheses = _chain(chain, sources, where)
    if at is not None:
        found, hypotheses = numbers_at(found, hypotheses, at), ()
    objective = Objective(Fraction(discount), horizon)
    return judge_chains.design(found, chain_region(found, hypotheses), objective)


def region(
    chain: object,
    times: int = 2,
    *,
    at: At | None = None,
    sources: Sequence[str] | None = None,
    where: Sequence[object] | None = None,
) -> RegionResult:
    """Return the downloads at t = 1, …, times (at most 3) that private schemes can have together."""
    found, hypotheses = _chain(chain, sources, where)
    return judge_chains.region(numbers_at(found, hypotheses, at), whole_number(times, MAX_FRONT, 1))


def numbers_at(chain: Chain, where: tuple[Hypothesis, ...], at: At | None) -> Chain:
    """Return a chain with values for its parameters."""
    values = ",".join(f"{name}={written(value, 'at')}" for name, value in (at or {}).items())
    try:
        return chain_at(chain, values, where)[1]
    except InputError as error:
        raise InputError(f"at: {error.message}") from None


def _chain(
    chain: object, sources: Sequence[str] | None, where: Sequence[object] | None
) -> tuple[Chain, tuple[Hypothesis, ...]]:
    """Return a chain, and the hypotheses on its parameters."""
    if isinstance(chain, Scheme):
        return chain.parts()
    if isinstance(chain, str | Path):
        return load_chain(str(chain))
    return parse_chain(chain_text(chain, sources, where))
