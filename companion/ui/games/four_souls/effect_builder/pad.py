"""Effect builder: a card's effects entered by taps, from the templates of the prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from companion.access.permissions import Access
from companion.i18n import Translate
from companion.match.log import signed
from companion.storage.matches import StorageTrouble
from companion.ui.design import preferences
from companion.ui.design.theme import Round, Space, Type
from companion.ui.table.context.choice_layout import filled
from companion.ui.widgets.card_search import folded, starts
from companion.ui.widgets.controls import bound, caption, icon_press, outline, press, rows
from companion.ui.widgets.controls import sentence as upper
from rules.engine import Choice, Event, Line, Many, Refused, Template, Text

from .chips import Tap, chip, whom
from .recall import Here, kept, number_of, pick_of, recalled, template_of
from .said import Said, tapped, targets

HAND = "chips"
"""Setting that holds the recently used chips."""
MEMORY = "effects"
"""Kind of card memory that holds effects."""
SAVED_LABELS = {
    "to rolls": "rolls",
    "life": "health",
    "turn sideways": "deactivate",
    "becomes an item": "trinket",
    "counters": "counter",
    "becomes a soul": "become_soul",
    "steal a soul": "steal_soul",
    "one more attack": "attack_again",
    "one more attack on the deck": "attack_deck",
    "must attack": "must_attack",
    "skip a turn": "skip_turn",
    "end the fight": "leave",
    "end the turn": "end_turn",
    "one more monster slot": "monster_slot",
    "one more shop slot": "shop_slot",
    "one more room slot": "room_slot",
}
"""Labels of chips in older settings, and the kind that is saved now, if they differ."""
OFFERED = 6
STRETCH = ft.CrossAxisAlignment.STRETCH


@ft.component
def Pad(  # noqa: N802 - Flet's components are named like classes
    words: Translate,
    game: str,
    choice: Choice,
    here: Here,
    access: Access,
    answer: Callable[[Event], Any],
    across: int,
) -> ft.Control:
    """Build the effect builder: effects so far, targets, chips, ``across`` in a row, one button."""
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Many))
    line = next((hole for hole in choice.does.holes if isinstance(hole, Line)), None)
    options = targets(hole.of, _first(hole.of, here))
    said, say = ft.use_state(())
    name, set_name = ft.use_state("")
    chosen, choose = ft.use_state(options[0].value if options else None)
    more, show_more = ft.use_state(False)
    card = _Card(choice, hole, line, here, said, say, name, set_name, chosen)

    def done() -> None:
        if answer(card.told()) is not False:
            card.keep(access, game)

    common, groups = in_sight(hole.of, recent(access, game)[:across])
    say_whom = whom(words, options, chosen, choose)
    lines = _said(words, said, hole.of, card.tap)
    chips = partial(_chips, words, card, across)
    bottom = _bottom(words, done, bool(groups), more, lambda: show_more(not more))
    if more:  # the groups replace the other controls
        parts = [lines, *(part for label, of in groups.items() for part in (caption(words(label)), chips(of)))]
        return ft.Column([_scrolled(parts), say_whom, bottom], spacing=Space.GAP, expand=True)
    top: list[ft.Control] = [lines]
    if line is not None:
        top += [_memory(words, cards(access, game), name, card.again), _name(words, line, name, set_name)]
    if preferences.here().scale > 1:  # everything but the button scrolls: larger text needs the room
        return ft.Column([_scrolled([*top, say_whom, chips(common)]), bottom], spacing=Space.GAP, expand=True)
    return ft.Column([_scrolled(top), say_whom, chips(common), bottom], spacing=Space.GAP, expand=True)


@dataclass(frozen=True)
class _Card:
    """Draft of a card's effects, and what taps change in it."""

    choice: Choice
    hole: Many
    line: Line | None
    here: Here
    said: Said
    say: Callable[[Any], Any]
    name: str
    set_name: Callable[[str], Any]
    chosen: Any
    """Target of the next chip."""

    def tap(self, template: Template, target: Any, by: int) -> None:
        """Apply a tap on a chip; taps may be faster than redraws."""
        self.say(lambda before: tapped(before, template, target, by, self.hole.most))

    def again(self, card: str, data: Any) -> None:
        """Replace the effects by the saved ones of a card with that name."""
        self.set_name(card)
        self.say(recalled(data, self.hole.of, self.here, self.chosen))

    def told(self) -> Event:
        """Return the draft as an answer."""
        named = {self.line.name: self.name.strip()} if self.line else {}
        return filled(self.choice, **{self.hole.name: self.said}, **named)

    def keep(self, access: Access, game: str) -> None:
        """Save the draft for the next time."""
        used(access, game, self.said, self.hole.of)
        if self.name.strip() and self.said:
            remember(access, game, self.name.strip(), kept(self.said, self.hole.of, self.here))


