"""Hint of the first turn below the question: once a game and device, and skippable."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.design.boxes import START, column_of, row_of
from companion.ui.design.hints import SHOW_AGAIN, mark_seen, seen_hints
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import label_text
from companion.ui.design.text_fit import has_large_text
from companion.ui.redraw import memoized
from companion.ui.state import Ref, use_ref
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import Hint
from companion.ui.widgets.controls import Action, pressable
from rules.engine import Text


def use_hint(context: TableContext, hints: Sequence[Hint]) -> tuple[Hint | None, Action]:
    """Return the hint for the present question, if any, and the handler that skips all others.

    A hint that is shown counts as seen at once; it stays until the question is another one.
    """
    page, game = ft.context.page, context.table_state.game.key
    shown: Ref[tuple[str, Hint | None]] = use_ref(("", None))
    _, redraw = ft.use_state(0)
    prompt_id, every = context.table_state.prompt_id, {_key(game, hint) for hint in hints}
    seen = seen_hints(page)
    is_over = seen is not None and SHOW_AGAIN not in seen and _turn(context) > _last_turn(context)
    if is_over or seen is None or not every:
        shown.current = prompt_id, None
    elif shown.current[0] != prompt_id:
        shown.current = prompt_id, _next_hint(context, hints, seen)
    hint = shown.current[1]

    def record() -> None:
        if hint is not None:
            mark_seen(page, [_key(game, hint)])
        elif is_over and seen and seen & every:  # a later game begins without what is left
            mark_seen(page, every)

    def skip() -> None:
        mark_seen(page, every)
        shown.current = prompt_id, None
        redraw(lambda times: times + 1)

    ft.use_effect(record, [hint.key if hint else "", is_over])
    return hint, skip


def _key(game: str, hint: Hint) -> str:
    return f"{game}.{hint.key}"


def _turn(context: TableContext) -> int:
    turn: int = context.table_state.state.turn
    return turn


def _last_turn(context: TableContext) -> int:
    """Return the last turn with hints.

    That is the first one, or the first of a player with a device of their own.
    """
    return 1 if context.role.seat is None else len(context.seats)


def _next_hint(context: TableContext, hints: Sequence[Hint], seen: frozenset[str]) -> Hint | None:
    """Return the first hint about this question that the device has not seen, if it may answer."""
    if context.seat_prompt is None or not context.seat_prompt.speaking_seats:
        return None
    prompt, game = context.seat_prompt.prompt, context.table_state.game.key
    return next((hint for hint in hints if _key(game, hint) not in seen and hint.fits(prompt)), None)


@memoized
def HintStrip(text: Text, on_skip: Action) -> ft.Control:  # noqa: N802
    """Build the hint, with the button that skips it and all others of the game."""
    says = label_text(translate(text), color=ft.Colors.ON_SURFACE, expand=True)
    sign = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE, size=FontSize.HEADING, color=ft.Colors.PRIMARY)
    label = translate(Text("Got it"))
    face = label_text(label, 600, ft.Colors.PRIMARY)
    skip = row_of([pressable(face, label, on_skip, height=44)], alignment=ft.MainAxisAlignment.END)
    icon: list[ft.Control] = [] if has_large_text() else [sign]
    line = row_of([*icon, says], Space.GAP, START)
    return ft.Container(
        column_of([line, skip], 0),
        border=ft.Border.all(1, ft.Colors.PRIMARY),
        border_radius=Radius.TILE,
        padding=ft.Padding.only(left=Space.EDGE, right=Space.GAP, top=Space.GAP),
    )
