"""Random plausible schemes as scheme files: 2 to 5 sources, up to 6 parameters, periods 1 to 4, the same for a seed.

`drafts(count, seed)` makes them; `python benchmarks/random_schemes.py COUNT SEED FOLDER` writes them as files.

Kinds (what comes out is said where it is known by construction)
    everything    downloads everything at every t, or at every t of a period        private, decodable
    naive         downloads the request                                             leaks, mostly
    lazy          a chain that stays or jumps, and Table III(a) for N sources       private, decodable
    plan          sets by the last request, their law by Q_{t-1} alone              private, decodable
    changed       one of the last two with one row of one table changed             leaks, mostly
    independent   independent requests, and a query that looks at X_t               private, decodable
    blind         the query looks at Q_{t-1} and t alone                            private
    relative      requests on a circle, and a query that tells X_t - X_0            private, decodable
    decoy         the request and a random other source                             decodable, leaks
    late          everything, and the request at one t of a period                  leaks late
    improper      a row that is a law for some parameters only                      not normalised
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from random import Random

PARAMETERS = "abcdef"
Row = Mapping[str, str]
Table = Mapping[tuple[str, str], Row]
Sets = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Rule:
    """A rule of a scheme file; without a table, the request."""

    table: Table | None = None
    previous: tuple[str, ...] = ()
    when: str = ""
    given: str = ""

    def lines(self) -> Iterator[str]:
        yield "[[rule]]"
        if self.previous:
            yield f"previous = {_listed(self.previous)}"
        if self.when:
            yield f't = "{self.when}"'
        if self.table is None:
            yield "request = true"
            return
        if self.given:
            yield f'given = "{self.given}"'
        yield "[rule.table]"
        yield from (f'"{a},{x}" = {_row(row)}' for (a, x), row in self.table.items())


@dataclass(frozen=True)
class Draft:
    """A scheme file in the making."""

    kind: str
    chain: Mapping[str, Row]
    queries: Sets
    rules: Sequence[Rule]
    where: Sequence[str] = field(default=())

    @property
    def text(self) -> str:
        lines = [f'title = "{self.kind}"', f"sources = {_listed(self.chain)}", f"where = {_listed(self.where)}",
                 "[chain]", *(f"{a} = {_row(row)}" for a, row in self.chain.items()),
                 "[queries]", *(f"{q} = {_listed(got)}" for q, got in self.queries.items())]
        return "\n".join([*lines, *(line for rule in self.rules for line in rule.lines())]) + "\n"


def _listed(names: Sequence[str] | Mapping[str, object]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def _row(row: Row) -> str:
    return "{ " + ", ".join(f'{name} = "{text}"' for name, text in row.items() if text != "0") + " }"


# -- chains and laws -------------------------------------------------------------------------------------


class _Making:
    """Sources, parameters and hypotheses of one scheme."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.sources = "ABCDE"[:random.choice((2, 3, 3, 3, 4, 4, 5))]
        self.free = list(PARAMETERS[:random.randint(0, 6)])
        self.where: list[str] = []
        self.full = self.sources

    def law(self, labels: Sequence[str], named: float = 0.4) -> dict[str, str]:
        """Probabilities that sum to 1: numbers and new parameters, the last one what is left. All are positive where
        each parameter is small."""
        parts: list[str] = []
        room = self.random.randint(len(labels), 3 * len(labels))
        for _ in labels[1:]:
            if self.free and self.random.random() < named:
                name = self.free.pop()
                self.where += [f"{name} > 0", f"{name} < 1"]
                parts.append(self.random.choice((name, name, f"{name}/{room}", f"(1 - {name})/{room}", f"{name}**2")))
            else:
                parts.append(f"{self.random.choice((1, 1, 2))}/{2 * room}")
        left = " - ".join(["1", *parts])
        if any(not _is_number(part) for part in parts):
            self.where.append(f"{left} > 0")
        order = list(labels)
        self.random.shuffle(order)
        return dict(zip(order, [*parts, left]))

    def chain(self) -> dict[str, dict[str, str]]:
        """A generic chain; now and then with a zero, or one row for all."""
        found = {}
        for a in self.sources:
            to = [x for x in self.sources if x == a or self.random.random() < 0.9]
            found[a] = self.law(to, 0.5)
        return found

    def circle(self) -> dict[str, dict[str, str]]:
        """X_t - X_{t-1} has one law."""
        size = len(self.sources)
        steps = self.law([str(i) for i in range(size)])
        return {a: {self.sources[(i + j) % size]: steps[str(j)] for j in range(size)}
                for i, a in enumerate(self.sources)}

    def lazy(self) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
        """A chain that stays, or jumps with a law that does not depend on where it is; and the law of both."""
        jumps = self.law([*self.sources, "stay"], 0.6)
        return {a: {x: f"({jumps[x]}) + ({jumps['stay']})" if x == a else jumps[x] for x in self.sources}
                for a in self.sources}, jumps

    def singles(self) -> dict[str, str]:
        return {**{x: x for x in self.sources}, self.full: self.full}

    def subsets(self) -> dict[str, str]:
        """Singles, everything, and some sets between."""
        between = [*combinations(self.sources, 2), *combinations(self.sources, 3)]
        some = self.random.sample(between, min(len(between), self.random.randint(0, 2)))
        return {**self.singles(), **{"".join(s): "".join(s) for s in some if len(s) < len(self.sources)}}

    def rows(self, row: Callable[[str, str], Row]) -> dict[tuple[str, str], Row]:
        return {(a, x): row(a, x) for a, x in product(self.sources, repeat=2)}

    def everything(self) -> dict[tuple[str, str], Row]:
        return self.rows(lambda a, x: {self.full: "1"})

    def sometimes(self) -> str:
        """One time of a period of 2, 3 or 4."""
        period = self.random.randint(2, 4)
        return f"{self.random.randrange(period)} mod {period}"

    def draft(self, chain: Mapping[str, Row], queries: Sets, *rules: Rule) -> Draft:
        return Draft("", chain, queries, rules, tuple(self.where))


