"""Scheme files: what is wrong with one is told in one line; what is right is judged, however hostile it is."""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from run import environment, inside, program

from onoff_symbolic import judge as judging
from onoff_symbolic.algebra.work import MAX_WORK
from onoff_symbolic.errors import InputError
from onoff_symbolic.report import json as report_json
from onoff_symbolic.result import Verdict
from onoff_symbolic.schemes.files import load, load_cases

ROOT = Path(__file__).resolve().parent.parent
LOW = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")
HEAD = 'title = "ON-OFF privacy, Table III(a): alpha + beta < 1"'
SOURCES = 'sources = ["A", "B"]'
WHERE = 'where = ["alpha >= 0", "beta >= 0", "alpha + beta < 1"]'
CHAIN_A = 'A = { A = "1 - alpha", B = "alpha" }'
CHAIN_B = 'B = { A = "beta", B = "1 - beta" }'
ROW = '"A,B" = { B = "1" }'
PREVIOUS = 'previous = ["AB"]'
NUMBERS = (
    (WHERE, ""),
    (CHAIN_A, "A = { A = 0.8, B = 0.2 }"),
    (CHAIN_B, 'B = { A = "0.3", B = "7/10" }'),
    ('A = "beta/(1 - alpha)", AB = "(1 - alpha - beta)/(1 - alpha)"', 'A = "3/8", AB = 0.625'),
    ('B = "alpha/(1 - beta)", AB = "(1 - alpha - beta)/(1 - beta)"', 'B = "2/7", AB = "5/7"'),
)

Refuse = Callable[[str | bytes], str]
Judge = Callable[[str], Any]


def changed(*pairs: tuple[str, str]) -> str:
    text = LOW
    for old, new in pairs:
        assert text.count(old) == 1, f"{old} must stand in the example just once"
        text = text.replace(old, new)
    return text


def entry(value: str) -> str:
    return changed((ROW, f'"A,B" = {{ B = {value} }}'))


