"""The steps of a proof in words: what each says in full, and why it holds or fails."""

from __future__ import annotations

from collections.abc import Mapping

from ..kernel import Fact, Failure, Outcome
from ..obligation import (
    Covers, Decodable, Defined, Determined, Identity, Induction, Markov, Markov1, Obligation, Optimum, Private, Shannon,
    Sign, Supported, Unexamined, Uses,
)
from .text import point

LONG = 120
"""Elements that take more signs than this are not written out."""

REASONS: Mapping[type[Obligation], str] = {
    Identity: "equal as rational functions",
    Sign: "sign by certificate",
    Induction: "base and step are identities",
    Covers: "the cases leave nothing out",
    Optimum: "primal and dual solutions agree",
    Shannon: "a combination of Shannon's inequalities",
    Supported: "closed under every step",
    Defined: "every reachable row was looked at",
    Decodable: "every reachable query was looked at",
    Determined: "every reachable state was looked at",
    Private: "zero on a basis of all histories",
    Markov: "an identity on a basis of all histories",
    Markov1: "an identity on a basis of all histories",
    Uses: "judged on its own",
    Unexamined: "not examined",
}


def full(obligation: Obligation) -> str:
    """What a step says, where that is a formula; its label may be shorter."""
    match obligation:
        case Identity():
            same = obligation.left == obligation.right
            said = f"both sides are {obligation.left}" if same else f"{obligation.left} = {obligation.right}"
        case Sign():
            than = "0" if obligation.than is None else str(obligation.than)
            said = f"{obligation.element} {obligation.relation} {than}"
        case Induction():
            said = f"base {obligation.base[0]} = {obligation.base[1]}, step {obligation.step[0]} = {obligation.step[1]}"
        case _:
            return ""
    return said if len(said) <= LONG else ""


def reason(outcome: Outcome) -> str:
    """Why the step holds, fails or stays open."""
    if isinstance(outcome, Fact):
        why = REASONS.get(type(outcome.obligation), "by the kernel")
        return f"{why}, with {', '.join(map(str, outcome.hypotheses))}" if outcome.hypotheses else why
    if isinstance(outcome, Failure):
        found = outcome.witness
        place = point(found.parameters) or "every point"
        return f"fails at {place}: expected {found.expected}, found {found.found}"
    return f"not shown: {outcome.reason}"
