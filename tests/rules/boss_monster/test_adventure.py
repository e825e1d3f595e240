"""Boss Monster's bait and adventure phases: who gets which hero, and how he fares room by room."""

import pytest

from rules.boss_monster.dungeon import damage, exhaust, lure
from rules.boss_monster.event import Aimed, Lured, Walked
from rules.boss_monster.game import GAME
from rules.boss_monster.state import TOWN, set_keep
from rules.engine import prompt
from tests.support.games.boss_monster import (
    at_phase,
    casts,
    do,
    dungeon,
    hero,
    ids,
    keys,
    offers,
    plain,
    points,
    scored,
    seated,
    standing_in,
    table,
    uses,
)
from tests.support.transcript import asked, step, told

ON = Walked(-1)


@pytest.mark.rule("BM-18", "BM-26")
def test_the_most_treasure_of_his_class_lures_a_hero() -> None:
    """The boss counts, exhausted rooms do not; what is seen now is what the town says of each hero."""
    s = hero(dungeon(dungeon(table(), 0, "neanderthal_cave"), 1, "golem_factory", "monstrous_monument"), TOWN, "f")
    assert [lure(s, seat, "f") for seat in (0, 1)] == [2, 2]
    assert GAME.view(s).town[0].goes_to == TOWN
    assert standing_in(at_phase(s, "bait"), TOWN) == ["f.4"]
    s = exhaust(s, ids(s, 1)[0])
    assert GAME.view(s).town[0].goes_to == 0
    assert "Fighter (4) goes to Ana: Fighter 2" in told(at_phase(s, "bait"))


@pytest.mark.rule("BM-26", "BM-27")
def test_the_town_is_counted_class_by_class() -> None:
    """Everybody's treasure of each class that waits, the boss's included; who gets them, who are level, or nobody."""
    s = dungeon(dungeon(table(3), 0, "dragon_hatchery", "golem_factory"), 1, "dark_altar", "open_grave")
    s = hero(hero(hero(hero(s, TOWN, "t"), TOWN, "f"), TOWN, "f", 8), TOWN, "x", 2)
    seen = [(line.klass, [h.health for h in line.heroes], line.counts, line.best) for line in GAME.view(s).baits]
    assert seen == [
        ("f", [4, 8], (3, 0, 0), (0,)),
        ("t", [4], (1, 1, 0), (0, 1)),
        ("x", [2], (-1, -1, -1), ()),
    ]
    gone = GAME.view(set_keep(hero(s, TOWN, "m"), 0, out=True)).baits
    assert [(line.klass, line.counts, line.best) for line in gone][1] == ("m", (-1, 0, 1), (2,))
    lines = told(at_phase(hero(dungeon(dungeon(table(), 0, "dark_altar"), 1, "dark_altar"), TOWN), "bait"))
    assert "Cleric (4) stays in town: Ana, Bea are level, Cleric 2" in lines
    assert "Cleric (4) stays in town: nobody has Cleric" in told(at_phase(hero(table(), TOWN), "bait"))


@pytest.mark.rule("BM-27", "BM-29")
def test_stuck_heroes_go_together_once_the_tie_breaks() -> None:
    """Two of a class wait, a third of another class too; only those whose tie breaks leave (BM-A16)."""
    s = dungeon(dungeon(table(), 0, "dark_altar"), 1, "dark_altar")
    s = hero(hero(hero(s, TOWN, "c", 4), TOWN, "m", 6), TOWN, "c", 6)
    jammed = at_phase(s, "bait")
    assert standing_in(jammed, TOWN) == ["c.4", "m.6", "c.6"]
    freed = at_phase(dungeon(jammed, 0, "dark_altar", "open_grave"), "bait")
    assert (standing_in(freed, 0), standing_in(freed, TOWN)) == (["c.4", "c.6"], ["m.6"])


