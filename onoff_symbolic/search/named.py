"""Names and numbers beside entropies: each is the entropy of a variable of its own, independent of all others.

What is known to be >= 0 is one entropy, what is not is the difference of two. In a proof, measures of these variables
come to multiples of them; in a counterexample their entropies are values of the names, where these are so many bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from .errors import NotFound
from .facts import Seeker
from .tactics.question import Term
from ..checker import Holds, Region
from ..checker.polynomials import Monomial, Poly, is_constant, negative

if TYPE_CHECKING:
    from ..entropy import grammar
    from ..entropy.witness import Witness

Asked = Callable[[Any, Sequence[Any], bool], Any]
COPIES = 4
MAX_ATOMS = 256
"""Of a law that refutes: how often it stands beside itself, and how large it becomes."""


def is_entropy(name: str) -> bool:
    return name.startswith("H(")


class Values:
    """Variables whose entropies stand for names, products of names, and 1."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.known: dict[Monomial, tuple[str, ...]] = {}

    def of(self, monomial: Monomial) -> tuple[str, ...]:
        if monomial not in self.known:
            number = len(self.known)
            plain = not monomial or self.region.has({monomial: 1}, ">=")
            self.known[monomial] = (f"value{number}_",) if plain else (f"value{number}_", f"value{number}_minus_")
        return self.known[monomial]

    def statement(self, p: Poly, sign: str) -> grammar.Statement:
        """p = 0 or p >= 0."""
        from ..entropy.grammar import Measure, Statement
        from ..entropy.grammar import Term as Part

        terms = []
        for monomial, c in p.items():
            inside = [name for name in monomial if is_entropy(name)]
            if inside and len(monomial) > 1:
                raise NotFound("", "a product of an entropy and a name")
            lists = [tuple(monomial[0][2:-1].split(","))] if inside else [(name,) for name in self.of(monomial)]
            terms += [Part(factor * Fraction(c), Measure(names, names, ())) for names, factor in zip(lists, (1, -1))]
        return Statement(tuple(terms), "=" if sign == "=" else ">=")

    def given(self) -> tuple[list[int], list[grammar.Statement]]:
        """The hypotheses that speak of entropies or of these names, but for strictness, and their places."""
        waiting = {i: {name for m in p for name in m} for i, (p, sign, _) in enumerate(self.region.hypotheses)
                   if sign in ("=", ">=", ">") and not is_constant(p)
                   and not any(is_entropy(name) for m in p for name in m if len(m) > 1)}
        near = {name for monomial in self.known for name in monomial}
        places: list[int] = []
        while more := [i for i, names in waiting.items() if names & near or any(map(is_entropy, names))]:
            near = near.union(*(waiting.pop(i) for i in more))
            places += more
        places.sort()
        return places, [self.statement(*self.region.hypotheses[i][:2]) for i in places]

    def terms(self, derivation: Any, places: Sequence[int], seeker: Seeker) -> list[Term]:
        """A derivation, without the variables that are none."""
        own = {name: monomial for monomial, names in self.known.items() for name in names[:1]}
        all_own = {name for names in self.known.values() for name in names}
        found: list[Term] = []
        extra: dict[Monomial, Fraction] = {}
        for term in derivation.measures:
            left, right, given = ([n for n in names if n not in all_own] for names in (
                term.measure.left, term.measure.right, term.measure.given))
            if term.coefficient and left and right:
                measure = type(term.measure)(tuple(left), tuple(right), tuple(given))
                found.append([str(term.coefficient), str(measure).replace(" ", "")])
            for name in {*term.measure.left} & {*term.measure.right} & own.keys() - {*term.measure.given}:
                extra[own[name]] = extra.get(own[name], Fraction(0)) + term.coefficient
        for monomial, weight in sorted(extra.items()):
            if weight and len(self.known[monomial]) == 1:
                ref, ratio = seeker.reference(self.region, {monomial: 1}, ">=") if monomial else (None, Fraction(1))
                found.append([str(weight * ratio), *([ref] if monomial else [])])
        return found + [[str(multiplier), places[i]] for multiplier, i in derivation.hypotheses if multiplier]


