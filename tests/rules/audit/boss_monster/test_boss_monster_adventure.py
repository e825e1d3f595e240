"""Boss Monster, audit of the adventure (BM-12, 15, 30-35, 55, 58, 66, A1, A8): each test from one sentence."""

import pytest

from rules.boss_monster.model.card_catalogue import RoomCard, card_texts, hero_deck
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    AllWalked,
    Arrived,
    Cast,
    Placed,
    Played,
    Revealed,
    Skipped,
    Stood,
    Walked,
)
from rules.boss_monster.model.state import TOWN, set_keep
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, table
from tests.support.games.table import english

THREE = ("golem_factory", "dark_altar", "neanderthal_cave")
"""Damage 2, 1 and 3."""

ON = Walked(-1)


def adventure(
    *rooms: str | RoomCard | tuple[str | RoomCard, ...], health: int = 20, **rulings: str
) -> BossMonsterTable:
    """A cleric with that health before the first of those rooms of Bea."""
    return table(**rulings).dungeon(1, *rooms).hero(1, "c", health).at_phase("adventure")


def taken(t: BossMonsterTable, seat: int = 1) -> list[int]:
    """The damage that each hero at that seat's dungeon has taken."""
    return [hero.taken for hero in t.s.keeps[seat].entrance]


@pytest.mark.rule("BM-12")
def test_a_normal_hero_is_worth_one_and_an_epic_one_two() -> None:
    """BM-12, L113-115, L119-125: one soul or wound; an epic hero two of either."""
    for epic, worth in ((False, 1), (True, 2)):
        dead = table().dungeon(1, plain("", 9)).hero(1, "c", 9, epic).at_phase("adventure").usual()
        assert dead.points == [(0, 0), (worth, 0)]
        alive = table().dungeon(1, plain("", 8)).hero(1, "c", 9, epic).at_phase("adventure").usual()
        assert alive.points == [(0, 0), (0, worth)]


@pytest.mark.rule("BM-12")
def test_every_hero_has_a_class_a_health_and_a_number_of_players() -> None:
    """BM-12, L111-114: treasure symbol, health and the symbol of two, three or four players."""
    small, all_of_them = ({**hero_deck(n, epic=False), **hero_deck(n, epic=True)} for n in (2, 4))
    assert set(small) < set(all_of_them)
    assert {hero.klass for hero in all_of_them.values()} == set("cfmtx")
    assert {hero.health for hero in all_of_them.values() if hero.epic} == {11, 13}
    assert {hero.health for hero in all_of_them.values() if not hero.epic} == {2, 4, 6, 8}


@pytest.mark.rule("BM-15", "BM-A1")
@pytest.mark.parametrize(
    ("ruling", "health", "soul"),
    [("window", 6, 1), ("window", 7, 0), ("instant", 6, 1), ("instant", 7, 0), ("exceed", 6, 0), ("exceed", 5, 1)],
)
def test_damage_equal_to_the_health_kills_unless_it_must_exceed_it(ruling: str, health: int, soul: int) -> None:
    """BM-15, BM-A1, L143, L479, L639: "tanto o más", or "excede"."""
    t = adventure(*THREE, health=health, BM_A1=ruling).usual()
    assert t.points == [(0, 0), (soul, 1 - soul)]


@pytest.mark.rule("BM-A1")
@pytest.mark.parametrize(("ruling", "saved"), [("window", True), ("instant", False), ("exceed", True)])
def test_he_dies_as_he_leaves_the_room_or_at_once(ruling: str, saved: bool) -> None:
    """BM-A1, L479, L639: after the room's spells, so that one can still save him, or "tan pronto como"."""
    t = adventure("neanderthal_cave", "golem_factory", health=3 - (ruling == "exceed"), BM_A1=ruling).do(Walked(0))
    if not saved:
        assert t.points[1] == (1, 0)
        assert t.step != "walk"
        return
    assert t.points[1] == (0, 0)
    t.casts(0, "assassin", t.s.keeps[1].entrance[0].id).usual()
    assert t.points[1] == (0, 1), "5 of 6, or 5 of 5 that is not exceeded"


