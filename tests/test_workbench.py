"""The workbench: the folder that is written, what a page is answered, and its pages in a real browser."""

import json
import re
import shutil
import signal
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, browser
from run import COMMAND, DEVNULL, PIPE, ROOT, environment, inside, started
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

    @pytest.mark.parametrize("name, change, exit, verdict, shown", [
        ("table1", ("", ""), 0, "proved", "The certificate is valid."),
        ("table1", ("proves", "proven"), 1, "invalid", "<strong>Invalid: </strong>"),
        ("lemma1", ("", ""), 1, "incomplete", "<strong>Incomplete: </strong>"),
        ("appb-case2", ("", ""), 0, "refuted", "The certificate is valid."),
    ])
    def test_about_a_certificate_has_a_verdict_only_if_it_is_valid(
            self, name: str, change: tuple[str, str], exit: int, verdict: str, shown: str) -> None:
        text = (ROOT / "proofs" / "certificates" / f"{name}.json").read_text(encoding="utf-8").replace(*change, 1)
        found = answered(["check", "--format", "html", "a.json"], {"a.json": text})
        assert (found.exit, found.verdict) == (exit, verdict) and shown in found.html
        assert ('class="badge' in found.html) == (exit == 0) and "certificate.json" not in found.files

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

    def test_has_an_example_for_each_page_and_no_other(self, tmp_path: Path, pyodide: Path) -> None:
        self.made(tmp_path, pyodide)
        found = {name for name in self.files(tmp_path / "out") if name.startswith("examples/")}
        named = set[str]()
        for page in PAGES:
            text = (tmp_path / "out" / f"{page.name}.html").read_text(encoding="utf-8")
            listed = re.findall(r'<option value="(examples/[^"]*)"( selected="")?', text)
            assert [Path(name).stem for name, selected in listed if selected] == [page.first]
            named |= {name for name, _ in listed}
        assert found == named and "examples/papers/misprints.toml" not in found

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


@pytest.mark.slow
def test_a_folder_is_served_on_this_machine_alone(tmp_path: Path, site: Path) -> None:
    words = ("workbench", "-o", str(tmp_path / "out"), "--pyodide", str(NPM / "node_modules" / "pyodide"), "--claims",
             SMALL, "--serve", "--port", "0")
    with started([*COMMAND, *words], stdout=PIPE, stderr=DEVNULL, text=True, env=environment()) as process:
        lines = iter(process.stdout.readline, "")
        address = next(line for line in lines if line.startswith("http")).split(" ")[0]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}pyodide/pyodide.asm.wasm", timeout=60) as answer:
            assert answer.headers["Content-Type"] == "application/wasm"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


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


NUMBERS = count()


class Page:
    """A page of the workbench in the browser; at the end it has written no error, and asked no other address."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.chromium, self.address = chromium, address

    def open(self, name: str, fresh: bool = False, **fields: str) -> None:
        """Open a page with what it is asked in the fragment; one that is open already goes on with its worker."""
        words = "&".join(f"{key}={urllib.parse.quote(value, safe='')}" for key, value in fields.items())
        address = f"{self.address}{name}.html"
        if fresh or not self.chromium.driver.current_url.startswith(address):
            self.chromium.open("about:blank")
            self.chromium.open(f"{address}#{words}")
        else:
            self.change(json.dumps(f"{words}&again={next(NUMBERS)}"))

    def change(self, fragment: str) -> None:
        """Change the fragment to the value of an expression; an answer to it is a new one."""
        self.chromium.run(f"delete document.getElementById('answer')?.dataset.exit; location.hash = {fragment}")

    def ask(self, text: str) -> tuple[int, str]:
        """The answer to a text that comes by the fragment."""
        self.change(json.dumps(f"text={urllib.parse.quote(text, safe='')}"))
        return self.answer()

    def answer(self) -> tuple[int, str]:
        found = self.chromium.wait(lambda: self.chromium.run(
            "const {exit, verdict} = document.getElementById('answer').dataset; return exit && [exit, verdict]"))
        return int(found[0]), found[1]

    def shown(self, place: str = "#answer") -> str:
        return str(self.chromium.run("return document.querySelector(arguments[0])?.textContent ?? ''", place))

    def click(self, place: str) -> None:
        self.chromium.run("document.querySelector(arguments[0]).click()", place)

    def must_fit(self) -> None:
        """Fail if the page is wider than a telephone, or has not the colours that its reader prefers."""
        for theme in ("light", "dark"):
            self.chromium.view(390, 800, theme)
            assert self.chromium.run("return document.documentElement.scrollWidth") <= 390
            dark = self.chromium.run("return getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 28)"
            assert dark == (theme == "dark")

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
        page.must_fit()


def typed(page: Page, text: str) -> None:
    """Type at the end of the editor, as a reader does."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    field = page.chromium.driver.find_element(By.CSS_SELECTOR, ".cm-content")
    field.click()
    field.send_keys(Keys.CONTROL, Keys.END)
    page.chromium.run("delete document.getElementById('answer').dataset.exit")
    field.send_keys(Keys.CONTROL + Keys.END + Keys.NULL, text)


