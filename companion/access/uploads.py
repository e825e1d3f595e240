"""Files requested from devices and not read yet, with their owners and limits.

A file is registered before its address is sent. The address is random and valid once, only for the device that was
asked, and for ``UPLOAD_TIMEOUT_SECONDS``. A received file counts until it was read or dropped. Where there is no more
room, whoever holds most of it loses a file.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
import time
import weakref
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from companion.base.errors import FILE_TOO_LARGE_TEXT
from rules.engine import Text

from .file_lock import lock
from .visitor import LOCAL_BROWSER, Visitor, served_owner

if TYPE_CHECKING:
    from flet.messaging.session import Session

MAX_FILE_BYTES = 100_000_000
"""Maximum size of a file, in bytes."""
UPLOAD_PATH = "upload"
"""Path of the upload endpoint, relative to the server's address."""
UPLOAD_TIMEOUT_SECONDS = 120
"""Seconds after which a file that does not arrive is given up."""
MAX_FILES_PER_DEVICE = 2
"""Maximum number of pending files per device; one more replaces the oldest."""
MAX_BYTES_PER_DEVICE = 110_000_000
"""Maximum number of pending bytes per device."""
MAX_FILES_PER_OWNER, MAX_BYTES_PER_OWNER = 24, 150_000_000
"""Maximum number of pending files and bytes of one owner's devices on a public server; files also of all guests."""
MAX_GUEST_BYTES = 300_000_000
"""Maximum number of pending bytes of all guests; files of the host's devices do not count."""
STALL_SECONDS, MIN_BYTES_PER_STALL = 10, 5_000
"""Seconds in which at least that many bytes of a file must arrive: with fewer it stands still."""
FOLDER_PREFIX, LOCK_FILE = "sobremesa-uploads-", "lock"
TOO_MANY_UPLOADS_TEXT = Text("Too many files are on their way to the table: wait a moment, then choose this one again.")


@dataclass(frozen=True, slots=True)
class Sender(Visitor):
    """A visitor on a page of the tables of ``house``, an owner on a public server."""

    house: str = ""


