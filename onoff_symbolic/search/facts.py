"""Facts about polynomials: the checker's regions, asked for what they do not know, look for a proof and write the step.

A polynomial is first freed of the equations of its region, each solved for a name. What is left is looked at by the
tactics of `tactics/`, one after the other: a tactic that finds a proof writes its step.

    SeekingGoal     a goal whose regions seek
    Seeker          the steps that were written so far, and the search for more
    Question        what a tactic is asked
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.bridge import names_of, value
from ..algebra.texts import relation_text
from ..checker import Facts, Goal, Model, Region
from ..checker.polynomials import (
    COMPARE,
    FLIP,
    IMPLIED,
    ONE,
    Key,
    Poly,
    add,
    is_constant,
    key_of,
    negative,
    sum_sign,
    times,
)
from ..checker.syntax import Index
from .equations import Equations, Reduced
from .tactics import EMPTY_REGION, EQUATIONS, INEQUALITIES
from .tactics.question import Question, Term
from .tactics.signs import by_number
from .write import renumbered

Step = dict[str, Any]


class SeekingRegion(Region):
    """A region that looks for a proof of what it is asked for."""

    seeker: Seeker
    sample: Mapping[str, Fraction] | None = None
    """A point of the region, where one is known."""

    def __init__(
        self, model: Model, name: str, given: Sequence[str], parent: Region | None = None
    ) -> None:
        self.given_up: set[tuple[frozenset[Any], str]] = set()
        super().__init__(model, name, given, parent)

    def has(self, p: Poly, sign: str) -> bool:
        """Return whether p has the sign; look for a proof if it is not known."""
        if super().has(p, sign):
            return True
        if is_constant(p) and (p or sign != ">"):
            return False
        asked = frozenset(p.items()), sign
        if asked in self.given_up:
            return False
        if (
            not self.false_at_sample(p, sign)
            and self.seeker.seek(self, p, sign)
            and super().has(p, sign)
        ):
            return True
        self.given_up.add(asked)
        return False

    def false_at_sample(self, p: Poly, sign: str) -> bool:
        """Return whether a point is known where p has another sign."""
        if self.sample is None or not names_of(p) <= self.sample.keys():
            return False
        return not COMPARE[sign](value(p, self.sample), 0)


class SeekingGoal(Goal):
    """A goal whose regions seek."""

    region_class = SeekingRegion

    def __init__(self, value: Any) -> None:
        self.seeker = Seeker()
        super().__init__(value)
        self.seeker.facts = Facts(self.regions)

    def add_region(
        self, name: str, given: Sequence[str], parent: Region | None, model: Model | None = None
    ) -> Region:
        """Return a new region that asks this goal's seeker."""
        region = super().add_region(name, given, parent, model)
        region.seeker = self.seeker  # type: ignore[attr-defined]
        return region


