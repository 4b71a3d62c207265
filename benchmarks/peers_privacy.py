"""Privacy of Table III(a) with alpha and beta left in: ours for every t, others for all histories of one length."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable
from pathlib import Path

FIRST = ("A", "B")
EVERYTHING = "AB"
Count = tuple[int, int]
"""Histories, and those that have one probability for both X_0."""


def moves(first: str, request: str, last: str) -> list[tuple[str, str, str]]:
    """What may come next: (X_{t+1}, Q_{t+1}, probability)."""
    chain = {"A": {"A": "(1-alpha)", "B": "alpha"}, "B": {"A": "beta", "B": "(1-beta)"}}
    leave = {"A": "beta/(1-alpha)", "B": "alpha/(1-beta)"}
    found = []
    for following, chance in chain[request].items():
        if last != EVERYTHING or following != first:
            found.append((following, following, chance))
        else:
            found.append((following, following, f"{chance}*{leave[first]}"))
            found.append((following, EVERYTHING, f"{chance}*(1-{leave[first]})"))
    return found


def histories(length: int) -> list[tuple[str, ...]]:
    """Those that can occur: everything for a while, then single sources."""
    def after(last: str) -> list[str]:
        return ["A", "B", EVERYTHING] if last == EVERYTHING else ["A", "B"]

    found: list[tuple[str, ...]] = [()]
    for _ in range(length):
        found = [(*history, query) for history in found for query in after(history[-1] if history else EVERYTHING)]
    return found


def ours() -> bool:
    """Whether a certificate is found and valid: private, for every t."""
    from onoff_symbolic import checker
    from onoff_symbolic.schemes.files import load
    from onoff_symbolic.search.find import certificate
    from onoff_symbolic.search.goals import scheme_goal

    file = load(str(Path(__file__).resolve().parent.parent / "examples" / "paper-low.toml"))
    goal = {**scheme_goal(file.scheme, "private"), "regions": {"here": file.scheme.letters.region(file.region)},
            "proves": [{"kind": "alike", "region": "here", "process": "scheme", "starts": ["A", "B"]}]}
    return checker.judge({"private": certificate(goal).encode()})["private"].word == "valid"


def sympy() -> Callable[[int], Count] | None:
    """The probabilities as sympy expressions; their difference, by simplify()."""
    import sympy as peer

    values: dict[str, peer.Expr] = {}

    def value(text: str) -> peer.Expr:
        return values.setdefault(text, peer.sympify(text, locals={"beta": peer.Symbol("beta")}))

    def probability(first: str, history: tuple[str, ...]) -> peer.Expr:
        weights, last = {first: peer.Integer(1)}, EVERYTHING
        for query in history:
            found: dict[str, peer.Expr] = {}
            for request, weight in weights.items():
                for following, sent, chance in moves(first, request, last):
                    if sent == query:
                        found[following] = found.get(following, 0) + weight * value(chance)
            weights, last = found, query
        return sum(weights.values(), peer.Integer(0))

    def equal(length: int) -> Count:
        found = histories(length)
        return len(found), sum(peer.simplify(probability("A", h) - probability("B", h)) == 0 for h in found)

    return equal


def storm() -> Callable[[int], Count] | None:
    """A parametric model with a start for each X_0, the history being part of the state; a question each."""
    try:
        import stormpy
    except ImportError:
        return None

    codes = {"A": 0, "B": 1, EVERYTHING: 2}

    def model(length: int) -> str:
        lines = ["dtmc", "const double alpha;", "const double beta;", "module scheme", f"n : [0..{length}];",
                 "x0 : [0..1];", "x : [0..1];", "q : [0..2];", f"h : [0..{3 ** length - 1}];"]
        for first, request in itertools.product(FIRST, repeat=2):
            for last, code in codes.items():
                parts = [f"{chance} : (x'={codes[following]}) & (q'={codes[sent]}) & (h'=3*h+{codes[sent]}) & (n'=n+1)"
                         for following, sent, chance in moves(first, request, last)]
                lines.append(f"[] n<{length} & x0={codes[first]} & x={codes[request]} & q={code} -> "
                             f"{' + '.join(parts)};")
        return "\n".join([*lines, f"[] n={length} -> true;", "endmodule", "init n=0 & x=x0 & q=2 & h=0 endinit", ""])

    def number(history: tuple[str, ...]) -> int:
        found = 0
        for query in history:
            found = 3 * found + codes[query]
        return found

    def equal(length: int) -> Count:
        asked = histories(length)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scheme.prism"
            path.write_text(model(length), encoding="utf-8")
            program = stormpy.parse_prism_program(str(path))
        text = "; ".join(f"P=? [F (n={length} & h={number(history)})]" for history in asked)
        formulas = stormpy.parse_properties(text, program)
        built = stormpy.build_model[stormpy.RationalFunction](program, formulas)
        one, other = built.initial_states
        found = [stormpy.model_checking(built, each, only_initial_states=True) for each in formulas]
        return len(asked), sum(each.get_value(one) == each.get_value(other) for each in found)

    return equal


PEERS: tuple[tuple[str, Callable[[], Callable[[int], Count] | None], int], ...] = (
    ("sympy simplify()", sympy, 4), ("Storm (parametric)", storm, 6))
