"""Who may see and touch the table: asked of every request, before Flet hears of it.

This computer's own browser is at home. Everybody else shows the invitation: once in the address, from then on in a
cookie that no script can read and no other page can use.
"""

from __future__ import annotations

import asyncio
import html
import ipaddress
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from rules.engine import Text

from . import trust
from .door import ASKED, Door
from .plain import reads, sentence
from .words import translator

Asgi = Callable[..., Awaitable[None]]
OUTAGE = "/outage.json"
"""Where a page learns, while all is well, what to say when it is not; asking is its sign of life."""
GRACE = 10.0
"""Seconds that a page which has left may take to be forgotten."""
MONTH = 30 * 24 * 3600
"""Seconds that a phone keeps the invitation."""
UNINVITED = Text("You need an invitation: scan the code that the host's screen shows, or ask for the link.")
SPENT = Text("Too many wrong invitations have come. Wait a minute, then scan the code again.")
CONTENT = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data: blob:; media-src 'self' data: blob:; connect-src 'self' data: blob:;"
    " worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
"""What Flet's page needs, and nothing from elsewhere: it has a script within and runs WebAssembly."""
HEADERS = {
    "Content-Security-Policy": CONTENT,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def guarded(app: Asgi, door: Door | None = None, language: Callable[[], str] = str, authority: bytes = b"") -> Asgi:
    """The application behind its door; ``language`` is the one chosen for the table, empty for the reader's own.

    The ``authority`` is what a phone has to trust where the door speaks https.
    """

    async def guard(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        asks = HTTPConnection(scope)
        if door is not None and door.plain and asks.scope["type"] == "http" and _unsealed(asks):
            answer: Response | None = trust.answer(asks, door, authority)
        else:
            answer = _answer(asks, door, language)
        if answer is None and scope["type"] == "websocket":
            await _until_it_leaves(app, scope, receive, send)
        elif answer is None:
            await app(scope, receive, _headed(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: a plain 403
        else:
            await answer(scope, receive, _headed(send))

    return guard


def _answer(asks: HTTPConnection, door: Door | None, language: Callable[[], str]) -> Response | None:
    """What we say ourselves; None to let the request in."""
    said = asks.query_params.get(ASKED)
    if foreign(asks):
        return _refusal(asks)
    if not at_home(asks) and (stays_out := _stranger(asks, door)):
        return stays_out
    if said is not None and asks.scope.get("method") == "GET":
        return _clean(asks, door if door is not None and door.admits(said) else None)
    if asks.scope["path"] == OUTAGE:
        return JSONResponse(outage(language() or reads(asks)), headers={"Cache-Control": "no-store"})
    if asks.scope["type"] == "websocket" and not at_home(asks):
        if door is None or not _known(asks, door):
            return _refusal(asks)  # the address invites people, not sockets
        door.came(_peer(asks))
    return None


def _stranger(asks: HTTPConnection, door: Door | None) -> Response | None:
    """Why whoever is not at home stays out. Who is inside already never does, however many others guess."""
    if door is None or (door.plain and not _sealed(asks)):
        return _refusal(asks)
    if _known(asks, door):
        return None
    words = (asks.query_params.get(ASKED), asks.cookies.get(door.cookie))
    tried = [word for word in words if word is not None]
    wait = door.attempts.wait(_peer(asks))
    if tried and wait:
        return _spent(asks, wait)
    if words[0] is not None and door.admits(words[0]):
        return None
    # last month's cookie beside a slip of the finger is one attempt
    if tried and door.attempts.wrong(_peer(asks), tried[0]):
        logging.getLogger(__name__).warning("a wrong invitation from %s", _peer(asks))
    return _refusal(asks)


def foreign(asks: HTTPConnection) -> bool:
    """Whether another web page makes the browser ask; beside a secure page its plain double is another."""
    origin = asks.headers.get("origin")
    if origin is None:
        return False
    try:
        page = urlsplit(origin)
    except ValueError:
        return True
    return page.netloc != _host(asks) or (_sealed(asks) and page.scheme != "https")


def _sealed(asks: HTTPConnection) -> bool:
    return asks.scope.get("scheme") in ("https", "wss")


def _unsealed(asks: HTTPConnection) -> bool:
    """Whether a guest asks over plain http."""
    return not _sealed(asks) and not at_home(asks) and asks.scope.get("method") in ("GET", "HEAD")


def at_home(asks: HTTPConnection) -> bool:
    """Whether this computer asks for itself by its own name: any other may be a page that posed as us (rebinding)."""
    try:
        peer = ipaddress.ip_address(_peer(asks))
    except ValueError:
        return False
    return peer.is_loopback and local(_host(asks))


def local(host: str) -> bool:
    """Whether a page was asked for under this computer's own name."""
    try:
        return urlsplit(f"//{host}").hostname in {"127.0.0.1", "localhost"}
    except ValueError:
        return False


def _host(asks: HTTPConnection) -> str:
    """The name that was asked for; none if there are two, for who knows which of them others read."""
    names = asks.headers.getlist("host")
    return names[0] if len(names) == 1 else ""


def _peer(asks: HTTPConnection) -> str:
    return asks.client.host if asks.client else ""


def _known(asks: HTTPConnection, door: Door | None) -> bool:
    return door is not None and door.admits(asks.cookies.get(door.cookie))


def _clean(asks: HTTPConnection, door: Door | None) -> Response:
    """Keep the invitation, and go on to the same address without it.

    A redirect would not do: after a link in a chat the browser takes it for that page's doing and withholds the cookie.
    """
    rest = urlencode([(key, value) for key, value in asks.query_params.multi_items() if key != ASKED])
    # one slash: with two the rest would be another host's name
    path = "/" + quote(asks.scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")
    head = f'<meta http-equiv="refresh" content="0;url={html.escape(path)}">'
    response = sentence(reads(asks), "Sobremesa", 200, head)
    if door is not None:
        response.set_cookie(
            door.cookie, door.invitation, max_age=MONTH, httponly=True, samesite="strict", secure=_sealed(asks)
        )
    return response


def _refusal(asks: HTTPConnection) -> Response:
    language = reads(asks)
    return sentence(language, translator(language)(UNINVITED), 403)


def _spent(asks: HTTPConnection, wait: int) -> Response:
    language = reads(asks)
    return sentence(language, translator(language)(SPENT), 429, **{"Retry-After": str(wait)})


def outage(language: str) -> dict[str, str]:
    """What a page shows while the table cannot be reached, in words."""
    words = translator(language)
    return {
        "title": words(Text("The table does not answer")),
        "says": words(
            Text("This is how it was last. It comes back by itself as soon as the host's computer is there.")
        ),
        "lang": language,
    }


async def _until_it_leaves(app: Asgi, scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Flet waits for ever for a page that left before it said who it is."""
    left = asyncio.Event()

    async def received() -> Any:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            left.set()
        return message

    page = asyncio.ensure_future(app(scope, received, send))
    leaves = asyncio.ensure_future(left.wait())
    try:
        await asyncio.wait({page, leaves}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({page}, timeout=GRACE)
    finally:
        leaves.cancel()
        if not page.done():
            page.cancel()
    if page.done():
        page.result()


def _headed(send: Any) -> Any:
    """Every answer says what a browser may do with it; a stricter one has said so itself."""

    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
