"""Claims as a LaTeX document of its own; joint laws as LaTeX to paste."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..result import Result, Verdict
from .alphabet import LETTERS
from .blocks import Block, CaseOf, Equation, Heading, Lead, Paragraph, Table
from .grids import Grid
from .latex_blocks import document as written_out
from .notation import spell
from .text import DENIED, STANDS
from .view import Entry, Place, Step, View, view

if TYPE_CHECKING:
    from ..algebra.field import Element, Factored
    from ..schemes.pmf import Atoms

# -- claims ------------------------------------------------------------------------------------------------


def document(results: Iterable[Result]) -> str:
    """Claims, each with what was shown and how."""
    return written_out(block for result in results for block in blocks(view(result)))


def blocks(found: View) -> Iterator[Block]:
    """Statement, the paper's line of argument, what was shown, verdict, witnesses, correction."""
    yield Heading(found.id, found.title, found.where)
    yield from (Lead(title, "; ".join(lines)) for title, lines in found.stated)
    yield Lead("Hypotheses used", f"{', '.join(found.hypotheses) or 'none'}.")
    if found.argument:
        yield Lead("The paper's line of argument", "It is given for the reader; what was checked stands below.")
        yield from found.argument
    for name, variables in found.experiments:
        said = "; ".join(f"{word} {says}" for word, says in variables)
        yield Lead(f"Experiment {name}", f"{said}.")
    if found.rest():
        yield Lead("Letters", f"Here {found.rest()}.")
    if found.places:
        yield Lead("Shown", "")
        yield from _places(found, found.places)
    if found.beside:
        yield Lead("Shown whether or not this is supposed" if found.conditions else "Shown besides", "")
        yield from _places(found, found.beside)
    for thin in found.exceptions:
        yield Lead("Exceptional", f"{thin.where}: {thin.outcome}{f'; {thin.note}' if thin.note else ''}.")
    yield Lead("Verdict", f"{found.outcome}.")
    if found.verdict is Verdict.UNDECIDED:
        yield Lead("Not shown", found.why or "Nothing was found.")
    letters = dict(found.letters)
    yield from (Lead(failed.title, f"{failed.line(letters)}.") for failed in found.failing)
    yield from (Lead(DENIED, f"{failed.line(letters)}.") for failed in found.denied)
    if found.stands:
        yield Lead(STANDS, "")
        yield from _places(found, found.stands)
    yield from (Lead("Rests on", f"`{c.through}`, which holds if {c.text}.") for c in found.inherited)
    if found.correction:
        yield Lead("Correction (proved)", found.correction)
        yield from _places(found, found.corrects)
    yield from (Lead("Also", said) for said in found.also)
    if found.corrected:
        yield Lead("Corrections used", ", ".join(f"`{claim}`" for claim in found.corrected))
    if found.coq:
        yield Lead("Coq", "; ".join(f"`{name}`" for name in found.coq))


def _places(found: View, places: Sequence[Place]) -> Iterator[Block]:
    letters = dict(found.letters)
    for place in places:
        yield CaseOf(place.title)
        if place.uses:
            yield Paragraph(f"This rests on {', '.join(f'`{claim}`' for claim in place.uses)}.")
        for entry in place.entries:
            if not entry.claim:
                yield from _entry(found.id, entry, letters)
        if place.used:
            yield Paragraph(f"This uses {', '.join(place.used)}.")


def _entry(claim: str, entry: Entry, letters: dict[str, str]) -> Iterator[Block]:
    given = f", given {', '.join(entry.given)}" if entry.given else ""
    yield Paragraph(_capital(spell(entry.says + given, letters)) + ".")
    yield from (Equation(claim, _matrix(grid)) for grid in entry.grids)
    yield from (Table(claim, grid.name, ("value", *grid.columns), tuple((name, *cells) for name, cells in grid.rows))
                for grid in entry.laws)
    yield from (_step(step, letters) for step in entry.steps)
    if entry.again:
        yield Paragraph(f"With {', '.join(f'`{name}`' for name in entry.again)} above.")
    if entry.stages:
        yield Paragraph(entry.induction)
    for stage in entry.stages:
        yield Paragraph(f"{stage.place[0].upper()}{stage.place[1:]}: {', '.join(stage.holds) or 'nothing is needed'}.")
        yield from (_step(step, letters) for step in stage.steps)


