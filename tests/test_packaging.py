"""A wheel built from the tree works outside it, proofs included."""

import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from run import ROOT, program, python

pytestmark = pytest.mark.slow
PARTS = ("onoff_symbolic", "proofs", "setup.cfg", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tree / part)
    out = tmp_path_factory.mktemp("wheel")
    done = program([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(out), str(tree)], limit=300)
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


def test_the_wheel_holds_the_engine_and_the_proofs(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for path in ("onoff_symbolic/cli.py", "onoff_symbolic/report/text.py", "onoff_symbolic/proofs/lemma1.py",
                 "onoff_symbolic/proofs/catalogue.py", "onoff_symbolic/py.typed", "onoff_symbolic/report/junit.py",
                 "onoff_symbolic/pytest_plugin.py"):
        assert path in names
    points = next(name for name in names if name.endswith("/entry_points.txt"))
    assert "[pytest11]\nonoff = onoff_symbolic.testing.plugin" in zipfile.ZipFile(wheel).read(points).decode()
    metadata = zipfile.ZipFile(wheel).read(points.replace("entry_points.txt", "METADATA")).decode()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist: pytest")]
    assert len(needed) == 2 and all("extra" in line for line in needed)
    assert not [name for name in names if name.startswith(("tests/", "proofs/", "benchmarks/"))]


def test_the_wheel_works_outside_the_tree(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(wheel)]
    done = program(install, limit=300)
    assert done.returncode == 0, done.stderr
    code = ("import onoff_symbolic; print(onoff_symbolic.__file__)\n"
            "from onoff_symbolic.cli import main; main(['lemma1'])")
    found = python(code, cwd=tmp_path, PYTHONPATH=str(target))
    assert found.startswith(str(target))
    assert "Verdict: proved" in found
