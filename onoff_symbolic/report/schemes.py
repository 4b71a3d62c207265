"""Reports about schemes, chains and entropies: the answer in one line, then the table of what it consists of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..result import Verdict, Witness
from ..scheme_result import (
    COMPUTED,
    BoundResult,
    ClosedResult,
    DesignedCase,
    DesignResult,
    EntropyResult,
    Matrix,
    PrivateWhere,
    Outcome,
    RegionResult,
    SchemeResult,
    ProblemResult,
)
from .alphabet import greek
from .claims import capital, witness_rows
from .document import Areas, Block, Code, Facts, Items, Part, Plot, Table, Text, Title, listed
from .view import failing
from .words import condition, marked

if TYPE_CHECKING:
    from ..algebra.field import Element, Point
    from ..schemes.measured import AtPoint, Leakage
    from ..schemes.pmf import Atoms

MEANING = {
    "normalised": "every row in use is a probability distribution",
    "decodable": "every query that is sent downloads the request",
    "private": "no history reveals anything about $X_0$, for any law of $X_0$",
    "optimal": "no private scheme downloads less, at any $t ≥ 1$",
    "query chain": "the queries are a Markov chain",
}
MODE = (True, False, False, False, True, False, False, True, False, False, False, False)
"""A mode to draw where none is asked for."""
LISTED, LONG_COST, DIGITS, LONG_NUMBER = 24, 100, 6, 16
EQUAL = re.compile(r"\s+= ")
NO_HEADS = ("", "", "")


# -- schemes -----------------------------------------------------------------------------------------------


def cases(found: Sequence[SchemeResult], path: str) -> Iterator[Block]:
    """Yield the report on a scheme, or on each case of a file."""
    if len(found) == 1:
        yield from scheme(found[0], path)
        return
    yield Title(f"{found[0].title or 'Scheme'} (`{path}`)")
    for number, one in enumerate(found, start=1):
        yield Part(f"case {number} of {len(found)}", tuple(scheme(one, "")))


def scheme(found: SchemeResult, path: str) -> Iterator[Block]:
    """Yield what the checker says of a scheme."""
    if path:
        yield Title(f"{found.title or 'Scheme'} (`{path}`)")
    yield Text(_answer(found), verdict=found.verdict)
    if found.private_where is not None:
        yield from _private_where(found.private_where)
    yield Table("", NO_HEADS, tuple(_properties(found)))
    if found.query_chain.verdict is Verdict.PROVED:
        where = f", where {_region(found.outside)}" if found.outside else ""
        times: dict[Matrix, list[str]] = {}
        for when, rows in found.timed_matrices():
            times.setdefault(rows, []).append(when)
        for rows, whens in times.items():
            from_ = f" from {' and '.join(map(marked, whens))}" if any(whens) else ""
            cells = tuple((marked(name), *map(marked, row)) for name, row in rows)
            yield Table(f"Matrix of the queries{from_}{where}", ("", *map(marked, found.queries)), cells)
    if found.exceptions:
        points = tuple((marked(where), outcome) for where, outcome in found.exceptions)
        yield Table("Exceptional points", ("where", "the scheme"), points)
    for name, part in found.properties.items():
        if part.witness is not None and name not in ("optimal", "private"):
            yield Part(f"Why not {name}", (Facts(tuple(witness_rows(failing(part.witness)))),))
    yield Facts(
        (
            ("Supposed", (_region(found.stated),)),
            *_unbounded(found),
            ("More", ("--mode all (other privacy modes), --certificate OUT, -o page.html",)),
        )
    )


def _answer(found: SchemeResult) -> str:
    """Return the verdict in a sentence."""
    three = {"normalised": found.normalised, "decodable": found.decodable, "private": found.private}
    refuted = [name for name, part in three.items() if part.verdict is Verdict.REFUTED]
    undecided = [name for name, part in three.items() if part.verdict is Verdict.UNDECIDED]
    if refuted:
        leak = found.private.witness if "private" in refuted else None
        why = f": {_leak(leak)}" if leak is not None else ", see below."
        return f"Not {listed(refuted)}{why}"
    if undecided:
        return f"Undecided: whether it is {listed(undecided)}."
    best = ", decodable and optimal" if found.optimal.verdict is Verdict.PROVED else " and decodable"
    return f"Private{best}, for every $t$ and {_all(found.stated)} (proved)."


def _verdict(verdict: Verdict, text: str) -> Text:
    """Return the line that a report begins with."""
    return Text(f"{verdict.value.capitalize()}: {text}", verdict=verdict)


def _computed(text: str) -> Text:
    """Return the line that a report begins with whose number no certificate states."""
    return Text(f"{capital(COMPUTED)}: {text}", verdict=Verdict.UNDECIDED)


def _all(region: Sequence[str]) -> str:
    text = _region(region)
    return text if text.startswith(("every", "no ")) else f"all {text}"


def _region(relations: Sequence[str]) -> str:
    """Return relations, or words that say that there are none."""
    return ", ".join(map(condition, relations))


def _leak(witness: Witness) -> str:
    """Return what a history reveals, in sentences."""
    shows = dict(witness.shows)
    if "history" not in shows:
        return failing(witness).sentence()
    history = shows["history"].split(",")
    at = ", ".join(f"${name} = {value}$" for name, value in witness.point)
    one, other = (f"$X_0 = {shows[key]}$" for key in ("one", "other"))
    left, right = Fraction(witness.left), Fraction(witness.right)
    return (
        f"$Q_{len(history) - 1}$ reveals something about $X_0$. {f'At {at} the' if at else 'The'} queries "
        f"{', '.join(history)} have probability ${left}$ if {one} and ${right}$ if {other}. An observer for whom both "
        f"were equally likely now believes {one} with probability ${left / (left + right)}$."
    )


def _unbounded(found: SchemeResult) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the parameters about which nothing is supposed, with the line to add."""
    bounded = {word for text in found.region for word in re.findall(r"\w+", text)}
    for name in found.parameters:
        if name not in bounded:
            said = f'nothing about ${name}$: add "0 <= {name} <= 1" to `where`, if it is a probability'
            yield "Not supposed", (said,)


