"""Players choose color and sign: on all phones, kept over a restart, remembered by name, no two the same."""

from __future__ import annotations

from pathlib import Path

import flet as ft
import pytest

from companion.base.seat_look import (
    COLOR_COUNT,
    SIGN_KEYS,
    SeatLook,
    choose_look,
    default_looks,
    looks_of_names,
    parse_looks,
    parse_remembered,
    write_looks,
)
from companion.library.library import Library
from companion.library.seat_looks import seat_looks, set_look
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.storage.matches import Storage
from companion.ui.design.page_look import SEAT_SIGNS
from companion.ui.design.theme import INK, SEAT_COLORS
from companion.ui.table.sheets.look import COLOR_NAMES, SIGN_NAMES
from rules.engine import Refused
from rules.registry import GAMES
from tests.support.contrast import contrast
from tests.support.ui.headless import Phone, at_table

pytestmark = pytest.mark.usefixtures("quick")

NAMES = ("Ana", "Bea", "Cai")
BLUE, AMBER, GREEN, *_ = SEAT_COLORS


def badge_colors(phone: Phone) -> set[str]:
    """Return the colors of all badges on the screen."""
    return {
        str(one.bgcolor) for one in phone.controls() if isinstance(one, ft.Container) and one.bgcolor in SEAT_COLORS
    }


def badge_signs(phone: Phone) -> set[str]:
    """Return the signs of seats on the screen."""
    signs = {icon: key for key, icon in SEAT_SIGNS.items()}
    return {signs[one.icon] for one in phone.controls() if isinstance(one, ft.Icon) and one.color == INK}


# --- looks -------------------------------------------------------------------------------------------------------


def test_every_color_and_sign_has_a_name_and_a_picture() -> None:
    """The colors and signs that can be stored are those that a screen can show, each readable under its ink."""
    assert len(SEAT_COLORS) == len(COLOR_NAMES) == COLOR_COUNT == len(set(SEAT_COLORS))
    assert set(SEAT_SIGNS) == set(SIGN_KEYS) == set(SIGN_NAMES) - {""}
    assert min(contrast(color, INK) for color in SEAT_COLORS) >= 4.5


def test_a_taken_color_or_sign_is_exchanged() -> None:
    """Whoever had the chosen color gets the former one of the chooser, and so with signs."""
    looks = choose_look(default_looks(3), 0, SeatLook(2, "sun"))
    assert looks == (SeatLook(2, "sun"), SeatLook(1), SeatLook(0))
    looks = choose_look(looks, 1, SeatLook(1, "sun"))
    assert looks == (SeatLook(2), SeatLook(1, "sun"), SeatLook(0))


def test_remembered_looks_never_make_two_the_same() -> None:
    """Two players who like the same color get different ones; the first keeps the favorite."""
    liked = {"Ana": SeatLook(3, "sun"), "Cai": SeatLook(3, "key"), "Bea": SeatLook(0, "sun")}
    looks = looks_of_names(NAMES, liked)
    assert looks[0] == SeatLook(3, "sun")
    assert len({look.color for look in looks}) == 3


@pytest.mark.parametrize(
    "saved", ["", "no", "[]", '[[0, ""]]', '[[0,""],[0,""],[1,""]]', '[[0,""],[1,""],[9,""]]', "[[1.0,2],3,4]"]
)
def test_missing_or_damaged_looks_are_the_default_ones(saved: str) -> None:
    """An old match, or a damaged setting, has the colors in the order of the seats."""
    assert parse_looks(saved, 3) == default_looks(3)
    assert parse_remembered(saved) == {}
    assert parse_looks(write_looks((SeatLook(4), SeatLook(1, "key"))), 2) == (SeatLook(4), SeatLook(1, "key"))


def test_only_the_host_and_who_speaks_for_a_seat_choose_its_look(library: Library) -> None:
    """Another player's phone and one that only watches are refused, as is a look that does not exist."""
    table = library.matches.create("king_of_tokyo", NAMES)
    table._load_claimed_seats = lambda: frozenset({0, 1})
    for role in (DeviceRole(1), DeviceRole(None), DeviceRole(None, is_spectator=True)):
        with pytest.raises(Refused):
            set_look(library.settings, table, role, 0, SeatLook(4))
    with pytest.raises(Refused):
        set_look(library.settings, table, DeviceRole(0), 0, SeatLook(7))
    set_look(library.settings, table, DeviceRole(0), 0, SeatLook(4))
    set_look(library.settings, table, DeviceRole(None), 2, SeatLook(5))
    set_look(library.settings, table, HOST_ROLE, 1, SeatLook(3))
    assert [look.color for look in seat_looks(library.settings, table.match.id, 3)] == [4, 3, 5]


# --- on the phones -----------------------------------------------------------------------------------------------


async def test_a_choice_is_on_all_phones_and_remembered(tmp_path: Path) -> None:
    """Ana chooses grey and the sun on her sheet: every phone shows it, after a restart and at the next table too."""
    library = Library(Storage(tmp_path), GAMES)
    table = library.matches.create("king_of_tokyo", NAMES)
    other = await at_table(table, library, DeviceRole(1))
    phone = await at_table(table, library)
    assert badge_colors(other) == {BLUE, AMBER, GREEN}
    await phone.tap("Ana, hearts")
    await phone.tap("Color and sign")
    await phone.tap("Grey")
    await phone.tap("Sun")
    for device in (phone, other):
        await device.settle()
        assert SEAT_COLORS[5] in badge_colors(device)
        assert BLUE not in badge_colors(other)
        assert "sun" in badge_signs(device)
    library.storage.close()
    again = Library(Storage(tmp_path), GAMES)
    assert seat_looks(again.settings, table.match.id, 3)[0] == SeatLook(5, "sun")
    following = again.matches.create("four_souls", ("Bea", "Ana"))
    assert seat_looks(again.settings, following.match.id, 2) == (SeatLook(0), SeatLook(5, "sun"))


@pytest.mark.parametrize(
    ("role", "name", "offers"),
    [(DeviceRole(1), "Bea", True), (DeviceRole(1), "Ana", False), (DeviceRole(is_spectator=True), "Ana", False)],
)
async def test_another_players_sheet_does_not_offer_it(
    library: Library, role: DeviceRole, name: str, offers: bool
) -> None:
    """On a player's own phone only the own sheet has the button; a phone that watches has none."""
    table = library.matches.create("king_of_tokyo", NAMES)
    table._load_claimed_seats = lambda: frozenset({0, 1})
    phone = await at_table(table, library, role)
    await phone.tap(f"{name}, hearts")
    assert ("Color and sign" in phone.names()) == offers
