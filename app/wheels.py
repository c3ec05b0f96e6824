"""Python packages for the player, from a folder of wheels: ``SPADE_WHEELS=/path/to/folder``.

The browser's interpreter carries the standard library only. Wheels in this folder (pure Python, or built for
Pyodide, numpy above all) are offered under ``/wheels/``; without the folder the list is empty.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

VARIABLE = "SPADE_WHEELS"
_NAME = re.compile(r"[A-Za-z0-9_.+-]+\.whl")


def folder() -> Path | None:
    """The configured folder, or None."""
    path = os.environ.get(VARIABLE)
    return Path(path) if path else None


def files(directory: Path | None) -> list[str]:
    """Names of the wheels in ``directory``, sorted; none where there is no such directory."""
    if directory is None or not directory.is_dir():
        return []
    return sorted(path.name for path in directory.glob("*.whl") if _NAME.fullmatch(path.name))


def wheel_routes(directory: Path | None = None) -> list[BaseRoute]:
    """``/wheels/index.json`` and the wheels; ``directory`` instead of the configured folder."""

    def here() -> Path | None:
        return directory or folder()

    def index(request: Request) -> Response:
        return JSONResponse({"files": files(here())}, headers={"cache-control": "no-cache"})

    def wheel(request: Request) -> Response:
        name, place = request.path_params["name"], here()
        if place is None or name not in files(place):
            return JSONResponse({"error": f"no wheel {name!r} here"}, status_code=404)
        return FileResponse(place / name, media_type="application/octet-stream")

    return [Route("/wheels/index.json", index), Route("/wheels/{name}", wheel)]
