"""The notebooks run, and what they show is what they print."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest
from run import ROOT, environment, program
from tools import missing

pytestmark = pytest.mark.slow
SCRIPT = ROOT / "tests" / "notebooks.py"
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.fixture(autouse=True)
def installed() -> None:
    for name in ("nbclient", "ipykernel", "matplotlib"):
        if importlib.util.find_spec(name) is None:
            missing(f"{name} is not installed: pip install onoff-verify[notebooks]")


def check(folder: Path) -> tuple[int, str]:
    called = [sys.executable, str(SCRIPT), "--check", str(folder)]
    done = program(called, env=environment({"MPLBACKEND": "agg"}), limit=300)
    return done.returncode, done.stderr


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["n-sources", "the-paper-in-ten-minutes", "your-own-scheme"]


def test_they_show_what_they_print() -> None:
    code, said = check(ROOT / "docs" / "notebooks")
    assert code == 0, said[-1000:]


def test_one_that_shows_something_else_is_noticed(tmp_path: Path) -> None:
    book = json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    book["cells"] = [{**next(cell for cell in book["cells"] if cell["cell_type"] == "code"), "source": "1 + 1"}]
    (tmp_path / "x.ipynb").write_text(json.dumps(book), encoding="utf-8")
    code, said = check(tmp_path)
    assert code == 1
    assert "x.ipynb is out of date" in said


def test_no_noise_is_committed() -> None:
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert cell["metadata"] == {}
            assert cell.get("execution_count") is None
            assert not any("image/png" in output.get("data", {}) for output in cell.get("outputs", ()))
