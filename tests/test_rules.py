"""Rules that see the last request, apply at single times or on a part of the region; names for the same set."""

from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from onoff_symbolic.errors import InputError
from onoff_symbolic.schemes.files import SchemeFile, load, load_cases, load_chain, parse_cases
from onoff_symbolic.schemes.histories import leak
from onoff_symbolic.schemes.scheme import Scheme

HEAD = 'sources = ["A", "B"]\n'
CHAIN = '[chain]\nA = { A = "2/3", B = "1/3" }\nB = { A = "1/4", B = "3/4" }\n'
QUERIES = '[queries]\nA = ["A"]\nB = ["B"]\nAB = ["A", "B"]\n'
SINGLE = '[[rule]]\nprevious = ["A", "B"]\nrequest = true\n'
TABLE = '''[rule.table]
"A,A" = { A = "3/8", AB = "5/8" }
"A,B" = { B = "1" }
"B,A" = { A = "1" }
"B,B" = { B = "4/9", AB = "5/9" }
'''
LAST = f'[[rule]]\nprevious = ["AB"]\ngiven = "last request"\n{TABLE}'


def one(text: str) -> SchemeFile:
    (case,) = parse_cases(text)
    return case


def leaks(scheme: Scheme) -> tuple[str, ...] | None:
    found = leak(scheme)
    return None if found is None else found.history


def test_rows_given_the_last_request() -> None:
    scheme = one(HEAD + CHAIN + QUERIES + SINGLE + LAST).scheme
    assert leaks(scheme) is None
    moves = {state: dict(scheme.walk().moves(2, state)) for state in (("B", "A", "AB"), ("A", "B", "AB"))}
    assert moves["B", "A", "AB"]["B", "A", "A"] == Fraction(2, 3) * Fraction(3, 8)
    assert moves["A", "B", "AB"]["A", "A", "A"] == Fraction(1, 4)


def test_a_rule_for_single_times() -> None:
    late = f'[[rule]]\nt = 3\nprevious = ["AB"]\nrequest = true\n{SINGLE}{LAST}'
    scheme = one(HEAD + CHAIN + QUERIES + late).scheme
    assert (scheme.process.settled, scheme.process.period, list(scheme.phases)) == (3, 1, [0, 1, 2, 3])
    assert [scheme.process.phase(t) for t in range(6)] == [0, 1, 2, 3, 3, 3]
    history = leaks(scheme)
    assert history is not None
    assert len(history) == 4
    assert history[:3] == ("AB", "AB", "AB")
    prior = dict.fromkeys(scheme.sources, scheme.field.one / 2)
    _, _, before, after = islice(scheme.walk(prior).layers(), 4)
    assert ("A", "A", "AB") in before
    assert ("A", "A", "AB") not in after


@pytest.mark.parametrize("when, times", [
    ("2", [2]),
    ('"= 2"', [2]),
    ('"<= 3"', [1, 2, 3]),
    ('">= 6"', [6, 7, 8, 9]),
    ('"odd, >= 4"', [5, 7, 9]),
    ('"1 mod 3"', [1, 4, 7]),
    ('"even, <= 5"', [2, 4]),
])
def test_when_a_rule_applies(when: str, times: list[int]) -> None:
    other = LAST.replace('["AB"]', '["AB"]\nt = ' + when)
    scheme = one(HEAD + CHAIN + QUERIES + SINGLE + other + LAST).scheme
    rule = scheme.process.rules[1]
    assert [t for t in range(1, 10) if rule.fits(t, "AB")] == times
    for time in range(1, 40):   # a phase is followed by the same rules
        assert rule.fits(time + 1, "AB") == rule.fits(scheme.process.phase(time) + 1, "AB")


def test_a_query_that_is_never_asked_needs_no_rule() -> None:
    text = HEAD + CHAIN + QUERIES + 'other = ["B"]\n' + SINGLE + LAST
    assert leaks(one(text).scheme) is None
    with pytest.raises(InputError, match="no rule applies when the previous query is other"):
        one(text.replace('"A,B" = { B = "1" }', '"A,B" = { other = "1" }'))


