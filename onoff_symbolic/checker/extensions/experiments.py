"""Experiments: variables, one after the other; and the kinds about them, hides and tells.

Glossary
    Input       a variable that has values and no law: what is said holds for each of them
    Draw        a variable with a law: for each value an expression, or an entry of a table that earlier ones choose
    Function    a variable that is computed of earlier ones
    Outcome     the values of some variables together
    Joint       outcome → its probability, the inputs that it depends on being given

A value of a draw can occur if its probability is not known to be zero throughout the region.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ..meaning import Choice, Env, evaluate, evaluate_side, flatten_labels, read_expression
from ..model import Model
from ..points import Point, Sides
from ..polynomials import (
    MAX_TEXT,
    NONE,
    TEXTS,
    UNIT,
    ZERO,
    Invalid,
    Key,
    Quotient,
    Relation,
    Work,
    charge_lookup,
    entries,
    error_context,
    need,
    sum_quotients,
)
from ..regions import Region
from ..scheme import Look, require_law
from ..statements import Statement
from ..syntax import LETTERS, MAX_SMALL, WORD, Index, Node, is_plain, Reader

MAX_VALUES, MAX_FUNCTION = 200, 2_000
NO_VARIABLE = {"mod", "for", "in", "sum", "Pr"}
NO_FUNCTION = re.compile(r"/|\*\*|\.|\w\s*[(\[]|\b[0-9]{5}|\bmod\b(?!\s*[0-9])")
"""What may not occur in a function: tables, entropies, what is no small integer, and `mod` as a word."""

Outcome = tuple[Index, ...]
Joint = dict[Outcome, Quotient]
Divisors = dict[Key, None]
Row = list[tuple[Index, Quotient]]
Formula = Node | Index
Test = Callable[[Quotient], bool]


class Variable(NamedTuple):
    """An input (values only), a draw (with a law) or a function (a formula only); `given`: what it is made of."""

    given: list[str]
    values: list[Index]
    law: list[Node]
    formula: Formula | None
    cost: int


class Experiment:
    """Inputs, draws and functions, in order."""

    MAX_OUTCOMES = 20_000
    laws = True  # they are to be shown

    def __init__(self, model: Model, name: str, value: Any) -> None:
        self.name = name
        self.variables = dict[str, Variable]()
        self.labels = set[str]()
        self.computed: dict[tuple[str, Outcome], Index] = {}
        for word, says in value.items() if type(value) is dict else ():
            with error_context(f"experiment {name[:40]}, {word[:40]}"):
                need(
                    WORD.fullmatch(word) and word not in NO_VARIABLE,
                    "expected a word as the name of a variable",
                )
                is_function = type(says) is dict and "is" in says
                self.variables[word] = (
                    self.read_function(says) if is_function else self.read_variable(model, says)
                )
        with error_context(f"experiment {name[:40]}"):
            need(WORD.fullmatch(name) and self.variables, "expected a word, and variables")
            need(not self.labels & self.variables.keys(), "a variable is a label, too")

    def read_variable(self, model: Model, says: Any) -> Variable:
        """Return an input or a draw."""
        text, law, given = entries(
            says, {"law": None, "given": []}, values=str, law=(str, TEXTS, NONE), given=TEXTS
        )
        need(len(text) <= MAX_TEXT, "a text is too long", "work")
        Work.spend(8 * len(text))
        reader = Reader(text)
        values = flatten_labels(reader.to_the_end(lambda: reader.separated(reader.span)))
        need(len(values) <= MAX_VALUES, f"values: expected at most {MAX_VALUES}", "work")
        self.labels.update(value for value in values if type(value) is str)
        need({*given} <= self.variables.keys(), "given: expected earlier variables")
        need(
            not given or type(law) is str and law != "uniform",
            "only the law of a table is given variables",
        )
        chances = [] if law is None else read_law(model, law, given, values)
        return Variable(given, values, [*map(read_expression, chances)], None, 1)

    def read_function(self, says: Any) -> Variable:
        """Return a variable that is computed of earlier ones."""
        (text,) = entries(says, **{"is": str})
        need(len(text) <= MAX_FUNCTION, "a function is too long", "work")
        for match in NO_FUNCTION.findall(text):
            raise Invalid(
                f"expected sums and products of small integers, found {match} in {text[:60]!r}",
                about=text,
            )
        Work.spend(8 * len(text))
        reader = Reader(text)
        side = reader.to_the_end(reader.side)
        words = [
            word for word in dict.fromkeys(reader.tokens) if word[:1] in LETTERS and word != "mod"
        ]
        for word in words:
            need(
                word in self.variables or word in self.labels,
                f"{word[:40]!r} is no earlier variable and no label",
            )
        given = [word for word in words if word in self.variables]
        return Variable(given, [], [], side, len(reader.tokens))

    def is_input(self, word: str) -> bool:
        """Return whether a variable has values and no law."""
        return not self.variables[word].law and self.variables[word].formula is None

    def takes(self, word: str, value: Any) -> bool:
        """Return whether it is an integer or a label that is listed; of a function, any."""
        variable = self.variables[word]
        is_value = type(value) is int or type(value) is str and value in self.labels
        return is_value and (value in variable.values or variable.formula is not None)

    def made_of(self, words: Sequence[str]) -> list[str]:
        """Return these variables and all that they depend on, in order."""
        for word in words:
            need(word in self.variables, f"{word[:40]!r} is no variable of {self.name}")
        needed = {*words}
        for word in reversed(self.variables):
            if word in needed:
                needed.update(self.variables[word].given)
        Work.spend(
            len(self.variables) + sum([len(self.variables[word].given) for word in needed]) >> 3
        )
        return [word for word in self.variables if word in needed]

    # -- laws

    def moves(self, model: Model, word: str, now: Outcome) -> Row:
        """Return the values of a variable with their chances, after these values of what it is given."""
        given, values, law, formula, cost = self.variables[word]
        env = Env(model, dict(zip(given, now)))
        if formula is None:
            chances = [evaluate(chance, env) for chance in law] or [UNIT] * len(values)
            return [*zip(values, chances)]
        if (word, now) not in self.computed:
            Work.spend(cost)
            self.computed[word, now] = value = evaluate_side(formula, env)
            need(
                type(value) is str or abs(int(value)) <= MAX_SMALL,
                f"{word}: a value is too large",
                "work",
            )
        return [(self.computed[word, now], UNIT)]

    def joint(
        self,
        model: Model,
        wanted: Sequence[str],
        vanishes: Test = lambda q: not q.top,
        look: Look | None = None,
    ) -> tuple[Joint, Divisors]:
        """Return the joint law of these variables, and the divisors in it. Values of a draw whose probability
        `vanishes` are left out. `look`, if there is one, is called with every row of every draw that can be used.
        """
        draws = [
            word for word, variable in self.variables.items() if variable.law and look is not None
        ]
        passed = self.made_of([*wanted, *draws])
        needed_until = {
            each: i for i, word in enumerate(passed) for each in self.variables[word].given
        }
        needed_until.update(dict.fromkeys(wanted, len(passed)))
        rows = UsedRows(self, model, vanishes, look)
        kept: list[str] = []
        layer: Joint = {(): UNIT}
        for i, word in enumerate(passed):
            given = [kept.index(each) for each in self.variables[word].given]
            kept.append(word)
            Work.spend(len(kept) + len(given))
            keep = [j for j, each in enumerate(kept) if needed_until.get(each, 0) > i]
            layer = self.after(layer, word, given, keep, rows)
            kept = [kept[j] for j in keep]
        order = [kept.index(word) for word in wanted]
        return {
            tuple([values[j] for j in order]): chance for values, chance in layer.items()
        }, rows.divisors

    def after(
        self, layer: Joint, word: str, given: list[int], keep: list[int], rows: UsedRows
    ) -> Joint:
        """Return the law after a variable; `given`: where what it is given is kept, `keep`: what is kept."""
        after: Joint = {}
        for before, chance in layer.items():
            row = rows.row(word, tuple([before[j] for j in given]))
            Work.spend(1 + (2 + (len(before) >> 3)) * len(row))
            for value, p in row:
                now = (*before, value)
                outcome = tuple([now[j] for j in keep])
                weight = chance if p is UNIT else chance * p
                after[outcome] = after[outcome] + weight if outcome in after else weight
            need(len(after) <= self.MAX_OUTCOMES, f"{self.name} has too many outcomes", "work")
        return after

    def show_laws(self, region: Region) -> None:
        """Show on the region that every row of every draw that can be used is a law."""
        self.joint(region.model, [], region.vanishes, region.show_law)

    def require_laws(self, point: Point) -> None:
        """Raise Undefined unless every row of every draw that can be used is a law at the point."""
        self.lawful(point.model)

    def lawful(self, model: Model) -> tuple[Joint, Divisors]:
        """Where the chances are numbers, raise Undefined unless each row of a draw is a law."""
        return self.joint(model, [], look=require_law)

    def chance(self, model: Model, event: Choice, given: Choice) -> Quotient:
        """Return Pr(event | given). It has a value where the draws are laws and what is given is not impossible."""
        both = {**event, **given}
        inputs = {word for word in self.made_of([*both]) if self.is_input(word)}
        need(
            inputs <= given.keys(),
            f"an input has no law: {', '.join(sorted(inputs - given.keys()))} stands after |",
        )
        for word, value in both.items():
            need(self.takes(word, value), f"{word} is never {value}")
        top = self.at(model, both)
        return top if inputs >= given.keys() else top / self.at(model, given)

    def at(self, model: Model, values: Choice) -> Quotient:
        """Return the probability that variables have these values."""
        if (self.name, ()) not in model.joints:
            model.joints[self.name, ()] = self.lawful(model)
        key = (self.name, tuple(values))
        if key not in model.joints:
            model.joints[key] = self.joint(model, [*values])
        joint, divisors = model.joints[key]
        chance = joint.get(tuple(values.values()), ZERO)
        return (
            Quotient(chance.top, {**dict.fromkeys(divisors, 0), **chance.bottom})
            if divisors
            else chance
        )


def read_law(model: Model, law: Any, given: Sequence[str], values: Sequence[Index]) -> list[str]:
    """Return a text for each value of a draw."""
    if law == "uniform":
        return [f"1/{len(values)}"] * len(values)
    if type(law) is str:
        index = model.tables[law][0] if law in model.tables else []
        need(
            len(index) == len(given) + 1 and index[-1] == values,
            f"law: expected uniform, a list or a table with this index, found {law[:40]!r}",
        )
        return [f"{law}[{','.join((*given, str(value)))}]" for value in values]
    need(
        len(law) == len(values) and all(map(is_plain, law)),
        f"law: expected an expression in the names of the goal for each of {len(values)} values",
    )
    return [*law]


class UsedRows:
    """The rows of variables that are used, each looked at once, and their divisors."""

    def __init__(
        self, experiment: Experiment, model: Model, vanishes: Test, look: Look | None
    ) -> None:
        self.experiment = experiment
        self.model = model
        self.vanishes = vanishes
        self.look = look
        self.known: dict[tuple[str, Outcome], Row] = {}
        self.divisors: Divisors = {}

    def row(self, word: str, given: Outcome) -> Row:
        """Return the values that can occur, with their chances."""
        key = (word, given)
        if key not in self.known:
            moves = self.experiment.moves(self.model, word, given)
            if self.look is not None and self.experiment.variables[word].law:
                self.look(
                    [chance for _, chance in moves],
                    "the law of " + " ".join(map(str, (word, *given))),
                )
            divisors = [divisor for _, chance in moves for divisor in chance.bottom]
            charge_lookup(divisors)
            self.divisors.update(dict.fromkeys(divisors))
            Work.spend(len(moves))
            self.known[key] = [
                (value, p) for value, p in moves if p is UNIT or not self.vanishes(p)
            ]
        return self.known[key]


# -- statements --------------------------------------------------------------------------------------------------------


class OfExperiment(Statement):
    """About an experiment."""

    def read_variables(self, name: str, *lists: Sequence[str]) -> None:
        """Read an experiment, and lists of its variables, each of which stands once."""
        self.experiment = self.model.experiment(name)
        every = [word for each in lists for word in each]
        need(len({*every}) == len(every), "a variable stands twice")
        self.words = self.experiment.made_of(every)

    def valued(self, values: Any, words: Sequence[str]) -> Choice:
        """Return values of just these variables. Nothing but integers and labels may come into a text."""
        need(
            type(values) is dict
            and values.keys() == {*words}
            and all(self.experiment.takes(*each) for each in values.items()),
            f"expected values of {', '.join(words) or 'nothing'}",
        )
        return {word: values[word] for word in words}

    def chance(self, event: Choice, given: Choice = {}) -> str:
        """Return Pr(event | given), as a text; inputs are given."""
        drawn = {word: value for word, value in event.items() if not self.experiment.is_input(word)}
        if not drawn:
            return "1"
        fixed = {**given, **{word: value for word, value in event.items() if word not in drawn}}
        condition = f" | {equations(fixed.items())}" if fixed else ""
        return f"Pr({self.experiment.name}, {equations(drawn.items())}{condition})"


def equations(values: Iterable[tuple[str, Index]]) -> str:
    """Return A = a, B = b, ..."""
    return ", ".join(f"{word} = {value}" for word, value in values)


class Hides(OfExperiment):
    """Whatever the other inputs are, and whatever is known besides: the view has the same law for any two values of the
    secret (of `among`, if there are any) that can occur then."""

    keys = {"in": str, "secret": TEXTS, "view": TEXTS, "knowing": TEXTS, "among": TEXTS}
    optional = {"knowing": [], "among": []}

    def prepare(self, name: str, *says: Any) -> None:
        self.secret, view, knowing, among = says
        self.read_variables(name, self.secret, view, knowing)
        is_input = self.experiment.is_input
        secret = {*self.secret}
        self.inputs = [word for word in self.words if is_input(word) and word not in secret]
        self.view, self.knowing = (
            [word for word in each if not is_input(word)] for each in (view, knowing)
        )
        need(
            self.secret and self.view,
            "expected a secret, and a view that is not made of inputs alone",
        )
        for (
            word
        ) in (
            self.secret
        ):  # with the inputs, a function of them would be fixed, and nothing compared
            is_function = self.experiment.variables[word].formula is not None
            need(
                not is_function or not any(map(is_input, self.experiment.made_of([word]))),
                f"the secret {word} is a function of an input",
            )
        self.among = {self.read_secret(text) for text in among}
        need(len(self.among) == len(among) != 1, "among: expected at least two different values")

    def read_secret(self, text: str) -> Outcome:
        """Return a value of each secret: "1" or "1, a"."""
        parts = [
            int(part) if re.fullmatch("-?[0-9]{1,4}", part) else part
            for part in map(str.strip, text.split(","))
        ]
        need(len(parts) == len(self.secret), "among: expected a value of each secret")
        return tuple(self.valued(dict(zip(self.secret, parts)), self.secret).values())

    def show(self) -> None:
        compared = 0
        for relation in self.compared(
            self.model, self.region.vanishes, lambda q: self.region.has(q.top, "!=")
        ):
            self.region.show(relation)
            compared += 1
        need(compared, "there are no two values of the secret to compare", "shown")

    def laws(self, model: Model, vanishes: Test) -> dict[Outcome, dict[Outcome, Joint]]:
        """Return the other inputs and what is known → the secret → the view → the probability of all but inputs."""
        known = [*self.inputs, *self.knowing]
        joint, _ = self.experiment.joint(model, [*known, *self.secret, *self.view], vanishes)
        end = len(known) + len(self.secret)
        laws: dict[Outcome, dict[Outcome, Joint]] = {}
        for values, chance in joint.items():
            case = values[: len(known)]
            secret = values[len(known): end]
            view = values[end:]
            if not self.among or secret in self.among:
                laws.setdefault(case, {}).setdefault(secret, {})[view] = chance
        return laws

    def compared(self, model: Model, vanishes: Test, nonzero: Test) -> Iterator[Relation]:
        """Yield Pr(s, view)·Pr(s') = Pr(s', view)·Pr(s), which is so where one of the two cannot occur. If one of the
        values can occur everywhere, all are compared with it, else any two."""
        for laws in self.laws(model, vanishes).values():
            mass = {secret: sum_quotients(law.values()) for secret, law in laws.items()}
            base = next((secret for secret in laws if nonzero(mass[secret])), None)
            pairs = (
                combinations(laws, 2)
                if base is None
                else [(base, secret) for secret in laws if secret != base]
            )
            for one, other in pairs:
                for view in {**laws[one], **laws[other]}:
                    Work.spend(4)
                    yield laws[one].get(view, ZERO) * mass[other] - laws[other].get(
                        view, ZERO
                    ) * mass[one], "="

    def fails(self, point: Point, shows: Any) -> Sides:
        """Show that two values of the secret can occur, and the view has another probability."""
        inputs, knowing, view, *pair = entries(
            shows, inputs=dict, knowing=dict, view=dict, one=dict, other=dict
        )
        seen = self.valued(view, self.view)
        secrets = [self.valued(each, self.secret) for each in pair]
        are_among = all(not self.among or (*each.values(),) in self.among for each in secrets)
        need(secrets[0] != secrets[1] and are_among, "the two secrets do not show it")
        fixed = {**self.valued(inputs, self.inputs), **self.valued(knowing, self.knowing)}
        cases = [{**fixed, **secret} for secret in secrets]
        possible = [f"{self.chance(case)} > 0" for case in cases]
        return self.refuted(
            point, possible, [" = ".join(self.chance(seen, case) for case in cases)]
        )


class Tells(OfExperiment):
    """The value is a function of the view, over all inputs and all that can occur."""

    keys = {"in": str, "view": TEXTS, "value": TEXTS}

    def prepare(self, name: str, *says: Any) -> None:
        self.view, self.revealed = says
        self.read_variables(name, *says)
        need(self.view and self.revealed, "expected a view and a value")

    def show(self) -> None:
        value_at: dict[Outcome, Outcome] = {}
        for values in self.experiment.joint(
            self.model, [*self.view, *self.revealed], self.region.vanishes
        )[0]:
            view = values[: len(self.view)]
            value = values[len(self.view):]
            if value_at.setdefault(view, value) != value:
                raise Invalid(
                    f"expected one value at a view, found {value} and {value_at[view]}", "shown"
                )

    def fails(self, point: Point, shows: Any) -> Sides:
        """Show that two outcomes can occur, with one view and two values."""
        one, other = (
            self.valued(each, self.words) for each in entries(shows, one=dict, other=dict)
        )
        need(all(one[word] == other[word] for word in self.view), "there are two views")
        values = [
            equations((word, outcome[word]) for word in self.revealed) for outcome in (one, other)
        ]
        need(values[0] != values[1], "there is one value")
        self.refuted(point, [f"{self.chance(each)} > 0" for each in (one, other)], ["0 = 1"])
        return values[0], "=", values[1]
