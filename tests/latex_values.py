"""What the LaTeX that we emit means: the tests' own opinion, which knows nothing of how it was written.

    Sample         an exact point, a time, and values for the letters
    parse(side)    a function from samples to values; probabilities come from the brute-force law of the paper's scheme
    check(chain)   each relation between neighbours that have values must hold, at several samples
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

import reference
from latex_reader import RELATIONS, Chain, chain_of, displays

Value = object
Term = Callable[["Sample"], Value]


class NoValue(Exception):
    """A side that is no number here; the text says of which kind it is."""


class Unlucky(Exception):
    """The sample does not fit: a condition of probability zero, a division by zero, another case."""


ENDS = ("+", "-", ")", "}", "]", r"\}", ",", ";", r"\mid", r"\rvert", r"\right", r"\end", "¶", "¦", *RELATIONS)
"""What ends a product."""

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]|\S")


# -- a point ------------------------------------------------------------------------------------------------


@dataclass
class Sample:
    """Exact values for everything: the parameters, t, free letters, and the names of sources and queries."""

    numbers: dict[str, Fraction]
    time: int
    words: dict[str, object]
    scheme: reference.Brute
    prior: Mapping[str, Fraction]
    step: int = field(default=0)
    known: dict[int, list[reference.Path]] = field(default_factory=dict)
    """The paths of this scheme and prior, by time."""

    def paths(self) -> list[reference.Path]:
        if self.time not in self.known:
            self.known[self.time] = [(requests, queries, weight * self.prior[requests[0]])
                                     for requests, queries, weight in self.scheme.paths(self.time)]
        return self.known[self.time]

    def g(self, first: str, query: str) -> str:
        """X_{t-1} from X_0 and Q_{t-1}."""
        found = {x for a, x, q in reference.states(self.scheme, self.time - 1) if (a, q) == (first, query)}
        if len(found) != 1:
            raise Unlucky("g has no value")
        return found.pop()


def conditions(case: str) -> list[Chain]:
    """The relations in the heading of a case."""
    return [chain_of("", "", text) for text in re.findall(r"\$([^$]*)\$", case)]


@lru_cache(maxsize=256)
def _model(alpha: Fraction, beta: Fraction, delta: Fraction) -> tuple[reference.Brute, dict[int, list[reference.Path]]]:
    """The paper's scheme, and its paths as far as they are known."""
    return reference.paper(alpha, beta), {}


def draw(case: str, rng: random.Random, first: int = 1) -> Sample:
    """A random sample inside a case, as its heading says it. `Unlucky` if this one is outside."""
    numbers = {name: Fraction(rng.randint(1, 30), 31) for name in ("alpha", "beta", "delta")}
    for chain in conditions(case):
        if set(chain.relations) == {"="} and re.fullmatch(r"\d+(/\d+)?", chain.sides[-1]):
            value = Fraction(chain.sides[-1])
            for side in chain.sides[:-1]:
                if side.lstrip("\\") in numbers:
                    numbers[side.lstrip("\\")] = value
                elif side == r"\alpha + \beta":
                    numbers["beta"] = value - numbers["alpha"]
    alpha, beta, delta = (numbers[name] for name in ("alpha", "beta", "delta"))
    if not (0 <= beta <= 1):
        raise Unlucky("outside the square")
    told = re.search(r"(?<!begin at )\$t = (\d+)\$", case)
    time = int(told[1]) if told else 0 if r"$t \leq 0$" in case else rng.randint(first, 4)
    if re.search(r"\$t\$ odd", case) and time % 2 == 0 or re.search(r"\$t\$ even", case) and time % 2:
        raise Unlucky("the other parity")
    prior = {"A": delta, "B": 1 - delta}
    scheme, known = _model(alpha, beta, delta)
    sample = Sample(numbers, time, {}, scheme, prior, known=known)
    for name in "x y u v s w a b a_q b_q q_a q_b s_a s_b s_ab p_A p_B".split():
        numbers[name] = Fraction(rng.randint(1, 40), 41)
    numbers["u"], numbers["v"] = numbers["x"] ** time, numbers["y"] ** time
    numbers["L"] = Fraction(rng.randint(1, 9))
    numbers["p_0"] = delta
    for name, query in (("p_1", "A"), ("p_2", "B")):
        numbers[name] = sum((w for x, q, w in sample.paths() if (x[0], x[-1], q[-1]) == ("A", query, query)),
                            Fraction(0))
    history = rng.choice([q[:-1] or q for _, q, _ in sample.paths()])
    sample.words.update({"q": rng.choice(("A", "B", "AB")), "x_0": rng.choice(("A", "B")), "q'": history[-1],
                         "q̄": history})
    for chain in conditions(case):
        if chain.relations and "t" not in chain.sides and not re.search("[XQ]", "".join(chain.sides)):
            _within(chain, sample)
    return sample


