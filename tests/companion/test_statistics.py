"""Statistics of matches: counted by hand, and laws that hold for every game."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.actors import STOPS_ACTOR
from companion.library.library import Library
from companion.library.totals import WinRecord, finished_matches, game_totals, player_totals, replay_totals
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.undo import lines_in_effect
from companion.stats.match_stats import MatchStats, describe_death, match_stats_of
from companion.stats.results import PAUSE_SECONDS, winner_text
from companion.storage.matches import Storage
from rules.engine import Adjusted, Confirmed, Outcome, Rolled, Text
from tests.support.device_seats import ANA, BEA
from tests.support.records import story
from tests.support.secret_numbers import NUMBERS
from tests.support.stored_matches import EN, GAMES_AND_COUNTING, win_four_souls, win_match
from tests.support.table_play import stroll
from tests.toy.counting import GAME, Named


def figures(name: str) -> tuple[MatchStats, list[str]]:
    """The statistics of a committed match, and its deaths as text."""
    game, told = story(name)
    play = match_stats_of(game, told)
    return play, [
        f"{one.turn} {EN(describe_death(one.death, told.match.seats))} {one.death.rule}" for one in play.deaths
    ]


# --- counted by hand ---------------------------------------------------------------------------------------------


def test_a_short_game_of_king_of_tokyo() -> None:
    """King of Tokyo: 37 answers ten seconds apart, a death and a win.

    Cira's six claws in her turn, the eighth (Beto began), kill Beto; she wins with twenty points.
    """
    play, died = figures("king_of_tokyo-three")
    assert (play.seconds, play.turns, play.decisions, play.shared_decisions, play.overrides) == (370, 18, 37, 0, 0)
    assert [(part.name, part.decisions, part.seconds) for part in play.seats] == [
        ("Ana", 15, 150),
        ("Beto", 9, 90),
        ("Cira", 13, 130),
    ]
    assert died == ["8 Cira kills Beto KT-11"]
    assert [(part.deaths, part.kills, part.points, part.won) for part in play.seats] == [
        (0, 0, 1, False),
        (1, 0, 0, False),
        (0, 1, 20, True),
    ]
    assert [(one.turn, one.totals) for one in play.points[:5]] == [
        (0, (0, 0, 0)),
        (1, (0, 1, 0)),
        (4, (0, 3, 0)),
        (5, (0, 3, 1)),
        (7, (0, 6, 1)),
    ]
    assert play.points[-1].totals == (1, 0, 20)


def test_a_curse_kills_by_its_rule() -> None:
    """A death by a curse names the rule and no killer."""
    assert figures("king_of_tokyo-two-cursed")[1] == ["8 Beto dies KT-45"]


def test_a_solo_game_of_four_souls_that_was_lost() -> None:
    """Four Souls solo: five deaths, one monster killed, no winner, 22 dice."""
    play, died = figures("four_souls-solo-lost")
    assert died == [
        "1 Mask of Infamy kills Uno FS-73",
        "2 Wrath kills Dos FS-73",
        "3 Uno kills Mask of Infamy FS-73",
        "4 Leaper kills Dos FS-73",
        "5 Wrath kills Uno FS-73",
        "6 Wrath kills Dos FS-73",
    ]
    assert (play.turns, play.decisions, play.shared_decisions) == (6, 158, 119), "two of 160 entries were remarks"
    assert [(part.name, part.deaths, part.kills, part.won) for part in play.seats] == [
        ("Uno", 2, 1, False),
        ("Dos", 3, 0, False),
    ]
    assert sum(len(throw.faces) for throw in play.rolls) == 22


def test_a_short_game_of_boss_monster() -> None:
    """Boss Monster: three heroes die, two for Bea; a fighter, Ana's fifth wound, eliminates her."""
    play, died = figures("boss_monster-two")
    assert died == [
        "2 Bea kills Johnny of the Evening Watch BM-32",
        "4 Bea kills Thief 4 BM-32",
        "4 Ana kills Cleric 4 BM-32",
        "5 Fighter 8 kills Ana BM-37",
    ]
    assert [(part.deaths, part.kills, part.points, part.won) for part in play.seats] == [
        (1, 1, 1, False),
        (0, 2, 2, True),
    ]


