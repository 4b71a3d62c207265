"""One step for any secret: costs, allowed sets and ratios, beside a program on couplings in floating point."""

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from onoff_symbolic.document import parse
from onoff_symbolic.errors import InputError
from onoff_symbolic.nsources.problem import Problem, Solution, solve
from onoff_symbolic.nsources.problem_file import read_problem
from onoff_symbolic.nsources.sets import members
from onoff_symbolic.search.chain_goals import problem_goal
from onoff_symbolic.search.find import decide
from run import ROOT, inside

highspy = pytest.importorskip("highspy")
HALF, ONE = Fraction(1, 2), Fraction(1)


def drawn(number: int, ratio: Fraction, worst: bool) -> Problem:
    """Return a random problem: rows, allowed sets and costs."""
    draw = random.Random(number)
    sources, secrets, parts = draw.randint(2, 4), draw.randint(1, 4), draw.choice([2, 3, 4])
    rows = []
    for _ in range(secrets):
        places = [draw.randrange(sources) for _ in range(parts)]
        rows.append(tuple(Fraction(places.count(y), parts) for y in range(sources)))
    sets = [s for s in range(1, 1 << sources) if draw.random() < 4 / 5] or [(1 << sources) - 1]
    costs = {s: Fraction(draw.randint(0, 6), draw.randint(1, 3)) for s in sets}
    law = None if worst else (Fraction(1, secrets),) * secrets
    return Problem(tuple("ABCD"[:sources]), tuple(map(str, range(secrets))), tuple(rows), costs, ratio, law)


def by_couplings(problem: Problem) -> float | None:
    """Return the least cost by floats, over Pr(set, request) given each secret; None if there is none."""
    cells = [(s, x, chosen) for s in range(len(problem.rows)) for chosen in problem.costs for x in members(chosen)]
    place = {cell: i for i, cell in enumerate(cells)}
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    for _ in cells:
        model.addVar(0, highspy.kHighsInf)
    for s, row in enumerate(problem.rows):
        for x, p in enumerate(row):
            own = [place[s, x, chosen] for chosen in problem.costs if chosen >> x & 1]
            model.addRow(float(p), float(p), len(own), own, [1.0] * len(own))
    for chosen in problem.costs:
        for s in range(len(problem.rows)):
            for other in range(len(problem.rows)):
                here, there = ([place[t, x, chosen] for x in members(chosen)] for t in (s, other))
                if s != other:
                    values = [1.0] * len(here) + [-float(problem.ratio)] * len(there)
                    model.addRow(-highspy.kHighsInf, 0, len(values), [*here, *there], values)
    model.addVar(0, highspy.kHighsInf)
    for s in range(len(problem.rows)):
        paid = {place[s, x, chosen]: float(c) for chosen, c in problem.costs.items() for x in members(chosen)}
        if problem.law is None:
            model.addRow(-highspy.kHighsInf, 0, len(paid) + 1, [*paid, len(cells)], [*paid.values(), -1.0])
        else:
            for column, value in paid.items():
                model.changeColCost(column, float(problem.law[s]) * value)
    if problem.law is None:
        model.changeColCost(len(cells), 1.0)
    model.run()
    found = model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return model.getInfo().objective_function_value if found else None


def solved(problem: Problem) -> Solution | None:
    """Return the solution; None where the allowed sets cannot serve the requests."""
    try:
        return solve(problem)
    except InputError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("kind", [(ONE, False), (Fraction(3, 2), False), (Fraction(2), True), (Fraction(5), True)],
                         ids=["equal", "ratio 3/2", "ratio 2, worst secret", "ratio 5, worst secret"])
def test_random_problems_cost_what_couplings_cost(kind: tuple[Fraction, bool]) -> None:
    for number in range(75):
        problem = drawn(number, *kind)
        expected, found = by_couplings(problem), solved(problem)

        assert (expected is None) == (found is None)
        if expected is not None and found is not None:
            assert abs(float(found.value) - expected) < 1e-7


