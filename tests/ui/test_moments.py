"""Moments on the table screen: queued, ended by a tap, taken away by undo, never upon a question; and the win."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import flet as ft
import pytest

from companion.base.seat_look import SeatLook
from companion.library.library import Library
from companion.library.seat_looks import set_look
from companion.match.moments import SeenMatch, new_moments
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.preferences import Preferences
from companion.ui.design.sizes import AnimationTime
from companion.ui.design.theme import INK, SEAT_COLORS
from companion.ui.screens.table.winner import winner_banner
from companion.ui.table.model.outcome import MomentModel
from companion.ui.table.zones import moment as moments
from rules.engine import Outcome
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Confirmed
from tests.support.contrast import contrast
from tests.support.moments import gain_souls, loot
from tests.support.ui.feedback import Felt
from tests.support.ui.headless import Phone, action_phase, at_table, say
from tests.support.ui.table_context import table_context
from tests.support.ui.table_device import Device

pytestmark = pytest.mark.usefixtures("quick")
SOUL = "A soul: Ana. 1 of 4"
STILL = Preferences(motion="less")


@pytest.fixture
def lasting(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a moment last until it is ended."""
    monkeypatch.setattr(moments, "MOMENT_SECONDS", 60)


def moment_names(phone: Phone) -> list[str]:
    """The names of the moments that are shown."""
    titles = ("A soul:", "Death:", "Victory:")
    return [name for name in phone.names() if name.startswith(titles)]


async def test_a_soul_is_shown_until_its_time_is_over(table: Table, library: Library, monkeypatch: Any) -> None:
    """The moment comes with the soul from any device, and goes by itself; a page that is opened later shows none."""
    monkeypatch.setattr(moments, "MOMENT_SECONDS", 0.05)
    phone = await at_table(table, library, worn=STILL)
    assert moment_names(phone) == []
    gain_souls(table, 1)
    await phone.settle()
    assert moment_names(phone) == [SOUL]
    assert moment_names(await at_table(table, library, worn=STILL)) == []
    await asyncio.sleep(0.1)
    await phone.settle()
    assert moment_names(phone) == []


@pytest.mark.parametrize("asleep_at_begin", [True, False])
async def test_a_moment_ends_on_a_phone_that_slept_meanwhile(
    asleep_at_begin: bool, table: Table, library: Library, monkeypatch: Any
) -> None:
    """A phone whose connection was gone while a moment was to begin or to end does not show it for ever."""
    monkeypatch.setattr(moments, "MOMENT_SECONDS", 0.05)
    device = await Device(table, library, HOST_ROLE).show()
    if asleep_at_begin:
        await device.sleep()
    gain_souls(table, 1)
    await device.phone.settle()
    if not asleep_at_begin:
        await device.sleep()
        await asyncio.sleep(0.1)
    await device.wake()
    await asyncio.sleep(0.1)
    await device.phone.settle()
    assert moment_names(device.phone) == []


@pytest.mark.usefixtures("lasting")
async def test_an_answer_of_this_device_ends_the_moment(table: Table, library: Library) -> None:
    """The answers stay where they are while a moment is shown; giving one ends it, what others do does not."""
    phone = await at_table(table, library, worn=STILL)
    gain_souls(table, 1)
    await phone.settle()
    assert moment_names(phone) == [SOUL]
    table.adjust("seat.1.cents", 1)
    await phone.settle()
    assert moment_names(phone) == [SOUL]
    await phone.tap(phone.names("usual")[0])
    assert moment_names(phone) == []


@pytest.mark.parametrize(
    ("role", "size", "text", "place"),
    [
        (HOST_ROLE, (390, 844), "normal", "board"),
        (DeviceRole(1), (390, 844), "normal", "board"),
        (DeviceRole(is_spectator=True), (390, 844), "normal", "board"),
        (HOST_ROLE, (844, 390), "normal", "board"),
        (HOST_ROLE, (320, 640), "normal", "board"),
        (HOST_ROLE, (390, 844), "largest", "board"),
        (HOST_ROLE, (320, 640), "largest", "bar"),
        (HOST_ROLE, (390, 844), "double", "bar"),
        (DeviceRole(1), (390, 844), "double", "bar"),
    ],
)
def test_a_moment_lies_upon_the_board_or_the_bar(
    table: Table, role: DeviceRole, size: tuple[int, int], text: str, place: str
) -> None:
    """It lies upon board and question; without room for it there it lies upon the bar."""
    claimed = frozenset({0, 1} if role.seat else ())
    with given_look(PageLook(preferences=Preferences(text=text))):
        is_on_bar = moments.is_on_bar(table_context(table, role, size, claimed_seats=claimed))
    assert place == ("bar" if is_on_bar else "board")


