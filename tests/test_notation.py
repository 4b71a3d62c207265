"""The notation of our texts: what is read as mathematics, and that nothing is lost."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from samples import ALL

import tools
from onoff_symbolic.report.notation import (
    GREEK, Code, Fraction, Group, Math, Matrix, Name, Number, Operator, Prose, Row, Script, Words, glyphs, read,
)
from onoff_symbolic.report.quotes import located, plain, words
from onoff_symbolic.report.view import view
from onoff_symbolic.report.words import formula

ROOT = Path(__file__).resolve().parent.parent

ASCII = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "->": "→"}


def visible(text: str) -> str:
    """A text without spaces and without the marks of scripts; spelled letters and relations as one sign."""
    for spelled, sign in ASCII.items():
        text = text.replace(spelled, sign)
    for spelled, letter in GREEK.items():
        text = re.sub(rf"\b{spelled}(?![a-z])", letter, text)
    return re.sub(r"[\s_^{}`]|\*\*", "", unicodedata.normalize("NFKC", text))


def texts() -> Iterator[str]:
    """Every text that reports make of the samples, and the prose and statements of the claims file."""
    for result in ALL:
        found = view(result)
        yield from (found.title, found.where, found.statement, found.correction, found.needs, found.legend)
        for place in (*found.places, *found.beside, *found.corrects):
            yield from (*place.where, *place.used)
            for entry in place.entries:
                yield from (entry.says, *entry.given, entry.induction)
                steps = (*entry.steps, *(step for stage in entry.stages for step in stage.steps))
                yield from (text for step in steps for text in (step.says, step.by))
                yield from (text for stage in entry.stages for text in stage.holds)
    yield from strings(tomllib.loads((ROOT / "proofs" / "claims.toml").read_text(encoding="utf-8"))["claim"])


def strings(value: object) -> Iterator[str]:
    """Every text in a document, white space joined; lists and functions of the language in words."""
    if isinstance(value, str):
        yield formula(" ".join(value.split()), ("low", "high"))
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


@pytest.mark.slow
def test_no_text_of_the_claims_loses_a_sign() -> None:
    seen = set(texts())
    assert len(seen) > 900
    assert [text for text in seen if visible("".join(map(glyphs, read(text)))) != visible(text)] == []


def test_a_lost_sign_would_be_seen() -> None:
    pieces = read("If α+β < 1: X_t = A.")
    assert visible("".join(map(glyphs, pieces[:-1]))) != visible("If α+β < 1: X_t = A.")


def prose(text: str) -> str:
    """What is left for prose, with ~ for mathematics."""
    return "".join("~" if isinstance(p, Math) else p.text for p in read(text))


@pytest.mark.parametrize("text, left", [
    ("If Q_{t-1} is A or B, then X_{t-1} = Q_{t-1}.", "If ~ is ~ or ~, then ~."),
    ("{Q_t : t ≥ 0} is a Markov chain on (A, B, AB)", "~ is a Markov chain on ~"),
    ("a = P(A|A), b = P(A|B), a - b = (1-α-β)^t", "~, ~, ~"),
    ("line 4 (a): queries are functions", "line 4 (a): queries are functions"),
    ("Sections I-C and II, with tables (c) and (b)", "Sections I-C and II, with tables (c) and (b)"),
    ("t odd (t-1 is even)", "~ odd (~ is even)"),
    ("Pr(history | X_0) does not depend on X_0", "~ does not depend on ~"),
    ("Table III(a): entries ≥ 0", "Table III(a): entries ~"),
    ("Shannon's t-step law", "Shannon's t-step law"),
    ("Theorem 1 in Appendix A", "Theorem 1 in Appendix A"),
    ("α+β < 1, = 1 or > 1", "~, ~ or ~"),
    ("Q_t is private given Q_(t-1)", "~ is private given ~"),
    ("0 < alpha + beta < 2, or queries that begin", "~, or queries that begin"),
    ("P(A|A) - and nothing more", "~ - and nothing more"),
    ("an open ( stays prose", "an open ( stays prose"),
    ("", ""),
])
def test_words_stay_prose(text: str, left: str) -> None:
    assert prose(text) == left


def one(text: str) -> tuple[object, ...]:
    (piece,) = read(text)
    assert isinstance(piece, Math)
    return piece.items


def test_scripts_fractions_and_matrices() -> None:
    t, one_ = Name("t"), Number("1")
    before = Row((t, Operator("-"), one_))
    assert one("X_{t-1}") == (Script(Name("X"), before),)
    assert one("Q_(t-1)") == (Script(Name("Q"), Group("(", before.items, ")")),)
    assert one("alpha**2") == one("α²") == one("α^2") == (Script(Name("α"), None, Number("2")),)
    assert one("1/(1+u)") == (Fraction(one_, Group("(", (one_, Operator("+"), Name("u")), ")")),)
    assert one("[1-α, α; β, 0]") == (Matrix((
        (Row((one_, Operator("-"), Name("α"))), Name("α")), (Name("β"), Number("0")))),)
    assert one("|1-α|^t") == (Script(Group("|", (one_, Operator("-"), Name("α")), "|"), None, t),)
    assert one("Σ_{i=1}^t p_i") == (
        Script(Name("Σ"), Row((Name("i"), Operator("="), one_)), t), Script(Name("p"), Name("i")))
    assert one("Pr(q̄ | X_0)")[1] == Group(
        "(", (Name("q", "\u0304"), Operator("|"), Script(Name("X"), Number("0"))), ")")
    assert one("g(x,q')")[1] == Group("(", (Name("x"), Operator(","), Name("q'")), ")")
    assert one("Pr(history | q)")[1] == Group("(", (Words(" history "), Operator("|"), Name("q")), ")")


def test_labels_are_code() -> None:
    assert read("by eq:proof-lemma-2, too") == (Prose("by "), Code("eq:proof-lemma-2"), Prose(", too"))


def test_the_name_of_the_subject_is_no_difference() -> None:
    assert read("ON-OFF privacy") == (Prose("ON-OFF privacy"),)


@given(st.text(alphabet="αβXQ_{}()[]|^*/+-=<>…Σ ,;:.'1AaIPrmint²³⁻̄⟦", max_size=40))
@example("1²⁻")
def test_reading_never_fails_and_keeps_every_sign(text: str) -> None:
    assert visible("".join(map(glyphs, read(text)))) == visible(text)


def test_a_missing_tool_skips_or_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ONOFF_REQUIRE_TOOLS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-program is not installed"):
        tools.need("no-such-program")
    monkeypatch.setenv("ONOFF_REQUIRE_TOOLS", "1")
    with pytest.raises(pytest.fail.Exception, match="no-such-program is not installed"):
        tools.need("no-such-program")
    assert tools.need("no-such-program", "sh").endswith("/sh")


# -- quotes of LaTeX source ------------------------------------------------------------------------------------

MACROS = {"cQ": r"\mathcal{Q}", "utag": r"\mathop{#2}\limits^{\text{(#1)}}", "twice": "#1#1", "self": r"\self"}
QUOTES = [
    (r"$\Pr\left(Q_1 =q\right)=\Pr\left(Q_1 =q|X_0 =x_0\right)$", "Pr(Q_1 = q) = Pr(Q_1 = q | X_0 = x_0)"),
    (r"I \left(X_{\mathcal{B}_t\backslash\{0\}};Q_t|X_{0}, Q_{(t-1)}\right) = 0.",
     "I(X_{𝓑_t∖{0}}; Q_t | X_0, Q_(t-1)) = 0"),
    (r"P = \begin{bmatrix} 1-\alpha & \alpha \\ \beta & 1-\beta \end{bmatrix}, \quad \text{ if } \alpha+\beta\leq 1",
     "P = [1-α, α; β, 1-β], if α+β ≤ 1"),
    (r"1-\alpha & \alpha\\[1ex] \beta & 1-\beta", "1-α, α; β, 1-β"),
    (r"\begin{cases} \frac{1}{2}, & t \leq 0, \\ \frac{1}{1+|1-\alpha|^t}, & t \geq 1. \end{cases}",
     "{1/2, t ≤ 0; 1/(1+|1-α|^t), t ≥ 1}"),
    (r"\begin{align*} \ell_t & \utag{a}{\geq} \frac{p_1+p_2}{\delta}\nonumber\\ & = \sum_{i=1}^t \frac{1}{2} q",
     "ℓ_t ≥(a) (p_1+p_2)/δ = Σ_{i=1}^t 1/2·q"),
    (r"for any $q \in \cQ$ and $\mathbf{\bar{q}}$", "“for any q ∈ 𝒬 and q̄”"),
    (r"\alpha=\beta=0$ or $\alpha=\beta=1$", "“α = β = 0 or α = β = 1”"),
    (r"satisfies~\eqref{eq:privacy} and Lemma~\ref{Lem:Q}, \emph{so} ``it''",
     "“satisfies (eq:privacy) and Lemma Lem:Q, so “it””"),
    (r"$A,B$ & $\frac{\beta}{1-\alpha}$ & 0", "A, B, β/(1-α), 0"),
    (r"F^{-}(t)=\max\{i:i\leq t\}, X_{F^{-}(t)}", "F⁻(t) = max{i:i ≤ t}, X_{F⁻(t)}"),
    (r"$X_tQ_t \Pr(a)\Pr(b) 2-\Pr(c)$", "X_t Q_t Pr(a) Pr(b)2 - Pr(c)"),
    (r"$\unknown{x}+1$", r"\unknown x+1"),
]


@pytest.mark.parametrize("quote, expected", QUOTES)
def test_a_quote_is_read(quote: str, expected: str) -> None:
    assert plain(quote, MACROS) == expected


@pytest.mark.parametrize("quote", [
    "", "$", "\\", "{" * 4000, "}" * 99, "$" + "{" * 3000, "$" + "\\frac{" * 500, "$x_", "$\\begin{bmatrix}",
    "\\end{x}", "$\\end", "$\\left", "$\\sum_", "|" * 200, "$\\self$", "\\twice{" * 60, "$\\utag{a}", "\\utag",
    "$&\\\\&",
])
def test_what_is_no_latex_is_no_error(quote: str) -> None:
    assert len(plain(quote, MACROS)) < 50_000


@given(st.text(alphabet="\\{}$_^&|ab 1=,()[]\n") | st.text())
def test_no_quote_is_an_error(quote: str) -> None:
    plain(quote, MACROS)


def test_words_outside_of_formulas_are_counted() -> None:
    assert words(r"for any $q \in \cQ$ we have \eqref{eq:one}", MACROS) == 4
    assert words(r"R_t \leq \frac{1}{2}", MACROS) == 0


@pytest.mark.parametrize("quote, expected", [
    (r"by Table~\ref{table:Q} and \eqref{eq:one}", "“by Table III and (7)”"),
    (r"\ref{eq:one} is for us", "“7 is for us”"),
    (r"as \ref{Lem:Q} and \eqref{eq:none} say", "“as Lem:Q and (eq:none) say”"),
])
def test_a_reference_is_the_number_that_the_paper_prints(quote: str, expected: str) -> None:
    numbers = {"table:Q": "Table III", "eq:one": "Equation (7)", "Lem:Q": ""}
    assert plain(quote, MACROS, numbers) == expected


def test_a_place_has_its_number_and_its_label() -> None:
    numbers = {"eq:one": "Equation (7)", "eq:one-b": "Equation (8)"}
    assert located("eq:one-b, row A", numbers) == "Equation (8) (eq:one-b), row A"
    assert located("II display 1", numbers) == "II display 1"
