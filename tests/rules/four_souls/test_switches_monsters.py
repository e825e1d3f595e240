"""The open points of lost targets and of monsters' numbers, each played both ways."""

import pytest

from rules.engine import Text
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Placed
from rules.four_souls.vocabulary.hit_odds import hitting_faces, upcoming_roll
from rules.four_souls.vocabulary.state_changes import place_monster
from tests.support.games.four_souls import Effect, FourSoulsTable, table

rule = pytest.mark.rule


# --- lost targets ------------------------------------------------------------------------------------------------


@rule("FS-A28", "FS-102")
@pytest.mark.parametrize(("how", "cents"), [("whole", 4), ("part", 6)])
def test_an_effect_that_loses_one_target_is_lost_or_loses_that_part(how: str, cents: int) -> None:
    """FS L273: when a target has left "el efecto se cancela": all of it, or (FS-A28) only what was aimed there."""
    t = table().settles_on("FS-A28", how)
    t.plays("Ana", t.to("fly", "damage", 1), t.to("Ana", "cents", 2), card="Bomba")
    t.plays("Beto", t.to("fly", "kill"), kind="activated").nobody()
    while t.there("fly"):
        t.nobody()
    t.turns_up("gurdy")
    assert t.stack == ["loot"]
    assert (t.asked.stake == Text("Nothing: its target is gone")) is (how == "whole")
    t.nobody()
    assert (t.player("Ana").cents, t.decided) == (cents, {"FS-A1", "FS-A28"})


@rule("FS-A28")
def test_an_effect_that_loses_all_its_targets_decides_nothing() -> None:
    """FS-A28 is not named where nothing of the effect could happen, or nothing is lost."""
    t = table().plays("Ana", table().to("fly", "damage", 1), table().to("fly", "evasion", 1), card="Bomba")
    t.plays("Beto", t.to("fly", "kill"), kind="activated").nobody()
    while t.there("fly"):
        t.nobody()
    assert "FS-A28" not in t.turns_up("gurdy").nobody().decided
    t = table().plays("Ana", table().to("fly", "damage", 1), table().to("Ana", "cents", 2)).nobody()
    assert "FS-A28" not in t.decided


@rule("FS-89", "FS-102")
def test_a_player_who_has_died_is_no_target_for_harm_any_more() -> None:
    """FS L230, L273: a dead player cannot be chosen, so a card that was to harm them is cancelled."""
    t = table("Ana", "Beto", "Cira")
    t.plays("Ana", t.to("Beto", "damage", 1), t.to("Ana", "cents", 2), card="Bomba")
    t.plays("Cira", t.to("Beto", "kill"), kind="activated").nobody().nobody()
    while t.stack != ["loot"]:
        t.nobody()
    t.nobody()
    assert (t.player("Ana").cents, "FS-102" in t.ruled) == (3, True)


# --- covered monsters --------------------------------------------------------------------------------------------


def war_covered(how: str) -> FourSoulsTable:
    """War, hurt once and stronger for it, lies under a Fatty in Ana's fight."""
    t = table(monsters=("war", "fly")).settles_on("FS-A29", how)
    t.triggers("Ana", t.to("war", "damage", 1)).nobody()
    assert (t.monster("war").life, t.monster("war").attack) == (2, 2)
    t.attacks_deck().turns_up("fatty").places(0)
    assert t.decided == {"FS-A6", "FS-A29"}
    return t


@rule("FS-A29", "FS-70")
@pytest.mark.parametrize(("how", "numbers"), [("new", (3, 1)), ("kept", (2, 2))])
def test_a_monster_covered_and_uncovered_is_new_or_as_it_was(how: str, numbers: tuple[int, int]) -> None:
    """FS L189 says only where the new monster goes; FS-A29: the covered one was out of play and is new, or is not."""
    t = war_covered(how).rolls(6)
    t.triggers("Beto", t.to("fatty", "kill")).nobody()
    while not t.there("war"):
        t.nobody()
    assert (t.monster("war").life, t.monster("war").attack) == numbers
    t.triggers("Beto", Effect("end_turn")).nobody()
    while t.s.active == 0:
        t.nobody()
    assert (t.monster("war").life, t.monster("war").attack) == (3, 1)


@rule("FS-A29", "FS-102")
@pytest.mark.parametrize(("how", "hurt"), [("new", 0), ("kept", 1)])
def test_what_was_aimed_at_a_covered_monster(how: str, hurt: int) -> None:
    """FS L273: a new monster is not the one that was aimed at."""
    t = table(monsters=("peep", "fatty"), FS_A29=how)
    t.triggers("Ana", t.to("fatty", "damage", 1)).triggers("Ana", t.to("peep", "kill")).nobody().nobody()
    while t.step != "bring":
        t.nobody()
    t.do(Placed(1))
    t.triggers("Ana", t.to("the-bloat", "kill")).nobody()
    while not t.there("fatty"):
        t.turns_up("dip") if t.step == "reveal" else t.nobody()
    while t.s.stack.items:
        t.turns_up("dip") if t.step == "reveal" else t.nobody()
    assert t.monster("fatty").life == t.monster("fatty").card.hp - hurt


