"""Naming a card that was turned up: by its printed numbers, by name, or typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import flet as ft

from companion.access.permissions import Access
from companion.base.display_names import clean
from companion.i18n import Translate
from companion.storage.matches import StorageTrouble
from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import enlarged, fitted, fitting, screen
from companion.ui.design.theme import THUMB, Round, Space, Type, icon_of
from companion.ui.widgets.card_search import Found, by_name, by_numbers, folded, shelf, values
from companion.ui.widgets.controls import bound, icon_press, outline, press, quiet, rows, use_held
from rules.engine import Card, Choice, Many, Number, Pick, Refused, Text

from .choice_form import big, hole_filler, putting, search

LONGEST = 40
"""Maximum length of a card's name."""
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
"""Labels of a card's fields."""


@ft.component
def Typed(  # noqa: N802 - Flet's components are named like classes
    words: Translate, hole: Many, name: str, done: Callable[[Any], Any], back: Callable[[], Any]
) -> ft.Control:
    """Build the form of a card's name, numbers and rewards."""
    template = hole.of[0]
    values, put = ft.use_state({**_usual(hole), "name": name})
    fillers = [
        hole_filler(words, h, values[h.name], putting(put, h.name), LABELS.get(h.name))
        for h in template.holes
        if isinstance(h, Number | Pick)
    ]
    field = _line(words(Text("Name")), values["name"], putting(put, "name"))
    column = ft.Column([field, *fillers], spacing=Space.TIGHT, scroll=ft.ScrollMode.AUTO, expand=True)
    card = replace(template.value, **{**values, "name": clean(values["name"], LONGEST)})
    foot = ft.Row([quiet(words(Text("Back to the search")), back, ft.Icons.ARROW_BACK)])
    return ft.Column([column, foot, big(words(Text("This is it")), lambda: done(card))], spacing=Space.GAP, expand=True)


def _usual(hole: Many) -> dict[str, Any]:
    holes = hole.of[0].holes
    numbers = {h.name: h.usual for h in holes if isinstance(h, Number)}
    return numbers | {h.name: h.options[0].value for h in holes if isinstance(h, Pick)}


@ft.component
def Renamed(words: Translate, card: Found, done: Callable[[str], Any]) -> ft.Control:  # noqa: N802
    """Build the form of a card's local name; an empty one restores the printed name."""
    name, set_name = ft.use_state(words(card.name))
    field = _line(words(Text("What you call it")), name, set_name)
    return ft.Column(
        [field, big(words(Text("Keep the name")), lambda: done(clean(name, LONGEST)))], spacing=Space.EDGE, expand=True
    )


def _line(label: str, value: str, put: Callable[[str], Any]) -> ft.TextField:
    return ft.TextField(
        value=value,
        label=label,
        max_length=LONGEST,
        counter=ft.Container(width=0, height=0),
        on_change=lambda e: put(e.control.value),
        border=outline(),
        dense=True,
    )


Named = Callable[[Any], Any]
STRETCH = ft.CrossAxisAlignment.STRETCH
HEAD = 52
"""Width of a row's label beside its values, in points."""


