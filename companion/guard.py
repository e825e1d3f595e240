"""Who may see and touch the table: asked of every request, before Flet hears of it.

This computer's own browser is at home. Everybody else shows the invitation: once in the address, from then on in a
cookie that no script can read and no other page can use.
"""

from __future__ import annotations

import html
import ipaddress
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response

from rules.engine import Text

from .door import ASKED, Door
from .words import LANGUAGES, translator

Asgi = Callable[..., Awaitable[None]]
OUTAGE = "/outage.json"
"""Where a page learns, while all is well, what to say when it is not; asking is its sign of life."""
MONTH = 30 * 24 * 3600
"""Seconds that a phone keeps the invitation."""
UNINVITED = Text("You need an invitation: scan the code that the host's screen shows, or ask for the link.")
PAGE = """<!DOCTYPE html>
<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">{head}
<title>Sobremesa</title>
<style>
  body {{ font: 22px/1.4 sans-serif; margin: 20vh auto; max-width: 22em; padding: 0 1em; text-align: center;
          background: #fbf5ed; color: #221a13 }}
  @media (prefers-color-scheme: dark) {{ body {{ background: #1a1512; color: #f3e9de }} }}
</style>
<p>{says}</p></html>
"""


def guarded(app: Asgi, door: Door | None = None, language: Callable[[], str] = str) -> Asgi:
    """The application behind its door; ``language`` is the one chosen for the table, empty for the reader's own."""

    async def guard(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        answer = _answer(HTTPConnection(scope), door, language)
        if answer is None:
            await app(scope, receive, _unframed(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: a plain 403
        else:
            await answer(scope, receive, send)

    return guard


def _answer(asks: HTTPConnection, door: Door | None, language: Callable[[], str]) -> Response | None:
    """What we say ourselves; None to let the request in."""
    said = asks.query_params.get(ASKED)
    invited = door is not None and said is not None and door.admits(said)
    if foreign(asks) or not (invited or at_home(asks) or _known(asks, door)):
        return _refusal(asks)
    if said is not None and asks.scope.get("method") == "GET":
        return _clean(asks, door if invited else None)
    if asks.url.path == OUTAGE:
        return JSONResponse(outage(language() or reads(asks)), headers={"Cache-Control": "no-store"})
    if asks.scope["type"] == "websocket" and not at_home(asks):
        if door is None or not _known(asks, door):
            return _refusal(asks)  # the address invites people, not sockets
        door.came(_peer(asks))
    return None


def foreign(asks: HTTPConnection) -> bool:
    """Whether another web page makes the browser ask."""
    origin = asks.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != _host(asks)


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
    path = "/" + quote(asks.url.path.lstrip("/\\")) + (f"?{rest}" if rest else "")
    head = f'<meta http-equiv="refresh" content="0;url={html.escape(path)}">'
    response = _page(reads(asks), "Sobremesa", 200, head)
    if door is not None:
        response.set_cookie(door.cookie, door.invitation, max_age=MONTH, httponly=True, samesite="strict")
    return response


def _refusal(asks: HTTPConnection) -> Response:
    language = reads(asks)
    return _page(language, translator(language)(UNINVITED), 403)


def _page(language: str, says: str, status: int, head: str = "") -> Response:
    page = PAGE.format(lang=language, says=html.escape(says), head=head)
    # no-referrer: the address has the invitation in it
    return HTMLResponse(page, status, {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})


def reads(asks: HTTPConnection) -> str:
    """The first of the reader's languages that is ours, else Spanish."""
    wishes = asks.headers.get("accept-language", "").lower().split(",")
    return next((tongue for wish in wishes if (tongue := wish.strip()[:2]) in LANGUAGES), "es")


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


def _unframed(send: Any) -> Any:
    """No other page may lay ours under its own buttons."""

    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)["Content-Security-Policy"] = "frame-ancestors 'none'"
        await send(message)

    return sent
