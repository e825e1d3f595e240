"""Five games and one screen: what a game brings of its own, and that a game which brings nothing is whole."""

import asyncio

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import MIDDLE
from companion.storage.matches import Storage
from companion.ui.design.theme import ACCENTS, DARK, LIGHT
from companion.ui.games.scenes import PLAIN, SCENES, scene_of
from companion.ui.table.board.players import FEW, MANY, in_line
from companion.ui.table.context.scene import PlayerLine
from companion.ui.table.screen import TableView
from rules.engine import Text, Tracker
from rules.registry import GAMES
from tests.support.ui.headless import NOWHERE
from tests.support.ui.headless import Phone as Bare
from tests.toy.counting import GAME


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_scene_and_a_colour(game: str) -> None:
    """Whatever is on the shelf has a picture of its own, a player line, and an accent."""
    scene = scene_of(game)
    assert scene is SCENES[game]
    assert scene.line.shown
    assert game in ACCENTS


def test_a_game_without_a_scene_has_a_whole_table(tmp_path) -> None:
    """Question, players with their numbers and their sheets need nothing that a game brings."""
    library = Library(Storage(tmp_path), {GAME.key: GAME})
    table = library.new(GAME.key, ("Ana", "Bea"))
    assert scene_of(GAME.key) is PLAIN

    async def run() -> None:
        phone = await Bare().show(TableView, table, library, translator("en"), MIDDLE, NOWHERE)
        assert "Anyone?" in phone.texts()
        await phone.tap("Ana, ticks 0")
        await phone.tap("More: ticks")
        assert table.state.totals == (1, 0)

    asyncio.run(run())


def test_a_line_shows_what_the_game_chooses() -> None:
    """The game's own order; in a wide line what it did not choose comes after; without a choice the first few."""
    trackers = [Tracker(icon, Text("points"), 0, 0, icon=icon) for icon in "abcdefgh"]
    chosen = PlayerLine(("d", "b"))
    assert [t.icon for t in in_line(chosen, trackers, False)] == ["d", "b"]
    assert [t.icon for t in in_line(chosen, trackers, True)] == ["d", "b", "a", "c", "e", "f"]
    assert len(in_line(PlayerLine(), trackers, False)) == FEW
    assert len(in_line(PlayerLine(), trackers, True)) == MANY


@pytest.mark.parametrize("game", ACCENTS)
@pytest.mark.parametrize("dark", [False, True], ids=["day", "evening"])
def test_every_accent_can_be_read(game: str, dark: bool) -> None:
    """What is written on an accent or its pale ground has a contrast of 4.5, the accent on the table's ground too."""
    scheme = ACCENTS[game].scheme(dark)
    assert contrast(scheme["primary"], scheme["on_primary"]) >= 4.5
    assert contrast(scheme["primary_container"], scheme["on_primary_container"]) >= 4.5
    assert contrast(scheme["primary"], (DARK if dark else LIGHT)["surface"]) >= 4.5


def contrast(one: str, other: str) -> float:
    """As WCAG measures it, 1 … 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
