"""`survey`: one question asked of many problems, resumed where it stopped, the same bytes for any number of workers."""

import json
import os
import signal
from pathlib import Path
from time import monotonic, sleep

import pytest

from onoff_symbolic.survey.families import is_first, load
from onoff_symbolic.survey.questions import answer
from run import COMMAND, ROOT, inside, started, tool
from tools import missing

HALVES = '[family]\nkind = "exhaustive"\nsources = 3\ndenominator = 2\n'
DRAWN = '[family]\nkind = "random"\nsources = 3\ndenominator = 4\nseed = 7\ncount = 30\n'
BOUNDS = '[question]\nask = "b > max(M, 2-L)"\n'
DESIGNS = '[question]\nask = "design != bound"\nt = 2\n'
THEOREM_2 = 'A = { D = "1" }\nB = { B = "1/2", C = "1/2" }\nC = { A = "1/2", C = "1/2" }\nD = { A = "1/2", B = "1/2" }'


def surveyed(folder: Path, text: str, *options: str) -> list[dict[str, object]]:
    """Run a survey in a folder; return its rows."""
    (folder / "survey.toml").write_text(text, encoding="utf-8")
    done = inside("survey", "survey.toml", "-o", "out.jsonl", *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()]


class TestFamilies:
    def test_all_chains_are_listed_once_up_to_renaming(self, tmp_path: Path) -> None:
        (tmp_path / "s.toml").write_text('[family]\nkind = "exhaustive"\nsources = 2\ndenominator = 2\n' + BOUNDS,
                                         encoding="utf-8")
        family = load(str(tmp_path / "s.toml")).family

        assert family.count == 6        # nine pairs (a, b) of 0, 1/2, 1; exchanged they are the same
        assert len({family.text(index) for index in range(6)}) == 6

    def test_a_chain_that_is_renamed_is_not_listed_again(self) -> None:
        swap = [(0, 1), (1, 0)]

        assert is_first(((2, 0), (1, 1)), swap) and not is_first(((1, 1), (0, 2)), swap)

    def test_a_random_chain_depends_on_seed_and_number_alone(self, tmp_path: Path) -> None:
        rows = surveyed(tmp_path, DRAWN + BOUNDS)
        fewer = tmp_path / "fewer"
        fewer.mkdir()

        assert surveyed(fewer, DRAWN.replace("count = 30", "count = 5") + BOUNDS) == rows[:5]

    def test_a_grid_states_a_value_of_each_parameter(self, tmp_path: Path) -> None:
        (tmp_path / "cycle.toml").write_bytes((ROOT / "examples/chains/cycle.toml").read_bytes())
        family = '[family]\nkind = "grid"\nfile = "cycle.toml"\nvalues = { a = ["1/4", "2"] }\n'
        rows = surveyed(tmp_path, family + BOUNDS)

        assert rows[0]["answer"] == {"b": "9/4", "M": "9/4", "2-L": "2"}      # each column has 3/4, 1/4 and 0
        assert "no problem" in str(rows[1]["answer"])       # a = 2 is not in the region


class TestQuestions:
    def test_the_example_of_theorem_2_is_a_hit(self) -> None:
        text = f'sources = ["A", "B", "C", "D"]\n[chain]\n{THEOREM_2}\n'
        found = answer(text, {"ask": "b > max(M, 2-L)"})

        assert found.hit and found.data == {"b": "3", "M": "5/2", "2-L": "2"}
        assert not answer(text, {"ask": "b > max(M, 2-L)", "t": 2}).hit

    def test_three_sources_have_no_hit(self, tmp_path: Path) -> None:
        assert not any(row["hit"] for row in surveyed(tmp_path, HALVES + BOUNDS))

    def test_bounds_that_cannot_be_met_together_are_a_hit(self) -> None:
        text = (ROOT / "examples/chains/trade-off.toml").read_text(encoding="utf-8")

        assert answer(text, {"ask": "front", "t": 2}).hit and answer(text, {"ask": "design != bound", "t": 2}).hit
        assert not answer(text, {"ask": "front", "t": 1}).hit

    @pytest.mark.parametrize("example,ask,hit", [
        ("paper-low.toml", "optimal proved", True), ("late-leak.toml", "private refuted", True),
        ("late-leak.toml", "private proved", False), ("chains/symmetric.toml", "optimal refuted", False)])
    def test_a_property_of_a_scheme(self, example: str, ask: str, hit: bool) -> None:
        assert answer((ROOT / "examples" / example).read_text(encoding="utf-8"), {"ask": ask}).hit is hit

    def test_what_has_no_design_is_an_answer(self) -> None:
        text = 'sources = ["A", "B"]\n[chain]\nA = { A = "1" }\nB = { B = "1" }\n'

        assert "no design" in answer(text, {"ask": "design != bound"}).data


