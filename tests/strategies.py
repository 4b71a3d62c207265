"""Random schemes for hypothesis, private and leaking ones, and how the package and the brute force read them.

A draft is a scheme with entries in ℚ or ℚ(x), 0 ≤ x ≤ 1. `Draft.toml` writes it as a scheme file,
`Draft.numbers` evaluates it for the brute force; the two share nothing but the drafted entries.

Kinds of drafts
    table        Table III(a) for any number of sources                     private, decodable
    alternating  Table III(b) and (c)                                       private, decodable
    blind        the query looks at the previous query only                 private
    memoryless   independent requests; the query looks at X_t               private
    relative     only X_t - X_0 matters, and the requests circulate         private, mostly not Markov
    changed      one of these with one row changed                          leaks late, soon or not at all
    delayed      the queries count; when they are done, X_0 or X_t matters  leaks late
    wild         anything
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

from reference import Brute, value
from hypothesis import strategies as st

from onoff_symbolic.schemes.files import SchemeFile, load

Names = tuple[str, ...]
Key = tuple[int, str, str, str]
POINT = Fraction(7, 23)
"""Where no entry that is not zero everywhere is zero."""


# -- entries ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ratio:
    """A quotient of polynomials in x with integer coefficients, constant first. Not reduced."""

    top: tuple[int, ...]
    bottom: tuple[int, ...] = (1,)

    @classmethod
    def of(cls, value: Fraction | int) -> Ratio:
        return cls((Fraction(value).numerator,), (Fraction(value).denominator,))

    def __add__(self, other: Ratio) -> Ratio:
        if self.bottom == other.bottom:
            return Ratio(_plus(self.top, other.top), self.bottom)
        return Ratio(_plus(_times(self.top, other.bottom), _times(other.top, self.bottom)),
                     _times(self.bottom, other.bottom))

    def __sub__(self, other: Ratio) -> Ratio:
        return self + Ratio(tuple(-c for c in other.top), other.bottom)

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(_times(self.top, other.top), _times(self.bottom, other.bottom))

    def __truediv__(self, other: Ratio) -> Ratio:
        return Ratio(_times(self.top, other.bottom), _times(self.bottom, other.top))

    def at(self, x: Fraction) -> Fraction:
        """The value at x; ZeroDivisionError where there is none."""
        return value(str(self), {"x": x})

    @property
    def constant(self) -> bool:
        return len(self.top) == len(self.bottom) == 1

    def __str__(self) -> str:
        top, bottom = (" + ".join(f"({c})*x**{k}" if k else f"({c})" for k, c in enumerate(p))
                       for p in (self.top, self.bottom))
        return f"({top})/({bottom})"


def _plus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    size = max(len(one), len(other))
    return tuple((one[k] if k < len(one) else 0) + (other[k] if k < len(other) else 0) for k in range(size))


def _times(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    found = [0] * (len(one) + len(other) - 1)
    for (i, c), (j, d) in product(enumerate(one), enumerate(other)):
        found[i + j] += c * d
    return tuple(found)


ZERO, ONE, X = Ratio.of(0), Ratio.of(1), Ratio((0, 1))
Row = Mapping[str, Ratio]
Parts = tuple[Ratio, ...]


# -- drafts ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Draft:
    """A scheme: law[(t mod period, x_0, x_t, q_{t-1})] → {q_t: entry}."""

    kind: str
    sources: Names
    chain: Mapping[str, Row]
    downloads: Mapping[str, Names]
    period: int
    law: Mapping[Key, Row]
    _numbers: dict[Fraction, Brute] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def parametric(self) -> bool:
        """Whether x occurs."""
        written = [*self.chain.values(), *self.law.values()]
        return not all(entry.constant for row in written for entry in row.values())

    def numbers(self, x: Fraction = POINT) -> Brute:
        """The draft at a point, made once, for the brute force keeps its paths. Rows with a zero denominator
        are left out."""
        def row(entries: Row) -> dict[str, Fraction] | None:
            try:
                return {name: entry.at(x) for name, entry in entries.items()}
            except ZeroDivisionError:
                return None

        if x not in self._numbers:
            chain = {a: {b: entry.at(x) for b, entry in moves.items()} for a, moves in self.chain.items()}
            law = {key: found for key, entries in self.law.items() if (found := row(entries)) is not None}
            self._numbers[x] = Brute(self.sources, chain, self.downloads, self.period, law)
        return self._numbers[x]

    def toml(self) -> str:
        """The draft as a scheme file, with one rule for each phase and previous query."""
        def row(entries: Row) -> str:
            return "{ " + ", ".join(f'{name} = "{entry}"' for name, entry in entries.items()) + " }"

        def listed(names: Names) -> str:
            return "[" + ", ".join(f'"{name}"' for name in names) + "]"

        where = listed(("0 <= x <= 1",) if self.parametric else ())
        lines = [f'title = "{self.kind}"', f"sources = {listed(self.sources)}", f"where = {where}",
                 "[chain]", *(f"{a} = {row(moves)}" for a, moves in self.chain.items()),
                 "[queries]", *(f"{q} = {listed(got)}" for q, got in self.downloads.items())]
        for phase, previous in product(range(self.period), self.downloads):
            lines += ["[[rule]]", f't = "{phase} mod {self.period}"', f'previous = ["{previous}"]',
                      "[rule.table]"]
            lines += [f'"{a},{x}" = {row(self.law[phase, a, x, previous])}'
                      for a, x in product(self.sources, repeat=2)]
        return "\n".join(lines) + "\n"

    def load(self) -> SchemeFile:
        """The draft as the package reads it."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "draft.toml"
            path.write_text(self.toml(), encoding="utf-8")
            return load(str(path))

    def changed(self, key: Key, row: Row) -> Draft:
        """The draft with one row changed."""
        return replace(self, kind=f"changed {self.kind}", law={**self.law, key: row})


