"""Effect builder: a card's effects entered by taps, from the templates of the prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from companion.access.permissions import Access
from companion.base.value_types import JsonValue
from companion.match.log import format_signed
from companion.storage.matches import StorageError
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.session.error_boundary import failure_of
from companion.ui.table.context.choice_layout import fill_holes
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.search import has_word_prefix, normalize_for_search
from companion.ui.widgets.controls import bind, button_grid, caption, icon_button, input_border, pressable
from companion.ui.widgets.controls import capitalize_first as upper
from companion.ui.widgets.text_field import TextInput
from rules.engine import Choice, Event, Number, Pick, Records, Template, Text, TextLine
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import RevealedOther
from rules.four_souls.model.item_catalogue import ItemCard, find_played_name

from .chips import OnEffectTap, coin_keys, effect_chip, roll_keys, target_chips
from .known_cards import card_keys, card_rows, found_cards, offered_cards, usual_cards
from .recent import effect_kind, recent_cards, recent_chips, save_recent_card, save_recent_chips
from .remembered_effects import (
    PlayContext,
    SavedEffect,
    from_saved_effects,
    template_of,
    to_saved_effects,
)
from .selection import Effects, apply_tap, target_options

EFFECTS_KEY, EVENTS_KEY = "effects", "events"
"""Kinds of card memory that hold effects: of what players play, and of cards that the monster deck turns up."""
MAX_SUGGESTIONS = 6


@ft.component
def EffectBuilder(  # noqa: N802 - Flet's components are named like classes
    game: str,
    choice: Choice,
    play_context: PlayContext,
    access: Access,
    on_answer: Callable[[Event], object],
    across: int,
    tell: Callable[[Text], object] = lambda text: None,
) -> ft.Control:
    """Build the effect builder.

    Changes of a roll, coins and usual effects first, ``across`` in a row, then the search; one button.

    A key goes onto the stack at once unless something else has been said. ``tell`` says that a card could not be kept.
    """
    hole = choice.template.required_hole(Records)
    line = choice.template.hole(TextLine)
    options = target_options(hole.templates, _first_targets(hole.templates, play_context))
    no_effects: Effects = ()
    effects, set_effects = ft.use_state(no_effects)
    name, set_name = ft.use_state("")
    field_version, set_field_version = ft.use_state(0)  # a new one shows a text that was not typed
    chosen, set_chosen = ft.use_state(options[0].value if options else None)
    shows_groups, set_shows_groups = ft.use_state(False)

    def give_name(card: str) -> None:
        set_name(card)
        set_field_version(field_version + 1)

    draft = _CardDraft(choice, hole, line, play_context, effects, set_effects, name, give_name, chosen)
    actions = _EffectActions(draft, access, game, on_answer, tell)
    common, groups = visible_chips(hole.templates, recent_chips(access, game)[:across])
    chips = partial(_chips, draft, across)
    lines = _effect_lines(effects, hole.templates, draft.tap)
    ends = [
        target_chips(options, chosen, set_chosen),
        _bottom(actions.play, bool(groups), shows_groups, lambda: set_shows_groups(not shows_groups)),
    ]
    if shows_groups:  # the groups replace the other controls
        grouped = [part for label, of in groups.items() for part in (caption(translate(label)), chips(of))]
        return sheet_body([*lines, *grouped], ends, spacing=Space.GAP, stretches=True)
    parts = [
        *lines,
        *roll_keys(hole.templates, bool(effects), actions.tap_key),
        *coin_keys(hole.templates, chosen, bool(effects), actions.tap_key),
    ]
    if line is not None:
        parts += _named_cards(actions, _name(line, name, set_name, field_version))
        if found := _found(hole.templates, common, name):
            parts.append(chips(found, on_tap=actions.tap_found))
    return sheet_body([*parts, ends[0], chips(common)], ends[1:], spacing=Space.GAP, stretches=True)


@dataclass(frozen=True)
class _CardDraft:
    """Draft of a card's effects, and what taps change in it."""

    choice: Choice
    hole: Records
    line: TextLine | None
    play_context: PlayContext
    effects: Effects
    set_effects: Callable[[Effects | Callable[[Effects], Effects]], None]
    name: str
    give_name: Callable[[str], object]
    chosen: Target | None
    """Target of the next chip."""

    @property
    def kind(self) -> str:
        """Kind of card memory to which the card belongs."""
        return EVENTS_KEY if isinstance(self.choice.event, RevealedOther) else EFFECTS_KEY

    def tap(self, template: Template, target: Target | None, by: int) -> None:
        """Apply a tap on a chip; taps may be faster than redraws."""
        self.set_effects(lambda before: apply_tap(before, template, target, by, self.hole.most))

    def apply_remembered(self, card: str, data: JsonValue) -> None:
        """Replace the effects by the saved ones of a card with that name."""
        self.give_name(card)
        self.set_effects(from_saved_effects(data, self.hole.templates, self.play_context, self.chosen))

    def to_event(self) -> Event:
        """Return the draft as an answer."""
        named = {self.line.name: self._card_name()} if self.line else {}
        return fill_holes(self.choice, **{self.hole.name: self.effects}, **named)

    def _card_name(self) -> str:
        """Return the typed name, or the id of a known loot card of which nothing else is said."""
        known = find_played_name(self.name) if self.line and not self.effects else None
        is_offered = self.line is not None and known in offered_cards(self.line.suggestions)
        return known.id if known and is_offered else self.name.strip()

    def save(self, access: Access, game: str) -> Text | None:
        """Save the draft for the next time; return the reason if the card cannot be saved."""
        save_recent_chips(access, game, self.effects, self.hole.templates)
        if not self.name.strip() or not self.effects:
            return None
        saved = to_saved_effects(self.effects, self.hole.templates, self.play_context)
        return remember_effects(access, game, self.name.strip(), saved, self.kind)


