"""Who is asked in front of the app: the household on its own computer."""

from __future__ import annotations

import html
import secrets
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from companion.access.device_access import DeviceAccess
from companion.access.invitations import generate_secret
from companion.access.lan import LanAccess
from companion.access.rate_limit import AttemptLimiter
from companion.access.visitor import Visitor
from companion.i18n import translator
from rules.engine import Text

from .html_pages import certificate_response, preferred_language, text_page
from .requests import is_cross_site, is_https, is_local_request, is_plain_http_guest, path_with

COOKIE_MAX_AGE_SECONDS = 365 * 24 * 3600
"""Lifetime of the key cookie, in seconds."""

KNOWN_COOKIE_SUFFIX = "-known"
"""Added to the name of a cookie that says that this browser has a key, also where it withholds the key."""
TOKEN_COOKIE_SUFFIX = "-begin"
"""Added to the name of the cookie with the token of a page of ours, without which no link does what a button does."""
TOKEN_SECONDS = 3600
CONFIRM_PARAM = "ok"
"""Query parameter with the token of the page that asked whether an invitation shall have its effect."""
TABLE_QUESTION_TEXT = Text("This link lets this device sit at a table. Whatever it opens now stays open to it.")
ACCEPT_TEXT, DECLINE_TEXT = Text("Accept the invitation"), Text("Do not accept it")
HOST_QUESTION_TEXT = Text(
    "This link gives this browser the rights of the host: it may see, change and delete every game. "
    "Whatever it opens now stays open to it."
)


def set_key(response: Response, cookie: str, key: str, request: HTTPConnection) -> None:
    """Let the browser keep a key that no script can read and no other page can use.

    A second cookie, which links of other sites bring along, tells that there is one.
    """
    keep(response, cookie, key, request)
    response.set_cookie(
        cookie + KNOWN_COOKIE_SUFFIX,
        "1",
        max_age=COOKIE_MAX_AGE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )


def keep(
    response: Response, cookie: str, value: str, request: HTTPConnection, max_age: int = COOKIE_MAX_AGE_SECONDS
) -> None:
    """Let the browser keep a value that it shows to no other site, and after no link of one."""
    response.set_cookie(cookie, value, max_age=max_age, httponly=True, samesite="strict", secure=is_https(request))


def page_with_token(request: HTTPConnection, cookie: str, body: Callable[[str], str]) -> Response:
    """Create a page whose buttons carry a token; ``body`` makes its HTML with that token."""
    token = generate_secret()
    response = text_page(preferred_language(request), body(token))
    keep(response, cookie + TOKEN_COOKIE_SUFFIX, token, request, TOKEN_SECONDS)
    return response


def ask_first(request: HTTPConnection, cookie: str, question: Text) -> Response:
    """Ask whether the invitation in the address shall have its effect."""
    translate = translator(preferred_language(request))
    said = [html.escape(translate(one)) for one in (question, ACCEPT_TEXT, DECLINE_TEXT)]

    def body(token: str) -> str:
        query = [one for one in request.query_params.multi_items() if one[0] != CONFIRM_PARAM]
        address = html.escape(path_with(request, [*query, (CONFIRM_PARAM, token)]))
        return f'<p>{said[0]}</p><a class="button" href="{address}">{said[1]}</a><p><a href="/">{said[2]}</a></p>'

    return page_with_token(request, cookie, body)


def has_token(request: HTTPConnection, cookie: str, param: str) -> bool:
    """Return whether a button of ours was touched: a link from elsewhere knows no token."""
    token, kept = request.query_params.get(param, ""), request.cookies.get(cookie + TOKEN_COOKIE_SUFFIX, "")
    return bool(token) and secrets.compare_digest(token.encode(), kept.encode())


def withholds_key(request: HTTPConnection, cookie: str) -> bool:
    """Return whether a link elsewhere has led here, so that the browser may hide its key."""
    is_known = cookie + KNOWN_COOKIE_SUFFIX in request.cookies
    return is_cross_site(request) or (is_known and cookie not in request.cookies)


class Reception(Protocol):
    """Where a request comes from, and whose tables it asks for.

    Every method may raise ``StorageError``.
    """

    @property
    def attempts(self) -> AttemptLimiter | None:
        """The limit on wrong invitations; None while nobody is let in."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers of every response besides those of all servers."""

    @property
    def logs_addresses(self) -> bool:
        """Whether the log may say from which address a wrong invitation came."""

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

    def host_question(self, request: HTTPConnection, access: DeviceAccess, visitor: Visitor | None) -> Text | None:
        """Return what to ask before the host's invitation has its effect; None if it has it at once."""

    def language(self, access: DeviceAccess | None) -> str:
        """Return the language chosen for these tables; empty for the reader's own."""


def invitation_question(
    request: HTTPConnection, desk: Reception, access: DeviceAccess, visitor: Visitor | None, invitation: str
) -> Text | None:
    """Return what to ask before that invitation has its effect; None if nothing is asked.

    A link changes no key and no home page by itself: the host's invitation is confirmed by a browser that has rights
    already, and behind a link on another site any is, because the browser withholds what it has.
    """
    match_id = access.guests.invited_match(invitation)
    if match_id is None or has_token(request, access.cookie, CONFIRM_PARAM):
        return None
    if match_id:
        return TABLE_QUESTION_TEXT if withholds_key(request, access.cookie) else None
    return desk.host_question(request, access, visitor)


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

    headers: Mapping[str, str] = MappingProxyType({})
    logs_addresses = True

    @property
    def attempts(self) -> AttemptLimiter | None:
        """The limit of the access from the local network."""
        return self._lan_access.attempts if self._lan_access is not None and self._lan_access.is_open else None

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

    def host_question(self, request: HTTPConnection, access: DeviceAccess, visitor: Visitor | None) -> Text | None:
        """Ask a guest, and whoever comes from another site."""
        is_asked = withholds_key(request, access.cookie) or (visitor is not None and not visitor.is_host)
        return HOST_QUESTION_TEXT if is_asked else None

    def language(self, access: DeviceAccess | None) -> str:
        """Return the language that the host has chosen."""
        return self._language()
