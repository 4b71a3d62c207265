"""Claims files: what is read, the quotes of the paper's own, and which goals state a claim as its file does."""

import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from onoff_symbolic.checker import KINDS as KINDS_OF_CHECKER, extensions
from onoff_symbolic.claims.kinds import restated
from onoff_symbolic.claims.file import Claim, Paper, Printed, supposing
from onoff_symbolic.claims.place import default
from onoff_symbolic.claims.reader import check, load
from onoff_symbolic.claims.statements import KINDS
from onoff_symbolic.errors import InputError, OnoffError
from onoff_symbolic.report.notation import unmarked

DATA = Path(__file__).with_name("data")
SMALL = DATA / "small.toml"
LONGEST = 15
"""So many words a quote may have outside of its formulas."""


@pytest.fixture(scope="module")
def paper() -> Paper:
    return load(default())


def source_of_the_paper(paper: Paper) -> str:
    """Return the LaTeX source. It is not ours to give: without it a test is skipped, and this is no failure."""
    if not os.environ.get("ONOFF_PAPER"):
        pytest.skip("ONOFF_PAPER does not name the LaTeX source of the paper")
    data = Path(os.environ["ONOFF_PAPER"]).read_bytes()
    assert paper.about.source == f"sha256 {hashlib.sha256(data).hexdigest()}", "another version of the paper"
    return data.decode("utf-8")


class TestReading:
    def test_reads_a_claim_when_it_is_asked_for(self, tmp_path: Path) -> None:
        path = tmp_path / "claims.toml"
        path.write_text(SMALL.read_text(encoding="utf-8").replace('"walk[x,x] = walk[x,y]"', "7"), encoding="utf-8")

        claims = load(path, whole=False).claims

        assert claims["forgets"].title == "The walk forgets"
        with pytest.raises(InputError, match=r"claims.toml:47: claim even, proves 1, text: expected a string"):
            claims["even"]
        with pytest.raises(InputError, match="claim even"):
            load(path)

    def test_of_all_claims_finds_what_does_not_fit_together(self, tmp_path: Path) -> None:
        path = tmp_path / "claims.toml"
        path.write_text(SMALL.read_text(encoding="utf-8").replace("fig:walk", "eq:walk"), encoding="utf-8")
        paper = load(path, whole=False)

        with pytest.raises(InputError, match=r"claims.toml:52: labels, 'eq:walk': expected a label that no claim"):
            check(paper)

    def test_writes_out_cases_with_their_cover(self, paper: Paper) -> None:
        statements = paper.claims["lemma1"].proves
        covers = [s["region"] for s in statements if s["kind"] == "cover"]
        chains = [(s["region"], s["scheme"], s["matrix"]) for s in statements if s["kind"] == "markov"]
        texts = {s["region"]: s["text"] for s in paper.claims["appc-premise"].proves if s["kind"] == "holds"}

        assert covers == ["square", "edge", "upper"]
        assert chains == [
            ("low", "low", "Plow"),
            ("high", "high", "Phigh"),
            ("line", "low", "Plow"),
            ("corner0", "low", "Plow"),
            ("corner1", "low", "Plow"),
        ]
        assert texts["high"] == "for a in A,B; q in A,B: history(high,a,AB,q) = 0"

    def test_knows_the_kinds_of_the_checker(self) -> None:
        known = {**KINDS_OF_CHECKER, **{kind: extensions.find(kind) for kind in extensions.KINDS}}
        for kind, keys in KINDS.items():
            stated = restated({"kind": kind, **{key: "x" for key in keys if "?" not in key}}, {"x": {"sources": ["A"]}})
            made = known[stated["kind"]]
            assert {*made.keys} - {*made.optional} <= stated.keys() - {"kind"} <= {*made.keys, *made.optional}

    def test_finds_the_papers_own_file_in_a_package_and_in_a_checkout(self, tmp_path: Path) -> None:
        package = tmp_path / "onoff_symbolic"
        with pytest.raises(OnoffError, match="the claims file is missing"):
            default(package)
        for folder in (tmp_path / "proofs", package / "proofs"):  # the one in the package comes first
            folder.mkdir(parents=True)
            (folder / "claims.toml").write_text("")
            assert default(package) == folder / "claims.toml"


# -- quotes and labels -------------------------------------------------------------------------------------


