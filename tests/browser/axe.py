"""axe-core on a page: what a check for accessibility finds. The npm package is fetched once, by version."""

from __future__ import annotations

import tarfile
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from web_runtime.build import run, tool

VERSION = "4.14.1"
KEPT = Path(__file__).parents[2] / "node_modules" / "axe-core" / f"axe-{VERSION}.min.js"


def axe_source() -> str:
    """The text of ``axe.min.js``."""
    if not KEPT.is_file():
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as scratch:
            run([*tool("npm"), "pack", "--silent", f"axe-core@{VERSION}"], cwd=scratch)
            [archive] = Path(scratch).glob("axe-core-*.tgz")
            with tarfile.open(archive) as tar:
                member = tar.extractfile("package/axe.min.js")
                assert member is not None
                KEPT.write_bytes(member.read())
    return KEPT.read_text(encoding="utf-8")


def serious(page: Page, within: str = "document") -> list[str]:
    """Serious and critical violations on a page as "rule: element"."""
    return violations(page, within, ("serious", "critical"))


def violations(page: Page, within: str = "document", impacts: tuple[str, ...] | None = None) -> list[str]:
    """Violations on a page as "rule: element", shadow roots included; of every impact, or of those named.

    Waits for finite animations first: what fades in has too little contrast for a moment."""
    page.evaluate(
        "Promise.all(document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime < Infinity)"
        ".map((a) => a.finished.catch(() => {})))"
    )
    page.evaluate(axe_source())
    found: dict[str, Any] = page.evaluate(f"axe.run({within}, {{ resultTypes: ['violations'] }})")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        if impacts is None or violation["impact"] in impacts
        for node in violation["nodes"]
    ]
