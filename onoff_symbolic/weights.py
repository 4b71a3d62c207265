"""Which hypotheses carry weight: what rests on one is judged again where it fails and the others hold.

Inside the hypotheses all is proved. So a hypothesis is needed if something fails outside it, at an exact point, and is
not needed if all is proved there too, or if the others imply it. A claim that uses another one also rests on the
hypotheses of that one: a point at which those fail counts for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from .claim import Result
from .errors import Undecidable
from .schemes.histories import Histories, Pairs, reach, support
from .kernel import Fact, Failure, Kernel, Outcome, Verdict
from .obligation import (
    Case, Covers, Markov, Markov1, Obligation, Private, Shannon, Supported, Unexamined, Uses, Witness,
)
from .schemes.properties import Setting, cases
from .algebra.region import Hypothesis, Region

ABOUT_SCHEMES = (Supported, Private, Markov, Markov1)


@dataclass(frozen=True)
class Weight:
    """A hypothesis of a case. `needed` is None where the question stays open; `through` names the claim that needs it,
    where that is one that is used; `alone` says that the claim uses no other."""

    case: str
    hypothesis: Hypothesis
    needed: bool | None
    witness: Witness | None
    through: str = ""
    alone: bool = True


@dataclass(frozen=True)
class _Own:
    """What the steps of a claim itself need: `outside` is where the hypothesis fails and the others hold."""

    weight: Weight
    inside: Region
    outside: Region | None


class Scales:
    """Weighs the hypotheses of claims, those of each once. `judge` tells what came of a claim."""

    def __init__(self, judge: Callable[[str], Result]) -> None:
        self._judge = judge
        self._found: dict[str, list[_Own]] = {}

    def of(self, claim_id: str) -> Iterator[Weight]:
        """The weight of every hypothesis in every case in which the claim holds."""
        used = self._used(claim_id)
        for own in self._weighed(claim_id):
            through = None if own.weight.needed else self._through(used, own)
            if through is not None:
                yield replace(own.weight, needed=True, witness=through[1], through=through[0], alone=False)
            else:
                yield replace(own.weight, alone=not used)

    def _used(self, claim_id: str) -> list[str]:
        """All claims that a claim rests on, those that it names first."""
        found = list(self._judge(claim_id).depends_on())
        for other in found:
            found += [more for more in self._judge(other).depends_on() if more not in found]
        return found

    def _weighed(self, claim_id: str) -> list[_Own]:
        if claim_id not in self._found:
            self._found[claim_id] = list(_own(self._judge(claim_id)))
        return self._found[claim_id]

    def _through(self, used: list[str], own: _Own) -> tuple[str, Witness] | None:
        """A claim in use that fails, for want of its own hypotheses, at a point outside the dropped one and nowhere
        inside."""
        for claim_id in used if own.outside is not None else ():
            for witness in (other.weight.witness for other in self._weighed(claim_id)):
                if witness is not None and own.outside is not None:
                    if _lies_in(witness, own.outside) and not _lies_in(witness, own.inside):
                        return claim_id, witness
        return None


def _lies_in(witness: Witness, region: Region) -> bool:
    """Whether a point of the region has the coordinates that matter to a witness, as far as it has these names."""
    field = region.field
    shared = {name: value for name, value in witness.parameters.items() if name in field.names}
    part = region.assume(*(Hypothesis(field[name] - value, "==") for name, value in shared.items())).simplified()
    return part is not None and (part.interior() or next(part.points(), None)) is not None


def _own(result: Result) -> Iterator[_Own]:
    kernel = Kernel()
    holds = result.verdict in (Verdict.PROVED, Verdict.CONDITIONAL)
    for case in result.judgement.cases() if holds else ():
        facts = [o.obligation for o in result.judgement.of(case).outcomes
                 if isinstance(o, Fact) and not isinstance(o.obligation, (Covers, Uses, Shannon))]
        for hypothesis in case.region.hypotheses if facts and not case.violates else ():
            try:
                outside = _outside(case.region, hypothesis)
            except Undecidable:
                yield _Own(Weight(case.name, hypothesis, None, None), case.region, None)
                continue
            needed, witness = _needed(facts, case, outside, kernel)
            yield _Own(Weight(case.name, hypothesis, needed, witness), case.region, outside)


def _outside(region: Region, hypothesis: Hypothesis) -> Region | None:
    """Where the hypothesis fails and the others hold; None if that is nowhere."""
    element, relation = hypothesis.element, hypothesis.relation
    rest = Region(region.field, tuple(h for h in region.hypotheses if h != hypothesis), region.solved)
    opposite = (Hypothesis(element, "==") if relation == "!=" else
                Hypothesis(-element, ">=" if relation == ">" else ">"))
    return rest.assume(opposite).simplified()


def _needed(
    facts: Sequence[Obligation], case: Case, outside: Region | None, kernel: Kernel
) -> tuple[bool | None, Witness | None]:
    """Whether something fails outside, with the first witness; None where that stays open."""
    if outside is None:
        return False, None
    needed: bool | None = False
    for fact in facts:
        for outcome in _judged(fact, replace(case, region=outside), kernel):
            if isinstance(outcome, Failure):
                return True, outcome.witness
            if not isinstance(outcome, Fact):
                needed = None
    return needed, None


def _judged(obligation: Obligation, case: Case, kernel: Kernel) -> Iterator[Outcome]:
    """The obligation on another case. What is about a scheme is asked anew, apart from where a denominator vanishes."""
    if not isinstance(obligation, ABOUT_SCHEMES):
        yield kernel.discharge(replace(obligation, case=case))
        return
    for setting in cases(case, obligation.scheme):
        yield kernel.discharge(setting if isinstance(setting, Unexamined) else _restated(obligation, setting))


def _restated(obligation: Obligation, setting: Setting) -> Obligation:
    """The same question about the scheme as it is here, with the evidence looked for here."""
    case, scheme = setting.case, setting.scheme
    if isinstance(obligation, Supported):
        return replace(obligation, case=case, scheme=scheme, support=support(scheme))
    if isinstance(obligation, Private):
        return replace(obligation, case=case, scheme=scheme, basis=reach(Histories(scheme)).basis)
    if isinstance(obligation, Markov):
        matrix = {node: {query: case.region.reduce(entry) for query, entry in row.items()}
                  for node, row in obligation.matrix.items()}
        return replace(obligation, case=case, scheme=scheme, basis=reach(Histories(scheme)).basis, matrix=matrix)
    if isinstance(obligation, Markov1):
        return replace(obligation, case=case, scheme=scheme, basis=reach(Pairs(scheme)).basis)
    return replace(obligation, case=case)
