"""Disputes between cards in more than one order, reasoned from the rule text (L: its lines).

The others are known questions with a situation each (``test_card_questions.py``).
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
