"""Connections that died in the pool, as after a restart of the database: whoever asks next is served all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.access.invitations import hash_key
from companion.hosted import postgres_database as hosted
from companion.hosted.owner_directory import PostgresOwners
from companion.library.owner_libraries import OwnerLibraries
from companion.library.tenancy import TERMS
from tests.support import postgres
from tests.support.postgres import PostgresServer

NAME = "strangers"
CUT_ALL = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{NAME}'"


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server with an empty database."""
    with postgres.server() as one:
        one.database(NAME)
        yield one


def test_whoever_asks_after_a_cut_is_served(server: PostgresServer) -> None:
    """Every way to the database takes a new connection where that of the pool is dead, and says nothing of it."""
    process = hosted.PostgresServer(server.address(NAME))
    owners = PostgresOwners(process)
    libraries = OwnerLibraries(owners, {}, "https://mesa.example.org")
    owner, grant = libraries.begin("")
    library, house = libraries.library_of(owner), hosted.PostgresDatabase(process)
    ways = {
        "a visitor begins": lambda: libraries.begin(""),
        "a key": lambda: owners.owners_of_key(hash_key(grant.key)),
        "a table": lambda: owners.owner_of_match("none"),
        "an invitation": lambda: owners.owner_of_invitation("none"),
        "another host": lambda: owners.is_host_elsewhere(owner, grant.visitor.id),
        "a new key": lambda: owners.replace_key("none", "other"),
        "a use": lambda: owners.note_use(owner, "none"),
        "what is announced": lambda: owners.announced_matches(owner),
        "the sweep": lambda: owners.erase_unused(TERMS),
        "an erasing": lambda: owners.erase("nobody"),
        "an owner's rows": lambda: library.guests.visitor_of_key(grant.key),
        "an owner's change": lambda: library.storage.settings.save("theme", "dark"),
        "the house's rows": lambda: house.read("SELECT 1"),
        "the house's change": lambda: house.write("DELETE FROM setting WHERE key = ?", ("none",)),
    }
    try:
        for name, ask in ways.items():
            ask()
            server.sql(CUT_ALL)
            try:
                ask()
            except Exception as error:
                raise AssertionError(name) from error
    finally:
        process.close()
