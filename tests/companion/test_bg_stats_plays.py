"""Plays from BG Stats in the totals: what of a file is taken, counted once, removed again, and what is refused."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.exchange.bg_stats_plays import (
    MAX_RECORDS,
    Play,
    PlayedSeat,
    plays_task,
    read_plays,
    read_stored_plays,
    write_plays,
)
from companion.exchange.rejection import MAX_BYTES, ImportRejected
from companion.library.library import Library
from companion.library.played_elsewhere import MAX_PLAYS, add_plays, remove_plays, sort_plays, stored_plays
from companion.library.totals import WinRecord, finished_matches, game_totals, imported_matches, player_totals
from companion.ui.files.plays import FoundPlays, describe_plays
from rules.registry import GAMES
from tests.support.bg_stats import CHESS, SOULS, exported, play
from tests.support.stored_matches import EN, ES, win_four_souls

CIRA, BETO = PlayedSeat("Cira", None, True), PlayedSeat("Beto", 7, False)
KEYS = {game.bgg_id: key for key, game in GAMES.items() if game.bgg_id}


def take(library: Library, data: bytes) -> int:
    """Import the file's new plays; how many there were."""
    new = sort_plays(library.settings, read_plays(data, KEYS).plays, finished_matches(library.matches)).new
    add_plays(library.settings, new)
    return len(new)


def test_a_file_is_read_by_the_games_numbers() -> None:
    """Games are known by their BoardGameGeek number, players by name; scores are texts there."""
    souls = play(2, SOULS, (3, "", True), (1, None, False), durationMin=0)
    found = read_plays(exported(play(1), souls, play(3, CHESS), play(4, 99)), KEYS)
    assert found.plays == (
        Play(
            "PLAY-2",
            "four_souls",
            "2024-05-02 21:30:00",
            0,
            (PlayedSeat("Cira", None, True), PlayedSeat("Ana", None, False)),
        ),
        Play(
            "PLAY-1",
            "king_of_tokyo",
            "2024-05-01 21:30:00",
            40,
            (PlayedSeat("Ana", 20, True), PlayedSeat("Beto", 7, False)),
        ),
    )
    assert (found.others, found.unreadable) == (2, 0)


def test_what_is_no_play_is_counted_as_unreadable() -> None:
    """A play without an id, a day, players or a name is marked, and one that its owner ignores is none."""
    bad = [
        play(1, uuid=None),
        play(2, playDate="yesterday"),
        play(3, playDate="2024-13-45"),
        play(4, playerScores=[]),
        play(5, playerScores=[{"playerRefId": 9}]),
        play(6, playerScores="Ana"),
        play(7, uuid="x" * 100),
        play(8, playDate="0001-01-01"),
        play(9, playerScores=[{"playerRefId": 1}] * 2),
        play(10, playerScores=[{"playerRefId": 1}] * 50),
        play(11, playerScores=[{"playerRefId": [1]}]),
    ]
    found = read_plays(exported(*bad, play(12, ignored=True)), KEYS)
    assert (found.plays, found.unreadable) == ((), len(bad))


def test_plays_are_counted_once_and_removed(library: Library) -> None:
    """Imported twice a play counts once, also from a longer file; removed it counts no more, and can come again."""
    assert take(library, exported(play(1))) == 1
    assert take(library, exported(play(1), play(2))) == 1
    assert take(library, exported(play(1), play(2))) == 0
    (ana, beto) = player_totals(imported_matches(library.settings, library.games))
    assert (ana.total, beto.total) == (WinRecord(2, 2), WinRecord(2, 0))
    (tokyo,) = game_totals(imported_matches(library.settings, library.games))
    assert (tokyo.plays, tokyo.seconds, tokyo.turns, tokyo.best_score) == (2, 2400.0, 0.0, (20, "Ana"))
    remove_plays(library.settings, library.games)
    assert imported_matches(library.settings, library.games) == ()
    assert take(library, exported(play(1))) == 1


def test_totals_add_both_kinds(library: Library) -> None:
    """Matches of here and plays of there count together; what nobody measured leaves the mean alone."""
    win_four_souls(library)
    take(library, exported(play(1, SOULS, (1, None, False), (3, None, True), durationMin=0)))
    games = (*finished_matches(library.matches), *imported_matches(library.settings, library.games))
    ana = next(one for one in player_totals(games) if one.name == "Ana")
    assert ana.total == WinRecord(2, 1)
    (souls,) = game_totals(games)
    (alone,) = game_totals(finished_matches(library.matches))
    assert (souls.plays, souls.seconds, souls.turns) == (2, alone.seconds, alone.turns)


