"""What a page about a scheme shows: rows and curves, read off results and exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..result import Verdict
from ..scheme_result import SchemeResult
from ..schemes.measured import AtPoint
from .text import MEANING

MODE = (True, False, False, False, True, False, False, True, False, False, False, False)
"""A mode to draw where none is asked for."""
_MEANING = {**MEANING, "optimal": "no private scheme downloads less, at any t"}

Points = tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True)
class Page:
    """All that is shown of a scheme."""

    path: str
    file: str
    """The text of the file."""
    result: SchemeResult
    measured: AtPoint | None
    """None where the rows are not known to be probability distributions."""
    mode: tuple[bool, ...] = MODE

    @property
    def title(self) -> str:
        return self.result.title or "A scheme"

    @property
    def place(self) -> str:
        point = {} if self.measured is None else self.measured.point
        return ", ".join(f"{name} = {value}" for name, value in point.items())

    def verdicts(self) -> list[tuple[str, Verdict, str]]:
        """Property, verdict, and what it means or why there is no other."""
        found = self.result
        rows = []
        for name, meaning in _MEANING.items():
            part = found.properties[name]
            proved = part.verdict is Verdict.PROVED
            why = meaning if proved else part.why or ("fails, see below" if part.witness is not None else "")
            if name == "optimal" and part.witness is not None:
                where = ", ".join(f"{n} = {v}" for n, v in (*part.witness.point, *part.witness.shows))
                why = f"at {where} it costs {part.witness.left}, where {part.witness.right} is possible"
            rows.append((name, part.verdict, why))
        if found.under_mode is not None:
            said = "every mode" if found.mode == "all" else f"the mode {found.mode}"
            rows.append(("private under a mode", found.under_mode.verdict, said))
        return rows

    def matrices(self) -> list[tuple[str, str]]:
        """A title and [a, b; c, d], rows and columns in the order of the queries that occur."""
        shown = []
        for when, rows in self.result.timed_matrices():
            kept = [self.result.queries.index(query) for query, _ in rows]
            body = "; ".join(", ".join(cells[j] for j in kept) for _, cells in rows)
            labels = ", ".join(query for query, _ in rows)
            shown.append((f"rows and columns {labels}" + (f" from {when}" if when else ""), f"P = [{body}]"))
        return shown

    def costs(self) -> list[tuple[str, str]]:
        found = [(f"t = {t}", cost) for t, cost in self.result.costs if cost is not None]
        if self.result.cost_form is not None:
            where = f" where {', '.join(self.result.cost_conditions)}" if self.result.cost_conditions else ""
            found = [(f"every t ≥ 1{where}", self.result.cost_form)]
        return found

    def rates(self) -> tuple[tuple[str, Points], ...]:
        """Curves of the rate: of the scheme, and the largest that a private scheme can have."""
        rows = () if self.measured is None else self.measured.rows
        bound = tuple((Fraction(t), 1 / least) for t, _, least in rows if least is not None)
        mine = tuple((Fraction(t), 1 / cost) for t, cost, _ in rows)
        return (("this scheme", mine), *((("bound", bound),) if bound else ()))

    def downloads(self) -> tuple[tuple[str, Points], ...]:
        """Curves of the expected download: of the scheme, and the least that a private scheme can have."""
        return tuple((name, tuple((t, 1 / rate) for t, rate in points)) for name, points in self.rates())

    def sawtooth(self) -> Points:
        """The expected download under the mode: at each ON time everything, and then as t counts from it."""
        costs = [] if self.measured is None else [cost for _, cost, _ in self.measured.rows]
        last, points = 0, []
        for time, private in enumerate(self.mode):
            last = time if private else last
            if time - last < len(costs):
                points.append((Fraction(time), costs[time - last]))
        return tuple(points)


def decimals(value: Fraction, digits: int = 6, up: bool = False) -> str:
    """A number between 0 and 1000 with so many digits, rounded down or up: never to the wrong side."""
    scaled = value * 10 ** digits
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    return f"{whole // 10 ** digits}.{whole % 10 ** digits:0{digits}d}"


def ticks(highest: Fraction, parts: int = 4) -> tuple[Fraction, ...]:
    """Marks from 0 to the next whole number."""
    top = Fraction(-(-highest.numerator // highest.denominator))
    return tuple(top * k / parts for k in range(parts + 1))


def ranges(information: Sequence[tuple[int, Fraction, Fraction]]) -> list[tuple[str, str, str]]:
    """t, at least, at most; more digits where there are only zeros else."""
    found = []
    for time, low, high in information:
        digits = 6
        while high and high < Fraction(1, 10 ** (digits - 3)) and digits < 36:
            digits += 3
        found.append((str(time), decimals(low, digits), decimals(high, digits, up=True)))
    return found
