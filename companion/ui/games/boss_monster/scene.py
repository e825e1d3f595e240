"""Scene of Boss Monster: town, dungeons and the walking hero."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.theme import Space, Type
from companion.ui.table.board.table_items import sayings
from companion.ui.table.context.choice_layout import item_of
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import Aside, OnOpen, PlayerLine, Scene
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.controls import bound, press
from rules.boss_monster.model.events import Activated, Arrived, Cast, Played, Revealed
from rules.engine import Choice, Text

from .cards import choosing, hand
from .dungeons import dungeons
from .reveal import formed, picked


def room(paper: Paper, id: int) -> ft.Control | None:
    """Build a room's sheet: its text, the room below it, its damage and its actions."""
    players = paper.drawn.picture.players
    found = next(((line, room) for line in players for room in line.rooms if room.id == id), None)
    if found is None:
        return None
    line, lying = found
    over = [_said(paper, Text("It lies on {room}.", room=lying.over))] if lying.over else []
    asleep = [_said(paper, Text("It is exhausted until the turn ends."))] if lying.exhausted else []
    text = [ft.Text(paper.words(lying.text), size=Type.BODY)] if lying.text else []
    return _sheet(paper, line.seat, lying.name, [*text, *over, *asleep], f"room.{id}.", id)


def hero(paper: Paper, id: int) -> ft.Control | None:
    """Build a hero's sheet: damage and health, who would get him, and manual moves."""
    view = paper.drawn.picture
    walking = (hero for line in view.players for hero in line.entrance)
    found = next((hero for hero in (*view.town, *walking) if hero.id == id), None)
    if found is None:
        return None
    seats = paper.drawn.seats
    who = Text("As it stands he goes to {who}.", who=seats[found.goes_to]) if found.goes_to >= 0 else None
    said = _said(paper, who or Text("As it stands he stays in town."))
    return _sheet(paper, None, found.name, [said], f"hero.{id}.", id)


def asides(drawn: Drawn) -> tuple[Aside, ...]:
    """Return the button beside the answers that opens the playable spells and abilities."""
    may = any(isinstance(one.event, Cast | Played | Activated) for one in drawn.remarks)
    return ((ft.Icons.AUTO_STORIES, Text("Spells and abilities"), Open("spells", 0)),) if may else ()


def spells(paper: Paper, _: Any) -> ft.Control:
    """Build the sheet of the spells and room abilities that may be used now, with their text."""
    may = [one for one in paper.drawn.remarks if isinstance(one.event, Cast | Played | Activated)]
    said = sayings(paper.words, may, lambda one: _say(paper, one))
    nothing = [] if may else [_said(paper, Text("Nothing can be played now."))]
    told = [_said(paper, one.follows) for one in may if one.follows]
    body = ft.Column([*said, *nothing, *told], spacing=Space.EDGE, tight=True)
    return paper.framed(paper.head(None, paper.words(Text("Spells and abilities"))), body, full=False)


def _say(paper: Paper, one: Choice) -> None:
    """Submit a remark; a spell of a virtual hand opens the hand instead."""
    if isinstance(one.event, Played):
        paper.open(Open("hand", one.event.seat))
    else:
        paper.remark(one)


def belongings(drawn: Drawn, seat: int, open_: OnOpen) -> list[ft.Control]:
    """Build the button that opens the virtual hand."""
    if not drawn.picture.virtual:
        return []
    label = drawn.words(Text("{who}'s cards", who=drawn.seats[seat]))
    face = ft.Row(
        [ft.Icon(ft.Icons.STYLE, size=Type.LEAD), ft.Text(label, size=Type.BODY)], spacing=Space.GAP, tight=True
    )
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return [ft.Row([press(face, label, bound(open_, Open("hand", seat)), fill=fill, height=48, expand=True)])]


def _sheet(paper: Paper, seat: int | None, name: Any, parts: list[ft.Control], key: str, id: int) -> ft.Control:
    numbers = paper.numbers([t for t in paper.drawn.now.trackers if t.key.startswith(key)])
    own = [remark for remark in paper.drawn.remarks if item_of(remark) == id]
    hand = [*paper.by_hand(), *sayings(paper.words, own, paper.remark)] if paper.adjust else []
    body = ft.Column([*parts, *numbers, *hand], spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True)
    return paper.framed(paper.head(seat, paper.words(name)), body, full=True)


def _said(paper: Paper, text: Text) -> ft.Control:
    return ft.Text(paper.words(text), size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT)


def about(drawn: Drawn, seat: int) -> str:
    """Return a player's boss and its XP."""
    line = drawn.lines[seat]
    return drawn.words(Text("{boss}, {n} XP", boss=line.boss, n=line.xp)) if line.boss else ""


SCENE = Scene(
    sign=ft.Icons.FORT,
    picture=dungeons,
    line=PlayerLine(("soul", "wounds")),
    sheets={"room": room, "hero": hero, "spells": spells, "hand": hand, "pick": picked, "form": formed},
    apart=("room.", "hero."),
    about=about,
    belongings=belongings,
    asides=asides,
    cards=choosing,
    opens=(Arrived, Revealed),
)
