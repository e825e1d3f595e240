"""Boss Monster at the table: sources, targets, forecasts and reasons, each from its sentence in the rules text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.boss_monster.effects.spells import aim_prompt
from rules.boss_monster.game import GAME
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    AllWalked,
    Cast,
    Placed,
    Revealed,
    RevealedPlain,
    Walked,
)
from rules.boss_monster.model.state import TOWN, set_keep
from rules.engine import Pick
from tests.support.games.boss_monster import BOSSES, BossMonsterTable, handed, plain, seated, table
from tests.support.games.table import english

FIVE = ("golem_factory", "dark_altar", "dark_altar", "jackpot_stash", "open_grave")


def walking(*rooms: str, health: int = 20, **rulings: str) -> BossMonsterTable:
    """A cleric before the first of those rooms of Ana; Bea has two rooms."""
    t = table(**rulings).dungeon(0, *rooms).dungeon(1, "golem_factory", "dark_altar")
    return t.hero(0, "c", health).at_phase("adventure")


def odds(t: BossMonsterTable) -> list[str]:
    return [english(odd.label) for odd in GAME.odds(t.s)]


# --- the source that did it --------------------------------------------------------------------------------------


@pytest.mark.rule("BM-31")
@pytest.mark.parametrize(
    ("spell", "says"),
    [
        ("exhaustion", "Exhaustion: Cleric 20 takes 2, 4 of 20"),
        ("annihilator", "Annihilator: Cleric 20 takes 3, 5 of 20"),
        ("giant_size", "Giant Size: Cleric 20 takes 3, 5 of 20"),
    ],
)
def test_the_damage_of_a_spell_is_told_as_the_spells(spell: str, says: str) -> None:
    """The cards: Exhaustion deals as much as there are rooms, Annihilator and Giant Size 3; no room does that."""
    kind = "trap" if spell == "annihilator" else "monster"
    t = table().dungeon(0, plain("", 2, kind), "dark_altar").hero(0, "c", 20).at_phase("adventure").do(Walked(0))
    t.casts(0, spell, t.s.walk.hero if spell == "exhaustion" else t.ids(0)[0])
    assert says in t.note_texts


@pytest.mark.rule("BM-31", "BM-54")
def test_the_damage_of_the_ramp_is_told_as_the_ramps() -> None:
    """Boulder Ramp: another room is destroyed, 5 damage to the hero who is here."""
    t = walking("boulder_ramp", "golem_factory").do(Walked(0))
    t.uses(t.ids(0)[0], t.ids(0)[1])
    assert "Boulder Ramp: Cleric 20 takes 5, 6 of 20" in t.note_texts


# --- targets -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-55")
def test_a_hero_who_waits_at_the_entrance_is_in_no_dungeon() -> None:
    """L617: the entrance is left of the leftmost room; one hero after the other goes in (L476)."""
    t = table().dungeon(0, "golem_factory").dungeon(1, "golem_factory").hero(0, "c", 20).hero(0, "f", 20)
    t.at_phase("adventure")
    first, second = (hero.id for hero in t.s.keeps[0].entrance)
    for seat, spell in ((1, "assassin"), (1, "fear"), (0, "fear"), (0, "exhaustion")):
        asked = t.copy().do(Cast(seat, spell))
        assert (asked.options("target"), asked.refuses(Aimed(second))) == ([first], "BM-51"), spell
    assert t.refuses(Cast(0, "assassin")) == "BM-51", "nobody is in the dungeon of an opponent of hers"
    assert t.refuses(Cast(0, "teleportation")) == "BM-51", "he has been in no room yet"


@pytest.mark.rule("BM-14", "BM-50")
def test_a_fetched_trap_is_offered_only_where_it_shares_a_treasure() -> None:
    """L149: advanced traps show a thief or a mage, so none may lie on a room with two clerics."""
    t = seated(bosses=("cleopatra", *BOSSES[1:])).dungeon(0, *FIVE)
    t.builds(t.ids(0)[0])
    assert t.step == "one_more"
    (stash,) = [id for id, key in zip(t.ids(0), t.keys(0), strict=True) if key == "jackpot_stash"]
    assert t.options("room") == [stash]
    t.do(Placed(stash))
    assert sorted(t.options("room")) == ["recycling_center", "the_crushinator"]
    assert t.options("treasure") == ["t"], "no advanced trap shows a thief and anything else"
    assert t.refuses(RevealedPlain("tm", 1, advanced=True)) == "BM-50"
    assert t.copy().do(Revealed("the_crushinator")).keys(0)[3] == "the_crushinator"


# --- a question about what is gone -------------------------------------------------------------------------------


@pytest.mark.rule("BM-51", "BM-67")
def test_nobody_is_asked_about_a_spell_whose_target_is_gone() -> None:
    """L601: a spell whose target is destroyed by what has priority is lost; nobody decides on that."""
    t = walking("bottomless_pit", "golem_factory").do(Walked(0))
    t.do(Cast(1, "fear"), Aimed(t.s.walk.hero))
    assert t.asks == "Bea plays Fear: does anybody cancel it?"
    t.do(Activated(t.ids(0)[0]))  # Ana is the active player: the pit kills him first (L182)
    assert (t.points[0], t.s.declared) == ((1, 0), ())
    assert "Fear has lost its target: no effect" in t.note_texts
    assert t.step == "reveal_hero"


@pytest.mark.rule("BM-51")
def test_a_question_is_dropped_as_its_target_goes_by_hand() -> None:
    """The same while the question stands and somebody puts the hero elsewhere by hand."""
    t = walking("golem_factory", "dark_altar").do(Walked(0))
    t.do(Cast(1, "fear"), Aimed(t.s.walk.hero))
    fell = next(c.event for c in t.remarks if type(c.event).__name__ == "Fell" and c.event.item == t.s.walk.hero)
    t.do(replace(fell, seat=0))
    assert (t.s.declared, t.step) == ((), "reveal_hero")


# --- deaths ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-15", "BM-32", "BM-54")
def test_lethal_damage_kills_also_between_rooms() -> None:
    """L479, L639: with 6 of 5 damage he does not survive because his room, the last one, is gone."""
    t = walking("dark_altar", health=5).do(Walked(0))
    t.do(Activated(t.ids(0)[0]))
    assert (t.s.walk.room, t.s.keeps[0].piles) == (0, ())
    t.adjust(f"hero.{t.s.walk.hero}.taken", 5)
    assert odds(t)[0] == "Cleric 5 dies in the dungeon of Ana"
    assert t.view.players[0].entrance[0].doomed
    t.do(Walked(-1))
    assert t.points[0] == (1, 0)


@pytest.mark.rule("BM-15", "BM-54")
def test_who_has_lethal_damage_enters_no_further_room() -> None:
    """L639: he dies as soon as his health is 0, and not only in the next room."""
    t = walking("dark_altar", "golem_factory", health=5).do(Walked(0))
    t.do(Activated(t.ids(0)[0])).adjust(f"hero.{t.s.walk.hero}.taken", 5)
    t.do(Walked(-1))
    assert t.points[0] == (1, 0)
    assert not any("Golem Factory" in text for text in t.note_texts)


@pytest.mark.rule("BM-32")
def test_a_hero_who_is_sent_to_the_first_room_leaves_his_own() -> None:
    """L479: who leaves a room with as much damage as health dies, and his room is that in which he dies (L631)."""
    t = walking("golem_factory", "vampire_bordello", health=5).scored(0, wounds=1).do(Walked(1))
    t.casts(0, "teleportation", t.s.walk.hero)
    assert (t.points[0], t.step) == ((1, 1), "choose"), "the room heals a wound when a hero dies in it"
    alive = walking("golem_factory", "dark_altar", health=9).do(Walked(1))
    alive.casts(0, "teleportation", alive.s.walk.hero).do(Walked(-1))
    assert (alive.points[0], alive.note_texts[0]) == ((0, 1), "Golem Factory: Cleric 9 takes 2, 5 of 9")


# --- what can happen ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-32", "BM-51")
def test_a_forecast_sees_what_waits() -> None:
    """A hero who dies for sure goes to town while Fear waits; with its target open nothing is certain."""
    t = walking("golem_factory", "golem_factory", health=4)
    assert odds(t)[0] == "Cleric 4 dies in Golem Factory, of Ana"
    t.do(Cast(1, "fear"))
    assert odds(t) == []
    t.do(Aimed(t.s.walk.hero))
    assert (odds(t)[0], t.view.players[0].entrance[0].doomed) == ("Cleric 4 goes back to town", False)
    saved = walking("golem_factory", "golem_factory", health=4).do(Cast(1, "assassin"))
    saved.do(Aimed(saved.s.walk.hero))
    assert odds(saved)[0] == "Cleric 4 survives the dungeon of Ana"
    killed = walking("golem_factory", "dark_altar", health=9).do(Walked(0), Cast(0, "cave_in"))
    killed.do(Aimed(killed.ids(0)[0]))
    assert (odds(killed)[0], killed.view.players[0].entrance[0].doomed) == ("Cleric 9 dies in the dungeon of Ana", True)


# --- reasons -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-40")
def test_a_tie_says_why_who_wins() -> None:
    """L510, L511: 10 souls and 1 wound each, so the boss with the fewest XP wins: Robobo's 400 against 500."""
    t = table().scored(0, souls=10, wounds=1).scored(1, souls=10, wounds=1).at_phase("judge")
    win = next(note for note in t.notes if note.kind == "win")
    assert english(win.text) == "Ana wins: 10 souls, 1 wound; level with Bea, but the fewest XP (400)"
    other = table(BM_A3="highest").scored(0, souls=10, wounds=1).scored(1, souls=10, wounds=1).at_phase("judge")
    win = next(note for note in other.notes if note.kind == "win")
    assert english(win.text) == "Bea wins: 10 souls, 1 wound; level with Ana, but the most XP (500)"


