"""Attacks of a hostile guest: ``ATTACKS`` by name, each random and over within seconds."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable
from contextlib import closing, suppress
from random import Random
from typing import Any, NamedTuple

import msgpack
from websockets.exceptions import WebSocketException

from tests.support.attack import photos, uploading
from tests.support.attack.client import EVENT, PAGE, REGISTER, Page, cookie_for, frame
from tests.support.attack.flood import HALF, hold_connections, neighbours

MIB = 2**20
VALUES: tuple[Any, ...] = (None, True, -1, 9e307, "x" * 5000, "#00FF00", [], [[1]] * 99, {"width": 9000}, b"\xff" * 99)
NAMES = ("value", "_i", "_c", "_junk", "__class__", "data", "page", "on_click", "session", "web", "route", "border")
ROUTES = ("", "/history", "/rules", "/statistics", "/phones", "/situation", "/situation/1", "/x/../..", "/%00")
ELSEWHERE = ("/", "/settings", "/new/four_souls", "/new/darkmoor", "/import", "/t/../x", "x" * 2000, "/statistics")
PATHS = ("/etc/passwd", "/dev/zero", "/proc/self/environ", "..\\..\\x", "")


class Target(NamedTuple):
    """The server's address, and match and invitation of each table.

    At ``hosted`` guests are spectators. A public server has a proxy before it.
    """

    port: int
    photos: tuple[str, str]
    forged: tuple[str, str]
    hosted: tuple[str, str]
    is_public: bool = False

    def page(self, cookie: str, table: tuple[str, str]) -> Page:
        """Open a page of that table, which is not registered yet."""
        return Page(self.port, cookie, below=f"/t/{table[0]}" if self.is_public else "")


class Guest:
    """One guest with a cookie and a page for each table, made when needed and again once ended."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._cookies: dict[str, str] = {}
        self._pages: dict[str, Page] = {}

    def cookie(self, table: tuple[str, str]) -> str:
        """The guest's cookie at that table."""
        match, word = table
        if match not in self._cookies:
            self._cookies[match] = cookie_for(self.target.port, word)
        return self._cookies[match]

    def page(self, table: tuple[str, str]) -> Page:
        """The open page at that table: in its middle, or as a spectator of the host's."""
        match = table[0]
        if match not in self._pages:
            entered = match in self._cookies
            page = self.target.page(self.cookie(table), table).register(f"/t/{match}")
            self._pages[match] = page
            if not entered and table != self.target.hosted:
                page.tap("En medio de la mesa")
            page.go(f"/t/{match}")
        return self._pages[match]

    def close(self) -> None:
        """Close all pages."""
        for page in self._pages.values():
            page.__exit__()
        self._pages.clear()


def forged_events(guest: Guest, chance: Random) -> None:
    """Every event of the newest controls, at a table where the guest may play."""
    guest.page(guest.target.forged).sweep(chance.randrange(5, 60))


def looking_on(guest: Guest, chance: Random) -> None:
    """Every event as a spectator at the host's table, where none may count."""
    guest.page(guest.target.hosted).sweep(chance.randrange(5, 60))


def property_writes(guest: Guest, chance: Random) -> None:
    """Values of all kinds for properties of all kinds."""
    page = guest.page(guest.target.photos)
    for number in chance.sample(sorted(page.controls), min(20, len(page.controls))):
        page.update(number, **{chance.choice(NAMES): chance.choice(VALUES)})
    page.listen(first=0.3, pause=0.1)


def event_burst(guest: Guest, chance: Random) -> None:
    """Thousands of small events as fast as they are accepted."""
    page = guest.page(guest.target.forged)
    for _ in range(chance.randrange(200, 3000)):
        page.event(10**9, "click")
    page.listen(first=0.5, pause=0.1)


