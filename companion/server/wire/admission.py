"""Limits on open connections, and the choice of which one is closed when a limit is reached.

A connection is anonymous until a request on it has shown a valid key. Anonymous connections share a small quota, so
that a flood of them leaves enough file descriptors to the devices that were let in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from starlette.types import Scope

from companion.access.addresses import is_loopback, network_of
from companion.access.visitor import LOCAL_BROWSER, Visitor

MAX_ANONYMOUS = 128
"""Maximum number of anonymous connections, also limited to a quarter of the file descriptors."""
MAX_ANONYMOUS_PER_ADDRESS = 32
"""Maximum number of anonymous connections from one address, at most half of ``MAX_ANONYMOUS``."""
MAX_PER_DEVICE = 32
"""Maximum number of connections of one device with a key; a browser uses six and one for each page."""
PEER_KEY = "sobremesa.peer"
"""Key in the state of an ASGI scope that holds the ``Peer`` of its connection."""


class Peer:
    """One connection: its address, its visitor and how to close it."""

    def __init__(self, admission: Admission, address: str) -> None:
        self._admission = admission
        self.address = address
        self.is_told = False
        """Whether a request has told the address, which is a proxy's until then."""
        self.visitor: Visitor | None = None
        self.is_busy = False
        """Whether the client waits for a response of ours, rather than we for its request."""
        self.close: Callable[[], None] = _do_nothing
        """Callback that closes the connection at once and discards unsent data."""
        self.is_overdue: Callable[[], bool] = _never
        """Callback that says whether the client should have sent something by now."""

    def assign_visitor(self, visitor: Visitor | None, address: str = "") -> None:
        """Assign the connection to that visitor; None makes it anonymous.

        ``address`` is that of the client, where a proxy has said it.
        """
        address = address or self.address
        if (visitor, address) != (self.visitor, self.address):
            self._admission.reassign(self, visitor, address)

    def release(self) -> None:
        """Stop counting the connection, because it is closed."""
        self._admission.remove(self)


class Admission:
    """All open connections, each group in the order of arrival.

    A group is one address of anonymous connections, or one device. This computer's own browser has no limit.
    """

    def __init__(self, descriptors: int, *, is_behind_proxy: bool = False) -> None:
        """Create it for that many file descriptors.

        Behind a proxy a connection counts for the proxy until a request on it has told the client's address, and from
        then on for the client. The proxy has to open none before it has a whole request head, as ``deploy/haproxy.cfg``
        does.
        """
        self._max_anonymous = descriptors // 2 if is_behind_proxy else max(2, min(MAX_ANONYMOUS, descriptors // 4))
        self._max_per_address = min(MAX_ANONYMOUS_PER_ADDRESS, self._max_anonymous // 2)
        self._is_behind_proxy = is_behind_proxy
        self._addresses: dict[str, dict[Peer, None]] = {}
        self._phones: dict[str, dict[Peer, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, (*self._addresses.values(), *self._phones.values())))

    @property
    def anonymous_count(self) -> int:
        """Number of open connections that have not shown a key."""
        return sum(map(len, self._addresses.values()))

    def admit(self, address: str) -> Peer:
        """Register a new connection; close another one if its group has reached a limit."""
        peer = Peer(self, address)
        self._join(peer)
        return peer

    def reassign(self, peer: Peer, visitor: Visitor | None, address: str) -> None:
        """Move a connection to another visitor or address."""
        if self.remove(peer):
            peer.visitor, peer.address = visitor, address
            peer.is_told = True
            self._join(peer)

    def remove(self, peer: Peer) -> bool:
        """Remove a connection and return whether it was registered."""
        groups, key = self._group(peer)
        group = groups.get(key, {})
        known = peer in group
        group.pop(peer, None)
        if known and not group:
            del groups[key]
        return known

    def shed(self) -> bool:
        """Close the most expendable anonymous connection and return whether there was one."""
        if not self._addresses:
            return False
        self._close(self._largest())
        return True

    def close_devices(self) -> None:
        """Close all connections of other devices.

        This computer's own stay open, also those that have just begun.
        """
        for peer in self._all():
            is_own = is_loopback(peer.address) if peer.visitor is None else peer.visitor == LOCAL_BROWSER
            if not is_own:
                self.remove(peer)
                peer.close()

    def close_overdue(self) -> None:
        """Close all connections that are overdue."""
        for peer in [peer for peer in self._all() if peer.is_overdue()]:
            self.remove(peer)
            peer.close()

    def _join(self, peer: Peer) -> None:
        groups, key = self._group(peer)
        group = groups.setdefault(key, {})
        group[peer] = None
        if peer.visitor is not None:
            if len(group) > MAX_PER_DEVICE and peer.visitor != LOCAL_BROWSER:
                self._close(group, peer)
        elif len(group) > self._max_per_address and (peer.is_told or not self._is_behind_proxy):
            self._close(group, peer)
        elif self.anonymous_count > self._max_anonymous:
            self._close(self._largest(), peer)

    def _largest(self) -> dict[Peer, None]:
        """Return the connections of the address with the most anonymous ones."""
        return max(self._addresses.values(), key=lambda group: len(group))

    def _close(self, group: Iterable[Peer], new: Peer | None = None) -> None:
        """Close the oldest idle connection, or else the oldest, but never the new one."""
        others = [peer for peer in group if peer is not new]
        peer = next((one for one in others if not one.is_busy), others[0] if others else new)
        if peer is not None:
            self.remove(peer)
            peer.close()

    def _group(self, peer: Peer) -> tuple[dict[str, dict[Peer, None]], str]:
        return (self._addresses, network_of(peer.address)) if peer.visitor is None else (self._phones, peer.visitor.id)

    def _all(self) -> list[Peer]:
        return [peer for groups in (self._addresses, self._phones) for group in groups.values() for peer in group]


def assign_visitor(scope: Scope, visitor: Visitor | None) -> None:
    """Assign the connection of an ASGI scope to that visitor, if connections are counted."""
    peer = scope.get("state", {}).get(PEER_KEY)
    if isinstance(peer, Peer):
        peer.assign_visitor(visitor, str((scope.get("client") or ("",))[0]))


def _do_nothing() -> None:
    """Do nothing: a connection without a transport cannot be closed yet."""


def _never() -> bool:
    """Return False: before a protocol exists, the handshake has its own timeout."""
    return False
