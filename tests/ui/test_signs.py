"""The signs of the boards: each is in the game's legend, readable, and explained by a long press."""

from __future__ import annotations

import re
from pathlib import Path

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.ui.design.sign_colors import GOLD, RED, tracker_color
from companion.ui.design.theme import TRACKER_ICONS, tracker_icon
from companion.ui.screens.read.signs import game_signs
from companion.ui.screens.table.screen import TableScreen
from companion.ui.signs.legend import COMMON_SIGNS
from rules.registry import GAMES
from tests.support.paths import ROOT
from tests.support.ui.headless import NOWHERE, Phone
from tests.support.ui.table_device import opened

BUTTON_ICONS = {
    "ADD",
    "APPS",
    "ARROW_BACK",
    "AUTO_STORIES",
    "CLOSE",
    "DELETE_OUTLINE",
    "EDIT",
    "EXPAND_MORE",
    "FILE_DOWNLOAD_OUTLINED",
    "FILE_OPEN_OUTLINED",
    "LIST",
    "REMOVE",
    "REPLAY",
    "TUNE",
}
"""Icons of buttons that stand beside their names or do what the icon shows, and are no signs of the game."""
OTHER_ICONS = {"effect_builder", "muster.py"}
"""Places whose icons are no signs of a board: forms that name each icon."""
GAMES_FOLDER = ROOT / "companion" / "ui" / "games"
each_game = pytest.mark.parametrize("game", GAMES)


def icons_in_source(folder: Path) -> set[str]:
    """Return the names of the icons in a game's modules besides its ``signs.py``."""
    files = [file for file in folder.rglob("*.py") if file.name != "signs.py"]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines() if not _is_other(file, line)]
    return {name for line in lines for name in re.findall(r"ft\.Icons\.([A-Z0-9_]+)", line)}


def _is_other(file: Path, line: str) -> bool:
    return any(other in f"{file} {line}" for other in OTHER_ICONS)


@each_game
def test_a_sign_in_a_games_modules_is_in_its_legend(game: str) -> None:
    """An icon that a module of the game names is that of a button, or a sign with an entry in the legend."""
    legend = {sign.icon for sign in (*game_signs(game), *COMMON_SIGNS)}
    unexplained = {name for name in icons_in_source(GAMES_FOLDER / game) if getattr(ft.Icons, name) not in legend}
    assert unexplained - BUTTON_ICONS == set()


@each_game
def test_a_number_on_the_table_is_in_the_legend(library: Library, game: str) -> None:
    """The sign of every number that the table has in the middle of a match has an entry."""
    legend = {sign.icon for sign in game_signs(game)}
    trackers = opened(library, game).table_state.trackers
    assert trackers
    assert {t.icon for t in trackers if tracker_icon(t.icon) not in legend} == set()


@each_game
def test_a_sign_has_one_color_on_rows_and_in_the_legend(library: Library, game: str) -> None:
    """The legend shows a number's sign in the color that it has on the rows: hearts and wounds red, coins gold."""
    kinds = {t.icon for t in opened(library, game).table_state.trackers}
    shown = [(sign.icon, sign.color) for sign in game_signs(game)]
    assert {kind for kind in kinds if (tracker_icon(kind), tracker_color(kind)) not in shown} == set()
    hues = {"life": RED, "heart": RED, "wounds": RED, "cents": GOLD, "points": GOLD}
    assert {kind for kind in kinds & hues.keys() if tracker_color(kind) != hues[kind]} == set()


def _tells(text: str, name: str) -> bool:
    """Whether a button's own text is its name, or the beginning of its name on a chip."""
    return text == name or (text.endswith(" ›") and name.startswith(text.removesuffix(" ›")))


@each_game
async def test_every_sign_of_the_board_and_the_rows_is_explained_by_a_long_press(library: Library, game: str) -> None:
    """In the middle of a match, each icon of the legend on board and rows has a tooltip around it.

    A button that says with its own text what it does needs none.
    """
    table, silent, found = opened(library, game), [], []
    legend = {sign.icon for sign in game_signs(game)}
    phone = await Phone().show(TableScreen, table, library, HOST_ROLE, NOWHERE)
    explained = {
        id(inner) for one in phone.controls() if getattr(one, "tooltip", None) for inner in phone.controls(one)
    }
    said = {
        id(inner)
        for name, button in phone.buttons()
        for inner in phone.controls(button)
        if any(_tells(one.value, name) for one in phone.controls(button) if isinstance(one, ft.Text))
    }
    for icon in phone.controls():
        if isinstance(icon, ft.Icon) and icon.icon in legend and id(icon) not in said and not icon.semantics_label:
            found.append(icon)
            silent.extend([icon.icon.name] if id(icon) not in explained else [])
    assert len(found) > len(table.match.seats) - (len(legend) == 1)  # the least is one sign on each row
    assert silent == []


@each_game
def test_no_sign_stands_twice_in_a_legend(game: str) -> None:
    """A legend explains each pair of icon and name once, with a name and a line of its own."""
    signs = game_signs(game)
    assert len({(sign.icon, sign.name) for sign in signs}) == len(signs)
    assert all(sign.name.key and sign.line.key.endswith((".", "?")) for sign in (*signs, *COMMON_SIGNS))


def test_every_kind_of_tracker_has_a_game_that_explains_it() -> None:
    """No kind of tracker has an icon that no legend explains."""
    legends = {sign.icon for game in GAMES for sign in game_signs(game)}
    assert set(TRACKER_ICONS.values()) <= legends
