"""Moments over the table: a soul, a death or the win takes the screen for a second."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TypeAlias

import flet as ft

from companion.match.moments import Moment, SeenMatch, moments_in_effect, new_moments
from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.drawn_signs import GHOST, SKULL, SignIcon, icon_of
from companion.ui.design.look import animation_ms, current_preferences, scaled_height
from companion.ui.design.sizes import AnimationTime, FontSize, Radius, Space
from companion.ui.design.text import name_text
from companion.ui.design.text_fit import SPARE_SHARE, fit_lines, has_large_text, line_count
from companion.ui.design.theme import INK, seat_color
from companion.ui.state import Ref, use_latest, use_ref
from companion.ui.table.intents import TableIntents
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.outcome import MomentModel, moment_model
from companion.ui.widgets.controls import Action, Surface, bind, caption, keyed_component, pressable

MOMENT_SECONDS, LONG_SHARE = 1.6, 1.5
"""Seconds for which a moment is shown, and by how much a long one is longer."""
LONG_KINDS = ("death", "elimination")
"""Kinds of moments that are shown for longer: somebody has to hand things over."""
FLASH_SECONDS = 0.12
"""Seconds for which the screen flashes."""
SIZES = ((FontSize.SIGN, FontSize.SUBTITLE, FontSize.DISPLAY), (FontSize.ILLUSTRATION, FontSize.SMALL, FontSize.HERO))
"""Sizes in points of a moment's sign, title and name, the largest first; with less room it has one line."""
LINE_SHARE = 1.2
"""Height of a line of text, as a share of its font size."""
NAME_LINES, DETAIL_LINES = 2, 3
"""Most lines of a moment's name and of its detail."""
STRIP_HEIGHT = 560
"""Height of the page at text scale 1 below which a question leaves no room for a moment under it."""
START_SCALE = 0.9
"""Size in which a moment comes in, as a share of its full one."""
Sizes: TypeAlias = tuple[int, int, int]
SIGNS: dict[str, SignIcon] = {
    "soul": GHOST,
    "death": SKULL,
    "elimination": SKULL,
    "level_up": ft.Icons.KEYBOARD_DOUBLE_ARROW_UP,
    "goal": ft.Icons.STAR,
    "final_flip": ft.Icons.STYLE,
    "win": ft.Icons.EMOJI_EVENTS,
}
"""Sign of a moment by its kind."""


@dataclass(frozen=True)
class MomentLayers:
    """The two places in which a moment lies: upon the top bar, or upon the board."""

    over_bar: ft.Control
    over_board: ft.Control


def use_moments(context: TableContext, intents: TableIntents) -> tuple[Moment | None, Action]:
    """Return the moment that is shown now, and the action that ends it before its time.

    A device shows what happens while it shows the table, one moment after the other. What this device does itself ends
    those that are left; an undo by any device takes away its own.
    """
    log, table_state, seats = context.log, context.table_state, context.seats
    now = SeenMatch(table_state.seq, table_state.state.outcome is not None)
    seen: Ref[SeenMatch] = use_ref(now)
    queue: Ref[tuple[Moment, ...]] = use_ref(())
    _, redraw = ft.use_state(0)
    latest_redraw = use_latest(redraw)
    if now.seq != seen.current.seq:
        left = () if intents.made_last_change else moments_in_effect(queue.current, log)
        queue.current = (*left, *new_moments(log, seats, table_state.state.outcome, seen.current, time.time()))
        seen.current = now
    current = queue.current[0] if queue.current else None

    def end(moment: Moment | None) -> None:
        if moment is not None and queue.current[:1] == (moment,):
            queue.current = queue.current[1:]
            latest_redraw.current(lambda count: count + 1)

    async def show() -> None:
        if current is not None:
            if intents.signals:
                intents.signals.signal_moment()
            await asyncio.sleep(MOMENT_SECONDS * (LONG_SHARE if current.kind in LONG_KINDS else 1))
            end(current)

    ft.use_effect(show, [current and (current.seq, current.position)])
    return current, bind(end, current)


def is_on_bar(context: TableContext) -> bool:
    """Return whether a moment lies upon the top bar.

    There it lies where there is no room upon board and question. Seats and answers are never covered.
    """
    is_asked = context.seat_prompt is not None and bool(context.seat_prompt.speaking_seats)
    is_low = is_asked and context.height < STRIP_HEIGHT * current_preferences().scale
    return not context.has_two_columns and (context.is_crowded or has_large_text() or is_low)


def moment_layers(context: TableContext, moment: Moment | None, height: float, on_end: Action) -> MomentLayers:
    """Lay the moment upon board and question, of ``height`` points, or upon the bar.

    It never lies upon seats or answers.
    """
    if moment is None:
        return MomentLayers(_nothing(), _nothing())
    is_low, width = is_on_bar(context), context.board_width
    shown = moment_model(moment, context.seats)
    sizes = None if is_low else fitting_sizes(shown, width, height)
    key = f"{moment.seq}.{moment.position}"
    panel = keyed_component(MomentPanel, key, shown, width, sizes, on_end)
    if is_low:
        return MomentLayers(
            ft.Container(panel, left=0, top=0, right=0, bottom=0, padding=Space.TIGHT, bgcolor=ft.Colors.SURFACE),
            _nothing(),
        )
    return MomentLayers(_nothing(), ft.Container(panel, bgcolor=ft.Colors.SURFACE, expand=True))


def fitting_sizes(moment: MomentModel, width: float, height: float) -> Sizes | None:
    """Return the largest sizes with which a moment fits; None where only one line does.

    All are in points.
    """
    return next((sizes for sizes in SIZES if _tall_height(moment, width, sizes) <= height), None)


