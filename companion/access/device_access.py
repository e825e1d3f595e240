"""How the devices of one owner come in: their key's cookie, invitation links and arrivals."""

from __future__ import annotations

from abc import ABC, abstractmethod

from companion.base.observable import Observable
from rules.engine import Text

from .guests import DeviceRegistry
from .rate_limit import AttemptLimiter

INVITATION_PARAM = "i"
"""Query parameter of the invitation; short, because the address may be typed."""


class DeviceAccess(Observable, ABC):
    """The way in for devices that show an invitation, and then a key.

    Listeners are notified when a device arrives.
    """

    has_own_computer = True
    """Whether the computer that serves has a browser of its own, which is the host."""
    plain_port = 0
    """The port of plain http beside https, where devices install the certificate; 0 for none."""

    def __init__(self, guests: DeviceRegistry, attempts: AttemptLimiter | None = None) -> None:
        super().__init__()
        self.guests = guests
        self.attempts = attempts or AttemptLimiter()
        self.is_open = True
        self._addresses: set[str] = set()

    @property
    def is_encrypted(self) -> bool:
        """Whether devices come over https."""
        return bool(self.plain_port)

    @property
    def can_be_switched(self) -> bool:
        """Whether it can be opened and closed while the server runs."""
        return False

    @property
    @abstractmethod
    def cookie(self) -> str:
        """Name of the cookie that holds the device's key."""

    def knows_key(self, key: str) -> bool:
        """Return whether another owner on this server gave the device this key, which it keeps."""
        return False

    def replace_key(self, key: str, new_key: str) -> None:
        """Give the device its new key for whatever the old one opens with other owners."""

    def record_use(self, match_id: str) -> None:
        """Record that a device has opened a page, of that match or, if it is empty, of none."""

    @abstractmethod
    def invitation_urls(self, word: str = "") -> tuple[str, ...]:
        """Return every address with an invitation, the likeliest first; none without a network.

        ``word`` is a table's invitation; without it, the host's is used, which gives the device the host's rights.
        """

    def certificate_url(self) -> str:
        """Return the address where a device installs the certificate; empty for none."""
        return ""

    def record_arrival(self, address: str) -> None:
        """Record that a device of that address has opened a page."""
        if address not in self._addresses:
            self._addresses.add(address)
            self.notify()

    @property
    def arrival_count(self) -> int:
        """Number of addresses from which devices have come."""
        return len(self._addresses)

    @property
    def nobody_joined(self) -> bool:
        """Whether devices should have come by now, and none has."""
        return False

    def hints(self) -> tuple[Text, ...]:
        """Return what to check if no device comes."""
        return ()
