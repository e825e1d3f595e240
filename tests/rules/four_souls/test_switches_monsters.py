"""The open points of lost targets and of monsters' numbers, each played both ways."""

import pytest

from rules.engine import Records, Text
from rules.four_souls.model.catalogue import monster_sets, monsters
from rules.four_souls.model.events import Attacked, MonsterLeft, Placed, Prevented
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


# --- covered monsters --------------------------------------------------------------------------------------------


def war_covered(how: str = "") -> FourSoulsTable:
    """War, hurt once and stronger for it, lies under a Fatty in Ana's fight; the table may settle on a switch."""
    t = table(monsters=("war", "fly"))
    t = t.settles_on("FS-A29", how) if how else t
    t.triggers("Ana", t.to("war", "damage", 1)).nobody()
    assert (t.monster("war").life, t.monster("war").attack) == (2, 2)
    t.attacks_deck().turns_up("fatty").places(0)
    assert t.decided == {"FS-A6", "FS-A29"}
    return t


@rule("FS-A29", "FS-70")
@pytest.mark.parametrize(("how", "numbers"), [("", (3, 1)), ("new", (3, 1)), ("kept", (2, 2))])
def test_a_monster_covered_and_uncovered_is_new_or_as_it_was(how: str, numbers: tuple[int, int]) -> None:
    """FS L189 says only where the new monster goes; FS-A29: the covered one was out of play and is new, or is not."""
    t = war_covered(how).rolls(6)
    t.triggers("Beto", t.to("fatty", "kill")).nobody()
    while not t.there("war"):
        t.nobody()
    assert (t.monster("war").life, t.monster("war").attack) == numbers
    t.triggers("Beto", Effect("end_turn")).nobody().next_turn()
    assert (t.monster("war").life, t.monster("war").attack) == (3, 1)


@rule("FS-A29", "FS-102")
@pytest.mark.parametrize(("how", "hurt"), [("new", 0), ("kept", 1)])
def test_what_was_aimed_at_a_covered_monster(how: str, hurt: int) -> None:
    """FS L273: a new monster is not the one that was aimed at."""
    t = table(monsters=("peep", "fatty"), FS_A29=how)
    t.triggers("Ana", t.to("fatty", "damage", 1)).triggers("Ana", t.to("peep", "kill")).nobody().nobody()
    t.passes_until("bring")
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


def evasion(t: FourSoulsTable, card: str) -> int:
    """The evasion of an active monster, as the table sees it."""
    return int(next(m.evasion for m in t.view.monsters if m.id == t.monster(card).id))


@rule("FS-A30", "FS-71")
@pytest.mark.parametrize(("how", "shown", "faces"), [("limited", 6, (6,)), ("free", 7, ())])
def test_evasion_stays_within_the_numbers_of_a_die_or_does_not(how: str, shown: int, faces: tuple[int, ...]) -> None:
    """FS L161: a die is never above 6 (the seed is silent on evasion); FS-A30: neither is an evasion, or it may be."""
    t = table(monsters=("little-horn", "fly"), FS_A30=how).ends_turn()
    t.triggers("Beto", t.to("little-horn", "evasion", 1)).nobody()
    assert (evasion(t, "little-horn"), "FS-A30" in t.decided) == (shown, how == "limited")
    assert hitting_faces(t.s, upcoming_roll(t.s, 1), t.monster("little-horn")) == faces
    assert t.numbers[f"monster.{t.monster('little-horn').id}.evasion"] == shown
    life = t.monster("little-horn").life
    t.attacks("little-horn").rolls(6).nobody()
    assert (t.monster("little-horn").life < life) is bool(faces)
    t.goes_to("FS-48")
    assert evasion(t, "little-horn") == 6


@rule("FS-A30", "FS-71")
@pytest.mark.parametrize(("how", "shown"), [("limited", 1), ("free", 0)])
def test_evasion_has_a_lower_limit_too(how: str, shown: int) -> None:
    """FS-A30: a lowered evasion stops at 1, or at 0; the monster can be attacked either way."""
    t = table(FS_A30=how)
    t.triggers("Ana", t.to("fly", "evasion", -4)).nobody()
    assert evasion(t, "fly") == shown
    assert t.attacks("fly").rolls(1).nobody().monster("fly").life == 0


