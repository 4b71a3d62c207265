"""What is known on the regions of a certificate, as lemmas of Coq: hypotheses and facts, and signs that follow.

Every lemma is kept with its name; those that nothing needs are left out in the end. What cannot be proved from the
certificate is written as a proof that fails, so that Coq refuses it: nothing here judges.

In a lemma about a region, G says that its relations hold; at a node of an invariant, v is the table path[a,x] and E
says that the relations of the node hold for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ..checker.core import Goal
from ..checker.polynomials import (
    ONE, Invalid, Key, Number, Poly, Quotient, Undefined, is_constant, key_of, negative, plain)
from ..checker.syntax import FLIP
from ..checker.regions import COMPARE, IMPLIED, Ref, Region
from . import terms
from .pieces import FAILS, LETTER, constant, joined, rewriting
from .terms import bracketed, polynomial, sign

HYPOTHESIS = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least", "=": "equals", "!=": "differs"}
WORDS = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")


class Step(NamedTuple):
    """A fact of the certificate: its region, and what it says there."""

    region: Region
    polynomial: Poly
    sign: str


class Term(NamedTuple):
    """A multiple of an equation: the multiplier, the factors of the equation, and a proof that it holds."""

    by: Poly
    factors: list[Poly]
    proof: str


class Part(NamedTuple):
    """One thing that a region says: in Coq; a divisor, or None; the sign; the difference; whether it is a hypothesis.
    A relation of a node that gives a cell is none."""

    text: str
    divisor: Key | None
    sign: str
    gap: Quotient
    supposed: bool


class Facts:
    """The lemmas of a file, in order."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.items: list[tuple[str, str]] = []
        self.definitions: dict[str, str] = {}
        self.numbers: dict[str, int] = {}       # region → its number
        self.names: dict[Any, str] = {}
        self.laws = set[str]()                  # lemmas that a row is a law
        self.facts: list[Step | None] = []
        self.combined: dict[str, list[Term]] = {}       # an equation among the facts → what it is the sum of
        self.alike: dict[str, Region] = {}      # a node → another whose relations are the same
        self.whole: dict[str, list[str]] = {}   # a node → all of its relations, those that give a cell, too

    # -- the file

    def say(self, text: str, name: str = "") -> None:
        """A sentence of the file; with a name, it is left out if nothing mentions that."""
        self.items.append((name, text))
        if (found := re.match(r"\s*(?:\(\*.*?\*\)\s*)?Definition (\w+)", text, re.DOTALL)) is not None:
            self.definitions[found[1]] = text

    def text(self) -> str:
        kept, needed = [], set[str]()
        for name, text in reversed(self.items):
            if not name or name in needed:
                kept.append(text)
                needed.update(WORDS.findall(text))
        return "\n".join(reversed(kept)) + "\n"

    def parameters(self, name: str) -> list[str]:
        """The parameters on which a definition depends, in order: its arguments outside the section."""
        seen, waiting, found = set[str](), [name], set[str]()
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                mentioned = set(WORDS.findall(re.sub(r"\(\*.*?\*\)", "", self.definitions[here])))
                found |= mentioned
                waiting += [each for each in mentioned if each in self.definitions]
        return [each for each in self.goal.model.names if terms.parameter(each) in found]

    def once(self, key: Any, prefix: str) -> tuple[str, bool]:
        """The name for a key, and whether it is new."""
        if key in self.names:
            return self.names[key], False
        self.names[key] = f"{prefix}{sum(name.startswith(prefix) for name in self.names.values())}"
        return self.names[key], True

    # -- regions

    def number(self, region: Region) -> int:
        """The number of a region, which is defined now if it was not yet."""
        if region.name not in self.numbers:
            above = None if region.parent is None or self.is_node(region) else self.number(region.parent)
            if self.is_node(region) and region.parent is not None:
                self.number(region.parent)
            if region.name in self.alike:
                self.numbers[region.name] = self.number(self.alike[region.name])
                return self.numbers[region.name]
            mine = self.numbers[region.name] = len(self.numbers)
            parts = [part.text for part in self.parts(region)]
            if self.is_node(region):
                self.say(f"  Definition node{mine} (v : src -> src -> R) : Prop :=\n    {terms.conjunction(parts)}.",
                         f"node{mine}")
            else:
                said = f"(* {region.name.replace('*)', '* )')} *)"
                body = terms.conjunction(parts)
                body = body if above is None else f"region{above} /\\ ({body})"
                self.say(f"  Definition region{mine} : Prop :=  {said}\n    {body}.", f"region{mine}")
        return self.numbers[region.name]

    @staticmethod
    def is_node(region: Region) -> bool:
        return any(key[0] == "path" for key in region.model.cells)

    def parts(self, region: Region) -> list[Part]:
        """What a region says."""
        found, waiting = list[Part](), [*region.given]
        for text in self.whole.get(region.name, region.given):
            supposed = waiting[:1] == [text]
            waiting = waiting[supposed:]
            for written, relation in terms.instances([text], region.model):
                gap = relation[0]
                found += [Part(sign(polynomial(dict(key)), "d"), key, "!=", gap, supposed) for key in gap.bottom]
                found.append(Part(terms.stated(written), None, written[1], gap, supposed))
        return found

    def places(self, region: Region, count: int) -> list[str]:
        """Proofs of what a region says, from G and E."""
        place = "E" if self.is_node(region) else "G" if region.parent is None else "(proj2 G)"
        return [self.projection(place, i, count) for i in range(count)]

    def solved(self, region: Region, cell: tuple[str, str]) -> str:
        """A proof of the relation of a node that gives a cell: v a x = its value."""
        left = terms.variable(f"path[{','.join(cell)}]")
        name, new = self.once(("solved", region.name, cell), "s")
        if new:
            parts = self.parts(region)
            places = self.places(region, len(parts))
            given = [place for place, part in zip(places, parts)
                     if not part.supposed and part.text.startswith(f"{left} = ")] or [FAILS]
            proof = f"etransitivity; [exact {given[0]}|]; first [reflexivity | ring | field]"
            value = region.model.entry("path", cell)
            self.say(f"  Lemma {name} {self.binder(region)} : {left} = {polynomial(value.top)}.\n"
                     f"  Proof. {proof}. Qed.", name)
        return f"({name} {self.call(region, region)})"

    def binder(self, region: Region) -> str:
        if self.is_node(region) and region.parent is not None:
            return f"{self.binder(region.parent)} (v : src -> src -> R) (E : node{self.number(region)} v)"
        return f"(G : region{self.number(region)})"

    def call(self, region: Region, target: Region, here: str = "G") -> str:
        """The arguments of a lemma about `target`, in a lemma about `region`, which lies within it."""
        while region is not target:
            if region.parent is None:
                return FAILS
            here = here if self.is_node(region) else f"(proj1 {here})"
            region = region.parent
        return f"{here} v E" if self.is_node(region) else here

    def hypothesis(self, region: Region, number: int) -> tuple[str, Region]:
        """The lemma for a hypothesis, and the region where it is stated."""
        while region.parent is not None and number < len(region.parent.hypotheses):
            region = region.parent
        name, new = self.once(("hypothesis", region.name, number), "h")
        if new:
            self.number(region)
            own = number - (len(region.parent.hypotheses) if region.parent else 0)
            parts = self.parts(region)
            own = [i for i, part in enumerate(parts) if part.supposed][own]
            where = self.places(region, len(parts))
            p, its, _ = region.hypotheses[number]
            text, divisor, written, gap, _ = parts[own]
            left, _, right = text.rpartition(f" {terms.SIGNS[written]} ")
            if divisor is not None or right == "0" and left == polynomial(p) and written != ">=":
                proof = where[own]
            elif right == "0" and left == polynomial(p):
                proof = f"(Rge_le _ _ {where[own]})"
            elif written == "=" and polynomial(p) == f"{left} - {right}":
                proof = f"(Rminus_diag_eq _ _ {where[own]})"
            else:
                first = max([i for i in range(own) if parts[i].divisor is None], default=-1) + 1
                tactic = self.stated(where[own], written, gap, {
                    key: where[i] for i in range(first, own) if (key := parts[i].divisor) is not None},
                    self.values(region, text))
                proof = f"ltac:({tactic})"
            self.say(f"  Lemma {name} {self.binder(region)} : {sign(polynomial(p), LETTER[its])}.\n"
                     f"  Proof {bracketed(proof)}.", name)
        return name, region

    @staticmethod
    def projection(place: str, number: int, count: int) -> str:
        for _ in range(number):
            place = f"(proj2 {place})"
        return place if number == count - 1 else f"(proj1 {place})"

    def values(self, region: Region, text: str) -> str:
        """A tactic that puts their values in the place of cells of a text that a node gives, and goes on."""
        cells = [(str(key[1]), str(key[2])) for key, value in region.model.cells.items() if key[0] == "path"
                 and value.top != {(f"path[{key[1]},{key[2]}]",): 1}]
        return rewriting([self.solved(region, cell) for cell in cells if re.search(
            rf"(?<!\w){terms.variable(f'path[{cell[0]},{cell[1]}]')}(?!\w)", text)])

    @staticmethod
    def stated(where: str, its: str, gap: Quotient, divisors: Mapping[Key, str], rewriting: str) -> str:
        """A relation as it is stated, turned into the sign of a polynomial."""
        factors, proofs, proved = list[str](), list[str](), "d" if its in ("=", "!=") else "p"
        for key, exponent in gap.bottom.items():
            text = terms.bracketed(polynomial(dict(key)))
            if proved == "d":
                factors += [text] * exponent
                proofs += [divisors[key]] * exponent
            else:
                factors += [f"{text} ^ 2"] * ((exponent + 1) // 2)
                proofs += [f"(even _ {divisors[key]})"] * ((exponent + 1) // 2)
        weight = joined("mul", [(each, proved) for each in proofs])[0] if proofs else (
            "R1_neq_R0" if proved == "d" else "Rlt_0_1")
        known = "".join(f"assert (D{i} := {each}); " for i, each in enumerate(divisors.values()))
        product = " * ".join(factors) or "1"
        return f"{known}refine ({HYPOTHESIS[its]} _ _ ({product}) _ {where} {weight} _); {rewriting}identity"

    # -- facts

    def take(self, steps: Iterable[Any], wanted: Any) -> None:
        """All facts, in order; of those about other regions than wanted ones nothing is written."""
        for number, step in enumerate(steps):
            try:
                region = self.goal.regions[step["on"]]
                (_, (gap, its)), = region.model.relations([step["says"]])
                if not wanted(region):
                    self.facts.append(None)
                    continue
                self.fact(number, region, gap.top, its, step)
                self.facts.append(Step(region, gap.top, its))
                region.learn(gap.top, its, (f"f{number}",))
            except (Invalid, Undefined, KeyError, TypeError, ValueError, IndexError):
                self.facts.append(None)

    def fact(self, number: int, region: Region, p: Poly, its: str, step: Any) -> None:
        parts, whole = list[tuple[str, str]](), list[Term]()
        for multiplier, *cited in step["terms"]:
            found = [self.cited(region, ref) for ref in cited]
            proof, letter = joined("mul", found) if found else ("Rlt_0_1", "p")
            by = region.model.polynomial(multiplier)
            if letter == "z":
                squared = any(type(ref) is str and ref.endswith("**2") for ref in cited)
                whole.append(Term(by, [] if squared else [self.statement(region, ref)[1] for ref in cited], proof))
                proof = multiplied(by, proof)
            elif by != ONE:
                proof = self.multiple(by.get((), 0), proof, letter)
            parts.append((proof, letter))
        proof, letter = joined("add", parts) if parts else ("(eq_refl 0 : 0 = 0)", "z")
        if step.get("over") is None and letter == "z":
            self.combined[f"f{number}"] = whole
        if step.get("over") is None:
            line = f"by_{LETTER[its]} _ _ {proof}"
        else:
            under, by_letter = self.cited(region, step["over"])
            line = f"over_d _ _ _ {proof}" if its == "!=" else f"over_{LETTER[its]}{by_letter} _ _ _ {proof} {under}"
        self.say(f"  Lemma f{number} {self.binder(region)} : {sign(polynomial(p), LETTER[its])}.\n"
                 f"  Proof. refine ({line} _); identity. Qed.", f"f{number}")

    @staticmethod
    def multiple(c: Number, proof: str, letter: str) -> str:
        its = "d" if letter == "d" else "p"
        return f"(mul_{its}{letter} _ _ {constant(c, its)} {proof})"

    def cited(self, region: Region, ref: Ref) -> tuple[str, str]:
        """A proof of what a reference says, and its sign; what is >= 0 and known to be 0 counts as 0."""
        if type(ref) is str and re.fullmatch(r"\([^()]*\)\*\*2", ref):
            root = polynomial(region.model.polynomial(ref[:-3]))
            p = region.model.polynomial(ref)
            return (self.prove(region, p, "="), "z") if p and region.why(p, "=") is not None else (
                f"(pow2_ge_0 ({root}))", "n")
        where, p, its = self.statement(region, ref)
        if its == ">=" and p and region.why(p, "=") is not None:
            return self.prove(region, p, "="), "z"
        return self.reference(region, where, ref), LETTER[its]

    def statement(self, region: Region, ref: Ref) -> tuple[Region, Poly, str]:
        if type(ref) is int:
            return region, region.hypotheses[ref][0], region.hypotheses[ref][1]
        step = self.facts[int(str(ref)[1:])]
        if step is None:
            raise KeyError(ref)
        return step

    def reference(self, region: Region, where: Region, ref: Ref) -> str:
        """A hypothesis or fact of `where`, in a lemma about `region`."""
        if type(ref) is int:
            name, target = self.hypothesis(where, ref)
            return f"({name} {self.call(region, target)})"
        return f"({ref} {self.call(region, self.statement(where, ref)[0])})"

    # -- what follows

    def prove(self, region: Region, p: Poly, its: str) -> str:
        """A proof that p has this sign (>, >=, = or !=) on the region, as a term."""
        goal = sign(polynomial(p), LETTER[its])
        if is_constant(p) and COMPARE[its](p.get((), 0), 0):
            return constant(p.get((), 0), LETTER[its])
        key, scale = (None, 1) if is_constant(p) else key_of(p)
        turned, here = its if scale > 0 else FLIP[its], region
        while True:
            if here.absurd is not None:
                return self.contradiction(region, here, goal)
            if key is not None and turned in here.known.get(key, {}):
                return self.scaled(region, here, here.known[key][turned][0], p, its)
            if here.parent is None:
                break
            here = here.parent
        if its == "=" and p and all(region.why(p, each) for each in (">=", "<=")):
            return f"(both_z _ {self.prove(region, p, '>=')} {self.opposite(region, p)})"
        return f"({FAILS} : {goal})"

    def opposite(self, region: Region, p: Poly) -> str:
        """0 <= - p."""
        inner = self.prove(region, negative(p), ">=")
        return f"(by_n _ (- ({polynomial(p)})) {inner} ltac:(ring))"

    def scaled(self, region: Region, where: Region, ref: Ref, p: Poly, its: str) -> str:
        _, q, stated = self.statement(where, ref)
        proof, letter = self.reference(region, where, ref), LETTER[stated]
        monomial = next(iter(q))
        ratio = plain(Fraction(p[monomial]) / q[monomial])
        if its == "!=" and letter == "p":
            proof, letter = f"(p_d _ {proof})", "d"
        if ratio != 1:
            proof = f"(any_z {terms.number(ratio)} _ {proof})" if letter == "z" else self.multiple(ratio, proof, letter)
        if its not in IMPLIED[stated]:
            return FAILS
        if letter != LETTER[its]:
            proof, letter = f"({letter}_{LETTER[its]} _ {proof})", LETTER[its]
        if ratio == 1:
            return proof
        return f"(by_{letter} _ ({polynomial(p)}) {proof} ltac:(identity))"

    def contradiction(self, region: Region, where: Region, goal: str) -> str:
        """Nothing is in the region."""
        refs = where.absurd or ()
        if len(refs) == 1:
            proof = self.reference(region, where, refs[0])
            return f"(ltac:(assert (X := {proof}); exfalso; first [lra | apply X; lra]) : {goal})"
        for key in where.known:
            signs, around = dict[str, tuple[Ref, ...]](), [where]
            while around[-1].parent is not None:
                around.append(around[-1].parent)
            for each in reversed(around):
                signs |= each.known.get(key, {})
            if {">=", "<=", "!="} <= signs.keys() and {*refs} == {*signs[">="], *signs["<="], *signs["!="]}:
                p, absurd = dict(key), where.absurd
                where.absurd = None
                proofs = [self.prove(where, p, ">="), self.opposite(where, p), self.prove(where, p, "!=")]
                where.absurd = absurd
                name, new = self.once(("absurd", where.name), "empty")
                if new:
                    self.say(f"  Lemma {name} {self.binder(where)} : False.\n"
                             f"  Proof (not_d _ {' '.join(proofs)}).", name)
                return f"(False_ind ({goal}) ({name} {self.call(region, where)}))"
        return FAILS


def multiplied(by: Poly, proof: str) -> str:
    """A proof that a multiple of what is zero is zero."""
    return proof if by == ONE else f"(any_z ({polynomial(by)}) _ {proof})"
