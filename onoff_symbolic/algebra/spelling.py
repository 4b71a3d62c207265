"""What people type, respelled for the checker's reader; a fault has the column where they typed it.

words = typed_words(text, TOKEN, meant)     the words, each in the language of certificates
read(words)                                 their tree
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from ..checker.polynomials import Invalid
from ..checker.syntax import Misread, Text, parse_relation
from ..errors import InputError, Spot


class Word(NamedTuple):
    """A word in the language of certificates, and what was typed at a column (from 0); "" at the end."""

    kind: str
    text: str
    column: int
    typed: str


class Mistyped(Exception):
    """What was expected where a word was typed."""

    def __init__(self, word: Word, expected: str, hint: str = "") -> None:
        super().__init__(f"column {word.column + 1}: expected {expected}, found {word.typed!r}")
        self.word, self.expected, self.hint = word, expected, hint

    def in_text(self, text: str, expected: str) -> InputError:
        """Return the error, at the word in the text."""
        word = self.word
        found = repr(word.typed[:20]) if word.typed else "the end"
        spot = Spot(text, word.column, max(1, len(word.typed)))
        hint = self.hint or (_unclosed(text[: word.column]) if "')'" in expected else "")
        return InputError(
            "; ".join(filter(None, (f"expected {expected}, found {found}", hint)))
        ).shown_at(spot)


def _unclosed(text: str) -> str:
    """Return which parenthesis is still open at the end of a text, in words; "" if none is."""
    opened: list[int] = []
    for column, sign in enumerate(text, start=1):
        if sign == "(":
            opened.append(column)
        elif sign == ")" and opened:
            opened.pop()
    return f"the '(' at column {opened[-1]} is not closed" if opened else ""


def typed_words(text: str, token: re.Pattern[str], meant: Callable[[str], str]) -> list[Word]:
    """Return the words of a text; the last one, of the kind "end", is empty. `token` has a group for each kind."""
    words: list[Word] = []
    place = 0
    while not words or words[-1].kind != "end":
        match = token.match(text, place)
        if match is None or match.lastgroup is None:
            start = len(text) - len(text[place:].lstrip())
            raise Mistyped(Word("", "", start, text[start]), "a number, a name or a sign")
        kind = match.lastgroup
        words.append(Word(kind, meant(match[kind]), match.start(kind), match[kind]))
        place = match.end()
    return words


def read(words: Sequence[Word]) -> Text:
    """Return the tree of a relation or an expression."""
    starts = [*accumulate((len(word.text) + 1 for word in words), initial=0)]
    try:
        return parse_relation(" ".join(word.text for word in words).rstrip())
    except Misread as error:
        place = bisect_right(starts, error.column) - 1 if error.found else -1
        raise Mistyped(words[place], error.expected) from None
    except Invalid as error:
        raise Mistyped(words[0], f"less: {error}") from None
