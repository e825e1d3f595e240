"""D4: one guest's messages that cost memory, or time of everybody else at the table."""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgpack
import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import EVENT, INVOKE, PAGE, REGISTER, UPDATE, Page, cookie_for, frame

MALFORMED, FLOOD, HEAVY = 4400, 4429, 1009
MIB = 2**20
ROOM = 60.0
"""MB by which the process may grow; the attacks took hundreds."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AttackedServer]:
    house = AttackedServer(tmp_path)
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        house.kill()


@pytest.fixture
def guest(house: AttackedServer) -> Iterator[Page]:
    """A guest at the table whose first frames the server has already handled."""
    with house.guest() as page:
        yield page


def empties(many: int, kind: bytes = b"\x80") -> bytes:
    """An event of page 1 whose data is a list of that many empty maps."""
    body = b"\x83\xa6target\x01\xa4name\xa1x\xa4data\xdd" + many.to_bytes(4, "big") + kind * many
    return b"\x00\x92\x03" + body


def still_lives(house: AttackedServer) -> None:
    """Check that a new page of the host shows the table."""
    with house.host() as host:
        assert host.hears("Tira un dado contra")


def log_of(house: AttackedServer) -> list[str]:
    return house.log.read_text("utf-8", "replace").splitlines()


# --- memory ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("many", "code"),
    [(12 * MIB, HEAVY), (64 * MIB - 64, HEAVY), (MIB - 64, MALFORMED)],
    ids=["12 MiB", "64 MiB", "1 MiB"],
)
def test_a_frame_of_empty_maps_ends_its_page(
    house: AttackedServer, guest: Page, many: int, code: int, say: Callable[[str], None]
) -> None:
    """A list of empty maps of the largest message size, or more, ends its page.

    No object is built of it, so the memory stays as it was.
    """
    before, began = house.peak, time.monotonic()
    with suppress(OSError):
        guest.raw(empties(many))
    ended = guest.ended()
    say(f"{many / MIB:.0f} MiB of empty maps: +{house.peak - before:.0f} MB, {time.monotonic() - began:.1f} s, {ended}")
    assert ended == code
    assert house.peak - before < ROOM
    still_lives(house)


@pytest.mark.landing
def test_no_client_message_is_inflated(house: AttackedServer, say: Callable[[str], None]) -> None:
    """Compression is not negotiated, and a compressed frame ends its page."""
    bomb = (
        b"\x00\x92\x04\x82\xa2id\x01\xa5props\x81\xa5_junk\xdd" + (6_000_000).to_bytes(4, "big") + b"\x80" * 6_000_000
    )
    with Page(house.port, cookie_for(house.port, house.invitation), compression="deflate") as page:
        assert page.socket.protocol.extensions == []
        page.register(f"/t/{house.match}")
        before = house.peak
        deflate = zlib.compressobj(9, wbits=-12)
        small = (deflate.compress(bomb) + deflate.flush(zlib.Z_SYNC_FLUSH))[:-4]
        page.raw(small, deflated=True)
        ended = page.ended()
        say(f"{len(small)} bytes that inflate to {len(bomb)}: +{house.peak - before:.0f} MB, {ended}")
        assert ended == 1002
        assert house.peak - before < ROOM
    still_lives(house)


@pytest.mark.landing
@pytest.mark.parametrize("pings", [True, False], ids=["pings", "empty fragments"])
def test_frames_that_are_no_message_are_bounded(
    house: AttackedServer, guest: Page, pings: bool, say: Callable[[str], None]
) -> None:
    """Pings with unread answers and fragments without an end use bounded memory."""
    before, began = house.peak, time.monotonic()
    one = frame(b"x" * 125, 0x9) if pings else frame(b"", 0x0, fin=False)
    with suppress(OSError):
        if not pings:
            guest.raw(b"\x00", fin=False)
        for _ in range(100):
            guest.socket.socket.sendall(one * 10_000)
    took, ended = time.monotonic() - began, guest.ended(5)
    kind = "pings" if pings else "empty fragments"
    say(f"1,000,000 {kind}: +{house.peak - before:.0f} MB, {took:.1f} s, {ended}")
    assert ended == FLOOD
    assert house.peak - before < ROOM
    still_lives(house)


def test_what_is_told_without_compression_is_small(house: AttackedServer, say: Callable[[str], None]) -> None:
    """The uncompressed bytes of a phone's first screen and of a die are few.

    Printed beside what compression would make of them.
    """
    shrink = zlib.compressobj(wbits=-12, memLevel=5)  # the settings that uvicorn negotiates

    def shrunk(data: bytes) -> int:
        return len(shrink.compress(data) + shrink.flush(zlib.Z_SYNC_FLUSH))

    with house.host() as host:
        assert host.hears("Tira un dado contra")
        host.listen(first=2, pause=1)
        first = host.heard
        host.event(host.find("'4'", "on_click"), "click")
        told = host.listen(first=10, pause=1.5)
    say(f"first screen {len(first)} bytes ({shrunk(first)} compressed), a die told {len(told)} ({shrunk(told)})")
    assert 0 < len(told) < 250_000
    assert len(first) < 500_000


# --- malformed frames --------------------------------------------------------------------------------------------

DEEP = b"\x00\x92\x03\x83\xa6target\x01\xa4name\xa1x\xa4data" + b"\x91" * 400 + b"\xc0"
SHAPES: dict[str, Any] = {
    "deep": DEEP,
    "endless list": b"\x00\xdd\xff\xff\xff\xff",
    "endless map": b"\x00\x92\x04\xdf\xff\xff\xff\xff",
    "endless text": b"\x00\x92\x03\xdb\xff\xff\xff\xff",
    "endless bytes": b"\x00\xc6\xff\xff\xff\xff",
    "endless extension": b"\x00\xc9\xff\xff\xff\xff\x01",
    "extension without end": b"\x00\x92\x03" + msgpack.packb(msgpack.ExtType(2, b":1" * 200_000)),
    "odd date": b"\x00\x92\x03" + msgpack.packb(msgpack.ExtType(1, b"not a date")),
    "more than one": b"\x00" + msgpack.packb([EVENT, {"target": 1, "name": "x", "data": None}]) * 2,
    "nothing": b"",
    "only a kind": b"\x00",
    "no value": b"\x00\xc1",
    "channel": b"\x01\x00\x00\x00\x00x",
    "cut channel": b"\x01\x00",
    "unknown channel": b"\x01" + b"\xff" * 600_000,
    "unknown packet": b"\x07x",
    "a list": [],
    "a number": 7,
    "unknown kind": [99, {}],
    "a server's kind": [6, {"message": "x"}],
    "kind is no number": [True, {}],
    "no body": [EVENT, None],
    "no fields": [EVENT, {}],
    "more fields": [EVENT, {"target": 1, "name": "x", "data": None, "more": 1}],
    "target is a text": [EVENT, {"target": "1", "name": "x", "data": None}],
    "name is long": [EVENT, {"target": 1, "name": "x" * 1000, "data": None}],
    "props is a number": [UPDATE, {"id": 1, "props": 7}],
    "call is a list": [INVOKE, {"control_id": 1, "call_id": [], "result": None, "error": None}],
    "registers twice": [REGISTER, {"session_id": None, "page_name": "", "page": PAGE}],
}


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "opening"])
def test_each_malformed_frame_ends_its_page_with_one_line(house: AttackedServer, is_open: bool) -> None:
    """A malformed frame ends its page with its close code, and logs one line, no traceback.

    It comes to a page that is shown, or right after the registration, while the page is prepared.
    """
    cookie, lines = cookie_for(house.port, house.invitation), {}
    for name, shape in SHAPES.items():
        before = len(log_of(house))
        with Page(house.port, cookie) as page:
            (page.register if is_open else page.introduce)(f"/t/{house.match}")
            page.raw(shape if isinstance(shape, bytes) else b"\x00" + msgpack.packb(shape))
            code = page.ended(5)
        time.sleep(0.1)
        if code != MALFORMED or len(log_of(house)) - before != 1:
            lines[name] = (code, log_of(house)[before:][:3])
    assert not lines
    still_lives(house)


FIRST: dict[str, Any] = {
    "an event": [EVENT, {"target": 1, "name": "x", "data": None}],
    "no fields": [REGISTER, {}],
    "a text": [REGISTER, "x"],
    "a session that is a map": [REGISTER, {"session_id": {"a": 1}, "page_name": "", "page": PAGE}],
    "a map": {"a": 1},
    "nothing": [],
}
"""What a page may send in place of its registration."""


@pytest.mark.landing
def test_a_page_that_does_not_register_is_ended(house: AttackedServer) -> None:
    """A page whose first message is none that registers it is ended."""
    cookie, codes = cookie_for(house.port, house.invitation), {}
    for name, shape in FIRST.items():
        with Page(house.port, cookie) as page:
            page.raw(b"\x00" + msgpack.packb(shape))
            codes[name] = page.ended(5)
    assert codes == dict.fromkeys(FIRST, MALFORMED)
    still_lives(house)


def test_a_page_that_leaves_while_it_opens_is_one_line(house: AttackedServer, say: Callable[[str], None]) -> None:
    """A page that is closed while it opens logs one line at most.

    Pages are dropped after none to six of the server's first messages.
    """
    cookie, before = cookie_for(house.port, house.invitation), len(log_of(house))

    def leaves(n: int) -> None:
        with Page(house.port, cookie) as page, suppress(ConnectionClosed, TimeoutError):
            body = {"session_id": None, "page_name": "", "page": {**PAGE, "route": f"/t/{house.match}"}}
            page.send(REGISTER, body)
            for _ in range(n % 7):
                page.listen(first=0.5, pause=0.01)
            if n % 2:
                page.socket.socket.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(leaves, range(80)))
    time.sleep(15)  # Flet forgets sessions every ten seconds
    said = log_of(house)[before:]
    say(f"80 pages dropped while opening: {len(said)} lines in the log")
    assert not [line for line in said if "Traceback" in line], "\n".join(said[:60])
    assert len(said) <= 80
    still_lives(house)


# --- floods ------------------------------------------------------------------------------------------------------


class Flood:
    """A thread in which a page sends messages as fast as possible, until ended or finished."""

    def __init__(self, page: Page, sends: Callable[[Page, int], None], many: int) -> None:
        self.page, self.sends, self.many = page, sends, many
        self.sent = 0
        self.code: int | None = None
        self.took = 0.0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Flood:
        self._began = time.monotonic()
        self._thread.start()
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.page.__exit__()
        self._thread.join(30)
        self._reader.join(30)

    @property
    def going(self) -> bool:
        return self._reader.is_alive()

    def _run(self) -> None:
        with suppress(ConnectionClosed, OSError):
            while self.sent < self.many:
                self.sends(self.page, self.sent)
                self.sent += 1

    def _read(self) -> None:
        try:
            while True:
                told = self.page.socket.recv()
                if isinstance(told, str):
                    self.page.notices.append(told)
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else 1006
        self.took = time.monotonic() - self._began


class Player:
    """A host's phone that switches between two pages of the table and times each redraw."""

    def __init__(self, host: Page, table: str) -> None:
        self.host, self.table, self.taps = host, table, 0

    def plays(self, seconds: float, going: Callable[[], bool] = lambda: True) -> list[float]:
        """Tap for a time; the sorted seconds that each tap took."""
        waits: list[float] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end and going():
            waits.append(self.tap())
            self.host.listen(first=0.3, pause=0.2)
        return sorted(waits)

    def tap(self) -> float:
        """Tap to the other page."""
        page, words = (("phones", b"Invita"), ("history", b"Historial"))[self.taps % 2]
        self.taps += 1
        route, began, told = f"{self.table}/{page}", time.monotonic(), False
        self.host.update(1, route=route)
        self.host.event(1, "route_change", {"route": route})
        while not told and time.monotonic() < began + 30:
            with suppress(TimeoutError):
                message = self.host.socket.recv(timeout=1)
                told = isinstance(message, bytes) and words in message
        return time.monotonic() - began


