"""*Numbers only*: a large tile for each player's number, with − and +, and the next turn at the bottom."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.drawn_signs import DrawnSign
from companion.ui.design.sign_colors import tracker_color
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR, SEAT_COLORS, seat_color, tracker_icon
from companion.ui.games.scenes import scene_of
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table.model.seats import NumberGroup, player_numbers, thing_numbers
from rules.engine import Tracker
from tests.support.ui.headless import NOWHERE, Phone
from tests.support.ui.table_context import table_context
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


def groups(table: Table, role: DeviceRole = HOST_ROLE) -> tuple[NumberGroup, ...]:
    """The numbers of each player, as a device in that role shows them."""
    return player_numbers(table_context(table, role), scene_of(table.game.key).model.player_row)


def first_number(table: Table, seat: int) -> tuple[str, Tracker]:
    """The name of a player's first number as its keys say it, and the number."""
    group = next(group for group in groups(table) if group.seat == seat)
    return f"{group.name}, {group.numbers[0].label}", group.numbers[0].tracker


def value(table: Table, tracker: Tracker) -> int:
    return next(one.value for one in table.table_state.trackers if one.key == tracker.key)


@each_game
def test_every_player_has_numbers_and_the_next_turn_is_the_usual_answer(library: Library, key: str) -> None:
    """Each player has at least two numbers with a name; the usual answer gives the turn to the next one."""
    table = numbers_table(library, key)
    assert [group.name for group in groups(table)] == list(table.state.seats)
    assert all(len(group.numbers) >= FEWEST and all(one.label for one in group.numbers) for group in groups(table))
    turn, (following,) = table.state.turn, table_context(table).layout.primary
    assert re.search(r"turn", EN(following.label))
    table.answer(table.prompt_id, following.event)
    assert table.state.turn == turn + 1
    assert [group.seat for group in groups(table) if group.is_acting] == [table_context(table).active_seat]


def test_every_player_has_tiles_with_the_saved_numbers_and_both_keys(library: Library) -> None:
    """Each number has its value, its sign in the color of the players' rows, a − and a +; the active card a frame."""
    table = numbers_table(library, "four_souls")

    async def journey(phone: Phone) -> None:
        drawn = [c for c in phone.controls() if isinstance(c, ft.Icon | ft.Image)]
        signs = [(c.icon if isinstance(c, ft.Icon) else c.src, c.color, c.tooltip) for c in drawn]
        named = [(icon, ink, hint.message) for icon, ink, hint in signs if isinstance(hint, ft.Tooltip)]
        for group in groups(table):
            for number in group.numbers:
                what, tracker = f"{group.name}, {number.label}", number.tracker
                assert {f"Less: {what}", f"More: {what}", f"Type it: {what}, {tracker.value}"} <= set(phone.names())
                icon = tracker_icon(tracker.icon)
                shown = icon.svg if isinstance(icon, DrawnSign) else icon
                assert (shown, tracker_color(tracker.icon), number.label) in named
        assert framed(phone) == [seat_color(group.seat) for group in groups(table) if group.is_acting]

    played(table, library, journey)


def test_every_tap_shows_at_once_and_is_one_undo(library: Library) -> None:
    """Three taps on + show +3 in green at their place, one on − takes it to +2; undo takes all of it back."""
    table = numbers_table(library, "malifaux")
    last = len(table.state.seats) - 1

    async def journey(phone: Phone) -> None:
        what, tracker = first_number(table, last)
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


def test_a_loss_is_red_and_the_number_can_be_typed(library: Library) -> None:
    """A lower number has a red − in its place; a tap on the number opens a field in which it is typed."""
    table = numbers_table(library, "king_of_tokyo")

    async def journey(phone: Phone) -> None:
        what, tracker = first_number(table, 0)
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


@pytest.mark.parametrize(("key", "of"), [("malifaux", "wounds"), ("four_souls", "life")])
def test_models_and_monsters_have_numbers_too(library: Library, key: str, of: str) -> None:
    """The wounds of each model in Malifaux, and the life of each monster in Four Souls, are kept on the table."""
    table = numbers_table(library, key)
    wanted = [one for one in table.table_state.trackers if one.seat is None and one.key.endswith(f".{of}")]
    context = table_context(table)
    things = thing_numbers(context, scene_of(key).model.number_sections(context))
    assert wanted
    assert [number.tracker for group in things for number in group.numbers] == wanted


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