def _is_number(text: str) -> bool:
    return not any(c.isalpha() for c in text)


# -- kinds -----------------------------------------------------------------------------------------------


def _everything(make: _Making) -> Draft:
    return make.draft(make.chain(), make.singles(), Rule(make.everything()))


def _naive(make: _Making) -> Draft:
    rules = [Rule()] if make.random.random() < 0.5 else [Rule(make.everything(), when=make.sometimes()), Rule()]
    return make.draft(make.chain(), make.singles(), *rules)


def _pausing(make: _Making) -> list[Rule]:
    """Now and then everything is downloaded again as long as it was."""
    if make.random.random() < 0.5:
        return []
    return [Rule(make.everything(), (make.full,), make.sometimes())]


def _lazy(make: _Making) -> Draft:
    """While everything is downloaded, the request is X_0."""
    chain, jumps = make.lazy()

    def row(a: str, x: str) -> Row:
        if a != x:
            return {x: "1"}
        stays = f"({jumps['stay']})/(({jumps[x]}) + ({jumps['stay']}))"
        return {x: f"1 - {stays}", make.full: stays}

    singles = make.singles()
    return make.draft(chain, singles, Rule(previous=tuple(make.sources)),
                      Rule(make.rows(row), (make.full,), given=make.random.choice(("", "last request"))))


def _plan(make: _Making) -> Draft:
    """The set R has probability w(R) whatever the last request y is, and X_t is in R with the law K_R(y, ·)."""
    sets = make.subsets()
    weights = make.law(list(sets), 0.3)
    inside = {(s, y): {x: "1"} if len(s) == 1 else make.law(list(s), 0.15) for s in sets for x in [s[0]]
              for y in make.sources}
    joint = {(y, x): {s: f"({weights[s]})*({inside[s, y][x]})" for s in sets if x in s}
             for y, x in product(make.sources, repeat=2)}
    total = {pair: " + ".join(parts.values()) for pair, parts in joint.items()}
    chain = {y: {x: total[y, x] for x in make.sources} for y in make.sources}
    table = {pair: {s: f"({part})/({total[pair]})" for s, part in parts.items()} for pair, parts in joint.items()}
    larger = tuple(s for s in sets if len(s) > 1)
    return make.draft(chain, sets, Rule(previous=tuple(make.sources)), *_pausing(make),
                      Rule(table, larger, given="last request"))


