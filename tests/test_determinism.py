"""The tests themselves: no program without a time limit, no random number without a seed, the same examples always."""

import ast
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import fuzz
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from run import PIPE, inside, program, python, started

HERE = Path(__file__).resolve().parent
STARTERS = {"run.py": {"started"}, "fuzz.py": {"round_of"}, "soak.py": {"begun"}, "test_determinism.py": set()}
"""The modules that may import subprocess, and the functions in them that may leave a program running."""
EVERYWHERE = {"sh", "bash", "cat", "sleep"}
"""Programs that are on every machine that has make; a test that uses another one is skipped where it is missing."""
DRAWING = ("fuzz.py", "soak.py")
"""Draw a seed where none is given, and print it. The forks of soak.py have a limit of their own."""
LIMITED = {f"subprocess.{name}" for name in ("run", "call", "check_call", "check_output")}
OTHERS = re.compile(r"os\.(system|popen|fork|forkpty|posix_spawnp?|spawn\w+|exec\w+)|pty\.(spawn|fork)")
UNSEEDED = re.compile(r"random\.(?!Random$)\w+|(random\.)?SystemRandom|os\.urandom|(secrets|uuid)\.\w+")


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    kept = (ast.Import, ast.ImportFrom, ast.Call, ast.FunctionDef)
    return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, kept))


def called(node: ast.Call) -> str:
    """What is called, with its dots: os.system."""
    func, words = node.func, []
    while isinstance(func, ast.Attribute):
        words, func = [func.attr, *words], func.value
    return ".".join([func.id, *words]) if isinstance(func, ast.Name) else ""


def unlimited(name: str, source: str) -> Iterator[str]:
    """What may start a program that runs for ever."""
    for node in nodes(source):
        names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else \
            {str(node.module)} if isinstance(node, ast.ImportFrom) else set()
        if names & {"subprocess", "multiprocessing"} and name not in STARTERS:
            yield f"{name}:{node.lineno} imports {', '.join(names)}: use run.py"
        if isinstance(node, ast.Call):
            if OTHERS.fullmatch(called(node)) and (name, called(node)) != ("soak.py", "os.fork"):
                yield f"{name}:{node.lineno} calls {called(node)}: use run.py"
            if called(node) in LIMITED and "timeout" not in {k.arg for k in node.keywords}:
                yield f"{name}:{node.lineno} has no timeout"
        if isinstance(node, ast.FunctionDef) and name in STARTERS and node.name not in STARTERS[name]:
            yield from (f"{name}:{inner.lineno} leaves a program running" for inner in ast.walk(node)
                        if isinstance(inner, ast.Call) and called(inner) == "subprocess.Popen")


def unasked(name: str, source: str) -> Iterator[str]:
    """What may start a program that is not there."""
    for node in nodes(source):
        if isinstance(node, ast.Call) and called(node) in ("program", "started") and node.args:
            first = node.args[0].elts[0] if isinstance(node.args[0], ast.List) else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value not in EVERYWHERE:
                yield f"{name}:{node.lineno} starts {first.value}: say need({first.value!r})"


def unseeded(name: str, source: str) -> Iterator[str]:
    """What is not the same on each run."""
    for node in nodes(source):
        if isinstance(node, ast.Call) and name not in DRAWING:
            word = called(node)
            if UNSEEDED.fullmatch(word) or (word in ("Random", "random.Random") and not node.args):
                yield f"{name}:{node.lineno} draws without a seed: {word}"
            own = {k.arg for k in node.keywords} & {"derandomize", "database", "deadline"}
            if word == "settings" and own:
                yield f"{name}:{node.lineno} sets {', '.join(sorted(map(str, own)))}: the profile does"


def test_every_program_has_a_limit_and_a_reason_to_skip_and_every_random_number_a_seed() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in HERE.glob("*.py")}
    assert {"run.py", "test_cli.py"} < set(sources)
    guards = unlimited, unasked, unseeded
    assert [fault for item in sources.items() for guard in guards for fault in guard(*item)] == []


@pytest.mark.parametrize("name, line", [
    ("test_x.py", "import subprocess"), ("test_x.py", "from subprocess import run"),
    ("test_x.py", "import multiprocessing"), ("test_x.py", "os.system('true')"), ("test_x.py", "os.popen('true')"),
    ("test_x.py", "pty.spawn('sh')"), ("run.py", "subprocess.run(['true'], check=True)"),
    ("run.py", "def other(): return subprocess.Popen(['true'])"),
])
def test_a_program_without_a_limit_is_seen(name: str, line: str) -> None:
    assert len(list(unlimited(name, line))) == 1
    assert not list(unlimited("run.py", "import subprocess\nsubprocess.run([], timeout=1)"))
    assert not list(unlimited("run.py", "def started(): subprocess.Popen([])"))


def test_a_program_that_may_be_missing_is_seen() -> None:
    assert len(list(unasked("test_x.py", "program(['kpsewhich', 'x.cls'])\nstarted(['pdflatex'])"))) == 2
    assert not list(unasked("test_x.py", "program([need('kpsewhich'), 'x.cls'])\nprogram(['sh', '-c', 'true'])"))


