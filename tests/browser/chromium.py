"""The browser that tests, pictures and measurements use: the system's where there is one, else Playwright's."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Error, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""Programs that count as the system's browser, also for ``make browser``."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(playwright: Playwright) -> Browser:
    """Chromium without a window. Ends the program with a sentence where there is none."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    try:
        return playwright.chromium.launch(executable_path=found, args=list(FLAGS))
    except Error as error:
        reason = f"{found} does not start" if found else "there is no Chromium here"
        raise SystemExit(f"{reason}; `make browser` brings one ({error.message.splitlines()[0]})") from None
