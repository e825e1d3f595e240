"""What a public server keeps of an owner: so many games, for 90 days, without pictures, erased at once if wanted."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Timer
from typing import Any

import cv2
import numpy as np
import pytest

from companion.access import uploads
from companion.access.permissions import Access
from companion.access.uploads import UploadInbox, UploadRefusedError
from companion.access.visitor import Visitor
from companion.base.errors import StorageError
from companion.exchange.rejection import ImportRejected
from companion.hosted.erasing import UnusedRows
from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import OWNED_TABLES, PostgresServer
from companion.library import owner_libraries, tenancy
from companion.library.archive import import_archive
from companion.library.library import Library
from companion.library.owner_libraries import OwnerLibraries, Retention
from companion.library.tenancy import ANNOUNCED_DAYS, KEPT_DAYS, PICTURES_SETTING, Tenancy
from companion.match.table import Table
from rules.engine import Game, Refused, Rolled
from tests.support import postgres
from tests.support.paths import ROOT
from tests.support.saved_games import ANA, ES, play
from tests.support.server.processes import free_port
from tests.toy.counting import GAME, Stayed

pytestmark = pytest.mark.landing

URL = "https://mesa.example.org"
GAMES: dict[str, Game[Any]] = {GAME.key: GAME}
DAY = 86_400.0
PATIENCE = 60
"""Seconds after which a process that does not say what it should is ended."""


class Calendar:
    """The clocks of a process and of its database, which a test moves on."""

    def __init__(self, machine: postgres.PostgresServer, database: str) -> None:
        self._machine, self._database = machine, database
        self.database_ahead = self.process_ahead = 0.0

    def __call__(self) -> float:
        """The process's clock."""
        return time.time() + self.process_ahead * DAY

    @property
    def now(self) -> float:
        """The database's clock."""
        return time.time() + self.database_ahead * DAY

    def later(self, days: float) -> None:
        """Let so many days pass, for both."""
        self.process_ahead += days
        self.step(days)

    def step(self, days: float) -> None:
        """Put the database's clock so many days ahead, alone."""
        self.database_ahead += days
        self.sql(
            "CREATE OR REPLACE FUNCTION sobremesa_now() RETURNS double precision LANGUAGE sql AS"
            f" $$ SELECT extract(epoch FROM clock_timestamp())::float8 + {self.database_ahead * DAY!r} $$",
        )

    def quiet(self, days: float) -> None:
        """Let so many days pass in which a sweep every hour finds nothing."""
        self.later(days)
        self.sql(f"UPDATE last_use SET at = at + {days * DAY} WHERE owner = ''")

    def sql(self, statement: str) -> list[tuple[object, ...]]:
        """Execute a statement in the database."""
        return self._machine.sql(statement, self._database)


