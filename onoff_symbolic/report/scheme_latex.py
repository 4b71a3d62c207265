"""A LaTeX document for a scheme: amsmath, booktabs and pgfplots, which any TeX Live has."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..schemes.measured import Branch
from .alphabet import plain
from .latex_math import escape, formula, prose
from .markup import number
from .scheme_view import Page, Points, ranges

HEAD = r"""\documentclass[11pt,a4paper]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,amssymb,booktabs,array}
\usepackage{pgfplots}
\pgfplotsset{compat=1.15}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\begin{document}
"""
COLUMNS = 88
FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}"


def scheme(page: Page) -> str:
    """The document."""
    lines = [f"\\section*{{{prose(page.title)}}}",
             f"\\texttt{{{escape(page.path)}}}: {page.result.verdict.value}"
             f"{', where' if page.result.region else ';'} {prose(', '.join(page.result.stated))}.", "", *_answers(page)]
    lines += [*_queries(page), *_cost(page), *_leak(page), *_file(page)]
    return HEAD + "\n".join(lines) + "\n\\end{document}\n"


def _answers(page: Page) -> list[str]:
    rows = [f"{name} & {verdict.value} & {prose(why)} \\\\" for name, verdict, why in page.verdicts()]
    return [r"\begin{tabular}{@{}llp{95mm}@{}}", r"\toprule", r"property & verdict & because \\", r"\midrule", *rows,
            r"\bottomrule", r"\end{tabular}", ""]


def _queries(page: Page) -> list[str]:
    found = []
    for title, matrix in page.matrices():
        body = matrix.partition("[")[2][:-1]
        rows = r" \\ ".join(" & ".join(formula(cell) for cell in row.split(",")) for row in body.split(";"))
        found += [prose(f"The matrix of the queries, {title}:"), "",
                  FITTED + r"{$P = \begin{bmatrix}" + rows + r"\end{bmatrix}$}", ""]
    return [r"\subsection*{The queries}", *found] if found else []


def _cost(page: Page) -> list[str]:
    lines = [r"\subsection*{What it costs}", "Expected download in messages:", ""]
    for when, cost in page.costs():
        lines += [f"{prose(when)}: {prose(cost)}.", ""]
    if page.result.bound:
        lines += [f"No private scheme downloads less than {prose(page.result.bound)}.", ""]
    if page.measured is not None:
        at = f" at {page.place}" if page.place else ""
        lines += _axis("rate", page.rates(), "ymin=0")
        lines += [prose(f"The rate of the scheme and the largest of any private scheme{at}."), ""]
        lines += _axis("messages", page.downloads(), "ymin=0")
        lines += [prose(f"Messages that the scheme and the best private scheme download{at}."), ""]
        lines += _axis("messages", (("this scheme", page.sawtooth()),), "ymin=0")
        times = ", ".join(str(t) for t, on in enumerate(page.mode) if on)
        lines += [prose(f"The expected download under a mode that is ON at t = {times}."), ""]
    return lines


def _axis(name: str, curves: Sequence[tuple[str, Points]], options: str) -> list[str]:
    marks = ("*", "square*")
    lines = ["\\begin{tikzpicture}",
             f"\\begin{{axis}}[width=\\linewidth, height=55mm, xlabel={{$t$}}, ylabel={{{name}}}, {options}, "
             "enlarge x limits=0.03, grid=major, legend pos=south east]"]
    for mark, (title, points) in zip(marks, curves):
        places = " ".join(f"({number(x)},{number(y, 6)})" for x, y in points)
        lines += [f"\\addplot[black, mark={mark}{', dashed' if mark != '*' else ''}] coordinates {{{places}}};",
                  f"\\addlegendentry{{{title}}}"]
    return [*lines, "\\end{axis}", "\\end{tikzpicture}", ""]


def _leak(page: Page) -> list[str]:
    told = None if page.measured is None else page.measured.told
    witness = page.result.private.witness
    if told is None or witness is None:
        return []
    shows, at = dict(witness.shows), f" at {page.place}" if page.place else ""
    history = shows.get("history", "").replace(",", " → ")
    lines = [r"\subsection*{What it tells about $X_0$}",
             f"The history {escape(history)} has probability {prose(witness.left)} given "
             f"$X_0 = \\mathrm{{{escape(shows.get('one', ''))}}}$, but {prose(witness.right)} given "
             f"$X_0 = \\mathrm{{{escape(shows.get('other', ''))}}}$"
             f"{prose(' at ' + ', '.join(f'{n} = {v}' for n, v in witness.point))}.", "", *_tree(told.tree)]
    law = ", ".join(f"$\\Pr(X_0 = \\mathrm{{{escape(source)}}}) = {p}$" for source, p in told.posterior)
    lines += [f"After it {law}, where $X_0$ was uniform{prose(at)}. The queries up to $t$ tell "
              r"$I(X_0; Q_1, \ldots, Q_t)$ bits, enclosed:", "",
              r"\begin{tabular}{@{}rll@{}}", r"\toprule", r"$t$ & at least & at most \\", r"\midrule",
              *(" & ".join(row) + r" \\" for row in ranges(told.information)), r"\bottomrule", r"\end{tabular}", ""]
    return lines


def _tree(levels: Sequence[Sequence[Branch]]) -> list[str]:
    """Queries in columns; the history runs through the first line."""
    step = min(Fraction(32, 10), Fraction(145, 10 * len(levels)))
    lines = [r"\begin{tikzpicture}[every node/.style={draw, rounded corners=2pt, align=center, font=\footnotesize}]"]
    for time, branches in enumerate(levels):
        ordered = sorted(branches, key=lambda branch: not branch.taken)
        for line, branch in enumerate(ordered):
            chances = r"\\".join(f"{escape(source)}: ${chance}$" for source, chance in branch.chances)
            thick = ", thick" if branch.taken else ""
            lines.append(f"\\node[{'fill=black!8' if branch.taken else 'fill=white'}{thick}] (n{time}-{line}) at "
                         f"({number(step * time)},{number(Fraction(-14, 10) * line)}) "
                         f"{{{escape(branch.query)}\\\\{chances}}};")
            if time:
                lines.append(f"\\draw[->{thick}] (n{time - 1}-0.east) -- (n{time}-{line}.west);")
    return [*lines, r"\end{tikzpicture}", ""]


def _file(page: Page) -> list[str]:
    lines = []
    for line in plain(page.file).splitlines():
        first, *rest = [line[i:i + COLUMNS] for i in range(0, len(line), COLUMNS)] or [""]
        lines += [_typed(part) for part in (first, *rest)]
    return [r"\subsection*{The file}", r"{\footnotesize\ttfamily\parskip=0pt", *lines, "}"]


def _typed(line: str) -> str:
    """A line of the file, letter by letter: nothing in it is TeX."""
    shown = "".join("~" if sign == " " else sign if sign.isalnum() else f"{{\\char{ord(sign)}}}" for sign in line)
    return (shown or "~") + r"\par"
