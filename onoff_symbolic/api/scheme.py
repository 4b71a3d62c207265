"""Schemes in Python: from a file, or from sympy matrices and dicts.

>>> from sympy import Matrix, symbols
>>> alpha, beta = symbols("alpha beta")
>>> scheme = Scheme(
...     chain=Matrix([[1 - alpha, alpha], [beta, 1 - beta]]), sources=["A", "B"],
...     queries={"A": ["A"], "B": ["B"], "AB": ["A", "B"]},
...     where=[alpha >= 0, beta >= 0, alpha + beta < 1],
...     rules=[
...         {"previous": ["A", "B"], "request": True},
...         {"previous": ["AB"], "table": {
...             ("A", "A"): {"A": beta/(1 - alpha), "AB": (1 - alpha - beta)/(1 - alpha)},
...             ("A", "B"): {"B": 1},
...             ("B", "A"): {"A": 1},
...             ("B", "B"): {"B": alpha/(1 - beta), "AB": (1 - alpha - beta)/(1 - beta)}}}],
...     title="Table III(a)")
>>> scheme.judge()["private"]
<private: proved>
>>> scheme.query_matrix
Matrix([
[1 - alpha,    alpha,                 0],
[     beta, 1 - beta,                 0],
[     beta,    alpha, -alpha - beta + 1]])
>>> t = symbols("t", integer=True, positive=True)
>>> scheme.cost(t)
(-alpha - beta + 1)**t + 1
>>> scheme.rate(3).subs({alpha: "1/5", beta: "1/5"})
125/152
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from sympy import Expr, Integer, Matrix, MatrixBase, Rational, Symbol, latex

from .. import judge, judge_chains
from ..algebra.region import Hypothesis
from ..algebra.work import MAX_WORK
from ..document import expect, kind_of, located, text_of
from ..errors import InputError, Undecidable
from ..result import Verdict
from ..scheme_result import SchemeResult
from ..schemes.chain import Chain
from ..schemes.cost import cost_at
from ..schemes.files import SchemeFile, chain_at, chain_region, parse_cases, parse_chain
from ..schemes.cost import with_prior
from ..nsources.forms import family
from ..schemes.pmf import Atoms
from .law import Law
from .values import Symbols, expression, file_name, from_element, hypotheses, point_text, relations, symbols_of, written

MAX_TIME = 16
Rows = Mapping[str, Mapping[str, object]]


class Scheme:
    """A scheme on a chain of requests, with the region of parameters that is asked about. It is never changed."""

    def __init__(
        self,
        chain: object,
        queries: Mapping[str, Sequence[str]],
        rules: Sequence[Mapping[str, Any]],
        *,
        sources: Sequence[str] | None = None,
        where: Sequence[object] | None = None,
        title: str = "",
    ) -> None:
        """Take a scheme: `chain` is a sympy matrix (name its `sources`) or a dict of rows; `rules` are as in a scheme
        file, a table from (X_0, X_t) to the law of Q_t. Values are sympy expressions, exact numbers or strings. `where`
        are the hypotheses, to which the assumptions on symbols (positive, nonnegative) are added; without it they are
        those that make the chain a chain."""
        expect(queries, Mapping, "queries", "the sources of each query, such as {'AB': ['A', 'B']}")
        expect(rules, Sequence, "rules", "a list of rules, such as [{'request': True}]")
        rows = _chain(chain, sources)
        values = [
            *(v for row in rows.values() for v in row.values()),
            *relations(where),
            *(v for row in _laws(rules) for v in row.values()),
        ]
        symbols = symbols_of(*values)
        stated = None if where is None else hypotheses(where, symbols)
        self._take(_text(title, rows, queries, rules, stated), symbols)

    def _take(self, text: str, symbols: Symbols) -> None:
        self._text = text
        cases = parse_cases(text)
        if len(cases) > 1:
            raise InputError(f"expected rules without where, found {len(cases)} cases")
        self._file: SchemeFile = cases[0]
        self._symbols = {
            name: symbols.get(name, Symbol(name)) for name in self._file.scheme.field.names
        }
        self._judged: dict[str | None, SchemeResult] = {}

    @classmethod
    def parse(cls, text: str) -> Scheme:
        """Return the scheme in the text of a scheme file."""
        expect(text, str, "text", "the text of a scheme file")
        made = cls.__new__(cls)
        made._take(text, {})
        return made

    @classmethod
    def load(cls, path: str | Path) -> Scheme:
        """Return the scheme in a file.

        >>> Scheme.load("examples/late-leak.toml").judge()["private"].witness.history
        ('AB', 'AB', 'AB', 'A')
        """
        name = file_name(path)
        try:
            return cls.parse(text_of(name))
        except InputError as error:
            raise located(error, name) from None

    @classmethod
    def design(
        cls,
        chain: object,
        *,
        sources: Sequence[str] | None = None,
        where: Sequence[object] | None = None,
    ) -> Scheme:
        """Return the best set scheme for a chain: a sympy matrix with its `sources`, or a dict of rows.

        >>> Scheme.design({"A": {"A": "3/4", "B": "1/4"}, "B": {"A": "1/4", "B": "3/4"}}).judge()["optimal"]
        <optimal: proved>
        """
        given, region = parse_chain(chain_text(chain, sources, where))
        found = judge_chains.design(given, chain_region(given, region))
        if len(found.cases) > 1:
            raise InputError(
                f"expected a region with one best scheme, found {len(found.cases)} cases; narrow `where` "
                "to one of: " + " | ".join(", ".join(case.judged.region) for case in found.cases)
            )
        made = cls.__new__(cls)
        rows = _chain(chain, sources)
        made._take(found.text, symbols_of(*(v for row in rows.values() for v in row.values()), *relations(where)))
        return made

    def save(self, path: str | Path) -> Path:
        """Write a scheme file, which `load` and the command line read."""
        try:
            Path(path).write_text(self._text, encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
        return Path(path)

    def parts(self) -> tuple[Chain, tuple[Hypothesis, ...]]:
        """Return the request chain and the hypotheses on its parameters."""
        return self._file.scheme.chain, self._file.region.hypotheses

    def __eq__(self, other: object) -> bool:
        """Return whether two schemes are the same file, in the same symbols."""
        if not isinstance(other, Scheme):
            return NotImplemented
        return (self._text, self._symbols) == (other._text, other._symbols)

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make a copy: from its file, in the same symbols."""
        return _remade, (self._text, dict(self._symbols))

    # -- what it is -------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self._file.scheme.title

    @property
    def text(self) -> str:
        """Return the scheme file."""
        return self._text

    @property
    def sources(self) -> tuple[str, ...]:
        return self._file.scheme.sources

    @property
    def queries(self) -> tuple[str, ...]:
        """Return the queries in the order of the file: rows and columns of `query_matrix`, as far as they can occur."""
        return self._file.scheme.queries

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Return the parameters."""
        return tuple(self._symbols.values())

    @property
    def chain(self) -> Matrix:
        """Return the matrix of the request chain."""
        return Matrix([[self._out(e) for e in row] for row in self._file.scheme.chain.matrix])

    @property
    def prior(self) -> dict[str, Expr]:
        """Return the law of X_0 in `pmf` and `cost`: symbols p_A, p_B, … for all sources but the last."""
        names = self._prior_names()
        weights = [Symbol(name) for name in names.values()]
        return dict(zip(self.sources, (*weights, 1 - sum(weights, Integer(0))), strict=True))

    def __repr__(self) -> str:
        names = f" in {', '.join(self._symbols)}" if self._symbols else ""
        return f"<Scheme {self.title or 'without a title'}: {len(self.sources)} sources{names}>"

    def _repr_latex_(self) -> str:
        return f"${latex(self.chain)}$"

    # -- what the checker says -----------------------------------------------------------------------------

    def judge(self, mode: str | None = None) -> SchemeResult:
        """Judge every property, for all parameters and t; with a mode ("1,0,0,1", "all") privacy under it, too."""
        if mode is not None:
            expect(mode, str, "mode", 'a text, such as "1,0,0,1" or "all"')
        if mode not in self._judged:
            self._judged[mode] = judge.scheme(self._file, mode)
        return self._judged[mode]

    @property
    def query_matrix(self) -> Matrix:
        """Return the matrix of the query chain, in the order of `queries`; those that never occur are left out."""
        found = self.query_matrices
        if len(found) != 1:
            raise InputError(f"the matrix changes with t; query_matrices has {len(found)} of them")
        return found[0]

    @property
    def query_matrices(self) -> tuple[Matrix, ...]:
        """Return the matrices from t = 0, 1, …, until they repeat; a single one where they agree."""
        found = self.judge()
        if not found.matrices:
            raise Undecidable(
                f"the queries are not known to form a Markov chain: {found.query_chain.verdict.value}"
            )
        made = []
        for rows in found.matrices:
            kept = [query for query, _ in rows]
            columns = [found.queries.index(query) for query in kept]
            made.append(Matrix([[self._read(cells[j]) for j in columns] for _, cells in rows]))
        return tuple(made)

    def cost(self, t: object) -> Expr:
        """Return the expected download in messages at a time, or at every t ≥ 1 if t is a symbol: a formula only where
        the checker accepted it; else raise `Undecidable`."""
        self._lawful()
        if isinstance(t, Symbol):
            form = self.judge().cost_form
            if form is None:
                raise Undecidable("no formula for every t was proved; ask for one t")
            return expression(form, {**self._symbols, "t": t})
        time = _time(t)
        scheme, prior = with_prior(self._file.scheme.on(self._file.region))
        with scheme.field.work.at_most(MAX_WORK):
            return self._out(cost_at(scheme, prior, time))

    def rate(self, t: object) -> Expr:
        """Return the messages wanted for each message downloaded: 1/cost(t)."""
        return 1 / self.cost(t)

    def pmf(self, t: int) -> Law:
        """Return the joint law of (X_0, X_t, Q_0, …, Q_t).

        >>> low = Scheme.load("examples/paper-low.toml")
        >>> low.pmf(1)["A", "A", "AB", "AB"]
        p_A*(-alpha - beta + 1)
        """
        self._lawful()
        scheme, prior = with_prior(self._file.scheme.on(self._file.region))
        law = Atoms(scheme, prior, _time(t))
        return Law(law.variables, {atom: self._factored(law.factored(e)) for atom, e in law})

    def bound(self, t: object, at: Mapping[object, object] | None = None) -> Expr:
        """Return what no private scheme downloads less than, as the checker accepted it. With values for the
        parameters: at one t, for any number of sources. Without: the formula for every t, if there is one.

        >>> low = Scheme.load("examples/paper-low.toml")
        >>> low.bound(3, at={"alpha": "1/5", "beta": "1/5"})
        152/125
        >>> low.bound(Symbol("t"))
        (-alpha - beta + 1)**t + 1
        """
        chain = self._file.scheme.chain
        if at is not None or not chain.field.names:
            values = point_text(at)
            try:
                _, numbers = chain_at(chain, values, self._file.region.hypotheses)
            except InputError as error:
                raise InputError(f"at: {error.message}") from None
            found = judge_chains.bound(numbers, _time(t, 1000))
            if found.verdict is not Verdict.PROVED:
                raise Undecidable(f"the bound is not proved: {found.why}")
            return Rational(found.value.numerator, found.value.denominator)
        form = self.judge().bound or self._bound_at_every_t()
        return expression(
            form, {**self._symbols, "t": t if isinstance(t, Symbol) else Integer(_time(t, 1000))}
        )

    # -- helpers -----------------------------------------------------------------------------------------

    def _bound_at_every_t(self) -> str:
        chain, hypotheses = self._file.scheme.chain, self._file.region.hypotheses
        if family(chain.matrix) is None:
            raise Undecidable(
                "there is no formula for every t; give values for the parameters: at={...}"
            )
        (found,) = judge_chains.closed_forms(chain, hypotheses, ())
        if found.verdict is not Verdict.PROVED:
            raise Undecidable(f"the bound is not proved: {found.why}")
        return found.form

    def _lawful(self) -> None:
        found = self.judge().normalised
        if found.verdict is not Verdict.PROVED:
            raise InputError(
                f"not every row is known to be a probability distribution: {found.witness or found.why}"
            )

    def _prior_names(self) -> dict[str, str]:
        """Return what a field calls the law of X_0, with our names."""
        found = {}
        for source in self.sources[:-1]:
            name = f"p_{source}"
            while name in self._symbols:
                name += "_"
            found[f"Pr(X_0={source})"] = name
        return found

    def _out(self, element: Any) -> Expr:
        names = {name: Symbol(shown) for name, shown in self._prior_names().items()}
        return from_element(element, {**self._symbols, **names})

    def _factored(self, found: Any) -> Expr:
        total = Rational(found.constant.numerator, found.constant.denominator)
        for factor, exponent in found.powers.items():
            total *= self._out(factor) ** exponent
        return total

    def _read(self, text: str) -> Expr:
        for name, shown in self._prior_names().items():
            text = text.replace(name, shown)
        return expression(text, self._symbols)


def _remade(text: str, symbols: Symbols) -> Scheme:
    """Return the scheme of a file, in these symbols."""
    made = Scheme.__new__(Scheme)
    made._take(text, symbols)
    return made


def _time(t: object, most: int = MAX_TIME) -> int:
    return whole_number(t, most, or_else=", or a symbol")


def whole_number(t: object, most: int, least: int = 0, or_else: str = "", place: str = "t") -> int:
    """Return a number of steps; raise InputError for anything else."""
    if isinstance(t, bool) or not isinstance(t, (int, Integer)) or not least <= int(t) <= most:
        raise InputError(f"{place}: expected a whole number from {least} to {most}{or_else}, found {t!r}")
    return int(t)


def chain_text(chain: object, sources: Sequence[str] | None, where: Sequence[object] | None) -> str:
    """Return the text of a chain file."""
    rows = _chain(chain, sources)
    symbols = symbols_of(*(v for row in rows.values() for v in row.values()), *relations(where))
    return _head("", rows, None if where is None else hypotheses(where, symbols))


# -- the text of a file --------------------------------------------------------------------------------------


def _chain(chain: object, sources: Sequence[str] | None) -> dict[str, dict[str, object]]:
    if isinstance(chain, Mapping):
        return {str(source): dict(row) for source, row in chain.items()}
    lines = chain.tolist() if isinstance(chain, MatrixBase) else chain
    if not isinstance(lines, (list, tuple)):
        raise InputError(f"chain: expected a sympy matrix or a dict of rows, found {kind_of(lines)}")
    if sources is None:
        raise InputError("sources: expected the names of the rows of the matrix, found nothing")
    if [len(row) for row in lines] != [len(sources)] * len(sources):
        raise InputError(f"chain: expected a square matrix with {len(sources)} rows")
    return {
        source: dict(zip(sources, row, strict=True))
        for source, row in zip(sources, lines, strict=True)
    }


def _text(
    title: str,
    chain: Rows,
    queries: Mapping[str, Sequence[str]],
    rules: Sequence[Mapping[str, Any]],
    where: Sequence[str] | None,
) -> str:
    lines = [_head(title, chain, where)]
    lines += [
        "",
        "[queries]",
        *(f"{_quoted(name)} = {_quoted([*listed])}" for name, listed in queries.items()),
    ]
    for number, rule in enumerate(rules, start=1):
        lines += ["", "[[rule]]"]
        for key, value in rule.items():
            if key != "table":
                lines.append(f"{key} = {_quoted([*value] if isinstance(value, tuple) else value)}")
        if "table" in rule:
            lines.append("[rule.table]")
            for row, law in rule["table"].items():
                name = row if isinstance(row, str) else ",".join(row)
                lines.append(f"{_quoted(name)} = {_law(law, f'rule {number}, row {name}')}")
    return "\n".join(lines) + "\n"


def _head(title: str, chain: Rows, where: Sequence[str] | None) -> str:
    lines = [f"title = {_quoted(title)}"] if title else []
    lines.append(f"sources = {_quoted([*chain])}")
    if where is not None:
        lines.append(f"where = {_quoted([*where])}")
    lines += [
        "",
        "[chain]",
        *(f"{_quoted(source)} = {_law(row, f'chain {source}')}" for source, row in chain.items()),
    ]
    return "\n".join(lines)


def _quoted(value: object) -> str:
    """Return a TOML value: the strings of JSON, its lists and its booleans are TOML as well."""
    if isinstance(value, (float, Fraction)):
        raise InputError(f"expected a word, a list or a whole number, found {value}")
    return json.dumps(value, ensure_ascii=False)


def _laws(rules: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, object]]:
    """Yield the rows of all tables."""
    for number, rule in enumerate(rules, start=1):
        for name, row in rule.get("table", {}).items():
            if not isinstance(row, Mapping):
                raise InputError(
                    f"rule {number}, row {name}: expected the law of a query, such as {{'A': 1}}, "
                    f"found {row}"
                )
            yield row


def _law(row: Mapping[str, object], place: str) -> str:
    cells = (
        f"{_quoted(name)} = {_quoted(written(value, f'{place} → {name}'))}"
        for name, value in row.items()
        if value != 0
    )
    return f"{{ {', '.join(cells)} }}"
