"""Spells and abilities that may be used now: a button for each, with what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.games.boss_monster.model import USES, HandSheet
from companion.ui.table.model.choice_layout import fill_holes
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.picker import CardPicker, Picker
from companion.ui.widgets.card_picker.search import CardMatch
from companion.ui.widgets.controls import bind, button_grid, keyed_component
from companion.ui.widgets.hole_controls import choice_chip, option_button
from companion.ui.widgets.page_frame import hint_text
from rules.boss_monster.model.events import Cast, Played
from rules.engine import Choice, Event, Option, Pick, Text

SEARCH_THRESHOLD = 4
"""Number of spells above which there is a search field."""
NAME_OR_EFFECT = Text("Its name, or what it does")
"""Label of a search that finds cards by what they do as well."""


def spells_sheet(sheets: SheetHost, _: int) -> ft.Control:
    """Build the sheet of spells and room abilities that may be used now, with effects."""
    remarks = [one for one in sheets.context.remarks if isinstance(one.event, USES)]
    casts = tuple(one for one in remarks if isinstance(one.event, Cast))
    others = [_use_button(sheets, one) for one in remarks if one not in casts]
    nothing = [] if remarks else [hint_text(translate(Text("Nothing can be played now.")))]
    head = sheets.build_heading(None, translate(Text("Spells and abilities")))
    if not casts:
        return sheets.build_sheet(head, sheet_body([*others, *nothing]))
    return sheets.build_sheet(head, _spell_list(sheets, casts, others))


def own_spells_sheet(sheets: SheetHost, seat: int) -> ft.Control | None:
    """Build the sheet of the spells that one player may play now; None if there is none."""
    remarks = sheets.context.remarks
    casts = tuple(one for one in remarks if one.seat == seat and isinstance(one.event, Cast))
    if not casts:
        return None
    head = sheets.build_heading(seat, translate(casts[0].label))
    return sheets.build_sheet(head, _spell_list(sheets, casts, []))


def _spell_list(sheets: SheetHost, casts: tuple[Choice, ...], abilities: Sequence[ft.Control]) -> ft.Control:
    return keyed_component(
        SpellList,
        sheets.context.table_state.prompt_id,
        casts,
        sheets.context.seats,
        sheets.context.role.seat,
        abilities,
        sheets.intents.say,
    )


def _use_button(sheets: SheetHost, remark: Choice) -> ft.Control:
    """Build the button of an ability, with its effect on it.

    Of a virtual hand, what opens the hand.
    """
    option = Option(remark, remark.label, stake=remark.consequence)
    on_tap = (
        bind(sheets.intents.open, HandSheet(remark.event.seat))
        if isinstance(remark.event, Played)
        else bind(sheets.intents.remark, remark)
    )
    return row_of([option_button(option, on_tap, expand=True)])


@ft.component
def SpellList(  # noqa: N802 - named like a class
    casts: tuple[Choice, ...],
    names: Sequence[str],
    own_seat: int | None,
    abilities: Sequence[ft.Control],
    on_cast: Callable[[Event], object],
) -> ft.Control:
    """Who plays a spell, where there is a choice.

    Below the spells of this phase, a tap on one plays it.
    """
    seats = [choice.seat or 0 for choice in casts]
    seat, set_seat = ft.use_state(own_seat if own_seat in seats else seats[0])
    choice = next((one for one in casts if one.seat == seat), casts[0])
    who = [_seat_button(one, names[one], one == choice.seat, set_seat) for one in seats]
    options = choice.template.required_hole(Pick).options
    return CardPicker(
        Picker(
            lambda: [CardMatch(option, option.label, effect=option.stake) for option in options],
            lambda card, _: on_cast(fill_holes(choice, spell=card.record.value)),
            lambda card, on_tap: option_button(card.record, on_tap),
            label=NAME_OR_EFFECT,
            search_above=SEARCH_THRESHOLD,
            with_effects=True,
            first=[*abilities, *([button_grid(who, 2, Space.NEAR)] if len(who) > 1 else [])],
        )
    )


def _seat_button(seat: int, name: str, is_chosen: bool, on_choose: Callable[[int], object]) -> ft.Control:
    label = translate(Text("{who} plays a spell", who=name))
    return choice_chip(name, bind(on_choose, seat), is_chosen, spoken=label, height=48, expand=True)
