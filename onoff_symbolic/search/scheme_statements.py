"""What is asked of a scheme, as statements of a goal that is being written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .derived import Matrix
from .goals import scheme_goal
from .modes import MODE, ModeExperiment
from ..algebra.field import Point
from ..checker import Model
from ..checker.syntax import KEYWORDS
from ..claims.kinds import restated
from ..claims.place import default
from ..document import read
from ..schemes.cost import ClosedForm, one_matrix
from ..schemes.names import Part, fresh
from ..schemes.scheme import NAME, Scheme

MODES = "modes.toml"
"""Beside the claims file: what is shown under a privacy mode."""
_LETTER = re.compile(r"\b[A-Z]\b(?!\()")


class SchemeStatements:
    """The goal about a scheme: its tables and names grow with what is asked."""

    def __init__(self, scheme: Scheme, claim: str) -> None:
        self.scheme, self.letters = scheme, scheme.letters
        self.goal = scheme_goal(scheme, claim)
        self.weights: tuple[str, ...] = ()
        self.lawful: list[str] = []

    def taken(self) -> set[str]:
        """Return the words that mean something in the goal."""
        return {*self.goal["names"], *self.scheme.sources, *self.scheme.queries, *KEYWORDS, NAME}

    def property(self, kind: str, region: str) -> Part:
        """State a property on a region."""
        return restated({"kind": kind, "region": region, "scheme": NAME}, self.goal["schemes"])

    # -- laws of X_0

    def prior(self) -> str:
        """Return the table of any law of X_0; its weights are names."""
        if "weights" not in self.goal["tables"]:
            taken = self.taken()
            self.weights = tuple(fresh(f"w{i}", taken) for i in range(1, len(self.scheme.sources)))
            self.goal["names"] = [*self.goal["names"], *self.weights]
            law = [*self.weights, " - ".join(["1", *self.weights])]
            self.goal["tables"]["weights"] = {"index": [list(self.scheme.sources)], "entries": law}
            self.lawful = [f"{text} >= 0" for text in law]
        return "weights"

    def uniform(self) -> str:
        """Return the table of the uniform law of X_0."""
        sources = list(self.scheme.sources)
        self.goal["tables"]["even"] = {
            "index": [sources],
            "entries": [f"1/{len(sources)}"] * len(sources),
        }
        return "even"

    def with_weights(self, point: Point) -> Point:
        """Return the point with the weights of the uniform law."""
        return {**point, **dict.fromkeys(self.weights, Fraction(1, len(self.scheme.sources)))}

    # -- the query chain

    def chain(self, region: str, matrix: Matrix | None) -> Part:
        """State that the queries have this matrix whatever the law of X_0; or that they have one."""
        prior = self.prior()
        table = None if matrix is None else self.matrix_table(matrix)
        return {
            "kind": "markov",
            "region": region,
            "given": self.lawful,
            "scheme": NAME,
            "prior": prior,
            "matrix": table,
        }

    def matrix_table(self, matrix: Matrix) -> str:
        """Return the name of a table with this matrix, one for every phase if they differ."""
        queries, phases, whole = [*self.scheme.queries], self.scheme.phases, one_matrix(matrix)
        index: list[Sequence[Any]] = [queries, queries]
        if whole is None:
            index.insert(0, list(phases))
            rows = [matrix.get((t, q), {}) for t in phases for q in queries]
        else:
            rows = [whole.get(q, {}) for q in queries]
        table = {"index": index, "entries": [row.get(r, "0") for row in rows for r in queries]}
        tables = self.goal["tables"]
        for name, known in tables.items():
            if known == table:
                return str(name)
        name = f"matrix{sum(each.startswith('matrix') for each in tables)}"
        tables[name] = table
        return name

    # -- cost and optimum

    def cost(self, region: str, form: ClosedForm) -> Part:
        """State a closed form of the cost, with a sequence for each base; it is meant for t ≥ 1."""
        taken, start, following, terms = (
            self.taken(),
            dict[str, str](),
            dict[str, str](),
            list[str](),
        )
        at_start = len(self.scheme.sources) - form.at(0)
        more = [] if at_start.is_zero else [(at_start, self.scheme.field.zero)]
        for coefficient, base in [*form.terms, *more]:
            text = f"({self.letters.text(coefficient)})"
            if base != 1:
                name = fresh("u", taken)
                start[name], following[name] = "1", f"({self.letters.text(base)})*{name}"
                text += f"*{name}"
            terms.append(text)
        given = [f"{self.letters.text(d)} != 0" for d in form.denominators()]
        return {
            "kind": "cost",
            "region": region,
            **({"given": given} if given else {}),
            "scheme": NAME,
            "prior": self.uniform(),
            "start": start,
            "next": following,
            "value": " + ".join(terms),
        }

    def optimal(self, region: str) -> Part:
        """State that no scheme does better."""
        return {**self.property("optimal", region), "prior": self.uniform()}

    # -- modes

    def entropies(self, region: str) -> list[Part]:
        """State what is shown under a privacy mode, in letters that are no parameters."""
        taken = {*self.goal["names"], *KEYWORDS}
        statements = read(str(default(name=MODES)))["proves"]
        letters = {
            letter: fresh(letter, taken)
            for letter in dict.fromkeys(_LETTER.findall(str(statements)))
        }

        def spelled(text: str) -> str:
            return _LETTER.sub(lambda match: letters[match[0]], text)

        return [
            {
                "kind": "holds",
                "region": region,
                "text": spelled(statement["text"]),
                "given": [*map(spelled, statement["given"])],
            }
            for statement in statements
        ]

    def experiment(self, mode: tuple[bool, ...]) -> ModeExperiment:
        """Return the experiment of a mode, which becomes part of the goal."""
        prior = self.prior()
        model = Model(self.goal["names"], self.goal["tables"], self.goal["schemes"])
        experiment = ModeExperiment(model, model.scheme(NAME), mode, prior)
        self.goal["tables"].update(experiment.tables)
        self.goal["experiments"] = {MODE: experiment.variables}
        return experiment

    def equal_histories(self, region: str, length: int) -> Part:
        """State that every history of this length has the same probability for every X_0."""
        taken = self.taken()
        names = [fresh("q", taken) for _ in range(length)]
        other, queries = fresh("b", taken), ",".join(self.scheme.queries)
        first, *others = self.scheme.sources
        ranges = "; ".join(
            [f"{other} in {','.join(others)}", *(f"{name} in {queries}" for name in names)]
        )
        path = ",".join([self.scheme.start, *names])
        return {
            "kind": "holds",
            "region": region,
            "text": f"for {ranges}: history(scheme,{first},{path}) = history(scheme,{other},{path})",
        }
