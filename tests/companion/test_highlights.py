"""Three facts of a match: each is true of its log, and no fact is told that several players share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.i18n import translator
from companion.match.undo import lines_in_effect
from companion.stats.highlights import HIGHLIGHTS, match_highlights
from companion.stats.match_stats import MatchStats, PointsByTurn, SeatStats, match_stats_of
from companion.stats.throws import RecordedRoll
from rules.engine import Adjusted
from tests.support.records import story

EN, ES = translator("en"), translator("es")
SEATS = (SeatStats("Ana", won=True), SeatStats("Beto"), SeatStats("Cira"))
PLAIN = MatchStats(600, 4, 0, 0, 0, 2, SEATS, (), (), (), None)
STORIES = (
    "boss_monster-four",
    "darkmoor-three-lords",
    "four_souls-two-players",
    "king_of_tokyo-three",
    "malifaux-own-decks-three",
)
"""A committed match of each game."""


def told(stats: MatchStats) -> list[str]:
    """The facts of these statistics of a match of King of Tokyo whose log says nothing else."""
    game, record = story("king_of_tokyo-three")
    empty = replace(record, lines=(), states=())
    return [EN(fact) for fact in match_highlights(game, empty, stats)]


def test_a_match_of_which_nothing_is_to_be_told_has_its_length() -> None:
    """Length, decisions and what was taken back are true of every match."""
    assert told(PLAIN) == ["4 turns in 10 min", "0 decisions", "2 entries taken back"]
    assert told(replace(PLAIN, turns=0))[0] == "Played in 10 min"
    assert told(replace(PLAIN, undone_entries=0))[2] == "Nothing was taken back"


def test_a_comeback_is_the_largest_lag_of_the_only_winner() -> None:
    """The worst lag at the end of a turn counts; a lag of one point, or that of a shared win, is none."""
    points = (PointsByTurn(1, (0, 1, 2)), PointsByTurn(2, (1, 4, 2)), PointsByTurn(3, (4, 4, 3)))
    assert told(replace(PLAIN, points=points))[0] == "Ana was 3 behind after turn 2 (points)"
    assert "behind" not in told(replace(PLAIN, points=points[2:]))[0]
    both = (*SEATS[:1], replace(SEATS[1], won=True), SEATS[2])
    assert "behind" not in told(replace(PLAIN, points=points, seats=both))[0]


@pytest.mark.parametrize(
    ("deaths", "kills", "first"),
    [
        ((0, 3, 1), (0, 0, 0), "Beto died the most: 3 times"),
        ((0, 1, 0), (0, 0, 0), "4 turns in 10 min"),
        ((0, 3, 3), (0, 0, 0), "4 turns in 10 min"),
        ((0, 3, 0), (1, 0, 2), "Cira killed the most: 2"),
        ((0, 0, 0), (1, 1, 0), "4 turns in 10 min"),
    ],
)
def test_who_killed_and_died_most_is_one_player(deaths: tuple[int, ...], kills: tuple[int, ...], first: str) -> None:
    """The most is told of one player only, and of deaths from two on."""
    seats = tuple(replace(s, deaths=d, kills=k) for s, d, k in zip(SEATS, deaths, kills, strict=True))
    assert told(replace(PLAIN, seats=seats))[0] == first


def rolls(player: str, *faces: int) -> tuple[RecordedRoll, ...]:
    return tuple(RecordedRoll(player, None, 6, "typed", (face,)) for face in faces)


def test_the_best_dice_are_an_exact_average() -> None:
    """The average has one decimal, rounded, with a comma in Spanish; too few dice are not compared."""
    thrown = (*rolls("Ana", 6, 6, 6, 1, 1, 2), *rolls("Beto", 6, 6, 6, 5, 5, 1), *rolls("Cira", 6))
    assert told(replace(PLAIN, rolls=thrown))[0] == "Beto had the best dice: 4.8 on average"
    game, record = story("king_of_tokyo-three")
    empty = replace(record, lines=(), states=())
    assert ES(match_highlights(game, empty, replace(PLAIN, rolls=thrown))[0]).endswith("4,8 de media")
    level = (*rolls("Ana", *(3,) * 6), *rolls("Beto", *(3,) * 6))
    assert "dice" not in told(replace(PLAIN, rolls=level))[0]
    assert "dice" not in told(replace(PLAIN, rolls=rolls("Ana", *(6,) * 8)))[0]


@pytest.mark.parametrize("name", STORIES)
def test_the_hardest_blow_is_in_the_log_and_nobody_was_hit_harder(name: str) -> None:
    """A match of each game has three facts; a blow is the largest loss of life that the rules noted."""
    game, record = story(name)
    facts = match_highlights(game, record, match_stats_of(game, record))
    assert len(facts) == HIGHLIGHTS
    assert all("{" not in EN(fact) and "{" not in ES(fact) for fact in facts)
    losses = {
        (EN(change.owner), change.before - change.after)
        for line in lines_in_effect(record.lines)
        if not isinstance(line.entry.event, Adjusted)
        for note in line.notes
        for change in note.changes
        if change.key.endswith((".life", ".hearts"))
    }
    for fact in facts:
        if fact.key.startswith("The hardest blow"):
            args = dict(fact.args)
            assert (EN(args["who"]), args["n"]) in losses
            assert args["n"] == max(n for _, n in losses)
