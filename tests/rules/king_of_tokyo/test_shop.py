"""KT-22 … KT-26, KT-31: buying with the shop followed or not; Opportunist and other buyers."""

from __future__ import annotations

import pytest

from rules.engine import Ruled, apply, prompt, start
from rules.engine.record import replace
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Began, Bought, DoneBuying, Swept, TurnedUp
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.shop.reveal import FROM_DECK_TOP, FROM_DISCARDS, FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo_cards import CardTable, record


def followed(*hands: str, shop: tuple[str, str, str], energy: int, edition: str = "base") -> CardTable:
    """A table that follows the shop; A has thrown and may buy."""
    table = CardTable(*hands, follow__shop="on", edition=edition)
    table.s = replace(table.s, shop=shop)
    return table.has("A", energy=energy).throws("112233")


def turned(table: CardTable, slot: int, id: str) -> CardTable:
    return table.do(TurnedUp(slot, (record(id),)))


# --- not followed ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-22")
def test_a_card_is_bought_by_its_name_or_only_paid() -> None:
    """Without a followed shop a card is bought by name, or only its price is paid."""
    named = CardTable().has("A", energy=9).throws("112233").buys("extra_head")
    assert (named.energy[0], named.hand("A")) == (2, ["extra_head"])
    paid = CardTable().has("A", energy=9).throws("112233").do(Bought(0, cost=7))
    assert (paid.energy[0], paid.hand("A")) == (2, [])


@pytest.mark.rule("KT-22")
def test_a_card_that_was_typed_costs_what_was_typed() -> None:
    """A typed card costs what was typed, and its buyer holds it under that name."""
    table = (
        CardTable()
        .has("A", energy=9)
        .throws("112233")
        .do(Bought(0, FROM_UNFOLLOWED_SHOP, (PowerCard("", "Ours", 5, True),)))
    )
    assert (table.energy[0], table.monster("A").cards[0].name) == (4, "Ours")


@pytest.mark.rule("KT-22")
def test_who_cannot_pay_anything_is_not_asked() -> None:
    """With one energy nothing is asked, since no card of the base game costs less than two."""
    assert CardTable().has("A", energy=1).throws("112233").s.active == 1
    assert CardTable().has("A", energy=2).throws("112233").s.active == 0


@pytest.mark.rule("KT-22")
def test_what_is_too_dear_is_refused_with_its_price() -> None:
    """A card that is too dear is refused, and the state does not change."""
    table = CardTable().has("A", energy=5).throws("112233")
    before = table.s
    assert table.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (record("extra_head"),))) == "KT-22"
    assert table.s == before


@pytest.mark.rule("KT-25")
def test_one_buys_as_long_as_energy_lasts() -> None:
    """A player may buy as long as energy lasts: two cards and a sweep for 3 + 4 + 2."""
    table = CardTable().has("A", energy=9).throws("112233").buys("corner_store").buys("commuter_train").do(Swept())
    assert (table.points[0], table.energy[0], table.s.active) == (8, 0, 1)


@pytest.mark.rule("KT-26")
def test_a_card_that_stays_is_there_in_the_next_turn_and_one_that_does_not_is_on_the_discards() -> None:
    """A keep card stays with its buyer, a discard card goes to the discards.

    Extra Head and Corner Store.
    """
    table = CardTable().has("A", energy=10).throws("112233").buys("extra_head").buys("corner_store").next_turn()
    assert (table.hand("A"), table.s.discard) == (["extra_head"], ("corner_store",))


# --- followed ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-22")
def test_a_shop_that_is_followed_is_named_before_the_first_turn() -> None:
    """The three cards of a followed shop are named one by one before the first turn."""
    s: Tokyo = apply(GAME, start(GAME, ("A", "B"), (("follow.shop", "on"),)), Began(0))
    for slot, id in enumerate(("tank", "heal", "wings")):
        asked = prompt(s)
        assert asked is not None
        assert asked.rule == "KT-23"
        s = apply(GAME, s, TurnedUp(slot, (record(id),)))
    assert s.shop == ("tank", "heal", "wings")


@pytest.mark.rule("KT-22")
def test_a_face_up_card_is_one_tap_and_only_those_that_can_be_paid_are_offered() -> None:
    """A face-up card is one tap, and only affordable ones are offered.

    Five energy: Heal for three and Tank for four, not Extra Head for seven.
    """
    table = followed(shop=("tank", "extra_head", "heal"), energy=5)
    events = [choice.event for choice in table.asked.choices]
    assert events == [DoneBuying(), Bought(0, 0), Bought(0, 2), Swept()]
    assert not any(choice.template.holes for choice in table.asked.choices)


