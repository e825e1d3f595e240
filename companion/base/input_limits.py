"""Limits on games and on imported files and codes.

They bound depth, numbers, values, the steps of a game, the size of a state and the cost of a replay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import accumulate

from companion.base.value_types import JsonValue, SavedValue, children
from rules.engine import Text

MAX_DEPTH = 12
"""Maximum nesting of keys, lists and tables; no file of ours has half of that."""
MAX_INTEGER = 10**12
"""Maximum magnitude of an integer: covers times and question numbers."""
MAX_VALUES = 2_000
"""Maximum number of values in a situation's text."""
TOO_DEEP_TEXT = Text("This lies too deep.")
TOO_MANY_TEXT = Text("There are too many values up to here.")
MAX_STEPS = 10_000
"""Maximum number of steps in a game, five times a long evening, so that none blocks its table for seconds."""
MAX_STATE_SIZE = 800
"""Maximum number of records and list items in one state: five times a crowded table."""
MAX_REPLAY_COST = 600_000
"""Maximum cost of a replay: state sizes added up over its steps.

An evening of 2,000 steps has a third of that.
"""
STRING_OR_COMMENT = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""+|\\?\Z)|' + r"'''.*?(?:'''+|\Z)" + r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?|\#[^\n]*""",
    re.DOTALL,
)
"""Pattern of TOML strings and comments, also of unterminated ones."""
OPENING_BRACKETS, CLOSING_BRACKETS = "[{", {"[": "]", "{": "}"}
UNCOUNTED_FIELDS = ("rulings", "notes")
"""Fields of a state that are not counted by ``state_size``."""
KeyPath = tuple[str | int, ...]
"""Keys and indexes that lead to a value in a document."""


def find_excess(text: str) -> tuple[int, Text] | None:
    """Find the first line of a TOML text that is nested too deep or has too many values.

    Returns its number and a message, or None. It runs before parsing, because the parser needs time and memory that
    grow with the square of a key's length to record each part of it.
    """
    depth = values = 0
    for number, line in enumerate(_simplify(text).split("\n"), start=1):
        values += line.count(",") + line.count("=")
        if values > MAX_VALUES:
            return number, TOO_MANY_TEXT
        depths = list(
            accumulate((1 if letter in OPENING_BRACKETS else -1 for letter in line if letter in "[]{}"), initial=depth)
        )
        keys = (piece.count(".") for piece in re.split(r"[^\w.-]+", line))
        if max(*depths, *keys) > MAX_DEPTH:
            return number, TOO_DEEP_TEXT
        depth = depths[-1]
    return None


def _simplify(text: str) -> str:
    """Return the lines of the text without spaces and comments, each string as one letter."""
    return STRING_OR_COMMENT.sub(_placeholder, text).translate({ord(" "): None, ord("\t"): None})


def _placeholder(token: re.Match[str]) -> str:
    return "" if token[0].startswith("#") else "x" + "\n" * token[0].count("\n")


def closing_tokens(text: str) -> str:
    """Return what closes the string, lists and tables that are open at the end of a TOML text."""
    last, opened = "", list[str]()
    for match in re.finditer(rf"(?P<token>{STRING_OR_COMMENT.pattern})|[\[\]{{}}]", text, re.DOTALL):
        last = match[0] if match.end() == len(text) and match["token"] else ""
        if match[0] in OPENING_BRACKETS:
            opened.append(CLOSING_BRACKETS[match[0]])
        elif match[0] in "]}" and opened:
            opened.pop()
    return _string_end(last) + "".join(reversed(opened))


def _string_end(token: str) -> str:
    """Return the end of an unterminated multi-line string, or a newline after a comment."""
    for quotes in ('"""', "'''"):
        if token.startswith(quotes) and (len(token) < 6 or not token.endswith(quotes)):
            return f"\n{quotes}"
    return "\n" if token.startswith("#") else ""


def find_huge_integer(data: JsonValue) -> KeyPath | None:
    """Return the path of the first number that is too large; None if there is none."""
    return next((path for path, value in _values(data) if isinstance(value, int) and abs(value) > MAX_INTEGER), None)


def exceeds_depth(data: JsonValue, max_depth: int = MAX_DEPTH) -> bool:
    """Return whether decoded JSON is nested deeper than ``max_depth``."""
    return any(len(path) > max_depth for path, _ in _values(data))


def _values(data: JsonValue) -> Iterator[tuple[KeyPath, JsonValue]]:
    pending: list[tuple[KeyPath, JsonValue]] = [((), data)]
    while pending:
        path, value = pending.pop()
        yield path, value
        if len(path) <= MAX_DEPTH:
            pending += [((*path, key), item) for key, item in children(value)]


def state_size(value: SavedValue) -> int:
    """Count the records and list items in a state, without its settings and notes."""
    if is_dataclass(value):
        return 1 + sum(
            state_size(getattr(value, field.name)) for field in fields(value) if field.name not in UNCOUNTED_FIELDS
        )
    if isinstance(value, (tuple, frozenset)):
        return len(value) + sum(map(state_size, value))
    return 0
