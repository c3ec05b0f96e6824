"""Pages that mount the player alone, served from this process by the explorer's own routes and headers."""

from __future__ import annotations

import json
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.routes import ASSETS, PLAYER, CachedFiles, middleware
from app.wheels import wheel_routes

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Player</title>
<link rel="icon" href="data:,">
<style>:root {{ color-scheme: light dark }} body {{ margin: 1rem auto; max-width: 76rem; padding: 0 1rem }}</style>
<main id="root"></main>
<script type="module">
  import {{ mount }} from "/player/{module}";
  window.events = [];
  const options = {options};
  window.player = mount(document.getElementById("root"), {{ ...options, onEvent: (event) => window.events.push(event) }});
</script></html>"""


class PageServer:
    """``add(name, options)`` makes a page at ``/page/<name>``, and at ``/bare/<name>`` one that is not
    cross-origin isolated; ``asked`` lists the paths that were requested."""

    def __init__(self, address: str):
        self.address = address
        self.asked: list[str] = []
        self._pages: dict[str, tuple[str, Mapping[str, Any]]] = {}

    def add(self, name: str, module: str = "player.js", **options: Any) -> str:
        """Address of a page on which ``module`` is mounted with ``options``."""
        name = re.sub(r"\W+", "-", name)
        self._pages[name] = (module, options)
        return f"{self.address}/page/{name}"

    def page(self, request: Request) -> Response:
        module, options = self._pages[request.path_params["name"]]
        text = json.dumps(options).replace("<", "\\u003c")
        return HTMLResponse(PAGE.format(module=module, options=text))

    def bait(self, request: Request) -> Response:
        """What hostile programs try to reach: open to every origin, so that only the policy keeps them out."""
        self.asked.append(request.url.path)
        return PlainTextResponse("reached", headers={"access-control-allow-origin": "*"})


class Bare:
    """Takes the isolation headers off pages under ``/bare/``, as a plain web server would serve them."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def plain(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [pair for pair in message["headers"] if not pair[0].startswith(b"cross-origin-")]
                message = {**message, "headers": kept}
            await send(message)

        await self.app(scope, receive, plain if scope.get("path", "").startswith("/bare/") else send)


@contextmanager
def serve(
    extra: Mapping[str, Path] | None = None,
    port: int | None = None,
    wheels: Path | None = None,
    routes: Sequence[BaseRoute] = (),
) -> Iterator[PageServer]:
    """A running page server; ``extra`` mounts further asset directories, e.g. ``{"/rt/broken": path}``;
    ``wheels`` is the folder of packages, ``routes`` are tried first."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", port or 0))
        port = probe.getsockname()[1]
    pages = PageServer(f"http://127.0.0.1:{port}")
    every = [
        *routes,
        Route("/page/{name}", pages.page),
        Route("/bare/{name}", pages.page),
        Route("/bait/{rest:path}", pages.bait),
        *wheel_routes(wheels),
        Mount("/player", CachedFiles(PLAYER, hashed=False)),
        *(Mount(path, CachedFiles(directory, hashed=True)) for path, directory in (extra or {}).items()),
        Mount("/rt", CachedFiles(ASSETS, hashed=True)),
    ]
    layers = [Middleware(Bare), *middleware()]
    config = uvicorn.Config(
        Starlette(routes=every, middleware=layers),
        port=port,
        log_level="error",
        ws="none",
        lifespan="off",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the page server did not start")
        time.sleep(0.01)
    try:
        yield pages
    finally:
        server.should_exit = True
        thread.join(timeout=10)


def broken_assets(target: Path) -> Path:
    """A copy of the runtime assets whose snapshot is cut short, as a damaged cache would have it."""
    manifest = json.loads((ASSETS / "manifest.json").read_text(encoding="utf-8"))
    shutil.copytree(ASSETS / manifest["base"], target / manifest["base"])
    shutil.copy(ASSETS / "manifest.json", target / "manifest.json")
    snapshot = target / manifest["base"] / manifest["snapshot"]
    snapshot.write_bytes(snapshot.read_bytes()[:100_000])
    return target