@pytest.mark.rule("BM-38", "BM-39")
def test_a_win_says_with_what() -> None:
    """L509: alone with 10 souls; L510: of two, whoever has more souls less wounds."""
    t = table().scored(0, souls=10, wounds=1).at_phase("judge")
    assert "Ana wins: 10 souls, 1 wound" in t.note_texts
    t = table().scored(0, souls=11, wounds=1).scored(1, souls=10, wounds=2).at_phase("judge")
    assert "Ana wins: 11 souls, 1 wound, which makes 10 (Bea: 8)" in t.note_texts


@pytest.mark.rule("BM-20")
def test_nobody_has_drawn_before_the_library_is_asked_about() -> None:
    """L356 and Haunted Library: its player may draw a spell instead, and has not drawn a room yet."""
    t = table().dungeon(0, "haunted_library").at_phase("draw_rooms")
    assert t.note_texts[:2] == ["Bea draws one room", "Haunted Library: Ana draws a room or a spell"]
    assert [(note.seat, note.task is not None) for note in t.notes[:2]] == [(1, True), (0, True)]
    v = handed().dungeon(0, "haunted_library").at_phase("draw_rooms")
    assert ("Everybody draws one room" in v.note_texts, v.step) == (False, "either")
    assert table().at_phase("draw_rooms").note_texts[0] == "Everybody draws one room"


