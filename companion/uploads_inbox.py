"""The files that phones were asked for and have not been read yet: whose they are, and how much may be on its way.

A file is expected before its address is told. The address is random, is taken once, only from the phone that was asked,
and for ``PATIENCE`` seconds. What was received counts until it was read or dropped.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules.engine import Text

from . import uploads
from .uploads_folder import UploadFolder
from .visitor import HOME, Visitor

PATIENCE = 120
"""Seconds until a file that does not arrive is given up."""
FILES = 2
"""Files of one phone that may be on their way; with one more the oldest is dropped."""
EACH = 110_000_000
"""Bytes of one phone's files that may be on their way."""
ALL = 300_000_000
"""Bytes of all guests' files that may be on their way; those of the host's phones do not count."""
HEAVY = Text("The file is too large: choose a smaller picture.")
BUSY = Text("Too many files are on their way to the table: wait a moment, then choose this one again.")


class TooMuch(Exception):  # noqa: N818 - a refusal, not a fault
    """No more bytes are taken; ``reason`` is for the phone's screen."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class Upload:
    """One expected file of ``owner``: ``over`` is set when it is ``whole``, or will not come for that ``reason``."""

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
        """The random name under which it comes and lies in the folder."""
        return self.path.name

    def arrived(self) -> None:
        """All of it is there."""
        self.whole = not self.over.is_set()
        self.over.set()

    def fail(self, reason: Text | None = None) -> None:
        """It does not come: stop receiving it and remove what has come. A second reason changes nothing."""
        if not self.over.is_set():
            self.reason = reason
        self.over.set()
        self.whole, self.received = False, 0
        if self.transfer is not None:
            self.transfer.cancel()
        self.remove()

    def remove(self) -> None:
        """Remove what has come. Windows keeps a file that is still being written until that has ended."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class Inbox:
    """The expected files of all phones. Its methods are called in the server's event loop."""

    def __init__(self) -> None:
        self._folder = UploadFolder()
        self._expected: dict[str, Upload] = {}
        self._owners: weakref.WeakKeyDictionary[Any, Visitor] = weakref.WeakKeyDictionary()

    @property
    def folder(self) -> Path:
        """Where the files lie, made when first asked for. Raises ``OSError``."""
        return self._folder.path

    def close(self) -> None:
        """Drop every file and remove the folder."""
        for upload in tuple(self._expected.values()):
            self.drop(upload)
        self._folder.close()

    def came(self, session: Any, visitor: Visitor) -> None:
        """A session belongs to that visitor."""
        self._owners[session] = visitor

    def owner(self, session: Any) -> Visitor:
        """Whose session it is; in an app without a server there is one visitor only."""
        return self._owners.get(session, HOME)

    def expect(self, owner: Visitor) -> Upload:
        """A new address for a file of that visitor; the oldest of its files makes room. Raises ``OSError``."""
        for upload in self._of(owner)[: 1 - FILES]:
            self.drop(upload)
        upload = Upload(owner, self.folder / secrets.token_urlsafe(24))
        self._expected[upload.name] = upload
        return upload

    def begin(self, name: str, visitor: Visitor) -> Upload | None:
        """The expected file of that name, which begins to come; None if it is not expected from that visitor now."""
        upload = self._expected.get(name)
        if upload is None or upload.owner.id != visitor.id or upload.begun or upload.over.is_set():
            return None
        if time.monotonic() >= upload.ends:
            return None
        upload.begun = True
        return upload

    def count(self, upload: Upload, more: int) -> None:
        """So many bytes more of it have come. Raises ``TooMuch`` if they are not to be kept."""
        upload.received += more
        if upload.received > uploads.HEAVIEST:
            raise TooMuch(HEAVY)
        mine = sum(one.received for one in self._of(upload.owner))
        guests = sum(one.received for one in self._expected.values() if not one.owner.host)
        if mine > EACH or (guests > ALL and not upload.owner.host):
            raise TooMuch(BUSY)

    def drop(self, upload: Upload) -> None:
        """The file is read or not wanted: its address is nothing any more, and nothing of it stays."""
        self._expected.pop(upload.name, None)
        upload.fail()

    def _of(self, owner: Visitor) -> list[Upload]:
        """The files of that visitor, oldest first."""
        return [one for one in self._expected.values() if one.owner.id == owner.id]


INBOX = Inbox()
"""The inbox of this process."""
