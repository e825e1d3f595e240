"""Access control: only this computer without ``--lan``; with it, also invited devices."""

import asyncio
import re
import socket
import sys
import warnings
from pathlib import Path

import cv2
import flet as ft
import numpy as np
import pytest
from click.testing import CliRunner
from starlette.websockets import WebSocketDisconnect

from companion.access import lan as doors
from companion.access.guests import MAX_GUESTS_PER_TABLE, DeviceRegistry
from companion.access.invitations import ALPHABET
from companion.access.lan import LanAccess, lan_addresses
from companion.access.rate_limit import MAX_PER_ADDRESS
from companion.cli import invitation
from companion.cli.main import main
from companion.exchange import qr
from companion.library.library import Library
from companion.server import sockets
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.server.access import (
    GUEST,
    HOME,
    HOST,
    SECRET,
    accepting,
    ended,
    guests,
    key,
    lines,
    networked,
    on_screen,
    reads,
    visitor,
)
from tests.support.server.command_line import get, start
from tests.support.server.processes import free_port
from tests.support.ui.app import App

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # starlette warns that it prefers another client than httpx


@pytest.fixture
def door(tmp_path: Path) -> LanAccess:
    return LanAccess(guests(tmp_path / "house"), 8550)


# --- without an invitation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "POST", "OPTIONS"])
@pytest.mark.parametrize(
    "path", ["/", "/t/1", "/main.dart.js", "/index.html", "/upload?f=x", "/outage.json", "/manifest.json", "//x"]
)
def test_without_the_invitation_nothing_is_seen(door: LanAccess, method: str, path: str) -> None:
    """Without an invitation, every request is refused before it reaches the application."""
    answer = visitor(door).request(method, path)
    assert answer.status_code == 403
    assert "table" not in answer.text
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("wish", "says"),
    [("es-ES,es;q=0.9", "Hace falta una invitación"), ("en-GB", "You need an invitation"), ("fr", "Hace falta")],
)
def test_the_refusal_is_a_sentence(door: LanAccess, wish: str, says: str) -> None:
    """The refusal page says what to do, in the reader's language, and nothing else."""
    answer = visitor(door).get("/t/1", headers={"Accept-Language": wish})
    said = re.sub(r"\s+", " ", re.sub(r"<style>.*</style>|<[^>]+>", " ", answer.text, flags=re.S)).strip()
    assert said.startswith(f"Sobremesa {says}")
    assert "8550" not in said


@pytest.mark.parametrize("kept", ["", SECRET[:-1], SECRET + "x", SECRET.upper(), "é" * 26])
def test_no_other_word_opens(door: LanAccess, kept: str) -> None:
    """Only the exact invitation is accepted; it is also not valid as a cookie."""
    client = visitor(door)
    assert client.get("/", params={"i": kept}).status_code == 403
    cookie = f"{door.cookie}={kept}".encode()
    assert client.get("/", headers={b"Cookie": cookie}).status_code == 403
    assert kept == "é" * 26 or not reads(client, Cookie=cookie.decode())


def test_the_invitation_of_another_port_is_not_ours(door: LanAccess) -> None:
    """Only the cookie of this port counts, because browsers send cookies to every port."""
    kept = key(door)
    assert visitor(door).get("/", headers={"Cookie": f"sobremesa-8551={kept}"}).status_code == 403
    assert visitor(door).get("/", headers={"Cookie": f"sobremesa-8550={kept}"}).status_code == 200


# --- with it -----------------------------------------------------------------------------------------------------


def test_the_invitation_opens_and_leaves_the_address(door: LanAccess) -> None:
    """An invitation becomes an HttpOnly, SameSite cookie, and the page reloads without it."""
    client = visitor(door)
    answer = client.get(f"/t/1?i={SECRET}&x=1&y=%22")
    assert answer.status_code == 200
    assert 'content="0;url=/t/1?x=1&amp;y=%22"' in answer.text
    assert SECRET not in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "domain" not in cookie
    assert client.get("/t/1").text == "table"
    assert client.put("/upload?f=x").text == "table"


@pytest.mark.parametrize("path", ["//evil.example/", "/%2F/evil.example", "/%5Cevil.example", '/"><script>'])
def test_the_way_on_stays_here(door: LanAccess, path: str) -> None:
    """The redirect after an invitation stays on this host and injects no script."""
    answer = visitor(door).get(f"http://{HOST}{path}", params={"i": SECRET})
    url = re.search(r'content="0;url=([^"]*)"', answer.text)
    assert url is not None
    assert re.match(r"/([^/\\]|$)", url[1])
    assert "<script" not in answer.text


