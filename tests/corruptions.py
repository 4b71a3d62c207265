"""Certificates that are wrong in one place: the committed ones, each with one small change.

A corruption is a function that changes a certificate in place. `CORRUPTIONS` has them by the kind of step that they
spoil, `GOALS` those that leave the steps alone and change what is to be shown. Each names the claim whose certificate
it spoils and a part of the reason that the checker must give: a certificate that is rejected for another reason
shows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "proofs" / "certificates"
ONE = [["1", {}]]
UNIT = [ONE, ONE]
"""The quotient 1/1."""

Part = dict[str, Any]


def data(claim: str) -> bytes:
    return (FOLDER / f"{claim}.json").read_bytes()


def read(claim: str) -> Part:
    found: Part = json.loads(data(claim))
    return found


def steps(certificate: Part, kind: str) -> list[Part]:
    return [step for step in certificate["steps"] if step["kind"] == kind]


@dataclass(frozen=True)
class Corruption:
    claim: str
    reason: str
    change: Callable[[Part, Part], object]

    @property
    def name(self) -> str:
        return self.change.__name__

    def spoiled(self, kind: str) -> Part:
        certificate = read(self.claim)
        self.change(certificate, next(iter(steps(certificate, kind)), {}) if kind else certificate["goal"])
        return certificate


CORRUPTIONS: dict[str, list[Corruption]] = {}
GOALS: list[Corruption] = []

Change = Callable[[Part, Part], object]


def spoils(kind: str, claim: str, reason: str) -> Callable[[Change], Change]:
    """A change that gets (certificate, its first step of this kind)."""
    def keep(change: Change) -> Change:
        CORRUPTIONS.setdefault(kind, []).append(Corruption(claim, reason, change))
        return change
    return keep


def restates(claim: str, reason: str) -> Callable[[Change], Change]:
    """A change that gets (certificate, its goal)."""
    def keep(change: Change) -> Change:
        GOALS.append(Corruption(claim, reason, change))
        return change
    return keep


# -- sign: u·x - v·y > 0 as a sum of products of hypotheses ------------------------------------------------------------


@spoils("sign", "rate-monotone", "sign: the sum is")
def sign_coefficient(c: Part, step: Part) -> None:
    step["polynomial"][0][0] = "2"


@spoils("sign", "rate-monotone", "sign: the sum is")
def sign_turned(c: Part, step: Part) -> None:
    for term in step["polynomial"]:
        term[0] = term[0][1:] if term[0].startswith("-") else "-" + term[0]


@spoils("sign", "rate-monotone", "sign: the sum is")
def sign_exponent(c: Part, step: Part) -> None:
    step["polynomial"][0][1]["x"] = 2


@spoils("sign", "rate-monotone", "sign: the sum is")
def sign_other_weight(c: Part, step: Part) -> None:
    step["terms"][0][0] = "1/2"


@spoils("sign", "rate-monotone", "a weight is not positive")
def sign_zero_weight(c: Part, step: Part) -> None:
    step["terms"].append(["0", [0]])


@spoils("sign", "rate-monotone", "a weight is not positive")
def sign_negative_weight(c: Part, step: Part) -> None:
    step["terms"] += [["1", [0]], ["-1", [0]]]


@spoils("sign", "rate-monotone", "sign: the sum is")
def sign_dropped_term(c: Part, step: Part) -> None:
    del step["terms"][0]


@spoils("sign", "rate-monotone", "sign: the sum is")
def sign_other_hypothesis(c: Part, step: Part) -> None:
    step["terms"][0][1] = [0, 4]


@spoils("sign", "rate-monotone", "there is no hypothesis")
def sign_no_hypothesis(c: Part, step: Part) -> None:
    step["terms"][0][1] = [0, 99]


@spoils("sign", "rate-monotone", "there is no hypothesis")
def sign_hypothesis_from_the_end(c: Part, step: Part) -> None:
    step["terms"][0][1] = [0, -3]


@spoils("sign", "rate-monotone", "there is no hypothesis")
def sign_true_for_one(c: Part, step: Part) -> None:
    step["terms"][1][1] = [True, 5]


@spoils("sign", "rate-limit", "no product is strict")
def sign_strict_for_weak(c: Part, step: Part) -> None:
    steps(c, "sign")[2]["relation"] = ">"


@spoils("sign", "naive-switching", "is not an inequality")
def sign_of_an_inequation(c: Part, step: Part) -> None:
    """alpha + beta - 1, which is only said not to be zero, taken as positive."""
    polynomial = [["1", {"alpha": 1}], ["1", {"beta": 1}], ["-1", {}]]
    c["steps"].insert(2, {"kind": "sign", "region": "dependent", "polynomial": polynomial, "relation": ">",
                          "terms": [["1", [6]]]})


@spoils("sign", "rate-monotone", "cannot show '!='")
def sign_of_another_relation(c: Part, step: Part) -> None:
    step["relation"] = "!="


@spoils("sign", "rate-monotone", "sign: the sum is")
def sign_on_a_wrong_region(c: Part, step: Part) -> None:
    step["region"] = "powers"
    step["terms"] = [["1", [0, 1]]]


@spoils("sign", "rate-monotone", "there is no region")
def sign_on_no_region(c: Part, step: Part) -> None:
    step["region"] = "always proves 1"


@spoils("sign", "rate-monotone", "not a power of a name")
def sign_huge_exponent(c: Part, step: Part) -> None:
    step["polynomial"][0][1]["x"] = 99999


@spoils("sign", "rate-monotone", "not a power of a name")
def sign_negative_exponent(c: Part, step: Part) -> None:
    step["polynomial"][0][1]["x"] = -1


@spoils("sign", "rate-monotone", "a term is zero or occurs twice")
def sign_term_twice(c: Part, step: Part) -> None:
    step["polynomial"].append(step["polynomial"][0])


@spoils("sign", "rate-monotone", "expected a number")
def sign_number_as_integer(c: Part, step: Part) -> None:
    step["polynomial"][0][0] = 1


@spoils("sign", "rate-monotone", "lowest terms")
def sign_number_not_reduced(c: Part, step: Part) -> None:
    step["polynomial"][0][0] = "2/2"


# -- factors: alpha - 1 is not zero ------------------------------------------------------------------------------------


@spoils("factors", "table3a", "factors: the product is")
def factors_constant(c: Part, step: Part) -> None:
    step["constant"] = "1"


@spoils("factors", "table3a", "factors: cannot show")
def factors_zero_constant(c: Part, step: Part) -> None:
    step["constant"] = "0"
    step["polynomial"] = []


@spoils("factors", "table3a", "factors: the product is")
def factors_exponent(c: Part, step: Part) -> None:
    step["factors"][0][1] = 2


@spoils("factors", "table3a", "not a factor and its exponent")
def factors_exponent_zero(c: Part, step: Part) -> None:
    step["factors"][0][1] = 0


@spoils("factors", "table3a", "the exponent 401 is out of range")
def factors_huge_exponent(c: Part, step: Part) -> None:
    step["factors"][0][1] = 401


@spoils("factors", "table3a", "is not shown to be nonzero")
def factors_dropped_cite(c: Part, step: Part) -> None:
    step["cites"] = []


@spoils("factors", "table3a", "which is no earlier step")
def factors_self_reference(c: Part, step: Part) -> None:
    step["cites"] = [2]


@spoils("factors", "table3a", "which is no earlier step")
def factors_forward_reference(c: Part, step: Part) -> None:
    step["cites"] = [3]


@spoils("factors", "table3a", "which is no earlier step")
def factors_reference_from_the_end(c: Part, step: Part) -> None:
    step["cites"] = [-1]


@spoils("factors", "table3a", "which states no fact")
def factors_cites_a_point(c: Part, step: Part) -> None:
    step["cites"] = [0]


@spoils("factors", "table3a", "the product is negative")
def factors_negative_product(c: Part, step: Part) -> None:
    step["relation"] = ">"


@spoils("factors", "table3a", "factors: the product is")
def factors_dropped_factor(c: Part, step: Part) -> None:
    step["factors"] = []


@spoils("factors", "table3a", "factors: cannot show '<'")
def factors_of_another_relation(c: Part, step: Part) -> None:
    step["relation"] = "<"


@spoils("factors", "prop1", "is not shown to be nonzero")
def factors_on_a_wrong_region(c: Part, step: Part) -> None:
    """At one end of the line alpha is 1."""
    step["region"] = "edge"


# -- identity: the rows of a table sum to 1 ----------------------------------------------------------------------------


@spoils("identity", "table3a", "is not shown to be nonzero")
def identity_dropped_cite(c: Part, step: Part) -> None:
    step["cites"].pop()


@spoils("identity", "table3a", "which is no earlier step")
def identity_self_reference(c: Part, step: Part) -> None:
    step["cites"].append(6)


@spoils("identity", "table3a", "which states no fact")
def identity_cites_a_statement(c: Part, step: Part) -> None:
    step["cites"].append(5)


@spoils("identity", "table3a", "which is no earlier step")
def identity_cites_a_fraction(c: Part, step: Part) -> None:
    step["cites"] = ["2", "4"]


@spoils("identity", "table3a", "not an identity")
def identity_of_a_relation(c: Part, step: Part) -> None:
    steps(c, "relation")[0]["kind"] = "identity"


@spoils("identity", "table3a", "no statement, or twice")
def identity_other_number(c: Part, step: Part) -> None:
    step["number"] = 7


@spoils("identity", "table3a", "no statement, or twice")
def identity_negative_number(c: Part, step: Part) -> None:
    step["number"] = -1


@spoils("identity", "table3a", "no statement, or twice")
def identity_other_part(c: Part, step: Part) -> None:
    step["part"] = "corrects"


@spoils("identity", "example-rate", "cites a fact about another region")
def identity_cites_another_region(c: Part, step: Part) -> None:
    steps(c, "identity")[1]["cites"] = [3]


@spoils("identity", "appc-case1", "is zero on corner1")
def identity_where_a_divisor_is_zero(c: Part, step: Part) -> None:
    c["goal"]["proves"][-1]["region"] = "corner1"
    steps(c, "identity")[-1]["cites"] = []


@spoils("identity", "converse-equal-laws", "0 is not shown")
def identity_that_is_false(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["text"] = "sum a in A,B: 2*prior[a] = 1"


# -- relation: 1/(1 + v) > 1/(1 + u) -----------------------------------------------------------------------------------


@spoils("relation", "rate-monotone", "is not shown to be nonzero")
def relation_dropped_denominator(c: Part, step: Part) -> None:
    step["cites"].remove(9)
    step["cites"].remove(8)


@spoils("relation", "rate-limit", "is not shown")
def relation_dropped_sign(c: Part, step: Part) -> None:
    step["cites"] = []


@spoils("relation", "rate-monotone", "the sign of")
def relation_denominator_without_sign(c: Part, step: Part) -> None:
    step["cites"] = [9, 11]


@spoils("relation", "rate-monotone", "> 0 is not shown")
def relation_turned(c: Part, step: Part) -> None:
    c["goal"]["proves"][1]["text"] = "1/(1 + v) < 1/(1 + u)"


@spoils("relation", "rate-monotone", "> 0 is not shown")
def relation_between_equals(c: Part, step: Part) -> None:
    c["goal"]["proves"][1]["text"] = "1/(1 + v) > 1/(1 + v)"


@spoils("relation", "rate-monotone", "which is no earlier step")
def relation_forward_reference(c: Part, step: Part) -> None:
    step["cites"].append(14)


@spoils("relation", "rate-monotone", "cites a fact about another region")
def relation_cites_another_region(c: Part, step: Part) -> None:
    steps(c, "relation")[1]["cites"].append(8)


@spoils("relation", "rate-monotone", "> 0 is not shown")
def relation_strict_from_weak(c: Part, step: Part) -> None:
    """On the region where delta may be 0, the strict relation is false."""
    c["goal"]["proves"][3]["text"] = "delta*(1 - delta)*x > delta*(1 - delta)*y"


@spoils("relation", "figure2", "is not shown")
def relation_false_by_one_digit(c: Part, step: Part) -> None:
    """A point of Figure 2 that is off by more than a unit of its last digit."""
    entries = c["goal"]["tables"]["figure"]["entries"]
    entries[22] = "0.769230769230761"


# -- induction: M^t ----------------------------------------------------------------------------------------------------


@spoils("induction", "t-step-law", "proves 0: step")
def induction_multiplier(c: Part, step: Part) -> None:
    step["multipliers"][0][0][0][0][0] = "1"


@spoils("induction", "t-step-law", "proves 0: step")
def induction_permuted_multipliers(c: Part, step: Part) -> None:
    step["multipliers"][0].reverse()


@spoils("induction", "t-step-law", "proves 0: step")
def induction_permuted_lines(c: Part, step: Part) -> None:
    step["multipliers"].reverse()


@spoils("induction", "t-step-law", "expected 4 lines of multipliers")
def induction_dropped_line(c: Part, step: Part) -> None:
    step["multipliers"].pop()


@spoils("induction", "t-step-law", "expected 4 multipliers")
def induction_dropped_multiplier(c: Part, step: Part) -> None:
    step["multipliers"][0].pop()


@spoils("induction", "t-step-law", "a denominator is zero")
def induction_zero_denominator(c: Part, step: Part) -> None:
    step["multipliers"][0][0][1] = []


@spoils("induction", "t-step-law", "is not shown to be nonzero")
def induction_multiplier_with_a_pole(c: Part, step: Part) -> None:
    """alpha·(1 - alpha)/alpha for 1 - alpha: not where alpha = 0."""
    step["multipliers"][0][0] = [[["-1", {"alpha": 2}], ["1", {"alpha": 1}]], [["1", {"alpha": 1}]]]


@spoils("induction", "t-step-law", "base of PAA")
def induction_base(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["start"]["PAA"] = "1/2"


@spoils("induction", "t-step-law", "proves 0: step")
def induction_next(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["next"]["u"] = "(1 - alpha + beta)*u"


@spoils("induction", "t-step-law", "depends on a sequence")
def induction_start_in_terms_of_a_sequence(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["start"]["u"] = "PAA"


@spoils("induction", "rate-monotone", "step: ")
def induction_dropped_cite(c: Part, step: Part) -> None:
    step["cites"] = [4, 5]


@spoils("induction", "rate-monotone", "the region speaks about the sequence u")
def induction_hypothesis_about_a_sequence(c: Part, step: Part) -> None:
    c["goal"]["regions"]["distances"].append("u <= 1")


# -- duality: the least download ---------------------------------------------------------------------------------------


@spoils("duality", "example-optimal", "an equation of the program")
def duality_point(c: Part, step: Part) -> None:
    step["point"]["A|A|A"][0][0][0] = "2"


@spoils("duality", "example-optimal", "an equation of the program")
def duality_dropped_variable(c: Part, step: Part) -> None:
    del step["point"]["A B|A|A"]


@spoils("duality", "example-optimal", "an unknown variable")
def duality_variable_that_does_not_serve(c: Part, step: Part) -> None:
    step["point"]["A|A|B"] = step["point"].pop("B|A|B")


@spoils("duality", "example-optimal", "reduced cost of")
def duality_multiplier(c: Part, step: Part) -> None:
    step["multipliers"][0][0][0][0] = "3"


@spoils("duality", "example-optimal", "reduced cost of")
def duality_permuted_multipliers(c: Part, step: Part) -> None:
    step["multipliers"].reverse()


@spoils("duality", "example-optimal", "expected one multiplier for each row")
def duality_dropped_multiplier(c: Part, step: Part) -> None:
    step["multipliers"].pop()


@spoils("duality", "example-optimal", "gain of the multipliers")
def duality_zero_multipliers(c: Part, step: Part) -> None:
    step["multipliers"] = [[[], ONE]] * 7


@spoils("duality", "example-optimal", "a denominator is zero")
def duality_zero_denominator(c: Part, step: Part) -> None:
    step["multipliers"][6][1] = []


@spoils("duality", "converse-bound", "is not shown")
def duality_dropped_cite(c: Part, step: Part) -> None:
    step["cites"] = []


@spoils("duality", "converse-bound", "gain of the multipliers")
def duality_of_the_other_case(c: Part, step: Part) -> None:
    step["multipliers"] = steps(c, "duality")[1]["multipliers"]


# -- inverse: the laws that are decodable and independent of X_0 -------------------------------------------------------


@spoils("inverse", "converse-table", "the inverse at")
def inverse_entry(c: Part, step: Part) -> None:
    step["inverse"][0][0] = UNIT


@spoils("inverse", "converse-table", "the inverse at")
def inverse_permuted_lines(c: Part, step: Part) -> None:
    step["inverse"].reverse()


@spoils("inverse", "converse-table", "expected one line for each variable")
def inverse_dropped_line(c: Part, step: Part) -> None:
    step["inverse"].pop()


@spoils("inverse", "converse-table", "expected one weight for each row")
def inverse_dropped_weight(c: Part, step: Part) -> None:
    step["inverse"][0].pop()


@spoils("inverse", "converse-table", "the inverse at")
def inverse_turned_sign(c: Part, step: Part) -> None:
    step["inverse"][4][7][0][0][0] = "1"


@spoils("inverse", "converse-table", "is not shown to be nonzero")
def inverse_with_a_pole(c: Part, step: Part) -> None:
    step["inverse"][0][7] = [[["1", {"a": 1}]], [["1", {"a": 1}]]]


@spoils("inverse", "example-unique", "the inverse at")
def inverse_zero(c: Part, step: Part) -> None:
    step["inverse"] = [[[[], ONE]] * len(line) for line in step["inverse"]]


@spoils("inverse", "example-unique", "reduced cost of")
def inverse_multiplier(c: Part, step: Part) -> None:
    step["multipliers"][1] = UNIT


@spoils("inverse", "example-unique", "expected the key inverse")
def inverse_missing(c: Part, step: Part) -> None:
    del step["inverse"]


# -- trace: privacy, by a basis of all histories -----------------------------------------------------------------------


@spoils("trace", "rate-independent", "a step leaves the span")
def trace_weight(c: Part, step: Part) -> None:
    step["nodes"][0]["moves"][0]["A"][0][0][0][0] = "1"


@spoils("trace", "rate-independent", "a step leaves the span")
def trace_start(c: Part, step: Part) -> None:
    step["start"] = [[[["2", {}]], ONE]]


@spoils("trace", "rate-independent", "expected the moves to A, B")
def trace_dropped_move(c: Part, step: Part) -> None:
    del step["nodes"][0]["moves"][0]["B"]


@spoils("trace", "rate-independent", "there is no node for B")
def trace_dropped_node(c: Part, step: Part) -> None:
    step["nodes"].pop()


@spoils("trace", "rate-independent", "not a node")
def trace_node_twice(c: Part, step: Part) -> None:
    step["nodes"].append(step["nodes"][0])


@spoils("trace", "rate-independent", "not a node")
def trace_dropped_moves(c: Part, step: Part) -> None:
    step["nodes"][0]["moves"] = []


@spoils("trace", "rate-independent", "not a node")
def trace_time_outside_the_period(c: Part, step: Part) -> None:
    step["nodes"][0]["time"] = 1


@spoils("trace", "rate-independent", "expected 0 weights")
def trace_empty_basis(c: Part, step: Part) -> None:
    step["nodes"][0].update(vectors=[], moves=[])


@spoils("trace", "rate-independent", "a step leaves the span")
def trace_vector(c: Part, step: Part) -> None:
    step["nodes"][1]["vectors"][0][0][2][0][0] = "2"


@spoils("trace", "rate-independent", "at AB, t ≡ 0")
def trace_leaking_basis(c: Part, step: Part) -> None:
    """A basis in which the history has another probability for A than for B: the sum to 1 and 1 is 2 and 1."""
    step["nodes"][0]["vectors"].append([["A", "A", ONE]])
    step["nodes"][0]["moves"].append({})
    step["start"].append([[], ONE])


@spoils("trace", "rate-independent", "expected coordinates")
def trace_unknown_source(c: Part, step: Part) -> None:
    step["nodes"][0]["vectors"][0][0][0] = "C"


@spoils("trace", "claim2", "is not shown to be nonzero")
def trace_dropped_cite(c: Part, step: Part) -> None:
    step["cites"] = []


@spoils("trace", "claim2", "a step leaves the span")
def trace_of_another_case(c: Part, step: Part) -> None:
    step["nodes"] = steps(c, "trace")[2]["nodes"]
    step["nodes"][0]["moves"][0]["AB"] = [UNIT]


@spoils("trace", "lemma1", "at A")
def trace_of_another_matrix(c: Part, step: Part) -> None:
    c["goal"]["tables"]["Plow"]["entries"][:2] = ["alpha", "1 - alpha"]


# -- support: what can occur -------------------------------------------------------------------------------------------


@spoils("support", "prop1", "beta + -1 != 0 is not shown")
def support_dropped_cite(c: Part, step: Part) -> None:
    step["cites"].pop()


@spoils("support", "prop1", "which is no earlier step")
def support_forward_reference(c: Part, step: Part) -> None:
    step["cites"] = [19, 21]


@spoils("support", "prop1", "cites a fact about another region")
def support_cites_another_region(c: Part, step: Part) -> None:
    steps(c, "support")[1]["cites"] += [14, 16]


@spoils("support", "prop1", "is not shown by 'support'")
def support_of_a_cover(c: Part, step: Part) -> None:
    steps(c, "split")[0]["kind"] = "support"


@spoils("support", "prop1", "no statement, or twice")
def support_twice(c: Part, step: Part) -> None:
    steps(c, "support")[3]["number"] = 5


@spoils("support", "prop1", "proves 7 is not established")
def support_dropped_case(c: Part, step: Part) -> None:
    c["steps"].pop()


@spoils("support", "scheme-decodable", "may be sent for")
def support_of_a_scheme_that_errs(c: Part, step: Part) -> None:
    """B is sent for A after X_0 = A."""
    c["goal"]["tables"]["Ta"]["entries"][1] = "beta"


@spoils("support", "appb-case2", "X_t may be")
def support_placed_elsewhere(c: Part, step: Part) -> None:
    c["goal"]["corrects"][0]["time"] = [2, 1]


@spoils("support", "table3-cases", "no law is defined")
def support_of_a_row_without_law(c: Part, step: Part) -> None:
    c["goal"]["schemes"]["low"]["rules"].pop()


# -- split: the cases cover the square ---------------------------------------------------------------------------------


@spoils("split", "prop1", "is not shown to be empty")
def split_dropped_cite(c: Part, step: Part) -> None:
    steps(c, "split")[1]["cites"] = []


@spoils("split", "prop1", "is not shown to be empty")
def split_dropped_part(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["parts"][1] = None


@spoils("split", "prop1", "is not shown")
def split_exchanged_parts(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["parts"].reverse()


@spoils("split", "prop1", "is not shown")
def split_elsewhere(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["split"] = "alpha - beta"


@spoils("split", "prop1", "expected three parts")
def split_in_two(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["parts"].pop()


@spoils("split", "prop1", "which is no earlier step")
def split_forward_reference(c: Part, step: Part) -> None:
    step["cites"] = [9]


@spoils("split", "prop1", "cites a fact about another region")
def split_cites_another_cover(c: Part, step: Part) -> None:
    steps(c, "split")[2]["cites"] = [9]


@spoils("split", "prop1", "is not shown")
def split_part_too_small(c: Part, step: Part) -> None:
    """At alpha = 0 no case is left."""
    c["goal"]["regions"]["low"][0] = "alpha > 0"


# -- shannon: entropies ------------------------------------------------------------------------------------------------


@spoils("shannon", "prop2", "the sum is not the goal")
def shannon_weight(c: Part, step: Part) -> None:
    step["derivations"][1]["measures"][0][0] = "2"


@spoils("shannon", "prop2", "expected a weight > 0")
def shannon_negative_weight(c: Part, step: Part) -> None:
    step["derivations"][1]["measures"][0][0] = "-1"


@spoils("shannon", "prop2", "expected a weight > 0")
def shannon_zero_weight(c: Part, step: Part) -> None:
    step["derivations"][1]["measures"].append(["0", "H(X)"])


@spoils("shannon", "prop2", "the sum is not the goal")
def shannon_other_measure(c: Part, step: Part) -> None:
    step["derivations"][1]["measures"][0][1] = "I(X;S|V,W)"


@spoils("shannon", "prop2", "the sum is not the goal")
def shannon_dropped_measure(c: Part, step: Part) -> None:
    step["derivations"][1]["measures"].pop()


@spoils("shannon", "prop2", "the sum is not the goal")
def shannon_turned_multiplier(c: Part, step: Part) -> None:
    step["derivations"][1]["given"][0][0] = "1"


@spoils("shannon", "prop2", "the sum is not the goal")
def shannon_dropped_given(c: Part, step: Part) -> None:
    step["derivations"][1]["given"].pop()


@spoils("shannon", "prop2", "not a multiple of what is given")
def shannon_no_such_given(c: Part, step: Part) -> None:
    step["derivations"][1]["given"][0][1] = 3


@spoils("shannon", "prop2", "not a multiple of what is given")
def shannon_given_from_the_end(c: Part, step: Part) -> None:
    step["derivations"][1]["given"][0][1] = -3


@spoils("shannon", "prop2", "a negative multiple of an inequality")
def shannon_negative_multiple(c: Part, step: Part) -> None:
    c["goal"]["proves"][0]["given"][0] = "I(X;V|Y) >= 0"


@spoils("shannon", "prop2", "expected 2 derivations")
def shannon_dropped_direction(c: Part, step: Part) -> None:
    step["derivations"].pop()


@spoils("shannon", "prop2", "the sum is not the goal")
def shannon_exchanged_directions(c: Part, step: Part) -> None:
    step["derivations"].reverse()


@spoils("shannon", "prop2", "expected an entropy")
def shannon_no_measure(c: Part, step: Part) -> None:
    step["derivations"][1]["measures"][0][1] = "-I(X;S|V,W,Y)"


@spoils("shannon", "prop2", "expected a weight > 0 of one measure")
def shannon_difference_as_measure(c: Part, step: Part) -> None:
    step["derivations"][1]["measures"][0][1] = "H(X) - H(Y)"


# -- point: the region is not empty ------------------------------------------------------------------------------------


@spoils("point", "table3a", "the point does not lie in low")
def point_outside(c: Part, step: Part) -> None:
    step["at"]["alpha"] = "-1/2"


@spoils("point", "table3a", "the point does not lie in low")
def point_on_the_open_border(c: Part, step: Part) -> None:
    step["at"]["beta"] = "1/2"


@spoils("point", "table3a", "expected a value for each of")
def point_dropped_name(c: Part, step: Part) -> None:
    del step["at"]["delta"]


@spoils("point", "table3a", "expected a value for each of")
def point_unknown_name(c: Part, step: Part) -> None:
    step["at"]["gamma"] = "0"


@spoils("point", "table3a", "expected a number")
def point_number_as_integer(c: Part, step: Part) -> None:
    step["at"]["delta"] = 0


@spoils("point", "table3a", "no point of low is shown")
def point_dropped(c: Part, step: Part) -> None:
    """A sign takes its place, so that the numbers of the steps stay."""
    c["steps"][0] = c["steps"][1]


@spoils("point", "prop1", "the point does not lie in square")
def point_of_another_region(c: Part, step: Part) -> None:
    step["at"]["alpha"] = "2"


@spoils("point", "prop1", "no point of edge is shown")
def point_for_another_region(c: Part, step: Part) -> None:
    steps(c, "point")[1]["region"] = "square"


@spoils("point", "table3a", "there is no region")
def point_of_no_region(c: Part, step: Part) -> None:
    step["region"] = "high"


@spoils("point", "table3a", "not of the expected type")
def point_as_list(c: Part, step: Part) -> None:
    step["at"] = ["1/2", "1/3", "1/2"]


# -- evaluation: where a statement fails -------------------------------------------------------------------------------


@spoils("evaluation", "converse-equal-laws", "it holds at the point")
def evaluation_other_choice(c: Part, step: Part) -> None:
    step["shows"]["choice"]["a"] = "B"


@spoils("evaluation", "converse-equal-laws", "there is no such choice")
def evaluation_no_such_choice(c: Part, step: Part) -> None:
    step["shows"]["choice"]["a"] = "AB"


@spoils("evaluation", "converse-equal-laws", "the point does not lie in known0")
def evaluation_outside(c: Part, step: Part) -> None:
    step["at"]["delta"] = "1"


@spoils("evaluation", "example-rate", "it holds at the point")
def evaluation_where_it_holds(c: Part, step: Part) -> None:
    c["goal"]["tables"]["Phigh"]["entries"][8] = "1 - alpha - beta"


@spoils("evaluation", "converse-equal-laws", "the condition holds at the point")
def evaluation_where_the_condition_holds(c: Part, step: Part) -> None:
    c["goal"]["conditions"][0]["where"] = ["delta < 1"]


@spoils("evaluation", "converse-equal-laws", "no failure, or twice")
def evaluation_twice(c: Part, step: Part) -> None:
    steps(c, "evaluation")[1]["number"] = 0


@spoils("evaluation", "converse-equal-laws", "no failure, or twice")
def evaluation_negative_number(c: Part, step: Part) -> None:
    step["number"] = -1


@spoils("evaluation", "converse-equal-laws", "fails 1 is not shown")
def evaluation_dropped(c: Part, step: Part) -> None:
    c["steps"].pop()


@spoils("evaluation", "general-scheme", "the same probability")
def evaluation_history(c: Part, step: Part) -> None:
    step["shows"]["history"] = ["AB"]


@spoils("evaluation", "general-scheme", "the same probability")
def evaluation_one_source(c: Part, step: Part) -> None:
    step["shows"]["other"] = "A"


@spoils("evaluation", "appc-case2", "the state is as it should be")
def evaluation_time(c: Part, step: Part) -> None:
    step["shows"].update(time=1, state=["A", "B", "AB"])


@spoils("evaluation", "appc-case2", "the state does not occur")
def evaluation_state_that_does_not_occur(c: Part, step: Part) -> None:
    step["shows"]["state"] = ["A", "B", "AB"]


@spoils("evaluation", "table3-cases", "the row is as it should be")
def evaluation_of_a_row_with_a_law(c: Part, step: Part) -> None:
    c["goal"]["fails"][0]["statement"]["scheme"] = "low"


@spoils("evaluation", "table3-cases", "the request does not follow")
def evaluation_request(c: Part, step: Part) -> None:
    step["shows"]["request"] = "C"


@spoils("evaluation", "example-optimal", "an equation of the program")
def evaluation_program_point(c: Part, step: Part) -> None:
    step["shows"]["point"].pop("A|B|A")


@spoils("evaluation", "example-optimal", "no smaller cost")
def evaluation_program_point_that_costs_more(c: Part, step: Part) -> None:
    step["shows"]["point"] = {"A B|B|A": [ONE, [["5", {}]]], "A B|B|B": [[["4", {}]], [["5", {}]]]}


# -- goals that the steps do not show ----------------------------------------------------------------------------------


@restates("table3a", "0 is not shown")
def goal_table_entry(c: Part, goal: Part) -> None:
    goal["tables"]["Ta"]["entries"][0] = "alpha/(1 - alpha)"


@restates("table3a", "expected 12 entries, found 11")
def goal_dropped_table_entry(c: Part, goal: Part) -> None:
    goal["tables"]["Ta"]["entries"].pop()


@restates("claim2", "a step leaves the span")
def goal_chain_entries(c: Part, goal: Part) -> None:
    goal["tables"]["M"]["entries"] = ["alpha", "1 - alpha", "beta", "1 - beta"]


@restates("lemma1", "at AB")
def goal_matrix_entry(c: Part, goal: Part) -> None:
    goal["tables"]["Plow"]["entries"][6:8] = ["alpha", "beta"]


@restates("table3a", "sign: the sum is")
def goal_wider_region(c: Part, goal: Part) -> None:
    goal["regions"]["low"][2] = "alpha + beta < 2"


@restates("table3a", "no product is strict")
def goal_closed_region(c: Part, goal: Part) -> None:
    goal["regions"]["low"][2] = "alpha + beta <= 1"


@restates("table3a", "there is no hypothesis")
def goal_dropped_hypothesis(c: Part, goal: Part) -> None:
    goal["regions"]["low"] = goal["regions"]["low"][:2]


@restates("converse-equal-laws", "what is stated is not what conditional means")
def goal_dropped_condition(c: Part, goal: Part) -> None:
    goal["conditions"] = []


@restates("converse-equal-laws", "what is stated is not what proved means")
def goal_proved_for_conditional(c: Part, goal: Part) -> None:
    goal["verdict"] = "proved"


@restates("appb-case2", "what is stated is not what proved means")
def goal_proved_for_refuted(c: Part, goal: Part) -> None:
    goal["verdict"] = "proved"


@restates("table3a", "what is stated is not what refuted means")
def goal_refuted_for_proved(c: Part, goal: Part) -> None:
    goal["verdict"] = "refuted"


@restates("table3a", "unknown verdict")
def goal_unknown_verdict(c: Part, goal: Part) -> None:
    goal["verdict"] = "true"


@restates("prop1", "no statement, or twice")
def goal_dropped_case(c: Part, goal: Part) -> None:
    goal["proves"].pop()


@restates("prop1", "proves 8 is not established")
def goal_added_statement(c: Part, goal: Part) -> None:
    goal["proves"].append({"kind": "holds", "region": "square", "text": "alpha = beta"})


@restates("scheme-decodable", "may be sent for")
def goal_scheme_rule(c: Part, goal: Part) -> None:
    """After AB the query of the request, after B the table: it answers B with A."""
    goal["schemes"]["low"]["rules"] = [{"previous": ["AB", "A"], "time": None, "table": None},
                                       {"previous": ["B"], "time": None, "table": "Ta"}]
    goal["tables"]["Ta"]["entries"][3:6] = ["1", "0", "0"]


@restates("scheme-decodable", "alpha != 0 is not shown")
def goal_table_of_the_other_case(c: Part, goal: Part) -> None:
    goal["schemes"]["low"]["rules"][1]["table"] = "Tb"


@restates("claim2", "a step leaves the span")
def goal_parity(c: Part, goal: Part) -> None:
    """Table (b) at odd t and (c) at even t."""
    for rule in goal["schemes"]["high"]["rules"][1:]:
        rule["time"][1] = 1 - rule["time"][1]


@restates("appb-case2", "X_t may be")
def goal_map(c: Part, goal: Part) -> None:
    goal["corrects"][0]["map"] = {"A": "B", "B": "A"}


@restates("converse-bound", "cost of the point")
def goal_value_of_the_optimum(c: Part, goal: Part) -> None:
    goal["proves"][4]["value"] = "1 + (b - a)"


@restates("example-optimal", "cost of the point")
def goal_other_value(c: Part, goal: Part) -> None:
    goal["proves"][2]["value"] = "1.5"


@restates("prop2", "not a multiple of what is given")
def goal_dropped_given(c: Part, goal: Part) -> None:
    goal["proves"][0]["given"].pop()


@restates("prop2", "the sum is not the goal")
def goal_weaker_given(c: Part, goal: Part) -> None:
    goal["proves"][0]["given"][0] = "I(X;V) = 0"


@restates("prop2", "the sum is not the goal")
def goal_stronger_entropy(c: Part, goal: Part) -> None:
    goal["proves"][0]["text"] = "I(X;V,W) = 0"


@restates("example-unique", "given A,A")
def goal_other_unique_table(c: Part, goal: Part) -> None:
    goal["tables"]["T1"]["entries"][:3] = ["0.3", "0", "0.7"]


@restates("converse-table", "is not shown")
def goal_converse_table(c: Part, goal: Part) -> None:
    goal["tables"]["T4"]["entries"][6] = "delta/(1 - delta)*p_1"


@restates("converse-table", "expected different")
def goal_free_letters(c: Part, goal: Part) -> None:
    goal["proves"][0]["free"]["B|A|B"] = "p_1"


@restates("rate-symmetry", "base of u**2")
def goal_start(c: Part, goal: Part) -> None:
    goal["proves"][0]["start"]["u"] = "2"


@restates("rate-symmetry", "proves 0: step")
def goal_next(c: Part, goal: Part) -> None:
    goal["proves"][0]["next"]["v"] = "x*v + 1"


@restates("general-scheme", "the same probability")
def goal_failing_scheme(c: Part, goal: Part) -> None:
    """The scheme that is private does not fail."""
    goal["fails"][0]["statement"]["scheme"] = "high"


@restates("table1", "there is no table 'Ta'")
def goal_dropped_table(c: Part, goal: Part) -> None:
    del goal["tables"]["Ta"]


@restates("table3a", "there is no region 'low'")
def goal_dropped_region(c: Part, goal: Part) -> None:
    goal["regions"] = {}


@restates("table3a", "no name of this goal")
def goal_dropped_name(c: Part, goal: Part) -> None:
    goal["names"].remove("beta")


@restates("table3a", "unknown kind of statement")
def goal_unknown_statement(c: Part, goal: Part) -> None:
    goal["proves"][0]["kind"] = "obvious"


@restates("table3a", "found the unknown key 'note'")
def goal_unknown_key(c: Part, goal: Part) -> None:
    goal["note"] = ""


@restates("table3a", "no point of nowhere is shown")
def goal_on_an_empty_region(c: Part, goal: Part) -> None:
    """Everything holds on an empty region."""
    goal["regions"]["nowhere"] = ["1 < 0"]
    goal["proves"].append({"kind": "holds", "region": "nowhere", "text": "1 > 0"})
    c["steps"].append({"kind": "relation", "part": "proves", "number": 2, "cites": []})
