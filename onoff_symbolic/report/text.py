"""Reports for people: plain text, the same bytes for the same results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..claim import Result
from ..kernel import Fact, Failure, Judgement, Open, Verdict
from ..obligation import Case, Uses, Witness

if TYPE_CHECKING:
    from ..schemes.bound import Least
    from ..schemes.pmf import Distribution
    from ..entropy.proof import NoProof, Proof
    from ..schemes.examine import Examination
    from ..algebra.field import Point
    from ..weights import Weight

INDENT = "  "
WIDTH = 100


def table(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """Rows with aligned columns; the last column is not padded."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def wrapped(text: str, indent: str, width: int = WIDTH) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(indent) + len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return [indent + line for line in lines]


# -- claims ------------------------------------------------------------------------------------------------


def claims(results: Sequence[Result], weights: Mapping[str, Sequence[Weight]] = MappingProxyType({})) -> str:
    """One claim in full, or a table of several with a summary; with the weights of hypotheses where asked for."""
    if len(results) == 1:
        return "\n".join([*_claim(results[0]), *_weighed(weights.get(results[0].claim.id, ()))]) + "\n"
    rows = [(r.claim.id, r.verdict.value, _count(r.judgement), r.claim.title) for r in results]
    lines = table([("claim", "verdict", "shown", "statement"), *rows])
    for result in results:
        if result.verdict is not Verdict.PROVED:
            lines += ["", *short(result)]
    for claim_id, found in weights.items():
        if found:
            lines += ["", claim_id, *_weighed(found)]
    return "\n".join([*lines, "", summary(results)]) + "\n"


def _weighed(weights: Sequence[Weight]) -> list[str]:
    """What becomes of a claim without one of its hypotheses."""
    if not weights:
        return []
    rows = []
    for weight in weights:
        said = {True: "needed", False: "not needed", None: "undecided without it"}[weight.needed]
        if weight.through:
            said = f"needed by {weight.through}"
        elif weight.needed is False and not weight.alone:
            said = "not needed by its own steps"
        why = f"without it fails at {line(weight.witness)}" if weight.witness is not None else ""
        rows.append((INDENT + weight.case, str(weight.hypothesis), said, why))
    return ["", "Hypotheses that carry weight", *table(rows)]


def short(result: Result) -> list[str]:
    """Why a claim is not simply proved, in a few lines."""
    lines = [f"{result.claim.id}: {result.verdict.value}"]
    lines += [f"{INDENT}needs {condition}" for condition in result.judgement.conditions()]
    for witness in dict.fromkeys(line(failure.witness) for failure in failures(result.judgement)):
        lines += wrapped(f"fails at {witness}", INDENT)
    if result.correction is not None:
        lines += wrapped(f"correction ({result.correction.verdict.value}): {result.claim.correction}", INDENT)
    reasons = dict.fromkeys(o.reason for o in result.judgement.outcomes if isinstance(o, Open))
    return [*lines, *(f"{INDENT}not shown: {reason}" for reason in reasons)]


def line(shown: Witness) -> str:
    """A witness in one line."""
    context = "".join(f", {name}: {value}" for name, value in shown.context)
    place = point(shown.parameters) or "every point"
    return f"{place}{context}; {shown.what}: expected {shown.expected}, found {shown.found}"


def witnesses(judgement: Judgement) -> list[Witness]:
    """One for each condition; without conditions, the first."""
    found: dict[str, Witness] = {}
    for failure in failures(judgement):
        found.setdefault(failure.obligation.case.violates, failure.witness)
    return list(found.values())


def inherited(judgement: Judgement) -> list[tuple[str, str]]:
    """Conditions that fail nowhere in the claim itself, each with the first claim in use that needs it."""
    own = {o.obligation.case.violates for o in judgement.outcomes if isinstance(o, Failure)}
    found: dict[str, str] = {}
    for outcome in judgement.outcomes:
        if isinstance(outcome, Fact) and isinstance(outcome.obligation, Uses):
            for condition in outcome.inherited:
                if condition not in own:
                    found.setdefault(condition, outcome.obligation.claim)
    return [(claim, condition) for condition, claim in found.items()]


