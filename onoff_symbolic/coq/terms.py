"""Words, numbers, polynomials and texts of a goal, as Coq writes them. Nothing here has to be believed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from ..checker.language import Model
from ..checker.polynomials import Key, Monomial, Number, Poly, Quotient
from ..checker.meaning import Env, integer
from ..checker.syntax import DIGITS, FLIP, Index, Range
from ..errors import Undecidable
from .reader import Reader

RESERVED = frozenset("""
    as at cofix do else end exists exists2 fix for forall fun if in let match mod return then using where with by
    a b f h l p q r s t v x y cell chain closed downloads even first hd id initial kept law length less list map mass
    more moves nat next nil not null once path phase prior private queries relations right left row rule same scheme
    seen sends snd fst sources start step sum time times true false used valued words zero can exact equals differs
    apply sin cos tan exp ln pow pi sqrt Prop Set Type SProp
    """.split())
"""Names that mean something else in an emitted file."""

SIGNS = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Untranslatable(Undecidable):
    """A statement of a kind that has no translation to Coq."""


def parameter(name: str) -> str:
    """A parameter of the goal. It keeps its name unless that has a meaning already."""
    plain = re.fullmatch("[a-z]+[0-9]*", name) is not None and name not in RESERVED and not re.match("[a-z][0-9]", name)
    return name if plain or re.fullmatch("w[0-9]+", name) else f"par_{name}"


def label(letter: str, word: Index) -> str:
    """A source (s), a query (q) or a time modulo the period (t): sA, qAB, t0."""
    text = str(word)
    return f"{letter}{text}" if text[0].isupper() or text[0].isdigit() else f"{letter}_{text}"


def words(text: str) -> set[str]:
    return set(re.findall("[A-Za-z_][A-Za-z0-9_]*", text))


def replaced(text: str, word: str, other: str) -> str:
    """The text with another word in place of one."""
    return re.sub(rf"(?<![\w(]){word}(?!\w)", lambda _: other, text)


# -- numbers and polynomials


def number(value: Number) -> str:
    top, bottom = value.numerator, value.denominator
    written = f"{top}" if top >= 0 else f"(- {-top})"
    return written if bottom == 1 else f"({written} / {bottom})"


def variable(name: str) -> str:
    """A name of the checker: a parameter, or path[A,B], which is the cell v sA sB."""
    found = re.fullmatch(r"path\[(\w+),(\w+)\]", name)
    return parameter(name) if found is None else f"v {label('s', found[1])} {label('s', found[2])}"


def _monomial(monomial: Monomial) -> str:
    powers = []
    for name in dict.fromkeys(monomial):
        times, text = monomial.count(name), variable(name)
        powers.append(text if times == 1 else f"({text}) ^ {times}" if " " in text else f"{text} ^ {times}")
    return " * ".join(powers)


def polynomial(p: Poly) -> str:
    """The terms of higher degree first, a positive one first if there is one."""
    terms = sorted(p.items(), key=lambda item: (-len(item[0]), item[0]))
    first = next((term for term in terms if term[1] > 0), None)
    terms = terms if first is None else [first, *(term for term in terms if term is not first)]
    found = ""
    for monomial, c in terms:
        size, powers = max(c, -c), _monomial(monomial)
        found += " - " if c < 0 else " + "
        found += powers if powers and size == 1 else " * ".join(filter(None, (number(size), powers)))
    return (f"- {found[3:]}" if found.startswith(" - ") else found[3:]) or "0"


def bracketed(text: str) -> str:
    return text if re.fullmatch(r"\w+|\([^()]*\)", text) else f"({text})"


def product(parts: Sequence[str]) -> str:
    return " * ".join(map(bracketed, parts)) if len(parts) != 1 else parts[0]


def spread(parts: Sequence[str]) -> str:
    """A sum, as Sums.sum writes it out."""
    return " + (".join([*parts, "0"]) + ")" * len(parts)


def powers(bottom: Mapping[Key, int]) -> str:
    """What a quotient is divided by; "" for 1."""
    return product([bracketed(polynomial(dict(key))) + (f" ^ {e}" if e > 1 else "") for key, e in bottom.items() if e])


def sign(text: str, its: str) -> str:
    """`text` compared with 0; p is > 0, n is >= 0, z is = 0, d is != 0."""
    return {"p": f"0 < {text}", "n": f"0 <= {text}", "z": f"{text} = 0", "d": f"{text} <> 0"}[its]


def conjunction(parts: Iterable[str]) -> str:
    return " /\\ ".join(parts) or "True"


# -- texts of a goal


class Writer(Reader):
    """Writes a text of the goal in Coq, for one choice of its bound names."""

    def __init__(self, text: str, model: Model, choice: Mapping[str, Index], cell: str = "v") -> None:
        super().__init__(text)
        self.env, self.cell = Env(model, dict(choice)), cell

    def relations(self) -> list[tuple[str, str, str]]:
        """(left, sign, right) for each part of a chain of relations."""
        if self.word == "for":
            self.begins = self.tokens.index(":") + 1
            self.go(self.begins)
        sides, signs = [self.written()], list[str]()
        while self.word in FLIP:
            signs.append(self.take(*FLIP))
            sides.append(self.written())
        return list(zip(sides, signs, sides[1:]))

    def written(self) -> str:
        found = self.term()
        while self.word in ("+", "-"):
            found = f"{found} {self.take('+', '-')} {self.term()}"
        return found

    def term(self) -> str:
        negative = False
        while self.word == "-":
            self.take("-")
            negative = not negative
        found = self.power()
        while self.word in ("*", "/"):
            found = f"{found} {self.take('*', '/')} {self.power()}"
        return f"- ({found})" if negative and " " in found else f"- {found}" if negative else found

    def power(self) -> str:
        start, base = self.place, self.one()
        if self.word == "mod":
            self.go(start)
            return number(integer(self.factor()(self.env)))
        if self.word != "**":
            return base
        self.take("**")
        return f"{bracketed(base)} ^ {self.env.index(self.index())}"

    def one(self) -> str:
        text = self.word
        if text[:1] in DIGITS:
            return number(Fraction(self.take(text)))
        if text == "(":
            found = self.within(self.written)
            return f"({found})" if re.search(r"\W", found) else found
        if text == "[":
            return number(integer(self.within(self.indicator, "[]")(self.env)))
        self.name()
        if text == "sum" and self.tokens[self.place + 1] == "in":
            return self.summed()
        if self.word == "[":
            places = [self.env.index(word) for word in self.within(lambda: self.many(self.index), "[]")]
            if text == "path":
                return f"{self.cell} {' '.join(label('s', each) for each in places)}"
            inner = expression(self.env.model.tables[text][1][tuple(places)], self.env.model)
            return f"({inner})" if re.search(r"\W", inner) else inner
        if text == "law" and self.word == "(":
            return self.row()
        if self.word == "(":
            what = "an entropy" if text in ("H", "I") else f"the function {text}"
            raise Untranslatable(f"holds with {what} has no translation to Coq")
        if text in self.env.bound:
            return str(self.env.bound[text])
        return parameter(text)

    def row(self) -> str:
        """law(S,t,a,x,p,q[,y]) is the entry of the table that its rule names, or whether q is the query for X_t."""
        words = self.within(lambda: self.many(self.index))
        name, time, first, request, previous, query, *last = [str(self.env.index(word)) for word in words]
        model, scheme = self.env.model, self.env.model.scheme(name)
        rule = next((rule for rule in scheme.rules if rule.fits(int(time), previous)), None)
        if rule is None or rule.table is None:
            entry = scheme.law(model, int(time), (first, last[0] if last else first, previous), request)[query]
            return "1" if entry.top else "0"
        key = (last[0] if rule.last else first, request, query)
        inner = expression(model.tables[rule.table][1][key], model)
        return f"({inner})" if re.search(r"\W", inner) else inner

    def summed(self) -> str:
        name, spans = self.binding()
        self.take(":")
        start, parts = self.place, []
        for value in self.env.values(Range(name, tuple(spans))):
            self.go(start)
            self.env.bound[name] = value
            parts.append(self.term())
        del self.env.bound[name]
        return f"({' + '.join(parts)})"


def expression(text: str | None, model: Model) -> str:
    if text is None:
        raise Untranslatable("an entry that is left out has no translation to Coq")
    return Writer(text, model, {}).written()


def relations(text: str, model: Model, choice: Mapping[str, Index] | None = None, cell: str = "v"
              ) -> list[tuple[str, str, str]]:
    return Writer(text, model, choice or {}, cell).relations()


def instances(texts: Iterable[str], model: Model, cell: str = "v"
              ) -> list[tuple[tuple[str, str, str], tuple[Quotient, str, str]]]:
    """The relations of some texts, as Coq writes them and as the checker reads them, in the checker's order; with the
    sign as it was written."""
    found = []
    for text in texts:
        for choice, each in model.instances(text):
            found += [(written, (*relation, written[1])) for written, relation in zip(
                relations(text, model, choice, cell), each, strict=True)]
    return found


def stated(relation: tuple[str, str, str]) -> str:
    left, its, right = relation
    return f"{left} {SIGNS[its]} {right}"
