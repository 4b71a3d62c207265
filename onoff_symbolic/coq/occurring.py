"""Statements about states in Coq (defined, normalised, decodable, placed, determined): which can occur, which rows
they use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..checker.polynomials import UNIT, Invalid, Quotient, Undefined, is_constant, total
from ..checker.scheme import Running, State
from ..checker.scheme import MAX_TIMES
from ..checker.statements import Decodable, Determined, Normalised, Placed, States
from . import terms
from .known import Known
from .pieces import conjoined, rewriting
from .stated import Entries, Stated, phase, phases
from .terms import Untranslatable, label

Row = tuple[str, str, str]
"""A rule's definition, X_0 or X_{t-1}, whichever it is given, and X_t."""


def map_of(known: Known, name: str, statement: Placed) -> None:
    """The definition of the function of X_0."""
    cases = " | ".join(f"{label('s', a)} => {label('s', x)}" for a, x in statement.map.items())
    known.say(f"  Definition map_{name} (a : src) : src := match a with {cases} end.")


def placed(scheme: str, name: str, statement: Placed) -> str:
    return (f"placed {scheme} {statement.modulus}%nat {statement.rest}%nat {label('q', statement.query)} "
            f"map_{name}")


class Occurring:
    """The states of a scheme on a region. Several statements may rest on them."""

    def __init__(self, known: Known, stated: Stated, entries: Entries, statement: States, number: int) -> None:
        self.known, self.stated, self.entries, self.number = known, stated, entries, number
        self.region, self.scheme = statement.region, statement.scheme
        self.binder, self.name = known.binder(self.region), stated.name
        self.running = Running(known.goal.model, self.scheme, self.region.vanishes)
        self.can: dict[int, set[State]] = {t: set() for t in phases(self.scheme)}
        self.rows: dict[Row, tuple[int, str]] = {}      # row → a time and a query after which it is used
        self.undefined, self.shown = False, ""
        try:
            self.follow()
        except (Invalid, Undefined):
            self.undefined = True
        self.say()

    def follow(self) -> None:
        current, time = {(a, a, self.scheme.start) for a in self.scheme.sources}, 0
        seen = set[tuple[int, frozenset[State]]]()
        while (now := phase(self.scheme, time), frozenset(current)) not in seen and time < MAX_TIMES:
            seen.add((now, frozenset(current)))
            self.can[now] |= current
            time += 1
            for state in sorted(current):
                for y, _, _ in self.running.rows(time, state):
                    row = str(self.stated.rule(time, state[2])), self.stated.given(time, state[2], *state[:2]), y
                    self.rows.setdefault(row, (time, state[2]))
            current = {after for state in sorted(current) for after, _ in self.running.moves(time, state)}

    # -- definitions

    def matched(self, subject: str, cases: Iterable[str], count: int) -> str:
        """A boolean: true in these cases."""
        cases = list(cases)
        if not cases or len(cases) == count:
            return "true" if cases else "false"
        blank = ", ".join("_" for _ in subject.split(", "))
        return f"match {subject} with {' | '.join(cases)} => true | {blank} => false end"

    def by_rule(self, letters: str, part: str) -> str:
        """A function of t, Q_{t-1} and the letters after what the rule's rows are given."""
        cases = []
        for time in phases(self.scheme):
            for query in self.stated.queries:
                rule = self.stated.rule(time, query)
                cases.append(f"{self.stated.time(time)}, {label('q', query)} => "
                             + (f"{part}{self.number}_{rule} {self.stated.given(time, query, 'a', 'w')} {letters}"
                                if rule else "false"))
        return "match t, q' with\n    | " + "\n    | ".join(cases) + " end"

    def say(self) -> None:
        k, say, S, Q = self.number, self.known.say, self.stated.sources, self.stated.queries
        states = [f"{self.stated.time(t)}, {label('s', a)}, {label('s', x)}, {label('q', q)}"
                  for t in self.can for a in S for x in S for q in Q if (a, x, q) in self.can[t]]
        time = self.stated.time_type
        say(f"  Definition can{k} (t : {time}) (a x : src) (q : qry) : bool :=\n    "
            + self.matched("t, a, x, q", states, len(self.can) * len(S) ** 2 * len(Q)) + ".")
        zero = [(x, y) for x in S for y in S if self.entries.is_zero(self.region, self.stated.step(x, y)[2])]
        moves = [f"{label('s', x)}, {label('s', y)}" for x in S for y in S if (x, y) not in zero]
        say(f"  Definition moves{k} (x y : src) : bool := {self.matched('x, y', moves, len(S) ** 2)}.")
        ways = [f"exact (fun _ => {self.entries.zero(self.region, *self.stated.step(x, y))})" if (x, y) in zero else
                "discriminate" for x in S for y in S]
        say(f"  Lemma never_moves{k} {self.binder} x y : moves{k} x y = false -> {self.stated.chain} x y = 0.\n"
            f"  Proof. destruct x, y; [{' | '.join(ways)}]. Qed.")
        for rule in dict.fromkeys(self.stated.tables.values()):
            self.say_rule(rule)
        say(f"  Definition row_used{k} (t : {time}) (a w x : src) (q' : qry) : bool := {self.by_rule('x', 'used')}.")
        say(f"  Definition sends{k} (t : {time}) (a w x : src) (q' q : qry) : bool := {self.by_rule('x q', 'sends')}.")
        ways = [f"exact (never_sends{k}_{known} G {self.stated.given(t, q, 'a', 'w')} y q)"
                if (known := self.stated.rule(t, q)) else "discriminate" for t in phases(self.scheme) for q in Q]
        say(f"  Lemma never_sends{k} {self.binder} p a w y q' q : row_used{k} p a w y q' = true -> "
            f"sends{k} p a w y q' q = false ->\n    law{self.stated.suffix} p a w y q' q = 0.\n"
            f"  Proof. destruct p, q'; [{' | '.join(ways)}]. Qed.")
        say(f"  Lemma can_start{k} a : can{k} {self.stated.time(0)} a a {label('q', self.scheme.start)} = true.\n"
            "  Proof. destruct a; reflexivity. Qed.")
        say(f"  Lemma closed{k} : closed {self.name} times{self.stated.suffix} can{k} moves{k} row_used{k} sends{k} = "
            f"true.\n  Proof. {'fail' if self.undefined else 'vm_compute; reflexivity'}. Qed.")

    def say_rule(self, rule: str) -> None:
        """Which rows of a rule are used, and what they never send."""
        k, say, S, Q = self.number, self.known.say, self.stated.sources, self.stated.queries
        used = [(a, y) for a in S for y in S if (rule, a, y) in self.rows]
        say(f"  Definition used{k}_{rule} (a x : src) : bool :=\n    " + self.matched(
            "a, x", [f"{label('s', a)}, {label('s', y)}" for a, y in used], len(S) ** 2) + ".", f"used{k}_{rule}")
        sends, ways = list[str](), list[str]()
        for a in S:
            for y in S:
                if (a, y) not in used:
                    ways += ["discriminate"] * len(Q)
                    continue
                time, previous = self.rows[rule, a, y]
                for q, entry in self.stated.sent(time, a, y, previous).items():
                    if self.entries.is_zero(self.region, entry[2]):
                        ways.append(f"exact (fun _ _ => {self.entries.zero(self.region, *entry)})")
                    else:
                        sends.append(f"{label('s', a)}, {label('s', y)}, {label('q', q)}")
                        ways.append("discriminate")
        say(f"  Definition sends{k}_{rule} (a x : src) (q : qry) : bool :=\n    "
            + self.matched("a, x, q", sends, len(S) ** 2 * len(Q)) + ".", f"sends{k}_{rule}")
        say(f"  Lemma never_sends{k}_{rule} {self.binder} a y q : used{k}_{rule} a y = true -> "
            f"sends{k}_{rule} a y q = false -> {rule} a y q = 0.\n  Proof.\n    destruct a, y, q;\n    ["
            + "\n    | ".join(ways) + "].\n  Qed.", f"never_sends{k}_{rule}")

    # -- theorems

    @property
    def arguments(self) -> str:
        k, suffix = self.number, self.stated.suffix
        return (f"{self.name} times{suffix} all_times{suffix} all_sources{suffix} all_queries{suffix} can{k} moves{k} "
                f"row_used{k} sends{k} can_start{k} (never_moves{k} G) (never_sends{k} G) closed{k}")

    def theorem(self, statement: States) -> None:
        name = statement.name.replace(" ", "_")
        if isinstance(statement, Normalised):
            self.say_laws(name)
        elif isinstance(statement, Placed):
            self.say_placed(name, statement)
        elif isinstance(statement, Determined):
            self.say_determined(name)
        elif isinstance(statement, Decodable):
            self.known.say(f"  Theorem {name} {self.binder} : decodable {self.name}.\n  Proof. "
                           f"exact (states_decodable {self.arguments} ltac:(vm_compute; reflexivity)). Qed.")
        else:
            self.say_values(name)

    def say_placed(self, name: str, statement: Placed) -> None:
        """At certain times, after a query, X_t is a given function of X_0."""
        map_of(self.known, name, statement)
        cases = " | ".join(f"{self.stated.time(t)} => {t % statement.modulus}%nat" for t in phases(self.scheme))
        self.known.say(f"  Definition residue_{name} (t : {self.stated.time_type}) : nat := match t with {cases} end.")
        self.known.say(
            f"  Theorem {name} {self.binder} : {placed(self.name, name, statement)}.\n  Proof.\n    "
            f"apply (states_placed {self.arguments} residue_{name});\n      [discriminate | reflexivity | intro p; "
            "destruct p; reflexivity |].\n    intros p a x. destruct p, a, x; vm_compute; intros; "
            "first [reflexivity | discriminate].\n  Qed.")

    def say_determined(self, name: str) -> None:
        """X_t is a function of X_0 and Q_t. The states of all times that are the same modulo the period are one set."""
        if any(len({(a, q) for a, _, q in states}) < len(states) for states in self.can.values()):
            raise Untranslatable("determined by functions that change from period to period has no translation to Coq")
        self.known.say(
            f"  Theorem {name} {self.binder} : determined {self.name}.\n  Proof.\n    "
            f"apply (states_determined {self.arguments}).\n    intros p a x y q. destruct p, a, x, y, q; vm_compute; "
            "intros; first [reflexivity | discriminate].\n  Qed.")

    def say_laws(self, name: str) -> None:
        """Each row that is used is a law, and has a value: no divisor in it is zero."""
        k, say, S = self.number, self.known.say, self.stated.sources
        self.say_values(f"{name}_valued")
        ways = []
        for x in S:
            entries = [self.stated.step(x, y) for y in S]
            ways.append(f"exact {self.law(f'chain_law{k}', self.stated.chain, [label('s', x)], entries)}")
        say(f"  Lemma chain_law{k} {self.binder} x : is_law (sources {self.name}) ({self.stated.chain} x).\n"
            f"  Proof. destruct x; [{' | '.join(ways)}]. Qed.")
        laws = dict[Row, str]()
        for rule, a, y in sorted(self.rows):
            time, previous = self.rows[rule, a, y]
            entries = list(self.stated.sent(time, a, y, previous).values())
            laws[rule, a, y] = self.law(f"row_law{k}", rule, [label("s", a), label("s", y)], entries)
        self.say_used(f"row_law{k}", laws, f"is_law (queries {self.name})", lambda rule: f"({rule} a y)",
                      f"is_law (queries {self.name}) (law{self.stated.suffix} p a w y q')")
        say(f"  Theorem {name} {self.binder} : normalised {self.name} /\\ {self.stated.valued()}.\n  Proof. split; ["
            f"exact (states_normalised {self.arguments} (chain_law{k} G) (row_law{k} G)) | "
            f"exact ({name}_valued G)]. Qed.")

    def say_used(self, lemma: str, proofs: Mapping[Row, str], good: str, of_rule: Callable[[str], str], goal: str
                 ) -> None:
        """From each row to all that are used."""
        k, S = self.number, self.stated.sources
        for rule in dict.fromkeys(self.stated.tables.values()):
            ways = [f"exact (fun _ => {proofs[rule, a, y]})" if (rule, a, y) in self.rows else "discriminate"
                    for a in S for y in S]
            self.known.say(f"  Lemma {lemma}_{rule} {self.binder} a y : used{k}_{rule} a y = true -> {good} "
                           f"{of_rule(rule)}.\n  Proof. destruct a, y; [{' | '.join(ways)}]. Qed.", f"{lemma}_{rule}")
        ways = [f"exact ({lemma}_{known} G {self.stated.given(t, q, 'a', 'w')} y)"
                if (known := self.stated.rule(t, q)) else "discriminate"
                for t in phases(self.scheme) for q in self.stated.queries]
        self.known.say(f"  Lemma {lemma} {self.binder} p a w y q' : row_used{k} p a w y q' = true -> {goal}.\n"
                       f"  Proof. destruct p, q'; [{' | '.join(ways)}]. Qed.")

    def law(self, prefix: str, name: str, row: list[str], entries: list[tuple[str, str, Quotient]]) -> str:
        """A proof that a row is a law: no entry is negative, and they sum to 1."""
        values = [value for _, _, value in entries]
        numbers = all(is_constant(value.top) and not value.bottom for value in values)
        lemma = "_".join(["law" if numbers else prefix, name, *row])
        proof, binder = (lemma, "") if numbers else (f"({lemma} G)", f" {self.binder}")
        if lemma in self.known.laws:
            return proof
        self.known.laws.add(lemma)
        forms = [rewriting([self.entries.form(self.region, *each)[1]]) if not is_constant(each[2].top) or each[2].bottom
                 else "" for each in entries]
        ways = [f"apply Rge_le; {form or f'cbv beta iota delta [{name}]; '}"
                f"{self.known.closing(self.region, (value, '>='))}" for form, value in zip(forms, values)]
        whole = f"{''.join(forms)}cbv beta iota delta [{name}]; " + self.known.closing(
            self.region, (total(values) - UNIT, "="))
        unknown = "destruct y" if name == self.stated.chain else "destruct q"
        spread = terms.spread([head for head, _, _ in entries])
        over = "sources" if name == self.stated.chain else "queries"
        self.known.say(
            f"  Lemma {lemma}{binder} : is_law ({over} {self.name}) ({' '.join([name, *row])}).\n  Proof.\n    "
            f"split; [intros {unknown[-1]} _; {unknown};\n      [" + "\n      | ".join(ways)
            + f"]\n    | change ({spread} = 1); {whole}].\n  Qed.")
        return proof

    def say_values(self, name: str) -> None:
        """No divisor that is written in the chain, or in a row that is used, is zero."""
        k, say = self.number, self.known.say
        valued = self.stated.valued()
        if self.shown:
            say(f"  Theorem {name} {self.binder} : {valued}.\n  Proof. exact ({self.shown} G). Qed.")
            return
        self.shown = name
        found = {row: conjoined([self.known.distinct(self.region, key) for key in self.stated.divisors(*row)])
                 for row in sorted(self.rows)}
        value = f"value{self.stated.suffix}"
        self.say_used(f"has_value{k}", found, "", lambda rule: f"value_{rule} a y", f"{value} p a w y q'")
        proofs = [self.known.distinct(self.region, key) for key in self.stated.divisors(self.stated.chain)]
        say(f"  Theorem {name} {self.binder} : {valued}.\n  Proof. split; [exact {conjoined(proofs)} | exact "
            f"(states_rows {self.arguments} {value} (has_value{k} G))]. Qed.")
