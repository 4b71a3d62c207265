"""Schemes under privacy modes, against an enumeration of all requests and queries in fractions.

The enumeration knows two ways to carry a scheme over to a mode. At an ON time both download everything; afterwards the
rules see the request of the last ON time F⁻(t) as X_0, and
    relative   count t from F⁻(t), as the package does;
    absolute   keep t itself, as the printed φ_t of Appendix D does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from reference import request_chain, table
from onoff_symbolic import modes
from onoff_symbolic.cli import main
from onoff_symbolic.errors import InputError
from onoff_symbolic.examine import examine, with_prior
from onoff_symbolic.kernel import Judgement, Kernel, Verdict, judge
from onoff_symbolic.modes import parse_mode, under_all_modes, under_mode
from onoff_symbolic.obligation import Case, Identity, Shannon
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.proofs.printed import PRINTED
from onoff_symbolic.properties import Setting
from onoff_symbolic.region import Region
from onoff_symbolic.scheme_file import load

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

Point = Mapping[str, Fraction]
Mode = tuple[bool, ...]
Law = dict[tuple[str, ...], Fraction]

MODES = [parse_mode(text) for text in ("1,0,0", "1,1,0,0", "1,0,1,0", "1,0,0,1,0", "1,1,1,0,1", "1,0,1,1,0")]
LOW = [{"alpha": Fraction(1, 5), "beta": Fraction(1, 3), "delta": Fraction(1, 4)},
       {"alpha": Fraction(0), "beta": Fraction(2, 5), "delta": Fraction(1, 2)}]
HIGH = [{"alpha": Fraction(4, 5), "beta": Fraction(2, 3), "delta": Fraction(1, 4)},
        {"alpha": Fraction(1), "beta": Fraction(1, 2), "delta": Fraction(1, 3)}]


# -- enumeration ---------------------------------------------------------------------------------------------------


def rows(p: Point, time: int, first: str, request: str, previous: str) -> Mapping[str, Fraction]:
    """Section IV-A: after A or B the request, after AB the row of Table III."""
    if previous != "AB":
        return {request: Fraction(1)}
    part = "a" if p["alpha"] + p["beta"] < 1 else "bc"[time % 2]
    return table(part, p["alpha"], p["beta"])[first, request]


def law_under(p: Point, mode: Mode, absolute: bool = False) -> Law:
    """The law of (X_0, …, X_n, Q_0, …, Q_n)."""
    chain = request_chain(p["alpha"], p["beta"])
    law: Law = {("A", "AB"): p["delta"], ("B", "AB"): 1 - p["delta"]}
    last = 0
    for now in range(1, len(mode)):
        last = now if mode[now] else last
        longer: Law = {}
        for atom, weight in law.items():
            requests, queries = atom[:now], atom[now:]
            for target, step in chain[requests[-1]].items():
                if not step:
                    continue
                sent: Mapping[str, Fraction] = {"AB": Fraction(1)}
                if not mode[now]:
                    sent = rows(p, now if absolute else now - last, requests[last], target, queries[-1])
                for query, chance in sent.items():
                    if weight * chance:
                        longer[(*requests, target, *queries, query)] = weight * step * chance
        law = longer
    return law


def marginal(law: Law, places: Iterable[int]) -> Law:
    found: Law = {}
    kept = tuple(places)
    for atom, weight in law.items():
        key = tuple(atom[i] for i in kept)
        found[key] = found.get(key, Fraction(0)) + weight
    return found


def defects(p: Point, mode: Mode, absolute: bool = False) -> dict[tuple[int, str, str], tuple[Fraction, Fraction]]:
    """(t, ON requests x, queries (h, q)) → Pr(x, h, q)·Pr(h) and Pr(x, h)·Pr(h, q), for h, q of positive probability.

    Privacy under the mode is that the two are equal for all of them."""
    found = {}
    for n in range(len(mode)):
        law = law_under(p, mode[:n + 1], absolute)
        on = [i for i in range(n + 1) if mode[i]]
        before, after = range(n + 1, 2 * n + 1), range(n + 1, 2 * n + 2)
        whole, with_x = marginal(law, (*on, *after)), marginal(law, (*on, *before))
        with_q, alone = marginal(law, after), marginal(law, before)
        for queries, chance in with_q.items():
            for x in product("AB", repeat=len(on)):
                left = whole.get((*x, *queries), Fraction(0)) * alone[queries[:-1]]
                right = with_x.get((*x, *queries[:-1]), Fraction(0)) * chance
                found[n, ",".join(x), ",".join(queries)] = left, right
    return found


def leaks(p: Point, mode: Mode, absolute: bool = False) -> bool:
    return any(left != right for left, right in defects(p, mode, absolute).values())


# -- the engine against it -----------------------------------------------------------------------------------------


def obligations(case: str, mode: Mode) -> list[Identity]:
    paper = Paper()
    where, scheme = (paper.low, paper.low_scheme) if case == "low" else (paper.high, paper.high_scheme)
    found = list(under_mode(where, scheme.on(where.region), paper.prior, mode))
    assert all(isinstance(o, Identity) for o in found)
    return [o for o in found if isinstance(o, Identity)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case, points", [("low", LOW), ("high", HIGH)])
def test_the_obligations_are_the_numbers_of_the_enumeration(case: str, points: list[Point], mode: Mode) -> None:
    """Both sides of every identity at every point; where the enumeration has more, both of its sides are zero."""
    asked = obligations(case, mode)
    for p in points:
        expected = defects(p, mode)
        seen = set()
        for o in asked:
            context = dict(o.context)
            key = int(context["t"]), context["ON requests"], context["history"]
            values = o.left.at({**p, "u": Fraction(0)}), o.right.at({**p, "u": Fraction(0)})
            assert values == expected.get(key, (Fraction(0), Fraction(0)))
            seen.add(key)
        assert not [key for key, pair in expected.items() if key not in seen and any(pair)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case, points", [("low", LOW), ("high", HIGH)])
def test_the_scheme_of_the_paper_with_relative_time_is_private(case: str, points: list[Point], mode: Mode) -> None:
    assert judge(obligations(case, mode), Kernel()).verdict is Verdict.PROVED
    assert not [p for p in points if leaks(p, mode)]


@pytest.fixture
def absolute_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are given the time itself in place of the time since the last ON time."""
    real = modes._moved

    def moved(scheme: object, law: object, since: int, on: bool) -> object:
        time = len(next(iter(law))[2])  # type: ignore[call-overload]
        return real(scheme, law, time, on)  # type: ignore[arg-type]

    monkeypatch.setattr(modes, "_moved", moved)


