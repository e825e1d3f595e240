"""Damaged database files: a sentence, the file unchanged, and the readable matches rescued."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.errors import EXIT_NO_STORAGE
from companion.i18n import translator
from companion.library.library import Library
from companion.storage.matches import Storage, StorageError
from companion.storage.recovery import load_report, open_storage
from companion.storage.upgrades import FORMAT
from companion.ui.app import build
from rules.engine import Text
from tests.support.examples import law_settings
from tests.support.saved_games import ES, FILE, configure, play, saved, tried
from tests.support.ui.app import App, played
from tests.toy.counting import GAME


def started(folder: Path, language: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The real command, run on that folder."""
    command = [sys.executable, "-m", "companion", "--no-browser", "--data", str(folder), "--lang", language]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})


def garbage(path: Path) -> None:
    path.write_bytes(b"not a database at all" * 400)


def half(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def holed(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : 3 * 4096] = os.urandom(2 * 4096)
    path.write_bytes(data)


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version={FORMAT + 1}")


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE match(id INTEGER)")


def foreign_of_some_version(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE songs(id INTEGER)")
        db.execute("PRAGMA user_version=1")


DAMAGED = Text("{file} is damaged. Move it away and start again, or put a copy of it back.")
LATER = Text("The saved games were written by a newer version of Sobremesa. Update this one.")
OTHERS = Text("{file} holds something else, not Sobremesa's games: it was left as it is. Move it away.")
FILES: dict[Callable[[Path], None], Text] = {
    garbage: DAMAGED,
    half: DAMAGED,
    holed: DAMAGED,
    newer: LATER,
    foreign: OTHERS,
    foreign_of_some_version: OTHERS,
}


@pytest.mark.landing
@pytest.mark.parametrize("spoil", FILES)
def test_a_file_that_is_not_ours_is_named_and_left(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    """A file that is not a readable database of ours is named with a sentence and not changed.

    Garbage, half a file, a hole in it, a newer schema, another program's file.
    """
    saved(tmp_path)
    spoil(tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StorageError) as trouble:
        Storage(tmp_path)
    assert trouble.value.reason.key == FILES[spoil].key
    assert (tmp_path / FILE).read_bytes() == before
    assert str(tmp_path) in ES(trouble.value.reason) or spoil is newer


@pytest.mark.landing
@pytest.mark.parametrize("language", ["es", "en"])
def test_the_command_says_it_in_the_users_language(tmp_path: Path, language: str) -> None:
    """With a damaged file the command prints one sentence and its exit code, no traceback."""
    garbage(tmp_path / FILE)
    done = started(tmp_path, language)
    words = translator(language)
    assert done.returncode == EXIT_NO_STORAGE
    assert words(Text(DAMAGED.key, file=str(tmp_path / FILE))) in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.landing
@law_settings(40, derandomize=False)
@given(st.data())
def test_any_damage_is_a_sentence_or_a_game_that_goes_on(data: st.DataObject) -> None:
    """A file changed or cut anywhere is reported as damaged, or its match opens or is explained."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        id = spoilt(folder, data)
        try:
            storage = Storage(folder)
        except StorageError:
            return
        library = Library(storage, {GAME.key: GAME})
        try:
            assert len(library.matches.all()) + library.matches.unreadable_count() <= 1
            assert tried(lambda: play(library.matches.open(id), 1)) is not None
        finally:
            storage.close()


@law_settings(15, derandomize=False)
@given(st.data())
def test_what_can_be_read_of_a_damaged_file_goes_on(data: st.DataObject) -> None:
    """Each readable match of a damaged file can be played on and exported.

    It goes up to the first entry that cannot be read. The damaged file is kept beside, unchanged; where nothing can be
    read, it is named and stays in place.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, path = Path(name), Path(name) / FILE
        whole = bytearray((template() / "three" / FILE).read_bytes())
        for page in data.draw(st.lists(st.integers(0, len(whole) // 4096 - 1), min_size=1, max_size=4)):
            whole[page * 4096 : (page + 1) * 4096] = bytes([data.draw(st.integers(0, 255))]) * 4096
        path.write_bytes(whole)
        said = tried(lambda: open_storage(folder).close())
        if said:
            assert str(path) in said
            assert path.read_bytes() == bytes(whole)
            return
        storage = open_storage(folder)
        library = Library(storage, {GAME.key: GAME})
        found = load_report(storage)
        assert found is None or Path(found.aside).read_bytes() == bytes(whole)
        for match in library.matches.all():
            goes_on(library, match.id)
        storage.close()


def three_games(folder: Path) -> list[str]:
    """A file with three matches; their ids."""
    storage = Storage(folder)
    library = Library(storage, {GAME.key: GAME})
    tables = [library.matches.create("counting", (name, "Bea")) for name in ("Ana", "Cira", "Dani")]
    for table in tables:
        play(table, 30)
    storage.close()
    return [table.match.id for table in tables]


def goes_on(library: Library, id: str) -> None:
    """Check that the match opens or is explained, is a prefix of what was played, and goes on."""
    if tried(lambda: library.matches.open(id)):
        return
    table, whole = library.matches.open(id), Storage(template() / "three")
    rows, log = library.storage.entry_rows(id), whole.entry_rows(id)
    whole.close()
    assert table.warning is not None or rows == log[: len(rows)]
    play(table, 2)
    assert library.exchange.export(id, ES)[1]


@pytest.mark.landing
def test_the_home_page_names_what_is_missing_of_a_damaged_file(tmp_path: Path) -> None:
    """The home page names a match with missing entries and how far it goes, until dismissed.

    The other matches are listed as usual.
    """
    _, hurt, _ = three_games(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("DELETE FROM entry WHERE match = ? AND seq = 20", (hurt,))
        db.execute("DELETE FROM snapshot WHERE match = ? AND seq > 20", (hurt,))
        db.commit()
    spoil_index(tmp_path / FILE)
    storage = open_storage(tmp_path)
    library = Library(storage, {GAME.key: GAME})

    async def scene(phone: App) -> None:
        await phone.open(build(library), "/")
        await phone.sees(
            "Las partidas guardadas estaban dañadas", "Contar · Cira, Bea: leída hasta el paso 19.", "Ana · Bea"
        )
        await phone.tap("Entendido")
        await phone.settle()
        assert "estaban dañadas" not in phone.text

    played(scene)
    assert library.matches.open(hurt).warning is not None
    assert len(library.matches.all()) == 3
    storage.close()


def spoil_index(path: Path) -> None:
    """Damage that loses no data: a page of an index."""
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entry_1'").fetchone()
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096 : (root - 1) * 4096 + 4000] = bytes(4000)
    path.write_bytes(data)


@pytest.mark.landing
def test_a_file_that_is_damaged_while_it_is_open_is_said_at_home(library: Library) -> None:
    """Damage to an open file is shown at home, while the open match goes on and can be exported."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    storage = library.storage
    for pragma in ("wal_checkpoint(TRUNCATE)", "cache_size=0", "shrink_memory"):  # else it would read its cache
        configure(library, pragma)
    storage.database.path.write_bytes(b"\0" * storage.database.path.stat().st_size)
    play(table, 2)
    assert table.unsaved_work is not None

    async def scene(phone: App) -> None:
        await phone.open(build(library), "/")
        await phone.sees("está dañado", "Contar · Ana, Bea", "solo en la memoria")

    played(scene)
    assert library.exchange.export(table.match.id, ES)[1].count(b"\n") == 1 + table.table_state.seq


def spoilt(folder: Path, data: st.DataObject) -> str:
    """A copy of a saved match, with that change to its file."""
    shutil.copy(template() / FILE, folder / FILE)
    path = folder / FILE
    whole = bytearray(path.read_bytes())
    if data.draw(st.booleans()):
        whole = whole[: data.draw(st.integers(0, len(whole)))]
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, max(0, len(whole) - 1)))
        whole[at : at + 4] = data.draw(st.binary(min_size=4, max_size=4))
    path.write_bytes(whole)
    return (template() / "id").read_text()


def template() -> Path:
    """A folder with one match, made once."""
    folder = Path(tempfile.gettempdir()) / f"sobremesa-template-{os.getpid()}"
    if not folder.exists():
        folder.mkdir()
        (folder / "id").write_text(saved(folder))
        three_games(folder / "three")
    return folder


@pytest.fixture(scope="module", autouse=True)
def without_template() -> Iterator[None]:
    """Remove the template after these tests."""
    yield
    shutil.rmtree(template())
