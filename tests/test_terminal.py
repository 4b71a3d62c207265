"""What a terminal gets and a pipe does not: colours, tables that fit, how far it is; and what a shell completes."""

import contextlib
import fcntl
import io
import os
import pty
import re
import struct
import termios
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest import mock

import pytest
from run import COMMAND, PYTHON, ROOT, inside, program
from run import environment as around

from onoff_symbolic.cli import terminal
from onoff_symbolic.report.text import COLOURS
from onoff_symbolic.result import Verdict

pytestmark = pytest.mark.slow

STYLE = re.compile(r"\033\[\d+m")
LEAK = "examples/late-leak.toml"


def environment(more: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in around().items() if name not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")}
    return {**kept, "TERM": "xterm", "LC_ALL": "C.UTF-8", **more}


@contextlib.contextmanager
def terminal_of(columns: int) -> Iterator[tuple[int, list[bytes]]]:
    """A terminal: where to write to, and what it has received at the end."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    found = list[bytes]()

    def read() -> None:
        with contextlib.suppress(OSError):     # the other end is closed
            while data := os.read(ours, 65536):
                found.append(data)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield theirs, found
    finally:
        os.close(theirs)
        reader.join()
        os.close(ours)


def shown_by(found: list[bytes]) -> str:
    return b"".join(found).decode("utf-8").replace("\r\n", "\n")


def on_terminal(*args: str, columns: int = 100, stream: str = "stdout", **env: str) -> str:
    """Return what a terminal receives on one stream; the other one is a pipe that must stay plain."""
    with terminal_of(columns) as (theirs, found), mock.patch.dict(os.environ, environment(env), clear=True):
        with open(theirs, "w", encoding="utf-8", closefd=False) as screen:
            done = inside(*args, **{stream: screen})        # type: ignore[arg-type]
    assert "\033" not in done.stdout + done.stderr
    return shown_by(found)


def piped(*args: str, **env: str) -> str:
    with mock.patch.dict(os.environ, environment(env), clear=True):
        done = inside(*args)
    assert done.stderr == ""
    return done.stdout


def test_a_process_on_a_terminal_does_the_same() -> None:
    """Here a command runs as a user runs it; everywhere else, in this process."""
    for stream in ("stdout", "stderr"):
        with terminal_of(70) as (theirs, found):
            program([*COMMAND, "theorem1"], env=environment({}), **{stream: theirs})
        assert shown_by(found) == on_terminal("theorem1", columns=70, stream=stream)


class TestColours:
    @pytest.mark.parametrize("args, shown", [
        (("lemma1", "theorem1", "appc-premise"), ("proved", "conditional", "refuted")),
        (("scheme", "examples/paper-low.toml"), ("proved",)),
    ])
    def test_are_those_of_verdicts_and_nothing_else_changes(self, args: tuple[str, ...], shown: list[str]) -> None:
        found = on_terminal(*args, columns=200)
        plain = piped(*args)

        for verdict in shown:
            assert f"\033[{COLOURS[Verdict(verdict)]}m{verdict}\033[0m" in found
        assert STYLE.sub("", found).split() == plain.split(), "but for the ends of lines"

    @pytest.mark.parametrize("env, coloured", [
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": ""}, True),
    ])
    def test_are_left_out_where_the_environment_says_so(self, env: dict[str, str], coloured: bool) -> None:
        assert ("\033" in on_terminal("theorem1", **env)) == coloured

    @pytest.mark.parametrize("env", [{"FORCE_COLOR": "1"}, {"CLICOLOR_FORCE": "1"}, {"COLUMNS": "20"}])
    def test_never_go_into_a_pipe(self, env: dict[str, str]) -> None:
        assert piped("lemma1", "theorem1", **env) == piped("lemma1", "theorem1")

    def test_never_go_into_other_formats_and_files(self, tmp_path: Path) -> None:
        assert "\033" not in on_terminal("theorem1", "--format", "json")
        assert on_terminal("theorem1", "-o", str(tmp_path / "out.txt")) == ""
        assert (tmp_path / "out.txt").read_text(encoding="utf-8") == piped("theorem1")


class TestWidth:
    @pytest.mark.parametrize("columns", [60, 140])
    @pytest.mark.parametrize("args", [
        ("lemma1",),
        ("errata", "theorem1"),
        ("scheme", LEAK),
        ("show", "lemma1"),
        ("list",),
        ("bound", "examples/paper-low.toml", "--t", "1..2", "--at", "alpha=1/5,beta=1/5"),
    ])
    def test_is_that_of_the_terminal_and_no_word_is_broken(self, args: tuple[str, ...], columns: int) -> None:
        found = STYLE.sub("", on_terminal(*args, columns=columns))

        assert [line for line in found.split("\n") if len(line) > columns and len(line.split()) > 2] == []
        assert {*found.split()} <= {*piped(*args).split()}

    def test_fits_the_table_of_claims_and_leaves_nothing_out(self) -> None:
        ids = ("lemma1", "theorem1", "claim1", "claim2")
        found = STYLE.sub("", on_terminal(*ids, columns=60))

        assert max(map(len, found.split("\n"))) <= 60
        assert sorted(found.split()) == sorted(piped(*ids).split())


class TestAlphabet:
    def test_is_one_in_a_report(self) -> None:
        shown = on_terminal("theorem1")
        assert not re.search(r"\b(alpha|beta|delta)\b|<=|>=", shown)
        assert not shown.isascii()
        assert not re.search(r"\b(alpha|beta|delta)\b|<=|>=", piped("scheme", "examples/paper-low.toml"))

    @pytest.mark.parametrize("locale", ["C", "POSIX"])
    def test_is_ascii_where_the_locale_knows_nothing_else(self, locale: str) -> None:
        shown = on_terminal("theorem1", LC_ALL=locale)
        assert shown.isascii()
        assert "alpha" in shown

    @pytest.mark.parametrize("coding, letter", [
        ("ascii", "alpha"),
        ("latin-1", "alpha"),
        ("cp1253", "alpha"),
        ("utf-8", "α"),
    ])
    def test_is_ascii_where_the_stream_cannot_write_greek(self, coding: str, letter: str) -> None:
        stream = io.TextIOWrapper(io.BytesIO(), encoding=coding, errors="backslashreplace", write_through=True)

        for args in (("show", "table3-caption"), ("theorem1",)):
            assert inside(*args, stdout=stream).returncode == 0

        shown = stream.buffer.getvalue().decode(coding)     # type: ignore[attr-defined]
        assert letter in shown
        assert "\\u" not in shown


class TestProgress:
    @pytest.mark.parametrize("columns, lines", [
        (60, ["0/2 done, now table1", "1/2 done, now table3a", ""]),
        (12, ["0/2 done, n", "1/2 done, n", ""]),
    ])
    def test_is_a_line_that_fits_and_clears_itself(self, columns: int, lines: list[str]) -> None:
        found = on_terminal("table1", "table3a", stream="stderr", columns=columns)
        assert found.split("\r\033[K")[1:] == lines

    def test_is_cleared_before_an_error_is_told(self, tmp_path: Path) -> None:
        code = ("from onoff_symbolic import cli\nfrom onoff_symbolic.paper.session import Session\n"
                "from onoff_symbolic.errors import OnoffError\n"
                "def judge(self, ids):\n    self._tell(ids[0])\n    raise OnoffError('it went wrong')\n"
                "Session.judge = judge\ncli.main(['lemma1'])")
        with terminal_of(100) as (theirs, found):
            done = program([*PYTHON, code], stderr=theirs, env=environment({}), cwd=tmp_path)

        assert done.returncode == 1
        assert shown_by(found).endswith("lemma1\r\033[K" + "onoff-verify: it went wrong\n")

    def test_is_not_shown_in_a_pipe_or_on_a_dumb_terminal(self) -> None:
        piped("request-chain")
        assert on_terminal("request-chain", stream="stderr", TERM="dumb") == ""

    def test_is_a_line_every_few_seconds_in_a_log(
            self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        now = [0]
        monkeypatch.setattr(terminal, "EVERY", 5)
        monkeypatch.setattr(terminal, "monotonic", lambda: now[0])
        for log in (False, True):
            with terminal.Progress(8, log) as progress:
                for step in range(8):
                    now[0] += 2
                    progress.step(f"step {step}")
        assert capsys.readouterr().err == "2/8 done, now step 2\n5/8 done, now step 5\n"

    @pytest.mark.parametrize("every, told", [(0, True), (10 ** 6, False)])
    @pytest.mark.parametrize("args", [
        ("design", str(ROOT / "examples/chains/cycle.toml"), "--at", "a=1/4"),
        ("certify", "lemma1", "-o", "."),
        ("scheme", str(ROOT / "examples/paper-low.toml")),
    ])
    def test_of_long_commands_goes_to_a_log(
            self, args: tuple[str, ...], every: int, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("EVERY", "SELDOM"):
            monkeypatch.setattr(terminal, name, every)
        assert bool(inside(*args, cwd=tmp_path).stderr) == told


@pytest.mark.parametrize("words, found", [
    ("onoff-verify sch", ["plain,scheme"]),
    ("onoff-verify lemma1 --st", ["plain,--strict"]),
    ("onoff-verify scheme ex", ["file,ex"]),
    ("onoff-verify nothing-like-it", []),
])
def test_the_shell_completes(words: str, found: list[str]) -> None:
    done = inside(_ONOFF_VERIFY_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split(" ")) - 1))
    assert (done.returncode, done.stderr, done.stdout.split()) == (0, "", found)


class TestInterruption:
    def test_while_the_command_line_is_imported_is_one_line(self) -> None:
        code = ("import sys\nclass Finder:\n    def find_spec(self, name, *_):\n        if name == 'click':\n"
                "            raise KeyboardInterrupt\nsys.meta_path.insert(0, Finder())\nimport onoff_symbolic.cli\n")
        done = program([*PYTHON, code])
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "onoff-verify: interrupted\n")

    def test_that_was_dropped_stops_the_next_step(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(terminal.Interruption, "asked", False)
        with terminal.Progress(3) as progress:
            progress.step("one")
            with pytest.raises(KeyboardInterrupt):
                terminal.Interruption.ask()
            with pytest.raises(KeyboardInterrupt):
                progress.step("two")
