"""Programs that tests start, each with a time limit, so that no test waits for ever. No other module starts one.

    inside("lemma1")            the command line in this process: cheap, for what it prints and its exit code
    judged(folder, "--onoff")    pytest in this process
    tool("lemma1")              the command as a user runs it, in a process of its own
    python("print(1)")          code in a fresh interpreter
    program(["pdflatex", …])    any other program
    with started([…]) as p:     one that runs beside the test; it is ended with the block, or when its time is over
"""

import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import entry_points
from itertools import chain
from pathlib import Path
from typing import Any, TextIO
from unittest import mock

import pytest

import onoff_symbolic
from onoff_symbolic import cli

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 120
"""Seconds that a program may take. None takes a tenth of it on an idle machine."""

Done = subprocess.CompletedProcess[str]
PIPE = subprocess.PIPE
DEVNULL = subprocess.DEVNULL


PYTHON = [sys.executable, "-P", "-c"]
"""A fresh interpreter, which does not take modules from where it is started."""


def _command() -> list[str]:
    """The installed command; in a bare checkout, what it calls."""
    script = Path(sys.executable).with_name("onoff-verify")
    return [str(script)] if script.is_file() else [*PYTHON, "from onoff_symbolic.cli import main; main()"]


COMMAND = _command()


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment, in which a program finds the package that is tested."""
    here = str(Path(str(onoff_symbolic.__file__)).parent.parent)
    path = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, **(more or {})}


def plugin() -> list[str]:
    """What makes pytest load the plugin of the package; nothing where it finds it by itself."""
    found = any(each.name == "onoff" for each in entry_points(group="pytest11"))
    return [] if found else ["-p", "onoff_symbolic.testing.plugin"]


def program(command: Sequence[str], *, cwd: Path = ROOT, env: Mapping[str, str] | None = None, limit: float = LIMIT,
            **options: Any) -> Done:
    """A program that has ended, with what it wrote. The exit code is the caller's business."""
    options = {"stdout": PIPE, "stderr": PIPE, "stdin": DEVNULL, "encoding": "utf-8", **options}
    return subprocess.run(command, cwd=cwd, env=env or environment(), timeout=limit, check=False, **options)


def tool(*args: str, cwd: Path = ROOT, **env: str) -> Done:
    """The command line in a process of its own."""
    return program([*COMMAND, *args], cwd=cwd, env=environment(env))


def python(code: str, *args: str, cwd: Path = ROOT, **env: str) -> str:
    """What code prints in a fresh interpreter; it must end well."""
    done = program([*PYTHON, code, *args], cwd=cwd, env=environment(env))
    assert done.returncode == 0, done.stderr
    return done.stdout


def inside(*args: str, cwd: Path = ROOT, stdout: TextIO | None = None, stderr: TextIO | None = None, **env: str
           ) -> Done:
    """The command line in this process. What the interpreter reads when it starts cannot be changed here."""
    assert not [name for name in env if name.startswith("PYTHON")], "say tool(…)"
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: object = 0
    with (mock.patch.dict(os.environ, env), contextlib.chdir(cwd), contextlib.redirect_stdout(stdout or out),
          contextlib.redirect_stderr(stderr or err)):
        try:
            cli.main(list(args))
        except SystemExit as stop:
            code = stop.code
    assert isinstance(code, int)
    texts = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]     # type: ignore[attr-defined]
    return Done([*args], code, *texts)


APART = ("faulthandler", "unraisableexception")
"""Plugins of the process in which the tests run; the second looks through all its memory at the end."""


def judged(folder: Path, *args: str) -> Done:
    """pytest with the plugin of the package, in a folder and in this process. It sees what a test has patched."""
    env = {name: value for name, value in environment().items() if not name.startswith("PYTEST")}
    out = io.StringIO()
    with (mock.patch.dict(os.environ, {**env, "COLUMNS": "200"}, clear=True), contextlib.chdir(folder),
          contextlib.redirect_stdout(out), contextlib.redirect_stderr(out)):
        code = pytest.main(["-s", *chain(*(("-p", f"no:{name}") for name in APART)), *plugin(), *args])
    return Done([*args], int(code), out.getvalue(), "")


def interruptible() -> None:
    """Ctrl-C ends a program that is about to start, even if whoever runs the tests ignores it, as a script does in the
    background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def started(command: Sequence[str], limit: float = LIMIT, **options: Any) -> Iterator["subprocess.Popen[Any]"]:
    """A program beside the test. When its time is over it is killed, so that whoever reads from it comes to an end."""
    late = threading.Event()
    process = subprocess.Popen(command, preexec_fn=interruptible, **options)

    def stop() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(limit, stop)
    timer.start()
    try:
        yield process
        process.wait()
    except BaseException:
        process.kill()
        raise
    finally:
        timer.cancel()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    if late.is_set():
        raise subprocess.TimeoutExpired(command, limit)
