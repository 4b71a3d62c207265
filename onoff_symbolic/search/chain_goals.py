"""Goals about a chain alone: the least download, the best set scheme, the costs that are possible together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from .linear import ProgramSolution
from .write import EVERYWHERE, empty_goal
from ..algebra.field import Element
from ..algebra.parametric import Part as Piece
from ..algebra.region import Region
from ..checker.polynomials import Quotient, constant, plain
from ..checker.syntax import KEYWORDS
from ..nsources.bound import LiftedBound
from ..nsources.design import Design
from ..nsources.forms import Form
from ..nsources.front import Front
from ..nsources.plans import spread
from ..nsources.sets import by_size, full, names_of
from ..schemes.chain import Chain
from ..schemes.names import GoalNames, Part, fresh


def bound_goal(sources: Sequence[str], secrets: Sequence[str], rows: Sequence[Sequence[Fraction]], value: Fraction,
               title: str = "the least download") -> Part:
    """The least download for laws of X_t, one for each secret, all of them being alike likely."""
    labels, hidden = labels_of(sources), list(secrets)
    if labels != list(sources):
        title += f"; {', '.join(labels)} are {', '.join(sources)}"
        hidden = labels if hidden == list(sources) else [f"h{i}" for i in range(1, len(hidden) + 1)]
    tables = {"uniform": {"index": [hidden], "entries": [f"1/{len(hidden)}"] * len(hidden)},
              "steps": {"index": [hidden, labels], "entries": [str(p) for row in rows for p in row]}}
    return {**empty_goal("bound", title, (), None, tables), "proves": [
        {"kind": "optimum", "region": EVERYWHERE, "prior": "uniform", "law": "steps", "value": str(value)}]}


@dataclass(frozen=True)
class Taken:
    """A solution of the program of the optimum in a place among the statements: masses by (x_0, x, set) and
    multipliers. It is a proposal, like all that the search finds."""

    place: int
    point: Mapping[tuple[str, str, str], Quotient]
    multipliers: Sequence[Fraction]

    def in_quotients(self) -> ProgramSolution:
        """Return the solution as a search takes it."""
        return ProgramSolution({",".join(key): value for key, value in self.point.items()},
                               [Quotient(constant(plain(y))) for y in self.multipliers])


class Chained(GoalNames):
    """A chain with parameters as goals state it."""

    def __init__(self, chain: Chain, *more: str) -> None:
        self.labels = labels_of(chain.sources)
        super().__init__(chain.field, *self.labels, *more)
        self.size = len(self.labels)
        self.uniform = {"index": [self.labels], "entries": [f"1/{self.size}"] * self.size}

    def table(self, entries: Iterable[str]) -> Part:
        return {"index": [self.labels, self.labels], "entries": [*entries]}

    def solution(self, place: int, masses: Mapping[tuple[int, int, int], Quotient], form: Form,
                 choice: Mapping[int, int]) -> Taken:
        """From the masses of (a, x, S) given a, and multipliers of the program on sets with the rows a(T)."""
        share = Fraction(1, self.size)
        paid = spread(form.constant, form.multipliers, choice, [share] * self.size, self.size)
        point = {(self.labels[a], self.labels[x], "".join(names_of(s, self.labels))): mass * Quotient(constant(share))
                 for (a, x, s), mass in masses.items()}
        return Taken(place, point, paid.in_order())


def parts_goal(chain: Chain, rows: Sequence[Sequence[Element]], region: Region,
               parts: Sequence[Piece[LiftedBound]]) -> tuple[Part, list[Taken]]:
    """The least download with parameters: on each part of the region, and that the parts cover it."""
    said = Chained(chain, "uniform", "steps")
    regions: dict[str, list[str]] = {}
    proves: list[Part] = []
    found: list[Taken] = []

    def divide(name: str, given: list[str], inside: Sequence[Piece[LiftedBound]], depth: int) -> None:
        regions[name] = given
        first = inside[0]
        if depth == len(first.path):
            bound = first.answer
            masses = {(a, x, s): said.bridge.back(mass) for a, plan in enumerate(bound.plans) for (x, s), mass in plan}
            form = Form(bound.constant, bound.multipliers)
            found.append(said.solution(len(proves), masses, form, dict(bound.choice)))
            proves.append({"kind": "optimum", "region": name, "prior": "uniform", "law": "steps",
                           "value": said.text(bound.value)})
            return
        turned = first.path[depth]
        split = turned.element if turned.relation == ">=" else -turned.element
        names: dict[str, str | None] = {">=": None, ">": None}
        for sign in names:
            own = [part for part in inside if part.path[depth].relation == sign]
            if own:
                more = said.relation(own[0].path[depth])
                names[sign] = more if name == "whole" else f"{name}, {more}"
                divide(str(names[sign]), [*given, more], own, depth + 1)
        proves.append({"kind": "cover", "region": name, "split": said.text(split),
                       "parts": [names[">"], names[">="], names[">="]]})

    divide("whole", said.region(region), parts, 0)
    tables = {"uniform": said.uniform, "steps": said.table(said.text(e) for row in rows for e in row)}
    goal = empty_goal("bound", "the least download", said.names, regions, tables)
    return {**goal, "proves": proves}, found


def best_goal(sources: Sequence[str], made: Design) -> Part:
    """No set scheme does better than a design: for each set S of two or more sources, V(S) is the least of
    Σ w(R)(|R| - 1 + discount·V(R)) over the laws w of the next set with Bel(T) ≤ P(y,T) for each y in S and each T."""
    labels = labels_of(sources)
    taken = {*labels, *KEYWORDS, "chain"}
    names = {s: fresh(f"w_{''.join(names_of(s, labels))}", taken) for s in by_size(made.size)}
    last, all_sets = fresh("y", taken), full(made.size)
    law = [*(f"{name} >= 0" for name in names.values()), f"{' + '.join(names.values())} = 1"]
    rows = [f"{' + '.join(names[s] for s in names if s & top == s)} <= "
            f"{' + '.join(f'chain[{last},{x}]' for x in names_of(top, labels))}" for top in names if top != all_sets]
    statements: list[Part] = []
    for place, stage in reversed([*enumerate(made.stages)]):
        values = stage.values()
        cost = made.objective.costs(made.values_after(place))
        paid = " + ".join(f"{cost[s]}*{name}" for s, name in names.items() if cost[s])
        for s in names:
            if s.bit_count() > 1:
                inside = f"for {last} in {','.join(names_of(s, labels))}: "
                statements.append({"kind": "least", "region": EVERYWHERE, "variables": [*names.values()],
                                   "subject": [*law, *(inside + row for row in rows)], "of": paid,
                                   "value": str(values[s])})
    chain = {"index": [labels, labels], "entries": [str(p) for row in made.rows for p in row]}
    return {**empty_goal("best", "no set scheme does better", [*names.values()], None, {"chain": chain}),
            "proves": statements}


def region_goal(sources: Sequence[str], found: Front) -> Part:
    """The faces of a front, and its vertices: each is where the sum of its faces is least."""
    problem = found.histories
    labels = labels_of(sources)
    taken = {*labels, *KEYWORDS}
    names = [fresh("_".join(["v", *("".join(names_of(s, labels)) for s in node), labels[a], labels[x]]), taken)
             for node, a, x in problem.variables]
    subject = [f"{name} >= 0" for name in names]
    subject += [f"{_sum((c, names[j]) for j, c in row.coefficients)} = {row.bound}" for row in problem.constraints]
    weights = [(face.weights, face.value) for face in found.faces]
    for number in range(len(found.vertices)):
        through = [face for face in found.faces if number in face.vertices]
        weights.append((tuple(sum(each, Fraction(0)) for each in zip(*(face.weights for face in through), strict=True)),
                        sum((face.value for face in through), Fraction(0))))
    statements = []
    for each, value in weights:
        terms = [(w * c, names[j]) for w, excess in zip(each, problem.excess, strict=True) for j, c in excess if w]
        statements.append({"kind": "least", "region": EVERYWHERE, "variables": names, "subject": subject,
                           "of": f"{sum(each, Fraction(0))} + {_sum(terms)}", "value": str(value)})
    return {**empty_goal("region", "costs that private schemes can have together", names), "proves": statements}


def _sum(terms: Iterable[tuple[int | Fraction, str]]) -> str:
    return " + ".join(name if c == 1 else f"{c}*{name}" for c, name in terms).replace("+ -", "- ")


def labels_of(sources: Sequence[str]) -> list[str]:
    """The sources; numbers where their names would not do."""
    return list(sources) if separable(sources) else [f"s{i}" for i in range(1, len(sources) + 1)]


def separable(sources: Sequence[str]) -> bool:
    """Whether sets of sources are told apart by their names side by side: those of A, B and AB are not."""
    sets = [chosen for size in range(1, len(sources) + 1) for chosen in combinations(sources, size)]
    return len({"".join(chosen) for chosen in sets}) == len(sets)
