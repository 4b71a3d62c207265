"""What came of a claim, as data for every kind of report: what was shown and how, what fails, what is needed.

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
from . import rows, words
from .document import Block
from .grids import Grid, grids

if TYPE_CHECKING:
    from ..claims.file import Claim

Data = Mapping[str, Any]

INDUCTION = (
    "By induction over histories. Write $path[a,x] = Pr(Q_0, …, Q_t, X_t = x | X_0 = a)$. At first $Q_0 = {start}$, "
    "$path[a,a] = 1$, and $path[a,x] = 0$ for $x ≠ a$. What holds after a query follows from what held before it:"
)

OVER_SEEN = (
    "By induction over what is seen. Write $path[a,x] = Pr(Y_0, …, Y_t, S_t = x | start a)$, $S_t$ being the state and "
    "$Y_t$ what is seen. What holds after something is seen follows from what held before:"
)

OVER_TIME = (
    "By induction on $t$. Write $state[a,x,q] = Pr(X_t = x, Q_t = q | X_0 = a)$. At first $X_0 = a$ and "
    "$Q_0 = {start}$. What holds at $t + 1$ follows from what holds at $t$:"
)

LONG = 100
"""What a step says is not written out in a line if it takes more signs than this."""
FAILS = {"<=": "more than", ">=": "less than", "<": "not less than", ">": "not more than"}
"""What a value is that does not stand in a relation to another."""
NO_VALUE = "no value"
"""What the checker says of a side that has none."""

_EQUATION = re.compile(r"(?<![<>!])=")


@dataclass(frozen=True)
class Step:
    """A fact: what it says, and what it is combined of ("" for an identity)."""

    name: str
    says: str
    by: str

    def line(self) -> str:
        """Return the step in one line; what it says is left out where it is long: its combination says it, too."""
        if not self.by:
            return f"{self.says}, an identity"
        return f"{self.says} by {self.by}" if len(self.says) <= LONG else f"the relation {self.by}"


@dataclass(frozen=True)
class Stage:
    """A part of an induction: where it is, what holds there, and the steps to the next stages and to the claim."""

    place: str
    holds: tuple[str, ...]
    facts: tuple[Step, ...]
    where: str = ""
    """Which request it is after such a history, if that is determined."""
    row: tuple[str, ...] = ()
    """The row of a query chain after such a history, column by column."""

    def line(self) -> str:
        """Return what holds at the stage; that the other requests have chance 0 is said in words."""
        others = [
            text for text in self.holds if not self.where or not rows.EMPTY_CELL.fullmatch(text.strip("$"))
        ]
        return f"{self.place}: {', '.join(filter(None, (self.where, *others))) or 'no invariant needed'}"


@dataclass(frozen=True)
class Entry:
    """A statement that was shown."""

    kind: str
    says: str
    given: tuple[str, ...]
    """What it supposes beyond its region."""
    used: tuple[str, ...]
    stages: tuple[Stage, ...]
    facts: tuple[Step, ...]
    also: tuple[str, ...]
    """Names of facts that it rests on too and that an earlier statement has."""
    laws: tuple[Grid, ...]
    """Laws that were compared."""
    claim: str
    """The claim that it uses, if it is a use."""
    grids: tuple[Grid, ...]
    """The matrix of a query chain; one for each t mod their number, if it changes with t."""
    induction: str
    """How an induction over histories begins."""

    @property
    def sentence(self) -> str:
        """The statement with what it supposes."""
        return f"{self.says}, given {', '.join(self.given)}" if self.given else self.says


@dataclass(frozen=True)
class RegionSection:
    """The statements on one region."""

    name: str
    where: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def title(self) -> str:
        return ", ".join(self.where) or "everywhere"

    @property
    def uses(self) -> tuple[str, ...]:
        """The claims in use."""
        return tuple(dict.fromkeys(entry.claim for entry in self.entries if entry.claim))

    @property
    def used(self) -> tuple[str, ...]:
        """The hypotheses that carried a statement."""
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
    values: str = ""
    """What is found, in words that can be redone by hand."""

    @property
    def title(self) -> str:
        if not self.violates:
            return "Fails"
        violates = words.condition(self.violates)
        return f"Fails without {violates}" if violates != self.violates else f"Can fail unless {violates}"

    def sentence(self, letters: Mapping[str, str] = MappingProxyType({})) -> str:
        """Return what to take and what is found then; letters of entropies are spelled out."""
        taken = [f"${name} = {value}$" for name, value in self.point]
        taken += [_choice(spell(name, letters), value) for name, value in self.shows]
        found = spell(self.values, letters) or f"expected {self.expected}, found {self.found}: {self.what}"
        said = _AGAINST.sub("", self.note) if self.values else self.note
        note = f" ({said})" if said else ""
        return (
            f"Take {', '.join(taken)}{note}: {found}." if taken else f"{found[:1].upper()}{found[1:]}{note}."
        )


def _choice(name: str, value: str) -> str:
    """Return a choice that shows a failure, in words."""
    if name in ("inputs", "one", "other"):
        return words.marked(value)
    if name == "history" or name.startswith("next"):
        return f"the {name} {words.marked(value)}"
    return f"the {name} {value}" if name.startswith("law of") else words.marked(f"{name} = {value}")


def spell(text: str, letters: Mapping[str, str]) -> str:
    """Return a text about entropies with what its letters stand for, all at once; other texts stay."""
    if not letters or not re.search(r"\b[HI]\([^()]*\)|^law of \(", text):
        return text
    return _whole(letters).sub(lambda found: letters[found.group()].replace("$", ""), text)


def _whole(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of names, each as a whole."""
    choices = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<![A-Za-z_])(?:{choices})(?![A-Za-z_])")


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


