"""Access from the local network: addresses, invitation links and arrivals."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from companion.base.errors import SobremesaError
from rules.engine import Text

from .device_access import INVITATION_PARAM, DeviceAccess
from .guests import DeviceRegistry

NOBODY_AFTER_SECONDS = 30.0
"""Seconds without a device after which hints are shown."""
Schedule = Callable[[float, Callable[[], None]], object]
"""Schedules a callback after that many seconds."""
NOT_IN_NETWORK_TEXT = Text("This computer is in no network: join the Wi-Fi, then let the phones in.")
NO_NETWORK_TEXT = Text("This computer is in no network: join the Wi-Fi, and look at the invitation again.")
PLAIN_HTTP_TEXT = Text(
    "Over plain http a phone has no live camera, does not stay awake by itself and copies nothing: "
    "a photo and the address in letters work. sobremesa --tls brings all three."
)
INSTALL_CERTIFICATE_TEXT = Text(
    "A phone's first time: it scans this code and learns to trust this table. It takes a minute, once."
)
HOST_CODE_TEXT = Text(
    "The host's own phone comes in with this code, or under one of these addresses: it may do everything."
)
GUEST_CODE_TEXT = Text("The players' code is each table's own: in its menu, under “Phones”.")
NOBODY_JOINED_TEXT = Text("No phone has come yet. What to look for:")


class LanUnavailableError(SobremesaError):
    """The devices of the local network cannot be let in."""


class Network(Protocol):
    """Listeners of the server in the local network."""

    @property
    def hosts(self) -> frozenset[str]:
        """The addresses at which the server listens."""

    def add(self, hosts: Iterable[str]) -> None:
        """Listen at these addresses too. Raises ``OSError`` if another program has a port at one."""

    async def remove(self, hosts: Iterable[str]) -> None:
        """Listen at these addresses no more; their connections stay."""

    async def close(self) -> None:
        """Listen at no address any more, and close all connections of other devices."""


class LanAccess(DeviceAccess):
    """LAN access for devices with an invitation, which this computer opens and closes.

    While it is closed nobody listens in the network and no key is accepted; keys and invitations stay for the next
    time. Whether it is open is not stored: a server begins closed unless it is told otherwise, because the network in
    which it is started again may be another one. Listeners are notified when it is opened or closed, when its
    addresses change, when a device arrives, and when none does.
    """

    def __init__(
        self,
        guests: DeviceRegistry,
        port: int,
        plain_port: int = 0,
        *,
        listeners: Network | None = None,
        is_open: bool = True,
    ) -> None:
        """Create the access; with a ``plain_port``, ``port`` speaks https.

        Devices then install the certificate over plain http at ``plain_port``. Without ``listeners`` it stays as it is.
        """
        super().__init__(guests)
        self.port = port
        self.plain_port = plain_port
        self.is_open = is_open
        self._network = listeners
        self._switching = asyncio.Lock()
        self._openings = 0
        self._timed_out = False

    # --- opening and closing -------------------------------------------------------------------------------------

    @property
    def can_be_switched(self) -> bool:
        """Whether it can be opened and closed while the server runs."""
        return self._network is not None

    async def open(self) -> None:
        """Let the devices of the local network in, at every address of this computer.

        Raises ``LanUnavailableError``, and changes nothing, without a network or if the port is taken in it.
        """
        async with self._switching:
            if self._network is None or self.is_open:
                return
            try:
                self._network.add(lan_addresses())
            except OSError as error:
                raise LanUnavailableError(_reason(error, self._ports)) from error
            if not self._network.hosts:
                raise LanUnavailableError(NOT_IN_NETWORK_TEXT)
            self.is_open, self._timed_out, self._addresses = True, False, set()
            self._openings += 1
            self.start_timer()
        self.notify()

    async def close(self) -> None:
        """Stop listening in the network, and end the connections of other devices."""
        async with self._switching:
            if self._network is None or not self.is_open:
                return
            self.is_open = False  # first, so that nobody is admitted while connections are closed
            await self._network.close()
        self.notify()

    async def follow_addresses(self) -> None:
        """Listen at the addresses that this computer has now; to be called every few seconds."""
        async with self._switching:
            if self._network is None or not self.is_open:
                return
            before = self._network.hosts
            with suppress(OSError):  # what does not work now is tried again the next time
                present = lan_addresses()
                await self._network.remove(before.difference(present))
                for host in present:
                    with suppress(OSError):  # another program has the port at this address
                        self._network.add([host])
            has_changed = self._network.hosts != before
        if has_changed:
            self.notify()

    def hosts(self) -> tuple[str, ...]:
        """Return the addresses at which devices reach this computer, the likeliest first."""
        present = lan_addresses()
        return present if self._network is None else tuple(host for host in present if host in self._network.hosts)

    # --- devices -------------------------------------------------------------------------------------------------

    @property
    def cookie(self) -> str:
        """Name of the cookie that holds the device's key.

        It contains the port, because browsers share the cookies of a computer's ports.
        """
        # with the prefix, only a secure page of this host can set it
        return f"__Host-sobremesa-{self.port}" if self.plain_port else f"sobremesa-{self.port}"

    @property
    def nobody_joined(self) -> bool:
        """Whether no device has come within ``NOBODY_AFTER_SECONDS``."""
        return self.is_open and self._timed_out and not self._addresses

    def start_timer(self, schedule: Schedule | None = None) -> None:
        """Start the timer for the first device."""
        opening = self._openings
        (schedule or schedule_daemon)(NOBODY_AFTER_SECONDS, lambda: self._on_timeout(opening))

    def _on_timeout(self, opening: int) -> None:
        if opening != self._openings:  # it was opened again since
            return
        self._timed_out = True
        if self.nobody_joined:
            self.notify()

    def invitation_urls(self, word: str = "") -> tuple[str, ...]:
        """Return every address with an invitation, the likeliest first; none without a network.

        ``word`` is a table's invitation; without it, the host's is used, which gives the device the host's rights.
        """
        scheme, word = "https" if self.plain_port else "http", word or self.guests.host_invitation()
        return tuple(f"{scheme}://{host}:{self.port}/?{INVITATION_PARAM}={word}" for host in self.hosts())

    def certificate_url(self) -> str:
        """Return the address where a device installs the certificate.

        It is empty without https or without a network.
        """
        return next((f"http://{host}:{self.plain_port}/" for host in self.hosts() if self.plain_port), "")

    @property
    def _ports(self) -> str:
        return f"{self.plain_port}, {self.port}" if self.plain_port else str(self.port)

    def hints(self) -> tuple[Text, ...]:
        """Return what to check if no device comes."""
        return (
            Text("Is the phone in the same Wi-Fi as this computer, and not on mobile data?"),
            Text("A guest network keeps its devices apart: use the main one, or a phone's hotspot."),
            Text("Does this computer's firewall let port {port} in (TCP)?", port=self._ports),
        )


def _reason(error: OSError, ports: str) -> Text:
    if error.errno not in (errno.EADDRINUSE, errno.EACCES):
        return Text("This computer lets nobody in now ({why}).", why=str(error.strerror))
    return Text(
        "Another program uses port {port} in this network: the phones stay outside. End it, or start Sobremesa with"
        " another --port.",
        port=ports,
    )


def schedule_daemon(seconds: float, callback: Callable[[], None]) -> None:
    """Call back once after so many seconds, in a daemon thread."""
    timer = threading.Timer(seconds, callback)
    timer.daemon = True  # does not delay the end of the process
    timer.start()


def lan_addresses() -> tuple[str, ...]:
    """Return this computer's addresses as written in URLs.

    The address of the default route comes first, IPv4 before IPv6.
    """
    import ifaddr  # imported here, because standalone devices do not have it

    found = {host for adapter in ifaddr.get_adapters() for ip in adapter.ips if _is_reachable(host := _host(ip.ip))}
    first = _default_route_address()
    known = sorted(map(ipaddress.ip_address, found), key=lambda one: (one.version, str(one) != first, int(one)))
    return tuple(f"[{one}]" if one.version == 6 else str(one) for one in known)


def _host(ip: str | tuple[str, int, int]) -> str:
    return ip if isinstance(ip, str) else ip[0]


def _is_reachable(host: str) -> bool:
    """Return whether other devices can reach the address: not loopback, not link-local."""
    address = ipaddress.ip_address(host)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def _default_route_address() -> str:
    """Return the address of the default route; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("198.51.100.1", 9))
        return str(sock.getsockname()[0])
    return ""