def _properties(found: SchemeResult) -> Iterator[tuple[str | Verdict, ...]]:
    """Yield each property with its verdict and what that means."""
    for name, meaning in MEANING.items():
        part = found.properties[name]
        if part.verdict is Verdict.PROVED:
            yield name, part.verdict, meaning
        elif found.word(name) == "not asked":
            yield name, "not asked", part.why
        elif name == "optimal" and part.witness is not None:
            place = [*part.witness.point, ("t", dict(part.witness.shows).get("t", "?"))]
            at = ", ".join(f"${key} = {value}$" for key, value in place)
            costs = f"it costs ${part.witness.left}$, where ${part.witness.right}$ is possible"
            yield name, part.verdict, f"at {at} {costs}"
        else:
            yield name, part.verdict, part.why or "see above" * (name == "private") or "see below"
    yield from _costs(found)
    if found.bound is not None:
        yield "bound", found.optimal.verdict, f"no private scheme downloads less than ${found.bound}$ at $t ≥ 1$"
    if found.under_mode is not None:
        mode = "every mode" if found.mode == "all" else f"the mode {found.mode}"
        yield "under a mode", found.under_mode.verdict, f"private under {mode}"


def _costs(found: SchemeResult) -> Iterator[tuple[str | Verdict, ...]]:
    """Yield the expected download: at every t, else at some t."""
    if found.cost_form is not None:
        where = f", where {_region(found.cost_conditions)}" if found.cost_conditions else ""
        yield "download", Verdict.PROVED, f"${found.cost_form}$ messages at $t ≥ 1${where}"
    elif found.costs:
        shown = [
            f"{marked(_cut(cost)) if cost else 'undecided'} at $t = {time}$" for time, cost in found.costs
        ]
        yield "download", "computed", f"{', '.join(shown)} ({COMPUTED})"


def _cut(text: str) -> str:
    """Return a text without its end, if it is long; JSON has it in full."""
    if len(text) <= LONG_COST:
        return text
    whole, _, _ = text[:LONG_COST - 30].rpartition(" ")
    return f"{whole} …"


def _private_where(found: PrivateWhere) -> Iterator[Block]:
    """Yield the equations that the parameters must satisfy, as far as that is proved."""
    if not found.cases:
        yield Text("Private for no values of the parameters (proved).")
        return
    either = " or ".join(_region(equations) for equations, _ in found.cases)
    unknown = "; ".join(map(_region, found.unknown))
    more = f" Not known where {unknown}." if unknown else ""
    yield Text(f"Private if {'and only if ' if found.converse else ''}{either} (proved).{more}")


