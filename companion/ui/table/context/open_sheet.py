"""Data of the sheet that is open over the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine import Choice

from .choice_layout import sheet_of


@dataclass(frozen=True)
class Open:
    """Kind and subject of a sheet: a choice with holes, a seat, a prompt, or a game's own."""

    kind: str = ""
    about: Any = None


NONE = Open()
CLOSED = "closed"


def opening(choice: Choice) -> Open:
    """Return the sheet that fills the choice."""
    return Open(sheet_of(choice), choice)
