"""Errors in a claims file name the line, what was expected and what was found."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from run import ROOT, inside

from onoff_symbolic import lines
from onoff_symbolic.claims.reader import RESERVED
from onoff_symbolic.cli import commands
from onoff_symbolic.lines import line_of

SMALL = ROOT / "tests" / "data" / "small.toml"
DOCUMENTS = [SMALL, *sorted((ROOT / "proofs").rglob("*.toml")), *sorted((ROOT / "examples").rglob("*.toml"))]


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The strings of a document, each with its path."""
    if isinstance(value, str):
        yield path, value
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(each, (*path, key))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_string_begins_on_its_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_Lines", cache(lines._Lines))       # reads the document once for all its strings
    text = path.read_text(encoding="utf-8")
    written = text.splitlines()
    for place, value in leaves(tomllib.loads(text)):
        line = written[line_of(text, place) - 1]
        first = value.split("\n")[0].strip()
        written_so = any(form[:20] in line for form in (first, first.replace("\\", "\\\\")))    # literal, or escaped
        assert written_so or re.search("[\"']{3}", line)


def test_what_is_not_there_is_where_its_table_is() -> None:
    text = ("a = 1\n\n[b]\nc = [\n  { d = 2 },\n  { d = 3, 'e f' = '''\nx''', g.h = 1e-3 },\n]\n[[b.t]]\n[[b.t]]\n"
            "x = 1979-05-27 07:32:00\n")
    for path, line in (
        (("a",), 1), (("b",), 3), (("b", "c", 0, "d"), 5), (("b", "c", 1, "e f"), 6), (("b", "c", 1, "g", "h"), 7),
        (("b", "c", 1, "z"), 6), (("b", "c", 7), 4), (("b", "t", 1), 10), (("b", "t", 1, "x"), 11), (("z",), 1),
        ((), 1),
    ):
        assert line_of(text, path) == line, path


HOLDS = 'text = "(1 - 2*p)**2 < 1"'

SLIPS = [
    (HOLDS, 'text = "exp(p) < 3"', "claim forgets, proves 2: expected an expression, found exp, which is not of this"
     " language: name it, as r with r > 0 for e^ε"),
    (HOLDS, 'text = "max(p, 1) < 3"', "claim forgets, proves 2: expected an expression, found max, which"),
    (HOLDS, 'text = "foo(p) < 3"', "claim forgets, proves 2: expected an expression, found foo(...): there is no"),
    (HOLDS, 'text = "p(1 - p) < 3"', "claim forgets, proves 2: expected *, as in p*(...), found p(...)"),
    (HOLDS, 'text = "2(1 - p) < 3"', "claim forgets, proves 2: expected *, as in 2*(...), found 2(...)"),
    (HOLDS, 'text = "p^2 < 3"', "claim forgets, proves 2: expected a power as in x**2, found ^ in 'p^2 < 3'"),
    (HOLDS, 'text = "p == 3"', "claim forgets, proves 2: expected an equation with one =, found == in 'p == 3'"),
    (HOLDS, 'text = "p ≤ 3"', "claim forgets, proves 2: expected <=, found ≤ in 'p ≤ 3'"),
    (HOLDS, 'text = "2p <= 3"', "claim forgets, proves 2: expected *, as in 2*p, found 2p in '2p <= 3'"),
    (HOLDS, 'text = "p**(1/2) <= 3"', "claim forgets, proves 2: expected an integer >= 0 after **, found another"),
    (HOLDS, 'text = "2**p <= 3"', "claim forgets, proves 2: expected an integer >= 0 after **, found another exponent"),
    (HOLDS, 'text = "pp <= 3"', "claim forgets, proves 2: expected one of the names p, found 'pp'; did you mean p?"),
    (HOLDS, 'text = "q <= 3"', "claim forgets, proves 2: expected one of the names p, found 'q'\n"),
    (HOLDS, 'text = "p <= = 3"', "claim forgets, proves 2: expected a name, found = in 'p <= = 3'"),
    (HOLDS, 'text = "wlak[x,x] <= 3"',
     "claim forgets, proves 2: expected one of the tables walk, found 'wlak'; did you mean"),
    (HOLDS, 'txt = "p <= 3"',
     "claim forgets, proves 2: expected one of kind, region, text, given, by, name, found 'txt'"),
    ('lazy = ["0 <= p <= 1"]', 'lazy = ["0 <= r <= 1"]',
     "claim rows, region lazy: expected one of the names p, found 'r'"),
    ('"1 - p", "p", "p"', '"1 - p", "p", "sqrt(p)"', "table walk: expected an expression, found sqrt, which is not of"),
    ('where = ["0 < p < 1"]', 'where = ["0 < s < 1"]', "claim forgets, suppose: expected a text that says"),
    ('text = "0 < p < 1", where = ["0 < p < 1"]', 'text = "0 < s < 1", where = ["0 < s < 1"]',
     "claim forgets, suppose 1: expected one of the names p, found 's'"),
    ('corrects = [{ kind = "holds", region = "lazy", text = "walk[x,y] = walk[y,x]" }]',
     'corrects = [{ kind = "holds", region = "lazy", text = "walk[x,z] = 0" }]',
     "claim even, corrects 1: there is no table 'walk' with an entry ['x', 'z']"),
]


