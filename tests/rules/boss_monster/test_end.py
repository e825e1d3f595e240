"""End of a Boss Monster match: winners, losers and ties; overrides."""

from dataclasses import replace

import pytest

from rules.boss_monster.model.events import Arrived, Broke, Fell, Placed, RanOut, Sent, Skipped, Turned, Walked
from rules.boss_monster.model.state import TOWN, set_keep
from rules.engine import Adjusted, WentTo
from tests.support.games.boss_monster import BossMonsterTable, plain, seated, table


def ended(t: BossMonsterTable):
    """The winners and the rule at the end of the turn, or None."""
    t.at_phase("end_turn")
    return (t.outcome.winners, t.outcome.rule) if t.outcome else None


@pytest.mark.rule("BM-09", "BM-11", "BM-38")
def test_ten_souls_win_only_as_the_turn_ends() -> None:
    """Ten souls or more win at the end of the turn, after all adventures; nine do not (BM-A13)."""
    t = table().scored(1, souls=10).dungeon(0, plain("", 9)).hero(0)
    t.at_phase("adventure")
    assert t.asks.startswith("Cleric (4) is in the dungeon of Ana")
    t.do(Walked(-1))
    assert (t.outcome.winners, t.outcome.rule, t.points) == ((1,), "BM-38", [(1, 0), (10, 0)])
    assert ended(table().scored(0, souls=9).scored(0, souls=1, epic=True)) == ((0,), "BM-38")
    assert ended(table().scored(0, souls=9)) is None


@pytest.mark.rule("BM-10", "BM-37")
def test_five_wounds_lose_whatever_the_souls() -> None:
    """Five wounds lose, even with ten souls; the last player left wins.

    With BM-A19 set to on the match goes on for one player.
    """
    t = table().scored(0, souls=10).scored(0, wounds=5)
    how = ended(t)
    assert how == ((1,), "BM-37")
    assert "Ana has five wounds and loses" in t.told
    alone = table(BM_A19="on").scored(0, wounds=5)
    how = ended(alone)
    assert (how, alone.s.seats_in_game) == (None, (1,))


@pytest.mark.rule("BM-36")
def test_the_cards_of_a_loser_leave_the_game() -> None:
    """The cards of a loser leave the match.

    As many heroes come as before, unless BM-A5 is set to alive.
    """
    for ruling, coming in (("seats", 3), ("alive", 2)):
        t = table(3, BM_A5=ruling).dungeon(0, "golem_factory").hero(0).scored(0, wounds=5)
        how = ended(t)
        assert (how, t.s.seats_in_game, list(t.s.rooms())) == (None, (1, 2), [])
        assert "The cards of Ana leave the game" in t.told
        assert t.standing_in(0) == []
        before = len(t.s.town)
        t.do(*(Arrived("c.4"),) * coming)
        assert (len(t.s.town) - before, t.step) == (coming, "place")
        assert t.asks.startswith("Cira")


@pytest.mark.rule("BM-39")
def test_three_at_the_end_at_once() -> None:
    """Among several who end the match, most souls less wounds win.

    Whoever has five wounds is out first, unless BM-A4 is set to compare.
    """
    for ruling, winner in (("first", 1), ("compare", 0)):
        t = table(3, BM_A4=ruling)
        t.scored(0, souls=16).scored(0, wounds=5)
        t.scored(1, souls=11).scored(1, wounds=1)
        t.scored(2, souls=12).scored(2, wounds=3)
        assert ended(t) == ((winner,), "BM-39")


@pytest.mark.rule("BM-39", "BM-37")
def test_all_lose_at_once() -> None:
    """If all players lose at once they are compared by souls less wounds."""
    t = table().scored(0, wounds=5).scored(1, wounds=6).scored(1, souls=2)
    assert ended(t) == ((1,), "BM-39")


@pytest.mark.rule("BM-40")
def test_level_again_the_fewest_xp_win() -> None:
    """A remaining tie is won by the fewest XP, or the most with BM-A3 set to highest."""
    for ruling, winner in (("lowest", 0), ("highest", 1)):
        t = table(BM_A3=ruling).scored(0, souls=10).scored(1, souls=10)
        how = ended(t)
        assert how == ((winner,), "BM-40")
        assert "Level: XP decides" in t.told


@pytest.mark.rule("BM-42")
def test_the_last_hero_of_the_decks() -> None:
    """The match ends after the turn in which the last hero comes, or at once (BM-A18).

    All players are compared.
    """
    for ruling, winner in (("turn", 0), ("once", 1)):
        t = table(BM_A18=ruling).change(replace, normal=0, epic=2).dungeon(0, "neanderthal_cave", plain("ff", 13))
        t.scored(1, souls=1).at_phase("arrive")
        t.do(Arrived("f.13"), Arrived("c.11"))
        if ruling == "turn":
            t.do(Skipped(), Skipped(), Walked(-1))
            assert t.points == [(2, 0), (1, 0)]
        assert (t.outcome.winners, t.outcome.rule) == ((winner,), "BM-42")
        assert "The hero decks are empty: the game ends" in t.told


