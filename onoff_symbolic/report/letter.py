"""A letter to the authors: what is right, then what is not, by class; errata of one cause are one item.

Values in a witness are those of a failure in a certificate that was checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..claims.file import VALUE, WEIGHTS, Cause, Claim, Paper
from ..claims.place import option
from ..errors import InputError
from ..result import Result, Standing, Verdict
from ..version import VERSION
from . import latex_math
from .alphabet import spelt
from .layout import PLAIN, Look
from .notation import spell
from .quotes import located
from .quotes import plain as readable
from .view import view

SETTLED = (Verdict.CONDITIONAL, Verdict.REFUTED)
"""Verdicts that make an erratum."""

COUNTED = {
    "statement": ("statement that changes", "statements that change"),
    "meaning": ("place to make precise", "places to make precise"),
    "slip": ("slip", "slips"),
    "remark": ("remark", "remarks"),
}
"""How the headline counts the items of a class: one, several."""
UNDECIDED = "Undecided"
MISPRINTS = "Misprints (read, not judged)"


@dataclass(frozen=True)
class Item:
    cause: str
    title: str
    """"" where the text itself says where it belongs."""
    places: tuple[str, ...]
    parts: tuple[tuple[str, str], ...]
    """Labels and texts: what is printed, why it fails, what to write instead."""


@dataclass(frozen=True)
class Letter:
    title: str
    of: tuple[str, ...]
    """The paper, and the version that was read."""
    head: tuple[str, ...]
    """What is right, how many statements hold, how to look further."""
    groups: tuple[tuple[str, tuple[Item, ...]], ...]
    """By class, the heaviest first."""


# -- from the results --------------------------------------------------------------------------------------


def letter(paper: Paper, results: Sequence[Result]) -> Letter:
    """Return the letter about these results: each that does not hold is under its causes, or by itself."""
    found = {result.id: result for result in results}
    groups = []
    for weight, title in WEIGHTS.items():
        members = [_item(cause, paper, found) for cause in _reported(paper, found, weight)]
        if weight == "statement":
            members += [_alone(result, paper) for result in results if _has_no_cause(paper, result, found)]
        if weight == "slip" and len(results) == len(paper.claims):
            members += _misprints(paper)
        groups.append((title, tuple(members)))
    undecided = [_alone(result, paper) for result in results if result.verdict is Verdict.UNDECIDED]
    groups.append((UNDECIDED, tuple(undecided)))
    return Letter(f"Notes on {paper.title}", tuple(_of(paper)), tuple(_head(paper, results)),
                  tuple((title, members) for title, members in groups if members))


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


def ending(standings: Mapping[str, Standing], paper: Paper) -> str:
    """Return whether all came out as recorded, or what did not."""
    others = [claim for claim, standing in standings.items() if standing.kind == "fails"]
    if not paper.certificates.is_dir():
        decided = [claim for claim, standing in standings.items() if standing.found != "undecided"]
        which = "all" if len(decided) == len(standings) else " ".join(decided)
        return ("nothing is recorded yet; to expect just this from now on:\n  "
                f"onoff-verify certify {which}{option(paper)}\n") if decided else "nothing is recorded yet\n"
    return f"not as recorded: {', '.join(others)}\n" if others else "all as recorded\n"


def _of(paper: Paper) -> Iterator[str]:
    about = paper.about
    named = [", ".join(paper.authors), f"arXiv:{about.arxiv}" if about.arxiv else "", about.year]
    if any(named):
        yield ", ".join(filter(None, named))
    if about.read:
        yield f"Read: {about.version}"


def _main(paper: Paper, found: Mapping[str, Result]) -> Iterator[str]:
    """Yield what came of the main claim, with the corrections on which it rests."""
    if paper.about.main not in found:
        return
    result = found[paper.about.main]
    name = _number(paper.claims[result.id], paper)
    corrected = [*dict.fromkeys(_number(paper.claims[each], paper) for each in result.corrections)]
    corrections = f", with {_listed(corrected)} as corrected" if corrected else ""
    if result.verdict is Verdict.PROVED:
        yield f"{name} holds{' as printed' * result.as_printed}{corrections}."
    elif result.verdict is Verdict.CONDITIONAL:
        yield f"{name} {_spelled(view(result).holds)}{corrections}."
    elif result.verdict is Verdict.REFUTED:
        yield f"{name} does not hold{' as printed' * (view(result).encodes == 'exact')}."
    else:
        yield f"{name} is undecided."


def _number(claim: Claim, paper: Paper) -> str:
    """Return a claim's number in the printed paper, or its title."""
    return next((paper.about.numbers[label] for label in claim.labels if label in paper.about.numbers), claim.title)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _spelled(condition: str) -> str:
    return spelt(condition, "greek").replace("α + β", "α+β")


