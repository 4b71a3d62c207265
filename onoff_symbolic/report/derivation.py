"""A result as blocks: statement, hypotheses, derivation case by case, verdict, witness, correction.

The derivation is what the run discharged. Where somebody has set a proof by hand (in our notation), that stands
instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from ..claim import Result
from ..kernel import Fact, Judgement
from ..obligation import Covers, Identity, Induction, Obligation, Optimum, Shannon, Sign, Uses
from .blocks import Block, CaseOf, Equation, Equations, Heading, Lead, Note, Paragraph
from .notation import GREEK, Math, Prose, read, spell
from .text import exceptional, failures, line, outcome

_QUANTITY = re.compile(r"(?:Pr|P|p|E|ℓ|1/R_|R_)")
"""How a label begins that names a number, which then equals the element."""

_WHEN = (" after ", " for ", " at ")


def blocks(
    result: Result, displays: Sequence[Block] | None = None, letters: Mapping[str, str] = MappingProxyType({}),
    legend: str = "",
) -> Iterator[Block]:
    """`displays`: numbers and their derivations as set by hand; `letters` spells what names in entropies stand for."""
    claim, judgement = result.claim, result.judgement
    yield Heading(claim.id, claim.title, claim.where)
    yield Lead("Statement", claim.statement)
    used = [(case.name, judgement.of(case).hypotheses()) for case in judgement.cases()]
    listed = "; ".join(f"where {name}: {', '.join(map(str, found))}" for name, found in used if found)
    yield Lead("Hypotheses used", f"{listed or 'none'}.")
    if result.correction is None:
        yield Lead("Derivation", f"Here {legend}." if legend else "")
        yield from _shown(claim.id, judgement, displays, letters)
    for case in exceptional(judgement):
        note = f"; {case.note}" if case.note else ""
        yield Lead("Exceptional", f"{case.name}: {outcome(judgement.of(case))}{note}.")
    conditions = judgement.conditions()
    needs = f"; it needs {'; and '.join(conditions)}" if conditions else ""
    yield Lead("Verdict", f"{result.verdict.value}{needs}.")
    for failure in failures(judgement):
        yield Lead(f"Fails where {failure.obligation.case.name}", f"{line(failure.witness)}.")
    if result.correction is not None:
        yield Lead(f"Correction ({result.correction.verdict.value})", claim.correction)
        yield Lead("Derivation", f"Here {legend}." if legend else "")
        yield from _shown(claim.id, result.correction, displays, letters)


def _shown(
    claim: str, judgement: Judgement, displays: Sequence[Block] | None, letters: Mapping[str, str]
) -> Iterator[Block]:
    yield from (block for block in displays or () if not isinstance(block, Note))
    yield from _derivation(claim, _kept(judgement, displays), letters)


def _kept(judgement: Judgement, displays: Sequence[Block] | None) -> list[Obligation]:
    """What was discharged and is still to be shown: displays have shown the numbers."""
    facts = [o.obligation for o in judgement.outcomes if isinstance(o, Fact)]
    return [fact for fact in facts if displays is None or not isinstance(fact, Identity | Sign | Covers)]


def _derivation(claim: str, facts: Sequence[Obligation], letters: Mapping[str, str]) -> Iterator[Block]:
    """Case by case, step by step."""
    for case in dict.fromkeys(map(_case, facts)):
        inside = [fact for fact in facts if _case(fact) == case]
        yield CaseOf(case)
        uses = [fact.claim for fact in inside if isinstance(fact, Uses)]
        if uses:
            yield Paragraph(f"This rests on {', '.join(f'`{name}`' for name in uses)}.")
        for group in dict.fromkeys(fact.group for fact in inside if not isinstance(fact, Uses)):
            yield from _group(claim, group, [fact for fact in inside if fact.group == group], letters)


def _case(fact: Obligation) -> str:
    """The case, with the time where what is shown is about one time."""
    time = dict(fact.context).get("t") if isinstance(fact, Identity | Sign) else None
    return fact.case.name if time is None or "t = " in fact.case.name else f"{fact.case.name}, t = {time}"


def _group(claim: str, group: str, facts: Sequence[Obligation], letters: Mapping[str, str]) -> Iterator[Block]:
    shown = [text for fact in facts for text in _equation(fact)]
    said = [text for fact in facts for text in _sentence(fact)]
    count = len(facts) - len(shown) - len(said) - sum(isinstance(fact, Shannon) for fact in facts)
    more = "more " if shown else ""
    rest = f" ({count} {more}with the same value on both sides)" if count > 0 else ""
    told = f": {'; '.join(dict.fromkeys(said))}." if said else ":" if shown else "."
    yield Paragraph(_sentence_case(group) + rest + told)
    if shown:
        yield Equations(claim, tuple(dict.fromkeys(shown)))
    for fact in facts:
        if isinstance(fact, Shannon):
            yield from _shannon(claim, fact, letters)


def _sentence_case(text: str) -> str:
    """With a capital, if it begins with a word."""
    return text[:1].upper() + text[1:] if text and isinstance(read(text)[0], Prose) else text


def _equation(fact: Obligation) -> Iterator[str]:
    """A relation between numbers, as a chain; nothing where both sides are the same and have no name."""
    if isinstance(fact, Identity):
        name = _quantity(fact.label)
        sides = list(dict.fromkeys((str(fact.left), str(fact.right))))
        sides = [side for side in sides if not _squeezed(name).endswith(f"={_squeezed(side)}")]
        if name or len(sides) > 1:
            yield " = ".join([name, *sides] if name else sides)
    elif isinstance(fact, Sign):
        than = "0" if fact.than is None else str(fact.than)
        yield f"{fact.element} {'=' if fact.relation == '==' else fact.relation} {than}"


def _squeezed(text: str) -> str:
    """Without spaces and with Greek letters as signs, to compare what is written."""
    return spell(text, GREEK).replace(" ", "")


def _quantity(label: str) -> str:
    """The number that a label names, without the time that it is told for; "" where it names none."""
    pieces = read(label)
    if not pieces or not isinstance(pieces[0], Math) or not _QUANTITY.match(pieces[0].text):
        return ""
    timed = len(pieces) > 1 and isinstance(pieces[1], Prose) and pieces[1].text.startswith(_WHEN)
    return pieces[0].text if len(pieces) == 1 or timed else ""


def _sentence(fact: Obligation) -> Iterator[str]:
    match fact:
        case Identity() | Sign() | Shannon():
            return
        case Induction():
            yield f"{fact.label} is {fact.base[1]} on both sides at the first t, and {fact.step[1]} at t+1"
        case Covers():
            yield f"{fact.label} are all"
        case Optimum():
            yield fact.label
        case _:
            yield fact.label + ("" if "every t" in fact.label else ", decided for every t at once")


def _shannon(claim: str, fact: Shannon, letters: Mapping[str, str]) -> Iterator[Block]:
    """The statement, and the chains of inequalities that prove it."""
    chains: list[tuple[list[str], list[str]]] = []
    for text in fact.answer.lines():
        relation = re.match(r"(.*?)\s*(<=|>=|=)\s(.*)", text.rstrip())
        if relation is None:
            chains.append(([text.strip()], []))
            continue
        left, sign, rest = relation.groups()
        right, _, reason = re.sub(r"\s{3,}", "\0", rest).partition("\0")
        if left.strip():
            chains.append(([left.strip()], []))
        chains[-1][0].append(f"{sign} {right}")
        chains[-1][1].append(_because(reason))
    # That an entropy is not negative needs no line of its own.
    found = [(parts, reasons) for parts, reasons in chains
             if reasons and reasons != [f"holds because {' '.join(parts)}"]]
    if not found:
        yield Equation(claim, spell(fact.label.partition(" given ")[0], letters))
    for parts, reasons in found:
        yield Equation(claim, spell(" ".join(parts), letters), tuple(spell(reason, letters) for reason in reasons))


def _because(reason: str) -> str:
    kind, _, statement = reason.partition(" ")
    return {"as": f"holds because {statement}", "given": f"is given by {statement}"}.get(kind, reason)