def _step(step: Step, letters: dict[str, str]) -> Paragraph:
    return Paragraph(f"`{step.name}` says {spell(step.line(), letters)}.")


def _capital(text: str) -> str:
    """With a capital, if it begins with a word of several letters."""
    return text[:1].upper() + text[1:] if text[:2].isalpha() and text[:2].islower() else text


def _matrix(grid: Grid) -> str:
    rows = "; ".join(", ".join(cells) for _, cells in grid.rows)
    return f"{grid.name} = [{rows}]"


# -- elements ----------------------------------------------------------------------------------------------


def element(value: Element) -> str:
    """An element in mathematics mode."""
    from ..algebra.field import written

    return written(value, _term, _quotient)


def name(text: str) -> str:
    """A parameter's or a variable's name."""
    if text.startswith("Pr("):
        return "\\Pr(" + name(text[3:-1].partition("=")[0]) + f" = \\mathrm{{{text[3:-1].partition('=')[2]}}})"
    head, _, tail = text.partition("_")
    letter = f"\\{head}" if head in LETTERS else head if len(head) == 1 else f"\\mathrm{{{head}}}"
    return letter + (f"_{{{tail}}}".replace("_", "\\_").replace("\\_{", "_{", 1) if tail else "")


def _term(coefficient: int, powers: list[tuple[str, int]]) -> str:
    parts = [str(coefficient)] if coefficient != 1 or not powers else []
    parts += [name(n) if exponent == 1 else f"{name(n)}^{{{exponent}}}" for n, exponent in powers]
    return " ".join(parts)


def _quotient(top: str, top_single: bool, bottom: str, bottom_single: bool) -> str:
    return f"\\frac{{{top}}}{{{bottom}}}"


def product(value: Factored) -> str:
    """A product of irreducible factors, in mathematics mode."""
    constant, factors = value.shown()
    sides: tuple[list[str], list[str]] = ([], [])
    for factor, exponent in factors:
        body = element(factor) if factor.size == 2 else f"({element(factor)})"
        sides[exponent < 0].append(body if abs(exponent) == 1 else f"{body}^{{{abs(exponent)}}}")
    top, bottom = (
        " ".join([*([str(n)] if n != 1 or not side else []), *side])
        for n, side in zip((abs(constant.numerator), constant.denominator), sides, strict=True)
    )
    sign = "-" if constant < 0 else ""
    return sign + (top if bottom == "1" else f"\\frac{{{top}}}{{{bottom}}}")


# -- joint laws --------------------------------------------------------------------------------------------


def pmfs(laws: Sequence[tuple[Sequence[str], Atoms]]) -> Iterator[str]:
    """One law for each case of a file, line by line."""
    for number, (region, law) in enumerate(laws):
        if len(laws) > 1:
            yield f"{chr(10) if number else ''}% {', '.join(region)}\n"
        yield from pmf(law)


def pmf(law: Atoms) -> Iterator[str]:
    heads = " & ".join(f"${name(variable)}$" for variable in law.variables)
    yield f"\\begin{{tabular}}{{{'c' * len(law.variables)}|l}}\n{heads} & probability \\\\\n\\hline\n"
    written: dict[Element, str] = {}
    for atom, element in law:
        if element not in written:
            written[element] = product(law.factored(element))
        cells = " & ".join(f"${text}$" for text in atom)
        yield f"{cells} & ${written[element]}$ \\\\\n"
    yield "\\end{tabular}\n"
