"""The workbench in a headless browser: the first verdict and each later edit, as ratios to `import sympy` there.

    make workbench && python benchmarks/browser.py
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "workbench"
EDITS = 9
LIMIT = 0.5
"""Of a later edit."""
IMPORT = """
    const done = arguments[0];
    const source = `
      import { loadPyodide } from "${location.origin}/pyodide/pyodide.mjs";
      const py = await loadPyodide({ indexURL: "${location.origin}/pyodide/" });
      for (const name of ["mpmath", "sympy"]) {
        const archive = await (await fetch("${location.origin}/packages/" + name + ".zip")).arrayBuffer();
        py.unpackArchive(archive, "zip", { extractDir: "/packages" });
      }
      py.runPython("import sys; sys.path.insert(0, '/packages')");
      const start = performance.now();
      py.runPython("import sympy");
      postMessage(performance.now() - start);`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = ({ data }) => { worker.terminate(); done(data / 1000); };"""
"""Run on an empty page of the same server: its policy would forbid it on ours."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Write nothing."""


def answered(chromium: Any, since: float) -> float:
    """Return the seconds until the answer is there."""
    chromium.wait(lambda: chromium.run("return document.getElementById('answer')?.dataset.exit"))
    return time.perf_counter() - since


def main() -> int:
    """Print the table; return 1 if a later edit takes too long."""
    sys.path.insert(0, str(ROOT / "tests"))
    from browser import browser

    low = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    with tempfile.TemporaryDirectory() as profile, browser(Path(profile)) as chromium:
        begun = time.perf_counter()
        chromium.open(f"{address}scheme.html#text={quote(low)}")
        first = answered(chromium, begun)
        edits = []
        for number in range(EDITS):
            begun = time.perf_counter()
            chromium.run("delete document.getElementById('answer').dataset.exit; location.hash = arguments[0]",
                         f"text={quote(low)}%23 {number}")
            edits.append(answered(chromium, begun))
        chromium.open(f"{address}licences.txt")
        chromium.driver.set_script_timeout(120)
        sympy = statistics.median(chromium.driver.execute_async_script(IMPORT) for _ in range(3))
    server.shutdown()
    edit = statistics.median(edits)
    print(f"import sympy in this browser         {sympy:6.2f} s")
    print(f"first verdict of paper-low           {first:6.2f} s {first / sympy:6.2f}x")
    print(f"a later edit, median of {EDITS}            {edit:6.2f} s {edit / sympy:6.2f}x  <= {LIMIT}  "
          f"{'ok' if edit / sympy <= LIMIT else 'OVER'}")
    return 0 if edit / sympy <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
