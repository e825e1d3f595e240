"""Cards, tiles and tokens in front of a monster, and the sheets of cards and of the curse."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.games.king_of_tokyo.model import STATE_SIGNS, CardSheet, monster_states
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import remark_buttons
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import Action, Surface, bind, pressable
from rules.engine import Displayable, Name, Text
from rules.king_of_tokyo.turn.view import CardLine, MonsterLine, TokyoView

from .board_model import NO_SEAT, buy_choices
from .signs import CARD_SIGN

# --- in front of a monster ---------------------------------------------------------------------------------------


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build a monster's cards and tiles by name, then its tokens and states."""
    line = context.lines_as(MonsterLine)[seat]
    card_buttons = [_card_button(card, bind(open_sheet, CardSheet(card.id))) for card in (*line.cards, *line.tiles)]
    tokens: list[ft.Control] = [_token(STATE_SIGNS[state], translate(said)) for state, said in monster_states(line)]
    return [wrapped_row(row, Space.GAP) for row in (card_buttons, tokens) if row]


def _card_button(card: CardLine, on_open: Action) -> ft.Control:
    name = body_text(translate(card.name), 600)
    counters = [label_text(f"×{card.counters}", color=MUTED)] if card.counters else []
    said = Text("{n} counter", "{n} counters", n=card.counters)
    label = translate(Text("{item}: {what}", item=card.name, what=said) if counters else card.name)
    face = row_of([sign_icon(CARD_SIGN, FontSize.BODY, ft.Colors.PRIMARY), name, *counters], Space.NEAR, tight=True)
    edge, pad = ft.BorderSide(1, ft.Colors.OUTLINE), ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(face, label, on_open, Surface(edge=edge, radius=Radius.TILE, pad=pad), height=44)


def _token(sign: Sign, label: str) -> ft.Control:
    return row_of([sign_icon(sign, FontSize.BODY), label_text(label, color=MUTED)], Space.TIGHT, tight=True)


# --- sheets ------------------------------------------------------------------------------------------------------


def card_sheet(sheets: SheetHost, card_id: int) -> ft.Control | None:
    """Build the sheet of a monster's card or tile: its text, counters and current actions."""
    context = sheets.context
    found = (
        (seat, one)
        for seat, line in context.lines_as(MonsterLine).items()
        for one in (*line.cards, *line.tiles)
        if one.id == card_id
    )
    seat, card = next(found, (NO_SEAT, None))
    if card is None:
        return None
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    parts = [
        *_effect(card.effect),
        *sheets.item_answers(),
        *remark_buttons([choice for choice in choices if item_id_of(choice) == card_id], sheets.choose),
        *sheets.tracker_panels(
            [t for t in context.table_state.trackers if t.key == f"held.{card_id}.counters"], across=1
        ),
        *sheets.fact_rows([fact for fact in context.table_state.facts if fact.key.startswith(f"held.{card_id}.")]),
        *remark_buttons([remark for remark in context.remarks if item_id_of(remark) == card_id], sheets.intents.remark),
    ]
    return sheets.build_sheet(
        sheets.build_heading(seat, translate(card.name), _other_name(card.name)), sheet_body(parts)
    )


def offer_sheet(sheets: SheetHost, k: int) -> ft.Control | None:
    """Build the sheet of a card face up: text, cost, and the purchase while it is offered."""
    cards = sheets.context.view_as(TokyoView).shop
    if k >= len(cards):
        return None
    card = cards[k]
    costs = translate(Text("Costs {n} energy", n=card.cost)) if card.effect else ""
    head = sheets.build_heading(None, translate(card.name), " · ".join(filter(None, (costs, _other_name(card.name)))))
    parts = [*_effect(card.effect), *remark_buttons(buy_choices(sheets.context, k), sheets.choose)]
    return sheets.build_sheet(head, sheet_body(parts))


def curse_sheet(sheets: SheetHost, _: int) -> ft.Control | None:
    """Build the sheet of the curse: its permanent effect and those of the die of fate."""
    current = sheets.context.view_as(TokyoView).curse
    if current is None:
        return None
    lines = [
        _titled_text(Text("Always"), current.always),
        _titled_text(Text("Ankh"), current.ankh),
        _titled_text(Text("Snake"), current.snake),
    ]
    head = sheets.build_heading(None, translate(current.name), translate(Text("The curse on everybody")))
    return sheets.build_sheet(head, sheet_body(lines))


def _other_name(name: Displayable) -> str:
    """Return a card's name in the other language (KT-A15).

    Empty if both names are the same, or the name was typed.
    """
    both = (name.es, name.en) if isinstance(name, Name) else ()
    return next((other for other in both if other != translate(name)), "")


def _effect(effect: Displayable | None) -> list[ft.Control]:
    return [body_text(translate(effect))] if effect else []


def _titled_text(title: Text, text: Displayable) -> ft.Control:
    name = label_text(translate(title), 600, ft.Colors.PRIMARY)
    return column_of([name, body_text(translate(text))], 0)
