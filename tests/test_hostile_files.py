"""Files that never end, are too large or nested without end: recorded certificates, and what the library is given."""

import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from run import COMMAND, inside, program, python

import onoff_symbolic as onoff
from onoff_symbolic.errors import InputError
from onoff_symbolic.paper.record import Record

DEEP = "[" * 100_000 + "]" * 100_000
CLAIMS = """
[paper]
names = ["x"]
[regions]
all = ["x > 0"]
[claim.one]
title = "One"
domain = "all"
proves = [{ kind = "holds", region = "all", text = "x + 1 > 0" }]
"""


def nested(path: Path) -> None:
    path.write_text(DEEP)


def nested_inside(path: Path) -> None:
    path.write_text('{"goal": {"claim": "one", "verdict": "refuted", "conditions": ' + DEEP + "}}")


def large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3 << 30)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def no_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


def wrong_shape(path: Path) -> None:
    path.write_text('{"goal": {"verdict": "refuted", "conditions": [], "fails": 7}, "failures": []}')


ENDLESS = [nested, large, pipe, device]
OTHERS = [nested_inside, folder, no_text, wrong_shape]
MEMORY = 1 << 30


def bounded() -> None:
    """Leave a process a gibibyte."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    file = tmp_path / "paper.toml"
    file.write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "paper.toml.certificates").mkdir()
    return file


@pytest.mark.parametrize("make", OTHERS)
def test_a_record_that_cannot_be_read_is_no_record(make: Callable[[Path], None], claims: Path) -> None:
    make(claims.parent / "paper.toml.certificates" / "one.json")
    done = inside("all", "--claims", str(claims))
    assert done.returncode == 0 and done.stderr == "" and "1 proved" in done.stdout
    assert "\nall verdicts as recorded; " in done.stdout
    assert inside("errata", "--claims", str(claims)).returncode == 0


def test_a_record_that_is_read_counts(claims: Path) -> None:
    """Else no file would."""
    claims.write_text(CLAIMS.replace("x + 1 > 0", "x > 1"), encoding="utf-8")
    assert inside("certify", "one", "--claims", str(claims)).returncode == 0
    assert inside("all", "--claims", str(claims)).returncode == 0
    assert Record(claims.parent / "paper.toml.certificates").expected("one").startswith("refuted, fails at")


@pytest.mark.slow
@pytest.mark.parametrize("make", ENDLESS)
def test_commands_need_little_time_and_memory(make: Callable[[Path], None], claims: Path) -> None:
    record = claims.parent / "paper.toml.certificates" / "one.json"
    make(record)
    make(claims.parent / "mutation.json")

    def run(*words: str) -> str:
        done = program([*COMMAND, *words], preexec_fn=bounded, limit=60)
        assert "Traceback" not in done.stderr and done.stderr.count("\n") <= 1, done.stderr
        return done.stdout

    assert "\nall verdicts as recorded; " in run("all", "--claims", str(claims))
    assert "Mutation score" not in run("all", "--claims", str(claims), "--format", "html")
    assert "valid  one" not in run("check", "--claims", str(claims), str(record))


REFUSED = {"pipe": pipe, "device": device, "folder": folder}
CHECKED = """
import sys, onoff_symbolic as onoff
for path in sys.argv[1:]:
    for read in (onoff.check, lambda each: onoff.check(sys.executable, each), onoff.claims):
        try:
            print(read(path))
        except onoff.InputError as error:
            print(error)
"""


@pytest.mark.slow
def test_the_library_refuses_what_is_no_file(tmp_path: Path) -> None:
    for name, make in REFUSED.items():
        make(tmp_path / name)
    names = [str(tmp_path / name) for name in REFUSED]
    said = [
        f"{names[0]}: expected a file, found a pipe",
        f"{names[1]}: expected a file, found a device",
        f"{names[2]}: cannot be read: Is a directory",
    ]
    assert python(CHECKED, *names).splitlines() == [each for each in said for _ in range(3)]


@pytest.mark.parametrize("make", [nested, nested_inside, large, no_text])
def test_the_library_says_invalid_of_what_is_no_certificate(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "one.json")
    assert onoff.check(tmp_path / "one.json").word == "invalid"


# -- a claims file that changes ------------------------------------------------------------------------------------


def test_claims_notice_that_their_file_has_changed(claims: Path) -> None:
    before = onoff.claim("one", claims)
    assert before.judge().verdict == "proved"
    state = claims.stat()
    claims.write_text(CLAIMS.replace("x + 1 > 0", "x - 1 > 0"), encoding="utf-8")
    os.utime(claims, ns=(state.st_atime_ns, state.st_mtime_ns))  # as long, and as old
    assert onoff.claim("one", claims).judge().verdict == before.judge().verdict == "refuted"


def test_a_claim_that_has_gone_is_named(claims: Path) -> None:
    gone = onoff.claim("one", claims)
    claims.write_text(CLAIMS.replace("claim.one", "claim.two"), encoding="utf-8")
    with pytest.raises(InputError, match=f"^{claims}: no claim is called 'one' any more$"):
        gone.judge()
    claims.unlink()
    with pytest.raises(InputError, match=f"^{claims}: cannot be read: No such file or directory$"):
        gone.judge()
