"""The reference evaluator, in fractions: the tests' own opinion. It uses nothing of the package and knows no theory.

Schemes by brute force, with an entry of their own of the paper's tables: every request sequence and every query
sequence, one by one; probabilities are multiplied along paths, paths are summed, and what is asked is looked up in
the sums. Linear programs by all their vertices (`vertices`). Texts of the claim language by evaluation at a point
(`value`, `holds`).

    scheme   chain, downloads, and law[(t mod period, x_0, x_t, q_{t-1})] → {q_t: probability},
             or rules(t, x_0, x_{t-1}, x_t, q_{t-1}), where the law goes by more than that
    path     (x_0, …, x_t), (q_0, …, q_t), Pr(path | X_0 = x_0)
    state    (x_0, x_t, q_t)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any

Names = tuple[str, ...]
Path = tuple[Names, Names, Fraction]
State = tuple[str, str, str]
Row = Mapping[str, Fraction]
Law = Mapping[tuple[int, str, str, str], Row]
Rules = Callable[[int, str, str, str, str], Row]
Tables = Mapping[str, Mapping[str, Any]]

LIMIT = 5


@dataclass(frozen=True)
class Brute:
    """A scheme in numbers. A row that has no law (KeyError) must not be reached."""

    sources: Names
    chain: Mapping[str, Row]
    downloads: Mapping[str, Names]
    period: int
    law: Law
    rules: Rules | None = None
    _paths: list[list[Path]] = field(default_factory=list, compare=False, repr=False)

    @property
    def start(self) -> str:
        return next(q for q, got in self.downloads.items() if set(got) == set(self.sources))

    def row(self, time: int, first: str, last: str, request: str, previous: str) -> Row:
        """The law of Q_t. What it goes by: t, X_0, X_{t-1}, X_t, Q_{t-1}."""
        if self.rules is not None:
            return self.rules(time, first, last, request, previous)
        return self.law[time % self.period, first, request, previous]

    def paths(self, time: int) -> list[Path]:
        """All paths to `time` of positive probability."""
        if not self._paths:
            self._paths.append([((a,), (self.start,), Fraction(1)) for a in self.sources])
        while len(self._paths) <= time:
            self._paths.append(list(self._longer(len(self._paths))))
        return self._paths[time]

    def _longer(self, now: int) -> Iterator[Path]:
        for requests, queries, weight in self._paths[now - 1]:
            for target, step in self.chain[requests[-1]].items():
                if step:
                    row = self.row(now, requests[0], requests[-1], target, queries[-1])
                    for query, chance in row.items():
                        if chance:
                            yield (*requests, target), (*queries, query), weight * step * chance


# -- laws ------------------------------------------------------------------------------------------------


def given_first(scheme: Brute, time: int) -> dict[Names, dict[str, Fraction]]:
    """History → a → Pr(history | X_0 = a), for the histories of positive probability."""
    found: dict[Names, dict[str, Fraction]] = {}
    for requests, queries, weight in scheme.paths(time):
        found.setdefault(queries, dict.fromkeys(scheme.sources, Fraction(0)))[requests[0]] += weight
    return found


def probabilities(scheme: Brute, history: Names) -> dict[str, Fraction]:
    """a → Pr(history | X_0 = a): the sum over all request sequences."""

    def onward(first: str, source: str, time: int) -> Fraction:
        if time == len(history):
            return Fraction(1)
        total = Fraction(0)
        for target, step in scheme.chain[source].items():
            row = scheme.row(time, first, source, target, history[time - 1]) if step else {}
            if row.get(history[time]):
                total += step * row[history[time]] * onward(first, target, time + 1)
        return total

    return {a: onward(a, a, 1) if history[0] == scheme.start else Fraction(0) for a in scheme.sources}


def chance(scheme: Brute, prior: Row, history: Names) -> Fraction:
    """Pr(history)."""
    return sum((prior[a] * p for a, p in probabilities(scheme, history).items()), Fraction(0))


def query_law(scheme: Brute, prior: Row, time: int) -> dict[str, Fraction]:
    """The law of Q_t."""
    found = dict.fromkeys(scheme.downloads, Fraction(0))
    for requests, queries, weight in scheme.paths(time):
        found[queries[-1]] += prior[requests[0]] * weight
    return found


def cost(scheme: Brute, prior: Row, time: int) -> Fraction:
    """E[number of messages downloaded at t = time]."""
    total = Fraction(0)
    for query, mass in query_law(scheme, prior, time).items():
        total += mass * len(scheme.downloads[query])
    return total


# -- properties ------------------------------------------------------------------------------------------


def leaks(scheme: Brute, limit: int = LIMIT) -> set[Names]:
    """The shortest histories whose probability depends on X_0, among those with t ≤ limit."""
    for time in range(limit + 1):
        laws = given_first(scheme, time)
        found = {history for history, chances in laws.items() if len(set(chances.values())) > 1}
        if found:
            return found
    return set()


def states(scheme: Brute, time: int) -> set[State]:
    """The states (x_0, x_t, q_t) of positive probability."""
    return {(requests[0], requests[-1], queries[-1]) for requests, queries, _ in scheme.paths(time)}


def useless(scheme: Brute, limit: int = LIMIT) -> set[tuple[int, State]]:
    """(t, state) for the first t at which a query does not download the request."""
    for time in range(limit + 1):
        bad = {state for state in states(scheme, time) if state[1] not in scheme.downloads[state[2]]}
        if bad:
            return {(time, state) for state in bad}
    return set()


def ambiguous(scheme: Brute, limit: int = LIMIT) -> set[tuple[int, str, str]]:
    """(t, x_0, q_t) for the first t at which they leave more than one x_t possible."""
    for time in range(limit + 1):
        seen = states(scheme, time)
        bad = {(a, q) for a, x, q in seen for b, y, r in seen if (a, q) == (b, r) and x != y}
        if bad:
            return {(time, a, q) for a, q in bad}
    return set()


def onward(scheme: Brute, prior: Row, time: int) -> dict[Names, dict[str, Fraction]]:
    """History (q_0, …, q_t) → law of Q_{t+1} given it, for the histories of positive probability."""

    def masses(at: int) -> dict[Names, Fraction]:
        laws = given_first(scheme, at)
        return {h: sum((prior[a] * p for a, p in law.items()), Fraction(0)) for h, law in laws.items()}

    now, later = masses(time), masses(time + 1)
    return {
        history: {query: later.get((*history, query), Fraction(0)) / mass for query in scheme.downloads}
        for history, mass in now.items()
        if mass
    }


def transitions(scheme: Brute, prior: Row, time: int) -> dict[str, dict[str, Fraction]] | None:
    """The matrix Pr(Q_{t+1} | Q_t) if the earlier queries do not matter, else None."""
    found: dict[str, dict[str, Fraction]] = {}
    for history, law in onward(scheme, prior, time).items():
        if found.setdefault(history[-1], law) != law:
            return None
    return found


def priors(sources: Names) -> list[dict[str, Fraction]]:
    """Some laws of X_0: uniform, and one with no accidental symmetry."""
    weights = [Fraction(2 * i + 3) for i in range(len(sources))]
    return [
        {a: Fraction(1, len(sources)) for a in sources},
        {a: w / sum(weights) for a, w in zip(sources, weights, strict=True)},
    ]


# -- the paper -------------------------------------------------------------------------------------------


def request_chain(alpha: Fraction, beta: Fraction) -> dict[str, Row]:
    """M, eq. (Source-Markov)."""
    return {"A": {"A": 1 - alpha, "B": alpha}, "B": {"A": beta, "B": 1 - beta}}


def query_chain(alpha: Fraction, beta: Fraction) -> dict[str, dict[str, Fraction]]:
    """P of Lemma 1."""
    zero = Fraction(0)
    low, high = (beta, alpha, 1 - alpha - beta), (1 - alpha, 1 - beta, alpha + beta - 1)
    both = low if alpha + beta <= 1 else high
    rows = {"A": (1 - alpha, alpha, zero), "B": (beta, 1 - beta, zero), "AB": both}
    return {q: dict(zip(("A", "B", "AB"), row, strict=True)) for q, row in rows.items()}


def table(part: str, alpha: Fraction, beta: Fraction) -> dict[Names, dict[str, Fraction]]:
    """Table III(part): (X_0, X_t) → law of Q_t after AB. Rows with a zero denominator are left out."""
    one = (Fraction(1), Fraction(1))
    less, more = 1 - alpha - beta, alpha + beta - 1
    printed = {
        "a": {
            ("A", "A"): {"A": (beta, 1 - alpha), "AB": (less, 1 - alpha)},
            ("A", "B"): {"B": one},
            ("B", "A"): {"A": one},
            ("B", "B"): {"B": (alpha, 1 - beta), "AB": (less, 1 - beta)},
        },
        "b": {
            ("A", "A"): {"A": (1 - alpha, beta), "AB": (more, beta)},
            ("A", "B"): {"B": one},
            ("B", "A"): {"A": one},
            ("B", "B"): {"B": (1 - beta, alpha), "AB": (more, alpha)},
        },
        "c": {
            ("A", "A"): {"A": one},
            ("A", "B"): {"B": (1 - beta, alpha), "AB": (more, alpha)},
            ("B", "A"): {"A": (1 - alpha, beta), "AB": (more, beta)},
            ("B", "B"): {"B": one},
        },
    }[part]
    return {
        row: {query: top / bottom for query, (top, bottom) in law.items()}
        for row, law in printed.items()
        if all(bottom for _, bottom in law.values())
    }


def paper(alpha: Fraction, beta: Fraction, high: bool | None = None) -> Brute:
    """The scheme of Section IV-A. `high` chooses Table III(b), (c) over (a); if not told, α+β > 1 does."""
    high = alpha + beta > 1 if high is None else high
    law: dict[tuple[int, str, str, str], Row] = {}
    for phase, part in enumerate("bc" if high else "aa"):
        for (first, request), row in table(part, alpha, beta).items():
            law[phase, first, request, "AB"] = row
        for first, request, previous in product("AB", repeat=3):
            law[phase, first, request, previous] = {request: Fraction(1)}
    downloads = {"A": ("A",), "B": ("B",), "AB": ("A", "B")}
    return Brute(("A", "B"), request_chain(alpha, beta), downloads, 2, law)


# -- linear programs -------------------------------------------------------------------------------------

Vector = tuple[Fraction, ...]


def vertices(rows: list[list[Fraction]], right: list[Fraction]) -> set[Vector]:
    """The vertices of {x >= 0 : rows x = right}: every choice of columns, solved."""
    system = eliminated([[*row, b] for row, b in zip(rows, right, strict=True)])
    width = len(rows[0])
    if any(not any(row[:width]) and row[width] for row in system):
        return set()
    found = set()
    for chosen in combinations(range(width), len(system)):
        square = eliminated([[*(row[i] for i in chosen), row[width]] for row in system])
        if len(square) == len(chosen) and all(row[i] for i, row in enumerate(square)):
            solution = dict(zip(chosen, (row[-1] for row in square), strict=True))
            if min(solution.values(), default=Fraction(0)) >= 0:
                found.add(tuple(solution.get(i, Fraction(0)) for i in range(width)))
    return found


def eliminated(system: list[list[Fraction]]) -> list[list[Fraction]]:
    """The rows after elimination to the reduced form; the last column is the right side."""
    left, done = [list(row) for row in system if any(row)], 0
    for column in range(len(system[0]) - 1 if system else 0):
        pivot = next((i for i in range(done, len(left)) if left[i][column]), None)
        if pivot is not None:
            left[done], left[pivot] = left[pivot], left[done]
            left[done] = [each / left[done][column] for each in left[done]]
            for i, row in enumerate(left):
                if i != done and row[column]:
                    left[i] = [x - row[column] * y for x, y in zip(row, left[done], strict=True)]
            done += 1
    return [row for row in left if any(row)]


Mass = tuple[str, str, str]
"""X_0, X_t and the set that can be decoded, its sources joined."""


def private_laws(prior: Row, law: Mapping[str, Row]) -> list[dict[Mass, Fraction]]:
    """The vertices of the laws of (X_0, X_t, set) that serve X_t and hide X_0."""
    sources = list(prior)
    sets = ["".join(each) for size in range(1, len(sources) + 1) for each in combinations(sources, size)]
    masses = [(a, x, s) for a in sources for x in sources for s in sets if x in s]
    rows = [[Fraction((a, x) == (b, y)) for b, y, _ in masses] for a in sources for x in sources]
    right = [prior[a] * law[a][x] for a in sources for x in sources]
    for s, (a, b) in product(sets, combinations(sources, 2)):
        rows.append([(prior[b] * (first == a) - prior[a] * (first == b)) * (each == s) for first, _, each in masses])
        right.append(Fraction(0))
    return [dict(zip(masses, found, strict=True)) for found in sorted(vertices(rows, right))]


def expected_size(law: Mapping[Mass, Fraction]) -> Fraction:
    return sum((len(s) * mass for (_, _, s), mass in law.items()), Fraction(0))


# -- texts at a point ------------------------------------------------------------------------------------

ATOM = re.compile(
    r"""
    Pr \s* \( (?P<event>[^()]*) \)
  | (?P<function> law | state | history) \s* \( (?P<arguments>[^()]*) \)
  | (?P<table>\w+) \s* \[ (?P<index>[^][]*) \]
  | \[ (?P<indicator>[^][]*) \]
  | (?P<number>\d+(?:\.\d+)?)
  | (?P<name>[A-Za-z_]\w*)
  | (?<![<>!=]) (?P<equal>=)