def _head(paper: Paper, results: Sequence[Result]) -> Iterator[str]:
    found = {result.id: result for result in results}
    right = [each.says for each in paper.about.opening if all(_proved(found, claim) for claim in each.by)]
    if opening := " ".join([*right, *_main(paper, found)]):
        yield opening
    said = ", ".join(_counts(paper, results))
    which = "statement, as we read it" if len(results) == 1 else "statements, as we read them"
    yield f"Of {len(results)} {which}, {said}.{_readings(paper, found)}{_evidence(results)}"
    yield (f"Checked with onoff-verify {VERSION}; `onoff-verify show ID{option(paper)}` has each statement as printed "
           "and as encoded.")


def _counts(paper: Paper, results: Sequence[Result]) -> Iterator[str]:
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


def _readings(paper: Paper, found: Mapping[str, Result]) -> str:
    """Return which of the claims are no statements of the paper."""
    ours = [claim for claim in paper.about.readings if claim in found]
    if not ours:
        return ""
    which = f"{len(ours)} of the {len(found)}" if len(found) > 1 else "It"
    return f" {which} {'is a reading' if len(ours) == 1 else 'are readings'} of ours ({', '.join(ours)})."


def _evidence(results: Sequence[Result]) -> str:
    """Return how many of the errata have a counterexample, and whether each has a correction that is proved."""
    wrong = [result for result in results if result.verdict in SETTLED]
    refuted = [result for result in wrong if result.verdict is Verdict.REFUTED]
    exact = sum(bool(result.witnesses) for result in wrong)
    if not exact:
        return ""
    if exact < len(wrong):
        have = "has" if exact == 1 else "have"
        return f" Of those that fail or need a condition, {exact} {have} an exact counterexample."
    corrected = all(result.corrected for result in refuted)
    return (" Each that fails or needs a condition has an exact counterexample"
            f"{', and what is suggested instead is proved' if corrected else ''}.")


def _proved(found: Mapping[str, Result], claim: str) -> bool:
    return claim in found and found[claim].verdict is Verdict.PROVED


def _reported(paper: Paper, found: Mapping[str, Result], weight: str) -> list[Cause]:
    """Return the causes of a class that are reported about these results."""
    return [cause for cause in paper.causes if cause.weight == weight and _is_reported(cause, found)]


def _is_reported(cause: Cause, found: Mapping[str, Result]) -> bool:
    """Return whether a claim of the cause is known not to hold, and that of the witness, too. What should be precise
    and remarks are about claims that hold as well, if all are decided."""
    verdicts = [found[claim].verdict for claim in cause.claims if claim in found]
    if cause.of in found and found[cause.of].verdict not in SETTLED:
        return False
    if cause.weight in ("meaning", "remark"):
        return bool(verdicts) and Verdict.UNDECIDED not in verdicts
    return any(verdict in SETTLED for verdict in verdicts)


def _has_no_cause(paper: Paper, result: Result, found: Mapping[str, Result]) -> bool:
    """Return whether the claim does not hold, and no cause that is reported is about it."""
    causes = paper.causes_of(result.id)
    return result.verdict in SETTLED and not any(_is_reported(cause, found) for cause in causes)


def _item(cause: Cause, paper: Paper, found: Mapping[str, Result]) -> Item:
    witness = _witness(cause, found)
    if cause.weight in ("slip", "remark"):
        text = f"{cause.should} {witness}".strip()
        return Item(cause.id, cause.title, (), (("", text),))
    printed = [paper.claims[claim].printed[number] for claim, number in cause.printed]
    quotes = [readable(quote.quote, quote.macros, quote.numbers) for quote in printed]
    parts = [("Printed", "; ".join(quotes)), ("", witness), ("Instead", cause.should)]
    return Item(cause.id, cause.title, (), tuple(part for part in parts if part[1]))


def _misprints(paper: Paper) -> list[Item]:
    noticed = " ".join(paper.about.noticed)
    return [Item("misprints", MISPRINTS, (), (("", noticed),))] if noticed else []


