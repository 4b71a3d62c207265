"""Parameters that are called like a letter of an argument or a word of the language: each works, or is refused."""

import re
from pathlib import Path

import pytest
from run import inside

from onoff_symbolic.checker import Model
from onoff_symbolic.checker.polynomials import Invalid
from onoff_symbolic.checker.syntax import KEYWORDS
from onoff_symbolic.search import scheme_statements as search

LETTERS = "UXVRSBPQ"
"""Of proofs/modes.toml."""
EXAMPLE = (Path(__file__).parent.parent / "examples" / "paper-low.toml").read_text(encoding="utf-8")
CHAIN = 'sources = ["x", "y"]\n[chain]\nx = { x = "1 - p", y = "p" }\ny = { x = "r", y = "1 - r" }\n'
CLAIMS = """
[paper]
names = ["x", "p"]
[claim.square]
title = "A square"
proves = [{ kind = "holds", text = "p**2 + 1 > 0", region = "all" }]
[regions]
all = []
"""


def written(folder: Path, text: str, old: str, new: str) -> str:
    """A file in which a name is another."""
    file = folder / "file.toml"
    file.write_text(re.sub(rf"\b{old}\b", new, text), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("name", [*LETTERS, *sorted(KEYWORDS), "A", "AB", "w1", "u"])
def test_a_scheme_is_judged_whatever_its_parameter_is_called(name: str, tmp_path: Path) -> None:
    done = inside("scheme", written(tmp_path, EXAMPLE, "alpha", name), "--mode", "1,0,0")
    assert done.returncode == 0
    assert "undecided" not in done.stdout
    assert re.search("under a mode +proved +private under the mode 1,0,0", done.stdout)
    assert not re.search(rf"\b{name}_(?!\w)", done.stdout)
    assert re.search(rf"  A   1 - {name}  +{name}  +0", done.stdout)


def test_statements_that_do_not_follow_are_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"proves": [{"text": "I(U;Q|X,P,B) = 0", "given": ["I(U;V|X) = 0"]}]}
    monkeypatch.setattr(search, "read", lambda path: wrong)
    said = inside("scheme", written(tmp_path, EXAMPLE, "alpha", "alpha"), "--mode", "1,0,0").stdout
    assert re.search("under a mode +undecided +private under the mode 1,0,0", said)


def test_letters_that_are_not_fresh_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "fresh", lambda name, taken: name)
    said = inside("scheme", written(tmp_path, EXAMPLE, "alpha", "S"), "--mode", "1,0,0").stdout
    assert re.search("under a mode +undecided +private under the mode 1,0,0", said)


def test_a_witness_names_the_parameter_as_the_file_does(tmp_path: Path) -> None:
    private = 'A = "beta/(1 - alpha)", AB = "(1 - alpha - beta)/(1 - alpha)"'
    text = EXAMPLE.replace(private, 'A = "alpha", AB = "1 - alpha"')
    said = inside("scheme", written(tmp_path, text, "alpha", "H")).stdout
    assert re.search(r"At H = \d", said)
    assert "H_" not in said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["S", "B", "indep", "sum"])
def test_a_design_is_found_whatever_a_parameter_is_called(name: str, tmp_path: Path) -> None:
    done = inside("design", written(tmp_path, CHAIN, "p", name))
    assert done.returncode == 0
    assert "undecided" not in done.stdout


@pytest.mark.parametrize("name", ["S", "indep", "H"])
def test_bounds_have_a_closed_form_whatever_a_parameter_is_called(name: str, tmp_path: Path) -> None:
    done = inside("bound", written(tmp_path, CHAIN, "p", name), "--t", "1..2")
    assert done.returncode == 0
    assert f"{name}_" not in done.stdout


@pytest.mark.parametrize("name", sorted(KEYWORDS))
def test_a_claims_file_with_such_a_name_is_refused(name: str, tmp_path: Path) -> None:
    done = inside("all", "--claims", written(tmp_path, CLAIMS, "p", name))
    assert done.returncode == 2
    assert done.stderr == (
        f"error: paper, names 2: expected another name than a word of the language, found '{name}'\n"
        f" --> {tmp_path / 'file.toml'}:3:15\n  |\n3 | names = [\"x\", \"{name}\"]\n"
        f"  |               {'^' * (len(name) + 2)}\n")


def test_a_parameter_is_no_word_with_a_hyphen(tmp_path: Path) -> None:
    done = inside("all", "--claims", written(tmp_path, CLAIMS, "p", "p-q"))
    assert done.returncode == 2
    assert "expected a name (a letter, then letters, digits and _), found 'p-q'" in done.stderr


@pytest.mark.parametrize("name", [*LETTERS, "E", "t"])
def test_a_claims_file_with_another_letter_is_read(name: str, tmp_path: Path) -> None:
    assert inside("all", "--claims", written(tmp_path, CLAIMS, "p", name)).returncode == 0


@pytest.mark.parametrize("name", ["for", "in", "sum", "mod", "indep", "law", "history", "Pr", "H", "I", "path"])
def test_the_checker_has_no_such_name(name: str) -> None:
    with pytest.raises(Invalid, match=f"^a word means two things: {name}$"):
        Model([name], {}, {})