@ft.component
def Naming(  # noqa: N802 - Flet's components are named like classes
    words: Translate,
    game: str,
    printed: Sequence[Card],
    hole: Many,
    access: Access,
    named: Named,
    others: Sequence[Choice],
    other: Callable[[Choice], Any],
    short: bool,
) -> ft.Control:
    """Build the card search: by three numbers, by name, or typed by hand.

    ``other_choices`` say that it is no such card.
    """
    chosen, choose = use_held({})
    name, set_name = ft.use_state("")
    side, turn = ft.use_state("")
    renaming, rename = use_held(None)
    memory = Memory(access, game, hole.catalogue)
    if side == "typed":
        return Typed(words, hole, name, lambda card: named(memory.keep(card)), bound(turn, ""))
    if renaming is not None:

        def keep(own: str) -> None:
            memory.rename(renaming, own)
            rename(None)

        return Renamed(words, renaming, keep)
    cards = shelf(printed, hole.of[0], memory.names, memory.own)
    asked = bool(chosen or name)
    found = by_name(by_numbers(cards, chosen), name) if asked else ()
    matches = tuple(sorted(found, key=lambda card: folded(words(card.name))))

    def toggle(place: int, n: int) -> None:
        choose({k: v for k, v in chosen.items() if k != place} | ({} if chosen.get(place) == n else {place: n}))

    labels = _labels(printed)
    numbers = [_row(words, label, icon, k, cards, chosen, toggle) for k, (label, icon) in enumerate(labels)]
    field = search(words(Text("Or its name")), set_name)
    narrow = not short and enlarged()
    wide: dict[str, Any] = {"expand": True} if narrow else {}  # in a wrapping row even ``expand=False`` has an effect
    away = [quiet(words(c.label), bound(other, c), ft.Icons.BLOCK, **wide) for c in others]
    away.append(quiet(words(Text("Type it")), bound(turn, "typed"), ft.Icons.EDIT, **wide))
    foot = rows(away, 1) if narrow else ft.Row(away, wrap=not short, spacing=Space.NEAR)
    head = [ft.Row([ft.Container(field, expand=True), foot], spacing=Space.NEAR)] if short else [field, foot]
    listed = _matches(words, matches, named, rename, _hint(len(labels), asked))
    return ft.Column(
        [*head, listed, *numbers], spacing=Space.NEAR if short else Space.GAP, expand=True, horizontal_alignment=STRETCH
    )


class Memory:
    """Table's memory of a catalogue: local names of printed cards, and typed cards."""

    def __init__(self, access: Access, game: str, catalogue: str) -> None:
        self.access, self.game, self.kind = access, game, catalogue

    @property
    def names(self) -> dict[str, Any]:
        """Local names of printed cards, by English name."""
        return self._kept(f"{self.kind}.names")

    @property
    def own(self) -> dict[str, Any]:
        """Typed cards, by name."""
        return self._kept(self.kind)

    def keep(self, card: Any) -> Any:
        """Save a typed card that has a name, and return it."""
        if card.name:
            data = {key: value for key, value in asdict(card).items() if key not in ("id", "name")}
            self._remember(self.kind, card.name, data)
        return card

    def rename(self, card: Found, own: str) -> None:
        """Save a local name of a printed card; an empty name removes it."""
        if card.printed is None:
            return
        if own.strip():
            self._remember(f"{self.kind}.names", card.printed.en, own.strip())
        else:
            with suppress(StorageTrouble):
                self.access.forget(self.game, f"{self.kind}.names", card.printed.en)

    def _kept(self, kind: str) -> dict[str, Any]:
        with suppress(StorageTrouble):  # the printed catalogue works without it
            return self.access.cards(self.game, kind)
        return {}

    def _remember(self, kind: str, name: str, data: Any) -> None:
        with suppress(StorageTrouble, Refused):
            self.access.remember(self.game, kind, name, data)


# --- three numbers -----------------------------------------------------------------------------------------------


def _labels(printed: Sequence[Card]) -> list[tuple[Text, str]]:
    """Return label and icon kind of each number printed on the cards."""
    if not printed:
        return []
    numbers, icons = printed[0].numbers, printed[0].icons or ("",) * len(printed[0].numbers)
    return [(label, icon) for (label, _), icon in zip(numbers, icons, strict=True)]


