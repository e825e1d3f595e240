"""The daily backup of matches, made in the background, kept three days; file permissions."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from companion.library.library import Library
from companion.storage import daily_copies
from companion.storage.matches import Storage
from companion.storage.records import RollRecord
from companion.storage.recovery import load_report, open_storage
from companion.ui.app import build
from rules.registry import GAMES
from tests.support.damaged_copies import logs
from tests.support.saved_games import FILE
from tests.support.ui.app import App, played

TODAY = date(2026, 11, 22)
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no such rights")


def days(folder: Path) -> list[date]:
    return [day for day, _ in daily_copies.list_backups(folder / FILE)]


def spoil(folder: Path) -> None:
    """Overwrite the file so that nothing in it can be read."""
    path = folder / FILE
    path.write_bytes(os.urandom(path.stat().st_size))


def test_one_copy_a_day_is_kept_for_three_days(storage: Storage, tmp_path: Path) -> None:
    Library(storage, GAMES).matches.create("malifaux", ("Ana", "Beto"))
    made = [daily_copies.make_backup(storage.database.path, TODAY + timedelta(n)) for n in (0, 0, 1, 2, 3)]
    assert made == [True, False, True, True, True]
    assert days(tmp_path) == [TODAY + timedelta(n) for n in (3, 2, 1)]
    assert sorted(path.name for path in (tmp_path / daily_copies.BACKUP_FOLDER).iterdir()) == [
        f"sobremesa-{TODAY + timedelta(n)}.sqlite" for n in (1, 2, 3)
    ]


FOLDERS = ("my-games", "mis juegos", "partidas de añil", "~/my-games", "up/../my-games")


@pytest.mark.parametrize("is_option", [True, False], ids=["option", "environment"])
@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_may_be_named_from_where_one_stands(
    name: str, is_option: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative folder, or one of the home folder, is backed up, and rescued from its backup once it is damaged."""
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.setenv("SOBREMESA_DATA", "" if is_option else name)
    (tmp_path / "up").mkdir()
    monkeypatch.chdir(tmp_path)
    given = Path(name) if is_option else None
    storage = Storage(given)
    match = Library(storage, GAMES).matches.create("malifaux", ("Ana", "Beto")).match
    assert daily_copies.make_backup(storage.database.path, TODAY)
    storage.close()
    folder = tmp_path / name.replace("~", "home").replace("up/../", "")
    assert days(folder) == [TODAY]
    spoil(folder)
    rescued = open_storage(given)
    assert [found.id for found in Library(rescued, GAMES).matches.all()] == [match.id]
    rescued.close()


def test_copies_of_days_that_have_not_come_go(storage: Storage, tmp_path: Path) -> None:
    """Backups dated in the future are deleted, and do not displace today's."""
    for day in (TODAY + timedelta(400), TODAY):
        daily_copies.make_backup(storage.database.path, day)
    assert days(tmp_path) == [TODAY]


def test_a_copy_holds_the_games_and_no_secret(library: Library, tmp_path: Path) -> None:
    """A backup holds every row of the matches, and no invitation, key, correction or picture."""
    match = library.matches.create("malifaux", ("Ana", "Beto")).match
    storage, house, table = library.storage, library.guests.host_invitation(), library.guests.table_invitation(match.id)
    storage.append_entries(match, GAMES["malifaux"], (), None, None, [RollRecord(1, "camera", b"JPEG" * 500)])
    with storage.database.atomic_write() as db:
        db.execute("INSERT INTO guest VALUES ('phone', 'KEYKEYKEY', 0)")
        db.execute(
            "INSERT INTO correction(at, kind, seen, is_, unsure, crop) VALUES (1, '', 1, 2, 0, ?)", (b"CROP" * 500,)
        )
    assert daily_copies.make_backup(storage.database.path, TODAY)
    ((_, path),) = daily_copies.list_backups(storage.database.path)
    data = path.read_bytes()
    assert not [word for word in (house, table, "KEYKEYKEY", "CROPCROP", "JPEGJPEG") if word.encode() in data]
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / FILE).write_bytes(data)
    with closing(Storage(folder)) as other:
        assert logs(other) == logs(storage)


def test_no_copy_is_made_where_there_is_no_room(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_copies, "MAX_DATABASE_BYTES", 100)
    assert not daily_copies.make_backup(storage.database.path, TODAY)
    assert daily_copies.list_backups(storage.database.path) == []


def test_a_copy_that_fails_leaves_the_others(storage: Storage, tmp_path: Path) -> None:
    """If the backup fails, no partial file is left, and yesterday's backup stays."""
    daily_copies.make_backup(storage.database.path, TODAY)
    storage.close()
    spoil(tmp_path)
    with pytest.raises(sqlite3.Error):
        daily_copies.make_backup(tmp_path / FILE, TODAY + timedelta(1))
    assert [path.name for path in (tmp_path / daily_copies.BACKUP_FOLDER).iterdir()] == [f"sobremesa-{TODAY}.sqlite"]


