"""Committed games from set-up to an outcome are replayed and compared line by line."""

from pathlib import Path

import pytest

from rules.engine import examples, prompt
from rules.engine.game import choices_for
from rules.registry import GAMES
from tests.support import playthrough


@pytest.fixture(scope="module", params=playthrough.committed(), ids=lambda path: path.stem)
def replay(request: pytest.FixtureRequest) -> playthrough.Replay:
    """A committed match, played again once for both tests."""
    path: Path = request.param
    return playthrough.Replay.of(playthrough.game_of(path), path.read_text("utf-8"))


def test_a_committed_game_is_played_exactly_as_it_was(replay: playthrough.Replay) -> None:
    """A replay of a committed game renders the same prompts, notes and numbers.

    ``tests.support.playthrough`` writes the files.
    """
    assert replay.render() == replay.text
    assert replay.text.splitlines()[-1].startswith("! ")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_a_committed_playthrough(key: str) -> None:
    """Every registered game has at least one committed playthrough."""
    assert [path for path in playthrough.committed() if path.stem.startswith(f"{key}-")]


def test_what_an_answer_is_checked_against_is_what_the_question_offers(replay: playthrough.Replay) -> None:
    """Of the choices that an event is compared with, the same admit it as of those in the question.

    So an answer is accepted exactly if the question offers it.
    """
    for state, event in zip(replay.states, replay.events, strict=False):
        question = prompt(state)
        assert question is not None
        for one in (event, *(next(examples(choice.template)) for choice in question.choices)):
            offered = tuple(choice for choice in question.choices if choice.admits(one))
            assert tuple(choice for choice in choices_for(state, one) if choice.admits(one)) == offered
