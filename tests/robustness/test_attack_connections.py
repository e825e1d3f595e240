"""D5: clients that exhaust connections, memory or time of the server.

With an invitation or without.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.server.wire.admission import MAX_ANONYMOUS_PER_ADDRESS, Admission
from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page, cookie_for
from tests.support.attack.flood import HALF, dial, ended, flooded, hold_connections, neighbours
from tests.support.attack.uploading import asked_address, photo_picker

DESCRIPTORS = 200
SOON = 5.0
"""Seconds within which a phone is answered during a flood: five times the aim."""
FLAT = 60.0
"""MB by which the server's memory may grow during a flood."""
LATE = 10.0 + 5.0
"""Seconds after which an idle client is disconnected: the limit, and 5 for a slow machine."""
Say = Callable[[str], None]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedServer]:
    """A house whose process is limited to 200 open files and connections."""
    yield from started(AttackedServer(tmp_path_factory.mktemp("house")))


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[AttackedServer]:
    """A house with TLS and the same limit."""
    yield from started(AttackedServer(tmp_path, "--tls"))


def started(house: AttackedServer) -> Iterator[AttackedServer]:
    house.descriptors = DESCRIPTORS
    try:
        house.start()
        time.sleep(3)  # so that what is imported after the start is not counted as the flood's
        yield house
    finally:
        house.kill()


def enters(house: AttackedServer) -> float:
    """Seconds until a new phone with the invitation has its cookie; it retries when cut off."""
    before = time.monotonic()
    while time.monotonic() - before < 20:
        with suppress(OSError, http.client.HTTPException):
            assert cookie_for(house.port, house.invitation)
            return time.monotonic() - before
    raise AssertionError("the phone did not get in")


def request(house: AttackedServer, path: str, *headers: str, method: str = "GET") -> tuple[int, bytes]:
    """The status and the whole response to a request with exactly these headers."""
    with dial(house.port) as sock:
        sock.sendall("\r\n".join((f"{method} {path} HTTP/1.1", *headers, "Connection: close", "", "")).encode())
        sock.settimeout(20)
        answer = b"".join(iter(lambda: sock.recv(65536), b""))
    return int(answer.split()[1]), answer


# --- floods ------------------------------------------------------------------------------------------------------


@pytest.mark.landing
@pytest.mark.parametrize("many_addresses", [False, True])
def test_half_requests_harm_nobody(house: AttackedServer, say: Say, many_addresses: bool) -> None:
    """450 unfinished requests with a limit of 200 descriptors keep no phone out.

    A phone inside is answered, a new one gets in, and descriptors are left.
    """
    before = house.memory
    source = neighbours if many_addresses else lambda n: "127.0.0.1"
    with house.guest() as page, hold_connections(house.port, 450, HALF, source):
        tap, entry = tapped(page), enters(house)
        say(
            f"450 half requests ({'16 addresses' if many_addresses else 'one address'}): tap {tap:.2f} s,"
            f" new phone {entry:.2f} s, {house.open_files} files, {house.memory - before:+.0f} MB"
        )
        assert tap < SOON
        assert entry < SOON
        assert house.open_files < DESCRIPTORS * 3 // 4
        assert house.memory - before < FLAT


def tapped(page: Page) -> float:
    """Seconds from a tap until a phone at the table sees its dice sheet."""
    button = page.find("Cámara o tirar por mí", "on_click")
    before = time.monotonic()
    page.event(button, "click")
    heard = b""
    while b"FilePicker" not in heard and time.monotonic() - before < 20:
        heard += page.listen(first=20, pause=0.05)
    return time.monotonic() - before - 0.05


@pytest.mark.landing
def test_two_thousand_connects_harm_nobody(house: AttackedServer, say: Say) -> None:
    """During 2,000 connects a phone inside is answered and a new one gets in."""
    before = house.memory
    with house.guest() as page, flooded(house.port, neighbours) as come:
        while len(come) < 600:
            time.sleep(0.1)
        tap, entry, files = tapped(page), enters(house), house.open_files
        while len(come) < 2000:
            time.sleep(0.1)
    say(
        f"{len(come)} connects: tap {tap:.2f} s, new phone {entry:.2f} s, {files} files,"
        f" {house.memory - before:+.0f} MB"
    )
    assert tap < SOON
    assert entry < SOON
    assert files < DESCRIPTORS * 3 // 4
    assert house.memory - before < FLAT


