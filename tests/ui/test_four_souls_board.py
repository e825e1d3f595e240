"""The board of Four Souls as data: what stands on it, and how much of it in which room."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.preferences import Preferences
from companion.ui.games.four_souls.board_model import FourSoulsBoard, board_model
from companion.ui.table.model.board_room import ENDLESS_ROOM, BoardRoom
from rules.engine import Rolled
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Attacked, Chose, Revealed, Stocked
from tests.support.games.four_souls_stacks import stacked
from tests.support.stored_matches import win_four_souls
from tests.support.ui.four_phones import BETO, taken
from tests.support.ui.four_souls_setup import lay_table
from tests.support.ui.headless import action_phase, say
from tests.support.ui.table_context import table_context

WIDTH = 374
FULL, MEDIUM, THIN = (BoardRoom(WIDTH, height) for height in (360, 240, 120))
each_room = pytest.mark.parametrize("room", [FULL, MEDIUM, THIN])


def board_of(table: Table, room: BoardRoom = FULL, role: DeviceRole = HOST_ROLE) -> FourSoulsBoard:
    """Return what the board shows of a table."""
    return board_model(table_context(table, role), room)


def rolled(library: Library, face: int, hurt: int = 0) -> Table:
    """A table at which Ana, who has lost so much life, has rolled against Big Spider, which needs 4."""
    table = action_phase(library)
    if hurt:
        table.adjust("seat.0.life", -hurt)
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((face,)))
    return table


# --- the stack ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "hurt", "word", "consequence", "is_deadly"),
    [
        (1, 0, "Miss", "Ana takes 1", False),
        (1, 1, "Miss", "Ana takes 1 and dies", True),
        (5, 0, "Hit", "Big Spider takes 1", False),
    ],
)
def test_an_attack_roll_says_whether_it_hits_and_whom_it_hurts(
    library: Library, face: int, hurt: int, word: str, consequence: str, is_deadly: bool
) -> None:
    """The card has the die, what is needed, the word, and what follows; a death is told."""
    stack = board_of(rolled(library, face, hurt)).stack
    assert stack is not None
    top = stack.top
    assert (top.face, top.who, top.word) == (face, "Ana attacks Big Spider, 4+", word)
    assert (top.consequence, top.is_deadly, top.seat) == (consequence, is_deadly, 0)


def test_a_monster_that_the_roll_kills_is_told(library: Library) -> None:
    """A hit for all the life that is left says that the monster dies."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((6,)))
    stack = board_of(table).stack
    assert stack is not None
    assert (stack.top.word, stack.top.consequence) == ("Hit", "Fly takes 1 and dies")


@pytest.mark.parametrize(("count", "room", "edges", "more"), [(1, FULL, 0, 0), (4, FULL, 2, 1), (4, THIN, 0, 3)])
def test_cards_below_the_top_show_their_edges(
    library: Library, count: int, room: BoardRoom, edges: int, more: int
) -> None:
    """Two more cards show an edge where there is room for it; how many there are besides is told in any case."""
    stack = board_of(stacked(library, count), room).stack
    assert stack is not None
    assert (len(stack.edges), stack.more) == (edges, more)
    assert bool(stack.spoken_under) == (count > 1)


@each_room
def test_things_whose_order_is_asked_stand_on_the_board(library: Library, room: BoardRoom) -> None:
    """Lust hits back as it dies: both things are cards above the monsters, each with what it does."""
    table = lay_table(library, ("lust", "fly"))
    lust = table.state.slots[0]
    for key in (f"monster.{lust.id}.life", "seat.0.life"):
        table.adjust(key, -1)
    for event in (Attacked(lust.id), Rolled((5,))):
        say(table, event)
    assert board_of(table, room).ordered == ()
    say(table, next(c.event for c in table.prompt.choices if c.role == "default"))
    board = board_of(table, room)
    assert [(card.seat, card.title, card.does) for card in board.ordered] == [
        (0, "Death of Lust", "Ana gains its reward"),
        (0, "Lust", "1 damage to Ana"),
    ]
    assert (board.stack, board.layout.stack_height) == (None, 0)


# --- monsters and shop --------------------------------------------------------------------------------------------


def test_monsters_have_their_numbers_and_say_what_a_tap_does(library: Library) -> None:
    """In the action phase every monster may be attacked by a tap, which its accessible name says."""
    fly, spider = board_of(action_phase(library)).monsters
    assert (spider.name, spider.life, spider.full, spider.evasion, spider.attack) == ("Big Spider", 3, 3, 4, 1)
    assert (spider.reward, spider.is_asked, spider.is_fought) == ("Loot 1", True, False)
    assert spider.spoken == "Attack Big Spider, 4 or more · 50 %. Big Spider: life 3 of 3, evasion 4, attack 1"
    assert fly.is_asked