@pytest.mark.rule("BM-A1", "BM-32")
@pytest.mark.parametrize(("ruling", "saved"), [("window", True), ("instant", False)])
def test_fear_still_saves_whom_the_room_has_hurt_enough(ruling: str, saved: bool) -> None:
    """BM-A1, L478, L479: spells come "después de que inflige Daño", and only then "sale de una Habitación".

    Whom a spell has taken out of the dungeon by then does not walk out of its room; where he dies at once it is too
    late for a spell.
    """
    t = adventure("neanderthal_cave", "golem_factory", health=3, BM_A1=ruling).do(Walked(0))
    if saved:
        t.casts(0, "fear", t.s.keeps[1].entrance[0].id)
    assert (t.points[1], len(t.s.town)) == ((0, 0), 1) if saved else ((1, 0), 0)


@pytest.mark.rule("BM-A1")
@pytest.mark.parametrize("ruling", ["window", "instant"])
def test_damage_of_a_spell_that_is_enough_kills_in_that_room(ruling: str) -> None:
    """BM-A1, L479, L639: Exhaustion does two where there are two rooms; he dies before the next room."""
    t = adventure("golem_factory", plain("", 9), health=4, BM_A1=ruling).do(Walked(0))
    t.casts(1, "exhaustion", t.s.keeps[1].entrance[0].id)
    if ruling == "window":
        assert t.points[1] == (0, 0)
        t.usual()
    assert t.points[1] == (1, 0)
    assert not [told for told in t.note_texts if "takes 9" in told]


@pytest.mark.rule("BM-30")
def test_players_with_heroes_are_active_by_xp_and_others_are_left_out() -> None:
    """BM-30, L474: players with heroes at their entrance take turns as the active player."""
    t = table(4)
    for seat in (0, 1, 3):
        t.dungeon(seat, "golem_factory").hero(seat, "c", 20)
    t.at_phase("adventure")
    order = []
    while t.step == "walk":
        order.append((t.who, t.s.active))
        t.usual()
    assert order == [("Dani", 3), ("Bea", 1), ("Ana", 0)]


@pytest.mark.rule("BM-30", "BM-55")
def test_heroes_enter_in_the_order_of_their_arrival() -> None:
    """BM-30, BM-55, L476, L617: the first who came to the entrance goes first."""
    t = table().dungeon(1, "golem_factory").hero(1, "c", 8).hero(1, "m", 2).hero(1, "t", 6).at_phase("adventure")
    seen = []
    while t.step == "walk":
        seen.append(t.standing_in(1)[0])
        t.usual()
    assert seen == ["c.8", "m.2", "t.6"]
    assert t.points[1] == (1, 2)


@pytest.mark.rule("BM-30")
def test_a_walk_goes_from_the_entrance_to_the_boss() -> None:
    """BM-30, L476, L617: from the left end through each room."""
    t = adventure(*THREE).usual()
    rooms = [told.partition(":")[0] for told in t.note_texts if "takes" in told]
    assert rooms == ["Golem Factory", "Dark Altar", "Neanderthal Cave"]


@pytest.mark.rule("BM-30", "BM-33")
def test_a_hero_is_not_kept_from_entering() -> None:
    """BM-30, BM-33, L474-480: nobody may skip the walk, or call a hero dead by an answer."""
    t = adventure(*THREE)
    assert t.refuses(Skipped()) in ("BM-30", "BM-31", "BM-22")
    assert t.refuses(Placed(0)) in ("BM-21", "BM-31")
    assert t.refuses(Walked(3)) == "BM-31"
    t.do(Walked(1))
    assert t.refuses(Walked(0)) == "BM-31", "he does not walk back"


@pytest.mark.rule("BM-31")
def test_in_each_room_the_damage_comes_before_the_spells() -> None:
    """BM-31, L477-478: the room does its damage, then spells and abilities may be played; in every room."""
    t = adventure(*THREE)
    for room, damage in ((0, 2), (1, 3), (2, 6)):
        t.do(Walked(room))
        assert (taken(t), t.step) == ([damage], "walk")
        assert {c.seat for c in t.remarks if isinstance(c.event, Cast)} == {0, 1}
        t.copy().do(Cast(0, "fear"))
    t.usual()
    assert t.points[1] == (0, 1)


