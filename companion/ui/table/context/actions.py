"""Actions of one device on the table, and the feedback if an action is refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import flet as ft

from companion.base.actors import CAMERA_ACTOR
from companion.dice.provenance import RollSource
from companion.match.latest import HandMark
from companion.match.log import last_actor
from companion.match.roles import DeviceRole
from companion.match.table import OpenAdjustment, StaleAnswerError, Table, TableState, UndoPreview
from companion.storage.matches import StorageError
from companion.storage.records import Entry
from companion.ui.design.feedback import DeviceSignals, use_call_signal, use_device_signals
from companion.ui.state import Ref, use_optional, use_ref
from companion.ui.widgets.controls import Action
from rules.engine import Adjusted, Event, FactSet, Redone, Refused, Text, Undone

TAP_GUARD_SECONDS = 0.3
"""Seconds in which taps after a new question are ignored: they were meant for the old one."""
NEVER = float("-inf")
FEEDBACK_SECONDS = 4.0
"""Seconds for which a refusal stays visible although the table moves on."""


@dataclass(frozen=True)
class Feedback:
    """Latest feedback of this device: after which entry, text, and what an undo takes back."""

    seq: int
    text: Text | None
    preview: UndoPreview | None = None
    at: float = field(default_factory=time.monotonic)


T = TypeVar("T")


@dataclass(frozen=True)
class TableActions:
    """Actions of one device on the state it shows; methods return whether it was accepted."""

    table: Table
    role: DeviceRole
    prompt_id: str
    seen_seq: int
    changed_at: Ref[float]
    own_seq: Ref[int]
    set_feedback: Callable[[Feedback | None], None]
    signals: DeviceSignals

    @property
    def made_last_change(self) -> bool:
        """Whether this device made the latest change."""
        return bool(self.own_seq.current == self.seen_seq)

    def is_ready(self) -> bool:
        """Return whether a tap is meant for the current question; else signal a refusal."""
        if time.monotonic() - self.changed_at.current < TAP_GUARD_SECONDS:
            self.signals.signal_refused()
            return False
        return True

    def guard(self, action: Callable[[T], object]) -> Callable[[T], object]:
        """Return the action so that it ignores taps during the guard time."""
        return lambda what: action(what) if self.is_ready() else None

    def answer(
        self, event: Event, source: RollSource = "typed", picture: bytes = b"", first: Event | None = None
    ) -> bool:
        """Answer the prompt shown; ``picture`` is the JPEG from which a roll was read.

        With ``first`` that answers the prompt, and the event the one that follows.
        """
        if not self.is_ready():
            return False
        done = self._attempt(
            lambda: self.table.answer(self.prompt_id, event, self.role, self.seen_seq, picture, source, first)
        )
        if done:
            self.changed_at.current = time.monotonic()
        return done

    def say(self, event: Event) -> bool:
        """Make a remark, independent of the prompt."""
        return self._attempt(lambda: self.table.make_remark(event, self.role))

    def silence(self, key: str, seats: tuple[int, ...]) -> bool:
        """Ask those seats no more about that subject of the present question."""
        return self._attempt(lambda: self.table.silence(key, seats, self.role))

    def adjust(self, key: str, by: int) -> int | None:
        """Adjust a tracker and return its value; None if the table refused it."""
        after: list[int] = []
        self._attempt(lambda: after.append(self.table.adjust(key, by, self.role)))
        return after[0] if after else None

    def set_fact(self, event: Event) -> bool:
        """Set a fact by hand; one that is a number is a tracker."""
        match event:
            case Adjusted(key, by):
                return self.adjust(key, by) is not None
            case FactSet():
                return self._attempt(lambda: self.table.set_fact(event, self.role))
        raise TypeError(event)

    def tick(self, marks: frozenset[HandMark]) -> bool:
        """Mark what hands must do as done, for all devices."""
        return self._attempt(lambda: self.table.tick(marks, self.role))

    def tell(self, text: Text) -> None:
        """Show a notice on this device."""
        self.set_feedback(Feedback(self.table.table_state.seq, text))

    def undo(self) -> bool:
        """Undo the last action, and show what was taken back."""
        return self._undo_to(
            self.table.view(self.role).preview_undo,
            lambda: self.table.undo(self.role, seen_seq=self.seen_seq),
        )

    def reopen(self, entry: Entry) -> bool:
        """Undo back to the prompt that the entry answered."""
        return self._undo_to(
            lambda: self.table.view(self.role).preview_undo_to_entry(entry.seq),
            lambda: self.table.undo_to_entry(entry.seq, self.role),
        )

    def redo(self) -> bool:
        """Redo what was undone last."""
        return self._attempt(lambda: self.table.redo(self.role, seen_seq=self.seen_seq))

    def _undo_to(self, preview: Callable[[], UndoPreview], action: Action) -> bool:
        """Undo, and show what was taken back; the preview must be read before."""
        try:
            what = preview()
        except StaleAnswerError as late:
            self.set_feedback(Feedback(self.table.table_state.seq, late.reason))
            return False
        done = self._attempt(action)
        if done:
            self.set_feedback(Feedback(self.table.table_state.seq, None, what))
        return done

    def _attempt(self, action: Action) -> bool:
        """Run the action, or show why the table refused it."""
        try:
            action()
        except (StaleAnswerError, Refused, StorageError) as trouble:
            self.set_feedback(Feedback(self.table.table_state.seq, self._error_text(trouble)))
            self.signals.signal_refused()
            return False
        self.own_seq.current = self.table.table_state.seq
        self.signals.signal_accepted()
        return True

    def _error_text(self, error: StaleAnswerError | Refused | StorageError) -> Text:
        """Return the error's text, with the rule's id if the rulebook has that rule."""
        if isinstance(error, Refused) and error.rule in self.table.game.rulebook:
            return Text("{why} ({rule})", why=error.reason, rule=error.rule)
        return error.reason


def use_table_actions(
    table: Table, role: DeviceRole, table_state: TableState, call_reason: str
) -> tuple[TableActions, Feedback | None]:
    """Return the actions of this device, and the current feedback.

    ``call_reason`` is why the prompt calls this device's people: a new reason calls again, an empty one does not.
    """
    feedback, set_feedback = use_optional(Feedback)
    changed_at = use_ref(NEVER)
    own_seq = use_ref(0)
    shown_prompt_id = use_ref(table_state.prompt_id)
    signals = use_device_signals()
    log = table.log(role)
    if shown_prompt_id.current != table_state.prompt_id:  # the change may come from any device
        shown_prompt_id.current = table_state.prompt_id
        # who has taken something back means the question that is asked again
        is_own_undo = own_seq.current == table_state.seq and isinstance(log[-1].entry.event, Undone | Redone)
        changed_at.current = NEVER if is_own_undo else time.monotonic()
    by_camera = last_actor(log) == CAMERA_ACTOR  # the camera signals its readings itself
    use_call_signal(
        signals,
        call_reason and f"{table_state.prompt_id} {call_reason}",
        lambda: own_seq.current == table_state.seq or by_camera,
    )
    is_lasting = (
        feedback is not None and feedback.text is not None and feedback.at + FEEDBACK_SECONDS > time.monotonic()
    )
    use_redraw_after(FEEDBACK_SECONDS if is_lasting else None, feedback)
    current_feedback = feedback if feedback is not None and (feedback.seq == table_state.seq or is_lasting) else None
    return TableActions(
        table, role, table_state.prompt_id, table_state.seq, changed_at, own_seq, set_feedback, signals
    ), current_feedback


def use_redraw_after(seconds: float | None, *dependencies: Feedback | int | float | str | None) -> None:
    """Redraw once, so many seconds after a change of ``dependencies``."""
    _, redraw = ft.use_state(0)

    async def end() -> None:
        if seconds is not None:
            await asyncio.sleep(seconds + 0.05)
            redraw(lambda times: times + 1)

    ft.use_effect(end, list(dependencies))


def use_open_adjustment(table: Table, is_shown: bool) -> OpenAdjustment | None:
    """Return the current adjustment while a further tap would continue it.

    A device that does not show it (``is_shown``) is not redrawn.
    """
    adjustment = table.open_adjustment if is_shown else None
    use_redraw_after(adjustment.seconds_left if adjustment else None, table.table_state.seq, is_shown)
    return adjustment
