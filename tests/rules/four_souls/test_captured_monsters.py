"""FS-77, FS-94, FS-95: a monster that lies under an item, from the facts of Friendly Ball."""

import pytest

from rules.four_souls.model.events import Aimed, Attacked, Played
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.games.table import english

rule = pytest.mark.rule


def uses(t: FourSoulsTable) -> list[Played]:
    """What is offered of the ball, without saying it by hand."""
    id = t.item("Ana", "friendly-ball").id
    return [c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id and c.event.effects]


def with_ball(**rulings: str) -> FourSoulsTable:
    return table(cards__r="on", **rulings).names("Ana", "friendly-ball")


def captured(**rulings: str) -> FourSoulsTable:
    """Ana has captured Fly, and Pooter has come into its slot."""
    t = with_ball(**rulings)
    (use,) = uses(t)
    t.do(use).do(Aimed(Target("monster", t.monster("fly").id))).all_pass()
    return t.turns_up("pooter")


def recharged(t: FourSoulsTable) -> FourSoulsTable:
    """Ana's next turn, with the ball upright."""
    for _ in range(2):
        t.next_turn()
    return t.all_pass()


@rule("FS-94", "FS-95")
def test_a_monster_that_is_not_attacked_goes_under_the_ball() -> None:
    """Fly leaves without a reward, hands are told so, and its slot is refilled; nothing else is offered now."""
    t = with_ball()
    (use,) = uses(t)
    assert [effect.kind for effect in use.effects] == ["capture"]
    cents = t.player("Ana").cents
    t.do(use)
    assert {c.event.target for c in t.asked.choices} == {Target("monster", m.id) for m in t.s.monsters}
    t.do(Aimed(Target("monster", t.monster("fly").id)))
    while t.step == "priority":
        t.nobody()
    ball = t.item("Ana", "friendly-ball")
    assert (ball.under.id, t.there("fly"), t.player("Ana").cents, t.step) == ("fly", False, cents, "reveal")
    assert "put Fly under Friendly Ball" in [english(one.task) for one in t.notes if one.task]
    t.turns_up("pooter")
    (shown,) = [item for item in t.game.view(t.s).players[0].items if item.id == ball.id]
    assert shown.does
    assert english(shown.does).endswith("under it: Fly")


@rule("FS-77", "FS-95")
def test_the_captured_monster_comes_into_a_slot_and_must_be_attacked() -> None:
    """With a monster under it the ball puts that into a slot of the player's choice, and the attack on it is due."""
    t = recharged(captured())
    (use,) = uses(t)
    assert [effect.kind for effect in use.effects] == ["release", "must_attack"]
    t.do(use)
    assert {c.event.target for c in t.asked.choices} == {Target("slot", 0), Target("slot", 1)}
    t.do(Aimed(Target("slot", 1))).all_pass()
    fly = t.monster("fly")
    assert (t.item("Ana", "friendly-ball").under, t.s.slots[1], t.there("clotty")) == (None, fly, False)
    attacks = [c.template.holes[0].options for c in t.asked.choices if isinstance(c.event, Attacked)]
    assert [[option.value for option in options] for options in attacks] == [[fly.id]]
    assert t.offered == []


@rule("FS-81")
def test_a_monster_under_attack_is_not_captured() -> None:
    """During the fight with Fly only Clotty can be captured, without a question."""
    t = with_ball().attacks("fly").rolls(1)
    (use,) = uses(t)
    t.do(use)
    assert t.top.effects[0].target == Target("monster", t.monster("clotty").id)


@rule("FS-94")
def test_the_captured_monster_is_discarded_with_the_ball_and_goes_along_with_a_thief() -> None:
    """Stolen, the ball keeps what lies under it; destroyed, hands are told to discard the monster."""
    t = captured()
    t.triggers("Beto", Effect("steal", Target("owned", t.item("Ana", "friendly-ball").id))).all_pass()
    ball = t.item("Beto", "friendly-ball")
    assert ball.under.id == "fly"
    t.triggers("Ana", Effect("destroy", Target("owned", ball.id))).nobody()
    assert "put Fly on the monster discard" in [english(one.task) for one in t.notes if one.task]
    assert not t.has("Beto", "friendly-ball")