@pytest.mark.rule("BM-31")
def test_a_rooms_ability_comes_before_its_damage() -> None:
    """BM-31, L477: first the ability of the room, then its damage: the maze sends him back before it can hurt."""
    t = adventure("golem_factory", "minotaurs_maze", "neanderthal_cave")
    t.usual()
    lines = [told for told in t.note_texts if "takes" in told]
    assert lines[0].startswith("Golem Factory: Cleric 20 takes 2, 2 of")
    assert lines[1].startswith("Golem Factory: Cleric 20 takes 2, 4 of"), "he enters it again, L143"
    assert lines[-1].startswith("Neanderthal Cave: Cleric 20 takes 3, 7 of")
    assert len([line for line in lines if line.startswith("Golem")]) == 2, "the first time only"


@pytest.mark.rule("BM-31", "BM-17")
def test_in_the_adventure_too_the_active_player_resolves_first() -> None:
    """BM-31, BM-17, L478: "los efectos del jugador activo siempre se resuelven en primer lugar"."""
    t = adventure("golem_factory", "dark_altar").do(Walked(0))
    cleric = t.s.keeps[1].entrance[0].id
    t.do(Cast(0, "assassin"), Aimed(cleric), Cast(1, "fear"), Aimed(cleric))
    assert [(d.key, d.seat) for d in t.s.declared] == [("fear", 1), ("assassin", 0)]
    t.usual()
    while t.s.declared:
        t.usual()
    assert t.s.town[0].health == 20, "Assassin found nobody in a dungeon any more"


@pytest.mark.rule("BM-32")
def test_a_dead_hero_lies_face_down_and_gives_his_souls() -> None:
    """BM-32, L479: to the score area, face down; the rooms beyond do nothing to him."""
    t = adventure(*THREE, health=3).usual()
    assert t.points == [(0, 0), (1, 0)]
    assert [(scored.hero.card.health, scored.wounds) for scored in t.s.keeps[1].score] == [(3, False)]
    assert not [told for told in t.note_texts if "Neanderthal" in told]
    assert t.s.keeps[1].entrance == ()


@pytest.mark.rule("BM-32")
def test_a_hero_with_enough_damage_dies_though_the_room_is_gone() -> None:
    """BM-32, L479, L631: he leaves the room with as much damage as health, whatever becomes of the room."""
    t = adventure("golem_factory", "dark_altar", "neanderthal_cave", health=3).do(Walked(1))
    t.do(Activated(t.ids(1)[1]))
    assert t.keys(1) == ["golem_factory", "neanderthal_cave"]
    assert t.points[1] == (1, 0)


@pytest.mark.rule("BM-33")
def test_a_survivor_lies_face_up_and_gives_his_wounds() -> None:
    """BM-33, L480: to your score area, face up."""
    t = adventure(*THREE, health=7).usual()
    assert t.points == [(0, 0), (0, 1)]
    assert [scored.wounds for scored in t.s.keeps[1].score] == [True]


@pytest.mark.rule("BM-34")
def test_the_next_is_active_once_all_heroes_of_one_are_processed() -> None:
    """BM-34, L482: "una vez que se hayan procesado todos los Héroes"; also those who came back meanwhile."""
    t = table().dungeon(0, "golem_factory").dungeon(1, "zombie_prison", "dark_altar")
    t.hero(1, "c", 20).hero(1, "m", 20).hero(0, "f", 20).scored(0, souls=1).at_phase("adventure").usual()
    assert t.s.active == 1, "one more to go"
    t.do(Activated(t.ids(1)[0]))
    while t.step == "aim":
        t.do(Aimed(t.options("target")[0]))
    while t.s.declared:
        t.usual()
    assert (t.points[0], len(t.s.keeps[0].entrance)) == ((0, 0), 2)
    t.usual()
    assert t.s.active == 0
    t.usual()
    assert t.s.active == 0
    t.usual()
    assert (t.points, t.s.turn) == ([(0, 2), (0, 2)], 2)


