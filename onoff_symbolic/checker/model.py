"""What the words of a goal mean: names, tables, schemes, processes, experiments. Nothing here judges.

Glossary (see polynomials.py, syntax.py and meaning.py, too)
    Model       names, tables, schemes, processes, experiments. `Model.at` gives some names other values; evaluating a
                text there is how anything is substituted: a point, the next member of a sequence, the next query
    Cell        an entry of a table that exists only in some models: path[a,x], state[a,x,q], mass[a,x,set]
    Instance    the relations of a text for one choice of its bound names
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from . import extensions
from .meaning import WORK_PER_TOKEN, Choice, Env, evaluate, read_expression, read_text
from .polynomials import (
    FLIP,
    MAX_INSTANCES,
    MAX_NAMES,
    NONE,
    Invalid,
    Key,
    Poly,
    Quotient,
    Relation,
    Undefined,
    Work,
    entries,
    error_context,
    has_type,
    need,
    variable,
)
from .scheme import Process, Running, Scheme
from .syntax import KEYWORDS, OWN_TABLES, WORD, Index, Text, is_plain

if TYPE_CHECKING:
    from .extensions.experiments import Experiment, Joint

Values = Mapping[Any, Quotient]
"""Names, and cells such as ("path", a, x), with what they are."""
Instance = tuple[Choice, list[Relation]]
Table = tuple[list[list[Index]], dict[tuple[Index, ...], str | None]]
"""Lists of labels, and entries."""
NO_LEADING_ZERO = re.compile("0|[1-9][0-9]{0,99}")


class Model:
    """Names, tables, schemes, processes and experiments."""

    def __init__(
        self,
        names: Any,
        tables: Mapping[str, Any],
        schemes: Mapping[str, Any],
        processes: Mapping[str, Any] = {},
        experiments: Mapping[str, Any] = {},
    ) -> None:
        self.names = list(names)
        need(
            len({*self.names}) == len(self.names) <= MAX_NAMES
            and all(map(WORD.fullmatch, self.names)),
            f"names: expected at most {MAX_NAMES} different words",
        )
        need(
            all(map(WORD.fullmatch, (*tables, *schemes, *processes)))
            and not schemes.keys() & processes.keys(),
            "expected a word that means one thing as the name of a table, a scheme or a process",
        )
        self.values = {name: variable(name) for name in self.names}
        self.still = False  # at a point, random variables are constant: every entropy is 0
        self.own: dict[tuple[Index, ...], Quotient] = {}  # cells to which `at` gave values
        self.cells = dict(self.own)  # and, once evaluated, entries of tables and functions
        self.forget()
        self.joints: dict[tuple[str, tuple[str, ...]], tuple[Joint, dict[Key, None]]] = {}
        self.tables: dict[str, Table] = self.read("table", tables, read_table)
        self.processes: dict[str, Process] = self.read("scheme", schemes, Scheme)
        if processes:
            self.processes.update(self.read("process", processes, extensions.find("HiddenProcess")))
        self.experiments: dict[str, Experiment] = {}
        if experiments:
            make = extensions.find("Experiment")
            self.experiments = {
                name: make(self, name, value) for name, value in experiments.items()
            }
        self.followed: list[Experiment | Process] = [
            *self.experiments.values(),
            *self.processes.values(),
        ]
        self.variables = {word for each in self.experiments.values() for word in each.variables}
        self.labels = self.read_labels()
        self.words = {*self.names, *self.labels, *self.variables, *KEYWORDS}
        self.check_words()
        for name in tables:
            with error_context(f"table {name}"):
                for key in self.keys(name):
                    self.entry(name, key)

    def read(
        self, what: str, values: Mapping[str, Any], make: Callable[[Model, str, Any], Any]
    ) -> dict[str, Any]:
        """Return the tables, schemes, processes or experiments, by name."""
        made = {}
        for name, value in values.items():
            with error_context(f"{what} {name[:40]}"):
                made[name] = make(self, name, value)
        return made

    def read_labels(self) -> set[str]:
        """Return the labels of all tables, processes and experiments."""
        labels = {str(label) for axes, _ in self.tables.values() for axis in axes for label in axis}
        labels.update(self.processes)
        for process in self.processes.values():
            labels.update(process.sources, process.queries, process.starts)
        for experiment in self.experiments.values():
            labels.update(experiment.labels)
        need(
            all(WORD.fullmatch(label) or NO_LEADING_ZERO.fullmatch(label) for label in labels),
            "expected a word or a number as a label, without leading zeros",
        )
        return labels

    def check_words(self) -> None:
        """Raise Invalid unless each word means one thing."""
        reserved = OWN_TABLES | {"uniform"} if self.experiments else OWN_TABLES
        twice = (
            {*self.names} & (self.labels | KEYWORDS)
            | reserved & {*self.tables}
            | self.variables & {*self.names, *self.labels}
        )
        need(not twice, f"a word means two things: {', '.join(sorted(twice))[:40]}")

    def at(self, given: Values, still: bool = False) -> Model:
        """Return the same model where some names and cells have these values."""
        cells = {key: value for key, value in given.items() if type(key) is tuple}
        known = self.cells  # stays if only cells change: no entry of a table speaks of a cell
        other = copy(self)
        other.forget()
        if len(cells) < len(given):
            known = self.own
            other.joints = {}
        Work.spend((len(known) >> 4) + len(given))
        other.values = {**self.values, **given}
        other.still = still or self.still
        other.own = {**self.own, **cells}
        other.cells = {**known, **cells}
        new = {
            str(label) for key in cells.keys() - self.cells.keys() for label in key[1:]
        } - self.labels
        if new:
            Work.spend(2 * len(self.words))
            other.labels = self.labels | new
            other.words = self.words | new
        return other

    def forget(self) -> None:
        """Begin with no text evaluated and no process followed."""
        self.expressions: dict[str, Quotient] = {}
        self.single: dict[str, list[Relation]] = {}  # of texts without bound names
        self.running: dict[str, Running] = {}

    def solving(self, cells: Mapping[str, Any], given: Sequence[str]) -> tuple[Model, list[str]]:
        """Return the model, and the relations that are left of these. One that gives a cell in terms of others that
        none of them gives is not left: the cell has that value in the model. `cells`: their names → the cells.
        """
        left: list[str] = []
        solved: dict[str, Quotient] = {}
        names_used: set[str] = set()  # in the values of solved cells
        for text in given:
            meaning = self.relation(text)
            if meaning.ranges or meaning.signs != ("=",):
                left.append(text)
                continue
            cell, value = (evaluate(side, Env(self, {})) for side in meaning.sides)
            name = next(iter(cell.names()), "")
            others = value.names()
            is_cell = (
                name in cells and cell.top == {(name,): 1} and not cell.bottom and not value.bottom
            )
            if (
                is_cell
                and name not in others | names_used | solved.keys()
                and not others & solved.keys()
            ):
                solved[name] = value
                names_used |= others
            else:
                left.append(text)
        return self.at({cells[name]: value for name, value in solved.items()}), left

    # -- tables

    def check_index(self, name: str, *axes: Sequence[Index]) -> None:
        """Raise Invalid unless there is a table with these labels."""
        need(
            [sorted(map(str, labels)) for labels in self.index(name)]
            == [sorted(map(str, a)) for a in axes],
            f"expected another index of the table {name}",
        )

    def index(self, name: str) -> list[list[Index]]:
        """Return the lists of labels of a table."""
        need(name in self.tables, f"there is no table {name[:40]!r}")
        index, _ = self.tables[name]
        return index

    def keys(self, name: str) -> Iterable[tuple[Index, ...]]:
        """Yield the indices of the entries of a table that are not left out."""
        return (key for key, text in self.tables[name][1].items() if text is not None)

    def entry(self, name: str, indices: Sequence[Index]) -> Quotient:
        """Return an entry of a table, or a cell."""
        key = (name, *indices)
        value = self.cells.get(key)
        if value is None:
            known = self.tables[name][1] if name in self.tables else {}
            if key[1:] not in known:
                raise Invalid(
                    f"there is no table {name[:40]!r} with an entry {str([*indices])[:80]}"
                )
            text = known[key[1:]]
            if text is None:
                raise Undefined(f"the entry {name}[{','.join(map(str, indices))}] is left out")
            value = self.cells[key] = self.expression(text)
        return value

    # -- schemes, processes and experiments

    def function(self, name: str, arguments: Sequence[Index]) -> Quotient:
        """Return law, state or history of these. It has a value where all rows that were looked at have one."""
        key = (f"{name}()", *arguments)
        if key not in self.cells:
            scheme, *words = map(str, arguments)
            if scheme not in self.running:
                self.running[scheme] = Running(self, self.process(scheme), lambda q: not q.top)
            running = self.running[scheme]
            running.divisors = {}
            value = self.chance(running, name, words)
            self.cells[key] = Quotient(
                value.top, {**dict.fromkeys(running.divisors, 0), **value.bottom}
            )
        return self.cells[key]

    def chance(self, running: Running, name: str, words: Sequence[str]) -> Quotient:
        """Return law, state or history of these words."""
        time = int(words[0]) if words and re.fullmatch("[0-9]{1,3}", words[0]) else -1
        if name == "history" and len(words) > 1:
            return running.chance(words[0], words[1:])
        if name == "state" and len(words) == 4 and time >= 0:
            return running.state(time, (words[1], words[2], words[3]))
        need(
            name == "law" and len(words) in (5, 6) and time > 0,
            f"there is no {name[:40]!r} of these",
        )
        _, first, request, previous, query, *last = words
        scheme = self.scheme(running.scheme.name)
        need(last or not any(rule.last for rule in scheme.rules), "law: expected X_{t-1}, too")
        need(
            {first, request, *last} <= scheme.labels and {previous, query} <= scheme.queries.keys(),
            "law: there is no such row",
        )
        return running.used(scheme.law(self, time, (first, (*last, first)[0], previous), request))[
            query
        ]

    def experiment(self, name: str) -> Experiment:
        """Return the experiment with this name."""
        need(name in self.experiments, f"there is no experiment {name[:40]!r}")
        return self.experiments[name]

    def process(self, name: str) -> Process:
        """Return the scheme or process with this name."""
        if name not in self.processes:
            raise Invalid(f"there is no scheme or process {name[:40]!r}")
        return self.processes[name]

    def scheme(self, name: str) -> Scheme:
        """Return the scheme with this name."""
        scheme = self.process(name)
        if not isinstance(scheme, Scheme):
            raise Invalid(f"there is no scheme {name[:40]!r}")
        return scheme

    # -- texts

    def expression(self, text: str) -> Quotient:
        """Return the value of an expression without bound names."""
        if text not in self.expressions:
            self.expressions[text] = evaluate(read_expression(text), Env(self, {}))
        return self.expressions[text]

    def polynomial(self, text: Any) -> Poly:
        """Return the value of an expression that divides by nothing."""
        value = self.expression(text) if type(text) is str else None
        if value is None or value.bottom:
            raise Invalid(f"expected a polynomial, found {str(text)[:60]!r}")
        return value.top

    def relation(self, text: str) -> Text:
        """Return the tree of a text that is a relation."""
        tree = read_text(text)
        if not tree.signs:
            raise Invalid(f"expected a relation such as a <= b, found {text[:60]!r}")
        return tree

    def choices(self, tree: Text) -> list[Choice]:
        """Return every choice of the bound names of a text, which will be evaluated for each."""
        env = Env(self, {})
        values: dict[str, list[Index]] = {}
        count = 1
        for range in tree.ranges:
            values[range.name] = env.values(range)
            count *= len(values[range.name])
            need(count <= MAX_INSTANCES, "a statement has too many instances", "work")
            env.bound[range.name] = 0
        Work.spend(count * WORK_PER_TOKEN * tree.length)
        return [dict(zip(values, each)) for each in product(*values.values())]

    def instance(self, tree: Text, choice: Choice) -> list[Relation]:
        """Return the relation at each sign of a text, for a choice of its bound names."""
        env = Env(self, choice)
        sides = [evaluate(side, env) for side in tree.sides]
        return [
            (right - left, FLIP[sign]) if sign in ("<", "<=") else (left - right, sign)
            for left, sign, right in zip(sides, tree.signs, sides[1:])
        ]

    def instances(self, text: str) -> Iterator[Instance]:
        """Yield the relations of a text, for each choice of its bound names."""
        if text in self.single:
            Work.spend(8 + (len(text) >> 2))
            yield {}, self.single[text]
            return
        tree = self.relation(text)
        for choice in self.choices(tree):
            relations = self.instance(tree, choice)
            if not tree.ranges:
                self.single[text] = relations
            yield choice, relations

    def relations(self, given: Iterable[str]) -> Iterator[tuple[str, Relation]]:
        """Yield the relations of some texts, one after the other, each with its text."""
        for text in given:
            for _, relations in self.instances(text):
                for relation in relations:
                    yield text, relation


def read_table(model: Model, name: str, value: Any) -> Table:
    """Return the lists of labels of a table, and its entries."""
    index, cells = entries(value, index=list, entries=list)
    need(1 <= len(index) <= 4, "expected one to four lists of labels")
    for axis in index:
        need(
            type(axis) is list
            and axis
            and {*map(type, axis)} <= {str, int}
            and len({*map(str, axis)}) == len(axis),
            "expected lists of different labels",
        )
    count = prod(map(len, index))
    need(count == len(cells) <= MAX_INSTANCES, f"expected {count} entries, found {len(cells)}")
    for text in cells:
        if not has_type(text, (str, NONE)) or text is not None and not is_plain(text):
            raise Invalid(f"expected an expression in names, found {str(text)[:40]!r}")
    return index, dict(zip(product(*index), cells))
