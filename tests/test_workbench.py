"""The workbench: the folder that is written, what a page is answered, and its pages in a real browser."""

import json
import shutil
import threading
import urllib.parse
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, browser
from run import ROOT, inside
from tools import missing

from onoff_symbolic.cli.answered import Answer, answer, answered, verdicts
from onoff_symbolic.workbench import folder as workbench
from onoff_symbolic.workbench.pages import PAGES, POLICY

NPM = ROOT / "build" / "npm"
EXAMPLES = ROOT / "examples"
LEAK = (EXAMPLES / "late-leak.toml").read_text(encoding="utf-8")
LOW = (EXAMPLES / "paper-low.toml").read_text(encoding="utf-8")
SMALL = str(ROOT / "tests" / "data" / "small.toml")
COMMANDS = {
    "scheme": (("scheme",), sorted(EXAMPLES.glob("*.toml"))),
    "chain": (("bound",), sorted((EXAMPLES / "chains").glob("*.toml"))),
    "entropy": (("entropy",), sorted((workbench.STATIC / "examples" / "entropies").glob("*.txt"))),
    "certificate": (("check",), [ROOT / "proofs" / "certificates" / f"{name}.json" for name in ("table1", "lemma1")]),
    "claims": (("verify", "all", "--claims"), sorted((EXAMPLES / "papers").glob("[o-t]*.toml"))),
}
"""Of each page: the command that it asks, and files to ask about."""


def expected(page: str, path: Path) -> tuple[int, str]:
    """The exit code and the verdicts of the command line."""
    words, _ = COMMANDS[page]
    last = path.read_text(encoding="utf-8").replace("\n", " ") if page == "entropy" else str(path)
    done = inside(*words, last, "--format", "json")
    return done.returncode, " ".join(verdicts(json.loads(done.stdout)))


# -- what a page is answered -------------------------------------------------------------------------------


