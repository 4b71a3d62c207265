"""What can be asked of a scheme, as obligations: normalised, decodable, private, query chain.

Each function looks for evidence with the searches of `histories` and yields obligations; where a search finds a
counterexample, it yields the identity that fails, and the kernel evaluates it at an exact point. `cases` splits
a region so that no denominator is divided by where it may vanish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..errors import Pole, Undecidable
from ..algebra.field import Element
from .histories import (
    Different, Histories, Matrix, Pairs, Prior, QueryChain, leak, query_chain, reach, request_map, support,
)
from ..obligation import (
    Case, Decodable, Defined, Determined, Identity, Markov, Markov1, Obligation, Private, Sign, Supported,
    Unexamined,
)
from ..algebra.region import Hypothesis, Region
from .scheme import History, Law, Scheme, State
from ..algebra.sign import prove


@dataclass(frozen=True)
class Setting:
    """A scheme as it is on the region of a case."""

    case: Case
    scheme: Scheme


# -- exceptional sets --------------------------------------------------------------------------------------


def cases(case: Case, scheme: Scheme) -> Iterator[Setting | Unexamined]:
    """Split a case where a denominator of the scheme may vanish; examine each vanishing set on its own."""
    region = case.region
    try:
        here = scheme.on(region)
    except Pole as reason:
        yield Unexamined(case, "exceptional points", f"where {case.name}", f"no request chain there: {reason}")
        return
    factors = dict.fromkeys(f for d in here.divisors() for f in d.factors())
    vanishing = [f for f in factors if prove(f, "!=", region) is None]
    main = region.assume(*(Hypothesis(f, "!=") for f in vanishing))
    yield Setting(Case(case.name, main, case.exceptional, case.note), here)
    for factor in vanishing:
        name = f"{Hypothesis(factor, '==')}".replace("==", "=")
        try:
            part = region.where_zero(factor).simplified()
        except Undecidable as reason:
            yield Unexamined(case, "exceptional points", f"where {name}", str(reason))
            continue
        if part is not None:
            yield from cases(Case(_place(part, case), part, True, case.note), scheme)


def _place(part: Region, case: Case) -> str:
    """A name for an exceptional set: what is solved there."""
    fixed = ", ".join(f"{name} = {value}" for name, value in sorted(part.solved))
    return fixed or case.name


# -- rows and chains ---------------------------------------------------------------------------------------


def is_law(case: Case, group: str, row: str, entries: Iterable[tuple[str, Element]]) -> Iterator[Obligation]:
    """A row of probabilities: nonnegative entries that sum to 1."""
    total = case.region.field.zero
    for column, element in entries:
        total = total + element
        yield Sign(case, f"{group}: entries ≥ 0", f"{row}, {column}", element, ">=", (("entry", f"{row}, {column}"),))
    yield Identity(case, f"{group}: rows sum to 1", f"sum of {row}", total, case.region.field.one, (("row", row),))


def is_table(case: Case, group: str, laws: Iterable[tuple[str, Law]]) -> Iterator[Obligation]:
    """Every row of a table is a law, and no denominator in it vanishes."""
    for row, law in laws:
        for divisor in law.divisors:
            yield Sign(case, f"{group}: denominators ≠ 0", f"{divisor} in {row}", divisor, "!=", (("row", row),))
        yield from is_law(case, group, row, law.entries)


def is_chain(setting: Setting) -> Iterator[Obligation]:
    chain = setting.scheme.chain
    for source, row in zip(chain.sources, chain.matrix, strict=True):
        entries = [(f"to {target}", element) for target, element in zip(chain.sources, row, strict=True)]
        yield from is_law(setting.case, "request chain", f"from {source}", entries)


def normalised(setting: Setting) -> Iterator[Obligation]:
    """The chain and every table consist of laws, and every row that can be used has one."""
    yield from is_chain(setting)
    for rule, row, law in setting.scheme.laws():
        yield from is_law(setting.case, rule.name, f"{rule.name}, row {row[0]},{row[1]}", law.entries)
    yield Defined(setting.case, "rows in use", "every row in use has a law", setting.scheme,
                  support(setting.scheme))


# -- decodability, and X_t from X_0 and Q_t ------------------------------------------------------------------------


def decodable(setting: Setting) -> Iterator[Obligation]:
    """The query always downloads the requested source."""
    scheme, case = setting.scheme, setting.case
    found = support(scheme)
    for time, states in enumerate(found.sets):
        for state in sorted(states):
            first, request, query = state
            if request not in scheme.downloads[query]:
                label = f"Pr(X_{time} = {request}, Q_{time} = {query} | X_0 = {first})"
                yield Identity(
                    case, "decodability", label, scheme.state_probability(time, state), scheme.field.zero,
                    (("t", str(time)), ("X_0", first), ("X_t", request), ("Q_t", query)))
                return
    yield Decodable(case, "decodability", "every query sent downloads the request", scheme, found)


def determined(setting: Setting) -> Iterator[Obligation]:
    """X_t is a function of (X_0, Q_t) for every t."""
    scheme, case = setting.scheme, setting.case
    found = support(scheme)
    for time, states in enumerate(found.sets):
        clash = request_map(states)
        if isinstance(clash, tuple):
            one, other = (scheme.state_probability(time, state) for state in clash)
            yield Identity(
                case, "X_t from X_0 and Q_t",
                f"Pr(X_t = {clash[0][1]}, Q_t | X_0)·Pr(X_t = {clash[1][1]}, Q_t | X_0)", one * other,
                scheme.field.zero, (("t", str(time)), ("X_0", clash[0][0]), ("Q_t", clash[0][2])))
            return
    yield Determined(case, "X_t from X_0 and Q_t", "X_t = g_t(X_0, Q_t)", scheme, found)


# -- privacy and the query chain ---------------------------------------------------------------------------


def private(setting: Setting) -> Iterator[Obligation]:
    """Pr(history | X_0 = a) is the same for every a, for every history of every length."""
    scheme, case = setting.scheme, setting.case
    found = reach(Histories(scheme))
    hit = leak(scheme, found)
    if hit is None:
        yield Private(case, "privacy", "Pr(history | X_0) does not depend on X_0", scheme, found.basis)
        return
    yield Identity(
        case, "privacy", f"Pr(history | X_0 = {hit.one}) = Pr(history | X_0 = {hit.other})",
        scheme.probability(hit.history, hit.one), scheme.probability(hit.history, hit.other),
        (("history", ",".join(hit.history)), ("one", hit.one), ("other", hit.other)))


def markov(setting: Setting, prior: Prior) -> tuple[Matrix | None, list[Obligation]]:
    """The matrix of the query chain, where there is one, and the obligations that prove or refute it."""
    scheme, case = setting.scheme, setting.case
    group = "queries form a Markov chain"
    found = reach(Histories(scheme))
    chain: QueryChain | Different = query_chain(scheme, found, prior, case.region.sample())
    if isinstance(chain, Different):
        return None, [_not_markov(setting, group, chain, prior)]
    if chain.matrix is None:
        pairs = reach(Pairs(scheme))
        return None, [Markov1(case, group, "one matrix for each t", scheme, pairs.basis, prior)]
    label = "Pr(Q_{t+1} | Q_0, …, Q_t) depends on Q_t only"
    return chain.matrix, [Markov(case, group, label, scheme, found.basis, prior, chain.matrix)]


def mass(scheme: Scheme, prior: Prior, history: History) -> Element:
    """Pr(history)."""
    return sum((prior[a] * scheme.probability(history, a) for a in scheme.sources), scheme.field.zero)


def onward(scheme: Scheme, prior: Prior, history: History, query: str) -> Element:
    """Pr(the next query is `query` | history)."""
    return mass(scheme, prior, (*history, query)) / mass(scheme, prior, history)


def _not_markov(setting: Setting, group: str, found: Different, prior: Prior) -> Obligation:
    """The identity that fails, where both histories have positive probability: elsewhere it would show nothing."""
    histories = (found.one, found.other)
    one, other = (onward(setting.scheme, prior, h, found.query) for h in histories)
    occur = (Hypothesis(mass(setting.scheme, prior, h).numerator, "!=") for h in histories)
    case = replace(setting.case, region=setting.case.region.assume(*occur))
    return Identity(
        case, group, f"Pr(next query is {found.query} | history)", one, other,
        (("history", ",".join(found.one)), ("other history", ",".join(found.other)), ("query", found.query)))


def screened(
    setting: Setting, group: str, given: tuple[str, ...], target: str
) -> Iterator[Obligation]:
    """Given the variables in `given`, the target is independent of all requests and queries before time t.

    The past determines the state (x_0, x_{t-1}, q_{t-1}) and acts on the target through it alone. So it is to show
    that the target's law is the same in any two states that can occur at one time and agree on `given`. Targets:
    X_t, or Q_t (then X_t must be among the given)."""
    scheme, case = setting.scheme, setting.case
    found = support(scheme)
    yield Supported(case, group, "no other state occurs", scheme, found)
    seen: dict[tuple[object, ...], tuple[Element, ...]] = {}
    for time, states in enumerate(found.sets, start=1):
        for state in sorted(states):
            for request in scheme.sources if target == "Q_t" else ("",):
                law = _target_law(scheme, time, state, request)
                if law is None:
                    continue
                values = {"X_0": state[0], "X_{t-1}": state[1], "Q_{t-1}": state[2], "X_t": request}
                key = (time, *(values[name] for name in given))
                reference = seen.setdefault(key, law)
                for one, other in zip(law, reference, strict=True):
                    context = (("t", str(time)), *((name, values[name]) for name in given))
                    label = f"law of {target} given " + ", ".join(f"{n} = {values[n]}" for n in given)
                    yield Identity(case, group, label, one, other, context)


def _target_law(scheme: Scheme, time: int, state: State, request: str) -> tuple[Element, ...] | None:
    """The law of X_t given the state at t-1, or (with a request) that of Q_t given also X_t; None if undefined."""
    zero = scheme.field.zero
    if request:
        law = None if scheme.chain.move(state[1], request).is_zero else scheme.law(time, state[0], request, state[2])
        return None if law is None else tuple(law.probability(q, scheme.field) for q, _ in scheme.queries)
    moves = scheme.moves(time, state)
    return tuple(sum((p for s, p in moves if s[1] == x), zero) for x in scheme.sources)