@pytest.mark.usefixtures("absolute_time")
@pytest.mark.parametrize("mode", MODES)
def test_with_absolute_time_the_engine_finds_what_the_enumeration_finds(mode: Mode) -> None:
    """Table III(b) and (c) go by the parity of t itself: private if no OFF time follows an odd ON time."""
    found = judge(obligations("high", mode), Kernel())
    odd = any(max(i for i in range(t) if mode[i]) % 2 for t in range(1, len(mode)) if not mode[t])
    assert [leaks(p, mode, absolute=True) for p in HIGH] == [odd, odd]
    assert found.verdict is (Verdict.REFUTED if odd else Verdict.PROVED)
    if odd:
        _recomputed(found, mode)
    assert judge(obligations("low", mode), Kernel()).verdict is Verdict.PROVED, "Table III(a) knows no parity"


def _recomputed(found: Judgement, mode: Mode) -> None:
    witness = found.witness
    assert witness is not None
    context = dict(witness.context)
    key = int(context["t"]), context["ON requests"], context["history"]
    left, right = defects(witness.point, mode, absolute=True)[key]
    assert (witness.found, witness.expected) == (str(left), str(right)) and left != right


def test_all_modes_are_private_if_the_step_mode_is() -> None:
    paper = Paper()
    for item in paper.settings:
        assert isinstance(item, Setting)
        found = judge(under_all_modes(item), Kernel())
        assert found.verdict is Verdict.PROVED
        assert any(isinstance(o.obligation, Shannon) for o in found.outcomes), "earlier ON requests are looked at too"


def test_tables_in_the_wrong_order_leak_under_all_modes() -> None:
    """What absolute time makes of the scheme after an odd ON time: (b) at odd and (c) at even distance."""
    wrong = Paper(replace(PRINTED, table_b=PRINTED.table_c, table_c=PRINTED.table_b))
    setting = Setting(wrong.high, wrong.high_scheme.on(wrong.high.region))
    assert judge(under_all_modes(setting), Kernel()).verdict is Verdict.REFUTED
    for text in ("1,0", "1,0,1,0", "1,1,0,0"):
        found = judge(under_mode(setting.case, setting.scheme, wrong.prior, parse_mode(text)), Kernel())
        assert found.verdict is Verdict.REFUTED


