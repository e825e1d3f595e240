"""The question: who decides, the sentence, the stake, and who still answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.match.roles import DeviceRole
from companion.ui.design.look import sentence, translate
from companion.ui.design.sizes import FontSize
from companion.ui.design.text_fit import SPARE_SHARE, fit_lines, has_large_text, line_count
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.seat_prompt import SeatPrompt
from rules.engine import Choice, Displayable, Text

from .outcome import HandsModel, OutcomeModel, hands_model, outcome_model

if TYPE_CHECKING:
    from companion.ui.table.model.game_model import GameModel

MAX_NAMED_SEATS = 2
"""Maximum number of players who are all named where everybody decides."""


@dataclass(frozen=True)
class TimelyQuestion:
    """A question that the last answer makes timely, and the remark that answers it."""

    words: str
    remark: Choice


@dataclass(frozen=True)
class QuestionModel:
    """What the card of the question shows on a device; what there is nothing to say of is empty.

    ``deciders`` are the seats whose badges it has: this device's own, else all that decide.
    """

    title: str
    rule: str
    """Id of the rule behind the question."""
    decides: str
    deciders: tuple[int, ...]
    seats: tuple[str, ...]
    """Names of all players, by seat."""
    phase: str = ""
    allowed: str = ""
    """What may be done in the phase."""
    stake: str = ""
    shared: str = ""
    """What all answers lead to."""
    thinking: str = ""
    passed: str = ""
    is_asked: bool = False
    """Whether the people at this device answer."""
    is_own_call: bool = False
    """Whether it is up to the seat of this device alone."""
    is_flat: bool = False
    """Whether the page is so low that a long question is written small, in one line."""
    outcome: OutcomeModel = field(default_factory=OutcomeModel)
    hands: HandsModel = field(default_factory=HandsModel)
    timely: tuple[TimelyQuestion, ...] = ()

    def fit_title(self, width: float) -> tuple[float, int]:
        """Return font size and number of lines of the title, in a width in points."""
        is_small = self.is_flat or not self.is_asked or has_large_text()
        largest = FontSize.SUBTITLE if is_small else FontSize.TITLE
        size = fit_lines(self.title, largest, width, 1)
        if size < (FontSize.BODY if self.is_flat else FontSize.SUBTITLE):
            size = max(FontSize.BODY, fit_lines(self.title, largest, width, 2))
        return size, line_count(self.title, size, width * SPARE_SHARE)


def question_model(context: TableContext, seat_prompt: SeatPrompt, game_model: GameModel) -> QuestionModel:
    """Return what the card of the question shows, under what the last answer led to."""
    prompt, own, shared = seat_prompt.prompt, context.role.seat, context.annotated_prompt
    return QuestionModel(
        sentence(prompt.title),
        prompt.rule,
        translate(call_text(seat_prompt, context.role, context.seats, is_open=context.is_open)),
        _deciders(context, seat_prompt),
        context.seats,
        _words(prompt.phase),
        _words(prompt.allowed_actions),
        sentence(prompt.stake) if prompt.stake is not None and not game_model.shows_stake(context) else "",
        sentence(shared.shared) if shared is not None and shared.shared is not None else "",
        _words(pending_text(seat_prompt.pending_seats, context.seats) if seat_prompt.pending_seats else None),
        _words(_passed_text(seat_prompt, context.seats)),
        bool(seat_prompt.speaking_seats),
        own is not None and seat_prompt.is_called,
        context.is_landscape,
        outcome_model(context, game_model),
        hands_model(context),
        tuple(TimelyQuestion(translate(words), remark) for words, remark in game_model.timely_remarks(context)),
    )


def _deciders(context: TableContext, seat_prompt: SeatPrompt) -> tuple[int, ...]:
    own = context.role.seat
    if own is not None and own in seat_prompt.speaking_seats:
        return (own,)
    return tuple(sorted(seat_prompt.prompt.window)) if context.is_open else seat_prompt.prompt.seats


def _words(text: Displayable | None) -> str:
    return "" if text is None else translate(text)


def call_text(seat_prompt: SeatPrompt, role: DeviceRole, seats: tuple[str, ...], *, is_open: bool = False) -> Text:
    """Return who has to decide, phrased for this device's people.

    That is the whole table where the question ``is_open`` to anybody.
    """
    if role.seat is not None and seat_prompt.is_called:
        return Text("It is up to you!")
    if is_open or len(seat_prompt.prompt.seats) == len(seats) > MAX_NAMED_SEATS:
        return Text("The whole table")
    who = ", ".join(seats[seat] for seat in seat_prompt.prompt.seats)
    return Text("{who} decides", who=who) if len(seat_prompt.prompt.seats) == 1 else Text("{who} decide", who=who)


def pending_text(pending_seats: tuple[int, ...], seats: tuple[str, ...]) -> Text:
    """Return the text that those seats are still deciding."""
    return Text("{who} is thinking", "{who} are thinking", who=join_names(pending_seats, seats), n=len(pending_seats))


def _passed_text(seat_prompt: SeatPrompt, seats: tuple[str, ...]) -> Text | None:
    if not seat_prompt.pending_seats or not seat_prompt.passed_seats:
        return None
    who = join_names(seat_prompt.passed_seats, seats)
    return Text("{who} has passed", "{who} have passed", who=who, n=len(seat_prompt.passed_seats))


def join_names(seat_numbers: Iterable[int], seats: tuple[str, ...]) -> str:
    """Return the names of those seats, joined by commas."""
    return ", ".join(seats[seat] for seat in seat_numbers)
