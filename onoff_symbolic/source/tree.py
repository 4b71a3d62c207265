"""The tree of a printed formula: nodes of the checker's where it has them, and those below.

Glossary
    Chain       a = b <= c; a side that is missing is None
    Link        two sides of a chain and the sign between them; a value by cases has a link for each case
    number      the value of a tree modulo a prime, a hash standing for whatever is no arithmetic: the same for
                1 - alpha - beta and 1 - (beta + alpha), another (but for a chance of 2**-61) where the meaning is
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from ..checker.syntax import Name, Number, Power, Product, Sum

Tree = Any
PRIME = 2 ** 61 - 1
TURNED = {"≥": "≤", ">": "<"}
SYMMETRIC = ("=", "≠")
UNORDERED = ("Pr", "min", "max")


class Script(NamedTuple):
    """base with an index."""

    base: Tree
    index: Tree


class Raised(NamedTuple):
    """base to the power of a tree that is no number, or with a mark."""

    base: Tree
    exponent: Tree


class Apply(NamedTuple):
    """f(a,b|c): a head, the lists of its arguments, and the signs between these."""

    head: Tree
    lists: tuple[tuple[Tree, ...], ...]
    signs: tuple[str, ...]


class Joined(NamedTuple):
    """left ∪ right, and other signs that are no arithmetic."""

    sign: str
    left: Tree
    right: Tree


class Bracket(NamedTuple):
    """A tree within |…|, {…}, […], or (…) as an index."""

    kind: str
    inner: Tree


class Big(NamedTuple):
    """A sum, a product, a union over what is below and above."""

    sign: str
    lower: Tree
    upper: Tree
    body: Tree


class Grid(NamedTuple):
    rows: tuple[tuple[Tree, ...], ...]


class Cases(NamedTuple):
    """A value and a condition in each row."""

    rows: tuple[tuple[Tree, Tree], ...]


class Chain(NamedTuple):
    sides: tuple[Tree, ...]
    signs: tuple[str, ...]


class Words(NamedTuple):
    text: str


class Several(NamedTuple):
    """Things with commas between them."""

    parts: tuple[Tree, ...]


class Link(NamedTuple):
    left: Tree
    sign: str
    right: Tree
    condition: Tree = None


NOTHING = Name("")


def links(tree: Tree) -> Iterator[Link]:
    """Yield the links of a chain; ≥ and > are turned round, a ≤ min{b, c} and |a| ≤ b are two, X → Y → Z one."""
    if not isinstance(tree, Chain):
        return
    if tree.signs == ("→", "→"):
        past, present, future = map(listed, tree.sides)
        yield Link(Apply(Name("I"), (past, future, present), (";", "|")), "=", Number(0, "0"))
        return
    for left, sign, right in zip(tree.sides, tree.signs, tree.sides[1:]):
        for value, condition in right.rows if isinstance(right, Cases) else [(right, None)]:
            link = Link(left or NOTHING, sign, value or NOTHING, condition)
            if sign in TURNED:
                link = link._replace(left=link.right, sign=TURNED[sign], right=link.left)
            yield from simple(link)


def listed(tree: Tree) -> tuple[Tree, ...]:
    """Return the things in a set, or one thing."""
    inner = tree.inner if isinstance(tree, Bracket) else tree
    return inner.parts if isinstance(inner, Several) else (inner,)


def simple(link: Link) -> list[Link]:
    """Return the links that say that something is below a minimum, or that an absolute value is below something."""
    if link.sign in ("≤", "<"):
        match link:
            case Link(_, _, Apply(Name("min"), (parts,), ()), _):
                return [link._replace(right=part) for part in parts]
            case Link(Bracket("|", inner), _, _, _):
                sides = sorted((inner, Sum(((-1, inner),))), key=number)
                return [link._replace(left=side) for side in sides]
    return [link]


# -- fingerprints ------------------------------------------------------------------------------------------------------


def digest(*parts: Any) -> int:
    """Return a number for some values."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=16).digest(), "big") % PRIME


def inverse(value: int) -> int:
    return pow(value, -1, PRIME)


def residue(value: Fraction | int) -> int:
    return value.numerator * inverse(value.denominator) % PRIME


def number(tree: Tree) -> int:
    """Return the number of a tree."""
    match tree:
        case Number(value, _):
            return residue(value)
        case Sum(terms):
            return sum(sign * number(term) for sign, term in terms) % PRIME
        case Product(first, others):
            factors = [number(first)]
            for sign, other in others:
                factor = number(other)
                factors.append(factor if sign == "*" else inverse(factor) if factor else digest("/0"))
            return prod_of(factors)
        case Power(base, int() as exponent):
            return pow(number(base), exponent, PRIME)
        case Bracket("|", inner):
            value = number(inner)
            return digest("|", min(value, -value % PRIME))
        case Apply():
            return number_of_application(tree)
        case Chain():
            return digest("chain", [fingerprint(link) for link in links(tree)])
    return digest(type(tree).__name__, *map(hashable, tree))


