"""Card naming for Darkmoor: a known card, only its numbers, or a new card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.exchange.custom_cards import OwnCards
from companion.i18n import Translate
from companion.storage.matches import StorageTrouble
from companion.ui.design.text_fit import screen
from companion.ui.design.theme import Round, Space, Type, icon_of
from companion.ui.table.context.choice_layout import filled
from companion.ui.table.sheets.choice_form import search
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.card_search import folded, starts
from companion.ui.widgets.controls import Do, bound, evenly, icon_press, keyed, press, quiet, use_held
from rules.darkmoor.game import GAME
from rules.darkmoor.model.cards import TEMPLATES, called, incomplete, named, says
from rules.engine import Choice, Many, Number, Refused, Text

from .editor import Editor
from .hordes import KINDS as SIGNS

BESIDE = 0.4
"""Share of the width that the numbers take on a phone lying on its side."""
SEARCHED = 8
"""Number of cards above which there is a search field."""
ROWS = {"minions": (("peril", range(8)), ("vp", range(8))), "heroes": (("threshold", range(3, 11)),)}
LOCATION_ROW = (("vp", range(1, 9)),)
"""Numbers that describe a card without a name, each with the values offered as buttons."""
ICONS = {"peril": "peril", "threshold": "peril", "vp": "points"}
QUIET = ft.Colors.ON_SURFACE_VARIANT
STRETCH = ft.CrossAxisAlignment.STRETCH


def own_cards(paper: Paper) -> OwnCards:
    """Return the cards of this game that are known at this table."""
    return OwnCards(paper.access, GAME.key, TEMPLATES, GAME.catalogues)


def naming(paper: Paper, choice: Choice) -> ft.Control:
    """Build the sheet that asks which card was played, turned up or laid out."""
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Many))
    asked = paper.drawn.now.prompt
    title = asked.title if asked else choice.label
    if hole.catalogue == "minions":  # the prompt asked only for the place
        title = Text("{place}: which minion is played?", place=choice.label)
    head = paper.head(None, paper.words(title))
    body = keyed(
        Choosing,
        f"{paper.drawn.now.prompt_id} {choice.event}",
        paper.words,
        own_cards(paper),
        hole.catalogue,
        lambda card: paper.answer(filled(choice, **{hole.name: (card,)})),
        paper.drawn.short,
        _laid(paper, hole.catalogue),
    )
    return paper.framed(head, body)


def _laid(paper: Paper, kind: str) -> tuple[Any, ...]:
    """Return the locations in play; neither they nor their backs can be laid again."""
    return tuple(place.card for place in paper.drawn.now.state.places) if kind == "locations" else ()


@ft.component
def Choosing(  # noqa: N802 - Flet's components are named like classes
    words: Translate, own: OwnCards, kind: str, done: Callable[[Any], Any], short: bool, laid: Sequence[Any] = ()
) -> ft.Control:
    """Known cards except those in play, then a card by its numbers only, or a new card."""
    typed, set_typed = ft.use_state("")
    editing, edit = use_held(None)

    def keep(card: Any) -> None:
        try_keep(own, kind, card)
        done(card)

    if editing is not None:
        return Editor(words, kind, editing, Text("This is it"), keep, lambda: edit(None))
    cards = [card for card in known(words, own, kind, typed) if not _lies(card, laid)]
    told = {card.name: ready(own, kind, card) for card in cards}
    taps = [_card(words, kind, c, told[c.name], bound(done if told[c.name] else edit, c), edit) for c in cards]
    listed = ft.Column(taps, spacing=Space.TIGHT, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)
    field = [search(words(Text("Look for a name")), set_typed)] if len(own.all(kind)) > SEARCHED else []
    new = quiet(
        words(Text("A new card")), lambda: edit(replace(TEMPLATES[kind].value, name=typed)), ft.Icons.ADD, expand=True
    )
    numbers = keyed(Numbers, kind, words, kind, done, short)
    beside = [*field, numbers, ft.Row([new])]
    if short:  # on a phone lying on its side there is more room beside the cards than below
        column = ft.Column(beside, spacing=Space.GAP, expand=2, scroll=ft.ScrollMode.HIDDEN)
        return ft.Row([ft.Container(listed, expand=3), column], spacing=Space.ROOM, expand=True)
    return ft.Column(
        [*field, listed, *beside[len(field) :]], spacing=Space.GAP, expand=True, horizontal_alignment=STRETCH
    )


def _lies(card: Any, laid: Sequence[Any]) -> bool:
    """Return whether that location, or the back of its card, is in play."""
    names = {other.name for other in laid if other.name}
    return any(card.name in (other.name, other.back) for other in laid) or getattr(card, "back", "") in names


def known(words: Translate, own: OwnCards, kind: str, typed: str = "") -> list[Any]:
    """Return the cards of that kind whose name matches the search, sorted by name."""
    cards = [card for card in own.all(kind).values() if not typed or _fits(words, card, typed)]
    return sorted(cards, key=lambda card: folded(words(called(card.name) or "")))


def _fits(words: Translate, card: Any, typed: str) -> bool:
    return starts(words(called(card.name) or ""), typed) or starts(card.name, typed)


def ready(own: OwnCards, kind: str, card: Any) -> bool:
    """Return whether every number of the card is known.

    Of cards that are named in the rules text, some numbers are unknown until somebody enters them.
    """
    bare = {c.record.name for c in named(kind) if incomplete(c, kind)}
    return card.name not in bare or card.name in own.own(kind)


def try_keep(own: OwnCards, kind: str, card: Any) -> Text | None:
    """Save the card; return the reason if it cannot be saved.

    The match goes on without it.
    """
    try:
        own.keep(kind, card)
    except (StorageTrouble, Refused) as trouble:
        return trouble.reason
    return None


# --- one card ----------------------------------------------------------------------------------------------------


def _card(
    words: Translate, kind: str, card: Any, told: bool, do: Callable[[], Any], edit: Callable[[Any], Any] | None
) -> ft.Control:
    name = words(called(card.name) or Text("a card without a name"))
    tap = card_tap(card_face(words, kind, card, name, told), name, do)
    if edit is None:
        return ft.Row([tap])
    pen = icon_press(ft.Icons.EDIT, words(Text("Change the card: {name}", name=name)), bound(edit, card), Type.HEAD)
    return ft.Row([tap, pen], spacing=Space.HAIR)


def card_tap(face: ft.Control, name: str, do: Do) -> ft.Control:
    """Build a card button as wide as there is room."""
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.EDGE)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return press(face, name, do, fill=fill, pad=pad, align=ft.Alignment.CENTER_LEFT, expand=True)


def card_face(words: Translate, kind: str, card: Any, name: str, told: bool) -> ft.Control:
    """Build a card's type, name, numbers and text; unknown numbers are question marks."""
    title = ft.Text(name, size=Type.LEAD, weight=ft.FontWeight.W_700, expand=True)
    numbers = [_number(field, str(getattr(card, field)) if told else "?") for field, _ in _rows(kind)]
    sign = [ft.Icon(SIGNS[card.kind], size=Type.BODY, color=QUIET)] if kind == "minions" and card.kind else []
    lines: list[ft.Control] = [ft.Row([*sign, title, *numbers], spacing=Space.GAP)]
    said = says(card)
    if said:
        lines.append(
            ft.Text(words(said), size=Type.SMALL, color=QUIET, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
        )
    return ft.Column(lines, spacing=Space.HAIR, tight=True)


def _number(field: str, said: str) -> ft.Control:
    text = ft.Text(said, size=Type.BODY, weight=ft.FontWeight.W_700)
    return ft.Row([ft.Icon(icon_of(ICONS[field]), size=Type.SMALL, color=QUIET), text], spacing=Space.HAIR, tight=True)


def _rows(kind: str) -> tuple[tuple[str, range], ...]:
    return ROWS.get(kind, LOCATION_ROW)


# --- a card without a name ---------------------------------------------------------------------------------------


@ft.component
def Numbers(words: Translate, kind: str, done: Callable[[Any], Any], short: bool) -> ft.Control:  # noqa: N802
    """Entry of a card by its printed numbers; the last number answers the prompt."""
    chosen, choose = use_held({})
    labels = {hole.name: hole.label for hole in TEMPLATES[kind].holes if isinstance(hole, Number)}
    rows = _rows(kind)

    def tap(field: str, n: int) -> None:
        now = {**chosen, field: n}
        if len(now) == len(rows):
            done(replace(TEMPLATES[kind].value, **now))
        else:
            choose(now)

    caption = ft.Text(words(Text("Without a name, only its numbers")), size=Type.SMALL, color=QUIET)
    width = (screen() - 2 * Space.EDGE) * (BESIDE if short else 1) - 30
    lines = [_values(words, labels[field] or Text("number"), field, vs, chosen, tap, width) for field, vs in rows]
    return ft.Column([caption, *lines], spacing=Space.TIGHT, tight=True)


def _values(
    words: Translate,
    label: Text,
    field: str,
    values: range,
    chosen: dict[str, int],
    tap: Callable[[str, int], Any],
    width: float,
) -> ft.Control:
    head = ft.Container(
        ft.Icon(icon_of(ICONS[field]), size=Type.HEAD, color=QUIET), width=26, alignment=ft.Alignment.CENTER_LEFT
    )
    keys = [_value(words(label), field, n, chosen.get(field) == n, tap) for n in values]
    return ft.Row([head, ft.Container(evenly(keys, width), expand=True)], spacing=Space.HAIR)


def _value(label: str, field: str, n: int, on: bool, tap: Callable[[str, int], Any]) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if on else ft.Colors.ON_SURFACE
    text = ft.Text(str(n), size=Type.LEAD, weight=ft.FontWeight.W_700, color=ink)
    fill = ft.Colors.PRIMARY if on else ft.Colors.SURFACE_CONTAINER_HIGH
    return press(
        text, f"{label} {n}", bound(tap, field, n), fill=fill, pad=0, radius=Round.SOFT, height=44, expand=True
    )
