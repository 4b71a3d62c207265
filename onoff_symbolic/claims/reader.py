"""Reads a claims file. It is hostile until it is read: bounded, unknown keys are refused, one line of error.

No key of it could say how a claim comes out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from .. import document
from ..document import at_most, cut, did_you_mean, expect, expect_keys, kind_of, located, part
from ..errors import InputError
from .displays import line
from .experiments import experiment, written_out
from .file import (
    ENCODES, SHOWN, VALUE, WEIGHTS, About, Also, Cause, Claim, Opening, Paper, Printed, Statement, Supposed, Try,
    labels_of,
)
from .values import (
    assigned, items, joined, label_of, member_of, number_of, parameters, strings, text_of, word_of, words,
)

MAX_CLAIMS = 400
EVERYWHERE = "everywhere"
"""The region of statements of a claim without parameters, if they name none."""

RESERVED = ("all", "appendix", "bound", "certify", "check", "design", "entropy", "errata", "list", "new", "pmf",
            "region", "scheme", "show", "verify")
"""Words of the command line: a claim that is called so could not be judged by its name."""

Part = dict[str, Any]
T = TypeVar("T")

FILE = ("claim", "paper", "tables", "schemes", "processes", "experiments", "regions", "cases", "covers", "labels",
        "appendix", "cause", "letter")
PAPER = ("title", "names", "model", "authors", "prior", "certificates", "year", "arxiv", "read", "source",
         "main")
CLAIM = ("title",)
MORE = ("where", "says", "proves", "denies", "experiment", "labels", "names", "domain", "regions", "suppose", "tries",
        "beside", "correction", "corrects", "letters", "legend", "lines", "coq", "also", "with",
        "points", "printed")


def load(path: Path | str) -> Paper:
    """The paper in a claims file."""
    try:
        return read(document.read(str(path)), Path(path))
    except InputError as error:
        raise located(error, str(path)) from None


def read(data: Part, file: Path) -> Paper:
    """The paper in the data of a claims file."""
    return _Reader(data, file).paper()


class _Reader:
    def __init__(self, data: Part, file: Path) -> None:
        expect_keys(data, "the file", (), FILE)
        self.data, self.file, self.usual = data, file, ""
        self.tables = self._named("tables", "table", _table)
        self.schemes = self._named("schemes", "scheme", self._scheme)
        self.processes = self._named("processes", "process", self._process)
        self.experiments = self._named("experiments", "experiment", self._experiment)
        self.regions = self._named("regions", "region", strings)
        self.cases = self._named("cases", "case", _case)
        for name in self.cases:
            with part("cases", name):
                member_of(name, "cases", self.regions, "a region")
        self.covers = self._each(data, "covers", "", self._cover)

    def paper(self) -> Paper:
        with part("paper"):
            about = expect(self.data.get("paper", {}), dict, "paper", "a table")
            expect_keys(about, "paper", (), PAPER)
            self.names = _at(about, "names", "paper, names", parameters, [])
        with part("letter"):
            self.letter = expect(self.data.get("letter", {}), dict, "letter", "a table")
            self.numbers = _at(self.letter, "numbers", "letter, numbers", _numbers, {})
        with part("claim"):
            known = expect(self.data.get("claim", {}), dict, "claim", "a table of claims")
            if not known:
                raise InputError("claim: expected at least one claim, as [claim.NAME], found none")
            at_most(len(known), MAX_CLAIMS, "claim", "claims")
        self.ids = [self._id(name) for name in known]
        claims = {}
        for name in self.ids:
            with part("claim", name):
                claims[name] = self._claim(name, known[name])
        for claim in claims.values():
            for i, also in enumerate(claim.also):
                with part("claim", claim.id, "also", i, "by"):
                    for name, where, number in also.by:
                        _check_stated(claims[name], where, number, f"claim {claim.id}, also")
            for i, printed in enumerate(claim.printed):
                with part("claim", claim.id, "printed", i, "by"):
                    for where, number in printed.by:
                        _check_stated(claim, where, number, f"claim {claim.id}, printed")
            for i, condition in enumerate(claim.suppose):
                with part("claim", claim.id, "suppose", i, "weakest"):
                    for where, number in condition.weakest:
                        _check_stated(claim, where, number, f"claim {claim.id}, suppose")
        self.quotes = {name: len(claim.printed) for name, claim in claims.items()}
        sections = self._each(self.data, "appendix", "", self._section)
        reasons = self._reasons({label for claim in claims.values() for label in claim.labels})
        causes = tuple(replace(cause, id=name) for name, cause in self._named("cause", "cause", self._cause).items())
        letter = self._about(about)
        with part("paper"):
            folder = f"{self.file.name}.certificates"
            if "certificates" in about:
                folder = _at(about, "certificates", "paper, certificates", word_of)
            return Paper(
                _at(about, "title", "paper, title", joined, self.file.stem),
                _at(about, "authors", "paper, authors", strings, []), self.names,
                _at(about, "model", "paper, model", strings, []),
                self._one(about, "prior", "paper, prior", self.tables, "a table"), self.tables, self.schemes, claims,
                reasons, sections, self.file, self.file.parent / folder, self.regions, causes,
                letter, self.processes, self.experiments)

    @staticmethod
    def _id(name: str) -> str:
        with part("claim", name):
            if name in RESERVED:
                raise InputError(f"claim: expected another name than a word of the command line, found {cut(name)}")
            return word_of(name, "claim", "the name of a claim")

    @staticmethod
    def _one(table: Part, key: str, place: str, known: Iterable[str], what: str) -> str:
        """A name that is known; "" if there is none."""
        return _at(table, key, place, lambda each, here: member_of(each, here, known, what)) if key in table else ""

    def _reasons(self, judged: set[str]) -> dict[str, str]:
        """Why labels are not judged."""
        found = {}
        with part("labels"):
            for label, why in expect(self.data.get("labels", {}), dict, "labels", "a table").items():
                with part(label):
                    found[text_of(label, "labels")] = joined(why, f"labels, {cut(label)}")
                    if label in judged:
                        raise InputError(f"labels: expected labels that no claim judges, found {cut(label)}")
        return found

    def _cause(self, value: object, place: str) -> Cause:
        found = expect(value, dict, place, "a table")
        expect_keys(found, place, ("weight", "claims", "should"), ("title", "of", "printed", "witness"))
        if VALUE.search(str(found.get("witness", ""))) and "of" not in found:
            raise InputError(f"{place}: expected of, the claim whose failure gives the values of the witness")
        claims = _at(found, "claims", f"{place}, claims", self._ids)
        return Cause(
            "", self._one(found, "weight", f"{place}, weight", WEIGHTS, "a weight"),
            _at(found, "title", f"{place}, title", joined), claims,
            self._one(found, "of", f"{place}, of", claims, "one of its claims"),
            _at(found, "printed", f"{place}, printed", self._quotes, []),
            *(_at(found, key, f"{place}, {key}", joined) for key in ("witness", "should")))

    def _quotes(self, value: object, place: str) -> tuple[tuple[str, int], ...]:
        """Return quotes that are named as a claim and a number."""
        found = []
        for each in strings(value, place):
            claim, _, number = each.rpartition(" ")
            member_of(claim, place, self.ids, "a claim and the number of one of its quotes")
            if not (number.isascii() and number.isdigit() and int(number) < self.quotes[claim]):
                raise InputError(f"{place}: expected the number of a quote of {claim}, found {cut(number)}")
            found.append((claim, int(number)))
        return tuple(found)

    def _ids(self, value: object, place: str) -> tuple[str, ...]:
        """Claims of the file."""
        return tuple(member_of(each, place, self.ids, "a claim") for each in items(value, place))

    def _about(self, paper: Part) -> About:
        """Return what a letter says of the paper."""
        with part("paper"):
            with part("year"):
                year = expect(paper["year"], int, "paper, year", "a year") if "year" in paper else ""
            arxiv, read = _at(paper, "arxiv", "paper, arxiv", joined), _at(paper, "read", "paper, read", joined)
            source = _at(paper, "source", "paper, source", _hash) if "source" in paper else ""
            main = self._one(paper, "main", "paper, main", self.ids, "a claim")
        with part("letter"):
            expect_keys(self.letter, "letter", (), ("noticed", "numbers", "opening", "readings"))
            noticed = _at(self.letter, "noticed", "letter, noticed", strings, [])
            opening = self._each(self.letter, "opening", "letter", self._opening)
            readings = _at(self.letter, "readings", "letter, readings", self._ids, [])
        return About(str(year), arxiv, read, source, main, noticed, self.numbers, opening, readings)

    def _opening(self, value: object, place: str) -> Opening:
        found = expect(value, dict, place, "a table")
        expect_keys(found, place, ("says", "by"))
        return Opening(_at(found, "says", f"{place}, says", joined), _at(found, "by", f"{place}, by", self._ids))

    def _named(self, key: str, what: str, read: Callable[[Any, str], T]) -> dict[str, T]:
        """The entries of a part of the file, by their names."""
        found = {}
        with part(key):
            for name, value in expect(self.data.get(key, {}), dict, key, "a table").items():
                with part(name):
                    found[word_of(name, key, f"the name of a {what}")] = read(value, f"{what} {name}")
        return found

    # -- claims --------------------------------------------------------------------------------------------

    def _claim(self, name: str, value: object) -> Claim:
        place = f"claim {name}"
        found = expect(value, dict, place, "a table")
        expect_keys(found, place, CLAIM, MORE)
        own = expect(found.get("regions", {}), dict, f"{place}, regions", "a table")
        regions = dict(self.regions)
        for region, relations in own.items():
            with part("regions", region):
                regions[word_of(region, f"{place}, regions")] = strings(relations, f"{place}, region {region}")
        suppose = self._each(found, "suppose", place, lambda each, _: _supposed(each, f"{place}, suppose"))
        names, domain = _at(found, "names", f"{place}, names", parameters, [*self.names]), found.get("domain", "")
        if domain != "":
            with part("domain"):
                member_of(domain, f"{place}, domain", regions, "a region")
        elif not names:
            regions.setdefault(EVERYWHERE, ())
        self.usual = domain or ("" if names else EVERYWHERE)
        self.known = dict(self.experiments)
        for key, variables in expect(found.get("experiment", {}), dict, f"{place}, experiment", "a table").items():
            with part("experiment", key):
                self.known[word_of(key, f"{place}, experiment")] = self._experiment(
                    variables, f"{place}, experiment {key}")

        positions: dict[str, tuple[int, ...]] = {}

        def stated(key: str) -> tuple[Statement, ...]:
            with part(key):
                told = [*self._statements(found.get(key, []), f"{place}, {key}", regions)]
            positions[key] = tuple(position for position, _ in told)
            return tuple(statement for _, statement in told)

        tries = self._each(found, "tries", place, lambda each, here: self._try(each, here, regions, suppose))
        proves, denies, corrects, beside = (stated(key) for key in ("proves", "denies", "corrects", "beside"))
        _check_names(place, {"proves": proves, "beside": beside, "corrects": corrects, "denies": denies}, positions)
        if not proves and not denies:
            raise InputError(f"{place}, proves: expected at least one statement, found none")
        if bool(corrects) != ("correction" in found):
            raise InputError(f"{place}: expected correction and corrects together, found one of them")

        def said(key: str, read: Callable[[Any, str], T], missing: object = ()) -> T:
            return _at(found, key, f"{place}, {key}", read, missing)

        printed = tuple(replace(each, numbers=self.numbers)
                        for each in self._each(found, "printed", place, _printed))
        labels = tuple(dict.fromkeys((*said("labels", _labels, []), *labels_of(printed))))
        return Claim(
            name, said("where", joined, ""), labels, said("title", joined),
            said("says", joined, ""), names, domain, regions, proves, denies, self.known, suppose, tries, beside,
            said("correction", joined, ""), corrects, tuple(said("letters", assigned, []).items()),
            said("legend", joined, ""),
            self._each(found, "lines", place, lambda each, here: line(each, here, self.tables)),
            said("coq", strings, []), self._each(found, "also", place, lambda each, here: self._also(each, name, here)),
            said("with", self._ids, []), printed,
            points=said("points", lambda each, here: self._points(each, here, regions, names), {}),
            positions=positions)

    @staticmethod
    def _points(value: object, place: str, regions: Mapping[str, Any], names: Sequence[str],
                ) -> dict[str, dict[str, str]]:
        """Region → values of names."""
        found: dict[str, dict[str, str]] = {}
        for region, point in expect(value, dict, place, "a table of points").items():
            here = f"{place}, {cut(region)}"
            with part(region):
                values = expect(point, dict, here, "a table of values")
                found[member_of(region, place, regions, "a region")] = {}
                for name, each in values.items():
                    with part(name):
                        if name not in names:
                            listed = ", ".join(names) or "(there are none)"
                            raise InputError(f"{here}: expected one of the names {listed}, found {cut(name)}"
                                             f"{did_you_mean(name, names)}")
                        found[region][name] = number_of(each, here)
        return found

    @staticmethod
    def _each(table: Part, key: str, place: str, read: Callable[[Any, str], T]) -> tuple[T, ...]:
        """The entries of a list of a claim, or of the file."""
        found, here = [], f"{place}, {key}" if place else key
        with part(key):
            for i, value in enumerate(items(table.get(key, []), here)):
                with part(i):
                    found.append(read(value, f"{here} {i + 1}"))
        return tuple(found)

    def _also(self, value: object, claim: str, place: str) -> Also:
        found = expect(value, dict, place, "a table")
        expect_keys(found, place, ("says", "by"))
        by = []
        for each in _at(found, "by", f"{place}, by", strings):
            match = re.fullmatch(rf"(?:(\S+) )?({'|'.join(SHOWN)}) ([0-9]{{1,3}})", each)
            if match is None:
                raise InputError(f"{place}, by: expected a part and a number such as beside 0, found {cut(each)}")
            name = member_of(match[1] or claim, f"{place}, by", self.ids, "a claim")
            by.append((name, match[2], int(match[3])))
        if not by:
            raise InputError(f"{place}, by: expected at least one statement, found none")
        return Also(_at(found, "says", f"{place}, says", joined), tuple(by))

    def _try(self, value: object, place: str, regions: Mapping[str, Any], suppose: tuple[Supposed, ...]) -> Try:
        found = expect(value, dict, place, "a table")
        violates = joined(found.get("violates", ""), f"{place}, violates")
        if violates and violates not in [c.text for c in suppose]:
            raise InputError(f"{place}, violates: expected the text of a condition in suppose, found {cut(violates)}")
        if "note" not in found:
            raise InputError(f"{place}: note is missing")
        rest = {key: each for key, each in found.items() if key not in ("note", "violates")}
        if "cases" in rest:
            raise InputError(f"{place}: expected one statement, found cases")
        return Try(self._statement(rest, place, regions), joined(found["note"], f"{place}, note"), violates)

    # -- statements ----------------------------------------------------------------------------------------

    def _statements(self, value: object, place: str, regions: Mapping[str, Any]) -> Iterable[tuple[int, Statement]]:
        """Statements, each with its position in the list. Those with `cases` are written out, one for each case; once,
        that the cases cover the region."""
        covered: set[str] = set()
        for i, each in enumerate(items(value, place, "a list of statements")):
            here = f"{place} {i + 1}"
            with part(i):
                found = expect(each, dict, here, "a table")
                if "cases" in found:
                    stated = self._in_cases(found, here, regions, covered)
                else:
                    stated = [self._statement(found, here, regions)]
            yield from ((i, statement) for statement in stated)

    def _in_cases(self, found: Part, place: str, regions: Mapping[str, Any], covered: set[str]) -> list[Statement]:
        if "region" in found:
            raise InputError(f"{place}: expected region or cases, found both")
        region = member_of(found["cases"], place, self.regions, "a region")
        covers = self._covers(region)
        stated = [] if region in covered else [*covers]
        covered.add(region)
        reached = {region, *(each for cover in covers for each in cover["parts"])}
        for name, case in self.cases.items():
            if name in reached and found.get("kind") != "cover":
                stated.append(self._statement(_in_case(found, name, case), place, regions))
        return stated

    def _covers(self, region: str) -> list[Statement]:
        """How a region splits into cases."""
        found: list[Statement] = []
        reached = [region]
        for cover in self.covers:
            if cover["region"] in reached:
                found.append(cover)
                reached += [part for part in cover["parts"] if part is not None]
        return found

    def _cover(self, value: object, place: str) -> Statement:
        found = expect(value, dict, place, "a table")
        return self._statement({"kind": "cover", **found}, place, self.regions)

    def _statement(self, value: Part, place: str, regions: Mapping[str, Any]) -> Statement:
        if "hides" in value or "tells" in value:
            value = written_out(value, place)
        if "region" not in value and self.usual:
            value = {**value, "region": self.usual}
        kind = text_of(value.get("kind", ""), f"{place}, kind")
        if kind not in KINDS:
            raise InputError(f"{place}: expected a kind, one of {', '.join(KINDS)}, found {cut(kind)}")
        if "region" not in value:
            raise InputError(f"{place}: expected a region here, or a domain of the claim, found neither"
                             " (names = [] of the claim, if it speaks of no parameters)")
        expect_keys(value, place, ("kind", "region", *KINDS[kind]), ("given", "by", "name", *OPTIONAL.get(kind, ())))
        named = value["region"] if isinstance(value["region"], list) else [value["region"]]
        for name in named:
            member_of(name, f"{place}, region", regions, "a region")
        found: Part = {"kind": kind, "region": value["region"]}
        for key in sorted(value.keys() - {"kind", "region"}):
            with part(key):
                listed, here = (kind, key) in LISTED, f"{place}, {key}"
                if key in ("text", "value") and isinstance(value[key], list) != listed:
                    raise InputError(f"{here}: expected {'a list of strings' if listed else 'a string'} in a statement"
                                     f" of kind {kind}, found {kind_of(value[key])}")
                found[key] = self._part(key, value[key], here, regions)
        return found

    def _part(self, key: str, value: Any, place: str, regions: Mapping[str, Any]) -> Any:
        match key:
            case "start" | "next" | "free":
                return assigned(value, place)
            case "given" | "among" | "subject":
                return [*strings(value, place)]
            case "secret" | "view" | "knowing":
                return [*words(value, place)]
            case "value" if isinstance(value, list):
                return [*words(value, place)]
            case "in":
                return member_of(value, place, self.known, "an experiment")
            case "text" if isinstance(value, list):
                return [*strings(value, place)]
            case "text" | "split" | "value" | "query" | "of":
                return joined(value, place)
            case "parts":   # TOML has no null: an empty part stands for it
                return [member_of(each, place, regions, "a region") if each != "" else None
                        for each in items(value, place)]
            case "time":
                return [expect(each, int, place, "two integers") for each in items(value, place)]
            case "map":
                found = expect(value, dict, place, "a table")
                return {word_of(k, place): word_of(v, place) for k, v in found.items()}
            case "name":
                return word_of(value, place)
            case "claim":
                return member_of(value, place, self.ids, "a claim")
            case "scheme":
                return member_of(value, place, self.schemes, "a scheme")
            case "process":
                return member_of(value, place, (*self.processes, *self.schemes), "a process")
            case "starts" | "variables" | "varying" | "by":
                return [*words(value, place)]
        return member_of(value, place, self.tables, "a table")

    def _scheme(self, value: object, place: str) -> Part:
        found = expect(value, dict, place, "a table")
        expect_keys(found, place, ("sources", "chain", "queries", "rules"))
        queries = expect(found["queries"], dict, f"{place}, queries", "a table")
        rules = []
        for each in items(found["rules"], f"{place}, rules"):
            rule = expect(each, dict, f"{place}, rules", "a table")
            expect_keys(rule, f"{place}, rules", (), ("previous", "time", "table", "given", "since", "until"))
            rules.append({
                "previous": [*words(rule["previous"], place)] if "previous" in rule else None,
                "time": self._part("time", rule["time"], place, {}) if "time" in rule else None,
                "table": self._part("table", rule["table"], place, {}) if "table" in rule else None,
                **({"given": word_of(rule["given"], f"{place}, given")} if "given" in rule else {}),
                **{key: expect(rule[key], int, f"{place}, {key}", "a time") for key in ("since", "until")
                   if key in rule}})
        return {
            "sources": [*words(found["sources"], f"{place}, sources")],
            "chain": self._part("table", found["chain"], f"{place}, chain", {}),
            "queries": {word_of(name, place): [*words(each, f"{place}, queries")] for name, each in queries.items()},
            "rules": rules}

    def _experiment(self, value: object, place: str) -> Part:
        return experiment(value, place, self.tables)

    def _process(self, value: object, place: str) -> Part:
        found = expect(value, dict, place, "a table")
        expect_keys(found, place, ("states", "chain", "shows", "starts"))
        states, shows = words(found["states"], f"{place}, states"), found["shows"]
        if isinstance(shows, dict):
            shows = {member_of(x, f"{place}, shows", states, "a state"): label_of(y, f"{place}, shows")
                     for x, y in shows.items()}
        else:
            shows = member_of(shows, f"{place}, shows", self.tables, "what each state shows, or a table")
        starts = expect(found["starts"], dict, f"{place}, starts", "a table of states or laws")
        return {
            "states": [*states], "chain": member_of(found["chain"], f"{place}, chain", self.tables, "a table"),
            "shows": shows,
            "starts": {word_of(name, place): member_of(each, f"{place}, starts", (*states, *self.tables),
                                                       "a state or a table") for name, each in starts.items()}}

    # -- the document --------------------------------------------------------------------------------------

    def _section(self, value: object, place: str) -> Part:
        found = expect(value, dict, place, "a table")
        expect_keys(found, place, ("section", "label", "parts"), ("numbered",))
        title = joined(found["section"], "appendix, section")
        place = f"appendix {cut(title)}"
        parts: list[Part] = []
        for each in items(found["parts"], place):
            part = expect(each, dict, place, "a table")
            if "say" in part:
                expect_keys(part, place, ("say",))
                parts.append({"say": joined(part["say"], place)})
            else:
                expect_keys(part, place, ("claims",))
                claims = [member_of(c, place, self.ids, "a claim") for c in items(part["claims"], place)]
                parts.append({"claims": claims})
        return {"section": title, "label": word_of(found["label"], place), "parts": parts,
                "numbered": expect(found.get("numbered", True), bool, place, "true or false")}


KINDS: Mapping[str, tuple[str, ...]] = {
    "holds": ("text",), "always": ("start", "next", "text"), "cover": ("split", "parts"), "uses": ("claim",),
    "defined": ("scheme",), "normalised": ("scheme",), "decodable": ("scheme",), "determined": ("scheme",),
    "alike": ("process", "starts"), "private": ("scheme",), "placed": ("scheme", "time", "query", "map"),
    "markov": ("scheme", "prior", "matrix"),
    "cost": ("scheme", "prior", "start", "next", "value"), "optimal": ("scheme", "prior"),
    "least": ("variables", "subject", "of", "value"), "most": ("variables", "subject", "of", "value"),
    "optimum": ("prior", "law", "value"), "unique": ("prior", "law", "value", "table"),
    "general": ("prior", "law", "table", "free"), "hides": ("in", "secret", "view"), "tells": ("in", "view", "value"),
}
"""What a statement of each kind says, beside its region and what is given."""
OPTIONAL: Mapping[str, tuple[str, ...]] = {"always": ("varying",), "hides": ("knowing", "among")}
LISTED = {("always", "text"), ("tells", "value")}
"""Where a list is said that elsewhere is one text."""


def _at(table: Part, key: str, place: str, read: Callable[[Any, str], T], missing: object = "") -> T:
    """What stands at a key."""
    with part(key):
        return read(table.get(key, missing), place)


def _check_names(place: str, stated: Mapping[str, Iterable[Statement]], positions: Mapping[str, Iterable[int]]) -> None:
    """Each name is given once in a claim; `by` names relations that stand before."""
    names: list[str] = []
    relations: list[str] = []
    for key, statements in stated.items():
        for position, each in zip(positions[key], statements, strict=True):
            here, name = f"{place}, {key} {position + 1}", each.get("name", "")
            for word in each.get("by", ()):
                if word not in relations:
                    with part(key, position, "by"):
                        listed = ", ".join(relations) or "there is none"
                        raise InputError(f"{here}, by: expected the name of a relation stated before ({listed}),"
                                         f" found {cut(word)}{did_you_mean(word, relations)}")
            if name in names:
                with part(key, position, "name"):
                    raise InputError(f"{here}, name: expected each name once, found {name} twice")
            names += [name] if name else []
            relations += [name] if name and each["kind"] == "holds" else []


def _in_case(statement: Part, region: str, case: Mapping[str, str]) -> Part:
    """The statement in one case: its scheme and matrix, and its texts with the case's words for those in braces."""
    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(each) for each in value]
        if isinstance(value, str):
            for word, text in case.items():
                value = value.replace(f"{{{word}}}", text)
        return value

    wanted = KINDS.get(str(statement.get("kind")), ())
    found = {key: put(value) for key, value in statement.items() if key != "cases"}
    found.update({key: text for key, text in case.items() if key in wanted})
    return {**found, "region": region}