class TestSolve:
    def test_a_ratio_by_hand(self) -> None:
        rows = ((HALF, HALF), (ONE, Fraction(0)))       # the better secret costs 5/4, the worse 3/2
        sets = {1: ONE, 2: ONE, 3: Fraction(2)}

        worst = Problem(("A", "B"), ("1", "2"), rows, sets, Fraction(2))
        assert solve(worst).value == Fraction(3, 2)
        assert solve(replace(worst, law=(Fraction(0), ONE))).value == Fraction(5, 4)

    def test_release_or_erase(self) -> None:
        rows = ((HALF, HALF, Fraction(0)), (HALF, Fraction(0), HALF))
        erased = {1: Fraction(0), 2: Fraction(0), 4: Fraction(0), 7: ONE}

        assert solve(Problem(("A", "B", "C"), ("1", "2"), rows, erased)).value == HALF


FILE = 'sources = ["A", "B"]\n{more}\n[secret]\none = {{ A = "a", B = "1 - a" }}\ntwo = {{ B = "1" }}\n{after}'
POINT = "a=1/2"
FAULTS = {
    "a row": (FILE.replace('"1 - a"', '"1 - a/2"').format(more="", after=""), "sums to 1"),
    "a negative entry": (FILE.replace('"a"', '"2*a"').replace("1 - a", "1 - 2*a").format(more="", after=""), None),
    "a ratio below 1": (FILE.format(more='ratio = "1/2"', after=""), "ratio: expected a number of at least 1"),
    "no law": (FILE.format(more='ratio = "2"', after=""), 'law = "worst"'),
    "a law": (FILE.format(more='ratio = "2"', after='[law]\none = "1/2"\ntwo = "1"\n'), "sum to 1"),
    "a cost below 0": (FILE.format(more="", after='[cost]\nsize = ["-1", "2"]\n'), "costs of at least 0"),
    "too few costs": (FILE.format(more="", after='[cost]\nsize = ["1"]\n'), "2 costs"),
    "a name in a cost": (FILE.format(more="", after='[cost]\nsize = "k*b"\n'), "b"),
    "allowed, unserved": (FILE.format(more='allowed = [["A"]]', after=""), "contains B"),
    "allowed, not private": (FILE.format(more='allowed = [["A"], ["B"]]', after=""), "private"),
    "allowed, empty": (FILE.format(more="allowed = []", after=""), "at least one set"),
    "another source": (FILE.format(more='allowed = [["A", "C"]]', after=""), "C"),
}


class TestFile:
    def test_costs_by_size_set_and_source(self) -> None:
        sizes = read_problem(parse(FILE.format(more="", after='[cost]\nsize = "k*(k + 1)/2"\n')), POINT)
        sets = read_problem(parse(FILE.format(more="", after='[cost.sets]\nAB = "3/2"\n')), POINT)
        sources = read_problem(parse(FILE.format(more="", after='[cost.sources]\nB = "5"\n')), POINT)

        assert sizes.costs == {1: 1, 2: 1, 3: 3}
        assert sets.costs == {1: 1, 2: 1, 3: Fraction(3, 2)}
        assert sources.costs == {1: 1, 2: 5, 3: 6}

    def test_rows_of_a_secret_have_no_time(self) -> None:
        file = str(ROOT / "examples" / "problems" / "release-or-erase.toml")
        assert inside("bound", file, "--t", "1").returncode == 0
        done = inside("bound", file, "--t", "2")
        assert (done.returncode, done.stdout) == (2, "")
        assert "--t goes with [chain]" in done.stderr

    def test_a_chain_gives_the_rows_at_t(self) -> None:
        text = 'sources = ["A", "B"]\nallowed = "one or all"\n[chain]\nA = { B = "1" }\nB = { A = "1" }\n'

        assert read_problem(parse(text), "", 2).rows == ((1, 0), (0, 1))

    @pytest.mark.parametrize("fault", FAULTS)
    def test_refuses(self, fault: str, tmp_path: Path) -> None:
        text, reason = FAULTS[fault]
        if reason is None:
            assert solve(read_problem(parse(text), POINT)).value == 2
            return
        with pytest.raises(InputError) as raised:
            solve(read_problem(parse(text), POINT))
        assert reason in str(raised.value) and "\n" not in str(raised.value)


