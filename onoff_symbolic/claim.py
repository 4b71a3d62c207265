"""Claims and what came of them. A claim's proof yields obligations; the kernel judges; a result is a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from .algebra.field import Field
from .kernel import Fact, Failure, Judgement, Kernel, Open, Verdict, judge
from .obligation import Case, Obligation, Unexamined, Uses, Witness
from .algebra.region import Region

Prove = Callable[[], Iterable[Obligation]]


@dataclass(frozen=True)
class Claim:
    id: str
    title: str
    where: str
    statement: str
    prove: Prove
    correction: str = ""
    """The nearest true statement, where the claim does not hold as printed."""
    correct: Prove | None = None


@dataclass(frozen=True)
class Result:
    """A claim with the outcomes of its obligations."""

    claim: Claim
    judgement: Judgement
    correction: Judgement | None = None
    """What came of the corrected statement; asked only where the printed one is refuted."""
    checked: bool | None = None
    """Whether the checker accepted the claim's certificate; None if it was not asked."""

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def witness(self) -> Witness | None:
        return self.judgement.witness

    def accepted(self) -> Result:
        """The same result, its certificate having been accepted."""
        return replace(self, checked=True)

    def rejected(self, reason: str) -> Result:
        """Nothing is known of a claim whose certificate is not accepted, whatever the kernel said."""
        case = Case("every case", Region(Field()))
        question = Unexamined(case, "certificate", "accepted by the checker", reason)
        return replace(self, judgement=Judgement((Open(question, reason),)), correction=None, checked=False)

    def counts(self) -> dict[str, int]:
        kinds = {"proved": Fact, "failed": Failure, "undecided": Open}
        return {name: sum(isinstance(o, kind) for o in self.judgement.outcomes) for name, kind in kinds.items()}

    def depends_on(self) -> tuple[str, ...]:
        """The claims that the proof used, as the run shows them."""
        used = [o.obligation.claim for o in self.judgement.outcomes if isinstance(o.obligation, Uses)]
        return tuple(dict.fromkeys(used))

    def groups(self) -> Iterator[tuple[str, str, Judgement]]:
        """(case, group, outcomes) in the order of the proof."""
        found: dict[tuple[str, str], list[Fact | Failure | Open]] = {}
        for outcome in self.judgement.outcomes:
            o = outcome.obligation
            found.setdefault((o.case.name, o.group), []).append(outcome)
        for (case, group), outcomes in found.items():
            yield case, group, Judgement(tuple(outcomes))


@dataclass(frozen=True)
class Standing:
    """How a claim came out against what it should come to: it `holds`, is a known `erratum`, or `fails`."""

    kind: str
    expected: str
    found: str


class Session:
    """Judges claims, each once. A claim may use another one; a circle of uses proves nothing."""

    def __init__(self, find: Callable[[str], Claim]) -> None:
        self._find = find
        self._results: dict[str, Result] = {}
        self._running: list[str] = []
        self._kernel = Kernel(self._judgement)

    def judge(self, claim_id: str) -> Result:
        if claim_id not in self._results:
            claim = self._find(claim_id)
            self._running.append(claim_id)
            judgement = judge(claim.prove(), self._kernel)
            correction = None
            if judgement.verdict is Verdict.REFUTED and claim.correct is not None:
                correction = judge(claim.correct(), self._kernel)
            self._results[claim_id] = Result(claim, judgement, correction)
            self._running.pop()
        return self._results[claim_id]

    def _judgement(self, claim_id: str) -> Judgement | None:
        return None if claim_id in self._running else self.judge(claim_id).judgement
