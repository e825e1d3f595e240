"""The scenes of all games, and the table screen of a game without one."""

import asyncio

import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.storage.matches import Storage
from companion.ui.design.theme import ACCENTS, DARK_SCHEME, LIGHT_SCHEME
from companion.ui.games.covers import COVER_ICONS
from companion.ui.games.scenes import PLAIN_SCENE, scene_of
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table.model.game_model import PlayerRowLayout
from companion.ui.table.model.seats import MAX_NUMBERS, MAX_NUMBERS_WIDE, visible_trackers
from rules.engine import Text, Tracker
from rules.registry import GAMES
from tests.support.contrast import contrast
from tests.support.ui.headless import NOWHERE
from tests.support.ui.headless import Phone as Bare
from tests.toy.counting import GAME


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_scene_and_a_color(game: str) -> None:
    """Every registered game has a picture, a player line and an accent color."""
    scene = scene_of(game)
    assert scene is not PLAIN_SCENE
    assert game in COVER_ICONS
    assert scene.model.player_row.tracker_icons
    assert game in ACCENTS


def test_a_game_without_a_scene_has_a_whole_table(tmp_path) -> None:
    """A game without a scene still shows its question, players, numbers and sheets."""
    library = Library(Storage(tmp_path), {GAME.key: GAME})
    table = library.matches.create(GAME.key, ("Ana", "Bea"))
    assert scene_of(GAME.key) is PLAIN_SCENE

    async def run() -> None:
        phone = await Bare().show(TableScreen, table, library, HOST_ROLE, NOWHERE)
        assert "Anyone?" in phone.texts()
        await phone.tap("Ana, ticks 0")
        await phone.tap("More: ticks")
        assert table.state.totals == (1, 0)

    asyncio.run(run())


def test_a_line_shows_what_the_game_chooses() -> None:
    """A player line shows the fields that the game chooses, in its order.

    A wide line adds the others after them; without a choice it shows the first few.
    """
    trackers = [Tracker(icon, Text("points"), 0, 0, icon=icon) for icon in "abcdefgh"]
    chosen = PlayerRowLayout(("d", "b"))
    assert [t.icon for t in visible_trackers(chosen, trackers, False)] == ["d", "b"]
    assert [t.icon for t in visible_trackers(chosen, trackers, True)] == ["d", "b", "a", "c", "e", "f"]
    assert len(visible_trackers(PlayerRowLayout(), trackers, False)) == MAX_NUMBERS
    assert len(visible_trackers(PlayerRowLayout(), trackers, True)) == MAX_NUMBERS_WIDE


@pytest.mark.parametrize("game", ACCENTS)
@pytest.mark.parametrize("dark", [False, True], ids=["day", "evening"])
def test_every_accent_can_be_read(game: str, dark: bool) -> None:
    """Text on an accent or its pale shade, and the accent on the table, have a contrast of 4.5."""
    scheme = ACCENTS[game].color_scheme(dark)
    assert contrast(scheme["primary"], scheme["on_primary"]) >= 4.5
    assert contrast(scheme["primary_container"], scheme["on_primary_container"]) >= 4.5
    assert contrast(scheme["primary"], (DARK_SCHEME if dark else LIGHT_SCHEME)["surface"]) >= 4.5
