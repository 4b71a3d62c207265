"""Reports about claims: the answer first, then what is printed and encoded, the argument, what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..result import Result, Verdict, Weight, Witness
from .document import Block, Facts, Items, Part, Table, Text, Title
from .grids import Grid
from .view import (
    Entry,
    Failing,
    Quote,
    RegionSection,
    View,
    encodings,
    encoded,
    failing,
    quoted,
    spell,
    summary,
    view,
)
from . import words
from .words import marked

if TYPE_CHECKING:
    from ..claims.file import Claim

Weights = Mapping[str, Sequence[Weight]]
NO_WEIGHTS: Weights = MappingProxyType({})
NEEDED = {True: "needed", False: "not needed", None: "undecided without it"}
MARKS = {"exact": "=", "stronger": ">", "weaker": "<", "other": "~", "": ""}
"""How an encoding relates to the print, in the table of all claims."""
KEY = (
    "Encoded: = exactly, > stronger, < weaker, ~ otherwise (show ID says why). "
    "+ with a correction of the paper: show ID says which."
)
TIES = {
    "compared": "a program compared a formula in the paper's LaTeX with this",
    "formula pinned": "a person compared a formula; if the LaTeX changes, it is noticed",
    "sentence pinned": "a person compared a sentence; if the LaTeX changes, it is noticed",
}
"""How a claim is tied to the paper's source, in words."""
DENIED, STANDS = "Denied, and it fails", "Denied, but it holds"
MANY = 3
"""So many statements, witnesses and regions are shown without --proof; the others are counted."""


# -- one claim ---------------------------------------------------------------------------------------------


def claim(result: Result, weights: Sequence[Weight] = (), proof: bool = False) -> Iterator[Block]:
    """Yield the report on a claim; with `proof`, all that was checked."""
    found = view(result)
    yield Title(found.title, found.id, found.where)
    yield from answer(found)
    yield Facts(tuple(_readings(found.statement, found.printed, found.encodes, found.encoded, proof)))
    yield from _source(found.tie)
    yield Facts(tuple(_support(found)))
    yield from _tables(found, proof)
    if weights:
        yield _weighed(weights)
    if proof:
        yield from proof_of(found)


def answer(found: View) -> Iterator[Block]:
    """Yield the verdict with its witness or condition, and the correction."""
    letters = dict(found.letters)
    first = found.first_failing()
    sentences = [failed.sentence(letters) for failed in first]
    if found.verdict is Verdict.PROVED:
        domain = f", for all {', '.join(found.domain)}" if found.domain else ""
        yield Text(f"proved{domain}.", "Verdict", found.verdict)
    elif found.verdict is Verdict.CONDITIONAL:
        yield Text(f"conditional. {capital(found.holds)}.", "Verdict", found.verdict)
        yield from (Text(sentence, failed.title) for failed, sentence in zip(first, sentences))
    elif found.verdict is Verdict.REFUTED:
        stands = [
            f"It is denied, but it holds: {spell(e.sentence, letters)}." for e in found.entries("stands")
        ]
        yield Text(" ".join(["refuted.", *sentences[:1], *stands]), "Verdict", found.verdict)
    else:
        yield Text(f"undecided. {found.why or 'Nothing was found.'}", "Verdict", found.verdict)
    if found.correction:
        yield Text(found.correction, "Correction (proved)")
    if found.corrected:
        yield Text(f"Rests on the corrections of {', '.join(f'`{claim}`' for claim in found.corrected)}.")


