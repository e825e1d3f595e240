"""Opening and closing the access from the local network while the server runs."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.access import lan as doors
from companion.access.lan import LanAccess, LanUnavailableError
from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.i18n import translator
from companion.server import sockets
from companion.server.lan_listeners import LanListeners
from companion.server.wire.admission import Admission, Peer
from companion.server.wire.listener import Listener
from tests.support.server.access import GUEST, HOME, HOST, guests, key, reads, visitor

FIRST, SECOND = "127.0.0.2", "127.0.0.3"
"""Two addresses of this computer that stand for those in a network."""
EN = translator("en")
pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="other systems have one loopback address, and no list of descriptors"
)


class Switched:
    """An access that is closed, with the real listeners of a server that answers nothing."""

    def __init__(self, folder: Path, with_https: bool = False) -> None:
        plain = sockets.open_sockets(0)
        by_port = [plain, sockets.open_sockets_after(sockets.port_of(plain[sockets.HOST]))] if with_https else [plain]
        self.local = [bound[sockets.HOST] for bound in by_port]
        self.listeners = LanListeners(*by_port)
        self.admission = Admission(1000)
        ports = map(sockets.port_of, reversed(self.local))
        self.access = LanAccess(guests(folder), *ports, listeners=self.listeners, is_open=False)

    @property
    def ports(self) -> list[int]:
        return [sockets.port_of(one) for one in self.local]

    def serve(self) -> None:
        """Accept connections, as the server does once it has started."""
        listen = lambda sock: Listener(sock, lambda peer: asyncio.Protocol(), self.admission)  # noqa: E731
        self.listeners.start(listen, self.admission.close_devices)

    def reached(self) -> set[tuple[str, int]]:
        """Every address and port at which somebody listens."""
        return {(host, port) for host in (FIRST, SECOND) for port in self.ports if reaches(host, port)}


def reaches(host: str, port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex((host, port)) == 0


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this computer in the network, which a test may change."""
    present = [FIRST, SECOND]
    monkeypatch.setattr(doors, "lan_addresses", lambda: tuple(present))
    monkeypatch.setattr(doors, "schedule_daemon", lambda seconds, callback: None)
    return present


@pytest.fixture
def house(tmp_path: Path, network: list[str]) -> Iterator[Switched]:
    one = Switched(tmp_path)
    yield one
    for sock in one.local:
        sock.close()


@contextmanager
def taken(host: str, port: int) -> Iterator[None]:
    """Another program at that address and port."""
    with socket.socket() as other:
        other.bind((host, port))
        other.listen()
        yield


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scene())


def test_nobody_listens_before_it_is_opened_and_after_it_is_closed(house: Switched) -> None:
    """Every address listens while it is open, none before or after; these are the ones shown."""
    everywhere = {(FIRST, house.access.port), (SECOND, house.access.port)}

    async def scene() -> None:
        house.serve()
        assert house.reached() == set()
        assert house.access.invitation_urls("x") == ()
        for _ in range(2):
            await house.access.open()
            assert house.reached() == everywhere
            assert house.access.invitation_urls("x")[0] == f"http://{FIRST}:{house.access.port}/?i=x"
            await house.access.close()
            assert house.reached() == set()

    run(scene)


def test_with_https_both_ports_open_and_close(tmp_path: Path, network: list[str]) -> None:
    """With a port of https, that one and the plain one are opened and closed together."""
    house = Switched(tmp_path, with_https=True)

    async def scene() -> None:
        house.serve()
        await house.access.open()
        assert house.reached() == {(host, port) for host in network for port in house.ports}
        assert house.access.invitation_urls("x")[0] == f"https://{FIRST}:{house.ports[1]}/?i=x"
        assert house.access.certificate_url() == f"http://{FIRST}:{house.ports[0]}/"
        await house.access.close()
        assert house.reached() == set()

    run(scene)
    for sock in house.local:
        sock.close()


def test_what_was_bound_before_the_start_is_accepted_then(tmp_path: Path, network: list[str]) -> None:
    """The sockets that ``--lan`` binds serve from the start, and can be closed like any other."""
    bound = sockets.open_sockets(0, network)
    port = sockets.port_of(bound[sockets.HOST])
    listeners, admission = LanListeners(bound), Admission(1000)
    access = LanAccess(guests(tmp_path), port, listeners=listeners)

    async def scene() -> None:
        listeners.start(lambda sock: Listener(sock, lambda peer: asyncio.Protocol(), admission), lambda: None)
        await asyncio.open_connection(SECOND, port)
        await asyncio.sleep(0.05)
        assert len(admission) == 1
        await access.close()
        assert not reaches(SECOND, port)

    run(scene)
    bound[sockets.HOST].close()


@pytest.mark.parametrize("at", [FIRST, SECOND])
def test_a_taken_port_is_a_sentence_and_changes_nothing(house: Switched, at: str) -> None:
    """If the port is taken at one address, nobody listens at any, and the reason names it."""

    async def scene() -> None:
        house.serve()
        with taken(at, house.access.port):
            with pytest.raises(LanUnavailableError) as refused:
                await house.access.open()
            assert f"Another program uses port {house.access.port} " in EN(refused.value.reason)
            assert (house.access.is_open, house.listeners.hosts) == (False, frozenset())
            assert house.reached() == {(at, house.access.port)}
        await house.access.open()
        assert len(house.reached()) == 2

    run(scene)