def failures(judgement: Judgement) -> list[Failure]:
    """The first failure in each case."""
    found: dict[str, Failure] = {}
    for outcome in judgement.outcomes:
        if isinstance(outcome, Failure):
            found.setdefault(outcome.obligation.case.name, outcome)
    return list(found.values())


def summary(results: Sequence[Result]) -> str:
    verdicts = [r.verdict for r in results]
    parts = [f"{verdicts.count(verdict)} {verdict.value}" for verdict in Verdict]
    asked = [r.checked for r in results if r.checked is not None]
    checked = f"; certificates accepted: {sum(asked)} of {len(asked)}" if asked else ""
    return f"{len(verdicts)} claims: " + ", ".join(parts) + checked


def _count(judgement: Judgement) -> str:
    done = sum(isinstance(outcome, Fact) for outcome in judgement.outcomes)
    return f"{done}/{len(judgement.outcomes)}"


def _claim(result: Result) -> list[str]:
    claim = result.claim
    lines = [f"{claim.id}: {claim.title}", f"{INDENT}{claim.where}", "", "Statement"]
    lines += wrapped(claim.statement, INDENT)
    lines += ["", "Hypotheses used", *_hypotheses(result.judgement)]
    lines += ["", "Shown", *_groups(result)]
    lines += ["", "Exceptional points", *_exceptions(result.judgement)]
    lines += _derived(result.judgement)
    lines += _open(result.judgement)
    for failure in failures(result.judgement):
        lines += ["", f"Fails where {failure.obligation.case.name}", *witness(failure.witness)]
    if result.correction is not None:
        lines += ["", f"Correction ({result.correction.verdict.value}, {_count(result.correction)})",
                  *wrapped(claim.correction, INDENT)]
    conditions = result.judgement.conditions()
    needs = f"; it needs {'; and '.join(conditions)}" if conditions else ""
    if result.checked is not None:
        lines += ["", f"Certificate: {'accepted' if result.checked else 'not accepted'} by the checker"]
    return [*lines, "", f"Verdict: {result.verdict.value}{needs}"]


def _derived(judgement: Judgement) -> list[str]:
    lines: list[str] = []
    for case in dict.fromkeys(remark.case.name for remark in judgement.remarks):
        rows = [(2 * INDENT + r.group, r.label) for r in judgement.remarks if r.case.name == case]
        lines += [INDENT + case, *table(rows)]
    return ["", "Derived", *lines] if lines else []


def _hypotheses(judgement: Judgement) -> list[str]:
    rows = []
    for case in judgement.cases():
        used = judgement.of(case).hypotheses()
        if used:
            rows.append((INDENT + case.name, ", ".join(str(h) for h in used)))
    return table(rows) if rows else [INDENT + "none"]


def _groups(result: Result) -> list[str]:
    rows = []
    last = None
    for case, group, judgement in result.groups():
        uses = [o.obligation.claim for o in judgement.outcomes if isinstance(o.obligation, Uses)]
        rows.append((INDENT + (case if case != last else ""), group, _count(judgement), ", ".join(uses)))
        last = case
    return table(rows)


def _exceptions(judgement: Judgement) -> list[str]:
    rows = [
        (INDENT + case.name, outcome(judgement.of(case)), case.note) for case in exceptional(judgement)
    ]
    return table(rows) if rows else [INDENT + "none"]


def exceptional(judgement: Judgement) -> list[Case]:
    return [case for case in judgement.cases() if case.exceptional]


def outcome(judgement: Judgement) -> str:
    if any(isinstance(o, Failure) for o in judgement.outcomes):
        return "fails"
    return "holds" if judgement.verdict is Verdict.PROVED else "undecided"


def _open(judgement: Judgement) -> list[str]:
    rows = [
        (INDENT + o.obligation.case.name, o.obligation.label, o.reason)
        for o in judgement.outcomes if isinstance(o, Open)
    ]
    return ["", "Not shown", *table(rows)] if rows else []