""",
    re.VERBOSE,
)
SUM = re.compile(r"sum\s+(\w+)\s+in\s+([^:]*):")


def quoted(text: str) -> str:
    """Return what is in brackets in Python: words are labels."""
    text = re.sub(r"[A-Za-z_]\w*", lambda found: "%" if found[0] == "mod" else repr(found[0]), text)
    return re.sub("(?<!!)=", "==", text)


def in_python(found: re.Match[str]) -> str:
    """Return an atom of a text in Python."""
    if found["event"] is not None:
        experiment, *sides = re.split(r"[,|]", found["event"], maxsplit=1)
        pairs = [quoted(side).replace("==", ":") for side in "".join(sides).split("|")]
        return f"chance({quoted(experiment)}, {', '.join(f'{{{each}}}' for each in pairs)})"
    if found["function"]:
        return f"{found['function']}({quoted(found['arguments'])})"
    if found["table"]:
        return f"entry({found['table']!r}, {quoted(found['index'])})"
    if found["indicator"]:
        return f"Fraction({quoted(found['indicator'])})"
    if found["number"]:
        return f"Fraction({found['number']!r})"
    return "==" if found["equal"] else "%" if found["name"] == "mod" else f"point[{found['name']!r}]"


def instead(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with values in place of names."""
    return re.sub(r"[A-Za-z_]\w*", lambda found: str(values.get(found[0], found[0])), text)