def _tall_height(moment: MomentModel, width: float, sizes: Sizes) -> float:
    """Return how high a moment with its sign above its texts is, in points."""
    (sign, title, name), free = sizes, width - 2 * Space.ROOM
    sized = fit_lines(moment.name, name, free, NAME_LINES)
    texts = title + line_count(moment.name, sized, free * SPARE_SHARE) * sized
    if moment.detail:
        fitting = fit_lines(moment.detail, FontSize.SUBTITLE, free, DETAIL_LINES)
        texts += line_count(moment.detail, fitting, free * SPARE_SHARE) * fitting
    gaps = 2 * Space.ROOM + (3 if moment.detail else 2) * Space.NEAR
    if moment.seat is not None and moment.player:
        texts += FontSize.SUBTITLE
        gaps += 2 * Space.NEAR + 2 * Space.TIGHT
    return sign + gaps + scaled_height(texts * LINE_SHARE)


def _nothing() -> ft.Control:
    return ft.Container(visible=False)


@ft.component
def MomentPanel(  # noqa: N802 - Flet's components are named like classes
    moment: MomentModel, width: float, sizes: Sizes | None, on_end: Action
) -> ft.Control:
    """Build a moment in the color of its seat; it grows into its place, and a tap ends it."""
    is_in, set_in = ft.use_state(not animation_ms())

    async def come_in() -> None:
        await asyncio.sleep(AnimationTime.FIRST_FRAME_SECONDS)
        set_in(True)

    ft.use_effect(come_in, [])
    fill, ink = panel_colors(moment.seat)
    content = _tall_content(moment, width, ink, sizes) if sizes else _compact_content(moment, width, ink)
    button = pressable(content, moment.spoken, on_end, Surface(fill=fill, radius=Radius.SHEET, pad=Space.ROOM))
    moves = ft.Animation(animation_ms(), ft.AnimationCurve.EASE_OUT)
    return ft.Container(
        column_of([ft.Semantics(content=button, live_region=True, expand=True)], align=STRETCH, tight=False),
        scale=1 if is_in else START_SCALE,
        opacity=1 if is_in else 0,
        animate_scale=moves,
        animate_opacity=moves,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        border_radius=Radius.SHEET,
        expand=True,
    )


def panel_colors(seat: int | None) -> tuple[str, str]:
    """Return ground and ink of what belongs to a seat, or to nobody."""
    return (ft.Colors.INVERSE_SURFACE, ft.Colors.ON_INVERSE_SURFACE) if seat is None else (seat_color(seat), INK)


def _tall_content(moment: MomentModel, width: float, ink: str, sizes: Sizes) -> ft.Control:
    (sign, title, name), free_width = sizes, width - 2 * Space.ROOM
    lines = [
        icon_of(SIGNS[moment.kind], sign, ink),
        caption(moment.title, title, ink),
        _text(moment.name, name, free_width, ink, NAME_LINES),
        *([_text(moment.detail, FontSize.SUBTITLE, free_width, ink, DETAIL_LINES)] if moment.detail else []),
        *_player(moment),
    ]
    return column_of(lines, Space.NEAR, CENTER, tight=False, alignment=ft.MainAxisAlignment.CENTER)


def _compact_content(moment: MomentModel, width: float, ink: str) -> ft.Control:
    free_width = width - 2 * Space.ROOM - FontSize.HERO - Space.EDGE
    name = _text(moment.name, FontSize.TITLE, free_width, ink, 1)
    column = column_of([caption(moment.title, color=ink), name], 0, expand=True, expand_loose=True)
    return row_of(
        [icon_of(SIGNS[moment.kind], FontSize.HERO, ink), column],
        Space.EDGE,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _text(text: str, size: float, width: float, ink: str, lines: int) -> ft.Text:
    return ft.Text(
        text,
        size=fit_lines(text, size, width, lines),
        weight=ft.FontWeight.W_800 if lines < DETAIL_LINES else ft.FontWeight.W_500,
        color=ink,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.15),
    )


def _player(moment: MomentModel) -> list[ft.Control]:
    """Build the name of whose moment it is, unless it is the name already."""
    if moment.seat is None or not moment.player:
        return []
    name = name_text(moment.player, 700, seat_color(moment.seat))
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.TIGHT)
    return [
        ft.Container(name, bgcolor=INK, border_radius=Radius.PILL, padding=pad, margin=ft.Margin.only(top=Space.NEAR))
    ]


@ft.component
def ScreenFlash(seat: int | None) -> ft.Control:  # noqa: N802
    """Build a flash of the whole screen in the color of a seat; taps go through it.

    It fades away, or with reduced motion is gone at once.
    """
    is_lit, set_lit = ft.use_state(True)

    async def fade() -> None:
        await asyncio.sleep(FLASH_SECONDS)
        set_lit(False)

    ft.use_effect(fade, [])
    return ft.Container(
        bgcolor=panel_colors(seat)[0],
        opacity=1 if is_lit else 0,
        animate_opacity=ft.Animation(animation_ms()),
        ignore_interactions=True,
        expand=True,
    )


def with_flash(screen: ft.Control, moment: Moment | None) -> ft.Control:
    """Lay the flash of a moment upon the screen, on a device whose owner wants it."""
    flash = keyed_component(ScreenFlash, f"{moment.seq}.{moment.position}", moment.seat) if moment else _nothing()
    return ft.Stack([screen, flash], expand=True, fit=ft.StackFit.EXPAND) if current_preferences().flash else screen
