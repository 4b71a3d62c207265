"""A claims file: the statements of a paper, each stated once. It says nothing about how they come out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .displays import Line

Statement = Mapping[str, Any]
Goal = dict[str, Any]
PARTS = ("proves", "beside", "corrects", "denies", "stands")
"""The statements of a goal; those that are denied, and those that stand though they are, only where there are any."""
SHOWN = ("proves", "beside", "corrects")
"""The parts of a claim that may show what holds for more."""


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
    violates: str


@dataclass(frozen=True)
class Also:
    """What holds for more than a claim says, and what shows it: (claim, part, number in the file) of statements."""

    text: str
    by: tuple[tuple[str, str, int], ...]


ENCODES = ("other", "weaker", "stronger", "exact")
"""How an encoding may relate to the print: a claim shows the first of these that one of its quotes has."""
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
class Claim:
    id: str
    where: str
    labels: tuple[str, ...]
    title: str
    says: str
    names: tuple[str, ...]
    domain: str
    """The region where it is printed; "" where it has no parameters."""
    regions: Mapping[str, tuple[str, ...]]
    """Its own regions, and those of the paper."""
    proves: tuple[Statement, ...]
    denies: tuple[Statement, ...] = ()
    """What it says to fail."""
    experiments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Its own experiments, and those of the paper."""
    suppose: tuple[Supposed, ...] = ()
    tries: tuple[Try, ...] = ()
    beside: tuple[Statement, ...] = ()
    correction: str = ""
    corrects: tuple[Statement, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    legend: str = ""
    lines: tuple[Line, ...] = ()
    coq: tuple[str, ...] = ()
    also: tuple[Also, ...] = ()
    corrected: tuple[str, ...] = ()
    """Claims that it rests on as they are corrected."""
    printed: tuple[Printed, ...] = ()
    points: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Region → values of names at a point of it: where to look."""
    positions: Mapping[str, tuple[int, ...]] = field(default_factory=dict, compare=False)
    """Where in the file's lists `proves`, `beside` and `corrects` a statement stands: cases make several of one."""

    def stated(self, part: str, number: int) -> list[Goal]:
        """The statements that come of one in the file."""
        return [_plain(statement) for position, statement in zip(
            self.positions.get(part, ()), getattr(self, part), strict=True) if position == number]

    @property
    def encodes(self) -> str:
        """How its encoding relates to the print, as far as it is said; "" if it is not."""
        found = {printed.encodes for printed in self.printed}
        return next((word for word in ENCODES if word in found), "")

    def uses(self) -> tuple[str, ...]:
        """The claims that its statements rest on."""
        stated = (*self.proves, *self.beside, *self.corrects)
        return tuple(dict.fromkeys(s["claim"] for s in stated if s["kind"] == "uses"))


@dataclass(frozen=True)
class Cause:
    """What several errata come from; its witness names values of the first failure of the claim `of`."""

    id: str
    weight: str
    title: str
    """"" where `should` itself says where it belongs."""
    claims: tuple[str, ...]
    of: str = ""
    printed: tuple[tuple[str, int], ...] = ()
    """Quotes: a claim, and the number of the quote in its `printed`."""
    witness: str = ""
    should: str = ""


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
        """What was read, with the beginning of its hash."""
        return ", ".join(filter(None, (self.read, self.source and f"{self.source[:19]}…")))


@dataclass(frozen=True)
class Paper:
    title: str
    authors: tuple[str, ...]
    names: tuple[str, ...]
    model: tuple[str, ...]
    """Relations that no experiment may leave."""
    prior: str
    """The table that is the law of X_0; "" if there is none."""
    tables: Mapping[str, Mapping[str, Any]]
    schemes: Mapping[str, Mapping[str, Any]]
    claims: Mapping[str, Claim]
    """In paper order."""
    reasons: Mapping[str, str]
    """Labels that no claim judges, and why."""
    appendix: tuple[Mapping[str, Any], ...]
    """Sections of the document that the `lines` of the claims make: section, label, numbered and parts, which are
    paragraphs (say) or claims in their order there."""
    file: Path
    certificates: Path
    """Where the certificates of its claims are recorded: FILE.certificates, or a folder that it names."""
    regions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those that every claim may speak of."""
    causes: tuple[Cause, ...] = ()
    about: About = About()
    processes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    experiments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where the file is."""
        return self.file.parent

    def causes_of(self, claim: str) -> tuple[Cause, ...]:
        return tuple(cause for cause in self.causes if claim in cause.claims)

    def corrections(self, claim: str, above: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the claims on whose correction this one rests, by itself or through claims that it uses."""
        found = dict.fromkeys(self.claims[claim].corrected)
        for used in self.claims[claim].uses():
            if used in self.claims and used not in above:
                found.update(dict.fromkeys(self.corrections(used, (*above, claim))))
        return tuple(each for each in self.claims if each in found and each != claim)

    def goal(self, claim: Claim, parts: Mapping[str, Any]) -> Goal:
        """A goal about a claim, restated in full: with the tables, schemes, processes and regions that it speaks of, no
        others.

        `parts` are verdict, conditions, proves, beside, fails and corrects, perhaps denies and stands."""
        stated = [*(s for part in PARTS for s in parts.get(part, ())), *(each["statement"] for each in parts["fails"])]
        regions = {claim.domain, *(name for s in stated for name in _regions(s))}
        texts = [*_texts(stated), *(text for name, given in claim.regions.items() if name in regions for text in given)]
        schemes, processes = (_models(stated, texts, known) for known in (self.schemes, self.processes))
        experiments = _experiments(stated, texts, claim.experiments)
        tables = _tables(stated, texts, [*schemes.values(), *processes.values()], experiments.values(), self.tables)
        return {
            "claim": claim.id, "title": claim.title.replace("$", ""), "verdict": parts["verdict"],
            "names": list(claim.names),
            "tables": {name: {key: [*value] for key, value in table.items()} for name, table in tables.items()},
            "schemes": {name: _plain(scheme) for name, scheme in schemes.items()},
            **({"processes": {name: _plain(process) for name, process in processes.items()}} if processes else {}),
            **({"experiments": _plain(experiments)} if experiments else {}),
            "regions": {name: list(given) for name, given in claim.regions.items() if name in regions},
            "domain": claim.domain,
            **{part: [_plain(s) for s in parts[part]]
               for part in ("conditions", "proves", "beside", "fails", "corrects")},
            **{part: [_plain(s) for s in parts[part]] for part in ("denies", "stands") if parts.get(part)},
        }

    def accepts(self, goal: Goal) -> bool:
        """Whether a goal states the claim of its name as this file does. Nothing else is stated, and conditions are
        those that may be supposed. Each printed statement is shown (as it stands, or under the conditions), and each
        counterexample is seen to fail, or to be none; or the claim is refuted where all that may be supposed holds."""
        claim = self.claims.get(goal["claim"])
        return claim is not None and goal == self.goal(claim, goal) and _states(goal, claim)


def _states(goal: Goal, claim: Claim) -> bool:
    refuted = goal["verdict"] == "refuted"
    where = [text for c in goal["conditions"] for text in c["where"]]
    printed = [_plain(s) for s in claim.proves]
    under = [_plain(supposing(s, where)) for s in claim.proves]
    whole = [_plain(supposing(s, [text for c in claim.suppose for text in c.where])) for s in claim.proves]
    denied = [_plain(s) for s in claim.denies]
    tried = [(_plain(t.statement), t.violates) for t in claim.tries]
    aside = [*(printed if refuted else ()), *(_plain(s) for s in claim.beside), *(s for s, _ in tried)]
    fails = [(f["statement"], f["violates"]) for f in goal["fails"]]
    conditions = [{"text": c.text, "where": list(c.where)} for c in claim.suppose]
    return (
        all(c in conditions for c in goal["conditions"])
        and all(s in printed or s in under for s in goal["proves"])
        and all(s in aside for s in goal["beside"])
        and all(each in tried or any(_narrower(each[0], s) for s in (whole if refuted else printed)) for each in fails)
        and all(_plain(s) in goal["beside"] for s in claim.beside)
        and goal["corrects"] == ([_plain(s) for s in claim.corrects] if refuted else [])
        and goal.get("denies", []) == ([] if refuted else denied)
        and all(s in denied for s in goal.get("stands", []))
        and (refuted or all(s in goal["proves"] or t in goal["proves"] for s, t in zip(printed, under, strict=True)))
        and (refuted or all(each in fails or each[0] in goal["beside"] for each in tried)))


def _narrower(statement: Goal, printed: Goal) -> bool:
    """Whether it is the printed statement, at fewer points perhaps: where it fails, the printed one does."""
    given, said = statement.get("given", []), printed.get("given", [])
    return {**statement, "given": given} == {**printed, "given": [*said, *given[len(said):]]}


def supposing(statement: Statement, where: Sequence[str]) -> Goal:
    """The statement where these relations hold, too."""
    return {**statement, "given": [*statement.get("given", []), *where]} if where else dict(statement)


# -- what statements speak of --------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """As JSON has it: dicts and lists."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _regions(statement: Statement) -> Iterable[str]:
    region = statement["region"]
    yield from [region] if isinstance(region, str) else region
    yield from (part for part in statement.get("parts", ()) if part is not None)


def _texts(value: Any) -> Iterable[str]:
    """Every string in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def _models(stated: Iterable[Statement], texts: Iterable[str], known: Mapping[str, Any]) -> dict[str, Any]:
    """Schemes or processes: named by a statement, or the first argument of a function in a text."""
    found = {name for text in texts for name in re.findall(r"\((\w+),", text)}
    found |= {s[key] for s in stated for key in ("scheme", "process") if key in s}
    return {name: model for name, model in known.items() if name in found}


def _experiments(stated: Iterable[Statement], texts: Iterable[str], known: Mapping[str, Any]) -> dict[str, Any]:
    """Named by a statement, or in a text: `Pr(name, ...)`."""
    found = {name for text in texts for name in re.findall(r"Pr\s*\(\s*(\w+)", text)}
    found |= {s["in"] for s in stated if "in" in s}
    return {name: experiment for name, experiment in known.items() if name in found}


def _tables(stated: Iterable[Statement], texts: Iterable[str], models: Iterable[Mapping[str, Any]],
            experiments: Iterable[Mapping[str, Any]], known: Mapping[str, Any]) -> dict[str, Any]:
    """Named by a statement, a scheme, a process or an experiment, or indexed in a text."""
    found = {name for text in texts for name in re.findall(r"(\w+)\[", text)}
    found |= {s[key] for s in stated for key in ("prior", "law", "table", "matrix") if isinstance(s.get(key), str)}
    for model in models:
        found |= {model["chain"], *(rule["table"] for rule in model.get("rules", ()))}
        found |= {model.get("shows")} if isinstance(model.get("shows"), str) else set()
        found |= {*model.get("starts", {}).values()}
    for experiment in experiments:
        found |= {says["law"] for says in experiment.values() if isinstance(says.get("law"), str)}
    return {name: table for name, table in known.items() if name in found}
