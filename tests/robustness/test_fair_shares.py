"""What strangers share: the readers of photos, the import of games, and the room for uploads."""

from __future__ import annotations

import io
import json
import random
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.access.uploads import MAX_FILES_PER_OWNER, TOO_MANY_UPLOADS_TEXT, Sender, UploadInbox
from companion.library import archive
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support import postgres
from tests.support.attack import photos
from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page
from tests.support.attack.photos import FIVE, READ
from tests.support.attack.public_server import Owner, PublicServer
from tests.support.attack.uploading import Sending, asked_address, photo_picker, put, sending
from tests.support.stored_matches import NAMES, exported_file
from tests.support.table_play import stroll

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

PROMISED = 3.0
"""Seconds within which the host's own photo is read, whatever others do."""
PHOTO = bytes(7_000_000)
"""A file of the size of a photo, in which there is none."""
FULL = 98
"""Megabytes of a file that is nearly as large as one may be."""
SPOILT = FIVE[: len(FIVE) // 2]
NOT_WHOLE = "no ha llegado entera"
STEPS = 9_999
"""Steps of a game that is as long as an import allows."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AttackedServer]:
    house = AttackedServer(tmp_path)
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        left = photos.family(photos.number(house))
        house.kill()
        photos.kill(left[1:])


@pytest.fixture(scope="module")
def machine() -> Iterator[postgres.PostgresServer]:
    """A PostgreSQL server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@pytest.fixture
def public(machine: postgres.PostgresServer, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[PublicServer]:
    """A public server over a database of its own."""
    server = PublicServer(tmp_path, machine.database(f"shares_{abs(hash(request.node.name))}"))
    try:
        server.start()
        yield server
    finally:
        server.kill()


def seconds_to_read(page: Page, picker: int, photo: bytes, words: str) -> float:
    """Seconds until the page hears how its photo was read."""
    page.listen(first=0.05, pause=0.02)
    page.heard = b""
    began = time.monotonic()
    photos.in_messages(page, picker, [photo])
    while words.encode() not in page.heard and time.monotonic() - began < 60:
        page.listen(first=0.05, pause=0.02)
    return time.monotonic() - began


# --- photos ------------------------------------------------------------------------------------------------------


@contextmanager
def flooding(house: AttackedServer | Owner, guests: int) -> Iterator[list[int]]:
    """Guests of one table who send pictures of 25 megapixels, three at a time each; yields how many were sent."""
    large, sent, over = photos.flat(5000, ".png"), [0], threading.Event()
    with ThreadPoolExecutor(guests) as each:
        pages = list(each.map(lambda _: house.guest(), range(guests)))
        pickers = list(each.map(photos.picker_of, pages))

    def flood(page: Page, picker: int) -> None:
        while not over.is_set():
            photos.in_messages(page, picker, [large] * 3)
            sent[0] += 3
            page.listen(first=1.0, pause=0.5)
            page.heard = b""

    with ExitStack() as stack:
        threads = [threading.Thread(target=flood, args=one) for one in zip(pages, pickers, strict=True)]
        for page in pages:
            stack.enter_context(page)
        for thread in threads:
            thread.start()
        try:
            yield sent
        finally:
            over.set()
            for thread in threads:
                thread.join()


@pytest.mark.landing
def test_the_hosts_photo_is_read_while_guests_flood(house: AttackedServer, say: Callable[[str], None]) -> None:
    """Ten guests send pictures of 25 megapixels, three at a time each; the host's photos are read within 3 s."""
    with house.host() as host:
        picker = photos.picker_of(host)
        assert seconds_to_read(host, picker, SPOILT, NOT_WHOLE) < 30, "a reader has started"
        with flooding(house, 10) as sent:
            photos.at_work(house)
            time.sleep(2)  # every guest has three pictures waiting
            waits = [seconds_to_read(host, picker, SPOILT, NOT_WHOLE) for _ in range(3)]
            waits.append(seconds_to_read(host, picker, FIVE, READ))
        say(f"{sent[0]} pictures of 25 MP by ten guests: the host's photos after {max(waits):.2f} s at most")
    assert max(waits) < PROMISED


def test_photos_are_read_while_the_guests_of_one_owner_flood(public: PublicServer, say: Callable[[str], None]) -> None:
    """On a public server neither that owner's photo nor another one's waits for more than 3 s."""
    flooded, other = public.owner(), public.owner()
    with flooded.host() as host, other.host() as stranger:
        pages = [(page, photos.picker_of(page)) for page in (host, stranger)]
        assert max(seconds_to_read(*page, SPOILT, NOT_WHOLE) for page in pages) < 30, "a reader has started"
        with flooding(flooded, 10) as sent:
            time.sleep(3)  # every guest has three pictures waiting
            waits = [[seconds_to_read(*page, SPOILT, NOT_WHOLE) for _ in range(3)] for page in pages]
        own, others = map(max, waits)
        say(f"{sent[0]} pictures of 25 MP at one table: its owner's photos after {own:.2f} s, others' {others:.2f} s")
    assert max(own, others) < PROMISED


# --- imports -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An exported game of some steps."""
    storage = Storage(tmp_path_factory.mktemp("game"))
    table = Library(storage, GAMES).matches.create("four_souls", NAMES[:2])
    stroll(table, random.Random(1), 35)
    data = exported_file(Library(storage, GAMES), table.match.id)
    storage.close()
    return data


def long_game(game: bytes, steps: int = STEPS) -> bytes:
    """A game of that many steps, in which all but the last state holds."""
    head = json.loads(game.splitlines()[0])
    head = {**head, "settings": {}, "entries": steps}
    said = {"time": "2026-01-01T12:00:00+00:00", "who": "host", "asked": None}
    events = [{"type": "Adjusted", "key": "seat.0.cents", "by": (-1) ** n} for n in range(steps)]
    lines = [{"n": n, **said, "group": 1, "event": event} for n, event in enumerate(events, start=1)]
    return "\n".join(map(json.dumps, [head, *lines])).encode()


def packed(games: Sequence[bytes]) -> bytes:
    """A file of all these games."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr("sobremesa.json", json.dumps(archive._head()))
        for n, data in enumerate(games):
            file.writestr(f"games/{n:04}-game.jsonl", data)
        for name in ("cards.json", "dice.json", "settings.json"):
            file.writestr(name, "{}" if name == "settings.json" else "[]")
    return buffer.getvalue()


def give(page: Page, data: bytes) -> None:
    """Give the home page a file."""
    page.find("Importar una partida")
    (picker,) = [i for i in page.kinds("FilePicker") if "on_result" in page.controls[i]]
    photos.by_upload(page, picker, [data])


def home(house: AttackedServer) -> Page:
    """The home page of a host's phone."""
    page = house.host()
    page.go("/")
    return page


def importer_at_work(house: AttackedServer) -> bool:
    """Whether a process of the server uses the processor at a low priority."""
    before = {pid: photos.busy(pid) for pid in photos.workers(photos.number(house)) if niceness(pid) > 10}
    time.sleep(0.5)
    return any(photos.busy(pid) > used + 0.05 for pid, used in before.items())


def niceness(pid: int) -> int:
    """How far a process stands back for others."""
    return int(Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[16])


@pytest.mark.landing
def test_a_file_of_too_many_steps_is_refused_before_any_is_replayed(
    house: AttackedServer, game: bytes, say: Callable[[str], None]
) -> None:
    """Eighty games of 9,999 steps in a small file are refused with what to do, and cost nobody a photo."""
    data = packed([long_game(game)] * 80)
    with home(house) as page:
        began = time.monotonic()
        give(page, data)
        assert page.hears("«games»", within=10)
        say(f"80 games of {STEPS} steps, {len(data) // 1000} kB: refused after {time.monotonic() - began:.1f} s")
        assert "Importar una partida" in repr(page.controls)


@pytest.mark.landing
def test_photos_are_read_while_the_largest_file_is_imported_until_it_is_cancelled(
    house: AttackedServer, game: bytes, say: Callable[[str], None]
) -> None:
    """A photo takes 3 s at most; what was read when the page cancels it is on the shelf, and the rest is said."""
    data = packed([game, *[long_game(game)] * (archive.MAX_ALL_STEPS // STEPS - 1)])
    with house.host() as host, home(house) as page, home(house) as other:
        picker = photos.picker_of(host)
        assert seconds_to_read(host, picker, SPOILT, NOT_WHOLE) < 30, "a reader has started"
        give(page, data)
        assert page.hears("Leyendo la partida 2 de 30", within=20)
        assert importer_at_work(house)
        waits = [seconds_to_read(host, picker, SPOILT, NOT_WHOLE), seconds_to_read(host, picker, FIVE, READ)]
        say(f"during the import of 30 games of {STEPS} steps: photos after {max(waits):.2f} s at most")
        assert max(waits) < PROMISED
        give(other, packed([game]))
        assert other.hears("Ya se está importando otro archivo", within=10), "one import at a time of each owner"
        page.tap("Cancelar la importación")
        assert page.hears("La importación se ha cancelado: no se han leído", within=30)
        assert "Importar una partida" in repr(page.controls)
    storage = Storage(house.data)
    assert json.loads(game.splitlines()[0])["id"] in {match.id for match in storage.matches()}
    storage.close()


def test_an_import_ends_with_its_page(house: AttackedServer, game: bytes, say: Callable[[str], None]) -> None:
    """Ten seconds after its page has left, an import ends with the game that is read then."""
    with home(house) as page:
        give(page, packed([long_game(game)] * 30))
        assert page.hears("Leyendo la partida 2 de 30", within=30)
    left = time.monotonic()
    while importer_at_work(house) and time.monotonic() - left < 60:
        time.sleep(0.2)
    say(f"the import has ended {time.monotonic() - left:.0f} s after its page")
    assert not importer_at_work(house)


# --- uploads -----------------------------------------------------------------------------------------------------


def half_sent(page: Page, stack: ExitStack, megabytes: int) -> Sending:
    """A file of that page of which so much has arrived, and whose end does not come."""
    one = stack.enter_context(sending(page, asked_address(page, photo_picker(page))))
    one.megabytes(megabytes)
    return one


@pytest.mark.landing
def test_three_large_files_keep_nobody_elses_photo_out(house: AttackedServer) -> None:
    """Three guests hold 98 MB each; a fourth one's photo is read, and the largest file makes room and is told."""
    with ExitStack() as stack:
        pages = [stack.enter_context(house.guest()) for _ in range(3)]
        for page in pages:
            half_sent(page, stack, FULL)
        for _ in range(2):
            page = stack.enter_context(house.guest())
            assert put(page, asked_address(page, photo_picker(page)), PHOTO) == 200
        assert any(page.hears("Hay demasiados archivos de camino", within=2) for page in pages)


def test_one_owner_holds_a_share_and_others_send_photos(public: PublicServer) -> None:
    """On a public server one owner's devices hold 150 MB at most; an owner who sends a photo is not turned away."""
    greedy, others = public.owner(), [public.owner() for _ in range(2)]
    with ExitStack() as stack:
        files = [half_sent(stack.enter_context(one), stack, FULL) for one in (greedy.host(), greedy.guest())]
        assert [file.code(within=5) for file in files].count(413) == 1, "their owner has a share, and not twice it"
        for one in others:
            half_sent(stack.enter_context(one.host()), stack, FULL)
        page = stack.enter_context(others[0].guest())
        assert put(page, asked_address(page, photo_picker(page)), PHOTO) == 200


@pytest.mark.landing
def test_an_owner_has_so_many_open_uploads() -> None:
    """Beyond them the device with most loses its oldest, with a sentence; another owner's and a newcomer's stay."""
    inbox = UploadInbox()
    inbox.trusts_hosts = False
    other = inbox.expect(Sender("cira", house="other"))
    crowd = [inbox.expect(Sender(f"guest {n // 2}", house="one")) for n in range(MAX_FILES_PER_OWNER)]
    late = [inbox.expect(Sender(name, is_host=True, house="one")) for name in ("ana", "beto")]
    assert [file.reason for file in crowd[:4]] == [TOO_MANY_UPLOADS_TEXT, None, TOO_MANY_UPLOADS_TEXT, None]
    assert not any(file.done_event.is_set() for file in (other, *late, *crowd[4:]))
    inbox.close()


def test_a_file_that_stands_still_is_given_up(house: AttackedServer) -> None:
    """A guest's file of which nothing more arrives ends after 10 to 20 s; one that arrives slowly is taken."""
    with house.guest() as page, house.guest() as slow, ExitStack() as stack:
        stalled = half_sent(page, stack, 5)
        patient = half_sent(slow, stack, 0)
        began = time.monotonic()
        while time.monotonic() - began < 25:
            patient.kilobytes(2)
            time.sleep(1)
        assert stalled.code(within=10) == 408
        assert patient.end() == 200