@pytest.mark.parametrize("line", [
    "random.random()", "random.choice([1])", "Random()", "random.Random()", "random.SystemRandom()", "os.urandom(3)",
    "secrets.token_hex()", "uuid.uuid4()", "settings(derandomize=False)", "settings(max_examples=3, deadline=None)",
])
def test_a_random_number_without_a_seed_is_seen(line: str) -> None:
    assert len(list(unseeded("test_x.py", line))) == 1
    assert not list(unseeded("test_x.py", "rng = random.Random(3)\nrng.random()\nsettings(max_examples=3)"))


def test_the_reference_shares_nothing_with_what_it_judges() -> None:
    for name in ("reference.py", "truth.py"):
        source = (HERE / name).read_text(encoding="utf-8")
        assert not re.search(r"^\s*(import|from) onoff_symbolic", source, re.M), name


# -- limits ----------------------------------------------------------------------------------------------------------


def test_a_program_that_does_not_end_is_ended() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        program(["sleep", "60"], limit=0.2)
    with pytest.raises(subprocess.TimeoutExpired):
        with started(["sleep", "60"], 0.2, stdout=PIPE) as process:
            assert process.stdout.read() == b""     # waits until it is killed
    with pytest.raises(ValueError):
        with started(["sleep", "60"]) as process:
            raise ValueError
    assert process.returncode != 0


def test_the_command_inside_is_the_command_outside() -> None:
    found = inside("list", "nonsense")
    assert (found.returncode, found.stdout) == (2, "") and found.stderr.startswith("onoff-verify: ")
    code = "import sys, onoff_symbolic; print(onoff_symbolic.__file__)"
    assert Path(python(code).strip()) == Path(str(sys.modules["onoff_symbolic"].__file__))


# -- examples --------------------------------------------------------------------------------------------------------


def drawn() -> list[object]:
    seen: list[object] = []

    @settings(settings.get_profile("fixed"), max_examples=20)
    @given(st.tuples(st.integers(), st.text(max_size=5), st.floats()))
    def test(value: tuple[int, str, float]) -> None:
        seen.append(repr(value))

    test()
    return seen


def test_examples_do_not_depend_on_what_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawn()
    path = tmp_path.parent / "elsewhere" / "constants.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(f"{'abc'[n % 3]}{n} = {n * 7919 + 10 ** 9}, 'w{n}', {n}.125" for n in range(100)))
    module = types.ModuleType("constants_of_another_module")
    module.__file__ = str(path)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert drawn() == before and len(set(before)) > 10


FAILS = """
from hypothesis import given, strategies as st
@given(st.integers(0, 10 ** 9))
def test_property(number): assert number < 1000, f"EXAMPLE {number}"
"""


@pytest.mark.slow
def test_fuzz_finds_an_example_and_finds_it_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-n 0")        # one test needs no workers
    for name in ("conftest.py", "slow.txt", "unchanged.py"):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "test_x.py").write_text(FAILS, encoding="utf-8")
    assert fuzz.main(60, None, tmp_path) == 1
    out = capfd.readouterr().out
    seed = re.search(r"fuzz: failed; repeat it with: make fuzz SEED=(\d+)", out)
    assert seed is not None and f"round 1, seed {seed[1]}" in out
    assert fuzz.main(60, int(seed[1]), tmp_path) == 1
    again = capfd.readouterr().out
    assert set(re.findall(r"EXAMPLE \d+", again)) == set(re.findall(r"EXAMPLE \d+", out)) != set()


def test_a_failed_test_is_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import conftest

    monkeypatch.setenv("ONOFF_FAILED", str(tmp_path / "failed"))
    for outcome in ("passed", "failed"):
        conftest.pytest_runtest_logreport(types.SimpleNamespace(failed=outcome == "failed"))
        assert (tmp_path / "failed").exists() == (outcome == "failed")


class Late:
    """A pytest that does not end by itself, in which a test failed before the time was over."""

    def __init__(self, command: list[str], env: dict[str, str], **_: object) -> None:
        Path(env["ONOFF_FAILED"]).touch()
        self.asked = False

    def __enter__(self) -> "Late":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.asked

    def wait(self, timeout: float) -> int:
        if not self.asked:
            raise subprocess.TimeoutExpired("pytest", timeout)
        return 2

    def send_signal(self, _: int) -> None:
        self.asked = True


def test_a_failure_just_before_the_time_is_over_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz.subprocess, "Popen", Late)
    assert fuzz.round_of(3, 0.1, HERE) == 1


def test_fuzz_ends_when_the_time_is_over(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-n 0")
    assert fuzz.main(0.1, None, tmp_path) == 0
    assert "the time is over in round 1" in capfd.readouterr().out
    clock = iter(range(100))
    monkeypatch.setattr(fuzz.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(fuzz, "round_of", lambda *_: 0)
    assert fuzz.main(5, None) == 0
    out = capfd.readouterr().out
    assert len(set(re.findall(r"seed (\d+)", out))) == 3 and "3 rounds; no example failed" in out
    assert fuzz.main(5, 7) == 0
    assert "round 1, seed 7\nfuzz: 1 rounds" in capfd.readouterr().out


def test_slow_tests_are_there_and_in_order() -> None:
    """A name that no test has would leave a slow one in `make quick`."""
    slow = (HERE / "slow.txt").read_text(encoding="utf-8").split()
    there = {name for path in HERE.glob("test_*.py")
             for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))}
    assert slow == sorted({*slow}) and {*slow} <= there