def test_the_fight_marks_its_monster_and_its_lost_life(library: Library) -> None:
    """The attacked monster is marked, none answers by a tap, and the life that it lost is told."""
    table = rolled(library, 5)
    fly, spider = board_of(table).monsters
    assert [(one.is_fought, one.is_asked, one.change) for one in (fly, spider)] == [(False, False, 0), (True, False, 0)]
    say(table, next(c.event for c in table.prompt.choices if c.role == "default"))  # type: ignore[union-attr]
    assert board_of(table).monsters[1].change == -1


def test_a_phone_of_another_player_sees_the_same_and_attacks_nothing(library: Library) -> None:
    """Monsters and treasures stand there as well, without a frame."""
    table = taken(action_phase(library), library, 0, 1)
    host, other = board_of(table), board_of(table, role=BETO)
    assert [one.name for one in other.monsters] == [one.name for one in host.monsters]
    assert [one.name for one in other.treasures] == [one.name for one in host.treasures]
    assert not any(one.is_asked for one in (*other.monsters, *other.treasures))


def test_the_shop_shows_its_treasures_and_what_is_missing(library: Library) -> None:
    """A followed shop shows the names, then the deck; the price of 10 is short of 10 − 3."""
    table = library.matches.create("four_souls", ("Ana", "Beto"), (("follow.shop", "on"),))
    for event in (Stocked(0, "Compass"), Stocked(1, "Map"), Chose(0, "cain"), Chose(1, "eve")):
        say(table, event)
    for slot, card in enumerate(("fly", "clotty")):
        say(table, Revealed(slot, (monsters()[card],)))
    poor = board_of(table).treasures
    assert [(one.name, one.price, one.missing, one.is_asked) for one in poor] == [
        (name, "10¢", "7¢ short", False) for name in ("Compass", "Map", "From the deck")
    ]
    table.adjust("seat.0.cents", 7)
    rich = board_of(table).treasures
    assert [(one.missing, one.is_asked) for one in rich] == [("", True)] * 3
    assert rich[0].spoken.startswith("Buy Compass, If nobody responds: ")
    assert rich[0].spoken.endswith(". Compass: 10¢")


def test_nothing_is_for_sale_over_a_stack(library: Library) -> None:
    """While something waits on the stack there is no shop, and once the turn's attack is made its caption says so."""
    table = rolled(library, 5)
    assert board_of(table).treasures == ()
    assert board_of(action_phase(library), ENDLESS_ROOM).monsters_caption == "Monsters · touch the one that you attack"


# --- the room -----------------------------------------------------------------------------------------------------


@each_room
@pytest.mark.parametrize("letters", [1.0, 1.3])
def test_stack_and_monsters_fit_into_their_room(library: Library, room: BoardRoom, letters: float) -> None:
    """A roll and two monsters need no scroll: less room leaves out texts, then cards become lines."""
    with given_look(PageLook(preferences=Preferences(letters=letters))):
        scaled = BoardRoom(WIDTH, room.height * letters)
        layout = board_of(rolled(library, 5), scaled).layout
    assert layout.stack_height + layout.monster_height + 8 <= scaled.height
    assert layout.look == {FULL: "text", MEDIUM: "plain", THIN: "strip"}[room]


@each_room
def test_monsters_and_shop_fit_into_their_room(library: Library, room: BoardRoom) -> None:
    """The monsters and the shop of the action phase need no scroll either."""
    board = board_of(action_phase(library), room)
    assert board.treasures
    assert board.layout.monster_height + board.layout.treasure_height + 8 <= room.height


@pytest.mark.parametrize(("height", "names"), [(120, ["Big Spider", "Ring of Flies"]), (99, [])])
def test_monsters_give_way_to_the_card_on_the_stack(library: Library, height: float, names: list[str]) -> None:
    """The card on the stack stands alone where no line of monsters fits below it; nothing is scrolled."""
    board = board_of(stacked(library, 1), BoardRoom(WIDTH, height))
    assert [one.name for one in board.monsters] == names
    assert board.layout.fits


def test_a_finished_match_shows_neither_stack_nor_shop(library: Library) -> None:
    """With a winner the monsters stand alone, and no fight is marked."""
    board = board_of(win_four_souls(library), ENDLESS_ROOM)
    assert board.monsters
    assert (board.stack, board.deck, board.treasures) == (None, None, ())
    assert not any(monster.is_fought for monster in board.monsters)
