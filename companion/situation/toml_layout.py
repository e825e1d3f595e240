"""TOML layout for people: headings, one record per line; and the line of a key.

``format_toml`` writes it, ``line_of`` finds the line.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from itertools import islice

import tomlkit
from tomlkit.items import Item

from companion.base.input_limits import KeyPath, closing_tokens
from companion.base.value_types import JsonTable, JsonValue, WritableJson, WritableTable, children

MAX_EXTRA_LINES = 5
"""Number of further lines in which the end of an open structure is searched."""


def format_toml(data: WritableTable) -> str:
    """Format keys and values as TOML: plain values first, then a heading for each table."""
    sheet = tomlkit.document()
    for key, value in sorted(data.items(), key=lambda pair: isinstance(pair[1], dict)):
        sheet.add(key, _table(value) if isinstance(value, dict) else _value(value, True))
    return tomlkit.dumps(sheet)


def _table(data: WritableTable) -> Item:
    tables = bool(data) and all(isinstance(value, dict) for value in data.values())
    table = tomlkit.table(is_super_table=tables)
    for key, value in data.items():
        table.add(key, _table(value) if tables and isinstance(value, dict) else _value(value, True))
    return table


def _value(value: WritableJson, apart: bool = False) -> Item | WritableJson:
    """Create an inline value; with ``apart``, a list of records has one line for each."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update({key: _value(inner) for key, inner in value.items()})
        return table
    if isinstance(value, list):
        row = tomlkit.array()
        row.extend(_value(item) for item in value)
        return row.multiline(apart and any(isinstance(item, dict | list) for item in value))
    return value


def line_of(text: str, path: KeyPath) -> int:
    """Return the number of the line on which a path ends, or its longest existing prefix.

    It is 1 if no part of the path exists. The text must be valid TOML within ``companion.base.input_limits``, as it is
    parsed some dozens of times.
    """
    text = text.replace("\r\n", "\n")
    lines, whole = text.split("\n"), _parse_prefix(text) or {}
    while path and not _has_path(whole, path):
        path = path[:-1]
    if not path:
        return 1
    at = bisect_left(range(len(lines)), True, key=lambda n: _has_path(_parsed_prefix(lines, n)[1], path))
    return _parsed_prefix(lines, at)[0]


def _parsed_prefix(lines: list[str], n: int) -> tuple[int, JsonTable]:
    """Return the number of lines, ``n`` or a few more, that can be parsed, and their data."""
    for k in islice(range(n, len(lines)), MAX_EXTRA_LINES):
        data = _parse_prefix("\n".join(lines[:k]))
        if data is not None:
            return k, data
    return len(lines), _parse_prefix("\n".join(lines)) or {}


def _parse_prefix(text: str) -> JsonTable | None:
    """Parse the beginning of a text, with open structures closed; None if that is impossible."""
    try:
        return tomllib.loads(text + closing_tokens(text))
    except (ValueError, RecursionError):
        return None


def _has_path(data: JsonValue, path: KeyPath) -> bool:
    for part in path:
        inside = dict(children(data))
        if part not in inside:
            return False
        data = inside[part]
    return True
