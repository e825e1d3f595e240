"""Bait and adventure phases of Boss Monster: who lures a hero, and the damage room by room."""

import pytest

from rules.boss_monster.model.dungeon import exhaust_room, lure, room_damage
from rules.boss_monster.model.events import Activated, Aimed, AllWalked, Lured, Skipped, Walked
from rules.boss_monster.model.state import TOWN, set_keep
from tests.support.games.boss_monster import plain, seated, table
from tests.support.games.table import english

ON = Walked(-1)


@pytest.mark.rule("BM-18", "BM-26")
def test_the_most_treasure_of_his_class_lures_a_hero() -> None:
    """A hero goes to the dungeon with most treasure of his class.

    The boss counts, exhausted rooms do not. Before the bait phase the view shows where each hero would go.
    """
    t = table().dungeon(0, "neanderthal_cave").dungeon(1, "golem_factory", "monstrous_monument").hero(TOWN, "f")
    assert [lure(t.s, seat, "f") for seat in (0, 1)] == [2, 2]
    assert t.view.town[0].goes_to == TOWN
    assert t.copy().at_phase("bait").standing_in(TOWN) == ["f.4"]
    t.change(exhaust_room, t.ids(1)[0])
    assert t.view.town[0].goes_to == 0
    assert "Fighter (4) goes to Ana: Fighter 2" in t.at_phase("bait").told


@pytest.mark.rule("BM-26", "BM-27")
def test_the_town_is_counted_class_by_class() -> None:
    """The view counts treasure for each class waiting in town, bosses included.

    It names who lures them, who is tied, or nobody. A player who is out is not counted.
    """
    t = table(3).dungeon(0, "dragon_hatchery", "golem_factory").dungeon(1, "dark_altar", "open_grave")
    t.hero(TOWN, "t").hero(TOWN, "f").hero(TOWN, "f", 8).hero(TOWN, "x", 2)
    seen = [(line.klass, [h.health for h in line.heroes], line.counts, line.best) for line in t.view.baits]
    assert seen == [
        ("f", [4, 8], (3, 0, 0), (0,)),
        ("t", [4], (1, 1, 0), (0, 1)),
        ("x", [2], (-1, -1, -1), ()),
    ]
    gone = t.copy().hero(TOWN, "m").change(set_keep, 0, out=True).view.baits
    assert [(line.klass, line.counts, line.best) for line in gone][1] == ("m", (-1, 0, 1), (2,))
    lines = table().dungeon(0, "dark_altar").dungeon(1, "dark_altar").hero(TOWN).at_phase("bait").told
    assert "Cleric (4) stays in town: Ana, Bea are level, Cleric 2" in lines
    assert "Cleric (4) stays in town: nobody has Cleric" in table().hero(TOWN).at_phase("bait").told


@pytest.mark.rule("BM-27", "BM-29")
def test_stuck_heroes_go_together_once_the_tie_breaks() -> None:
    """Heroes stay in town while tied, and leave together when the tie is broken (BM-A16).

    Two of a class wait, and one of another class, whose tie stays.
    """
    t = table().dungeon(0, "dark_altar").dungeon(1, "dark_altar")
    t.hero(TOWN, "c", 4).hero(TOWN, "m", 6).hero(TOWN, "c", 6)
    jammed = t.copy().at_phase("bait")
    assert jammed.standing_in(TOWN) == ["c.4", "m.6", "c.6"]
    freed = jammed.copy().dungeon(0, "dark_altar", "open_grave").at_phase("bait")
    assert (freed.standing_in(0), freed.standing_in(TOWN)) == (["c.4", "c.6"], ["m.6"])


@pytest.mark.rule("BM-28")
def test_they_arrive_in_the_order_in_which_they_were_drawn() -> None:
    """Heroes arrive at the entrance in the order in which they came to town.

    The next prompt is one of the adventure phase.
    """
    t = table().dungeon(0, "dark_altar", "neanderthal_cave")
    t.hero(TOWN, "c", 8).hero(TOWN, "f", 4).hero(TOWN, "c", 4).at_phase("bait")
    assert t.standing_in(0) == ["c.8", "f.4", "c.4"]
    assert t.asks.startswith("Cleric (8) is in the dungeon of Ana")


