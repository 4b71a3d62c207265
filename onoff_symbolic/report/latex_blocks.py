"""Blocks as LaTeX. Every equation has a number; equations, tables and plots show the claim that they belong to.

The label onoff:CLAIM gives the name of the claim where it has one, "Lemma 1" or "Table IV", and else the number of its
first equation; onoff:CLAIM:2 is its second equation, and onoff:CLAIM:1 the first where the claim has a name.

The macros begin with \\onoff, labels with onoff:, so that nothing clashes with the document that takes the text in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from string import ascii_lowercase

from .blocks import (
    Alternatives, Block, CaseOf, Equation, Equations, Heading, Lead, Note, Paragraph, Plot, Section, Table,
)
from .latex_lines import Chain, aligned, steps
from .latex_math import escape, formula, items, prose, span


def write(blocks: Iterable[Block]) -> str:
    """The body of a document."""
    writer = _Writer()
    return "\n".join(line for block in blocks for line in writer.lines(block)) + "\n"


class _Writer:
    def __init__(self) -> None:
        self._equations: Counter[str] = Counter()
        self._named: set[str] = set()
        self._notes: list[Note] = []
        self._running = False

    def lines(self, block: Block) -> list[str]:
        """A block; notes stand above the next one, and a paragraph runs on behind the name of its case."""
        if isinstance(block, Note):
            self._notes.append(block)
            return []
        running, self._running = self._running, isinstance(block, CaseOf)
        found = self._lines(block)
        if isinstance(block, Paragraph) and not running and (self._notes or not block.text[:1].islower()):
            found.insert(0, "")
        notes, self._notes = self._notes, []
        at = 1 if found[0] == "" else 0
        return [*found[:at], *(_note(note) for note in notes), *found[at:]]

    def _lines(self, block: Block) -> list[str]:
        match block:
            case Section():
                title = prose(block.title)
                if not block.numbered:
                    return ["", f"\\section*{{{title}}}"]
                return ["", f"\\section{{{title}}}", f"\\label{{onoff:sec:{block.label}}}"]
            case Heading():
                return ["", f"\\onoffheading{{{prose(block.title)}}}{{{block.claim}}}{{{prose(block.where)}}}"]
            case Lead():
                name = prose(block.name)
                label = self._name(block.claim, name) if block.claim else ""
                return ["", f"\\onofflead{{{name}}}{label}", *_wrapped(prose(block.text))]
            case Paragraph():
                return _wrapped(prose(block.text))
            case CaseOf():
                return ["", f"\\onoffcase{{{prose(block.text)}}}"]
            case Note():
                return []
            case Equation():
                return self._equation(block)
            case Equations():
                return self._displays(block.claim, [steps(text) for text in block.texts])
            case Alternatives():
                return self._alternatives(block)
            case Table():
                return self._table(block)
            case Plot():
                return self._plot(block)

    def _name(self, claim: str, name: str) -> str:
        """The label of a claim that has a name; there is one."""
        if claim in self._named or self._equations[claim]:
            return ""
        self._named.add(claim)
        return f"\\onoffname{{{name}}}{{onoff:{claim}}}"

    def _label(self, claim: str) -> str:
        """The label of an equation."""
        self._equations[claim] += 1
        number = self._equations[claim]
        return f"\\label{{onoff:{claim}{f':{number}' if number > 1 or claim in self._named else ''}}}"

    def _display(self, claim: str, chains: Sequence[Sequence[str]]) -> list[str]:
        """Chains in one display. The end of a page breaks only long ones; not after the first line, before the last or
        within one."""
        lines = [
            f"  {line} \\notag\\\\{'*' if place < len(chain) and _kept(chain, place) else ''}"
            for chain in chains for place, line in enumerate(chain, start=1)]
        last = f"  {chains[-1][-1]} {self._label(claim)}"
        return [f"\\begin{{onoffalign}}{{{claim}}}", *lines[:-1], last, "\\end{onoffalign}"]

    def _equation(self, block: Equation) -> list[str]:
        letters = (f"{letter}{round_ or ''}" for round_ in count() for letter in ascii_lowercase)
        marks = ["" if not reason else next(letters) for reason in block.reasons]
        shown = self._displays(block.claim, [steps(block.text, marks)])
        reasons = [f"(\\onoffletter{{{mark}}}) {prose(reason)}"
                   for mark, reason in zip(marks, block.reasons, strict=True) if mark]
        return [*shown, *_wrapped(_listed(reasons))] if reasons else shown

    def _displays(self, claim: str, chains: Sequence[Chain]) -> list[str]:
        return [line for display in aligned(chains) for line in self._display(claim, display)]

    def _alternatives(self, block: Alternatives) -> list[str]:
        rows = r" \\[6pt] ".join(
            f"\\displaystyle {formula(value)}, & \\text{{{prose(when)}}}" for value, when in block.values)
        left = formula(f"{block.left} {block.relation} 0").rpartition(" ")[0]
        return self._display(block.claim, [[f"{left} \\begin{{cases}} {rows} \\end{{cases}}"]])

    def _table(self, block: Table) -> list[str]:
        head = " & ".join(map(prose, block.columns))
        body = [" & ".join(map(_cell, row)) + (r" \\[6pt]" if _tall(row) else r" \\") for row in block.rows]
        wide = sum(max(span(items(row[i])) for row in (block.columns, *block.rows)) + 12
                   for i in range(len(block.columns)))
        size = r"\small" if wide <= 215 else r"\footnotesize" if wide <= 260 else r"\scriptsize"
        return [
            r"\begin{onofftable}", self._title(block),
            f"  {size}\\begin{{tabular}}{{@{{}}l{'c' * (len(block.columns) - 1)}@{{}}}}", r"  \toprule",
            f"  {head} \\\\", r"  \midrule", *(f"  {line}" for line in body), r"  \bottomrule", r"  \end{tabular}",
            r"\end{onofftable}",
        ]

    def _title(self, block: Table | Plot) -> str:
        """The number, if the title begins with one, in bold letters; and the claim."""
        number, dot, rest = block.title.rpartition(". ")
        bold = f"\\textbf{{{prose(number)}.}} " if dot else ""
        label = self._name(block.claim, prose(number)) if dot else ""
        return f"  \\onofftitle{{{bold}{prose(rest)}}}{{{block.claim}}}{label}"

    def _plot(self, block: Plot) -> list[str]:
        lines = [
            r"\begin{onofftable}", self._title(block), r"  \begin{tikzpicture}",
            f"  \\begin{{axis}}[onoffplot, xlabel={{{prose(block.axes[0])}}}, ylabel={{{prose(block.axes[1])}}}]",
        ]
        for entry, points in block.curves:
            lines.append(r"  \addplot coordinates {")
            pairs = [f"({x},{y})" for x, y in points]
            lines += [f"    {' '.join(pairs[i:i + 3])}" for i in range(0, len(pairs), 3)]
            lines += ["  };", f"  \\addlegendentry{{{prose(entry)}}}"]
        return [*lines, r"  \end{axis}", r"  \end{tikzpicture}", r"\end{onofftable}"]


def _kept(chain: Sequence[str], place: int) -> bool:
    """Whether the line at this place must follow the one before on the same page."""
    return len(chain) < 5 or place in (1, len(chain) - 1) or r"\times" in chain[place] or "{} " in chain[place]


def _tall(row: Sequence[str]) -> bool:
    return any("\\frac" in _cell(cell) for cell in row)


def _cell(text: str) -> str:
    return f"$\\displaystyle {formula(text)}$" if "/" in text and "ℓ" not in text else prose(text)


def _note(note: Note) -> str:
    return f"\\onoffnote{{{escape(note.claim)}}}{{{prose(note.said)}}}"


def _listed(parts: Sequence[str]) -> str:
    """"Here a, b, and c." """
    if len(parts) == 1:
        return f"Here {parts[0]}."
    return f"Here {', '.join(parts[:-1])}{',' if len(parts) > 2 else ''} and {parts[-1]}."


def _wrapped(text: str, width: int = 100) -> list[str]:
    """Lines of a file; LaTeX does not see where they end."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


