"""A tap in the picture: on a room, a hero, a minion, a location, a model or a monster that a question is about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.screens.table.screen import TableScreen
from rules.boss_monster.model.events import Arrived, Chose, Handed, Placed, Revealed, Skipped, Walked
from rules.darkmoor.model.cards import HeroCard, LocationCard, MinionCard
from rules.darkmoor.model.events import Began, Located, Played, TurnedUp
from rules.engine.prompt import examples
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Named
from rules.malifaux.model.events import Deployed, Mustered
from rules.malifaux.model.state import Recruit
from tests.support.moments import plays
from tests.support.ui.headless import NOWHERE, Phone, action_phase, on_phone
from tests.support.ui.headless import say as says
from tests.support.ui.table_context import shown

pytestmark = pytest.mark.usefixtures("quick")

words = translator("en")


def screen_of(table: Table, library: Library, role: DeviceRole, journey: Callable[[Phone], Awaitable[None]]) -> None:
    """Run a journey on a device in that role."""

    async def run() -> None:
        await journey(await Phone().show(TableScreen, table, library, role, NOWHERE))

    asyncio.run(run())


def framed(phone: Phone, name: str, color: str = ft.Colors.PRIMARY) -> bool:
    """Whether the button of that name has the frame of what a question is about, in that color."""
    side = phone.find(name).style.side[ft.ControlState.DEFAULT]
    return bool(side.color == color and side.width == 3)


# --- Boss Monster ------------------------------------------------------------------------------------------------


def second_build(library: Library) -> Table:
    """A table of two in whose second turn Ana, who has a Witch's Kitchen, builds."""
    table = library.matches.create("boss_monster", ("Ana", "Beto"))
    for event in (Chose(0, "robobo"), Chose(1, "gorgona"), Handed(), Skipped(), Skipped()):
        says(table, event)
    for event in (Arrived("c.4"), Arrived("c.4"), Skipped(), Placed(0), Revealed("witchs_kitchen")):
        says(table, event)
    while table.prompt is not None and table.prompt.rule == "BM-31":
        says(table, Walked(-1))
    for event in (Arrived("f.4"), Arrived("f.6")):
        says(table, event)
    return table


def test_a_tile_shows_souls_and_wounds_and_treasure(library: Library) -> None:
    """Each player's tile shows souls, wounds and the treasure of each class before anything is opened."""
    table = second_build(library)
    for icon, by in (("soul", 3), ("wounds", 2)):
        table.adjust(next(t.key for t in table.table_state.trackers if t.icon == icon and t.seat == 1), by)

    model = shown(table)
    keep = table.state.keeps[1]
    assert (keep.souls, keep.wounds) >= (3, 2)
    found = {number.tracker.icon: (number.tracker.value, number.tracker.maximum) for number in model.seats[1].numbers}
    assert found == {"soul": (keep.souls, 10), "wounds": (keep.wounds, 5)}
    assert [one.tracker.icon for one in model.seats[1].note.numbers] == ["cleric", "fighter", "mage", "thief"]
    assert "wounds 2, cleric treasures 0, fighter treasures" in model.seats[1].spoken


def test_a_room_is_built_on_by_a_tap_on_it(library: Library) -> None:
    """A tap on a room builds on it, also while the usual answer is the entrance."""
    table = second_build(library)
    seat = table.prompt.seats[0]  # type: ignore[union-attr]
    if not table.state.keeps[seat].piles:
        says(table, Skipped())

    async def build(phone: Phone, table: Table) -> None:
        await phone.tap("On a room Witch's Kitchen")
        owner = next(keep for keep in table.state.keeps if keep.piles)
        assert [room.down for room in owner.piles[0]] == [True, False]

    on_phone(table, library, build)


# --- Darkmoor ----------------------------------------------------------------------------------------------------


def two_perilous_hordes(library: Library) -> Table:
    """A table at which the hero may attack the hordes of Moor and of Fen."""
    table = library.matches.create("darkmoor", ("Ana", "Beto"))
    for name in ("Moor", "Fen", "Crag"):
        says(table, Located((LocationCard(name, vp=5),)))
    says(table, TurnedUp((HeroCard("Mad Malis", threshold=8),)))
    says(table, Began(0))
    for place, peril in ((0, 7), (1, 7), (2, 1)):
        says(table, Played(place, (MinionCard(f"Ogre {place}", peril=peril, vp=2),)))
    return table


