"""Middleware that authorises every request before Flet receives it.

This computer's own browser has the host's rights. Any other browser shows an invitation once, in the address, and gets
a key for it: a cookie that no script can read and no other page can use.
"""

from __future__ import annotations

import html
import ipaddress
import logging
import re
from collections.abc import Callable
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.access.lan import INVITATION_PARAM, LanAccess
from companion.access.visitor import LOCAL_BROWSER, Visitor, current_visitor
from companion.i18n import translator
from companion.server.wire.admission import assign_visitor
from companion.server.wire.budget import MessageBudgets
from companion.server.wire.inbound import OUTAGE_TEXTS, InboundMessages
from companion.storage.matches import StorageError
from rules.engine import Refused, Text

from . import certificate_page
from .html_pages import message_page, preferred_language
from .page_connection import CLOSE_REFUSED, PageConnection
from .upload_endpoint import VISITOR_KEY

OUTAGE_PATH = "/outage.json"
"""Path of the texts that a page shows during an outage; requesting it is also the page's heartbeat."""
COOKIE_MAX_AGE_SECONDS = 365 * 24 * 3600
"""Lifetime of the key cookie, in seconds."""
NOT_INVITED_TEXT = Text("You need an invitation: scan the code that the host's screen shows, or ask for the link.")
KEY_REVOKED_TEXT = Text(
    "This phone's invitation no longer holds: the host has renewed it, closed the table or sent this phone away."
    " Scan the code again, if you are invited."
)
TOO_MANY_ATTEMPTS_TEXT = Text("Too many wrong invitations have come. Scan the code that the host's screen shows now.")
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data: blob:; media-src 'self' data: blob:; connect-src 'self' data: blob:;"
    " worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy of Flet's page: no foreign sources, but an inline script and WebAssembly."""
HOST_HEADER = re.compile(r"(?P<name>[\w.-]{1,255}|\[[0-9a-fA-F:.]{2,45}\])(:(?P<port>[0-9]{1,5}))?", re.ASCII)
"""Valid Host header (RFC 9110, 7.2): a name or an address and perhaps a port; no user, no path."""
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def authorize_requests(
    app: ASGIApp, lan_access: LanAccess | None = None, language: Callable[[], str] = str, authority: bytes = b""
) -> ASGIApp:
    """Wrap the application in the authorisation of its requests.

    While ``lan_access`` is closed, only this computer is admitted. ``language`` returns the language chosen for the
    table, empty for the reader's own. ``authority`` is the certificate that a device has to trust if the access uses
    https.
    """

    budgets = MessageBudgets()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        access = lan_access if lan_access is not None and lan_access.is_open else None
        if (
            access is not None
            and access.plain_port
            and request.scope["type"] == "http"
            and _is_plain_http_guest(request)
        ):
            found: Visitor | Response = certificate_page.certificate_response(request, access, authority)
        else:
            found = _authorize_or_report(request, access, language)
        if scope["type"] == "http":
            await (app if isinstance(found, Visitor) else found)(
                {**scope, VISITOR_KEY: found}, receive, _with_security_headers(send)
            )
        elif isinstance(found, Visitor):
            inbound = InboundMessages(found.id, None if found == LOCAL_BROWSER else budgets.budget_of(found.id))
            await _serve_page(app, scope, PageConnection(receive, send, inbound), found, lan_access)
        else:
            await send({"type": "websocket.close", "code": CLOSE_REFUSED})  # not accepted yet, so this is a plain 403

    return guard


def _authorize_or_report(
    request: HTTPConnection, lan_access: LanAccess | None, language: Callable[[], str]
) -> Visitor | Response:
    """Return the visitor or a response; errors of the database become an error page."""
    try:
        return _authorize(request, lan_access, language)
    except Refused as refused:
        return _error_page(request, refused.reason, 403)
    except StorageError as trouble:
        return _error_page(request, trouble.reason, 503)


