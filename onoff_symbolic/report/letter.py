"""A letter to the authors: what is right, then what is not, by class; errata of one cause are one item.

Values in a witness are those of a failure in a certificate that was checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..claims.file import WEIGHTS, Cause, Claim, Paper
from ..claims.place import option
from ..errors import InputError
from ..result import Result, Standing, Verdict
from ..version import VERSION
from . import latex_math
from .alphabet import spelt
from .layout import PLAIN, Look
from .quotes import readable
from .view import view

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
        members += [_alone(result, paper) for result in results if _weight(paper, result) == weight]
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
        number = len(_reported(paper, found, weight)) + sum(_weight(paper, each) == weight for each in results)
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
        yield f"Read: {about.read}"


def _main(paper: Paper, found: Mapping[str, Result]) -> Iterator[str]:
    """Yield what came of the main claim, with the corrections on which it rests."""
    if paper.about.main not in found:
        return
    result = found[paper.about.main]
    name = _number(paper.claims[result.id], paper)
    if result.verdict is Verdict.REFUTED:
        yield f"{name} does not hold as printed."
    elif result.verdict is Verdict.UNDECIDED:
        yield f"{name} is undecided."
    else:
        needs = "; and ".join(_spelled(condition.text) for condition in result.conditions)
        corrected = dict.fromkeys(_number(paper.claims[each], paper) for each in paper.corrections(result.id))
        with_ = f", with {_listed([*corrected])} as corrected" if corrected else ""
        yield f"{name} holds{f' if {needs}' if needs else ''}{with_}."


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
    yield f"Of {len(results)} statement{'' if len(results) == 1 else 's'} {said}."
    yield (f"Checked with onoff-verify {VERSION}; `onoff-verify show ID{option(paper)}` has each statement as printed "
           "and as encoded.")


def _counts(paper: Paper, results: Sequence[Result]) -> Iterator[str]:
    """Yield how many statements hold, hold under a condition, fail, are undecided."""
    counts = {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}
    exact = sum(result.verdict is Verdict.PROVED and paper.as_printed(result.id) for result in results)
    holding, failing = counts[Verdict.PROVED], counts[Verdict.REFUTED]
    exactly = f" ({exact} exactly as printed)" if exact else ""
    yield f"{holding} {'holds' if holding == 1 else 'hold'}{exactly}"
    if counts[Verdict.CONDITIONAL]:
        yield f"{counts[Verdict.CONDITIONAL]} under a condition that is not printed"
    if failing:
        yield f"{failing} {'does' if failing == 1 else 'do'} not hold"
    if counts[Verdict.UNDECIDED]:
        yield f"{counts[Verdict.UNDECIDED]} undecided"


def _proved(found: Mapping[str, Result], claim: str) -> bool:
    return claim in found and found[claim].verdict is Verdict.PROVED


def _reported(paper: Paper, found: Mapping[str, Result], weight: str) -> list[Cause]:
    """Return the causes of a class about which there is something to report: those of claims that do not hold; what
    should be made precise and remarks are about claims that hold, too. Undecided claims are reported by themselves."""
    causes = []
    for cause in paper.causes:
        verdicts = {found[claim].verdict for claim in cause.claims if claim in found} - {Verdict.UNDECIDED}
        if weight in ("statement", "slip"):
            verdicts -= {Verdict.PROVED}
        if cause.weight == weight and verdicts:
            causes.append(cause)
    return causes


def _weight(paper: Paper, result: Result) -> str:
    """Return the class of a claim that has no cause; "" if it has, holds or is undecided."""
    if paper.causes_of(result.id) or result.verdict in (Verdict.PROVED, Verdict.UNDECIDED):
        return ""
    return "statement"


def _item(cause: Cause, paper: Paper, found: Mapping[str, Result]) -> Item:
    quotes = [f'"{readable(paper.claims[claim].printed[number].quote, paper.macros)}"' for claim, number in cause.printed]
    parts = [("Printed", "; ".join(quotes)), ("", _witness(cause, found))]
    parts.append(("Instead" if cause.weight in ("statement", "meaning") else "", cause.should))
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

    return re.sub(r"(?<![_^])\{(\w+)\}", value, cause.witness)     # X_{t} is an index


def _alone(result: Result, paper: Paper) -> Item:
    """Return the item of a claim without a cause."""
    claim, shown = paper.claims[result.id], view(result)
    quotes = [f'"{readable(each.quote, paper.macros)}"' for each in claim.printed]
    parts = [("Printed", "; ".join(quotes)), ("Read as" if quotes else "Stated", shown.statement)]
    parts += [("But", failed.sentence()) for failed in shown.first_failing()]
    parts += [("But it holds", f"{entry.says}.") for entry in shown.entries_of(shown.stands)]
    if shown.correction:
        parts.append(("Instead", shown.correction))
    elif shown.conditions:
        parts.append(("Instead", f"It holds if {shown.needs}."))
    elif shown.verdict is Verdict.UNDECIDED:
        parts.append(("Undecided", shown.why or "nothing was shown"))
    places = tuple(filter(None, (place(claim, paper),)))
    return Item(result.id, shown.title, places, tuple(part for part in parts if part[1]))


def place(claim: Claim, paper: Paper) -> str:
    """Return where a reader of the printed paper finds a claim; the label second."""
    found = claim.where
    for label in sorted(paper.about.numbers, key=len, reverse=True):
        found = re.sub(rf"(?<![\w:(]){re.escape(label)}(?![\w-])", f"{paper.about.numbers[label]} ({label})", found)
    return found


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
    said = [f"{item.title}." if item.title and not item.places else item.title] if item.title else []
    said += ["; ".join(item.places)] if item.places else []
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
        yield f"\\textsc{{{label}:}} {said(text)}" if label else said(text)


def _heading(title: str) -> str:
    """Return a heading that is kept with what follows."""
    return f"\\pagebreak[1]\\medskip\\textbf{{\\normalsize {title}}}\\par\\nopagebreak"
