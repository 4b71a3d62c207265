"""The entropy prover on a corpus of statements, beside its peers where they are installed, in one run.

    python benchmarks/entropy.py [--most N] [--rounds N] [--slow N] [--verbose]

Every tool answers the same statements. psitip (solver "scipy") and minitip say only whether a statement follows
from Shannon's inequalities, and so does a plain linear program over the elemental inequalities in floats (HiGHS), which
is what minitip solves; ours gives an exact proof or an exact counterexample. A ratio is our time over theirs; times are
of the processor.
"""

from __future__ import annotations

import argparse
import math
import resource
import shutil
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(__file__).with_name("entropy_statements.toml")
MOST, SMALL = 10, 7
PEERS = {"psitip": 7, "minitip": MOST, "elemental": MOST}   # and the most variables: psitip takes a gigabyte beyond


@dataclass(frozen=True)
class Case:
    group: str
    answer: str
    goal: str
    given: tuple[str, ...]

    @property
    def variables(self) -> int:
        from onoff_symbolic.entropy.grammar import parse
        return len({name for text in (self.goal, *self.given) for name in parse(text).names()})


WARM = Case("", "proved", "I(A;E) <= I(B;D)", ("A -> B -> C -> D -> E",))
"""A question for the sake of what is imported once, which is not counted."""


def corpus(path: Path = CORPUS) -> list[Case]:
    groups = tomllib.loads(path.read_text(encoding="utf-8"))["group"]
    return [Case(group["name"], group["answer"], row[0], tuple(row[1:]))
            for group in groups for row in group["statements"]]


def ours(case: Case) -> tuple[str, int]:
    """The verdict, and how many measures and hypotheses the proof adds up."""
    from onoff_symbolic.entropy.proof import Proof, prove
    from onoff_symbolic.errors import OnoffError

    try:
        found = prove(case.goal, case.given, explain=False)
    except OnoffError as error:
        return f"{type(error).__name__}", 0
    if not isinstance(found, Proof):
        return found.verdict, 0
    return found.verdict, sum(len(d.measures) + len(d.hypotheses) for d in found.derivations)


def psitip() -> Callable[[Case], bool] | None:
    """Whether psitip proves a statement."""
    try:
        import psitip as peer
    except ImportError:
        return None
    from onoff_symbolic.entropy.grammar import Statement, parse

    peer.PsiOpts.setting(solver="scipy")

    def variables(names: Sequence[str]) -> Any:
        return peer.rv(*names)

    def side(terms: Sequence[Any]) -> Any:
        whole = peer.H(peer.rv("ZERO")) * 0
        for term in terms:
            m = term.measure
            inside = variables(m.left) if m.left == m.right else variables(m.left) & variables(m.right)
            inside = inside | variables(m.given) if m.given else inside
            measure = (peer.H if m.left == m.right else peer.I)(inside)
            number = term.coefficient.numerator / term.coefficient.denominator
            whole = whole + measure * number
        return whole

    def region(statement: Statement) -> Any:
        left, right = side(statement.left), side(statement.right)
        return {"=": left == right, "<=": left <= right, ">=": left >= right}[statement.relation]

    def proves(case: Case) -> bool:
        whole = peer.universe()
        for text in case.given:
            whole = whole & region(parse(text))
        return bool(whole >> region(parse(case.goal)))

    return proves


def minitip() -> Callable[[Case], bool | None] | None:
    """Whether the program minitip, if it is on the path, proves a statement; None if it does not take it.

    It is asked as its manual says: full style (-S), quiet (-q), whole coefficients. Its start is part of its time.
    """
    program = shutil.which("minitip")
    if program is None:
        return None
    from onoff_symbolic.entropy.grammar import Term, parse, sum_text

    def written(text: str) -> str:
        statement = parse(text)
        scale = math.lcm(*(term.coefficient.denominator for term in statement.left + statement.right))
        left, right = (sum_text(Term(scale * term.coefficient, term.measure) for term in side)
                       for side in (statement.left, statement.right))
        return f"{left}{statement.relation}{right}".replace(" ", "")

    def proves(case: Case) -> bool | None:
        words = [program, "-S", "-q", "-e", written(case.goal), *map(written, case.given)]
        return {0: True, 1: False}.get(subprocess.run(words, capture_output=True, check=False).returncode)

    return proves


def elemental() -> Callable[[Case], bool] | None:
    """Whether HiGHS, in floats, finds no negative value on all elemental inequalities, as minitip asks its solver.

    Variables that occur only together are one. The inequalities of a number of variables are made once, and not timed.
    """
    try:
        import highspy
        import numpy
    except ImportError:
        return None
    from onoff_symbolic.entropy.grammar import parse
    from onoff_symbolic.entropy.sets import elementals, grouped, vector

    known: dict[int, tuple[Any, Any, Any]] = {}
    for size in range(1, MOST + 1):
        rows = [vector(triple) for triple in elementals((1 << size) - 1)]
        known[size] = (numpy.cumsum([0, *map(len, rows)]), numpy.array([mask - 1 for row in rows for mask in row]),
                       numpy.array([value / 1 for row in rows for value in row.values()]))

    def least(size: int, cost: Any, more: Sequence[tuple[dict[int, int], bool]]) -> float:
        starts, places, values = known[size]
        model = highspy.HighsLp()
        columns, rows = (1 << size) - 1, len(starts) - 1 + len(more)
        model.num_col_, model.num_row_ = columns, rows
        model.col_cost_, model.col_lower_, model.col_upper_ = cost, numpy.zeros(columns), numpy.ones(columns)
        upper = numpy.full(rows, highspy.kHighsInf)
        upper[len(starts) - 1:] = [0.0 if equality else highspy.kHighsInf for _, equality in more]
        model.row_lower_, model.row_upper_ = numpy.zeros(rows), upper
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        ends = starts[-1] + numpy.cumsum([len(form) for form, _ in more], dtype=int)
        model.a_matrix_.start_ = numpy.concatenate([starts, ends])
        own = [mask - 1 for form, _ in more for mask in form]
        model.a_matrix_.index_ = numpy.concatenate([places, own]).astype(int)
        model.a_matrix_.value_ = numpy.concatenate([values, [x / 1 for form, _ in more for x in form.values()]])
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("parallel", "off")
        solver.passModel(model)
        solver.run()
        return float(solver.getObjectiveValue())

    def proves(case: Case) -> bool:
        goal, given = parse(case.goal), [parse(text) for text in case.given]
        forms = [goal.form(), *(statement.form() for statement in given)]
        variables = grouped(sorted({name for form in forms for subset in form for name in subset}), forms)
        form, *more = [variables.integral(form)[1] for form in forms]
        if not form:
            return True
        size = len(variables.groups)
        cost = numpy.zeros((1 << size) - 1)
        for mask, value in form.items():
            cost[mask - 1] = value
        rows = [(each, statement.equality) for each, statement in zip(more, given, strict=True) if each]
        return all(least(size, sign * cost, rows) > -1e-7 for sign in ((1, -1) if goal.equality else (1,)))

    return proves