def _authorize(
    request: HTTPConnection, lan_access: LanAccess | None, language: Callable[[], str]
) -> Visitor | Response:
    """Return the visitor to admit, or our own response."""
    if is_cross_origin(request):
        assign_visitor(request.scope, None)
        return _error_page(request, NOT_INVITED_TEXT, 403)
    visitor = _visitor(request, lan_access)
    assign_visitor(request.scope, visitor)
    invitation = request.query_params.get(INVITATION_PARAM)
    if (
        invitation is not None and request.scope.get("method") == "GET"
    ):  # invitations are for page loads, not for sockets
        return (
            _forward_to(request, _path_without_invitation(request))
            if visitor == LOCAL_BROWSER
            else _redeem_invitation(request, lan_access, visitor, invitation)
        )
    if visitor is None:
        return _reject_stranger(request, lan_access)
    if request.scope["path"] == OUTAGE_PATH:
        return JSONResponse(
            outage_texts(language() or preferred_language(request)), headers={"Cache-Control": "no-store"}
        )
    return visitor


def _visitor(request: HTTPConnection, lan_access: LanAccess | None) -> Visitor | None:
    """Return this computer's visitor or the one with the browser's key; None for any other."""
    if is_local_request(request):
        return LOCAL_BROWSER
    return (
        lan_access.guests.visitor_of_key(key)
        if lan_access is not None and (key := _shown_key(request, lan_access))
        else None
    )


def _shown_key(request: HTTPConnection, lan_access: LanAccess) -> str:
    """Return the key of the cookie; with https enabled, none sent over plain http is accepted."""
    return "" if lan_access.plain_port and not _is_https(request) else request.cookies.get(lan_access.cookie, "")


def _redeem_invitation(
    request: HTTPConnection, lan_access: LanAccess | None, visitor: Visitor | None, invitation: str
) -> Response:
    """Redeem an invitation.

    A visitor with a key stays admitted with a wrong one, but the attempt counts. The right one is accepted however many
    wrong ones came before it: at 128 bits a limit protects nothing from guessing.
    """
    if lan_access is None or (lan_access.plain_port and not _is_https(request)):
        return _error_page(request, NOT_INVITED_TEXT, 403)
    grant = lan_access.guests.redeem_invitation(invitation, _shown_key(request, lan_access))
    if grant is None:
        if wait := lan_access.attempts.seconds_to_wait(_peer_address(request)):
            return _rate_limited_page(request, wait)
        _record_failure(request, lan_access, invitation)
        return (
            _error_page(request, NOT_INVITED_TEXT, 403)
            if visitor is None
            else _forward_to(request, _path_without_invitation(request))
        )
    assign_visitor(request.scope, grant.visitor)
    response = _forward_to(
        request, f"/table/{quote(grant.match_id)}" if grant.match_id else _path_without_invitation(request)
    )
    response.set_cookie(
        lan_access.cookie,
        grant.key,
        max_age=COOKIE_MAX_AGE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=_is_https(request),
    )
    return response


def _reject_stranger(request: HTTPConnection, lan_access: LanAccess | None) -> Response:
    """Reject a browser without a valid key and say why."""
    key = _shown_key(request, lan_access) if lan_access is not None else ""
    if lan_access is None or not key:
        return _error_page(request, NOT_INVITED_TEXT, 403)
    if wait := lan_access.attempts.seconds_to_wait(_peer_address(request)):
        return _rate_limited_page(request, wait)
    _record_failure(request, lan_access, key)
    return _error_page(request, KEY_REVOKED_TEXT, 403)


def _record_failure(request: HTTPConnection, lan_access: LanAccess, word: str) -> None:
    if lan_access.attempts.record_failure(_peer_address(request), word):
        logging.getLogger(__name__).warning("a wrong invitation from %s", _peer_address(request))


def is_cross_origin(request: HTTPConnection) -> bool:
    """Return whether another web page sends the request.

    Beside a secure page its plain double counts as another one. So does a request without a well-formed Host header of
    ours, or with two origins.
    """
    host, origins = _requested_host(request), request.headers.getlist("origin")
    if not host or len(origins) > 1:
        return True
    if not origins:
        return False
    try:
        page = urlsplit(origins[0])
    except ValueError:
        return True
    return page.netloc != host or (_is_https(request) and page.scheme != "https")


