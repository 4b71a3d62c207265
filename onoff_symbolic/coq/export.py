"""A certificate as a file of Coq: definitions, the goal, what shows it, and the theorem that it is so."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ..checker import Facts, Goal
from ..checker.polynomials import Invalid, Undefined, Work
from ..errors import Undecidable
from .statements import Part, Statements
from .texts import Untranslatable, Writer, labels_of, list_of, spell, spell_label

MOST_LABELS = 2_000       # Coq has different names for masses of as many

HEAD = """\
From Coq Require Import ZArith NArith List Bool Reals.
From OnOffChecker Require Import Certificates.
Import ListNotations.
Open Scope Z_scope.
Open Scope text_scope.
"""
CLAIM = """\
Theorem claim : stated real goal.
Proof. apply (check_sound real real_ok goal certificate). vm_cast_no_check (@eq_refl bool true). Qed.
"""


class Exported(NamedTuple):
    """What Coq is to read: definitions, goal, evidence and theorem; how many parts the goal has; and what is missing,
    each with the reason."""

    title: str
    body: str
    parts: int
    left: tuple[str, ...]


def export(text: str) -> Exported:
    """Return a certificate as data for Coq. Whether it is valid is for Coq to say."""
    Work.begin(10 ** 12)        # as good as no limit
    try:
        return Export(json.loads(text)).exported()
    except (Invalid, Undefined) as reason:
        raise Undecidable(f"the certificate cannot be read: {reason}") from None
    finally:
        Work.begin()


def file_text(exported: Mapping[str, Exported], command: str) -> str:
    """Return a file of certificates; of several, each is a module of this name."""
    lines = [f"Check it in the project's folder with {command}"]
    bodies = list[str]()
    for name, each in exported.items():
        lines += [each.title, *(f"Not in this file: {left}." for left in each.left)]
        bodies.append(each.body if len(exported) == 1 else f"Module {name}.\n{each.body}End {name}.\n")
    return f"(* {_comment(lines)} *)\n{HEAD}{''.join(bodies)}"


def _comment(lines: list[str]) -> str:
    """Return lines as they may be in a comment, where brackets and quotes are read."""
    text = "\n   ".join(lines)
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


class Export:
    """One certificate: its words, and the parts of its goal."""

    def __init__(self, data: Any) -> None:
        self.data, self.goal = data, Goal(data["goal"])
        self.writer = Writer(data["goal"]["schemes"], {}, {})
        self.parts: dict[str, Part] = {}
        self.left = list[str]()
        for name, evidence in (*data["invariants"].items(), *data["values"].items()):
            statement = self.goal.statements[name]
            statement.invariant(evidence) if type(evidence) is list else statement.values(evidence)
        facts = Facts(self.goal.regions)
        for fact in data["facts"]:
            try:
                facts.combine(fact)     # what is known tells which moves are left out
            except Invalid:
                continue        # Coq will see it

    def exported(self) -> Exported:
        statements = Statements(self.goal, self.data, self.writer)
        for name, statement in self.goal.statements.items():
            if statement.value["kind"] == "uses":
                continue        # it has a file of its own
            self.take(name, statements.kind(statement), lambda: statements.part(statement))
        for (statement, _), failure in zip(self.goal.failing, self.data["failures"]):
            kind = f"fails {statements.kind(statement)}"
            self.take(statement.name, kind, lambda: statements.failure(statement, failure))
        for name, at in self.data["points"].items():
            self.take(f"point {name}", "point", lambda: statements.inhabited(name, at))
        listed = ";\n  ".join(f"(* {name} *) {part.says}" for name, part in self.parts.items())
        shown = ";\n  ".join(f"(* {name} *) {part.shown_by}" for name, part in self.parts.items())
        words = [*self.tables(), *self.schemes(), *self.regions()]      # these meet random variables
        body = "\n".join([
            *self.names(), *words, "", f"Definition goal : list part := [\n  {listed}].", "",
            f"Definition certificate : list proof := [\n  {shown}].", "", CLAIM])
        return Exported(self.goal.title, body, len(self.parts), tuple(self.left))

    def take(self, name: str, kind: str, write: Callable[[], Part]) -> None:
        """Take a part, or say why it is missing."""
        try:
            self.parts[name] = write()
        except Untranslatable as reason:
            self.left.append(f"{name} ({kind}): {reason}")

    # -- the words of the goal

    def labels(self) -> list[str]:
        """Return all labels, and the sets of sources of programs."""
        programs = [getattr(statement, "program", None) for statement in self.goal.statements.values()]
        sets = {name for program in programs for name in getattr(program, "sets", ())}
        return sorted(self.goal.model.labels | sets)

    def names(self) -> Iterator[str]:
        for place, name in enumerate(self.goal.model.names, start=1):
            yield f"Definition {spell(name)} : positive := {4 * place}."
        labels = self.labels()
        first = 1 + max((int(label) for label in labels if label.isdigit()), default=-1)
        if first + len(labels) > MOST_LABELS:
            raise Undecidable(f"more than {MOST_LABELS} labels")
        for place, label in enumerate((label for label in labels if not label.isdigit()), start=first):
            yield f"Definition {spell(label)} : label := {place}%nat."
        for place, name in enumerate(self.writer.variables):
            yield f"Definition {spell(name, 'variable')} : N := {2 ** place}."

    def tables(self) -> Iterator[str]:
        for name, (axes, entries) in self.goal.model.tables.items():
            arguments = "ijkl"[:len(axes)]
            cells = list_of("Undef" if text is None else self.writer.expression(text) for text in entries.values())
            yield (f"Definition {spell(name, 'table')} ({' '.join(arguments)} : label) : expr := "
                   f"entry {list_of(map(labels_of, axes))}\n  {cells} {list_of(arguments)}.")

    def schemes(self) -> Iterator[str]:
        for name, value in self.goal.value["schemes"].items():
            queries = list_of(f"({spell_label(query)}, {labels_of(each)})" for query, each in value["queries"].items())
            yield (f"Definition {spell(name, 'scheme')} : scheme := {{| sources := {labels_of(value['sources'])}; "
                   f"step_law := {spell(value['chain'], 'table')};\n  queries := {queries};\n"
                   f"  rules := {list_of(map(rule_code, value['rules']))} |}}.")

    def regions(self) -> Iterator[str]:
        for place, texts in enumerate(self.goal.value["regions"].values()):
            yield f"Definition {spell('region', str(place))} : list rel := {self.writer.says(texts)}."


def rule_code(rule: Mapping[str, Any]) -> str:
    """Return a rule of a scheme."""
    previous, time, until = rule["previous"], rule["time"] or [1, 0], rule.get("until")
    fields = {
        "previous": "None" if previous is None else f"Some {labels_of(previous)}",
        "modulus": f"{time[0]}%nat", "rest": f"{time[1]}%nat", "since": f"{rule.get('since', 1)}%nat",
        "until": "None" if until is None else f"Some {until}%nat",
        "table": f"Some {spell(rule['table'], 'table')}" if rule["table"] else "None",
        "given_last": str(rule.get("given") == "last").lower()}
    return f"{{| {'; '.join(f'{key} := {value}' for key, value in fields.items())} |}}"
