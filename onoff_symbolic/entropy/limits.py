"""How far the prover and the search for counterexamples go. What is larger stays undecided."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Every bound on size and on work, in one place."""

    # What is taken, and shown.
    names: int = 30
    hypotheses: int = 50
    variables: int = 12             # groups of names that occur only together
    listed: int = 12                # measures in a line of an explanation
    shown_atoms: int = 64

    # The prover's linear programs.
    entropies: int = 1023           # joint entropies in a program: those of ten variables
    small_family: int = 26          # sets among which all measures are tried at once
    subsets: int = 15               # subsets of four variables; so many are all tried for a proof
    pool: int = 100                 # sets among which all measures are tried where no proof may be found
    sets: int = 450                 # sets among which all measures are tried where there is a proof
    announced: int = 3000           # inequalities from which a program is announced
    exact: int = 800                # inequalities up to which exact pivots alone take bounded time
    explained: int = 7              # variables up to which a counterexample is described
    split: int = 40                 # joint entropies of a form that is written with measures

    # Laws.
    atoms: int = 256                # what a certificate may hold
    points: int = 4096              # equally likely points while a law is built
    different_laws: int = 5         # laws side by side
    copies: int = 3                 # of each of them
    crosses: int = 2500
    cores: int = 6                  # crosses beside which other laws are tried
    cross_variables: int = 7        # variables up to which these are: so many laws are a small program
    rank: int = 8                   # independent bits of a linear law
    subspaces: int = 2000
    descent_bits: int = 5           # variables that are not constant in a descent
    starts: int = 12
    lean_starts: int = 48           # starts with four atoms
    rounds: int = 120
    rounds_between_looks: int = 20

    # Signs of sums of logarithms.
    prime: int = 10 ** 6
    bits: int = 10 ** 6


LIMITS = Limits()