class Seeker:
    """The steps that were written so far, and the search for more."""

    def __init__(self) -> None:
        self.facts = Facts({})
        self.steps: list[Step] = []
        self.known_equations: dict[str, Equations] = {}
        self.tried: set[tuple[str, Key | None, str]] = set()

    def forget(self, statement: str) -> None:
        """Drop what is known of the regions of a statement: they will mean something else."""
        prefix = f"{statement} "
        self.known_equations = {
            name: each for name, each in self.known_equations.items() if not name.startswith(prefix)
        }
        self.tried = {mark for mark in self.tried if not mark[0].startswith(prefix)}

    def equations(self, region: Region) -> Equations:
        """Return the equations of a region, solved."""
        if region.name not in self.known_equations:
            self.known_equations[region.name] = Equations(region)
            self.known_equations[region.name].fill()
        return self.known_equations[region.name]

    # -- writing steps

    def write(
        self, region: Region, p: Poly, terms: Sequence[Term], over: Index | None = None
    ) -> str:
        """Write a step that says `p sign 0`, the sign being that of the sum of the terms; return its reference."""
        sign = "="
        for term in terms:
            sign = sum_sign(sign, self.product_sign(region, term[1:]))
        step: Step = {
            "on": region.name,
            "says": relation_text(p, sign),
            "terms": [list(term) for term in terms],
        }
        if over is not None:
            step["over"] = over
        self.facts.combine(step)
        self.steps.append(step)
        return f"f{len(self.steps) - 1}"

    def product_sign(self, region: Region, refs: Sequence[Index]) -> str:
        """Return the sign of a product of what is cited."""
        signs = {self.facts.cited(region, ref)[1] for ref in refs}
        return next((sign for sign in ("=", "!=", ">=") if sign in signs), ">")

    def needed(self, noted: Iterable[Index]) -> list[Step]:
        """Return the steps on which these references rest, numbered anew."""
        kept: set[int] = set()
        waiting = [*facts_in(noted)]
        while waiting:
            number = waiting.pop()
            if number not in kept:
                kept.add(number)
                waiting += facts_in([*self.facts.found[number][3], *cited_by(self.steps[number])])
        numbers: dict[Index, Index] = {
            f"f{number}": f"f{place}" for place, number in enumerate(sorted(kept))
        }
        return [renumbered(self.steps[number], numbers) for number in sorted(kept)]

    def total(self, region: Region, terms: Sequence[Term]) -> Poly:
        """Return the polynomial that the terms sum to."""
        whole: Poly = {}
        for term in terms:
            p = region.model.polynomial(term[0])
            for ref in term[1:]:
                p = times(p, self.facts.cited(region, ref)[0])
            whole = add(whole, p)
        return whole

    def reference(self, region: Region, p: Poly, sign: str) -> tuple[Index | None, Fraction]:
        """Return what says that a multiple of p has the sign (>, >= or !=), and p divided by that."""
        key, lead = key_of(p)
        signs = (sign,) if sign == "!=" else (sign, FLIP[sign])
        for here in region.around:
            for turned in signs:
                for ref in here.known.get(key, {}).get(turned, ())[:1]:
                    cited, its, _ = self.facts.cited(region, ref)
                    if sign in IMPLIED[its] and (its != "=" or sign == "="):
                        return ref, Fraction(lead) / key_of(cited)[1]
        return None, Fraction(1)

    # -- seeking

    def seek(self, region: Region, p: Poly, sign: str) -> bool:
        """Try to establish `p sign 0` on the region. The proof may be found on a region around it."""
        if sign in ("<", "<="):
            return self.seek(region, negative(p), FLIP[sign])
        if not p:
            return any(tactic(self, region) for _, tactic in EMPTY_REGION)
        key, lead = key_of(p)
        mark = (region.name, key, sign if lead > 0 else FLIP[sign])
        if mark in self.tried:
            return False
        self.tried.add(mark)
        if speaks_of_parent(region, p) and self.known_around(region, p, sign):
            return region.why(p, sign) is not None
        reduced = self.reduced(region, p, sign)
        if reduced is None:
            return False
        question = Question(self, region, p, sign, reduced)
        if is_constant(reduced.rest):
            return by_number(question)
        tactics = EQUATIONS if sign == "=" else INEQUALITIES
        return any(tactic(question) for _, tactic in tactics)

    def known_around(self, region: Region, p: Poly, sign: str) -> bool:
        """Return whether there is no more to find here: the region around knows it, or this one only adds cells."""
        assert region.parent is not None
        added = region.hypotheses[len(region.parent.hypotheses):]
        own = names_of(*(h for h, _, _ in added))
        return region.parent.has(p, sign) or bool(own) and all("[" in name for name in own)

    def reduced(self, region: Region, p: Poly, sign: str) -> Reduced | None:
        """Return p without the equations of the region, by a scale > 0; of !=, by one that is not zero."""
        reduced = self.equations(region).reduce(p)
        if reduced.scale == ONE or sign == "=" or region.has(reduced.scale, ">"):
            return reduced
        if region.has(reduced.scale, "<"):
            return reduced.turned()
        nonzero = sign == "!=" and region.has(reduced.scale, "!=")
        return reduced if nonzero else None


def speaks_of_parent(region: Region, p: Poly) -> bool:
    """Return whether the region around speaks of all names of p."""
    return region.parent is not None and names_of(p) <= names_of(
        *(h for h, _, _ in region.parent.hypotheses)
    )


# -- references in steps


def facts_in(refs: Iterable[Index]) -> list[int]:
    """Return the numbers of the facts among references."""
    return [int(ref[1:]) for ref in refs if isinstance(ref, str) and ref.startswith("f")]


def cited_by(step: Step) -> list[Index]:
    """Return the references in a step."""
    refs = [ref for term in step["terms"] for ref in term[1:]]
    return [*refs, step["over"]] if "over" in step else refs
