"""Coq files from certificates: what they say, what is refused, and that Coq accepts the true ones and no others."""

import json
import re
import shutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import coq_check as check
import pytest
from chance import SEED

from coq_schemes import PRIVATE, REFUTED
from onoff_symbolic import judge
from onoff_symbolic.checker import Goal
from onoff_symbolic.coq import emit
from onoff_symbolic.coq.pieces import FAILS
from onoff_symbolic.coq.stated import phase, phases
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.schemes.files import load_cases
from run import inside, python
from tools import need

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
COQ = ROOT / "proofs" / "coq"
EXAMPLES = {path.stem.replace("-", "_"): path.read_text(encoding="utf-8")
            for folder in ("examples", "examples/designed") for path in sorted((ROOT / folder).glob("*.toml"))}
SAMPLES = {**PRIVATE, **REFUTED, **EXAMPLES}
LEAKS = ("leak_two", "leak_numbers", "leak_even", "leak_often", "leak_three", "leak_four", "late_leak", "request_only",
         "leak_last", "leak_after", "leak_once")
CERTIFICATES = ROOT / "proofs" / "certificates"
CLAIMS = ("lemma1", "prop1", "table3-cases", "appc-case2", "t-step-law", "rate-symmetry", "rate-limit")
READ = [*SAMPLES] if SEED else [
    "always_both", "paper_one_file", "parameters", "boundary", "line", "other_words", "left_out", "now_and_then",
    "last_three", "later", "leak_two", "leak_even", "leak_often", "leak_last", "leak_after", "undecodable", "negative",
    "negative_chain", "negative_last", "negative_number", "negative_four", "no_value", "no_value_late"]
"""What Coq reads: a sample of everything that is written, and in a round of `make fuzz` every sample."""
STEPS = 54
"""So many steps of Emitted.v are used by all samples and claims together; all of them have to be read."""


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """The certificates of a sample, one for each of its cases, found once."""
    where = tmp_path_factory.mktemp("schemes")

    @cache
    def found(name: str) -> list[str]:
        (where / f"{name}.toml").write_text(SAMPLES[name], encoding="utf-8")
        return [case.certificate for case in judge.cases(load_cases(str(where / f"{name}.toml")))]

    return found


