"""Sheet on which a player chooses the color and the sign of the seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import flet as ft

from companion.base.seat_look import SeatLook
from companion.library.seat_looks import seat_looks, set_look
from companion.match.roles import can_speak_for
from companion.storage.matches import StorageError
from companion.ui.design.boxes import column_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.page_look import SEAT_SIGNS
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, heading_text, label_text
from companion.ui.design.theme import INK, SEAT_COLORS, seat_initial
from companion.ui.table.model.sheet import SeatLookSheet
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import Surface, bind, caption, pressable, secondary_button
from rules.engine import Refused, Text

if TYPE_CHECKING:
    from .host import SheetHost

COLOR_NAMES = (Text("Blue"), Text("Amber"), Text("Green"), Text("Pink"), Text("Orange"), Text("Grey"))
"""Names of the colors of the seats."""
SIGN_NAMES: Mapping[str, Text] = {
    "": Text("Initial"),
    "anchor": Text("Anchor"),
    "rocket": Text("Rocket"),
    "tree": Text("Tree"),
    "note": Text("Note"),
    "sun": Text("Sun"),
    "snow": Text("Snowflake"),
    "key": Text("Key"),
    "cake": Text("Cake"),
}
"""Names of the signs; the empty one is the initial of the name."""
SWATCH_SIZE = 52
"""Size of a color or sign to be chosen, in points."""
LOOK_TITLE = Text("Color and sign")
OnLook = Callable[[SeatLook], object]


def may_choose_look(sheets: SheetHost, seat: int) -> bool:
    """Return whether this device may choose a seat's look: the host's, or its player's."""
    role = sheets.context.role
    is_own = role.is_host or can_speak_for(role, (seat,), sheets.context.claimed_seats)
    return sheets.intents.may_set and is_own


def look_button(sheets: SheetHost, seat: int) -> list[ft.Control]:
    """Build the button that opens the choice, if this device has it."""
    if not may_choose_look(sheets, seat):
        return []
    on_tap = bind(sheets.intents.open, SeatLookSheet(seat))
    return [secondary_button(translate(LOOK_TITLE), on_tap, ft.Icons.PALETTE_OUTLINED)]


def look_sheet(sheets: SheetHost, seat: int) -> ft.Control | None:
    """Build the sheet of the colors and signs; None on a device that may not choose."""
    names = sheets.context.seats
    if not may_choose_look(sheets, seat):
        return None
    looks = seat_looks(sheets.settings, sheets.intents.table.match.id, len(names))
    body = look_picker(names, seat, looks[seat], bind_look(sheets, seat), _owners(looks, seat))
    head = sheets.build_heading(seat, translate(LOOK_TITLE), names[seat])
    return sheets.build_sheet(head, sheet_body([body]))


def bind_look(sheets: SheetHost, seat: int) -> OnLook:
    """Return the handler of a choice; a refusal is told above the answers."""

    def choose(look: SeatLook) -> None:
        try:
            set_look(sheets.settings, sheets.intents.table, sheets.context.role, seat, look)
        except (Refused, StorageError) as error:
            sheets.intents.tell(error.reason)

    return choose


def _owners(looks: tuple[SeatLook, ...], seat: int) -> Mapping[int | str, int]:
    """Return the seat that has a color or a sign, of the others: a choice of it is an exchange."""
    others = [(k, look) for k, look in enumerate(looks) if k != seat]
    return {look.color: k for k, look in others} | {look.sign: k for k, look in others if look.sign}


def look_picker(
    names: Sequence[str], seat: int, look: SeatLook, on_look: OnLook, owners: Mapping[int | str, int]
) -> ft.Control:
    """Build the colors and signs; ``owners`` are the seats of others by their color and sign."""
    owner_names = {key: names[owner] for key, owner in owners.items()}
    colors = [
        _swatch(
            _spoken(COLOR_NAMES[k], owner_names.get(k)),
            ft.Text(seat_initial(names[owners[k]], owners[k]), color=INK, weight=ft.FontWeight.W_700)
            if k in owners
            else None,
            color,
            bind(on_look, replace(look, color=k)),
            k == look.color,
        )
        for k, color in enumerate(SEAT_COLORS)
    ]
    signs = [
        _swatch(
            _spoken(title, owner_names.get(key)),
            _sign(key, seat_initial(names[seat], seat)),
            SEAT_COLORS[look.color],
            bind(on_look, replace(look, sign=key)),
            key == look.sign,
        )
        for key, title in SIGN_NAMES.items()
    ]
    hint = label_text(translate(Text("Whoever has it takes yours.")), color=MUTED)
    parts: list[ft.Control] = [
        caption(translate(Text("Color"))),
        wrapped_row(list(colors), Space.GAP),
        caption(translate(Text("Sign"))),
        wrapped_row(list(signs), Space.GAP),
        *([hint] if owners else []),
    ]
    return column_of(parts, Space.EDGE, scroll=ft.ScrollMode.AUTO)


def _spoken(name: Text, owner: str | None) -> str:
    return f"{translate(name)}, {owner}" if owner else translate(name)


def _sign(key: str, initial: str) -> ft.Control:
    if key in SEAT_SIGNS:
        return ft.Icon(SEAT_SIGNS[key], size=FontSize.NUMBER, color=INK)
    return heading_text(initial, 800, INK)


def _swatch(
    name: str, face: ft.Control | None, color: str, on_tap: Callable[[], object], is_chosen: bool
) -> ft.Control:
    edge = ft.BorderSide(4, ft.Colors.ON_SURFACE) if is_chosen else None
    return pressable(
        face or ft.Container(),
        name,
        on_tap,
        Surface(fill=color, edge=edge, radius=Radius.TILE, pad=0),
        width=SWATCH_SIZE,
        height=SWATCH_SIZE,
        grows=False,
        is_chosen=is_chosen,
    )
