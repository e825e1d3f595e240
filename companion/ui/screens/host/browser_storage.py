"""Settings of a page without a server: the browser's storage, all games as a file."""

from __future__ import annotations

import flet as ft

from companion.base.background import IS_PAGE
from companion.base.browser_storage import StorageUsage, storage_usage
from companion.base.page_news import PAGE_NEWS
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.text import body_text
from companion.ui.files.daily_copies import DailyCopies
from companion.ui.files.match_files import use_export_all, use_import
from companion.ui.hooks import use_observable
from companion.ui.screens.start.page_notices import IPHONE_TEXT
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import secondary_button
from rules.engine import Text

MEGABYTE = 1_000_000
KEPT_TEXT = Text("The browser keeps your games until you delete them.")
MAY_BE_CLEARED_TEXT = Text("Where room is short, the browser may delete your games: save them in a file now and then.")
OTHER_PHONE_TEXT = Text(
    "To another phone, one game moves by the code under “Share this game”, and everything by the file of all games."
)


def browser_storage(phone: Phone) -> list[ft.Control]:
    """Build the panel in a page without a server; nothing elsewhere."""
    return [BrowserStorage(phone)] if IS_PAGE else []


@ft.component
def BrowserStorage(phone: Phone) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """How full the browser's storage is; all games into and out of a file."""
    usage, set_usage = use_optional(StorageUsage)
    message, set_message = use_optional(Text)

    async def load() -> None:
        set_usage(await storage_usage())

    ft.use_effect(load, [])
    imports, export_all = use_import(phone, set_message, set_message), use_export_all(phone, set_message)
    on_iphone = [IPHONE_TEXT] if use_observable(PAGE_NEWS).state.install == "iphone" else []
    lines = [*(usage_lines(usage) if usage else []), *on_iphone, OTHER_PHONE_TEXT]
    return page_frame.panel(
        body_text(translate(Text("This browser")), 600),
        *(page_frame.hint_text(translate(line)) for line in lines),
        *([ft.Semantics(content=page_frame.hint_text(translate(message)), live_region=True)] if message else []),
        row_of([secondary_button(translate(Text("Save all games in one file")), export_all, expand=True)]),
        imports.row(),
        DailyCopies(phone, imports.import_data, set_message),
    )


def usage_lines(usage: StorageUsage) -> list[Text]:
    """Return how much room is taken, in megabytes, and whether the browser may clear it."""
    used, quota = (round(size / MEGABYTE) for size in (usage.used, usage.quota))
    taken = Text("Sobremesa takes {used} MB of the {quota} MB that the browser allows.", used=used, quota=quota)
    return [taken, KEPT_TEXT if usage.is_persistent else MAY_BE_CLEARED_TEXT]