def _chips(words: Translate, card: _Card, across: int, templates: Sequence[Template]) -> ft.Control:
    """Build the chips, ``across`` in a row."""
    made = [chip(words, template, card.chosen, card.said, card.tap) for template in templates]
    free = [ft.Container(expand=True) for _ in range(-len(made) % across)]  # all chips have the same width
    return rows([*made, *free], across, 6)


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    return ft.Column(parts, spacing=Space.GAP, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)


def _first(templates: Sequence[Template], here: Here) -> list[Any]:
    """Return the first targets: the acting seat, then the monster under attack."""
    values = [option.value for template in templates if (pick := pick_of(template)) for option in pick.options]
    own = [v for v in values if (v.kind, v.id) == ("seat", here.seat)]
    fought = [v for v in values if (v.kind, v.id) == ("monster", here.fought)]
    return [*own[:1], *fought[:1]]


# --- what is in sight --------------------------------------------------------------------------------------------


def in_sight(templates: Sequence[Template], hand: Sequence[str]) -> tuple[list[Template], dict[Text, list[Template]]]:
    """Return the visible chips, and all others by group.

    The common chips always have the same place; those used last at this table follow.
    """
    common = [template for template in templates if template.group is None]
    fetched = {_key(template): template for template in templates if template.group}
    groups: dict[Text, list[Template]] = {}
    for template in fetched.values():
        groups.setdefault(template.group or Text(""), []).append(template)
    return [*common, *(fetched[key] for key in hand if key in fetched)], groups


def _key(template: Template) -> str:
    return str(getattr(template.value, "kind", ""))


def recent(access: Access, game: str) -> list[str]:
    """Return the chips used from groups, the last one first."""
    with suppress(StorageTrouble):
        return [SAVED_LABELS.get(key, key) for key in access.chips(HAND, game).split("|") if key]
    return []


def used(access: Access, game: str, said: Said, templates: Sequence[Template]) -> None:
    """Save the chips used now as the most recent ones."""
    made = (template_of(record, templates) for record in said)
    keys = [_key(template) for template in made if template and template.group]
    if keys:
        with suppress(StorageTrouble):  # harmless: the card is on the stack already
            access.fetched(HAND, game, "|".join(dict.fromkeys((*keys, *recent(access, game)))))


# --- the card memory ---------------------------------------------------------------------------------------------


def cards(access: Access, game: str) -> dict[str, Any]:
    """Return the saved effects by card name."""
    with suppress(StorageTrouble):  # the effect builder works without it
        return access.cards(game, MEMORY)
    return {}


def remember(access: Access, game: str, name: str, data: list[dict[str, Any]]) -> None:
    """Save a card's effects under its name; a known name keeps its spelling."""
    known = next((card for card in cards(access, game) if folded(card) == folded(name)), name)
    with suppress(StorageTrouble, Refused):
        access.remember(game, MEMORY, known, data)


def _memory(words: Translate, known: dict[str, Any], name: str, again: Callable[[str, Any], None]) -> ft.Control:
    fitting = [card for card in known if starts(card, name) and card != name][:OFFERED]
    if not fitting:
        return ft.Container(height=0)
    chips = [_known(words, card, bound(again, card, known[card])) for card in fitting]
    return ft.Row(chips, wrap=True, spacing=Space.NEAR, run_spacing=Space.NEAR)


