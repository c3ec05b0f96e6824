"""The part of JSON Schema that function-calling schemas use, with sentences an agent can learn from."""

from __future__ import annotations

import math
from typing import Any


def violations(value: Any, schema: dict[str, Any], path: str = "arguments") -> list[str]:
    """Sentences saying how ``value`` breaks ``schema``: its type, enum, required, properties, items and
    additionalProperties are looked at, everything else is allowed."""
    kinds = schema.get("type")
    allowed = [kinds] if isinstance(kinds, str) else list(kinds or [])
    if allowed and not any(_is(value, kind) for kind in allowed):
        return [f"{path} must be of type {' or '.join(allowed)}"]
    if "enum" in schema and not any(_same(value, option) for option in schema["enum"]):
        return [f"{path} must be one of {', '.join(str(option) for option in schema['enum'])}"]
    found: list[str] = []
    if isinstance(value, dict):
        found += _object(value, schema, path)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for i, item in enumerate(value):
            found += violations(item, schema["items"], f"{path}[{i}]")
    return found


def _object(value: dict[str, Any], schema: dict[str, Any], path: str) -> list[str]:
    properties = schema.get("properties") or {}
    found = [f"{path} needs '{name}'" for name in schema.get("required") or [] if name not in value]
    for name, item in value.items():
        if name in properties:
            found += violations(item, properties[name], name if path == "arguments" else f"{path}.{name}")
        elif schema.get("additionalProperties") is False:
            found.append(f"{path} has no '{name}'")
    return found


def _is(value: Any, kind: str) -> bool:
    if kind == "integer":
        whole = isinstance(value, float) and math.isfinite(value) and value == int(value)
        return not isinstance(value, bool) and (isinstance(value, int) or whole)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    python = {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}.get(kind)
    return python is None or isinstance(value, python)


def _same(value: Any, option: Any) -> bool:
    return type(value) is type(option) and value == option