class TestScheme:
    def test_follows_the_typing_and_shows_an_error_at_its_place(self, page: Page) -> None:
        page.open("scheme", text=LOW)
        assert page.answer() == (0, "proved")
        typed(page, "\nx y")
        assert page.answer() == (2, "")
        assert "--> scheme.toml:" in page.shown(".messages") and page.shown(".cm-lintRange-error") == "y"

    def test_shows_the_history_that_leaks_in_its_tables(self, page: Page) -> None:
        page.open("scheme", text=LEAK)
        assert page.answer() == (1, "refuted")
        marked = page.chromium.run("return [...document.querySelectorAll('#answer td.marked')].map(x => x.textContent)")
        assert marked[-7:-4] == ["A", "1/72", "1/108"] and marked[-4:] == ["1", "0", "1", "0"]

    def test_offers_what_the_command_line_writes(self, page: Page, tmp_path: Path) -> None:
        page.open("scheme", text=LOW)
        page.answer()
        page.chromium.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
        for link in ("report.tex", "report.json", "certificate.json"):
            page.click(f"#downloads [download='{link}']")
            page.chromium.wait((tmp_path / link).is_file)
        text = (tmp_path / "report.json").read_text(encoding="utf-8")
        assert text == inside("scheme", str(EXAMPLES / "paper-low.toml"), "--format", "json").stdout

    def test_is_shared_by_its_address_alone(self, page: Page) -> None:
        page.open("scheme", text=LEAK, **{"--mode": "1,0,0,1"})
        answer = page.answer()
        page.click("#share")
        address = page.chromium.wait(lambda: page.chromium.run("return location.hash.includes('z=') && location.href"))
        page.chromium.open("about:blank")
        page.chromium.open(address)
        assert page.answer() == answer
        assert page.chromium.run("return document.getElementById('options').elements['--mode'].value") == "1,0,0,1"
        assert "Late leak" in page.shown()


def endless() -> str:
    """A chain of seven sources, for which a design takes many minutes."""
    sources = "ABCDEFG"
    rows = []
    for i, source in enumerate(sources):
        weights = [1 + (3 * i + 5 * j) % 7 for j in range(len(sources))]
        law = ", ".join(f'{y} = "{w}/{sum(weights)}"' for y, w in zip(sources, weights, strict=True))
        rows.append(f"{source} = {{ {law} }}")
    return f"sources = {json.dumps([*sources])}\n[chain]\n" + "\n".join(rows) + "\n"


