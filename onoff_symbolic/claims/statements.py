"""Statements of a claims file: the keys of each kind, its short forms, and statements that are made in several cases.

`KINDS` has an entry for each kind: its keys besides `kind`, `region` and those of `COMMON`, each with its reader.

    hides = "I from S, T1 given G among 1, 2"   is short for { kind = "hides", secret, view, knowing, among }
    text = "p <= 1"                             is short for { kind = "holds", text }
    tells = "A, B -> W"                         is short for { kind = "tells", view, value }
    cases = "R"                                 states it in each case within the region R, in place of `region`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..document import cut, did_you_mean, part
from ..errors import InputError
from .values import (
    Keys, Known, Read, a_claim, a_region, a_table, at, defined, expect, formula, formulas, integer, known_in, listed,
    mapping, prose, table, text, texts, word, words,
)

Statement = Mapping[str, Any]


def regions(value: Any, known: Known) -> Any:
    """Read a region, or a list of regions."""
    if isinstance(value, list):
        return listed(a_region)(value, known)
    return a_region(value, known)


def _part(value: Any, known: Known) -> str | None:
    """Read a part of a cover; TOML has no null: an empty part stands for it."""
    return None if value == "" else a_region(value, known)


def _process(value: Any, known: Known) -> str:
    """Read the name of a process; a scheme is one."""
    if value in known.schemes:
        return text(value, known)
    return known_in("processes", "a process")(value, known)


COMMON = {"given?": formulas, "by?": words, "name?": word}

_SCHEME = {"scheme": known_in("schemes", "a scheme")}
_PRIOR = {"prior": a_table}
_SEQUENCES = {"start": defined, "next": defined}
_OPTIMUM = {**_PRIOR, "law": a_table, "value": formula}
_LINEAR = {"variables": words, "subject": formulas, "of": formula, "value": formula}
_EXPERIMENT = {"in": known_in("experiments", "an experiment")}

KINDS: Mapping[str, Keys] = {
    "holds": {"text": formula},
    "always": {**_SEQUENCES, "text": formulas, "varying?": words},
    "cover": {"split": formula, "parts": listed(_part)},
    "uses": {"claim": a_claim},
    "defined": _SCHEME,
    "normalised": _SCHEME,
    "decodable": _SCHEME,
    "determined": _SCHEME,
    "alike": {"process": _process, "starts": words},
    "private": _SCHEME,
    "placed": {**_SCHEME, "time": listed(integer), "query": prose, "map": mapping(word)},
    "markov": {**_SCHEME, **_PRIOR, "matrix": a_table},
    "cost": {**_SCHEME, **_PRIOR, **_SEQUENCES, "value": formula},
    "optimal": {**_SCHEME, **_PRIOR},
    "least": _LINEAR,
    "most": _LINEAR,
    "optimum": _OPTIMUM,
    "unique": {**_OPTIMUM, "table": a_table},
    "general": {**_PRIOR, "law": a_table, "table": a_table, "free": defined},
    "least_download": {"law": a_table, "value": formula},
    "hides": {**_EXPERIMENT, "secret": words, "view": words, "knowing?": words,
              "among?": texts},
    "tells": {**_EXPERIMENT, "view": words, "value": words},
}


def statement(value: Any, known: Known) -> Statement:
    """Read a statement: write out its short form, add what may be left out, and read the keys of its kind."""
    given: dict[str, Any] = written_out(expect(value, dict, "a table"), known)
    if known.domain:
        given.setdefault("region", known.domain)
    kind = at("kind", text, given.setdefault("kind", "holds"), known)
    if kind not in KINDS:
        raise InputError(f"expected a kind, one of {', '.join(KINDS)}, found {cut(kind)}")
    if "region" not in given:
        raise InputError("expected a region here, or a domain of the claim, found neither (names = [] of the claim, if"
                         " it speaks of no parameters)")
    keys = {"kind": text, "region": regions, **KINDS[kind], **COMMON}
    found = table(given, known, keys)
    first = {"kind": kind, "region": found["region"]}       # then others, sorted, as in recorded goals
    return dict(as_json({**first, **dict(sorted(found.items()))}))


def as_json(value: Any) -> Any:
    """Return a value with dicts and lists alone, as JSON has it."""
    if isinstance(value, Mapping):
        return {key: as_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    return value


# -- short forms -------------------------------------------------------------------------------------------


def written_out(given: dict[str, Any], known: Known) -> dict[str, Any]:
    """Return a statement with its kind, in place of its short form."""
    short = [key for key in SHORT if key in given]
    if not short:
        return dict(given)
    if len(short) > 1:
        raise InputError(f"expected {' or '.join(short)}, found both")
    kind, = short
    made = {"kind": kind, **at(kind, SHORT[kind], given[kind], known)}
    rest = {key: each for key, each in given.items() if key != kind}
    for key in rest:
        if key in made:
            raise InputError(f"expected {kind} or {key}, found both")
    return {**rest, **made}


def _hides(value: Any, known: Known) -> dict[str, Any]:
    """Read `SECRET from VIEW given KNOWING among VALUES`, the last two of which may be left out."""
    said = prose(value, known)
    match = re.fullmatch(r"(.+?) from (.+?)(?: given (.+?))?(?: among (.+))?", said)
    if match is None:
        raise InputError(f"expected secret from view, perhaps given and among, found {cut(said)}")
    secret, view, knowing, among = (_names(each or "") for each in match.groups())
    if len(among) % len(secret):
        raise InputError(f"expected values of {', '.join(secret)} after among, found {cut(said)}")
    found = {"secret": secret, "view": view}
    if knowing:
        found["knowing"] = knowing
    if among:
        size = len(secret)
        found["among"] = [", ".join(among[i:i + size]) for i in range(0, len(among), size)]
    return found


def _tells(value: Any, known: Known) -> dict[str, Any]:
    """Read `VIEW -> VALUE`."""
    said = prose(value, known)
    view, arrow, told = said.partition("->")
    if not (view and arrow and told):
        raise InputError(f"expected view -> value, found {cut(said)}")
    return {"view": _names(view), "value": _names(told)}


def _names(said: str) -> list[str]:
    """Return the words of a text, which have commas or semicolons between them."""
    found = [each.strip() for each in re.split("[,;]", said)] if said.strip() else []
    if not all(re.fullmatch(r"-?\w+", each) for each in found):
        raise InputError(f"expected words with commas between them, found {cut(said)}")
    return found


SHORT: Mapping[str, Read[dict[str, Any]]] = {"hides": _hides, "tells": _tells}


# -- lists of statements -----------------------------------------------------------------------------------

Numbered = tuple[int, Statement]
"""The position of a statement in the list of the file, and the statement: cases make several of one."""


def statements(value: Any, known: Known) -> list[Numbered]:
    """Read a list of statements; one with `cases` becomes one for each case."""
    covered: set[str] = set()       # regions for which the list already states that the cases cover them

    def read(each: Any, known: Known) -> list[Statement]:
        given: dict[str, Any] = expect(each, dict, "a table")
        return _in_cases(given, known, covered) if "cases" in given else [statement(given, known)]

    entries = listed(read, "a list of statements")(value, known)
    return [(position, one) for position, made in enumerate(entries) for one in made]


def _in_cases(given: dict[str, Any], known: Known, covered: set[str]) -> list[Statement]:
    """Return a statement in each case within a region; before the first one, that the cases cover the region."""
    if "region" in given:
        raise InputError("expected region or cases, found both")
    region = at("cases", a_region, given["cases"], known)
    covers = [*_covers(region, known.covers)]
    found: list[Statement] = [] if region in covered else [*covers]
    covered.add(region)
    if given.get("kind") == "cover":
        return found
    reached = {region}.union(*(cover["parts"] for cover in covers))
    cases = [name for name in known.cases if name in reached]
    if not cases:
        raise InputError(f"expected a region with cases, found {cut(region)}")
    return found + [statement(_in_case(given, name, known.cases[name]), known) for name in cases]


def _covers(region: str, covers: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the cover of a region, and those of its parts in turn."""
    reached = {region}
    for cover in covers:
        if cover["region"] in reached:
            reached.update(cover["parts"])
            yield cover


