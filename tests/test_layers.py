"""Imports point one way; only the claims file knows the paper; nothing decides by floats or by sympy's judgement."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from onoff_symbolic import checker

ROOT = Path(__file__).resolve().parent.parent

LAYERS = (
    "version",
    "checker",
    "errors",
    "lines",
    "document",
    "programs",
    "algebra",
    "entropy",
    "schemes",
    "nsources",
    "claims",
    "search",
    "origins",
    "result",
    "scheme_result",
    "judge",
    "judge_chains",
    "survey",
    "report",
    "coq",
    "paper",
    "api",
    "testing",
    "source",
    "workbench",
    "cli",
)
"""Packages and modules, earlier first: each may import only from those before it, and from itself."""

PAPER_WORDS = ("table:Qt", "Lem:Q", "Prop:", "thm:main", "eq:", "Table III", "Appendix B", "lemma1", "theorem1")
FORBIDDEN_CALLS = {"eval", "exec", "sympify", "parse_expr", "simplify", "nsimplify", "evalf", "float", "equals"}
FLOATS = ("programs.highs", "entropy.descent")
"""Where floats propose, or tell seconds. They never decide."""
EXAMPLES = ("cli.", "api.")
"""Where names of claims stand in examples."""


Modules = Mapping[str, str]
"""The source of each module of the package."""


@cache
def shipped() -> Modules:
    """Return the modules of the package."""
    top = ROOT / "onoff_symbolic"
    paths = [path for path in top.rglob("*.py") if path != top / "__init__.py"]
    return {".".join(p.relative_to(top).with_suffix("").parts): p.read_text(encoding="utf-8") for p in sorted(paths)}


def planted(name: str, line: str) -> Modules:
    """Return the modules of the package, one of which has a line more."""
    return {**shipped(), name: f"{shipped().get(name, '')}\n{line}\n"}


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Return the imports, calls, asserts and constants of a module."""
    kept = (ast.Import, ast.ImportFrom, ast.Call, ast.Assert, ast.Constant)
    return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, kept))


