"""Everything a run can be told: frozen sections, presets, command-line overrides.

A configuration is data: ``presets/NAME.yaml`` (with ``extends:``), then ``--dotted.option VALUE`` on
top. Nothing is accepted that is not a field below, and every field below is read by the pipeline. The
resolved configuration is stored in ``run.json`` and can be run again with ``--config run.json``.

Every problem is one sentence in a :class:`ConfigError`, naming the option and what was expected.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import ValidationError

from pipeline.config_sections import Config

ROOT = Path(__file__).resolve().parent.parent
"""The repository: relative paths in a configuration that do not exist from here are looked up there."""

PRESETS = Path(__file__).resolve().parent / "presets"


class ConfigError(Exception):
    """A configuration that cannot be used; the message is one sentence for the user."""


def preset_names() -> list[str]:
    """Every preset that can be named on the command line."""
    return sorted(file.stem for file in PRESETS.glob("*.yaml"))


def load_preset(name: str) -> dict[str, Any]:
    """The options a preset sets, its ``extends:`` chain merged, as nested dictionaries."""
    return _load_preset(name, ())


def resolve_config(
    *, preset: str | None = None, file: Path | None = None, overrides: Mapping[str, str] | None = None
) -> Config:
    """Resolve a preset or a configuration file, then dotted overrides whose values are still text.

    Raises :class:`ConfigError` with one sentence for anything unknown, mistyped or out of range.
    """
    data = load_config_file(file) if file else load_preset(preset or "cpu-tiny")
    for option, text in (overrides or {}).items():
        section, _, name = option.partition(".")
        _require_known(option)
        data = _merge(data, {section: {name: _parse_scalar(option, text)}})
    return build_config(data)


def build_config(data: Mapping[str, Any]) -> Config:
    """Validate nested dictionaries into a :class:`Config`; :class:`ConfigError` otherwise."""
    try:
        return Config.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise ConfigError(_one_sentence(error)) from None


def load_config_file(path: Path) -> dict[str, Any]:
    """Options of a YAML or JSON file; of a ``run.json``, its ``config``. ``extends:`` is honoured."""
    try:
        data = _yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"--config {path} cannot be read ({reason})") from None
    except yaml.YAMLError:
        raise ConfigError(f"--config {path} is neither YAML nor JSON") from None
    if isinstance(data, dict) and (path.name == "run.json" or "schema_version" in data):
        data = data.get("config")
        if not data:  # an imported run has none, and all defaults are not what was asked for
            raise ConfigError(f"--config {path} is not the run.json of a training run: it has no 'config'")
    if not isinstance(data, dict):
        raise ConfigError(f"--config {path} should hold sections of options, such as 'run:' or 'learner:'")
    base = data.pop("extends", None)
    return _merge(load_preset(base), data) if base is not None else data


def resolve_path(option: str, value: str) -> Path:
    """The existing file or directory an option names, seen from here or from the repository."""
    for candidate in (Path(value), ROOT / value):
        if candidate.exists():
            return candidate
    raise ConfigError(f"{option} names '{value}', but there is no such file or directory")


def option_names() -> list[str]:
    """Every dotted option, e.g. ``learner.lr``."""
    return [
        f"{section}.{name}"
        for section, field in Config.model_fields.items()
        for name in field.annotation.model_fields  # type: ignore[union-attr]
    ]


def nearest(word: str, words: list[str]) -> str:
    """`` (nearest: a, b)`` for error messages, or the empty string when nothing is close."""
    by_tail = [name for name in words if name.rpartition(".")[2] == word.rpartition(".")[2]]
    close = list(dict.fromkeys(by_tail + difflib.get_close_matches(word, words, n=3, cutoff=0.6)))
    return f" (nearest: {', '.join(close[:3])})" if close else ""


def _load_preset(name: str, seen: tuple[str, ...]) -> dict[str, Any]:
    file = PRESETS / f"{name}.yaml"
    if name not in preset_names():
        known = preset_names()
        raise ConfigError(f"unknown preset '{name}'{nearest(name, known)}; presets are {', '.join(known)}")
    if name in seen:
        raise ConfigError(f"preset '{name}' extends itself through {' -> '.join((*seen, name))}")
    data = _yaml(file.read_text(encoding="utf-8")) or {}
    base = data.pop("extends", None)
    return _merge(_load_preset(base, (*seen, name)), data) if base else data


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _require_known(option: str) -> None:
    names = option_names()
    if option not in names:
        raise ConfigError(f"unknown option '{option}'{nearest(option, names)}")


class _Loader(yaml.SafeLoader):
    """YAML 1.1 reads ``1e-4`` as text; this loader reads it as the number everybody means."""


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)$"),
    list("-+0123456789."),
)


def _yaml(text: str) -> Any:
    return yaml.load(text, Loader=_Loader)


def _parse_scalar(option: str, text: str) -> Any:
    section, _, name = option.partition(".")
    annotation = Config.model_fields[section].annotation.model_fields[name].annotation  # type: ignore[union-attr]
    if annotation is str or (getattr(annotation, "__origin__", None) is Literal):
        return text
    try:
        value = _yaml(text)
    except yaml.YAMLError:
        raise ConfigError(f"option '{option}' has a value that cannot be read: {text!r}") from None
    if getattr(annotation, "__origin__", None) is tuple and isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    return value


def _one_sentence(error: ValidationError) -> str:
    first = error.errors()[0]
    option = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        kind = "option" if "." in option else "section"
        words = option_names() if kind == "option" else list(Config.model_fields)
        return f"unknown {kind} '{option}'{nearest(option, words)}"
    expected = first["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    expected = expected.replace("a valid integer", "a whole number").replace("a valid ", "a ")
    if expected.startswith(("greater", "less")):
        expected = "a number " + expected
    if first["type"] == "value_error" and not option:
        return expected
    if first["type"] == "value_error":
        return f"option '{option}' expects {expected}"
    return f"option '{option}' expects {expected}, not {first['input']!r}"
