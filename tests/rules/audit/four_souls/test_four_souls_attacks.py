"""Four Souls, audit of attacks (FS-67 … FS-81): each test from one sentence of the rules text."""

import pytest

from rules.engine import Rolled
from rules.four_souls.model.events import Attacked, Bought, Passed, Placed, Revealed
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table


def fighting(monster: str = "clotty", *others: str, **rulings: str) -> FourSoulsTable:
    """A table on which Ana fights a monster and is about to roll."""
    t = table(every=True, monsters=(monster, *(others or ("fly",))), **rulings)
    return t.attacks(monster).nobody().nobody()


@pytest.mark.rule("FS-47", "FS-67")
def test_one_attack_a_turn_on_an_active_monster_or_the_deck_with_an_empty_stack() -> None:
    """FS-47, FS-67, L149, L185: once a turn in the action phase, never in response; a monster or the top card."""
    t = table("Ana", "Beto", every=True)
    clotty = t.monster("clotty").id
    assert t.copy().attacks("fly").stack == ["attack"]
    assert t.copy().attacks_deck().stack == ["attack"]
    t.refuses(Attacked(99))
    assert t.copy().plays("Ana").refuses(Attacked(clotty)) == "FS-35"
    ended = t.copy().ends_turn()
    assert (ended.offers(Attacked), ended.refuses(Attacked(clotty))) == (False, "FS-47")
    t.attacks("fly")
    assert t.refuses(Attacked(clotty)) == "FS-35", "the declaration is on the stack"
    t.nobody()
    assert t.refuses(Attacked(clotty)) == "FS-68", "in a fight"
    t.nobody().rolls(6).all_pass().turns_up("dip")
    assert (t.stack, t.s.phase) == ([], "action")
    assert t.refuses(Attacked(clotty)) == "FS-67", "once a turn"
    assert t.refuses(Attacked(-1)) == "FS-67"


@pytest.mark.rule("FS-14", "FS-67")
@pytest.mark.parametrize(("deck", "goes_off"), [(False, True), (True, False)])
def test_an_attack_on_the_deck_is_no_attack_on_a_monster(deck: bool, goes_off: bool) -> None:
    """FS-67, L185: a monster or the deck; what watches for attacks on monsters sleeps for the deck."""
    t = table(stop__attack="on", stop__trigger="on").names("Beto", "Candle", when="attack", whose="any")
    t.attacks_deck() if deck else t.attacks("clotty")
    assert ("triggered" in t.stack) is goes_off
    if deck:
        t.nobody().turns_up("gurdy").places(0)
        assert "triggered" not in t.stack


@pytest.mark.rule("FS-68")
def test_an_attack_rolls_again_and_again_until_one_side_dies() -> None:
    """FS-68, L185: the attacking player goes on rolling until the monster or the player dies."""
    t = fighting("clotty")
    t.rolls(3).nobody().nobody()
    assert (t.monster("clotty").life, t.s.combat) == (1, t.monster("clotty").id)
    t.nobody().rolls(1).nobody().nobody()
    assert (t.player("Ana").life, t.s.combat != 0) == (1, True)
    t.refuses(Passed((0,), 0, more=True))
    killed = t.copy().nobody().rolls(3).all_pass()
    assert (killed.s.combat, killed.offers(Rolled)) == (0, False)
    died = t.nobody().rolls(1).all_pass()
    assert (died.s.combat, died.player("Ana").life) == (0, 0)


@pytest.mark.rule("FS-69")
def test_an_attack_is_declared_on_the_stack_and_ends_when_one_side_dies() -> None:
    """FS-69, L187: the declaration goes on the stack; the attack begins as it resolves and ends with a death."""
    t = table(every=True).attacks("clotty")
    assert (t.stack, t.s.combat, t.holder) == (["attack"], 0, "Ana")
    t.copy().plays("Beto", card="answer")
    t.nobody()
    assert t.s.combat == t.monster("clotty").id
    gone = t.copy().plays("Beto", t.to("clotty", "kill")).all_pass()
    assert gone.s.combat == 0
    dead = t.plays("Beto", t.to("Ana", "kill")).all_pass()
    assert (dead.s.combat, dead.there("clotty")) == (0, True)


@pytest.mark.rule("FS-70")
def test_a_monster_from_the_deck_takes_a_slot_of_your_choice_and_is_fought() -> None:
    """FS-70, L188-189: the card is revealed; a monster goes into an active slot "de su elección"."""
    t = table(every=True).attacks_deck()
    assert not t.offers(Revealed), "the declaration waits first"
    t.nobody().turns_up("dip")
    assert sorted(event.slot for event in t.events if isinstance(event, Placed)) == [0, 1]
    for slot in (-1, 2):
        assert t.refuses(Placed(slot)) == "FS-70"
    t.places(1)
    assert (t.s.slots[1], t.s.combat) == (t.monster("dip"), t.monster("dip").id)
    t.nobody()
    assert t.offers(Rolled)


