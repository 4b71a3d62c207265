"""A headless Chromium, driven by selenium."""

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tools import missing, need

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
LIMIT = 90
"""Seconds that a page may take to answer."""


class Browser:
    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, page: Path | str) -> None:
        self.driver.get(page.as_uri() if isinstance(page, Path) else page)

    def run(self, script: str, *args: Any) -> Any:
        """What a function body returns on the page."""
        return self.driver.execute_script(script, *args)

    def command(self, name: str, **params: Any) -> Any:
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, params)

    def view(self, width: int, height: int, theme: str) -> None:
        """The size of the window in CSS pixels, and the colour scheme that its owner prefers."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])

    def log(self, kind: str = "browser") -> list[dict[str, Any]]:
        """What the page wrote to the console since the last time, errors of loading included; or what it asked for."""
        found: list[dict[str, Any]] = self.driver.get_log(kind)
        return found

    def wait(self, what: Callable[[], Any], limit: float = LIMIT) -> Any:
        """The first value of `what` that counts as true."""
        end = monotonic() + limit
        while not (found := what()):
            assert monotonic() < end, "the page takes too long"
            sleep(.02)
        return found


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A fresh browser; skips or fails the test where there is none."""
    if importlib.util.find_spec("selenium") is None:
        missing("selenium is not installed: pip install onoff-verify[browser]")
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    chromium = need("chromium", "chromium-browser", "google-chrome")
    driver = need("chromedriver")
    options = Options()
    options.binary_location = chromium
    for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield Browser(found)
    finally:
        found.quit()
