"""Mutation score of a claims file: change it in every small way, and see whether a verdict notices.

    python tools/mutants.py          every change (minutes); writes proofs/mutation.json
    python tools/mutants.py WORD     only changes whose name contains the word; nothing is written

A change (changes.py) is noticed by a verdict when a claim comes out with another verdict, with other conditions or
without its correction, or cannot be judged. It is noticed by a witness when something else fails, or with other
numbers. Only claims that speak of what is changed are judged; those that they use stand as they are, because a verdict
rests on nothing of them but their conditions. What is not noticed is listed; equivalent.toml may say why it is so.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import Any

from changes import Change, Data, changes
from onoff_symbolic import checker, document
from onoff_symbolic.claims.file import Claim, Paper, supposing
from onoff_symbolic.claims.kinds import restated
from onoff_symbolic.claims.reader import read
from onoff_symbolic.errors import OnoffError
from onoff_symbolic.paper.score import RECORD, fingerprint, stated
from onoff_symbolic.paper.session import Session
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.find import unproved

CLAIMS = Path(__file__).resolve().parent.parent / "proofs" / "claims.toml"
REASONS = "equivalent.toml"
Outcome = tuple[str, tuple[str, ...], bool]
"""Verdict, texts of the conditions, whether a correction was shown."""
VERDICT, WITNESS, NOTHING = "verdict", "witness", ""
SAME = "The changed claim comes out the same: it is as true."
"""Why a change is not noticed of which REASONS says nothing."""
PAUSE = 5
"""Seconds between two lines that tell how far a run is."""


@dataclass(frozen=True)
class Base:
    """A claims file that was judged as it stands."""

    data: Data
    paper: Paper
    said: Mapping[str, Any]
    """Claim → all that it says."""
    goals: Mapping[str, Any]
    texts: Mapping[str, str]
    """Claim → its certificate."""
    witnesses: Mapping[str, Any]
    costs: Mapping[str, float]
    """Claim → seconds."""


def base(path: Path) -> Base:
    data = document.read(str(path))
    paper = read(data, path)
    session, costs = Session(paper), dict[str, float]()
    for claim in paper.claims:
        begin = time.perf_counter()
        session.judge([claim])
        costs[claim] = time.perf_counter() - begin
    texts = session.certificates(paper.claims)
    goals = {claim: json.loads(text)["goal"] for claim, text in texts.items()}
    answers = checker.judge({claim: text.encode() for claim, text in texts.items()})
    seen = {claim: witnesses(found.certificate) for claim, found in answers.items() if found.certificate is not None}
    return Base(data, paper, {c.id: stated(paper, c) for c in paper.claims.values()}, goals, texts, seen, costs)


# -- one change --------------------------------------------------------------------------------------------


def noticed(base: Base, change: Change) -> str:
    """What notices the change. Claims that are judged fast come first."""
    try:
        paper = read(change.made(base.data), base.paper.file)
        spoken = [claim for claim in paper.claims.values() if stated(paper, claim) != base.said[claim.id]]
    except OnoffError:
        return VERDICT
    found = NOTHING
    for claim in sorted(spoken, key=lambda c: base.costs[c.id]):
        differs = _differs(base, paper, claim)
        if differs == VERDICT:
            return VERDICT
        found = found or differs
    return found


def _differs(base: Base, paper: Paper, claim: Claim) -> str:
    """What is different of a claim that speaks of what is changed."""
    if claim.id not in base.goals:
        return NOTHING
    try:
        if _lost(base, paper, claim):
            return VERDICT
        text = decide(claim, paper, {used: base.goals[used] for used in claim.uses() if used in base.goals})
    except OnoffError:
        return VERDICT
    if outcome(json.loads(text)["goal"]) != outcome(base.goals[claim.id]):
        return VERDICT
    files = {id: base.texts[id].encode() for id in Session(base.paper).closure([claim.id]) if id in base.texts}
    answer = checker.judge({**files, claim.id: text.encode()})[claim.id]
    if answer.word != "valid" or answer.certificate is None or not paper.accepts(answer.certificate.data["goal"]):
        return VERDICT
    return WITNESS if witnesses(answer.certificate) != base.witnesses[claim.id] else NOTHING


def witnesses(certificate: checker.Certificate) -> list[Any]:
    """Where something fails, and both sides there."""
    shown = certificate.data["failures"]
    return [(failure["at"], certificate.failures[i]) for i, failure in enumerate(shown)]


def _lost(base: Base, paper: Paper, claim: Claim) -> bool:
    """Whether a statement that the old verdict rests on is changed, and not shown any more: a short way to see that
    the verdict is another."""
    old, goal = base.paper.claims[claim.id], base.goals[claim.id]
    before, after = _needed(old, old, goal), _needed(claim, old, goal)
    if len(before) != len(after):
        return False
    doubtful = [new for was, new in zip(before, after, strict=True)
                if new["kind"] != "uses" and _alone(paper, claim, new) != _alone(base.paper, old, was)]
    return bool(doubtful) and bool(unproved(paper.goal(claim, {**_NOTHING, "proves": doubtful})))


def _needed(claim: Claim, old: Claim, goal: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What has to be shown for a verdict: the printed statements, with what is supposed where the old claim needs it;
    of a refuted claim its correction."""
    where = [text for condition in goal["conditions"] for text in condition["where"]]
    printed = []
    for i, statement in enumerate(claim.proves if goal["verdict"] != "refuted" else ()):
        under = i < len(old.proves) and restated(supposing(old.proves[i], where), goal["schemes"]) in goal["proves"]
        printed.append(supposing(statement, where) if under else statement)
    return [*printed, *claim.beside, *claim.corrects]


