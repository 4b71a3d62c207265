"""The mathematics of the web page, read back: every displayed equality of every claim, and every other formula."""

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

import latex_reader as reader
import latex_values as values
import mathml_reader
from onoff_symbolic.report import argument, article, latex_math, mathml
from onoff_symbolic.report.blocks import Block, CaseOf, Equation, Equations, Lead, Plot
from onoff_symbolic.report.markup import tag, text
from onoff_symbolic.report.notation import Math, read
from test_appendix import CLAIMS, FILE, OTHER_SCHEMES
from test_notation import texts

pytestmark = pytest.mark.slow


def blocks() -> Iterator[tuple[str, Block]]:
    """The lines of every claim."""
    for name, claim in CLAIMS.items():
        yield from ((name, block) for block in argument.blocks(name, claim.get("lines", []), FILE["tables"]))


def displays() -> Iterator[tuple[str, str, str]]:
    """Every displayed formula of the page: its claim, its case, and its MathML."""
    case, last = "", ""
    for claim, block in blocks():
        shown = article._block(block)
        if claim != last or isinstance(block, Lead):
            case, last = "", claim
        if isinstance(block, CaseOf):
            case = mathml_reader.sentence(shown).removeprefix("Case ").removesuffix(".")
        elif isinstance(block, Equation | Equations):
            for found in re.findall(r"<p>((?:<math>.*?</math>|<wbr>| )+)", shown):
                yield claim, case, found


def chain(claim: str, case: str, shown: str) -> reader.Chain:
    return reader.chain_of(claim, case, mathml_reader.formula(shown))


def test_the_page_leaves_no_line_of_a_claim_out() -> None:
    assert [block for _, block in blocks() if not isinstance(block, Plot) and not article._block(block)] == []
    wanted = sum(len(block.texts) if isinstance(block, Equations) else 1
                 for _, block in blocks() if isinstance(block, Equation | Equations))
    assert len([*displays()]) == wanted > 60


def test_every_displayed_equality_of_the_page_holds() -> None:
    rng = random.Random(1)
    relations = checked = 0
    for each in displays():
        found = chain(*each)
        relations += len(found.relations)
        checked += values.check(found, rng, others=OTHER_SCHEMES)[0]
    assert checked > 100 and relations - checked <= 15      # entropies over sets, and the map φ


CHANGES = (
    ("<mi>α</mi>", "<mi>β</mi>"), ("<mi>β</mi>", "<mi>α</mi>"), (">+<", ">−<"), (">−<", ">+<"),
    ("<mn>1</mn>", "<mn>2</mn>"), ("<mn>0</mn>", "<mn>1</mn>"),
)


def noticed(claim: str, case: str, shown: str, count: int) -> bool:
    try:
        return values.check(chain(claim, case, shown), random.Random(3), samples=3)[0] < count
    except (AssertionError, ValueError, KeyError, IndexError):
        return True


def misprints() -> Iterator[tuple[str, str, str, int]]:
    for claim, case, shown in displays():
        right = chain(claim, case, shown)
        count = 0 if claim in OTHER_SCHEMES else values.check(right, random.Random(3), samples=3)[0]
        if count and count == len(right.relations):
            for old, new in CHANGES:
                for place in re.finditer(re.escape(old), shown):
                    yield claim, case, shown[:place.start()] + new + shown[place.end():], count


def test_nearly_every_misprint_on_the_page_is_found() -> None:
    """Every third is tried. Some changes leave a true statement, as p_1 for p_2 on both sides."""
    found = [noticed(*wrong) for wrong in islice(misprints(), 0, None, 3)]
    assert len(found) > 150 and 15 * found.count(False) < found.count(True)


# -- every formula -------------------------------------------------------------------------------------------------


def plain(latex: str) -> str:
    """LaTeX without what is only for the eye; numbers over numbers always as a fraction."""
    bare = re.sub(r"\\left|\\right|\s", "", latex.replace("¶", r"\\").replace("¦", "&"))
    return re.sub(r"(?<![\w}])(\d+)/(\d+)", r"\\frac{\1}{\2}", bare)


@cache
def formulas() -> list[tuple[Math, str]]:
    """With how LaTeX shows them."""
    found = [piece for text in sorted({*texts()}) for piece in read(text) if isinstance(piece, Math)]
    return [(math, latex_math.row(math.items, True)) for math in found]


def different(found: list[tuple[Math, str]]) -> list[str]:
    """Formulas that the page and LaTeX show differently."""
    return [latex for math, latex in found
            if plain(latex) != plain(mathml_reader.formula(mathml._formula(math, "")))]


def test_every_formula_of_every_claim_reads_back_as_in_latex() -> None:
    found = formulas()
    assert len(found) > 1500 and different(found) == []


def test_a_sign_that_is_drawn_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mathml._SIGNS, "-", "+")
    assert len(different(formulas()[::5])) > 60


@pytest.mark.parametrize("name, wrong", [
    ("_bare", lambda node: tag("mn", text("1"))), ("_script", lambda node: mathml._node(node.base)),
    ("_opened", lambda items: items[:1] * 2), ("_name", lambda node: tag("mi", text("x"))),
])
def test_a_part_that_is_drawn_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, wrong: object) -> None:
    monkeypatch.setattr(mathml, name, wrong)
    assert len(different(formulas()[::5])) > 2


@pytest.mark.parametrize("text, found", [
    ("1/length[AB] = 1/2", r"\frac{1}{\mathit{length}_{AB}} = \frac{1}{2}"),
    ("M[A,B]/2 = α", r"\frac{M_{A , B}}{2} = \alpha"), ("s/Pr(Q_t = A) = 1", r"\frac{s}{\Pr (Q_{t} = A)} = 1"),
    ("E[ℓ(Q_t)]/L = 1", r"\mathbb{E} [\ell (Q_{t})]/L = 1"), ("β^(t+1) = 0", r"\beta^{t + 1} = 0"),
    ("1/2(α + β) = x", r"\frac{1}{2} (\alpha + \beta) = x"), ("ℓ(Q_t)/L = 1", r"\ell (Q_{t})/L = 1"),
    ("H(X_t)/L = 1", r"\frac{H (X_{t})}{L} = 1"), ("(1 - α)/β = 1", r"\frac{1 - \alpha}{\beta} = 1"),
    ("α·(1 - β)/α = 1", r"\alpha \cdot \frac{1 - \beta}{\alpha} = 1"),
    ("p_0(1 - α)/β = 1", r"p_{0} \frac{1 - \alpha}{\beta} = 1"),
])
def test_a_bar_takes_a_name_with_its_index_or_argument(text: str, found: str) -> None:
    assert mathml_reader.formula(mathml.prose(text)) == latex_math.formula(text).replace("\\left", "") == found
