"""The door of the house: who is invited, under which addresses the table is found, and whether anybody has come."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from rules.engine import Text

from .attempts import Attempts
from .guests import Guests
from .shared import Shared

ASKED = "i"
"""The name of the invitation in an address: short, for it may be typed."""
PATIENCE = 30.0
"""Seconds without a phone after which we say what to look for."""
Later = Callable[[float, Callable[[], None]], object]
"""Does something so many seconds later."""


class Door(Shared):
    """Open to whoever has an invitation. It tells its listeners when somebody comes, and when nobody does."""

    def __init__(self, guests: Guests, port: int, plain: int = 0) -> None:
        """With a ``plain`` port the door itself speaks https, and phones come to trust it over that one."""
        super().__init__()
        self.guests = guests
        self.port = port
        self.plain = plain
        self.attempts = Attempts()
        self._addresses: set[str] = set()
        self._waited = False

    @property
    def cookie(self) -> str:
        """What a phone keeps its key under; browsers do not tell the ports of a computer apart."""
        # the prefix lets no page but a secure one of this very host set it
        return f"__Host-sobremesa-{self.port}" if self.plain else f"sobremesa-{self.port}"

    def came(self, address: str) -> None:
        """A phone of that address has sat down at the table."""
        if address not in self._addresses:
            self._addresses.add(address)
            self.changed()

    @property
    def arrived(self) -> int:
        """How many phones have come."""
        return len(self._addresses)

    @property
    def lonely(self) -> bool:
        """Whether nobody has come though there was time."""
        return self._waited and not self._addresses

    def wait(self, later: Later | None = None) -> None:
        """Begin to wait for the first phone."""
        (later or _later)(PATIENCE, self._nobody)

    def _nobody(self) -> None:
        self._waited = True
        if self.lonely:
            self.changed()

    def urls(self, word: str = "") -> tuple[str, ...]:
        """Every address under which a phone comes in, the likeliest first; none outside any network.

        It has that invitation in it: a table's, or else the house's, which makes it the host's phone.
        """
        scheme, word = "https" if self.plain else "http", word or self.guests.house()
        return tuple(f"{scheme}://{host}:{self.port}/?{ASKED}={word}" for host in addresses())

    def first(self) -> str:
        """Where a phone comes to trust a door that speaks https; empty if it does not, or outside any network."""
        return next((f"http://{host}:{self.plain}/" for host in addresses() if self.plain), "")

    def hints(self) -> tuple[Text, ...]:
        """What to look for when nobody comes."""
        ports = f"{self.plain}, {self.port}" if self.plain else str(self.port)
        return (
            Text("Is the phone in the same Wi-Fi as this computer, and not on mobile data?"),
            Text("A guest network keeps its devices apart: use the main one, or a phone's hotspot."),
            Text("Does this computer's firewall let port {port} in (TCP)?", port=ports),
        )


def _later(seconds: float, do: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, do)
    timer.daemon = True  # nobody waits for it at the end
    timer.start()


def addresses() -> tuple[str, ...]:
    """This computer's addresses as they stand in a URL: the one it reaches others by first, IPv4 before IPv6."""
    import ifaddr  # for a host only: a phone of its own has no door

    found = {host for adapter in ifaddr.get_adapters() for ip in adapter.ips if _useful(host := _host(ip.ip))}
    first = _outgoing()
    known = sorted(map(ipaddress.ip_address, found), key=lambda one: (one.version, str(one) != first, int(one)))
    return tuple(f"[{one}]" if one.version == 6 else str(one) for one in known)


def _host(ip: str | tuple[str, int, int]) -> str:
    return ip if isinstance(ip, str) else ip[0]


def _useful(host: str) -> bool:
    """Whether another device can reach it: not this computer's own, not one that needs an interface named."""
    address = ipaddress.ip_address(host)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def _outgoing() -> str:
    """The address by which this computer reaches others; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("198.51.100.1", 9))
        return str(sock.getsockname()[0])
    return ""
