"""The proofs in Coq: what the check refuses, what Index.v must say. The whole build is `make coq`, not a test."""

import re
import shutil
import sys
from pathlib import Path

import coq_check as check
import coq_index as index
import pytest
from run import program

from onoff_symbolic.claims.place import the_paper
from tools import need

ROOT = Path(__file__).resolve().parent.parent
COQ = ROOT / "proofs" / "coq"
TINY = "Theorem two : 1 + 1 = 2.\nProof. reflexivity. Qed.\n"
REPORT = """
* Axioms:
    Coq.Reals.ClassicalDedekindReals.sig_forall_dec
{more}
* Constants/Inductives relying on type-in-type: <none>

* Constants/Inductives relying on unsafe (co)fixpoints: {unsafe}

* Inductives whose positivity is assumed: <none>
"""


def folder(tmp_path: Path, text: str) -> Path:
    """A project with one small theory."""
    (tmp_path / "theories").mkdir()
    (tmp_path / "theories" / "Tiny.v").write_text(text)
    (tmp_path / "_CoqProject").write_text("-Q theories OnOff\ntheories/Tiny.v\n")
    return tmp_path


def compiled(tmp_path: Path, text: str) -> Path:
    where = folder(tmp_path, text)
    check.run([need("coqc"), "-Q", "theories", "OnOff", "theories/Tiny.v"], where)
    return where


def pointer(how: str = index.LITERAL, **entries: str) -> index.Pointer:
    theorem, statement = entries.get("theorem", "Tiny.two"), entries.get("statement", "(1 + 1 = 2)%nat")
    return index.Pointer("two", theorem, how, "", statement)


# -- the project's own theories ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_theory_contains_a_forbidden_word() -> None:
    check.words(check.theories(COQ))


def test_the_index_is_current() -> None:
    check.index_is_current(COQ)


def test_an_index_that_is_not_current_is_noticed(tmp_path: Path) -> None:
    shutil.copytree(COQ / "theories", tmp_path / "theories", ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*"))
    for name in index.FILES:
        shutil.copy(COQ / name, tmp_path)
    check.index_is_current(tmp_path)
    path = tmp_path / "theories" / "Index.v"
    path.write_text(path.read_text().replace("<=", "<", 1))
    with pytest.raises(check.Refused, match="out of date"):
        check.index_is_current(tmp_path)
    assert index.main(tmp_path) == 0
    check.index_is_current(tmp_path)


@pytest.mark.slow
def test_every_pointer_names_a_theorem_that_stands_in_its_file() -> None:
    stand = {
        path.stem: set(
            re.findall(
                r"\b(?:Theorem|Lemma|Corollary)\s+([\w']+)", check.without_comments(path.read_text(encoding="utf-8"))
            )
        )
        for path in check.theories(COQ)
    }
    assert [
        each.theorem for each in index.read(COQ) if each.theorem.split(".")[1] not in stand[each.theorem.split(".")[0]]
    ] == []


def test_the_claims_file_names_the_theorems_of_its_claims() -> None:
    found: dict[str, list[str]] = {}
    for pointer in index.read(COQ):
        found.setdefault(pointer.claim, []).append(f"{pointer.theorem}, {pointer.how}")
    assert {c.id: list(c.coq) for c in the_paper().claims.values()} == {c: found.get(c, []) for c in the_paper().claims}


def test_every_theory_opens_with_what_it_assumes_and_proves() -> None:
    for path in check.theories(COQ):
        head = path.read_text(encoding="utf-8").partition("From Coq Require")[0]
        assert head.startswith("(* "), path.name
        assert "Assumes: " in head and re.search("Proves:|Defines:", head), path.name
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120, path.name


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, found",
    [
        ("Theorem t : False.\nProof. Admitted.", (2, "Admitted")),
        ("Theorem t : False.\nProof. admit.", (2, "admit")),
        ("Theorem t : False. Proof. now give_up. Qed.", (1, "give_up")),
        ("Axiom a : False.", (1, "Axiom")),
        ("\n#[local] Parameter a : False.", (2, "Parameter")),
        ("Conjecture a : False.", (1, "Conjecture")),
        ("Lemma l : 1 = 1.\nProof. native_compute. reflexivity. Qed.", (2, "native_compute")),
        ("Proof. vm_cast_no_check I. Qed.", (1, "vm_cast_no_check")),
        ("Unset  Guard\nChecking.", (1, "Unset Guard Checking")),
        ("Section S. Variable x : nat. End S.\nVariable y : False.", (2, "Variable outside a section")),
        ("Module M.\nHypothesis y : False.\nEnd M.", (2, "Hypothesis outside a section")),
        ("Context (y : False).", (1, "Context outside a section")),
        ("(* a comment (* in it *) *) Axiom a : False.", (1, "Axiom")),
        ('Definition s := "(*". Axiom a : False. Definition t := "*)".', (1, "Axiom")),
    ],
)
def test_a_forbidden_word_is_found(text: str, found: tuple[int, str]) -> None:
    assert found in check.forbidden(text)


@pytest.mark.parametrize(
    "text",
    [
        TINY,
        "(* Axiom a : False. Admitted. *)",
        "Section S. Variable x : nat. Hypothesis h : x = x. End S.",
        "Definition admitted := 1. Definition Axioms' := 2. Lemma no_axiom : 1 = 1. Proof. auto. Qed.",
        "Section S. Section T. End T. Context {x : nat}. End S.",
    ],
)
def test_other_words_are_not(text: str) -> None:
    assert check.forbidden(text) == []


