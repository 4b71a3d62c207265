"""How many small changes of the encoded paper a verdict notices. Written by `make mutants`."""

from __future__ import annotations

# (noticed, all) by the claim asked first: changes of the printed data.
DATA: dict[str, tuple[int, int]] = {
    "request-chain": (28, 28),
    "table3a": (76, 76),
    "table3b": (74, 74),
    "table3c": (74, 74),
    "lemma1": (118, 118),
    "download-cost": (6, 6),
    "table1": (64, 64),
    "example-rate": (16, 16),
    "converse-table": (80, 80),
    "converse-bounds": (8, 8),
    "appb-case1": (17, 21),
    "appc-case1": (5, 7),
    "appc-case2": (14, 14),
    "table3-caption": (1, 1),
    "appc-premise": (7, 7),
    "theorem1": (15, 15),
    "rate-nonergodic": (7, 7),
    "t-step-law": (40, 40),
    "figure2": (84, 84),
}

# (noticed, all) by module: changes of the encoded claims.
CODE: dict[str, tuple[int, int]] = {
    "example": (17, 23),
    "formulation": (3, 3),
    "theorem1": (9, 13),
    "rates": (57, 62),
    "achievability": (3, 5),
    "privacy": (1, 1),
    "lemma1": (7, 7),
    "converse": (74, 85),
    "appendix_b": (17, 21),
    "appendix_c": (10, 16),
    "appendix_d": (28, 32),
}

# What no verdict notices, and why.
SURVIVORS: tuple[tuple[str, str], ...] = (
    (
        "claim2_cases[0]: Bullet(condition='alpha + beta <= 1', parity='odd', same=True, table='a')",
        "the same for some t only: a weaker statement, and true",
    ),
    (
        "claim2_cases[0]: Bullet(condition='alpha + beta <= 1', parity='even', same=True, table='a')",
        "the same for some t only: a weaker statement, and true",
    ),
    (
        "claim2_cases[1]: Bullet(condition='alpha + beta <= 2', parity='odd', same=True, table='c')",
        "fails where α+β ≤ 1 already; the correction puts another condition in its place",
    ),
    (
        "claim2_cases[2]: Bullet(condition='alpha + beta <= 2', parity='even', same=False, table='b')",
        "fails where α+β ≤ 1 already; the correction puts another condition in its place",
    ),
    (
        "lemma1_low: Bullet(condition='alpha + beta <= 1', parity='odd', same=True, table='a')",
        "the same for some t only: a weaker statement, and true",
    ),
    (
        "lemma1_low: Bullet(condition='alpha + beta <= 1', parity='even', same=True, table='a')",
        "the same for some t only: a weaker statement, and true",
    ),
    (
        "example: relation in '0 <= delta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "example: relation in 'alpha >= 0'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "example: relation in 'beta >= 0'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "example: relation in 'alpha <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "example: relation in 'beta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "example: relation in 'alpha + beta > 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "theorem1: relation in '0 <= delta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "theorem1: relation in '0 <= delta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "theorem1: relation in '0 <= u <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "theorem1: relation in '0 <= beta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "rates: relation in '-1 <= x <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "rates: relation in 'x <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "rates: relation in 'u <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "rates: relation in '0 <= alpha <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "rates: relation in '0 <= delta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "achievability: sign in time - 1",
        "t-1 and t+1 have the same parity, and the scheme goes by parity alone",
    ),
    (
        "achievability: sign in mass[chosen] + weight * step",
        "the masses and their sum turn together",
    ),
    (
        "converse: relation in '0 < delta <= 1'",
        "the equations of Table IV hold for every δ ≠ 0, negative ones included",
    ),
    (
        "converse: relation in '0 <= a <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in '0 <= b <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in '0 <= p_1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in '0 <= p_2'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in 'p_1 <= a'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in 'p_2 <= 1 - a'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in 'p_1 = 0'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in 'p_2 = 0'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: relation in 'u = 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "converse: sign in 1 + gaps[True]",
        "where δ is 0 or 1 the optimum is 1, which is neither 1 + |a-b| nor 1 - |a-b|",
    ),
    (
        "appendix_b: relation in '0 <= a_q'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_b: relation in '0 <= b_q'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_b: relation in 'a_q <= a'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_b: relation in 'b_q <= b'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_c: sign in before + 1",
        "t-2 and t have the same parity, and the scheme goes by parity alone",
    ),
    (
        "appendix_c: sign in time - 1",
        "t-1 and t+1 have the same parity, and the scheme goes by parity alone",
    ),
    (
        "appendix_c: relation in 'alpha >= 0'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_c: relation in 'beta >= 0'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_c: relation in 'alpha + beta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_c: relation in 'beta = 0'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_d: relation in '0 < alpha < 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_d: relation in '0 <= beta <= 1'",
        "the statement comes out the same without this hypothesis",
    ),
    (
        "appendix_d: sign in rule.when[1] - start",
        "start and -start have the same parity",
    ),
    (
        "appendix_d: relation in '0 < beta < 1'",
        "the statement comes out the same without this hypothesis",
    ),
)
