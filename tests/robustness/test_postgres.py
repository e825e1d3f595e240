"""PostgreSQL as the database: the laws of the embedded one, several processes, and a server that goes away."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import create_engine, make_url

from companion.base.errors import DiskError
from companion.cli.main import main
from companion.hosted import postgres_database as hosted
from companion.hosted.postgres_database import PostgresDatabase
from companion.library.library import Library
from companion.match.table import Table
from companion.storage import upgrades
from companion.storage.matches import Storage, StorageError
from companion.storage.row_recovery import schema_tables
from companion.storage.upgrades import Upgrade
from companion.ui.app import build
from rules.engine import Rolled
from rules.registry import GAMES as REGISTERED
from tests.support import postgres
from tests.support.device_seats import ANA, BEA
from tests.support.paths import ROOT, TESTS
from tests.support.postgres import PostgresServer, becomes
from tests.support.saved_games import ES, play, with_tests
from tests.support.two_players import TAPS, play_at_once
from tests.support.ui.app import App, played
from tests.toy.counting import GAME, Stayed

GAMES = {GAME.key: GAME}
LAWS = (
    *("access", "cards", "corrections", "export", "follow_up", "guests", "hand_tasks", "ownership"),
    *("seating", "secrets", "silences", "situation", "statistics", "table", "turn_cards"),
)
"""Tests of the companion whose statements hold whatever database there is."""
LAWS_OF_OWNERS = ("cards", "corrections", "ownership", "seating", "statistics", "table")
"""Those that need no browser of the server's own computer, nor a file that two owners have."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server for this file; its data are durable, as they are for people."""
    with postgres.server() as one:
        yield one


@pytest.fixture
def address(server: PostgresServer, numbers: Iterator[int]) -> str:
    """A database of this test."""
    return server.database(f"test_{next(numbers)}")


@pytest.fixture(scope="module")
def numbers() -> Iterator[int]:
    """Numbers for the names of databases."""
    return count(1)


@pytest.fixture
def processes(address: str) -> Iterator[Callable[..., Library]]:
    """A factory of libraries over the test's database, each as in a process of its own."""
    with ExitStack() as stack:

        def open_one(at: str = address) -> Library:
            storage = Storage(database=PostgresDatabase.at(at))
            stack.callback(storage.close)
            return Library(storage, GAMES)

        yield open_one


def entries(library: Library, match_id: str) -> list[tuple[int, str]]:
    """Number and actor of every stored entry."""
    return [(row.seq, row.by) for row in library.storage.entry_rows(match_id)]


@pytest.mark.parametrize(("kind", "laws"), [("household", LAWS), ("tenants", LAWS_OF_OWNERS)])
def test_the_laws_of_the_embedded_database_hold(
    kind: str, laws: Sequence[str], server: PostgresServer, say: Callable[[str], None]
) -> None:
    """The tests of matches, seats, cards, corrections, statistics and files pass with PostgreSQL in place of SQLite.

    They do so with a database for each folder, and with all folders as owners in one.
    """
    files = [str(TESTS / "companion" / f"test_{name}.py") for name in laws]
    command = [
        sys.executable,
        "-m",
        "pytest",
        f"--postgres={kind}",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--durations=0",
        *files,
    ]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout[-8000:] + ran.stderr[-2000:]
    say(f"laws on PostgreSQL, {kind}: {ran.stdout.splitlines()[-1]}")


@pytest.mark.landing
def test_both_databases_have_the_same_tables(server: PostgresServer) -> None:
    """Tables, columns and their order are those of the embedded database: rows are written by position.

    Behind them every table of the hosted one says whose a row is.
    """
    server.database("same_tables")
    found: dict[str, list[str]] = {}
    for table, column in server.sql(COLUMNS, "same_tables"):
        found.setdefault(str(table), []).append(str(column))
    embedded = {table: [column.name for column in columns] for table, columns in schema_tables().items()}
    assert found == {table: [*dict.fromkeys([*columns, "owner"])] for table, columns in embedded.items()}


REVISION = """
from alembic import op

revision, down_revision, branch_labels, depends_on = "{next}", "{head}", None, None


def upgrade():
    op.execute("ALTER TABLE setting ADD COLUMN changed double precision")
"""
"""The revision of a made-up next format."""
NEXT = upgrades.FORMAT + 1