# -- a scheme at a point -----------------------------------------------------------------------------------


def page(
    found: SchemeResult, path: str, file: str, measured: AtPoint | None, mode: Sequence[bool] = MODE
) -> Iterator[Block]:
    """Yield the report on a scheme with what was measured at a point, and its file."""
    yield from scheme(found, path)
    if measured is not None:
        yield from _measured(found, measured, mode)
    yield Part("The file", (Code(file),), "file")


def _measured(found: SchemeResult, measured: AtPoint, mode: Sequence[bool]) -> Iterator[Block]:
    at = _at(measured.point)
    if measured.leakage is not None:
        yield from _history(found, measured.leakage, at)
        law = tuple((marked(source), str(chance)) for source, chance in measured.leakage.posterior)
        title = f"The law of $X_0$ after the history (uniform before){at} ({COMPUTED})"
        yield Table(title, ("$X_0$", "probability"), law)
        yield Table(
            f"$I(X_0; Q_1, …, Q_t)$ in bits, enclosed{at} ({COMPUTED})",
            ("t", "at least", "at most"),
            tuple(ranges(measured.leakage.information)),
        )
    least = tuple((t, 1 / bound) for t, _, bound in measured.rows if bound is not None)
    bound = (("bound", least),) if least else ()
    mine = ("this scheme", tuple((t, 1 / cost) for t, cost, _ in measured.rows))
    yield Plot(
        "Rate over time",
        ("t", "rate"),
        (mine, *bound),
        caption=f"The rate of the scheme and the largest of any private scheme{at} ({COMPUTED}).",
    )
    costs = [cost for _, cost, _ in measured.rows]
    times = ", ".join(str(t) for t, on in enumerate(mode) if on)
    drawn = f"; drawn{at}" if at else ""
    yield Plot(
        "Download under a privacy mode",
        ("t", "messages"),
        (("this scheme", sawtooth(costs, mode)),),
        caption=f"ON at $t = {times}$: everything is downloaded, and the scheme starts again{drawn} ({COMPUTED}).",
    )


def _history(found: SchemeResult, leakage: Leakage, at: str) -> Iterator[Block]:
    """Yield the history that leaks, step by step, and the law that makes its last step."""
    witness = found.private.witness
    shows = {} if witness is None else dict(witness.shows)
    rows, taken = list[tuple[str, ...]](), set[tuple[int, int]]()
    for time, branches in enumerate(leakage.tree):
        for branch in branches:
            if branch.taken:
                taken |= {(len(rows), column) for column in (1, 2, 3)}
            rows.append((f"$Q_{time}$", marked(branch.query), *(str(chance) for _, chance in branch.chances)))
    heads = ("", "query", *(f"given $X_0 = {shows.get(key, '?')}$" for key in ("one", "other")))
    title = f"The history that leaks, step by step: its probability with each next query{at} ({COMPUTED})"
    yield Table(title, heads, tuple(rows), marked=frozenset(taken))
    if leakage.law is None:
        return
    last, before = f"Q_{len(leakage.tree) - 1}", f"Q_{len(leakage.tree) - 2}"
    history = [branch.query for branches in leakage.tree for branch in branches if branch.taken]
    column = 2 + found.queries.index(history[-1])
    cells = tuple((marked(given), marked(request), *map(marked, row)) for given, request, row in leakage.law.rows)
    yield Table(
        f"Where it comes from: the law of ${last}$ after ${before} = {history[-2]}$, as the file has it",
        (f"${leakage.law.given}$", f"$X_{len(leakage.tree) - 1}$", *map(marked, found.queries)),
        cells,
        marked=frozenset((row, column) for row in range(len(cells))),
    )


def _at(point: Mapping[str, Fraction]) -> str:
    return f" at {', '.join(f'${name} = {value}$' for name, value in point.items())}" if point else ""


def sawtooth(costs: Sequence[Fraction], mode: Sequence[bool]) -> tuple[tuple[int, Fraction], ...]:
    """Return the expected download under a mode: at each ON time everything, and then as t counts from it."""
    last, points = 0, []
    for time, private in enumerate(mode):
        last = time if private else last
        if time - last < len(costs):
            points.append((time, costs[time - last]))
    return tuple(points)


