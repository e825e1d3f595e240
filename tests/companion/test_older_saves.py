"""Matches saved under an older version of the rules go on at the same position."""

import sqlite3
from pathlib import Path

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.four_souls.model.events import Named
from rules.malifaux.model.events import Agreed, Mustered
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


def test_an_encounter_of_before_opens_at_its_agreements(tmp_path: Path) -> None:
    """A save of rules version 1 of Malifaux opens at the question that is rare since, and goes on from there."""
    storage = Storage(tmp_path)
    try:
        match = Library(storage, GAMES).new_match("malifaux", ("Ana", "Beto")).match
        storage.database.write("UPDATE match SET rules_version = 1", ())
        for rule, event in (("MX-18", Agreed(pool=7)), ("MX-12", Mustered(0, (), 7)), ("MX-12", Mustered(1))):
            table = Library(storage, GAMES).open(match.id)
            assert (table.warning, table.prompt and table.prompt.rule) == (None, rule)
            table.answer(table.prompt_id, event, HOST_ROLE)
        assert (table.state.limits.pool, table.state.turn) == (7, 1)
    finally:
        storage.close()


def test_a_card_named_before_it_was_known_keeps_acting_as_it_did(tmp_path: Path) -> None:
    """A save of rules version 3 replays to the same numbers although its cards act by themselves since.

    Ipecac, Brimstone and Guppy's Tail were only names then; Breakfast acted. Its export opens at the same state, and a
    card that is named later in this match is told as well.
    """
    with sqlite3.connect(tmp_path / "sobremesa.sqlite") as db:
        db.executescript((SAVES / "four_souls-3.sql").read_text("utf-8"))
    storage = Storage(tmp_path)
    try:
        library = Library(storage, GAMES)
        (match,) = storage.matches()
        table = library.open(match.id)
        assert table.warning is None
        assert _numbers(table) == [(1, 3, 3, 7, 3), (1, 2, 2, 3, 3)]
        storage.database.write("DELETE FROM snapshot", ())  # replayed entry by entry, by the rules alone
        replayed = Library(storage, GAMES).open(match.id)
        assert (replayed.warning, _numbers(replayed)) == (None, [(1, 3, 3, 7, 3), (1, 2, 2, 3, 3)])
        exported = Library(storage, GAMES).export(match.id, EN)[1]
    finally:
        storage.close()
    (tmp_path / "other").mkdir()
    storage = Storage(tmp_path / "other")
    try:
        library = Library(storage, GAMES)
        table = library.open(library.import_match(exported).id)
        assert _numbers(table) == [(1, 3, 3, 7, 3), (1, 2, 2, 3, 3)]
        again = Library(storage, GAMES).open(table.match.id)
        assert (again.warning, again.state) == (None, table.state)
        again.adjust("seat.0.treasures", 1, HOST_ROLE)
        again.make_remark(Named(0, 0, "Ipecac"), HOST_ROLE)
        assert _numbers(again) == [(1, 3, 3, 7, 3), (1, 2, 2, 3, 3)]
    finally:
        storage.close()


def _numbers(table: Table) -> list[tuple[int, ...]]:
    players = table.state.players  # type: ignore[attr-defined]
    return [(p.attack, p.life, p.full, p.cents, p.loot) for p in players]
