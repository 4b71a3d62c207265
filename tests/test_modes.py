"""Schemes under privacy modes, against an enumeration of all requests and queries in fractions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import reference
from chance import chance as seeded
from chance import examples
from reference import request_chain
from onoff_symbolic import judge
from onoff_symbolic.cli import main
from onoff_symbolic.errors import InputError
from onoff_symbolic.result import Verdict
from onoff_symbolic.schemes.files import SchemeFile, load, parse_cases
from onoff_symbolic.schemes.modes import parse_mode
from onoff_symbolic.search.scheme import Decision, decide_scheme

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

Mode = tuple[bool, ...]


# -- the answers against it ----------------------------------------------------------------------------------------


def example(name: str) -> SchemeFile:
    return load(str(EXAMPLES / f"{name}.toml"))


@pytest.fixture(scope="module")
def wrong() -> SchemeFile:
    """What absolute time makes of the scheme after an odd ON time: (b) at odd and (c) at even distance."""
    file = example("paper-high")
    stated = file.scheme.rules
    rules = [{**rule, "time": rule["time"] and [2, 1 - rule["time"][1]]} for rule in stated["rules"]]
    assert rules != stated["rules"]
    return replace(file, scheme=replace(file.scheme, rules={**stated, "rules": rules}))


@pytest.mark.parametrize("mode", ["1,0", "1,0,1,0", "all"])
def test_tables_in_the_wrong_order_leak(wrong: SchemeFile, mode: str) -> None:
    found = judge.scheme(wrong, mode)
    assert found.private.verdict is Verdict.REFUTED
    assert found.under_mode is not None and found.under_mode.verdict is Verdict.REFUTED


def test_in_the_wrong_order_the_tables_are_private_where_every_time_is_on(wrong: SchemeFile) -> None:
    found = judge.scheme(wrong, "1,1,1").under_mode
    assert found is not None and found.verdict is Verdict.PROVED


def decided(name: str, mode: str) -> Decision:
    file = example(name)
    return decide_scheme(file.scheme, file.region, parse_mode(mode))


def test_earlier_on_times_are_looked_at_too() -> None:
    found = decided("always-both", "1,0,1,0")
    assert found.verdicts["mode"] == "proved"
    stated = [each for each in found.answers["mode"].data["goal"]["proves"] if each["kind"] == "holds"]
    assert any("I(U;Q|X,P,B) = 0" in each["text"] for each in stated)


@pytest.mark.parametrize("text, private", [
    ("1,0,0", True), ("1,0,0,0", False), ("1,0,0,1,0,0", True), ("1,0,1,0,0,0", False), ("1,1,1,1", True)])
def test_a_scheme_that_leaks_late_leaks_only_where_the_mode_lets_it(text: str, private: bool) -> None:
    """examples/late-leak.toml tells about X_0 at the third time after an ON time, and not before."""
    found = decided("late-leak", text)
    assert found.verdicts["mode"] == ("proved" if private else "refuted")


@pytest.mark.parametrize("alpha, beta", [("S", "P"), ("Q", "X"), ("R", "B"), ("U", "V"), ("K", "indep")])
def test_parameters_may_be_called_as_the_letters_of_the_argument(alpha: str, beta: str) -> None:
    text = (EXAMPLES / "paper-low.toml").read_text(encoding="utf-8").replace("alpha", alpha).replace("beta", beta)
    found = judge.scheme(parse_cases(text)[0], "all").under_mode
    assert found is not None and found.verdict is Verdict.PROVED


# -- modes in words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, mode", [
    ("1,0", (True, False)), (" 1 , 0 , 1 ", (True, False, True)),
])
def test_a_mode_is_read(text: str, mode: Mode) -> None:
    assert parse_mode(text) == mode


@pytest.mark.parametrize("text, reason", [
    ("", "expected 0 and 1"), ("10", "expected 0 and 1"), ("1,2", "expected 0 and 1"), ("1,٠", "expected 0 and 1"),
    ("0,1", "begins with 1"), ("1,0,0,0,0,0,0,0,0", "at most 8 times, found 9"), ("x" * 500, "expected 0 and 1"),
])
def test_a_mode_that_cannot_be_read_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as refused:
        parse_mode(text)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 160


# -- the command ---------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert isinstance(stop.value.code, int)
    shown = capsys.readouterr()
    return stop.value.code, shown.out, shown.err


COMMANDS = [
    ("paper-low", "1,0,0,1,0", "proved", 0), ("paper-high", "all", "proved", 0), ("request-only", "all", "refuted", 1),
    ("late-leak", "1,0,0,0", "refuted", 1), ("late-leak", "1,0,0,1", "proved", 1),
]
"""Scheme, mode, verdict under the mode, exit code: a scheme that leaks in the step mode fails under any mode."""


@pytest.mark.parametrize("name, mode, verdict, code", COMMANDS)
def test_a_scheme_under_a_mode_in_text_and_for_programs(
    capsys: pytest.CaptureFixture[str], name: str, mode: str, verdict: str, code: int
) -> None:
    found, text, _ = run(capsys, "scheme", str(EXAMPLES / f"{name}.toml"), "--mode", mode, "--format", "json")
    document = json.loads(text)
    assert found == code
    assert set(document["mode"]) == {"mode", "verdict", "witness"}
    assert (document["mode"]["mode"], document["mode"]["verdict"]) == (mode, verdict)
    assert (document["mode"]["witness"] is None) == (verdict == "proved")


def test_the_witness_of_a_mode_is_what_the_enumeration_gives(capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = run(capsys, "scheme", str(EXAMPLES / "request-only.toml"), "--mode", "1,0", "--format", "json")
    witness = json.loads(text)["mode"]["witness"]
    chain = request_chain(*(Fraction(witness["parameters"][name]) for name in ("alpha", "beta")))
    start, query = witness["context"]["history"].split(" → ")
    assert start == "AB"
    assert [witness["found"], witness["expected"]] == [str(chain[a][query]) for a in "AB"]
    assert witness["found"] != witness["expected"]


def test_a_leak_under_a_mode_is_told_as_a_history(capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = run(capsys, "scheme", str(EXAMPLES / "late-leak.toml"), "--mode", "1,0,0,0", "--format", "json")
    found = json.loads(text)
    assert found["private"]["witness"]["history"] == ["AB", "AB", "AB", "A"]
    assert found["mode"]["witness"]["context"] == {"history": "AB → AB → AB → A"}
    assert {found["mode"]["witness"][side] for side in ("found", "expected")} == {"1/72", "1/108"}


# -- random schemes ------------------------------------------------------------------------------------------------

ROWS = {2: [("1", "0"), ("0", "1"), ("1/2", "1/2"), ("1/3", "2/3")],
        3: [("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"), ("1/2", "1/2", "0"), ("1/3", "1/3", "1/3")]}


def drawn(rng: Random) -> str:
    """A decodable scheme in numbers, often of a chain in which some requests are certain."""
    sources = "ABC"[:rng.choice((2, 2, 3))]
    rows = [rng.choice(ROWS[len(sources)]) for _ in sources]
    rows = rows[:1] * len(sources) if rng.random() < 0.2 else rows
    queries = [*sources, *(["AB"] if len(sources) == 3 else []), sources]
    lines = [f"sources = {json.dumps([*sources])}", "[chain]"]
    lines += [f"{a} = {law(zip(sources, each, strict=True))}" for a, each in zip(sources, rows, strict=True)]
    lines += ["[queries]", *(f"{q} = {json.dumps([*q])}" for q in queries)]
    for when in rng.choice(((), ("even",), ("odd",))) + ("",):
        lines += ["[[rule]]", *([f't = "{when}"'] if when else [])]
        if rng.random() < 0.2:
            lines.append("request = true")
            continue
        lines += ['given = "last request"'] if rng.random() < 0.3 else []
        lines.append("[rule.table]")
        for a, x in product(sources, repeat=2):
            chosen = rng.sample([q for q in queries if x in q], rng.choice((1, 1, 2)))
            lines.append(f'"{a},{x}" = {law((q, f"1/{len(chosen)}") for q in chosen)}')
    return "\n".join(lines) + "\n"


def law(chances: Iterable[tuple[str, str]]) -> str:
    return "{ " + ", ".join(f'{label} = "{chance}"' for label, chance in chances) + " }"


def reveals(scheme: reference.Brute, mode: Mode) -> bool:
    """Whether a query at some t tells the requests at ON times until t apart, given the queries before; X_0 is drawn
    evenly."""
    paths = {((a,), (scheme.start,)): Fraction(1, len(scheme.sources)) for a in scheme.sources}
    last_on = 0
    for now in range(1, len(mode)):
        last_on = now if mode[now] else last_on
        longer: dict[Any, Fraction] = {}
        for (requests, queries), weight in paths.items():
            for x, step in scheme.chain[requests[-1]].items():
                sent = {scheme.start: Fraction(1)} if mode[now] or not step else scheme.row(
                    now - last_on, requests[last_on], requests[-1], x, queries[-1])
                for query, chance in sent.items():
                    if step * chance:
                        longer[(*requests, x), (*queries, query)] = weight * step * chance
        paths = longer
        known: dict[Any, dict[Any, Fraction]] = {}      # queries before → (ON requests, Q_t) → probability
        for (requests, queries), weight in paths.items():
            here = known.setdefault(queries[:-1], {})
            key = tuple(x for x, on in zip(requests, mode) if on), queries[-1]
            here[key] = here.get(key, Fraction(0)) + weight
        for here in known.values():
            total, secret_laws, sent = sum(here.values()), dict[Any, Fraction](), dict[Any, Fraction]()
            for (secret, query), weight in here.items():
                secret_laws[secret] = secret_laws.get(secret, Fraction(0)) + weight
                sent[query] = sent.get(query, Fraction(0)) + weight
            if any(here.get((s, q), Fraction(0)) * total != secret_laws[s] * sent[q]
                   for s, q in product(secret_laws, sent)):
                return True
    return False


CERTAIN = """
sources = ["A", "B"]
[chain]
A = { A = "1" }
B = { A = "1" }
[queries]
A = ["A"]
B = ["B"]
AB = ["A", "B"]
[[rule]]
given = "first request"
[rule.table]
"A,A" = { A = "1" }
"B,A" = { AB = "1" }
"A,B" = { B = "1" }
"B,B" = { AB = "1" }
"""
"""After B everything is downloaded; but from t = 1 on the request is A."""


def answered(text: str, mode: Mode) -> Verdict:
    file, = parse_cases(text)
    found = judge.scheme(file, ",".join("01"[on] for on in mode))
    assert found.under_mode is not None
    return found.under_mode.verdict


@pytest.mark.parametrize("mode, verdict", [
    ("1,1,0", "proved"), ("1,1,0,1,0,0", "proved"), ("1,0", "refuted"), ("1,1,1,0,1,0", "proved"),
    ("1,0,1,0", "refuted")])
def test_a_request_that_cannot_occur_shows_nothing(mode: str, verdict: str) -> None:
    assert answered(CERTAIN, parse_mode(mode)).value == verdict


@pytest.mark.drawn
def test_modes_of_random_schemes() -> None:
    """What is refuted leaks and what is proved does not, by enumeration; hardly anything is undecided."""
    rng, found = seeded(31), list[tuple[Verdict, bool]]()
    for _ in range(examples(60, 600)):
        text = drawn(rng)
        mode = (True, *(rng.random() < 0.4 for _ in range(rng.choice((2, 3, 4)))))
        file, = parse_cases(text)
        goal = decide_scheme(file.scheme, file.region).goal
        brute = reference.scheme_at(goal["schemes"]["scheme"], {}, goal["tables"])
        verdict = answered(text, mode)
        assert verdict is Verdict.UNDECIDED or (verdict is Verdict.REFUTED) == reveals(brute, mode), (text, mode)
        found.append((verdict, reveals(brute, mode)))
    assert len({*found}) >= 2 and sum(verdict is Verdict.UNDECIDED for verdict, _ in found) <= len(found) // 20, found
