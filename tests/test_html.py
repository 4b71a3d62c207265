"""The web report: sound, self-contained, true to the run, readable in both themes; in text and in a real browser."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from browser import Browser, browser
from pages import faults
from run import inside, python
from samples import ALL, CHAIN, CONDITIONAL, REFUTED, UNDECIDED, WEIGHT, claim

from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper import web
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report import graph, html, style
from onoff_symbolic.report.markup import number, tag, text
from onoff_symbolic.report.mathml import prose
from onoff_symbolic.report.notation import glyphs, read
from onoff_symbolic.report.view import view
from onoff_symbolic.result import Result, Verdict

HALF = Fraction(1, 2)


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return list(ALL)


SCORE = html.Score((("tables", 9, 10), ("signs", 5, 5)), (("table 3", "it says the same"),))


def made(results: Sequence[Result], ancestors: Sequence[Result] = ALL) -> str:
    return html.claims(results, web.about("A paper", ancestors, SCORE))


@pytest.fixture(scope="module")
def page() -> str:
    return made(ALL)


def article(page: str, claim: str) -> str:
    """The line of a claim and what is folded behind it."""
    found = [part for part in page.split('<details class="claim"')[1:] if f'<article id="{claim}">' in part]
    assert len(found) == 1, f"no article on {claim}"
    return found[0].partition("</article>")[0]


def plain(markup: str) -> str:
    """The text of some markup, without spaces."""
    bare = re.sub(r"<[^>]*>", "", markup)
    for code, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        bare = bare.replace(code, sign)
    return "".join(bare.split())


def signs(content: str) -> str:
    """Letters and digits in their order; Σ and Π are operators on the page."""
    return "".join(c for c in content if c.isalnum() and c not in "ΣΠ")


# -- the page as text --------------------------------------------------------------------------------------


def test_the_page_is_sound(page: str) -> None:
    assert faults(page) == []


@pytest.mark.parametrize("old, new, said", [
    ("</main>", "", "</body> closes main"),
    ('id="chain"', 'id="refuted"', "id refuted twice"),
    ('href="#chain"', 'href="#nowhere"', "link to #nowhere"),
    ('href="#chain"', 'href="https://example.org/"', "link to https://example.org/"),
    ("<h2", "<h3", "h3 after h1"),
    ("<h4>", "<h1>", "</h4> closes h1"),
    ('lang="en"', "", "no language"),
    (' scope="col"', "", "<th> without scope"),
    ("<caption>Hypotheses</caption>", "", "table without caption"),
    ('role="img"', "", "a picture that is not told"),
    ("</main>", "<script></script></main>", "<script>"),
    ("<h1>", '<h1 onclick="x()">', "onclick"),
    (":root {", "@import 'x'; :root {", "@import in a style"),
    ("</main>", '<p style="background: url(x)"></p></main>', "url( in a style"),
])
def test_an_unsound_page_is_noticed(page: str, old: str, new: str, said: str) -> None:
    assert old in page
    assert said in faults(page.replace(old, new))


@pytest.mark.parametrize("result", ALL, ids=lambda result: result.id)
def test_every_claim_stands_with_its_verdict(page: str, result: Result) -> None:
    found, shown = article(page, result.id), view(result)
    assert f'class="badge {result.verdict.value}"' in found
    assert signs("".join(map(glyphs, read(shown.statement)))) in signs(plain(found))
    for condition in result.conditions:
        assert signs("".join(map(glyphs, read(condition.text)))) in signs(plain(found))
    for failed in shown.failing:
        assert failed.title.split()[0] in found and plain(prose(failed.found)) in plain(found)
    assert (f'id="erratum-{result.id}"' in page) == (result.verdict in (Verdict.CONDITIONAL, Verdict.REFUTED))
    assert ("Should be (proved)" in found) == bool(shown.correction)
    count = shown.counts()[0]
    assert (f"What was shown: {count} statement" in found) == (count > 0)


def test_the_steps_of_the_certificate_are_on_the_page(page: str) -> None:
    found = plain(article(page, "chain"))
    for said in ("afterAB:path[A,B]=0", "Byinductionoverhistories", "f1", "1−α>0", "restsonentropy"):
        assert said in found
    assert "notwhatwaschecked" in found


def test_more_counterexamples_are_folded() -> None:
    many = replace(CONDITIONAL, witnesses=CONDITIONAL.witnesses * 5)
    found = article(made([many]), "conditional")
    assert "3 more counterexamples" in found and found.count('class="call refuted"') == 2


def test_the_counts_are_those_of_the_results(page: str, results: list[Result]) -> None:
    for verdict in Verdict:
        count = sum(r.verdict is verdict for r in results)
        assert (f'<li class="tile {verdict.value}"><b>{count}</b>' in page) == (count > 0)
    assert f"{len(results)} claims, {sum(len(r.shown) for r in results)} statements shown by certificates." in page


def test_hypotheses_stated_and_used_are_both_told(page: str) -> None:
    found = plain(article(page, "chain"))
    assert "usedbytheproof" in found
    for place in view(CHAIN).places:
        for told in (place.where, place.used):
            assert plain(prose(", ".join(told) or "none")) in found


def test_weights_are_on_the_page() -> None:
    found = html.claims([CHAIN], html.Page("t", "l"), {"chain": [WEIGHT]})
    assert "Hypotheses that carry weight" in found and faults(found) == []


def test_hostile_text_stays_text() -> None:
    hostile = '</title><script>alert("1")</script><b onload=x> & \' \x00'
    bad = claim("refuted", title=hostile, where=hostile, says=hostile, correction=hostile)
    found = html.claims([replace(REFUTED, claim=bad)], html.Page(hostile, hostile))
    assert faults(found) == []
    assert "<script" not in found and "<b onload" not in found and "\x00" not in found
    assert signs(hostile) in signs(plain(found))


def test_attributes_are_escaped() -> None:
    assert tag("p", text("<"), id='"><script>') == '<p id="&quot;&gt;&lt;script&gt;">&lt;</p>'


def test_the_same_results_give_the_same_bytes(page: str) -> None:
    assert made(ALL) == page


@pytest.mark.parametrize("result, said", [
    (CHAIN, "proof: certificate accepted"), (CONDITIONAL, "proof under its condition: certificate accepted"),
    (REFUTED, "counterexample: certificate accepted"), (UNDECIDED, "proof: none"),
])
def test_who_vouches_for_a_proof(page: str, result: Result, said: str) -> None:
    assert f"<span>{said} </span>" in article(page, result.id)


def test_the_mutation_score_is_on_the_page(page: str) -> None:
    assert "Mutation score: 14 of 15." in page and "itsaysthesame" in plain(page)


# -- mathematics -------------------------------------------------------------------------------------------

CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
LEAVES = {"mi", "mn", "mo", "mtext", "mspace"}


def misformed(page: str) -> list[str]:
    """Formulas that are not MathML Core."""
    found = []
    for source in re.findall(r"<math.*?</math>", page, flags=re.S):
        for node in ElementTree.fromstring(source.replace("&nbsp;", " ")).iter():
            good = len(node) == CHILDREN.get(node.tag, len(node)) and (
                len(node) == 0 if node.tag in LEAVES else not (node.text or "").strip())
            if not good or node.tag not in {*CHILDREN, *LEAVES, "math", "mrow", "mtable", "mtr", "mtd"}:
                found.append(source)
    return found


def test_every_formula_is_well_formed(page: str) -> None:
    assert page.count("<math>") > 150
    assert misformed(page) == []


@pytest.mark.parametrize("wrong", [
    "<math><mfrac><mi>a</mi></mfrac></math>", "<math>a</math>", "<math><b>a</b></math>",
    "<math><mi><mn>1</mn></mi></math>",
])
def test_a_misformed_formula_is_noticed(wrong: str) -> None:
    assert misformed(wrong) == [wrong]


def test_no_sign_of_a_text_is_lost(results: list[Result]) -> None:
    texts = {text for r in results for s in r.shown for fact in s.facts for text in (fact.says, *fact.terms[0])}
    texts |= {entry.says for r in results for place in view(r).places for entry in place.entries}
    assert len(texts) > 10
    for content in texts:
        assert signs(plain(prose(content))) == signs("".join(map(glyphs, read(content))))


@pytest.mark.parametrize("content, expected", [
    ("1/2", "<math><mrow><mn>1</mn><mo lspace=\"0\" rspace=\"0\">/</mo><mn>2</mn></mrow></math>"),
    ("X_0", "<math><msub><mi>X</mi><mn>0</mn></msub></math>"),
    ("alpha", "<math><mi>α</mi></math>"),
    ("Pr(history)", "<math><mi>Pr</mi><mrow>"
     '<mo form="prefix" fence="true" stretchy="false" lspace="0" rspace="0">(</mo><mtext>history</mtext>'
     '<mo form="postfix" fence="true" stretchy="false" lspace="0" rspace="0">)</mo></mrow></math>'),
    ("α < 1, so", '<span class="k"><math><mi>α</mi><mo>&lt;</mo><mn>1</mn></math>,</span> so'),
])
def test_small_formulas(content: str, expected: str) -> None:
    assert prose(content) == expected


def test_a_fraction_beside_a_factor_keeps_its_bar() -> None:
    assert "<mfrac" in prose("1/2*alpha = 0") and "<mfrac" not in prose("alpha = 1/2")
    assert "<mfrac" in prose("α = 1/(1+β)")


# -- the graph ---------------------------------------------------------------------------------------------


def test_the_graph_has_every_use(page: str, results: list[Result]) -> None:
    drawing = re.search(r'<svg role="group".*?</svg>', page, flags=re.S)
    assert drawing is not None
    assert drawing.group().count('class="arc') == sum(len(r.rests_on) for r in results) == 2
    assert drawing.group().count('<a href="#') == len(results)


def test_ancestors_are_followed_to_the_end(results: list[Result]) -> None:
    found = graph.statuses(results)
    assert found["conditional"].ancestors == ("chain", "entropy") and found["conditional"].grounded
    assert [name for name, status in found.items() if not status.certified] == ["undecided"]
    resting = replace(CHAIN, id="resting", rests_on=("conditional",))
    assert not graph.statuses([*results, resting])["resting"].grounded


def test_a_circle_of_uses_ends() -> None:
    found = graph.statuses([replace(CHAIN, rests_on=("entropy",)), replace(CHAIN, id="entropy", rests_on=("chain",))])
    assert set(found["chain"].ancestors) == {"chain", "entropy"}


def test_a_claim_without_its_ancestors_is_not_grounded() -> None:
    alone = graph.statuses([CHAIN])["chain"]
    assert not alone.grounded and graph.ancestry(alone) == "not all ancestors proved"


def test_chosen_claims_come_with_their_ancestors() -> None:
    found = made([CHAIN], ALL)
    assert faults(found) == []
    assert "conditional" in found and 'href="#conditional"' not in found
    assert found.count("<article") == 1 and "all ancestors proved" in article(found, "chain")
    assert 'id="figures"' in found and 'id="errata"' not in found and 'id="figures"' not in made([REFUTED], ALL)


# -- plots -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value, digits, written", [
    (Fraction(1, 3), 2, "0.33"), (Fraction(2, 3), 2, "0.67"), (Fraction(-1, 3), 2, "-0.33"), (Fraction(5), 2, "5"),
    (Fraction(1, 2), 2, "0.5"), (Fraction(-1, 1000), 2, "0"), (Fraction(1, 3), 6, "0.333333"),
    (Fraction(999, 1000), 2, "1"),
])
def test_positions_are_rounded_where_they_are_written(value: Fraction, digits: int, written: str) -> None:
    assert number(value, digits) == written


def test_the_curves_are_the_values() -> None:
    """Positions read back from the drawing, against the formula."""
    chart, _ = web.figures(ALL)
    drawn = re.findall(r'<path d="M([^"]*L[^"]*)" class="curve hue-\d"', chart.body)
    for size, line in zip((Fraction(0), HALF), drawn, strict=True):
        places = [tuple(map(Fraction, point.split())) for point in line.split("L")]
        for t, (x, y) in enumerate(places):
            exact = 1 / (1 + size ** t) if t else HALF
            assert abs(x - (56 + Fraction(644 * t, 2))) <= Fraction(1, 200)
            assert abs(y - (350 - (exact - HALF) * 2 * 334)) <= Fraction(1, 200)


def test_four_curves_have_four_colours_and_their_names_stand_before_the_chart(session: Session) -> None:
    (chart,) = [f for f in web.figures(session.judge(["figure2"]))]
    assert {*re.findall(r'class="curve (hue-\d)"', chart.body)} == {"hue-0", "hue-1", "hue-2", "hue-3"}
    assert chart.body.index("α+β = 0.2") < chart.body.index('class="plot"')
    inks = [re.findall(rf"curve\.hue-{k}[^}}]*stroke: var\(--(\w+)\)", style.RULES) for k in range(4)]
    assert len({ink for found in inks for ink in found}) == 4


def test_what_a_claim_rests_on_can_stand_out(session: Session) -> None:
    results = session.judge(the_paper().claims)
    drawn, found = graph.drawing(results, ()), graph.statuses(results)
    bars = re.findall(r'<path d="((?:M0 [^"]*Z)+)" class="kin"', drawn)
    assert sorted(bar.count("Z") for bar in bars) == sorted(len(s.ancestors) for s in found.values() if s.ancestors)


def test_the_map_is_symmetric_and_highest_on_the_diagonal() -> None:
    _, shades = web.figures(ALL)
    found = [Fraction(part) for part in re.findall(r"link\) ([0-9.]+)%", shades.body)]
    for panel in (found[k:k + 40] for k in (0, 40)):
        assert panel == panel[::-1] and panel[:20] == sorted(panel[:20]) and len(set(panel)) > 5


# -- colours -----------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear))


VERDICTS = ("proved", "conditional", "refuted", "undecided")
TEXTS = (
    *((ink, ground) for ink in ("ink", "soft", "link") for ground in ("paper", "raised", "sunken")),
    *((verdict, ground) for verdict in VERDICTS for ground in ("paper", "raised", f"{verdict}-wash")),
    *((ink, f"{verdict}-wash") for ink in ("ink", "soft", "link") for verdict in VERDICTS))
"""(colour of text, colour behind it): every pair that occurs."""


def pale(theme: Mapping[str, str]) -> list[str]:
    """Pairs of colours that are too near to be read."""
    found = []
    for ink, ground in TEXTS:
        one, two = sorted((luminance(theme[ink]), luminance(theme[ground])))
        if (two + 0.05) / (one + 0.05) < 4.5:
            found.append(f"{ink} on {ground}")
    return found


@pytest.mark.parametrize("theme", [style.LIGHT, style.DARK])
def test_texts_can_be_read(theme: Mapping[str, str]) -> None:
    assert pale(theme) == []
    assert pale({**theme, "ink": theme["paper"]})
    assert pale({**theme, "soft": "#888888"}) or pale({**theme, "soft": "#777777"})


def test_both_themes_have_the_same_colours_and_no_other_is_used() -> None:
    assert style.LIGHT.keys() == style.DARK.keys()
    assert not re.search(r"#[0-9a-f]{3}|rgb|hsl", style.RULES)
    used = set(re.findall(r"var\(--([\w-]+)\)", style.RULES))
    assert used <= style.LIGHT.keys()
    inks = {ink for ink, _ in TEXTS}
    assert set(re.findall(r"[^-]color: var\(--([\w-]+)\)", style.RULES)) <= inks


def test_the_style_sheet_and_the_page_know_the_same_classes(page: str) -> None:
    used = {name for names in re.findall(r' class="([^"]*)"', page) for name in names.split()}
    styled = set(re.findall(r"\.([a-z][\w-]*)", style.RULES))
    assert used <= styled
    assert styled - used == {"ring", "headline", "hue-2", "hue-3"}      # two curves, and not all claims of a paper


# -- the index and folding -----------------------------------------------------------------------------------


def index(page: str) -> str:
    return page.partition('<nav id="index"')[2].partition("</nav>")[0]


def test_the_index_has_every_claim_with_its_verdict(page: str) -> None:
    line = r'<a href="#([\w-]+)"><span class="badge (\w+)">.*?<span class="unseen">(\w+) </span>'
    listed = re.findall(line, index(page))
    assert listed == [(r.id, r.verdict.value, r.verdict.value) for r in ALL]


def test_many_claims_are_folded_and_few_are_not(page: str) -> None:
    assert page.count('<details class="claim">') == len(ALL) > html.UNFOLDED
    few = made(ALL[:html.UNFOLDED])
    assert few.count('<details class="claim" open="">') == html.UNFOLDED and faults(few) == []


# -- the command -------------------------------------------------------------------------------------------


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    done = inside("lemma1", "appc-premise", "--format", "html", "-o", str(target))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found = target.read_text(encoding="utf-8")
    assert faults(found) == [] and found.count("<article") == 2 and 'id="erratum-appc-premise"' in found


@pytest.mark.slow
def test_only_the_page_imports_what_it_needs(tmp_path: Path) -> None:
    code = ("import sys\nfrom onoff_symbolic.cli import main\nfor form in ('text', 'json', 'html'):\n"
            "    try:\n        main(['request-chain', '--format', form])\n    except SystemExit:\n        pass\n"
            "    print('LOADED', *(m for m in sys.modules if m.startswith('onoff_symbolic')))")
    loaded = [line.split() for line in python(code, cwd=tmp_path).splitlines() if line.startswith("LOADED")]
    for name in ("report.html", "report.mathml", "report.graph", "paper.web"):
        assert [f"onoff_symbolic.{name}" in modules for modules in loaded] == [False, False, True]


# -- in a browser ------------------------------------------------------------------------------------------

VIEWS = [(width, theme) for width in (390, 1280) for theme in ("light", "dark")]
OPEN = "for (const d of document.querySelectorAll('details')) d.open = arguments[0]"
WIDTH = "return document.scrollingElement.scrollWidth"
DEAD = """return [...document.querySelectorAll('a')].map(a => a.getAttribute('href'))
  .filter(h => !h.startsWith('#') || !document.getElementById(h.slice(1)))"""
FLAT = """return [...document.querySelectorAll('math')].filter(m => {
  const r = m.getBoundingClientRect(); return r.width <= 0 || r.height <= 0 }).length"""
PALE = """
const parse = c => (c.match(/[0-9.]+/g) || []).map(Number), found = new Set();
const light = c => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
  const p = c[i] / 255; return sum + weight * (p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4) }, 0);
