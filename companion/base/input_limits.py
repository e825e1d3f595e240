"""Limits on imported files and codes, checked before or while they are read.

They bound depth, numbers, values, the size of a state and the cost of a replay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import accumulate
from typing import Any

from rules.engine import Text

DEEPEST = 12
"""Maximum nesting of keys, lists and tables; no file of ours has half of that."""
LARGEST = 10**12
"""Maximum magnitude of an integer: covers times and question numbers."""
VALUES = 2_000
"""Maximum number of values in a situation's text."""
TOO_DEEP = Text("This lies too deep.")
TOO_MANY = Text("There are too many values up to here.")
THINGS = 800
"""Maximum number of records and list items in one state: five times a crowded table."""
WORK = 600_000
"""Maximum cost of a replay: state sizes added up over its steps.

An evening of 2,000 steps has a third of that.
"""
TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""+|\\?\Z)|' + r"'''.*?(?:'''+|\Z)" + r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?|\#[^\n]*""",
    re.DOTALL,
)
"""Pattern of TOML strings and comments, also of unterminated ones."""
OPENS, CLOSES = "[{", {"[": "]", "{": "}"}
APART = ("rulings", "notes")
"""Fields of a state that are not counted by ``state_size``."""
Path = tuple[str | int, ...]
"""Keys and indexes that lead to a value in a document."""


def overfull(text: str) -> tuple[int, Text] | None:
    """Find the first line of a TOML text that is nested too deep or has too many values.

    Returns its number and a message, or None. It runs before parsing, because the parser needs time and memory that
    grow with the square of a key's length to record each part of it.
    """
    depth = values = 0
    for number, line in enumerate(_plain(text).split("\n"), start=1):
        values += line.count(",") + line.count("=")
        if values > VALUES:
            return number, TOO_MANY
        inside = list(accumulate((1 if letter in OPENS else -1 for letter in line if letter in "[]{}"), initial=depth))
        keys = (piece.count(".") for piece in re.split(r"[^\w.-]+", line))
        if max(*inside, *keys) > DEEPEST:
            return number, TOO_DEEP
        depth = inside[-1]
    return None


def _plain(text: str) -> str:
    """Return the lines of the text without spaces and comments, each string as one letter."""
    return TOKEN.sub(_letter, text).translate({ord(" "): None, ord("\t"): None})


def _letter(token: re.Match[str]) -> str:
    return "" if token[0].startswith("#") else "x" + "\n" * token[0].count("\n")


def closing(text: str) -> str:
    """Return what closes the string, lists and tables that are open at the end of a TOML text."""
    last, opened = "", list[str]()
    for match in re.finditer(rf"(?P<token>{TOKEN.pattern})|[\[\]{{}}]", text, re.DOTALL):
        last = match[0] if match.end() == len(text) and match["token"] else ""
        if match[0] in OPENS:
            opened.append(CLOSES[match[0]])
        elif match[0] in "]}" and opened:
            opened.pop()
    return _string_end(last) + "".join(reversed(opened))


def _string_end(token: str) -> str:
    """Return the end of an unterminated multi-line string, or a newline after a comment."""
    for quotes in ('"""', "'''"):
        if token.startswith(quotes) and (len(token) < 6 or not token.endswith(quotes)):
            return f"\n{quotes}"
    return "\n" if token.startswith("#") else ""


def huge(data: Any) -> Path | None:
    """Return the path of the first number that is too large; None if there is none."""
    return next((path for path, value in _values(data) if isinstance(value, int) and abs(value) > LARGEST), None)


def deeper(data: Any, most: int = DEEPEST) -> bool:
    """Return whether decoded JSON is nested deeper than ``max_depth``."""
    return any(len(path) > most for path, _ in _values(data))


def _values(data: Any) -> Iterator[tuple[Path, Any]]:
    """Iterate over all values in the data, each with its path."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if len(path) <= DEEPEST:
            inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            waiting += [((*path, key), item) for key, item in inside]


def things(value: Any) -> int:
    """Count the records and list items in a state, without its settings and notes."""
    if is_dataclass(value):
        return 1 + sum(things(getattr(value, field.name)) for field in fields(value) if field.name not in APART)
    if isinstance(value, (tuple, frozenset)):
        return len(value) + sum(map(things, value))
    return 0
