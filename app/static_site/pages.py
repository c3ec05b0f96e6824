"""The pages of a site, in the explorer's theme, and copies of what they load: components, runtime, wheels."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from app.routes import ASSETS, PLAYER, PLOTLY, ROOT
from app.static_site.store import ExportError
from app.wheels import files as wheel_files

WEB = Path(__file__).with_name("web")
THEME = ROOT / ".streamlit" / "config.toml"
ICON = ROOT / "app" / "icon.svg"


@dataclass(frozen=True)
class Page:
    """One page: its file, its name in the navigation (what is in brackets only where there is room) and in
    the window's title, and what stands above the component (nothing on the map and on Play, which say it
    themselves). ``plays``: Python runs on it."""

    name: str
    link: str
    title: str
    lead: str | None = None
    plays: bool = True

    @property
    def file(self) -> str:
        return f"{self.name}.html"

    @property
    def script(self) -> str:
        return "map.js" if self.name == "index" else f"{self.name}.js"


PAGES = (
    Page("index", "Map", "Environment map", plays=False),
    Page("play", "Play", "Play an environment"),
    Page(
        "beat",
        "Beat[ the Agent]",
        "Beat the Reasoning Agent",
        "Environments that the agent never won, each proved winnable. Win one.",
    ),
    Page("controls", "[Take the ]Controls", "Take the Controls", ""),
    Page(
        "tools",
        "Tool use",
        "Tool use",
        "The calls that the agent writes as JSON, here as forms. A wrong argument is answered with a "
        "sentence, as it is for the agent.",
    ),
)


def write_pages(target: Path) -> None:
    """The HTML files, and beside them ``site/``: their scripts, style and icon."""
    template = Template((WEB / "page.html").read_text(encoding="utf-8"))
    for page in PAGES:
        text = template.substitute(
            policy=policy(page),
            title=html.escape(f"{page.title} · SPADE explorer"),
            script=page.script,
            links="\n".join(_link(other, page) for other in PAGES),
            heading=_heading(page),
        )
        (target / page.file).write_text(text, encoding="utf-8")
    site = target / "site"
    site.mkdir()
    for file in [ICON, *WEB.glob("*.js"), *WEB.glob("*.css")]:
        shutil.copyfile(file, site / file.name)
    (site / "theme.css").write_text(theme(tomllib.loads(THEME.read_text(encoding="utf-8"))), encoding="utf-8")


def policy(page: Page) -> str:
    """The content security policy of a page: nothing is loaded from elsewhere or sent anywhere.

    The player's frame inherits it, so where Python runs it allows what that frame is made of: its one script
    by its hash, workers and modules from memory, WebAssembly. Styles may be inline because Plotly writes its
    own.
    """
    scripts = f"'self' blob: 'wasm-unsafe-eval' '{frame_hash()}'" if page.plays else "'self'"
    workers = "'self' blob:" if page.plays else "'self'"
    rules = {
        "default-src": "'none'",
        "script-src": scripts,
        "worker-src": workers,
        "connect-src": "'self'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def frame_hash() -> str:
    """How a policy names the script of the player's frame, which ``runtime.js`` puts together like this."""
    worker, frame = ((PLAYER / name).read_text(encoding="utf-8") for name in ("worker.js", "frame.js"))
    literal = json.dumps(worker, ensure_ascii=False).replace("<", "\\u003c")
    script = f"const WORKER_SOURCE={literal};\n{frame}"
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def theme(config: dict[str, Any]) -> str:
    """Streamlit's theme variables, which the components read, from the explorer's own configuration; light
    and dark as the visitor's system asks. Text in a named colour is that colour where the background is dark;
    on a light one the components bring darker ones."""
    settings = config["theme"]
    everywhere = {
        "font": settings["font"],
        "heading-font": settings["font"],
        "code-font": settings["codeFont"],
        "base-radius": settings["baseRadius"],
    }
    light, dark = (_variables(settings[mode]) for mode in ("light", "dark"))
    text = {name.replace("-color", "-text-color"): dark[name] for name in dark if name in _NAMED}
    return (
        f":root {{\n{_declared({**everywhere, **light})}}}\n"
        f"@media (prefers-color-scheme: dark) {{\n:root {{\n{_declared({**dark, **text})}}}\n}}\n"
    )


_NAMED = ("blue-color", "green-color", "orange-color", "red-color", "violet-color")


def _variables(colours: dict[str, Any]) -> dict[str, str]:
    """``{"linkColor": "#0b5f8a", …}`` with the names of CSS variables; lists of colours are left out."""
    plain = {name: value for name, value in colours.items() if isinstance(value, str)}
    return {
        "".join(f"-{c.lower()}" if c.isupper() else c for c in name): value for name, value in plain.items()
    }


def _declared(variables: dict[str, str]) -> str:
    return "".join(f"  --st-{name}: {value};\n" for name, value in variables.items())


def _link(page: Page, current: Page) -> str:
    here = ' aria-current="page"' if page is current else ""
    text = re.sub(r"\[(.*)\]", r'<span class="site-wide">\1</span>', html.escape(page.link))
    return f'<a href="{page.file}"{here}>{text}</a>'


def _heading(page: Page) -> str:
    if page.lead is None:
        return ""
    title = f'<div class="site-row site-titled"><h1>{html.escape(page.title)}</h1></div>'
    return title + (f'\n<p class="site-lead">{html.escape(page.lead)}</p>' if page.lead else "")


def copy_components(target: Path, wheels: Path | None) -> None:
    """``player/``, ``rt/``, ``lib/`` and ``wheels/``, as the server serves them.

    Raises :class:`ExportError` when the Python runtime has not been built.
    """
    if not (ASSETS / "manifest.json").is_file():
        raise ExportError(f"{ASSETS} holds no Python runtime; make it with python -m web_runtime.build")
    base = json.loads((ASSETS / "manifest.json").read_text(encoding="utf-8"))["base"]
    shutil.copytree(PLAYER, target / "player")
    shutil.copytree(ASSETS / base, target / "rt" / base)
    shutil.copyfile(ASSETS / "manifest.json", target / "rt" / "manifest.json")
    for folder in ("lib", "wheels"):
        (target / folder).mkdir()
    shutil.copyfile(PLOTLY, target / "lib" / "plotly.min.js")
    names = wheel_files(wheels)
    for name in names:
        assert wheels is not None
        shutil.copyfile(wheels / name, target / "wheels" / name)
    (target / "wheels" / "index.json").write_text(json.dumps({"files": names}), encoding="utf-8")


def write_worker(target: Path) -> None:
    """``sw.js``, the service worker at the site's root, named after all that the site holds: when a site is
    replaced, what browsers kept of the old one is dropped. To be written last."""
    digest = hashlib.sha256()
    for file in sorted(path for path in target.rglob("*") if path.is_file()):
        digest.update(file.relative_to(target).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    text = f'self.SITE = "{digest.hexdigest()[:16]}";\nimportScripts("player/sw.js");\n'
    (target / "sw.js").write_text(text, encoding="utf-8")
