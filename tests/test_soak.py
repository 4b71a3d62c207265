"""A short slice of `make soak`; and what it must notice."""

import sys
from pathlib import Path

import pytest
import soak
from run import ROOT, environment, program
from soak import OLD, Case, Ended, torn, wrong


@pytest.mark.slow
def test_a_slice() -> None:
    done = program([sys.executable, str(ROOT / "tests" / "soak.py"), "0", "1", "10"], env=environment(), limit=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 cases, 0 wrong" in done.stdout
    assert "killed" in done.stdout


class TestWrong:
    @pytest.mark.parametrize("ended", [Ended(0, "fine", ""), Ended(2, "", "onoff-verify: one line\n")])
    def test_accepts_a_good_end(self, ended: Ended) -> None:
        assert wrong(ended) == []

    @pytest.mark.parametrize("ended, said", [
        (Ended(2, "", "onoff-verify: one line\nand another\n"), "2 lines of error with exit code 2"),
        (Ended(2, "", ""), "0 lines of error with exit code 2"),
        (Ended(-11, "", ""), "exit code -11"),
        (Ended(1, "", "Traceback (most recent call last):\n"), "'Traceback (most recent call last)' is printed"),
    ])
    def test_notices(self, ended: Ended, said: str) -> None:
        assert wrong(ended) == [said]


class TestTorn:
    @pytest.mark.parametrize("content", [b"new", b"", None])
    def test_notices_a_file_that_is_not_whole(self, tmp_path: Path, content: bytes | None) -> None:
        if content is not None:
            (tmp_path / "report.json").write_bytes(content)

        assert torn(tmp_path, (OLD, b"newer")) != []
        assert torn(tmp_path, (OLD, content)) == []

    def test_notices_what_is_left_over(self, tmp_path: Path) -> None:
        (tmp_path / ".onoff-abc").write_bytes(b"half")

        assert torn(tmp_path, (None,)) == [".onoff-abc is left over"]
        assert torn(tmp_path, (None,), drafts=True) == []


def test_a_failure_is_printed_and_is_the_exit_code(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bad = Case("scheme", ["scheme", "x"], Ended(70, "", ""), ["exit code 70"])
    monkeypatch.setattr(soak, "case", lambda seed, number: bad)

    assert soak.main(0, 1, 2) == 1
    out = capsys.readouterr().out
    assert "case 0 (scheme): exit code 70" in out
    assert "2 cases, 2 wrong; make soak SEED=1 repeats them" in out
