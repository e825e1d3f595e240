"""Middleware that authorises every request before Flet receives it.

This computer's own browser has the host's rights. Any other browser shows an invitation once, in the address, and gets
a key for it: a cookie that no script can read and no other page can use.
"""

from __future__ import annotations

import html
import ipaddress
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from companion.access.lan import ASKED, Door
from companion.access.visitor import HOME, Visitor, current
from companion.i18n import translator
from companion.server.wire.admission import recognised
from companion.server.wire.budget import Budgets
from companion.server.wire.inbound import SAYS, Inbound
from companion.storage.matches import StorageTrouble
from rules.engine import Refused, Text

from . import certificate_page
from .html_pages import reads, sentence
from .page_connection import REFUSED, Connection
from .upload_endpoint import VISITOR

Asgi = Callable[..., Awaitable[None]]
OUTAGE = "/outage.json"
"""Path of the texts that a page shows during an outage; requesting it is also the page's heartbeat."""
KEEPS = 365 * 24 * 3600
"""Lifetime of the key cookie, in seconds."""
UNINVITED = Text("You need an invitation: scan the code that the host's screen shows, or ask for the link.")
OUT = Text(
    "This phone's invitation no longer holds: the host has renewed it, closed the table or sent this phone away."
    " Scan the code again, if you are invited."
)
SPENT = Text("Too many wrong invitations have come. Scan the code that the host's screen shows now.")
CONTENT = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data: blob:; media-src 'self' data: blob:; connect-src 'self' data: blob:;"
    " worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy of Flet's page: no foreign sources, but an inline script and WebAssembly."""
