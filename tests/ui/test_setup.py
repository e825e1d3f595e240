"""Set-up: remembered names as chips, the order of seats, folded settings, and tiles, without a browser."""

from __future__ import annotations

from typing import Any

import flet as ft
import pytest

from companion.library.known_names import known_names
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.ui.screens.start.plan import MatchPlan
from companion.ui.table.sheets.tiles import CHIP_HEIGHT
from rules.boss_monster.model.events import Chose as Boss
from rules.engine import Confirmed
from rules.four_souls.model.events import Chose
from tests.support.ui.app import App, app_at
from tests.support.ui.headless import at_table, say
from tests.support.ui.table_context import shown

HOSTILE = ("<b>Zoe</b>", "👩‍👩‍👧‍👦", "רון", "W" * 16)
"""Names with tags, joined emoji, letters from right to left, and of the greatest length."""


async def at(library: Library) -> App:
    """Return a phone that has just opened the set-up."""
    return await app_at(library, "/new/counting")


def names(phone: App) -> list[str]:
    """The text of each field of a name."""
    return [str(field.value) for field in phone.drawn() if isinstance(field, ft.TextField)]


def chips(phone: App) -> list[str]:
    """The names after the heading of those who have played, in order."""
    every = phone.names()
    begin = every.index("Olvidar nombres") if "Olvidar nombres" in every else every.index("Hecho")
    return every[begin + 1 : every.index("Empezar")]


async def test_a_tap_seats_a_person_and_another_takes_them_out(library: Library) -> None:
    """Names of former games are chips; each tap takes the next seat, a second tap takes the person out."""
    library.matches.create("counting", ("Ana", "Bea"))
    phone = await at(library)
    assert chips(phone) == ["Ana", "Bea"]
    await phone.tap("Bea")
    await phone.tap("Ana")
    assert names(phone) == ["Bea", "Ana"]
    await phone.tap("Bea")
    assert names(phone)[0] == "Ana"
    await phone.tap("Bea")
    await phone.tap("Empezar")
    assert library.matches.all()[0].seats == ("Ana", "Bea")


async def test_whoever_is_added_when_all_seats_have_names_gets_one_more(library: Library) -> None:
    """A third person beside two named ones makes three seats, and one less when taken out again."""
    library.matches.create("counting", ("Ana", "Bea", "Cira"))
    phone = await at(library)
    for name in ("Cira", "Ana", "Bea"):
        await phone.tap(name)
    assert names(phone) == ["Cira", "Ana", "Bea"]
    await phone.tap("Ana")
    assert names(phone) == ["Cira", "Bea"]


async def test_a_name_that_is_full_says_so(library: Library) -> None:
    """A field that takes no more letters says how many it takes."""
    phone = await at(library)
    await phone.type("Jugador 1", "W" * 15)
    assert "como mucho 16 letras" not in phone.text
    await phone.type("Jugador 1", "W" * 16)
    assert "como mucho 16 letras" in phone.text


async def test_a_person_moves_one_seat_forward(library: Library) -> None:
    """The arrow beside a name exchanges it with the one before it, and the fields show it."""
    phone = await at(library)
    await phone.type("Jugador 1", "Ana")
    await phone.type("Jugador 2", "Bea")
    await phone.tap("Bea: un asiento antes")
    assert names(phone) == ["Bea", "Ana"]
    await phone.tap("Empezar")
    assert library.matches.all()[0].seats == ("Bea", "Ana")


async def test_a_forgotten_name_is_offered_again_only_once_it_has_played(library: Library) -> None:
    """A name that was removed is gone after a restart too, and comes back when somebody plays by it."""
    library.matches.create("counting", ("Ana", "Bea"))
    phone = await at(library)
    await phone.tap("Olvidar nombres")
    await phone.tap("Olvidar a Bea")
    assert chips(phone) == ["Olvidar a Ana"]
    await phone.tap("Hecho")
    assert chips(phone) == ["Ana"]
    phone = await at(library)
    assert chips(phone) == ["Ana"]
    await phone.type("Jugador 1", "Bea")
    await phone.tap("Empezar")
    assert set(chips(await at(library))) == {"Ana", "Bea"}


def test_whoever_plays_most_comes_first_and_numbered_players_never(library: Library) -> None:
    """Names come by how often they played, then by how lately; "Player 2" and "Jugador 1" are nobody."""
    for seats in (("Ana", "Bea"), ("Jugador 1", "Player 2"), ("bea", "Cira"), ("Cira", "Bea")):
        library.matches.create("counting", seats)
    assert known_names(library.matches.all()) == ("Bea", "Cira", "Ana")
    assert known_names(library.matches.all(), ["CIRA"]) == ("Bea", "Ana")


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_name_is_a_chip_like_any_other(library: Library, name: str) -> None:
    """A remembered name with tags, emoji or foreign letters is seated unchanged by a tap."""
    library.matches.create("counting", (name, "Bea"))
    phone = await at(library)
    await phone.tap(name)
    assert names(phone)[0] == name
    await phone.tap("Empezar")
    assert library.matches.all()[0].seats[0] == name