def _witness(cause: Cause, found: Mapping[str, Result]) -> str:
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


def _alone(result: Result, paper: Paper) -> Item:
    """Return the item of a claim without a cause."""
    shown = view(result)
    letters = dict(shown.letters)
    said = {title: lines for title, lines in shown.stated if shown.encodes != "exact" or title == "Printed"}
    relation = re.search("[=≤≥<>]", "".join(line for lines in said.values() for line in lines))
    parts = [(title, line) for title, lines in said.items() for line in lines]
    parts += [("But", _spelled(failed.sentence(letters, not relation))) for failed in shown.first_failing()]
    parts += [("But it holds", f"{spell(entry.says, letters)}.") for entry in shown.entries_of(shown.stands)]
    parts += [("Here", f"{rest}.")] if (rest := shown.rest("failing", "stands")) else []
    should = shown.correction or (f"It {shown.holds}." if shown.conditions else "")
    if should:
        parts.append(("Instead", should))
    elif shown.verdict is Verdict.UNDECIDED:
        parts.append(("Undecided", shown.why or "nothing was shown"))
    places = tuple(filter(None, (place(paper.claims[result.id], paper),)))
    return Item(result.id, shown.title, places, tuple(part for part in parts if part[1]))


def place(claim: Claim, paper: Paper) -> str:
    """Return where a reader of the printed paper finds a claim; the label second."""
    return located(claim.where, paper.about.numbers)


# -- as text -----------------------------------------------------------------------------------------------


def plain(found: Letter, look: Look = PLAIN) -> str:
    """Return the letter as text."""
    lines = look.wrapped(found.title, "")
    for said in found.of:
        lines += look.wrapped(said, "")
    for said in found.head:
        lines += ["", *look.wrapped(said, "")]
    number = 0
    for title, members in found.groups:
        lines += ["", look.title(title.upper()), ""]
        for item in members:
            if title == WEIGHTS["remark"]:
                lines += _listed_item("- ", item, look)
                continue
            number += 1
            lines += _listed_item(f"{number}. ", item, look)
            lines += [""] if item.title and item is not members[-1] else []
    return "\n".join(lines) + "\n"


def _listed_item(mark: str, item: Item, look: Look) -> Iterator[str]:
    """Yield the lines of an item: its title, if it has one, its places and parts, indented below the mark."""
    hang = " " * len(mark)
    said = [each for each in (item.title, "; ".join(item.places)) if each]
    said += [f"{label}: {text}" if label else text for label, text in item.parts]
    first, *others = said
    yield from look.wrapped(f"{mark}{first}", "", hang)
    for text in others:
        yield from look.wrapped(text, hang)


# -- as LaTeX ----------------------------------------------------------------------------------------------

_OPEN = r"""\documentclass[a4paper,twocolumn]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage[margin=15mm,columnsep=7mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt plus 1pt}
\emergencystretch=3em
\pagestyle{plain}
\begin{document}
"""


def latex(found: Letter, fragment: bool = False) -> str:
    """Return a document that compiles by itself, or what is between its first and last line (it needs amssymb)."""
    said = latex_math.prose
    lines = [f"\\textbf{{\\large {latex_math.escape(found.title)}}}", ""]
    lines += ["\\\\\n".join(map(latex_math.escape, found.of)), ""]
    lines += [f"{said(head)}\n" for head in found.head]
    number = 0
    for title, members in found.groups:
        lines += [_heading(said(title)), ""]
        for item in members:
            number += 1
            mark = "--" if title == WEIGHTS["remark"] else f"{number}."
            lines += [" ".join(_parts(mark, item)), ""]
    body = "\n".join(lines) + "\n"
    return body if fragment else f"{_OPEN}{body}\\end{{document}}\n"


def _parts(mark: str, item: Item) -> Iterator[str]:
    said = latex_math.prose
    yield f"\\textbf{{{mark} {said(item.title)}.}}" if item.title else f"\\textbf{{{mark}}}"
    if item.places:
        yield f"\\emph{{{said('; '.join(item.places))}.}}"
    for label, text in item.parts:
        ended = text if text.endswith((".", ":", ".)")) else f"{text}."
        yield f"\\textsc{{{label}:}} {said(ended)}" if label else said(ended)


def _heading(title: str) -> str:
    """Return a heading that is kept with what follows."""
    return f"\\pagebreak[1]\\medskip\\textbf{{\\normalsize {title}}}\\par\\nopagebreak"
