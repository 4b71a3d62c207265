"""Statements about joint entropies: what they are, how they are written, read and printed.

    2*H(A,B) + I(A;B|C) >= 1/2*H(A)          any linear relation =, <=, >= with rational coefficients
    Q = f(X,V,S)       or  Q : X,V,S         Q is a function of the others:  H(Q|X,V,S) = 0
    U -> X -> V                              a Markov chain:  I(U;V|X) = 0
    U . V . W          or  U indep V         independence:  I(U;V) + I(U,V;W) = 0;  U . V | X  given X

A statement is read by the checker's reader, after other spellings were replaced: names are letters, digits and
underscores, and the only constant is 0.

Other spellings: "==" for "=", "≤" "≥" "→" "−" "·" "⊥" for their like, ":" for ";" in I(X:Y), "indep" for ".",
"<->", "↔", "-" and "–" for "->", and 2 H(X) for 2*H(X).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..algebra.spelling import Mistyped, Word, read, typed_words
from ..algebra.texts import signed_sum, term_text
from ..checker import syntax
from ..checker.polynomials import FLIP
from ..checker.syntax import Number, Product, Sum, Text, Vanishing
from ..errors import InputError

MAX_LENGTH = 2000
MAX_DIGITS = 40

Names = tuple[str, ...]
Form = dict[frozenset[str], Fraction]
"""A linear form: the coefficient of each joint entropy; the empty set (entropy 0) and zeros are left out."""


@dataclass(frozen=True)
class Measure:
    """I(left; right | given). The entropy H(left | given) is I(left; left | given).

    Shannon's inequalities say exactly that every measure is nonnegative. The lists may overlap.
    """

    left: Names
    right: Names
    given: Names = ()

    def __post_init__(self) -> None:
        if not (self.left and self.right):
            raise InputError("expected a measure of at least one variable on each side, found none")

    def form(self) -> Form:
        """Return H(left,given) + H(right,given) - H(left,right,given) - H(given)."""
        left, right, given = frozenset(self.left), frozenset(self.right), frozenset(self.given)
        counts: dict[frozenset[str], int] = {}
        for subset, sign in (
            (left | given, 1),
            (right | given, 1),
            (left | right | given, -1),
            (given, -1),
        ):
            counts[subset] = counts.get(subset, 0) + sign
        return {subset: Fraction(count) for subset, count in counts.items() if subset and count}

    def __str__(self) -> str:
        condition = "|" + ",".join(self.given) if self.given else ""
        if self.left == self.right:
            return f"H({','.join(self.left)}{condition})"
        return f"I({','.join(self.left)};{','.join(self.right)}{condition})"


@dataclass(frozen=True)
class Term:
    """coefficient * measure."""

    coefficient: Fraction
    measure: Measure

    def __post_init__(self) -> None:
        if not isinstance(self.coefficient, Fraction):
            raise InputError(f"expected a rational coefficient, found {self.coefficient!r}")


@dataclass(frozen=True)
class Statement:
    """left relation right, where the relation is "=", "<=" or ">=" and an empty sum is 0."""

    left: tuple[Term, ...]
    relation: str
    right: tuple[Term, ...] = ()

    def __post_init__(self) -> None:
        if self.relation not in ("=", "<=", ">="):
            raise InputError(f"expected '=', '<=' or '>=', found {self.relation!r}")

    @property
    def equality(self) -> bool:
        return self.relation == "="

    def form(self) -> Form:
        """Return the form that the statement says is zero (for "=") or nonnegative (for "<=" and ">=")."""
        return dict(self._form)

    @cached_property
    def _form(self) -> Form:
        sign = -1 if self.relation == "<=" else 1
        return total(
            [(sign * term.coefficient, term.measure.form()) for term in self.left]
            + [(-sign * term.coefficient, term.measure.form()) for term in self.right]
        )

    def names(self) -> Names:
        """Return the variables in the order in which they are first written."""
        measures = [term.measure for term in self.left + self.right]
        return distinct(name for m in measures for name in m.left + m.right + m.given)

    def __str__(self) -> str:
        return f"{sum_text(self.left)} {self.relation} {sum_text(self.right)}"


def total(parts: Iterable[tuple[Fraction, Form]]) -> Form:
    """Return the sum of coefficient * form, without zeros and without the empty set."""
    result: Form = {}
    for coefficient, form in parts:
        for subset, value in form.items():
            more = value if coefficient == 1 else coefficient * value
            result[subset] = result[subset] + more if subset in result else more
    return {subset: value for subset, value in result.items() if subset and value}


def distinct(names: Iterable[str]) -> Names:
    """Return the names without repetitions, in order."""
    return tuple(dict.fromkeys(names))


def sum_text(terms: Iterable[Term]) -> str:
    """Return the sum as the reader accepts it, for example "2*H(A,B) - 1/2*I(A;B)"."""
    return signed_sum(
        (t.coefficient < 0, term_text(abs(t.coefficient), [(str(t.measure), 1)])) for t in terms
    )


def notes(statements: Iterable[Statement]) -> list[str]:
    """Return hints at what was meant otherwise: a variable XY beside variables X and Y, or beside XZ and YZ."""
    names = distinct(name for statement in statements for name in statement.names())
    found = []
    for name in names:
        others = [other for other in names if other != name]
        letters = {
            letter for other in others if other.isalpha() and other.isupper() for letter in other
        }
        parts = _parts(name, others) or (
            tuple(name) if len(name) > 1 and letters.issuperset(name) else ()
        )
        if parts:
            found.append(
                f"{name} is read as one variable; {','.join(parts)} is written for "
                f"{' and '.join(parts)} together"
            )
    return found


def _parts(name: str, others: Sequence[str]) -> Names:
    """Return other names that make up a name when they are written one after the other; none if none do."""
    known: dict[int, Names] = {0: ()}
    for end in range(1, len(name) + 1):
        for other in others:
            start = end - len(other)
            if start in known and name.startswith(other, start):
                known.setdefault(end, (*known[start], other))
    return known.get(len(name), ())


# -- reading -----------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<sign><->|->|<=|>=|==|[=(),;:.|*/+<>≤≥→↔−–·⊥-])|(?P<end>\Z))"
)
_MEANT = {
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "↔": "->",
    "<->": "->",
    "==": "=",
    "−": "-",
    "–": "-",
    "·": "*",
    "⊥": ".",
}
_OF_LISTS = {".": "indep", "-": "->"}
_EXPECTED = {
    "a name": "a name, H(...), I(...) or a number",
    ")": "',' or ')'",
    ";": "';' (mutual information is I(X;Y))",
    "the end": "the end of the statement (premises stand before '=>', with ';' between them)",
}
_LISTS = "X -> Y -> Z (a Markov chain), X . Y (independence), Y = f(X) or Y : X (a function)"


def parse(text: str) -> Statement:
    """Read one statement. Assumes nothing of the text; raises InputError that points at the first fault."""
    if len(text) > MAX_LENGTH:
        raise InputError(
            f"expected a statement of at most {MAX_LENGTH} characters, found {len(text)}"
        )
    try:
        words = _respelled(typed_words(text, _TOKEN, _meant))
        return _statement(words, read(words))
    except Mistyped as fault:
        raise fault.in_text(text, _EXPECTED.get(fault.expected, fault.expected)) from None


def _meant(typed: str) -> str:
    return f"0{typed}" if typed.startswith(".") and typed != "." else _MEANT.get(typed, typed)


def _respelled(words: list[Word]) -> list[Word]:
    """Return the words of a statement as the checker writes it: A indep B for A . B, A -> B -> C for A - B - C,
    Q = f(X) for Q : X, 2*H(X) for 2 H(X)."""
    is_list = words[0].kind == "name" and words[1].text != "("
    found: list[Word] = []
    for before, word in zip([words[-1], *words], words):
        if len(word.text) > MAX_DIGITS and word.kind == "number":
            raise Mistyped(word, f"a number of at most {MAX_DIGITS} digits")
        if is_list and word.text == ":":
            found += [word._replace(text=text) for text in ("=", "f", "(")]
        elif is_list:
            found.append(word._replace(text=_OF_LISTS.get(word.text, word.text)))
        elif before.kind == "number" and word.text in ("H", "I"):
            found += [word._replace(kind="sign", text="*"), word]
        elif word.text != "+" or before.kind in ("number", "name") or before.text == ")":
            found.append(word)
    if any(word.typed == ":" and word.text == "f" for word in found):
        found.insert(-1, found[-1]._replace(text=")"))
    return found


def _statement(words: Sequence[Word], tree: Text) -> Statement:
    """Return the statement that a tree is."""
    signs = [word for word in words if word.text in FLIP]
    if words[1].text != "(" and isinstance(tree.sides[0], syntax.Name):
        raise Mistyped(words[1], _LISTS)
    if not signs and not isinstance(tree.sides[0], Vanishing):
        raise Mistyped(words[-1], "'+', '-', '=', '<=' or '>='")
    for sign in signs:
        if sign.text not in ("=", "<=", ">="):
            raise Mistyped(sign, "'<=' or '>=' (a strict relation is never implied)")
    if len(signs) > 1:
        raise Mistyped(signs[1], "the end of the statement (of relations one at a time)")
    begins = [words[0], words[words.index(signs[0]) + 1] if signs else words[0]]
    left, right = ([*_terms(side, Fraction(1), word)] for side, word in zip(tree.sides, begins, strict=True))
    return Statement(tuple(left), tree.signs[0], tuple(right))


def _terms(node: Any, factor: Fraction, word: Word) -> Iterator[Term]:
    """Yield the terms of a multiple of a sum of measures."""
    if isinstance(node, syntax.Measure):
        yield Term(factor, Measure(*node))
    elif isinstance(node, Vanishing):
        yield from (Term(factor, Measure(*measure)) for measure in node.measures)
    elif isinstance(node, Sum):
        for sign, term in node.terms:
            yield from _terms(term, sign * factor, word)
    elif isinstance(node, Product):
        measure, factor = _factors(node, factor, word)
        yield from _terms(measure, factor, word)
    elif not isinstance(node, Number) or node.value:
        raise Mistyped(
            word, "a sum of multiples of H(...) and I(...) on each side; the only constant is 0"
        )


def _factors(node: Product, factor: Fraction, word: Word) -> tuple[Any, Fraction]:
    """Return the only factor that is no number, and the product of `factor` and the numbers."""
    measure: Any = None
    for operator, part in (("*", node.first), *node.others):
        if isinstance(part, Number):
            if operator == "/" and not part.value:
                raise Mistyped(word, "a divisor that is not 0")
            factor = factor * part.value if operator == "*" else factor / part.value
        elif measure is None and operator == "*":
            measure = part
        else:
            raise Mistyped(word, "a number before or after each H(...) and I(...)")
    return Number(factor, "") if measure is None else measure, factor


def implication(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the statement of `premise; premise => statement`, and what is given; not split in parentheses."""
    if "=>" not in text:
        return text, ()
    before, _, goal = text.rpartition("=>")
    if re.fullmatch(r"[^=<>≤≥]*\b[HI]\s*\([^=<>≤≥]*", before) and not re.search(
        "[=<>≤≥:→.·⊥-]|indep", goal
    ):
        arrow = Word("sign", "=>", len(before), "=>")
        hint = "did you mean >=? (=> is written between what is given and the statement)"
        fault = Mistyped(arrow, "a comparison", hint)
        raise fault.in_text(text, fault.expected)
    premises, depth = [""], 0
    for sign in before[:MAX_LENGTH]:
        depth += (sign == "(") - (sign == ")")
        if sign in ";&" and depth == 0:
            premises.append("")
        else:
            premises[-1] += sign
    return goal.strip(), tuple(
        premise.strip() for premise in premises if premise.strip() or len(premises) == 1
    )