def test_a_game_of_darkmoor_counts_its_final_sums() -> None:
    """Darkmoor: 19, 23 and 21 VP; 19 minions defeated, six of them by the hero."""
    play, died = figures("darkmoor-three-lords")
    assert [part.points for part in play.seats] == [19, 23, 21]
    assert (len(died), sum(line.endswith("RD-20") for line in died)) == (19, 6)
    assert "17 Sir Two kills Charging Minotaur (Ana) RD-20" in died


def test_an_encounter_of_malifaux() -> None:
    """Malifaux: seven models are killed by hand; an opponent's acting model counts as killer."""
    play, died = figures("malifaux-own-decks-three")
    assert (play.decisions, play.shared_decisions, play.overrides) == (186, 25, 41)
    assert len(died) == 7
    assert died[2] == "3 Rotten Belle 2 kills Snow Storm X-06"
    assert died[3] == "3 Rotten Belle 2 dies X-06"
    assert [part.points for part in play.seats] == [0, 0, 1]


# --- laws --------------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(st.sampled_from(sorted(GAMES_AND_COUNTING)), st.integers(0, 40), st.integers(0, 10_000), st.integers(2, 4))
def test_whatever_was_done_the_figures_add_up(key: str, steps: int, seed: int, seats: int) -> None:
    """After random play, decisions, entries, points and times add up.

    Decisions are the answers in effect, entries are those in effect and those undone, the points at the end are the
    table's, and the time spent deciding is at most the time played.
    """
    with tempfile.TemporaryDirectory() as name:
        storage = Storage(Path(name))
        table = Library(storage, GAMES_AND_COUNTING).matches.create(key, ("Ana", "Bea", "Cai", "Dan")[:seats])
        stroll(table, random.Random(seed), steps)
        told, up = table.view(HOST_ROLE).record(table.match), lines_in_effect(table.match_record.lines)
        play = match_stats_of(table.game, told)
        answers = [line for line in up if line.entry.prompt_id is not None and line.entry.actor != STOPS_ACTOR]
        assert play.decisions == len(answers)
        assert play.overrides >= sum(isinstance(line.entry.event, Adjusted) for line in up)
        turned = sum(line.entry.event.__class__.__name__ in ("Undone", "Redone") for line in told.lines)
        assert play.undone_entries + len(up) + turned == len(told.lines)
        assert len(told.states) == len(up)
        assert sum(part.seconds for part in play.seats) <= play.seconds + 1e-6
        if table.game.tally is None:
            assert play.points == ()
        else:
            assert play.points[-1].totals == table.game.tally.count(table.state)
            assert [one.turn for one in play.points] == sorted({one.turn for one in play.points})
            shown = {t.key: t.value for t in table.table_state.trackers}
            what = {"four_souls": "souls", "king_of_tokyo": "points", "malifaux": "points", "boss_monster": "souls"}
            for seat, part in enumerate(play.seats):
                assert shown.get(f"seat.{seat}.{what.get(key)}", part.points) == part.points
        storage.close()


# --- at a table --------------------------------------------------------------------------------------------------


def test_a_game_that_counts_nothing_has_figures_all_the_same(library: Library) -> None:
    """A game without points and deaths has decisions and a winner all the same."""
    table = win_match(library)
    play = match_stats_of(GAME, table.match_record)
    assert (play.points, play.deaths) == ((), ())
    assert play.shared_decisions == 1, "anybody may cheer"
    assert [(part.decisions, part.points, part.won) for part in play.seats] == [(1, None, False), (0, None, True)]


def test_what_was_taken_back_is_not_decided(library: Library) -> None:
    """An undone answer is not a decision; it is counted as undone."""
    table = win_match(library)
    before = match_stats_of(GAME, table.match_record)
    table.undo(ANA)
    table.undo(ANA)
    after = match_stats_of(GAME, table.match_record)
    assert (after.decisions, after.undone_entries) == (before.decisions - 1, before.undone_entries + 2)


def test_a_pause_is_nobodys_thinking(library: Library) -> None:
    """A long pause before an answer is not counted as time."""
    times = iter([0.0, 10.0, 10.0 + 2 * PAUSE_SECONDS, 20.0 + 2 * PAUSE_SECONDS])
    clocked = Library(library.storage, GAMES_AND_COUNTING, lambda: next(times))
    table = clocked.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
    table.match = replace(table.match, created=0.0)
    for _ in range(3):
        table.answer(table.prompt_id, Rolled((1,)), ANA)
    play = match_stats_of(GAME, table.match_record)
    assert play.seconds == sum(part.seconds for part in play.seats) == 20.0