def test_without_a_network_it_stays_closed(house: Switched, network: list[str]) -> None:
    """Without an address in a network, or with one that has just gone, it stays closed."""
    for gone in ([], ["192.0.2.7"]):
        network[:] = gone
        with pytest.raises(LanUnavailableError) as refused:
            run(house.access.open)
        assert EN(refused.value.reason).startswith("This computer is in no network")
        assert not house.access.is_open


def test_another_fault_is_told_as_the_system_calls_it(house: Switched, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any other fault of the system is named in its own words."""

    def fails(hosts: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(house.listeners, "add", fails)
    with pytest.raises(LanUnavailableError) as refused:
        run(house.access.open)
    assert EN(refused.value.reason) == "This computer lets nobody in now (Too many open files)."


def test_it_follows_the_computer_into_another_network(house: Switched, network: list[str]) -> None:
    """Addresses that go are left, new ones listened at, and taken ones tried again."""
    told: list[tuple[str, ...]] = []
    port = house.access.port

    async def scene() -> None:
        house.serve()
        network[:] = [FIRST]
        await house.access.follow_addresses()
        assert house.reached() == set()  # closed
        await house.access.open()
        house.access.subscribe(lambda: told.append(house.access.hosts()))
        await house.access.follow_addresses()
        network[:] = [SECOND]
        with taken(SECOND, port):
            await house.access.follow_addresses()
            assert house.reached() == {(SECOND, port)}  # the other program
            assert house.access.hosts() == ()
        await house.access.follow_addresses()
        assert house.reached() == {(SECOND, port)}
        assert told == [(), (SECOND,)]

    run(scene)


def test_switching_many_times_leaves_nothing_behind(house: Switched) -> None:
    """Opening and closing leaves no descriptor and no task, also with somebody connected."""
    left: list[tuple[int, int]] = []

    async def scene() -> None:
        gc.collect()  # what earlier tests have left open is closed now, not between two counts
        house.serve()
        for _ in range(6):
            await house.access.open()
            _, writer = await asyncio.open_connection(FIRST, house.access.port)
            await asyncio.sleep(0.02)
            await house.access.close()
            writer.close()
            for peer in house.admission._all():
                peer.release()
            await asyncio.sleep(0.02)
            left.append((len(list(Path("/proc/self/fd").iterdir())), len(asyncio.all_tasks())))

    run(scene)
    assert len(set(left[1:])) == 1, left


def test_two_switches_at_once_agree(house: Switched) -> None:
    """Several switches at the same time are done one after the other."""

    async def scene() -> None:
        house.serve()
        open_, close = house.access.open, house.access.close
        await asyncio.gather(open_(), open_(), close(), close(), open_())
        assert house.access.is_open
        assert len(house.reached()) == 2
        await asyncio.gather(close(), open_(), close())
        assert house.reached() == set()

    run(scene)


def test_the_wait_for_the_first_phone_begins_anew(house: Switched, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrivals and the half minute begin anew with each opening; an earlier timer says nothing."""
    due: list[Callable[[], None]] = []
    monkeypatch.setattr(doors, "schedule_daemon", lambda seconds, callback: due.append(callback))

    async def scene() -> None:
        await house.access.open()
        house.access.record_arrival("192.0.2.44")
        await house.access.close()
        await house.access.open()
        assert house.access.arrival_count == 0
        due[0]()
        assert not house.access.nobody_joined
        due[1]()
        assert house.access.nobody_joined
        await house.access.close()
        assert not house.access.nobody_joined

    run(scene)


# --- who is admitted ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plain_port", [0, 8549])
def test_while_it_is_closed_no_key_is_accepted(tmp_path: Path, plain_port: int) -> None:
    """A closed access admits this computer only: no key, no invitation, no certificate page."""
    access = LanAccess(guests(tmp_path), 8550, plain_port, is_open=False)
    kept = {"Cookie": f"{access.cookie}={key(access)}"}
    invitation = access.guests.host_invitation()
    for peer, host in ((GUEST, HOST), (HOME, "table.local:8550")):
        client = visitor(access, peer, host)
        assert client.get("/", headers=kept).status_code == 403
        assert client.get(f"/?i={invitation}").status_code == 403
        assert client.get("/sobremesa.crt").status_code == 403
        assert not reads(client, **kept)
    assert visitor(access, HOME, "localhost").get("/").text == "table"
    assert reads(visitor(access, HOME, "localhost")) == "table"
    access.is_open = True
    if not plain_port:
        assert visitor(access).get("/", headers=kept).text == "table"


def test_only_connections_of_other_devices_are_closed() -> None:
    """Closing ends every connection of another device, also unfinished ones."""
    admission = Admission(1000)
    closed: list[str] = []

    def connected(name: str, address: str, owner: Visitor | None) -> Peer:
        peer = admission.admit(address)
        peer.assign_visitor(owner)
        peer.close = lambda: closed.append(name)
        return peer

    connected("host's page", "127.0.0.1", LOCAL_BROWSER)
    connected("host's page that begins", "127.0.0.1", None)
    connected("stranger", "192.0.2.44", None)
    connected("stranger without an address", "", None)
    connected("guest", "192.0.2.44", Visitor("a"))
    connected("host's phone", "192.0.2.45", Visitor("b", is_host=True))
    connected("guest through a tunnel", "127.0.0.1", Visitor("c"))
    admission.close_devices()
    assert sorted(closed) == [
        *("guest", "guest through a tunnel", "host's phone", "stranger", "stranger without an address"),
    ]
    assert len(admission) == 2
