"""Boss Monster, audit of building (BM-13, 14, 19, 21, 22, 24, 25, 49, 52, 54, 64): each test from one sentence."""

import pytest

from rules.boss_monster.model.card_catalogue import room_cards
from rules.boss_monster.model.dungeon import destroy_room, exhaust_room, lure, room_damage
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    AllPlaced,
    Cast,
    Laid,
    Placed,
    Revealed,
    RevealedPlain,
    Skipped,
    Stood,
    Swapped,
    TakenBack,
    Walked,
)
from rules.boss_monster.model.state import set_keep, set_room
from rules.boss_monster.phases.build import one_more
from rules.engine import at
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, table

FIVE = ("golem_factory", "dark_altar", "bottomless_pit", "witchs_kitchen", "neanderthal_cave")


def building(players: int = 2, **rulings: str) -> BossMonsterTable:
    """A table at which the player with the most XP lays a room; nobody has one yet."""
    return table(players, **rulings).at_phase("build")


@pytest.mark.rule("BM-13", "BM-25")
def test_a_sixth_visible_room_is_not_built_but_one_of_five_is_covered() -> None:
    """BM-13, BM-25, L99, L603: "un máximo de cinco Habitaciones visibles ... en todo momento"."""
    t = building().dungeon(1, *FIVE)
    assert t.refuses(Placed(0)) in ("BM-13", "BM-25")
    four = building().dungeon(1, *FIVE[1:]).do(Placed(0))
    assert len(four.s.keeps[1].piles) == 5
    t.do(Placed(t.ids(1)[2]), Skipped(), Revealed("goblin_armory"))
    assert t.keys(1) == ["golem_factory", "dark_altar", "goblin_armory", "witchs_kitchen", "neanderthal_cave"]
    assert [len(pile) for pile in t.s.keeps[1].piles] == [1, 1, 2, 1, 1]


@pytest.mark.rule("BM-13")
def test_a_sixth_visible_room_of_the_hand_is_not_laid() -> None:
    """BM-13, L133: "hasta un máximo de cinco Habitaciones visibles"."""
    t = handed()
    seat = t.asked.seats[0]
    t.dungeon(seat, *FIVE).holds(seat, "golem_factory")
    assert t.refuses(Laid(seat, 0, ("golem_factory.1",))) in ("BM-13", "BM-25")
    t.do(Laid(seat, t.ids(seat)[0], ("golem_factory.1",)))
    assert len(t.s.keeps[seat].piles) == 5


@pytest.mark.rule("BM-13", "BM-25")
def test_an_extra_room_does_not_make_a_sixth_one() -> None:
    """BM-13, L99: at any time; also for a room that is built by an effect."""
    t = building().dungeon(1, *FIVE[:4]).do(Placed(0), Skipped(), Revealed("construction_zone"))
    assert t.step == "one_more", "nobody is in town for Gorgona"
    assert t.refuses(Placed(0)) in ("BM-13", "BM-25")
    t.do(Placed(t.ids(1)[1]), Revealed("goblin_armory"))
    assert len(t.s.keeps[1].piles) == 5


@pytest.mark.rule("BM-14")
@pytest.mark.parametrize(
    ("base", "room", "fits"),
    [
        ("dark_altar", "dracolich_lair", True),
        ("torture_chamber", "dracolich_lair", True),
        ("golem_factory", "dracolich_lair", False),
        ("vampire_bordello", "dracolich_lair", True),
        ("the_crushinator", "dracolich_lair", False),
        ("golem_factory", "beast_menagerie", True),
        ("golem_factory", "neanderthal_cave", True),
        ("dracolich_lair", "golem_factory", True),
        ("dark_altar", "golem_factory", True),
    ],
)
def test_an_advanced_room_needs_a_shared_treasure_and_a_normal_one_nothing(base: str, room: str, fits: bool) -> None:
    """BM-14, L373, L411-417, L519: one shared type, whatever the subtype; a normal room on any other."""
    t = building().dungeon(1, base, "neanderthal_cave")
    t.do(Placed(t.ids(1)[0]), Skipped())
    if fits:
        t.do(Revealed(room))
        assert [r.card.key for r in t.s.keeps[1].piles[0]] == [room, base]
    else:
        assert t.refuses(Revealed(room)) == "BM-14"
    of_hand = handed()
    seat = of_hand.asked.seats[0]
    of_hand.dungeon(seat, base).holds(seat, room)
    laid = Laid(seat, of_hand.ids(seat)[0], (f"{room}.1",))
    if fits:
        assert of_hand.do(laid).s.keeps[seat].piles[0][0].card.key == room
    else:
        assert of_hand.refuses(laid) == "BM-14"