@pytest.mark.rule("BM-26")
def test_the_table_says_where_the_fool_goes() -> None:
    """The table says where the Fool goes, since the rules do not name his treasure (BM-A11)."""
    t = table().hero(TOWN, "x", 2).at_phase("bait")
    assert t.asks == "Where does the Fool go, as his card says?"
    assert t.copy().do(Lured(TOWN)).standing_in(TOWN) == ["x.2"]
    assert "Fool (2) goes to Bea: Fool 0" in t.do(Lured(1)).told


@pytest.mark.rule("BM-30", "BM-34")
def test_by_xp_each_receives_their_heroes_in_the_order_of_arrival() -> None:
    """Players have their adventures in order of XP, their heroes in order of arrival.

    The next player is active when the first has no heroes left; a player without heroes is skipped.
    """
    t = table(3).dungeon(0, plain("", 9)).dungeon(2, plain("", 9))
    t.hero(0, "c").hero(2, "m", 6).hero(2, "m", 8).at_phase("adventure")
    assert t.asks.startswith("Mage (6) is in the dungeon of Cira")
    assert t.s.active == 2
    t.do(ON)
    assert t.asks.startswith("Mage (8) is in the dungeon of Cira")
    t.do(ON)
    assert t.asks.startswith("Cleric (4) is in the dungeon of Ana")
    assert (t.s.active, t.do(ON).points) == (0, [(1, 0), (0, 0), (2, 0)])


@pytest.mark.rule("BM-15", "BM-32", "BM-58")
def test_he_dies_where_the_damage_is_enough() -> None:
    """A hero dies in the room where the damage reaches his health.

    Abilities for a death in that room act, once a turn; rooms behind it do not act.
    """
    t = table().dungeon(0, "dark_altar", "neanderthal_cave", "golem_factory")
    t.hero(0, "c", 4).at_phase("adventure").do(ON)
    assert t.points[0] == (1, 0)
    lines = t.told
    assert "Neanderthal Cave: Cleric (4) takes 3, 4 of 4" in lines
    assert not any("Golem Factory" in line for line in lines)
    t = table().dungeon(0, "dark_altar", "golem_factory", "golem_factory")
    t.hero(0, "c", 4).hero(0, "c", 4).at_phase("adventure").do(ON)
    assert any("Golem Factory: Once a turn" in line for line in t.told)
    assert not any("Golem Factory: Once a turn" in line for line in t.do(ON).told)


@pytest.mark.rule("BM-15")
def test_more_than_his_health_where_the_table_says_so() -> None:
    """Damage equal to health kills, unless BM-A1 is set to exceed.

    With BM-A1 set to instant the hero dies before the window after that room.
    """
    t = table().dungeon(0, plain("", 4))
    assert t.copy().hero(0).at_phase("adventure").do(ON).points[0] == (1, 0)
    t = table(BM_A1="exceed").dungeon(0, plain("", 4))
    assert t.copy().hero(0).at_phase("adventure").do(ON).points[0] == (0, 1)
    t = table().dungeon(0, plain("", 4)).hero(0).at_phase("adventure").do(Walked(0))
    assert (t.step, t.points[0]) == ("walk", (0, 0))
    t = table(BM_A1="instant").dungeon(0, plain("", 4)).hero(0).at_phase("adventure").do(Walked(0))
    assert t.points[0] == (1, 0)


@pytest.mark.rule("BM-33", "BM-12")
def test_an_epic_hero_who_survives_is_two_wounds() -> None:
    """An epic hero who survives gives two wounds, a normal one gives one."""
    t = table().dungeon(0, plain("", 3)).hero(0, "m", 13, epic=True).hero(0, "m", 8)
    t.at_phase("adventure").do(ON)
    assert "Mage (13) survives: 2 wounds for Ana" in t.told
    assert t.do(ON).points[0] == (0, 3)


