"""What tests of the map share: opening it, and reading what it draws."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

READY = "[data-ready=true]"


def opener(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """``opener(open_page)(path, …)``: the map page, drawn."""

    def open_map(path: str = "/", **options) -> Page:
        page = open_page(path, **options)
        page.wait_for_selector(READY)
        return page

    return open_map


def places(page: Page) -> list[list[float]]:
    """Where the drawn dots are: x and y on the page, and the dot's number."""
    return page.locator(".explorer-map").evaluate("root => root.environmentMap.places()")


def dots(page: Page) -> int:
    return len(places(page))


def query(page: Page) -> dict[str, str]:
    return page.evaluate("() => Object.fromEntries(new URLSearchParams(location.search))")


def loneliest(found: list[list[float]]) -> list[float]:
    """Place of the dot farthest from any other, so that a click on it can mean nothing else."""

    def space(place: list[float]) -> float:
        return min((place[0] - o[0]) ** 2 + (place[1] - o[1]) ** 2 for o in found if o is not place)

    return max(found, key=space)[:2]


def wait_for_query(page: Page, name: str, value: str | None) -> None:
    """Wait until the address says ``name=value`` (None: does not say it)."""
    page.wait_for_function(
        "([name, value]) => new URLSearchParams(location.search).get(name) === value", arg=[name, value]
    )


def painted(page: Page) -> int:
    """Pixels of the point layer that are not empty, counted by drawing the picture of the map."""
    return page.locator("canvas.points").evaluate(
        """async (canvas) => {
          const map = canvas.closest('.explorer-map').environmentMap;
          await map.refresh();
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
          copy.drawImage(canvas, 0, 0);
          const {data} = copy.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
          return count;
        }"""
    )
