"""The claims file: every statement and label of the paper is in it, no verdict is, and a hostile file is refused."""

import hashlib
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from onoff_symbolic.checker import core
from onoff_symbolic.claims.file import Claim, Paper, supposing
from onoff_symbolic.claims.place import default, the_paper
from onoff_symbolic.claims.reader import KINDS, load
from onoff_symbolic.cli import main
from onoff_symbolic.errors import InputError, OnoffError
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report.notation import unmarked

ROOT = Path(__file__).resolve().parent.parent
SMALL = Path(__file__).with_name("data") / "small.toml"

IDS = """
    naive-switching table1 example-privacy example-decodable example-both example-depends example-rate example-optimal
    example-unique always-on zero-leakage
    decodability-constraint answers-do-not-help randomness-independent rate-at-most-one mode-random
    request-chain theorem1 figure2 rate-symmetry rate-monotone rate-independent rate-limit eventually-direct
    nonergodic-cases rate-nonergodic information-decay
    download-cost table3a table3b table3c table3-cases table3-caption scheme-decodable scheme-private-on
    privacy-decomposition claim1 claim2 lemma1 ab-probability achievability
    converse-private-times converse-partition converse-cost converse-chain-rule converse-equal-laws converse-table
    converse-bounds t-step-law converse-bound
    prop1 prop2 prop3 appb-equivalence appb-expansion appb-single appb-case1 appb-case2 appb-case3
    appc-premise appc-rows appc-expansion appc-case1 appc-markov appc-case2
    general-rate general-last-on general-chain-rule general-converse-on general-converse general-scheme
    general-scheme-on
""".split()
"""Every statement that is to be judged, in paper order, one line or two for each section."""

LABELS = """
    fig:example table:example eq:step-function eq:decode eq:privacy table:nomenclature eq:Source-Markov thm:main
    fig:th_plot eq:achievable-rate table:Qt eqn:privacy_main claim:privacy_main_1 claim:privacy_main_2 Lem:Q
    eq:transition-P1 eq:transition-P2 eq:converse-length-probability eq:converse-pricacy-t1 eq:converse-privacy
    eq:privacy-Q-probability Tab:converse Prop:X Prop:Markov-X Prop:Markov-Code eq:proof-temple eq:proof-lemma-1
    eq:proof-lemma-2 eq:proof-lemma-3 eq:proof-lemma-4 eq:rate_general
""".split()
"""Every label of the paper but those of sections and appendices."""

STATED = {
    "eq:decode": "decodability-constraint", "eq:Source-Markov": "request-chain", "thm:main": "theorem1",
    "eq:achievable-rate": "download-cost", "eqn:privacy_main": "privacy-decomposition",
    "claim:privacy_main_1": "claim1", "claim:privacy_main_2": "claim2", "Lem:Q": "lemma1",
    "eq:converse-length-probability": "converse-cost", "eq:converse-privacy": "converse-chain-rule",
    "eq:privacy-Q-probability": "converse-equal-laws", "Tab:converse": "converse-table", "Prop:X": "prop1",
    "Prop:Markov-X": "prop2", "Prop:Markov-Code": "prop3", "eq:proof-temple": "appb-single",
    "eq:proof-lemma-2": "appb-case1", "eq:proof-lemma-4": "appb-case3", "eq:rate_general": "general-rate",
}
"""The labels that stand for one statement of the list."""


@pytest.fixture(scope="module")
def paper() -> Paper:
    return the_paper()


def test_the_claims_are_the_list_in_paper_order(paper: Paper) -> None:
    assert list(paper.claims) == IDS


def labels(paper: Paper) -> dict[str, tuple[str, ...] | str]:
    """Every label: the claims that judge it, or why none does."""
    judged = dict.fromkeys(label for claim in paper.claims.values() for label in claim.labels)
    return {**{label: tuple(c.id for c in paper.claims.values() if label in c.labels) for label in judged},
            **paper.reasons}


def test_every_label_of_the_paper_is_judged_or_has_a_reason_and_no_other(paper: Paper) -> None:
    found = labels(paper)
    assert sorted(found) == sorted(LABELS)
    assert [label for label, judges in found.items() if not judges] == []


@pytest.mark.parametrize("label", STATED)
def test_a_label_is_judged_by_its_claim(paper: Paper, label: str) -> None:
    assert STATED[label] in labels(paper)[label]