@pytest.mark.rule("BM-31")
def test_a_window_after_each_room() -> None:
    """Spells may be played after each room in which the table stops.

    One tap lets a hero walk through; a stop leaves him in that room with its damage done. With windows set to room
    the usual answer is the next room.
    """
    t = table().dungeon(0, plain("", 1), plain("", 2), plain("", 1))
    t.hero(0, "c", 6).at_phase("adventure")
    assert t.options("pile") == [0, 1, 2]
    t.do(Walked(1))
    assert (t.s.walk.pile, t.s.keeps[0].entrance[0].taken) == (1, 3)
    assert t.options("pile") == [2]
    line = t.view.players[0].entrance[0]
    assert (line.pile, line.taken, line.doomed) == (1, 3, False)
    assert t.do(ON).points[0] == (0, 1)
    each = table(windows="room").dungeon(0, plain("", 1), plain("", 2))
    each.hero(0, "c", 3).at_phase("adventure")
    usual = each.asked.choices[0]
    assert (usual.role, usual.event) == ("default", Walked(0))
    assert each.do(Walked(0), Walked(1), ON).points[0] == (1, 0)


@pytest.mark.rule("BM-31", "BM-46", "BM-64")
def test_rooms_change_each_other() -> None:
    """Rooms that change other rooms' damage or the walk.

    Monster's Ballroom counts monsters, Dizzygas Hallway strengthens a trap to its right, Goblin Armory the monsters
    beside it, Minotaur's Maze sends a hero back once.
    """
    t = table().dungeon(0, "dizzygas_hallway", "dark_altar", "monsters_ballroom", "golem_factory", "dizzygas_hallway")
    assert [room_damage(t.s, pile[0], 0) for pile in t.s.keeps[0].piles] == [1, 3, 2, 2, 1]
    slept = t.copy().change(exhaust_room, t.ids(0)[0])
    assert [room_damage(slept.s, pile[0], 0) for pile in slept.s.keeps[0].piles] == [0, 1, 2, 2, 1]
    t = table().dungeon(0, "golem_factory", "goblin_armory", "minotaurs_maze", "goblin_armory", "dark_altar")
    assert [room_damage(t.s, pile[0], 0) for pile in t.s.keeps[0].piles] == [3, 1, 2, 1, 1]
    slept = t.copy().change(exhaust_room, t.ids(0)[2])
    assert [room_damage(slept.s, pile[0], 0) for pile in slept.s.keeps[0].piles] == [3, 1, 0, 1, 1]
    t = table().dungeon(0, plain("", 2), "minotaurs_maze", plain("", 1))
    t.hero(0, "c", 8).at_phase("adventure").do(Walked(2))
    assert t.s.keeps[0].entrance[0].taken == 5
    t = table().dungeon(0, "minotaurs_maze", plain("", 1))
    t.hero(0, "c", 8).at_phase("adventure").do(Walked(1))
    assert t.s.keeps[0].entrance[0].taken == 1


@pytest.mark.rule("BM-53")
def test_healing_turns_a_wound_into_souls() -> None:
    """Vampire Bordello turns a wound into souls once a turn when a hero dies there.

    An epic wound becomes two souls.
    """
    t = table().dungeon(0, "vampire_bordello").scored(0, wounds=1, epic=True)
    t.hero(0, "c", 2).hero(0, "c", 2).at_phase("adventure").do(ON)
    assert t.step == "choose"
    t.do(Aimed(t.s.keeps[0].score[0].hero.id))
    assert t.points[0] == (3, 0)
    assert t.do(ON).step == "reveal_hero"