_NOTHING: Mapping[str, Any] = {
    "verdict": "proved", "conditions": (), "proves": (), "beside": (), "fails": (), "corrects": ()}


def _alone(paper: Paper, claim: Claim, statement: Mapping[str, Any]) -> Mapping[str, Any]:
    """A statement with all that it speaks of."""
    return paper.goal(claim, {**_NOTHING, "proves": [statement]})


def outcome(goal: Mapping[str, Any]) -> Outcome:
    return goal["verdict"], tuple(c["text"] for c in goal["conditions"]), bool(goal["corrects"])


# -- all of them -------------------------------------------------------------------------------------------

_BASE: list[Base] = []
"""What the changes are compared with; processes that are made for the work find it here."""


def _noticed(change: Change) -> str:
    return noticed(_BASE[0], change)


def run(judged: Base, some: Sequence[Change]) -> Iterator[tuple[Change, str]]:
    """Each change, and what notices it; in their order."""
    _BASE[:] = [judged]
    with get_context("fork").Pool(cpu_count()) as pool:
        yield from zip(some, pool.imap(_noticed, some, chunksize=4), strict=True)


def reasons(folder: Path) -> dict[str, str]:
    """Name of a change → why no verdict can notice it."""
    path = folder / REASONS
    if not path.is_file():
        return {}
    listed = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    return {name: " ".join(each["why"].split()) for each in listed for name in each["changes"]}


def record(paper: Paper, found: Iterable[tuple[Change, str]]) -> dict[str, Any]:
    """By place: noticed by a verdict, by a witness, and all; and what is not noticed."""
    why = reasons(paper.folder)
    scores: dict[str, list[int]] = {}
    left = []
    for change, by in found:
        row = scores.setdefault(change.owner, [0, 0, 0])
        row[0] += by == VERDICT
        row[1] += by == WITNESS
        row[2] += 1
        if by == NOTHING:
            left.append([change.name, why.get(change.name, SAME)])
    return {"of": fingerprint(paper), "scores": scores, "unnoticed": left}


def written(record: Mapping[str, Any]) -> str:
    """The text of mutation.json: a line for each place and each change."""
    scores = ",\n".join(f"    {json.dumps(owner)}: {json.dumps(pair)}" for owner, pair in record["scores"].items())
    left = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in record["unnoticed"])
    return (f'{{\n  "of": {json.dumps(record["of"])},\n  "scores": {{\n{scores}\n  }},\n'
            f'  "unnoticed": [\n{left}\n  ]\n}}\n')


def main(words: Sequence[str]) -> int:
    """Try the changes whose names have all these words; of every change, write the record."""
    judged = base(CLAIMS)
    some = [change for change in changes(judged.data) if all(word in change.name for word in words)]
    made = record(judged.paper, told(run(judged, some), len(some)))
    print(table(made))
    if not words:
        (judged.paper.folder / RECORD).write_text(written(made), encoding="utf-8")
    return 0


def told(found: Iterable[tuple[Change, str]], count: int) -> Iterator[tuple[Change, str]]:
    """Yield what is found; every few seconds, tell how far the run is."""
    begin = shown = time.monotonic()
    for done, each in enumerate(found, start=1):
        yield each
        now = time.monotonic()
        if now - shown >= PAUSE:
            shown = now
            rest = (now - begin) / done * (count - done)
            print(f"{done}/{count}, about {rest:.0f} s to go: {each[0].name}"[:160], file=sys.stderr, flush=True)


def table(made: Mapping[str, Any]) -> str:
    """Return how many changes of each place are noticed, and each that is not."""
    rows = {**made["scores"], "together": [sum(column) for column in zip(*made["scores"].values())]}
    lines = [f"{'noticed by':<26}{'verdict':>9}{'witness':>9}{'of':>7}"]
    lines += [f"{owner:<26}{verdict:>9}{witness:>9}{count:>7}" for owner, (verdict, witness, count) in rows.items()]
    lines += [f"unnoticed: {name}\n           {why}" for name, why in made["unnoticed"]]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