@pytest.fixture(scope="module")
def certificate(cases: Callable[[str], list[str]]) -> Callable[[str], str]:
    """The certificate of a sample with one case."""
    return lambda name: cases(name)[0]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What emitted files rest on, compiled."""
    need("coqc")
    where = tmp_path_factory.mktemp("coq")
    (where / "theories").mkdir()
    for name in ("Sums", "Process", "Invariant", "Emitted"):
        shutil.copy(COQ / "theories" / f"{name}.v", where / "theories")
        check.run([need("coqc"), "-noglob", "-Q", "theories", "OnOff", f"theories/{name}.v"], where)
    return where


def compiled(library: Path, text: str, name: str, *options: str) -> str:
    """What Coq says when it reads it; an error if it refuses."""
    path = library / f"{name}.v"
    path.write_text(text, encoding="utf-8")
    return check.run([need("coqc"), "-noglob", *options, "-Q", "theories", "OnOff", path.name], library)


def refused(library: Path, texts: Sequence[str], accepted: str) -> list[str]:
    """Let Coq read all of these in one run, and what it says of each: an error unless it refuses all, and accepts the
    last text."""
    lines = [emit.HEAD.format(title="Refused", file="", proves="")]
    for number, text in enumerate([*texts, accepted]):
        (library / f"Read{number}.v").write_text(text, encoding="utf-8")
        lines.append(f'{"Fail " if number < len(texts) else ""}Load "Read{number}".\n')
    said = compiled(library, "".join(lines), "Refused", "-test-mode")         # says why a command has failed
    _, *found = said.split("The command has indeed failed with message:\n")
    assert len(found) == len(texts) and not any(each.startswith("Syntax error") for each in found)
    return found


# -- without Coq -------------------------------------------------------------------------------------------------------


def test_there_are_enough_schemes() -> None:
    assert len(PRIVATE) + len(REFUTED) >= 20
    assert {len(tomllib.loads(text)["sources"]) for text in (*PRIVATE.values(), *REFUTED.values())} == {2, 3, 4}


def test_the_file_says_how_to_check_it_and_what_it_proves(certificate: Callable[[str], str]) -> None:
    text = emit.scheme(certificate("numbers"), "out/My.v")
    assert "coqc -Q proofs/coq/theories OnOff out/My.v" in text
    assert "Not in this file: cost, optimal." in text
    for kind in ("normalised scheme", "decodable scheme", "private scheme", "markov scheme"):
        assert re.search(rf"Theorem proves_\d[^.]*{kind}", text), kind


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_refuted_and_not_proved(name: str, certificate: Callable[[str], str]) -> None:
    text = emit.scheme(certificate(name))
    assert re.search(r"Theorem fails_\d : ~ \(.*private", text)
    assert not re.search(r"Theorem proves_\d+ [^.]*: private", text)


def test_parts_of_a_region_are_joined(certificate: Callable[[str], str]) -> None:
    text = emit.scheme(certificate("boundary"))
    assert re.search(r"Theorem private_on_region\d+ \(G0 : region\d+\) : private scheme\.", text)
    assert re.search(r"Theorem region\d+_is_inhabited : exists alpha beta", text)


@pytest.mark.parametrize("name", ["numbers", "other_words", "leak_even", "no_value"])
def test_nothing_is_assumed(name: str, certificate: Callable[[str], str]) -> None:
    assert check.forbidden(emit.scheme(certificate(name))) == []


def test_the_text_is_the_same_in_every_run(tmp_path: Path, certificate: Callable[[str], str]) -> None:
    for name in ("numbers", "leak_even"):
        (tmp_path / "c.json").write_text(certificate(name), encoding="utf-8")
        code = ("from onoff_symbolic.coq import emit; import sys; "
                f"sys.stdout.write(emit.scheme(open({str(tmp_path / 'c.json')!r}, encoding='utf-8').read()))")
        runs = [python(code, PYTHONHASHSEED=seed) for seed in ("1", "2")]
        assert runs[0] == runs[1] == emit.scheme(certificate(name))


def test_emission_needs_no_sympy(tmp_path: Path, certificate: Callable[[str], str]) -> None:
    (tmp_path / "c.json").write_text(certificate("numbers"), encoding="utf-8")
    code = ("import sys; sys.modules['sympy'] = None\nfrom onoff_symbolic.coq import emit\n"
            f"print(len(emit.scheme(open({str(tmp_path / 'c.json')!r}, encoding='utf-8').read())) > 1000)")
    assert python(code) == "True\n"


def test_a_certificate_that_is_not_valid_is_not_translated(certificate: Callable[[str], str]) -> None:
    data = json.loads(certificate("numbers"))
    data["facts"] = data["facts"][1:]
    with pytest.raises(Undecidable, match="^the certificate is invalid: ") as error:
        emit.scheme(json.dumps(data))
    assert error.value.exit_code == 3 and "\n" not in str(error.value)


@pytest.mark.parametrize("claim, kind", [
    ("converse-table", "general"), ("theorem1", "(cost|optimal)"), ("example-optimal", "optimum"),
    ("example-unique", "unique"), ("prop2", "holds with an entropy"),
    ("appc-premise", "holds with the function history"), ("example-both", "holds with the function state"),
])
def test_a_kind_without_a_translation_is_named(claim: str, kind: str) -> None:
    with pytest.raises(emit.Untranslatable, match=f"^{kind} has no translation to Coq$") as error:
        emit.claim((CERTIFICATES / f"{claim}.json").read_text(encoding="utf-8"))
    assert error.value.exit_code == 3


def test_the_command_writes_a_file(tmp_path: Path, certificate: Callable[[str], str]) -> None:
    (tmp_path / "numbers.toml").write_text(SAMPLES["numbers"], encoding="utf-8")
    done = inside("scheme", str(tmp_path / "numbers.toml"), "--coq", str(tmp_path / "Mine.v"))
    assert done.returncode == 0 and "private" in done.stdout
    expected = emit.scheme(certificate("numbers"), str(tmp_path / "Mine.v"))
    assert (tmp_path / "Mine.v").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("arguments, why, code", [
    (["--coq", "my-scheme.v"], "a name that Coq accepts", 2),
    (["--coq", "My.v", "-o", "My.v"], "--coq and -o name the same file", 2),
    (["--coq", "My.v", "--mode", "1,0"], "holds with an entropy has no translation to Coq", 3),
])
def test_the_command_refuses_in_one_line(arguments: list[str], why: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "numbers.toml").write_text(SAMPLES["numbers"], encoding="utf-8")
    done = inside("scheme", "numbers.toml", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert why in done.stderr and not (tmp_path / "My.v").exists()


def test_a_rule_looks_at_the_first_request_or_the_last(certificate: Callable[[str], str]) -> None:
    rows = {name: re.findall(r"\| t\d+, q(\w+) => row\d ([aw]) x q", emit.scheme(certificate(name)))
            for name in ("numbers", "last")}
    assert rows == {"numbers": [("A", "a"), ("B", "a"), ("ALL", "a")], "last": [("A", "a"), ("B", "a"), ("ALL", "w")]}


def test_the_times_of_rules_that_begin_and_end(certificate: Callable[[str], str]) -> None:
    text = emit.scheme(certificate("later_even"))               # everything at t = 1, and at even times from 4
    assert "Inductive time := t0 | t1 | t2 | t3 | t4 | t5.  (* t until 3, then modulo 2 *)" in text
    assert "next := fun t => match t with t0 => t1 | t1 => t2 | t2 => t3 | t3 => t4 | t4 => t5 | t5 => t4 end" in text
    rows = dict(re.findall(r"\| t(\d), qALL => (row\d [aw]) x q", text))
    assert rows == {"1": "row0 a", "2": "row3 w", "3": "row3 w", "4": "row1 a", "5": "row3 w"}


@pytest.mark.parametrize("name", ["numbers", "leak_even", "later", "once_more", "later_even", "late_leak"])
def test_times_that_are_one_have_the_same_laws_for_ever(name: str, certificate: Callable[[str], str]) -> None:
    scheme = Goal(json.loads(certificate(name))["goal"]).model.scheme("scheme")
    assert {phase(scheme, t) for t in range(200)} == {*phases(scheme)}
    begun = 0 if scheme.settled else scheme.period              # t = 0 has no rules, and is asked for as t = period
    for t in range(200):
        now = phase(scheme, t)
        assert phase(scheme, now + 1) == phase(scheme, t + 1) and scheme.phase(now) == scheme.phase(t)
        for query in scheme.queries:
            one, other = ([rule.fits(at + begun, query) for rule in scheme.rules] for at in (t, now))
            assert one == other


def test_each_case_of_a_scheme_has_its_file(tmp_path: Path) -> None:
    text = SAMPLES["always_two"]
    rule = text[text.index("[[rule]]"):]
    (tmp_path / "two.toml").write_text(
        text.replace(rule, rule.replace("[[rule]]", '[[rule]]\nwhere = ["alpha < beta"]') + rule), encoding="utf-8")
    assert inside("scheme", "two.toml", "--coq", "Two.v", cwd=tmp_path).returncode == 0
    found = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.v")}
    assert found.keys() == {"Two_1.v", "Two_2.v"}
    assert all(f"OnOff {name}" in text and "Theorem proves_" in text for name, text in found.items())


def test_integers_that_are_computed_are_written_out(tmp_path: Path) -> None:
    (path := tmp_path / "a.toml").write_text("""[claim.it]
