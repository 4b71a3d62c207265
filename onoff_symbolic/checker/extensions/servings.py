"""The least download of one step for any number of sources, where one of two simple bounds is attained.

Glossary
    Rows        laws of the request, one for each value of a secret
    Serving     a set of sources that is sent, and for each secret the probability of each request that it serves

A set S that holds the request and is independent of the secret is sent by servings: it is as likely for each secret.
It holds the source y with probability at least p_s(y), for each s: so its expected size is at least Σ_y max_s p_s(y).
It is the single source y with probability at most p_s(y), for each s, and else has two sources or more: so its
expected size is at least 2 - Σ_y min_s p_s(y). With any rows in place of the largest and least, these are bounds.
"""

from __future__ import annotations

from typing import Any

from ..polynomials import TEXT_OF, TEXTS, Work, entries, has_type, need
from ..statements import Statement

COMPLEMENTS, POINTS = "complements", "points"


class LeastDownload(Statement):
    """The least expected size of a set that holds the request and is independent of the secret is `value`; the rows of
    the table `law` are the laws of the request given each secret."""

    keys = {"law": str, "value": str}

    def prepare(self, law: str, value: str) -> None:
        axes = self.model.index(law)
        need(len(axes) == 2, f"expected a table {law[:40]} with rows and columns")
        self.secrets, self.sources = ([str(label) for label in axis] for axis in axes)
        self.model.expression(value)
        self.relations: list[str] = []

    def values(self, evidence: Any) -> None:
        """Read what each set serves, and the bound: rows as (source, secret), the largest or the least of a column."""
        bound, rows, servings = entries(evidence, bound=str, rows=TEXT_OF, servings=list)
        need(rows.keys() == {*self.sources} and {*rows.values()} <= {*self.secrets},
             "expected a secret for each source")
        self.relations = [*self.laws(servings), self.bound(bound, rows)]

    def laws(self, servings: list[Any]) -> list[str]:
        """Return that the servings are a law, private, serve each request as the rows say, and cost the value."""
        law, value = self.value["law"], self.value["value"]
        served: dict[tuple[str, str], list[str]] = {(s, y): [] for s in self.secrets for y in self.sources}
        relations: list[str] = []
        costs, masses = [], []
        for serving in servings:
            chosen, totals = self.read_serving(serving, served, relations)
            relations += [f"{total} = {totals[0]}" for total in totals[1:]]
            masses.append(totals[0])
            costs.append(f"{len(chosen)}*({totals[0]})")
        need(masses, "expected at least one serving")
        relations += [f"{law}[{s},{y}] = {' + '.join(texts) or '0'}" for (s, y), texts in served.items()]
        return [*relations, f"{' + '.join(masses)} = 1", f"{' + '.join(costs)} = {value}"]

    def read_serving(self, serving: Any, served: dict[tuple[str, str], list[str]],
                     relations: list[str]) -> tuple[list[str], list[str]]:
        """Return the set and its probability given each secret; note what it serves, and that this is >= 0."""
        need(type(serving) is list and len(serving) == 2 and has_type(serving[0], TEXTS) and type(serving[1]) is dict,
             "expected a set of sources and what it serves")
        chosen, given = serving
        need(len({*chosen}) == len(chosen) and {*chosen} <= {*self.sources} and given.keys() == {*self.secrets},
             "expected different sources, and what they serve for each secret")
        totals = []
        for s in self.secrets:
            requests = given[s]
            need(has_type(requests, TEXT_OF) and requests.keys() <= {*chosen},
                 "expected probabilities of requests in the set")
            Work.spend(1 + sum(map(len, requests.values())))
            for y, text in requests.items():
                self.model.expression(text)
                relations.append(f"({text}) >= 0")
                served[s, y].append(f"({text})")
            totals.append(" + ".join(f"({text})" for text in requests.values()) or "0")
        return chosen, totals

    def bound(self, bound: str, rows: dict[str, str]) -> str:
        """Return that the bound by these rows is the value."""
        need(bound in (COMPLEMENTS, POINTS),
             f"expected {COMPLEMENTS} or {POINTS}, found {bound[:40]}")
        column = " + ".join(f"{self.value['law']}[{rows[y]},{y}]" for y in self.sources)
        return f"{column if bound == COMPLEMENTS else f'2 - ({column})'} >= {self.value['value']}"

    def show(self) -> None:
        need(self.relations, "expected what is sent, and a bound", "shown")
        self.show_texts(self.region, self.relations, "law")