def heavy_frame(guest: Guest, chance: Random) -> None:
    """A list of empty maps of up to 12 MiB."""
    many = chance.choice((MIB // 4, MIB - 64, 12 * MIB))
    head = b"\x00\x92\x03\x83\xa6target\x01\xa4name\xa1x\xa4data\xdd"
    with suppress(OSError):
        guest.page(guest.target.forged).raw(head + many.to_bytes(4, "big") + b"\x80" * many)
    guest.page(guest.target.forged).ended(2)
    guest.close()


def odd_frame(guest: Guest, chance: Random) -> None:
    """Deeply nested lists, false lengths, noise, a second registration."""
    event = b"\x00\x92\x03\x83\xa6target\x01\xa4name\xa1x\xa4data"
    odd = (
        event + b"\x91" * chance.randrange(50, 100_000) + b"\xc0",
        b"\x00\xdd\xff\xff\xff\xff",
        b"\x00\x92\x04\xdf\xff\xff\xff\xff",
        chance.randbytes(chance.randrange(4096)),
        b"\x00" + msgpack.packb([EVENT, {"target": "1", "name": "x" * 9000, "data": None}]),
        b"\x00" + msgpack.packb([REGISTER, {"session_id": None, "page_name": "", "page": PAGE}]),
    )
    guest.page(guest.target.forged).raw(chance.choice(odd), deflated=chance.random() < 0.2)
    guest.page(guest.target.forged).ended(1)
    guest.close()


def pings(guest: Guest, chance: Random) -> None:
    """Pings whose answers are not read."""
    page = guest.page(guest.target.forged)
    for _ in range(10):
        page.socket.socket.sendall(frame(b"x" * 125, 0x9) * 1000)
    page.listen(first=0.2, pause=0.1)


def routes(guest: Guest, chance: Random) -> None:
    """Routes to pages of the table, of the host and to unknown ones."""
    page, match = guest.page(guest.target.forged), guest.target.forged[0]
    for _ in range(chance.randrange(3, 12)):
        route = chance.choice([f"/t/{match}{end}" for end in ROUTES] + list(ELSEWHERE))
        page.update(1, route=route)
        page.event(1, "route_change", {"route": route})
    page.listen(first=0.5, pause=0.2)
    page.go(f"/t/{match}")


def photos_in_messages(guest: Guest, chance: Random) -> None:
    """Up to three pictures at once: 49 megapixels in few bytes, slow to decode, no picture."""
    pictures = (photos.flat(7000), photos.flat(7000, ".png"), photos.slow(20), chance.randbytes(50_000), b"")
    page = guest.page(guest.target.photos)
    chosen = [chance.choice(pictures) for _ in range(chance.randrange(1, 4))]
    photos.in_messages(page, photos.picker_of(page), chosen)
    page.listen(first=1, pause=0.2)
    page.go(f"/t/{guest.target.photos[0]}")


def upload(guest: Guest, chance: Random) -> None:
    """An upload of 49 megapixels, or a file reported as arrived and only half sent."""
    page = guest.page(guest.target.photos)
    picker = uploading.photo_picker(page)
    url = uploading.asked_address(page, picker)
    if chance.random() < 0.5:
        uploading.put(page, url, photos.flat(7000))
        uploading.says_progress(page, picker)
    else:
        with uploading.sending(page, url, chance.choice((None, 50_000_000, 200_000_000))) as file:
            file.megabytes(chance.randrange(1, 40))
            uploading.says_progress(page, picker)
            time.sleep(chance.uniform(0, 2))
    page.listen(first=0.5, pause=0.2)
    page.go(f"/t/{guest.target.photos[0]}")


def host_paths(guest: Guest, chance: Random) -> None:
    """Files of the host's computer, named by a page that claims not to be a browser."""
    page = guest.page(guest.target.photos)
    picker = photos.picker_of(page)
    page.update(1, web=False)
    file = {"id": 1, "name": "x", "size": 1, "path": chance.choice(PATHS), "bytes": None}
    page.event(picker, "result", {"files": [file]})
    page.listen(first=0.5, pause=0.2)
    page.go(f"/t/{guest.target.photos[0]}")


def half_open(guest: Guest, chance: Random) -> None:
    """Requests with unfinished heads."""
    with hold_connections(guest.target.port, chance.randrange(10, 150), HALF, neighbours):
        time.sleep(chance.uniform(0, 2))


def reconnects(guest: Guest, chance: Random) -> None:
    """Pages that are closed while they open."""
    cookie = guest.cookie(guest.target.forged)
    for _ in range(chance.randrange(2, 8)):
        with suppress(WebSocketException, OSError), guest.target.page(cookie, guest.target.forged) as page:
            route = f"/t/{guest.target.forged[0]}"
            page.send(REGISTER, {"session_id": None, "page_name": "", "page": {**PAGE, "route": route}})
            page.listen(first=chance.uniform(0, 0.3), pause=0.01)
            page.socket.socket.close()


def wrong_words(guest: Guest, chance: Random) -> None:
    """Wrong invitations, from an address of their own."""
    source = (neighbours(chance.randrange(16)), 0)
    for _ in range(chance.randrange(1, 15)):
        dialled = http.client.HTTPConnection("127.0.0.1", guest.target.port, timeout=10, source_address=source)
        with closing(dialled) as connection:
            word = chance.randbytes(16).hex()
            connection.request("GET", f"/?i={word}", headers={"Host": f"table.local:{guest.target.port}"})
            connection.getresponse().read()


ATTACKS: dict[str, Callable[[Guest, Random], None]] = {
    attack.__name__: attack
    for attack in (
        forged_events,
        looking_on,
        property_writes,
        event_burst,
        heavy_frame,
        odd_frame,
        pings,
        routes,
        photos_in_messages,
        upload,
        host_paths,
        half_open,
        reconnects,
        wrong_words,
    )
}