@pytest.fixture(scope="module")
def machine() -> Iterator[postgres.PostgresServer]:
    """A PostgreSQL server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@pytest.fixture
def address(machine: postgres.PostgresServer, request: pytest.FixtureRequest) -> str:
    """A database of this test."""
    return machine.database(f"terms_{abs(hash(request.node.name))}")


@pytest.fixture
def clock(machine: postgres.PostgresServer, address: str) -> Calendar:
    return Calendar(machine, address.rpartition("/")[2])


@pytest.fixture
def process(address: str, clock: Calendar) -> Iterator[Callable[..., OwnerLibraries]]:
    """Start the libraries of one more process over that database, or over another one."""
    servers: list[PostgresServer] = []

    def start(at: str = address) -> OwnerLibraries:
        servers.append(PostgresServer(at))
        return OwnerLibraries(PostgresOwners(servers[-1], clock), GAMES, URL, clock)

    yield start
    for one in servers:
        one.close()


@pytest.fixture
def libraries(process: Callable[[], OwnerLibraries]) -> OwnerLibraries:
    return process()


def begun(libraries: OwnerLibraries) -> Library:
    """The library of a new owner."""
    owner, _ = libraries.begin("")
    return libraries.library_of(owner)


def terms(library: Library) -> Tenancy:
    """The terms of its owner."""
    assert library.tenancy is not None
    return library.tenancy


def open_page(library: Library, match_id: str = "") -> None:
    """Open a page of that match or, without one, the home page."""
    assert library.device_access is not None
    library.device_access.record_use(match_id)


def rows(machine: postgres.PostgresServer, address: str, owner: str) -> int:
    """How many rows the database has of that owner."""
    name = address.rpartition("/")[2]
    tables = (*OWNED_TABLES, "last_use")
    return sum(int(machine.sql(f"SELECT count(*) FROM {t} WHERE owner = '{owner}'", name)[0][0]) for t in tables)


def pass_days(clock: Calendar, days: float, retention: Retention) -> None:
    """Let so many days pass, of which the last has sweeps; those of the days before would do nothing."""
    clock.quiet(max(0.0, days - 1))
    for _ in range(2):
        clock.later(min(days, 1) / 2)
        retention.erase_unused()


def to_announcement(clock: Calendar, retention: Retention) -> None:
    """Let the days pass until what was used at the beginning is announced."""
    pass_days(clock, KEPT_DAYS - ANNOUNCED_DAYS + 0.1, retention)


def games(library: Library) -> list[str]:
    """The games of an owner as another process finds them in the database."""
    return sorted(str(id) for (id,) in library.storage.database.read("SELECT id FROM match"))


def new_game(library: Library) -> str:
    return library.matches.create("counting", ("Ana", "Bea")).match.id


def test_a_table_that_nobody_opens_for_90_days_is_announced_and_erased(
    libraries: OwnerLibraries, clock: Calendar
) -> None:
    """Two weeks before, and not sooner, the day is told; whoever opens it keeps it 90 days more."""
    library = begun(libraries)
    day = clock.now + KEPT_DAYS * DAY
    kept, left = (new_game(library) for _ in range(2))
    retention = Retention(libraries, clock)
    pass_days(clock, KEPT_DAYS - ANNOUNCED_DAYS - 1, retention)
    assert terms(library).erasure_times() == {}
    pass_days(clock, 1.1, retention)
    told = pytest.approx(day, abs=DAY)
    assert terms(library).erasure_times() == {kept: told, left: told}
    assert min(terms(library).erasure_times().values()) >= day - 60
    open_page(library, kept)
    assert set(terms(library).erasure_times()) == {left}
    pass_days(clock, ANNOUNCED_DAYS - 1, retention)
    assert games(library) == sorted([kept, left])
    pass_days(clock, 1, retention)
    assert games(library) == [kept]
    assert [match.id for match in library.matches.all()] == [kept]
    to_announcement(clock, retention)
    pass_days(clock, ANNOUNCED_DAYS, retention)
    assert library.matches.all() == ()


def test_an_owner_without_tables_is_erased_after_90_days(
    libraries: OwnerLibraries, clock: Calendar, machine: postgres.PostgresServer, address: str
) -> None:
    """Whoever touched the button and never came again leaves nothing, whoever comes again stays."""
    gone, back = begun(libraries), begun(libraries)
    retention = Retention(libraries, clock)
    to_announcement(clock, retention)
    open_page(back)
    pass_days(clock, ANNOUNCED_DAYS + 1, retention)
    assert rows(machine, address, gone.storage.database.owner) == 0
    assert rows(machine, address, back.storage.database.owner) > 0


def test_a_process_whose_clock_is_wrong_erases_nothing(
    process: Callable[[], OwnerLibraries], clock: Calendar, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that starts 120 days ahead, or two hours, erases and announces nothing and says so once."""
    library = begun(process())
    played = new_game(library)
    for ahead in (120, 2 / 24, -2 / 24):
        clock.process_ahead = ahead
        caplog.clear()
        retention = Retention(process(), clock)
        for _ in range(3):
            retention.erase_unused()
        assert len([one for one in caplog.records if "clock" in one.getMessage()]) == 1
    assert games(library) == [played]
    assert terms(library).erasure_times() == {}


AHEAD = """
import sys, time
right = time.time
time.time = lambda: right() + 120 * 86_400
from companion.cli.main import main
main(sys.argv[1:])
"""
"""A process whose clock is 120 days ahead."""


