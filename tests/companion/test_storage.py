"""The database of matches: recovery from damage, migrations and concurrent programs."""

import sqlite3
from dataclasses import replace

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import SNAPSHOT_INTERVAL, Table
from companion.storage.cards import read_card_file
from companion.storage.matches import Storage, StorageError, data_folder
from companion.storage.upgrades import FORMAT
from rules.engine import Refused, Rolled, Text
from tests.support.card_files import card_file
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
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
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
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
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
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 2)
    damage(storage, """UPDATE entry SET event = '{"faces":[2],"type":"Rolled"}' WHERE seq = 2""")
    found = opened(storage, table.match.id)
    assert found.state == replace(table.state, notes=found.state.notes)
    assert found.warning.key.endswith("cannot be undone.")


def test_without_a_good_snapshot_the_log_is_followed_from_the_start(storage: Storage) -> None:
    """Without a valid snapshot the log is replayed from the start, as far as it is readable."""
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
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
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
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
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 2)
    found = opened(storage, table.match.id, replace(GAME, version=2))
    assert found.warning is None
    assert found.log() == table.log()


def test_two_programs_on_one_file_do_not_mix(tmp_path, storage: Storage) -> None:
    """Of two programs at one match the slower is refused, reloads, and can go on."""
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
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
    """A database of a newer format is refused and left unchanged."""
    Storage(tmp_path).close()
    with sqlite3.connect(tmp_path / "sobremesa.sqlite") as db:
        db.execute(f"PRAGMA user_version={FORMAT + 1}")
    db.close()
    with pytest.raises(StorageError, match="newer version"):
        Storage(tmp_path)


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
    storage.cards.save("four_souls", "monster", "Móstoles", {"life": 3, "hits": [1, 2]})
    storage.cards.save("four_souls", "monster", "x", None)
    storage.cards.save("four_souls", "loot", "x", "y")
    storage.cards.delete("four_souls", "monster", "x")
    other = Storage(tmp_path / "other")
    assert other.cards.import_rows(read_card_file(storage.cards.export())) == 2
    assert other.cards.of_kind("four_souls", "monster") == {"Móstoles": {"life": 3, "hits": [1, 2]}}
    with pytest.raises(ValueError, match="card"):
        read_card_file(card_file(["a", "b"]).decode())
    other.close()


def test_the_last_played_match_comes_first(storage: Storage) -> None:
    """Matches are listed by their last play; a deleted match leaves no entries."""
    library = Library(storage, {GAME.key: GAME})
    first, second = (library.matches.create("counting", (name, "Bea")) for name in ("Ana", "Eva"))
    first.answer(first.prompt_id, Cheered("¡ya!"), ANA)
    assert [match.seats[0] for match in library.matches.all()] == ["Ana", "Eva"]
    assert library.matches.all()[0].entries == 1
    library.matches.delete(first.match.id)
    assert [match.id for match in library.matches.all()] == [second.match.id]
    assert storage.entry_rows(first.match.id) == ()
