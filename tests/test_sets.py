"""The program on sets against the program with one variable for each set, secret and request, in floats."""

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import gcd
from typing import Any

import pytest

from cells import least_download
from chance import chance, examples
from chains import old_bound, positive_chain, power, random_chain, random_law
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.errors import InputError, Undecidable
from onoff_symbolic.programs import exact, simplex
from onoff_symbolic.programs.exact import Constraint, Program, WrongAnswer
from onoff_symbolic.nsources import forms
from onoff_symbolic.nsources.plans import joint_law, on_forest, plan, spread
from onoff_symbolic.nsources.sets import Envelope, laws, least, listed, members, names_of

HALF = Fraction(1, 2)

CYCLE = [[Fraction(1, 2), Fraction(1, 2), Fraction(0)], [Fraction(0), Fraction(1, 2), Fraction(1, 2)],
         [Fraction(1, 2), Fraction(0), Fraction(1, 2)]]


@pytest.mark.drawn
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_bound_is_that_of_the_larger_program(size: int) -> None:
    for seed in range(200):
        rows = random_chain(size, seed)
        assert abs(float(least(rows).value) - old_bound(rows)) < 1e-7, (size, seed)


@pytest.mark.parametrize("secrets", [1, 2, 7, 9])
def test_any_number_of_rows(secrets: int) -> None:
    rng = random.Random(secrets)
    for size in (2, 3, 4):
        rows = [random_law(size, rng) for _ in range(secrets)]
        assert abs(float(least(rows).value) - old_bound(rows)) < 1e-7


@pytest.mark.slow
def test_ten_sources_are_solved() -> None:
    assert 1 < least(positive_chain(10, 0)).value < 10


