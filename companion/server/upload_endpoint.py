"""Upload endpoint in front of Flet's own, which checks neither owners nor amounts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from companion.access import uploads
from companion.access.upload_inbox import INBOX, TooMuch, Upload
from companion.access.visitor import Visitor
from companion.base.background import aside

Asgi = Callable[..., Awaitable[None]]
VISITOR = "visitor"
"""Key in a request's scope that holds its visitor, set by the middleware."""
REFUSED, LATE, LARGE, FULL = 403, 408, 413, 507
"""Status codes: file not expected (from this device), timeout, too many bytes, no space on the disk."""


def receiving(app: Asgi) -> Asgi:
    """Add the upload endpoint to the application; its folder is removed at the shutdown."""

    async def endpoint(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            with suppress(OSError):  # a full disk may have space when a file arrives
                INBOX.folder.stat()
            await app(scope, receive, _closing(send))
        elif scope["type"] == "http" and scope["path"] == f"/{uploads.PATH}" and scope["method"] == "PUT":
            answer = await _answer(Request(scope), receive, scope[VISITOR])
            await answer(scope, receive, send)
        else:
            await app(scope, receive, send)

    return endpoint


def _closing(send: Any) -> Any:
    """Wrap ``send`` so that the folder is removed when the application has ended."""

    async def sent(message: Any) -> None:
        if message["type"].startswith("lifespan.shutdown"):
            INBOX.close()
        await send(message)

    return sent


async def _answer(request: Request, receive: Any, visitor: Visitor) -> Response:
    """Receive the file that is expected under the name in the address, and no other."""
    upload = INBOX.begin(request.query_params.get("f", ""), visitor)
    if upload is None:
        return _refused(REFUSED)
    upload.transfer = asyncio.ensure_future(_receive(upload, receive, _length(request)))
    await asyncio.wait({upload.transfer}, timeout=upload.ends - time.monotonic())
    code = _outcome(upload, upload.transfer)
    if code == 200:
        upload.arrived()
        return Response()
    upload.fail()
    with suppress(asyncio.CancelledError, Exception):
        await upload.transfer
    upload.remove()  # on Windows it could not be removed while it was written
    return _refused(code)


def _refused(code: int) -> Response:
    """Create an error response that also closes the connection, which may still carry data."""
    return Response(status_code=code, headers={"Connection": "close"})


def _length(request: Request) -> int:
    """Return the announced length, for an early refusal; the bytes are counted anyway."""
    said = request.headers.get("content-length", "")
    return int(said) if said.isdecimal() and len(said) < 20 else 0


def _outcome(upload: Upload, transfer: asyncio.Task[None]) -> int:
    """Return the status code; for too many bytes also set the message for the device."""
    if not transfer.done():
        return LATE
    if transfer.cancelled():
        return REFUSED
    match transfer.exception():
        case None:
            return REFUSED if upload.over.is_set() else 200
        case TooMuch() as error:
            upload.fail(error.reason)
            return LARGE
        case OSError():
            return FULL
    return REFUSED


async def _receive(upload: Upload, receive: Any, announced: int) -> None:
    """Write the body as it arrives.

    Raises ``UploadRefusedError``, ``OSError``, or ``EOFError`` if the device has disconnected.
    """
    if announced > uploads.HEAVIEST:
        INBOX.count(upload, announced)
    more = True
    with upload.path.open("xb") as file:
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise EOFError
            body = message.get("body", b"")
            INBOX.count(upload, len(body))
            await aside(file.write, body)
            more = message.get("more_body", False)
