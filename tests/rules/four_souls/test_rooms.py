"""FS-98, FS-104 … FS-106: added slots, and rooms."""

import pytest

from rules.engine import remarks
from rules.four_souls.game import GAME
from rules.four_souls.model.events import (
    Bought,
    Played,
    RoomLeft,
    RoomRevealed,
    SlotAdded,
    SlotRemoved,
    Stocked,
)
from tests.support.games.four_souls import FourSoulsTable

rule = pytest.mark.rule


def table(first_room: str = "", monsters: tuple[str, str] = ("fly", "clotty"), **rulings: str) -> FourSoulsTable:
    """Ana's first action phase, with rooms in play."""
    t = FourSoulsTable("Ana", "Beto", rooms="on", **rulings).turns_up_room(first_room)
    t.chooses(Ana="isaac", Beto="maggy").saddest("Ana")
    for card in monsters:
        t.turns_up(card)
    return t


def plain(**rulings: str) -> FourSoulsTable:
    """Ana's first action phase, without rooms."""
    t = FourSoulsTable("Ana", "Beto", **rulings)
    if t.step == "stock":
        t.do(Stocked(0, "Mapa")).do(Stocked(1, "Reloj"))
    return t.chooses(Ana="isaac", Beto="maggy").saddest("Ana").turns_up("fly").turns_up("clotty")


def said(t: FourSoulsTable) -> set[type]:
    return {type(choice.event) for choice in remarks(GAME, t.s)}


# --- slots -------------------------------------------------------------------------------------------------------


@rule("FS-98")
def test_one_more_slot_in_a_shop_that_is_followed_is_named_and_bought_from() -> None:
    """With the shop followed, an added slot asks for its treasure and refills after a purchase."""
    t = plain(follow__shop="on").by_hand("Ana", "cents", 10).do(SlotAdded("shop"))
    assert t.step == "stock"
    t.do(Stocked(2, "Brújula")).do(Bought("2")).nobody()
    assert t.step == "stock"
    t.do(Stocked(2, "Llave"))
    assert t.s.shop == ("Mapa", "Reloj", "Llave")


@rule("FS-98")
def test_a_slot_added_by_mistake_goes_with_what_lies_in_it() -> None:
    """Removing an added slot removes its monster and ends the fight.

    The slots of the set-up cannot be removed.
    """
    t = plain()
    assert SlotRemoved not in said(t)
    t.do(SlotAdded("monster")).turns_up("dip").attacks("dip")
    t.do(SlotRemoved("monster"))
    assert (len(t.s.slots), t.there("dip"), t.s.combat, t.step) == (2, False, 0, "priority")
    assert t.refuses(SlotRemoved("monster"))


@rule("FS-98")
@pytest.mark.parametrize("of", ["monster", "shop", "room"])
def test_a_slot_that_waits_for_its_card_can_be_taken_back(of: str) -> None:
    """Removing a slot that waits for its card also removes the refill or its prompt."""
    for stop in ("on", "off"):
        t = table(follow__shop="off") if of != "shop" else table()
        before = t.step
        t.settles_on("stop.refill", stop).do(SlotAdded(of)).do(SlotRemoved(of))  # type: ignore[arg-type]
        assert (t.stack, t.step, t.s.waiting) == ([], before, ())


@rule("FS-98")
def test_a_purchase_from_a_slot_that_is_taken_away_does_not_happen() -> None:
    """A purchase from a removed slot costs nothing and is not used up."""
    t = plain(follow__shop="on").by_hand("Ana", "cents", 10).do(SlotAdded("shop")).do(Stocked(2, "Brújula"))
    t.do(Bought("2")).do(SlotRemoved("shop")).nobody()
    assert (t.player("Ana").cents, t.offers(Bought)) == (13, True)


def test_slots_are_spoken_of_only_once_the_game_is_on() -> None:
    """Adding a slot is not offered during set-up."""
    assert SlotAdded not in said(FourSoulsTable("Ana", "Beto"))
    assert SlotAdded in said(plain())


# --- rooms -------------------------------------------------------------------------------------------------------


@rule("FS-104")
def test_the_first_room_is_turned_up_at_set_up_with_one_tap() -> None:
    """The first room is revealed during set-up, by default without a name.

    Nobody is asked when rooms are off.
    """
    t = FourSoulsTable("Ana", "Beto", rooms="on")
    assert (t.step, t.asked.rule) == ("reveal_room", "FS-104")
    usual = next(choice for choice in t.asked.choices if choice.role == "default")
    assert usual.event == RoomRevealed(0)
    t.do(usual.event)
    assert (t.s.rooms, t.step, t.ruled) == (("",), "choose_characters", ["FS-105"])
    assert FourSoulsTable("Ana", "Beto").step == "choose_characters"


@rule("FS-104")
def test_a_room_that_a_card_discards_is_refilled_through_the_stack() -> None:
    """A discarded room is refilled through the stack, so the refill can be responded to."""
    t = table("Sótano").settles_on("stop.refill", "on").do(RoomLeft(0))
    assert (t.stack, t.s.rooms, t.holder) == (["room_refill"], (None,), "Ana")
    t.nobody()
    assert t.step == "reveal_room"
    t.turns_up_room("Biblioteca")
    assert (t.s.rooms, t.step) == (("Biblioteca",), "priority")


@rule("FS-98", "FS-104")
def test_a_second_room_slot_is_filled_and_both_rooms_can_be_used() -> None:
    """A second room slot, added by hand or by a card, is filled, and both rooms can be used."""
    t = table("Sótano").do(SlotAdded("room")).turns_up_room("Biblioteca")
    assert t.s.rooms == ("Sótano", "Biblioteca")
    used = [c.event.name for c in t.asked.choices if isinstance(c.event, Played) and c.event.kind == "room"]
    assert used == ["Sótano", "Biblioteca"]
    t.plays("Ana", t.plain("room_slot")).nobody()
    assert t.step == "reveal_room"


@rule("FS-104")
def test_rooms_taken_up_in_mid_game_begin_with_one() -> None:
    """Switching rooms on in mid-game asks for a room; switching them off removes them."""
    t = plain().settles_on("rooms", "on")
    assert t.step == "reveal_room"
    t.turns_up_room("Sótano").settles_on("rooms", "off")
    assert t.refuses(Played(0, "room", "Sótano")) == "FS-105"
    assert GAME.view(t.s).rooms == ()
