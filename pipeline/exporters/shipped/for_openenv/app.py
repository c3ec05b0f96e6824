"""The server: ``python -m <package>.app --port 8000``."""

from __future__ import annotations

import argparse

import uvicorn
from openenv.core.env_server.http_server import create_app

from .environment import SpadeEnvironment
from .models import SpadeAction, SpadeObservation, SpadeState

SESSIONS = 64
"""Sessions at a time; each has an episode of its own."""

app = create_app(
    SpadeEnvironment,
    SpadeAction,
    SpadeObservation,
    env_name=__package__,
    max_concurrent_envs=SESSIONS,
    state_cls=SpadeState,
)


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description="Serve the environments of this package.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default %(default)s)")
    options = parser.parse_args()
    uvicorn.run(app, host=options.host, port=options.port)


if __name__ == "__main__":
    main()
