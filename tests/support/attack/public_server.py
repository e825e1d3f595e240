"""A public server under attack: the real command with ``--public`` over PostgreSQL, and its owners."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import PostgresServer
from companion.library.owner_libraries import OwnerLibraries
from rules.four_souls.model.events import Attacked
from rules.registry import GAMES
from tests.support.attack.client import Page
from tests.support.server.public_address import Browser
from tests.support.ui.browser import Server
from tests.support.ui.four_souls_setup import lay_table

HOST = "127.0.0.1"


class PublicServer(Server):
    """``sobremesa --public`` without a proxy in front; each device says its own address."""

    def __init__(self, data: Path, database: str, *options: str) -> None:
        super().__init__(data, "--database", database, *options)
        self.options = (*self.options, "--public", self.url)
        self.database = database
        self._addresses = (f"198.51.100.{n}" for n in count(1))

    def browser(self, address: str = "") -> Browser:
        """A device at that address, else at one of its own."""
        return Browser(self.port, forwarded=address or next(self._addresses))

    def page(self, browser: Browser, below: str = "") -> Page:
        """A page of that device, whose socket lies below that path; it has not registered yet."""
        return Page(self.port, browser.cookie, name=HOST, below=below)

    def owner(self) -> Owner:
        """Somebody who has begun tables, with one of Four Souls that waits for a die."""
        (browser := self.browser()).begin()
        return Owner(self, browser)


class Owner:
    """Somebody with a table at a public server."""

    def __init__(self, server: PublicServer, browser: Browser) -> None:
        self.server, self.browser = server, browser
        database = PostgresServer(server.database)
        library = OwnerLibraries(PostgresOwners(database), GAMES, server.url).library_of(browser.owner)
        table = lay_table(library)
        table.answer(table.prompt_id, Attacked(table.state.slots[0].id))
        self.match, self.invitation = table.match.id, library.guests.table_invitation(table.match.id)
        database.close()

    def host(self) -> Page:
        """The owner's own page at the table."""
        route = f"/t/{self.match}"
        return self.server.page(self.browser, route).register(route)

    def guest(self) -> Page:
        """The page of a new guest in the middle of the table."""
        (browser := self.server.browser()).get(f"/?i={self.invitation}")
        route = f"/t/{self.match}"
        guest = self.server.page(browser, route).register(route)
        guest.tap("En medio de la mesa")
        guest.go(route)
        return guest
