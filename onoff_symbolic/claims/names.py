"""Finds a claim by what people type: its id, `Lemma 1`, `Thm. 1`, or a label of the paper."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

from .file import Claim

_SHORT = {"lem": "lemma", "thm": "theorem", "th": "theorem", "prop": "proposition", "app": "appendix",
          "eqn": "equation", "eq": "equation", "tab": "table", "tbl": "table", "fig": "figure", "sec": "section"}
"""Abbreviations that people type."""
_IDS = {"proposition": "prop", "appendix": "app", "app": "app"}
"""Words that the ids of claims abbreviate."""
_TYPED = re.compile(r"[A-Za-z0-9 :._-]+")


def _squeezed(word: str) -> str:
    """Return a word without case, spaces and signs: Thm. 2 is thm2."""
    return re.sub(r"[^a-z0-9]", "", word.casefold())


def _forms(word: str) -> Iterable[str]:
    """Yield the squeezed ids that a word may mean: of Thm. 2, thm2 and theorem2."""
    plain = _squeezed(word)
    yield plain
    letters = re.match(r"[a-z]*", plain)
    head = letters[0] if letters else ""
    rest = plain[len(head):]
    for known in (_SHORT.get(head, ""), _IDS.get(head, "")):
        if known:
            yield known + rest


def find(claims: Mapping[str, Claim], word: str) -> tuple[str, ...]:
    """Return the ids of the claims that a word names: an id, or a label of the paper. Of several claims with the label
    only those whose `where` ends with it, if there are any; the others are printed near it."""
    plain = _squeezed(word)
    if word in claims or not _TYPED.fullmatch(word):
        return (word,) if word in claims else ()
    named = {_squeezed(claim): claim for claim in claims}
    for form in _forms(word):
        if form in named:
            return (named[form],)
    labelled = [claim for claim in claims.values() if any(_squeezed(label) == plain for label in claim.labels)]
    there = [claim for claim in labelled if _squeezed(claim.where.rpartition(",")[2]).startswith(plain)]
    return tuple(claim.id for claim in there or labelled)


def near(word: str, known: Iterable[str]) -> str:
    """Return the name that was probably meant, or ""."""
    plain = {_squeezed(name): name for name in known}
    for form in _forms(word):
        close = difflib.get_close_matches(form, plain, n=1)
        if close:
            return plain[close[0]]
    return ""
