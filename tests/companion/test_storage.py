"""The database of matches: recovery from damage, migrations and concurrent programs."""

import itertools
import json
import os
import signal
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import SNAPSHOT_INTERVAL, Table
from companion.storage import schema, sqlite_database
from companion.storage.matches import Storage, StorageError, data_folder
from companion.storage.schema import MIGRATIONS, SCHEMA_VERSION
from rules.engine import Refused, Rolled, Text
from tests.support.device_seats import ANA
from tests.support.saved_games import opened
from tests.toy.counting import GAME, Cheered, CountingGame, Stayed


def play(table: Table, moves: int) -> None:
    for _ in range(moves):
        table.answer(table.prompt_id, Stayed() if table.prompt.rule == "TOY-3" else Rolled((1,)), ANA)
        if max(table.state.totals) > 8:
            table.adjust("total.0", -table.state.totals[0], ANA)
            table.adjust("total.1", -table.state.totals[1], ANA)


def test_a_log_that_the_rules_now_refuse_goes_on_from_what_is_certain(storage: Storage) -> None:
    """If newer rules refuse the log, the match resumes from its last snapshot, with a warning.

    The old entries stay stored.
    """
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 2)
    table.adjust("total.0", -1, ANA)
    play(table, 1)
    before = storage.entry_rows(table.match.id)

    class Forbidding(CountingGame):
        def adjust(self, state, event):
            raise Refused("TOY-7", Text("No more."))

    newer = Forbidding(**{**vars(GAME), "version": 2})
    found = opened(storage, table.match.id, newer)
    assert found.warning is not None
    assert "knows the rules better" in dict(found.warning.args)["why"].key
    assert dict(found.warning.args)["n"] == 2
    assert found.state.totals != table.state.totals
    assert storage.entry_rows(table.match.id) == before
    assert found.prompt_id != table.prompt_id


def damage(storage: Storage, sql: str, *values: object) -> None:
    storage.database._db.execute(sql, values)


def test_a_damaged_entry_costs_what_came_after_the_last_snapshot(storage: Storage) -> None:
    """With a damaged entry the log is replayed up to it, and the lost entries are counted."""
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 6)
    last = table.table_state.seq
    snap = storage.snapshots(table.match.id)[-1].seq
    damage(storage, "UPDATE entry SET event = '{' WHERE seq = ?", last - 1)
    found = opened(storage, table.match.id)
    assert dict(found.warning.args)["n"] == 2
    assert snap < last - 1
    assert found.log() == ()
    assert found.table_state.seq == last
    found.save_snapshot()
    play(found, 3)
    other = opened(storage, table.match.id)
    assert other.warning is None
    assert other.table_state == found.table_state
    assert len(storage.entry_rows(table.match.id)) == other.table_state.seq


def test_a_snapshot_that_disagrees_is_noticed(storage: Storage) -> None:
    """If the replay disagrees with the snapshot, the snapshot is used, with a warning."""
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 2)
    damage(storage, """UPDATE entry SET event = '{"faces":[2],"type":"Rolled"}' WHERE seq = 2""")
    found = opened(storage, table.match.id)
    assert found.state == replace(table.state, notes=found.state.notes)
    assert found.warning.key.endswith("cannot be undone.")


def test_without_a_good_snapshot_the_log_is_followed_from_the_start(storage: Storage) -> None:
    """Without a valid snapshot the log is replayed from the start, as far as it is readable."""
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 2)
    damage(storage, "UPDATE snapshot SET state = replace(state, '1', '2')")
    assert opened(storage, table.match.id).warning is None, "the log alone is enough"
    damage(storage, "UPDATE entry SET event = '[]' WHERE seq = ?", table.table_state.seq)
    found = opened(storage, table.match.id)
    assert found.warning is not None
    assert found.table_state.seq == table.table_state.seq
    assert sum(found.state.totals) == sum(table.state.totals) - 1