def found_peers() -> dict[str, Callable[[Case], bool | None] | None]:
    return {"psitip": psitip(), "minitip": minitip(), "elemental": elemental()}


Mine = tuple[Case, str, int, float]
"""A statement, our verdict, the length of the proof, and our time."""
Theirs = tuple[Case, float, bool | None, float]
"""A statement, our time, what a peer says, and its time."""


def asked(cases: Sequence[Case], rounds: int = 1) -> tuple[list[Mine], dict[str, list[Theirs]]]:
    """What we and the peers that are installed say of the statements, each up to its most variables."""
    peers = {name: found for name, found in found_peers().items() if found is not None}
    for ask in (ours, *peers.values()):
        ask(WARM)
    mine: list[Mine] = []
    theirs: dict[str, list[Theirs]] = {name: [] for name in peers}
    for case in cases:
        (verdict, length), took = timed(lambda: ours(case), rounds)
        mine.append((case, verdict, length, took))
        for name, peer in peers.items():
            if case.variables <= PEERS[name]:
                theirs[name].append((case, took, *timed(lambda: peer(case), rounds)))
    return mine, theirs


def timed(work: Callable[[], Any], rounds: int) -> tuple[Any, float]:
    times = []
    result = None
    for _ in range(rounds):
        begin = spent()
        result = work()
        times.append(spent() - begin)
    return result, min(times)


def spent() -> float:
    """Seconds of the processor, also in programs that were called: other work on the machine does not count."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    reader.add_argument("--most", type=int, default=10, help="leave out statements with more variables")
    reader.add_argument("--rounds", type=int, default=1, help="times each statement is asked; the best counts")
    reader.add_argument("--slow", type=int, default=8, help="how many of the slowest to list")
    reader.add_argument("--verbose", action="store_true", help="list every statement with another answer")
    wanted = reader.parse_args()
    cases = [case for case in corpus() if case.variables <= wanted.most]
    rows, every = asked(cases, wanted.rounds)
    print(f"{'group':46} {'asked':>5} {'as said':>7} {'total s':>8} {'median ms':>9} {'worst ms':>8} {'steps':>5}")
    for group in dict.fromkeys(case.group for case in cases):
        show(group, [row for row in rows if row[0].group == group])
    show("all", rows)
    for case, verdict, _, took in sorted(rows, key=lambda row: -row[3])[:wanted.slow]:
        print(f"  {1000 * took:8.1f} ms  {verdict:9}  {case.goal[:80]}  {', '.join(case.given)}"[:150])
    for name in PEERS:
        theirs = [row for row in every.get(name, ()) if row[2] is not None]
        if not theirs:
            print(f"{name} is not installed, or was asked nothing: no comparison")
            continue
        for most in (SMALL, PEERS[name]):
            compare(f"{name}, up to {most} variables", [row for row in theirs if row[0].variables <= most])
        for answer in ("proved", "refuted", "undecided"):
            compare(f"{name}, up to {SMALL}, {answer}", [
                row for row in theirs if row[0].variables <= SMALL and row[0].answer == answer])
        wrong = sum(said != (case.answer == "proved") for case, _, said, _ in theirs)
        print(f"{name}: {wrong} answers are not as the corpus says, {len(every[name]) - len(theirs)} statements were "
              "refused")
    differing = [(case, verdict) for case, verdict, _, _ in rows if verdict != case.answer]
    for case, verdict in differing if wanted.verbose else ():
        print(f"  {verdict} instead of {case.answer}: {case.goal}  {case.given}")
    return 1 if differing else 0


def compare(what: str, rows: Sequence[Theirs]) -> None:
    """Ours and theirs on the same statements."""
    if rows:
        mine, other = sum(m for _, m, _, _ in rows), sum(s for _, _, _, s in rows)
        print(f"{what:38} {len(rows):4} statements: ours {mine:6.2f} s, theirs {other:6.2f} s, ratio "
              f"{mine / other:5.2f}, median of the ratios {statistics.median(m / s for _, m, _, s in rows):5.2f}")


def show(name: str, rows: Sequence[Mine]) -> None:
    times = [1000 * took for _, _, _, took in rows]
    right = sum(verdict == case.answer for case, verdict, _, _ in rows)
    print(f"{name:46} {len(rows):5} {right:7} {sum(times) / 1000:8.2f} {statistics.median(times):9.2f} "
          f"{max(times):8.0f} {sum(length for _, _, length, _ in rows):5}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
