"""A result as it is shown, for every kind of report: what was shown where and how, what fails, what is needed.

Nothing is decided here, and nothing is read out of prose: it is the certificate's data, in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..result import Condition, Derived, Fact, Laws, Result, Shown, Verdict, Witness, region_name
from . import quotes, words
from .grids import Grid, grids
from .notation import entropic, named, spell

if TYPE_CHECKING:
    from ..claims.file import Claim
    from .blocks import Block

INDUCTION = (
    "By induction over histories. Write path[a,x] = Pr(Q_0, …, Q_t, X_t = x | X_0 = a). At first Q_0 = {start}, "
    "path[a,a] = 1, and path[a,x] = 0 for x ≠ a. What holds after a query follows from what held before it:")

OVER_SEEN = (
    "By induction over what is seen. Write path[a,x] = Pr(Y_0, …, Y_t, S_t = x | start a), S_t being the state and Y_t "
    "what is seen. What holds after something is seen follows from what held before:")

OVER_TIME = (
    "By induction on t. Write state[a,x,q] = Pr(X_t = x, Q_t = q | X_0 = a). At first X_0 = a and Q_0 = {start}. What "
    "holds at t + 1 follows from what holds at t:")

NO_LETTERS: Mapping[str, str] = MappingProxyType({})
LETTERED = ("places", "beside", "failing", "denied", "stands", "corrects")
"""Parts of a view that may speak of letters, in the order of a report."""
LONG = 100
"""What a step says is not written out in a line if it takes more signs than this."""

_RELATION = re.compile("[<>=≤≥≠]")
"""What a condition has unless it is a sentence."""
_EQUATION = re.compile(r"(?<![<>!])=")


@dataclass(frozen=True)
class Step:
    """A fact: what it says, and what it is combined of ("" for an identity)."""

    name: str
    says: str
    by: str

    def line(self) -> str:
        """In one line; what it says is left out where it is long, for it is what its combination comes to."""
        if not self.by:
            return f"{self.says}, an identity"
        return f"{self.says} by {self.by}" if len(self.says) <= LONG else f"the relation {self.by}"


@dataclass(frozen=True)
class Stage:
    """A part of an induction: where it is, what holds there, and the steps to the next stages and to what is
    claimed."""

    place: str
    holds: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Entry:
    """A statement that was shown."""

    kind: str
    says: str
    given: tuple[str, ...]
    """What it supposes beyond its region."""
    claim: str
    """The claim that it uses, if it is a use."""
    grids: tuple[Grid, ...]
    """The matrix of a query chain; one for each t mod their number, if it changes with t."""
    induction: str
    """How an induction over histories begins; its stages."""
    stages: tuple[Stage, ...]
    steps: tuple[Step, ...]
    laws: tuple[Grid, ...]
    """Laws that were compared."""
    again: tuple[str, ...]
    """Names of facts that it rests on too and that stand with an earlier statement."""
    used: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """The statements on one region."""

    name: str
    where: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def title(self) -> str:
        return ", ".join(self.where) or "everywhere"

    @property
    def uses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entry.claim for entry in self.entries if entry.claim))

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text for entry in self.entries for text in entry.used))


@dataclass(frozen=True)
class Failing:
    """A statement that fails at a point, with readable labels."""

    violates: str
    note: str
    what: str
    point: tuple[tuple[str, str], ...]
    shows: tuple[tuple[str, str], ...]
    expected: str
    found: str
    relation: str = ""
    """What fails, if it is a relation: without the values of its bound names."""
    values: tuple[str, ...] = ()
    """What is found on both sides, in words."""

    @property
    def title(self) -> str:
        if not self.violates:
            return "Fails"
        return f"{'Fails without' if _RELATION.search(self.violates) else 'Can fail unless'} {self.violates}"

    @property
    def at(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.point) or "every point"

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Labels and values, in the order of a report."""
        note = (("example", self.note),) if self.note else ()
        return (("at", self.at), *note, *self.shows, ("what", self.what), ("expected", self.expected),
                ("found", self.found))

    def line(self, letters: Mapping[str, str] = NO_LETTERS) -> str:
        """In one line; letters of entropies are spelled out."""
        note = f" ({self.note})" if self.note else ""
        shows = "".join(f", {spell(name, letters)}: {value}" for name, value in self.shows)
        return f"{self.at}{note}{shows}; {spell(self.what, letters)}: expected {self.expected}, found {self.found}"

    def sentence(self, letters: Mapping[str, str] = NO_LETTERS, named: bool = True) -> str:
        """In a sentence that can be redone by hand; `named`: of which relation it speaks."""
        note = f" ({self.note})" if self.note else ""
        taken = ", ".join([*(f"{name} = {value}" for name, value in self.point),
                           *(_taken(spell(name, letters), value) for name, value in self.shows)])
        what = re.sub(r" \(scheme \w+\)$", "", self.what)
        found = self.values or (f"{self.expected} is expected and {self.found} found ({what})",)
        where = f"in {spell(self.relation, letters)} " if self.relation and named else ""
        said = f"{where}{', '.join(spell(each, letters) for each in found)}"
        return f"Take {taken}{note}: {said}." if taken else f"{said[0].upper()}{said[1:]}{note}."


