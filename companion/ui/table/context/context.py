"""Context of one redraw of the table screen, read by all its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.dice.roll import throw_asked
from companion.i18n import Translate
from companion.match.preview_text import lined
from companion.match.roles import MIDDLE, Chair, may
from companion.match.table import LogLine, Now, Running
from companion.ui.design.preferences import here
from companion.ui.design.theme import CROWDED, LEFT, NARROW, RIGHT, SHORT, WIDE, Space
from rules.engine import Choice, Prompt, Text, player_views

from .choice_layout import Places, places
from .seat_prompt import NOBODY, Heard, heard

if TYPE_CHECKING:
    from companion.tray.tray import Seen


@dataclass(frozen=True)
class Overhead:
    """State of the host's camera for this table: reading, waiting, problem."""

    seen: Seen | None = None
    waits: bool = False
    trouble: Text | None = None


@dataclass(frozen=True)
class Drawn:
    """Table state, log, translation, layout and device role of one redraw."""

    now: Now
    log: tuple[LogLine, ...]
    words: Translate
    width: float
    height: float
    running: Running | None = None
    """Adjustment of a number that the next tap would continue."""
    chair: Chair = MIDDLE
    """Role of this device at the table."""
    taken: frozenset[int] = NOBODY
    """Seats claimed by devices."""
    phones: Mapping[int, bool] = field(default_factory=dict)
    """For each seat with a device of its own, whether that is online."""
    for_all: bool = False
    """Whether the host answers for seats that have devices of their own."""
    overhead: Overhead = field(default_factory=Overhead)
    """State of the host's camera, if there is one."""
    clocked: bool = False
    """Whether the table shows the time of turn and question."""

    @property
    def short(self) -> bool:
        """Whether the phone lies on its side."""
        return self.height < SHORT

    @property
    def narrow(self) -> bool:
        """Whether fewer controls than usual fit side by side: small phone or large text."""
        return not self.wide and self.width < NARROW * here().scale

    @property
    def crowded(self) -> bool:
        """Whether question and answers do not fit into the height together."""
        return self.height < CROWDED * here().scale

    @property
    def wide(self) -> bool:
        """Whether there is room for two columns."""
        return self.width >= WIDE or (self.short and self.width > self.height)

    @property
    def column(self) -> tuple[float, float]:
        """Widths of the left and the right column in points; both are full if there is only one."""
        room = self.width - Space.GAP if self.wide else self.width
        shares = (LEFT / (LEFT + RIGHT), RIGHT / (LEFT + RIGHT)) if self.wide else (1, 1)
        return room * shares[0] - 2 * Space.EDGE, room * shares[1] - 2 * Space.EDGE

    @cached_property
    def picture(self) -> Any:
        """View of the state by the game: what its scene draws, and the players."""
        return self.now.game.view(self.now.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        seats: tuple[str, ...] = self.now.state.seats
        return seats

    @cached_property
    def heard(self) -> Heard | None:
        """Part of the question that this device may answer; None when the game has ended."""
        asked = self.now.prompt
        return heard(asked, self.chair, self.taken, self.seats, self.for_all) if asked else None

    @cached_property
    def asked(self) -> Prompt | None:
        """Prompt with this device's choices, each with its consequence."""
        return lined(self.now, self.heard.prompt, self.words) if self.heard else None

    @property
    def own(self) -> int:
        """Seat whose items are shown as own: the device's, else the active one."""
        return self.active if self.chair.seat is None else self.chair.seat

    @cached_property
    def places(self) -> Places:
        """Layout of the choices on the screen."""
        every = self.now.state.depth == "every"
        return places(self.asked, every, self.chair.seat) if self.asked else Places()

    @property
    def throw(self) -> Choice | None:
        """Choice that waits for a roll, whoever makes it: any phone may read its dice."""
        return throw_asked(self.now.prompt) if self.now.prompt else None

    @cached_property
    def lines(self) -> Mapping[int, Any]:
        """Players of the view by seat; a scene reads the fields of its own game."""
        return {line.seat: line for line in player_views(self.picture)}

    @property
    def active(self) -> int:
        """Seat whose turn it is; -1 if the game does not say."""
        return next((seat for seat, line in self.lines.items() if line.active), -1)

    @property
    def title(self) -> str:
        """Title of the game and its current turn."""
        turn, game = self.now.state.turn, self.now.game.title
        return self.words(Text("{game} · turn {n}", game=game, n=turn) if turn else game)

    @property
    def doubted(self) -> Seen | None:
        """Roll that the host's camera could not read surely; set only on devices that are called."""
        seen = self.overhead.seen
        return seen if seen and seen.doubt and self.throw and self.heard and self.heard.loud else None

    def choice(self, like: Choice) -> Choice | None:
        """Return the same choice as it is offered now; None if it no longer is."""
        offered = (*(self.asked.choices if self.asked else ()), *([self.throw] if self.throw else []))
        return next((choice for choice in offered if same(choice, like)), None)

    @cached_property
    def remarks(self) -> tuple[Choice, ...]:
        """Remarks that this device may make at any time."""
        return tuple(one for one in self.now.remarks if self._may_say(one))

    def _may_say(self, remark: Choice) -> bool:
        return may(self.chair, () if remark.seat is None else (remark.seat,), self.taken)

    def remark(self, like: Choice) -> Choice | None:
        """Return the same remark as it may be made now; None if it no longer may."""
        return next((remark for remark in self.remarks if same(remark, like)), None)


def same(one: Choice, other: Choice) -> bool:
    """Return whether both are the same choice, even if the options of its holes have changed."""
    return _identity(one) == _identity(other)


def _identity(choice: Choice) -> tuple[object, ...]:
    """Return event, kind and holes of a choice.

    Two choices of one prompt may have the same event, but then their holes differ.
    """
    return choice.event, choice.kind, tuple((type(hole), hole.name) for hole in choice.does.holes)