@rule("FS-A29")
def test_an_unchanged_monster_decides_nothing() -> None:
    """FS-A29 is not named for a covered monster that has neither wounds nor changes."""
    assert table(monsters=("fly", "stoney")).attacks_deck().turns_up("gurdy").places(0).decided == {"FS-A6"}


@rule("FS-A29", "FS-92")
def test_a_monster_covered_as_it_dies_dies_once_it_is_uncovered() -> None:
    """FS-A29 on kept: a monster at 0 life that was covered before its death resolved dies when it is back."""
    t = table(monsters=("fatty", "fly"), FS_A29="kept")
    t.triggers("Ana", t.to("fatty", "kill")).nobody()
    assert t.stack == ["monster_death"]
    t.change(place_monster, 0, monsters()["dip"]).nobody()
    assert "FS-102" in t.ruled
    t.triggers("Ana", t.to("dip", "kill")).nobody().nobody()
    while t.there("dip"):
        t.nobody()
    assert (t.there("fatty"), t.stack[0]) == (True, "monster_death")


# --- evasion -----------------------------------------------------------------------------------------------------


@rule("FS-A30", "FS-71")
@pytest.mark.parametrize(("how", "evasion", "odds"), [("limited", 6, 17), ("free", 7, 0)])
def test_evasion_stays_within_the_numbers_of_a_die_or_does_not(how: str, evasion: int, odds: int) -> None:
    """FS L161: a die is never above 6 (the seed is silent on evasion); FS-A30: neither is an evasion, or it may be."""
    t = table(monsters=("little-horn", "fly"), FS_A30=how).ends_turn()
    t.triggers("Beto", t.to("little-horn", "evasion", 1)).nobody()
    assert t.monster("little-horn").evasion == evasion
    assert ("FS-A30" in t.decided) is (how == "limited")
    assert len(hitting_faces(t.s, upcoming_roll(t.s, 1), t.monster("little-horn"))) == round(6 * odds / 100)
    assert t.ends_turn().monster("little-horn").evasion == 6


@rule("FS-A30", "FS-71")
@pytest.mark.parametrize(("how", "evasion"), [("limited", 1), ("free", 0)])
def test_evasion_has_a_lower_limit_too(how: str, evasion: int) -> None:
    """FS-A30: a lowered evasion stops at 1, or at 0; the monster can be attacked either way."""
    t = table(FS_A30=how)
    t.triggers("Ana", t.to("fly", "evasion", -4)).nobody()
    assert t.monster("fly").evasion == evasion
    assert t.attacks("fly").rolls(1).nobody().monster("fly").life == 0


@rule("FS-A30", "FS-71")
def test_changes_of_evasion_count_in_full_behind_the_limit() -> None:
    """FS-A30: 6 with +1 of Delirium and −2 this turn is 5, and 6 again without both."""
    t = table(monsters=("little-horn", "delirium"))
    horn = t.monster("little-horn")
    assert (horn.evasion, horn.evasion_lift, horn.evasion_excess) == (6, 1, 1)
    t.triggers("Ana", t.to("little-horn", "evasion", -2)).nobody()
    assert t.monster("little-horn").evasion == 5
    t.triggers("Ana", t.to("delirium", "kill")).nobody().nobody()
    while t.there("delirium"):
        t.nobody()
    assert t.monster("little-horn").evasion == 4
    t.turns_up("dip").ends_turn()
    assert t.monster("little-horn").evasion == 6


@rule("FS-A30", "FS-71")
def test_a_printed_evasion_of_0_stays_what_the_card_says() -> None:
    """FS-A30: Stoney's evasion of 0 is printed; it is 0 again once Delirium's +1 is over."""
    t = table(monsters=("stoney", "delirium"))
    assert t.monster("stoney").evasion == 1
    t.change(place_monster, 1, monsters()["gurdy"]).by_hand("Ana", "cents", 1)
    assert t.monster("stoney").evasion == 0


@rule("FS-A30")
def test_an_evasion_set_by_hand_is_the_tables() -> None:
    """The table may set any evasion; the limit only holds for what effects do."""
    t = table(monsters=("little-horn", "delirium")).by_hand("little-horn", "evasion", 2)
    assert (t.monster("little-horn").evasion, t.monster("little-horn").evasion_excess) == (8, 0)
