"""A public server under attack: the real command with ``--public`` over PostgreSQL, and its owners."""

from __future__ import annotations

import http.client
import re
from http.cookies import SimpleCookie
from pathlib import Path

from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import PostgresServer
from companion.library.owner_libraries import OwnerLibraries
from rules.four_souls.model.events import Attacked
from rules.registry import GAMES
from tests.support.attack.client import Page
from tests.support.ui.browser import Server
from tests.support.ui.four_souls_setup import lay_table

ADDRESS = "127.0.0.1"


class PublicServer(Server):
    """``sobremesa --public`` without a proxy in front; each device says its own address."""

    def __init__(self, data: Path, database: str) -> None:
        super().__init__(data, "--database", database)
        self.options = (*self.options, "--public", self.url)
        self.database = database
        self._devices = 0

    def browser(self, path: str = "/") -> Browser:
        """A device that has opened that path."""
        self._devices += 1
        browser = Browser(self.port, f"198.51.100.{self._devices}")
        browser.get(path)
        return browser

    def owner(self) -> Owner:
        """Somebody who has begun tables, with one of Four Souls that waits for a die."""
        browser = self.browser("/?begin")
        token = re.search(r'href="(/\?begin=\w+)"', browser.text)
        assert token is not None, browser.text
        browser.get(token[1])
        return Owner(self, browser)


class Browser:
    """A device with its cookies."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.cookies: dict[str, str] = {}
        self.text = ""

    @property
    def cookie(self) -> str:
        """The header with its cookies."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str) -> None:
        """Load a path and keep the cookies that come."""
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=20)
        connection.request("GET", path, headers={"Cookie": self.cookie, "X-Forwarded-For": self.address})
        answer = connection.getresponse()
        self.text = answer.read().decode()
        for line in answer.headers.get_all("set-cookie") or ():
            self.cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        connection.close()

    def page(self, route: str) -> Page:
        """Its registered page at that table, whose socket lies below the table's path."""
        return Page(self.port, self.cookie, name=ADDRESS, below=route).register(route)


class Owner:
    """Somebody with a table at a public server."""

    def __init__(self, server: PublicServer, browser: Browser) -> None:
        self.server, self.browser = server, browser
        house = next(value for name, value in browser.cookies.items() if name.endswith("-house"))
        database = PostgresServer(server.database)
        library = OwnerLibraries(PostgresOwners(database), GAMES, server.url).library_of(house)
        table = lay_table(library)
        table.answer(table.prompt_id, Attacked(table.state.slots[0].id))
        self.match, self.invitation = table.match.id, library.guests.table_invitation(table.match.id)
        database.close()

    def host(self) -> Page:
        """The owner's own page at the table."""
        return self.browser.page(f"/t/{self.match}")

    def guest(self) -> Page:
        """The page of a new guest in the middle of the table."""
        guest = self.server.browser(f"/?i={self.invitation}").page(f"/t/{self.match}")
        guest.tap("En medio de la mesa")
        guest.go(f"/t/{self.match}")
        return guest