def witness(found: Witness) -> list[str]:
    rows = [(INDENT + "at", point(found.parameters) or "every point")]
    rows += [(INDENT + name, value) for name, value in found.context]
    rows += [(INDENT + "what", found.what), (INDENT + "expected", found.expected), (INDENT + "found", found.found)]
    return table(rows)


def point(parameters: object) -> str:
    items = parameters.items() if hasattr(parameters, "items") else ()
    return ", ".join(f"{name} = {value}" for name, value in items)


def errata(results: Sequence[Result]) -> str:
    """What does not hold as printed, for the authors."""
    lines: list[str] = []
    for number, result in enumerate(results, start=1):
        lines += [f"{number}. {result.claim.where} ({result.claim.id}, {result.verdict.value})"]
        for title, body in erratum(result):
            lines += [f"   {title}", *wrapped(body, "     ")]
        lines.append("")
    return "\n".join([*lines, f"{len(results)} statements do not hold as printed"]) + "\n"


def erratum(result: Result) -> list[tuple[str, str]]:
    """Printed, why it fails, what should stand there."""
    claim = result.claim
    found = [("printed", claim.statement)]
    found += [("fails at", line(witness)) for witness in witnesses(result.judgement)]
    found += [("rests on", f"{claim_id}, which needs {needed}") for claim_id, needed in inherited(result.judgement)]
    if result.correction is not None:
        found.append((f"should be ({result.correction.verdict.value})", claim.correction))
    elif result.verdict is Verdict.CONDITIONAL:
        found.append(("holds if (proved)", "; and ".join(result.judgement.conditions())))
    return found


# -- schemes -----------------------------------------------------------------------------------------------


def scheme(found: Examination, path: str) -> str:
    lines = [f"{found.scheme.title or 'scheme'} ({path})", ""]
    rows = [("region", str(found.region))]
    for name, judgement, meaning in (
        ("normalised", found.normalised, "every row in use is a probability distribution"),
        ("decodable", found.decodable, "the query downloads the request, for every t"),
        ("private", found.private, "no history tells anything about X_0, for every t"),
        ("query chain", found.query_chain, _chain_meaning(found)),
    ):
        proved = judgement.verdict is Verdict.PROVED
        rows.append((name, judgement.verdict.value + (f": {meaning}" if proved else ", see below")))
    lines += table(rows)
    lines += _matrices(found)
    lines += ["", "expected download in messages", *_costs(found)]
    if found.under_mode is not None:
        lines += ["", f"privacy under {'every mode' if found.mode == 'all' else f'the mode {found.mode}'}",
                  INDENT + found.under_mode.verdict.value]
    least = f": no private scheme does better than {found.bound}" if found.bound is not None else ""
    lines += ["", f"optimality{least}", *_optimality(found)]
    if found.exceptions:
        lines += ["", "exceptional points", *table([(INDENT + a, b) for a, b in found.exceptions])]
    for name, judgement in _parts(found):
        for failure in [o for o in judgement.outcomes if isinstance(o, Failure)][:1]:
            lines += ["", f"why not {name}", *_scheme_witness(found, failure.witness)]
        reasons = dict.fromkeys(o.reason for o in judgement.outcomes if isinstance(o, Open))
        if reasons:
            lines += ["", f"undecided about {name}", *(INDENT + reason for reason in reasons)]
    return "\n".join(lines) + "\n"


def _parts(found: Examination) -> tuple[tuple[str, Judgement], ...]:
    return (("normalised", found.normalised), ("decodable", found.decodable), ("private", found.private),
            ("a query chain", found.query_chain),
            *((("private under the mode", found.under_mode),) if found.under_mode is not None else ()))


def _chain_meaning(found: Examination) -> str:
    if found.matrix is None:
        return "the queries form a Markov chain whose matrix changes with t"
    return "the queries form a Markov chain"


