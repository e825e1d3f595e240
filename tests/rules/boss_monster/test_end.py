"""Boss Monster's end: who wins, who loses, who is compared; and the doors by hand."""

from dataclasses import replace

import pytest

from rules.boss_monster.event import Arrived, Broke, Fell, Placed, RanOut, Sent, Skipped, Turned, Walked
from rules.boss_monster.game import GAME
from rules.boss_monster.state import TOWN, set_keep
from rules.engine import Adjusted, Refused, WentTo, apply, start
from tests.support.games.boss_monster import (
    at_phase,
    do,
    dungeon,
    hero,
    ids,
    keys,
    plain,
    points,
    scored,
    seated,
    standing_in,
    table,
)
from tests.support.transcript import asked, step, told


def ended(s):
    """The turn ends; who won and why, if anybody did."""
    s = at_phase(s, "end_turn")
    return s, (s.outcome.winners, s.outcome.rule) if s.outcome else None


@pytest.mark.rule("BM-09", "BM-11", "BM-38")
def test_ten_souls_win_only_as_the_turn_ends() -> None:
    """Eleven do too (BM-A13), nine do not; and the others have their adventure before."""
    s = hero(dungeon(scored(table(), 1, souls=10), 0, plain("", 9)), 0)
    s = at_phase(s, "adventure")
    assert asked(s).startswith("Cleric (4) is in the dungeon of Ana")
    s = do(s, Walked(-1))
    assert (s.outcome.winners, s.outcome.rule, points(s)) == ((1,), "BM-38", [(1, 0), (10, 0)])
    assert ended(scored(scored(table(), 0, souls=9), 0, souls=1, epic=True))[1] == ((0,), "BM-38")
    assert ended(scored(table(), 0, souls=9))[1] is None


@pytest.mark.rule("BM-10", "BM-37")
def test_five_wounds_lose_whatever_the_souls() -> None:
    """Ten souls with five wounds lose: the last one left wins, even with no soul (BM-A19)."""
    s, how = ended(scored(scored(table(), 0, souls=10), 0, wounds=5))
    assert how == ((1,), "BM-37")
    assert "Ana has five wounds and loses" in told(s)
    alone, how = ended(scored(table(A19="on"), 0, wounds=5))
    assert (how, alone.alive) == (None, (1,))


@pytest.mark.rule("BM-36")
def test_the_cards_of_a_loser_leave_the_game() -> None:
    """Nothing touches them any more, heroes come as many as before unless the table says otherwise (BM-A5)."""
    for ruling, coming in (("seats", 3), ("alive", 2)):
        s = scored(hero(dungeon(table(3, A5=ruling), 0, "golem_factory"), 0), 0, wounds=5)
        s, how = ended(s)
        assert (how, s.alive, list(s.rooms())) == (None, (1, 2), [])
        assert "The cards of Ana leave the game" in told(s)
        assert standing_in(s, 0) == []
        before = len(s.town)
        s = do(s, *(Arrived("c.4"),) * coming)
        assert (len(s.town) - before, step(s)) == (coming, "place")
        assert asked(s).startswith("Cira")


@pytest.mark.rule("BM-39")
def test_three_at_the_end_at_once() -> None:
    """Most souls less wounds win; whoever has five wounds is out before, unless the table compares all (BM-A4)."""
    for ruling, winner in (("first", 1), ("compare", 0)):
        s = table(3, A4=ruling)
        s = scored(scored(s, 0, souls=16), 0, wounds=5)
        s = scored(scored(s, 1, souls=11), 1, wounds=1)
        s = scored(scored(s, 2, souls=12), 2, wounds=3)
        assert ended(s)[1] == ((winner,), "BM-39")


@pytest.mark.rule("BM-39", "BM-37")
def test_all_lose_at_once() -> None:
    """Then the losers are compared; whoever is neither here nor there is not."""
    s = scored(scored(scored(table(), 0, wounds=5), 1, wounds=6), 1, souls=2)
    assert ended(s)[1] == ((1,), "BM-39")


@pytest.mark.rule("BM-40")
def test_level_again_the_fewest_xp_win() -> None:
    """Or the most, where the table plays it so (BM-A3)."""
    for ruling, winner in (("lowest", 0), ("highest", 1)):
        s = scored(scored(table(A3=ruling), 0, souls=10), 1, souls=10)
        s, how = ended(s)
        assert how == ((winner,), "BM-40")
        assert "Level: XP decides" in told(s)


