"""Readers: functions of a TOML value and the names that are `Known`, which return what it means or raise InputError.

    table(value, known, {"title": prose, "says?": prose})   the values at the keys of a table; `?`: it may be missing
    listed(read), mapping(read), assigned           lists, tables with names of the user's own, lists of "name = text"
    prose, text, word, label, number                strings
    one_of(words), known_in("tables", "a table")    names that have to be known

A reader does not know where in the document it reads: whoever reads the value at a key adds the key to the path of an
error (`at`, or `document.part` around several lines), and `placing` turns the path into words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..checker.syntax import KEYWORDS
from ..document import cut, did_you_mean, kind_of, part
from ..errors import InputError

MAX_TEXT = 4_000
MAX_ITEMS = 400
_GREEK = "GREEK SMALL LETTER "
_WORD = "[A-Za-z][A-Za-z0-9_-]{0,60}"
_SECTIONS: Mapping[str | int, str] = {
    "claim": "claim", "cause": "cause", "tables": "table", "schemes": "scheme", "processes": "process",
    "experiments": "experiment", "experiment": "experiment", "regions": "region", "cases": "case"}
"""Keys of tables with names of the user's own, and what one of these is called."""


@dataclass(frozen=True)
class Known:
    """The names that a value may speak of."""

    claims: Collection[str] = ()
    names: tuple[str, ...] = ()
    tables: Mapping[str, Any] = field(default_factory=dict)
    schemes: Mapping[str, Any] = field(default_factory=dict)
    processes: Mapping[str, Any] = field(default_factory=dict)
    experiments: Mapping[str, Any] = field(default_factory=dict)
    regions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    domain: str = ""
    """The region of statements that name none; "" if each has to."""
    cases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    covers: Sequence[Mapping[str, Any]] = ()


T = TypeVar("T")
Read = Callable[[Any, Known], T]
Keys = Mapping[str, Read[Any]]
"""The keys of a table and their readers; one that ends with `?` may be missing."""


# -- places ------------------------------------------------------------------------------------------------


def at(key: str | int, read: Read[T], value: Any, known: Known) -> T:
    """Return what a reader makes of the value at a key; the key is added to the path of an error."""
    try:
        return read(value, known)
    except InputError as error:
        error.path = (key, *error.path)
        raise


class Placed(InputError):
    """An error with its place in front, in words: `claim rows, proves 2, text: ...`."""


@contextmanager
def placing(locate: Callable[[InputError], InputError]) -> Iterator[None]:
    """Put its place in front of an error that has none yet; `locate` adds the file and the line."""
    try:
        yield
    except Placed:
        raise
    except InputError as error:
        raise locate(placed(error)) from None


def placed(error: InputError) -> InputError:
    """Return the error with its place in front."""
    found = Placed(f"{_place(error.path)}: {error.message}")
    found.path, found.spot = error.path, error.spot
    return found


def _place(path: Sequence[str | int]) -> str:
    """Return a path of keys in words; people count from 1."""
    words: list[str] = []
    section = ""        # set after a key such as "claim": the next key is a name in this section
    for key in path:
        if section:
            words[-1] = f"{section} {_shown(key)}"
            section = ""
        elif isinstance(key, int) and words:
            words[-1] += f" {_shown(key)}"
        else:
            section = _SECTIONS.get(key, "")
            words.append(_shown(key))
    return ", ".join(words) or "the file"


def _shown(key: str | int) -> str:
    """Return a key or a position as people read it."""
    if isinstance(key, int):
        return str(key + 1)
    return key if re.fullmatch(_WORD, key) else cut(key)


# -- tables and lists --------------------------------------------------------------------------------------


def expect(value: Any, kind: type[T], expected: str) -> T:
    """Return the value, if it is of exactly this type (True is no integer)."""
    if type(value) is not kind:
        raise InputError(f"expected {expected}, found {kind_of(value)}")
    return value


def check_keys(given: Mapping[str, Any], keys: Keys) -> None:
    """Raise InputError unless a table has all the keys that it needs, and no other than these."""
    names = [key.rstrip("?") for key in keys]
    for name in given:
        if name not in names:
            with part(name):
                hint = did_you_mean(name, names, 7 / 10)
                raise InputError(f"expected one of {', '.join(names)}, found {cut(name)}{hint}")
    for key in keys:
        if not key.endswith("?") and key not in given:
            raise InputError(f"{key} is missing")


def read_keys(given: Mapping[str, Any], known: Known, keys: Keys) -> dict[str, Any]:
    """Return what the readers make of the values of a table, at those of their keys that it has."""
    readers = {key.rstrip("?"): read for key, read in keys.items()}
    return {name: at(name, read, given[name], known) for name, read in readers.items() if name in given}


def table(value: Any, known: Known, keys: Keys) -> dict[str, Any]:
    """Return what the readers make of the values of a table, which has no keys but theirs."""
    given: dict[str, Any] = expect(value, dict, "a table")
    check_keys(given, keys)
    return read_keys(given, known, keys)


def record(keys: Keys, make: Callable[..., T] = dict) -> Read[T]:      # type: ignore[assignment]
    """Return a reader of a table with these keys, which calls `make` with what is read at them."""
    def read(value: Any, known: Known) -> T:
        return make(**table(value, known, keys))

    return read


def listed(read: Read[T], expected: str = "a list") -> Read[tuple[T, ...]]:
    """Return a reader of a list, the entries of which have this reader."""
    def read_list(value: Any, known: Known) -> tuple[T, ...]:
        entries: list[Any] = expect(value, list, expected)
        if len(entries) > MAX_ITEMS:
            raise InputError(f"expected at most {MAX_ITEMS} entries, found {len(entries)}")
        return tuple(at(position, read, entry, known) for position, entry in enumerate(entries))

    return read_list