def _row(
    words: Translate,
    label: Text,
    icon: str,
    place: int,
    cards: tuple[Found, ...],
    chosen: Mapping[int, int],
    toggle: Callable[[int, int], None],
) -> ft.Control:
    """Build a row of a number's printed values; those without a match are dim but active."""
    possible = values(by_numbers(cards, {k: v for k, v in chosen.items() if k != place}), place)
    said = words(label)
    name: list[ft.Control] = [
        ft.Icon(icon_of(icon), size=Type.HEAD, color=ft.Colors.ON_SURFACE_VARIANT),
        ft.Text(said, size=fitted(said, Type.FINE, HEAD), color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True),
    ]
    buttons = [
        _value(said, n, chosen.get(place) == n, n in possible, bound(toggle, place, n)) for n in values(cards, place)
    ]
    if fitting(screen() - 3 * Space.EDGE - HEAD, tall(THUMB), 4) < len(buttons):
        return ft.Column(
            [ft.Row(name, spacing=Space.TIGHT), ft.Row(list(buttons), spacing=Space.TIGHT)], spacing=0, tight=True
        )
    middle = ft.CrossAxisAlignment.CENTER
    head = ft.Column(name, spacing=0, width=HEAD, tight=True, horizontal_alignment=middle)
    return ft.Row([head, *buttons], spacing=Space.TIGHT)


def _value(label: str, n: int, on: bool, possible: bool, do: Callable[[], Any]) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if on else ft.Colors.ON_SURFACE if possible else ft.Colors.OUTLINE_VARIANT
    text = ft.Text(str(n), size=Type.TITLE, weight=ft.FontWeight.W_700, color=ink)
    fill = ft.Colors.PRIMARY if on else ft.Colors.SURFACE_CONTAINER_HIGH
    return press(text, f"{label} {n}", do, fill=fill, pad=0, radius=Round.TILE, height=56, expand=True)


def _hint(numbers: int, asked: bool) -> Text:
    """Return the hint for an empty result, on cards with that many numbers."""
    if asked:
        return Text("No card has these: type it.")
    if numbers == 3:
        return Text("Tap the three numbers on the card.")
    return Text("Tap the number on the card, or look for its name.")


# --- what fits ---------------------------------------------------------------------------------------------------


def _matches(
    words: Translate, shown: tuple[Found, ...], named: Named, rename: Callable[[Found], Any], hint: Text
) -> ft.Control:
    """Build the list of matching cards; a single match is large and at the bottom."""
    if not shown:
        said = ft.Text(words(hint), size=Type.LEAD, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER)
        return ft.Container(said, expand=True, alignment=ft.Alignment.CENTER)
    if len(shown) == 1:
        only = _match(words, shown[0], named, rename, True)
        return ft.Column([only], alignment=ft.MainAxisAlignment.END, expand=True)
    listed = [_match(words, card, named, rename, False) for card in shown]
    return ft.Column(
        listed, spacing=Space.NEAR, scroll=ft.ScrollMode.AUTO, alignment=ft.MainAxisAlignment.END, expand=True
    )


def _match(words: Translate, card: Found, named: Named, rename: Callable[[Found], Any], large: bool) -> ft.Control:
    name = words(card.name)
    tap = press(
        _match_face(words, card, name, large),
        name,
        bound(named, card.record),
        fill=ft.Colors.PRIMARY if large else ft.Colors.SURFACE_CONTAINER_HIGH,
        pad=ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.EDGE if large else Space.GAP),
        align=ft.Alignment.CENTER_LEFT,
        expand=True,
    )
    if card.printed is None:
        return ft.Row([tap])
    label = words(Text("Call it something else: {name}", name=name))
    return ft.Row([tap, icon_press(ft.Icons.EDIT, label, bound(rename, card), Type.HEAD)], spacing=Space.HAIR)


def _match_face(words: Translate, card: Found, name: str, large: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if large else ft.Colors.ON_SURFACE
    title = ft.Text(name, size=Type.TITLE if large else Type.LEAD, weight=ft.FontWeight.W_700, color=ink)
    numbers = ft.Text(" · ".join(map(str, card.numbers)), size=Type.BODY, color=ink)
    lines: list[ft.Control] = [ft.Row([ft.Container(title, expand=True), numbers])]
    if card.effect is not None:
        effect = words(card.effect)
        lines.append(ft.Text(effect, size=Type.SMALL, color=ink, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS))
    return ft.Column(lines, spacing=Space.HAIR, tight=True)
