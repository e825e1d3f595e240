"""FS-82 … FS-88, FS-92 … FS-97: deaths, rewards, refills."""

import pytest

from rules.four_souls.model.events import Attacked, Rebuilt
from rules.four_souls.model.stack_item import Item
from rules.four_souls.stack.effect_actions import apply_effects
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def dying(**rulings: str) -> FourSoulsTable:
    """Ana is at 0 life in her own turn, with her death on the stack."""
    t = table(**rulings)
    return t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()


@rule("FS-82")
def test_at_no_life_the_death_goes_on_the_stack() -> None:
    """At 0 life the player's death goes on the stack, and nothing has been paid yet."""
    t = dying()
    assert (t.stack, t.holder, t.player("Ana").doom) == (["player_death"], "Ana", "dying")
    assert t.player("Ana").cents == 3


@rule("FS-82")
def test_killed_by_an_effect_is_the_same_death() -> None:
    """An effect that kills puts the same death on the stack, whatever the player's life was."""
    t = table()
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody()
    assert (t.stack, t.player("Ana").life) == (["player_death"], 0)


@rule("FS-82", "FS-90")
def test_healing_in_response_does_not_undo_a_death() -> None:
    """FS L213, L232: who is at 0 life dies unless the death is prevented; Holy Dinga's healing is no prevention."""
    t = table(monsters=("holy-dinga", "fly"))
    t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()
    assert t.refuses(t.play("Ana", t.to("Ana", "heal", 1))).startswith("FS-")
    t.triggers("Ana", Effect("roll")).nobody().rolls(6).nobody().tells()
    assert "Ana cannot be healed" in t.told
    assert (t.stack, t.player("Ana").life) == (["player_death"], 0)
    assert (t.nobody().player("Ana").cents, t.s.active) == (2, 1)


@rule("FS-82")
def test_an_effect_that_hurts_and_heals_does_not_save() -> None:
    """FS L213: a player dies when their life drops to 0, also if the same card heals them after."""
    t = table()
    t.plays("Beto", t.to("Ana", "damage", 2), t.to("Ana", "heal", 1), kind="activated").nobody()
    assert (t.stack, t.player("Ana").life) == (["player_death"], 0)
    assert "Ana cannot be healed" in t.told


@rule("FS-92")
def test_healing_does_not_undo_a_monsters_death() -> None:
    """FS L238: at 0 life the monster's death is on the stack; healing is not offered and would change nothing."""
    t = table().triggers("Ana", table().to("clotty", "damage", 2)).nobody()
    healing = t.to("clotty", "heal", 1)
    assert t.refuses(t.play("Beto", healing, kind="triggered")).startswith("FS-")
    t.change(apply_effects, Item(0, "triggered", 0, effects=(healing,)))
    assert (t.monster("clotty").life, t.stack) == (0, ["monster_death"])


@rule("FS-88")
def test_effects_do_not_heal_the_dead() -> None:
    """FS L228: who died heals at the end phase; Holy Dinga does not make them stand up before."""
    t = table("Ana", "Beto", "Cira", monsters=("holy-dinga", "fly"))
    t.plays("Ana", t.to("Beto", "kill"), kind="activated").nobody().nobody()
    assert t.refuses(t.play("Ana", t.to("Beto", "heal", 1), kind="activated")).startswith("FS-")
    t.triggers("Beto", Effect("roll")).nobody().rolls(6).nobody().tells()
    assert (t.player("Beto").life, t.player("Beto").is_dead) == (0, True)
    t.ends_turn()
    assert (t.player("Beto").life, t.player("Beto").doom) == (2, "none")


@rule("FS-90")
def test_a_death_whose_life_is_put_back_by_hand_does_not_happen() -> None:
    """The table is right: a life corrected by hand takes the death from the stack."""
    t = dying().by_hand("Ana", "life", 1)
    assert (t.stack, t.player("Ana").doom) == ([], "none")
    assert "FS-90" in t.ruled


