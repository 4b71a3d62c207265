"""The checker of certificates: it accepts the committed ones, and nothing that was changed in them.

What is spoiled is in corruptions.py, by kind of step. The fuzzers here change any token, any character, and make up
files. A changed file must be rejected, or prove its goal still; where the goal itself was changed and is accepted, it
is not the claim's any more, and it is worked out again at points by truth.py, which shares nothing with the checker.
"""

from __future__ import annotations

import ast
import copy
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from corruptions import CORRUPTIONS, FOLDER, GOALS, Corruption, Part, data, read, steps
from hypothesis import example, given, settings
from hypothesis import strategies as st
from run import Done, program
from truth import refuted_at

from onoff_symbolic import checker
from onoff_symbolic.search.find import certificate as search
from onoff_symbolic.errors import OnoffError
from onoff_symbolic.proofs import certified
from onoff_symbolic.proofs.catalogue import CLAIMS

IDS = [entry.id for entry in CLAIMS]
SMALL = ("converse-equal-laws", "rate-symmetry", "rate-limit", "table3a", "prop2", "general-last-on", "converse-table",
         "rate-independent", "t-step-law", "appc-case2", "naive-switching", "example-optimal", "converse-private-times")
"""Certificates that are checked in a few milliseconds, with steps of every kind but split among them."""


def judge(*certificates: Part | bytes) -> list[tuple[str, str]]:
    """(answer, reason) for each."""
    files = {str(i): c if isinstance(c, bytes) else json.dumps(c).encode() for i, c in enumerate(certificates)}
    return [(answer, why) for answer, why, _ in checker.judge(files).values()]


def rejected(certificate: Part | bytes) -> str:
    """The reason."""
    (answer, why), = judge(certificate)
    assert answer == "invalid"
    assert not why.startswith("unexpected")
    return why


# -- corruptions of steps and goals ------------------------------------------------------------------------------------


def test_every_kind_of_step_is_spoiled_in_at_least_five_ways() -> None:
    kinds = {step["kind"] for claim in IDS for step in read(claim)["steps"]}
    assert kinds == set(CORRUPTIONS)
    assert min(len({c.name for c in found}) for found in CORRUPTIONS.values()) >= 5
    assert len({c.name for c in GOALS}) >= 15


@pytest.mark.parametrize("claim", sorted({c.claim for found in (*CORRUPTIONS.values(), GOALS) for c in found}))
def test_what_is_spoiled_was_sound(claim: str) -> None:
    certificate = read(claim)
    uses = any(s["kind"] == "uses" for s in certificate["goal"]["proves"] + certificate["goal"]["corrects"])
    (answer, why), = judge(data(claim))
    assert answer == ("incomplete" if uses else "valid")
    assert why.startswith("it uses ") if uses else not why


def _named(found: list[tuple[str, Corruption]]) -> list[Any]:
    return [pytest.param(kind, corruption, id=corruption.name) for kind, corruption in found]


@pytest.mark.parametrize("kind,corruption", _named([(k, c) for k, found in CORRUPTIONS.items() for c in found]))
def test_a_spoiled_step_is_rejected_for_its_fault(kind: str, corruption: Corruption) -> None:
    assert corruption.reason in rejected(corruption.spoiled(kind))


@pytest.mark.parametrize("kind,corruption", _named([("", c) for c in GOALS]))
def test_a_goal_that_the_steps_do_not_show_is_rejected(kind: str, corruption: Corruption) -> None:
    assert corruption.reason in rejected(corruption.spoiled(kind))


EXAMPLES = {"sign": "rate-limit", "factors": "table3a", "identity": "table3a", "relation": "rate-limit",
            "induction": "t-step-law", "duality": "example-optimal", "inverse": "converse-table",
            "trace": "rate-independent", "support": "appc-case2", "split": "prop1", "shannon": "prop2",
            "point": "table3a", "evaluation": "appc-case2"}
