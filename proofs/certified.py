"""The goals of the claims in the language of certificates, read from goals.toml, and the certificates made for them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .catalogue import BY_ID

if TYPE_CHECKING:
    from onoff_symbolic.claim import Result

NAMES = ("alpha", "beta", "delta")
FILE = Path(__file__).with_name("goals.toml")

Part = dict[str, Any]


@cache
def _file() -> Part:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def goal(claim: str) -> Part:
    """The goal of a claim, restated in full: with the tables, schemes and regions that it speaks of, and no others."""
    data = _file()
    entry = data["claim"][claim]
    regions = {**data["regions"], **entry.get("regions", {})}
    proves, corrects = (_expanded(entry.get(part, []), data) for part in ("proves", "corrects"))
    fails = [{"statement": _statement({k: v for k, v in each.items() if k != "violates"}),
              "violates": each.get("violates", "")} for each in entry.get("fails", [])]
    statements = [*proves, *corrects, *(each["statement"] for each in fails)]
    text = " ".join(str(part) for part in statements)
    schemes = {name: _scheme(value) for name, value in data["schemes"].items() if _mentions(text, name, "'scheme': ")}
    text += " ".join(str(part) for part in schemes.values())
    used = {s["region"] for s in statements}.union(*(s["parts"] for s in statements if s["kind"] == "cover"))
    return {
        "claim": claim, "title": BY_ID[claim].title, "verdict": entry["verdict"],
        "names": list(entry.get("names", NAMES)),
        "tables": {name: table for name, table in data["tables"].items() if _mentions(text, name)},
        "schemes": schemes,
        "regions": {name: given for name, given in regions.items() if name in used},
        "proves": proves, "fails": fails, "conditions": entry.get("conditions", []), "corrects": corrects,
    }


def _mentions(text: str, name: str, key: str = "") -> bool:
    """Whether a text speaks of a table or scheme: quoted (after a key), indexed, or as a function's first argument.

    Regions and schemes share names, so a scheme is one only after its key."""
    return re.search(rf"{key}'{name}'|\b{name}\[|\({name},", text) is not None


def _expanded(statements: list[Part], data: Part) -> list[Part]:
    """Statements with `cases` written out, one for each case; once, that the cases cover the square."""
    found: list[Part] = []
    covered = False
    for each in statements:
        if not each.get("cases"):
            found.append(_statement(each))
            continue
        if not covered:
            found += [_statement({"kind": "cover", **cover}) for cover in data["covers"]]
        covered = True
        for region, case in data["cases"].items():
            more = {k: v for k, v in case.items() if k != "matrix" or each["kind"] == "markov"}
            found.append(_statement({**{k: v for k, v in each.items() if k != "cases"}, "region": region, **more}))
    return found


def _statement(value: Part) -> Part:
    """TOML has no null: an empty part of a cover stands for it. Keys in one order."""
    if value["kind"] == "cover":
        value = {**value, "parts": [part or None for part in value["parts"]]}
    return {key: value[key] for key in sorted(value, key=lambda k: (k != "kind", k != "region"))}


def _scheme(value: Part) -> Part:
    rules = [{key: rule.get(key) for key in ("previous", "time", "table")} for rule in value["rules"]]
    return {**value, "rules": rules}


def claims() -> tuple[str, ...]:
    """Every claim that has a goal, in paper order."""
    known = _file()["claim"]
    return tuple(claim for claim in BY_ID if claim in known)


def certified(claim: str) -> str:
    """The certificate of a claim, as text."""
    from onoff_symbolic.search.find import certificate  # costs time to import; goals do without

    return certificate(goal(claim))


def with_used(claims: Iterable[str]) -> tuple[str, ...]:
    """The claims and all that they use, in paper order."""
    found: set[str] = set()
    waiting = list(claims)
    while waiting:
        claim = waiting.pop()
        if claim not in found:
            found.add(claim)
            here = goal(claim)
            waiting += [s["claim"] for s in (*here["proves"], *here["corrects"]) if s["kind"] == "uses"]
    return tuple(claim for claim in BY_ID if claim in found)


def certificates(claims: Iterable[str], tell: Callable[[str], None]) -> tuple[dict[str, str], dict[str, str]]:
    """The certificates of the claims and of all that they use, and for each claim why it is not accepted, if so."""
    from onoff_symbolic.checker import judge
    from onoff_symbolic.errors import OnoffError

    found: dict[str, str] = {}
    faults: dict[str, str] = {}
    for claim in claims:
        tell(claim)
        try:
            found[claim] = certified(claim)
        except OnoffError as reason:
            faults[claim] = str(reason)
    for claim, (word, why, _) in judge({claim: text.encode() for claim, text in found.items()}).items():
        if word != "valid":
            faults[claim] = f"the certificate is {word}: {why}"
    return found, faults


def checked(results: Sequence[Result], tell: Callable[[str], None]) -> list[Result]:
    """The results; one whose certificate is not accepted, or proves another verdict, decides nothing any more."""
    _, faults = certificates(with_used(r.claim.id for r in results), tell)
    found = []
    for result in results:
        claim, verdict = result.claim.id, result.verdict.value
        stated = goal(claim)["verdict"]
        why = faults.get(claim, "" if stated == verdict else f"its certificate says {stated}, the run {verdict}")
        found.append(result.rejected(why) if why else result.accepted())
    return found
