"""What explains itself: over random play every number that moves and every switch that decides has its note (X-05)."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from play import Seeded, move, sit_down

from companion.views.why import OURS
from rules.engine import Game, Note, apply
from rules.registry import GAMES

WALKS, STEPS = 10, 60
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@cache
def walked(key: str) -> tuple[tuple[Any, Any, Any], ...]:
    """Random play of that game with both doors open: the state before, what happened, the state after."""
    return tuple(moment for seed in range(WALKS) for moment in walk(GAMES[key], Seeded(seed)))


def walk(game: Game[Any], chance: Seeded) -> Iterator[tuple[Any, Any, Any]]:
    state = sit_down(chance, game)
    for _ in range(STEPS):
        event = move(chance, game, state)
        after = apply(game, state, event)
        yield state, event, after
        state = after


def spans(notes: tuple[Note, ...]) -> dict[str, list[tuple[int, int]]]:
    """By the key of each number, from what to what it moved, one note after the other."""
    found: dict[str, list[tuple[int, int]]] = {}
    for note in notes:
        for change in note.changes:
            found.setdefault(change.key, []).append((change.before, change.after))
    return found


@pytest.mark.rule("X-05")
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.key != "boss_monster"], ids=lambda g: g.key)
def test_every_number_that_moved_is_in_a_note_with_its_true_before_and_after(game: Game[Any]) -> None:
    """From where it was to where it is without a gap; a number that stays has no note that says it moved."""
    for state, event, after in walked(game.key):
        before_, after_ = ({t.key: t.value for t in game.trackers(s)} for s in (state, after))
        told = spans(after.notes)
        for key in before_.keys() & after_.keys():
            moves = told.get(key, [])
            ends = [before_[key], *(span[1] for span in moves)]
            assert [span[0] for span in moves] == ends[:-1], (key, event, after.notes)
            assert ends[-1] == after_[key], (key, event, after.notes)


@pytest.mark.rule("X-05")
@each_game
def test_every_note_names_a_rule_that_has_a_sentence_and_a_switch_that_there_is(game: Game[Any]) -> None:
    """What somebody asks about can always be answered, and the way to the setting is there."""
    switches = {switch.key for switch in game.switches}
    notes = {(note.rule, note.switch) for _, _, after in walked(game.key) for note in after.notes}
    assert notes
    assert {rule for rule, _ in notes if rule not in game.rulebook and rule not in OURS} == set()
    assert {switch for _, switch in notes if switch} <= switches