STATING = sorted(EXAMPLES.keys() - {"sign", "factors", "point"})


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_step_has_its_keys_and_no_other(kind: str) -> None:
    claim = EXAMPLES[kind]
    for key in steps(read(claim), kind)[0]:
        certificate = read(claim)
        del steps(certificate, kind)[0][key]
        assert rejected(certificate)
    certificate = read(claim)
    steps(certificate, kind)[0]["note"] = ""
    assert "found the unknown key 'note'" in rejected(certificate)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_step_of_an_unknown_kind_is_rejected(kind: str) -> None:
    certificate = read(EXAMPLES[kind])
    steps(certificate, kind)[0]["kind"] = "trust"
    assert rejected(certificate)


@pytest.mark.parametrize("kind", STATING)
def test_a_statement_is_established_once(kind: str) -> None:
    """No step is missing, and none is there twice."""
    certificate = read(EXAMPLES[kind])
    step = steps(certificate, kind)[-1]
    certificate["steps"].append(copy.deepcopy(step))
    assert "or twice" in rejected(certificate)
    certificate = read(EXAMPLES[kind])
    certificate["steps"].remove(step)
    assert rejected(certificate)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_the_steps_of_another_claim_are_rejected(kind: str) -> None:
    certificate, other = read(EXAMPLES[kind]), read("converse-equal-laws")
    certificate["steps"] = other["steps"]
    assert rejected(certificate)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_no_floats_and_no_long_integers(kind: str) -> None:
    text = json.dumps(steps(read(EXAMPLES[kind]), kind)[0])
    whole = data(EXAMPLES[kind]).decode()
    for key in ("number", "region"):
        place = text.find(f'"{key}": ')
        if place >= 0:
            after = place + len(key) + 4
            floats = [(text, "floating") for text in ("0.0", "1e3", "-0.5", "NaN", "Infinity")]
            for wrong, reason in (*floats, ("1234567", "six digits")):
                spoiled = text[:after] + wrong + text[text.index(",", after):]
                assert reason in rejected(whole.replace(text, spoiled).encode())


# -- the file as a whole -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", SMALL)
def test_a_truncated_file_is_rejected(claim: str) -> None:
    whole = data(claim).rstrip()
    for part in range(0, len(whole), 97):
        assert "not JSON" in rejected(whole[:part])
    assert "not JSON" in rejected(whole[:-1])


@pytest.mark.parametrize("more", [b"{}", b"0", b"]", b"}", b",", b"\x00", b"# end", b"null"])
def test_nothing_may_follow(more: bytes) -> None:
    assert "not JSON" in rejected(data("prop2") + more)


@pytest.mark.parametrize("old,new,reason", [
    (b'"version": 1', b'"version": 2', "unknown version"),
    (b'"version": 1', b'"version": "1"', "version is not of the expected type"),
    (b'"version": 1', b'"version": true', "version is not of the expected type"),
    (b'"version": 1', b'"version": 1, "version": 1', "a key occurs twice"),
    (b'"version": 1', b'"version": 1, "by": ""', "unknown key 'by'"),
    (b'"version": 1,', b'', "expected the key version"),
    (b'onoff-certificate', b'certificate', "not a certificate"),
    (b'"claim"', b'"Claim"', "expected the key claim"),
    (b'prop2', b'prop\xff', "not UTF-8"),
])
def test_the_head_of_the_file(old: bytes, new: bytes, reason: str) -> None:
    assert reason in rejected(data("prop2").replace(old, new, 1))


def test_a_file_that_is_too_long_is_rejected() -> None:
    assert "at most" in rejected(data("prop2") + b" " * checker.MAX_BYTES)


@pytest.mark.parametrize("text", ["(" * 900 + "1" + ")" * 900 + " = 1", "x**401 = 0", "(1 + x)**400*(1 - x)**400 = 0",
                                  "sum i in 0..9999: sum j in 0..9999: x = 0", "9" * 3000 + " = x",
                                  "for i in 0..9999; j in 0..9999: x = 0", "1/0 = x", "x/(x - x) = 1"])
def test_a_statement_that_asks_for_too_much_is_rejected(text: str) -> None:
    certificate = read("rate-symmetry")
    certificate["goal"]["proves"][1]["text"] = text
    assert rejected(certificate)


