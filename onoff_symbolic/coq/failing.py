"""What fails, in Coq: at the point of the failure everything is a number; these are worked out step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..checker.induction import Markov, Private
from ..checker.language import Model
from ..checker.polynomials import Invalid, Number, Quotient, Undefined
from ..checker.polynomials import number as read_number
from ..checker.regions import Point, Region
from ..checker.scheme import Running, State
from ..checker.statements import Decodable, Determined, Holds, Placed, Statement, States
from . import terms
from .known import Known
from .occurring import map_of, placed
from .stated import Stated
from .terms import Untranslatable, label, number, parameter, polynomial, sign

NUMBERS = "first [lra | field; repeat match goal with |- _ /\\ _ => split end; lra]"
PARTS = "repeat match goal with |- _ /\\ _ => split end; first [exact I | lra | field_simplify; lra]"


def prepare(known: Known, stated: Mapping[str, Stated], statement: Statement) -> None:
    """Definitions that depend on the parameters: the region, and what is said of them."""
    known.number(statement.region)
    if isinstance(statement, Markov):
        cells, model = statement.model.tables[statement.prior][1], statement.model
        known.say(f"  Definition {prior_of(statement)} (a : src) : R := match a with " + " | ".join(
            f"{label('s', key[0])} => {terms.expression(text, model)}" for key, text in cells.items()) + " end.")
        if statement.matrix is not None:
            stated[statement.scheme.name].matrix(f"matrix_{statement.name.replace(' ', '_')}", statement)
    elif isinstance(statement, Placed):
        map_of(known, statement.name.replace(" ", "_"), statement)
    elif isinstance(statement, States) and not isinstance(statement, (Decodable, Determined)):
        stated[statement.scheme.name].valued()


def prior_of(statement: Statement) -> str:
    return f"prior_{statement.name.replace(' ', '_')}"


def unfolded(known: Known, region: str) -> str:
    """A region's definition and those that it is made of."""
    found = [region]
    for each in found:
        found += [w for w in sorted(terms.words(known.definitions[each])) if w.startswith("region")
                  and w not in found and w in known.definitions]
    return ", ".join(found)


def inhabited(known: Known, region: Region, at: Mapping[str, str]) -> None:
    """A theorem: there is a point in the region. On an empty one everything would hold."""
    name = f"region{known.number(region)}"
    names = known.parameters(name)
    bound = f"exists {' '.join(map(parameter, names))} : R, " if names else ""
    point = "".join(f"exists {number(read_number(at[n]))}. " for n in names)
    known.say(f"Theorem {name}_is_inhabited : {bound}{' '.join([name, *map(parameter, names)])}.\n"
              f"Proof. {point}unfold {unfolded(known, name)}; {PARTS}. Qed.")


def refute(known: Known, stated: Mapping[str, Stated], statement: Statement, failure: Any) -> None:
    """A theorem: the statement does not hold everywhere on its region."""
    Refutation(known, statement, failure, stated.get(statement.value.get("scheme", ""))).say()


