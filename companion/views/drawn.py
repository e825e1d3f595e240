"""One moment of the table, as every part of its screen reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.table import LogLine, Now, Running
from companion.words import Translate
from rules.engine import Choice, Event, Text

from .places import Places, places
from .theme import SHORT, WIDE


@dataclass(frozen=True)
class Drawn:
    """Where the table is, what happened, and in whose words."""

    now: Now
    log: tuple[LogLine, ...]
    words: Translate
    width: float
    height: float
    running: Running | None = None
    """The correction of a number that is under way."""

    @property
    def short(self) -> bool:
        """Whether it is a phone lying on its side."""
        return self.height < SHORT

    @property
    def wide(self) -> bool:
        """Whether there is room for two columns."""
        return self.width >= WIDE or (self.short and self.width > self.height)

    @cached_property
    def picture(self) -> Any:
        """What the game shows besides the question: its stack, monsters, players, if it has such."""
        return self.now.game.view(self.now.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits here."""
        seats: tuple[str, ...] = self.now.state.seats
        return seats

    @cached_property
    def places(self) -> Places:
        """Where each choice stands."""
        asked = self.now.prompt
        return places(asked, getattr(self.now.state, "depth", "") == "every") if asked else Places()

    @cached_property
    def lines(self) -> Mapping[int, Any]:
        """What the picture says of each player."""
        return {line.seat: line for line in getattr(self.picture, "players", ())}

    @property
    def active(self) -> int:
        """Whose turn it is, as far as the game knows turns."""
        return next((seat for seat, line in self.lines.items() if line.active), -1)

    @property
    def fought(self) -> int:
        """The monster under attack, if one is."""
        return next((m.id for m in getattr(self.picture, "monsters", ()) if m.fighting), 0)

    @property
    def title(self) -> str:
        """The game and how far it has come."""
        turn = getattr(self.picture, "turn", 0)
        game = self.now.game.title
        return self.words(Text("{game} · turn {n}", game=game, n=turn) if turn else game)

    def choice(self, event: Event) -> Choice | None:
        """The choice whose holes that event leaves open, if it is still offered."""
        asked = self.now.prompt
        return next((choice for choice in asked.choices if choice.event == event), None) if asked else None

    @cached_property
    def remarks(self) -> tuple[Choice, ...]:
        """What may be said beside what is asked."""
        return self.now.remarks

    def remark(self, event: Event) -> Choice | None:
        """The remark whose holes that event leaves open, if it may still be said."""
        return next((remark for remark in self.remarks if remark.event == event), None)
