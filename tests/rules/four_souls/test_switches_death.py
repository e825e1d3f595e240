"""The open points of deaths and the end of the turn, each played both ways."""

import pytest

from rules.four_souls.model.events import Attacked
from rules.four_souls.vocabulary.card_names import card_name
from tests.support.games.four_souls import Effect, FourSoulsTable, table

rule = pytest.mark.rule


@rule("FS-A7", "FS-86")
@pytest.mark.parametrize(
    ("how", "lines"),
    [("listed", ["loot", "cents", "treasures"]), ("official", ["treasures", "loot", "cents"])],
)
def test_the_penalty_has_an_order(how: str, lines: list[str]) -> None:
    """FS-A7: the penalty takes the item last or first."""
    t = table().settles_on("FS-A7", how).by_hand("Ana", "treasures", 1)
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody().nobody()
    paid = [note.change.key.rpartition(".")[2] for note in t.notes if note.rule == "FS-86" and note.change]
    assert paid == lines
    assert "FS-A7" in t.decided


@rule("FS-A7")
def test_without_an_item_the_order_decides_nothing() -> None:
    """FS-A7 is not named when the dead player has no item."""
    t = table()
    t.plays("Beto", t.to("Ana", "kill"), kind="activated").nobody().nobody()
    assert "FS-A7" not in t.decided


@rule("FS-A8", "FS-49", "FS-51")
@pytest.mark.parametrize(("how", "first"), [("heal_first", "life"), ("discard_first", "loot")])
def test_healing_and_the_hand_limit_have_an_order(how: str, first: str) -> None:
    """FS-A8: healing comes before or after the discard to the hand limit."""
    t = table().settles_on("FS-A8", how).by_hand("Ana", "loot", 8).by_hand("Ana", "life", -1).ends_turn()
    moved = [note.change.key for note in t.notes if note.change and note.change.key.startswith("seat.0")]
    assert moved == (["seat.0.life", "seat.0.loot"] if first == "life" else ["seat.0.loot", "seat.0.life"])
    assert t.decided == {"FS-A8"}


@rule("FS-A8")
def test_a_small_hand_decides_nothing() -> None:
    """FS-A8 is not named when there is nothing to discard."""
    assert table().by_hand("Ana", "life", -1).ends_turn().decided == set()


@rule("FS-A11", "FS-36")
@pytest.mark.parametrize(("how", "top"), [("player_first", "player_death"), ("monster_first", "monster_death")])
def test_of_a_player_and_a_monster_that_die_together_one_resolves_first(how: str, top: str) -> None:
    """FS-A11: of two simultaneous deaths the player's or the monster's resolves first.

    The switch is named only where a monster's and a player's item wait together.
    """
    t = table().settles_on("FS-A11", how)
    t.plays("Ana", t.to("fly", "damage", 1), t.to("Ana", "damage", 2), card="Bomba").nobody()
    assert (t.stack[0], t.decided) == (top, {"FS-A11"})
    t = table().plays("Ana", t.to("fly", "damage", 1), card="Bomba").nobody()
    assert t.decided == set()


# --- the dead ----------------------------------------------------------------------------------------------------


def beto_dead(**rulings: str) -> FourSoulsTable:
    """Three players; Beto has died and paid in Ana's turn."""
    t = table("Ana", "Beto", "Cira", **rulings)
    return t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()


@rule("FS-A16")
def test_the_dead_who_act_name_the_switch() -> None:
    """FS-A16 is named when a dead player acts, and not before."""
    t = beto_dead()
    assert "FS-A16" not in t.decided
    assert "FS-A16" in t.plays("Beto", kind="activated").decided


@rule("FS-A16", "FS-28")
@pytest.mark.parametrize(("how", "asked"), [("may_act", "Beto"), ("may_not", "Cira")])
def test_the_dead_may_answer_or_are_passed_over(how: str, asked: str) -> None:
    """FS-A16: a dead player is asked for a response or skipped."""
    t = beto_dead(FS_A16=how)
    assert ("FS-A16" in t.decided) is (how == "may_not")
    t.settles_on("depth", "every").plays("Ana", kind="activated").passes("Ana")
    assert t.holder == asked