class Refutation:
    """One failure."""

    def __init__(self, known: Known, statement: Statement, failure: Any, stated: Stated | None) -> None:
        self.known, self.statement, self.failure = known, statement, failure
        self.name = statement.name.replace(" ", "_")
        self.at: dict[str, Number] = {n: read_number(value) for n, value in failure["at"].items()}
        self.point: Model = Point(statement.model, failure["at"], statement.name).model
        if stated is not None:
            self.stated, self.scheme = stated, stated.scheme
            self.S = self.applied(stated.name)
            self.running = Running(self.point, stated.scheme, lambda q: not q.top)
        self.number = 0

    # -- words

    def applied(self, name: str) -> str:
        """A definition at the point."""
        values = [number(self.at[n]) for n in self.known.parameters(name)]
        return f"({' '.join([name, *values])})" if values else name

    def lemma(self, goal: str, proof: str) -> str:
        name = f"{self.name}_{self.number}"
        self.number += 1
        self.known.say(f"Lemma {name} : {goal}.\nProof. {proof} Qed.", name)
        return name

    def value(self, quotient: Quotient) -> Fraction:
        return Fraction(quotient.top.get((), 0))

    def entry(self, head: str, value: Fraction) -> str:
        """A lemma: an entry of a table is this number. `head` is its definition and labels."""
        name, _, rest = head.partition(" ")
        return self.cached(("number", head), f"{self.applied(name)} {rest} = {number(value)}",
                           f"cbv beta iota delta [{name}]. {NUMBERS}.")

    # -- the theorem

    def say(self) -> None:
        statement = self.statement
        if isinstance(statement, Markov):
            goal, proof = self.markov(statement)
        elif isinstance(statement, Private):
            goal, proof = self.private()
        elif isinstance(statement, Placed):
            goal, proof = self.placed(statement)
        elif isinstance(statement, Determined):
            goal, proof = self.determined()
        elif isinstance(statement, Decodable):
            goal, proof = self.decodable()
        elif isinstance(statement, States):
            goal, proof = self.rows(statement)
        elif isinstance(statement, Holds):
            goal, proof = self.holds(statement)
        else:
            raise Untranslatable(f"a failure of {statement.value['kind']} has no translation to Coq")
        region = f"region{self.known.number(statement.region)}"
        inner = set(terms.words(goal)) & self.known.definitions.keys()
        mentioned = {n for each in (region, *inner) for n in self.known.parameters(each)} | {
            n for n in statement.model.names if parameter(n) in terms.words(goal)}
        names = [n for n in statement.model.names if n in mentioned]
        for each in sorted(inner):
            goal = self.general(goal, each)
        bound = f"forall {' '.join(map(parameter, names))} : R, " if names else ""
        values = " ".join(number(self.at[n]) for n in names)
        self.known.say(
            f"(* {statement.value['kind']} fails at "
            f"{', '.join(f'{n} = {self.at[n]}' for n in names) or 'the only point'}. *)\n"
            f"Theorem {self.name} : ~ ({bound}{self.general(region, region)} -> {goal}).\nProof.\n  intro H.\n  "
            f"assert (inside : {self.applied(region)}) by (unfold {unfolded(self.known, region)}; {PARTS}).\n"
            f"  specialize (H {values} inside). {proof}\nQed.")

    def general(self, goal: str, name: str) -> str:
        """The goal with a definition applied to its parameters."""
        names = " ".join(map(parameter, self.known.parameters(name)))
        return terms.replaced(goal, name, f"({name} {names})") if names else goal

    # -- histories

    def history(self, queries: Sequence[str]) -> str:
        return f"[{'; '.join(label('q', q) for q in reversed(queries[1:]))}]"

    def chances(self, first: str, queries: Sequence[str]) -> tuple[str, Fraction]:
        """A lemma: hist of a history has this value; and the value."""
        a = label("s", first)
        layer = {x: Fraction(x == first) for x in self.stated.sources}
        proofs = {x: self.cached(("layer", first, ("",), x), f"after {self.S} same [] {a} {label('s', x)} = "
                                 f"{number(layer[x])}", "reflexivity.") for x in self.stated.sources}
        if queries[0] != self.scheme.start:
            raise Invalid("a history starts with another query")
        for time in range(1, len(queries)):
            layer, proofs = self.following(first, queries[:time + 1], layer, proofs)
        h, total = self.history(queries), sum(layer.values(), Fraction(0))
        parts = [f"after {self.S} same {h} {a} {label('s', x)}" for x in self.stated.sources]
        spread = terms.spread(parts)
        once = self.applied_lemma(f"once{self.stated.suffix}")
        lemma = self.cached(("hist", first, tuple(queries)), f"hist {self.S} {a} {h} = {number(total)}",
                            f"rewrite (hist_after {self.S} same {once}). change ({spread} = {number(total)}). rewrite "
                            f"{', '.join(proofs.values())}. lra.")
        return lemma, total

    def applied_lemma(self, name: str) -> str:
        values = [number(self.at[n]) for n in self.known.parameters(self.stated.name)]
        return f"({' '.join([name, *values])})" if values else name

    def cached(self, key: Any, goal: str, proof: str) -> str:
        if (self.name, key) not in self.known.names:
            self.known.names[self.name, key] = self.lemma(goal, proof)
        return self.known.names[self.name, key]

    def following(self, first: str, queries: Sequence[str], layer: Mapping[str, Fraction], proofs: Mapping[str, str]
                  ) -> tuple[dict[str, Fraction], dict[str, str]]:
        """One step: the probabilities of a history together with X_t."""
        time, previous, sent, a = len(queries) - 1, queries[-2], queries[-1], label("s", first)
        before, now = self.history(queries[:-1]), self.history(queries)
        found, lemmas = dict[str, Fraction](), dict[str, str]()
        for y in self.stated.sources:
            parts, uses, value = list[str](), dict[str, None](), Fraction(0)
            rule = self.stated.rule(time, previous)
            for x in self.stated.sources:
                row = f"{rule} {label('s', self.stated.given(time, previous, first, x))} {label('s', y)} " \
                      f"{label('q', sent)}" if rule else ""
                head, name, _ = self.stated.step(x, y)
                law_of = f"{self.applied(rule)} {row.partition(' ')[2]}" if rule else "0"
                parts.append(f"after {self.S} same {before} {a} {label('s', x)} * ({self.applied(name)} "
                             f"{head.partition(' ')[2]} * {law_of})")
                uses[proofs[x]] = None
                if not layer[x]:
                    continue
                chance = self.value(self.point.entry(self.scheme.chain, [x, y]))
                uses[self.entry(head, chance)] = None
                if not chance:
                    continue
                law = self.value(self.scheme.law(self.point, time, (first, x, previous), y)[sent])
                uses[self.entry(row, law)] = None
                value += layer[x] * chance * law
            found[y] = value
            spread = terms.spread(parts)
            goal = f"after {self.S} same {now} {a} {label('s', y)} = {number(value)}"
            lemmas[y] = self.cached(("layer", first, tuple(queries), y), goal,
                                    f"transitivity ({spread}); [reflexivity|]. "
                                    + "".join(f"rewrite {each}. " for each in uses) + f"first [ring | {NUMBERS}].")
        return found, lemmas

    def private(self) -> tuple[str, str]:
        one, other = self.failure["one"], self.failure["other"]
        queries = self.failure["history"]
        sides = [self.chances(a, queries)[0] for a in (one, other)]
        everyone = self.applied_lemma(f"all_sources{self.stated.suffix}")
        return f"private {self.stated.name}", (
            f"specialize (H {label('s', one)} {label('s', other)} {self.history(queries)} "
            f"({everyone} {label('s', one)}) ({everyone} {label('s', other)})). "
            f"rewrite {sides[0]}, {sides[1]} in H. lra.")

    def seen(self, statement: Markov, queries: Sequence[str]) -> tuple[str, Fraction]:
        """A lemma: the probability of a history, X_0 having the law that is given."""
        prior = prior_of(statement)
        parts, uses, total = list[str](), list[str](), Fraction(0)
        for a in self.stated.sources:
            weight = self.value(self.point.entry(statement.prior, [a]))
            lemma, value = self.chances(a, queries)
            uses += [self.entry(f"{prior} {label('s', a)}", weight), lemma]
            place = f"{label('s', a)} {self.history(queries)}"
            parts.append(f"{self.applied(prior)} {label('s', a)} * hist {self.S} {place}")
            total += weight * value
        spread = terms.spread(parts)
        goal = f"seen {self.S} {self.applied(prior)} {self.history(queries)} = {number(total)}"
        return self.cached(("seen", tuple(queries)), goal, f"change ({spread} = {number(total)}). "
                           + "".join(f"rewrite {each}. " for each in uses) + "lra."), total

    def markov(self, statement: Markov) -> tuple[str, str]:
        queries, query = self.failure["history"], self.failure["query"]
        prior = prior_of(statement)
        place = f"{self.stated.time(len(queries) - 1)} {label('q', queries[-1])} {label('q', query)}"
        before, after = self.seen(statement, queries)[0], self.seen(statement, [*queries, query])[0]
        goal = f"markov {self.stated.name} {prior}"
        if statement.matrix is not None:
            matrix = f"matrix_{self.name}"
            phase = [self.scheme.phase(len(queries) - 1, statement.modulus)] if statement.phases else []
            entry = self.entry(f"{matrix} {place}", self.value(self.point.entry(
                statement.matrix, [*phase, queries[-1], query])))
            return f"{goal} {matrix}", (
                f"specialize (H {label('q', query)} {self.history(queries)}). rewrite {after}, {before} in H. "
                f"change (hd _ _) with {label('q', queries[-1])} in H. change (phase _ _) with "
                f"{self.stated.time(len(queries) - 1)} in H. rewrite {entry} in H. lra.")
        other = self.failure["other"]
        others = self.seen(statement, other)[0], self.seen(statement, [*other, query])[0]
        return f"exists P, {goal} P", (
            f"destruct H as [P H].\n  assert (H1 := H {label('q', query)} {self.history(queries)}). "
            f"assert (H2 := H {label('q', query)} {self.history(other)}).\n  rewrite {after}, {before} in H1. "
            f"rewrite {others[1]}, {others[0]} in H2.\n  change (hd _ _) with {label('q', queries[-1])} in H1, H2. "
            f"change (phase _ _) with {self.stated.time(len(queries) - 1)} in H1, H2. lra.")

    # -- states

    def way(self, time: int, state: State) -> tuple[list[str], list[str], Fraction]:
        """A path of requests and queries to a state, newest first, that is not impossible, and its probability."""
        front: dict[State, tuple[list[str], list[str], Fraction]] = {
            (state[0], state[0], self.scheme.start): ([], [], Fraction(1))}
        for now in range(1, time + 1):
            following: dict[State, tuple[list[str], list[str], Fraction]] = {}
            for here, (xs, qs, chance) in front.items():
                if here[0] == state[0]:
                    for after, step in self.running.moves(now, here):
                        following.setdefault(after, ([after[1], *xs], [after[2], *qs], chance * self.value(step)))
            front = following
        if state not in front:
            raise Invalid("the state does not occur")
        return front[state]

    def reached(self, time: int, state: State) -> tuple[str, str, str]:
        """A lemma that a path to the state is not impossible; its requests and queries."""
        xs, qs, chance = self.way(time, state)
        a, parts, uses = label("s", state[0]), "1", dict[str, None]()
        requests, sent = [*reversed(xs)], [*reversed(qs)]
        for now in range(time):
            x, q = (requests[now - 1], sent[now - 1]) if now else (state[0], self.scheme.start)
            head, name, _ = self.stated.step(x, requests[now])
            rule = str(self.stated.rule(now + 1, q))
            given = label("s", self.stated.given(now + 1, q, state[0], x))
            row = f"{rule} {given} {label('s', requests[now])} {label('q', sent[now])}"
            parts = (f"{parts if parts == '1' else f'({parts})'} * ({self.applied(name)} {head.partition(' ')[2]} * "
                     f"{self.applied(rule)} {row.partition(' ')[2]})")
            uses[self.entry(head, self.value(self.point.entry(self.scheme.chain, [x, requests[now]])))] = None
            law = self.scheme.law(self.point, now + 1, (state[0], x, q), requests[now])[sent[now]]
            uses[self.entry(row, self.value(law))] = None
        written = [f"[{'; '.join(label(letter, each) for each in path)}]" for letter, path in (("s", xs), ("q", qs))]
        lemma = self.cached(("path", *xs, *qs), f"path {self.S} {a} {written[0]} {written[1]} <> 0",
                            f"change ({parts} <> 0). " + "".join(f"rewrite {each}. " for each in uses) + "lra.")
        return lemma, written[0], written[1]

    def decodable(self) -> tuple[str, str]:
        a, x, q = self.failure["state"]
        lemma, xs, qs = self.reached(self.failure["time"], (a, x, q))
        rest = [each.partition("; ")[2] if "; " in each else "]" for each in (xs, qs)]
        return f"decodable {self.stated.name}", (
            f"specialize (H {label('s', a)} {label('s', x)} [{rest[0]} {label('q', q)} [{rest[1]} {lemma}). "
            "discriminate H.")

    def placed(self, statement: Placed) -> tuple[str, str]:
        a, x, q = self.failure["state"]
        lemma, xs, qs = self.reached(self.failure["time"], (a, x, q))
        return placed(self.stated.name, self.name, statement), (
            f"specialize (H {label('s', a)} {xs} {qs} {lemma} eq_refl eq_refl). vm_compute in H. discriminate H.")

    def determined(self) -> tuple[str, str]:
        state, other = self.failure["state"], self.failure["other"]
        (one, xs, qs), (two, ys, rs) = (self.reached(self.failure["time"], (a, x, q)) for a, x, q in (state, other))
        return f"determined {self.stated.name}", (
            f"specialize (H {label('s', state[0])} {xs} {ys} {qs} {rs} {one} {two} eq_refl eq_refl). "
            "vm_compute in H. discriminate H.")

    def rows(self, statement: States) -> tuple[str, str]:
        """A row that is used is no law, or a divisor in it is zero."""
        time, state, request = (self.failure[key] for key in ("time", "state", "request"))
        a, x, q = state
        goal = f"{self.stated.valued()}"
        normalised = statement.value["kind"] == "normalised"
        goal = f"normalised {self.stated.name} /\\ {goal}" if normalised else goal
        try:
            if request is None:
                heads = {y: self.stated.step(x, y)[0] for y in self.stated.sources}
                values = {y: self.value(self.point.entry(self.scheme.chain, [x, y])) for y in self.stated.sources}
            else:
                rule = str(self.stated.rule(time + 1, q))
                law = self.scheme.law(self.point, time + 1, (a, x, q), request)
                given = label("s", self.stated.given(time + 1, q, a, x))
                values = {r: self.value(v) for r, v in law.items()}
                heads = {r: f"{rule} {given} {label('s', request)} {label('q', r)}" for r in values}
        except Undefined:
            return goal, self.no_value(normalised, time, (a, x, q), request)
        letter = "s" if request is None else "q"
        uses = [self.entry(heads[each], value) for each, value in values.items()]
        bad = next((each for each, value in values.items() if value < 0), None)
        parts = [f"{self.applied(h.partition(' ')[0])} {h.partition(' ')[2]}" for h in heads.values()]
        spread = terms.spread(parts)
        if request is None:
            proof = f"destruct H as [[H _] _]. specialize (H {label('s', x)}). "
        else:
            lemma, xs, qs = self.reached(time, (a, x, q))
            proof = (f"destruct H as [[_ H] _]. assert (C : {self.moves(x, request)} <> 0) by (rewrite "
                     f"{self.entry(self.stated.step(x, request)[0], self.move(x, request))}; lra). "
                     f"specialize (H {label('s', a)} {xs} {qs} {label('s', request)} {lemma} C). ")
        if bad is None:
            return goal, (f"{proof}destruct H as [_ H]. change ({spread} = 1) in H. "
                          + "".join(f"rewrite {each} in H. " for each in uses) + "lra.")
        place = list(values).index(bad)
        return goal, (f"{proof}destruct H as [H _]. assert (I : 0 <= {parts[place]}) by "
                      f"(apply (H {label(letter, bad)}); simpl; tauto). rewrite {uses[place]} in I. lra.")

    def move(self, x: str, y: str) -> Fraction:
        return self.value(self.point.entry(self.scheme.chain, [x, y]))

    def moves(self, x: str, y: str) -> str:
        return f"{self.applied(self.stated.chain)} {label('s', x)} {label('s', y)}"

    def no_value(self, normalised: bool, time: int, state: State, request: str | None) -> str:
        """A divisor is zero, or there is no row."""
        a, x, q = state
        proof = "destruct H as [_ H]. " if normalised else ""
        value = " ".join(name for name in self.known.definitions if name.startswith("value"))
        found = "repeat match goal with X : _ /\\ _ |- _ => destruct X end; " \
                "first [contradiction | match goal with X : _ <> 0 |- _ => apply X; lra end]"
        if request is None:
            return f"{proof}unfold valued{self.stated.suffix} in H. destruct H as [H _]. {found}."
        lemma, xs, qs = self.reached(time, (a, x, q))
        return (f"{proof}destruct H as [_ H]. assert (C : {self.moves(x, request)} <> 0) by (rewrite "
                f"{self.entry(self.stated.step(x, request)[0], self.move(x, request))}; lra).\n  "
                f"specialize (H {label('s', a)} {xs} {qs} {label('s', request)} {lemma} C). "
                f"cbv beta iota zeta delta [{value} phase length hd next zero first {self.stated.name}] in H. {found}.")

    # -- relations

    def holds(self, statement: Holds) -> tuple[str, str]:
        choice = self.failure["choice"]
        said = list[str]()
        model = statement.model
        read = model.said(statement.text).relations(model, choice)
        for written, relation in zip(terms.relations(statement.text, model, choice), read):
            said += [sign(polynomial(dict(key)), "d") for key in relation[0].bottom]
            said.append(terms.stated(written))
        goal = terms.conjunction(dict.fromkeys(said))
        return f"({goal})", ("repeat match goal with X : _ /\\ _ |- _ => destruct X end; first [lra | match goal with "
                             "X : _ <> _ |- _ => apply X; lra end | field_simplify in H; lra].")
