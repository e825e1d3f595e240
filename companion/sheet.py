"""TOML as people lay it out: what belongs together under its heading, a record a line; and where in it a key stands."""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from itertools import islice
from typing import Any

import tomlkit
from tomlkit.items import Item

from .bounds import Path, closing

FURTHER = 5
"""Lines after which we no longer look for the end of something open."""


def laid_out(said: dict[str, Any]) -> str:
    """The keys and values as a text: plain ones first, then a heading for each table."""
    sheet = tomlkit.document()
    for key, value in sorted(said.items(), key=lambda pair: isinstance(pair[1], dict)):
        sheet.add(key, _headed(value) if isinstance(value, dict) else _value(value, True))
    return tomlkit.dumps(sheet)


def _headed(said: dict[str, Any]) -> Item:
    """A table under a heading; one of tables alone, each under its own."""
    tables = bool(said) and all(isinstance(value, dict) for value in said.values())
    made = tomlkit.table(is_super_table=tables)
    for key, value in said.items():
        made.add(key, _headed(value) if tables else _value(value, True))
    return made


def _value(value: Any, apart: bool = False) -> Any:
    """A value on one line, or a list of records with a line for each (``apart``)."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update({key: _value(inner) for key, inner in value.items()})
        return table
    if isinstance(value, list):
        row = tomlkit.array()
        row.extend(_value(item) for item in value)
        return row.multiline(apart and any(isinstance(item, dict | list) for item in value))
    return value


def line_of(text: str, path: Path) -> int:
    """The number of the line on which that path ends, or as much of it as stands anywhere; 1 for none of it.

    The text can be read and is not too deep (``bounds``): it is read some dozens of times.
    """
    text = text.replace("\r\n", "\n")
    lines, whole = text.split("\n"), _data(text) or {}
    while path and not _holds(whole, path):
        path = path[:-1]
    if not path:
        return 1
    at = bisect_left(range(len(lines)), True, key=lambda n: _holds(_beginning(lines, n)[1], path))
    return _beginning(lines, at)[0]


def _beginning(lines: list[str], n: int) -> tuple[int, dict[str, Any]]:
    """The number of lines, ``n`` or a few more, that can be read by themselves, and what they say."""
    for k in islice(range(n, len(lines)), FURTHER):
        data = _data("\n".join(lines[:k]))
        if data is not None:
            return k, data
    return len(lines), _data("\n".join(lines)) or {}


def _data(text: str) -> dict[str, Any] | None:
    """What the beginning of a text says, whatever is still open closed; None if it cannot be read."""
    try:
        return tomllib.loads(text + closing(text))
    except (ValueError, RecursionError):
        return None


def _holds(data: Any, path: Path) -> bool:
    for part in path:
        if not (part in data if isinstance(data, dict) else isinstance(data, list) and part in range(len(data))):
            return False
        data = data[part]
    return True
