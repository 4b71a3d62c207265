"""Experiments, processes and programs of goals at a point, worked out by enumeration: for truth.py. It shares no code
with the package.

    Trial       an experiment: every outcome with its probability
    Hidden      a process: every history up to a length, by every path of its states
    better      a program: the least or largest value as a float solver has it, and whether it is attained
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import floats
from reference import instead, listed, value

Part = Mapping[str, Any]
Value = int | str
Outcome = dict[str, Value]
Read = Callable[[str], Fraction]
"""What a text is at the point; ZeroDivisionError where it has no value."""
LENGTH = 4
"""Of the histories that are looked at: t = 0, 1, 2, 3."""
CLOSE = 1e-7


class Undefined(ZeroDivisionError):
    """Something has no value at the point."""


def lawful(row: Sequence[Fraction]) -> bool:
    return sum(row) == 1 and min(row) >= 0


# -- experiments -------------------------------------------------------------------------------------------


class Trial:
    """An experiment at a point."""

    def __init__(self, says: Part, tables: Part, read: Read) -> None:
        self.says, self.tables, self.read = says, tables, read
        self.inputs = [word for word, each in says.items() if "values" in each and each.get("law") is None]

    def row(self, word: str, now: Outcome) -> dict[Value, Fraction]:
        each = self.says[word]
        if "is" in each:
            text = each["is"].strip()
            return {now[text] if text in now else value(instead(text, now), {}): Fraction(1)}
        values, law = listed(each["values"]), each["law"]
        if law == "uniform":
            return {v: Fraction(1, len(values)) for v in values}
        given = [str(now[name]) for name in each.get("given", [])]
        texts = law if isinstance(law, list) else [f"{law}[{','.join([*given, str(v)])}]" for v in values]
        chances = [self.read(text) for text in texts]
        if not lawful(chances):
            raise Undefined(f"{word} has no law")
        return dict(zip(values, chances, strict=True))

    @cached_property
    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        """All that can occur, for all inputs; raises if a row that is used is no law."""
        layer: list[tuple[Outcome, Fraction]] = [({}, Fraction(1))]
        for word, each in self.says.items():
            if word in self.inputs:
                layer = [({**now, word: v}, p) for now, p in layer for v in listed(each["values"])]
            else:
                layer = [({**now, word: v}, p * q) for now, p in layer for v, q in self.row(word, now).items() if q]
        return layer

    def chance(self, event: Outcome, given: Outcome) -> Fraction:
        """Pr(event | given): inputs that are not given do not matter, and have some value."""
        fixed = {word: listed(self.says[word]["values"])[0] for word in self.inputs if word not in given} | given
        inside = [(now, p) for now, p in self.outcomes if fixed.items() <= now.items()]
        return sum((p for now, p in inside if event.items() <= now.items()), Fraction(0)) / sum(
            (p for _, p in inside), Fraction(0)
        )

    def hides(self, s: Part) -> bool:
        """Whether the view has one law for all secrets that are possible here."""
        knowing = [*(w for w in self.inputs if w not in s["secret"]), *s.get("knowing", [])]
        among = [tuple(listed(each)) for each in s.get("among", [])]
        joint: dict[Any, dict[Any, dict[Any, Fraction]]] = {}
        for now, p in self.outcomes:
            case, secret, view = (tuple(now[w] for w in words) for words in (knowing, s["secret"], s["view"]))
            if not among or secret in among:
                law = joint.setdefault(case, {}).setdefault(secret, defaultdict(Fraction))
                law[view] += p
        laws = [
            [{v: p / sum(law.values()) for v, p in law.items()} for law in each.values()] for each in joint.values()
        ]
        return all(law == each[0] for each in laws for law in each)

    def tells(self, s: Part) -> bool:
        seen: dict[Any, set[Any]] = defaultdict(set)
        for now, _ in self.outcomes:
            seen[tuple(now[w] for w in s["view"])].add(tuple(now[w] for w in s["value"]))
        return all(len(each) == 1 for each in seen.values())


# -- processes ---------------------------------------------------------------------------------------------


class Hidden:
    """A process at a point."""

    def __init__(self, says: Part, tables: Part, read: Read) -> None:
        self.states, self.starts = says["states"], {}
        self.chain = {a: {b: read(f"{says['chain']}[{a},{b}]") for b in self.states} for a in self.states}
        shows = says["shows"]
        if isinstance(shows, str):
            labels = tables[shows]["index"][1]
            self.shows = {a: {str(y): read(f"{shows}[{a},{y}]") for y in labels} for a in self.states}
        else:
            self.shows = {a: {str(shows[a]): Fraction(1)} for a in self.states}
        for word, start in says["starts"].items():
            self.starts[word] = (
                {a: Fraction(a == start) for a in self.states}
                if start in self.states
                else {a: read(f"{start}[{a}]") for a in self.states}
            )
        if not all(lawful([*row.values()]) for rows in (self.chain, self.shows, self.starts) for row in rows.values()):
            raise Undefined("a row is no law")

    def ended(self, start: str, seen: Sequence[str]) -> dict[str, Fraction]:
        """Pr(what is seen, the last state)."""
        now = dict(self.starts[start])
        for t, label in enumerate(seen):
            moved = {b: sum((p * self.chain[a][b] for a, p in now.items()), Fraction(0)) for b in self.states}
            now = {b: p * self.shows[b].get(label, Fraction(0)) for b, p in (moved if t else now).items()}
        return now

    def history(self, start: str, *seen: Any) -> Fraction:
        return sum(self.ended(start, [str(each) for each in seen]).values(), Fraction(0))

    def state(self, time: int, start: str, state: str, label: Any) -> Fraction:
        return sum((self.ended(start, [*before, str(label)])[state] for before in self.seen(time)), Fraction(0))

    def seen(self, length: int) -> Iterator[tuple[str, ...]]:
        return product(sorted({label for row in self.shows.values() for label in row}), repeat=length)

    def alike(self, s: Part) -> bool:
        return all(len({self.history(start, *each) for start in s["starts"]}) == 1 for each in self.seen(LENGTH))


# -- programs ----------------------------------------------------------------------------------------------


def best(s: Part, at: Callable[[str, Mapping[str, Fraction]], Fraction]) -> bool:
    """Return whether the least or largest value is the one that is said, as far as floats show, and is attained.

    The relations are linear: `at` evaluates a text at values of the variables."""
    names = s["variables"]
    zero = dict.fromkeys(names, Fraction(0))

    def linear(text: str) -> tuple[list[Fraction], Fraction]:
        base = at(text, zero)
        slopes = [at(text, {**zero, name: Fraction(1)}) - base for name in names]
        mixed = {name: Fraction(3 + 2 * i, 7) for i, name in enumerate(names)}
        if at(text, mixed) != base + sum((c * mixed[name] for c, name in zip(slopes, names)), Fraction(0)):
            raise Undefined("it is not linear")
        return slopes, base

    def rows(gap: int | None) -> Iterator[floats.Row]:
        """Yield the relations; with a column for the gap, it lies between the sides of strict ones."""
        for text in s["subject"]:
            sides = [part.strip() for part in re.split(r"(<=|>=|!=|<|>|=)", text)]
            for left, sign, right in zip(sides[::2], sides[1::2], sides[2::2]):
                large, small = (right, left) if sign in ("<", "<=") else (left, right)
                slopes, base = linear(f"({large}) - ({small})")
                terms: dict[int, floats.Number] = dict(enumerate(slopes))
                if gap is not None and sign in ("<", ">"):
                    terms[gap] = -1
                if sign != "!=":
                    yield terms, -base, -base if sign == "=" else floats.INFINITE

    slopes, base = linear(s["of"])
    aim, turn = at(s["value"], {}) - base, 1 if s["kind"] == "least" else -1
    found = floats.least([turn * c for c in slopes], [*rows(None)], low=-floats.INFINITE)
    attained: list[floats.Row] = [(dict(enumerate(slopes)), aim, aim), ({len(names): 1}, 0, 1)]
    inner = floats.least([*[0] * len(names), -1], [*rows(len(names)), *attained], low=-floats.INFINITE)
    return found is not None and abs(turn * found - aim) < CLOSE and inner is not None and -inner > CLOSE
