"""A game that is over: who won; once it is put away, its last picture, to be looked at and not touched."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.hub import use_table
from companion.seating import Chair
from companion.shelf import lasting, played
from companion.table import Table
from rules.engine import Outcome, Text, Tracker

from . import frame, parts
from .drawn import Drawn
from .felt import lying, piles
from .monsters import Monsters
from .phone import Phone
from .players import Players
from .sheet import Over, sheet
from .shelf import use_deleting, use_export
from .theme import EDGE, GAP, ICONS
from .when import when

Look = tuple[str, int] | None
"""What is looked at: the kind and the number of a player or a monster, or the table; nothing."""
TABLE: Look = ("table", 0)


def ended(words: Callable[[Any], str], seats: Sequence[str], outcome: Outcome) -> ft.Control:
    """Who has won, large."""
    who = ", ".join(seats[seat] for seat in outcome.winners)
    said = Text("{who} wins", "{who} win", who=who, n=len(outcome.winners)) if who else Text("Everybody has lost")
    badges: list[ft.Control] = [parts.badge(seat, seats[seat], 56) for seat in outcome.winners]
    text = ft.Text(words(said), size=34, weight=ft.FontWeight.W_800, text_align=ft.TextAlign.CENTER)
    column = ft.Column(
        [ft.Row(badges, alignment=ft.MainAxisAlignment.CENTER), text],
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        spacing=GAP,
    )
    return ft.Container(column, padding=24, alignment=ft.Alignment.CENTER)


def at_the_end(words: Callable[[Any], str], away: parts.Do) -> ft.Control:
    """What is left to tap at a table whose game has just ended."""
    says = frame.quiet(
        words(Text("Not so? Undo takes back what ended it, and any number can be corrected.")),
        text_align=ft.TextAlign.CENTER,
    )
    button = frame.main_button(words(Text("Put the game away")), away, ft.Icons.INVENTORY_2_OUTLINED)
    return ft.Column([says, ft.Row([button])], spacing=GAP, tight=True, horizontal_alignment=STRETCH)


STRETCH = ft.CrossAxisAlignment.STRETCH


@ft.component
def Kept(phone: Phone, table: Table) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """The last picture of a game that was put away. No tap changes it but the one that takes it out again."""
    use_table(table)
    looked, look = ft.use_state(frame.NOTHING)
    told, say = ft.use_state(frame.NOTHING)
    page = ft.context.page
    export = use_export(phone, say)
    ask = use_deleting(phone, say, lambda: phone.go("/"))
    chair = phone.chair(table.match.id)
    drawn = Drawn(table.now_for(chair), (), phone.words, page.width or 390, page.height or 844)
    body = [
        *([frame.warning(phone.words(told))] if told else []),
        *([frame.warning(phone.words(table.warning))] if table.warning else []),
        ended(phone.words, drawn.seats, drawn.now.state.outcome),
        _when(phone, table),
        *_picture(drawn, look),
        parts.quiet(
            phone.words(Text("How it went")), lambda: phone.go(f"/table/{table.match.id}/history"), ft.Icons.HISTORY
        ),
    ]
    view = _page(phone, drawn, body, _foot(phone, table, chair, export, ask))
    return Over(view, _paper(drawn, looked, lambda: look(None)), lambda: look(None))


def _page(phone: Phone, drawn: Drawn, body: list[ft.Control], foot: ft.Control) -> ft.Control:
    head = frame.head(drawn.title, phone.words(Text("Back")), lambda: phone.go("/"))
    scrolling = ft.Column(body, spacing=12, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)
    column = ft.Column(
        [
            head,
            ft.Container(scrolling, padding=ft.Padding.symmetric(horizontal=EDGE), expand=True),
            ft.Container(foot, padding=EDGE),
        ],
        spacing=0,
        expand=True,
        width=frame.width(),
    )
    row = ft.Row([column], alignment=ft.MainAxisAlignment.CENTER, expand=True)
    return ft.Container(ft.SafeArea(row, expand=True), bgcolor=ft.Colors.SURFACE, expand=True)


def _when(phone: Phone, table: Table) -> ft.Control:
    """When it ended, and how long it was played."""
    match = table.match
    ago = when(phone.words, match.finished or match.last, time.time())
    long = lasting(played(match.created, (line.entry.at for line in table.story.lines)))
    said = f"{parts.sentence(ago)} · {phone.words(long)}"
    return frame.quiet(said, text_align=ft.TextAlign.CENTER)


def _foot(
    phone: Phone, table: Table, chair: Chair, export: Callable[[str], Any], ask: Callable[[Any], Any]
) -> ft.Control:
    """What can be done with the whole game: on a guest's phone only to go on with it, and looking on nothing."""
    words, match = phone.words, replace(table.match, entries=table.now.seq)

    async def write() -> None:
        await export(match.id)

    out = parts.quiet(words(Text("Export")), write, ft.Icons.FILE_DOWNLOAD_OUTLINED, expand=True)
    gone = parts.quiet(words(Text("Delete")), parts.bound(ask, match), ft.Icons.DELETE_OUTLINE, expand=True)
    on = ft.OutlinedButton(
        words(Text("Go on playing")),
        icon=ft.Icons.PLAY_CIRCLE_OUTLINE,
        on_click=lambda event: table.go_on(chair),
        height=52,
        expand=True,
    )
    tools = [ft.Row([out, gone], spacing=GAP)] if chair.host else []
    return ft.Column([*tools, *([] if chair.watches else [ft.Row([on])])], spacing=GAP, tight=True)


