"""The committed certificates and the goals that they prove: what is committed is what is found, and what goals.toml
states is what proofs/ judges.

The goals are written by hand next to the paper, and so are the proofs; each is compared with the other here. Where the
two differ on purpose, the difference is listed below with its reason; a difference that is gone fails, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from corruptions import FOLDER, Part, data, read
from truth import SCHEME, points, refuted_at, true

from onoff_symbolic import checker
from onoff_symbolic.claim import Result, Session
from onoff_symbolic.entropy.grammar import Measure, Term
from onoff_symbolic.entropy.grammar import parse as parse_entropy
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.kernel import Failure, Judgement
from onoff_symbolic.obligation import Shannon
from onoff_symbolic.proofs import certified
from onoff_symbolic.proofs.catalogue import CLAIMS
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.errata import KNOWN
from onoff_symbolic.proofs.figure2 import POINTS
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.proofs.printed import PRINTED, QUERIES, SOURCES, Lines
from onoff_symbolic.schemes.properties import Setting
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.algebra.sign import prove

IDS = [entry.id for entry in CLAIMS]
GOALS = {claim: certified.goal(claim) for claim in IDS}
FILE: Part = certified._file()
FIELD = Field(("alpha", "beta", "delta", "u", "a", "b", "p_1", "p_2"))


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    session = Session(finder())
    return {claim: session.judge(claim) for claim in IDS}


# -- drift -------------------------------------------------------------------------------------------------------------


def test_there_is_one_certificate_for_each_claim() -> None:
    assert certified.claims() == tuple(IDS)
    assert sorted(FILE["claim"]) == sorted(IDS)
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{claim}.json" for claim in IDS)


@pytest.mark.parametrize("claim", IDS)
def test_the_committed_certificate_is_the_one_that_is_found(claim: str) -> None:
    assert certified.certified(claim).encode() == data(claim)


@pytest.mark.parametrize("claim", IDS)
def test_the_certificate_restates_the_goal(claim: str) -> None:
    assert read(claim)["goal"] == GOALS[claim]


def test_all_certificates_are_valid() -> None:
    answers = checker.judge({claim: data(claim) for claim in IDS})
    assert {claim: answer[:2] for claim, answer in answers.items()} == dict.fromkeys(IDS, ("valid", ""))


def test_a_goal_brings_what_it_speaks_of_and_no_more() -> None:
    """Without any one of its tables, schemes or regions the certificate is not valid."""
    for claim in IDS:
        for part in ("tables", "schemes", "regions"):
            for name in GOALS[claim][part]:
                certificate = read(claim)
                del certificate["goal"][part][name]
                (word, _, _), = checker.judge({"it": json.dumps(certificate).encode()}).values()
                assert word == "invalid", (claim, part, name)


# -- printed data ------------------------------------------------------------------------------------------------------


def element(text: str) -> Element:
    return parse(text).build(FIELD).element


def entries(table: str) -> list[Element]:
    return [element(text) for text in FILE["tables"][table]["entries"]]


def flat(lines: Lines) -> list[Element]:
    return [element(text) for line in lines for text in line]


JOINT = {"PAA": "(delta*a)", "PAB": "(delta*(1 - a))", "PBA": "((1 - delta)*b)", "PBB": "((1 - delta)*(1 - b))"}
"""Table IV speaks of joint probabilities; a = P(A|A), b = P(A|B)."""


def conditioned(lines: Lines) -> Lines:
    found = []
    for line in lines:
        for name, text in JOINT.items():
            line = tuple(entry.replace(name, text) for entry in line)
        found.append(line)
    return tuple(found)


TABLES: dict[str, tuple[list[list[Any]], Lines]] = {
    "M": ([["A", "B"], ["A", "B"]], PRINTED.chain),
    "Ta": ([["A", "B"], ["A", "B"], ["A", "B", "AB"]], PRINTED.table_a),
    "Tb": ([["A", "B"], ["A", "B"], ["A", "B", "AB"]], PRINTED.table_b),
    "Tc": ([["A", "B"], ["A", "B"], ["A", "B", "AB"]], PRINTED.table_c),
    "T1": ([["A", "B"], ["A", "B"], ["A", "B", "AB"]], PRINTED.example),
    "T4": ([["A", "B"], ["A", "B"], ["A", "B", "AB"]], conditioned(PRINTED.converse_table)),
    "Plow": ([["A", "B", "AB"], ["A", "B", "AB"]], PRINTED.query_chain_low),
    "Phigh": ([["A", "B", "AB"], ["A", "B", "AB"]], PRINTED.query_chain_high),
    "steps": ([["A", "B"], ["A", "B"]], PRINTED.step_law),
    "length": ([["A", "B", "AB"]], (tuple(str(PRINTED.lengths[q]) for q in QUERIES),)),
    "prior": ([["A", "B"]], (tuple(str(Paper().prior[x]) for x in SOURCES),)),
    "any": ([["A", "B"], ["A", "B"]], (("a", "1 - a"), ("b", "1 - b"))),
    "same": ([["A", "B"], ["A", "B"]], (("1", "0"), ("0", "1"))),
    "never": ([[0, 1, 2]], (("0", "0", "0"),)),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_the_printed_one(name: str) -> None:
    index, lines = TABLES[name]
    assert FILE["tables"][name]["index"] == index
    assert entries(name) == flat(lines)


def test_every_table_is_compared() -> None:
    assert set(FILE["tables"]) == {*TABLES, "figure", "unit", "distance"}


def test_the_points_of_figure_2() -> None:
    """The value, one unit of its last digit, and 1-α-β of the curve."""
    times = list(range(21))
    curves = [f"s{s.replace('.', '').ljust(2, '0')}" for s in POINTS]
    assert curves == ["s10", "s07", "s04", "s02"]
    for name in ("figure", "unit"):
        assert FILE["tables"][name]["index"] == [curves, times]
    assert FILE["tables"]["distance"]["index"] == [curves]
    printed = [text for points in POINTS.values() for text in points]
    assert FILE["tables"]["figure"]["entries"] == printed
    assert entries("unit") == [FIELD.one * Fraction(1, 10 ** len(text.partition(".")[2])) for text in printed]
    assert entries("distance") == [FIELD.one * (1 - Fraction(s)) for s in POINTS]


STATED = {
    ("theorem1", "proves"): (f"1/({PRINTED.rate}) = ", f"1/({PRINTED.private_rate}) = "),
    ("achievability", "proves"): (f" = {PRINTED.rate}", f" = {PRINTED.private_rate}"),
    ("rate-nonergodic", "proves"): (f"1/({PRINTED.nonergodic_rate})",),
    ("rate-nonergodic", "fails"): (f"1/({PRINTED.nonergodic_rate})",),
    ("example-rate", "proves"): (f" = {PRINTED.rate_example}", f" = {PRINTED.example_rate}"),
    ("example-rate", "fails"): (f" = {PRINTED.rate_example}",),
    ("example-optimal", "proves"): (f"1/{PRINTED.example_rate}",),
    ("example-unique", "proves"): (f"1/{PRINTED.example_rate}",),
    ("converse-bounds", "proves"): (f" = {PRINTED.converse_union}",),
    ("general-rate", "fails"): (f"1/({PRINTED.private_rate})",),
}


@pytest.mark.parametrize("claim,part", STATED)
def test_the_printed_rates_stand_in_the_goals(claim: str, part: str) -> None:
    texts = [value for s in GOALS[claim][part] for value in (s.get("statement", s)).values()]
    for text in STATED[claim, part]:
        assert any(text in value for value in texts if isinstance(value, str))


SAME, OTHER = {"A": "A", "B": "B"}, {"A": "B", "B": "A"}
TABLE_OF = {"a": "Ta", "b": "Tb", "c": "Tc"}


def bullet(claim: str) -> tuple[Part, list[str]]:
    """The first statement about where X_{t-1} is, and the tables that the claim as printed speaks of."""
    goal = GOALS[claim]
    stated = [each["statement"] for each in goal["fails"]] + goal["proves"] + goal["corrects"]
    places = [s for s in stated if s["kind"] == "placed"]
    return places[0], [name for name in TABLE_OF.values() if any(f"{name}[" in s.get("text", "") for s in stated)]


@pytest.mark.parametrize("claim,case", [
    ("appb-case1", PRINTED.claim2_cases[0]), ("appb-case2", PRINTED.claim2_cases[1]),
    ("appb-case3", PRINTED.claim2_cases[2]), ("appc-case1", PRINTED.lemma1_low),
    ("appc-case2", PRINTED.lemma1_high[0])])
def test_the_bullets_are_stated_as_printed(claim: str, case: Any) -> None:
    """t odd means that t-1 is even."""
    place, tables = bullet(claim)
    assert place["map"] == (SAME if case.same else OTHER)
    assert place["time"] == {"": [1, 0], "odd": [2, 0], "even": [2, 1]}[case.parity]
    assert TABLE_OF[case.table] in tables


# -- regions and schemes -----------------------------------------------------------------------------------------------


def same_points(one: Region, other: Region) -> bool:
    """Whether each region states what the other implies."""
    return all(_implies(here, there) for here, there in ((one, other), (other, one)))


def _implies(here: Region, there: Region) -> bool:
    if any(here.reduce(here.field[name] - value) != here.field.zero for name, value in there.solved):
        return False
    for hypothesis in there.hypotheses:
        reduced = here.reduce(hypothesis.element)
        if prove(reduced, hypothesis.relation, here) is None and not _strict(reduced, hypothesis.relation, here):
            return False
    return True


def _strict(reduced: Element, relation: str, here: Region) -> bool:
    """f >= 0 and f != 0."""
    known = {str(h) for h in here.hypotheses if h.relation == "!="}
    zero = {str(replace(h, relation="!=")) for h in here.hypotheses if reduced in (h.element, -h.element)}
    return relation == ">" and prove(reduced, ">=", here) is not None and bool(known & zero)


def test_regions_are_told_apart() -> None:
    paper = Paper()
    low = Region.of(paper.field, *FILE["regions"]["low"])
    for change in (("alpha >= 0", "alpha > 0"), ("alpha + beta < 1", "alpha + beta <= 1"), ("beta >= 0", "beta >= 0")):
        texts = [change[1] if text == change[0] else text for text in FILE["regions"]["low"]]
        assert same_points(low, Region.of(paper.field, *texts)) is (change[0] == change[1])


SCHEMES = {"low": "α+β < 1", "high": "α+β > 1"}


def test_the_cases_are_those_of_the_paper() -> None:
    """low, high, line and the two corners, each with its scheme and the printed matrix."""
    paper = Paper()
    settings = [s for s in paper.settings if isinstance(s, Setting)]
    assert len(settings) == len(paper.settings) == len(FILE["cases"])
    for name, case in FILE["cases"].items():
        region = Region.of(paper.field, *FILE["regions"][name])
        fitting = [s for s in settings if same_points(region, s.case.region)]
        assert [s.scheme.title for s in fitting] == [SCHEMES[case["scheme"]]]
        assert case["matrix"] == ("Phigh" if case["scheme"] == "high" else "Plow")


@pytest.mark.parametrize("name", ["square", "low", "high", "edge"])
def test_the_regions_of_the_paper(name: str) -> None:
    paper = Paper()
    ours = {"square": paper.square, "low": paper.low, "high": paper.high, "edge": paper.line}[name].region
    assert same_points(Region.of(paper.field, *FILE["regions"][name]), ours)


@pytest.mark.parametrize("name", SCHEMES)
def test_the_schemes_of_the_paper(name: str) -> None:
    """Every row of every rule, at even and odd t."""
    paper = Paper()
    scheme = {"low": paper.low_scheme, "high": paper.high_scheme}[name]
    stated = FILE["schemes"][name]
    assert tuple(stated["sources"]) == scheme.sources
    assert stated["chain"] == "M"
    assert {q: tuple(d) for q, d in stated["queries"].items()} == dict(scheme.queries)
    assert len(stated["rules"]) == len(scheme.rules)
    for ours, rule in zip(stated["rules"], scheme.rules, strict=True):
        assert tuple(ours["previous"]) == rule.previous
        assert (tuple(ours["time"]) if "time" in ours else None) == rule.when
        assert ("table" in ours) is (rule.table is not None)
        if rule.table is not None:
            cells = {(a, x): dict(law.entries) for (a, x), law in rule.table}
            index = FILE["tables"][ours["table"]]["index"]
            keys = [(a, x, q) for a in index[0] for x in index[1] for q in index[2]]
            for (a, x, q), entry in zip(keys, entries(ours["table"]), strict=True):
                assert entry == FIELD.embed(cells[a, x].get(q, paper.field.zero))


# -- verdicts, conditions, uses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", IDS)
def test_the_verdict_is_that_of_the_run(results: dict[str, Result], claim: str) -> None:
    assert GOALS[claim]["verdict"] == results[claim].verdict.value


GRANTED = {
    # The goal uses converse-chain-rule on a region where its condition holds.
    "zero-leakage": {"0 < alpha + beta < 2, or queries that begin at some time"},
}


@pytest.mark.parametrize("claim", IDS)
def test_the_conditions_are_those_of_the_run(results: dict[str, Result], claim: str) -> None:
    stated = {each["text"] for each in GOALS[claim]["conditions"]}
    assert stated | GRANTED.get(claim, set()) == set(results[claim].judgement.conditions())
    assert not stated & GRANTED.get(claim, set())


def judgements(result: Result) -> Iterator[Judgement]:
    yield result.judgement
    if result.correction is not None:
        yield result.correction


@pytest.mark.parametrize("claim", IDS)
def test_the_claims_in_use_are_those_of_the_run(results: dict[str, Result], claim: str) -> None:
    """Of a refuted claim the correction counts, too: the goal states it with the claim."""
    goal, result = GOALS[claim], results[claim]
    stated = {s["claim"] for s in goal["proves"] + goal["corrects"] if s["kind"] == "uses"}
    assert stated == {used for j in judgements(result) for used in replace(result, judgement=j).depends_on()}


# -- entropies ---------------------------------------------------------------------------------------------------------

Said = tuple[str, frozenset[str]]
RENAMED = {"information-decay": {"A": "X", "B": "Y", "C": "Z"}}
"""The run names its variables by letters of its own."""

LEFT_OUT: dict[str, list[tuple[str, list[str]]]] = {
    # Both sides are the same but for the order of the variables: it says nothing.
    "claim1": [("H(U|X,B) - H(U|X,P,Q,B) = H(U|X,B) - H(U|X,B,P,Q)", [])],
}
MORE: dict[str, list[tuple[str, list[str]]]] = {
    # The run shows these from the histories of the scheme; the goal from how requests and queries are made.
    "prop2": [("I(X;V,W|Y) = 0", ["I(X;V|Y) = 0", "I(X,Y,V;S) = 0", "H(W|V,Y,S) = 0"])],
    "prop3": [("I(Q;V,W|X,Z,P) = 0", ["H(Q|X,Z,P,S) = 0", "I(S;X,Z,P,V,W) = 0"])],
}


def canonical(text: str, names: dict[str, str]) -> str:
    """A statement with the variables of each measure in order. (Its form would not do: an identity has none.)"""
    statement = parse_entropy(text)

    def ordered(group: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(names.get(name, name) for name in group))

    def side(terms: tuple[Term, ...]) -> tuple[Term, ...]:
        found = [(t.coefficient, ordered(t.measure.left), ordered(t.measure.right), ordered(t.measure.given))
                 for t in terms]
        return tuple(Term(coefficient, Measure(*groups)) for coefficient, *groups in sorted(found))

    return str(replace(statement, left=side(statement.left), right=side(statement.right)))


def said(statements: Iterable[tuple[str, Iterable[str]]], names: dict[str, str] | None = None) -> set[Said]:
    used = names or {}
    return {(canonical(text, used), frozenset(canonical(each, used) for each in given)) for text, given in statements}


@pytest.mark.parametrize("claim", IDS)
def test_the_statements_about_entropies_are_those_of_the_run(results: dict[str, Result], claim: str) -> None:
    goal = GOALS[claim]
    stated = goal["proves"] + goal["corrects"] + [each["statement"] for each in goal["fails"]]
    ours = said((s["text"], s["given"]) for s in stated if s["kind"] == "entropy")
    answers = [o.obligation.answer for j in judgements(results[claim]) for o in j.outcomes
               if isinstance(o.obligation, Shannon)]
    theirs = said(((str(a.goal), map(str, a.given)) for a in answers), RENAMED.get(claim))
    assert ours - theirs == said(MORE.get(claim, []))
    assert theirs - ours == said(LEFT_OUT.get(claim, []))


# -- failures ----------------------------------------------------------------------------------------------------------


def failures(result: Result, violates: str) -> list[Failure]:
    return [o for o in result.judgement.outcomes if isinstance(o, Failure) and o.obligation.case.violates == violates]


@pytest.mark.parametrize("claim", list(KNOWN))
def test_a_certificate_fails_where_the_run_fails(results: dict[str, Result], claim: str) -> None:
    """Each point lies in a failing case of the same condition, and has the parameters of a witness there."""
    certificate, result = read(claim), results[claim]
    evaluations = [step for step in certificate["steps"] if step["kind"] == "evaluation"]
    assert evaluations
    for step in evaluations:
        at = {name: Fraction(value) for name, value in step["at"].items()}
        found = []
        for failure in failures(result, certificate["goal"]["fails"][step["number"]]["violates"]):
            region, witness = failure.obligation.case.region, failure.witness
            somewhere = dict.fromkeys(region.field.names, Fraction(1, 2))
            if region.holds({**somewhere, **witness.point, **at}):
                found.append(witness.parameters)
        assert any(all(at.get(name) == value for name, value in point.items()) for point in found)


@pytest.mark.parametrize("claim", list(KNOWN))
def test_every_failing_condition_of_the_run_fails_in_the_goal(results: dict[str, Result], claim: str) -> None:
    outcomes = results[claim].judgement.outcomes
    theirs = {o.obligation.case.violates for o in outcomes if isinstance(o, Failure)}
    assert {each["violates"] for each in GOALS[claim]["fails"]} == theirs


def test_claims_without_erratum_have_no_failure() -> None:
    assert [claim for claim in IDS if GOALS[claim]["fails"]] == [claim for claim in IDS if claim in KNOWN]


@pytest.mark.parametrize("claim", [claim for claim, erratum in KNOWN.items() if erratum.verdict == "refuted"])
def test_a_refuted_claim_has_a_correction_in_the_goal(claim: str) -> None:
    assert GOALS[claim]["corrects"]


# -- the goals, worked out at points -----------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", IDS)
def test_no_point_refutes_a_goal(claim: str) -> None:
    assert refuted_at(GOALS[claim]) is None


def test_there_are_points_to_look_at() -> None:
    for claim in IDS:
        for statement in GOALS[claim]["proves"] + GOALS[claim]["corrects"]:
            if statement["kind"] in ("holds", "always", "cover"):
                assert next(points(GOALS[claim], statement), None) is not None


def test_what_fails_is_false_at_the_point_of_the_certificate() -> None:
    looked_at = 0
    for claim in KNOWN:
        certificate = read(claim)
        for step in certificate["steps"]:
            if step["kind"] == "evaluation":
                statement = certificate["goal"]["fails"][step["number"]]["statement"]
                if statement["kind"] == "holds" and not SCHEME.search(statement["text"]):
                    point = {name: Fraction(value) for name, value in step["at"].items()}
                    assert not true(certificate["goal"], statement["text"], point)
                    assert all(true(certificate["goal"], text, point)
                               for text in certificate["goal"]["regions"][statement["region"]])
                    looked_at += 1
    assert looked_at >= 20


@pytest.mark.parametrize("claim,change", [
    ("table3a", lambda goal: goal["tables"]["Ta"]["entries"].__setitem__(0, "alpha/(1 - alpha)")),
    ("table3a", lambda goal: goal["regions"]["low"].__setitem__(2, "alpha + beta <= 1")),
    ("t-step-law", lambda goal: goal["proves"][0]["next"].__setitem__("u", "(1 - alpha)*u")),
    ("rate-monotone", lambda goal: goal["proves"][1].__setitem__("text", "1/(1 + v) < 1/(1 + u)")),
    ("figure2", lambda goal: goal["tables"]["figure"]["entries"].__setitem__(22, "0.769230769230761")),
    ("prop1", lambda goal: goal["proves"][0]["parts"].reverse()),
    ("prop1", lambda goal: goal["proves"][1]["parts"].__setitem__(1, None)),
])
def test_a_false_goal_is_refuted_at_a_point(claim: str, change: Any) -> None:
    goal = read(claim)["goal"]
    change(goal)
    assert refuted_at(goal) is not None