def ranges(information: Sequence[tuple[int, Fraction, Fraction]]) -> Iterator[tuple[str, str, str]]:
    """Yield t, at least, at most; more digits where there are only zeros else."""
    for time, low, high in information:
        digits = 6
        while high and high < Fraction(1, 10 ** (digits - 3)) and digits < 36:
            digits += 3
        yield str(time), rounded(low, digits), rounded(high, digits, up=True)


def rounded(value: Fraction, digits: int, up: bool = False) -> str:
    """Return a number that is not negative with so many digits, rounded down or up: never to the wrong side."""
    scaled = value * 10**digits
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    return f"{whole // 10 ** digits}.{whole % 10 ** digits:0{digits}d}"


# -- bounds ------------------------------------------------------------------------------------------------


def decimals(value: Fraction) -> str:
    """Return a number, rounded to some digits."""
    return f"{'-' if value < 0 else ''}{rounded(abs(value) + Fraction(1, 2 * 10 ** DIGITS), DIGITS)}"


def number(value: Fraction) -> str:
    """Return a number with its decimals; a long one by its decimals alone."""
    text = str(value)
    if value.denominator == 1:
        return text
    return f"≈ {decimals(value)}" if len(text) > LONG_NUMBER else f"{text} ≈ {decimals(value)}"


def least(
    found: BoundResult, path: str, time: int, parameters: Point, hidden: str = "X_0"
) -> Iterator[Block]:
    """Yield the least download, if the checker accepts it; `hidden` are the requests that are to be kept secret."""
    yield Title(f"Least download (`{path}`){_at(parameters)}")
    hiding = "" if hidden == "X_0" else f", if $({hidden})$ is to be hidden"
    if found.verdict is not Verdict.PROVED:
        why = found.why or "nothing was shown"
        if found.rejected:
            yield _verdict(found.verdict, why)
        else:
            yield _computed(f"at least {found.value} messages at $t = {time}${hiding}. {capital(why)}")
        yield from _reason(found)
        return
    yield Text(
        f"At least {found.value} messages at $t = {time}$ for every private scheme{hiding} (proved). Attained by the "
        f"law below: rate {number(1 / found.value)}.",
        verdict=found.verdict,
    )
    yield from _reason(found)
    law = f"${hidden if hidden == 'X_0' else f'({hidden})'}$ uniform"
    yield _entries(f"Attained by the law of (sources decodable, ${hidden}$, $X_t$), {law}", found.point)
    yield _entries("Why not less: multipliers of the constraints", found.multipliers)


def _reason(found: BoundResult) -> Iterator[Block]:
    """Yield why a simple bound is attained, where that is known."""
    if found.reason:
        yield Text(f"Why this number: {found.reason} ({COMPUTED}).")


def _entries(title: str, entries: Sequence[tuple[str, Fraction]]) -> Table:
    rows = [(name, str(value)) for name, value in entries[:LISTED]]
    if len(entries) > LISTED:
        rows.append((f"… {len(entries) - LISTED} more with --format json", ""))
    return Table(title, ("", ""), tuple(rows))


def problem(found: ProblemResult, path: str) -> Iterator[Block]:
    """Yield the least cost of a one-step problem, and the laws on sets that attain it."""
    yield Title(f"Least cost of one step (`{path}`)")
    if found.verdict is Verdict.PROVED:
        yield _verdict(found.verdict, f"no query costs less than {number(found.value)} in expectation; attained below.")
    else:
        yield _verdict(found.verdict, f"{number(found.value)} ({found.why or COMPUTED})")
    for secret, law in found.laws:
        given = f", given {secret}" if secret else ""
        yield _entries(f"Probability of each set that is sent{given}", law)


def bounds(rows: Sequence[tuple[int, BoundResult]], path: str, parameters: Point) -> Iterator[Block]:
    """Yield the least downloads at several times, each with its verdict."""
    yield Title(f"Least download (`{path}`){_at(parameters)}")
    cells: list[tuple[str | Verdict, ...]] = []
    for time, found in rows:
        values = ("", "") if found.rejected else (number(found.value), number(1 / found.value))
        computed = found.verdict is Verdict.UNDECIDED and not found.rejected
        cells.append((str(time), *values, COMPUTED if computed else found.verdict))
    yield Table("", ("t", "messages", "rate", "verdict"), tuple(cells))
    reasons = dict.fromkeys(found.why for _, found in rows if found.verdict is not Verdict.PROVED)
    yield from (Text(why) for why in reasons if why)


