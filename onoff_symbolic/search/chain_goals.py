"""Goals about a chain alone: the least download, the best set scheme, the costs that are possible together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from .linear import ProgramSolution
from .write import EVERYWHERE, empty_goal
from ..algebra.field import Element
from ..algebra.parametric import Part as Piece
from ..algebra.region import Region
from ..checker.polynomials import Quotient, constant, plain
from ..checker.syntax import KEYWORDS
from ..nsources.bound import LiftedBound
from ..nsources.design import Design, values_of
from ..nsources.forms import Form
from ..nsources.front import Front
from ..nsources.plans import spread
from ..nsources.problem import Problem
from ..nsources.sets import by_size, full, names_of
from ..schemes.chain import Chain
from ..schemes.names import GoalNames, Part, fresh


def bound_goal(
    sources: Sequence[str],
    secrets: Sequence[str],
    rows: Sequence[Sequence[Fraction]],
    value: Fraction,
    title: str = "the least download",
) -> Part:
    """State the least download for laws of X_t, one for each secret, all of them being alike likely."""
    labels, hidden = labels_of(sources), list(secrets)
    if labels != list(sources):
        title += f"; {', '.join(labels)} are {', '.join(sources)}"
        hidden = labels if hidden == list(sources) else numbered("h", hidden)
    uniform = {"index": [hidden], "entries": [f"1/{len(hidden)}"] * len(hidden)}
    tables = {"uniform": uniform, "steps": table(hidden, labels, rows)}
    goal = empty_goal("bound", title, tables=tables)
    return {**goal, "proves": [optimum(EVERYWHERE, str(value))]}


def table(one: Sequence[str], other: Sequence[str], rows: Iterable[Iterable[object]]) -> Part:
    """Return a table of rows."""
    return {"index": [one, other], "entries": [str(entry) for row in rows for entry in row]}


def numbered(letter: str, names: Sequence[str]) -> list[str]:
    """Return other names, which are numbered."""
    return [f"{letter}{i}" for i in range(1, len(names) + 1)]


def renamed(letter: str, names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Return the names; others if one of them means something else."""
    return numbered(letter, names) if {*names} & {*KEYWORDS, *taken} else list(names)


def optimum(region: str, value: str) -> Part:
    """State that the least download is a value."""
    return {"kind": "optimum", "region": region, "prior": "uniform", "law": "steps", "value": value}


Solutions = dict[str, ProgramSolution]
"""By the names of statements."""


def proposed(
    masses: Mapping[tuple[str, str, str], Quotient], multipliers: Iterable[Fraction]
) -> ProgramSolution:
    """Return a solution of the program of an optimum: masses by (x_0, x, set), and multipliers."""
    values = {",".join(key): value for key, value in masses.items()}
    return ProgramSolution(values, [Quotient(constant(plain(y))) for y in multipliers])


def many_sources_goal(
    sources: Sequence[str],
    secrets: Sequence[str],
    rows: Sequence[Sequence[Fraction]],
    value: Fraction,
) -> Part:
    """State the least download for many sources: sources and secrets are numbered where a name means something else."""
    steps = table(renamed("h", secrets), renamed("s", sources), rows)
    goal = empty_goal("bound", "the least download", tables={"steps": steps})
    stated = {"kind": "least_download", "region": EVERYWHERE, "law": "steps", "value": str(value)}
    return {**goal, "proves": [stated]}


def problem_goal(problem: Problem, value: Fraction) -> Part:
    """State the least cost of a one-step problem over laws on sets: w_S for each set S that may be sent, or with a
    ratio w_s_S for each secret s. A law serves the requests if the sets inside T are no likelier than T, for all T."""
    labels = labels_of(problem.sources)
    secrets = renamed("h", problem.secrets, labels)
    taken = {*labels, *secrets, *KEYWORDS, "rows"}
    sets = {s: "".join(names_of(s, labels)) for s in problem.costs}
    last = fresh("y", taken)
    tops = [top for top in by_size(len(labels))[:-1] if any(s & top == s for s in sets)]
    owners = [""] if problem.ratio == 1 else secrets
    names = {
        (owner, s): fresh("_".join(filter(None, ("w", owner, name))), taken)
        for owner in owners
        for s, name in sets.items()
    }
    subject = [f"{name} >= 0" for name in names.values()]
    paid = {}
    for owner in owners:
        law = {s: names[owner, s] for s in sets}
        subject.append(f"{' + '.join(law.values())} = 1")
        for top in tops:
            served = serves(law, top, "rows", last, labels)
            subject.append(f"for {last} in {owner or ','.join(secrets)}: {served}")
        paid[owner] = _sum((c, law[s]) for s, c in problem.costs.items() if c) or "0"
    subject += [
        f"{names[one, s]} <= {problem.ratio}*{names[other, s]}"
        for s in sets
        for one, other in product(owners, repeat=2)
        if one != other
    ]
    variables, of = [*names.values()], paid[owners[0]]
    if len(owners) > 1 and problem.law is None:
        of = fresh("most", taken)
        variables.append(of)
        subject += [f"{of} >= {each}" for each in paid.values()]
    elif len(owners) > 1 and problem.law is not None:
        of = " + ".join(f"{p}*({paid[s]})" for s, p in zip(owners, problem.law, strict=True))
    rows = {"rows": table(secrets, labels, problem.rows)}
    goal = empty_goal("problem", "the least cost of one step", variables, tables=rows)
    return {**goal, "proves": [least(variables, subject, of, value)]}


