"""Statements of each kind as parts of a goal for the checker in Coq, each with what shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..checker import (
    Alike, Always, Cost, Goal, Holds, Least, Markov, Occurs, Point, Region, Running, Scheme, Statement)
from ..checker.syntax import parse
from ..claims.kinds import worded
from .evidence import Evidence
from .texts import Untranslatable, Writer, labels_of, list_of, speaks_of_entropies, spell, spell_label


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
        kind, point = self.kind(statement), self.evidence.point(failure["at"])
        if isinstance(statement, Holds) and "atoms" not in failure:
            says = self.writer.instance(statement.text, failure["choice"])
            return Part(f"Fails {self.region_of(statement, statement.text)} {says}", f"At {point}")
        if kind not in WITNESS:
            raise Untranslatable(f"the failure of the kind {kind}")
        witness, shows = WITNESS[kind](self, statement, failure)
        return Part(f"Denied ({self.about(statement)})", f"{witness} {point} {shows}")

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
                names.append(spell("region", str(known.index(each.name))))
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
        """Return a statement about a scheme."""
        scheme = statement.scheme
        if not isinstance(scheme, Scheme):
            raise Untranslatable("a process that is no scheme")
        kind = self.kind(statement)
        says = f"{kind.capitalize()} {self.region(statement.region)} {spell(scheme.name, 'scheme')}"
        return says + MORE[kind](statement) if kind in MORE else says

    def histories(self, statement: Alike) -> Part:
        """Return what is so of all histories, by the nodes of an invariant."""
        says, nodes = self.about(statement), list[str]()
        for (phase, query), (region, given) in statement.nodes.items():
            nodes.append(f"{{| n_phase := {phase}%nat; n_query := {spell_label(query)}; "
                         f"n_solved := {self.solved(region, given, 'cell {}'.format)}; "
                         f"n_left := {self.writer.says(region.given)}; n_steps := {self.evidence.steps(region)} |}}")
        steps = self.evidence.steps(statement.region)
        return Part(says, f"Nodes {clock_of(statement)} {steps}\n    {list_of(nodes)}")

    def states(self, statement: Occurs) -> Part:
        """Return what is so of all states that can occur."""
        scheme = statement.scheme
        running = Running(statement.model, scheme, statement.region.vanishes)
        states = {(scheme.phase(time), *state): None for time, found in running.reached() for state in found}
        listed = list_of(f"({time}%nat, {', '.join(map(spell_label, state))})" for time, *state in states)
        steps = self.evidence.steps(statement.region)
        return Part(self.about(statement), f"Reach {clock_of(statement)} {steps}\n    {listed}")

    def cost(self, statement: Cost) -> Part:
        says, nodes = self.about(statement), list[str]()
        for _, (region, given) in sorted(statement.nodes.items()):
            solved = self.solved(region, given, lambda state: f"state_name ({', '.join(state.split())})")
            nodes.append(f"{{| m_solved := {solved}; m_left := {self.writer.says(region.given)}; "
                         f"m_steps := {self.evidence.steps(region)} |}}")
        value = self.writer.expression(statement.value["value"])
        period, settled = statement.times
        return Part(f"{says} {spell(statement.prior, 'table')} {self.sequences(statement)} {value}",
                    f"{{| m_clock := {clock(settled, period)}; m_first := {self.evidence.steps(statement.region)}; "
                    f"moments := {list_of(nodes)} |}}")

    # -- programs

    def least(self, statement: Least) -> Part:
        """Return a program: what is lawful, its relations, its least value, what holds of all that attain it."""
        absent = {f"mass[{','.join(cell[1:])}]" for cell, value in statement.free.items() if not value.top}
        equal = list[str]()
        for text in statement.equal:
            mass, _, value = text.partition(" = ")
            equal.append(f"0 = {value}" if mass in absent else text)
        variables = list_of(map(spell, getattr(statement, "variables", ())))
        lawful, subject, optimal = map(self.writer.says, (statement.lawful, statement.subject, equal))
        of, least = map(self.writer.expression, (statement.of, statement.least))
        says = f"Least {self.region(statement.region)} {variables} {lawful} {subject} {of} {least} {optimal}"
        first, laws = map(self.evidence.steps, (statement.region, statement.laws))
        best = self.evidence.steps(statement.best, more=int(statement.best is statement.laws))
        return Part(says, f"{{| attains := {self.attains(statement)}; s_region := {first}; "
                          f"s_laws := {laws}; s_best := {best} |}}")

    def attains(self, statement: Any) -> str:
        """Return what attains the least value; what is left out is 0."""
        values = self.data["values"].get(statement.name) or statement.table
        pairs = list[str]()
        for cell in statement.free:
            if isinstance(cell, str):
                name, place = spell(cell), cell
            else:
                name, place = f"mass_name {' '.join(map(spell_label, cell[1:]))}", ",".join(cell[1:])
            pairs.append(f"({name}, {self.writer.expression(values.get(place, '0'))})")
        return list_of(pairs)

    # -- failures: what shows them

    def history(self, statement: Alike, failure: Any) -> tuple[str, str]:
        """Return a history that is more likely from one start than from another; or one and the query after it."""
        starts = [spell_label(failure.get(key, "0")) for key in ("one", "other")]
        seen = [*failure["history"], *([failure["query"]] if "query" in failure else [])]
        return "Seen", f"{labels_of(reversed(seen))} {' '.join(starts)}"

    def state(self, statement: Occurs, failure: Any) -> tuple[str, str]:
        """Return a walk to a state that is not as it should be, or after which a row is not; or two walks."""
        start = spell_label(failure["state"][0])
        walks = [self.walk(statement, failure, failure[key]) for key in ("state", "other") if key in failure]
        if len(walks) > 1:
            return "Walks", f"{start} {' '.join(walks)}"
        request = failure.get("request")
        return "Walk", f"{start} {walks[0]} {'None' if request is None else f'(Some {spell_label(request)})'}"

    def walk(self, statement: Occurs, failure: Any, state: Sequence[str]) -> str:
        """Return moves that lead to a state at the point: requests and queries."""
        scheme = statement.scheme
        point = Point(self.goal.model, failure["at"])
        running = Running(point.model, scheme, lambda q: not q.top)
        walks: dict[Any, list[tuple[str, str]]] = {(state[0], state[0], scheme.start): []}
        for time in range(1, failure["time"] + 1):
            walks = {after: [*walk, after[1:]] for at, walk in walks.items() for after, _ in running.moves(time, at)}
        return list_of(f"({spell_label(x)}, {spell_label(q)})" for x, q in walks.get(tuple(state), []))


def clock(settled: int, period: int) -> str:
    """Return how times repeat."""
    return f"{{| settled := {settled}; period := {period} |}}"


def clock_of(statement: Any) -> str:
    """Return how the times of a scheme repeat."""
    return clock(statement.scheme.settled, statement.scheme.period)


def map_of(statement: Occurs) -> str:
    """Return the times, the query and the map of `placed`."""
    pairs = list_of(f"({spell_label(a)}, {spell_label(x)})" for a, x in statement.map.items())
    return f" {statement.modulus} {statement.rest} {spell_label(statement.query)} {pairs}"


def chain_of(statement: Markov) -> str:
    """Return the law of X_0 and the matrix of `markov`."""
    if statement.matrix is None:
        raise Untranslatable("a chain of queries without a matrix")
    matrix, prior = spell(statement.matrix, "table"), spell(statement.prior, "table")
    if statement.phases:
        return f" {prior} {matrix} {clock(statement.scheme.settled, statement.modulus)}"
    return f" {prior} (fun _ => {matrix}) {clock(0, 1)}"


WRITE: dict[str, Callable[[Statements, Any], Part]] = {
    "holds": Statements.holds, "cover": Statements.cover, "always": Statements.always,
    "private": Statements.histories, "markov": Statements.histories, "decodable": Statements.states,
    "determined": Statements.states, "defined": Statements.states, "normalised": Statements.states,
    "placed": Statements.states, "cost": Statements.cost, "optimum": Statements.least, "unique": Statements.least,
    "general": Statements.least, "least": Statements.least, "most": Statements.least}
"""Kind → what writes a statement of it. `uses` is another certificate's; the others cannot be exported yet."""

MORE: dict[str, Callable[[Any], str]] = {"placed": map_of, "markov": chain_of}
"""Kind → what is said beside the scheme."""

WITNESS: dict[str, Callable[[Statements, Any, Any], tuple[str, str]]] = {
    "private": Statements.history, "markov": Statements.history, "determined": Statements.state,
    "decodable": Statements.state, "placed": Statements.state, "defined": Statements.state,
    "normalised": Statements.state}
"""Kind → what writes the witness of a failure."""
