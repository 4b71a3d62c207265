"""Products in LaTeX and MathML: random expressions are read back with their exact values."""

import random
import re
from collections.abc import Callable
from fractions import Fraction

import pytest

import latex_values as values
import mathml_reader
import reference
from onoff_symbolic.report import latex_math, mathml, notation

POINT = {"x": Fraction(2, 7), "y": Fraction(5, 3), "w_1": Fraction(-3, 4), "alpha": Fraction(1, 11)}
SAMPLE = values.Sample(POINT, 0, {}, reference.paper(Fraction(1, 3), Fraction(1, 4)), {})
PRINTERS: dict[str, Callable[[str], str]] = {
    "display": latex_math.formula,
    "sentence": lambda text: latex_math.prose(f"If {text} = x, so be it").split("$")[1].rpartition(" =")[0],
    "page": lambda text: mathml_reader.formula(mathml.prose.__wrapped__(text)),
}


def factor(rng: random.Random, depth: int) -> str:
    """A number, a name, a power, or a sum in parentheses."""
    if depth and rng.random() < 0.3:
        return f"({expression(rng, depth - 1)})"
    base = rng.choice([str(rng.randint(1, 30)), f"0.{rng.randint(1, 9)}", "x", "y", "w1", "alpha"])
    return f"{base}**{rng.randint(2, 3)}" if rng.random() < 0.2 else base


def expression(rng: random.Random, depth: int = 2) -> str:
    """A sum of products."""
    text = rng.choice(["", "", "-"])
    for number in range(rng.randint(1, 3)):
        text += f" {rng.choice('+-')} " if number else ""
        text += factor(rng, depth)
        for _ in range(rng.randint(0, 3)):
            text += rng.choice("**/") + factor(rng, depth)
    return text


def value(text: str) -> Fraction:
    """What an expression is, by Python."""
    exact = re.sub(r"(?<![\w.])(?<!\*\*)\d+(\.\d+)?", lambda found: f"Fraction('{found[0]}')", text)
    found = eval(exact, {"Fraction": Fraction, **POINT, "w1": POINT["w_1"]})
    assert isinstance(found, Fraction)
    return found


def shown_value(shown: str) -> Fraction:
    return values.number(values.parse(shown.replace(r"\left", "").replace(r"\right", ""))(SAMPLE))


@pytest.mark.parametrize("name", PRINTERS)
def test_random_expressions_are_read_back(name: str) -> None:
    rng = random.Random(27)
    read = 0
    for _ in range(400):
        text = expression(rng)
        try:
            expected = value(text)
        except ZeroDivisionError:
            continue
        assert shown_value(PRINTERS[name](text)) == expected, (text, PRINTERS[name](text))
        read += 1
    assert read > 300


@pytest.mark.parametrize("name", PRINTERS)
def test_a_sign_that_is_left_out_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for printer in (latex_math, mathml):
        monkeypatch.setattr(printer, "dotted", lambda items, slashed=False: items)
    with pytest.raises((AssertionError, ValueError)):
        test_random_expressions_are_read_back(name)


@pytest.mark.parametrize("text, display, sentence", [
    ("2*3", r"2 \cdot 3", r"$2 \cdot 3$"),
    ("p/2*3", r"\frac{p}{2} \cdot 3", r"$p/2 \cdot 3$"),
    ("p/2*q", r"\frac{p}{2} q", r"$p/2 \cdot q$"),
    ("2*3/4", r"2 \cdot \frac{3}{4}", r"$2 \cdot 3/4$"),
    ("2*3**t", r"2 \cdot 3^{t}", r"$2 \cdot 3^{t}$"),
    ("2**3*4", r"2^{3} \cdot 4", r"$2^{3} \cdot 4$"),
    ("E*(1 - x)", r"\mathbb{E} \cdot (1 - x)", r"$\mathbb{E} \cdot (1 - x)$"),
    ("x*[i = j]", r"x \cdot [i = j]", r"$x \cdot [i = j]$"),
    ("rate_1*cost_2", r"\mathit{rate}_{1} \cdot \mathit{cost}_{2}", r"$\mathit{rate}_{1} \cdot \mathit{cost}_{2}$"),
    ("2*x*(1 - y)", "2 x (1 - y)", "$2 x (1 - y)$"),
])
def test_a_sign_stands_where_factors_would_run_together(text: str, display: str, sentence: str) -> None:
    assert (latex_math.formula(text), latex_math.prose(text)) == (display, sentence)


def test_a_page_has_a_bar_and_a_dot() -> None:
    assert mathml.prose("p/2*3") == ("<math><mfrac><mi>p</mi><mn>2</mn></mfrac><mo>·</mo><mn>3</mn></math>")


def test_a_dot_takes_room() -> None:
    (formula,) = notation.read("2*3")
    assert isinstance(formula, notation.Math)
    assert latex_math.span(formula.items) == 18
