"""Reports for people: plain text, the same bytes for the same results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..result import Result, Verdict, Weight, Witness
from ..scheme_result import COMPUTED, BoundResult, EntropyResult, Matrix, PrivateWhere, Outcome, SchemeResult
from .alphabet import spelt
from .grids import Grid
from .layout import INDENT, PLAIN, Look, glued, pairs, stated, table, visible
from .notation import spell
from .view import Entry, Failing, Place, Stage, Step, View, encodings, failing, quoted, summary, view
from .view import stated as readings

if TYPE_CHECKING:
    from ..algebra.field import Element, Point
    from ..claims.file import Claim
    from ..schemes.pmf import Atoms

NOTHING: Mapping[str, Sequence[Weight]] = MappingProxyType({})
DENIED, STANDS = "Denied, and it fails", "Denied, but it holds"
NEEDED = {True: "needed", False: "not needed", None: "undecided without it"}


# -- claims ------------------------------------------------------------------------------------------------


def claims(results: Sequence[Result], weights: Mapping[str, Sequence[Weight]] = NOTHING, look: Look = PLAIN) -> str:
    """One claim in full, or a table of several with a summary; with the weights of hypotheses where asked for."""
    if len(results) == 1:
        weighed = _weighed(weights.get(results[0].id, ()), look)
        return "\n".join([*_claim(view(results[0]), look), *weighed]) + "\n"
    views = [view(result) for result in results]
    rows = [(look.title("claim"), look.title("verdict"), look.title("shown"), look.title("statement"))]
    rows += [(v.id, look.verdict(v.verdict), "{}/{}".format(*v.counts()), v.title) for v in views]
    lines = [look.cut(line) for line in table(rows)]
    for found in views:
        if found.verdict is not Verdict.PROVED:
            lines += ["", *_short(found, look)]
    for claim, entries in weights.items():
        if entries:
            lines += ["", claim, *_weighed(entries, look)]
    counts = [f"{count} {word}" for word, count in summary(results).items()]
    if look.terminal:
        counts = [look.verdict(Verdict(said.split()[1]), said) if said[0] != "0" else said for said in counts]
    encoded = look.wrapped(encodings(results), "", INDENT) if encodings(results) else []
    return "\n".join([*lines, "", f"{len(results)} claims: {', '.join(counts)}", *encoded]) + "\n"


def line(witness: Witness) -> str:
    """A witness in one line."""
    return failing(witness).line()


def short(result: Result, look: Look = PLAIN) -> list[str]:
    """Why a claim is not simply proved, in a few lines."""
    return _short(view(result), look)


def shown(claim: Claim, look: Look = PLAIN) -> list[str]:
    """What a claim says and where it is written, not judged."""
    lines = [f"{claim.id}: {claim.title}", f"{INDENT}{claim.where}"]
    if not claim.printed:
        return [*lines, "", *stated(claim.says, "", look)]
    return [*lines, *_readings(readings(claim.says, quoted(claim), claim.encodes), look)]


def _readings(found: Iterable[tuple[str, Sequence[str]]], look: Look) -> list[str]:
    """What is printed and how it is read: titles, each with lines."""
    return [line for title, texts in found for line in (
        "", look.title(title), *(each for text in texts for each in stated(text, INDENT, look)))]


def _short(found: View, look: Look) -> list[str]:
    lines = [f"{found.id}: {look.verdict(found.verdict)}"]
    lines += look.wrapped(found.holds, INDENT, INDENT) if found.conditions else []
    for condition in found.inherited:
        lines += look.wrapped(f"{condition.text}: because of {condition.through}", INDENT, INDENT)
    for failed in found.failing:
        lines += look.wrapped(f"fails at {failed.line(dict(found.letters))}", INDENT, INDENT)
    for entry in found.entries_of(found.stands):
        lines += look.wrapped(f"holds, though it is denied: {spell(entry.says, dict(found.letters))}", INDENT, INDENT)
    if rest := found.rest("failing", "stands"):
        lines += look.wrapped(f"here {rest}", INDENT, INDENT)
    if found.correction:
        lines += look.wrapped(f"correction (proved): {found.correction}", INDENT, INDENT)
    return [*lines, *(look.wrapped(f"not shown: {found.why}", INDENT, INDENT) if found.why else ())]


def _claim(found: View, look: Look) -> list[str]:
    lines = look.wrapped(f"{found.id}: {found.title}", "", INDENT)
    lines += look.wrapped(found.where, INDENT) if found.where else []
    lines += _readings(found.stated, look)
    for name, variables in found.experiments:
        lines += ["", look.title(f"Experiment {name}"), *pairs(variables, INDENT, look)]
    lines += _titled("Shown", "places", found, look)
    lines += _titled("Shown whether or not this is supposed" if found.conditions else "Shown besides", "beside", found,
                     look)
    lines += _derived(found, look)
    if found.exceptions:
        rows = [tuple(spelt(cell, look.alphabet) for cell in (thin.where, thin.outcome, thin.note))
                for thin in found.exceptions]
        shown = [INDENT + line for line in table(rows)]
        if max(map(visible, shown)) > look.width:
            shown = pairs([(where, f"{outcome} {note}") for where, outcome, note in rows], INDENT, look)
        lines += ["", look.title("Exceptional points"), *shown]
    for failed in found.failing:
        here = _here(found, "failing", look) if failed is found.failing[0] else []
        lines += ["", *look.wrapped(failed.title, "", INDENT), *here, *pairs(failed.rows(), INDENT, look)]
    for failed in found.denied:
        here = _here(found, "denied", look) if failed is found.denied[0] else []
        lines += ["", look.title(DENIED), *here, *pairs(failed.rows(), INDENT, look)]
    lines += _titled(STANDS, "stands", found, look)
    if found.correction:
        lines += ["", look.title("Correction (proved)"), *look.wrapped(found.correction, INDENT)]
        lines += _here(found, "corrects", look)
        lines += [line for place in found.corrects for line in _place(place, look)]
    if found.also:
        lines += ["", look.title("Also holds"), *(x for said in found.also for x in look.wrapped(said, INDENT, INDENT))]
    if found.corrected:
        lines += ["", look.title("Rests on the corrections of"), *look.wrapped(glued(found.corrected), INDENT)]
    if found.why:
        lines += ["", look.title("Not shown"), *look.wrapped(found.why, INDENT)]
    if found.coq:
        lines += ["", look.title("Coq"), *(line for name in found.coq for line in look.wrapped(name, INDENT, INDENT))]
    through = [f"{c.text}: because of {c.through}" for c in found.inherited]
    lines += ["", *(line for said in through for line in look.wrapped(said, "", INDENT))]
    said = f"Verdict: {look.verdict(found.verdict)}" + found.outcome.removeprefix(found.verdict.value)
    counted = (f"The certificate has {found.facts} step{'s' * (found.facts > 1)}; --steps writes "
               f"{'them' if found.facts > 1 else 'it'} out." if found.facts else "")
    shown = look.wrapped(counted, "", INDENT) if counted and not look.steps else []
    return [*lines, *look.wrapped(said, "", INDENT), *shown]


def _titled(title: str, part: str, found: View, look: Look) -> list[str]:
    places = getattr(found, part)
    if not places:
        return []
    shown = [line for place in places for line in _place(place, look)]
    return ["", look.title(title), *_here(found, part, look), *shown]


def _here(found: View, part: str, look: Look) -> list[str]:
    """What the letters stand for, in the part that speaks of them first."""
    return look.wrapped(f"Here {found.key}.", INDENT) if found.key and found.explained == part else []


def _place(place: Place, look: Look) -> Iterator[str]:
    where = f"where {glued(place.where)}" if place.where else "everywhere"
    yield from look.wrapped(f"{where} ({place.name})", INDENT, INDENT)
    inside = INDENT * 2
    for entry in place.entries:
        if not entry.claim:
            yield from _entry(entry, inside, look)
    if place.uses:
        yield from look.wrapped(f"rests on {glued(place.uses)}", inside, INDENT)
    if place.used:
        yield from look.wrapped(f"uses {glued(place.used)}", inside, INDENT)


def _entry(entry: Entry, indent: str, look: Look) -> Iterator[str]:
    given = f", given {glued(entry.given)}" if entry.given else ""
    yield from look.wrapped(entry.says + given, indent, INDENT * 2)
    inside = indent + INDENT
    for grid in entry.grids:
        yield from ([f"{inside}{grid.name}"] if len(entry.grids) > 1 else [])
        yield from _grid(grid, inside, look)
    for grid in entry.laws:
        yield from look.wrapped(grid.name, inside, INDENT)
        yield from _law(grid, inside + INDENT, look)
    if look.steps:
        for step in entry.steps:
            yield from _step(step, inside, look)
        if entry.again:
            yield from look.wrapped(f"with {', '.join(entry.again)} above", inside, INDENT)
    if entry.stages:
        yield from look.wrapped(entry.induction, inside, INDENT)
        for stage in entry.stages:
            yield from _stage(stage, inside + INDENT, look)


def _grid(grid: Grid, indent: str, look: Look) -> list[str]:
    """A matrix; one that is too wide is told row by row, without its zeros."""
    rows = [("", *grid.columns), *((name, *cells) for name, cells in grid.rows)]
    lines = [indent + line for line in table(rows)]
    if max(map(visible, lines)) <= look.width:
        return lines
    found = []
    for name, cells in grid.rows:
        found.append(f"{indent}from {name}")
        found += pairs([(f"to {to}", cell) for to, cell in zip(grid.columns, cells, strict=True) if cell != "0"],
                       indent + INDENT, look)
    return found


def _law(grid: Grid, indent: str, look: Look) -> list[str]:
    """Laws side by side; where they are too wide, value by value."""
    lines = [indent + line for line in table([("", *grid.columns), *((name, *cells) for name, cells in grid.rows)])]
    if max(map(visible, lines)) <= look.width:
        return lines
    return [line for name, cells in grid.rows for line in (
        indent + name, *pairs([*zip(grid.columns, cells, strict=True)], indent + INDENT, look))]


def _stage(stage: Stage, indent: str, look: Look) -> Iterator[str]:
    yield from look.wrapped(f"{stage.place}: {glued(stage.holds) or 'nothing is needed'}", indent, INDENT)
    for step in stage.steps if look.steps else ():
        yield from _step(step, indent + INDENT, look)


def _step(step: Step, indent: str, look: Look) -> Iterator[str]:
    yield from look.wrapped(f"{step.name}: {step.line()}", indent, INDENT * 2)


def _derived(found: View, look: Look) -> list[str]:
    lines: list[str] = []
    for region in dict.fromkeys(one.region for one in found.derived):
        rows = [(one.name, one.value) for one in found.derived if one.region == region]
        lines += [INDENT + region, *pairs(rows, INDENT * 2, look)]
    return ["", look.title("Derived, from the scheme or the program alone"), *lines] if lines else []


def _weighed(weights: Sequence[Weight], look: Look) -> list[str]:
    """What becomes of a claim without one of its hypotheses."""
    if not weights:
        return []
    lines = ["", look.title("Hypotheses that carry weight")]
    for weight in weights:
        said = f"needed by {weight.through}" if weight.through else NEEDED[weight.needed]
        why = "" if weight.witness is None else f"; without it fails at {failing(weight.witness).line()}"
        lines += look.wrapped(f"{weight.hypothesis} ({weight.region}): {said}{why}", INDENT, INDENT)
    return lines


# -- errata ------------------------------------------------------------------------------------------------


def erratum(found: View) -> list[tuple[str, str]]:
    """Printed, how that is read, why it fails, what should stand there."""
    pairs_ = [(title.lower(), line) for title, lines in found.stated for line in lines]
    letters = dict(found.letters)
    pairs_ += [("fails at", failed.line(letters)) for failed in found.first_failing()]
    pairs_ += [("denied, but holds", spell(entry.says, letters)) for entry in found.entries_of(found.stands)]
    pairs_ += [("here", rest)] if (rest := found.rest("failing", "stands")) else []
    pairs_ += [("rests on", f"{c.through}, which holds if {c.text}") for c in found.inherited]
    if found.correction:
        pairs_.append(("should be (proved)", found.correction))
    elif found.verdict is Verdict.CONDITIONAL:
        pairs_.append((f"{found.holds.removesuffix(found.needs)}(proved)", found.needs))
    elif found.verdict is Verdict.UNDECIDED:
        pairs_.append(("undecided", found.why or "nothing was shown"))
    return pairs_


# -- schemes -----------------------------------------------------------------------------------------------

MEANING = {
    "normalised": "every row in use is a probability distribution",
    "decodable": "the query downloads the request, for every t",
    "private": "no history tells anything about X_0, for every t",
    "query chain": "the queries form a Markov chain",
}


def scheme(found: SchemeResult, path: str, look: Look = PLAIN) -> str:
    lines = [*look.wrapped(f"{found.title or 'scheme'} ({path})", "", INDENT), ""]
    rows = [("region", glued(found.stated))]
    for name, meaning in MEANING.items():
        part = found.properties[name]
        more = " whose matrix changes with t" if name == "query chain" and not found.matrices else ""
        proved = part.verdict is Verdict.PROVED
        rows.append((name, look.verdict(part.verdict) + (f": {meaning}{more}" if proved else ", see below")))
    lines += pairs(rows, "", look)
    if found.query_chain.verdict is Verdict.PROVED:
        lines += _matrices(found, look)
    if found.costs:
        lines += ["", f"expected download in messages{found.cost_note}", *_costs(found, look)]
    if found.under_mode is not None:
        lines += ["", f"privacy under {'every mode' if found.mode == 'all' else f'the mode {found.mode}'}",
                  INDENT + look.verdict(found.under_mode.verdict)]
    least = f": no private scheme does better than {found.bound}" if found.bound is not None else ""
    lines += ["", *look.wrapped(f"optimality{least}", "", INDENT), *_optimality(found.optimal, look)]
    if found.exceptions:
        lines += ["", "exceptional points", *table([(INDENT + a, b) for a, b in found.exceptions])]
    for name, part in found.properties.items():
        name = "a query chain" if name == "query chain" else name
        if name == "optimal":
            continue        # told above
        if part.witness is not None:
            lines += ["", f"why not {name}", *pairs(_why_not(failing(part.witness), part), INDENT, look)]
        elif part.verdict is not Verdict.PROVED:
            lines += ["", f"undecided about {name}", *look.wrapped(part.why or "nothing was shown", INDENT)]
    if found.private_where is not None:
        lines += ["", *_private_where(found.private_where, look)]
    return "\n".join(lines) + "\n"


def _private_where(found: PrivateWhere, look: Look) -> list[str]:
    """The equations that the parameters must satisfy, as far as that is proved."""
    if not found.cases:
        return ["private for no values of the parameters (proved)"]
    lines = [f"private if {'and only if ' if found.converse else ''}(proved)"]
    for number, (equations, _) in enumerate(found.cases):
        lines += look.wrapped(("or " if number else "") + glued(equations), INDENT)
    for equations in found.unknown:
        lines += look.wrapped(f"not known where {glued(equations)}", INDENT)
    return lines


def cases(found: Sequence[SchemeResult], path: str, look: Look = PLAIN) -> str:
    """One scheme, or one for each case of a file."""
    if len(found) == 1:
        return scheme(found[0], path, look)
    parts = []
    for number, one in enumerate(found, start=1):
        parts.append(look.title(f"case {number} of {len(found)}") + "\n" + scheme(one, path, look))
    return "\n".join(parts)


def _why_not(failed: Failing, part: Outcome) -> tuple[tuple[str, str], ...]:
    """A leak is told as two probabilities of one history."""
    shows = {} if part.witness is None else dict(part.witness.shows)
    if part.witness is None or "one" not in shows:
        return failed.rows()
    sides = ((shows["one"], part.witness.left), (shows["other"], part.witness.right))
    return (("at", failed.at), *failed.shows, *((f"Pr(history | X_0 = {a})", value) for a, value in sides))


def _matrices(found: SchemeResult, look: Look) -> list[str]:
    where = f", where {glued(found.outside)}" if found.outside else ""
    if len(found.matrices) == 1:
        return ["", *look.wrapped(f"its matrix (from row to column){where}", "", INDENT),
                *_matrix(found, found.matrices[0], look)]
    return [line for when, rows in found.timed_matrices() for line in (
        "", *look.wrapped(f"its matrix from {when}{where}", "", INDENT), *_matrix(found, rows, look))]


def _matrix(found: SchemeResult, rows: Matrix, look: Look) -> list[str]:
    return _grid(Grid("", found.queries, rows), INDENT, look)


def _costs(found: SchemeResult, look: Look) -> list[str]:
    rows = [(f"t = {t}", _cut(cost or "undecided")) for t, cost in found.costs]
    rows += [("t ≥ 1", found.cost_form)] if found.cost_form is not None else []
    rows += [("where", glued(found.cost_conditions))] if found.cost_conditions else []
    return pairs(rows, INDENT, look)


def _cut(text: str, widest: int = 100) -> str:
    return text if len(text) <= widest else f"{text[:widest - 30]} … (in full with --format json)"


def _optimality(part: Outcome, look: Look) -> list[str]:
    rows = [("optimal", look.verdict(part.verdict))]
    if part.witness is not None:
        shows = dict(part.witness.shows)
        place = [f"{name} = {value}" for name, value in (*part.witness.point, ("t", shows.get("t", "?")))]
        rows += [("at", ", ".join(place)),
                 ("costs", f"{part.witness.left}, where {part.witness.right} is possible")]
    elif part.why:
        rows.append(("why", part.why))
    return pairs(rows, INDENT, look)


# -- bounds, entropies, the joint law ----------------------------------------------------------------------

LISTED = 24


def least(found: BoundResult, sources: Sequence[str], time: int, parameters: Point, look: Look = PLAIN,
          hidden: str = "X_0") -> str:
    """The least download, if the checker accepts it; `hidden` are the requests that are to be kept secret."""
    place = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    title = f"least expected download of {len(sources)} sources at t = {time}{f' at {place}' if place else ''}"
    title += "" if hidden == "X_0" else f", if ({hidden}) is to be hidden"
    lines = [*look.wrapped(title, "", INDENT), ""]
    if found.verdict is not Verdict.PROVED:
        said = [("verdict", look.verdict(found.verdict)), ("why", found.why or "nothing was shown"),
                *([] if found.rejected else [("computed", str(found.value))])]
        return "\n".join([*lines, *pairs(said, "", look)]) + "\n"
    lines += table([("messages", str(found.value)), ("rate", str(1 / found.value))])
    for title, entries in (
        (f"attained by the law of (sources decodable, {hidden}, X_t), "
         f"{hidden if hidden == 'X_0' else f'({hidden})'} uniform", found.point),
        ("no law does better: multipliers of the constraints", found.multipliers),
    ):
        rows = [(INDENT + name, str(value)) for name, value in entries[:LISTED]]
        lines += ["", title, *table(rows)]
        if len(entries) > LISTED:
            lines.append(f"{INDENT}… {len(entries) - LISTED} more with --format json")
    return "\n".join(lines) + "\n"


def entropy(found: EntropyResult, look: Look = PLAIN) -> str:
    return "\n".join([*found.lines, "", f"Verdict: {look.verdict(found.verdict)}"]) + "\n"


def pmfs(laws: Sequence[tuple[Sequence[str], Atoms]]) -> Iterator[str]:
    """One law for each case of a file, line by line."""
    for number, (region, law) in enumerate(laws, start=1):
        if len(laws) > 1:
            yield f"{chr(10) if number > 1 else ''}case {number} of {len(laws)}: {', '.join(region)}\n\n"
        yield from pmf(law)


def pmf(law: Atoms) -> Iterator[str]:
    widths = [max(map(len, (name, *labels))) for name, labels in zip(law.variables, law.labels(), strict=True)]
    line = "  ".join(f"%-{width}s" for width in widths) + "  %s\n"
    yield line % (*law.variables, "probability")
    written: dict[Element, str] = {}
    counts: dict[Element, int] = {}
    for atom, element in law:
        if element not in written:
            written[element] = str(law.factored(element))
        counts[element] = counts.get(element, 0) + 1
        yield line % (*atom, written[element])
    total = sum((element * number for element, number in counts.items()), law.scheme.field.zero)
    yield f"\n{sum(counts.values())} atoms, sum {total} ({COMPUTED})\n"
