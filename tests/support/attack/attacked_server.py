"""The server under attack: the real command with ``--lan``, a table, and invitations."""

from __future__ import annotations

import os
from pathlib import Path

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.four_souls.model.events import Attacked
from rules.registry import GAMES
from tests.support.attack.client import Page, cookie_for
from tests.support.ui.browser import Server
from tests.support.ui.four_souls_setup import laid


class AttackedServer(Server):
    """``sobremesa --lan`` with one Four Souls table (``match``) that waits for a die."""

    def __init__(self, data: Path, *options: str) -> None:
        super().__init__(data, "--lan", *options)
        self.match = laid(self).rpartition("/")[2]
        storage = Storage(data)
        library = Library(storage, GAMES)
        table = library.matches.open(self.match)
        table.answer(table.prompt_id, Attacked(table.state.slots[0].id))
        self.invitation, self.key = library.guests.table_invitation(self.match), library.guests.host_invitation()
        storage.close()

    def guest(self, keepalive: bool = True, **page: object) -> Page:
        """The registered page of a new guest in the middle of the table."""
        more = {} if keepalive else {"ping_interval": None}
        cookie = cookie_for(self.port, self.invitation)
        guest = Page(self.port, cookie, **more).register(f"/t/{self.match}", **page)
        guest.tap("En medio de la mesa")
        guest.go(f"/t/{self.match}")
        return guest

    def host(self, **page: object) -> Page:
        """The registered page of a host's phone at the table."""
        return Page(self.port, cookie_for(self.port, self.key)).register(f"/t/{self.match}", **page)

    @property
    def cpu(self) -> float:
        """Processor seconds that the process has used."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def peak(self) -> float:
        """Peak resident memory of the process in MB."""
        assert self._process is not None
        lines = Path(f"/proc/{self._process.pid}/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1e3

    @property
    def memory(self) -> float:
        """Resident memory of the process in MB."""
        assert self._process is not None
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def open_files(self) -> int:
        """Number of open file descriptors of the process."""
        assert self._process is not None
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))