title  = "x"
proves = [{ kind = "holds", text = "for i in 2,3: (i*i) mod 3 = [i + 1 = 3] + [i = -3]*4" }]
""", encoding="utf-8")
    assert inside("certify", "it", "--claims", str(path), "--coq", str(tmp_path / "coq")).returncode == 0
    written = (tmp_path / "coq" / "it.v").read_text(encoding="utf-8")
    assert re.findall(r"Lemma proves_0_\d .*: (.*)\.", written) == ["1 = 1 + 0 * 4", "0 = 0 + 0 * 4"]


def test_certify_writes_a_file_for_each_claim_or_none(tmp_path: Path) -> None:
    done = inside("certify", "table3a", "--coq", str(tmp_path / "out"))
    assert done.returncode == 0 and (tmp_path / "out" / "table3a.v").is_file()
    assert inside("certify", "lemma1", "--coq", str(tmp_path / "all")).returncode == 0
    done = inside("certify", "table3a", "example-optimal", "--coq", str(tmp_path / "none"))
    assert (done.returncode, done.stderr) == (3, "onoff-verify: example-optimal: optimum has no translation to Coq\n")
    assert not (tmp_path / "none").exists()
    assert inside("certify", "table3a", "--coq", str(tmp_path), "-o", str(tmp_path)).returncode == 2


# -- with Coq ----------------------------------------------------------------------------------------------------------


def together(texts: Mapping[str, str]) -> str:
    """Several emitted files in one, each as a module: Coq starts but once, and reads what is the same once."""
    parts = {name: text.partition("From Coq")[2].partition("Open Scope R_scope.\n") for name, text in texts.items()}
    head, = {head for head, _, _ in parts.values()}
    bodies = {body: name for name, (_, _, body) in parts.items()}
    modules = [f"Module {name}.\n{body}End {name}.\n" for body, name in bodies.items()]
    comments = [text.partition("From Coq")[0] for text in texts.values()]
    return f"{''.join(comments)}From Coq{head}Open Scope R_scope.\n{''.join(modules)}"


@pytest.fixture(scope="module")
def emitted(cases: Callable[[str], list[str]]) -> dict[str, str]:
    """The files of schemes and claims that Coq reads."""
    texts = {f"{name}_{number}": emit.scheme(text) for name in READ for number, text in enumerate(cases(name))}
    return texts | {claim.replace("-", "_"): emit.claim((CERTIFICATES / f"{claim}.json").read_text(encoding="utf-8"))
                    for claim in CLAIMS}


@pytest.mark.drawn
def test_coq_accepts_what_is_emitted_on_the_axioms_of_the_real_numbers(library: Path, emitted: dict[str, str]) -> None:
    assert all(re.search("Theorem (proves|corrects|fails)_", text) for text in emitted.values())
    done = compiled(library, together(emitted) + "Print Assumptions leak_two_0.fails_0.\n", "Together")
    named = set(re.findall(r"^([A-Za-z_.]+)\s*:", done, re.MULTILINE)) - {"Axioms"}
    assert named and {name.rpartition(".")[2] for name in named} <= {
        name.rpartition(".")[2] for name in check.ALLOWED}


@pytest.mark.drawn
def test_coq_reads_every_kind_of_step(emitted: dict[str, str]) -> None:
    """If a sample uses one that no other has, it is among those that are read."""
    steps = re.findall(r"^ *(?:Lemma|Theorem|Ltac) (\w+)", (COQ / "theories" / "Emitted.v").read_text(), re.MULTILINE)
    words = set(re.findall(r"\w+", " ".join(emitted.values())))
    assert len(words.intersection(steps)) == STEPS
    assert {len(tomllib.loads(SAMPLES[name])["sources"]) for name in READ} == {2, 3, 4}


def test_nothing_is_lost_when_files_are_put_together(certificate: Callable[[str], str]) -> None:
    texts = {name: emit.scheme(certificate(name)) for name in ("numbers", "negative_number")}
    found = together(texts)
    assert together({**texts, "again": texts["numbers"]}).count("Module ") == 2 == found.count("Module ")
    for text in texts.values():
        assert text.partition("Open Scope R_scope.\n")[2] in found
    assert found.count("Theorem proves_") == texts["numbers"].count("Theorem proves_") > 0
    assert found.count("Theorem fails_") == texts["negative_number"].count("Theorem fails_") > 0


def entry(data: Any, table: str, *values: tuple[int, str]) -> None:
    for place, value in values:
        data["goal"]["tables"][table]["entries"][place] = value


def tables(data: Any) -> None:
    """After everything, X_0 = A and X_t = A: the request is asked for, which leaks."""
    entry(data, "rule1", (0, "1"), (2, "0"))


def chain(data: Any) -> None:
    """Another chain, for which the scheme leaks."""
    entry(data, "chain", (0, "1/2"), (1, "1/2"))


def relation(data: Any) -> None:
    """A relation of the invariant that does not hold."""
    node = next(n for n in data["invariants"]["proves 2"] if n["query"] == "ALL")
    node["holds"][-1] = "path[A,A] = 2*path[B,B]"


def forgotten(data: Any) -> None:
    """A node of the invariant that is left out."""
    data["invariants"]["proves 2"] = [n for n in data["invariants"]["proves 2"] if n["query"] != "A"]


def weaker(data: Any) -> None:
    """A relation of the invariant that is left out, and the scheme leaks."""
    tables(data)
    for statement in ("proves 2", "proves 3"):
        for node in data["invariants"][statement]:
            node["holds"] = node["holds"][:-1]


def region(data: Any) -> None:
    """A region on which the scheme has no laws, and leaks where it has."""
    data["goal"]["regions"]["whole"] = ["a >= 0", "1 - a > 0"]


def empty(data: Any) -> None:
    """A region without a point."""
    data["goal"]["regions"]["whole"] = ["a >= 0", "1 - 2*a > 0", "a < 0"]


def given(data: Any) -> None:
    """Rows X_0,X_t where they were X_{t-1},X_t: after t = 2 this leaks."""
    data["goal"]["schemes"]["scheme"]["rules"][2]["given"] = "first"


def asked(data: Any) -> None:
    """At t = 2 the request is asked for, which leaks."""
    data["goal"]["schemes"]["scheme"]["rules"][0]["table"] = None


def undecodable(data: Any) -> None:
    """After everything, where X_0 = A and X_t = A, B is asked for in place of A."""
    entries = data["goal"]["tables"]["rule1"]["entries"]
    entry(data, "rule1", (0, entries[1]), (1, entries[0]))


def matrix(data: Any) -> None:
    """Another matrix of the queries."""
    entry(data, "matrix0", (0, "1/2"), (1, "1/2"))


def multiplier(data: Any) -> None:
    """A wrong multiplier in a fact that everything needs."""
    data["facts"][0]["terms"][0][0] = "3"


def outside(data: Any) -> None:
    """A point of failure that is not in the region."""
    data["failures"][0]["at"] = {name: "2" for name in data["failures"][0]["at"]}


def harmless(data: Any) -> None:
    """A point at which nothing leaks."""
    data["failures"][0]["at"] = {**data["failures"][0]["at"], "a": "1/3"}


def same(data: Any) -> None:
    """Twice the same X_0."""
    data["failures"][0]["other"] = data["failures"][0]["one"]


def short(data: Any) -> None:
    """A history that tells nothing."""
    data["failures"][0]["history"] = data["failures"][0]["history"][:1]


CORRUPTED = [
    ("numbers", tables), ("one_parameter", tables), ("numbers", chain), ("numbers", relation), ("numbers", forgotten),
    ("numbers", weaker), ("one_parameter", region), ("one_parameter", empty), ("numbers", matrix),
    ("numbers", undecodable), ("one_parameter", multiplier), ("leak_two", outside), ("leak_three", harmless),
    ("leak_two", same), ("leak_two", short), ("last", tables), ("later", given), ("once_more", asked),
    ("once_more", forgotten), ("leak_after", same), ("leak_last", short),
]
TRIED = [("last", tables), ("later", given), ("once_more", asked)]
ALIKE = [("one_parameter", tables), ("once_more", forgotten), ("leak_after", same), ("leak_last", short)]
"""Coq refuses them for the reasons of others in the list, and reads them in a round of `make fuzz`."""


def corrupted(text: str, corrupt: Callable[[Any], None]) -> str:
    data = json.loads(text)
    corrupt(data)
    assert data != json.loads(text)
    return json.dumps(data)


@pytest.mark.parametrize("name, corrupt", CORRUPTED, ids=lambda value: getattr(value, "__name__", value))
def test_a_corrupted_certificate_is_not_translated(name: str, corrupt: Callable[[Any], None],
                                                   certificate: Callable[[str], str]) -> None:
    with pytest.raises(Undecidable, match="the certificate is invalid"):
        emit.scheme(corrupted(certificate(name), corrupt))


def tried(text: str) -> str:
    """Where a step is missing, the file says so by a tactic that fails; here it tries to prove it."""
    assert FAILS in text
    found = text.replace(FAILS, "ltac:(lra)")
    assert not re.search(r"\bfail\b", found)
    return found


@pytest.mark.drawn
def test_coq_refuses_corrupted_certificates(library: Path, certificate: Callable[[str], str]) -> None:
    texts = {(name, corrupt): emit.write(corrupted(certificate(name), corrupt), beside=emit.BESIDE)
             for name, corrupt in CORRUPTED if SEED or (name, corrupt) not in ALIKE}
    texts.update({each: tried(texts[each]) for each in TRIED})
    found = dict(zip(texts, refused(library, list(texts.values()), emit.scheme(certificate("no_value")))))
    assert all("Cannot find witness" in found[each] for each in TRIED)


@pytest.mark.parametrize("texts, accepted, why", [
    (["Lemma x : 1 = 2. Proof. reflexivity. Qed.", "Lemma x : 1 = 1. Proof. reflexivity. Qed."], "", "has not failed"),
    (["Lemma x : 1 = 2. Proof. reflexivity. Qed."], "Lemma x : 1 = 2. Proof. reflexivity. Qed.", "Unable to unify"),
], ids=["a text that Coq accepts", "a last one that it does not"])
def test_a_file_that_coq_accepts_is_noticed(texts: list[str], accepted: str, why: str, library: Path) -> None:
    with pytest.raises(check.Refused, match=f"coqc failed.*{why}"):
        refused(library, texts, accepted)


def another_map(data: Any) -> None:
    """Another function of X_0."""
    placed = next(s for s in data["goal"]["corrects"] if s["kind"] == "placed")
    placed["map"] = {a: "A" for a in placed["map"]}


def another_step(data: Any) -> None:
    """Another sequence."""
    data["goal"]["proves"][0]["next"]["u"] = "(1 - alpha)*u"


def another_start(data: Any) -> None:
    """A sequence that begins elsewhere."""
    data["goal"]["proves"][0]["start"]["u"] = "2"


def choice(data: Any) -> None:
    """A choice for which the relation holds."""
    data["failures"][0]["choice"] = {"a": "A", "x": "B", "q": "A"}


def test_coq_refuses_corrupted_certificates_of_claims(library: Path) -> None:
    texts = []
    for claim, corrupt in (("appc-case2", another_map), ("t-step-law", another_step), ("t-step-law", another_start),
                           ("table3-caption", choice)):
        text = corrupted((CERTIFICATES / f"{claim}.json").read_text(encoding="utf-8"), corrupt)
        with pytest.raises(Undecidable, match="the certificate is invalid"):
            emit.claim(text)
        texts.append(emit.write(text, beside=("uses",)))
    refused(library, texts, emit.claim((CERTIFICATES / "t-step-law.json").read_text(encoding="utf-8")))


def test_a_request_that_is_not_determined_is_not_translated() -> None:
    data = json.loads((CERTIFICATES / "prop1.json").read_text(encoding="utf-8"))
    for table in data["goal"]["tables"].values():
        if len(table["entries"]) == 12:
            table["entries"][3:6] = ["0", "0", "1"]                 # X_0 = A, X_t = B: everything is asked for
    with pytest.raises(emit.Untranslatable, match="^determined by functions that change "):
        emit.write(json.dumps(data), beside=("uses",))


def forged(text: str) -> str:
    """The scheme of a leak, with the relations of a private one."""
    data = json.loads(text)
    sources = data["goal"]["schemes"]["scheme"]["sources"]
    number = len(data["goal"]["proves"])
    data["goal"]["proves"].append({"kind": "private", "region": data["goal"]["fails"][0]["statement"]["region"],
                                   "scheme": "scheme"})
    cells = [f"path[{a},{x}]" for a in sources for x in sources]
    data["invariants"][f"proves {number}"] = [
        {"time": 0, "query": query, "holds": [
            f"{cells[0]} = {cells[-1]}" if query == "ALL" else f"path[{sources[0]},{query}] = path[{other},{query}]"
            for other in sources[1:]]} for query in data["goal"]["schemes"]["scheme"]["queries"]]
    data["goal"]["fails"], data["failures"], data["goal"]["verdict"] = [], [], "proved"
    return json.dumps(data)


def test_no_invariant_makes_coq_believe_that_a_leak_is_private(library: Path, certificate: Callable[[str], str]
                                                               ) -> None:
    names = ("leak_two", "leak_numbers", "leak_three", "leak_last")
    refused(library, [emit.write(forged(certificate(name)), beside=emit.BESIDE) for name in names],
            emit.scheme(certificate("no_value")))
