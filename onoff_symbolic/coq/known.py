"""Relations on the regions of a certificate, proved in Coq: tactics that close a goal by what is known."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..checker.polynomials import Key, Poly, Quotient, is_constant, key_of, negative, plain, times
from ..checker.meaning import Relation
from ..checker.regions import Region
from . import terms
from .facts import Facts, Term, multiplied
from .pieces import joined, rewriting
from .smaller import Pins, at, lowest, pins
from .terms import bracketed, polynomial, sign

SHOWN = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "=": "eq", "!=": "ne"}
DISTINCT = "ltac:(first [assumption | lra | match goal with N : ?p <> 0 |- _ => intro; apply N; lra end])"


class Known(Facts):
    """Facts, and the relations that follow from them."""

    # -- relations

    def distinct(self, region: Region, key: Key) -> str:
        """A proof that a divisor is not zero."""
        start = region
        while region.parent is not None and region.parent.why(dict(key), "!=") is not None:
            region = region.parent
        name, new = self.once(("divisor", region.name, key), "d")
        if new:
            p = dict(key)
            proof = self.prove(region, p, "!=")
            self.say(f"  Lemma {name} {self.binder(region)} : {sign(polynomial(p), 'd')}.\n"
                     f"  Proof {bracketed(proof)}.", name)
        return f"({name} {self.call(start, region)})"

    def closing(self, region: Region, relation: Relation | tuple[Quotient, str, str]) -> str:
        """A tactic that proves the relation, where it is the goal, with its sides as written or in another form."""
        gap, its, *_ = relation
        if its == "=" and (equal := self.equal(region, gap)) is not None:
            return equal
        known, close = self.separate(region, gap.bottom), f"; {self.replacing(region)}identity"
        equation = its in ("=", "!=")
        top, factors = gap.top, list[tuple[str, str]]()
        for key, exponent in gap.bottom.items() if top else ():
            p = dict(key)
            if equation:
                factors += [(terms.bracketed(polynomial(p)), self.distinct(region, key))] * exponent
                continue
            square = f"{terms.bracketed(polynomial(p))} ^ 2", f"(even _ {self.distinct(region, key)})"
            factors += [square] * (exponent // 2)
            if exponent % 2:
                if region.why(p, ">") is None and region.why(p, "<") is not None:
                    p, top = negative(p), negative(top)
                factors.append((terms.bracketed(polynomial(p)), self.prove(region, p, ">")))
        letter = "d" if equation else "p"
        shown, proof = f"({polynomial(top)})", self.prove(region, top, its)
        if not factors:
            return f"{known}refine (plain_{SHOWN[relation[-1]]} _ _ {shown} {proof} _){close}"
        under = joined("mul", [(proof, letter) for _, proof in factors])[0]
        divisor = " * ".join(text for text, _ in factors)
        return f"{known}refine (show_{SHOWN[relation[-1]]} _ _ {shown} ({divisor}) {proof} {under} _){close}"

    # -- equations, where parameters are numbers and factors cancel

    def pinned(self, region: Region) -> tuple[Pins, list[str]]:
        """The parameters that are numbers on a region, and proofs of that."""
        found = pins(region)
        proofs = []
        for name, (number, value) in found.items():
            said, target = self.hypothesis(region, number)
            lemma, new = self.once(("pinned", target.name, name), "pin")
            if new:
                self.say(f"  Lemma {lemma} {self.binder(target)} : {terms.parameter(name)} = {terms.number(value)}.\n"
                         f"  Proof. assert (H := {said} {self.call(target, target)}); lra. Qed.", lemma)
            proofs.append(f"({lemma} {self.call(region, target)})")
        return {name: value for name, (_, value) in found.items()}, proofs

    def replacing(self, region: Region) -> str:
        """A tactic that puts these numbers in the place of the parameters, and goes on."""
        return rewriting(f"?{proof}" for proof in self.pinned(region)[1])

    def apart(self, region: Region, key: Key, values: Pins) -> tuple[Poly, str] | None:
        """A divisor where parameters are numbers, and a proof that it is not zero; None if it is a number."""
        p = at(dict(key), values)
        if p == dict(key):
            return p, self.distinct(region, key)
        if is_constant(p):
            return None
        name, new = self.once(("apart", region.name, key), "d")
        if new:
            self.say(f"  Lemma {name} {self.binder(region)} : {sign(polynomial(p), 'd')}.\n  Proof. assert (D := "
                     f"{self.distinct(region, key)}); intro; apply D; {self.replacing(region)}lra. Qed.", name)
        return p, f"({name} {self.call(region, region)})"

    def separate(self, region: Region, divisors: Iterable[Key]) -> str:
        """A tactic after which the divisors are known not to be zero where parameters are numbers, and that goes on."""
        values, _ = self.pinned(region)
        found = dict.fromkeys(each[1] for key in divisors if (each := self.apart(region, key, values)) is not None)
        return "".join(f"assert (D{i} := {proof}); " for i, proof in enumerate(found))

    def equal(self, region: Region, gap: Quotient) -> str | None:
        """A tactic that proves an equation by what its difference is a sum of, if a fact about this region says so."""
        if region.absurd is not None:
            return None
        values, _ = self.pinned(region)
        found = [] if not at(gap.top, values) else self.combination(region, gap.top)
        if found is None:
            return None
        found = [term for term in found if all(at(p, values) for p in term.factors)]
        tops, bottom = lowest([term.by for term in found], gap.bottom, values)
        proof = joined("add", [(multiplied(by, term.proof), "z") for by, term in zip(tops, found)])[0] if found else (
            "(eq_refl 0)")
        known, close = self.separate(region, gap.bottom), f"; {self.replacing(region)}identity"
        factors = [(terms.bracketed(polynomial(dict(key))), key) for key, e in bottom.items() for _ in range(e)]
        if not found or not factors:
            return f"{known}refine (plain_eq _ _ _ {proof} _){close}"
        proofs = {key: f"({DISTINCT} : {sign(polynomial(dict(key)), 'd')})" for _, key in factors}
        under = joined("mul", [(proofs[key], "d") for _, key in factors])[0]
        return f"{known}refine (show_eq _ _ _ ({' * '.join(text for text, _ in factors)}) {proof} {under} _){close}"

    def combination(self, region: Region, p: Poly) -> list[Term] | None:
        """Multiples of equations whose sum is p, if a fact about this very region says so."""
        key, scale = (None, 1) if is_constant(p) else key_of(p)
        ref = region.known[key]["="][0] if key and "=" in region.known.get(key, {}) else None
        if ref not in self.combined or self.statement(region, ref)[0] is not region:
            return None
        _, q, _ = self.statement(region, ref)
        monomial = next(iter(q))
        ratio = plain(Fraction(p[monomial]) / q[monomial])
        return [term._replace(by=times(term.by, {(): ratio})) for term in self.combined[ref]]
