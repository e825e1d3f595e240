"""One match as phones look at it: where it is, what each of them may see of it, and what going back would mean."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.engine import Game, Prompt, Refused, Text, Undone

from . import log, seating
from .draft import Held, held, story_of
from .journal import Journal, Unsaved
from .log import LogLine, Undoing
from .now import Now, Running, Story
from .resume import resume
from .saved import Match
from .seating import MIDDLE, Chair
from .shared import Shared
from .storage import Storage, StorageTrouble

T = TypeVar("T")
SECRETS = Text("In this game players' phones keep secrets: it can be exported when it is over.")
SERIES = 5.0
"""Seconds within which corrections of one number by one person are one correction."""


class Late(Exception):  # noqa: N818 - being late is no error
    """An answer to a question that is no longer asked; nothing has changed."""

    reason = Text("The table has moved on: look again.")


@dataclass(frozen=True)
class Series:
    """Corrections of one number by one person, which are undone as one."""

    key: str
    who: Chair
    at: float
    group: int
    before: int


class Shown(Shared):
    """One match, to be looked at from any thread."""

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
        """The match was deleted: nothing is written any more."""
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
        """What the disk has not taken, if anything: then the game goes on in memory."""
        return self._journal.unsaved

    @property
    def now(self) -> Now:
        """Where the table is."""
        return self._once("now", self._now)

    def _now(self) -> Now:
        held = self._held
        history = held.history
        return Now(self.game, history.state, held.seq, held.branch, history.last_group, bool(history.redoable))

    def now_for(self, chair: Chair) -> Now:
        """Where the table is, as that phone may see it: without the secrets of others."""
        now, seats = self.now, self._sees(chair)
        state = self.game.conceal(now.state, seats)
        return now if state is now.state else self._once(("now", seats), lambda: replace(now, state=state))

    def _once(self, key: object, make: Callable[[], T]) -> T:
        """What follows from where the table is: worked out once, though many phones ask for it."""
        held, made = self._made
        if held is not self._held:
            made = {}
            self._made = self._held, made
        if key not in made:
            made[key] = make()
        found: T = made[key]
        return found

    def _sees(self, chair: Chair) -> frozenset[int]:
        return seating.sees(chair, len(self.match.seats), self.taken)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone has taken; where the disk does not say, those that it named last."""
        with suppress(StorageTrouble):
            self._taken = self._seated()
        return self._taken

    @property
    def running(self) -> Running | None:
        """The correction that one more tap would continue."""
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
        """What is asked; None when the game has ended."""
        return self.now.prompt

    @property
    def prompt_id(self) -> str:
        """The name by which an answer says what it answers."""
        return self.now.prompt_id

    @property
    def story(self) -> Story:
        """All of it."""
        return story_of(self.match, self._held)

    def story_for(self, chair: Chair) -> Story:
        """All of it, as that phone may see it: without the secrets of others."""
        story, seats = self.story, self._sees(chair)
        first, *states = (self.game.conceal(state, seats) for state in (story.first, *story.states))
        last = states[-1] if states else first
        return replace(story, first=first, lines=self._lines(chair), last=last, states=tuple(states))

    def moment(self, chair: Chair = MIDDLE, seq: int | None = None) -> Any:
        """The state now, or when the entry of that number was still to come; its notes belong to what came before.

        Raises ``Late`` if the entry does not stand any more, ``Refused`` while others have secrets from that phone.
        """
        history = self._held.history
        state = history.state if seq is None else history.before(self._before(seq))
        if self.state.outcome is None and self.game.conceal(state, self._sees(chair)) != state:
            raise Refused("X-08", SECRETS)
        return state

    @property
    def moved(self) -> float:
        """When something last happened, in unix seconds."""
        lines = self._held.lines
        return lines[-1].entry.at if lines else self.match.last

    @property
    def kept(self) -> bool:
        """Whether the game is over and put away: it can be looked at, and every change is refused."""
        return self._away and self.state.outcome is not None

    def undoing(self, chair: Chair = MIDDLE, group: int | None = None) -> Undoing:
        """What ``undo`` would take back, in words that this phone may read."""
        back = self._held.history.last_group if group is None else group
        return log.undoing(self._lines(chair), Undone(back)) if back is not None else Undoing((), ())

    def reopening(self, seq: int, chair: Chair = MIDDLE) -> Undoing:
        """What ``reopen`` would take back, in words that this phone may read."""
        return log.undoing(self._lines(chair), self._before(seq))

    def _before(self, seq: int) -> Undone:
        undone = log.back_to(self._held.lines, seq)
        if undone is None:
            raise Late
        return undone

    def log(self, chair: Chair = MIDDLE) -> tuple[LogLine, ...]:
        """Everything that happened, oldest first, as that phone may read it."""
        return self._once(("log", self._sees(chair)), lambda: log.marked(self._lines(chair)))

    def _lines(self, chair: Chair) -> tuple[LogLine, ...]:
        return log.seen(self.game, self._held.lines, self._sees(chair))

    def pictures(self) -> frozenset[int]:
        """The numbers of the entries of which the log keeps a picture."""
        return self._storage.pictured(self.match)

    def picture(self, seq: int) -> bytes:
        """The JPEG in which that entry was read; empty if there is none."""
        return self._storage.picture(self.match, seq)
