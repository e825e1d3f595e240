"""Boss Monster's table screen without a browser: tap counts, the town, virtual hands."""

import asyncio
import re
from dataclasses import replace

import flet as ft
import pytest
from flet.components.component import Component, Renderer

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.sizes import FontSize
from companion.ui.games.boss_monster.board import HeroLine, build_board
from companion.ui.games.boss_monster.board_model import board_model
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.seat_prompt import seat_prompt_of
from rules.boss_monster.model.card_catalogue import card_name, card_texts, room_cards
from rules.boss_monster.model.events import Arrived, Laid, Placed, Revealed, Skipped, Walked
from tests.support.ui.boss_monster_screen import dealt, sat, walking
from tests.support.ui.headless import NOWHERE, Phone, on_phone
from tests.support.ui.headless import say as says
from tests.support.ui.table_context import table_context
from tests.support.ui.table_device import opened_after

pytestmark = pytest.mark.usefixtures("quick")

words = translator("en")
NAMES = ("Ana", "Beto", "Cira")


def test_who_has_a_phone_of_their_own_answers_there(library: Library) -> None:
    """No phone lays a room, or lets a hero go on, for somebody who answers on another phone."""
    table = sat(library, "Ana", "Beto", "Cira")
    for event in (Arrived("c.4"), Arrived("f.6"), Arrived("m.6")):
        says(table, event)
    asked = table.prompt
    assert asked is not None
    everybody = {choice.label.key for choice in seat_prompt_of(asked, HOST_ROLE, frozenset(), NAMES).prompt.choices}
    with_phone = {choice.label.key for choice in seat_prompt_of(asked, HOST_ROLE, frozenset({0}), NAMES).prompt.choices}
    assert everybody - with_phone == {"All {n} at the entrance"}


def test_of_two_who_build_the_button_says_both(library: Library) -> None:
    """Where two lay a room, nobody reads "all 2"."""
    table = sat(library, "Ana", "Beto")
    for event in (Arrived("c.4"), Arrived("f.6")):
        says(table, event)
    asked = table.prompt
    assert asked is not None
    labels = {choice.label for choice in seat_prompt_of(asked, HOST_ROLE, frozenset(), NAMES[:2]).prompt.choices}
    assert {"Both at the entrance", "Los dos en la entrada"} <= {
        translator(lang)(label) for lang in ("en", "es") for label in labels
    }


def test_a_room_without_a_name_takes_three_taps_from_the_build_question(library: Library) -> None:
    """Building a room without a name takes three taps from the build question.

    Its place, "no name", and the one cell that gives its treasure and its damage.
    """
    table = sat(library, "Ana", "Beto")
    for event in (Arrived("c.4"), Arrived("f.6")):
        says(table, event)

    async def lay(phone: Phone, table: Table) -> None:
        await phone.tap("At the entrance")
        says(table, Skipped())
        await phone.settle()
        await phone.tap("Without a name")
        await phone.tap("Cleric + Mage, damage 2")

    on_phone(table, library, lay)
    card = table.state.keeps[1].piles[0][0].card
    assert (card.key, card.treasure, card.damage, card.advanced) == ("", "cm", 2, False)


def test_what_may_not_lie_there_is_back_in_the_hand_and_a_name_is_looked_for(library: Library) -> None:
    """A room that may not lie there can be taken back, and a card's name can be searched for.

    The sheet that opens by itself has a search field and the way back.
    """
    table = sat(library, "Ana", "Beto")
    for event in (Arrived("c.4"), Arrived("f.6"), Placed(0), Placed(0)):
        says(table, event)

    async def name(phone: Phone, table: Table) -> None:
        await phone.tap("It may not lie there: back to the hand")
        await phone.type("Its name, or what it does", "maze")
        await phone.tap("Minotaur's Maze")

    on_phone(table, library, name)
    assert [[p[0].card.key for p in keep.piles] for keep in table.state.keeps] == [["minotaurs_maze"], []]


def with_town(library: Library) -> Table:
    """A table of three with rooms, before the heroes in town are lured: a cleric, a fighter, a fool."""
    table = sat(library, "Ana", "Beto", "Cira")
    for event in (Arrived("f.4"), Arrived("t.4"), Arrived("c.4"), *(Placed(0),) * 3):
        says(table, event)
    for room in ("open_grave", "dizzygas_hallway", "dragon_hatchery"):
        says(table, Revealed(room))
    while table.prompt.rule == "BM-31":  # type: ignore[union-attr]
        says(table, Walked(-1))
    for kind in ("c.8", "f.6", "x.2"):
        says(table, Arrived(kind))
    return table


