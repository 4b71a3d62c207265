"""Goals worked out at points, in fractions, by a reader of its own. It finds falsehoods; it proves nothing.

It shares nothing with the checker. Schemes are followed path by path (brute.py) for a few times, programs are solved by
exact linear programming. Statements about entropies are not looked at.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from itertools import combinations
from math import lcm
from random import Random
from typing import Any

import brute
from brute import Brute

from onoff_symbolic.programs.exact import Constraint, Optimum, Program, solve

Point = dict[str, Fraction]
Part = dict[str, Any]
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
VALUES = [Fraction(v) for v in ("0", "1", "1/2", "1/3", "2/3", "1/5", "3/4", "-1/2", "2")]
TIMES = 4
FOLLOWED = 3
MAX_POINTS = 40
MAX_DRAWS = 1000
SCHEME = re.compile(r"\b(law|state|history)\(")
ENTROPY = re.compile(r"\b[HI]\(")


class Expression:
    """Evaluates a text at a point. Division by zero is ZeroDivisionError."""

    def __init__(self, goal: Part, text: str, point: Mapping[str, Fraction], bound: Mapping[str, Any]) -> None:
        self.goal, self.point, self.bound = goal, point, dict(bound)
        self.tokens = re.findall(r"\d+\.\d+|\d+|\w+|\*\*|<=|>=|!=|[^\s\w]", text)

    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def pop(self) -> str:
        return self.tokens.pop(0)

    def holds(self) -> bool:
        left, good = self.sum(), True
        while self.tokens:
            relation = RELATIONS[self.pop()]
            right = self.sum()
            good = good and relation(left, right)
            left = right
        return good

    def sum(self) -> Fraction:
        value = self.product()
        while self.next() in ("+", "-"):
            value = value + self.product() if self.pop() == "+" else value - self.product()
        return value

    def product(self) -> Fraction:
        if self.next() == "-":
            self.pop()
            return -self.product()
        value = self.power()
        while self.next() in ("*", "/"):
            value = value * self.power() if self.pop() == "*" else value / self.power()
        return value

    def power(self) -> Fraction:
        value = self.atom()
        if self.next() == "**":
            self.pop()
            value = value ** int(self.index())
        return value

    def index(self) -> Any:
        text = self.pop()
        return int(text) if text.isdigit() else self.bound.get(text, text)

    def atom(self) -> Fraction:
        text = self.pop()
        if text == "(":
            value = self.sum()
            self.pop()
            return value
        if text == "[":
            left, relation, right, _ = self.index(), self.pop(), self.index(), self.pop()
            return Fraction(RELATIONS[relation](left, right))
        if text[0].isdigit():
            return Fraction(text)
        if text == "sum" and self.tokens[1:2] == ["in"]:
            name, labels = binding(self.tokens)
            self.pop()
            rest, total = self.tokens, Fraction(0)
            for label in labels:
                self.tokens, self.bound[name] = list(rest), label
                total += self.product()
            del self.bound[name]
            return total
        if self.next() == "[":
            return self.entry(text)
        if self.next() == "(":
            return self.function(text)
        return Fraction(self.bound[text]) if text in self.bound else self.point[text]

    def entry(self, table: str) -> Fraction:
        indices = []
        while self.pop() != "]":
            indices.append(self.index())
        index, entries = self.goal["tables"][table]["index"], self.goal["tables"][table]["entries"]
        cell = dict(zip(product(*index), entries, strict=True))[tuple(indices)]
        return Expression(self.goal, cell, self.point, {}).sum()

    def function(self, name: str) -> Fraction:
        """law, state or history of a scheme."""
        words = []
        while self.pop() != ")":
            words.append(str(self.index()))
        scheme, rest = scheme_at(self.goal, words[0], self.point), words[1:]
        if name == "history":
            return brute.probabilities(scheme, tuple(rest[1:]))[rest[0]]
        if name == "state":
            time = int(rest[0])
            state = tuple(rest[1:])
            return sum((p for xs, qs, p in scheme.paths(time) if (xs[0], xs[-1], qs[-1]) == state), Fraction(0))
        return scheme.law[int(rest[0]) % scheme.period, rest[1], rest[2], rest[3]].get(rest[4], Fraction(0))


def scheme_at(goal: Part, name: str, point: Mapping[str, Fraction]) -> Brute:
    """The scheme with numbers in it; rows without a value are left out."""
    value = goal["schemes"][name]
    sources, queries = tuple(value["sources"]), tuple(value["queries"])
    period = lcm(1, *(rule["time"][0] for rule in value["rules"] if rule["time"]))

    def cell(table: str, *key: str) -> Fraction:
        return Expression(goal, f"{table}[{','.join(key)}]", point, {}).sum()

    law = {}
    for time, first, request, previous in product(range(period), sources, sources, queries):
        for rule in value["rules"]:
            fits = rule["previous"] is None or previous in rule["previous"]
            if fits and (rule["time"] is None or time % rule["time"][0] == rule["time"][1]):
                exact = [q for q, got in value["queries"].items() if set(got) == {request}]
                try:
                    if rule["table"] is not None:
                        row = {q: cell(rule["table"], first, request, q) for q in queries}
                        law[time, first, request, previous] = row
                    elif len(exact) == 1:
                        law[time, first, request, previous] = {exact[0]: Fraction(1)}
                except ZeroDivisionError:
                    pass
                break
    chain = {a: {x: cell(value["chain"], a, x) for x in sources} for a in sources}
    return Brute(sources, chain, {q: tuple(got) for q, got in value["queries"].items()}, period, law)


def binding(tokens: list[str]) -> tuple[str, list[Any]]:
    """`x in A,B` or `t in 0..20`, taken from the front."""
    name, _ = tokens.pop(0), tokens.pop(0)
    labels: list[Any] = []
    while tokens[0] != ":" and tokens[0] != ";":
        text = tokens.pop(0)
        if text == ".":
            tokens.pop(0)
            labels += range(labels[-1] + 1, int(tokens.pop(0)) + 1)
        elif text != ",":
            labels.append(int(text) if text.isdigit() else text)
    return name, labels


def choices(text: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The relation for each choice of its bound names."""
    if not re.match(r"\s*for\b", text):
        yield {}, text
        return
    head, _, body = text.partition(":")
    tokens = re.findall(r"\d+|\w+|[^\s\w]", head)[1:] + [":"]
    bound = []
    while tokens[0] != ":":
        bound.append(binding(tokens))
        if tokens[0] == ";":
            tokens.pop(0)
    for labels in product(*(labels for _, labels in bound)):
        yield dict(zip([name for name, _ in bound], labels, strict=True)), body


