"""Everything that `onoff-verify scheme` asks of a scheme file, judged by the kernel.

Where the scheme is private, the law of the queries does not depend on X_0, so the query chain and the cost are
computed from X_0 = the first source. Otherwise the law of X_0 stays symbolic: its probabilities are parameters with
names such as Pr(X_0=A), which no file can use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from .cost import ClosedForm, closed_form, cost_at, one_matrix
from .errors import InputError, Undecidable
from .field import Element, Field, Point
from .histories import Matrix, Prior
from .kernel import Judgement, Kernel, Verdict, judge
from .obligation import Case, Obligation, Unexamined
from .modes import parse_mode, under_all_modes, under_mode
from .optimality import bound, optimal
from .properties import Setting, cases, decodable, markov, normalised, private
from .region import Hypothesis, Region
from .scheme import Scheme
from .scheme_file import SchemeFile

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
    cost: Mapping[int, Element]
    cost_form: ClosedForm | None
    bound: str | None
    optimal: Judgement
    exceptions: tuple[tuple[str, str], ...]
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
        """What must not vanish for the closed form of the cost to have a value."""
        if self.cost_form is None:
            return ()
        return tuple(str(Hypothesis(d, "!=")) for d in self.cost_form.denominators())

    def costs(self) -> dict[str, str]:
        """The cost at each t that was asked for, as a sum of powers where that is the same element."""
        form = self.cost_form
        return {
            str(t): form.written(str(t)) if form is not None and form.at(t) == cost else str(cost)
            for t, cost in self.cost.items()
        }

    def history_probabilities(self, history: tuple[str, ...], point: Point) -> dict[str, Fraction]:
        """Pr(history | X_0 = a) at a point, for each a."""
        here = self.scheme.on(_at_point(self.scheme.field, point))
        return {a: here.probability(history, a).constant() for a in self.scheme.sources}


def _at_point(field: Field, point: Point) -> Region:
    return Region(field, (), tuple((name, field(value)) for name, value in point.items()))


def examine(file: SchemeFile, mode: str | None = None) -> Examination:
    """Judge a scheme on its region and on every exceptional set inside it; on request also under a privacy mode."""
    kernel = Kernel()
    settings = list(cases(Case("the whole region", file.region), file.scheme))
    main = next((item for item in settings if isinstance(item, Setting)), None)
    if main is None:
        raise InputError("[chain]: a denominator is zero wherever the hypotheses hold")

    def answer(ask: Callable[[Setting], Iterator[Obligation]]) -> Judgement:
        return judge(_over(settings, ask), kernel)

    secret = answer(private)
    wide, prior = _prior(main, secret.verdict is Verdict.PROVED)
    matrix, obligations = _query_chain(wide, prior)
    parts = (answer(normalised), answer(decodable), secret)
    form = closed_form(wide.scheme, matrix) if matrix is not None else None
    sound = all(part.verdict is Verdict.PROVED for part in parts)
    best = optimal(main, prior, form, COST_TIMES) if sound else _not_admitted(main)
    return Examination(
        file.scheme, file.region, *parts, judge(obligations, kernel), matrix,
        {t: cost_at(wide.scheme, prior, t) for t in COST_TIMES}, form, _bound(main), judge(best, kernel),
        tuple(_exceptions(settings, parts)), mode,
        None if mode is None else answer(partial(_under_mode, mode)))


def _under_mode(mode: str, setting: Setting) -> Iterator[Obligation]:
    if mode == "all":
        yield from under_all_modes(setting)
        return
    wide, prior = _prior(setting, False)
    yield from under_mode(wide.case, wide.scheme, prior, parse_mode(mode))


def _bound(main: Setting) -> str | None:
    try:
        return bound(main)
    except Undecidable:
        return None


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
    wide = Field((*scheme.field.names, *names))
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