def test_a_server_that_starts_120_days_ahead_erases_nothing(libraries: OwnerLibraries, address: str) -> None:
    """The command says in its log whose clock is wrong, and every game is still there."""
    library = begun(libraries)
    played = new_game(library)
    options = ["--public", URL, "--database", address, "--port", str(free_port()), "--no-browser"]
    command = [sys.executable, "-c", AHEAD, *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        ended = Timer(PATIENCE, process.kill)
        ended.start()
        assert process.stderr is not None
        said = next((line for line in process.stderr if "clock" in line), "")
        process.terminate()
        process.stderr.read()
        ended.cancel()
    assert said.startswith("nothing is erased: this computer's clock is 1036")
    assert games(library) == [played]


def test_where_the_clocks_differ_what_is_due_waits(libraries: OwnerLibraries, clock: Calendar) -> None:
    """What is due is erased as soon as they agree again, and by a process whose clock is right."""
    library, retention = begun(libraries), Retention(libraries, clock)
    new_game(library)
    to_announcement(clock, retention)
    pass_days(clock, ANNOUNCED_DAYS - 0.5, retention)
    clock.later(0.6)
    clock.process_ahead += 2 / 24
    retention.erase_unused()
    assert len(games(library)) == 1
    clock.process_ahead -= 2 / 24
    retention.erase_unused()
    assert games(library) == []


@pytest.mark.parametrize("days", [120, -120])
def test_a_jump_of_the_databases_clock_erases_nothing(libraries: OwnerLibraries, clock: Calendar, days: float) -> None:
    """Nor does the process's clock jumping with it: two weeks of notice begin then, and end when it is set back."""
    library, retention = begun(libraries), Retention(libraries, clock)
    played = new_game(library)
    pass_days(clock, 1, retention)
    clock.step(days)
    retention.erase_unused()
    clock.process_ahead += days
    retention.erase_unused()
    pass_days(clock, ANNOUNCED_DAYS - 1, retention)
    assert games(library) == [played]
    clock.later(-days)
    retention.erase_unused()
    pass_days(clock, KEPT_DAYS - 2 * ANNOUNCED_DAYS - 1, retention)
    assert games(library) == [played]
    assert terms(library).erasure_times() == {}


def test_an_imported_game_of_long_ago_is_kept_for_90_days(
    process: Callable[..., OwnerLibraries], clock: Calendar
) -> None:
    """No sweep erases it by the dates in its file, the day is told before, and only then it is erased."""
    libraries = process()
    library, retention = begun(libraries), Retention(libraries, clock)
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, 3)
    clock.sql(f"UPDATE match SET created = created - {200 * DAY}")
    clock.sql(f"UPDATE entry SET at = at - {200 * DAY}")
    _, data = process().library_of(library.storage.database.owner).exchange.export(table.match.id, ES)
    library.matches.delete(table.match.id)
    imported = library.exchange.import_match(data)
    assert imported.created < clock.now - 199 * DAY
    retention.erase_unused()
    assert games(library) == [imported.id]
    assert terms(library).erasure_times() == {}
    pass_days(clock, KEPT_DAYS - ANNOUNCED_DAYS - 1, retention)
    assert terms(library).erasure_times() == {}
    pass_days(clock, 1.1, retention)
    assert set(terms(library).erasure_times()) == {imported.id}
    pass_days(clock, ANNOUNCED_DAYS - 1, retention)
    assert games(library) == [imported.id]
    pass_days(clock, 2, retention)
    assert games(library) == []


@pytest.mark.parametrize("use", ["page", "answer", "open page"])
def test_every_use_ends_an_announcement(libraries: OwnerLibraries, clock: Calendar, use: str) -> None:
    """Opening a page, an answer on one that was opened long ago, and a page that stays open keep a table."""
    library, retention = begun(libraries), Retention(libraries, clock)
    table = library.matches.create("counting", ("Ana", "Bea"))
    to_announcement(clock, retention)
    pass_days(clock, ANNOUNCED_DAYS - 1, retention)
    assert set(terms(library).erasure_times()) == {table.match.id}
    if use == "page":
        open_page(library, table.match.id)
    elif use == "answer":
        play(table, 1)
    else:
        table.subscribe(lambda: None)
        retention.erase_unused()
        assert library.matches.is_open(table.match.id)
    assert terms(library).erasure_times() == {}
    pass_days(clock, 2, retention)
    assert games(library) == [table.match.id]
    pass_days(clock, KEPT_DAYS - ANNOUNCED_DAYS - 3, retention)
    assert terms(library).erasure_times() == {}


