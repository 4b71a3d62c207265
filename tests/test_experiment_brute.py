"""Random experiments, decided by the tool and by an enumeration of all outcomes that shares no code with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from chance import chance, examples
from reference import value
from truth_kinds import Trial

from onoff_symbolic import checker
from onoff_symbolic.claims.file import Paper
from onoff_symbolic.claims.reader import read
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.errors import NotFound

ROUNDS = range(examples(24, 60))


class Lab:
    """An experiment of small integers, as a claims file says it."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.says: dict[str, dict[str, Any]] = {}
        self.tables: dict[str, Any] = {}
        for i in range(draw.randint(3, 6)):
            self.add(f"X{i}", draw.choice(["input", "coin", "coin", "table", "function", "function"]))

    @property
    def inputs(self) -> list[str]:
        """Return the variables that have no law."""
        return [word for word, each in self.says.items() if "values" in each and "law" not in each]

    def law(self, size: int) -> list[str]:
        """Return a law that is often uniform and often has a zero."""
        weights = [1] * size
        if self.draw.random() < 0.5:
            weights = [self.draw.randint(0, 2) for _ in range(size - 1)] + [1]
        return [str(Fraction(w, sum(weights))) for w in weights]

    def add(self, name: str, kind: str) -> None:
        """Add a variable: an input, drawn, drawn given another, or a function of two others."""
        size = self.draw.randint(2, 3)
        values = f"0..{size - 1}"
        drawn = [word for word in self.says if "values" in self.says[word]]
        if kind == "input" and len(self.inputs) < 2:
            self.says[name] = {"values": values}
        elif kind == "table" and drawn:
            given = self.draw.choice(drawn)
            over = int(self.says[given]["values"][-1]) + 1
            entries = [p for _ in range(over) for p in self.law(size)]
            self.tables[f"T{name}"] = {"index": [[*range(over)], [*range(size)]], "entries": entries}
            self.says[name] = {"values": values, "law": f"T{name}", "given": [given]}
        elif kind == "function" and self.says:
            self.says[name] = {"is": self.function(size)}
        else:
            self.says[name] = {"values": values, "law": self.law(size)}

    def function(self, n: int) -> str:
        """Return a function of two variables."""
        a, b = self.draw.choice([*self.says]), self.draw.choice([*self.says])
        return self.draw.choice(
            [
                f"({a} + {b}) mod {n}",
                f"{a}*{b}",
                f"({a} - {n}*{b} - 1) mod 3",
                f"[{a} = {b}] - [{a} != {n}]",
                f"-{a} + 2*({b} + 1)",
            ]
        )

    def made_of_input(self, name: str) -> bool:
        """Return whether a variable has to do with an input."""
        says = self.says[name]
        words = [word for word in self.says if word in says.get("is", "") or word in says.get("given", [])]
        return name in self.inputs or any(map(self.made_of_input, words))

    def statements(self) -> Iterator[dict[str, Any]]:
        """Yield statements about the experiment."""
        words = [*self.says]
        for _ in range(4):
            mixed = self.draw.sample(words, len(words))
            cut = self.draw.randint(1, max(1, len(mixed) - 1))
            secret, rest = mixed[:1], mixed[1:1 + cut]
            view, knowing = rest[:2], rest[2:]
            wrong = "is" in self.says[secret[0]] and self.made_of_input(secret[0])
            if view and not wrong and any(word not in self.inputs for word in view):
                more = {"knowing": knowing} if knowing else {}
                yield {"kind": "hides", "secret": secret, "view": view, **more}
            if rest:
                yield {"kind": "tells", "view": rest, "value": secret}

    def expected(self, statement: dict[str, Any]) -> str:
        """Return what has to come of a statement; undecided where no two secrets can be compared."""
        trial = Trial(self.says, self.tables, lambda text: value(text, {}, self.tables))
        if statement["kind"] == "tells":
            return "proved" if trial.tells(statement) else "refuted"
        secret = statement["secret"]
        others = [*(word for word in self.inputs if word not in secret), *statement.get("knowing", [])]
        both = [tuple(now[word] for word in [*others, *secret]) for now, p in trial.outcomes if p]
        if len({*both}) == len({each[:-1] for each in both}):
            return "undecided"
        return "proved" if trial.hides(statement) else "refuted"


def verdict(lab: Lab, statement: dict[str, Any], part: str) -> str:
    """Return what comes of a claim that proves or denies the statement."""
    claim = {"title": "x", part: [{**statement, "in": "e"}], "experiment": {"e": lab.says}}
    found: Paper = read({"tables": lab.tables, "claim": {"it": claim}}, Path("claims.toml"))
    try:
        text = decide(found.claims["it"], found, {})
    except NotFound:
        return "undecided"
    answer = checker.judge({"it": text.encode()}, found.accepts)["it"]
    assert answer.word == "valid" and answer.certificate is not None, answer.why
    return answer.certificate.goal.verdict


OPPOSITE = {"proved": "refuted", "refuted": "proved", "undecided": "undecided"}


@pytest.mark.drawn
@pytest.mark.parametrize("number", ROUNDS)
def test_true_is_proved_and_false_is_refuted(number: int) -> None:
    lab = Lab(chance(number))
    for statement in lab.statements():
        expected = lab.expected(statement)
        assert verdict(lab, statement, "proves") == expected, (lab.says, statement)
        assert verdict(lab, statement, "denies") == OPPOSITE[expected], (lab.says, statement)


def test_all_answers_occur() -> None:
    """So that the test above is one."""
    labs = [Lab(random.Random(number)) for number in ROUNDS]
    found = [(statement["kind"], lab.expected(statement)) for lab in labs for statement in lab.statements()]
    for each in (("hides", "proved"), ("hides", "refuted"), ("tells", "proved"), ("tells", "refuted")):
        assert found.count(each) > 5
    assert ("hides", "undecided") in found
