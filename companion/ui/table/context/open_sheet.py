"""Data of the sheet that is open over the table."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Choice, Event

from .choice_layout import sheet_kind


@dataclass(frozen=True)
class OpenSheet:
    """Kind and subject of a sheet: a choice with holes, a seat or item, or a key."""

    kind: str = ""
    choice: Choice | None = None
    number: int = 0
    """Seat of a player, or id of a game's item."""
    key: str = ""
    """Key of a fact, or of the prompt for which the sheet was opened or closed; the first number of a card to name."""
    first: Event | None = None
    """Answer that is given before that of the sheet, whose choice is one of the next question."""


NO_SHEET = OpenSheet()
CLOSED_KIND, SILENCE_KIND = "closed", "silence"


def sheet_for(choice: Choice, first: Event | None = None) -> OpenSheet:
    """Return the sheet that fills the choice, and gives the answer ``first`` before it."""
    return OpenSheet(sheet_kind(choice), choice, first=first)
