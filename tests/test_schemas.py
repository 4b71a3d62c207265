"""The JSON Schemas in docs/schemas describe what the commands write, and nothing else passes."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from run import inside
from schemas import ROOT, SCHEMAS, faults

pytestmark = pytest.mark.slow

EXAMPLES = sorted(str(path) for path in (ROOT / "examples").glob("*.toml"))
LOW = str(ROOT / "examples" / "paper-low.toml")
DESIGNED = str(ROOT / "examples" / "designed" / "two-sources.toml")
PAPERS = ROOT / "examples" / "papers"
TRADE = str(ROOT / "examples" / "chains" / "trade-off.toml")

OUTPUTS: dict[str, list[tuple[str, ...]]] = {
    "claims": [("all",), ("lemma1",), ("all", "--claims", str(ROOT / "tests" / "data" / "experiments.toml")),
               ("appb-single", "t-step-law", "table3-caption", "--weights")],
    "errata": [("errata",)],
    "scheme": [*(("scheme", path) for path in EXAMPLES), ("scheme", LOW, "--mode", "1,0,0,1,0"),
               ("scheme", EXAMPLES[1], "--mode", "all"), ("scheme", DESIGNED)],
    "region": [("region", TRADE)],
    "design": [("design", LOW), ("design", TRADE, "--horizon", "2")],
    "pmf": [("pmf",), ("pmf", "--t", "2", "--case", "high"), ("pmf", "--t", "0", "--scheme", EXAMPLES[-1])],
    "bound": [("bound", LOW, "--t", "3", "--at", "alpha=1/5,beta=1/5"), ("bound", EXAMPLES[-1], "--at", "a=0"),
              ("bound", TRADE, "--next", "3")],
    "problem": [("bound", str(ROOT / "examples" / "problems" / "ratio.toml")),
                ("bound", str(ROOT / "examples" / "problems" / "servers.toml"), "--at", "n=3")],
    "bounds": [("bound", TRADE, "--t", "1..2"), ("bound", TRADE, "--t", "1..2", "--next", "3"), ("bound", LOW)],
    "check": [("check", *(f"proofs/certificates/{name}.json" for name in ("table1", "lemma1"))), ("check", TRADE)],
    "source": [("source", str(PAPERS / "two-doors.tex"), "--claims", str(PAPERS / "two-doors.toml"))],
    "entropy": [("entropy", "H(X|Y) <= H(X)"), ("entropy", "H(X) <= H(X|Y)"),
                ("entropy", "I(X;Z) <= I(X;Y)", "--given", "I(X;Z|Y) = 0")],
}


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema inside a schema that describes an object."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and isinstance(schema.get("type"), str):
            yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


@cache
def printed(args: tuple[str, ...]) -> str:
    """What a command prints; it runs once."""
    return inside(*args, "--format", "json").stdout


def output(args: tuple[str, ...]) -> Any:
    return json.loads(printed(args))


CASES = [(name, args) for name, many in OUTPUTS.items() for args in many]


@pytest.mark.parametrize("name, args", CASES, ids=[" ".join(Path(a).name for a in args) for _, args in CASES])
def test_what_is_written_is_what_the_schema_says(name: str, args: tuple[str, ...]) -> None:
    document = output(args)
    assert list(faults(document, SCHEMAS[name], SCHEMAS[name])) == []
    for other in SCHEMAS.keys() - {name}:
        assert list(faults(document, SCHEMAS[other], SCHEMAS[other])) != []


def test_every_schema_is_used_and_closed() -> None:
    assert set(SCHEMAS) == set(OUTPUTS)
    for schema in SCHEMAS.values():
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        for part in parts(schema):
            assert part.get("additionalProperties") is False or "properties" not in part
            assert "additionalProperties" in part
            assert set(part.get("required", ())) <= set(part.get("properties", ()))


# -- changed output is refused -----------------------------------------------------------------------------


CLOSED = {"schema", "id", "what", "verdict", "proved", "history"}
"""An object with one of these keys may have no others."""
OPTIONAL = {"weights", "mode", "private_where"}


def places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (holder, key) of each part of a document; of a list, only the first."""
    keys = [*part] if isinstance(part, dict) else [0] if isinstance(part, list) and part else []
    for key in keys:
        yield part, key
        yield from places(part[key])


def changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a document, in which one place is changed: a key lost, a key more, a value of another type."""
    document = {"": copy.deepcopy(value)}
    for holder, key in list(places(document)):
        kept = holder[key]
        holder[key] = 0.5
        yield f"{key} is a float", document[""]
        holder[key] = kept
        if isinstance(kept, dict) and kept.keys() & CLOSED:
            holder[key] = {**kept, "surprise": "1"}
            yield f"{key} has a key more", document[""]
            for lost in kept.keys() - OPTIONAL:
                holder[key] = {name: each for name, each in kept.items() if name != lost}
                yield f"{key} lacks {lost}", document[""]
            holder[key] = kept


@pytest.mark.parametrize("name, args", [
    ("claims", ("t-step-law", "--weights")),
    ("errata", ("errata",)),
    ("scheme", ("scheme", LOW, "--mode", "1,0")),
    ("scheme", ("scheme", str(ROOT / "examples" / "late-leak.toml"))),
    ("pmf", ("pmf",)),
    ("bound", OUTPUTS["bound"][0]),
    ("entropy", OUTPUTS["entropy"][0]),
    ("design", OUTPUTS["design"][1]),
])
def test_a_changed_output_is_refused(name: str, args: tuple[str, ...]) -> None:
    schema = SCHEMAS[name]
    number = 0
    for number, (what, document) in enumerate(changes(output(args)), start=1):
        assert list(faults(document, schema, schema)), what
    assert number > 10
