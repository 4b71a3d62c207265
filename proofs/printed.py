"""What the paper prints, entered once, as printed. Rows and columns in the order A, B (, AB)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SOURCES = ("A", "B")
QUERIES = ("A", "B", "AB")
ROWS = (("A", "A"), ("A", "B"), ("B", "A"), ("B", "B"))
"""The rows (X_0, X_t) of Table III, from top to bottom."""

Lines = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Bullet:
    """A case of a proof, as its condition, its t and its tables are printed."""

    condition: str
    parity: str
    """"", "odd" or "even": that of t."""

    same: bool
    """Whether X_{t-1} = X_0 given Q_{t-1} = AB; otherwise X_{t-1} is the other source."""

    table: str
    """The table that gives Q_t: a, b or c."""


@dataclass(frozen=True)
class Printed:
    """Texts of the paper's matrices and tables, by their labels."""

    chain: Lines
    """eq:Source-Markov: M."""

    table_a: Lines
    table_b: Lines
    table_c: Lines
    """table:Qt (a) α+β < 1, (b) α+β > 1 and t even, (c) α+β > 1 and t odd. Columns Q_t = A, B, AB."""

    query_chain_low: Lines
    query_chain_high: Lines
    """eq:transition-P1 (α+β ≤ 1) and eq:transition-P2 (α+β > 1): P."""

    lengths: Mapping[str, int]
    """ℓ(Q_t)/L, displayed before eq:achievable-rate."""

    example: Lines
    """table:example: Table I. Columns Q_1 = A, B, AB."""

    example_rate: str
    """The rate at t = 1 of the example of Section I-B."""

    converse_table: Lines
    """Tab:converse: Table IV, rows as in Table III, columns 𝒬_a, 𝒬_b, 𝒬_ab; PAB stands for P(A,B)."""

    converse_union: str
    """Pr(𝒬_a ∪ 𝒬_b), in the last display but one of the converse."""

    claim2_cases: tuple[Bullet, Bullet, Bullet]
    """The three bullets of Appendix B."""

    lemma1_low: Bullet
    lemma1_high: tuple[Bullet, Bullet]
    """The bullets of Appendix C: α+β ≤ 1; and α+β > 1, t odd and t even."""

    chosen_after_both: str
    """Which query the caption of Table III says is chosen from the table when Q_{t-1} = AB."""

    premise: tuple[tuple[str, ...], str, bool]
    """Appendix C, first sentence: Q_t is one of these only if Q_{t-1} is that query (True) or is not (False)."""

    rate: str
    private_rate: str
    """thm:main: R_t for t ≥ 1, u standing for |1-α-β|^t, and for t ≤ 0."""

    nonergodic_rate: str
    """R_t for α = β = 0 and α = β = 1, Section III."""

    rate_example: str
    """R_1 in terms of α and β, Section I-B."""

    step_law: Lines
    """P(A|A), P(B|A) and P(A|B), P(B|B) after t steps; u stands for (1-α-β)^t."""


PRINTED = Printed(
    chain=(
        ("1 - alpha", "alpha"),
        ("beta", "1 - beta"),
    ),
    table_a=(
        ("beta/(1 - alpha)", "0", "(1 - alpha - beta)/(1 - alpha)"),
        ("0", "1", "0"),
        ("1", "0", "0"),
        ("0", "alpha/(1 - beta)", "(1 - alpha - beta)/(1 - beta)"),
    ),
    table_b=(
        ("(1 - alpha)/beta", "0", "(alpha + beta - 1)/beta"),
        ("0", "1", "0"),
        ("1", "0", "0"),
        ("0", "(1 - beta)/alpha", "(alpha + beta - 1)/alpha"),
    ),
    table_c=(
        ("1", "0", "0"),
        ("0", "(1 - beta)/alpha", "(alpha + beta - 1)/alpha"),
        ("(1 - alpha)/beta", "0", "(alpha + beta - 1)/beta"),
        ("0", "1", "0"),
    ),
    query_chain_low=(
        ("1 - alpha", "alpha", "0"),
        ("beta", "1 - beta", "0"),
        ("beta", "alpha", "1 - alpha - beta"),
    ),
    query_chain_high=(
        ("1 - alpha", "alpha", "0"),
        ("beta", "1 - beta", "0"),
        ("1 - alpha", "1 - beta", "alpha + beta - 1"),
    ),
    lengths={"A": 1, "B": 1, "AB": 2},
    example=(
        ("0.25", "0", "0.75"),
        ("0", "1", "0"),
        ("1", "0", "0"),
        ("0", "0.25", "0.75"),
    ),
    example_rate="0.625",
    rate="1/(1 + u)",
    private_rate="1/2",
    nonergodic_rate="1/2",
    rate_example="1/(2 - alpha - beta)",
    claim2_cases=(
        Bullet("alpha + beta <= 1", "", True, "a"),
        Bullet("alpha + beta <= 1", "odd", True, "c"),
        Bullet("alpha + beta <= 1", "even", False, "b"),
    ),
    lemma1_low=Bullet("alpha + beta <= 1", "", True, "a"),
    lemma1_high=(
        Bullet("alpha + beta > 1", "odd", False, "c"),
        Bullet("alpha + beta > 1", "even", True, "b"),
    ),
    chosen_after_both="Q_{t-1}",
    premise=(("A", "B"), "AB", False),
    converse_table=(
        ("p_1", "0", "PAA - p_1"),
        ("0", "p_2", "PAB - p_2"),
        ("(1 - delta)/delta*p_1", "0", "PBA - (1 - delta)/delta*p_1"),
        ("0", "(1 - delta)/delta*p_2", "PBB - (1 - delta)/delta*p_2"),
    ),
    converse_union="(p_1 + p_2)/delta",
    step_law=(
        ("(beta + alpha*u)/(alpha + beta)", "(alpha - alpha*u)/(alpha + beta)"),
        ("(beta - beta*u)/(alpha + beta)", "(alpha + beta*u)/(alpha + beta)"),
    ),
)
