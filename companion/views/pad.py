"""The outcome pad: what a card does, said with taps, driven by the templates that the prompt offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import flet as ft

from companion.log import signed
from companion.storage import Storage, StorageTrouble
from companion.words import Translate
from rules.engine import Choice, Event, Line, Many, Option, Template, Text

from . import habits
from .find import folded, starts
from .habits import tall
from .parts import FIELD, badge, bound, icon_press, press, rows
from .parts import sentence as upper
from .places import filled
from .recall import Here, kept, number_of, pick_of, recalled, template_of
from .said import Said, aim, amount, tapped, targets
from .theme import ROUND

MEMORY = "effects"
"""Under what the table's card memory keeps what a card did."""
OFFERED = 6
STRETCH = ft.CrossAxisAlignment.STRETCH
PICTURES = {"monster": ft.Icons.PETS, "item": ft.Icons.LAYERS, "everyone": ft.Icons.GROUPS}
Tap = Callable[[Template, Any, int], None]


@ft.component
def Pad(  # noqa: N802 - Flet's components are named like classes
    words: Translate,
    game: str,
    choice: Choice,
    here: Here,
    storage: Storage,
    answer: Callable[[Event], Any],
    across: int,
) -> ft.Control:
    """Targets and chips under the thumb, ``across`` of them a row; what has been said above; one button below."""
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Many))
    line = next((hole for hole in choice.does.holes if isinstance(hole, Line)), None)
    whom = targets(hole.of, _first(hole.of, here))
    said, say = ft.use_state(())
    name, set_name = ft.use_state("")
    chosen, choose = ft.use_state(whom[0].value if whom else None)

    def tap(template: Template, target: Any, by: int) -> None:
        say(lambda before: tapped(before, template, target, by, hole.most))

    def again(card: str, data: Any) -> None:
        set_name(card)
        say(recalled(data, hole.of, here, chosen))

    def done() -> None:
        values = {hole.name: said} | ({line.name: name.strip()} if line else {})
        if answer(filled(choice, **values)) is not False and name.strip() and said:
            remember(storage, game, name.strip(), kept(said, hole.of, here))

    top: list[ft.Control] = [_said(words, said, hole.of, tap)]
    if line is not None:
        top += [_memory(words, cards(storage, game), name, again), _name(words, line, name, set_name)]
    upper = ft.Column(top, spacing=10, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)
    whom_row = ft.Row([_target(words, o, o.value == chosen, choose) for o in whom], wrap=True, spacing=5, run_spacing=5)
    chips = rows([_chip(words, template, chosen, said, tap) for template in hole.of], across, 6)
    if habits.here().scale > 1:  # everything but the button scrolls: larger text has no room to stand still
        upper.controls += [whom_row, chips]
        return ft.Column([upper, _done(words, done)], spacing=10, expand=True)
    return ft.Column([upper, whom_row, chips, _done(words, done)], spacing=10, expand=True)


def _first(templates: Sequence[Template], here: Here) -> list[Any]:
    """Who plays comes first, then the monster under attack."""
    values = [option.value for template in templates if (pick := pick_of(template)) for option in pick.options]
    own = [v for v in values if (v.kind, v.id) == ("seat", here.seat)]
    fought = [v for v in values if (v.kind, v.id) == ("monster", here.fought)]
    return [*own[:1], *fought[:1]]


# --- the card memory ---------------------------------------------------------------------------------------------


def cards(storage: Storage, game: str) -> dict[str, Any]:
    """The cards that this table has named before, and what they did."""
    with suppress(StorageTrouble):  # without its memory the pad still works
        return storage.cards(game, MEMORY)
    return {}


def remember(storage: Storage, game: str, name: str, data: list[dict[str, Any]]) -> None:
    """Keep what a card did under its name; a name already known keeps its spelling."""
    known = next((card for card in cards(storage, game) if folded(card) == folded(name)), name)
    with suppress(StorageTrouble):
        storage.remember(game, MEMORY, known, data)


def _memory(words: Translate, known: dict[str, Any], name: str, again: Callable[[str, Any], None]) -> ft.Control:
    fitting = [card for card in known if starts(card, name) and card != name][:OFFERED]
    if not fitting:
        return ft.Container(height=0)
    chips = [_known(words, card, bound(again, card, known[card])) for card in fitting]
    return ft.Row(chips, wrap=True, spacing=6, run_spacing=6)


def _known(words: Translate, card: str, do: Callable[[], None]) -> ft.Control:
    face = ft.Row(
        [ft.Icon(ft.Icons.REPLAY, size=16, color=ft.Colors.PRIMARY), ft.Text(card, size=15)], tight=True, spacing=6
    )
    name = words(Text("{card}, as last time", card=card))
    edge = ft.BorderSide(1, ft.Colors.PRIMARY)
    return press(face, name, do, edge=edge, radius=22, height=44, pad=ft.Padding.symmetric(horizontal=14))


def _name(words: Translate, line: Line, name: str, set_name: Callable[[str], Any]) -> ft.Control:
    return ft.TextField(
        value=name,
        label=words(Text("The card's name, if you like")),
        max_length=line.longest,
        counter=ft.Container(width=0, height=0),
        on_change=lambda e: set_name(e.control.value),
        border=FIELD,
        dense=True,
        capitalization=ft.TextCapitalization.SENTENCES,
    )


