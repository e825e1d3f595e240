"""Boss Monster's build phase: where a room may lie, what is revealed, levels, rooms that go."""

from dataclasses import replace

import pytest

from rules.boss_monster.build import one_more
from rules.boss_monster.dungeon import damage, destroy, exhaust, lure, standing, swap
from rules.boss_monster.event import (
    Activated,
    Aimed,
    Arrived,
    Placed,
    Revealed,
    RevealedPlain,
    Skipped,
    Swapped,
    TakenBack,
)
from rules.boss_monster.game import GAME
from rules.boss_monster.state import set_keep, set_room
from rules.engine import Refused, apply, at, prompt
from tests.support.games.boss_monster import (
    at_phase,
    builds,
    do,
    dungeon,
    hero,
    ids,
    keys,
    offers,
    plain,
    running,
    scored,
    seated,
    standing_in,
    table,
)
from tests.support.transcript import asked, step, told

FIVE = ("golem_factory", "dark_altar", "bottomless_pit", "haunted_library", "open_grave")


def refused(s, event) -> str:
    with pytest.raises(Refused) as no:
        apply(GAME, s, event)
    return no.value.rule


@pytest.mark.rule("BM-21", "BM-25")
def test_a_room_is_laid_face_down_and_its_place_said() -> None:
    """At the left end or on a room, one a turn; nobody says which it is."""
    s = at_phase(dungeon(table(), 1, "golem_factory"), "build")
    [base] = ids(s, 1)
    assert offers(s, "room") == [base]
    end = do(s, Placed(0))
    assert [pile[0].down for pile in end.keeps[1].piles] == [True, False]
    over = do(s, Placed(base))
    assert [len(pile) for pile in over.keeps[1].piles] == [2]
    assert asked(over).startswith("Ana")
    assert refused(over, Placed(base)) == "BM-25"


@pytest.mark.rule("BM-22")
def test_who_declines_has_declined() -> None:
    """The next player is asked, and the phase does not come back."""
    s = do(at_phase(table(), "build"), Skipped())
    assert "Bea builds nothing" in told(s)
    s = do(s, Skipped())
    assert (s.phase, step(s)) == ("start", "reveal_hero")


@pytest.mark.rule("BM-13", "BM-55")
def test_five_rooms_are_the_most() -> None:
    """Then a room lies only on another; the entrance is left of the leftmost."""
    s = at_phase(dungeon(table(), 1, *FIVE[1:]), "build")
    s = do(s, Placed(0), Skipped(), Revealed("golem_factory"))
    assert keys(s, 1) == list(FIVE)
    s = at_phase(s, "build")
    assert refused(s, Placed(0)) == "BM-25"
    assert step(do(s, Placed(ids(s, 1)[0]))) == "place"


@pytest.mark.rule("BM-14", "BM-64")
def test_an_advanced_room_needs_a_shared_treasure() -> None:
    """Trap or monster does not matter; at the left end only a normal one lies, unless the table plays otherwise."""
    s = at_phase(dungeon(table(), 1, "dark_altar", "golem_factory"), "build")
    altar, factory = ids(s, 1)
    on_altar = do(s, Placed(altar), Skipped())
    assert "dracolich_lair" in offers(on_altar, "room")
    assert keys(do(on_altar, Revealed("dracolich_lair")), 1)[0] == "dracolich_lair"
    on_factory = do(s, Placed(factory), Skipped())
    assert refused(on_factory, Revealed("dracolich_lair")) == "BM-14"
    assert "dark_altar" in offers(on_factory, "room")
    at_end = do(s, Placed(0), Skipped())
    assert refused(at_end, Revealed("dracolich_lair")) == "BM-14"
    anyhow = do(at_phase(table(A10="any"), "build"), Placed(0), Skipped())
    assert "dracolich_lair" in offers(anyhow, "room")


@pytest.mark.rule("BM-14")
def test_nothing_advanced_lies_on_the_neanderthals() -> None:
    """Its own word comes before a shared treasure."""
    s = do(at_phase(dungeon(table(), 1, "neanderthal_cave"), "build"), Placed(ids_of(table())), Skipped())
    assert not {"beast_menagerie", "monsters_ballroom"} & set(offers(s, "room"))


def ids_of(s) -> int:
    return ids(dungeon(s, 1, "neanderthal_cave"), 1)[0]


@pytest.mark.rule("BM-24", "BM-45")
def test_all_are_revealed_and_may_be_told_without_a_name() -> None:
    """By treasure and damage alone; an advanced one only with a shared icon; what may not lie there goes back."""
    s = do(
        at_phase(dungeon(table(), 0, "dark_altar"), "build"),
        Placed(0),
        Placed(ids(dungeon(table(), 0, "dark_altar"), 0)[0]),
    )
    assert [line.down for line in GAME.view(s).players[1].rooms] == [True]
    s = do(s, RevealedPlain("ct", 2))
    assert (lure(s, 1, "c"), s.keeps[1].piles[0][0].card.damage) == (1, 2)
    assert refused(s, RevealedPlain("t", 2, advanced=True)) == "BM-14"
    assert do(s, RevealedPlain("c", 3, advanced=True)).keeps[0].piles[0][0].card.advanced
    back = do(s, TakenBack())
    assert keys(back, 0) == ["dark_altar"]