def test_a_socket_needs_the_cookie_and_its_own_page(door: LanAccess) -> None:
    """A WebSocket needs the cookie and the origin of this host; an invitation is not enough."""
    client = visitor(door)
    assert not reads(client)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"ws://{HOST}/ws?i={SECRET}"):
        pass
    client.get(f"/?i={SECRET}")
    assert reads(client) == "table"
    assert reads(client, Origin=f"http://{HOST}") == "table"
    for origin in ("http://evil.example", "http://192.0.2.7:9", "null"):
        assert not reads(client, Origin=origin)
        assert client.put("/upload", headers={"Origin": origin}).status_code == 403


@pytest.fixture
def match(door: LanAccess) -> str:
    return Library(door.guests._storage, GAMES).matches.create("four_souls", ("Ana", "Beto")).match.id


@pytest.mark.parametrize("path", ["/", "/t/other/history", "/new/four_souls"])
def test_a_tables_invitation_leads_to_its_table(door: LanAccess, match: str, path: str) -> None:
    """A table's invitation leads to that table from any path, as a guest and not as a host."""
    client = visitor(door)
    answer = client.get(path, params={"i": door.guests.table_invitation(match)})
    assert f'content="0;url=/t/{match}"' in answer.text
    guest = door.guests.visitor_of_key(client.cookies[door.cookie])
    assert guest is not None
    assert not guest.is_host
    assert door.guests.tables_of(guest) == (match,)
    assert (reads(client), client.get("/").text) == ("table", "table")


def test_one_phone_keeps_one_key(door: LanAccess, match: str) -> None:
    """Scanning again keeps the guest's key; the host invitation makes the guest a host."""
    client = visitor(door)
    client.get("/", params={"i": door.guests.table_invitation(match)})
    kept = client.cookies[door.cookie]
    client.get("/", params={"i": door.guests.table_invitation(match)})
    assert client.cookies[door.cookie] == kept
    assert len(door.guests.device_seats(match)) == 1
    question = client.get("/", params={"i": SECRET}).text
    assert client.cookies[door.cookie] == kept  # more rights than the browser has are asked about first
    client.get(accepting(question))
    host = door.guests.visitor_of_key(client.cookies[door.cookie])
    assert host is not None
    assert host.is_host
    assert door.guests.visitor_of_key(kept) is None
    assert [place.device_id for place in door.guests.device_seats(match)] == [host.id]


def test_who_is_inside_stays_there_with_an_old_invitation(door: LanAccess, match: str) -> None:
    """A guest who presents an old invitation keeps the seat, and it counts as a guess."""
    client = visitor(door)
    old = door.guests.table_invitation(match)
    client.get("/", params={"i": old})
    door.guests.renew_table_invitation(match)
    before = door.guests.device_seats(match)
    assert 'content="0;url=/x?y=1"' in client.get(f"/x?i={old}&y=1").text
    assert door.guests.device_seats(match) == before
    assert visitor(door).get("/", params={"i": old}).status_code == 403
    for n in range(MAX_PER_ADDRESS):
        client.get(f"/?i=guess{n}")
    assert client.get("/", params={"i": "another"}).status_code == 429
    assert client.get("/").text == "table"


def test_a_table_that_is_full_says_so(door: LanAccess, match: str) -> None:
    """A full table refuses another phone with a message of its own."""
    word = door.guests.table_invitation(match)
    for _ in range(MAX_GUESTS_PER_TABLE):
        entered = door.guests.redeem_invitation(word, "")
        assert entered is not None
        door.guests.register_connection(entered.visitor, print)
    answer = visitor(door).get("/", params={"i": word}, headers={"Accept-Language": "en"})
    assert answer.status_code == 403
    assert "So many phones" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.embedded
def test_a_file_that_cannot_be_read_lets_nobody_in(door: LanAccess) -> None:
    """If the database cannot be read, only this computer gets in, and the page says why."""
    kept = key(door)
    door.guests._storage.database._db.execute("DROP TABLE guest")
    answer = visitor(door).get("/", headers={"Cookie": f"{door.cookie}={kept}", "Accept-Language": "en"})
    assert answer.status_code == 503
    assert "Nothing was saved" in answer.text
    assert visitor(door, HOME, "localhost").get("/").text == "table"
    assert reads(visitor(door, HOME, "localhost")) == "table"


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT"])
def test_only_a_page_takes_the_invitation(door: LanAccess, method: str) -> None:
    """Other methods than GET do not accept an invitation or reveal whether it is valid."""
    assert visitor(door).request(method, "/", params={"i": SECRET}).status_code == 403