def widths(page: Page, _: int) -> None:
    """Send the unchanged width of the screen: the smallest message of a page."""
    page.update(1, width=390.0)


def test_a_flood_is_slowed_told_and_ended(house: AttackedServer, say: Callable[[str], None]) -> None:
    """A page that floods with the smallest messages is warned, then ended, while another phone's taps are answered.

    ``bench.flood`` floods with what costs the server most.
    """
    many = 20_000
    with house.host() as host, house.guest(keepalive=False) as guest:
        assert host.hears("Tira un dado contra")
        player = Player(host, f"/t/{house.match}")
        quiet, worked = player.plays(4), house.cpu
        with Flood(guest, widths, many) as flood:
            waits = player.plays(150, lambda: flood.going)
        say(
            f"{many} widths: {flood.sent} sent, ended with {flood.code} after {flood.took:.0f} s,"
            f" {house.cpu - worked:.0f} processor s; another's {len(waits)} taps {waits[-1]:.2f} s at most"
            f" (median {waits[len(waits) // 2]:.2f}; alone {quiet[len(quiet) // 2]:.2f})"
        )
        assert flood.code == FLOOD
        assert "slowed" in guest.notices
        assert waits[-1] < 5
    still_lives(house)
    assert sum("too many messages" in line for line in log_of(house)) == 1


