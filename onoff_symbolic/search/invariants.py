"""Invariants: relations that hold for every history, or at every t.

The claim itself is tried first: if it is preserved by every move at a point, it may be all that is needed. Otherwise
the vectors of all histories span a space, found breadth first, and the relations are those that cut it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .backward import closure, smaller
from .bridge import Bridge, generic, names_of
from .numbers import BEFORE, PRIME, Numbers
from .write import polynomial_text
from ..algebra.field import Element
from ..algebra.region import Region as Plain
from ..checker.language import Model
from ..checker.polynomials import Invalid, Poly, Quotient, Undefined, plain
from ..checker.scheme import Process, Running, State
from ..checker.induction import Alike, Cost, Markov
from ..errors import Pole, Undecidable
from ..schemes.histories import reach

Node = dict[str, Any]
CONSTANT = ("1",)


def cells_of(scheme: Process, model: Model) -> list[Quotient]:
    """The entries of its tables, those left out that are null."""
    return [model.entry(table, key) for table in scheme.tables for key in model.keys(table)]


def names_of_scheme(scheme: Process, model: Model) -> set[str]:
    """The names that occur in the entries of its chain and its rules."""
    return {n for cell in cells_of(scheme, model) for n in cell.names()}


class Moves:
    """How the states of a scheme move on a region, with elements of a field for the probabilities."""

    def __init__(self, statement: Alike | Cost) -> None:
        self.scheme, self.model, self.home = statement.scheme, statement.model, statement.region
        names = {n for p, _, _ in self.home.hypotheses for m in p for n in m}
        names |= names_of_scheme(self.scheme, self.model)
        self.names = [name for name in self.model.names if name in names and name in self.model.values[name].names()]
        self.running = Running(self.model, self.scheme, self.home.vanishes)
        self._known: dict[tuple[int, State], list[tuple[State, Element]]] = {}

    def over(self, bridge: Bridge, plain_region: Plain) -> None:
        self.bridge, self.plain = bridge, plain_region

    def element(self, q: Quotient) -> Element:
        return self.plain.reduce(self.bridge.quotient(q))

    def moves(self, time: int, state: State) -> list[tuple[State, Element]]:
        key = (self.scheme.phase(time - 1), state)
        if key not in self._known:
            self._known[key] = [(after, self.element(p)) for after, p in self.running.moves(time, state)]
        return self._known[key]


def plain_region(moves: Moves, more: Sequence[str] = ()) -> None:
    bridge = Bridge([*moves.names, *more])
    hypotheses = [(p, sign) for p, sign, _ in moves.home.hypotheses if names_of(p) <= {*bridge.names}]
    moves.over(bridge, bridge.region(hypotheses))


class Paths:
    """The histories of a process or scheme, for `reach`: coordinates (x_0, x_t), nodes (phase, Q_t)."""

    def __init__(self, moves: Moves, starts: Sequence[str] = ()) -> None:
        self.moves, self.scheme, self.field = moves, moves.scheme, moves.bridge.field
        self.starts = starts or self.scheme.starts

    def initial(self) -> tuple[tuple[int, str], dict[tuple[str, str], Element]]:
        node = (0, self.scheme.start) if self.scheme.start else BEFORE
        return node, {(a, a): self.field.one for a in self.starts}

    def onward(self, node: tuple[int, str], first: str, source: str) -> list[tuple[State, Element]]:
        if node == BEFORE:
            begin = self.scheme.begin(self.moves.model, first)
            return [(state, self.moves.element(p)) for state, p in begin.items() if p.top]
        return self.moves.moves(node[0] + 1, (first, source, node[1]))

    def step(self, node: tuple[int, str], vector: Mapping[Any, Element]) -> list[tuple[str, tuple[int, str], Any]]:
        phase = self.scheme.phase(node[0] + 1)
        found: dict[str, dict[tuple[str, str], Element]] = {}
        for (first, source), weight in vector.items():
            for (_, target, query), chance in self.onward(node, first, source):
                cell = found.setdefault(query, {})
                more = weight * chance
                cell[first, target] = cell[first, target] + more if (first, target) in cell else more
        return [(query, (phase, query), found[query]) for query in self.scheme.queries if query in found]


def of_histories(statement: Alike) -> Iterator[list[Node]]:
    """Invariants to try for `alike`, `private` or `markov`, the simplest first: where the next query depends on Q_t
    alone, what is claimed is enough; then relations with numbers; then all relations."""
    if _preserved(statement):
        first, *others = statement.starts
        claimed = [f"{_sum(statement, first)} = {_sum(statement, other)}" for other in others]
        holds = [] if isinstance(statement, Markov) else claimed
        yield [{"time": time, "query": query, "holds": holds}
               for time in range(statement.scheme.settled + statement.scheme.period)
               for query in statement.scheme.queries]
    else:
        yield from _served(statement)
    ways = (_backward, _forward) if smaller(statement) else (_forward, _backward)
    failed: Exception | None = None
    for way in ways:
        try:
            yield from way(statement)
        except (Undecidable, Pole) as reason:
            failed = failed or reason
    if failed is not None:
        raise failed


def _forward(statement: Alike) -> Iterator[list[Node]]:
    """What holds on the span of the vectors of all histories."""
    moves = Moves(statement)
    plain_region(moves)
    spans = reach(Paths(moves, statement.starts))
    names = {pair: f"path[{','.join(pair)}]" for pair in statement.pairs}
    for numbers in (True, False):
        yield [{"time": node[0], "query": node[1], "holds": relations(basis, names, moves.bridge, numbers)}
               for node, basis in spans.items() if node != BEFORE]


def _backward(statement: Alike) -> Iterator[list[Node]]:
    """What the claim needs, before each query."""
    moves = Moves(statement)
    weights = [] if not isinstance(statement, Markov) else [
        statement.model.entry(statement.prior, [a]) for a in statement.sources]
    more = {n for q in weights for n in q.names()} - {*moves.names}
    plain_region(moves, [name for name in statement.model.names if name in more])
    found = closure(statement, Paths(moves, statement.starts), moves.element)
    if found is not None:
        names = {pair: f"path[{','.join(pair)}]" for pair in statement.pairs}
        places, forms = found
        yield [{"time": node[0], "query": node[1], "holds": [
            *(f"{name} = 0" for pair, name in names.items() if pair not in pairs),
            *(solved_for(pivot, form, names, moves.bridge) for pivot, form in forms[node].items())]}
            for node, pairs in places.items() if node != BEFORE]


def _sum(statement: Alike, first: str, sources: Iterable[str] = ()) -> str:
    return " + ".join(f"path[{first},{x}]" for x in sources or statement.sources)


def _served(statement: Alike) -> Iterator[list[Node]]:
    """Of a scheme whose next query depends on Q_t alone, as long as X_t is downloaded: that it is, and the claim."""
    scheme = statement.scheme
    numbers = _generic(statement)
    if numbers is None:
        return
    try:
        nodes = sorted({(0, query) for a in statement.starts for (_, _, query), _ in numbers.begin(a)})
    except (Invalid, Undefined):
        return
    for time, query in nodes:
        pairs = [(a, x) for a, x in statement.pairs if x in scheme.queries[query]]
        chances = _chances(pairs, numbers, time + 1, query)
        if chances is None:
            return
        nodes += [(scheme.phase(time + 1), sent) for sent in sorted(chances)
                  if (scheme.phase(time + 1), sent) not in nodes]
    found = []
    for time, query in nodes:
        inside = [x for x in scheme.sources if x in scheme.queries[query]]
        first, *others = statement.starts
        holds = [f"path[{a},{x}] = 0" for a, x in statement.pairs if x not in inside]
        if not isinstance(statement, Markov):
            holds += [f"{_sum(statement, first, inside)} = {_sum(statement, other, inside)}" for other in others]
        found.append({"time": time, "query": query, "holds": holds})
    yield found


def _generic(statement: Alike) -> Numbers | None:
    point = generic(statement.model.names, [(p, sign) for p, sign, _ in statement.region.hypotheses])
    return None if point is None else Numbers(statement.scheme, statement.model, point, statement.starts)


def _preserved(statement: Alike) -> bool:
    """Whether Pr(history | X_0 = a) being the same for every a is enough for the next query.

    For each a and node it must be so that the chance of the next query does not depend on X_t, nor on a."""
    numbers = _generic(statement)
    return numbers is not None and all(
        _chances(statement.pairs, numbers, time, query) is not None
        for time in range(1, statement.scheme.settled + statement.scheme.period + 1)
        for query in statement.scheme.queries)


def _chances(pairs: Sequence[tuple[str, str]], numbers: Numbers, time: int, query: str) -> dict[str, int] | None:
    """The law of the next query, if it is the same for all these (x_0, x_t)."""
    law: dict[str, int] | None = None
    for a, x in pairs:
        found: dict[str, int] = {}
        try:
            for (_, _, sent), p in numbers.moves(time, (a, x, query)):
                found[sent] = (found.get(sent, 0) + p) % PRIME
        except (Invalid, Undefined):    # a row without a law: the span has to say that it is never used
            return None
        if law is not None and found != law:
            return None
        law = found
    return law


def relations(basis: Mapping[Any, Mapping[Any, Element]], names: Mapping[Any, str], bridge: Bridge,
              numbers: bool) -> list[str]:
    """Relations between coordinates on the span of a reduced basis, pivot → vector: those that numbers make up, or all.
    """
    found = _rational(basis, names, bridge)
    if numbers or len(found) == len(names) - len(basis):
        return found
    found = []
    for key, name in names.items():
        if key in basis:
            continue
        found.append(_equation(name, {names[pivot]: row[key] for pivot, row in basis.items() if key in row}, bridge))
    return sorted(found, key=_order)


def solved_for(pivot: Any, form: Mapping[Any, Element], names: Mapping[Any, str], bridge: Bridge) -> str:
    """That a form is zero in which the pivot is 1."""
    return _equation(names[pivot], {names[key]: -e for key, e in form.items() if key != pivot}, bridge)


def _equation(name: str, terms: Mapping[str, Element], bridge: Bridge) -> str:
    """name = Σ element · other, cleared of divisors."""
    divisor = bridge.field.one
    for e in terms.values():
        divisor = divisor * (e * divisor).denominator
    right = " + ".join(_product(e * divisor, other, bridge) for other, e in terms.items())
    return f"{_product(divisor, name, bridge)} = {right or '0'}".replace("+ -", "- ")


def _order(text: str) -> tuple[bool, int, str]:
    return not text.endswith(" = 0"), len(text), text


def _rational(basis: Mapping[Any, Mapping[Any, Element]], names: Mapping[Any, str], bridge: Bridge) -> list[str]:
    """The relations with rational coefficients, each solved for its first coordinate."""
    keys = list(names)
    rows: dict[tuple[Any, Any], dict[int, Fraction]] = {}
    for pivot, row in basis.items():
        divisor = bridge.field.one
        for e in row.values():
            divisor = divisor * (e * divisor).denominator
        for key, e in row.items():
            for monomial, c in (e * divisor).terms():
                rows.setdefault((pivot, monomial), {})[keys.index(key)] = c
    pivots: dict[int, dict[int, Fraction]] = {}
    for line in rows.values():      # the last coordinate of each line is the pivot: first ones stay free
        left = dict(line)
        for place, other in pivots.items():
            _clear(left, place, other)
        if left:
            place = max(left)
            line = {j: c / left[place] for j, c in left.items()}
            for other in pivots.values():
                _clear(other, place, line)
            pivots[place] = line
    found = []
    for j, key in enumerate(keys):
        if j not in pivots:         # this one free, the others zero: x_j and what it forces
            terms = {place: -line[j] for place, line in pivots.items() if j in line}
            found.append(({j: Fraction(1), **terms}))
    return sorted((_solved(vector, keys, names) for vector in _echelon(found)), key=_order)


def _clear(line: dict[int, Fraction], place: int, pivot: Mapping[int, Fraction]) -> None:
    factor = line.get(place)
    if factor:
        for j, c in pivot.items():
            value = line.get(j, Fraction(0)) - factor * c
            line[j] = value
            if not value:
                del line[j]


def _echelon(vectors: list[dict[int, Fraction]]) -> list[dict[int, Fraction]]:
    """The same space, each vector with a first coordinate that no other has."""
    done: dict[int, dict[int, Fraction]] = {}
    for vector in vectors:
        for place, other in done.items():
            _clear(vector, place, other)
        if vector:
            place = min(vector)
            scaled = {j: c / vector[place] for j, c in vector.items()}
            for other in done.values():
                _clear(other, place, scaled)
            done[place] = scaled
    return list(done.values())


def _solved(vector: Mapping[int, Fraction], keys: Sequence[Any], names: Mapping[Any, str]) -> str:
    first = min(vector)
    rest: Poly = {() if keys[j] == CONSTANT else (names[keys[j]],): plain(-c)
                  for j, c in sorted(vector.items()) if j != first}
    return f"{names[keys[first]]} = {polynomial_text(rest)}"


def _product(e: Element, name: str, bridge: Bridge) -> str:
    p = bridge.poly(e)
    if name == "1":
        return polynomial_text(p) if len(p) == 1 else f"({polynomial_text(p)})"
    text = polynomial_text(p)
    if text in ("1", "-1"):
        return text[:-1] + name
    return f"({text})*{name}" if len(p) > 1 else f"{text}*{name}"