def draft(
    kind: str, chain: Mapping[str, Row], downloads: Mapping[str, Names], period: int,
    law: Callable[[int, str, str, str], Row],
) -> Draft:
    """A draft whose rows are given by a function of (phase, x_0, x_t, q_{t-1})."""
    sources = tuple(chain)
    keys = product(range(period), sources, sources, downloads)
    return Draft(kind, sources, chain, downloads, period, {key: law(*key) for key in keys})


# -- parts of schemes ------------------------------------------------------------------------------------

SPLITS: tuple[Parts, ...] = (
    (ONE,), (X, ONE - X), (X * Ratio.of(Fraction(1, 2)), ONE - X * Ratio.of(Fraction(1, 2))),
    (ONE / (ONE + X), X / (ONE + X)), (X * X, ONE - X * X),
    (X * Ratio.of(Fraction(1, 2)), X * Ratio.of(Fraction(1, 2)), ONE - X),
)
"""Probabilities for all 0 ≤ x ≤ 1 that sum to 1."""


@st.composite
def splits(draw: st.DrawFn, size: int, parametric: bool) -> Parts:
    """A law on `size` values, in some order; sparse, for the sake of the brute force."""
    most = 3 if draw(st.integers(0, 9)) == 0 else 2
    if parametric and draw(st.booleans()):
        parts = draw(st.sampled_from([split for split in SPLITS if len(split) <= min(size, most)]))
    else:
        weights = draw(st.lists(st.integers(1, 3), min_size=1, max_size=min(size, most)))
        parts = tuple(Ratio.of(Fraction(w, sum(weights))) for w in weights)
    padded = [*parts, *([ZERO] * (size - len(parts)))]
    return tuple(draw(st.permutations(padded)))


@st.composite
def rows(draw: st.DrawFn, names: Names, parametric: bool) -> Row:
    """A law on names; zeros are sometimes written down and sometimes left out."""
    parts = draw(splits(len(names), parametric))
    keep = draw(st.booleans())
    return {name: part for name, part in zip(names, parts, strict=True) if keep or part != ZERO}


@st.composite
def query_sets(draw: st.DrawFn, sources: Names) -> dict[str, Names]:
    """Two to four queries, one of which downloads everything."""
    others = [s for size in range(1, len(sources)) for s in combinations(sources, size)]
    chosen = draw(st.lists(st.sampled_from(others), min_size=1, max_size=3, unique=True))
    found = draw(st.permutations([*chosen, sources]))
    return {"".join(got): got for got in found}


def singles(sources: Names) -> dict[str, Names]:
    """Each source alone, and everything."""
    return {**{a: (a,) for a in sources}, "".join(sources): sources}


names_of_sources = st.sampled_from([("A", "B"), ("A", "B", "C")])


# -- kinds -----------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> Draft:
    """Pr(move to j ≠ i) = c_j with Σ c_j ≤ 1: while everything is downloaded, X_t = X_0.

    Where Σ c_j = 1, at x = 1, a row may have a zero denominator."""
    sources = draw(names_of_sources)
    weights = [draw(st.integers(0, 3)) for _ in sources]
    scale = X if draw(st.booleans()) else ONE
    rest = draw(st.integers(0 if scale == X and any(weights) else 1, 3))
    shares = [Fraction(weight, sum(weights) + rest) for weight in weights]
    return table_draft({j: scale * Ratio.of(share) for j, share in zip(sources, shares, strict=True)})


