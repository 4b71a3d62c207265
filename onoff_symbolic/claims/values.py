"""Texts and lists of a claims file, each checked as it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..checker.language import KEYWORDS
from ..document import at_most, cut, expect, part
from ..errors import InputError

MAX_TEXT = 4_000
MAX_ITEMS = 400

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}")


def text_of(value: object, place: str) -> str:
    """A string of one line."""
    text: str = expect(value, str, place, "a string")
    at_most(len(text), MAX_TEXT, place, "characters")
    if not text.isprintable():
        raise InputError(f"{place}: expected a text of one line, found {cut(text)}")
    return text


def joined(value: object, place: str) -> str:
    """A string that may break into lines: where it does has no meaning."""
    return text_of(" ".join(expect(value, str, place, "a string").split()), place)


def word_of(value: object, place: str, expected: str = "a word") -> str:
    text = text_of(value, place)
    if not _WORD.fullmatch(text):
        raise InputError(f"{place}: expected {expected} (a letter, then letters, digits, - and _), found {cut(text)}")
    return text


def label_of(value: object, place: str) -> str:
    """A word or a number."""
    text = str(value) if type(value) is int else text_of(value, place)
    return text if text.isascii() and text.isdigit() else word_of(text, place, "a word or a number")


def number_of(value: object, place: str) -> str:
    """A number such as 1/2."""
    text = str(value) if type(value) is int else text_of(value, place)
    if not re.fullmatch(r"-?[0-9]{1,40}(/[1-9][0-9]{0,39})?", text):
        raise InputError(f"{place}: expected a number such as 1/2, found {cut(text)}")
    return text


def items(value: object, place: str, expected: str = "a list") -> list[Any]:
    listed: list[Any] = expect(value, list, place, expected)
    at_most(len(listed), MAX_ITEMS, place, "entries")
    return listed


def _each(value: object, place: str, expected: str, read: Callable[[object, str], str]) -> tuple[str, ...]:
    found = []
    for i, each in enumerate(items(value, place, expected)):
        with part(i):
            found.append(read(each, place))
    return tuple(found)


def strings(value: object, place: str) -> tuple[str, ...]:
    return _each(value, place, "a list of strings", joined)


def words(value: object, place: str) -> tuple[str, ...]:
    found = _each(value, place, "a list of words", word_of)
    twice = next((word for i, word in enumerate(found) if word in found[:i]), None)
    if twice is not None:
        raise InputError(f"{place}: expected each word once, found {twice} twice")
    return found


def parameters(value: object, place: str) -> tuple[str, ...]:
    """Return the names of parameters, none of which means something else in a text."""
    found = words(value, place)
    for i, name in enumerate(found):
        if name in KEYWORDS:
            with part(i):
                raise InputError(f"{place}: expected another name than a word of the language, found {cut(name)}")
    return found


def assigned(value: object, place: str) -> dict[str, str]:
    """A list of "name = text", as names and texts."""
    found: dict[str, str] = {}
    for i, each in enumerate(strings(value, place)):
        name, sign, text = each.partition(" = ")
        with part(i):
            if not sign or not text or not name:
                raise InputError(f"{place}: expected name = text, found {cut(each)}")
            if name in found:
                raise InputError(f"{place}: expected each name once, found {name} twice")
        found[name] = text
    return found


def member_of(value: object, place: str, known: Iterable[str], what: str) -> str:
    """One of the names that are known."""
    name = text_of(value, place)
    if name not in known:
        raise InputError(f"{place}: expected {what} that the file states, found {cut(name)}")
    return name
