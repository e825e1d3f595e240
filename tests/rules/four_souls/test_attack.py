"""FS-67 … FS-75, FS-80, FS-81: attacks."""

import pytest

from rules.four_souls.model.events import Attacked
from tests.support.games.four_souls import Effect, table

rule = pytest.mark.rule


@rule("FS-47", "FS-67")
def test_one_attack_a_turn() -> None:
    """A second attack in the same turn is neither offered nor accepted."""
    t = table().attacks("fly").rolls(6).nobody().nobody().turns_up("gurdy")
    assert not t.offers(Attacked)
    assert t.refuses(Attacked(t.monster("clotty").id)) == "FS-67"
    t.ends_turn()
    assert t.offers(Attacked)


@rule("FS-67")
def test_a_monster_that_no_die_can_meet_is_not_offered() -> None:
    """An attack on Stoney is refused."""
    t = table(monsters=("stoney", "fly"))
    assert t.refuses(Attacked(t.monster("stoney").id)).startswith("FS-")
    assert t.offers(Attacked)


@rule("FS-70", "FS-67")
def test_a_monster_that_cannot_be_attacked_is_not_fought_when_the_deck_turns_it_up() -> None:
    """FS L189, L190: Stoney goes into the chosen slot; turning it up was the attack, and no fight begins."""
    t = table().attacks_deck().turns_up("stoney").places(0)
    assert (t.there("stoney"), t.s.combat, t.step, t.offers(Attacked)) == (True, 0, "priority", False)
    assert "Stoney cannot be attacked: that was the attack" in t.told
    assert t.refuses(Attacked(t.monster("clotty").id)) == "FS-67"


@rule("FS-14", "FS-67")
@pytest.mark.parametrize(("deck", "goes_off"), [(False, True), (True, False)])
def test_an_attack_on_the_deck_is_no_attack_on_a_monster(deck: bool, goes_off: bool) -> None:
    """FS L185: one attacks a monster or the deck; what watches for attacks on monsters sleeps for the deck."""
    t = table(stop__attack="on", stop__trigger="on").names("Beto", "Vela", when="attack", whose="any")
    t.attacks_deck() if deck else t.attacks("clotty")
    assert ("triggered" in t.stack) is goes_off
    if deck:
        t.nobody().turns_up("gurdy").places(0)
        assert "triggered" not in t.stack


@rule("FS-68")
def test_an_attack_repeats_until_somebody_dies() -> None:
    """A fight asks for another roll until somebody dies."""
    t = table().attacks("clotty").rolls(4).nobody()
    assert (t.step, t.monster("clotty").life) == ("roll_die", 1)
    t.rolls(4).nobody()
    assert t.stack == ["monster_death"]


@rule("FS-69")
def test_the_fight_begins_when_the_declaration_resolves() -> None:
    """The fight begins when the declaration of the attack resolves."""
    t = table().settles_on("stop.attack", "on").attacks("fly")
    assert (t.stack, t.s.combat) == (["attack"], 0)
    t.nobody()
    assert t.s.combat == t.monster("fly").id


@rule("FS-71")
def test_below_the_evasion_the_monster_hits() -> None:
    """A roll below the evasion damages the player."""
    t = table().attacks("clotty").rolls(2).nobody()
    assert (t.player("Ana").life, t.monster("clotty").life) == (1, 2)
    assert "FS-71" in t.ruled


@rule("FS-72")
@pytest.mark.parametrize("face", [3, 6])
def test_from_the_evasion_up_the_player_hits(face: int) -> None:
    """A roll equal to the evasion or above it deals the player's attack."""
    t = table().by_hand("Ana", "attack", 1).attacks("clotty").rolls(face).nobody()
    assert t.monster("clotty").life == 0
    assert "FS-72" in t.ruled


@rule("FS-73")
def test_after_the_damage_its_triggers_may_come_before_the_next_roll() -> None:
    """With every window asked, there is one over the empty stack between two rolls (FS-A25)."""
    t = table(every=True).attacks("clotty").nobody().nobody().rolls(4).nobody().nobody()
    assert (t.step, t.stack) == ("priority", [])
    t.triggers("Ana", t.to("Ana", "cents", 1)).nobody().nobody()
    assert t.step == "roll_die"


@rule("FS-74")
def test_the_active_player_gains_the_rewards() -> None:
    """The active player gains the rewards, and the monster's card is discarded."""
    t = table().attacks("fly").rolls(6).nobody().nobody()
    assert t.player("Ana").cents == 4
    assert [r for r in t.ruled if r in ("FS-74", "FS-94")] == ["FS-74", "FS-94"]


@rule("FS-75")
def test_a_monster_killed_by_another_player_still_pays_the_active_one() -> None:
    """The active player gains the rewards of a monster that another player killed."""
    t = table()
    t.plays("Beto", t.to("clotty", "damage", 2), kind="activated").nobody().nobody()
    assert (t.player("Ana").cents, t.player("Beto").cents) == (7, 3)
    assert t.offers(Attacked) is False
    t.turns_up("gurdy")
    assert t.offers(Attacked)


@rule("FS-80")
def test_an_attack_whose_monster_left_is_not_used_up() -> None:
    """An attack whose monster died before the declaration resolved is not used up."""
    t = table().settles_on("stop.attack", "on").attacks("fly")
    t.plays("Beto", t.to("fly", "kill"), kind="activated").nobody()
    while t.step != "reveal":
        t.nobody()
    t.turns_up("gurdy")
    assert t.stack == ["attack"]
    t.nobody()
    assert "FS-80" in t.ruled
    assert t.offers(Attacked)


@rule("FS-80", "FS-100")
def test_a_cancelled_attack_is_not_used_up() -> None:
    """A cancelled attack is not used up."""
    t = table().settles_on("stop.attack", "on").attacks("fly")
    t.plays("Beto", t.on_top("cancel"), kind="activated").nobody()
    assert t.offers(Attacked)


@rule("FS-81")
def test_rolls_and_damage_leave_with_the_fight() -> None:
    """The waiting attack roll leaves the stack when the monster's death resolves."""
    t = table().attacks("clotty").rolls(1)
    t.plays("Ana", t.to("clotty", "kill")).nobody()
    assert t.stack == ["monster_death", "roll"]
    t.nobody()
    assert "roll" not in t.stack
    assert (t.player("Ana").life, t.s.combat) == (2, 0)


@rule("FS-81")
def test_no_roll_is_due_after_the_turn_was_ended() -> None:
    """Ending the turn ends the fight, and no roll is due."""
    t = table().attacks("clotty").rolls(4)
    t.plays("Beto", Effect("end_turn"), kind="activated").nobody()
    assert t.s.active == t.seat("Beto")
    assert t.step == "priority"
