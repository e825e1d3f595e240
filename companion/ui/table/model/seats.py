"""What is shown of each player: numbers, marks, a note, and the accessible sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.match.latest import latest_changes
from companion.match.table import OpenAdjustment
from companion.ui.design.look import current_preferences, translate
from companion.ui.design.sizes import LANDSCAPE_SEATS_WIDTH, MIN_TAP_SIZE, TWO_COLUMN_WIDTH, FontSize, Space
from companion.ui.design.text_fit import LETTER_WIDTH
from companion.ui.table.model.context import TableContext
from rules.automatic import passing_choice
from rules.engine import Displayable, Text, Tracker

if TYPE_CHECKING:  # the games give their own marks and belongings icons, which nothing here looks at
    from companion.ui.design.drawn_signs import SignIcon
    from companion.ui.table.model.game_model import Belonging, GameModel, NumberSection, PlayerRowLayout
    from companion.ui.table.model.response_chips import ResponseChip


MAX_NUMBERS, MAX_NUMBERS_WIDE = 4, 6
"""Maximum number of numbers of a player in a narrow row and in a wide one; the player's sheet has all of them."""
MarkKind: TypeAlias = Literal["winner", "out", "acting", "phone", "sleeping_phone", "game"]
"""What a mark says; the games have further ones of their own."""
MARK_NAMES: Mapping[MarkKind, Text] = {
    "winner": Text("Winner"),
    "out": Text("Dead or out of the game"),
    "acting": Text("This player's turn"),
    "phone": Text("has a phone"),
    "sleeping_phone": Text("has a phone that is disconnected"),
}


@dataclass(frozen=True)
class SeatNumber:
    """A number, its name, its latest change, and its value before the open adjustment."""

    tracker: Tracker
    label: str
    change: int = 0
    value_before: int | None = None


@dataclass(frozen=True)
class SeatNote:
    """Small line below the numbers of a player: words, or further numbers."""

    words: str = ""
    numbers: tuple[SeatNumber, ...] = ()


NO_NOTE = SeatNote()


@dataclass(frozen=True)
class SeatMark:
    """A mark beside a player's name; a game gives its own marks icon and color, as ``sign``."""

    kind: MarkKind
    name: str
    sign: tuple[SignIcon, str] | None = None


@dataclass(frozen=True)
class SeatModel:
    """What is shown of one player; ``spoken`` is the accessible sentence."""

    seat: int
    name: str
    numbers: tuple[SeatNumber, ...]
    marks: tuple[SeatMark, ...]
    is_out: bool
    spoken: str
    is_asked: bool = False
    """Whether the table waits for an answer of this player."""
    will_die: bool = False
    """Whether the usual answer leads to this player's death."""
    note: SeatNote = NO_NOTE
    """What stands small below the numbers."""
    label: str = ""
    """What stands in the head: the name, or "you" on this player's own phone."""

    @property
    def leads(self) -> bool:
        """Whether it is this player's turn, or this one has won."""
        return any(mark.kind in ("acting", "winner") for mark in self.marks)


@dataclass(frozen=True)
class NumberGroup:
    """Numbers that are kept together, of a player or of a thing; ``owner`` is whose it is."""

    name: str
    owner: str
    seat: int | None
    numbers: tuple[SeatNumber, ...]
    is_acting: bool
    is_out: bool


# --- players -----------------------------------------------------------------------------------------------------


def seat_models(
    context: TableContext, game_model: GameModel, *, is_wide: bool = False, is_put_away: bool = False
) -> tuple[SeatModel, ...]:
    """Return what is shown of each player, in the order round the table.

    ``is_wide``: there is room for more numbers. A match that is put away has neither changes nor devices.
    """
    changes = {} if is_put_away else latest_changes(context.log)
    doomed = frozenset[int]() if is_put_away else doomed_seats(context)
    row_layout = game_model.player_row
    return tuple(
        SeatModel(
            seat,
            name,
            numbers := game_model.seat_numbers(
                context, seat, _numbers(_trackers_of(context, row_layout, seat, is_wide), changes)
            ),
            marks := _marks(context, row_layout, seat, is_put_away=is_put_away),
            is_out := seat in context.player_lines and context.player_lines[seat].dead,
            _spoken(
                context,
                game_model,
                seat,
                [*numbers, *(note := _note(context, game_model, seat, changes)).numbers],
                marks,
                will_die=seat in doomed,
            ),
            not is_put_away and not is_out and seat in context.asked_seats,
            seat in doomed,
            note,
            translate(Text("You")) if seat == context.role.seat and not is_put_away else name,
        )
        for seat, name in enumerate(context.seats)
    )