@dataclass(frozen=True)
class ExceptionalSet:
    """A thin part of the domain that was examined on its own."""

    where: str
    outcome: str
    note: str = ""


@dataclass(frozen=True)
class View:
    """All that a report shows of a claim."""

    id: str
    title: str
    where: str
    verdict: Verdict
    why: str
    domain: tuple[str, ...]
    """The relations of the region where the claim is printed."""
    conditions: tuple[Condition, ...]
    failing: tuple[Failing, ...]
    correction: str
    """The proved replacement of the printed statement, or ""."""
    printed: tuple[Quote, ...]
    statement: str
    encodes: str
    """How the claim as a whole relates to the print."""
    tie: str
    """How it is tied to the paper's source."""
    encoded: tuple[str, ...]
    """The printed statements as the goal states them."""
    letters: tuple[tuple[str, str], ...]
    """What single letters in entropies stand for, and the same in words."""
    legend: str
    rests_on: tuple[str, ...]
    corrected: tuple[str, ...]
    """Claims that it rests on as they are corrected."""
    also: tuple[str, ...]
    """What holds for more than the claim says."""
    regions: tuple[RegionSection, ...]
    beside: tuple[RegionSection, ...]
    corrects: tuple[RegionSection, ...]
    stands: tuple[RegionSection, ...]
    """What the claim denies and holds."""
    denied: tuple[Failing, ...]
    """Where what the claim denies fails."""
    derived: tuple[Derived, ...]
    exceptions: tuple[ExceptionalSet, ...]
    experiments: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Experiments with their variables."""
    argument: tuple[Block, ...]
    """The paper's own line of argument, for the reader."""
    coq: tuple[str, ...]
    """Coq theorems that say the same, each with how."""

    @property
    def needs(self) -> str:
        return "; and ".join(words.condition(condition.text) for condition in self.conditions)

    @property
    def holds(self) -> str:
        """Under what the claim holds, and whether nothing weaker is enough."""
        weakest = all(condition.weakest for condition in self.conditions)
        return f"holds if {'and only if ' * weakest}{self.needs}" if self.conditions else ""

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """What carried the printed statements."""
        return tuple(dict.fromkeys(text for region in self.regions for text in region.used))

    def first_failing(self) -> tuple[Failing, ...]:
        """Return one failure for each condition; without conditions, the first."""
        found: dict[str, Failing] = {}
        for failing in self.failing:
            found.setdefault(failing.violates, failing)
        return tuple(found.values())

    def sections(self) -> dict[str, tuple[RegionSection, ...]]:
        """Return all that was shown, by the part of the goal that states it."""
        return {
            "proves": self.regions,
            "beside": self.beside,
            "corrects": self.corrects,
            "stands": self.stands,
        }

    def entries(self, *parts: str) -> list[Entry]:
        """Return the statements of some parts; of all, if none is named."""
        sections = self.sections()
        return [entry for part in parts or sections for region in sections[part] for entry in region.entries]

    def explained(self) -> str:
        """Return what the letters stand for that statements and failures have."""
        texts = [text for entry in self.entries() for text in (entry.says, *entry.given)]
        texts += [failing.what for failing in (*self.failing, *self.denied)]
        return "; ".join([*self.meanings(texts), *filter(None, [self.legend])])

    def meanings(self, texts: Iterable[str]) -> list[str]:
        """Return what the letters stand for that these texts have."""
        words = {*re.findall(r"\w+", " ".join(texts))}
        return [f"${letter}$ is {meaning}" for letter, meaning in self.letters if letter in words]

    def counts(self) -> tuple[int, int]:
        """Return how many statements were shown, and how many were examined with those that fail."""
        shown = len(self.entries("proves", "beside")) + len(self.denied)
        return shown, shown + len(self.failing) + len(self.entries("stands"))


