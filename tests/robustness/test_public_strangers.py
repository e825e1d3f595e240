"""A public server from the wire: strangers begin tables, and nobody reaches another's by path, key or invitation."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.access.visitor import current_visitor, served_owner
from companion.base.errors import StorageError
from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import PostgresDatabase, PostgresServer
from companion.library.library import Library
from companion.library.owner_libraries import MAX_IDLE_LIBRARIES, OwnerLibraries
from companion.server.middleware import authorize_requests
from companion.server.public_reception import MAX_BEGINNINGS, PublicReception
from rules.engine import Game
from tests.support import postgres
from tests.support.server.access import accepting
from tests.toy.counting import GAME

pytestmark = pytest.mark.landing

URL = "https://mesa.example.org"
GAMES: dict[str, Game[Any]] = {GAME.key: GAME}
PROXY = ("127.0.0.1", 40000)
ES = {"Accept-Language": "es-ES"}


@pytest.fixture(scope="module")
def machine() -> Iterator[postgres.PostgresServer]:
    """A PostgreSQL server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@pytest.fixture
def address(machine: postgres.PostgresServer, request: pytest.FixtureRequest) -> str:
    """A database of this test."""
    return machine.database(f"public_{abs(hash(request.node.name))}")


@pytest.fixture
def libraries(address: str) -> Iterator[OwnerLibraries]:
    """The libraries of a public server."""
    server = PostgresServer(address)
    yield OwnerLibraries(PostgresOwners(server), GAMES, URL)
    server.close()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every admitted request; on a socket, say whose tables it was opened for, and as whom."""
    if scope["type"] == "websocket":
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        visitor = current_visitor.get()
        await socket.send_json([served_owner.get(), visitor.id, visitor.is_host])
        await socket.close()
    else:
        await PlainTextResponse("the app")(scope, receive, send)


class Device:
    """A browser somewhere, behind the proxy."""

    def __init__(self, libraries: OwnerLibraries, address: str = "198.51.100.7") -> None:
        headers = {**ES, "X-Forwarded-For": address}
        guarded = authorize_requests(app, PublicReception(libraries))
        self.client = TestClient(guarded, base_url=URL, client=PROXY, headers=headers)
        self.libraries = libraries

    def get(self, path: str) -> str:
        """What a page says, followed to where it leads by itself."""
        text = self.client.get(path).text
        leads = re.search(r'http-equiv="refresh" content="0;url=([^"]+)"', text)
        return self.get(leads[1].replace("&amp;", "&")) if leads else text

    def socket(self, path: str = "/ws", **headers: str) -> tuple[str, str, bool] | None:
        """Whose tables the socket at that path shows, and to whom; None if it is refused."""
        try:
            with self.client.websocket_connect(f"wss://mesa.example.org{path}", headers=headers) as connection:
                owner, visitor, is_host = connection.receive_json()
                return str(owner), str(visitor), bool(is_host)
        except WebSocketDisconnect:
            return None

    def begin(self) -> Library:
        """Begin tables of one's own, by the button of the first page."""
        assert self.get(self.button()) == "the app"
        seen = self.socket()
        assert seen is not None
        assert seen[2]
        return self.libraries.library_of(seen[0])

    def button(self) -> str:
        """Where the button of the first page leads."""
        leads = re.search(r'href="(/\?begin=\w+)"', self.get("/"))
        assert leads is not None
        return leads[1]

    def join(self, library: Library, match_id: str) -> None:
        """Come to a table by the address of its code."""
        access = library.device_access
        assert access is not None
        (url,) = access.invitation_urls(library.guests.table_invitation(match_id))
        assert url.startswith(URL)
        assert self.get(url.removeprefix(URL)) == "the app"


@pytest.fixture
def ana(libraries: OwnerLibraries) -> Device:
    return Device(libraries)


@pytest.fixture
def beto(libraries: OwnerLibraries) -> Device:
    return Device(libraries, "203.0.113.9")


def test_nobody_is_at_home_by_address(libraries: OwnerLibraries) -> None:
    """Whoever says to be this computer, by address, name or header, is a stranger."""
    for address in ("127.0.0.1", "localhost", "::1", ""):
        one = Device(libraries, address)
        for host in ("mesa.example.org", "localhost", "127.0.0.1:8550"):
            assert "the app" not in one.client.get("/", headers={"Host": host}).text
            assert one.client.get("/main.dart.js", headers={"Host": host}).status_code == 403
            assert one.socket(host=host) is None