def unquoted(claim: Claim) -> list[str]:
    """Return the statements of a claim that no quote is encoded by, of those that the paper prints."""
    if any(not printed.by for printed in claim.printed):
        return []
    quoted = {place for printed in claim.printed for place in printed.by}
    found = []
    for part in ("proves", "denies"):
        for number, statement in zip(claim.positions[part], getattr(claim, part), strict=True):
            if statement["kind"] not in ("uses", "cover") and (part, number) not in quoted:
                found.append(f"{part} {number}")
    return found


def missing(paper: Paper, source: str) -> list[str]:
    """Return the quotes that are not in a LaTeX source; white space does not count."""
    bare = "".join(source.split())
    quotes = [printed.quote for claim in paper.claims.values() for printed in claim.printed]
    return [quote for quote in quotes if "".join(quote.split()) not in bare]


def misread(printed: Printed) -> bool:
    """Return whether a readable form has other numbers, or other words outside of formulas, than its quote."""
    source = re.sub(r"\\(?:label|[hv]space|begin|end|ref|eqref)\{[^{}]*\}", "", printed.quote)
    numbers = [sorted(re.findall(r"\d", text)) for text in (source, printed.text)]
    words = re.findall(r"(?<![\\\w:{])[a-z]{4,}(?![\w}])", re.sub(r"\$[^$]*\$", "", source))
    is_other = numbers[0] != numbers[1] and "ref{" not in printed.quote  # a reference becomes a number
    return is_other or not {*words} <= {*re.findall("[a-z]{4,}", printed.text)}


TOKEN = re.compile(
    r"\\(section|subsection|appendices)\b(?!\*)|\\begin\{(equation|align|multline)\*?\}.*?\\end\{\2\*?\}"
    r"|\$\$.*?\$\$|(?<!\\)\\\[.*?\\\]",
    re.DOTALL,
)
"""A heading or a display of a LaTeX source."""


def displays(source: str) -> dict[str, str]:
    """Return the displays of a source by their places, such as "IV-A display 3", without white space."""
    found: dict[str, str] = {}
    sections, parts = iter(["I", "II", "III", "IV"]), iter("")
    section = place = ""
    for token in TOKEN.finditer(source):
        if token[1] == "appendices":
            sections = iter(f"Appendix {letter}" for letter in "ABCD")
        elif token[1] == "section":
            section = place = next(sections)
            parts = iter("ABCD")
        elif token[1] == "subsection":
            place = f"{section}-{next(parts)}"
        else:
            number = 1 + sum(other.startswith(f"{place} display") for other in found)
            found[f"{place} display {number}"] = "".join(token[0].split())
    return found


def misplaced(paper: Paper, source: str) -> list[str]:
    """Return the places of quotes that are in another display, or begin in another line of it."""
    found = []
    known = displays(source)
    for printed in (each for claim in paper.claims.values() for each in claim.printed):
        place = re.fullmatch(r"(.+ display \d+)(?:, lines? (\d+).*)?", printed.place)
        if place is None:
            continue
        quote, display = "".join(printed.quote.split()), known.get(place[1], "")
        before, there, _ = display.partition(quote)
        line = before.count(r"\\") + 1
        if not (there or display and display in quote) or place[2] and int(place[2]) != line:
            found.append(printed.place)
    return found