class TestCommand:
    @pytest.mark.parametrize("example,options,cost", [
        ("ratio.toml", (), "3/2"), ("release-or-erase.toml", (), "1/3"), ("servers.toml", ("--at", "n=3"), "5/4")])
    def test_the_cost_is_certified(self, example: str, options: tuple[str, ...], cost: str, tmp_path: Path) -> None:
        certificate = str(tmp_path / "it.json")
        file = str(ROOT / "examples" / "problems" / example)
        done = inside("bound", file, *options, "--format", "json", "--certificate", certificate)

        assert done.returncode == 0 and json.loads(done.stdout)["cost"] == cost
        assert inside("check", certificate).returncode == 0

    @pytest.mark.parametrize("example,old,new,place", [
        ("ratio.toml", 'ratio = "2"', 'ratio = "1/2"', "5:1"),
        ("ratio.toml", 'law = "worst"', 'law = "best"', "6:1"),
        ("ratio.toml", 'law = "worst"', "", "5:1"),
        ("ratio.toml", 'B = "1/2"', 'C = "1/2"', "9:21"),
        ("release-or-erase.toml", '"1"]', '"1("]', "12:21"),
        ("release-or-erase.toml", '"one or all"', '[["low"]]', "5:1"),
        ("release-or-erase.toml", "size", "sizes", "12:1"),
    ])
    def test_a_fault_has_its_place(self, example: str, old: str, new: str, place: str, tmp_path: Path) -> None:
        text = (ROOT / "examples" / "problems" / example).read_text(encoding="utf-8")
        head, _, end = text.rpartition(old)
        file = tmp_path / "mine.toml"
        file.write_text(head + new + end, encoding="utf-8")

        done = inside("bound", str(file))

        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines()[1].endswith(f"--> {file}:{place}")

    def test_a_missing_value_is_about_the_option(self) -> None:
        done = inside("bound", str(ROOT / "examples" / "problems" / "servers.toml"))

        assert (done.returncode, done.stderr.partition(" a value")[0]) == (2, "error: --at:")

    def test_another_cost_is_not_certified(self, tmp_path: Path) -> None:
        stated = read_problem(parse((ROOT / "examples" / "problems" / "ratio.toml").read_text(encoding="utf-8")))

        assert decide(problem_goal(stated, Fraction(3, 2))).verdict == "proved"
        assert decide(problem_goal(stated, Fraction(7, 5))).verdict != "proved"

    def test_thirty_sources_are_certified(self, tmp_path: Path) -> None:
        names = [f"s{i:02}" for i in range(30)]
        rows = [f'{name} = {{ {", ".join(f"{other} = {json.dumps(p)}" for other, p in births(names, i))} }}'
                for i, name in enumerate(names)]
        file = tmp_path / "chain.toml"
        file.write_text(f"sources = {json.dumps(names)}\n[chain]\n" + "\n".join(rows), encoding="utf-8")
        done = inside("bound", str(file), "--format", "json")

        assert done.returncode == 0 and json.loads(done.stdout)["bound"] == "157/12"
        assert inside("bound", str(file), "--t", "1..2").returncode == 0
        assert inside("design", str(file)).returncode == 2

    def test_where_no_simple_bound_is_attained_the_error_names_an_interval(self, tmp_path: Path) -> None:
        names = [f"s{i:02}" for i in range(11)]
        rows = [f'{name} = {{ {names[i - 1]} = "1/2", {names[(i + 1) % 11]} = "1/2" }}' for i, name in enumerate(names)]
        file = tmp_path / "chain.toml"
        file.write_text(f"sources = {json.dumps(names)}\n[chain]\n" + "\n".join(rows), encoding="utf-8")
        done = inside("bound", str(file))

        assert done.returncode == 3 and "between 11/2 and 6" in done.stderr


def births(names: list[str], i: int) -> list[tuple[str, str]]:
    """Return a row of a lazy birth-death chain: down with 1/4, up with 1/3."""
    row = [(names[i - 1], "1/4")] if i else []
    row += [(names[i + 1], "1/3")] if i + 1 < len(names) else []
    return [*row, (names[i], str(1 - sum(Fraction(p) for _, p in row)))]