@pytest.mark.rule("BM-28")
def test_they_arrive_in_the_order_in_which_they_were_drawn() -> None:
    """And nothing can be played while they do: the next question is the adventure's."""
    s = dungeon(table(), 0, "dark_altar", "neanderthal_cave")
    s = at_phase(hero(hero(hero(s, TOWN, "c", 8), TOWN, "f", 4), TOWN, "c", 4), "bait")
    assert standing_in(s, 0) == ["c.8", "f.4", "c.4"]
    assert asked(s).startswith("Cleric (8) is in the dungeon of Ana")


@pytest.mark.rule("BM-26")
def test_the_table_says_where_the_fool_goes() -> None:
    """Nothing in these rules names his treasure (BM-A11)."""
    s = at_phase(hero(table(), TOWN, "x", 2), "bait")
    assert asked(s) == "Where does the Fool go, as his card says?"
    assert standing_in(do(s, Lured(TOWN)), TOWN) == ["x.2"]
    assert "Fool (2) goes to Bea: Fool 0" in told(do(s, Lured(1)))


@pytest.mark.rule("BM-30", "BM-34")
def test_by_xp_each_receives_their_heroes_in_the_order_of_arrival() -> None:
    """The next player is active once the first has none left; nobody without heroes is asked."""
    s = dungeon(dungeon(table(3), 0, plain("", 9)), 2, plain("", 9))
    s = at_phase(hero(hero(hero(s, 0, "c"), 2, "m", 6), 2, "m", 8), "adventure")
    assert asked(s).startswith("Mage (6) is in the dungeon of Cira")
    assert s.active == 2
    s = do(s, ON)
    assert asked(s).startswith("Mage (8) is in the dungeon of Cira")
    s = do(s, ON)
    assert asked(s).startswith("Cleric (4) is in the dungeon of Ana")
    assert (s.active, points(do(s, ON))) == (0, [(1, 0), (0, 0), (2, 0)])


@pytest.mark.rule("BM-15", "BM-32", "BM-58")
def test_he_dies_where_the_damage_is_enough() -> None:
    """In the room that did it, and what waits there for a death acts; rooms behind it do not touch him."""
    s = dungeon(table(), 0, "dark_altar", "neanderthal_cave", "golem_factory")
    s = do(at_phase(hero(s, 0, "c", 4), "adventure"), ON)
    assert points(s)[0] == (1, 0)
    lines = told(s)
    assert "Neanderthal Cave: Cleric (4) takes 3, 4 of 4" in lines
    assert not any("Golem Factory" in line for line in lines)
    s = dungeon(table(), 0, "dark_altar", "golem_factory", "golem_factory")
    s = do(at_phase(hero(hero(s, 0, "c", 4), 0, "c", 4), "adventure"), ON)
    assert any("Golem Factory: Once a turn" in line for line in told(s))
    assert not any("Golem Factory: Once a turn" in line for line in told(do(s, ON)))


@pytest.mark.rule("BM-15")
def test_more_than_his_health_where_the_table_says_so() -> None:
    """Damage equal to health kills, unless BM-A1 is read as exceeding; at once, there is no window after it."""
    s = dungeon(table(), 0, plain("", 4))
    assert points(do(at_phase(hero(s, 0), "adventure"), ON))[0] == (1, 0)
    s = dungeon(table(A1="exceed"), 0, plain("", 4))
    assert points(do(at_phase(hero(s, 0), "adventure"), ON))[0] == (0, 1)
    s = do(at_phase(hero(dungeon(table(), 0, plain("", 4)), 0), "adventure"), Walked(0))
    assert (step(s), points(s)[0]) == ("walk", (0, 0))
    s = do(at_phase(hero(dungeon(table(A1="instant"), 0, plain("", 4)), 0), "adventure"), Walked(0))
    assert points(s)[0] == (1, 0)


@pytest.mark.rule("BM-33", "BM-12")
def test_an_epic_hero_who_survives_is_two_wounds() -> None:
    """A normal one is one; whoever gets through lies face up."""
    s = hero(hero(dungeon(table(), 0, plain("", 3)), 0, "m", 13, epic=True), 0, "m", 8)
    s = do(at_phase(s, "adventure"), ON)
    assert "Mage (13) survives: 2 wounds for Ana" in told(s)
    assert points(do(s, ON))[0] == (0, 3)


