"""Who is asked in front of the app: the household on its own computer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from companion.access.device_access import DeviceAccess
from companion.access.lan import LanAccess
from companion.access.visitor import Visitor

from .certificate_page import certificate_response
from .requests import is_https, is_local_request, is_plain_http_guest

COOKIE_MAX_AGE_SECONDS = 365 * 24 * 3600
"""Lifetime of the key cookie, in seconds."""


def set_key(
    response: Response, cookie: str, key: str, request: HTTPConnection, max_age: int = COOKIE_MAX_AGE_SECONDS
) -> None:
    """Let the browser keep a key that no script can read and no other page can use."""
    response.set_cookie(cookie, key, max_age=max_age, httponly=True, samesite="strict", secure=is_https(request))


class Reception(Protocol):
    """Where a request comes from, and whose tables it asks for.

    Every method may raise ``StorageError``.
    """

    def as_sent(self, scope: Scope) -> Scope:
        """Return the request as its device has sent it."""

    def access_for(self, request: HTTPConnection) -> DeviceAccess | None:
        """Return the way to the tables for which the request asks, open or closed."""

    def is_at_home(self, request: HTTPConnection) -> bool:
        """Return whether the request comes from the host's own computer, which needs no key."""

    def own_response(self, request: HTTPConnection) -> Response | None:
        """Return the response to a page load that no key decides."""

    def remember(self, response: Response, request: HTTPConnection, access: DeviceAccess, visitor: Visitor) -> None:
        """Let the device keep what it needs besides its key, which it just got."""

    def language(self, access: DeviceAccess | None) -> str:
        """Return the language chosen for these tables; empty for the reader's own."""


class HouseholdReception:
    """The reception of one household, whose host is this computer's browser.

    All others come by ``lan_access``; without one, or while it is closed, nobody does. ``authority`` is the certificate
    that a device has to trust if the access uses https.
    """

    def __init__(
        self, lan_access: LanAccess | None = None, language: Callable[[], str] = str, authority: bytes = b""
    ) -> None:
        self._lan_access = lan_access
        self._language = language
        self._authority = authority

    def as_sent(self, scope: Scope) -> Scope:
        """Return the request unchanged: the client is the peer, whatever its headers claim."""
        return scope

    def access_for(self, request: HTTPConnection) -> LanAccess | None:
        """Return the access from the local network."""
        return self._lan_access

    def is_at_home(self, request: HTTPConnection) -> bool:
        """Return whether this computer sends the request under its own name."""
        return is_local_request(request)

    def own_response(self, request: HTTPConnection) -> Response | None:
        """Return the certificate or its page to a guest who comes over plain http beside https."""
        access = self._lan_access
        if access is None or not (access.is_open and access.plain_port):
            return None
        return certificate_response(request, access, self._authority) if is_plain_http_guest(request) else None

    def remember(self, response: Response, request: HTTPConnection, access: DeviceAccess, visitor: Visitor) -> None:
        """Let the device keep nothing but its key."""

    def language(self, access: DeviceAccess | None) -> str:
        """Return the language that the host has chosen."""
        return self._language()