def test_pages_cannot_be_framed(door: LanAccess) -> None:
    """No page can be framed by another site, the refusal page included."""
    for peer, host in ((HOME, "127.0.0.1:8550"), (GUEST, HOST)):
        assert "frame-ancestors 'none'" in visitor(door, peer, host).get("/").headers["content-security-policy"]


# --- this computer -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lan", [True, False])
@pytest.mark.parametrize(
    ("peer", "host", "seen"),
    [
        (HOME, "127.0.0.1:8550", True),
        (HOME, "localhost:8550", True),
        (("::1", 1), "localhost:8550", True),
        (HOME, "evil.example:8550", False),
        (HOME, HOST, False),
        (GUEST, "127.0.0.1:8550", False),
        (GUEST, "localhost", False),
        (("", 0), "localhost", False),
    ],
)
def test_this_computer_needs_no_invitation(door: LanAccess, lan: bool, peer, host: str, seen: bool) -> None:
    """A request from this computer under its own name needs no invitation.

    A host name that was made to resolve to this computer (DNS rebinding) does.
    """
    client = visitor(door if lan else None, peer, host)
    assert (client.get("/").text == "table") is seen
    assert (reads(client) == "table") is seen
    assert not reads(client, Origin="http://evil.example")
    assert door.arrival_count == 0


def test_two_names_are_none(door: LanAccess) -> None:
    """A request with two Host headers is refused."""
    client = visitor(door, HOME, "localhost")
    assert client.get("/", headers=[("Host", "localhost"), ("Host", "evil.example")]).status_code == 403


def test_the_outage_speaks_the_tables_language(door: LanAccess) -> None:
    """The outage texts are sent in advance, in the chosen language or else the reader's."""
    ask = {"Accept-Language": "en"}
    assert visitor(door, HOME, "localhost").get("/outage.json", headers=ask).json()["title"] == (
        "The table does not answer"
    )
    spanish = visitor(door, HOME, "localhost", "es").get("/outage.json", headers=ask).json()
    assert spanish["title"] == "La mesa no responde"
    assert "Volverá sola" in spanish["says"]


# --- arrivals ----------------------------------------------------------------------------------------------------


def test_after_half_a_minute_alone_it_says_what_to_look_for(door: LanAccess) -> None:
    """If nobody joins within thirty seconds, Wi-Fi, guest network and port are named, once."""
    told, due = [], []
    door.subscribe(lambda: told.append(list(invitation.nobody_joined_lines(door, "en"))))
    door.start_timer(lambda seconds, do: due.append((seconds, do)))
    assert [seconds for seconds, _ in due] == [30]
    assert not list(invitation.nobody_joined_lines(door, "en"))
    due[0][1]()
    hints = " ".join(told[0])
    assert "same Wi-Fi" in hints
    assert "guest network" in hints
    assert "port 8550" in hints
    client = visitor(door)
    client.get(f"/?i={SECRET}")
    assert reads(client) == "table"
    assert (door.arrival_count, door.nobody_joined) == (1, False)
    assert told[1:] == [[]]


def test_whoever_has_come_is_no_news_again(door: LanAccess) -> None:
    """Arrivals are counted per address, and the warning is not given once a phone has come."""
    told, due = [], []
    door.subscribe(lambda: told.append(door.arrival_count))
    door.start_timer(lambda seconds, do: due.append(do))
    for address in ("192.0.2.44", "192.0.2.44", "192.0.2.45"):
        door.record_arrival(address)
    due[0]()
    assert told == [1, 2]
    assert not door.nobody_joined


# --- the invitation ----------------------------------------------------------------------------------------------


def test_the_invitation_is_kept_until_it_is_renewed(tmp_path) -> None:
    """The invitation survives a restart, is as long as 16 random bytes, and can be renewed."""
    first = Storage(tmp_path)
    kept = DeviceRegistry(first).host_invitation()
    first.close()
    second = Storage(tmp_path)
    assert DeviceRegistry(second).host_invitation() == kept
    assert len(kept) * np.log2(len(set(ALPHABET))) >= 128
    renewed = DeviceRegistry(second).host_invitation(renew=True)
    assert renewed != kept
    assert DeviceRegistry(second).host_invitation() == renewed
    second.close()


