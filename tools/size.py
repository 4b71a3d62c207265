"""Size of the code, and a ratchet on it: it may shrink, never grow.

    python tools/size.py                             print a table
    python tools/size.py --check tools/sizes.json    exit 1 if a package or the density has grown since
    python tools/size.py --record tools/sizes.json   write today's sizes

A token is what Python reads, comments, docstrings, line ends and indentation left out; a code line is one on which a
token begins or ends. Packages are the folders of onoff_symbolic, the modules at its top count as one (`top`); tests,
token begins or ends. Packages are the folders of onoff_symbolic, the modules at its top count as one (`top`); tests,
tools and benchmarks count one each, and so do the scripts of web pages (`javascript`). Density is tokens per code
line: 5-7 is comfortable, above 10 is packed. Who adds a feature records the new sizes in the same commit, which says
what they buy.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
          tokenize.ENDMARKER}
FSTRING = {getattr(tokenize, "FSTRING_START", -1): 1, getattr(tokenize, "FSTRING_END", -1): -1}
MARGIN = 0.005      # of tokens per line: the density is compared with two digits
PACKAGE, BESIDE = "onoff_symbolic", ("tests", "tools", "benchmarks")
WHOLE = "shipped"
SCRIPTS = "javascript"


def measure(source: str) -> tuple[int, int]:
    """Return the tokens and the code lines of a module."""
    tokens, lines, statement, inside = 0, set[int](), list[tokenize.TokenInfo](), 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
            if not (len(statement) == 1 and statement[0].type == tokenize.STRING):      # else a docstring
                tokens += len(statement)
                lines.update(row for each in statement for row in (each.start[0], each.end[0]))
            statement = []
        elif token.type not in LAYOUT:      # an f-string is one token, for Python < 3.12 sees no more of it
            inside += FSTRING.get(token.type, 0)
            if not inside:
                statement.append(token)
    return tokens, len(lines)


SCRIPT = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<template>`(?:\\.|[^`\\])*`)"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|(?<=[(])/(?:\\.|\[[^\]]*\]|[^/\\\n])+/\w*"      # a regular expression
    r"|[\w$#]+|=>|\.\.\.|\?\?=|\?\.|\?\?|&&|\|\||[=!]==?|[<>+*/-]=|\*\*|\+\+|--|.",
    re.DOTALL,
)


def measure_script(source: str) -> tuple[int, int]:
    """Return the tokens and the code lines of a script; what is inside of a template counts besides it."""
    tokens, lines = 0, set[int]()
    for match in SCRIPT.finditer(source):
        if match.lastgroup == "space":
            continue
        tokens += 1
        lines.update(source.count("\n", 0, end) for end in (match.start(), match.end()))
        if match.lastgroup == "template":
            tokens += sum(measure_script(inside)[0] for inside in re.findall(r"\$\{([^}]*)\}", match[0]))
    return tokens, len(lines)


def sizes(root: Path) -> dict[str, tuple[int, int]]:
    """Return package -> (tokens, code lines)."""
    tokens, lines = Counter[str](), Counter[str]()
    for top in (PACKAGE, *BESIDE):
        for path in sorted((root / top).rglob("*.py")):
            inside = path.relative_to(root).parts
            name = inside[0] if inside[0] in BESIDE else inside[1] if len(inside) > 2 else "top"
            found = measure(path.read_text(encoding="utf-8"))
            for key in {name} if name in BESIDE else {name, WHOLE}:
                tokens[key] += found[0]
                lines[key] += found[1]
    scripts = [measure_script(path.read_text(encoding="utf-8")) for path in (root / PACKAGE).rglob("*.js")]
    if scripts:
        tokens[SCRIPTS], lines[SCRIPTS] = map(sum, zip(*scripts))
    return {name: (tokens[name], lines[name]) for name in sorted(tokens)}


def density(size: Sequence[int]) -> float:
    """Return the tokens per code line."""
    return size[0] / max(size[1], 1)


def grown(now: Mapping[str, Sequence[int]], recorded: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Yield a line for whatever is larger than recorded; a package that is not recorded has to be."""
    for name, (tokens, _) in now.items():
        if name not in recorded:
            yield f"{name}: {tokens} tokens, not recorded"
        elif tokens > recorded[name][0]:
            yield f"{name}: {tokens} tokens, recorded {recorded[name][0]}"
    before, after = density(recorded.get(WHOLE, (0, 1))), density(now[WHOLE])
    if after > before + MARGIN:
        yield f"{WHOLE}: {after:.2f} tokens per line, recorded {before:.2f}"


def rows(now: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Yield the lines of a table, packages first."""
    yield f"{'':12}{'tokens':>9}{'lines':>8}{'density':>9}"
    for name in sorted(now, key=lambda name: (name in (WHOLE, SCRIPTS, *BESIDE), name)):
        tokens, lines = now[name]
        yield f"{name:12}{tokens:9,}{lines:8,}{density(now[name]):9.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    parser.add_argument("--check", type=Path, help="fail if anything has grown since this record")
    parser.add_argument("--record", type=Path, help="write this record")
    asked = parser.parse_args(arguments)
    now = sizes(asked.root)
    if WHOLE not in now:
        parser.error(f"{asked.root} holds no {PACKAGE}")
    print("\n".join(rows(now)))
    if asked.record:
        lines = (f"{json.dumps(name)}: {json.dumps(size)}" for name, size in now.items())
        asked.record.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    problems = list(grown(now, json.loads(asked.check.read_text(encoding="utf-8")))) if asked.check else []
    for line in problems:
        print("grown:", line, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
