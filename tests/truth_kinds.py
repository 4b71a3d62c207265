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


def listed(text: str) -> list[Value]:
    """The values "a, b, 0..2"."""
    found: list[Value] = []
    for each in text.split(","):
        span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", each.strip())
        found += range(int(span[1]), int(span[2]) + 1) if span else [
            int(each) if re.fullmatch(r"\s*-?\d+\s*", each) else each.strip()]
    return found


class Trial:
    """An experiment at a point."""

    def __init__(self, says: Part, tables: Part, read: Read) -> None:
        self.says, self.tables, self.read = says, tables, read
        self.inputs = [word for word, each in says.items() if "values" in each and each.get("law") is None]

    def row(self, word: str, now: Outcome) -> dict[Value, Fraction]:
        each = self.says[word]
        if "is" in each:
            return {self.computed(each["is"], now): Fraction(1)}
        values, law = listed(each["values"]), each["law"]
        if law == "uniform":
            return {v: Fraction(1, len(values)) for v in values}
        given = [str(now[name]) for name in each.get("given", [])]
        texts = law if isinstance(law, list) else [f"{law}[{','.join([*given, str(v)])}]" for v in values]
        chances = [self.read(text) for text in texts]
        if not lawful(chances):
            raise Undefined(f"{word} has no law")
        return dict(zip(values, chances, strict=True))

    @staticmethod
    def computed(text: str, now: Outcome) -> Value:
        """A function, as Python has it."""
        text = re.sub(r"\bmod\b", "%", text)
        text = re.sub(r"\[([^\[\]=!]+)(!?)=([^\[\]=!]+)\]", lambda m: f"int(({m[1]}) {m[2] or '='}= ({m[3]}))", text)
        text = re.sub(r"[A-Za-z_]\w*", lambda m: m[0] if m[0] == "int" or m[0] in now else repr(m[0]), text)
        found: Value = eval(text, {"__builtins__": {}, "int": int}, dict(now))      # texts of our own goals only
        return found

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
            (p for _, p in inside), Fraction(0))

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
        laws = [[{v: p / sum(law.values()) for v, p in law.items()} for law in each.values()]
                for each in joint.values()]
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
            self.starts[word] = {a: Fraction(a == start) for a in self.states} if start in self.states else {
                a: read(f"{start}[{a}]") for a in self.states}
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
    """Whether the least or largest value is the one that is said, as far as floats show, and is attained. The relations
    are linear: `at` evaluates a text at values of the variables."""
    import highspy

    names = s["variables"]
    zero = dict.fromkeys(names, Fraction(0))
    probes = [{**zero, name: Fraction(1)} for name in names]

    def linear(text: str) -> tuple[list[Fraction], Fraction]:
        base = at(text, zero)
        slopes = [at(text, probe) - base for probe in probes]
        mixed = {name: Fraction(3 + 2 * i, 7) for i, name in enumerate(names)}
        if at(text, mixed) != base + sum((c * mixed[name] for c, name in zip(slopes, names)), Fraction(0)):
            raise Undefined("it is not linear")
        return slopes, base

    rows = []
    for text in s["subject"]:
        parts = [part.strip() for part in re.split(r"(<=|>=|!=|<|>|=)", text)]
        rows += [(linear(f"({parts[i + 2]}) - ({parts[i]})" if parts[i + 1] in ("<", "<=") else
                         f"({parts[i]}) - ({parts[i + 2]})"), parts[i + 1]) for i in range(0, len(parts) - 2, 2)]
    of, value = linear(s["of"]), at(s["value"], {})

    def solved(cost: tuple[list[Fraction], Fraction] | None) -> float | None:
        """The optimum of the program; without a cost, the largest room of strict relations where `of` is the value."""
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        variables = [solver.addVariable(lb=-highspy.kHighsInf, ub=highspy.kHighsInf) for _ in names]
        room = solver.addVariable(lb=0, ub=1)

        def total(row: tuple[list[Fraction], Fraction]) -> Any:
            return sum(float(c) * x for c, x in zip(row[0], variables)) + float(row[1]) + 0 * room

        for row, sign in rows:
            if sign == "=":
                solver.addConstr(total(row) == 0)
            elif sign != "!=":
                solver.addConstr(total(row) >= (room if cost is None and sign in ("<", ">") else 0 * room))
        if cost is None:
            solver.addConstr(total(of) == float(value))
            solver.maximize(room)
        else:
            (solver.minimize if s["kind"] == "least" else solver.maximize)(total(cost))
        good = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return float(solver.getObjectiveValue()) if good else None

    found, inner = solved(of), solved(None)
    return found is not None and abs(found - float(value)) < CLOSE and inner is not None and inner > CLOSE
