"""Owners who do not know each other in one PostgreSQL database: nobody reads or changes another one's rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from companion.base.errors import StorageError
from companion.dice.corrections import ENABLED_SETTING
from companion.exchange.rejection import AlreadyImported
from companion.hosted.postgres_database import OWNED_TABLES, PostgresDatabase, PostgresServer
from companion.library.library import Library
from companion.storage.database import OtherChange
from companion.storage.matches import Storage
from rules.engine import Game
from tests.support import postgres
from tests.support.saved_games import ES, play
from tests.toy.counting import GAME

pytestmark = pytest.mark.landing

Machine = postgres.PostgresServer
GAMES: dict[str, Game[Any]] = {GAME.key: GAME}
OWNERS = ("ana", "beto")


@pytest.fixture(scope="module")
def machine() -> Iterator[postgres.PostgresServer]:
    """A PostgreSQL server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@pytest.fixture
def address(machine: Machine, request: pytest.FixtureRequest) -> str:
    """A database of this test."""
    return machine.database(f"tenants_{abs(hash(request.node.name))}")


@pytest.fixture
def server(address: str) -> Iterator[PostgresServer]:
    """The server as Sobremesa opens it for strangers."""
    one = PostgresServer(address)
    one.admit_tenants()
    yield one
    one.close()


@pytest.fixture
def houses(server: PostgresServer) -> dict[str, Library]:
    """Two owners with a row in every table each."""
    return {owner: furnished(Library(Storage(database=server.database_of(owner)), GAMES)) for owner in OWNERS}


def furnished(library: Library) -> Library:
    """The library with a game, a guest in a seat, a card, a setting, a taught die and a corrected roll."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, 3)
    id, db = table.match.id, library.storage.database
    library.settings.save(ENABLED_SETTING, "on")
    library.storage.cards.save("counting", "chips", "Moneda", 3)
    grant = library.guests.redeem_invitation(library.guests.table_invitation(id), "")
    assert grant is not None
    library.guests.take_seat(grant.visitor, id, 1)
    library.guests.host_invitation()
    db.write("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", ("counting.d", 1, b"die"))
    db.write("INSERT INTO seen(kind, face, unsure, dice, owner) VALUES (?, ?, ?, ?, ?)", ("d", 1, 0, 4, db.owner))
    db.write(
        "INSERT INTO correction(at, kind, seen, is_, unsure, crop, owner) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (1.0, "d", 1, 2, 0, b"crop", db.owner),
    )
    db.write("INSERT INTO picture VALUES (?, ?, ?)", (id, 1, b"photo"))
    db.write("INSERT INTO throw VALUES (?, ?, ?)", (id, 1, "photo"))
    db.write("INSERT INTO snapshot VALUES (?, ?, ?, ?, ?, ?)", (id, 9999, 1, "{}", "", 0))
    return library


def rows_of(machine: Machine, address: str, owner: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of an owner, as whoever runs the server sees them."""
    name = address.rpartition("/")[2]
    return {t: machine.sql(f"SELECT * FROM {t} WHERE owner = '{owner}' ORDER BY 1, 2, 3", name) for t in OWNED_TABLES}


def test_nobody_sees_another_ones_rows(houses: dict[str, Library], machine: Machine, address: str) -> None:
    """Each table has rows of both, of which a statement without any condition finds the own ones."""
    for owner, library in houses.items():
        everything = rows_of(machine, address, owner)
        assert all(everything.values()), {table for table, rows in everything.items() if not rows}
        for table, rows in everything.items():
            assert len(library.storage.database.read(f"SELECT * FROM {table}")) == len(rows), table
            assert {row[0] for row in library.storage.database.read(f"SELECT owner FROM {table}")} == {owner}
    ana, beto = (houses[owner] for owner in OWNERS)
    (game,) = ana.matches.all()
    assert [match.id for match in beto.matches.all()] != [game.id]
    assert not beto.storage.has_match(game.id)
    assert beto.guests.redeem_invitation(ana.guests.table_invitation(game.id), "") is None
    assert beto.guests.redeem_invitation(ana.guests.host_invitation(), "") is None


@pytest.mark.parametrize("table", OWNED_TABLES)
def test_nobody_changes_another_ones_rows(
    houses: dict[str, Library], machine: Machine, address: str, table: str
) -> None:
    """Neither deleting nor changing all rows of a table, nor rows in another one's name, reaches any of theirs."""
    before, mine = rows_of(machine, address, "ana"), houses["beto"].storage.database
    with pytest.raises(StorageError):
        mine.write(f"UPDATE {table} SET owner = ?", ("ana",))
    theirs = before[table][0][:-1]
    marks = ", ".join("?" * len(before[table][0]))
    with pytest.raises(StorageError):
        mine.write(f"INSERT INTO {table} VALUES ({marks})", (*theirs, "ana"))
    mine.write(f"DELETE FROM {table} WHERE ? = 1", (1,))
    assert rows_of(machine, address, "ana") == before
    assert not rows_of(machine, address, "beto")[table]


