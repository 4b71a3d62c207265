"""A claims file as dataclasses: a `Paper` and its `Claim`s. It says nothing about how they come out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import goals
from .displays import Line
from .goals import Goal, supposing
from .statements import Statement, as_json

__all__ = ["Also", "Cause", "Claim", "Goal", "Paper", "Printed", "Statement", "Supposed", "Try", "supposing"]
SHOWN = ("proves", "beside", "corrects")
"""The parts of a claim whose statements `also` may refer to."""


@dataclass(frozen=True)
class Supposed:
    """A condition that the paper does not print, but that may be supposed."""

    text: str
    where: tuple[str, ...]
    weakest: tuple[tuple[str, int], ...] = ()
    """(part, number in the file) of the statements that prove that nothing weaker is enough."""


@dataclass(frozen=True)
class Try:
    """A counterexample to try: a statement that would have to hold, what the example is, and the condition that it
    violates ("" for none)."""

    statement: Statement
    note: str
    violates: str = ""


@dataclass(frozen=True)
class Also:
    """Something more general than the claim, and the statements that show it: (claim, part, number in the file)."""

    text: str
    by: tuple[tuple[str, str, int], ...]


ENCODES = ("other", "weaker", "stronger", "exact")
"""How an encoding may relate to the print, the worst first: a claim has the worst that one of its quotes has."""
_LABEL = re.compile(r"[A-Za-z]+:[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Printed:
    """A quote of the paper's source, and how statements of the claim relate to it."""

    quote: str
    """Verbatim, but for white space."""
    place: str
    """A label of the paper, or the sentence or display of a section."""
    encodes: str
    why: str = ""
    read_as: str = ""
    """What is encoded, in our words, where the words of the claim are about more than this quote."""
    by: tuple[tuple[str, int], ...] = ()
    """(part, number in the file) of the statements that encode it; none: all of the claim."""
    numbers: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Labels as the printed paper counts them."""
    text: str = ""
    """The quote as a reader of the printed paper sees it; "" if it is that."""

    @property
    def readable(self) -> str:
        """Return the quote in the notation of our texts."""
        return self.text or f"“{self.quote}”"


def labels_of(printed: Iterable[Printed]) -> tuple[str, ...]:
    """Return the labels of the paper at the places of quotes."""
    found = (_LABEL.match(each.place) for each in printed)
    return tuple(dict.fromkeys(match[0] for match in found if match))


@dataclass(frozen=True)
class Source:
    """What the comparison with the paper's LaTeX (`source/`) needs to know: which printed notation means what here."""

    functions: tuple[str, ...] = ("Pr", "H", "I")
    """Letters that are applied to what is in brackets after them; others multiply it."""
    words: tuple[str, ...] = ()
    """Letters that are one name, not a product."""
    free: tuple[str, ...] = ()
    """Letters of `notation` that stand for any label or bound name."""
    ranges: Mapping[str, str] = field(default_factory=dict)
    """The labels that a bound name stands for, by its first letter; `other` for the rest."""
    notation: Mapping[str, str] = field(default_factory=dict)
    """Printed formula → text, or letters of random variables; {cost} is the value of the claim's statement `cost`."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Printed relation → the kind of statement that defines it, perhaps with its map, or how such a text ends."""
    matrices: Mapping[str, str] = field(default_factory=dict)
    """Label of a display → the table that it prints."""
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Label of a table → the tables whose entries are printed there, from left to right."""
    curves: Mapping[str, str] = field(default_factory=dict)
    """Label of a figure → the table whose rows are its curves."""
    legends: Mapping[str, str] = field(default_factory=dict)
    """Label of a figure → what the legend of a curve is, {} being its row."""
    conditions: Mapping[str, str] = field(default_factory=dict)
    """Region → the condition that is printed for it; "" if it is all that there is."""
    probabilities: tuple[str, ...] = ()
    """Tables whose entries are probabilities, wherever the paper speaks of them."""
    assumed: tuple[str, ...] = ()
    """Relations that hold throughout the paper; a region may leave them out."""


@dataclass(frozen=True)
class Claim:
    """A claim of the paper: what it says in words, and the statements that encode it."""

    id: str
    title: str
    where: str = ""
    """Its place in the paper, in words."""
    says: str = ""
    """What it says, in our words."""
    labels: tuple[str, ...] = ()
    """The labels of the paper that it judges."""
    names: tuple[str, ...] = ()
    """Its parameters."""
    domain: str = ""
    """The region for which it is printed; "" where it has no parameters."""
    regions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Its own regions, and those of the paper."""
    proves: tuple[Statement, ...] = ()
    """What it says to hold: the printed statements."""
    denies: tuple[Statement, ...] = ()
    """What it says to fail."""
    experiments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Its own experiments, and those of the paper."""
    suppose: tuple[Supposed, ...] = ()
    """Conditions under which it may turn out to hold."""
    tries: tuple[Try, ...] = ()
    beside: tuple[Statement, ...] = ()
    """Remarks, and premises of counterexamples: they hold whatever the conditions."""
    correction: str = ""
    """What to write instead if it is refuted; `corrects` are the statements of this."""
    corrects: tuple[Statement, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    """Letters in entropies, each with its meaning."""
    legend: str = ""
    """A sentence about the letters."""
    lines: tuple[Line, ...] = ()
    """The displayed argument, for documents (displays.py)."""
    coq: tuple[str, ...] = ()
    """Theorems in Coq that say it."""
    also: tuple[Also, ...] = ()
    corrected: tuple[str, ...] = ()
    """Claims that it rests on as they are corrected."""
    printed: tuple[Printed, ...] = ()
    notation: Mapping[str, str] = field(default_factory=dict)
    """What its printed formulas mean, before that of the paper."""
    power: str = ""
    """The name that stands for a printed power with the exponent `clock`."""
    clock: str = ""
    """The printed exponent of `power`, if it is not t."""
    like: str = ""
    """The claim whose names its printed formulas have."""
    tie: str = field(default="", compare=False)
    """How it is tied to the paper's source, as recorded; "" if it is not."""
    points: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Region → values of names at a point of it: where to look."""
    positions: Mapping[str, tuple[int, ...]] = field(default_factory=dict, compare=False)
    """Part → for each of its statements, the number in the file that it comes from: cases make several of one."""

    def numbered(self, part: str) -> list[tuple[int, Statement]]:
        """Return the statements of a part, each with its number in the file."""
        statements = getattr(self, part)
        return [*zip(self.positions.get(part, range(len(statements))), statements, strict=True)]

    def stated(self, part: str, number: int) -> list[Goal]:
        """Return the statements that come from one in the file: several, if it has cases."""
        return [as_json(statement) for position, statement in self.numbered(part) if position == number]

    def steps(self) -> list[Statement]:
        """Return the statements of `proves` that no quote is encoded by: steps of the argument."""
        if not self.printed or any(not printed.by for printed in self.printed):
            return []
        quoted = {reference for printed in self.printed for reference in printed.by}
        return [statement for position, statement in self.numbered("proves") if ("proves", position) not in quoted]

    @property
    def encodes(self) -> str:
        """Return how its encoding relates to the print; "" if it has no quotes."""
        found = {printed.encodes for printed in self.printed}
        return next((word for word in ENCODES if word in found), "")

    def uses(self) -> tuple[str, ...]:
        """Return the claims that its statements rest on."""
        statements = (*self.proves, *self.beside, *self.corrects)
        return tuple(dict.fromkeys(each["claim"] for each in statements if each["kind"] == "uses"))


@dataclass(frozen=True)
class Cause:
    """What several errata come from. In `witness`, {left} is a value of the first failure of the claim `of`."""

    id: str
    weight: str
    claims: tuple[str, ...]
    should: str
    title: str = ""
    """"" where `should` itself says where it belongs."""
    of: str = ""
    printed: tuple[tuple[str, int], ...] = ()
    """Quotes: a claim, and the number of the quote in its `printed`."""
    witness: str = ""


WEIGHTS = {
    "statement": "The statement changes", "meaning": "The text should say what it means", "slip": "Slips",
    "remark": "Remarks",
}
"""Classes of errata, the heaviest first."""


VALUE = re.compile(r"(?<![_^])\{([a-z]\w*)\}")
"""A value of the failure in a witness; X_{t} is an index."""


@dataclass(frozen=True)
class Opening:
    """A sentence with which a letter begins, and the claims that have to be proved for it."""

    says: str
    by: tuple[str, ...]


@dataclass(frozen=True)
class About:
    """What a letter to the authors says of the paper."""

    year: str = ""
    arxiv: str = ""
    read: str = ""
    """The version that was read."""
    source: str = ""
    """The hash of its source, as "sha256 b5ff…"."""
    main: str = ""
    """The claim of which the headline speaks."""
    noticed: tuple[str, ...] = ()
    """What was read, not judged."""
    numbers: Mapping[str, str] = field(default_factory=dict)
    """Labels as the printed paper counts them."""
    opening: tuple[Opening, ...] = ()
    readings: tuple[str, ...] = ()
    """Claims that no sentence of the paper makes."""

    @property
    def version(self) -> str:
        """Return what was read, with the beginning of its hash."""
        return ", ".join(filter(None, (self.read, self.source and f"{self.source[:19]}…")))


@dataclass(frozen=True)
class Paper:
    """A claims file that was read: the claims, and the tables, schemes and regions that they speak of."""

    title: str
    claims: Mapping[str, Claim]
    """In paper order."""
    file: Path
    certificates: Path
    """Where the certificates of its claims are recorded: FILE.certificates, or a folder that it names."""
    tables: Mapping[str, Mapping[str, Any]]
    schemes: Mapping[str, Mapping[str, Any]]
    processes: Mapping[str, Mapping[str, Any]]
    experiments: Mapping[str, Mapping[str, Any]]
    regions: Mapping[str, tuple[str, ...]]
    """Those that every claim may speak of."""
    causes: tuple[Cause, ...]
    about: About
    reasons: Mapping[str, str]
    """Labels that no claim judges, and why."""
    appendix: tuple[Mapping[str, Any], ...]
    """Sections of the document that the `lines` of the claims make: section, label, numbered and parts, which are
    paragraphs (say) or claims in their order there."""
    authors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    model: tuple[str, ...] = ()
    """Relations that no experiment may leave."""
    prior: str = ""
    """The table that is the law of X_0; "" if there is none."""
    source: Source = Source()

    @property
    def folder(self) -> Path:
        """Return the folder of the file."""
        return self.file.parent

    def causes_of(self, claim: str) -> tuple[Cause, ...]:
        """Return the causes of errata of a claim."""
        return tuple(cause for cause in self.causes if claim in cause.claims)

    def corrections(self, claim: str, above: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the claims on whose correction this one rests, by itself or through claims that it uses."""
        found = dict.fromkeys(self.claims[claim].corrected)
        for used in self.claims[claim].uses():
            if used in self.claims and used not in above:
                found.update(dict.fromkeys(self.corrections(used, (*above, claim))))
        return tuple(each for each in self.claims if each in found and each != claim and self.claims[each].correction)

    def goal(self, claim: Claim, parts: Mapping[str, Any]) -> Goal:
        """Return a goal about a claim, with all that it speaks of; `parts` are its statements (goals.goal)."""
        return goals.goal(self, claim, parts)

    def accepts(self, goal: Goal) -> bool:
        """Return whether a goal states the claim of its name as this file does, and nothing else."""
        claim = self.claims.get(goal["claim"])
        return claim is not None and goal == self.goal(claim, goal) and goals.states(goal, claim, self)
