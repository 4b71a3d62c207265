"""One reader, one tree: what a text of a goal says, as a value. Nothing here evaluates or judges.

    parse("for x in A,B: p[x]**2 <= 1")     returns Text(ranges, sides, signs, length)

Glossary
    Text        `for x in A,B: left <= middle < right`; an expression is a text with one side and no sign
    Node        an expression: one of the classes below. A node keeps what was written: 0.20, and each divisor
    Index       a label, a small integer, or a bound name
    Range       a bound name and its values: x in A,B,0..3

What is made of a tree is a visitor: a table from the type of a node to a function of its fields, which calls the
visitor again for the nodes among them. `meaning.evaluate` is one (to quotients), and the model
for others:

    def to_text(node):
        return VISIT[type(node)](*node)

    VISIT = {Number: lambda value, written: written, Name: lambda word: word, Power: ..., and so on}

Everything that people may type besides (^ for **, Greek letters, H(X) ⊥ Y) is respelled before it comes here, outside
the checker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from . import extensions
from .polynomials import COMPARE, Invalid, need
from .polynomials import Number as Value

MAX_NESTING, MAX_DIGITS, MAX_SMALL = (
    30,
    4_000,
    9_999,
)  # Python itself reads no more than 4300 digits

T = TypeVar("T")
Index = str | int
Span = Sequence[Index]
FUNCTIONS = {"H", "I", "law", "state", "history", "Pr"}
OWN_TABLES = {"path", "state", "mass"}
KEYWORDS = {"for", "in", "sum", "mod", "indep", "law", "history", "Pr", "H", "I", *OWN_TABLES}
WORD = re.compile("[A-Za-z_][A-Za-z0-9_]{0,99}")  # texts are made of many of them
LETTERS, DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"), frozenset(
    "0123456789"
)
TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*|\*\*|\.\.|->|<=|>=|!=|\S")
NOT_PLAIN = re.compile(r"\[|[A-Za-z0-9_]\s*\(|->|\bindep\b")
BESIDE_MOD = {"", "(", ")", "[", "]", *COMPARE}


def is_plain(text: str) -> bool:
    """Return whether a text speaks of names and numbers alone, not of tables, schemes or entropies."""
    return NOT_PLAIN.search(text) is None


# -- the tree ----------------------------------------------------------------------------------------------------------


class Number(NamedTuple):
    """0.20: its value, and as it was written."""

    value: Value
    written: str


class Name(NamedTuple):
    """A name of the goal, or a bound name that stands for a number."""

    word: str


class Entry(NamedTuple):
    """T[i,j]: an entry of a table, or a cell."""

    table: str
    indices: tuple[Index, ...]


class Sum(NamedTuple):
    """Signs (1 or -1) and terms."""

    terms: tuple[tuple[int, Node], ...]


class Product(NamedTuple):
    """first * second / third: the first factor, and the others, each with * or /."""

    first: Node
    others: tuple[tuple[str, Node], ...]


class Power(NamedTuple):
    """base**exponent."""

    base: Node
    exponent: Index


class Residue(NamedTuple):
    """(node) mod modulus."""

    node: Node
    modulus: int


class Indicator(NamedTuple):
    """[left = right] is 1 or 0; the sign is = or !=."""

    left: Node | Index
    sign: str
    right: Node | Index


class Range(NamedTuple):
    """A bound name and its values."""

    name: str
    spans: tuple[Span, ...]


class Total(NamedTuple):
    """sum x in A,B: term, with the sign of the term and its length in tokens."""

    range: Range
    term: Node
    sign: int
    length: int


class Call(NamedTuple):
    """law(S,...), state(S,...), history(S,...)."""

    function: str
    words: tuple[Index, ...]


class Chance(NamedTuple):
    """Pr(E, A = a | C = c)."""

    experiment: str
    event: tuple[tuple[str, Index], ...]
    given: tuple[tuple[str, Index], ...]


class Measure(NamedTuple):
    """I(left;right|given), each a list of random variables; H(left|given) is I(left;left|given)."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    given: tuple[str, ...]


class Vanishing(NamedTuple):
    """X -> Y -> Z, X indep Y or Y = f(X): the measures that are zero."""

    measures: tuple[Measure, ...]


Node = (
    Number
    | Name
    | Entry
    | Sum
    | Product
    | Power
    | Residue
    | Indicator
    | Total
    | Call
    | Chance
    | Measure
    | Vanishing
)


class Text(NamedTuple):
    """A text that was read. An expression has one side; `length` is in tokens."""

    ranges: tuple[Range, ...]
    sides: tuple[Node, ...]
    signs: tuple[str, ...]
    length: int


def nodes(tree: Any) -> Iterator[Any]:
    """Yield every node of a tree, outer ones first."""
    if hasattr(tree, "_fields"):
        yield tree
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)