@pytest.mark.rule("BM-14", "BM-A10")
def test_an_advanced_room_does_not_go_to_the_left_end() -> None:
    """BM-14, L149: "sólo pueden construirse sobre Habitaciones ya existentes"; BM-A10 may allow it."""
    t = building().dungeon(1, "dark_altar").do(Placed(0), Skipped())
    assert t.refuses(Revealed("dracolich_lair")) in ("BM-14", "BM-A10")
    assert t.refuses(RevealedPlain("c", 3, advanced=True)) in ("BM-14", "BM-A10")
    t.do(TakenBack())
    assert t.keys(1) == ["dark_altar"], "it lay wrongly: back to the hand"


@pytest.mark.rule("BM-14")
def test_a_room_that_forbids_it_carries_no_advanced_room() -> None:
    """BM-14, L373: the card's own text: nothing advanced on the cave, whatever it shares."""
    t = building().dungeon(1, "neanderthal_cave")
    t.do(Placed(t.ids(1)[0]), Skipped())
    assert t.refuses(Revealed("beast_menagerie")) == "BM-14"
    t.do(Revealed("golem_factory"))
    assert t.keys(1) == ["golem_factory"]


@pytest.mark.rule("BM-19")
def test_a_boss_levels_up_the_first_time_that_five_rooms_are_built() -> None:
    """BM-19, L192: at the fifth room, the boss not counted."""
    t = building().dungeon(1, *FIVE[:3]).do(Placed(0), Skipped(), Revealed("goblin_armory"))
    assert not t.s.keeps[1].levelled, "four rooms and the boss"
    t = building().hero(-1, "c", 4).dungeon(1, *FIVE[:4]).do(Placed(0))
    assert not t.s.keeps[1].levelled, "face down it is not built"
    t.do(Skipped(), Revealed("goblin_armory"))
    assert t.s.keeps[1].levelled
    assert (t.asks, t.who) == ("Gorgona: which hero dies?", "Bea"), "Gorgona kills a hero in town"
    assert t.refuses(Skipped()) in ("BM-19", "BM-24"), "it is no may"
    t.do(Aimed(t.s.town[0].id))
    assert (t.points[1], t.standing_in(-1)) == ((1, 0), [])


@pytest.mark.rule("BM-19", "BM-52")
def test_levelling_up_comes_before_what_the_fifth_room_does() -> None:
    """BM-19, BM-52, L603, L641: as the fifth room is revealed, "seguido por cualquier otro efecto" of that room."""
    t = building().hero(-1, "c", 4).hero(-1, "f", 6).dungeon(1, *FIVE[:4])
    t.do(Placed(0), Skipped(), Revealed("mimic_vault"))
    assert (t.asks, t.who) == ("Gorgona: which hero dies?", "Bea")
    t.do(Aimed(t.s.town[0].id))
    assert (t.points[1], t.standing_in(-1), t.standing_in(1)) == ((1, 0), ["f.6"], [])
    assert (t.asks, t.who) == ("Mimic Vault: which hero do you take to your entrance?", "Bea"), "the vault comes second"
    t.do(Aimed(t.s.town[0].id))
    assert (t.standing_in(-1), t.standing_in(1)) == ([], ["f.6"])


