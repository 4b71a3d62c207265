"""Reads a claims file, which may be hostile: sizes are bounded, unknown keys are refused, an error is one line.

PAPER, LETTER, CAUSE, SECTION, SCOPE, CLAIM and so on are the keys of its tables, each with its reader (values.py). None
of them can say how a claim comes out. `load` reads a file, `read` data; claims are read when they are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from .. import document
from ..document import cut, did_you_mean, located, part
from ..errors import InputError
from . import models
from .displays import line
from .file import (
    ENCODES, SHOWN, VALUE, WEIGHTS, About, Also, Cause, Claim, Opening, Paper, Printed, Source, Supposed, Try,
    labels_of,
)
from .statements import Numbered, check_names, reference, statement, statements
from .ties import ties_of
from .values import (
    Keys, Known, Read, a_claim, a_region, a_table, assigned, at, boolean, check_keys, distinct, expect, formulas,
    listed, mapping, matching, number, one_of, parameters, placing, prose, read_keys, record, table, text, texts,
    word,
)

MAX_CLAIMS = 400
EVERYWHERE = "everywhere"
"""The region of statements of a claim without parameters, if they name none."""
RESERVED = ("all", "appendix", "bound", "certify", "check", "design", "entropy", "errata", "explain", "help", "list",
            "new", "pmf", "region", "scheme", "show", "source", "survey", "verify", "workbench")
"""Words of the command line: a claim with one of these names could not be named in a command."""
STATED = ("proves", "beside", "corrects", "denies")
"""The lists of statements of a claim; `by` names a relation in the same list or in one before it."""


# -- the paper ---------------------------------------------------------------------------------------------


def _quote(value: Any, known: Known) -> tuple[str, int]:
    """Read a reference to a quote: a claim, and the number of the quote in its `printed`."""
    claim, _, position = prose(value, known).rpartition(" ")
    if claim not in known.claims or not re.fullmatch("[0-9]{1,3}", position):
        raise InputError(f"expected a claim and the number of one of its quotes, found {cut(value)}")
    return claim, int(position)


def _cause(value: Any, known: Known) -> Cause:
    """Read a cause of errata; `_paper` adds its name."""
    found = Cause("", **table(value, known, CAUSE))
    if VALUE.search(found.witness) and not found.of:
        raise InputError("expected of, the claim whose failure gives the values of the witness")
    if found.of and found.of not in found.claims:
        raise InputError(f"expected one of its claims as of, found {cut(found.of)}")
    return found


def _appendix_part(value: Any, known: Known) -> Mapping[str, Any]:
    """Read a part of a section of the appendix: a paragraph, or claims."""
    given = expect(value, dict, "a table")
    return table(given, known, {"say": prose} if "say" in given else {"claims": listed(a_claim)})


def _year(value: Any, known: Known) -> str:
    """Read a year, as a string."""
    return str(expect(value, int, "a year"))


PAPER: Keys = {
    "title?": prose,
    "names?": parameters,
    "model?": texts,
    "authors?": texts,
    "prior?": a_table,
    "certificates?": word,
    "year?": _year,
    "arxiv?": prose,
    "read?": prose,
    "source?": matching("sha256 [0-9a-f]{64}", "sha256 and 64 hexadecimal digits"),
    "main?": a_claim,
}
LETTER: Keys = {
    "noticed?": texts,
    "numbers?": mapping(prose, text),
    "opening?": listed(record({"says": prose, "by": listed(a_claim)}, Opening)),
    "readings?": listed(a_claim),
}
CAUSE: Keys = {
    "weight": one_of(WEIGHTS),
    "claims": listed(a_claim),
    "should": prose,
    "title?": prose,
    "of?": text,
    "printed?": listed(_quote),
    "witness?": prose,
}
SECTION: Keys = {
    "section": prose,
    "label": word,
    "parts": listed(_appendix_part),
    "numbered?": boolean,
}
SOURCE: Keys = {
    "functions?": texts,
    "words?": texts,
    "free?": texts,
    "ranges?": mapping(prose),
    "notation?": mapping(prose, text),
    "kinds?": mapping(prose, text),
    "matrices?": mapping(a_table, text),
    "tables?": mapping(listed(a_table), text),
    "curves?": mapping(a_table, text),
    "legends?": mapping(prose, text),
    "conditions?": mapping(lambda value, known: prose(value, known) if value else ""),
    "probabilities?": listed(a_table),
    "assumed?": texts,
}
ABOUT: dict[str, Read[Any]] = {
    "paper": record(PAPER),
    "letter": record(LETTER),
    "labels": mapping(prose, text),
    "appendix": listed(record(SECTION)),
    "cause": mapping(_cause),
    "source": record(SOURCE, Source),
}
"""The sections of a file that are about the paper as a whole."""
FILE: Keys = {f"{key}?": text for key in ("claim", "paper", *models.SECTIONS, *ABOUT)}
EMPTY: dict[str, Any] = {"claim": {}, "appendix": [], "covers": []}
"""What stands for these sections where a file leaves them out; for others, an empty table."""


# -- a claim -----------------------------------------------------------------------------------------------


def _supposed(value: Any, known: Known) -> Supposed:
    """Read a condition, the text of which repeats its relations."""
    keys = {"text": prose, "where": formulas, "weakest?": listed(reference("proves", "beside"))}
    found = Supposed(**table(value, known, keys))
    said = ", ".join(found.where)
    if said and found.text != said and not found.text.startswith(f"{said}, or "):
        raise InputError(f"expected a text that says {cut(said)}, found {cut(found.text)}")
    return found


def _try(value: Any, known: Known) -> Try:
    """Read a counterexample to try: a statement with the keys note and violates besides."""
    own = {"note": prose, "violates?": prose}
    given = expect(value, dict, "a table")
    if "note" not in given:
        raise InputError("note is missing")
    if "cases" in given:
        raise InputError("expected one statement, found cases")
    rest = {key: each for key, each in given.items() if key not in ("note", "violates")}
    return Try(statement(rest, known), **read_keys(given, known, own))


def _shown_by(value: Any, known: Known) -> tuple[str, str, int]:
    """Read a reference to a statement, "CLAIM PART NUMBER"; CLAIM is "" where it is left out: the same claim."""
    said = prose(value, known)
    match = re.fullmatch(rf"(?:(\S+) )?({'|'.join(SHOWN)}) ([0-9]{{1,3}})", said)
    if match is None:
        raise InputError(f"expected a part and a number such as beside 0, found {cut(said)}")
    claim = a_claim(match[1], known) if match[1] else ""
    return claim, match[2], int(match[3])


def _also(value: Any, known: Known) -> Also:
    """Read an entry of `also`."""
    found = table(value, known, {"says": prose, "by": listed(_shown_by)})
    if not found["by"]:
        with part("by"):
            raise InputError("expected at least one statement, found none")
    return Also(found["says"], found["by"])


def _printed(value: Any, known: Known) -> Printed:
    """Read an entry of `printed`."""
    found = Printed(**table(value, known, PRINTED))
    if found.encodes != "exact" and not found.why:
        raise InputError(f"expected why the encoding is {found.encodes}, found nothing")
    return found


def _parameter(value: Any, known: Known) -> str:
    """Read a name of the claim."""
    if value not in known.names:
        listing = ", ".join(known.names) or "(there are none)"
        raise InputError(f"expected one of the names {listing}, found {cut(value)}{did_you_mean(value, known.names)}")
    return text(value, known)


PRINTED: Keys = {
    "quote": prose,
    "place": prose,
    "encodes": one_of(ENCODES),
    "why?": prose,
    "read_as?": prose,
    "text?": prose,
    "by?": listed(reference("proves", "denies")),
}
SCOPE: Keys = {
    "names?": parameters,
    "regions?": mapping(formulas),
    "experiment?": mapping(models.experiment),
}
"""Keys that are read before the others, which speak of these names, regions and experiments."""
CLAIM: Keys = {
    "title": prose,
    "where?": prose,
    "says?": prose,
    "domain?": lambda value, known: a_region(value, known) if value else "",
    "suppose?": listed(_supposed),
    "tries?": listed(_try),
    **{f"{key}?": statements for key in STATED},
    "correction?": prose,
    "letters?": assigned,
    "legend?": prose,
    "lines?": listed(line),
    "labels?": distinct(texts),
    "coq?": texts,
    "also?": listed(_also),
    "with?": listed(a_claim),
    "points?": mapping(mapping(number, _parameter), a_region),
    "printed?": listed(_printed),
    "notation?": mapping(prose, text),
    "power?": word,
    "clock?": prose,
    "like?": a_claim,
}


def _claim(name: str, value: Any, known: Known) -> Claim:
    """Read a claim: first its scope, then the other keys."""
    given: dict[str, Any] = expect(value, dict, "a table")
    check_keys(given, {**CLAIM, **SCOPE})
    known = _scope(given, known)
    found = read_keys(given, known, CLAIM)
    numbered: dict[str, list[Numbered]] = {key: found.get(key, []) for key in STATED}
    for key, entries in numbered.items():
        found[key] = tuple(stated for _, stated in entries)
    positions = {key: tuple(position for position, _ in entries) for key, entries in numbered.items()}
    labels = (*found.pop("labels", ()), *labels_of(found.get("printed", ())))
    also = tuple(_own(each, name) for each in found.pop("also", ()))
    claim = Claim(
        name, names=known.names, regions=known.regions, experiments=known.experiments, positions=positions, also=also,
        labels=tuple(dict.fromkeys(labels)), corrected=found.pop("with", ()),
        letters=tuple(found.pop("letters", {}).items()), **found)
    check_names(numbered)
    _check_claim(claim)
    return claim


def _scope(given: Mapping[str, Any], known: Known) -> Known:
    """Return the names that the statements of a claim may speak of: its own and those of the file."""
    own = read_keys(given, known, SCOPE)
    names = own.get("names", known.names)
    regions = {**known.regions, **own.get("regions", {})}
    domain = given.get("domain", "")
    if not domain and not names:
        regions.setdefault(EVERYWHERE, ())
        domain = EVERYWHERE
    experiments = {**known.experiments, **own.get("experiment", {})}
    return replace(known, names=names, regions=regions, domain=domain, experiments=experiments)


def _own(also: Also, name: str) -> Also:
    """Return an entry of `also` with the name of its claim where none was given."""
    return replace(also, by=tuple((claim or name, key, position) for claim, key, position in also.by))


def _check_claim(claim: Claim) -> None:
    """Raise InputError unless the parts of a claim fit together."""
    if not claim.proves and not claim.denies:
        with part("proves"):
            raise InputError("expected at least one statement, found none")
    if bool(claim.corrects) != bool(claim.correction):
        raise InputError("expected correction and corrects together, found one of them")
    conditions = [condition.text for condition in claim.suppose]
    for position, attempt in enumerate(claim.tries):
        if attempt.violates and attempt.violates not in conditions:
            with part("tries", position, "violates"):
                raise InputError(f"expected the text of a condition in suppose, found {cut(attempt.violates)}")
    for position, condition in enumerate(claim.suppose):
        with part("suppose", position, "weakest"):
            _check_stated(claim, condition.weakest)
    for position, printed in enumerate(claim.printed):
        with part("printed", position, "by"):
            _check_stated(claim, printed.by)


def _check_stated(claim: Claim, references: Iterable[Sequence[Any]]) -> None:
    """Raise InputError unless the claim has these statements."""
    for key, position in references:
        if position not in claim.positions[key]:
            raise InputError(f"expected a statement of {claim.id}, found {key} {position}")


# -- the file ----------------------------------------------------------------------------------------------


class Claims(Mapping[str, Claim]):
    """The claims of a file by their names, in its order; each is read when it is first asked for."""

    def __init__(self, names: Collection[str], read: Callable[[str], Claim]) -> None:
        self._names = names
        self._read = read
        self._claims: dict[str, Claim] = {}

    def __getitem__(self, name: str) -> Claim:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._claims:
            self._claims[name] = self._read(name)
        return self._claims[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


Locate = Callable[[InputError], InputError]


def load(path: Path | str, whole: bool = True) -> Paper:
    """Return the paper in a claims file. Unless `whole`, errors in a claim are raised only when it is asked for."""
    file = str(path)
    try:
        data = document.read(file)
    except InputError as error:
        raise located(error, file) from None
    return read(data, Path(path), whole, lambda error: located(error, file))


def read(data: dict[str, Any], file: Path, whole: bool = True, locate: Locate = lambda error: error) -> Paper:
    """Return the paper in the data of a claims file; `locate` adds the line to an error."""
    with placing(locate):
        paper = _paper(data, file, locate)
        if whole:
            _check_paper(paper)
    return paper


def check(paper: Paper) -> None:
    """Read every claim, and raise InputError with its place in the file if something is wrong."""
    with placing(lambda error: located(error, str(paper.file))):
        _check_paper(paper)


def _paper(data: dict[str, Any], file: Path, locate: Locate) -> Paper:
    """Read all but the claims, which are read when they are asked for."""
    check_keys(data, FILE)
    data = {**EMPTY, **data}
    given = at("claim", _claims, data["claim"], Known())
    known = Known(claims=tuple(given))
    for section, reader in models.SECTIONS.items():
        known = replace(known, **{section: at(section, reader, data.get(section, {}), known)})
    found = {section: at(section, reader, data.get(section, {}), known) for section, reader in ABOUT.items()}
    paper, letter = found["paper"], found["letter"]
    known = replace(known, names=paper.get("names", ()))
    numbers = letter.get("numbers", {})

    @cache
    def ties() -> dict[str, str]:
        return ties_of(file)

    def claim(name: str) -> Claim:
        with placing(locate), part("claim", name):
            read = _claim(name, given[name], known)
        quotes = tuple(replace(quote, numbers=numbers) for quote in read.printed)
        return replace(read, printed=quotes, tie=ties().get(name, ""))

    about = {key: paper.pop(key) for key in ("year", "arxiv", "read", "source", "main") if key in paper}
    folder = paper.pop("certificates", f"{file.name}.certificates")
    return Paper(
        **{"title": file.stem, **paper}, about=About(**about, **letter),
        tables=known.tables, schemes=known.schemes, processes=known.processes, experiments=known.experiments,
        regions=known.regions, claims=Claims(known.claims, claim), reasons=found["labels"], appendix=found["appendix"],
        source=found["source"], causes=tuple(replace(cause, id=name) for name, cause in found["cause"].items()),
        file=file, certificates=file.parent / folder)


def _claims(value: Any, known: Known) -> dict[str, Any]:
    """Return the claims, unread, by their names."""
    given: dict[str, Any] = expect(value, dict, "a table of claims")
    if not given:
        raise InputError("expected at least one claim, as [claim.NAME], found none")
    if len(given) > MAX_CLAIMS:
        raise InputError(f"expected at most {MAX_CLAIMS} claims, found {len(given)}")
    for name in given:
        with part(name):
            if word(name, known) in RESERVED:
                raise InputError(f"expected another name than a word of the command line, found {cut(name)}")
    return given


def _check_paper(paper: Paper) -> None:
    """Read every claim, and raise InputError unless they fit together."""
    for claim in paper.claims.values():
        for position, also in enumerate(claim.also):
            for name, *stated in also.by:
                with part("claim", claim.id, "also", position, "by"):
                    _check_stated(paper.claims[name], [stated])
    judged = {label for claim in paper.claims.values() for label in claim.labels}
    for label in paper.reasons:
        if label in judged:
            with part("labels", label):
                raise InputError("expected a label that no claim judges")
    for cause in paper.causes:
        for position, (name, quote) in enumerate(cause.printed):
            if quote >= len(paper.claims[name].printed):
                with part("cause", cause.id, "printed", position):
                    raise InputError(f"expected the number of a quote of {name}, found {quote}")