def test_play_is_never_slowed(house: AttackedServer, say: Callable[[str], None]) -> None:
    """Ordinary heavy use is never slowed.

    Taps, a held button, a dragged window, a scrolled list and a camera, one after the other.
    """
    picture = bytes(300_000)
    with house.guest() as guest:
        number, reader = (
            guest.find("Cámara o tirar", "on_click"),
            threading.Thread(target=guest.ended, args=(40,), daemon=True),
        )
        reader.start()
        began, worked = time.monotonic(), house.cpu
        at(10, 5, lambda n: guest.event(number, "focus"))
        at(60, 4, lambda n: guest.event(number, "scroll", {"o": n}))
        at(20, 5, lambda n: guest.send(INVOKE, {"control_id": 1, "call_id": "x", "result": picture, "error": None}))
        at(60, 2, lambda n: (guest.update(1, width=390 + n, height=844), guest.event(1, "resize", {"width": 390 + n})))
        say(f"16 s of play in {time.monotonic() - began:.1f} s: {house.cpu - worked:.1f} processor s")
    assert guest.notices == []
    assert not any("was ended" in line for line in log_of(house))


def at(rate: float, seconds: float, do: Callable[[int], object]) -> None:
    """Send at that rate for that time."""
    begins = time.monotonic()
    for n in range(int(rate * seconds)):
        do(n)
        time.sleep(max(0.0, begins + (n + 1) / rate - time.monotonic()))
