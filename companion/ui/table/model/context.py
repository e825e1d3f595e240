"""Context of one redraw of the table screen, read by all its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from companion.dice.roll import find_roll_choice
from companion.match.latest import HandLine
from companion.match.preview_text import annotate, annotate_long_list
from companion.match.roles import HOST_ROLE, DeviceRole, can_speak_for, speaks_for_seats
from companion.match.table import LogLine, OpenAdjustment, TableState
from companion.ui.design.look import current_preferences, translate
from companion.ui.design.sizes import (
    COLUMNS_GAP,
    CROWDED_HEIGHT,
    LANDSCAPE_ANSWERS_WIDTH,
    LANDSCAPE_HEIGHT,
    LANDSCAPE_SEATS_WIDTH,
    NARROW_WIDTH,
    NUMBERS_ANSWERS_SHARE,
    ROOMY_HEIGHT,
    TABLET_SCALE,
    TWO_COLUMN_WIDTH,
    Space,
)
from companion.ui.design.text_fit import has_large_text
from companion.ui.table.model.choice_layout import (
    ChoiceLayout,
    NextRoll,
    has_inline_dice,
    layout_choices,
)
from companion.ui.table.model.seat_prompt import NO_SEATS, SeatPrompt, seat_prompt_of
from rules.automatic import passing_choice
from rules.engine import Choice, GameView, Outcome, PlayerView, Prompt, State, Subject, Text, player_views
from rules.lookahead import Forecast

if TYPE_CHECKING:
    from companion.tray.tray import Sighting


V = TypeVar("V")


@dataclass(frozen=True)
class TrayState:
    """State of the host's camera for this table: reading, waiting, problem."""

    sighting: Sighting | None = None
    is_waiting: bool = False
    problem: Text | None = None


