"""The bank's game and tool mechanics, one module each; see ``base`` for the shared parts."""

from __future__ import annotations

from .base import Mechanic, Theme, load_mechanics, random_reply, render

__all__ = ["Mechanic", "Theme", "load_mechanics", "random_reply", "render"]