def _note(context: TableContext, game_model: GameModel, seat: int, changes: Mapping[str, int]) -> SeatNote:
    icons = game_model.player_row.small_icons
    small = [t for icon in icons for t in context.table_state.trackers if t.seat == seat and t.icon == icon]
    return SeatNote(game_model.seat_note(context, seat), _numbers(small, changes))


def doomed_seats(context: TableContext) -> frozenset[int]:
    """Return the seats that die if the question is answered as usual.

    By passing, or by its only answer.
    """
    prompt = context.table_state.prompt
    if prompt is None:
        return frozenset()
    usual = passing_choice(prompt) or next(iter(prompt.choices), None)
    if usual is None or (usual is not passing_choice(prompt) and prompt.choices[1:]):
        return frozenset()
    ends = [path.only_consequence for path in context.lookahead(usual)]
    stages = [stage for end in ends[:1] if end is not None for stage in end.stages]
    return frozenset(
        death.seat for stage in stages for death in stage.deaths if death.is_player and death.seat is not None
    )


def _marks(context: TableContext, row_layout: PlayerRowLayout, seat: int, *, is_put_away: bool) -> tuple[SeatMark, ...]:
    is_awake = None if is_put_away or context.winners is not None else context.awake_by_seat.get(seat)
    phone = () if is_awake is None else (_mark("phone" if is_awake else "sleeping_phone"),)
    return (*_marks_of_state(context, row_layout, seat), *phone)


WILL_DIE = Text("will die")


def _spoken(
    context: TableContext,
    game_model: GameModel,
    seat: int,
    numbers: Sequence[SeatNumber],
    marks: Sequence[SeatMark],
    *,
    will_die: bool,
) -> str:
    return ", ".join(
        [
            context.seats[seat],
            *(f"{number.label} {number.tracker.value}" for number in numbers),
            *filter(None, [game_model.seat_note(context, seat)]),
            *(translate(_belonging_text(one)) for one in game_model.player_row.belongings(context, seat)),
            *(mark.name for mark in marks if mark.kind != "game"),
            *([translate(WILL_DIE)] if will_die else []),
        ]
    )


def _belonging_text(belonging: Belonging) -> Displayable:
    if belonging.status is None:
        return belonging.name
    return Text("{item}: {what}", item=belonging.name, what=belonging.status)


def _marks_of_state(context: TableContext, row_layout: PlayerRowLayout, seat: int) -> Iterator[SeatMark]:
    """Yield the marks of a player: of the state while the game goes on, then of the winners."""
    if context.winners is not None:
        yield from [_mark("winner")] if seat in context.winners else []
        return
    line = context.player_lines.get(seat)
    if line is None:
        return
    yield from [_mark("out")] if line.dead else []
    yield from [_mark("acting")] if line.active else []
    for icon, color, name in row_layout.status_marks(context, seat):
        yield SeatMark("game", translate(name), (icon, color))


def _mark(kind: MarkKind) -> SeatMark:
    return SeatMark(kind, translate(MARK_NAMES[kind]))


# --- numbers -----------------------------------------------------------------------------------------------------


def player_numbers(context: TableContext, row_layout: PlayerRowLayout) -> tuple[NumberGroup, ...]:
    """Return the numbers of each player, in the order round the table."""
    changes, groups = latest_changes(context.log), []
    for seat, name in enumerate(context.seats):
        line = context.player_lines.get(seat)
        numbers = _numbers(_trackers_of(context, row_layout, seat, False), changes, context.open_adjustment)
        is_acting, is_out = line is not None and line.active, line is not None and line.dead
        groups.append(NumberGroup(name, name, seat, numbers, is_acting, is_out))
    return tuple(groups)


