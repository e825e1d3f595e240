"""Paths of the server below a table, ``/t/<table>/``: socket, uploads and heartbeat.

A proxy in front of several processes hashes the table in them, so that all of a table is at one process. It tells each
process its name, which addresses of uploads carry: a file goes to the process that holds its page, whatever the path.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.access.uploads import UPLOAD_PATH
from companion.access.visitor import served_process

from .html_pages import not_found_page

OUTAGE_PATH = "/outage.json"
"""Path of the texts that a page shows during an outage; requesting it is also the page's heartbeat."""
SOCKET_PATH = "/ws"
"""Path of the pages' sockets."""
TABLE_KEY = "table"
"""Key in a request's scope that holds the table below whose path it was sent."""
PROCESS_HEADER = "x-sobremesa-process"
"""Header in which the proxy names the process to which it sends a request."""
PROCESS_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Names that may stand in an address, for without a proxy the header is a client's claim."""
ONE_SPELLING = re.compile(rb"/|(/[\w~@+=,:-][\w~@+=,:.-]*)+/?")
"""Paths that a proxy, the app and every other reader take for the same; none of ours needs another letter."""
ENDPOINTS = frozenset((OUTAGE_PATH, SOCKET_PATH, f"/{UPLOAD_PATH}"))


def resolve_table_path(scope: Scope) -> Scope:
    """Return the scope of a request to an endpoint below a table as one to the endpoint itself."""
    first, mark, table, *rest = [*scope["path"].split("/", 3), "", "", ""][:4]
    endpoint = f"/{rest[0]}"
    if first or mark != "t" or not table or endpoint not in ENDPOINTS:
        return scope
    return {**scope, "path": endpoint, "raw_path": endpoint.encode(), TABLE_KEY: table}


def refuse_odd_paths(app: ASGIApp) -> ASGIApp:
    """Wrap an application so that each path is served in one spelling only.

    A proxy compares what was sent, and the app what it means: no percent code, doubled slash, dot segment or absolute
    address may stand between the two.
    """

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or ONE_SPELLING.fullmatch(scope["raw_path"]):
            await app(scope, receive, send)
        elif scope["type"] == "http":
            await not_found_page(HTTPConnection(scope))(scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # not accepted yet, so this is a plain 403

    return served


def separate_sessions(app: ASGIApp) -> ASGIApp:
    """Wrap the application of the pages so that no page resumes a session of another table.

    A browser tab keeps one session id for all its pages, and Flet resumes a session by its id and address.
    """

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        host, port = scope["client"] or ("", 0)
        name = Headers(raw=scope.get("headers", [])).get(PROCESS_HEADER, "")
        served_process.set(name if PROCESS_NAME.fullmatch(name) else "")  # each connection has a context of its own
        await app({**scope, "client": (f"{host}/{scope.get(TABLE_KEY, '')}", port)}, receive, send)

    return served
