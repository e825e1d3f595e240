"""Every game, saved and resumed: what is played is read back exactly."""

import random
from dataclasses import replace

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.log import is_undo_or_redo
from companion.match.table import Table
from companion.storage.codec import Codec
from companion.storage.matches import Storage
from rules.engine import Change, Note, Prompt, Text, legal_events
from rules.registry import GAMES
from tests.support.table_play import NAMES, SHELF, stroll


@pytest.fixture
def library(storage: Storage) -> Library:
    return Library(storage, SHELF, clock=lambda: 0.0)


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.landing), *range(1, 6)])
@pytest.mark.parametrize("key", SHELF)
def test_a_match_is_taken_up_exactly_where_it_was(library: Library, key: str, seed: int) -> None:
    """After random answers, corrections, undos and redos, another process finds the same table."""
    table = library.matches.create(key, NAMES)
    stroll(table, random.Random(seed), 150)
    up = [line.entry.event for line in table.log() if line.is_in_effect and not is_undo_or_redo(line.entry.event)]
    assert up == [entry.event for entry in table._match_state.history.entries]
    found = Table(table.game, library.storage.load_match(table.match.id), library.storage)
    assert found.warning is None
    assert found.table_state == table.table_state
    assert found.log() == table.log()
    assert found.view().preview_undo() == table.view().preview_undo()


@pytest.mark.landing
@pytest.mark.parametrize("key", SHELF)
def test_every_state_is_written_and_read_exactly(library: Library, key: str) -> None:
    """Every state reached and every answer offered survives the codec's round trip."""
    table, codec, chance = library.matches.create(key, NAMES[:3]), Codec(SHELF[key]), random.Random(5)
    for _ in range(60):
        stroll(table, chance, 1)
        assert codec.read_state(codec.write_state(table.state)) == replace(table.state, notes=())
        for event in legal_events(table.state):
            assert codec.read_event(codec.write_event(event)) == event


def shown(prompt: Prompt | None) -> list[Text]:
    """The texts of a prompt."""
    if prompt is None:
        return []
    texts = [prompt.title, prompt.stake, prompt.phase]
    for choice in prompt.choices:
        texts += [choice.label, choice.consequence]
    return [text for text in texts if text is not None]


def told(note: Note) -> list[Text]:
    """The texts of a note."""
    return [note.text, *([note.change.label] if isinstance(note.change, Change) else [])]


@pytest.mark.landing
@pytest.mark.parametrize("key", GAMES)
def test_everything_can_be_said_in_both_languages(library: Library, key: str) -> None:
    """Every text of prompts, log and undo can be filled in, in Spanish and in English."""
    table, chance = library.matches.create(key, NAMES), random.Random(11)
    voices = translator("es"), translator("en")
    for _ in range(120):
        stroll(table, chance, 1)
        undoing = table.view().preview_undo()
        texts = [*shown(table.prompt), *undoing.entries, *undoing.restorations]
        texts += [tracker.label for tracker in table.table_state.trackers]
        texts += [text for line in table.log()[-3:] for note in line.notes for text in (line.text, *told(note))]
        assert all(voice(text) for text in texts for voice in voices)
