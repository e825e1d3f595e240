"""Question of the prompt: who decides, the sentence, the stake and the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import START, column_of, row_of
from companion.ui.design.look import animation_ms, current_preferences, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import fit_font_size, has_large_text, line_count
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR, seat_color
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import PIPS, die_face
from companion.ui.table.model.outcome import OutcomeModel, ResultLine
from companion.ui.table.model.question import QuestionModel
from companion.ui.table.zones.hand_tasks import OnTick, hands_rows, timely_button
from companion.ui.widgets.controls import Action, Surface, bind, caption, pressable, seat_badge
from rules.engine import Text

MAX_LARGE_BADGES = 2
"""Maximum number of badges beside large text."""
MAX_BRIEF_LINES = 2
"""Maximum number of lines of a title beside its badge and buttons."""
PHASE_MARGIN = 191
"""Width of what stands beside the phase, in points."""
LEAST_HEAD_WIDTH = 100
"""Width beside several badges below which names and phase need their room, in points."""
BADGE_STEP = 28
"""Width that each further badge takes, in points."""
RESULT_SIGNS = {
    "good": (ft.Icons.ADD_CIRCLE_OUTLINE, GAIN_COLOR),
    "bad": (ft.Icons.REMOVE_CIRCLE_OUTLINE, LOSS_COLOR),
    "neutral": (ft.Icons.CHEVRON_RIGHT, MUTED),
}
"""Sign of a result and its color, by tone."""
VERDICT_DIE = 26
"""Size in points of the die of a hit or a miss."""
OnWhy = Callable[[str], object]
IconLabel = tuple[ft.IconData, Text]
"""Icon of a small button, and its name."""
IconTap = tuple[ft.IconData, Text, Action]
"""Icon of a small button, its name, and its handler."""


@dataclass(frozen=True)
class QuestionTaps:
    """What taps on the card of the question do.

    A lookahead button is there if there is something to show; nothing can be ticked on a device that only watches.
    ``open_timely`` has a handler for each timely question.
    """

    on_why: OnWhy
    on_more_hands: Action
    on_tick: OnTick | None
    lookahead: IconTap | None
    open_timely: tuple[Action, ...] = ()


NO_RESULTS: tuple[ResultLine, ...] = ()


@memoized
def Question(question: QuestionModel, width: float, taps: QuestionTaps) -> ft.Control:  # noqa: N802
    """Build the question in the deciding seat's color, under the results of the last answer.

    What hands must do, and the way to more results, stand above it, below it where there is little room. The text is
    smaller on a device that is not asked, and with large text. ``width`` is that of the card in points.
    """
    expanded, set_expanded = ft.use_state(NO_RESULTS)
    outcome = question.outcome
    is_expanded = expanded == outcome.results
    more = [] if is_expanded or not outcome.more else [_more_results(outcome, set_expanded)]
    rest = [*more, *_tasks(question, taps)]
    rest_above, rest_below = (rest, []) if question.is_roomy else ([], rest)  # the question comes first
    above = [*_results(outcome, outcome.results if is_expanded else outcome.results[: outcome.most]), *rest_above]
    divider = [ft.Divider(height=Space.GAP, thickness=1)] if above else []
    lines = _question_lines(question, width, taps)
    column = column_of([*above, *divider, *lines, *rest_below], Space.TIGHT)
    return _card(
        column,
        question.deciders[0],
        is_own_call=question.is_own_call,
        bottom=Space.EDGE if _is_prominent(question) else Space.GAP,
    )


def _is_prominent(question: QuestionModel) -> bool:
    """Return whether the question has large letters: where the device is asked.

    Text that is large already stays as it is.
    """
    return question.is_asked and not has_large_text()


def _question_lines(question: QuestionModel, width: float, taps: QuestionTaps) -> list[ft.Control]:
    is_prominent = _is_prominent(question)
    title = ft.Text(
        question.title,
        size=FontSize.TITLE if is_prominent else FontSize.SUBTITLE,
        weight=ft.FontWeight.W_700 if is_prominent else ft.FontWeight.W_500,
        style=ft.TextStyle(height=1.2),
    )
    icon_buttons = [
        *([_lookahead_icon(taps.lookahead)] if taps.lookahead else []),
        _why_button(question.rule, taps.on_why),
    ]
    if question.is_brief and _fits_beside(question.title, width - PHASE_MARGIN):
        title.size, title.expand = FontSize.SUBTITLE, True
        first = question.deciders[0]
        lines: list[ft.Control] = [row_of([seat_badge(first, question.seats[first], 26), title, *icon_buttons])]
    else:
        lines = [_head(question, width, icon_buttons), title]
        if question.phase and not question.is_roomy:
            lines += _allowed_text(question)
    if question.stake:
        size = FontSize.SUBTITLE if is_prominent else FontSize.BODY
        lines.append(ft.Text(question.stake, size=size, color=MUTED))
    if question.shared:
        lines.append(body_text(question.shared))
    if question.thinking:
        lines.append(_pending_row(question))
    return lines


def _tasks(question: QuestionModel, taps: QuestionTaps) -> list[ft.Control]:
    timely = zip(question.timely, taps.open_timely, strict=True)
    return [
        *hands_rows(question.hands, taps.on_tick, taps.on_more_hands),
        *(timely_button(one.words, on_open) for one, on_open in timely),
    ]


def _fits_beside(title: str, width: float) -> bool:
    """Return whether a brief title fits in that width in points, beside badge and buttons."""
    words_fit = fit_font_size(title, FontSize.SUBTITLE, width) == FontSize.SUBTITLE
    return words_fit and line_count(title, FontSize.SUBTITLE, width) <= MAX_BRIEF_LINES


def _card(content: ft.Control, seat: int, *, is_own_call: bool, bottom: float) -> ft.Control:
    """Build the card of the question with the stripe of a seat.

    ``bottom`` is its lower padding in points.
    """
    stripe = ft.Container(
        width=7, bgcolor=seat_color(seat), animate=ft.Animation(animation_ms()), left=0, top=0, bottom=0
    )
    padding = ft.Padding.only(left=Space.PAGE, right=Space.EDGE, top=Space.NEAR, bottom=bottom)
    return ft.Container(
        ft.Stack([ft.Container(content, padding=padding), stripe]),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if is_own_call else ft.Colors.SURFACE_CONTAINER,
        border_radius=Radius.TILE,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _results(outcome: OutcomeModel, shown: tuple[ResultLine, ...]) -> list[ft.Control]:
    """Build what the last action led to, above the question; nothing if it led to nothing.

    Screen readers are told as much of it as this device's owner wants.
    """
    announcement = outcome.announcement
    if not shown:
        return [ft.Semantics(label=announcement, live_region=True)] if announcement else []
    rows = [_result(result, is_heaviest=k == 0) for k, result in enumerate(shown)]
    if outcome.announces_first_only:
        rows[0] = ft.Semantics(content=rows[0], live_region=True)
        return [column_of(rows, Space.HAIR)]
    column = column_of(rows, Space.HAIR)
    has_own_words = bool(announcement)
    return [ft.Semantics(content=column, label=announcement or None, live_region=True, exclude_semantics=has_own_words)]


def _result(result: ResultLine, is_heaviest: bool) -> ft.Control:
    icon, ink = RESULT_SIGNS[result.tone]
    size = FontSize.SUBTITLE if is_heaviest and not has_large_text() else FontSize.SMALL
    weight = ft.FontWeight.W_700 if is_heaviest else ft.FontWeight.W_500
    style = ft.TextStyle(height=1.15)
    if not result.verdict:
        text = ft.Text(result.text, size=size, weight=weight, style=style, expand=True)
        sign: ft.Control = ft.Icon(icon, size=size, color=ink)
        return row_of([sign, text], Space.GAP, START)
    word = ft.TextSpan(result.verdict.upper(), ft.TextStyle(color=ink, weight=ft.FontWeight.W_800))
    rest = ft.TextSpan(f" {result.brief}", ft.TextStyle(weight=ft.FontWeight.W_500, size=FontSize.BODY))
    text = ft.Text(spans=[word, rest], size=size, style=style, semantics_label=result.text, expand=True)
    sign = die_face(result.face, VERDICT_DIE) if result.face in PIPS else ft.Icon(icon, size=size, color=ink)
    return row_of([sign, text], Space.GAP)


def _more_results(outcome: OutcomeModel, expand: Callable[[tuple[ResultLine, ...]], None]) -> ft.Control:
    face = row_of(
        [ft.Icon(ft.Icons.EXPAND_MORE, size=FontSize.BODY, color=MUTED), label_text(outcome.more, color=MUTED)],
        Space.TIGHT,
        tight=True,
    )
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT)
    return pressable(face, outcome.more, bind(expand, outcome.results), Surface(pad=pad), height=MIN_TAP_SIZE)


def _head(question: QuestionModel, width: float, icon_buttons: list[ft.Control]) -> ft.Control:
    badges: list[ft.Control] = [seat_badge(seat, question.seats[seat], 26) for seat in question.deciders]
    free_width = width - PHASE_MARGIN - BADGE_STEP * max(0, len(badges) - 1)
    are_many = len(badges) > MAX_LARGE_BADGES and has_large_text()
    if are_many or (len(badges) > 1 and free_width < LEAST_HEAD_WIDTH):
        badges, free_width = [], width - PHASE_MARGIN  # names need the room
    size = fit_font_size(question.decides, FontSize.BODY, free_width)
    name = ft.Text(question.decides, size=size, weight=ft.FontWeight.W_600, style=ft.TextStyle(height=1.1))
    text_lines: list[ft.Control] = [name, *_phase_row(question, free_width)]
    column = column_of(text_lines, 0, expand=True)
    front = [row_of(badges, Space.HAIR, tight=True)] if badges else []
    return row_of([*front, column, row_of(icon_buttons, 0, tight=True)], Space.GAP)


def _pending_row(question: QuestionModel) -> ft.Control:
    parts = [_icon_text(question.thinking, ft.Icons.HOURGLASS_TOP, ft.Colors.ON_SURFACE)]
    if question.passed:
        parts.append(_icon_text(question.passed, ft.Icons.CHECK, MUTED))
    row = row_of(list(parts), Space.EDGE, wrap=True, run_spacing=Space.HAIR)
    return ft.Container(row, margin=ft.Margin.only(top=Space.TIGHT))


def _icon_text(label: str, icon: ft.IconData, ink: str) -> ft.Control:
    text = label_text(label, 500, ink)
    return row_of([ft.Icon(icon, size=FontSize.BODY, color=MUTED), text], Space.TIGHT, tight=True)


def _phase_row(question: QuestionModel, width: float) -> list[ft.Control]:
    if not question.phase:
        return []
    phase = caption(question.phase, size=fit_font_size(question.phase, FontSize.FINE_PRINT, width))
    may = _allowed_text(question) if question.is_roomy else []
    return [row_of([phase, *may], Space.NEAR, run_spacing=0, wrap=True)] if may else [phase]


def _allowed_text(question: QuestionModel) -> list[ft.Control]:
    if not question.allowed:
        return []
    return [label_text(question.allowed, color=MUTED)]


def _lookahead_icon(lookahead: IconTap) -> ft.Control:
    icon, name, on_tap = lookahead
    face = ft.Icon(icon, size=FontSize.HEADING, color=MUTED)
    return pressable(face, translate(name), on_tap, Surface(pad=0), width=44, height=44)


def _why_button(rule: str, on_why: OnWhy) -> ft.Control:
    name, ink = translate(Text("Why?")), MUTED
    if current_preferences().scale > 1:  # the text beside it needs the room
        mark = ft.Icon(ft.Icons.HELP_OUTLINE, size=FontSize.NUMBER, color=ink)
        return pressable(
            mark,
            name,
            bind(on_why, rule),
            Surface(pad=0),
            width=48,
            height=48 if has_large_text() else 44,
            grows=not has_large_text(),
        )
    face = row_of([label_text(name.lower(), color=ink)], tight=True)
    pad = ft.Padding.symmetric(horizontal=Space.GAP)
    return pressable(face, name, bind(on_why, rule), Surface(pad=pad), height=44)
