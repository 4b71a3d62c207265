"""The list of statements and the labels of the paper, entered here as data, against the catalogue and LABELS."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from onoff_symbolic.proofs.catalogue import BY_ID, CLAIMS
from onoff_symbolic.proofs.errata import KNOWN
from onoff_symbolic.proofs.labels import LABELS

IDS = """
    naive-switching table1 example-privacy example-decodable example-rate example-optimal example-unique zero-leakage
    decodability-constraint
    request-chain theorem1 figure2 rate-symmetry rate-monotone rate-independent rate-limit rate-nonergodic
    information-decay
    download-cost table3a table3b table3c table3-cases table3-caption scheme-decodable privacy-decomposition claim1
    claim2 lemma1 ab-probability achievability
    converse-private-times converse-cost converse-chain-rule converse-equal-laws converse-table converse-bounds
    t-step-law converse-bound
    prop1 prop2 prop3 appb-equivalence appb-expansion appb-single appb-case1 appb-case2 appb-case3
    appc-premise appc-rows appc-expansion appc-case1 appc-case2
    general-rate general-last-on general-chain-rule general-converse general-scheme
""".split()
"""Every statement that is to be judged, in paper order, one line or two for each section."""

PAPER = """
    fig:example table:example eq:step-function eq:decode eq:privacy table:nomenclature eq:Source-Markov thm:main
    fig:th_plot eq:achievable-rate table:Qt eqn:privacy_main claim:privacy_main_1 claim:privacy_main_2 Lem:Q
    eq:transition-P1 eq:transition-P2 eq:converse-length-probability eq:converse-pricacy-t1 eq:converse-privacy
    eq:privacy-Q-probability Tab:converse Prop:X Prop:Markov-X Prop:Markov-Code eq:proof-temple eq:proof-lemma-1
    eq:proof-lemma-2 eq:proof-lemma-3 eq:proof-lemma-4 eq:rate_general
""".split()
"""Every label of the paper, in paper order, but those of sections and appendices."""

STATED = {
    "eq:decode": "decodability-constraint", "eq:Source-Markov": "request-chain", "thm:main": "theorem1",
    "eq:achievable-rate": "download-cost", "eqn:privacy_main": "privacy-decomposition",
    "claim:privacy_main_1": "claim1", "claim:privacy_main_2": "claim2", "Lem:Q": "lemma1",
    "eq:converse-length-probability": "converse-cost", "eq:converse-privacy": "converse-chain-rule",
    "eq:privacy-Q-probability": "converse-equal-laws", "Tab:converse": "converse-table", "Prop:X": "prop1",
    "Prop:Markov-X": "prop2", "Prop:Markov-Code": "prop3", "eq:proof-temple": "appb-single",
    "eq:proof-lemma-2": "appb-case1", "eq:proof-lemma-4": "appb-case3", "eq:rate_general": "general-rate",
}
"""The labels that stand for one statement of the list."""


def test_the_catalogue_is_the_list_in_paper_order() -> None:
    assert [entry.id for entry in CLAIMS] == IDS
    assert list(BY_ID) == IDS and len(set(IDS)) == len(IDS)


def test_every_label_of_the_paper_is_accounted_for_and_no_other() -> None:
    assert list(LABELS) == PAPER


@pytest.mark.parametrize("label", PAPER)
def test_a_label_is_judged_by_known_claims_or_has_a_reason_in_one_line(label: str) -> None:
    judged = LABELS[label]
    if isinstance(judged, str):
        assert judged.strip() and "\n" not in judged and len(judged) <= 100
        assert label not in STATED, "a statement of the list cannot be excused"
    else:
        assert judged and len(set(judged)) == len(judged)
        assert set(judged) <= set(IDS)


@pytest.mark.parametrize("label, claim_id", STATED.items())
def test_a_label_that_is_a_statement_is_judged_by_that_statement(label: str, claim_id: str) -> None:
    assert claim_id in LABELS[label]


@pytest.mark.parametrize("part", "abc")
def test_each_part_of_table_three_is_judged(part: str) -> None:
    assert f"table3{part}" in LABELS["table:Qt"]


def test_the_places_named_in_the_catalogue_and_in_the_labels_agree() -> None:
    """A claim that says it stands at a label is among those that judge the label."""
    named = re.compile(r"\b(?:eqn?|thm|table|Tab|fig|claim|Lem|Prop):[\w-]+")
    for entry in CLAIMS:
        for label in named.findall(entry.where):
            assert label in LABELS, f"{entry.id} stands at {label}, which is no label"
            assert entry.id in LABELS[label], f"{entry.id} stands at {label}"


@pytest.mark.parametrize("claim_id", IDS)
def test_a_claim_has_a_proof_of_its_name_and_says_what_it_judges(claim_id: str) -> None:
    entry = BY_ID[claim_id]
    module = import_module(f"onoff_symbolic.proofs.{entry.module}")
    assert callable(getattr(module, claim_id.replace("-", "_")))
    assert entry.where and entry.title and entry.statement.endswith(".")
    opening = module.__doc__ or ""
    assert claim_id in opening or f", -{claim_id.rpartition('-')[2]}" in opening, "a module opens with its main results"


def test_a_correction_is_written_and_encoded_for_the_refuted_claims_alone() -> None:
    refuted = {claim_id for claim_id, erratum in KNOWN.items() if erratum.verdict == "refuted"}
    written = {entry.id for entry in CLAIMS if entry.correction}
    encoded = {
        entry.id for entry in CLAIMS
        if hasattr(import_module(f"onoff_symbolic.proofs.{entry.module}"), entry.id.replace("-", "_") + "_corrected")
    }
    assert written == encoded == refuted


def test_what_is_recorded_is_in_the_list() -> None:
    assert set(KNOWN) <= set(IDS)
