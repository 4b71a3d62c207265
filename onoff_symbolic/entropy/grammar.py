"""Statements about joint entropies: what they are, how they are written, read and printed.

    2*H(A,B) + I(A;B|C) >= 1/2*H(A)          any linear relation =, <=, >= with rational coefficients
    Q = f(X,V,S)       or  Q : X,V,S         Q is a function of the others:  H(Q|X,V,S) = 0
    U -> X -> V                              a Markov chain:  I(U;V|X) = 0
    U . V . W          or  U indep V         independence:  I(U;V) + I(U,V;W) = 0;  U . V | X  given X

Grammar (blanks are free, names are letters, digits and underscores, the only constant is 0):

    statement  =  sum relation sum  |  list "=" name "(" list ")"  |  list ":" list
               |  list "->" list "->" list …  |  list "." list … ["|" list]
    relation   =  "="  |  "<="  |  ">="
    sum        =  [sign] term { sign term }
    term       =  "0"  |  [number ["*"]] measure ["/" digits]
    number     =  digits ["." digits] ["/" digits]  |  "." digits
    measure    =  "H(" list ["|" list] ")"  |  "I(" list ";" list ["|" list] ")"
    list       =  name { "," name }

Other spellings: "==" for "=", "≤" "≥" "→" "−" "·" "⊥" for their like, ":" for ";" in I(X:Y), "indep" for ".",
"<->", "↔", "-" and "–" for "->".

The reader is a loop over tokens: no recursion, no evaluation, and every length is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ..errors import InputError

MAX_LENGTH = 2000
MAX_DIGITS = 40
WINDOW = 76

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
        """H(left,given) + H(right,given) - H(left,right,given) - H(given)."""
        left, right, given = frozenset(self.left), frozenset(self.right), frozenset(self.given)
        counts: dict[frozenset[str], int] = {}
        for subset, sign in ((left | given, 1), (right | given, 1), (left | right | given, -1), (given, -1)):
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
        """The form that the statement says is zero (for "=") or nonnegative (for "<=" and ">=")."""
        return dict(self._form)

    @cached_property
    def _form(self) -> Form:
        sign = -1 if self.relation == "<=" else 1
        return total([(sign * term.coefficient, term.measure.form()) for term in self.left]
                     + [(-sign * term.coefficient, term.measure.form()) for term in self.right])

    def names(self) -> Names:
        """The variables in the order in which they are first written."""
        measures = [term.measure for term in self.left + self.right]
        return distinct(name for m in measures for name in m.left + m.right + m.given)

    def __str__(self) -> str:
        return f"{sum_text(self.left)} {self.relation} {sum_text(self.right)}"


def total(parts: Iterable[tuple[Fraction, Form]]) -> Form:
    """The sum of coefficient * form, without zeros and without the empty set."""
    result: Form = {}
    for coefficient, form in parts:
        for subset, value in form.items():
            more = value if coefficient == 1 else coefficient * value
            result[subset] = result[subset] + more if subset in result else more
    return {subset: value for subset, value in result.items() if subset and value}


def distinct(names: Iterable[str]) -> Names:
    """The names without repetitions, in order."""
    return tuple(dict.fromkeys(names))


def sum_text(terms: Iterable[Term]) -> str:
    """The sum as the reader accepts it, for example "2*H(A,B) - 1/2*I(A;B)"."""
    text = ""
    for term in terms:
        sign = "-" if term.coefficient < 0 else "+"
        size = abs(term.coefficient)
        body = str(term.measure) if size == 1 else f"{size}*{term.measure}"
        if text:
            text += f" {sign} {body}"
        else:
            text = body if sign == "+" else f"-{body}"
    return text or "0"


# Statements that other modules write without text.

def vanishes(*measures: Measure) -> Statement:
    """Every one of the measures is zero: their sum is, since none is negative."""
    return Statement(tuple(Term(Fraction(1), measure) for measure in measures), "=")


def function_of(result: Iterable[str], arguments: Iterable[str]) -> Statement:
    """H(result | arguments) = 0."""
    names = tuple(result)
    return vanishes(Measure(names, names, tuple(arguments)))


def markov(*groups: Iterable[str]) -> Statement:
    """group1 -> group2 -> group3 …: given each group, what follows it is independent of what precedes it."""
    lists = [tuple(group) for group in groups]
    if len(lists) < 3:
        raise InputError(f"expected a Markov chain of three or more lists, found {len(lists)}")
    return vanishes(*(Measure(distinct(name for past in lists[:k] for name in past), lists[k + 1], lists[k])
                      for k in range(1, len(lists) - 1)))


def mutually_independent(*groups: Iterable[str], given: Iterable[str] = ()) -> Statement:
    """I(group1; group2 | given) + I(group1,group2; group3 | given) + … = 0."""
    lists, condition = [tuple(group) for group in groups], tuple(given)
    if len(lists) < 2:
        raise InputError(f"expected two or more lists to be independent, found {len(lists)}")
    return vanishes(*(Measure(distinct(name for past in lists[:k] for name in past), lists[k], condition)
                      for k in range(1, len(lists))))


def notes(statements: Iterable[Statement]) -> list[str]:
    """What was probably meant otherwise: a variable XY beside variables X and Y, or beside XZ and YZ."""
    names = distinct(name for statement in statements for name in statement.names())
    found = []
    for name in names:
        others = [other for other in names if other != name]
        letters = {letter for other in others if other.isalpha() and other.isupper() for letter in other}
        parts = _parts(name, others) or (tuple(name) if len(name) > 1 and letters.issuperset(name) else ())
        if parts:
            found.append(f"{name} is read as one variable; {','.join(parts)} is written for "
                         f"{' and '.join(parts)} together")
    return found


def _parts(name: str, others: Sequence[str]) -> Names:
    """Some of the other names that make up a name when they are written one after the other; none if none do."""
    known: dict[int, Names] = {0: ()}
    for end in range(1, len(name) + 1):
        for other in others:
            start = end - len(other)
            if start in known and name.startswith(other, start):
                known.setdefault(end, (*known[start], other))
    return known.get(len(name), ())


# Reading.

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
                    r"|(?P<sign><->|->|<=|>=|==|[=(),;:.|*/+<>≤≥→↔−–·⊥-])|(?P<end>\Z))")
_SAME = {"≤": "<=", "≥": ">=", "→": "->", "↔": "->", "<->": "->", "==": "=", "−": "-", "–": "-", "·": "*", "⊥": "."}


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    written: str


def parse(text: str) -> Statement:
    """Read one statement. Assumes nothing of the text; raises InputError that points at the first fault."""
    if len(text) > MAX_LENGTH:
        raise InputError(f"expected a statement of at most {MAX_LENGTH} characters, found {len(text)}")
    return _Reader(text).statement()


def implication(text: str) -> tuple[str, tuple[str, ...]]:
    """`premise; premise => statement`: the statement, and what is given; a semicolon in parentheses is none."""
    if "=>" not in text:
        return text, ()
    before, _, goal = text.rpartition("=>")
    if re.fullmatch(r"[^=<>≤≥]*\b[HI]\s*\([^=<>≤≥]*", before) and not re.search("[=<>≤≥:→.·⊥-]|indep", goal):
        raise _fault(text, len(before), "expected >= (=> stands between what is given and the statement)", "=>")
    premises, depth = [""], 0
    for sign in before[:MAX_LENGTH]:
        depth += (sign == "(") - (sign == ")")
        if sign in ";&" and depth == 0:
            premises.append("")
        else:
            premises[-1] += sign
    return goal.strip(), tuple(premise.strip() for premise in premises if premise.strip() or len(premises) == 1)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    place = 0
    while not tokens or tokens[-1].kind != "end":
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            start = len(text) - len(text[place:].lstrip())
            raise _fault(text, start, "expected a name (letters, digits, underscores), a number or a sign", text[start])
        kind = match.lastgroup
        tokens.append(_Token(kind, _SAME.get(match[kind], match[kind]), match.start(kind), match[kind]))
        place = match.end()
    return tokens


def _fault(text: str, place: int, expected: str, found: str) -> InputError:
    """Three lines: what was expected and found, the statement (or the part around the fault), a caret."""
    start = max(0, place - WINDOW // 2)
    shown = "".join(c if c.isprintable() else "?" for c in text[start:start + WINDOW])
    seen = repr(found[:20]) if found else "the end"
    return InputError(f"{expected}, found {seen}\n  {shown}\n  {' ' * (place - start)}^")


class _Reader:
    """A cursor over the tokens of one statement."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.place = 0

    def fault(self, expected: str) -> InputError:
        token = self.tokens[self.place]
        return _fault(self.text, token.start, f"expected {expected}", token.written)

    def sees(self, *texts: str) -> bool:
        return self.tokens[self.place].text in texts

    def take(self) -> str:
        token = self.tokens[self.place]
        self.place += 1
        return token.text

    def accept(self, *texts: str) -> bool:
        """Pass over the next token if it is one of these."""
        if self.tokens[self.place].kind != "sign" or not self.sees(*texts):
            return False
        self.place += 1
        return True

    def require(self, text: str, expected: str) -> None:
        if not self.accept(text):
            raise self.fault(expected)

    def statement(self) -> Statement:
        first, second = self.tokens[0], self.tokens[min(1, len(self.tokens) - 1)]
        if first.kind == "name" and second.text != "(":
            result = self.of_lists()
        else:
            left = self.terms()
            if self.sees("<", ">"):
                raise self.fault("'<=' or '>=' (a strict relation is never implied)")
            if not self.sees("=", "<=", ">="):
                raise self.fault("'+', '-', '=', '<=' or '>='")
            relation = self.take()
            if relation == "=" and self.sees("<", ">"):
                raise self.fault("'<=' or '>=', or a sum")
            result = Statement(left, relation, self.terms())
        if self.tokens[self.place].kind != "end":
            more = self.tokens[self.place].kind == "name" or self.sees(",", ";")
            raise self.fault("the end of the statement" + (
                " (of relations one at a time)" if self.sees("=", "<=", ">=", "<", ">") else
                " (premises stand before '=>', with ';' between them)" if more else ""))
        return result

    def of_lists(self) -> Statement:
        """A statement that begins with variables: a function, a Markov chain or independence."""
        lists = [self.variables()]
        if self.accept("="):
            if self.sees("H", "I") or self.tokens[self.place].kind != "name":
                raise self.fault("a function of variables, such as f(X,Y)")
            self.take()
            self.require("(", "'(' (a function, such as f(X,Y))")
            arguments = self.variables()
            self.require(")", "',' or ')'")
            return function_of(lists[0], arguments)
        if self.accept(":"):
            return function_of(lists[0], self.variables())
        if self.sees(".", "indep"):
            while self.sees(".", "indep"):
                self.take()
                lists.append(self.variables())
            return mutually_independent(*lists, given=self.variables() if self.accept("|") else ())
        while len(lists) < 3 or self.sees("->", "-"):
            if not self.accept("->", "-"):
                raise self.fault("'->' (a Markov chain X -> Y -> Z), '=' or ':' (a function Y = f(X), Y : X) or '.' "
                                 "(independence X . Y)" if len(lists) == 1 else "'->' and a third list")
            lists.append(self.variables())
        return markov(*lists)

    def terms(self) -> tuple[Term, ...]:
        terms: list[Term] = []
        while True:     # the first sign may be left out
            sign = -1 if self.accept("-") else 1
            if sign > 0:
                self.accept("+")
            terms += self.term(sign)
            if not self.sees("+", "-"):
                return tuple(terms)

    def term(self, sign: int) -> tuple[Term, ...]:
        coefficient = Fraction(sign)
        if self.tokens[self.place].kind == "number":
            number = self.number()
            coefficient *= number
            starred = self.accept("*")
            if not starred and not number and not self.sees("H", "I"):
                return ()
            if not self.sees("H", "I"):
                raise self.fault("H(...) or I(...) after the coefficient (the only constant is 0)")
        elif not self.sees("H", "I"):
            raise self.fault("H(...), I(...) or a number")
        measure = self.measure()
        if self.accept("/"):
            coefficient /= self.divisor()
        return (Term(coefficient, measure),)

    def number(self) -> Fraction:
        value = Fraction(self.digits())
        return value / self.divisor() if self.accept("/") else value

    def divisor(self) -> int:
        token = self.tokens[self.place]
        if token.kind != "number" or "." in token.text or not token.text.strip("0"):
            raise self.fault("a positive whole number after '/'")
        return int(self.digits())

    def digits(self) -> str:
        token = self.tokens[self.place]
        if len(token.text) > MAX_DIGITS:
            raise self.fault(f"a number of at most {MAX_DIGITS} digits")
        return self.take()

    def measure(self) -> Measure:
        kind = self.take()
        self.require("(", f"'(' after {kind}")
        left = right = self.variables()
        if kind == "I":
            if not self.accept(":"):
                self.require(";", "',' or ';' (mutual information is I(X;Y))")
            right = self.variables()
        given = self.variables() if self.accept("|") else ()
        several = " (I(X;Y;Z) is I(X;Y) - I(X;Y|Z))" if kind == "I" and self.sees(";", ":") else ""
        self.require(")", "',' or ')'" if given else f"',', '|' or ')'{several}")
        return Measure(left, right, given)

    def variables(self) -> Names:
        names: list[str] = []
        while not names or self.accept(","):
            if self.tokens[self.place].kind != "name":
                raise self.fault("the name of a variable")
            names.append(self.take())
        return distinct(names)