@rule("FS-83")
def test_the_dead_discard_their_curses() -> None:
    """A player who dies discards their curses."""
    from rules.four_souls.model.state import set_player

    t = dying().settles_on("stop.penalty", "on")
    t.s = set_player(t.s, 0, curses=("A", "B"))
    t.nobody()
    assert t.player("Ana").curses == ()
    assert t.ruled.index("FS-83") > t.ruled.index("FS-82")


@rule("FS-84")
def test_the_penalty_goes_on_the_stack() -> None:
    """The death penalty goes on the stack before it is paid."""
    t = dying().settles_on("stop.penalty", "on").nobody()
    assert (t.stack, t.player("Ana").cents) == (["penalty"], 3)


@rule("FS-85")
def test_effects_before_paying_the_penalty_go_above_it() -> None:
    """Triggers before the penalty go on the stack above it and resolve first."""
    t = dying().settles_on("stop.penalty", "on").nobody()
    assert t.holder == "Ana"
    t.triggers("Ana", t.to("Ana", "cents", -3), card="Antes").nobody()
    assert (t.stack, t.player("Ana").cents) == (["penalty"], 0)


@rule("FS-86")
def test_the_penalty_takes_loot_a_cent_an_item_and_the_charges() -> None:
    """The penalty takes a loot card, 1¢ and an item, in this order, each with its note."""
    t = table()
    t.by_hand("Ana", "treasures", 2)
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody().nobody()
    ana = t.player("Ana")
    assert (ana.loot, ana.cents, ana.treasures) == (3, 2, 1)
    lines = [note.change.key for note in t.notes if note.rule == "FS-86" and note.change]
    assert lines == ["seat.0.loot", "seat.0.cents", "seat.0.treasures"]


@rule("FS-86")
def test_what_cannot_be_paid_is_skipped() -> None:
    """Parts of the penalty that cannot be paid are skipped; nothing falls below 0 (FS-A7)."""
    t = table()
    t.by_hand("Beto", "loot", -3).by_hand("Beto", "cents", -3)
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    assert (t.player("Beto").loot, t.player("Beto").cents, t.player("Beto").treasures) == (0, 0, 0)


@rule("FS-86")
def test_the_dead_turn_their_character_sideways() -> None:
    """A dead player's character is deactivated, so it gives no loot play."""
    t = table().ends_turn()
    assert t.player("Ana").ready
    t.plays("Beto", t.to("Ana", "kill")).nobody().nobody()
    assert not t.player("Ana").ready
    assert t.play("Ana").how == "free"


@rule("FS-87")
def test_the_active_players_death_ends_their_turn() -> None:
    """The active player's death ends the turn."""
    t = dying().nobody()
    assert t.s.active == t.seat("Beto")
    t.plays("Ana", t.to("Ana", "kill"), kind="activated").nobody().nobody()
    assert t.s.active == t.seat("Beto")


@rule("FS-88")
def test_a_player_dies_at_most_once_a_turn_and_is_healed_at_its_end() -> None:
    """A player dies at most once a turn, is healed at its end, and can die in the next turn."""
    t = table()
    t.plays("Ana", t.to("Beto", "kill"), kind="activated").nobody().nobody()
    t.plays("Ana", Effect("damage", Target("everyone"), 1), kind="activated").nobody()
    assert t.stack == []
    assert t.player("Beto").loot == 2
    assert t.player("Beto").doom == "dead"
    t.ends_turn()
    assert (t.player("Beto").doom, t.player("Beto").life) == ("none", 2)
    t.plays("Beto", t.to("Beto", "kill")).nobody()
    assert t.stack == ["player_death"]


@rule("FS-69", "FS-87")
def test_a_fight_ends_with_the_players_death() -> None:
    """The fight ends when the player's death resolves."""
    t = table().attacks("clotty").rolls(1).nobody().rolls(1).nobody()
    assert t.stack == ["player_death"]
    t.nobody()
    assert t.s.active == t.seat("Beto")
    assert t.monster("clotty").life == 2


