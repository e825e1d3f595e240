"""One moment of the table, as every part of its screen reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.dice import throw_asked
from companion.foretell import lined
from companion.seating import MIDDLE, Chair, may
from companion.table import LogLine, Now, Running
from companion.words import Translate
from rules.engine import Choice, Prompt, Text, player_views

from .habits import here
from .mine import NOBODY, Heard, heard
from .places import Places, places
from .theme import CROWDED, LEFT, NARROW, RIGHT, SHORT, WIDE, Space

if TYPE_CHECKING:
    from companion.tray import Seen


@dataclass(frozen=True)
class Overhead:
    """What the host's camera does for this table: the throw that it saw, whether it waits for one, its trouble."""

    seen: Seen | None = None
    waits: bool = False
    trouble: Text | None = None


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
    chair: Chair = MIDDLE
    """Where the phone that is drawn has its place."""
    taken: frozenset[int] = NOBODY
    """The seats that phones have taken."""
    phones: Mapping[int, bool] = field(default_factory=dict)
    """Whether each of them is awake."""
    for_all: bool = False
    """Whether this phone answers for the others too, who have phones of their own."""
    overhead: Overhead = field(default_factory=Overhead)
    """What the host's camera does, where it has one."""
    clocked: bool = False
    """Whether the table likes to see how long turn and question have lasted."""

    @property
    def short(self) -> bool:
        """Whether it is a phone lying on its side."""
        return self.height < SHORT

    @property
    def narrow(self) -> bool:
        """Whether fewer things than usual stand beside each other: a small phone, or large letters."""
        return not self.wide and self.width < NARROW * here().scale

    @property
    def crowded(self) -> bool:
        """Whether question and answers find no place beside each other in this height."""
        return self.height < CROWDED * here().scale

    @property
    def wide(self) -> bool:
        """Whether there is room for two columns."""
        return self.width >= WIDE or (self.short and self.width > self.height)

    @property
    def column(self) -> tuple[float, float]:
        """Points of what stands in the left column and in the right one; both have all of it where there is one."""
        room = self.width - Space.GAP if self.wide else self.width
        shares = (LEFT / (LEFT + RIGHT), RIGHT / (LEFT + RIGHT)) if self.wide else (1, 1)
        return room * shares[0] - 2 * Space.EDGE, room * shares[1] - 2 * Space.EDGE

    @cached_property
    def picture(self) -> Any:
        """The game's view of the state: what its scene draws, and the players."""
        return self.now.game.view(self.now.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits here."""
        seats: tuple[str, ...] = self.now.state.seats
        return seats

    @cached_property
    def heard(self) -> Heard | None:
        """What of the question this phone may answer, and whether it is called."""
        asked = self.now.prompt
        return heard(asked, self.chair, self.taken, self.seats, self.for_all) if asked else None

    @cached_property
    def asked(self) -> Prompt | None:
        """The question with what this phone may answer, and what each answer leads to."""
        return lined(self.now, self.heard.prompt, self.words) if self.heard else None

    @property
    def own(self) -> int:
        """The seat whose cards are at hand: this phone's; in the middle of the table, whose turn it is."""
        return self.active if self.chair.seat is None else self.chair.seat

    @cached_property
    def places(self) -> Places:
        """Where each choice stands."""
        every = self.now.state.depth == "every"
        return places(self.asked, every, self.chair.seat) if self.asked else Places()

    @property
    def throw(self) -> Choice | None:
        """The throw that the table waits for, whoever makes it: any phone may read its dice."""
        return throw_asked(self.now.prompt) if self.now.prompt else None

    @cached_property
    def lines(self) -> Mapping[int, Any]:
        """The players of the view by seat; a scene reads its own game's fields of them."""
        return {line.seat: line for line in player_views(self.picture)}

    @property
    def active(self) -> int:
        """Whose turn it is, as far as the game knows turns."""
        return next((seat for seat, line in self.lines.items() if line.active), -1)

    @property
    def title(self) -> str:
        """The game and how far it has come."""
        turn, game = self.now.state.turn, self.now.game.title
        return self.words(Text("{game} · turn {n}", game=game, n=turn) if turn else game)

    @property
    def doubted(self) -> Seen | None:
        """The throw that the host's camera is not sure of: the phones that are called look at it."""
        seen = self.overhead.seen
        return seen if seen and seen.doubt and self.throw and self.heard and self.heard.loud else None

    def choice(self, like: Choice) -> Choice | None:
        """The same choice as it is offered now, if it still is."""
        offered = (*(self.asked.choices if self.asked else ()), *([self.throw] if self.throw else []))
        return next((choice for choice in offered if same(choice, like)), None)

    @cached_property
    def remarks(self) -> tuple[Choice, ...]:
        """What this phone may say beside what is asked."""
        return tuple(one for one in self.now.remarks if self._may_say(one))

    def _may_say(self, remark: Choice) -> bool:
        return may(self.chair, () if remark.seat is None else (remark.seat,), self.taken)

    def remark(self, like: Choice) -> Choice | None:
        """The same remark as it may be said now, if it still may."""
        return next((remark for remark in self.remarks if same(remark, like)), None)


def same(one: Choice, other: Choice) -> bool:
    """Whether both are one choice, though the options of its holes may have changed since."""
    return _identity(one) == _identity(other)


def _identity(choice: Choice) -> tuple[object, ...]:
    """The event and the holes: two choices of one prompt may have the same event, but then ask for different things."""
    return choice.event, choice.kind, tuple((type(hole), hole.name) for hole in choice.does.holes)