const ground = e => { for (; e; e = e.parentElement) {
  const c = parse(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c }
  return [255, 255, 255] };
for (const e of document.querySelectorAll('body *')) {
  if (e.closest('svg') || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
  const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => x - y);
  if ((b + 0.05) / (a + 0.05) < 4.5) found.add(e.tagName + '.' + e.className);
}
return [...found]"""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def shown(chromium: Browser, page: str, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """The browser with the page of all claims."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page, encoding="utf-8")
    chromium.open(path)
    return chromium


@pytest.fixture
def broken(chromium: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The browser with a page on which everything is wrong; afterwards it shows the former page again."""
    former = Path(str(chromium.run("return decodeURIComponent(location.pathname)")))
    path = tmp_path / "broken.html"
    path.write_text("<!DOCTYPE html><meta name=viewport content='width=device-width'><title>x</title>"
                    "<body style='background:#fff'><div style='width:2000px;color:#aaa'>x</div><a href='#no'>y</a>"
                    "<math></math><script>console.error('z')</script>", encoding="utf-8")
    chromium.view(390, 800, "light")
    chromium.open(path)
    yield chromium
    chromium.open(former)


def test_the_browser_has_nothing_to_complain_about(shown: Browser, results: list[Result]) -> None:
    assert shown.log() == []
    assert shown.run("return document.querySelectorAll('article').length") == len(results)
    assert shown.run("return document.compatMode") == "CSS1Compat"


@pytest.mark.parametrize("width, theme", VIEWS)
@pytest.mark.parametrize("unfolded", [False, True])
def test_nothing_scrolls_sideways(shown: Browser, width: int, theme: str, unfolded: bool) -> None:
    shown.view(width, 900, theme)
    shown.run(OPEN, unfolded)
    assert shown.run(WIDTH) <= width


def test_every_link_leads_somewhere(shown: Browser) -> None:
    assert shown.run(DEAD) == []


def test_every_formula_has_a_size(shown: Browser, page: str) -> None:
    shown.view(1280, 900, "light")
    shown.run(OPEN, True)
    assert shown.run("return document.querySelectorAll('math').length") == page.count("<math>")
    assert shown.run(FLAT) == 0


@pytest.mark.parametrize("width, theme", VIEWS)
def test_every_text_can_be_read(shown: Browser, width: int, theme: str) -> None:
    shown.view(width, 900, theme)
    shown.run(OPEN, True)
    assert shown.run(PALE) == []
    wanted = (style.LIGHT if theme == "light" else style.DARK)["paper"]
    parts = ", ".join(str(int(wanted[k:k + 2], 16)) for k in (1, 3, 5))
    assert shown.run("return getComputedStyle(document.body).backgroundColor") == f"rgb({parts})"


TALLEST = 61_203 // 3
"""A third of the height, in pixels at a width of 1280, that the page of all claims had unfolded."""
TALL = "return document.scrollingElement.scrollHeight"
ON_TOP = """scrollTo({top: document.scrollingElement.scrollHeight * arguments[1], behavior: 'instant'});
const e = document.querySelector(arguments[0]), r = e.getBoundingClientRect();
const hit = document.elementFromPoint(r.left + r.width / 2, Math.max(r.top, 0) + 20);
return r.width > 0 && r.top > -1 && r.bottom < innerHeight + 1 && e.contains(hit)"""
SEEN = """const e = document.getElementById(arguments[0]);
return e.checkVisibility({contentVisibilityAuto: true}) && e.closest('details').open"""


@pytest.fixture(scope="module")
def whole(chromium: Browser, session: Session, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """The browser with the page of the paper."""
    path = tmp_path_factory.mktemp("whole") / "report.html"
    path.write_text(web.page(session, session.judge(the_paper().claims)), encoding="utf-8")
    chromium.open(path)
    return chromium


@pytest.mark.parametrize("width, theme", VIEWS)
def test_the_page_of_the_paper_fits(whole: Browser, width: int, theme: str) -> None:
    whole.view(width, 900, theme)
    for unfolded in (False, True):
        whole.run(OPEN, unfolded)
        assert whole.run(WIDTH) <= width
    assert whole.run(PALE) == []
    whole.run(OPEN, False)
    assert whole.log() == []


def test_the_page_of_the_paper_is_a_third_as_tall_as_it_was(whole: Browser) -> None:
    whole.view(1280, 900, "light")
    whole.run(OPEN, False)
    assert whole.run(TALL) <= TALLEST
    whole.run("for (const d of document.querySelectorAll('details.claim')) d.open = true")
    assert whole.run(TALL) > 2 * TALLEST
    whole.run(OPEN, False)


@pytest.mark.parametrize("width, theme", VIEWS)
def test_the_first_screen_is_the_headline(whole: Browser, width: int, theme: str) -> None:
    whole.view(width, 900, theme)
    assert whole.run(ON_TOP, ".headline", 0) and not whole.run(ON_TOP, ".headline", 1)
    first = whole.run("return document.querySelector('header').firstElementChild.textContent")
    assert first.startswith("Theorem 1 holds")


@pytest.mark.parametrize("width, theme", VIEWS)
@pytest.mark.parametrize("depth", [0, 0.5, 1])
def test_the_index_is_always_in_reach(whole: Browser, width: int, theme: str, depth: float) -> None:
    whole.view(width, 900, theme)
    wide = width > 1000
    assert whole.run(ON_TOP, "#index" if wide else ".menu", depth)
    assert not whole.run(ON_TOP, ".menu" if wide else "#index", depth)
    if not wide:
        whole.run("document.querySelector('.menu').click()")
        assert whole.run(ON_TOP, "#index", depth) and whole.run(WIDTH) <= width
        whole.run("document.querySelector('#index').hidePopover()")
    assert whole.run("return document.querySelectorAll('#index code').length") == len(the_paper().claims)


def test_a_link_of_the_index_unfolds_its_claim(whole: Browser) -> None:
    whole.view(1280, 900, "light")
    whole.run(OPEN, False)
    assert not whole.run(SEEN, "lemma1")
    whole.run("document.documentElement.style.scrollBehavior = 'auto';"
              "document.querySelector('#index a[href=\"#lemma1\"]').click()")
    assert whole.run(SEEN, "lemma1") and not whole.run(SEEN, "theorem1")
    assert whole.run("return scrollY") > 900
    whole.run("location.hash = ''")


def test_paper_has_what_is_folded(whole: Browser) -> None:
    whole.run(OPEN, False)
    tall = "return document.getElementById('lemma1').closest('details').getBoundingClientRect().height"
    assert whole.run(tall) < 100
    whole.command("Emulation.setEmulatedMedia", media="print")
    assert whole.run(tall) > 300
    whole.command("Emulation.setEmulatedMedia", media="")


def test_a_broken_page_is_noticed(broken: Browser) -> None:
    assert "z" in str(broken.log())
    assert broken.run(WIDTH) > 390
    assert broken.run(DEAD) == ["#no"]
    assert broken.run(FLAT) == 1
    assert broken.run(PALE) == ["DIV."]