def test_a_theory_that_nothing_compiles_is_refused(tmp_path: Path) -> None:
    where = folder(tmp_path, TINY)
    (where / "theories" / "Hidden.v").write_text("Axiom a : False.")
    with pytest.raises(check.Refused, match="does not list Hidden.v"):
        check.theories(where)


# -- axioms ------------------------------------------------------------------------------------------------------------


def test_the_axioms_of_the_real_numbers_are_accepted() -> None:
    check.judge(REPORT.format(more="", unsafe="<none>"))
    check.judge(
        REPORT.replace("    Coq.Reals.ClassicalDedekindReals.sig_forall_dec\n", "    <none>\n").format(
            more="", unsafe="<none>"
        )
    )


@pytest.mark.parametrize(
    "more, unsafe, why",
    [
        ("    OnOff.Tiny.two", "<none>", "OnOff.Tiny.two"),
        ("    Coq.Logic.JMeq.JMeq_eq", "<none>", "JMeq_eq"),
        ("", "\n    OnOff.Tiny.loop", "unsafe.*OnOff.Tiny.loop"),
    ],
)
def test_any_other_axiom_is_not(more: str, unsafe: str, why: str) -> None:
    with pytest.raises(check.Refused, match=why):
        check.judge(REPORT.format(more=more, unsafe=unsafe))


def test_an_answer_without_a_list_of_axioms_is_refused() -> None:
    with pytest.raises(check.Refused, match="no list of axioms"):
        check.judge("Modules were successfully checked")


@pytest.mark.slow
def test_coqchk_accepts_a_proof(tmp_path: Path) -> None:
    need("coqchk")
    where = compiled(tmp_path, TINY)
    assert check.axioms(check.audit(where, check.theories(where))) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "Theorem two : 1 + 1 = 3.\nProof. Admitted.",
        "Axiom two : 1 + 1 = 3.",
        "Section S. Hypothesis h : False. Theorem one : False. Proof. exact h. Qed. End S.\nVariable two : 1 + 1 = 3.",
    ],
)
def test_coqchk_tells_what_was_planted(tmp_path: Path, text: str) -> None:
    need("coqchk")
    where = compiled(tmp_path, text)
    with pytest.raises(check.Refused, match=r"an axiom that is not among those of the real numbers: .*Tiny\.two"):
        check.audit(where, check.theories(where))


def test_what_does_not_compile_is_told_in_one_line(tmp_path: Path) -> None:
    need("coqc")
    with pytest.raises(check.Refused, match="coqc failed: .*Unable to unify") as caught:
        compiled(tmp_path, TINY.replace("2", "3"))
    assert "\n" not in str(caught.value)


def test_a_program_that_does_not_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "SECONDS", 0.2)
    with pytest.raises(check.Refused, match="^sleep was stopped after 0.2 seconds$"):
        check.run(["sleep", "60"], tmp_path)


# -- the index ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with one small theory, compiled."""
    return compiled(tmp_path_factory.mktemp("tiny"), TINY)


def indexed(where: Path, *pointers: index.Pointer) -> None:
    """Let Coq read the index of these pointers."""
    (where / "theories" / "Index.v").write_text(index.render(pointers))
    check.run([need("coqc"), "-Q", "theories", "OnOff", "theories/Index.v"], where)


@pytest.mark.slow
def test_coq_reads_the_index(tiny: Path) -> None:
    indexed(tiny, pointer(), pointer(index.CONTAINED, statement=""))


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong, why",
    [
        (pointer(theorem="Tiny.three"), "not found"),
        (pointer(index.CONTAINED, theorem="Tiny.three", statement=""), "not found"),
        (pointer(theorem="Missing.two"), "Missing"),
        (pointer(statement="(1 + 2 = 3)%nat"), "expected to have type"),
        (pointer(statement="forall n : nat, n + 1 = 2"), "type"),
    ],
)
def test_coq_refuses_an_index_that_is_wrong(tiny: Path, wrong: index.Pointer, why: str) -> None:
    with pytest.raises(check.Refused, match=why):
        indexed(tiny, pointer(), wrong)


@pytest.mark.parametrize(
    "text, why",
    [
        ("[a]\n", "expected coq"),
        ("[a]\nproof = 1\n", "expected coq"),
        ("[[a.coq]]\ntheorem = 'two'\nhow = 'literal'\nstatement = 'True'\n", "expected File.name"),
        ("[[a.coq]]\ntheorem = 'Tiny.two. Axiom x'\nhow = 'contained in'\n", "expected File.name"),
        ("[[a.coq]]\ntheorem = 'Tiny.two'\nhow = 'nearly'\n", "literal or contained in"),
        ("[[a.coq]]\ntheorem = 'Tiny.two'\nhow = 'literal'\n", "has a statement"),
        ("[[a.coq]]\ntheorem = 'Tiny.two'\nhow = 'contained in'\nstatement = 'True'\n", "has a statement"),
        ("[[a.coq]]\ntheorem = 'Tiny.two'\nhow = 'contained in'\nwhy = ''\n", "expected texts"),
        ("[[a.coq]\n", "claims.toml"),
    ],
)
def test_a_bad_file_of_pointers_is_refused(text: str, why: str) -> None:
    with pytest.raises(index.BadPointer, match=why):
        index.pointers(text, "claims.toml")


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_one_line_where_coq_is_missing(tmp_path: Path) -> None:
    done = program([sys.executable, "-S", str(ROOT / "tools" / "coq_check.py")], env={"PATH": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("coq: coqc is not installed")


def test_a_planted_word_fails_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = folder(tmp_path, TINY + "Axiom a : False.\n")
    assert check.main([str(where)]) == 1
    assert capsys.readouterr().err == "coq: Tiny.v:3: Axiom\n"
