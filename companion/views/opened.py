"""Which sheet lies open over a table, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine import Choice

from .places import sheet_of


@dataclass(frozen=True)
class Open:
    """A sheet: its kind, and what it is about: a choice with holes, a seat, a question, a thing of the game's own."""

    kind: str = ""
    about: Any = None


NONE = Open()
CLOSED = "closed"


def opening(choice: Choice) -> Open:
    """The sheet that fills that choice."""
    return Open(sheet_of(choice), choice)
