"""Imports point one way; only the claims file knows the paper; nothing decides by floats or by sympy's judgement."""

import ast
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LAYERS = (
    "version", "checker", "errors", "lines", "document", "programs", "algebra", "entropy", "schemes",
    "nsources", "claims", "search", "origins", "result", "scheme_result", "judge", "judge_chains", "report", "coq",
    "paper", "api", "testing", "cli",
)
"""Packages and modules, earlier first: each may import only from those before it, and from itself."""

PAPER_WORDS = ("table:Qt", "Lem:Q", "Prop:", "thm:main", "eq:", "Table III", "Appendix B", "lemma1", "theorem1")
FORBIDDEN_CALLS = {"eval", "exec", "sympify", "parse_expr", "simplify", "nsimplify", "evalf", "float", "equals"}
FLOATS = ("programs.highs", "entropy.descent")
"""Where floats propose, or tell seconds. They never decide."""
EXAMPLES = ("cli.", "api.")
"""Where names of claims stand in examples."""


def modules(root: Path) -> dict[str, Path]:
    top = root / "onoff_symbolic"
    paths = [path for path in top.rglob("*.py") if "proofs" not in path.relative_to(top).parts]
    return {".".join(p.relative_to(top).with_suffix("").parts): p for p in paths if p != top / "__init__.py"}


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """What matters of a module, read once: imports, calls, asserts, constants."""
    kept = (ast.Import, ast.ImportFrom, ast.Call, ast.Assert, ast.Constant)
    return tuple(node for node in ast.walk(ast.parse(text)) if isinstance(node, kept))


def targets(name: str, path: Path) -> set[str]:
    """The layers that a module imports."""
    package = ["onoff_symbolic", *name.split(".")[:-1]]
    found = set()
    for node in nodes(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            parts = [*base, *(node.module or "").split(".")] if node.module else base
            if parts[:1] == ["onoff_symbolic"]:
                found.update([parts[1]] if len(parts) > 1 else [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            found.update(alias.name.split(".")[1] for alias in node.names if alias.name.startswith("onoff_symbolic."))
    return found


def violations(root: Path) -> list[str]:
    found = []
    for name, path in sorted(modules(root).items()):
        layer = name.partition(".")[0]
        if layer not in LAYERS:
            found.append(f"{name} has no layer")
            continue
        for target in sorted(targets(name, path)):
            if target != layer and (target not in LAYERS or LAYERS.index(target) > LAYERS.index(layer)):
                found.append(f"{name} imports {target}")
    return found


def judgements(root: Path) -> list[str]:
    """Places where something other than exact arithmetic could decide."""
    found = []
    for name, path in sorted(modules(root).items()):
        for node in nodes(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.Assert) and not name.startswith("search."):    # there they tell types
                found.append(f"{name}:{node.lineno} assert")
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called in FORBIDDEN_CALLS and name not in FLOATS:
                    found.append(f"{name}:{node.lineno} {called}()")
            if isinstance(node, ast.Constant) and isinstance(node.value, float) and name not in FLOATS:
                found.append(f"{name}:{node.lineno} {node.value}")
    return found


def paper_words(root: Path) -> list[str]:
    """Words of the paper outside the claims file."""
    known = {n: p.read_text(encoding="utf-8") for n, p in sorted(modules(root).items()) if not n.startswith(EXAMPLES)}
    return [f"{name}: {word}" for name, text in known.items() for word in PAPER_WORDS if word in text]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "onoff_symbolic", place / "onoff_symbolic",
                    ignore=shutil.ignore_patterns("__pycache__", "proofs"))
    return place


@pytest.fixture
def tree(copy: Path) -> Iterator[Path]:
    """A copy of the package, which is as it was after the test."""
    before = {path: path.read_bytes() for path in modules(copy).values()}
    yield copy
    for path in modules(copy).values():
        if path not in before:
            path.unlink()
        elif path.read_bytes() != before[path]:
            path.write_bytes(before[path])


def plant(tree: Path, path: str, line: str) -> None:
    with (tree / "onoff_symbolic" / path).open("a", encoding="utf-8") as handle:
        handle.write(f"\n{line}\n")


def test_imports_point_one_way() -> None:
    assert violations(ROOT) == []


@pytest.mark.parametrize("path, line, said", [
    ("algebra/field.py", "from ..search.find import certificate", "algebra.field imports search"),
    ("algebra/sign.py", "from .. import report", "algebra.sign imports report"),
    ("report/text.py", "from ..cli import main", "report.text imports cli"),
    ("checker/core.py", "from ..errors import OnoffError", "checker.core imports errors"),
    ("algebra/work.py", "if TYPE_CHECKING:\n    import onoff_symbolic.schemes.scheme", "algebra.work imports schemes"),
    ("document.py", "def late() -> None:\n    from onoff_symbolic import schemes", "document imports schemes"),
])
def test_a_planted_violation_is_caught(tree: Path, path: str, line: str, said: str) -> None:
    plant(tree, path, line)
    assert violations(tree) == [said]


def test_a_module_without_a_layer_is_caught(tree: Path) -> None:
    (tree / "onoff_symbolic" / "utils.py").write_text("", encoding="utf-8")
    assert violations(tree) == ["utils has no layer"]


def test_the_page_about_the_packages_has_them_in_this_order() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text[text.index("## Rooms"):], re.M)
    assert [name for row in rows for name in re.findall(r"`(\w+)/?`", row)] == [*LAYERS]


def test_the_proofs_are_data() -> None:
    assert [*(ROOT / "proofs").rglob("*.py")] == []


def test_only_the_claims_file_knows_the_paper() -> None:
    assert paper_words(ROOT) == []


@pytest.mark.parametrize("word", PAPER_WORDS)
def test_a_planted_word_of_the_paper_is_caught(tree: Path, word: str) -> None:
    plant(tree, "report/text.py", f"# see {word}")
    assert paper_words(tree) == [f"report.text: {word}"]


def test_only_exact_arithmetic_decides() -> None:
    assert judgements(ROOT) == []


@pytest.mark.parametrize("line", ["x = 0.5", "assert True", "y = eval('1')", "z = (1).simplify()"])
def test_a_planted_judgement_is_caught(tree: Path, line: str) -> None:
    plant(tree, "paper/session.py", line)
    assert len(judgements(tree)) == 1