@rule("FS-A16")
def test_who_sits_out_has_no_choice_but_triggers() -> None:
    """FS-A16 on may_not: a dead player is offered only triggered effects."""
    t = beto_dead(FS_A16="may_not")
    kinds = [getattr(c.event, "kind", "") for c in t.asked.choices if c.seat == 1]
    assert kinds == ["triggered"]


@rule("FS-A16", "FS-49")
def test_the_healed_act_again() -> None:
    """FS-A16 on may_not: the player is asked again after being healed."""
    t = beto_dead(FS_A16="may_not").ends_turn()
    assert (t.s.active, t.holder) == (1, "Beto")
    assert t.offers(Attacked)


@rule("FS-A16", "FS-32")
def test_where_all_who_live_have_passed_the_top_resolves() -> None:
    """FS-A16 on may_not: with everybody dead the stack resolves by itself."""
    t = table(FS_A16="may_not", stop__penalty="on")
    t.plays("Ana", t.to("Ana", "kill"), t.to("Beto", "kill")).nobody().nobody().nobody()
    while t.s.active == 0:
        t.nobody()
    assert (t.player("Ana").cents, t.player("Beto").cents) == (2, 2)


@rule("FS-A16", "FS-92")
def test_a_monster_that_dies_while_nobody_is_asked_is_among_the_deaths() -> None:
    """The death of a monster is noted too where the stack resolves without anybody who could answer."""
    t = table(FS_A16="may_not")
    t.plays("Ana", t.to("clotty", "kill"))
    t.plays("Beto", t.to("Ana", "kill"), t.to("Beto", "kill"), kind="activated").nobody().nobody()
    assert [player.is_dead for player in t.s.players].count(True) == 1
    before = t.s
    t.nobody()
    assert not t.there("clotty")
    (_, player), (_, monster) = t.game.deaths([before, t.s])
    assert (player.is_player, monster.name) == (True, card_name(before.monsters[1].card))


@rule("FS-A18", "FS-88")
@pytest.mark.parametrize(("how", "life"), [("heal_step", 0), ("phase_start", 2)])
def test_the_dead_heal_with_the_others_or_as_the_end_phase_opens(how: str, life: int) -> None:
    """FS-A18: dead players heal with the others or at the start of the end phase."""
    t = beto_dead().settles_on("FS-A18", how).settles_on("depth", "every").ends_turn()
    assert (t.s.phase, t.player("Beto").life, t.decided) == ("end", life, {"FS-A18"})
    t.plays("Ana", t.to("Cira", "damage", 1), Effect("end_turn"), kind="activated").nobody().nobody()
    assert [player.life for player in t.s.players] == [2, 2, 2]


@rule("FS-A18", "FS-88")
def test_who_healed_early_does_not_die_again_this_turn() -> None:
    """FS-A18 on phase_start: a player healed early does not die again in the same turn."""
    t = beto_dead().settles_on("FS-A18", "phase_start").settles_on("depth", "every").ends_turn()
    t.plays("Ana", t.to("Cira", "damage", 2), kind="activated").nobody()
    assert t.stack == ["player_death"]
    t = beto_dead().settles_on("FS-A18", "phase_start").settles_on("depth", "every").ends_turn()
    t.triggers("Beto", t.to("Ana", "cents", 1)).nobody()
    t.by_hand("Beto", "life", -2)
    assert t.stack == []


# --- a monster's death -------------------------------------------------------------------------------------------


@rule("FS-A21", "FS-93")
@pytest.mark.parametrize(("how", "souls", "stack"), [("stack", 0, ["rewards", "monster_card"]), ("direct", 1, [])])
def test_rewards_and_the_soul_by_the_stack_or_on_the_spot(how: str, souls: int, stack: list[str]) -> None:
    """FS-A21: rewards and the soul go on the stack or are gained at once."""
    t = table(monsters=("monstro", "fly"), stop__reward="on", stop__refill="on").settles_on("FS-A21", how)
    t.plays("Ana", t.to("monstro", "kill")).nobody().nobody()
    assert (t.stack, t.player("Ana").soul_count) == (stack or ["refill"], souls)
    assert t.decided == {"FS-A21"}


