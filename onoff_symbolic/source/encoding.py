"""Compare printed formulas with what a claims file states, as the checker itself reads it.

Glossary
    Encoding    a claims file: statements, tables and costs as quotients
    Notation    what printed trees mean in the language of the claims file, for one claim
    Tie         how a printed link is encoded, and a fingerprint of the quotients of its sides

    s   a statement of the claim says it, for every choice of its bound names
    c   R_t or the length stands for the cost of a scheme of the claim; a bound has to be attained, and on this side
    i   it is an identity of what is encoded
    k   a kind of statement is defined by it, and the claim states one
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any

from ..checker import Model
from ..checker.polynomials import Invalid, Quotient, Undefined, Work
from ..checker.syntax import Name, Number, Power, Product, Sum
from ..claims.file import Paper, Source
from ..errors import OnoffError
from .tree import (
    GREEK, PRIME, Apply, Big, Bracket, Chain, Link, Raised, Script, Several, Tree, digest, fingerprint, hashable,
    inverse, links, number, prod_of, residue, short, show)

Rows = list[list[Quotient]]
"""The sides of a relation, for each choice of its bound names."""
Read = Callable[[str], Tree]
MOST_EVENTS = 4
ASCII = {"≤": "<=", "≥": ">=", "≠": "!="}
TURNED = {"<=": ">=", "<": ">"}
SIGN = re.compile("<=|>=|!=|[=<>]")
LETTERS = {"𝓑": r"\mathcal{B}", "𝓐": r"\mathcal{A}", "𝒬": r"\mathcal{Q}", "∖{0}": r"\setminus\{0\}", "⁻": "^{-}",
           "∞": r"\infty", "$": ""}


@dataclass(frozen=True)
class Tie:
    """What a link was found equal to, and the kind and fingerprint of the comparison."""

    encoded: str
    meaning: str


@dataclass(frozen=True)
class Stated:
    text: str
    rows: Rows
    signs: tuple[str, ...]


def split(text: str) -> tuple[str, list[str], tuple[str, ...]]:
    """Return the bound names, the sides and the signs of a relation; signs in brackets belong to its sides."""
    prefix, colon, body = text.partition(":") if text.startswith("for ") else ("", "", text)
    if "->" in text or " indep " in text:
        return prefix + colon, [body], ()
    sides, signs = [""], []
    depth = place = 0
    while place < len(body):
        match = SIGN.match(body, place)
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(body[place], 0)
        if match and not depth:
            signs.append(match[0])
            sides.append("")
            place = match.end()
        else:
            sides[-1] += body[place]
            place += 1
    return prefix + colon, sides, tuple(signs)


class Encoding:
    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.models: dict[str, Model] = {}
        self.known: dict[str, list[Stated]] = {}
        self.spoken_of: dict[str, Mapping[str, Any]] = {}

    def model(self, claim: str) -> Model:
        """Return the names of a claim, and all tables and schemes for which these suffice."""
        if claim not in self.models:
            names = {*self.paper.claims[claim].names}
            tables = {name: table for name, table in self.paper.tables.items()
                      if {*re.findall(r"[A-Za-z_]\w*", " ".join(filter(None, table["entries"])))} <= names}
            schemes = {name: scheme for name, scheme in self.paper.schemes.items()
                       if {scheme["chain"], *(rule["table"] for rule in scheme["rules"] if rule["table"])} <= {*tables}}
            Work.begin()
            self.models[claim] = Model([*self.paper.claims[claim].names], tables, schemes)
        Work.begin()
        return self.models[claim]

    def statements(self, claim: str) -> list[Mapping[str, Any]]:
        found = self.paper.claims[claim]
        return [*found.proves, *found.beside, *found.corrects]

    def stated(self, claim: str) -> list[Stated]:
        """Return the relations that a claim states, as far as its model evaluates them."""
        if claim not in self.known:
            given = [statement["text"] for statement in self.statements(claim) if "text" in statement]
            texts = [text for each in given for text in ([each] if isinstance(each, str) else each)]
            self.known[claim] = [*self.evaluated(claim, texts)]
        return self.known[claim]

    def evaluated(self, claim: str, texts: Iterable[str]) -> Iterator[Stated]:
        for text in dict.fromkeys(texts):
            rows = self.rows(claim, text)
            if rows is not None:
                yield Stated(text, rows, split(text)[2] or ("=",))

    def rows(self, claim: str, text: str) -> Rows | None:
        """Return the sides of a relation for each choice of its bound names; None if it has no value."""
        prefix, sides, signs = split(text)
        try:
            model = self.model(claim)
            if not signs:
                return [[relations[0][0], relations[0][0] - relations[0][0]] for _, relations in model.instances(text)]
            columns = [[relations[0][0] for _, relations in model.instances(f"{prefix} {side} = 0")] for side in sides]
        except (Invalid, Undefined):
            return None
        return [list(row) for row in zip(*columns, strict=True)]

    def value(self, claim: str, text: str) -> Quotient | None:
        """Return the value of an expression; None if it has none."""
        rows = self.rows(claim, f"{text} = 0")
        return rows[0][0] if rows else None

    def tables(self, claim: str) -> Mapping[str, Any]:
        """Return the tables that the statements of a claim speak of."""
        if claim not in self.spoken_of:
            parts = dict.fromkeys(("conditions", "fails", "beside", "corrects"), ())
            goal = self.paper.goal(self.paper.claims[claim], {
                **parts, "verdict": "", "proves": self.statements(claim)})
            self.spoken_of[claim] = goal["tables"]
        return self.spoken_of[claim]

    def cost(self, claim: str) -> str:
        """Return the cost of a scheme of the claim, as it is written there."""
        return next((each["value"] for each in self.statements(claim) if each["kind"] == "cost"), "")

    def ratios(self, claim: str, name: str) -> set[str]:
        """Return each c of a sequence that starts at 1 and goes on as name*c."""
        steps = [each["next"][name] for each in self.statements(claim) if each.get("start", {}).get(name) == "1"]
        return {step.replace(f"{name}*", "", 1).replace(f"*{name}", "", 1) for step in steps}


def equal(one: Quotient, other: Quotient) -> bool:
    return not (one - other).top


def residue_of(quotient: Quotient) -> int:
    """Return the value at a point modulo the prime: other quotients have another one."""
    def value(terms: Iterable[Any]) -> int:
        return sum(residue(factor) * prod_of(digest("at", name) for name in names) for names, factor in terms) % PRIME

    divisors = [pow(inverse(value(key)), power, PRIME) for key, power in quotient.bottom.items()]
    return value(quotient.top.items()) * prod_of(divisors) % PRIME


def pairs(stated: Stated, row: list[Quotient]) -> Iterator[tuple[Quotient, str, Quotient]]:
    """Yield each two sides of a chain with the sign between them, the smaller one first."""
    for first, last in combinations(range(len(row)), 2):
        between = {*stated.signs[first:last]} - {"="} or {"="}
        if len(between) > 1:
            continue
        sign, = between
        if sign in TURNED.values():
            yield row[last], {">=": "<=", ">": "<"}[sign], row[first]
        else:
            yield row[first], sign, row[last]
        if sign in ("=", "!="):
            yield row[last], sign, row[first]


def says(stated: Stated, printed: Rows, sign: str) -> bool:
    """Return whether each printed relation is one of a statement's, in some choice of its bound names."""
    found = [(left, right) for row in stated.rows for left, way, right in pairs(stated, row) if way == sign]
    return bool(found) and all(
        any(equal(row[0], left) and equal(row[1], right) for left, right in found) for row in printed)