@dataclass(frozen=True)
class TableContext:
    """Table state, log, layout and device role of one redraw."""

    table_state: TableState
    log: tuple[LogLine, ...]
    width: float
    height: float
    open_adjustment: OpenAdjustment | None = None
    """Adjustment of a number that the next tap would continue."""
    role: DeviceRole = HOST_ROLE
    """Role of this device at the table."""
    claimed_seats: frozenset[int] = NO_SEATS
    """Seats claimed by devices."""
    awake_by_seat: Mapping[int, bool] = field(default_factory=dict)
    """For each seat with a device of its own, whether that is online."""
    acting_as_host: bool = False
    """Whether the host answers for seats that have devices of their own."""
    tray_state: TrayState = field(default_factory=TrayState)
    """State of the host's camera, if there is one."""
    shows_clock: bool = False
    """Whether the table shows the time of turn and question."""
    hand_lines: tuple[HandLine, ...] = ()
    """What hands must still do this turn; empty on a device whose owner does not want it."""

    @property
    def is_landscape(self) -> bool:
        """Whether the phone lies on its side."""
        return self.height < LANDSCAPE_HEIGHT

    @property
    def is_narrow(self) -> bool:
        """Whether fewer controls than usual fit side by side: small phone or large text."""
        return not self.has_two_columns and self.width < NARROW_WIDTH * current_preferences().scale

    @property
    def is_crowded(self) -> bool:
        """Whether question and answers do not fit into the height together."""
        return self.height < CROWDED_HEIGHT * current_preferences().scale

    @property
    def is_roomy(self) -> bool:
        """Whether there is room for more than the question, the board and the answers.

        What letters are larger on a tablet does not count: the board stands beside the answers there.
        """
        scale = current_preferences().scale / (TABLET_SCALE if current_preferences().tablet else 1)
        return self.height >= ROOMY_HEIGHT * scale and not self.is_narrow

    @property
    def is_low(self) -> bool:
        """Whether the page is so low, and wide enough, that the quiet answers share one row."""
        return not (self.is_roomy or self.is_narrow or self.is_landscape or has_large_text())

    @property
    def has_two_columns(self) -> bool:
        """Whether there is room for two columns."""
        return self.width >= TWO_COLUMN_WIDTH or (self.is_landscape and self.width > self.height)

    @property
    def has_side_columns(self) -> bool:
        """Whether the board stands beside question and answers, not above them."""
        return self.has_two_columns and self.winners is None

    @property
    def keeps_numbers_only(self) -> bool:
        """Whether only numbers are kept.

        Then they have large tiles instead of rows, until the game ends.
        """
        return self.table_state.state.depth == "numbers" and self.winners is None

    @property
    def seats_width(self) -> float:
        """Width of the seats, in points."""
        return LANDSCAPE_SEATS_WIDTH if self.is_landscape and self.has_two_columns else self.width - 2 * Space.GAP

    @property
    def answers_width(self) -> float:
        """Width of question and answers, in points."""
        if not self.has_two_columns:
            return self.width - 2 * Space.GAP
        if self.is_landscape and not self.keeps_numbers_only:
            return LANDSCAPE_ANSWERS_WIDTH
        narrow = NUMBERS_ANSWERS_SHARE * (TABLET_SCALE if current_preferences().tablet else 1)
        share = narrow if self.keeps_numbers_only else 0.5
        return (self.width - COLUMNS_GAP - 2 * Space.GAP) * share

    @property
    def board_width(self) -> float:
        """Width of the board, in points."""
        if not self.has_two_columns:
            return self.width - 2 * Space.GAP
        beside = self.answers_width + COLUMNS_GAP
        if self.is_landscape and not self.keeps_numbers_only:
            beside = self.answers_width + LANDSCAPE_SEATS_WIDTH + 2 * Space.ROOM
        return self.width - beside - 2 * Space.GAP

    @cached_property
    def game_view(self) -> GameView | None:
        """View of the state by the game: what its scene draws, and the players."""
        return self.table_state.game.view(self.table_state.state)

    def view_as(self, kind: type[V]) -> V:
        """Return the game's view, which is of that class. Raises ``TypeError`` if it is not."""
        return _checked(self.game_view, kind)

    def state_as(self, kind: type[V]) -> V:
        """Return the state, which is of that class. Raises ``TypeError`` if it is not."""
        return _checked(self.table_state.state, kind)

    def lines_as(self, kind: type[V]) -> dict[int, V]:
        """Return the players of the view by seat, which are of that class."""
        return {seat: line for seat, line in self.player_lines.items() if isinstance(line, kind)}

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        seats: tuple[str, ...] = self.table_state.state.seats
        return seats

    @cached_property
    def seat_prompt(self) -> SeatPrompt | None:
        """Part of the question that this device may answer; None when the game has ended."""
        prompt = self.table_state.prompt
        return (
            seat_prompt_of(prompt, self.role, self.claimed_seats, self.seats, self.acting_as_host) if prompt else None
        )

    @cached_property
    def annotated_prompt(self) -> Prompt | None:
        """Prompt with this device's choices, each with its consequence."""
        if self.seat_prompt is None:
            return None
        return annotate(self.table_state, self.seat_prompt.prompt, translate, self.claimed_seats)

    @property
    def own_seat(self) -> int:
        """Seat whose items are shown as own: the device's, else the active one."""
        return self.active_seat if self.role.seat is None else self.role.seat

    @cached_property
    def layout(self) -> ChoiceLayout:
        """Layout of the choices on the screen."""
        if self.annotated_prompt is None:
            return ChoiceLayout()
        layout = layout_choices(self.annotated_prompt, self.asks_at_every_window, self.role.seat)
        return replace(layout, next_roll=self._next_roll)

    @property
    def has_compact_answers(self) -> bool:
        """Whether the faces of the next roll stand there with little room for them."""
        return self.layout.next_roll is not None and not self.is_roomy

    @property
    def _next_roll(self) -> NextRoll | None:
        """The roll after the usual answer, where this device speaks for whoever makes it."""
        passing = passing_choice(self.annotated_prompt)
        if self.annotated_prompt is None or passing is None:
            return None
        follow_up = self.table_state.follow_up(self.annotated_prompt, self.claimed_seats)
        after = replace(self, table_state=self.table_state.after(follow_up)) if follow_up else None
        if follow_up is None or after is None or after.seat_prompt is None:
            return None
        prompt = after.seat_prompt.prompt
        layout = layout_choices(prompt, self.asks_at_every_window, self.role.seat)
        if layout.dice is None or not has_inline_dice(layout):
            return None
        return NextRoll(follow_up.answer, passing.label, prompt.title, layout.dice)

    @property
    def silenceable(self) -> tuple[Subject, ...]:
        """What is asked now of the seats of this device, and need not be asked again."""
        prompt = self.table_state.prompt
        about = prompt.about if prompt else ()
        seats = speaks_for_seats(self.role, [one.seat for one in about], self.claimed_seats)
        return tuple(one for one in about if one.seat in seats and self.table_state.game.subject_name(one.key))

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """Seats for whose answer the table waits; of a window, those that can do something."""
        prompt = self.table_state.prompt
        if prompt is None or not prompt.window:
            return () if prompt is None else tuple(prompt.seats)
        able = {choice.seat for choice in prompt.choices if choice.role == "response"}
        return tuple(seat for seat in prompt.window if seat in able)

    @property
    def asks_at_every_window(self) -> bool:
        """Whether the table stops at every window, where one seat after the other is asked."""
        return self.table_state.state.depth == "every"

    @property
    def is_open(self) -> bool:
        """Whether several may answer the question and nobody in particular decides."""
        if self.seat_prompt is None or self.asks_at_every_window:
            return False
        return len(self.seat_prompt.prompt.window) > 1

    @property
    def roll_choice(self) -> Choice | None:
        """Choice that waits for a roll, whoever makes it: any phone may read its dice."""
        return find_roll_choice(self.table_state.prompt) if self.table_state.prompt else None

    @cached_property
    def player_lines(self) -> Mapping[int, PlayerView]:
        """Players of the view by seat."""
        return {line.seat: line for line in player_views(self.game_view)}

    @property
    def active_seat(self) -> int:
        """Seat whose turn it is; -1 if the game does not say."""
        return next((seat for seat, line in self.player_lines.items() if line.active), -1)

    @property
    def outcome(self) -> Outcome:
        """Outcome of a game that has ended. Raises ``TypeError`` while it goes on."""
        return _checked(self.table_state.state.outcome, Outcome)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Seats that have won; None while the game goes on."""
        outcome = self.table_state.state.outcome
        return None if outcome is None else tuple(outcome.winners)

    @property
    def title(self) -> str:
        """Title of the game and its current turn."""
        turn, game = self.table_state.state.turn, self.table_state.game.title
        return translate(Text("{game} · turn {n}", game=game, n=turn) if turn else game)

    @property
    def doubtful_sighting(self) -> Sighting | None:
        """Roll that the host's camera could not read surely; set only on devices that are called."""
        sighting = self.tray_state.sighting
        return (
            sighting
            if sighting
            and sighting.doubt
            and sighting.enters_in is None
            and self.roll_choice
            and self.seat_prompt
            and self.seat_prompt.is_called
            else None
        )

    def lookahead(self, choice: Choice) -> tuple[Forecast, ...]:
        """Return where that answer leads with the phones that are at the table."""
        return self.table_state.lookahead(choice, self.claimed_seats)

    def find_choice(self, like: Choice) -> Choice | None:
        """Return the same choice as it is offered now; None if it no longer is.

        It is what a sheet fills in, so each option of a long list says who wins or dies with it.
        """
        offered = (
            *(self.annotated_prompt.choices if self.annotated_prompt else ()),
            *([self.roll_choice] if self.roll_choice else []),
        )
        found = next((choice for choice in offered if is_same_choice(choice, like)), None)
        return annotate_long_list(self.table_state, found, translate, self.claimed_seats) if found else None

    @cached_property
    def remarks(self) -> tuple[Choice, ...]:
        """Remarks that this device may make at any time."""
        return tuple(one for one in self.table_state.remarks if self._may_say(one))

    def _may_say(self, remark: Choice) -> bool:
        return can_speak_for(self.role, () if remark.seat is None else (remark.seat,), self.claimed_seats)

    def find_remark(self, like: Choice) -> Choice | None:
        """Return the same remark as it may be made now; None if it no longer may."""
        return next((remark for remark in self.remarks if is_same_choice(remark, like)), None)


def _checked(value: State | GameView | Outcome | None, kind: type[V]) -> V:
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} is no {kind.__name__}")
    return value


def is_same_choice(one: Choice, other: Choice) -> bool:
    """Return whether both are the same choice, even if the options of its holes have changed."""
    return _identity(one) == _identity(other)


def _identity(choice: Choice) -> tuple[object, ...]:
    """Return event, kind and holes of a choice.

    Two choices of one prompt may have the same event, but then their holes differ.
    """
    return choice.event, choice.kind, tuple((type(hole), hole.name) for hole in choice.template.holes)