def distinct(read: Read[tuple[str, ...]]) -> Read[tuple[str, ...]]:
    """Return a reader of a list that has each entry once."""
    def read_distinct(value: Any, known: Known) -> tuple[str, ...]:
        found = read(value, known)
        for position, entry in enumerate(found):
            if entry in found[:position]:
                raise InputError(f"expected each once, found {cut(entry)} twice")
        return found

    return read_distinct


def mapping(read: Read[T], name: Read[str] | None = None, expected: str = "a table") -> Read[dict[str, T]]:
    """Return a reader of a table with names of the user's own as keys: words, or what the reader `name` accepts."""
    def read_mapping(value: Any, known: Known) -> dict[str, T]:
        given: dict[str, Any] = expect(value, dict, expected)
        found = {}
        for key, each in given.items():
            found[at(key, name or word, key, known)] = at(key, read, each, known)
        return found

    return read_mapping


# -- strings -----------------------------------------------------------------------------------------------


def text(value: Any, known: Known) -> str:
    """Read a string of one line."""
    found = expect(value, str, "a string")
    if len(found) > MAX_TEXT:
        raise InputError(f"expected at most {MAX_TEXT} characters, found {len(found)}")
    if not found.isprintable():
        raise InputError(f"expected a text of one line, found {cut(found)}")
    return found


def prose(value: Any, known: Known) -> str:
    """Read a string that may break into lines: where it does has no meaning."""
    return text(" ".join(expect(value, str, "a string").split()), known)


_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "·": "*", "×": "*", "−": "-"}


def formula(value: Any, known: Known) -> str:
    """Read a formula, with the signs and the Greek letters that reports have: α is alpha, and ≤ is <=."""
    return respelled(prose(value, known))


def respelled(typed: str) -> str:
    """Return a formula in ASCII."""
    return typed if typed.isascii() else "".join(map(_respelled, typed))


def _respelled(sign: str) -> str:
    """Return what a sign is in ASCII, if it is one that reports have."""
    name = unicodedata.name(sign, "")
    if name.startswith(_GREEK):
        return name.removeprefix(_GREEK).lower().replace("lamda", "lambda")
    return _SIGNS.get(sign, sign)


def matching(pattern: str, expected: str) -> Read[str]:
    """Return a reader of a string of this pattern."""
    def read(value: Any, known: Known) -> str:
        found = text(value, known)
        if not re.fullmatch(pattern, found):
            raise InputError(f"expected {expected}, found {cut(found)}")
        return found

    return read


word = matching(_WORD, "a word (a letter, then letters, digits, - and _)")
_plain_name = matching(r"[A-Za-z][A-Za-z0-9_]*", "a name (a letter, then letters, digits and _)")


def _name(value: Any, known: Known) -> str:
    """Read a name, which may have Greek letters."""
    return _plain_name(respelled(text(value, known)), known)


_number = matching(r"-?[0-9]{1,40}(/[1-9][0-9]{0,39})?", "a number such as 1/2")
_label = matching(rf"[0-9]+|{_WORD}", "a word or a number")


def number(value: Any, known: Known) -> str:
    """Read a number such as 1/2, as a string."""
    return str(value) if type(value) is int else _number(value, known)


def label(value: Any, known: Known) -> str:
    """Read a word or a number, as a string."""
    return str(value) if type(value) is int else _label(value, known)


def integer(value: Any, known: Known) -> int:
    """Read an integer."""
    return expect(value, int, "an integer")


def boolean(value: Any, known: Known) -> bool:
    """Read true or false."""
    return expect(value, bool, "true or false")


texts = listed(prose, "a list of strings")
formulas = listed(formula, "a list of strings")
words = distinct(listed(word, "a list of words"))
_names = distinct(listed(_name, "a list of words"))


def parameters(value: Any, known: Known) -> tuple[str, ...]:
    """Read names of parameters, none of which means something else in a text."""
    found = _names(value, known)
    for position, name in enumerate(found):
        if name in KEYWORDS:
            with part(position):
                raise InputError(f"expected another name than a word of the language, found {cut(name)}")
    return found


def assigned(value: Any, known: Known) -> dict[str, str]:
    """Read a list of "name = text"."""
    found: dict[str, str] = {}
    for position, entry in enumerate(texts(value, known)):
        name, sign, meaning = entry.partition(" = ")
        with part(position):
            if not (name and sign and meaning):
                raise InputError(f"expected name = text, found {cut(entry)}")
            if name in found:
                raise InputError(f"expected each name once, found {name} twice")
        found[name] = meaning
    return found


def defined(value: Any, known: Known) -> dict[str, str]:
    """Read a list of "name = formula", both with Greek letters perhaps."""
    return {respelled(name): respelled(meaning) for name, meaning in assigned(value, known).items()}


# -- names -------------------------------------------------------------------------------------------------


def require(name: str, known: Collection[str], expected: str) -> str:
    """Return a name, if it is known."""
    if name not in known:
        raise InputError(f"expected {expected}, found {cut(name)}")
    return name


def known_in(group: str, expected: str) -> Read[str]:
    """Return a reader of a name in a field of `Known`, such as tables."""
    def read(value: Any, known: Known) -> str:
        return require(text(value, known), getattr(known, group), f"{expected} of the file")

    return read


def one_of(choices: Collection[str]) -> Read[str]:
    """Return a reader of one of these words."""
    def read(value: Any, known: Known) -> str:
        found = text(value, known)
        if found not in choices:
            raise InputError(f"expected one of {', '.join(choices)}, found {cut(found)}")
        return found

    return read


a_claim = known_in("claims", "a claim")
a_table = known_in("tables", "a table")
a_region = known_in("regions", "a region")
