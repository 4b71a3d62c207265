r"""Quotes of LaTeX source in the notation of our texts.

    plain(r"if $\Pr\left(Q_t=AB\right)\leq\frac{1}{2}$, then")   is   “if Pr(Q_t = AB) ≤ 1/2, then”

A quote may begin or end anywhere. What is not known stays as it is written, and nothing is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from .alphabet import LETTERS

LONGEST = 20_000
"""Macros are written out as long as the text has no more characters than this."""
DEEPEST = 40
"""Groups within more groups stay as they are."""
NONE: Mapping[str, str] = MappingProxyType({})

_DISPLAY = re.compile(
    r"\\(?:begin|end)\{(?:equation|align|gather|multline|eqnarray|displaymath|math)\*?\}|(?<!\\)\\[][()]")
_DOLLARS = re.compile(r"(?<!\\)\${1,2}")
_WORDS = r"emph|text\w*|mbox|ref|eqref|cite|item|footnote|caption|footnotesize|small|hspace|vspace|noindent|ldots"
_FORMULA = re.compile(rf"(?<!\\)[_^=<>]|\\(?!(?:{_WORDS}|begin|end)(?![A-Za-z]))[A-Za-z]+")
"""What does not occur in a sentence outside of its formulas."""
_LABEL = re.compile(r"\\(eqref|ref)\{([^{}]*)\}")
_REFERENCE = re.compile(r"\\(?:eqref|ref|cite)\{[^{}]*\}")
_GIVEN = re.compile(r"\\[A-Za-z]+\{[^{}]*\}")
_PROSE = re.compile(r"(?<![\\A-Za-z])[a-z]{2,}.*(?<![\\A-Za-z])[a-z]{2,}")


def plain(quote: str, macros: Mapping[str, str] = NONE, numbers: Mapping[str, str] = NONE) -> str:
    """Return a readable form of a quote, labels as they are counted; sentences stand in quotation marks."""
    parts = [*pieces(_LABEL.sub(lambda found: _counted(found, numbers), quote), macros)]
    text = "".join(_marked(_formula(part)) if formula else _sentence(part) for formula, part in parts)
    text = re.sub(r"\s+([,.;:])(?=\s|$)", r"\1", " ".join(text.split()))
    return f"“{text}”" if words(quote, macros) else re.sub(r"[ ,.;]+(\$?)$", r"\1", text)


def _marked(formula: str) -> str:
    """Return a formula between dollars, its last comma or full stop behind them."""
    parts = re.fullmatch(r"(\s*)(.*?)([\s,.;]*)", formula, re.DOTALL)
    return f"{parts[1]}${parts[2]}${parts[3]}" if parts and parts[2] else formula


def _counted(reference: re.Match[str], numbers: Mapping[str, str]) -> str:
    """Return what the printed paper has in the place of a reference, if it is known."""
    number = numbers.get(reference[2], "").rpartition(" ")[2].strip("()")
    if not number:
        return reference[0]
    return f"({number})" if reference[1] == "eqref" else number


def located(place: str, numbers: Mapping[str, str]) -> str:
    """Return a place as a reader of the printed paper finds it; the label second."""
    for label in sorted(numbers, key=len, reverse=True):
        place = re.sub(rf"(?<![\w:(]){re.escape(label)}(?![\w-])", f"{numbers[label]} ({label})", place)
    return place


def words(quote: str, macros: Mapping[str, str] = NONE) -> int:
    """Return how many words a quote has outside of its formulas; a reference is none."""
    outside = [_REFERENCE.sub("", part) for formula, part in pieces(quote, macros) if not formula]
    return sum(len(re.findall("[A-Za-z][A-Za-z'-]+", _sentence(part))) for part in outside)


def pieces(quote: str, macros: Mapping[str, str] = NONE) -> Iterator[tuple[bool, str]]:
    """Yield formulas and what stands between them, each with whether it is a formula; the paper's macros are gone."""
    formula = None
    for part in _DOLLARS.split(_DISPLAY.sub("$", written_out(quote, macros))):
        formula = _is_formula(part) if formula is None else not formula
        yield formula, part


