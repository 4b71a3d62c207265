"""Small changes of a claims file: every entry, relation, sign, number, index, exponent and label in turn.

A change is made to the data as it stands in the file, before it is read. A hypothesis is turned around, and left out.
What could only say less is left alone, because less is as true: the list that a `for` runs over, an index that occurs
once, the numbers of a hypothesis, a whole statement, a claim in use. So are prose, and the letters of entropies: with
another letter there is another truth as often as not.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Element, Field

Data = dict[str, Any]
Path = tuple[str | int, ...]
STATED = ("proves", "beside", "corrects", "tries")
_TOKEN = re.compile(r"\{\w+\}|\*\*|\.\.|<=|>=|!=|[0-9]+(?:\.[0-9]+)?|[A-Za-z_]\w*|\S|\s+")
_NAME = re.compile(r"[A-Za-z_]\w*")
_TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "!=", "!=": "="}
_SIGNS = {"+": "-", "-": "+"}
_PREFIX = re.compile(r"\s*for [^:]*:")
_BOUND = re.compile(r"(\w+) in ")
_RELATION = re.compile(r"<=|>=|!=|<|>|=")
_KEYWORDS = {"for", "in", "sum", "law", "state", "history", "H", "I"}


@dataclass(frozen=True)
class Change:
    """A place in the data, and what stands there instead; None: nothing."""

    path: Path
    value: Any
    note: str

    @property
    def owner(self) -> str:
        """The claim, table, scheme or region that is changed."""
        kind, name = self.path[0], self.path[1]
        return str(name) if kind == "claim" else f"{kind} {name}" if isinstance(name, str) else str(kind)

    @property
    def name(self) -> str:
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path).lstrip(".")
        return f"{where}: {self.note}"

    def made(self, data: Data) -> Data:
        """The data with this change; what is not on its way is shared."""
        top = copy.copy(data)
        here: Any = top
        for part in self.path[:-1]:
            here[part] = copy.copy(here[part])
            here = here[part]
        if self.value is None:
            del here[self.path[-1]]
        else:
            here[self.path[-1]] = self.value
        return top


def changes(data: Data) -> Iterator[Change]:
    """All of them, in the order of the file. Each has a name of its own."""
    seen: Counter[str] = Counter()
    for change in _changes(data):
        seen[change.name] += 1
        again = seen[change.name]
        yield replace(change, note=f"{change.note} ({again})") if again > 1 else change


def _changes(data: Data) -> Iterator[Change]:
    words = _Words(data)
    yield from _tables(data)
    for name, scheme in data.get("schemes", {}).items():
        yield from _scheme(("schemes", name), scheme, words)
    for name, relations in data.get("regions", {}).items():
        yield from _relations(("regions", name), relations, words)
    for name, case in data.get("cases", {}).items():
        for key, text in case.items():
            yield from _case(("cases", name, key), key, text, words)
    for i, cover in enumerate(data.get("covers", [])):
        yield from _statement(("covers", i), cover, words)
    for name, claim in data["claim"].items():
        yield from _claim(("claim", name), claim, words.of(claim))


@dataclass(frozen=True)
class _Words:
    """What words may be put for another: those of its kind, in the order of the file."""

    data: Data
    names: tuple[str, ...] = ()

    def of(self, claim: Mapping[str, Any]) -> _Words:
        return _Words(self.data, tuple(claim.get("names", ())))

    def parameters(self) -> tuple[str, ...]:
        return self.names or tuple(self.data["paper"]["names"])

    def labels(self) -> list[str]:
        indices = [index for table in self.data.get("tables", {}).values() for index in table["index"]]
        return list(dict.fromkeys(str(label) for index in indices for label in index))

    def table(self, name: str) -> str:
        """The next table of the same shape."""
        tables = self.data["tables"]
        return _next(name, [other for other in tables if tables[other]["index"] == tables[name]["index"]])

    def label(self, name: str) -> str:
        """Another label that may stand at the same place."""
        indices = [index for table in self.data["tables"].values() for index in table["index"] if name in index]
        return _next(name, min(indices, key=len))

    def scheme(self, name: str) -> str:
        return _next(name, list(self.data["schemes"]))


def _next(name: str, among: Sequence[str]) -> str:
    """The one after it, the first after the last; itself if it is alone."""
    return among[(among.index(name) + 1) % len(among)] if name in among else name


# -- texts -------------------------------------------------------------------------------------------------


def texts(text: str, words: _Words, letters: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """(what is changed, the text with one word, number or sign changed)."""
    prefix = _PREFIX.match(text)
    start = prefix.end() if prefix else 0
    tokens = [match.group() for match in _TOKEN.finditer(text, start)]
    used = Counter(tokens)
    bound = [name for name in _BOUND.findall(text) if used[name] > 1 + (f"{name} in " in text[start:])]
    for i, token in enumerate(tokens):
        other = _other(tokens, i, words, bound, letters)
        if other is not None and other != token:
            changed = text[:start] + "".join([*tokens[:i], other, *tokens[i + 1:]])
            near = "".join(tokens[max(0, i - 6):i]).split("\n")[-1].lstrip()
            after = "".join(tokens[i + 1:i + 6]).split("\n")[0].rstrip()
            yield f"{near}⟨{token} → {other or 'nothing'}⟩{after}", changed


def _other(tokens: Sequence[str], i: int, words: _Words, bound: Sequence[str], letters: Sequence[str]) -> str | None:
    """What may stand in place of a token; None: it stays."""
    token = tokens[i]
    before = next((t for t in reversed(tokens[:i]) if not t.isspace()), "")
    after = next((t for t in tokens[i + 1:] if not t.isspace()), "")
    if token in _TURNED:
        return _TURNED[token]
    if token in _SIGNS:
        alone = before in ("", "(", ",", ":", *_TURNED)
        return "" if alone else _SIGNS[token]
    if token[0].isdigit():
        whole, dot, digits = token.partition(".")
        return f"{whole}.{digits[:-1]}{(int(digits[-1]) + 1) % 10}" if dot else str(int(whole) + 1)
    if not token[0].isalpha() or token in _KEYWORDS and after in ("(", "") or after == "in" or token in ("sum", "in"):
        return None
    if after == "[":
        return words.table(token) if token in words.data["tables"] else None
    if before == "(" and token in words.data.get("schemes", {}) and after == ",":
        return words.scheme(token)
    if token in letters:
        return None
    for kind in (bound, words.parameters()):
        if token in kind:
            return _next(token, list(dict.fromkeys(kind)))
    return words.label(token) if token in words.labels() else None


def _letters(statement: Mapping[str, Any]) -> list[str]:
    """The letters of the entropies in a statement."""
    said = [statement.get("text", ""), *statement.get("given", [])]
    parts = re.findall(r"\b[HI]\(([^)]*)\)", " ".join(text for text in said if isinstance(text, str)))
    return list(dict.fromkeys(re.findall(r"\w+", " ".join(parts))))


# -- parts of the file -------------------------------------------------------------------------------------


def _tables(data: Data) -> Iterator[Change]:
    tables = data.get("tables", {})
    texts = [entry for table in tables.values() for entry in table["entries"]]
    first = [*dict.fromkeys(_NAME.findall(" ".join(texts)))][:2]
    for name, table in tables.items():
        for i, entry in enumerate(table["entries"]):
            for other in _entries(entry, first):
                yield Change(("tables", name, "entries", i), other, f"{entry} → {other}")


def _entries(entry: str, names: Sequence[str]) -> Iterator[str]:
    """Other entries: the first two parameters exchanged, signs turned, negated, doubled, simple ones; a decimal moves a
    little."""
    if len(entry) > 5 and re.fullmatch(r"[0-9]\.[0-9]+", entry):
        moved = Fraction(entry) + Fraction(2, 10 ** 15)
        yield f"0.{int(moved * 10 ** 15):015d}"
        return
    other = dict(zip(names, reversed(names)))
    swapped = _NAME.sub(lambda m: other.get(m.group(), m.group()), entry)
    turned = [entry[:i] + _SIGNS[c] + entry[i + 1:] for i, c in enumerate(entry) if c in _SIGNS]
    simple = ("0", "1", *names, *(f"1 - {name}" for name in names[:1]))
    yield from (each for each in dict.fromkeys((swapped, *turned, f"-({entry})", f"2*({entry})", *simple))
                if not _same(entry, each))


def _same(one: str, other: str) -> bool:
    """Whether two entries are the same rational function."""
    names = tuple(sorted({*_NAME.findall(f"{one} {other}")}))
    return _value(one, names) == _value(other, names)


@cache
def _value(text: str, names: tuple[str, ...]) -> Element:
    return parse(text).build(Field(names)).element


def _relations(path: Path, relations: Sequence[str], words: _Words, letters: Sequence[str] = ()) -> Iterator[Change]:
    """Hypotheses: each relation turned around, and each hypothesis left out."""
    for i, relation in enumerate(relations):
        for note, other in texts(relation, words, letters):
            if _RELATION.findall(relation) != _RELATION.findall(other):
                yield Change((*path, i), other, note)
        yield Change((*path, i), None, f"without {relation}")


def _scheme(path: Path, scheme: Mapping[str, Any], words: _Words) -> Iterator[Change]:
    yield Change((*path, "chain"), words.table(scheme["chain"]), f"the chain is {words.table(scheme['chain'])}")
    for i, rule in enumerate(scheme["rules"]):
        here = (*path, "rules", i)
        for j, query in enumerate(rule.get("previous", [])):
            yield Change((*here, "previous", j), words.label(query), f"{query} → {words.label(query)}")
        if "time" in rule:
            yield from _time((*here, "time"), rule["time"])
        if "table" in rule:
            other = words.table(rule["table"])
            yield Change((*here, "table"), other, f"{rule['table']} → {other}")


def _time(path: Path, time: Sequence[int]) -> Iterator[Change]:
    modulus, rest = time
    for other in ([modulus, (rest + 1) % modulus], [modulus + 1, rest]):
        if other != list(time):
            yield Change(path, other, f"t ≡ {other[1]} mod {other[0]}")


def _case(path: Path, key: str, text: str, words: _Words) -> Iterator[Change]:
    if key == "scheme":
        yield Change(path, words.scheme(text), f"{text} → {words.scheme(text)}")
    elif text in words.data["tables"]:
        yield Change(path, words.table(text), f"{text} → {words.table(text)}")
    else:
        yield from (Change(path, other, note) for note, other in texts(text, words))


def _claim(path: Path, claim: Mapping[str, Any], words: _Words) -> Iterator[Change]:
    for name, relations in claim.get("regions", {}).items():
        yield from _relations((*path, "regions", name), relations, words)
    for i, supposed in enumerate(claim.get("suppose", [])):
        yield from _relations((*path, "suppose", i, "where"), supposed["where"], words)
    for part in STATED:
        for i, statement in enumerate(claim.get(part, [])):
            if statement.get("kind") != "uses":
                yield from _statement((*path, part, i), statement, words)


def _statement(path: Path, statement: Mapping[str, Any], words: _Words) -> Iterator[Change]:
    letters = _letters(statement)
    for key, value in statement.items():
        here = (*path, key)
        if key == "given":
            yield from _relations(here, value, words, letters)
        elif key in ("text", "split", "value") and isinstance(value, str):
            yield from (Change(here, other, note) for note, other in texts(value, words, letters))
        elif key in ("start", "next", "free", "text"):
            for i, text in enumerate(value):
                yield from (Change((*here, i), other, note) for note, other in _assigned(key, text, words))
        elif key in ("prior", "law", "matrix", "table", "scheme"):
            other = words.scheme(value) if key == "scheme" else words.table(value)
            if other != value:
                yield Change(here, other, f"{value} → {other}")
        elif key == "time":
            yield from _time(here, value)
        elif key == "query":
            yield Change(here, words.label(value), f"{value} → {words.label(value)}")
        elif key == "map":
            for label, to in value.items():
                yield Change((*here, label), words.label(to), f"{label} → {words.label(to)}")
        elif key == "parts":
            for i, part in enumerate(value):
                if part:
                    yield Change((*here, i), "", f"without {part}")


def _assigned(key: str, text: str, words: _Words) -> Iterator[tuple[str, str]]:
    """In `name = text` the text is changed; relations are changed as they stand."""
    if key == "text":
        yield from texts(text, words)
        return
    name, sign, value = text.partition(" = ")
    yield from ((f"{name} = {note}", f"{name}{sign}{other}") for note, other in texts(value, words))
