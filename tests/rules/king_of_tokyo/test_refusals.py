"""Each refusal of King of Tokyo names the rule that is its reason."""

from __future__ import annotations

import pytest

from rules.engine import Event, Rolled
from rules.king_of_tokyo.model.events import (
    Began,
    Bought,
    Claimed,
    Copied,
    CurseTurned,
    Divided,
    Dressed,
    Kept,
    Resolved,
    Stopped,
    Swept,
    TookTile,
    TurnedUp,
    Used,
    UsedAside,
    Yielded,
)
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, three
from tests.support.games.king_of_tokyo_cards import CardTable, record


def head(seat: int) -> Bought:
    return Bought(seat, FROM_UNFOLLOWED_SHOP, (record("extra_head"),))


@pytest.mark.rule("KT-52")
def test_a_beast_that_buys_is_told_so() -> None:
    """KT L200: "No puedes comprar cartas de poder cuando estés en forma bestia"."""
    t = three(variant__transformation="on").has("Ana", energy=9, beast=True).throws(NOTHING)
    assert t.refusal(head(0)) == ("KT-52", "A beast cannot buy power cards.")
    assert t.refusal(Bought(0, cost=3))[0] == "KT-52"


@pytest.mark.rule("KT-45")
def test_a_curse_that_closes_the_shop_is_named() -> None:
    """KT L181: the curse affects everybody: under Forbidden Library only whoever has the scarab buys."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__curses="on", variant__transformation="on")
    t.turns_up("forbidden_library").has("Ana", energy=9).throws(NOTHING).fate("river")
    assert t.refusal(head(0)) == ("KT-45", "Forbidden Library: Ana cannot buy power cards.")


@pytest.mark.rule("KT-26")
def test_a_card_that_keeps_its_owner_from_buying_is_named() -> None:
    """KT L105: a keep card acts while it lies there: Hibernation closes the shop to its owner."""
    t = CardTable("hibernation", variant__transformation="on").has("A", energy=9).throws("112233")
    assert t.step == "buy"
    assert t.refusal(head(0)) == ("KT-26", "Hibernation: A cannot buy power cards.")


@pytest.mark.rule("KT-14")
def test_who_is_eliminated_does_nothing_more() -> None:
    """KT L66: a monster that lost its last heart is eliminated: whatever it would do is refused for that."""
    t = CardTable(city=-1).has("B", hearts=1).loses(B=1)
    for event in (head(1), Used(1, "card.wings"), UsedAside(1, "variant.cultists"), Dressed(1, "ghost")):
        assert t.refusal(event) == ("KT-14", "B is eliminated.")


@pytest.mark.rule("KT-22")
def test_a_purchase_is_refused_for_its_own_reason() -> None:
    """KT L96: one buys in the buying step, what lies there, with the energy that it costs."""
    t = CardTable().has("A", energy=5).has("B", energy=9)
    assert t.refusal(head(0)) == ("KT-22", "A card is bought in its step of the turn, by whoever has the energy.")
    t.throws("112233")
    assert t.refusal(head(0)) == ("KT-22", "Extra Head costs more energy than there is.")
    assert t.refusal(head(1)) == ("KT-22", "It is A who buys now.")
    followed = CardTable(follow__shop="on").has("A", energy=9).sets("shop.0.card", "tank").throws("112233")
    assert followed.refusal(Bought(0, 0, (record("extra_head"),))) == ("KT-22", "That card is not for sale there.")
    assert followed.refusal(Bought(0, 9)) == ("KT-22", "That card is not for sale there.")


@pytest.mark.rule("KT-24")
def test_a_sweep_is_refused_for_its_own_reason() -> None:
    """KT L98: sweeping costs 2 energy, while cards are bought."""
    assert CardTable().refusal(Swept()) == ("KT-24", "The shop is swept while cards are bought.")
    t = CardTable().has("A", energy=2).throws("112233").has("A", energy=1)
    assert t.refusal(Swept()) == ("KT-24", "Sweeping the shop costs 2 energy.")


@pytest.mark.rule("KT-51", "KT-52")
def test_a_change_of_form_is_refused_for_its_own_reason() -> None:
    """KT L197, L199: the form changes once a turn, before buying, for 1 energy; a beast throws one die again."""
    change, again = Used(0, "variant.transformation"), Used(0, "variant.transformation", die=0)
    t = three(variant__transformation="on").has("Ana", energy=9)
    assert t.refusal(change) == ("KT-51", "The form changes before buying, for 1 energy.")
    assert t.refusal(again) == ("KT-52", "Only a beast rerolls a die.")
    t.has("Ana", beast=True).throws(NOTHING).do(change)
    assert t.refusal(change) == ("KT-51", "The form changes once a turn, and before buying.")


@pytest.mark.rule("KT-13", "KT-17")
def test_a_yield_is_refused_for_its_own_reason() -> None:
    """KT L72: "Un Monstruo sólo puede ceder Tokio cuando pierda corazones por dados smash"."""
    assert three().refusal(Yielded(True))[0] == "KT-13"
    t = three().loses(by="Ana", Cira=1)
    assert t.refusal(Yielded(True)) == ("KT-17", "Hearts lost to a card do not allow yielding.")


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Kept(0), "KT-04"),
        (Stopped(), "KT-04"),
        (TookTile("barbs"), "KT-54"),
        (CurseTurned("pharaonic_ego"), "KT-47"),
        (Dressed(0, "ghost"), "KT-37"),
        (Claimed(True), "KT-42"),
        (Divided(1, 0), "KT-34"),
        (Copied(1), "KT-33"),
        (TurnedUp(0), "KT-23"),
        (Began(0), "KT-16"),
        (Resolved("smash"), "KT-A3"),
        (UsedAside(0, "variant.cultists"), "KT-41"),
        (Used(0, "variant.costumes"), "KT-38"),
        (Used(0, "card.wings"), "KT-26"),
        (Used(0, "tile.barbs"), "KT-54"),
        (Used(0, "curse.pharaonic_ego"), "KT-47"),
        (Bought(7, cost=1), "KT-22"),
    ],
)
def test_what_is_not_asked_is_refused_by_its_rule(event: Event, rule: str) -> None:
    """X-05: before the first throw each of these is refused by the rule that it belongs to."""
    assert three().refusal(event)[0] == rule


@pytest.mark.rule("KT-01")
def test_after_the_end_the_rule_that_ended_it_is_the_reason() -> None:
    """KT L20: twenty points end the game: nothing is answered after that."""
    t = three().has("Ana", points=20).turn(NOTHING)
    assert t.outcome is not None
    assert t.refusal(Rolled((1,) * 6)) == (t.outcome.rule, "The game has ended.")