def test_nobody_adds_to_another_ones_match(houses: dict[str, Library], machine: Machine, address: str) -> None:
    """An entry with the id of another one's match is refused, so that nobody can take its numbers."""
    (game,) = houses["ana"].matches.all()
    before = rows_of(machine, address, "ana")
    with pytest.raises(StorageError):
        houses["beto"].storage.database.write(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", (game.id, 500, 1.0, "host", 1, None, "{}")
        )
    assert rows_of(machine, address, "ana") == before


def test_nobody_seats_another_ones_guest(houses: dict[str, Library], machine: Machine, address: str) -> None:
    """A place in one's own match for another one's guest is refused, so that nobody learns which guests there are."""
    ((guest,),) = houses["ana"].storage.database.read("SELECT guest FROM place WHERE seat IS NOT NULL")
    (match,) = houses["beto"].matches.all()
    before = {owner: rows_of(machine, address, owner) for owner in OWNERS}
    with pytest.raises(StorageError):
        houses["beto"].storage.database.write(
            "INSERT INTO place VALUES (?, ?, ?, ?, ?, ?)", (match.id, guest, 0, 0, 1, 1.0)
        )
    assert {owner: rows_of(machine, address, owner) for owner in OWNERS} == before


def test_settings_of_one_name_are_each_ones_own(houses: dict[str, Library]) -> None:
    """Language, cards and everything else under one name are kept for each owner."""
    ana, beto = (houses[owner].storage for owner in OWNERS)
    ana.settings.save("language", "es")
    beto.settings.save("language", "en")
    ana.cards.save("counting", "chips", "Ficha", 1)
    assert (ana.settings.get("language"), beto.settings.get("language")) == ("es", "en")
    assert list(beto.cards.of_kind("counting", "chips")) == ["Moneda"]


def test_a_game_that_somebody_else_has_is_imported(houses: dict[str, Library]) -> None:
    """A file of a game is taken in beside its original of another owner, under another id, and once; both go on."""
    ana, beto = (houses[owner] for owner in OWNERS)
    (game,) = ana.matches.all()
    ana.matches.delete(game.id)
    table = ana.matches.create("counting", ("Ana", "Bea"))
    play(table, 3)
    _, data = ana.exchange.export(table.match.id, ES)
    taken = beto.exchange.import_match(data)
    assert taken.id != table.match.id
    with pytest.raises(AlreadyImported):
        beto.exchange.import_match(data)
    play(beto.matches.open(taken.id), 2)
    assert ana.matches.open(table.match.id).state == table.state


def test_a_change_is_told_to_its_owner_only(houses: dict[str, Library], address: str) -> None:
    """A second process hears of a change by the first where it has the same owner, and not as another one."""
    other = PostgresServer(address)
    heard: dict[str, list[OtherChange]] = {owner: [] for owner in OWNERS}
    databases = [other.database_of(owner) for owner in OWNERS]
    for database in databases:
        database.watch(heard[database.owner].append)
    try:
        (game,) = houses["ana"].matches.all()
        play(houses["ana"].matches.open(game.id), 1)
        assert postgres.becomes(lambda: OtherChange(game.id, of_log=True) in heard["ana"])
        assert not [change for change in heard["beto"] if change.match_id]
    finally:
        other.close()


def test_a_user_without_the_role_is_told_so(machine: Machine, address: str) -> None:
    """Who may neither create the role nor take it on gets a sentence, and no server for strangers begins."""
    name = address.rpartition("/")[2]
    machine.sql("CREATE ROLE nobody LOGIN")
    machine.sql(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO nobody; GRANT ALL ON DATABASE {name} TO nobody", name)
    one = PostgresServer(address.replace(f"//{postgres.USER}@", "//nobody@"))
    try:
        with pytest.raises(StorageError, match="sobremesa_tenant"):
            one.admit_tenants()
    finally:
        one.close()


def test_a_role_that_sees_everything_is_refused(machine: Machine, server: PostgresServer) -> None:
    """Where somebody has let the role past the policies, no server for strangers begins."""
    machine.sql("ALTER ROLE sobremesa_tenant BYPASSRLS")
    try:
        with pytest.raises(StorageError, match="sobremesa_tenant"):
            server.admit_tenants()
    finally:
        machine.sql("ALTER ROLE sobremesa_tenant NOBYPASSRLS")


def test_a_household_is_not_bound_by_the_policies(address: str) -> None:
    """A server for one household, on a database without strangers, owns its own rows without a role."""
    database = PostgresDatabase.at(address)
    try:
        assert database.owner == "house"
        assert not Storage(database=database).settings.read("language")
    finally:
        database.close()


def test_psycopg_finds_no_row_without_an_owner(server: PostgresServer, address: str) -> None:
    """A connection that takes on the role and names no owner sees nothing of anybody, the household included."""
    household = PostgresDatabase.at(address)
    furnished(Library(Storage(database=household), GAMES))
    household.close()
    furnished(Library(Storage(database=server.database_of("ana")), GAMES))
    with psycopg.connect(address.replace("+psycopg", "")) as db:
        db.execute("SET ROLE sobremesa_tenant")
        assert [db.execute(f"SELECT count(*) FROM {table}").fetchall() for table in ("match", "entry", "setting")] == [
            [(0,)],
            [(0,)],
            [(0,)],
        ]
