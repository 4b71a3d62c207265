"""A letter to the authors: what stands, then what does not, by weight; a cause of several errata is told once.

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
from .notation import spell
from .view import view

SETTLED = (Verdict.CONDITIONAL, Verdict.REFUTED)
"""Verdicts that make an erratum."""
PLURAL = {"wrong": "wrong as printed", "hypothesis": "missing hypotheses", "gap": "gaps", "slip": "slips",
          "remark": "remarks"}
ONE = {weight: title.lower() for weight, title in WEIGHTS.items()}


@dataclass(frozen=True)
class Item:
    cause: str
    title: str
    places: tuple[str, ...]
    parts: tuple[tuple[str, str], ...]
    """Printed, why it fails, what should stand there."""


@dataclass(frozen=True)
class Letter:
    title: str
    of: str
    """The paper: authors, title, year, number, the version that was read."""
    head: tuple[str, ...]
    """What stands, under what hypothesis, how it was checked."""
    groups: tuple[tuple[str, tuple[Item, ...]], ...]
    """By weight, the heaviest first."""
    noticed: tuple[str, ...]


# -- from the results --------------------------------------------------------------------------------------


def letter(paper: Paper, results: Sequence[Result]) -> Letter:
    """Each claim that does not hold as printed is in it: under its causes, or by itself."""
    found = {result.id: result for result in results}
    groups = []
    for weight, title in WEIGHTS.items():
        causes = [cause for cause in paper.causes if cause.weight == weight and _open(cause, found)]
        members = [_item(cause, paper, found) for cause in causes]
        members += [_alone(result, paper) for result in results if _weight(paper, result, found) == weight]
        if members:
            groups.append((title, tuple(members)))
    if unknown := tuple(_alone(result, paper) for result in results if result.verdict is Verdict.UNDECIDED):
        groups.append(("Undecided", unknown))
    about = paper.about
    named = f"{', '.join(paper.authors)}: {paper.title}" if paper.authors else paper.title
    more = [about.year, f"arXiv:{about.arxiv}" if about.arxiv else "", about.read and f"as read: {about.version}"]
    of = ", ".join([named, *(part for part in more if part)])
    noticed = about.noticed if len(found) == len(paper.claims) else ()
    return Letter(f"Notes on {paper.title}", of if of.endswith("…") else f"{of}.", tuple(_head(paper, results)),
                  tuple(groups), noticed)


def headline(paper: Paper, results: Sequence[Result]) -> str:
    """What holds of the main theorem, how many errata of which weight, what to type next."""
    main = next((result for result in results if result.id == paper.about.main), None)
    said = f"{_main(paper, main)} " if main is not None else ""
    counts = {weight: 0 for weight in WEIGHTS}
    found = {result.id: result for result in results}
    for cause in paper.causes:
        counts[cause.weight] += _open(cause, found)
    missing = sum(result.verdict is Verdict.UNDECIDED for result in results)
    for result in results:
        if weight := _weight(paper, result, found):
            counts[weight] += 1
    errata = ", ".join(f"{n} {(ONE if n == 1 else PLURAL)[weight]}" for weight, n in counts.items() if n)
    return (f"{said}{'Errata: ' + errata if errata else 'No errata'}{f', {missing} undecided' if missing else ''}. "
            f"Next: onoff-verify errata{option(paper)}")


def ending(standings: Mapping[str, Standing], paper: Paper) -> str:
    """Whether all came out as recorded, or what did not."""
    others = [claim for claim, standing in standings.items() if standing.kind == "fails"]
    if not paper.certificates.is_dir():
        decided = [claim for claim, standing in standings.items() if standing.found != "undecided"]
        which = "all" if len(decided) == len(standings) else " ".join(decided)
        return ("nothing is recorded yet; to expect just this from now on:\n  "
                f"onoff-verify certify {which}{option(paper)}\n") if decided else "nothing is recorded yet\n"
    return f"not as recorded: {', '.join(others)}\n" if others else "all as recorded\n"


def _main(paper: Paper, result: Result) -> str:
    name = _named(paper.claims[result.id], paper)
    shown = view(result)
    always = ", for every t" if paper.schemes else ""
    corrected = dict.fromkeys(_named(paper.claims[claim], paper) for claim in result.corrections)
    corrections = f", with {' and '.join(corrected)} as corrected" if corrected else ""
    return {
        Verdict.PROVED: f"{name} holds{' as printed' * result.as_printed}{always}{corrections}.",
        Verdict.CONDITIONAL: f"{name} holds{always}, {_spelled(shown.holds.removeprefix('holds '))}{corrections}.",
        Verdict.REFUTED: f"{name} does not hold as printed.",
        Verdict.UNDECIDED: f"{name} is undecided.",
    }[result.verdict]


def _named(claim: Claim, paper: Paper) -> str:
    """The number of a claim in the printed paper, or its title."""
    return next((paper.about.numbers[label] for label in claim.labels if label in paper.about.numbers), claim.title)


def _spelled(condition: str) -> str:
    return spelt(condition, "greek").replace("α + β", "α+β")


def _head(paper: Paper, results: Sequence[Result]) -> Iterator[str]:
    counts = {verdict: sum(result.verdict is verdict for result in results) for verdict in Verdict}
    main = next((result for result in results if result.id == paper.about.main), None)
    if main is not None:
        yield _main(paper, main)
    unknown = counts[Verdict.UNDECIDED]
    missing = f"; {unknown} {'is' if unknown == 1 else 'are'} undecided" if unknown else ""
    plain, failing = counts[Verdict.PROVED], counts[Verdict.REFUTED]
    exact = sum(result.as_printed for result in results)
    quoted = any(result.claim and result.claim.printed for result in results)
    said = f" ({exact} of them exactly as printed, without a correction)" if quoted and plain else ""
    yield (f"Of {len(results)} statement{'s' * (len(results) != 1)} {plain} hold{'s' * (plain == 1)}{said}, "
           f"{counts[Verdict.CONDITIONAL]} under a condition that is not printed, and "
           f"{failing} do{'es' * (failing == 1)} not hold{missing}.{_evidence(results)}")
    if not missing:
        named = any(result.claim and result.claim.names for result in results)
        reach = " and ".join(["all parameters"] * named + ["all t"] * bool(paper.schemes))
        yield (f"Everything was checked{' for ' * bool(reach)}{reach}, by certificates that anybody can check again "
               f"(onoff-verify {VERSION}).")


def _evidence(results: Sequence[Result]) -> str:
    """Return how many of the errata have a counterexample, and whether each has a correction that is proved."""
    wrong = [result for result in results if result.verdict in SETTLED]
    refuted = [result for result in wrong if result.verdict is Verdict.REFUTED]
    exact = sum(bool(result.witnesses) for result in wrong)
    if not exact:
        return ""
    if exact < len(wrong):
        have = "has" if exact == 1 else "have"
        return f" Of those that do not hold as printed, {exact} {have} an exact counterexample."
    corrected = all(result.corrected for result in refuted)
    return (" Each that does not hold as printed has an exact counterexample"
            f"{', and what should stand there is proved' if corrected else ''}.")


def _open(cause: Cause, found: Mapping[str, Result]) -> bool:
    """Return whether a claim is known not to hold as printed, and that of the witness, too; of a remark, whether its
    claims are decided."""
    verdicts = [found[claim].verdict for claim in cause.claims if claim in found]
    if cause.weight == "remark":
        return bool(verdicts) and Verdict.UNDECIDED not in verdicts
    if cause.of in found and found[cause.of].verdict not in SETTLED:
        return False
    return any(verdict in SETTLED for verdict in verdicts)


def _weight(paper: Paper, result: Result, found: Mapping[str, Result]) -> str:
    """The weight of a claim that stands by itself; nothing if it belongs to a cause, holds or is undecided."""
    if any(_open(cause, found) for cause in paper.causes_of(result.id)):
        return ""
    return {Verdict.REFUTED: "wrong", Verdict.CONDITIONAL: "hypothesis"}.get(result.verdict, "")


def _item(cause: Cause, paper: Paper, found: Mapping[str, Result]) -> Item:
    decided = [claim for claim in cause.claims if claim in found and found[claim].verdict is not Verdict.UNDECIDED]
    every = dict.fromkeys(filter(None, (place(paper.claims[claim], paper) for claim in decided)))
    places = tuple(one for one in every if not any(other.startswith(f"{one}, ") for other in every))
    parts = [("Printed", cause.printed), ("But", _witness(cause, found)), ("Correction", cause.should)]
    if cause.weight == "remark":
        parts = [("", cause.should)]
    return Item(cause.id, cause.title, places, tuple(part for part in parts if part[1]))


def _witness(cause: Cause, found: Mapping[str, Result]) -> str:
    """The text with the values of the certificate."""
    if not cause.witness or cause.of not in found or not found[cause.of].witnesses:
        return ""
    witness = found[cause.of].witnesses[0]
    values = {**dict(witness.point), "left": witness.left, "right": witness.right}

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise InputError(f"cause {cause.id}: the failure of {cause.of} has no value called {match[1]}")
        return values[match[1]]

    return re.sub(r"(?<![_^])\{(\w+)\}", value, cause.witness)     # X_{t} is an index


def _alone(result: Result, paper: Paper) -> Item:
    """A claim without a cause."""
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
        parts.append(("Correction", should))
    elif shown.verdict is Verdict.UNDECIDED:
        parts.append(("Undecided", shown.why or "nothing was shown"))
    places = tuple(filter(None, (place(paper.claims[result.id], paper),)))
    return Item(result.id, shown.title, places, tuple(part for part in parts if part[1]))


def place(claim: Claim, paper: Paper) -> str:
    """Where a reader of the printed paper finds it; the label second."""
    found = claim.where
    for label in sorted(paper.about.numbers, key=len, reverse=True):
        found = re.sub(rf"(?<![\w:(]){re.escape(label)}(?![\w-])", f"{paper.about.numbers[label]} ({label})", found)
    return found


# -- as text -----------------------------------------------------------------------------------------------


def plain(found: Letter, look: Look = PLAIN) -> str:
    lines = [*look.wrapped(found.title, ""), *look.wrapped(found.of, ""), ""]
    lines += [line for head in found.head for line in look.wrapped(head, "")]
    number = 0
    for title, members in found.groups:
        lines += ["", look.title(title.upper())]
        for item in members:
            number += 1
            lines += ["", *look.wrapped(f"{number}. {item.title}", "", "   ")]
            lines += look.wrapped("; ".join(item.places), "   ") if item.places else []
            for name, body in item.parts:
                lines += look.wrapped(f"{name}: {body}" if name else body, "   ", "  " if name else "")
    if found.noticed:
        lines += ["", look.title("ALSO NOTICED (READ, NOT JUDGED)"), ""]
        lines += [line for each in found.noticed for line in look.wrapped(f"- {each}", "", "  ")]
    return "\n".join(lines) + "\n"


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
    """A document that compiles by itself, or what stands between its first and last line (it needs amssymb)."""
    said = latex_math.prose
    lines = [f"\\textbf{{\\large {latex_math.escape(found.title)}}}", "", latex_math.escape(found.of), ""]
    lines += [f"{said(head)}\n" for head in found.head]
    number = 0
    for title, members in found.groups:
        lines += [_heading(said(title)), ""]
        for item in members:
            number += 1
            places = f" \\emph{{{said('; '.join(item.places))}.}}" if item.places else ""
            lines += [f"\\textbf{{{number}. {said(item.title)}.}}{places}"]
            lines += [f"\\newline\\textsc{{{name}:}} {said(body)}" if name else said(body) for name, body in item.parts]
            lines.append("")
    if found.noticed:
        lines += [_heading("Also noticed (read, not judged)"), "", " ".join(map(said, found.noticed))]
    body = "\n".join(lines) + "\n"
    return body if fragment else f"{_OPEN}{body}\\end{{document}}\n"


def _heading(title: str) -> str:
    """It stays with what follows."""
    return f"\\pagebreak[1]\\medskip\\textbf{{\\normalsize {title}}}\\par\\nopagebreak"