@pytest.mark.parametrize(("height", "look"), [(500, "table"), (290, "tight"), (110, "line")])
def test_the_town_gives_way_and_never_loses_a_hero(library: Library, height: int, look: str) -> None:
    """In less room it is a table without its head, then one line of its heroes, which has every one of them."""
    room = BoardRoom(366, height)
    town = board_model(table_context(with_town(library)), room).town
    assert town.look == look
    assert [hero.name for hero in town.heroes] == ["Cleric", "Cleric", "Fighter", "Fool"]


def test_who_comes_next_and_the_town_share_a_line(library: Library) -> None:
    """Where the town is a line it stands beside the heroes who walk next: no second line leaves the board."""
    board = board_model(table_context(with_town(library)), BoardRoom(366, 110))
    lines = []
    for one in (board, replace(board, next_heroes=board.town.heroes[:1])):
        tree: ft.Column = Renderer().render(lambda shown=one: ft.Column(build_board(shown, lambda _: None)))
        parts = [part for part in tree.controls if isinstance(part, Component)]
        shown = [part.args[1] for part in parts if part.fn.__name__ == HeroLine.__name__]
        lines.append([[title.key for title, _ in groups] for groups in shown])
    assert lines == [[["Town"]], [["Then", "Town"]]]


def test_the_town_says_who_would_get_each_hero(library: Library) -> None:
    """The town shows who would get each hero.

    It lists each player's treasure, boss included; a tie is written as a word as well as in red, and gives the hero to
    nobody.
    """
    table = with_town(library)

    async def look(phone: Phone, table: Table) -> None:
        labels = [getattr(c, "label", None) for c in phone.controls()]
        assert "Cleric. Ana 1, Beto 0, Cira 1. a tie: Ana, Cira" in labels
        assert "Fighter. Ana 2, Beto 0, Cira 0. they go to Ana" in labels
        assert "Fool. they stay in town" in labels
        assert phone.texts().count("tie") == 1
        assert "as his card says" in phone.texts()

    on_phone(table, library, look)


def test_each_hero_who_comes_is_counted(library: Library) -> None:
    """The question about a hero says which of the turn's heroes he is, so that no two sheets look the same."""
    table = sat(library, "Ana", "Beto", "Cira")

    async def meet(phone: Phone, table: Table) -> None:
        for n in (1, 2, 3):
            assert f"Hero {n} of 3 comes to town: who?" in phone.texts()
            await phone.tap("Cleric 4")
        assert not any(text.startswith("Hero ") for text in phone.texts())

    on_phone(table, library, meet)


def test_rooms_to_stop_after_stand_as_along_the_dungeon(library: Library) -> None:
    """The rooms after which to stop stand in the order in which the hero meets them, each with its own name.

    The pit, which kills whoever stands in it, has a button of its own with its effect.
    """
    table = walking(library)

    async def stop(phone: Phone, table: Table) -> None:
        await phone.tap("Stop after a room")
        listed = [name for name in phone.names() if name.startswith(("Bottomless Pit", "Witch's Kitchen"))]
        assert listed == ["Bottomless Pit", "Witch's Kitchen, room 2", "Witch's Kitchen, room 3"]
        await phone.tap("Close")
        await phone.tap("Stop in Bottomless Pit, of Ana")
        await phone.tap("Spells and abilities")
        pit = [one.value for one in phone.controls(phone.find("Ana uses Bottomless Pit")) if isinstance(one, ft.Text)]
        assert pit == ["Ana uses Bottomless Pit", "Destroy it: a hero who is in it dies"]
        assert {"Ana uses Witch's Kitchen, room 2", "Ana uses Witch's Kitchen, room 3"} <= set(phone.names())
        await phone.tap("Ana uses Bottomless Pit")
        assert table.state.keeps[0].souls == 1

    on_phone(table, library, stop)