def test_the_score_if_the_game_ended_now_stands_in_the_seats(library: Library) -> None:
    """A seat has the player's VP by the rules' own scoring; the player's sheet opens the table of the scoring."""
    table = two_perilous_hordes(library)

    async def look(phone: Phone, table: Table) -> None:
        totals = {line.name: line.score.total for line in table.game.view(table.state).players}
        await phone.tap(f"Ana, VP if it ended now {totals['Ana']}, cards in hand 5, 0 in tokens")
        await phone.tap("If it ended now, " + ", ".join(f"{name}: {n} VP" for name, n in totals.items()))
        assert "Locations controlled" in phone.texts()
        table.adjust("seat.0.tokens", 2)
        await asyncio.sleep(table.redraw_delay)
        await phone.settle()
        assert f"{totals['Ana'] + 2}" in phone.texts()
        await phone.tap("Close")
        assert f"Ana, VP if it ended now {totals['Ana'] + 2}, cards in hand 5, 2 in tokens" in phone.names()

    on_phone(table, library, look)


def test_the_horde_that_is_attacked_is_chosen_by_a_tap_on_it(library: Library) -> None:
    """Where the question is which horde, a tap on one of those that may be attacked answers; they are framed red."""
    table = two_perilous_hordes(library)
    # both hordes get the peril of the hero by hand, then the next minion makes him attack
    for minion in [m for place in table.state.places[:2] for m in place.horde]:
        table.adjust(f"minion.{minion.id}.peril", 2)
    says(table, Played(2, (MinionCard("Imp", peril=1, vp=1),)))
    assert table.prompt is not None
    assert table.prompt.rule == "RD-19"

    async def attack(phone: Phone, table: Table) -> None:
        assert framed(phone, "Moor: ", ft.Colors.ERROR)
        assert framed(phone, "Fen: ", ft.Colors.ERROR)
        assert not framed(phone, "Crag: ", ft.Colors.ERROR)
        await phone.tap("Fen: ")
        assert [len(place.horde) for place in table.state.places[:2]] == [1, 0]

    on_phone(table, library, attack)


# --- Malifaux ----------------------------------------------------------------------------------------------------


def activation(library: Library) -> Table:
    """A table of two crews at the beginning of the activations."""
    table = library.matches.create("malifaux", ("Ana", "Beto"), (("deck", "physical"),))
    says(table, Mustered(0, (Recruit("Rasputina", 10), Recruit("Wendigo", 5)), 0))
    says(table, Mustered(1, (Recruit("Seamus", 11), Recruit("Belle", 6)), 0))
    if table.prompt is not None and table.prompt.rule == "MX-06":
        says(table, Deployed(0))
    for k in range(20):
        if table.prompt is None or table.prompt.rule == "MX-12":
            break
        choice = next((c for c in table.prompt.choices if c.role == "default"), table.prompt.choices[0])
        filled = list(examples(choice.template))
        says(table, filled[k % len(filled)])
    return table


def test_a_model_is_activated_by_a_tap_on_its_tile(library: Library) -> None:
    """Asked for a model, a tap on a ready one of that player activates it; another one opens its sheet."""
    table = activation(library)
    active = table.prompt.seats[0]  # type: ignore[union-attr]
    own, other = (
        ("Activate. Rasputina, 10 of", "Seamus, 11 of"),
        ("Activate. Seamus, 11 of", "Rasputina, 10 of"),
    )[active]

    async def activate(phone: Phone, table: Table) -> None:
        assert framed(phone, own)
        assert not framed(phone, other)
        await phone.tap(other)
        assert table.state.acting == 0
        await phone.tap("Close")
        await phone.tap(own)
        assert table.state.acting != 0

    on_phone(table, library, activate)


def test_the_button_of_the_next_model_says_that_it_ends_this_activation(library: Library) -> None:
    """While a model acts, the buttons of the next player's models say so; a tap on a tile opens its sheet."""
    table = activation(library)
    active = table.prompt.seats[0]  # type: ignore[union-attr]
    own, following = (("Rasputina", "Belle"), ("Seamus", "Wendigo"))[active]

    async def look(phone: Phone, table: Table) -> None:
        await phone.tap(f"Activate. {own}, 1")
        acting = table.state.acting
        assert f"Then {following}" in phone.names()
        await phone.tap(next(name for name in phone.names() if name.startswith(f"{following}, ") and " of " in name))
        assert table.state.acting == acting
        await phone.tap("Activate")
        assert table.state.acting not in (0, acting)

    on_phone(table, library, look)


