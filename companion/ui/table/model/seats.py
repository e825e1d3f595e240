"""What is shown of each player: numbers, marks, belongings, and the accessible sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.match.latest import latest_changes
from companion.match.table import OpenAdjustment
from companion.ui.design.look import translate
from companion.ui.table.model.context import TableContext
from rules.engine import Displayable, Text, Tracker

if TYPE_CHECKING:  # the games give their own marks and belongings icons, which nothing here looks at
    from flet import IconData

    from companion.ui.table.model.player_row import Belonging, NumberSection, PlayerRowLayout
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
NO_CHIPS: Mapping[int, Sequence[ResponseChip]] = {}


@dataclass(frozen=True)
class SeatNumber:
    """A number, its name, its latest change, and its value before the open adjustment."""

    tracker: Tracker
    label: str
    change: int = 0
    value_before: int | None = None


@dataclass(frozen=True)
class SeatMark:
    """A mark beside a player's name; a game gives its own marks icon and color, as ``sign``."""

    kind: MarkKind
    name: str
    sign: tuple[IconData, str] | None = None


@dataclass(frozen=True)
class SeatBelonging:
    """What lies in front of a player: its name, how it lies, and whether it is of use now."""

    text: str
    status: str = ""
    is_ready: bool = True
    icon: IconData | None = None


@dataclass(frozen=True)
class SeatModel:
    """What is shown of one player.

    ``belongings`` is None where no player of the table has any; what responds by a chip of its own is left out.
    ``spoken`` is the accessible sentence.
    """

    seat: int
    name: str
    numbers: tuple[SeatNumber, ...]
    marks: tuple[SeatMark, ...]
    belongings: tuple[SeatBelonging, ...] | None
    is_out: bool
    spoken: str
    is_asked: bool = field(compare=False, default=False)
    """Whether the table waits for an answer of this player; nothing is drawn for it, so that no row changes by it."""

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
    context: TableContext,
    row_layout: PlayerRowLayout,
    chips: Mapping[int, Sequence[ResponseChip]] = NO_CHIPS,
    *,
    is_wide: bool = False,
    is_put_away: bool = False,
) -> tuple[SeatModel, ...]:
    """Return what is shown of each player: this device's first, the others in seating order.

    ``is_wide``: there is room for more numbers. A match that is put away has neither changes nor devices.
    """
    order = _seats_in_order(context, 0 if is_put_away else context.role.seat or 0)
    changes = {} if is_put_away else latest_changes(context.log)
    belongings_by_seat = {seat: tuple(row_layout.belongings(context, seat)) for seat in order}
    has_belongings = any(belongings_by_seat.values())
    return tuple(
        _seat_model(
            context,
            row_layout,
            seat,
            _numbers(_trackers_of(context, row_layout, seat, is_wide), changes),
            belongings_by_seat[seat],
            _shown_belongings(belongings_by_seat[seat], chips.get(seat, ())) if has_belongings else None,
            None if is_put_away else context.awake_by_seat.get(seat),
        )
        for seat in order
    )


def _seat_model(
    context: TableContext,
    row_layout: PlayerRowLayout,
    seat: int,
    numbers: tuple[SeatNumber, ...],
    belongings: Sequence[Belonging],
    shown: tuple[SeatBelonging, ...] | None,
    is_awake: bool | None,
) -> SeatModel:
    name, line = context.seats[seat], context.player_lines.get(seat)
    phone = () if is_awake is None else (_mark("phone" if is_awake else "sleeping_phone"),)
    marks = (*_marks_of_state(context, row_layout, seat), *(phone if context.winners is None else ()))
    prompt = context.table_state.prompt
    spoken = [
        name,
        *(f"{number.label} {number.tracker.value}" for number in numbers),
        *(translate(_belonging_text(one)) for one in belongings),
        *(mark.name for mark in phone),
    ]
    is_out, is_asked = line is not None and line.dead, prompt is not None and seat in prompt.awaited_seats
    return SeatModel(seat, name, numbers, marks, shown, is_out, ", ".join(spoken), is_asked)


def _belonging_text(belonging: Belonging) -> Displayable:
    if belonging.status is None:
        return belonging.name
    return Text("{item}: {what}", item=belonging.name, what=belonging.status)


def _shown_belongings(belongings: Iterable[Belonging], chips: Sequence[ResponseChip]) -> tuple[SeatBelonging, ...]:
    """Return what lies in front of a player and has no chip."""
    responding = {chip.item for chip in chips}
    return tuple(
        SeatBelonging(translate(one.name), translate(one.status) if one.status else "", one.is_ready, one.icon)
        for one in belongings
        if not one.item or one.item not in responding
    )


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
    """Return the numbers of each player's row, this device's player first."""
    changes, groups = latest_changes(context.log), []
    for seat in _seats_in_order(context, context.role.seat or 0):
        name, line = context.seats[seat], context.player_lines.get(seat)
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
    return visible_trackers(row_layout, [t for t in context.table_state.trackers if t.seat == seat], is_wide)


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


def _seats_in_order(context: TableContext, first: int) -> tuple[int, ...]:
    seats = range(len(context.seats))
    return (*seats[first:], *seats[:first])
