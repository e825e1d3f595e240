"""Read side of one match: its current state, what each device may see, and undo previews."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.base.observable import Shared
from companion.storage.matches import Storage, StorageTrouble
from companion.storage.records import Match
from rules.engine import Game, Prompt, Refused, Text, Undone

from . import log, roles, undo
from .journal import Journal, Unsaved
from .log import LogLine
from .replay import resume
from .roles import MIDDLE, Chair
from .state import Now, Running, Story
from .transaction import Held, held, story_of
from .undo import Undoing

T = TypeVar("T")
SECRETS = Text("In this game players' phones keep secrets: it can be exported when it is over.")
SERIES = 5.0
"""Seconds within which adjustments of one tracker by one device are one adjustment."""


class Late(Exception):  # noqa: N818 - a stale answer is expected, not an error
    """An answer to a prompt that is no longer asked; nothing has changed."""

    reason = Text("The table has moved on: look again.")


@dataclass(frozen=True)
class Series:
    """Adjustments of one tracker by one device, which are undone as one."""

    key: str
    who: Chair
    at: float
    group: int
    before: int


class Shown(Shared):
    """The read side of one match, with thread-safe methods."""

    def __init__(
        self,
        game: Game[Any],
        match: Match,
        storage: Storage,
        clock: Callable[[], float],
        seated: Callable[[], frozenset[int]],
        told: Callable[[], None],
    ) -> None:
        super().__init__()
        self.game = game
        self.match = match
        self.gone = False
        """Whether the match was deleted: nothing is written any more."""
        self._storage = storage
        self._journal = Journal(storage, match, game, clock, told)
        self._clock = clock
        self._seated = seated
        self._taken = frozenset[int]()
        self._lock = threading.RLock()
        self._series: Series | None = None
        resumed = resume(storage, match, game)
        self.warning = resumed.warning
        self._held = held(game, resumed)
        self._made: tuple[Held | None, dict[object, Any]] = (None, {})
        self._away = self.state.outcome is not None

    @property
    def unsaved(self) -> Unsaved | None:
        """What the disk has not accepted, if anything: the game then goes on in memory."""
        return self._journal.unsaved

    @property
    def now(self) -> Now:
        """The current table state."""
        return self._once("now", self._now)

    def _now(self) -> Now:
        held = self._held
        history = held.history
        return Now(self.game, history.state, held.seq, held.branch, history.last_group, bool(history.redoable))

    def now_for(self, chair: Chair) -> Now:
        """Return the table state as that device may see it, without the secrets of others."""
        now, seats = self.now, self._sees(chair)
        state = self.game.conceal(now.state, seats)
        return now if state is now.state else self._once(("now", seats), lambda: replace(now, state=state))

    def _once(self, key: object, make: Callable[[], T]) -> T:
        """Return a value that depends on the match state only, computed once for all devices."""
        held, made = self._made
        if held is not self._held:
            made = {}
            self._made = self._held, made
        if key not in made:
            made[key] = make()
        found: T = made[key]
        return found

    def _sees(self, chair: Chair) -> frozenset[int]:
        return roles.sees(chair, len(self.match.seats), self.taken)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a device has claimed; the last known ones where the database fails."""
        with suppress(StorageTrouble):
            self._taken = self._seated()
        return self._taken

    @property
    def running(self) -> Running | None:
        """The adjustment that one more tap would continue."""
        with self._lock:
            series, at = self._series, self._clock()
            if series is None or not 0 <= at - series.at <= SERIES:
                return None
            return Running(series.key, series.before, self._value(series.key), SERIES - (at - series.at))

    def _value(self, key: str) -> int:
        return next((tracker.value for tracker in self.now.trackers if tracker.key == key), 0)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self._held.history.state

    @property
    def prompt(self) -> Prompt | None:
        """The current prompt; None when the game has ended."""
        return self.now.prompt

    @property
    def prompt_id(self) -> str:
        """The id of the current prompt, by which an answer says what it answers."""
        return self.now.prompt_id

    @property
    def story(self) -> Story:
        """The whole record of the match."""
        return story_of(self.match, self._held)

    def story_for(self, chair: Chair) -> Story:
        """Return the record as that device may see it, without the secrets of others."""
        story, seats = self.story, self._sees(chair)
        first, *states = (self.game.conceal(state, seats) for state in (story.first, *story.states))
        last = states[-1] if states else first
        return replace(story, first=first, lines=self._lines(chair), last=last, states=tuple(states))

    def moment(self, chair: Chair = MIDDLE, seq: int | None = None) -> Any:
        """Return the current state, or the state before the entry of that number.

        Its notes belong to what came before. Raises ``StaleAnswerError`` if the entry is not in effect any more,
        ``Refused`` while others have secrets from that device.
        """
        history = self._held.history
        state = history.state if seq is None else history.before(self._before(seq))
        if self.state.outcome is None and self.game.conceal(state, self._sees(chair)) != state:
            raise Refused("X-08", SECRETS)
        return state

    @property
    def moved(self) -> float:
        """Time of the last entry, in unix seconds."""
        lines = self._held.lines
        return lines[-1].entry.at if lines else self.match.last

    @property
    def kept(self) -> bool:
        """Whether the game is over and put away: it can be viewed, and every change is refused."""
        return self._away and self.state.outcome is not None

    def undoing(self, chair: Chair = MIDDLE, group: int | None = None) -> Undoing:
        """Return what ``undo`` would take back, in words that this device may read."""
        back = self._held.history.last_group if group is None else group
        return undo.undoing(self._lines(chair), Undone(back)) if back is not None else Undoing((), ())

    def reopening(self, seq: int, chair: Chair = MIDDLE) -> Undoing:
        """Return what ``undo_to_entry`` would take back, in words that this device may read."""
        return undo.undoing(self._lines(chair), self._before(seq))

    def _before(self, seq: int) -> Undone:
        undone = undo.back_to(self._held.lines, seq)
        if undone is None:
            raise Late
        return undone

    def log(self, chair: Chair = MIDDLE) -> tuple[LogLine, ...]:
        """Return all log lines, oldest first, as that device may read them."""
        return self._once(("log", self._sees(chair)), lambda: undo.marked(self._lines(chair)))

    def _lines(self, chair: Chair) -> tuple[LogLine, ...]:
        return log.seen(self.game, self._held.lines, self._sees(chair))

    def pictures(self) -> frozenset[int]:
        """Return the numbers of the entries of which the log keeps a picture."""
        return self._storage.pictured(self.match)

    def picture(self, seq: int) -> bytes:
        """Return the JPEG in which that entry was read; empty if there is none."""
        return self._storage.picture(self.match, seq)
