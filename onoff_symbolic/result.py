"""What came of a claim, a scheme, a bound or an entropy statement: data, read off a certificate that was checked.

A verdict is the checker's answer to a certificate. A `Result` is made from that answer alone; where the checker does
not accept, or nothing was found, the result is `undecided` and says why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from . import checker
from .checker.extensions.experiments import Hides
from .checker.polynomials import FLIP, ZERO, Quotient, constant, is_constant, plain, sum_quotients
from .checker.syntax import Index
from .claims.kinds import restated, worded
from .origins import cited, used
from .algebra.texts import quotient_text

if TYPE_CHECKING:
    from .claims.file import Claim, Supposed

Data = Mapping[str, Any]
PARTS = ("proves", "beside", "corrects", "stands")


ROWS, COLUMNS = 12, 4
"""Of the laws that were compared, so many values are shown."""
OUTCOMES = ("inputs", "knowing", "view", "one", "other")
"""What shows a failure and gives variables of an experiment their values."""


class Verdict(str, Enum):
    """What a certificate shows; it compares equal to its word."""

    PROVED = "proved"
    CONDITIONAL = "conditional"
    REFUTED = "refuted"
    UNDECIDED = "undecided"

    def __repr__(self) -> str:
        return repr(self.value)


class NoTruthValue:
    """A result, which is neither true nor false: undecided is a third value."""

    def __bool__(self) -> bool:
        raise TypeError(
            "a result is not yes or no: ask .proved, .refuted or .verdict, which may be 'undecided'"
        )

    @property
    def proved(self) -> bool:
        """Return whether the verdict is `proved`."""
        return _word(self) == "proved"

    @property
    def refuted(self) -> bool:
        """Return whether the verdict is `refuted`."""
        return _word(self) == "refuted"


def _word(found: Any) -> str:
    """Return the verdict of a result as a word."""
    return str(getattr(found.verdict, "value", found.verdict))


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a plain table, as notebooks show one."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


@dataclass(frozen=True)
class Condition:
    """A condition that is not part of the printed claim; `through` is the claim in use that needs it, if it is not
    this one."""

    text: str
    where: tuple[str, ...]
    through: str = ""
    weakest: bool = False
    """Whether it was shown that nothing weaker is enough."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, repr=False)
class Witness:
    """Where a statement fails: a point, what shows it there, and both sides."""

    statement: Data = field(hash=False)
    violates: str
    note: str
    point: tuple[tuple[str, str], ...]
    """The names that matter, with their values."""
    shows: tuple[tuple[str, str], ...]
    """A choice of bound names, a history, a state, a time."""
    left: str
    relation: str
    right: str

    @property
    def history(self) -> tuple[str, ...]:
        """Return the queries that reveal something; none where the witness is no history."""
        history = dict(self.shows).get("history", "")
        return tuple(history.split(",")) if history else ()

    def __str__(self) -> str:
        shown = ", ".join(f"{name} = {value}" for name, value in (*self.point, *self.shows))
        return f"{shown}: not {self.left} {self.relation} {self.right}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True)
class Fact:
    """A step: what it says, on which region, and the terms it is combined of: a multiplier, then what is cited, which
    is the text of a hypothesis, the name of a fact or a measure of information."""

    name: str
    region: str
    says: str
    terms: tuple[tuple[str, ...], ...]
    over: str = ""


@dataclass(frozen=True)
class Node:
    """What holds of Pr(history, X_t = x | X_0 = a) after every history that ends in `query` at t ≡ `time`; without a
    query, what holds of Pr(X_t = x, Q_t = q | X_0 = a) at these times."""

    time: int
    query: str
    holds: tuple[str, ...]
    bound: str = ""
    """What every law costs at least then, of which the scheme does not cost more; if the node says it."""


@dataclass(frozen=True)
class Derived:
    """Something that the search discovered by itself: a row of a query chain's matrix, the value of a program."""

    region: str
    name: str
    value: str


