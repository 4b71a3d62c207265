"""The checker of certificates: it accepts nothing that was changed in an accepted one, unless it is still true.

What is changed on purpose is in corruptions.py. The fuzzers here change any token, any character, and make up files. A
changed file must be rejected, or prove its goal still; where the goal itself was changed and is accepted, it is worked
out again at points by truth.py, which shares nothing with the checker.
"""

from __future__ import annotations

import ast
import copy
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chance import examples
from corruptions import CORRUPTIONS, FOLDER, Corruption, changed as put, read, spoiled
from hypothesis import given, settings
from hypothesis import strategies as st
from run import Done, program
from truth import refuted_at, unfailing_at

from onoff_symbolic import checker
from onoff_symbolic.checker import KINDS, Facts, Region, extensions, meaning
from onoff_symbolic.checker.polynomials import MAX_BYTES, MAX_DEGREE, Invalid, Poly, Work, power, times
from onoff_symbolic.errors import OnoffError
from onoff_symbolic.search.find import certificate as search

HOME = Path(checker.__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
SMALL = """
    holds always conditional cover entropy general program scheme refuted experiment denied alike apart least
    lower varying varied
""".split()
"""Certificates that are checked in a few milliseconds."""

Part = dict[str, Any]
bounded = settings()


def data(name: str) -> bytes:
    return (FOLDER / f"{name}.json").read_bytes()


def judge(certificate: Part | bytes) -> checker.Answer:
    file = certificate if isinstance(certificate, bytes) else json.dumps(certificate).encode()
    return checker.judge({"it": file})["it"]


def rejected(certificate: Part | bytes) -> checker.Answer:
    answer = judge(certificate)
    assert answer.word == "invalid", answer
    assert answer.kind not in ("", "unexpected") and answer.why
    return answer


# -- one change ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", CORRUPTIONS, ids=lambda change: f"{change.file}-{change.place}")
def test_a_change_is_rejected_for_its_fault(change: Corruption) -> None:
    answer = rejected(spoiled(change.file, change.place, *change.instead))
    assert (answer.kind, answer.why[: len(change.at)]) == (change.kind, change.at)


def test_an_induction_that_fails_at_phase_0_says_so() -> None:
    lemma = (FOLDER.parent.parent / "proofs/certificates/lemma1.json").read_bytes()
    why = rejected(lemma.replace(b"(1 - alpha - beta)/", b"(1 - alpha + beta)/")).why
    assert "at t ≡ 0: AB: " in why, why


@pytest.mark.slow
def test_every_part_of_a_certificate_is_changed() -> None:
    assert {change.place.split("/")[0] for change in CORRUPTIONS} >= {
        "version",
        "format",
        "goal",
        "points",
        "invariants",
        "values",
        "facts",
        "failures",
    }
    files = {change.file for change in CORRUPTIONS if change.place.startswith("goal/")}
    changed = {kind for name in files for kind in KINDS if f'"kind": "{kind}"' in data(name).decode()}
    assert changed >= KINDS.keys() - {"uses"}
    assert {change.kind for change in CORRUPTIONS} >= {
        "form",
        "fact",
        "shown",
        "failure",
        "point",
        "verdict",
        "condition",
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_evidence_of_another_claim_is_rejected(name: str) -> None:
    if not name.startswith("holds"):
        assert rejected({**read("holds"), "goal": read(name)["goal"]})


# -- the file as a whole ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "law,values,word",
    [
        (["1 - z", "z"], ["2/3", "1/2"], "valid"),
        (["1 - z", "z"], ["2", "1/2"], "invalid"),
        (["1 - z", "z"], ["2/3", "-1", "1/2"], "invalid"),
        (["1 - z", "z/(1 - z)"], ["1", "1/2"], "invalid"),
    ],
)
def test_a_sequence_fails_where_all_laws_are_laws(law: list[str], values: list[str], word: str) -> None:
    varied = read("varied")
    put(varied, "goal/regions/noise", [])
    put(varied, "goal/experiments", {"E": {"X": {"values": "0..1", "law": law}}})
    put(varied, "goal/fails/0/statement/start/x", "Pr(E, X = 1)")
    put(varied, "failures/0/time", len(values) - 1)
    put(varied, "failures/0/varying", [{"z": value} for value in values])
    assert judge(varied).word == word


@pytest.mark.parametrize("value,word", [("3/4", "valid"), ("1/4", "invalid")])
def test_what_varies_violates_the_condition(value: str, word: str) -> None:
    where = {"x": "0", "y": "0", "z": "0"}
    varied = read("varied")
    put(varied, "goal/verdict", "conditional")
    put(varied, "goal/domain", "noise")
    put(varied, "goal/conditions", [{"text": "little noise", "where": ["z < 1/2"]}])
    put(varied, "goal/proves", [{"kind": "holds", "region": "noise", "text": "z >= 0"}])
    put(varied, "goal/fails/0/violates", "little noise")
    put(varied, "goal/fails/0/statement/text", ["x <= 0"])
    put(varied, "points", {"noise": where, "conditions": where})
    failure = {"at": {**where, "z": "1"}, "time": 0, "varying": [{"z": value}]}
    assert judge(put(varied, "failures", [failure])).word == word


@pytest.mark.parametrize("name,place", [("varied", "fails/0/statement"), ("experiment", "denies/0")])
def test_what_a_failing_statement_cites_is_not_looked_at(name: str, place: str) -> None:
    assert judge(put(read(name), f"goal/{place}/by", ["nothing"])).word == "valid"


@pytest.mark.parametrize("name", SMALL)
def test_a_truncated_file_is_rejected(name: str) -> None:
    whole = data(name).rstrip()
    for part in (*range(0, len(whole), 97), len(whole) - 1):
        assert rejected(whole[:part]).kind == "form"


@pytest.mark.parametrize("more", [b"{}", b"0", b"]", b"}", b",", b"\x00", b"# end", b"null"])
def test_nothing_may_follow(more: bytes) -> None:
    assert rejected(data("holds") + more).kind == "form"


@pytest.mark.parametrize(
    "old,new",
    [
        (b'"version": 3', b'"version": 1'),
        (b'"version": 3', b'"version": "2"'),
        (b'"version": 3', b'"version": true'),
        (b'"version": 3', b'"version": 3, "version": 3'),
        (b'"version": 3', b'"version": 3, "by": ""'),
        (b'"version": 3,', b""),
        (b"onoff-certificate", b"certificate"),
        (b'"claim"', b'"Claim"'),
        (b'"claim": "holds"', b'"claim": "hol\xff"'),
        (b'["1", 1]', b'["1", 1.0]'),
        (b'["1", 1]', b'["1", 1e0]'),
        (b'["1", 1]', b'["1", NaN]'),
        (b'["1", 1]', b'["1", 1000001]'),
    ],
)
def test_the_form_of_the_file(old: bytes, new: bytes) -> None:
    assert old in data("holds")
    assert rejected(data("holds").replace(old, new, 1)).kind in ("form", "fact")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "(" * 900 + "1" + ")" * 900 + " = 1",
        "a**401 = 0",
        "(1 + a)**400*(1 - a)**400 = 0",
        "sum i in 0..9999: sum j in 0..9999: a = 0",
        "9" * 10_000 + " = a",
        "-" * 90_000 + "1 = a",
        "for i in 0..9999; j in 0..9999: a = 0",
        "1/0 = a",
        "a/(a - a) = 1",
    ],
)
@pytest.mark.usefixtures("impatient")
def test_a_statement_that_asks_for_too_much_is_rejected(text: str) -> None:
    assert rejected(spoiled("holds", "goal/proves/1/text", text))