def test_a_use_in_the_middle_of_a_sweep_wins(
    libraries: OwnerLibraries, clock: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is opened after the sweep has found it, or at which an answer is being written, is not erased."""
    library, retention = begun(libraries), Retention(libraries, clock)
    opened, answered, left = (library.matches.create("counting", ("Ana", "Bea")) for _ in range(3))
    to_announcement(clock, retention)
    pass_days(clock, ANNOUNCED_DAYS - 0.5, retention)
    clock.later(0.6)
    erase, numbers = UnusedRows._erase_one, count(90)

    def use(rows: UnusedRows, *what: Any) -> bool:
        open_page(library, opened.match.id)
        with library.storage.database.atomic_write(log_notice=f"{answered.match.id}:1") as db:
            row = (answered.match.id, next(numbers), 0.0, "", 0, "", "{}")
            db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            return erase(rows, *what)

    monkeypatch.setattr(UnusedRows, "_erase_one", use)
    retention.erase_unused()
    assert next(numbers) == 93
    assert left.match.id not in games(library)
    assert games(library) == sorted([opened.match.id, answered.match.id])


def test_a_time_without_sweeps_is_no_notice(libraries: OwnerLibraries, clock: Calendar) -> None:
    """After a server was away for longer than a day people have two weeks again, and the page tells the new day."""
    library, retention = begun(libraries), Retention(libraries, clock)
    played = new_game(library)
    to_announcement(clock, retention)
    clock.later(30)
    retention.erase_unused()
    assert terms(library).erasure_times() == {played: pytest.approx(clock.now + ANNOUNCED_DAYS * DAY, abs=60)}
    pass_days(clock, ANNOUNCED_DAYS - 1, retention)
    assert games(library) == [played]
    pass_days(clock, 2, retention)
    assert games(library) == []


def test_restoring_an_older_backup_erases_nothing(
    process: Callable[..., OwnerLibraries],
    clock: Calendar,
    machine: postgres.PostgresServer,
    address: str,
    tmp_path: Path,
) -> None:
    """Neither one from before the announcement nor one of the night before the erasing, which knows no use since."""
    for when in ("early", "late"):
        (tmp_path / when).mkdir()
    here = process()
    library, retention = begun(here), Retention(here, clock)
    played = new_game(library)
    pass_days(clock, KEPT_DAYS - ANNOUNCED_DAYS - 2, retention)
    postgres.run_script("backup", address, tmp_path / "early")
    pass_days(clock, 2.1, retention)
    pass_days(clock, ANNOUNCED_DAYS - 0.5, retention)
    postgres.run_script("backup", address, tmp_path / "late")
    clock.later(0.6)
    for when in ("early", "late"):
        (backup,) = (tmp_path / when).iterdir()
        machine.sql(f"CREATE DATABASE {when}")
        postgres.run_script("restore", machine.address(when), backup)
        restored = process(machine.address(when))
        again = Calendar(machine, when)
        again.later(clock.database_ahead)
        sweeping = Retention(restored, again)
        sweeping.erase_unused()
        theirs = restored.library_of(library.storage.database.owner)
        pass_days(again, ANNOUNCED_DAYS - 1, sweeping)
        assert games(theirs) == [played]
        assert set(terms(theirs).erasure_times()) == {played}


def test_a_sweep_erases_so_many_and_says_what_waits(
    libraries: OwnerLibraries, clock: Calendar, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The rest follows an hour later, however many processes sweep and however often."""
    monkeypatch.setattr(owner_libraries, "TERMS", tenancy.TERMS._replace(max_matches=2, max_owners=1))
    library, retention = begun(libraries), Retention(libraries, clock)
    begun(libraries)
    begun(libraries)
    for _ in range(3):
        new_game(library)
    to_announcement(clock, retention)
    pass_days(clock, ANNOUNCED_DAYS - 0.5, retention)
    clock.later(0.6)
    for _ in range(3):
        retention.erase_unused()
        Retention(libraries, clock).erase_unused()
    assert len(games(library)) == 1
    assert [one.getMessage() for one in caplog.records] == [
        "erased 2 tables that nobody has used for 90 days, and 1 owners without tables; more are erased next time"
    ]
    for _ in range(3):
        clock.later(1 / 24)
        retention.erase_unused()
    assert games(library) == []
    assert "more" not in caplog.records[-1].getMessage()


def test_two_processes_that_sweep_at_once_do_no_harm(process: Callable[[], OwnerLibraries], clock: Calendar) -> None:
    """One of them erases what is due, the table that was opened stays, and neither fails."""
    here, there = process(), process()
    library = begun(here)
    due, kept = [new_game(library) for _ in range(6)], new_game(library)
    to_announcement(clock, Retention(here, clock))
    pass_days(clock, ANNOUNCED_DAYS - 0.5, Retention(here, clock))
    open_page(library, kept)
    clock.later(0.6)
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(Retention(one, clock).erase_unused) for one in (here, there, here, there)]:
            done.result()
    assert games(library) == [kept]
    assert len(due) == 6