def test_the_copy_is_made_while_the_table_plays(storage: Storage, tmp_path: Path) -> None:
    """The backup is made in the background of a running server."""
    library = Library(storage, GAMES)
    with daily_copies.daily_backups(storage.database.path):
        for _ in range(100):
            library.matches.create("malifaux", ("Ana", "Beto"))
            if days(tmp_path):
                break
            time.sleep(0.05)
    assert days(tmp_path) == [date.today()]


def test_a_lost_file_comes_back_from_the_copy_and_home_says_so(library: Library, tmp_path: Path) -> None:
    """An unreadable database is restored from the backup, and the home page says so.

    The notice gives the day of the backup and what is lost.
    """
    library.matches.create("malifaux", ("Ana", "Beto"))
    before = logs(library.storage)
    daily_copies.make_backup(library.storage.database.path, TODAY)
    library.storage.close()
    spoil(tmp_path)
    with closing(open_storage(tmp_path)) as storage:
        assert logs(storage) == before
        found = load_report(storage)
        assert found is not None
        assert (found.day, found.lost) == (TODAY.isoformat(), 0)
        assert Path(found.aside).exists()

        async def scene(phone: App) -> None:
            await phone.open(build(Library(storage, GAMES)), "/")
            await phone.sees(
                "Las partidas guardadas estaban dañadas",
                "viene de la copia del 22/11/2026",
                "Malifaux 2E · Ana, Beto: recuperada de la copia, hasta el paso 0.",
                "Hay que volver a invitar a los teléfonos",
            )

        played(scene)


def test_an_invitation_that_was_renewed_does_not_come_back(library: Library, tmp_path: Path) -> None:
    """An invitation that was renewed after the backup stays invalid after a recovery."""
    match = library.matches.create("malifaux", ("Ana", "Beto")).match
    old = library.guests.host_invitation(), library.guests.table_invitation(match.id)
    daily_copies.make_backup(library.storage.database.path, TODAY)
    library.guests.host_invitation(renew=True)
    library.storage.close()
    (tmp_path / FILE).write_bytes(bytes(4096) + (tmp_path / FILE).read_bytes()[4096:])
    with closing(open_storage(tmp_path)) as storage:
        guests = Library(storage, GAMES).guests
        assert storage.load_match(match.id)
        assert [guests.redeem_invitation(word, "") for word in old] == [None, None]


def test_a_game_that_was_deleted_stays_deleted(library: Library, tmp_path: Path) -> None:
    """A match deleted after the backup is not restored if the list of matches is readable."""
    gone, here = (library.matches.create("malifaux", (name, "Beto")).match for name in ("Ana", "Cira"))
    daily_copies.make_backup(library.storage.database.path, TODAY)
    library.matches.delete(gone.id)
    library.storage.close()
    (tmp_path / FILE).write_bytes(bytes(100) + (tmp_path / FILE).read_bytes()[100:])
    with closing(open_storage(tmp_path)) as storage:
        assert load_report(storage) is not None
        assert [match.id for match in storage.matches()] == [here.id]


# --- permissions -------------------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@POSIX
def test_the_games_are_for_their_owner_only(tmp_path: Path) -> None:
    """The database, SQLite's side files, backups and folder are readable by their owner only."""
    folder = tmp_path / "new" / "data"
    before = os.umask(0)
    try:
        with closing(Storage(folder)) as storage:
            Library(storage, GAMES).matches.create("malifaux", ("Ana", "Beto"))
            assert daily_copies.make_backup(storage.database.path, TODAY)
            files = [path for path in folder.rglob("*") if path.is_file()]
            assert {mode(path) for path in files} == {0o600}
            assert {path.name for path in files} >= {FILE, f"{FILE}-wal", f"{FILE}-shm", f"sobremesa-{TODAY}.sqlite"}
            assert {mode(folder), mode(folder / daily_copies.BACKUP_FOLDER)} == {0o700}
    finally:
        os.umask(before)


@POSIX
def test_an_older_file_is_taken_from_others_when_it_is_opened(tmp_path: Path) -> None:
    Storage(tmp_path).close()
    tmp_path.chmod(0o755)
    (tmp_path / FILE).chmod(0o644)
    Storage(tmp_path).close()
    assert (mode(tmp_path), mode(tmp_path / FILE)) == (0o700, 0o600)


@POSIX
def test_a_folder_with_other_things_in_it_keeps_its_rights(tmp_path: Path) -> None:
    """A data folder that holds other files keeps its permissions."""
    (tmp_path / "letters.txt").touch()
    tmp_path.chmod(0o755)
    Storage(tmp_path).close()
    assert (mode(tmp_path), mode(tmp_path / FILE)) == (0o755, 0o600)