@pytest.mark.landing
@pytest.mark.parametrize(("size", "code"), [(15_000, 403), (16_500, 400), (20_000, 400), (31_000, 400)])
def test_a_long_head_is_refused(house: AttackedServer, size: int, code: int) -> None:
    """A head of more than 16 KB is refused, also one that arrives at once; a shorter one is read."""
    padding = [f"X-{n}: {'x' * 990}" for n in range(size // 1000)]
    assert request(house, "/", f"Host: table.local:{house.port}", *padding, f"X: {'x' * (size % 1000)}")[0] == code


def test_tiny_headers_take_no_memory(house: AttackedServer, say: Say) -> None:
    """24 MB of header lines on one connection are refused before their end and use no memory."""
    before, most, sent = house.memory, 0.0, 0
    with dial(house.port) as sock, suppress(OSError):
        sock.sendall(b"GET / HTTP/1.1\r\nHost: table.local\r\n")
        for _ in range(24):
            sock.sendall(b"a:b\r\n" * 200_000)
            sent += 1
            most = max(most, house.memory - before)
    say(f"tiny headers: closed after {sent} MB, {most:+.0f} MB")
    assert sent < 24
    assert most < FLAT


@pytest.mark.landing
def test_a_phone_with_a_key_holds_no_more_than_its_share(house: AttackedServer) -> None:
    """A guest with 200 WebSockets, all with its key, leaves descriptors to other phones."""
    cookie = cookie_for(house.port, house.invitation)
    known = f"GET /outage.json HTTP/1.1\r\nHost: table.local\r\nCookie: {cookie}\r\n\r\n".encode()
    with hold_connections(house.port, 200, known + HALF):
        time.sleep(1)
        assert house.open_files < DESCRIPTORS // 2
        assert enters(house) < SOON


# --- slow connections --------------------------------------------------------------------------------------------


def test_who_stands_still_is_cut_off(house: AttackedServer, say: Say) -> None:
    """A client that is silent or sends byte by byte is disconnected within seconds.

    This holds before, in and after the request's head.
    """
    upload = upload_address(house)
    cookie = cookie_for(house.port, house.invitation)
    put = f"PUT {upload} HTTP/1.1\r\nHost: table.local\r\nCookie: {cookie}\r\nContent-Length: 99999\r\n\r\nx".encode()
    post = b"POST / HTTP/1.1\r\nHost: table.local\r\nContent-Length: 99999\r\n\r\nx"
    slow = {
        "nothing": (b"", b""),
        "half a head": (HALF, b""),
        "a head byte by byte": (HALF, b"x"),
        "half a body": (put, b""),
        "a body byte by byte": (put, b"x"),
        "a stranger's body": (post, b""),
        "a stranger's body byte by byte": (post, b"x"),
    }
    with hold_connections(house.port, len(slow), b"") as socks:
        before, took = time.monotonic(), {}
        for sock, (first, _) in zip(socks, slow.values(), strict=True):
            sock.sendall(first)
        while time.monotonic() - before < LATE and len(took) < len(slow):
            for sock, (name, (_, then)) in zip(socks, slow.items(), strict=True):
                if name not in took and (ended(sock, 0.01) or not dribbled(sock, then)):
                    took[name] = time.monotonic() - before
            time.sleep(0.5)
    say("cut off after: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in took.items()))
    assert set(slow) == set(took)


def dribbled(sock: socket.socket, then: bytes) -> bool:
    """Whether another byte can be sent."""
    try:
        sock.sendall(then)
    except OSError:
        return False
    return True


def upload_address(house: AttackedServer) -> str:
    """An address for one photo, as the server gives it to a guest's file picker."""
    with house.guest() as page:
        page.tap("Cámara o tirar por mí")
        picker = page.kinds("FilePicker")[-1]
        file = {"id": 1, "name": "x.png", "size": 99999, "path": None, "bytes": None}
        page.event(picker, "result", {"files": [file]})
        page.listen(first=5)
        found = re.search(rb"/upload\?[\w.%=&+:-]+", page.heard)
        assert found is not None
        return found[0].decode()


def test_a_photo_that_is_sent_slowly_arrives(house: AttackedServer) -> None:
    """Control: a slow photo that keeps coming for longer than a head may take is accepted."""
    with house.guest() as page, dial(house.port) as sock:
        upload = asked_address(page, photo_picker(page), size=26_000)
        head = f"PUT {upload} HTTP/1.1\r\nHost: table.local\r\nCookie: {page.cookie}\r\nContent-Length: 26000\r\n\r\n"
        sock.sendall(head.encode())
        for _ in range(13):
            sock.sendall(b"x" * 2000)
            page.listen(first=1, pause=0.1)
        sock.settimeout(20)
        assert sock.recv(65536).split()[1] == b"200"


# --- TLS ---------------------------------------------------------------------------------------------------------


def test_handshakes_that_do_not_end_keep_nobody_out(sealed: AttackedServer, say: Say) -> None:
    """450 silent connections to the TLS port keep no new phone out.

    They are closed after ten seconds.
    """
    port = sealed.port + 1
    trusting = ssl._create_unverified_context()
    before = sealed.memory
    with hold_connections(port, 450, b"\x16\x03\x01") as socks:
        begin = time.monotonic()
        new = http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=trusting)
        new.request("GET", f"/?i={sealed.invitation}", headers={"Host": f"table.local:{port}"})
        answer = new.getresponse()
        entry = time.monotonic() - begin
        assert answer.getheader("set-cookie")
        new.close()
        files = sealed.open_files
        say(
            f"450 half handshakes: new phone {entry:.2f} s, {files} files, {sealed.memory - before:+.0f} MB;"
            f" {sum(ended(sock, 0.01) for sock in socks)} closed at once"
        )
        assert entry < SOON
        assert files < DESCRIPTORS * 3 // 4
        assert ended(socks[-1], LATE)
    assert sealed.memory - before < FLAT


# --- access checks -----------------------------------------------------------------------------------------------


@pytest.mark.landing
@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json", "/docs/oauth2-redirect", "/oauth_callback"])
@pytest.mark.parametrize("home", [True, False], ids=["home", "guest"])
def test_the_interface_is_described_to_nobody(house: AttackedServer, path: str, home: bool) -> None:
    """The framework's API documentation is served neither to the host's browser nor to a guest."""
    name = "127.0.0.1" if home else "table.local"
    cookie = () if home else (f"Cookie: {cookie_for(house.port, house.invitation)}",)
    status, answer = request(house, path, f"Host: {name}:{house.port}", *cookie)
    assert status == 404
    assert b"swagger" not in answer.lower()


@pytest.mark.landing
def test_two_origins_are_refused(house: AttackedServer) -> None:
    """A request with two Origin headers is refused."""
    own = f"127.0.0.1:{house.port}"
    for origins in ((f"http://{own}", "http://evil.example"), ("http://evil.example", f"http://{own}")):
        headers = (f"Host: {own}", *(f"Origin: {one}" for one in origins))
        assert request(house, "/", *headers)[0] in (400, 403)
    assert request(house, "/", f"Host: {own}", f"Origin: http://{own}")[0] == 200


@pytest.mark.landing
def test_no_other_page_may_read_the_answers(house: AttackedServer) -> None:
    """No CORS header lets scripts of another origin read the answers."""
    for path in ("/", "/outage.json", "/main.dart.js"):
        assert b"access-control" not in request(house, path, f"Host: 127.0.0.1:{house.port}")[1].lower()


# --- imports -----------------------------------------------------------------------------------------------------


def settled(log: Path) -> int:
    """The size of a log to which nothing was written for three seconds."""
    size = -1
    while log.stat().st_size != size:
        size = log.stat().st_size
        time.sleep(3)
    return size


def test_no_page_imports_a_module(tmp_path: Path) -> None:
    """A page opened later imports no module: all are imported soon after the start."""
    house = AttackedServer(tmp_path)
    house.environment = {"PYTHONPROFILEIMPORTTIME": "1"}
    try:
        house.start()
        with house.guest() as page:  # starts a worker process, which imports modules of its own
            page.tap("Cámara o tirar por mí")
        begin = settled(house.log)
        with house.guest() as page:
            page.tap("Cámara o tirar por mí")
        with house.host() as host:
            for route in ("/", "/statistics", "/settings", f"/t/{house.match}/history", f"/t/{house.match}"):
                host.go(route)
        time.sleep(0.5)
        with house.log.open("rb") as log:
            log.seek(begin)
            assert b"import time" not in log.read()
    finally:
        house.kill()


def test_a_network_of_ipv6_is_one_address() -> None:
    """Whoever has a network has 2**64 addresses in it: their connections without a key share one quota."""
    admission, closed = Admission(10_000), []
    for k in range(MAX_ANONYMOUS_PER_ADDRESS + 5):
        admission.admit(f"2001:db8:0:7:{k:x}::1").close = lambda: closed.append(1)
    assert (admission.anonymous_count, len(closed)) == (MAX_ANONYMOUS_PER_ADDRESS, 5)
    admission.admit("2001:db8:0:8::1")
    admission.admit("::ffff:192.0.2.7")
    admission.admit("192.0.2.7")
    assert admission.anonymous_count == MAX_ANONYMOUS_PER_ADDRESS + 3