@pytest.mark.rule("FS-20", "FS-70")
def test_another_card_from_the_deck_must_be_played_and_can_be_answered() -> None:
    """FS-70, L190: the player "debe de jugarla" and receives priority; it counts as the attack of the turn.

    FS-20, L74: its effects help or harm the active player.
    """
    t = table(every=True).attacks_deck().nobody()
    assert not t.offers(Passed), "it must be revealed"
    t.turns_up_other(t.to("Ana", "cents", 2), t.to("Ana", "damage", 1), name="Mystery")
    assert (t.stack, t.holder, t.player("Ana").cents) == (["non_monster"], "Ana", 3)
    t.nobody()
    assert (t.player("Ana").cents, t.player("Ana").life, t.s.combat) == (5, 1, 0)
    assert t.refuses(Attacked(-1)) == "FS-67"


@pytest.mark.rule("FS-67", "FS-70")
def test_a_monster_that_cannot_be_attacked_is_not_fought_when_the_deck_turns_it_up() -> None:
    """FS-70, L189-190: Stoney goes into the chosen slot; turning it up was the attack, and no fight begins."""
    t = table().attacks_deck().turns_up("stoney").places(0)
    assert (t.there("stoney"), t.s.combat, t.step, t.offers(Attacked)) == (True, 0, "priority", False)
    assert "Stoney cannot be attacked: that was the attack" in t.note_texts
    assert t.refuses(Attacked(t.monster("clotty").id)) == "FS-67"


@pytest.mark.rule("FS-71")
@pytest.mark.parametrize("face", [1, 2])
def test_a_roll_below_the_evasion_misses_and_the_monster_strikes(face: int) -> None:
    """FS-71, L193: below the evasion (3) the attack fails; damage of the monster's attack is aimed at the player."""
    t = fighting("red-host").rolls(face).nobody()
    assert (t.stack, t.top.amount, t.top.target, t.holder) == (["damage"], 2, Target("seat", 0), "Ana")
    assert "FS-71" in t.ruled


@pytest.mark.rule("FS-72")
@pytest.mark.parametrize("face", [3, 6])
def test_a_roll_of_the_evasion_or_more_hits(face: int) -> None:
    """FS-72, L194: equal or more (3): damage of the player's attack is aimed at the monster."""
    t = fighting("red-host").rolls(face).nobody()
    host = Target("monster", t.monster("red-host").id)
    assert (t.stack, t.top.amount, t.top.target, t.holder) == (["damage"], 1, host, "Ana")
    assert "FS-72" in t.ruled


@pytest.mark.rule("FS-73")
def test_damage_and_what_it_sets_off_resolve_before_the_next_roll() -> None:
    """FS-73, L195: what the damage sets off goes on the stack; once resolved, both alive, the player rolls again."""
    t = fighting("dark-one").rolls(4).nobody()
    assert t.stack == ["damage"]
    t.nobody()
    assert (t.stack, t.monster("dark-one").life) == (["triggered"], 2)
    assert t.refuses(Rolled((6,))) == "FS-54", "no roll while the effect waits"
    t.nobody()
    assert (t.stack, t.monster("dark-one").attack) == ([], 2)
    t.nobody()
    assert t.offers(Rolled)


@pytest.mark.rule("FS-74")
def test_a_killed_monster_pays_the_active_player_and_is_discarded() -> None:
    """FS-74, L196: the active player gains its rewards; its card goes on the discard of the monsters."""
    t = fighting("dip").rolls(4).all_pass()
    assert (t.player("Ana").cents, t.there("dip")) == (4, False)
    assert [player.soul_count for player in t.s.players] == [0, 0]
    assert t.offers(Revealed), "the empty slot is filled from the deck"


@pytest.mark.rule("FS-18", "FS-75")
def test_a_monster_that_another_player_kills_pays_the_active_player() -> None:
    """FS-18, FS-75, L63, L198: another player kills it with an item or loot: the active player gets the rewards."""
    t = table(every=True, monsters=("monstro", "fly"))
    t.plays("Beto", t.to("monstro", "damage", 4), card="Bomb").all_pass()
    assert [player.cents for player in t.s.players] == [9, 3]
    assert [player.soul_count for player in t.s.players] == [1, 0]


@pytest.mark.rule("FS-76")
def test_all_damage_heals_at_the_end_of_anybodys_turn() -> None:
    """FS-76, L199: damage done to players and monsters is healed "al final del turno de cualquier jugador"."""
    t = table(every=True, monsters=("monstro", "fly"))
    for _ in ("Ana's turn", "Beto's turn"):
        t.triggers("Beto", t.to("monstro", "damage", 2), t.to("Ana", "damage", 1), t.to("Beto", "damage", 1)).all_pass()
        assert (t.monster("monstro").life, t.player("Ana").life, t.player("Beto").life) == (2, 1, 1)
        t.next_turn()
        assert (t.monster("monstro").life, t.player("Ana").life, t.player("Beto").life) == (4, 2, 2)