def table_draft(moves: Mapping[str, Ratio]) -> Draft:
    sources = tuple(moves)
    everything = "".join(sources)
    left = ONE
    for move in moves.values():
        left = left - move
    chain = {i: {j: moves[j] if i != j else left + moves[j] for j in sources} for i in sources}

    def law(phase: int, first: str, request: str, previous: str) -> Row:
        if previous != everything or first != request:
            return {request: ONE}
        return {request: moves[first] / chain[first][first], everything: left / chain[first][first]}

    return draft("table", chain, singles(sources), 1, law)


@st.composite
def alternating(draw: st.DrawFn) -> Draft:
    """α+β > 1."""
    alpha, beta = (ONE - Ratio.of(Fraction(1, draw(st.integers(3, 6)))) * (X if draw(st.booleans()) else ONE)
                   for _ in range(2))
    chain = {"A": {"A": ONE - alpha, "B": alpha}, "B": {"A": beta, "B": ONE - beta}}
    back = {"A": (ONE - alpha) / beta, "B": (ONE - beta) / alpha}

    def law(phase: int, first: str, request: str, previous: str) -> Row:
        if previous != "AB" or (first == request) == (phase == 1):
            return {request: ONE}
        return {request: back[request], "AB": ONE - back[request]}

    return draft("alternating", chain, singles(("A", "B")), 2, law)


@st.composite
def by_key(draw: st.DrawFn, kind: str, parametric: bool) -> Draft:
    """Kinds in which equal keys get equal rows."""
    sources = draw(names_of_sources)
    downloads = draw(query_sets(sources))
    period = draw(st.integers(1, 3))
    queries = tuple(downloads)
    place = {a: i for i, a in enumerate(sources)}
    seen: dict[tuple[object, ...], Row] = {}

    def law(phase: int, first: str, request: str, previous: str) -> Row:
        matters: dict[str, tuple[object, ...]] = {
            "blind": (), "memoryless": (request,), "wild": (first, request),
            "relative": ((place[request] - place[first]) % len(sources),),
        }
        key = (phase, previous, *matters[kind])
        if key not in seen:
            seen[key] = draw(rows(queries, parametric))
        return seen[key]

    first_row = draw(splits(len(sources), parametric))
    chain = {}
    for i, a in enumerate(sources):
        if kind in ("blind", "wild"):
            chain[a] = draw(rows(sources, parametric))
        else:
            turn = i if kind == "relative" else 0
            chain[a] = {b: first_row[(j - turn) % len(sources)] for j, b in enumerate(sources)}
    return draft(kind, chain, downloads, period, law)


@st.composite
def delayed(draw: st.DrawFn) -> Draft:
    """The query moves on once in each period; after the last one X_0 or X_t decides."""
    sources = draw(names_of_sources)
    downloads = draw(query_sets(sources))
    period = draw(st.integers(1, 3))
    chain = {a: draw(rows(sources, False)) for a in sources}
    return counting(chain, downloads, period, draw(st.booleans()))


def counting(
    chain: Mapping[str, Row], downloads: Mapping[str, Names], period: int, by_first: bool = True
) -> Draft:
    """Everything first, then the other queries in turn, one step whenever t ≡ 0; after the last one
    everything again if X_0 (or X_t) is the first source, else the last one again."""
    sources = tuple(chain)
    everything = "".join(sources)
    order = (everything, *(q for q in downloads if q != everything))

    def law(phase: int, first: str, request: str, previous: str) -> Row:
        place = order.index(previous)
        if phase != 0:
            return {previous: ONE}
        if place + 1 < len(order):
            return {order[place + 1]: ONE}
        return {order[0] if (first if by_first else request) == sources[0] else previous: ONE}

    return draft("delayed", chain, downloads, period, law)


@st.composite
def changed(draw: st.DrawFn, base: st.SearchStrategy[Draft]) -> Draft:
    found = draw(base)
    key = draw(st.sampled_from(sorted(found.law)))
    return found.changed(key, draw(rows(tuple(found.downloads), False)))


def kinds(parametric: bool) -> dict[str, st.SearchStrategy[Draft]]:
    """All kinds of drafts; with a parameter where the kind has one."""
    found = {"table": tables(), "alternating": alternating()}
    found |= {kind: by_key(kind, parametric) for kind in ("blind", "memoryless", "relative")}
    found |= {f"changed {kind}": changed(base) for kind, base in found.items()}
    return found | {"delayed": delayed(), "wild": by_key("wild", parametric)}


KINDS = tuple(kinds(False))
STEADY = ("table", "alternating", "blind", "memoryless", "changed table", "changed alternating")
"""Kinds whose query chain is decided fast with a parameter: mostly there is one matrix for each phase."""
