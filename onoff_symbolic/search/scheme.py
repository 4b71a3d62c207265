"""What was found about a scheme, as a goal in the language of certificates.

The goal says that the scheme is normalised, decodable and private on its region, and what its query chain is; or which
of these fails. Where a denominator may vanish, the region is split as `properties.cases` splits it,
and the goal states that the parts cover it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .find import Goal, NotFound, certificate
from ..schemes.examine import Examination
from ..algebra.field import Element
from ..kernel import Verdict
from ..algebra.region import Hypothesis, Region
from ..schemes.scheme import Law, Scheme
from ..algebra.sign import prove

WHOLE = "the whole region"


def goal(found: Examination) -> Goal:
    """The goal that a certificate of these answers proves; `NotFound` where an answer is missing."""
    parts = {"normalised": found.normalised, "decodable": found.decodable, "private": found.private}
    if found.verdict is Verdict.UNDECIDED:
        open_parts = [name for name, part in parts.items() if part.verdict is Verdict.UNDECIDED]
        raise NotFound(f"there is nothing to certify: undecided about {', '.join(open_parts) or 'the mode'}")
    scheme = found.scheme
    stated: Goal = {
        "claim": "scheme", "title": scheme.title or "a scheme", "verdict": "proved",
        "names": list(scheme.field.names), "tables": _tables(scheme), "schemes": {"scheme": _scheme(scheme)},
        "regions": {WHOLE: list(found.region.stated())}, "proves": [], "fails": [], "conditions": [], "corrects": [],
    }
    failing = [kind for kind, part in parts.items() if part.verdict is Verdict.REFUTED]
    if failing:
        shown = failing[:1] if failing[0] == "normalised" else failing  # without laws nothing is decodable or private
        fails = [{"statement": _of_scheme(kind, WHOLE), "violates": ""} for kind in shown]
        return {**stated, "verdict": "refuted", "fails": fails}
    split = _Split(scheme)
    leaves = list(split.leaves(found.region, WHOLE))
    stated["regions"] = split.regions
    stated["proves"] = [*split.covers, *(_of_scheme(kind, leaf) for kind in parts for leaf in leaves)]
    matrix = found.one_matrix() if found.query_chain.verdict is Verdict.PROVED else None
    if matrix is not None:
        _add_query_chain(stated, scheme, matrix, leaves[0])
    return stated


def _add_query_chain(stated: Goal, scheme: Scheme, matrix: Mapping[str, Mapping[str, Element]], place: str) -> None:
    """The queries have this matrix on a part of the region, whatever the law of X_0."""
    weights = _fresh(stated["names"], len(scheme.sources) - 1)
    queries = [query for query, _ in scheme.queries]
    law = [*weights, " - ".join(["1", *weights])]
    stated["names"] += weights
    stated["tables"]["law of X_0"] = {"index": [list(scheme.sources)], "entries": law}
    stated["tables"]["query chain"] = {"index": [queries, queries], "entries": [
        str(matrix.get(q, {}).get(r, 0)) for q in queries for r in queries]}
    wide = f"{place}, any law of X_0"
    stated["regions"][wide] = [*stated["regions"][place], *(f"{text} >= 0" for text in law)]
    stated["proves"].append({**_of_scheme("markov", wide), "prior": "law of X_0", "matrix": "query chain"})


def certified(found: Examination) -> str:
    """The certificate of an examined scheme, as text."""
    parts = (found.normalised, found.decodable, found.private)
    return certificate(goal(found), [part.witness.point for part in parts if part.witness is not None])


def _of_scheme(kind: str, region: str) -> Goal:
    return {"kind": kind, "region": region, "scheme": "scheme"}


def _fresh(names: list[str], count: int) -> list[str]:
    """Names that the scheme does not use."""
    prefix = "w"
    while any(name.startswith(prefix) for name in names):
        prefix += "_"
    return [f"{prefix}{i}" for i in range(1, count + 1)]


# -- the region and its exceptional sets -----------------------------------------------------------------------


@dataclass
class _Split:
    """The parts of a region on which no denominator vanishes, or does so throughout."""

    scheme: Scheme
    regions: dict[str, list[str]] = field(default_factory=dict)
    covers: list[Goal] = field(default_factory=list)

    def leaves(self, region: Region, name: str) -> Iterator[str]:
        self.regions[name] = list(region.stated())
        here = self.scheme.on(region)
        factors = dict.fromkeys(f for d in here.divisors() for f in d.factors())
        current, children = name, []
        for factor in [f for f in factors if prove(f, "!=", region) is None]:
            part = region.where_zero(factor).simplified()
            zero = None if part is None else ", ".join(part.stated())
            if part is not None and zero is not None and zero not in self.regions:
                self.regions[zero] = list(part.stated())
                children.append((part, zero))
            sharp, below, above = self._side(factor, region)
            following = f"{current}, {sharp}"
            self.regions[following] = [*self.regions[current], str(sharp)]
            self.covers.append({"kind": "cover", "region": current, "split": str(factor), "parts": [
                following if below else None, zero, following if above else None]})
            current = following
        yield current
        for part, zero in children:
            yield from self.leaves(part, zero)

    @staticmethod
    def _side(factor: Any, region: Region) -> tuple[Hypothesis, bool, bool]:
        """What holds where the factor is not zero, and whether that is possible below and above zero."""
        if prove(factor, ">=", region) is not None:
            return Hypothesis(factor, ">"), False, True
        if prove(-factor, ">=", region) is not None:
            return Hypothesis(-factor, ">"), True, False
        return Hypothesis(factor, "!="), True, True


# -- the scheme ------------------------------------------------------------------------------------------------


def _tables(scheme: Scheme) -> dict[str, Any]:
    """The chain and the rules' tables; a divisor that cancelled is written beside the entries."""
    sources = list(scheme.sources)
    spare = "".join(f"*(({d})/({d}))" for d in scheme.chain.divisors)
    tables: dict[str, Any] = {"chain": {"index": [sources, sources], "entries": [
        f"({element}){spare}" for _, _, element in scheme.chain.entries()]}}
    queries = [query for query, _ in scheme.queries]
    for number, rule in enumerate(scheme.rules):
        if rule.table is not None:
            rows = dict(rule.table)
            tables[f"rule {number}"] = {"index": [sources, sources, queries], "entries": [
                _entry(rows[a, x], q, scheme) for a in sources for x in sources for q in queries]}
    return tables


def _entry(law: Law | None, query: str, scheme: Scheme) -> str:
    if law is None:
        raise NotFound("a row of the scheme has no law")
    element = law.probability(query, scheme.field)
    return f"({element})" + "".join(f"*(({d})/({d}))" for d in law.divisors)


def _scheme(scheme: Scheme) -> Goal:
    return {"sources": list(scheme.sources), "chain": "chain",
            "queries": {query: list(downloads) for query, downloads in scheme.queries},
            "rules": [{"previous": None if rule.previous is None else list(rule.previous),
                       "time": None if rule.when is None else list(rule.when),
                       "table": None if rule.table is None else f"rule {number}"}
                      for number, rule in enumerate(scheme.rules)]}
