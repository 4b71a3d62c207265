"""Reads back the LaTeX that we emit. What the signs mean is for `latex_values` to say.

    displays(source)   every chain "a = b ≤ c" with its claim and its case
    tables(source)     every table's claim and cells
    plots(source)      every curve's legend and points
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Chain:
    claim: str
    case: str
    sides: tuple[str, ...]
    relations: tuple[str, ...]


RELATIONS = {"=": "=", "<": "<", ">": ">", r"\leq": "≤", r"\geq": "≥", r"\neq": "≠"}


def braced(source: str, start: int) -> str:
    """What stands between the brace at `start` and the one that closes it."""
    depth = 0
    for place in range(start, len(source)):
        if source[place] == "\\":
            continue
        depth += {"{": 1, "}": -1}.get(source[place] if source[place - 1] != "\\" else "", 0)
        if depth == 0:
            return source[start + 1:place]
    raise ValueError(f"a brace is not closed: {source[start:start + 40]}")


def displays(source: str) -> Iterator[Chain]:
    """Every chain of every display, in order."""
    case = ""
    for found in re.finditer(r"\\onoffcase(?=\{)|\\(?:section|onoffheading|onofflead)\b|\\begin\{onoffalign\}", source):
        if found.group() == r"\onoffcase":
            case = braced(source, found.end())
        elif not found.group().startswith(r"\begin"):
            case = ""
        else:
            yield from _chains(source[found.end():source.index(r"\end{onoffalign}", found.end())], case)


def _chains(body: str, case: str) -> Iterator[Chain]:
    claims = [braced(body, 0), *re.findall(r"\\label\{onoff:([\w-]+)(?::\d+)?\}\s*$", body)]
    if len(claims) != 2 or len({*claims}) != 1:
        raise ValueError(f"a display must carry one claim: {body}")
    text = re.sub(r"^\{[\w-]+\}|\\label\{[^}]*\}|\\notag", "", body)
    text = re.sub(r"\\onoffby\{\w+\}\{([^}]*)\}", r"\1", text)
    whole = ""
    for line in re.split(r"\\\\\*?(?!\[)", _shield(text)):
        before, _, after = line.partition("&")
        if (before.strip() or not _continues(after)) and whole:
            yield chain_of(claims[0], case, whole)
            whole = ""
        whole += f" {before} {after}"
    yield chain_of(claims[0], case, whole)


def _shield(text: str) -> str:
    """Line ends and column marks within matrices and cases by other signs."""
    return re.sub(r"\\begin\{(bmatrix|cases)\}.*?\\end\{\1\}",
                  lambda m: m.group().replace(r"\\[6pt]", "¶").replace(r"\\", "¶").replace("&", "¦"), text)


def _continues(text: str) -> bool:
    return text.strip().startswith((r"\quad", r"\;", *RELATIONS))


def chain_of(claim: str, case: str, text: str) -> Chain:
    """A line of mathematics, cut at the relations that stand outside of parentheses."""
    clean = text.replace(r"\quad", " ").replace(r"\;", " ").replace("{}", " ").strip()
    sides, relations, depth = [""], [], 0
    for token in re.findall(r"\\[A-Za-z]+|\\.|\s+|.", clean):
        depth += {"(": 1, "{": 1, "[": 1, r"\{": 1, ")": -1, "}": -1, "]": -1, r"\}": -1}.get(token, 0)
        if depth == 0 and token in RELATIONS:
            relations.append(RELATIONS[token])
            sides.append("")
        else:
            sides[-1] += token
    return Chain(claim, case, tuple(side.strip() for side in sides), tuple(relations))


def tables(source: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Every table: its claim, and its rows of cells, the heads first."""
    for found in re.finditer(r"\\begin\{onofftable\}(.*?)\\end\{onofftable\}", source, re.DOTALL):
        title = found[1].index(r"\onofftitle") + len(r"\onofftitle")
        claim = braced(found[1], title + len(braced(found[1], title)) + 2)
        if r"\begin{tabular}" in found[1]:
            body = found[1].split(r"\toprule")[1].split(r"\bottomrule")[0].replace(r"\midrule", "")
            lines = [line for line in re.split(r"\\\\(?:\[\d+pt\])?", body) if line.strip()]
            yield claim, [[_cell(cell) for cell in line.split("&")] for line in lines]


def _cell(text: str) -> str:
    return text.strip().strip("$").replace(r"\displaystyle", "").strip()


def plots(source: str) -> Iterator[tuple[str, dict[int, Fraction]]]:
    """Every curve: its legend, and its points."""
    for found in re.finditer(r"\\addplot coordinates \{(.*?)\n  \};\s*\\addlegendentry\{([^}]*)\}", source, re.DOTALL):
        yield found[2], {int(t): Fraction(y) for t, y in re.findall(r"\((\d+),\{([\d/]+)\}\)", found[1])}
