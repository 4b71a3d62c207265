"""Displays whose lines fit a column: chains "a = b ≤ c" as the lines of align environments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .latex_math import COLUMN, items, operator, row, span
from .notation import RELATIONS, Name, Node, Operator, Row, glyphs


@dataclass(frozen=True)
class Step:
    """One line of a derivation: relation and right side, and the letter of its reason."""

    relation: str
    right: tuple[Node, ...]
    letter: str = ""


Chain = tuple[tuple[Node, ...], tuple[Step, ...]]
"""A left side and its steps."""


def steps(text: str, letters: Sequence[str] = ()) -> Chain:
    """"a = b ≤ c" as its left side and its steps; relations within parentheses are no steps."""
    head: list[Node] = []
    found: list[tuple[str, list[Node]]] = []
    for node in items(text):
        if isinstance(node, Operator) and node.text in [*RELATIONS]:
            found.append((node.text, []))
        else:
            (found[-1][1] if found else head).append(node)
    given = [*letters, *("" for _ in found)]
    return tuple(head), tuple(Step(sign, tuple(nodes), given[i]) for i, (sign, nodes) in enumerate(found))


Lines = list[str]


def aligned(chains: Sequence[Chain]) -> list[list[Lines]]:
    """Displays, each the chains of one align environment, each of these its lines.

    A chain stands on one line if it fits; else one line for each step, beside its left side or below it. Chains of
    one layout share a display, and those that fit on one line join those that have a line for each step."""
    groups: list[list[Chain]] = []
    for chain in chains:
        if groups and _agree(_layout(groups[-1]), _layout([chain]), _layout([*groups[-1], chain])):
            groups[-1].append(chain)
        else:
            groups.append([chain])
    return [_layout(group)(group) for group in groups]


Layout = Callable[[Sequence[Chain]], list[Lines]]


def _agree(one: Layout, other: Layout, both: Layout) -> bool:
    order = (_on_one_line, _beside, _below)
    worst = max((one, other), key=order.index)
    return order.index(both) <= order.index(worst) and (worst is not _below or one is other)


def _layout(chains: Sequence[Chain]) -> Layout:
    head = max(span(left) for left, _ in chains) + 16
    plain = not any(step.letter for _, derivation in chains for step in derivation)
    whole = max(_length(derivation) for _, derivation in chains)
    widest = max((span(part) for _, steps_ in chains for step in steps_ for part in _breakable(step.right)), default=0)
    if plain and head + whole <= COLUMN:
        return _on_one_line
    return _beside if head + widest <= COLUMN else _below


def _length(derivation: Sequence[Step]) -> int:
    """The steps on one line, without the first relation."""
    return sum(16 + span(step.right) for step in derivation) - 16


def _on_one_line(chains: Sequence[Chain]) -> list[Lines]:
    return [[f"{row(left, True)} &{_steps(derivation)}"] for left, derivation in chains]


def _beside(chains: Sequence[Chain]) -> list[Lines]:
    room = COLUMN - max(span(left) for left, _ in chains) - 16
    shown: list[Lines] = []
    for left, derivation in chains:
        found = [line for step in derivation for line in _step(step, room - 10, "")]
        shown.append([f"{row(left, True)} {found[0]}", *found[1:]])
    return shown


def _below(chains: Sequence[Chain]) -> list[Lines]:
    widest = max((span(part) for _, found in chains for step in found for part in _breakable(step.right)), default=0)
    indent = r"\quad " if widest + 52 <= COLUMN else ""
    shown: list[Lines] = []
    for left, derivation in chains:
        lines = [f"&{line}" for line in _lines(left, COLUMN, r"\quad ")]
        if _length(derivation) + 26 <= COLUMN and not any(step.letter for step in derivation):
            lines.append(f"&\\quad {_steps(derivation)}")
        else:
            lines += [line for step in derivation for line in _step(step, COLUMN - 26, indent, indent or r"\;")]
        shown.append(lines)
    return shown


def _steps(derivation: Sequence[Step]) -> str:
    return " ".join(f"{_sign(step)} {row(step.right, True)}" for step in derivation)


def _step(step: Step, room: int, indent: str, hang: str = r"\quad ") -> list[str]:
    """The lines of a step; those after the first hang a little further in."""
    first, *rest = _lines(step.right, room, hang)
    return [f"&{indent}{_sign(step)} {first}", *(f"&{indent}{line}" for line in rest)]


def _sign(step: Step) -> str:
    sign = operator(step.relation)
    return f"\\onoffby{{{step.letter}}}{{{sign}}}" if step.letter else sign


def _lines(nodes: Sequence[Node], room: int, indent: str) -> Iterator[str]:
    """Nodes broken before + and -, or between factors, so that each line fits."""
    line: list[Node] = []
    first = True
    for part in _breakable(nodes):
        if line and span(line) + span(part) > room:
            yield ("" if first else indent) + row(line, True)
            first, line = False, [Row(())] if isinstance(part[0], Operator) else [Operator("×")]
        line += part
    yield ("" if first else indent) + row(line, True)


def _breakable(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Pieces that may begin a line: terms, and factors that begin with a probability or a sum."""
    part: list[Node] = []
    for node in nodes:
        starts = (isinstance(node, Operator) and node.text in "+-") or node == Name("Pr")
        if starts and part and not (isinstance(part[-1], Operator) or _is_sum(part[-1])):
            yield part
            part = []
        part.append(node)
    if part:
        yield part


def _is_sum(node: Node) -> bool:
    return glyphs(node)[:1] in "ΣΠ"