@pytest.mark.rule("BM-66")
def test_a_hero_killed_by_an_ability_is_the_dungeons() -> None:
    """A hero killed by an ability gives his souls to that dungeon.

    Bottomless Pit kills the hero while he is in it and is destroyed; Boulder Ramp destroys a room for damage.
    """
    t = table().dungeon(0, "bottomless_pit", "boulder_ramp", "dark_altar")
    t.hero(0, "m", 13, epic=True).at_phase("adventure")
    pit, ramp, altar = t.ids(0)
    assert pit not in [c.event.item for c in t.remarks if type(c.event).__name__ == "Activated"]
    t.do(Walked(0))
    dead = t.copy().uses(pit)
    assert (dead.points[0], dead.keys(0), dead.step) == ((2, 0), ["boulder_ramp", "dark_altar"], "reveal_hero")
    t.do(Walked(1)).uses(ramp, altar)
    assert (t.s.keeps[0].entrance[0].taken, t.keys(0)) == (7, ["bottomless_pit", "boulder_ramp"])
    t.uses(ramp, pit)
    assert t.s.keeps[0].entrance[0].taken == 12
    assert t.s.walk.pile == 0


@pytest.mark.rule("BM-31", "BM-47")
def test_the_way_stops_where_an_ability_needs_the_hero() -> None:
    """BM L478: "En cada Habitación, después de que inflige Daño, los jugadores pueden … usar capacidades".

    Asked once for the whole dungeon, the prompt offers to stop in the Bottomless Pit and on the Boulder Ramp, with
    what they do, and only where they can be used on a hero who would not die anyway.
    """
    t = table().dungeon(0, "dark_altar", "bottomless_pit", "boulder_ramp").hero(0, "m", 8).at_phase("adventure")
    stops = [(english(c.label), c.event) for c in t.asked.choices if english(c.label).startswith("Stop: ")]
    assert stops == [
        ("Stop: Bottomless Pit · Ana", Walked(1)),
        ("Stop: Boulder Ramp · Ana", Walked(2)),
    ]
    pit = t.ids(0)[1]
    assert t.copy().do(stops[0][1]).uses(pit).points[0] == (1, 0)
    asleep = t.copy().change(exhaust_room, pit)
    assert [english(c.label) for c in asleep.asked.choices if "Pit" in english(c.label)] == []
    doomed = table().dungeon(0, "bottomless_pit").hero(0, "c", 1).at_phase("adventure")
    assert [english(c.label) for c in doomed.asked.choices if "Pit" in english(c.label)] == []


@pytest.mark.rule("BM-31", "BM-47")
def test_two_rooms_of_one_name_are_told_apart() -> None:
    """Of two rooms with one name each button says which it is, counted from the entrance."""
    t = table().dungeon(0, "witchs_kitchen", "dark_altar", "witchs_kitchen").hero(0, "m", 8).at_phase("adventure")
    used = [english(c.label) for c in t.remarks if isinstance(c.event, Activated)]
    assert used == [
        "Ana uses Witch's Kitchen, room 1",
        "Ana uses Dark Altar",
        "Ana uses Witch's Kitchen, room 3",
    ]
    pick = next(c for c in t.asked.choices if c.template.holes).template.holes[0]
    labels = [english(option.label) for option in pick.options]
    assert labels == ["Witch's Kitchen, room 1", "Dark Altar", "Witch's Kitchen, room 3"]
    assert pick.is_ordered


@pytest.mark.rule("BM-54")
@pytest.mark.parametrize(("ruling", "taken"), [("next", 4), ("under", 9)])
def test_a_room_destroyed_under_a_hero(ruling: str, taken: int) -> None:
    """After a room is destroyed under a hero he goes on to the next one.

    The room that is uncovered hurts him only with BM-A8 set to under.
    """
    t = table(BM_A8=ruling).dungeon(0, plain("", 1), ("dark_altar", plain("", 5)), plain("", 2))
    t.hero(0, "m", 13, epic=True).at_phase("adventure").do(Walked(1))
    t.uses(t.ids(0)[1])
    assert t.s.walk.room == 0
    t.do(Walked(2))
    assert t.s.keeps[0].entrance[0].taken == taken


