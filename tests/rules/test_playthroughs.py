"""Committed games from set-up to an outcome are replayed and compared line by line."""

from pathlib import Path

import pytest

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
