"""Regions of schemes: quotients without `where`, divisors that cancel, what may vanish; witnesses at their limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from onoff_symbolic import checker, judge
from onoff_symbolic.cli import main
from onoff_symbolic.errors import InputError
from onoff_symbolic.result import Verdict
from onoff_symbolic.schemes.files import parse_cases
from onoff_symbolic.schemes.histories import require_few_moves

LOW = (Path(__file__).resolve().parent.parent / "examples" / "paper-low.toml").read_text(encoding="utf-8")
WHERE = 'where = ["alpha >= 0", "beta >= 0", "alpha + beta < 1"]'
FIRST, SECOND = 'A = { A = "1 - alpha", B = "alpha" }', 'B = { A = "beta", B = "1 - beta" }'
ALL = '[[rule]]\n[rule.table]\n' + "".join(f'"{a},{x}" = {{ AB = "1" }}\n' for a in "AB" for x in "AB")

Judged = Callable[..., tuple[Any, dict[str, Any]]]


def scheme(first: str, second: str, rules: str = ALL, where: str = "") -> str:
    return (f'sources = ["A", "B"]\n{where}\n[chain]\n{first}\n{second}\n[queries]\nA = ["A"]\nB = ["B"]\n'
            f'AB = ["A", "B"]\n{rules}')


@pytest.fixture
def judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Judged:
    """What `scheme` says of a file, and its certificate, which the checker accepts."""

    def handed_in(text: str) -> tuple[Any, dict[str, Any]]:
        path, out = tmp_path / "scheme.toml", tmp_path / "certificate.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit):
            main(["scheme", str(path), "--format", "json", "--certificate", str(out)])
        said = json.loads(capsys.readouterr().out)
        assert word(out.read_bytes()) == "valid"
        return said, json.loads(out.read_text(encoding="utf-8"))

    return handed_in


def word(certificate: bytes) -> str:
    return checker.judge({"scheme": certificate})["scheme"].word


def verdicts(said: Any) -> list[str]:
    return [said[name]["verdict"] for name in ("normalised", "decodable", "private")]


PROVED = ["proved"] * 3


@pytest.mark.slow
@pytest.mark.parametrize("first,region", [
    ('A = { A = "a/(a + b)", B = "b/(a + b)" }', ["a + b != 0", "a**2 + a*b >= 0", "a*b + b**2 >= 0"]),
    ('A = { A = "1/(1 + a)", B = "a/(1 + a)" }', ["1 + a > 0", "a >= 0"]),
    ('A = { A = "a/a - b", B = "b" }', ["b <= 1", "b >= 0", "a != 0"]),
])
def test_without_where_a_chain_of_quotients_is_a_chain(judged: Judged, first: str, region: list[str]) -> None:
    said, _ = judged(scheme(first, 'B = { A = "1/2", B = "1/2" }'))
    assert verdicts(said) == PROVED and said["region"] == region


@pytest.mark.slow
def test_a_divisor_that_cancels_in_where_is_not_zero(judged: Judged) -> None:
    rules = ALL.replace('"A,A" = { AB = "1" }', '"A,A" = { AB = "beta/beta" }')
    where = 'where = ["0 <= alpha <= 1", "0 <= beta <= 1"{}]'
    said, _ = judged(scheme(FIRST, SECOND, rules, where.format(', "alpha*beta/beta >= 0"')))
    assert verdicts(said) == PROVED and "beta != 0" in said["region"]
    said, _ = judged(scheme(FIRST, SECOND, rules, where.format("")))
    assert verdicts(said)[0] == "refuted" and said["normalised"]["witness"]["parameters"]["beta"] == "0"


@pytest.mark.slow
def test_what_is_at_most_one_and_not_one_is_less(judged: Judged) -> None:
    where = 'where = ["alpha >= 0", "beta >= 0", "alpha + beta <= 1", "alpha != 1", "beta <= 1", "beta != 1"]'
    said, certificate = judged(LOW.replace(WHERE, where))
    assert verdicts(said) == PROVED
    covers = [each for each in certificate["goal"]["proves"] if each["kind"] == "cover"]
    assert len(covers) == 2 and all(each["parts"][1] is None for each in covers)
    whole = certificate["goal"]["regions"]["whole"]
    certificate["goal"]["regions"]["whole"] = [text for text in whole if "!=" not in text]
    assert word(json.dumps(certificate).encode()) == "invalid"


@pytest.mark.slow
def test_a_chain_entry_that_may_vanish_is_an_exceptional_set(judged: Judged) -> None:
    text = LOW.replace(WHERE, 'where = ["alpha >= 0", "beta >= 0", "alpha + beta <= 1"]')
    text = text.replace('"A,B" = { B = "1" }', '"A,B" = { B = "alpha/alpha" }')
    said, _ = judged(text)
    assert verdicts(said) == PROVED
    assert {each["where"]: each["outcome"] for each in said["exceptions"]} == dict.fromkeys(
        ("alpha = 1, beta = 0", "alpha = 0, beta < 1", "alpha = 0, beta = 1"), "holds")
    wrong = text.replace('"A,A" = { A = "beta/(1 - alpha)"', '"A,A" = { A = "beta*(alpha/alpha)/(1 - alpha)"')
    assert verdicts(judged(wrong)[0])[0] == "refuted"       # this row is used where alpha = 0, too


@pytest.mark.slow
@pytest.mark.parametrize("divisor", ["a**2 - a + 3/10"])
def test_a_divisor_that_only_squares_show_to_have_a_sign_is_no_exceptional_set(judged: Judged, divisor: str) -> None:
    rules = ALL.replace('"A,A" = { AB = "1" }', f'"A,A" = {{ AB = "({divisor})/({divisor})" }}')
    said, certificate = judged(scheme('A = { A = "1 - a", B = "a" }', 'B = { A = "b", B = "1 - b" }', rules,
                                      'where = ["0 < a < 1", "0 < b < 1"]'))
    assert verdicts(said) == PROVED and said["region"] == ["a > 0", "a < 1", "b > 0", "b < 1"]
    assert [s["parts"].count(None) for s in certificate["goal"]["proves"] if s["kind"] == "cover"] == [2]


@pytest.mark.slow
def test_a_leak_that_comes_late_is_found() -> None:
    """A rule may begin up to t = 60."""
    (found,) = judge.cases(parse_cases(scheme(FIRST, SECOND, "[[rule]]\nt = 60\nrequest = true\n" + ALL, WHERE)))
    assert [each.verdict.value for each in (found.normalised, found.decodable, found.private)] == [
        "proved", "proved", "refuted"]
    assert found.query_chain.why == "the entries of its matrix become too long"


@pytest.mark.slow
@pytest.mark.parametrize("rule, question, last", [(ALL.replace('AB = "1"', 'A = "1"'), "decodable", 6),
                                                  ("[[rule]]\nrequest = true\n", "private", 5)])
def test_what_fails_too_late_for_the_checker_is_told(rule: str, question: str, last: int,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onoff_symbolic.search.failures.LONGEST", 6)
    for time in (last, last + 1):
        text = scheme(FIRST, SECOND, rule.replace("[[rule]]", f"[[rule]]\nt = {time}") + ALL, WHERE)
        (found,) = judge.cases(parse_cases(text))
        part = getattr(found, question)
        late = f"it seems to fail at t = {time}; the checker follows a scheme up to t = {last}"
        assert (part.verdict.value, part.why) == (("refuted", "") if time == last else ("undecided", late))
        others = {"normalised", "decodable", "private"} - {question}
        assert {getattr(found, name).verdict.value for name in others} == {"proved"}


@pytest.mark.parametrize("name", ["a", "w1"])
def test_a_witness_against_a_query_chain_names_the_law_of_the_first_request(judged: Judged, name: str) -> None:
    rows = {"A,A": 'A = "1"', "A,B": 'AB = "1"', "B,A": 'AB = "1"', "B,B": 'A = "1/2", AB = "1/2"'}
    table = "[[rule]]\n[rule.table]\n" + "".join(f'"{pair}" = {{ {row} }}\n' for pair, row in rows.items())
    said, _ = judged(scheme(f'A = {{ A = "1 - {name}", B = "{name}" }}', f'B = {{ A = "{name}", B = "1 - {name}" }}',
                            table, f'where = ["{name} > 0", "{name} < 1/2"]'))
    assert said["query_chain"]["verdict"] == "refuted"
    told = said["query_chain"]["witness"]["parameters"]
    assert told == {name: "1/3", "Pr(X_0=A)": "1/2", "Pr(X_0=B)": "1/2"}


def subsets(count: int) -> str:
    """Eight sources and so many queries: any set that has the request, one as likely as the other."""
    names = "ABCDEFGH"
    sets = ["".join(chosen) for size in (1, 2, 3) for chosen in combinations(names, size)][:count - 1] + [names]
    rows = [f'{a} = {{ {", ".join(f"""{x} = "1/8" """ for x in names)} }}' for a in names]
    table = [f'"{a},{x}" = {{ {", ".join(f"""{q} = "1/{n}" """ for q in sets if x in q)} }}'
             for a in names for x in names for n in [sum(x in q for q in sets)]]
    return "\n".join([f"sources = {list(names)}", "[chain]", *rows, "[queries]", *(f"{q} = {list(q)}" for q in sets),
                      "[[rule]]", "[rule.table]", *table])


@pytest.mark.slow
def test_too_many_moves_are_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.toml"
    path.write_text(subsets(93), encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        main(["scheme", str(path)])
    printed = capsys.readouterr()
    assert caught.value.code == 3 and printed.out == ""
    assert printed.err == (f"onoff-verify: {path}: undecided: 8 sources and 93 queries make more than 250000 moves "
                           "between states\n")
    (small,) = parse_cases(subsets(64))
    require_few_moves(small.scheme)


class TestChainWithoutValue:
    """A chain that is not defined somewhere."""

    def test_at_a_point_is_not_proved_there(self, judged: Judged) -> None:
        quotients, second = 'A = { A = "a/(a + b)", B = "b/(a + b)" }', 'B = { A = "1/2", B = "1/2" }'
        here, _ = judged(scheme(quotients, second, where='where = ["a >= 0", "b >= 0"]'))
        inside, _ = judged(scheme(quotients, second, where='where = ["a > 0", "b >= 0"]'))
        assert "proved" not in verdicts(here) and verdicts(inside) == PROVED

    def test_everywhere_is_refused(self) -> None:
        with pytest.raises(InputError):
            judge.cases(parse_cases(scheme('A = { A = "x/x", B = "1 - x/x" }', SECOND, where='where = ["x = 0"]')))

    def test_in_its_table_is_refuted(self) -> None:
        wrong = ALL.replace('AB = "1"', 'AB = "x/x"')
        (found,) = judge.cases(parse_cases(scheme('A = { A = "1" }', 'B = { B = "1" }', wrong, 'where = ["x = 0"]')))
        assert found.normalised.verdict is Verdict.REFUTED and found.cost_form is None