@pytest.mark.rule("BM-32", "BM-54")
@pytest.mark.parametrize("under", [True, False])
def test_he_dies_as_he_leaves_a_room_that_is_destroyed(under: bool) -> None:
    """BM L479: "Si el Héroe sale de una Habitación con tanto o más Daño que su Salud, muere".

    The room is destroyed in its window, with another room beneath it or a gap; nothing is asked any more.
    """
    t = table().dungeon(0, plain("", 3), ("dark_altar", plain("", 0)) if under else "dark_altar")
    t.hero(0, "c", 4).at_phase("adventure").do(Walked(1))
    assert t.view.players[0].entrance[0].taken == 4
    t.uses(t.ids(0)[1])
    assert "Cleric (4) dies: 1 soul for Ana" in t.told
    assert (t.points[0], t.s.walk, t.step) == ((1, 0), None, "reveal_hero")


@pytest.mark.rule("BM-32", "BM-54")
def test_he_lives_on_where_a_room_is_destroyed_before_the_damage_is_enough() -> None:
    """BM L479: a hero who leaves a destroyed room with less damage than his health goes on.

    With BM-A1 set to exceed, damage equal to his health is not enough either.
    """
    t = table().dungeon(0, "dark_altar", plain("", 2)).hero(0, "c", 4).at_phase("adventure").do(Walked(0))
    t.uses(t.ids(0)[0])
    assert t.step == "walk"
    assert t.do(ON).points[0] == (0, 1)
    exact = table(BM_A1="exceed").dungeon(0, plain("", 3), "dark_altar").hero(0, "c", 4).at_phase("adventure")
    exact.do(Walked(1)).uses(exact.ids(0)[1])
    assert exact.do(ON).points[0] == (0, 1)


@pytest.mark.rule("BM-54")
def test_a_room_that_leaves_a_gap_under_a_hero() -> None:
    """After the only room of a pile is destroyed under a hero, he goes on to the room behind it."""
    t = table().dungeon(0, plain("", 1), "dark_altar", plain("", 2))
    t.hero(0, "m", 13, epic=True).at_phase("adventure").do(Walked(1))
    t.uses(t.ids(0)[1]).do(Walked(1))
    assert t.s.keeps[0].entrance[0].taken == 4


@pytest.mark.rule("BM-35")
def test_what_held_for_the_turn_is_over() -> None:
    """The end of a turn removes exhaustion, bonuses and damage.

    A hero in town has his printed health again.
    """
    t = table().dungeon(0, plain("", 2, "trap"), "dark_altar")
    t.hero(0, "m", 8).at_phase("adventure").do(Walked(0))
    t.casts(1, "freeze", t.ids(0)[1])
    t.casts(0, "annihilator", t.ids(0)[0])
    t.casts(1, "assassin", t.s.walk.hero)
    assert (t.s.keeps[0].entrance[0].taken, t.s.keeps[0].entrance[0].health) == (5, 11)
    t.casts(1, "fear", t.s.walk.hero)
    assert (t.s.turn, t.s.walk, t.step) == (2, None, "reveal_hero")
    assert (t.s.town[0].taken, t.s.town[0].health) == (0, 8)
    assert [room_damage(t.s, pile[0], 0) for pile in t.s.keeps[0].piles] == [2, 1]


@pytest.mark.rule("BM-61")
def test_machinations_give_a_card_to_whoever_won_no_soul() -> None:
    """The switch "machinations" gives a card to players who won no soul this turn."""
    for ruling, lines in (("on", ["Bea may draw a room or a spell: no soul this turn"]), ("off", [])):
        t = table(machinations=ruling).dungeon(0, plain("", 9)).hero(0)
        t.at_phase("adventure").do(ON)
        assert [line for line in t.told if "may draw" in line] == lines


@pytest.mark.rule("BM-30")
def test_nobody_enters_a_dungeon_that_frightens() -> None:
    """After Trepidation no hero enters that dungeon until the next turn."""
    t = table().change(set_keep, 0, shut=True).hero(0)
    t.at_phase("adventure")
    assert (t.standing_in(0), t.s.turn, t.s.keeps[0].shut) == (["c.4"], 2, False)