def test_a_moment_is_as_large_as_its_place_allows() -> None:
    """On a phone with its browser's bars it has its sign above its texts; in one line only where nothing else fits."""
    soul = MomentModel("soul", 0, "A soul", "Monstro", "2 of 4 souls", "Ana")
    found = [moments.fitting_sizes(soul, 374, height) for height in (420, 250, 120)]
    assert found == [*moments.SIZES, None]


@pytest.mark.usefixtures("lasting")
@pytest.mark.parametrize(("text", "is_on_bar"), [("normal", False), ("double", True)])
async def test_a_moment_is_drawn_in_its_place(table: Table, library: Library, text: str, is_on_bar: bool) -> None:
    """It lies upon the board, and seats and answers stay in sight; or upon the bar with its undo."""
    phone = await at_table(table, library, worn=Preferences(motion="less", text=text))
    gain_souls(table, 1)
    await phone.settle()
    stacks = [c for c in phone.controls() if isinstance(c, ft.Stack)]
    names = [[name for name, b in phone.buttons() if b in [*phone.controls(stack)]] for stack in stacks]
    innermost = [inside for inside in names if SOUL in inside][-1]
    assert ("Undo" in innermost) == is_on_bar
    assert not any(name.startswith("Ana, life") for name in innermost)
    assert phone.names("usual")


@pytest.mark.usefixtures("lasting")
async def test_with_reduced_motion_a_moment_is_just_there(table: Table, library: Library, monkeypatch: Any) -> None:
    """Without motion it has its full size at once; with motion it grows into it."""
    monkeypatch.setattr(AnimationTime, "FIRST_FRAME_SECONDS", 2)  # longer than any machine needs for a drawing

    def scales(phone: Phone) -> list[float]:
        return [float(c.scale) for c in phone.controls() if isinstance(c, ft.Container) and c.animate_scale]

    def times(phone: Phone) -> list[int]:
        return [c.animate_scale.duration for c in phone.controls() if isinstance(c, ft.Container) and c.animate_scale]

    phone = await at_table(table, library, worn=STILL)
    gain_souls(table, 1)
    await phone.settle()
    assert (scales(phone), times(phone)) == ([1], [0])
    other = action_phase(library)
    phone = await at_table(other, library, worn=Preferences())
    gain_souls(other, 1)
    await phone.settle()
    assert scales(phone) == [moments.START_SCALE]
    for _ in range(200):
        if scales(phone) == [1]:
            break
        await asyncio.sleep(0.05)
        await phone.settle()
    assert scales(phone) == [1]
    assert times(phone)[0] > 0


@pytest.mark.usefixtures("lasting")
async def test_the_flash_is_a_choice_and_takes_no_tap(table: Table, library: Library, monkeypatch: Any) -> None:
    """Only a device whose owner wants it flashes: once, for a moment, and taps go through it."""
    monkeypatch.setattr(moments, "FLASH_SECONDS", 0.05)

    def flashes(phone: Phone) -> list[float]:
        return [
            float(c.opacity)
            for c in phone.controls()
            if isinstance(c, ft.Container) and c.ignore_interactions and c.animate_opacity
        ]

    phone = await at_table(table, library, worn=STILL)
    gain_souls(table, 1)
    await phone.settle()
    assert moment_names(phone) == [SOUL]
    assert flashes(phone) == []
    other = action_phase(library)
    phone = await at_table(other, library, worn=Preferences(motion="less", flash=True))
    gain_souls(other, 1)
    await phone.settle()
    assert flashes(phone) == [1]
    await asyncio.sleep(0.1)
    await phone.settle()
    assert flashes(phone) == [0]
    assert not Preferences().flash


@pytest.mark.usefixtures("lasting")
@pytest.mark.parametrize(
    ("habits", "felt"),
    [
        (Preferences(motion="less"), ["heavy_impact"]),
        (Preferences(motion="less", touch=False, sound=True), ["play"]),
        (Preferences(motion="less", touch=False), []),
    ],
)
async def test_a_moment_is_felt_or_heard_once(
    table: Table, library: Library, habits: Preferences, felt: list[str]
) -> None:
    """Each moment vibrates or sounds once, as the owner of the device wants it."""
    phone = await at_table(table, library, worn=habits)
    hand = Felt(phone)
    gain_souls(table, 4)
    await asyncio.sleep(0.02)
    await phone.settle()
    assert [one for one in hand.all if one in ("heavy_impact", "play")] == felt
    await phone.tap("A soul: ")
    await asyncio.sleep(0.02)
    assert [one for one in hand.all if one in ("heavy_impact", "play")] == 2 * felt


