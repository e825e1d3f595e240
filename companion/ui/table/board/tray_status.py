"""Status of the host's camera on every phone of the table: waiting, reading, doubt."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import flet as ft

from companion.base.observable import Shared
from companion.dice.roll import in_reading_order
from companion.i18n import Translate
from companion.library.library import Library
from companion.match.roles import Chair
from companion.match.state import Now
from companion.ui.design.feedback import Feel, habits_of
from companion.ui.design.theme import Round, Space, Type
from companion.ui.table.context.actions import use_redraw
from companion.ui.table.context.context import Drawn, Overhead
from companion.ui.widgets.controls import Do, press
from rules.engine import Dice, Shown, Text

if TYPE_CHECKING:
    from companion.tray.tray import Seen

SECONDS = 6.0
"""Seconds for which the picture of a reading is shown."""
HIGH = 84
"""Height of that picture in points."""
LOW = 44
"""Height of that picture on a phone lying on its side."""
SAY = "sobremesa.say"
"""Key in the browser's storage from which ``assets/voice.js`` reads the text to speak."""
TONGUE = Text("en-GB")
"""Language tag of the speech."""
INK = ft.Colors.ON_INVERSE_SURFACE
NO_CAMERA = Shared()


def followed(library: Library) -> Shared:
    """Return the observable of the host's camera; without camera one that never changes."""
    return library.tray or NO_CAMERA


def use_overhead(library: Library, match: str, now: Now, chair: Chair) -> Overhead:
    """Return the camera's state for this table."""
    tray = library.tray
    seen = _seen(library, match, now)
    use_redraw(_left(seen) if seen and not seen.doubt else None, seen.at if seen else 0)
    if tray is None:
        return Overhead()
    asked = tray.asked() if tray.trouble is None else None
    waits = asked is not None and (asked.table.match.id, asked.prompt_id) == (match, now.prompt_id)
    return Overhead(seen, waits, tray.trouble if chair.host and tray.serves(match) else None)


def _seen(library: Library, match: str, now: Now) -> Seen | None:
    """Return the camera's reading as long as it is shown.

    That is for some seconds, or for a doubtful one as long as the same prompt is open.
    """
    seen = library.tray.seen if library.tray else None
    if seen is None or seen.match != match:
        return None
    if seen.doubt:
        return seen if seen.prompt_id == now.prompt_id else None
    return seen if seen.seq == now.seq and _left(seen) > 0 else None


def _left(seen: Seen) -> float:
    return seen.at + SECONDS - time.time()


def told(dice: Dice, faces: tuple[int, ...]) -> Shown:
    """Return the roll as text: the sum of pips, or the count of each face."""
    if dice.kind is None:
        return str(sum(faces))
    said: Shown = ""
    for face, count in sorted(Counter(faces).items()):
        one = Text("{n} × {face}", n=count, face=dice.kind.faces[face - 1].name)
        said = Text("{first}, {then}", first=said, then=one) if said else one
    return said


def use_read(feel: Feel, words: Translate, seen: Seen | None) -> None:
    """Signal by touch, sound and voice that a roll was read, or that it is in doubt."""

    def tell() -> None:
        if seen is None:
            return
        if seen.doubt:
            feel.called()
            return
        feel.read()
        if habits_of(feel.page).spoken:
            feel.page.run_task(speak, words(told(seen.dice, faces(seen))), words(TONGUE))

    ft.use_effect(tell, [seen.at if seen else 0])


async def speak(text: str, tongue: str) -> None:
    """Have the browser speak the text, if it supports that."""
    with suppress(Exception):
        said = json.dumps({"text": text, "lang": tongue, "at": time.time()})
        await ft.SharedPreferences().set(SAY, said)


def faces(seen: Seen) -> tuple[int, ...]:
    """Return the faces in reading order."""
    return tuple(die.value for die in in_reading_order(seen.reading.dice))


def tray_line(drawn: Drawn, undo: Do, look: Callable[[], object]) -> list[ft.Control]:
    """Build the camera's status: the reading, else that it waits, else its problem."""
    words, tray = drawn.words, drawn.overhead
    if tray.seen is not None:
        return [_throw(drawn, tray.seen, undo, look)]
    if drawn.throw is None:
        return []
    if tray.waits:
        return [_caption(words(Text("The host's camera watches: throw.")), ft.Icons.VIDEOCAM_OUTLINED)]
    if tray.trouble:
        return [_caption(words(tray.trouble), ft.Icons.VIDEOCAM_OFF_OUTLINED)]
    return []


def _caption(said: str, icon: ft.IconData) -> ft.Control:
    text = ft.Text(said, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, expand=True)
    return ft.Row([ft.Icon(icon, size=Type.LEAD, color=ft.Colors.ON_SURFACE_VARIANT), text], spacing=Space.GAP)


def _throw(drawn: Drawn, seen: Seen, undo: Do, look: Callable[[], object]) -> ft.Control:
    """Build the picture of the dice, the reading and the button to correct it.

    In landscape they stand in one row.
    """
    words, high = drawn.words, LOW if drawn.short else HIGH
    image = ft.Image(
        src=seen.jpeg,
        width=1.3 * high,
        height=high,
        fit=ft.BoxFit.COVER,
        border_radius=Round.TILE,
        gapless_playback=True,
        exclude_from_semantics=True,
    )
    said = words(seen.doubt or Text("The camera read {faces}", faces=told(seen.dice, faces(seen))))
    text = ft.Text(said, size=Type.BODY, weight=ft.FontWeight.W_600, color=INK, max_lines=3, expand=drawn.short)
    label, icon, do = (Text("Look"), ft.Icons.SEARCH, look) if seen.doubt else (Text("Not so"), ft.Icons.UNDO, undo)
    tap = [_tap(words(label), icon, do)] if not drawn.chair.watches else []
    beside = [text, *tap] if drawn.short else [ft.Column([text, *tap], spacing=Space.TIGHT, tight=True, expand=True)]
    return ft.Container(
        ft.Semantics(content=ft.Row([image, *beside], spacing=Space.EDGE), live_region=True),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=Round.TILE,
        padding=Space.GAP,
    )


def _tap(label: str, icon: ft.IconData, do: Callable[[], object]) -> ft.Control:
    text = ft.Text(label, size=Type.BODY, weight=ft.FontWeight.W_700, color=INK)
    face = ft.Row([ft.Icon(icon, size=Type.HEAD, color=INK), text], tight=True, spacing=Space.NEAR)
    return press(face, label, do, height=44)