def _taken(name: str, value: str) -> str:
    """A choice that shows a failure, in words."""
    if name == "inputs":
        return value
    return f"the {name} {value}" if re.match("history|law of|next", name) else f"{name} = {value}"


@dataclass(frozen=True)
class Quote:
    """What is printed, and how what is encoded relates to it."""

    quote: str
    """As the source has it."""
    text: str
    """The same in our notation."""
    place: str
    encodes: str
    why: str
    read_as: str

    @property
    def line(self) -> str:
        """In one line, with its place."""
        return f"{self.place}: {self.text}"

    @property
    def encoded(self) -> str:
        """How it is encoded, and why so."""
        return f"{self.encodes}: {self.why}" if self.why else self.encodes


@dataclass(frozen=True)
class Thin:
    """A thin part of the domain that is looked at on its own."""

    where: str
    outcome: str
    note: str = ""


@dataclass(frozen=True)
class View:
    id: str
    title: str
    where: str
    statement: str
    verdict: Verdict
    why: str
    places: tuple[Place, ...]
    beside: tuple[Place, ...]
    conditions: tuple[Condition, ...]
    failing: tuple[Failing, ...]
    correction: str
    """What should stand instead, if that was shown."""
    corrects: tuple[Place, ...]
    derived: tuple[Derived, ...]
    exceptions: tuple[Thin, ...]
    letters: tuple[tuple[str, str], ...]
    """What single letters in entropies stand for, and the same in words."""
    legend: str
    argument: tuple[Block, ...]
    """The paper's own line of argument, for the reader."""
    rests_on: tuple[str, ...]
    coq: tuple[str, ...]
    """Coq theorems that say the same, each with how."""
    also: tuple[str, ...] = ()
    """What holds for more than the claim says."""
    corrected: tuple[str, ...] = ()
    """Claims that it rests on as they are corrected."""
    experiments: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Experiments with their variables."""
    denied: tuple[Failing, ...] = ()
    """Where what the claim denies fails."""
    stands: tuple[Place, ...] = ()
    """What the claim denies and holds."""
    printed: tuple[Quote, ...] = ()
    encodes: str = ""
    """How the claim as a whole relates to the print."""

    @property
    def key(self) -> str:
        """What the letters stand for, where they are not spelled out."""
        return "; ".join(filter(None, (", ".join(f"{letter} is {meaning}" for letter, meaning in self.letters),
                                       self.legend)))

    @property
    def explained(self) -> str:
        """What speaks of the letters first, as the name of a part; "" where nothing does."""
        return next((part for part in LETTERED if any(map(self.speaks, self.texts(part)))), "")

    def rest(self, *parts: str) -> str:
        """What letters stand for in parts of the report where those of entropies are spelled out; "" for none."""
        texts = [*self.texts(*parts or LETTERED)]
        plain = [text for text in texts if not entropic(text)]
        left = [f"{letter} is {meaning}" for letter, meaning in self.letters
                if any(named((letter,), text) for text in plain)]
        return "; ".join(filter(None, (", ".join(left), self.legend if any(map(self.speaks, texts)) else "")))

    def speaks(self, text: str) -> bool:
        """Return whether one of the letters is in a text, or may be."""
        return entropic(text) or named([letter for letter, _ in self.letters], text)

    def texts(self, *parts: str) -> Iterator[str]:
        """Yield what is said in parts of the report, where letters may occur."""
        for each in (each for part in parts for each in getattr(self, part)):
            if isinstance(each, Failing):
                yield from (each.what, *(name for name, _ in (*each.point, *each.shows)))
            else:
                yield from (text for e in each.entries for text in (e.says, *e.given, *(s.line() for s in e.steps)))

    @property
    def stated(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What is printed, how it is read and how it is encoded: titles, each with lines."""
        return tuple(stated(self.statement, self.printed, self.encodes))

    @property
    def needs(self) -> str:
        return "; and ".join(condition.text for condition in self.conditions)

    @property
    def holds(self) -> str:
        """Under what the claim holds, and whether nothing weaker is enough."""
        weakest = all(condition.weakest for condition in self.conditions)
        return f"holds if {'and only if ' * weakest}{self.needs}" if self.conditions else ""

    @property
    def outcome(self) -> str:
        """The verdict in a sentence."""
        return f"{self.verdict.value}; it {self.holds}" if self.conditions else self.verdict.value

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """What carried the printed statements."""
        return tuple(dict.fromkeys(text for place in self.places for text in place.used))

    @property
    def inherited(self) -> tuple[Condition, ...]:
        """Conditions that a claim in use needs."""
        return tuple(condition for condition in self.conditions if condition.through)

    def first_failing(self) -> tuple[Failing, ...]:
        """One failure for each condition; without conditions, the first."""
        found: dict[str, Failing] = {}
        for failing in self.failing:
            found.setdefault(failing.violates, failing)
        return tuple(found.values())

    @property
    def facts(self) -> int:
        """How many steps the certificate has."""
        places = (*self.places, *self.beside, *self.corrects, *self.stands)
        entries = [e for place in places for e in place.entries]
        return sum(len(e.steps) + sum(len(stage.steps) for stage in e.stages) for e in entries)

    @staticmethod
    def entries_of(places: Iterable[Place]) -> list[Entry]:
        return [entry for place in places for entry in place.entries]

    def counts(self) -> tuple[int, int]:
        """How many statements were shown, and how many were looked at with those that fail."""
        shown = sum(len(place.entries) for place in (*self.places, *self.beside)) + len(self.denied)
        return shown, shown + len(self.failing) + sum(len(place.entries) for place in self.stands)


