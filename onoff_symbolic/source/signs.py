"""Read the tokens of a formula into signs, without its typesetting: spaces, sizes, \\left, &, line ends, fonts.

    number, name, text      what is written
    sign                    a bracket, an operator, a relation, a comma
    open, close             braces
    fraction                two groups follow
    big                     a sum, a union, a minimum
    matrix, cases           the signs of each cell of each row
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from .tree import GREEK
from .tokens import BREAK, SKIP, Token, Waiting

MAX_DEPTH = 25
MAX_LINE = 400


class Unreadable(InputError):
    """A formula that is not understood; the message says where and why."""

    def __init__(self, why: str, token: Token | None = None) -> None:
        super().__init__(why)
        self.token = token


class Sign(NamedTuple):
    kind: str
    value: Any
    token: Token


def pairs(text: str) -> dict[str, str]:
    """Return the meaning of each command of a list `command meaning command meaning`."""
    words = text.split()
    return {f"\\{command}": meaning for command, meaning in zip(words[::2], words[1::2], strict=True)}


def commands(text: str) -> set[str]:
    return {f"\\{word}" for word in text.split()}


NAMES = {f"\\{word}": word for word in (
    *GREEK, *"Pr log ln exp det dim partial nabla arg bmod top prime ker rank".split())} | pairs(
    "varepsilon epsilon varphi phi Sigma Σ bullet • infty ∞ star * ast * emptyset ∅ varnothing ∅ dagger †")
BIG = pairs(
    "sum Σ prod Π bigcup ⋃ bigcap ⋂ min min max max inf inf sup sup lim lim argmin argmin argmax argmax int ∫")
SIGNS = pairs(
    "leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠ in ∈ cup ∪ setminus ∖ backslash ∖ times * cdot * mid | "
    "vert | to → rightarrow → leftrightarrow → Rightarrow → longrightarrow → mapsto → iff → implies → "
    "Leftrightarrow → equiv ≡ "
    "triangleq = coloneqq = forall ∀ colon : sim ∼ approx ∼ propto ∼ perp ⊥ subseteq ⊆ "
    "subset ⊆ % % { { } } lbrace { "
    "rbrace } lbrack [ rbrack ] lvert ⟨ rvert ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟪ rangle ⟫ "
    "| ‖ Vert ‖ lVert ‖ rVert ‖ otimes * oplus + circ ∘ land * wedge * ll < gg > lt < gt > cap ∩ pm ± not ¬")
RELATIONS = set("=<>≤≥≠≡∈→∼⊥⊆")
NOTHING = commands(
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm quad qquad "
    ", ; : ! > / - nonumber notag limits nolimits displaystyle textstyle scriptstyle small normalsize scriptsize "
    "footnotesize toprule midrule bottomrule hline normalfont bigskip medskip smallskip noindent allowbreak centering "
    "smallskipamount medskipamount bigskipamount relax IEEEnonumber IEEEyesnumber IEEEeqnarraynumspace "
    "qedhere boldmath normalcolor") | {
    "\\ ", "\\\n", "~", BREAK, SKIP}
ARGUMENTS = commands("hspace hspace* vspace vspace* label tag tag* cite phantom hphantom vphantom footnote color")
THROUGH = commands(
    "mathop mathrm mathbf mathit mathsf mathtt operatorname operatorname* boldsymbol ensuremath mathopen mathclose "
    "mathrel mathbin mathord underbrace boxed smash substack mathbbm mathds mathfrak mathstrut bm intertext")
TEXT = commands("text textit textrm mbox textbf textup textsf texttt textsc hbox emph")
OVER = commands("overset stackrel underset")
FRACTIONS = commands("frac dfrac tfrac nicefrac cfrac sfrac")
ALPHABETS = {
    "\\mathcal": "𝓐𝓑𝓒𝓓𝓔𝓕𝓖𝓗𝓘𝓙𝓚𝓛𝓜𝓝𝓞𝓟𝓠𝓡𝓢𝓣𝓤𝓥𝓦𝓧𝓨𝓩", "\\mathscr": "𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵",
    "\\mathbb": "𝔸𝔹ℂ𝔻E𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆Pℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ"}
ACCENTS = pairs("bar ̄ overline ̄ hat ̂ widehat ̂ tilde ̃ widetilde ̃ vec ⃗ dot ̇ underline ̲")
DOTS = commands("ldots cdots dots dotsc dotsb vdots ddots")
FUNCTIONS = commands("binom dbinom tbinom sqrt")
MATRICES = ("matrix", "bmatrix", "pmatrix", "vmatrix", "Bmatrix", "smallmatrix", "array")
CASES = ("cases", "dcases", "rcases")
INLAID = (
    "aligned", "split", "gathered", "alignedat", "subequations", "multlined", "small", "footnotesize", "scriptsize")
STARTS = {"=", "<", ">", "+", "-", "/", r"\mathop", r"\mathrel", *OVER} | {
    command for command, sign in SIGNS.items() if sign in RELATIONS or sign in ("*", "+", "±", "∪")}


def signs(tokens: Sequence[Token], words: Sequence[str] = (), lines: bool = False, depth: int = 0) -> list[Sign]:
    """Return the signs of a formula. `words` are no products of letters; with `lines`, each line is a formula."""
    if depth > MAX_DEPTH:
        raise Unreadable("nested too deeply", tokens[0] if tokens else None)
    return Simplifier(tokens, words, lines, depth).all()


class Simplifier:
    def __init__(self, tokens: Sequence[Token], words: Sequence[str], lines: bool, depth: int) -> None:
        self.waiting = Waiting(tokens)
        self.words = words
        self.lines = lines
        self.depth = depth
        self.found: list[Sign] = []
        self.column = 0
        self.token = tokens[0] if tokens else Token("", 0, 0, 0)

    def all(self) -> list[Sign]:
        while self.waiting:
            self.token = self.waiting.next()
            try:
                self.one(self.token.text)
            except Unreadable:
                raise
            except InputError as error:
                raise Unreadable(str(error), self.token) from None
        return self.found

    def put(self, kind: str, value: Any = "") -> None:
        self.found.append(Sign(kind, value, self.token))

    def inner(self, tokens: Sequence[Token], lines: bool = False) -> list[Sign]:
        return signs(tokens, self.words, lines, self.depth + 1)

    def one(self, text: str) -> None:
        """Read a token that is no command; or go on."""
        if text.startswith("\\") or text in NOTHING:
            self.command(text)
        elif text[0].isdigit():
            self.put("number", text)
        elif text[0].isalpha() and text.isascii():
            self.letters(text)
        elif text in "{}":
            self.put("open" if text == "{" else "close")
        elif text in "_^":
            self.put("sign", text)
            self.group()
        elif text == "'":
            self.prime()
        elif text == "&":
            self.next_cell()
        elif text == ":" and self.waiting.peek() == "=":
            pass        # := defines, and reads as =
        elif text == "-" and [sign.value for sign in self.found[-2:]] == ["-", "∘"]:
            del self.found[-2:]
            self.put("sign", "→")
        else:
            self.put("sign", text)

    def letters(self, text: str) -> None:
        """Read letters: a known word, or one letter after the other."""
        word = next((word for word in self.words if text.startswith(word)), text[0])
        if text[len(word):]:
            self.waiting.push([self.token._replace(text=text[len(word):])])
        self.put("name", word)

    def group(self) -> None:
        """Read an argument, between braces."""
        inner = self.inner(self.waiting.argument())
        self.put("open")
        self.found += inner
        self.put("close")

    def prime(self) -> None:
        """Add a prime to the letter before."""
        place = next((place for place in reversed(range(len(self.found))) if self.found[place].kind == "name"), None)
        if place is None:
            raise Unreadable("a prime without a letter", self.token)
        self.found[place] = self.found[place]._replace(value=f"{self.found[place].value}'")

    # -- lines

    def after_sign(self) -> bool:
        """Return whether the last sign waits for something."""
        last = self.found[-1] if self.found else None
        return last is None or last.kind == "sign" and last.value in {*RELATIONS, *"+-*/,"}

    def next_cell(self) -> None:
        """Read &: the second, fourth, … of a line begins another formula, unless a sign is beside it."""
        self.column += 1
        if self.column % 2 == 0 and self.waiting and self.waiting.peek() not in STARTS and not self.after_sign():
            self.put("sign", ",")

    def next_line(self) -> None:
        """Read a line end. A line `left side &= right side` begins another formula; others go on."""
        self.waiting.optional()
        self.column = 0
        line = self.coming_line()
        cell = line.index("&") if "&" in line else len(line)
        left, right = line[:cell], line[cell + 1:]
        if not left or left[0] in STARTS:
            return
        if self.lines and not self.after_sign() or right and right[0] in STARTS:
            self.put("sign", ",")

    def coming_line(self) -> list[str]:
        """Return the texts of the next line that mean something."""
        line: list[str] = []
        waiting = Waiting(self.waiting.tokens[:-MAX_LINE - 1:-1])
        while waiting and waiting.peek() != "\\\\":
            text = waiting.next().text
            if text in ARGUMENTS and waiting.peek() == "{":
                waiting.argument()
            elif text not in NOTHING and text not in "{}":
                line.append(text)
        return line

    # -- commands

    def command(self, name: str) -> None:
        """Read a command."""
        if name in NOTHING and name not in (r"\left", r"\right", r"\middle"):
            return
        for table, rule in RULES:
            if name in table:
                rule(self, name)
                return
        raise Unreadable(f"the command {name} is not known", self.token)

    def bracket(self, name: str) -> None:
        """Read the sign after \\left, \\right or \\middle; a bar has a side, a full stop is nothing."""
        if self.waiting.peek() in ("|", r"\vert"):
            self.waiting.next()
            self.put("sign", {r"\left": "⟨", r"\right": "⟩"}.get(name, "|"))
        elif self.waiting.peek() == ".":
            self.waiting.next()

    def sign(self, name: str) -> None:
        if name != r"\perp" or not self.found or self.found[-1].value != "⊥":      # two make a sign of independence
            self.put("sign", SIGNS[name])

    def drop(self, name: str) -> None:
        self.waiting.argument()

    def through(self, name: str) -> None:
        """Read an argument as if it stood alone; a word of letters is a name."""
        argument = self.waiting.argument()
        word = "".join(token.text for token in argument if token.text not in NOTHING)
        if len(word) > 1 and word.isascii() and word.isalpha():
            self.put("name", word)
        else:
            self.waiting.push(argument)

    def words_of(self, name: str) -> None:
        """Read words; ON or AB are a name."""
        texts = [token.text for token in self.waiting.argument() if token.text not in {*NOTHING, "$", "{", "}"}]
        words = " ".join(texts)
        is_name = words in self.words or len(words) > 1 and words.isalpha() and words.isupper()
        self.put("name" if is_name else "text", words)

    def over(self, name: str) -> None:
        """Read a sign with something over it: the letter of a reason."""
        self.waiting.argument()
        self.waiting.push(self.waiting.argument())

    def fraction(self, name: str) -> None:
        self.put("fraction")
        self.group()
        self.group()

    def function(self, name: str) -> None:
        if name == r"\sqrt":
            self.waiting.optional()
        self.put("name", name[1:].lstrip("dt"))
        self.put("sign", "(")
        self.found += self.inner(self.waiting.argument())
        if name != r"\sqrt":
            self.put("sign", ",")
            self.found += self.inner(self.waiting.argument())
        self.put("sign", ")")

    def letter(self, name: str) -> None:
        """Read a letter of an alphabet of its own."""
        argument = self.waiting.argument()
        text = "".join(token.text for token in argument)
        if re.fullmatch("[A-Z]", text):
            self.put("name", ALPHABETS[name][ord(text) - ord("A")])
        else:
            self.waiting.push(argument)

    def accent(self, name: str) -> None:
        """Read an accent over a letter."""
        inner = [sign for sign in self.inner(self.waiting.argument()) if sign.kind not in ("open", "close")]
        if not inner or inner[0].kind not in ("name", "number"):
            raise Unreadable(f"{name} over more than a letter", self.token)
        self.put("name", f"{inner[0].value}{ACCENTS[name]}")
        self.found += inner[1:]

    def arrow(self, name: str) -> None:
        self.waiting.optional()
        self.waiting.argument()
        self.put("sign", "→")

    def columns(self, name: str) -> None:
        """Read a cell over several columns."""
        self.waiting.argument()
        self.waiting.argument()

    def modulo(self, name: str) -> None:
        self.put("text", "mod")
        self.group()

    def environment(self, name: str) -> None:
        """Read a matrix or cases; what is set in another environment reads as if it stood alone."""
        kind = "".join(token.text for token in self.waiting.argument())
        if kind in ("array", "alignedat"):
            self.waiting.optional()
            self.waiting.argument()
        start = self.token
        inner = environment(self.waiting, kind)
        if kind in MATRICES or kind in CASES:
            rows = [[self.inner(cell) for cell in row] for row in grid(inner)]
            self.found.append(Sign("cases" if kind in CASES else "matrix", rows, start))
        elif kind.rstrip("*") in INLAID:
            self.found += self.inner(inner, kind == "gathered")
        else:
            raise Unreadable(f"the environment {kind} is not known", start)


RULES = (
    ({r"\left", r"\right", r"\middle"}, Simplifier.bracket),
    (NAMES, lambda self, name: self.put("name", NAMES[name])),
    (BIG, lambda self, name: self.put("big", BIG[name])),
    (SIGNS, Simplifier.sign),
    (ARGUMENTS, Simplifier.drop),
    (THROUGH, Simplifier.through),
    (TEXT, Simplifier.words_of),
    (OVER, Simplifier.over),
    (FRACTIONS, Simplifier.fraction),
    (FUNCTIONS, Simplifier.function),
    (ALPHABETS, Simplifier.letter),
    (ACCENTS, Simplifier.accent),
    (DOTS, lambda self, name: self.put("name", "…")),
    ({r"\xrightarrow", r"\xleftarrow"}, Simplifier.arrow),
    ({r"\pmod"}, Simplifier.modulo),
    ({r"\multicolumn", r"\IEEEeqnarraymulticol"}, Simplifier.columns),
    ({r"\begin"}, Simplifier.environment),
    ({"\\\\"}, lambda self, name: self.next_line()),
)


def environment(waiting: Waiting, kind: str) -> list[Token]:
    """Return what is in an environment whose beginning was read."""
    found: list[Token] = []
    depth = 0
    while waiting:
        token = waiting.next()
        if token.text in (r"\begin", r"\end") and waiting.peek() == "{":
            name = waiting.argument()
            if "".join(each.text for each in name) == kind:
                depth += 1 if token.text == r"\begin" else -1
            if depth < 0:
                return found
            found += [token, token._replace(text="{"), *name, token._replace(text="}")]
        else:
            found.append(token)
    raise Unreadable(f"\\begin{{{kind}}} is not closed")


def grid(tokens: Sequence[Token]) -> list[list[list[Token]]]:
    """Return the cells of a matrix or a table; rows of rules alone are left out."""
    rows: list[list[list[Token]]] = [[[]]]
    depth = 0
    waiting = Waiting(tokens)
    while waiting:
        token = waiting.next()
        depth += {"{": 1, r"\begin": 1, "}": -1, r"\end": -1}.get(token.text, 0)
        if depth or token.text not in ("&", "\\\\"):
            rows[-1][-1].append(token)
        elif token.text == "&":
            rows[-1].append([])
        else:
            waiting.optional()
            rows.append([[]])
    return [row for row in rows if any(token.text not in NOTHING for cell in row for token in cell)]


__all__ = ["Sign", "Unreadable", "environment", "grid", "signs"]