@rule("FS-92")
def test_a_monster_at_no_life_dies_on_the_stack() -> None:
    """A monster at 0 life stays in its slot while its death is on the stack."""
    t = table()
    t.plays("Beto", t.to("fly", "damage", 1), kind="activated").nobody()
    assert (t.stack, t.holder, t.there("fly")) == (["monster_death"], "Ana", True)


@rule("FS-93")
def test_card_rewards_and_what_it_does_as_it_dies_go_on_the_stack() -> None:
    """A dying monster's ability, rewards and card go on the stack, the ability on top."""
    t = table(monsters=("boom-fly", "clotty"), stop__trigger="on", stop__reward="on")
    t.plays("Ana", t.to("boom-fly", "kill")).nobody().nobody()
    assert t.stack == ["triggered", "rewards", "monster_card"]
    t.nobody()
    assert (t.player("Ana").life, t.player("Beto").life) == (1, 1)
    t.nobody()
    assert t.player("Ana").cents == 7


@rule("FS-94")
def test_a_boss_becomes_a_soul_and_its_slot_is_refilled() -> None:
    """A boss becomes a soul when its card resolves; then its slot is refilled."""
    t = table(monsters=("monstro", "fly"))
    t.plays("Ana", t.to("monstro", "kill")).nobody().nobody()
    assert t.stack == ["monster_card"]
    assert t.player("Ana").soul_count == 0
    t.nobody()
    assert (t.player("Ana").soul_count, t.step) == (1, "reveal")


@rule("FS-95")
def test_a_refill_is_on_the_stack_before_the_card_is_turned_up() -> None:
    """A refill goes on the stack before the new monster is revealed."""
    t = table().settles_on("stop.refill", "on")
    t.plays("Ana", t.to("fly", "kill")).nobody().nobody()
    assert (t.stack, t.holder) == (["refill"], "Ana")
    t.nobody().turns_up("gurdy")
    assert t.there("gurdy")


@rule("FS-95")
def test_another_card_found_by_a_refill_is_played_and_another_turned_up() -> None:
    """A card other than a monster is played from the refill; the slot is asked about again."""
    t = table()
    t.plays("Ana", t.to("fly", "kill")).nobody().nobody()
    t.turns_up_other(t.to("Ana", "cents", 5), name="Cofre")
    assert (t.stack, t.holder) == (["non_monster"], "Ana")
    t.nobody()
    assert (t.player("Ana").cents, t.step) == (9, "reveal")
    t.turns_up("gurdy")
    assert t.stack == []


@rule("FS-96")
def test_a_turn_does_not_end_before_every_slot_is_refilled() -> None:
    """The turn passes only after every slot is refilled, also when the active player died."""
    t = table()
    t.plays("Ana", t.to("fly", "kill"), t.to("Ana", "kill")).nobody()
    while t.step == "priority":
        t.nobody()
    assert (t.step, t.s.active, t.s.phase) == ("reveal", 0, "end")
    t.turns_up("gurdy")
    assert t.s.active == 1


@rule("FS-97")
def test_an_empty_deck_is_rebuilt_at_once_without_the_stack() -> None:
    """Rebuilding a deck neither asks anything nor uses the stack."""
    t = table().attacks("fly").rolls(3)
    t.do(Rebuilt("loot"))
    assert (t.stack, t.ruled, t.step) == (["roll"], ["FS-97"], "priority")


@rule("FS-79")
def test_killing_outside_a_fight_is_no_attack() -> None:
    """Killing a monster outside a fight does not use up the attack."""
    t = table()
    t.plays("Ana", t.to("fly", "kill")).nobody().nobody().turns_up("gurdy")
    assert t.offers(Attacked)