def test_a_process_of_1_0_0_goes_on_beside_an_upgraded_database(libraries: OwnerLibraries, clock: Calendar) -> None:
    """What it writes counts as use, and so does a page that is opened there after an announcement."""
    library, retention = begun(libraries), Retention(libraries, clock)
    played = new_game(library)
    to_announcement(clock, retention)
    assert set(terms(library).erasure_times()) == {played}
    owner = library.storage.database.owner
    clock.sql(
        f"INSERT INTO last_use(owner, match, at) VALUES ('{owner}', '{played}', {clock.now})"
        " ON CONFLICT (owner, match) DO UPDATE SET at = greatest(last_use.at, excluded.at)"
    )
    assert terms(library).erasure_times() == {}
    pass_days(clock, ANNOUNCED_DAYS + 1, retention)
    assert games(library) == [played]


def test_a_household_in_the_database_is_never_erased(libraries: OwnerLibraries, clock: Calendar) -> None:
    """Tables of before it was served to strangers belong to nobody who could have been told."""
    retention = Retention(libraries, clock)
    clock.sql("INSERT INTO match VALUES ('old', 'counting', 1, '[]', '[]', 0, NULL, 'house')")
    to_announcement(clock, retention)
    pass_days(clock, ANNOUNCED_DAYS + 1, retention)
    assert clock.sql("SELECT id FROM match") == [("old",)]


def test_a_page_of_no_table_leaves_no_use(
    libraries: OwnerLibraries, machine: postgres.PostgresServer, address: str
) -> None:
    """A host who opens addresses of tables that are not there fills nothing."""
    library = begun(libraries)
    before = rows(machine, address, library.storage.database.owner)
    for number in range(20):
        open_page(library, f"none-{number}")
    assert rows(machine, address, library.storage.database.owner) == before


def test_everything_of_mine_is_erased_at_once_in_every_process(
    process: Callable[[], OwnerLibraries], machine: postgres.PostgresServer, address: str
) -> None:
    """No row is left, open pages of all processes end, and another owner has all that was there."""
    here, there = process(), process()
    mine, other = begun(here), begun(here)
    table = mine.matches.create("counting", ("Ana", "Bea"))
    play(table, 3)
    play(other.matches.create("counting", ("Zoe", "Yan")), 3)
    grant = mine.guests.redeem_invitation(mine.guests.table_invitation(table.match.id), "")
    assert grant is not None
    elsewhere = there.library_of(mine.storage.database.owner)
    far = elsewhere.matches.open(table.match.id)
    ended: list[str] = []
    mine.guests.register_connection(grant.visitor, lambda surplus: ended.append("here"))
    elsewhere.guests.register_connection(grant.visitor, lambda surplus: ended.append("there"))
    before = rows(machine, address, other.storage.database.owner)

    terms(mine).erase_everything()
    assert rows(machine, address, mine.storage.database.owner) == 0
    assert rows(machine, address, other.storage.database.owner) == before
    assert table.is_deleted
    assert postgres.becomes(lambda: far.is_deleted)
    assert postgres.becomes(lambda: set(ended) == {"here", "there"})
    assert mine.guests.visitor_of_key(grant.key) is None


