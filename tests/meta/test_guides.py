"""docs/adding-a-game.md and docs/adding-a-card.md, followed to the letter in a copy of the repository."""

import re
from pathlib import Path

import pytest

from tests.support.guides import copy_repository, follow, run
from tests.support.paths import ROOT

GAME_GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
CARD_GUIDE = (ROOT / "docs" / "adding-a-card.md").read_text("utf-8")
OF_EACH_GAME = (
    "tests/rules/test_playthroughs.py tests/rules/test_turn_outline.py tests/companion/test_game_contract.py"
    " tests/ui/test_scenes.py tests/ui/test_signs.py tests/ui/test_rules.py tests/meta/test_rule_coverage.py"
)
OF_ALL = "tests/companion/test_translations.py tests/companion/test_wordings.py tests/companion/test_persisted_names.py"
"""Tests that a new game has to pass besides the laws: of each game, and of the words and names of all."""


def commands(guide: str) -> list[str]:
    """The commands of the guide's table, in order."""
    table = guide.partition("<!-- commands -->")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with the game of the guide, after the guide's commands but the last."""
    folder = copy_repository(tmp_path_factory.mktemp("guide") / "copy")
    follow(GAME_GUIDE, folder)
    translated, persisted, played, _ = commands(GAME_GUIDE)
    assert "untranslated" not in run(translated, folder)
    run(persisted, folder)
    run(played, folder)
    return folder


@pytest.mark.landing
def test_a_game_written_as_the_guide_says_obeys_the_laws(copy: Path) -> None:
    """The guide's blocks make a game; its commands run, and the laws of every game hold for it."""
    assert "[one_out]" in (copy / "tests/fixtures/persisted_names.toml").read_text("utf-8")
    match = (copy / "tests/fixtures/playthroughs/one_out-two.txt").read_text("utf-8")
    assert match.splitlines()[-1].startswith("! ")
    said = run(f"{commands(GAME_GUIDE)[-1]} -v", copy)
    assert int(re.findall(r"(\d+) passed", said)[-1]) > 40


def test_a_game_written_as_the_guide_says_is_complete(copy: Path) -> None:
    """Saves, words, scene, signs, rules at hand and the coverage of its rules pass as those of every game do."""
    said = run(f"pytest {OF_EACH_GAME} -k one_out", copy)
    assert int(re.findall(r"(\d+) passed", said)[-1]) > 10
    run(f"pytest {OF_ALL}", copy)


def test_a_card_added_as_the_guide_says_is_played(tmp_path: Path) -> None:
    """A row and a scene are a card that acts; a word that nobody knows is said with file, card and field."""
    folder = copy_repository(tmp_path / "copy")
    row, _ = follow(CARD_GUIDE, folder)
    for command in commands(CARD_GUIDE):
        run(command, folder)
    data = folder / row
    data.write_text(data.read_text("utf-8").replace("death -> loot:1@active", "death -> hearts"), "utf-8")
    with pytest.raises(AssertionError, match=f"{row}, card table-mite, field does: no monster knows the verb"):
        run(commands(CARD_GUIDE)[1], folder)
