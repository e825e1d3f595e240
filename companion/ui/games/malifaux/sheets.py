"""Sheets of Malifaux: the crew form, a model, a hand."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.theme import Space, Type
from companion.ui.signs.playing_cards import Hand
from companion.ui.table.board.table_items import sayings
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.controls import bound, keyed, press
from rules.engine import Choice, Text
from rules.malifaux.model.fate_deck import UNKNOWN

from .muster import Muster
from .table import QUIET, stands


def muster(paper: Paper, like: Choice) -> ft.Control | None:
    """Build the form of a crew, its soulstones and schemes."""
    choice = paper.drawn.choice(like)
    if choice is None:
        return None
    form = keyed(Muster, f"crew {choice.seat}", paper.words, choice, paper.access, paper.answer)
    return paper.framed(paper.head(choice.seat, paper.words(choice.label)), form)


def model(paper: Paper, id: int) -> ft.Control | None:
    """Build a model's sheet: wounds, conditions and actions."""
    drawn, words = paper.drawn, paper.words
    found = next(((seat, m) for seat, line in drawn.lines.items() for m in line.crew if m.id == id), None)
    if found is None:
        return None
    seat, one = found
    wounds = paper.numbers([t for t in drawn.now.trackers if t.key == f"model.{id}.wounds"], across=1)
    lines = [_condition(paper, name, turns) for name, turns in one.conditions]
    remarks = [remark for remark in drawn.remarks if remark.seat == seat and hasattr(remark.event, "model")]
    lifted = [remark for remark in drawn.remarks if remark.seat == seat and hasattr(remark.event, "condition")]
    said = sayings(words, [*remarks, *(r for r in lifted if not hasattr(r.event, "model"))], paper.remark)
    head = paper.head(seat, words(one.name), stands(words, one))
    return paper.framed(head, ft.Column([*wounds, *lines, *said], spacing=Space.EDGE, tight=True), full=False)


def _condition(paper: Paper, name: Any, turns: int) -> ft.Control:
    lasts = Text("until the end of the turn", "for {n} more turns", n=turns) if turns else Text("stays")
    sign = ft.Icon(ft.Icons.FLARE, size=Type.LEAD, color=ft.Colors.ERROR)
    text = ft.Text(f"{paper.words(name)} · {paper.words(lasts)}", size=Type.BODY)
    return ft.Row([sign, text], spacing=Space.GAP)


def hand(paper: Paper, seat: int) -> ft.Control | None:
    """Build a player's cards and schemes for that player only; others see how many."""
    drawn, words = paper.drawn, paper.words
    line = drawn.lines.get(seat)
    if line is None:
        return None
    own = drawn.chair.seat == seat
    told = [remark for remark in drawn.remarks if remark.seat == seat and hasattr(remark.event, "cards")]
    parts: list[ft.Control] = []
    if readable(drawn, seat):
        empty = words(Text("No cards in the hand"))
        said = words(Text("Schemes: {what}", what=line.schemes)) if line.schemes else ""
        parts.append(keyed(Hand, f"hand {seat}", words, line.hand, line.name, own, empty, said))
    else:
        secret = words(Text("{who}'s hand is on {who}'s phone.", who=line.name))
        parts.append(ft.Text(secret, size=Type.BODY, color=QUIET))
    body = ft.Column([*parts, *sayings(words, told, paper.remark)], spacing=Space.ROOM, scroll=ft.ScrollMode.AUTO)
    return paper.framed(paper.head(seat, words(Text("{who}'s fate deck", who=line.name))), body)


def readable(drawn: Any, seat: int) -> bool:
    """Return whether this device may show that hand."""
    line = drawn.lines[seat]
    return all(face.value != UNKNOWN for face in line.hand) and drawn.chair.seat in (None, seat)


def belongings(drawn: Any, seat: int, open_: Any) -> list[ft.Control]:
    """Build the button to the hand and schemes, if there are any."""
    line = drawn.lines[seat]
    if not (drawn.picture.virtual or line.schemes):
        return []
    label = drawn.words(Text("Hand and schemes"))
    face = ft.Row(
        [ft.Icon(ft.Icons.STYLE, size=Type.LEAD), ft.Text(label, size=Type.BODY)], spacing=Space.GAP, tight=True
    )
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return [ft.Row([press(face, label, bound(open_, Open("hand", seat)), fill=fill, height=48, expand=True)])]
