"""Web pages: sound, self-contained, the answer first, in text and in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser, browser
from pages import faults
from run import ROOT, inside

from onoff_symbolic.report import html
from onoff_symbolic.report.document import Code, Facts, Item, Part, Table, Text, Title
from onoff_symbolic.result import Verdict

pytestmark = pytest.mark.slow
HOSTILE = '<script>alert("1")</script> & $a < b$'
PAGES = {
    "claim": ("lemma1",),
    "claims": ("lemma1", "theorem1", "appc-premise", "table3-caption"),
    "letter": ("errata",),
    "private": ("scheme", str(ROOT / "examples" / "paper-low.toml")),
    "leaking": ("scheme", str(ROOT / "examples" / "late-leak.toml")),
}


def page(name: str) -> str:
    return inside(*PAGES[name], "--format", "html").stdout


@pytest.mark.parametrize("name", PAGES)
def test_is_sound(name: str) -> None:
    assert faults(page(name)) == []


def test_shows_the_answer_before_what_is_printed_and_the_proof_last() -> None:
    found = page("claim")
    places = [found.index(part) for part in ('class="call proved"', "Printed", "Encoded", ">Proof<", "What rests")]
    assert places == sorted(places)


def test_links_lead_from_a_claim_to_what_it_rests_on() -> None:
    found = inside("table3a", "lemma1", "theorem1", "claim2", "--format", "html").stdout
    assert '<a href="#table3a"><code>table3a</code></a>' in found and 'id="table3a"' in found


def test_no_text_is_taken_for_html() -> None:
    row = ((HOSTILE, Verdict.PROVED),)
    found = html.page(
        [
            Title(HOSTILE, where=HOSTILE),
            Text(HOSTILE, HOSTILE),
            Facts(((HOSTILE, (HOSTILE,)),)),
            Table(HOSTILE, (HOSTILE, HOSTILE), row),
            Item("1.", HOSTILE, ((HOSTILE, HOSTILE),)),
            Code(HOSTILE),
            Part(HOSTILE, (Text(HOSTILE),), "x", Verdict.PROVED, True),
        ]
    )
    assert "<script" not in found and found.count("&lt;script&gt;") == 17


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", PAGES)
def test_fits_the_screen(chromium: Browser, tmp_path: Path, name: str, width: int) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(name), encoding="utf-8")
    for theme in ("light", "dark"):
        chromium.view(width, 900, theme)
        chromium.open(path)
        assert chromium.run("return document.documentElement.scrollWidth") <= width
        dark = chromium.run("return getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 28)"
        assert dark == (theme == "dark")
    assert chromium.log() == []


def test_the_answer_is_on_the_first_screen(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page("claim"), encoding="utf-8")
    chromium.view(1280, 900, "light")
    chromium.open(path)
    assert chromium.run("return document.querySelector('.call').getBoundingClientRect().bottom") < 600
