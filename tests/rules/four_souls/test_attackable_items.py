"""FS-14, FS-67, FS-92: an item that can be attacked, from the facts of Punching Bag."""

import pytest

from rules.four_souls.model.events import Aimed, Attacked
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def with_bag(owner: str = "Beto") -> FourSoulsTable:
    return table(cards__r="on").names(owner, "punching-bag")


def attackable(t: FourSoulsTable) -> set[int]:
    """The ids of what can be attacked now, the deck aside."""
    holes = [hole for c in t.asked.choices if isinstance(c.event, Attacked) for hole in c.template.holes]
    return {option.value for hole in holes for option in hole.options}


def attack(t: FourSoulsTable, owner: str = "Beto") -> FourSoulsTable:
    return t.do(Attacked(t.item(owner, "punching-bag").id))


@rule("FS-14", "FS-67")
def test_the_bag_gives_two_life_and_can_be_attacked_by_whoever_has_the_turn() -> None:
    """Beto has 4 life; Ana may attack Fly, Clotty, the deck or the bag, which has 2 life, evasion 5 and attack 1."""
    t = with_bag()
    bag = t.s.find_monster(t.item("Beto", "punching-bag").id)
    assert (t.player("Beto").full, t.player("Beto").life) == (4, 4)
    assert (bag.life, t.s.evasion_of(bag), bag.attack) == (2, 5, 1)
    assert attackable(t) == {t.monster("fly").id, t.monster("clotty").id, bag.id}


@rule("FS-71", "FS-72")
@pytest.mark.parametrize(("face", "life", "left"), [(4, 1, 2), (5, 2, 1)])
def test_a_roll_against_the_bag_hits_with_five_or_more(face: int, life: int, left: int) -> None:
    """A 4 misses and costs Ana 1 life, a 5 takes 1 of the bag's life."""
    t = attack(with_bag()).rolls(face)
    t.nobody()
    bag = t.s.find_monster(t.item("Beto", "punching-bag").id)
    assert (t.player("Ana").life, bag.life, t.s.combat) == (life, left, bag.id)


def defeated() -> FourSoulsTable:
    t = attack(with_bag())
    while t.step == "roll_die":
        t.rolls(6).all_pass()
    return t


@rule("FS-92", "FS-74")
def test_whoever_defeats_the_bag_gains_its_reward_and_its_owner_says_what_becomes_of_it() -> None:
    """Two hits: Ana gains 5¢, no slot is refilled, and Beto says that the card stays: it heals with the turn."""
    t = defeated()
    assert (t.step, t.asked.seats) == ("decide_defeated", (1,))
    t.do(Aimed(Target())).all_pass()
    bag = t.item("Beto", "punching-bag")
    assert (t.player("Ana").cents, t.s.combat, bag.id in attackable(t)) == (8, 0, False)
    assert (t.there("fly"), t.there("clotty"), t.player("Beto").full) == (True, True, 4)
    t.next_turn().all_pass()
    assert (t.s.find_monster(bag.id).life, bag.id in attackable(t)) == (2, True)


@rule("FS-92", "FS-14")
def test_a_bag_that_is_destroyed_by_its_death_takes_its_life_along() -> None:
    """Beto says that it is destroyed: it leaves, and with it his 2 life; Ana's reward comes all the same."""
    t = defeated()
    t.do(Aimed(Target("owned", t.item("Beto", "punching-bag").id))).all_pass()
    assert (t.has("Beto", "punching-bag"), t.player("Beto").full, t.player("Ana").cents) == (False, 2, 8)
    assert t.s.beside == ()


@rule("FS-81")
def test_the_fight_ends_as_the_bag_leaves() -> None:
    """The bag is destroyed under the attack roll: the roll counts for nothing, and Ana may go on with her turn."""
    t = attack(with_bag()).rolls(6)
    t.triggers("Ana", Effect("destroy", Target("owned", t.item("Beto", "punching-bag").id))).all_pass()
    assert (t.s.combat, t.s.beside, t.player("Ana").life, t.step) == (0, (), 2, "priority")


@rule("FS-26")
def test_a_card_that_hits_a_monster_does_not_mean_the_bag() -> None:
    """It can be attacked, and is no monster: a bomb is offered players and the two monsters."""
    t = with_bag().plays("Ana", card="bomb")
    assert {c.event.target.id for c in t.asked.choices if c.event.target.kind == "monster"} == {
        t.monster("fly").id,
        t.monster("clotty").id,
    }