def last_revision() -> str:
    """The name of the last revision."""
    return str(ScriptDirectory(str(hosted.MIGRATIONS)).get_current_head())


def newer(kind: str, game: str, data: Any) -> Any:
    """The upgrade to the made-up next format: what was rolled has another name, and so has a setting."""
    match kind, data:
        case "event", {"type": "Rolled", "shown": faces}:
            return {"type": "Rolled", "faces": faces}
        case "setting", {"key": "paint"}:
            return {**data, "key": "theme"}
    return data


@pytest.fixture
def next_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """A function that makes the next format today's, with that upgrade."""

    folder = tmp_path / "migrations"
    shutil.copytree(hosted.MIGRATIONS, folder)
    revision = REVISION.format(next=f"{NEXT:04}", head=last_revision())
    (folder / "versions" / "next.py").write_text(revision, "utf-8")

    def introduce(document: Any) -> None:
        monkeypatch.setattr(hosted, "MIGRATIONS", folder)
        monkeypatch.setattr(upgrades, "FORMAT", NEXT)
        monkeypatch.setitem(upgrades.UPGRADES, NEXT - 1, Upgrade(document))

    return introduce


@pytest.mark.landing
def test_a_revision_leads_to_each_format(server: PostgresServer) -> None:
    """A revision has the number of its format, alone or, where no document changes, with a name behind it."""
    server.database("revisions")
    ((name,),) = server.sql("SELECT version_num FROM alembic_version", "revisions")
    assert (name, str(name).partition("_")[0]) == (last_revision(), f"{upgrades.FORMAT:04}")
    revisions = [one.revision for one in ScriptDirectory(str(hosted.MIGRATIONS)).walk_revisions()]
    assert [one for one in reversed(revisions) if one.isdigit()] == [f"{n:04}" for n in range(1, upgrades.FORMAT + 1)]


@pytest.mark.landing
def test_a_database_of_1_0_0_is_upgraded_where_it_is(server: PostgresServer) -> None:
    """Its games are there, each counts as used now whatever its date, and a use of no table is gone."""
    name = "of_1_0_0"
    address = server.address(name)
    server.sql(f"CREATE DATABASE {name}")
    config = Config()
    config.set_main_option("script_location", str(hosted.MIGRATIONS))
    engine = create_engine(address)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    for match in ("old", "known"):
        server.sql(f"INSERT INTO match VALUES ('{match}', 'counting', 1, '[]', '[]', 0, NULL, 'ana')", name)
    server.sql("INSERT INTO last_use VALUES ('ana', 'known', 7), ('ana', 'gone', 7)", name)
    hosted.PostgresServer(address).close()
    uses = server.sql("SELECT match, at, announced FROM last_use WHERE owner = 'ana' ORDER BY match", name)
    assert [match for match, _, _ in uses] == ["", "known", "old"]
    assert [at for _, at, _ in uses] == [pytest.approx(time.time(), abs=60), 7, pytest.approx(time.time(), abs=60)]


@pytest.mark.landing
def test_a_database_of_an_older_format_is_upgraded_or_left(
    processes: Callable[..., Library], server: PostgresServer, address: str, next_format: Callable[[Any], None]
) -> None:
    """Documents are upgraded after the tables of their revision; an upgrade that fails changes nothing."""
    name = str(make_url(address).database)
    table = processes().matches.create("counting", ("Ana", "Bea"))
    play(table, 5)
    lines = [ES(line.text) for line in table.log()]
    server.sql("UPDATE entry SET event = replace(event, '\"faces\"', '\"shown\"')", name)
    server.sql("INSERT INTO setting(key, value) VALUES ('paint', 'dark')", name)
    before = [server.sql(f"SELECT * FROM {table}", name) for table in ("entry", "setting", "alembic_version")]
    assert "shown" in str(before[0])
    next_format(lambda kind, game, data: newer(kind, game, data) if kind != "setting" else data["no such key"])
    with pytest.raises(StorageError, match="cannot be brought to this version"):
        processes()
    assert [server.sql(f"SELECT * FROM {table}", name) for table in ("entry", "setting", "alembic_version")] == before
    next_format(newer)
    library = processes()
    assert server.sql("SELECT key, value, changed FROM setting", name) == [("theme", "dark", None)]
    assert server.sql("SELECT version_num FROM alembic_version", name) == [(f"{NEXT:04}",)]
    opened = library.matches.open(table.match.id)
    assert (opened.warning, [ES(line.text) for line in opened.log()]) == (None, lines)


