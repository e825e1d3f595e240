"""Controls beside the answers: hints, the dice reader, and answering for others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.ui.design.theme import Type
from companion.ui.table.board.prompt import named, thinking
from companion.ui.table.context.choice_tap import Hand
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import Aside
from companion.ui.widgets.controls import Do, bound, press, quiet
from rules.engine import Text

MOST, MOST_SHORT = 0.45, 0.36
"""Maximum share of the screen's height for large buttons: in portrait, in landscape."""
ALL = 10_000.0
"""Height in points that is never reached: all large buttons scroll with the question."""


@dataclass(frozen=True)
class Beside:
    """Controls beside the answers, and the room for them.

    ``hint`` is shown if there is no primary answer. ``width`` is the width of the answer zone in points,
    ``max_buttons_height`` the height that large buttons may take; ``is_landscape`` means a phone lying on its side.
    """

    hint: str = ""
    buttons: tuple[ft.Control, ...] = ()
    small: tuple[ft.Control, ...] = ()
    width: float = 366
    most: float = 380
    short: bool = False


def beside(
    drawn: Drawn, hand: Hand, step_in: Do, stops: Do, asides: Sequence[Aside], open_: Callable[[Open], Any]
) -> Beside:
    """Build the hint and the buttons beside the answers.

    The buttons are wide only if this phone may answer nothing.
    """
    heard, words = drawn.heard, drawn.words
    if heard is None:
        return Beside()
    large: list[ft.Control] = []
    signs: list[ft.Control] = []
    if drawn.throw is not None and drawn.throw not in heard.prompt.choices:
        label = words(Text("This phone reads the dice"))
        large.append(quiet(label, bound(hand.dice_sheet, drawn.throw), ft.Icons.PHOTO_CAMERA, expand=True))
    if heard.steps_in and not drawn.for_all:
        label, icon = words(Text("Answer for {who}", who=named(heard.others, drawn.seats))), ft.Icons.BACK_HAND
        if heard.asked:
            signs.append(small(label, icon, step_in))
        else:
            large.append(quiet(label, step_in, icon, expand=True))
    if heard.asked and drawn.chair.seat in heard.thinking:
        signs.append(small(words(Text("My stops")), ft.Icons.TUNE, stops))
    signs += [small(words(name), icon, bound(open_, sheet)) for icon, name, sheet in asides]
    most = ALL if drawn.crowded else drawn.height * (MOST_SHORT if drawn.short else MOST)
    return Beside(_hint(drawn), tuple(large), tuple(signs), drawn.column[0], most, drawn.short)


def _hint(drawn: Drawn) -> str:
    """Return who has to answer; empty if this phone has something to answer."""
    heard, words = drawn.heard, drawn.words
    if heard is None or heard.asked:
        return ""
    if drawn.chair.seat in heard.passed:
        who, count = named(heard.thinking, drawn.seats), len(heard.thinking)
        return words(
            Text(
                "You have passed. {who} is still thinking",
                "You have passed. {who} are still thinking",
                who=who,
                n=count,
            )
        )
    if heard.thinking:
        return words(thinking(heard.thinking, drawn.seats))
    return words(_decides(heard.others, drawn))


def _decides(others: tuple[int, ...], drawn: Drawn) -> Text:
    who, count = named(others, drawn.seats), len(others)
    if set(others) <= drawn.taken:
        return Text("{who} decides, on their phone", "{who} decide, on their phones", who=who, n=count)
    return Text("{who} decides", who=who) if count == 1 else Text("{who} decide", who=who)


def small(name: str, icon: ft.IconData, do: Do) -> ft.Control:
    """Build a square icon button, as high as the buttons beside it."""
    face = ft.Icon(icon, size=Type.TITLE, color=ft.Colors.ON_SURFACE_VARIANT)
    return press(face, name, do, fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=0, width=56, height=48)
