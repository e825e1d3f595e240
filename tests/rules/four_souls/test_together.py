"""FS-36, FS-37: the order of what triggers together is asked where it matters, with conditions and counters."""

import pytest

from rules.four_souls.model.events import Ordered
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule


def first(t: FourSoulsTable, card: str) -> FourSoulsTable:
    """Answer which of two things resolves first."""
    orders = [choice.event for choice in t.asked.choices if isinstance(choice.event, Ordered)]
    return t.do(next(event for event in orders if t.copy().do_alone(event).top.name == card))


@rule("FS-36")
@pytest.mark.parametrize(("card", "cents"), [("edens-blessing", 7), ("trick-penny", 1)])
def test_edens_blessing_and_trick_penny_are_ordered_without_cents(card: str, cents: int) -> None:
    """L126: with 0¢ the Blessing first gives 6 and 1, the Penny first 1 alone: its owner says which."""
    t = table().names("Ana", "Eden's Blessing").names("Ana", "Trick Penny").by_hand("Ana", "cents", -3).ends_turn()
    assert (t.step, t.asked.seats) == ("order_together", (0,))
    first(t, card)
    t.next_turn()
    assert t.player("Ana").cents == cents


@rule("FS-36")
def test_edens_blessing_and_trick_penny_are_not_ordered_with_cents() -> None:
    """With 3¢ the Blessing gives nothing in either order."""
    t = table().names("Ana", "Eden's Blessing").names("Ana", "Trick Penny").ends_turn()
    assert (t.s.active, t.player("Ana").cents) == (1, 4)


@rule("FS-36")
def test_what_a_hit_gives_in_any_order_is_not_ordered() -> None:
    """The Poop, Fanny Pack, Swallowed Penny and Cambion Conception: counters, loot and ¢ are the same in any order."""
    t = table()
    loot = t.player("Ana").loot
    for card in ("The Poop", "Fanny Pack", "Swallowed Penny", "Cambion Conception"):
        t.names("Ana", card)
    t.attacks("clotty").rolls(1).nobody()
    assert t.step != "order_together"
    player = t.player("Ana")
    assert (player.life, player.cents, player.loot) == (1, 4, loot + 1)
    assert (t.item("Ana", "the-poop").counters, t.item("Ana", "cambion-conception").counters) == (1, 1)


@rule("FS-36", "FS-84")
@pytest.mark.parametrize(("loot", "step"), [(0, "order_together"), (2, "priority")])
def test_a_death_and_what_it_gives_are_ordered_where_the_penalty_can_be_paid_with_it(loot: int, step: str) -> None:
    """Fanny Pack gives a loot card for the lethal blow: without any, it is lost to the penalty, or comes after it."""
    t = table().names("Ana", "Fanny Pack").by_hand("Ana", "life", -1)
    t.by_hand("Ana", "loot", loot - t.player("Ana").loot)
    t.attacks("clotty").rolls(1).nobody()
    assert t.step == step
