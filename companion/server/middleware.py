"""Middleware that authorises every request before Flet receives it.

This computer's own browser has the host's rights. Any other browser shows an invitation once, in the address, and gets
a key for it: a cookie that no script can read and no other page can use.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.access.device_access import INVITATION_PARAM, DeviceAccess
from companion.access.visitor import LOCAL_BROWSER, Visitor, current_visitor, served_owner, served_table
from companion.base.measurements import MEASUREMENTS
from companion.i18n import translator
from companion.server.wire.admission import assign_visitor
from companion.server.wire.budget import MessageBudgets
from companion.server.wire.inbound import OUTAGE_TEXTS, InboundMessages
from companion.storage.matches import StorageError
from rules.engine import Refused, Text

from .draining import MOVING_NOTICE, Draining
from .html_pages import forward_page, message_page, preferred_language
from .page_connection import CLOSE_REFUSED, PageConnection
from .reception import CONFIRM_PARAM, HouseholdReception, Reception, ask_first, invitation_question, set_key
from .requests import is_cross_origin, is_https, path_with, peer_address
from .table_paths import OUTAGE_PATH, TABLE_KEY, resolve_table_path, separate_sessions
from .upload_endpoint import VISITOR_KEY

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
DOORKEEPERS = ThreadPoolExecutor(8, thread_name_prefix="requests")
"""Threads that ask the database who makes a request, so that no page waits for it."""
LOOP_KEY = "sobremesa.loop"
"""Key in an ASGI scope for the event loop that serves it."""
T = TypeVar("T")
HTTP_REFUSED, HTTP_TOO_MANY = 400, 429
"""The least status code of a response that turns a request away, and that of one which a limit turns away."""
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def authorize_requests(app: ASGIApp, reception: Reception | None = None, draining: Draining | None = None) -> ASGIApp:
    """Wrap the application in the authorisation of its requests.

    Without a ``reception`` only this computer is admitted. ``draining`` gets every page.
    """
    desk = reception or HouseholdReception()
    budgets = MessageBudgets()
    pages = draining or Draining()
    page_app = app if draining is None else separate_sessions(app)

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        scope = {**desk.as_sent(resolve_table_path(scope)), LOOP_KEY: asyncio.get_running_loop()}
        found, access = await _ask(lambda: _authorize_or_report(HTTPConnection(scope), desk))
        if not isinstance(found, Visitor) and found.status_code >= HTTP_REFUSED:
            MEASUREMENTS.on_refusal(1)
        if scope["type"] == "http":
            await (app if isinstance(found, Visitor) else found)(
                {**scope, VISITOR_KEY: found}, receive, _with_security_headers(send, desk.headers)
            )
        elif isinstance(found, Visitor):
            inbound = InboundMessages(found.id, None if found == LOCAL_BROWSER else budgets.budget_of(found.id))
            connection = PageConnection(receive, send, inbound)
            with pages.serving(connection):
                await _serve_page(page_app, scope, connection, found, access)
        else:
            await send({"type": "websocket.close", "code": CLOSE_REFUSED})  # not accepted yet, so this is a plain 403

    return guard


async def _ask(question: Callable[[], T]) -> T:
    """Return the answer to a question about a visitor, asked in a thread of its own."""
    return await asyncio.get_running_loop().run_in_executor(DOORKEEPERS, question)


def _assign(request: HTTPConnection, visitor: Visitor | None) -> None:
    """Assign the connection to that visitor, in the loop, before the request goes on."""
    request.scope[LOOP_KEY].call_soon_threadsafe(assign_visitor, request.scope, visitor)


def _authorize_or_report(request: HTTPConnection, desk: Reception) -> tuple[Visitor | Response, DeviceAccess | None]:
    """Return the visitor or a response, and the way by which it came.

    Errors of the database become an error page.
    """
    try:
        own = desk.own_response(request) if request.scope["type"] == "http" else None
        access = desk.access_for(request) if own is None else None
        return own or _authorize(request, desk, access), access
    except Refused as refused:
        return _error_page(request, refused.reason, 403), None
    except StorageError as trouble:
        return _error_page(request, trouble.reason, 503), None


def _authorize(request: HTTPConnection, desk: Reception, access: DeviceAccess | None) -> Visitor | Response:
    if is_cross_origin(request):
        _assign(request, None)
        return _error_page(request, NOT_INVITED_TEXT, 403)
    entrance = access if access is not None and access.is_open else None
    visitor = LOCAL_BROWSER if desk.is_at_home(request) else _visitor(request, entrance)
    _assign(request, visitor)
    invitation = request.query_params.get(INVITATION_PARAM)
    if (
        invitation is not None and request.scope.get("method") == "GET"
    ):  # invitations are for page loads, not for sockets
        return (
            forward_page(request, _path_without_invitation(request))
            if visitor == LOCAL_BROWSER
            else _redeem_invitation(request, desk, entrance, visitor, invitation)
        )
    if visitor is None:
        return _reject_stranger(request, desk, entrance)
    if request.scope["path"] == OUTAGE_PATH:
        return JSONResponse(
            outage_texts(desk.language(access) or preferred_language(request)), headers={"Cache-Control": "no-store"}
        )
    return visitor


def _visitor(request: HTTPConnection, access: DeviceAccess | None) -> Visitor | None:
    """Return the visitor with the browser's key; None for any other."""
    if access is None or not (key := _shown_key(request, access)):
        return None
    return access.guests.visitor_of_key(key)


