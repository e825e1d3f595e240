"""Sheets over the table: what each of them is about."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Choice


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet over the table; the plain one is none at all."""


@dataclass(frozen=True, slots=True)
class ClosedSheet(Sheet):
    """No sheet, also none that would open by itself for that question."""

    question: str


@dataclass(frozen=True, slots=True)
class PlayerSheet(Sheet):
    """A player's numbers and what lies in front of that player."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLookSheet(Sheet):
    """The choice of a seat's color and sign."""

    seat: int


@dataclass(frozen=True, slots=True)
class ResponsesSheet(Sheet):
    """Who may respond to the question with that id, and the responses of one of them.

    Without a seat these are the first one's.
    """

    prompt_id: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TableSheet(Sheet):
    """What lies in the middle of the table."""


@dataclass(frozen=True, slots=True)
class LookaheadSheet(Sheet):
    """Where each answer leads, with the odds."""


@dataclass(frozen=True, slots=True)
class HandsSheet(Sheet):
    """What hands must still do."""


@dataclass(frozen=True, slots=True)
class EntrySheet(Sheet):
    """What the rules did with the entry of the log that has this number."""

    seq: int


@dataclass(frozen=True, slots=True)
class FactSheet(Sheet):
    """A fact with that key, set by hand."""

    key: str


@dataclass(frozen=True, slots=True)
class SilenceSheet(Sheet):
    """Who does not want to be asked again what the question with that id asks."""

    prompt_id: str


@dataclass(frozen=True, slots=True)
class ChoiceSheet(Sheet):
    """The holes of a choice, or its confirmation.

    ``number`` is the first number of a card to name, where that was tapped already.
    """

    choice: Choice
    number: str = ""


@dataclass(frozen=True, slots=True)
class RemarkSheet(Sheet):
    """The holes of a remark."""

    remark: Choice


@dataclass(frozen=True, slots=True)
class ItemSheet(Sheet):
    """A thing of the game with that id; each game has its own kinds."""

    item: int = 0


NO_SHEET = Sheet()