def _within(chain: Chain, sample: Sample) -> None:
    """What the case says holds; where it gives a letter its value, the letter takes it."""
    if chain.sides[0] in sample.numbers and chain.relations == ("=",):
        sample.numbers[chain.sides[0]] = number(parse(chain.sides[1])(sample))
        return
    values = [parse(side)(sample) for side in chain.sides]
    if not all(holds(a, r, b) for (a, b), r in zip(pairwise(values), chain.relations, strict=True)):
        raise Unlucky("outside the case")


def holds(left: Value, relation: str, right: Value) -> bool:
    if relation in "=≠":
        return (left == right) == (relation == "=")
    one, other = number(left), number(right)
    return {"≤": one <= other, "≥": one >= other, "<": one < other, ">": one > other}[relation]


def number(value: Value) -> Fraction:
    if not isinstance(value, Fraction):
        raise NoValue("not a number")
    return value


# -- expressions --------------------------------------------------------------------------------------------


def parse(text: str) -> Term:
    """The meaning of a side. `NoValue` if it is not a number, a matrix or a probability."""
    if re.search(r"(?<![A-Za-z\\])[HI] \(", text):
        return _information(text)
    if r"\phi" in text or re.fullmatch(r"Q_\{t\}|X_\{t\}", text):
        raise NoValue("map")
    if r"\text" in text and r"\begin" not in text:
        raise NoValue("words")
    reader = _Expression(_TOKEN.findall(text))
    term = reader.sum()
    if reader.tokens:
        raise ValueError(f"cannot read {' '.join(reader.tokens)} in {text}")
    return term


def _information(text: str) -> Term:
    """I(X; Y | Z) of requests and queries where it is zero; other entropies are no numbers here."""
    found = re.fullmatch(r"I \(([XQ]_\{.*?\}) ; ([XQ]_\{.*?\})(?: \\mid ([XQ]_\{.*\}))?\)", text)
    if found is None:
        raise NoValue("entropy")
    names = [name.replace(" ", "") for name in found.groups() if name]

    def value(sample: Sample) -> Fraction:
        law: Counter[tuple[object, ...]] = Counter()
        for requests, queries, weight in sample.paths():
            law[tuple(_seen(name, requests, queries, sample) for name in [*names, "Q_{0}"][:3])] += weight
        if all(_mass(law, x, y, z) * _mass(law, None, None, z) == _mass(law, x, None, z) * _mass(law, None, y, z)
               for x, y, z in product(*({key[i] for key in law} for i in range(3)))):
            return Fraction(0)
        raise NoValue("entropy")

    return value


def _mass(law: Mapping[tuple[object, ...], Fraction], *wanted: object) -> Fraction:
    return sum((w for key, w in law.items() if all(v is None or v == k for v, k in zip(wanted, key, strict=True))),
               Fraction(0))


def _seen(name: str, requests: reference.Names, queries: reference.Names, sample: Sample) -> object:
    letter, time, _ = _event(f"{name}=A", sample)
    assert isinstance(time, int)
    return queries[:time + 1] if letter == "history" else (requests if letter == "X" else queries)[time]


