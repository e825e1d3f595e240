"""Responses below the seats without a browser: rooms and spells, and what they tell of a hand."""

from __future__ import annotations

from itertools import product

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole, visible_seats
from companion.match.table import Table
from companion.match.table_state import TableState
from companion.ui.games.scenes import scene_of
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.response_chips import ResponseChip, response_chips
from companion.ui.table.zones.seats import LEAST_NAME_SIZE
from rules.boss_monster.game import GAME
from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.events import Activated, Aimed, Cast, Countered, Played, Walked
from tests.support.games.boss_monster import BossMonsterTable, handed
from tests.support.ui.boss_monster_screen import walking
from tests.support.ui.four_phones import ANA, BETO, taken
from tests.support.ui.headless import Phone, on_phone, say
from tests.support.ui.table_context import SMALL, table_context

pytestmark = pytest.mark.usefixtures("quick")

words = translator("en")
KITCHEN, ROOMS_OF_ANA = "Ana: Witch's Kitchen", ("witchs_kitchen", "bottomless_pit")


def chip_texts(phone: Phone) -> list[str]:
    """The first words of all chips, which are bold and small."""
    texts = (one for one in phone.controls() if isinstance(one, ft.Text) and one.weight == ft.FontWeight.W_700)
    return [str(one.value) for one in texts if one.color is None and (one.size or 99) <= LEAST_NAME_SIZE]


def last_event(table: Table) -> object:
    return table.log()[-1].entry.event


# --- one tap -----------------------------------------------------------------------------------------------------


def test_a_room_is_used_by_one_tap_and_the_event_of_the_longer_way(library: Library) -> None:
    """A tap on a room's chip makes the event that the book beside the answers makes; one undo takes it back."""
    events: list[object] = []

    async def by_chip(phone: Phone, table: Table) -> None:
        await phone.tap(KITCHEN)
        events.append(last_event(table))
        table.undo()
        assert table.state.declared == ()

    async def by_book(phone: Phone, table: Table) -> None:
        for name in ("Spells and abilities", KITCHEN.replace(": ", " uses ")):
            await phone.tap(name)
        events.append(last_event(table))

    for way in (by_chip, by_book):
        on_phone(walking(library, ROOMS_OF_ANA), library, way)
    assert isinstance(events[0], Activated)
    assert events[0] == events[1]


def test_a_dungeon_has_its_players_rooms_and_spells(library: Library) -> None:
    """Rooms stand below the tile of their owner; every player has the spells, which their own sheet lists."""

    async def journey(phone: Phone, table: Table) -> None:
        assert chip_texts(phone) == ["Witch's Kitchen", "Spell", "Spell"]
        assert {KITCHEN, "Ana: Spell", "Beto: Spell"} <= set(phone.names())
        await phone.tap("Beto: Spell")
        assert "Ana plays a spell" not in phone.names(), "it is Beto who plays"
        await phone.tap(card_texts()["fear"].name.en)
        assert [(one.seat, one.key) for one in table.state.declared] == [(1, "fear")]

    on_phone(walking(library, ROOMS_OF_ANA), library, journey)


@pytest.mark.parametrize("width", [390, 320])
def test_a_spell_is_cancelled_by_one_tap_in_one_place(library: Library, width: float) -> None:
    """The one button that answers the question: no chip says the same, on any width; who played it has none."""
    table = walking(library)
    table.make_remark(Cast(1, "fear"))
    hero = table.state.walk.hero
    say(table, Aimed(hero))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.settle()
        named = [name for name in phone.names() if "Counterspell" in name]
        assert named == ["Ana cancels it: Counterspell"]
        assert not [text for text in chip_texts(phone) if "Counterspell" in text]
        await phone.tap(named[0])
        assert last_event(table) == Countered(0)

    on_phone(table, library, journey, width)


def test_what_does_not_fit_is_in_the_book(library: Library) -> None:
    """Responses beyond those that fit stand behind their number, which opens the book with all of them."""

    async def journey(phone: Phone, table: Table) -> None:
        kitchens = [f"Witch's Kitchen, room {n}" for n in (2, 3)]
        assert chip_texts(phone) == [kitchens[0], "2 things", "Spell"]
        await phone.tap("Ana: 2 more")
        assert {"Ana plays a spell", *(f"Ana uses {one}" for one in kitchens)} <= set(phone.names())

    on_phone(walking(library), library, journey)


