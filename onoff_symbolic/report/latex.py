"""Errata and joint laws as LaTeX to paste; the errata need amsmath and amssymb."""

from __future__ import annotations

from collections.abc import Sequence

from ..claim import Result
from ..schemes.pmf import Distribution
from ..algebra.field import Element, Factored, written
from .latex_math import prose
from .text import erratum

_GREEK = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega"
    .split()
)


def element(value: Element) -> str:
    """An element in mathematics mode."""
    return written(value, _term, _quotient)


def name(text: str) -> str:
    """A parameter's or a variable's name."""
    if text.startswith("Pr("):
        return "\\Pr(" + name(text[3:-1].partition("=")[0]) + f" = \\mathrm{{{text[3:-1].partition('=')[2]}}})"
    head, _, tail = text.partition("_")
    letter = f"\\{head}" if head in _GREEK else head if len(head) == 1 else f"\\mathrm{{{head}}}"
    return letter + (f"_{{{tail}}}".replace("_", "\\_").replace("\\_{", "_{", 1) if tail else "")


def _term(coefficient: int, powers: list[tuple[str, int]]) -> str:
    parts = [str(coefficient)] if coefficient != 1 or not powers else []
    parts += [name(n) if exponent == 1 else f"{name(n)}^{{{exponent}}}" for n, exponent in powers]
    return " ".join(parts)


def _quotient(top: str, top_single: bool, bottom: str, bottom_single: bool) -> str:
    return f"\\frac{{{top}}}{{{bottom}}}"


def product(value: Factored) -> str:
    """A product of irreducible factors, in mathematics mode."""
    constant, factors = value.shown()
    sides: tuple[list[str], list[str]] = ([], [])
    for factor, exponent in factors:
        body = element(factor) if factor.size == 2 else f"({element(factor)})"
        sides[exponent < 0].append(body if abs(exponent) == 1 else f"{body}^{{{abs(exponent)}}}")
    top, bottom = (
        " ".join([*([str(n)] if n != 1 or not side else []), *side])
        for n, side in zip((abs(constant.numerator), constant.denominator), sides, strict=True)
    )
    sign = "-" if constant < 0 else ""
    return sign + (top if bottom == "1" else f"\\frac{{{top}}}{{{bottom}}}")


def errata(results: Sequence[Result]) -> str:
    """A list of what does not hold as printed, to send to the authors."""
    lines = [r"\begin{enumerate}"]
    for result in results:
        lines.append(f"\\item \\textbf{{{prose(result.claim.where)}}} ({result.verdict.value})")
        lines.append(r"  \begin{description}")
        lines += [f"  \\item[{title}] {prose(body)}" for title, body in erratum(result)]
        lines.append(r"  \end{description}")
    return "\n".join([*lines, r"\end{enumerate}"]) + "\n"


def pmf(law: Distribution) -> str:
    written_as = {value: product(law.factored(value)) for value in set(law.mass.values())}
    heads = " & ".join(f"${name(variable)}$" for variable in law.variables)
    lines = [
        f"\\begin{{tabular}}{{{'c' * len(law.variables)}|l}}",
        f"{heads} & probability \\\\",
        "\\hline",
    ]
    for atom, value in sorted(law.mass.items()):
        cells = " & ".join(f"${text}$" for text in atom)
        lines.append(f"{cells} & ${written_as[value]}$ \\\\")
    return "\n".join([*lines, "\\end{tabular}"]) + "\n"