class TestQuotes:
    def test_every_printed_statement_has_one(self, paper: Paper) -> None:
        assert {claim.id: unquoted(claim) for claim in paper.claims.values() if unquoted(claim)} == {}

    def test_a_statement_without_one_is_noticed(self) -> None:
        claims = load(DATA / "quoted.toml").claims
        first = replace(claims["partly"], printed=claims["partly"].printed[1:])

        assert unquoted(claims["bare"]) == ["proves 0"]
        assert unquoted(claims["through"]) == unquoted(claims["partly"]) == []
        assert unquoted(first) == ["proves 1", "proves 2"]

    def test_they_are_short(self, paper: Paper) -> None:
        for printed in (printed for claim in paper.claims.values() for printed in claim.printed):
            outside = re.sub(r"\$[^$]*\$", "", printed.readable)
            assert len(re.findall("[A-Za-z][A-Za-z'-]+", outside)) <= LONGEST, printed.place

    def test_the_readable_form_has_the_numbers_and_words_of_the_source(self, paper: Paper) -> None:
        quotes = [printed for claim in paper.claims.values() for printed in claim.printed if printed.text]
        wrong = replace(load(DATA / "quoted.toml").claims["corrected"].printed[0], text="$p^9$")

        assert [printed.place for printed in quotes if misread(printed)] == []
        assert misread(wrong)

    def test_one_that_is_in_no_source_is_noticed(self) -> None:
        paper = load(DATA / "quoted.toml")
        source = "\n".join(printed.quote for claim in paper.claims.values() for printed in claim.printed)

        assert missing(paper, source.replace(" ", "\n  ")) == []
        assert missing(paper, source.replace("p^2", "p^4")) == [r"$p^2\leq p$"]

    def test_all_are_in_the_source_of_the_paper(self, paper: Paper) -> None:
        assert missing(paper, source_of_the_paper(paper)) == []

    def test_all_are_where_they_say(self, paper: Paper) -> None:
        assert misplaced(paper, source_of_the_paper(paper)) == []

    def test_one_in_another_line_is_noticed(self) -> None:
        paper = load(DATA / "quoted.toml")
        source = (
            r"\section{One} $$1$$ \section{Two} \begin{align*} a \\ &= 0\leq p \side{a}{\leq} 1 \end{align*}"
            r"\[p^2\]"
        )
        claim = paper.claims["plain"]
        (printed,) = claim.printed
        for place, wrong in (
            ("II display 1", False),
            ("II display 1, line 2", False),
            ("II display 1, line 1", True),
            ("II display 2", True),
            ("I display 1", True),
        ):
            named = replace(claim, printed=(replace(printed, place=place),))
            assert misplaced(replace(paper, claims={"plain": named}), source) == [place] * wrong


class TestLabels:
    def test_every_label_of_the_source_is_judged_or_has_a_reason(self, paper: Paper) -> None:
        source = re.sub(r"(?<!\\)%.*", "", source_of_the_paper(paper))
        labels = re.findall(r"\\label\{([^}]+)\}", source)
        printed = {label for label in labels if not re.match("sec:|app:|Subsec:", label)}
        judged = {label for claim in paper.claims.values() for label in claim.labels}

        assert printed == judged | {*paper.reasons}

    def test_one_in_a_place_is_a_label_of_the_claim(self, paper: Paper) -> None:
        for claim in paper.claims.values():
            assert {*re.findall(r"\b[A-Za-z]+:[\w-]+", claim.where)} <= {*claim.labels}, claim.id


# -- goals -------------------------------------------------------------------------------------------------


def test_only_a_claim_with_a_correction_is_corrected() -> None:
    paper = load(SMALL.with_name("quoted.toml"))
    assert paper.corrections("through") == paper.corrections("corrected") == ("wrong",)
    named = replace(paper.claims["corrected"], corrected=("plain", "corrected"))
    assert replace(paper, claims={**paper.claims, "corrected": named}).corrections("through") == ()


