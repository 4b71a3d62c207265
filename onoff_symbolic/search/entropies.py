"""Statements about entropies: the steps of a proof by Shannon's inequalities, and laws that refute.

Beside entropies, each name and number is the entropy of a variable of its own, independent of all others. What is known
to be >= 0 is one entropy, what is not is the difference of two. In a proof, measures of these variables come to
multiples of them; in a counterexample their entropies are values of the names, where these are so many bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from ..algebra.bridge import names_of
from ..checker import Holds, Region
from ..checker.polynomials import Monomial, Poly, is_constant, negative
from ..checker.syntax import Measure, nodes, parse
from ..errors import InputError, Undecidable
from ..schemes.names import Part
from .errors import NotFound
from .facts import Seeker
from .tactics.question import Term

if TYPE_CHECKING:
    from ..entropy import grammar
    from ..entropy.witness import Witness

COPIES = 4
"""How often a law that refutes stands beside itself at most."""
MAX_ATOMS = 256


def is_entropy(name: str) -> bool:
    """Return whether a name of the checker is a joint entropy."""
    return name.startswith("H(")


def speaks_of_entropy(p: Poly) -> bool:
    """Return whether a polynomial speaks of entropies."""
    return any(map(is_entropy, names_of(p)))


def speaks_of_entropies(statement: Holds) -> bool:
    """Return whether the text, or what is given, speaks of entropies."""
    given = (p for p, _, _ in statement.region.hypotheses)
    return stands_in_text(statement) or any(map(speaks_of_entropy, given))


def stands_in_text(statement: Holds) -> bool:
    """Return whether the text speaks of entropies."""
    return any(isinstance(node, Measure) for node in nodes(parse(statement.text)))


@cache
def asked(goal: grammar.Statement, given: tuple[grammar.Statement, ...], search: bool) -> Any:
    """Return the answer of the prover."""
    from ..entropy.proof import prove  # costs time to import; most goals do without

    try:
        return prove(goal, given, search=search, explain=False)
    except (InputError, Undecidable) as reason:  # too many variables
        raise NotFound("", str(reason).splitlines()[0]) from None


class Task:
    """A relation p = 0 or p >= 0, as the prover is asked for it: entropies of variables stand for names, products of
    names, and 1. `given` are hypotheses by their places."""

    def __init__(self, region: Region, p: Poly, sign: str) -> None:
        self.region, self.p = region, p
        self.known: dict[Monomial, tuple[str, ...]] = {}
        self.goal = self.statement(p, sign)
        self.given = {i: self.statement(*region.hypotheses[i][:2]) for i in self.tied()}

    @property
    def own(self) -> set[str]:
        """Return the variables that stand for names."""
        return {name for names in self.known.values() for name in names}

    def variables(self, monomial: Monomial) -> Sequence[Sequence[str]]:
        """Return the lists of variables the entropies of which a monomial is: one, or two that it is the difference of
        if it may be negative."""
        if speaks_of_entropy({monomial: 1}):
            if len(monomial) > 1:
                raise NotFound("", "a product of an entropy and a name")
            return [monomial[0][2:-1].split(",")]
        if monomial not in self.known:
            number = len(self.known)
            names = (f"value{number}_", f"value{number}_minus_")
            nonnegative = not monomial or self.region.has({monomial: 1}, ">=")
            self.known[monomial] = names[:1] if nonnegative else names
        return [[name] for name in self.known[monomial]]

    def statement(self, p: Poly, sign: str) -> grammar.Statement:
        """Return p = 0 or p >= 0 as a statement about entropies."""
        from ..entropy.grammar import Measure, Statement, Term

        terms = [
            Term(factor * Fraction(c), Measure(tuple(names), tuple(names), ()))
            for monomial, c in p.items()
            for names, factor in zip(self.variables(monomial), (1, -1))
        ]
        return Statement(tuple(terms), "=" if sign == "=" else ">=")

    def tied(self) -> list[int]:
        """Return the places of hypotheses that are tied to entropies or to the names of the goal."""
        waiting = {}
        for i, (p, sign, _) in enumerate(self.region.hypotheses):
            product = any(speaks_of_entropy({m: 1}) for m in p if len(m) > 1)
            if sign in ("=", ">=", ">") and not is_constant(p) and not product:
                waiting[i] = names_of(p)
        near = {name for monomial in self.known for name in monomial}
        places: list[int] = []
        while more := [
            i for i, names in waiting.items() if names & near or any(map(is_entropy, names))
        ]:
            near = near.union(*(waiting.pop(i) for i in more))
            places += more
        return sorted(places)

    def answer(self, search: bool) -> Any:
        """Return the answer of the prover."""
        return asked(self.goal, tuple(self.given.values()), search)

    def terms(self, derivation: Any, seeker: Seeker) -> list[Term]:
        """Return the terms of a step for a derivation, without the variables that stand for names."""
        monomials = {names[0]: monomial for monomial, names in self.known.items()}
        own, places = self.own, [*self.given]
        terms: list[Term] = []
        weights: dict[Monomial, Fraction] = {}
        for term in derivation.measures:
            measure = term.measure
            sides = (measure.left, measure.right, measure.given)
            left, right, given = (tuple(n for n in names if n not in own) for names in sides)
            if term.coefficient and left and right:
                shown = str(type(measure)(left, right, given)).replace(" ", "")
                terms.append([str(term.coefficient), shown])
            for name in {*measure.left} & {*measure.right} & monomials.keys() - {*measure.given}:
                monomial = monomials[name]
                weights[monomial] = weights.get(monomial, Fraction(0)) + term.coefficient
        for monomial, weight in sorted(weights.items()):
            if weight and len(self.known[monomial]) == 1:
                terms.append(self.weighed(monomial, weight, seeker))
        return terms + [
            [str(multiplier), places[i]] for multiplier, i in derivation.hypotheses if multiplier
        ]

    def weighed(self, monomial: Monomial, weight: Fraction, seeker: Seeker) -> Term:
        """Return the term for so much of a monomial that is >= 0."""
        if not monomial:
            return [str(weight)]
        ref, ratio = seeker.reference(self.region, {monomial: 1}, ">=")
        return [str(weight * ratio), ref]

    def in_bits(self, law: Witness) -> dict[str, str] | None:
        """Return the values of the names under a law; None if one is no number of bits, or 1 is not one bit."""
        at: dict[str, str] = {}
        for monomial, names in self.known.items():
            bits = [law.bits([name]) for name in names]
            if len(monomial) > 1 or None in bits or not monomial and bits != [1]:
                return None
            if monomial:
                positive, negative = (*bits, 0)[:2]
                at[monomial[0]] = str((positive or 0) - (negative or 0))
        return at


def tasks(statement: Holds, sign_of: Callable[[str], str]) -> Iterator[Task]:
    """Yield what is to be shown."""
    for _, (gap, sign) in statement.model.relations([statement.text]):
        if gap.bottom or sign_of(sign) not in ("=", ">="):
            raise NotFound(statement.name, "a strict relation, or a divisor, beside entropies")
        yield Task(statement.region, gap.top, sign_of(sign))


def derive(statement: Holds, seeker: Seeker) -> None:
    """Write steps that show the statement, unless it may follow from what is said of names alone."""
    try:
        for task in tasks(statement, lambda sign: sign):
            write_proof(statement, task, seeker)
    except NotFound:
        if stands_in_text(statement):
            raise


def write_proof(statement: Holds, task: Task, seeker: Seeker) -> None:
    """Write steps that show one relation."""
    from ..entropy.proof import NoProof

    answer = task.answer(False)
    if isinstance(answer, NoProof):
        raise NotFound(statement.name, "Shannon's inequalities do not imply it")
    for derivation in answer.derivations:
        if statement.region.why(task.p, "=") is None:
            p = task.p if derivation.sign > 0 else negative(task.p)
            seeker.write(statement.region, p, task.terms(derivation, seeker))


def constants(statement: Holds) -> Part:
    """Return the law under which every random variable that is spoken of is constant."""
    polynomials = [gap.top for _, (gap, _) in statement.model.relations([statement.text])]
    polynomials += [p for p, _, _ in statement.region.hypotheses]
    entropies = [
        name[2:-1].split(",") for p in polynomials for m in p for name in m if is_entropy(name)
    ]
    names = [*dict.fromkeys(name for each in entropies for name in each)]
    return {"variables": names, "atoms": [[["0"] * len(names), "1"]]}


def law(statement: Holds) -> tuple[dict[str, str], Part] | None:
    """Return values of the names in bits, and a law, under which what is given holds and the statement does not."""
    from .shannon import shown_by

    for task in tasks(statement, lambda sign: "=" if sign == "=" else ">="):
        witness = getattr(task.answer(True), "witness", None)
        refuting = None if witness is None else completed(task, witness)
        if refuting is not None:
            at = task.in_bits(refuting)
            return None if at is None else (at, without(shown_by(refuting), task.own))
    return None


def completed(task: Task, witness: Witness) -> Witness | None:
    """Return the law beside independent ones by which 1 is a bit and what is > 0 is so; in so many copies that it
    refutes. None if there is none."""
    one = [task.statement({(): 1}, ">=")] if () in task.known else []
    strict = [each for i, each in task.given.items() if task.region.hypotheses[i][1] == ">"]
    beside: list[Witness] = []
    for each in (*one, *strict):
        if product_law([witness, *beside]).sign(each.form()) <= 0:
            still = [] if each in one else map(opposite, one)
            answer = asked(opposite(each), (*task.given.values(), *still), True)
            more = getattr(answer, "witness", None)
            if more is None:
                return None
            beside.append(more)
    for copies in range(1, COPIES + 1):
        laws = [*[witness] * copies, *beside]
        if prod(len(each.atoms) for each in laws) > MAX_ATOMS:
            return None
        candidate = product_law(laws)
        if not candidate.satisfies(task.goal):
            return candidate
    return None


def opposite(statement: grammar.Statement) -> grammar.Statement:
    """Return p <= 0 for p >= 0."""
    return type(statement)(statement.left, "<=")


def product_law(laws: Sequence[Witness]) -> Witness:
    """Return independent laws beside each other; a variable of which one does not speak is constant there."""
    names = tuple(dict.fromkeys(name for each in laws for name in each.names))
    atoms: list[tuple[tuple[int, ...], Fraction]] = [((0,) * len(names), Fraction(1))]
    for each in laws:
        rows = []
        for values, chance in each.atoms:
            value_of = dict(zip(each.names, values))
            rows.append(([value_of.get(name, 0) for name in names], chance))
        size = 1 + max(max(row, default=0) for row, _ in rows)
        atoms = [
            (tuple(size * old + new for old, new in zip(before, row)), p * chance)
            for before, p in atoms
            for row, chance in rows
        ]
    return type(laws[0])(names, tuple(atoms))


def without(shown: Part, dropped: set[str]) -> Part:
    """Return the law of the other variables; their values are 0, 1, ... as they come."""
    kept = [i for i, name in enumerate(shown["variables"]) if name not in dropped]
    numbers: list[dict[str, int]] = [{} for _ in kept]
    atoms: dict[tuple[str, ...], Fraction] = {}
    for values, chance in shown["atoms"]:
        key = tuple(
            str(known.setdefault(values[i], len(known)))
            for i, known in zip(kept, numbers, strict=True)
        )
        atoms[key] = atoms.get(key, Fraction(0)) + Fraction(chance)
    return {
        "variables": [shown["variables"][i] for i in kept],
        "atoms": [[list(key), str(chance)] for key, chance in atoms.items()],
    }