def targets(name: str, source: str) -> set[str]:
    """Return the layers that a module imports."""
    package = ["onoff_symbolic", *name.split(".")[:-1]]
    found = set()
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            parts = [*base, *(node.module or "").split(".")] if node.module else base
            if parts[:1] == ["onoff_symbolic"]:
                found.update([parts[1]] if len(parts) > 1 else [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            found.update(alias.name.split(".")[1] for alias in node.names if alias.name.startswith("onoff_symbolic."))
    return found


def violations(modules: Modules) -> Iterator[str]:
    """Yield the imports that point the wrong way."""
    for name, source in modules.items():
        layer = name.partition(".")[0]
        if layer not in LAYERS:
            yield f"{name} has no layer"
            continue
        for target in sorted(targets(name, source) - {layer}):
            if target not in LAYERS or LAYERS.index(target) > LAYERS.index(layer):
                yield f"{name} imports {target}"


def judgements(modules: Modules) -> Iterator[str]:
    """Yield what could decide and is not exact arithmetic; in the search, asserts tell types."""
    for name, source in modules.items():
        for node in nodes(source):
            if isinstance(node, ast.Assert) and not name.startswith("search."):
                yield f"{name}:{node.lineno} assert"
            if isinstance(node, ast.Call) and name not in FLOATS:
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called in FORBIDDEN_CALLS:
                    yield f"{name}:{node.lineno} {called}()"
            if isinstance(node, ast.Constant) and isinstance(node.value, float) and name not in FLOATS:
                yield f"{name}:{node.lineno} {node.value}"


def paper_words(modules: Modules) -> Iterator[str]:
    """Yield words of the paper that are not in the claims file."""
    for name, source in modules.items():
        if not name.startswith(EXAMPLES):
            yield from (f"{name}: {word}" for word in PAPER_WORDS if word in source)


def names_of_the_checker(modules: Modules) -> Iterator[tuple[str, str]]:
    """Yield (module of the checker, name) for each name of it that others import; "" is its face."""
    for name, source in modules.items():
        if name.startswith("checker."):
            continue
        package = ["onoff_symbolic", *name.split(".")[:-1]]
        for node in nodes(source):
            if isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                path = [*base, *filter(None, (node.module or "").split("."))]
                if path[:2] == ["onoff_symbolic", "checker"]:
                    yield from ((".".join(path[2:]), alias.name) for alias in node.names)
        yield from (("", word) for word in re.findall(r"(?<![.\w])checker\.([A-Za-z]\w*)", code_of(source)))


def code_of(source: str) -> str:
    """Return the source without what it quotes."""
    return re.sub(r'"""(?:.|\n)*?"""|"[^"\n]*"|#.*', "", source)


class TestFaceOfTheChecker:
    OPEN = ("syntax", "polynomials")

    def names(self, modules: Modules) -> set[tuple[str, str]]:
        return {each for each in names_of_the_checker(modules) if not {*each} & {*self.OPEN}}

    def test_has_at_most_25_names_besides_two_modules(self) -> None:
        found = self.names(shipped())

        assert {module for module, _ in found} <= {"", "extensions.experiments"}
        assert {name for _, name in found} <= {*checker.__all__, "Hides", "Tells"}
        assert len({name for _, name in found}) <= 25

    def test_another_name_is_caught(self) -> None:
        more = self.names(planted("search.find", "from ..checker.goal import unknown")) - self.names(shipped())

        assert more == {("goal", "unknown")}


class TestImports:
    def test_point_one_way(self) -> None:
        assert [*violations(shipped())] == []

    @pytest.mark.parametrize(
        "name, line, said",
        [
            ("algebra.sign", "from .. import report", "algebra.sign imports report"),
            ("report.text", "from ..cli import main", "report.text imports cli"),
            ("checker.goal", "from ..errors import OnoffError", "checker.goal imports errors"),
            ("algebra.work", "if TYPE_CHECKING:\n    import onoff_symbolic.report.text", "algebra.work imports report"),
            ("document", "def late() -> None:\n    from onoff_symbolic import search", "document imports search"),
            ("utils", "", "utils has no layer"),
        ],
    )
    def test_that_point_another_way_are_caught(self, name: str, line: str, said: str) -> None:
        assert [*violations(planted(name, line))] == [said]

    def test_stand_in_this_order_on_the_page_about_the_packages(self) -> None:
        text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| (`.*?) \|", text[text.index("## Packages"):], re.M)
        assert [name for row in rows for name in re.findall(r"`(\w+)/?`", row)] == [*LAYERS]

    def test_are_modules_that_exist_where_the_page_names_some(self) -> None:
        text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
        named = set(re.findall(r"`(\w+(?:/\w+)*\.py)`", text))
        assert len(named) > 20
        places = (ROOT, ROOT / "onoff_symbolic")
        assert [name for name in named if not any((place / name).is_file() for place in places)] == []


class TestPaper:
    def test_is_known_to_the_claims_file_only(self) -> None:
        assert [*paper_words(shipped())] == []
        assert [*(ROOT / "proofs").rglob("*.py")] == []

    @pytest.mark.parametrize("word", PAPER_WORDS)
    def test_a_word_of_it_is_caught(self, word: str) -> None:
        assert [*paper_words(planted("report.text", f"# see {word}"))] == [f"report.text: {word}"]


class TestJudgement:
    def test_only_exact_arithmetic_decides(self) -> None:
        assert [*judgements(shipped())] == []

    @pytest.mark.parametrize("line", ["x = 0.5", "assert True", "y = eval('1')", "z = (1).simplify()"])
    def test_another_one_is_caught(self, line: str) -> None:
        assert len([*judgements(planted("paper.session", line))]) == 1