class UploadRefusedError(Exception):
    """No more bytes are accepted; ``reason`` is for the device's screen."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class ExpectedUpload:
    """One expected file of ``owner``.

    ``done_event`` is set when the file ``is_complete``, or will not arrive for that ``reason``.
    """

    def __init__(self, owner: Visitor, path: Path) -> None:
        self.owner = owner
        self.house = owner.house if isinstance(owner, Sender) else ""
        self.path = path
        self.deadline = time.monotonic() + UPLOAD_TIMEOUT_SECONDS
        self.received_bytes = 0
        self.has_begun = self.is_complete = False
        self.reason: Text | None = None
        self.done_event = asyncio.Event()
        self.transfer: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """Random name in the address and in the folder."""
        return self.path.name

    @property
    def holders(self) -> tuple[str, str, str]:
        """Owner, device and name of the file, for whose bytes it counts."""
        return self.house, self.owner.id, self.name

    def mark_complete(self) -> None:
        """Mark the file as complete."""
        self.is_complete = not self.done_event.is_set()
        self.done_event.set()

    def fail(self, reason: Text | None = None) -> None:
        """Stop receiving the file and remove its data.

        Only the first reason counts.
        """
        if not self.done_event.is_set():
            self.reason = reason
        self.done_event.set()
        self.is_complete, self.received_bytes = False, 0
        if self.transfer is not None:
            self.transfer.cancel()
        self.remove()

    def remove(self) -> None:
        """Remove the received data; Windows refuses while the file is still open."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class UploadFolder:
    """Temporary folder of one process, created on first use and removed by ``close``.

    A lock file in it is locked while its process lives; one that is not locked was left by a process that was killed.
    """

    def __init__(self) -> None:
        self._path: Path | None = None
        self._lock: IO[bytes] | None = None

    @property
    def path(self) -> Path:
        """Path of the existing folder. Raises ``OSError``."""
        if self._path is None:
            remove_abandoned()
            path = Path(tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-"))
            self._lock = (path / LOCK_FILE).open("wb")
            lock(self._lock)
            self._path = path
        return self._path

    def close(self) -> None:
        """Remove the folder with its content."""
        if self._lock is not None:
            self._lock.close()
        if self._path is not None:
            shutil.rmtree(self._path, ignore_errors=True)
        self._path = self._lock = None


def remove_abandoned() -> None:
    """Remove the folders of this user's processes that were killed."""
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
            with suppress(OSError):
                if _is_abandoned(path):
                    shutil.rmtree(path, ignore_errors=True)


def _is_abandoned(path: Path) -> bool:
    """Return whether no process holds the folder's lock.

    A folder without a lock file is just being created. Raises ``OSError``.
    """
    if path.is_symlink() or (hasattr(os, "getuid") and path.lstat().st_uid != os.getuid()):
        return False
    with (path / LOCK_FILE).open("r+b") as file:
        lock(file)
    return True


class UploadInbox:
    """Expected files of all devices; its methods are called in the server's event loop."""

    def __init__(self) -> None:
        self.trusts_hosts = True
        """Whether files of hosts count for themselves only; not so where anybody may become a host."""
        self.reads_paths = False
        """Whether the path in a file picker's result may be read; never in a server, whatever a client sends."""
        self._folder = UploadFolder()
        self._expected: dict[str, ExpectedUpload] = {}
        self._owners: weakref.WeakKeyDictionary[Session, Sender] = weakref.WeakKeyDictionary()

    @property
    def folder(self) -> Path:
        """Folder of the files, created on first use. Raises ``OSError``."""
        return self._folder.path

    def close(self) -> None:
        """Drop every file and remove the folder."""
        for upload in tuple(self._expected.values()):
            self.drop(upload)
        self._folder.close()

    def register_session(self, session: Session, visitor: Visitor) -> None:
        """Assign a session to a visitor, and to the owner of the tables that it shows."""
        house = "" if self.trusts_hosts else served_owner.get()
        self._owners[session] = Sender(visitor.id, visitor.is_host, house)

    def owner_of(self, session: Session) -> Visitor:
        """Return the visitor of a session; an app without a server has only one."""
        return self._owners.get(session, LOCAL_BROWSER)

    def expect(self, owner: Visitor) -> ExpectedUpload:
        """Register a new file of that visitor and drop its oldest beyond the limit.

        Beyond the limit of the owner, the device with most files loses its oldest. Raises ``OSError``.
        """
        for old in self._uploads_of(owner)[: 1 - MAX_FILES_PER_DEVICE]:
            self.drop(old)
        upload = ExpectedUpload(owner, self.folder / secrets.token_urlsafe(24))
        shared = [one for one in self._expected.values() if one.house == upload.house and self.is_guest(one.owner)]
        if len(shared) >= MAX_FILES_PER_OWNER and self.is_guest(owner):
            counts = Counter(one.owner.id for one in shared)
            oldest = max(shared, key=lambda one: counts[one.owner.id])
            oldest.fail(TOO_MANY_UPLOADS_TEXT)
            self.drop(oldest)
        self._expected[upload.name] = upload
        return upload

    def begin(self, name: str, visitor: Visitor) -> ExpectedUpload | None:
        """Start receiving a file; None if it is not expected from that visitor now."""
        upload = self._expected.get(name)
        if upload is None or upload.owner.id != visitor.id or upload.has_begun or upload.done_event.is_set():
            return None
        if time.monotonic() >= upload.deadline:
            return None
        upload.has_begun = True
        return upload

    def count_bytes(self, upload: ExpectedUpload, received: int) -> None:
        """Count received bytes. Raises ``UploadRefusedError`` if they exceed a limit.

        Where all guests or one owner exceed theirs, whoever holds most loses a file, which may be this one.
        """
        upload.received_bytes += received
        if upload.received_bytes > MAX_FILE_BYTES:
            raise UploadRefusedError(FILE_TOO_LARGE_TEXT)
        if sum(one.received_bytes for one in self._uploads_of(upload.owner)) > MAX_BYTES_PER_DEVICE:
            raise UploadRefusedError(TOO_MANY_UPLOADS_TEXT)
        if self.is_guest(upload.owner):
            shared = [one for one in self._expected.values() if self.is_guest(one.owner)]
            if not self.trusts_hosts:
                _make_room([one for one in shared if one.house == upload.house], MAX_BYTES_PER_OWNER, upload)
            _make_room(shared, MAX_GUEST_BYTES, upload)

    def drop(self, upload: ExpectedUpload) -> None:
        """Forget a file that was read or is not wanted, and remove its data."""
        self._expected.pop(upload.name, None)
        upload.fail()

    def is_guest(self, owner: Visitor) -> bool:
        """Return whether that visitor's files have a share of the room of all."""
        return not (owner.is_host and self.trusts_hosts)

    def _uploads_of(self, owner: Visitor) -> list[ExpectedUpload]:
        """Return the files of that visitor, oldest first."""
        return [one for one in self._expected.values() if one.owner.id == owner.id]


def _make_room(uploads: Sequence[ExpectedUpload], max_bytes: int, newest: ExpectedUpload) -> None:
    """Give up the largest files until the others have at most that many bytes.

    They are those of the device with most of the owner with most. Raises ``UploadRefusedError`` if the newest is one.
    """
    while sum(one.received_bytes for one in uploads) > max_bytes:
        left = uploads
        for level in range(3):
            held = Counter[str]()
            for one in left:
                held[one.holders[level]] += one.received_bytes
            largest = max(held, key=lambda holder: (held[holder], holder in newest.holders))
            left = [one for one in left if one.holders[level] == largest]
        if left[0] is newest:
            raise UploadRefusedError(TOO_MANY_UPLOADS_TEXT)
        left[0].fail(TOO_MANY_UPLOADS_TEXT)


INBOX = UploadInbox()
"""Inbox of this process."""


def allow_paths() -> None:
    """Allow file pickers to return local paths: for an app without a server."""
    INBOX.reads_paths = True


def are_paths_allowed() -> bool:
    """Return whether the path in a file picker's result may be read."""
    return INBOX.reads_paths