def hashable(part: Any) -> Any:
    """Return a part of a node, with numbers in place of trees."""
    if hasattr(part, "_fields"):
        return number(part)
    return [hashable(each) for each in part] if isinstance(part, tuple) else part


def number_of_application(tree: Apply) -> int:
    """Return the number of an application. Pr(X = x, Y = y) is that of Pr(Y = y, X = x), I(X;Y) that of I(Y;X)."""
    lists: list[Any] = [[number(each) for each in part] for part in tree.lists]
    events = any(isinstance(each, Chain) for part in tree.lists for each in part)
    head = tree.head.word if isinstance(tree.head, Name) else ""
    if head in UNORDERED or head == "P" and events:
        lists = [sorted(part) for part in lists]
    if head == "I" and tree.signs[:1] == (";",):
        lists[:2] = sorted(lists[:2])
    return digest("apply", number(tree.head), lists, tree.signs)


def prod_of(factors: Iterable[int]) -> int:
    """Return a product modulo the prime."""
    value = 1
    for factor in factors:
        value = value * factor % PRIME
    return value


def fingerprint(link: Link) -> str:
    """Return eight digits for a link."""
    sides = [number(link.left), number(link.right)]
    condition = link.condition and number(link.condition)
    return short(link.sign, sorted(sides) if link.sign in SYMMETRIC else sides, condition)


def short(*parts: Any) -> str:
    return f"{digest(*parts):016x}"[-8:]


# -- for people --------------------------------------------------------------------------------------------------------

GREEK = dict(zip(
    "alpha beta gamma delta epsilon lambda mu nu phi rho ell pi theta sigma tau xi eta zeta kappa omega psi chi Gamma "
    "Delta Lambda Phi Pi Theta Omega Psi".split(),
    "α β γ δ ε λ μ ν φ ρ ℓ π θ σ τ ξ η ζ κ ω ψ χ Γ Δ Λ Φ Π Θ Ω Ψ".split()))


def show(tree: Tree) -> str:
    """Return a tree as people write it."""
    match tree:
        case None:
            return ""
        case Number(_, text) | Words(text):
            return text
        case Name(word):
            return GREEK.get(word, word)
        case Sum(terms):
            text = "".join(f" + {show(term)}" if sign > 0 else f" - {minus(term)}" for sign, term in terms)
            return f"-{text[3:]}" if text.startswith(" - ") else text[3:]
        case Product(first, others):
            return tight(first) + "".join(sign.replace("*", " ") + tight(other) for sign, other in others)
        case Power(base, exponent) | Raised(base, exponent):
            return f"{tight(base)}^{exponent if isinstance(exponent, int) else tight(exponent)}"
        case Script(base, index):
            return f"{show(base)}_{show(index) if len(show(index)) == 1 else '{' + show(index) + '}'}"
        case Apply(head, lists, signs):
            parts = [", ".join(map(show, each)) for each in lists]
            return f"{show(head)}({''.join(part + sign for part, sign in zip(parts, (*signs, '')))})"
        case Bracket(kind, inner):
            return f"{kind}{show(inner)}{ {'{': '}', '[': ']', '(': ')'}.get(kind, kind)}"
        case Joined(sign, left, right):
            return f"{show(left)} {sign} {show(right)}"
        case Big(sign, lower, upper, body):
            return f"{sign}_{{{show(lower)}}}{'^' + tight(upper) if upper else ''} {show(body)}"
        case Grid(rows):
            return "[" + "; ".join(", ".join(map(show, row)) for row in rows) + "]"
        case Cases(rows):
            return "; ".join(f"{show(value)} if {show(condition)}" for value, condition in rows)
        case Chain(sides, signs):
            return " ".join(f"{show(side)} {sign}" for side, sign in zip(sides, (*signs, ""))).strip()
        case Link(left, sign, right, condition):
            return f"{show(left)} {sign} {show(right)}".strip() + (f" if {show(condition)}" if condition else "")
        case Several(parts):
            return ", ".join(map(show, parts))
    return str(tree)


def minus(tree: Tree) -> str:
    """Return what is taken away as people write it."""
    return f"({show(tree)})" if isinstance(tree, Sum | Joined) else show(tree)


def tight(tree: Tree) -> str:
    """Return a tree as people write it, in brackets where it needs them."""
    return f"({show(tree)})" if isinstance(tree, Sum | Product | Joined | Several) else show(tree)
