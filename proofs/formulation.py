"""Sections I-C, II and III: the request chain, and what the two constraints say.

Assumptions
    α and β are probabilities. Messages are single bits (L = 1), independent and uniform.
Main results
    request-chain             M is a transition matrix (eq:Source-Markov)
    zero-leakage              whether eq:privacy makes the queries independent of the private requests
    decodability-constraint   eq:decode, H(W_{X_t,t} | Y_t) = 0, for the scheme of Section IV
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.schemes.pmf import Distribution
from onoff_symbolic.algebra.field import Element
from onoff_symbolic.obligation import Identity, Obligation
from onoff_symbolic.schemes.properties import Setting, is_law

from .converse import SECRET, uses
from .paper import SQUARE, Paper
from .printed import SOURCES
from .privacy import shannon


def request_chain(paper: Paper) -> Iterator[Obligation]:
    for source, row in zip(SOURCES, paper.chain.matrix, strict=True):
        entries = [(f"to {target}", element) for target, element in zip(SOURCES, row, strict=True)]
        yield from is_law(paper.square, "M", f"from {source}", entries)


# -- zero leakage ----------------------------------------------------------------------------------------------


def zero_leakage(paper: Paper) -> Iterator[Obligation]:
    """Step mode: the chain rule of the converse. Arbitrary mode: privacy OFF at t = 0, ON at t = 1; Q_0 = X_0 and
    Q_1 = AB satisfy eq:privacy, and Q_0 tells about X_1."""
    yield from uses(paper.square, "converse-chain-rule")
    case = paper.case("privacy OFF for t ≤ 0, ON at t = 1", *SQUARE, SECRET)
    delta = paper.field["delta"]
    step = paper.chain.move("A", "A")
    now = sum((paper.prior[a] * paper.chain.move(a, "A") for a in SOURCES), paper.field.zero)
    yield shannon(case, "eq:privacy holds at t = 1, where Q_1 = AB is a constant", "I(X;Q|W) = 0", "H(Q) = 0")
    yield Identity(case, "I(X_{𝓑_t}; Q_(t)) = 0", "Pr(X_1 = A, Q_0 = A) = Pr(X_1 = A)·Pr(Q_0 = A)", delta * step,
                   delta * now, (("mode", "OFF for t ≤ 0, ON at t = 1"), ("scheme", "Q_0 = X_0, Q_1 = AB"), ("t", "1")))


def zero_leakage_corrected(paper: Paper) -> Iterator[Obligation]:
    """The step mode alone, for a chain that forgets."""
    case = paper.case("|1-α-β| < 1", *SQUARE, "0 < alpha + beta", "alpha + beta < 2")
    yield from uses(case, "converse-chain-rule")


# -- decodability ----------------------------------------------------------------------------------------------


def _messages(paper: Paper, setting: Setting, time: int) -> Distribution:
    """The law of (X_t, W, Y_t) at t = time, W = W_{X_t,t} and messages of one bit."""
    mass: dict[tuple[str, ...], Element] = {}
    quarter = paper.field.one / 4
    for (_, request, query), chance in setting.scheme.state_law(time, paper.prior).items():
        for bits in ("00", "01", "10", "11"):
            answer = {"A": bits[0], "B": bits[1], "AB": bits}[query]
            atom = (request, bits[SOURCES.index(request)], answer)
            mass[atom] = mass.get(atom, paper.field.zero) + chance * quarter
    return Distribution(paper.field, ("X", "W", "Y"), {a: p for a, p in mass.items() if not p.is_zero})


def _decodes(paper: Paper, *known: str) -> Iterator[Obligation]:
    """W is determined by the known variables, at every t (the supports repeat from t = 1 on)."""
    def ask(setting: Setting) -> Iterator[Obligation]:
        for time in (0, 1, 2):
            messages = _messages(paper, setting, time)
            yield Identity(setting.case, "law of the messages", f"total at t = {time}", messages.total(),
                           paper.field.one)
            law = messages.marginal(*known, "W").mass
            for key in sorted({atom[:-1] for atom in law}):
                both = [law.get((*key, bit), paper.field.zero) for bit in "01"]
                shown = ", ".join(f"{name} = {value}" for name, value in zip(known, key, strict=True))
                yield Identity(setting.case, f"H(W | {', '.join(known)}) = 0", f"Pr(W = 0, {shown})·Pr(W = 1, {shown})",
                               both[0] * both[1], paper.field.zero, (("t", str(time)),))

    yield from paper.everywhere(ask)


def decodability_constraint(paper: Paper) -> Iterator[Obligation]:
    yield from _decodes(paper, "Y")


def decodability_constraint_corrected(paper: Paper) -> Iterator[Obligation]:
    yield from _decodes(paper, "X", "Y")