@pytest.mark.parametrize("old, new, said", SLIPS, ids=[new[:40] for _, new, _ in SLIPS])
def test_a_slip_is_one_line_that_names_the_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "claims.toml"
    text = SMALL.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text[:text.index(old)].count("\n") + 1
    done = inside("all", "--claims", str(path))
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"onoff-verify: {path}:{line}: {said}"), done.stderr


PAD = """\
[paper]
names = ["p"]
[regions]
chances = ["0 <= p <= 1"]
[experiments.pad]
M = { values = "0..1" }
K = { values = "0..1", law = ["1 - p", "p"] }
C = { is = "(M + K) mod 2" }
[claim.pad]
title  = "A coin"
domain = "chances"
proves = [{ tells = "C, K -> M", in = "pad" }]
"""


@pytest.mark.parametrize("old, new, line, said", [
    ('(M + K) mod 2"', '(M + L) mod 2"', 8, "claim pad: experiment pad, C: 'L' is no earlier variable and no label"),
    ('"0..1" }', '"0..100000" }', 6, "claim pad: experiment pad, M: expected a small integer, found 100000"),
    ("law =", "laws =", 7, "experiment pad, K: expected one of values, law, given, found 'laws'"),
    ('domain = "chances"', 'domain = "chance"', 11, "claim pad, domain: expected a region that the file states, found"),
    ('tells = "C, K -> M"', 'tells = "C, K -> M", hides = "M from C"', 12,
     "claim pad, proves 1: expected hides or tells, found both"),
    ("K = {", "p = { values = \"0..1\" }\nK = {", 5, "claim pad: a word means two things: p"),
])
def test_a_slip_in_an_experiment_names_the_line_of_the_variable(
        tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    path = tmp_path / "pad.toml"
    path.write_text(PAD.replace(old, new), encoding="utf-8")
    done = inside("all", "--claims", str(path))
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"onoff-verify: {path}:{line}: {said}"), done.stderr


PAPER = """\
[paper]
title = "Coins"
names = ["p"]
[regions]
chances = ["0 <= p <= 1"]
[tables.T]
index = [["a", "b"]]
entries = ["p", "1 - p"]
[experiments.pad]
M = { values = "0..1" }
K = { values = "0..1", law = ["1 - p", "p"] }
C = { is = "(M + K) mod 2" }
[claim.pad]
title   = "A coin"
domain  = "chances"
letters = [
    "S = the state",
    "X = the request",
]
points.chances = { p = "1/2" }
[[claim.pad.proves]]
kind = "holds"
name = "one"
text = "p <= 1"
[[claim.pad.proves]]
kind = "holds"
text = "p <= 2"
by   = ["one"]
[[claim.pad.proves]]
tells = "C, K -> M"
in    = "pad"
[labels]
"fig:coin" = "a drawing"
[letter]
noticed = ["a slip"]
[[covers]]
region = "chances"
split = "p"
parts = ["chances", "", ""]
"""