def _case(value: object, place: str) -> dict[str, str]:
    found = expect(value, dict, place, "a table")
    return {word_of(key, place): joined(each, place) for key, each in found.items()}


def _table(value: object, place: str) -> Part:
    found = expect(value, dict, place, "a table")
    expect_keys(found, place, ("index", "entries"))
    index = [[*_index(each, place)] for each in items(found["index"], f"{place}, index")]
    entries = [text or None for text in strings(found["entries"], f"{place}, entries")]     # "": it is left out
    size = 1
    for labels in index:
        size *= len(labels)
    if size != len(entries):
        raise InputError(f"{place}, entries: expected {size}, found {len(entries)}")
    return {"index": index, "entries": entries}


def _index(value: object, place: str) -> Iterable[str | int]:
    for each in items(value, f"{place}, index"):
        yield (expect(each, int, "index", "a number") if isinstance(each, int)
               else word_of(each, f"{place}, index", "a label"))


def _supposed(value: object, place: str) -> Supposed:
    found = expect(value, dict, place, "a table")
    expect_keys(found, place, ("text", "where"), ("weakest",))
    text, where = joined(found["text"], place), strings(found["where"], f"{place}, where")
    if where and text != ", ".join(where) and not text.startswith(f"{', '.join(where)}, or "):
        raise InputError(f"{place}: expected a text that says {cut(', '.join(where))}, found {cut(text)}")
    return Supposed(text, where, _at(found, "weakest", f"{place}, weakest", _statements_of("proves", "beside"), []))


