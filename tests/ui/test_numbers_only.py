"""*Numbers only*: a large tile for each player's number, with − and +, and the next turn at the bottom."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.sign_colors import tracker_color
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR, SEAT_COLORS, seat_color, tracker_icon
from companion.ui.screens.table.screen import TableScreen
from rules.engine import Tracker
from tests.support.ui.headless import NOWHERE, Phone
from tests.support.ui.table_device import MIDDLE, opened, without_delays

EN = translator("en")
FEWEST = 2
"""Numbers that every game keeps for each player."""
each_game = pytest.mark.parametrize("key", MIDDLE)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the delays of the screen."""
    without_delays(monkeypatch)


def numbers_table(library: Library, key: str) -> Table:
    """Open the middle of a match, from which on only numbers are kept."""
    table = opened(library, key)
    table.set_ruling("depth", "numbers")
    return table


def played(
    table: Table,
    library: Library,
    journey: Callable[[Phone], Awaitable[None]],
    role: DeviceRole = HOST_ROLE,
    size: tuple[int, int] = (390, 844),
) -> None:
    """Play a journey on a phone that shows the table."""

    async def run() -> None:
        phone = await Phone(*size).show(TableScreen, table, library, role, NOWHERE)
        await journey(phone)

    asyncio.run(run())


def tiles(table: Table, phone: Phone) -> Iterator[tuple[Tracker, int]]:
    """Each player's number with the value that its tile says."""
    for tracker in table.table_state.trackers:
        if tracker.seat is None:
            continue
        start = f"Type it: {table.state.seats[tracker.seat]}, {EN(tracker.label)}, "
        for name in phone.names():
            if name.startswith(start):
                yield tracker, int(name.removeprefix(start))


def first_tile(table: Table, phone: Phone, seat: int) -> tuple[str, Tracker]:
    """The name of a player's first number as its keys say it, and the number."""
    tracker = next(tracker for tracker, _ in tiles(table, phone) if tracker.seat == seat)
    return f"{table.state.seats[seat]}, {EN(tracker.label)}", tracker


def value(table: Table, tracker: Tracker) -> int:
    return next(one.value for one in table.table_state.trackers if one.key == tracker.key)


@each_game
def test_every_player_has_tiles_with_the_saved_numbers_and_both_keys(library: Library, key: str) -> None:
    """Each player has at least two numbers, each with its value, a − and a +."""
    table = numbers_table(library, key)

    async def journey(phone: Phone) -> None:
        found = list(tiles(table, phone))
        for seat in range(len(table.state.seats)):
            assert len({tracker.key for tracker, _ in found if tracker.seat == seat}) >= FEWEST
        assert all(shown == tracker.value for tracker, shown in found)
        for tracker, _ in found:
            what = f"{table.state.seats[tracker.seat or 0]}, {EN(tracker.label)}"
            assert {f"Less: {what}", f"More: {what}"} <= set(phone.names())

    played(table, library, journey)


@each_game
def test_every_tap_shows_at_once_and_is_one_undo(library: Library, key: str) -> None:
    """Three taps on + show +3 in green at their place, one on − takes it to +2; undo takes all of it back."""
    table = numbers_table(library, key)
    last = len(table.state.seats) - 1

    async def journey(phone: Phone) -> None:
        what, tracker = first_tile(table, phone, last)
        for by in (1, 2, 3):
            await phone.tap(f"More: {what}")
            assert f"Type it: {what}, {tracker.value + by}" in phone.names()
            assert f"+{by}" in colored(phone, GAIN_COLOR)
        await phone.tap(f"Less: {what}")
        assert "+2" in colored(phone, GAIN_COLOR)
        assert value(table, tracker) == tracker.value + 2
        await phone.tap("Undo")
        assert value(table, tracker) == tracker.value
        assert f"Type it: {what}, {tracker.value}" in phone.names()

    played(table, library, journey)


@each_game
def test_signs_have_their_colors_and_names(library: Library, key: str) -> None:
    """Each sign has the color that it has on the players' rows, and a long press names it."""
    table = numbers_table(library, key)

    async def journey(phone: Phone) -> None:
        signs = [(c.icon, c.color, c.tooltip) for c in phone.controls() if isinstance(c, ft.Icon)]
        named = [(icon, ink, hint.message) for icon, ink, hint in signs if isinstance(hint, ft.Tooltip)]
        for tracker, _ in tiles(table, phone):
            expected = tracker_icon(tracker.icon), tracker_color(tracker.icon), EN(tracker.label)
            assert expected in named

    played(table, library, journey)


