"""Status of the host's camera on every phone of the table: waiting, reading, doubt."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

import flet as ft

from companion.base.observable import Observable
from companion.dice.roll import roll_hole, sort_in_reading_order
from companion.match.roles import DeviceRole
from companion.match.table_state import TableState
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.feedback import DeviceSignals
from companion.ui.design.look import translate
from companion.ui.design.page_look import look_of
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.speech import SPEECH_LANGUAGE, speak
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.table.intents import use_redraw_after
from companion.ui.table.model.context import TableContext, TrayState
from companion.ui.widgets.controls import Action, pressable
from rules.engine import CameraHole, Cards, Displayable, Text

if TYPE_CHECKING:
    from companion.tray.tray import Sighting, Tray

READING_SECONDS = 6.0
"""Seconds for which the picture of a reading is shown."""
PICTURE_HEIGHT = 84
"""Height of that picture in points."""
PICTURE_HEIGHT_LANDSCAPE = 44
"""Height of that picture on a phone lying on its side."""
INK = ft.Colors.ON_INVERSE_SURFACE
NO_CAMERA = Observable()


def tray_observable(tray: Tray | None) -> Observable:
    """Return the observable of the host's camera; without camera one that never changes."""
    return tray or NO_CAMERA


def use_tray_state(tray: Tray | None, match: str, table_state: TableState, role: DeviceRole) -> TrayState:
    """Return the camera's state for this table."""
    sighting = _current_sighting(tray, match, table_state)
    use_redraw_after(
        _seconds_left(sighting) if sighting and not sighting.doubt else None, sighting.at if sighting else 0
    )
    if tray is None:
        return TrayState()
    awaited = tray.awaited_roll() if tray.problem is None else None
    is_waiting = awaited is not None and (awaited.table.match.id, awaited.prompt_id) == (match, table_state.prompt_id)
    return TrayState(sighting, is_waiting, tray.problem if role.is_host and tray.is_enabled_for(match) else None)


def _current_sighting(tray: Tray | None, match: str, table_state: TableState) -> Sighting | None:
    """Return the camera's reading as long as it is shown.

    That is for some seconds, or for a doubtful one as long as the same prompt is open.
    """
    sighting = tray.sighting if tray else None
    if sighting is None or sighting.match_id != match:
        return None
    if sighting.doubt:
        return sighting if sighting.prompt_id == table_state.prompt_id else None
    return sighting if sighting.seq == table_state.seq and _seconds_left(sighting) > 0 else None


def _seconds_left(sighting: Sighting) -> float:
    return sighting.at + READING_SECONDS - time.time()


def roll_text(dice: CameraHole, faces: tuple[int, ...]) -> Displayable:
    """Return the roll as text: the sum of pips, the count of each face, or the cards in turn."""
    if dice.kind is None:
        return str(sum(faces))
    if isinstance(dice, Cards):
        names = [dice.kind.faces[face - 1].name for face in faces]
        return reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), names)
    text: Displayable = ""
    for face, count in sorted(Counter(faces).items()):
        face_text = Text("{n} × {face}", n=count, face=dice.kind.faces[face - 1].name)
        text = Text("{first}, {then}", first=text, then=face_text) if text else face_text
    return text


def use_reading_signal(signals: DeviceSignals, sighting: Sighting | None, *, is_told: bool = False) -> None:
    """Signal by touch, sound and voice that a roll was read, or that it is in doubt.

    ``is_told``: the ring of the hands-free table speaks the roll with what it does.
    """

    def tell() -> None:
        if sighting is None:
            return
        if sighting.doubt and sighting.enters_in is None:
            signals.signal_call()
            return
        signals.signal_reading()
        if look_of(signals.page).preferences.spoken and not is_told:
            signals.page.run_task(
                speak, translate(roll_text(sighting.dice, faces_of(sighting))), translate(SPEECH_LANGUAGE)
            )

    ft.use_effect(tell, [sighting.at if sighting else 0])


def faces_of(sighting: Sighting) -> tuple[int, ...]:
    """Return the faces in reading order."""
    return tuple(die.value for die in sort_in_reading_order(sighting.reading.dice))


def tray_status(context: TableContext, on_undo: Action, on_look: Callable[[], object]) -> list[ft.Control]:
    """Build the camera's status: the reading, else that it waits, else its problem."""
    tray_state = context.tray_state
    if tray_state.sighting is not None:
        return [_sighting_panel(context, tray_state.sighting, on_undo, on_look)]
    if context.roll_choice is None:
        return []
    if tray_state.is_waiting:
        return [_caption(translate(_watching_text(context)), ft.Icons.VIDEOCAM_OUTLINED)]
    if tray_state.problem:
        return [_caption(translate(tray_state.problem), ft.Icons.VIDEOCAM_OFF_OUTLINED)]
    return []


def _watching_text(context: TableContext) -> Text:
    hole = roll_hole(context.roll_choice) if context.roll_choice else None
    flips, rolls = Text("The host's camera watches: flip."), Text("The host's camera watches: roll.")
    return flips if isinstance(hole, Cards) else rolls


def _caption(label: str, icon: ft.IconData) -> ft.Control:
    text = label_text(label, color=MUTED, expand=True)
    return row_of([ft.Icon(icon, size=FontSize.SUBTITLE, color=MUTED), text], Space.GAP)


def _sighting_panel(
    context: TableContext, sighting: Sighting, on_undo: Action, on_look: Callable[[], object]
) -> ft.Control:
    """Build the picture of the dice, the reading and the button to correct it.

    In landscape they stand in one row.
    """
    image_height = PICTURE_HEIGHT_LANDSCAPE if context.is_landscape else PICTURE_HEIGHT
    image = ft.Image(
        src=sighting.jpeg,
        width=1.3 * image_height,
        height=image_height,
        fit=ft.BoxFit.COVER,
        border_radius=Radius.TILE,
        gapless_playback=True,
        exclude_from_semantics=True,
    )
    reading_text = translate(
        sighting.doubt or Text("The camera read {faces}", faces=roll_text(sighting.dice, faces_of(sighting)))
    )
    text = body_text(reading_text, 600, INK, max_lines=3, expand=context.is_landscape)
    label, icon, do = (
        (Text("Look"), ft.Icons.SEARCH, on_look) if sighting.doubt else (Text("Not so"), ft.Icons.UNDO, on_undo)
    )
    tap = [_panel_button(translate(label), icon, do)] if not context.role.is_spectator else []
    controls = [text, *tap] if context.is_landscape else [column_of([text, *tap], Space.TIGHT, expand=True)]
    return ft.Container(
        ft.Semantics(content=row_of([image, *controls], Space.EDGE), live_region=True),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=Radius.TILE,
        padding=Space.GAP,
    )


def _panel_button(label: str, icon: ft.IconData, on_tap: Callable[[], object]) -> ft.Control:
    text = body_text(label, 700, INK)
    face = row_of([ft.Icon(icon, size=FontSize.HEADING, color=INK), text], Space.NEAR, tight=True)
    return pressable(face, label, on_tap, height=44)