def derive(statement: Holds, seeker: Seeker, asked: Asked) -> None:
    """Steps that show the statement."""
    from ..entropy.proof import NoProof

    for _, (gap, sign) in statement.model.relations([statement.text]):
        if gap.bottom or sign not in ("=", ">="):
            raise NotFound(statement.name, "a strict relation, or a divisor, beside entropies")
        values = Values(statement.region)
        goal = values.statement(gap.top, sign)
        places, given = values.given()
        answer = asked(goal, given, False)
        if isinstance(answer, NoProof):
            raise NotFound(statement.name, "Shannon's inequalities do not imply it")
        for derivation in answer.derivations:
            if statement.region.why(gap.top, "=") is None:
                p = gap.top if derivation.sign > 0 else negative(gap.top)
                seeker.write(statement.region, p, values.terms(derivation, places, seeker))


def law(statement: Holds, asked: Asked) -> tuple[dict[str, str], dict[str, Any]] | None:
    """Values of the names in bits, and a law, under which what is given holds and the statement does not."""
    from ..entropy.proof import NoProof
    from .shannon import shown_by

    for _, (gap, sign) in statement.model.relations([statement.text]):
        values = Values(statement.region)
        goal = values.statement(gap.top, "=" if sign == "=" else ">=")
        places, given = values.given()
        answer = asked(goal, given, True)
        found = _completed(values, goal, places, given, answer.witness, asked) if isinstance(answer, NoProof) else None
        if found is None:
            continue
        at: dict[str, str] = {}
        for monomial, names in values.known.items():
            bits = [found.bits([name]) for name in names]
            if len(monomial) > 1 or None in bits or not monomial and bits != [1]:
                return None
            if monomial:
                at[monomial[0]] = str(sum(b * f for b, f in zip(bits, (1, -1)) if b is not None))
        return at, _without(shown_by(found), {name for names in values.known.values() for name in names})
    return None


def _completed(values: Values, goal: grammar.Statement, places: Sequence[int], given: Sequence[grammar.Statement],
               witness: Witness | None, asked: Asked) -> Witness | None:
    """The law, beside independent ones by which 1 is a bit and what is > 0 is so; in so many copies that it refutes."""
    if witness is None:
        return None
    one = [values.statement({(): 1}, ">=")] if () in values.known else []
    strict = [each for i, each in zip(places, given, strict=True) if values.region.hypotheses[i][1] == ">"]
    beside: list[Witness] = []
    for each in (*one, *strict):
        if _product([witness, *beside]).sign(each.form()) <= 0:
            still = [] if each in one else [_turned(bit) for bit in one]
            answer = asked(_turned(each), [*given, *still], True)
            if getattr(answer, "witness", None) is None:
                return None
            beside.append(answer.witness)
    for copies in range(1, COPIES + 1):
        if prod(len(each.atoms) for each in (*[witness] * copies, *beside)) <= MAX_ATOMS:
            found = _product([*[witness] * copies, *beside])
            sign = found.sign(goal.form())
            if sign < 0 or sign and goal.equality:
                return found
    return None


def _turned(statement: grammar.Statement) -> grammar.Statement:
    """p <= 0 for p >= 0."""
    return type(statement)(statement.left, "<=")


def _product(laws: Sequence[Witness]) -> Witness:
    """Independent laws, one beside the other; a variable of which one does not speak is constant there."""
    names = tuple(dict.fromkeys(name for each in laws for name in each.names))
    atoms: list[tuple[tuple[int, ...], Fraction]] = [((0,) * len(names), Fraction(1))]
    for each in laws:
        rows = [([dict(zip(each.names, values)).get(name, 0) for name in names], p) for values, p in each.atoms]
        size = 1 + max(max(row, default=0) for row, _ in rows)
        atoms = [(tuple(size * old + new for old, new in zip(before, row)), chance * p)
                 for before, chance in atoms for row, p in rows]
    return type(laws[0])(names, tuple(atoms))


def _without(shown: dict[str, Any], dropped: set[str]) -> dict[str, Any]:
    """The law of the other variables; their values are 0, 1, ... as they come."""
    kept = [i for i, name in enumerate(shown["variables"]) if name not in dropped]
    numbers: list[dict[str, int]] = [{} for _ in kept]
    atoms: dict[tuple[str, ...], Fraction] = {}
    for values, chance in shown["atoms"]:
        key = tuple(str(known.setdefault(values[i], len(known))) for i, known in zip(kept, numbers, strict=True))
        atoms[key] = atoms.get(key, Fraction(0)) + Fraction(chance)
    return {"variables": [shown["variables"][i] for i in kept],
            "atoms": [[list(key), str(chance)] for key, chance in atoms.items()]}
