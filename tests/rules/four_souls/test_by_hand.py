"""Corrections by hand: what they end, confirm and withdraw, and play with numbers only."""

import pytest

from tests.support.games.four_souls import Effect, Target, table

rule = pytest.mark.rule


@rule("FS-82")
@pytest.mark.parametrize(("played", "stack"), [(True, ["player_death"]), (False, [])])
def test_no_life_by_hand_asks_whether_it_happened_in_play(played: bool, stack: list[str]) -> None:
    """A player's life set to 0 by hand counts as a death only if confirmed."""
    t = table().by_hand("Beto", "life", -2)
    assert t.step == "confirm_death"
    t.in_play(played)
    assert t.stack == stack


@rule("FS-92")
@pytest.mark.parametrize(("played", "stack"), [(True, ["monster_death"]), (False, [])])
def test_a_monster_set_to_no_life_asks_too(played: bool, stack: list[str]) -> None:
    """A monster's life set to 0 by hand counts as a death only if confirmed."""
    t = table().by_hand("fly", "life", -1)
    assert t.step == "confirm_monster_death"
    assert t.in_play(played).stack == stack


@rule("FS-109")
@pytest.mark.parametrize("played", [True, False])
def test_a_fourth_soul_by_hand_asks_whether_it_happened_in_play(played: bool) -> None:
    """A fourth soul set by hand wins only if confirmed, and otherwise is not asked again."""
    t = table().by_hand("Ana", "souls", 4)
    assert t.step == "confirm_win"
    t.in_play(played)
    assert (t.s.outcome is not None) == played
    if not played:
        assert t.step == "priority"


def test_a_number_set_right_withdraws_the_question() -> None:
    """Correcting the life withdraws the prompt that asks for confirmation."""
    t = table().by_hand("Beto", "life", -2).by_hand("Beto", "life", 1)
    assert (t.step, t.player("Beto").doom) == ("priority", "none")


def test_a_roll_that_was_due_waits_for_a_death_by_hand() -> None:
    """A due roll is asked for again after a death set by hand has resolved."""
    t = table().attacks("clotty").by_hand("Beto", "life", -2).in_play(True)
    assert t.stack == ["player_death"]
    t.nobody()
    assert t.step == "roll_die"


def test_another_step_ends_the_fight_and_gives_the_active_player_priority() -> None:
    """Going to the action phase ends the fight and restores the attack and priority."""
    t = table().attacks("clotty").goes_to("FS-44")
    assert (t.s.combat, t.step, t.holder, t.s.attacks) == (0, "priority", "Ana", 1)


@pytest.mark.parametrize(("stays", "cents"), [(True, 8), (False, 3)])
def test_another_step_asks_whether_the_stack_stays(stays: bool, cents: int) -> None:
    """Going to a step asks whether the stack resolves first or is cleared."""
    t = table()
    t.plays("Ana", t.to("Ana", "cents", 5)).goes_to("FS-48")
    assert t.step == "keep_stack"
    t.keeps_stack(stays)
    if stays:
        t.nobody()
    assert t.player("Ana").cents == cents
    assert t.s.active == 1


def test_clearing_the_stack_clears_deaths_with_it() -> None:
    """Clearing the stack also clears pending deaths."""
    t = table()
    t.plays("Ana", t.to("Beto", "kill"), t.to("fly", "kill")).nobody().goes_to("FS-44").keeps_stack(False)
    assert (t.stack, t.player("Beto").doom, t.monster("fly").doom) == ([], "noted", "noted")


def test_numbers_only_asks_nothing_and_follows_nothing() -> None:
    """The depth "numbers" asks nothing and follows no deaths; guided play resumes after it."""
    t = table().settles_on("depth", "numbers")
    t.by_hand("Ana", "life", -2).by_hand("fly", "life", -1)
    assert t.step == "numbers_only"
    t.rolls(4)
    assert t.step == "numbers_only"
    t.passes_turn()
    assert (t.s.active, t.step) == (1, "numbers_only")
    t.settles_on("depth", "guided")
    assert (t.step, t.stack, t.s.phase) == ("priority", [], "action")


def test_a_players_own_stop_stops_the_table() -> None:
    """A player's own stop asks where the table's stops would pass."""
    t = table().settles_on("stop.damage@1", "on").attacks("clotty").rolls(4).nobody()
    assert t.stack == ["damage"]


def test_the_effects_of_a_card_happen_in_the_order_declared() -> None:
    """The effects of a card happen in the order declared."""
    t = table()
    t.plays("Ana", t.to("Ana", "damage", 1), t.to("Ana", "heal", 1), t.to("Ana", "treasure", 1), Effect("end_turn"))
    t.nobody()
    assert (t.player("Ana").life, t.player("Ana").treasures, t.s.active) == (2, 1, 1)
    assert Target() == Effect("end_turn").target