@pytest.mark.rule("BM-41")
def test_a_deck_that_runs_out_is_made_anew() -> None:
    """An empty deck is refilled from the discards without a prompt.

    From those of its kind or all (BM-A20).
    """
    for deck, ruling, line in (
        ("rooms", "one", "Shuffle the discarded rooms: they are the deck"),
        ("spells", "one", "Shuffle the discarded spells: they are the deck"),
        ("rooms", "both", "Shuffle all discards, rooms and spells apart: both are decks again"),
    ):
        t = table(BM_A20=ruling)
        after = t.copy().do(RanOut(deck))
        assert after.told == [line]
        assert after.step == t.step


# --- overrides ---------------------------------------------------------------------------------------------------


def test_every_number_can_be_set_by_hand() -> None:
    """Each tracker takes an override, with a note, and refuses a value below 0.

    Unknown trackers are refused.
    """
    t = table().dungeon(0, "dark_altar", "open_grave").scored(0, souls=2).hero(0).hero(TOWN)
    for key, value in t.numbers.items():
        after = t.copy().adjust(key, 3)
        assert after.numbers[key] == value + 3
        assert after.notes[-1].change.after == value + 3
        assert t.refuses(Adjusted(key, -value - 1))
    for key in ("seat.9.souls", "seat.0.taken", "hero.99.taken", "room.99.damage", "heroes.fools", "x", ""):
        assert t.refuses(Adjusted(key, 1))


def test_the_table_can_be_at_any_phase() -> None:
    """A jump goes to any phase and ends a walk; an unknown step is refused."""
    t = table().dungeon(0, "dark_altar").hero(0)
    for rule, phase in (("BM-20", "start"), ("BM-21", "build"), ("BM-30", "adventure"), ("BM-35", "start")):
        assert t.copy().goes_to(rule).s.phase == phase
    down = table().at_phase("build").do(Placed(0)).goes_to("BM-24")
    assert down.step == "turn_up"
    assert t.refuses(WentTo("BM-99"))
    early = BossMonsterTable("Ana", "Bea").goes_to("BM-26")
    assert early.s.turn == 2


def test_cards_can_be_moved_by_hand() -> None:
    """Rooms and heroes may be moved by hand without setting off abilities.

    A room is removed or turned; a hero goes to town or to a score.
    """
    t = table().dungeon(0, "golem_factory", "dark_altar").hero(0, "m", 8)
    _, altar = t.ids(0)
    t.at_phase("adventure").do(Walked(0))
    assert t.copy().do(Broke(altar)).keys(0) == ["golem_factory"]
    assert t.copy().do(Turned(altar)).s.room(altar)[2].exhausted
    assert not t.copy().do(Turned(altar), Turned(altar)).s.room(altar)[2].exhausted
    sent = t.copy().do(Sent(t.s.walk.hero, TOWN))
    assert (sent.standing_in(TOWN), sent.s.phase) == (["m.8"], "start")
    fell = t.copy().do(Fell(t.s.walk.hero, 1, False))
    assert fell.points == [(0, 0), (1, 0)]
    assert t.refuses(Broke(99))
    back = (
        table().at_phase("build").do(Placed(0), Skipped()).do(Broke(table().at_phase("build").do(Placed(0)).ids(1)[0]))
    )
    assert back.s.phase == "start"


def test_the_picture_shows_what_lies_there() -> None:
    """The view shows dungeons from the entrance, treasure, heroes' destinations and scores."""
    t = seated().dungeon(1, ("golem_factory", "dark_altar"), "open_grave").hero(TOWN, "c", 6).scored(1, wounds=1)
    seen = t.view
    ana, bea = seen.players
    assert [(r.treasure, r.damage, r.under) for r in bea.rooms] == [("f", 2, 1), ("c", 2, 0)]
    assert (bea.lures, bea.xp, bea.wounds, bea.active) == ((1, 1, 0, 1), 500, 1, True)
    assert (ana.rooms, ana.dead) == ((), False)
    assert seen.town[0].goes_to == 1
    assert [x.wounds for x in bea.score] == [True]
    assert not t.change(set_keep, 0, out=True).s.keeps[1].out


@pytest.mark.rule("BM-36")
def test_the_dungeon_of_a_loser_lures_nobody_and_is_not_shown() -> None:
    """BM L502: "las cartas de ese jugador se dejan a un lado", until the match ends: then all of them are shown."""
    t = table(3).dungeon(0, "golem_factory").scored(0, wounds=5)
    assert t.view.players[0].rooms
    assert ended(t) is None
    loser = t.view.players[0]
    assert (loser.rooms, loser.lures, loser.hand) == ((), (0, 0, 0, 0), ())
    over = table(2).dungeon(0, "golem_factory").scored(0, wounds=5)
    assert ended(over) is not None
    assert over.view.players[0].rooms
