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
    assert done.returncode == 0 and done.stdout.endswith("all as recorded\n")


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
    assert done.returncode == 3 and done.stdout.endswith("not as recorded: open\n")


@pytest.mark.parametrize("made", ["file", "folder", "link"])
def test_what_is_there_is_left_alone(tmp_path: Path, made: str) -> None:
    path = tmp_path / "claims.toml"
    path.symlink_to(tmp_path / "nowhere") if made == "link" else path.mkdir() if made == "folder" else path.touch()
    done = inside("new", str(path))
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "expected a new file" in done.stderr
    assert os.path.lexists(path) and not (tmp_path / "nowhere").exists()


def test_watching_needs_a_file(tmp_path: Path) -> None:
    assert inside("all", "--watch").returncode == 2
    done = inside("new", str(tmp_path / "none" / "x.toml"))
    assert done.returncode == 2 and "there is no folder" in done.stderr and not (tmp_path / "none").exists()


def until(process: Any, path: Path, text: str, count: int = 1) -> str:
    """What has been written, once the text is there so often."""
    while (found := path.read_text(encoding="utf-8")).count(text) < count:
        assert process.poll() is None, "it has ended"       # `started` ends what takes too long
        time.sleep(0.05)
    return found


@pytest.mark.slow
def test_a_file_is_judged_again_when_it_is_saved(tmp_path: Path) -> None:
    path, said, told = begun(tmp_path), tmp_path / "said", tmp_path / "told"
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


EXPERIMENT = """\
[experiments.e]
M = { values = "0..99" }
A = { values = "0..99", law = "uniform" }
K = { values = "0..1", law = ["1/2", "1/3"] }
C = { is = "M" }
[claim.a]
title  = "What is denied holds, but a draw of its experiment has no law"
proves = [{ kind = "holds", text = "1 > 0" }]
denies = [{ tells = "C -> M", in = "e" }]
"""


def test_a_given_point_that_is_not_in_its_region_is_told(tmp_path: Path) -> None:
    (path := tmp_path / "a.toml").write_text("""[claim.it]
title = "x"
names = ["p"]
domain = "unit"
regions.unit = ["p >= 0"]
points.unit = { p = "-1" }
proves = [{ kind = "holds", text = "p >= 0" }]
""", encoding="utf-8")
    done = inside("it", "--claims", str(path))
    assert done.returncode == 3 and "no point with p = -1 was found where p >= 0" in " ".join(done.stdout.split())


FIBONACCI = """\
[claim.fibonacci]
title  = "No Fibonacci number is negative"
names  = ["a", "b"]
domain = "all"
regions.all = []
proves = [{ kind = "always", start = ["a = 0", "b = 1"], next = ["a = b", "b = a + b"], text = ["a >= 0"] }]
"""


def test_what_helps_an_induction_may_stand_in_its_text(tmp_path: Path) -> None:
    (path := tmp_path / "a.toml").write_text(FIBONACCI, encoding="utf-8")
    done = inside("fibonacci", "--claims", str(path))
    hint = "step: a >= 0: b >= 0 was not shown; a relation that helps may stand in `text`, too"
    assert done.returncode == 3 and hint in " ".join(done.stdout.split())
    path.write_text(FIBONACCI.replace('"a >= 0"', '"a >= 0", "b >= 0"'), encoding="utf-8")
    assert "Verdict: proved" in inside("fibonacci", "--claims", str(path)).stdout


@pytest.mark.slow
def test_what_is_too_large_is_told(tmp_path: Path) -> None:
    draws = "\n".join(f'{word} = {{ values = "0..99", law = "uniform" }}' for word in "BD")
    text = EXPERIMENT.replace('K = { values = "0..1", law = ["1/2", "1/3"] }', draws)
    text = text.replace('is = "M"', 'is = "(M + A + B + D) mod 100"').replace('denies = [', 'beside = [')
    (path := tmp_path / "a.toml").write_text(text, encoding="utf-8")
    done = inside("all", "--claims", str(path), "--search")
    assert done.returncode == 3 and "e has more than 20000 outcomes" in done.stdout


USING = """\
[paper]
names = ["p"]
[regions]
chances = ["0 <= p <= 1"]
some    = ["0 < p <= 1"]
[claim.positive]
title   = "It is positive"
domain  = "chances"
proves  = [{ kind = "holds", text = "p > 0" }]
suppose = [{ text = "p > 0", where = ["p > 0"] }]
[claim.rests]
title   = "It rests on that"
domain  = "chances"
proves  = [{ kind = "holds", text = "p <= 1" }, { kind = "uses", claim = "positive" }]
"""


@pytest.mark.parametrize("old, new, verdict, said", [
    ("", "", "undecided", "proves 2: positive is proved under the condition p > 0: list it in `suppose`"),
    ('{ kind = "uses", claim = "positive" }]', '{ kind = "uses", claim = "positive" }]\n'
     'suppose = [{ text = "p > 0", where = ["p > 0"] }]', "conditional", ""),
    ('"It rests on that"\ndomain  = "chances"', '"It rests on that"\ndomain  = "some"', "proved", ""),
    (', { kind = "uses", claim = "positive" }]', ']\nbeside = [{ kind = "uses", claim = "positive" }]', "undecided",
     "beside 1: positive is proved under the condition p > 0: use it on a region that says so"),
])
def test_a_condition_of_a_claim_in_use_is_listed_again(
        tmp_path: Path, old: str, new: str, verdict: str, said: str) -> None:
    (path := tmp_path / "a.toml").write_text(USING.replace(old, new) if old else USING, encoding="utf-8")
    (found,) = json.loads(inside("rests", "--claims", str(path), "--format", "json").stdout)["claims"]
    assert found["verdict"] == verdict and said in json.dumps(found, ensure_ascii=False)
