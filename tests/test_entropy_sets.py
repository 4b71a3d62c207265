"""Sets of variables: measures, forms, groups; and what a task makes of statements."""

from __future__ import annotations

import random

import pytest

from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.sets import as_measures, elementals, grouped, single, vector
from onoff_symbolic.entropy.task import Task


class TestAsMeasures:
    def test_equals_the_form(self) -> None:
        chance = random.Random(4)
        for size in [*range(1, 9)] * 20 + [100]:
            form = {chance.randint(1, 127): chance.choice([-2, -1, 1, 2]) for _ in range(size)}
            found: dict[int, int] = {}
            for multiple, triple in as_measures(form):
                for mask, value in vector(triple).items():
                    found[mask] = found.get(mask, 0) + multiple * value
            assert {mask: value for mask, value in found.items() if value} == form

    def test_recognises_a_single_measure(self) -> None:
        variables = single("ABCD")
        triples = list(elementals(variables.full))

        assert len(triples) == 4 + 6 * 4
        for triple in triples:
            assert as_measures(vector(triple)) == [(1, triple)]
            assert variables.triple(variables.named(triple)) == triple


def test_variables_that_occur_only_together_are_grouped() -> None:
    assert grouped("ABCD", [parse("H(A,B) = H(C)").form()]).groups == (("A", "B"), ("C",))


class TestTask:
    @pytest.mark.parametrize("given, parts", [
        ("X -> Y -> Z", 1), ("X . Y . Z", 2), ("H(X,Y) = H(X) + H(Y)", 1), ("H(X|Y) <= 0", 1),
        ("I(X;Y) + H(Z) = 0", 2), ("H(X) = H(Y)", 0), ("H(X) >= H(Y)", 0), ("H(X|Y) >= 0", 0),
        ("2*H(X) >= 3*H(X,Y)", 2),
    ])
    def test_knows_which_measures_are_zero(self, given: str, parts: int) -> None:
        [relation] = Task(parse("H(X,Y,Z) = 0"), [parse(given)]).given

        assert len(relation.parts) == parts

    def test_leaves_out_what_is_not_linked_to_the_goal(self) -> None:
        texts = ["H(U) = H(V)", "H(Y) = H(Z)", "H(X) = H(Y)"]
        task = Task(parse("H(X) = 0"), map(parse, texts))

        assert task.near == [1, 2]
        assert task.variables.groups == (("X",), ("Y",), ("Z",))