def closed(forms: Sequence[ClosedResult], path: str) -> Iterator[Block]:
    """Yield closed forms with parameters: what is certified on parts of the region; else a form that is not."""
    yield Title(f"Least download (`{path}`)")
    for found in forms:
        if len(found.parts) > 1:
            yield Text(
                f"At least so many messages at ${found.time}$ for every private scheme ({_how(found)}):",
                verdict=found.verdict,
            )
            places: dict[str, list[str]] = {}
            for where, value in found.parts:
                places.setdefault(value, []).append(_region(where))
            rows = tuple((marked(value), f"where {', or '.join(wheres)}") for value, wheres in places.items())
            yield Table("", ("messages", ""), rows)
            drawn = zip(found.parts, found.corners, strict=True)
            yield from _areas(
                f"Least download at ${found.time}$, by its form",
                found.names,
                [(f"{marked(value)} where {_region(where)}", corners) for (where, value), corners in drawn],
            )
        else:
            form = found.parts[0][1] if found.parts else found.form
            yield Text(
                f"At least ${form}$ messages at ${found.time}$ for every private scheme ({_how(found)}).",
                verdict=found.verdict,
            )
    yield Text("--at NAME=VALUE,... (the law that attains it), --certificate OUT", "More")


def _how(found: ClosedResult) -> str:
    """Return how a form is known."""
    if found.verdict is Verdict.PROVED:
        return "proved"
    return found.why or COMPUTED


def _areas(
    title: str,
    names: Sequence[str],
    parts: Sequence[tuple[str, Sequence[tuple[Fraction, Fraction]]]],
) -> Iterator[Block]:
    """Yield a picture of parts of a region in two parameters, if there are some that can be drawn."""
    drawn = tuple((name, tuple(corners)) for name, corners in parts if corners)
    if len(names) == 2 and drawn:
        yield Areas(title, (names[0], names[1]), drawn)


# -- designs -----------------------------------------------------------------------------------------------


def design(found: DesignResult, path: str) -> Iterator[Block]:
    """Yield what a designed scheme is, case by case."""
    yield Title(f"Best set scheme (`{path}`)")
    if found.verdict is Verdict.PROVED:
        best = all(case.judged.optimal.verdict is Verdict.PROVED for case in found.cases)
        more = " and optimal: no private scheme downloads less, at any $t ≥ 1$" if best else ""
        yield Text(f"Found a scheme that is private under every mode, decodable{more} (proved).", verdict=found.verdict)
    else:
        yield _verdict(found.verdict, "whether it is private under every mode and decodable.")
    parts = [(f"{case.verdict.value} where {_region(case.judged.region)}", case.corners) for case in found.cases]
    yield from _areas("The cases of the design", found.cases[0].judged.parameters, parts)
    for number_, case in enumerate(found.cases, start=1):
        blocks = tuple(_case(found, case))
        if len(found.cases) == 1:
            yield from blocks
        else:
            yield Part(f"case {number_} of {len(found.cases)}", blocks)


def _case(found: DesignResult, case: DesignedCase) -> Iterator[Block]:
    judged = case.judged
    parts = {name: judged.properties[name] for name in ("normalised", "decodable", "private", "optimal")}
    parts["every mode"] = Outcome(Verdict.UNDECIDED) if judged.under_mode is None else judged.under_mode
    rows: list[tuple[str | Verdict, ...]] = [
        (name, part.verdict, part.why if part.verdict is Verdict.UNDECIDED else "")
        for name, part in parts.items()
    ]
    at = _at(dict(case.point))
    if case.total is not None:
        rows.append(
            ("best", case.best.verdict, case.best.why or f"no set scheme has a smaller {_summed(found)}{at}")
        )
    rows += [*_costs(judged)]
    yield Table("", NO_HEADS, tuple(rows))
    if judged.region:
        yield Facts((("Supposed", (_region(judged.region),)),))
    if case.total is not None:
        cells = tuple(
            (str(t), number(cost), number(bound), number(cost - bound)) for t, cost, bound in case.rows
        )
        yield Table(
            f"{COMPUTED}{at}: {_summed(found)} is {number(case.total)}", ("t", "download", "bound", "gap"), cells
        )


def _summed(found: DesignResult) -> str:
    if found.horizon is not None:
        return f"excess up to $t = {found.horizon}$"
    return "total excess" if found.discount == 1 else f"excess, discounted by {found.discount} for each step"