@rule("FS-A21", "FS-93")
def test_what_a_monster_does_as_it_dies_uses_the_stack_either_way() -> None:
    """FS-A21 on direct: a death trigger still uses the stack, after the reward was gained."""
    t = table(monsters=("boom-fly", "clotty"), stop__trigger="on", FS_A21="direct")
    t.plays("Ana", t.to("boom-fly", "kill")).nobody().nobody()
    assert "triggered" in t.stack
    assert t.player("Ana").cents == 7


def slot_empty(how: str) -> FourSoulsTable:
    """Ana's turn has been ended with the fly's refill on the stack."""
    t = table(stop__refill="on", FS_A23=how)
    t.plays("Ana", t.to("fly", "kill")).nobody().nobody()
    assert t.stack == ["refill"]
    return t.plays("Beto", Effect("end_turn"), kind="activated").nobody()


@rule("FS-A23", "FS-53", "FS-91")
@pytest.mark.parametrize(("how", "phase"), [("before", "action"), ("phase_start", "end")])
def test_refills_on_the_stack_of_an_ended_turn(how: str, phase: str) -> None:
    """FS-A23: refills resolve before the end phase or at its start, but before the turn passes."""
    t = slot_empty(how)
    assert "FS-A23" in t.decided
    assert (t.stack, t.s.phase) == (["refill"], phase)
    t.nobody()
    assert (t.step, t.s.phase) == ("reveal", phase)
    assert t.turns_up("gurdy").s.active == 1


@rule("FS-A23", "FS-65")
def test_a_treasure_for_the_shop_waits_as_well() -> None:
    """FS-A23 on phase_start: a shop refill resolves at the start of the end phase."""
    from rules.four_souls.model.events import Bought

    t = table(stop__refill="on", FS_A23="phase_start").by_hand("Ana", "cents", 9).do(Bought("shop")).nobody()
    assert t.stack == ["shop_refill"]
    t.plays("Beto", Effect("end_turn"), kind="activated").nobody()
    assert (t.stack, t.s.phase) == (["shop_refill"], "end")
    assert "FS-65" in t.nobody().ruled


# --- a fight at 0 life -------------------------------------------------------------------------------------------


def fly_at_zero(how: str) -> FourSoulsTable:
    """Clotty has no life left in its fight, and its death is on the stack."""
    t = table().settles_on("FS-A26", how).attacks("clotty").rolls(5).nobody().rolls(5).nobody()
    assert t.stack == ["monster_death"]
    return t


@rule("FS-A26", "FS-69", "FS-90")
@pytest.mark.parametrize(("how", "step"), [("resolved", "roll_die"), ("zero", "priority")])
def test_a_prevented_death_lets_the_fight_go_on_or_does_not(how: str, step: str) -> None:
    """FS-A26: a prevented monster death lets the fight go on, or the fight ended at 0 life.

    The attack stays used up either way.
    """
    t = fly_at_zero(how)
    assert bool(t.s.combat) is (how == "resolved")
    t.plays("Beto", t.on_top("prevent"), kind="activated").nobody()
    assert (t.step, t.monster("clotty").life, t.offers(Attacked)) == (step, 1, False)


@rule("FS-A26")
def test_the_end_of_the_fight_names_its_switch_where_it_decided() -> None:
    """FS-A26 is named where it ends the fight at 0, or where a prevented death continues it."""
    assert "FS-A26" in fly_at_zero("zero").decided
    t = fly_at_zero("resolved")
    assert "FS-A26" not in t.decided
    assert "FS-A26" in t.plays("Beto", t.on_top("prevent"), kind="activated").nobody().decided


@rule("FS-A26", "FS-81")
def test_a_player_at_no_life_is_out_of_the_fight() -> None:
    """FS-A26 on zero: a player's roll is void at 0 life, even if the death is prevented."""
    t = table().settles_on("FS-A26", "zero").attacks("clotty").rolls(5)
    t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()
    assert t.stack == ["player_death"]
    t.plays("Ana", t.on_top("prevent"), kind="activated").nobody()
    assert (t.stack, t.monster("clotty").life, t.player("Ana").life) == ([], 2, 2)
