"""Everything that `onoff-verify scheme` asks of a scheme file, judged by the kernel.

Where the scheme is private, the law of the queries does not depend on X_0, so the query chain and the cost are
computed from X_0 = the first source. Otherwise the law of X_0 stays symbolic: its probabilities are parameters with
names such as Pr(X_0=A), which no file can use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from .cost import ClosedForm, closed_form, cost_at, one_matrix
from ..errors import InputError, Undecidable
from ..algebra.field import Element, Field, Point
from .histories import Matrix, Prior
from ..kernel import Judgement, Kernel, Verdict, judge
from ..obligation import Case, Obligation, Unexamined
from .modes import parse_mode, under_all_modes, under_mode
from .optimality import bound, optimal
from .properties import Setting, cases, decodable, markov, normalised, private
from ..algebra.region import Hypothesis, Region
from .scheme import Scheme
from .files import SchemeFile
from ..algebra.sign import prove
from ..algebra.work import MAX_WORK

Answer = TypeVar("Answer")

COST_TIMES = (1, 2, 3, 4)


@dataclass(frozen=True)
class Examination:
    """The answers for one scheme. `matrix` is the query chain on the main case, where there is one."""

    scheme: Scheme
    region: Region
    normalised: Judgement
    decodable: Judgement
    private: Judgement
    query_chain: Judgement
    matrix: Matrix | None
    cost: Mapping[int, Element | None]
    cost_form: ClosedForm | None
    bound: str | None
    optimal: Judgement
    exceptions: tuple[tuple[str, str], ...]
    outside: tuple[str, ...] = ()
    """Where the matrix and the cost are told: what the exceptional sets do not satisfy."""
    mode: str | None = None
    under_mode: Judgement | None = None

    @property
    def verdict(self) -> Verdict:
        """Proved when the scheme is normalised, decodable and private (also under the mode, if one was asked for);
        refuted when one of these fails."""
        parts = (self.normalised, self.decodable, self.private)
        found = {part.verdict for part in (*parts, *((self.under_mode,) if self.under_mode else ()))}
        if Verdict.REFUTED in found:
            return Verdict.REFUTED
        return Verdict.PROVED if found == {Verdict.PROVED} else Verdict.UNDECIDED

    def one_matrix(self) -> dict[str, dict[str, Element]] | None:
        """The proved matrix of the query chain, if it is the same at every t."""
        return None if self.matrix is None else one_matrix(self.matrix)

    def conditions(self) -> tuple[str, ...]:
        """Where the matrix and the cost hold: outside the exceptional sets, and where the closed form has a value."""
        denominators = self.cost_form.denominators() if self.cost_form is not None else ()
        return tuple(dict.fromkeys((*self.outside, *(str(Hypothesis(d, "!=")) for d in denominators))))

    def costs(self) -> dict[str, str | None]:
        """The cost at each t that was asked for, as a sum of powers where that is the same element; None where it
        took too much work."""
        form = self.cost_form
        return {
            str(t): None if cost is None
            else form.written(str(t)) if form is not None and form.at(t) == cost else str(cost)
            for t, cost in self.cost.items()
        }

    def history_probabilities(self, history: tuple[str, ...], point: Point) -> dict[str, Fraction]:
        """Pr(history | X_0 = a) at a point, for each a."""
        here = self.scheme.on(_at_point(self.scheme.field, point))
        return {a: here.probability(history, a).constant() for a in self.scheme.sources}


@dataclass(frozen=True)
class _Followed:
    """A setting with a law of X_0, and what was found about its queries."""

    wide: Setting
    prior: Prior
    matrix: Matrix | None
    obligations: list[Obligation]
    form: ClosedForm | None


def _at_point(field: Field, point: Point) -> Region:
    return Region(field, (), tuple((name, field(value)) for name, value in point.items()))


def examine(file: SchemeFile, mode: str | None = None) -> Examination:
    """Judge a scheme on its region and on every exceptional set inside it; on request also under a privacy mode.

    A question that takes too much work is given up and stays undecided."""
    kernel = Kernel()
    chosen = None if mode is None or mode == "all" else parse_mode(mode)
    bounded = partial(file.scheme.field.work.at_most, MAX_WORK)
    with bounded():
        settings = list(_distinct(cases(Case("the whole region", file.region), file.scheme)))
    main = next((item for item in settings if isinstance(item, Setting)), None)
    if main is None:
        raise InputError("[chain]: a denominator is zero wherever the hypotheses hold")

    def answer(ask: Callable[[Setting], Iterator[Obligation]]) -> Judgement:
        with bounded():
            return judge(_over(settings, ask), kernel)

    secret = answer(private)
    hidden = secret.verdict is Verdict.PROVED
    followed: dict[int, _Followed] = {}

    def follow(setting: Setting) -> _Followed:
        """The query chain of a setting, looked for once."""
        if id(setting) not in followed:
            wide, prior = _prior(setting, hidden)
            matrix, obligations = _query_chain(wide, prior)
            form = _unless_too_much(partial(closed_form, wide.scheme, matrix)) if matrix is not None else None
            followed[id(setting)] = _Followed(wide, prior, matrix, obligations, form)
        return followed[id(setting)]

    laws = answer(normalised)
    matrix: Matrix | None = None
    form: ClosedForm | None = None
    cost: dict[int, Element | None] = dict.fromkeys(COST_TIMES)
    if laws.verdict is Verdict.REFUTED:
        chain = answer(_not_laws)
    else:
        with bounded():
            here = follow(main)
        chain = answer(lambda setting: iter(follow(setting).obligations))
        with bounded():
            cost = {t: _unless_too_much(partial(cost_at, here.wide.scheme, here.prior, t)) for t in COST_TIMES}
        matrix, form = here.matrix, here.form
    parts = (laws, answer(decodable), secret)
    with bounded():
        least = _unless_too_much(partial(bound, main))
    sound = all(part.verdict is Verdict.PROVED for part in parts)
    best = answer((lambda setting: _optimal(setting, follow(setting))) if sound else _not_admitted)
    return Examination(
        file.scheme, file.region, *parts, chain, matrix, cost, form, least, best,
        tuple(_exceptions(settings, parts)),
        tuple(str(h) for h in main.case.region.hypotheses if h not in file.region.hypotheses), mode,
        None if mode is None else answer(partial(_under_mode, chosen)))


def require_laws(file: SchemeFile) -> None:
    """Refuse a scheme with a row that is no probability distribution somewhere on its region."""
    with file.scheme.field.work.at_most(MAX_WORK):
        settings = list(_distinct(cases(Case("the whole region", file.region), file.scheme)))
        found = judge(_over(settings, normalised), Kernel())
    if found.witness is not None:
        place = ", ".join(f"{name} = {value}" for name, value in found.witness.parameters.items())
        raise InputError(f"not a probability distribution: {found.witness.what}: expected {found.witness.expected}, "
                         f"found {found.witness.found}" + (f" at {place}" if place else ""))


def _distinct(settings: Iterable[Setting | Unexamined]) -> Iterator[Setting | Unexamined]:
    """Each exceptional set once, though more than one denominator may lead to it."""
    seen = set()
    for item in settings:
        if isinstance(item, Setting):
            region = _strict(item.case.region)
            key = frozenset(region.solved), frozenset(region.hypotheses)
            if key in seen:
                continue
            seen.add(key)
            item = replace(item, case=replace(item.case, region=region))
        yield item


def _strict(region: Region) -> Region:
    """The same region, with f > 0 for f ≠ 0 where f ≥ 0 is proved: signs of quotients need it."""

    def sharper(hypothesis: Hypothesis) -> Hypothesis:
        for element in (hypothesis.element, -hypothesis.element) if hypothesis.relation == "!=" else ():
            if prove(element, ">=", region) is not None:
                return Hypothesis(element, ">")
        return hypothesis

    return replace(region, hypotheses=tuple(sharper(h) for h in region.hypotheses))


def _unless_too_much(compute: Callable[[], Answer]) -> Answer | None:
    """What is computed, or None where that is given up."""
    try:
        return compute()
    except Undecidable:
        return None


def _under_mode(mode: tuple[bool, ...] | None, setting: Setting) -> Iterator[Obligation]:
    """Privacy under a mode, or under all modes."""
    if mode is None:
        yield from under_all_modes(setting)
        return
    wide, prior = _prior(setting, False)
    yield from under_mode(wide.case, wide.scheme, prior, mode)


def _optimal(setting: Setting, followed: _Followed) -> Iterator[Obligation]:
    """The cost of a private scheme is the least possible, on the set of the setting."""
    yield from optimal(setting, followed.prior, followed.form, COST_TIMES)


def _not_laws(main: Setting) -> Iterator[Obligation]:
    yield Unexamined(main.case, "query chain", "not asked", "not every row is a probability distribution")


def _not_admitted(main: Setting) -> Iterator[Obligation]:
    yield Unexamined(main.case, "cost = bound", "not asked",
                     "the bound is about schemes that are normalised, decodable and private")


def _over(
    settings: list[Setting | Unexamined], ask: Callable[[Setting], Iterator[Obligation]]
) -> Iterator[Obligation]:
    for item in settings:
        if isinstance(item, Unexamined):
            yield item
        else:
            yield from ask(item)


def _query_chain(setting: Setting, prior: Prior) -> tuple[Matrix | None, list[Obligation]]:
    try:
        return markov(setting, prior)
    except Undecidable as reason:
        return None, [Unexamined(setting.case, "query chain", "the search was given up", str(reason))]


def _prior(main: Setting, secret: bool) -> tuple[Setting, Prior]:
    """The setting and the law of X_0 under which the queries are followed."""
    scheme, field = main.scheme, main.scheme.field
    first, *others = scheme.sources
    if secret:
        return main, {first: field.one, **{other: field.zero for other in others}}
    wide, prior = with_prior(scheme)
    region = main.case.region.over(wide.field).assume(*(Hypothesis(weight, ">=") for weight in prior.values()))
    return Setting(Case(main.case.name, region), wide), prior


def with_prior(scheme: Scheme) -> tuple[Scheme, Prior]:
    """The scheme over a field that has a generator for the probability of each source at t = 0 but the last."""
    names = [f"Pr(X_0={source})" for source in scheme.sources[:-1]]
    wide = Field((*scheme.field.names, *names), scheme.field.work)
    weights = [wide[name] for name in names]
    last = 1 - sum(weights, wide.zero)
    return scheme.over(wide), dict(zip(scheme.sources, (*weights, last), strict=True))


def _exceptions(
    settings: list[Setting | Unexamined], parts: tuple[Judgement, ...]
) -> Iterator[tuple[str, str]]:
    for item in settings:
        if isinstance(item, Unexamined):
            yield item.label, f"not examined: {item.reason}"
        elif item.case.exceptional:
            verdicts = {part.of(item.case).verdict for part in parts}
            failed = Verdict.REFUTED in verdicts
            outcome = "fails" if failed else "holds" if verdicts == {Verdict.PROVED} else "undecided"
            yield item.case.name, outcome
