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
from run import COMMAND, PYTHON, ROOT, inside, program, python
from run import environment as around

from onoff_symbolic.cli import terminal
from onoff_symbolic.report.text import COLOURS
from onoff_symbolic.result import Verdict

pytestmark = pytest.mark.slow

STYLE = re.compile(r"\033\[\d+m")


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
    """What a terminal receives on one stream; the other one is a pipe that must stay plain."""
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


def styled(verdict: str) -> str:
    return f"\033[{COLOURS[Verdict(verdict)]}m{verdict}\033[0m"


def test_a_process_on_a_terminal_does_the_same() -> None:
    """Here a command runs as a user runs it; everywhere else, in this process."""
    for stream in ("stdout", "stderr"):
        with terminal_of(70) as (theirs, found):
            done = program([*COMMAND, "theorem1"], env=environment({}), **{stream: theirs})
        assert shown_by(found) == on_terminal("theorem1", columns=70, stream=stream)
        assert "\033" not in (done.stdout or "") + (done.stderr or "")
    assert program([*COMMAND, "theorem1"], env=environment({"FORCE_COLOR": "1"})).stdout == piped("theorem1")


# -- colours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("args, shown", [
    (("lemma1", "theorem1", "appc-premise"), ("proved", "conditional", "refuted")),
    (("table3-caption",), ("refuted",)), (("theorem1",), ("conditional",)),
    (("scheme", "examples/paper-low.toml"), ("proved",)),
])
@pytest.mark.usefixtures("known")
def test_verdicts_are_coloured_on_a_terminal_and_nothing_else_changes(args: tuple[str, ...], shown: list[str]) -> None:
    found = on_terminal(*args, columns=200)
    for verdict in shown:
        assert styled(verdict) in found
    plain = piped(*args)
    assert STYLE.sub("", found).split() == plain.split(), "but for the ends of lines"


@pytest.mark.slow
@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"NO_COLOR": "0"}, {"TERM": "dumb"}])
@pytest.mark.usefixtures("known")
def test_a_terminal_may_ask_for_plain_text(env: dict[str, str]) -> None:
    found, plain = on_terminal("theorem1", **env), piped("theorem1")
    assert "\033" not in found and found.split() == plain.split()


@pytest.mark.parametrize("columns", [60, 80, 140])
@pytest.mark.parametrize("args", [
    ("lemma1",), ("theorem1",), ("errata", "theorem1"), ("scheme", "examples/late-leak.toml"),
    ("scheme", "examples/paper-high.toml"), ("show", "lemma1"), ("list",),
    ("bound", "examples/paper-low.toml", "--t", "1..2", "--at", "alpha=1/5,beta=1/5")])
@pytest.mark.usefixtures("known")
def test_text_follows_the_width(args: tuple[str, ...], columns: int) -> None:
    """No line is too long, unless it is one word; no word is broken."""
    found = STYLE.sub("", on_terminal(*args, columns=columns))
    long = [line for line in found.split("\n") if len(line) > columns and len(line.split()) > 2]
    assert long == []
    assert set(found.split()) <= {*piped(*args).split()}


def test_a_report_has_one_alphabet() -> None:
    for text in (on_terminal("theorem1"), piped("errata", "theorem1"), piped("scheme", "examples/paper-low.toml")):
        assert not re.search(r"\b(alpha|beta|delta)\b|<=|>=", text) and re.search("[αβ]", text)


@pytest.mark.parametrize("args, env", [(("theorem1",), {"LC_ALL": "C"}),
                                       (("scheme", "examples/late-leak.toml"), {"LC_ALL": "POSIX"})])
@pytest.mark.usefixtures("known")
def test_ascii_where_the_locale_knows_nothing_else(args: tuple[str, ...], env: dict[str, str]) -> None:
    assert on_terminal(*args, **env).isascii() and "alpha" in on_terminal(*args, **env)
    assert not on_terminal("theorem1").isascii()


@pytest.mark.parametrize("coding, alphabet", [
    ("ascii", "alpha"), ("latin-1", "alpha"), ("cp1253", "alpha"), ("utf-8", "α")])
