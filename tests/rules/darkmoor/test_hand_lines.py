"""Retreat to Darkmoor: every physical move of the rules text has a line for hands, or a number that is one."""

from __future__ import annotations

from functools import cache

import pytest

from rules.darkmoor.game import GAME as DARKMOOR
from tests.support.games.darkmoor import hero, minion, seated
from tests.support.hand_lines import numbers_of, random_notes, rows, tasks_of, unsaid_moves

pytestmark = pytest.mark.landing

GAME = "darkmoor"
SEEDS = range(30)


@cache
def told() -> frozenset[str]:
    """The sentences for hands, and the kinds of numbers, of random play."""
    notes = [note for _, _, note in random_notes(GAME, SEEDS)]
    return frozenset(what for note in notes for what in tasks_of(note) | numbers_of(note))


@pytest.mark.parametrize(
    "row", [row for row in rows(GAME) if not row.answer], ids=lambda row: f"L{row.line} {row.moves}"
)
def test_every_line_is_told_somewhere(row) -> None:
    """Each sentence of the table comes in random play; each number of it is one that hands move."""
    assert (row.task or row.number) in told()
    assert not row.number or row.number in DARKMOOR.hand_moves


def test_every_sentence_for_hands_is_in_the_table() -> None:
    """Random play tells hands nothing that the table does not derive from the rules text."""
    tasks = {task for _, _, note in random_notes(GAME, SEEDS) for task in tasks_of(note)}
    assert tasks - {row.task for row in rows(GAME)} == set()
    assert len(tasks) > 8


def test_every_physical_move_is_told() -> None:
    """Each move that the ledger books from the rules text has a line, a number or an answer that says it."""
    assert unsaid_moves(GAME, range(8), 60) == set()


@pytest.mark.rule("RD-23")
def test_the_token_of_a_minion_that_falls_is_taken_off_again() -> None:
    """L95: the token goes with it, so the numbers of its tokens of the turn add up to nothing, not to one on it."""
    t = seated(first=hero(3)).plays((0, minion("Rat")))
    t.plays((0, minion("Imp", peril=2, when="played", does="vp")))
    moved = [(c.before, c.after) for n in t.notes for c in n.changes if c.key.endswith(".vp_tokens")]
    assert moved == [(0, 1), (1, 0)]
    told = [note for note in t.notes if note.kind == "kill" or any(c.key.endswith("vp_tokens") for c in note.changes)]
    assert told[0].subject == told[1].subject, "the line about the token is superseded"
