"""Relations between lists of random variables: X -> Y -> Z, X indep Y | Z, Y = f(X); as measures that are zero."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ..polynomials import need
from ..syntax import Measure, Reader

MAX_LISTED = 500_000  # variables in all measures of a chain


def read_list(reader: Reader) -> tuple[Measure, ...]:
    """Read what is zero: of a function H(its value|its arguments), of a Markov chain Σ I(past;next|present), of
    independent lists Σ I(past;next|given)."""
    first = reader.variables()
    sign = reader.take("->", "indep", "=")
    if sign == "=":
        reader.name()
        return (Measure(first, first, reader.bracketed(reader.variables)),)
    lists = [first, *reader.separated(reader.variables, sign)]
    need(
        sum(accumulate(map(len, lists))) <= MAX_LISTED,
        "a list of random variables is too long",
        "work",
    )
    if sign == "indep":
        given = reader.given()
        return tuple(Measure(joined(lists[:k]), lists[k], given) for k in range(1, len(lists)))
    if len(lists) < 3:
        raise reader.fault("a third list after X -> Y")
    return tuple(
        Measure(joined(lists[:k]), lists[k + 1], lists[k]) for k in range(1, len(lists) - 1)
    )


def joined(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the variables of some lists, each once."""
    return tuple(dict.fromkeys(word for each in lists for word in each))
