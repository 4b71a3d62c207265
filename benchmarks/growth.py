"""How the time of `scheme` and `bound` grows with sources, parameters, period and t.

    python benchmarks/growth.py             measure: write benchmarks/growth.json and the plots in docs/
    python benchmarks/growth.py --draw      draw the plots again, from what was measured

Each point is one question, asked in this process through search, certificate and checker; the best of some rounds, in
time of the processor, as a ratio to a bare `import sympy` in the same run. A curve ends where a point takes too long.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from onoff_symbolic.report.markup import Html, number, tag
from onoff_symbolic.report.plot import label, path, picture
from random_schemes import Draft, Rule

ROOT = Path(__file__).resolve().parent.parent
RECORD = Path(__file__).with_name("growth.json")
ROUNDS, LONGEST = 3, 20
"""How often each is measured; and the ratio at which a curve ends."""
LETTERS, NAMES = "ABCDEFGHIJ", "abcdef"


# -- questions ---------------------------------------------------------------------------------------------


def staying(size: int, parameters: int) -> str:
    """Table III(a) for N sources: moves to j with probability c_j, so many of which are parameters."""
    sources = LETTERS[:size]
    moves = {a: NAMES[i] if i < parameters else f"1/{3 * size}" for i, a in enumerate(sources)}
    left = " - ".join(["1", *moves.values()])
    stays = {a: " - ".join(["1", *(c for b, c in moves.items() if b != a)]) for a in sources}
    chain = {a: {b: stays[a] if a == b else moves[b] for b in sources} for a in sources}
    table = {(a, x): {x: "1"} if a != x else {a: f"({moves[a]})/({stays[a]})", sources: f"({left})/({stays[a]})"}
             for a in sources for x in sources}
    where = [f"{moves[a]} > 0" for a in sources[:parameters]] + ([f"{left} > 0"] if parameters else [])
    return Draft("staying", chain, {**{a: a for a in sources}, sources: sources},
                 [Rule(previous=tuple(sources)), Rule(table, (sources,))], where).text


def everything(parameters: int, size: int = 3) -> str:
    """Everything at every t; a chain whose moves are parameters."""
    sources, names = LETTERS[:size], iter(NAMES[:parameters])
    chain, where = {}, [f"{name} > 0" for name in NAMES[:parameters]]
    for a in sources:
        moves = {b: next(names, f"1/{2 * size}") for b in sources if b != a}
        chain[a] = {**moves, a: " - ".join(["1", *moves.values()])}
        where.append(f"{' + '.join(moves.values())} < 1")
    table = {(a, x): {sources: "1"} for a in sources for x in sources}
    return Draft("everything", chain, {sources: sources}, [Rule(table)], where).text


def phases(period: int, leaks: bool) -> str:
    """Everything under another name in each phase; or the request at the last t of a period, which leaks."""
    chain = {"A": {"A": "1 - a", "B": "a"}, "B": {"A": "b", "B": "1 - b"}}
    queries = {"A": "A", "B": "B", **{f"E{phase}": "AB" for phase in range(period)}}
    rules = [Rule(None if leaks and phase == 0 else {(a, x): {f"E{phase}": "1"} for a in "AB" for x in "AB"},
                  when=f"{phase} mod {period}") for phase in range(period)]
    return Draft("phases", chain, queries, rules, ["a > 0", "b > 0", "a + b < 1"]).text


def scheme(text: str) -> Callable[[], object]:
    from onoff_symbolic.judge import cases
    from onoff_symbolic.schemes.files import parse_cases

    return lambda: cases(parse_cases(text))


def bound(size: int, t: int) -> Callable[[], object]:
    """Of a chain of numbers."""
    from onoff_symbolic.algebra.field import Field
    from onoff_symbolic.judge_chains import bound as judged
    from onoff_symbolic.schemes.chain import Chain

    rows = [[Fraction(1 + (3 * i + 5 * j) % 7 + size * (i == j)) for j in range(size)] for i in range(size)]
    field = Field()
    matrix = tuple(tuple(field(x / sum(row)) for x in row) for row in rows)
    return lambda: judged(Chain(field, tuple(LETTERS[:size]), matrix), t)


def closed_form(parameters: int, t: int = 3) -> Callable[[], object]:
    """Of three sources with so many parameters."""
    from onoff_symbolic.judge_chains import closed_forms
    from onoff_symbolic.schemes.files import parse_chain

    chain, where = parse_chain(everything(parameters))
    return lambda: closed_forms(chain, where, [t])


Family = tuple[str, Iterable[int], Callable[[int], Callable[[], object]]]
PLOTS: tuple[tuple[str, str, str, tuple[Family, ...]], ...] = (
    ("growth-sources", "Time over the number of sources", "sources", (
        ("scheme: Table III(a), a parameter", range(2, 6), lambda n: scheme(staying(n, 1))),
        ("bound, certified", range(2, 6), lambda n: bound(n, 1)),
        ("bound, exact", range(6, 11), lambda n: bound(n, 1)))),
    ("growth-parameters", "Time over the number of parameters", "parameters", (
        ("scheme: Table III(a), 5 sources", range(6), lambda k: scheme(staying(5, k))),
        ("scheme: everything, 3 sources", range(7), lambda k: scheme(everything(k))),
        ("bound: closed form at t = 3, 3 sources", range(1, 7), closed_form))),
    ("growth-period", "Time over the period", "period", (
        ("scheme: private", range(1, 9), lambda p: scheme(phases(p, False))),
        ("scheme: leaks at the end of the period", range(1, 9), lambda p: scheme(phases(p, True))))),
    ("growth-time", "Time over t", "t", (
        ("bound at t, 3 sources", (1, 2, 4, 8, 16, 32), lambda t: bound(3, t)),
        ("bound at t, 5 sources", (1, 2, 4, 8, 16, 32), lambda t: bound(5, t)),
        ("scheme, for every t", (1, 2, 4, 8, 16, 32), lambda t: scheme(staying(2, 2))))),
)


# -- measuring ---------------------------------------------------------------------------------------------


def measured() -> dict[str, Any]:
    from bench import bare

    unit, plots = bare(), []
    scheme(staying(2, 2))()
    for name, title, across, families in PLOTS:
        curves = []
        for called, places, question in families:
            points: list[list[float]] = []
            for place in places:
                ask, best = question(place), math.inf
                for _ in range(ROUNDS):
                    begin = time.process_time()
                    ask()
                    best = min(best, (time.process_time() - begin) / unit)
                    if best > 1:
                        break
                points.append([place, float(f"{best:.3g}")])
                if best > LONGEST:
                    break
            curves.append({"name": called, "points": points})
            print(f"{name}: {called}: {', '.join(f'{x}: {y}' for x, y in points)}", flush=True)
        plots.append({"id": name, "title": title, "across": across, "curves": curves})
    return {"unit": "import sympy", "plots": plots}


# -- drawing -----------------------------------------------------------------------------------------------

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 72, 700, 96, 330
STYLE = ("svg{background:#fff}text{font:13px sans-serif;fill:#555}.name{fill:#111}.grid{stroke:#ddd;fill:none}"
         ".curve{fill:none;stroke-width:1.8}.c0{stroke:#1c4f8c}.c1{stroke:#b3541e}.c2{stroke:#2f7d4f}"
         ".d0{fill:#1c4f8c}.d1{fill:#b3541e}.d2{fill:#2f7d4f}"
         "@media(prefers-color-scheme:dark){svg{background:#16191d}text{fill:#aab}.name{fill:#eee}"
         ".grid{stroke:#333a42}.c0{stroke:#7db1ee}.c1{stroke:#f0a070}.c2{stroke:#7fcf9f}"
         ".d0{fill:#7db1ee}.d1{fill:#f0a070}.d2{fill:#7fcf9f}}")
MARKS = ("M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z", "M-3.2 -3.2H3.2V3.2H-3.2Z", "M0 -4.5L4.5 0L0 4.5L-4.5 0Z")


def drawn(plot: Mapping[str, Any]) -> str:
    """A plot whose vertical axis is logarithmic."""
    points = [point for curve in plot["curves"] for point in curve["points"]]
    places = sorted({x for x, _ in points})
    low = math.floor(math.log10(min(y for _, y in points)))
    high = max(low + 1, math.ceil(math.log10(max(y for _, y in points))))

    def put(x: float, y: float) -> tuple[Fraction, Fraction]:
        part = (places.index(x) + Fraction(1, 2)) / len(places)
        up = Fraction(round(1000 * (math.log10(y) - low)), 1000) / (high - low)
        return LEFT + part * (RIGHT - LEFT), BOTTOM - up * (BOTTOM - TOP)

    parts = []
    for power in range(low, high + 1):
        y = BOTTOM - Fraction(power - low, high - low) * (BOTTOM - TOP)
        shown = f"{10 ** power}×" if power >= 0 else f"{10.0 ** power:.{-power}f}×"
        parts += [path(((Fraction(LEFT), y), (Fraction(RIGHT), y)), "grid"),
                  label(LEFT - 8, y + 4, shown, "end")]
    parts += [label(put(x, 10.0 ** low)[0], BOTTOM + 20, str(x)) for x in places]
    parts += [label((LEFT + RIGHT) // 2, HEIGHT - 10, plot["across"], class_="name"),
              label(LEFT - 64, TOP - 14, "time, in import sympy", "start")]
    for index, curve in enumerate(plot["curves"]):
        line = [put(x, y) for x, y in curve["points"]]
        y = Fraction(18 + 20 * index)
        parts += [path(line, f"curve c{index}"),
                  path(((Fraction(380), y), (Fraction(416), y)), f"curve c{index}"),
                  label(426, y + 4, curve["name"], "start", "name")]
        parts += [tag("path", d=MARKS[index], class_=f"d{index}", transform=f"translate({number(x)} {number(y)})")
                  for x, y in (*line, (Fraction(398), y))]
    parts.insert(0, label(8, 22, plot["title"], "start", "name"))
    desc = "; ".join(f"{curve['name']}: " + ", ".join(f"{y} at {x}" for x, y in curve["points"])
                     for curve in plot["curves"])
    whole = picture(plot["id"], plot["title"], desc, (WIDTH, HEIGHT), Html(f"<style>{STYLE}</style>"), *parts)
    return whole.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


def pictures(record: Path = RECORD) -> dict[str, str]:
    """The plots, by the name of their files, from what was measured."""
    found = json.loads(record.read_text(encoding="utf-8"))
    return {f"docs/{plot['id']}.svg": drawn(plot) for plot in found["plots"]}


def main() -> None:
    if "--draw" not in sys.argv:
        RECORD.write_text(json.dumps(measured(), indent=1) + "\n", encoding="utf-8")
    for name, text in pictures().items():
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