# -- reading -----------------------------------------------------------------------------------------------------------


class Misread(Invalid):
    """What was expected and found at a column (from 0) of a text."""

    def __init__(self, text: str, expected: str, found: str, column: int) -> None:
        super().__init__(
            f"expected {expected}, found {found or 'the end'} in {text[:60]!r}", about=text
        )
        self.text = text
        self.expected = expected
        self.found = found
        self.column = column


def parse(text: str) -> Text:
    """Return the tree of a text; whatever is left over is a fault."""
    reader = Reader(text)
    return reader.to_the_end(reader.text)


def parse_relation(text: str) -> Text:
    """Return the tree of a relation or an expression without bound names; every word in it is a name."""
    reader = Reader(text)
    return reader.to_the_end(reader.relation)


class Reader:
    """Recursive descent: a method for each rule of the grammar in docs/certificate-format.md."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.depth = 0
        self.place = 0  # of `word`, the next one, among the tokens
        self.start = 0  # where the relation begins, after for ...:
        self.tokens: list[str] = [*TOKEN.findall(text), "", "", "", ""]
        self.word = self.tokens[0]

    def next(self) -> str:
        """Go to the next word; return the one before it."""
        word = self.word
        self.place += 1
        self.word = self.tokens[self.place]
        return word

    def fault(self, expected: str, place: int | None = None) -> Misread:
        """Return what to raise where something else was expected."""
        place = self.place if place is None else place
        columns = [match.start() for match in TOKEN.finditer(self.source)]
        column = columns[place] if place < len(columns) else len(self.source)
        return Misread(self.source, expected, self.tokens[place], column)

    def take(self, *wanted: str) -> str:
        """Go past the next word, one of these."""
        if self.word not in wanted:
            raise self.fault({",": "a comma", "": "the end"}.get(wanted[0], wanted[0]))
        return self.next()

    def sees(self, mark: str) -> bool:
        """Go past the mark if it is the next word."""
        if self.word != mark:
            return False
        self.next()
        return True

    def to_the_end(self, rule: Callable[[], T]) -> T:
        """Read by a rule all that there is."""
        found = rule()
        self.take("")
        return found

    def separated(self, rule: Callable[[], T], separator: str = ",") -> tuple[T, ...]:
        """Read by a rule, again after each separator."""
        found = [rule()]
        while self.word == separator:
            self.next()
            found.append(rule())
        return tuple(found)

    def bracketed(self, rule: Callable[[], T], brackets: str = "()") -> T:
        """Read by a rule what is in brackets."""
        self.take(brackets[0])
        found = self.nested(rule)
        self.take(brackets[1])
        return found

    def nested(self, rule: Callable[[], T]) -> T:
        """Read by a rule, one level deeper."""
        self.depth += 1
        need(self.depth <= MAX_NESTING, "an expression is nested too deeply", "work")
        found = rule()
        self.depth -= 1
        return found

    # -- words

    def name(self) -> str:
        """Read a word."""
        if self.word[:1] not in LETTERS:
            raise self.fault("a name")
        return self.next()

    def small(self, what: str = "a number") -> int:
        """Read a small integer."""
        if self.word[:1] not in DIGITS:
            raise self.fault(what)
        if not self.word.isdigit() or len(self.word) > len(str(MAX_SMALL)):
            raise self.fault("a small integer")
        return int(self.next())

    def index(self) -> Index:
        """Read a label, a bound name or a small integer."""
        return self.name() if self.word[:1] in LETTERS else self.small("a label or a number")

    # -- texts

    def text(self) -> Text:
        """Read for x in A,B; t in 0..20: relation; or a relation; or an expression."""
        ranges: tuple[Range, ...] = ()
        if self.sees("for"):
            ranges = self.separated(self.range, ";")
            self.take(":")
            self.start = self.place
        return self.relation()._replace(ranges=ranges)

    def relation(self) -> Text:
        """Read lists of random variables, or expressions with signs between them, or one expression."""
        if self.is_list():
            measures = extensions.find("list")(self)
            return Text((), (Vanishing(measures), Number(0, "0")), ("=",), len(self.tokens))
        sides = [self.sum()]
        signs = list[str]()
        while self.word in COMPARE:
            signs.append(self.next())
            sides.append(self.sum())
        return Text((), tuple(sides), tuple(signs), len(self.tokens))

    def range(self) -> Range:
        """Read x in A,B,0..3."""
        name = self.name()
        self.take("in")
        return Range(name, self.separated(self.span))

    def span(self) -> Span:
        """Read a label, a number, or numbers such as 0..3."""
        if self.word[:1] in LETTERS:
            return (self.name(),)
        first = self.small("a label or a number")
        last = self.small() if self.sees("..") else first
        return range(first, last + 1)

    # -- expressions

    def sum(self) -> Node:
        """Read terms with + and - between them."""
        terms = [self.product()]
        while self.word == "+" or self.word == "-":
            self.sees("+")  # a - belongs to the product
            terms.append(self.product())
        sign, first = terms[0]
        if len(terms) == 1 and sign == 1:
            return first
        return Sum(tuple(terms))

    def product(self) -> tuple[int, Node]:
        """Return a product and its sign."""
        sign = 1
        while self.sees("-"):
            sign = -sign
        first = self.factor()
        others: list[tuple[str, Node]] = []
        while self.word == "*" or self.word == "/":
            others.append((self.next(), self.factor()))
        return sign, Product(first, tuple(others)) if others else first

    def factor(self) -> Node:
        """Read an atom, perhaps with an exponent, or a residue."""
        start = self.place
        base = self.atom()
        if self.word == "mod":
            return self.residue(base, start)
        if self.sees("**"):
            return Power(base, self.index())
        return base

    def residue(self, base: Node, start: int) -> Residue:
        """Read (a sum) mod a number. Nothing is beside it, so that it cannot be read in two ways."""
        self.take("mod")
        modulus = self.small()
        before = "" if start == self.start else self.tokens[start - 1]
        if self.tokens[start] != "(" or not modulus or not {before, self.word} <= BESIDE_MOD:
            raise self.fault("(a sum) mod a number > 0", start)
        return Residue(base, modulus)

    def atom(self) -> Node:
        """Read a number, a name, what is in brackets, or a function of something."""
        word = self.word
        if word[:1] in DIGITS:
            return self.number()
        if word == "(":
            return self.bracketed(self.sum)
        if word == "[":
            return self.bracketed(self.indicator, "[]")
        self.name()
        if word == "sum" and self.tokens[self.place + 1] == "in":
            return self.total()
        if self.word == "[":
            return Entry(word, self.bracketed(self.indices, "[]"))
        if self.word == "(":
            rules: dict[str, Callable[[], Node]] = {
                "Pr": self.chance,
                "H": self.entropy,
                "I": self.information,
            }
            return self.bracketed(rules.get(word, lambda: Call(word, self.indices())))
        return Name(word)

    def number(self) -> Number:
        """Read a number."""
        need(len(self.word) <= MAX_DIGITS, "a number is too long", "work")
        written = self.next()
        return Number(Fraction(written) if "." in written else int(written), written)

    def indices(self) -> tuple[Index, ...]:
        """Read indices with commas between them."""
        return self.separated(self.index)

    def indicator(self) -> Indicator:
        """Read left = right, or !=."""
        return Indicator(self.side(), self.take("=", "!="), self.side())

    def side(self) -> Node | Index:
        """Read a label, a number or a bound name; else a sum."""
        if self.tokens[self.place + 1] in ("", "=", "!=", "]"):
            return self.index()
        return self.sum()

    def total(self) -> Total:
        """Read x in A,B: a product."""
        values = self.range()
        self.take(":")
        start = self.place
        sign, term = self.nested(self.product)
        return Total(values, term, sign, self.place - start)

    def chance(self) -> Chance:
        """Read E, A = a, B = b | C = c."""
        experiment = self.name()
        self.take(",")
        event = self.separated(self.equation)
        given = self.separated(self.equation) if self.sees("|") else ()
        words = [word for word, _ in (*event, *given)]
        if len({*words}) < len(words):
            raise self.fault("each variable once")
        return Chance(experiment, event, given)

    def equation(self) -> tuple[str, Index]:
        """Read a variable and its value, which may be negative."""
        word = self.name()
        self.take("=")
        return word, -self.small() if self.sees("-") else self.index()

    # -- random variables

    def variables(self) -> tuple[str, ...]:
        """Read a list of random variables."""
        return tuple(dict.fromkeys(self.separated(self.name)))

    def given(self) -> tuple[str, ...]:
        """Read | and a list of random variables, if there is one."""
        return self.variables() if self.sees("|") else ()

    def entropy(self) -> Measure:
        """Read what is in the brackets of H."""
        variables = self.variables()
        return Measure(variables, variables, self.given())

    def information(self) -> Measure:
        """Read what is in the brackets of I."""
        left = self.variables()
        self.take(";", ":")
        return Measure(left, self.variables(), self.given())

    def is_list(self) -> bool:
        """Return whether a list of random variables comes: X,Y -> Z -> W, X indep Y or Y = f(X)."""
        end = self.place
        while self.tokens[end + 1] == ",":
            end += 2
        variable, sign, function, bracket = self.tokens[end: end + 4]
        if variable[:1] not in LETTERS:
            return False
        if sign == "=":
            return bracket == "(" and function[:1] in LETTERS and function not in FUNCTIONS
        return sign in ("->", "indep")