@rule("FS-A30", "FS-71")
def test_changes_of_evasion_count_in_full_behind_the_limit() -> None:
    """FS-A30: 6 with +1 of Delirium and −2 this turn is 5, and 6 again without both."""
    t = table(monsters=("little-horn", "delirium"))
    assert evasion(t, "little-horn") == 6
    t.triggers("Ana", t.to("little-horn", "evasion", -2)).nobody()
    assert (evasion(t, "little-horn"), "Little Horn: −1 evasion (5)" in t.note_texts) == (5, True)
    t.triggers("Ana", t.to("delirium", "kill")).nobody().nobody()
    while t.there("delirium"):
        t.nobody()
    assert evasion(t, "little-horn") == 4
    t.turns_up("dip").ends_turn()
    assert (evasion(t, "little-horn"), "Little Horn: +2 evasion (6)" in t.note_texts) == (6, True)


@rule("FS-A30", "FS-71")
def test_a_printed_evasion_of_0_stays_what_the_card_says() -> None:
    """FS-A30: Stoney's evasion of 0 is printed; it is 0 again once Delirium's +1 is over."""
    t = table(monsters=("stoney", "delirium"))
    assert evasion(t, "stoney") == 1
    t.change(place_monster, 1, monsters()["gurdy"]).by_hand("Ana", "cents", 1)
    assert evasion(t, "stoney") == 0


@rule("FS-A30")
def test_an_evasion_set_by_hand_is_the_tables() -> None:
    """The table may set any evasion; the limit only holds for what effects do."""
    t = table(monsters=("little-horn", "delirium")).by_hand("little-horn", "evasion", 2)
    assert evasion(t, "little-horn") == 8
    t.by_hand("little-horn", "evasion", -3)
    assert evasion(t, "little-horn") == 5
    t = table(monsters=("fly", "clotty")).triggers("Ana", table().to("fly", "evasion", -3)).nobody()
    assert evasion(t.by_hand("fly", "evasion", -1), "fly") == 0


# --- full life ---------------------------------------------------------------------------------------------------


@rule("FS-A31", "FS-50")
@pytest.mark.parametrize(("how", "life"), [("falls", 1), ("capped", 2)])
def test_a_lower_full_life_lowers_the_life_of_the_wounded(how: str, life: int) -> None:
    """FS L213 knows only a life that drops; FS-A31: it drops with full life, or only where it is over it."""
    t = table(FS_A31=how)
    t.plays("Beto", t.to("Ana", "health", 1), kind="activated").nobody()
    t.plays("Beto", t.to("Ana", "damage", 1), kind="activated").nobody()
    t.plays("Beto", t.to("Ana", "health", -1), kind="activated").nobody()
    assert (t.player("Ana").full, t.player("Ana").life, t.decided) == (2, life, {"FS-A31"})
    t.ends_turn()
    assert (t.player("Ana").full, t.player("Ana").life) == (2, 2)


@rule("FS-A31", "FS-82")
def test_a_full_life_that_falls_can_kill_the_wounded() -> None:
    """FS L213: a player dies when their life is reduced to 0, also with their full life."""
    t = table().by_hand("Ana", "life", -1)
    t.plays("Beto", t.to("Ana", "health", -1), kind="activated").nobody()
    assert (t.player("Ana").full, t.stack) == (1, ["player_death"])


@rule("FS-A31")
def test_the_unhurt_decide_nothing() -> None:
    """FS-A31 is not named where both readings agree: the unhurt, and an effect that wears off."""
    t = table()
    t.plays("Beto", t.to("Ana", "health", -1), kind="activated").nobody()
    assert (t.player("Ana").full, t.player("Ana").life, t.decided) == (1, 1, set())
    t = table(FS_A8="discard_first")
    t.plays("Beto", t.to("Ana", "health", 1), t.to("Ana", "damage", 2), kind="activated").nobody().ends_turn()
    assert (t.player("Ana").full, t.player("Ana").life, t.s.active) == (2, 2, 1)


# --- cards for three and more ------------------------------------------------------------------------------------


@rule("FS-A32", "FS-03")
@pytest.mark.parametrize(
    ("names", "how", "out"),
    [
        (("Ana", "Beto"), "left_out", {"dople", "evil-twin", "rage-creep"}),
        (("Ana", "Beto"), "played", set()),
        (("Ana", "Beto", "Cira"), "left_out", set()),
    ],
)
def test_cards_for_three_and_more_are_left_out_for_two(names: tuple[str, ...], how: str, out: set[str]) -> None:
    """FS L19 shuffles the decks; FS-A32: with two, the cards for three or more leave them first, or stay."""
    t = FourSoulsTable(*names, FS_A32=how)
    assert ("FS-A32" in t.decided) is bool(out)
    assert any("Dople, Evil Twin, Rage Creep" in told for told in t.note_texts) is bool(out)
    t.do_chosen("isaac", "maggy", "judas") if names[2:] else t.do_chosen("isaac", "maggy")
    t.saddest("Ana")
    hole = next(hole for choice in t.asked.choices for hole in choice.template.holes if isinstance(hole, Records))
    assert {card.id for card in hole.left_out if monster_sets()[card.id] == "b2"} == out
    assert t.turns_up("dople").there("dople")  # whatever lies on the table is right