@dataclass(frozen=True)
class Standing:
    """How a result compares with the record: it `holds`, is an `erratum` that is known, or `fails`."""

    kind: str
    expected: str
    found: str


@dataclass(frozen=True)
class Weight:
    """What becomes of a claim without one hypothesis of a region; `through` is the claim in use that needs it."""

    region: str
    hypothesis: str
    needed: bool | None
    """None where nothing was decided without it."""
    through: str = ""
    witness: Witness | None = None


@dataclass(frozen=True)
class Laws:
    """Laws of a view (the rows) that were compared, one for each value of the secret (the columns); the first case of
    several: other inputs, and what is known besides. What is beyond a dozen values is cut."""

    of: str
    case: str
    cases: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    cut: bool


@dataclass(frozen=True)
class Shown:
    """A statement that the checker accepted, with what it was shown from."""

    name: str
    statement: Data
    region: tuple[str, ...]
    """The hypotheses of the region, with those that are given."""
    used: tuple[str, ...]
    """The hypotheses that carried it."""
    facts: tuple[Fact, ...]
    nodes: tuple[Node, ...]
    laws: Laws | None = None
    values: tuple[tuple[str, str], ...] = ()
    """The values that attain what is least or largest; what is left out is 0."""
    supposes: bool = True
    """Whether it is said under the conditions, not whether they hold or not."""

    @property
    def part(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def kind(self) -> str:
        return str(self.statement["kind"])


@dataclass(frozen=True, repr=False)
class Result(NoTruthValue):
    """The verdict on a goal, and what the certificate shows."""

    id: str
    verdict: Verdict
    why: str = ""
    """Why nothing was decided."""
    claim: Claim | None = field(default=None, hash=False)
    """The claim as the claims file states it; None for a scheme, a bound or an entropy statement."""
    goal: Data | None = field(default=None, hash=False)
    certificate: str = ""
    conditions: tuple[Condition, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    shown: tuple[Shown, ...] = field(default=(), hash=False)
    rests_on: tuple[str, ...] = ()
    derived: tuple[Derived, ...] = ()
    denied: tuple[Witness, ...] = ()
    """Where what the claim denies fails."""
    also: tuple[str, ...] = ()
    """What holds for more than the claim says, all that shows it being accepted."""
    corrections: tuple[str, ...] = ()
    """Claims on whose correction it rests, by itself or through others."""

    @property
    def as_printed(self) -> bool:
        """Return whether just what is printed is proved, without a condition and without a correction."""
        exact = self.claim is not None and self.claim.encodes == "exact"
        return exact and self.verdict is Verdict.PROVED and not self.corrections

    def of(self, *parts: str) -> tuple[Shown, ...]:
        """Return the statements of some parts of the goal."""
        return tuple(s for s in self.shown if s.part in parts)

    @property
    def corrected(self) -> bool:
        """Return whether a correction was stated and shown."""
        return bool(self.of("corrects"))

    @property
    def correction(self) -> str:
        """Return what should be written there, if that was proved; else ""."""
        return self.claim.correction if self.claim is not None and self.corrected else ""

    def __repr__(self) -> str:
        holds = f", holds if {'; '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"<{self.id}: {self.verdict.value}{holds}>"

    def _repr_html_(self) -> str:
        rows = [("verdict", self.verdict.value)]
        rows += [("holds if", str(condition)) for condition in self.conditions]
        rows += [("fails at", str(witness)) for witness in self.witnesses]
        rows += [("should be", self.correction)] if self.correction else []
        return html_table((self.id, ""), rows)


def undecided(id: str, why: str, claim: Claim | None = None) -> Result:
    return Result(id, Verdict.UNDECIDED, why, claim)


def region_name(statement: Data) -> str:
    region = statement["region"]
    return region if isinstance(region, str) else ", ".join(region)


def result(
    id: str,
    text: str,
    answer: checker.Answer,
    others: Mapping[str, checker.Answer],
    claim: Claim | None = None,
) -> Result:
    """Return the result of a certificate; `others` are the answers for the claims that it uses."""
    if answer.word != "valid" or answer.certificate is None:
        why = f": {answer.why}" if answer.why else ""
        return undecided(
            id, _unmet(answer, text, claim) or f"the checker says {answer.word}{why}", claim
        )
    found = answer.certificate
    goal = found.data["goal"]
    return Result(
        id,
        Verdict(goal["verdict"]),
        "",
        claim,
        goal,
        text,
        tuple(_conditions(goal, others, claim)),
        tuple(_witnesses(found, claim)),
        tuple(_shown(found)),
        tuple(dict.fromkeys(_uses(goal))),
        denied=tuple(_denied(found)),
    )


def _unmet(answer: checker.Answer, text: str, claim: Claim | None) -> str:
    """Return which condition of a claim in use is not known, as the claims file counts, and what to do; else ""."""
    if answer.kind != "use" or not answer.about or claim is None:
        return ""
    key, number = answer.at[0].split()
    name, stated = json.loads(text)["goal"][key][int(number)]["claim"], getattr(claim, key, ())
    position = next(
        (
            position
            for position, each in zip(claim.positions.get(key, range(len(stated))), stated)
            if each.get("claim") == name
        ),
        None,
    )
    if position is None:  # it is not the file that states this use
        return ""
    remedy = "list it in `suppose`" if key == "proves" else "use it on a region that says so"
    return f"{key} {position + 1}: {name} is proved under the condition {answer.about}: {remedy}"


def _uses(goal: Data) -> Iterable[str]:
    return (s["claim"] for part in PARTS for s in goal.get(part, ()) if s["kind"] == "uses")


def _conditions(
    goal: Data, others: Mapping[str, checker.Answer], claim: Claim | None
) -> Iterable[Condition]:
    own = {fail["violates"] for fail in goal["fails"]}
    supposed = () if claim is None else [c for c in claim.suppose if _is_weakest(c, claim, goal)]
    weakest = {c.text for c in supposed}
    for condition in goal["conditions"]:
        text, through = condition["text"], ""
        if text not in own:
            through = next(
                (claim for claim in _uses(goal) if text in _texts(others.get(claim))), ""
            )
        yield Condition(text, tuple(condition["where"]), through, text in weakest)


def _is_weakest(condition: Supposed, claim: Claim, goal: Data) -> bool:
    """Return whether all that is to prove that nothing weaker is enough was accepted, as it stands in the file."""
    shown = [each for part in ("proves", "beside") for each in goal[part]]
    wanted = [
        restated(each, goal["schemes"])
        for part, number in condition.weakest
        for each in claim.stated(part, number)
    ]
    return bool(wanted) and all(each in shown for each in wanted)


def _texts(answer: checker.Answer | None) -> set[str]:
    if answer is None or answer.certificate is None:
        return set()
    return {c["text"] for c in answer.certificate.data["goal"]["conditions"]}


def _witnesses(certificate: checker.Certificate, claim: Claim | None) -> Iterable[Witness]:
    goal = certificate.data["goal"]
    tries = () if claim is None else claim.tries
    notes = {str(restated(each.statement, goal["schemes"])): each.note for each in tries}
    for number, fail in enumerate(goal["fails"]):
        statement = fail["statement"]
        wheres = [
            w for c in goal["conditions"] if c["text"] == fail["violates"] for w in c["where"]
        ]
        yield _witness(
            certificate, number, statement, wheres, fail["violates"], notes.get(str(dict(statement)), "")
        )


def _denied(certificate: checker.Certificate) -> Iterable[Witness]:
    """Yield where what is denied fails; these failures come last."""
    goal = certificate.data["goal"]
    for number, statement in enumerate(goal.get("denies", ()), start=len(goal["fails"])):
        yield _witness(certificate, number, statement)


def _witness(
    certificate: checker.Certificate,
    number: int,
    statement: Data,
    wheres: Iterable[str] = (),
    violates: str = "",
    note: str = "",
) -> Witness:
    shows, goal = certificate.data["failures"][number], certificate.data["goal"]
    statement = worded(statement, goal["schemes"])
    names = relevant(goal, statement, wheres) - {*statement.get("variables", ())}
    if statement["kind"] == "always":  # sequences have values of their own at each t
        names -= {*statement.get("varying", ()), *statement["start"]}
    point = tuple((name, value) for name, value in shows["at"].items() if name in names)
    more = {k: v for k, v in shows.items() if k != "at"}
    sides = certificate.failures[number]
    if statement["kind"] == "most":
        sides = _negated_sides(*sides)
    return Witness(statement, violates, note, point, tuple(_flat(more)), *sides)


def _negated_sides(left: str, relation: str, right: str) -> tuple[str, str, str]:
    """Return the sides of a relation of `least` as `most` has them: the numbers negated, the relation turned."""
    return _negated(left), FLIP[relation], _negated(right)


def _negated(side: str) -> str:
    """Return a number negated; words as they are."""
    try:
        return str(-Fraction(side))
    except ValueError:
        return side


def _flat(shows: Data) -> Iterable[tuple[str, str]]:
    """Yield pairs of texts: a choice is its bound names, an outcome its variables; lists are joined."""
    for key, value in shows.items():
        if key == "variables":
            yield f"law of ({','.join(value)})", _law(shows["atoms"])
        elif key == "atoms":
            continue
        elif isinstance(value, dict) and key in OUTCOMES:
            yield from (
                [(key, ", ".join(f"{name} = {each}" for name, each in value.items()))]
                if value
                else ()
            )
        elif isinstance(value, dict):
            yield from ((str(k), str(v)) for k, v in value.items())
        elif key == "varying":
            times = f"t = 0..{len(value) - 1}" if len(value) > 1 else "t = 0"
            yield from (
                (f"{name} at {times}", ", ".join(each[name] for each in value)) for name in value[0]
            )
        elif isinstance(value, list):
            yield key, ",".join(str(x) for x in value)
        elif value is True:
            yield key, "yes"
        elif value is not None:
            yield key, str(value)


def _law(atoms: Sequence[Any]) -> str:
    """Return the values that random variables take together, and how likely each is."""
    chances = {chance for _, chance in atoms}
    values = [
        "".join(each) if all(len(v) == 1 for v in each) else f"({','.join(each)})"
        for each, _ in atoms
    ]
    if len(chances) == 1:
        return f"uniform on {', '.join(values)}" if len(atoms) > 1 else f"always {values[0]}"
    return ", ".join(
        f"{value} with {chance}" for value, (_, chance) in zip(values, atoms, strict=True)
    )


_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def relevant(goal: Data, statement: Data, wheres: Iterable[str]) -> set[str]:
    """Return the names in a statement, in the condition that it violates, or in an equation of its region; also those
    in tables, schemes, processes and experiments of which it speaks."""
    models = (
        goal["tables"],
        goal["schemes"],
        goal.get("processes", {}),
        goal.get("experiments", {}),
    )
    meaning = {word: str(model[word]) for model in models for word in model}
    waiting = [
        str({key: value for key, value in statement.items() if key not in ("region", "kind")}),
        *wheres,
    ]
    words = set[str]()
    while waiting:
        new = {*_WORD.findall(waiting.pop())} - words
        words |= new
        waiting += [meaning[word] for word in new if word in meaning]
    regions = [statement["region"]] if isinstance(statement["region"], str) else statement["region"]
    for text in (text for region in regions for text in goal["regions"][region]):
        if re.search(r"(?<![<>!])=", text):
            words |= {*_WORD.findall(text)}
    return words & {*goal["names"]}


def _shown(certificate: checker.Certificate) -> Iterable[Shown]:
    goal = certificate.data["goal"]
    supposed = {text for condition in goal["conditions"] for text in condition["where"]}
    for part in PARTS:
        for number, statement in enumerate(goal.get(part, ())):
            name = f"{part} {number}"
            made = certificate.goal.statements[name]
            given = [text for _, _, text in made.region.hypotheses]
            said = {text for region in made.base.around for text in region.given}
            carried = [text for _, text in used(certificate, name) if text in given]
            nodes = certificate.data["invariants"].get(name, [])
            yield Shown(
                name,
                worded(statement, goal["schemes"]),
                tuple(dict.fromkeys(given)),
                tuple(dict.fromkeys(carried)),
                tuple(_fact(certificate, i) for i in cited(certificate, name)),
                tuple(
                    Node(
                        node.get("time", time),
                        node.get("query", ""),
                        tuple(node["holds"]),
                        _bound(node.get("bound")),
                    )
                    for time, node in enumerate(nodes)
                ),
                _laws(made),
                tuple(certificate.data["values"].get(name, {}).items()),
                statement["kind"] == "uses" or supposed <= said,
            )


def _bound(bound: Data | None) -> str:
    if not bound:
        return ""
    terms = [
        (y, f"Pr(X_t in {{{', '.join(top)}}} | X_0 = {a})") for y, a, top in bound["terms"] if top
    ]
    return f"any law costs >= {bound['constant']}" + "".join(
        f" - {chance if y == '1' else f'{y}*{chance}'}" for y, chance in terms
    )


def _laws(statement: checker.Statement) -> Laws | None:
    """Return probabilities given the secret where its own is a number, else together with it."""
    if not isinstance(statement, Hides):
        return None
    cases = statement.laws(statement.model.at(_fixed(statement)), statement.region.vanishes)
    fixed, laws = max(
        cases.items(), key=lambda item: len(item[1])
    )  # the first of those with most secrets
    drawn = {s: sum_quotients(law.values()) for s, law in laws.items()}
    given = all(is_constant(mass.top) and not mass.bottom for mass in drawn.values())
    view = sorted(
        {v for law in laws.values() for v in law}, key=lambda v: [(type(x) is str, x) for x in v]
    )
    shown, seen, known = [*laws][:COLUMNS], ", ".join(statement.view), statement.knowing
    given_by = ", ".join((*statement.secret, *known))

    def cell(
        law: Mapping[tuple[Index, ...], Quotient], mass: Quotient, values: tuple[Index, ...]
    ) -> str:
        chance = law.get(values, ZERO)
        return quotient_text(chance / mass if given else chance)

    def equations(words: Iterable[str], values: Iterable[Index]) -> str:
        return ", ".join(f"{word} = {value}" for word, value in zip(words, values, strict=True))

    return Laws(
        f"Pr({seen} | {given_by})" if given else f"Pr({seen}, {given_by})",
        equations([*statement.inputs, *statement.knowing], fixed),
        len(cases),
        tuple(equations(statement.secret, s) for s in shown),
        tuple(
            (", ".join(map(str, v)), tuple(cell(laws[s], drawn[s], v) for s in shown))
            for v in view[:ROWS]
        ),
        len(view) > ROWS or len(laws) > COLUMNS,
    )


def _fixed(statement: checker.Statement) -> dict[str, Quotient]:
    """Return the names that have one value where the statement holds, each by an equation of its own."""
    values = {}
    for p, sign, _ in statement.region.hypotheses:
        monomials = [monomial for monomial in p if monomial]
        if sign == "=" and [*map(len, monomials)] == [1]:
            values[monomials[0][0]] = Quotient(
                constant(plain(Fraction(-p.get((), 0)) / p[monomials[0]]))
            )
    return values


def _fact(certificate: checker.Certificate, number: int) -> Fact:
    step = certificate.data["facts"][number]
    given = [text for _, _, text in certificate.goal.regions[step["on"]].hypotheses]

    def cited(ref: Any) -> str:
        return given[ref] if isinstance(ref, int) else str(ref)

    terms = tuple((str(term[0]), *map(cited, term[1:])) for term in step["terms"])
    return Fact(
        f"f{number}", step["on"], step["says"], terms, cited(step["over"]) if "over" in step else ""
    )