def test_deep_nesting_is_rejected() -> None:
    assert "not JSON" in rejected(b"[" * 200_000)
    assert "not JSON" in rejected(b'{"a":' * 200_000)


MINUS = "-" * 1501 + "1"


def test_a_long_row_of_signs_is_counted() -> None:
    certificate = read("rate-symmetry")
    certificate["goal"]["proves"][1]["text"] = f"{MINUS} = 1"
    assert "is not shown" in rejected(certificate)
    certificate["goal"]["proves"][1]["text"] = f"-{MINUS} = 1"
    assert judge(certificate) == [("valid", "")]


def test_a_law_that_refutes_nothing_is_rejected() -> None:
    """The law of the accepted certificate: X = Y = Z is a fair bit."""
    path = Path(__file__).with_name("accepted") / "refuted.json"

    def reason(atoms: list[Any], variables: str = "XYZ") -> str:
        certificate = json.loads(path.read_text(encoding="utf-8"))
        step = next(s for s in certificate["steps"] if "atoms" in s.get("shows", {}))
        step["shows"] = {"variables": list(variables), "atoms": atoms}
        return rejected(certificate)

    fair = [[["0", "0", "0"], "1/2"], [["1", "1", "1"], "1/2"]]
    assert judge(path.read_bytes()) == [("valid", "")]
    assert "the law does not show it" in reason([[["0", "0", "0"], "1/2"], [["1", "0", "1"], "1/2"]])
    assert "do not sum to 1" in reason(fair[:1])
    assert "not an atom" in reason([*fair, [["1", "1", "0"], "1/2"], [["1", "0", "0"], "-1/2"]])
    assert "a variable has no law" in reason(fair, "XYW")


def test_a_weight_without_value_is_rejected() -> None:
    certificate = read("prop2")
    certificate["goal"]["proves"][0]["text"] = "1/0*I(X;V,W|Y) = 0"
    assert rejected(certificate)


def test_a_sum_does_not_bind_a_name_of_the_goal() -> None:
    """1 + 2 < 0 is not proved by a sequence of negative numbers."""
    certificate = read("rate-symmetry")
    certificate["goal"]["proves"][0].update(start={"u": "-1"}, next={"u": "-1"}, text=["sum u in 1,2: u < 0"])
    steps(certificate, "induction")[0]["multipliers"] = []
    assert rejected(certificate)


# -- claims that use others --------------------------------------------------------------------------------------------


def _claim(name: str, *uses: str, region: str = "all", **goal: Any) -> Part:
    """A certificate that uses others, and says 1 = 1 itself."""
    proves = [{"kind": "uses", "region": region, "claim": each} for each in uses]
    proves.append({"kind": "holds", "region": "all", "text": "1 = 1"})
    regions = {"all": [], "secret": ["0 < delta < 1"]}
    whole = {"claim": name, "title": "", "verdict": "proved", "names": ["delta"], "tables": {}, "schemes": {},
             "regions": regions, "proves": proves, "fails": [], "conditions": [], "corrects": [], **goal}
    points = [{"kind": "point", "region": each, "at": {"delta": "1/2"}} for each in regions]
    identity = {"kind": "identity", "part": "proves", "number": len(uses), "cites": []}
    return {"format": "onoff-certificate", "version": 1, "goal": whole, "steps": [*points, identity]}


CONDITION = {"text": "0 < delta < 1", "where": ["0 < delta < 1"]}
LISTED: Part = {"verdict": "conditional", "conditions": [CONDITION]}


def test_a_used_claim_must_be_there() -> None:
    assert judge(_claim("one", "other")) == [("incomplete", "it uses other")]
    assert judge(_claim("one", "other"), _claim("other")) == [("valid", ""), ("valid", "")]
    assert judge(_claim("one", "other"), _claim("other", "third"))[0] == ("incomplete", "it uses other")


def test_a_circle_of_uses_proves_nothing() -> None:
    answers = judge(_claim("one", "other"), _claim("other", "one"), _claim("third", "third"), _claim("fourth"))
    assert [answer for answer, _ in answers] == ["incomplete", "incomplete", "incomplete", "valid"]