def test_a_loss_is_red_and_the_number_can_be_typed(library: Library) -> None:
    """A lower number has a red − in its place; a tap on the number opens a field in which it is typed."""
    table = numbers_table(library, "king_of_tokyo")

    async def journey(phone: Phone) -> None:
        what, tracker = first_tile(table, phone, 0)
        await phone.tap(f"Less: {what}")
        assert "−1" in colored(phone, LOSS_COLOR)
        await phone.tap(f"Type it: {what}")
        field = next(one for one in phone.controls() if isinstance(one, ft.TextField))
        phone.session.apply_patch(field._i, {"value": "7"})
        await phone.fire(field, "change", "7")
        await phone.fire(field, "submit", "7")
        assert value(table, tracker) == 7
        assert f"Type it: {what}, 7" in phone.names()

    played(table, library, journey)


@each_game
def test_the_next_turn_is_the_usual_answer(library: Library, key: str) -> None:
    """At the bottom stands whose turn comes next; a tap passes it, and the frame goes with it."""
    table = numbers_table(library, key)

    async def journey(phone: Phone) -> None:
        turn, active = table.state.turn, framed(phone)
        assert active == [seat_color(line.seat) for line in table.game.view(table.state).players if line.active]
        (following,) = phone.names("usual")
        assert re.search(r"turn", following)
        await phone.tap(following)
        assert table.state.turn == turn + 1
        assert framed(phone) == [seat_color(line.seat) for line in table.game.view(table.state).players if line.active]

    played(table, library, journey)


def test_the_name_opens_all_numbers_of_the_player(library: Library) -> None:
    """What has no tile is one tap away, on the player's sheet."""
    table = numbers_table(library, "four_souls")
    name = table.state.seats[1]

    async def journey(phone: Phone) -> None:
        assert "Roll a die" in phone.names()
        await phone.tap(f"{name}: all numbers")
        assert "More: attack" in phone.names()
        await phone.tap("Close")
        assert f"{name}: all numbers" in phone.names()

    played(table, library, journey)


def test_who_only_watches_has_no_keys(library: Library) -> None:
    """A device that watches sees the numbers, and can change none."""
    table = numbers_table(library, "boss_monster")

    async def journey(phone: Phone) -> None:
        assert not [name for name in phone.names() if name.startswith(("More:", "Less:", "Type it:"))]
        shown = {str(one.value) for one in table.table_state.trackers if one.key.endswith((".souls", ".wounds"))}
        assert shown <= {text.partition("/")[0] for text in phone.texts()}

    played(table, library, journey, DeviceRole(is_spectator=True))


def test_models_and_monsters_have_tiles_too(library: Library) -> None:
    """The wounds of each model in Malifaux, and the life of each monster in Four Souls, have keys on the table."""
    for key, of in (("malifaux", "wounds"), ("four_souls", "life")):
        table = numbers_table(library, key)
        wanted = [one for one in table.table_state.trackers if one.seat is None and one.key.endswith(f".{of}")]

        async def journey(phone: Phone, of: str = of, wanted: list[Tracker] = wanted) -> None:
            keys = [name for name in phone.names() if name.startswith("More: ")]
            label = EN(wanted[0].label)
            things = [name for name in keys if name.endswith(f", {label}")]
            assert len(things) >= len(wanted) > 0

        played(table, library, journey)


def colored(phone: Phone, color: str) -> list[str]:
    """The texts of that color."""
    return [str(one.value) for one in phone.controls() if isinstance(one, ft.Text) and one.color == color]


def framed(phone: Phone) -> list[str]:
    """The colors of the frames around players' cards."""
    found = []
    for one in phone.controls():
        if isinstance(one, ft.Container) and isinstance(one.border, ft.Border):
            edge = one.border.top
            labels = [c.label or "" for c in phone.controls(one) if isinstance(c, ft.Semantics)]
            is_player = any(label.endswith(": all numbers") for label in labels) and edge.color in SEAT_COLORS
            if is_player:
                found.append(str(edge.color))
    return found
