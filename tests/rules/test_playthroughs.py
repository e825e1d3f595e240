"""Committed games from set-up to an outcome are replayed and compared line by line."""

from pathlib import Path

import pytest

from rules.engine import apply_unchecked, prompt, start
from rules.engine.game import choices_for
from rules.registry import GAMES
from tests.support import playthrough


@pytest.mark.parametrize("path", playthrough.committed(), ids=lambda path: path.stem)
def test_a_committed_game_is_played_exactly_as_it_was(path: Path) -> None:
    """A replay of a committed game renders the same prompts, notes and numbers.

    ``tests.support.playthrough`` writes the files.
    """
    game, text = playthrough.game_of(path), path.read_text("utf-8")
    assert playthrough.render(game, *playthrough.read(game, text)) == text
    assert text.splitlines()[-1].startswith("! ")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_a_committed_playthrough(key: str) -> None:
    """Every registered game has at least one committed playthrough."""
    assert [path for path in playthrough.committed() if path.stem.startswith(f"{key}-")]


@pytest.mark.parametrize("path", playthrough.committed(), ids=lambda path: path.stem)
def test_what_an_answer_is_checked_against_is_what_the_question_offers(path: Path) -> None:
    """The choices that an event is compared with are those of its type in the question, in the same order.

    So an answer is accepted exactly if the question offers it.
    """
    game = playthrough.game_of(path)
    seats, rulings, events = playthrough.read(game, path.read_text("utf-8"))
    state = start(game, seats, rulings)
    for event in events:
        question = prompt(state)
        assert question is not None
        for kind in {type(choice.event) for choice in question.choices} | {type(event)}:
            offered = tuple(choice for choice in question.choices if type(choice.event) is kind)
            example = next((choice.event for choice in offered), event)
            assert tuple(c for c in choices_for(state, example) if type(c.event) is kind) == offered
        state = apply_unchecked(game, state, event)