def test_rows_that_are_never_used_may_be_left_out() -> None:
    chain = CHAIN.replace('A = "2/3", B = "1/3"', 'A = "1"')
    rows = HEAD + chain + QUERIES + SINGLE + LAST
    one(rows.replace('"A,B" = { B = "1" }\n', ""))
    with pytest.raises(InputError, match="rule 2, table: the row B,A is missing"):
        one(rows.replace('"B,A" = { A = "1" }\n', ""))
    with pytest.raises(InputError, match="rule 2, table: the row A,B is missing"):
        one((HEAD + CHAIN + QUERIES + SINGLE + LAST).replace('"A,B" = { B = "1" }\n', ""))
    narrow = SINGLE.replace('["A", "B"]\nrequest = true', f'["B"]\ngiven = "last request"\n{TABLE}')
    one(HEAD + CHAIN + QUERIES + narrow.replace('"A,A" = { A = "3/8", AB = "5/8" }\n', "")
        + '[[rule]]\nprevious = ["A"]\nrequest = true\n' + LAST)


WITH = 'sources = ["A", "B"]\nwhere = ["0 <= a <= 1", "0 <= b <= 1"]\n' \
    '[chain]\nA = { A = "1 - a", B = "a" }\nB = { A = "b", B = "1 - b" }\n' + QUERIES + SINGLE
LOW = '''[[rule]]
where = ["a + b < 1"]
given = "last request"
[rule.table]
"A,A" = { A = "b/(1 - a)", AB = "(1 - a - b)/(1 - a)" }
"A,B" = { B = "1" }
"B,A" = { A = "1" }
"B,B" = { B = "a/(1 - b)", AB = "(1 - a - b)/(1 - b)" }
'''
HIGH = '''[[rule]]
given = "last request"
[rule.table]
"A,A" = { A = "1" }
"A,B" = { B = "(1 - b)/a", AB = "(a + b - 1)/a" }
"B,A" = { A = "(1 - a)/b", AB = "(a + b - 1)/b" }
"B,B" = { B = "1" }
'''


def test_rules_with_hypotheses_make_cases() -> None:
    cases = parse_cases(WITH + LOW + HIGH)
    assert [len(case.scheme.process.rules) for case in cases] == [3, 2]
    low, high = (case.region for case in cases)
    for a, b in ((Fraction(1, 5), Fraction(1, 3)), (Fraction(2, 3), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2))):
        assert (low.holds({"a": a, "b": b}), high.holds({"a": a, "b": b})) == (a + b < 1, a + b >= 1)
    for case in cases:
        assert leaks(case.scheme) is None


def test_a_file_with_cases_is_not_one_scheme(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(WITH + LOW + HIGH, encoding="utf-8")
    assert len(load_cases(str(path))) == 2
    with pytest.raises(InputError, match="expected rules without where, found 2 cases"):
        load(str(path))
    path.write_text(WITH + LOW.replace('"a + b < 1"', '"a < 2"') + HIGH, encoding="utf-8")
    (case,) = load_cases(str(path))
    assert len(case.scheme.process.rules) == 3      # the hypothesis holds everywhere


def test_declared_parameters() -> None:
    assert one("parameters = [\"b\", \"a\", \"c\"]\n" + WITH + HIGH).scheme.field.names == ("b", "a", "c")
    with pytest.raises(InputError, match="parameters: expected one of a, found 'b'"):
        one("parameters = [\"a\"]\n" + WITH + HIGH)
    slip = (WITH + HIGH).replace('"(1 - a)/b"', '"(1 - a)/b + gamma*gamma - gama"')
    with pytest.raises(InputError, match="rule 2, row B,A → A: found gama only here; did you mean gamma"):
        one(slip)
    with pytest.raises(InputError, match="a row that sums to 1"):
        one('parameters = ["a", "b", "gamma", "gama"]\n' + slip)


def test_ten_sources_have_a_chain_but_no_scheme(tmp_path: Path) -> None:
    names = [f"s{i}" for i in range(10)]
    rows = "\n".join(f'{n} = {{ {", ".join(f"{m} = 0.1" for m in names)} }}' for n in names)
    path = tmp_path / "ten.toml"
    path.write_text(f"sources = {names}\n[chain]\n{rows}\n", encoding="utf-8")
    assert len(load_chain(str(path))[0].sources) == 10
    path.write_text(f"sources = {names}\n[chain]\n{rows}\n{QUERIES}{SINGLE}", encoding="utf-8")
    with pytest.raises(InputError, match="expected at most 8 sources, found 10"):
        load(str(path))


def test_a_query_may_be_called_as_a_key() -> None:
    """Parameters are looked for in every row."""
    table = '[rule.table]\n' + "".join(f'"{a},{x}" = {{ t = "p", AB = "1 - p" }}\n' for a in "AB" for x in "AB")
    text = f'{HEAD}where = ["0 <= p <= 1"]\n{CHAIN}[queries]\nAB = ["A", "B"]\nt = ["B", "A"]\n[[rule]]\n{table}'
    assert one(text).scheme.field.names == ("p",)