# -- printed formulas --------------------------------------------------------------------------------------------------


class Notation:
    """Rules `printed = meaning`. In a printed side, the letters of `free` stand for any label or bound name."""

    def __init__(self, encoding: Encoding, claim: str, read: Read) -> None:
        self.encoding = encoding
        self.source: Source = encoding.paper.source
        self.own = encoding.paper.claims[claim]
        self.claim = self.own.like or claim
        self.names = {*encoding.paper.claims[self.claim].names}
        self.cost = encoding.cost(self.claim)
        given = {**self.own.notation, **{printed: meaning for printed, meaning in self.source.notation.items()
                                         if printed not in self.own.notation}}
        self.rules: list[tuple[Tree, str]] = []
        self.variables: dict[int, frozenset[str]] = {}
        for printed, meaning in given.items():
            if re.fullmatch("[A-Z](,[A-Z])*", meaning):
                self.variables[number(read(printed))] = frozenset(meaning.split(","))
            elif self.cost or "{cost}" not in meaning:
                self.rules.append((read(printed), meaning.replace("{cost}", self.cost)))
        self.kinds = {fingerprint(link): meaning for printed, meaning in self.source.kinds.items()
                      for link in links(read(printed))}
        for letter, meaning in encoding.paper.claims[self.claim].letters:
            if re.fullmatch("[A-Z]", letter) and len(meaning) < 40:
                self.add_letter(letter, meaning, read)

    def add_letter(self, letter: str, meaning: str, read: Read) -> None:
        """Add a letter of the claim, if what it stands for is a formula."""
        for sign, command in LETTERS.items():
            meaning = meaning.replace(sign, command)
        try:
            printed = number(read(re.sub(r"_(\((?:[^()]|\([^()]*\))*\))", r"_{\1}", meaning)))
        except OnoffError:
            return
        self.variables.setdefault(printed, frozenset(letter))

    # -- patterns

    def match(self, pattern: Any, tree: Any, bound: dict[str, str]) -> dict[str, str] | None:
        """Return what the free letters of a pattern stand for; None if it does not fit."""
        if isinstance(pattern, Name) and pattern.word in self.source.free:
            word = label(tree) or ""
            return {**bound, pattern.word: word} if word and bound.get(pattern.word, word) == word else None
        if not isinstance(pattern, tuple) or type(pattern) is not type(tree) or len(pattern) != len(tree):
            return bound if pattern == tree else None
        if isinstance(pattern, Apply) and isinstance(tree, Apply) and pattern.head == Name("Pr"):
            return self.match_chance(pattern, tree, bound)
        return self.match_all(pattern, tree, bound)

    def match_all(self, patterns: Iterable[Any], trees: Iterable[Any],
                  bound: dict[str, str]) -> dict[str, str] | None:
        found: dict[str, str] | None = bound
        for pattern, tree in zip(patterns, trees, strict=True):
            found = self.match(pattern, tree, found) if found is not None else None
        return found

    def match_chance(self, pattern: Apply, tree: Apply, bound: dict[str, str]) -> dict[str, str] | None:
        """Match Pr( | ), where the order of events does not matter."""
        shape = [*map(len, pattern.lists)]
        same = tree.head == pattern.head and tree.signs == pattern.signs and [*map(len, tree.lists)] == shape
        if not same or max(shape) > MOST_EVENTS:
            return None
        ways = (self.match_all(pattern.lists, way, bound) for way in product(*map(permutations, tree.lists)))
        return next((way for way in ways if way is not None), None)

    # -- writing

    def write(self, tree: Tree, free: set[str]) -> str | None:
        """Return a side in the language of claims files, or None; `free` gets its free names."""
        for pattern, meaning in self.rules:
            bound = self.match(pattern, tree, {})
            if bound is not None:
                free.update(word for word in bound.values() if word.startswith("v_"))
                return re.sub(r"\b[a-z]\b", lambda match: bound.get(match[0], match[0]), meaning)     # noqa: B023
        rule = WRITE.get(type(tree))
        return rule(self, tree, free) if rule else None

    def write_all(self, trees: Iterable[Tree], free: set[str]) -> list[str] | None:
        found = [self.write(tree, free) for tree in trees]
        return None if None in found else [f"({text})" for text in found]

    def name(self, tree: Name, free: set[str]) -> str | None:
        return tree.word if tree.word in self.names else None

    def script(self, tree: Script, free: set[str]) -> str | None:
        word = f"{show(tree.base)}_{show(tree.index)}"
        return word if word in self.names else None

    def sum(self, tree: Sum, free: set[str]) -> str | None:
        terms = self.write_all([term for _, term in tree.terms], free)
        if terms is None:
            return None
        signs = ["+" if sign > 0 else "-" for sign, _ in tree.terms]
        return f"({' '.join(f'{sign} {term}' for sign, term in zip(signs, terms)).removeprefix('+ ')})"

    def product(self, tree: Product, free: set[str]) -> str | None:
        factors = self.write_all([tree.first, *(factor for _, factor in tree.others)], free)
        if factors is None:
            return None
        return factors[0] + "".join(sign + factor for (sign, _), factor in zip(tree.others, factors[1:]))

    def power(self, tree: Power, free: set[str]) -> str | None:
        base = self.write(tree.base, free)
        return base and f"({base})**{tree.exponent}"

    def raised(self, tree: Raised, free: set[str]) -> str | None:
        """Return the name of a power c^t: c, or |c|, is the ratio of its sequence in every case."""
        clock = self.own.clock or "t"
        absolute = isinstance(tree.base, Bracket)
        base = self.write(tree.base.inner if absolute else tree.base, free)
        ratios = [self.encoding.value(self.claim, ratio) for ratio in self.encoding.ratios(self.claim, self.own.power)]
        value = base and self.encoding.value(self.claim, base)
        if show(tree.exponent) != clock or not value or not ratios:
            return None
        fits = [ratio and (equal(value, ratio) or absolute and not (value + ratio).top) for ratio in ratios]
        return self.own.power if all(fits) else None

    def total(self, tree: Big, free: set[str]) -> str | None:
        """Return a sum over names with a range."""
        if tree.sign != "Σ" or tree.upper is not None:
            return None
        over = tree.lower.parts if isinstance(tree.lower, Several) else (tree.lower,)
        span = ""
        if isinstance(over[0], Chain) and over[0].signs == ("=",):       # x = A, B
            span = ",".join(label(each) or "" for each in (over[0].sides[1], *over[1:]))
            over = (over[0].sides[0],)
        names = [label(each.sides[0] if isinstance(each, Chain) else each) or "" for each in over]
        inner: set[str] = set()
        body = self.write(tree.body, inner)
        if body is None or not all(name.startswith("v_") for name in names):
            return None
        free |= inner - {*names}
        return "(" + "".join(f"sum {name} in {span or self.range(name)}: " for name in names) + body + ")"

    def range(self, name: str) -> str:
        """Return the range of a bound name, by its first letter."""
        return self.source.ranges.get(name[2], self.source.ranges.get("other", ""))

    def measure(self, tree: Apply, free: set[str]) -> str | None:
        """Return an entropy or an information of known variables."""
        if not isinstance(tree.head, Name) or tree.head.word not in ("H", "I"):
            return None
        lists = []
        for part in tree.lists:
            names = [self.variables.get(number(each)) for each in part]
            if None in names:
                return None
            lists.append({word for each in names if each for word in each})
        given = lists.pop() if "|" in tree.signs else set[str]()
        parts = [",".join(sorted(each - given)) for each in lists]
        if not all(parts):
            return "0"
        return f"{tree.head.word}({';'.join(parts)}{'|' + ','.join(sorted(given)) if given else ''})"

    # -- comparing

    def relation(self, link: Link) -> tuple[str, list[str], Rows, int] | None:
        """Return a link in the language of claims files, its sides, their values, and how many names are free."""
        free: set[str] = set()
        sides = [self.write(side, free) for side in (link.left, link.right)]
        if None in sides or link.left == link.right:
            return None
        prefix = "; ".join(f"{name} in {self.range(name)}" for name in sorted(free))
        written = [side for side in sides if side]
        text = f"{f'for {prefix}: ' if prefix else ''}{written[0]} {ASCII.get(link.sign, link.sign)} {written[1]}"
        rows = self.encoding.rows(self.claim, text)
        return (text, written, rows, len(free)) if rows else None

    def definition(self, link: Link) -> Tie | None:
        """Return the statement of a kind that defines a printed relation."""
        meaning = self.kinds.get(fingerprint(link), "")
        kind, _, rest = meaning.partition(" ")
        for statement in self.encoding.statements(self.claim) if meaning else ():
            mapped = ",".join(f"{start}={end}" for start, end in statement.get("map", {}).items())
            text = statement.get("text", "")
            if statement["kind"] == kind and mapped == rest or isinstance(text, str) and text.endswith(meaning):
                return Tie(text or " ".join([kind, statement["scheme"], mapped]).strip(), f"k{short(meaning)}")
        return None

    def tie(self, link: Link) -> Tie | None:
        """Return how a link is encoded; None if it is not, or cannot be compared."""
        definition = self.definition(link)
        if definition:
            return definition
        found = self.relation(link)
        if found is None:
            return None
        text, sides, rows, free = found
        sign = ASCII.get(link.sign, link.sign)
        tight = {f"({self.cost})", f"1/({self.cost})"} & {*sides} if self.cost else set[str]()
        attained = all(equal(left, right) for left, right in rows)
        values = sorted((residue_of(left), residue_of(right)) for left, right in rows)
        meaning = [sign, values, free, hashable(link.condition)]
        if attained and sign != "=":        # of a bound that is attained the sides are equal: which is which matters
            meaning.append(sides[0])
        for stated in self.encoding.stated(self.claim):
            if says(stated, rows, sign) or attained and sign == "<=" and says(stated, rows, "="):
                return Tie(stated.text, f"s{short(meaning)}")
        if (sign == "=" or tight) and attained:
            kind = "cost" if tight else "identity"
            return Tie(f"{kind}: {readable(text)}", f"{kind[0]}{short(meaning)}")
        return None


WRITE: Mapping[type, Callable[[Notation, Any, set[str]], str | None]] = {
    Number: lambda notation, tree, free: tree.written,
    Name: Notation.name, Script: Notation.script, Sum: Notation.sum, Product: Notation.product,
    Power: Notation.power, Raised: Notation.raised, Big: Notation.total, Apply: Notation.measure}


def readable(text: str) -> str:
    """Return a text without brackets round a name or a number."""
    before = ""
    while before != text:
        before, text = text, re.sub(r"(?<![\w\]])\(([\w.]+(?:\[[^\][]*\]|\([^()]*\))?)\)", r"\1", text)
    return text.replace("v_", "")


def label(tree: Tree) -> str | None:
    """Return a label (A, AB), or a bound name (v_x0 for x_0); None for anything else."""
    base = tree.base if isinstance(tree, Script) else tree
    if not isinstance(base, Name):
        return None
    index = re.sub(r"\W", "", show(tree.index).replace("-", "m")) if isinstance(tree, Script) else ""
    word = f"{base.word}{index}".replace("'", "p").replace("̄", "bar")
    if not re.fullmatch(r"\w+", word) or word in GREEK:
        return None
    return word if word[0].isupper() else f"v_{word}"
