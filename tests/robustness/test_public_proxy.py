"""Two public processes behind the deployed proxy, asked from the wire: what it decides holds for every spelling."""

from __future__ import annotations

import html
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import pytest

from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import PostgresServer
from companion.i18n import translator
from companion.library.library import Library
from companion.library.owner_libraries import OwnerLibraries
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support import postgres
from tests.support.attack.client import Page
from tests.support.attack.uploading import asked_address, put
from tests.support.postgres import becomes
from tests.support.server.access import ADDRESS, networked
from tests.support.server.public_address import Browser, PublicAddress, asked, public_address
from tests.support.ui.browser import Server

pytestmark = pytest.mark.landing

ES = translator("es")
PATHS = (
    *("/%{1:x}{2}", "/%{1:X}{2}", "//{0}", "/./{0}", "/x/../{0}", "/%2e/{0}", "/%2F{0}", "/\\{0}", "/{0};x", "/{0}/"),
    *(
        "/{0}%00",
        "/{0}%20",
        "/{0}\t",
        "/{0}#x",
        "/{0}/.",
        "/{0}%2f",
        "{0}",
        "http://{host}/{0}",
        "http://localhost/{0}",
    ),
)
"""Ways to spell a path: ``{0}`` is its name, ``{1}`` and ``{2}`` its first letter as a number and the rest."""
QUERIES = (
    *(
        "/?{0}={1}",
        "/?%{2:x}{3}={1}",
        "/?{0}=x&{0}={1}",
        "/?{0}={1}&{0}=x",
        "//?{0}={1}",
        "/./?{0}={1}",
        "/%2e?{0}={1}",
    ),
    *("/;?{0}={1}", "/?{0}={1}#", "/?&{0}={1}", "/?{0}={1}%09", "http://{host}/?{0}={1}", "/?{0}[]={1}", "/?{4}={1}"),
)
"""Ways to spell a parameter ``{0}`` of the first page with the value ``{1}``."""
IMPORTED = "está ahora en la estantería"


@pytest.fixture(scope="module")
def machine() -> Iterator[postgres.PostgresServer]:
    """A PostgreSQL server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@pytest.fixture(scope="module")
def public(machine: postgres.PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PublicAddress]:
    """Two public processes behind the proxy."""
    with public_address(machine, tmp_path_factory.mktemp("public")) as one:
        yield one


@pytest.fixture
def host(public: PublicAddress) -> Browser:
    """A browser that has begun tables of its own."""
    browser = Browser(public.port)
    browser.begin()
    return browser


def new_table(public: PublicAddress, host: Browser) -> str:
    """A new table of that host."""
    server = PostgresServer(public.database)
    libraries = OwnerLibraries(PostgresOwners(server), GAMES, public.url)
    table = libraries.library_of(host.owner).matches.create("four_souls", ("Ana", "Beto")).match.id
    server.close()
    return table


def home(public: PublicAddress, browser: Browser) -> Page:
    """The home page of a browser, at whichever process."""
    page = Page(public.port, browser.cookie, name="127.0.0.1").register("/")
    assert page.hears("Importar una partida de un archivo")
    return page


def test_a_file_reaches_the_process_that_holds_its_home_page(
    public: PublicAddress, host: Browser, tmp_path: Path
) -> None:
    """Ten of ten files given to home pages are accepted and imported, whichever process has the page."""
    storage = Storage(tmp_path)
    library = Library(storage, GAMES)
    games = [
        library.exchange.export(library.matches.create("four_souls", ("Ana", f"Beto {k}")).match.id, ES)[1]
        for k in range(10)
    ]
    storage.close()
    codes, processes = [], set()
    for data in games:
        with home(public, host) as page:
            address = asked_address(page, page.find("FilePicker", "on_result"), "game.jsonl", len(data))
            processes.add(address.rpartition("at=")[2])
            codes.append(put(page, address, data))
            assert codes[-1] != 200 or page.hears(IMPORTED)
    assert codes == [200] * 10
    assert public.count("SELECT count(*) FROM match WHERE owner = %s", host.owner) == 10
    assert processes == {"web1", "web2"}


def test_a_link_changes_no_key_before_a_button_of_ours(public: PublicAddress, host: Browser) -> None:
    """Behind a link of another site nothing happens by itself; a host is asked before another owner's key is added."""
    other = Browser(public.port, "127.0.0.3")
    other.begin()
    mine, word = (
        dict(host.kept),
        public.text("SELECT value FROM setting WHERE key = 'invitation' AND owner = %s", other.owner),
    )
    for site in ("cross-site", "same-site", "none", "same-origin"):
        question = host.get(f"/?i={word}", site)
        assert "Tus propias mesas y tus asientos se quedan" in question.text
        assert (host.kept["sobremesa"], host.owner) == (mine["sobremesa"], mine["sobremesa-house"])
    host.get(question.leads("ok"), "same-origin")
    assert host.owner == other.owner
    back = re.search(
        rf'href="(/\?homes=\w+&amp;home={mine["sobremesa-house"]})"', host.get("/?homes", "same-origin").text
    )
    assert back is not None
    host.get(html.unescape(back[1]), "cross-site")
    assert host.owner == other.owner
    host.get(html.unescape(back[1]), "same-origin")
    assert host.owner == mine["sobremesa-house"]
    host.get(f"/?i={word}&ok={mine['sobremesa-begin']}", "none")  # a spent token
    assert host.owner == mine["sobremesa-house"]