def test_an_invalid_claim_is_no_help() -> None:
    spoiled = read("rate-symmetry")
    spoiled["steps"].pop()
    assert [answer for answer, _ in judge(_claim("one", "rate-symmetry"), spoiled)] == ["incomplete", "invalid"]


def test_a_refuted_claim_is_no_help() -> None:
    assert judge(_claim("one", "appb-case2"), data("appb-case2"))[0] == ("incomplete", "it uses appb-case2")


def test_two_files_about_one_claim_are_not_both_accepted() -> None:
    assert "another file is about" in judge(_claim("one"), _claim("one"))[1][1]


def test_a_condition_is_passed_on_or_granted() -> None:
    used = data("converse-equal-laws")
    assert "is not passed on" in judge(used, _claim("one", "converse-equal-laws"))[1][1]
    assert judge(used, _claim("one", "converse-equal-laws", **LISTED))[1] == ("valid", "")
    assert judge(used, _claim("one", "converse-equal-laws", region="secret"))[1] == ("valid", "")


def test_a_condition_comes_from_a_failure_or_from_a_claim_in_use() -> None:
    assert "nothing fails" in judge(_claim("other"), _claim("one", "other", **LISTED))[1][1]
    assert "is not what conditional means" in rejected(_claim("one", **LISTED))


def test_a_condition_that_is_passed_on_keeps_its_relations() -> None:
    weaker = {**LISTED, "conditions": [{"text": "0 < delta < 1", "where": ["1 > 0"]}]}
    answers = judge(data("converse-equal-laws"), _claim("one", "converse-equal-laws", **weaker), _claim("two", "one"))
    assert [answer for answer, _ in answers][1:] != ["valid", "valid"]


def test_the_relations_of_a_condition_raise_nothing() -> None:
    odd = {**LISTED, "conditions": [{"text": "0 < delta < 1", "where": [f"{MINUS} > 0"]}]}
    answers = judge(data("converse-equal-laws"), _claim("one", "converse-equal-laws", **odd), _claim("two", "one"))
    assert [answer for answer, _ in answers][1:] != ["valid", "valid"]


# -- fuzzers -----------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of a JSON value but the value itself."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield (*path, key)
        yield from places(part, (*path, key))


PLACES = {claim: list(places(read(claim))) for claim in SMALL}
WORDS = sorted({
    *"AB", "AB", "", "low", "high", "all", "square", "alpha", "beta", "delta", "u", "=", "!=", ">", ">=", "<", "0",
    "1", "-1", "2", "1/2", "-1/2", "1/0", "01", "1.5", "proves", "corrects", "conditional", "proved", "refuted",
    "holds", "identity", "relation", "sign", "I(X;V|Y)", "H(W|V,Y,S)", "1 - alpha", "alpha < 1", "0 <= delta",
    "alpha + beta > 1", "X_t", "\ud800", "\x00", "é", "sum", "for x in A: 1 = 1"})
SCALARS = st.one_of(st.sampled_from(WORDS), st.integers(-3, 12), st.sampled_from([None, True, False, 999999, [], {}]))


def changed(certificate: Part, path: tuple[Any, ...], how: str, scalar: Any, other: int) -> None:
    """One token of a certificate is changed, in place."""
    holder: Any = certificate
    for key in path[:-1]:
        holder = holder[key]
    key = path[-1]
    if how == "rename" and isinstance(holder, dict):
        holder[str(scalar)] = holder.pop(key)
    elif how == "drop":
        del holder[key]
    elif how == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif how == "swap" and isinstance(holder, list):
        holder[key], holder[other % len(holder)] = holder[other % len(holder)], holder[key]
    elif how == "retype" and isinstance(holder[key], str):
        holder[key] = list(holder[key]) if other % 2 else other
    elif how == "edit" and isinstance(holder[key], str):
        text = holder[key]
        cut = other % (len(text) + 1)
        holder[key] = text[:cut] + str(scalar) + text[cut + len(str(scalar)):]
    else:
        holder[key] = scalar