def test_labels_in_a_place_are_labels_of_the_claim(paper: Paper) -> None:
    for claim in paper.claims.values():
        named = {label for label in LABELS if re.search(rf"(?<![\w:-]){re.escape(label)}(?![\w:-])", claim.where)}
        assert named <= {*claim.labels}, claim.id


# -- quotes --------------------------------------------------------------------------------------------------

LONGEST = 15
"""So many words a quote may have outside of its formulas."""


def unquoted(claim: Claim) -> list[str]:
    """Return the statements of a claim that no quote is encoded by, of those that the paper prints."""
    named = {place for printed in claim.printed for place in printed.by}
    stated = {(part, number): statement["kind"] for part in ("proves", "denies")
              for number, statement in zip(claim.positions[part], getattr(claim, part), strict=True)}
    whole = any(not printed.by for printed in claim.printed)
    return [] if whole else [f"{part} {number}" for (part, number), kind in stated.items()
                             if kind not in ("uses", "cover") and (part, number) not in named]


def test_every_statement_that_is_proved_has_a_quote(paper: Paper) -> None:
    assert {claim.id: unquoted(claim) for claim in paper.claims.values() if unquoted(claim)} == {}


def test_a_statement_without_a_quote_is_noticed() -> None:
    claims = load(SMALL.with_name("quoted.toml")).claims
    assert unquoted(claims["bare"]) == ["proves 0"] and unquoted(claims["through"]) == unquoted(claims["partly"]) == []
    first = replace(claims["partly"], printed=claims["partly"].printed[1:])
    assert unquoted(first) == ["proves 1", "proves 2"]


def test_quotes_are_short(paper: Paper) -> None:
    for claim in paper.claims.values():
        for printed in claim.printed:
            outside = re.sub(r"\$[^$]*\$", "", printed.readable)
            assert len(re.findall("[A-Za-z][A-Za-z'-]+", outside)) <= LONGEST, (claim.id, printed.place)


def misread(paper: Paper) -> list[str]:
    """Return the quotes whose readable form has other numbers, or other words outside of formulas."""
    found = []
    for printed in (printed for claim in paper.claims.values() for printed in claim.printed if printed.text):
        source = re.sub(r"\\(?:label|[hv]space|begin|end|ref|eqref)\{[^{}]*\}", "", printed.quote)
        if "ref{" not in printed.quote and sorted(re.findall(r"\d", source)) != sorted(re.findall(r"\d", printed.text)):
            found.append(printed.place)
        words = re.findall(r"(?<![\\\w:{])[a-z]{4,}(?![\w}])", re.sub(r"\$[^$]*\$", "", source))
        found += [printed.place] * (not {*words} <= {*re.findall("[a-z]{4,}", printed.text)})
    return found


def test_the_readable_form_of_a_quote_has_its_numbers_and_words(paper: Paper) -> None:
    assert misread(paper) == []
    quoted = load(SMALL.with_name("quoted.toml"))
    wrong = [replace(printed, text="$p^9$") for printed in quoted.claims["corrected"].printed]
    claims = {"corrected": replace(quoted.claims["corrected"], printed=tuple(wrong))}
    assert misread(replace(quoted, claims=claims)) == ["II display 2"]


def missing(paper: Paper, source: str) -> list[tuple[str, str]]:
    """Return the claims and quotes that are not in a LaTeX source; white space does not count."""
    bare = "".join(source.split())
    return [(claim.id, printed.quote) for claim in paper.claims.values() for printed in claim.printed
            if "".join(printed.quote.split()) not in bare]


def test_a_quote_that_is_in_no_source_is_noticed() -> None:
    paper = load(SMALL.with_name("quoted.toml"))
    source = "\n".join(printed.quote for claim in paper.claims.values() for printed in claim.printed)
    assert missing(paper, source.replace(" ", "\n  ")) == []
    assert missing(paper, source.replace("p^2", "p^4")) == [("corrected", r"$p^2\leq p$")]


def test_every_quote_is_in_the_source_of_the_paper(paper: Paper) -> None:
    """The source is not ours to give: without it this is skipped, also where every tool has to be there."""
    if not os.environ.get("ONOFF_PAPER"):
        pytest.skip("ONOFF_PAPER does not name the LaTeX source of the paper")
    source = Path(os.environ["ONOFF_PAPER"]).read_bytes()
    assert paper.about.source == f"sha256 {hashlib.sha256(source).hexdigest()}", "another version of the paper"
    assert missing(paper, source.decode("utf-8")) == []


