"""Hostile phones with an invitation get no other session, table or seat, and can be removed."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgpack
import pytest
from flet.messaging.protocol import MessageAction
from flet.messaging.session import Session
from flet_web.uploads import build_upload_url
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion.access import uploads
from companion.access.connections import MAX_CONNECTIONS_PER_DEVICE
from companion.access.invitations import AccessGrant
from companion.access.uploads import INBOX
from companion.access.visitor import LOCAL_BROWSER
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.server import app
from companion.server.page_connection import CLOSE_REFUSED, CLOSE_SURPLUS, PageConnection
from companion.ui.app import build
from tests.support.server.lan_server import (
    ByHand,
    LanServer,
    assert_it_serves,
    at_table,
    guest_headers,
    opened,
    packed,
    registered,
    socket_of,
    together,
    wait_for_text,
)
from tests.support.server.processes import KEY
from tests.toy.counting import Named


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanServer]:
    """A house that is open to the network."""
    with opened(tmp_path_factory.mktemp("house")) as house:
        yield house


def begins(page: Any, **more: Any) -> tuple[str, bytes]:
    """Register the page; its session id and everything it was sent."""
    page.send(registered(**more))
    told = page.recv(timeout=20)
    session = str(msgpack.unpackb(told[1:], strict_map_key=False)[1]["session_id"])
    return session, told if b"here is" in told else told + wait_for_text(page, "here is")


def code(page: Any) -> int:
    """The close code with which the server ends the page."""
    with pytest.raises(ConnectionClosed) as closed:
        all(page.recv(timeout=20) for _ in range(100))
    assert closed.value.rcvd is not None
    return int(closed.value.rcvd.code)


def status(lan: LanServer, path: str, cookie: str, method: str = "GET") -> int:
    # plain http has nothing to verify, and loading the certificates takes longer than the answer
    headers = guest_headers(lan, cookie)
    return httpx.request(method, f"http://{lan}{path}", headers=headers, timeout=20, verify=False).status_code


# --- sessions of others ------------------------------------------------------------------------------------------


@pytest.mark.landing
def test_a_page_is_its_visitors(lan: LanServer) -> None:
    """Each page has its visitor: two guests, the host's phone, this computer."""
    one, two = lan.guest(), lan.guest()
    for key, id in ((one.key, one.visitor.id), (two.key, two.visitor.id)):
        with at_table(lan, key) as page:
            assert f"here is {id}.".encode() in begins(page)[1]
    with connect(f"ws://{lan}/ws") as page:
        assert b"here is ." in begins(page)[1]


@pytest.mark.landing
@pytest.mark.parametrize("awake", [False, True])
def test_a_session_is_not_anothers(lan: LanServer, awake: bool) -> None:
    """A page that registers with another visitor's session id gets a new session.

    The other is a guest, the host or this computer.
    """
    thief, owner = lan.guest(), lan.guest()
    for cookie in (owner.key, lan.key, ""):
        with ExitStack() as stack:
            theirs = connect(f"ws://{lan}/ws") if not cookie else at_table(lan, cookie)
            session, _ = begins(stack.enter_context(theirs))
            if not awake:
                stack.close()
            with at_table(lan, thief.key) as page:
                got, told = begins(page, session_id=session)
            assert got != session
            assert f"here is {thief.visitor.id}.".encode() in told
            assert owner.visitor.id.encode() not in told


@pytest.mark.landing
def test_a_phone_that_wakes_up_elsewhere_gets_its_own_session(lan: LanServer) -> None:
    """A phone that reconnects, also from another address, keeps its session."""
    mine = lan.guest()
    with at_table(lan, mine.key) as page:
        session, _ = begins(page)
    with socket_of(lan, mine.key, source=("127.0.0.2", 0)) as page:
        assert begins(page, session_id=session)[0] == session


@pytest.mark.landing
def test_pages_opened_and_left_do_not_pile_up(lan: LanServer) -> None:
    """Of the sessions that a phone begins and leaves only the last few are kept."""
    one = lan.guest()
    for _ in range(3 * app.MAX_SLEEPING_SESSIONS):
        with at_table(lan, one.key) as page:
            begins(page)
    gc.collect()
    soon = datetime.now(UTC) + timedelta(seconds=60)
    ours = [each for each in gc.get_objects() if isinstance(each, Session) and each.page.client_ip == one.visitor.id]
    kept = [each for each in ours if each.connection is not None or (each.expires_at and each.expires_at > soon)]
    assert len(kept) <= app.MAX_SLEEPING_SESSIONS + 2