@pytest.mark.rule("BM-19")
def test_a_boss_levels_up_once_a_game() -> None:
    """BM-19, L198, L641: "sólo una vez por partida"; not again with another fifth room."""
    t = building().hero(-1, "c", 4).dungeon(1, *FIVE[:4]).do(Placed(0), Skipped(), Revealed("goblin_armory"))
    t.do(Aimed(t.s.town[0].id))
    souls = t.points[1]
    t.dungeon(1, *FIVE[:4]).hero(-1, "c", 4).at_phase("build").do(Placed(0), Skipped(), Revealed("goblin_armory"))
    assert (t.points[1], t.s.phase) == (souls, "adventure"), "nobody in town was killed"
    assert "Bea levels up" not in t.note_texts


@pytest.mark.rule("BM-19")
def test_covering_a_room_of_five_is_no_second_time_and_four_piles_are_not_five() -> None:
    """BM-19, L192: five visible rooms, however many lie beneath."""
    t = building().hero(-1, "c", 4).dungeon(1, ("golem_factory", "dark_altar"), *FIVE[1:4])
    t.do(Placed(t.ids(1)[0]), Skipped(), Revealed("goblin_armory"))
    assert not t.s.keeps[1].levelled


@pytest.mark.rule("BM-21")
def test_a_room_is_laid_face_down_and_its_place_is_said() -> None:
    """BM-21, L366-371: in turn, face down; at the left end or on a room that is there."""
    t = building().dungeon(1, "golem_factory", "dark_altar").dungeon(0, "bottomless_pit")
    places = {event.room for event in t.events if isinstance(event, Placed)} | {*t.options("room")}
    assert places == {0, *t.ids(1)}
    assert t.refuses(Placed(t.ids(0)[0])) in ("BM-21", "BM-25"), "not in somebody else's dungeon"
    t.do(Placed(t.ids(1)[1]))
    assert [pile[0].down for pile in t.s.keeps[1].piles] == [False, True]
    assert t.note_texts == ["Bea lays a room on Dark Altar"]
    assert t.who == "Ana"


@pytest.mark.rule("BM-21", "BM-55")
def test_a_new_room_goes_to_the_left_of_the_leftmost() -> None:
    """BM-21, BM-55, L370, L617: left of the leftmost card; heroes at the entrance stay left of it."""
    t = building().dungeon(1, "golem_factory").hero(1, "c", 8)
    t.do(Placed(0), Skipped(), Revealed("dark_altar"))
    assert t.keys(1) == ["dark_altar", "golem_factory"]
    assert t.step == "walk"
    t.do(Walked(0))
    assert "Dark Altar: Cleric 8 takes 1, 1 of 8" in t.note_texts, "the new one is entered first"


@pytest.mark.rule("BM-22")
def test_building_may_be_declined_but_not_taken_back() -> None:
    """BM-22, L375: "no podrás cambiar de opinión una vez dejes de ser el jugador activo"."""
    t = building().do(Skipped())
    assert t.who == "Ana"
    bea = handed()
    first = bea.asked.seats[0]
    bea.holds(first, "golem_factory").do(Skipped())
    assert bea.refuses(Laid(first, 0, ("golem_factory.1",))) in ("BM-21", "BM-22")
    t.do(Placed(0))
    assert t.step == "turn_up"
    assert t.refuses(Placed(0)) in ("BM-21", "BM-22", "BM-24")
    assert t.keys(1) == []


@pytest.mark.rule("BM-24")
def test_rooms_are_revealed_once_all_had_the_chance_and_then_are_built() -> None:
    """BM-24, L379: at the end of the phase, together; before that they lie face down and do nothing."""
    t = building(3).do(Placed(0))
    assert t.refuses(Revealed("golem_factory")) in ("BM-21", "BM-24")
    t.do(Placed(0))
    assert t.s.keeps[2].piles[0][0].down
    t.do(Placed(0))
    assert t.step == "turn_up"
    t.do(Revealed("golem_factory"))
    assert t.s.phase == "build", "nothing is built before all are revealed"


