"""Generic forms for the holes of any choice: pick lists, numbers, text, dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import Round, Space, Type
from companion.ui.signs.dice_faces import Faces, die
from companion.ui.table.context.choice_layout import filled
from companion.ui.widgets.card_search import folded, starts
from companion.ui.widgets.controls import bound, made, outline, press, sentence
from companion.ui.widgets.counter import Key
from companion.ui.widgets.text_field import Field
from rules.engine import Cards, Choice, Dice, Event, Hole, Line, Lying, Many, Number, Option, Pick, Seats, Text

SUGGESTED = 6
"""Maximum number of suggestions shown at once."""
STRETCH = ft.CrossAxisAlignment.STRETCH
SMALL = 32
"""Size in points of a die among several to pick."""
SEARCHED = 10
"""Number of options above which a pick list has a search field."""
Answer = Callable[[Event], Any]


@ft.component
def PickOne(words: Translate, choice: Choice, answer: Answer) -> ft.Control:  # noqa: N802 - named like a class
    """Build a list of options; a tap answers."""
    pick = next(hole for hole in choice.does.holes if isinstance(hole, Pick))
    typed, set_typed = ft.use_state("")
    fitting = [option for option in pick.options if _fits(words, option, typed)]
    fitting.sort(key=lambda option: folded(words(option.label)))
    rows = [_option(words, o, bound(answer, filled(choice, **{pick.name: o.value}))) for o in fitting]
    listed = ft.ListView(rows, spacing=Space.TIGHT, expand=True)
    if len(pick.options) <= SEARCHED:
        return listed
    return ft.Column([search(words(Text("Look for a name")), set_typed), listed], spacing=Space.GAP, expand=True)


def _fits(words: Translate, option: Option, typed: str) -> bool:
    label = option.label
    both = (getattr(label, "es", ""), getattr(label, "en", ""))
    return any(starts(name, typed) for name in (words(label), *both))


def _option(words: Translate, option: Option, do: Callable[[], Any]) -> ft.Control:
    name = words(option.label)
    text: ft.Control = ft.Text(name, size=Type.LEAD, weight=ft.FontWeight.W_500)
    if option.stake:
        stake = ft.Text(sentence(words(option.stake)), size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT)
        text = ft.Column([text, stake], spacing=0, tight=True)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    face = ft.Row([_drawn(option.die), text], spacing=Space.EDGE, tight=True) if option.die else text
    return press(face, name, do, fill=fill, align=ft.Alignment.CENTER_LEFT, pad=pad, height=52)


def search(label: str, typed: Callable[[str], Any], value: str | None = None) -> ft.TextField:
    """Build a search field."""
    more: dict[str, Any] = {} if value is None else {"value": value}
    return ft.TextField(
        label=label,
        prefix_icon=ft.Icons.SEARCH,
        on_change=lambda e: typed(e.control.value),
        border=outline(),
        dense=True,
        autocorrect=False,
        **more,
    )


@ft.component
def Form(words: Translate, choice: Choice, answer: Answer) -> ft.Control:  # noqa: N802
    """Build a control per hole and one submit button; a suggested name is submitted by a tap."""
    holes = choice.does.holes
    usual = {hole.name: _start(choice.event, hole) for hole in holes}
    # typing may be faster than redraws: the ref holds the latest values, not the drawn ones
    latest: Any = ft.use_ref(lambda: usual)
    values, draw = ft.use_state(usual)

    def put(change: Callable[[Any], Any]) -> None:
        latest.current = change(latest.current)
        draw(latest.current)

    parts: list[ft.Control] = [ft.Container(height=2)]  # room for the label on the field's upper border
    for hole in holes:
        asked = getattr(hole, "label", None) or choice.label
        parts.append(hole_filler(words, hole, values[hole.name], putting(put, hole.name), asked))
        if isinstance(hole, Line) and hole.suggestions:
            known = _fitting(hole, str(values[hole.name]))
            parts.append(_known(words, known, _naming(answer, choice, usual, hole.name)))
    column = ft.Column(parts, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)
    done = big(words(choice.label), lambda: answer(filled(choice, **latest.current)))
    return ft.Column([column, done], spacing=Space.EDGE, expand=True)


def _fitting(line: Line, typed: str) -> list[str]:
    """Return the suggestions that match the typed text; none if it is empty."""
    return [name for name in line.suggestions if typed and starts(name, typed)][:SUGGESTED]


def _start(event: Event, hole: Hole) -> Any:
    """Return the event's value if the hole admits it, else the first example."""
    now = getattr(event, hole.name)
    return now if hole.admits(now) else next(iter(hole.examples()))


