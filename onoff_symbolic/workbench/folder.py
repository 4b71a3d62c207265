"""Writes the workbench: static pages, Python for the browser, and the packages that run there.

Whoever serves the folder needs nothing else, and no page asks another address.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from string import Template

from ..claims.place import default
from ..document import data_of, parse
from ..errors import InputError
from ..report.markup import Html, join, tag, text
from ..report.templates import template
from ..version import VERSION
from .pages import PAGES, POLICY, Page

PYODIDE = "314.0.7"
HASHES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""Of the files of that version of Pyodide, SHA-256."""
HOW_TO_GET = f"npm pack pyodide@{PYODIDE} && tar xzf pyodide-{PYODIDE}.tgz, then --pyodide package"
LIBRARIES = ("click", "mpmath", "sympy")
HERE = Path(__file__).resolve().parent
STATIC = HERE / "static"
MARK = "workbench.json"
"""Is in each folder that was written here, and in no other that may be replaced."""
LICENCES = "licences.txt"
NO_PAPER = "misprints.toml"
"""Is among the example papers, and lists misprints of the others."""
MOST = 100_000_000
"""Bytes of a file that is read; none has as many."""

Files = dict[str, bytes]


def write(output: Path, files: Mapping[str, bytes]) -> None:
    """Write the folder whole, or not at all; one that was written here before is replaced."""
    if output.exists() and not (output / MARK).is_file() and not _is_empty(output):
        raise InputError(f"{output}: expected a new folder, or one that `workbench` has written")
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=output.parent, prefix=".workbench-") as made:
            draft = Path(made) / "new"
            for name, data in files.items():
                place = draft / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
            if output.exists():
                output.rename(Path(made) / "old")
            draft.rename(output)
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror or error}") from None


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def contents(report: str, claims: str, pyodide: Path, editor: Path | None,
             progress: Callable[[str], None] = lambda what: None) -> Files:
    """Return the files of the folder by their names: the report is its first page."""
    found: Files = {"index.html": _index(report).encode()}
    found.update(_pyodide(pyodide))
    for name in (*LIBRARIES, "onoff_symbolic"):
        progress(f"packing {name}")
        found[f"packages/{name}.zip"] = _archive(name)
    for path in sorted(STATIC.iterdir()):
        if path.suffix in (".js", ".svg") and path.name != "codemirror.js":
            found[path.name] = path.read_bytes()
    found["style.css"] = (template("page.css") + _static("workbench.css")).encode()
    found[LICENCES] = _licences(editor).encode()
    if editor is not None:
        found["editor.js"] = _read(editor / "editor.js")
    examples = {f"examples/{name}": data for name, data in _examples().items()}
    found.update(examples)
    found["examples/claims/paper.toml"] = claims.encode()
    for page in PAGES:
        found[f"{page.name}.html"] = _page(page, {**examples, "examples/claims/paper.toml": b""}).encode()
    return _versioned(found)