def view(result: Result) -> View:
    """Return what a report shows of a result."""
    claim, goal = result.claim, result.goal or {}
    seen: set[str] = set()  # facts, and how inductions begin: written out where they come first
    printed = [one for one in result.of("proves") if one.supposes]
    anyway = [one for one in result.of("proves") if not one.supposes]
    regions = tuple(_sections(goal, printed, seen))
    beside = tuple(_sections(goal, [*anyway, *result.of("beside")], seen))
    corrects = tuple(_sections(goal, result.of("corrects"), seen))
    stands = tuple(_sections(goal, result.of("stands"), seen))
    schemes = _schemes(goal)
    return View(
        id=result.id,
        title=claim.title if claim else str(goal.get("title", "")),
        where=claim.where if claim else "",
        verdict=result.verdict,
        why=result.why,
        domain=_relations(goal, goal.get("domain", "")),
        conditions=result.conditions,
        failing=tuple(failing(witness, schemes) for witness in result.witnesses),
        correction=claim.correction if claim and result.corrected else "",
        printed=quoted(claim) if claim else (),
        statement=claim.says if claim else "",
        encodes=claim.encodes if claim else "",
        tie=claim.tie if claim else "",
        encoded=tuple(encoded(claim.proves, schemes, claim.steps())) if claim else (),
        letters=claim.letters if claim else (),
        legend=claim.legend if claim else "",
        rests_on=result.rests_on,
        corrected=result.corrections,
        also=result.also,
        regions=regions,
        beside=beside,
        corrects=corrects,
        stands=stands,
        denied=tuple(failing(witness, schemes) for witness in result.denied),
        derived=result.derived,
        exceptions=tuple(_exceptions(result)),
        experiments=tuple(_experiments(goal)),
        argument=tuple(_argument(result)),
        coq=tuple(f"OnOff.{name}" for name in claim.coq) if claim else (),
    )


def quoted(claim: Claim) -> tuple[Quote, ...]:
    """Return the quotes of a claim."""
    found = []
    for each in claim.printed:
        place = located(each.place, each.numbers)
        found.append(Quote(each.quote, each.readable, place, each.encodes, each.why, each.read_as))
    return tuple(found)


def located(place: str, numbers: Mapping[str, str]) -> str:
    """Return a place as a reader of the printed paper finds it; the label second."""
    for label in sorted(numbers, key=len, reverse=True):
        place = re.sub(rf"(?<![\w:(]){re.escape(label)}(?![\w-])", f"{numbers[label]} ({label})", place)
    return place


def encoded(statements: Iterable[Data], schemes: Sequence[str] = (), steps: Sequence[Data] = ()) -> Iterator[str]:
    """Yield the statements of a claim in words, each once; book-keeping is left out, and steps are marked."""
    texts = []
    for statement in statements:
        if statement["kind"] in ("cover", "uses"):
            continue
        given = ", ".join(words.formula(text, schemes) for text in statement.get("given", ()))
        text = words.statement(statement)
        mark = " (a step)" if statement in steps else ""
        texts.append(f"{text}, given {given}{mark}" if given else text + mark)
    yield from dict.fromkeys(texts)