def serves(law: Mapping[int, str], top: int, rows: str, last: str, labels: Sequence[str]) -> str:
    """Return that the sets inside one are no likelier than it."""
    inside = " + ".join(name for s, name in law.items() if s & top == s)
    chance = " + ".join(f"{rows}[{last},{x}]" for x in names_of(top, labels))
    return f"{inside} <= {chance}"


class Chained(GoalNames):
    """A chain with parameters as goals state it."""

    def __init__(self, chain: Chain, *more: str) -> None:
        self.labels = labels_of(chain.sources)
        super().__init__(chain.field, *self.labels, *more)
        self.size = len(self.labels)
        self.uniform = {"index": [self.labels], "entries": [f"1/{self.size}"] * self.size}

    def matrix(self, rows: Iterable[Iterable[Element]]) -> Part:
        """Return a table of a matrix."""
        return table(self.labels, self.labels, (map(self.text, row) for row in rows))

    def solution(
        self,
        masses: Mapping[tuple[int, int, int], Quotient],
        form: Form,
        choice: Mapping[int, int],
    ) -> ProgramSolution:
        """Return a solution from masses of (a, x, S) given a, and multipliers on sets with the rows a(T)."""
        share = Fraction(1, self.size)
        weight = Quotient(constant(share))
        paid = spread(form.constant, form.multipliers, choice, [share] * self.size, self.size)
        point = {}
        for (a, x, s), mass in masses.items():
            key = self.labels[a], self.labels[x], "".join(names_of(s, self.labels))
            point[key] = mass * weight
        return proposed(point, paid.in_order())


class PartsGoal:
    """The least download with parameters: on each part of a region, and that the parts cover it."""

    def __init__(self, chain: Chain) -> None:
        self.chained = Chained(chain, "uniform", "steps")
        self.regions: dict[str, list[str]] = {}
        self.proves: list[Part] = []
        self.solutions: Solutions = {}

    def divide(
        self, name: str, given: list[str], inside: Sequence[Piece[LiftedBound]], depth: int
    ) -> None:
        """State the bound on a region, or how it is split; the parts agree on the path up to this depth."""
        self.regions[name] = given
        first = inside[0]
        if depth == len(first.path):
            self.add_bound(name, first.answer)
            return
        names: dict[str, str | None] = {">=": None, ">": None}
        for sign in names:
            own = [part for part in inside if part.path[depth].relation == sign]
            if own:
                more = self.chained.relation(own[0].path[depth])
                part = more if name == "whole" else f"{name}, {more}"
                names[sign] = part
                self.divide(part, [*given, more], own, depth + 1)
        turn = first.path[depth]
        split = turn.element if turn.relation == ">=" else -turn.element
        parts = [names[">"], names[">="], names[">="]]
        self.proves.append(
            {"kind": "cover", "region": name, "split": self.chained.text(split), "parts": parts}
        )

    def add_bound(self, region: str, bound: LiftedBound) -> None:
        """State the bound on a region, and propose the solution."""
        back = self.chained.bridge.back
        masses = {
            (a, x, s): back(mass) for a, plan in enumerate(bound.plans) for (x, s), mass in plan
        }
        form = Form(bound.constant, bound.multipliers)
        solution = self.chained.solution(masses, form, dict(bound.choice))
        self.solutions[f"proves {len(self.proves)}"] = solution
        self.proves.append(optimum(region, self.chained.text(bound.value)))