def test_an_answer_that_is_wrong_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the pivots end at passes through the check of linear programs: here, a law that costs too much."""
    vertex = simplex.vertex

    def all_sources(system: simplex.System, *more: Any) -> simplex.Vertex:
        found = vertex(system, *more)
        assert found is not None
        return replace(found, point=(*[Fraction(0)] * (system.variables - 1), Fraction(1)))

    monkeypatch.setattr(simplex, "vertex", all_sources)
    with pytest.raises(WrongAnswer, match="do not prove the value"):
        least(positive_chain(3, 4))


@pytest.mark.parametrize("rows", [
    [], [[1, 0], [1]], [[Fraction(1, 2), Fraction(1, 3)]], [[Fraction(3, 2), Fraction(-1, 2)]],
    [[0.5, 0.5]], [[True, False]], [[Fraction(1, 11)] * 11],
])
def test_rows_that_are_no_laws_are_refused(rows: list[list[Fraction]]) -> None:
    with pytest.raises(InputError):
        least(rows)


# -- joint laws -------------------------------------------------------------------------------------------------------


def marginals(entries: Iterable[tuple[tuple[int, int], Fraction]]) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    sources, sets = dict[int, Fraction](), dict[int, Fraction]()
    for (x, s), mass in entries:
        assert mass > 0 and x in members(s)
        sources[x] = sources.get(x, Fraction(0)) + mass
        sets[s] = sets.get(s, Fraction(0)) + mass
    return sources, sets


@pytest.mark.drawn
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_each_row_has_a_plan(size: int) -> None:
    for seed in range(examples(8, 40)):
        found = least(random_chain(size, seed))
        for row in found.rows:
            one = plan(row, found.weights)
            assert marginals(one.entries) == ({x: p for x, p in enumerate(row) if p}, dict(found.weights))
            assert {pair for pair, _ in one.entries} <= set(one.forest)
            assert len(one.forest) < size + len(found.weights)
            law = {x: p for x, p in enumerate(row) if p}
            assert on_forest(one.forest, law, dict(found.weights), Fraction(0)) == dict(one.entries)
        plans = joint_law(found)
        assert [marginals(entries)[1] for entries in plans] == [dict(found.weights)] * len(found.rows)


def test_a_law_on_sets_that_is_too_small_has_no_plan() -> None:
    with pytest.raises(WrongAnswer, match="no plan"):
        plan([HALF, Fraction(1, 4), Fraction(1, 4)], ((1, Fraction(1, 4)), (6, Fraction(3, 4))))
    plan([HALF, Fraction(1, 4), Fraction(1, 4)], ((1, HALF), (6, HALF)))


def test_small_sets_get_what_they_can() -> None:
    """Of two sources, the second one may be asked for alone as often as it is requested."""
    assert dict(plan([HALF, HALF], ((2, HALF), (3, HALF))).entries) == {(1, 2): HALF, (0, 3): HALF}
    uniform = [Fraction(1, 3)] * 3
    assert dict(plan(uniform, ((3, HALF), (6, HALF))).entries) == {
        (0, 3): Fraction(1, 3), (1, 3): Fraction(1, 6), (1, 6): Fraction(1, 6), (2, 6): Fraction(1, 3)}


def test_marginals_that_do_not_agree_on_a_forest_are_refused() -> None:
    with pytest.raises(Undecidable):
        on_forest([(0, 1), (1, 2)], {0: HALF, 1: HALF}, {1: Fraction(1, 3), 2: Fraction(2, 3)}, Fraction(0))


@pytest.mark.drawn
@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_evidence_holds_in_the_larger_program(size: int) -> None:
    names, field = tuple("ABCD"[:size]), Field()
    for seed in range(examples(4, 20)):
        rows = random_chain(size, seed)
        found = least(rows)
        prior = [Fraction(i + 1, size * (size + 1) // 2) for i in range(size)]
        program = least_download(names, [[field(p) for p in row] for row in rows],
                                 dict(zip(names, map(field, prior), strict=True)))
        paid = spread(found.constant, found.multipliers, dict(found.choice), prior, size)
        point = {f"Pr({listed(names_of(s, names))},{names[a]},{names[x]})": prior[a] * mass
                 for a, entries in enumerate(joint_law(found)) for (x, s), mass in entries}
        prices = dict(zip((row.label for row in program.rows), paid.in_order(), strict=True))
        assert point.keys() <= set(program.variables)
        answer = exact.Optimum(found.value, tuple(point.get(v, Fraction(0)) for v in program.variables),
                               tuple(prices.get(row.label, Fraction(0)) for row in program.rows))
        exact.check(program.at({}), answer)
        spoiled = replace(answer, multipliers=(answer.multipliers[0] + 1, *answer.multipliers[1:]))
        with pytest.raises(WrongAnswer):
            exact.check(program.at({}), spoiled)


# -- closed forms -----------------------------------------------------------------------------------------------------


def vertices(size: int) -> set[forms.Form]:
    """All vertices of {y_T ≥ 0, y_0 - Σ_{T ⊇ S} y_T ≤ |S|}, by double description on its cone."""
    proper = range(1, (1 << size) - 1)
    dim = 2 + len(proper)
    unit = [[int(i == j) for j in range(dim)] for i in range(dim)]
    cuts = [*unit[2:], unit[0], [size, -1] + [0] * len(proper)]
    rays = [*unit[2:], [1, size] + [0] * len(proper), [0, -1] + [0] * len(proper)]
    found = [(tuple(ray), {i for i, cut in enumerate(cuts) if not dot(cut, ray)}) for ray in rays]
    for s in sorted(proper, key=lambda s: -s.bit_count()):
        cut = [s.bit_count(), -1, *(int(t & s == s) for t in proper)]
        number = len(cuts)
        cuts.append(cut)
        sides = [(ray, zero, dot(cut, ray)) for ray, zero in found]
        after = [(ray, zero | ({number} if not d else set())) for ray, zero, d in sides if d >= 0]
        for ray, zero, up in sides:
            for other, nil, down in sides:
                common = zero & nil
                if up > 0 > down and len(common) >= dim - 2 and sum(common <= z for _, z in found) == 2:
                    mixed = [up * b - down * a for a, b in zip(ray, other, strict=True)]
                    after.append((tuple(x // gcd(*mixed) for x in mixed), common | {number}))
        found = after
    return {forms.Form(Fraction(ray[1], ray[0]), tuple((t, Fraction(y, ray[0])) for t, y in zip(proper, ray[2:]) if y))
            for ray, _ in found if ray[0]}


def dot(one: list[int], other: tuple[int, ...] | list[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


def surplus(form: forms.Form, others: tuple[forms.Form, ...], size: int) -> Fraction:
    """By how much a form can exceed all others on lower envelopes: each m(T) is attained by a law above m."""
    proper = range(1, (1 << size) - 1)
    law = {(t, x): len(proper) + i * size + x for i, t in enumerate(proper) for x in range(size)}
    top = len(proper) + len(law)
    lines = []
    for t in proper:
        lines.append(Constraint.of({law[t, x]: 1 for x in range(size)}, "=", 1))
        for u in proper:
            lines.append(Constraint.of({**{law[t, x]: 1 for x in members(u)}, u - 1: -1}, "=" if t == u else ">="))
    for other in others:
        lines.append(Constraint.of({top: 1, **{t - 1: y for t, y in other.multipliers}}, ">=", other.constant))
    answer = exact.solve(Program.of(top + 1, {top: 1, **{t - 1: y for t, y in form.multipliers}}, lines, [top]))
    assert isinstance(answer, exact.Optimum)
    return form.constant - answer.value


@pytest.mark.slow
@pytest.mark.parametrize("size, count", [(2, 1), (3, 2), (4, 22)])
def test_the_forms_are_enough_and_none_can_be_spared(size: int, count: int) -> None:
    """Every vertex of the dual polyhedron is a form or never greater than all of them; one of each class is tried."""
    chosen = forms.forms(size)
    assert len(chosen) == count
    every = vertices(size)
    assert set(chosen) <= every
    seen: set[forms.Form] = set()
    for form in sorted(every, key=str):
        if form not in seen:
            seen |= {form.renamed(turn) for turn in permutations(range(size))}
            others = tuple(other for other in chosen if other != form)
            if others:
                assert (surplus(form, others, size) > 0) == (form in chosen), form


@pytest.mark.drawn
@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_greatest_form_is_the_bound(size: int) -> None:
    for seed in range(examples(12, 100)):
        rng = chance(seed)
        rows = laws([random_law(size, rng) for _ in range(rng.randint(1, 7))])
        assert max(form.at(Envelope.of(rows)) for form in forms.forms(size)) == least(rows).value


@pytest.mark.slow
def test_the_two_bounds_hold_and_are_not_always_attained() -> None:
    slack = 0
    for seed in range(12):
        rows = laws(random_chain(4, seed))
        greater = max(form.at(Envelope.of(rows)) for form in (forms.points(4), forms.complements(4)))
        assert greater <= least(rows).value
        slack += greater < least(rows).value
    assert slack


def test_closed_forms_with_parameters() -> None:
    field = Field(("alpha", "beta"))
    alpha, beta = field["alpha"], field["beta"]
    two = forms.closed_bound(("A", "B"), [[1 - alpha, alpha], [beta, 1 - beta]])
    assert str(two) == "2 - min(1 - alpha, beta) - min(alpha, 1 - beta)"
    three = forms.closed_bound(("A", "B", "C"), [[1 - alpha, alpha, field.zero], [beta, 1 - beta, field.zero],
                                                 [field.zero, beta, 1 - beta]])
    assert str(three) == ("max(2 - min(1 - alpha, beta, 0) - min(alpha, 1 - beta, beta) - min(0, 1 - beta), "
                          "max(1 - alpha, beta, 0) + max(alpha, 1 - beta, beta) + max(0, 1 - beta))")
    with pytest.raises(InputError):
        forms.forms(5)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("slope", [Fraction(1, 3), Fraction(-1, 9), Fraction(0)])
def test_the_family_for_every_time(size: int, slope: Fraction) -> None:
    weights = [Fraction(i + 3, sum(range(3, size + 3))) for i in range(size)]
    rows = [[slope * (i == j) + (1 - slope) * weights[j] for j in range(size)] for i in range(size)]
    found = forms.family(rows)
    assert found is not None and found.slope == slope
    for time in (1, 2, 3):
        assert least(power(rows, time)).value == 1 + (size - 1) * abs(slope) ** time
    spoiled = [[*row] for row in rows]
    spoiled[0][0], spoiled[0][1] = spoiled[0][0] + Fraction(1, 100), spoiled[0][1] - Fraction(1, 100)
    assert (forms.family(spoiled) is None) == (size > 2)


# -- past and future --------------------------------------------------------------------------------------------------


def test_past_and_future_for_two_sources() -> None:
    rows = positive_chain(2, 3)
    secrets, between = forms.between(rows, 2, 5)
    assert secrets == ((0, 0), (0, 1), (1, 0), (1, 1))
    for (a, b), row in zip(secrets, between, strict=True):
        joint = [power(rows, 2)[a][x] * power(rows, 3)[x][b] for x in range(2)]
        assert list(row) == [entry / sum(joint) for entry in joint]
    found = [row[0] for row in between]
    assert least(between).value == 1 + max(found) - min(found)


def test_a_window_hides_its_last_request() -> None:
    rows = positive_chain(3, 3)
    assert forms.between(rows, 1, 9, 2) == forms.between(rows, 1, 3)
    assert forms.between(rows, 1, 3, 7) == forms.between(rows, 1, 3)
    singular = [[Fraction(1, 3)] * 3] * 3
    assert least(forms.between(singular, 1, 2)[1]).value == 1
    with pytest.raises(InputError, match="invertible"):
        forms.between(singular, 1, 9, 2)
    with pytest.raises(InputError, match="window of at least 1"):
        forms.between(rows, 1, 3, 0)
    with pytest.raises(InputError, match="between 0 and the next"):
        forms.between(rows, 3, 3)


def test_a_secret_of_probability_zero_is_left_out() -> None:
    secrets, rows = forms.between(CYCLE, 1, 2)
    assert (0, 0) in secrets and len(secrets) == len(rows) == 9
    assert len(forms.between([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]], 1, 2)[0]) == 2
