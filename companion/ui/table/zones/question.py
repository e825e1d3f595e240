"""Question of the prompt under the banner of what just happened.

Who decides, the sentence, the stake.
"""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import animation_ms, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import fit_font_size, has_large_text, line_count
from companion.ui.design.theme import seat_color
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import PIPS, die_face
from companion.ui.table.model.outcome import BANNER_SIGN, OutcomeModel, ResultLine
from companion.ui.table.model.question import QuestionModel
from companion.ui.table.zones.hand_tasks import timely_button
from companion.ui.widgets.controls import Action, Surface, bind, pressable, seat_badge
from rules.engine import Text

BADGE_SIZE, BADGE_OVERLAP = 26, 8
"""Size of a decider's badge, and how far the next one lies upon it, in points."""
MAX_BADGES = 4
"""Badges of deciders beside each other."""
HEAVY_WEIGHT = 1
"""Weight up to which the banner is dark."""
NOTABLE_WEIGHT = 2
"""Weight up to which something that is neither good nor bad has a dark banner as well."""
SIGNS = {
    "good": ft.Icons.ADD_CIRCLE_OUTLINE,
    "bad": ft.Icons.REMOVE_CIRCLE_OUTLINE,
    "neutral": ft.Icons.CHEVRON_RIGHT,
}
"""Sign of a result, by tone."""
GROUNDS = {
    "good": (ft.Colors.TERTIARY_CONTAINER, ft.Colors.ON_TERTIARY_CONTAINER),
    "bad": (ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER),
    "neutral": (ft.Colors.SURFACE_CONTAINER_HIGHEST, ft.Colors.ON_SURFACE),
}
"""Ground and ink of the banner, by the tone of what it says."""
HEAVY_GROUND = (ft.Colors.INVERSE_SURFACE, ft.Colors.ON_INVERSE_SURFACE)
"""Ground and ink of the banner of what weighs most."""
KEYS_WIDTH, HAND_CHIP_WIDTH = 72, 62
"""Widths in points of the keys behind the deciders, and of the chip of what hands must do."""


@dataclass(frozen=True)
class QuestionTaps:
    """What taps on the card of the question do.

    ``open_timely`` has a handler for each timely question.
    """

    on_details: Action
    on_hands: Action
    open_timely: tuple[Action, ...] = ()


NO_RESULTS: tuple[ResultLine, ...] = ()


@memoized
def Question(question: QuestionModel, width: float, taps: QuestionTaps) -> ft.Control:  # noqa: N802
    """Build the card of the question.

    The banner of the last answer, who decides, the question, what it is about.

    ``width`` is that of the card in points.
    """
    expanded, set_expanded = ft.use_state(NO_RESULTS)
    outcome = question.outcome
    is_expanded = bool(outcome.results) and expanded == outcome.results
    shown = outcome.results if is_expanded else outcome.results[: outcome.most]
    on_more = bind(set_expanded, NO_RESULTS if is_expanded else outcome.results) if outcome.more else None
    banner = _banner(outcome, shown, on_more, width)
    timely = [timely_button(one.words, on_open) for one, on_open in zip(question.timely, taps.open_timely, strict=True)]
    lines = column_of([*_question_lines(question, width, taps), *timely], Space.TIGHT, STRETCH)
    padding = ft.Padding.only(left=Space.ROOM, right=Space.GAP, top=Space.TIGHT, bottom=Space.GAP)
    return _card(column_of([*banner, ft.Container(lines, padding=padding)], 0, STRETCH), question)