# --- what has been said ------------------------------------------------------------------------------------------


def _said(words: Translate, said: Said, templates: Sequence[Template], tap: Tap) -> ft.Control:
    if not said:
        text = words(Text("Say what the card does – or put it on the stack as it is."))
        return ft.Container(ft.Text(text, size=16, color=ft.Colors.ON_SURFACE_VARIANT), padding=4)
    built = [(record, template_of(record, templates)) for record in said]
    return ft.Column([_line(words, record, t, tap) for record, t in built if t], spacing=4, tight=True)


def _line(words: Translate, record: Any, template: Template, tap: Tap) -> ft.Control:
    pick, number = pick_of(template), number_of(template)
    target = getattr(record, pick.name) if pick else None
    text = words(sentence(record, template))
    undo = -getattr(record, number.name) if number else 1
    away = icon_press(
        ft.Icons.CLOSE, words(Text("Take away: {what}", what=text)), lambda: tap(template, target, undo), 20
    )
    shown = ft.Text(upper(text), size=19, weight=ft.FontWeight.W_600, expand=True)
    return ft.Container(
        ft.Row([shown, away]),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=12,
        padding=ft.Padding.only(left=14),
    )


def sentence(record: Any, template: Template) -> Text:
    """One thing that was said, in words."""
    pick, number = pick_of(template), number_of(template)
    what = template.label or Text("what")
    if number is not None:
        by = getattr(record, number.name)
        what = Text("{by} {what}", by=signed(by) if number.low < 0 else str(by), what=what)
    if pick is None:
        return what
    target = getattr(record, pick.name)
    label = next(option.label for option in pick.options if option.value == target)
    return Text("{target}: {what}", target=label, what=what)


# --- under the thumb ---------------------------------------------------------------------------------------------


def _target(words: Translate, option: Option, chosen: bool, choose: Callable[[Any], Any]) -> ft.Control:
    name = words(option.label)
    seat = option.value.id if getattr(option.value, "kind", "") == "seat" else None
    icon = PICTURES.get(getattr(option.value, "kind", ""), ft.Icons.STYLE)
    mark = badge(seat, name, 22) if seat is not None else ft.Icon(icon, size=18, color=ft.Colors.ON_SURFACE_VARIANT)
    text = ft.Text(name, size=14, weight=ft.FontWeight.W_600, max_lines=1)
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.TRANSPARENT
    return press(
        ft.Row([mark, text], tight=True, spacing=6),
        words(Text("On {target}", target=option.label)),
        lambda: choose(option.value),
        edge=edge,
        fill=fill,
        radius=22,
        height=42,
        grows=False,
        pad=ft.Padding.only(left=8, right=11),
    )


def _chip(words: Translate, template: Template, chosen: Any, said: Said, tap: Tap) -> ft.Control:
    """One kind of outcome: a tap adds, a long press takes back; a − beside it where it may go below nothing."""
    option = aim(template, chosen)
    target = option.value if option else None
    number, label = number_of(template), words(template.label or Text("what"))
    so_far = amount(said, template, target)
    shown = _amount(number.low < 0, so_far) if number else ""
    elsewhere = words(option.label) if option and option.value != chosen else ""
    parts: list[ft.Control] = []
    if number is not None and number.low < 0:
        less = words(Text("Less: {what}", what=label))
        parts.append(_half(ft.Icon(ft.Icons.REMOVE, size=20), less, lambda: tap(template, target, -1), None, 36))
    face = _chip_face(label, shown, elsewhere, bool(so_far), number is not None)
    more = words(Text("More: {what}", what=label)) if number is not None else label
    back = (lambda: tap(template, target, -1)) if number else None
    parts.append(_half(face, more, lambda: tap(template, target, 1), back, None))
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if so_far else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(
        ft.Row(parts, spacing=0),
        expand=True,
        height=tall(50),
        border_radius=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
    )


def _amount(both_ways: bool, so_far: int) -> str:
    if not so_far:
        return "+" if both_ways else ""
    return signed(so_far) if both_ways else str(so_far)


def _chip_face(label: str, shown: str, elsewhere: str, on: bool, counts: bool) -> ft.Control:
    ink = ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE
    text = ft.Text(
        f"{shown} {label}".strip() if shown else label,
        size=15 if len(label) < 9 else 14,
        weight=ft.FontWeight.W_700 if on else ft.FontWeight.W_500,
        color=ink,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
        style=ft.TextStyle(height=1.05),
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    lines: list[ft.Control] = [text]
    if elsewhere and counts | on and (habits.here().scale == 1 or len(label) < 9):
        small = ft.Text(elsewhere, size=11, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True)
        lines.append(small)
    return ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _half(
    face: ft.Control, name: str, do: Callable[[], None], back: Callable[[], None] | None, width: int | None
) -> ft.Control:
    place: dict[str, Any] = {"expand": True} if width is None else {"width": width}
    return press(face, name, do, on_long_press=back, pad=2, radius=12, height=48, **place)


def _done(words: Translate, done: Callable[[], None]) -> ft.Control:
    label = words(Text("Onto the stack"))
    face = ft.Text(label, size=19, weight=ft.FontWeight.W_700, color=ft.Colors.ON_PRIMARY)
    return ft.Row([press(face, label, done, fill=ft.Colors.PRIMARY, radius=ROUND + 4, height=64, expand=True)])
