"""Rule sheet: the rule in our own words, and how it changed which number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import flet as ft

from companion.match.log import LogLine
from companion.match.table import Table
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, heading_text, name_text
from companion.ui.state import use_optional
from companion.ui.table.intents import Explanation
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bind, icon_button
from rules.engine import Change, Game, Name, Note, State, Text

COMPANION_RULES = {
    "X-01": Text("The app says at every moment who decides and about what."),
    "X-02": Text("What waits on the stack is resolved by one button; a phase is left by another, in another place."),
    "X-03": Text("Everything can be undone, dice and all; before it happens you see what goes back."),
    "X-04": Text("The history keeps what happened: when, who, numbers before and after, the picture of a roll."),
    "X-05": Text("What the app does by itself says by which rule, and what it did to which number."),
    "X-06": Text("Any number can be set by hand. It is marked in the history, for the rules did not do it."),
    "X-07": Text("What the camera reads can always be corrected, or typed instead."),
    "X-08": Text("Every answer is saved before you see it."),
    "X-09": Text("Tables play some points differently: this is how yours does."),
}
"""Rules of the companion itself."""


def explanation_of(line: LogLine) -> Explanation | None:
    """Return what can be explained about a log line; None if no rule acted automatically."""
    return Explanation(line.notes[0].rule, line.notes, line.switch) if line.notes else None


def use_rule_sheet(table: Table, navigate: Callable[[str], None]) -> Callable[[Explanation], None]:
    """Return a function that opens the rule sheet.

    From the sheet one may ``navigate`` to the switch that decided and to the rulebook.
    """
    request, set_request = use_optional(Explanation)

    def close() -> None:
        set_request(None)

    def away(page: str, key: str) -> None:
        set_request(None)
        navigate(f"/t/{table.match.id}/{page}/{key}")

    rulings = dict(table.state.rulings)
    open_switch, open_rule = partial(away, "settings"), partial(away, "rules")
    ft.use_dialog(
        rule_sheet(table.game, request, rulings, close, open_switch, open_rule) if request is not None else None
    )
    return set_request


def rule_sheet(
    game: Game[State],
    request: Explanation,
    rulings: Mapping[str, str],
    on_close: Callable[[], None],
    on_change: Callable[[str], None],
    on_read: Callable[[str], None] = lambda rule: None,
) -> ft.BottomSheet:
    """Build the rule sheet: each rule once, and what it did."""
    rules = list(dict.fromkeys(note.rule for note in request.notes)) or [request.rule]
    parts: list[ft.Control] = []
    for rule in rules:
        parts += rule_lines(game, rule, on_read)
        for note in request.notes:
            if note.rule == rule:
                parts += _note_lines(note)
    switches = dict.fromkeys(key for key in (*(note.switch for note in request.notes), request.switch) if key)
    decided = [switch_row(game, key, rulings, on_change) for key in switches]
    parts += [row for row in decided if row is not None]
    parts.append(row_of([page_frame.main_button(translate(Text("Understood")), on_close)]))
    return page_frame.dialog_sheet(column_of(parts, Space.EDGE), on_close, right=Space.AIR)


def rule_lines(game: Game[State], rule: str, on_read: Callable[[str], None]) -> list[ft.Control]:
    """Build a rule: its id, title and sentence, and the way to the rulebook."""
    title, sentence = rule_text(game, rule)
    name = heading_text(translate(title), 600, expand=True)
    label = translate(Text("In the rulebook: {rule}", rule=rule))
    book = [icon_button(ft.Icons.MENU_BOOK, label, bind(on_read, rule))] if rule in game.rulebook else []
    head = row_of([rule_badge(rule), name, *book], Space.EDGE)
    return [head, name_text(translate(sentence))]


def _note_lines(note: Note) -> list[ft.Control]:
    text = body_text(f"· {translate(note.text)}", color=MUTED)
    return [text, *(change_row(change) for change in note.changes)]


def switch_row(
    game: Game[State], key: str, rulings: Mapping[str, str], on_change: Callable[[str], None]
) -> ft.Control | None:
    """Build the row of a setting that decided, with the table's choice; None for an unknown one."""
    switch = game.find_switch(key)
    if switch is None:
        return None
    choices = dict(switch.choices)
    choice = choices[rulings[key]] if rulings.get(key) in choices else switch.choices[0][1]
    label = translate(Text("Decided by “{what}”: {choice}", what=switch.title, choice=choice))
    return page_frame.panel(
        row_of(
            [
                body_text(label, expand=True),
                ft.TextButton(translate(Text("Change")), on_click=lambda event: on_change(key), height=48),
            ],
            Space.GAP,
        ),
        padding=ft.Padding.only(left=Space.ROOM, right=Space.TIGHT, top=Space.TIGHT, bottom=Space.TIGHT),
    )


def rule_text(game: Game[State], rule: str) -> tuple[Text | Name, Text | Name]:
    """Return a rule's title and text from the rulebook, or that of the companion's own rule."""
    entry = game.rulebook.get(rule)
    if entry is not None:
        return Name(entry["title"]["es"], entry["title"]["en"]), Name(entry["es"], entry["en"])
    return Text("How this app works"), COMPANION_RULES.get(rule, Text("This rule has no explanation yet."))


def rule_badge(rule: str) -> ft.Control:
    """Build a small badge with a rule's id."""
    return ft.Container(
        ft.Text(rule, size=FontSize.FINE_PRINT, weight=ft.FontWeight.W_600, color=MUTED, no_wrap=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=Radius.SOFT,
        padding=ft.Padding.symmetric(vertical=Space.HAIR, horizontal=Space.GAP),
    )


def change_row(change: Change) -> ft.Control:
    """Build the row of a change: whose number, before and after."""
    label = body_text(f"{translate(change.owner)} · {translate(change.label)}", expand=True)
    return row_of([label, change_values(change, 22)], Space.NEAR)


def change_values(change: Change, size: int = 15) -> ft.Control:
    """Build a number before and after."""
    arrow = ft.Icon(ft.Icons.ARROW_RIGHT_ALT, size=size, color=MUTED)
    before, after = (
        ft.Text(str(value), size=size, weight=ft.FontWeight.W_700) for value in (change.before, change.after)
    )
    before.opacity = 0.6
    return row_of([before, arrow, after], Space.HAIR, tight=True)