def _in_case(given: dict[str, Any], region: str, case: Mapping[str, str]) -> dict[str, Any]:
    """Return the statement in one case: the words of the case replace {NAME}, and are given at the key NAME, if its
    kind has that key."""
    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(each) for each in value]
        if isinstance(value, str):
            for name, meaning in case.items():
                value = value.replace(f"{{{name}}}", meaning)
        return value

    found = {key: put(value) for key, value in given.items() if key != "cases"}
    wanted = KINDS.get(str(given.get("kind")), {})
    found.update({key: meaning for key, meaning in case.items() if key in wanted})
    return {**found, "region": region}


def cover(value: Any, known: Known) -> Statement:
    """Read an entry of `covers`."""
    return statement({"kind": "cover", **expect(value, dict, "a table")}, known)


def check_names(parts: Mapping[str, Sequence[Numbered]]) -> None:
    """Raise InputError unless each name is given once in a claim, and `by` names relations before it."""
    names = set[str]()
    relations: list[str] = []
    for key, numbered in parts.items():
        for position, each in numbered:
            with part(key, position):
                _check_cited(each, relations)
                name = each.get("name", "")
                if name in names:
                    with part("name"):
                        raise InputError(f"expected each name once, found {name} twice")
            if name:
                names.add(name)
                relations += [name] if each["kind"] == "holds" else []


def _check_cited(stated: Statement, relations: Sequence[str]) -> None:
    """Raise InputError unless `by` of a statement names these relations alone."""
    for name in stated.get("by", ()):
        if name not in relations:
            with part("by"):
                listing = ", ".join(relations) or "there is none"
                raise InputError(f"expected the name of a relation stated before ({listing}), found {cut(name)}"
                                 f"{did_you_mean(name, relations)}")


def reference(*parts: str) -> Callable[[Any, Known], tuple[str, int]]:
    """Return a reader of a statement that is named as its part of the claim and a number in it."""
    def read(value: Any, known: Known) -> tuple[str, int]:
        said = prose(value, known)
        match = re.fullmatch(rf"({'|'.join(parts)}) ([0-9]{{1,3}})", said)
        if match is None:
            raise InputError(f"expected {' or '.join(parts)} and a number, found {cut(said)}")
        return match[1], int(match[2])

    return read
