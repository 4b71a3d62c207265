"""Appendix D in displays: an arbitrary privacy mode."""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.report.blocks import Alternatives, Block, Equation, Paragraph
from onoff_symbolic.report.notation import formulas

from .displays import Run


def general_rate(run: Run) -> Iterator[Block]:
    yield from run.told("general-rate", "Let F⁻(t) be the latest time up to t at which privacy is ON. The rates (R_t) "
                                        "are achievable if and only if")
    _, on, off = formulas(run.judge("general-rate").claim.statement)
    yield Alternatives("general-rate", "R_t", "≤", (
        (on.partition(" ≤ ")[2], "where privacy is ON"), (off.partition(" ≤ ")[2], "where it is OFF")))


def general_last_on(run: Run) -> Iterator[Block]:
    yield from run.told("general-last-on")


def general_chain_rule(run: Run) -> Iterator[Block]:
    last = run.statement("general-chain-rule")
    yield Paragraph("By the chain rule, one query at a time, and by privacy at each of these times, with s = F⁻(t),")
    yield Equation("general-chain-rule", (
        "I(X_{𝓑_t}; Q_{s+1}, …, Q_t | Q_(s)) = Σ_{i=s+1}^t I(X_{𝓑_t}; Q_i | Q_(i-1)) = 0"), (
        "is the chain rule", "holds because each term is zero by privacy"))
    yield Paragraph("The request X_s is one of these, so that")
    yield Equation("general-chain-rule", last)


def general_converse(run: Run) -> Iterator[Block]:
    yield from run.told("general-converse", f"{run.said('general-converse')} Where privacy is OFF,")
    yield Equation("general-converse", formulas(run.judge("general-rate").claim.statement)[2])


def general_scheme(run: Run) -> Iterator[Block]:
    yield from run.told("general-scheme", "The scheme starts again at each time at which privacy is ON, with "
                                          "X_{F⁻(t)} in place of X_0:")
    printed = formulas(run.judge("general-scheme").claim.statement)[2]
    right = formulas(run.said("general-scheme"))[0]
    yield Equation("general-scheme", printed.replace("φ_t", right) if right.startswith("φ") else printed)
    yield Paragraph("It satisfies the privacy constraint for any mode and attains the rate; the tables go by the "
                    "parity of t-F⁻(t).")


def of_general_mode(run: Run) -> Iterator[Block]:
    """Appendix D from beginning to end."""
    for part in (general_rate, general_last_on, general_chain_rule, general_converse, general_scheme):
        yield from part(run)
