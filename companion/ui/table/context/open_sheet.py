"""Data of the sheet that is open over the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine import Choice

from .choice_layout import sheet_kind


@dataclass(frozen=True)
class OpenSheet:
    """Kind and subject of a sheet: a choice with holes, a seat, a prompt, or a game's own."""

    kind: str = ""
    subject: Any = None


NO_SHEET = OpenSheet()
CLOSED_KIND = "closed"


def sheet_for(choice: Choice) -> OpenSheet:
    """Return the sheet that fills the choice."""
    return OpenSheet(sheet_kind(choice), choice)
