"""A joint law: a mapping from values to exact probabilities, with a short repr, and set as mathematics in notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class Law(Mapping[tuple[str, ...], Any]):
    """A joint law: value of each variable → probability, a sympy expression. Atoms that cannot occur are left out."""

    def __init__(self, variables: tuple[str, ...], mass: Mapping[tuple[str, ...], Any]) -> None:
        self.variables = variables
        self._mass = dict(mass)

    def __getitem__(self, atom: tuple[str, ...]) -> Any:
        return self._mass[atom]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self._mass)

    def __len__(self) -> int:
        return len(self._mass)

    def __repr__(self) -> str:
        return f"<Law of ({', '.join(self.variables)}), {len(self)} atoms>"

    def _repr_latex_(self) -> str:
        from sympy import latex

        rows = [
            " & ".join([*(rf"\mathrm{{{value}}}" for value in atom), latex(p)])
            for atom, p in self.items()
        ]
        head = " & ".join(_subscript(name) for name in self.variables)
        return (
            rf"$\begin{{array}}{{{'c' * len(self.variables)}|l}} {head} & \Pr \\ \hline "
            + r" \\ ".join(rows)
            + r" \end{array}$"
        )


def _subscript(name: str) -> str:
    letter, _, index = name.partition("_")
    return f"{letter}_{{{index}}}" if index else letter