def sent(
    port: int, target: str, host: str, *more: str, method: str = "GET", address: str = "127.0.0.1"
) -> tuple[int, str]:
    """Send a request with that very target; return status and text of the answer."""
    head = (f"{method} {target} HTTP/1.1", f"Host: {host}", "Connection: close", *more)
    return asked(port, "\r\n".join((*head, "", "")).encode("latin-1"), address)


def spelled(ways: tuple[str, ...], name: str, host: str, *values: str) -> list[str]:
    """Those ways to write a name."""
    if values:
        return [way.format(name, *values, ord(name[0]), name[1:], name.upper(), host=host) for way in ways]
    return [way.format(name, ord(name[0]), name[1:], host=host) for way in ways]


@pytest.mark.parametrize("name", ["health", "ready", "metrics"])
def test_no_spelling_shows_a_probe(public: PublicAddress, name: str) -> None:
    """By the proxy nobody reads one; at a process only the one spelling answers, and nobody who was forwarded."""
    host = f"127.0.0.1:{public.port}"
    for target in (f"/{name}", f"/{name.upper()}", *spelled(PATHS, name, host)):
        for more in ((), ("X-Forwarded-For: 127.0.0.1", "Connection: x-forwarded-for"), ("X-Forwarded-For:",)):
            code, text = sent(public.port, target, host, *more)
            assert code in (400, 403, 404), (target, code)
            assert not any(said in text for said in ("alive", "ready\n", "sobremesa_taps")), target
    for one in public.servers:
        assert sent(one.port, f"/{name}", host)[0] == 200
        assert sent(one.port, f"/{name}", host, "X-Forwarded-For: 198.51.100.7")[0] == 404
        for target in spelled(PATHS, name, host):
            assert sent(one.port, target, host)[0] in (400, 403, 404), target


@networked
def test_the_network_reads_no_probe_of_a_household(machine: postgres.PostgresServer, tmp_path: Path) -> None:
    """With --database and --lan, this computer asks under its own name, and nobody else does."""
    server = Server(tmp_path, "--database", machine.database("household"), "--lan")
    server.is_forked = True
    server.start()
    try:
        for name in ("health", "ready", "metrics"):
            request = f"GET /{name} HTTP/1.1\r\nConnection: close\r\n"
            assert asked(server.port, f"{request}Host: 127.0.0.1:{server.port}\r\n\r\n".encode())[0] == 200
            assert asked(server.port, f"GET /{name} HTTP/1.0\r\n\r\n".encode())[0] == 200  # as a proxy checks it
            rebound = asked(server.port, f"{request}Host: elsewhere.example:{server.port}\r\n\r\n".encode())
            stranger = asked(server.port, f"{request}Host: {ADDRESS}:{server.port}\r\n\r\n".encode(), at=ADDRESS)
            assert (rebound[0], stranger[0]) == (404, 404)
    finally:
        server.kill()


