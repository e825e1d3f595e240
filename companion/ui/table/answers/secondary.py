"""Secondary answers above the primary button: quiet choices, triggers and leaving the phase."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import enlarged, room
from companion.ui.design.theme import Space, Type
from companion.ui.table.context.choice_layout import Places, inline
from companion.ui.table.context.choice_tap import Hand, act
from companion.ui.widgets.controls import Do, below, bound, press, quiet
from rules.engine import Choice, Text

from .primary import leads
from .side import Beside, small


def second(
    words: Translate, found: Places, own: int, folded: bool, fold: Do, hand: Hand, beside: Beside
) -> list[ft.Control]:
    """Build the rows of secondary answers; the last one holds leaving the phase."""
    more = [_more(words, found, own, folded, fold)] if _folds(found, own) else []
    tight = bool(found.leave and (beside.small or found.dice))
    others = [*_quiet(words, found, own, hand, tight), *beside.buttons]
    triggers = _triggers(words, found, own, hand)
    if not found.leave:
        return _lines([*more, *triggers, *others], beside.small)
    large = enlarged()  # large letters need the whole width
    fills = large or (tight and len(others) == 1)  # otherwise only where it shares its row with icons
    leave = [_leave(words, choice, hand, fills) for choice in found.leave]
    if large:
        return [*_lines([*more, *triggers, *others], beside.small), ft.Row([*leave], spacing=Space.GAP)]
    if more:
        return [*_lines(others), ft.Row([*more, *triggers, *beside.small, *leave], spacing=Space.GAP)]
    last = others[-1:] or [ft.Container(expand=True)]
    return [*_lines(others[:-1]), ft.Row([*last, *beside.small, *leave], spacing=Space.GAP)]


def _folds(found: Places, own: int) -> bool:
    """Return whether folded responses exist besides the one that is shown anyway."""
    return bool(found.responds) and not (found.alone and len(found.responds[own]) == 1)


def _lines(controls: Sequence[ft.Control], beside: Sequence[ft.Control] = ()) -> list[ft.Control]:
    """Arrange controls two in a row; ``icon_buttons`` are appended to the last row."""
    lines = [list(controls[k : k + 2]) for k in range(0, len(controls), 2)]
    if beside:
        lines = [*lines[:-1], [*(lines[-1] if lines else []), *beside]]
    return [ft.Row(line, spacing=Space.GAP) for line in lines]


def _more(words: Translate, found: Places, own: int, folded: bool, fold: Do) -> ft.Control:
    """Build the button that folds the responses of all players, or of the only responder."""
    label = words(Text("More") if found.leave or found.alone else Text("Somebody answers"))
    return quiet(label, fold, ft.Icons.EXPAND_LESS if folded else ft.Icons.EXPAND_MORE, expand=True)


def _triggers(words: Translate, found: Places, own: int, hand: Hand) -> list[ft.Control]:
    """Build a trigger's button; an icon only, where it shares its row with leaving."""
    mine = next((choice for choice in found.triggers if choice.seat == own), next(iter(found.triggers), None))
    if mine is None:
        return []
    if not found.leave:
        return [_choice(words, mine, hand, ft.Icons.BOLT)]
    return [small(words(mine.label), ft.Icons.BOLT, bound(hand.open, mine))]


def _quiet(words: Translate, found: Places, own: int, hand: Hand, tight: bool) -> list[ft.Control]:
    shown: list[ft.Control] = []
    if found.dice is not None and (inline(found) or found.usual):
        shown.append(_dice_aside(words, found, found.dice, hand, tight))
    if (found.leave or found.alone) and found.responds.get(own):
        shown.append(_choice(words, found.responds[own][0], hand, ft.Icons.STYLE))
    return [*shown, *(_choice(words, choice, hand) for choice in found.quiet if choice.die is None)]


def _choice(words: Translate, choice: Choice, hand: Hand, icon: ft.IconData | None = None) -> ft.Control:
    return quiet(words(choice.label), act(choice, hand), icon, leads=leads(words, choice), expand=True)


def _dice_aside(words: Translate, found: Places, choice: Choice, hand: Hand, tight: bool) -> ft.Control:
    """Build the button for photo, file and virtual roll; an icon only if ``tight``."""
    label = words(Text("Photo, or another way") if inline(found) else choice.label)
    icon = ft.Icons.PHOTO_CAMERA if inline(found) else ft.Icons.CASINO
    look = bound(hand.dice_sheet, choice)
    return small(label, icon, look) if tight else quiet(label, look, icon, expand=True)


def _leave(words: Translate, choice: Choice, hand: Hand, fills: bool) -> ft.Control:
    """Build the button that leaves the phase, with its consequence.

    Its label has two lines where it ``fills`` its row.
    """
    label = ft.Text(
        words(choice.label),
        size=Type.BODY,
        weight=ft.FontWeight.W_600,
        color=ft.Colors.SECONDARY,
        style=ft.TextStyle(height=1.1),
        expand=fills,
        expand_loose=True,
    )
    after = room(words(choice.label), leads(words, choice))
    face = ft.Row(
        [below(label, after, ft.Colors.SECONDARY), ft.Icon(ft.Icons.LOGOUT, size=Type.LEAD, color=ft.Colors.SECONDARY)],
        tight=True,
        spacing=Space.NEAR,
    )
    edge = ft.BorderSide(1.5, ft.Colors.SECONDARY)
    spoken = f"{words(choice.label)}, {after}" if after else words(choice.label)
    pad, answer = ft.Padding.symmetric(horizontal=Space.EDGE), bound(hand.answer, choice.event)
    return press(face, spoken, answer, edge=edge, pad=pad, height=48, expand=fills)