def test_addresses_are_those_that_others_reach(monkeypatch, door: LanAccess) -> None:
    """The addresses are those that others can reach: default route, then IPv4, then IPv6."""

    class Adapter:
        def __init__(self, *ips) -> None:
            self.ips = [type("Ip", (), {"ip": ip}) for ip in ips]

    found = [
        Adapter("127.0.0.1", ("::1", 0, 0)),
        Adapter("10.9.0.1", ("fe80::1", 0, 2)),
        Adapter("192.0.2.7", "169.254.1.1", ("2001:db8::7", 0, 0)),
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: found)
    monkeypatch.setattr(doors, "_default_route_address", lambda: "192.0.2.7")
    assert lan_addresses() == ("192.0.2.7", "10.9.0.1", "[2001:db8::7]")
    assert door.invitation_urls()[2] == f"http://[2001:db8::7]:8550/?i={SECRET}"
    assert door.invitation_urls("ofthetable")[0] == "http://192.0.2.7:8550/?i=ofthetable"


def test_the_code_is_the_address() -> None:
    """The QR code holds the address, both as a picture and as blocks in a terminal."""
    url = f"http://192.0.2.7:8550/?i={SECRET}"
    image = cv2.imdecode(np.frombuffer(qr.url_png(url), np.uint8), cv2.IMREAD_COLOR)
    assert cv2.QRCodeDetector().detectAndDecode(image)[0] == url
    halves = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
    lines = [[halves[one] for one in line] for line in qr.terminal_lines(url).splitlines()]
    dots = np.array(lines, np.uint8).transpose(0, 2, 1).reshape(-1, len(lines[0]))
    assert cv2.QRCodeDetector().detectAndDecode(np.kron(dots, np.ones((8, 8), np.uint8)))[0] == url


def test_the_terminal_shows_code_and_addresses(monkeypatch, door: LanAccess) -> None:
    """The terminal lists every address, and the QR code only where blocks can be printed."""
    monkeypatch.setattr(doors, "lan_addresses", lambda: ("192.0.2.7", "[2001:db8::7]"))
    told = "\n".join(invitation.invitation_lines(door, "es"))
    assert "▀" in told
    assert f"  http://192.0.2.7:8550/?i={SECRET}\n  http://[2001:db8::7]:8550/?i={SECRET}\n" in told
    assert told.count("Con http, un teléfono") == 1  # the warning about http appears once
    monkeypatch.setattr(invitation, "_can_show", lambda blocks: False)
    assert "▀" not in "\n".join(invitation.invitation_lines(door, "es"))
    monkeypatch.setattr(doors, "lan_addresses", lambda: ())
    assert list(invitation.invitation_lines(door, "es")) == [
        "Este ordenador no está en ninguna red: conéctalo a la wifi y vuelve a mirar la invitación."
    ]


# --- on the screen -----------------------------------------------------------------------------------------------


def test_the_invitation_can_be_shown(tmp_path, monkeypatch, door: LanAccess) -> None:
    """The home page shows every address, and says whether phones have come."""
    monkeypatch.setattr(doors, "lan_addresses", lambda: ("192.0.2.7", "10.9.0.1"))
    due = []
    door.start_timer(lambda seconds, do: due.append(do))

    async def scene(phone: App) -> None:
        await phone.sees("http://192.0.2.7:8550", "http://10.9.0.1:8550", f"/?i={SECRET}", "Waiting for the first")
        assert [one.src for one in phone.controls() if isinstance(one, ft.Image)] == [
            qr.url_png(door.invitation_urls()[0])
        ]
        await phone.tap("Show the code of http://10.9.0.1:8550")
        assert [one.src for one in phone.controls() if isinstance(one, ft.Image)] == [
            qr.url_png(door.invitation_urls()[1])
        ]
        await asyncio.to_thread(due[0])
        await phone.sees("No phone has come yet", "firewall let port 8550 in")
        door.record_arrival("192.0.2.44")
        await phone.sees("One phone has come.")

    on_screen(tmp_path, door, scene)


