"""What reports say in words, worked out again: by enumeration of requests and queries, or over all claims.

The sentences themselves are in golden/slow/paper.txt.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
import reference
from run import inside

from onoff_symbolic.claims.file import Claim
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.report.notation import unmarked

HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
CLAIMS = the_paper().claims
each_claim = pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS.keys())


def report(claim: str) -> str:
    """Return what the command prints about a claim, white space joined."""
    return " ".join(inside(claim, "--proof").stdout.split())


# -- modes ---------------------------------------------------------------------------------------------------------


def test_a_mode_that_depends_on_the_requests_reveals_them() -> None:
    """ON at t = 0, and OFF at t = 1 if X_1 = X_0: Pr(X_0 = A, Q_1 = A | F_1) is no product; Q_1 is by Table III(a)."""
    delta = Fraction(2, 5)
    stays = {"A": delta * HALF, "B": (1 - delta) * (1 - THIRD)}     # Pr(X_0 = X_1 = a)
    alone = stays["A"] * THIRD / HALF        # Pr(Q_1 = A) = Pr(X_0 = A, Q_1 = A)
    joint = alone * sum(stays.values())
    apart = stays["A"] * alone

    said = report("mode-random")

    assert joint != apart
    assert f"is {joint}, and" in said
    assert f"is {apart}." in said


Paths = list[tuple[str, str, Fraction]]


def paths(mode: tuple[bool, ...], alpha: Fraction, beta: Fraction) -> Iterator[Paths]:
    """Yield, for each t, requests, queries (C for AB) and their probability; α+β ≤ 1, stationary.

    Q_t = X_t before the first ON time, AB at ON times, then Table III(a) with the last request made while ON.
    """
    chain = reference.request_chain(alpha, beta)
    table = reference.table("a", alpha, beta)
    start = {"A": beta / (alpha + beta), "B": alpha / (alpha + beta)}
    found = [(x, "C" if mode[0] else x, start[x]) for x in "AB"]
    yield found
    for t in range(1, len(mode)):
        last_on = max((i for i in range(t) if mode[i]), default=-1)
        longer: Paths = []
        for (requests, queries, weight), x in product(found, "AB"):
            law = {x: Fraction(1)}
            if mode[t]:
                law = {"C": Fraction(1)}
            elif last_on >= 0 and queries[-1] == "C":
                law = {query.replace("AB", "C"): p for query, p in table[requests[last_on], x].items()}
            step = weight * chain[requests[-1]][x]
            longer += [(requests + x, queries + query, step * p) for query, p in law.items()]
        found = longer
        yield found


def leaks(mode: tuple[bool, ...], alpha: Fraction, beta: Fraction) -> bool:
    """Return whether at some t the queries so far depend on the requests made while ON."""
    for now in paths(mode, alpha, beta):
        joint: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
        for requests, queries, weight in now:
            secret = "".join(x for x, on in zip(requests, mode) if on)
            joint[secret, queries] += weight
        secrets: dict[str, Fraction] = defaultdict(Fraction)
        histories: dict[str, Fraction] = defaultdict(Fraction)
        for (secret, queries), weight in joint.items():
            secrets[secret] += weight
            histories[queries] += weight
        if any(joint[s, q] != secrets[s] * histories[q] for s, q in product(secrets, histories)):
            return True
    return False


MODES = list(product([True, False], repeat=5))


class TestZeroLeakage:
    def test_fails_in_as_many_modes_as_is_said(self) -> None:
        found = [mode for mode in MODES if leaks(mode, HALF, THIRD)]
        said = f"for some t in {len(found)} of the {len(MODES)} modes of five steps at α = 1/2, β = 1/3"

        assert said in report("zero-leakage")
        assert [mode for mode in MODES if mode not in found] == [m for m in MODES if list(m) == sorted(m)[::-1]]

    def test_holds_for_a_chain_that_forgets_at_once(self) -> None:
        assert not any(leaks(mode, HALF, HALF) for mode in MODES)

    def test_fails_in_the_mode_of_the_witness(self) -> None:
        assert "OFF for t ≤ 0, ON at t = 1" in report("zero-leakage")
        assert leaks((False, False, True), HALF, THIRD)


# -- Proposition 1 and Appendix C ----------------------------------------------------------------------------------


@pytest.mark.parametrize("point", ["1/5 1/3", "0 2/5", "1/2 1/2", "4/5 2/3", "1 1/2", "1 1"])
def test_the_map_g_is_as_said_and_depends_on_t(point: str) -> None:
    """g(x,A) = A, g(x,B) = B, and g(x,AB) = x, but where α+β > 1 and t is odd it is the other source."""
    alpha, beta = map(Fraction, point.split())
    scheme = reference.paper(alpha, beta)
    for t in range(5):
        for first, now, query in reference.states(scheme, t):
            other = "AB".replace(first, "")
            both = other if alpha + beta > 1 and t % 2 else first
            assert now == {"A": "A", "B": "B", "AB": both}[query]


def test_one_step_is_not_enough_for_the_markov_property() -> None:
    """The process that is described has the one-step laws P, by enumeration, and is no Markov chain."""
    said = "Q_0 = AB, then fair and independent choices of A and B, but Q_3 = Q_1"
    runs = [("AB", a, b, a, c) for a, b, c in product("AB", repeat=3)]
    matrix = reference.query_chain(HALF, HALF)

    assert said in report("appc-markov")
    for t in range(1, 5):
        for before in {run[t - 1] for run in runs}:
            after = [run[t] for run in runs if run[t - 1] == before]
            for query in ("A", "B", "AB"):
                assert Fraction(after.count(query), len(after)) == matrix[before].get(query, 0)
    assert {run[3] for run in runs if run[1:3] == ("A", "A")} == {"A"}
    assert {run[3] for run in runs if run[2] == "A"} == {"A", "B"}


# -- letters and words ---------------------------------------------------------------------------------------------

PAPERS_OWN = {"alpha", "beta", "delta", "L", "M"}


def letters_in(claim: Claim, tables: set[str]) -> set[str]:
    """Return the letters of entropies, the parameters and the tables of which a claim speaks and the paper does not."""
    found: set[str] = set()
    for stated in (*claim.proves, *claim.beside, *claim.corrects, *(each.statement for each in claim.tries)):
        said = str([value for key, value in stated.items() if key not in ("kind", "region", "scheme", "claim", "in")])
        measured = re.findall(r"\b[HI]\(([^()]*)\)", said)
        found |= {*re.findall(r"\w+", " ".join(measured))}
        found |= {*re.findall(r"\w+", said)} & {*tables, *claim.names}
    return found - PAPERS_OWN


@each_claim
def test_every_letter_is_explained_once(claim: Claim) -> None:
    said = report(claim.id)
    meanings = dict(claim.letters)
    shown = {letter: said.count(unmarked(f"{letter} is {meaning}")) for letter, meaning in meanings.items()}

    assert letters_in(claim, {*the_paper().tables}) <= {*meanings}
    assert {*shown.values()} <= {0, 1}
    assert {letter for letter, count in shown.items() if count} >= letters_in(claim, set())


@each_claim
def test_an_infinite_past_is_read_on_windows(claim: Claim) -> None:
    meanings = [unmarked(meaning) for _, meaning in claim.letters]
    past = [meaning for meaning in meanings if re.search(r"_\(|𝓑", meaning) and not meaning.startswith("Pr")]

    assert bool(past) == ("infinite past are limits over finite windows" in " ".join(claim.legend.split()))


def test_the_table_of_all_claims_explains_the_letters_of_its_witnesses() -> None:
    _, *witnesses = re.split(r"(?:holds if|Take) ", " ".join(inside("all").stdout.split()))
    with_letters = [each for each in witnesses if "prior[" in each]

    assert len(with_letters) > 5
    assert all("prior is the law of X_" in each for each in with_letters)