def product_end(text: str, start: int) -> int:
    """Return where a product ends: before a sign, a relation or a bracket that closes another."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in "([") - (text[place] in ")]")
        is_end = text[place] in "+-<>=!" and text[start:place].strip()
        if depth < 0 or depth == 0 and is_end:
            return place
    return len(text)


@lru_cache(maxsize=20_000)
def compiled(text: str) -> Any:
    """Return the code of a text, with its sums written out, the last one first."""
    for found in reversed([*SUM.finditer(text)]):
        end = product_end(text, found.end())
        parts = [instead(text[found.end():end], {found[1]: label}) for label in listed(found[2])]
        text = f"{text[: found.start()]}(({') + ('.join(parts)})){text[end:]}"
    return compile(ATOM.sub(in_python, text.strip()), text, "eval")


def listed(text: str) -> list[int | str]:
    """Return the labels of `a, b, 0..2`."""
    found: list[int | str] = []
    for each in map(str.strip, text.split(",")):
        span = re.fullmatch(r"(-?\d+)(?:\.\.(-?\d+))?", each)
        found += range(int(span[1]), int(span[2] or span[1]) + 1) if span else [each]
    return found


def choices(text: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield each choice of the bound names of `for x in A,B; t in 0..1: …`, and its relation."""
    head, colon, body = text.partition(":")
    if not re.match(r"\s*for\b", text):
        yield {}, text
        return
    parts = [part.partition(" in ") for part in head.strip().removeprefix("for").split(";")]
    for labels in product(*(listed(among) for _, _, among in parts)):
        chosen = dict(zip((name.strip() for name, _, _ in parts), labels, strict=True))
        yield chosen, instead(body, chosen)