class TestWork:
    def test_is_stopped_and_a_spare_worker_answers_at_once(self, page: Page) -> None:
        page.open("chain")
        page.answer()
        page.open("chain", command="design", text=endless())
        page.chromium.wait(lambda: "the sets" in page.shown("#progress"))
        assert page.chromium.run("return document.getElementById('answer').dataset.exit ?? ''") == ""
        page.click("#stop")
        assert page.answer() == (130, "") and page.shown() == "Stopped."
        assert page.ask((EXAMPLES / "chains" / "trade-off.toml").read_text(encoding="utf-8"))[0] in (0, 3)

    def test_on_a_newer_text_ends_that_on_an_older_one(self, page: Page) -> None:
        page.open("chain")
        page.answer()
        page.open("chain", command="design", text=endless())
        page.chromium.wait(lambda: "the sets" in page.shown("#progress"))
        assert page.ask("sources = 3") == (2, "")

    def test_goes_on_after_a_reload_and_beside_another_tab(self, page: Page) -> None:
        page.open("chain", command="design", text=endless())
        page.chromium.wait(lambda: "the sets" in page.shown("#progress"))
        first = page.chromium.driver.current_window_handle
        page.chromium.driver.switch_to.new_window("tab")
        page.open("scheme", text=LOW)
        assert page.answer() == (0, "proved")
        page.chromium.driver.close()
        page.chromium.driver.switch_to.window(first)
        page.chromium.driver.refresh()
        page.chromium.wait(lambda: "the sets" in page.shown("#progress"))
        page.click("#stop")
        assert page.answer() == (130, "")


class TestHostile:
    def test_names_and_prose_are_text(self, page: Page) -> None:
        markup = "<img src=x onerror=document.body.remove()><script>document.body.remove()</script>"
        page.open("scheme", text=LOW.replace("ON-OFF privacy", markup))
        assert page.answer() == (0, "proved")
        assert "<script>" in page.shown("#answer h2")
        assert page.chromium.run("return document.querySelectorAll('#answer img, #answer script').length") == 0
        assert page.ask(markup)[0] == 2 and "<img" in page.shown(".messages")

    def test_what_nobody_expects_in_python_is_said_and_ends(self, page: Page) -> None:
        page.open("entropy")
        page.answer()
        found = page.chromium.driver.execute_async_script("""
            const worker = new Worker("./worker.js", { type: "module", name: "click,onoff_symbolic" });
            worker.onmessage = ({ data }) => data.kind === "failed" && arguments[0](data.what);
            worker.postMessage({ request: {} });""")
        assert "KeyError" in found

    @pytest.mark.parametrize("fragment", [
        "'text=' + 'x'.repeat(1e7)", "'z=' + 'A'.repeat(1e6)", "'z=%00'", "'text=%ff%fe'", "'z=&z=&text'",
        "'--mode=' + '%3C'.repeat(1e4) + '&text=a'", "'at:=1&at:x=9&text=a'", "'example=https://example.org/&text=a'",
    ])
    def test_fragments_are_one_clear_error(self, page: Page, fragment: str) -> None:
        page.open("scheme", text="")
        page.answer()
        page.change(fragment)
        assert page.answer() == (2, "")
        assert page.shown(".messages").startswith("error: ") and "Traceback" not in page.shown()

    def test_a_text_that_unpacks_to_gigabytes_is_cut(self, page: Page) -> None:
        page.open("scheme", text="")
        page.answer()
        page.chromium.run("""
            delete document.getElementById("answer").dataset.exit;
            const bomb = new Blob([new Uint8Array(3e8)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
            return new Response(bomb).arrayBuffer().then((packed) => {
              const letters = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join("");
              location.hash = "z=" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_");
            })""")
        assert page.answer() == (2, "") and "bytes, found more" in page.shown(".messages")


