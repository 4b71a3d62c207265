"""Reads back the MathML that we emit, as the LaTeX that `latex_values` understands. It knows nothing of our notation.

    formula(html)     all the mathematics of a piece of a page, as one formula
    sentence(html)    a piece of a page as text, its mathematics in dollars
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

Element = ElementTree.Element

SIGNS = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\epsilon", "λ": r"\lambda", "μ": r"\mu",
    "φ": r"\phi", "ℓ": r"\ell", "𝒬": r"\mathcal{Q}", "𝓑": r"\mathcal{B}", "𝓐": r"\mathcal{A}", "ℤ": r"\mathbb{Z}",
    "E": r"\mathbb{E}", "∞": r"\infty", "…": r"\ldots", "Pr": r"\Pr", "min": r"\min", "max": r"\max", "∑": r"\sum",
    "∏": r"\prod", "−": "-", "\N{INVISIBLE TIMES}": "", "∣": r"\mid", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq",
    "≡": r"\equiv", "→": r"\to", "∈": r"\in", "∪": r"\cup", "∖": r"\setminus", "·": r"\cdot", "×": r"\times",
    "mod": r"\bmod", "{": r"\{", "}": r"\}",
}
LETTERS = re.compile(r"[a-z]{2}|[A-Z]+|.")


def formula(html: str) -> str:
    """A long formula is in several parts, between which a line may end."""
    return _joined([_row(ElementTree.fromstring(part)) for part in re.findall(r"<math>.*?</math>", html)])


def sentence(html: str) -> str:
    shown = re.sub(r"(?:<math>.*?</math>(?:<wbr>)?)+", lambda found: f"${formula(found.group())}$", html)
    return re.sub(r"<[^<>]*>", "", shown)


def _joined(parts: list[str]) -> str:
    text = " ".join(part for part in parts if part)
    text = re.sub(r"(?<=[(\[]) | (?=[)\]])|(?<=\\\{) | (?=\\\})", "", text)
    return re.sub(r"(?<=[A-Za-z}]) ?\[([^\[\]]*)\]", _index, text)


def _index(found: re.Match[str]) -> str:
    """The entry P[AB,A] of a table has its index below in LaTeX; an expectation and an interval have none."""
    plain = re.search(r"(?:\\mathbb\{E\}|\\in|\\cdot)$", found.string[:found.start()])
    return found.group() if plain else f"_{{{found[1]}}}"


def _row(node: Element) -> str:
    children = [*node]
    if len(children) > 1 and all(re.fullmatch("[A-Z]", child.text or "") and child.tag == "mi" for child in children):
        return "".join(child.text or "" for child in children)
    if [child.tag for child in children] == ["mo", "mtable", "mo"]:
        return read(children[1])
    if len(children) == 3 and children[1].tag == "mo" and children[1].text == "/":
        return _fraction(children[0], children[2])
    return _joined([read(child) for child in children])


def _fraction(top: Element, bottom: Element) -> str:
    one, other = read(top), read(bottom)
    return f"{one}/{other}" if r"\ell" in one else f"\\frac{{{one}}}{{{other}}}"


def read(node: Element) -> str:
    text = node.text or ""
    match node.tag:
        case "math" | "mrow" | "mtd":
            return _row(node)
        case "mi":
            return SIGNS.get(text) or (text if LETTERS.fullmatch(text) else f"\\mathit{{{text}}}")
        case "mo" if text == "|":
            return r"\lvert" if node.get("form") == "prefix" else r"\rvert"
        case "mo":
            return SIGNS.get(text, text)
        case "mn":
            return text
        case "mtext":
            return "\\text{" + text.replace("\N{NO-BREAK SPACE}", " ") + "}"
        case "mspace":
            return ""
        case "mfrac":
            return _fraction(*node)
        case "mtable":
            rows = " ¶ ".join(" ¦ ".join(map(read, row)) for row in node)
            return rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}"
    base, *scripts = map(read, node)
    match node.tag, scripts:
        case "mover", ["‾"]:
            return f"\\bar{{{base}}}"
        case "msup", [prime] if set(prime) == {"′"}:
            return base + "'" * len(prime)
        case "msub" | "munder", [sub]:
            return f"{base}_{{{sub}}}"
        case "msup" | "mover", [sup]:
            return f"{base}^{{{sup}}}"
        case "msubsup" | "munderover", [sub, sup]:
            return f"{base}_{{{sub}}}^{{{sup}}}"
    raise ValueError(f"no such MathML: {node.tag}")
