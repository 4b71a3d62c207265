"""The words of a goal for the names of a field, and the goal of a scheme: its tables and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..algebra.bridge import Bridge
from .write import empty_goal
from ..algebra.texts import quotient_text
from ..algebra.field import Element, Field
from ..algebra.region import Hypothesis, Region
from ..checker.language import KEYWORDS
from ..schemes.scheme import LAST, Law, Rule, Scheme

Part = dict[str, Any]


class Named:
    """Elements and regions of a field as goals write them, its names chosen so that no word means two things."""

    def __init__(self, field: Field, *taken: str) -> None:
        self.taken = {*KEYWORDS, *taken}
        self.bridge = Bridge(field.names)
        self.bridge.names = self.names = tuple(fresh(name, self.taken) for name in field.names)

    def text(self, element: Element) -> str:
        return quotient_text(self.bridge.back(element))

    def relation(self, hypothesis: Hypothesis) -> str:
        return f"{self.text(hypothesis.element)} {'=' if hypothesis.relation == '==' else hypothesis.relation} 0"

    def region(self, region: Region) -> list[str]:
        known = dict(zip(region.field.names, self.names, strict=True))
        return [*(f"{known[name]} = {self.text(value)}" for name, value in region.solved),
                *map(self.relation, region.hypotheses)]


class Stated(Named):
    """The tables of a scheme."""

    def __init__(self, scheme: Scheme, claim: str) -> None:
        self.scheme = scheme
        super().__init__(scheme.field, *scheme.sources, *(query for query, _ in scheme.queries), "scheme", "chain")
        self.goal = empty_goal(claim, scheme.title or "a scheme", self.names, {}, self.tables(),
                               {"scheme": self.rules()})

    def tables(self) -> Part:
        """The chain and the rules' tables; a divisor that cancelled is written beside the entries."""
        scheme, sources = self.scheme, list(self.scheme.sources)
        found: Part = {"chain": {"index": [sources, sources], "entries": [
            self.entry(element, scheme.chain.divisors) for _, _, element in scheme.chain.entries()]}}
        queries = [query for query, _ in scheme.queries]
        for number, rule in enumerate(scheme.rules):
            if rule.table is not None:
                found[f"rule{number}"] = {"index": [sources, sources, queries], "entries": [
                    self.cell(rule.rows.get((a, x)), q) for a in sources for x in sources for q in queries]}
        return found

    def cell(self, law: Law | None, query: str) -> str | None:
        """A probability; None in a row that is left out."""
        return None if law is None else self.entry(law.probability(query, self.scheme.field), law.divisors)

    def entry(self, element: Element, divisors: Sequence[Element]) -> str:
        spare = "".join(f"*(({self.text(d)})/({self.text(d)}))" for d in divisors if not d.is_constant)
        text = self.text(element)
        return f"({text}){spare}" if spare else text

    def rules(self) -> Part:
        return {"sources": list(self.scheme.sources), "chain": "chain",
                "queries": {query: list(downloads) for query, downloads in self.scheme.queries},
                "rules": [self.rule(number, rule) for number, rule in enumerate(self.scheme.rules)]}

    def rule(self, number: int, rule: Rule) -> Part:
        """A rule; what is as usual is left out."""
        return {"previous": None if rule.previous is None else list(rule.previous),
                "time": None if rule.when is None else list(rule.when),
                "table": None if rule.table is None else f"rule{number}",
                **({"given": "last"} if rule.given == LAST else {}),
                **({"since": rule.since} if rule.since > 1 else {}),
                **({"until": rule.until} if rule.until is not None else {})}


def fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