@pytest.mark.rule("BM-42")
def test_the_last_hero_of_the_decks() -> None:
    """The turn in which he comes is finished, then all are compared; or it ends as he is revealed (BM-A18)."""
    for ruling, winner in (("turn", 0), ("once", 1)):
        s = dungeon(replace(table(A18=ruling), normal=0, epic=2), 0, "neanderthal_cave", plain("ff", 13))
        s = at_phase(scored(s, 1, souls=1), "arrive")
        s = do(s, Arrived("f.13"), Arrived("c.11"))
        if ruling == "turn":
            s = do(s, Skipped(), Skipped(), Walked(-1))
            assert points(s) == [(2, 0), (1, 0)]
        assert (s.outcome.winners, s.outcome.rule) == ((winner,), "BM-42")
        assert "The hero decks are empty: the game ends" in told(s)


@pytest.mark.rule("BM-41")
def test_a_deck_that_runs_out_is_made_anew() -> None:
    """At any moment, without a question; which discards, the table may have settled (BM-A20)."""
    for deck, ruling, line in (
        ("rooms", "one", "Shuffle the discarded rooms: they are the deck"),
        ("spells", "one", "Shuffle the discarded spells: they are the deck"),
        ("rooms", "both", "Shuffle all discards, rooms and spells apart: both are decks again"),
    ):
        s = table(A20=ruling)
        after = do(s, RanOut(deck))
        assert told(after) == [line]
        assert step(after) == step(s)


# --- by hand -----------------------------------------------------------------------------------------------------


def test_every_number_can_be_set_by_hand() -> None:
    """Each tracker moves by a difference, says so, and refuses to leave 0 … 999; nothing else is one."""
    s = hero(hero(scored(dungeon(table(), 0, "dark_altar", "open_grave"), 0, souls=2), 0), TOWN)
    for tracker in GAME.trackers(s):
        after = do(s, Adjusted(tracker.key, 3))
        assert {t.key: t.value for t in GAME.trackers(after)}[tracker.key] == tracker.value + 3
        assert after.notes[-1].change.after == tracker.value + 3
        with pytest.raises(Refused):
            apply(GAME, s, Adjusted(tracker.key, -tracker.value - 1))
    for key in ("seat.9.souls", "seat.0.taken", "hero.99.taken", "room.99.damage", "heroes.fools", "x", ""):
        with pytest.raises(Refused):
            apply(GAME, s, Adjusted(key, 1))


def test_the_table_can_be_at_any_phase() -> None:
    """A jump ends a walk and what was declared; the phase runs from there."""
    s = hero(dungeon(table(), 0, "dark_altar"), 0)
    for rule, phase in (("BM-20", "start"), ("BM-21", "build"), ("BM-30", "adventure"), ("BM-35", "start")):
        assert do(s, WentTo(rule)).phase == phase
    down = do(at_phase(table(), "build"), Placed(0), WentTo("BM-24"))
    assert step(down) == "turn_up"
    with pytest.raises(Refused):
        apply(GAME, s, WentTo("BM-99"))
    early = do(start(GAME, ("Ana", "Bea")), WentTo("BM-26"))
    assert early.turn == 2


def test_cards_can_be_moved_by_hand() -> None:
    """A room goes or is turned, a hero goes anywhere, without setting anything off."""
    s = hero(dungeon(table(), 0, "golem_factory", "dark_altar"), 0, "m", 8)
    _, altar = ids(s, 0)
    s = do(at_phase(s, "adventure"), Walked(0))
    assert keys(do(s, Broke(altar)), 0) == ["golem_factory"]
    assert do(s, Turned(altar)).room(altar)[2].exhausted
    assert not do(s, Turned(altar), Turned(altar)).room(altar)[2].exhausted
    sent = do(s, Sent(s.walk.hero, TOWN))
    assert (standing_in(sent, TOWN), sent.phase) == (["m.8"], "start")
    fell = do(s, Fell(s.walk.hero, 1, False))
    assert points(fell) == [(0, 0), (1, 0)]
    with pytest.raises(Refused):
        apply(GAME, s, Broke(99))
    back = do(
        do(at_phase(table(), "build"), Placed(0), Skipped()),
        Broke(ids(do(at_phase(table(), "build"), Placed(0)), 1)[0]),
    )
    assert back.phase == "start"


def test_the_picture_shows_what_lies_there() -> None:
    """Dungeons as rows from the entrance, what each lures, the town with who would get whom, scores."""
    s = scored(hero(dungeon(seated(), 1, ("golem_factory", "dark_altar"), "open_grave"), TOWN, "c", 6), 1, wounds=1)
    seen = GAME.view(s)
    ana, bea = seen.players
    assert [(r.treasure, r.damage, r.under) for r in bea.rooms] == [("f", 2, 1), ("c", 2, 0)]
    assert (bea.lures, bea.xp, bea.wounds, bea.active) == ((1, 1, 0, 1), 500, 1, True)
    assert (ana.rooms, ana.dead) == ((), False)
    assert seen.town[0].goes_to == 1
    assert [x.wounds for x in bea.score] == [True]
    assert not set_keep(s, 0, out=True).keeps[1].out
