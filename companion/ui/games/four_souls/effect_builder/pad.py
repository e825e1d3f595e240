"""Effect builder: a card's effects entered by taps, from the templates of the prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from companion.base.value_types import JsonValue
from companion.match.log import format_signed
from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, heading_text
from companion.ui.table.model.choice_layout import fill_holes
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.card_picker.search import has_word_prefix
from companion.ui.widgets.controls import Surface, button_grid, caption, icon_button, input_border, pressable
from companion.ui.widgets.controls import capitalize_first as upper
from companion.ui.widgets.hole_controls import submit_button
from companion.ui.widgets.text_field import TextInput
from rules.engine import Choice, Event, Number, Pick, Records, Template, Text, TextLine
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import RevealedOther
from rules.four_souls.model.item_catalogue import ItemCard, find_played_name

from .chips import OnEffectTap, chip_width, coin_keys, effect_chip, roll_keys, target_chips
from .known_cards import MAX_SUGGESTIONS, as_last_time, card_keys, cards_named, rows_of_found, usual_cards
from .remembered_effects import PlayContext, effect_kind, from_saved_effects, template_of, to_saved_effects
from .selection import Effects, apply_tap, target_options

EFFECTS_KEY, EVENTS_KEY = "effects", "events"
"""Kinds of card memory that hold effects: of what players play, and of cards that the monster deck turns up."""
RECENT_CHIPS_KEY, RECENT_CARDS_KEY = "chips", "loot"
"""Kinds of what was used last: effects fetched from groups, and loot cards of the catalogue."""
MAX_RECENT_CARDS = 12
MemoryOf = Callable[[str], CardMemory]
"""Memory of a kind of cards, or of what was used last."""


@dataclass(frozen=True)
class Storeys:
    """How the effect builder uses its room.

    So many effects stand ``across``. The lower storey has a fixed place if they ``are_fixed``, else both scroll. On a
    page that ``is_low`` the targets are one row, and no effects that were used last follow the common ones.
    """

    across: int
    are_fixed: bool = False
    is_low: bool = False

    @property
    def recent_effects(self) -> int:
        """Number of effects used last that are shown."""
        return 0 if self.is_low else self.across


@ft.component
def EffectBuilder(  # noqa: N802 - Flet's components are named like classes
    choice: Choice,
    play_context: PlayContext,
    memory_of: MemoryOf,
    on_answer: Callable[[Event], object],
    storeys: Storeys,
) -> ft.Control:
    """Build the effect builder in two storeys.

    Above what is played as it is: changes of a roll, coins, known cards and the search. Below, in a fixed place where
    there is room, whom an effect is for, the effects, and one button.

    A key goes onto the stack at once unless something else has been said.
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
    actions = _EffectActions(draft, memory_of, on_answer)
    common, groups = visible_chips(hole.templates, memory_of(RECENT_CHIPS_KEY).recent()[: storeys.recent_effects])
    chips = partial(_chips, draft, storeys.across)
    lines = _effect_lines(effects, hole.templates, draft.tap)
    ends = [
        target_chips(options, chosen, set_chosen, in_one_row=storeys.is_low),
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
    below = [ends[0], chips(common)]
    if storeys.are_fixed:
        return sheet_body(parts, [*below, *ends[1:]], spacing=Space.GAP, stretches=True)
    return sheet_body([*parts, *below], ends[1:], spacing=Space.GAP, stretches=True)


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
        return EVENTS_KEY if isinstance(self.choice.event, RevealedOther) else EFFECTS_KEY

    def tap(self, template: Template, target: Target | None, by: int) -> None:
        """Apply a tap on a chip; taps may be faster than redraws."""
        self.set_effects(lambda before: apply_tap(before, template, target, by, self.hole.most))

    def apply_remembered(self, card: str, data: JsonValue) -> None:
        self.give_name(card)
        self.set_effects(from_saved_effects(data, self.hole.templates, self.play_context, self.chosen))

    def to_event(self) -> Event:
        named = {self.line.name: self._card_name()} if self.line else {}
        return fill_holes(self.choice, **{self.hole.name: self.effects}, **named)

    def _card_name(self) -> str:
        """Return the typed name, or the id of a known loot card of which nothing else is said."""
        known = find_played_name(self.name) if self.line and not self.effects else None
        is_offered = self.line is not None and known in cards_named(self.line.suggestions, find_played_name)
        return known.id if known and is_offered else self.name.strip()

    def save(self, memory_of: MemoryOf) -> None:
        """Save the draft for the next time."""
        used = [template_of(record, self.hole.templates) for record in self.effects]
        memory_of(RECENT_CHIPS_KEY).save_recent(*(effect_kind(one) for one in used if one and one.group))
        if self.effects:
            saved = to_saved_effects(self.effects, self.hole.templates, self.play_context)
            memory_of(self.kind).save(self.name.strip(), saved)


@dataclass(frozen=True)
class _EffectActions:
    """What taps do with the draft: play it, add to it, or play a card that is known."""

    draft: _CardDraft
    memory_of: MemoryOf
    on_answer: Callable[[Event], object]

    def play(self) -> None:
        self._play(self.draft)

    def _play(self, draft: _CardDraft) -> None:
        if self.on_answer(draft.to_event()) is not False:
            draft.save(self.memory_of)

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
        hole, line = self.draft.hole, self.draft.line
        named = {hole.name: (), line.name: card.id} if line else {}
        if self.on_answer(fill_holes(self.draft.choice, **named)) is not False:
            self.memory_of(RECENT_CARDS_KEY).save_recent(card.id, most=MAX_RECENT_CARDS)


def _named_cards(actions: _EffectActions, field: ft.Control) -> list[ft.Control]:
    draft, line, play_card = actions.draft, actions.draft.line, actions.play_card
    others = {name: data for name, data in actions.memory_of(draft.kind).cards().items() if name != draft.name}
    remembered = as_last_time(others, draft.name, draft.apply_remembered)
    if line is None or draft.effects:
        return [field, *remembered]
    kinds = frozenset(map(effect_kind, draft.hole.templates))
    usual = usual_cards(line, actions.memory_of(RECENT_CARDS_KEY).recent(), kinds)
    known = rows_of_found(cards_named(line.suggestions, find_played_name), draft.name, play_card)
    return [*card_keys(usual, play_card), field, *known, *remembered]


def _chips(
    card_draft: _CardDraft, across: int, templates: Sequence[Template], on_tap: OnEffectTap | None = None
) -> ft.Control:
    """Build the chips, ``across`` in a row; by default a tap only adds to the draft."""
    do = on_tap or card_draft.tap
    width = chip_width(across)
    made = [effect_chip(template, card_draft.chosen, card_draft.effects, do, width) for template in templates]
    free = [ft.Container(expand=True) for _ in range(-len(made) % across)]  # all chips have the same width
    return button_grid([*made, *free], across, Space.NEAR)


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
    shown = {effect_kind(template) for template in in_sight}
    others = {effect_kind(template): template for template in templates if effect_kind(template) not in shown}
    fitting = [
        t for t in others.values() if query.strip() and has_word_prefix(translate(t.label or Text("what")), query)
    ]
    return fitting[:MAX_SUGGESTIONS]


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
    label = heading_text(upper(text), 600, expand=True)
    return ft.Container(
        row_of([label, away]),
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
    big = ft.Container(submit_button(translate(Text("Onto the stack")), on_done), expand=True)
    return row_of([*([_toggle_groups_button(shows_groups, on_toggle)] if grouped else []), big], Space.GAP)


def _toggle_groups_button(shows_groups: bool, on_toggle: Callable[[], None]) -> ft.Control:
    label = translate(Text("Usual effects") if shows_groups else Text("More effects"))
    icon = ft.Icons.EXPAND_MORE if shows_groups else ft.Icons.APPS
    text = ft.Text(
        label, size=FontSize.FINE_PRINT, text_align=ft.TextAlign.CENTER, max_lines=2, style=ft.TextStyle(height=1.05)
    )
    column = column_of([ft.Icon(icon, size=FontSize.HEADING, color=MUTED), text], Space.HAIR, CENTER)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return pressable(
        column, label, on_toggle, Surface(fill=fill, radius=Radius.PILL, pad=Space.TIGHT), height=64, width=92
    )