def _is_formula(part: str) -> bool:
    """Return whether the beginning of a quote is a formula, of which the first dollar was left out."""
    return bool(_FORMULA.search(part)) and not _PROSE.search(_GIVEN.sub("", part))


def written_out(quote: str, macros: Mapping[str, str]) -> str:
    """Return the quote with its macros replaced, each once; what they stand for is taken as it is."""
    calls = [*re.finditer(rf"\\({'|'.join(macros)})(?![A-Za-z])", quote)] if macros else []
    text = quote
    for call in reversed(calls):    # so that arguments come before what they are given to
        body, end = macros[call[1]], call.end()
        for number in range(1, max(map(int, re.findall("#([1-9])", body)), default=0) + 1):
            argument, end = _argument(text, end)
            body = body.replace(f"#{number}", argument)
        text = text[:call.start()] + body + ("{}" if body[-1:].isalpha() else "") + text[end:]
        if len(text) > LONGEST:
            return quote
    return text


def _argument(text: str, at: int) -> tuple[str, int]:
    """Return what is given to a command at a place, without braces, and where it ends."""
    at += len(text[at:]) - len(text[at:].lstrip())
    if text[at:at + 1] != "{":
        single = re.compile(r"\\[A-Za-z]+|\\?.|", re.DOTALL).match(text, at)
        return (single[0], single.end()) if single else ("", at)
    depth = 0
    for brace in re.compile(r"(?<!\\)[{}]").finditer(text, at):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return text[at + 1:brace.start()], brace.end()
    return text[at + 1:], len(text)


# -- sentences ---------------------------------------------------------------------------------------------

_MARKS = (
    (r"\\(?:label|[hv]space\*?|begin|end)\{[^{}]*\}", ""), (r"\\eqref\{([^{}]*)\}", r"(\1)"),
    (r"\\cite\{([^{}]*)\}", r"[\1]"), (rf"\\(?:{_WORDS}|\w+rule|hline|centering)(?![A-Za-z])", ""),
    (r"(\\[A-Za-z]+)\{", r"\1 "), (r"[{}]", ""), (r"\\\\(?:\[[^]]*\])?", "; "), (r"(?<!\\)&", ", "), (r"~|\\ ", " "),
    (r"\\([%&_#$])", r"\1"), ("``", "“"), ("\'\'", "”"), ("---", "—"), ("--", "–"))
"""What becomes of commands and other marks outside of formulas."""


def _sentence(text: str) -> str:
    """Return words without their marks."""
    for mark, shown in _MARKS:
        text = re.sub(mark, shown, text)
    return text


# -- formulas ----------------------------------------------------------------------------------------------

def _named(pairs: str, air: str = "") -> dict[str, str]:
    """Return commands with their signs, from "name sign name sign"."""
    found = pairs.split()
    return {f"\\{name}": f"{air}{sign}{air}" for name, sign in zip(found[::2], found[1::2], strict=True)}


_SIGNS = {
    **{f"\\{name}": letter for name, letter in LETTERS.items()},
    **_named("varepsilon ε varphi φ ell ℓ infty ∞ Pr Pr min min max max log log lim lim ldots … dots … cdots … cdot · "
             "times · backslash ∖ setminus ∖ emptyset ∅ prime ' forall ∀ { { } } % % & &"),
    **_named("cup ∪ cap ∩ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ in ∈ equiv ≡ to → rightarrow → subseteq ⊆ mid |", " "),
    **{sign: f" {sign} " for sign in ("=", "<", ">", ":=")}, ",": ", ", ";": "; ",
    **dict.fromkeys(("~", "\\ ", "\\quad", "\\qquad"), " "),
}
_DROPPED = re.compile(r"\\(?:left|right|(?:no)?limits|nonumber|notag|(?:display|text)style|[bB]igg?[lr]?|small"
                      r"|scriptsize|[,;:!])")
