"""Navigation of one page, which stays at the process that serves its table."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.base.session_value import SessionValue
from companion.ui.page_life import expect_route

from .routes import table_of_route

table_of_page = SessionValue("table", str)
"""The table below whose path a page's connection was opened; empty for the home page's."""

process_of_page = SessionValue("process", str)
"""The proxy's name for the process that holds a page; empty without a proxy."""


@dataclass(frozen=True)
class TableNavigation:
    """Where one page may go without being loaded anew.

    With several processes its connection leads to the one of ``table`` (empty: to any of them), so every other table,
    and from a table the home page, is loaded. With None one process serves all.
    """

    page: ft.Page
    table: str | None

    def leads_here(self, route: str) -> bool:
        """Return whether this page may show that route."""
        return self.table is None or table_of_route(route) == self.table

    @property
    def home(self) -> str:
        """The route of this page that can always be shown."""
        return f"/t/{self.table}" if self.table else "/"

    def go(self, route: str) -> None:
        """Show that route in this page, or load it."""
        if self.leads_here(route):
            expect_route(self.page, route)
            self.page.navigate(route)
        else:
            self.page.run_task(load_address, route)


async def load_address(address: str) -> None:
    """Load an address of this server in this browser's page anew."""
    await ft.UrlLauncher().launch_url(address, web_only_window_name="_self")