@rule("FS-21")
def test_a_refill_that_reveals_a_curse() -> None:
    """A curse found by a refill is assigned to a player and discarded when that player dies."""
    t = table()
    t.plays("Ana", t.to("fly", "kill")).nobody().nobody()
    t.turns_up_other(t.to("Beto", "curse"), name="Maldición del laberinto").nobody()
    assert t.player("Beto").curses == ("Maldición del laberinto",)
    t.turns_up("gurdy")
    t.plays("Ana", t.to("Beto", "kill"), kind="activated").nobody().nobody()
    assert t.player("Beto").curses == ()
    assert "FS-83" in t.ruled


@rule("FS-88")
def test_two_deaths_in_one_turn() -> None:
    """Two players killed by one card each pay the penalty once."""
    t = table()
    t.plays("Beto", Effect("damage", Target("everyone"), 2), kind="activated").nobody()
    assert t.stack == ["player_death", "player_death"]
    while t.s.active == 0:
        t.nobody()
    assert (t.player("Ana").cents, t.player("Beto").cents) == (2, 2)


@rule("FS-89")
def test_nobody_chooses_to_harm_the_dead_but_everybodys_damage_reaches_them() -> None:
    """A dead player is no target; damage to everybody leaves their life at 0."""
    t = table("Ana", "Beto", "Cira")
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    aimed = t.play("Ana", t.to("Beto", "damage", 1), kind="activated")
    assert t.refuses(aimed).startswith("FS-")
    t.plays("Ana", Effect("damage", Target("everyone"), 1), kind="activated").nobody()
    assert [player.life for player in t.s.players] == [1, 0, 1]


@rule("FS-90")
@pytest.mark.parametrize("wound", [0, 1])
def test_a_prevented_death_gives_back_the_life_before_it(wound: int) -> None:
    """A prevented death restores the life before the lethal damage."""
    t = table().by_hand("Ana", "life", -wound)
    t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()
    t.plays("Ana", t.on_top("prevent"), card="Corazón").nobody()
    assert (t.stack, t.player("Ana").life, t.player("Ana").doom) == ([], 2 - wound, "none")
    assert "FS-90" in t.ruled


@rule("FS-90")
def test_a_prevented_death_lets_the_fight_go_on() -> None:
    """After a monster's death is prevented, the fight asks for the next roll (FS-A26)."""
    t = table().attacks("clotty").rolls(5).nobody().rolls(5).nobody()
    t.plays("Beto", t.on_top("prevent"), kind="activated").nobody()
    assert (t.step, t.monster("clotty").life) == ("roll_die", 1)


@rule("FS-91")
def test_the_dead_active_player_refills_before_the_turn_ends_and_plays_what_is_found() -> None:
    """A dead active player still refills slots and plays other cards before the turn ends."""
    t = table()
    t.plays("Ana", t.to("fly", "kill"), t.to("Ana", "kill")).nobody()
    while t.step == "priority":
        t.nobody()
    assert (t.step, t.player("Ana").doom) == ("reveal", "dead")
    t.turns_up_other(t.to("Ana", "cents", 4), name="Moneda").nobody()
    cents = t.player("Ana").cents
    assert (cents, t.s.active, t.step) == (7, 0, "reveal")
    t.turns_up("gurdy")
    assert t.s.active == 1


@rule("FS-94", "FS-95")
def test_a_slot_is_refilled_while_the_card_of_another_monster_of_it_waits() -> None:
    """FS L242: "Si una casilla de monstruo activo está ahora vacía, debe de ser repuesta", whatever waits below."""
    t = table(monsters=("fatty", "fly"), every=True).attacks_deck().nobody().turns_up("dip").places(0)
    t.triggers("Ana", t.to("dip", "kill")).nobody().nobody()
    assert (t.stack, t.there("fatty")) == (["rewards", "monster_card"], True)
    t.triggers("Ana", t.to("fatty", "kill")).nobody().nobody().nobody().nobody()
    assert t.stack == ["refill", "rewards", "monster_card"]
    t.nobody().turns_up("clotty").nobody().nobody()
    assert (t.stack, [m.card.id for m in t.s.monsters]) == ([], ["clotty", "fly"])