NAME = re.compile(r"(?P<name>[\w.-]{1,255}|\[[0-9a-fA-F:.]{2,45}\])(:(?P<port>[0-9]{1,5}))?", re.ASCII)
"""Valid Host header (RFC 9110, 7.2): a name or an address and perhaps a port; no user, no path."""
HEADERS = {
    "Content-Security-Policy": CONTENT,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def guarded(app: Asgi, door: Door | None = None, language: Callable[[], str] = str, authority: bytes = b"") -> Asgi:
    """Wrap the application in the authorisation of its requests.

    ``language`` returns the language chosen for the table, empty for the reader's own. ``authority`` is the certificate
    that a device has to trust if the access uses https.
    """

    budgets = Budgets()

    async def guard(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        asks = HTTPConnection(scope)
        if door is not None and door.plain and asks.scope["type"] == "http" and _unsealed(asks):
            found: Visitor | Response = certificate_page.answer(asks, door, authority)
        else:
            found = _in_words(asks, door, language)
        if scope["type"] == "http":
            await (app if isinstance(found, Visitor) else found)({**scope, VISITOR: found}, receive, _headed(send))
        elif isinstance(found, Visitor):
            inbound = Inbound(found.id, None if found == HOME else budgets.of(found.id))
            await _page(app, scope, Connection(receive, send, inbound), found, door)
        else:
            await send({"type": "websocket.close", "code": REFUSED})  # not accepted yet, so this is a plain 403

    return guard


def _in_words(asks: HTTPConnection, door: Door | None, language: Callable[[], str]) -> Visitor | Response:
    """Return the visitor or a response; errors of the database become an error page."""
    try:
        return _answer(asks, door, language)
    except Refused as refused:
        return _said(asks, refused.reason, 403)
    except StorageTrouble as trouble:
        return _said(asks, trouble.reason, 503)


def _answer(asks: HTTPConnection, door: Door | None, language: Callable[[], str]) -> Visitor | Response:
    """Return the visitor to admit, or our own response."""
    if foreign(asks):
        recognised(asks.scope, None)
        return _said(asks, UNINVITED, 403)
    visitor = _visitor(asks, door)
    recognised(asks.scope, visitor)
    word = asks.query_params.get(ASKED)
    if word is not None and asks.scope.get("method") == "GET":  # invitations are for page loads, not for sockets
        return _clean(asks, _path(asks)) if visitor == HOME else _enters(asks, door, visitor, word)
    if visitor is None:
        return _stranger(asks, door)
    if asks.scope["path"] == OUTAGE:
        return JSONResponse(outage(language() or reads(asks)), headers={"Cache-Control": "no-store"})
    return visitor


def _visitor(asks: HTTPConnection, door: Door | None) -> Visitor | None:
    """Return this computer's visitor or the one with the browser's key; None for any other."""
    if at_home(asks):
        return HOME
    return door.guests.known(key) if door is not None and (key := _key(asks, door)) else None


def _key(asks: HTTPConnection, door: Door) -> str:
    """Return the key of the cookie; with https enabled, none sent over plain http is accepted."""
    return "" if door.plain and not _sealed(asks) else asks.cookies.get(door.cookie, "")


def _enters(asks: HTTPConnection, door: Door | None, visitor: Visitor | None, word: str) -> Response:
    """Redeem an invitation.

    A visitor with a key stays admitted with a wrong one, but the attempt counts. The right one is accepted however many
    wrong ones came before it: at 128 bits a limit protects nothing from guessing.
    """
    if door is None or (door.plain and not _sealed(asks)):
        return _said(asks, UNINVITED, 403)
    entered = door.guests.enter(word, _key(asks, door))
    if entered is None:
        if wait := door.attempts.wait(_peer(asks)):
            return _spent(asks, wait)
        _wrong(asks, door, word)
        return _said(asks, UNINVITED, 403) if visitor is None else _clean(asks, _path(asks))
    recognised(asks.scope, entered.visitor)
    answer = _clean(asks, f"/table/{quote(entered.match)}" if entered.match else _path(asks))
    answer.set_cookie(door.cookie, entered.key, max_age=KEEPS, httponly=True, samesite="strict", secure=_sealed(asks))
    return answer


def _stranger(asks: HTTPConnection, door: Door | None) -> Response:
    """Reject a browser without a valid key and say why."""
    key = _key(asks, door) if door is not None else ""
    if door is None or not key:
        return _said(asks, UNINVITED, 403)
    if wait := door.attempts.wait(_peer(asks)):
        return _spent(asks, wait)
    _wrong(asks, door, key)
    return _said(asks, OUT, 403)


def _wrong(asks: HTTPConnection, door: Door, tried: str) -> None:
    if door.attempts.wrong(_peer(asks), tried):
        logging.getLogger(__name__).warning("a wrong invitation from %s", _peer(asks))


def foreign(asks: HTTPConnection) -> bool:
    """Return whether another web page sends the request.

    Beside a secure page its plain double counts as another one. So does a request without a well-formed Host header of
    ours, or with two origins.
    """
    host, origins = _host(asks), asks.headers.getlist("origin")
    if not host or len(origins) > 1:
        return True
    if not origins:
        return False
    try:
        page = urlsplit(origins[0])
    except ValueError:
        return True
    return page.netloc != host or (_sealed(asks) and page.scheme != "https")


def _sealed(asks: HTTPConnection) -> bool:
    return asks.scope.get("scheme") in ("https", "wss")


def _unsealed(asks: HTTPConnection) -> bool:
    """Return whether a guest requests a page over plain http."""
    return not _sealed(asks) and not at_home(asks) and asks.scope.get("method") in ("GET", "HEAD")


def at_home(asks: HTTPConnection) -> bool:
    """Return whether this computer sends the request under its own name.

    Under any other name it may come from a page that poses as us (DNS rebinding).
    """
    try:
        peer = ipaddress.ip_address(_peer(asks))
    except ValueError:
        return False
    return peer.is_loopback and local(_host(asks))


def local(host: str) -> bool:
    """Return whether a Host header names this computer itself."""
    found = NAME.fullmatch(host)
    return found is not None and found["name"].lower() in {"127.0.0.1", "localhost"}


def _host(asks: HTTPConnection) -> str:
    """Return the Host header; empty if it is malformed or repeated.

    Of two headers, other software might read the other one.
    """
    names = asks.headers.getlist("host")
    found = NAME.fullmatch(names[0]) if len(names) == 1 else None
    return names[0] if found is not None and int(found["port"] or 0) < 2**16 else ""


def _peer(asks: HTTPConnection) -> str:
    return asks.client.host if asks.client else ""


def _path(asks: HTTPConnection) -> str:
    """Return the requested address without the invitation."""
    rest = urlencode([(key, value) for key, value in asks.query_params.multi_items() if key != ASKED])
    # one slash: after two, a host name would follow
    return "/" + quote(asks.scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")


def _clean(asks: HTTPConnection, path: str) -> Response:
    """Forward to an address without the invitation.

    A redirect would not do: after a link in a chat the browser counts it as that page's request and withholds the
    cookie.
    """
    head = f'<meta http-equiv="refresh" content="0;url={html.escape(path)}">'
    return sentence(reads(asks), "Sobremesa", 200, head)


def _said(asks: HTTPConnection, says: Text, status: int) -> Response:
    language = reads(asks)
    return sentence(language, translator(language)(says), status)


def _spent(asks: HTTPConnection, wait: int) -> Response:
    language = reads(asks)
    return sentence(language, translator(language)(SPENT), 429, **{"Retry-After": str(wait)})


def outage(language: str) -> dict[str, str]:
    """Return the texts that a page shows while the server cannot be reached."""
    words = translator(language)
    return {
        "title": words(Text("The table does not answer")),
        "says": words(
            Text("This is how it was last. It comes back by itself as soon as the host's computer is there.")
        ),
        "surplus": words(Text("This phone has the table open too many times. Touch here to go on in this window.")),
        **{key: words(says) for key, says in SAYS.items()},
        "lang": language,
    }


async def _page(app: Asgi, scope: dict[str, Any], connection: Connection, visitor: Visitor, door: Door | None) -> None:
    """Serve a page to its visitor until it leaves or the visitor is removed."""
    if door is None:
        await connection.serve(app, scope)
        return
    if visitor != HOME:
        door.came(_peer(HTTPConnection(scope)))
        # Flet finds a sleeping session by its id, address and browser: so nobody gets another's, and a device
        # whose address has changed still gets its own
        scope = {**scope, "client": (visitor.id, 0)}
    gone = door.guests.connected(visitor, connection.end)
    seen = current.set(visitor)
    try:
        await connection.serve(app, scope)
    finally:
        current.reset(seen)
        gone()


def _headed(send: Any) -> Any:
    """Add the security headers to every response that does not set its own."""

    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            del headers["Access-Control-Allow-Origin"]  # Flet allows every page to read its responses
        await send(message)

    return sent
