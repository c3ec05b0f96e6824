"""The training page in Chromium: addresses, coming back, the film, tables, both widths and themes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))

from axe import serious

pytestmark = pytest.mark.browser

WIDTHS = [pytest.param(1440, 900, "light", id="desktop"), pytest.param(390, 844, "dark", id="phone")]


@pytest.fixture
def training(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """``training(query, …)``: the page, its first chart drawn."""

    def open_at(query: str = "?run=alpha", **options) -> Page:
        page = open_page(f"/training{query}", **options)
        expect(page.get_by_role("heading", name="Training")).to_be_visible()
        page.wait_for_selector(
            ".js-plotly-plot .gtitle", timeout=90_000
        )  # the first drawing reads a whole run
        return page

    return open_at


def view(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()


def title(page: Page, text: str):
    return page.locator(".js-plotly-plot .gtitle", has_text=text).first


def wait_for_address(page: Page, name: str, value: str | None) -> None:
    page.wait_for_function(
        "([name, value]) => new URLSearchParams(location.search).get(name) === value", arg=[name, value]
    )


@pytest.mark.parametrize(("width", "height", "scheme"), WIDTHS)
def test_sections_fit_the_screen_and_can_be_linked(
    training: Callable[..., Page], width: int, height: int, scheme: str
) -> None:
    page = training(width=width, height=height, scheme=scheme)
    expect(title(page, "Return of the agent")).to_be_visible()
    for name, chart in (("Designs", "Valid designs"), ("Cost", "Seconds of a step")):
        view(page, name)
        expect(title(page, chart)).to_be_visible()
        wait_for_address(page, "view", name)
        overflow = "() => document.querySelector('[data-testid=stMain]').scrollWidth - innerWidth"
        assert page.evaluate(overflow) <= 0
    page.goto(page.url.split("/training")[0] + "/controls")
    page.go_back()
    expect(title(page, "Seconds of a step")).to_be_visible(timeout=90_000)
    ink = page.evaluate("() => getComputedStyle(document.querySelector('.gtitle')).fill")
    assert ink == ("rgb(22, 33, 44)" if scheme == "light" else "rgb(230, 236, 242)")
    assert serious(page) == []


def test_every_view_is_an_entry_of_the_history(training: Callable[..., Page]) -> None:
    page = training("?run=beta&film=1")
    film = page.locator(".js-plotly-plot", has=page.locator(".gtitle", has_text="Where environments fall"))
    expect(film.locator(".annotation-text").first).to_contain_text("steps 0–1")
    opened = page.evaluate("() => history.length")
    others = ("Designs", "Cost", "Early and late", "Compare", "Live")
    for name in others:
        view(page, name)
        wait_for_address(page, "view", name)
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
        expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
    assert page.evaluate("() => history.length") == opened + len(others)
    for name in reversed(others[:-1]):
        page.go_back()
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
        wait_for_address(page, "view", name)
        wait_for_address(page, "run", "beta")
    expect(title(page, "Valid designs")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("radio", name="Progress", exact=True)).to_be_checked()
    expect(film.locator(".annotation-text").first).to_contain_text("steps 0–1")  # as it was left
    page.go_forward()
    expect(title(page, "Valid designs")).to_be_visible()
    wait_for_address(page, "film", None)
    shared = training(page.url.split("/training")[1])
    expect(title(shared, "Valid designs")).to_be_visible()


def test_film_plays_in_the_browser_from_the_linked_step(training: Callable[..., Page]) -> None:
    page = training("?run=alpha&film=2&window=1")
    film = page.locator(".js-plotly-plot", has=page.locator(".gtitle", has_text="Where environments fall"))
    expect(film.locator(".annotation-text").first).to_contain_text("step 2")
    film.get_by_text("▶ Play").click()
    expect(film.locator(".annotation-text").first).to_contain_text("step 7")


def test_table_of_a_chart_is_part_of_the_address(training: Callable[..., Page]) -> None:
    page = training("?run=alpha&view=Cost")
    page.locator("summary", has_text="As a table").first.click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()
    address = page.url.split("/training")[1]
    assert "table-seconds" in address
    fresh = training(address)
    expect(fresh.get_by_test_id("stDataFrame")).to_be_visible()


def test_comparison_opens_from_a_link(training: Callable[..., Page]) -> None:
    page = training("?run=alpha&view=Compare&with=beta&at=1&at=2")
    expect(page.get_by_role("heading", name="beta")).to_be_visible()
    row = page.get_by_role("row", name="design attempts")
    expect(row).to_contain_text("8")