def thing_numbers(context: TableContext, sections: Iterable[NumberSection]) -> tuple[NumberGroup, ...]:
    """Return the numbers of these things, as of a model or of a monster."""
    changes = latest_changes(context.log)
    return tuple(
        NumberGroup(
            one.name,
            one.name if one.seat is None else context.seats[one.seat],
            one.seat,
            _numbers(one.trackers, changes, context.open_adjustment),
            one.is_active,
            one.is_dead,
        )
        for one in sections
    )


def visible_trackers(row_layout: PlayerRowLayout, trackers: Sequence[Tracker], is_wide: bool) -> list[Tracker]:
    """Return the trackers shown in a row: the game's own order first, others only if it is wide."""
    ranks = {icon: rank for rank, icon in enumerate(row_layout.tracker_icons)}
    candidates = [t for t in trackers if is_wide or not ranks or t.icon in ranks][
        : MAX_NUMBERS_WIDE if is_wide else MAX_NUMBERS
    ]
    return sorted(candidates, key=lambda t: ranks.get(t.icon, len(ranks)))


def _trackers_of(context: TableContext, row_layout: PlayerRowLayout, seat: int, is_wide: bool) -> list[Tracker]:
    large = [t for t in context.table_state.trackers if t.seat == seat and t.icon not in row_layout.small_icons]
    return visible_trackers(row_layout, large, is_wide)


def _numbers(
    trackers: Iterable[Tracker], changes: Mapping[str, int], adjustment: OpenAdjustment | None = None
) -> tuple[SeatNumber, ...]:
    return tuple(
        SeatNumber(
            tracker,
            translate(tracker.label),
            changes.get(tracker.key, 0),
            adjustment.value_before if adjustment is not None and adjustment.key == tracker.key else None,
        )
        for tracker in trackers
    )


LARGE_SCALE, LEAST_WIDTH = 1.15, 330
"""Text scale above which, and width in points at text scale 1 below which, a tile is one line, two side by side."""
MAX_IN_ONE_ROW = 4
"""Players up to whom all tiles stand in one row; more stand three by three."""
HEAD_HEIGHT, NUMBER_LINE_HEIGHT, NOTE_HEIGHT, BOTTOM = 31, 31, 22, 5
"""Heights in points of the parts of a tile at text scale 1, and of the edge below them."""
LOW_HEAD_HEIGHT, LOW_LINE_HEIGHT = 27, 28
"""Heights in points of head and numbers where there are two rows of tiles."""
LARGE_NUMBER, MEDIUM_NUMBER, SMALL_NUMBER = FontSize.TITLE, FontSize.SUBTITLE, FontSize.BODY
"""Font sizes of the numbers of a tile: usually, to fit into one line, and with little room."""
WIDE_SIGN_SIZE, SIGN_SIZE, SMALL_SIGN_SIZE = FontSize.HEADING, FontSize.BODY, 13
"""Sizes of the sign before a number, in points: on a wide page, usually, and with little room."""
NUMBERS_IN_LINE = 3
"""Numbers of a tile that is one line."""
DIGIT_SHARE = 1.1
"""Width of a bold digit, as a share of an average letter."""
MAXIMUM_SHARE = 0.65
"""Size of the maximum, as a share of the number's size."""
MAX_CHIP_LINES = 2
"""Responses below one tile, where the page is not low."""


