"""FS-62 … FS-66: purchases."""

import pytest

from rules.four_souls.model.events import Attacked, Bought, Stocked
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule


def rich(**rulings: str) -> FourSoulsTable:
    """Ana has 13¢ in her action phase."""
    return table(**rulings).by_hand("Ana", "cents", 10)


@rule("FS-62")
def test_one_purchase_a_turn() -> None:
    """A second purchase in the same turn is neither offered nor accepted."""
    t = rich().by_hand("Ana", "cents", 10).do(Bought("deck")).nobody()
    assert not t.offers(Bought)
    assert t.refuses(Bought("deck")) == "FS-62"


@rule("FS-62")
def test_no_purchase_in_a_fight_or_with_a_death_on_the_stack() -> None:
    """A purchase is refused during a fight and while a death is on the stack."""
    t = rich().settles_on("depth", "every").attacks("clotty").nobody()
    assert not t.offers(Bought)
    assert t.refuses(Bought("deck")) == "FS-62"
    t = rich()
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody()
    assert t.refuses(Bought("deck")) == "FS-46"


@rule("FS-63")
def test_from_the_shop_or_from_the_deck() -> None:
    """A purchase from the shop or the deck costs 10¢ and gives one item."""
    for place in ("shop", "deck"):
        t = rich().do(Bought(place)).nobody()
        assert (t.player("Ana").cents, t.player("Ana").treasures) == (3, 1)


@rule("FS-64")
def test_the_declaration_waits_unpaid() -> None:
    """The declared purchase waits on the stack, neither paid nor gained."""
    t = rich().do(Bought("shop"))
    assert (t.stack, t.player("Ana").cents, t.player("Ana").treasures) == (["purchase"], 13, 0)


@rule("FS-65")
def test_a_shop_slot_is_refilled_through_the_stack() -> None:
    """A purchase from the shop puts a refill on the stack; one from the deck does not."""
    t = rich().settles_on("stop.refill", "on").do(Bought("shop")).nobody()
    assert (t.stack, t.holder) == (["shop_refill"], "Ana")
    t.nobody()
    assert "FS-65" in t.ruled
    assert rich().do(Bought("deck")).nobody().stack == []


@rule("FS-04", "FS-65")
def test_a_followed_shop_knows_its_treasures_by_name() -> None:
    """A followed shop asks for its treasures by name and asks again after a purchase."""
    t = FourSoulsTable("Ana", "Beto", follow__shop="on")
    t.do(Stocked(0, "La brújula")).do(Stocked(1))
    t.chooses(Ana="cain", Beto="eve").turns_up("fly").turns_up("clotty").by_hand("Ana", "cents", 10)
    t.do(Bought("0")).nobody()
    assert (t.step, t.s.shop) == ("stock", ("", ""))
    t.do(Stocked(0, "El mapa"))
    assert (t.s.shop, t.step) == (("El mapa", ""), "priority")


@rule("FS-66")
def test_a_purchase_that_was_cancelled_is_not_used_up() -> None:
    """A cancelled purchase is not used up."""
    t = rich().do(Bought("deck"))
    t.plays("Beto", t.on_top("cancel"), kind="activated").nobody()
    assert t.offers(Bought)


@rule("FS-77")
def test_a_forced_attack_comes_before_anything_else_over_an_empty_stack() -> None:
    """The turn cannot end before a forced attack, which uses the normal one (FS-A27)."""
    t = table()
    t.plays("Beto", t.plain("must_attack"), kind="activated").nobody()
    assert t.roles() & {"exit"} == set()
    assert t.offers(Attacked)
    t.attacks("fly").rolls(6).nobody().nobody().turns_up("gurdy")
    assert "exit" in t.roles()
    assert not t.offers(Attacked)


@rule("FS-77")
@pytest.mark.parametrize(("ruling", "left"), [("uses", False), ("extra", True)])
def test_whether_a_forced_attack_uses_the_normal_one_is_a_switch(ruling: str, left: bool) -> None:
    """FS-A27: a forced attack uses the normal attack or is an extra one."""
    t = table().settles_on("FS-A27", ruling)
    t.plays("Beto", t.plain("must_attack"), kind="activated").nobody()
    t.attacks("fly").rolls(6).nobody().nobody().turns_up("gurdy")
    assert t.offers(Attacked) == left


@rule("FS-77")
def test_a_forced_attack_after_the_normal_one_is_an_extra() -> None:
    """After the normal attack, a forced attack is still made."""
    t = table().attacks("fly").rolls(6).nobody().nobody().turns_up("gurdy")
    t.plays("Beto", t.plain("must_attack"), kind="activated").nobody()
    assert t.attacks("clotty").step == "roll_die"


@rule("FS-78")
def test_an_effect_gives_one_more_attack() -> None:
    """An effect gives a second attack in the same turn."""
    t = table()
    t.plays("Ana", t.plain("attack_again")).nobody().attacks("fly").rolls(6).nobody().nobody().turns_up("gurdy")
    assert t.offers(Attacked)


@rule("FS-70")
def test_the_top_of_the_deck_can_be_attacked() -> None:
    """A monster attacked from the deck covers the one in its slot until it is gone (FS-A6)."""
    t = table().attacks_deck().turns_up("dip")
    assert t.step == "choose_slot"
    t.places(0)
    assert (t.there("fly"), t.step) == (False, "roll_die")
    t.rolls(6).nobody().nobody()
    assert t.there("fly")
    assert t.step == "priority"


@rule("FS-70")
def test_another_card_found_by_an_attack_is_played_and_was_the_attack() -> None:
    """A card other than a monster found by an attack is played and uses up the attack (FS-A5)."""
    t = table().attacks_deck()
    t.turns_up_other(t.to("Ana", "cents", 1), name="Cofre")
    assert (t.stack, t.holder) == (["non_monster"], "Ana")
    t.nobody()
    assert (t.player("Ana").cents, t.s.combat, t.offers(Attacked)) == (4, 0, False)
