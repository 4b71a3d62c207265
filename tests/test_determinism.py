"""The tests themselves: no program without a time limit, no random number without a seed, the same examples always."""

import re
import shutil
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import fuzz
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from run import PIPE, program, started

HERE = Path(__file__).resolve().parent
STARTERS = {"run.py", "fuzz.py", "soak.py"}
"""They start programs, each with a time limit, and the last two draw a seed, which they print."""
BANNED = {
    r"\b(import|from) (subprocess|multiprocessing)\b": "may run for ever: use run.py",
    r"\b(os|pty)\.(system|popen|fork|spawn\w*|exec\w+)\(": "may run for ever: use run.py",
    r"\brandom\.(?!Random\b)\w+\(|\bRandom\(\)|\bos\.urandom": "draws without a seed",
    r"\b(secrets\.(choice|token|rand)|uuid\.uuid)\w*\(": "draws without a seed",
    r"\bsettings\([^)]*(derandomize|database|deadline)=": "is for the profile to say",
}


def faults(source: str) -> Iterator[str]:
    """Yield what may run for ever, or not be the same on each run."""
    for pattern, reason in BANNED.items():
        for found in re.finditer(pattern, source):
            yield f"{found[0]}: {reason}"


def test_no_test_runs_for_ever_or_draws_without_a_seed() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in HERE.glob("*.py")}
    for name in STARTERS | {"conftest.py", Path(__file__).name}:
        del sources[name]
    assert {name: found for name, source in sources.items() if (found := [*faults(source)])} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import subprocess",
        "from subprocess import run",
        "os.system('true')",
        "random.choice([1])",
        "Random()",
        "random.Random()",
        "os.urandom(3)",
        "uuid.uuid4()",
        "settings(max_examples=3, deadline=None)",
    ],
)
def test_a_line_that_may_is_seen(line: str) -> None:
    assert len([*faults(line)]) == 1
    assert not [*faults("rng = random.Random(3)\nrng.random()\nsettings(max_examples=3)")]


@pytest.mark.parametrize("name", ["reference.py", "truth.py", "truth_kinds.py"])
def test_the_reference_shares_nothing_with_what_it_judges(name: str) -> None:
    source = (HERE / name).read_text(encoding="utf-8")
    assert not re.search(r"^\s*(import|from) onoff_symbolic", source, re.M)


def test_a_program_that_does_not_end_is_ended() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        program(["sleep", "60"], limit=0.2)
    with pytest.raises(subprocess.TimeoutExpired):
        with started(["sleep", "60"], 0.2, stdout=PIPE) as process:
            assert process.stdout.read() == b""  # waits until it is killed


def drawn() -> list[object]:
    """Return the examples of a test."""
    seen: list[object] = []

    @settings(settings.get_profile("fixed"), max_examples=20)
    @given(st.tuples(st.integers(), st.text(max_size=5), st.floats()))
    def test(value: tuple[int, str, float]) -> None:
        seen.append(repr(value))

    test()
    return seen


@pytest.mark.slow
def test_examples_do_not_depend_on_what_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawn()
    path = tmp_path.parent / "elsewhere" / "constants.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(f"{'abc'[n % 3]}{n} = {n * 7919 + 10**9}, 'w{n}', {n}.125" for n in range(100)))
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
    monkeypatch.setenv("PYTEST_ADDOPTS", "-n 0")  # one test needs no workers
    for name in ("conftest.py", "unchanged.py"):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "test_x.py").write_text(FAILS, encoding="utf-8")
    assert fuzz.main(60, None, tmp_path) == 1
    out = capfd.readouterr().out
    seed = re.search(r"fuzz: failed; repeat it with: make fuzz SEED=(\d+)", out)
    assert seed is not None and f"round 1, seed {seed[1]}" in out
    assert fuzz.main(60, int(seed[1]), tmp_path) == 1
    again = capfd.readouterr().out
    assert set(re.findall(r"EXAMPLE \d+", again)) == set(re.findall(r"EXAMPLE \d+", out)) != set()