# -- what is told ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_work_does_not_depend_on_what_was_read_before(name: str) -> None:
    meaning.parse_once.cache_clear()
    spent = []
    for _ in range(2):
        checker.Certificate(data(name))
        spent.append(Work.done)
    assert spent[0] == spent[1] > 0


# -- fuzzers ---------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of a JSON value but the value itself."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield (*path, key)
        yield from places(part, (*path, key))


PLACES = {name: list(places(read(name))) for name in SMALL}
PLAIN = """
    != -1 -1/2 0 01 1 1.5 1/0 1/2 2 < = > >= A A,A,AB AB B H(X) I(X;V|Y) M S T a all b conditional corrects d f0
    f1 holds private proved proves refuted small sum u unit x y é
""".split()
WORDS = sorted(
    [*PLAIN, "", "proves 0", "1 - a", "a < 1", "0 <= d", "path[A,A] = path[B,B]", "\ud800", "\x00", "for x in A: 1 = 1"]
)
SCALARS = st.one_of(st.sampled_from(WORDS), st.integers(-3, 12), st.sampled_from([None, True, False, 999999, [], {}]))


def alike(token: str, scalar: str) -> str:
    """Another token of the same sort: a number, a word, a sign or a relation."""
    if token.isdigit():
        return scalar if scalar.isdigit() else str(int(token) + 1)
    if token in "+-*/":
        return {"+": "-", "-": "+", "*": "+", "/": "*"}[token]
    if token in ("<", "<=", ">", ">=", "=", "!="):
        return scalar.strip() if scalar.strip() in ("<", "<=", ">", ">=", "=", "!=") else ">="
    return scalar if token.isidentifier() and scalar.isidentifier() else token


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
    elif how == "token" and isinstance(holder[key], str) and holder[key]:
        parts = re.findall(r"\w+|<=|>=|!=|\*\*|\W", holder[key])
        parts[other % len(parts)] = alike(parts[other % len(parts)], str(scalar))
        holder[key] = "".join(parts)
    elif how == "edit" and isinstance(holder[key], str):
        text = holder[key]
        cut = other % (len(text) + 1)
        holder[key] = text[:cut] + str(scalar) + text[cut + len(str(scalar)):]
    else:
        holder[key] = scalar