def test_an_undo_of_what_is_no_longer_known_is_not_guessed(storage: Storage) -> None:
    """An undo that reaches behind the last valid snapshot ends the replay."""
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    play(table, 4)
    table.save_snapshot()
    at_snapshot = table.state
    table.undo(ANA, group=2)
    damage(storage, "UPDATE entry SET event = '?' WHERE seq = 1")
    found = opened(storage, table.match.id)
    assert found.state == replace(at_snapshot, notes=())
    assert dict(found.warning.args)["n"] == 1


def test_the_same_rules_under_a_new_version_say_nothing(storage: Storage) -> None:
    """A new rules version that replays to the same state gives no warning and keeps undo."""
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 2)
    found = opened(storage, table.match.id, replace(GAME, version=2))
    assert found.warning is None
    assert found.log() == table.log()


def test_two_programs_on_one_file_do_not_mix(tmp_path, storage: Storage) -> None:
    """Of two programs at one match the slower is refused, reloads, and can go on."""
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    second = Storage(tmp_path)
    other = opened(second, table.match.id)
    play(table, 1)
    with pytest.raises(StorageError, match="Another Sobremesa"):
        play(other, 1)
    assert other.table_state == table.table_state
    play(other, 1)
    assert len(storage.entry_rows(table.match.id)) == 2
    second.close()


def test_a_file_of_a_newer_program_is_refused(tmp_path) -> None:
    """A database of a newer schema is refused and left unchanged."""
    Storage(tmp_path).close()
    with sqlite3.connect(tmp_path / "sobremesa.sqlite") as db:
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(StorageError, match="newer version"):
        Storage(tmp_path)


