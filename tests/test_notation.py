"""Mathematics between dollars, read into a tree, and set in LaTeX and MathML."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onoff_symbolic.report import latex_math, mathml
from onoff_symbolic.report.notation import (
    Code, Fraction, Group, Matrix, Name, Number, Operator, Prose, Row, Script, Words, formula, glyphs, pieces, unmarked,
)
from onoff_symbolic.report.view import located

X_T = Script(Name("X"), Name("t"))
ANY = st.text(alphabet="αβXQ_{}()[]|^*/+-=<>…Σ ,;:.'1AaIPrmint²⁻̄%&#$~\\`", max_size=40)


@pytest.mark.parametrize("text, tree", [
    ("X_t", (X_T,)),
    ("alpha <= β", (Name("α"), Operator("≤"), Name("β"))),
    ("k0", (Script(Name("k"), Number("0")),)),
    ("P[A,B]", (Script(Name("P"), Row((Name("A"), Operator(","), Name("B")))),)),
    ("a/b", (Fraction(Name("a"), Name("b")),)),
    ("|x|", (Group("|", (Name("x"),), "|"),)),
    ("[a, b; c, d]", (Matrix(((Name("a"), Name("b")), (Name("c"), Name("d")))),)),
    ("Pr(history | X_t)", (Row((Name("Pr"), Group("(", (Words("history"), Operator("|"), X_T), ")"))),)),
    ("x ** 2", (Script(Name("x"), None, Number("2")),)),
])
def test_reads(text: str, tree: tuple[object, ...]) -> None:
    assert formula(text.replace(" ** ", "**")) == tree


def test_only_what_is_marked_is_mathematics() -> None:
    assert [*pieces("A coin, `p`, $p < 1$.")][:3] == [Prose("A coin, "), Code("p"), Prose(", ")]
    assert unmarked("$p$ costs 5$") == "p costs 5$"


@given(st.text(alphabet="αβXQ_{}()[]|+/ ,;:.1AaIPrmin…'", max_size=40))
def test_loses_no_sign(text: str) -> None:
    read = "".join(map(glyphs, formula(text)))
    hidden = " _{}[]"     # marks of scripts and indices, and the brackets around them
    assert Counter(sign for sign in read if sign not in hidden) == Counter(s for s in text if s not in hidden)


@given(ANY)
def test_any_text_becomes_balanced_latex_and_mathml(text: str) -> None:
    found = latex_math.prose(text)
    page = str(mathml.prose(text))
    bare = re.sub(r"\\[{}$%&#_]", "", found)
    assert found.isascii()
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert not re.search(r"[%&#]", bare)
    assert page.count("<mrow>") == page.count("</mrow>")
    assert "<script" not in page


@pytest.mark.parametrize("text, shown", [
    ("2*3", r"2 \cdot 3"),
    ("p/2*3", r"\frac{p}{2} \cdot 3"),
    ("rate_1*cost_2", r"\mathit{rate}_{1} \cdot "),
    ("1/(1 - alpha)", r"\frac{1}{1 - \alpha}"),
    ("M[a,x]^t", r"M_{a , x}^{t}"),
    ("Pr(Q_t = AB)", r"\Pr (Q_{t} = AB)"),
    ("rr", r"\text{rr}"),
    ("rr[a]", r"\mathit{rr}_{a}"),
    ("|1-α|", r"\lvert 1 - \alpha \rvert"),
])
def test_latex(text: str, shown: str) -> None:
    assert shown in latex_math.formula_text(text)


def test_factors_do_not_run_together_in_mathml() -> None:
    assert "·" in mathml.prose("$2*3$")
    assert "<mfrac>" in mathml.prose("$1/2$")


def test_text_is_escaped() -> None:
    assert mathml.prose("<b> $a < b$ & `<i>`").count("&lt;") == 3
    assert latex_math.prose("50% & more_ ☃") == r"50\% \& more\_ ?"


def test_places_have_the_numbers_of_the_printed_paper() -> None:
    assert located("eq:a, caption", {"eq:a": "Equation (7)"}) == "Equation (7) (eq:a), caption"