# -- regions -----------------------------------------------------------------------------------------------


def region(found: RegionResult, path: str, parameters: Point) -> Iterator[Block]:
    """Yield the front of the costs: its vertices, and what every private scheme pays at least."""
    yield Title(f"Downloads that private schemes can have together (`{path}`){_at(parameters)}")
    note = f" ({found.why})" if found.why and found.verdict is Verdict.UNDECIDED else ""
    vertices = "1 vertex" if len(found.vertices) == 1 else f"{len(found.vertices)} vertices"
    text = f"{vertices}, {len(found.faces)} faces{note}."
    yield _computed(text) if found.verdict is Verdict.UNDECIDED else _verdict(found.verdict, text)
    times = range(1, len(found.vertices[0]) + 1)
    rows = tuple((str(i), *map(number, costs)) for i, costs in enumerate(found.vertices, start=1))
    title = "Vertices, $l_t$ being the expected download at $t$ in messages"
    yield Table(title, ("", *(f"$l_{t}$" for t in times)), rows)
    if len(found.vertices[0]) == 2 and len(found.vertices) > 1:
        front = tuple((first, second) for first, second in sorted(found.vertices))
        axes = ("$l_1$, messages at $t = 1$", "$l_2$, messages at $t = 2$")
        yield Plot("The front", axes, (("front", front),), caption="Private schemes have costs on it or above.")
    faces = []
    for weights, value, on in found.faces:
        terms = " + ".join(
            f"l_{t}" if w == 1 else f"{w}*l_{t}" for t, w in zip(times, weights, strict=True) if w
        )
        faces.append((f"${terms} >= {value}$", f"with equality at {', '.join(str(i + 1) for i in on)}"))
    yield Table("Every private scheme has", ("", ""), tuple(faces))


# -- entropies and joint laws ------------------------------------------------------------------------------


def entropy(found: EntropyResult) -> Iterator[Block]:
    """Yield a proof, or a counterexample and what is known besides."""
    given = f", given {_region(found.given)}" if found.given else ""
    says = {Verdict.PROVED: "for all random variables", Verdict.REFUTED: "fails; see the counterexample"}
    said = says.get(found.verdict, "for which no proof and no counterexample was found")
    yield _verdict(found.verdict, f"${found.goal}${given}, {said}.".replace(", fails", " fails"))
    shown, known = list(found.lines), list[str]()
    if f"{COMPUTED}:" in shown:
        end = next((i for i, line in enumerate(shown) if line.startswith("counterexample")), len(shown))
        known, shown = shown[:end], shown[end:]
    if shown:
        padding = " " * any(EQUAL.match(line) for line in shown)
        yield Code("\n".join(_with_signs(line, padding) for line in shown))
    yield Items(tuple(line.strip() for line in known))


def _with_signs(line: str, padding: str) -> str:
    """Return a line of a proof with single signs for relations; `padding` keeps them in their column."""
    before, reason, after = line.partition("  as ")
    return before.replace("<=", f"{padding}≤").replace(">=", f"{padding}≥") + reason + greek(after)


def pmfs(laws: Sequence[tuple[Sequence[str], Atoms]]) -> Iterator[str]:
    """Yield the lines of one law for each case of a file."""
    for number_, (where, law) in enumerate(laws, start=1):
        if len(laws) > 1:
            yield f"{chr(10) if number_ > 1 else ''}case {number_} of {len(laws)}: {', '.join(where)}\n\n"
        yield from pmf(law)


def pmf(law: Atoms) -> Iterator[str]:
    """Yield the lines of a joint law, atom by atom."""
    widths = [
        max(map(len, (name, *labels))) for name, labels in zip(law.variables, law.labels(), strict=True)
    ]
    line = "  ".join(f"%-{width}s" for width in widths) + "  %s\n"
    yield line % (*law.variables, "probability")
    written: dict[Element, str] = {}
    counts: dict[Element, int] = {}
    for atom, element in law:
        if element not in written:
            written[element] = str(law.factored(element))
        counts[element] = counts.get(element, 0) + 1
        yield line % (*atom, greek(written[element]))
    total = sum((element * count for element, count in counts.items()), law.scheme.field.zero)
    yield f"\n{sum(counts.values())} atoms, sum {greek(str(total))} ({COMPUTED})\n"