def _experiments(goal: Data) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield experiments with their variables, each with its law in words."""
    for name, variables in goal.get("experiments", {}).items():
        yield name, tuple((word, words.variable(law)) for word, law in variables.items())


def _argument(result: Result) -> Iterator[Block]:
    """Yield the lines of the claims file; tables are those of the goal."""
    from . import argument  # costs time to import; schemes have none

    if result.claim is not None and result.goal is not None:
        yield from argument.blocks(result.id, result.claim.lines, result.goal["tables"])


def _schemes(goal: Data) -> tuple[str, ...]:
    """Return the schemes; a name that is none where there are processes alone, so that these are known as such."""
    return tuple(goal.get("schemes", ())) or ("",) * bool(goal.get("processes"))


# -- what was shown ----------------------------------------------------------------------------------------


def _sections(goal: Data, shown: Sequence[Shown], seen: set[str]) -> Iterator[RegionSection]:
    """Yield these statements, region by region in the order in which they come."""
    for name in dict.fromkeys(region_name(one.statement) for one in shown):
        members = [one for one in shown if region_name(one.statement) == name]
        entries = tuple(_entry(one, goal, seen) for one in members)
        yield RegionSection(name, _relations(goal, members[0].statement["region"]), entries)


def _relations(goal: Data, region: str | Sequence[str]) -> tuple[str, ...]:
    """Return the relations of one or several regions, each once."""
    names = [region] if isinstance(region, str) else region
    found = [text for name in names for text in goal.get("regions", {}).get(name, ())]
    return tuple(words.formula(text, _schemes(goal)) for text in dict.fromkeys(found))


def _entry(shown: Shown, goal: Data, seen: set[str]) -> Entry:
    """Return a statement with its facts; a fact is written out where it is used first."""
    said, schemes = shown.statement, _schemes(goal)
    fresh = [fact for fact in shown.facts if fact.name not in seen]
    again = tuple(fact.name for fact in shown.facts if fact.name in seen)
    seen.update(fact.name for fact in fresh)
    stages = tuple(_stages(shown, goal, fresh))
    staged = {step.name for stage in stages for step in stage.facts}
    says = words.statement(said, schemes)
    if shown.kind in ("least", "most"):
        values = dict(shown.values)
        says += (
            f", attained at {', '.join(f'${name} = {values.get(name, 0)}$' for name in said['variables'])}"
        )
    if shown.kind == "cover":
        says += words.unstated(said, goal)
    return Entry(
        kind=shown.kind,
        says=says,
        given=tuple(words.formula(text, schemes) for text in said.get("given", ())),
        used=tuple(words.formula(text) for text in shown.used),
        stages=stages,
        facts=tuple(_step(fact, schemes) for fact in fresh if fact.name not in staged),
        also=again,
        laws=tuple(_laws(shown.laws)),
        claim=said.get("claim", ""),
        grids=tuple(grids(said, goal)),
        induction=_induction(goal, said, seen) if stages else "",
    )


def _laws(laws: Laws | None) -> Iterator[Grid]:
    if laws is not None:
        case = f" where ${laws.case}$" if laws.case else ""
        more = f", the first of {laws.cases} cases" if laws.cases > 1 else ""
        cut = ", cut" if laws.cut else ""
        yield Grid(f"${laws.of}${case}{more}{cut}", laws.columns, laws.rows)


def _step(fact: Fact, schemes: Sequence[str]) -> Step:
    return Step(fact.name, words.formula(fact.says, schemes), words.combination(fact.terms, fact.over))


def _induction(goal: Data, said: Data, seen: set[str]) -> str:
    """Return how an induction begins: in full where it is the first one."""
    if said["kind"] == "alike":
        text = OVER_SEEN
    elif said["kind"] in ("cost", "optimal"):
        text = OVER_TIME.format(start=_start(goal, said))
    else:
        text = INDUCTION.format(start=_start(goal, said))
    known = text in seen
    seen.add(text)
    return "By the same induction:" if known else text


def _start(goal: Data, said: Data) -> str:
    """Return the first query: the one that asks for every source."""
    scheme = goal["schemes"][said["scheme"]]
    return next(
        (query for query, asked in scheme["queries"].items() if {*asked} == {*scheme["sources"]}),
        "everything",
    )


def _stages(shown: Shown, goal: Data, facts: Sequence[Fact]) -> Iterator[Stage]:
    """Yield the nodes of an induction with their steps."""
    if not shown.nodes:
        return
    followed = shown.statement.get("scheme", shown.statement.get("process"))
    scheme = goal["schemes"].get(followed, {"rules": (), "sources": ()})
    rules, sources = scheme["rules"], scheme["sources"]
    period = lcm(*((rule.get("time") or (1, 0))[0] for rule in rules))
    settled = max((max(rule.get("since", 1) - 1, rule.get("until") or 0) for rule in rules), default=0)
    for node in shown.nodes:
        region = f"{shown.name} {node.time} {node.query}".rstrip()
        own = tuple(_step(fact, ()) for fact in facts if fact.region in (region, f"{region} laws"))
        if node.query:
            when = _when(node.time, settled, period)
            place = ", ".join(filter(None, (f"after ${node.query}$", when)))
        else:
            place = _when(node.time, settled, len(shown.nodes) - settled) or "at every $t$"
        holds = tuple(words.formula(text) for text in (*node.holds, node.bound) if text)
        requests = rows.requests_after(node, sources)
        row = rows.identities(goal, shown.statement, node) if shown.kind == "markov" else ()
        yield Stage(place, holds, own, words.mapped(requests) if requests else "", row)


def _when(phase: int, settled: int, period: int) -> str:
    """Return the times of a phase; nothing if these are all."""
    if phase < settled:
        return f"$t = {phase}$"
    late = f"$t ≥ {settled}$" if settled else ""
    return ", ".join(filter(None, (late, words.congruent(phase % period, period) if period > 1 else "")))


# -- what fails --------------------------------------------------------------------------------------------

_LABELS = {
    "time": "t",
    "state": "(X_0, X_t, Q_t)",
    "other": "beside",
    "request": "next request",
    "query": "next query",
}


_AGAINST = re.compile(r"[;,]?\s*\bagainst\s+\$(?P<relation>[^$]*)\$(?P<when>(?: at .*)?)$", re.DOTALL)
"""The end of a note: "against $ℓ_t/L ≥ 2$ at $t = 0$", what both sides of the statement are."""


def failing(witness: Witness, schemes: Sequence[str] = ()) -> Failing:
    """Return a witness with labels that say what its parts are."""
    said, shows = witness.statement, dict(witness.shows)
    what = words.statement(said, schemes)
    if said["kind"] in ("hides", "tells"):
        pairs = tuple(pair for pair in witness.shows if pair[0] == "inputs" or said["kind"] == "tells")
        values = ""
        if "view" in shows:
            given = f", {shows['knowing']}" if "knowing" in shows else ""
            one, other = (f"Pr({shows['view']} | {shows[key]}{given})" for key in ("one", "other"))
            what, values = (
                f"${one} = {other}$",
                f"${one}$ is ${witness.left}$, and ${other}$ is ${witness.right}$",
            )
        return Failing(
            witness.violates, witness.note, what, witness.point, pairs, witness.right, witness.left, values
        )
    values = ""
    if said["kind"] in ("holds", "always") and isinstance(said["text"], str):
        relation = words.formula(said["text"], schemes).partition("$ for ")[0].strip("$")
        values = _sides(relation, witness, _AGAINST.search(witness.note))
    if "one" in shows:
        start = "start" if said["kind"] == "alike" else "X_0 ="
        one, other = (f"{start} {shows[key]}" for key in ("one", "other"))
        what = f"$Pr(history | {one}) = Pr(history | {other})$"
        values = f"its probability is ${witness.left}$ given ${one}$ and ${witness.right}$ given ${other}$"
    if said["kind"] in ("defined", "normalised") and "request" not in shows:
        what = (
            f"the row of the chain after $X_t = {shows['state'].split(',')[1]}$ is a probability distribution"
        )
    elif said["kind"] in ("defined", "normalised") and witness.right == NO_VALUE:
        values = f"the law of the next query has no value there, against: {what}"
    elif "state" in shows and "other" not in shows and (witness.relation, witness.right) == ("=", "0"):
        values = f"given $X_0$ its probability is ${witness.left}$, not $0$, against: {what}"
    pairs = tuple(
        (_LABELS.get(name, name), value.replace(",", " → ") if name == "history" else value)
        for name, value in witness.shows
        if not ("one" in shows and name in ("one", "other"))
    )
    expected, found = (
        witness.right if witness.relation == "=" else f"{witness.relation} {witness.right}"
    ), witness.left
    if witness.right == NO_VALUE:
        expected, found = "a value", NO_VALUE  # whatever the other side is
    return Failing(witness.violates, witness.note, what, witness.point, pairs, expected, found, values)


def _sides(relation: str, witness: Witness, against: re.Match[str] | None) -> str:
    """Return both sides of a relation with their values, as what the note says that they are; "" if it has several
    relations."""
    sides = _apart(relation)
    if sides is None:
        return ""
    left, right = sides
    means = _apart(against["relation"]) if against else None
    if means:
        left, right = f"{means[0]} = {left}", f"{means[1]} = {right}"
    when = against["when"] if against else ""
    if NO_VALUE in (witness.left, witness.right):
        return f"${left if witness.left == NO_VALUE else right}$ has no value"
    if witness.relation in FAILS:
        bound = f"{means[1]} = {witness.right}" if means and means[1] != witness.right else witness.right
        return f"${left}$ is ${witness.left}${when}, {FAILS[witness.relation]} ${bound}$"
    if right == witness.right:
        return f"${left}$ is ${witness.left}$, not ${right}$"
    return f"${left}$ is ${witness.left}$, and ${right}$ is ${witness.right}${when}"


def _apart(relation: str) -> tuple[str, str] | None:
    """Return both sides of a relation; None if it has several."""
    places, depth = [], 0
    for match in re.finditer(r"[(\[{]|[)\]}]|[<>!]?=|[<>≤≥≠]", relation):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if not depth and match[0] not in ")]}":
            places.append(match)
    if len(places) != 1:
        return None
    return relation[: places[0].start()].strip(), relation[places[0].end():].strip()


# -- thin parts of the domain ------------------------------------------------------------------------------


def _exceptions(result: Result) -> Iterator[ExceptionalSet]:
    """Yield regions with an equation that the domain does not have: what came of the printed statements there."""
    goal = result.goal or {}
    common = {*_relations(goal, goal.get("domain", ""))}
    found: dict[str, ExceptionalSet] = {}
    whole = [one for one in result.of("proves") if one.supposes or not result.conditions]
    holds = ((one.statement, "holds", "") for one in whole if one.kind not in ("cover", "uses"))
    fails = ((witness.statement, "fails", witness.note) for witness in result.witnesses)
    for statement, outcome, note in (*fails, *holds):
        texts = [text for text in _relations(goal, statement["region"]) if text not in common]
        if equations := ", ".join(text for text in texts if _EQUATION.search(text)):
            found.setdefault(equations, ExceptionalSet(equations, outcome, note))
    yield from found.values()


# -- counts ------------------------------------------------------------------------------------------------


def encodings(results: Iterable[Result]) -> str:
    """Return how many quotes are encoded in which way, in a sentence; "" without quotes."""
    found = [
        (printed.encodes, result) for result in results if result.claim for printed in result.claim.printed
    ]
    if not found:
        return ""
    counts = {
        word: sum(encodes == word for encodes, _ in found)
        for word in ("exact", "stronger", "weaker", "other")
    }
    plain = sum(
        encodes == "exact" and result.verdict is Verdict.PROVED and not result.corrections
        for encodes, result in found
    )
    said = (
        f"{len(found)} quote{'s' * (len(found) != 1)}: {counts['exact']} encoded exactly, "
        f"{counts['stronger']} stronger, {counts['weaker']} weaker, {counts['other']} otherwise"
    )
    if plain:
        said += f"; {plain} of those encoded exactly are proved without a correction"
    return said


def summary(results: Iterable[Result]) -> dict[str, int]:
    """Return how many results came to each verdict."""
    verdicts = [result.verdict for result in results]
    return {verdict.value: verdicts.count(verdict) for verdict in Verdict}