def _naming(answer: Answer, choice: Choice, usual: dict[str, Any], hole: str) -> Callable[[str], Any]:
    return lambda name: answer(filled(choice, **{**usual, hole: name}))


def _known(words: Translate, names: Sequence[str], do: Callable[[str], Any]) -> ft.Control:
    """Build a button per matching name."""
    chips = [_option(words, Option(name, name), bound(do, name)) for name in names]
    return ft.Column(chips, spacing=Space.TIGHT, tight=True, horizontal_alignment=STRETCH)


def putting(put: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    """Return a setter of one value in a mapping."""
    return lambda value: put(lambda old: {**old, name: value})


def big(label: str, do: Callable[[], Any]) -> ft.Control:
    """Build the submit button of a sheet."""
    face = ft.Text(label, size=Type.HEAD, weight=ft.FontWeight.W_700, color=ft.Colors.ON_PRIMARY)
    return ft.Row([press(face, label, do, fill=ft.Colors.PRIMARY, radius=Round.PILL, height=64, expand=True)])


def hole_filler(
    words: Translate, hole: Hole, value: Any, put: Callable[[Any], Any], label: Text | None = None
) -> ft.Control:
    """Build the control that fills one hole."""
    asked = label or getattr(hole, "label", None)
    name = words(asked) if asked else hole.name
    match hole:
        case Number():
            return made(Stepper, words, name, hole, value, put)
        case Pick():
            return _picker(words, name, hole, value, put)
        case Line():
            return Field(name, value, put, max_length=hole.longest, counter=ft.Container(), border=outline())
        case Dice():
            return made(Faces, words, hole, put)
        case Cards() | Many() | Seats():
            return ft.Text(name)


@ft.component
def Stepper(  # noqa: N802 - named like a class
    words: Translate, name: str, hole: Number, value: int, put: Callable[[Any], Any]
) -> ft.Control:
    """Build a number with − and + buttons."""
    now: Any = ft.use_ref(lambda: value)
    now.current = value

    def step(by: int) -> bool:
        now.current, before = min(hole.high, max(hole.low, now.current + by)), now.current
        put(now.current)
        return bool(now.current != before)

    less = Key(ft.Icons.REMOVE, words(Text("Less: {what}", what=name)), -1, step)
    more = Key(ft.Icons.ADD, words(Text("More: {what}", what=name)), 1, step)
    shown = ft.Text(str(value), size=Type.TITLE, weight=ft.FontWeight.W_700, width=48, text_align=ft.TextAlign.CENTER)
    return ft.Row([ft.Text(sentence(name), size=Type.LEAD, expand=True), less, shown, more], spacing=Space.HAIR)


def _picker(words: Translate, name: str, hole: Pick, value: Any, put: Callable[[Any], Any]) -> ft.Control:
    chips = [_pick(words, option, option.value == value, put) for option in hole.options]
    heading = ft.Text(sentence(name), size=Type.LEAD)
    return ft.Column(
        [heading, ft.Row(chips, wrap=True, spacing=Space.NEAR, run_spacing=Space.NEAR)], spacing=Space.TIGHT, tight=True
    )


def _pick(words: Translate, option: Option, on: bool, put: Callable[[Any], Any]) -> ft.Control:
    label = words(option.label)
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if on else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if on else ft.Colors.TRANSPARENT
    pad = ft.Padding.symmetric(horizontal=Space.GAP if option.die else Space.EDGE)
    face = _drawn(option.die) if option.die else ft.Text(label, size=Type.BODY)
    return press(face, label, lambda: put(option.value), edge=edge, fill=fill, height=44, pad=pad)


def _drawn(lying: Lying) -> ft.Control:
    return die(lying.face, SMALL, lying.kind)
