"""A letter to the authors: what is right, then what is not, by class; errata of one cause are one item.

Values in a witness are those of a failure in a certificate that was checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..claims.file import VALUE, WEIGHTS, Cause, Claim, Paper
from ..claims.place import option
from ..errors import InputError
from ..result import Result, Standing, Verdict
from ..version import VERSION
from .claims import erratum
from .document import Block, Code, Item, Part, Text, Title, listed
from .view import located, view

Results = Mapping[str, Result]

SETTLED = (Verdict.CONDITIONAL, Verdict.REFUTED)
"""Verdicts that make an erratum."""
COUNTED = {
    "statement": ("statement that changes", "statements that change"),
    "meaning": ("place to make precise", "places to make precise"),
    "slip": ("slip", "slips"),
    "remark": ("remark", "remarks"),
}
"""How the headline counts the items of a class: one, several."""


def letter(paper: Paper, results: Sequence[Result]) -> Iterator[Block]:
    """Yield the letter about these results: each that does not hold is under its causes, or by itself."""
    yield Title(f"Notes on {paper.title}", where="; ".join(_of(paper)))
    yield from (Text(sentence) for sentence in _head(paper, results))
    number = 0
    for title, items in _groups(paper, results):
        blocks = []
        for id, heading, rows in items:
            is_remark = title == WEIGHTS["remark"]
            number += not is_remark
            blocks.append(Item("-" if is_remark else f"{number}.", heading, rows, id))
        if blocks:
            yield Part(title, tuple(blocks))


Entry = tuple[str, str, tuple[tuple[str, str], ...]]
"""An id, a title ("" where the text itself says where it belongs), and texts with labels."""


def _groups(paper: Paper, results: Sequence[Result]) -> Iterator[tuple[str, list[Entry]]]:
    """Yield the classes, the heaviest first, and what is undecided."""
    found = {result.id: result for result in results}
    for weight, title in WEIGHTS.items():
        items = [_item(cause, paper, found) for cause in _reported(paper, found, weight)]
        if weight == "statement":
            items += [_alone(result, paper) for result in results if _has_no_cause(paper, result, found)]
        if weight == "slip" and len(results) == len(paper.claims) and paper.about.noticed:
            items.append(
                ("misprints", "Misprints (read, not judged)", (("", " ".join(paper.about.noticed)),))
            )
        yield title, items
    yield "Undecided", [_alone(result, paper) for result in results if result.verdict is Verdict.UNDECIDED]


ONE = {
    Verdict.PROVED: "holds",
    Verdict.CONDITIONAL: "holds under a condition that is not printed",
    Verdict.REFUTED: "does not hold",
    Verdict.UNDECIDED: "is undecided",
}
"""What came of a single statement."""


def headline(paper: Paper, results: Sequence[Result]) -> str:
    """Return what holds of the main theorem, how many errata there are of each class, and what to type next."""
    found = {result.id: result for result in results}
    counts = []
    for weight, (one, several) in COUNTED.items():
        number = len(_reported(paper, found, weight))
        if weight == "statement":
            number += sum(_has_no_cause(paper, result, found) for result in results)
        if number:
            counts.append(f"{number} {one if number == 1 else several}")
    if missing := sum(result.verdict is Verdict.UNDECIDED for result in results):
        counts.append(f"{missing} undecided")
    errata = f"Errata: {', '.join(counts)}." if counts else "No errata."
    return " ".join([*_main(paper, found), errata, f"Next: onoff-verify errata{option(paper)}"])


def ending(standings: Mapping[str, Standing], paper: Paper) -> Iterator[Block]:
    """Yield whether all came out as recorded, or what did not."""
    others = [claim for claim, standing in standings.items() if standing.kind == "fails"]
    if paper.certificates.is_dir():
        said = f"not as recorded: {', '.join(others)}" if others else "all verdicts as recorded"
        yield Text(f"{said}; --search finds the certificates again; onoff-verify explain says what the words mean")
        return
    decided = [claim for claim, standing in standings.items() if standing.found != "undecided"]
    if not decided:
        yield Text("nothing is recorded yet")
        return
    which = "all" if len(decided) == len(standings) else " ".join(decided)
    yield Text("nothing is recorded yet; to expect just this from now on:")
    yield Code(f"  onoff-verify certify {which}{option(paper)}")


# -- what stands -------------------------------------------------------------------------------------------


def _of(paper: Paper) -> Iterator[str]:
    about = paper.about
    named = [", ".join(paper.authors), f"arXiv:{about.arxiv}" if about.arxiv else "", about.year]
    if any(named):
        yield ", ".join(filter(None, named))
    if about.read:
        yield f"Read: {about.version}"


def _main(paper: Paper, found: Results) -> Iterator[str]:
    """Yield what came of the main claim, with the corrections on which it rests."""
    if paper.about.main not in found:
        return
    result = found[paper.about.main]
    name = _number(paper.claims[result.id], paper)
    corrected = [*dict.fromkeys(_number(paper.claims[each], paper) for each in result.corrections)]
    corrections = f", with {listed(corrected)} as corrected" if corrected else ""
    if result.verdict is Verdict.PROVED:
        yield f"{name} holds{' as printed' * result.as_printed}{corrections}."
    elif result.verdict is Verdict.CONDITIONAL:
        yield f"{name} {view(result).holds}{corrections}."
    elif result.verdict is Verdict.REFUTED:
        yield f"{name} does not hold{' as printed' * (view(result).encodes == 'exact')}."
    else:
        yield f"{name} is undecided."


def _number(claim: Claim, paper: Paper) -> str:
    """Return a claim's number in the printed paper, or its title."""
    return next(
        (paper.about.numbers[label] for label in claim.labels if label in paper.about.numbers), claim.title
    )


