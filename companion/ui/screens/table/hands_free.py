"""Hands-free: a throw told large and aloud, and the ring until its question passes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.library.hands_free import HandsFree
from companion.match import follow_up
from companion.match.log import is_undo_or_redo
from companion.match.table import StaleAnswerError, Table
from companion.storage.matches import StorageError
from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.speech import say
from companion.ui.design.text import body_text, label_text
from companion.ui.design.text_fit import fit_lines
from companion.ui.table.model.context import TableContext
from companion.ui.table.zones.tray_status import faces_of, roll_text
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH, closing_area
from companion.ui.widgets.controls import Action, Surface, capitalize_first, keyed_component, pressable
from rules.automatic import passing_choice
from rules.engine import Cards, Displayable, Event, Refused, Rolled, Text

RING_STEPS = 3
"""Steps in which the ring runs down, each with its number."""
RING_SIZE = 84
"""Diameter of the ring in points."""
STOP_TEXT = Text("Touch the screen to stop it")


@dataclass(frozen=True)
class PassRing:
    """A question that passes by itself unless somebody touches the screen."""

    key: str
    """Key of the question and of what was known when the ring began."""
    headline: Displayable
    """The throw; empty where none came before."""
    text: Displayable
    """What the throw does, or what is asked."""
    outcome: Displayable
    """What is said when the ring has run down."""
    answer: Event | None
    """The answer that is given then; None where the host's camera enters the throw itself."""
    seconds: float


def pending_ring(context: TableContext, switch: HandsFree, match_id: str) -> PassRing | None:
    """Return the ring that runs on this device now.

    Only the host's device has one; none runs right after an undo, which meant that somebody wants to decide.
    """
    table_state = context.table_state
    if not context.role.is_host or not switch.goes_on(match_id, table_state.prompt_id):
        return None
    key = f"{table_state.prompt_id} {table_state.seq}"
    sighting = context.tray_state.sighting
    if sighting is not None and sighting.enters_in is not None:
        faces = faces_of(sighting)
        text = Text("Roll again what does not count")
        counts = Text("They count")
        return PassRing(f"{key} {sighting.at}", roll_text(sighting.dice, faces), text, counts, None, sighting.enters_in)
    if table_state.prompt is None or (context.log and is_undo_or_redo(context.log[-1].entry.event)):
        return None
    answer, choice = table_state.next_pass(context.claimed_seats, context.role), passing_choice(table_state.prompt)
    if answer is None or choice is None:
        return None
    text = table_state.prompt.stake or table_state.prompt.title
    return PassRing(key, _latest_roll(context), text, choice.label, answer, follow_up.PASS_SECONDS)


def _latest_roll(context: TableContext) -> Displayable:
    """Return the roll that led to the present question; empty where it was something else."""
    by_people = (line for line in reversed(context.log) if line.is_in_effect and line.switch == "")
    line, sighting = next(by_people, None), context.tray_state.sighting
    if sighting is not None and isinstance(sighting.dice, Cards):
        return roll_text(sighting.dice, faces_of(sighting))
    if line is None or not isinstance(line.entry.event, Rolled):
        return ""
    return roll_text(sighting.dice, line.entry.event.faces) if sighting else str(sum(line.entry.event.faces))


def ring_sheet(
    ring: PassRing, table: Table, context: TableContext, switch: HandsFree
) -> tuple[ft.Control, Callable[[], None]]:
    """Build the ring over the table; return it with the action that stops it."""
    prompt_id, seq, match_id = context.table_state.prompt_id, context.table_state.seq, table.match.id

    def end() -> None:
        if ring.answer is not None and switch.goes_on(match_id, prompt_id):
            try:
                table.answer(prompt_id, ring.answer, context.role, seq)
            except (StaleAnswerError, Refused, StorageError):  # the question stays, for a tap
                stop()

    def stop() -> None:
        switch.stop(match_id, prompt_id)

    return keyed_component(RingPanel, ring.key, ring, end, stop), stop


@ft.component
def RingPanel(ring: PassRing, on_end: Action, on_stop: Action) -> ft.Control:  # noqa: N802
    """Build the telling and the ring; it speaks once and runs down."""
    page = ft.context.page
    left, set_left = ft.use_state(RING_STEPS)
    headline, text = translate(ring.headline), capitalize_first(translate(ring.text))

    async def count_down() -> None:
        page.run_task(say, f"{headline}: {text}" if headline else text)
        for step in reversed(range(RING_STEPS)):
            await asyncio.sleep(ring.seconds / RING_STEPS)
            set_left(step)
        on_end()

    ft.use_effect(count_down, [], lambda: None)  # Flet cancels the effect only if it has a cleanup
    width = min(screen_width(), SHEET_WIDTH) - 2 * Space.PAGE - RING_SIZE - Space.ROOM
    ink = ft.Colors.ON_INVERSE_SURFACE
    lines = [
        *([_line(headline, FontSize.DISPLAY, width, ink, 2, ft.FontWeight.W_800)] if headline else []),
        _line(text, FontSize.TITLE, width, ink, 4, ft.FontWeight.W_600),
        body_text(translate(ring.outcome), color=ink),
    ]
    told = column_of(lines, Space.NEAR, expand=True)
    row = row_of([_ring(left, ink), told], Space.ROOM)
    stop = label_text(translate(STOP_TEXT), color=ink, text_align=ft.TextAlign.CENTER)
    content = column_of([row, stop], Space.GAP, STRETCH)
    name = ". ".join(part for part in (headline, text, translate(ring.outcome), translate(STOP_TEXT)) if part)
    button = pressable(
        content, name, on_stop, Surface(fill=ft.Colors.INVERSE_SURFACE, radius=Radius.SHEET, pad=Space.PAGE)
    )
    panel = ft.Container(ft.Semantics(content=button, live_region=True), width=SHEET_WIDTH, padding=Space.EDGE)
    column = column_of([panel], align=CENTER, tight=False, alignment=ft.MainAxisAlignment.END)
    beside = closing_area(ft.Container(bgcolor=ft.Colors.TRANSPARENT, expand=True), on_stop)
    return ft.Stack([beside, column], fit=ft.StackFit.EXPAND)


def _ring(left: int, ink: str) -> ft.Control:
    ring = ft.ProgressRing(
        value=left / RING_STEPS, width=RING_SIZE, height=RING_SIZE, stroke_width=8, color=ink, semantics_label=""
    )
    number = ft.Text(str(left), size=FontSize.DISPLAY, weight=ft.FontWeight.W_800, color=ink)
    middle = ft.Container(number, width=RING_SIZE, height=RING_SIZE, alignment=ft.Alignment.CENTER)
    return ft.Stack([ring, middle], width=RING_SIZE, height=RING_SIZE)


def _line(text: str, size: float, width: float, ink: str, lines: int, weight: ft.FontWeight) -> ft.Control:
    return ft.Text(
        text, size=fit_lines(text, size, width, lines), weight=weight, color=ink, style=ft.TextStyle(height=1.15)
    )