@pytest.mark.rule("FS-77")
def test_a_forced_attack_is_made_before_the_turn_goes_on_even_with_the_attack_used() -> None:
    """FS-77, L205: it must be made at the next possible moment; the attack may have been made already."""
    t = table(every=True).attacks("fly").nobody()
    t.triggers("Ana", t.plain("leave")).all_pass()
    assert t.refuses(Attacked(t.monster("clotty").id)) == "FS-67", "the attack has been made"
    t.triggers("Beto", t.plain("must_attack")).all_pass()
    for event in (Passed((0, 1), 0), Bought("deck"), t.loot("Ana", "play")):
        assert t.refuses(event) == "FS-77", "nothing comes before it"
    t.refuses(Passed((0,), 0, more=True))
    assert not t.offers(Passed), "neither the phase nor the moment can be left"
    assert t.copy().attacks("clotty").stack == ["attack"]
    t.attacks("clotty").nobody()
    t.triggers("Ana", t.plain("leave")).all_pass()
    assert (t.s.combat, t.offers(Passed)) == (0, True)
    assert t.refuses(Attacked(t.monster("clotty").id)) == "FS-67", "one more, no further"


@pytest.mark.rule("FS-78")
def test_effects_give_extra_attacks() -> None:
    """FS-78, L206: items, loot and monsters give additional attacks."""
    t = table(every=True).attacks("fly").nobody()
    t.triggers("Ana", t.plain("leave")).all_pass()
    assert t.refuses(Attacked(t.monster("clotty").id)) == "FS-67"
    t.plays("Ana", t.plain("attack_again")).all_pass()
    assert t.attacks("clotty").stack == ["attack"]


@pytest.mark.rule("FS-79")
def test_killing_a_monster_outside_combat_is_no_attack() -> None:
    """FS-79, L207: killing with an effect outside combat "no cuenta como un ataque"."""
    t = table(every=True)
    t.plays("Ana", t.to("fly", "kill")).all_pass().turns_up("dip")
    assert t.attacks("clotty").stack == ["attack"]


@pytest.mark.rule("FS-80")
def test_an_attack_on_a_monster_that_has_left_is_cancelled_and_not_used_up() -> None:
    """FS-80, L277: if the monster leaves, the declaration is cancelled; another may be declared."""
    t = table(every=True).attacks("fly")
    t.plays("Beto", t.to("fly", "kill")).all_pass().turns_up("dip")
    assert t.stack == ["attack"], "the declaration is still to resolve"
    t.nobody()
    assert (t.s.combat, t.stack, "FS-80" in t.ruled) == (0, [], True)
    assert t.attacks("clotty").stack == ["attack"]


@pytest.mark.rule("FS-80", "FS-100")
def test_an_attack_that_a_card_cancels_is_not_used_up() -> None:
    """FS-80, L271, L277: cancelled, the declaration leaves the stack; another one may be made."""
    t = table(every=True).attacks("fly")
    t.plays("Beto", t.on_top("cancel")).nobody()
    assert (t.stack, t.offers(Attacked)) == ([], True)


@pytest.mark.rule("FS-80")
def test_an_attacker_who_died_before_the_attack_began_makes_none() -> None:
    """FS-80, L187, L213: the declaration is still to resolve, but its player has died: no fight, no roll."""
    t = table(every=True).attacks("clotty").plays("Beto", Effect("kill", Target("seat", 0))).all_pass()
    assert (t.s.phase, t.s.combat, t.offers(Rolled)) == ("end", 0, False)


@pytest.mark.rule("FS-81")
def test_attack_rolls_and_combat_damage_go_when_one_side_leaves_the_fight() -> None:
    """FS-81, L279: any attack roll or combat damage on the stack is cancelled, for whatever reason one side leaves."""
    rolled = fighting("clotty").rolls(5)
    for effect in (rolled.plain("leave"), rolled.plain("end_turn"), rolled.to("clotty", "kill")):
        for damage in (False, True):
            t = rolled.copy().nobody() if damage else rolled.copy()
            assert t.stack == (["damage"] if damage else ["roll"])
            t.plays("Beto", effect).nobody()
            while "monster_death" in t.stack:
                t.nobody()
            assert not {"roll", "damage"} & set(t.stack)
            assert t.s.combat == 0
    died = rolled.copy().plays("Beto", rolled.to("Ana", "kill")).nobody()
    assert died.stack == ["player_death", "roll"]
    died.nobody()
    assert "roll" not in died.stack
