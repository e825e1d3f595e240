"""Statistics by turn are a hand count: at the end of each turn they say what the ledger says (issue 48, kind 5)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from companion.match.match_state import MatchRecord
from companion.stats.match_stats import match_stats_of, turn_states
from companion.stats.turn_cards import turn_cards
from rules.engine import Note, State
from rules.registry import GAMES
from tests.support.ledger.audit import LEDGERS, Audit, Walk, audit, follow
from tests.support.ledger.base import Ledger
from tests.support.ledger.shown import shown_numbers
from tests.support.random_play import NAMES, Seeded
from tests.support.records import record_of

pytestmark = pytest.mark.landing

WALKS, STEPS = 8, 150
"""Matches of each game, and the most events of each."""
COUNTED = {"king_of_tokyo": "points", "malifaux": "points", "boss_monster": "souls"}
"""The number that the chart shows, where the ledger keeps it and random play gains it.

What is in a haven of Darkmoor is printed on cards; a soul of Four Souls takes more than these walks.
"""


@cache
def _walked(key: str) -> tuple[tuple[MatchRecord, Ledger], ...]:
    """Random matches as records, each with the ledger that followed it to its end."""
    return tuple(_followed(audit(Seeded(seed), key, STEPS)[1]) for seed in range(WALKS))


def _followed(walk: Walk) -> tuple[MatchRecord, Ledger]:
    ledger, log, found = walk.ledger(), list[Any](), Audit()
    goes_on = [follow(ledger, step, log, found) for step in walk.steps]
    events = [step.event for step in walk.steps[1 : sum(goes_on)]]
    return record_of(GAMES[walk.key], NAMES[: walk.seats], walk.rulings, events), ledger


def _last_by_turn(key: str, record: MatchRecord) -> dict[int, State]:
    return {state.turn: state for state in turn_states(GAMES[key], record)}


@pytest.mark.parametrize("key", LEDGERS)
def test_every_number_at_the_end_of_a_turn_is_the_hand_counts(key: str) -> None:
    """What every seat has as a turn ends, before anything of the next turn happens, is what the ledger has there."""
    compared = 0
    for record, ledger in _walked(key):
        ends = _last_by_turn(key, record)
        for turn, counted in enumerate(ledger.ended_turns):
            shown = shown_numbers(GAMES[key], ends[turn])
            keys = {k for k in counted.keys() & shown.keys() if k.startswith("seat.") and not ledger.skips(k)}
            assert {k: shown[k] for k in keys} == {k: counted[k] for k in keys}, (key, turn)
            compared += len(keys)
    assert compared > 100


@pytest.mark.parametrize("key", COUNTED)
def test_the_chart_gains_in_each_turn_what_the_ledger_gains(key: str) -> None:
    """The points of the chart, turn by turn, are those that a hand counts; unchanged turns are left out."""
    compared = [_chart_and_ledger(key, record, ledger) for record, ledger in _walked(key)]
    assert [drawn for drawn, _ in compared] == [counted for _, counted in compared]
    assert sum(len(set(counted)) - 1 for _, counted in compared) > 5


def _chart_and_ledger(key: str, record: MatchRecord, ledger: Ledger) -> tuple[list[tuple[int, ...]], ...]:
    """The points of all seats at the end of each turn: as the chart draws them, and as the ledger counts them."""
    drawn = {now.turn: now.totals for now in match_stats_of(GAMES[key], record).points}
    seats, shown = range(len(record.match.seats)), list[tuple[int, ...]]()
    for turn, _ in enumerate(ledger.ended_turns):
        shown.append(drawn.get(turn, shown[-1] if shown else ()))
    return shown, [tuple(now[f"seat.{seat}.{COUNTED[key]}"] for seat in seats) for now in ledger.ended_turns]


@pytest.mark.parametrize("key", ["king_of_tokyo", "boss_monster"])
def test_a_chart_that_is_a_turn_late_is_caught(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A product that files all that an answer did under the turn after it draws another chart."""
    monkeypatch.setattr("companion.stats.match_stats.turn_ends", lambda game, state, event: ())
    drawn, counted = zip(*(_chart_and_ledger(key, record, ledger) for record, ledger in _walked(key)), strict=True)
    assert drawn != counted


@pytest.mark.parametrize("key", LEDGERS)
def test_a_note_says_the_turn_in_which_it_happened(key: str) -> None:
    """Every note of an entry is of the turn before it or a later one, and the history splits at the same place."""
    late = 0
    for record, _ in _walked(key):
        turns = [0]
        for line, state in zip(record.lines, record.states, strict=True):
            told = [note.turn for note in line.notes]
            assert told == sorted(told), line
            assert set(told) <= set(range(turns[-1], max(turns[-1], state.turn) + 1)), line
            late += bool(told) and told[-1] > turns[-1]
            turns.append(state.turn)
        moments: dict[int, tuple[Note, ...]] = {}
        for state in turn_states(GAMES[key], record):
            moments[state.turn] = moments.get(state.turn, ()) + state.notes
        in_lines = [*record.first_state.notes, *(note for line in record.lines for note in line.notes)]
        assert moments == {turn: tuple(note for note in in_lines if note.turn == turn) for turn in moments}
        assert turn_cards(GAMES[key], record.lines, record.match.seats)
    assert late > 3 or key == "darkmoor"  # there nothing happens by itself as a turn begins
