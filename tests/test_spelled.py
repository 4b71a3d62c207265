"""A claims file may be written with the signs that reports print."""

from pathlib import Path

from run import inside

FILE = """
[paper]
title = "mine"
names = ["α", "p"]

[claim.one]
title = "One"
domain = "u"
regions.u = ["0 ≤ p ≤ 1", "α > 0"]
proves = [{ text = "p·(1−p)×α/α ≤ 1/4" }]
"""


def judged(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    done = inside("one", "--claims", str(path))
    return done.stdout + done.stderr


def test_signs_letters_and_the_usual_kind_are_understood(tmp_path: Path) -> None:
    assert "Verdict: proved, for all 0 ≤ p ≤ 1, α > 0.\n" in judged(tmp_path, FILE)


def test_a_false_statement_is_refuted_all_the_same(tmp_path: Path) -> None:
    assert "Verdict: proved" not in judged(tmp_path, FILE.replace("1/4", "1/5"))


def test_an_arrow_is_no_comparison(tmp_path: Path) -> None:
    said = judged(tmp_path, FILE.replace("≤ 1/4", "=> 0"))

    assert said.endswith("= help: did you mean >=?\n") and " --> " in said
