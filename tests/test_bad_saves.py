"""Whatever lies where the games should be: a sentence, the file as it was, and everything that can be read."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from chairs import ANA, BEA
from hypothesis import given, settings
from hypothesis import strategies as st
from opened import App, played
from toy.counting import GAME, Stayed

from companion.codec import Codec, Corrupt
from companion.doctor import NO_STORAGE
from companion.library import Library
from companion.rescue import opened, told
from companion.resume import NEWER
from companion.schema import SCHEMA
from companion.screen import build
from companion.storage import Storage, StorageTrouble
from companion.table import SNAPSHOT, Table
from companion.words import translator
from rules.engine import Refused, Rolled, Text
from rules.registry import GAMES

ES, EN = translator("es"), translator("en")
FILE = "sobremesa.sqlite"
TESTS = Path(__file__).parent


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    storage = Storage(tmp_path)
    yield Library(storage, {GAME.key: GAME})
    storage.close()


def play(table: Table, moves: int) -> None:
    """Roll ones, and go back to nothing before anybody wins."""
    for _ in range(moves):
        asked = table.prompt
        assert asked is not None
        table.answer(table.prompt_id, Stayed() if asked.rule == "TOY-3" else Rolled((1,)), ANA)
        for seat, total in enumerate(table.state.totals):
            if total > 8:
                table.adjust(f"total.{seat}", -total, ANA)


def saved(folder: Path, moves: int = 6) -> str:
    """A folder with a match in it; the match's id."""
    storage = Storage(folder)
    table = Library(storage, {GAME.key: GAME}).new("counting", ("Ana", "Bea"))
    play(table, moves)
    storage.close()
    return table.match.id