def view(result: Result) -> View:
    claim, goal = result.claim, result.goal or {}
    where, title, says = ("", str(goal.get("title", "")), "") if claim is None else (
        claim.where, claim.title, claim.says)
    seen: set[str] = set()      # facts, and how inductions begin: written out where they come first
    printed, anyway = ([one for one in result.of("proves") if one.supposes is under] for under in (True, False))
    parts = printed, [*anyway, *result.of("beside")], result.of("corrects"), result.of("stands")
    places, beside, corrects, stands = (tuple(_places(goal, part, seen)) for part in parts)
    return View(
        result.id, title, where, says, result.verdict, result.why, places, beside, result.conditions,
        tuple(failing(witness, _schemes(goal)) for witness in result.witnesses),
        claim.correction if claim is not None and result.corrected else "", corrects, result.derived,
        tuple(_exceptions(result)), () if claim is None else claim.letters, "" if claim is None else claim.legend,
        tuple(_argument(result)), result.rests_on,
        () if claim is None else tuple(f"OnOff.{name}" for name in claim.coq),
        result.also,
        result.corrections,
        tuple((name, tuple((word, words.variable(says)) for word, says in variables.items()))
              for name, variables in goal.get("experiments", {}).items()),
        tuple(failing(witness, _schemes(goal)) for witness in result.denied), stands,
        () if claim is None else quoted(claim), "" if claim is None else claim.encodes)


def quoted(claim: Claim) -> tuple[Quote, ...]:
    """Return the quotes of a claim."""
    return tuple(Quote(
        each.quote, quotes.plain(each.quote, each.macros, each.numbers), quotes.located(each.place, each.numbers),
        each.encodes, each.why, each.read_as) for each in claim.printed)