def true(goal: Part, text: str, point: Point) -> bool:
    """Whether a relation has a value and holds at a point, for all its bound names."""
    try:
        return all(Expression(goal, body, point, bound).holds() for bound, body in choices(text))
    except ZeroDivisionError:
        return False


def relations(goal: Part, statement: Part) -> list[str]:
    """What holds where the statement is made."""
    region = statement["region"]
    named = [text for each in (region if isinstance(region, list) else [region]) for text in goal["regions"][each]]
    return [*named, *statement.get("given", [])]


def points(goal: Part, statement: Part) -> Iterator[Point]:
    """Points of the region of a statement, drawn from a grid that has its borders."""
    given = relations(goal, statement)
    fixed: Point = dict.fromkeys(goal["names"], Fraction(1, 2))
    for text in given:
        match = re.fullmatch(r"\s*(\w+)\s*=\s*([0-9]+(?:/[1-9][0-9]*)?)\s*", text)
        if match and match[1] in fixed:
            fixed[match[1]] = Fraction(match[2])
    spoken = f"{given} {statement}"
    spoken += str([value for name, value in goal["schemes"].items() if re.search(rf"\b{name}\b", spoken)])
    spoken += str([table for name, table in goal["tables"].items() if re.search(rf"\b{name}\b", spoken)])
    free = [n for n in goal["names"] if n not in statement.get("start", {}) and re.search(rf"\b{n}\b", spoken)]
    draw = Random(0)
    tried = set()
    for _ in range(MAX_DRAWS):
        values = tuple(fixed[n] if fixed[n] != Fraction(1, 2) else draw.choice(VALUES) for n in free)
        point = {**fixed, **dict(zip(free, values, strict=True))}
        if values not in tried and all(true(goal, text, point) for text in given):
            yield point
        tried.add(values)


def refuted_at(goal: Part, most: int = MAX_POINTS) -> tuple[str, Point] | None:
    """A statement of the goal that is false at a point, and the point."""
    for statement in goal["proves"] + goal["beside"] + goal["corrects"]:
        if statement["kind"] != "uses" and not ENTROPY.search(str(statement)):
            simple = statement["kind"] in ("holds", "always", "cover") and not SCHEME.search(str(statement))
            for point in islice(points(goal, statement), most if simple else 4):
                if not _true_at(goal, statement, point):
                    return str(statement), point
    return None


def _true_at(goal: Part, statement: Part, point: Point) -> bool:
    try:
        return bool(_KINDS[statement["kind"]](goal, statement, point))
    except (ZeroDivisionError, KeyError):     # no value; a row that is reached has no law
        return False


def _holds(goal: Part, statement: Part, point: Point) -> bool:
    return true(goal, statement["text"], point)


def _cover(goal: Part, statement: Part, point: Point) -> bool:
    cut = Expression(goal, statement["split"], point, {}).sum()
    part = statement["parts"][(cut >= 0) + (cut > 0)]
    return part is not None and all(true(goal, text, point) for text in goal["regions"][part])


def _sequences(goal: Part, statement: Part, point: Point) -> Iterator[Point]:
    now = {name: Expression(goal, text, point, {}).sum() for name, text in statement["start"].items()}
    for _ in range(TIMES):
        here = {**point, **now}
        yield here
        now = {name: Expression(goal, text, here, {}).sum() for name, text in statement["next"].items()}


def _always(goal: Part, statement: Part, point: Point) -> bool:
    return all(true(goal, text, here) for here in _sequences(goal, statement, point) for text in statement["text"])