def test_rooms_to_stop_after_are_not_sorted_by_name(library: Library) -> None:
    """Where the dungeon and the alphabet disagree, the rooms stand as in the dungeon."""

    async def stop(phone: Phone, table: Table) -> None:
        await phone.tap("Stop after a room")
        listed = [name for name in phone.names() if name.startswith(("Bottomless Pit", "Witch's Kitchen"))]
        assert listed == ["Witch's Kitchen, room 1", "Witch's Kitchen, room 2", "Bottomless Pit"]

    on_phone(walking(library, ("bottomless_pit", "witchs_kitchen", "witchs_kitchen")), library, stop)


def texts_of(phone: Phone, name: str) -> list[str | None]:
    """What the button of that name reads."""
    return [one.value for one in phone.controls(phone.find(name)) if isinstance(one, ft.Text)]


def test_a_spell_is_a_button_of_its_own_with_its_effect(library: Library) -> None:
    """A spell is played by a tap on its own button, which says what it does; another player is one tap more.

    It is found by a word of its name or of its effect too.
    """
    table = walking(library)
    fear, effect = card_texts()["fear"].name.en, card_texts()["fear"].effect.en

    async def cast(phone: Phone, table: Table) -> None:
        await phone.tap("Spells and abilities")
        assert texts_of(phone, fear) == [fear, effect]
        spells = [phone.find(card_texts()[key].name.en) for key in ("fear", "annihilator")]
        assert [spell.height for spell in spells] == [None] * 2, "as high as its text"
        for query in (fear[:4], "town"):
            await phone.type("Its name, or what it does", query)
            assert fear in phone.names()
        await phone.type("Its name, or what it does", "zzz")
        assert fear not in phone.names()
        await phone.type("Its name, or what it does", "")
        await phone.tap("Beto plays a spell")
        await phone.tap(fear)
        assert [(one.seat, one.key) for one in table.state.declared] == [(1, "fear")]

    on_phone(table, library, cast)


def test_a_room_is_named_where_it_says_what_it_does(library: Library) -> None:
    """Every room that can be revealed says what it does, and is found by a word of that."""
    table = sat(library, "Ana", "Beto")
    for event in (Arrived("c.4"), Arrived("f.6"), Placed(0), Placed(0)):
        says(table, event)

    async def name(phone: Phone, table: Table) -> None:
        rooms = [key for key, room in room_cards().items() if not room.advanced]
        assert {card_texts()[key].effect.en for key in rooms} <= set(phone.texts())
        await phone.type("Its name, or what it does", "adjacent")
        assert "Goblin Armory" in phone.names()
        assert "Golem Factory" not in phone.names()

    on_phone(table, library, name)


def test_what_a_room_lets_its_player_do_is_a_line_to_tick(library: Library) -> None:
    """A trigger that people forget is a line for the hands of its player, ticked when it is done."""
    table = sat(library, "Ana", "Beto")
    for event in (Arrived("f.4"), Arrived("f.6"), Skipped(), Placed(0), Revealed("dark_laboratory")):
        says(table, event)
    task = f"Dark Laboratory: {card_texts()['dark_laboratory'].effect.en}"

    async def tick(phone: Phone, table: Table) -> None:
        await phone.tap(next(name for name in phone.names() if name.endswith("to do at the table")))
        line = next(text for text in phone.texts() if text and text.startswith("Ana: ") and task in text)
        await phone.tap(f"Done: {line}")
        assert f"Done: {line}" not in phone.names()

    on_phone(table, library, tick)


def test_what_lies_wrong_is_put_right_on_its_sheet(library: Library) -> None:
    """A room's, a hero's, a player's and the table's sheet correct what lies there, as numbers are corrected.

    A room is another one, lies elsewhere, has been used; a boss has levelled up; a forgotten hero is added, and one in
    a score area is turned over. The turn goes on where it was, and undo takes each back.
    """
    table = walking(library)

    async def correct(phone: Phone, table: Table) -> None:
        asked = table.prompt
        assert asked is not None
        await phone.tap("Witch's Kitchen, monster: damage 1")
        await phone.tap("It is another room")
        await phone.type("Look for a name", "haunt")
        await phone.tap("Haunted Library")
        await phone.tap("Witch's Kitchen, monster: damage 1")
        await phone.tap("Another place in its dungeon")
        await phone.tap("Room 1 of 3")
        keys = [pile[0].card.key for pile in table.state.keeps[0].piles]
        assert keys == ["witchs_kitchen", "bottomless_pit", "haunted_library"]
        await phone.tap("Ana, souls")
        await phone.tap("The boss has levelled up")
        await phone.tap("yes")
        assert table.state.keeps[0].levelled
        await phone.tap("Undo")
        assert not table.state.keeps[0].levelled
        await phone.tap("Ana, souls")
        await phone.tap("A hero is at the entrance")
        await phone.type("Look for a name", "Thief")
        await phone.tap("Thief 8")
        assert [hero.card.klass for hero in table.state.keeps[0].entrance] == ["f", "t"]
        assert table.prompt is not None
        assert table.prompt.title == asked.title

    on_phone(table, library, correct)


