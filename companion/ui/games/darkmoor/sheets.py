"""Sheets of Darkmoor: a minion, a location, the hero."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.theme import seat_color
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import remark_buttons
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import Surface, bind, capitalize_first, caption, pressable
from rules.darkmoor.view import DarkmoorView, MinionLine
from rules.engine import Displayable, Text

from .board_model import MinionSheet, minion_label, no_hero_text, worth_text
from .sums import CONTROL_BASIS_TEXTS, scoring_table


def minion_sheet(sheets: SheetHost, minion_id: int) -> ft.Control | None:
    """Build a minion's sheet: text, adjacent minions, numbers, tokens and manual actions."""
    lines = _minions_by_id(sheets)
    found = lines.get(minion_id)
    if found is None:
        return None
    adjacent_names = [translate(lines[other].name) for other in found.adjacent_ids if other in lines]
    adjacent_note = (
        [_muted_text(translate(Text("Beside it: {minions}", minions=", ".join(adjacent_names))))]
        if adjacent_names
        else []
    )
    haven_note = [_muted_text(translate(Text("It is safe in the haven.")))] if found.haven else []
    numbers = sheets.tracker_panels(
        [t for t in sheets.context.table_state.trackers if t.key.startswith(f"minion.{minion_id}.")]
    )
    minion_remarks = [remark for remark in sheets.context.remarks if item_id_of(remark) == minion_id]
    manual_controls = (
        [*sheets.manual_adjustment_note(), *remark_buttons(minion_remarks, sheets.intents.remark)]
        if sheets.intents.may_set
        else []
    )
    notes = [*_text(sheets, found.text), *adjacent_note, *haven_note]
    parts = [*notes, *sheets.item_answers(), *numbers, *manual_controls]
    return sheets.build_sheet(sheets.build_heading(found.seat, translate(found.name)), sheet_body(parts))


def location_sheet(sheets: SheetHost, number: int) -> ft.Control | None:
    """Build a location's sheet: text, VP, the horde with its peril, and its haven."""
    places = sheets.context.view_as(DarkmoorView).places
    if number >= len(places):
        return None
    place = places[number]
    hero = sheets.context.view_as(DarkmoorView).hero
    peril = (
        Text("Peril {n} of {most}", n=place.peril, most=hero.threshold) if hero else Text("peril {n}", n=place.peril)
    )
    numbers = sheets.tracker_panels([t for t in sheets.context.table_state.trackers if t.key == f"place.{number}.vp"])
    haven_minions = [_minion_row(sheets, m) for m in place.haven] or [_muted_text(translate(Text("Nobody yet")))]
    control_state = place.control
    controller = sheets.context.seats[control_state.seat] if control_state.seat >= 0 else translate(Text("nobody"))
    control = _muted_text(
        translate(
            Text(
                "As it stands, {who} controls it ({by})", who=controller, by=CONTROL_BASIS_TEXTS[control_state.measure]
            )
        )
    )
    haven = [caption(translate(Text("In the haven"))), *haven_minions, control]
    horde = [_minion_row(sheets, m) for m in place.horde]
    lies = [*([caption(translate(Text("Horde"))), *horde] if horde else []), *haven]
    parts = [*_text(sheets, place.text), _muted_text(translate(peril)), *sheets.item_answers(), *numbers, *lies]
    return sheets.build_sheet(sheets.build_heading(None, translate(place.name)), sheet_body(parts))


def hero_sheet(sheets: SheetHost, _: int) -> ft.Control:
    """Build the hero's sheet: text, threshold, and how many heroes are left."""
    view = sheets.context.view_as(DarkmoorView)
    found = view.hero
    numbers = sheets.tracker_panels(
        [t for t in sheets.context.table_state.trackers if t.key in ("hero.threshold", "heroes.left")]
    )
    title = capitalize_first(translate(found.name if found else no_hero_text(view.heroes)))
    text = _text(sheets, found.text) if found else []
    body = sheet_body([*text, *numbers, *sheets.manual_adjustment_note()])
    return sheets.build_sheet(sheets.build_heading(None, title, found.kind if found else ""), body)


def score_sheet(sheets: SheetHost, _: int) -> ft.Control:
    """Build the scoring as it would be if the game ended now."""
    body = sheet_body(scoring_table(sheets.context.view_as(DarkmoorView)))
    head = sheets.build_heading(None, translate(Text("If it ended now")))
    return sheets.build_sheet(head, body)


def _minions_by_id(sheets: SheetHost) -> dict[int, MinionLine]:
    places = sheets.context.view_as(DarkmoorView).places
    return {m.id: m for place in places for m in (*place.horde, *place.haven)}


def _minion_row(sheets: SheetHost, m: MinionLine) -> ft.Control:
    text = body_text(translate(m.short), 600, expand=True)
    numbers = label_text(translate(Text("peril {peril} · {vp} VP", peril=m.peril, vp=worth_text(m))), color=MUTED)
    stripe = ft.Container(width=6, height=28, bgcolor=seat_color(m.seat), border_radius=Radius.NIB)
    return row_of(
        [
            pressable(
                row_of([stripe, text, numbers], Space.GAP),
                translate(minion_label(m)),
                bind(sheets.intents.open, MinionSheet(m.id)),
                Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH),
                height=48,
                expand=True,
            )
        ]
    )


def _text(sheets: SheetHost, text: Displayable | None) -> list[ft.Control]:
    return [body_text(translate(text))] if text else []


def _muted_text(text: str) -> ft.Control:
    return body_text(text, color=MUTED)