def sound(name: str, file: bytes) -> None:
    """The file is rejected, or says what the original says, or what it says instead is true as far as points show."""
    answer = judge(file)
    assert answer.kind != "unexpected"
    if answer.word == "invalid":
        assert answer.why
        return
    goal = json.loads(file)["goal"]
    if {**goal, "title": ""} != {**read(name)["goal"], "title": ""}:
        assert refuted_at(goal) is None
    assert unfailing_at(json.loads(file)) is None


@settings(bounded, max_examples=examples(150, 900))
@given(name=st.sampled_from(SMALL), data=st.data())
def test_fuzz_of_tokens(name: str, data: st.DataObject) -> None:
    certificate = read(name)
    path = data.draw(st.sampled_from(PLACES[name]))
    how = data.draw(st.sampled_from(["put", "rename", "drop", "double", "swap", "retype", "edit"]))
    changed(certificate, path, how, data.draw(SCALARS), data.draw(st.integers(0, 40)))
    sound(name, json.dumps(certificate).encode())


@pytest.mark.slow
def test_a_checker_that_believes_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle of the fuzzers is awake: for relations, for schemes and for programs."""
    false = [
        ("holds", "goal/tables/T/entries/0", "a - 1"),
        ("scheme", "goal/tables/T/entries/0", "1/2"),
        ("program", "goal/proves/0/value", "7/5"),
        ("cost", "goal/beside/0/value", "2 + u"),
    ]
    for row in false:
        sound(row[0], json.dumps(spoiled(*row)).encode())
    monkeypatch.setattr(Region, "has", lambda *_: True)
    for row in false:
        with pytest.raises(AssertionError):
            sound(row[0], json.dumps(spoiled(*row)).encode())


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, path, value",
    [
        ("least", "goal/proves/1/value", "2 - p"),
        ("least", "goal/proves/0/subject/0", "x + y >= 2"),
        ("least", "goal/proves/0/subject/0", "x + y > 1"),
        ("least", "goal/proves/1/subject/0", "0 <= x"),
        ("alike", "goal/proves/2/text", "history(plain,mix,low,high) = p**2"),
        ("alike", "goal/tables/noise/entries", ["1", "0", "1/2", "1/2", "1/3", "2/3"]),
        ("alike", "goal/tables/mixed/entries", ["p", "p", "0"]),
        ("experiment", "goal/experiments/pad/J/is", "U*I"),
        ("experiment", "goal/proves/0/view", ["C", "K"]),
        ("experiment", "goal/proves/1/knowing", ["K"]),
        ("experiment", "goal/proves/3/view", ["C", "R"]),
        ("experiment", "goal/proves/6/text", "Pr(pad, M = 1) = k"),
        ("experiment", "goal/experiments/pad/M/law", ["p", "p"]),
        ("varying", "goal/proves/0/next/x", "x + z"),
        ("varying", "goal/proves/2/text", "z > 1/4"),
    ],
)
def test_a_checker_that_believes_every_statement_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, path: str, value: Any
) -> None:
    """The oracle is awake for the newer kinds, too."""
    file = json.dumps(spoiled(name, path, value)).encode()
    sound(name, file)
    for kind in {*KINDS.values(), *map(extensions.find, extensions.KINDS)}:
        monkeypatch.setattr(kind, "show", lambda _: None)
    monkeypatch.setattr(checker.Statement, "show_laws", lambda _: None)
    monkeypatch.setattr(Facts, "combine", lambda *_: None)
    with pytest.raises(AssertionError):
        sound(name, file)


@pytest.mark.parametrize("name", ["denied", "experiment"])
def test_a_point_where_nothing_fails_is_noticed(name: str) -> None:
    moved = spoiled(name, "failures/0/at", {"k": "1/2", "p": "1/3", "e": "1/5"})
    assert unfailing_at(read(name)) is None and unfailing_at(moved) is not None
    assert judge(json.dumps(moved).encode()).word == "invalid"


STATED = "tables regions proves beside schemes conditions domain experiments processes denies fails".split()
OLDER = ("holds", "always", "conditional", "cover", "general", "program", "scheme", "three", "cost")
NEWER = ("experiment", "denied", "alike", "apart", "least", "lower", "varying", "varied")
"""Experiments, processes, programs, what is denied, what varies, what is cited."""
GOAL_PLACES = {name: [path for path in places(read(name)["goal"]) if path[0] in STATED] for name in (*OLDER, *NEWER)}
SIGNS = [*"0123456789+-*/=<>!", "a", "b", "d", "u", " < ", " <= ", " > ", " != ", "1 - ", "2*", "A", "B"]
WORDS_OF_EXPERIMENTS = [*"M K C R I p x y z one two low high 0..1 uniform lost p/2".split(), " mod 2", "[M = 1]"]


@settings(bounded, max_examples=examples(60, 400))
@given(name=st.sampled_from([*OLDER, *NEWER]), data=st.data())
def test_fuzz_of_goals_that_are_proved_again(name: str, data: st.DataObject) -> None:
    """The search, which wants to please, finds no certificate of a false goal that the checker accepts."""
    signs = [*SIGNS, *(WORDS_OF_EXPERIMENTS if name in NEWER else ())]
    goal = read(name)["goal"]
    path = data.draw(st.sampled_from(GOAL_PLACES[name]))
    how = data.draw(st.sampled_from(["drop", "double", "swap", "edit", "edit", "token", "token", "token", "token"]))
    changed(goal, path, how, data.draw(st.sampled_from(signs)), data.draw(st.integers(0, 60)))
    try:
        text = search(goal)
    except OnoffError:
        return
    answer = judge(text.encode())
    assert answer.kind != "unexpected"
    assert answer.word == "invalid" or refuted_at(goal) is None and unfailing_at(json.loads(text)) is None


# -- alone, without anything of ours or of others --------------------------------------------------------------------


def test_the_checker_imports_the_standard_library_only() -> None:
    for path in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= {*sys.stdlib_module_names}
            elif isinstance(node, ast.ImportFrom):
                folder = path.parents[node.level - 1]
                module = (node.module or "__init__").replace(".", "/")
                inside = node.level and HOME in (folder, folder.parent) and (folder / f"{module}.py").is_file()
                assert inside or node.level == 0 and str(node.module).split(".")[0] in sys.stdlib_module_names
            elif isinstance(node, ast.Name):
                assert node.id not in {"__import__", "eval", "exec", "compile"}


def extensions_used(folder: Path, *files: Path) -> set[str]:
    """Return the extensions that are imported in a new process that judges these files, and no others."""
    code = (
        "import sys; sys.path.insert(0, '.'); import checker; "
        "checker.judge({path: open(path, 'rb').read() for path in sys.argv[1:]}); "
        "print(*(name for name in sys.modules if name.startswith('checker.extensions.')))"
    )
    done = program([sys.executable, "-I", "-S", "-c", code, *map(str, files)], cwd=folder)
    assert done.returncode == 0, done.stderr
    return {name.rpartition(".")[2] for name in done.stdout.split()}


@pytest.mark.parametrize(
    "name, used",
    [
        ("always", set()),
        ("scheme", set()),
        ("program", set()),
        ("experiment", {"experiments"}),
        ("alike", {"processes"}),
        ("lower", {"failures"}),
    ],
)
def test_extensions_are_imported_by_the_certificates_that_need_them(alone: Path, name: str, used: set[str]) -> None:
    assert extensions_used(alone, alone / f"{name}.json") == used


def test_the_claims_of_the_paper_need_no_extension_but_experiments(alone: Path) -> None:
    recorded = sorted((Path(__file__).parents[1] / "proofs" / "certificates").glob("*.json"))

    needing = {path for path in recorded if json.loads(path.read_bytes())["goal"].get("experiments")}
    assert extensions_used(alone, *(path for path in recorded if path not in needing)) == set()
    assert extensions_used(alone, *recorded) == {"experiments"}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the checker and the certificates, and nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copytree(HOME, folder / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    for name in NAMES:
        shutil.copy(FOLDER / f"{name}.json", folder)
    return folder


def run(folder: Path, *arguments: str) -> Done:
    return program([sys.executable, "-I", "-S", "-X", "utf8", "checker", *arguments], cwd=folder)


@pytest.mark.slow
def test_certificates_are_valid_without_site_packages(alone: Path) -> None:
    done = run(alone, *(f"{name}.json" for name in NAMES))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[-1] == f"{len(NAMES)} certificates: {len(NAMES)} valid, 0 invalid, 0 incomplete"
    brief = run(alone, "--brief", *(f"{name}.json" for name in NAMES))
    assert brief.stdout.splitlines() == [line for line in lines if not line.startswith(" ")]


def test_invalid_files_are_told_with_exit_code_1(alone: Path) -> None:
    (alone / "spoiled.json").write_text(json.dumps(spoiled("holds", "facts/0/says", "b > 1")), encoding="utf-8")
    done = run(alone, "--brief", "always.json", "spoiled.json")
    assert (done.returncode, done.stderr) == (1, "")
    first, second, last = done.stdout.splitlines()
    assert first.startswith("valid  always: ")
    assert second.startswith("invalid  spoiled.json: fact 0: ")
    assert last == "2 certificates: 1 valid, 1 invalid, 0 incomplete"


@pytest.mark.parametrize(
    "arguments", [(), ("--brief",), ("--help",), ("holds.json", "-x"), ("holds.json", "none.json"), (".",)]
)
def test_a_wrong_call_is_one_line_and_exit_code_2(alone: Path, arguments: tuple[str, ...]) -> None:
    done = run(alone, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


FORMAT = Path(__file__).parents[1] / "docs" / "certificate-format.md"


@pytest.mark.parametrize("kind", [*KINDS, *extensions.KINDS])
def test_the_document_has_a_section_for_each_kind(kind: str) -> None:
    section = re.split(r"^### (\w+).*$", FORMAT.read_text(encoding="utf-8"), flags=re.M)
    text = section[section.index(kind) + 1]
    stated = json.loads(re.search(r"```json\n(.*?)```", text, re.S)[1])  # type: ignore[index]

    made = KINDS[kind] if kind in KINDS else extensions.find(kind)
    assert {*made.keys} - {*made.optional} <= stated.keys() - {"kind", "region"} <= {*made.keys}
    assert all(f"`{key}`" in text for key in made.keys)
    assert all(f"- *{part}*: " in text for part in ("Keys", "Meaning", "Must be rejected"))


def test_the_example_of_the_document_is_valid() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    block = text[text.index('    {"format"'):text.index("\n\n", text.index('    {"format"'))]
    assert judge(block.encode())[:2] == ("valid", "")


def test_a_file_that_is_too_long_is_rejected() -> None:
    assert rejected(data("holds") + b" " * MAX_BYTES).kind == "work"


@pytest.mark.parametrize("p", [{("a",): 1}, {("a", "b"): 1}, {("a", "a"): 2}, {("a",): 1, ("b",): -1}, {(): 2}])
def test_a_power_is_a_repeated_product_and_its_degree_is_bounded(p: Poly) -> None:
    found: Poly = {(): 1}
    for exponent in range(5):
        assert power(p, exponent) == found
        found = times(found, p)
    degree = max(map(len, p))
    for exponent in (-1, MAX_DEGREE + 1, *([MAX_DEGREE // degree + 1] if degree > 1 else [])):
        with pytest.raises(Invalid) as error:
            power(p, exponent)
        assert error.value.kind == "work"