# -- nothing says how a claim comes out ----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["verdict", "fails", "conditions", "witness", "expected", "proved", "at"])
def test_a_claim_cannot_say_how_it_comes_out(tmp_path: Path, key: str) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(SMALL.read_text().replace('title = "The walk forgets"', f'title = "The walk forgets"\n{key} = "x"'))
    said = refused(path)
    assert said.startswith(f"{path}:30: claim forgets: expected one of title, ") and f", found '{key}'" in said


@pytest.mark.parametrize("key", ["verdict", "fails", "shows", "choice", "history"])
def test_a_try_cannot_carry_its_witness(tmp_path: Path, key: str) -> None:
    tried = f'note = "n", kind = "holds", region = "lazy", text = "p = 0", {key} = "x"'
    path = tmp_path / "claims.toml"
    path.write_text(SMALL.read_text().replace('title = "The walk is fair"', f'title = "t"\ntries = [{{ {tried} }}]'))
    assert refused(path).endswith(f"found '{key}'")


def test_the_file_has_no_word_of_a_verdict() -> None:
    data = tomllib.loads(default().read_text(encoding="utf-8"))
    keys = {key for claim in data["claim"].values() for key in _keys(claim)}
    assert keys.isdisjoint({"verdict", "proved", "conditional", "fails", "witness", "points", "conditions"})


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys(each)


# -- another paper ---------------------------------------------------------------------------------------------


def test_another_file_gives_its_own_claims() -> None:
    paper = load(SMALL)
    assert paper.title == "Lazy walks on two states" and list(paper.claims) == ["rows", "forgets", "even"]
    claim = paper.claims["forgets"]
    assert claim.names == ("p",) and claim.uses() == ("rows",) and claim.where == "Section 2"
    assert labels(paper) == {"eq:walk": ("rows",), "thm:forgets": ("forgets",), "fig:walk": "a drawing"}
    assert paper.folder == SMALL.parent and len(paper.appendix) == 1