def test_a_device_begins_tables_of_its_own(ana: Device, beto: Device) -> None:
    """Each device that begins is the host of its own tables, whose rows carry another owner."""
    assert ana.begin().storage.database.owner != beto.begin().storage.database.owner
    assert ana.get("/") == "the app"
    cookies = {cookie.name: cookie for cookie in ana.client.cookies.jar}
    assert set(cookies) == {f"__Host-sobremesa{kind}" for kind in ("", "-house", "-begin", "-known")}
    assert all(one.secure and one.path == "/" for one in cookies.values())


def test_a_table_opens_to_its_own_people_only(ana: Device, beto: Device, libraries: OwnerLibraries) -> None:
    """The path of another's table opens nothing; its invitation opens that table, and nothing else of its owner."""
    hers = ana.begin()
    table, other = (hers.matches.create("counting", ("Ana", "Bea")).match.id for _ in range(2))
    his = beto.begin()
    for path in (f"/t/{table}/ws", f"/t/{table}/", f"/t/{table}/../{other}/ws"):
        assert beto.socket(path) is None
    assert beto.client.get(f"/t/{table}").status_code == 403

    beto.join(hers, table)
    seen = beto.socket(f"/t/{table}/ws")
    assert seen is not None
    assert seen[0] == hers.storage.database.owner
    assert not seen[2]
    mine = beto.socket()
    assert mine is not None
    assert mine[0] == his.storage.database.owner
    assert mine[2]

    visitor = hers.guests.visitor_of_key(str(beto.client.cookies["__Host-sobremesa"]))
    assert visitor is not None
    assert hers.guests.is_admitted(visitor, table)
    assert not hers.guests.is_admitted(visitor, other)
    assert libraries.library_of(his.storage.database.owner).matches.all() == ()


def test_a_guest_has_a_list_of_its_tables_and_may_begin(ana: Device, beto: Device) -> None:
    """The home page of a device that only came to tables leads to them, and to a table of its own; it keeps both."""
    hers = ana.begin()
    table = hers.matches.create("counting", ("Ana", "Bea & <b>Co</b>")).match.id
    beto.join(hers, table)
    page = beto.get("/")
    assert f'href="/t/{table}"' in page
    assert "Bea &amp; &lt;b&gt;Co" in page
    his = beto.begin()
    seen = beto.socket(f"/t/{table}/ws")
    assert seen is not None
    assert seen[0] == hers.storage.database.owner
    assert not seen[2]
    assert beto.get("/") == "the app"
    assert his is not hers


def test_the_key_of_the_house_is_a_link_to_keep(ana: Device, libraries: OwnerLibraries) -> None:
    """The host's link makes another device a host of the same tables, which its home page shows from then on."""
    hers = ana.begin()
    assert hers.device_access is not None
    (link,) = hers.device_access.invitation_urls()
    other = Device(libraries, "203.0.113.10")
    own = other.begin()
    table = own.matches.create("counting", ("Zoe", "Yan")).match.id
    question = other.get(link.removeprefix(URL))
    before = other.socket()
    assert before is not None
    assert before[0] == own.storage.database.owner
    assert other.get(accepting(question)) == "the app"
    seen = other.socket()
    assert seen is not None
    assert seen[0] == hers.storage.database.owner
    assert seen[2]
    still = other.socket(f"/t/{table}/ws")
    assert still is not None
    assert still[0] == own.storage.database.owner
    assert still[2]


def test_a_key_that_nobody_gave_is_not_kept(ana: Device, libraries: OwnerLibraries) -> None:
    """A key that the browser was told by somebody else, not by this server, gets replaced at the invitation."""
    hers = ana.begin()
    table = hers.matches.create("counting", ("Ana", "Bea")).match.id
    victim = Device(libraries, "203.0.113.11")
    victim.client.cookies.set("__Host-sobremesa", "known-to-the-attacker", domain="mesa.example.org")
    victim.join(hers, table)
    attacker = Device(libraries, "203.0.113.12")
    attacker.client.cookies.set("__Host-sobremesa", "known-to-the-attacker", domain="mesa.example.org")
    assert attacker.socket(f"/t/{table}/ws") is None


def test_another_house_in_the_cookie_opens_nothing(ana: Device, beto: Device) -> None:
    """The cookie that says which tables the home page shows holds only for a key of that owner."""
    hers, his = ana.begin(), beto.begin()
    beto.client.cookies.set("__Host-sobremesa-house", hers.storage.database.owner, domain="mesa.example.org")
    seen = beto.socket()
    assert seen is not None
    assert seen[0] == his.storage.database.owner


