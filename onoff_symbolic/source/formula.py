"""Read the signs of a formula into a tree, by recursive descent."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..checker.polynomials import plain
from ..checker.syntax import Name, Number, Power, Product, Sum
from .signs import RELATIONS, Sign, Unreadable
from .tokens import Token
from .tree import NOTHING, Apply, Big, Bracket, Cases, Chain, Grid, Joined, Raised, Script, Several, Tree, Words

CLOSING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "|": "|", "‖": "‖", "⌊": "⌋", "⌈": "⌉", "⟪": "⟫"}
PREFIX = ("log", "ln", "exp")
ALWAYS_APPLIED = {"sqrt", "binom", *PREFIX}
FACTORS = ("number", "name", "fraction", "big", "matrix", "cases", "open")
LARGEST = 20
"""An exponent up to which a power is arithmetic."""
JOINS = "∪∖∩±"
MAX_SIGNS, MAX_NESTING = 20_000, 40
NESTING = {"open": 1, "close": -1} | dict.fromkeys("([{⟨⌊⌈⟪", 1) | dict.fromkeys(")]}⟩⌋⌉⟫", -1)
END = Sign("end", "", Token("", 0, 0, 0))

Placed = tuple[Token, Tree]


class Formula:
    """Reads signs. `functions` are applied to what is in brackets after them; other letters are multiplied with it."""

    def __init__(self, signs: Sequence[Sign], functions: frozenset[str]) -> None:
        self.signs = signs
        self.functions = functions
        self.place = 0
        self.brackets = 0

    def more(self, signs: Sequence[Sign]) -> Formula:
        return Formula(signs, self.functions)

    def peek(self) -> Sign:
        return self.signs[self.place] if self.place < len(self.signs) else END

    def sees(self, *values: str) -> bool:
        sign = self.peek()
        return sign.kind == "sign" and sign.value in values

    def take(self) -> Sign:
        self.place += 1
        return self.signs[self.place - 1]

    def fault(self, expected: str) -> Unreadable:
        sign = self.peek()
        return Unreadable(f"expected {expected}, found {sign.value or sign.kind}", sign.token)

    def need(self, value: str) -> None:
        if not self.sees(value):
            raise self.fault(value)
        self.place += 1

    # -- chains

    def top(self) -> list[Placed]:
        """Return the chains and words of a formula, each with its first token."""
        found: list[Placed] = []
        while (sign := self.peek()).kind != "end":
            if self.sees(",", ".", ";"):
                self.take()
            elif sign.kind == "text" or self.sees("∀", ":") or found and self.sees("|"):
                found.append((sign.token, Words(self.take().value)))
            else:
                found.append((sign.token, self.chain()))
        return found

    def one(self) -> Tree:
        """Return all as one tree."""
        found = [tree for _, tree in self.top()]
        return found[0] if len(found) == 1 else Several(tuple(found))

    def chain(self) -> Tree:
        sides: list[Tree] = [None if self.at_relation() else self.sum()]
        relations = []
        while self.at_relation():
            relations.append(self.take().value)
            while self.sees("^", "_"):      # the letter of a reason, over a relation
                self.take()
                self.group()
            sides.append(None if self.peek().kind == "end" or self.sees(",") else self.sum())
        return Chain(tuple(sides), tuple(relations)) if relations else sides[0]

    def at_relation(self) -> bool:
        return self.sees(*RELATIONS)

    # -- arithmetic

    def sum(self) -> Tree:
        sign = self.take().value if self.sees("-", "+", "±") else "+"
        terms = [(-1 if sign == "-" else 1, self.product())]
        while True:
            if self.sees("+", "-"):
                sign = self.take().value
                terms.append((1 if sign == "+" else -1, self.product()))
            elif self.sees(*JOINS):
                terms = [(1, Joined(self.take().value, total(terms), self.product()))]
            else:
                return total(terms)

    def product(self) -> Tree:
        first = self.scripted()
        others: list[tuple[str, Tree]] = []
        while True:
            if self.sees("*", "/"):
                others.append((self.take().value, self.scripted()))
            elif self.sees("%"):
                self.take()
                others.append(("/", Number(100, "100")))
            elif self.at_factor():
                others.append(("*", self.scripted()))
            else:
                kept = [(sign, factor) for sign, factor in others if factor != NOTHING]     # x{}
                return Product(first, tuple(kept)) if kept else first

    def at_factor(self) -> bool:
        if self.peek().kind in FACTORS or self.sees("(", "{", "[", "⟨", "⌊", "⌈"):
            return True
        if not self.sees("|") or self.brackets:
            return False
        return any(sign.value == "|" for sign in self.signs[self.place + 1:])       # c |x|

    def scripted(self) -> Tree:
        if self.peek().kind == "big":
            return self.big()
        base = self.atom()
        while True:
            if self.sees("_"):
                self.take()
                base = Script(base, self.index())
            elif self.sees("^"):
                self.take()
                base = raised(base, self.group())
            elif self.sees("(", "[", "{") and self.is_applied(base):
                base = self.application(base)
            elif head(base) in PREFIX and self.at_factor():
                base = Apply(base, ((self.scripted(),),), ())
            else:
                return base

    def is_applied(self, base: Tree) -> bool:
        """Return whether a bracket after it holds arguments. p_0 (…) is a product, P_{Y|X}(y|x) is none."""
        name = head(base).rstrip("̄̂̃")
        if name in ("p", "P") and isinstance(base, Script | Raised | Power):
            return isinstance(base, Script) and isinstance(base.index, Several | Joined)
        return name in self.functions or name in ALWAYS_APPLIED

    def big(self) -> Tree:
        name = self.take().value
        lower = upper = None
        while self.sees("_", "^"):
            if self.take().value == "_":
                lower = self.group()
            else:
                upper = self.group()
        if lower is upper is None and len(name) > 1 and self.sees("(", "[", "{"):
            return self.application(Name(name))
        ends = self.peek().kind in ("end", "text", "close") or self.at_relation() or self.sees(*",.)]}")
        return Big(name, lower, upper, NOTHING if ends else self.product())

    # -- groups

    def braces(self) -> Formula:
        """Go past a group in braces; return a reader of what is in it."""
        if self.peek().kind != "open":
            raise self.fault("a group")
        start = self.place + 1
        depth = 0
        while self.peek().kind != "end":
            depth += {"open": 1, "close": -1}.get(self.peek().kind, 0)
            self.place += 1
            if not depth:
                return self.more(self.signs[start:self.place - 1])
        raise self.fault("}")

    def group(self) -> Tree:
        inner = self.braces()
        values = [sign.value for sign in inner.signs]
        if not values:
            return NOTHING
        if len(values) == 1 and values[0] in ("-", "+", "*"):
            return Name(values[0])
        return inner.all_of_it()

    def index(self) -> Tree:
        """Read an index: xy is x then y, (t) is up to t."""
        place = self.place
        inner = self.braces().signs
        is_word = len(inner) > 1 and all(sign.kind in ("name", "number") and len(sign.value) == 1 for sign in inner)
        if is_word:
            return Name("".join(sign.value for sign in inner))
        if inner and inner[0].value == "(" and inner[-1].value == ")" and outer_pair(inner):
            return Bracket("(", self.more(inner[1:-1]).all_of_it())
        self.place = place
        return self.group()

    def all_of_it(self) -> Tree:
        found = self.sequence("")
        if self.peek().kind != "end":
            raise self.fault("the end")
        return found

    def sequence(self, closing: str) -> Tree:
        """Read things with commas between them, x: condition and x | y among them."""
        parts: list[Tree] = []
        while self.peek().kind != "end" and not self.sees(closing):
            if self.peek().kind == "text":
                parts.append(Words(self.take().value))
            elif self.sees(",", ";"):
                self.take()
            else:
                part = self.chain()
                if self.sees(":", "|"):
                    part = Joined(self.take().value, part, self.chain())
                parts.append(part)
        return parts[0] if len(parts) == 1 else Several(tuple(parts))

    def application(self, function: Tree) -> Tree:
        closing = CLOSING[self.take().value]
        self.brackets += 1
        lists: list[list[Tree]] = [[]]
        between: list[str] = []
        while not self.sees(closing):
            if self.sees(","):
                self.take()
            elif self.sees(";", "|", ":", "‖"):
                between.append(self.take().value)
                lists.append([])
            elif self.peek().kind == "text":
                lists[-1].append(Words(self.take().value))
            elif self.peek().kind == "end":
                raise self.fault(closing)
            else:
                lists[-1].append(self.chain())
        self.take()
        self.brackets -= 1
        return Apply(function, tuple(map(tuple, lists)), tuple(between))

    def atom(self) -> Tree:
        sign = self.peek()
        if sign.kind == "number":
            self.take()
            return Number(plain(Fraction(sign.value)), sign.value)
        if sign.kind == "name":
            return Name(self.take().value)
        if sign.kind == "fraction":
            self.take()
            return Product(self.group(), (("/", self.group()),))
        if sign.kind == "open":
            return self.group()
        if sign.kind == "matrix":
            return Grid(tuple(tuple(self.more(cell).one() for cell in row) for row in self.take().value))
        if sign.kind == "cases":
            return self.cases(self.take().value)
        if sign.kind == "sign" and sign.value in CLOSING:
            return self.bracket()
        raise self.fault("a formula")

    def cases(self, rows: Sequence[Sequence[Sequence[Sign]]]) -> Tree:
        """Return values by cases; all cells after the first are the condition."""
        return Cases(tuple((self.more(row[0]).one(), self.more([sign for cell in row[1:] for sign in cell]).one())
                           for row in rows))

    def bracket(self) -> Tree:
        opening = self.take().value
        closing = CLOSING[opening]
        if opening == "{" and self.peek().kind == "matrix" and not self.closes_after_matrix():
            return self.cases(self.take().value)        # \left\{ array \right.
        self.brackets += 1
        inner = self.sum() if opening in "|⟨" else self.sequence(closing)
        self.need(closing)
        self.brackets -= 1
        if opening in "|⟨":
            return Bracket("|", inner)
        return inner if opening == "(" or isinstance(inner, Grid) else Bracket(opening, inner)

    def closes_after_matrix(self) -> bool:
        return self.more(self.signs[self.place + 1:]).sees("}")


def check_size(signs: Sequence[Sign]) -> None:
    """Raise Unreadable if a formula is too long, or nested too deeply."""
    if len(signs) > MAX_SIGNS:
        raise Unreadable(f"expected at most {MAX_SIGNS} signs, found more", signs[0].token)
    depth = 0
    for sign in signs:
        depth += NESTING.get(sign.value if sign.kind == "sign" else sign.kind, 0)
        if depth > MAX_NESTING:
            raise Unreadable("nested too deeply", sign.token)


def total(terms: Sequence[tuple[int, Tree]]) -> Tree:
    """Return a sum; one term with a plus is that term."""
    sign, first = terms[0]
    return first if len(terms) == 1 and sign == 1 else Sum(tuple(terms))


def raised(base: Tree, exponent: Tree) -> Tree:
    """Return a power; one with a small number is arithmetic."""
    if isinstance(exponent, Number) and isinstance(exponent.value, int) and exponent.value < LARGEST:
        return Power(base, exponent.value)
    return Raised(base, exponent)


def head(tree: Tree) -> str:
    """Return the name that a tree begins with, if it is a name with indices and powers."""
    while isinstance(tree, Script | Raised | Power):
        tree = tree.base
    return tree.word if isinstance(tree, Name) else ""


def outer_pair(signs: Sequence[Sign]) -> bool:
    """Return whether the first bracket is closed by the last sign."""
    depth = 0
    for place, sign in enumerate(signs):
        depth += {"(": 1, ")": -1}.get(sign.value if sign.kind == "sign" else "", 0)
        if not depth:
            return place == len(signs) - 1
    return False
