"""What a public server keeps of an owner: so many games, for 90 days, without pictures, erased at once if wanted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.access import upload_inbox
from companion.access.upload_inbox import UploadInbox, UploadRefusedError
from companion.access.visitor import Visitor
from companion.exchange.rejection import ImportRejected
from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import OWNED_TABLES, PostgresServer
from companion.library import tenancy
from companion.library.library import Library
from companion.library.owner_libraries import OwnerLibraries
from companion.library.tenancy import ANNOUNCED_DAYS, KEPT_DAYS, PICTURES_SETTING, Retention, Tenancy
from companion.match.table import Table
from rules.engine import Game, Refused, Rolled
from tests.support import postgres
from tests.support.saved_games import ANA, ES, play
from tests.toy.counting import GAME, Stayed

pytestmark = pytest.mark.landing

URL = "https://mesa.example.org"
GAMES: dict[str, Game[Any]] = {GAME.key: GAME}
DAY = 86_400.0


class Calendar:
    """The clock of a server, which a test moves on."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now

    def later(self, days: float) -> None:
        """Let so many days pass."""
        self.now += days * DAY


@pytest.fixture(scope="module")
def machine() -> Iterator[postgres.PostgresServer]:
    """A PostgreSQL server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@pytest.fixture
def clock() -> Calendar:
    return Calendar()


@pytest.fixture
def address(machine: postgres.PostgresServer, request: pytest.FixtureRequest) -> str:
    """A database of this test."""
    return machine.database(f"terms_{abs(hash(request.node.name))}")


@pytest.fixture
def process(address: str, clock: Calendar) -> Iterator[Callable[[], OwnerLibraries]]:
    """Start the libraries of one more process over that database."""
    servers: list[PostgresServer] = []

    def start() -> OwnerLibraries:
        servers.append(PostgresServer(address))
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


def test_a_table_that_nobody_opens_for_90_days_is_announced_and_erased(
    libraries: OwnerLibraries, clock: Calendar
) -> None:
    """Two weeks before, and not sooner, the day is told; whoever opens it keeps it 90 days more."""
    library = begun(libraries)
    day = clock.now + KEPT_DAYS * DAY
    kept, left = (library.new_match("counting", ("Ana", "Bea")).match.id for _ in range(2))
    retention = Retention(libraries, clock)
    clock.later(KEPT_DAYS - ANNOUNCED_DAYS - 1)
    assert terms(library).erasure_times() == {}
    clock.later(2)
    assert terms(library).erasure_times() == {kept: pytest.approx(day, abs=60), left: pytest.approx(day, abs=60)}
    open_page(library, kept)
    assert set(terms(library).erasure_times()) == {left}
    clock.later(ANNOUNCED_DAYS)
    retention.erase_unused()
    assert [match.id for match in library.matches()] == [kept]
    clock.later(KEPT_DAYS)
    retention.erase_unused()
    assert library.matches() == ()


def test_an_owner_without_tables_is_erased_after_90_days(
    libraries: OwnerLibraries, clock: Calendar, machine: postgres.PostgresServer, address: str
) -> None:
    """Whoever touched the button and never came again leaves nothing, whoever comes again stays."""
    gone, back = begun(libraries), begun(libraries)
    clock.later(KEPT_DAYS - 1)
    open_page(back)
    clock.later(2)
    Retention(libraries, clock).erase_unused()
    assert rows(machine, address, gone.storage.database.owner) == 0
    assert rows(machine, address, back.storage.database.owner) > 0


def test_everything_of_mine_is_erased_at_once_in_every_process(
    process: Callable[[], OwnerLibraries], machine: postgres.PostgresServer, address: str
) -> None:
    """No row is left, open pages of all processes end, and another owner has all that was there."""
    here, there = process(), process()
    mine, other = begun(here), begun(here)
    table = mine.new_match("counting", ("Ana", "Bea"))
    play(table, 3)
    play(other.new_match("counting", ("Zoe", "Yan")), 3)
    grant = mine.guests.redeem_invitation(mine.guests.table_invitation(table.match.id), "")
    assert grant is not None
    elsewhere = there.library_of(mine.storage.database.owner)
    far = elsewhere.open(table.match.id)
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
    first = library.new_match("counting", ("Ana", "Bea"))
    _, data = library.export(first.match.id, ES)
    library.new_match("counting", ("Ana", "Bea"))
    with pytest.raises(Refused, match="So many games"):
        library.new_match("counting", ("Ana", "Bea"))
    with pytest.raises(ImportRejected, match="So many games"):
        library.import_match(data)
    other.new_match("counting", ("Zoe", "Yan"))
    library.delete(first.match.id)
    library.import_match(data)


def test_pictures_of_rolls_are_kept_only_if_the_owner_wants_it(libraries: OwnerLibraries) -> None:
    """A roll read in a photo leaves no picture; after the switch the next one does."""
    library = begun(libraries)
    table = library.new_match("counting", ("Ana", "Bea"))
    photograph(table)
    assert table.pictured_entries() == frozenset()
    library.save_setting(PICTURES_SETTING, "on")
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
    monkeypatch.setattr(upload_inbox, "MAX_GUEST_BYTES", 1000)
    strangers = [Visitor(name, is_host=True) for name in ("ana", "beto", "cira")]
    files = [inbox.expect(one) for one in strangers]
    for one in files:
        inbox.count_bytes(one, 600)
    inbox.trusts_hosts = False
    with pytest.raises(UploadRefusedError):
        inbox.count_bytes(files[0], 1)
    inbox.close()