def test_a_scheme_that_leaks_late_leaks_only_where_the_mode_lets_it() -> None:
    """examples/late-leak.toml tells about X_0 at the third time after an ON time, and not before."""
    file = load(str(EXAMPLES / "late-leak.toml"))
    scheme, prior = with_prior(file.scheme)
    case = Case("the whole region", Region.of(scheme.field, "alpha >= 0", "beta >= 0", "alpha + beta < 1"))
    expected = {"1,0,0": True, "1,0,0,0": False, "1,0,0,1,0,0": True, "1,0,1,0,0,0": False, "1,1,1,1": True}
    for text, private in expected.items():
        found = judge(under_mode(case, scheme, prior, parse_mode(text)), Kernel())
        assert (found.verdict is Verdict.PROVED) == private, text
        if found.witness is not None:
            assert dict(found.witness.context)["t"] == str(len(text.split(",")) - 1)


# -- modes in words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, mode", [
    ("1,0", (True, False)), (" 1 , 0 , 1 ", (True, False, True)), ("1,1,1", (True, True, True)),
    ("1,0,0,0,0,0,0,1", (True, False, False, False, False, False, False, True)),
])
def test_a_mode_is_read(text: str, mode: Mode) -> None:
    assert parse_mode(text) == mode


@pytest.mark.parametrize("text, reason", [
    ("", "expected 0 and 1"), ("1,", "expected 0 and 1"), ("10", "expected 0 and 1"), ("1;0", "expected 0 and 1"),
    ("1,2", "expected 0 and 1"), ("ON,OFF", "expected 0 and 1"), ("1,-1", "expected 0 and 1"),
    ("ALL", "expected 0 and 1"), ("1,٠", "expected 0 and 1"), ("0,1", "begins with 1"), ("0", "begins with 1"),
    ("1,0,0,0,0,0,0,0,0", "at most 8 times, found 9"), ("x" * 500, "expected 0 and 1"),
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
    ("paper-low", "1,0,0,1,0", "proved", 0), ("paper-high", "1,0,0,1,0", "proved", 0),
    ("paper-low", "all", "proved", 0), ("paper-high", "all", "proved", 0), ("always-both", "all", "proved", 0),
    ("request-only", "1,0,0,1,0", "refuted", 1), ("request-only", "all", "refuted", 1),
    ("late-leak", "1,0,0,0", "refuted", 1), ("late-leak", "all", "refuted", 1), ("late-leak", "1,0,0,1", "proved", 1),
    ("request-only", "1,1,1", "proved", 1),
]
"""Scheme, mode, verdict under the mode, exit code: a scheme that leaks in the step mode fails under any mode."""


@pytest.mark.parametrize("name, mode, verdict, code", COMMANDS)
def test_a_scheme_under_a_mode_in_text(
    capsys: pytest.CaptureFixture[str], name: str, mode: str, verdict: str, code: int
) -> None:
    found, text, _ = run(capsys, "scheme", str(EXAMPLES / f"{name}.toml"), "--mode", mode)
    assert found == code
    title = "every mode" if mode == "all" else f"the mode {mode}"
    assert f"\nprivacy under {title}\n  {verdict}\n" in text
    assert ("why not private under the mode" in text) == (verdict == "refuted")


@pytest.mark.parametrize("name, mode, verdict, code", COMMANDS[4:9])
def test_a_scheme_under_a_mode_for_programs(
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
    p = {name: Fraction(value) for name, value in witness["parameters"].items()}
    delta, context = p["Pr(X_0=A)"], witness["context"]
    chain = request_chain(p["alpha"], p["beta"])
    query = context["history"].removeprefix("AB,")
    prior = {"A": delta, "B": 1 - delta}
    both = prior[context["ON requests"]] * chain[context["ON requests"]][query]
    alone = prior[context["ON requests"]] * sum(prior[a] * chain[a][query] for a in "AB")
    assert (witness["found"], witness["expected"], context["t"]) == (str(both), str(alone), "1") and both != alone


def test_without_a_mode_nothing_is_said_about_modes(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = run(capsys, "scheme", str(EXAMPLES / "paper-low.toml"), "--format", "json")
    assert code == 0 and "mode" not in json.loads(text)
    assert examine(load(str(EXAMPLES / "paper-low.toml"))).under_mode is None


@pytest.mark.parametrize("mode", ["0,1", "1,2", "", "1,0,0,0,0,0,0,0,0"])
def test_a_bad_mode_is_bad_usage(capsys: pytest.CaptureFixture[str], mode: str) -> None:
    code, text, message = run(capsys, "scheme", str(EXAMPLES / "paper-low.toml"), "--mode", mode)
    assert (code, text) == (2, "")
    assert message.startswith("onoff-verify: --mode: expected ") and message.count("\n") == 1
