"""always in Coq: sequences that satisfy relations at every t, by induction."""

from __future__ import annotations

from collections.abc import Mapping

from ..checker.polynomials import Quotient
from ..checker.regions import Region
from ..checker.induction import Always
from . import terms
from .known import Known
from .terms import Untranslatable, parameter


class Sequences:
    """One statement: `say` within the section, where each sequence is a number; `conclude` after it."""

    def __init__(self, known: Known, statement: Always) -> None:
        self.known, self.statement, self.name = known, statement, statement.name.replace(" ", "_")
        self.sequences = list(statement.start)
        self.parts = known.parts(statement.step)
        divided = {key for value in (*statement.start.values(), *statement.next.values()) for key in value.bottom}
        divided |= {part.divisor for part in self.parts if part.divisor is not None and any(
            name in self.sequences for monomial in dict(part.divisor) for name in monomial)}
        if divided:
            raise Untranslatable("always with a sequence in a quotient has no translation to Coq")

    def say(self) -> None:
        say, statement = self.known.say, self.statement
        bound = f"({' '.join(map(parameter, self.sequences))} : R)"
        say(f"  Definition said_{self.name} {bound} : Prop :=\n    "
            f"{terms.conjunction(part.text for part in self.parts)}.")
        for name, text in statement.value["start"].items():
            say(f"  Definition start_{self.name}_{name} : R := {terms.expression(text, statement.model)}.")
        for name, text in statement.value["next"].items():
            say(f"  Definition next_{self.name}_{name} {bound} : R := {terms.expression(text, statement.model)}.")
        names = " ".join(map(parameter, self.sequences))
        self.shown("start", statement.region, statement.start, "")
        self.shown("next", statement.step, statement.next, f" {names}")

    def shown(self, word: str, region: Region, values: Mapping[str, Quotient], arguments: str) -> None:
        """The relations hold of these values."""
        model = self.statement.model.at(values)
        relations = iter([relation for _, relation in terms.instances(self.statement.texts, model)])
        ways = [f"exact {self.known.distinct(region, part.divisor)}" if part.divisor is not None else
                self.known.closing(region, next(relations)) for part in self.parts]
        heads = [f"{word}_{self.name}_{name}" for name in self.sequences]
        *first, last = ways
        self.known.say(
            f"  Lemma {word}_{self.name} {self.known.binder(region)} : said_{self.name} "
            f"{' '.join(f'({head}{arguments})' for head in heads)}.\n  Proof.\n    unfold said_{self.name}, "
            f"{', '.join(heads)}.\n    " + "".join(f"split; [{way}|]. " for way in first) + f"{last}.\n  Qed.")

    def applied(self, name: str) -> str:
        """A definition, with the parameters on which it depends."""
        return " ".join([name, *(parameter(n) for n in self.known.parameters(name) if n not in self.sequences)])

    def conclude(self) -> None:
        """For every t. A sequence is now a function of t."""
        words = [parameter(n) for n in self.statement.model.names if n not in self.sequences]
        names = [parameter(n) for n in self.sequences]
        now = " ".join(f"({n} t)" for n in names)
        region = f"region{self.known.number(self.statement.region)}"
        starts = [f"{parameter(n)} 0%nat = {self.applied(f'start_{self.name}_{n}')}" for n in self.sequences]
        steps = [f"(forall t, {parameter(n)} (S t) = {self.applied(f'next_{self.name}_{n}')} {now})"
                 for n in self.sequences]
        self.known.say(
            f"Theorem {self.name} : {f'forall {chr(32).join(words)} : R, ' if words else ''}{self.applied(region)} ->\n"
            f"  forall {' '.join(names)} : nat -> R, " + " -> ".join(starts) + " ->\n  " + " ->\n  ".join(steps)
            + f" ->\n  forall t, {self.applied(f'said_{self.name}')} {now}.\nProof.\n  "
            f"intros {' '.join(words)} G {' '.join(names)} {' '.join(f'A{i}' for i in range(len(names)))} "
            f"{' '.join(f'B{i}' for i in range(len(names)))} t. induction t as [|t IH].\n"
            + "".join(f"  - rewrite {', '.join(f'{letter}{i}' for i in range(len(names)))}. "
                      f"unshelve (eapply {word}_{self.name}; exact {proof}); exact 0.\n"
                      for letter, word, proof in (("A", "start", "G"), ("B", "next", "(conj G IH)"))) + "Qed.")
