"""What the last answer led to: results, work for hands, recent entries, a moment, an undo."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.base.actors import HOST_ACTOR, PHONE_ACTOR, STOPS_ACTOR
from companion.match import undo
from companion.match.latest import HandLine, HandMark, Result, Tone, latest_results
from companion.match.log import LogLine, merge_adjustments
from companion.match.moments import WIN_KIND, Moment
from companion.match.undo import UndoPreview, summarize_undo
from companion.ui.design.look import current_preferences, sentence, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text_fit import fit_lines
from companion.ui.table.model.context import TableContext
from rules.engine import Adjusted, Displayable, FactSet, Redone, Text, Undone

from .spoken import spoken_outlook

if TYPE_CHECKING:
    from companion.ui.table.intents import Feedback
    from companion.ui.table.model.game_model import GameModel

BRACKETS = re.compile(r" \(\d[^)]*\)")
"""A count as a detail of a result, such as the number after a change."""
MAX_RESULTS, MAX_RESULTS_LOW = 2, 1
"""Maximum number of results that the banner shows without a tap, and that where there is little room."""
BANNER_SIGN = 26
"""Size of the banner's sign, in points."""
MAX_TOLD_RESULTS = 3
"""Maximum number of results that a screen reader is told."""
MAX_RECENT_LINES = 4
"""Maximum number of recent entries; the history has all of them."""
OFFER_SECONDS = 5.0
"""Seconds for which all devices are offered to redo what somebody undid."""


# --- results -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ResultLine:
    """A result in a sentence; of a hit or a miss also its word, the rest, and its die."""

    text: str
    tone: Tone
    weight: int
    verdict: str = ""
    brief: str = ""
    face: int | None = None

    def in_one_line(self, size: float, width: float) -> tuple[str, float]:
        """Return the text and the font size for one line of that width in points.

        Where it does not fit, a count in brackets is left out; below the size of a label it takes more lines.
        """
        for words in (self.text, BRACKETS.sub("", self.text)):
            fitting = fit_lines(words, size, width, 1)
            if fitting >= min(size, FontSize.BODY):
                return words, fitting
        return words, max(FontSize.SMALL, fitting)


@dataclass(frozen=True)
class OutcomeModel:
    """The results of the last answer, the heaviest first.

    ``most`` of them are shown without a tap. Screen readers are told the ``announcement``; without one the first of
    them or all that are shown.
    """

    results: tuple[ResultLine, ...] = ()
    most: int = MAX_RESULTS
    announcement: str = ""
    announces_first_only: bool = False

    def text_width(self, width: float) -> float:
        """Return the width of the banner's text on a card of that width, both in points."""
        return width - BANNER_SIGN - 2 * Space.ROOM - (MIN_TAP_SIZE if self.more else 0)

    @property
    def more(self) -> str:
        """Label of the button that shows the others; empty where there are none."""
        hidden = len(self.results) - self.most
        return translate(Text("{n} more result", "{n} more results", n=hidden)) if hidden > 0 else ""


def outcome_model(context: TableContext, game_model: GameModel) -> OutcomeModel:
    """Return the results of the last answer that stands."""
    state, announces = context.table_state, current_preferences().announce
    lines = tuple(map(_result_line, latest_results(state.game, context.log, context.seats, state.trackers)))
    told = [line.text for line in lines[:MAX_TOLD_RESULTS]]
    announcement = ". ".join([*told, spoken_outlook(context, game_model)]) if announces == "long" else ""
    return OutcomeModel(lines, MAX_RESULTS if context.is_roomy else MAX_RESULTS_LOW, announcement, announces == "short")


def _result_line(result: Result) -> ResultLine:
    text = sentence(result.text)
    if result.verdict is None or result.brief is None:
        return ResultLine(text, result.tone, result.weight)
    verdict, brief = translate(result.verdict), translate(result.brief)
    return ResultLine(text, result.tone, result.weight, verdict, brief, result.face)


# --- what hands must do ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandTask:
    """What the hands of one player, or of everybody, must still do, and what is ticked with it."""

    key: str
    words: str
    marks: frozenset[HandMark]


@dataclass(frozen=True)
class HandsModel:
    """What hands must do, and the label of the chip that opens the list."""

    tasks: tuple[HandTask, ...] = ()
    label: str = ""


def hands_model(context: TableContext) -> HandsModel:
    """Return what hands must do: everybody's, then each player's."""
    tasks = hand_tasks(context)
    return HandsModel(
        tasks, translate(Text("{n} thing to do at the table", "{n} things to do at the table", n=len(tasks)))
    )


def hand_tasks(context: TableContext) -> tuple[HandTask, ...]:
    """Return everything that hands must do."""
    return tuple(_hand_task(line, context.seats) for line in context.hand_lines)


def _hand_task(line: HandLine, seats: tuple[str, ...]) -> HandTask:
    return HandTask(f"{line.seat}", sentence(line.text(seats)), line.marks)


# --- recent entries ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecentLine:
    """A recent entry: its number, who made it, its line, and what is read aloud of it.

    That is the effects only, to be told apart from the answer that caused them.
    """

    seq: int
    actor: str
    text: str
    spoken: str


