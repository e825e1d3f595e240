"""Attacks of a hostile guest: ``ATTACKS`` by name, each random and over within seconds."""

from __future__ import annotations

import http.client
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgpack
from websockets.exceptions import WebSocketException

from bench.wire import NAME
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
    host: str = ""
    """Invitation to all of the attacked owner of a public server."""
    games: str = ""
    """Path of the largest file of games that is read."""

    @property
    def name(self) -> str:
        """The host name in requests."""
        return NAME if self.is_public else "table.local"

    def cookie(self, invitation: str) -> str:
        """The key's cookie of a new device with that invitation."""
        return cookie_for(self.port, invitation, self.name)

    def page(self, cookie: str, match: str = "") -> Page:
        """Open a page of that table, or the home page, which is not registered yet."""
        return Page(self.port, cookie, name=self.name, below=f"/t/{match}" if self.is_public and match else "")


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
            self._cookies[match] = self.target.cookie(word)
        return self._cookies[match]

    def page(self, table: tuple[str, str]) -> Page:
        """The open page at that table: in its middle, or as a spectator of the host's."""
        match = table[0]
        if match not in self._pages:
            entered = match in self._cookies
            page = self.target.page(self.cookie(table), match).register(f"/t/{match}")
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
        with suppress(WebSocketException, OSError), guest.target.page(cookie, guest.target.forged[0]) as page:
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
            connection.request("GET", f"/?i={word}", headers={"Host": f"{guest.target.name}:{guest.target.port}"})
            connection.getresponse().read()


def odd_spellings(guest: Guest, chance: Random) -> None:
    """Requests for what the proxy hides, in spellings that it may not know."""
    path = chance.choice(("health", "ready", "metrics", "?begin=" + "x" * 26))
    odd = chance.choice(
        (path, path.replace("e", "%65"), f"/{path}", f"./{path}", path.upper(), f"{path}/", f"\\{path}")
    )
    _asked(guest, f"/{odd}")


def beginnings(guest: Guest, chance: Random) -> None:
    """Owners of tables, as many as an address may begin and more."""
    for _ in range(chance.randrange(1, 4)):
        text, cookie = _asked(guest, "/?begin")
        button = re.search(r'href="(/\?begin=\w+)"', text)
        if button is not None:
            _asked(guest, button[1], cookie)


def devices_and_pages(guest: Guest, chance: Random) -> None:
    """Devices by the host's link with pages each, which stay open for a moment."""
    with ExitStack() as stack:
        for _ in range(chance.randrange(1, 6)):
            cookie = guest.target.cookie(guest.target.host)
            for _ in range(chance.randrange(1, 9)):
                with suppress(WebSocketException, OSError):
                    page = stack.enter_context(guest.target.page(cookie))
                    page.introduce()
        time.sleep(chance.uniform(0, 3))


def file_of_games(guest: Guest, chance: Random) -> None:
    """The largest file of games at the home page, which is left while it is read."""
    with guest.target.page(guest.target.cookie(guest.target.host)).register("/") as page:
        page.find("Importar una partida")
        picker = next(number for number in page.kinds("FilePicker") if "on_result" in page.controls[number])
        photos.by_upload(page, picker, [Path(guest.target.games).read_bytes()])
        page.listen(first=chance.uniform(0, 20), pause=1)


def _asked(guest: Guest, path: str, cookie: str = "") -> tuple[str, str]:
    """The text of an answer, and the cookies that it gives."""
    with closing(http.client.HTTPConnection("127.0.0.1", guest.target.port, timeout=10)) as connection:
        connection.request("GET", path, headers={"Host": f"{guest.target.name}:{guest.target.port}", "Cookie": cookie})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        return text, "; ".join(one.partition(";")[0] for one in answer.headers.get_all("set-cookie") or ())


def attack_at_random(target: Target, seed: int, seconds: float, diary: Path) -> Counter[str]:
    """Attack for a time, each attack a line of the diary; returns the count by kind."""
    chance, made = Random(seed), Counter[str]()
    attacks = ATTACKS | (PUBLIC_ATTACKS if target.is_public else {})
    end = time.monotonic() + seconds
    with diary.open("a", buffering=1, encoding="utf-8") as lines, closing(Guest(target)) as guest:
        while time.monotonic() < end:
            name = chance.choice(sorted(attacks))
            lines.write(f"{time.monotonic():.2f} guest {seed} {name}\n")
            made[name] += 1
            try:
                attacks[name](guest, chance)
            except (WebSocketException, OSError, AssertionError):
                made["ended"] += 1
                guest.close()
            time.sleep(chance.uniform(0, 0.5))
    return made


Attack = Callable[[Guest, Random], None]
PUBLIC_ATTACKS: dict[str, Attack] = {
    attack.__name__: attack for attack in (odd_spellings, beginnings, devices_and_pages, file_of_games)
}
"""Attacks on a public server, by somebody who may begin tables."""
ATTACKS: dict[str, Attack] = {
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