def _shown_key(request: HTTPConnection, access: DeviceAccess) -> str:
    """Return the key of the cookie; with https enabled, none sent over plain http is accepted."""
    return "" if access.plain_port and not is_https(request) else request.cookies.get(access.cookie, "")


def _redeem_invitation(
    request: HTTPConnection,
    desk: Reception,
    access: DeviceAccess | None,
    visitor: Visitor | None,
    invitation: str,
) -> Response:
    """Redeem an invitation, or ask first where it would change more than add a seat.

    A visitor with a key stays admitted with a wrong one, but the attempt counts. The right one is accepted however many
    wrong ones came before it: at 128 bits a limit protects nothing from guessing.
    """
    if access is None or (access.plain_port and not is_https(request)):
        return _refuse_word(request, desk, invitation, NOT_INVITED_TEXT)
    key = _shown_key(request, access)
    if (question := invitation_question(request, desk, access, visitor, invitation)) is not None:
        return ask_first(request, access.cookie, question)
    grant = access.guests.redeem_invitation(invitation, key, keeps_key=access.knows_key(key))
    if grant is None:
        refusal = _refuse_word(request, desk, invitation, NOT_INVITED_TEXT)
        is_inside = visitor is not None and refusal.status_code != HTTP_TOO_MANY
        return forward_page(request, _path_without_invitation(request)) if is_inside else refusal
    if key and grant.key != key:
        access.replace_key(key, grant.key)
    _assign(request, grant.visitor)
    response = forward_page(
        request, f"/t/{quote(grant.match_id)}" if grant.match_id else _path_without_invitation(request)
    )
    set_key(response, access.cookie, grant.key, request)
    if not grant.match_id:  # a table's invitation adds a seat there and nothing else
        desk.remember(response, request, access, grant.visitor)
    return response


def _reject_stranger(request: HTTPConnection, desk: Reception, access: DeviceAccess | None) -> Response:
    key = _shown_key(request, access) if access is not None else ""
    if access is None or not key:
        return _error_page(request, NOT_INVITED_TEXT, 403)
    return _refuse_word(request, desk, key, KEY_REVOKED_TEXT)


def _refuse_word(request: HTTPConnection, desk: Reception, word: str, text: Text) -> Response:
    """Refuse a wrong invitation or key with that text, and more than a few of them with 429."""
    address = peer_address(request)
    if desk.attempts is not None and (wait := desk.attempts.seconds_to_wait(address)):
        return _rate_limited_page(request, wait)
    if desk.attempts is not None and desk.attempts.record_failure(address, word):
        source = f" from {address}" if desk.logs_addresses else ""
        logging.getLogger(__name__).warning("a wrong invitation%s", source)
    return _error_page(request, text, 403)


def _path_without_invitation(request: HTTPConnection) -> str:
    spent = (INVITATION_PARAM, CONFIRM_PARAM)
    return path_with(request, [one for one in request.query_params.multi_items() if one[0] not in spent])


def _error_page(request: HTTPConnection, text: Text, status: int) -> Response:
    language = preferred_language(request)
    return message_page(language, translator(language)(text), status)


def _rate_limited_page(request: HTTPConnection, wait: int) -> Response:
    language = preferred_language(request)
    return message_page(
        language, translator(language)(TOO_MANY_ATTEMPTS_TEXT), HTTP_TOO_MANY, **{"Retry-After": str(wait)}
    )


def outage_texts(language: str) -> dict[str, str]:
    """Return the texts that a page shows while the server cannot be reached."""
    translate = translator(language)
    return {
        "title": translate(Text("The table does not answer")),
        "says": translate(
            Text("This is how it was last. It comes back by itself as soon as the host's computer is there.")
        ),
        "surplus": translate(Text("This phone has the table open too many times. Touch here to go on in this window.")),
        MOVING_NOTICE: translate(Text("The table moves to another computer: it goes on in a moment.")),
        **{key: translate(says) for key, says in OUTAGE_TEXTS.items()},
        "lang": language,
    }


async def _serve_page(
    app: ASGIApp, scope: Scope, connection: PageConnection, visitor: Visitor, access: DeviceAccess | None
) -> None:
    served_table.set(scope.get(TABLE_KEY, ""))  # each connection has a context of its own
    if access is None:
        await connection.serve(app, scope)
        return
    if visitor != LOCAL_BROWSER:
        await _ask(lambda: access.record_use(scope.get(TABLE_KEY, "")))
        access.record_arrival(peer_address(HTTPConnection(scope)))
        # Flet finds a sleeping session by its id, address and browser: so nobody gets another's, and a device
        # whose address has changed still gets its own
        scope = {**scope, "client": (visitor.id, 0)}
    served_owner.set(access.guests.owner)
    unregister = await _ask(lambda: access.guests.register_connection(visitor, connection.end))
    token = current_visitor.set(visitor)
    try:
        await connection.serve(app, scope)
    finally:
        current_visitor.reset(token)
        await _ask(unregister)


def _with_security_headers(send: Send, more: Mapping[str, str]) -> Send:
    """Add the security headers, and ``more``, to every response that does not set its own."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in {**SECURITY_HEADERS, **more}.items():
                headers.setdefault(name, value)
            del headers["Access-Control-Allow-Origin"]  # Flet allows every page to read its responses
        await send(message)

    return sent
