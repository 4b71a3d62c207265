"""What the library answers: verdicts, witnesses and laws, with short reprs, and set as mathematics in notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from ..result import Result, Verdict
from ..result import Witness as Found
from ..scheme_result import EntropyResult, Property, SchemeResult


@dataclass(frozen=True)
class Witness:
    """Where something fails: exact values, what shows it there, and both sides."""

    point: Mapping[str, Any]
    """Parameter → sympy number."""
    shows: Mapping[str, str]
    """A history, a state, a time, the two values of X_0 that are told apart: what there is."""
    left: str
    relation: str
    right: str

    @property
    def history(self) -> tuple[str, ...]:
        """The queries that tell something; empty where the witness is no history."""
        return tuple(self.shows["history"].split(",")) if "history" in self.shows else ()

    def __repr__(self) -> str:
        told = [f"{name} = {value}" for name, value in (*self.point.items(), *self.shows.items())]
        return f"<Witness {', '.join(told)}: not {self.left} {self.relation} {self.right}>"


def witness(found: Found) -> Witness:
    from .values import rational

    return Witness({name: rational(value) for name, value in found.point}, dict(found.shows), found.left,
                   found.relation, found.right)


@dataclass(frozen=True)
class Answer:
    """The checker's answer to one question."""

    question: str
    verdict: str
    """proved, conditional, refuted or undecided."""
    witness: Witness | None = None
    why: str = ""
    """Why it is undecided."""

    def __repr__(self) -> str:
        return f"<{self.question}: {self.verdict}>"

    def __bool__(self) -> bool:
        raise TypeError("an answer is not yes or no: ask .verdict, which may be 'undecided'")


def answer(question: str, part: Property) -> Answer:
    return Answer(question, part.verdict.value, None if part.witness is None else witness(part.witness), part.why)


@dataclass(frozen=True)
class Judgement:
    """What the checker says of a scheme, property by property. `judgement["private"].verdict` is one of them."""

    verdict: str
    """Of normalised, decodable and private together."""
    properties: Mapping[str, Answer]
    certificate: str = field(repr=False)
    """A file for `onoff.check`; "" where nothing was decided."""
    result: SchemeResult = field(repr=False)
    """Everything, as the command line reports it."""

    def __getitem__(self, name: str) -> Answer:
        return self.properties[name]

    def __repr__(self) -> str:
        return f"<Judgement {', '.join(f'{a.question}: {a.verdict}' for a in self.properties.values())}>"

    def _repr_html_(self) -> str:
        rows = ((name, a.verdict, repr(a.witness)[1:-1] if a.witness else a.why) for name, a in self.properties.items())
        return table(("property", "verdict", "why"), rows)


def judgement(found: SchemeResult) -> Judgement:
    return Judgement(found.verdict.value, {name: answer(name, part) for name, part in found.properties().items()},
                     found.certificate, found)


@dataclass(frozen=True)
class Claimed:
    """What the checker says of a claim."""

    id: str
    verdict: str
    conditions: tuple[str, ...]
    """What is needed beyond what is printed."""
    witnesses: tuple[Witness, ...]
    correction: str
    """What should stand there, if that was proved; else ""."""
    rests_on: tuple[str, ...]
    why: str = field(repr=False)
    certificate: str = field(repr=False)
    result: Result = field(repr=False)

    def __repr__(self) -> str:
        holds = f", holds if {'; '.join(self.conditions)}" if self.conditions else ""
        return f"<{self.id}: {self.verdict}{holds}>"

    def _repr_html_(self) -> str:
        rows = [("verdict", self.verdict), *(("holds if", text) for text in self.conditions),
                *(("fails at", repr(each)[9:-1]) for each in self.witnesses)]
        if self.correction:
            rows.append(("should be", self.correction))
        return table((self.id, ""), rows)


def claimed(found: Result) -> Claimed:
    correction = found.claim.correction if found.claim is not None and found.corrected else ""
    return Claimed(found.id, found.verdict.value, tuple(c.text for c in found.conditions),
                   tuple(map(witness, found.witnesses)), correction, found.rests_on, found.why, found.certificate,
                   found)


@dataclass(frozen=True)
class Entropic:
    """What the checker says of a statement about entropies, and the proof or the counterexample in lines."""

    statement: str
    given: tuple[str, ...]
    verdict: str
    lines: tuple[str, ...] = field(repr=False)
    certificate: str = field(repr=False)

    def __repr__(self) -> str:
        return f"<{self.statement}{' given ' if self.given else ''}{', '.join(self.given)}: {self.verdict}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(chr(10).join(self.lines))}</pre><p>Verdict: {self.verdict}</p>"


def entropic(found: EntropyResult) -> Entropic:
    return Entropic(found.goal, found.given, found.verdict.value, found.lines, found.certificate)


@dataclass(frozen=True)
class Checked:
    """What the checker says of a file: valid, invalid or incomplete; and of a valid one, the verdict that it shows."""

    path: str
    word: str
    verdict: str
    """"" unless the file is valid."""
    why: str = ""

    @property
    def valid(self) -> bool:
        return self.word == "valid"

    def __repr__(self) -> str:
        return f"<{self.path}: {self.word}{f' ({self.verdict})' if self.verdict else ''}>"


class Law(Mapping[tuple[str, ...], Any]):
    """A joint law: value of each variable → probability, a sympy expression. Atoms that cannot occur are left out."""

    def __init__(self, variables: tuple[str, ...], mass: Mapping[tuple[str, ...], Any]) -> None:
        self.variables = variables
        self._mass = dict(mass)

    def __getitem__(self, atom: tuple[str, ...]) -> Any:
        return self._mass[atom]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self._mass)

    def __len__(self) -> int:
        return len(self._mass)

    def __repr__(self) -> str:
        return f"<Law of ({', '.join(self.variables)}), {len(self)} atoms>"

    def _repr_latex_(self) -> str:
        from sympy import latex

        rows = [" & ".join([*(rf"\mathrm{{{value}}}" for value in atom), latex(p)]) for atom, p in self.items()]
        head = " & ".join(_subscript(name) for name in self.variables)
        return (rf"$\begin{{array}}{{{'c' * len(self.variables)}|l}} {head} & \Pr \\ \hline "
                + r" \\ ".join(rows) + r" \end{array}$")


def _subscript(name: str) -> str:
    letter, _, index = name.partition("_")
    return f"{letter}_{{{index}}}" if index else letter


def table(heads: tuple[str, ...], rows: Any) -> str:
    """A plain HTML table, as notebooks show one."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = ("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


PROVED = Verdict.PROVED.value