def test_ascii_where_the_stream_cannot_write_a_greek_letter(coding: str, alphabet: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=coding, errors="backslashreplace", write_through=True)
    assert inside("show", "table3-caption", stdout=stream).returncode == 0
    assert inside("theorem1", stdout=stream).returncode == 0
    shown = stream.buffer.getvalue().decode(coding)     # type: ignore[attr-defined]
    assert alphabet in shown and "\\u" not in shown


def test_a_log_gets_a_line_every_few_seconds(monkeypatch: pytest.MonkeyPatch,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(terminal, "EVERY", 5)
    now = [0]
    monkeypatch.setattr(terminal, "monotonic", lambda: now[0])
    for log in (False, True):
        with terminal.Progress(8, log) as progress:
            for step in range(8):
                now[0] += 2
                progress.step(f"step {step}")
    assert capsys.readouterr().err == "2/8 done, now step 2\n5/8 done, now step 5\n"
    with terminal.Progress(0, True) as progress:
        for done, total in ((1, 9), (2, 9), (3, 0)):
            now[0] += 5
            progress.count(done, total, "the sets")
            progress.count(done, total, "too soon")
    assert capsys.readouterr().err == "1/9 done, now the sets\n2/9 done, now the sets\n3 done, now the sets\n"


@pytest.mark.parametrize("args, said", [
    (("design", "examples/chains/cycle.toml", "--at", "a=1/4"),
     r"\d+/\d+ done, now (the sets|judging case 1|whether case 1 is the best)"),
    (("design", "examples/designed/two-sources.toml"),
     r"\d+ done, now parts of the region|\d/2 done, now (judging case \d|whether case \d is the best)"),
    (("certify", "lemma1", "-o", "."), r"\d+/\d+ done, now [\w-]+"),
    (("scheme", "examples/paper-low.toml"), "expected download|normalised|decodable|private|query chain|closed form|"
     "optimal|(writing|checking) the certificate|for which parameters"),
])
def test_long_commands_tell_a_log_how_far_they_are(args: tuple[str, ...], said: str, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_by(args, 0, tmp_path, monkeypatch)
    assert len(told) > 1 and all(re.fullmatch(said, line) for line in told)


def test_a_command_that_is_not_long_tells_a_log_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So does every command of the other tests, which are never long: see EVERY in conftest.py."""
    assert told_by(("certify", "lemma1", "-o", "."), 10 ** 6, tmp_path, monkeypatch) == []


def told_by(args: tuple[str, ...], every: int, place: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(terminal, "EVERY", every)
    monkeypatch.setattr(terminal, "SELDOM", every)
    return inside(*(str(ROOT / a) if a.startswith("examples") else a for a in args), cwd=place).stderr.splitlines()


def test_an_empty_no_color_says_nothing() -> None:
    assert "\033" in on_terminal("theorem1", NO_COLOR="")


@pytest.mark.slow
@pytest.mark.parametrize("env", [{"FORCE_COLOR": "1"}, {"CLICOLOR_FORCE": "1"}, {"COLUMNS": "20"}])
@pytest.mark.usefixtures("known")
def test_a_pipe_gets_the_same_bytes_whatever_the_environment(env: dict[str, str]) -> None:
    assert piped("lemma1", "theorem1", **env) == piped("lemma1", "theorem1")


def test_other_formats_and_files_stay_plain(tmp_path: Path) -> None:
    assert "\033" not in on_terminal("theorem1", "--format", "json")
    assert on_terminal("theorem1", "-o", str(tmp_path / "out.txt")) == ""
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == piped("theorem1")


def test_the_table_of_claims_fits_the_terminal_and_is_whole() -> None:
    ids = ("lemma1", "theorem1", "claim1", "claim2")
    found = STYLE.sub("", on_terminal(*ids, columns=60))
    assert max(map(len, found.split("\n"))) <= 60 and sorted(found.split()) == sorted(piped(*ids).split())


# -- how far a command is ------------------------------------------------------------------------------------


def test_the_line_says_how_far_it_is_and_clears_itself() -> None:
    found = on_terminal("table1", "table3a", stream="stderr", columns=60)
    assert found.split("\r\033[K")[1:] == ["0/2 done, now table1", "1/2 done, now table3a", ""]


def test_the_line_fits_the_terminal() -> None:
    found = on_terminal("table1", "table3a", stream="stderr", columns=12)
    assert found.split("\r\033[K")[1:] == ["0/2 done, n", "1/2 done, n", ""]


def test_the_line_is_cleared_before_an_error_is_told(tmp_path: Path) -> None:
    code = ("from onoff_symbolic import cli\nfrom onoff_symbolic.paper.session import Session\n"
            "from onoff_symbolic.errors import OnoffError\n"
            "def judge(self, ids):\n    self._tell(ids[0])\n    raise OnoffError('it went wrong')\n"
            "Session.judge = judge\ncli.main(['lemma1'])")
    with terminal_of(100) as (theirs, found):
        done = program([*PYTHON, code], stderr=theirs, env=environment({}), cwd=tmp_path)
    assert done.returncode == 1
    assert shown_by(found).endswith("lemma1\r\033[K" + "onoff-verify: it went wrong\n")


def test_no_line_in_a_pipe_or_on_a_dumb_terminal() -> None:
    piped("request-chain")
    assert on_terminal("request-chain", stream="stderr", TERM="dumb") == ""


# -- completion --------------------------------------------------------------------------------------------


def completed(words: str, shell: str = "bash") -> list[str]:
    count = str(len(words.split(" ")) - 1)
    done = inside(_ONOFF_VERIFY_COMPLETE=f"{shell}_complete", COMP_WORDS=words,
                  COMP_CWORD=count if shell != "fish" else words.split(" ")[-1])
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split() if shell == "bash" else done.stdout.split("\n")[:-1]


@pytest.mark.parametrize("words, found", [
    ("onoff-verify sch", ["plain,scheme"]), ("onoff-verify verify al", []),
    ("onoff-verify lemma1 --st", ["plain,--strict"]),
    ("onoff-verify scheme ex", ["file,ex"]), ("onoff-verify lemma1 -o ou", ["file,ou"]),
    ("onoff-verify pmf --scheme ex", ["file,ex"]), ("onoff-verify nothing-like-it", []),
])
def test_the_shell_completes(words: str, found: list[str]) -> None:
    assert completed(words) == found


def test_an_empty_word_offers_the_commands() -> None:
    assert {"plain,errata", "plain,scheme"} < set(completed("onoff-verify "))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_that_the_readme_names_exist(shell: str) -> None:
    readme = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    assert f"_ONOFF_VERIFY_COMPLETE={shell}_source onoff-verify" in readme
    done = inside(_ONOFF_VERIFY_COMPLETE=f"{shell}_source")
    assert done.returncode == 0 or shell == "bash"      # click asks bash for its version, which may be missing
    assert "onoff-verify" in done.stdout


def test_completion_imports_nothing_heavy(tmp_path: Path) -> None:
    code = ("import sys\nfrom onoff_symbolic.cli import main\ntry:\n    main([])\nexcept SystemExit:\n    pass\n"
            "print('MODULES', *sys.modules)")
    out, modules = python(code, cwd=tmp_path, _ONOFF_VERIFY_COMPLETE="bash_complete", COMP_WORDS="onoff-verify sch",
                          COMP_CWORD="1").split("MODULES")
    assert "plain,scheme" in out and not set(modules.split()) & {"sympy", "numpy", "highspy", "mpmath"}


def test_an_interruption_while_the_command_line_is_imported_is_one_line() -> None:
    code = ("import sys\nclass Finder:\n    def find_spec(self, name, *_):\n        if name == 'click':\n"
            "            raise KeyboardInterrupt\nsys.meta_path.insert(0, Finder())\nimport onoff_symbolic.cli\n")
    done = program([*PYTHON, code])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "onoff-verify: interrupted\n")


def test_an_interruption_that_was_dropped_stops_the_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal.Interruption, "asked", False)
    with terminal.Progress(3) as progress:
        progress.step("one")
        with pytest.raises(KeyboardInterrupt):
            terminal.Interruption.ask()
        with pytest.raises(KeyboardInterrupt):
            progress.step("two")