def started(folder: Path, language: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The real command, on that folder."""
    command = [sys.executable, "-m", "companion", "--no-browser", "--data", str(folder), "--lang", language]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})


# --- the file ----------------------------------------------------------------------------------------------------


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
        db.execute(f"PRAGMA user_version={SCHEMA + 1}")


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


@pytest.mark.parametrize("spoil", FILES)
def test_a_file_that_is_not_ours_is_named_and_left(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    """Garbage, half a file, a hole in it, a newer schema and another program's file: a sentence, no byte changed."""
    saved(tmp_path)
    spoil(tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StorageTrouble) as trouble:
        Storage(tmp_path)
    assert trouble.value.reason.key == FILES[spoil].key
    assert (tmp_path / FILE).read_bytes() == before
    assert str(tmp_path) in ES(trouble.value.reason) or spoil is newer


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_command_says_it_in_the_users_language(tmp_path: Path, language: str) -> None:
    """With a damaged file nothing starts: one sentence, its own exit code, no traceback."""
    garbage(tmp_path / FILE)
    done = started(tmp_path, language)
    words = translator(language)
    assert done.returncode == NO_STORAGE
    assert words(replace_file(DAMAGED, tmp_path / FILE)) in done.stderr
    assert "Traceback" not in done.stderr


def replace_file(text: Text, path: Path) -> Text:
    return Text(text.key, file=str(path))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_damage_is_a_sentence_or_a_game_that_goes_on(data: st.DataObject) -> None:
    """Of a file changed anywhere, cut anywhere: it is named as damaged, or the match opens, or says why not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        id = spoilt(folder, data)
        try:
            storage = Storage(folder)
        except StorageTrouble:
            return
        library = Library(storage, {GAME.key: GAME})
        try:
            assert len(library.matches()) + library.strange() <= 1
            assert tried(lambda: play(library.open(id), 1)) is not None
        finally:
            storage.close()


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_what_can_be_read_of_a_damaged_file_goes_on(data: st.DataObject) -> None:
    """Of a file with pages of nonsense every game that can be read is played on and exported, up to where it can be.

    The damaged file lies beside, as it was; where nothing can be read, it is named and stays where it is.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, path = Path(name), Path(name) / FILE
        whole = bytearray((template() / "three" / FILE).read_bytes())
        for page in data.draw(st.lists(st.integers(0, len(whole) // 4096 - 1), min_size=1, max_size=4)):
            whole[page * 4096 : (page + 1) * 4096] = bytes([data.draw(st.integers(0, 255))]) * 4096
        path.write_bytes(whole)
        said = tried(lambda: opened(folder).close())
        if said:
            assert str(path) in said
            assert path.read_bytes() == bytes(whole)
            return
        storage = opened(folder)
        library = Library(storage, {GAME.key: GAME})
        found = told(storage)
        assert found is None or Path(found.aside).read_bytes() == bytes(whole)
        for match in library.matches():
            goes_on(library, match.id)
        storage.close()


def three_games(folder: Path) -> list[str]:
    """A file with three games; the ids of their matches."""
    storage = Storage(folder)
    library = Library(storage, {GAME.key: GAME})
    tables = [library.new("counting", (name, "Bea")) for name in ("Ana", "Cira", "Dani")]
    for table in tables:
        play(table, 30)
    storage.close()
    return [table.match.id for table in tables]


def goes_on(library: Library, id: str) -> None:
    """That game opens, or says why not; then it is a beginning of what was played, is played on and exported."""
    if tried(lambda: library.open(id)):
        return
    table, whole = library.open(id), Storage(template() / "three")
    rows, log = library.storage.rows(id), whole.rows(id)
    whole.close()
    assert table.warning is not None or rows == log[: len(rows)]
    play(table, 2)
    assert library.export(id, ES)[1]


def test_the_home_page_names_what_is_missing_of_a_damaged_file(tmp_path: Path) -> None:
    """A game whose log has a hole is named with how far it goes, the others are there, until somebody has read it."""
    _, hurt, _ = three_games(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("DELETE FROM entry WHERE match = ? AND seq = 20", (hurt,))
        db.execute("DELETE FROM snapshot WHERE match = ? AND seq > 20", (hurt,))
        db.commit()
    spoil_index(tmp_path / FILE)
    storage = opened(tmp_path)
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
    assert library.open(hurt).warning is not None
    assert len(library.matches()) == 3
    storage.close()


def spoil_index(path: Path) -> None:
    """Damage that costs nothing by itself: a page of an index."""
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entry_1'").fetchone()
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096 : (root - 1) * 4096 + 4000] = bytes(4000)
    path.write_bytes(data)


def test_a_file_that_is_damaged_while_it_is_open_is_said_at_home(library: Library) -> None:
    """The home page says that the file cannot be read, and the game in hand goes on and can be exported."""
    table = library.new("counting", ("Ana", "Bea"))
    storage = library.storage
    for pragma in ("wal_checkpoint(TRUNCATE)", "cache_size=0", "shrink_memory"):  # what it remembers would do
        change(library, f"PRAGMA {pragma}")
    storage.path.write_bytes(b"\0" * storage.path.stat().st_size)
    play(table, 2)
    assert table.unsaved is not None

    async def scene(phone: App) -> None:
        await phone.open(build(library), "/")
        await phone.sees("está dañado", "Contar · Ana, Bea", "solo en la memoria")

    played(scene)
    assert library.export(table.match.id, ES)[1].count(b"\n") == 1 + table.now.seq


def tried(act: Callable[[], Any]) -> str:
    """Do it; what it says in words if it cannot be done, and nothing if it can."""
    try:
        act()
    except (StorageTrouble, Refused) as trouble:
        return ES(trouble.reason)
    return ""


def spoilt(folder: Path, data: st.DataObject) -> str:
    """A copy of a saved match with something done to its file."""
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
    """The template goes with these tests."""
    yield
    shutil.rmtree(template())


# --- what is in it -----------------------------------------------------------------------------------------------


def change(library: Library, sql: str, *values: object) -> None:
    library.storage._db.execute(sql, values)


ENTRIES = {
    "corrupt": "{",
    "of an unknown kind": '{"type":"Teleported","seat":1}',
    "of another shape": '{"type":"Rolled","faces":"six"}',
    "no text": b"\xff\xfe\x00",
    "a number": 7,
    "deep": "[" * 50_000,
}


@pytest.mark.parametrize("kind", ENTRIES)
def test_a_bad_entry_costs_no_more_than_what_follows_it(tmp_path: Path, library: Library, kind: str) -> None:
    """A match with an entry that cannot be read goes on from the last certain point, says so, and keeps its log."""
    table = library.new("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT + 6)
    last = table.now.seq
    change(library, "UPDATE entry SET event = ? WHERE seq = ?", ENTRIES[kind], last - 1)
    other = Library(library.storage, library.games)
    again = other.open(table.match.id)
    assert again.warning is not None
    assert "Repítelos o corrígelo" in ES(again.warning)
    assert dict(again.warning.args)["n"] == 2
    play(again, 2)
    assert len(library.storage.rows(table.match.id)) == last + 2, "nothing was taken from the log"

    async def scene(phone: App) -> None:
        await phone.open(build(other), "/")
        await phone.sees("Ana · Bea", ES(again.warning))

    played(scene)


def test_a_save_by_newer_rules_is_left_to_them(library: Library) -> None:
    """A match that newer rules played and these cannot replay is not gone on with: it says so and keeps every entry."""
    table = library.new("counting", ("Ana", "Bea"))
    play(table, 4)
    change(library, "UPDATE match SET rules_version = 9")
    change(library, """UPDATE entry SET event = '{"type":"Teleported"}' WHERE seq = 3""")
    rows = library.storage.rows(table.match.id)
    other = Library(library.storage, library.games)
    with pytest.raises(StorageTrouble) as trouble:
        other.open(table.match.id)
    assert trouble.value.reason == NEWER
    assert library.storage.rows(table.match.id) == rows
    assert library.storage.snapshots(table.match.id) == ()

    async def scene(phone: App) -> None:
        await phone.open(build(other), f"/table/{table.match.id}")
        await phone.sees(ES(NEWER))
        await phone.tap("Volver al inicio")
        await phone.sees(ES(NEWER))

    played(scene)


def test_a_save_by_newer_rules_that_agree_goes_on(library: Library) -> None:
    """If these rules lead where the newer ones led, the match is played on."""
    table = library.new("counting", ("Ana", "Bea"))
    play(table, 4)
    change(library, "UPDATE match SET rules_version = 9")
    again = Library(library.storage, library.games).open(table.match.id)
    assert again.warning is None
    assert again.state == replace(table.state, notes=again.state.notes)


def test_a_game_that_we_do_not_know_is_counted_and_kept(library: Library) -> None:
    """A match of a game that is missing is told of at home, explained at its address, and stays in the file."""
    strange = library.new("counting", ("Ana", "Bea"))
    mine = library.new("counting", ("Cira", "Dani"))
    change(library, "UPDATE match SET game = 'chess' WHERE id = ?", strange.match.id)
    other = Library(library.storage, library.games)
    assert other.strange() == 1

    async def scene(phone: App) -> None:
        await phone.open(build(other), f"/table/{strange.match.id}")
        await phone.sees("Este Sobremesa no puede mostrar esta partida")
        await phone.tap("Volver al inicio")
        await phone.sees("Cira · Dani", "Hay 1 partida guardada que aquí no se puede mostrar")
        assert "Ana · Bea" not in phone.text

    played(scene)
    assert library.storage.count() == 2
    assert [match.id for match in other.matches()] == [mine.match.id]


@pytest.mark.parametrize(
    "sql",
    [
        "seats = '{'",
        "seats = '7'",
        "rulings = 'null'",
        "rulings = '[[1]]'",
        "rules_version = 'x'",
        "seats = x'ff'",
        "created = 'soon'",
    ],
)
def test_a_damaged_row_does_not_hide_the_others(library: Library, sql: str) -> None:
    """A match whose own row is damaged is counted; the other matches are shown and played."""
    bad, good = (library.new("counting", (name, "Bea")) for name in ("Ana", "Cira"))
    change(library, f"UPDATE match SET {sql} WHERE id = ?", bad.match.id)
    other = Library(library.storage, library.games)
    assert (len(other.matches()), other.strange()) == (1, 1)
    play(other.open(good.match.id), 2)
    with pytest.raises(Refused, match="cannot show"):
        other.open(bad.match.id)


@pytest.mark.parametrize("sql", ["seats = '[]'", "seats = '[\"Ana\"]'", """rulings = '[["cheers", "sometimes"]]'"""])
def test_a_match_that_cannot_begin_is_a_sentence(library: Library, sql: str) -> None:
    """A row that can be read and means nothing is a sentence, not an error of ours."""
    table = library.new("counting", ("Ana", "Bea"))
    change(library, f"UPDATE match SET {sql}")
    assert tried(lambda: Library(library.storage, library.games).open(table.match.id)) is not None


def test_a_log_that_leads_nowhere_is_a_sentence(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    """Should even the beginning of a match fail, its page says so instead of waiting for ever."""
    table = library.new("counting", ("Ana", "Bea"))

    def broken(*args: Any) -> Any:
        raise ZeroDivisionError("stumbled")

    other = Library(library.storage, {GAME.key: replace(GAME, new=broken)})

    async def scene(phone: App) -> None:
        await phone.open(build(other), f"/table/{table.match.id}")
        await phone.sees("El registro de esta partida está dañado")

    played(scene)
    assert "stumbled" in caplog.text


def test_remembered_things_that_are_damaged_are_done_without(library: Library) -> None:
    """Cards, names and settings that cannot be read are as if they had never been."""
    library.storage.remember("counting", "card", "good", [1])
    library.storage.remember("counting", "card", "bad", [1])
    change(library, "UPDATE card SET data = '{' WHERE name = 'bad'")
    for key in ("names", "players.counting", "rulings.counting", "language", "theme"):
        library.storage.set(key, '{"\ufffd')
    assert library.storage.cards("counting", "card") == {"good": [1]}

    async def scene(phone: App) -> None:
        await phone.open(build(library), "/new/counting")
        await phone.tap("Empezar")
        await phone.sees("Anyone?")

    played(scene)


# --- the disk ----------------------------------------------------------------------------------------------------


def same_as_disk(table: Table, storage: Storage) -> bool:
    """Whether memory holds what another process would find."""
    again = Table(table.game, storage.match(table.match.id), storage)
    return (again.now.seq, again.prompt_id, replace(again.state, notes=())) == (
        table.now.seq,
        table.prompt_id,
        replace(table.state, notes=()),
    )


@contextmanager
def full(storage: Storage) -> Iterator[None]:
    """The file can grow no more."""
    (pages,) = storage._db.execute("PRAGMA page_count").fetchone()
    storage._db.execute(f"PRAGMA max_page_count={pages}")
    try:
        yield
    finally:
        storage._db.execute("PRAGMA max_page_count=1073741823")


def fill(table: Table) -> Text:
    """Say long things until the disk takes no more; why it does not."""
    seats = table.match.seats
    table.match = replace(table.match, seats=("Ana" * 3000, "Bea"))  # who says it is written down as well
    for _ in range(400):
        table.adjust("total.0", 1 if table.state.totals[0] == 0 else -1, ANA)
        if table.unsaved:
            table.match = replace(table.match, seats=seats)
            return table.unsaved.cause
    raise AssertionError("the disk was never full")


def all_there(table: Table, storage: Storage) -> bool:
    """Whether the file holds all that was played, and the rest of what is played is in memory and said to be."""
    waits = table.unsaved.entries if table.unsaved else 0
    return len(storage.rows(table.match.id)) + waits == table.now.seq == len(table.log())


def test_on_a_full_disk_the_game_goes_on_and_is_written_when_there_is_room(library: Library) -> None:
    """What the disk does not take is played all the same and said to be unsaved; the first action with room saves all.

    A new game cannot begin meanwhile.
    """
    table = library.new("counting", ("Ana", "Bea"))
    with full(library.storage):
        assert "El disco está lleno" in ES(fill(table))
        seq, kept = table.now.seq, len(library.storage.rows(table.match.id))
        play(table, SNAPSHOT)
        assert table.now.seq >= seq + SNAPSHOT
        assert all_there(table, library.storage)
        assert len(library.storage.rows(table.match.id)) == kept, "nothing by half"
        said = [tried(lambda: library.new("counting", ("Cira", "Dani"))) for _ in range(60)]
        assert "El disco está lleno" in said[-1]
        assert library.unsaved[0] is table
    play(table, 1)
    assert table.unsaved is None
    assert all_there(table, library.storage)
    assert same_as_disk(table, library.storage)


LIMITED = """
import resource, sys
from pathlib import Path
from test_bad_saves import GAME, Library, Storage, all_there, fill, play, same_as_disk, ES
storage = Storage(Path(sys.argv[1]))
library = Library(storage, {GAME.key: GAME})
table = library.new("counting", ("Ana", "Bea"))
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
print(ES(fill(table)))
play(table, 5)
assert all_there(table, storage)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
table.save()
assert table.unsaved is None
assert same_as_disk(table, storage)
print(table.now.seq)
"""


def with_tests() -> dict[str, str]:
    """An environment in which a script finds these tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}


@pytest.mark.skipif(sys.platform != "linux", reason="a file's size is limited where Linux limits it")
def test_a_disk_that_cuts_a_write_short_goes_on_in_memory(tmp_path: Path) -> None:
    """The system itself stops the file in the middle of a write: nothing by half, and all of it once there is room."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)], capture_output=True, text=True, timeout=120, env=with_tests()
    )
    assert done.returncode == 0, done.stderr
    says, seq = done.stdout.splitlines()
    assert "haz sitio" in says
    storage = Storage(tmp_path)
    (match,) = storage.matches()
    assert match.entries == int(seq)
    assert Table(GAME, match, storage).warning is None
    storage.close()


def test_what_the_disk_does_not_take_is_said_for_as_long_as_it_lasts(library: Library, tmp_path: Path) -> None:
    """On a disk that turns read-only a tap counts, the table and the home page say so, until it is written."""
    table = library.new("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/table/{table.match.id}")
        await phone.sees("Anyone?")
        change(library, "PRAGMA query_only=1")
        await phone.tap("Hush")
        await phone.sees("Roll", "No se puede escribir", "La partida sigue: 1 paso está solo en la memoria.")
        await phone.tap("Probar otra vez")
        await phone.sees("1 paso está solo en la memoria")
        phone.answering.replies["save_file"] = lambda body: exports.append(body.args["src_bytes"])
        await phone.tap("Exportar")
        await phone.sees("Roll")
        await phone.open(build(library), "/")
        await phone.sees("Contar · Ana, Bea", "La partida sigue: 1 paso está solo en la memoria.")
        change(library, "PRAGMA query_only=0")
        await phone.tap("Probar otra vez")
        await phone.settle()
        assert "solo en la memoria" not in phone.text

    exports: list[bytes] = []
    played(scene)
    assert same_as_disk(table, library.storage)
    other = Library(Storage(tmp_path / "other"), library.games)
    assert other.open(other.bring(exports[0]).id).now.seq == 1
    other.storage.close()


@contextmanager
def unprivileged() -> Iterator[None]:
    """As somebody whom the system does refuse something."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


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
    """A folder or file without the right to write is a sentence with its path, and stays as it is."""
    if what != "no folder":
        saved(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    if what in ("file", "both"):
        (folder / FILE).chmod(0o444)
    if what in ("folder", "both", "no folder"):
        folder.chmod(0o555)
    with unprivileged(), pytest.raises(StorageTrouble) as trouble:
        Storage(folder if what != "no folder" else folder / "deep" / "down")
    assert str(folder) in ES(trouble.value.reason)
    assert "no se puede escribir" in ES(trouble.value.reason).lower()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


MOVES = st.lists(st.sampled_from(("play", "play", "undo", "adjust", "disk", "save")), max_size=12)


@settings(max_examples=30, deadline=None)
@given(MOVES)
def test_whenever_the_disk_fails_nothing_is_lost_or_twice_or_called_saved(moves: list[str]) -> None:
    """Of any play with a disk that fails and comes back, file and memory together hold each entry once, in order."""
    with tempfile.TemporaryDirectory() as name:
        storage = Storage(Path(name))
        library, works = Library(storage, {GAME.key: GAME}), True
        table = library.new("counting", ("Ana", "Bea"))
        for move in moves:
            works = works if move != "disk" else not works
            change(library, f"PRAGMA query_only={int(not works)}")
            made(move, table)
            assert all_there(table, storage)
            assert works or table.unsaved is None or table.unsaved.entries > 0
            assert same_as_disk(table, storage) or table.unsaved is not None
        change(library, "PRAGMA query_only=0")
        table.save()
        assert table.unsaved is None
        assert same_as_disk(table, storage)
        storage.close()


def made(move: str, table: Table) -> None:
    """Do that, if it can be done."""
    match move:
        case "play":
            play(table, 1)
        case "undo" if table.now.undoable is not None:
            table.undo(ANA)
        case "adjust":
            table.adjust("total.1", 1 if table.state.totals[1] < 5 else -1, BEA)
        case "save":
            table.save()


def test_what_is_unsaved_is_not_given_up_for_what_another_program_played(tmp_path: Path, library: Library) -> None:
    """If another program plays on in the match meanwhile, both games stay: ours can be exported."""
    mine = library.new("counting", ("Ana", "Bea"))
    second = Storage(tmp_path)
    theirs = Library(second, library.games).open(mine.match.id)
    change(library, "PRAGMA query_only=1")
    play(mine, 2)
    theirs.adjust("total.1", 2, BEA)
    change(library, "PRAGMA query_only=0")
    play(mine, 1)
    assert mine.unsaved is not None
    assert "Otro Sobremesa ha seguido jugando" in ES(mine.unsaved.cause)
    assert mine.now.seq >= 3
    assert [line.entry.by for line in theirs.log()] == ["Bea"]
    _, data = library.export(mine.match.id, ES)
    brought = library.bring(data)
    assert library.open(brought.id).state.totals == mine.state.totals
    second.close()


# --- two programs ------------------------------------------------------------------------------------------------


PLAYER = """
import sys
from pathlib import Path
from toy.counting import GAME
from companion.library import Library
from companion.seating import Chair
from companion.storage import Storage, StorageTrouble
table = Library(Storage(Path(sys.argv[1])), {GAME.key: GAME}).open(sys.argv[2])
done = overtaken = 0
sys.stdin.readline()
while done < 15:
    try:
        table.adjust("total.0", 1 if table.state.totals[0] < 5 else -1, Chair(int(sys.argv[3]), host=True))
        done += 1
    except StorageTrouble as trouble:
        assert "Another Sobremesa" in trouble.reason.key, trouble.reason
        overtaken += 1
print(overtaken)
"""


def test_two_processes_on_one_folder_lose_nothing(tmp_path: Path) -> None:
    """Two processes at one match: an answer is taken once or refused with a sentence, and both go on."""
    id = saved(tmp_path, 0)
    players = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(tmp_path), id, seat],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=with_tests(),
        )
        for seat in ("0", "1")
    ]
    for player in players:
        assert player.stdin is not None
        player.stdin.write("go\n")
        player.stdin.flush()
    ended = [player.communicate(timeout=60) for player in players]
    assert [player.returncode for player in players] == [0, 0], ended
    storage = Storage(tmp_path)
    table = Table(GAME, storage.match(id), storage)
    assert table.warning is None
    by = [line.entry.by for line in table.log()]
    assert (by.count("Ana"), by.count("Bea")) == (15, 15)
    storage.close()


def test_a_table_overtaken_by_another_program_says_so_and_shows_its_game(tmp_path: Path, library: Library) -> None:
    """The phone of the slower program reads why, sees what was played, and its next answer counts."""
    mine = library.new("counting", ("Ana", "Bea"))
    second = Storage(tmp_path)
    theirs = Library(second, library.games).open(mine.match.id)

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/table/{mine.match.id}")
        await phone.sees("Anyone?")
        theirs.answer(theirs.prompt_id, Stayed(), BEA)
        await phone.tap("Hush")
        await phone.sees("Otro Sobremesa está escribiendo las mismas partidas", "Roll")
        mine.answer(mine.prompt_id, Rolled((3,)), ANA)
        assert mine.state.totals == (3, 0)
        with pytest.raises(StorageTrouble, match="Another"):
            theirs.adjust("total.0", 1, BEA)
        assert theirs.state.totals == (3, 0)
        library.delete(mine.match.id)
        with pytest.raises(StorageTrouble, match="deleted"):
            theirs.adjust("total.0", 1, BEA)
        await phone.settle()

    played(scene)
    second.close()


# --- the codec ---------------------------------------------------------------------------------------------------


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("type", "of", "faces", "key", "by", "group", "seats")), inner, max_size=4)
    ),
    max_leaves=12,
)
CODEC = Codec(GAMES["four_souls"])
RECORDS = sorted({*CODEC.records, "set", "map", "nothing"})


@st.composite
def likely(draw: st.DrawFn) -> Any:
    """Something that looks like a record of the game."""
    record = CODEC.records.get(kind := draw(st.sampled_from(RECORDS)))
    names = [name for name in getattr(record, "__dataclass_fields__", ("of",)) if draw(st.integers(0, 5))]
    return {"type": kind, **{name: draw(VALUES) for name in names}}


@settings(max_examples=100, deadline=None)
@given(st.one_of(VALUES.map(json.dumps), likely().map(json.dumps), st.text(max_size=80)))
def test_any_json_is_an_event_or_corrupt(line: str) -> None:
    """Of any text comes an event or a state that was once written, or ``Corrupt``, and never anything else."""
    for read, write in ((CODEC.read_event, CODEC.write_event), (CODEC.read_state, CODEC.write_state)):
        try:
            found = read(line)
        except Corrupt:
            continue
        assert json.loads(write(found)) is not None


@pytest.mark.parametrize("word", ["\ud800", "x" * 1000 + "\udfff"])
def test_what_cannot_be_written_is_a_sentence(library: Library, word: str) -> None:
    """Half a character is refused before the disk, with nothing changed."""
    table = library.new("counting", ("Ana", "Bea"))
    table.match = replace(table.match, seats=(word, "Bea"))
    with pytest.raises(StorageTrouble) as trouble:
        table.answer(table.prompt_id, Stayed(), ANA)
    assert "no se puede escribir" in ES(trouble.value.reason)
    assert table.now.seq == 0
    with pytest.raises(StorageTrouble):
        library.set("names", word)
    table.match = library.matches()[0]
    play(table, 1)
