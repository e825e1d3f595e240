"""Disputes between cards, each as a situation; its docstring reasons the answer from the rule text (L: its lines).

``four_souls.txt``: L110 to L127 priority and simultaneous effects, L163 to L171 dice, L213 to L232 deaths, L271 to L279
cancelling.
"""

from __future__ import annotations

import pytest

from rules.four_souls.model.events import Bought, Prevented
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import set_player
from rules.four_souls.stack.effect_actions import apply_effects
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, play_out, table

rule = pytest.mark.rule


def seated(*items: str, who: str = "Ana", life: int = 2, **options: object) -> FourSoulsTable:
    """Three players in Ana's turn; one of them has those items and so much life."""
    t = table("Ana", "Beto", "Cira", **options)  # type: ignore[arg-type]
    for item in items:
        t.names(who, item)
    t.s = set_player(t.s, t.seat(who), life=life, full=life)
    return t


def happens(t: FourSoulsTable, who: str, kind: str, by: int) -> FourSoulsTable:
    """An effect of a card has happened."""
    t.s = apply_effects(t.s, Item(0, "loot", 0, effects=(t.to(who, kind, by),)))
    return t


def hurts(t: FourSoulsTable, who: str, by: int) -> FourSoulsTable:
    return t.triggers("Cira", t.to(who, "damage", by)).nobody()


# --- deaths ----------------------------------------------------------------------------------------------------------


@rule("FS-90", "FS-36", "FS-53")
@pytest.mark.parametrize(("saved", "cents"), [("Beto", (3, 2)), ("Ana", (2, 3))])
def test_one_prevention_against_two_deaths_at_once_saves_the_one_it_names(saved: str, cents: tuple[int, int]) -> None:
    """Holy Card lies on Beto, or on Ana in her turn, as Ana and Beto would both die of one effect.

    Each death is its own thing on the stack, in turn order from the active player (L124, L125), and the prevention
    means that player alone (L273: a target is declared). It is no turn of Beto's, so that with the card on him nothing
    is cancelled: Ana dies all the same. On Ana it cancels everything and ends her turn; but a death is there because a
    life is at 0 (L213), and Beto's still is, so that his stays.
    """
    t = happens(seated(), saved, "next_death", 0)
    t.triggers("Cira", t.to("Ana", "damage", 2), t.to("Beto", "damage", 2)).nobody()
    play_out(t)
    assert (t.player("Beto").cents, t.player("Ana").cents) == cents


@rule("FS-90", "FS-103")
def test_two_cards_that_prevent_the_same_death_prevent_it_once() -> None:
    """Guppy's Collar and Broken Ankh of one player: both trigger, their owner orders them (L125).

    As soon as one prevents the death it is off the stack (L232); what the other one would prevent is gone, so its
    effect does nothing (L273), and the player has the life from before once.
    """
    t = hurts(seated("guppys-collar", "broken-ankh", who="Beto"), "Beto", 2)
    if t.step == "order_together":
        t.do(t.asked.choices[0].event)
    assert t.step == "roll_die"
    for _ in range(40):
        if t.step == "roll_die":
            t.rolls(6 if "Ankh" in str(t.asks) or "Anj" in str(t.asks) else 3)
        elif t.step == "tell":
            t.do(next(c.event for c in t.asked.choices if not c.template.holes))
        elif t.stack:
            t.nobody()
        else:
            break
    assert (t.player("Beto").life, t.player("Beto").cents, t.player("Beto").doom) == (2, 3, "none")


# --- damage ----------------------------------------------------------------------------------------------------------


@rule("FS-61", "FS-90")
def test_a_prevention_before_a_lethal_roll_leaves_no_death() -> None:
    """Ana has 1 life, and 2 of the next damage to her are prevented (Guppy's Paw); her attack roll misses Fly.

    The 1 damage is prevented before life is lost, so that no life reaches 0 and no death comes (L213). What is left of
    the 2 lapses: the card means one instance of damage.
    """
    t = happens(seated(life=1), "Ana", "shield_once", 2)
    t.attacks("fly").rolls(1).nobody().all_pass()
    assert (t.player("Ana").life, t.player("Ana").doom, t.s.combat != 0) == (1, "none", True)
    t.rolls(1).nobody().all_pass()
    assert t.player("Ana").cents == 2  # this one was lethal: the penalty is paid


