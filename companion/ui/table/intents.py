"""Intents: what a person can do at the screen of a table, on any device and sheet."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.base.actors import CAMERA_ACTOR
from companion.dice.provenance import RollSource
from companion.match.latest import HandMark
from companion.match.log import last_actor
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import OpenAdjustment, StaleAnswerError, Table, UndoPreview
from companion.storage.matches import StorageError
from companion.storage.records import Entry
from companion.ui.design.feedback import DeviceSignals, use_call_signal
from companion.ui.state import use_optional, use_ref
from companion.ui.table.model.answers import Answer
from companion.ui.table.model.choice_layout import sheet_kind
from companion.ui.table.model.picture_answers import PictureQuestion, direct_answer
from companion.ui.widgets.controls import Action
from rules.engine import Adjusted, Choice, Event, FactSet, Note, Redone, Refused, Text, Undone

from .model.sheet import NO_SHEET, ChoiceSheet, RemarkSheet, ResponsesSheet, Sheet

if TYPE_CHECKING:
    from companion.ui.table.model.context import TableContext

TAP_GUARD_SECONDS = 0.3
"""Seconds in which taps after a new question are ignored: they were meant for the old one."""
NEVER = float("-inf")
FEEDBACK_SECONDS = 4.0
"""Seconds for which a refusal stays visible although the table moves on."""


class Page(Enum):
    """Where the table screen leads to."""

    HOME = auto()
    HISTORY = auto()
    SETTINGS = auto()
    STATISTICS = auto()
    POSITION = auto()
    """The position in sentences."""
    AWAY = auto()
    """Home, and the finished match is put away."""
    REMATCH = auto()
    """A match with the same people and settings."""


@dataclass(frozen=True, slots=True)
class DicePage:
    """The page that teaches dice of the kind with that key."""

    key: str


@dataclass(frozen=True, slots=True)
class CardPage:
    """The page of the known questions about the card of that id."""

    card: str


@dataclass(frozen=True)
class Explanation:
    """The rule sheet: a rule, the notes of what it did, and the switch that decided."""

    rule: str
    notes: tuple[Note, ...] = ()
    switch: str = ""


Destination = Page | DicePage | CardPage | Explanation
Go = Callable[[Destination], object]
OnSheet = Callable[[Sheet], object]
"""Opens a sheet over the table."""


@dataclass(frozen=True)
class Feedback:
    """Latest feedback of this device: after which entry, text, and what an undo takes back."""

    seq: int
    text: Text | None
    preview: UndoPreview | None = None
    at: float = field(default_factory=time.monotonic)


def nothing(*_: object) -> None:
    """Do nothing."""


@dataclass(eq=False)
class TableIntents:
    """What a person can do at the screen of one table.

    It is one object for as long as the screen is shown, so that parts of the screen may keep it; what it acts on is set
    at each redraw. Methods that act on the table return whether the table accepted it.
    """

    table: Table
    context: TableContext | None = None
    """What the device shows now."""
    picture_questions: Sequence[PictureQuestion] = ()
    go: Go = nothing
    """Leaves the table for another screen."""
    show_sheet: OnSheet = nothing
    show_feedback: Callable[[Feedback | None], object] = nothing
    signals: DeviceSignals | None = None
    answer_for_others: Action = nothing
    """Lets the host answer this question for seats with devices of their own."""
    end_moment: Action = nothing
    skip_hints: Action = nothing
    changed_at: float = NEVER
    """When the question changed last on this device, in seconds of the monotonic clock."""
    own_seq: int = 0
    """Number of the last entry that this device made."""

    @property
    def role(self) -> DeviceRole:
        """Role of this device at the table."""
        return self.context.role if self.context else HOST_ROLE

    @property
    def may_set(self) -> bool:
        """Whether this device may change anything; one that only watches may not."""
        return not self.role.is_spectator

    @property
    def prompt_id(self) -> str:
        """Id of the question that is shown."""
        return self.context.table_state.prompt_id if self.context else ""

    @property
    def seen_seq(self) -> int:
        """Number of the last entry that is shown."""
        return self.context.table_state.seq if self.context else 0

    @property
    def made_last_change(self) -> bool:
        """Whether this device made the latest change."""
        return self.own_seq == self.seen_seq

    def is_ready(self) -> bool:
        """Return whether a tap is meant for the current question; else signal a refusal."""
        if time.monotonic() - self.changed_at < TAP_GUARD_SECONDS:
            self._signal_refused()
            return False
        return True

    def explain_rule(self, rule: str) -> None:
        """Show the rule with that id."""
        self.go(Explanation(rule))

    # --- sheets ----------------------------------------------------------------------------------------------------

    def open(self, sheet: Sheet) -> None:
        """Open a sheet."""
        self.show_sheet(sheet)

    def touch(self, sheet: Sheet) -> None:
        """Answer the question with a thing of the board, or open its sheet.

        The sheet of a choice that asks for nothing more is its answer.
        """
        if isinstance(sheet, ChoiceSheet) and not sheet_kind(sheet.choice):
            self.choose(sheet.choice)
            return
        choice = direct_answer(self.context, self.picture_questions, sheet) if self.context else None
        if choice is not None:
            self.choose(choice)
        else:
            self.open(sheet)

    # --- answers ---------------------------------------------------------------------------------------------------

    def choose(self, choice: Choice) -> None:
        """Answer with the choice at once, or open the sheet that fills its holes."""
        if not sheet_kind(choice):
            self.answer(choice.event)
        elif self.is_ready():
            self.open(ChoiceSheet(choice))

    def give(self, answer: Answer) -> None:
        """Give an answer of the model."""
        if answer.event is None:
            self.choose(answer.choice)
        else:
            self.answer(answer.event)

    def answer(
        self, event: Event, first: Event | None = None, source: RollSource = "typed", picture: bytes = b""
    ) -> bool:
        """Answer the question and close the sheet; ``picture`` is the JPEG of a roll.

        With ``first`` that answers the question, and the event the one that follows.
        """
        if not self.is_ready():
            return False
        given = self.prompt_id, event, self.role, self.seen_seq, picture, source, first
        if self._attempt(partial(self.table.answer, *given)):
            self.changed_at = time.monotonic()
            self.open(NO_SHEET)
            return True
        return False

    def open_responses(self) -> None:
        """Open the sheet of who may respond to the question that is shown."""
        if self.is_ready():
            self.open(ResponsesSheet(self.prompt_id))

    def remark(self, remark: Choice) -> None:
        """Make a remark, or open the sheet that fills its holes."""
        if not self.is_ready():
            return
        if sheet_kind(remark):
            self.open(RemarkSheet(remark))
        else:
            self.say(remark.event)

    def say(self, event: Event) -> bool:
        """Make a remark, which needs no question, and close the sheet."""
        return self._attempt_on_sheet(partial(self.table.make_remark, event, self.role))

    def silence(self, key: str, seats: tuple[int, ...]) -> bool:
        """Ask those seats no more about that subject of the question, and close the sheet."""
        return self._attempt_on_sheet(partial(self.table.silence, key, seats, self.role))

    # --- by hand ---------------------------------------------------------------------------------------------------

    def adjust(self, key: str, by: int) -> int | None:
        """Adjust a number and return its value; None if the table refused it."""
        after: list[int] = []
        self._attempt(lambda: after.append(self.table.adjust(key, by, self.role)))
        return after[0] if after else None

    def set_fact(self, event: Event) -> bool:
        """Set a fact by hand, and close the sheet; a fact that is a number is adjusted."""
        match event:
            case Adjusted(key, by):
                return self._attempt_on_sheet(partial(self.table.adjust, key, by, self.role))
            case FactSet():
                return self._attempt_on_sheet(partial(self.table.set_fact, event, self.role))
        raise TypeError(event)

    def tick(self, marks: frozenset[HandMark]) -> bool:
        """Mark what hands must do as done, for all devices."""
        return self._attempt(partial(self.table.tick, marks, self.role))

    # --- back ------------------------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Undo the last action, and show what was taken back."""
        return self._undo_to(
            self.table.view(self.role).preview_undo, partial(self.table.undo, self.role, seen_seq=self.seen_seq)
        )

    def reopen(self, entry: Entry) -> bool:
        """Close the sheet, and undo back to the question that the entry answered."""
        self.open(NO_SHEET)
        return self._undo_to(
            lambda: self.table.view(self.role).preview_undo_to_entry(entry.seq),
            partial(self.table.undo_to_entry, entry.seq, self.role),
        )

    def redo(self) -> bool:
        """Redo what was undone last."""
        return self._attempt(partial(self.table.redo, self.role, seen_seq=self.seen_seq))

    # --- feedback --------------------------------------------------------------------------------------------------

    def tell(self, text: Text) -> None:
        """Show a notice on this device."""
        self.show_feedback(Feedback(self.table.table_state.seq, text))

    def _undo_to(self, preview: Callable[[], UndoPreview], action: Action) -> bool:
        try:
            taken_back = preview()  # before it is gone
        except StaleAnswerError as late:
            self.tell(late.reason)
            return False
        done = self._attempt(action)
        if done:
            self.show_feedback(Feedback(self.table.table_state.seq, None, taken_back))
        return done

    def _attempt_on_sheet(self, action: Action) -> bool:
        done = self._attempt(action)
        if done:
            self.open(NO_SHEET)
        return done

    def _attempt(self, action: Action) -> bool:
        try:
            action()
        except (StaleAnswerError, Refused, StorageError) as trouble:
            self.tell(self._error_text(trouble))
            self._signal_refused()
            return False
        self.own_seq = self.table.table_state.seq
        if self.signals:
            self.signals.signal_accepted()
        return True

    def _signal_refused(self) -> None:
        if self.signals:
            self.signals.signal_refused()

    def _error_text(self, error: StaleAnswerError | Refused | StorageError) -> Text:
        """Return the error's text, with the rule's id if the rulebook has that rule."""
        if isinstance(error, Refused) and error.rule in self.table.game.rulebook:
            return Text("{why} ({rule})", why=error.reason, rule=error.rule)
        return error.reason


