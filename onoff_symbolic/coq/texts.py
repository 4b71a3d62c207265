"""Texts of a goal as terms of Coq, in the words of proofs/coq/checker/Schemes.v.

    relations("for x in A,B: p[x] <= 1")  →  (each [A; B] (fun x => ((p'table x) <= !1)))
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..checker.syntax import (
    Call, Chance, Entry, Index, Indicator, Measure, Name, Node, Number, Power, Product, Range, Residue, Span, Sum,
    Total, Vanishing, nodes, parse)
from ..errors import Undecidable

SIGNS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "!=": "<>"}
TAKEN = frozenset("""
    IF Prop SProp Set Type as at cofix else end exists exists2 fix for forall fun if in let match mod return then using
    where with Add At Cover Always CEq Div Fails For_relation Holds Inhabited Known Least Cost Measure Mul N None Nodes
    Num Pow Reach S Seen Some Square Steps Steps2 Steps3 Sub Undef Var Walk Z app claim certificate cell check_sound
    cons cost each entropies entry expr false goal history ind joint label law lawful list mass mass_name mass_of nat
    negb nil part path positive possible proof rel rels real real_ok rows says scheme signs state state_name state_of
    stated sum tabled together true
    """.split())
"""Words of Coq, and those that a file uses beside the goal's."""


class Untranslatable(Undecidable):
    """Something that cannot be exported yet; the message says what."""


class Bound(NamedTuple):
    """What stands for a bound name in Coq, and whether its values are numbers (None: some are)."""

    term: str
    numeric: bool | None


def spell(word: str, role: str = "") -> str:
    """Return a word of the goal as a name in Coq. No word has an apostrophe: what is no name and no label, such as a
    table, which may have the word of something else, is told from it by its role."""
    return f"{word}'{role or 'name'}" if role or word in TAKEN else word


def spell_label(label: object) -> str:
    """Return a label, which may be a number."""
    text = str(label)
    return f"{text}%nat" if text.isdigit() else spell(text)


def list_of(terms: Iterable[str], between: str = "; ") -> str:
    """Return a list of Coq."""
    return f"[{between.join(terms)}]"


def labels_of(labels: Iterable[object]) -> str:
    """Return a list of labels."""
    return list_of(map(spell_label, labels))


def speaks_of_entropies(texts: Iterable[str]) -> bool:
    """Return whether a text speaks of random variables."""
    return any(isinstance(node, (Measure, Vanishing)) for text in texts for node in nodes(parse(text)))


