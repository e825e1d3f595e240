"""Page that shows a whole match as QR codes to the camera of another phone."""

from __future__ import annotations

import asyncio
from functools import cache

import flet as ft

from companion.base.background import run_in_background
from companion.exchange import qr
from companion.exchange.pieces import PieceRejected
from companion.storage.matches import StorageError
from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import heading_text
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import icon_button
from rules.engine import Refused, Text

CODE_SECONDS = 0.8
"""Seconds for which a code is shown: about twice what a phone's browser takes to read a frame."""
MAX_CODE_SIDE = 420
"""Largest side of a code in points."""
SHARE_OF_HEIGHT = 0.55
"""Largest share of the page's height that a code takes."""
HOW_TEXT = Text(
    "On the other phone: the first page of Sobremesa, the sign of a code beside “Import a game from a file”. Hold its "
    "camera to this screen until it has all of them; the order does not matter."
)


@ft.component
def CodesPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The codes of the match as it is now."""
    codes: tuple[str, ...] | Text | None = use_loaded([match_id], load_codes, phone, match_id)
    head = page_frame.page_header(Text("The game as codes"), lambda: phone.go(f"/t/{match_id}"))
    body = page_frame.loaded_body(codes, lambda codes: [CodeSequence(codes)])
    return page_frame.page_view(f"/t/{match_id}/codes", head, body)


def load_codes(phone: Phone, match_id: str) -> tuple[str, ...] | Text:
    """Return the text of each code, or why there is none."""
    try:
        phone.require_host()
        return phone.library.exchange.export_as_pieces(match_id, translate)
    except (PieceRejected, Refused, StorageError) as trouble:
        return trouble.reason


@ft.component
def CodeSequence(codes: tuple[str, ...]) -> ft.Control:  # noqa: N802
    """The codes one after the other, again and again, until somebody stops them."""
    shown, show = ft.use_state(0)
    is_running, set_running = ft.use_state(len(codes) > 1)
    draw = ft.use_memo(lambda: cache(qr.text_png), [])

    async def play() -> None:
        number = shown
        while is_running:
            number = (number + 1) % len(codes)
            await asyncio.gather(asyncio.sleep(CODE_SECONDS), run_in_background(draw, codes[number]))
            show(number)

    def step(by: int) -> None:
        set_running(False)
        show((shown + by) % len(codes))

    ft.use_effect(play, [is_running], lambda: None)  # Flet cancels the effect only if it has a cleanup
    line = heading_text(translate(Text("{n} of {all}", n=shown + 1, all=len(codes))), 600)
    stop = (ft.Icons.PAUSE, Text("Stop")) if is_running else (ft.Icons.PLAY_ARROW, Text("Go on"))
    keys = [
        icon_button(ft.Icons.KEYBOARD_ARROW_LEFT, translate(Text("The code before")), lambda: step(-1), FontSize.HERO),
        icon_button(stop[0], translate(stop[1]), lambda: set_running(not is_running), FontSize.HERO),
        icon_button(ft.Icons.KEYBOARD_ARROW_RIGHT, translate(Text("The next code")), lambda: step(1), FontSize.HERO),
    ]
    rows = [
        _picture(draw(codes[shown]), translate(Text("Code {n} of {all}", n=shown + 1, all=len(codes)))),
        line,
        *([row_of(keys, Space.ROOM, alignment=ft.MainAxisAlignment.CENTER)] if len(codes) > 1 else []),
        page_frame.hint_text(translate(HOW_TEXT)),
    ]
    return column_of(rows, Space.GAP, CENTER)


def _picture(png: bytes, label: str) -> ft.Control:
    """Build the code on white in every theme, as large as the page allows."""
    height = SHARE_OF_HEIGHT * (ft.context.page.height or 800)
    side = min(MAX_CODE_SIDE, page_frame.page_width() - 2 * Space.PAGE, height)
    image = ft.Image(src=png, width=side, height=side, semantics_label=label, gapless_playback=True)
    return ft.Container(image, bgcolor=ft.Colors.WHITE, border_radius=Radius.TILE)