def test_a_target_is_told_with_its_place_only_where_that_matters() -> None:
    """Heroes in town are named alone; of others it is said where they are."""
    t = seated().dungeon(0, *FIVE).change(set_keep, 0, boss="gorgona").hero(TOWN, "c", 4).hero(TOWN, "t", 6)
    t.builds(t.ids(0)[0])
    holes = [hole for choice in t.asked.choices for hole in choice.template.holes if isinstance(hole, Pick)]
    assert [english(option.label) for option in holes[0].options] == ["Cleric 4", "Thief 6"]
    w = walking("golem_factory").do(Cast(1, "fear"))
    holes = [hole for choice in aim_prompt(w.s, w.s.declared[0].id).choices for hole in choice.template.holes]
    assert english(holes[0].options[0].label) == "Cleric 20, in the dungeon of Ana"


@pytest.mark.rule("BM-31")
def test_all_who_walk_are_all_who_are_not_asked_about() -> None:
    """The answer for all heroes says how many walk with it; a hero against whom a room helps is asked about."""
    t = table().dungeon(0, "golem_factory").dungeon(1, "golem_factory")
    t.hero(1, "c", 4).hero(0, "f", 9).hero(0, "m", 9).at_phase("adventure")
    label = next(choice.label for choice in t.asked.choices if isinstance(choice.event, AllWalked))
    assert english(label) == "All 3 heroes: nobody responds"
    two = table().dungeon(0, "golem_factory").hero(0, "f", 9).hero(0, "m", 9).at_phase("adventure")
    labels = [english(choice.label) for choice in two.asked.choices if isinstance(choice.event, AllWalked)]
    assert labels == ["Both heroes: nobody responds"]
    assert t.do(AllWalked((1, 0))).step == "reveal_hero"
    assert sum(sum(points) for points in t.points) == 3