@pytest.mark.rule("BM-35", "BM-48")
def test_at_the_end_of_the_turn_what_lasted_ends_and_rooms_are_straightened() -> None:
    """BM-35, BM-48, L490: "hasta el final del turno"; "endereza las Habitaciones agotadas"."""
    t = adventure(*THREE, plain("c", 1, "trap")).dungeon(0, "jackpot_stash", "golem_factory")
    t.casts(0, "freeze", t.ids(1)[0]).casts(0, "annihilator", t.ids(1)[3]).do(Activated(t.ids(0)[0]))
    assert [pile[0].exhausted for pile in t.s.keeps[1].piles] == [True, False, False, False]
    assert t.s.keeps[0].doubled
    t.usual()
    assert t.s.turn == 2
    assert [(pile[0].exhausted, pile[0].bonus) for pile in t.s.keeps[1].piles] == [(False, 0)] * 4
    assert not t.s.keeps[0].doubled


@pytest.mark.rule("BM-35")
def test_what_lasted_for_the_turn_ends_for_covered_rooms_too() -> None:
    """BM-35, L490: "hasta el final del turno" also for a room that was covered in the same turn."""
    t = table().dungeon(1, "the_crushinator", "jackpot_stash", "golem_factory").at_phase("build")
    crusher, _, base = t.ids(1)
    t.do(Activated(crusher), Aimed(t.ids(1)[1]), Placed(crusher), Skipped(), Revealed("jackpot_stash"))
    assert t.s.turn == 2
    t.at_phase("build").do(Activated(t.ids(1)[0]))
    assert t.ids(1) == [crusher, base], "it comes to light"
    assert t.s.keeps[1].piles[0][0].bonus == 0
    t.do(Activated(crusher))
    assert t.step == "aim", "it may be used this turn"


@pytest.mark.rule("BM-35", "BM-47")
def test_what_lasts_for_the_turn_is_not_shaken_off_by_covering_a_room() -> None:
    """BM-35, BM-47, L490: in the same turn a room that was covered and came to light again has been used."""
    t = table().dungeon(1, "the_crushinator", "jackpot_stash", "golem_factory").hero(1, "c", 20).at_phase("build")
    crusher, _, base = t.ids(1)
    t.do(Activated(crusher), Aimed(t.ids(1)[1]), Placed(crusher), Skipped(), Revealed("dark_altar"))
    assert (t.s.turn, t.step) == (1, "walk")
    t.do(Activated(t.ids(1)[0]))
    assert t.ids(1) == [crusher, base]
    assert [pile[0].bonus for pile in t.s.keeps[1].piles] == [2, 2]
    assert t.s.keeps[1].piles[0][0].used


@pytest.mark.rule("BM-35")
def test_damage_of_a_hero_who_went_back_to_town_is_forgotten() -> None:
    """BM-35, L492: "el Daño que ese Héroe haya sufrido no se tiene en cuenta para los siguientes turnos"."""
    t = adventure(*THREE).do(Walked(1))
    t.casts(0, "fear", t.s.keeps[1].entrance[0].id)
    assert (t.standing_in(TOWN), t.points) == (["c.20"], [(0, 0), (0, 0)])
    assert t.s.turn == 2
    assert t.s.town[0].taken == 0


@pytest.mark.rule("BM-35")
def test_damage_of_a_hero_who_waits_at_an_entrance_is_forgotten() -> None:
    """BM-35, L492: also of one who is back at the entrance of a dungeon."""
    t = table().dungeon(0, "golem_factory").dungeon(1, "golem_factory").scored(1, souls=2).hero(1, "c", 8)
    t.hero(1, "m", 8).at_phase("adventure").adjust(f"hero.{t.s.keeps[1].entrance[1].id}.taken", 3)
    assert taken(t) == [0, 3]
    t.do(Cast(0, "trepidation"), Aimed(t.copy().do(Cast(0, "trepidation")).options("target")[0]), Stood())
    while t.step == "walk":
        t.usual()
    assert t.s.turn == 2
    assert (t.standing_in(1)[-1], taken(t)[-1]) == ("m.8", 0)


@pytest.mark.rule("BM-35")
def test_nothing_is_played_at_the_end_of_the_turn() -> None:
    """BM-35, L494: "no se pueden usar cartas de Hechizo ni capacidades"; the variant's question is in it."""
    t = handed(machinations="on").dungeon(0, "jackpot_stash").dungeon(1, "golem_factory").holds(0, "freeze")
    t.at_phase("end_turn")
    assert t.s.phase == "end"
    assert t.refuses(Played(0, ("freeze.1",))) in ("BM-16", "BM-35")
    assert t.refuses(Activated(t.ids(0)[0])) in ("BM-35", "BM-47")