class TestAnswer:
    def ask(self, text: str, *words: str) -> Answer:
        return answered([*words, "scheme.toml"], {"scheme.toml": text})

    def test_is_that_of_the_command_line(self) -> None:
        found = self.ask(LEAK, "scheme")
        assert (found.exit, found.verdict) == expected("scheme", EXAMPLES / "late-leak.toml") == (1, "refuted")
        assert found.messages == "" and 'class="call refuted"' in found.html

    def test_has_the_certificate_and_the_report_in_latex(self, tmp_path: Path) -> None:
        found = self.ask(LOW, "scheme")
        path = tmp_path / "it.json"
        path.write_text(found.files["certificate.json"], encoding="utf-8")
        assert inside("check", str(path)).returncode == 0
        assert found.files["report.tex"].startswith("\\documentclass")

    def test_of_a_bad_file_is_the_error_with_its_line(self, tmp_path: Path) -> None:
        text = LOW + "\nx y"
        (tmp_path / "scheme.toml").write_text(text, encoding="utf-8")
        done = inside("scheme", "scheme.toml", cwd=tmp_path)
        found = self.ask(text, "scheme")
        assert (found.exit, found.messages) == (done.returncode, done.stderr) and found.exit == 2
        assert found.line == text.count("\n") + 1

    def test_tells_how_far_it_is(self) -> None:
        told: list[str] = []
        answer(json.dumps({"arguments": ["scheme", "a.toml"], "files": {"a.toml": LOW}}), told.append)
        assert "private" in told
        count = len(told)
        self.ask(LOW, "scheme")
        assert len(told) == count

    def test_leaves_the_command_line_as_it_was(self) -> None:
        self.ask(LOW, "scheme")
        assert "private" in inside("scheme", str(EXAMPLES / "paper-low.toml")).stdout

    @pytest.mark.parametrize("words", [
        ("design", "chains/path.toml"), ("bound", "three-sources.toml", "--at", "a=1/4", "--t", "2"),
        ("region", "chains/trade-off.toml"), ("bound", "chains/path.toml", "--t", "2"),
        ("design", "chains/cycle.toml", "--at", "a=1/4", "--horizon", "3"),
    ])
    def test_is_the_same_without_highspy_which_no_browser_has(
            self, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
        command, file, *more = words
        asked = (command, str(EXAMPLES / file), *more, "--format", "json")
        with_it = inside(*asked)
        monkeypatch.setitem(__import__("sys").modules, "highspy", None)
        assert (inside(*asked).stdout, with_it.returncode) == (with_it.stdout, 0)

    def test_about_entropies_is_the_same_without_highspy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = ("entropy", "X -> Y -> Z -> W => I(X;W) <= I(Y;Z)", "--format", "json")
        with_it = json.loads(inside(*asked).stdout)
        monkeypatch.setitem(__import__("sys").modules, "highspy", None)
        assert json.loads(inside(*asked).stdout)["verdict"] == with_it["verdict"] == "proved"


# -- the folder --------------------------------------------------------------------------------------------


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small folder that is taken for Pyodide."""
    place = tmp_path / "pyodide"
    place.mkdir()
    for name in workbench.HASHES:
        (place / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(workbench, "HASHES", {name: sha256(name.encode()).hexdigest() for name in workbench.HASHES})
    monkeypatch.setattr(workbench, "LIBRARIES", ("click",))
    return place


class TestFolder:
    def made(self, tmp_path: Path, pyodide: Path, *more: str, name: str = "out") -> Any:
        return inside("workbench", "-o", str(tmp_path / name), "--pyodide", str(pyodide), "--claims", SMALL, *more)

    def files(self, place: Path) -> dict[str, bytes]:
        return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}

    def test_has_all_pages_and_a_list_of_its_files(self, tmp_path: Path, pyodide: Path) -> None:
        done = self.made(tmp_path, pyodide)
        found = self.files(tmp_path / "out")
        assert done.returncode == 0, done.stderr
        assert {"index.html", *(f"{page.name}.html" for page in PAGES)} <= found.keys()
        assert {*json.loads(found["files.json"]), "files.json", "offline.js"} == {*found} | {"offline.js"}
        assert found["examples/claims/paper.toml"] == Path(SMALL).read_bytes()

    def test_is_reproducible(self, tmp_path: Path, pyodide: Path) -> None:
        self.made(tmp_path, pyodide)
        self.made(tmp_path, pyodide, name="again")
        assert self.files(tmp_path / "out") == self.files(tmp_path / "again")

    def test_each_page_has_version_commit_policy_and_no_script_of_its_own(self, tmp_path: Path, pyodide: Path) -> None:
        self.made(tmp_path, pyodide)
        for name, data in self.files(tmp_path / "out").items():
            if name.endswith(".html"):
                text = data.decode()
                assert f"onoff-verify {workbench.VERSION}" in text and workbench.commit() in text, name
                assert text.count(POLICY) == 1 and "unsafe-eval'" not in text.replace("wasm-unsafe-eval'", ""), name
                assert "<script>" not in text and "javascript:" not in text and " onclick" not in text, name
                assert "http:" not in text and "https:" not in text, name

    def test_each_claim_leads_to_the_workbench(self, tmp_path: Path, pyodide: Path) -> None:
        self.made(tmp_path, pyodide)
        text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
        assert '<article id="rows"><p class="try"><a href="claims.html#words=rows">' in text

    def test_has_the_licences_of_what_is_in_it(self, tmp_path: Path, pyodide: Path) -> None:
        editor = tmp_path / "editor"
        editor.mkdir()
        (editor / "editor.js").write_text("// bundled", encoding="utf-8")
        (editor / "licences.txt").write_text("Of the editor", encoding="utf-8")
        self.made(tmp_path, pyodide, "--editor", str(editor))
        text = (tmp_path / "out" / "licences.txt").read_text(encoding="utf-8")
        for words in ("MIT License", "Pallets", "Mozilla Public License", "Python Software Foundation",
                      "Of the editor"):
            assert words in text
        assert (tmp_path / "out" / "editor.js").read_text(encoding="utf-8") == "// bundled"

    def test_is_written_again_but_never_over_a_folder_of_others(self, tmp_path: Path, pyodide: Path) -> None:
        other = tmp_path / "other"
        other.mkdir()
        (other / "mine.txt").write_text("mine", encoding="utf-8")
        done = self.made(tmp_path, pyodide, name="other")
        assert done.returncode == 2 and "expected a new folder" in done.stderr and done.stderr.count("\n") == 1
        assert self.files(other) == {"mine.txt": b"mine"}
        self.made(tmp_path, pyodide)
        (tmp_path / "out" / "old.txt").write_text("old", encoding="utf-8")
        assert self.made(tmp_path, pyodide).returncode == 0
        assert not (tmp_path / "out" / "old.txt").exists() and not [*tmp_path.glob(".workbench-*")]

    def test_is_not_made_of_another_pyodide(self, tmp_path: Path, pyodide: Path) -> None:
        (pyodide / "pyodide.mjs").write_text("another", encoding="utf-8")
        done = self.made(tmp_path, pyodide)
        assert done.returncode == 2 and "pyodide.mjs: expected that of Pyodide" in done.stderr
        shutil.rmtree(pyodide)
        done = self.made(tmp_path, pyodide)
        assert done.returncode == 2 and "expected an unpacked Pyodide" in done.stderr
        assert not (tmp_path / "out").exists()


# -- in a browser ------------------------------------------------------------------------------------------


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing is written."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, with what `make workbench` has taken from npm."""
    if not (NPM / "editor" / "editor.js").is_file():
        missing("Pyodide and the editor are not there: make workbench")
    out = tmp_path_factory.mktemp("site") / "out"
    words = ("--pyodide", str(NPM / "node_modules" / "pyodide"), "--editor", str(NPM / "editor"))
    done = inside("workbench", "-o", str(out), *words)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


@pytest.fixture(scope="module")
def address(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/"


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


class Page:
    """A page of the workbench in the browser; at the end it has written no error, and asked no other address."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.chromium, self.address = chromium, address

    def open(self, name: str, **fields: str) -> None:
        words = "&".join(f"{key}={urllib.parse.quote(value, safe='')}" for key, value in fields.items())
        self.chromium.open("about:blank")
        self.chromium.open(f"{self.address}{name}.html#{words}")

    def ask(self, text: str) -> tuple[int, str]:
        """The answer to a text that comes by the fragment."""
        self.chromium.run("delete document.getElementById('answer').dataset.exit; location.hash = arguments[0]",
                          f"text={urllib.parse.quote(text, safe='')}")
        return self.answer()

    def answer(self) -> tuple[int, str]:
        found = self.chromium.wait(lambda: self.chromium.run(
            "const {exit, verdict} = document.getElementById('answer').dataset; return exit && [exit, verdict]"))
        return int(found[0]), found[1]

    def shown(self, place: str = "#answer") -> str:
        return str(self.chromium.run("return document.querySelector(arguments[0])?.textContent ?? ''", place))

    def click(self, place: str) -> None:
        self.chromium.run("document.querySelector(arguments[0]).click()", place)

    def requests(self) -> list[str]:
        """The addresses that were asked since the last time."""
        events = [json.loads(entry["message"])["message"] for entry in self.chromium.log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    found = Page(chromium, address)
    found.requests()
    chromium.log()
    yield found
    assert [url for url in found.requests() if url.startswith(("http", "ws")) and not url.startswith(address)] == []
    assert chromium.log() == []


@pytest.mark.parametrize("name", COMMANDS)
def test_each_example_has_the_verdict_of_the_command_line(page: Page, name: str) -> None:
    page.open(name)
    page.answer()
    for path in COMMANDS[name][1]:
        found = page.ask(path.read_text(encoding="utf-8"))
        assert (path.name, *found) == (path.name, *expected(name, path)), page.shown()
