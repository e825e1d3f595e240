"""One match as a plain object: answers, adjustments, undo and redo.

Every action is computed on a copy of the history, written to disk, and only then published: devices show what the file
holds. Where the disk accepts nothing, they show that as well (see ``journal``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.base.errors import Overtaken
from companion.dice.provenance import How, misread, tell
from companion.storage.matches import Storage
from companion.storage.records import Match
from rules.engine import Adjusted, Event, Game, Redone, Refused, Ruled, Text, Undone, WentTo

from . import roles
from . import undo as undo_module
from .deck import dealt
from .log import LogLine
from .match_view import SERIES, Late, Series, Shown
from .replay import resume, taken
from .roles import LOOKS_ON, MIDDLE, Chair
from .state import Now, Running, Story
from .transaction import Draft, held
from .undo import Undoing

__all__ = ["SERIES", "SNAPSHOT", "Late", "LogLine", "Now", "Running", "Story", "Table", "Undoing"]

SNAPSHOT = 24
"""Entries after which a snapshot is due: about a turn."""
PUT_AWAY = Text("This game is over and put away. Whoever wants to go on says so first.")
NO_ANSWER = Text("That is not an answer to what is asked now.")
TOO_FAR = Text("Others have played on since: only the host's phone goes back that far.")
HOSTS = Text("How the table plays, only the host's phone changes.")


class Table(Shown):
    """One match, with thread-safe methods.

    They raise ``Refused``, ``StaleAnswerError`` or ``StorageError``.
    """

    def __init__(
        self,
        game: Game[Any],
        match: Match,
        storage: Storage,
        clock: Callable[[], float] = time.time,
        seated: Callable[[], frozenset[int]] = frozenset,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        """Open the match.

        ``load_claimed_seats`` returns the seats that a device has claimed; ``on_unsaved_change`` is called when
        ``unsaved_work`` begins and when it ends.
        """
        super().__init__(game, match, storage, clock, seated, told)
        if self._held.seq == 0:
            self._flow_once()

    def put_away(self, chair: Chair = MIDDLE) -> None:
        """Put a finished match away, so that it can only be viewed; one that is not over stays open."""
        _plays(chair)
        self._away = self.state.outcome is not None
        self.changed()

    def go_on(self, chair: Chair = MIDDLE) -> None:
        """Reopen a match that was put away, so that what ended it can be undone."""
        _plays(chair)
        self._away = False
        self.changed()

    def answer(
        self,
        prompt_id: str,
        event: Event,
        chair: Chair = MIDDLE,
        seen: int | None = None,
        picture: bytes = b"",
        how: How = "typed",
    ) -> None:
        """Answer the prompt with that id. Raises ``StaleAnswerError`` if it is no longer asked.

        Where the answer waits for cards of a virtual deck, they are drawn now. ``seen_seq`` is the ``table_state.seq``
        that the device showed: the answers of a prompt may change while it keeps its id, and a refusal is then
        reported as stale. ``picture`` is the JPEG in which the answer was read: the log keeps it (X-04). ``source`` is
        the source of a roll.
        """
        with self._lock:
            if prompt_id != self.prompt_id:
                raise Late
            try:
                choices, before = self.prompt.choices if self.prompt else (), undo_module.taken_back(self._held.lines)
                event = dealt(choices, event)
                self._admit(event, chair)
                seq = self._act(event, chair, prompt_id)
                self._journal.about(lambda: self._told(seq, picture, how))
                if how == "typed" and before is not None:
                    misread(self.match.id, before, choices, event, self._storage)
            except Refused:
                self._still(seen)
                raise
        self.changed()

    def _told(self, seq: int, picture: bytes, how: How) -> None:
        """Save the picture and the source of that entry."""
        self._storage.illustrate(self.match, seq, picture)
        tell(self.match.id, seq, how, self._storage)

    def _admit(self, event: Event, chair: Chair) -> None:
        """Check that the event is an answer, and that this device may give it."""
        self._still_out()
        if isinstance(event, (Adjusted, WentTo, Ruled, *self.game.said)):
            raise Refused("X-01", NO_ANSWER)  # each of these has its own method
        asked = self.prompt
        if asked is not None:
            roles.admit(chair, asked, asked.choices, event, self.match.seats, self.taken)

    def say(self, event: Event, chair: Chair = MIDDLE) -> None:
        """Make one of ``table_state.remarks``, whatever the prompt.

        Raises ``StaleAnswerError`` if it is no longer offered.
        """
        with self._lock:
            choices = self.now.remarks
            event = dealt(choices, event)
            if not any(remark.admits(event) for remark in choices):
                raise Late
            _plays(chair)
            roles.admit(chair, None, choices, event, self.match.seats, self.taken)
            self._act(event, chair, None)
        self.changed()

    def adjust(self, key: str, by: int, chair: Chair = MIDDLE) -> None:
        """Correct a tracker by a difference; a quick series by one device is undone as one."""
        with self._lock:
            _plays(chair)
            at, last = self._clock(), self._series
            goes_on = last and (last.key, last.who) == (key, chair) and 0 <= at - last.at <= SERIES
            before = last.before if last and goes_on else self._value(key)
            group = last.group if last and goes_on else None
            group = self._act(Adjusted(key, by), chair, None, group)
            self._series = Series(key, chair, at, group, before)
        self.changed()

    def go(self, rule: str, chair: Chair = MIDDLE) -> None:
        """Jump to another step, because the real table is there."""
        _plays(chair)
        self._decree(WentTo(rule), chair)

    def rule(self, switch: str, choice: str, chair: Chair = MIDDLE) -> None:
        """Set a rule switch of the table; a seat's own stops may also be set from its device."""
        if not chair.host and (chair.seat is None or not roles.own(switch, chair.seat)):
            raise Refused("X-09", HOSTS)
        _plays(chair)
        self._decree(Ruled(switch, choice), chair)

    def undo(self, chair: Chair = MIDDLE, group: int | None = None, seen: int | None = None) -> None:
        """Undo the last group, or everything back through ``group``.

        ``seen_seq`` is the ``table_state.seq`` that the person looked at: if more has happened since, raises
        ``StaleAnswerError``.
        """
        with self._lock:
            self._still(seen)
            back = self._held.history.last_group if group is None else group
            if back is None:
                raise Refused("X-03", Text("There is nothing to undo."))
            self._take_back(Undone(back), chair)
        self.changed()

    def reopen(self, seq: int, chair: Chair = MIDDLE) -> None:
        """Go back to where the entry of that number was still a prompt.

        That may be one that was answered automatically. Raises ``StaleAnswerError`` if the entry is not in effect any
        more.
        """
        with self._lock:
            self._take_back(self._before(seq), chair)
        self.changed()

    def redo(self, chair: Chair = MIDDLE, seen: int | None = None) -> None:
        """Redo the group that was undone last, unless more has happened since ``seen_seq``."""
        with self._lock:
            self._still(seen)
            _plays(chair)
            self._branch(Redone(), chair)
        self.changed()

    def _take_back(self, undone: Undone, chair: Chair) -> None:
        """Undo within the limits of X-03.

        Any device may undo the last group and its own entries; anything further only the host.
        """
        _plays(chair)
        lines = self._held.lines
        if not (
            chair.host
            or undo_module.fresh(lines, undone)
            or undo_module.own(lines, undone, chair.name(self.match.seats))
        ):
            raise Refused("X-03", TOO_FAR)
        self._branch(undone, chair)

    def keep(self) -> None:
        """Write a snapshot now, at the end of a turn."""
        with self._lock:
            held = self._held
            if held.seq > held.snapshot:
                self._journal.keep(taken(self._storage.codec(self.game), held.history.state, held.seq))
                self._held = replace(held, snapshot=held.seq)

    def save(self) -> None:
        """Try again to write ``unsaved_work``.

        Raises ``StorageError`` where another program is writing.
        """
        with self._lock:
            self._journal.retry()
        self.changed()

    def _still(self, seen: int | None) -> None:
        if seen is not None and seen != self._held.seq:
            raise Late

    def _still_out(self) -> None:
        if self.kept:
            raise Refused("X-01", PUT_AWAY)

    def _decree(self, event: Event, chair: Chair) -> None:
        with self._lock:
            self._act(event, chair, None)
        self.changed()

    def _act(self, event: Event, chair: Chair, prompt_id: str | None, group: int | None = None) -> int:
        """Record an action and the automatic answers that follow in one group; return the group."""
        self._still_out()
        if isinstance(event, Undone | Redone) or not self._storage.codec(self.game).knows(event):
            raise Refused("X-01", NO_ANSWER)
        draft = Draft(self.game, self._held, self._clock(), group)
        draft.record(event, chair.name(self.match.seats), prompt_id)
        draft.flow(self.taken)
        self._commit(draft)
        return draft.group

    def _branch(self, event: Event, chair: Chair) -> None:
        """Record an undo or redo without automatic answers, which would undo the undo at once."""
        self._still_out()
        draft = Draft(self.game, self._held, self._clock())
        draft.record(event, chair.name(self.match.seats), None)
        draft.branch = draft.seq
        self._commit(draft)

    def _flow_once(self) -> None:
        """Let automatic answers handle the very first prompt."""
        draft = Draft(self.game, self._held, self._clock())
        draft.flow(self.taken)
        if draft.entries:
            self._commit(draft)

    def _commit(self, draft: Draft) -> None:
        """Write the transaction to disk, if possible, and then publish it."""
        state, before = draft.history.state, self._held.history.state
        over = state.outcome is not None and before.outcome is None  # the match list reads this snapshot
        due = over or draft.seq - draft.snapshot >= SNAPSHOT
        snapshot = taken(self._storage.codec(self.game), state, draft.seq) if due else None
        finished = None if state.outcome is None else (self._clock() if over else self.match.finished)
        try:
            self._journal.append(draft.entries, snapshot, finished)
        except Overtaken:
            self._catch_up()
            raise
        self.match = replace(self.match, finished=finished)
        self._series = None
        self._held = draft.held(draft.seq if due else draft.snapshot)

    def _catch_up(self) -> None:
        """Reload the match from the file after another program has continued it."""
        self.match = self._storage.match(self.match.id)
        self._held = held(self.game, resume(self._storage, self.match, self.game))
        self.changed()


def _plays(chair: Chair) -> None:
    """Raise ``Refused`` for a spectator (X-01)."""
    if chair.watches:
        raise Refused("X-01", LOOKS_ON)
