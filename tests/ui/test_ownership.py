"""What a guest's pages show of settings that only the host may change."""

from __future__ import annotations

import flet as ft
import numpy as np
import pytest

from companion.access.permissions import Access
from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.dice import corrections, custom_sets
from companion.dice.corrections import Correction
from companion.dice.teaching import TeachingSession
from companion.exchange.custom_cards import CustomCards
from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.dice.reader_stats import ReaderStats
from companion.ui.dice.teach_view import TeachState
from companion.ui.games.darkmoor.deck import import_cards
from companion.ui.screens.host.teach_dice import run_action
from companion.ui.session import phone as views
from rules.darkmoor.game import GAME as DARKMOOR
from rules.darkmoor.model.cards import CARD_TEMPLATES, HeroCard, LocationCard
from rules.darkmoor.model.events import Began, Located, TurnedUp
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from tests.support.card_files import card_file
from tests.support.picture_files import encoded
from tests.support.ui.guests import invited, opened
from tests.support.ui.headless import Phone, at_table
from tests.support.ui.teach_dice import in_worker
from vision import Die, Reading

READ = Reading((Die(5, (10, 10, 40, 40), 1.0),), (), (640, 480))
EN = translator("en")
GUEST = DeviceRole()


@pytest.fixture
def tokyo(library: Library) -> Table:
    return library.matches.create("king_of_tokyo", ("Ana", "Beto"))


@pytest.fixture
def darkmoor(library: Library) -> Table:
    """A Darkmoor table at Ana's first turn."""
    table = library.matches.create("darkmoor", ("Ana", "Beto", "Cira"))
    for name in ("Moor", "Fen", "Crag", "Gate"):
        table.answer(table.prompt_id, Located((LocationCard(name, vp=5),)))
    for event in (TurnedUp((HeroCard("Mad Malis", threshold=6),)), Began(0)):
        table.answer(table.prompt_id, event)
    return table


def guest_of(library: Library, table: Table) -> Visitor:
    """A guest in the middle of that table."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, None)
    return visitor


async def test_a_guest_is_told_that_the_host_teaches_dice(library: Library, tokyo: Table) -> None:
    """A guest reads that the host teaches dice; the host's menu leads there, a guest's does not.

    The guest's page shows no picture and no file picker.
    """
    custom_sets.add_sample(TOKYO_DIE, 1, encoded(np.zeros((96, 96, 3), np.uint8)), Access(library.storage, True))
    here = f"/t/{tokyo.match.id}"
    phone = await opened(library, guest_of(library, tokyo), f"{here}/dice")
    assert "Solo el anfitrión puede enseñar dados u olvidarlos." in phone.text
    assert not [c for c in phone.controls() if isinstance(c, ft.Image) or getattr(c, "action", None)]
    for visitor in (guest_of(library, tokyo), LOCAL_BROWSER):
        phone = await opened(library, visitor, f"{here}/settings")
        assert ("Nuestros dados: enseñar sus caras" in phone.text) is (visitor == LOCAL_BROWSER)


async def test_nothing_is_done_for_a_guest_where_dice_are_taught(library: Library, tokyo: Table) -> None:
    """A guest's request to teach dice changes nothing, even if its page could send one."""
    phone = views.Phone(library, "en", print, print, print, visitor=guest_of(library, tokyo))
    done: list[int] = []

    async def teach(session: TeachingSession) -> None:
        done.append(1)

    session = TeachingSession(TOKYO_DIE, phone.access(tokyo.match.id), in_worker)
    look = await run_action(phone, session, teach, TeachState())
    assert done == []
    assert look.problem is not None
    assert EN(look.problem) == "Only the host can change this."


@pytest.mark.parametrize("host", [True, False])
async def test_the_switch_and_the_eraser_are_the_hosts(library: Library, tokyo: Table, host: bool) -> None:
    """A guest reads its table's reader statistics; only the host switches or erases corrections."""
    access = Access(library.storage, host, tokyo.match.id)
    corrections.record_roll(access, None, READ, [Correction(5, 6, False)])
    phone = await Phone().show(lambda: ft.View(controls=[ReaderStats(access, None, lambda: None)]))
    assert "1 die read" in phone.texts()
    switches = [c for c in phone.controls() if isinstance(c, ft.Switch)]
    assert (bool(switches), "Erase it all" in phone.names()) == (host, host)
    said = "You see what was read at this table. Only the host can switch corrections off or erase them."
    assert (said in phone.texts()) is not host


async def test_a_guest_reads_the_houses_cards_and_adds_some_to_its_table(library: Library, darkmoor: Table) -> None:
    """A guest reads the house's cards and can add cards to its own table only.

    The list says who may change it; a card that is filled in during play is found at that table again, not in the
    house.
    """
    host = CustomCards(Access(library.storage, True), "darkmoor", CARD_TEMPLATES, DARKMOOR.catalogues)
    library.storage.cards.save("darkmoor", "minions", "Imp", {"peril": 2})
    phone = await at_table(darkmoor, library, GUEST)
    await phone.tap("The cards of this table")
    said = "Only the host changes this list. A card that you fill in while you play is known at this table."
    assert {said, "Imp"} <= set(phone.texts())
    changes = ("Change the card", "Forget the card", "A new card", "Write a file", "Load a file")
    assert not [name for name in phone.names() if name.startswith(changes)]
    await phone.tap("Close")
    await phone.tap("Moor, ")
    await phone.tap("Give it a name")
    await phone.type("Name", "Bog Witch")
    await phone.tap("peril 2")
    assert darkmoor.state.places[0].horde[0].card.name == "Bog Witch"
    await phone.tap("The cards of this table")
    assert "Bog Witch" in phone.texts()
    assert list(host.custom_cards("minions")) == ["Imp"]


def test_a_file_of_cards_from_a_guest_is_refused_in_a_sentence(library: Library, darkmoor: Table) -> None:
    guest = Access(library.storage, False, darkmoor.match.id)
    own = CustomCards(guest, "darkmoor", CARD_TEMPLATES, DARKMOOR.catalogues)
    imp = ["darkmoor", "minions", "Imp", {"peril": 2}]
    assert EN(import_cards(own, card_file(imp))) == "Only the host can change this."
    assert library.storage.cards.of_kind("darkmoor", "minions") == {}
