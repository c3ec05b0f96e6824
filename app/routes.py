"""HTTP routes beside Streamlit's own: run data, the web components, the Python runtime, Plotly's bundle.

Data addresses carry the run's version (``?v=``); with it an answer never changes and is cached for good,
without it the browser asks again each time. Everything a page loads comes from this server.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plotly
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.geometry import ipc, parquet
from app.passages import PassageError, passage
from app.puzzles import PuzzleBook, PuzzleRoutes
from app.queries import RunStore, UnknownEnvironment
from app.search import Search, SearchError
from app.settings import POOLS
from app.wheels import wheel_routes
from pipeline.run_log import RunLogError

ROOT = Path(__file__).resolve().parent.parent
PLAYER = ROOT / "web_runtime" / "player"
ASSETS = ROOT / "web_runtime" / "assets"
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"


class Isolation:
    """Middleware that makes every page cross-origin isolated, so that a runaway environment can be
    interrupted through shared memory. Runtime and component files may be read by the player's
    opaque-origin frame; nothing else may leave this origin."""

    OPEN = ("/rt/", "/player/")

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        shared = scope["path"].startswith(self.OPEN)
        extra = [
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-embedder-policy", b"require-corp"),
            (b"cross-origin-resource-policy", b"cross-origin" if shared else b"same-origin"),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"same-origin"),
        ]
        if shared:
            extra.append((b"access-control-allow-origin", b"*"))

        async def isolated(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        await self.app(scope, receive, isolated)


class CachedFiles(StaticFiles):
    """Static files with a cache rule: hashed directories for good, everything else revalidated."""

    def __init__(self, directory: Path, *, hashed: bool):
        super().__init__(directory=directory, check_dir=False)
        self.hashed = hashed

    def file_response(self, full_path: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(full_path, *args, **kwargs)
        nested = Path(full_path).parent != Path(str(self.directory))
        response.headers["cache-control"] = FOREVER if self.hashed and nested else ASK_AGAIN
        if Path(full_path).name == "sw.js":
            response.headers["service-worker-allowed"] = "/"
        return response


class DataRoutes:
    """Run data as Arrow and JSON. A run or environment that cannot be read answers 404 with one sentence."""

    def __init__(self, store: RunStore):
        self.store = store
        self.searches = Search(store)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/data/runs.json", self.runs),
            Route("/data/{run}/points.arrow", self.points),
            Route("/data/{run}/topics.json", self.topics),
            Route("/data/{run}/text/{chunk:int}.arrow", self.text),
            Route("/data/{run}/env/{env_id:path}.json", self.environment),
            Route("/data/{run}/passage/{doc_id:path}.json", self.passage),
            Route("/data/{run}/row.json", self.row),
            Route("/data/{run}/search.arrow", self.search),
            Route("/data/export", self.export, methods=["POST"]),
        ]

    def runs(self, request: Request) -> Response:
        return _json(request, self.store.catalogue())

    def points(self, request: Request) -> Response:
        return self._answer(request, lambda run: _arrow(request, ipc(self.store.points(run))))

    def topics(self, request: Request) -> Response:
        return self._answer(request, lambda run: _json(request, self.store.topics(run)))

    def text(self, request: Request) -> Response:
        chunk = request.path_params["chunk"]
        return self._answer(request, lambda run: _arrow(request, ipc(self.store.text(run, chunk))))

    def environment(self, request: Request) -> Response:
        env_id = request.path_params["env_id"]
        return self._answer(request, lambda run: _json(request, self.store.environment(run, env_id)))

    def passage(self, request: Request) -> Response:
        doc_id = request.path_params["doc_id"]
        return self._answer(request, lambda run: _json(request, passage(self.store, run, doc_id)))

    def row(self, request: Request) -> Response:
        """Where ``?env=`` stands in the geometry: ``{"row": n}``, -1 when it is not there."""
        env_id = request.query_params.get("env", "")
        return self._answer(request, lambda run: _json(request, {"row": self.searches.row(run, env_id)}))

    def search(self, request: Request) -> Response:
        """Rows that ``?how=&q=&where=`` finds; 400 for a question that cannot be asked, 503 for one that
        needs what is not installed."""
        asked = request.query_params
        how, words, where = asked.get("how", "text"), asked.get("q", ""), asked.get("where", "anywhere")
        return self._answer(
            request, lambda run: _arrow(request, ipc(self.searches.find(run, how, words, where)))
        )

    async def export(self, request: Request) -> Response:
        """Chosen designs as Parquet. Body: ``{"format": "parquet" | "pool", "rows": {run: [row, …]}}``."""
        try:
            asked = json.loads(await request.body())
            rows = {str(run): [int(row) for row in chosen] for run, chosen in asked["rows"].items()}
            pool = {"parquet": False, "pool": True}[asked["format"]]
        except (ValueError, TypeError, KeyError, AttributeError):
            sentence = 'expected {"format": "parquet" or "pool", "rows": {run: [row, ...]}}'
            return JSONResponse({"error": sentence}, status_code=400)
        return await run_in_threadpool(
            lambda: _refusals(lambda: Response(parquet(self.searches.export(rows, pool)), media_type=PARQUET))
        )

    def _answer(self, request: Request, make: Callable[[str], Response]) -> Response:
        return _refusals(lambda: make(request.path_params["run"]))


def _refusals(make: Callable[[], Response]) -> Response:
    """The answer of ``make``, or its refusal as one sentence."""
    try:
        return make()
    except UnknownEnvironment as error:
        return JSONResponse({"error": error.args[0]}, status_code=404)
    except (RunLogError, PassageError) as error:
        return JSONResponse({"error": str(error)}, status_code=404)
    except SearchError as error:
        return JSONResponse({"error": str(error)}, status_code=503 if error.missing else 400)


def all_routes(store: RunStore) -> list[BaseRoute]:
    """Every route of ours, in the order they are tried."""
    return [
        *wheel_routes(),
        *PuzzleRoutes(PuzzleBook(store, POOLS)).routes(),
        *DataRoutes(store).routes(),
        Route("/lib/plotly.min.js", _plotly),
        Mount("/player", CachedFiles(PLAYER, hashed=False)),
        Mount("/rt", CachedFiles(ASSETS, hashed=True)),
    ]


def middleware() -> list[Middleware]:
    return [Middleware(Isolation)]


def _plotly(request: Request) -> Response:
    return FileResponse(PLOTLY, media_type="text/javascript", headers=_cache(request))


def _cache(request: Request) -> dict[str, str]:
    return {"cache-control": FOREVER if "v" in request.query_params else ASK_AGAIN}


def _arrow(request: Request, data: bytes) -> Response:
    return Response(data, media_type=ARROW, headers=_cache(request))


def _json(request: Request, value: Any) -> Response:
    text = json.dumps(jsonable(value), ensure_ascii=False, allow_nan=False)
    return Response(text.encode("utf-8", "replace"), media_type="application/json", headers=_cache(request))


def jsonable(value: Any) -> Any:
    """``value`` with NaN and infinities as null, which JSON cannot say."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(item) for item in value]
    return value
