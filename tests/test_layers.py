"""Imports point one way; the engine knows nothing of the paper; nothing decides by floats or by sympy's judgement."""

import ast
import shutil
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LAYERS = (
    "version", "checker", "errors", "work", "field", "expression", "simplex", "highs", "linear", "region", "sign",
    "chain", "scheme", "histories", "distribution", "entropy_grammar", "entropy_sets", "entropy_quotient",
    "entropy_steps", "entropy_search", "entropy_prover", "entropy", "program", "converse", "obligation", "kernel",
    "properties", "cost", "optimality", "modes", "claim", "weights", "document", "typeset", "scheme_file", "examine",
    "certify", "scheme_goal", "report", "proofs", "expectation", "pytest_plugin", "terminal", "cli",
)
"""Earlier first: a module may import only from those before it."""

PAPER_WORDS = ("table:Qt", "Lem:Q", "Prop:", "thm:main", "eq:", "Table III", "Appendix", "ON_OFF", "Claim 2")
FORBIDDEN_CALLS = {"eval", "exec", "sympify", "parse_expr", "simplify", "nsimplify", "evalf", "float", "equals"}
"""Words that may not be called in the engine or in the proofs."""


@cache
def parsed(text: str) -> ast.Module:
    """A module, parsed once for all trees that hold it."""
    return ast.parse(text)


def modules(root: Path) -> dict[str, Path]:
    found = {path.stem: path for path in (root / "onoff_symbolic").glob("*.py") if path.stem != "__init__"}
    found.update({f"report.{p.stem}": p for p in (root / "onoff_symbolic" / "report").glob("*.py")})
    found.update({f"proofs.{p.stem}": p for p in (root / "proofs").glob("*.py")})
    return found


def targets(name: str, path: Path) -> set[str]:
    """The layers that a module imports."""
    inside = {"report": 2, "proofs": 2}.get(name.partition(".")[0], 1)
    found = set()
    for node in ast.walk(parsed(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level == inside or module.startswith("onoff_symbolic"):
                part = module.removeprefix("onoff_symbolic").lstrip(".").split(".")[0]
                found.update([part] if part else [alias.name for alias in node.names])
            elif node.level == 1 and inside == 2:
                found.add(name.partition(".")[0])
        elif isinstance(node, ast.Import):
            found.update(alias.name.split(".")[1] for alias in node.names if alias.name.startswith("onoff_symbolic."))
    return found


def violations(root: Path) -> list[str]:
    found = []
    for name, path in modules(root).items():
        layer = name.partition(".")[0]
        if layer not in LAYERS:
            found.append(f"{name} has no layer")
            continue
        for target in sorted(targets(name, path)):
            inside = target == layer and layer in ("report", "proofs")
            if not inside and (target not in LAYERS or LAYERS.index(target) >= LAYERS.index(layer)):
                found.append(f"{name} imports {target}")
    return found


def judgements(root: Path) -> list[str]:
    """Places where something other than exact arithmetic could decide."""
    found = []
    for name, path in modules(root).items():
        tree = parsed(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Assert):
                found.append(f"{name}:{node.lineno} assert")
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called in FORBIDDEN_CALLS and name not in ("highs",):
                    found.append(f"{name}:{node.lineno} {called}()")
            if isinstance(node, ast.Constant) and isinstance(node.value, float) and name != "highs":
                found.append(f"{name}:{node.lineno} {node.value}")
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "onoff_symbolic", tmp_path / "onoff_symbolic", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "proofs", tmp_path / "proofs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_imports_point_one_way() -> None:
    assert violations(ROOT) == []


@pytest.mark.parametrize("path, line, said", [
    ("onoff_symbolic/field.py", "from .kernel import Kernel", "field imports kernel"),
    ("onoff_symbolic/sign.py", "from .proofs.paper import Paper", "sign imports proofs"),
    ("onoff_symbolic/report/text.py", "from ..cli import main", "report.text imports cli"),
    ("proofs/lemma1.py", "from onoff_symbolic.cli import main", "proofs.lemma1 imports cli"),
    ("onoff_symbolic/region.py", "def late() -> None:\n    from . import sign", "region imports sign"),
    ("onoff_symbolic/work.py", "if TYPE_CHECKING:\n    import onoff_symbolic.field", "work imports field"),
    ("onoff_symbolic/document.py", "from onoff_symbolic import scheme_file", "document imports scheme_file"),
    ("onoff_symbolic/errors.py", "from .errors import OnoffError", "errors imports errors"),
])
def test_a_planted_violation_is_caught(tree: Path, path: str, line: str, said: str) -> None:
    with (tree / path).open("a", encoding="utf-8") as handle:
        handle.write(f"\n{line}\n")
    assert violations(tree) == [said]


def test_a_module_without_a_layer_is_caught(tree: Path) -> None:
    (tree / "onoff_symbolic" / "utils.py").write_text("", encoding="utf-8")
    assert violations(tree) == ["utils has no layer"]


def paper_words(root: Path) -> list[str]:
    """Words of the paper that the engine uses."""
    engine = {n: p.read_text(encoding="utf-8") for n, p in modules(root).items() if n != "cli" and "proofs" not in n}
    return [f"{name}: {word}" for name, text in engine.items() for word in PAPER_WORDS if word in text]


def test_the_engine_does_not_know_the_paper() -> None:
    assert paper_words(ROOT) == []


@pytest.mark.parametrize("word", PAPER_WORDS)
def test_a_planted_word_of_the_paper_is_caught(tree: Path, word: str) -> None:
    with (tree / "onoff_symbolic" / "report" / "text.py").open("a", encoding="utf-8") as handle:
        handle.write(f"\n# see {word}\n")
    assert paper_words(tree) == [f"report.text: {word}"]


def cycle(root: Path) -> list[str]:
    """Modules of `proofs` that import each other in a circle."""
    edges = {}
    for path in (root / "proofs").glob("*.py"):
        nodes = [n for n in ast.walk(parsed(path.read_text(encoding="utf-8"))) if isinstance(n, ast.ImportFrom)]
        edges[path.stem] = {n.module for n in nodes if n.level == 1 and n.module}
    while leaves := [name for name, needed in edges.items() if not needed & edges.keys()]:
        for name in leaves:
            del edges[name]
    return sorted(edges)


def test_the_proofs_build_on_each_other_without_a_circle(tree: Path) -> None:
    assert cycle(ROOT) == []
    with (tree / "proofs" / "paper.py").open("a", encoding="utf-8") as handle:
        handle.write("\nfrom .lemma1 import lemma1\n")
    assert {"paper", "lemma1"} <= set(cycle(tree))


def test_only_exact_arithmetic_decides() -> None:
    assert judgements(ROOT) == []


@pytest.mark.parametrize("line", ["x = 0.5", "assert True", "y = eval('1')", "z = (1).simplify()"])
def test_a_planted_judgement_is_caught(tree: Path, line: str) -> None:
    with (tree / "proofs" / "lemma1.py").open("a", encoding="utf-8") as handle:
        handle.write(f"\n{line}\n")
    assert len(judgements(tree)) == 1
