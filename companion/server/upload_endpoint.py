"""Upload endpoint in front of Flet's own, which checks neither owners nor amounts."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.access import uploads
from companion.access.uploads import (
    INBOX,
    MIN_BYTES_PER_STALL,
    STALL_SECONDS,
    ExpectedUpload,
    UploadRefusedError,
)
from companion.access.visitor import Visitor
from companion.base.background import run_in_background

VISITOR_KEY = "visitor"
"""Key in a request's scope that holds its visitor, set by the middleware."""
HTTP_NOT_EXPECTED, HTTP_TIMEOUT, HTTP_TOO_LARGE, HTTP_DISK_FULL = 403, 408, 413, 507
"""Status codes: file not expected (from this device), timeout, too many bytes, no space on the disk."""


def add_upload_endpoint(app: ASGIApp) -> ASGIApp:
    """Add the upload endpoint to the application; its folder is removed at the shutdown."""

    async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            with suppress(OSError):  # a full disk may have space when a file arrives
                INBOX.folder.stat()
            await app(scope, receive, _close_at_shutdown(send))
        elif scope["type"] == "http" and scope["path"] == f"/{uploads.UPLOAD_PATH}" and scope["method"] == "PUT":
            answer = await _receive_upload(Request(scope), receive, scope[VISITOR_KEY])
            await answer(scope, receive, send)
        else:
            await app(scope, receive, send)

    return endpoint


def _close_at_shutdown(send: Send) -> Send:
    """Wrap ``send`` so that the folder is removed when the application has ended."""

    async def sent(message: Message) -> None:
        if message["type"].startswith("lifespan.shutdown"):
            INBOX.close()
        await send(message)

    return sent


async def _receive_upload(request: Request, receive: Receive, visitor: Visitor) -> Response:
    upload = INBOX.begin(request.query_params.get("f", ""), visitor)
    if upload is None:
        return _refusal(HTTP_NOT_EXPECTED)
    upload.transfer = asyncio.ensure_future(_write_body(upload, receive, _announced_length(request)))
    await _wait_while_it_arrives(upload, upload.transfer)
    code = _status_code(upload, upload.transfer)
    if code == 200:
        upload.mark_complete()
        return Response()
    upload.fail()
    with suppress(asyncio.CancelledError, Exception):
        await upload.transfer
    upload.remove()  # on Windows it could not be removed while it was written
    return _refusal(code)


async def _wait_while_it_arrives(upload: ExpectedUpload, transfer: asyncio.Task[None]) -> None:
    """Wait until the transfer is over, its time is up, or a guest's file hardly arrives."""
    while not transfer.done() and (left := upload.deadline - time.monotonic()) > 0:
        before = upload.received_bytes
        await asyncio.wait({transfer}, timeout=min(left, STALL_SECONDS))
        if upload.received_bytes - before < MIN_BYTES_PER_STALL and INBOX.is_guest(upload.owner):
            return


def _refusal(code: int) -> Response:
    """Create an error response that also closes the connection, which may still carry data."""
    return Response(status_code=code, headers={"Connection": "close"})


def _announced_length(request: Request) -> int:
    """Return the announced length, for an early refusal; the bytes are counted anyway."""
    header = request.headers.get("content-length", "")
    return int(header) if header.isdecimal() and len(header) < 20 else 0


def _status_code(upload: ExpectedUpload, transfer: asyncio.Task[None]) -> int:
    """Return the status code; for too many bytes also set the message for the device."""
    if not transfer.done():
        return HTTP_TIMEOUT
    if transfer.cancelled():
        return HTTP_NOT_EXPECTED if upload.reason is None else HTTP_TOO_LARGE
    match transfer.exception():
        case None:
            return HTTP_NOT_EXPECTED if upload.done_event.is_set() else 200
        case UploadRefusedError() as error:
            upload.fail(error.reason)
            return HTTP_TOO_LARGE
        case OSError():
            return HTTP_DISK_FULL
    return HTTP_NOT_EXPECTED


async def _write_body(upload: ExpectedUpload, receive: Receive, announced: int) -> None:
    """Write the body as it arrives.

    Raises ``UploadRefusedError``, ``OSError``, or ``EOFError`` if the device has disconnected.
    """
    if announced > uploads.MAX_FILE_BYTES:
        INBOX.count_bytes(upload, announced)
    more = True
    with upload.path.open("xb") as file:
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise EOFError
            body = message.get("body", b"")
            INBOX.count_bytes(upload, len(body))
            await run_in_background(file.write, body)
            more = message.get("more_body", False)