def parts_goal(
    chain: Chain,
    rows: Sequence[Sequence[Element]],
    region: Region,
    parts: Sequence[Piece[LiftedBound]],
) -> tuple[Part, Solutions]:
    """State the least download with parameters; return solutions beside the goal."""
    posed = PartsGoal(chain)
    chained = posed.chained
    posed.divide("whole", chained.region(region), parts, 0)
    tables = {"uniform": chained.uniform, "steps": chained.matrix(rows)}
    goal = empty_goal("bound", "the least download", chained.names, posed.regions, tables)
    return {**goal, "proves": posed.proves}, posed.solutions


def best_goal(sources: Sequence[str], made: Design) -> Part:
    """State that no set scheme does better than a design: for each set S of two or more sources, V(S) is the least of
    Σ w(R)(|R| - 1 + discount·V(R)) over the laws w of the next set with Bel(T) ≤ P(y,T) for each y in S and each T.
    """
    labels = labels_of(sources)
    taken = {*labels, *KEYWORDS, "chain"}
    names = {s: fresh(f"w_{''.join(names_of(s, labels))}", taken) for s in by_size(made.size)}
    last = fresh("y", taken)
    law = [*(f"{name} >= 0" for name in names.values()), f"{' + '.join(names.values())} = 1"]
    rows = [serves(names, top, "chain", last, labels) for top in names if top != full(made.size)]
    statements: list[Part] = []
    for place, stage in reversed([*enumerate(made.stages)]):
        values = values_of(stage)
        cost = made.objective.costs(made.values_after(place))
        paid = " + ".join(f"{cost[s]}*{name}" for s, name in names.items() if cost[s])
        for s in names:
            if s.bit_count() > 1:
                inside = f"for {last} in {','.join(names_of(s, labels))}: "
                subject = [*law, *(inside + row for row in rows)]
                statements.append(least([*names.values()], subject, paid, values[s]))
    chain = {"chain": table(labels, labels, made.rows)}
    goal = empty_goal("best", "no set scheme does better", [*names.values()], tables=chain)
    return {**goal, "proves": statements}


def least(variables: list[str], subject: list[str], of: str, value: Fraction) -> Part:
    """State the least value of an expression."""
    return {
        "kind": "least",
        "region": EVERYWHERE,
        "variables": variables,
        "subject": subject,
        "of": of,
        "value": str(value),
    }


def region_goal(sources: Sequence[str], front: Front) -> Part:
    """State the faces of a front, and its vertices: each is where the sum of its faces is least."""
    problem, labels = front.histories, labels_of(sources)
    taken = {*labels, *KEYWORDS}
    names = []
    for node, a, x in problem.variables:
        words = ["v", *("".join(names_of(s, labels)) for s in node), labels[a], labels[x]]
        names.append(fresh("_".join(words), taken))
    subject = [f"{name} >= 0" for name in names]
    subject += [
        f"{_sum((c, names[j]) for j, c in row.coefficients)} = {row.bound}"
        for row in problem.constraints
    ]
    weights = [(face.weights, face.value) for face in front.faces]
    for number in range(len(front.vertices)):
        through = [face for face in front.faces if number in face.vertices]
        columns = zip(*(face.weights for face in through), strict=True)
        value = sum((face.value for face in through), Fraction(0))
        weights.append((tuple(sum(each, Fraction(0)) for each in columns), value))
    statements = []
    for each, value in weights:
        terms = [
            (w * c, names[j])
            for w, excess in zip(each, problem.excess, strict=True)
            for j, c in excess
            if w
        ]
        statements.append(least(names, subject, f"{sum(each, Fraction(0))} + {_sum(terms)}", value))
    goal = empty_goal("region", "costs that private schemes can have together", names)
    return {**goal, "proves": statements}


def _sum(terms: Iterable[tuple[int | Fraction, str]]) -> str:
    return " + ".join(name if c == 1 else f"{c}*{name}" for c, name in terms).replace("+ -", "- ")


def labels_of(sources: Sequence[str]) -> list[str]:
    """Return the sources; numbers where their names would not do."""
    return list(sources) if separable(sources) else numbered("s", sources)


def separable(sources: Sequence[str]) -> bool:
    """Return whether sets of sources differ by their names side by side: those of A, B and AB do not."""
    sets = [chosen for size in range(1, len(sources) + 1) for chosen in combinations(sources, size)]
    return len({"".join(chosen) for chosen in sets}) == len(sets)
