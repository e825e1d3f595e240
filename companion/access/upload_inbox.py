"""Files requested from devices and not read yet, with their owners and limits.

A file is registered before its address is sent. The address is random and valid once, only for the device that was
asked, and for ``UPLOAD_TIMEOUT_SECONDS``. A received file counts until it was read or dropped.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.base.errors import HEAVY
from rules.engine import Text

from . import uploads
from .upload_folder import UploadFolder
from .visitor import HOME, Visitor

PATIENCE = 120
"""Seconds after which a file that does not arrive is given up."""
FILES = 2
"""Maximum number of pending files per device; one more replaces the oldest."""
EACH = 110_000_000
"""Maximum number of pending bytes per device."""
ALL = 300_000_000
"""Maximum number of pending bytes of all guests; files of the host's devices do not count."""
BUSY = Text("Too many files are on their way to the table: wait a moment, then choose this one again.")


class TooMuch(Exception):  # noqa: N818 - a refusal, not a fault
    """No more bytes are accepted; ``reason`` is for the device's screen."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class Upload:
    """One expected file of ``owner``.

    ``done_event`` is set when the file ``is_complete``, or will not arrive for that ``reason``.
    """

    def __init__(self, owner: Visitor, path: Path) -> None:
        self.owner = owner
        self.path = path
        self.ends = time.monotonic() + PATIENCE
        self.received = 0
        self.begun = self.whole = False
        self.reason: Text | None = None
        self.over = asyncio.Event()
        self.transfer: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """Random name in the address and in the folder."""
        return self.path.name

    def arrived(self) -> None:
        """Mark the file as complete."""
        self.whole = not self.over.is_set()
        self.over.set()

    def fail(self, reason: Text | None = None) -> None:
        """Stop receiving the file and remove its data.

        Only the first reason counts.
        """
        if not self.over.is_set():
            self.reason = reason
        self.over.set()
        self.whole, self.received = False, 0
        if self.transfer is not None:
            self.transfer.cancel()
        self.remove()

    def remove(self) -> None:
        """Remove the received data; Windows refuses while the file is still open."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class Inbox:
    """Expected files of all devices; its methods are called in the server's event loop."""

    def __init__(self) -> None:
        self._folder = UploadFolder()
        self._expected: dict[str, Upload] = {}
        self._owners: weakref.WeakKeyDictionary[Any, Visitor] = weakref.WeakKeyDictionary()

    @property
    def folder(self) -> Path:
        """Folder of the files, created on first use. Raises ``OSError``."""
        return self._folder.path

    def close(self) -> None:
        """Drop every file and remove the folder."""
        for upload in tuple(self._expected.values()):
            self.drop(upload)
        self._folder.close()

    def came(self, session: Any, visitor: Visitor) -> None:
        """Assign a session to a visitor."""
        self._owners[session] = visitor

    def owner(self, session: Any) -> Visitor:
        """Return the visitor of a session; an app without a server has only one."""
        return self._owners.get(session, HOME)

    def expect(self, owner: Visitor) -> Upload:
        """Register a new file of that visitor and drop its oldest beyond the limit.

        Raises ``OSError``.
        """
        for upload in self._of(owner)[: 1 - FILES]:
            self.drop(upload)
        upload = Upload(owner, self.folder / secrets.token_urlsafe(24))
        self._expected[upload.name] = upload
        return upload

    def begin(self, name: str, visitor: Visitor) -> Upload | None:
        """Start receiving a file; None if it is not expected from that visitor now."""
        upload = self._expected.get(name)
        if upload is None or upload.owner.id != visitor.id or upload.begun or upload.over.is_set():
            return None
        if time.monotonic() >= upload.ends:
            return None
        upload.begun = True
        return upload

    def count(self, upload: Upload, more: int) -> None:
        """Count received bytes. Raises ``UploadRefusedError`` if they exceed a limit."""
        upload.received += more
        if upload.received > uploads.HEAVIEST:
            raise TooMuch(HEAVY)
        mine = sum(one.received for one in self._of(upload.owner))
        guests = sum(one.received for one in self._expected.values() if not one.owner.host)
        if mine > EACH or (guests > ALL and not upload.owner.host):
            raise TooMuch(BUSY)

    def drop(self, upload: Upload) -> None:
        """Forget a file that was read or is not wanted, and remove its data."""
        self._expected.pop(upload.name, None)
        upload.fail()

    def _of(self, owner: Visitor) -> list[Upload]:
        """Return the files of that visitor, oldest first."""
        return [one for one in self._expected.values() if one.owner.id == owner.id]


INBOX = Inbox()
"""Inbox of this process."""