class TestResults:
    def test_hits_are_files_that_other_commands_read(self, tmp_path: Path) -> None:
        rows = surveyed(tmp_path, DRAWN + DESIGNS)
        hit = next(row for row in rows if row["hit"])

        assert {row["file"] for row in rows if not row["hit"]} == {None}
        assert (tmp_path / str(hit["file"])).read_text(encoding="utf-8") == hit["problem"]
        assert inside("bound", str(hit["file"]), cwd=tmp_path).returncode == 0

    def test_a_run_goes_on_after_a_line_that_was_cut_off(self, tmp_path: Path) -> None:
        surveyed(tmp_path, DRAWN + DESIGNS)
        whole = (tmp_path / "out.jsonl").read_bytes()
        (tmp_path / "out.jsonl").write_bytes(whole[:len(whole) // 2])
        surveyed(tmp_path, DRAWN + DESIGNS)

        assert (tmp_path / "out.jsonl").read_bytes() == whole

    def test_two_workers_write_the_same_bytes(self, tmp_path: Path) -> None:
        other = tmp_path / "other"
        other.mkdir()

        assert surveyed(tmp_path, DRAWN + DESIGNS) == surveyed(other, DRAWN + DESIGNS, "--workers", "2")

    def test_a_run_that_is_interrupted_leaves_whole_lines(self, tmp_path: Path) -> None:
        (tmp_path / "s.toml").write_text(DRAWN.replace("30", "100000") + BOUNDS, encoding="utf-8")
        output = tmp_path / "out.jsonl"
        command = ["survey", str(tmp_path / "s.toml"), "-o", str(output)]
        with started([*COMMAND, *command]) as process:
            wait_for_lines(output, 3)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130

        lines = output.read_bytes().splitlines(keepends=True)
        assert [json.loads(line)["index"] for line in lines] == [*range(len(lines))] and len(lines) < 100000

    @pytest.mark.parametrize("old,new,place", [
        ("denominator = 4", "denominator = 0", "4:1"), ("random", "every", "2:1"), ("max(M", "max(L", "8:1")])
    def test_a_fault_has_its_place(self, tmp_path: Path, old: str, new: str, place: str) -> None:
        (tmp_path / "s.toml").write_text((DRAWN + BOUNDS).replace(old, new), encoding="utf-8")

        done = inside("survey", "s.toml", "-o", "out.jsonl", cwd=tmp_path)

        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines()[1].endswith(f"--> s.toml:{place}")

    @pytest.mark.parametrize("other", ["not a result\n", '{"index": 0}\n'], ids=["text", "another row"])
    def test_refuses_a_file_of_something_else(self, tmp_path: Path, other: str) -> None:
        (tmp_path / "out.jsonl").write_text(other, encoding="utf-8")
        (tmp_path / "s.toml").write_text(DRAWN + BOUNDS, encoding="utf-8")
        done = inside("survey", "s.toml", "-o", "out.jsonl", cwd=tmp_path)

        assert done.returncode == 2 and "results" in done.stderr
        assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == other

    def test_refuses_results_of_another_survey(self, tmp_path: Path) -> None:
        surveyed(tmp_path, DRAWN + BOUNDS)
        (tmp_path / "s.toml").write_text(DRAWN.replace("7", "8") + BOUNDS, encoding="utf-8")

        assert inside("survey", "s.toml", "-o", "out.jsonl", cwd=tmp_path).returncode == 2


FAULTS = {
    "family": (DRAWN.replace("random", "rnadom") + BOUNDS, "kind"),
    "count": (DRAWN.replace("30", "0") + BOUNDS, "count"),
    "one source": (HALVES.replace("3", "1") + BOUNDS, "two sources"),
    "too many": (HALVES.replace("3", "6") + BOUNDS, "at most"),
    "question": (DRAWN + '[question]\nask = "b > N"\n', "ask"),
    "time": (DRAWN + BOUNDS + "t = 0\n", "t: expected"),
    "axis": ('[family]\nkind = "grid"\nfile = "s.toml"\nvalues = { a = "x" }\n' + BOUNDS, "values"),
    "grid": ('[family]\nkind = "grid"\nfile = "no.toml"\nvalues = { a = 4 }\n' + BOUNDS, "no.toml"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line(tmp_path: Path, fault: str) -> None:
    text, word = FAULTS[fault]
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")
    done = inside("survey", "s.toml", "-o", "out.jsonl", cwd=tmp_path)

    assert done.returncode == 2 and word in done.stderr and len(done.stderr.splitlines()) < 8
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.slow
def test_a_cluster_goes_on_when_a_worker_ends(tmp_path: Path) -> None:
    try:
        from distributed import LocalCluster
    except ImportError:
        missing("dask.distributed is not installed")
    here = surveyed(tmp_path, DRAWN + DESIGNS)
    (tmp_path / "out.jsonl").unlink()
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        command = ["survey", str(tmp_path / "survey.toml"), "-o", str(tmp_path / "out.jsonl")]
        with started([*COMMAND, *command, "--scheduler", cluster.scheduler_address]) as process:
            wait_for_lines(tmp_path / "out.jsonl", 1)
            os.kill(cluster.workers[0].pid, signal.SIGKILL)
            assert process.wait(60) == 0

    assert [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()] == here


def test_no_scheduler_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(DRAWN + BOUNDS, encoding="utf-8")
    done = tool("survey", "s.toml", "-o", "out.jsonl", "--scheduler", "nowhere", cwd=tmp_path)

    assert done.returncode == 2 and done.stderr.startswith("error: --scheduler")


def wait_for_lines(output: Path, count: int) -> None:
    """Return when a file has so many lines; fail after a minute."""
    end = monotonic() + 60
    while not output.exists() or output.read_bytes().count(b"\n") < count:
        assert monotonic() < end, "no results"
        sleep(0.05)
