"""Hostile clients that guess, forge, flood or send nonsense are refused; play goes on."""

import asyncio
import logging
import socket
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from flet_web.uploads import build_upload_url
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

from companion.access import uploads
from companion.access.lan import LanAccess
from companion.access.rate_limit import MAX_PER_ADDRESS, MAX_TOTAL, WINDOW_SECONDS, AttemptLimiter
from companion.access.uploads import INBOX
from companion.server import middleware, page_connection
from companion.server.reception import HouseholdReception
from tests.support.examples import law_settings
from tests.support.server.access import GUEST, HOME, HOST, SECRET, flet, guests, reads, visitor
from tests.support.server.lan_server import (
    LanServer,
    assert_it_serves,
    at_table,
    guest_headers,
    opened,
    registered,
    socket_of,
)
from tests.support.server.processes import KEY

pytestmark = pytest.mark.landing

OTHER = ("192.0.2.45", 50000)


class Clock:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock, tmp_path: Path) -> LanAccess:
    one = LanAccess(guests(tmp_path), 8550)
    one.attempts = AttemptLimiter(clock)
    return one


def guesses(door: LanAccess, many: int, peer=GUEST, begin: int = 0) -> list[int]:
    """Try this many wrong invitations from one address; the status codes."""
    client = visitor(door, peer)
    return [client.get("/", params={"i": f"guess{n}"}).status_code for n in range(begin, begin + many)]


# --- guessed invitations -----------------------------------------------------------------------------------------


def test_after_ten_guesses_only_the_right_one_is_heard(door: LanAccess, clock: Clock) -> None:
    """After ten guesses an address gets 429 and a sentence for a minute, except the right word."""
    assert guesses(door, MAX_PER_ADDRESS) == [403] * MAX_PER_ADDRESS
    client = visitor(door)
    answer = client.get("/?i=another", headers={"Accept-Language": "en"})
    assert answer.status_code == 429
    assert "shows now" in answer.text
    assert "set-cookie" not in answer.headers
    assert 1 <= int(answer.headers["retry-after"]) <= WINDOW_SECONDS
    for one in (visitor(door, OTHER), visitor(door)):
        assert one.get(f"/?i={SECRET}").status_code == 200
    clock.now += WINDOW_SECONDS - 1
    assert client.get("/?i=another").status_code == 429
    clock.now += 1
    assert client.get("/?i=another").status_code == 403


