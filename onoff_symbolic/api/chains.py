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
from typing import Any

from .. import judge_chains
from ..algebra.region import Hypothesis
from ..document import located, read
from ..errors import InputError
from ..nsources.design import Objective
from ..nsources.problem_file import is_problem, read_problem
from ..schemes.chain import Chain
from ..schemes.files import chain_at, chain_region, load_chain, parse_chain
from ..scheme_result import BoundResult, ClosedResult, DesignResult, ProblemResult, RegionResult
from .scheme import Scheme, chain_text, whole_number
from .values import file_name, point_text, written

At = Mapping[object, object]
MAX_TIME, MAX_FRONT = 1000, 3


def bound(
    chain: object,
    t: int = 1,
    *,
    at: At | None = None,
    sources: Sequence[str] | None = None,
    where: Sequence[object] | None = None,
) -> BoundResult | ClosedResult | ProblemResult:
    """Return the least that any private scheme downloads at t.

    `chain` is a file, a scheme, a sympy matrix with its `sources`, or a dict of rows; `at` gives values to its
    parameters, `where` says what holds of them. For numbers the answer has a `value`, for parameters a `form` and
    its `parts`. A file with secrets or costs of its own (docs/one-step.md) is answered as well, with the least cost.
    """
    if isinstance(chain, str | Path):
        document = _read(chain)
        if is_problem(document):
            return _problem(document, str(chain), t, at)
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
    discount: object = 1,
    horizon: int | None = None,
) -> DesignResult:
    """Return the best set scheme for a chain: its `text` is a scheme file, which `Scheme.parse` reads.

    The arguments are those of `bound`. `discount`, from 0 to 1, is the weight of each further step; with a
    `horizon` only the steps up to it count. `cases` has what was judged, on each part of the region.
    """
    found, hypotheses = _chain(chain, sources, where)
    if at is not None:
        found, hypotheses = numbers_at(found, hypotheses, at), ()
    objective = Objective(_discount(discount), horizon)
    return judge_chains.design(found, chain_region(found, hypotheses), objective)


def region(
    chain: object,
    times: int = 2,
    *,
    at: At | None = None,
    sources: Sequence[str] | None = None,
    where: Sequence[object] | None = None,
) -> RegionResult:
    """Return the downloads at t = 1, …, times (at most 3) that private schemes can have together, as `vertices`: at
    least a mixture of them. The arguments are those of `bound`."""
    found, hypotheses = _chain(chain, sources, where)
    return judge_chains.region(numbers_at(found, hypotheses, at), whole_number(times, MAX_FRONT, 1, place="times"))


def numbers_at(chain: Chain, where: tuple[Hypothesis, ...], at: At | None) -> Chain:
    """Return a chain with values for its parameters."""
    values = point_text(at)
    try:
        return chain_at(chain, values, where)[1]
    except InputError as error:
        raise InputError(f"at: {error.message}") from None


def _discount(value: object) -> Fraction:
    """Return an exact number."""
    text = written(value, "discount")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"discount: expected a number, found {text}") from None


def _read(path: str | Path) -> dict[str, Any]:
    """Return the document in a file."""
    name = file_name(path)
    try:
        return read(name)
    except InputError as error:
        raise located(error, name) from None


def _problem(document: dict[str, Any], path: str, t: int, at: At | None) -> ProblemResult:
    """Return the least cost of a one-step problem."""
    values, time = point_text(at), whole_number(t, MAX_TIME)
    try:
        return judge_chains.problem(read_problem(document, values, time))
    except InputError as error:
        raise InputError(f"{path}: {error.message.removeprefix('--')}") from None


def _chain(
    chain: object, sources: Sequence[str] | None, where: Sequence[object] | None
) -> tuple[Chain, tuple[Hypothesis, ...]]:
    """Return a chain, and the hypotheses on its parameters."""
    if isinstance(chain, Scheme):
        return chain.parts()
    if isinstance(chain, str | Path):
        return load_chain(str(chain))
    return parse_chain(chain_text(chain, sources, where))
