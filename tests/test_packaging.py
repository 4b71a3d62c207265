"""A wheel built from the tree works outside it, claims and certificates included; so does a bare checkout."""

import configparser
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from run import ROOT, program

PARTS = ("onoff_symbolic", "proofs", "examples", "setup.cfg", "pyproject.toml", "README.md", "LICENSE")
CALL = "from onoff_symbolic.cli import main; main()"


def modules() -> set[str]:
    return {str(path.relative_to(ROOT)) for path in (ROOT / "onoff_symbolic").rglob("*.py")}


def templates() -> set[str]:
    paths = (ROOT / "onoff_symbolic" / "report" / "templates").iterdir()
    return {str(path.relative_to(ROOT)) for path in paths if path.suffix in (".css", ".html", ".tex")}


def data() -> set[str]:
    proofs = ROOT / "proofs"
    named = ("claims.toml", "source.lock", "beyond.toml", "modes.toml", "mutation.json", "equivalent.toml")
    paths = [*(proofs / name for name in named), *(proofs / "certificates").glob("*.json"),
             *(proofs / "beyond").glob("*.json")]
    paths += (ROOT / "examples").rglob("*.toml")
    return {f"onoff_symbolic/{path.relative_to(ROOT)}" for path in paths}


def pages() -> set[str]:
    paths = (ROOT / "onoff_symbolic" / "workbench" / "static").rglob("*.*")
    return {str(path.relative_to(ROOT)) for path in paths}


def copied(parts: tuple[str, ...], tree: Path) -> None:
    for part in parts:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, tree / part)


def test_every_package_is_named_in_the_settings() -> None:
    settings = configparser.ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    named = set(settings["options"]["packages"].split()) - {"onoff_symbolic.proofs", "onoff_symbolic.examples"}
    assert named == {str(Path(module).parent).replace("/", ".") for module in modules()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    out = tmp_path_factory.mktemp("wheel")
    copied(PARTS, tree)
    done = program([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(out), str(tree)], limit=300)
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_the_engine_the_claims_and_the_certificates(wheel: Path) -> None:
    files = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    others = {"onoff_symbolic/py.typed", "onoff_symbolic/claims/template.toml"}
    assert files == modules() | data() | templates() | pages() | others
    names = zipfile.ZipFile(wheel).namelist()
    points = next(name for name in names if name.endswith("/entry_points.txt"))
    said = zipfile.ZipFile(wheel).read(points).decode()
    assert "[pytest11]\nonoff = onoff_symbolic.testing.plugin" in said
    assert "onoff-verify = onoff_symbolic.cli:main" in said
    metadata = zipfile.ZipFile(wheel).read(points.replace("entry_points.txt", "METADATA")).decode()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist: pytest")]
    assert len(needed) == 2
    assert all("extra" in line for line in needed)


@pytest.mark.slow
def test_the_wheel_works_outside_the_tree(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", str(target),
               str(wheel)]
    done = program(install, limit=300)
    assert done.returncode == 0, done.stderr
    assert_works(target, tmp_path)
    named = sorted(map(str, (target / "onoff_symbolic" / "proofs" / "certificates").glob("*.json")))
    checker = [sys.executable, "-I", "-S", str(target / "onoff_symbolic" / "checker"), "--brief", *named]
    assert program(checker, cwd=tmp_path).returncode == 0


@pytest.mark.slow
def test_a_bare_checkout_works(tmp_path: Path) -> None:
    """Nothing is installed, nothing is built: the tests find the package and its claims."""
    tree = tmp_path / "tree"
    tree.mkdir()
    copied((*PARTS, "tests"), tree)
    assert_works(tree, tmp_path)
    tests = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--assert=plain",
             "tests/test_claims_file.py"]
    done = program(tests, cwd=tree, env={"PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stdout + done.stderr


def assert_works(place: Path, elsewhere: Path) -> None:
    code = f"import onoff_symbolic; print(onoff_symbolic.__file__)\n{CALL}"
    done = program([sys.executable, "-P", "-c", code, "table3a"], cwd=elsewhere, env={"PYTHONPATH": str(place)})
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(place))
    assert "Verdict: proved" in done.stdout
