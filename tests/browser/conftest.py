"""The real server on a free port, and Chromium on it. Nothing but that server may be reached."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "app"))
sys.path.insert(0, str(Path(__file__).parent))

from chromium import launch
from sample_run import write_sample_run
from serve import serving

SCREENS = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
expect.set_options(timeout=15_000)  # a busy machine with software rendering


@pytest.fixture(scope="session")
def runs_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs, ``alpha`` (8 steps, 24 environments) and ``beta`` (3 steps), on one hand-made plane."""
    root = tmp_path_factory.mktemp("runs")
    write_sample_run(root / "alpha", run_id="alpha", steps=8, seed=1)
    write_sample_run(root / "beta", run_id="beta", steps=3, seed=2)
    return root


@pytest.fixture(scope="session")
def server(runs_root: Path) -> Iterator[str]:
    """Address of a running explorer."""
    with serving(runs_root) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield launch(playwright)


@pytest.fixture(scope="module", params=SCREENS.values(), ids=SCREENS.keys())
def screen(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Options of a browser context: what asks for it is tested on a laptop's screen and on a phone's."""
    return dict(request.param)


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator:
    """``open_page(path, width, height, scheme)`` -> a page that fails the test on a script error or a request
    to anywhere but our server."""
    contexts, trouble = [], []

    def open_at(path: str, width: int = 1440, height: int = 900, scheme: str = "light") -> Page:
        phone = width < 500
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=phone, is_mobile=phone
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: trouble.append(f"script error: {error}"))
        local = (server, server.replace("http", "ws"), "data:", "blob:", "about:")
        page.on("request", lambda r: r.url.startswith(local) or trouble.append(f"request to {r.url}"))
        page.goto(server + path)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert trouble == []