def test_a_guess_in_the_cookie_is_a_guess(door: LanAccess) -> None:
    """A wrong cookie of a page or socket counts as a guess."""
    client = visitor(door)
    for n in range(MAX_PER_ADDRESS // 2):
        assert client.get("/", headers={"Cookie": f"{door.cookie}=page{n}"}).status_code == 403
        assert not reads(client, Cookie=f"{door.cookie}=socket{n}")
    assert client.get("/?i=another").status_code == 429


def test_many_addresses_together_are_bounded(door: LanAccess, clock: Clock) -> None:
    """A thousand addresses together get no more than a hundred guesses, and bounded memory."""
    for n in range(MAX_TOTAL // 5 * 3):
        guesses(door, 5, (f"2001:db8:0:{n:x}::1", 1), 5 * n)
    assert visitor(door, OTHER).get("/?i=another").status_code == 429
    assert sum(map(len, door.attempts._wrong.values())) == MAX_TOTAL
    clock.now += WINDOW_SECONDS
    assert visitor(door, OTHER).get("/?i=another").status_code == 403


def test_whoever_is_inside_stays_inside(door: LanAccess) -> None:
    """Guesses, from the same address or others, do not affect a client that has its cookie."""
    inside = visitor(door)
    assert inside.get(f"/?i={SECRET}").status_code == 200
    for n in range(2 * MAX_TOTAL // MAX_PER_ADDRESS):
        guesses(door, MAX_PER_ADDRESS, (f"192.0.2.{n + 1}", 1), MAX_PER_ADDRESS * n)
    guesses(door, MAX_PER_ADDRESS, GUEST)
    assert inside.get("/").text == "table"
    assert reads(inside) == "table"
    assert visitor(door, HOME, "localhost").get("/").text == "table"


def test_last_months_invitation_is_one_attempt(door: LanAccess) -> None:
    """An old cookie counts as one attempt however often it is sent, and a new invitation opens."""
    client = visitor(door)
    old = {"Cookie": f"{door.cookie}={'x' * 26}"}
    assert {client.get("/outage.json", headers=old).status_code for _ in range(5 * MAX_PER_ADDRESS)} == {403}
    assert client.get(f"/?i={SECRET}", headers=old).status_code == 200


def test_to_ask_without_an_invitation_is_no_attempt(door: LanAccess) -> None:
    """A request without an invitation is refused and does not count as a guess."""
    client = visitor(door)
    assert {client.get("/t/1").status_code for _ in range(5 * MAX_PER_ADDRESS)} == {403}
    assert client.get(f"/?i={SECRET}").status_code == 200


def test_a_guess_is_logged_without_its_word(door: LanAccess, caplog: pytest.LogCaptureFixture) -> None:
    """A guess is logged with its address, once each, and never with its word.

    Only as many are logged as are heard.
    """
    with caplog.at_level(logging.WARNING):
        guesses(door, 3 * MAX_PER_ADDRESS)
        guesses(door, 1)
    assert [one.getMessage() for one in caplog.records] == [f"a wrong invitation from {GUEST[0]}"] * MAX_PER_ADDRESS


# --- security headers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", f"/?i={SECRET}", "/?i=wrong", "/outage.json", "/main.dart.js"])
@pytest.mark.parametrize("inside", [True, False])
def test_every_answer_says_what_may_be_done_with_it(door: LanAccess, path: str, inside: bool) -> None:
    """Every answer has the security headers.

    No type guessing, no framing, no referrer, no cross-origin use.
    """
    client = visitor(door)
    if inside:
        client.get(f"/?i={SECRET}")
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    content = headers["content-security-policy"]
    assert "frame-ancestors 'none'" in content
    assert content.startswith("default-src 'self'" if "script-src" in content else "default-src 'none'")
    assert "http" not in content
    assert "*" not in content
    if "i=" in path or path == "/outage.json":
        assert headers["cache-control"] == "no-store"


# --- malformed requests ------------------------------------------------------------------------------------------

ODD = [
    "http://[",
    "https://[::1",
    "null",
    "",
    "\x00",
    "http://",
    "//",
    "file:///etc/passwd",
    "x" * 5000,
    "http://a:b:c",
]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", ["Origin", "Host", "Cookie", "Accept-Language", "X-Forwarded-For", "X-Forwarded-Host"])
def test_no_header_breaks_the_door(door: LanAccess, name: str, odd: str) -> None:
    """No header value causes a server error instead of a refusal."""
    client = visitor(door)
    assert client.get("/", headers={name: odd}).status_code == 403
    assert not reads(client, **{name: odd})
    client.get(f"/?i={SECRET}")
    assert client.get("/outage.json", headers={name: odd}).status_code in (200, 403)


HOUSE = LanAccess(guests(Path(tempfile.mkdtemp())), 8550)
HOUSE.attempts = AttemptLimiter(per_address=10**6, total=10**6)


@law_settings(60, derandomize=False)
@given(st.binary(max_size=60), st.binary(max_size=60), st.binary(max_size=60))
def test_no_bytes_break_the_door(path: bytes, query: bytes, cookie: bytes) -> None:
    """Any bytes in address, query or cookie are refused without an error."""
    started: list[int] = []

    async def send(message: dict[str, Any]) -> None:
        started.extend([message["status"]] if message["type"] == "http.response.start" else [])

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": "/" + path.decode("utf-8", "replace"),
        "raw_path": path,
        "query_string": b"i=" + query,
        "headers": [(b"host", HOST.encode()), (b"cookie", b"sobremesa-8550=" + cookie), (b"origin", query)],
        "client": GUEST,
        "server": ("192.0.2.7", 8550),
    }
    asyncio.run(middleware.authorize_requests(flet, HouseholdReception(HOUSE))(scope, receive, send))
    assert started == [403]


@pytest.mark.parametrize(
    "host",
    [
        *("[", "a/b", "127.0.0.1@evil.example", "evil@127.0.0.1:8550", "evil:x@127.0.0.1", "127.0.0.1:8550#", ""),
        *("127.0.0.1:99999", "127.0.0.1:x", "127.0.0.1:", "0x7f.1", "127.1"),
        *("evil:x@localhost", "@127.0.0.1", "127.0.0.1:8550/x"),
    ],
)
def test_no_spelling_of_a_host_is_home(door: LanAccess, host: str) -> None:
    """Only the two exact names of this computer count as local, and an odd one is no error."""
    client = visitor(door, HOME, "localhost")
    assert client.get("/", headers={"Host": host}).status_code == 403


# --- a real server -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanServer]:
    """A house that is open to the network."""
    with opened(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.mark.parametrize(
    "path",
    [
        "/../companion/door.py",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/assets/../../door.py",
        "/assets/%00",
        "/file:///etc/passwd",
        "/sobremesa.crt",
    ],
)
def test_no_path_leads_out_of_the_page(lan: LanServer, path: str) -> None:
    """A path in any spelling gives the page or nothing, never a file of the computer."""
    host, port = lan.at.split(":")
    lines = "\r\n".join(f"{name}: {value}" for name, value in guest_headers(lan, lan.key).items())
    with socket.create_connection((host, int(port)), 20) as sock:
        sock.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: sock.recv(65536), b""))
    code, body = answer.split(b" ", 2)[1], answer.partition(b"\r\n\r\n")[2]
    assert code in (b"200", b"400", b"404", b"405")
    assert b"root:" not in body
    assert b"compare_digest" not in body
    if code == b"200":
        assert b"Flet's own page" in body
    assert_it_serves(lan)


@pytest.mark.parametrize("name", ["../climbed", "/tmp/climbed", "a/../../climbed", "\x00", "x" * 5000, "."])
def test_no_upload_lands_elsewhere(lan: LanServer, name: str) -> None:
    """A signed upload name that climbs, is empty or too long writes nothing outside the folder."""
    before = set(INBOX.folder.parent.iterdir())
    link = build_upload_url("/" + uploads.UPLOAD_PATH, name, 60, KEY)
    answer = httpx.put(f"http://{lan}{link}", content=b"x", headers=guest_headers(lan, lan.key), timeout=20)
    assert answer.status_code >= 400
    assert not (INBOX.folder.parent / "climbed").exists()
    assert {one for one in set(INBOX.folder.parent.iterdir()) - before if "climbed" in one.name} == set()
    assert_it_serves(lan)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?f=x",
        "?f=x&e=never&s=1",
        "?f=x&e=2099-01-01T00:00:00&s=1",
        "?f=x&e=2099-01-01T00:00:00%2B00:00&s=" + "0" * 64,
    ],
)
def test_a_forged_upload_is_refused(lan: LanServer, query: str) -> None:
    """An upload without the server's signature writes nothing, and tells a stranger no reason."""
    url = f"http://{lan}/{uploads.UPLOAD_PATH}{query}"
    assert httpx.put(url, content=b"x", headers=guest_headers(lan, lan.key), timeout=20).status_code in (400, 403)
    assert httpx.put(url, content=b"x", headers=guest_headers(lan), timeout=20).status_code == 403
    assert not (INBOX.folder / "x").exists()


