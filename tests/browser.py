"""A headless Chromium, driven through the plain HTTP interface of chromedriver."""

import json
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from run import DEVNULL, PIPE, started
from tools import missing, need

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars",
)
LIMIT = 120
"""Seconds that the browser may take to answer."""


class Browser:
    def __init__(self, address: str, capabilities: dict[str, Any]) -> None:
        self.address = address
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.address = f"{address}/session/{answer['sessionId']}"

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            return json.load(answer)["value"]

    def open(self, page: Path) -> None:
        self._ask("POST", "/url", {"url": page.as_uri()})

    def run(self, script: str, *args: Any) -> Any:
        """What a function body returns on the page."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(args)})

    def command(self, name: str, **params: Any) -> Any:
        """A command of the DevTools protocol."""
        return self._ask("POST", "/goog/cdp/execute", {"cmd": name, "params": params})

    def view(self, width: int, height: int, theme: str) -> None:
        """The size of the window in CSS pixels, and the colour scheme that its owner prefers."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])

    def log(self) -> list[dict[str, Any]]:
        """What the page wrote to the console since the last time, errors of loading included."""
        found: list[dict[str, Any]] = self._ask("POST", "/se/log", {"type": "browser"})
        return found

    def close(self) -> None:
        self._ask("DELETE", "")


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A fresh browser; skips or fails the test where there is none."""
    chromium = need("chromium", "chromium-browser", "google-chrome")
    driver = need("chromedriver")
    with started([driver, "--port=0"], 10 * LIMIT, stdout=PIPE, stderr=DEVNULL, text=True) as process:
        try:
            port = _port(process.stdout)
            if not port:
                missing("chromedriver does not start")
            found = Browser(f"http://127.0.0.1:{port}", {
                "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                "goog:chromeOptions": {"binary": chromium, "args": [*ARGUMENTS, f"--user-data-dir={profile}"]},
            })
            try:
                yield found
            finally:
                found.close()
        finally:
            process.terminate()


def _port(lines: Iterable[str]) -> str:
    """The port that the driver says it listens on."""
    for line in lines:
        if "started successfully on port" in line:
            return line.rstrip().rstrip(".").rpartition(" ")[2]
    return ""