def test_what_is_declared_is_no_moment_yet(table: Table) -> None:
    """A card that will kill is on the stack; nothing is dead before it resolves."""
    seen = SeenMatch(table.table_state.seq, False)
    say(table, loot(table, Effect("kill", Target("monster", table.state.slots[0].id))))
    assert table.state.stack.items
    assert new_moments(table.log(), table.match.seats, None, seen, time.time()) == ()


# --- the win -----------------------------------------------------------------------------------------------------


async def test_the_end_says_who_with_whom_and_how(table: Table, library: Library) -> None:
    """The winner's name and character, how it was won, and three facts, in the color of the seat."""
    gain_souls(table, 4)
    phone = await at_table(table, library, worn=STILL)
    for _ in range(200):
        if "6 decisions" in phone.texts() or len(facts(phone)) == 3:
            break
        await asyncio.sleep(0.01)
        await phone.settle()
    texts = phone.texts()
    first = texts.index("Ana wins")
    assert texts[first : first + 3] == ["Ana wins", "Isaac", "Four souls: the game is won"]
    assert len(facts(phone)) == 3


@pytest.mark.parametrize("role", [HOST_ROLE, DeviceRole(1), DeviceRole(is_spectator=True)])
async def test_only_the_host_begins_a_rematch(table: Table, library: Library, role: DeviceRole) -> None:
    """Every phone offers the statistics and putting away."""
    gain_souls(table, 4)
    phone = await at_table(table, library, role)
    offered = [name for name in phone.names() if name in ("Rematch", "Statistics", "Put away")]
    assert offered == (["Rematch", "Statistics", "Put away"] if role.is_host else ["Put away", "Statistics"])


def facts(phone: Phone) -> list[str]:
    """The facts of the match that are shown."""
    rows = [c for c in phone.controls() if isinstance(c, ft.Row)]
    signs = ft.Icons.AUTO_AWESOME_OUTLINED
    found = [r.controls for r in rows if r.controls and getattr(r.controls[0], "icon", None) == signs]
    return [str(controls[1].value) for controls in found]


# --- the color of the win --------------------------------------------------------------------------------------------


NEUTRAL = str(ft.Colors.INVERSE_SURFACE)


def won(library: Library, seat: int) -> Table:
    """A match that this seat has just won."""
    table = action_phase(library)
    table.adjust(f"seat.{seat}.souls", 4)
    say(table, Confirmed(True))
    assert table.state.outcome.winners == (seat,)
    return table


@pytest.mark.parametrize(("seat", "chosen"), [(0, None), (1, None), (2, None), (1, 4)])
async def test_the_win_has_the_color_of_its_winner(library: Library, seat: int, chosen: int | None) -> None:
    """The banner has the winner's color, the chosen one if there is one, and all that stands on it can be read."""
    table = won(library, seat)
    if chosen is not None:
        set_look(library.settings, table, HOST_ROLE, seat, SeatLook(chosen))
    phone = await at_table(table, library)
    grounds = [one for one in phone.controls() if isinstance(one, ft.Container) and one.bgcolor]
    around = [one for one in grounds if f"{table.match.seats[seat]} wins" in texts_on(phone, one)]
    banner = min(around, key=lambda one: len(list(phone.controls(one))))
    assert str(banner.bgcolor) == SEAT_COLORS[seat if chosen is None else chosen]
    inks = {str(one.color) for one in phone.controls(banner.content) if isinstance(one, ft.Text | ft.Icon)}
    assert inks == {INK}
    assert contrast(str(banner.bgcolor), INK) >= 4.5


def texts_on(phone: Phone, ground: ft.Container) -> list[str]:
    return [str(one.value) for one in phone.controls(ground) if isinstance(one, ft.Text)]


@pytest.mark.parametrize(
    ("outcome", "badges"),
    [(Outcome((0, 2), "FS-01"), {0, 2}), (Outcome((0,), "FS-01", draw=True), {0}), (Outcome((), "FS-01"), set())],
)
async def test_a_win_of_several_or_of_nobody_has_no_ones_color(outcome: Outcome, badges: set[int]) -> None:
    """Who wins together, or draws, has a badge in their own color on a ground of nobody's."""

    @ft.component
    def banner() -> ft.Control:
        return winner_banner(("Ana", "Beto", "Cira"), outcome)

    phone = await Phone().show(banner)
    ground, *others = [str(c.bgcolor) for c in phone.controls() if isinstance(c, ft.Container) and c.bgcolor]
    assert ground == NEUTRAL
    assert set(others) == {SEAT_COLORS[seat] for seat in badges}
