"""Sheets of a Four Souls table: items, payments, slots and decks, rooms and the shop."""

import pytest

from companion.library.library import Library
from companion.match.table import Table
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Chose, Passed, Played, Revealed, RoomRevealed, Stocked
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui.four_souls_setup import lay_table
from tests.support.ui.headless import Phone, action_phase, on_phone, say

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    return action_phase(library)


ANA = Target("seat", 0)


def test_an_item_with_a_name_is_one_tap(library):
    """An item with a name is one tap, whoever it belongs to; all its uses are among the responses of its player."""

    async def journey(phone: Phone, table: Table) -> None:
        assert "Yum Heart: prevents the next damage to a player or a monster" in phone.names()
        await phone.tap("The D6: rerolls the roll of 4")
        assert table.state.stack.top.kind == "activated"
        assert not table.state.players[0].items[0].ready
        await phone.tap("Ana, ")
        why = "That item is not ready to be activated."
        assert f"The D6: sideways, goes off by itself, eternal. {why}" in phone.names()
        await phone.tap("Close")
        for name in ("Somebody responds", "Beto responds"):
            await phone.tap(name)
        assert "Beto: Yum Heart: prevents the next damage to a player or a monster" in phone.names()

    on_phone(stacked(library, 1), library, journey)


def test_an_item_is_named_on_its_players_sheet(library):
    """An item can be named on its player's sheet by search, and gets its data's abilities."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Beto, ", "Name an item of Beto"):
            await phone.tap(name)
        await phone.type("Look for a name or an effect", "sacr")
        await phone.tap("Sacred Heart")
        assert [item.name for item in table.state.players[1].items] == ["Yum Heart", "Sacred Heart"]
        await phone.tap("Beto, ")
        await phone.tap("Sacred Heart: ")
        assert "Change Sacred Heart" in phone.names()
        await phone.tap("Sacred Heart: without a name again")
        assert len(table.state.players[1].items) == 1

    on_phone(stacked(library, 1), library, journey)


def test_what_an_item_in_no_list_does_is_said_by_chips(library):
    """Three taps on a chip are 3¢: its use is one tap then; an item that always acts has chips of numbers alone."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Beto, ", "Name an item of Beto"):
            await phone.tap(name)
        await phone.type("Look for a name or an effect", "Zumbador")
        assert "More: attack" in phone.names()
        assert "More: ¢" not in phone.names()
        for name in ("Activated", "More: ¢", "More: ¢", "More: ¢", "Name an item of Beto"):
            await phone.tap(name)
        buzzer = table.state.players[1].items[-1]
        assert (buzzer.name, buzzer.activated) == ("Zumbador", True)
        assert buzzer.does == (Effect("cents", Target("me"), 3),)

    on_phone(stacked(library, 1), library, journey)


def test_what_a_miss_against_a_player_costs_is_asked_once(library):
    """Backstabber: Beto, who has more souls, is attacked with one tap; a second miss costs what the first one did."""
    asked = "A miss against Beto: what does it cost Ana, as the card says?"

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Attack Beto, 3 or more")
        await phone.tap("Die: 1")
        await phone.tap("No responses")
        assert asked in " ".join(phone.texts())
        await phone.tap("1 damage to Ana")
        await phone.tap("Die: 2")
        assert {"Miss", "Ana takes 1 and dies"} <= set(phone.texts())
        assert asked not in " ".join(phone.texts())

    on_phone(lay_table(library, has_items=True, item="backstabber", souls=(0, 1), cards__r="on"), library, journey)


def test_a_bought_treasure_that_nobody_names_is_counted(library):
    """The question which treasure it was stands there until the next action, which does not wait for it."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Buy from the shop")
        await phone.tap("No responses")
        assert "Ana: which treasure?" in phone.names()
        await phone.tap("End the turn")
        assert "Ana: which treasure?" not in phone.names()
        assert any(name.startswith("Ana, ") and "1 item without a name" in name for name in phone.names())

    on_phone(lay_table(library, cents=(7,)), library, journey)


def test_what_ends_with_the_turn_is_on_the_players_sheet(library):
    """A player's sheet lists what ends with the turn: prevented damage, changed numbers, curses."""
    table = action_phase(library)
    effects = (Effect("shield", ANA, 1), Effect("attack", ANA, 2), Effect("curse", ANA))
    say(table, Played(0, "loot", "Curse of Loss", effects, "play"))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, ")
        assert {"Curse: Curse of Loss", "+2 attack this turn"} <= set(phone.texts())
        assert "1 damage is going to be prevented" in phone.texts()

    on_phone(table, library, journey)


def test_a_payment_is_offered_and_accepted(table, library):
    """A payment is a remark on the player's sheet; the receiver is asked, and the ¢ move."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Ana, ", "Ana pays somebody", "More: ¢", "Cira"):
            await phone.tap(name)
        assert "To whom" in phone.texts()
        await phone.fire([button for name, button in phone.buttons() if name == "Ana pays somebody"][-1])
        assert "Ana offers Cira 2¢. Does Cira accept?" in phone.texts()
        await phone.tap("Accept")
        assert [player.cents for player in table.state.players] == [1, 3, 5]

    on_phone(table, library, journey)


def test_slots_and_decks_are_on_the_sheet_of_the_table(table, library):
    """An added slot or an empty deck takes two or three taps at any prompt, which stays."""

    async def journey(phone: Phone, table: Table) -> None:
        asked = table.prompt_id
        for name in ("The table", "A deck ran out", "loot"):
            await phone.tap(name)
        assert "Shuffle the discard of loot: it is the deck now" in "".join(phone.texts())
        assert table.prompt_id == asked
        for name in ("The table", "One more slot", "monster"):
            await phone.tap(name)
        for name in ("life 1", "evasion 3", "attack 1"):
            await phone.tap(name)
        assert len(table.state.slots) == 3

    on_phone(table, library, journey)


def test_a_solo_table_shows_its_die_rooms_and_shop(library):
    """A solo table shows its eight-sided die, the room and the treasures by name.

    The die can be corrected by hand.
    """
    rulings = (("mode", "solo"), ("rooms", "on"), ("follow.shop", "on"), ("bonus_souls", "on"))
    table = library.matches.create("four_souls", ("Ana", "Beto"), rulings)
    say(table, Stocked(0, "Compass"))
    say(table, Stocked(1, "Map"))
    say(table, RoomRevealed(0, "Cellar"))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Close")  # the characters
        assert {"8", "Cellar", "Compass, Map"} <= set(phone.texts())
        await phone.tap("The table. Die of eight: 8. Rooms: Cellar. Shop: Compass, Map")
        await phone.tap("Less: ")
        assert table.state.countdown == 7

    on_phone(table, library, journey)


def test_a_purchase_of_a_followed_shop_is_two_taps(library):
    """A purchase from a followed shop takes two taps: the treasure, and nobody answering."""
    table = library.matches.create("four_souls", ("Ana", "Beto"), (("follow.shop", "on"),))
    first, second = monsters()["fly"], monsters()["clotty"]
    for event in (Stocked(0, "Compass"), Stocked(1, "Map"), Chose(0, "cain"), Chose(1, "eve")):
        say(table, event)
    for event in (Revealed(0, (first,)), Revealed(1, (second,))):
        say(table, event)
    table.adjust("seat.0.cents", 10)

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Buy Compass")
        await phone.tap("No responses")
        assert (table.state.players[0].cents, table.state.players[0].treasures) == (3, 1)

    on_phone(table, library, journey)