@pytest.fixture
def refuse(tmp_path: Path) -> Refuse:
    """Return the message about a bad file: one line of bounded length that names the file."""

    def hand_in(content: str | bytes) -> str:
        path = tmp_path / "bad.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(InputError) as caught:
            load_cases(str(path))
        message = str(caught.value)
        assert message.startswith(f"{path}:")
        assert message.isprintable()
        assert len(message) < 600 + len(str(path))
        return re.sub(r"^:[0-9]*:? ?", "", message.removeprefix(str(path)))

    return hand_in


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Return the JSON report on a scheme file with one case."""

    def hand_in(content: str) -> Any:
        path = tmp_path / "scheme.toml"
        path.write_text(content, encoding="utf-8")
        return json.loads(report_json.cases([judging.scheme(load(str(path)))]))

    return hand_in


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions are given up after a tenth of the work."""
    monkeypatch.setattr("onoff_symbolic.judge.MAX_WORK", MAX_WORK // 10)


def verdicts(report: Any) -> list[str]:
    return [report[part]["verdict"] for part in ("normalised", "decodable", "private")]


# -- what is refused -----------------------------------------------------------------------------------------


UNREADABLE: list[tuple[str | bytes, str]] = [
    (LOW + "][", "is not TOML: Invalid statement"),
    ("sources = [\n", "is not TOML: the array is not closed; add ]"),
    (LOW.replace("\n", "\r"), "is not TOML: "),
    (LOW + "\0", "is not TOML: Invalid statement"),
    (LOW + 'note = "a\0b"', "is not TOML: Illegal character"),
    (LOW.encode() + b"# \xff\n", f"expected UTF-8 text, found the byte 0xff at {len(LOW.encode()) + 2}"),
    (LOW.encode("utf-16"), "expected UTF-8 text, found the byte 0xff at 0"),
    (b"\x80", "expected UTF-8 text, found the byte 0x80 at 0"),
    ("", "the file: sources is missing"),
    (" \n\n", "the file: sources is missing"),
    (LOW + "#" + "x" * 10_000_000, "expected at most 262144 bytes, found more"),
    ("x = " + "[" * 20_000 + "]" * 20_000, "is nested too deeply"),
    ("x = " + "{a = " * 5_000 + "1" + "}" * 5_000, "is nested too deeply"),
    (".".join("a" * 50_000) + " = 1\n" + LOW, "line 1: expected at most 1000 dots in a line, found 49999"),
    ("[" + ".".join("a" * 50_000) + "]\n", "line 1: expected at most 1000 dots in a line, found 49999"),
    ("\n".join(f"k{i} = 1" for i in range(15_000)), "the file: expected one of sources, chain, queries, rule"),
    ("\n".join(f"sources.k{i} = 1" for i in range(10_000)), "the file: chain is missing"),
    (entry("1" * 200_000), "expected at most 2000 digits in a number, found 200000"),
    (entry('"' + "1" * 200_000 + '"'), "expected at most 2000 digits in a number, found 200000"),
    (entry("0." + "1" * 200_000), "expected at most 2000 digits in a number, found 200000"),
    (entry("1" * 1999), "expected a number of at most 4000 bits, found "),
    (entry("0x" + "f" * 200_000), "expected a number of at most 4000 bits, found 800000"),
    (LOW + "[chain]\n", "is not TOML: Cannot declare"),
    (LOW + ROW + "\n" + ROW, "is not TOML: Cannot overwrite a value"),
]


@pytest.mark.parametrize("content, expected", UNREADABLE, ids=range(len(UNREADABLE)))
def test_refuses_a_document_that_cannot_be_read(refuse: Refuse, content: str | bytes, expected: str) -> None:
    assert expected in refuse(content)


LONG_FAULTS = [
    ("title =", "a" * 5000 + " =", "found 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"),
    (SOURCES, f"sources = {[f'S{i}' for i in range(20_000)]}", "sources: expected at most 8 sources, found 20000"),
    ('AB = ["A", "B"]', 'AB = ["A", "B"]\n' + "".join(f'Q{i} = ["A"]\n' for i in range(5000)),
     "[queries]: expected at most 256 queries, found 5003"),
    (WHERE, f"where = {[f'{i}*alpha < {i + 1}' for i in range(1, 66)]}", "expected at most 64 hypotheses, found 65"),
    (WHERE, 'where = ["' + "<".join(map(str, range(200))) + '"]', "where: expected at most 64 hypotheses, found 199"),
]


def faults() -> list[list[str]]:
    """Return what is changed in the example, into what, and what is said of it."""
    blocks = (ROOT / "tests" / "golden" / "scheme_faults.diff").read_text(encoding="utf-8").strip().split("\n\n")
    return [["\n".join(line[2:] for line in block.split("\n") if line[0] == sign) for sign in "-+:"]
            for block in blocks]


@pytest.mark.parametrize("old, new, expected", [*faults(), *LONG_FAULTS], ids=lambda text: text[:30])
def test_names_place_expected_and_found(refuse: Refuse, old: str, new: str, expected: str) -> None:
    assert expected in refuse(changed((old, new)))


def test_refuses_too_many_rules_and_too_long_a_period(refuse: Refuse) -> None:
    assert "[[rule]]: expected at most 256 rules, found 2002" in refuse(LOW + "[[rule]]\nrequest = true\n" * 2000)
    rules = "".join(f'[[rule]]\nt = "1 mod {m}"\nrequest = true\n' for m in (5, 7, 8, 9, 11))
    assert "[[rule]]: expected rules that repeat after at most 60 steps, found 27720" in refuse(LOW + rules)


DEEP = "(" + " + ".join(f"{p}**7" for p in "abcdefgh") + " + a*b*c*d*e*f*g*h"
SLOW = "(1 + a)/(a**7*b**7*c**7*d**7*e**7*f**7*g**7*h**7 + a + 2*b + 3*c + 5*d + 7*e + 11*f + 13*g + 17*h)"


@pytest.mark.parametrize("text", [
    f"{SLOW} + {SLOW.replace('3*c', '4*c')} + {SLOW.replace('5*d', '6*d')}",
    f"{DEEP})**4/{DEEP} + 1)**4",
    " + ".join(f"1/(a**2 + {i}*b*c + {i * i}*d)" for i in range(1, 30)),
    " * ".join(f"(a + {i}*b + {i * i}*c + d)" for i in range(1, 30)),
    "(1 + a + b + c)**9/(1 + a - b + c)**9*(1 + a + b - c)**9/(1 - a + b + c)**9",
], ids=range(5))
def test_refuses_expressions_that_would_take_for_ever(refuse: Refuse, text: str) -> None:
    refuse(entry(f'"{text}"'))


@pytest.mark.slow
def test_refuses_many_large_expressions_together(refuse: Refuse) -> None:
    big = "(1 + alpha + beta)**22/(2 + alpha - beta)**22"
    rows = "".join(f'[[rule]]\n[rule.table]\n"A,A" = {{ A = "{big}*{k}", AB = "1 - {big}*{k}" }}\n'
                   '"A,B" = { AB = "1" }\n"B,A" = { AB = "1" }\n"B,B" = { AB = "1" }\n' for k in range(1, 50))
    assert "too" in refuse(LOW + rows)


@pytest.mark.parametrize("name, reason", [
    ("no-such-file.toml", "cannot be read: No such file or directory"),
    (".", "cannot be read: Is a directory"),
    ("x\0y", "is not a file name: "),
    ("x" * 5000, "cannot be read: File name too long"),
    ("/dev/zero", "expected a file, found a device"),
])
def test_refuses_what_is_no_file(name: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        load_cases(name)


def test_the_command_prints_one_line_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a\n\x1b[31mb.toml"
    out = tmp_path / "out"
    path.write_text("", encoding="utf-8")
    found = inside("scheme", str(path), "-o", str(out))
    assert found.returncode == 2
    assert found.stdout == ""
    assert not out.exists()
    assert found.stderr.count("\n") == 1
    assert "a\\n\\x1b[31mb.toml: the file: sources is missing" in found.stderr


# -- what is judged ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_other_ways_to_write_the_same_file(judge: Judge) -> None:
    """A mark of byte order, ends of lines and signs as other systems and people write them."""
    plain = "\n".join(line for line in LOW.splitlines() if not line.startswith(("title", "#")))
    typed = plain.replace("alpha", "α").replace("beta", "β").replace(">= 0", "≥ 0").replace("1 - α", "1 − α")
    report = judge(plain)
    for other in ("\ufeff" + plain.replace("\n", "\r\n"), typed, 'parameters = ["α", "β"]\n' + typed):
        assert judge(other) == report


@pytest.mark.slow
@pytest.mark.parametrize("value", ["1", "1.0", "0x1", '" 1 "', '"alpha/alpha*1.00"'])
def test_numbers_may_be_written_in_many_ways(judge: Judge, value: str) -> None:
    positive = 'where = ["alpha > 0", "beta >= 0", "alpha + beta < 1"]'
    text = changed((ROW, f'"A,B" = {{ B = {value} }}'), (WHERE, positive))
    assert verdicts(judge(text)) == ["proved", "proved", "proved"]


class TestProbabilities:
    @pytest.mark.usefixtures("hasty")
    @pytest.mark.parametrize("row", ['B = "1 - 2*alpha", AB = "2*alpha"', 'B = "3/2", AB = "-1/2"'])
    def test_refutes_a_row_of_the_table(self, judge: Judge, row: str) -> None:
        report = judge(changed((ROW, f'"A,B" = {{ {row} }}')))
        witness = report["normalised"]["witness"]
        assert report["normalised"]["verdict"] == "refuted"
        assert witness["found"].startswith("-")
        assert witness["expected"] == ">= 0"
        assert (witness["context"]["(X_0, X_t, Q_t)"], witness["context"]["next request"]) == ("A,A,AB", "B")

    def test_supposes_those_of_the_chain(self, judge: Judge) -> None:
        report = judge(changed((WHERE, 'where = ["0 <= alpha <= 2", "0 <= beta <= 1/2"]')))
        assert "alpha <= 1" in report["region"]

    def test_without_them_there_is_no_query_chain_and_no_cost(self, judge: Judge) -> None:
        """For alpha + beta > 1 the table has negative entries: its matrix and its cost would say nothing."""
        report = judge(changed((WHERE, 'where = ["0 <= alpha < 1", "0 <= beta < 1"]')))
        assert report["normalised"]["verdict"] == "refuted"
        assert report["query_chain"]["verdict"] == "undecided"
        assert report["query_chain"]["matrix"] is None
        assert report["cost"] == {"t": None}

    def test_numbers_need_no_parameters(self, judge: Judge) -> None:
        report = judge(changed(*NUMBERS))
        assert verdicts(report) == ["proved"] * 3
        assert report["region"] == []
        assert report["query_chain"]["matrix"]["AB"] == {"A": "3/10", "B": "1/5", "AB": "1/2"}
        leaking = judge(changed(*NUMBERS).replace("3/8", "1/2").replace("0.625", "0.5"))
        assert leaking["private"]["verdict"] == "refuted"
        assert leaking["private"]["witness"]["parameters"] == {}


class TestDenominators:
    def test_one_of_an_unreachable_row_makes_an_exceptional_point(self, judge: Judge) -> None:
        report = judge(changed((WHERE, WHERE.replace("< 1", "<= 1"))))
        assert verdicts(report) == ["proved"] * 3
        assert report["query_chain"]["where"] == ["alpha < 1", "beta < 1"]
        assert report["exceptions"] == [{"where": "alpha = 1, beta = 0", "outcome": "holds"},
                                        {"where": "alpha = 0, beta = 1", "outcome": "holds"}]

    def test_one_of_a_reachable_row_is_refuted(self, judge: Judge) -> None:
        report = judge(changed((ROW, '"A,B" = { B = "beta/beta" }')))
        witness = report["normalised"]["witness"]
        assert {"where": "beta = 0", "outcome": "fails"} in report["exceptions"]
        assert witness["parameters"]["beta"] == "0"
        assert witness["found"] == "no value"

    def test_one_of_the_chain_is_not_passed_over(self, judge: Judge, refuse: Refuse) -> None:
        cancelling = (CHAIN_B, 'B = { A = "beta*alpha/alpha", B = "1 - beta" }')
        assert any("alpha = 0" in exception["where"] for exception in judge(changed(cancelling))["exceptions"])
        nowhere = changed(cancelling, (WHERE, 'where = ["alpha = 0", "0 <= beta < 1"]'))
        assert refuse(nowhere) == "[chain]: a denominator is zero wherever the hypotheses hold"


class TestRegion:
    def test_a_parameter_without_hypotheses_is_named_with_the_line_to_add(self, tmp_path: Path) -> None:
        path = tmp_path / "scheme.toml"
        path.write_text(changed((ROW, '"A,B" = { B = "gamma", AB = "1 - gamma" }')), encoding="utf-8")
        said = 'Not supposed  nothing about γ: add "0 ≤ γ ≤ 1" to where, if it is a probability\n'

        assert said in inside("scheme", str(path)).stdout
        supposed = path.read_text(encoding="utf-8").replace("where = [", 'where = ["0 ≤ γ ≤ 1", ')
        path.write_text(supposed, encoding="utf-8")
        assert "Not supposed" not in inside("scheme", str(path)).stdout

    def test_is_that_of_the_chain_where_none_is_stated(self, judge: Judge, refuse: Refuse) -> None:
        assert {*judge(changed((WHERE, "")))["region"]} == {"alpha >= 0", "alpha <= 1", "beta >= 0", "beta <= 1"}
        impossible = changed((WHERE, ""), (CHAIN_A, 'A = { A = "2 + beta", B = "-1 - beta" }'))
        assert refuse(impossible) == "[chain]: expected entries >= 0 for some parameters, found a contradiction"

    @pytest.mark.slow
    @pytest.mark.parametrize("where, region", [
        ('["alpha = beta", "0 <= alpha", "2*alpha < 1"]', ["beta = alpha", "alpha >= 0", "2*alpha < 1"]),
        ('["1/4 <= alpha", "4*alpha <= 1", "0 <= beta <= 1/2"]', ["alpha = 1/4", "beta >= 0", "2*beta <= 1"]),
        ('["alpha >= 0", "beta >= 0", "alpha + beta <= 0"]', ["alpha = 0", "beta = 0"]),
    ])
    def test_may_have_any_dimension(self, judge: Judge, where: str, region: list[str]) -> None:
        report = judge(changed((WHERE, f"where = {where}")))
        assert verdicts(report) == ["proved"] * 3
        assert sorted(report["region"]) == sorted(region)

    @pytest.mark.slow
    @pytest.mark.usefixtures("hasty")
    @pytest.mark.parametrize("where", ['["alpha > 0", "beta > 0", "alpha**2 + beta**2 < alpha*beta"]',
                                       '["alpha >= 0", "alpha**2 - alpha + 1 <= 0"]'])
    def test_nothing_is_proved_on_an_empty_one_that_looks_like_none(self, tmp_path: Path, where: str) -> None:
        path = tmp_path / "empty.toml"
        path.write_text(changed((WHERE, f"where = {where}")), encoding="utf-8")
        found = judging.scheme(load(str(path)))
        assert {part.verdict for part in found.properties.values()} == {Verdict.UNDECIDED}
        assert not found.certificate


def test_a_rule_for_every_third_time(judge: Judge) -> None:
    first = 'previous = ["A", "B"]\nrequest = true'
    report = judge(changed((first, f't = "2 mod 3"\nrequest = true\n\n[[rule]]\n{first}')))
    assert report["private"]["witness"]["history"] == ["AB", "AB", "A"]
    assert len(report["query_chain"]["phases"]) == 3


# -- schemes that would take for ever ------------------------------------------------------------------------


def dense(sources: int, parameters: int) -> str:
    """Every entry of the chain and of the table a different mixture: nothing cancels, everything grows."""
    names = [f"S{i}" for i in range(sources)]
    letters = "abcdefgh"[:parameters]

    def law(columns: list[str], shift: int) -> str:
        parts = {c: f"{letters[(shift + k) % parameters]}/({9 * len(columns)} + {shift}*{letters[k % parameters]})"
                 for k, c in enumerate(columns[:-1])}
        parts[columns[-1]] = "1 - (" + " + ".join(parts.values()) + ")"
        return ", ".join(f'{c} = "{text}"' for c, text in parts.items())

    lines = [f"sources = {names}", f"where = {[f'0 <= {p} <= 1' for p in letters]}", "[chain]"]
    lines += [f"{a} = {{ {law(names, i)} }}" for i, a in enumerate(names)]
    lines += ["[queries]", *(f'{a} = ["{a}"]' for a in names), f"ALL = {names}", "[[rule]]", "[rule.table]"]
    lines += [f'"{a},{b}" = {{ {law([b, "ALL"], 3 * i + j)} }}'
              for i, a in enumerate(names) for j, b in enumerate(names)]
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("sources, parameters, limit", [(3, 3, 20_000), (4, 3, 50_000), (8, 2, 100_000)])
def test_a_scheme_that_explodes_is_given_up_in_good_order(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, sources: int, parameters: int, limit: int
) -> None:
    monkeypatch.setattr("onoff_symbolic.judge.MAX_WORK", limit)
    report = judge(dense(sources, parameters))
    assert "undecided" in [*verdicts(report), report["query_chain"]["verdict"]]
    assert {*report["cost"]} == ({"1", "2", "3", "4", "t"} if verdicts(report)[0] == "proved" else {"t"})


def test_a_region_with_too_many_exceptional_sets_is_given_up_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onoff_symbolic.judge.MAX_WORK", 1_000)
    path = tmp_path / "scheme.toml"
    path.write_text(changed((WHERE, 'where = ["alpha >= 0", "beta >= 0"]')), encoding="utf-8")
    found = inside("scheme", str(path))
    assert found.returncode == 3
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1
    assert found.stderr.startswith(f"onoff-verify: {path}: undecided: ")


@pytest.mark.slow
def test_the_bound_on_work_is_the_same_on_every_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here and in another process, with other hashes."""
    path = tmp_path / "scheme.toml"
    path.write_text(dense(3, 2), encoding="utf-8")
    words = ["scheme", str(path), "--format", "json"]
    code = ("import sys, onoff_symbolic.judge as e; e.MAX_WORK = 100_000\n"
            "from onoff_symbolic.cli import main; main(sys.argv[1:])")
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    there = program([sys.executable, "-c", code, *words], cwd=tmp_path, env=environment({"PYTHONHASHSEED": seed}))
    monkeypatch.setattr("onoff_symbolic.judge.MAX_WORK", 100_000)
    assert inside(*words).stdout == there.stdout
    assert "undecided" in there.stdout