@pytest.mark.rule("BM-19")
def test_a_boss_levels_up_once_and_before_the_room() -> None:
    """The fifth room levels up, then it acts; five again later do nothing more."""
    s = dungeon(table(), 0, "dark_laboratory", *FIVE[1:])
    first = builds(s, ids(s, 0)[0])
    lines = told(first)
    assert lines.index("Ana levels up") < next(k for k, line in enumerate(lines) if "Dark Laboratory" in line)
    again = builds(first, ids(first, 0)[0])
    assert "Ana levels up" not in told(again)
    short = dungeon(table(), 0, *FIVE[1:])
    assert "Ana levels up" not in told(builds(short, ids(short, 0)[0]))


@pytest.mark.rule("BM-19", "BM-48")
def test_an_exhausted_room_does_not_make_five() -> None:
    """Where an effect counts rooms, those that lie sideways are not there."""
    s = dungeon(table(), 0, *FIVE)
    s = exhaust(s, ids(s, 0)[2])
    assert standing(s, 0) == 4
    assert "Ana levels up" not in told(builds(s, ids(s, 0)[0]))


@pytest.mark.rule("BM-52", "BM-54")
def test_what_is_uncovered_was_not_built() -> None:
    """A destroyed room goes, the one beneath is visible and does nothing; an empty place closes towards the boss."""
    s = dungeon(table(), 0, ("golem_factory", "dark_laboratory"), "dark_altar", "open_grave")
    top, middle, _ = ids(s, 0)
    after = destroy(s, top)
    assert keys(after, 0) == ["dark_laboratory", "dark_altar", "open_grave"]
    assert not any("Dark Laboratory" in line for line in told(after))
    assert keys(destroy(s, middle), 0) == ["golem_factory", "open_grave"]


@pytest.mark.rule("BM-48", "BM-49", "BM-54")
def test_what_sleeps_or_lies_face_down_is_neither_destroyed_nor_covered() -> None:
    """It neither lures nor hurts, and shows nothing of what lies beneath."""
    s = dungeon(table(), 0, ("golem_factory", "dark_altar"), "open_grave")
    top, other = ids(s, 0)
    for asleep in (exhaust(s, top), set_room(s, top, down=True)):
        room = asleep.room(top)[2]
        assert (damage(asleep, room, 0), lure(asleep, 0, "f")) == (0, 1)  # the boss's own fighter
        assert keys(destroy(asleep, top), 0) == keys(s, 0)
        assert offers(at_phase(set_keep(asleep, 1, out=False), "build"), "room") == []
        on = do(at_phase(asleep, "build"), Skipped())
        assert offers(on, "room") == [other]


@pytest.mark.rule("BM-46")
def test_a_covered_room_does_nothing() -> None:
    """No card is drawn for a monster built on the Menagerie itself; visible, it sees another built."""
    s = dungeon(table(), 0, ("golem_factory", "beast_menagerie"))
    assert not any("Menagerie" in line for line in told(builds(s, ids(s, 0)[0])))
    s = dungeon(table(), 0, "golem_factory", "beast_menagerie")
    assert any("Menagerie" in line for line in told(builds(s, ids(s, 0)[0])))
    s = dungeon(table(), 0, "dark_altar", "beast_menagerie")
    assert not any("Menagerie" in line for line in told(builds(s, ids(s, 0)[0])))


@pytest.mark.rule("BM-43")
def test_whole_piles_change_places() -> None:
    """What lies beneath moves with its room, in its order; two rooms of two dungeons do not."""
    s = dungeon(dungeon(table(), 0, ("golem_factory", "dark_altar"), "centipede_tunnel"), 1, "open_grave")
    one, two = ids(s, 0)
    s = builds(s, two)
    assert step(s) == "swap_rooms"
    after = do(s, Swapped(one, two))
    assert [[room.card.key for room in pile] for pile in after.keeps[0].piles] == [
        ["centipede_tunnel"],
        ["golem_factory", "dark_altar"],
    ]
    assert swap(s, one, ids(s, 1)[0]) == s


@pytest.mark.rule("BM-25")
def test_one_more_room_lies_face_up_at_once() -> None:
    """The Construction Zone lets one more be built, and that one acts; a boss fetches an advanced one of its kind."""
    s = dungeon(table(), 0, "construction_zone")
    s = builds(s, ids(s, 0)[0])
    assert step(s) == "one_more"
    s = do(s, Placed(0), Revealed("dark_laboratory"))
    assert keys(s, 0) == ["dark_laboratory", "construction_zone"]
    assert any("Dark Laboratory: When built" in line for line in told(s))
    assert step(do(running(table(), at(one_more, 0)), Skipped())) == "reveal_hero"