@pytest.mark.rule("BM-24")
def test_the_apps_cards_are_all_turned_up_at_once() -> None:
    """BM-24, L379: "los jugadores giran simultáneamente sus cartas de Habitación"."""
    t = handed(3)
    order = []
    for _ in range(3):
        seat = t.asked.seats[0]
        order.append(seat)
        t.holds(seat, "golem_factory").do(Laid(seat, 0, ("golem_factory.1",)))
    assert [keep.piles[0][0].down for keep in t.s.keeps] == [False] * 3
    assert t.s.phase != "build"


@pytest.mark.rule("BM-24")
def test_no_spell_is_played_between_two_rooms_that_are_revealed_together() -> None:
    """BM-24, L379: they are turned at the same time, so nothing comes in between."""
    t = building().dungeon(0, "dark_altar").do(Placed(0), Placed(0))
    assert [c for c in t.remarks if isinstance(c.event, Cast)], "all have laid theirs, none is turned yet"
    t.do(Revealed("golem_factory"))
    assert t.step == "turn_up"
    assert t.refuses(Cast(0, "kobold_strike")) in ("BM-16", "BM-23", "BM-24")
    assert t.refuses(Activated(t.ids(0)[1])) in ("BM-24", "BM-47")
    t.do(Revealed("golem_factory"))
    assert [keys[0] for keys in (t.keys(0), t.keys(1))] == ["golem_factory"] * 2


@pytest.mark.rule("BM-24", "BM-59")
def test_levels_and_effects_of_building_go_by_xp() -> None:
    """BM-24, L379: level up and "cuando construyas" first of the most XP, then of the others."""
    t = building(3).hero(-1, "c", 4).hero(-1, "f", 4)
    t.dungeon(1, *FIVE[:4]).do(Placed(0), Placed(0), Placed(0))
    t.do(Revealed("mimic_vault"), Revealed("goblin_armory"), Revealed("mimic_vault"))
    assert (t.asks, t.who) == ("Mimic Vault: which hero do you take to your entrance?", "Cira"), "Seducia has 600"
    t.do(Aimed(t.s.town[0].id))
    assert (t.asks, t.who) == ("Gorgona: which hero dies?", "Bea")
    t.do(Aimed(t.s.town[0].id))
    assert (t.standing_in(2), t.points[1]) == (["c.4"], (1, 0))
    assert t.s.town == (), "nothing is left for Ana's vault"


@pytest.mark.rule("BM-25")
def test_one_room_is_built_a_turn_and_nothing_is_moved() -> None:
    """BM-25, L603: one a turn; rooms are not put in another order; nothing on a face-down room."""
    t = building().dungeon(1, "golem_factory", "dark_altar").do(Placed(0))
    assert t.who == "Ana"
    assert t.refuses(Placed(t.ids(1)[1])) in ("BM-21", "BM-25")
    assert t.refuses(Swapped(t.ids(1)[1], t.ids(1)[2])) in ("BM-25", "BM-43", "BM-21")
    t.do(Skipped(), Revealed("neanderthal_cave"))
    assert t.keys(1) == ["neanderthal_cave", "golem_factory", "dark_altar"]


@pytest.mark.rule("BM-25", "BM-49")
def test_nothing_is_built_on_a_face_down_room() -> None:
    """BM-25, BM-49, L597, L603: "no se pueden construir Habitaciones adicionales sobre cartas ... boca abajo"."""
    t = building().dungeon(1, *FIVE[:4]).dungeon(0, "golem_factory").do(Skipped())
    t.do(Cast(0, "motivation"), Stood(), Placed(0))
    assert (t.step, t.who) == ("place", "Ana"), "one more"
    down, base = t.ids(0)
    assert t.s.keeps[0].piles[0][0].down
    assert t.refuses(Placed(down)) in ("BM-25", "BM-49")
    t.copy().do(Placed(0))
    t.do(Placed(base))
    assert [len(pile) for pile in t.s.keeps[0].piles] == [1, 2]
    assert t.step == "turn_up"