# --- a monster that leaves without dying -------------------------------------------------------------------------


@rule("FS-80", "FS-94")
def test_a_monster_that_left_its_slot_can_be_said() -> None:
    """FS L277: a declared attack whose monster leaves the game is not used up; its slot is refilled."""
    t = table(stop__attack="on").attacks("clotty")
    t.do(MonsterLeft(t.monster("clotty").id, "bottom"))
    assert "Clotty leaves its slot: the bottom of the monster deck" in t.note_texts
    assert (t.there("clotty"), t.player("Ana").cents) == (False, 3)
    t.passes_until("reveal")
    t.turns_up("gurdy").all_pass()
    assert t.offers(Attacked)


@rule("FS-81", "FS-94")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_monster_that_leaves_ends_its_fight(rolled: bool) -> None:
    """FS L279: if the monster leaves an attack for any reason, its rolls leave the stack; none is due."""
    t = table().attacks("clotty")
    t = t.rolls(1) if rolled else t
    t.do(MonsterLeft(t.monster("clotty").id))
    assert (t.s.combat, "roll" in t.stack, "FS-81" in t.ruled) == (0, False, True)
    assert t.turns_up("gurdy").player("Ana").life == 2
    assert t.refuses(Attacked(t.monster("gurdy").id)) == "FS-67"


@rule("FS-94", "FS-102")
def test_a_card_can_take_a_monster_out_of_its_slot() -> None:
    """FS L273: a monster is a target like any other; the death that it waits for leaves with it."""
    t = table().plays("Ana", table().to("clotty", "vacate"), card="Teletransporte")
    t.triggers("Beto", t.to("clotty", "kill")).nobody()
    assert t.stack == ["monster_death", "loot"]
    t.do(MonsterLeft(t.monster("clotty").id)).turns_up("gurdy")
    assert "FS-102" in t.nobody().ruled
    t.plays("Ana", t.to("gurdy", "vacate"), kind="activated").nobody()
    assert (t.step, t.player("Ana").soul_count) == ("reveal", 0)


# --- two things that prevent the same damage ---------------------------------------------------------------------


def duke_shielded(by: int = 1) -> FourSoulsTable:
    """The Duke of Flies, whose card may prevent damage by a roll, has a shield and would take 1 damage."""
    t = table(monsters=("the-duke-of-flies", "fly"))
    t.triggers("Beto", t.to("the-duke-of-flies", "shield", 1)).nobody()
    return t.triggers("Beto", t.to("the-duke-of-flies", "damage", by)).nobody()


@rule("FS-37", "FS-59")
def test_two_preventions_of_one_damage_come_in_the_order_of_the_active_player() -> None:
    """FS L127: where no timing is given, the active player chooses the order; each prevents once."""
    t = duke_shielded()
    assert (t.step, t.asked.seats) == ("order_preventions", (0,))
    t.do(Prevented("roll")).rolls(1).nobody()
    duke = t.monster("the-duke-of-flies")
    assert (duke.life, duke.shield, t.stack) == (4, 1, [])
    t = duke_shielded().do(Prevented("roll")).rolls(2).nobody()
    assert (t.monster("the-duke-of-flies").life, t.monster("the-duke-of-flies").shield, t.s.active) == (4, 0, 0)
    t = duke_shielded().do(Prevented("shield"))
    assert (t.step, t.monster("the-duke-of-flies").life, t.monster("the-duke-of-flies").shield) == ("priority", 4, 0)


@rule("FS-37", "FS-59")
def test_what_the_shield_leaves_is_rolled_for() -> None:
    """FS L127: after the shield took 1 of 2 damage, the roll is for the other 1."""
    t = duke_shielded(2).do(Prevented("shield"))
    assert (t.step, t.top.kind, t.top.amount) == ("roll_die", "held", 1)
    t.rolls(5).nobody()
    assert t.monster("the-duke-of-flies").life == 3


@rule("FS-37")
def test_the_order_is_not_asked_once_the_monster_has_left() -> None:
    """A question about a monster that leaves meanwhile is withdrawn."""
    t = duke_shielded()
    t.do(MonsterLeft(t.monster("the-duke-of-flies").id))
    assert t.step == "reveal"