@pytest.mark.rule("KT-23")
def test_a_bought_card_is_replaced_at_once_and_the_new_one_can_be_bought() -> None:
    """A bought card is replaced at once, and the new one can be bought: Tank, then Heal."""
    table = turned(followed(shop=("tank", "extra_head", "wings"), energy=8).do(Bought(0, 0)), 0, "heal")
    assert table.s.shop == ("heal", "extra_head", "wings")
    assert turned(table.do(Bought(0, 0)), 0, "jets").energy[0] == 1


@pytest.mark.rule("KT-23")
def test_the_table_may_go_on_without_the_name() -> None:
    """The new card may stay unnamed, and is named when it is bought."""
    table = followed(shop=("tank", "extra_head", "wings"), energy=9).do(Bought(0, 0)).do(TurnedUp(0))
    assert table.s.shop == ("", "extra_head", "wings")
    table.buys("corner_store", place=0)
    assert table.do(TurnedUp(0)).points[0] == 5 + 4 + 1


@pytest.mark.rule("KT-24")
def test_two_energy_sweep_all_three() -> None:
    """A sweep for two energy discards all three cards and turns up three.

    Cards left without a name are skipped together.
    """
    table = followed(shop=("tank", "", "wings"), energy=9).do(Swept())
    assert (table.energy[0], table.s.discard) == (7, ("tank", "wings"))
    turned(table, 0, "heal").do(TurnedUp(1))
    assert (table.s.shop, table.asked.rule) == (("heal", "", ""), "KT-22")


@pytest.mark.rule("KT-24")
def test_a_sweep_needs_two() -> None:
    """A sweep is not offered with one energy."""
    assert followed(shop=("tank", "wings", "jets"), energy=1).s.active == 1


@pytest.mark.rule("KT-22")
def test_a_shop_may_be_followed_from_now_on() -> None:
    """The shop may be followed from the middle of a match; its places have no names yet."""
    table = CardTable().has("A", energy=4).do(Ruled("follow.shop", "on")).throws("112233")
    table.buys("tank", place=0).do(TurnedUp(0))
    assert (table.points[0], table.s.discard) == (9, ("tank",))


@pytest.mark.rule("KT-23")
def test_when_every_card_has_been_seen_the_discards_are_the_deck_again() -> None:
    """KT-A14: the discards become the deck when no other card is left.

    63 are discarded and three are in the shop; one of these is bought.
    """
    table = followed(shop=("tank", "extra_head", "wings"), energy=9)
    table.s = replace(table.s, discard=("heal",) * 63)
    assert table.do(Bought(0, 0)).s.discard == ()


@pytest.mark.rule("KT-22")
def test_the_price_is_that_of_the_tables_edition() -> None:
    """The price is that of the edition in play: Gourmet costs four, in the dark edition six."""
    assert followed(shop=("gourmet", "", ""), energy=9).do(Bought(0, 0)).energy[0] == 5
    assert followed(shop=("gourmet", "", ""), energy=9, edition="dark").do(Bought(0, 0)).energy[0] == 3


# --- other buyers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-31")
def test_an_opportunist_buys_what_is_turned_up_before_the_one_at_turn_can() -> None:
    """Opportunist may buy a new card before the active player.

    A buys, Heal is turned up, B takes it; A is asked again with the next card.
    """
    table = followed("", "opportunist", shop=("tank", "jets", "wings"), energy=9).has("B", energy=3)
    turned(table.do(Bought(0, 0)), 0, "heal")
    assert table.asked.seats == (1,)
    table.do(Bought(1, 0))
    assert (table.hearts[1], table.energy[1]) == (10, 0)
    assert turned(table, 0, "skyscraper").asked.seats == (0,)


@pytest.mark.rule("KT-31")
def test_of_two_opportunists_the_nearest_clockwise_from_the_one_at_turn_is_first() -> None:
    """Of two players with Opportunist the nearest clockwise is asked first.

    B before C in A's turn; C is not asked about a card that B has bought.
    """
    table = followed("", "opportunist", "opportunist", shop=("tank", "jets", "wings"), energy=9)
    table.has("B", energy=4).has("C", energy=4)
    turned(table.do(Bought(0, 0)), 0, "heal")
    assert table.asked.seats == (1,)
    assert table.do(DoneBuying()).asked.seats == (2,)
    again = followed("", "opportunist", "opportunist", shop=("tank", "jets", "wings"), energy=9)
    again.has("B", energy=4).has("C", energy=4)
    turned(again.do(Bought(0, 0)), 0, "heal").do(Bought(1, 0))
    assert turned(again, 0, "corner_store").asked.seats == (2,)