def _known(words: Translate, card: str, do: Callable[[], None]) -> ft.Control:
    face = ft.Row(
        [ft.Icon(ft.Icons.REPLAY, size=Type.BODY, color=ft.Colors.PRIMARY), ft.Text(card, size=Type.BODY)],
        tight=True,
        spacing=Space.NEAR,
    )
    name = words(Text("{card}, as last time", card=card))
    edge = ft.BorderSide(1, ft.Colors.PRIMARY)
    return press(
        face, name, do, edge=edge, radius=Round.PILL, height=44, pad=ft.Padding.symmetric(horizontal=Space.EDGE)
    )


def _name(words: Translate, line: Line, name: str, set_name: Callable[[str], Any]) -> ft.Control:
    return ft.TextField(
        value=name,
        label=words(Text("The card's name, if you like")),
        max_length=line.longest,
        counter=ft.Container(width=0, height=0),
        on_change=lambda e: set_name(e.control.value),
        border=outline(),
        dense=True,
        capitalization=ft.TextCapitalization.SENTENCES,
    )


# --- what has been said ------------------------------------------------------------------------------------------


def _said(words: Translate, said: Said, templates: Sequence[Template], tap: Tap) -> ft.Control:
    if not said:
        text = words(Text("Say what the card does – or put it on the stack as it is."))
        return ft.Container(ft.Text(text, size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT), padding=Space.TIGHT)
    built = [(record, template_of(record, templates)) for record in said]
    return ft.Column([_line(words, record, t, tap) for record, t in built if t], spacing=Space.TIGHT, tight=True)


def _line(words: Translate, record: Any, template: Template, tap: Tap) -> ft.Control:
    pick, number = pick_of(template), number_of(template)
    target = getattr(record, pick.name) if pick else None
    text = words(sentence(record, template))
    undo = -getattr(record, number.name) if number else 1
    away = icon_press(
        ft.Icons.CLOSE, words(Text("Take away: {what}", what=text)), lambda: tap(template, target, undo), 20
    )
    shown = ft.Text(upper(text), size=Type.HEAD, weight=ft.FontWeight.W_600, expand=True)
    return ft.Container(
        ft.Row([shown, away]),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Round.TILE,
        padding=ft.Padding.only(left=Space.EDGE),
    )


def sentence(record: Any, template: Template) -> Text:
    """Return one effect as text."""
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


# --- the bottom --------------------------------------------------------------------------------------------------


def _bottom(
    words: Translate, done: Callable[[], None], grouped: bool, more: bool, turn: Callable[[], None]
) -> ft.Control:
    label = words(Text("Onto the stack"))
    face = ft.Text(label, size=Type.HEAD, weight=ft.FontWeight.W_700, color=ft.Colors.ON_PRIMARY)
    big = press(face, label, done, fill=ft.Colors.PRIMARY, radius=Round.PILL, height=64, expand=True)
    return ft.Row([*([_turn(words, more, turn)] if grouped else []), big], spacing=Space.GAP)


def _turn(words: Translate, more: bool, turn: Callable[[], None]) -> ft.Control:
    """Build the button that toggles common effects and all groups, always in the same place."""
    label = words(Text("Usual effects") if more else Text("More effects"))
    icon = ft.Icons.EXPAND_MORE if more else ft.Icons.APPS
    text = ft.Text(label, size=Type.FINE, text_align=ft.TextAlign.CENTER, max_lines=2, style=ft.TextStyle(height=1.05))
    column = ft.Column(
        [ft.Icon(icon, size=Type.HEAD, color=ft.Colors.ON_SURFACE_VARIANT), text],
        spacing=Space.HAIR,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return press(column, label, turn, fill=fill, radius=Round.PILL, height=64, width=92, pad=Space.TIGHT)
