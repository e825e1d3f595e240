"""Backups of a hosted database: every table comes back from one, and a failed one leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import PostgresDatabase
from companion.hosted.postgres_database import PostgresServer as HostedServer
from companion.library.library import Library
from companion.library.owner_libraries import OwnerLibraries
from companion.storage.matches import Storage
from companion.storage.row_recovery import schema_tables
from rules.registry import GAMES
from tests.support import postgres
from tests.support.paths import ROOT
from tests.support.postgres import PostgresServer
from tests.support.random_play import Seeded, answer

pytestmark = pytest.mark.landing

ANSWERS = 12
"""Answers at each table before the backup."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server for this file."""
    with postgres.server() as one:
        yield one


def rows(server: PostgresServer, name: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of every table."""
    return {table: server.sql(f"SELECT * FROM {table} ORDER BY 1, 2", name) for table in schema_tables()}


def test_every_table_comes_back_from_a_backup(server: PostgresServer, tmp_path: Path) -> None:
    """Games, invitations, cards and settings are there again, and each game goes on at the same question."""
    storage = Storage(database=PostgresDatabase.at(server.database("house")))
    library, chance = Library(storage, GAMES), Seeded(7)
    played = [library.matches.create(game, ("Ana", "Beto")) for game in GAMES]
    for table in played:
        for _ in range(ANSWERS):
            table.answer(table.prompt_id, answer(chance, table.state))
        library.guests.table_invitation(table.match.id)
    storage.cards.save("darkmoor", "minions", "Duende", {"peril": 1})
    asked = {table.match.id: (table.prompt_id, table.state) for table in played}

    done = postgres.run_script("backup", server.address("house"), tmp_path)
    assert done.returncode == 0, done.stderr
    (backup,) = tmp_path.iterdir()
    assert done.stdout.strip() == str(backup)
    assert backup.stat().st_mode & 0o077 == 0

    server.sql("CREATE DATABASE again")
    restored = postgres.run_script("restore", server.address("again"), backup)
    assert restored.returncode == 0, restored.stderr
    before = rows(server, "house")
    assert rows(server, "again") == before
    assert all(before[table] for table in ("match", "entry", "invitation", "card", "guest"))
    storage.close()

    again = Storage(database=PostgresDatabase.at(server.address("again")))
    tables = [Library(again, GAMES).matches.open(match_id) for match_id in asked]
    assert {table.match.id: (table.prompt_id, table.state) for table in tables} == asked
    tables[0].answer(tables[0].prompt_id, answer(chance, tables[0].state))
    again.close()


def test_a_backup_is_brought_into_an_empty_database_only(server: PostgresServer, tmp_path: Path) -> None:
    """Nothing that is there is overwritten, and the sentence says what to do."""
    address = server.database("occupied")
    postgres.run_script("backup", address, tmp_path)
    before = rows(server, "occupied")
    refused = postgres.run_script("restore", address, next(tmp_path.iterdir()))
    assert refused.returncode == 1
    assert "not empty" in refused.stderr
    assert rows(server, "occupied") == before


def test_a_damaged_backup_brings_nothing(server: PostgresServer, tmp_path: Path) -> None:
    """A file that was cut short is refused as a whole: the database is as empty as before."""
    postgres.run_script("backup", server.database("whole"), tmp_path)
    backup = next(tmp_path.iterdir())
    backup.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    server.sql("CREATE DATABASE half")
    assert postgres.run_script("restore", server.address("half"), backup).returncode != 0
    assert server.sql("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'", "half") == []


def test_a_backup_that_fails_leaves_no_file_and_keeps_the_others(server: PostgresServer, tmp_path: Path) -> None:
    """Without the database there is an error and no half a backup; those of the nights before stay."""
    old = tmp_path / "sobremesa-2020-01-01T000000.dump"
    old.write_bytes(b"a night long ago")
    os.utime(old, (0, 0))
    assert postgres.run_script("backup", server.address("nowhere"), tmp_path).returncode != 0
    assert list(tmp_path.iterdir()) == [old]
    assert postgres.run_script("backup", server.database("house_of_old"), tmp_path).returncode == 0
    (left,) = tmp_path.iterdir()
    assert left != old


def test_the_deployed_user_is_no_superuser_and_can_all_that_is_needed(server: PostgresServer, tmp_path: Path) -> None:
    """What the container of PostgreSQL runs once makes a user who serves strangers, backs up, restores, and no more."""
    (tmp_path / "password").write_text("it's a secret\n")
    programs = Path(postgres.installed("psql")).parent
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PASSWORD_FILE": str(tmp_path / "password"),
        "POSTGRES_USER": postgres.USER,
        "PGHOST": "127.0.0.1",
        "PGPORT": str(server.port),
    }
    subprocess.run([ROOT / "deploy" / "create-database"], env=environment, check=True, capture_output=True)
    rights = "rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls"
    made = server.sql(f"SELECT DISTINCT {rights} FROM pg_roles WHERE rolname LIKE 'sobremesa%'")
    assert made == [(False,) * 5]
    assert server.sql("SELECT rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid WHERE rolname = 'sobremesa'") == [
        (True,)
    ]

    address = server.address("sobremesa").replace(f"//{postgres.USER}@", "//sobremesa@")
    hosted = HostedServer(address)
    libraries = OwnerLibraries(PostgresOwners(hosted), GAMES, "https://mesa.example.org")
    owners = [libraries.begin("")[0] for _ in range(2)]
    table = libraries.library_of(owners[0]).matches.create("four_souls", ("Ana", "Beto")).match.id
    assert libraries.library_of(owners[1]).matches.all() == ()
    hosted.close()

    (folder := tmp_path / "backups").mkdir()
    done = postgres.run_script("backup", address, folder)
    assert done.returncode == 0, done.stderr
    server.sql("CREATE DATABASE moved OWNER sobremesa")
    restored = postgres.run_script("restore", address.removesuffix("sobremesa") + "moved", next(folder.iterdir()))
    assert restored.returncode == 0, restored.stderr
    assert server.sql("SELECT id FROM match", "moved") == [(table,)]
