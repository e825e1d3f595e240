"""Question of the prompt: who decides, the sentence, the stake and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import flet as ft

from companion.match.latest import HandLine, Result
from companion.match.roles import DeviceRole
from companion.ui.design.look import animation_ms, current_preferences, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text_fit import fit_font_size, has_large_text, line_count
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR, seat_color
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import PIPS, die_face
from companion.ui.table.context.seat_prompt import SeatPrompt
from companion.ui.widgets.controls import Action, bind, capitalize_first, caption, pressable, seat_badge
from rules.engine import Prompt, Text

from .hand_tasks import OnTick, hand_line_rows, timely_button

MAX_LARGE_BADGES = 2
"""Maximum number of badges beside large text."""
MAX_BRIEF_LINES = 2
"""Maximum number of lines of a title beside its badge and buttons."""
MAX_NAMED_SEATS = 2
"""Maximum number of players who are all named where everybody decides."""
PHASE_MARGIN = 191
"""Width of what stands beside the phase, in points."""
LEAST_HEAD_WIDTH = 100
"""Width beside several badges below which names and phase need their room, in points."""
BADGE_STEP = 28
"""Width that each further badge takes, in points."""
RESULT_SIGNS = {
    "good": (ft.Icons.ADD_CIRCLE_OUTLINE, GAIN_COLOR),
    "bad": (ft.Icons.REMOVE_CIRCLE_OUTLINE, LOSS_COLOR),
    "neutral": (ft.Icons.CHEVRON_RIGHT, ft.Colors.ON_SURFACE_VARIANT),
}
"""Sign of a result and its color, by tone."""
MAX_RESULTS = 3
"""Maximum number of results that are shown without a tap."""
VERDICT_DIE = 26
"""Size in points of the die of a hit or a miss."""
OnWhy = Callable[[str], object]
IconLabel = tuple[ft.IconData, Text]
"""Icon of a small button, and its name."""
IconTap = tuple[ft.IconData, Text, Action]
"""Icon of a small button, its name, and its handler."""


@dataclass(frozen=True)
class HandTasks:
    """What hands must still do, whether there is room for it, and what its taps do.

    Nothing can be ticked on a device that only watches (``on_tick`` is None).
    """

    lines: tuple[HandLine, ...]
    is_roomy: bool
    on_tick: OnTick | None
    on_more: Action


NO_RESULTS: tuple[Result, ...] = ()
NO_TASKS = HandTasks((), False, None, lambda: None)


@dataclass(frozen=True)
class QuestionContent:
    """What the card of the question shows on a device."""

    seat_prompt: SeatPrompt
    role: DeviceRole
    seats: tuple[str, ...]
    """Names of all players, by seat."""
    width: float
    """Width of the card, in points."""
    shows_stake: bool
    is_open: bool
    """Whether anybody may answer."""
    results: tuple[Result, ...]
    """Results of the last answer, the largest first."""
    hand_tasks: HandTasks = NO_TASKS
    timely: tuple[tuple[Text, Action], ...] = ()
    """Questions that the last answer makes timely, and what a tap on each opens."""
    announcement: str = ""
    """What is read to screen readers instead of the results."""
    is_brief: bool = False
    """Whether the sentence stands beside the badges, with nothing above it."""
    most_results: int = MAX_RESULTS
    """How many results are shown; a tap shows the others."""
    shared: Text | None = None
    """What all answers lead to."""


@memoized
def Question(  # noqa: N802
    content: QuestionContent, on_why: OnWhy, lookahead: IconTap | None
) -> ft.Control:
    """Build the question in the deciding seat's color, under the results of the last answer.

    What hands must do, and the way to more results, stand above it, below it where there is little room. A lookahead
    button is there if there is something to show. The text is smaller on a device that is not asked, and with large
    text. A brief one has its sentence beside the badges, and nothing above it.
    """
    expanded, set_expanded = ft.use_state(NO_RESULTS)
    seat_prompt, seat, hand_tasks = content.seat_prompt, content.role.seat, content.hand_tasks
    whose = seat if seat in seat_prompt.speaking_seats else seat_prompt.prompt.seats[0]
    shown = content.results if expanded == content.results else content.results[: content.most_results]
    hidden = len(content.results) - len(shown)
    more = [_more_results(hidden, bind(set_expanded, content.results))] if hidden else []
    rest = [*more, *_tasks(content)]
    rest_above, rest_below = (rest, []) if hand_tasks.is_roomy else ([], rest)  # the question comes first
    above = [*_results(shown, content.announcement), *rest_above]
    divider = [ft.Divider(height=Space.GAP, thickness=1)] if above else []
    lines = _question_lines(content, whose, on_why, lookahead)
    column = ft.Column([*above, *divider, *lines, *rest_below], spacing=Space.TIGHT, tight=True)
    is_own_call = seat is not None and seat_prompt.is_called
    return _card(column, whose, is_own_call=is_own_call, bottom=Space.EDGE if _is_prominent(content) else Space.GAP)


def _is_prominent(content: QuestionContent) -> bool:
    """Return whether the question has large letters: where the device is asked.

    Text that is large already stays as it is.
    """
    return bool(content.seat_prompt.speaking_seats) and not has_large_text()


def _question_lines(content: QuestionContent, whose: int, on_why: OnWhy, lookahead: IconTap | None) -> list[ft.Control]:
    """Build the question itself, from badges and title to who still answers."""
    seat_prompt, prompt, is_prominent = content.seat_prompt, content.seat_prompt.prompt, _is_prominent(content)
    title = ft.Text(
        capitalize_first(translate(prompt.title)),
        size=FontSize.TITLE if is_prominent else FontSize.SUBTITLE,
        weight=ft.FontWeight.W_700 if is_prominent else ft.FontWeight.W_500,
        style=ft.TextStyle(height=1.2),
    )
    icon_buttons = [
        *([_lookahead_icon(lookahead)] if lookahead else []),
        _why_button(prompt, on_why),
    ]
    if content.is_brief and _fits_beside(translate(prompt.title), content.width - PHASE_MARGIN):
        title.size, title.expand = FontSize.SUBTITLE, True
        lines: list[ft.Control] = [ft.Row([seat_badge(whose, content.seats[whose], 26), title, *icon_buttons])]
    else:
        lines = [_head(content, icon_buttons), title]
        if prompt.phase is not None and not content.hand_tasks.is_roomy:
            lines += _allowed_text(prompt)
    if prompt.stake is not None and content.shows_stake:
        size = FontSize.SUBTITLE if is_prominent else FontSize.BODY
        lines.append(ft.Text(capitalize_first(translate(prompt.stake)), size=size, color=ft.Colors.ON_SURFACE_VARIANT))
    if content.shared is not None:
        lines.append(ft.Text(capitalize_first(translate(content.shared)), size=FontSize.BODY))
    if seat_prompt.pending_seats:
        lines.append(_pending_row(seat_prompt, content.seats))
    return lines


def _tasks(content: QuestionContent) -> list[ft.Control]:
    """Build what hands must do, and the questions that are timely."""
    tasks = content.hand_tasks
    rows = hand_line_rows(tasks.lines, content.seats, tasks.on_tick, tasks.on_more, is_roomy=tasks.is_roomy)
    return [*rows, *(timely_button(question, on_open) for question, on_open in content.timely)]


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


def _results(results: tuple[Result, ...], announcement: str) -> list[ft.Control]:
    """Build what the last action led to, above the question; nothing if it led to nothing.

    Screen readers are told as much of it as this device's owner wants.
    """
    if not results:
        return [ft.Semantics(label=announcement, live_region=True)] if announcement else []
    rows = [_result(result, is_heaviest=k == 0) for k, result in enumerate(results)]
    if current_preferences().announce == "short":
        rows[0] = ft.Semantics(content=rows[0], live_region=True)
        return [ft.Column(rows, spacing=Space.HAIR, tight=True)]
    column = ft.Column(rows, spacing=Space.HAIR, tight=True)
    has_own_words = bool(announcement)
    return [ft.Semantics(content=column, label=announcement or None, live_region=True, exclude_semantics=has_own_words)]


def _result(result: Result, is_heaviest: bool) -> ft.Control:
    icon, ink = RESULT_SIGNS[result.tone]
    size = FontSize.SUBTITLE if is_heaviest and not has_large_text() else FontSize.SMALL
    weight = ft.FontWeight.W_700 if is_heaviest else ft.FontWeight.W_500
    sentence, style = capitalize_first(translate(result.text)), ft.TextStyle(height=1.15)
    if result.verdict is None or result.brief is None:
        text = ft.Text(sentence, size=size, weight=weight, style=style, expand=True)
        sign: ft.Control = ft.Icon(icon, size=size, color=ink)
        return ft.Row([sign, text], spacing=Space.GAP, vertical_alignment=ft.CrossAxisAlignment.START)
    word = ft.TextSpan(translate(result.verdict).upper(), ft.TextStyle(color=ink, weight=ft.FontWeight.W_800))
    rest = ft.TextSpan(f" {translate(result.brief)}", ft.TextStyle(weight=ft.FontWeight.W_500, size=FontSize.BODY))
    text = ft.Text(spans=[word, rest], size=size, style=style, semantics_label=sentence, expand=True)
    sign = die_face(result.face, VERDICT_DIE) if result.face in PIPS else ft.Icon(icon, size=size, color=ink)
    return ft.Row([sign, text], spacing=Space.GAP)


def _more_results(count: int, on_tap: Action) -> ft.Control:
    """Build the button that shows the results that are left out."""
    label = translate(Text("{n} more result", "{n} more results", n=count))
    face = ft.Row(
        [
            ft.Icon(ft.Icons.EXPAND_MORE, size=FontSize.BODY, color=ft.Colors.ON_SURFACE_VARIANT),
            ft.Text(label, size=FontSize.SMALL, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=Space.TIGHT,
        tight=True,
    )
    return pressable(face, label, on_tap, pad=ft.Padding.symmetric(horizontal=Space.TIGHT), height=MIN_TAP_SIZE)


def call_text(seat_prompt: SeatPrompt, role: DeviceRole, seats: tuple[str, ...], *, is_open: bool = False) -> Text:
    """Return who has to decide, phrased for this device's people.

    That is the whole table where the question ``is_open`` to anybody.
    """
    if role.seat is not None and seat_prompt.is_called:
        return Text("It is up to you!")
    if is_open or len(seat_prompt.prompt.seats) == len(seats) > MAX_NAMED_SEATS:
        return Text("The whole table")
    who = ", ".join(seats[seat] for seat in seat_prompt.prompt.seats)
    return Text("{who} decides", who=who) if len(seat_prompt.prompt.seats) == 1 else Text("{who} decide", who=who)


def _head(content: QuestionContent, icon_buttons: list[ft.Control]) -> ft.Control:
    seat_prompt, role, seats, prompt = content.seat_prompt, content.role, content.seats, content.seat_prompt.prompt
    own_seat = role.seat if role.seat in seat_prompt.speaking_seats else None
    badges: list[ft.Control] = [
        seat_badge(seat, seats[seat], 26) for seat in ([own_seat] if own_seat is not None else prompt.seats)
    ]
    free_width = content.width - PHASE_MARGIN - BADGE_STEP * max(0, len(badges) - 1)
    are_many = len(badges) > MAX_LARGE_BADGES and has_large_text()
    if are_many or (len(badges) > 1 and free_width < LEAST_HEAD_WIDTH):
        badges, free_width = [], content.width - PHASE_MARGIN  # names need the room
    decides = translate(call_text(seat_prompt, role, seats, is_open=content.is_open))
    size = fit_font_size(decides, FontSize.BODY, free_width)
    name = ft.Text(decides, size=size, weight=ft.FontWeight.W_600, style=ft.TextStyle(height=1.1))
    text_lines: list[ft.Control] = [name, *_phase_row(content, free_width)]
    column = ft.Column(text_lines, spacing=0, tight=True, expand=True)
    front = [ft.Row(badges, spacing=Space.HAIR, tight=True)] if badges else []
    return ft.Row([*front, column, ft.Row(icon_buttons, spacing=0, tight=True)], spacing=Space.GAP)


def _pending_row(seat_prompt: SeatPrompt, seats: tuple[str, ...]) -> ft.Control:
    """Build the row of who has not passed yet, and who has."""
    parts = [
        _icon_text(
            translate(pending_text(seat_prompt.pending_seats, seats)), ft.Icons.HOURGLASS_TOP, ft.Colors.ON_SURFACE
        )
    ]
    if seat_prompt.passed_seats:
        who = join_names(seat_prompt.passed_seats, seats)
        passed_text = Text("{who} has passed", "{who} have passed", who=who, n=len(seat_prompt.passed_seats))
        parts.append(_icon_text(translate(passed_text), ft.Icons.CHECK, ft.Colors.ON_SURFACE_VARIANT))
    row = ft.Row(list(parts), wrap=True, spacing=Space.EDGE, run_spacing=Space.HAIR)
    return ft.Container(row, margin=ft.Margin.only(top=Space.TIGHT))


def pending_text(pending_seats: tuple[int, ...], seats: tuple[str, ...]) -> Text:
    """Return the text that those seats are still deciding."""
    return Text("{who} is thinking", "{who} are thinking", who=join_names(pending_seats, seats), n=len(pending_seats))


def join_names(seat_numbers: Iterable[int], seats: tuple[str, ...]) -> str:
    """Return the names of those seats, joined by commas."""
    return ", ".join(seats[seat] for seat in seat_numbers)


def _icon_text(label: str, icon: ft.IconData, ink: str) -> ft.Control:
    text = ft.Text(label, size=FontSize.SMALL, weight=ft.FontWeight.W_500, color=ink)
    return ft.Row(
        [ft.Icon(icon, size=FontSize.BODY, color=ft.Colors.ON_SURFACE_VARIANT), text], spacing=Space.TIGHT, tight=True
    )


def _phase_row(content: QuestionContent, width: float) -> list[ft.Control]:
    """Build the row of the phase and, where there is room, what may be done in it."""
    prompt = content.seat_prompt.prompt
    if prompt.phase is None:
        return []
    phase_text = translate(prompt.phase)
    phase = caption(phase_text, size=fit_font_size(phase_text, FontSize.FINE_PRINT, width))
    may = _allowed_text(prompt) if content.hand_tasks.is_roomy else []
    return [ft.Row([phase, *may], spacing=Space.NEAR, run_spacing=0, wrap=True)] if may else [phase]


def _allowed_text(prompt: Prompt) -> list[ft.Control]:
    """Build the text of what may be done; none where nothing says so."""
    if prompt.allowed_actions is None:
        return []
    return [ft.Text(translate(prompt.allowed_actions), size=FontSize.SMALL, color=ft.Colors.ON_SURFACE_VARIANT)]


def _lookahead_icon(lookahead: IconTap) -> ft.Control:
    icon, name, on_tap = lookahead
    face = ft.Icon(icon, size=FontSize.HEADING, color=ft.Colors.ON_SURFACE_VARIANT)
    return pressable(face, translate(name), on_tap, pad=0, width=44, height=44)


def _why_button(prompt: Prompt, on_why: OnWhy) -> ft.Control:
    """Build the button that explains the rule behind the question."""
    name, ink = translate(Text("Why?")), ft.Colors.ON_SURFACE_VARIANT
    if current_preferences().scale > 1:  # the text beside it needs the room
        mark = ft.Icon(ft.Icons.HELP_OUTLINE, size=FontSize.NUMBER, color=ink)
        return pressable(
            mark,
            name,
            bind(on_why, prompt.rule),
            pad=0,
            width=48,
            height=48 if has_large_text() else 44,
            grows=not has_large_text(),
        )
    face = ft.Row([ft.Text(name.lower(), size=FontSize.SMALL, color=ink)], tight=True)
    pad = ft.Padding.symmetric(horizontal=Space.GAP)
    return pressable(face, name, bind(on_why, prompt.rule), pad=pad, height=44)
