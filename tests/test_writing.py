"""Beginning a claims file (`new`), and judging it again on saving (`--watch`)."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from run import COMMAND, environment, inside, started

VERDICTS = {"noisy": "conditional"}
"""Of the template; all others are proved."""


def begun(folder: Path) -> Path:
    path = folder / "my paper.toml"
    assert inside("new", str(path)).returncode == 0
    return path


def test_the_template_can_be_judged_as_it_is(tmp_path: Path) -> None:
    path = begun(tmp_path)
    done = inside("all", "--claims", str(path), "--format", "json")
    claims = json.loads(done.stdout)["claims"]
    assert {claim["id"]: claim["verdict"] for claim in claims} == {
        claim["id"]: VERDICTS.get(claim["id"], "proved") for claim in claims}
    assert VERDICTS.keys() <= {claim["id"] for claim in claims}


def test_it_ends_with_the_command_that_records_it(tmp_path: Path) -> None:
    path = begun(tmp_path)
    text = inside("all", "--claims", str(path)).stdout
    assert text.startswith("Errata: 1 statement that changes. Next: onoff-verify errata --claims")
    assert f"onoff-verify certify all --claims '{path}'\n" in text
    assert inside("certify", "all", "--claims", str(path)).returncode == 0
    done = inside("all", "--claims", str(path))
    assert done.returncode == 0
    assert "\nall verdicts as recorded; " in done.stdout


@pytest.mark.slow
def test_a_claim_that_is_undecided_is_left_out_of_the_record(tmp_path: Path) -> None:
    path = begun(tmp_path)
    path.write_text(path.read_text(encoding="utf-8") + """
[claim.open]
title  = "Motzkin's polynomial: it is no sum of squares"
names  = ["x", "y"]
regions.plane = []
domain = "plane"
proves = [{ kind = "holds", text = "x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2" }]
""", encoding="utf-8")
    done = inside("all", "--claims", str(path))
    assert done.stdout.endswith(f"onoff-verify certify rows noisy power processing pad --claims '{path}'\n")
    assert inside("certify", "rows", "noisy", "power", "processing", "pad", "--claims", str(path)).returncode == 0
    done = inside("all", "--claims", str(path))
    assert done.returncode == 3
    *_, last, words = done.stdout.splitlines()
    assert last == "not as recorded: open; --search finds the certificates again; onoff-verify"
    assert words == "explain says what the words mean"


@pytest.mark.parametrize("made", ["file", "folder", "link"])
def test_what_is_there_is_left_alone(tmp_path: Path, made: str) -> None:
    path = tmp_path / "claims.toml"
    path.symlink_to(tmp_path / "nowhere") if made == "link" else path.mkdir() if made == "folder" else path.touch()
    done = inside("new", str(path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "expected a new file" in done.stderr
    assert os.path.lexists(path)
    assert not (tmp_path / "nowhere").exists()


def test_watching_needs_a_file(tmp_path: Path) -> None:
    assert inside("all", "--watch").returncode == 2
    done = inside("new", str(tmp_path / "none" / "x.toml"))
    assert done.returncode == 2
    assert "there is no folder" in done.stderr
    assert not (tmp_path / "none").exists()


def until(process: Any, path: Path, text: str, count: int = 1) -> str:
    """What has been written, once the text is there so often."""
    while (found := path.read_text(encoding="utf-8")).count(text) < count:
        assert process.poll() is None, "it has ended"       # `started` ends what takes too long
        time.sleep(0.05)
    return found


@pytest.mark.slow
def test_a_file_is_judged_again_when_it_is_saved(tmp_path: Path) -> None:
    path = begun(tmp_path)
    said = tmp_path / "said"
    told = tmp_path / "told"
    good = path.read_text(encoding="utf-8")
    with said.open("w") as out, told.open("w") as err, started(
            [*COMMAND, "power", "--claims", str(path), "--watch"], stdout=out, stderr=err,
            env=environment()) as watching:
        until(watching, told, "-- watching")
        assert "Verdict: proved" in said.read_text(encoding="utf-8")
        path.write_text(good.replace("r = (1 - u)/2", "r = (1 - u)/3"), encoding="utf-8")
        until(watching, said, "Verdict: refuted")
        path.write_text(good.replace("r = (1 - u)/2", "r = exp(u)"), encoding="utf-8")
        line = good[:good.index('"u = (1 - 2*p)*u"')].count("\n")
        found = until(watching, told, "found exp")
        assert f"my paper.toml:{line}: claim power, proves 1: expected an expression, found exp" in found
        path.write_text(good, encoding="utf-8")
        until(watching, said, "Verdict: proved", 2)
        watching.send_signal(signal.SIGINT)
        assert watching.wait(30) == 130
    assert told.read_text(encoding="utf-8").endswith("onoff-verify: interrupted\n")
    assert "Traceback" not in told.read_text(encoding="utf-8")
