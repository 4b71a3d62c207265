"""Brings the documents up to date: what the commands in them print, verdicts, counts, score, the reference.

    python benchmarks/readme.py            rewrite README.md, the pages in docs/ and their pictures
    python benchmarks/readme.py --check    exit 1 if one would change, and tell its first line that differs

The commands of a document run in a folder of their own, beside a copy of `examples/` and the files that the document
shows under a comment `<!-- file: NAME -->`, in an environment that is the same on every machine.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import peers
import schemes
from growth import pictures
from reference import reference

if TYPE_CHECKING:
    from onoff_symbolic.result import Result

ROOT = Path(__file__).resolve().parent.parent
REFERENCE, PICTURE = "docs/reference.md", "docs/rate.svg"
WRITTEN = ("docs/api.md",)
"""Pages that other tests run."""
BLOCK = re.compile(r"```console\n\$ onoff-verify (.*?)\n(.*?)```", flags=re.S)
FILE = re.compile(r"<!-- file: ([\w.-]+) -->\n```\w*\n(.*?)```", flags=re.S)
MADE = re.compile(r"(<!-- (verdicts|counts|score|headline|peers|schemes) -->).*?(<!-- end of \2 -->)", flags=re.S)
PLAIN = {"LC_ALL": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1"}


STYLE = ("<style>text{font:12px sans-serif;fill:#555}.name{fill:#111}.tick{fill:none;stroke:#ddd}"
         ".curve{fill:none;stroke:#1c4f8c;stroke-width:1.6}.dot{fill:#1c4f8c}svg{background:#fff}</style>")


def output(match: re.Match[str], folder: Path) -> str:
    """Return the block of a command with what it prints now, or with its first lines."""
    from onoff_symbolic.cli import main, terminal

    terminal.EVERY = sys.maxsize    # no lines about progress, however slow the machine is
    command, _, lines = match.group(1).partition(" | head -")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with (contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err),
          contextlib.suppress(SystemExit)):
        main(shlex.split(command))
    printed = "".join(stream.buffer.getvalue().decode("utf-8") for stream in (out, err))    # type: ignore[attr-defined]
    if lines:
        printed = "".join(printed.splitlines(keepends=True)[:int(lines)])
    return f"```console\n$ onoff-verify {match.group(1)}\n{printed}```"


@cache
def judged() -> list[Result]:
    """Every claim of the paper."""
    from onoff_symbolic.claims.place import the_paper
    from onoff_symbolic.paper.session import Session

    return Session(the_paper()).judge(the_paper().claims)


def made(name: str) -> str:
    """What stands between two marks."""
    if name == "peers":
        return peers.table(peers.recorded())
    if name == "schemes":
        return f"\n\n```text\n{schemes.report(schemes.recorded())}\n```\n\n"
    from onoff_symbolic.claims.place import the_paper
    from onoff_symbolic.paper.score import RECORD
    from onoff_symbolic.report.alphabet import greek
    from onoff_symbolic.report.letter import headline
    from onoff_symbolic.report.notation import unmarked

    paper = the_paper()
    if name == "score":
        scores = json.loads((paper.folder / RECORD).read_text(encoding="utf-8"))["scores"].values()
        return f"{sum(row[0] + row[1] for row in scores)} of {sum(row[2] for row in scores)}"
    results = judged()
    if name == "headline":
        return greek(unmarked(headline(paper, results)))
    if name == "counts":
        proved, conditional, refuted = (
            sum(r.verdict.value == word for r in results) for word in ("proved", "conditional", "refuted"))
        exact = sum(r.as_printed for r in results)
        return (f"{proved} are proved ({exact} of them exactly as printed, without a correction), {conditional} under "
                f"a condition that is not printed, and {refuted} fail")
    rows = ["", "| claim | where | verdict | holds if, or should be |", "|---|---|---|---|"]
    for result in results:
        claim, verdict = paper.claims[result.id], result.verdict.value
        more = claim.correction if verdict == "refuted" else "; ".join(c.text for c in result.conditions)
        shown = greek(unmarked(more)).replace("|", "\\|")
        rows.append(f"| `{claim.id}` | {claim.where.split(',')[0]} | {verdict} | {shown} |")
    return "\n".join(rows) + "\n"


def replayed(text: str) -> str:
    """The document with what its commands print now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "examples", folder / "examples")
        for file, body in FILE.findall(text):
            (folder / file).write_text(body, encoding="utf-8")
        text = BLOCK.sub(lambda match: output(match, folder), text)
    return MADE.sub(lambda match: match.group(1) + made(match.group(2)) + match.group(3), text)


def documents() -> dict[str, tuple[str, str]]:
    """Each document as it is and as it should be."""
    from onoff_symbolic.cli import commands

    pages = [f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))]
    found = {name: _text(name) for name in ("README.md", *pages) if name not in (REFERENCE, *WRITTEN)}
    return {
        **{name: (text, replayed(text)) for name, text in found.items()},
        REFERENCE: (_text(REFERENCE), reference(commands)),
        PICTURE: (_text(PICTURE), rates()),
        **{name: (_text(name), drawn) for name, drawn in pictures().items()},
    }


def _text(name: str) -> str:
    path = ROOT / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def rates() -> str:
    """The picture in the README: the rates of Theorem 1, from exact numbers."""
    from onoff_symbolic.report.document import Plot
    from onoff_symbolic.report.plot import chart, standalone

    curves = []
    for value in (Fraction(1, 20), Fraction(1, 5), Fraction(2, 5)):
        points = tuple((Fraction(t), 1 / (1 + (1 - 2 * value) ** t)) for t in range(11))
        curves.append((f"α = β = {value}", points))
    plot = Plot("The rate over time", ("t", "rate"), tuple(curves))
    return standalone(chart("rates", plot), STYLE)


def difference(name: str, old: str, new: str) -> str:
    """The first line that differs."""
    pairs = zip_longest(old.split("\n"), new.split("\n"))
    number, (had, has) = next((n, pair) for n, pair in enumerate(pairs, start=1) if pair[0] != pair[1])
    return f"{name}:{number} is out of date, run make docs: expected {has!r}, found {had!r}"


def main() -> None:
    os.environ.update(PLAIN)
    stale = {name: pair for name, pair in documents().items() if pair[0] != pair[1]}
    if "--check" in sys.argv:
        sys.exit("\n".join(difference(name, *pair) for name, pair in stale.items()) or 0)
    for name, (_, new) in stale.items():
        (ROOT / name).write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
