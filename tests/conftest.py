"""Settings of all tests: hypothesis draws the same examples on every machine and in every order of the tests.

    fixed   the profile of `make test`: examples follow from the test alone, and no file remembers any
    fuzz    the profile of `make fuzz`: new examples, which follow from a seed that is printed
"""

import gc
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import unchanged  # noqa: F401  first
import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from onoff_symbolic import judge, judge_chains
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.checker.polynomials import MAX_WORK, Budget
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.cli import terminal
from onoff_symbolic.paper import session as sessions
from onoff_symbolic.paper.session import Session

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.register_profile("fuzz", derandomize=False, database=None, deadline=None, print_blob=True)
settings.load_profile("fixed")

gc.set_threshold(50_000, 20, 20)        # A tenth of the time goes into looking for garbage otherwise.
terminal.EVERY = math.inf       # On a slow machine, progress would stand in what a command prints.

if hasattr(providers, "is_local_module_file"):
    # Else constants of the modules that happen to be imported are drawn, too: examples would depend on earlier tests.
    providers.is_local_module_file = lambda path: False


@pytest.fixture(scope="session")
def session() -> Session:
    """Judges each claim once for all tests that only read the results."""
    return Session(the_paper())


def remembered(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Answers each question once; what is told on the way is told once, too."""
    found = dict[str, Any]()

    def answer(*args: Any, **tells: Callable[..., None]) -> Any:
        regions = [getattr(arg, "region", arg) for arg in args]
        key = repr([arg for arg in args if not callable(arg)] + [r.stated() for r in regions if isinstance(r, Region)])
        if key not in found:
            found[key] = ask(*args, **tells)
        return found[key]

    return answer


@pytest.fixture(scope="session")
def judges() -> list[tuple[Any, str, Callable[..., Any]]]:
    """Judge each scheme, each design and each region of costs once for all tests that only read the results."""
    return [(module, name, remembered(getattr(module, name)))
            for module, name in ((judge, "scheme"), (judge_chains, "design"), (judge_chains, "region"))]


@pytest.fixture
def known(session: Session, judges: list[tuple[Any, str, Callable[..., Any]]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims of the paper are judged in the session of all tests, and each scheme once."""
    monkeypatch.setattr(sessions, "Session", lambda paper, tell=sessions.silent, search=False, kept=None: (
        session if paper is the_paper() and not search else Session(paper, tell, search, kept or {})))
    for module, name, answer in judges:
        monkeypatch.setattr(module, name, answer)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker gives up after a tenth of the work: what takes too much is rejected sooner, for the same reason."""
    monkeypatch.setattr(Budget.begin, "__defaults__", (MAX_WORK // 10,))


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], None]:
    """Makes a function of a module answer each question once in a test, whatever is done with the answer."""
    def remember(module: Any, name: str) -> None:
        ask, known = getattr(module, name), dict[str, Any]()

        def answer(*args: Any) -> Any:
            key = repr([arg for arg in args if not callable(arg)])
            if key not in known:
                known[key] = ask(*args)
            return known[key]

        monkeypatch.setattr(module, name, answer)

    return remember


SLOW = {"test_large", "test_any_other_value_anywhere_is_valid_or_says_why",
        "test_a_statement_that_asks_for_too_much_is_rejected", "test_every_part_of_a_certificate_is_changed",
        "test_a_long_polynomial_is_undecided_in_time", "test_only_a_search_imports_sympy",
        "test_without_where_a_chain_of_quotients_is_a_chain", "test_what_is_too_large_is_told",
        "test_every_pointer_names_a_theorem_that_stands_in_its_file", "test_everything_or_one_source_is_at_the_bound",
        "test_a_cheaper_law_refutes_it", "test_imports_point_one_way", "test_spoiled_multipliers_are_refused",
        "test_a_chain_entry_that_may_vanish_is_an_exceptional_set",
        "test_output_that_cannot_be_written_is_no_traceback",
        "test_every_program_has_a_limit_and_a_reason_to_skip_and_every_random_number_a_seed",
        "test_too_many_moves_are_refused_in_one_line",
        "test_examples_do_not_depend_on_what_is_imported", "test_a_command_says_undecided",
        "test_the_converse_comes_out_and_the_misprint_is_refuted", "test_one_line_where_coq_is_missing",
        "test_what_rests_on_a_refuted_or_undecided_claim_is_undecided", "test_a_full_device_is_told_in_one_line",
        "test_certificates_are_valid_without_site_packages", "test_the_letter_compiles_to_two_pages_at_most",
        "test_command", "test_a_checker_that_believes_every_statement_is_noticed",
        "test_no_theory_contains_a_forbidden_word",
        "test_a_source_that_is_never_requested_first_bounds_nothing",
        "test_a_divisor_that_only_squares_show_to_have_a_sign_is_no_exceptional_set",
        "test_a_checker_that_believes_too_much_is_noticed", "test_the_command_writes_the_page",
        "test_the_command_writes_it_and_strict_makes_errata_failures",
        "test_a_large_domain_is_looked_at_once_however_many_statements_there_are",
        "test_many_large_expressions_are_refused_together", "test_coefficients_and_costs_may_have_parameters_too",
        "test_facts_that_nothing_rests_on_are_left_out", "test_among_many_hypotheses_a_small_sum_of_products_is_found",
        "test_what_is_at_most_one_and_not_one_is_less", "test_what_is_given_up_says_why",
        "test_a_denominator_of_the_chain_that_vanishes_inside_is_not_passed_over",
        "test_lemma_1_and_the_probability_of_downloading_both", "test_a_region_without_hypotheses_is_told_in_words",
        "test_a_search_comes_to_the_same_verdict", "test_the_search_is_not_believed",
        "test_two_sources_split_where_the_two_laws_change_places", "test_a_region_may_say_something_for_all_labels",
        "test_two_absolute_values_need_two_splits", "test_the_matrix_is_told_with_where_it_holds",
        "test_a_claim_that_is_undecided_is_left_out_of_the_record", "test_refuted_statements_are_named_alike",
        "test_a_planted_violation_is_caught", "test_one_failure_refutes_and_one_open_statement_leaves_open",
        "test_what_a_claim_rests_on_can_stand_out", "test_a_program_reads_undecided",
        "test_the_parts_of_a_region_are_shown_to_cover_it", "test_ten_sources_are_solved_and_checked",
        "test_a_point_that_is_hard_to_find_may_be_given", "test_a_statement_may_rest_on_one_before",
        "test_a_terminal_that_cannot_show_greek_gets_escapes", "test_the_query_chain_is_told_for_where_it_holds",
        "test_no_text_of_the_claims_loses_a_sign"}
"""Tests that take a quarter of a second or more, and need nothing that tells it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever draws examples, or needs a browser, is slow."""
    for item in items:
        drawn = item.get_closest_marker("drawn") or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if drawn or {"chromium", getattr(item, "originalname", "")} & {*getattr(item, "fixturenames", ()), *SLOW}:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Tests and modules stay until the end: no garbage is looked for among them."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Under `make fuzz`, a failure is known even if the time is over before the run has ended."""
    if report.failed and (path := os.environ.get("ONOFF_FAILED")):
        Path(path).touch()
