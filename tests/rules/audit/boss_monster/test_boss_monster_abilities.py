"""Boss Monster, audit of abilities (BM-47): each test from one sentence of the rules text."""

import pytest

from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.dungeon import exhaust_room
from rules.boss_monster.model.events import Activated, Aimed, Cast, Walked
from tests.support.games.boss_monster import BossMonsterTable, handed, table
from tests.support.games.table import english


def building() -> BossMonsterTable:
    """Everybody has two trap rooms with treasure; the player with the most XP lays a room."""
    t = table().at_phase("build")
    for seat in range(2):
        t.dungeon(seat, "dark_altar", "bottomless_pit")
    return t


@pytest.mark.rule("BM-47")
def test_an_ability_is_used_whenever_a_spell_might_be_played() -> None:
    """BM-47, L593: in the build and the adventure phase, in any dungeon's window; by its owner alone."""
    t = building().dungeon(0, "jackpot_stash", "golem_factory")
    assert {c.seat for c in t.remarks if c.event == Activated(t.ids(0)[0])} == {0}
    t = building().hero(1, "c", 20).at_phase("adventure").dungeon(0, "jackpot_stash", "golem_factory").do(Walked(0))
    t.do(Activated(t.ids(0)[0]))
    assert t.keys(0) == ["golem_factory"]
    assert t.s.keeps[0].doubled


@pytest.mark.rule("BM-47")
@pytest.mark.parametrize("room", ["golem_factory", "mimic_vault", "neanderthal_cave", "dizzygas_hallway", "open_grave"])
def test_what_works_by_itself_is_not_activated(room: str) -> None:
    """BM-47, L593: ongoing abilities and those of building "no se consideran capacidades que se puedan activar"."""
    t = building().dungeon(0, room)
    assert t.refuses(Activated(t.ids(0)[0])) == "BM-47"


@pytest.mark.rule("BM-47")
def test_a_once_a_turn_ability_is_used_once_a_turn() -> None:
    """BM-47, L389, L593: "una vez por turno": not a second time, also not while the first waits; again next turn."""
    t = building().dungeon(0, "the_crushinator", "dark_altar", "golem_factory", "witchs_kitchen")
    crusher = t.ids(0)[0]
    t.do(Activated(crusher))
    assert t.refuses(Activated(crusher)) == "BM-47"
    t.do(Aimed(t.ids(0)[1]))
    assert t.keys(0) == ["the_crushinator", "golem_factory", "witchs_kitchen"]
    assert [pile[0].bonus for pile in t.s.keeps[0].piles] == [2, 2, 2]
    assert t.refuses(Activated(crusher)) == "BM-47"
    t.at_phase("end_turn").at_phase("build")
    assert [pile[0].bonus for pile in t.s.keeps[0].piles] == [0, 0, 0], "for the turn"
    t.do(Activated(crusher))
    assert t.step == "aim"


@pytest.mark.rule("BM-47")
def test_a_room_that_is_destroyed_for_its_effect_is_used_once() -> None:
    """BM-47, L593: its cost is the room itself; it is not paid a second time while it waits."""
    t = building().dungeon(0, "bottomless_pit", "jackpot_stash", "golem_factory")
    stash = t.ids(0)[1]
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[2]), Activated(stash))
    assert t.refuses(Activated(stash)) == "BM-47"


@pytest.mark.rule("BM-47")
def test_a_drawing_room_without_a_may_draws_by_itself() -> None:
    """BM-47, L407, L593: no cost, nothing to declare: the hive and the center are no abilities that are activated."""
    t = handed().dungeon(0, "brainsucker_hive").dungeon(1, "recycling_center", "jackpot_stash")
    assert t.refuses(Activated(t.ids(0)[0])) == "BM-47"
    assert t.refuses(Activated(t.ids(1)[0])) == "BM-47"
    t.hero(0, "m", 2).at_phase("adventure")
    while t.s.keeps[0].entrance:
        t.usual()
    t.deals()
    assert t.points[0] == (1, 0)
    assert [bool(card_texts()[card].phases) for card in t.s.keeps[0].hand][:1] == [True], "a spell for the hive"
    t = handed().dungeon(1, "recycling_center", "jackpot_stash")
    t.acts(Activated(t.ids(1)[1]))
    assert len(t.s.keeps[1].hand) == 2, "two rooms for another one that is destroyed"
    assert not any(card_texts()[card].phases for card in t.s.keeps[1].hand)


@pytest.mark.rule("BM-47")
def test_the_hive_draws_once_a_turn() -> None:
    """BM-47, L407: "una vez por turno"; a second hero who dies there brings nothing."""
    t = handed().dungeon(0, "brainsucker_hive").hero(0, "m", 2).hero(0, "m", 2).at_phase("adventure")
    while t.s.keeps[0].entrance:
        t.usual().deals()
    assert t.points[0] == (2, 0)
    assert sum(bool(card_texts()[card].phases) for card in t.s.keeps[0].hand) == 1


@pytest.mark.rule("BM-31", "BM-47")
def test_the_way_stops_where_an_ability_needs_the_hero() -> None:
    """BM L478: "En cada Habitación, después de que inflige Daño, los jugadores pueden … usar capacidades".

    Asked once for the whole dungeon, the prompt offers to stop in the Bottomless Pit and on the Boulder Ramp, with
    what they do, and only where they can be used on a hero who would not die anyway.
    """
    t = table().dungeon(0, "dark_altar", "bottomless_pit", "boulder_ramp").hero(0, "m", 8).at_phase("adventure")
    stops = [(english(c.label), c.event) for c in t.asked.choices if english(c.label).startswith("Stop in ")]
    assert stops == [
        ("Stop in Bottomless Pit, of Ana", Walked(1)),
        ("Stop in Boulder Ramp, of Ana", Walked(2)),
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