def sound(claim: str, file: bytes) -> None:
    """The file is rejected, or says what the original says, or what it says instead is true as far as points show."""
    (answer, why), = judge(file)
    assert not why.startswith("unexpected")
    if answer == "invalid":
        assert why
        return
    goal = json.loads(file)["goal"]
    if {**goal, "title": ""} != {**read(claim)["goal"], "title": ""}:
        assert goal != certified.goal(claim)
        assert refuted_at(goal) is None


@pytest.mark.slow
@settings(max_examples=900)
@given(claim=st.sampled_from(SMALL), data=st.data())
def test_fuzz_of_tokens(claim: str, data: st.DataObject) -> None:
    certificate = read(claim)
    path = data.draw(st.sampled_from(PLACES[claim]))
    how = data.draw(st.sampled_from(["put", "rename", "drop", "double", "swap", "retype", "edit"]))
    changed(certificate, path, how, data.draw(SCALARS), data.draw(st.integers(0, 40)))
    sound(claim, json.dumps(certificate).encode())


@pytest.mark.slow
@settings(max_examples=900)
@given(claim=st.sampled_from(SMALL), place=st.floats(0, 1), how=st.sampled_from(["flip", "insert", "delete"]),
       sign=st.sampled_from([*'0123456789+-*/=<>!()[]{},:;." AB', "alpha", "beta", "\n", "\\", "\x00", "é", "u", "_"]))
def test_fuzz_of_characters(claim: str, place: float, how: str, sign: str) -> None:
    text = data(claim).decode()
    at = int(place * (len(text) - 1))
    sound(claim, (text[:at] + ("" if how == "delete" else sign) + text[at + (how != "insert"):]).encode())


def test_a_checker_that_believes_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    false = read("table3a")
    false["goal"]["tables"]["Ta"]["entries"][0] = "alpha/(1 - alpha)"
    file = json.dumps(false).encode()
    sound("table3a", file)
    monkeypatch.setattr(checker.Known, "show", lambda *_: None)
    with pytest.raises(AssertionError):
        sound("table3a", file)


PROVABLE = ("converse-equal-laws", "rate-symmetry", "rate-limit", "table3a", "t-step-law", "naive-switching", "table1",
            "rate-monotone", "request-chain", "achievability", "converse-bounds", "appb-equivalence", "download-cost")
GOAL_PLACES = {claim: [path for path in places(read(claim)["goal"]) if path[0] in ("tables", "regions", "proves")]
               for claim in PROVABLE}
SIGNS = [*"0123456789+-*/=<>!", "alpha", "beta", "delta", "u", " < ", " <= ", " > ", " != ", "1 - ", "2*"]


@pytest.mark.slow
@settings(max_examples=250)
@given(claim=st.sampled_from(PROVABLE), data=st.data())
def test_fuzz_of_goals_that_are_proved_again(claim: str, data: st.DataObject) -> None:
    """The search, which wants to please, finds no certificate of a false goal that the checker accepts."""
    goal = read(claim)["goal"]
    path = data.draw(st.sampled_from(GOAL_PLACES[claim]))
    how = data.draw(st.sampled_from(["drop", "double", "swap", "edit", "edit", "edit"]))
    changed(goal, path, how, data.draw(st.sampled_from(SIGNS)), data.draw(st.integers(0, 60)))
    try:
        text = search(goal)
    except OnoffError:
        return
    (answer, why), = judge(text.encode())
    assert not why.startswith("unexpected")
    assert answer == "invalid" or refuted_at(goal) is None


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-10**7, 10**7), st.floats(), st.sampled_from(WORDS),
              st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(WORDS), inner, max_size=4)),
    max_leaves=12)
GOAL_KEYS = tuple(read("prop2")["goal"])


@pytest.mark.slow
@settings(max_examples=300)
@given(JSON)
@example({})
@example([])
@example({"format": "onoff-certificate", "version": 1, "goal": {}, "steps": []})
def test_fuzz_of_json_values(value: Any) -> None:
    assert rejected(json.dumps(value).encode())
    assert rejected({"format": "onoff-certificate", "version": 1, "goal": value, "steps": []})
    spoiled = read("rate-limit")
    spoiled["steps"].insert(2, value)
    assert rejected(spoiled)


