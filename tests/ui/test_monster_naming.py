"""Naming what the monster deck turns up: by numbers and by name."""

import pytest

from companion.library.library import Library
from companion.match.table import Table
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Attacked, Revealed, RevealedOther
from tests.support.ui.headless import CountedTaps, Phone, first_monster, on_phone, say

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def begun(library: Library) -> Table:
    return first_monster(library, "Ana", "Beto")


def test_naming_a_monster_is_four_taps(begun, library):
    """Naming a monster takes four taps: three numbers and the match; the sheet opens by itself."""

    async def journey(phone: Phone, table: Table) -> None:
        tap = CountedTaps(phone)
        for name in ("life 1", "evasion 2", "attack 1", "Fly"):
            await tap(name)
        assert tap.count <= 4
        assert table.log()[-1].entry.event == Revealed(0, (monsters()["fly"],))
        assert "attack 1" in phone.names()

    on_phone(begun, library, journey)


def test_naming_can_be_put_off(begun, library):
    """The naming sheet can be closed; the usual button then opens it again."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Close")
        assert phone.names("usual") == ["A monster"]
        await phone.tap("A monster")
        assert "life 1" in phone.names()
        await phone.tap("Not a monster")
        assert table.log()[-1].text.key.startswith("Turned up")

    on_phone(begun, library, journey)


def test_an_event_is_found_by_its_name_as_it_is_turned_up(begun, library):
    """Behind an attack on the deck lies Troll Bombs: a search shows what it does, and a tap plays it."""
    for slot, monster in enumerate(("fly", "clotty")):
        say(begun, Revealed(slot, (monsters()[monster],)))
    while begun.prompt is not None and not any(isinstance(c.event, Attacked) for c in begun.prompt.choices):
        say(begun, next(c.event for c in begun.prompt.choices if c.role == "default"))
    say(begun, Attacked(-1))
    while begun.prompt is not None and not any(isinstance(c.event, RevealedOther) for c in begun.prompt.choices):
        say(begun, next(c.event for c in begun.prompt.choices if c.role == "default"))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Not a monster")
        await phone.type("Look for an effect, or name the card", "troll")
        await phone.tap("Troll Bombs: The active player takes 2 damage.")
        assert table.state.stack.items[-1].name == "troll-bombs"
        assert table.state.stack.items[-1].effects[0].amount == 2

    on_phone(begun, library, journey)


def test_a_monster_of_a_set_that_is_off_is_not_found(begun, library):
    """Without Requiem its Dogma is not in the list."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.type("Search by name", "dogma")
        assert "Dogma" not in phone.names()

    on_phone(begun, library, journey)


def test_a_monster_keeps_the_name_this_table_gives_it(begun, library):
    """A renamed monster is found and logged under its new name."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.type("Search by name", "fly")
        await phone.tap("Call it something else: Fly")
        await phone.type("What you call it", "Zumbona")
        await phone.tap("Keep the name")
        await phone.tap("Zumbona")
        assert table.log()[-1].entry.event.cards[0].name == "Zumbona"

    on_phone(begun, library, journey)


@pytest.mark.parametrize(("seats", "found"), [(("Ana", "Beto"), False), (("Ana", "Beto", "Cira"), True)])
def test_a_card_for_three_players_is_found_with_three(library, seats, found):
    """Two players leave Dople out (FS-A32), so searching finds it only with three."""
    table = first_monster(library, *seats)

    async def journey(phone: Phone, table: Table) -> None:
        await phone.type("Search by name", "dop")
        assert ("Dople" in phone.names()) is found

    on_phone(table, library, journey)