# --- what lies there ---------------------------------------------------------------------------------------------


def _picture(drawn: Drawn, look: Callable[[Look], Any]) -> list[ft.Control]:
    """Players, monsters and the rest as they were; a tap shows all that is known of one."""
    shown: list[ft.Control] = []
    monsters = getattr(drawn.picture, "monsters", ())
    if monsters:
        shown.append(Monsters(drawn.words, monsters, {}, lambda id: look(("monster", id))))
    players = Players(
        drawn.words, drawn.seats, drawn.now.trackers, drawn.lines, {}, lambda seat: look(("player", seat)), False
    )
    rest = any(True for _ in lying(drawn.picture)) or any(_loose(tracker) for tracker in drawn.now.trackers)
    table = parts.quiet(drawn.words(Text("The table")), lambda: look(TABLE), ft.Icons.TABLE_RESTAURANT)
    return [*shown, players, *([table] if rest else [])]


def _paper(drawn: Drawn, looked: Look, close: parts.Do) -> ft.Control | None:
    """The sheet of what is looked at."""
    if looked is None:
        return None
    kind, number = looked
    title, said = _about(drawn, kind, number)
    numbers = [_number(drawn, tracker) for tracker in drawn.now.trackers if _of(tracker, kind, number)]
    body = ft.Column([*said, *numbers], spacing=10, tight=True, scroll=ft.ScrollMode.AUTO)
    head = ft.Text(title, size=21, weight=ft.FontWeight.W_700)
    return sheet(head, body, drawn.words(Text("Close")), close, full=False, wide=drawn.wide)


def _about(drawn: Drawn, kind: str, number: int) -> tuple[str, list[ft.Control]]:
    """What it is called, and what is said of it."""
    if kind == "table":
        return drawn.words(Text("The table")), piles(drawn.words, drawn.picture)
    if kind == "monster":
        found = next(m for m in drawn.picture.monsters if m.id == number)
        return drawn.words(found.name), [frame.quiet(drawn.words(found.effect))] if found.effect else []
    line = drawn.lines.get(number)
    known = [drawn.words(one) for one in (getattr(line, "character", None), getattr(line, "item", None)) if one]
    return drawn.seats[number], [frame.quiet(" · ".join(known))] if known else []


def _of(tracker: Tracker, kind: str, number: int) -> bool:
    match kind:
        case "player":
            return bool(tracker.seat == number)
        case "monster":
            return tracker.seat is None and tracker.key.startswith(f"monster.{number}.")
    return _loose(tracker)


def _loose(tracker: Tracker) -> bool:
    """Whether it is nobody's, and no monster's."""
    return tracker.seat is None and not tracker.key.startswith("monster.")


def _number(drawn: Drawn, tracker: Tracker) -> ft.Control:
    """A number with its name, and no keys."""
    full = "" if tracker.full is None else f"/{tracker.full}"
    return ft.Row(
        [
            ft.Icon(ICONS[tracker.icon], size=20, color=ft.Colors.ON_SURFACE_VARIANT),
            ft.Text(parts.sentence(drawn.words(tracker.label)), size=16, expand=True),
            ft.Text(f"{tracker.value}{full}", size=18, weight=ft.FontWeight.W_700),
        ],
        spacing=10,
    )
