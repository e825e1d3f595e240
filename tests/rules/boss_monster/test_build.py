"""Build phase of Boss Monster: places, revealing, levelling up, and destroyed rooms."""

import pytest

from rules.boss_monster.model.dungeon import (
    count_ready_rooms,
    destroy_room,
    exhaust_room,
    lure,
    room_damage,
    swap_piles,
)
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    AllPlaced,
    Arrived,
    Placed,
    Revealed,
    RevealedPlain,
    Skipped,
    Swapped,
    TakenBack,
)
from rules.boss_monster.model.state import set_keep, set_room
from rules.boss_monster.phases.build import one_more
from rules.engine import at
from tests.support.games.boss_monster import handed, plain, seated, table

FIVE = ("golem_factory", "dark_altar", "bottomless_pit", "haunted_library", "open_grave")


@pytest.mark.rule("BM-21", "BM-25")
def test_a_room_is_laid_face_down_and_its_place_said() -> None:
    """A room is laid face down at the left end or on a room, one a turn, without its name."""
    t = table().dungeon(1, "golem_factory").at_phase("build")
    [base] = t.ids(1)
    assert t.options("room") == [base]
    end = t.copy().do(Placed(0))
    assert [pile[0].down for pile in end.s.keeps[1].piles] == [True, False]
    over = t.copy().do(Placed(base))
    assert [len(pile) for pile in over.s.keeps[1].piles] == [2]
    assert over.asks.startswith("Ana")
    assert over.refuses(Placed(base)) == "BM-25"


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


@pytest.mark.rule("BM-22")
def test_who_declines_has_declined() -> None:
    """A player who declines to build is not asked again in this phase."""
    t = table().at_phase("build").do(Skipped())
    assert "Bea builds nothing" in t.told
    t.do(Skipped())
    assert (t.s.phase, t.step) == ("start", "reveal_hero")


@pytest.mark.rule("BM-13", "BM-55")
def test_five_rooms_are_the_most() -> None:
    """BM L99: "máximo de cinco Habitaciones visibles"; with five a new one may be laid only on another.

    A new room is the leftmost, next to the entrance.
    """
    t = table().dungeon(1, *FIVE[1:]).at_phase("build")
    t.do(Placed(0), Skipped(), Revealed("golem_factory"))
    assert t.keys(1) == list(FIVE)
    t.at_phase("build")
    assert t.refuses(Placed(0)) == "BM-13"
    assert t.copy().do(Placed(t.ids(1)[0])).step == "place"


@pytest.mark.rule("BM-14", "BM-64")
def test_an_advanced_room_needs_a_shared_treasure() -> None:
    """An advanced room needs a room with a shared treasure under it, whether trap or monster.

    Only a normal room may lie at the left end, unless BM-A10 is set to any.
    """
    t = table().dungeon(1, "dark_altar", "golem_factory").at_phase("build")
    altar, factory = t.ids(1)
    on_altar = t.copy().do(Placed(altar), Skipped())
    assert "dracolich_lair" in on_altar.options("room")
    assert on_altar.do(Revealed("dracolich_lair")).keys(1)[0] == "dracolich_lair"
    on_factory = t.copy().do(Placed(factory), Skipped())
    assert on_factory.refuses(Revealed("dracolich_lair")) == "BM-14"
    assert "dark_altar" in on_factory.options("room")
    at_end = t.copy().do(Placed(0), Skipped())
    assert at_end.refuses(Revealed("dracolich_lair")) == "BM-14"
    anyhow = table(BM_A10="any").at_phase("build").do(Placed(0), Skipped())
    assert "dracolich_lair" in anyhow.options("room")


@pytest.mark.rule("BM-14")
def test_nothing_advanced_lies_on_the_neanderthals() -> None:
    """No advanced room may lie on Neanderthal Cave, even with a shared treasure."""
    t = (
        table()
        .dungeon(1, "neanderthal_cave")
        .at_phase("build")
        .do(Placed(table().dungeon(1, "neanderthal_cave").ids(1)[0]), Skipped())
    )
    assert not {"beast_menagerie", "monsters_ballroom"} & set(t.options("room"))


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