@pytest.mark.slow
@settings(max_examples=400)
@given(claim=st.sampled_from(SMALL), path=st.sampled_from(GOAL_KEYS), value=JSON)
def test_fuzz_of_the_parts_of_a_goal(claim: str, path: str, value: Any) -> None:
    certificate = read(claim)
    certificate["goal"][path] = value
    sound(claim, json.dumps(certificate).encode())


@settings(max_examples=300)
@given(st.binary(max_size=60))
def test_fuzz_of_bytes(value: bytes) -> None:
    assert rejected(value)


# -- alone, without anything of ours or of others ----------------------------------------------------------------------


def test_the_checker_imports_the_standard_library_only() -> None:
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(str(node.module).split(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in {"__import__", "eval", "exec", "compile"}
    assert found <= set(sys.stdlib_module_names)
    assert "importlib" not in found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the checker and the certificates, and nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copy(str(checker.__file__), folder / "checker.py")
    for claim in IDS:
        shutil.copy(FOLDER / f"{claim}.json", folder)
    return folder


def run(folder: Path, *arguments: str) -> Done:
    command = [sys.executable, "-I", "-S", "-X", "utf8", "checker.py", *arguments]
    return program(command, cwd=folder)


def test_all_certificates_are_valid_without_site_packages(alone: Path) -> None:
    done = run(alone, *(f"{claim}.json" for claim in IDS))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[-1] == f"{len(IDS)} certificates: {len(IDS)} valid, 0 invalid, 0 incomplete"
    assert [line.split()[1].rstrip(":") for line in lines[:-1] if not line.startswith(" ")] == IDS
    brief = run(alone, "--brief", *(f"{claim}.json" for claim in IDS))
    assert brief.stdout.splitlines() == [line for line in lines if not line.startswith(" ")]


def test_statements_regions_failures_and_conditions_are_printed(alone: Path) -> None:
    done = run(alone, "converse-equal-laws.json")
    assert done.returncode == 0
    *told, condition, last = done.stdout.splitlines()
    assert condition.startswith("    needs  0 < delta < 1")
    assert last.endswith(": 1 valid, 0 invalid, 0 incomplete")
    assert told == [
        "valid  converse-equal-laws: The query has one law for both values of X_0 (conditional)",
        "    region secret: 0 < delta < 1",
        "    region known0: delta = 0",
        "    region known1: delta = 1",
        "    proves  sum a in A,B: prior[a] = 1  on secret",
        "    proves  for a in A,B: prior[a] != 0  on secret",
        "    proves  prior[A]*s/prior[A] = prior[B]*s/prior[B]  on secret",
        "    fails  for a in A,B: prior[a] != 0  on known0 at delta = 0, s = 1/2, a = A  (violates: 0 < delta < 1)",
        "    fails  for a in A,B: prior[a] != 0  on known1 at delta = 1, s = 1/2, a = B  (violates: 0 < delta < 1)",
    ]


def test_invalid_and_incomplete_files_are_told_with_exit_code_1(alone: Path) -> None:
    spoiled = read("prop2")
    spoiled["goal"]["claim"] = "other"
    spoiled["steps"].pop()
    (alone / "spoiled.json").write_text(json.dumps(spoiled), encoding="utf-8")
    done = run(alone, "--brief", "prop2.json", "spoiled.json", "theorem1.json")
    assert (done.returncode, done.stderr) == (1, "")
    first, second, third, last = done.stdout.splitlines()
    assert first.startswith("valid  prop2: ")
    assert second.startswith("invalid  spoiled.json: proves 0 is not established: ")
    assert third.startswith("incomplete  theorem1: ") and third.endswith(
        ": it uses achievability, converse-private-times, converse-bound")
    assert last == "3 certificates: 1 valid, 1 invalid, 1 incomplete"


@pytest.mark.parametrize("arguments", [(), ("--brief",), ("--help",), ("prop2.json", "-x"), ("prop2.json", "none.json"),
                                       (".",)])
def test_a_wrong_call_is_one_line_and_exit_code_2(alone: Path, arguments: tuple[str, ...]) -> None:
    done = run(alone, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
