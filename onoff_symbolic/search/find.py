"""Finds the steps of a certificate for a goal. Nothing here is trusted: the checker judges what comes out.

What has to be shown is derived by the checker itself: its statements are run with a `Known` that, asked for a fact it
does not have, looks for a proof of it, writes the step and cites it. Here is only what a statement needs besides: the
point and the multipliers of a program, a basis of histories, the weights of entropies, points where something fails.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from .. import checker
from ..programs import exact as linear
from ..checker import Quotient, Statement, Step
from ..errors import OnoffError, Pole, Undecidable
from ..algebra.field import Element, Field, Point
from ..schemes.histories import reach
from ..programs.parametric import ParametricProgram, Row, Solution, left_inverse, solve
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import certify as handelman

SEARCHED_POINTS = 400
SEARCHED_TIMES = 5

Goal = dict[str, Any]
Poly = list[list[Any]]


class NotFound(OnoffError):
    """No certificate was found. This says nothing about the goal."""

    exit_code = 3


def certificate(goal: Goal, hints: Sequence[Point] = ()) -> str:
    """The certificate of a goal, as text; `NotFound` where no proof was found. Hints are points where it may fail."""
    try:
        steps = _Finder(goal, hints).steps
    except checker.Invalid as reason:
        raise NotFound(f"{goal['claim']}: {reason}") from None
    except (Undecidable, Pole) as reason:
        raise NotFound(f"{goal['claim']}: {reason}") from None
    return written({"format": "onoff-certificate", "version": 1, "goal": goal, "steps": steps})


def written(value: Any) -> str:
    """JSON with one line for each statement and step."""
    goal = ",\n".join(f"  {_line(key)}: {_block(part)}" for key, part in value["goal"].items())
    steps = ",\n".join("  " + _line(step) for step in value["steps"])
    head = f'"format": {_line(value["format"])}, "version": {value["version"]}'
    return f'{{{head},\n"goal": {{\n{goal}\n}},\n"steps": [\n{steps}\n]}}\n'


def _block(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join("    " + _line(item) for item in value) + "\n  ]"
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"    {_line(key)}: {_line(item)}" for key, item in value.items()) + "\n  }"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


class _Seeking(checker.Known):
    """A `Known` that looks for a proof of what it is asked for, and notes what it used."""

    def __init__(self, region: checker.Region, finder: _Finder, cites: set[int]) -> None:
        super().__init__(region, ())
        self.finder, self.cites = finder, cites

    def has(self, p: checker.Poly, relation: str) -> bool:
        if super().has(p, relation):
            return True
        if self.ring.is_constant(p):
            return False
        wanted = [(p, ">="), (p, "<=")] if relation == "=" else [(p, relation)]
        return all(self._found(*each) for each in wanted)

    def _found(self, p: checker.Poly, relation: str) -> bool:
        if relation in ("<", "<="):
            p, relation = self.ring.add({}, p, -1), checker.FLIP[relation]
        step = self.finder.fact(self.region, p, relation)
        if step is None:
            return False
        self.cites.add(step)
        self.learn(p, relation)
        return True

    def empty(self) -> bool:
        return super().empty() or self._found({}, ">")


class _Finder:
    """Walks through a goal and collects the steps."""

    def __init__(self, goal: Goal, hints: Sequence[Point]) -> None:
        self.goal = checker.Goal(goal)
        self.hints = hints
        self.ring = self.goal.model.ring
        self.field = Field(self.ring.names)
        self.steps: list[Step] = []
        self._known: dict[tuple[str, checker.Key, str], int | None] = {}
        self._regions: dict[str, Region] = {}
        for name in dict.fromkeys(s.region.name for s in self.goal.statements.values()):
            self.steps.append({"kind": "point", "region": name, "at": self._inside(name)})
        for name, statement in self.goal.statements.items():
            self._establish(name, statement)
        for number, (statement, violates) in enumerate(self.goal.fails):
            self._refute(number, statement, violates)

    # -- between the checker's polynomials and elements of a field --------------------------------------------

    def element(self, q: Quotient) -> Element:
        found = self._polynomial(q.top)
        for key, exponent in q.bottom.items():
            found = found / self._polynomial(dict(key)) ** exponent
        return found

    def _polynomial(self, p: checker.Poly) -> Element:
        return sum((self.field.polynomial({m: 1}) * Fraction(c) for m, c in p.items()), self.field.zero)

    def poly(self, element: Element) -> Poly:
        """A polynomial as the certificate writes it."""
        return [[str(c), {n: e for n, e in zip(self.ring.names, m, strict=True) if e}]
                for m, c in sorted(element.terms(), reverse=True)]

    def quotient(self, element: Element) -> list[Poly]:
        return [self.poly(element.numerator), self.poly(element.denominator)]

    def region(self, region: checker.Region) -> Region:
        """The hypotheses of a region; its equations are solved already in all that is said about it."""
        if region.name not in self._regions:
            given = tuple(Hypothesis(self._polynomial(p), ">=" if r == ">=" else ">" if r == ">" else "!=")
                          for p, r in region.hypotheses if not self.ring.is_constant(p))
            self._regions[region.name] = Region(self.field, given)
        return self._regions[region.name]

    # -- facts about polynomials ---------------------------------------------------------------------------

    def fact(self, region: checker.Region, p: checker.Poly, relation: str) -> int | None:
        """The number of a step that shows `p relation 0` (>, >= or !=) on the region, or None."""
        key = (region.name, tuple(sorted(p.items())), relation)
        if key not in self._known:
            element = self._polynomial(p)
            step = self._sign(region, element, relation, 0) or self._factors(region, element, relation) \
                or self._sign(region, element, relation, 2)
            if step is not None:
                self.steps.append(step)
            self._known[key] = None if step is None else len(self.steps) - 1
        return self._known[key]

    def _sign(self, region: checker.Region, element: Element, relation: str, extra: int) -> Step | None:
        if relation == "!=":
            return None
        terms = self._absurd(region) if element.is_zero else self._terms(region, element, relation, extra)
        return None if terms is None else {
            "kind": "sign", "region": region.name, "polynomial": self.poly(element), "relation": relation,
            "terms": terms}

    def _terms(self, region: checker.Region, element: Element, relation: str, extra: int) -> list[list[Any]] | None:
        """element = Σ weight · product of hypotheses."""
        found = handelman(element, ">" if relation == ">" else ">=", self.region(region), extra)
        if found is None:
            return None
        numbers: dict[tuple[Element, str], int] = {}
        for i, (p, sign) in enumerate(region.hypotheses):
            numbers.setdefault((self._polynomial(p), sign), i)
        return [[str(w), sorted(numbers[h.element, h.relation] for h in product)] for w, product in found.terms]

    def _absurd(self, region: checker.Region) -> list[list[Any]] | None:
        """0 > 0: the opposite of a hypothesis follows from the others."""
        for i, (p, relation) in enumerate(region.hypotheses):
            if relation != "!=" and not self.ring.is_constant(p):
                terms = self._terms(region, -self._polynomial(p), ">" if relation == ">=" else ">=", 0)
                if terms is not None:
                    return [*terms, ["1", [i]]]
        return None

    def _factors(self, region: checker.Region, element: Element, relation: str) -> Step | None:
        if element.is_constant:
            return None
        factored = element.factored()
        known = _Seeking(region, self, set())
        positive = factored.constant > 0
        alone = len(factored.powers) == 1 and set(factored.powers.values()) == {1}
        for factor, exponent in factored.powers.items():
            plain = {m: checker.plain(c) for m, c in factor.terms()}
            if exponent % 2 == 0 and relation == ">=":
                continue
            if relation == "!=" or exponent % 2 == 0:
                # An irreducible polynomial has no zero only if it has a sign, or it is said to have none.
                if not (checker.Known.has(known, plain, "!=") or known.has(plain, ">") or known.has(plain, "<")):
                    return None
            elif alone or not (known.has(plain, relation) or known.has(plain, checker.FLIP[relation])):
                return None
            else:
                positive = positive == known.has(plain, relation)
        return None if relation != "!=" and not positive else {
            "kind": "factors", "region": region.name, "polynomial": self.poly(element), "relation": relation,
            "constant": str(factored.constant),
            "factors": [[self.poly(f), e] for f, e in factored.powers.items()], "cites": sorted(known.cites)}

    # -- statements that hold -------------------------------------------------------------------------------

    def _establish(self, name: str, statement: Statement) -> None:
        if isinstance(statement, checker.Uses):
            return
        kind, evidence = self._evidence(statement)
        part, number = name.split()
        cites: set[int] = set()
        step: Step = {"kind": kind, "part": part, "number": int(number), **evidence}
        statement.establish({**step, "cites": []}, lambda region: _Seeking(region, self, cites))
        self.steps.append({**step, "cites": sorted(cites)})

    def _evidence(self, statement: Statement) -> tuple[str, Step]:
        for kind, make in self._makers.items():
            if type(statement) is kind:
                return make(self, statement)
        return next(iter(statement.evidence)), {}

    def _holds(self, statement: checker.Holds) -> tuple[str, Step]:
        equal = all(r[1] == "=" for _, relations in self.goal.model.instances(statement.text) for r in relations)
        return "identity" if equal else "relation", {}

    def _always(self, statement: checker.Always) -> tuple[str, Step]:
        """Multipliers that turn the equations at t into those at t+1."""
        now = [self.element(q) for q in statement.now]
        after = [r for text in statement.texts for r in self.goal.model.relations(text, statement.next)]
        lines = []
        for left, relation, right in after:
            if relation == "=":
                lines.append([self.quotient(m) for m in self._multipliers(self.element(left - right), now, statement)])
        return "induction", {"multipliers": lines}

    def _multipliers(self, target: Element, now: Sequence[Element], statement: checker.Always) -> list[Element]:
        """Each equation at t that gives one sequence alone takes that sequence out; one equation alone divides."""
        if len(now) == 1:
            return [target / now[0]]
        found = []
        for i, equation in enumerate(now):
            own = [n for n in statement.first if not self._slope(equation, n).is_zero
                   and all(self._slope(other, n).is_zero for j, other in enumerate(now) if j != i)]
            found.append(self._slope(target, own[0]) / self._slope(equation, own[0]) if own else self.field.zero)
        return found

    def _slope(self, element: Element, name: str) -> Element:
        return element.substitute({name: self.field.one}) - element.substitute({name: self.field.zero})

    def _duality(self, statement: checker.Optimum) -> tuple[str, Step]:
        _, solution = self._solved(statement)
        return "duality", self._dual(statement, solution)

    def _dual(self, statement: checker.Optimum, solution: Solution) -> Step:
        keys = ["|".join(v) for v in statement.program.variables]
        return {"point": {k: self.quotient(x) for k, x in zip(keys, solution.point, strict=True) if not x.is_zero},
                "multipliers": [self.quotient(y) for y in solution.multipliers]}

    def _program(self, statement: checker.Optimum | checker.General, region: checker.Region) -> ParametricProgram:
        program = statement.program

        def reduced(q: Quotient) -> Element:
            return self.element(region.reduce(q))

        place = {v: j for j, v in enumerate(program.variables)}
        rows = tuple(
            Row(str(i), tuple((place[v], reduced(q)) for v, q in row.items()), reduced(bound))
            for i, (row, bound) in enumerate(program.rows))
        return ParametricProgram(self.field, tuple("|".join(v) for v in program.variables),
                                 tuple(reduced(program.cost[v]) for v in program.variables), rows)

    def _solved(self, statement: checker.Optimum) -> tuple[ParametricProgram, Solution]:
        program = self._program(statement, statement.region)
        found = list(solve(program, self.region(statement.region)))
        if len(found) != 1:
            raise NotFound(f"{statement.name}: the region would have to be split")
        return program, found[0]

    def _unique(self, statement: checker.Unique) -> tuple[str, Step]:
        program, solution = self._solved(statement)
        used = {j: k for k, j in enumerate(j for j, x in enumerate(solution.point) if not x.is_zero)}
        rows = [{used[j]: e for j, e in row.terms if j in used} for row in program.rows]
        lines = left_inverse(rows, len(used), self.field)
        return "inverse", {**self._dual(statement, solution), "inverse": [[self.quotient(e) for e in x] for x in lines]}

    def _general(self, statement: checker.General) -> tuple[str, Step]:
        program = self._program(statement, statement.region)
        rows = [dict(row.terms) for row in program.rows]
        rows += [{statement.program.variables.index(v): self.field.one} for v in statement.free]
        lines = left_inverse(rows, len(program.variables), self.field)
        return "inverse", {"inverse": [[self.quotient(e) for e in x] for x in lines]}

    def _shannon(self, statement: checker.Entropy) -> tuple[str, Step]:
        from ..entropy.proof import NoProof, prove  # costs time to import; most goals do without

        found = prove(statement.text, statement.given, search=False)
        if isinstance(found, NoProof):
            raise NotFound(f"{statement.name}: Shannon's inequalities do not imply it")
        return "shannon", {"derivations": [
            {"measures": [[str(t.coefficient), str(t.measure)] for t in d.measures if t.coefficient],
             "given": [[str(m), i] for m, i in d.hypotheses if m]} for d in found.derivations]}

    def _trace(self, statement: checker.Private) -> tuple[str, Step]:
        """A basis of the vectors of all histories, found breadth first, and how each step is combined of it."""
        system = _Histories(self, statement)
        basis = {node: list(rows.items()) for node, rows in reach(system).basis.items()}
        scale = {(node, pivot): _common(row.values(), self.field)
                 for node, rows in basis.items() for pivot, row in rows}

        def weights(node: Any, vector: Mapping[Any, Element]) -> list[list[Poly]]:
            return [self.quotient(vector.get(pivot, self.field.zero) / scale[node, pivot]) for pivot, _ in basis[node]]

        nodes = []
        for node, rows in basis.items():
            vectors, moves = [], []
            for pivot, row in rows:
                whole = {key: element * scale[node, pivot] for key, element in row.items()}
                vectors.append([[*key, self.poly(element)] for key, element in sorted(whole.items())])
                moves.append({q: weights(after, moved) for q, after, moved in system.step(node, whole)})
            nodes.append({"time": node[0], "query": node[1], "vectors": vectors, "moves": moves})
        first, vector = system.initial()
        return "trace", {"start": weights(first, vector), "nodes": nodes}

    _makers: dict[type[Statement], Callable[[Any, Any], tuple[str, Step]]] = {
        checker.Holds: _holds, checker.Always: _always, checker.Optimum: _duality, checker.Unique: _unique,
        checker.General: _general, checker.Entropy: _shannon, checker.Private: _trace, checker.Markov: _trace,
    }

    # -- points ------------------------------------------------------------------------------------------------

    def _points(self, region: checker.Region, *near: Quotient) -> Iterator[dict[str, str]]:
        """Points of a region, simple ones first; names that do not matter keep their values."""
        relations = [Hypothesis(self.element(left - right), "==" if sign == "=" else "!=" if sign == "!=" else
                                ">" if sign == ">" else ">=") if sign not in ("<", "<=") else
                     Hypothesis(self.element(right - left), ">" if sign == "<" else ">=")
                     for left, sign, right in region.relations]
        ours = Region(self.field).assume(*relations)
        names = ours.tied(*(self.element(q) for q in near)) if near else None
        for point in islice(ours.points(names), SEARCHED_POINTS):
            yield {name: str(point[name]) for name in self.ring.names}

    def _hinted(self, region: checker.Region) -> Iterator[dict[str, str]]:
        """The hints that lie in the region, with values for names that they leave out."""
        for hint in self.hints:
            at = {name: str(hint.get(name, Fraction(0))) for name in self.ring.names}
            if region.contains(region.at(at, "hint")):
                yield at

    def _inside(self, name: str) -> dict[str, str]:
        found = next(self._points(self.goal.model.region(name)), None)
        if found is None:
            raise NotFound(f"no point of the region {name} was found")
        return found

    # -- statements that fail ----------------------------------------------------------------------------------

    def _refute(self, number: int, statement: Statement, violates: str) -> None:
        where = [r for text in self.goal.conditions.get(violates, []) for r in self.goal.model.relations(text)]
        for at, shows in self._witnesses(statement):
            point = statement.region.at(at, statement.name)
            if where and all(checker.holds_at(point, r) for r in where):
                continue
            try:
                statement.refute(json.loads(json.dumps(shows)), point)
            except (checker.Invalid, checker.Undefined):
                continue
            self.steps.append({"kind": "evaluation", "number": number, "at": at, "shows": shows})
            return
        raise NotFound(f"{statement.name}: no point was found where it fails")

    def _witnesses(self, statement: Statement) -> Iterator[tuple[dict[str, str], Step]]:
        """What may show that a statement fails; most of it will not."""
        if isinstance(statement, checker.Holds):
            for choice, relations in self.goal.model.instances(statement.text):
                for at in self._points(statement.region, *(side for r in relations for side in (r[0], r[2]))):
                    yield at, {"choice": choice}
        elif isinstance(statement, checker.Entropy):
            yield self._inside(statement.region.name), self._law(statement)
        elif isinstance(statement, checker.Optimum):
            for at in islice(self._points(statement.region, statement.least), 20):
                yield from self._cheaper(statement, at)
        elif isinstance(statement, checker.OfScheme):
            for at in (*self._hinted(statement.region), *islice(self._points(statement.region), 20)):
                yield from ((at, shows) for shows in self._of_scheme(statement, at))

    def _law(self, statement: checker.Entropy) -> Step:
        from ..entropy.proof import NoProof, prove

        found = prove(statement.text, statement.given)
        if not isinstance(found, NoProof) or found.witness is None:
            raise NotFound(f"{statement.name}: no law was found that shows it")
        law = found.witness
        return {"variables": list(law.names), "atoms": [[list(map(str, atom)), str(p)] for atom, p in law.atoms]}

    def _cheaper(self, statement: checker.Optimum, at: dict[str, str]) -> Iterator[tuple[dict[str, str], Step]]:
        """The optimum at one point."""
        point = statement.region.at(at, statement.name)
        program = self._program(statement, point)
        answer = linear.solve(program.at({}))
        if isinstance(answer, linear.Optimum):
            one = self.field.one
            yield at, {"point": {name: self.quotient(one * x)
                                 for name, x in zip(program.variables, answer.point, strict=True) if x}}
            yield at, {"multipliers": [self.quotient(one * y) for y in answer.multipliers]}

    def _of_scheme(self, statement: checker.OfScheme, at: dict[str, str]) -> Iterator[Step]:
        """States, rows and histories at a point, the earliest first."""
        running = checker.Running(statement.scheme, statement.region.at(at, statement.name))
        if isinstance(statement, checker.Private):
            yield from self._histories(statement)
            return
        states = {(a, a, statement.scheme.start) for a in statement.scheme.sources}
        for time in range(SEARCHED_TIMES):
            after: set[checker.State] = set()
            for state in sorted(states):
                shown = {"time": time, "state": list(state)}
                if isinstance(statement, checker.Defined):
                    yield from ({**shown, "request": request} for request, _, _ in running.rows(time + 1, state))
                elif isinstance(statement, checker.Determined):
                    yield from ({**shown, "other": list(other)} for other in sorted(states))
                else:
                    yield shown
                try:
                    after.update(s for s, _ in running.moves(time + 1, state))
                except checker.Invalid:
                    continue
            states = after

    def _histories(self, statement: checker.Private) -> Iterator[Step]:
        """Histories that give a new direction, the shortest first: if any shows something, one of these does."""
        found = reach(_Histories(self, statement)).words
        paths = [[statement.scheme.start, *word.letters] for word in found]
        base, *others = statement.scheme.sources
        for path in paths:
            if not isinstance(statement, checker.Markov):
                yield from ({"history": path, "one": base, "other": other} for other in others)
            elif statement.matrix is not None:
                yield from ({"history": path, "query": query} for query in statement.scheme.queries)
            else:
                yield from ({"history": path, "other": other, "query": query} for other in paths
                            if len(other) == len(path) and other[-1] == path[-1] and other != path
                            for query in statement.scheme.queries)


def _common(elements: Any, field: Field) -> Element:
    """A common denominator."""
    found = field.one
    for element in elements:
        found = found * (element * found).denominator
    return found


class _Histories:
    """The histories of a scheme of a goal, on a region, for `reach`."""

    def __init__(self, finder: _Finder, statement: checker.Private) -> None:
        self.field, self.finder, self.scheme = finder.field, finder, statement.scheme
        self.running = checker.Running(statement.scheme, statement.region)
        self._moves: dict[tuple[int, checker.State], list[tuple[checker.State, Element]]] = {}

    def initial(self) -> tuple[tuple[int, str], dict[tuple[str, str], Element]]:
        return (0, self.scheme.start), {(a, a): self.field.one for a in self.scheme.sources}

    def step(self, node: tuple[int, str], vector: Mapping[Any, Element]) -> list[tuple[str, tuple[int, str], Any]]:
        phase = (node[0] + 1) % self.scheme.period
        found: dict[str, dict[tuple[str, str], Element]] = {}
        for (first, source), weight in vector.items():
            state = (first, source, node[1])
            if (phase, state) not in self._moves:
                self._moves[phase, state] = [
                    (after, self.finder.element(p)) for after, p in self.running.moves(node[0] + 1, state)]
            for (_, target, query), chance in self._moves[phase, state]:
                cell = found.setdefault(query, {})
                cell[first, target] = cell.get((first, target), self.field.zero) + weight * chance
        return [(query, (phase, query), found[query]) for query in self.scheme.queries if query in found]
