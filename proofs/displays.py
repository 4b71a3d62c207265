"""What the displays of the appendices are made of: printed data, elements and results, in our plain notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from onoff_symbolic.claim import Result
from onoff_symbolic.algebra.field import Element
from onoff_symbolic.kernel import Verdict
from onoff_symbolic.report.blocks import Block, Note, Paragraph
from onoff_symbolic.report.notation import formulas, spell

from .paper import Paper
from .printed import Bullet, Lines

POWER = {"u": "(1-α-β)^t"}
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Run:
    """The paper and what came of its claims."""

    paper: Paper
    judge: Callable[[str], Result]

    def statement(self, claim: str, place: int = 0) -> str:
        """A formula of a claim's statement."""
        return formulas(self.judge(claim).claim.statement)[place]

    def said(self, claim: str) -> str:
        """The statement that holds: the corrected one where the printed one is refuted."""
        result = self.judge(claim)
        return result.claim.statement if result.correction is None else result.claim.correction

    def note(self, claim: str) -> Iterator[Block]:
        """In the margin, where a claim does not hold as printed."""
        result = self.judge(claim)
        if result.verdict is Verdict.CONDITIONAL:
            yield Note(claim, f"needs {'; '.join(result.judgement.conditions())}")
        elif result.verdict is not Verdict.PROVED:
            yield Note(claim, "corrected here" if result.correction is not None else result.verdict.value)

    def told(self, claim: str, text: str = "") -> Iterator[Block]:
        """The note, and a paragraph: the text, or the statement that holds."""
        yield from self.note(claim)
        yield Paragraph(text or self.said(claim))

    def remarks(self, claim: str, case: str) -> dict[str, str]:
        return {r.group: r.label for r in self.judge(claim).judgement.remarks if r.case.name == case}


def say(value: Element, letters: Mapping[str, str] = NOTHING) -> str:
    """An element, with other letters for some of its names."""
    return spell(str(value), letters)


def factor(value: Element, letters: Mapping[str, str] = NOTHING) -> str:
    """An element as a factor: a sum in parentheses."""
    text = say(value, letters)
    return f"({text})" if value.size > 2 and "/" not in text else text


def product(*values: Element, letters: Mapping[str, str] = NOTHING) -> str:
    """The factors that are not 1."""
    found = [value for value in values if value != 1]
    return say(found[0], letters) if len(found) == 1 else "·".join(factor(value, letters) for value in found) or "1"


def chain(*parts: str) -> str:
    """Parts that are equal, each written once."""
    return " = ".join(dict.fromkeys(parts))


def matrix(rows: Sequence[Sequence[Element]]) -> str:
    return "[" + "; ".join(", ".join(map(say, row)) for row in rows) + "]"


def printed_rows(paper: Paper, lines: Lines, letters: Mapping[str, str] = NOTHING) -> Iterator[tuple[str, ...]]:
    """A printed table's cells, as they stand there."""
    for line in lines:
        yield tuple(spell(text, letters) for text in line)


def condition(bullet: Bullet) -> str:
    """The case of a bullet, in words."""
    return bullet.condition + (f", t {bullet.parity}" if bullet.parity else "")
