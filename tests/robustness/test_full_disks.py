"""A disk that is full or read-only: the match goes on, says so, and loses nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.library.library import Library
from companion.match.table import SNAPSHOT_INTERVAL, Table
from companion.storage.matches import Storage, StorageError
from companion.ui.app import build
from tests.support.device_seats import ANA, BEA
from tests.support.examples import law_settings
from tests.support.full_disk import all_there, fill, full, unprivileged
from tests.support.saved_games import ES, FILE, configure, play, same_as_disk, saved, tried, with_tests
from tests.support.ui.app import App, played
from tests.toy.counting import GAME

pytestmark = pytest.mark.landing


def test_on_a_full_disk_the_game_goes_on_and_is_written_when_there_is_room(library: Library) -> None:
    """On a full disk a match goes on unsaved and says so, and is saved once there is room.

    The first action with room saves all. A new match cannot be started meanwhile.
    """
    table = library.matches.create("counting", ("Ana", "Bea"))
    with full(library.storage):
        assert "El disco está lleno" in ES(fill(table))
        seq, kept = table.table_state.seq, len(library.storage.entry_rows(table.match.id))
        play(table, SNAPSHOT_INTERVAL)
        assert table.table_state.seq >= seq + SNAPSHOT_INTERVAL
        assert all_there(table, library.storage)
        assert len(library.storage.entry_rows(table.match.id)) == kept, "nothing by half"
        said = [tried(lambda: library.matches.create("counting", ("Cira", "Dani"))) for _ in range(60)]
        assert "El disco está lleno" in said[-1]
        assert library.matches.unsaved_tables()[0] is table
    play(table, 1)
    assert table.unsaved_work is None
    assert all_there(table, library.storage)
    assert same_as_disk(table, library.storage)


LIMITED = """
import resource, sys
from pathlib import Path
from companion.library.library import Library
from companion.storage.matches import Storage
from tests.support.full_disk import all_there, fill
from tests.support.saved_games import ES, play, same_as_disk
from tests.toy.counting import GAME
storage = Storage(Path(sys.argv[1]))
library = Library(storage, {GAME.key: GAME})
table = library.matches.create("counting", ("Ana", "Bea"))
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
print(ES(fill(table)))
play(table, 5)
assert all_there(table, storage)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
table.retry_save()
assert table.unsaved_work is None
assert same_as_disk(table, storage)
print(table.table_state.seq)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a file's size is limited where Linux limits it")
def test_a_disk_that_cuts_a_write_short_goes_on_in_memory(tmp_path: Path) -> None:
    """A write cut short by the system keeps the match in memory, and is completed with room.

    The file never has half an action.
    """
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)], capture_output=True, text=True, timeout=120, env=with_tests()
    )
    assert done.returncode == 0, done.stderr
    says, seq = done.stdout.splitlines()
    assert "libera espacio" in says
    storage = Storage(tmp_path)
    (match,) = storage.matches()
    assert match.entries == int(seq)
    assert Table(GAME, match, storage).warning is None
    storage.close()


def test_what_the_disk_does_not_take_is_said_for_as_long_as_it_lasts(library: Library, tmp_path: Path) -> None:
    """On a disk that becomes read-only a tap counts, and pages say so until it is saved."""
    table = library.matches.create("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}")
        await phone.sees("Anyone?")
        configure(library, "query_only=1")
        await phone.tap("Hush")
        await phone.sees("Tirada", "No se puede escribir", "La partida sigue: 1 paso está solo en la memoria.")
        await phone.tap("Probar otra vez")
        await phone.sees("1 paso está solo en la memoria")
        phone.answering.replies["save_file"] = lambda body: exports.append(body.args["src_bytes"])
        await phone.tap("Exportar")
        await phone.sees("Tirada")
        await phone.open(build(library), "/")
        await phone.sees("Contar · Ana, Bea", "La partida sigue: 1 paso está solo en la memoria.")
        configure(library, "query_only=0")
        await phone.tap("Probar otra vez")
        await phone.settle()
        assert "solo en la memoria" not in phone.text

    exports: list[bytes] = []
    played(scene)
    assert same_as_disk(table, library.storage)
    other = Library(Storage(tmp_path / "other"), library.games)
    assert other.matches.open(other.exchange.import_match(exports[0]).id).table_state.seq == 1
    other.storage.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    path = Path(tempfile.mkdtemp(prefix="sobremesa-test-"))
    path.chmod(0o755)
    yield path
    for one in (path, *path.iterdir()):
        one.chmod(0o755)
    shutil.rmtree(path)


posix = pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")


@posix
@pytest.mark.parametrize("what", ["folder", "file", "both", "no folder"])
def test_what_may_not_be_written_is_named(folder: Path, what: str) -> None:
    """A folder or file without write permission is named in a sentence and stays unchanged."""
    if what != "no folder":
        saved(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    if what in ("file", "both"):
        (folder / FILE).chmod(0o444)
    if what in ("folder", "both", "no folder"):
        folder.chmod(0o555)
    with unprivileged(), pytest.raises(StorageError) as trouble:
        Storage(folder if what != "no folder" else folder / "deep" / "down")
    assert str(folder) in ES(trouble.value.reason)
    assert "no se puede escribir" in ES(trouble.value.reason).lower()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


MOVES = st.lists(st.sampled_from(("play", "play", "undo", "adjust", "disk", "save")), max_size=12)


@law_settings(30, derandomize=False)
@given(MOVES)
def test_whenever_the_disk_fails_nothing_is_lost_or_twice_or_called_saved(moves: list[str]) -> None:
    """File and memory together hold each entry once, in order, however often the disk fails."""
    with tempfile.TemporaryDirectory() as name:
        storage = Storage(Path(name))
        library, works = Library(storage, {GAME.key: GAME}), True
        table = library.matches.create("counting", ("Ana", "Bea"))
        for move in moves:
            works = works if move != "disk" else not works
            configure(library, f"query_only={int(not works)}")
            made(move, table)
            assert all_there(table, storage)
            assert works or table.unsaved_work is None or table.unsaved_work.entry_count > 0
            assert same_as_disk(table, storage) or table.unsaved_work is not None
        configure(library, "query_only=0")
        table.retry_save()
        assert table.unsaved_work is None
        assert same_as_disk(table, storage)
        storage.close()


def made(move: str, table: Table) -> None:
    """Make that move if it is possible."""
    match move:
        case "play":
            play(table, 1)
        case "undo" if table.table_state.undo_group is not None:
            table.undo(ANA)
        case "adjust":
            table.adjust("total.1", 1 if table.state.totals[1] < 5 else -1, BEA)
        case "save":
            table.retry_save()