def _check_stated(claim: Claim, part: str, number: int, place: str) -> None:
    """Raise InputError unless the claim has a statement with this number in this part."""
    if number not in claim.positions[part]:
        raise InputError(f"{place}: expected a statement of {claim.id}, found {part} {number}")


def _printed(value: object, place: str) -> Printed:
    found = expect(value, dict, place, "a table")
    expect_keys(found, place, ("quote", "place", "encodes"), ("text", "why", "read_as", "by"))
    encodes = _at(found, "encodes", f"{place}, encodes", lambda each, here: member_of(each, here, ENCODES, "a word"))
    why = _at(found, "why", f"{place}, why", joined)
    if encodes != "exact" and not why:
        raise InputError(f"{place}: expected why the encoding is {encodes}, found nothing")
    return Printed(_at(found, "quote", f"{place}, quote", joined), _at(found, "place", f"{place}, place", joined),
                   encodes, why, _at(found, "read_as", f"{place}, read_as", joined),
                   _at(found, "by", f"{place}, by", _statements_of("proves", "denies"), []),
                   text=_at(found, "text", f"{place}, text", joined))


def _statements_of(*parts: str) -> Callable[[Any, str], tuple[tuple[str, int], ...]]:
    """Return a reader of a list of statements, each a part of the claim and a number in it."""
    def read(value: Any, place: str) -> tuple[tuple[str, int], ...]:
        found = []
        for each in strings(value, place):
            match = re.fullmatch(rf"({'|'.join(parts)}) ([0-9]{{1,3}})", each)
            if match is None:
                raise InputError(f"{place}: expected {' or '.join(parts)} and a number, found {cut(each)}")
            found.append((match[1], int(match[2])))
        return tuple(found)

    return read


def _numbers(value: object, place: str) -> dict[str, str]:
    found = {}
    for label, text in expect(value, dict, place, "a table").items():
        with part(label):
            found[text_of(label, place)] = joined(text, place)
    return found


def _hash(value: object, place: str) -> str:
    text = text_of(value, place)
    if not re.fullmatch(r"sha256 [0-9a-f]{64}", text):
        raise InputError(f"{place}: expected sha256 and 64 hexadecimal digits, found {cut(text)}")
    return text


def _labels(value: object, place: str) -> tuple[str, ...]:
    found = strings(value, place)
    if len(set(found)) < len(found):
        raise InputError(f"{place}: expected each label once")
    return found