@pytest.mark.rule("BM-55")
def test_new_rooms_go_between_the_boss_and_the_heroes_at_the_entrance() -> None:
    """BM-55, L617: "si construyes más Habitaciones, los Héroes ... se mueven hacia la izquierda"."""
    t = table().dungeon(1, "golem_factory").hero(1, "m", 20).at_phase("build")
    t.do(Placed(0), Skipped(), Revealed("neanderthal_cave")).usual()
    rooms = [told.partition(":")[0] for told in t.note_texts if "takes" in told]
    assert rooms == ["Neanderthal Cave", "Golem Factory"]


@pytest.mark.rule("BM-55", "BM-30")
def test_one_who_waited_at_the_entrance_enters_before_the_newly_lured() -> None:
    """BM-55, L617: "en el mismo orden en el que han llegado"."""
    t = table().dungeon(1, "dark_altar").hero(1, "m", 20).at_phase("arrive")
    t.do(Arrived("c.8"), Arrived("f.4"), Skipped(), Skipped())
    assert t.standing_in(1) == ["m.20", "c.8"]


@pytest.mark.rule("BM-58")
@pytest.mark.parametrize(("health", "where"), [(2, 0), (3, 1)])
def test_he_died_in_the_room_whose_damage_was_enough(health: int, where: int) -> None:
    """BM-58, L631: only the room in which he took enough damage is where he died: the hive draws, or does not."""
    t = handed().dungeon(1, "brainsucker_hive", "golem_factory").hero(1, "m", health).at_phase("adventure")
    t.acts(next(c.event for c in t.asked.choices if c.role == "default"))
    assert t.points[1] == (1, 0)
    spells = sum(bool(card_texts()[card].phases) for card in t.s.keeps[1].hand)
    assert spells == (1 if where == 0 else 0)


@pytest.mark.rule("BM-58")
def test_a_spell_that_brings_the_last_damage_kills_in_the_room_he_is_in() -> None:
    """BM-58, L631: Exhaustion in the hive: he died there."""
    t = handed().dungeon(1, "brainsucker_hive", "golem_factory").hero(1, "m", 4).holds(1, "exhaustion")
    t.at_phase("adventure").do(Walked(0))
    t.do(Played(1, ("exhaustion.1",)), Aimed(t.s.keeps[1].entrance[0].id), Stood())
    while t.s.walk:
        t.usual().deals()
    assert t.points[1] == (1, 0)
    assert sum(bool(card_texts()[card].phases) for card in t.s.keeps[1].hand) == 1


@pytest.mark.rule("BM-66")
def test_a_hero_who_dies_by_anothers_doing_belongs_to_the_owner_of_the_dungeon() -> None:
    """BM-66, L631: by a spell of Ana, a room or damage: he lies with the owner of the dungeon, face down."""
    t = adventure(plain("", 1, "trap"), health=4)
    t.casts(0, "annihilator", t.ids(1)[0]).usual()
    assert t.points == [(0, 0), (1, 0)]


@pytest.mark.rule("BM-66")
def test_a_hero_killed_outright_belongs_to_the_owner_whatever_his_health() -> None:
    """BM-66, L631: "por Daño, Hechizos, o efectos de Habitaciones": the pit and the cave-in."""
    t = adventure("golem_factory", "bottomless_pit").do(Walked(1))
    t.do(Activated(t.ids(1)[1]))
    assert (t.points, t.keys(1)) == ([(0, 0), (1, 0)], ["golem_factory"])
    t = adventure("golem_factory", "dark_altar").do(Walked(1))
    t.casts(1, "cave_in", t.ids(1)[1])
    assert (t.points, t.keys(1)) == ([(0, 0), (1, 0)], ["golem_factory"])


