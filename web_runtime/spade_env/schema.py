"""The part of JSON Schema that function-calling schemas use, with sentences an agent can learn from."""

from __future__ import annotations

import json
import math
from typing import Any

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (list, "array"),
    (dict, "object"),
)
_PYTHON = {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}


def violations(value: Any, schema: Any, path: str = "arguments") -> list[str]:
    """Sentences saying how ``value`` breaks ``schema``: its type, enum, required, properties, items and
    additionalProperties are looked at, everything else (and a part that is no schema) allows all."""
    if not isinstance(schema, dict):
        return []
    kinds = schema.get("type")
    allowed = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    if allowed and not any(_is(value, kind) for kind in allowed):
        return [f"{path} must be of type {' or '.join(map(str, allowed))}, not {_kind(value)}"]
    options = schema.get("enum")
    if isinstance(options, list) and not any(_same(value, option) for option in options):
        return [f"{path} must be one of {', '.join(_shown(option) for option in options)}"]
    found: list[str] = []
    if isinstance(value, dict):
        found += _object(value, schema, path)
    if isinstance(value, list):
        for i, item in enumerate(value):
            found += violations(item, schema.get("items"), f"{path}[{i}]")
    return found


def settled(value: Any, schema: Any) -> Any:
    """``value``, which fits ``schema``, with whole floats as integers where an integer is asked for: JSON has
    one kind of number, and a program that gets 2.0 for an index would fail for what the agent wrote."""
    if not isinstance(schema, dict):
        return value
    if isinstance(value, float) and schema.get("type") == "integer":
        return int(value)
    if isinstance(value, list):
        return [settled(item, schema.get("items")) for item in value]
    if isinstance(value, dict):
        properties = schema.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        return {name: settled(item, properties.get(name)) for name, item in value.items()}
    return value


def _object(value: dict[str, Any], schema: dict[str, Any], path: str) -> list[str]:
    properties, required = schema.get("properties"), schema.get("required")
    properties = properties if isinstance(properties, dict) else {}
    required = required if isinstance(required, list) else []
    found = [f"{path} needs '{name}'" for name in required if isinstance(name, str) and name not in value]
    for name, item in value.items():
        if name in properties:
            found += violations(item, properties[name], name if path == "arguments" else f"{path}.{name}")
        elif schema.get("additionalProperties") is False:
            found.append(f"{path} has no '{name}'")
    return found


def _is(value: Any, kind: Any) -> bool:
    if kind == "integer":
        whole = isinstance(value, float) and math.isfinite(value) and value == int(value)
        return not isinstance(value, bool) and (isinstance(value, int) or whole)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    python = _PYTHON.get(kind) if isinstance(kind, str) else None
    return python is None or isinstance(value, python)


def _kind(value: Any) -> str:
    return next((name for python, name in _KINDS if isinstance(value, python)), "null")


def _same(value: Any, option: Any) -> bool:
    """Equality as JSON has it: 1 equals 1.0, and neither equals true."""
    return isinstance(value, bool) == isinstance(option, bool) and value == option


def _shown(option: Any) -> str:
    return option if isinstance(option, str) else json.dumps(option, ensure_ascii=False, default=str)