class _Expression:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[ahead] if ahead < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        if not self.tokens or (wanted and self.tokens[0] != wanted):
            raise ValueError(f"expected {wanted or 'more'}, found {' '.join(self.tokens[:8])}")
        return self.tokens.pop(0)

    def sum(self) -> Term:
        parts = []
        sign = -1 if self.peek() == "-" else 1
        if self.peek() in ("+", "-"):
            self.take()
        parts.append((sign, self.term()))
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            parts.append((sign, self.term()))
        if len(parts) == 1 and parts[0][0] == 1:
            return parts[0][1]
        return lambda s: sum((sign * number(term(s)) for sign, term in parts), Fraction(0))

    def term(self) -> Term:
        factors = [(1, self.factor())]
        while self.peek() and self.peek() not in ENDS:
            if self.peek() in (r"\cdot", r"\times"):
                self.take()
                factors.append((1, self.factor()))
            elif self.peek() == "/":
                self.take()
                factors.append((-1, self.factor()))
            else:
                self.beside(factors)
                factors.append((1, self.factor()))
        if len(factors) == 1:
            return factors[0][1]
        return lambda s: _product([(power, term) for power, term in factors], s)

    def beside(self, factors: list[tuple[int, Term]]) -> None:
        """Raise unless what comes is seen as a factor of its own, without a sign before it."""
        first = self.tokens[2] if self.peek() == r"\frac" else self.peek()
        if first[0].isdigit() or factors[-1][0] < 0 or self.peek() == "[":
            raise ValueError(f"run together with what is before it: {' '.join(self.tokens[:8])}")

    def factor(self) -> Term:
        base = self.primary()
        if self.peek() == "^":
            self.take()
            self.take("{")
            exponent = self.sum()
            self.take("}")
            return lambda s: number(base(s)) ** int(number(exponent(s)))
        return base

    def primary(self) -> Term:
        token = self.take()
        if re.fullmatch(r"\d+(\.\d+)?", token):
            return lambda s, value=Fraction(token): value
        if token == r"\frac":
            top, bottom = self._braces(), self._braces()
            return lambda s: _product([(1, top), (-1, bottom)], s)
        if token in ("(", r"\left"):
            if token == r"\left":
                self.take("(")
            inner = self.sum()
            if self.peek() == r"\right":
                self.take()
            self.take(")")
            return inner
        if token == r"\lvert":
            inner = self.sum()
            self.take(r"\rvert")
            return lambda s: abs(number(inner(s)))
        if token == r"\min":
            return self._min()
        if token in (r"\sum", r"\prod"):
            return self._big(token)
        if token == r"\begin":
            return self._array()
        if token == r"\Pr":
            return self._probability()
        return self._name(token)

    def _braces(self) -> Term:
        self.take("{")
        inner = self.sum()
        self.take("}")
        return inner

    def _min(self) -> Term:
        self.take(r"\{")
        one = self.sum()
        self.take(",")
        other = self.sum()
        self.take(r"\}")
        return lambda s: min(number(one(s)), number(other(s)))

    def _script(self) -> str:
        """A subscript, as plain text."""
        if self.peek() != "_":
            return ""
        self.take()
        self.take("{")
        depth, out = 1, ""
        while depth:
            token = self.take()
            depth += {"{": 1, "}": -1}.get(token, 0)
            out += token if depth else ""
        return out.replace(r"\mathcal", "")

    def _big(self, token: str) -> Term:
        names = self._script()
        if self.peek() == "^":
            self.take()
            self._braces()
        body = self.term()
        if token == r"\prod":
            return lambda s: _repeated(body, int(names.removeprefix("i=")), s)
        bound = names.split(",")
        bound = [name.replace("x_{0}", "x_0") for name in bound]
        return lambda s: sum((number(body(_bind(s, dict(zip(bound, values, strict=True)))))
                              for values in product("AB", repeat=len(bound))), Fraction(0))

    def _array(self) -> Term:
        self.take("{")
        kind = ""
        while self.peek() != "}":
            kind += self.take()
        self.take("}")
        rows: list[list[Term]] = [[]]
        while self.peek() != r"\end":
            if self.peek() == "¶":
                self.take()
                rows.append([])
            elif self.peek() in ("¦", ",", r"\displaystyle"):
                self.take()
            elif self.peek() == r"\text":
                rows[-1].append(self._words())
            else:
                rows[-1].append(self.sum())
        while self.peek():
            if self.take() == "}":
                break
        if kind == "cases":
            return lambda s: _alternative([(row[0], row[1](s)) for row in rows], s)
        return lambda s: tuple(tuple(number(cell(s)) for cell in row) for row in rows)

    def _words(self) -> Term:
        self.take()
        self.take("{")
        depth, out = 1, ""
        while depth:
            token = self.take()
            depth += {"{": 1, "}": -1}.get(token, 0)
            out += token
        return lambda s: out

    def _name(self, token: str) -> Term:
        letter = token.lstrip("\\")
        if letter == "mathbb":      # E [ ℓ (Q_t) ] / L
            return self._until_length()
        if letter == "mathcal":
            raise NoValue("a set")
        if letter == "F":
            for wanted in ("^", "{", "-", "}", "(", "t", ")"):
                self.take(wanted)
            return lambda s: Fraction(0)
        name = letter + (f"_{sub}" if (sub := self._script()) else "")
        if letter == "ell":
            return self._length(name)
        if letter in ("P", "M") and self.peek() == "(":
            return self._step_law()
        if letter in ("P", "M"):
            return lambda s: _matrix(letter, sub, s)
        if letter == "R":
            return lambda s: 1 / reference.cost(s.scheme, s.prior, s.time if sub == "t" else int(sub))
        if letter == "p" and self.peek() == "(":
            raise NoValue("an entry of a table")
        return lambda s: s.numbers[name] if name in s.numbers else _time(name, s)

    def _until_length(self) -> Term:
        while self.take() != "/":
            pass
        self.take("L")
        return lambda s: reference.cost(s.scheme, s.prior, s.time)

    def _length(self, name: str) -> Term:
        if self.peek() == "(":
            raise NoValue("a length")
        self.take("/")
        self.take("L")
        return lambda s: reference.cost(s.scheme, s.prior, s.time if name == "ell_t" else 1)

    def _step_law(self) -> Term:
        """P(y|x) or P(x,y)."""
        self.take("(")
        one, sign, other = self.take(), self.take(), self.take()
        self.take(")")
        if sign == r"\mid":
            return lambda s: _chance([("X", s.time, one)], [("X", 0, other)], s)
        return lambda s: _chance([("X", 0, one), ("X", s.time, other)], [], s)

    def _probability(self) -> Term:
        self.take("(")
        depth, tokens = 1, []
        while depth:
            token = self.take()
            depth += {"(": 1, ")": -1}.get(token, 0)
            tokens.append(token)
        text = "".join(tokens[:-1])
        event, _, condition = text.partition(r"\mid")
        return lambda s: _chance(_events(event, s), _events(condition, s), s)