def _prior(goal: Part, statement: Part, point: Point) -> dict[str, Fraction]:
    found = {a: Expression(goal, f"{statement['prior']}[{a}]", point, {}).sum()
             for a in goal["tables"][statement["prior"]]["index"][0]}
    return found if min(found.values()) >= 0 and sum(found.values()) == 1 else {}


def _normalised(goal: Part, statement: Part, point: Point) -> bool:
    scheme = scheme_at(goal, statement["scheme"], point)
    for time in range(FOLLOWED):
        for first, request, query in brute.states(scheme, time):
            rows = [scheme.chain[request], *(scheme.law[(time + 1) % scheme.period, first, x, query]
                                             for x, p in scheme.chain[request].items() if p)]
            if any(sum(row.values()) != 1 or min(row.values()) < 0 for row in rows):
                return False
    return True


def _markov(goal: Part, statement: Part, point: Point) -> bool:
    scheme, prior = scheme_at(goal, statement["scheme"], point), _prior(goal, statement, point)
    phases = len(goal["tables"][statement["matrix"]]["index"]) == 3
    for time in range(FOLLOWED):
        for history, row in brute.onward(scheme, prior, time).items():
            phase = f"{time % len(goal['tables'][statement['matrix']]['index'][0])}," if phases else ""
            for query in scheme.downloads:
                told = Expression(goal, f"{statement['matrix']}[{phase}{history[-1]},{query}]", point, {}).sum()
                if row.get(query, Fraction(0)) != told:
                    return False
    return bool(prior)


def _placed(goal: Part, statement: Part, point: Point) -> bool:
    scheme, (modulus, rest) = scheme_at(goal, statement["scheme"], point), statement["time"] or (1, 0)
    return all(query != statement["query"] or time % modulus != rest or request == statement["map"][first]
               for time in range(FOLLOWED + 1) for first, request, query in brute.states(scheme, time))


def _least(sources: list[str], prior: Mapping[str, Fraction],
           law: Mapping[tuple[str, str], Fraction]) -> Fraction | None:
    """The least expected size of a set that serves the request and is independent of X_0."""
    sets = [each for size in range(1, len(sources) + 1) for each in combinations(sources, size)]
    cells = [(a, x, s) for a in sources for s in sets for x in s]
    rows = [Constraint.of({j: Fraction(1) for j, (b, y, _) in enumerate(cells) if (b, y) == (a, x)}, "=",
                          prior[a] * law[a, x]) for a in sources for x in sources]
    for chosen in sets:
        for a in sources[1:]:
            row = {j: prior[sources[0]] if b == a else -prior[a] for j, (b, _, s) in enumerate(cells)
                   if s == chosen and b in (a, sources[0])}
            rows.append(Constraint.of({j: c for j, c in row.items() if c}, "=", Fraction(0)))
    answer = solve(Program.of(len(cells), {j: Fraction(len(s)) for j, (_, _, s) in enumerate(cells)}, rows))
    return answer.value if isinstance(answer, Optimum) else None


def _optimum(goal: Part, statement: Part, point: Point) -> bool:
    prior, sources = _prior(goal, statement, point), goal["tables"][statement["prior"]]["index"][0]
    law = {(a, x): Expression(goal, f"{statement['law']}[{a},{x}]", point, {}).sum() for a in sources for x in sources}
    value = Expression(goal, statement["value"], point, {}).sum()
    return bool(prior) and _least(sources, prior, law) == value


def _cost(goal: Part, statement: Part, point: Point) -> bool:
    scheme, prior = scheme_at(goal, statement["scheme"], point), _prior(goal, statement, point)
    return bool(prior) and all(
        brute.cost(scheme, prior, time) == Expression(goal, statement["value"], here, {}).sum()
        for time, here in zip(range(FOLLOWED), _sequences(goal, statement, point)))


def _optimal(goal: Part, statement: Part, point: Point) -> bool:
    scheme, prior = scheme_at(goal, statement["scheme"], point), _prior(goal, statement, point)
    for time in range(FOLLOWED):
        law = {(a, x): sum((p for xs, _, p in scheme.paths(time) if (xs[0], xs[-1]) == (a, x)), Fraction(0))
               for a in scheme.sources for x in scheme.sources}
        least = _least(list(scheme.sources), prior, law)
        if least is None or brute.cost(scheme, prior, time) > least:
            return False
    return bool(prior)


_KINDS: dict[str, Callable[[Part, Part, Point], object]] = {
    "holds": _holds, "cover": _cover, "always": _always, "normalised": _normalised, "markov": _markov,
    "placed": _placed, "optimum": _optimum, "unique": _optimum, "cost": _cost, "optimal": _optimal,
    "general": lambda *_: True,
    "defined": lambda g, s, p: scheme_at(g, s["scheme"], p).paths(FOLLOWED) or True,
    "decodable": lambda g, s, p: not brute.useless(scheme_at(g, s["scheme"], p), FOLLOWED),
    "determined": lambda g, s, p: not brute.ambiguous(scheme_at(g, s["scheme"], p), FOLLOWED),
    "private": lambda g, s, p: not brute.leaks(scheme_at(g, s["scheme"], p), FOLLOWED),
}
