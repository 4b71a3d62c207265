"""The printed data as mathematics: the request chain, the scheme in its cases, and the regions of the cases.

Assumptions
    (α, β) ∈ [0,1]²; δ = Pr(X_0 = A) ∈ [0,1]; Q_t = AB for t ≤ 0. The symbol u stands for a power such as |1-α-β|^t.
Cases of Table III
    low    α+β < 1: table (a)
    high   α+β > 1: table (b) for even t, (c) for odd t
    line   α+β = 1: no case is printed. The claims are examined with table (a) read at the boundary, as the
           condition α+β ≤ 1 of Lemma 1 suggests; this is listed as an exceptional case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.schemes.histories import Prior
from onoff_symbolic.obligation import Case, Covers, Obligation, Unexamined
from onoff_symbolic.schemes.properties import Setting, cases
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.schemes.scheme import Law, Rule, Scheme

from .printed import PRINTED, QUERIES, ROWS, SOURCES, Lines, Printed

SQUARE = ("0 <= alpha <= 1", "0 <= beta <= 1")
PRIOR = ("0 <= delta <= 1",)


class Paper:
    """The paper, read from its printed data (another `Printed` gives the paper with a change in it)."""

    def __init__(self, printed: Printed = PRINTED) -> None:
        self.printed = printed
        self.field = Field(("alpha", "beta", "delta", "u"))

    def element(self, text: str) -> Element:
        return parse(text).build(self.field).element

    def matrix(self, lines: Lines) -> tuple[tuple[Element, ...], ...]:
        return tuple(tuple(self.element(text) for text in line) for line in lines)

    def case(
        self, name: str, *hypotheses: str, exceptional: bool = False, note: str = "", violates: str = ""
    ) -> Case:
        return Case(name, Region.of(self.field, *hypotheses), exceptional, note, violates)

    # -- regions ---------------------------------------------------------------------------------------

    @cached_property
    def square(self) -> Case:
        return self.case("all α, β, δ", *SQUARE, *PRIOR)

    @cached_property
    def low(self) -> Case:
        return self.case("α+β < 1", "alpha >= 0", "beta >= 0", "alpha + beta < 1", *PRIOR)

    @cached_property
    def high(self) -> Case:
        return self.case("α+β > 1", "alpha <= 1", "beta <= 1", "alpha + beta > 1", *PRIOR)

    @cached_property
    def line(self) -> Case:
        return self.case("α+β = 1", "alpha + beta = 1", "0 <= alpha <= 1", *PRIOR, exceptional=True,
                         note="Table III prints no case here; table (a) is read at the boundary")

    # -- chain and scheme ------------------------------------------------------------------------------

    @cached_property
    def prior(self) -> Prior:
        delta = self.field["delta"]
        return {"A": delta, "B": 1 - delta}

    @cached_property
    def next_law(self) -> Prior:
        """The law of X_1."""
        return {x: sum((p * self.chain.move(a, x) for a, p in self.prior.items()), self.field.zero) for x in SOURCES}

    def download(self, law: Mapping[str, Element]) -> Element:
        """The expected download in messages, by the printed lengths, where a query has this law."""
        return sum((p * self.printed.lengths[query] for query, p in law.items()), self.field.zero)

    @cached_property
    def chain(self) -> Chain:
        return Chain(self.field, SOURCES, self.matrix(self.printed.chain))

    def table(self, lines: Lines) -> tuple[tuple[tuple[str, str], Law], ...]:
        """A printed table, row by row."""
        found = []
        for row, texts in zip(ROWS, lines, strict=True):
            built = [(query, parse(text).build(self.field)) for query, text in zip(QUERIES, texts, strict=True)]
            entries = tuple((query, b.element) for query, b in built if not b.element.is_zero)
            found.append((row, Law(entries, tuple(dict.fromkeys(d for _, b in built for d in b.divisors)))))
        return tuple(found)

    def scheme(self, title: str, *tables: Rule) -> Scheme:
        """The two rules of Section IV: after A or B the request itself, after AB the table."""
        queries = (("A", ("A",)), ("B", ("B",)), ("AB", ("A", "B")))
        return Scheme(title, self.chain, queries, (Rule("first rule", ("A", "B")), *tables))

    @cached_property
    def low_scheme(self) -> Scheme:
        return self.scheme("α+β < 1", Rule("Table III(a)", ("AB",), None, self.table(self.printed.table_a)))

    @cached_property
    def high_scheme(self) -> Scheme:
        return self.scheme(
            "α+β > 1",
            Rule("Table III(b)", ("AB",), (2, 0), self.table(self.printed.table_b)),
            Rule("Table III(c)", ("AB",), (2, 1), self.table(self.printed.table_c)))

    @cached_property
    def settings(self) -> tuple[Setting | Unexamined, ...]:
        """The scheme in each of its cases, with every denominator nonzero or examined on its own."""
        return (
            *cases(self.low, self.low_scheme),
            *cases(self.high, self.high_scheme),
            *cases(self.line, self.low_scheme),
        )

    def everywhere(self, ask: Callable[[Setting], Iterator[Obligation]]) -> Iterator[Obligation]:
        """A property of the scheme in all cases, and that the cases cover [0,1]²."""
        split = self.field["alpha"] + self.field["beta"] - 1
        yield Covers(self.square, "cases", "α+β < 1, = 1 or > 1", split,
                     (self.low.region, self.line.region, self.high.region))
        for item in self.settings:
            if isinstance(item, Unexamined):
                yield item
            else:
                yield from ask(item)