def _readings(
    says: str, printed: Sequence[Quote], encodes: str, statements: Sequence[str], whole: bool
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is printed, how it is read and how it is encoded."""
    if printed:
        yield "Printed", tuple(f"{each.place}: {each.text}" for each in printed)
    several = len(printed) > 1
    reads = [says, *(f"{each.place}: {each.read_as}" if several else each.read_as for each in printed if each.read_as)]
    if any(reads):
        yield ("Read as" if printed else "Statement"), tuple(filter(None, reads))
    shown = statements if whole or len(statements) <= MANY else statements[:MANY]
    more = [f"… and {len(statements) - len(shown)} more (--proof)"] if len(shown) < len(statements) else []
    why = [*_reasons(printed)]
    if lines := (*shown, *more, *(why or filter(None, [encodes]))):
        yield "Encoded", tuple(lines)


def _reasons(printed: Sequence[Quote]) -> Iterator[str]:
    """Yield why quotes are not encoded exactly, with their places unless it is the same for all."""
    places: dict[tuple[str, str], list[str]] = {}
    for each in printed:
        if each.why:
            places.setdefault((each.encodes, each.why), []).append(each.place)
    for (encodes, why), found in places.items():
        where = f" ({'; '.join(dict.fromkeys(found))})" if len(found) < len(printed) else ""
        yield f"{encodes}{where}: {why}"


def _support(found: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what the letters are, what fails besides, what is exceptional, what it rests on, where to read on."""
    letters = dict(found.letters)
    if explained := found.explained():
        yield "Letters", (explained,)
    first = found.first_failing()
    shown = [failed for failed in first if found.verdict is Verdict.REFUTED][:1]
    shown += first if found.verdict is Verdict.CONDITIONAL else ()
    several = len({failed.violates for failed in found.failing}) > 1
    others = [
        f"{failed.title}: {failed.sentence(letters)}" if several else failed.sentence(letters)
        for failed in found.failing
        if failed not in shown
    ]
    if others:
        yield "Also fails", tuple(others)
    if found.denied:
        yield DENIED, tuple(failed.sentence(letters) for failed in found.denied)
    if found.verdict is not Verdict.REFUTED and found.entries("stands"):
        yield STANDS, tuple(spell(entry.sentence, letters) for entry in found.entries("stands"))
    if found.exceptions:
        yield "Exceptional", tuple(f"{each.where}: {each.outcome}" for each in found.exceptions)
    if open_cases := tuple(
        entry.says for entry in found.entries() if entry.kind == "cover" and ";" in entry.says
    ):
        yield "Left open", open_cases
    if found.also:
        yield "Also holds", found.also
    for condition in found.conditions:
        if condition.through:
            yield "Condition", (f"{words.condition(condition.text)}: because of `{condition.through}`",)
    if counted := _counted(found):
        yield "Argument", (counted,)
    if found.rests_on:
        yield "Rests on", (", ".join(f"`{claim}`" for claim in found.rests_on),)
    if found.coq:
        yield "Coq", tuple(f"`{name}`" for name in found.coq)
    letter = (
        f"; onoff-verify errata {found.id}" if found.verdict in (Verdict.CONDITIONAL, Verdict.REFUTED) else ""
    )
    if found.argument:
        yield "On paper", (f"{found.where}: onoff-verify appendix --pdf",)
    yield "More", (f"onoff-verify {found.id} --proof{letter}",)


def _counted(found: View) -> str:
    """Return how many statements were shown, and how many of them by induction."""
    shown = [entry for entry in found.entries() if entry.kind not in ("cover", "uses")]
    by_induction = sum(bool(entry.stages) for entry in shown)
    how = f", {by_induction} by induction" if by_induction else ""
    return f"{len(shown)} statement{'s' * (len(shown) != 1)} shown{how}; see --proof" if shown else ""


def _tables(found: View, proof: bool) -> Iterator[Block]:
    """Yield the variables of experiments, what was derived, and without the proof the matrices of its statements."""
    for name, variables in found.experiments:
        rows = tuple((marked(word), says) for word, says in variables)
        yield Table(f"Experiment {name}", ("variable", "is"), rows)
    if found.derived:
        values = tuple((one.region, marked(one.name), marked(one.value)) for one in found.derived)
        yield Table("Derived, from the scheme or the program alone", ("region", "what", "value"), values)
    grids = [grid for entry in found.entries() for grid in (*entry.grids, *entry.laws)]
    yield from (_grid(grid.name, grid) for grid in dict.fromkeys(() if proof else grids))


def _weighed(weights: Sequence[Weight]) -> Block:
    """Return what becomes of a claim without one of its hypotheses."""
    rows = []
    for weight in weights:
        needed = f"needed by {weight.through}" if weight.through else NEEDED[weight.needed]
        why = failing(weight.witness).sentence() if weight.witness else ""
        rows.append((marked(weight.hypothesis), weight.region, needed, why))
    return Table("Hypotheses that carry weight", ("hypothesis", "region", "is", "without it"), tuple(rows))


# -- the proof ---------------------------------------------------------------------------------------------


POSTERIOR = "$p$, the chance of the first source as $X_0$ given the history, drops out"
PARTS = {
    "proves": "Proof",
    "beside": "Shown besides",
    "corrects": "Proof of the correction",
    "stands": STANDS,
}


def proof_of(found: View) -> Iterator[Block]:
    """Yield the steps that were checked, region by region."""
    for part, regions in found.sections().items():
        if regions:
            title = (
                "Shown whether or not the condition holds"
                if part == "beside" and found.conditions
                else PARTS[part]
            )
            yield Part(title, tuple(_region(region) for region in regions), folded=True)


def _region(region: RegionSection) -> Part:
    blocks = [block for entry in region.entries if not entry.claim for block in _entry(entry)]
    facts = [("Rests on", (", ".join(f"`{claim}`" for claim in region.uses),))] if region.uses else []
    facts += [("Uses", (", ".join(region.used),))] if region.used else []
    title = f"where {region.title} (`{region.name}`)" if region.where else f"everywhere (`{region.name}`)"
    return Part(title, (*blocks, *([Facts(tuple(facts))] if facts else [])))


def _entry(entry: Entry) -> Iterator[Block]:
    """Yield a statement with its matrices, its steps and the stages of its induction."""
    yield Text(f"{capital(entry.sentence)}.")
    yield from (_grid(grid.name, grid) for grid in (*entry.grids, *entry.laws))
    lines = [f"${step.name}$: {step.line()}" for step in entry.facts]
    if entry.also:
        lines.append(f"with {', '.join(f'${name}$' for name in entry.also)} above")
    if lines:
        yield Items(tuple(lines))
    if entry.stages:
        yield Text(entry.induction)
        lines = []
        for stage in entry.stages:
            lines.append(stage.line())
            lines += [f"${step.name}$: {step.line()}" for step in stage.facts]
        yield Items(tuple(lines))
        rows = [f"{stage.place}, {column}" for stage in entry.stages for column in stage.row]
        if rows:
            yield Text(f"The rows of the matrix, each column an identity; {POSTERIOR}:")
            yield Items(tuple(rows))


def _grid(title: str, grid: Grid) -> Table:
    rows = tuple((name, *map(marked, cells)) for name, cells in grid.rows)
    return Table(title, ("", *map(marked, grid.columns)), rows)


# -- several claims ----------------------------------------------------------------------------------------


def claims(results: Sequence[Result], weights: Weights = NO_WEIGHTS) -> Iterator[Block]:
    """Yield a table of claims, why those hold or fail that are not proved, and counts."""
    views = [view(result) for result in results]
    rows = []
    for found in views:
        mark = MARKS[found.encodes] + " +" * bool(found.corrected)
        rows.append((f"`{found.id}`", found.verdict, mark, found.title))
    yield Table("", ("claim", "verdict", "", "statement"), tuple(rows))
    if any(found.encodes for found in views):
        yield Text(KEY)
    for verdict in (Verdict.CONDITIONAL, Verdict.REFUTED, Verdict.UNDECIDED):
        members = tuple((found.id, tuple(_why(found))) for found in views if found.verdict is verdict)
        if members:
            yield Part(verdict.value.capitalize(), (Facts(members),))
    for id, entries in weights.items():
        if entries:
            yield Part(id, (_weighed(entries),))
    counts = ", ".join(f"{count} {word}" for word, count in summary(results).items())
    claims = "claim" if len(results) == 1 else "claims"
    yield Text(f"{len(results)} {claims}: {counts}")
    if sentence := encodings(results):
        yield Text(sentence)


def _why(found: View) -> Iterator[str]:
    """Yield why a claim is not simply proved: what it needs, where it fails, what holds instead."""
    letters = dict(found.letters)
    if found.conditions:
        through = dict.fromkeys(f" (by `{each.through}`)" for each in found.conditions if each.through)
        yield f"{found.holds}{''.join(through)}."
    fails = found.first_failing()[:1]
    stands = [spell(each.sentence, letters) for each in found.entries("stands")]
    yield from (failed.sentence(letters) for failed in fails)
    yield from (f"It is denied, but it holds: {each}." for each in stands)
    said = [name for failed in fails for name, _ in failed.point]
    said += [spell(failed.values or failed.what, letters) for failed in fails]
    if meanings := found.meanings([*said, *stands]):
        yield f"Here {', '.join(meanings)}."
    if found.correction:
        yield f"Instead: {found.correction}"
    if found.why:
        yield f"not shown: {found.why}"


def why(result: Result) -> list[str]:
    """Return why a claim is not simply proved."""
    return [*_why(view(result))]


def sentence(witness: Witness) -> str:
    """Return a witness in a sentence."""
    return failing(witness).sentence()


def shown(claim: Claim) -> Iterator[Block]:
    """Yield what a claim says and where it is in the paper, not judged."""
    yield Title(claim.title, claim.id, claim.where)
    statements = tuple(encoded(claim.proves, steps=claim.steps()))
    yield Facts(tuple(_readings(claim.says, quoted(claim), claim.encodes, statements, True)))
    yield from _source(claim.tie)


def _source(tie: str) -> Iterator[Facts]:
    """Yield how a claim is tied to the paper's source."""
    if tie:
        yield Facts((("Source", (TIES[tie],)),))


def erratum(found: View) -> Facts:
    """Return what is printed, how it is read, why it fails, what should be written there."""
    letters = dict(found.letters)
    readings = _readings(found.statement, found.printed, found.encodes, (), True)
    rows = [row for row in readings if row != ("Encoded", ("exact",))]
    rows += [(failed.title, (failed.sentence(letters),)) for failed in found.first_failing()]
    rows += [(STANDS, (spell(entry.sentence, letters),)) for entry in found.entries("stands")]
    if found.correction:
        rows.append(("Instead", (found.correction,)))
    elif found.conditions:
        rows.append(("Instead", (f"It {found.holds}.",)))
    elif found.verdict is Verdict.UNDECIDED:
        rows.append(("Undecided", (found.why or "nothing was shown",)))
    return Facts(tuple(rows))


def witness_rows(failed: Failing) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the parts of a failure with their labels."""
    yield "at", (", ".join(f"${name} = {value}$" for name, value in failed.point) or "every point",)
    yield from ((name, (marked(value),)) for name, value in failed.shows)
    yield "what", (failed.what,)
    yield "expected", (marked(failed.expected),)
    yield "found", (marked(failed.found),)


def capital(text: str) -> str:
    """Return a sentence with a capital; a formula keeps its first sign."""
    return text[:1].upper() + text[1:]