@dataclass(frozen=True)
class SeatGrid:
    """The tiles of a table: how many stand side by side, and the sizes of their parts in points.

    ``width`` is that of all of them together.
    """

    count: int
    across: int
    width: float
    numbers_across: int
    number_lines: int
    number_size: int
    sign_size: int
    has_note: bool = False
    is_in_line: bool = False
    """Whether a tile is one line: the circle and the first numbers, without the name."""
    most_chip_lines: int = MAX_CHIP_LINES
    """Most responses below one tile; the last of more opens all the others."""

    @property
    def tile_width(self) -> float:
        """Width of a tile."""
        return (self.width - (self.across - 1) * Space.NEAR) / self.across

    @property
    def empty_places(self) -> int:
        """Places of the last row that stay empty."""
        return -self.count % self.across

    @property
    def is_low(self) -> bool:
        """Whether there are several rows of tiles, each of them low."""
        return self.count > self.across and self.width > LANDSCAPE_SEATS_WIDTH

    @property
    def head_height(self) -> int:
        """Height of the head, at text scale 1."""
        return LOW_HEAD_HEIGHT if self.is_low else HEAD_HEIGHT

    @property
    def line_height(self) -> int:
        """Height of a line of numbers, at text scale 1."""
        return LOW_LINE_HEIGHT if self.is_low else NUMBER_LINE_HEIGHT

    @property
    def note_height(self) -> int:
        """Height of the small line, at text scale 1."""
        return NOTE_HEIGHT

    @property
    def tile_height(self) -> float:
        """Height of a tile, at text scale 1; one that is a line grows only for letters that need it."""
        if self.is_in_line:
            return max(MIN_TAP_SIZE / current_preferences().scale, LOW_LINE_HEIGHT)
        note = self.note_height if self.has_note else 0
        return self.head_height + self.number_lines * self.line_height + note + BOTTOM

    @property
    def height(self) -> float:
        """Height of all tiles together, at the text size of the device."""
        rows = math.ceil(self.count / self.across)
        return rows * self.tile_height * current_preferences().scale + (rows - 1) * Space.NEAR

    def shows_maximum(self, number: SeatNumber) -> bool:
        """Return whether a number has room for its maximum, beside a change as well."""
        cell = (self.tile_width - 2 * Space.NEAR) / self.numbers_across
        letters = len(f"{number.tracker.value}") + MAXIMUM_SHARE * len(f"/{number.tracker.maximum}")
        pill = self.sign_size + (Space.GAP if number.change else 0)
        return letters * LETTER_WIDTH * DIGIT_SHARE * self.number_size * current_preferences().scale + pill <= cell

    def chip_lines(self, chips: Mapping[int, Sequence[ResponseChip]]) -> int:
        """Return how many responses stand below one another."""
        return min(self.most_chip_lines, max((len(found) for found in chips.values()), default=0))

    def chips_height(self, chips: Mapping[int, Sequence[ResponseChip]]) -> float:
        """Height of the responses below the tiles, at the text size of the device."""
        lines, rows = self.chip_lines(chips), math.ceil(self.count / self.across)
        return rows * lines * (MIN_TAP_SIZE * current_preferences().scale + Space.TIGHT)


def seat_grid(players: Sequence[SeatModel], width: float) -> SeatGrid:
    """Return how the tiles of these players stand in a width in points."""
    count, scale = max(1, len(players)), current_preferences().scale
    numbers = max((len(player.numbers) for player in players), default=1) or 1
    is_column = width <= LANDSCAPE_SEATS_WIDTH
    if (scale > LARGE_SCALE and width < LEAST_WIDTH * scale) or (width < LEAST_WIDTH and not is_column):
        across = min(count, 2)
        shown = min(numbers, NUMBERS_IN_LINE)
        size = LARGE_NUMBER if scale <= LARGE_SCALE else SMALL_NUMBER
        return SeatGrid(count, across, width, shown, 1, size, SMALL_SIGN_SIZE, is_in_line=True)
    across = min(count, 2) if is_column else count if count <= MAX_IN_ONE_ROW else math.ceil(count / 2)
    tile = (width - (across - 1) * Space.NEAR) / across - 2 * Space.NEAR
    is_low = count > across and not is_column

    def fits(each: int, size: int) -> bool:
        """Return whether so many numbers of two digits stand side by side, with gaps."""
        sign = SIGN_SIZE if size >= LARGE_NUMBER else SMALL_SIGN_SIZE
        return each * (2 * LETTER_WIDTH * DIGIT_SHARE * size * scale + sign + 2 * Space.HAIR) <= tile

    in_one_line = (LARGE_NUMBER, MEDIUM_NUMBER, *([SMALL_NUMBER] if is_low else []))
    size = next((size for size in in_one_line if fits(numbers, size)), 0)
    in_a_line = numbers if size else math.ceil(numbers / 2)
    size = size or next((size for size in (LARGE_NUMBER, MEDIUM_NUMBER) if fits(in_a_line, size)), SMALL_NUMBER)
    large_sign = WIDE_SIGN_SIZE if width >= TWO_COLUMN_WIDTH else SIGN_SIZE
    sign = large_sign if size == LARGE_NUMBER else SMALL_SIGN_SIZE
    has_note = any(player.note.words or player.note.numbers for player in players)
    return SeatGrid(count, across, width, in_a_line, math.ceil(numbers / in_a_line), size, sign, has_note)