def _is_https(request: HTTPConnection) -> bool:
    return request.scope.get("scheme") in ("https", "wss")


def _is_plain_http_guest(request: HTTPConnection) -> bool:
    """Return whether a guest requests a page over plain http."""
    return not _is_https(request) and not is_local_request(request) and request.scope.get("method") in ("GET", "HEAD")


def is_local_request(request: HTTPConnection) -> bool:
    """Return whether this computer sends the request under its own name.

    Under any other name it may come from a page that poses as us (DNS rebinding).
    """
    try:
        peer = ipaddress.ip_address(_peer_address(request))
    except ValueError:
        return False
    return peer.is_loopback and is_local_host(_requested_host(request))


def is_local_host(host: str) -> bool:
    """Return whether a Host header names this computer itself."""
    found = HOST_HEADER.fullmatch(host)
    return found is not None and found["name"].lower() in {"127.0.0.1", "localhost"}


def _requested_host(request: HTTPConnection) -> str:
    """Return the Host header; empty if it is malformed or repeated.

    Of two headers, other software might read the other one.
    """
    names = request.headers.getlist("host")
    found = HOST_HEADER.fullmatch(names[0]) if len(names) == 1 else None
    return names[0] if found is not None and int(found["port"] or 0) < 2**16 else ""


def _peer_address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def _path_without_invitation(request: HTTPConnection) -> str:
    """Return the requested address without the invitation."""
    rest = urlencode([(key, value) for key, value in request.query_params.multi_items() if key != INVITATION_PARAM])
    # one slash: after two, a host name would follow
    return "/" + quote(request.scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")


def _forward_to(request: HTTPConnection, path: str) -> Response:
    """Forward to an address without the invitation.

    A redirect would not do: after a link in a chat the browser counts it as that page's request and withholds the
    cookie.
    """
    head = f'<meta http-equiv="refresh" content="0;url={html.escape(path)}">'
    return message_page(preferred_language(request), "Sobremesa", 200, head)


def _error_page(request: HTTPConnection, text: Text, status: int) -> Response:
    language = preferred_language(request)
    return message_page(language, translator(language)(text), status)


def _rate_limited_page(request: HTTPConnection, wait: int) -> Response:
    language = preferred_language(request)
    return message_page(language, translator(language)(TOO_MANY_ATTEMPTS_TEXT), 429, **{"Retry-After": str(wait)})


def outage_texts(language: str) -> dict[str, str]:
    """Return the texts that a page shows while the server cannot be reached."""
    translate = translator(language)
    return {
        "title": translate(Text("The table does not answer")),
        "says": translate(
            Text("This is how it was last. It comes back by itself as soon as the host's computer is there.")
        ),
        "surplus": translate(Text("This phone has the table open too many times. Touch here to go on in this window.")),
        **{key: translate(says) for key, says in OUTAGE_TEXTS.items()},
        "lang": language,
    }


async def _serve_page(
    app: ASGIApp, scope: Scope, connection: PageConnection, visitor: Visitor, lan_access: LanAccess | None
) -> None:
    """Serve a page to its visitor until it leaves or the visitor is removed."""
    if lan_access is None:
        await connection.serve(app, scope)
        return
    if visitor != LOCAL_BROWSER:
        lan_access.record_arrival(_peer_address(HTTPConnection(scope)))
        # Flet finds a sleeping session by its id, address and browser: so nobody gets another's, and a device
        # whose address has changed still gets its own
        scope = {**scope, "client": (visitor.id, 0)}
    unregister = lan_access.guests.register_connection(visitor, connection.end)
    token = current_visitor.set(visitor)
    try:
        await connection.serve(app, scope)
    finally:
        current_visitor.reset(token)
        unregister()


def _with_security_headers(send: Send) -> Send:
    """Add the security headers to every response that does not set its own."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            del headers["Access-Control-Allow-Origin"]  # Flet allows every page to read its responses
        await send(message)

    return sent