@pytest.mark.rule("BM-50")
@pytest.mark.parametrize(("boss", "room"), [("cleopatra", "recycling_center"), ("king_croak", "ligers_den")])
def test_a_boss_fetches_an_advanced_room(boss: str, room: str) -> None:
    """The deck that was searched is shuffled; the room may be built on one that shares a treasure."""
    kind = {"cleopatra": "trap", "king_croak": "monster"}[boss]
    s = dungeon(seated(2, (boss, "gorgona")), 0, "bottomless_pit", "dark_altar", "haunted_library", *FIVE[:2])
    s = builds(s, ids(s, 0)[0])
    assert "Shuffle the deck that was searched" in told(s)
    assert step(s) == "one_more"
    s = do(s, Placed(ids(s, 0)[2]))
    from rules.boss_monster.cards import rooms

    found = [rooms()[key] for key in offers(s, "room")]
    assert found
    assert all(card.kind == kind and card.advanced and "m" in card.treasure for card in found)
    assert step(do(s, TakenBack())) == "reveal_hero"


@pytest.mark.rule("BM-50", "BM-56")
def test_bosses_reach_into_town() -> None:
    """Seducia fetches any hero of town or deck, Gorgona kills any; the Mimic Vault lures a normal one only."""
    s = hero(hero(dungeon(seated(2, ("seducia", "gorgona")), 0, *FIVE), -1, "t", 6), -1, "m", 11, epic=True)
    s = builds(s, ids(s, 0)[0])
    assert standing_in(do(s, Aimed(s.town[1].id)), 0) == ["m.11"]
    drawn = do(s, Arrived("c.4"))
    assert (standing_in(drawn, 0), drawn.normal) == (["c.4"], s.normal - 1)
    assert "Shuffle the deck that was searched" in told(drawn)
    vault = dungeon(s, 0, "mimic_vault")
    vault = builds(vault, *ids(vault, 0))
    assert offers(vault, "target") == [s.town[0].id]
    assert standing_in(do(vault, Aimed(s.town[0].id)), 0) == ["t.6"]


@pytest.mark.rule("BM-66")
def test_gorgona_kills_in_town_and_robobo_breaks_rooms() -> None:
    """A hero whom a boss kills is hers; each opponent must choose a room of their own."""
    s = hero(dungeon(seated(2, ("seducia", "gorgona")), 1, *FIVE), -1, "m", 11, epic=True)
    s = builds(s, ids(s, 1)[0])
    assert prompt(s).choices[0].role == "usual"
    assert len(prompt(s).choices) == 1
    s = do(s, Aimed(s.town[0].id))
    assert (s.keeps[1].souls, s.town) == (2, ())
    s = dungeon(dungeon(table(3), 0, *FIVE), 1, "dark_altar", "open_grave")
    s = builds(s, ids(s, 0)[0])
    assert asked(s) == "Robobo: Bea chooses"
    s = do(s, Aimed(ids(s, 1)[0]))
    assert (keys(s, 1), keys(s, 2)) == (["open_grave"], [])


@pytest.mark.rule("BM-47")
def test_activated_abilities_need_their_phase_and_their_target() -> None:
    """While spells may be played; what acts by itself or on building is not used."""
    s = scored(dungeon(table(), 1, "zombie_prison", "dark_laboratory", "the_crushinator"), 0, souls=1)
    prison, laboratory, crusher = ids(s, 1)
    assert refused(s, Activated(prison)) == "BM-16"
    s = at_phase(s, "build")
    assert refused(s, Activated(laboratory)) == "BM-16"
    risen = do(s, Activated(prison), Aimed(s.keeps[0].score[0].hero.id))
    assert (risen.keeps[0].souls, standing_in(risen, 0), keys(risen, 1)) == (0, ["c.4"], keys(s, 1)[1:])
    crushed = do(s, Activated(crusher), Aimed(laboratory))
    assert keys(crushed, 1) == ["zombie_prison", "the_crushinator"]
    assert [line.damage for line in GAME.view(crushed).players[1].rooms] == [3, 4]
    assert refused(crushed, Activated(crusher)) == "BM-16"
    assert damage(replace(crushed), crushed.room(prison)[2], 1) == 3


@pytest.mark.rule("BM-54", "BM-65")
def test_what_is_destroyed_for_its_ability_is_gone() -> None:
    """The Altar and the Chamber go to the discards; a Recycling Center draws; the Stash doubles the treasure."""
    s = dungeon(table(), 0, "dark_altar", "torture_chamber", "recycling_center", "jackpot_stash", plain("t"))
    s = at_phase(s, "build")
    altar, chamber, _, stash, _ = ids(s, 0)
    s = do(s, Activated(altar))
    assert any("Recycling Center" in line for line in told(s))
    s = do(s, Activated(chamber))
    before = lure(s, 0, "t")
    s = do(s, Activated(stash))
    assert (before, lure(s, 0, "t")) == (4, 4)
    assert keys(s, 0) == ["recycling_center", ""]