@pytest.mark.parametrize(
    "name",
    [
        *(
            "localhost",
            "LOCALHOST",
            "127.0.0.1",
            "127.1",
            "localhost:8550",
            "localhost.",
            "[::1]",
            "",
            "x@127.0.0.1:{port}",
        ),
        *("127.0.0.1:{port}\r\nHost: localhost", "localhost\r\nHost: 127.0.0.1:{port}", "127.0.0.1:{port}, localhost"),
        *("127.0.0.1:{port}.", "127.0.0.1:0{port}", "127.0.0.1\t:{port}", "page.localhost"),
    ],
)
def test_no_spelling_of_a_name_is_another_way_in(public: PublicAddress, host: Browser, name: str) -> None:
    """A request for any other name than the public one gets a sentence, from the proxy and from each process itself."""
    shown = name.format(port=public.port)
    for port in (public.port, *(one.port for one in public.servers)):
        code, text = sent(port, "/main.dart.js", shown, f"Cookie: {host.cookie}")
        assert code in (400, 403, 404, 421), (port, code)
        assert len(text) < 5_000
    for one in public.servers:
        absolute = sent(one.port, f"http://localhost:{one.port}/", f"127.0.0.1:{public.port}", f"Cookie: {host.cookie}")
        assert absolute[0] == 404


def test_the_limit_of_owners_counts_what_a_process_has_understood(public: PublicAddress) -> None:
    """An address that has begun twenty times begins no more, at any process and in no spelling; another one does."""
    owners = partial(public.count, "SELECT count(DISTINCT owner) FROM setting WHERE key = 'invitation'")
    mine, before = "127.0.0.21", owners()
    begun = [Browser(public.port, mine).begin() for _ in range(21)]
    assert [one.status for one in begun] == [200] * 20 + [429]
    assert "una hora" in begun[-1].text
    assert all("X-Sobremesa-Begun" not in one.headers for one in begun)
    host = f"127.0.0.1:{public.port}"
    for way in QUERIES:
        browser = Browser(public.port, mine)
        token = browser.get("/?begin").leads("begin").partition("=")[2]
        (target,) = spelled((way,), "begin", host, token)
        for forged in ("0", "-1", "", "x"):
            cookie = (f"Cookie: {browser.cookie}", "Sec-Fetch-Site: same-origin", f"X-Sobremesa-Begun: {forged}")
            code, text = sent(public.port, target, host, *cookie, address=mine)
            assert code in (200, 400, 403, 404, 429), (target, code)
            assert "-house=" not in text
    assert owners() == before + 20
    assert Browser(public.port, "127.0.0.22").begin().status == 200
    assert owners() == before + 21


def test_each_process_counts_owners_by_itself(public: PublicAddress) -> None:
    """Without the proxy's count one process refuses the twenty-first, and networks of IPv6 count as one address."""
    one, host = public.servers[0], f"127.0.0.1:{public.port}"
    begun = [
        Browser(one.port, name=host).begin(**{"X-Forwarded-For": f"2001:db8:0:7:{k:x}::1"}).status for k in range(21)
    ]
    assert begun == [200] * 20 + [429]
    assert Browser(one.port, name=host).begin(**{"X-Forwarded-For": "2001:db8:0:8::1"}).status == 200