def stated(says: str, printed: Sequence[Quote], encodes: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield titles, each with lines: what is printed, how it is read, how it is encoded; or what is said alone."""
    if not printed:
        yield from [("Statement", (says,))] if says else []
        return
    lines: list[str] = []
    for each in printed:
        lines += [each.line, *([f"Read as: {each.read_as}"] if each.read_as else [])]
        lines += [f"Encoded: {each.encoded}"] if each.why and len(printed) > 1 else []
    yield "Printed", tuple(lines)
    yield from [("Read as", (says,))] if says else []
    yield "Encoded", (encodes if len(printed) > 1 else printed[0].encoded,)


def _argument(result: Result) -> Iterator[Block]:
    """The lines of the claims file; tables are those of the goal."""
    from . import argument     # costs time to import; schemes have none

    if result.claim is not None and result.goal is not None:
        yield from argument.blocks(result.id, result.claim.lines, result.goal["tables"])


def _schemes(goal: Mapping[str, Any]) -> tuple[str, ...]:
    """The schemes; a name that is none stands where there are processes alone, so that these are known as such."""
    return tuple(goal.get("schemes", ())) or ("",) * bool(goal.get("processes"))


# -- what was shown ----------------------------------------------------------------------------------------


def _places(goal: Mapping[str, Any], shown: Sequence[Shown], seen: set[str]) -> Iterator[Place]:
    """These statements, region by region in the order in which they come."""
    for name in dict.fromkeys(region_name(one.statement) for one in shown):
        members = [one for one in shown if region_name(one.statement) == name]
        yield Place(name, _relations(goal, members[0].statement), tuple(_entry(one, goal, seen) for one in members))


def _relations(goal: Mapping[str, Any], statement: Mapping[str, Any]) -> tuple[str, ...]:
    region = statement["region"]
    names = [region] if isinstance(region, str) else region
    found = [text for name in names for text in goal["regions"].get(name, ())]
    return tuple(words.formula(text, _schemes(goal)) for text in dict.fromkeys(found))


def _entry(shown: Shown, goal: Mapping[str, Any], seen: set[str]) -> Entry:
    """A fact is written out where it is used first."""
    said, schemes = shown.statement, _schemes(goal)
    fresh = [fact for fact in shown.facts if fact.name not in seen]
    again = tuple(fact.name for fact in shown.facts if fact.name in seen)
    seen.update(fact.name for fact in fresh)
    stages = tuple(_stages(shown, goal, fresh))
    staged = {step.name for stage in stages for step in stage.steps}
    given = tuple(words.formula(text, schemes) for text in said.get("given", ()))
    says = words.statement(said, schemes)
    if shown.kind in ("least", "most"):
        says += f", attained at {', '.join(f'{n} = {dict(shown.values).get(n, 0)}' for n in said['variables'])}"
    if shown.kind == "cover":
        says += words.unstated(said, goal)
    return Entry(
        shown.kind, says, given, said.get("claim", ""), tuple(grids(said, goal)),
        _induction(goal, said, seen) if stages else "", stages,
        tuple(_step(fact, schemes) for fact in fresh if fact.name not in staged), tuple(_laws(shown.laws)), again,
        shown.used)


def _laws(laws: Laws | None) -> Iterator[Grid]:
    if laws is not None:
        case = f" where {laws.case}" if laws.case else ""
        more = f", the first of {laws.cases} cases" if laws.cases > 1 else ""
        yield Grid(f"{laws.of}{case}{more}{', cut' if laws.cut else ''}", laws.columns, laws.rows)


def _step(fact: Fact, schemes: Sequence[str]) -> Step:
    return Step(fact.name, words.formula(fact.says, schemes), words.combination(fact.terms, fact.over))


def _induction(goal: Mapping[str, Any], said: Mapping[str, Any], seen: set[str]) -> str:
    """How an induction begins: in full where the first one stands."""
    if said["kind"] == "alike":
        text = OVER_SEEN
    else:
        text = (OVER_TIME if said["kind"] in ("cost", "optimal") else INDUCTION).format(start=_start(goal, said))
    known = text in seen
    seen.add(text)
    return "By the same induction:" if known else text


def _start(goal: Mapping[str, Any], said: Mapping[str, Any]) -> str:
    """The first query: the one that asks for every source."""
    scheme = goal["schemes"][said["scheme"]]
    return next((query for query, asked in scheme["queries"].items() if {*asked} == {*scheme["sources"]}), "everything")


def _stages(shown: Shown, goal: Mapping[str, Any], facts: Sequence[Fact]) -> Iterator[Stage]:
    if not shown.nodes:
        return
    followed = shown.statement.get("scheme", shown.statement.get("process"))
    rules = goal["schemes"].get(followed, {"rules": ()})["rules"]
    period = lcm(*((rule.get("time") or (1, 0))[0] for rule in rules))
    settled = max((max(rule.get("since", 1) - 1, rule.get("until") or 0) for rule in rules), default=0)
    for node in shown.nodes:
        place = f"{shown.name} {node.time} {node.query}".rstrip()
        own = tuple(_step(fact, ()) for fact in facts if fact.region in (place, f"{place} laws"))
        if node.query:
            when = _when(node.time, settled, period)
            yield Stage(f"after {node.query}{when and ', '}{when}", node.holds, own)
        else:
            holds = (*node.holds, *filter(None, [node.bound]))
            yield Stage(_when(node.time, settled, len(shown.nodes) - settled) or "at every t", holds, own)


def _when(phase: int, settled: int, period: int) -> str:
    """The times of a phase; nothing if these are all."""
    if phase < settled:
        return f"t = {phase}"
    late = f"t ≥ {settled}" if settled else ""
    return ", ".join(filter(None, (late, words.congruent(phase % period, period) if period > 1 else "")))


# -- what fails --------------------------------------------------------------------------------------------

_LABELS = {
    "time": "t", "state": "(X_0, X_t, Q_t)", "other": "beside", "request": "next request", "query": "next query",
}


NO_VALUE = "no value"
"""What the checker says of a side that has none."""


def failing(witness: Witness, schemes: Sequence[str] = ()) -> Failing:
    """A witness with labels that say what its parts are."""
    said, shows = witness.statement, dict(witness.shows)
    what = words.statement(said, schemes)
    if said["kind"] in ("hides", "tells"):
        values: tuple[str, ...] = ()
        if "view" in shows:
            given = f", {shows['knowing']}" if "knowing" in shows else ""
            sides = [f"Pr({shows['view']} | {shows[key]}{given})" for key in ("one", "other")]
            what, values = " = ".join(sides), _values([f"{side} is" for side in sides], witness)
        pairs = tuple((name, value) for name, value in witness.shows if name == "inputs" or said["kind"] == "tells")
        return Failing(witness.violates, witness.note, what, witness.point, pairs, witness.right, witness.left,
                       values=values)
    relation, values = "", ()
    if said["kind"] in ("holds", "always") and isinstance(said["text"], str):
        relation = words.formula(said["text"], schemes).partition(" for ")[0]
        values = _values(("the left side is", "the right side"), witness)
    if "one" in shows:
        first = "start" if said["kind"] == "alike" else "X_0 ="
        sides = [f"Pr(history | {first} {shows[key]})" for key in ("one", "other")]
        what, values = " = ".join(sides), _values([f"{side} is" for side in sides], witness)
    if said["kind"] in ("defined", "normalised") and "request" not in shows:
        what = f"the row of the chain after X_t = {shows['state'].split(',')[1]} is a probability distribution"
    pairs = tuple((_LABELS.get(name, name), _arrows(value) if name == "history" else value)
                  for name, value in witness.shows if not ("one" in shows and name in ("one", "other")))
    expected, found = witness.right if witness.relation == "=" else f"{witness.relation} {witness.right}", witness.left
    if witness.right == NO_VALUE:
        expected, found = "a value", NO_VALUE       # whatever the other side is
    return Failing(witness.violates, witness.note, what, witness.point, pairs, expected, found, relation, values)


def _values(sides: Sequence[str], witness: Witness) -> tuple[str, ...]:
    """What is found on both sides; if one has no value, that alone."""
    found = [*zip(sides, (witness.left, witness.right), strict=True)]
    nothing = tuple(f"{side.removesuffix(' is')} has no value" for side, value in found if value == NO_VALUE)
    return nothing or tuple(f"{side} {value}" for side, value in found)


def _arrows(history: str) -> str:
    return " → ".join(history.split(","))


# -- thin parts of the domain ------------------------------------------------------------------------------


def _exceptions(result: Result) -> Iterator[Thin]:
    """Regions with an equation that the domain does not have: what came of the printed statements there."""
    goal = result.goal or {}
    common = set(goal.get("regions", {}).get(goal.get("domain", ""), ()))
    found: dict[str, Thin] = {}
    holds = ((one.statement, "holds", "") for one in result.of("proves") if one.kind not in ("cover", "uses"))
    fails = ((witness.statement, "fails", witness.note) for witness in result.witnesses)
    for statement, outcome, note in (*fails, *holds):
        texts = [text for text in _relations(goal, statement) if text not in common]
        equations = [text for text in texts if _EQUATION.search(text)]
        if equations:
            found.setdefault(", ".join(equations), Thin(", ".join(equations), outcome, note))
    yield from found.values()


def encodings(results: Iterable[Result]) -> str:
    """Return how many quotes are encoded in which way, in a sentence; "" without quotes."""
    found = [(printed.encodes, result) for result in results if result.claim for printed in result.claim.printed]
    if not found:
        return ""
    counts = {word: sum(encodes == word for encodes, _ in found) for word in ("exact", "stronger", "weaker", "other")}
    plain = sum(encodes == "exact" and result.verdict is Verdict.PROVED and not result.corrections
                for encodes, result in found)
    said = (f"{len(found)} quote{'s' * (len(found) != 1)}: {counts['exact']} encoded exactly, "
            f"{counts['stronger']} stronger, {counts['weaker']} weaker, {counts['other']} otherwise")
    if plain:
        said += f"; {plain} of those encoded exactly are proved without a correction"
    return said


def summary(results: Iterable[Result]) -> dict[str, int]:
    """How many results came to each verdict."""
    verdicts = [result.verdict for result in results]
    return {verdict.value: verdicts.count(verdict) for verdict in Verdict}