def test_wrong_invitations_and_beginnings_are_limited_by_address(libraries: OwnerLibraries) -> None:
    """One address begins a few times in a minute, whatever addresses it claims before its own; others go on."""
    one = Device(libraries)
    for k in range(MAX_BEGINNINGS + 3):
        one.client.cookies.clear()
        said = one.client.get(one.button(), headers={"X-Forwarded-For": f"10.0.0.{k}, 198.51.100.7"})
        assert said.status_code == (200 if k < MAX_BEGINNINGS else 429)
    assert "dirección" in said.text
    Device(libraries, "203.0.113.77").begin()


def test_a_link_of_another_site_takes_no_key_away(ana: Device, beto: Device, libraries: OwnerLibraries) -> None:
    """Behind such a link the browser sends no key: nothing is begun, and an invitation waits for a button of ours."""
    hers = ana.begin()
    his = beto.begin()
    table = hers.matches.create("counting", ("Ana", "Bea")).match.id
    withheld = Device(libraries, "203.0.113.9")
    invitation = f"/?i={hers.guests.table_invitation(table)}"
    for link in (f"/?begin={'x' * 26}", "/?begin=", "/", invitation):
        said = withheld.client.get(link, headers={"Sec-Fetch-Site": "cross-site"})
        assert "__Host-sobremesa=" not in said.headers.get("set-cookie", "")
    assert accepting(said.text).startswith(f"{invitation}&ok=")
    elsewhere = withheld.client.get(f"/%2Fevil.example{invitation}", headers={"Sec-Fetch-Site": "cross-site"})
    assert accepting(elsewhere.text).startswith("/evil.example/?")
    beto.join(hers, table)
    seen = beto.socket()
    assert seen is not None
    assert seen[0] == his.storage.database.owner


def home_of(device: Device) -> str:
    """Whose tables the home page of that device shows, as a host."""
    seen = device.socket()
    assert seen is not None
    assert seen[2]
    return seen[0]


def test_no_link_replaces_a_key_or_a_home_page(ana: Device, beto: Device) -> None:
    """Another owner's table adds a seat; the key of another owner is asked about, and adds to what there is."""
    hers, his = ana.begin(), beto.begin()
    table = hers.matches.create("counting", ("Ana", "Bea")).match.id
    key = beto.client.cookies["__Host-sobremesa"]
    for site in ("none", "same-origin", "same-site", "cross-site"):
        for word in (hers.guests.host_invitation(), hers.guests.table_invitation(table)):
            asked = beto.client.get("/", params={"i": word, "ok": "x" * 26}, headers={"Sec-Fetch-Site": site})
            assert beto.client.cookies["__Host-sobremesa"] == key
            assert "__Host-sobremesa-house=" not in asked.headers.get("set-cookie", "")
            is_asked = word == hers.guests.host_invitation() or site not in ("none", "same-origin")
            assert ('class="button"' in asked.text) == is_asked
    assert (beto.client.cookies["__Host-sobremesa"], home_of(beto)) == (key, his.storage.database.owner)
    assert beto.socket(f"/t/{table}/ws") is not None  # the seat came from the address that was typed

    asked = beto.client.get("/", params={"i": hers.guests.host_invitation()}, headers={"Sec-Fetch-Site": "cross-site"})
    assert "Tus propias mesas" in asked.text
    assert beto.get(accepting(asked.text)) == "the app"
    assert home_of(beto) == hers.storage.database.owner
    assert beto.client.cookies["__Host-sobremesa"] != key  # more rights need a key that nobody else can have seen


def test_a_host_of_several_owners_goes_from_one_home_page_to_the_other(
    ana: Device, beto: Device, libraries: OwnerLibraries
) -> None:
    """A new key opens all that the old one did, and a page of ours lists whose tables the home page may show."""
    hers, his = ana.begin(), beto.begin()
    hers.matches.create("counting", ("Ana", "Bea <b>"))
    table = his.matches.create("counting", ("Zoe", "Yan")).match.id
    third = Device(libraries, "203.0.113.20").begin()
    seat = third.matches.create("counting", ("Leo", "Mia")).match.id
    beto.join(third, seat)
    beto.get(accepting(beto.get(f"/?i={hers.guests.host_invitation()}")))
    for path, is_host in ((f"/t/{table}/ws", True), (f"/t/{seat}/ws", False)):
        seen = beto.socket(path)
        assert seen is not None
        assert seen[2] == is_host

    owner = his.storage.database.owner
    beto.get(f"/?homes={'x' * 26}&home={owner}")  # a link that somebody sent knows no token
    assert home_of(beto) == hers.storage.database.owner
    listed = beto.get("/?homes")
    assert "Bea &lt;b&gt; (" in listed
    links = re.findall(r'href="(/\?homes=\w{26}&amp;home=\w+)"', listed)
    assert len(links) == 2
    (link,) = (html.unescape(one) for one in links if one.endswith(owner))
    assert beto.get(link) == "the app"
    assert home_of(beto) == owner
    beto.join(hers, hers.matches.all()[0].id)  # a seat at tables of which it is a host changes no home page
    assert home_of(beto) == owner
    assert owner not in ana.get(f"/?homes=x&home={owner}")
    assert home_of(ana) == hers.storage.database.owner


