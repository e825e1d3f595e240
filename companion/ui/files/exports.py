"""Exports of a whole match: text, spreadsheet, complete log, and BG Stats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import flet as ft

from companion.base.background import aside
from companion.storage.matches import StorageTrouble
from companion.ui.design.preferences import tall
from companion.ui.design.theme import Space, Type
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import quiet
from rules.engine import Refused, Text

from .match_files import use_export

WAYS = (
    ("text", ft.Icons.ARTICLE_OUTLINED, Text("A text to read")),
    ("csv", ft.Icons.TABLE_CHART_OUTLINED, Text("A spreadsheet")),
    ("jsonl", ft.Icons.FILE_DOWNLOAD_OUTLINED, Text("The whole game")),
)
"""File formats, with what they are for."""
APP = Text("BG Stats opens with this play if it is on this phone; nothing goes over the network.")


@ft.component
def Takeaway(phone: Phone, id: str, over: bool) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """Export buttons of a match, with the BG Stats link once it is finished.

    Only a host's phone has them.
    """
    told, say = ft.use_state(page_frame.NOTHING)
    address, lead = ft.use_state("")
    export = use_export(phone, say)

    async def find() -> None:
        lead(await aside(_address, phone, id) if over else "")

    ft.use_effect(find, [id, over])
    words = phone.words
    files: list[ft.Control] = [
        quiet(words(label), _writes(export, id, form), icon, expand=True, height=tall(56)) for form, icon, label in WAYS
    ]
    return page_frame.panel(
        ft.Text(words(Text("Take it with you")), size=Type.LEAD, weight=ft.FontWeight.W_600),
        *([page_frame.warning(words(told))] if told else []),
        ft.Row(files[:2], spacing=Space.GAP),
        ft.Row([*files[2:], *([_app(address)] if address else [ft.Container(expand=True)])], spacing=Space.GAP),
        *([page_frame.quiet(words(APP))] if address else []),
    )


def _writes(export: Callable[[str, str], Awaitable[None]], id: str, form: str) -> Callable[[], Awaitable[None]]:
    async def write() -> None:
        await export(id, form)

    return write


def _address(phone: Phone, id: str) -> str:
    """Return the BG Stats link of the match, empty if it cannot be made."""
    try:
        return phone.library.bg_stats(id)
    except (Refused, StorageTrouble):
        return ""


def _app(address: str) -> ft.Control:
    """Build the BG Stats link; a phone opens another app only directly from a tap."""
    link = ft.Url(address, target=ft.UrlTarget.SELF)
    return ft.OutlinedButton("BG Stats", icon=ft.Icons.OPEN_IN_NEW, url=link, height=tall(56), expand=True)
