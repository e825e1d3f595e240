"""Addresses of computers."""

from __future__ import annotations

import ipaddress

IPV6_NETWORK_BITS = 64
"""Bits of an IPv6 address that name a network: whoever has one has all 2**64 addresses in it."""


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the network of an IPv6 address.

    What is no IP address counts as itself.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_NETWORK_BITS), strict=False))


def is_loopback(address: str) -> bool:
    """Return whether an IP address is this computer's own; what is no IP address is not."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
