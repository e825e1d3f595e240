"""Admission of connections: how many may be open, and which one is closed for a new one.

A connection is a stranger's until a request on it has shown a valid key. Strangers share a small number of places, so
that a flood of theirs leaves the descriptors to the phones that are inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .visitor import HOME, Visitor

STRANGERS = 128
"""Connections of strangers that may be open in all; at most a quarter of the descriptors."""
EACH = 32
"""Connections of strangers that may be open from one address; at most half of those in all."""
PHONE = 32
"""Connections that one phone with a key may have open: a browser uses six and one for each page."""
PEER = "sobremesa.peer"
"""The key in the state of an ASGI scope under which its connection is found."""


class Peer:
    """One connection: from which address, of which visitor, and how it is closed."""

    def __init__(self, admission: Admission, address: str) -> None:
        self._admission = admission
        self.address = address
        self.visitor: Visitor | None = None
        self.busy = False
        """Whether it waits for an answer of ours, not we for a request of theirs."""
        self.end: Callable[[], None] = _nothing
        """Closes the connection at once, whatever has not been sent."""
        self.overdue: Callable[[], bool] = _never
        """Whether what we wait for should have come by now."""

    def recognised(self, visitor: Visitor | None) -> None:
        """Count it as that visitor's from now on; without one, as a stranger's."""
        if visitor != self.visitor:
            self._admission.moved(self, visitor)

    def release(self) -> None:
        """Count it no more: it is closed."""
        self._admission.released(self)


class Admission:
    """All open connections, each group of them in the order in which they came.

    A group is one address of strangers or one phone. This computer's own browser may open as many as it likes.
    """

    def __init__(self, descriptors: int) -> None:
        self._strangers = max(2, min(STRANGERS, descriptors // 4))
        self._each = min(EACH, self._strangers // 2)
        self._addresses: dict[str, dict[Peer, None]] = {}
        self._phones: dict[str, dict[Peer, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, (*self._addresses.values(), *self._phones.values())))

    @property
    def strangers(self) -> int:
        """Open connections that have not shown a key."""
        return sum(map(len, self._addresses.values()))

    def admit(self, address: str) -> Peer:
        """A new connection; another is closed for it where there are too many of its kind."""
        peer = Peer(self, address)
        self._join(peer)
        return peer

    def moved(self, peer: Peer, visitor: Visitor | None) -> None:
        """A connection has become another visitor's."""
        if self.released(peer):
            peer.visitor = visitor
            self._join(peer)

    def released(self, peer: Peer) -> bool:
        """Forget a connection; whether it was known."""
        groups, key = self._group(peer)
        group = groups.get(key, {})
        known = peer in group
        group.pop(peer, None)
        if known and not group:
            del groups[key]
        return known

    def shed(self) -> bool:
        """Close the connection of a stranger that can best be spared; whether there was one."""
        if not self._addresses:
            return False
        self._close(self._largest())
        return True

    def sweep(self) -> None:
        """Close whatever is overdue."""
        for peer in [peer for peer in self._all() if peer.overdue()]:
            self.released(peer)
            peer.end()

    def _join(self, peer: Peer) -> None:
        groups, key = self._group(peer)
        group = groups.setdefault(key, {})
        group[peer] = None
        if peer.visitor is not None:
            if len(group) > PHONE and peer.visitor != HOME:
                self._close(group, peer)
        elif len(group) > self._each:
            self._close(group, peer)
        elif self.strangers > self._strangers:
            self._close(self._largest(), peer)

    def _largest(self) -> dict[Peer, None]:
        """The connections of the address from which most strangers come."""
        return max(self._addresses.values(), key=lambda group: len(group))

    def _close(self, group: Iterable[Peer], new: Peer | None = None) -> None:
        """Close the oldest that is idle, or else the oldest, but not the new one."""
        others = [peer for peer in group if peer is not new]
        peer = next((one for one in others if not one.busy), others[0] if others else new)
        if peer is not None:
            self.released(peer)
            peer.end()

    def _group(self, peer: Peer) -> tuple[dict[str, dict[Peer, None]], str]:
        return (self._addresses, peer.address) if peer.visitor is None else (self._phones, peer.visitor.id)

    def _all(self) -> list[Peer]:
        return [peer for groups in (self._addresses, self._phones) for group in groups.values() for peer in group]


def recognised(scope: Mapping[str, Any], visitor: Visitor | None) -> None:
    """Count the connection of that ASGI scope as that visitor's, where connections are counted."""
    peer = scope.get("state", {}).get(PEER)
    if isinstance(peer, Peer):
        peer.recognised(visitor)


def _nothing() -> None:
    """A connection that has no transport yet has nothing to close."""


def _never() -> bool:
    """A connection that has no protocol yet is timed by its handshake."""
    return False
