"""Statements of each kind as parts of a goal for the checker in Coq, each with what shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..checker import (
    Alike, Always, Cost, Goal, Holds, Least, Markov, Occurs, Optimum, Point, Region, Running, Scheme, Statement)
from ..checker.syntax import parse
from ..claims.kinds import worded
from .evidence import Evidence
from .texts import (
    Untranslatable, Writer, labels_of, list_of, speaks_of_entropies, spell, spell_label, spell_region, spell_scheme,
    spell_table)


class Part(NamedTuple):
    """One part of a goal in Coq, and what shows it."""

    says: str
    shown_by: str


class Statements:
    """Writes statements, points and failures of one certificate."""

    def __init__(self, goal: Goal, data: Any, writer: Writer) -> None:
        self.goal, self.data, self.writer = goal, data, writer
        self.evidence = Evidence(goal, data["facts"], writer)

    def part(self, statement: Statement) -> Part:
        """Return a statement that the goal says to hold."""
        if statement.by:
            raise Untranslatable("`by`")
        kind = self.kind(statement)
        if kind not in WRITE:
            raise Untranslatable(f"the kind {kind}")
        return WRITE[kind](self, statement)

    def failure(self, statement: Statement, failure: Any) -> Part:
        """Return a statement that the goal says to fail, at a point."""
        kind = self.kind(statement)
        if kind not in FAIL:
            raise Untranslatable(f"the failure of the kind {kind}")
        return FAIL[kind](self, statement, failure)

    def kind(self, statement: Statement) -> str:
        """Return the kind in the words of claims files, which the checker in Coq has, too."""
        return str(worded(statement.value, self.goal.value["schemes"])["kind"])

    def inhabited(self, name: str, at: Mapping[str, str]) -> Part:
        """Return that a region has a point; random variables are constant there."""
        region = self.goal.regions[name]
        given = [text for each in region.around for text in each.given]
        return Part(f"Inhabited {self.region(region, speaks_of_entropies(given))}", f"At {self.evidence.point(at)}")

    # -- pieces

    def region(self, region: Region, entropies: bool = False) -> str:
        """Return a region: those of the goal by name, others by what they are made of."""
        names, texts, known = list[str](), list[str](), [*self.goal.value["regions"]]
        for each in reversed(region.around):
            if each.name in known:
                names.append(spell_region(known.index(each.name)))
            else:
                texts += each.given
        relations = [*names, *([self.writer.says(texts)] if texts else [])]
        return f"{{| entropies := {str(entropies).lower()}; rels := {' ++ '.join(relations) or '[]'} |}}"

    def region_of(self, statement: Statement, *texts: str) -> str:
        """Return the region of a statement that says these texts."""
        given = [text for each in statement.region.around for text in each.given]
        return self.region(statement.region, speaks_of_entropies([*given, *texts]))

    def values(self, values: Mapping[str, str]) -> str:
        """Return names with expressions."""
        return list_of(f"({spell(name)}, {self.writer.expression(text)})" for name, text in values.items())

    def sequences(self, statement: Statement) -> str:
        """Return the sequences of a statement: their first values and their next ones."""
        return " ".join(self.values(statement.value[key]) for key in ("start", "next"))

    def solved(self, region: Region, given: Iterable[str], cell: Callable[[str], str]) -> str:
        """Return the cells that relations of a node give in terms of others; these are none of its hypotheses."""
        pairs = list[str]()
        for text in given:
            if text not in region.given:
                sides: Any = parse(text).sides
                entry, value = sides
                pairs.append(f"({cell(self.writer.indices(entry.indices))}, {self.writer.write(value)})")
        return list_of(pairs)

    # -- relations

    def holds(self, statement: Holds) -> Part:
        says = f"Holds {self.region_of(statement, statement.text)} {self.writer.says([statement.text])}"
        return Part(says, f"Steps {self.evidence.steps(statement.region)}")

    def cover(self, statement: Any) -> Part:
        parts = " ".join(self.writer.says(part.given if part else ["0 > 0"]) for part in statement.thirds)
        steps = " ".join(map(self.evidence.steps, statement.branches))
        split = self.writer.expression(statement.value["split"])
        return Part(f"Cover {self.region_of(statement)} {split} {parts}", f"Steps3 {steps}")

    def always(self, statement: Always) -> Part:
        region, varying = self.region_of(statement, *statement.texts), list_of(map(spell, statement.varying))
        says = f"Always {region} {self.sequences(statement)} {varying} {self.writer.says(statement.texts)}"
        steps = map(self.evidence.steps, (statement.region, statement.step))
        return Part(says, f"Steps2 {' '.join(steps)}")

    # -- schemes

    def about(self, statement: Any) -> str:
        """Return the kind, the region and the scheme of a statement about a scheme."""
        scheme = statement.scheme
        if not isinstance(scheme, Scheme):
            raise Untranslatable("a process that is no scheme")
        kind = self.kind(statement).capitalize()
        return f"{kind} {self.region(statement.region)} {spell_scheme(scheme.name)}"

    def private(self, statement: Alike) -> Part:
        says, nodes = self.about(statement), list[str]()
        for (phase, query), (region, given) in statement.nodes.items():
            nodes.append(f"{{| n_phase := {phase}%nat; n_query := {spell_label(query)}; "
                         f"n_solved := {self.solved(region, given, 'cell {}'.format)}; "
                         f"n_left := {self.writer.says(region.given)}; n_steps := {self.evidence.steps(region)} |}}")
        times = clock(statement.scheme.settled, statement.scheme.period)
        return Part(says, f"Nodes {times} {self.evidence.steps(statement.region)}\n    {list_of(nodes)}")

    def markov(self, statement: Markov) -> Part:
        return Part(self.chain_of(statement), self.private(statement).shown_by)

    def chain_of(self, statement: Markov) -> str:
        """Return what is said of the chain of the queries."""
        if statement.matrix is None:
            raise Untranslatable("a chain of queries without a matrix")
        matrix, prior = spell_table(statement.matrix), spell_table(statement.prior)
        if not statement.phases:
            return f"{self.about(statement)} {prior} (fun _ => {matrix}) {clock(0, 1)}"
        return f"{self.about(statement)} {prior} {matrix} {clock(statement.scheme.settled, statement.modulus)}"

    def states(self, statement: Occurs, more: str = "") -> Part:
        """Return what is so of all states that can occur."""
        says, scheme = self.about(statement), statement.scheme
        running = Running(statement.model, scheme, statement.region.vanishes)
        states = {(scheme.phase(time), *state): None for time, found in running.reached() for state in found}
        listed = list_of(f"({time}%nat, {', '.join(map(spell_label, state))})" for time, *state in states)
        steps = self.evidence.steps(statement.region)
        return Part(says + more, f"Reach {clock(scheme.settled, scheme.period)} {steps}\n    {listed}")

    def placed(self, statement: Occurs) -> Part:
        return self.states(statement, self.place(statement))

    def place(self, statement: Occurs) -> str:
        pairs = list_of(f"({spell_label(a)}, {spell_label(x)})" for a, x in statement.map.items())
        return f" {statement.modulus} {statement.rest} {spell_label(statement.query)} {pairs}"

    def cost(self, statement: Cost) -> Part:
        says, nodes = self.about(statement), list[str]()
        for _, (region, given) in sorted(statement.nodes.items()):
            solved = self.solved(region, given, lambda state: f"state_name ({', '.join(state.split())})")
            nodes.append(f"{{| m_solved := {solved}; m_left := {self.writer.says(region.given)}; "
                         f"m_steps := {self.evidence.steps(region)} |}}")
        value = self.writer.expression(statement.value["value"])
        period, settled = statement.times
        return Part(f"{says} {spell_table(statement.prior)} {self.sequences(statement)} {value}",
                    f"{{| m_clock := {clock(settled, period)}; m_first := {self.evidence.steps(statement.region)}; "
                    f"moments := {list_of(nodes)} |}}")

    # -- programs

    def optimum(self, statement: Optimum, lawful: str = "", equal: str = "[]") -> Part:
        secrets, both, sets, laws = self.program(statement)
        value = self.writer.expression(statement.value["value"])
        says = (f"({lawful}lawful {both} {laws}) (signs {secrets} {sets} ++ rows {both} {sets} {laws}) "
                f"(cost {both} {sets}) {value} {equal}")
        best = self.evidence.steps(statement.best) if equal != "[]" else "[]"
        return self.attained(statement, says, best)

    def unique(self, statement: Optimum) -> Part:
        _, both, sets, laws = self.program(statement)
        masses = f"(fun a x s => joint {laws} a x * {spell_table(statement.value['table'])} a x s)"
        return self.optimum(statement, f"possible {both} {laws} ++ ", f"(tabled {both} {sets} {masses})")

    def general(self, statement: Any) -> Part:
        _, both, sets, laws = self.program(statement)
        fixed = list_of(f"(mass {sets} {self.keys(place)} = {spell(letter)})"
                        for place, letter in statement.value["free"].items())
        says = (f"(lawful {both} {laws}) (rows {both} {sets} {laws} ++ says {fixed}) (!0) (!0) "
                f"(tabled {both} {sets} {spell_table(statement.value['table'])})")
        return self.attained(statement, says, self.evidence.steps(statement.best, more=1))

    def attained(self, statement: Optimum, says: str, best: str) -> Part:
        """Return that a program has a least value, which masses attain."""
        values = self.data["values"].get(statement.name) or statement.table
        attains = {f"mass_name {self.keys(place)}": values.get(place, "0") for place in statement.program.places}
        return self.solution(statement, f"[] {says}", attains, best)

    def least(self, statement: Least) -> Part:
        variables, of = list_of(map(spell, statement.variables)), self.writer.expression(statement.of)
        value = self.writer.expression(statement.least)
        says = f"{variables} [] {self.writer.says(statement.subject)} {of} {value} []"
        values = self.data["values"][statement.name]
        attains = {spell(name): values.get(name, "0") for name in statement.variables}
        return self.solution(statement, says, attains, "[]")

    def solution(self, statement: Least, says: str, attains: Mapping[str, str], best: str) -> Part:
        values = list_of(f"({place}, {self.writer.expression(text)})" for place, text in attains.items())
        steps = [self.evidence.steps(region) for region in (statement.region, statement.laws)]
        return Part(f"Least {self.region(statement.region)} {says}",
                    f"{{| attains := {values}; s_region := {steps[0]}; s_laws := {steps[1]}; s_best := {best} |}}")

    def keys(self, place: str) -> str:
        return " ".join(map(spell_label, place.split(",")))

    def program(self, statement: Optimum) -> Words:
        """Return the words of a program in Coq."""
        program = statement.program
        secrets, sources = labels_of(program.secrets), labels_of(program.sources)
        sets = list_of(f"({spell_label(name)}, {labels_of(each)})" for name, each in program.sets.items())
        laws = " ".join(spell_table(statement.value[key]) for key in ("prior", "law"))
        return Words(secrets, f"{secrets} {sources}", sets, laws)

    # -- failures

    def holds_fails(self, statement: Holds, failure: Any) -> Part:
        if "atoms" in failure:
            raise Untranslatable("the failure of a relation between entropies")
        says = self.writer.instance(statement.text, failure["choice"])
        return Part(f"Fails {self.region(statement.region)} {says}", f"At {self.evidence.point(failure['at'])}")

    def history_fails(self, statement: Alike, failure: Any) -> Part:
        """Return a history that is more likely from one start than from another."""
        starts = f"{spell_label(failure['one'])} {spell_label(failure['other'])}"
        return Part(f"Denied ({self.about(statement)})", self.seen(failure, failure["history"], starts))

    def markov_fails(self, statement: Markov, failure: Any) -> Part:
        """Return a history after which a query has another probability."""
        seen = self.seen(failure, [*failure["history"], failure["query"]], "0%nat 0%nat")
        return Part(f"Denied ({self.chain_of(statement)})", seen)

    def seen(self, failure: Any, history: Sequence[str], starts: str) -> str:
        return f"Seen {self.evidence.point(failure['at'])} {labels_of(reversed(history))} {starts}"

    def states_fail(self, statement: Occurs, failure: Any) -> Part:
        """Return a walk to a state that is not as it should be, or after which a row is not."""
        request = failure.get("request")
        after = "None" if request is None else f"(Some {spell_label(request)})"
        walk = self.walk(statement, failure, failure["state"])
        says = f"{self.about(statement)}{self.place(statement) if isinstance(statement.must, dict) else ''}"
        return Part(f"Denied ({says})", f"Walk {self.start(failure)} {walk} {after}")

    def determined_fails(self, statement: Occurs, failure: Any) -> Part:
        """Return walks to two states."""
        walks = [self.walk(statement, failure, failure[key]) for key in ("state", "other")]
        return Part(f"Denied ({self.about(statement)})", f"Walks {self.start(failure)} {' '.join(walks)}")

    def start(self, failure: Any) -> str:
        return f"{self.evidence.point(failure['at'])} {spell_label(failure['state'][0])}"

    def walk(self, statement: Occurs, failure: Any, state: Sequence[str]) -> str:
        """Return moves that lead to a state at the point: requests and queries."""
        scheme = statement.scheme
        point = Point(self.goal.model, failure["at"], "point")
        running = Running(point.model, scheme, lambda q: not q.top)
        walks: dict[Any, list[tuple[str, str]]] = {(state[0], state[0], scheme.start): []}
        for time in range(1, failure["time"] + 1):
            walks = {after: [*walk, after[1:]] for at, walk in walks.items() for after, _ in running.moves(time, at)}
        if tuple(state) not in walks:
            raise Untranslatable("a state that does not occur")
        return list_of(f"({spell_label(x)}, {spell_label(q)})" for x, q in walks[tuple(state)])


def clock(settled: int, period: int) -> str:
    """Return how times repeat."""
    return f"{{| settled := {settled}; period := {period} |}}"


class Words(NamedTuple):
    """Arguments of the words of Programs.v."""

    secrets: str
    both: str
    sets: str
    laws: str


WRITE: dict[str, Callable[[Statements, Any], Part]] = {
    "holds": Statements.holds, "cover": Statements.cover, "always": Statements.always, "private": Statements.private,
    "markov": Statements.markov, "decodable": Statements.states, "determined": Statements.states,
    "defined": Statements.states, "normalised": Statements.states, "placed": Statements.placed,
    "cost": Statements.cost, "optimum": Statements.optimum, "unique": Statements.unique,
    "general": Statements.general, "least": Statements.least, "most": Statements.least}
"""Kind → what writes a statement of it. `uses` is another certificate's; the others cannot be exported yet."""

FAIL: dict[str, Callable[[Statements, Any, Any], Part]] = {
    "holds": Statements.holds_fails, "private": Statements.history_fails, "markov": Statements.markov_fails,
    "determined": Statements.determined_fails, "decodable": Statements.states_fail, "placed": Statements.states_fail,
    "defined": Statements.states_fail, "normalised": Statements.states_fail}
