"""A database that cannot be opened: the command says which one, where, and what the server says of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from tests.support import postgres
from tests.support.postgres import USER, PostgresServer

pytestmark = pytest.mark.landing


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server with a database, and a user who may only look at it."""
    with postgres.server() as one:
        one.database("house")
        one.sql("CREATE DATABASE empty")
        one.sql("CREATE ROLE looker LOGIN")
        yield one


def listed(address: str, language: str = "en") -> tuple[int, str]:
    """Exit code and output of the list of games in that database."""
    done = CliRunner().invoke(main, ["--lang", language, "--database", address, "games", "list"])
    return done.exit_code, done.output.strip()


def test_the_address_of_other_programs_is_one(server: PostgresServer) -> None:
    """``postgresql://``, as PostgreSQL's own programs write it, is the same address."""
    address = server.address("house")
    for scheme in ("postgresql", "postgres"):
        assert listed(address.replace("postgresql+psycopg:", f"{scheme}:"))[0] == 0
    code, said = listed("mysql://user@server/name")
    assert (code, "no address of a PostgreSQL database" in said) == (4, True)


@pytest.mark.parametrize(
    ("user", "name", "says"),
    [
        (USER, "nowhere", 'database "nowhere" does not exist'),
        ("nobody_here", "house", 'role "nobody_here" does not exist'),
        ("looker", "empty", "permission denied for schema public"),
    ],
)
def test_what_the_server_says_is_told(server: PostgresServer, user: str, name: str, says: str) -> None:
    """A name, a user or a right that is missing is named as the server names it, with the place."""
    address = server.address(name).replace(f"//{USER}@", f"//{user}@")
    code, said = listed(address)
    assert code == 4
    assert says in said
    assert f"The database {name} at 127.0.0.1:{server.port} cannot be opened: " in said
    assert f"La base de datos {name} de 127.0.0.1:{server.port} no se puede abrir: " in listed(address, "es")[1]


def test_who_does_not_answer_is_named_without_the_password() -> None:
    """A port where nobody waits, and a name that nobody knows, are said; the password is not."""
    code, said = listed("postgresql+psycopg://sobremesa:geheim@127.0.0.1:9/house")
    assert (code, "127.0.0.1:9 cannot be opened" in said, "Connection refused" in said) == (4, True, True)
    code, known = listed("postgresql+psycopg://sobremesa:geheim@no-such-host.invalid/house")
    assert (code, "no-such-host.invalid:5432 cannot be opened" in known) == (4, True)
    assert "geheim" not in said + known
