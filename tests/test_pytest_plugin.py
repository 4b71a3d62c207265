"""The plugin for pytest, in a pytest of its own: claims and files of expectations as tests, harmless when not used."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from run import environment, judged, plugin, program

from onoff_symbolic import judge
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.paper.record import Record
from onoff_symbolic.paper.session import Session
from onoff_symbolic.testing.plugin import Judged

ROOT = Path(__file__).resolve().parent.parent
BY_ID = the_paper().claims
KNOWN = [claim for claim in BY_ID if Record(the_paper().folder / "certificates").erratum(claim)]
pytestmark = pytest.mark.slow
HEAVY = {"sympy", "numpy", "highspy", "mpmath"}
WITHOUT = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist")
"""Plugins that have no part in it; hypothesis alone takes a second to import."""
SEEN = """
import sys
def pytest_unconfigure():
    print("MODULES", *sorted(sys.modules))
"""


def told(out: str, found: int, code: int) -> str:
    assert found == code, out
    assert not re.search("Traceback [(]most recent|INTERNALERROR", out)
    return out


def alone(folder: Path, *args: str, code: int = 0) -> str:
    """What pytest prints in a process of its own."""
    env = {name: value for name, value in environment().items() if not name.startswith("PYTEST")}
    loaded = [] if "no:onoff" in args else plugin()
    found = program([sys.executable, "-m", "pytest", *WITHOUT, *loaded, *args], cwd=folder,
                    env={**env, "COLUMNS": "200"})
    return told(found.stdout + found.stderr, found.returncode, code)


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    """What pytest prints in the folder, in this process."""
    def printed(*args: str, code: int = 0) -> str:
        found = judged(tmp_path, *WITHOUT, *args)
        return told(found.stdout, found.returncode, code)

    return printed


def counts(out: str) -> dict[str, int]:
    """What the last line of pytest says."""
    found = re.findall(r"(\d+) (passed|failed|xfailed|xpassed|deselected|skipped|errors?)\b", out.splitlines()[-1])
    return {name: int(number) for number, name in found}


Run = Callable[..., str]
EVERY = {"passed": len(BY_ID) - len(KNOWN), "xfailed": len(KNOWN)}


# -- claims ------------------------------------------------------------------------------------------------


def test_onoff_adds_every_claim_to_the_tests_that_are_there(tmp_path: Path, run: Run) -> None:
    (tmp_path / "test_mine.py").write_text("def test_mine(): pass\n", encoding="utf-8")
    out = run("--onoff", "-rx")
    assert counts(out) == {"passed": EVERY["passed"] + 1, "xfailed": EVERY["xfailed"]}
    assert f"collected {len(BY_ID) + 1} items" in out
    assert "XFAIL onoff::theorem1 - known erratum: conditional on alpha > 0, beta > 0, alpha + beta < 2" in out
    assert counts(run()) == {"passed": 1}


def given_up(*_: object) -> NoReturn:
    raise Undecidable("too much work")


def test_claims_that_come_out_otherwise_fail_and_say_why(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {"request-chain": "refuted", "converse-chain-rule": "refuted", "table3-caption": "proved"}
    expected = Record.expected
    known = Session._known
    monkeypatch.setattr(Record, "expected", lambda self, claim: changed.get(claim) or expected(self, claim))
    monkeypatch.setattr(Session, "_known", lambda self, claim: "" if claim.id == "table3a" else known(self, claim))
    monkeypatch.setattr(Session, "_decided", given_up)
    chosen = "request-chain or converse-chain-rule or table3-caption or table3a"
    out = run("--onoff", "-k", chosen, code=1)
    assert counts(out) == {"failed": 4, "deselected": len(BY_ID) - 4}
    for said in (
        "request-chain: expected refuted, found proved",
        "converse-chain-rule: expected refuted, found conditional on 0 < alpha + beta < 2",
        "table3-caption: expected proved, found refuted",
        "[q = AB] is 0, and Ta[a,x,q] is 2/3", "Instead: If Q_{t-1} = AB, then Q_t is chosen",
        "table3a: expected proved, found undecided", "too much work",
    ):
        assert said in out, said


def test_an_erratum_is_a_strict_xfail(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever makes the item pass, the run fails."""
    monkeypatch.setattr(Judged, "runtest", lambda self: None)
    out = run("--onoff", "-k", "table3-caption or lemma1", code=1)
    assert counts(out) == {"passed": 1, "failed": 1, "deselected": len(BY_ID) - 2}
    assert "[XPASS(strict)] known erratum: refuted, fails at " in out


# -- files onoff.toml ----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the tests run, with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def test_undecided_is_a_failure_with_its_reason(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "cases", given_up)
    (folder / "onoff.toml").write_text('["examples/paper-low.toml"]\n', encoding="utf-8")
    assert "examples/paper-low.toml: undecided: too much work" in run(code=1)


@pytest.mark.parametrize("data, said", [
    (b"", "onoff.toml: expected a table for each file"),
    (b"\xff\xfe", "onoff.toml: expected UTF-8 text, found the byte 0xff at 0"),
])
def test_a_file_with_a_fault_is_an_error_of_one_line(tmp_path: Path, run: Run, data: bytes, said: str) -> None:
    (tmp_path / "onoff.toml").write_bytes(data)
    out = run("onoff.toml", code=2)
    assert said in out
    assert counts(out) == {"error": 1}


@pytest.mark.parametrize("document", ["docs/testing.md", "docs/tutorial.md"])
def test_the_examples_in_the_documents_pass(folder: Path, run: Run, document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    files = dict(re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", text, flags=re.S))
    for name, body in files.items():
        (folder / name).write_text(body, encoding="utf-8")
    assert counts(run("onoff.toml")) == {"passed": files["onoff.toml"].count("[")}


# -- harmless ----------------------------------------------------------------------------------------------


def modules(folder: Path, *args: str) -> set[str]:
    """What is in memory at the end of a run."""
    (folder / "seen.py").write_text(SEEN, encoding="utf-8")
    (folder / "test_mine.py").write_text("def test_mine(): pass\n", encoding="utf-8")
    return set(alone(folder, "-p", "seen", *args).split("MODULES")[1].split())


@pytest.mark.parametrize("args", [(), ("--help",)])
def test_the_plugin_costs_nothing_when_it_is_not_used(tmp_path: Path, args: tuple[str, ...]) -> None:
    found = modules(tmp_path, *args)
    assert {name for name in found if name.startswith("onoff_symbolic")} == {
        "onoff_symbolic", "onoff_symbolic.testing", "onoff_symbolic.testing.plugin"}
    assert not found & HEAVY


def test_collecting_imports_nothing_heavy_nor_does_a_judged_claim_but_a_scheme_does(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "paper-low.toml", tmp_path)
    (tmp_path / "onoff.toml").write_text('["paper-low.toml"]\n', encoding="utf-8")
    found = modules(tmp_path, "--onoff", "-k", "request-chain")     # the file is collected, too
    assert {"onoff_symbolic.testing.expectation", "onoff_symbolic.checker"} <= found
    assert not found & HEAVY
    assert "sympy" in modules(tmp_path)


def test_without_the_plugin_nothing_is_left_of_it(tmp_path: Path) -> None:
    (tmp_path / "onoff.toml").write_text("nonsense\n", encoding="utf-8")
    alone(tmp_path, "-p", "no:onoff", code=5)