class TestPages:
    def test_the_paper_is_there_before_python(self, page: Page) -> None:
        page.chromium.open(f"{page.address}index.html")
        assert page.chromium.run("return document.querySelectorAll('.try a').length") > 50
        page.must_fit()
        asked = page.requests()
        assert asked and not [url for url in asked if "pyodide" in url or "packages" in url]

    def test_a_claim_is_tried_from_the_paper(self, page: Page) -> None:
        page.chromium.open(f"{page.address}index.html")
        page.click("#lemma1 .try a")
        page.chromium.wait(lambda: page.chromium.run("return location.pathname.endsWith('claims.html')"))
        assert page.answer() == (0, "proved")
        assert "[claim.lemma1]" in page.shown(".cm-content")

    @pytest.mark.parametrize("name", ["certificate", "entropy"])
    def test_the_checker_needs_no_sympy(self, page: Page, name: str) -> None:
        page.open(name, fresh=True)
        assert page.answer() == (0, "proved")
        asked = [url for url in page.requests() if "/packages/" in url]
        assert {Path(url).stem for url in asked} <= {"click", "onoff_symbolic"}

    def test_several_certificates_are_dropped_together(self, page: Page) -> None:
        texts = [(ROOT / "proofs" / "certificates" / f"{name}.json").read_text(encoding="utf-8")
                 for name in ("table3-cases", "appb-case2", "table1")]
        page.open("certificate")
        page.answer()
        page.chromium.run("""
            delete document.getElementById("answer").dataset.exit;
            const dataTransfer = new DataTransfer();
            arguments[0].forEach((text) => dataTransfer.items.add(new File([text], "--brief")));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer }));""", texts)
        code, verdict = page.answer()
        assert (code, verdict.split()[1:]) == (0, ["refuted", "proved"]) and "3 of 3 valid" in page.shown()

    def test_a_certificate_lists_what_was_supposed(self, page: Page) -> None:
        page.open("certificate")
        page.answer()
        assert "alpha = 1/5, beta = 1/5, delta = 1/2" in page.shown().replace("\n", "")

    def test_every_control_is_reached_by_keyboard(self, page: Page) -> None:
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        page.open("chain")
        page.answer()
        reached = set()
        for _ in range(30):
            ActionChains(page.chromium.driver).send_keys(Keys.TAB).perform()
            reached.add(page.chromium.run("const {id, name, className, dataset} = document.activeElement;"
                                          "return dataset.name || id || name || className"))
        assert {"example", "open", "command", "--t", "at", "a", "b", "share"} <= reached
        assert any("cm-content" in each for each in reached)

    def test_a_slider_asks_at_a_point_and_moves_it_in_the_picture(self, page: Page) -> None:
        page.open("chain", **{"--t": "1"})
        assert page.answer() == (0, "proved")
        page.chromium.run("""
            delete document.getElementById("answer").dataset.exit;
            const slider = document.querySelector("[data-name=a]");
            slider.value = 10;
            slider.dispatchEvent(new Event("input", { bubbles: true }));""")
        assert page.answer() == (0, "proved")
        assert "--at a=10/40,b=8/40" in page.shown("#command-line")
        assert page.chromium.run("return document.querySelector('#map .here').getAttribute('cx')") == "0.25"
        assert page.chromium.run("return document.querySelectorAll('#map .area').length") == 2


def test_works_without_the_server_after_the_first_load(tmp_path: Path, site: Path) -> None:
    with browser(tmp_path) as chromium:
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            page = Page(chromium, f"http://127.0.0.1:{server.server_port}/")
            page.open("entropy")
            page.answer()
            chromium.wait(lambda: chromium.run("return navigator.serviceWorker.controller !== null"))
            server.shutdown()
        for name, path in (("scheme", "late-leak.toml"), ("index", ""), ("certificate", "")):
            page.open(name, **({"text": LEAK} if path else {}))
            if name != "index":
                assert page.answer() == ((1, "refuted") if path else (0, "proved"))
            assert name != "index" or page.shown("#lemma1")
        assert [entry for entry in chromium.log() if "offline.js" not in entry["message"]] == []


def test_a_folder_without_python_says_so(tmp_path: Path, site: Path) -> None:
    broken = tmp_path / "site"
    shutil.copytree(site, broken, ignore=shutil.ignore_patterns("pyodide"))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(broken))) as server, \
            browser(tmp_path / "profile") as chromium:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = Page(chromium, f"http://127.0.0.1:{server.server_port}/")
        page.open("entropy")
        assert page.answer() == (1, "") and page.shown().startswith("The work ended")
        server.shutdown()


def test_a_plain_field_takes_the_place_of_the_editor(tmp_path: Path, site: Path) -> None:
    plain = tmp_path / "site"
    shutil.copytree(site, plain)
    shutil.copy(workbench.STATIC / "editor.js", plain)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(plain))) as server, \
            browser(tmp_path / "profile") as chromium:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = Page(chromium, f"http://127.0.0.1:{server.server_port}/")
        page.open("scheme", text=LOW + "\nx y")
        assert page.answer() == (2, "")
        assert chromium.run("const a = document.querySelector('textarea');"
                            "return a.value.slice(a.selectionStart, a.selectionEnd)") == "y"
        assert page.ask(LEAK) == (1, "refuted")
        server.shutdown()
