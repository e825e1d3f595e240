"""Two public processes behind the deployed proxy, asked from the wire: what it decides holds for every spelling."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support import postgres
from tests.support.attack.client import Page
from tests.support.attack.uploading import asked_address, put
from tests.support.server.public_address import Browser, PublicAddress, public_address

pytestmark = pytest.mark.landing

ES = translator("es")
IMPORTED = "está ahora en la estantería"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PublicAddress]:
    """Two public processes behind the proxy."""
    folder = tmp_path_factory.mktemp("public")
    with postgres.server("-c fsync=off") as database, public_address(database, folder) as one:
        yield one


@pytest.fixture
def host(public: PublicAddress) -> Browser:
    """A browser that has begun tables of its own."""
    browser = Browser(public.port)
    browser.begin()
    return browser


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
    games = [library.export(library.new_match("four_souls", ("Ana", f"Beto {k}")).match.id, ES)[1] for k in range(10)]
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