def goal_of(paper: Paper, claim: Claim, **parts: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {"conditions": [], "proves": [], "beside": [], "fails": [], "corrects": []}
    return paper.goal(claim, {**nothing, "verdict": "proved", **parts})


def proved(paper: Paper, claim: str) -> dict[str, Any]:
    found = paper.claims[claim]
    return goal_of(paper, found, proves=found.proves, beside=found.beside)


ZERO = {"kind": "holds", "region": "low", "text": "0 = 0"}
Change = Callable[[dict[str, Any]], Any]
FORGED: dict[str, Change] = {
    "another claim's name": lambda goal: goal.update(claim="claim2"),
    "a name that no claim has": lambda goal: goal.update(claim="lemma7"),
    "another title": lambda goal: goal.update(title="x"),
    "a statement left out": lambda goal: goal["proves"].pop(),
    "a statement too many": lambda goal: goal["proves"].append(ZERO),
    "a statement under a hypothesis": lambda goal: goal["proves"][-1].update(given=["alpha = 1"]),
    "other names": lambda goal: goal["names"].append("epsilon"),
    "another domain": lambda goal: goal.update(domain="low"),
    "another region": lambda goal: goal["regions"].update(low=["alpha = 0"]),
    "another table": lambda goal: goal["tables"]["M"]["entries"].reverse(),
    "a condition": lambda goal: goal["conditions"].append({"text": "c", "where": ["alpha = 0"]}),
    "another scheme": lambda goal: goal["schemes"]["low"]["rules"].pop(),
    "a remark": lambda goal: goal["beside"].append(ZERO),
    "a failure": lambda goal: goal["fails"].append({"statement": ZERO, "violates": ""}),
    "a correction": lambda goal: goal["corrects"].append(ZERO),
    "something denied": lambda goal: goal.update(denies=[ZERO]),
    "something that stands": lambda goal: goal.update(stands=[ZERO]),
}


class TestGoals:
    def test_of_a_claim_are_accepted(self, paper: Paper) -> None:
        assert paper.accepts(proved(paper, "lemma1"))

    def test_under_a_condition_are_accepted(self) -> None:
        paper = load(SMALL)
        claim = paper.claims["forgets"]
        given = ["0 < p < 1"]
        conditional = goal_of(
            paper,
            claim,
            verdict="conditional",
            conditions=[{"text": "0 < p < 1", "where": given}],
            proves=[supposing(statement, given) for statement in claim.proves],
            fails=[{"statement": supposing(claim.proves[1], ["p <= 0"]), "violates": "0 < p < 1"}],
        )

        assert paper.accepts(conditional)

    @pytest.mark.parametrize("what", FORGED)
    def test_that_say_something_else_are_not_accepted(self, paper: Paper, what: str) -> None:
        goal = proved(paper, "lemma1")

        FORGED[what](goal)

        assert not paper.accepts(goal)


# -- tables in the lines: text to the checker, so they are computed here again -----------------------------


def rows_of(paper: Paper, claim: str) -> list[tuple[str, ...]]:
    rows = [row for line in paper.claims[claim].lines for row in line.get("rows", ())]
    return [tuple(unmarked(cell) for cell in row) for row in rows]


def decimals(text: str) -> int:
    return len(text.partition(".")[2])


def test_the_points_that_are_not_the_nearest_are_these(paper: Paper) -> None:
    distances = [Fraction(text) for text in paper.tables["distance"]["entries"]]
    found = []
    for place, text in enumerate(paper.tables["figure"]["entries"]):
        curve, time = divmod(place, 21)
        exact = 1 / (1 + distances[curve] ** time) if time else Fraction(1, 2)
        nearest = Fraction(round(exact * 10 ** decimals(text)), 10 ** decimals(text))
        if nearest != Fraction(text):
            found.append((1 - distances[curve], time, Fraction(text), nearest, decimals(text)))

    shown = [
        (Fraction(total), int(time), Fraction(plotted), Fraction(nearest), decimals(nearest))
        for total, time, plotted, nearest in rows_of(paper, "figure2")
    ]
    assert shown == found and len(found) == 5


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 3), Fraction(4, 5)])
@pytest.mark.parametrize("one, other", [("1/2", "1/3"), ("1", "0"), ("3/4", "3/4"), ("2/7", "1")])
def test_the_multipliers_show_that_the_point_is_the_optimum(
    paper: Paper,
    delta: Fraction,
    one: str,
    other: str,
) -> None:
    a, b = Fraction(one), Fraction(other)
    column = 2 if a >= b else 1
    value = {
        row[0]: Fraction(eval(row[column], {"δ": delta, "a": a, "b": b})) for row in rows_of(paper, "converse-bound")
    }
    prior = {"A": delta, "B": 1 - delta}
    law = {"AA": a, "AB": 1 - a, "BA": b, "BB": 1 - b}
    least = value["least ℓ_t/L"]

    assert least == 1 + abs(a - b) == 2 - (value["p_1"] + value["p_2"]) / delta
    assert all(0 <= value["p_1"] / delta <= law[x + "A"] for x in "AB")
    assert all(0 <= value["p_2"] / delta <= law[x + "B"] for x in "AB")
    assert sum(value[f"law of ({x},{y})"] * prior[x] * law[x + y] for x in "AB" for y in "AB") == least
    for query in ("A", "B", "AB"):
        secret = value.get(f"privacy of {query} given A, B", Fraction(0))
        for x in "AB":
            for y in query:
                price = value[f"law of ({x},{y})"] + secret * (prior["A"] if x == "B" else -prior["B"])
                assert price <= len(query), (query, x, y)
