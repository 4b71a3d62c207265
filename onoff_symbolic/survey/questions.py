"""What a survey asks of each problem. An answer is exact; it is not a verdict unless it is the checker's word.

    [question]  ask = "b > max(M, 2-L)", t = 1      the least download, beside the bounds M and 2 - L
                ask = "design != bound", t = 3      the cost of the best set scheme at t = 1, …, 3, beside the bounds
                ask = "front", t = 2                whether the bounds at t = 1 and t = 2 can be met together
                ask = "optimal refuted"             a property of the scheme (of a chain: of its best set scheme)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..document import did_you_mean, expect_keys, part
from ..errors import InputError, OnoffError

MAX_TIME = 20
MAX_FRONT = 3
GAVE_UP = "gave up"
PROPERTIES = ("normalised", "decodable", "private", "optimal")
VERDICTS = ("proved", "refuted", "undecided")


@dataclass(frozen=True)
class Answer:
    """What came of a problem, and whether it is what the survey looks for."""

    data: Any
    hit: bool = False


Ask = Callable[[str, int], Answer]


def reader_of(question: dict[str, Any]) -> tuple[Ask, int]:
    """Return what answers a question, and the time t of which it speaks."""
    expect_keys(question, "[question]", ("ask",), ("t",))
    words = " ".join(str(question["ask"]).split())
    ask = QUESTIONS.get(words.replace("2 - L", "2-L"))
    if ask is None:
        known = ", ".join(map(repr, QUESTIONS))
        hint = did_you_mean(words, QUESTIONS)
        with part("ask"):
            raise InputError(f"[question] ask: expected one of {known}, found {words[:60]!r}{hint}")
    time = question.get("t", 1)
    most = MAX_FRONT if ask is front_of else MAX_TIME
    if type(time) is not int or not 1 <= time <= most:
        with part("t"):
            raise InputError(f"[question] t: expected an integer from 1 to {most}, found {str(time)[:40]}")
    return ask, time


def answer(text: str, question: dict[str, Any]) -> Answer:
    """Return the answer for one problem; `gave up` where the work is bounded, and the reason where there is none."""
    ask, time = reader_of(question)
    try:
        return ask(text, time)
    except InputError as error:
        return Answer({"no problem": str(error)})
    except OnoffError as error:
        return Answer({GAVE_UP: str(error)})


def matrix_of(text: str) -> Any:
    """Return the matrix of a chain with numbers."""
    from ..nsources.bound import numbers_of
    from ..schemes.files import chain_region, parse_chain

    chain, where = parse_chain(text)
    point = chain_region(chain, where).interior() if chain.field.names else {}
    if point is None:
        raise InputError("no point of the region was found")
    return numbers_of(chain.map(lambda element: chain.field(element.at(point))))


def bounds_of(text: str, time: int) -> Answer:
    """Return b, M and 2 - L at t; a hit is where b is larger than both."""
    from ..nsources.forms import power
    from ..nsources.sets import least

    rows = power(matrix_of(text), time)
    columns = [*zip(*rows, strict=True)]
    most = sum(map(max, columns), Fraction(0))
    low = 2 - sum(map(min, columns), Fraction(0))
    value = least(rows).value
    return Answer({"b": str(value), "M": str(most), "2-L": str(low)}, value > max(most, low))


def design_of(text: str, time: int) -> Answer:
    """Return the costs of the best set scheme beside the bounds; a hit is where they differ at some t."""
    from ..nsources.design import Endless, design
    from ..nsources.forms import power
    from ..nsources.sets import least

    rows = matrix_of(text)
    try:
        costs = design(rows).costs(time)
    except Endless as reason:
        return Answer({"no design": str(reason)})
    bounds = [least(power(rows, t)).value for t in range(1, time + 1)]
    return Answer({"design": [*map(str, costs)], "bound": [*map(str, bounds)]}, costs != bounds)


def front_of(text: str, time: int) -> Answer:
    """Return the vertices of the costs at t = 1, …; a hit is where the bounds cannot be met together."""
    from ..nsources.front import front

    vertices = front(matrix_of(text), time).vertices
    return Answer({"vertices": [[*map(str, vertex)] for vertex in vertices]}, len(vertices) > 1)


def property_of(name: str, verdict: str) -> Ask:
    """Return a question about a scheme: a hit is where its property has this verdict."""

    def ask(text: str, time: int) -> Answer:
        from .. import judge, judge_chains
        from ..document import parse
        from ..schemes.files import chain_region, parse_cases, parse_chain

        if "rule" in parse(text):
            results = list(judge.cases(parse_cases(text)))
        else:
            chain, where = parse_chain(text)
            designed = judge_chains.design(chain, chain_region(chain, where), times=1)
            results = [case.judged for case in designed.cases]
        found = [getattr(each, name).verdict.value for each in results]
        return Answer({name: found[0] if len(found) == 1 else found}, verdict in found)

    return ask


QUESTIONS: dict[str, Ask] = {
    "b > max(M, 2-L)": bounds_of,
    "design != bound": design_of,
    "front": front_of,
    **{f"{name} {verdict}": property_of(name, verdict) for name in PROPERTIES for verdict in VERDICTS},
}
