"""Schemes of the benchmark, and schemes written here, as the brute force of `reference` reads them.

numbers(draft, point)   the scheme at a point, read off the draft; the package has no part in it
point_of(draft)         a point of its region that has no pattern
judged(draft)           what the package says of its file
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import reference

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))

from random_schemes import Draft, Row, Rule, drafts  # noqa: E402

from onoff_symbolic import judge  # noqa: E402
from onoff_symbolic.scheme_result import SchemeResult  # noqa: E402
from onoff_symbolic.schemes.files import SchemeFile, parse_cases  # noqa: E402

__all__ = ["Draft", "Point", "Rule", "drafts", "judged", "loaded", "numbers", "point_of", "two_sources"]

Point = Mapping[str, Fraction]
SMALL = dict(zip("abcdefp", (Fraction(1, n) for n in (13, 17, 19, 23, 29, 31, 5))))
"""Where the laws of the benchmark's schemes are positive."""
TWO: Mapping[str, Row] = {"A": {"A": "2/3", "B": "1/3"}, "B": {"A": "1/2", "B": "1/2"}}


def point_of(draft: Draft) -> Point:
    """Return a point of the region of a draft."""
    assert all(reference.holds(text, SMALL) for text in draft.where)
    return SMALL


def numbers(draft: Draft, point: Point = SMALL) -> reference.Brute:
    """Return the scheme at a point."""
    sources, queries = [*draft.chain], {q: [*got] for q, got in draft.queries.items()}
    entries = [row.get(x, "0") for row in draft.chain.values() for x in sources]
    tables: dict[str, Any] = {"M": {"index": [sources, sources], "entries": entries}}
    rules = []
    for number, rule in enumerate(draft.rules):
        when = re.fullmatch(r"(\d+) mod (\d+)", {"odd": "1 mod 2", "even": "0 mod 2"}.get(rule.when, rule.when))
        said = {
            "previous": [*rule.previous] or None,
            "time": [int(when[2]), int(when[1])] if when else None,
            "table": None if rule.table is None else f"T{number}",
            "given": rule.given.partition(" ")[0],
        }
        rules.append(said)
        if rule.table is not None:
            cells = [rule.table.get((a, x), dict.fromkeys(queries, "")) for a in sources for x in sources]
            tables[f"T{number}"] = {
                "index": [sources, sources, [*queries]],
                "entries": [row.get(q, "0") for row in cells for q in queries],
            }
    scheme = {"sources": sources, "chain": "M", "queries": queries, "rules": rules}
    return reference.scheme_at(scheme, point, tables)


def loaded(draft: Draft) -> SchemeFile:
    """Return the file of a draft as the package reads it."""
    (file,) = parse_cases(draft.text)
    return file


def judged(draft: Draft) -> SchemeResult:
    """Return what the package says of a draft."""
    return judge.scheme(loaded(draft))


def two_sources(*rules: Rule, chain: Mapping[str, Row] = TWO, where: Sequence[str] = ()) -> Draft:
    """Return a scheme for two sources with these rules."""
    return Draft("two", chain, {"AB": "AB", "A": "A", "B": "B"}, rules, where)