def _versioned(files: Files) -> Files:
    """Return the files with a list of them, and with their digest where a browser looks whether it has changed."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name])
    offline = files["offline.js"].replace(b"@VERSION@", digest.hexdigest()[:16].encode())
    mark = {"tool": "onoff-verify", "version": VERSION, "commit": commit(), "digest": digest.hexdigest()}
    kept = sorted([*files, MARK])
    return {**files, "offline.js": offline, MARK: _json(mark), "files.json": _json(kept)}


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()


def _static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _read(path: Path) -> bytes:
    """Return a file that a user names."""
    try:
        return data_of(str(path), MOST)
    except InputError as error:
        raise error.at(str(path)) from None


# -- pages -------------------------------------------------------------------------------------------------


def _index(report: str) -> str:
    """Return the report of a paper, from which each claim leads to the workbench."""
    head, _, body = report.partition("</head>")
    body = re.sub(
        r'<article id="([a-z][a-z0-9-]*)">',
        lambda claim: claim[0] + tag("p", tag("a", text("Try it"), href=f"claims.html#words={claim[1]}"), class_="try"),
        body,
    )
    links = '<link rel="icon" href="favicon.svg">'
    script = '<script type="module" src="register.js"></script>'
    body = body.replace("<header>", f"<header>{_menu('index')}", 1)
    body = body.replace("</main>", f"</main>{_footer()}{script}", 1)
    return f"{head}{POLICY}{links}</head>{body}"


def _page(page: Page, examples: Mapping[str, bytes]) -> str:
    """Return a page on which a command is asked."""
    form = STATIC / f"{page.name}.html"
    names = [name for name in examples if name.split("/")[1] in page.examples]
    options = (tag("option", text(_shown(name)), value=name, selected=_selected(name, page)) for name in names)
    return Template(_static("page.html")).substitute(
        policy=f'{POLICY}<link rel="icon" href="favicon.svg"><link rel="stylesheet" href="style.css">',
        title=text(page.title),
        lead=text(page.lead),
        file=page.file,
        packages=",".join(page.packages),
        command=page.command,
        option=f' data-option="{page.option}"' if page.option else "",
        form=form.read_text(encoding="utf-8") if form.is_file() else "",
        pages=_menu(page.name),
        examples=join(options),
        footer=_footer(),
    )


def _shown(name: str) -> str:
    return Path(name).stem


def _selected(name: str, page: Page) -> str | None:
    return "" if _shown(name) == page.first else None


def _menu(current: str) -> Html:
    """Return links to all pages."""
    links = [("index", "The paper"), *((page.name, page.title) for page in PAGES)]
    items = (
        tag("li", tag("a", text(title), href=f"{name}.html", aria_current="page" if name == current else None))
        for name, title in links
    )
    return tag("nav", tag("ul", *items), class_="pages", aria_label="Pages")


def _footer() -> Html:
    known = commit()
    version = f"onoff-verify {VERSION}{f', commit {known}' if known else ''}. "
    private = "Everything runs in this browser; no text leaves it. "
    return tag("footer", text(version + private), tag("a", text("Licences"), href=LICENCES))


def commit() -> str:
    """Return the commit of the checkout that this is; "" outside of one."""
    top = HERE.parent.parent
    if not (top / ".git").exists():
        return ""
    words = ["git", "-C", str(top), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


# -- what runs in the browser ------------------------------------------------------------------------------


def _pyodide(folder: Path) -> Files:
    """Return Python for the browser, if it is the version that is known."""
    if not (folder / "pyodide.mjs").is_file():
        raise InputError(f"{folder}: expected an unpacked Pyodide {PYODIDE}: {HOW_TO_GET}")
    found = {}
    for name, expected in HASHES.items():
        data = _read(folder / name)
        if hashlib.sha256(data).hexdigest() != expected:
            raise InputError(f"{folder / name}: expected that of Pyodide {PYODIDE}, found another: {HOW_TO_GET}")
        found[f"pyodide/{name}"] = data
    return found


def _archive(name: str) -> bytes:
    """Return an installed package as an archive, the same bytes for the same files."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"{name}: expected an installed package, found none")
    folder = Path(spec.submodule_search_locations[0])
    files = {f"{name}/{path.relative_to(folder)}": path for path in _modules(folder)}
    if name == "onoff_symbolic":
        proofs = default().parent
        data = [path for path in proofs.iterdir() if path.suffix in (".toml", ".json")]
        files.update({f"{name}/proofs/{path.name}": path for path in data})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, path in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(place), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _modules(folder: Path) -> Iterator[Path]:
    """Yield the modules of a package, and the files that they read."""
    for path in folder.rglob("*"):
        inside = path.relative_to(folder).parts
        wanted = path.suffix == ".py" or path.suffix in (".toml", ".css", ".html", ".tex") and "static" not in inside
        if wanted and not {"tests", "__pycache__", "proofs", "examples"} & {*inside}:
            yield path


def _examples() -> Files:
    """Return the files to begin with, by their names."""
    shown = {group for page in PAGES for group in page.examples}
    found: Files = {}
    for place in (HERE.parent / "examples", HERE.parent.parent / "examples", STATIC / "examples"):
        for path in sorted(place.rglob("*.*")):
            group = path.relative_to(place).parent.name or "schemes"
            if group in shown and path.name != NO_PAPER:
                found[f"{group}/{path.name}"] = path.read_bytes()
    for name in ("table1", "table3a"):
        found[f"certificates/{name}.json"] = (default().parent / "certificates" / f"{name}.json").read_bytes()
    return found


def _licences(editor: Path | None) -> str:
    """Return the licences of all that is in the folder."""
    own = HERE.parent.parent / "LICENSE"
    parts = {f"onoff-verify {VERSION}": own.read_text(encoding="utf-8") if own.is_file() else _licence("onoff-verify")}
    for name in LIBRARIES:
        parts[f"{name} {metadata.version(name)}"] = _licence(name)
    parts[f"Pyodide {PYODIDE}, with Python"] = _static("pyodide.txt")
    if editor is not None:
        parts["The editor"] = _read(editor / LICENCES).decode("utf-8")
    return "\n".join(f"{'=' * 78}\n{title}\n{'=' * 78}\n\n{words.strip()}\n" for title, words in parts.items())


def _licence(name: str) -> str:
    """Return the licence of an installed package."""
    for path in metadata.files(name) or ():
        if re.match(r"(?i)licen[cs]e|copying", path.name):
            return path.read_text(encoding="utf-8")
    return f"Not in its package: see the project page of {name}."


def claims_text(path: Path) -> str:
    """Return a claims file, if it is one."""
    words = _read(path).decode("utf-8", "replace")
    parse(words)
    return words