def _time(name: str, sample: Sample) -> Fraction:
    if name == "t":
        return Fraction(sample.time)
    raise NoValue(f"the letter {name}")


def _bind(sample: Sample, words: Mapping[str, str]) -> Sample:
    return replace(sample, words={**sample.words, **words})


def _repeated(body: Term, first: int, sample: Sample) -> Fraction:
    found = Fraction(1)
    for step in range(first, sample.time + 1):
        found *= number(body(replace(sample, step=step)))
    return found


def _product(factors: list[tuple[int, Term]], sample: Sample) -> Value:
    """A factor without a value does not matter where another one is zero."""
    found, unlucky = Fraction(1), False
    for power, term in factors:
        try:
            value = number(term(sample))
        except Unlucky:
            unlucky = True
            continue
        if power < 0 and not value:
            raise Unlucky("division by zero")
        found *= value if power > 0 else 1 / value
    if unlucky and found:
        raise Unlucky("a condition of probability zero")
    return found


def _alternative(rows: list[tuple[Term, object]], sample: Sample) -> Value:
    """The value of the case that the time of the sample is in: privacy is ON at t = 0, and OFF from then on."""
    marks = ("leq0", "ON") if sample.time == 0 else ("geq1", "OFF")
    fitting = [term for term, words in rows if any(mark in str(words) for mark in marks)]
    if len(fitting) != 1:
        raise ValueError(f"no case for t = {sample.time} among {[words for _, words in rows]}")
    return fitting[0](sample)


def _matrix(letter: str, entry: str, sample: Sample) -> Value:
    alpha, beta = sample.numbers["alpha"], sample.numbers["beta"]
    table = reference.query_chain(alpha, beta) if letter == "P" else reference.request_chain(alpha, beta)
    if entry:
        row, column = entry.split(",")
        return table[row][column]
    return tuple(tuple(row.values()) for row in table.values())


# -- events -------------------------------------------------------------------------------------------------

Event = tuple[str, object, object]
SETS = {r"\mathcal{Q}_{a}": ("A",), r"\mathcal{Q}_{b}": ("B",), r"\mathcal{Q}_{ab}": ("AB",)}


def _events(text: str, sample: Sample) -> list[Event]:
    """The events of a probability. Dots stand for all queries from the first named to the last."""
    if not text:
        return []
    if r"\mathcal{Q}" in text:
        return [("Q", sample.time, tuple(q for part in text.split(r"\cup") for q in SETS[part]))]
    if r"\ldots" in text:
        last, _, first, value = text.split("=")
        (_, end, _), (_, start, _) = _event(f"{last}={value}", sample), _event(f"{first}={value}", sample)
        assert isinstance(start, int) and isinstance(end, int)
        return [("Q", time, value) for time in range(start, end + 1)]
    return [_event(part, sample) for part in re.split(r",(?![^(]*\))", text)]


def _event(text: str, sample: Sample) -> Event:
    found = re.fullmatch(r"([XQ])_\{(\(?)([\w-]+)\)?\}=(.+)", text)
    if found is None:
        raise NoValue(f"the event {text}")
    letter, history, when, value = found.groups()
    time = {"t": sample.time, "t-1": sample.time - 1, "i": sample.step, "i-1": sample.step - 1}.get(when)
    if time is None:
        if not when.isdigit():
            raise NoValue(f"the time {when}")
        time = int(when)
    if not 0 <= time <= sample.time:
        raise Unlucky("a time outside the paths")
    return ("history" if history and letter == "Q" else letter), time, _word(value, sample)