@pytest.mark.rule("BM-A8")
@pytest.mark.parametrize(("ruling", "damage"), [("next", 2 + 1 + 3), ("under", 2 + 1 + 2 + 3)])
def test_a_hero_in_a_destroyed_room_goes_on_or_enters_the_one_beneath(ruling: str, damage: int) -> None:
    """BM-A8: silent; he goes on to the next, or meets the room that comes to light."""
    t = adventure("golem_factory", ("dark_altar", "golem_factory"), "neanderthal_cave", BM_A8=ruling).do(Walked(1))
    t.do(Activated(t.ids(1)[1]))
    assert t.keys(1) == ["golem_factory", "golem_factory", "neanderthal_cave"]
    notes = [*t.note_texts]
    t.usual()
    lines = [told for told in (*notes, *t.note_texts) if "takes" in told]
    assert lines[-1] == f"Neanderthal Cave: Cleric 20 takes 3, {damage} of 20"


@pytest.mark.rule("BM-A8", "BM-54")
@pytest.mark.parametrize("ruling", ["next", "under"])
def test_with_nothing_beneath_he_goes_on_to_the_next(ruling: str) -> None:
    """BM-A8, L615: the gap closes; no room is skipped and none is met twice."""
    t = adventure("golem_factory", "dark_altar", "neanderthal_cave", "witchs_kitchen", BM_A8=ruling).do(Walked(1))
    t.do(Activated(t.ids(1)[1])).usual()
    rooms = [told for told in t.note_texts if "takes" in told]
    assert rooms == ["Neanderthal Cave: Cleric 20 takes 3, 6 of 20", "Witch's Kitchen: Cleric 20 takes 1, 7 of 20"]


@pytest.mark.rule("BM-54", "BM-31")
def test_a_room_that_goes_behind_or_ahead_of_him_changes_no_other() -> None:
    """BM-54, L615: rooms shift towards the boss; a hero in the second room still goes to the third."""
    t = adventure("dark_altar", "golem_factory", "neanderthal_cave").do(Walked(1))
    t.do(Activated(t.ids(1)[0])).usual()
    assert [told for told in t.note_texts if "takes" in told] == ["Neanderthal Cave: Cleric 20 takes 3, 6 of 20"]
    t = adventure("golem_factory", "dark_altar", "neanderthal_cave").do(Walked(0))
    t.do(Activated(t.ids(1)[1])).usual()
    assert [told for told in t.note_texts if "takes" in told] == ["Neanderthal Cave: Cleric 20 takes 3, 5 of 20"]


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


@pytest.mark.rule("BM-31")
def test_a_single_hero_has_no_answer_for_all() -> None:
    """The last hero on his way is asked about alone; with every window asked, so is each of them."""
    assert not table().dungeon(0, "golem_factory").hero(0).at_phase("adventure").offers(AllWalked)
    each = table(windows="room").dungeon(0, "golem_factory").hero(0).hero(0, "m", 8).at_phase("adventure")
    assert not each.offers(AllWalked)


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


@pytest.mark.rule("BM-31", "BM-47")
def test_a_hero_for_whom_there_is_an_ability_is_asked_about_all_the_same() -> None:
    """Nobody wanted to do anything, but an ability that helps only against this hero stays a stop of its own."""
    t = table().dungeon(1, "golem_factory").dungeon(0, "bottomless_pit").hero(1, "c", 2).hero(0, "m", 8)
    assert AllWalked((1, 0)) not in t.copy().at_phase("adventure").events, "it would be about one hero alone"
    t.hero(1, "f", 2).at_phase("adventure")
    assert [english(c.label) for c in t.asked.choices if isinstance(c.event, AllWalked)] == [
        "The next 2 heroes: nobody responds"
    ]
    t.do(AllWalked((1, 0)))
    assert t.asks.startswith("Mage 8")
    assert t.points == [(0, 0), (2, 0)]


@pytest.mark.rule("BM-31")
def test_a_question_in_between_asks_about_the_next_hero_again() -> None:
    """What somebody decides on the way may change what others want to do, so the next hero is asked about again."""
    t = table().dungeon(1, "vampire_bordello").dungeon(0, "golem_factory").scored(1, wounds=1)
    t.hero(1, "t", 1).hero(0, "m", 8).at_phase("adventure").do(AllWalked((1, 0)))
    assert t.step == "choose"
    assert t.do(Skipped()).asks.startswith("Mage 8")
