"""Notes explain each change of a tracker and each switch that decides (X-05)."""

from typing import Any

import pytest

from companion.ui.table.sheets.why import COMPANION_RULES
from rules.engine import Game, LoopError, Note, Refused, State, WentTo, apply, apply_unchecked, prompt
from rules.engine.record import replace
from rules.registry import GAMES
from tests.support.random_play import Seeded, move, sit_down
from tests.support.walks import COUNTED, STEPS, WALKS, random_walks

pytestmark = pytest.mark.landing

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def spans(notes: tuple[Note, ...]) -> dict[str, list[tuple[int, int]]]:
    """Before and after of each change in the notes, by tracker key."""
    found: dict[str, list[tuple[int, int]]] = {}
    for note in notes:
        for change in note.changes:
            found.setdefault(change.key, []).append((change.before, change.after))
    return found


@pytest.mark.rule("X-05")
@each_game
def test_every_number_that_moved_is_in_a_note_with_its_true_before_and_after(game: Game[Any]) -> None:
    """The notes of each tracker lead from its old to its new value without a gap.

    A tracker that did not change has no note of a change.
    """
    for state, event, after in random_walks(game.key):
        before_, after_ = ({t.key: t.value for t in game.trackers(s)} for s in (state, after))
        told = spans(after.notes)
        gone = isinstance(event, WentTo) and game.key == "boss_monster"  # damage of the turn that was left by a jump
        counted = COUNTED.get(game.key)
        for key in before_.keys() & after_.keys():
            if (counted and counted.fullmatch(key)) or (gone and key.endswith(".taken")):
                continue
            moves = told.get(key, [])
            ends = [before_[key], *(span[1] for span in moves)]
            assert [span[0] for span in moves] == ends[:-1], (key, event, after.notes)
            assert ends[-1] == after_[key], (key, event, after.notes)


@pytest.mark.rule("X-05")
@each_game
def test_every_note_names_a_rule_that_has_a_sentence_and_a_switch_that_there_is(game: Game[Any]) -> None:
    """Each note cites a rule with a sentence, and a switch that exists."""
    switches = {switch.key for switch in game.switches}
    notes = {(note.rule, note.switch) for _, _, after in random_walks(game.key) for note in after.notes}
    assert notes
    assert {rule for rule, _ in notes if rule not in game.rulebook and rule not in COMPANION_RULES} == set()
    assert {switch for _, switch in notes if switch} <= switches


def open_points(game: Game[Any]) -> dict[str, tuple[str, ...]]:
    """Ambiguities that are switches, with their choices."""
    return {s.key: tuple(key for key, _ in s.choices) for s in game.switches if "-A" in s.key}


def shown(game: Game[Any], state: State) -> Any:
    """What the table sees of a state: trackers, outcome, and the prompt's rule, title and seats."""
    asked = prompt(state)
    return game.trackers(state), state.outcome, asked and (asked.rule, asked.title, asked.seats)


def otherwise(game: Game[Any], state: Any, event: Any, id: str, how: str) -> Any:
    """What the table would see with another ruling, or None if the event is then impossible."""
    rulings = (*(pair for pair in state.rulings if pair[0] != id), (id, how))
    try:
        return shown(game, apply_unchecked(game, replace(state, rulings=rulings), event))
    except (Refused, LoopError):
        return None


WHO_IS_ASKED = {
    "four_souls": {"FS-A1", "FS-A14", "FS-A16", "FS-A24", "FS-A25"},
    "king_of_tokyo": {"KT-A3"},
}
"""Switches that decide who is asked or whether anybody is; the prompt itself shows it."""
NAMED_BEFORE = {"king_of_tokyo": {"KT-A4"}}
"""Switches that are named when they take effect, and decide later."""
READ_ANEW = {"four_souls": {"FS-A30"}}
"""Switches by which a number is counted whenever it is read; they are named as the number changes."""


@pytest.mark.rule("X-05", "X-09")
@each_game
def test_a_switch_that_decided_is_named(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A note names each switch with which another ruling would have led to a different view."""
    points, read, ruling = open_points(game), set[str](), game.state_type.ruling

    def spy(state: Any, id: str, *usual: str) -> str:
        read.add(id)
        return str(ruling(state, id, *usual))

    monkeypatch.setattr(game.state_type, "ruling", spy)
    silent: dict[str, Any] = {}
    for seed in range(WALKS):
        chance = Seeded(seed)
        state = sit_down(chance, game)
        for _ in range(STEPS):
            event = move(chance, game, state)
            read.clear()
            after = apply(game, state, event)
            named, seen = {note.switch for note in after.notes}, shown(game, after)
            for id in (read & points.keys()) - named - silent.keys():
                others = (otherwise(game, state, event, id, how) for how in points[id] if how != ruling(state, id))
                if any(other not in (None, seen) for other in others):
                    silent[id] = event, after.notes
            state = after
    exempt = {id for ids in (WHO_IS_ASKED, NAMED_BEFORE, READ_ANEW) for id in ids.get(game.key, ())}
    assert {id: told for id, told in silent.items() if id not in exempt} == {}