@pytest.mark.rule("BM-19")
def test_a_boss_levels_up_once_and_before_the_room() -> None:
    """A boss levels up with the fifth room, before that room acts; five again later do nothing."""
    t = table().dungeon(0, "dark_laboratory", *FIVE[1:])
    first = t.copy().builds(t.ids(0)[0])
    lines = first.told
    assert lines.index("Ana levels up") < next(k for k, line in enumerate(lines) if "Dark Laboratory" in line)
    again = first.copy().builds(first.ids(0)[0])
    assert "Ana levels up" not in again.told
    short = table().dungeon(0, *FIVE[1:])
    assert "Ana levels up" not in short.copy().builds(short.ids(0)[0]).told


@pytest.mark.rule("BM-19", "BM-48")
def test_an_exhausted_room_does_not_make_five() -> None:
    """An exhausted room is not counted: with one of five the boss does not level up."""
    t = table().dungeon(0, *FIVE)
    t.change(exhaust_room, t.ids(0)[2])
    assert count_ready_rooms(t.s, 0) == 4
    assert "Ana levels up" not in t.copy().builds(t.ids(0)[0]).told


@pytest.mark.rule("BM-52", "BM-54")
def test_what_is_uncovered_was_not_built() -> None:
    """A room that is uncovered was not built, so it does not act.

    An empty place closes towards the boss.
    """
    t = table().dungeon(0, ("golem_factory", "dark_laboratory"), "dark_altar", "open_grave")
    top, middle, _ = t.ids(0)
    after = t.copy().change(destroy_room, top)
    assert after.keys(0) == ["dark_laboratory", "dark_altar", "open_grave"]
    assert not any("Dark Laboratory" in line for line in after.told)
    assert t.change(destroy_room, middle).keys(0) == ["golem_factory", "open_grave"]


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


@pytest.mark.rule("BM-46")
def test_a_covered_room_does_nothing() -> None:
    """A covered room has no effect: Beast Menagerie draws only while it is visible.

    It does not react to the monster that covers it, but to another one.
    """
    t = table().dungeon(0, ("golem_factory", "beast_menagerie"))
    assert not any("Menagerie" in line for line in t.copy().builds(t.ids(0)[0]).told)
    t = table().dungeon(0, "golem_factory", "beast_menagerie")
    assert any("Menagerie" in line for line in t.copy().builds(t.ids(0)[0]).told)
    t = table().dungeon(0, "dark_altar", "beast_menagerie")
    assert not any("Menagerie" in line for line in t.copy().builds(t.ids(0)[0]).told)


@pytest.mark.rule("BM-43")
def test_whole_piles_change_places() -> None:
    """Centipede Tunnel swaps whole piles of one dungeon, in their order.

    Rooms of two dungeons are not swapped.
    """
    t = table().dungeon(0, ("golem_factory", "dark_altar"), "centipede_tunnel").dungeon(1, "open_grave")
    one, two = t.ids(0)
    t.builds(two)
    assert t.step == "swap_rooms"
    after = t.copy().do(Swapped(one, two))
    assert [[room.card.key for room in pile] for pile in after.s.keeps[0].piles] == [
        ["centipede_tunnel"],
        ["golem_factory", "dark_altar"],
    ]
    assert t.copy().change(swap_piles, one, t.ids(1)[0]).s == t.s


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
    assert any("Dark Laboratory: When built" in line for line in t.told)
    assert table().inserts(at(one_more, 0)).do(Skipped()).step == "reveal_hero"


@pytest.mark.rule("BM-50")
@pytest.mark.parametrize(("boss", "room"), [("cleopatra", "recycling_center"), ("king_croak", "ligers_den")])
def test_a_boss_fetches_an_advanced_room(boss: str, room: str) -> None:
    """Cleopatra and King Croak search for an advanced room of their kind.

    The deck is shuffled; the room may be built on one that shares a treasure.
    """
    kind = {"cleopatra": "trap", "king_croak": "monster"}[boss]
    t = seated(2, (boss, "gorgona")).dungeon(0, "bottomless_pit", "dark_altar", "haunted_library", *FIVE[:2])
    t.builds(t.ids(0)[0])
    assert "Shuffle the deck that was searched" in t.told
    assert t.step == "one_more"
    t.do(Placed(t.ids(0)[2]))
    from rules.boss_monster.model.card_catalogue import room_cards

    found = [room_cards()[key] for key in t.options("room")]
    assert found
    assert all(card.kind == kind and card.advanced and "m" in card.treasure for card in found)
    assert t.do(TakenBack()).step == "reveal_hero"