def test_an_owner_keeps_so_many_games_and_no_more(libraries: OwnerLibraries, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game and the next file are refused with a sentence, and another owner begins as before."""
    monkeypatch.setattr(tenancy, "MAX_MATCHES", 2)
    library, other = begun(libraries), begun(libraries)
    first = library.matches.create("counting", ("Ana", "Bea"))
    _, data = library.exchange.export(first.match.id, ES)
    library.matches.create("counting", ("Ana", "Bea"))
    with pytest.raises(Refused, match="So many games"):
        library.matches.create("counting", ("Ana", "Bea"))
    with pytest.raises(ImportRejected, match="So many games"):
        library.exchange.import_match(data)
    other.matches.create("counting", ("Zoe", "Yan"))
    library.matches.delete(first.match.id)
    library.exchange.import_match(data)


def archive(number: int) -> bytes:
    """A small file of all games with cards, settings and dice that nobody has yet; unpacked it has 12 MB."""
    long, picture = "y" * 1_900, base64.b64encode(sample_picture() + bytes(40_000)).decode()
    parts = {
        "sobremesa.json": {"sobremesa": "archive", "format": 1},
        "cards.json": {
            "sobremesa": "cards",
            "format": 1,
            "cards": [["counting", "chips", f"{number} {n}", long] for n in range(2_000)],
        },
        "settings.json": {f"names.{number} {n}": long for n in range(2_000)},
        "dice.json": [[f"{number} {n}", 1, picture] for n in range(80)],
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, json.dumps(data))
    return packed.getvalue()


def sample_picture() -> bytes:
    """A JPEG of one die."""
    return cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8))[1].tobytes()


def bytes_beside_games(clock: Calendar, owner: str) -> int:
    """How many bytes of cards, settings and dice the database has of that owner."""
    columns = {"card": ("name", "data"), "setting": ("key", "value"), "own_die": ("kind", "picture")}
    lengths = [
        clock.sql(f"SELECT coalesce(sum(octet_length({column})), 0) FROM {table} WHERE owner = '{owner}'")
        for table, both in columns.items()
        for column in both
    ]
    return sum(int(str(length)) for ((length,),) in lengths)


def test_cards_names_and_dice_have_a_quota_of_bytes(libraries: OwnerLibraries, clock: Calendar) -> None:
    """Small files that unpack to much are refused part by part; another owner has room, and so has who deletes."""
    library, other = begun(libraries), begun(libraries)
    owner, data = library.storage.database.owner, [archive(number) for number in range(3)]
    assert max(map(len, data)) < 150_000
    first = import_archive(library.exchange, data[0])
    before = clock.sql(f"SELECT count(*) FROM card WHERE owner = '{owner}'")
    results = [import_archive(library.exchange, one) for one in data[1:]]
    assert bytes_beside_games(clock, owner) < 10_000_000
    assert {name for name, _ in (*first.failures, *results[0].failures, *results[1].failures)} == {
        *("cards.json", "settings.json", "dice.json")
    }
    assert {ES(why) for result in (first, *results) for _, why in result.failures} == {
        "Tus cartas, dados enseñados y correcciones ocupan tanto que no cabe más: borra antes algo."
    }
    assert clock.sql(f"SELECT count(*) FROM card WHERE owner = '{owner}'") == before
    import_archive(other.exchange, data[0])
    assert len(other.storage.cards.of_kind("counting", "chips")) == 2_000
    with pytest.raises(StorageError, match="so much room"):
        library.storage.cards.import_rows([("counting", "chips", f"more {n}", "y" * 5_000) for n in range(1_000)])
    library.storage.cards.delete("counting", "chips", "0 0")
    library.storage.cards.save("counting", "chips", "one", 3)
    library.settings.save("language", "en")


def test_guests_fill_a_part_of_the_quota(libraries: OwnerLibraries, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests of all tables together are refused in words, and the host's cards have the rest."""
    monkeypatch.setitem(tenancy.KEPT_LIMITS, "guests", tenancy.KEPT_LIMITS["guests"]._replace(max_bytes=40_000))
    library = begun(libraries)
    saved = 0
    for _ in range(4):
        guest = Access(library.storage, is_host=False, match_id=new_game(library))
        with suppress(StorageError):
            for number in range(3):
                guest.save_card("counting", "chips", f"{number}", "z" * 5_000)
                saved += 1
    assert saved == 7
    with pytest.raises(StorageError, match="guests of these tables"):
        guest.save_card("counting", "chips", "more", "z" * 5_000)
    Access(library.storage, is_host=True).save_card("counting", "chips", "mine", "z" * 5_000)


def test_games_have_a_quota_of_bytes(libraries: OwnerLibraries, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that does not fit is refused with a sentence, imported or new, and nothing of it is stored."""
    library = begun(libraries)
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, 12)
    _, data = library.exchange.export(table.match.id, ES)
    library.matches.delete(table.match.id)
    monkeypatch.setitem(tenancy.KEPT_LIMITS, "games", tenancy.KEPT_LIMITS["games"]._replace(max_bytes=1_500))
    with pytest.raises(StorageError, match="so much room"):
        library.exchange.import_match(data)
    assert games(library) == []
    started = library.matches.create("counting", ("Ana", "Bea"))
    play(started, 12)
    with pytest.raises(StorageError, match="so much room"):
        library.matches.create("counting", ("Ana", "Bea"))
    assert games(library) == [started.match.id]
    begun(libraries).matches.create("counting", ("Zoe", "Yan"))
    library.matches.delete(started.match.id)
    new_game(library)


def test_a_deleted_game_leaves_no_setting(libraries: OwnerLibraries, clock: Calendar) -> None:
    """Whoever begins and deletes games for ever fills nothing."""
    library = begun(libraries)
    kept, deleted = new_game(library), new_game(library)
    for id in (kept, deleted):
        library.settings.save(f"clock.{id}", "on")
    library.matches.delete(deleted)
    assert clock.sql("SELECT key FROM setting WHERE key LIKE 'clock.%'") == [(f"clock.{kept}",)]


def test_pictures_of_rolls_have_a_quota_of_bytes(libraries: OwnerLibraries, monkeypatch: pytest.MonkeyPatch) -> None:
    """A roll beyond it is stored as it was read, without its picture."""
    monkeypatch.setattr(tenancy, "MAX_PICTURE_BYTES", 150)
    library = begun(libraries)
    library.settings.save(PICTURES_SETTING, "on")
    table = library.matches.create("counting", ("Ana", "Bea"))
    for _ in range(4):
        photograph(table)
    assert len(table.pictured_entries()) == 2
    assert table.unsaved_work is None


def test_pictures_of_rolls_are_kept_only_if_the_owner_wants_it(libraries: OwnerLibraries) -> None:
    """A roll read in a photo leaves no picture; after the switch the next one does."""
    library = begun(libraries)
    table = library.matches.create("counting", ("Ana", "Bea"))
    photograph(table)
    assert table.pictured_entries() == frozenset()
    library.settings.save(PICTURES_SETTING, "on")
    photograph(table)
    assert len(table.pictured_entries()) == 1


def photograph(table: Table) -> None:
    """Answer up to the next roll, which is read in a photo."""
    while table.prompt is not None and table.prompt.rule == "TOY-3":
        table.answer(table.prompt_id, Stayed(), ANA)
    table.answer(table.prompt_id, Rolled((2,)), ANA, picture=b"jpeg", source="camera")


def test_files_of_strangers_count_together_though_each_is_a_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where anybody may become a host, all files on their way have one quota; in a household hosts have none."""
    inbox = UploadInbox()
    monkeypatch.setattr(uploads, "MAX_GUEST_BYTES", 1000)
    strangers = [Visitor(name, is_host=True) for name in ("ana", "beto", "cira")]
    files = [inbox.expect(one) for one in strangers]
    for one in files:
        inbox.count_bytes(one, 600)
    inbox.trusts_hosts = False
    with pytest.raises(UploadRefusedError):
        inbox.count_bytes(files[0], 1)
    inbox.close()
