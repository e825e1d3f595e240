"""What the home page of a device or a browser page imports before it can be drawn."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rules.registry import GAMES
from rules.summaries import SUMMARIES
from tests.support.paths import ROOT

DRAWN_HOME = """
import json, sys, tempfile
from pathlib import Path
import companion.standalone
from companion.library.library import Library
from companion.storage.recovery import load_report, open_storage
from rules.registry import GAMES

storage = open_storage(Path(tempfile.mkdtemp()))
library = Library(storage, GAMES)
assert [library.summary(key).title.en for key in library.games] and library.matches.all() == ()
assert load_report(storage) is None
print(json.dumps(sorted(sys.modules)))
"""


def test_the_start_imports_no_game_and_no_importer() -> None:
    """The home page lists five games without importing one; files and exports wait until they are wanted."""
    done = subprocess.run([sys.executable, "-c", DRAWN_HOME], cwd=ROOT, capture_output=True, text=True, check=True)
    imported = set(json.loads(done.stdout))
    assert "companion.ui.screens.start.home" in imported
    unwanted = {f"rules.{key}" for key in SUMMARIES} | {"pydantic", "tomlkit", "segno", "cv2", "numpy", "lark"}
    assert not imported & unwanted
    assert not {name for name in imported if name.startswith("companion.ui.table.sheets")}


@pytest.mark.parametrize("key", SUMMARIES)
def test_a_summary_tells_what_the_game_says(key: str) -> None:
    """The list of games shows the title and the numbers of players of the game that opens."""
    game, summary = GAMES[key], SUMMARIES[key]
    assert (game.key, game.title, game.player_counts) == (summary.key, summary.title, summary.player_counts)


def test_an_unknown_game_is_not_in_the_registry() -> None:
    """A saved match of an unknown game is told apart without an import."""
    assert "chess" not in GAMES
    assert list(GAMES) == list(SUMMARIES)
    with pytest.raises(KeyError):
        GAMES["chess"]