async def test_damaged_lists_of_names_are_done_without(library: Library) -> None:
    """Forgotten names that cannot be read forget nobody."""
    library.matches.create("counting", ("Ana", "Bea"))
    library.settings.save("forgotten", '{"\ufffd')
    phone = await at(library)
    assert chips(phone) == ["Ana", "Bea"]


def test_the_plan_keeps_within_the_seats_of_the_game() -> None:
    """Nobody is seated beyond the most, and nobody leaves below the fewest."""
    two = MatchPlan(2, ("Ana", "Bea", "Cira"))
    assert two.with_person("Dani", 2) == two
    assert two.with_person("Dani", 3).seated == ("Ana", "Bea", "Dani")
    assert two.without_person(0, 2).seated == ("Bea", "")
    assert MatchPlan(3, ("Ana", "", "Bea")).without_person(0, 2).seated == ("", "Bea", "")


def seated(library: Library, game: str = "four_souls") -> Table:
    return library.matches.create(game, ("Ana", "Beto", "Cira"))


async def test_a_tile_is_one_tap_for_each_player(library: Library, quick: None) -> None:
    """The tiles open by themselves for each player in turn; one that somebody has cannot be tapped.

    The chips of the players take the same room until the last of them has chosen, above tiles of the same height.
    """

    table = seated(library)
    phone = await at_table(table, library)

    def chips_height() -> Any:
        columns = [c for c in phone.controls() if isinstance(c, ft.Column)]
        tiles = next(c for c in columns if any(isinstance(one, ft.Column) and one.scroll for one in c.controls))
        return tiles.controls[0].height

    assert chips_height() == CHIP_HEIGHT
    await phone.tap("Isaac")
    assert table.state.players[0].character == "isaac"
    assert chips_height() == CHIP_HEIGHT
    assert phone.find("Isaac: Ana").disabled
    await phone.tap("Cira")
    await phone.tap("Judas")
    assert chips_height() == CHIP_HEIGHT
    assert [player.character for player in table.state.players] == ["isaac", "", "judas"]
    assert [name for name in phone.names() if name in table.match.seats] == ["Beto"]
    await phone.tap("Maggy")
    assert table.state.players[1].character == "maggy"


async def test_a_character_at_random_is_one_that_is_free(library: Library, quick: None) -> None:
    """ "At random" is one tap a player, and nobody gets what somebody else has."""
    table = seated(library)
    phone = await at_table(table, library)
    for _ in table.state.players:
        await phone.tap("At random")
    assert len({player.character for player in table.state.players} - {""}) == 3


async def test_closed_tiles_are_opened_by_the_name_of_a_player(library: Library, quick: None) -> None:
    """Closing the tiles shows the table; a player's name opens them again for that player.

    Below them a name is typed for a character of no list; it is no button beside those of the players.
    """
    table = seated(library)
    phone = await at_table(table, library)
    await phone.tap("Close")
    assert {"Isaac", "Another character"}.isdisjoint(phone.names())
    await phone.tap("Beto")
    await phone.tap("Isaac")
    assert table.log()[-1].entry.event == Chose(1, "isaac")
    await phone.tap("Another character")
    await phone.type("Name", "Samael")
    await phone.tap("Another character")
    assert table.log()[-1].entry.event == Chose(0, "Samael")


async def test_tiles_do_not_come_back_by_themselves_after_an_undo(library: Library, quick: None) -> None:
    """After an undo the table is shown, so that it can be redone."""
    table = seated(library)
    phone = await at_table(table, library)
    await phone.tap("Isaac")
    table.undo(HOST_ROLE)
    await phone.settle()
    assert "Maggy" not in phone.names()
    assert "Redo" in phone.names()


async def test_bosses_are_tiles(library: Library, quick: None) -> None:
    """A boss is one tap, with its experience and treasure on it."""
    table = seated(library, "boss_monster")
    phone = await at_table(table, library)
    assert any("850 XP" in text for text in phone.texts())
    await phone.tap("Cleopatra")
    assert table.log()[-1].entry.event == Boss(0, "cleopatra")
    await phone.tap("Robobo")
    assert [keep.boss for keep in table.state.keeps] == ["cleopatra", "robobo", ""]


async def test_monsters_of_king_of_tokyo_are_tiles_on_rows_and_in_the_win(library: Library, quick: None) -> None:
    """After one tap more the tiles open player by player; the monster stands on its row and in the win."""
    table = seated(library, "king_of_tokyo")
    phone = await at_table(table, library)
    await phone.tap("Choose monsters first")
    await phone.tap("Gigazaur")
    assert phone.find("Gigazaur: Ana").disabled
    await phone.tap("The King")
    await phone.tap("Kraken")
    assert [monster.figure for monster in table.state.monsters] == ["gigazaur", "the_king", "kraken"]
    await phone.tap("Beto")
    names = ("Gigazaur", "The King", "Kraken")
    assert all(name in player.spoken for player, name in zip(shown(table).seats, names, strict=True))
    for seat in (0, 2):
        table.adjust(f"seat.{seat}.hearts", -10)
        await phone.settle()
        if table.prompt is not None and table.prompt.rule != "KT-03":
            say(table, Confirmed(True))
    await phone.settle()
    assert table.state.outcome is not None
    texts = phone.texts()
    assert texts[texts.index("Beto wins") + 1] == "The King"