class Writer:
    """Writes trees of texts. `variables` collects the random variables that are met."""

    def __init__(self, schemes: Container[str], variables: dict[str, None], bound: Mapping[str, Bound]) -> None:
        self.schemes, self.variables, self.bound = schemes, variables, bound

    # -- texts

    def expression(self, text: str) -> str:
        """Return an expression."""
        return self.write(parse(text).sides[0])

    def relations(self, text: str) -> str:
        """Return the list of relations that a text says."""
        tree = parse(text)
        writer, heads = self, list[str]()
        for range in tree.ranges:
            heads.append(f"each {self.labels(range.spans)} (fun {spell(range.name)} =>")
            writer = writer.within(range)
        code = writer.chain(tree.sides, tree.signs)
        for head in reversed(heads):
            code = f"({head} {code}))"
        return code

    def instance(self, text: str, choice: Mapping[str, Index]) -> str:
        """Return the relations for one choice of the bound names."""
        tree = parse(text)
        bound = {name: Bound(spell_label(value), isinstance(value, int)) for name, value in choice.items()}
        return Writer(self.schemes, self.variables, bound).chain(tree.sides, tree.signs)

    def says(self, texts: Iterable[str]) -> str:
        """Return all relations of some texts."""
        return f"(says {list_of(map(self.relations, texts))})"

    def chain(self, sides: Sequence[Node], signs: Sequence[str]) -> str:
        """Return the relations a <= b <= c, one after the other."""
        written = [self.write(side) for side in sides]
        parts = [f"({left} {SIGNS[sign]} {right})" for left, sign, right in zip(written, signs, written[1:])]
        return parts[0] if len(parts) == 1 else f"({' ++ '.join(parts)})"

    def within(self, range: Range) -> Writer:
        """Return a writer that knows a bound name."""
        kinds = {isinstance(value, int) for span in range.spans for value in span}
        numeric = kinds.pop() if len(kinds) == 1 else None
        bound = {**self.bound, range.name: Bound(spell(range.name), numeric)}
        return Writer(self.schemes, self.variables, bound)

    def labels(self, spans: Sequence[Span]) -> str:
        return labels_of(value for span in spans for value in span)

    def index(self, word: Index) -> str:
        """Return a label, a number or a bound name."""
        bound = self.bound.get(str(word))
        return spell_label(word) if bound is None else bound.term

    def indices(self, words: Iterable[Index]) -> str:
        return " ".join(map(self.index, words))

    def set(self, names: Sequence[str]) -> str:
        """Return a set of random variables."""
        self.variables.update(dict.fromkeys(names))
        words = [spell(name, "variable") for name in names]
        return f"(together {list_of(words)})"

    # -- nodes

    def write(self, node: Node) -> str:
        """Return a node as a closed term."""
        return WRITE[type(node)](self, *node)

    def number(self, value: Any, written: str) -> str:
        number = Fraction(value)
        return f"!{number}" if number.denominator == 1 else f"(!{number.numerator} / !{number.denominator})"

    def name(self, word: str) -> str:
        bound = self.bound.get(word)
        return spell(word) if bound is None else f"(!(Z.of_nat {bound.term}))"

    def entry(self, table: str, indices: Sequence[Index]) -> str:
        head = {"state": "state_of", "mass": "mass_of", "path": "path"}.get(table, spell(table, "table"))
        return f"({head} {self.indices(indices)})"

    def sum(self, terms: Sequence[tuple[int, Node]]) -> str:
        (sign, first), *others = terms
        code = self.write(first) if sign > 0 else f"!0 - {self.write(first)}"
        for sign, term in others:
            code += f" {'+' if sign > 0 else '-'} {self.write(term)}"
        return f"({code})"

    def product(self, first: Node, others: Sequence[tuple[str, Node]]) -> str:
        return f"({self.write(first)}{''.join(f' {sign} {self.write(factor)}' for sign, factor in others)})"

    def power(self, base: Node, exponent: Index) -> str:
        bound = self.bound.get(str(exponent))
        return f"({self.write(base)} ^ {exponent if bound is None else bound.term})"

    def total(self, range: Range, term: Node, sign: int, length: int) -> str:
        code = self.within(range).write(term)
        value = code if sign > 0 else f"(!0 - {code})"
        return f"(sum {self.labels(range.spans)} (fun {spell(range.name)} => {value}))"

    def indicator(self, left: Any, sign: str, right: Any) -> str:
        kinds = {self.is_numeric(side) for side in (left, right)}
        if kinds == {True}:
            equal = f"Z.eqb {self.integer(left)} {self.integer(right)}"
        elif kinds == {False}:
            equal = f"Nat.eqb {self.index(left)} {self.index(right)}"
        else:
            raise Untranslatable("[i = j] of a label and a number")
        return f"(ind ({equal}))" if sign == "=" else f"(ind (negb ({equal})))"

    def is_numeric(self, side: Any) -> bool | None:
        if not isinstance(side, str):
            return True
        bound = self.bound.get(side)
        return False if bound is None else bound.numeric

    def residue(self, node: Node, modulus: int) -> str:
        return f"(Num ({self.integer(node)} mod {modulus})%Z)"

    def integer(self, node: Any) -> str:
        """Return an integer that is computed from bound names, as a term of Coq's integers."""
        if isinstance(node, (str, int)):
            return f"(Z.of_nat {self.index(node)})"
        if isinstance(node, Number):
            return f"{node.value}%Z"
        if isinstance(node, Name) and node.word in self.bound:
            return f"(Z.of_nat {self.bound[node.word].term})"
        if isinstance(node, Sum):
            return f"({' + '.join(f'({sign}) * {self.integer(term)}' for sign, term in node.terms)})%Z"
        if isinstance(node, Product) and all(operator == "*" for operator, _ in node.others):
            return f"({' * '.join(map(self.integer, (node.first, *(factor for _, factor in node.others))))})%Z"
        if isinstance(node, Residue):
            return f"({self.integer(node.node)} mod {node.modulus})%Z"
        raise Untranslatable("an integer that is computed in this way")

    def call(self, function: str, words: Sequence[Index]) -> str:
        scheme, *others = words
        if scheme not in self.schemes:
            raise Untranslatable(f"{function} of a process that is no scheme")
        head = f"{function} {spell(str(scheme), 'scheme')}"
        if function == "history":
            first, *seen = others
            return f"({head} {self.index(first)} {list_of(map(self.index, seen))})"
        if function == "law" and len(others) == 5:      # no rule looks at X_{t-1}
            others.append(others[1])
        return f"({head} {self.indices(others)})"

    def chance(self, *parts: object) -> str:
        raise Untranslatable("Pr of an experiment")

    def measure(self, left: Sequence[str], right: Sequence[str], given: Sequence[str]) -> str:
        return f"(Steps.I {self.set(left)} {self.set(right)} {self.set(given)})"

    def vanishing(self, measures: Sequence[Measure]) -> str:
        return f"({' + '.join(map(self.write, measures))})"


WRITE: dict[type, Callable[..., str]] = {
    Number: Writer.number, Name: Writer.name, Entry: Writer.entry, Sum: Writer.sum, Product: Writer.product,
    Power: Writer.power, Total: Writer.total, Indicator: Writer.indicator, Residue: Writer.residue, Call: Writer.call,
    Chance: Writer.chance, Measure: Writer.measure, Vanishing: Writer.vanishing}
