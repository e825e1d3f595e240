"""Bottom sheet over the table, closed by a tap beside it."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.design.boxes import START, STRETCH, column_of, row_of
from companion.ui.design.look import animation_ms
from companion.ui.design.sizes import Radius, Space
from companion.ui.hooks import use_escape

from .controls import Action, icon_button, semantic_group
from .page_frame import warning

SHEET_WIDTH = 560
"""Width of a sheet over a table with two columns, in points."""
LEFT_EDGE, RIGHT_EDGE = Space.ROOM, Space.EDGE
"""Space beside the body of a sheet, in points."""
MIN_UNCOVERED_HEIGHT = 20
"""Height above the highest sheet, where a tap closes it, in points."""


def sheet_edges() -> ft.Padding:
    """Return the space beside the body of a sheet."""
    return ft.Padding.only(left=LEFT_EDGE, right=RIGHT_EDGE)


def bottom_sheet(
    head: ft.Control,
    body: ft.Control,
    close_label: str,
    on_close: Action,
    *,
    is_wide: bool,
    reaches_edges: bool = False,
) -> ft.Control:
    """Build a bottom sheet of heading, close button and body, as high as the body needs.

    The heading and the button always stay in sight; the body itself says what of it scrolls (``sheet_body``). A body
    that ``reaches_edges`` is as wide as the sheet, and keeps the ``sheet_edges`` itself.
    """
    top: ft.Control = row_of(
        [ft.Container(head, expand=True), icon_button(ft.Icons.CLOSE, close_label, on_close)], align=START
    )
    bounded = ft.Semantics(content=body, container=True, expand=True, expand_loose=True)
    if reaches_edges:
        top = ft.Container(top, padding=sheet_edges())
    inside = column_of([semantic_group(top), bounded], Space.GAP)
    across = ft.Padding.all(0) if reaches_edges else sheet_edges()
    panel = ft.Container(
        content=inside,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=ft.BorderRadius.only(top_left=Radius.SHEET, top_right=Radius.SHEET),
        padding=ft.Padding.only(left=across.left, right=across.right, top=Space.EDGE, bottom=Space.EDGE),
        margin=ft.Margin.only(top=MIN_UNCOVERED_HEIGHT),
        expand=True,
        expand_loose=True,
        shadow=ft.BoxShadow(blur_radius=24, color=ft.Colors.with_opacity(0.35, ft.Colors.BLACK)),
    )
    uncovered = closing_area(ft.Container(bgcolor=ft.Colors.TRANSPARENT, expand=True), on_close)
    column = column_of([panel], 0, tight=False, alignment=ft.MainAxisAlignment.END)
    stack = ft.Stack([uncovered, column], fit=ft.StackFit.EXPAND)
    inner = ft.Container(stack, width=SHEET_WIDTH) if is_wide else ft.Container(stack, expand=True)
    return row_of([inner], alignment=ft.MainAxisAlignment.CENTER, expand=True)


def sheet_body(
    scrolled: Sequence[ft.Control],
    foot: Sequence[ft.Control] = (),
    head: Sequence[ft.Control] = (),
    *,
    spacing: float = Space.EDGE,
    stretches: bool = False,
) -> ft.Column:
    """Build the body of a sheet.

    What scrolls if it must, below and above what always stays in sight.

    ``stretches`` makes everything as wide as the sheet.
    """
    across = STRETCH if stretches else START
    column = column_of(list(scrolled), spacing, across, scroll=ft.ScrollMode.AUTO, expand=True)
    # what scrolls takes all the height that it may, so its row is as high as its content
    middle = row_of([column], intrinsic_height=True, expand=True, expand_loose=True)
    return column_of([*head, middle, *foot], spacing, across)


def closing_area(control: ft.Control, on_close: Action) -> ft.GestureDetector:
    """Build an area where a tap closes the sheet; screen readers have the close button.

    It has no node in their tree: an empty one may come to lie over the buttons of the sheet.
    """
    return ft.GestureDetector(content=control, on_tap=on_close, exclude_from_semantics=True)


@ft.component
def SlideUp(sheet: ft.Control) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """Build the animation of a sheet that slides up."""
    is_up, set_up = ft.use_state(False)
    ft.use_effect(lambda: set_up(True), [])
    # in a list: Flet loses the parent of a control that stays the only content of a new container
    column = column_of([sheet], 0, STRETCH, tight=False)
    return ft.Container(
        column,
        offset=ft.Offset(0, 0 if is_up else 0.12),
        animate_offset=ft.Animation(animation_ms(), ft.AnimationCurve.EASE_OUT),
        expand=True,
    )


@ft.component
def SheetOverlay(  # noqa: N802
    table: ft.Control, sheet: ft.Control | None, on_close: Action, error_text: str = ""
) -> ft.Control:
    """Build the table and, if there is one, the sheet over it; what is covered is disabled.

    ``error_text`` is why the table refused the sheet's answer: it stands above the sheet, which keeps its input.
    """
    covered = sheet is not None
    use_escape(on_close if covered else None)
    shade = ft.Container(
        bgcolor=ft.Colors.with_opacity(0.55, ft.Colors.BLACK) if covered else ft.Colors.TRANSPARENT,
        animate=ft.Animation(animation_ms()),
        expand=True,
    )
    layers: list[ft.Control] = [ft.Semantics(content=table, exclude_semantics=covered, disabled=covered)]
    if sheet is not None:
        error_line = ft.Container(warning(error_text) if error_text else None, padding=Space.EDGE if error_text else 0)
        column = column_of([error_line, ft.Container(sheet, expand=True)], 0, tight=False, expand=True)
        # as one group: otherwise the node of the covered table may come to lie over a part of the sheet that is redrawn
        layers += [closing_area(shade, on_close), semantic_group(SlideUp(ft.SafeArea(column, expand=True)))]
    return ft.Stack(layers, expand=True, fit=ft.StackFit.EXPAND)
