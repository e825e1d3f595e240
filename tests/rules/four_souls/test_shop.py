"""A followed shop: what the table can say about a treasure in it (FS-04, FS-65, FS-66)."""

from __future__ import annotations

import pytest

from rules.engine import Event, TextLine, describe
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Bought, ShopLeft, ShopNamed, SlotAdded, Stocked
from tests.support.games.four_souls import FourSoulsTable, table
from tests.support.games.table import english

rule = pytest.mark.rule


def shop(first: str = "The Map", second: str = "The Compass", **rulings: str) -> FourSoulsTable:
    """Ana's action phase with 13¢ and these two treasures in a followed shop."""
    t = FourSoulsTable("Ana", "Beto", follow__shop="on", **rulings)
    t.do(Stocked(0, first)).do(Stocked(1, second)).chooses(Ana="isaac", Beto="maggy").saddest("Ana")
    return t.turns_up("fly").turns_up("clotty").by_hand("Ana", "cents", 10)


def offers(t: FourSoulsTable, event: Event) -> bool:
    return any(choice.admits(event) for choice in t.remarks)


@rule("FS-65")
def test_a_treasure_that_leaves_the_shop_is_refilled_through_the_stack() -> None:
    """FS L246, L253: shop slots are refilled when they are empty (al estar vacías), from the treasure deck."""
    t = shop().settles_on("stop.refill", "on").do(ShopLeft(0))
    assert (t.s.shop, t.stack, t.holder) == (("", "The Compass"), ["shop_refill"], "Ana")
    assert "The Map leaves the shop" in t.note_texts
    t.nobody()
    assert t.asks == "Shop slot 1: which treasure is turned up?"
    t.do(Stocked(0, "The Relic"))
    assert (t.s.shop, t.step, t.player("Ana").treasures) == (("The Relic", "The Compass"), "priority", 0)


@rule("FS-66")
@pytest.mark.parametrize("name", ["The Map", ""])
def test_a_purchase_of_a_treasure_that_leaves_the_shop_is_cancelled_and_kept(name: str) -> None:
    """FS L278: if the target leaves, the declaration is cancelled; the purchase is not lost (no pierdes tu compra)."""
    t = shop(name).do(Bought("0")).do(ShopLeft(0))
    assert "purchase" not in t.stack
    t.do(Stocked(0, "The Relic"))
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (13, 0)
    assert t.offers(Bought)


@rule("FS-66")
def test_a_purchase_of_the_other_treasure_goes_on() -> None:
    """FS L278: only the target's departure cancels a purchase."""
    t = shop().do(Bought("1")).do(ShopLeft(0)).passes_until("stock")
    t.do(Stocked(0)).nobody()
    assert (t.player("Ana").cents, t.has("Ana", "The Compass")) == (3, True)


@rule("FS-04")
def test_a_wrong_name_in_the_shop_can_be_corrected() -> None:
    """FS L20: two treasures face up; the one that was named wrongly gets its right name, and nothing else changes."""
    t = shop("The Mop").do(ShopNamed(0, "The Map"))
    assert (t.s.shop, t.stack, t.step) == (("The Map", "The Compass"), [], "priority")
    assert t.note_texts == ["Shop slot 1: The Map"]
    t.do(Bought("0")).nobody()
    assert t.has("Ana", "The Map")


@rule("FS-64")
def test_a_name_is_corrected_while_its_treasure_is_being_bought() -> None:
    """FS L177: the declared treasure is the one that is gained; its name was only written wrongly."""
    t = shop("The Mop").do(Bought("0")).do(ShopNamed(0, "The Map")).nobody()
    assert (t.has("Ana", "The Map"), t.player("Ana").cents) == (True, 3)


def test_what_can_be_said_of_the_shop_is_offered_with_its_treasures() -> None:
    """Both remarks list the treasures; a slot that waits for its refill is not among them."""
    t = shop("", "The Compass")
    left, named = (c for c in t.remarks if isinstance(c.event, ShopLeft | ShopNamed))
    assert [english(c.label) for c in (left, named)] == ["A treasure left the shop", "A treasure has another name"]
    assert [english(option.label) for option in left.template.holes[0].options] == [
        "the treasure of slot 1",
        "The Compass",
    ]
    assert isinstance(named.template.holes[1], TextLine)
    t.settles_on("stop.refill", "on").do(ShopLeft(0))
    assert not offers(t, ShopLeft(0))
    assert not offers(t, ShopNamed(0, "The Map"))
    assert offers(t, ShopLeft(1))
    t.nobody()
    assert not offers(t, ShopLeft(0))
    t.do(Stocked(0)).do(SlotAdded("shop"))
    assert offers(t, ShopLeft(0))
    assert not offers(t, ShopLeft(2))


def test_a_shop_that_is_not_followed_asks_and_says_nothing() -> None:
    """What is not followed is never asked about."""
    assert not any(isinstance(c.event, ShopLeft | ShopNamed) for c in table().remarks)
    setup = FourSoulsTable("Ana", "Beto", follow__shop="on").do(Stocked(0, "The Map"))
    assert not any(isinstance(c.event, ShopLeft | ShopNamed) for c in setup.remarks)


def test_the_log_says_which_treasure_left_and_what_it_is_called() -> None:
    """Each remark is a line of the log with the treasure's name."""
    t = shop("The Map", "")
    lines = [english(describe(GAME, t.s, event)) for event in (ShopLeft(0), ShopLeft(1), ShopNamed(1, "The Relic"))]
    assert lines == ["The Map leaves the shop", "the treasure of slot 2 leaves the shop", "Shop slot 2: The Relic"]


@rule("FS-04")
def test_a_treasure_that_lies_in_play_or_in_the_shop_is_not_in_the_list() -> None:
    """There is one card of each treasure: The Relic lies in front of Beto, The Compass in the shop."""
    t = shop().names("Beto", "The Relic").do(ShopLeft(0)).passes_until("stock")
    hole = next(hole for choice in t.asked.choices for hole in choice.template.holes if isinstance(hole, TextLine))
    assert "The Map" in hole.suggestions
    assert not {"The Relic", "La Reliquia", "The Compass"} & set(hole.suggestions)
