"""Committed games from set-up to an outcome, replayed word for word."""

from pathlib import Path

import pytest

from rules.registry import GAMES
from tests.support import playthrough


@pytest.mark.parametrize("path", playthrough.committed(), ids=lambda path: path.stem)
def test_a_committed_game_is_played_exactly_as_it_was(path: Path) -> None:
    """Prompts, notes and numbers of a whole game stay what they were; ``tests.support.playthrough`` writes them."""
    game, text = playthrough.game_of(path), path.read_text("utf-8")
    assert playthrough.render(game, *playthrough.read(game, text)) == text
    assert text.splitlines()[-1].startswith("! ")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_a_committed_playthrough(key: str) -> None:
    """A game without one has never been played to its end here."""
    assert [path for path in playthrough.committed() if path.stem.startswith(f"{key}-")]
