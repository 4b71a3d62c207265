"""What came of a scheme, a bound or an entropy statement. Data; every verdict is the checker's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import groupby

from . import checker
from .result import NoTruthValue, Verdict, Witness, html_table
from .search.write import joined

COMPUTED = "computed, not certified"
"""Is written beside whatever no certificate says."""

Matrix = tuple[tuple[str, tuple[str, ...]], ...]
"""Rows: a query, and the probabilities of the next one, in the order of the queries."""


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdict on several together: refuted if one is, else undecided if one is."""
    among = {*verdicts}
    return next((v for v in (Verdict.REFUTED, Verdict.UNDECIDED) if v in among), Verdict.PROVED)


@dataclass(frozen=True, repr=False)
class Outcome(NoTruthValue):
    """The checker's answer to one question; where something fails, a witness; where it is undecided, why."""

    verdict: Verdict
    witness: Witness | None = None
    why: str = ""
    certificate: str = ""
    rejected: bool = False
    """The checker was asked, and did not accept the certificate."""
    question: str = ""

    def __repr__(self) -> str:
        return f"<{self.question}: {self.verdict.value}>"


@dataclass(frozen=True)
class PrivateWhere:
    """For which parameters a scheme is private that is not for all. What stands here was accepted by the checker."""

    cases: tuple[tuple[tuple[str, ...], str], ...]
    """(equations, the certificate that it is private where they hold)."""
    converse: tuple[str, ...]
    """Certificates that it is private nowhere else on the region; none where that is not known."""
    unknown: tuple[tuple[str, ...], ...] = ()
    """Equations under which nothing was found out."""


@dataclass(frozen=True, repr=False)
class SchemeResult(NoTruthValue):
    """Properties of a scheme, the matrix of its queries, its cost beside the least possible one."""

    title: str
    region: tuple[str, ...]
    queries: tuple[str, ...]
    """In the order of the columns of a matrix."""
    normalised: Outcome
    decodable: Outcome
    private: Outcome
    """Its witness has `history` among what shows it, and `one` and `other`: the two values of X_0. Left and right are
    the probabilities of the history given these."""
    query_chain: Outcome
    optimal: Outcome
    """Its witness has `t` among what shows it. Left is the cost there, right is what is possible."""
    matrices: tuple[Matrix, ...] = ()
    """One for every t, or one for each t before rules settle and then for each t modulo the number of the rest; none
    where there is no chain, or one that changes with t."""
    outside: tuple[str, ...] = ()
    """Where the matrices hold: outside the exceptional sets."""
    costs: tuple[tuple[int, str | None], ...] = ()
    """The expected download at some t: computed, not certified, unless `cost_form` is; None where it is undecided."""
    cost_form: str | None = None
    """The expected download at every t ≥ 1, certified."""
    cost_conditions: tuple[str, ...] = ()
    mode: str = ""
    """A privacy mode that was asked for; "all" for every one."""
    under_mode: Outcome | None = None
    """Privacy under the mode."""
    exceptions: tuple[tuple[str, str], ...] = ()
    """(where, what holds or fails there)."""
    certificates: tuple[str, ...] = ()
    """One for each question that was decided."""
    why: str = ""
    """Why there is no certificate."""
    settled: int = 0
    """The last time at which a rule begins or ends."""
    private_where: PrivateWhere | None = None
    """Where it is not private for all parameters, and something is known."""
    parameters: tuple[str, ...] = ()

    @cached_property
    def certificate(self) -> str:
        """Return one certificate that states what was decided, the last left out if the checker has no time for all;
        "" if nothing was."""
        texts = [*self.certificates]
        while texts:
            whole = joined(texts)
            if checker.judge({"": whole.encode()})[""].word == "valid":
                return whole
            texts.pop()
        return ""

    @property
    def bound(self) -> str | None:
        """Return what no private scheme does better than, at every t ≥ 1: the certified cost of one that is optimal."""
        certified = self.optimal.verdict is Verdict.PROVED and not self.cost_conditions
        return self.cost_form if certified else None

    @property
    def stated(self) -> tuple[str, ...]:
        """Return the region in words, of which there are always some."""
        every = (
            f"every value of {', '.join(self.parameters)}" if self.parameters else "no parameters"
        )
        return self.region or (every,)

    @property
    def verdict(self) -> Verdict:
        """Return whether it is normalised, decodable and private."""
        return worst(part.verdict for part in (self.normalised, self.decodable, self.private))

    def timed_matrices(self) -> list[tuple[str, Matrix]]:
        """Return when each matrix leads from one query to the next; equal ones at times in a row are one."""
        period = len(self.matrices) - self.settled
        timed: list[tuple[str, Matrix]] = []
        for matrix, times in groupby(range(self.settled), self.matrices.__getitem__):
            first, *more = times
            timed.append((f"t = {first} to {more[-1]}" if more else f"t = {first}", matrix))
        for number, matrix in enumerate(self.matrices[self.settled:], self.settled):
            when = [f"t ≥ {self.settled}"] if self.settled else []
            if period > 1:
                when.append(f"t ≡ {number % period} mod {period}")
            timed.append((", ".join(when), matrix))
        return timed

    @property
    def properties(self) -> dict[str, Outcome]:
        """Return each property by its name, in the order of a report."""
        mode = {} if self.under_mode is None else {"private under the mode": self.under_mode}
        return {
            "normalised": self.normalised,
            "decodable": self.decodable,
            "private": self.private,
            "query chain": self.query_chain,
            "optimal": self.optimal,
            **mode,
        }

    def __getitem__(self, name: str) -> Outcome:
        if name not in self.properties:
            raise KeyError(f"no property is called {name!r}; there are {', '.join(self.properties)}")
        return self.properties[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.properties)

    def word(self, name: str) -> str:
        """Return the verdict on a property; `not asked` for `optimal`, if the scheme is not known to be private."""
        found = self.properties[name].verdict
        is_asked = name != "optimal" or self.private.verdict is Verdict.PROVED
        return found.value if is_asked or found is not Verdict.UNDECIDED else "not asked"

    def __repr__(self) -> str:
        return f"<{', '.join(f'{name}: {self.word(name)}' for name in self.properties)}>"

    def _repr_html_(self) -> str:
        rows = [
            (name, self.word(name), str(part.witness or part.why))
            for name, part in self.properties.items()
        ]
        return html_table(("property", "verdict", "why"), rows)


