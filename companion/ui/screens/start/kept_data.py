"""Panel of the home page of a public server: what it keeps of an owner, and its erasing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import flet as ft

from companion.base.background import run_in_background
from companion.base.dates import format_day
from companion.library.tenancy import KEPT_DAYS, PICTURES_SETTING, Tenancy
from companion.storage.matches import StorageError
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.session.navigation import load_address
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.confirm import Confirmation, use_confirmation
from companion.ui.widgets.switches import on_off_switch
from rules.engine import Refused, Text

KEPT_TEXT = Text(
    "A table that nobody opens for {n} day is erased.", "A table that nobody opens for {n} days is erased.", n=KEPT_DAYS
)
PICTURES_TEXT = Text("Keep the pictures of rolls")
OTHER_HOME_TEXT = Text("Show my other tables")
OTHER_HOME_ADDRESS = "/?homes"
"""Address of the server's page where a host of several owners chooses whose tables the home page shows."""
ERASE_TEXT = Text("Erase everything of mine")


@dataclass(frozen=True)
class KeptData:
    """The panel about what is kept, and its actions."""

    phone: Phone
    tenancy: Tenancy
    ask: Callable[[Confirmation], None]
    show_error: Callable[[Text | None], None]
    has_other_home: bool

    def panel(self) -> ft.Control:
        """Build the panel at the end of the home page."""
        is_on = self.phone.library.settings.get(PICTURES_SETTING) == "on"
        erase = controls.secondary_button(translate(ERASE_TEXT), self.confirm, ft.Icons.DELETE_FOREVER_OUTLINED)
        return page_frame.panel(
            page_frame.hint_text(translate(KEPT_TEXT)),
            on_off_switch(translate(PICTURES_TEXT), is_on, self.keep_pictures),
            *([row_of([self._other_home_button()])] if self.has_other_home else []),
            row_of([erase]),
        )

    def _other_home_button(self) -> ft.Control:
        page, says = ft.context.page, translate(OTHER_HOME_TEXT)
        return controls.secondary_button(
            says, lambda: page.run_task(load_address, OTHER_HOME_ADDRESS), ft.Icons.SWAP_HORIZ
        )

    def keep_pictures(self, is_on: bool) -> None:
        """Keep the pictures of later rolls, or none any more."""
        self._run(lambda: self.phone.library.settings.save(PICTURES_SETTING, "on" if is_on else "off"))

    def confirm(self) -> None:
        """Ask, then erase everything."""
        says = Text(
            "All your games, cards, taught dice and invitations go, at once and for good. Save your games in a file "
            "first if you want them."
        )
        self.ask(Confirmation(Text("Erase everything of yours?"), (says,), Text("Erase it"), self._erase))

    def _erase(self) -> None:
        ft.context.page.run_task(self._erase_everything)

    async def _erase_everything(self) -> None:
        """Erase it in a thread, because the database may take long for that."""
        try:
            self.phone.require_host()
            await run_in_background(self.tenancy.erase_everything)
        except (Refused, StorageError) as trouble:
            self.show_error(trouble.reason)

    def _run(self, action: Callable[[], None]) -> None:
        try:
            self.phone.require_host()
            action()
        except (Refused, StorageError) as trouble:
            self.show_error(trouble.reason)


def use_kept_data(phone: Phone, show_error: Callable[[Text | None], None]) -> list[ft.Control]:
    """Return the panel about what is kept; none in a household."""
    ask = use_confirmation()
    tenancy = phone.library.tenancy
    has_other_home = ft.use_memo(lambda: _has_other_home(phone), [])
    return [KeptData(phone, tenancy, ask, show_error, has_other_home).panel()] if tenancy is not None else []


def _has_other_home(phone: Phone) -> bool:
    with suppress(StorageError):
        return phone.library.tenancy is not None and phone.library.tenancy.is_host_elsewhere(phone.visitor.id)
    return False


def erasure_warnings(phone: Phone) -> dict[str, Text]:
    """Return by match when it will be erased, where that is soon; none in a household."""
    tenancy = phone.library.tenancy
    if tenancy is None:
        return {}
    try:
        times = tenancy.erasure_times()
    except StorageError:
        return {}
    return {
        id: Text("Nobody has opened it for long: it is erased on {day}. Opening it keeps it.", day=format_day(at))
        for id, at in times.items()
    }