def use_intents(
    table: Table, context: TableContext, signals: DeviceSignals, go: Go, show_sheet: OnSheet
) -> tuple[TableIntents, Feedback | None]:
    """Return the intents of this device at what it shows now, and the current feedback."""
    intents = ft.use_memo(lambda: TableIntents(table), [])
    feedback, show_feedback = use_optional(Feedback)
    shown_prompt_id = use_ref(context.table_state.prompt_id)
    intents.table, intents.context, intents.go, intents.show_sheet = table, context, go, show_sheet
    intents.show_feedback, intents.signals = show_feedback, signals
    if shown_prompt_id.current != intents.prompt_id:  # the change may come from any device
        shown_prompt_id.current = intents.prompt_id
        # who has taken something back means the question that is asked again
        is_own_undo = intents.made_last_change and isinstance(context.log[-1].entry.event, Undone | Redone)
        intents.changed_at = NEVER if is_own_undo else time.monotonic()
    reason = context.seat_prompt.call_reason if context.seat_prompt else ""  # a new one calls again
    by_camera = last_actor(context.log) == CAMERA_ACTOR  # the camera signals its readings itself
    use_call_signal(signals, reason and f"{intents.prompt_id} {reason}", lambda: intents.made_last_change or by_camera)
    is_lasting = (
        feedback is not None and feedback.text is not None and feedback.at + FEEDBACK_SECONDS > time.monotonic()
    )
    use_redraw_after(FEEDBACK_SECONDS if is_lasting else None, feedback)
    is_current = feedback is not None and (feedback.seq == intents.seen_seq or is_lasting)
    return intents, feedback if is_current else None


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
