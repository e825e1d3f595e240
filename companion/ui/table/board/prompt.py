"""Question of the prompt: who decides, the sentence, the stake and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import flet as ft

from companion.i18n import Translate
from companion.match.roles import Chair
from companion.ui.design.preferences import swift
from companion.ui.design.text_fit import USUAL, enlarged, fitted
from companion.ui.design.theme import Round, Space, Type, seat_colour
from companion.ui.table.context.seat_prompt import Heard
from companion.ui.widgets.controls import Do, badge, caption, press, sentence
from rules.engine import Prompt, Text

FEW = 2
"""Maximum number of badges beside large text."""
BESIDE = 191
"""Width of what stands beside the phase, in points."""
Why = Callable[[str], None]
Sign = tuple[ft.IconData, Text]
"""Icon of a small button, and its name."""
NOWHERE: Do = lambda: None  # noqa: E731


@ft.component
def Question(  # noqa: N802
    words: Translate,
    heard: Heard,
    chair: Chair,
    seats: tuple[str, ...],
    on_why: Why,
    staked: bool = True,
    ahead: Sign | None = None,
    on_ahead: Do = NOWHERE,
    width: float = USUAL,
) -> ft.Control:
    """Build the question in the deciding seat's color, with its stake if ``show_stake``.

    A lookahead button is there if there is something to show. The text is smaller on a device that is not asked, and
    with large text.
    """
    prompt, large = heard.prompt, bool(heard.asked) and not enlarged()
    weight = ft.FontWeight.W_700 if large else ft.FontWeight.W_500
    title = ft.Text(
        sentence(words(prompt.title)),
        size=Type.TITLE if large else Type.LEAD,
        weight=weight,
        style=ft.TextStyle(height=1.2),
    )
    signs = [*([_sign(words, ahead, on_ahead)] if ahead else []), _why(words, prompt, on_why)]
    lines: list[ft.Control] = [_head(words, heard, chair, seats, signs, width), title]
    if prompt.stake is not None and staked:
        size = Type.LEAD if large else Type.BODY
        lines.append(ft.Text(sentence(words(prompt.stake)), size=size, color=ft.Colors.ON_SURFACE_VARIANT))
    if heard.thinking:
        lines.append(_waits(words, heard, seats))
    asked = ft.Column(lines, spacing=Space.TIGHT, tight=True)
    whose = chair.seat if chair.seat in heard.asked else prompt.seats[0]
    stripe = ft.Container(width=7, bgcolor=seat_colour(whose), animate=ft.Animation(swift()), left=0, top=0, bottom=0)
    inner = ft.Container(
        asked,
        padding=ft.Padding.only(
            left=Space.PAGE, right=Space.EDGE, top=Space.NEAR, bottom=Space.EDGE if large else Space.GAP
        ),
    )
    mine = chair.seat is not None and heard.loud
    return ft.Container(
        ft.Stack([inner, stripe]),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if mine else ft.Colors.SURFACE_CONTAINER,
        border_radius=Round.TILE,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def calls(heard: Heard, chair: Chair, seats: tuple[str, ...]) -> Text:
    """Return who has to decide, phrased for this device's people."""
    if chair.seat is not None and heard.loud:
        return Text("It is up to you!")
    who = ", ".join(seats[seat] for seat in heard.prompt.seats)
    return Text("{who} decides", who=who) if len(heard.prompt.seats) == 1 else Text("{who} decide", who=who)


def _head(
    words: Translate, heard: Heard, chair: Chair, seats: tuple[str, ...], signs: list[ft.Control], width: float
) -> ft.Control:
    prompt = heard.prompt
    own = chair.seat if chair.seat in heard.asked else None
    badges: list[ft.Control] = [badge(seat, seats[seat], 26) for seat in ([own] if own is not None else prompt.seats)]
    if len(badges) > FEW and enlarged():
        badges = []  # names need the room
    decides = words(calls(heard, chair, seats))
    name = ft.Text(decides, size=Type.BODY, weight=ft.FontWeight.W_600, max_lines=2, style=ft.TextStyle(height=1.1))
    said: list[ft.Control] = [name, *_class(words, prompt, width)]
    column = ft.Column(said, spacing=0, tight=True, expand=True)
    return ft.Row(
        [ft.Row(badges, spacing=Space.HAIR, tight=True), column, ft.Row(signs, spacing=0, tight=True)],
        spacing=Space.GAP,
    )


def _waits(words: Translate, heard: Heard, seats: tuple[str, ...]) -> ft.Control:
    """Build the row of who has not passed yet, and who has."""
    parts = [_some(words(thinking(heard.thinking, seats)), ft.Icons.HOURGLASS_TOP, ft.Colors.ON_SURFACE)]
    if heard.passed:
        who = named(heard.passed, seats)
        said = Text("{who} has passed", "{who} have passed", who=who, n=len(heard.passed))
        parts.append(_some(words(said), ft.Icons.CHECK, ft.Colors.ON_SURFACE_VARIANT))
    row = ft.Row(list(parts), wrap=True, spacing=Space.EDGE, run_spacing=Space.HAIR)
    return ft.Container(row, margin=ft.Margin.only(top=Space.TIGHT))


def thinking(who: tuple[int, ...], seats: tuple[str, ...]) -> Text:
    """Return the text that those seats are still deciding."""
    return Text("{who} is thinking", "{who} are thinking", who=named(who, seats), n=len(who))


def named(who: Iterable[int], seats: tuple[str, ...]) -> str:
    """Return the names of those seats, joined by commas."""
    return ", ".join(seats[seat] for seat in who)


def _some(said: str, icon: ft.IconData, ink: str) -> ft.Control:
    text = ft.Text(said, size=Type.SMALL, weight=ft.FontWeight.W_500, color=ink)
    return ft.Row(
        [ft.Icon(icon, size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT), text], spacing=Space.TIGHT, tight=True
    )


def _class(words: Translate, prompt: Prompt, width: float) -> list[ft.Control]:
    """Build the row of the phase and what may be done in it."""
    if prompt.phase is None:
        return []
    said = words(prompt.phase)
    phase = caption(said, size=fitted(said, Type.FINE, width - BESIDE))
    if prompt.may is None:
        return [phase]
    may = ft.Text(words(prompt.may), size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT)
    return [ft.Row([phase, may], spacing=Space.NEAR, run_spacing=0, wrap=True)]


def _sign(words: Translate, sign: Sign, on_ahead: Do) -> ft.Control:
    icon, name = sign
    face = ft.Icon(icon, size=Type.HEAD, color=ft.Colors.ON_SURFACE_VARIANT)
    return press(face, words(name), on_ahead, pad=0, width=44, height=44)


def _why(words: Translate, prompt: Prompt, on_why: Why) -> ft.Control:
    """Build the button that explains the rule behind the question."""
    name, ink = words(Text("Why?")), ft.Colors.ON_SURFACE_VARIANT
    if enlarged():  # the text beside it needs the room
        mark = ft.Icon(ft.Icons.HELP_OUTLINE, size=Type.BIG, color=ink)
        return press(mark, name, lambda: on_why(prompt.rule), pad=0, width=48, height=48, grows=False)
    face = ft.Row([ft.Text(name.lower(), size=Type.SMALL, color=ink)], tight=True)
    pad = ft.Padding.symmetric(horizontal=Space.GAP)
    return press(face, name, lambda: on_why(prompt.rule), pad=pad, height=44)
