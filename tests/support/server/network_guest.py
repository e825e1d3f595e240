"""A server requested from another address of this computer."""

from __future__ import annotations

import re

from companion.access.lan import lan_addresses
from tests.support.ui.browser import Server

ADDRESS = next(iter(lan_addresses()), "")


class Guest(Server):
    """The same server at the LAN address and with the invitation that the terminal showed."""

    def __init__(self, host: Server) -> None:
        super().__init__(host.data)
        shown = re.search(rf"(https?://{re.escape(ADDRESS)}:\d+/)(\?i=\w+)", host.log.read_text("utf-8"))
        assert shown is not None
        self.url, self.invitation = shown.groups()