# -- the files around it -----------------------------------------------------------------------------------

MACROS = r"""\RequirePackage{amsmath,amssymb,booktabs,xcolor,pgfplots}
\definecolor{onoffgray}{gray}{0.42}
\definecolor{onoffred}{rgb}{0.60,0.10,0.08}
\definecolor{onoffa}{rgb}{0.00,0.27,0.55}
\definecolor{onoffb}{rgb}{0.75,0.33,0.05}
\definecolor{onoffc}{rgb}{0.20,0.47,0.20}
\definecolor{onoffd}{rgb}{0.45,0.20,0.50}
\newcommand{\onoffid}[1]{{\normalfont\scriptsize\ttfamily\color{onoffgray}#1}}
\newcommand{\onoffsmall}[1]{{\normalfont\fontsize{6}{7}\selectfont\ttfamily\color{onoffgray}#1}}
\newcommand{\onoffheading}[3]{\par\bigskip\noindent{\large\bfseries\boldmath #1}\par\nobreak\noindent
  \onoffid{#2}\quad{\footnotesize #3}\par\nobreak\smallskip}
\newcommand{\onofflead}[1]{\par\smallskip\noindent\textbf{\boldmath #1.}\enspace\ignorespaces}
\newcommand{\onoffletter}[1]{\textit{#1}}
\newcommand{\onoffby}[2]{\overset{(#1)}{#2}}
\newcommand{\onoffcase}[1]{\par\smallskip\noindent\textit{Case} #1.\enspace\ignorespaces}
% A note stands in the column, on a line of its own above the line that it belongs to, and is never parted from it.
% (LaTeX chooses the margin of a \marginpar before it knows the column.)
\newcommand{\onoffnote}[2]{\par\addpenalty{-100}\smallskip{\noindent\footnotesize\raggedright\color{onoffred}%
  \textbf{Erratum} {\ttfamily #1}: #2.\par}\nobreak}
\makeatletter
% #2 is a label; \ref gives #1.
\newcommand{\onoffname}[2]{{\ifdefined\phantomsection\phantomsection\fi\protected@edef\@currentlabel{#1}\label{#2}}}
% Equations with a number, and the claim in small letters below it.
\newenvironment{onoffalign}[1]
  {\let\onoff@form\tagform@\newcommand{\onoff@tag}[1]{\hbox{\onoff@form{##1}%
    \llap{\raisebox{-8.5pt}[0pt][6pt]{\onoffsmall{#1}}}}}\let\tagform@\onoff@tag\align}
  {\endalign}
\makeatother
\newcommand{\onofftitle}[2]{{\small #1\hfill\onoffid{#2}\par}\smallskip}
\newenvironment{onofftable}
  {\par\medskip\noindent\begin{minipage}{\columnwidth}\centering\renewcommand{\arraystretch}{1.25}}
  {\end{minipage}\par\medskip}
\pgfplotsset{onoffplot/.style={
  width=0.98\columnwidth, height=0.66\columnwidth, xmin=0, xmax=20, ymin=0.5, ymax=1.02, xtick={0,4,...,20},
  ytick={0.5,0.6,...,1.0}, tick label style={font=\footnotesize}, label style={font=\small}, grid=major,
  grid style={gray!25}, axis line style={gray}, legend pos=south east, legend cell align=left,
  legend style={font=\footnotesize, draw=gray!50},
  cycle list={{onoffa,mark=triangle*,mark size=1.2pt,semithick},{onoffb,mark=x,mark size=1.8pt,semithick},
    {onoffc,mark=o,mark size=1.4pt,semithick},{onoffd,mark=square*,mark size=1.1pt,semithick}}}}
"""

STYLE = r"""% Macros of the text that onoff-verify writes. All names begin with onoff.
\NeedsTeXFormat{LaTeX2e}
\ProvidesPackage{onoff}
""" + MACROS + r"""\endinput
"""

CLASS = r"""\documentclass[10pt,twocolumn]{article}
\usepackage[letterpaper,textwidth=516pt,textheight=696pt,columnsep=12pt]{geometry}
\usepackage{mathptmx}
"""
"""The measures of a two-column page of the IEEE in a class that every TeX has."""

SETTINGS = r"""\pgfplotsset{compat=1.14}
\usepackage{microtype}
\setlength{\parindent}{1em}
\setlength{\emergencystretch}{2em}
\clubpenalty=10000 \widowpenalty=10000
\raggedbottom
\allowdisplaybreaks
"""


def document(blocks: Iterable[Block]) -> str:
    """A document of its own, macros included."""
    return f"{CLASS}{MACROS}{SETTINGS}\\begin{{document}}\n{write(blocks)}\\end{{document}}\n"