def test_another_paper_is_judged_like_this_one(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(load(SMALL))
    rows, forgets, even = session.judge(["rows", "forgets", "even"])
    assert [found.verdict.value for found in (rows, forgets, even)] == ["proved", "conditional", "refuted"]
    assert [c.text for c in forgets.conditions] == ["0 < p < 1"] and forgets.rests_on == ("rows",)
    assert [w.point for w in forgets.witnesses] == [(("p", "0"),), (("p", "1"),)] and even.corrected
    with pytest.raises(SystemExit):
        main(["verify", "all", "--claims", str(SMALL)])
    said = capsys.readouterr().out
    assert "CONDITIONAL" in said and "Instead: The walk is symmetric." in said
    assert not [claim for claim in IDS if re.search(rf"\b{claim}\b", said)]


def test_the_file_is_found_in_a_package_and_in_a_checkout(tmp_path: Path) -> None:
    package = tmp_path / "onoff_symbolic"
    with pytest.raises(OnoffError, match="the claims file is missing"):
        default(package)
    for folder in (tmp_path / "proofs", package / "proofs"):     # the one in the package comes first
        folder.mkdir(parents=True)
        (folder / "claims.toml").write_text("")
        assert default(package) == folder / "claims.toml"


# -- goals -------------------------------------------------------------------------------------------------------


def goal_of(paper: Paper, claim: Claim, **parts: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {"conditions": [], "proves": [], "beside": [], "fails": [], "corrects": []}
    return paper.goal(claim, {**nothing, "verdict": "proved", **parts})


def proved(paper: Paper, claim: str) -> dict[str, Any]:
    found = paper.claims[claim]
    return goal_of(paper, found, proves=found.proves, beside=found.beside)


def test_a_goal_has_what_it_speaks_of_and_nothing_else(paper: Paper) -> None:
    goal = proved(paper, "table3b")
    assert [goal[key] for key in ("claim", "domain", "names")] == ["table3b", "high", ["alpha", "beta", "delta"]]
    assert (list(goal["tables"]), list(goal["schemes"]), list(goal["regions"])) == (
        ["M", "Tb", "Tc"], ["high"], ["high"])
    goal = proved(paper, "rate-independent")
    assert list(goal["tables"]) == ["M", "prior"] and list(goal["schemes"]) == ["request"]
    assert list(goal["regions"]) == ["edge"]


def test_cases_are_written_out_with_their_cover(paper: Paper) -> None:
    states = paper.claims["lemma1"].proves
    covers = [s for s in states if s["kind"] == "cover"]
    chains = [(s["region"], s["scheme"], s["matrix"]) for s in states if s["kind"] == "markov"]
    assert [s["region"] for s in covers] == ["square", "edge", "upper"] and covers[1]["parts"][0] is None
    assert chains == [("low", "low", "Plow"), ("high", "high", "Phigh"), ("line", "low", "Plow"),
                      ("corner0", "low", "Plow"), ("corner1", "low", "Plow")]
    below = [s for s in paper.claims["appb-case1"].proves if s["kind"] == "cover"]
    assert [s["region"] for s in below] == ["below", "edge", "upper"]
    texts = {s["region"]: s["text"] for s in paper.claims["appc-premise"].proves if s["kind"] == "holds"}
    assert texts["high"] == "for a in A,B; q in A,B: history(high,a,AB,q) = 0" and len(texts) == 5


def test_a_goal_of_the_paper_is_accepted(paper: Paper) -> None:
    assert paper.accepts(proved(paper, "lemma1"))
    claim = load(SMALL).claims["forgets"]
    given = ["0 < p < 1"]
    conditional = goal_of(
        load(SMALL), claim, verdict="conditional", conditions=[{"text": "0 < p < 1", "where": given}],
        proves=[supposing(s, given) for s in claim.proves],
        fails=[{"statement": supposing(claim.proves[1], ["p <= 0"]), "violates": "0 < p < 1"}])
    assert load(SMALL).accepts(conditional)


Change = Callable[[dict[str, Any]], Any]
FORGED: dict[str, Change] = {
    "another claim's name": lambda g: g.update(claim="claim2"),
    "a name that no claim has": lambda g: g.update(claim="lemma7"),
    "another title": lambda g: g.update(title="x"),
    "a statement left out": lambda g: g["proves"].pop(),
    "a statement too many": lambda g: g["proves"].append({"kind": "holds", "region": "low", "text": "0 = 0"}),
    "a statement under a hypothesis": lambda g: g["proves"][-1].update(given=["alpha = 1"]),
    "another domain": lambda g: g.update(domain="low"),
    "another region": lambda g: g["regions"].update(low=["alpha = 0"]),
    "another table": lambda g: g["tables"]["M"]["entries"].reverse(),
    "a condition": lambda g: g["conditions"].append({"text": "c", "where": ["alpha = 0"]}),
    "another scheme": lambda g: g["schemes"]["low"]["rules"].pop(),
    "a remark": lambda g: g["beside"].append({"kind": "holds", "region": "low", "text": "0 = 0"}),
    "a failure": lambda g: g["fails"].append({"statement": {"kind": "holds", "region": "low", "text": "0 = 1"},
                                              "violates": ""}),
    "a correction": lambda g: g["corrects"].append({"kind": "holds", "region": "low", "text": "0 = 0"}),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_goal_that_is_not_the_papers_is_not_accepted(paper: Paper, what: str) -> None:
    goal = proved(paper, "lemma1")
    FORGED[what](goal)
    assert not paper.accepts(goal)


# -- hostile files -----------------------------------------------------------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(InputError) as found:
        load(path)
    said = str(found.value)
    assert said.isprintable() and len(said) < 600 and said.startswith(str(path))
    return said.replace("\n", "?")


STATES = 'proves = [{ kind = "holds", region = "lazy", text = "walk[x,x] = walk[x,y]" }]'

HOSTILE = [
    ('[paper]', '[papers]', "the file: expected one of claim, paper,"),
    ('title = "The walk is fair"', '', "claim even: title is missing"),
    ('names = ["p"]', 'names = "p"', "paper, names: expected a list of words, found a string"),
    ('names = ["p"]', 'names = ["p", "p"]', "paper, names: expected each word once, found p twice"),
    ('entries = ["1 - p", "p", "p", "1 - p"]', 'entries = ["p"]', "table walk, entries: expected 4, found 1"),
    ('entries = ["1 - p", "p", "p", "1 - p"]', 'entries = [1, 2, 3, 4]', "table walk, entries: expected a string"),
    ('lazy = ["0 <= p <= 1"]', 'lazy = 3', "region lazy: expected a list of strings, found an integer"),
    ('domain = "lazy"', 'domain = "eager"', "claim rows, domain: expected a region that the file states, found 'eager"),
    ('domain = "lazy"\nproves = [\n    { kind = "holds", region = "lazy",', 'proves = [\n    { kind = "holds",',
     "claim rows, proves 1: expected a region here, or a domain of the claim, found neither"),
    ('region = "lazy", text', 'region = "low", text', "claim rows, proves 1, region: expected a region"),
    ('claim = "rows"', 'claim = "columns"', "claim forgets, proves 1, claim: expected a claim that the file states"),
    ('kind = "uses"', 'kind = "proved"', "claim forgets, proves 1: expected a kind, one of holds, always,"),
    ('kind = "holds", region = "lazy", text = "(1', 'kind = "holds", region = "lazy", txt = "(1',
     "claim forgets, proves 2: expected one of kind, region, text, given, by, name, found 'txt'"),
    ('where = ["0 < p < 1"]', 'wear = []',
     "claim forgets, suppose: expected one of text, where, weakest, found 'wear'"),
    ('where = ["0 < p < 1"]', 'where = ["0 < p < 1"], weakest = "beside 0"',
     "claim forgets, suppose, weakest: expected a list of strings, found a string"),
    ('where = ["0 < p < 1"]', 'where = ["0 < p < 1"], weakest = ["corrects 0"]',
     "claim forgets, suppose, weakest: expected proves or beside and a number, found 'corrects 0'"),
    ('where = ["0 < p < 1"]', 'where = ["0 < p < 1"], weakest = ["beside 0"]',
     "claim forgets, suppose: expected a statement of forgets, found beside 0"),
    ('where = ["0 < p < 1"]', 'where = ["0 < p < 2"]',
     "claim forgets, suppose: expected a text that says '0 < p < 2', found '0 < p < 1'"),
    ('{ text = "< 1", reason', '{ text = "< 1", because', "claim forgets, lines 2: expected one of text, reason"),
    ('{ text = "< 1", reason', '{ hint = "< 1", reason', "claim forgets, lines 2: expected one of either, text"),
    ('correction = "The walk is symmetric."', '', "claim even: expected correction and corrects together"),
    (STATES, 'proves = []', "claim even, proves: expected at least one statement, found none"),
    (STATES, f'{STATES}\ntries = [{{ note = "n", violates = "c", kind = "holds", region = "lazy", text = "p = 0" }}]',
     "claim even, tries 1, violates: expected the text of a condition in suppose, found 'c'"),
    (STATES, f'{STATES}\nalso = ["more"]', "claim even, also 1: expected a table, found a string"),
    (STATES, f'{STATES}\nalso = [{{ says = "more", by = [] }}]',
     "claim even, also 1, by: expected at least one statement"),
    (STATES, f'{STATES}\nalso = [{{ says = "more", by = ["proves"] }}]',
     "claim even, also 1, by: expected a part and a"),
    (STATES, f'{STATES}\nalso = [{{ says = "more", by = ["odd proves 0"] }}]',
     "claim even, also 1, by: expected a claim"),
    (STATES, f'{STATES}\nalso = [{{ says = "more", by = ["proves 1"] }}]',
     "claim even, also: expected a statement of even"),
    (STATES, f'{STATES}\ntries = [{{ kind = "holds", region = "lazy", text = "p = 0" }}]',
     "claim even, tries 1: note is missing"),
    (STATES, f'{STATES}\nprinted = [{{ quote = "q", place = "eq:q" }}]', "claim even, printed 1: encodes is missing"),
    (STATES, f'{STATES}\nprinted = [{{ quote = "q", place = "eq:q", encodes = "fully" }}]',
     "claim even, printed 1, encodes: expected a word"),
    (STATES, f'{STATES}\nprinted = [{{ quote = "q", place = "eq:q", encodes = "weaker" }}]',
     "claim even, printed 1: expected why the encoding is weaker, found nothing"),
    (STATES, f'{STATES}\nprinted = [{{ quote = "q", place = "eq:q", encodes = "exact", by = ["corrects 0"] }}]',
     "claim even, printed 1, by: expected proves or denies and a number, found 'corrects 0'"),
    (STATES, f'{STATES}\nprinted = [{{ quote = "q", place = "eq:q", encodes = "exact", by = ["proves 1"] }}]',
     "claim even, printed: expected a statement of even, found proves 1"),
    ('where = ["0 < p < 1"]', 'where = ["0 < p < 1"], weakest = ["denies 0"]',
     "claim forgets, suppose, weakest: expected proves or beside and a number, found 'denies 0'"),
    ('where = ["0 < p < 1"]', 'where = ["0 < p < 1"], weakest = ["beside 0"]',
     "claim forgets, suppose: expected a statement of forgets, found beside 0"),
    ('names = ["p"]', 'names = ["p"]\nsource = "sha256 b5ff"', "paper, source: expected sha256 and 64 hexadecimal"),
    (STATES, STATES.replace('region = "lazy"', 'cases = "none"'), "claim even, proves 1: expected a region that"),
    (STATES, STATES.replace('"walk[x,x] = walk[x,y]"', '"a\\u0000b"'), "expected a text of one line"),
    ('"fig:walk" = "a drawing"', '"eq:walk" = "a drawing"', "labels: expected labels that no claim judges"),
    ('claims = ["rows", "forgets", "even"]', 'claims = ["odd"]', "appendix 'Proofs': expected a claim that the file"),
    ('label = "proofs"', 'label = "a b"', "appendix 'Proofs': expected a word (a letter, then letters, "
     "digits, - and _), found 'a b'"),
    ('[claim.even]', '[claim."e v"]', "claim: expected the name of a claim (a letter, then letters, digits, - and _), "
     "found 'e v'"),
    ('p = ["0 <= p', 'p = [[["0 <= p', "is not TOML"),
]


@pytest.mark.parametrize("old, new, said", HOSTILE, ids=[said[:50] for _, _, said in HOSTILE])
def test_a_file_that_is_wrong_is_refused_in_one_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = SMALL.read_text(encoding="utf-8")
    if said != "is not TOML":
        assert old in text
    path = tmp_path / "claims.toml"
    path.write_text(text.replace(old, new, 1) if old in text else f"{text}\n[[[", encoding="utf-8")
    assert said in refused(path)


def test_bytes_that_are_no_text_and_files_that_are_too_long_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_bytes(b"\xff\xfe")
    assert "expected UTF-8 text" in refused(path)
    path.write_text("#" * 300_000)
    assert "expected at most" in refused(path)
    assert "cannot be read" in refused(tmp_path / "none.toml")


def test_the_kinds_of_statements_are_those_of_the_checker() -> None:
    assert {kind: set(keys) for kind, keys in KINDS.items()} == {
        kind: set(statement.keys) for kind, statement in core.KINDS.items()}


# -- tables in the lines: text to the checker, so they are computed here again -----------------------------------


def rows_of(paper: Paper, claim: str) -> list[tuple[str, ...]]:
    rows = [row for line in paper.claims[claim].lines for row in line.get("rows", ())]
    return [tuple(unmarked(cell) for cell in row) for row in rows]


def test_the_points_that_are_not_the_nearest_are_these(paper: Paper) -> None:
    table, distances = paper.tables["figure"], paper.tables["distance"]["entries"]
    found = []
    for place, text in enumerate(table["entries"]):
        time = place % 21
        distance = Fraction(distances[place // 21])
        exact = 1 / (1 + distance ** time) if time else Fraction(1, 2)
        digits = len(text.partition(".")[2])
        nearest = Fraction(round(exact * 10 ** digits), 10 ** digits)
        if nearest != Fraction(text):
            found.append((1 - distance, time, Fraction(text), nearest, digits))
    shown = [(Fraction(a), int(t), Fraction(p), Fraction(n), len(n.partition(".")[2]))
             for a, t, p, n in rows_of(paper, "figure2")]
    assert shown == found and len(found) == 5


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 3), Fraction(4, 5)])
@pytest.mark.parametrize("one, other", [("1/2", "1/3"), ("1", "0"), ("3/4", "3/4"), ("2/7", "1")])
def test_the_multipliers_show_that_the_point_is_the_optimum(
    paper: Paper, delta: Fraction, one: str, other: str,
) -> None:
    a, b = Fraction(one), Fraction(other)
    column = 2 if a >= b else 1
    rows = rows_of(paper, "converse-bound")
    value = {row[0]: Fraction(eval(row[column], {"δ": delta, "a": a, "b": b})) for row in rows}
    prior, law = {"A": delta, "B": 1 - delta}, {"AA": a, "AB": 1 - a, "BA": b, "BB": 1 - b}
    least = value["least ℓ_t/L"]
    assert least == 1 + abs(a - b) == 2 - (value["p_1"] + value["p_2"]) / delta
    assert all(0 <= value["p_1"] / delta <= law[x + "A"] and 0 <= value["p_2"] / delta <= law[x + "B"] for x in "AB")
    assert sum(value[f"law of ({x},{y})"] * prior[x] * law[x + y] for x in "AB" for y in "AB") == least
    for query in ("A", "B", "AB"):
        secret = value.get(f"privacy of {query} given A, B", Fraction(0))
        for x in "AB":
            for y in query:
                price = value[f"law of ({x},{y})"] + secret * (prior["A"] if x == "B" else -prior["B"])
                assert price <= len(query), (query, x, y)
