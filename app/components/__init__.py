"""The web components as Streamlit sees them: one loader, two mounts.

The modules themselves live in ``web_runtime/player`` and are served as they are; a loader of a few lines
imports one and hands it options. No text from a run ever enters the ``html`` or ``js`` given to Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import plotly
import streamlit as st

_HOST = '<div class="component-root"></div>'

_LOADER = """
const mounted = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".component-root");
  const known = mounted.get(root);
  if (known) {
    known.send = setTriggerValue;
    known.ready.then((handle) => handle.refresh?.());
  } else {
    const entry = { send: setTriggerValue };
    const onEvent = (event) => {
      if (!data.events.includes(event.kind)) return false;
      entry.send("event", event);
      return true;
    };
    const address = new URL(data.module, document.baseURI).href;
    entry.ready = import(address)
      .then((module) => module.mount(root, { ...data.options, onEvent }))
      .catch((error) => {
        root.textContent = "This part of the page could not be loaded: " + error.message;
        return { destroy() {} };
      });
    mounted.set(root, entry);
  }
  return () => {
    const entry = mounted.get(root);
    mounted.delete(root);
    entry?.ready.then((handle) => handle.destroy());
  };
}
"""

_MAP = st.components.v2.component("spade_map", html=_HOST, js=_LOADER)
_PLAYGROUND = st.components.v2.component("spade_playground", html=_HOST, js=_LOADER)


def environment_map(*, key: str, on_event: Callable[[], None]) -> Any:
    """The map of every run. ``on_event`` runs when a visitor chooses Play; ``result.event`` then holds
    ``{"kind": "play", "run", "env", "seed"}``."""
    options = {"base": "/data/", "plotly": f"/lib/plotly.min.js?v={plotly.__version__}", "playPage": "/play"}
    data = {"module": "/player/map/map.js", "options": options, "events": ["play"]}
    return _MAP(key=key, data=data, on_event_change=on_event)


def playground(module: str, options: Mapping[str, Any], *, key: str) -> None:
    """Mount ``web_runtime/player/<module>`` with ``options`` (its first lines say which). It hands nothing
    back: a visit needs the server only to load. A new ``key`` mounts anew; the Python runtime is kept."""
    full = {"assets": "/rt/", "wheels": "/wheels/", **options}
    _PLAYGROUND(key=key, data={"module": f"/player/{module}", "options": full, "events": []})
