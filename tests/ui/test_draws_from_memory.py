"""A page that is drawn again reads nothing from the database."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from companion.access.permissions import Access
from companion.access.visitor import LOCAL_BROWSER
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.ui.dice.reader_stats import ReaderStats
from tests.support.ui.app import App
from tests.support.ui.guests import invited, opened

PAGES = (
    "/",
    "/statistics",
    "/new/king_of_tokyo",
    "/new/king_of_tokyo/rules",
    "/rules/king_of_tokyo",
    *(
        f"/t/{{}}{page}"
        for page in (
            "",
            "/history",
            "/settings",
            "/settings/throws",
            "/seat",
            "/phones",
            "/dice",
            "/rules",
            "/fairness",
            "/situation",
            "/situation/1",
            "/position",
            "/statistics",
            "/signs",
            "/card/mulliboom",
        )
    ),
)


@pytest.fixture
def table(library: Library) -> Table:
    """A match with one entry, at which a situation can be opened."""
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"))
    table.adjust(table.table_state.trackers[0].key, 1, HOST_ROLE)
    return table


@contextmanager
def read_while_drawing(library: Library) -> Iterator[list[str]]:
    """Collect what the screen's thread reads; a page loads the rest in others."""
    statements: list[str] = []
    screen = threading.get_ident()

    def note(statement: str) -> None:
        if threading.get_ident() == screen and statement != "PRAGMA data_version":  # a number in shared memory
            statements.append(statement)

    library.storage.database._db.set_trace_callback(note)
    yield statements
    library.storage.database._db.set_trace_callback(None)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("is_host", [True, False])
async def test_no_page_reads_the_database_when_it_is_drawn_again(
    library: Library, table: Table, page: str, is_host: bool
) -> None:
    """A page that is opened a second time takes all from memory, on the host's phone and on a guest's."""
    guest = invited(library, table)
    library.guests.take_seat(guest, table.match.id, 1)

    visitor, route = LOCAL_BROWSER if is_host else guest, page.format(table.match.id)
    first = await opened(library, visitor, route)
    for _ in range(20):
        await first.settle()
    with read_while_drawing(library) as statements:
        again = await opened(library, visitor, route)
        for _ in range(20):
            await again.settle()
    assert again.texts() == first.texts()
    assert statements == []


async def test_an_answer_is_drawn_without_reading_the_database(library: Library, table: Table) -> None:
    """After an answer the table's phones are drawn again, and only the answer itself is written."""
    guest = invited(library, table)
    library.guests.take_seat(guest, table.match.id, 1)

    phones = [await opened(library, one, f"/t/{table.match.id}") for one in (LOCAL_BROWSER, guest)]
    for phone in phones:
        await phone.settle()
    before = [phone.texts() for phone in phones]
    with read_while_drawing(library) as statements:
        table.jump_to(table.game.positions[-1].rule, HOST_ROLE)
        for phone in phones:
            await phone.settle()
    assert [phone.texts() for phone in phones] != before
    assert statements[0] == "BEGIN IMMEDIATE"
    assert statements.index("COMMIT") == len(statements) - 1


async def test_the_readers_figures_are_drawn_again_from_memory(library: Library) -> None:
    """The dice sheet's page about the reader takes all from memory the second time."""
    drawn = ReaderStats, Access(library.storage, is_host=True), None, lambda: None
    first = await App().show(*drawn)
    with read_while_drawing(library) as statements:
        again = await App().show(*drawn)
    assert again.texts() == first.texts()
    assert statements == []


def test_what_another_program_writes_is_read(library: Library, table: Table) -> None:
    """What is remembered of the file gives way to what another program writes to it."""
    assert library.settings.get("language") == ""
    assert library.matches.all()[0].id == table.match.id
    with closing(sqlite3.connect(library.storage.database.path)) as other:
        other.execute("INSERT INTO setting(key, value, owner) VALUES ('language', 'en', 'house')")
        other.execute("DELETE FROM match")
        other.commit()
    assert library.settings.get("language") == "en"
    assert library.matches.all() == ()


def test_a_read_during_another_programs_commit_is_not_kept(library: Library) -> None:
    """Whoever reads while another program's change goes to the disk sees it as soon as it is committed."""
    count, is_over = "SELECT count(*) FROM setting", threading.Event()
    database = library.storage.database

    def draw() -> None:
        while not is_over.is_set():
            database.recall(count)

    drawing = threading.Thread(target=draw)
    with closing(sqlite3.connect(database.path, isolation_level=None, timeout=5)) as other:
        drawing.start()
        try:
            for one in range(300):
                other.execute("INSERT INTO setting(key, value, owner) VALUES (?, '', 'house')", (f"test.{one}",))
                assert database.recall(count) == other.execute(count).fetchall()
        finally:
            is_over.set()
            drawing.join()


def test_what_is_rolled_back_is_not_remembered(library: Library) -> None:
    """A setting that is read while a change fails is not remembered."""

    def fail() -> None:
        with library.storage.database.atomic_write() as db:
            db.execute("INSERT INTO setting(key, value, owner) VALUES ('language', 'en', 'house')")
            assert library.settings.get("language") == "en"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert library.settings.get("language") == ""