@pytest.mark.rule("BM-49")
def test_a_face_down_room_is_not_destroyed() -> None:
    """BM-49, L597: "las cartas boca abajo no pueden ser destruidas"."""
    t = building().dungeon(0, "golem_factory").dungeon(1, "the_crushinator", "dark_altar")
    t.do(Placed(0))
    down = t.ids(1)[0]
    t.do(Activated(t.ids(1)[1]))
    assert down not in t.options("target")
    assert t.refuses(Aimed(down)) in ("BM-47", "BM-49", "BM-54", "BM-51")
    t.do(Aimed(t.ids(1)[2]))
    assert t.keys(1)[1:] == ["the_crushinator"]
    assert t.s.keeps[1].piles[0][0].id == down


@pytest.mark.rule("BM-52", "BM-54")
def test_a_room_that_comes_to_light_is_not_built() -> None:
    """BM-52, BM-54, L603, L615: revealed beneath a destroyed one, its "cuando construyas" does nothing."""
    t = building().hero(-1, "c", 4).dungeon(1, ("dark_altar", "mimic_vault"), "golem_factory")
    t.do(Activated(t.ids(1)[0]))
    assert t.step == "place", "nobody is asked about the vault"
    assert t.keys(1) == ["mimic_vault", "golem_factory"]
    assert t.standing_in(-1) == ["c.4"]
    assert t.standing_in(1) == []


@pytest.mark.rule("BM-64")
def test_monster_and_trap_matter_only_to_cards_that_name_them() -> None:
    """BM-64, L519, L625, L643: a spell for monster rooms reaches them alone, and one for traps those."""
    kinds = {key: (card.kind, card.advanced) for key, card in room_cards().items()}
    assert set(kinds.values()) == {(kind, advanced) for kind in ("monster", "trap") for advanced in (False, True)}
    t = (
        building()
        .dungeon(1, "dark_altar", "golem_factory", "monsters_ballroom", plain("c", 1, "trap"))
        .hero(1, "c", 20)
    )
    t.at_phase("adventure").do(Cast(1, "giant_size"))
    assert t.options("target") == t.ids(1)[1:3]
    assert t.refuses(Aimed(t.ids(1)[0])) in ("BM-16", "BM-51", "BM-64")
    t = t.copy().at_phase("adventure").do(Cast(1, "annihilator"))
    assert t.options("target") == [t.ids(1)[0], t.ids(1)[3]]


@pytest.mark.rule("BM-64")
def test_the_ballroom_counts_the_monster_rooms() -> None:
    """BM-64, L625: a card that names monster rooms; itself is one, the boss is none."""
    t = building().dungeon(1, "dark_altar", "golem_factory", "monsters_ballroom").hero(1, "c", 20).at_phase("adventure")
    t.usual()
    assert "Monster's Ballroom: Cleric 20 takes 2, 5 of 20" in t.note_texts


@pytest.mark.rule("BM-A10")
def test_an_advanced_room_goes_to_the_left_end_where_the_table_says_so() -> None:
    """BM-A10, L145: the other reading, with a dungeon that has rooms already."""
    t = building(BM_A10="any").dungeon(1, "golem_factory").do(Placed(0), Skipped(), Revealed("dracolich_lair"))
    assert t.keys(1) == ["dracolich_lair", "golem_factory"]
    t = building(BM_A10="any").dungeon(1, "golem_factory")
    t.do(Placed(t.ids(1)[0]), Skipped())
    assert t.refuses(Revealed("dracolich_lair")) == "BM-14", "on a room the treasure still matters"