def _card(content: ft.Control, question: QuestionModel) -> ft.Control:
    """Build the card with the stripe of whoever decides; with none where several do."""
    color = seat_color(question.deciders[0]) if len(question.deciders) == 1 else ft.Colors.OUTLINE
    stripe = ft.Container(width=6, bgcolor=color, animate=ft.Animation(animation_ms()), left=0, top=0, bottom=0)
    return ft.Container(
        ft.Stack([content, stripe]),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if question.is_own_call else ft.Colors.SURFACE_CONTAINER,
        border_radius=Radius.TILE,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


# --- the banner ---------------------------------------------------------------------------------------------------


def _banner(
    outcome: OutcomeModel, shown: tuple[ResultLine, ...], on_more: Action | None, width: float
) -> list[ft.Control]:
    """Build what the last action led to, the heaviest first and large.

    Nothing if it led to nothing.

    Screen readers are told as much of it as this device's owner wants.
    """
    announcement = outcome.announcement
    if not shown:
        return [ft.Semantics(label=announcement, live_region=True)] if announcement else []
    first = shown[0]
    is_heavy = first.weight <= HEAVY_WEIGHT or (first.tone == "neutral" and first.weight <= NOTABLE_WEIGHT)
    ground, ink = HEAVY_GROUND if is_heavy else GROUNDS[first.tone]
    free = outcome.text_width(width)
    lines: list[ft.Control] = [_first_line(first, ink, free), *(_other_line(one, ink, free) for one in shown[1:])]
    if outcome.announces_first_only:
        lines[0] = ft.Semantics(content=lines[0], live_region=True)
    around = ft.Padding.symmetric(vertical=Space.TIGHT)
    text: ft.Control = ft.Container(column_of(lines, 0), padding=around, expand=True)
    if not outcome.announces_first_only:
        has_own_words = bool(announcement)
        text = ft.Semantics(
            content=text, label=announcement or None, live_region=True, exclude_semantics=has_own_words, expand=True
        )
    sign = (
        die_face(first.face, BANNER_SIGN)
        if first.face in PIPS
        else ft.Icon(SIGNS[first.tone], size=BANNER_SIGN, color=ink)
    )
    row = row_of([sign, text, *([_more(outcome.more, ink, on_more)] if on_more else [])], Space.GAP)
    return [ft.Container(row, bgcolor=ground, padding=ft.Padding.only(left=Space.ROOM, right=Space.TIGHT))]


def _first_line(result: ResultLine, ink: str, width: float) -> ft.Control:
    style = ft.TextStyle(height=1.15)
    words, size = result.in_one_line(FontSize.BODY if has_large_text() else FontSize.TITLE, width)
    if not result.verdict:
        return ft.Text(
            words, size=size, weight=ft.FontWeight.W_700, color=ink, style=style, semantics_label=result.text
        )
    size = max(FontSize.BODY, size)
    word = ft.TextSpan(result.verdict.upper(), ft.TextStyle(weight=ft.FontWeight.W_800))
    rest = ft.TextSpan(f" {result.brief}", ft.TextStyle(weight=ft.FontWeight.W_600, size=FontSize.BODY))
    return ft.Text(spans=[word, rest], size=size, color=ink, style=style, semantics_label=result.text)


def _other_line(result: ResultLine, ink: str, width: float) -> ft.Control:
    words, size = result.in_one_line(FontSize.BODY, width)
    style = ft.TextStyle(height=1.15)
    return ft.Text(words, size=size, weight=ft.FontWeight.W_500, color=ink, style=style, semantics_label=result.text)


def _more(name: str, ink: str, on_more: Action) -> ft.Control:
    face = ft.Icon(ft.Icons.UNFOLD_MORE, size=FontSize.HEADING, color=ink)
    return pressable(face, name, on_more, Surface(pad=0), width=MIN_TAP_SIZE, height=MIN_TAP_SIZE, grows=False)


# --- the question -------------------------------------------------------------------------------------------------


def _question_lines(question: QuestionModel, width: float, taps: QuestionTaps) -> list[ft.Control]:
    title = ft.Text(
        question.title,
        size=question.fit_title(width - Space.ROOM - Space.GAP)[0],
        weight=ft.FontWeight.W_700,
        style=ft.TextStyle(height=1.15),
    )
    below = [
        body_text(text, 400, MUTED, style=ft.TextStyle(height=1.15))
        for text in (question.stake, question.shared)
        if text
    ]
    lines: list[ft.Control] = [_head(question, width, taps), title, *below]
    if question.thinking:
        lines.append(_pending_row(question))
    return lines


def _head(question: QuestionModel, width: float, taps: QuestionTaps) -> ft.Control:
    keys = [
        *([_hand_chip(question, taps.on_hands)] if question.hands.tasks else []),
        _details_key(taps.on_details),
    ]
    shown = question.deciders[:MAX_BADGES]
    badges_width = BADGE_SIZE + (len(shown) - 1) * (BADGE_SIZE - BADGE_OVERLAP)
    free = width - 2 * Space.ROOM - KEYS_WIDTH - badges_width - (HAND_CHIP_WIDTH if question.hands.tasks else 0)
    badges = [_badges(question, shown, badges_width)] if free > badges_width and not has_large_text() else []
    size = fit_font_size(question.decides, FontSize.BODY, free if badges else free + badges_width)
    style = ft.TextStyle(height=1.1)
    names: ft.Control = ft.Text(question.decides, size=size, weight=ft.FontWeight.W_600, style=style, expand=True)
    if question.allowed and line_count(question.allowed, FontSize.SMALL, free) == 1:
        names.expand = None
        names = column_of([names, label_text(question.allowed, color=MUTED, style=style)], 0, expand=True)
    shown_keys = keys if len(keys) == 1 else [row_of(keys, 0, tight=True)]
    return row_of([*badges, names, *shown_keys], Space.NEAR)


def _badges(question: QuestionModel, seats: tuple[int, ...], width: float) -> ft.Control:
    step = BADGE_SIZE - BADGE_OVERLAP
    circles: list[ft.Control] = [
        ft.Container(seat_badge(seat, question.seats[seat], BADGE_SIZE), left=k * step, top=0)
        for k, seat in enumerate(seats)
    ]
    return ft.Stack(circles, width=width, height=BADGE_SIZE)


def _hand_chip(question: QuestionModel, on_open: Action) -> ft.Control:
    """Build the chip of what hands must do; a tap opens the list."""
    count = len(question.hands.tasks)
    sign = ft.Icon(ft.Icons.FRONT_HAND, size=FontSize.BODY)
    face = row_of([sign, body_text(f"{count}", 700)], Space.TIGHT, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    surface = Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGHEST, radius=Radius.TILE, pad=0)
    width = HAND_CHIP_WIDTH - Space.GAP
    return pressable(face, question.hands.label, on_open, surface, width=width, height=MIN_TAP_SIZE, grows=False)


def _pending_row(question: QuestionModel) -> ft.Control:
    parts = [_icon_text(question.thinking, ft.Icons.HOURGLASS_TOP, ft.Colors.ON_SURFACE)]
    if question.passed:
        parts.append(_icon_text(question.passed, ft.Icons.CHECK, MUTED))
    return row_of(list(parts), Space.EDGE, wrap=True, run_spacing=Space.HAIR)


def _icon_text(label: str, icon: ft.IconData, ink: str) -> ft.Control:
    text = label_text(label, 500, ink)
    return row_of([ft.Icon(icon, size=FontSize.BODY, color=MUTED), text], Space.TIGHT, tight=True)


def _details_key(on_open: Action) -> ft.Control:
    """Build the key of the odds, of where each answer leads, and of the rule."""
    name = translate(Text("Details"))
    if has_large_text():
        face: ft.Control = ft.Icon(ft.Icons.INFO_OUTLINE, size=FontSize.NUMBER, color=MUTED)
        return pressable(face, name, on_open, Surface(pad=0), width=48, height=48, grows=False)
    face = row_of([label_text(name.lower(), color=MUTED)], tight=True)
    pad = ft.Padding.symmetric(horizontal=Space.GAP)
    return pressable(face, name, on_open, Surface(pad=pad), height=MIN_TAP_SIZE, grows=False)