def _changed(make: _Making) -> Draft:
    """A row of the last table downloads everything a little more often."""
    found = make.random.choice((_lazy, _plan))(make)
    *rules, last = found.rules
    table = dict(last.table or {})
    pair = make.random.choice(list(table))
    table[pair] = {**{q: f"2*({text})/3" for q, text in table[pair].items()},
                   make.full: f"2*({table[pair].get(make.full, '0')})/3 + 1/3"}
    return make.draft(found.chain, found.queries, *rules, Rule(table, last.previous, last.when, last.given))


def _independent(make: _Making) -> Draft:
    row, sets = make.law(list(make.sources)), make.subsets()
    laws = {(s, x): make.law([q for q in sets if x in q], 0.2) for s in ("", make.full) for x in make.sources}
    return make.draft(dict.fromkeys(make.sources, row), sets,
                      Rule(make.rows(lambda a, x: laws[make.full, x]), (make.full,)),
                      Rule(make.rows(lambda a, x: laws["", x])))


def _blind(make: _Making) -> Draft:
    chain, sets = make.chain(), make.subsets()
    laws = {(s, odd): make.law(list(sets), 0.2) for s in sets for odd in ("odd", "even")}
    return make.draft(chain, sets, *(
        Rule(make.rows(lambda a, x, law=law: law), (s,), odd)      # type: ignore[misc]
        for (s, odd), law in laws.items()))


def _relative(make: _Making) -> Draft:
    size = len(make.sources)
    told = {f"D{i}": make.full for i in range(size)}
    return make.draft(make.circle(), {make.full: make.full, **told}, Rule(make.rows(
        lambda a, x: {f"D{(make.sources.index(x) - make.sources.index(a)) % size}": "1"})))


def _decoy(make: _Making) -> Draft:
    chain = make.chain()
    pairs = {"".join(pair): "".join(pair) for pair in combinations(make.sources, 2)}

    def row(a: str, x: str) -> Row:
        with_it = [q for q in pairs if x in q]
        return dict.fromkeys(with_it, f"1/{len(with_it)}")

    return make.draft(chain, {**pairs, make.full: make.full}, Rule(make.rows(row)))


def _late(make: _Making) -> Draft:
    return make.draft(make.chain(), make.singles(), Rule(None, (make.full,), make.sometimes()),
                      Rule(make.everything()))


def _improper(make: _Making) -> Draft:
    """At t = 1 a row has an entry that is negative for some parameters."""
    chain = make.chain()
    name = "p"
    make.where += [f"{name} >= 0", f"{name} <= 1"]

    def row(a: str, x: str) -> Row:
        return {x: f"1/2 + {name}", make.full: f"1/2 - {name}"} if a == x else {make.full: "1"}

    return make.draft(chain, make.singles(), Rule(make.rows(row)))


KINDS: Mapping[str, Callable[[_Making], Draft]] = {
    "everything": _everything, "naive": _naive, "lazy": _lazy, "plan": _plan, "changed": _changed,
    "independent": _independent, "blind": _blind, "relative": _relative, "decoy": _decoy, "late": _late,
    "improper": _improper}


def drafts(count: int, seed: int = 1) -> Iterator[Draft]:
    """So many schemes, kind after kind."""
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        found = KINDS[kind](_Making(Random(f"{seed} {number}")))
        yield Draft(kind, found.chain, found.queries, found.rules, tuple(dict.fromkeys(found.where)))


if __name__ == "__main__":
    count, seed, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for number, draft in enumerate(drafts(count, seed)):
        (folder / f"{number:04}-{draft.kind}.toml").write_text(draft.text)
