"""Random experiments, decided by the tool and by brute force that shares no code with it: all outcomes, exactly."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from chance import chance as numbers
from chance import examples

from onoff_symbolic import checker
from onoff_symbolic.claims.file import Paper
from onoff_symbolic.claims.reader import read
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.errors import NotFound

Outcome = dict[str, int]
ROUNDS = range(examples(24, 60))


class Lab:
    """An experiment of small integers: how it is written, and how it runs."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.said: dict[str, dict[str, Any]] = {}
        self.tables: dict[str, Any] = {}
        self.runs: dict[str, Callable[[Outcome], dict[int, Fraction] | None]] = {}
        self.inputs: dict[str, int] = {}
        for i in range(chance.randint(3, 6)):
            getattr(self, chance.choice(["input", "draw", "draw", "table", "function", "function"]))(f"X{i}")

    def input(self, name: str) -> None:
        if len(self.inputs) == 2:
            return self.draw(name)
        self.inputs[name] = self.chance.randint(2, 3)
        self.said[name] = {"values": f"0..{self.inputs[name] - 1}"}
        return None

    def law(self, size: int) -> list[Fraction]:
        """Often uniform, often with a zero."""
        if self.chance.random() < 0.5:
            return [Fraction(1, size)] * size
        weights = [self.chance.randint(0, 2) for _ in range(size - 1)] + [1]
        return [Fraction(w, sum(weights)) for w in weights]

    def draw(self, name: str) -> None:
        size = self.chance.randint(2, 3)
        law = self.law(size)
        self.said[name] = {"values": [*range(size)], "law": [str(p) for p in law]}
        self.runs[name] = lambda now: dict(enumerate(law))

    def table(self, name: str) -> None:
        known = [word for word in self.said if "values" in self.said[word]]
        if not known:
            return self.draw(name)
        given, size = self.chance.choice(known), self.chance.randint(2, 3)
        over = self.inputs.get(given) or len(self.said[given]["values"])
        rows = [self.law(size) for _ in range(over)]
        self.tables[f"T{name}"] = {
            "index": [[*range(over)], [*range(size)]], "entries": [str(p) for row in rows for p in row]}
        self.said[name] = {"values": [*range(size)], "law": f"T{name}", "given": [given]}
        self.runs[name] = lambda now: dict(enumerate(rows[now[given]]))
        return None

    def function(self, name: str) -> None:
        if not self.said:
            return self.draw(name)
        a, b = self.chance.choice([*self.said]), self.chance.choice([*self.said])
        n, kind = self.chance.randint(2, 3), self.chance.randrange(5)
        text, run = [
            (f"({a} + {b}) mod {n}", lambda now: (now[a] + now[b]) % n), (f"{a}*{b}", lambda now: now[a] * now[b]),
            (f"({a} - {n}*{b} - 1) mod 3", lambda now: (now[a] - n * now[b] - 1) % 3),
            (f"[{a} = {b}] - [{a} != {n}]", lambda now: (now[a] == now[b]) - (now[a] != n)),
            (f"-{a} + 2*({b} + 1)", lambda now: 2 * (now[b] + 1) - now[a]),
        ][kind]
        self.said[name] = {"is": text}
        self.runs[name] = lambda now: {int(run(now)): Fraction(1)}
        return None

    def outcomes(self) -> Iterator[tuple[Outcome, Fraction]]:
        for start in product(*(range(n) for n in self.inputs.values())):
            layer = [(dict(zip(self.inputs, start, strict=True)), Fraction(1))]
            for name in self.said:
                if name not in self.inputs:
                    layer = [({**now, name: v}, p * q) for now, p in layer for v, q in self.runs[name](now).items()]
            yield from ((now, p) for now, p in layer if p)

    def made_of_input(self, name: str) -> bool:
        """Whether a function is one of an input."""
        says = self.said[name]
        words = [word for word in self.said if word in says.get("is", "") or word in says.get("given", [])]
        return name in self.inputs or any(self.made_of_input(word) for word in words)


def hidden(lab: Lab, secret: list[str], view: list[str], knowing: list[str]) -> bool | None:
    """Whether the view has one law; None if there is nothing to compare."""
    others = [word for word in lab.inputs if word not in secret]
    mass: dict[Any, Fraction] = defaultdict(Fraction)
    joint: dict[Any, Fraction] = defaultdict(Fraction)
    for now, p in lab.outcomes():
        case, s, v = (tuple(now[w] for w in words) for words in ([*others, *knowing], secret, view))
        mass[case, s] += p
        joint[case, s, v] += p
    views, found = {key[2] for key in joint}, None
    for (case, s), (other, z) in product(mass, mass):
        if case == other and s != z:
            found = found is not False and all(
                joint[case, s, v] / mass[case, s] == joint[case, z, v] / mass[case, z] for v in views)
    return found


def told(lab: Lab, view: list[str], value: list[str]) -> bool:
    seen: dict[Any, set[Any]] = defaultdict(set)
    for now, _ in lab.outcomes():
        seen[tuple(now[w] for w in view)].add(tuple(now[w] for w in value))
    return all(len(each) == 1 for each in seen.values())


def verdict(lab: Lab, statement: dict[str, Any], part: str = "proves") -> str:
    data = {"tables": lab.tables, "claim": {"it": {"title": "x", part: [{**statement, "in": "e"}],
                                                   "experiment": {"e": lab.said}}}}
    found: Paper = read(data, Path("claims.toml"))
    try:
        text = decide(found.claims["it"], found, {})
    except NotFound:
        return "undecided"
    answer = checker.judge({"it": text.encode()}, found.accepts)["it"]
    assert answer.word == "valid" and answer.certificate is not None, answer.why
    return answer.certificate.goal.verdict


OPPOSITE = {"proved": "refuted", "refuted": "proved", "undecided": "undecided"}


def asked(chance: random.Random) -> Iterator[tuple[Lab, dict[str, Any], bool | None]]:
    """Statements about a random experiment, each with whether it is true."""
    lab = Lab(chance)
    words = [*lab.said]
    for _ in range(4):
        mixed = chance.sample(words, len(words))
        cut = chance.randint(1, max(1, len(mixed) - 1))
        secret, rest = mixed[:1], mixed[1:1 + cut]
        view, knowing = rest[:2], rest[2:]
        wrong = "is" in lab.said[secret[0]] and lab.made_of_input(secret[0])
        if view and not wrong and any(word not in lab.inputs for word in view):
            more = {"knowing": knowing} if knowing else {}
            yield lab, {"kind": "hides", "secret": secret, "view": view, **more}, hidden(lab, secret, view, knowing)
        if rest:
            yield lab, {"kind": "tells", "view": rest, "value": secret}, told(lab, rest, secret)


@pytest.mark.drawn
@pytest.mark.parametrize("number", ROUNDS)
def test_true_is_proved_and_false_is_refuted(number: int) -> None:
    for lab, statement, true in asked(numbers(number)):
        expected = {True: "proved", False: "refuted", None: "undecided"}[true]
        assert verdict(lab, statement) == expected, (lab.said, statement)
        assert verdict(lab, statement, "denies") == OPPOSITE[expected], (lab.said, statement)


def test_all_answers_occur() -> None:
    """So that the test above is one."""
    found = [(s["kind"], true) for number in ROUNDS for _, s, true in asked(random.Random(number))]
    assert all(found.count(each) > 5 for each in (("hides", True), ("hides", False), ("tells", True), ("tells", False)))
    assert ("hides", None) in found
