"""Statements of goals, worked out at points by the reference evaluator. It finds falsehoods; it proves nothing.

true_at(goal, statement, point)     whether a statement of any kind but `uses` holds at a point; of what is said
                                    about every t only the first times are looked at
points(goal, statement, count)      points of its region, always the same ones
refuted_at(goal)                    a statement of the goal that is false at a point, if one was found
unfailing_at(certificate)           a statement that is said to fail, but is true at the point that is to show it
false_at(goal, statement, failure)  whether the evidence of a failure shows that it is false
entropic(statement, given, tries)   whether a statement about entropies holds, for linear laws drawn at random
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import product
from math import log2
from operator import xor
from random import Random
from typing import Any

import reference
from reference import choices, value
from truth_kinds import Hidden, Trial, best

Point = dict[str, Fraction]
Part = Mapping[str, Any]
Names = tuple[str, ...]
TIMES = 4
MAX_DRAWS = 4000
INSIDE = [Fraction(n, 12) for n in range(13)] + [Fraction(1, 5), Fraction(2, 7)]
OUTSIDE = [Fraction(v) for v in ("-1/2", "3/2", "2", "-3")]
MEASURE = re.compile(r"\b[IH]\([^()]*\)")


class Here:
    """A goal at a point."""

    def __init__(self, goal: Part, point: Point) -> None:
        self.goal, self.point, self.tables = goal, point, goal["tables"]

    @cached_property
    def schemes(self) -> dict[str, Any]:
        """What texts speak of by its name: schemes, and processes and experiments."""
        found: dict[str, Any] = {
            name: reference.scheme_at(s, self.point, self.tables) for name, s in self.goal["schemes"].items()
        }
        for part, kind in (("processes", Hidden), ("experiments", Trial)):
            found |= {name: kind(says, self.tables, self.value) for name, says in self.goal.get(part, {}).items()}
        return found

    def holds(self, text: str, more: Point | None = None) -> bool:
        return reference.holds(text, {**self.point, **(more or {})}, self.tables, self.schemes)

    def value(self, text: str, more: Point | None = None) -> Fraction:
        return value(text, {**self.point, **(more or {})}, self.tables)

    def prior(self, name: str) -> dict[str, Fraction]:
        return {a: self.value(f"{name}[{a}]") for a in self.tables[name]["index"][0]}

    def matrix(self, name: str) -> dict[str, dict[str, Fraction]]:
        rows, columns = self.tables[name]["index"]
        return {a: {x: self.value(f"{name}[{a},{x}]") for x in columns} for a in rows}


def regions(statement: Part) -> list[str]:
    region = statement["region"]
    return [region] if isinstance(region, str) else list(region)


def relations(goal: Part, statement: Part) -> list[str]:
    """What is supposed where a statement is made, entropies apart."""
    found = [text for name in regions(statement) for text in goal["regions"][name]]
    return [*found, *(text for text in statement.get("given", []) if not MEASURE.search(text))]


# -- points ------------------------------------------------------------------------------------------------


def points(goal: Part, statement: Part, count: int, draws: int = MAX_DRAWS, seed: int = 0) -> list[Point]:
    """Points of the region: equations are solved, the rest is drawn, often from a border."""
    supposed = tuple(relations(goal, statement))
    return [*drawn(supposed, tuple(goal["names"]), json.dumps(goal["tables"]), count, draws, seed)]


@lru_cache(maxsize=100)
def drawn(
    supposed: tuple[str, ...], names: tuple[str, ...], tables: str, count: int, draws: int, seed: int
) -> list[Point]:
    """The same points for all statements about one region."""
    draw, given, found = Random(seed), json.loads(tables), list[Point]()
    equations = [text.split("=") for text in supposed if re.fullmatch(r"[^<>!=]*=[^<>!=]*", text)]
    for _ in range(draws):
        point = {name: draw.choice(OUTSIDE if draw.random() < 0.1 else INSIDE) for name in names}
        if draw.random() < 0.2:
            point[draw.choice(names)] = Fraction(draw.choice((0, 1)))
        solved: set[str] = set()
        for left, right in equations:
            spoken = [name for name in names if re.search(rf"\b{name}\b", f"{left} {right}")]
            name = next((name for name in reversed(spoken) if name not in solved), "")
            zero, one = (value(f"{left} - ({right})", {**point, name: Fraction(n)}, given) for n in (0, 1))
            if name and one != zero:
                point[name] = zero / (zero - one)
                solved.add(name)
        if point not in found and all(reference.holds(text, point, given) for text in supposed):
            found.append(point)
        if len(found) == count or not names:
            break
    return found or [{}] if not names else found


# -- what holds --------------------------------------------------------------------------------------------


def true_at(goal: Part, statement: Part, point: Point) -> bool:
    """Nothing is true of what has no value, or of a row without a law."""
    try:
        said = in_words(statement, goal)
        return bool(KINDS[said["kind"]](Here(goal, point), said))
    except (KeyError, ZeroDivisionError):
        return False


def in_words(s: Part, goal: Part) -> Part:
    """A statement with a kind for each thing that all states must be, and for what is hidden by a scheme."""
    if s["kind"] == "occurs" and isinstance(s["must"], dict):
        return {**s, "kind": "placed", **s["must"]}
    if s["kind"] == "occurs":
        kinds = {"rows": "defined", "laws": "normalised", "serves": "decodable", "function": "determined"}
        return {**s, "kind": kinds[s["must"]]}
    if s["kind"] == "alike" and s["process"] in goal["schemes"]:
        return {**s, "kind": "private", "scheme": s["process"]}
    return {**s, "kind": "unique"} if s["kind"] == "optimum" and "table" in s else s


def refuted_at(goal: Part, count: int = 8, draws: int = 200) -> tuple[str, Point] | None:
    """A statement of the goal that is false at a point, and the point. Entropies and large programs are left out."""
    for statement in (*goal["proves"], *goal["beside"], *goal["corrects"]):
        sources = len(goal["tables"][statement["prior"]]["entries"]) if "prior" in statement else 0
        if statement["kind"] != "uses" and not is_entropic(statement) and sources < 3:
            for point in points(goal, statement, count, draws):
                if not true_at(goal, statement, point):
                    return str(statement), point
    return None


def unfailing_at(certificate: Part) -> tuple[str, Point] | None:
    """A statement that is said to fail, or is denied, but is true at the point that is to show it. What fails late, or
    by a law of random variables, is left out."""
    goal = certificate["goal"]
    stated = [*(each["statement"] for each in goal["fails"]), *goal.get("denies", [])]
    for statement, failure in zip(stated, certificate["failures"], strict=True):
        late = {"time", "history", "atoms"} & failure.keys()
        point = {name: Fraction(text) for name, text in failure["at"].items()}
        if not late and true_at(goal, statement, point):
            return str(statement), point
    return None


def _holds(here: Here, s: Part) -> bool:
    return here.holds(s["text"])


def _always(here: Here, s: Part) -> bool:
    """What varies has values that are drawn for each t, with which the point is in the region."""
    varied = list(_varied(here, s))
    for number in range(len(varied) + 1):
        draw = Random(number)
        values = [draw.choice(varied) if varied else {} for _ in range(TIMES + 2)]
        now: Point = {name: here.value(text, values[0]) for name, text in s["start"].items()}
        for more in (*values[1:], values[0]):
            if not all(here.holds(text, now) for text in s["text"]):
                return False
            now = {name: here.value(text, {**now, **more}) for name, text in s["next"].items()}
    return True


def _varied(here: Here, s: Part) -> Iterator[Point]:
    names, supposed = s.get("varying", []), relations(here.goal, s)
    for values in product((*INSIDE, *OUTSIDE), repeat=len(names)) if names else ():
        point = dict(zip(names, values, strict=True))
        if all(here.holds(text, point) for text in supposed):
            yield point


def _cover(here: Here, s: Part) -> bool:
    cut = here.value(s["split"])
    part = s["parts"][(cut >= 0) + (cut > 0)]
    return part is not None and all(here.holds(text) for text in here.goal["regions"][part])


def _defined(here: Here, s: Part) -> bool:
    try:
        return bool(here.schemes[s["scheme"]].paths(TIMES))
    except KeyError:
        return False


def _normalised(here: Here, s: Part) -> bool:
    scheme = here.schemes[s["scheme"]]
    for time in range(TIMES):
        for requests, queries, _ in scheme.paths(time):
            rows = [scheme.chain[requests[-1]]]
            rows += [
                scheme.row(time + 1, requests[0], requests[-1], x, queries[-1]) for x, step in rows[0].items() if step
            ]
            if any(min(row.values()) < 0 or sum(row.values()) != 1 for row in rows):
                return False
    return True


def _placed(here: Here, s: Part) -> bool:
    modulus, rest = s["time"] or (1, 0)
    return all(
        s["map"][a] == x
        for t in range(TIMES + 1)
        if t % modulus == rest
        for a, x, q in reference.states(here.schemes[s["scheme"]], t)
        if q == s["query"]
    )


def _markov(here: Here, s: Part) -> bool:
    """The first index of a matrix with three is t until the last time at which rules begin or end; then it repeats."""
    prior, *labels = here.prior(s["prior"]), *here.tables[s["matrix"]]["index"]
    rules = here.goal["schemes"][s["scheme"]]["rules"]
    settled = max([0, *(max(rule.get("since", 1) - 1, rule.get("until") or 0) for rule in rules)])
    for time in range(TIMES):
        rows = reference.transitions(here.schemes[s["scheme"]], prior, time)
        phase = time if time < settled else settled + (time - settled) % max(1, len(labels[0]) - settled)
        place = f"{phase}," if len(labels) == 3 else ""
        if rows is None or any(
            here.value(f"{s['matrix']}[{place}{q},{after}]") != chance
            for q, row in rows.items()
            for after, chance in row.items()
        ):
            return False
    return True


def _optimum(here: Here, s: Part) -> bool:
    laws = reference.private_laws(here.prior(s["prior"]), here.matrix(s["law"]))
    return min(map(reference.expected_size, laws)) == here.value(s["value"])


def _unique(here: Here, s: Part) -> bool:
    prior, law = here.prior(s["prior"]), here.matrix(s["law"])
    laws = reference.private_laws(prior, law)
    best = [each for each in laws if reference.expected_size(each) == min(map(reference.expected_size, laws))]
    return _optimum(here, s) and best == [
        {(a, x, q): prior[a] * law[a][x] * here.value(f"{s['table']}[{a},{x},{q}]") for a, x, q in best[0]}
    ]


def _general(here: Here, s: Part) -> bool:
    """Every vertex is in the table, with its own values of the letters; hence every law is."""

    def tabled(law: Mapping[reference.Mass, Fraction]) -> dict[reference.Mass, Fraction]:
        free = {letter: law[tuple(cell.split(","))] for cell, letter in s["free"].items()}  # type: ignore[index]
        return {(a, x, q): here.value(f"{s['table']}[{a},{x},{q}]", free) for a, x, q in law}

    laws = reference.private_laws(here.prior(s["prior"]), here.matrix(s["law"]))
    return all(tabled(law) == law for law in laws)


def _cost(here: Here, s: Part) -> bool:
    scheme, prior = here.schemes[s["scheme"]], here.prior(s["prior"])
    now: Point = {name: here.value(text) for name, text in s["start"].items()}
    for time in range(TIMES + 1):
        if reference.cost(scheme, prior, time) != here.value(s["value"], now):
            return False
        now = {name: here.value(text, now) for name, text in s["next"].items()}
    return True


def _optimal(here: Here, s: Part) -> bool:
    scheme, prior = here.schemes[s["scheme"]], here.prior(s["prior"])
    law = {a: {x: Fraction(a == x) for x in scheme.sources} for a in scheme.sources}
    for time in range(TIMES + 1):
        least = min(map(reference.expected_size, reference.private_laws(prior, law)))
        if reference.cost(scheme, prior, time) > least:
            return False
        law = {
            a: {x: sum((row[y] * scheme.chain[y][x] for y in row), Fraction(0)) for x in row} for a, row in law.items()
        }
    return True


def _best(here: Here, s: Part) -> bool:
    return best(s, here.value)


KINDS: dict[str, Callable[[Here, Part], bool]] = {
    "hides": lambda here, s: here.schemes[s["in"]].hides(s),
    "tells": lambda here, s: here.schemes[s["in"]].tells(s),
    "alike": lambda here, s: here.schemes[s["process"]].alike(s),
    "least": _best,
    "most": _best,
    "holds": _holds,
    "always": _always,
    "cover": _cover,
    "defined": _defined,
    "normalised": _normalised,
    "decodable": lambda here, s: not reference.useless(here.schemes[s["scheme"]], TIMES),
    "determined": lambda here, s: not reference.ambiguous(here.schemes[s["scheme"]], TIMES),
    "placed": _placed,
    "private": lambda here, s: not reference.leaks(here.schemes[s["scheme"]], TIMES),
    "markov": _markov,
    "optimum": _optimum,
    "unique": _unique,
    "general": _general,
    "cost": _cost,
    "optimal": _optimal,
}


# -- what fails --------------------------------------------------------------------------------------------


def false_at(goal: Part, statement: Part, failure: Part) -> bool:
    """Whether the statement is false at the point, and what is said to show it does."""
    here = Here(goal, {name: Fraction(text) for name, text in failure["at"].items()})
    if "atoms" in failure:
        return _wrong_law(here, statement, failure["variables"], failure["atoms"])
    shows = {key: shown for key, shown in failure.items() if key != "at"}
    said = in_words(statement, goal)
    return not true_at(goal, said, here.point) and bool(SHOWN[said["kind"]](here, said, **shows))


def _wrong_law(here: Here, s: Part, variables: Sequence[str], atoms: Sequence[Any]) -> bool:
    """Return whether the law satisfies what is given, and not the relation; entropies have nine digits."""

    def entropy(names: set[str]) -> Fraction:
        spread: dict[Names, float] = {}
        for values, p in atoms:
            seen = tuple(value for name, value in zip(variables, values, strict=True) if name in names)
            spread[seen] = spread.get(seen, 0) + float(Fraction(p))
        return Fraction(round(-sum(p * log2(p) for p in spread.values()) * 10**9), 10**9)

    *given, text = [in_numbers(each, entropy) for each in (*s.get("given", ()), s["text"])]
    return all(here.holds(each) for each in given) and not here.holds(text)


def _wrong_choice(here: Here, s: Part, choice: Part) -> bool:
    (body,) = (body for bound, body in choices(s["text"]) if bound == choice)
    try:
        return not value(body, here.point, here.tables, here.schemes)
    except ZeroDivisionError:
        return True


def _leak(here: Here, s: Part, history: Sequence[str], one: str, other: str) -> bool:
    chances = reference.probabilities(here.schemes[s["scheme"]], tuple(history))
    return chances[one] != chances[other]


def _misplaced(here: Here, s: Part, time: int, state: Sequence[str]) -> bool:
    first, request, query = state
    modulus, rest = s["time"] or (1, 0)
    return (
        tuple(state) in reference.states(here.schemes[s["scheme"]], time)
        and query == s["query"]
        and time % modulus == rest
        and s["map"][first] != request
    )


def _no_law(here: Here, s: Part, time: int, state: Sequence[str], request: str) -> bool:
    scheme = here.schemes[s["scheme"]]
    try:
        scheme.row(time + 1, state[0], state[1], request, state[2])
    except KeyError:
        return tuple(state) in reference.states(scheme, time) and scheme.chain[state[1]][request] > 0
    return False


def _cheaper(here: Here, s: Part, values: Part) -> bool:
    law = {tuple(cell.split(",")): Fraction(text) for cell, text in values.items()}
    prior, matrix = here.prior(s["prior"]), here.matrix(s["law"])
    joint = {(a, x): sum((p for c, p in law.items() if c[:2] == (a, x)), Fraction(0)) for a in prior for x in prior}
    hidden = all(
        prior[b] * sum(p for c, p in law.items() if (c[0], c[2]) == (a, q))
        == prior[a] * sum(p for c, p in law.items() if (c[0], c[2]) == (b, q))
        for a in prior
        for b in prior
        for q in {c[2] for c in law}
    )
    served = all(p >= 0 and c[1] in c[2] for c, p in law.items())
    return (
        served
        and hidden
        and all(joint[a, x] == prior[a] * matrix[a][x] for a, x in joint)
        and reference.expected_size(law) < here.value(s["value"])
    )  # type: ignore[arg-type]


SHOWN: dict[str, Callable[..., bool]] = {
    "holds": _wrong_choice,
    "private": _leak,
    "placed": _misplaced,
    "defined": _no_law,
    "optimum": _cheaper,
}


# -- entropies ---------------------------------------------------------------------------------------------


def is_entropic(statement: Part) -> bool:
    return statement["kind"] == "holds" and bool(MEASURE.search(statement["text"]))


Spaces = Mapping[str, Sequence[int]]
"""Letter → vectors over GF(2), as integers: the letter is these linear functions of independent fair bits."""


def rank(vectors: Sequence[int]) -> int:
    basis: list[int] = []
    for vector in vectors:
        for each in basis:
            vector = min(vector, vector ^ each)
        if vector:
            basis.append(vector)
    return len(basis)


def in_numbers(text: str, entropy: Callable[[set[str]], Fraction | int]) -> str:
    """Return a text with numbers in place of entropies."""

    def number(found: re.Match[str]) -> str:
        of, _, given = found[0][2:-1].partition("|")
        one, _, other = of.partition(";")
        a, b, c = ({*re.findall(r"\w+", names)} for names in (one, other or one, given))
        return f"({entropy(a | c) + entropy(b | c) - entropy(a | b | c) - entropy(c)})"

    return MEASURE.sub(number, text)


def measured(text: str, spaces: Spaces, numbers: Mapping[str, Fraction] = {}) -> bool:
    """Return whether a relation between entropies, in bits, and names holds for a linear law and these numbers."""

    def bits(names: set[str]) -> int:
        return rank([vector for name in names for vector in spaces[name]])

    return reference.holds(in_numbers(text, bits), numbers)


def laws(given: Sequence[str], letters: Sequence[str], draw: Random, tries: int) -> Iterator[dict[str, list[int]]]:
    """Linear laws that satisfy what is given. A letter that is a function of others is often drawn as one."""
    functions = dict(
        re.fullmatch(r"H\(([^|;]*)\|([^|;]*)\) = 0", text).groups()  # type: ignore[union-attr, misc]
        for text in given
        if re.fullmatch(r"H\(([^|;]*)\|([^|;]*)\) = 0", text)
    )
    for _ in range(tries):
        spaces = {name: [draw.randrange(1, 16) for _ in range(draw.choice((0, 1, 1, 2)))] for name in letters}
        for made, of in functions.items():
            known = [vector for name in of.split(",") for vector in spaces[name]]
            for name in made.split(","):
                picked = [vector for vector in known if draw.random() < 0.5]
                spaces[name] = [reduce(xor, picked)] if picked else []
        if all(measured(text, spaces) for text in given):
            yield spaces


def letters(statement: Part) -> list[str]:
    return sorted(
        {
            name
            for text in (statement["text"], *statement.get("given", []))
            for measure in MEASURE.findall(text)
            for name in re.findall(r"\w+", measure[1:])
        }
    )


def names_of(texts: Iterable[str]) -> list[str]:
    """The names that stand beside entropies."""
    return sorted({name for text in texts for name in re.findall(r"[A-Za-z_]\w*", MEASURE.sub("", text))})


def entropic(statement: Part, given: Sequence[str], tries: int, seed: int = 0) -> Iterator[bool]:
    """Whether the statement holds, for each law (and numbers) that was drawn and satisfies what is given."""
    draw, names = Random(seed), names_of([statement["text"], *given])
    for spaces in laws([text for text in given if not names_of([text])], letters(statement), draw, tries):
        numbers = {name: Fraction(draw.randrange(9)) for name in names}
        if all(measured(text, spaces, numbers) for text in given):
            yield measured(statement["text"], spaces, numbers)