def test_a_browser_that_withholds_its_key_is_asked_without_fetch_metadata(ana: Device, beto: Device) -> None:
    """Over plain http, and in old browsers, only a cookie that links bring along tells that there is a key."""
    hers = ana.begin()
    table = hers.matches.create("counting", ("Ana", "Bea")).match.id
    beto.begin()
    given = {name: value for name, value in beto.client.cookies.items() if name.endswith("-known")}
    assert len(given) == 1
    beto.client.cookies.clear()
    beto.client.cookies.update(given)
    said = beto.client.get("/", params={"i": hers.guests.table_invitation(table)})
    assert 'class="button"' in said.text
    assert "__Host-sobremesa=" not in said.headers.get("set-cookie", "")


def test_the_browser_sends_keys_to_no_link_of_another_site(ana: Device) -> None:
    """Key, home page and token are SameSite=Strict; the cookie that says that there is a key holds nothing."""
    link = ana.button()
    given = [*ana.client.get("/?begin").headers.get_list("set-cookie")]
    link = re.search(r"-begin=(\w+)", given[-1])
    assert link is not None
    given += ana.client.get(f"/?begin={link[1]}").headers.get_list("set-cookie")
    strict = [one for one in given if "samesite=strict" in one.lower()]
    assert {one.partition("=")[0] for one in strict} == {f"__Host-sobremesa{kind}" for kind in ("", "-house", "-begin")}
    (other,) = set(given) - set(strict)
    assert other.startswith("__Host-sobremesa-known=1;")
    assert all("httponly" in one.lower() and "secure" in one.lower() for one in given)


@pytest.mark.parametrize("word", ["", "x" * 26, "\\", "%5C000", "'; DROP TABLE match; --", "\u20ac" * 26])
def test_a_wrong_invitation_is_a_sentence(ana: Device, word: str) -> None:
    """Whatever stands in the place of an invitation, the answer is a sentence or the welcome, and a host stays one."""
    stranger = ana.client.get("/", params={"i": word})
    assert stranger.status_code in (200, 403)
    assert "Traceback" not in stranger.text
    ana.client.cookies.clear()
    ana.begin()
    ana.client.get("/", params={"i": word})
    assert ana.get("/") == "the app"


@pytest.mark.parametrize("table", ["%00", "x" * 5000, "\\", "house", "1"])
def test_a_table_that_is_none_is_refused(ana: Device, table: str) -> None:
    """No path below /t/ that names no table opens a socket, also for a host."""
    ana.begin()
    assert ana.socket(f"/t/{table}/ws") is None


def test_a_household_does_not_open_a_public_database(ana: Device, address: str) -> None:
    """A server for one household, whose statements see all rows, refuses a database with strangers."""
    ana.begin()
    with pytest.raises(StorageError):
        PostgresDatabase.at(address)


def test_idle_libraries_are_let_go_and_shown_ones_kept(libraries: OwnerLibraries) -> None:
    """A page that shows a library keeps it as the only one of its owner, however many others come."""
    shown = libraries.library_of("shown")
    for k in range(MAX_IDLE_LIBRARIES + 5):
        libraries.library_of(f"owner {k}")
    assert libraries.library_of("shown") is shown


def test_a_browser_that_came_by_https_asks_by_nothing_else(ana: Device, libraries: OwnerLibraries) -> None:
    """Each answer of a public server says so, refusals too; over http on this computer alone none does."""
    for path in ("/", "/?begin", "/main.dart.js", "/t/x"):
        assert ana.client.get(path).headers["strict-transport-security"] == "max-age=31536000"
    libraries.url = "http://127.0.0.1:8550"
    plain = authorize_requests(app, PublicReception(libraries))
    answer = TestClient(plain, base_url=libraries.url, client=PROXY).get("/")
    assert "strict-transport-security" not in answer.headers