def value(
    text: str, point: Mapping[str, Any], tables: Tables | None = None, schemes: Mapping[str, Any] | None = None
) -> Any:
    """Return what a text is at a point; where it has no value: ZeroDivisionError."""

    def entry(table: str, *indices: Any) -> Any:
        index, entries = (tables or {})[table]["index"], (tables or {})[table]["entries"]
        cell = dict(zip(product(*index), entries, strict=True))[indices]
        if not cell:
            raise ZeroDivisionError(f"{table} has no such row")
        return value(cell, point, tables)

    def asked(ask: Callable[..., Fraction]) -> Callable[..., Fraction]:
        def answer(name: str, *arguments: Any) -> Fraction:
            try:
                return ask((schemes or {})[name], *arguments)
            except KeyError:
                raise ZeroDivisionError(f"a row of {name} has no law") from None

        return answer

    names = {name: asked(ask) for name, ask in FUNCTIONS.items()}
    return eval(compiled(text), {"__builtins__": {}, "Fraction": Fraction, "point": point, "entry": entry, **names})


def _law(scheme: Brute, time: int, first: str, request: str, previous: str, query: str) -> Fraction:
    return scheme.row(time, first, first, request, previous).get(query, Fraction(0))


def _state(scheme: Any, time: int, *state: str) -> Fraction:
    if not isinstance(scheme, Brute):  # a process has its own
        return Fraction(scheme.state(time, *state))
    return sum((p for x, q, p in scheme.paths(time) if (x[0], x[-1], q[-1]) == state), Fraction(0))


