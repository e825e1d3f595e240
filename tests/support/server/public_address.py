"""A public address: real processes over one database behind the deployed proxy, and requests from the wire."""

from __future__ import annotations

import http.client
import re
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path

import psycopg

from tests.support.postgres import PostgresServer
from tests.support.proxy import proxy, wait_until_served
from tests.support.ui.browser import Server

PATIENCE = 20
"""Seconds to wait for an answer."""


@dataclass(frozen=True)
class PublicAddress:
    """The processes as phones reach them, by a proxy that writes to ``log``."""

    port: int
    database: str
    servers: tuple[Server, ...]
    log: Path

    @property
    def url(self) -> str:
        """The address that people open."""
        return f"http://127.0.0.1:{self.port}/"

    def count(self, sql: str, *values: str) -> int:
        """The number that a query of the database returns."""
        return int(self.text(sql, *values))

    def text(self, sql: str, *values: str) -> str:
        """The value that a query of the database returns."""
        with psycopg.connect(self.database.replace("+psycopg", ""), autocommit=True) as db:
            row = db.execute(sql, values).fetchone()
        assert row is not None
        return str(row[0])


@contextmanager
def public_address(database: PostgresServer, folder: Path) -> Iterator[PublicAddress]:
    """Run two public processes behind the proxy."""
    address, log = database.database("strangers"), folder / "proxy.log"
    servers = tuple(_server(folder / name, "--database", address) for name in ("one", "two"))
    try:
        with proxy([one.port for one in servers], log) as port:
            public = PublicAddress(port, address, servers, log)
            for one in servers:
                one.options = (*one.options, "--public", public.url)
                one.start()
            wait_until_served(port)
            yield public
    finally:
        for one in servers:
            one.kill()


def _server(folder: Path, *options: str) -> Server:
    folder.mkdir()
    server = Server(folder, *options)
    server.is_forked = True
    return server


@dataclass(frozen=True)
class Answer:
    """An answer from the wire; ``begins`` is where its button leads."""

    status: int
    text: str
    headers: http.client.HTTPMessage

    def leads(self, kind: str) -> str:
        """Where the page's button with that parameter leads; empty without one."""
        found = re.search(rf'href="(/\?[^"]*{kind}=[^"]*)"', self.text)
        return found[1].replace("&amp;", "&") if found else ""


class Browser:
    """What a browser somewhere sends: its cookies, as far as SameSite allows, and whence a link was followed."""

    def __init__(self, port: int, address: str = "127.0.0.1", name: str = "", forwarded: str = "") -> None:
        """Create it; ``forwarded`` is the address that a proxy would tell."""
        self.port, self.address, self.forwarded = port, address, forwarded
        self.name = name or f"127.0.0.1:{port}"
        self.jar = SimpleCookie()

    @property
    def cookie(self) -> str:
        """The header with all that it keeps."""
        return "; ".join(f"{name}={value}" for name, value in self.kept.items())

    @property
    def kept(self) -> dict[str, str]:
        """All that it keeps, by name."""
        return {name: morsel.value for name, morsel in self.jar.items()}

    @property
    def owner(self) -> str:
        """Whose tables the home page shows."""
        return self.kept["sobremesa-house"]

    def get(self, path: str, site: str = "none", **headers: str) -> Answer:
        """Open an address, typed or followed on a page of that ``site`` (``Sec-Fetch-Site``)."""
        kept = [
            f"{name}={morsel.value}"
            for name, morsel in self.jar.items()
            if site != "cross-site" or morsel["samesite"].lower() != "strict"
        ]
        sent = {"Host": self.name, "Cookie": "; ".join(kept), "Accept-Language": "es-ES", "Sec-Fetch-Site": site}
        sent |= {"X-Forwarded-For": self.forwarded}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, source_address=(self.address, 0))
        with closing(connection):
            connection.request("GET", path, headers={**{k: v for k, v in sent.items() if v}, **headers})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        for given in answer.headers.get_all("set-cookie") or ():
            self.jar.load(given)
        return Answer(answer.status, text, answer.headers)

    def begin(self, **headers: str) -> Answer:
        """Begin tables of one's own, by the button of the first page."""
        return self.get(self.get("/?begin", "same-origin", **headers).leads("begin"), "same-origin", **headers)


def asked(port: int, request: bytes, address: str = "127.0.0.1", at: str = "127.0.0.1") -> tuple[int, str]:
    """Send these very bytes; return status and text of the answer, 0 where the connection is closed without one."""
    source = (address, 0) if at.startswith("127.") else None
    try:
        with socket.create_connection((at, port), PATIENCE, source_address=source) as one:
            one.sendall(request)
            data = b""
            while part := one.recv(65536):
                data += part
    except OSError:
        return 0, ""
    head = re.match(rb"HTTP/1\.\d (\d{3})", data)
    return int(head[1]) if head else 0, data.decode("utf-8", "replace")
