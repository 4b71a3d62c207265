"""What the words of a goal mean: names, tables, schemes, processes, experiments. Nothing here judges.

Glossary (see polynomials.py, syntax.py and meaning.py, too)
    Model       names, tables, schemes, processes, experiments. `Model.at` gives some names other values; evaluating a
                text there is how anything is substituted: a point, the next member of a sequence, the next query
    Cell        an entry of a table that exists only in some models: path[a,x], state[a,x,q], mass[a,x,set]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from .polynomials import ZERO, Invalid, Key, Poly, Quotient, Undefined, Work, entries, need, place, texts, variable
from .meaning import MAX_INSTANCES, Choice, Env, Meaning, Relation, compile_expression, compile_text
from .scheme import Process, Running, Scheme
from .syntax import WORD, Index, is_plain

if TYPE_CHECKING:
    from .experiment import Experiment, Joint

MAX_NAMES = 200

Values = Mapping[Any, Quotient]
"""Names, and cells such as ("path", a, x), with what they are."""
Instance = tuple[Choice, list[Relation]]
OWN_TABLES = {"path", "state", "mass"}
KEYWORDS = {"for", "in", "sum", "mod", "indep", "law", "history", "Pr", "H", "I", *OWN_TABLES}


class Model:
    """Names, tables, schemes, processes and experiments."""

    def __init__(self, names: Any, tables: Mapping[str, Any], schemes: Mapping[str, Any],
                 processes: Mapping[str, Any] = {},
                 experiments: Callable[[Model], dict[str, Experiment]] = lambda model: {}) -> None:
        self.names = texts(names, "names")
        need(len({*self.names}) == len(self.names) <= MAX_NAMES and all(map(WORD.fullmatch, self.names)),
             f"names: expected at most {MAX_NAMES} different words")
        need(all(map(WORD.fullmatch, (*tables, *schemes, *processes))) and not schemes.keys() & processes.keys(),
             "the name of a table, a scheme or a process is a word, and means one thing")
        self.values = {name: variable(name) for name in self.names}
        self.still = False          # at a point, random variables are constant: every entropy is 0
        self.own: dict[tuple[Index, ...], Quotient] = {}        # cells that were given
        self.cells: dict[tuple[Index, ...], Quotient] = {}      # and entries of tables, once they are known
        self.expressions: dict[str, Quotient] = {}
        self.single: dict[str, list[Instance]] = {}     # what texts without bound names say
        self.running: dict[str, Running] = {}
        self.joints: dict[tuple[str, tuple[str, ...]], tuple[Joint, dict[Key, None]]] = {}
        self.tables = {name: self.table(name, value) for name, value in tables.items()}
        self.processes: dict[str, Process] = {name: Scheme(self, name, value) for name, value in schemes.items()}
        self.processes.update({name: Process(self, name, value) for name, value in processes.items()})
        self.experiments = experiments(self)
        self.variables = {word for e in self.experiments.values() for word in e.variables}
        self.labels = {str(x) for axes, _ in self.tables.values() for axis in axes for x in axis} | {*self.processes}
        self.labels.update(x for s in self.processes.values() for x in (*s.sources, *s.queries, *s.starts))
        self.labels.update(x for e in self.experiments.values() for x in e.labels)
        need(all(WORD.fullmatch(label) or re.fullmatch("0|[1-9][0-9]{0,99}", label) for label in self.labels),
             "a label is a word or a number")       # 00 would be read as 0
        self.words = {*self.names, *self.labels, *self.variables, *KEYWORDS}
        reserved = OWN_TABLES | {"uniform"} if self.experiments else OWN_TABLES
        twice = ({*self.names} & (self.labels | KEYWORDS) | reserved & {*tables}
                 | self.variables & {*self.names, *self.labels})
        need(not twice, f"a word means two things: {', '.join(sorted(twice))[:40]}")
        for name in tables:
            with place(f"table {name}"):
                for key in self.keys(name):
                    self.entry(name, key)

    def at(self, given: Values, still: bool = False) -> Model:
        """The same model where some names and cells have these values."""
        cells = {key: value for key, value in given.items() if type(key) is tuple}
        values = {key: value for key, value in given.items() if key not in cells}
        Work.spend((len(self.cells) >> (4 if values else 0)) + len(given))
        found = object.__new__(Model)
        found.__dict__.update(self.__dict__)
        found.values, found.still = {**self.values, **values}, still or self.still
        found.expressions, found.single, found.running = {}, {}, {}
        found.joints = {} if values else self.joints
        found.own = {**self.own, **cells}
        found.cells = dict(found.own) if values else {**self.cells, **cells}
        if cells:
            more = {str(label) for key in cells.keys() - self.cells.keys() for label in key[1:]} - self.labels
            if more:
                Work.spend(2 * len(self.words))
                found.labels, found.words = self.labels | more, self.words | more
        return found

    def solving(self, keys: Mapping[str, Any], given: Sequence[str]) -> tuple[Model, list[str]]:
        """The model and what is left of the relations. One that gives a cell in terms of others that none of them gives
        is not left: the cell has that value in the model. `keys`: the names of the cells → the cells."""
        left: list[str] = []
        solved: dict[str, Quotient] = {}
        spoken: set[str] = set()        # of these names the values of solved cells speak
        for text in given:
            said = self.said(text)
            one, other, *_ = [ZERO, ZERO] if said.ranges else [side(Env(self, {})) for side in said.sides]
            name, others = next(iter(one.names()), ""), other.names()
            if said.signs == ("=",) and name in keys and one.top == {(name,): 1} and not one.bottom \
                    and not other.bottom and name not in others | spoken | solved.keys() and not others & solved.keys():
                solved[name] = other
                spoken |= others
            else:
                left.append(text)
        return self.at({keys[name]: value for name, value in solved.items()}), left

    def table(self, name: str, value: Any) -> tuple[list[list[Index]], dict[tuple[Index, ...], str | None]]:
        index, cells = entries(value, f"table {name}", index=list, entries=list)
        need(1 <= len(index) <= 4, f"table {name}: expected one to four lists of labels")
        for axis in index:
            good = type(axis) is list and len(axis) > 0 and all(type(x) in (str, int) for x in axis)
            need(good and len({*map(str, axis)}) == len(axis), f"table {name}: expected lists of different labels")
        count = prod(map(len, index))
        need(count == len(cells) <= MAX_INSTANCES, f"table {name}: expected {count} entries, found {len(cells)}")
        for text in texts([c for c in cells if c is not None], f"table {name}"):
            if not is_plain(text):
                raise Invalid(f"table {name}: not an entry: {text[:40]!r}")
        return index, dict(zip(product(*index), cells))

    def shaped(self, name: str, *axes: Sequence[Index]) -> None:
        need(name in self.tables, f"there is no table {name[:40]!r}")
        index = self.tables[name][0]
        need([sorted(map(str, a)) for a in index] == [sorted(map(str, a)) for a in axes],
             f"the table {name} has another index")

    def keys(self, name: str) -> Iterable[tuple[Index, ...]]:
        """The indices of the entries of a table that are not left out."""
        return (key for key, text in self.tables[name][1].items() if text is not None)

    def entry(self, name: str, indices: Sequence[Index]) -> Quotient:
        key = (name, *indices)
        found = self.cells.get(key)
        if found is None:
            known = self.tables[name][1] if name in self.tables else {}
            if key[1:] not in known:
                raise Invalid(f"there is no table {name[:40]!r} with an entry {str([*indices])[:80]}")
            text = known[key[1:]]
            if text is None:
                raise Undefined(f"the entry {name}[{','.join(map(str, indices))}] is left out")
            found = self.cells[key] = self.expression(text)
        return found

    def function(self, name: str, arguments: Sequence[Index]) -> Quotient:
        """law, state or history: see Running. It has a value where all rows that were looked at have one."""
        key = (f"{name}()", *arguments)
        if key not in self.cells:
            scheme, *words = map(str, arguments)
            if scheme not in self.running:
                self.running[scheme] = Running(self, self.process(scheme), lambda q: not q.top)
            running = self.running[scheme]
            running.divisors = {}
            time = int(words[0]) if words and re.fullmatch("[0-9]{1,3}", words[0]) else -1
            if name == "history" and len(words) > 1:
                found = running.chance(words[0], words[1:])
            elif name == "state" and len(words) == 4 and time >= 0:
                found = running.state(time, (words[1], words[2], words[3]))
            else:
                need(name == "law" and len(words) in (5, 6) and time > 0, f"there is no {name[:40]!r} of these")
                _, first, request, previous, query, *last = words
                known = self.scheme(scheme)
                need(last or not any(rule.last for rule in known.rules), "law: expected X_{t-1}, too")
                need({first, request, *last} <= known.labels and {previous, query} <= known.queries.keys(),
                     "law: there is no such row")
                found = running.used(known.law(self, time, (first, (*last, first)[0], previous), request))[query]
            self.cells[key] = Quotient(found.top, {**dict.fromkeys(running.divisors, 0), **found.bottom})
        return self.cells[key]

    def experiment(self, name: str) -> Experiment:
        need(name in self.experiments, f"there is no experiment {name[:40]!r}")
        return self.experiments[name]

    def process(self, name: str) -> Process:
        if name not in self.processes:
            raise Invalid(f"there is no scheme or process {name[:40]!r}")
        return self.processes[name]

    def scheme(self, name: str) -> Scheme:
        found = self.process(name)
        if not isinstance(found, Scheme):
            raise Invalid(f"there is no scheme {name[:40]!r}")
        return found

    def expression(self, text: str) -> Quotient:
        if text not in self.expressions:
            self.expressions[text] = compile_expression(text)(Env(self, {}))
        return self.expressions[text]

    def polynomial(self, text: Any) -> Poly:
        found = self.expression(text) if type(text) is str else None
        if found is None or found.bottom:
            raise Invalid(f"expected a polynomial, found {str(text)[:60]!r}")
        return found.top

    def said(self, text: str) -> Meaning:
        found = compile_text(text)
        if not found.signs:
            raise Invalid(f"expected a relation such as a <= b, found {text[:60]!r}")
        return found

    def instances(self, text: str) -> Iterable[Instance]:
        """The relations of a text, for each choice of its bound names."""
        if text in self.single:
            Work.spend(8 + (len(text) >> 2))
            return self.single[text]
        said = self.said(text)
        if said.ranges:
            return ((choice, said.relations(self, choice)) for choice in said.choices(self))
        Work.spend(said.work)
        self.single[text] = [({}, said.relations(self, {}))]
        return self.single[text]

    def relations(self, each: Iterable[str]) -> Iterator[tuple[str, Relation]]:
        """The relations of some texts, one after the other, each with its text."""
        for text in each:
            for _, found in self.instances(text):
                for relation in found:
                    yield text, relation