@rule("FS-37")
def test_a_shield_and_more_damage_are_ordered_by_the_hurt_player() -> None:
    """Daddy Haunt adds 1 to damage, a shield prevents the next 1; 1 damage comes.

    Both would act at the same moment, which no rule orders: whose damage it is says (L125). With the shield first there
    is no damage left to add to, and nothing is lost; with Daddy Haunt first, 1 of 2 gets through.
    """
    for first, lost in (("shield", 0), ("item", 1)):
        t = happens(seated("daddy-haunt", who="Beto", life=6), "Beto", "shield", 1)
        hurts(t, "Beto", 1)
        assert (t.step, t.asked.seats) == ("order_preventions", (1,))
        source = t.item("Beto", "daddy-haunt").id if first == "item" else 0
        t.do(Prevented(first, source))  # type: ignore[arg-type]
        assert t.player("Beto").life == 6 - lost


@rule("FS-101")
def test_an_item_that_is_destroyed_after_its_roll_began_still_prevents() -> None:
    """Guppy's Hairball has begun its roll, and is destroyed in response; the die shows a 6.

    Destroying an item cancels no effect of it (L271): the roll on the stack counts, and prevents 1 of the damage.
    """
    t = hurts(seated("guppys-hairball", who="Beto", life=6), "Beto", 2)
    t.rolls(6)
    t.triggers("Ana", Effect("destroy", Target("owned", t.item("Beto", "guppys-hairball").id)))
    play_out(t)
    assert (t.has("Beto", "guppys-hairball"), t.player("Beto").life) == (False, 5)


@rule("FS-57", "FS-71")
def test_the_number_that_spares_is_the_one_that_counts() -> None:
    """Infamy spares combat damage of rolls of 1; Ana rolls a 2 against Gurdy, and the roll is lowered to 1.

    A roll resolves with what changed it (L168): it counts as 1, so its combat damage is none.
    """
    t = seated("infamy", monsters=("gurdy", "fly"), life=6).attacks("gurdy").rolls(2)
    t.plays("Beto", t.on_top("modify", -1), kind="activated").nobody().nobody().all_pass()
    assert t.player("Ana").life == 6


@rule("FS-37", "FS-59")
def test_a_cap_on_a_monster_comes_before_or_after_its_own_roll() -> None:
    """Mom's Bra on The Duke of Flies, who would take 3 damage: the cap and the roll of his card.

    Nothing orders them, so the active player does (L127). The roll prevents all of it or nothing; in both orders 1
    damage gets through when it fails, and the cap is spent on this instance.
    """
    for first in ("turn", "roll"):
        t = happens(seated(monsters=("the-duke-of-flies", "fly")), "the-duke-of-flies", "cap_damage", 1)
        hurts(t, "the-duke-of-flies", 3)
        assert (t.step, t.asked.seats) == ("order_preventions", (0,))
        t.do(Prevented(first))  # type: ignore[arg-type]
        play_out(t, 5)
        assert (t.monster("the-duke-of-flies").life, t.s.boosts) == (3, ())


# --- gains -----------------------------------------------------------------------------------------------------------


@rule("FS-74", "FS-115")
def test_a_reward_that_is_raised_may_win_a_bonus_soul() -> None:
    """Ana has 23¢ and Counterfeit Penny as Fly dies, whose reward is 1¢.

    A reward is gained (L196), so 1¢ more comes with it; with 25¢ the Soul of Greed is hers (L321).
    """
    t = seated("counterfeit-penny", bonus_souls="on").by_hand("Ana", "cents", 20)
    t.attacks("fly").rolls(6)
    for _ in range(20):
        if t.s.combat or t.stack:
            t.nobody() if t.step == "priority" else t.usual()
    assert (t.player("Ana").cents, t.player("Ana").soul_count) == (25, 1)


@rule("FS-64")
def test_a_stolen_treasure_is_no_gain() -> None:
    """Damocles brings 1 treasure more of each gain; Ana steals Beto's item.

    Stealing takes what somebody else has and brings nothing from the deck (the cards say steal, not gain): nothing
    comes with it. A purchase is a gain (L151: "obtiene el objeto").
    """
    t = seated("damocles").names("Beto", "dinner")
    t.triggers("Ana", Effect("steal", Target("owned", t.item("Beto", "dinner").id))).nobody()
    assert t.player("Ana").treasures == 2
    t.by_hand("Ana", "cents", 7).do(next(c.event for c in t.asked.choices if isinstance(c.event, Bought))).nobody()
    assert t.player("Ana").treasures == 4