def _word(text: str, sample: Sample) -> object:
    if text in ("A", "B", "AB"):
        return text
    applied = re.fullmatch(r"g\((.+),(.+)\)", text)
    if applied:
        return sample.g(str(_word(applied[1], sample)), str(_word(applied[2], sample)))
    if text == "x'":
        return sample.g(str(_word("x_{0}", sample)), "AB")
    name = {"x_{0}": "x_0", r"\bar{q}": "q̄"}.get(text, text)
    if name not in sample.words:
        raise NoValue(f"the word {text}")
    return sample.words[name]


def _chance(event: list[Event], condition: list[Event], sample: Sample) -> Fraction:
    def happens(wanted: list[Event], requests: reference.Names, queries: reference.Names) -> bool:
        for letter, time, value in wanted:
            assert isinstance(time, int)
            if letter == "history":
                seen: object = queries[:time + 1]
            else:
                seen = (requests if letter == "X" else queries)[time]
            if not (seen == value or (letter == "Q" and isinstance(value, tuple) and seen in value)):
                return False
        return True

    paths = list(sample.paths())
    base = sum((w for x, q, w in paths if happens(condition, x, q)), Fraction(0))
    if not base:
        raise Unlucky("a condition of probability zero")
    return sum((w for x, q, w in paths if happens(condition, x, q) and happens(event, x, q)), Fraction(0)) / base


# -- checking ------------------------------------------------------------------------------------------------


def check(
    chain: Chain, rng: random.Random, samples: int = 4, others: Collection[str] = (),
) -> tuple[int, list[str]]:
    """How many relations hold, at each of some samples; and the kinds of sides that have no value. Raises
    AssertionError where one fails."""
    terms: list[Term | None] = []
    kinds: list[str] = []
    for side in chain.sides:
        try:
            if chain.claim in others and re.search(r"\\Pr|\\ell|[PR]_|P \(", side):
                raise NoValue("another scheme")
            terms.append(parse(side))
        except NoValue as reason:
            terms.append(None)
            kinds.append(str(reason))
    checked = 0
    done = 0
    cases = any(r"\begin{cases}" in side for side in chain.sides)
    for _ in range(400):
        if done == samples * (5 if cases else 1):
            break
        try:
            sample = draw(chain.case, rng, 0 if cases else 1)
            found, lost = _values(terms, sample)
        except (Unlucky, KeyError, ZeroDivisionError):
            continue
        done += 1
        checked = _compare(chain, found, sample)
        kinds = [*kinds, *lost] if done == 1 else kinds
    if not done:
        raise AssertionError(f"no sample fits {chain}")
    return checked, kinds


def _values(terms: list[Term | None], sample: Sample) -> tuple[list[Value | None], list[str]]:
    values: list[Value | None] = []
    lost: list[str] = []
    for term in terms:
        try:
            values.append(None if term is None else term(sample))
        except NoValue as reason:
            values.append(None)
            lost.append(str(reason))
    return values, lost


TIGHT = (r"R_{t}", r"\ell_{t}/L")
"""Bounds on these are attained by the paper's scheme: every step of such a chain must hold with equality."""


def _compare(chain: Chain, values: list[Value | None], sample: Sample) -> int:
    """Neighbours are compared; so are sides with only equalities between them."""
    checked = 0
    last: int | None = None
    for place, value in enumerate(values):
        if value is None:
            continue
        if last is not None:
            between = set(chain.relations[last:place]) - {"="}
            if len(between) <= 1:
                relation = between.pop() if between and chain.sides[0] not in TIGHT else "="
                assert holds(values[last], relation, value), (
                    f"{chain.claim}: {chain.sides[last]} {relation} {chain.sides[place]} fails at "
                    f"{ {k: str(v) for k, v in sample.numbers.items() if k in ('alpha', 'beta', 'delta')} }, "
                    f"t = {sample.time}: {values[last]} and {value}")
                checked += 1
        last = place
    return checked


@dataclass
class Report:
    chains: int = 0
    relations: int = 0
    checked: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    unchecked: list[Chain] = field(default_factory=list)


def verify(source: str, seed: int = 1, others: Collection[str] = ()) -> Report:
    """Every display of a document. `others` are claims whose probabilities are not those of the paper's scheme."""
    rng = random.Random(seed)
    report = Report()
    for chain in displays(source):
        count, kinds = check(chain, rng, others=others)
        report.chains += 1
        report.relations += len(chain.relations)
        report.checked += count
        report.kinds.update(kinds)
        if count < len(chain.relations):
            report.unchecked.append(chain)
    return report