@pytest.mark.landing
def test_a_database_of_a_newer_format_is_refused(
    processes: Callable[..., Library], server: PostgresServer, address: str
) -> None:
    server.sql("UPDATE alembic_version SET version_num = '0999'", str(make_url(address).database))
    with pytest.raises(StorageError, match="newer version"):
        processes()


@pytest.mark.landing
def test_a_page_shows_what_another_process_plays(processes: Callable[..., Library]) -> None:
    """A phone at one process sees the answer given at another one, without a tap."""
    here, there = processes(), processes()
    mine = here.matches.create("counting", ("Ana", "Bea"))
    theirs = there.matches.open(mine.match.id)

    async def scene(phone: App) -> None:
        await phone.open(build(here), f"/t/{mine.match.id}")
        await phone.sees("Anyone?")
        theirs.answer(theirs.prompt_id, Stayed(), BEA)
        await phone.sees("Tirada")

    played(scene)


@pytest.mark.landing
def test_two_processes_at_one_match_lose_nothing(processes: Callable[..., Library], address: str) -> None:
    """Of two processes at one match each answer is saved once or refused with a sentence."""
    library = processes()
    id = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),)).match.id
    play_at_once(address, id)
    by = [actor for _, actor in entries(library, id)]
    assert (by.count("Ana"), by.count("Bea")) == (TAPS, TAPS)
    assert Table(GAME, library.storage.load_match(id), library.storage).warning is None


@pytest.mark.landing
def test_of_two_answers_to_one_question_one_counts(processes: Callable[..., Library]) -> None:
    """The second answer is refused with a sentence, and its process shows the game as it is."""
    here, there = processes(), processes()
    mine = here.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
    theirs = there.matches.open(mine.match.id)
    refused, prompt = list[StorageError](), mine.prompt_id
    both = threading.Barrier(2)

    def rolls(table: Table, face: int) -> None:
        both.wait()
        try:
            table.answer(prompt, Rolled((face,)), ANA)
        except Exception as error:
            refused.append(error)  # type: ignore[arg-type]

    threads = [threading.Thread(target=rolls, args=one) for one in ((mine, 2), (theirs, 3))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert [actor for _, actor in entries(here, mine.match.id)].count("Ana") == 1
    assert becomes(lambda: mine.state.totals == theirs.state.totals and sum(mine.state.totals) in (2, 3))
    assert mine.prompt_id == theirs.prompt_id


def is_saved_after_an_answer(table: Table) -> bool:
    """Whether one more answer finds the database and stores what waited for it."""
    play(table, 1)
    return table.unsaved_work is None


@pytest.mark.landing
def test_a_restart_in_mid_turn_loses_nothing(processes: Callable[..., Library], server: PostgresServer) -> None:
    """While the database is away the game goes on in memory and says so; afterwards every answer is stored once."""
    library, other = processes(), processes()
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, 2)
    assert len(library.matches.all()) == 1
    server.stop()
    try:
        play(table, 3)
        assert table.unsaved_work is not None
        assert "No se llega a la base de datos" in ES(table.unsaved_work.cause)
        table.undo()
        with pytest.raises(DiskError):
            other.storage.has_match(table.match.id)
        assert [match.id for match in library.matches.all()] == [table.match.id], "the home page still shows the game"
    finally:
        server.start()
    assert becomes(lambda: is_saved_after_an_answer(table))
    stored = entries(library, table.match.id)
    assert [seq for seq, _ in stored] == list(range(1, len(stored) + 1))
    assert len(stored) == table.table_state.seq
    assert becomes(lambda: other.matches.open(table.match.id).table_state == table.table_state)
    assert other.matches.open(table.match.id).state.totals == table.state.totals