@pytest.mark.landing
def test_pages_of_many_phones_that_left_do_not_pile_up(lan: LanServer) -> None:
    """Of the sessions that many phones left, only the last ones are kept."""
    many = [lan.guest() for _ in range(app.MAX_SLEEPING_SESSIONS_IN_ALL + 8)]
    for one in many:
        with at_table(lan, one.key) as page:
            begins(page)
    gc.collect()
    soon = datetime.now(UTC) + timedelta(seconds=60)
    theirs = {one.visitor.id for one in many}
    kept = [
        session
        for session in gc.get_objects()
        if isinstance(session, Session)
        and session.page.client_ip in theirs
        and (session.connection is not None or (session.expires_at and session.expires_at > soon))
    ]
    assert app.MAX_SLEEPING_SESSIONS_IN_ALL - 2 <= len(kept) <= app.MAX_SLEEPING_SESSIONS_IN_ALL + 2


# --- removed guests ----------------------------------------------------------------------------------------------


def sent_away(lan: LanServer, one: AccessGrant) -> None:
    lan.library.guests.remove_device(one.visitor.id, one.match_id)


def closed(lan: LanServer, one: AccessGrant) -> None:
    lan.library.guests.close_table(one.match_id)


@pytest.mark.landing
@pytest.mark.parametrize("how", [sent_away, closed])
def test_who_is_shown_out_is_out_at_once(lan: LanServer, how: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A removed guest's page ends at once, and its key opens nothing; the others play on.

    No page, file, socket or upload, and each says why.
    """
    one = lan.guest()
    stays = lan.guest(one.match_id if how is sent_away else "")
    word = lan.library.guests.table_invitation(one.match_id)
    with at_table(lan, stays.key) as other, at_table(lan, one.key) as page:
        begins(other)
        begins(page)
        how(lan, one)
        assert code(page) == CLOSE_REFUSED
        other.ping().wait(20)
    with caplog.at_level(logging.WARNING):
        for path in ("/", f"/t/{one.match_id}", "/main.dart.js", "/outage.json"):
            assert status(lan, path, one.key) == 403
    assert [each.getMessage() for each in caplog.records] == ["a wrong invitation from 127.0.0.1"]
    says = httpx.get(f"http://{lan}/", headers={**guest_headers(lan, one.key), "Accept-Language": "en"}).text
    assert "the host has renewed it, closed the table or sent this phone away" in says
    with pytest.raises(InvalidStatus, match="403"), at_table(lan, one.key):
        pass
    assert status(lan, build_upload_url("/" + uploads.UPLOAD_PATH, "x", 60, KEY), one.key, "PUT") == 403
    assert not (INBOX.folder / "x").exists()
    assert status(lan, f"/?i={word}", one.key) == 403
    assert status(lan, "/", stays.key) == 200
    assert_it_serves(lan)


@pytest.mark.landing
def test_what_is_said_after_being_shown_out_is_not_heard() -> None:
    """A removed client that keeps sending counts as gone, for Flet and for the table."""
    heard: list[Any] = []
    said: list[Any] = []

    async def flet(scope: Any, receive: Any, send: Any) -> None:
        while True:
            heard.append(await receive())
            if heard[-1]["type"] == "websocket.disconnect":
                return
            await send({"type": "websocket.send", "text": "more"})

    async def goes_on() -> Any:
        await asyncio.sleep(0.001)
        return {"type": "websocket.receive", "text": "tap"}

    async def send(message: Any) -> None:
        said.append(message)

    async def scene() -> None:
        connection = PageConnection(goes_on, send)
        serving = asyncio.ensure_future(connection.serve(flet, {}))
        while len(heard) < 5:
            await asyncio.sleep(0.001)
        connection.end(is_surplus=False)
        await asyncio.wait_for(serving, 5)

    asyncio.run(scene())
    assert heard[-1] == {"type": "websocket.disconnect", "code": CLOSE_REFUSED}
    assert said[-1] == {"type": "websocket.close", "code": CLOSE_REFUSED}
    assert len([one for one in said if one["type"] == "websocket.send"]) == len(heard) - 1


@pytest.mark.landing
def test_a_connection_that_breaks_while_it_is_written_to_is_left_in_order() -> None:
    """A connection that breaks during a write is closed without Flet seeing the error.

    Flet would take the phone for online for ever.
    """
    left: list[bool] = []

    async def flet(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.send", "text": "news"})
        assert (await receive())["type"] == "websocket.disconnect"
        left.append(True)

    async def broken(message: Any) -> None:
        raise OSError

    async def gone() -> Any:
        return {"type": "websocket.disconnect", "code": 1006}

    async def scene() -> None:
        await asyncio.wait_for(PageConnection(gone, broken).serve(flet, {}), 5)

    asyncio.run(scene())
    assert left == [True]


# --- limits for one guest ----------------------------------------------------------------------------------------


@pytest.mark.landing
def test_one_page_too_many_ends_the_oldest(lan: LanServer) -> None:
    """A guest has at most eight connections; the oldest beyond that is ended and told why."""
    one = lan.guest()
    with ExitStack() as stack:
        pages = [stack.enter_context(at_table(lan, one.key)) for _ in range(MAX_CONNECTIONS_PER_DEVICE + 1)]
        assert code(pages[0]) == CLOSE_SURPLUS
        for page in pages[1:]:
            page.ping().wait(20)
        assert lan.library.guests._connections.connection_count(one.visitor.id) == MAX_CONNECTIONS_PER_DEVICE
    assert_it_serves(lan)


@pytest.mark.landing
def test_a_guests_text_frame_ends_its_own_page_only(lan: LanServer) -> None:
    """A frame that is text does not affect another page at the same table; ``test_attack_messages`` has all others."""
    one = lan.guest()
    other = lan.guest(one.match_id)
    with at_table(lan, other.key) as beside, at_table(lan, one.key) as page:
        begins(beside)
        with suppress(ConnectionClosed, TimeoutError):
            begins(page)
            page.send("text")
            page.send(packed([MessageAction.CONTROL_EVENT, {"target": 1, "name": "x", "data": None}]))
            page.recv(timeout=0.1)
        beside.ping().wait(20)
    assert_it_serves(lan)


# --- tables of others --------------------------------------------------------------------------------------------


@pytest.mark.landing
def test_a_key_opens_the_tables_of_its_invitations_only(lan: LanServer) -> None:
    """A guest's key opens its own tables only, this computer all of them.

    Not another table, an unknown one, or one under a name that climbs.
    """
    one, other = lan.guest(), lan.guest()
    guests = lan.library.guests
    assert guests.is_admitted(one.visitor, one.match_id)
    for match in (other.match_id, "", "x", f"../{one.match_id}", f"{one.match_id}' OR 1", one.match_id.upper()):
        assert not guests.is_admitted(one.visitor, match)
    assert guests.is_admitted(LOCAL_BROWSER, other.match_id)


@pytest.mark.landing
@pytest.mark.parametrize("key", ["x" * 26, "", "\x00", "'; DROP TABLE guest; --", "x" * 100_000, "%s", "null"])
def test_no_forged_key_opens(lan: LanServer, key: str) -> None:
    """A forged key is refused in any spelling."""
    assert lan.library.guests.visitor_of_key(key) is None
    if key.isprintable() and len(key) < 10_000:
        assert status(lan, "/", key) == 403
        with pytest.raises(InvalidStatus, match="403"), at_table(lan, key or "x"):
            pass
    assert_it_serves(lan)


@pytest.mark.landing
def test_the_hash_in_the_file_is_no_key(lan: LanServer) -> None:
    """The hash stored in the file does not work as a key."""
    lan.guest()
    for (kept,) in lan.library.storage.database.read("SELECT key FROM guest WHERE key IS NOT NULL"):
        assert status(lan, "/", kept) == 403


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanServer]:
    """A house with the complete app."""
    with opened(tmp_path_factory.mktemp("whole"), main=build) as house:
        yield house


ROUTES = [
    "/",
    "/t/{other}",
    "/t/{other}/history",
    "/t/{other}/settings",
    "/t/{other}/settings/cheers",
    "/t/{other}/phones",
    "/t/{other}/seat",
    "/t/{mine}/../{other}",
    "/t/{mine}/../../table/{other}",
    "//t//{other}",
    "/t/{other}?i=x#y",
    "/t/%2e%2e/{other}",
    "/new/counting",
    "/new/../table/{other}",
    "/t/' OR 1 --",
    "\x00",
    "x" * 10_000,
]


@pytest.mark.landing
@pytest.mark.parametrize("there", [False, True], ids=["begins", "goes"])
def test_no_address_shows_a_guest_anothers_table(whole: LanServer, there: bool) -> None:
    """Whatever address a guest opens, it receives no byte of another table.

    The other table is played on meanwhile.
    """
    other = whole.library.matches.create("counting", ("Zoraida", "Yolanda"))
    ones = [whole.guest() for _ in ROUTES]
    paths = [route.format(other=other.match.id, mine=one.match_id) for route, one in zip(ROUTES, ones, strict=True)]
    with ExitStack() as stack:
        pages = [stack.enter_context(at_table(whole, one.key)) for one in ones]
        begin = [f"/t/{one.match_id}" for one in ones] if there else paths
        hands = together(lambda pair: ByHand(*pair), zip(pages, begin, strict=True))
        if there:
            assert all(together(lambda hand: hand.hears(b"Bea"), hands))
            together(lambda pair: pair[0].goes(pair[1]), zip(hands, paths, strict=True))
        other.adjust("total.0", 7)
        together(ByHand.listen, hands)
    leaks = [
        path
        for path, hand in zip(ROUTES, hands, strict=True)
        if b"Zoraida" in hand.received or b"Yolanda" in hand.received
    ]
    assert leaks == []


@pytest.mark.landing
@pytest.mark.parametrize("route", [["/"], None, 7, {"a": 1}, b"\xff", "/\ud800"])
def test_an_address_that_is_none_harms_its_own_page_only(whole: LanServer, route: Any) -> None:
    """A page address that cannot be encoded affects its own page only."""
    one = whole.guest()
    with at_table(whole, one.key) as page, suppress(ConnectionClosed, TimeoutError, UnicodeEncodeError):
        ByHand(page, f"/t/{one.match_id}").goes(route)
    with at_table(whole, whole.guest(one.match_id).key) as page:
        assert ByHand(page, f"/t/{one.match_id}").hears(b"Bea")


def everything(whole: LanServer, mine: str) -> Any:
    """All data that no guest may change."""
    storage = whole.library.storage
    return (
        [storage.entry_rows(match.id) for match in storage.matches() if match.id != mine],
        storage.database.read("SELECT * FROM match WHERE id <> ? ORDER BY id", (mine,)),
        storage.database.read("SELECT * FROM invitation ORDER BY match"),
        storage.database.read("SELECT * FROM setting ORDER BY key"),
        storage.database.read("SELECT * FROM guest WHERE host ORDER BY id"),
        storage.database.read("SELECT * FROM place WHERE match <> ? ORDER BY match, guest", (mine,)),
    )


@pytest.mark.parametrize("path", ["/", "/t/{mine}", "/t/{mine}/settings", "/t/{mine}/phones", "/new/toy"])
def test_a_guest_who_taps_everything_touches_nothing_of_the_hosts(tmp_path: Path, path: str) -> None:
    """A guest's taps and forged events change nothing that is not its own.

    Other tables, invitations, settings and phones stay as they were.
    """
    with opened(tmp_path, main=build) as whole:
        taps_everything(whole, path)


def taps_everything(whole: LanServer, path: str) -> None:
    stays, one = whole.guest(), whole.guest()
    beside = whole.guest(one.match_id)
    guests = whole.library.guests
    guests.take_seat(one.visitor, one.match_id, 0)
    guests.take_seat(beside.visitor, one.match_id, 1)
    before = everything(whole, one.match_id)
    with at_table(whole, one.key) as page, suppress(ConnectionClosed):
        hand = ByHand(page, path.format(mine=one.match_id))
        for name in ("click", "click", "change", "select", "submit", "dismiss"):
            hand.taps(name)
            hand.listen()
    assert everything(whole, one.match_id) == before
    assert guests.visitor_of_key(stays.key) == stays.visitor
    assert (beside.visitor.id, 1) in {(place.device_id, place.seat) for place in guests.device_seats(one.match_id)}


@pytest.mark.landing
def test_who_was_sent_away_is_told_nothing_more(whole: LanServer) -> None:
    """A removed phone receives no more bytes of the table, although it still listens."""
    one, stays = whole.guest(), whole.guest()
    with at_table(whole, one.key) as page:
        hand = ByHand(page, f"/t/{one.match_id}")
        whole.library.guests.remove_device(one.visitor.id, one.match_id)
        whole.library.matches.open(one.match_id).adjust("total.0", 7)
        with pytest.raises(ConnectionClosed):
            hand.listen()
    with at_table(whole, stays.key) as page:
        assert ByHand(page, f"/t/{stays.match_id}").hears(b"Bea")


# --- secrets of other seats --------------------------------------------------------------------------------------


@dataclass
class Round:
    """A table at which Ana has named her number: her phone, and those of the others."""

    table: Table
    mine: ByHand
    here: list[ByHand]

    def told(self) -> bool:
        """Whether any of the other phones has received it."""
        return any(secret in hand.received for hand in self.here for secret in SECRETS)


@contextmanager
def named(whole: LanServer, room: str) -> Iterator[Round]:
    """Ana's phone and others beside it, in the middle and as spectators.

    Each is online while she names the number, and reconnects after that.
    """
    table = whole.library.matches.create("counting", ("Ana", "Bea", "Cai"), (("secrets", "on"),))
    id, guests = table.match.id, whole.library.guests
    ana, bea, middle, looks = (whole.guest(id) for _ in range(4))
    guests.take_seat(ana.visitor, id, 0)
    guests.take_seat(bea.visitor, id, 1)
    guests.take_seat(middle.visitor, id, None)
    guests.take_seat(looks.visitor, id, None, is_spectator=True)
    with ExitStack() as stack:

        def come(room: str, *ones: AccessGrant) -> list[ByHand]:
            pages = [stack.enter_context(at_table(whole, one.key)) for one in ones]
            return together(lambda page: ByHand(page, f"/t/{id}{room}"), pages)

        here, (mine,) = come(room, bea, middle, looks), come("", ana)
        table.answer(table.prompt_id, Named(0, SECRET), DeviceRole(0))
        together(ByHand.listen, (*here, mine))
        yield Round(table, mine, here + come(room, bea, middle, looks))


@pytest.mark.landing
@pytest.mark.parametrize("room", ["", "/history", "/settings"], ids=lambda room: room or "table")  # pages of the match
def test_a_seats_secret_is_in_no_byte_to_another(whole: LanServer, room: str) -> None:
    """A seat's secret is sent to no other phone before it is revealed, but to its own.

    Whatever page they show.
    """
    with named(whole, room) as one:
        history = f"/t/{one.table.match.id}/history"
        one.mine.goes(history)
        assert one.mine.hears(*SECRETS)
        together(lambda hand: hand.goes(history), one.here)
        assert not one.told()
        one.table.answer(one.table.prompt_id, Named(1, 2), DeviceRole(1))
        one.table.answer(one.table.prompt_id, Named(2, 3), HOST_ROLE)
        together(lambda hand: (hand.goes(f"/t/{one.table.match.id}"), hand.goes(history)), one.here)
        for _ in range(40):  # a busy machine takes its time
            if not one.told():
                together(ByHand.listen, one.here)
        assert one.told()


def test_no_tap_brings_a_secret_out(whole: LanServer) -> None:
    """Tapping everything on the table, its history, rule sheets and menus reveals no secret."""
    with named(whole, "") as one:
        sleeps = whole.guest(one.table.match.id)  # nobody else can name this seat's number, so it stays a secret
        whole.library.guests.take_seat(sleeps.visitor, sleeps.match_id, 2)

        def taps_there(hand: ByHand) -> None:
            for room in ("", "/history"):
                with suppress(ConnectionClosed):
                    hand.goes(f"/t/{one.table.match.id}{room}")
                    hand.taps()
                    hand.listen()

        together(taps_there, one.here[:3])
        assert not one.told()


SECRET = 7391
SECRETS = (b"7391", msgpack.packb(SECRET))
"""The number as text, and as encoded in a message."""