@dataclass(frozen=True)
class _EffectActions:
    """What taps do with the draft: play it, add to it, or play a card that is known."""

    draft: _CardDraft
    access: Access
    game: str
    on_answer: Callable[[Event], object]
    tell: Callable[[Text], object]
    """Says that a card could not be kept."""

    def play(self) -> None:
        """Play the draft, and save its card for the next time."""
        self._play(self.draft)

    def _play(self, draft: _CardDraft) -> None:
        if self.on_answer(draft.to_event()) is False:
            return
        problem = draft.save(self.access, self.game)
        if problem is not None:
            self.tell(Text("The card counts, but it could not be kept: {why}", why=problem))

    def tap_key(self, template: Template, target: Target | None, n: int) -> None:
        """Play a key's effect at once, unless something else has been said: then add it."""
        if self.draft.effects:
            self.draft.tap(template, target, n)
        else:
            self._play(replace(self.draft, effects=apply_tap((), template, target, n)))

    def tap_found(self, template: Template, target: Target | None, by: int) -> None:
        """Add an effect that the search has found, whose words are no card's name."""
        self.draft.give_name("")
        self.draft.tap(template, target, by)

    def play_card(self, card: ItemCard) -> None:
        """Play a card whose effects are known."""
        hole, line = self.draft.hole, self.draft.line
        named = {hole.name: (), line.name: card.id} if line else {}
        if self.on_answer(fill_holes(self.draft.choice, **named)) is not False:
            save_recent_card(self.access, self.game, card.id)


def _named_cards(actions: _EffectActions, field: ft.Control) -> list[ft.Control]:
    """Build the cards that a tap plays: those played last, and those that the name finds."""
    draft, access, game, play_card = actions.draft, actions.access, actions.game, actions.play_card
    if draft.line is None:
        return [field]
    kinds = frozenset(map(effect_kind, draft.hole.templates))
    usual = () if draft.effects else usual_cards(draft.line, recent_cards(access, game), kinds)
    known = () if draft.effects else found_cards(draft.line, draft.name)
    return [
        *card_keys(usual, play_card),
        field,
        *card_rows(known, play_card),
        _memory(remembered_cards(access, game, draft.kind), draft.name, draft.apply_remembered),
    ]