def flood(many: int, one: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(one, range(many)))


def test_a_flood_of_strangers_is_refused_and_the_table_lives(lan: LanServer) -> None:
    """Hundreds of guesses and sockets at once are refused, and a guest gets in between them."""

    def ask(n: int) -> Any:
        if n % 3:
            url = f"http://{lan}/?i=guess{n}"
            return httpx.get(url, headers=guest_headers(lan, f"wrong{n}"), timeout=60, verify=False).status_code
        with pytest.raises(InvalidStatus) as refused, socket_of(lan, "x"):
            pass
        return refused.value.response.status_code

    with at_table(lan) as before:
        before.send(registered())
        assert set(flood(240, ask)) == {403}
        before.ping().wait(20)
    assert_it_serves(lan)


@pytest.mark.parametrize("size", [100_000, 3_000_000])
def test_headers_without_end_are_cut_off(lan: LanServer, size: int) -> None:
    """A request with endless headers is refused, and the table is still served."""
    host, port = lan.at.split(":")
    with socket.create_connection((host, int(port)), 20) as sock, suppress(OSError):
        sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * size + b"\r\n\r\n")
        answer = sock.recv(65536)
        assert not answer or answer.split(b" ")[1] in (b"400", b"403", b"431")
    assert_it_serves(lan)


def test_a_page_that_never_says_who_it_is_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that left before it registered is forgotten, although Flet would wait for ever."""
    monkeypatch.setattr(page_connection, "GRACE_SECONDS", 0.01)
    forgotten: list[str] = []
    told = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}])

    async def waits(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass
        try:
            await asyncio.Event().wait()
        finally:
            forgotten.append("page")

    async def receive() -> dict[str, Any]:
        return next(told)

    scope = {"type": "websocket", "scheme": "ws", "path": "/ws", "query_string": b"", "client": HOME}
    scope["headers"] = [(b"host", b"localhost")]

    async def served() -> None:
        await asyncio.wait_for(middleware.authorize_requests(waits)(scope, receive, None), 20)
        await asyncio.sleep(0)
        assert forgotten == ["page"]

    asyncio.run(served())


def test_the_clients_of_these_tests_can_get_in(lan: LanServer) -> None:
    """Control: with the invitation the client of these tests sees the page."""
    assert "Flet's own page" in httpx.get(f"http://{lan}/", headers=guest_headers(lan, lan.key), timeout=20).text
