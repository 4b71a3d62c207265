"""Claims about experiments, written out for any size: how long does the search for their certificates take?

    python benchmarks/experiments.py       processor time of each, as a ratio to a bare import of sympy in the same run

The search alone is timed, inside one process; what it finds is judged by the checker.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path

import bench

REPEATED = 3


def claim(title: str, experiment: list[str], proves: list[str], denies: list[str]) -> str:
    def listed(key: str, statements: list[str]) -> str:
        return f"{key} = [\n    " + ",\n    ".join(f'{{ {each}, in = "e" }}' for each in statements) + ",\n]\n"

    return (f'[claim.it]\ntitle = "{title}"\n{listed("proves", proves)}{listed("denies", denies)}'
            f"[claim.it.experiment.e]\n" + "\n".join(experiment) + "\n")


def retrieval(messages: int) -> str:
    """Two servers; each is asked for the sum of a random set of bits."""
    every = range(1, messages + 1)
    sent, other = (", ".join(f"{letter}{i}" for i in every) for letter in "ST")
    return claim(f"XOR retrieval, {messages} messages", [
        f'I = {{ values = "1..{messages}" }}', *(f'W{i} = {{ values = "0..1" }}' for i in every),
        *(f'S{i} = {{ values = "0..1", law = "uniform" }}' for i in every),
        *(f'T{i} = {{ is = "(S{i} + [I = {i}]) mod 2" }}' for i in every),
        *(f'{answer} = {{ is = "({" + ".join(f"{letter}{i}*W{i}" for i in every)}) mod 2" }}'
          for answer, letter in ("AS", "BT")),
        f'W = {{ is = "{" + ".join(f"[I = {i}]*W{i}" for i in every)}" }}',
    ], [f'hides = "I from {sent}, A"', f'hides = "I from {other}, B"', 'tells = "A, B -> W"'],
        [f'hides = "I from {sent}, {other}"', 'tells = "A -> W"'])


def table(people: int) -> str:
    """Dining cryptographers: each tells the sum of the coins beside him, one more if he paid."""
    every = range(1, people + 1)
    told, paid = ", ".join(f"T{i}" for i in every), ", ".join(map(str, every))
    others = ", ".join(map(str, range(2, people + 1)))
    return claim(f"dining cryptographers, {people} at the table", [
        f'P = {{ values = "0..{people}" }}', *(f'K{i} = {{ values = "0..1", law = "uniform" }}' for i in every),
        *(f'T{i} = {{ is = "(K{i - 1 or people} + K{i} + [P = {i}]) mod 2" }}' for i in every),
        'paid = { is = "[P != 0]" }',
    ], [f'tells = "{told} -> paid"', f'hides = "P from {told} among {paid}"',
        f'hides = "P from K{people}, K1, {told} among {others}"'], ['hides = "P from K1, K2, T2 among 1, 2"'])


def shares(size: int) -> str:
    """A polynomial of degree two modulo 11: every three of its values at 1, 2, ... give that at 0, no two do."""
    every = range(1, size + 1)
    return claim(f"3-of-{size} sharing over F_11", [
        'S = { values = "0..10" }', *(f'{word} = {{ values = "0..10", law = "uniform" }}' for word in "AB"),
        *(f'S{i} = {{ is = "(S + {i}*A + {i * i}*B) mod 11" }}' for i in every),
    ], [*(f'tells = "S{i}, S{j}, S{k} -> S"' for i, j, k in combinations(every, 3)),
        *(f'hides = "S from S{i}, S{j}"' for i, j in combinations(every, 2))],
        ['tells = "S1, S2 -> S"', 'hides = "S from S1, S2, S3"'])


LIMITS = {
    "XOR retrieval, 4 messages": (retrieval(4), 2.0),
    "dining cryptographers, 7 at the table": (table(7), 2.0),
    "3-of-4 sharing over F_11": (shares(4), 2.0),
    "3-of-5 sharing over F_11": (shares(5), 2.0),
}
"""The claims, and how long the search may take: `import sympy` is about half a second."""


def searched(text: str) -> tuple[str, float]:
    """The verdict, and the processor time of the search."""
    from onoff_symbolic import checker
    from onoff_symbolic.claims.reader import load
    from onoff_symbolic.search.claim import decide

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "claims.toml"
        file.write_text(text, encoding="utf-8")
        paper = load(file)
    begin = time.process_time()
    certificate = decide(paper.claims["it"], paper, {})
    took = time.process_time() - begin
    answer = checker.judge({"it": certificate.encode()}, paper.accepts)["it"]
    return answer.certificate.goal.verdict if answer.word == "valid" and answer.certificate else answer.word, took


def main() -> None:
    bare = bench.bare(REPEATED)
    print("search for the certificates of experiments; ratio to a bare import of sympy")
    bench.show("import sympy", f"{bare * 1000:.0f} ms", 1.0, None)
    import onoff_symbolic.search.claim  # noqa: F401  (what it imports is not search)
    for name, (text, limit) in LIMITS.items():
        found = [searched(text) for _ in range(REPEATED)]
        if {verdict for verdict, _ in found} != {"proved"}:
            sys.exit(f"{name}: expected proved, found {found[0][0]}")
        took = statistics.median(seconds for _, seconds in found)
        bench.show(name, f"{took * 1000:.0f} ms", took / bare, limit)


if __name__ == "__main__":
    main()