def _head(paper: Paper, results: Sequence[Result]) -> Iterator[str]:
    found = {result.id: result for result in results}
    right = [each.says for each in paper.about.opening if all(_proved(found, claim) for claim in each.by)]
    if opening := " ".join([*right, *_main(paper, found)]):
        yield opening
    yield f"{_overall(results)}.{_readings(paper, found)}{_evidence(results)}"
    yield (
        f"Checked with onoff-verify {VERSION}; `onoff-verify show ID{option(paper)}` has each statement as printed "
        "and as encoded."
    )


def _overall(results: Sequence[Result]) -> str:
    """Return what came of the statements, in a sentence."""
    if len(results) != 1:
        return f"Of {len(results)} statements, as we read them, {', '.join(_counts(results))}"
    exactly = " exactly as printed" if results[0].as_printed else ""
    return f"The statement, as we read it, {ONE[results[0].verdict]}{exactly}"


def _counts(results: Sequence[Result]) -> Iterator[str]:
    """Yield how many statements hold, hold under a condition, fail, are undecided."""
    counts = {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}
    exact = sum(result.as_printed for result in results)
    holding, failing = counts[Verdict.PROVED], counts[Verdict.REFUTED]
    exactly = f" ({exact} exactly as printed)" if exact else ""
    yield f"{holding} {'holds' if holding == 1 else 'hold'}{exactly}"
    if counts[Verdict.CONDITIONAL]:
        yield f"{counts[Verdict.CONDITIONAL]} under a condition that is not printed"
    if failing:
        yield f"{failing} {'does' if failing == 1 else 'do'} not hold"
    if counts[Verdict.UNDECIDED]:
        yield f"{counts[Verdict.UNDECIDED]} undecided"


def _readings(paper: Paper, found: Results) -> str:
    """Return which of the claims are no statements of the paper."""
    ours = [claim for claim in paper.about.readings if claim in found]
    if not ours:
        return ""
    which = f"{len(ours)} of the {len(found)}" if len(found) > 1 else "It"
    return f" {which} {'is a reading' if len(ours) == 1 else 'are readings'} of ours ({', '.join(ours)})."


def _evidence(results: Sequence[Result]) -> str:
    """Return how many of the errata have a counterexample, and whether each has a correction that is proved."""
    wrong = [result for result in results if result.verdict in SETTLED]
    exact = sum(bool(result.witnesses) for result in wrong)
    if not exact:
        return ""
    if exact < len(wrong):
        have = "has" if exact == 1 else "have"
        return f" Of those that fail or need a condition, {exact} {have} an exact counterexample."
    corrected = all(result.corrected for result in wrong if result.verdict is Verdict.REFUTED)
    proved = ", and what is suggested instead is proved" if corrected else ""
    which = "It has" if len(results) == 1 else "Each that fails or needs a condition has"
    return f" {which} an exact counterexample{proved}."


def _proved(found: Results, claim: str) -> bool:
    return claim in found and found[claim].verdict is Verdict.PROVED


# -- items -------------------------------------------------------------------------------------------------


def _reported(paper: Paper, found: Results, weight: str) -> list[Cause]:
    """Return the causes of a class that are reported about these results."""
    return [cause for cause in paper.causes if cause.weight == weight and _is_reported(cause, found)]


def _is_reported(cause: Cause, found: Results) -> bool:
    """Return whether a claim of the cause is known not to hold, and that of the witness, too. What should be precise
    and remarks are about claims that hold as well, if all are decided."""
    verdicts = [found[claim].verdict for claim in cause.claims if claim in found]
    if cause.of in found and found[cause.of].verdict not in SETTLED:
        return False
    if cause.weight in ("meaning", "remark"):
        return bool(verdicts) and Verdict.UNDECIDED not in verdicts
    return any(verdict in SETTLED for verdict in verdicts)


def _has_no_cause(paper: Paper, result: Result, found: Results) -> bool:
    """Return whether the claim does not hold, and no cause that is reported is about it."""
    causes = paper.causes_of(result.id)
    return result.verdict in SETTLED and not any(_is_reported(cause, found) for cause in causes)


def _item(cause: Cause, paper: Paper, found: Results) -> Entry:
    witness = _witness(cause, found)
    if cause.weight in ("slip", "remark"):
        return cause.id, cause.title, (("", f"{cause.should} {witness}".strip()),)
    printed = [paper.claims[claim].printed[number] for claim, number in cause.printed]
    quotes = "; ".join(quote.readable for quote in printed)
    rows = (("Printed", quotes), ("", witness), ("Instead", cause.should))
    return cause.id, cause.title, tuple(row for row in rows if row[1])


def _witness(cause: Cause, found: Results) -> str:
    """Return the witness with the values of the certificate; "" if there is no certificate of a failure."""
    if cause.of and (cause.of not in found or not found[cause.of].witnesses):
        return ""
    values: dict[str, str] = {}
    if cause.of:
        witness = found[cause.of].witnesses[0]
        values = {**dict(witness.point), "left": witness.left, "right": witness.right}

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise InputError(f"cause {cause.id}: the failure of {cause.of} has no value called {match[1]}")
        return values[match[1]]

    return VALUE.sub(value, cause.witness)


def _alone(result: Result, paper: Paper) -> Entry:
    """Return the item of a claim without a cause."""
    found = view(result)
    where = place(paper.claims[result.id], paper)
    rows = [(label, text) for label, texts in erratum(found).rows for text in texts]
    explained = [("Letters", explained)] if (explained := found.explained()) else []
    return result.id, found.title, (*([("", where)] if where else []), *rows, *explained)


def place(claim: Claim, paper: Paper) -> str:
    """Return where a reader of the printed paper finds a claim; the label second."""
    return located(claim.where, paper.about.numbers)