@pytest.mark.landing
def test_a_power_cut_of_the_database_loses_no_answer_that_was_given(
    processes: Callable[..., Library], server: PostgresServer
) -> None:
    """After ``kill -9`` of all its processes the database holds every answer."""
    library = processes()
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, 4)
    server.kill()
    server.start()
    play(table, 1)
    assert len(entries(library, table.match.id)) == table.table_state.seq


@pytest.mark.landing
def test_what_happens_while_notices_do_not_arrive_is_shown_afterwards(
    processes: Callable[..., Library], server: PostgresServer
) -> None:
    """Each process whose listening connection is cut comes back and shows what it has missed."""
    here, there = processes(), processes()
    mine = here.matches.create("counting", ("Ana", "Bea"))
    theirs = there.matches.open(mine.match.id)
    cut = server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    assert len(cut) >= 2
    play(theirs, 2)
    assert becomes(lambda: mine.table_state == theirs.table_state)
    there.guests.copy_seats(mine.match.id, mine.match.id)
    there.matches.delete(mine.match.id)
    assert becomes(lambda: mine.is_deleted)


@pytest.mark.landing
def test_a_guest_whom_another_process_sends_away_loses_its_page(processes: Callable[..., Library]) -> None:
    """Its page at this process is closed for good; the other guest's stays open and is told of the seat."""
    here, there = processes(), processes()
    match = here.matches.create("counting", ("Ana", "Bea")).match.id
    gone, stays = (here.guests.redeem_invitation(here.guests.table_invitation(match), "") for _ in range(2))
    assert gone is not None
    assert stays is not None
    closed, told = list[tuple[str, bool]](), list[int]()
    for grant in (gone, stays):
        here.guests.register_connection(
            grant.visitor, partial(lambda id, surplus: closed.append((id, surplus)), grant.visitor.id)
        )
    here.guests.observable_of(match).subscribe(lambda: told.append(len(here.guests.device_seats(match))))
    there.guests.remove_device(gone.visitor.id, match)
    assert becomes(lambda: closed == [(gone.visitor.id, False)])
    assert becomes(lambda: 1 in told)
    there.guests.take_seat(stays.visitor, match, 1)
    assert becomes(lambda: here.guests.claimed_seats(match) == {1})
    assert len(closed) == 1


COLUMNS = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name NOT IN ('alembic_version', 'last_use')
ORDER BY table_name, ordinal_position
"""
RUNNER = """
import sys
from tests.support.saved_games import play
from tests.toy.counting import GAME
from companion.hosted.postgres_database import PostgresDatabase
from companion.library.library import Library
from companion.storage.matches import Storage
table = Library(Storage(database=PostgresDatabase.at(sys.argv[1])), {GAME.key: GAME}).matches.open(sys.argv[2])
while True:
    play(table, 1)
    print(table.table_state.seq, flush=True)
