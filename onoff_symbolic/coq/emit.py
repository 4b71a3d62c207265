"""A certificate as a file of Coq: it states what the goal states, and proves it from the certificate's own steps.

    scheme(text)    the certificate of a scheme: normalised, decodable, private, query chain; other answers are left out
    claim(text)     the certificate of a claim: all that it states but for claims that it uses, or Untranslatable
    write(text)     without asking the checker first

The file stands on the theories in proofs/coq. Nothing that is done here has to be believed: the file states the scheme
anew, and Coq checks every step.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Collection
from typing import Any

from .. import checker
from ..checker.core import Goal
from ..checker.induction import Always, Private
from ..checker.polynomials import Invalid, Undefined, Work
from ..checker.regions import Region
from ..checker.statements import Cover, Decodable, Holds, Normalised, Statement, States
from ..errors import Undecidable
from . import failing, plain
from .histories import Histories
from .known import Known
from .occurring import Occurring
from .sequences import Sequences
from .stated import Entries, Stated, phases, same_words, stands
from .terms import Untranslatable, label, parameter

KINDS = ("holds", "always", "cover", "defined", "normalised", "decodable", "placed", "determined", "private",
         "markov")
BESIDE = ("cost", "optimal")
"""Answers about a scheme that are not translated."""
LONG = 10 ** 12

HEAD = """\
(* {title}

   Written from a certificate. Check it in the project's folder with
     make -C proofs/coq && coqc -Q proofs/coq/theories OnOff {file}
{proves} *)
From Coq Require Import Reals Lra List Bool.
From OnOff Require Import Sums Process Invariant Emitted.
Import ListNotations.
Open Scope R_scope.
"""


def scheme(text: str, file: str = "FILE.v") -> str:
    """The certificate of a scheme, once the checker has accepted it."""
    return write(_accepted(text), file, BESIDE)


def claim(text: str, file: str = "FILE.v") -> str:
    """The certificate of a claim, once the checker has accepted it. Claims that it uses have files of their own."""
    return write(_accepted(text), file, ("uses",))


def _accepted(text: str) -> str:
    answer = checker.judge({"certificate": text.encode()})["certificate"]
    if answer.word == "invalid":
        raise Undecidable(f"the certificate is {answer.word}: {answer.why}")
    return text


def write(text: str, file: str = "FILE.v", beside: Collection[str] = ()) -> str:
    """The file for a certificate, valid or not; statements of the kinds `beside` are left out."""
    Work.begin(LONG)
    data = json.loads(text)
    try:
        goal = Goal(data["goal"])
        for name, each in data["invariants"].items():
            if goal.statements[name].value["kind"] in ("private", "markov"):
                goal.statements[name].invariant(each)
        return File(goal, data, beside).text(file)
    except (Invalid, Undefined) as reason:
        raise Undecidable(f"the certificate cannot be read: {reason}") from None
    finally:
        Work.begin()


class File:
    """One file: the goal's schemes, and a theorem for each of its statements."""

    def __init__(self, goal: Goal, data: Any, beside: Collection[str]) -> None:
        self.goal, self.data = goal, data
        self.left = dict.fromkeys(s.value["kind"] for s in self.every() if s.value["kind"] in beside)
        self.statements = {name: s for name, s in goal.statements.items() if s.value["kind"] not in beside}
        self.fails = [(s, failure) for (s, _), failure in zip(goal.fails, data["failures"])
                      if s.value["kind"] not in beside]
        for statement in (*self.statements.values(), *(s for s, _ in self.fails)):
            kind = statement.value["kind"]
            if kind not in KINDS or kind == "cover" and statement.name.startswith("fails"):
                raise Untranslatable(f"{kind} has no translation to Coq")
            for key in ("varying", "by"):
                if statement.value.get(key):
                    raise Untranslatable(f"{kind} with `{key}` has no translation to Coq")
        for key in ("denies", "stands"):
            if goal.value.get(key):
                raise Untranslatable(f"{key} has no translation to Coq")
        self.statements = self.useful()
        self.known = Known(goal)
        self.entries = Entries(self.known)
        self.stated: dict[str, Stated] = {}
        self.states: dict[tuple[str, str], Occurring] = {}
        self.histories: dict[str, Histories] = {}
        self.sequences: list[Sequences] = []

    def every(self) -> list[Statement]:
        return [*self.goal.statements.values(), *(s for s, _ in self.goal.fails)]

    def useful(self) -> dict[str, Statement]:
        """Without covers that only statements needed that are left out."""
        needed = {region.name for s in self.statements.values() if not isinstance(s, Cover) for region in s.regions}
        found = dict(self.statements)
        while self.left:
            idle = [name for name, s in found.items() if isinstance(s, Cover) and not any(
                part is not None and (part.name in needed or any(
                    isinstance(o, Cover) and o.region is part for o in found.values())) for part in s.parts)]
            if not idle:
                break
            found = {name: s for name, s in found.items() if name not in idle}
        return found

    # -- the file

    def text(self, file: str) -> str:
        goal, say = self.goal, self.known.say
        needed = dict.fromkeys(s.value["scheme"] for s in (*self.statements.values(), *(s for s, _ in self.fails))
                               if "scheme" in s.value)
        words = self.words(list(needed))
        names = " ".join(map(parameter, goal.model.names))
        say("Section Goal." + (f"\n  Variables {names} : R." if names else ""))
        for number, name in enumerate(needed):
            self.stated[name] = Stated(self.known, goal.model.scheme(name), number)
            self.lists(self.stated[name])
        for number, statement in enumerate(self.statements.values()):
            if isinstance(statement, Private):
                self.histories[statement.name] = Histories(
                    self.known, self.stated[statement.value["scheme"]], self.entries, statement, number,
                    list(self.histories.values()))
        self.known.take(self.data["facts"], self.wanted)
        for number, statement in enumerate(self.statements.values()):
            self.statement(statement, number)
        self.whole()
        for statement, _ in self.fails:
            failing.prepare(self.known, self.stated, statement)
        points = [(region, at) for name, at in self.data["points"].items() if (region := self.goal.regions.get(name))
                  and self.wanted(region) and not self.known.is_node(region)]
        for region, _ in points:
            self.known.number(region)
        say("End Goal.")
        for each in self.sequences:
            each.conclude()
        for region, at in points:
            failing.inhabited(self.known, region, at)
        for statement, failure in self.fails:
            failing.refute(self.known, self.stated, statement, failure)
        return HEAD.format(title=" ".join(goal.title.replace("*)", "* )").replace("(*", "( *").split()), file=file,
                           proves=self.summary()) + words + self.known.text()

    def summary(self) -> str:
        lines = [f"{name.replace(' ', '_')}: {s.value['kind']} on {', '.join(r.name for r in s.regions)}"
                 for name, s in self.statements.items()]
        lines += [f"{s.name.replace(' ', '_')}: it is not so that {s.value['kind']} holds on {s.region.name}"
                  for s, _ in self.fails]
        found = "Proves " + "; ".join(lines).replace("*)", "* )") + "."
        left = [kind for kind in self.left if kind != "uses"]
        found += f" Not in this file: {', '.join(left)}." if left else ""
        uses = dict.fromkeys(use.claim for use in self.goal.uses)
        found += f" In files of their own: {', '.join(uses)}." if uses else ""
        return "\n".join(textwrap.wrap(found, 118, initial_indent="   ", subsequent_indent="   "))

    def words(self, schemes: list[str]) -> str:
        if not schemes:
            return ""
        sources, queries = same_words(self.goal.model.scheme(name) for name in schemes)
        lines = [f"Inductive src := {' | '.join(label('s', x) for x in sources)}.",
                 f"Inductive qry := {' | '.join(label('q', q) for q in queries)}."]
        for number, name in enumerate(schemes):
            suffix = str(number) if number else ""
            times = [f"t{suffix and suffix + '_'}{t}" for t in phases(self.goal.model.scheme(name))]
            lines += [f"Inductive time{suffix} := {' | '.join(times)}.  (* {stands(self.goal.model.scheme(name))} *)",
                      f"Definition times{suffix} := [{'; '.join(times)}].",
                      f"Lemma all_times{suffix} p : In p times{suffix}.\nProof. destruct p; simpl; tauto. Qed."]
        lines.append("Definition same : forall x y : src, {x = y} + {x <> y}. Proof. decide equality. Defined.")
        return "\n".join(lines) + "\n"

    def lists(self, stated: Stated) -> None:
        name, suffix = stated.name, stated.suffix
        for letter, word in (("x", "sources"), ("q", "queries")):
            self.known.say(f"  Lemma all_{word}{suffix} {letter} : In {letter} ({word} {name}).\n"
                           f"  Proof. destruct {letter}; simpl; tauto. Qed.")
        self.known.say(f"  Lemma once{suffix} x : In x (sources {name}) /\\\n    sum (sources {name}) (fun y => if "
                       "same x y then 1 else 0) = 1.\n"
                       f"  Proof. split; [apply all_sources{suffix} | destruct x; simpl; ring]. Qed.")

    def wanted(self, region: Region) -> bool:
        """Whether a region belongs to what is translated."""
        here: Region | None = region
        while here is not None:
            part, _, rest = here.name.partition(" ")
            own = f"{part} {rest.partition(' ')[0]}"
            if own in self.goal.statements and own not in self.statements or part == "fails":
                return False
            here = here.parent
        return True

    def statement(self, statement: Statement, number: int) -> None:
        self.known.say(f"\n  (* {statement.name.upper()}. *)")
        if isinstance(statement, Cover):
            plain.cover(self.known, statement)
        elif isinstance(statement, Holds):
            plain.holds(self.known, statement)
        elif isinstance(statement, Always):
            self.sequences.append(Sequences(self.known, statement))
            self.sequences[-1].say()
        elif isinstance(statement, Private):
            self.histories[statement.name].say()
        elif isinstance(statement, States):
            key = statement.value["scheme"], statement.region.name
            if key not in self.states:
                self.states[key] = Occurring(self.known, self.stated[key[0]], self.entries, statement, number)
            self.states[key].theorem(statement)

    def whole(self) -> None:
        """From the parts of a region to the whole."""
        covers = [s for s in self.statements.values() if isinstance(s, Cover)]
        groups: dict[tuple[type[Statement], str], list[tuple[str, Region]]] = {}
        for statement in self.statements.values():
            if type(statement) in (Normalised, Decodable, Private):
                key = type(statement), statement.value["scheme"]
                groups.setdefault(key, []).append((statement.name.replace(" ", "_"), statement.region))
        for (kind, scheme), found in groups.items():
            stated = self.stated[scheme]
            word = {Normalised: "normalised", Decodable: "decodable", Private: "private"}[kind]
            goal = f"{word} {stated.name}" + (f" /\\ {stated.valued()}" if kind is Normalised else "")
            for cover in covers:
                if not any(cover.region in other.parts for other in covers):
                    theorem = f"{word}{stated.suffix}_on_region{self.known.number(cover.region)}"
                    plain.everywhere(self.known, covers, found, cover.region, theorem, goal)
