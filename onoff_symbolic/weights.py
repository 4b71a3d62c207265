"""Which hypotheses carry weight: each is dropped in turn, and what rests on it is judged again without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .claim import Result
from .kernel import Fact, Failure, Kernel
from .obligation import Covers, Uses, Witness
from .region import Hypothesis, Region


@dataclass(frozen=True)
class Weight:
    """A hypothesis of a case. `needed` is None where dropping it leaves the question open."""

    case: str
    hypothesis: Hypothesis
    needed: bool | None
    witness: Witness | None


def weights(result: Result) -> Iterator[Weight]:
    """The weight of every hypothesis in every case in which the claim is proved."""
    kernel = Kernel()
    for case in result.judgement.cases():
        facts = [o.obligation for o in result.judgement.of(case).outcomes
                 if isinstance(o, Fact) and not isinstance(o.obligation, (Covers, Uses))]
        for hypothesis in case.region.hypotheses if facts else ():
            rest = tuple(h for h in case.region.hypotheses if h != hypothesis)
            wider = replace(case, region=Region(case.region.field, rest, case.region.solved))
            outcomes = [kernel.discharge(replace(obligation, case=wider)) for obligation in facts]
            failure = next((o for o in outcomes if isinstance(o, Failure)), None)
            if failure is not None:
                yield Weight(case.name, hypothesis, True, failure.witness)
            else:
                yield Weight(case.name, hypothesis, False if all(isinstance(o, Fact) for o in outcomes) else None, None)
