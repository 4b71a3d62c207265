"""Section IV-B and Appendix B: privacy of the queries, and the three propositions.

Assumptions
    The scheme of Section IV-A on a Markov chain of requests, the local randomness being independent of it; δ is any
    law of X_0. Q_t = AB for t ≤ 0 carries nothing, so Q_(t) stands for (Q_0, …, Q_t).
Main results
    prop1    X_t = g_t(X_0, Q_t) (Prop:X); the maps are found from the support, for every t
    prop2    given X_{t-1}, X_t is independent of the past (Prop:Markov-X)
    prop3    given X_t, X_0, Q_{t-1}, Q_t is independent of the past (Prop:Markov-Code)
    claim2   I(X_0; Q_t | Q_(t-1)) = 0 for every t ≥ 1 (claim:privacy_main_2)

Claim 2 for every t is the same as I(X_0; Q_1, …, Q_t) = 0 for every t (chain rule), that is: the probability of every
history given X_0 = A equals that given X_0 = B. This is decided over all histories at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.schemes.histories import request_map, support
from onoff_symbolic.obligation import Obligation, Remark, Uses
from onoff_symbolic.schemes.properties import Setting, determined, private, screened

from .paper import Paper


def _laws(paper: Paper) -> Iterator[Obligation]:
    """The numbers of the scheme are probabilities."""
    for claim in ("request-chain", "table3a", "table3b", "table3c"):
        yield Uses(paper.square, "rests on", claim, claim)


def prop1(paper: Paper) -> Iterator[Obligation]:
    def ask(setting: Setting) -> Iterator[Obligation]:
        yield from determined(setting)
        yield from _maps(setting)

    yield from paper.everywhere(ask)


def _maps(setting: Setting) -> Iterator[Obligation]:
    """The maps g_t that the support shows."""
    found = support(setting.scheme)
    for time, states in enumerate(found.sets):
        table = request_map(states)
        if isinstance(table, dict):
            when = f"t = {time}" if time < found.loop else f"t = {time}, again every {found.period}"
            text = ", ".join(f"g({first},{query}) = {request}" for (first, query), request in sorted(table.items()))
            yield Remark(setting.case, when, text)


def prop2(paper: Paper) -> Iterator[Obligation]:
    def ask(setting: Setting) -> Iterator[Obligation]:
        return screened(setting, "X_t given X_{t-1}", ("X_{t-1}",), "X_t")

    yield from paper.everywhere(ask)


def prop3(paper: Paper) -> Iterator[Obligation]:
    def ask(setting: Setting) -> Iterator[Obligation]:
        return screened(setting, "Q_t given X_t, X_0, Q_{t-1}", ("X_t", "X_0", "Q_{t-1}"), "Q_t")

    yield from paper.everywhere(ask)


def claim2(paper: Paper) -> Iterator[Obligation]:
    yield from _laws(paper)
    yield from paper.everywhere(private)