_FONTS = {"\\mathbf", "\\mathrm", "\\mathit", "\\mathsf", "\\boldsymbol", "\\bm", "\\mathop", "\\operatorname"}
_SILENT = {"\\label", "\\hspace", "\\hspace*", "\\vspace"}
_TEXTS = {"\\text", "\\textrm", "\\textit", "\\textup", "\\mbox"}
_ACCENTS = {"\\bar": "\u0304", "\\overline": "\u0304", "\\hat": "\u0302", "\\tilde": "\u0303"}
_BIG = {"\\sum": "Σ", "\\prod": "Π"}
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\\\(?:\[[^]]*\])?|\\.|\d+(?:\.\d+)?|:=|\s+|.", re.DOTALL)
_SCRIPT = re.compile(r"[A-Za-z0-9]+|[^\W_]|\([^()]*(?:\([^()]*\)[^()]*)*\)")
_SINGLE = re.compile(r"\d+|[^\W\d](?:_(?:[^\W_]+|\{[^{}]*\}|\([^()]*\)))?'?|[^\W\d_]+(?:_\w)?\([^()]*\)")
_RELATION = re.compile(r"[=<>≤≥≠≡→∈Σ]")
_LOOSE = re.compile(r"(?<=[\w)\]}]) ?([+-])(?=Pr\(|min|max|[HI]\(|Σ)")
"""A sign before something long."""


def _formula(text: str) -> str:
    return _Reader(text).whole()


def _script(mark: str, text: str) -> str:
    """Return a subscript or superscript; in it no spaces are needed."""
    text = re.sub(r" ?([=<>≤≥|;,]) ?", r"\1", text.strip())
    if mark == "^" and text in ("'", "-"):
        return "⁻" if text == "-" else text
    return mark + (text if _SCRIPT.fullmatch(text) else f"{{{text}}}")


def _factor(text: str) -> str:
    """Return one side of a fraction, in parentheses unless it is a single thing."""
    text = text.strip()
    return text if _SINGLE.fullmatch(text) else f"({text})"