def _matrices(found: Examination) -> list[str]:
    if found.matrix is None or found.query_chain.verdict is not Verdict.PROVED:
        return []
    one = found.one_matrix()
    where = f", where {', '.join(found.outside)}" if found.outside else ""
    if one is not None:
        return ["", f"its matrix (from row to column){where}", *_matrix(found, one)]
    lines = []
    for phase in range(found.scheme.period):
        rows = {query: dict(row) for (p, query), row in found.matrix.items() if p == phase}
        lines += ["", f"its matrix from t ≡ {phase} mod {found.scheme.period}{where}", *_matrix(found, rows)]
    return lines


def _matrix(found: Examination, rows: object) -> list[str]:
    entries = dict(rows) if isinstance(rows, dict) else {}
    queries = [query for query, _ in found.scheme.queries]
    cells = [(INDENT, *queries)]
    cells += [(INDENT + q, *(str(entries[q].get(r, 0)) for r in queries)) for q in queries if q in entries]
    return table(cells)


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[:WIDTH - 30]} … (in full with --format json)"


def _costs(found: Examination) -> list[str]:
    rows = [(f"{INDENT}t = {t}", _cut(cost or "undecided")) for t, cost in found.costs().items()]
    if found.cost_form is not None:
        rows.append((f"{INDENT}t ≥ 1", str(found.cost_form)))
    if found.conditions():
        rows.append((f"{INDENT}where", ", ".join(found.conditions())))
    return table(rows)


def _optimality(found: Examination) -> list[str]:
    rows = [(INDENT + "optimal", found.optimal.verdict.value)]
    shown = found.optimal.witness
    if shown is not None:
        time = dict(shown.context).get("t", "?")
        rows += [(INDENT + "at", f"{point(shown.point)}, t = {time}".removeprefix(", ")),
                 (INDENT + "costs", f"{shown.found}, where {shown.expected} is possible")]
    reasons = dict.fromkeys(o.reason for o in found.optimal.outcomes if isinstance(o, Open))
    return table(rows + [(INDENT + "why", reason) for reason in reasons if shown is None])


def _scheme_witness(found: Examination, shown: Witness) -> list[str]:
    context = dict(shown.context)
    if "one" not in context:
        return witness(shown)
    history = tuple(context["history"].split(","))
    chances = found.history_probabilities(history, shown.point)
    rows = [(INDENT + "at", point(shown.point) or "every point"), (INDENT + "history", " → ".join(history))]
    rows += [(f"{INDENT}Pr(history | X_0 = {a})", str(value)) for a, value in chances.items()]
    return table(rows)


# -- bounds and entropies ----------------------------------------------------------------------------------

LISTED = 24


def least(found: Least, sources: Sequence[str], time: int, parameters: Point) -> str:
    place = f" at {point(parameters)}" if parameters else ""
    lines = [f"least expected download of {len(sources)} sources at t = {time}{place}", ""]
    lines += table([("messages", str(found.value)), ("rate", str(1 / found.value))])
    for title, entries in (
        ("attained by the law of (sources decodable, X_0, X_t), X_0 uniform", found.point),
        ("no law does better: multipliers of the constraints", found.multipliers),
    ):
        rows = [(INDENT + name, str(value)) for name, value in entries[:LISTED]]
        lines += ["", title, *table(rows)]
        if len(entries) > LISTED:
            lines.append(f"{INDENT}… {len(entries) - LISTED} more with --format json")
    return "\n".join(lines) + "\n"


def entropy(found: Proof | NoProof) -> str:
    return "\n".join([*found.lines(), "", f"Verdict: {found.verdict}"]) + "\n"


# -- the joint law -----------------------------------------------------------------------------------------


def pmf(law: Distribution) -> str:
    written = {element: str(law.factored(element)) for element in set(law.mass.values())}
    rows = [(*law.variables, "probability")]
    rows += [(*atom, written[element]) for atom, element in sorted(law.mass.items())]
    lines = table(rows)
    return "\n".join([*lines, "", f"{len(law.mass)} atoms, sum {law.total()}"]) + "\n"