@pytest.mark.rule("KT-31")
def test_an_opportunist_without_the_energy_is_not_asked() -> None:
    """Opportunist is not asked without the energy: Heal costs three, B has two."""
    table = followed("", "opportunist", shop=("tank", "jets", "wings"), energy=9).has("B", energy=2)
    assert turned(table.do(Bought(0, 0)), 0, "heal").asked.seats == (0,)


@pytest.mark.rule("KT-31")
def test_an_opportunist_is_asked_where_the_shop_is_not_followed_too() -> None:
    """Opportunist is asked without a followed shop too."""
    table = CardTable("", "opportunist").has("A", energy=6).has("B", energy=3).throws("112233").buys("corner_store")
    assert table.asked.seats == (1,)
    table.buys("heal", name="B")
    assert (table.hearts[1], table.asked.seats) == (10, (0,))


@pytest.mark.rule("KT-26")
def test_made_in_a_lab_buys_the_top_of_the_deck() -> None:
    """Made in a Lab buys the top card of the deck, and the shop stays as it is.

    Without the card such a purchase is refused.
    """
    table = followed("made_in_a_lab", shop=("tank", "jets", "wings"), energy=7).buys("extra_head", place=FROM_DECK_TOP)
    assert (table.hand("A"), table.s.shop) == (["made_in_a_lab", "extra_head"], ("tank", "jets", "wings"))
    assert (
        CardTable().has("A", energy=7).throws("112233").refuses(Bought(0, FROM_DECK_TOP, (record("tank"),))) == "KT-22"
    )


@pytest.mark.rule("KT-26")
def test_a_scavenger_buys_from_the_discards() -> None:
    """Scavenger buys an affordable keep card from the discards."""
    table = CardTable("scavenger").has("A", energy=3)
    table.s = replace(table.s, discard=("jets", "wings", "gourmet", "alien_origin"))
    table.throws("112233").do(Bought(0, FROM_DISCARDS, (PowerCard("alien_origin"),)))
    assert (table.hand("A"), table.s.discard) == (["scavenger", "alien_origin"], ("jets", "wings", "gourmet"))


@pytest.mark.rule("KT-26")
def test_tentacles_buy_a_card_of_another_who_is_paid() -> None:
    """Parasitic Tentacles buy another player's card, who is paid: B's Jets for five."""
    table = CardTable("parasitic_tentacles", "jets").has("A", energy=6).throws("112233")
    table.uses("parasitic_tentacles", n=table.monster("B").cards[0].id)
    assert (table.energy, table.hand("A"), table.hand("B")) == ((1, 5, 0), ["parasitic_tentacles", "jets"], [])


@pytest.mark.rule("KT-30")
def test_who_loses_even_bigger_to_tentacles_keeps_ten() -> None:
    """Losing Even Bigger to Parasitic Tentacles lowers twelve hearts to ten.

    The new owner gains two.
    """
    table = CardTable("parasitic_tentacles", "even_bigger").has("A", energy=4).has("B", hearts=12).throws("112233")
    assert table.uses("parasitic_tentacles", n=table.monster("B").cards[0].id).hearts == (10, 10, 8)


@pytest.mark.rule("KT-23", "KT-28")
def test_a_card_that_kills_its_buyer_is_replaced_in_the_shop() -> None:
    """KT L96: "Reemplaza inmediatamente las cartas compradas", also where the buyer is eliminated.

    A dies of Tank; the next card is named by the next monster in turn, whose turn it then is.
    """
    table = followed("", "", "", shop=("tank", "jets", "wings"), energy=4).has("A", hearts=3)
    table.do(Bought(0, 0))
    assert (table.monster("A").out, table.s.shop, table.asked.rule, table.who) == (
        True,
        ("", "jets", "wings"),
        "KT-23",
        "B",
    )
    turned(table, 0, "extra_head")
    assert (table.s.shop, table.active) == (("extra_head", "jets", "wings"), "B")


@pytest.mark.rule("KT-23", "KT-31")
def test_an_opportunist_may_buy_what_replaces_the_card_that_killed_its_buyer() -> None:
    """KT L126: the opportunist has the first chance to buy what was just turned up."""
    table = followed("", "opportunist", "", shop=("tank", "jets", "wings"), energy=4).has("A", hearts=3)
    turned(table.has("B", energy=5).do(Bought(0, 0)), 0, "jets")
    assert (table.asked.rule, table.who) == ("KT-31", "B")
    assert table.do(DoneBuying()).active == "B"
