"""`optimal` for more than five sources: by multipliers that a node of the invariant carries, and refuted by a law."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from onoff_symbolic import checker
from onoff_symbolic.schemes.files import parse_cases
from onoff_symbolic.search.scheme import decide_scheme


def kept(size: int, slope: Fraction) -> str:
    """Of the chain λI + (1-λ)/N: everything, again with probability λ, else the request; after it the request."""
    sources, rest = "ABCDEFGH"[:size], (1 - slope) / size
    lines = [f"sources = {[*sources]}", "[chain]"]
    lines += [f"{a} = {{ " + ", ".join(f'{x} = "{rest + slope * (a == x)}"' for x in sources) + " }" for a in sources]
    lines += ["[queries]", *(f"{x} = ['{x}']" for x in sources), f"{sources} = {[*sources]}",
              f"[[rule]]\nprevious = {[*sources]}\nrequest = true",
              f"[[rule]]\nprevious = ['{sources}']\ngiven = 'last request'\n[rule.table]"]
    for a in sources:
        for x in sources:
            own = rest / (rest + slope)
            cells = f'{x} = "1"' if a != x else f'{x} = "{own}", {sources} = "{1 - own}"'
            lines.append(f'"{a},{x}" = {{ {cells} }}')
    return "\n".join(lines) + "\n"


@cache
def decided(text: str) -> Any:
    (file,) = parse_cases(text)
    return decide_scheme(file.scheme, file.region)


SPOILED: dict[str, Callable[[Any], Any]] = {
    "more": lambda bound: {**bound, "constant": "7"},
    "without": lambda bound: {**bound, "terms": bound["terms"][1:]},
    "negative": lambda bound: {**bound, "terms": [*bound["terms"], ["-1", "A", ["A"]]]},
    "another": lambda bound: {**bound, "terms": [["1", "A", t] for _, _, t in bound["terms"]]},
    "nobody": lambda bound: {**bound, "terms": [["1", "Z", t] for _, _, t in bound["terms"]]},
    "twice": lambda bound: {**bound, "terms": [*bound["terms"], ["1", "A", ["A", "A"]]]},
    "nothing": lambda bound: {},
    "smaller": lambda bound: {"constant": "1", "terms": []},
}


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A certificate of six sources, which is valid."""
    found = decided(kept(6, Fraction(1, 3)))
    assert found.verdicts["optimal"] == "proved"
    assert checker.judge({"it": found.certificate.encode()})["it"].word == "valid"
    certificate: dict[str, Any] = json.loads(found.certificate)
    return certificate


@pytest.mark.parametrize("name", SPOILED)
def test_spoiled_multipliers_are_refused(whole: dict[str, Any], name: str) -> None:
    (key,) = [key for key, nodes in whole["invariants"].items() if any("bound" in node for node in nodes)]
    spoiled = copy.deepcopy(whole)
    for node in spoiled["invariants"][key]:
        node["bound"] = SPOILED[name](node["bound"])
    assert spoiled != whole
    assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid"


@pytest.mark.parametrize("constant", ["1", "2"])
def test_a_bound_pays_no_set_more_than_it_costs(constant: str) -> None:
    """Everything is downloaded, which costs 2: a bound of 2 would be known, but {A} costs 1; one of 1 is too low."""
    text = """
sources = ["A", "B"]
[chain]
A = { A = "1/2", B = "1/2" }
B = { A = "1/2", B = "1/2" }
[queries]
AB = ["A", "B"]
[[rule]]
[rule.table]
"A,A" = { AB = "1" }
"A,B" = { AB = "1" }
"B,A" = { AB = "1" }
"B,B" = { AB = "1" }
"""
    found = json.loads(decided(text).certificate)
    (failing,) = found["goal"]["fails"]
    goal = {**found["goal"], "verdict": "proved", "proves": [failing["statement"]], "fails": []}
    forged = {**found, "goal": goal, "failures": [], "facts": [], "values": {}, "points": {
        failing["statement"]["region"]: found["failures"][0]["at"]}, "invariants": {
        "proves 0": [{"holds": [], "bound": {"constant": constant, "terms": []}}]}}
    answer = checker.judge({"it": json.dumps(forged).encode()})["it"]
    assert (answer.word, answer.kind) == ("invalid", "shown")
    assert ("the multipliers bring more" in answer.why) == (constant == "2")


@pytest.mark.parametrize("size", [6, 8])
def test_a_cheaper_law_refutes_it(size: int) -> None:
    sources = "ABCDEFGH"[:size]
    text = kept(size, Fraction(0)).replace("request = true", "").split("[queries]")[0]
    text += f"[queries]\n{sources} = {[*sources]}\n[[rule]]\n[rule.table]\n"
    text += "".join(f'"{a},{x}" = {{ {sources} = "1" }}\n' for a in sources for x in sources)
    found = decided(text)
    assert found.verdicts["optimal"] == "refuted"
    for change in ({"A,A,A": "1/4"}, {"A,A,B": "0"}, {"A,A,A": "-1"}, {"A,A": "0"}, {"A,A,A": "0", "A,A,AB": "1/36"}):
        spoiled = json.loads(found.certificate)
        (shown,) = spoiled["failures"]
        shown["values"].update(change)
        assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid"