def test_a_match_that_was_handed_over_is_not_counted_again(library: Library) -> None:
    """A play of the same people, day and winner as a match of here is that match."""
    table = win_four_souls(library)
    day = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(table.match.finished))
    same = play(1, SOULS, (1, "4", True), (2, "0", False), playDate=day)
    other = play(2, SOULS, (1, "0", False), (2, "4", True), playDate=day)
    assert table.match.seats == ("Ana", "Beto")
    found = sort_plays(
        library.settings, read_plays(exported(same, other), KEYS).plays, finished_matches(library.matches)
    )
    assert [one.id for one in found.known] == ["PLAY-1"]
    assert [one.id for one in found.new] == ["PLAY-2"]


def test_what_was_read_is_told_line_by_line(library: Library) -> None:
    """New plays with day, game, scores and winner; those that are here; how many are left out, and why."""
    take(library, exported(play(1)))
    read = read_plays(exported(play(1), play(2), play(3, CHESS), play(4, uuid=None)), KEYS)
    found = FoundPlays(read, sort_plays(library.settings, read.plays, ()))
    assert list(map(EN, describe_plays(library, found))) == [
        "02/05/2024, King of Tokyo: Ana 20, Beto 7. Won: Ana",
        "Here already: 01/05/2024, King of Tokyo: Ana 20, Beto 7. Won: Ana",
        "Left out: 1 play of another game",
        "Left out: 1 play that cannot be read",
    ]
    assert ES(next(describe_plays(library, found))) == "02/05/2024, King of Tokyo: Ana 20, Beto 7. Ganó Ana"


def test_only_the_latest_are_kept(library: Library) -> None:
    """However many plays a file has, a game keeps a limited number of the latest."""
    old = (play(1, uuid=f"N{n}", playDate=f"{2000 + n // 300}-01-{1 + n % 28:02}") for n in range(MAX_PLAYS + 50))
    take(library, exported(*old, play(9)))
    kept = stored_plays(library.settings, library.games)
    assert len(kept) == MAX_PLAYS
    assert max(one.date for one in kept).startswith("2024")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xd8\xff",
        b'{"games": {}, "players": [], "plays": []}',
        b"[" * 100_000,
        b'{"games": [' + b"9" * 10_000 + b'], "players": [], "plays": []}',
        b" " * (MAX_BYTES + 1),
        json.dumps({"games": [], "players": [], "plays": [0] * (MAX_RECORDS + 1)}).encode(),
    ],
    ids=["empty", "object", "list", "null", "picture", "kinds", "deep", "long-number", "large", "many"],
)
def test_other_files_are_refused(data: bytes) -> None:
    """What is no such file is refused, and costs little."""
    began = time.process_time()
    with pytest.raises(ImportRejected):
        read_plays(data, KEYS)
    assert not hasattr(plays_task(data, KEYS), "plays")
    assert time.process_time() - began < 2


json_values: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
PARTS = ["games", "players", "plays"]
FIELDS = ["uuid", "gameRefId", "playDate", "durationMin", "playerScores", "ignored"]
PARTS = ["games", "players", "plays"]


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(FIELDS), json_values), st.sampled_from(PARTS), json_values)
def test_whatever_a_file_claims_is_lawful_or_left_out(fields: Any, part: str, value: Any) -> None:
    """Any value in any place leads to lawful plays, or to none; what is stored is read as it was."""
    parts = {part: [value]}, {part: value}
    for data in (exported({**play(1), **fields}), *(exported(play(1), **changed) for changed in parts)):
        try:
            found = read_plays(data, KEYS)
        except ImportRejected:
            continue
        assert len(found.plays) <= 1
        for one in found.plays:
            assert tuple(read_stored_plays(one.game, write_plays([one]))) == (one,)


@given(json_values | st.lists(st.tuples(*[json_values] * 4), max_size=2))
def test_a_foreign_setting_is_read_or_ignored(value: Any) -> None:
    """A setting from a foreign archive holds lawful plays or none."""
    for text in (json.dumps(value), str(value)):
        assert all(isinstance(one, Play) for one in read_stored_plays("king_of_tokyo", text))