# --- where there is none -----------------------------------------------------------------------------------------


def spoken_chips(context: TableContext) -> list[str]:
    found = response_chips(context, scene_of("boss_monster").model.player_row)
    return [chip.spoken for chips in found.values() for chip in chips]


def test_there_is_no_chip_where_nothing_may_be_played_or_no_room_is(library: Library) -> None:
    """A narrow phone keeps the book alone, and before the first turn nothing can be played."""
    walked = walking(library, ROOMS_OF_ANA)
    assert spoken_chips(table_context(walked)) != []
    assert spoken_chips(table_context(walked, size=SMALL)) == []
    assert scene_of("boss_monster").model.side_buttons(table_context(walked, size=SMALL))
    assert spoken_chips(table_context(library.matches.create("boss_monster", ("Ana", "Beto")))) == []


@pytest.mark.parametrize(
    ("role", "chips"),
    [(ANA, [KITCHEN, "Ana: Spell"]), (BETO, ["Beto: Spell"]), (DeviceRole(is_spectator=True), [])],
    ids=["ana", "beto", "watches"],
)
def test_a_phone_offers_only_its_own_seats_chips(library: Library, role: DeviceRole, chips: list[str]) -> None:
    """With a phone each nobody plays for another; a device that only watches plays for nobody."""
    table = taken(walking(library, ROOMS_OF_ANA), library, 0, 1)
    assert spoken_chips(table_context(table, role)) == chips


# --- no chip betrays a hand --------------------------------------------------------------------------------------

SPELLS = ("fear", "counterspell", "annihilator")
ROOMS = ("golem_factory", "dark_altar")
HANDS = tuple((spell, *rooms) for spell in SPELLS for rooms in product(ROOMS, repeat=2))
"""Hands of the same backs: a spell and two rooms."""


def chips_of(table: BossMonsterTable, role: DeviceRole, phones: frozenset[int]) -> list[tuple[object, ...]]:
    """What all chips on a device say and open, without the cards to choose from."""
    seen = GAME.conceal(table.s, visible_seats(role, 2, phones))
    state = TableState(GAME, seen, 1, 1, None, False)
    context = TableContext(state, (), 390, 844, role=role, claimed_seats=phones)
    found = response_chips(context, scene_of("boss_monster").model.player_row)
    return [(seat, *_shown(chip)) for seat, chips in found.items() for chip in chips]


def _shown(chip: ResponseChip) -> tuple[object, ...]:
    event = chip.choice.event if chip.choice else chip.remark.event if chip.remark else None
    return chip.item, chip.name, chip.detail, chip.spoken, chip.sheet, event


@pytest.mark.parametrize("cancelling", [False, True])
@pytest.mark.parametrize(
    ("role", "phones"), [(HOST_ROLE, frozenset()), (ANA, frozenset({0, 1})), (BETO, frozenset({0, 1}))]
)
def test_no_chip_depends_on_what_a_hand_holds(role: DeviceRole, phones: frozenset[int], cancelling: bool) -> None:
    """Hands of the same number of rooms and of spells give the same chips on every device."""
    shown = []
    for hand in HANDS:
        table = handed().dungeon(0, "witchs_kitchen", "dark_altar").dungeon(1, "all_seeing_eye").hero(0, "f", 8)
        table.holds(0, *hand, "freeze").holds(1, *hand).at_phase("adventure")
        if cancelling:
            table.acts(Walked(0), Played(0, ("freeze.1",)), Aimed(table.ids(0)[1]))
        shown.append(chips_of(table, role, phones))
    assert shown[0] != []
    assert shown == [shown[0]] * len(HANDS)


def test_a_hand_without_spells_has_no_chip() -> None:
    """That a hand holds no spell is public by the backs of its cards: the row says so."""
    table = handed().dungeon(0, "golem_factory").hero(0, "f", 8)
    table.holds(0, "fear").holds(1, "dark_altar").at_phase("adventure")
    assert [(chip[0], chip[4]) for chip in chips_of(table, HOST_ROLE, frozenset())] == [(0, "Ana: Spell")]
