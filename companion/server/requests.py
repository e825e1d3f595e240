"""Facts of a request: who sends it, to which name, and whether a page of ours does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, urlencode, urlsplit

from starlette.requests import HTTPConnection

from companion.access.addresses import is_loopback

FORWARDED_HEADER = "x-forwarded-for"
"""Header in which the proxy tells the address of the device; the proxy's own checks have none."""
HOST_HEADER = re.compile(r"(?P<name>[\w.-]{1,255}|\[[0-9a-fA-F:.]{2,45}\])(:(?P<port>[0-9]{1,5}))?", re.ASCII)
"""Valid Host header (RFC 9110, 7.2): a name or an address and perhaps a port; no user, no path."""


def is_cross_origin(request: HTTPConnection) -> bool:
    """Return whether another web page sends the request.

    Beside a secure page its plain double counts as another one. So does a request without a well-formed Host header of
    ours, or with two origins.
    """
    host, origins = requested_host(request), request.headers.getlist("origin")
    if not host or len(origins) > 1:
        return True
    if not origins:
        return False
    try:
        page = urlsplit(origins[0])
    except ValueError:
        return True
    return page.netloc != host or (is_https(request) and page.scheme != "https")


def is_cross_site(request: HTTPConnection) -> bool:
    """Return whether a link on another site has led here, where the browser withholds keys.

    Browsers say so over https (Fetch Metadata): "none" is an address that was typed or scanned, or that an app opened.
    A page under another name of the same site is another one too.
    """
    return request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def is_https(request: HTTPConnection) -> bool:
    """Return whether the request comes over https."""
    return request.scope.get("scheme") in ("https", "wss")


def is_plain_http_guest(request: HTTPConnection) -> bool:
    """Return whether a guest requests a page over plain http."""
    return not is_https(request) and not is_local_request(request) and request.scope.get("method") in ("GET", "HEAD")


def is_local_request(request: HTTPConnection) -> bool:
    """Return whether this computer sends the request under its own name.

    Under any other name it may come from a page that poses as us (DNS rebinding).
    """
    return is_loopback(peer_address(request)) and is_local_host(requested_host(request))


def is_local_check(request: HTTPConnection) -> bool:
    """Return whether a program of this computer asks without naming a host, unlike a browser."""
    return is_loopback(peer_address(request)) and "host" not in request.headers


def is_local_host(host: str) -> bool:
    """Return whether a Host header names this computer itself."""
    found = HOST_HEADER.fullmatch(host)
    return found is not None and found["name"].lower() in {"127.0.0.1", "localhost"}


def requested_host(request: HTTPConnection) -> str:
    """Return the Host header; empty if it is malformed or repeated.

    Of two headers, other software might read the other one.
    """
    names = request.headers.getlist("host")
    found = HOST_HEADER.fullmatch(names[0]) if len(names) == 1 else None
    return names[0] if found is not None and int(found["port"] or 0) < 2**16 else ""


def path_with(request: HTTPConnection, query: Sequence[tuple[str, str]]) -> str:
    """Return the requested path with that query."""
    # one slash: after two, a host name would follow
    return "/" + quote(request.scope["path"].lstrip("/\\")) + (f"?{urlencode(query)}" if query else "")


def peer_address(request: HTTPConnection) -> str:
    """Return the address of the device that sends the request; empty if it is not known."""
    return request.client.host if request.client else ""