@pytest.mark.rule("BM-31")
def test_a_window_after_each_room() -> None:
    """One tap lets a hero walk through; a stop leaves him in that room, its damage done, and it goes on."""
    s = dungeon(table(), 0, plain("", 1), plain("", 2), plain("", 1))
    s = at_phase(hero(s, 0, "c", 6), "adventure")
    assert offers(s, "pile") == [0, 1, 2]
    s = do(s, Walked(1))
    assert (s.walk.pile, s.keeps[0].entrance[0].taken) == (1, 3)
    assert offers(s, "pile") == [2]
    line = GAME.view(s).players[0].entrance[0]
    assert (line.pile, line.taken, line.doomed) == (1, 3, False)
    assert points(do(s, ON))[0] == (0, 1)
    each = dungeon(table(windows="room"), 0, plain("", 1), plain("", 2))
    each = at_phase(hero(each, 0, "c", 3), "adventure")
    usual = prompt(each).choices[0]
    assert (usual.role, usual.event) == ("usual", Walked(0))
    assert points(do(each, Walked(0), Walked(1), ON))[0] == (1, 0)


@pytest.mark.rule("BM-31", "BM-46", "BM-64")
def test_rooms_change_each_other() -> None:
    """The Ballroom counts monsters, the Hallway strengthens a trap to its right, the Maze sends a hero back once."""
    s = dungeon(table(), 0, "dizzygas_hallway", "dark_altar", "monsters_ballroom", "golem_factory", "dizzygas_hallway")
    assert [damage(s, pile[0], 0) for pile in s.keeps[0].piles] == [1, 3, 2, 2, 1]
    slept = exhaust(s, ids(s, 0)[0])
    assert [damage(slept, pile[0], 0) for pile in slept.keeps[0].piles] == [0, 1, 2, 2, 1]
    s = dungeon(table(), 0, plain("", 2), "minotaurs_maze", plain("", 1))
    s = do(at_phase(hero(s, 0, "c", 8), "adventure"), Walked(2))
    assert s.keeps[0].entrance[0].taken == 5
    s = dungeon(table(), 0, "minotaurs_maze", plain("", 1))
    s = do(at_phase(hero(s, 0, "c", 8), "adventure"), Walked(1))
    assert s.keeps[0].entrance[0].taken == 1


@pytest.mark.rule("BM-53")
def test_healing_turns_a_wound_into_souls() -> None:
    """The Bordello heals once a turn as a hero dies there; an epic wound becomes two souls."""
    s = scored(dungeon(table(), 0, "vampire_bordello"), 0, wounds=1, epic=True)
    s = do(at_phase(hero(hero(s, 0, "c", 2), 0, "c", 2), "adventure"), ON)
    assert step(s) == "choose"
    s = do(s, Aimed(s.keeps[0].score[0].hero.id))
    assert points(s)[0] == (3, 0)
    assert step(do(s, ON)) == "reveal_hero"


@pytest.mark.rule("BM-66")
def test_a_hero_killed_by_an_ability_is_the_dungeons() -> None:
    """The Pit takes the hero who is in it with itself, only while he is in it; the Ramp throws a room at him."""
    s = dungeon(table(), 0, "bottomless_pit", "boulder_ramp", "dark_altar")
    s = at_phase(hero(s, 0, "m", 13, epic=True), "adventure")
    pit, ramp, altar = ids(s, 0)
    assert pit not in [c.event.item for c in GAME.remarks(s) if type(c.event).__name__ == "Activated"]
    s = do(s, Walked(0))
    dead = uses(s, pit)
    assert (points(dead)[0], keys(dead, 0), step(dead)) == ((2, 0), ["boulder_ramp", "dark_altar"], "reveal_hero")
    s = uses(do(s, Walked(1)), ramp, altar)
    assert (s.keeps[0].entrance[0].taken, keys(s, 0)) == (7, ["bottomless_pit", "boulder_ramp"])
    s = uses(s, ramp, pit)
    assert s.keeps[0].entrance[0].taken == 12
    assert s.walk.pile == 0


