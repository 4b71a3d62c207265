"""A scheme of a goal, stated in Coq: sources, queries, chain, rules; and its entries, as quotients in one form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..checker.induction import Markov
from ..checker.polynomials import Key, Quotient
from ..checker.syntax import Index
from ..checker.regions import Region
from ..checker.scheme import Process, Rule, Scheme
from . import terms
from .known import Known
from .smaller import lowest, pins
from .terms import Untranslatable, label, polynomial


class Stated:
    """One scheme. Its definitions are said on construction."""

    def __init__(self, known: Known, scheme: Scheme, number: int) -> None:
        self.known, self.scheme, self.model = known, scheme, known.goal.model
        self.suffix = str(number) if number else ""
        self.name, self.chain = f"scheme{self.suffix}", f"chain{self.suffix}"
        self.sources, self.queries = list(scheme.sources), list(scheme.queries)
        self.tables: dict[str | None, str] = {}         # table of a rule → its definition
        self.define()

    # -- words

    def time(self, time: int) -> str:
        return f"t{self.suffix and self.suffix + '_'}{phase(self.scheme, time)}"

    @property
    def times(self) -> list[str]:
        return [self.time(t) for t in phases(self.scheme)]

    @property
    def time_type(self) -> str:
        return f"time{self.suffix}"

    def fitting(self, time: int, previous: str) -> Rule | None:
        """The rule at t after this query."""
        early = 0 if self.scheme.settled else self.scheme.period        # t0 stands for later times, too
        return next((rule for rule in self.scheme.rules if rule.fits(time + early, previous)), None)

    def rule(self, time: int, previous: str) -> str | None:
        """The definition of the rows at t after this query; None if there are none."""
        rule = self.fitting(time, previous)
        return None if rule is None else self.tables[rule.table]

    def given(self, time: int, previous: str, first: str, last: str) -> str:
        """What the rows at t are given besides X_t: X_0 or X_{t-1}."""
        rule = self.fitting(time, previous)
        return last if rule is not None and rule.last else first

    # -- definitions

    def define(self) -> None:
        """The scheme, as the goal states it."""
        say, suffix = self.known.say, self.suffix
        say(f"  Definition {self.chain} (x y : src) : R := " + self.table(
            self.scheme.chain, [self.sources] * 2, "ss", "x, y") + ".")
        rows = dict.fromkeys(rule.table for rule in self.scheme.rules)
        for table in rows:
            name = self.tables[table] = f"row{suffix and suffix + '_'}{len(self.tables)}"
            if table is None:
                say(f"  Definition {name} (a x : src) (q : qry) : R :=  (* the query that downloads X_t alone *)\n"
                    f"    match x, q with {self.request()} | _, _ => 0 end.")
            else:
                say(f"  Definition {name} (a x : src) (q : qry) : R :=  (* {table} *)\n    " + self.table(
                    table, [self.sources, self.sources, self.queries], "ssq", "a, x, q") + ".")
        cases = []
        for time in phases(self.scheme):
            for query in self.queries:
                rule = self.rule(time, query)
                cases.append(f"{self.time(time)}, {label('q', query)} => "
                             + (f"{rule} {self.given(time, query, 'a', 'w')} x q" if rule else "0"))
        say(f"  Definition law{suffix} (t : {self.time_type}) (a w x : src) (q' q : qry) : R := match t, q' with\n"
            "    | " + "\n    | ".join(cases) + " end.")
        gets = [f"{label('q', q)}, {label('s', x)}" for q in self.queries for x in self.sources
                if x in self.scheme.queries[q]]
        total = len(gets) == len(self.sources) * len(self.queries)
        moves = " | ".join(f"{t} => {self.time(i + 1)}" for i, t in enumerate(self.times))
        say(f"  Definition {self.name} : process src qry {self.time_type} := {{|\n"
            f"    sources := [{'; '.join(label('s', x) for x in self.sources)}];"
            f" queries := [{'; '.join(label('q', q) for q in self.queries)}];\n"
            f"    downloads := fun q x => match q, x with {' | '.join(gets)} => true"
            f"{'' if total else ' | _, _ => false'} end;\n"
            f"    first := {label('q', self.scheme.start)}; zero := {self.time(0)};"
            f" next := fun t => match t with {moves} end;\n"
            f"    Process.chain := {self.chain}; Process.law := law{suffix} |}}.")

    def request(self) -> str:
        found = []
        for source in self.sources:
            exact = [q for q in self.queries if self.scheme.queries[q] == {source}]
            if exact:
                found.append(f"{label('s', source)}, {label('q', exact[0])} => 1")
        return " | ".join(found) or "_, _ => 0"

    def table(self, name: str, axes: Sequence[Sequence[Index]], letters: str, subject: str) -> str:
        """A table of the goal as a match."""
        cells = self.model.tables[name][1]
        lines = []
        for key, text in cells.items():
            case = ", ".join(label(letter, each) for letter, each in zip(letters, key))
            lines.append(f"{case} => {'0' if text is None else terms.expression(text, self.model)}")
        return f"match {subject} with\n    | " + "\n    | ".join(lines) + " end"

    def matrix(self, name: str, statement: Markov) -> None:
        """The definition of the matrix of the queries, as the goal states it."""
        cells, rows = self.model.tables[str(statement.matrix)][1], []
        for time in phases(self.scheme):
            rows += [f"{self.time(time)}, {label('q', q)}, {label('q', r)} => "
                     + terms.expression(cells[(*statement.row(time, q), r)], self.model)
                     for q in self.queries for r in self.queries]
        self.known.say(f"  Definition {name} (t : {self.time_type}) (q' q : qry) : R := match t, q', q with\n    | "
                       + "\n    | ".join(rows) + " end.")

    def divisors(self, rule: str, *row: str) -> list[Key]:
        """The divisors in the chain, or in a row of a rule."""
        table = {known: table for table, known in self.tables.items()}.get(rule, self.scheme.chain)
        cells = self.model.tables[table][1] if table is not None else {}
        return list(dict.fromkeys(divisor for key, text in cells.items() if key[:len(row)] == row and text is not None
                                  for divisor in self.model.entry(str(table), key).bottom))

    def left_out(self, rule: str, *row: str) -> bool:
        """Whether the row is left out: it has no value."""
        table = {known: table for table, known in self.tables.items()}.get(rule, self.scheme.chain)
        cells = self.model.tables[table][1] if table is not None else {}
        return any(text is None for key, text in cells.items() if key[:len(row)] == row)

    def valued(self) -> str:
        """The definition of: no divisor in the chain is zero, and none in a row that is used."""
        name, say, suffix = f"valued{self.suffix}", self.known.say, self.suffix
        if name in self.known.definitions:
            return name

        def said(*place: str) -> str:
            divisors = [terms.sign(polynomial(dict(key)), "d") for key in self.divisors(*place)]
            return "False" if self.left_out(*place) else terms.conjunction(divisors)

        for rule in self.tables.values():
            cases = [f"{label('s', a)}, {label('s', y)} => {said(rule, a, y)}"
                     for a in self.sources for y in self.sources if said(rule, a, y) != "True"]
            cases += ["_, _ => True"] if len(cases) < len(self.sources) ** 2 else []
            say(f"  Definition value_{rule} (a x : src) : Prop := match a, x with {' | '.join(cases)} end.")
        cases = [f"{self.time(t)}, {label('q', q)} => "
                 + (f"value_{known} {self.given(t, q, 'a', 'w')} x" if (known := self.rule(t, q)) else "False")
                 for t in phases(self.scheme) for q in self.queries]
        say(f"  Definition value{suffix} (t : {self.time_type}) (a w x : src) (q' : qry) : Prop :=\n"
            "    match t, q' with\n    | " + "\n    | ".join(cases) + " end.")
        say(f"  (* No divisor in the chain is zero, and none in a row that is used. *)\n  Definition {name} : Prop := "
            f"({said(self.chain)}) /\\\n    forall a xs h y, path {self.name} a xs h <> 0 -> {self.chain} (hd a xs) y "
            f"<> 0 ->\n      "
            f"value{suffix} (phase {self.name} (S (length h))) a (hd a xs) y (hd (first {self.name}) h).")
        return name

    # -- entries

    def step(self, x: str, y: str) -> tuple[str, str, Quotient]:
        """An entry of the chain: in Coq, its definition, its value."""
        return f"{self.chain} {label('s', x)} {label('s', y)}", self.chain, self.model.entry(self.scheme.chain, [x, y])

    def sent(self, time: int, a: str, y: str, previous: str) -> dict[str, tuple[str, str, Quotient]]:
        """The entries of a row; a is X_0 or X_{t-1}, whichever it is given."""
        values = self.scheme.law(self.model, time, (a, a, previous), y)
        rule = str(self.rule(time, previous))
        row = f"{rule} {label('s', a)} {label('s', y)}"
        return {q: (f"{row} {label('q', q)}", rule, value) for q, value in values.items()}


class Entries:
    """Lemmas about entries of tables: what they are in one form, and which are zero."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def top(self, region: Region, holds: Callable[[Region], bool]) -> Region:
        """The largest region around this one where it is known."""
        chain = [region]
        while chain[-1].parent is not None:
            chain.append(chain[-1].parent)
        return next((each for each in reversed(chain) if holds(each)), region)

    def form(self, region: Region, head: str, name: str, value: Quotient) -> tuple[str, str]:
        """An entry as one quotient, and a proof of it, in a lemma about the region."""
        values = {n: number for n, (_, number) in pins(region).items() if n in value.names()}
        here = self.top(region, lambda r: values.keys() <= pins(r).keys() and all(
            r.why(dict(key), "!=") for key in value.bottom))
        (top,), bottom = lowest([value.top], value.bottom, values)
        under = terms.powers(bottom)
        text = polynomial(top) if not under else f"{terms.bracketed(polynomial(top))} / ({under})"
        lemma, new = self.known.once(("entry", here.name, head), "e")
        if new:
            known, numbers = self.known.separate(here, value.bottom), self.known.replacing(here)
            self.known.say(f"  Lemma {lemma} {self.known.binder(here)} : {head} = {text}.\n  Proof. {known}cbv beta "
                           f"iota delta [{name}]; {numbers}first [reflexivity | identity]. Qed.", lemma)
        return text, f"({lemma} {self.known.call(region, here)})"

    def is_zero(self, region: Region, value: Quotient) -> bool:
        return region.why(value.top, "=") is not None

    def zero(self, region: Region, head: str, name: str, value: Quotient) -> str:
        """A proof that an entry is zero."""
        here = self.top(region, lambda r: r.why(value.top, "=") is not None and all(
            r.why(dict(key), "!=") for key in value.bottom))
        lemma, new = self.known.once(("zero", here.name, head), "z")
        if new:
            proof = f"cbv beta iota delta [{name}]; {self.known.closing(here, (value, '='))}"
            if not value.top and not value.bottom:
                proof = f"first [reflexivity | {proof}]"
            self.known.say(f"  Lemma {lemma} {self.known.binder(here)} : {head} = 0.\n  Proof. {proof}. Qed.", lemma)
        return f"({lemma} {self.known.call(region, here)})"


def phase(scheme: Scheme, time: int) -> int:
    """The first t that has the same law of Q_t, and so for all times that follow.

    The checker's phases are those with the same laws after t: where rules begin or end there is one more here."""
    begun = scheme.settled + 1 if scheme.settled else 0
    return time if time < begun else begun + (time - begun) % scheme.period


def phases(scheme: Process) -> range:
    return range((scheme.settled + 1 if scheme.settled else 0) + scheme.period)


def stands(scheme: Scheme) -> str:
    """How times are counted."""
    return f"t modulo {scheme.period}" if not scheme.settled else (
        f"t until {scheme.settled}, then modulo {scheme.period}")


def same_words(schemes: Iterable[Scheme]) -> tuple[list[str], list[str]]:
    """The sources and queries, which all schemes of a file share."""
    found = {(tuple(s.sources), tuple(s.queries)) for s in schemes}
    if len(found) != 1:
        raise Untranslatable("schemes with different sources or queries")
    (sources, queries), = found
    return list(sources), list(queries)