class _Reader:
    """One pass over a formula; `out` is the text so far."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self.tokens = _TOKEN.findall(text)
        self.at, self.depth = 0, depth

    def whole(self) -> str:
        rows = self.rows("")
        listed = any(len(row) > 1 for row in rows) and not any(_RELATION.search(cell) for row in rows for cell in row)
        text = ("; " if listed else " ").join((", " if listed else " ").join(row).strip() for row in rows)
        return re.sub(r"(?<=[({[]) +| +(?=[]})])|(?<=·) +", "", _LOOSE.sub(r" \1 ", text))

    def rows(self, environment: str) -> list[list[str]]:
        """Return cells up to the end of an environment."""
        rows = [[""]]
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token == "&" or token.startswith("\\\\"):
                self.at += 1
                rows[-1 if token == "&" else len(rows):] = [[*rows[-1], ""] if token == "&" else [""]]
            elif token == "\\end":
                self.at += 1
                self.argument()
                if environment:
                    break
            else:
                rows[-1][-1] += self.run()
        return [[cell.strip() for cell in row] for row in rows if any(map(str.strip, row))]

    def run(self) -> str:
        """Return what stands before the next cell, row or end."""
        out, bars, gap, closed = "", 0, False, False
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token in ("&", "\\end") or token.startswith("\\\\"):
                break
            self.at += 1
            if token.isspace():
                gap = True
                out += " " * (out[-1:] == ":")
                continue
            bar = token in ("|", "\\vert", "\\lvert", "\\rvert")
            opens = bar and (not out.strip() or out.rstrip()[-1] in "=<>≤≥+-·/,;({|ΣΠ")
            made = "|" if bar and (opens or bars) else " | " if bar else self.thing(token)
            bars += opens - (bar and bars > 0 and not opens)
            if token in "_^":
                made = self.raised(token, out)
                out = out.rstrip()
            if closed and made[:1].isalnum():
                out += "·"
            elif out[-1:] == ")" and (token == "\\Pr" or token in _BIG):
                out += " "
            elif made[:1].isalnum() and out[-1:].isalnum() and (gap or re.search(r"[_^]\w+$", out)):
                out += " "
            out += made
            closed, gap = token == "\\frac", False
        return out

    def thing(self, token: str) -> str:
        """Return a token with what is given to it."""
        if token == "{":
            return self.group()
        if token in ("\\frac", "\\dfrac", "\\tfrac"):
            top, bottom = self.argument(), self.argument()
            return f"{_factor(top)}/{_factor(bottom)}"
        if token in ("\\mathcal", "\\mathscr", "\\mathbb"):
            return _lettered(token, self.argument())
        if token in _ACCENTS:
            return self.argument() + _ACCENTS[token]
        if token in _FONTS:
            made = self.argument()
            return f" {made} " if _RELATION.fullmatch(made) else made
        if token in _TEXTS:
            words = _sentence(self.raw())
            return f" {words} " if words.strip().isalpha() else words
        if token in _BIG:
            return _BIG[token] + "".join(self.raised(mark, "") for mark in self.marks()) + " "
        if token in _SILENT:
            self.raw()
            return ""
        if token == "\\begin":
            return self.environment(self.raw())
        if token in ("\\left", "\\right") and self.next() == ".":
            self.at += 1
        if _DROPPED.fullmatch(token):
            return ""
        unknown = token + " " * token[1:].isalpha()
        return _SIGNS.get(token, unknown)

    def environment(self, name: str) -> str:
        if name == "array":
            self.raw()
        rows = self.rows(name)
        if name.endswith("matrix"):
            return f"[{'; '.join(', '.join(row) for row in rows)}]"
        if name == "cases":
            return f"{{{'; '.join(', '.join(cell.rstrip(' ,.') for cell in row) for row in rows)}}}"
        return " ".join(" ".join(row) for row in rows)

    def next(self) -> str:
        """Return the next token that is no space, which remains."""
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def marks(self) -> Iterator[str]:
        """Yield the marks of limits that come next."""
        while self.next() in ("_", "^", "\\limits"):
            self.at += 1
            if self.tokens[self.at - 1] != "\\limits":
                yield self.tokens[self.at - 1]

    def raised(self, mark: str, before: str) -> str:
        """Return what stands below or above; above a relation, behind it."""
        text = self.argument()
        return text.strip() + " " if _RELATION.fullmatch(before.rstrip()[-1:]) else _script(mark, text)

    def raw(self) -> str:
        """Return what is given to a command, as it is written."""
        if self.next() != "{":
            self.at += 1
            return "".join(self.tokens[self.at - 1:self.at])
        start = self.at + 1
        depth = 0
        for self.at in range(self.at, len(self.tokens)):
            depth += {"{": 1, "}": -1}.get(self.tokens[self.at], 0)
            if not depth:
                break
        end = self.at
        self.at += 1
        return "".join(self.tokens[start:end if not depth else self.at])

    def argument(self) -> str:
        """Return what is given to a command."""
        text = self.raw()
        return text if self.depth == DEEPEST else _Reader(text, self.depth + 1).whole()

    def group(self) -> str:
        self.at -= 1
        return self.argument()


def _lettered(font: str, text: str) -> str:
    """Return a letter in another font, as our texts write it."""
    if font == "\\mathbb":
        return {"Z": "ℤ", "R": "ℝ", "N": "ℕ", "Q": "ℚ"}.get(text, text)
    if re.fullmatch("[A-Z]", text) is None:
        return text
    return "𝒬" if text == "Q" else chr(ord("𝓐") + ord(text) - ord("A"))
