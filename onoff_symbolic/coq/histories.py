"""private and markov in Coq: the relations of each node, that they hold at the start and are kept, what they imply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from ..checker.induction import Layer, Markov, Node, Private
from ..checker.polynomials import UNIT, ZERO, Invalid, Quotient, Undefined, total
from ..checker.regions import Region
from ..checker.scheme import Running
from . import terms
from .known import Known
from .pieces import FAIL, FAILS, conjoined, rewriting
from .stated import Entries, Stated, phases
from .terms import label

Cell = tuple[str, str]


class Histories:
    """The proof of one statement. `say` writes it."""

    def __init__(self, known: Known, stated: Stated, entries: Entries, statement: Private, number: int,
                 others: Sequence[Histories] = ()) -> None:
        self.known, self.stated, self.entries, self.statement = known, stated, entries, statement
        self.number, self.scheme = number, statement.scheme
        self.base = statement.region
        self.binder = known.binder(self.base)
        self.masses: dict[tuple[int, str], list[str]] = {}
        self.name = stated.name
        self.cells: dict[tuple[int, str], dict[str, dict[Cell, tuple[str, str, str]]]] = {}
        self.twin = next((each for each in others if self.is_twin(each)), None)
        if self.twin is not None:
            for node, (region, _) in statement.nodes.items():
                known.alike[region.name] = self.twin.statement.nodes[node][0]
        for region, given in statement.nodes.values():
            known.whole[region.name] = given

    def is_twin(self, other: Histories) -> bool:
        """Whether it has the same invariant on a region around this one, so that it is kept here, too."""
        return other.stated is self.stated and other.twin is None and other.base in self.base.around and (
            {node: given for node, (_, given) in self.statement.nodes.items()}
            == {node: given for node, (_, given) in other.statement.nodes.items()})

    # -- words

    def state(self, time: int, query: str) -> str:
        return f"{self.stated.time(time)} {label('q', query)}"

    @property
    def places(self) -> list[tuple[int, str]]:
        """The node of each t and Q_t, in the order of Coq."""
        return [(self.scheme.phase(t), q) for t in phases(self.scheme) for q in self.stated.queries]

    def pushed(self, time: int, query: str, sent: str) -> str:
        return f"push {self.name} {self.state(time, query)} {label('q', sent)} v"

    # -- cells

    def known_cells(self, region: Region, pairs: Iterable[Cell]) -> list[str]:
        """Proofs that the cells have the values that the node gives them: those in terms of others first."""
        found = list[tuple[bool, str]]()
        for pair in pairs:
            value, name = region.model.entry("path", pair), f"path[{','.join(pair)}]"
            free, zero = value.top == {(name,): 1}, region.vanishes(value)
            if free and zero:
                found.append((True, f"({self.known.prove(region, value.top, '=')} : {terms.variable(name)} = 0)"))
            elif not free:
                proof = self.known.solved(region, pair)
                found.append((False, f"(eq_trans {proof} {self.known.prove(region, value.top, '=')} : "
                                     f"{terms.variable(name)} = 0)" if zero and value.top else proof))
        return [proof for _, proof in sorted(found, key=lambda each: each[0])]

    # -- the parts

    def say(self) -> None:
        k, say = self.number, self.known.say
        if isinstance(self.statement, Markov):
            self.say_matrix()
        if self.twin is not None:
            self.say_again(self.twin)
            return
        cases = [f"{self.stated.time(t)}, {label('q', q)} => node{self.known.number(region)} v"
                 for (node, q), (region, _) in self.statement.nodes.items()
                 for t in phases(self.scheme) if self.scheme.phase(t) == node]
        rest = [] if len(cases) == len(self.places) else ["_, _ => False"]
        say(f"  Definition relations{k} (t : {self.stated.time_type}) (q : qry) (v : src -> src -> R) : Prop :=\n"
            "    match t, q with\n    | " + "\n    | ".join([*cases, *rest]) + " end.")
        self.say_start()
        steps = {node: self.say_step(node) for node in self.statement.nodes}
        ways = [f"exact ({steps[t, q]} G v E q)" if (t, q) in steps else "destruct E"
                for t, q in self.places]
        say(f"  Lemma step{k} {self.binder} p q' q v : relations{k} p q' v ->\n"
            f"    kept relations{k} (next {self.name} p) q (push {self.name} p q' q v).\n"
            f"  Proof.\n    intro E. destruct p, q'.\n" + "\n".join(f"    - {way}." for way in ways) + "\n  Qed.")
        self.say_theorem()

    def say_again(self, twin: Histories) -> None:
        """The invariant of another statement: only what it implies is new."""
        k, say = self.number, self.known.say
        outer = self.known.call(self.base, twin.base)
        say(f"  Definition relations{k} := relations{twin.number}.")
        say(f"  Lemma start{k} {self.binder} : relations{k} {self.state(0, self.scheme.start)} (initial same).\n"
            f"  Proof. exact (start{twin.number} {outer}). Qed.")
        say(f"  Lemma step{k} {self.binder} p q' q v : relations{k} p q' v ->\n"
            f"    kept relations{k} (next {self.name} p) q (push {self.name} p q' q v).\n"
            f"  Proof. exact (step{twin.number} {outer} p q' q v). Qed.")
        for node, (region, _) in self.statement.nodes.items():
            now, after = self.moved(node)
            cells = {sent: {pair: (left, right, f"{lemma} {outer} v E")
                            for pair, (left, right, lemma) in each.items()} for sent, each in twin.cells[node].items()}
            self.masses[node] = self.implied(region, node, now, after, cells)
        self.say_theorem()

    def say_theorem(self) -> None:
        k, say = self.number, self.known.say
        if isinstance(self.statement, Markov):
            lawful = [(terms.stated(written), relation) for written, relation in terms.instances(
                self.statement.lawful, self.known.goal.model)]
            self.say_prior(lawful)
            ways = [f"destruct q; [{' | '.join(f'exact ({m} G v E)' for m in self.masses[node])}]"
                    if node in self.masses else "destruct E" for node in self.places]
            say(f"  Theorem {self.theorem} {self.binder} :\n    is_law (sources {self.name}) prior{k} /\\ "
                f"markov {self.name} prior{k} matrix{k}.\n  Proof.\n    split; [exact (law_of_X0_{k} G)|].\n    "
                f"apply (nodes_markov {self.name} same once{self.stated.suffix} relations{k} (start{k} G) (step{k} "
                "G)).\n"
                "    intros p q' q v E. destruct p, q'.\n" + "\n".join(f"    - {way}." for way in ways) + "\n  Qed.")
            return
        ways = [f"destruct a; [{' | '.join(['reflexivity', *(f'exact ({m} G v E)' for m in self.masses[node])])}]"
                if node in self.masses else "destruct E" for node in self.places]
        say(f"  Theorem {self.theorem} {self.binder} : private {self.name}.\n  Proof.\n    apply (nodes_private "
            f"{self.name} same once{self.stated.suffix} relations{k} (start{k} G) (step{k} G) "
            f"{label('s', self.stated.sources[0])}).\n    intros p q v E a. destruct p, q.\n"
            + "\n".join(f"    - {way}." for way in ways) + "\n  Qed.")

    @property
    def theorem(self) -> str:
        return self.statement.name.replace(" ", "_")

    def say_prior(self, lawful: list[tuple[str, tuple[Quotient, str, str]]]) -> None:
        """The law of X_0 is one."""
        k, statement, model = self.number, cast(Markov, self.statement), self.known.goal.model
        entries = [terms.expression(model.tables[statement.prior][1][a,], model) for a in self.stated.sources]
        ways = [self.known.closing(self.base, relation) for _, relation in lawful]
        *signs, whole = ways
        body = " | ".join(f"apply Rge_le; change ({text} >= 0); {way}" for text, way in zip(entries, signs))
        self.known.say(
            f"  Lemma law_of_X0_{k} {self.binder} : is_law (sources {self.name}) prior{k}.\n  Proof.\n    split.\n"
            f"    - intros x _. destruct x; [{body}].\n    - change ({terms.spread([f'({e})' for e in entries])} = 1). "
            f"{whole}.\n  Qed.")

    def say_start(self) -> None:
        """At t = 0, path[a,x] is 1 if a = x, and 0 if not."""
        k, node = self.number, (0, self.scheme.start)
        head = (f"  Lemma start{k} {self.binder} : relations{k} {self.state(0, self.scheme.start)} (initial same).\n"
                "  Proof. ")
        if node not in self.statement.nodes:
            self.known.say(f"{head}{FAIL}. Qed.")
            return
        first = {pair: UNIT if pair[0] == pair[1] else ZERO for pair in self.statement.pairs}
        parts = self.arrived(self.base, node, first, "initial same")
        proofs = list[str]()
        for written, relation in parts:
            proofs.append(f"assert ({written}) as A{len(proofs)} by (unfold initial; simpl; "
                          f"{self.known.closing(self.base, relation)}).")
        names = [f"A{i}" for i in range(len(proofs))]
        self.known.say(head + " ".join(proofs) + f" exact {conjoined(names)}. Qed.")

    def arrived(self, region: Region, node: Node, path: Mapping[Cell, Quotient], cell: str
                ) -> list[tuple[str, tuple[Quotient, str, str]]]:
        """What has to be shown on arrival at a node: in Coq, and as the checker reads it."""
        model = self.known.goal.model.at({("path", *pair): value for pair, value in path.items()})
        return [(terms.stated(written), relation)
                for written, relation in terms.instances(self.statement.nodes[node][1], model, cell)]

    def say_step(self, node: tuple[int, str]) -> str:
        """One node: what is so after it, and what its relations imply."""
        time, query = node
        region, _ = self.statement.nodes[node]
        binder, k = self.known.binder(region), self.known.number(region)
        now, after = self.moved(node)
        cells = {sent: {pair: self.cell(region, now, node, sent, pair) for pair in self.statement.pairs}
                 for sent in self.stated.queries}
        ways = []
        for sent in self.stated.queries:
            ways.append(self.way(region, node, sent, after or {}, cells[sent]))
        name = f"step_from{k}"
        self.known.say(f"  Lemma {name} {binder} q :\n    kept relations{self.number} {self.stated.time(time + 1)} q "
                       f"(push {self.name} {self.state(time, query)} q v).\n  Proof.\n    destruct q.\n"
                       + "\n".join(f"    - {way}" for way in ways) + "\n  Qed.")
        self.cells[node] = cells
        applied = {sent: {pair: (left, right, f"{lemma} G v E") for pair, (left, right, lemma) in each.items()}
                   for sent, each in cells.items()}
        self.masses[node] = self.implied(region, node, now, after, applied)
        return name

    def moved(self, node: Node) -> tuple[Layer, Layer | None]:
        """What is so at a node, and at t+1, as the checker computes it; None if it has no value."""
        now = self.statement.now(node)
        running = Running(self.known.goal.model, self.scheme, self.statement.nodes[node][0].vanishes)
        try:
            return now, running.onward(now, node[0] + 1)
        except (Invalid, Undefined):
            return now, None

    def cell(self, region: Region, now: Layer, node: Node, sent: str, pair: Cell) -> tuple[str, str, str]:
        """path[a,y] at t+1: in Coq, its value in terms of t, and the lemma that says so."""
        (time, query), (a, y) = node, pair
        parts = list[tuple[str, str]]()
        for x in self.stated.sources:
            head, name, chance = self.stated.step(x, y)
            given = self.stated.given(time + 1, query, a, x)
            of_cell = "".join(self.known_cells(region, [(a, x)])) or "eq_refl"
            if (a, x, query) not in now:
                parts.append(("", f"(no_table {of_cell})"))
                continue
            if self.entries.is_zero(region, chance):
                parts.append(("", f"(no_chain {self.entries.zero(region, head, name, chance)})"))
                continue
            try:
                row = self.stated.sent(time + 1, given, y, query)[sent]
            except Undefined:
                return head, "0", FAILS
            if self.entries.is_zero(region, row[2]):
                parts.append(("", f"(no_row {self.entries.zero(region, *row)})"))
                continue
            text, proof = self.entries.form(region, head, name, chance)
            other, of_row = self.entries.form(region, *row)
            cell = terms.bracketed(terms.polynomial(now[a, x, query].top))
            parts.append((f"{cell} * ({terms.bracketed(text)} * {terms.bracketed(other)})",
                          f"(part {of_cell} {proof} {of_row})"))
        lemma, _ = self.known.once(("cell", region.name, sent, pair), "c")
        left = f"{self.pushed(time, query, sent)} {label('s', a)} {label('s', y)}"
        right, whole = "0", "(eq_refl 0)"
        for text, proof in reversed(parts):
            rule = "skip" if not text else "final" if right == "0" else "link"
            right = right if not text else text if right == "0" else f"{text} + ({right})"
            whole = f"({rule} {proof} {whole})"
        self.known.say(f"  Lemma {lemma} {self.known.binder(region)} : {left} = {right}.\n  Proof {whole}.",
                       lemma)
        return left, right, lemma

    def way(self, region: Region, node: Node, sent: str, after: Layer,
            cells: dict[Cell, tuple[str, str, str]]) -> str:
        """How the relations hold after one query: all is zero, or those of the next node are shown."""
        following = self.scheme.phase(node[0] + 1), sent
        path = {(a, x): after.get((a, x, sent), ZERO) for a, x in self.statement.pairs}
        if not any(value.top for value in path.values()):
            ways = " | ".join(f"exact ({lemma} G v E)" for _, _, lemma in cells.values())
            return f"right. intros a x. destruct a, x; [{ways}]."
        if following not in self.statement.nodes:
            return f"{FAIL}."
        names, said = [], {f"{left} = {right}": lemma for left, right, lemma in cells.values()}
        for written, relation in self.arrived(region, following, path, self.pushed(*node, sent)):
            lemma, new = said.get(written, ""), False
            if not lemma:
                lemma, new = self.known.once(("arrives", region.name, sent, written), "r")
            if new:
                uses = [cell for left, _, cell in cells.values() if re.search(rf"{re.escape(left)}(?!\w)", written)]
                known = rewriting(f"({each} G v E)" for each in uses)
                self.known.say(f"  Lemma {lemma} {self.known.binder(region)} :\n    {written}.\n"
                               f"  Proof. {known}{self.known.closing(region, relation)}. Qed.", lemma)
            names.append(f"({lemma} G v E)")
        return f"left. exact {conjoined(names)}."

    def implied(self, region: Region, node: Node, now: Layer, after: Layer | None,
                cells: dict[str, dict[Cell, tuple[str, str, str]]]) -> list[str]:
        """Lemmas for what the relations of a node imply."""
        if isinstance(self.statement, Markov):
            return self.chances(region, node, now, after, cells)
        found = []
        base, *others = self.stated.sources
        for other in others:
            sides = [total(p for state, p in now.items() if state[0] == a) for a in (base, other)]
            known = rewriting(self.known_cells(region, [(a, x) for a in (base, other) for x in self.stated.sources]))
            left, right = (terms.spread([f"v {label('s', a)} {label('s', x)}" for x in self.stated.sources])
                           for a in (base, other))
            lemma, _ = self.known.once(("mass", region.name, other), "m")
            self.known.say(
                f"  Lemma {lemma} {self.known.binder(region)} : mass {self.name} v {label('s', base)} = "
                f"mass {self.name} v {label('s', other)}.\n  Proof.\n    change ({left} = {right}); "
                f"{known}{self.known.closing(region, (sides[0] - sides[1], '='))}.\n  Qed.", lemma)
            found.append(lemma)
        return found

    # -- markov

    def say_matrix(self) -> None:
        """The law of X_0 and the matrix of the queries, as the goal states them."""
        statement, model, k = cast(Markov, self.statement), self.known.goal.model, self.number
        cells = model.tables[statement.prior][1]
        self.known.say(f"  Definition prior{k} (a : src) : R := match a with\n    | " + "\n    | ".join(
            f"{label('s', key[0])} => {terms.expression(text, model)}" for key, text in cells.items()) + " end.")
        self.stated.matrix(f"matrix{k}", statement)

    def chances(self, region: Region, node: Node, now: Layer, after: Layer | None,
                cells: dict[str, dict[Cell, tuple[str, str, str]]]) -> list[str]:
        """Pr(history, then q) = Pr(history) · matrix, for each q."""
        statement, (time, query) = cast(Markov, self.statement), node
        model, found = self.known.goal.model, []
        prior, matrix = f"prior{self.number}", f"matrix{self.number}"
        weights = {a: self.entries.form(region, f"{prior} {label('s', a)}", prior, model.entry(statement.prior, [a]))
                   for a in self.stated.sources}
        relations_of = [] if after is None else [each for _, each in statement.claims(node, now, after)]
        for i, q in enumerate(self.stated.queries):
            head = f"{matrix} {self.state(time, query)} {label('q', q)}"
            value = model.entry(str(statement.matrix), [*statement.row(time, query), q])
            entry = self.entries.form(region, head, matrix, value)
            v = self.pushed(time, query, q)
            left, right = (terms.spread([
                f"{prior} {label('s', a)} * (" + terms.spread(
                    [f"{cell} {label('s', a)} {label('s', x)}" for x in self.stated.sources]) + ")"
                for a in self.stated.sources]) for cell in (v, "v"))
            pushed = [cells[q][a, x][2] for a in self.stated.sources for x in self.stated.sources]
            proofs = [f"({each})" for each in (*pushed, *self.known_cells(region, self.statement.pairs))]
            proofs += [*(proof for _, proof in weights.values()), entry[1]]
            lemma, _ = self.known.once(("chance", region.name, q), "m")
            closing = self.known.closing(region, relations_of[i]) if relations_of else FAIL
            self.known.say(
                f"  Lemma {lemma} {self.known.binder(region)} :\n    sum (sources {self.name}) (fun a => {prior} a * "
                f"mass {self.name} ({v}) a)\n      = sum (sources {self.name}) (fun a => {prior} a * mass {self.name} "
                f"v a) * {head}.\n  Proof.\n    change ({left} = ({right}) * {head}); "
                f"{rewriting(proofs)}{closing}.\n  Qed.", lemma)
            found.append(lemma)
        return found