@pytest.mark.rule("BM-50", "BM-56")
def test_bosses_reach_into_town() -> None:
    """Seducia lures any hero of town or deck; Mimic Vault a normal one in town."""
    t = seated(2, ("seducia", "gorgona")).dungeon(0, *FIVE).hero(-1, "t", 6).hero(-1, "m", 11, epic=True)
    t.builds(t.ids(0)[0])
    assert t.copy().do(Aimed(t.s.town[1].id)).standing_in(0) == ["m.11"]
    drawn = t.copy().do(Arrived("c.4"))
    assert (drawn.standing_in(0), drawn.s.normal) == (["c.4"], t.s.normal - 1)
    assert "Shuffle the deck that was searched" in drawn.told
    vault = t.copy().dungeon(0, "mimic_vault")
    vault.builds(*vault.ids(0))
    assert vault.options("target") == [t.s.town[0].id]
    assert vault.do(Aimed(t.s.town[0].id)).standing_in(0) == ["t.6"]


@pytest.mark.rule("BM-66")
def test_gorgona_kills_in_town_and_robobo_breaks_rooms() -> None:
    """Gorgona kills a hero in town; Robobo makes each opponent choose a room to destroy."""
    t = seated(2, ("seducia", "gorgona")).dungeon(1, *FIVE).hero(-1, "m", 11, epic=True)
    t.builds(t.ids(1)[0])
    assert t.asked.choices[0].role == "default"
    assert len(t.asked.choices) == 1
    t.do(Aimed(t.s.town[0].id))
    assert (t.s.keeps[1].souls, t.s.town) == (2, ())
    t = table(3).dungeon(0, *FIVE).dungeon(1, "dark_altar", "open_grave")
    t.builds(t.ids(0)[0])
    assert t.asks == "Robobo: Bea chooses"
    t.do(Aimed(t.ids(1)[0]))
    assert (t.keys(1), t.keys(2)) == (["open_grave"], [])


@pytest.mark.rule("BM-47")
def test_activated_abilities_need_their_phase_and_their_target() -> None:
    """BM L358: at the start of the turn nothing is activated; an ability needs a target, and may be one a turn.

    A room that acts by itself or when built cannot be activated.
    """
    t = table().dungeon(1, "zombie_prison", "dark_laboratory", "the_crushinator").scored(0, souls=1)
    prison, laboratory, crusher = t.ids(1)
    assert t.refuses(Activated(prison)) == "BM-20"
    t.at_phase("build")
    assert t.refuses(Activated(laboratory)) == "BM-47"
    risen = t.copy().do(Activated(prison), Aimed(t.s.keeps[0].score[0].hero.id))
    assert (risen.s.keeps[0].souls, risen.standing_in(0), risen.keys(1)) == (0, ["c.4"], t.keys(1)[1:])
    crushed = t.copy().do(Activated(crusher), Aimed(laboratory))
    assert crushed.keys(1) == ["zombie_prison", "the_crushinator"]
    assert [line.damage for line in crushed.view.players[1].rooms] == [3, 4]
    assert crushed.refuses(Activated(crusher)) == "BM-47"
    assert room_damage(crushed.s, crushed.s.room(prison)[2], 1) == 3


@pytest.mark.rule("BM-54", "BM-65")
def test_what_is_destroyed_for_its_ability_is_gone() -> None:
    """A room destroyed for its ability goes to the discards.

    Dark Altar and Torture Chamber; Recycling Center draws; Jackpot Stash doubles its treasure.
    """
    t = table().dungeon(0, "dark_altar", "torture_chamber", "recycling_center", "jackpot_stash", plain("t"))
    t.at_phase("build")
    altar, chamber, _, stash, _ = t.ids(0)
    t.do(Activated(altar))
    assert any("Recycling Center" in line for line in t.told)
    t.do(Activated(chamber))
    before = lure(t.s, 0, "t")
    t.do(Activated(stash))
    assert (before, lure(t.s, 0, "t")) == (4, 4)
    assert t.keys(0) == ["recycling_center", ""]