@pytest.mark.rule("BM-63")
def test_a_usual_turn_of_two_takes_eight_answers(say) -> None:
    """A usual turn of two players takes eight answers, each of them asked.

    Two heroes, two rooms laid, two named, and a tap for each hero who walks.
    """
    from rules.boss_monster.model.events import Arrived, Placed, Revealed

    t = seated()
    t.do(Placed(0), Placed(0), Revealed("dark_altar"), Revealed("neanderthal_cave"))
    turn = t.s.turn
    answers = [
        Arrived("c.4"),
        Arrived("f.6"),
        Placed(0),
        Placed(0),
        Revealed("open_grave"),
        Revealed("golem_factory"),
        ON,
        ON,
    ]
    for k, event in enumerate(answers):
        assert t.s.turn == turn, k
        t.do(event)
    assert t.s.turn == turn + 1
    say(f"boss_monster: a usual turn of two with two heroes lured takes {len(answers)} answers")


@pytest.mark.rule("BM-30", "BM-31")
def test_nobody_does_anything_about_any_hero_in_one_answer() -> None:
    """One answer for all heroes is the same as one for each, in order of XP and then of arrival."""
    t = table(3).dungeon(0, "golem_factory").dungeon(2, "neanderthal_cave")
    t.hero(0, "c", 2).hero(0, "m", 8).hero(2, "t", 3).at_phase("adventure")
    [everybody] = [event.by for event in t.events if isinstance(event, AllWalked)]
    one_by_one = t.copy().do(ON, ON, ON)
    assert t.do(AllWalked(everybody)).points == one_by_one.points == [(1, 1), (0, 0), (1, 0)]
    assert (t.asks, t.s.turn) == (one_by_one.asks, one_by_one.s.turn)
    assert not t.offers(AllWalked)


@pytest.mark.rule("BM-31")
def test_the_answer_for_all_heroes_speaks_for_everybody_in_the_game() -> None:
    """BM L478: "los jugadores pueden jugar Hechizos": Beto has no hero, but may play a spell on any of them.

    Without him the answer for all is refused, and whoever is out of the game is not needed.
    """
    t = table(3).dungeon(0, "golem_factory").dungeon(2, "neanderthal_cave").hero(0, "c", 2).hero(2, "t", 3)
    t.at_phase("adventure")
    [everybody] = [event.by for event in t.events if isinstance(event, AllWalked)]
    assert set(everybody) == {0, 1, 2}
    assert t.refuses(AllWalked((2, 0)))
    t.change(set_keep, 1, out=True)
    assert [event.by for event in t.events if isinstance(event, AllWalked)] == [(2, 0)]


@pytest.mark.rule("BM-31")
def test_a_single_hero_has_no_answer_for_all() -> None:
    """The last hero on his way is asked about alone; with every window asked, so is each of them."""
    assert not table().dungeon(0, "golem_factory").hero(0).at_phase("adventure").offers(AllWalked)
    each = table(windows="room").dungeon(0, "golem_factory").hero(0).hero(0, "m", 8).at_phase("adventure")
    assert not each.offers(AllWalked)


@pytest.mark.rule("BM-31", "BM-47")
def test_a_hero_for_whom_there_is_an_ability_is_asked_about_all_the_same() -> None:
    """Nobody wanted to do anything, but an ability that helps only against this hero stays a stop of its own."""
    t = table().dungeon(1, "golem_factory").dungeon(0, "bottomless_pit").hero(1, "c", 2).hero(0, "m", 8)
    t.at_phase("adventure").do(AllWalked((1, 0)))
    assert t.asks.startswith("Mage (8)")
    assert t.points == [(0, 0), (1, 0)]


@pytest.mark.rule("BM-31")
def test_a_question_in_between_asks_about_the_next_hero_again() -> None:
    """What somebody decides on the way may change what others want to do, so the next hero is asked about again."""
    t = table().dungeon(1, "vampire_bordello").dungeon(0, "golem_factory").scored(1, wounds=1)
    t.hero(1, "t", 1).hero(0, "m", 8).at_phase("adventure").do(AllWalked((1, 0)))
    assert t.step == "choose"
    assert t.do(Skipped()).asks.startswith("Mage (8)")