def _chips(
    card_draft: _CardDraft,
    across: int,
    templates: Sequence[Template],
    on_tap: OnEffectTap | None = None,
) -> ft.Control:
    """Build the chips, ``across`` in a row; by default a tap only adds to the draft."""
    do = on_tap or card_draft.tap
    made = [effect_chip(template, card_draft.chosen, card_draft.effects, do) for template in templates]
    free = [ft.Container(expand=True) for _ in range(-len(made) % across)]  # all chips have the same width
    return button_grid([*made, *free], across, 6)


def _first_targets(templates: Sequence[Template], play_context: PlayContext) -> list[Target]:
    """Return the first targets: the acting seat, then the monster under attack."""
    values = [option.value for template in templates if (pick := template.hole(Pick)) for option in pick.options]
    own = [v for v in values if (v.kind, v.id) == ("seat", play_context.seat)]
    fought = [v for v in values if (v.kind, v.id) == ("monster", play_context.attacked_monster_id)]
    return [*own[:1], *fought[:1]]


# --- what is in sight --------------------------------------------------------------------------------------------


def visible_chips(
    templates: Sequence[Template], recent_kinds: Sequence[str]
) -> tuple[list[Template], dict[Text, list[Template]]]:
    """Return the visible chips, and all others by group.

    The common chips always have the same place; those used last at this table follow.
    """
    common = [template for template in templates if template.group is None]
    fetched = {effect_kind(template): template for template in templates if template.group}
    groups: dict[Text, list[Template]] = {}
    for template in fetched.values():
        groups.setdefault(template.group or Text(""), []).append(template)
    return [*common, *(fetched[key] for key in recent_kinds if key in fetched)], groups


def _found(templates: Sequence[Template], in_sight: Sequence[Template], query: str) -> list[Template]:
    """Return the effects with a name that matches the search, besides those in sight."""
    shown = {effect_kind(template) for template in in_sight}
    others = {effect_kind(template): template for template in templates if effect_kind(template) not in shown}
    fitting = [
        t for t in others.values() if query.strip() and has_word_prefix(translate(t.label or Text("what")), query)
    ]
    return fitting[:MAX_SUGGESTIONS]


# --- the card memory ---------------------------------------------------------------------------------------------


def remembered_cards(access: Access, game: str, kind: str = EFFECTS_KEY) -> dict[str, JsonValue]:
    """Return the saved effects of that kind by card name."""
    with suppress(StorageError):  # the effect builder works without it
        return access.cards(game, kind)
    return {}


def remember_effects(
    access: Access, game: str, name: str, data: list[SavedEffect], kind: str = EFFECTS_KEY
) -> Text | None:
    """Save a card's effects under its name; a known name keeps its spelling.

    Return the reason if they cannot be saved.
    """
    cards, spelled = remembered_cards(access, game, kind), normalize_for_search(name)
    known = next((card for card in cards if normalize_for_search(card) == spelled), name)
    return failure_of(lambda: access.save_card(game, kind, known, data))


def _memory(
    known: dict[str, JsonValue],
    name: str,
    on_known_card: Callable[[str, JsonValue], None],
) -> ft.Control:
    fitting = [card for card in known if has_word_prefix(card, name) and card != name][:MAX_SUGGESTIONS]
    if not fitting:
        return ft.Container(height=0)
    chips = [_known(card, bind(on_known_card, card, known[card])) for card in fitting]
    return ft.Row(chips, wrap=True, spacing=Space.NEAR, run_spacing=Space.NEAR)


def _known(card: str, do: Callable[[], None]) -> ft.Control:
    face = ft.Row(
        [ft.Icon(ft.Icons.REPLAY, size=FontSize.BODY, color=ft.Colors.PRIMARY), ft.Text(card, size=FontSize.BODY)],
        tight=True,
        spacing=Space.NEAR,
    )
    name = translate(Text("{card}, as last time", card=card))
    edge = ft.BorderSide(1, ft.Colors.PRIMARY)
    return pressable(
        face, name, do, edge=edge, radius=Radius.PILL, height=44, pad=ft.Padding.symmetric(horizontal=Space.EDGE)
    )