def at_version(storage: Storage, version: int) -> None:
    """Put the database back to an older schema version, with the data that fits into it."""
    here = storage.database.read("SELECT name FROM sqlite_master WHERE type = 'table'")
    kept = {name: storage.database.read(f"SELECT * FROM {name}") for (name,) in here}
    damage(storage, "PRAGMA foreign_keys=OFF")
    for name in kept:
        damage(storage, f"DROP TABLE {name}")
    for statement in (statement for step in MIGRATIONS[:version] for statement in step):
        damage(storage, statement)
    for (name,) in storage.database.read("SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = len(storage.database.read(f"PRAGMA table_info({name})"))
        holes = ", ".join("?" * columns)
        for row in kept[name]:
            damage(storage, f"INSERT OR IGNORE INTO {name} VALUES ({holes})", *row[:columns])
    damage(storage, "PRAGMA foreign_keys=ON")
    damage(storage, f"PRAGMA user_version={version}")


def old(folder: Path) -> list[tuple]:
    """Make a database of schema version 1 with a match; return the match's rows."""
    storage = Storage(folder)
    table = Library(storage, {GAME.key: GAME}).new_match("counting", ("Ana", "Bea"))
    play(table, 3)
    rows = [table.match.id, *storage.entry_rows(table.match.id), *storage.snapshots(table.match.id)]
    storage.settings.save_setting("language", "es")
    at_version(storage, 1)
    storage.close()
    return rows


def whole(folder: Path, rows: list[tuple]) -> None:
    """Assert that the match is complete and open to guests."""
    storage = Storage(folder)
    library = Library(storage, {GAME.key: GAME})
    (match,) = library.matches()
    assert [match.id, *storage.entry_rows(match.id), *storage.snapshots(match.id)] == rows
    assert storage.settings.setting("language") == "es"
    assert library.open(match.id).warning is None
    assert library.guests.redeem_invitation(library.guests.table_invitation(match.id), "") is not None
    assert storage.database.read("PRAGMA user_version") == [(SCHEMA_VERSION,)]
    storage.close()


def test_a_file_of_an_older_program_is_brought_up(tmp_path) -> None:
    """A database of schema version 1 is migrated with all its data."""
    whole(tmp_path, old(tmp_path))


def brought_up(folder: Path, last: int) -> bool:
    """Migrate in a process that is killed at that statement; return whether it finished."""
    child = os.fork()
    if child == 0:
        try:
            count = itertools.count()
            die = lambda sql: next(count) == last and os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
            sqlite_database.migrate = lambda db: (db.set_trace_callback(die), schema.migrate(db))
            Storage(folder)
            os._exit(0)
        finally:
            os._exit(1)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in (0, -signal.SIGKILL)
    return ended == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_crash_while_it_is_brought_up_leaves_the_old_file(tmp_path) -> None:
    """A crash at any statement of the migration leaves the old schema; the next start migrates."""
    rows = old(tmp_path)
    for last in itertools.count():
        if brought_up(tmp_path, last):
            break
        with sqlite3.connect(tmp_path / "sobremesa.sqlite") as db:
            assert db.execute("PRAGMA user_version").fetchone() == (1,)
            assert {"guest", "place"}.isdisjoint(name for (name,) in db.execute("SELECT name FROM sqlite_master"))
        db.close()
    assert last > len(schema.MIGRATIONS[-1])
    whole(tmp_path, rows)


def test_trouble_while_it_is_brought_up_leaves_the_old_file(tmp_path, monkeypatch) -> None:
    """A migration that fails leaves the old schema, and the message says nothing was saved."""
    rows = old(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(
            schema, "MIGRATIONS", (*schema.MIGRATIONS[:-1], (*schema.MIGRATIONS[-1], "CREATE TABLE match(id)"))
        )
        with pytest.raises(StorageError, match="Nothing was saved"):
            Storage(tmp_path)
    with sqlite3.connect(tmp_path / "sobremesa.sqlite") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    db.close()
    whole(tmp_path, rows)


def test_a_file_that_is_no_database_is_refused_and_left(tmp_path) -> None:
    """A file that is no database is refused and not overwritten."""
    path = tmp_path / "sobremesa.sqlite"
    path.write_bytes(b"not a database at all" * 400)
    with pytest.raises(StorageError, match="damaged"):
        Storage(tmp_path)
    assert path.read_bytes() == b"not a database at all" * 400


def test_a_folder_that_cannot_be_made_is_named(tmp_path) -> None:
    """A folder that cannot be created is named in the message."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError) as trouble:
        Storage(tmp_path / "file" / "folder")
    assert str(tmp_path / "file" / "folder") in translator("en")(trouble.value.reason)


def test_the_folder_is_as_told(tmp_path, monkeypatch) -> None:
    """The data folder is the parameter, else SOBREMESA_DATA, else the system's default."""
    monkeypatch.setenv("SOBREMESA_DATA", str(tmp_path / "env"))
    assert data_folder(tmp_path / "told") == tmp_path / "told"
    assert data_folder() == tmp_path / "env"
    monkeypatch.delenv("SOBREMESA_DATA")
    assert "sobremesa" in str(data_folder())


def test_cards_are_remembered_and_travel(tmp_path, storage: Storage) -> None:
    """Custom cards are stored by game, kind and name, and can be exported and imported."""
    storage.settings.save_card("four_souls", "monster", "Móstoles", {"life": 3, "hits": [1, 2]})
    storage.settings.save_card("four_souls", "monster", "x", None)
    storage.settings.save_card("four_souls", "loot", "x", "y")
    storage.settings.delete_card("four_souls", "monster", "x")
    other = Storage(tmp_path / "other")
    assert other.settings.import_cards(storage.settings.export_cards()) == 2
    assert other.settings.cards("four_souls", "monster") == {"Móstoles": {"life": 3, "hits": [1, 2]}}
    with pytest.raises(ValueError, match="card"):
        other.settings.import_cards(json.dumps([["a", "b"]]))
    other.close()


def test_the_last_played_match_comes_first(storage: Storage) -> None:
    """Matches are listed by their last play; a deleted match leaves no entries."""
    library = Library(storage, {GAME.key: GAME})
    first, second = (library.new_match("counting", (name, "Bea")) for name in ("Ana", "Eva"))
    first.answer(first.prompt_id, Cheered("¡ya!"), ANA)
    assert [match.seats[0] for match in library.matches()] == ["Ana", "Eva"]
    assert library.matches()[0].entries == 1
    library.delete(first.match.id)
    assert [match.id for match in library.matches()] == [second.match.id]
    assert storage.entry_rows(first.match.id) == ()