def test_buttons_of_a_sheet_have_one_size(library: Library) -> None:
    """The buttons of a hero's sheet write their labels in one size, short ones too."""

    async def look(phone: Phone, _: Table) -> None:
        await phone.tap("Fighter")
        names = ("He goes to…", "He is dead: a soul for…", "He survived: a wound for…")
        sizes = [one.size for name in names for one in phone.controls(phone.find(name)) if isinstance(one, ft.Text)]
        assert sizes == [FontSize.SMALL] * 3

    on_phone(walking(library), library, look)


def test_a_virtual_hand_is_for_its_own_phone_alone(library: Library) -> None:
    """A virtual hand is shown only on its owner's phone.

    On the phone in the middle it is shown after the phone was passed, on another player's phone never.
    """
    table = dealt(library)
    names = [words(card_name(card)) for card in table.state.keeps[0].hand]

    async def look(chair: DeviceRole, passed: bool) -> list[str]:
        phone = await Phone().show(TableScreen, table, library, chair, NOWHERE)
        await phone.tap("Ana, souls")
        await phone.tap("Ana's cards")
        if passed:
            await phone.tap("I am Ana: show it")
        return [text for text in phone.texts() if text in names]

    assert asyncio.run(look(HOST_ROLE, False)) == []
    assert sorted(asyncio.run(look(HOST_ROLE, True))) == sorted(names)
    table._load_claimed_seats = lambda: frozenset({0, 1})
    assert sorted(asyncio.run(look(DeviceRole(0), False))) == sorted(names)
    assert asyncio.run(look(DeviceRole(1), False)) == []


def test_a_room_of_the_hand_is_laid_in_two_taps(library: Library) -> None:
    """Building a room from the hand takes two taps, and it needs no name when it is turned up.

    The taps are its place and the card, on the player's own phone.
    """
    table = dealt(library)
    seat = table.prompt.seats[0]  # type: ignore[union-attr]
    choice = next(c for c in table.prompt.choices if isinstance(c.event, Laid))  # type: ignore[union-attr]
    face = choice.template.holes[0].faces[0]  # type: ignore[union-attr]
    table._load_claimed_seats = lambda: frozenset({0, 1})

    async def lay() -> None:
        phone = await Phone().show(TableScreen, table, library, DeviceRole(seat), NOWHERE)
        await phone.tap("At the entrance")
        await phone.tap(words(face.name))

    asyncio.run(lay())
    assert table.state.keeps[seat].piles[0][0].down
    says(table, Skipped())
    assert not table.state.keeps[seat].piles[0][0].down


def test_an_epic_hero_says_so(library: Library) -> None:
    """BM L111: an epic hero is two souls or two wounds: ×2 stands beside him, and his name says that he is epic.

    A normal hero says nothing of the kind.
    """
    table = opened_after(library, "boss_monster-three", 69)[0]
    line = next(line for line in table.game.view(table.state).players if line.entrance)
    waiting = [words(hero.name) for hero in line.entrance if hero.epic]
    assert waiting

    async def look(phone: Phone, table: Table) -> None:
        names = [name for name in phone.names() if re.search(r": damage \d+ of \d+, ", name)]
        epic = [name for name in names if ", epic: " in name]
        assert all(any(name.startswith(hero) for name in epic) for hero in waiting)
        assert phone.texts().count("×2") == sum(name.endswith(", Bea") for name in epic)

    on_phone(table, library, look)

    async def nobody(phone: Phone, table: Table) -> None:
        assert "×2" not in phone.texts()
        assert not [name for name in phone.names() if ", epic: " in name]

    on_phone(opened_after(library, "boss_monster-three", 20)[0], library, nobody)