def test_a_phone_learns_no_secret_from_the_figures(library: Library) -> None:
    """While numbers are secret, another device's log and statistics do not hold them."""
    table = library.matches.create("counting", ("Ana", "Bea", "Cai"), (("secrets", "on"),))
    table.answer(table.prompt_id, Named(0, NUMBERS[0]), DeviceRole(0))
    hers, his = (table.view(DeviceRole(seat)).record(table.match) for seat in (0, 1))
    assert str(NUMBERS[0]) in repr(hers)
    assert str(NUMBERS[0]) not in repr((his, match_stats_of(GAME, his)))
    assert match_stats_of(GAME, his).seats[0].decisions == 1


# --- totals of finished matches ----------------------------------------------------------------------------------


def test_players_and_games_over_an_evening(library: Library) -> None:
    """Players are matched by name regardless of case; wins are counted per player and game.

    Ana wins one of three matches.
    """
    win_four_souls(library)
    win_match(library)
    win_match(library, "ANA", "Čeda")
    games = finished_matches(library.matches)
    ana, *others = player_totals(games)
    assert (ana.total, ana.total.percent) == (WinRecord(3, 1), 33)
    assert dict(ana.by_game) == {"counting": WinRecord(2, 0), "four_souls": WinRecord(1, 1)}
    assert {one.name: one.total.wins for one in others} == {"Bea": 1, "Beto": 0, "Čeda": 1}
    toys, souls = game_totals(games)
    assert (toys.key, toys.plays, toys.best_score) == ("counting", 2, None)
    assert (souls.key, souls.plays, souls.best_score) == ("four_souls", 1, (4, "Ana"))
    looked = replay_totals(library.matches, games)
    assert looked.match_count == 3
    assert {one.name: one.decisions > 0 for one in looked.habits}["Bea"] is False


def test_a_correction_is_no_record_of_souls(library: Library) -> None:
    """FS L299: a fourth soul that was only a number set by hand is not gained: it counts for no record."""
    table = library.matches.create("four_souls", ("Ana", "Beto"))
    table.adjust("seat.1.souls", 4)
    table.answer(table.prompt_id, Confirmed(False))
    table.adjust("seat.0.souls", 4)
    table.answer(table.prompt_id, Confirmed(True))
    (souls,) = game_totals(finished_matches(library.matches))
    assert table.state.outcome.winners == (0,)
    assert (souls.best_score, match_stats_of(table.game, table.match_record).points[-1].totals) == ((4, "Ana"), (4, 0))
    table.adjust("seat.1.souls", 2)
    assert table.game.tally.count(table.state) == (4, 0)


def test_a_game_that_cannot_be_read_is_left_out(library: Library) -> None:
    """An unreadable match is left out of the totals."""
    bad, _ = win_match(library, "Eva", "Bea"), win_match(library)
    library.storage.database.write("UPDATE snapshot SET state = '[]' WHERE match = ?", (bad.match.id,))
    library.storage.database.write("UPDATE match SET rules_version = 9 WHERE id = ?", (bad.match.id,))
    library.storage.database.write("UPDATE entry SET event = '[]' WHERE match = ?", (bad.match.id,))
    fresh = Library(library.storage, GAMES_AND_COUNTING)
    assert [one.match.seats for one in finished_matches(fresh.matches)] == [("Ana", "Bea")]


def test_level_players_have_not_won(library: Library) -> None:
    """Joint winners are named as winners; in a draw nobody has won."""
    table = win_match(library)
    match, end = table.match, library.matches.result(table.match)
    assert end.has_won(1)
    assert not end.has_won(0)
    both = Outcome((0, 1), "TOY-1")
    assert winner_text(match, both) == Text("{who} won", "{who} won", who="Ana, Bea", n=2)
    drawn = Outcome((0, 1), "TOY-1", draw=True)
    assert winner_text(match, drawn) == Text("A draw: {who}", who="Ana, Bea")
    assert not type(end)(drawn, 0.0).has_won(0)
    assert winner_text(match, Outcome((), "TOY-1")) == Text("Nobody won")


def test_whose_phone_it_was_does_not_matter(library: Library) -> None:
    """An answer from another player's phone is the decision of the seat that was asked."""
    table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
    table.answer(table.prompt_id, Rolled((1,)), BEA)
    assert [part.decisions for part in match_stats_of(GAME, table.match_record).seats] == [1, 0]
