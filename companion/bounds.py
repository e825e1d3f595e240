"""How much a file or a code may hold, found out before or while it is read: depth, numbers, values, things, work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import accumulate
from typing import Any

from rules.engine import Text

DEEPEST = 12
"""Keys, lists and tables within each other; no file of ours has half of that."""
LARGEST = 10**12
"""No whole number is as far from 0: times, and numbers of questions."""
VALUES = 2_000
"""Values in a situation's text."""
TOO_DEEP = Text("This lies too deep.")
TOO_MANY = Text("There are too many values up to here.")
THINGS = 800
"""Records and items of lists in one state: five times a crowded table."""
WORK = 600_000
"""The longest replay: things on the table, added up over its steps. An evening of 2,000 steps has a third of that."""
TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""+|\\?\Z)|' + r"'''.*?(?:'''+|\Z)" + r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?|\#[^\n]*""",
    re.DOTALL,
)
"""The strings and comments of TOML, also those that do not end."""
OPENS, CLOSES = "[{", {"[": "]", "{": "}"}
APART = ("rulings", "notes")
"""The fields of a state that are not counted."""
Path = tuple[str | int, ...]
"""The keys and places that lead to something in a text."""


def overfull(text: str) -> tuple[int, Text] | None:
    """The number of the line of a TOML text on which something lies too deep or is too much, and a sentence.

    Asked before parsing: to note every part of a key takes time and memory that grow with the square of its length.
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
    """The text with its lines, without spaces and comments, and with a letter for each string."""
    return TOKEN.sub(_letter, text).translate({ord(" "): None, ord("\t"): None})


def _letter(token: re.Match[str]) -> str:
    return "" if token[0].startswith("#") else "x" + "\n" * token[0].count("\n")


def closing(text: str) -> str:
    """What ends the string, lists and tables of TOML that are open at the end of a text."""
    last, opened = "", list[str]()
    for match in re.finditer(rf"(?P<token>{TOKEN.pattern})|[\[\]{{}}]", text, re.DOTALL):
        last = match[0] if match.end() == len(text) and match["token"] else ""
        if match[0] in OPENS:
            opened.append(CLOSES[match[0]])
        elif match[0] in "]}" and opened:
            opened.pop()
    return _string_end(last) + "".join(reversed(opened))


def _string_end(token: str) -> str:
    """What ends a token of several lines, if it has none; a comment ends with its line."""
    for quotes in ('"""', "'''"):
        if token.startswith(quotes) and (len(token) < 6 or not token.endswith(quotes)):
            return f"\n{quotes}"
    return "\n" if token.startswith("#") else ""


def huge(data: Any) -> Path | None:
    """Where a number is too large to be handled; None if none is."""
    return next((path for path, value in _values(data) if isinstance(value, int) and abs(value) > LARGEST), None)


def deeper(data: Any, most: int = DEEPEST) -> bool:
    """Whether decoded JSON has lists and tables deeper than that within each other."""
    return any(len(path) > most for path, _ in _values(data))


def _values(data: Any) -> Iterator[tuple[Path, Any]]:
    """All that is in it, each with its path."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if len(path) <= DEEPEST:
            inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            waiting += [((*path, key), item) for key, item in inside]


def things(value: Any) -> int:
    """The records and items of lists in a state; its settings and notes lie on no table."""
    if is_dataclass(value):
        return 1 + sum(things(getattr(value, field.name)) for field in fields(value) if field.name not in APART)
    if isinstance(value, (tuple, frozenset)):
        return len(value) + sum(map(things, value))
    return 0