def test_the_conditions_of_a_model_stand_on_its_tile_and_in_its_question(library: Library) -> None:
    """A condition is a chip on the model's tile, and the question names it when the model acts."""
    table = activation(library)
    active = table.prompt.seats[0]  # type: ignore[union-attr]
    model = table.state.players[active].crew[0]

    async def look(phone: Phone, table: Table) -> None:
        own = next(name for name in phone.names() if name.startswith(f"Activate. {model.name}, "))
        remark = next(one for one in table.table_state.remarks if type(one.event).__name__ == "Conditioned")
        event = type(remark.event)(model=model.id, name="Burning", turns=0)
        table.make_remark(event, HOST_ROLE)
        await phone.settle()
        tile = phone.find(own)
        assert "Burning" in [one.value for one in phone.controls(tile) if isinstance(one, ft.Text)]
        await phone.tap(f"{own}")
        assert any(text.startswith("Burning. ") for text in phone.texts())

    on_phone(table, library, look)


# --- Four Souls --------------------------------------------------------------------------------------------------


def test_a_monster_is_attacked_by_a_tap_and_read_by_a_long_press(library: Library) -> None:
    """Where an attack is offered the monsters are framed; a long press opens what the card says."""
    table = action_phase(library)

    async def attack(phone: Phone, table: Table) -> None:
        assert framed(phone, "Attack Fly, ")
        await phone.press("Attack Big Spider, ")
        assert "Reward: Loot 1" in phone.texts()
        assert not table.state.stack.items
        await phone.tap("Close")
        await phone.tap("Attack Big Spider, ")
        assert table.state.combat == table.state.slots[1].id
        assert framed(phone, "Big Spider: life")
        assert not framed(phone, "Fly: life")

    on_phone(table, library, attack)


def test_the_deck_that_must_be_attacked_now_is_attacked_by_a_tap_on_it(library: Library) -> None:
    """A forced attack shows the monster deck as a card with the number of attacks, and a tap on it is the attack."""
    table = action_phase(library)

    async def attack(phone: Phone, table: Table) -> None:
        assert not any(name.startswith("Monster deck") for name in phone.names())
        plays(table, Effect("must_attack", Target()))
        await phone.settle()
        assert framed(phone, "Attack Fly, ")
        await phone.tap("Attack the monster deck, ")
        assert Attacked(-1) in [line.entry.event for line in table.log()[-3:]]

    on_phone(table, library, attack)


def test_an_item_that_can_be_attacked_lies_among_the_monsters(library: Library) -> None:
    """Punching Bag of Beto's is drawn with its numbers, and a tap on it attacks it."""
    table = action_phase(library)
    plays(table, Effect("treasure", Target("seat", 1), 1))
    table.make_remark(Named(1, 0, "Punching Bag"))

    async def attack(phone: Phone, table: Table) -> None:
        await phone.tap("Attack Punching Bag, ")
        assert table.state.combat == table.state.players[1].items[-1].id

    on_phone(table, library, attack)


@pytest.mark.parametrize(("more", "is_bought"), [(5, False), (10, True)])
def test_a_treasure_is_bought_by_a_tap_on_it(library: Library, more: int, is_bought: bool) -> None:
    """A tap buys a treasure; where a part of the price is missing it only opens the sheet, which has the purchase."""
    table = action_phase(library)
    table.adjust("seat.0.cents", more)

    async def buy(phone: Phone, table: Table) -> None:
        name = "Buy from the deck" if is_bought else "From the deck: 10"
        assert framed(phone, name) == is_bought
        await phone.tap(name)
        assert [item.kind for item in table.state.stack.items] == ["purchase"] * is_bought
        assert ("Close" in phone.names()) != is_bought

    on_phone(table, library, buy)


def test_a_phone_that_may_not_answer_opens_the_sheet_only(library: Library) -> None:
    """On a phone of another player, a tap in the picture answers nothing and offers nothing."""
    table = activation(library)
    active = table.prompt.seats[0]  # type: ignore[union-attr]
    table._load_claimed_seats = lambda: frozenset({0, 1})
    own = ("Rasputina", "Seamus")[active]

    async def look(phone: Phone) -> None:
        tile = next(name for name in phone.names() if name.startswith(f"{own}, ") and " of " in name)
        assert not framed(phone, tile)
        await phone.tap(tile)
        assert table.state.acting == 0
        assert "Activate" not in phone.names()

    screen_of(table, library, DeviceRole(1 - active), look)
    screen_of(table, library, DeviceRole(None, is_spectator=True), look)
    assert table.state.acting == 0
    assert HOST_ROLE.is_host
