"""Addresses of computers."""

from __future__ import annotations

import ipaddress


def is_loopback(address: str) -> bool:
    """Return whether an IP address is this computer's own; what is no IP address is not."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