def _history(scheme: Any, first: str, *history: str) -> Fraction:
    if not isinstance(scheme, Brute):
        return Fraction(scheme.history(first, *history))
    return probabilities(scheme, history)[first]


def _chance(trial: Any, event: Mapping[str, Any], given: Mapping[str, Any] = {}) -> Fraction:
    return Fraction(trial.chance(event, given))


FUNCTIONS: Mapping[str, Callable[..., Fraction]] = {
    "law": _law,
    "state": _state,
    "history": _history,
    "chance": _chance,
}


def holds(text: str, point: Row, tables: Tables | None = None, schemes: Mapping[str, Any] | None = None) -> bool:
    """Return whether a relation has a value and holds at a point, for all its bound names."""
    try:
        return all(value(body, point, tables, schemes) for _, body in choices(text))
    except ZeroDivisionError:
        return False


def scheme_at(scheme: Mapping[str, Any], point: Row, tables: Tables) -> Brute:
    """A scheme of a goal in numbers. Rows without a value have no law."""
    sources, queries = tuple(scheme["sources"]), scheme["queries"]

    def fits(rule: Mapping[str, Any], time: int, previous: str) -> bool:
        modulus, rest = rule.get("time") or (1, 0)
        return (
            previous in (rule.get("previous") or queries)
            and time % modulus == rest
            and rule.get("since", 1) <= time <= (rule.get("until") or time)
        )

    @cache
    def cell(text: str) -> Fraction:
        return value(text, point, tables)

    def row(time: int, first: str, last: str, request: str, previous: str) -> Row:
        rule = next((rule for rule in scheme["rules"] if fits(rule, time, previous)), None)
        if rule is None:
            raise KeyError(f"no rule at t = {time} after {previous}")
        if rule.get("table") is None:
            exact = [q for q, got in queries.items() if got == [request]]
            if not exact:
                raise KeyError(f"no query for {request} alone")
            return {exact[0]: Fraction(1)}
        given = last if rule.get("given") == "last" else first
        try:
            return {q: cell(f"{rule['table']}[{given},{request},{q}]") for q in queries}
        except ZeroDivisionError as reason:
            raise KeyError(f"no law of {rule['table']}") from reason

    chain = {a: {x: cell(f"{scheme['chain']}[{a},{x}]") for x in sources} for a in sources}
    return Brute(sources, chain, {q: tuple(got) for q, got in queries.items()}, 1, {}, row)