FAULTS = [
    ('title = "Coins"', 'title = 7', 2, "paper, title: expected a string, found an integer"),
    ('title = "Coins"', 'titel = ""', 2, "paper: expected one of title, names, model, authors, prior, certificates,"
     " year, arxiv, read, source, main, found 'titel'; did you mean title?"),
    ('title = "Coins"', 'title = Coins', 2, "is not TOML: Invalid value (column 9); an expression stands in quotes"),
    ('title = "Coins"', 'main = "coin"', 2, "paper, main: expected a claim that the file states, found 'coin'"),
    ('names = ["p"]', 'names = "p"', 3, "paper, names: expected a list of words, found a string"),
    ('"(M + K) mod 2"', '"max(M,K)"', 12, "claim pad: experiment pad, C: expected sums and products of small integers,"
     " found max, which is not of this language: write it case by case, as in [I = 1]*A + [I != 1]*B"),
    ('[claim.pad]', '[claim."p d"]', 13, "claim: expected the name of a claim (a letter, then letters, digits, - and"),
    ('[claim.pad]', '[claim.check]', 13, "claim: expected another name than a word of the command line, found 'check'"),
    ('"A coin"', '7', 14, "claim pad, title: expected a string, found an integer"),
    ('domain ', 'domian ', 15, "claim pad: expected one of title, where"),
    ('"X = the request"', '"X"', 18, "claim pad, letters: expected name = text, found 'X'"),
    ('points.chances', 'points.chance', 20, "claim pad, points: expected a region that the file states, found 'chance"),
    ('{ p = "1/2" }', '{ q = "1/2" }', 20, "claim pad, points, 'chances': expected one of the names p, found 'q'"),
    ('{ p = "1/2" }', '{ p = "half" }', 20, "claim pad, points, 'chances': expected a number such as 1/2, found 'half"),
    ('text = "p <= 1"', 'text = ["p <= 1"]', 24,
     "claim pad, proves 1, text: expected a string in a statement of kind holds, found a list"),
    ('kind = "holds"', 'kind = "always"\nstart = ["p = 1"]\nnext = ["p = p"]', 26,
     "claim pad, proves 1, text: expected a list of strings in a statement of kind always, found a string"),
    ('by   = ["one"]', 'by = ["on"]', 28, "claim pad, proves 2, by: expected the name of a relation stated before"
     " (one), found 'on'; did you mean one?"),
    ('by   = ["one"]', 'name = "one"', 28, "claim pad, proves 2, name: expected each name once, found one twice"),
    ('"p <= 2"', '"Pr(pad) <= 2"', 25, "claim pad, proves 2: expected a comma, found ) in 'Pr(pad) <= 2'"),
    ('"p <= 2"', '"for x in : p <= 2"', 25, "claim pad, proves 2: expected a label or a number, found : in 'for x in"),
    ('"p <= 2"', '"(p) mod x = 0"', 25, "claim pad, proves 2: expected a number, found x in '(p) mod x = 0'"),
    ('"p <= 2"', '"p"', 25, "claim pad, proves 2: expected a relation such as a <= b, found 'p'"),
    ('"p <= 2"', '"for p in a,b: T[p] >= 0"', 25,
     "claim pad, proves 2: expected a new name after for or sum, found 'p', which has a meaning already"),
    ('"p <= 2"', '"[p = 1] >= 0"', 25, "claim pad, proves 2: expected a label or a bound name, found 'p'"),
    ('"p <= 2"', '"for x in a,c: T[x] >= 0"', 25, "claim pad, proves 2: expected labels of a table or an experiment"),
    ('"a drawing"', '3', 33, "labels, 'fig:coin': expected a string, found an integer"),
    ('noticed = ["a slip"]', 'noticed = 7', 35, "letter, noticed: expected a list of strings, found an integer"),
    ('parts = ["chances"', 'parts = ["chance"', 39, "covers 1, parts: expected a region that the file states"),
    (PAPER, '[paper]\ntitle = "Coins"\n', 1, "claim: expected at least one claim, as [claim.NAME], found none"),
    (PAPER, '[paper]\ntitle = "A"\n[claim]\n', 3, "claim: expected at least one claim, as [claim.NAME], found none"),
    (PAPER, '[claim.a]\nproves = [\n', 2, "is not TOML: Invalid value (at end of document)"),
]


@pytest.mark.parametrize("old, new, line, said", FAULTS, ids=[new[:40] for _, new, _, _ in FAULTS])
def test_a_fault_names_its_own_line(tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    assert old in PAPER
    path = tmp_path / "paper.toml"
    path.write_text(PAPER.replace(old, new, 1), encoding="utf-8")
    done = inside("all", "--claims", str(path))
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done
    assert done.stderr.startswith(f"onoff-verify: {path}:{line}: {said}"), done.stderr


def test_the_words_of_the_command_line_name_no_claim() -> None:
    assert {*RESERVED} == {"all", *commands.commands}


def test_a_key_that_is_misspelt_is_told_with_the_one_that_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "paper.toml"
    path.write_text(PAPER.replace("domain ", "domian "), encoding="utf-8")
    assert inside("all", "--claims", str(path)).stderr.endswith("found 'domian'; did you mean domain?\n")