@dataclass(frozen=True, repr=False, kw_only=True)
class BoundResult(Outcome):
    """The least expected download at one time, if the checker accepts it."""

    value: Fraction
    point: tuple[tuple[str, Fraction], ...]
    """A law that attains it: entries and their values."""
    multipliers: tuple[tuple[str, Fraction], ...]
    """Why no law does better."""
    reason: str = ""
    """Why a simple bound is attained, where it is known; computed, not certified."""

    def __repr__(self) -> str:
        return f"<least download {self.value}: {self.verdict.value}>"


@dataclass(frozen=True, repr=False, kw_only=True)
class ProblemResult(Outcome):
    """The least expected cost of a one-step problem, and what attains it."""

    value: Fraction
    laws: tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]
    """For each secret ("" where all have the same) its law: sets and their probabilities."""

    def __repr__(self) -> str:
        return f"<least cost {self.value}: {self.verdict.value}>"


@dataclass(frozen=True, repr=False, kw_only=True)
class ClosedResult(Outcome):
    """The least expected download with parameters, at one time or at every time."""

    time: str
    form: str
    parts: tuple[tuple[tuple[str, ...], str], ...] = ()
    """Where on the region, and the value there: if the checker accepts them."""
    corners: tuple[tuple[tuple[Fraction, Fraction], ...], ...] = ()
    """Of each part, in the unit square, if there are two parameters and its sides are straight."""
    names: tuple[str, ...] = ()
    """The parameters."""

    def __repr__(self) -> str:
        value = f"in {len(self.parts)} parts" if len(self.parts) > 1 else self.form
        return f"<least download at {self.time}, {value}: {self.verdict.value}>"

    def _repr_html_(self) -> str:
        parts = self.parts or (((), self.form),)
        rows = [(", ".join(where) or "everywhere", value) for where, value in parts]
        return html_table(("where", f"least download at {self.time}: {self.verdict.value}"), rows)


@dataclass(frozen=True, repr=False, kw_only=True)
class RegionResult(Outcome):
    """The costs at t = 1, 2, … that private schemes can have together, and whether the checker accepts it."""

    vertices: tuple[tuple[Fraction, ...], ...]
    faces: tuple[tuple[tuple[Fraction, ...], Fraction, tuple[int, ...]], ...]
    """Weights, what the weighted sum is at least, and the vertices on the face."""

    def __repr__(self) -> str:
        vertices = ", ".join(f"({', '.join(map(str, vertex))})" for vertex in self.vertices)
        return f"<region with the vertices {vertices}: {self.verdict.value}>"


@dataclass(frozen=True, repr=False, kw_only=True)
class EntropyResult(Outcome):
    """What comes of a statement about joint entropies."""

    goal: str
    given: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    """The proof, the counterexample, or what a counterexample must satisfy."""

    def __repr__(self) -> str:
        given = f" given {', '.join(self.given)}" if self.given else ""
        return f"<{self.goal}{given}: {self.verdict.value}>"

    def _repr_html_(self) -> str:
        return html_text("\n".join(self.lines), self.verdict)


def html_text(text: str, verdict: Verdict) -> str:
    """Return a text and a verdict, as notebooks show them."""
    return f"<pre>{escape(text)}</pre><p>Verdict: {verdict.value}</p>"


@dataclass(frozen=True)
class DesignedCase(NoTruthValue):
    """A designed scheme on a part of the region, as it was judged there."""

    judged: SchemeResult
    point: tuple[tuple[str, Fraction], ...] = ()
    """Where it was designed, and where the numbers hold; nothing for a chain without parameters."""
    total: Fraction | None = None
    """What the design makes least, at the point."""
    rows: tuple[tuple[int, Fraction, Fraction], ...] = ()
    """(t, what the scheme downloads, what every scheme must) at the point: computed exactly, not certified."""
    best: Outcome = Outcome(Verdict.UNDECIDED)
    """At the point, no set scheme does better."""
    corners: tuple[tuple[Fraction, Fraction], ...] = ()
    """Of its part of the region, in the unit square, if that has two parameters and straight sides."""

    @property
    def verdict(self) -> Verdict:
        """Return whether it is normalised, decodable, private, and private under every mode."""
        under = self.judged.under_mode
        return worst((self.judged.verdict, Verdict.UNDECIDED if under is None else under.verdict))


@dataclass(frozen=True, repr=False)
class DesignResult(NoTruthValue):
    """The best set scheme for a chain, as a scheme file, and what the checker says of it."""

    sources: tuple[str, ...]
    discount: Fraction
    horizon: int | None
    cases: tuple[DesignedCase, ...]
    text: str

    @property
    def verdict(self) -> Verdict:
        """Return what holds of all cases."""
        return worst(case.verdict for case in self.cases)

    def __repr__(self) -> str:
        cases = f" in {len(self.cases)} cases" if len(self.cases) > 1 else ""
        return f"<best set scheme for {', '.join(self.sources)}{cases}: {self.verdict.value}>"

    def _repr_html_(self) -> str:
        return html_text(self.text, self.verdict)
