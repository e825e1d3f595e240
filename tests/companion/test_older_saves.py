"""Matches saved under an older version of the rules go on at the same position."""

import sqlite3
from pathlib import Path

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.paths import FIXTURES

SAVES = FIXTURES / "saves"
EN = translator("en")


def test_a_game_from_before_passes_were_free_goes_on_where_it_was(tmp_path: Path) -> None:
    """A save of rules version 1 opens mid-stack at the same position, warns once, goes on."""
    with sqlite3.connect(tmp_path / "sobremesa.sqlite") as db:
        db.executescript((SAVES / "four_souls-1.sql").read_text("utf-8"))
    storage = Storage(tmp_path)
    try:
        (match,) = storage.matches()
        table = Library(storage, GAMES).open(match.id)
        assert table.warning is not None
        assert "knows the rules better" in EN(table.warning)
        assert "missing" not in EN(table.warning)
        where = [item.kind for item in table.state.stack.items], table.state.stack.passed
        assert where == (["monster_death", "triggered"], frozenset())
        numbers = [tracker.value for tracker in table.table_state.trackers]
        assert numbers == [1, 3, 0, 4, 0, 1, 0, 2, 0, 2, 0, 1, 0, 2, 0, 2, 0, 1, 1, 2, 1, 0, 3, 1]
        assert table.prompt is not None
        assert table.prompt.awaited_seats == (0, 1, 2)
        usual = next(choice for choice in table.prompt.choices if choice.role == "default")
        table.answer(table.prompt_id, usual.event, HOST_ROLE)
        again = Library(storage, GAMES).open(match.id)
        assert (again.warning, again.state.stack) == (None, table.state.stack)
    finally:
        storage.close()
