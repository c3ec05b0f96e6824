"""The exports that are Python packages: Gymnasium, verifiers and OpenEnv.

    DIR/pyproject.toml, README.md, LICENSE      (OpenEnv: also openenv.yaml, Dockerfile, server/app.py)
    DIR/<package>/                              the files of shipped/common and shipped/for_<target>
    DIR/<package>/spade_env/                    the host
    DIR/<package>/programs/<id>.py, manifest.json

The host lies inside the package, so that two exports, made of different versions, can be installed at once.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from pipeline.exporters import readme
from pipeline.exporters.folder import (
    LICENSE,
    copy_host,
    needs,
    write_manifest,
    write_programs,
    write_text,
)
from pipeline.exporters.names import module_name
from pipeline.exporters.sources import Selection, Source

SHIPPED = Path(__file__).resolve().parent / "shipped"
VERSION = "0.1.0"


@dataclass(frozen=True)
class Target:
    """An ecosystem: its PyPI requirement, and what its package's ``pyproject.toml`` has beyond the common
    part (``{package}`` is filled in)."""

    requirement: str
    extra: str = ""


TARGETS = {
    "gymnasium": Target("gymnasium>=1.0,<2"),
    "verifiers": Target("verifiers>=0.4,<0.5"),
    "openenv": Target("openenv>=0.10,<0.11", '\n[project.scripts]\nserver = "{package}.app:main"\n'),
}


def package_name(target: str, name: str) -> str:
    """Import name of an export's package, for example ``spade_gymnasium_featured``."""
    return f"spade_{target}_{module_name(name)}"


def write_package(folder: Path, target: str, name: str, source: Source, selection: Selection) -> None:
    """Write the export of ``source`` for ``target`` into ``folder``, which is empty."""
    package = package_name(target, name)
    root = folder / package
    for directory in ("common", f"for_{target}"):
        for file in sorted((SHIPPED / directory).glob("*.py")):
            write_text(root / file.name, file.read_text(encoding="utf-8"))
    copy_host(root / "spade_env")
    write_programs(root / "programs", source)
    write_manifest(root / "manifest.json", target, source, selection)
    shutil.copyfile(LICENSE, folder / "LICENSE")
    write_text(folder / "pyproject.toml", _pyproject(package, target, source))
    write_text(folder / "README.md", readme.package_readme(target, package, source, needs(source)))
    if target == "openenv":
        _write_deployment(folder, package, source)


def _pyproject(package: str, target: str, source: Source) -> str:
    described = f"{len(source.environments)} text environments of the {source.kind} {source.title}"
    requirements = [TARGETS[target].requirement, *(["numpy"] if "numpy" in needs(source) else [])]
    return f"""[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{package.replace("_", "-")}"
version = "{VERSION}"
description = {json.dumps(described, ensure_ascii=False)}
readme = "README.md"
requires-python = ">=3.11"
license = "Apache-2.0"
license-files = ["LICENSE"]
dependencies = {json.dumps(requirements)}
{TARGETS[target].extra.format(package=package)}
[tool.setuptools]
packages = ["{package}", "{package}.spade_env"]

[tool.setuptools.package-data]
{package} = ["manifest.json", "programs/*.py"]
"{package}.spade_env" = ["py.typed"]
"""


def _write_deployment(folder: Path, package: str, source: Source) -> None:
    """What OpenEnv's command line and a container builder look for."""
    kinds = {environment.row["kind"] for environment in source.environments}
    tags = ["text-games"] * ("game" in kinds) + ["tool-use"] * ("tool_use" in kinds)
    write_text(
        folder / "openenv.yaml",
        f"""spec_version: 1
name: {package}
version: {VERSION}
type: space
runtime: fastapi
app: server.app:app
port: 8000
validation:
  reward:
    range: [-1.0, 1.0]
    oracle_tolerance: 0.0
    floor_margin: 0.1
  resources:
    cpu: 1.0
    memory_mb: 1024
    disk_mb: 512
    episode_timeout_s: 600.0
  capabilities:
    task_api: true
    declared_task_count:
      train: {len(source.environments)}
    verifier:
      kind: reward_channel
  network:
    mode: no-network
  types:
    tags: {json.dumps(tags)}
""",
    )
    write_text(
        folder / "server" / "app.py",
        f'''"""Where OpenEnv's tools look for the server; it lives in ``{package}.app``."""

from {package}.app import app
from {package}.app import main as serve

__all__ = ["app", "main"]


def main() -> None:
    serve()


if __name__ == "__main__":
    main()
''',
    )
    image = (SHIPPED / "openenv.Dockerfile").read_text(encoding="utf-8")
    write_text(
        folder / "Dockerfile",
        image.replace("IMAGE", package.replace("_", "-")).replace("PACKAGE", package),
    )
