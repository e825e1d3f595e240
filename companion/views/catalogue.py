"""Naming a card that was turned up: three numbers, a name, or typed out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import flet as ft

from companion.storage import Storage, StorageTrouble
from companion.words import Translate
from rules.engine import Choice, Event, Many, Number, Pick, Text

from .fill import big, hole_filler, search
from .find import PRINTED, Found, by_name, by_numbers, shelf, values
from .parts import icon_press, press, quiet
from .theme import GAP, ICONS, ROUND

LABELS = {
    "hp": Text("life"),
    "evasion": Text("evasion"),
    "attack": Text("attack"),
    "cents": Text("cents"),
    "loot": Text("loot cards"),
    "treasure": Text("items"),
    "souls": Text("souls"),
    "roll": Text("a die decides the reward"),
}
PICTURES = {"hp": "life", "evasion": "evasion", "attack": "attack"}


@ft.component
def Naming(  # noqa: N802 - Flet's components are named like classes
    words: Translate,
    game: str,
    hole: Many,
    storage: Storage,
    named: Callable[[Any], Any],
    others: Sequence[Choice],
    answer: Callable[[Event], Any],
    open_: Callable[[Choice], Any],
) -> ft.Control:
    """Three taps and the match; or a name; or every number by hand. ``others`` says that it is no such card."""
    numbers, set_numbers = ft.use_state({})
    typed, set_typed = ft.use_state("")
    typing, set_typing = ft.use_state(False)
    renaming, rename = ft.use_state(None)
    local, own = _kept(storage, game, f"{hole.catalogue}.names"), _kept(storage, game, hole.catalogue)
    cards = shelf(game, hole.catalogue, local, own)
    if typing:
        return Typed(
            words, hole, typed, lambda card: _typed(storage, game, hole, card, named), lambda: set_typing(False)
        )
    if renaming is not None:
        return Renamed(words, renaming, lambda name: (_rename(storage, game, hole, renaming, name), rename(None)))
    matches = by_name(by_numbers(cards, numbers), typed)

    def toggle(key: str, value: int) -> None:
        set_numbers(
            {k: v for k, v in numbers.items() if k != key} | ({} if numbers.get(key) == value else {key: value})
        )

    shown = matches if numbers or typed else ()
    rows = [_numbers(words, key, cards, numbers, toggle) for key in PRINTED]
    field = search(words(Text("Or its name")), set_typed)
    foot = ft.Row([*_others(words, others, answer, open_), _type(words, set_typing)], wrap=True, spacing=6)
    listed = _matches(words, shown, named, rename, bool(numbers or typed))
    return ft.Column([field, listed, *rows, foot], spacing=10, expand=True)


def _kept(storage: Storage, game: str, kind: str) -> dict[str, Any]:
    with suppress(StorageTrouble):  # the printed catalogue is there without it
        return storage.cards(game, kind)
    return {}


def _rename(storage: Storage, game: str, hole: Many, card: Found, name: str) -> None:
    kind = f"{hole.catalogue}.names"
    with suppress(StorageTrouble):
        if name.strip():
            storage.remember(game, kind, card.id, name.strip())
        else:
            storage.forget(game, kind, card.id)


def _typed(storage: Storage, game: str, hole: Many, card: Any, named: Callable[[Any], Any]) -> None:
    """A card that was typed out is found again by its name and numbers."""
    if card.name:
        data = {key: value for key, value in asdict(card).items() if key not in ("id", "name")}
        with suppress(StorageTrouble):
            storage.remember(game, hole.catalogue, card.name, data)
    named(card)


# --- three numbers -----------------------------------------------------------------------------------------------


def _numbers(
    words: Translate, key: str, cards: tuple[Found, ...], chosen: Mapping[str, int], toggle: Callable[[str, int], None]
) -> ft.Control:
    """A row of the values that are printed somewhere; those that fit nothing any more are dim, and still work."""
    others = {k: v for k, v in chosen.items() if k != key}
    possible = values(by_numbers(cards, others), key)
    label = words(LABELS[key])
    head = ft.Column(
        [
            ft.Icon(ICONS[PICTURES[key]], size=20, color=ft.Colors.ON_SURFACE_VARIANT),
            ft.Text(label, size=11, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True),
        ],
        spacing=0,
        width=48,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    buttons = [
        _value(label, n, chosen.get(key) == n, n in possible, lambda n=n: toggle(key, n)) for n in values(cards, key)
    ]  # type: ignore[misc]
    return ft.Row([head, *buttons], spacing=4)


def _value(label: str, n: int, on: bool, possible: bool, do: Callable[[], None]) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if on else ft.Colors.ON_SURFACE if possible else ft.Colors.OUTLINE_VARIANT
    text = ft.Text(str(n), size=21, weight=ft.FontWeight.W_700, color=ink)
    fill = ft.Colors.PRIMARY if on else ft.Colors.SURFACE_CONTAINER_HIGH
    return press(text, f"{label} {n}", do, fill=fill, pad=0, radius=12, height=56, expand=True)


# --- what fits ---------------------------------------------------------------------------------------------------


def _matches(
    words: Translate,
    shown: tuple[Found, ...],
    named: Callable[[Any], Any],
    rename: Callable[[Found], Any],
    asked: bool,
) -> ft.Control:
    """The cards that fit, the likely tap nearest to the thumb."""
    if not shown:
        text = Text("No card has these: type it.") if asked else Text("Tap the three numbers on the card.")
        hint = ft.Text(words(text), size=17, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER)
        return ft.Container(hint, expand=True, alignment=ft.Alignment.CENTER)
    if len(shown) == 1:
        only = _match(words, shown[0], named, rename, big_=True)
        return ft.Column([only], alignment=ft.MainAxisAlignment.END, expand=True)
    rows = [_match(words, card, named, rename) for card in shown]
    return ft.ListView(rows, spacing=6, expand=True)


def _match(
    words: Translate, card: Found, named: Callable[[Any], Any], rename: Callable[[Found], Any], big_: bool = False
) -> ft.Control:
    name = words(card.name)
    ink = ft.Colors.ON_PRIMARY if big_ else ft.Colors.ON_SURFACE
    record = card.record
    title = ft.Text(name, size=24 if big_ else 18, weight=ft.FontWeight.W_700, color=ink)
    small = f"{record.hp} · {record.evasion}+ · {record.attack}"
    lines: list[ft.Control] = [ft.Row([ft.Container(title, expand=True), ft.Text(small, size=15, color=ink)])]
    if card.effect is not None:
        lines.append(ft.Text(words(card.effect), size=13, color=ink, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS))
    face = ft.Column(lines, spacing=2, tight=True)
    tap = press(
        face,
        name,
        lambda: named(record),
        fill=ft.Colors.PRIMARY if big_ else ft.Colors.SURFACE_CONTAINER_HIGH,
        pad=ft.Padding.symmetric(horizontal=16, vertical=12 if big_ else 8),
        align=ft.Alignment.CENTER_LEFT,
        expand=True,
    )
    if not card.id:
        return ft.Row([tap])
    edit = icon_press(ft.Icons.EDIT, words(Text("Call it something else: {name}", name=name)), lambda: rename(card), 18)
    return ft.Row([tap, edit], spacing=2)


def _others(
    words: Translate, others: Sequence[Choice], answer: Callable[[Event], Any], open_: Callable[[Choice], Any]
) -> list[ft.Control]:
    return [
        quiet(words(c.label), (lambda c=c: open_(c)) if c.does.holes else (lambda c=c: answer(c.event)), ft.Icons.BLOCK)  # type: ignore[misc]
        for c in others
    ]


def _type(words: Translate, set_typing: Callable[[bool], Any]) -> ft.Control:
    return quiet(words(Text("Type it")), lambda: set_typing(True), ft.Icons.EDIT)


# --- typed out ---------------------------------------------------------------------------------------------------


@ft.component
def Typed(  # noqa: N802
    words: Translate, hole: Many, name: str, done: Callable[[Any], Any], back: Callable[[], Any]
) -> ft.Control:
    """Name, numbers and rewards by hand."""
    template = hole.of[0]
    usual = {h.name: h.usual for h in template.holes if isinstance(h, Number)}
    picks = {h.name: h.options[0].value for h in template.holes if isinstance(h, Pick)}
    filled, fill = ft.use_state({**usual, **picks, "name": name})
    shown = [h for h in template.holes if isinstance(h, Number | Pick)]
    parts = [
        hole_filler(words, h, filled[h.name], lambda v, k=h.name: fill(lambda old: {**old, k: v}), LABELS.get(h.name))
        for h in shown
    ]
    field = ft.TextField(
        value=filled["name"],
        label=words(Text("Name")),
        max_length=40,
        counter=ft.Container(width=0, height=0),
        on_change=lambda e: fill(lambda old: {**old, "name": e.control.value}),
        border_radius=ROUND,
        dense=True,
    )
    column = ft.Column([field, *parts], spacing=4, scroll=ft.ScrollMode.AUTO, expand=True)
    card = replace(template.value, **{**filled, "name": filled["name"].strip()})
    foot = ft.Row([quiet(words(Text("Back to the search")), back, ft.Icons.ARROW_BACK)])
    return ft.Column([column, foot, big(words(Text("This is it")), lambda: done(card))], spacing=GAP, expand=True)


@ft.component
def Renamed(words: Translate, card: Found, done: Callable[[str], Any]) -> ft.Control:  # noqa: N802
    """The name by which this table calls a card; an empty one gives it its own back."""
    name, set_name = ft.use_state(words(card.name))
    field = ft.TextField(
        value=name,
        label=words(Text("What you call it")),
        max_length=40,
        autofocus=True,
        on_change=lambda e: set_name(e.control.value),
        on_submit=lambda e: done(e.control.value),
        border_radius=ROUND,
    )
    return ft.Column([field, big(words(Text("Keep the name")), lambda: done(name))], spacing=12, expand=True)