def test_no_spelling_of_a_table_leads_to_another_process(public: PublicAddress, host: Browser) -> None:
    """What the proxy does not take for a table's path no process takes for one, so a table is at one process."""
    name, cookie = f"127.0.0.1:{public.port}", f"Cookie: {host.cookie}"
    tables = [new_table(public, host) for _ in range(4)]
    for table in tables:
        path = f"t/{table}/outage.json"
        for _ in range(3):
            assert sent(public.port, f"/{path}", name, cookie)[0] == 200
        for target in (*spelled(PATHS, path, name), f"/t//{table}/outage.json", f"/T/{table}/outage.json"):
            assert sent(public.port, target, name, cookie)[0] in (200, 400, 403, 404), target
    lines = public.log.read_text("utf-8").splitlines()
    for table in tables:
        served = [line for line in lines if f"{table}/outage.json 200" in line]
        assert len(served) in (3, 4)  # a tab before the version is a blank to the proxy
        assert len({line.split(" ", 1)[0] for line in served}) == 1


@pytest.mark.parametrize(
    "length",
    [
        "100000001",
        "+100000001",
        "0100000001",
        "1e9",
        "100000001\r\nContent-Length: 5",
        "5, 100000001",
        "100000001;",
        "\t100000001",
    ],
)
def test_no_spelling_of_a_length_lets_a_large_body_in(public: PublicAddress, host: Browser, length: str) -> None:
    """A body over the limit is refused by its announcement, by the proxy and by each process."""
    name = f"127.0.0.1:{public.port}"
    for port in (public.port, *(one.port for one in public.servers)):
        more = (f"Cookie: {host.cookie}", f"Content-Length: {length}")
        assert sent(port, "/upload?f=x&at=web1&at=web2", name, *more, method="PUT")[0] in (400, 403, 404, 413)


def test_one_address_has_its_share_of_connections(public: PublicAddress) -> None:
    """Eight phones with eight pages and a browser's other connections come in; a flood is cut, and others go on."""
    flooding, request = (
        "127.0.0.41",
        f"GET /?begin HTTP/1.1\r\nHost: 127.0.0.1:{public.port}\r\nConnection: close\r\n\r\n",
    )
    with ExitStack() as stack:

        def code(more: int) -> int:
            """The answer to a request after that many more connections."""
            for _ in range(more):
                with suppress(OSError):  # the proxy may have closed it at once
                    stack.enter_context(socket.create_connection(("127.0.0.1", public.port), 10, (flooding, 0)))
            return asked(public.port, request.encode(), flooding)[0]

        assert code(8 * (8 + 6)) == 200
        assert becomes(lambda: code(150) == 0)
        assert asked(public.port, request.encode(), "127.0.0.42")[0] == 200
    assert becomes(lambda: asked(public.port, request.encode(), flooding)[0] == 200)


def test_one_address_has_its_share_of_requests(public: PublicAddress) -> None:
    """After two thousand requests in ten seconds one address is turned away by the proxy, and no other is."""
    flooding, name = "127.0.0.43", f"Host: 127.0.0.1:{public.port}"
    probe = f"GET /health HTTP/1.1\r\n{name}\r\n"
    requests = f"{probe}\r\n" * 2_100 + f"{probe}Connection: close\r\n\r\n"
    _, text = asked(public.port, requests.encode(), flooding)
    assert text.count("HTTP/1.1 404") == 2_000
    assert text.count("HTTP/1.1 429") > 50
    assert Browser(public.port, flooding).get("/").status == 429
    assert Browser(public.port, "127.0.0.42").get("/").status == 200


def test_wrong_invitations_are_limited_and_logged_without_an_address(public: PublicAddress) -> None:
    """After ten from one address each further one gets 429, and the line of the log names no address."""
    mine = "127.0.0.31"
    codes = [
        Browser(public.servers[0].port, mine, f"127.0.0.1:{public.port}").get(f"/?i=guess{k}").status for k in range(13)
    ]
    assert codes == [403] * 10 + [429] * 3
    log = public.servers[0].log.read_text("utf-8")
    assert log.count("a wrong invitation") == 1  # a line of each kind in a minute
    assert "127.0.0.31" not in log
    assert "guess" not in log