def recent_lines(log: tuple[LogLine, ...], count: int = MAX_RECENT_LINES) -> tuple[RecentLine, ...]:
    """Return the latest lines that still stand, last one first."""
    recent: list[RecentLine] = []
    for line in reversed(merge_adjustments(log)):
        if line.is_in_effect and not isinstance(line.entry.event, Undone | Redone) and not _is_empty_window(line):
            recent.append(_recent_line(line))
        if len(recent) == count:
            break
    return tuple(recent)


def _is_empty_window(line: LogLine) -> bool:
    """Return whether it is a window without answer and effects; only the history shows it."""
    return line.entry.actor == STOPS_ACTOR and not line.notes


def _recent_line(line: LogLine) -> RecentLine:
    notes = tuple(note.text for note in line.notes)
    effects = tuple(text for text in notes if text != line.text)
    is_automatic = line.entry.actor == STOPS_ACTOR
    only_notes = notes and (is_automatic or isinstance(line.entry.event, Adjusted | FactSet))
    spoken = translate(Text("What happened: {what}", what=_joined(notes or (line.text,))))
    return RecentLine(line.entry.seq, line.entry.actor, _joined(notes if only_notes else (line.text, *effects)), spoken)


def _joined(texts: tuple[Displayable, ...]) -> str:
    return " · ".join(sentence(text) for text in texts)


# --- a moment ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MomentModel:
    """What a moment shows, and whose it is.

    ``detail`` and ``player`` are empty where the name says it.
    """

    kind: str
    seat: int | None
    title: str
    name: str
    detail: str
    player: str

    @property
    def spoken(self) -> str:
        """The accessible name."""
        return ". ".join([f"{self.title}: {self.name}", *([self.detail] if self.detail else [])])


def moment_model(moment: Moment, seats: tuple[str, ...]) -> MomentModel:
    """Return what a moment shows at a table of those players."""
    who = "" if moment.seat is None or moment.kind == WIN_KIND else seats[moment.seat]
    detail = translate(moment.detail) if moment.detail else ""
    name = sentence(moment.name)
    return MomentModel(
        moment.kind, moment.seat, translate(moment.title), name, detail, "" if moment.name == who else who
    )


# --- what was undone ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RemoteUndo:
    """Undo or redo by somebody else: actor, what was undone (None for a redo), seconds left.

    ``seconds_left`` is None for the host, who sees it as long as it stands.
    """

    actor: Displayable
    preview: UndoPreview | None
    seconds_left: float | None


@dataclass(frozen=True)
class NoticeModel:
    """Why a tap was refused or what an undo took back, and whether it can be redone here."""

    lines: tuple[str, ...] = ()
    can_redo: bool = False


def notice_model(context: TableContext, feedback: Feedback | None, remote_undo: RemoteUndo | None) -> NoticeModel:
    """Return the notice.

    Whoever undid and the host may redo for as long as it stands, all others for a moment.
    """
    last, role = context.log[-1].entry if context.log else None, context.role
    is_own_undo = role.is_host or (last is not None and last.actor == role.actor_name(context.seats))
    can_redo = context.table_state.can_redo and not role.is_spectator and (is_own_undo or remote_undo is not None)
    is_redone = last is not None and isinstance(last.event, Redone)
    return NoticeModel(tuple(map(translate, _notice_texts(feedback, is_redone, can_redo, remote_undo))), can_redo)


def _notice_texts(
    feedback: Feedback | None, is_redone: bool, can_redo: bool, remote_undo: RemoteUndo | None
) -> list[Text]:
    if feedback is not None and feedback.text is not None:
        return [feedback.text]
    if feedback is not None and feedback.preview is not None:
        what = summarize_undo(feedback.preview)
        return [Text("Undone: {what}", what=what), *feedback.preview.restorations]
    if remote_undo is not None and remote_undo.preview is None:
        return [Text("{who} redid it", who=remote_undo.actor)]
    if remote_undo is not None and remote_undo.preview is not None:
        what = summarize_undo(remote_undo.preview)
        return [Text("{who} undid: {what}", who=remote_undo.actor, what=what), *remote_undo.preview.restorations]
    if not can_redo:
        return []
    return [Text("Redone. There is more to redo.") if is_redone else Text("Undone")]


def recent_remote_undo(context: TableContext, is_own_change: bool) -> RemoteUndo | None:
    """Return the latest entry as an undo or redo by another device; None if ``is_own_change``."""
    lines, actor = context.log, context.role.actor_name(context.seats)
    last_entry = lines[-1].entry if lines else None
    if last_entry is None or is_own_change or last_entry.actor == actor != PHONE_ACTOR:
        return None
    seconds_left = None if context.role.is_host else last_entry.at + OFFER_SECONDS - time.time()
    if seconds_left is not None and seconds_left <= 0:
        return None
    match last_entry.event:
        case Undone():
            preview = undo.preview_undo(lines[:-1], last_entry.event, context.table_state.trackers)
            return RemoteUndo(actor_name(last_entry.actor), preview, seconds_left)
        case Redone():
            return RemoteUndo(actor_name(last_entry.actor), None, seconds_left)
    return None


def actor_name(logged_name: str) -> Displayable:
    """Return the logged actor as the subject of a sentence."""
    return {HOST_ACTOR: Text("The host"), PHONE_ACTOR: Text("Another phone")}.get(logged_name, logged_name)