@pytest.mark.rule("BM-24", "BM-45")
def test_all_are_revealed_and_may_be_told_without_a_name() -> None:
    """A room may be revealed by treasure and damage alone, without its name.

    An advanced one needs a shared icon; a room that may not lie there is taken back.
    """
    t = (
        table()
        .dungeon(0, "dark_altar")
        .at_phase("build")
        .do(Placed(0), Placed(table().dungeon(0, "dark_altar").ids(0)[0]))
    )
    assert [line.down for line in t.view.players[1].rooms] == [True]
    t.do(RevealedPlain("ct", 2))
    assert (lure(t.s, 1, "c"), t.s.keeps[1].piles[0][0].card.damage) == (1, 2)
    assert t.refuses(RevealedPlain("t", 2, advanced=True)) == "BM-14"
    assert t.copy().do(RevealedPlain("c", 3, advanced=True)).s.keeps[0].piles[0][0].card.advanced
    back = t.copy().do(TakenBack())
    assert back.keys(0) == ["dark_altar"]


@pytest.mark.rule("BM-13")
def test_all_entrances_need_room_at_each() -> None:
    """BM L99: five rooms are the most, so with five of them nobody can lay one more at every entrance.

    The last who builds answers alone, and where hands are dealt each lays a card of their own.
    """
    t = table(3).dungeon(1, *FIVE).at_phase("build")
    assert not t.offers(AllPlaced)
    assert t.refuses(AllPlaced((2, 1, 0))) == "BM-13"
    assert table(3).at_phase("build").do(Skipped()).offers(AllPlaced)
    assert not table(3).at_phase("build").do(Skipped(), Skipped()).offers(AllPlaced)
    assert not handed(3).offers(AllPlaced)


@pytest.mark.rule("BM-21")
def test_rooms_at_all_entrances_are_one_answer() -> None:
    """Whoever builds after lays at the entrance too, in order of XP, as if each had said so."""
    t = table(3).dungeon(0, "golem_factory").at_phase("build")
    [everybody] = [event.by for event in t.events if isinstance(event, AllPlaced)]
    assert everybody == (2, 1, 0)
    one_by_one = t.copy().do(Placed(0), Placed(0), Placed(0))
    t.do(AllPlaced(everybody))
    assert [[pile[0].down for pile in keep.piles] for keep in t.s.keeps] == [[True, False], [True], [True]]
    assert (t.s.keeps, t.asks) == (one_by_one.s.keeps, one_by_one.asks)
    assert t.refuses(AllPlaced(everybody)) == "BM-21"


@pytest.mark.rule("BM-25")
def test_one_more_room_lies_face_up_at_once() -> None:
    """Construction Zone lets its owner build one more room, which is face up and acts at once.

    It may be declined.
    """
    t = table().dungeon(0, "construction_zone")
    t.builds(t.ids(0)[0])
    assert t.step == "one_more"
    t.do(Placed(0), Revealed("dark_laboratory"))
    assert t.keys(0) == ["dark_laboratory", "construction_zone"]
    assert any("Dark Laboratory: When built" in line for line in t.note_texts)
    assert table().inserts(at(one_more, 0)).do(Skipped()).step == "reveal_hero"


@pytest.mark.rule("BM-48", "BM-49", "BM-54")
def test_what_sleeps_or_lies_face_down_is_neither_destroyed_nor_covered() -> None:
    """An exhausted or face-down room can be neither destroyed nor covered.

    It gives no treasure and no damage, nor does the room beneath it.
    """
    t = table().dungeon(0, ("golem_factory", "dark_altar"), "open_grave")
    top, other = t.ids(0)
    for asleep in (t.copy().change(exhaust_room, top), t.copy().change(set_room, top, down=True)):
        room = asleep.s.room(top)[2]
        assert (room_damage(asleep.s, room, 0), lure(asleep.s, 0, "f")) == (0, 1)  # the boss's own fighter treasure
        assert asleep.copy().change(destroy_room, top).keys(0) == t.keys(0)
        assert asleep.copy().change(set_keep, 1, out=False).at_phase("build").options("room") == []
        on = asleep.copy().at_phase("build").do(Skipped())
        assert on.options("room") == [other]
