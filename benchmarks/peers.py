"""Ours beside other tools, on the same work in one run: one table, with the rows in which ours loses.

    python benchmarks/peers.py [--json FILE] [--most N]

A peer that is not installed is told to be so (`pip install ".[bench]"`; QSopt_ex and minitip: programs on the path).
Times are of the processor, in this process and in programs that it calls; what is imported once is not counted. A
ratio is our time over theirs: below 1, ours is faster. What each of them shows is told, for it is not the same. Of
privacy and signs, ours is a certificate and the checker's answer; programs are solved with exact numbers, and entropy
statements get an exact proof or counterexample, without a certificate.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

import entropy
import peers_privacy
import peers_programs
import peers_signs
from entropy import timed

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
NAMES = {"psitip": "psitip (scipy)", "minitip": "minitip", "elemental": "HiGHS, elemental"}
NOT_INSTALLED = "not installed"
RECORD = Path(__file__).with_name("peers.json")
"""A run that the documents show."""


@dataclass(frozen=True)
class Row:
    """Of `asked` questions, how many each of the two answered as they are."""

    work: str
    peer: str
    asked: int
    ours: float = 0
    theirs: float = 0
    ours_right: int = 0
    theirs_right: int = 0
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    def line(self) -> str:
        if not self.theirs:
            return f"{self.work:44}{self.peer:22}{NOT_INSTALLED}"
        return (f"{self.work:44}{self.peer:22}{1000 * self.ours:9.1f}{1000 * self.theirs:9.1f}{self.ratio:9.2f}"
                f"{self.ours_right:6} {self.theirs_right:<5} of {self.asked:<4} {self.note}")


HEAD = f"{'work':44}{'peer':22}{'ours ms':>9}{'theirs':>9}{'ratio':>9}{'ours':>6} theirs right"


def entropies(most: int) -> Iterator[Row]:
    """Each peer up to some variables, and, where it takes more, up to those."""
    cases = [case for case in entropy.corpus() if case.variables <= max(most, entropy.SMALL)]
    mine, theirs = entropy.asked(cases)
    for name, longest in entropy.PEERS.items():
        for size in dict.fromkeys((entropy.SMALL, min(most, longest))):
            work, right = f"entropy statements, up to {size} variables", [
                verdict == case.answer for case, verdict, _, _ in mine if case.variables <= size]
            rows = [row for row in theirs.get(name, ()) if row[0].variables <= size]
            if not rows:
                yield Row(work, NAMES[name], len(right))
                break
            yield Row(work, NAMES[name], len(rows), sum(own for _, own, _, _ in rows),
                      sum(other for _, _, _, other in rows), sum(right),
                      sum(said == (case.answer == "proved") for case, _, said, _ in rows),
                      "theirs: follows or not; ours: proof or counterexample")


def signs() -> Iterator[Row]:
    for work, asked in (("signs of the paper's certificates", peers_signs.of_certificates()),
                        ("signs of tests/test_squares.py", peers_signs.of_squares())):
        peers_signs.ours(asked[0])
        mine = [timed(lambda sign=sign: peers_signs.ours(sign), 1) for sign in asked]         # type: ignore[misc]
        for name, peer in (("z3", peers_signs.z3()), ("cvc5", peers_signs.cvc5())):
            if peer is None:
                yield Row(work, name, len(asked))
                continue
            theirs = [timed(lambda sign=sign: peer(sign), 1) for sign in asked]               # type: ignore[misc]
            yield Row(work, name, len(asked), sum(t for _, t in mine), sum(t for _, t in theirs),
                      sum(said for said, _ in mine), sum(said for said, _ in theirs), "theirs: no proof to check")


def programs() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for size in (3, 5):
            program = peers_programs.program(size)
            work = f"least download, {size} sources, {program.variables} variables"
            value, mine = timed(lambda: peers_programs.ours(program), ROUNDS)
            on_sets, sets = timed(lambda: peers_programs.on_sets(size), ROUNDS)
            for name, find, note in peers_programs.PEERS:
                peer = find(Path(folder))
                if peer is None:
                    yield Row(work, name, 1)
                    continue
                peer(program)
                found, theirs = timed(lambda: peer(program), ROUNDS)
                yield Row(work, name, 1, mine, theirs, 1, int(_same(found, value)), note)
                if size == 5:
                    yield Row(f"the same, ours on {2 ** size - 1} sets", name, 1, sets, theirs, int(on_sets == value),
                              int(_same(found, value)), note)


def _same(found: object, value: Fraction) -> bool:
    return found == value if isinstance(found, Fraction) else abs(float(str(found)) - value) < 1e-7


def privacy() -> Iterator[Row]:
    ours, mine = timed(peers_privacy.ours, ROUNDS)
    for name, find, longest in peers_privacy.PEERS:
        peer: Callable[[int], tuple[int, int]] | None = find()
        if peer is None:
            yield Row("Table III(a) is private", name, 1)
            continue
        peer(1)
        for length in range(1, longest + 1):
            (count, equal), theirs = timed(lambda: peer(length), 1)
            yield Row(f"Table III(a) is private, {count} histories", name, count, mine, theirs, count * ours, equal,
                      f"theirs: t = {length}; ours: every t")


def recorded(path: Path = RECORD) -> list[Row]:
    return [Row(**row) for row in json.loads(path.read_text(encoding="utf-8"))]


def table(rows: Sequence[Row]) -> str:
    """For a page: ratios only."""
    lines = ["| work | peer | ours / theirs | right: ours, theirs | of | |", "|---|---|---|---|---|---|"]
    for row in rows:
        shown = (f"{row.ratio:.2g} | {row.ours_right}, {row.theirs_right} | {row.asked} | {row.note}" if row.theirs
                 else f"{NOT_INSTALLED} | | | ")
        lines.append(f"| {row.work} | {row.peer} | {shown} |")
    return "\n".join(["", "", *lines, "", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="also write the rows")
    parser.add_argument("--most", type=int, default=10, help="variables of the entropy statements (10)")
    options = parser.parse_args()
    print(HEAD, flush=True)
    rows: list[Row] = []
    sections: Sequence[Callable[[], Iterator[Row]]] = (privacy, signs, programs, lambda: entropies(options.most))
    for section in sections:
        for row in section():
            rows.append(row)
            print(row.line(), flush=True)
    if options.json is not None:
        lines = ",\n".join(json.dumps(asdict(row)) for row in rows)
        options.json.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
