"""What is shown of each player: numbers, marks, a note, and the accessible sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.match.latest import latest_changes
from companion.match.table import OpenAdjustment
from companion.ui.design.look import translate
from companion.ui.table.model.context import TableContext
from rules.automatic import passing_choice
from rules.engine import Displayable, Text, Tracker

if TYPE_CHECKING:  # the games give their own marks and belongings icons, which nothing here looks at
    from flet import IconData

    from companion.ui.table.model.game_model import GameModel
    from companion.ui.table.model.player_row import Belonging, NumberSection, PlayerRowLayout

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
    """Small line below the numbers of a player: words, or further numbers, each a kind of tracker with its value."""

    words: str = ""
    numbers: tuple[tuple[str, int], ...] = ()


NO_NOTE = SeatNote()


@dataclass(frozen=True)
class SeatMark:
    """A mark beside a player's name; a game gives its own marks icon and color, as ``sign``."""

    kind: MarkKind
    name: str
    sign: tuple[IconData, str] | None = None


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
            _spoken(context, game_model, seat, numbers, marks, will_die=seat in doomed),
            not is_put_away and not is_out and seat in context.asked_seats,
            seat in doomed,
            game_model.seat_note(context, seat),
            translate(Text("You")) if seat == context.role.seat and not is_put_away else name,
        )
        for seat, name in enumerate(context.seats)
    )


def doomed_seats(context: TableContext) -> frozenset[int]:
    """Return the seats that die if the question is answered as usual: by passing, or by its only answer."""
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
    """Return the sentence about a player: name, numbers, note, what lies there, marks, whether this one will die."""
    note = game_model.seat_note(context, seat)
    labels = {one.icon: translate(one.label) for one in context.table_state.trackers if one.seat == seat}
    return ", ".join(
        [
            context.seats[seat],
            *(f"{number.label} {number.tracker.value}" for number in numbers),
            *(f"{labels[kind]} {n}" for kind, n in note.numbers),
            *filter(None, [note.words]),
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