def test_without_a_server_the_sheet_says_where_phones_meet(tmp_path) -> None:
    """An app without a server promises no phone; it says where a game goes on for others."""

    async def scene(phone: App) -> None:
        await phone.sees("runs on this device alone", "on a computer of the same Wi-Fi", "one game moves by the code")

    on_screen(tmp_path, None, scene)


# --- real sockets ------------------------------------------------------------------------------------------------


@networked
def test_without_lan_no_other_address_answers(tmp_path) -> None:
    """Without ``--lan`` the server listens on loopback only."""
    port = free_port()
    process = start("--port", str(port), "--no-browser", "--data", str(tmp_path))
    try:
        lines(process, str(port))
        with get(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 200
        for host in lan_addresses():
            family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
            with socket.socket(family) as sock, pytest.raises(OSError):  # noqa: PT011 - refused, or unreachable
                sock.connect((host.strip("[]"), port))
    finally:
        ended(process)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address only")
def test_the_port_is_ours_everywhere() -> None:
    """All addresses share one port; if it is in use at one of them, it counts as taken."""
    hosts = ("127.0.0.2", "[::1]", *lan_addresses())
    mine = sockets.open_sockets(None, hosts)
    port = sockets.port_of(mine[sockets.HOST])
    assert {sockets.port_of(one) for one in mine.values()} == {port}
    assert {sockets.HOST, "127.0.0.2", *lan_addresses()} <= set(mine)
    *others, last = mine.values()
    for one in others:
        one.close()
    with last, pytest.raises(sockets.PortInUseError):
        sockets.open_sockets(port, hosts)
    for one in sockets.open_sockets(port, hosts).values():  # what was bound before the taken one was given back
        one.close()


def test_an_address_that_has_gone_is_left_out() -> None:
    """An address that this computer has no more does not keep the server from starting."""
    mine = sockets.open_sockets(None, ("192.0.2.7", "[2001:db8::7]"))
    assert set(mine) == {sockets.HOST}
    mine[sockets.HOST].close()


def test_renewing_needs_a_network() -> None:
    """``--new-invitation`` without ``--lan`` is refused, because no invitation is shown."""
    result = CliRunner().invoke(main, ["--new-invitation"])
    assert result.exit_code == 2
    assert "--lan" in result.stderr


def test_our_page_knows_what_flets_page_knows() -> None:
    """Our index page sets every client option that Flet's own page sets."""
    from flet_web import get_package_web_dir

    from companion.server.app import ASSETS

    def told(page: str) -> set[str]:
        block = re.search(r"var flet = \{(.*?)\}", page, re.S)
        assert block is not None
        return set(re.findall(r"^\s*(\w+):", block[1], re.M))

    with open(f"{get_package_web_dir()}/index.html", encoding="utf-8") as theirs:
        assert told(theirs.read()) == told((ASSETS / "index.html").read_text("utf-8"))


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", "same-origin"])
def test_a_link_of_another_site_is_confirmed_and_a_scan_is_not(door: LanAccess, match: str, site: str) -> None:
    """Behind such a link the browser withholds its key, so nothing is given before a button of ours is touched."""
    client, word = visitor(door), door.guests.table_invitation(match)
    said = client.get("/", params={"i": word}, headers={"Sec-Fetch-Site": site})
    is_asked = site in ("cross-site", "same-site")
    assert (door.cookie in client.cookies) != is_asked
    assert len(door.guests.device_seats(match)) == (0 if is_asked else 1)
    if is_asked:
        client.get(accepting(said.text))
    assert len(door.guests.device_seats(match)) == 1
    kept = client.cookies[door.cookie]
    client.get("/", params={"i": SECRET, "ok": "x" * 26}, headers={"Sec-Fetch-Site": site})
    assert client.cookies[door.cookie] == kept


def test_a_key_withheld_over_plain_http_is_not_replaced(door: LanAccess, match: str) -> None:
    """There browsers do not say whence a link came; a cookie that holds nothing tells that there is a key."""
    client, word = visitor(door), door.guests.table_invitation(match)
    client.get("/", params={"i": word})
    key, known = client.cookies[door.cookie], f"{door.cookie}-known"
    linked = visitor(door)
    linked.cookies.set(known, client.cookies[known])
    question = linked.get("/", params={"i": word})
    assert f"{door.cookie}=" not in question.headers["set-cookie"]
    linked.cookies.set(door.cookie, key)
    assert f"{door.cookie}={key};" in linked.get(accepting(question.text)).headers["set-cookie"]
    assert len(door.guests.device_seats(match)) == 1