"""
"""A process that answers for ever and says what has been answered."""


@pytest.mark.landing
def test_a_process_that_is_killed_leaves_a_whole_game(processes: Callable[..., Library], address: str) -> None:
    """After ``kill -9`` in mid-play another process has every answer that was given, and goes on at that question."""
    library = processes()
    table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
    command = [sys.executable, "-c", RUNNER, address, table.match.id]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=with_tests()) as runner:
        assert runner.stdout is not None
        told = [int(runner.stdout.readline()) for _ in range(30)]
        runner.kill()
        told += [int(line) for line in runner.stdout.read().split()]
    assert becomes(lambda: table.table_state.seq >= told[-1])
    stored = entries(library, table.match.id)
    assert [seq for seq, _ in stored] == list(range(1, len(stored) + 1))
    assert len(stored) == table.table_state.seq
    replayed = Table(GAME, library.storage.load_match(table.match.id), library.storage)
    assert (replayed.warning, replayed.prompt_id, replayed.state.totals) == (None, table.prompt_id, table.state.totals)
    play(table, 2)
    assert table.unsaved_work is None


class LostAnswer:
    """A relay to the server that lets one COMMIT through and cuts the connection before the answer to it."""

    def __init__(self, port: int) -> None:
        self.is_armed, self._port = False, port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                threading.Thread(target=self._forward, args=(client, server), daemon=True).start()
                threading.Thread(target=self._back, args=(server, client), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                is_cut = self.is_armed and b"COMMIT\x00" in data  # a BEGIN may say READ COMMITTED
                if is_cut:  # before the server gets it, whose answer would be quicker on a busy machine
                    self.is_armed = False
                    client.shutdown(socket.SHUT_RDWR)
                server.sendall(data)
                if is_cut:
                    time.sleep(0.3)  # the server commits meanwhile
                    break
        server.close()

    def _back(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
        client.close()


@pytest.mark.landing
def test_an_answer_whose_confirmation_was_lost_is_stored_once(
    processes: Callable[..., Library], server: PostgresServer, address: str
) -> None:
    """The connection ends between COMMIT and its confirmation: the answer is not played twice, nor refused."""
    relay = LostAnswer(server.port)
    try:
        through = make_url(address).set(port=relay.port).render_as_string(hide_password=False)
        library = processes(through)
        table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
        relay.is_armed = True
        table.answer(table.prompt_id, Rolled((1,)), ANA)
        assert not relay.is_armed
        assert table.unsaved_work is not None
        table.answer(table.prompt_id, Rolled((2,)), BEA)
        assert table.unsaved_work is None
        assert table.state.totals == (1, 2)
        by = [actor for _, actor in entries(library, table.match.id)]
        assert (by.count("Ana"), by.count("Bea"), len(by)) == (1, 1, table.table_state.seq)
    finally:
        relay.close()


@pytest.mark.landing
def test_games_move_between_both_databases_as_files(processes: Callable[..., Library], other: Library) -> None:
    """An exported game opens at the same question in the other kind of database, there and back."""
    hosted = processes()
    other = Library(other.storage, GAMES)
    table = hosted.matches.create("counting", ("Ana", "Bea"))
    play(table, 5)
    brought = other.matches.open(other.exchange.import_match(hosted.exchange.export(table.match.id, ES)[1]).id)
    assert (brought.prompt_id, brought.state.totals) == (table.prompt_id, table.state.totals)
    hosted.matches.delete(table.match.id)
    again = hosted.matches.open(hosted.exchange.import_match(other.exchange.export(brought.match.id, ES)[1]).id)
    assert (again.prompt_id, again.state.totals) == (table.prompt_id, table.state.totals)


@pytest.mark.landing
def test_the_commands_for_games_and_cards_use_the_database(
    processes: Callable[..., Library], address: str, tmp_path: Path
) -> None:
    """``games`` and ``cards`` read and write the database that the environment names, and no file beside it."""
    library = Library(processes().storage, REGISTERED)
    match = library.matches.create("darkmoor", ("Ana", "Bea")).match
    library.storage.cards.save("darkmoor", "minions", "Imp", {"peril": 2})
    env = {"SOBREMESA_DATABASE": address, "SOBREMESA_DATA": str(tmp_path / "data")}

    def run(*words: str) -> str:
        ran = CliRunner(env=env).invoke(main, ["--lang", "es", *words])
        assert ran.exit_code == 0, ran.output
        return ran.output

    assert "Ana, Bea" in run("games", "list")
    run("games", "export", "1", str(tmp_path / "game.jsonl"))
    run("cards", "export", str(tmp_path / "cards.json"))
    assert '"Imp"' in (tmp_path / "cards.json").read_text("utf-8")
    library.matches.delete(match.id)
    run("games", "import", str(tmp_path / "game.jsonl"))
    assert [one.seats for one in library.matches.all()] == [("Ana", "Bea")]
    assert not (tmp_path / "data").exists()


@pytest.mark.landing
@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql+psycopg://nobody@127.0.0.1:9/nowhere", "nowhere de 127.0.0.1:9 no se puede abrir"),
        ("mysql://localhost/games", "no es la dirección de una base de datos PostgreSQL"),
        ("nonsense", "no es la dirección de una base de datos PostgreSQL"),
    ],
)
def test_an_address_that_is_none_is_said(tmp_path: Path, url: str, sentence: str) -> None:
    """The command says in words which address it could not use, and shows no password."""
    command = [sys.executable, "-m", "companion", "--no-browser", "--lang", "es", "--data", str(tmp_path), "--database"]
    ran = subprocess.run([*command, url], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert ran.returncode == 4
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr
