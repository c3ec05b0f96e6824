"""The explorer's server: Streamlit with our routes and headers around it.

    python -m app.server [--runs DIR] [--port N] [--host ADDRESS]

Serves http://127.0.0.1:8501 unless ``PORT`` or an option says otherwise. Sends nothing to anyone: no
usage statistics, no fonts or scripts from elsewhere.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

import streamlit as st

from app.routes import all_routes, middleware
from app.settings import ROOT, RUNS_VARIABLE, runs_root, store

DEFAULT_PORT = 8501
PORT_VARIABLE = "PORT"


def build_app() -> st.App:
    """The ASGI application, on the runs that :func:`app.settings.runs_root` names."""
    return st.App(ROOT / "app" / "main.py", routes=all_routes(store()), middleware=middleware())


def parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m app.server", description="Serve the explorer.")
    default = f"default data/runs, or {RUNS_VARIABLE}"
    parser.add_argument("--runs", type=Path, metavar="DIR", help=f"directory of runs ({default})")
    parser.add_argument("--port", help=f"port (default {DEFAULT_PORT}, or {PORT_VARIABLE})")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    options = parser.parse_args(argv)
    named = options.runs or os.environ.get(RUNS_VARIABLE)
    option = f"--runs {named}" if options.runs else f"{RUNS_VARIABLE}={named}"
    if named and not Path(named).is_dir():
        what = "is a file" if Path(named).exists() else "no such directory"
        parser.error(f"{option}: {what}, expected a directory of runs")
    option = "--port " if options.port is not None else f"{PORT_VARIABLE}="
    if options.port is None:
        options.port = os.environ.get(PORT_VARIABLE) or str(DEFAULT_PORT)
    if not (re.fullmatch("[0-9]{1,5}", options.port) and 0 < int(options.port) < 65536):
        parser.error(f"{option}{options.port}: expected a whole number from 1 to 65535")
    return options


def main(argv: list[str] | None = None) -> int:
    options = parse(argv)
    # Resolved before the working directory changes, wherever it was named.
    os.environ[RUNS_VARIABLE] = str((options.runs or runs_root()).resolve())
    os.chdir(ROOT)  # Streamlit looks for .streamlit/config.toml (our theme) in the working directory
    build_app().run(
        config={
            "server.port": int(options.port),
            "server.address": options.host,
            "server.headless": True,
            "server.fileWatcherType": "none",
            "browser.gatherUsageStats": False,
        }
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