@pytest.mark.rule("BM-54")
@pytest.mark.parametrize(("ruling", "taken"), [("next", 4), ("under", 9)])
def test_a_room_destroyed_under_a_hero(ruling: str, taken: int) -> None:
    """He goes on to the next; the room that comes to light touches him only where the table says so (BM-A8)."""
    s = dungeon(table(A8=ruling), 0, plain("", 1), ("dark_altar", plain("", 5)), plain("", 2))
    s = do(at_phase(hero(s, 0, "m", 13, epic=True), "adventure"), Walked(1))
    s = uses(s, ids(s, 0)[1])
    assert s.walk.room == 0
    s = do(s, Walked(2))
    assert s.keeps[0].entrance[0].taken == taken


@pytest.mark.rule("BM-54")
def test_a_room_that_leaves_a_gap_under_a_hero() -> None:
    """The rooms before it close up, and the next is the one that lay behind it."""
    s = dungeon(table(), 0, plain("", 1), "dark_altar", plain("", 2))
    s = do(at_phase(hero(s, 0, "m", 13, epic=True), "adventure"), Walked(1))
    s = do(uses(s, ids(s, 0)[1]), Walked(1))
    assert s.keeps[0].entrance[0].taken == 4


@pytest.mark.rule("BM-35")
def test_what_held_for_the_turn_is_over() -> None:
    """Exhausted rooms stand, bonuses and damage are forgotten; a hero in town has his health again."""
    s = dungeon(table(), 0, plain("", 2, "trap"), "dark_altar")
    s = do(at_phase(hero(s, 0, "m", 8), "adventure"), Walked(0))
    s = casts(s, 1, "freeze", ids(s, 0)[1])
    s = casts(s, 0, "annihilator", ids(s, 0)[0])
    s = casts(s, 1, "assassin", s.walk.hero)
    assert (s.keeps[0].entrance[0].taken, s.keeps[0].entrance[0].health) == (5, 11)
    s = casts(s, 1, "fear", s.walk.hero)
    assert (s.turn, s.walk, step(s)) == (2, None, "reveal_hero")
    assert (s.town[0].taken, s.town[0].health) == (0, 8)
    assert [damage(s, pile[0], 0) for pile in s.keeps[0].piles] == [2, 1]


@pytest.mark.rule("BM-61")
def test_machinations_give_a_card_to_whoever_won_no_soul() -> None:
    """As a switch, and only to them."""
    for ruling, lines in (("on", ["Bea may draw a room or a spell: no soul this turn"]), ("off", [])):
        s = hero(dungeon(table(machinations=ruling), 0, plain("", 9)), 0)
        s = do(at_phase(s, "adventure"), ON)
        assert [line for line in told(s) if "may draw" in line] == lines


@pytest.mark.rule("BM-30")
def test_nobody_enters_a_dungeon_that_frightens() -> None:
    """After Trepidation the heroes stand at the entrance until the next turn."""
    s = hero(set_keep(table(), 0, shut=True), 0)
    s = at_phase(s, "adventure")
    assert (standing_in(s, 0), s.turn, s.keeps[0].shut) == (["c.4"], 2, False)


@pytest.mark.rule("BM-63")
def test_a_usual_turn_of_two_takes_eight_answers(say) -> None:
    """Two heroes, two rooms laid, two named, and a tap for each hero who walks: eight answers, each of them asked."""
    from rules.boss_monster.event import Arrived, Placed, Revealed

    s = seated()
    s = do(s, Placed(0), Placed(0), Revealed("dark_altar"), Revealed("neanderthal_cave"))
    turn = s.turn
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
        assert s.turn == turn, k
        s = do(s, event)
    assert s.turn == turn + 1
    say(f"boss_monster: a usual turn of two with two heroes lured takes {len(answers)} answers")