def _name(line: TextLine, name: str, set_name: Callable[[str], object], version: int) -> ft.Control:
    """Build the field of the card's name, which also finds effects.

    A new ``version`` replaces what was typed.
    """
    style: dict[str, Any] = {"counter": ft.Container(width=0, height=0), "border": input_border(), "dense": True}
    field: ft.Control = TextInput(
        translate(Text("Look for an effect, or name the card")),
        name,
        set_name,
        max_length=line.max_length,
        capitalization=ft.TextCapitalization.SENTENCES,
        key=f"name {version}",
        **style,
    )
    return field


# --- what has been said ------------------------------------------------------------------------------------------


def _effect_lines(effects: Effects, templates: Sequence[Template], on_tap: OnEffectTap) -> list[ft.Control]:
    built = [(record, template_of(record, templates)) for record in effects]
    return [_line(record, template, on_tap) for record, template in built if template]


def _line(record: Effect, template: Template, on_tap: OnEffectTap) -> ft.Control:
    pick, number = template.hole(Pick), template.hole(Number)
    target = getattr(record, pick.name) if pick else None
    text = translate(effect_text(record, template))
    undo = -getattr(record, number.name) if number else 1
    away = icon_button(
        ft.Icons.CLOSE, translate(Text("Take away: {what}", what=text)), lambda: on_tap(template, target, undo), 20
    )
    label = ft.Text(upper(text), size=FontSize.HEADING, weight=ft.FontWeight.W_600, expand=True)
    return ft.Container(
        ft.Row([label, away]),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Radius.TILE,
        padding=ft.Padding.only(left=Space.EDGE),
    )


def effect_text(record: Effect, template: Template) -> Text:
    """Return one effect as text."""
    pick, number = template.hole(Pick), template.hole(Number)
    what = template.label or Text("what")
    if number is not None:
        by = getattr(record, number.name)
        what = Text("{by} {what}", by=format_signed(by) if number.low < 0 else str(by), what=what)
    if pick is None:
        return what
    target = getattr(record, pick.name)
    label = next(option.label for option in pick.options if option.value == target)
    return Text("{target}: {what}", target=label, what=what)


# --- the bottom --------------------------------------------------------------------------------------------------


def _bottom(
    on_done: Callable[[], None], grouped: bool, shows_groups: bool, on_toggle: Callable[[], None]
) -> ft.Control:
    label = translate(Text("Onto the stack"))
    face = ft.Text(label, size=FontSize.HEADING, weight=ft.FontWeight.W_700, color=ft.Colors.ON_PRIMARY)
    big = pressable(face, label, on_done, fill=ft.Colors.PRIMARY, radius=Radius.PILL, height=64, expand=True)
    return ft.Row([*([_toggle_groups_button(shows_groups, on_toggle)] if grouped else []), big], spacing=Space.GAP)


def _toggle_groups_button(shows_groups: bool, on_toggle: Callable[[], None]) -> ft.Control:
    """Build the button that toggles common effects and all groups, always in the same place."""
    label = translate(Text("Usual effects") if shows_groups else Text("More effects"))
    icon = ft.Icons.EXPAND_MORE if shows_groups else ft.Icons.APPS
    text = ft.Text(
        label, size=FontSize.FINE_PRINT, text_align=ft.TextAlign.CENTER, max_lines=2, style=ft.TextStyle(height=1.05)
    )
    column = ft.Column(
        [ft.Icon(icon, size=FontSize.HEADING, color=ft.Colors.ON_SURFACE_VARIANT), text],
        spacing=Space.HAIR,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return pressable(column, label, on_toggle, fill=fill, radius=Radius.PILL, height=64, width=92, pad=Space.TIGHT)
