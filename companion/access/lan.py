"""Access from the local network: addresses, invitation links and arrivals."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.base.observable import Shared
from rules.engine import Text

from .guests import Guests
from .rate_limit import Attempts

ASKED = "i"
"""Query parameter of the invitation; short, because the address may be typed."""
PATIENCE = 30.0
"""Seconds without a device after which hints are shown."""
Later = Callable[[float, Callable[[], None]], object]
"""Schedules a callback after that many seconds."""


class Door(Shared):
    """LAN access for devices with an invitation.

    Listeners are notified when a device arrives, and when none does.
    """

    def __init__(self, guests: Guests, port: int, plain: int = 0) -> None:
        """Create the access; with a ``plain_port``, ``port`` speaks https.

        Devices then install the certificate over plain http at ``plain_port``.
        """
        super().__init__()
        self.guests = guests
        self.port = port
        self.plain = plain
        self.attempts = Attempts()
        self._addresses: set[str] = set()
        self._waited = False

    @property
    def cookie(self) -> str:
        """Name of the cookie that holds the device's key.

        It contains the port, because browsers share the cookies of a computer's ports.
        """
        # with the prefix, only a secure page of this host can set it
        return f"__Host-sobremesa-{self.port}" if self.plain else f"sobremesa-{self.port}"

    def came(self, address: str) -> None:
        """Record that a device of that address has opened a page."""
        if address not in self._addresses:
            self._addresses.add(address)
            self.changed()

    @property
    def arrived(self) -> int:
        """Number of addresses from which devices have come."""
        return len(self._addresses)

    @property
    def lonely(self) -> bool:
        """Whether no device has come within ``NOBODY_AFTER_SECONDS``."""
        return self._waited and not self._addresses

    def wait(self, later: Later | None = None) -> None:
        """Start the timer for the first device."""
        (later or _later)(PATIENCE, self._nobody)

    def _nobody(self) -> None:
        self._waited = True
        if self.lonely:
            self.changed()

    def urls(self, word: str = "") -> tuple[str, ...]:
        """Return every address with an invitation, the likeliest first; none without a network.

        ``word`` is a table's invitation; without it, the host's is used, which gives the device the host's rights.
        """
        scheme, word = "https" if self.plain else "http", word or self.guests.house()
        return tuple(f"{scheme}://{host}:{self.port}/?{ASKED}={word}" for host in addresses())

    def first(self) -> str:
        """Return the address where a device installs the certificate.

        It is empty without https or without a network.
        """
        return next((f"http://{host}:{self.plain}/" for host in addresses() if self.plain), "")

    def hints(self) -> tuple[Text, ...]:
        """Return what to check if no device comes."""
        ports = f"{self.plain}, {self.port}" if self.plain else str(self.port)
        return (
            Text("Is the phone in the same Wi-Fi as this computer, and not on mobile data?"),
            Text("A guest network keeps its devices apart: use the main one, or a phone's hotspot."),
            Text("Does this computer's firewall let port {port} in (TCP)?", port=ports),
        )


def _later(seconds: float, do: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, do)
    timer.daemon = True  # does not delay the end of the process
    timer.start()


def addresses() -> tuple[str, ...]:
    """Return this computer's addresses as written in URLs.

    The address of the default route comes first, IPv4 before IPv6.
    """
    import ifaddr  # imported here, because standalone devices do not have it

    found = {host for adapter in ifaddr.get_adapters() for ip in adapter.ips if _useful(host := _host(ip.ip))}
    first = _outgoing()
    known = sorted(map(ipaddress.ip_address, found), key=lambda one: (one.version, str(one) != first, int(one)))
    return tuple(f"[{one}]" if one.version == 6 else str(one) for one in known)


def _host(ip: str | tuple[str, int, int]) -> str:
    return ip if isinstance(ip, str) else ip[0]


def _useful(host: str) -> bool:
    """Return whether other devices can reach the address: not loopback, not link-local."""
    address = ipaddress.ip_address(host)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def _outgoing() -> str:
    """Return the address of the default route; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("198.51.100.1", 9))
        return str(sock.getsockname()[0])
    return ""
