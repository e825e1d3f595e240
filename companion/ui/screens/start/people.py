"""People of a match to be started: a row for each seat, and chips of remembered names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.base.display_names import MAX_NAME_LENGTH
from companion.library.known_names import default_seat_name
from companion.ui.design.boxes import START, column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import body_text
from companion.ui.table.sheets.look import LOOK_TITLE
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Action, Surface, bind, icon_button, named_badge, pressable, seat_badge
from companion.ui.widgets.text_field import TextInput, give_focus
from rules.engine import Text

BADGE_SIZE, CHIP_BADGE_SIZE = 40, 28
"""Size of the badge of a seat, and of the one on a chip, in points."""
CHIP_HEIGHT = 44
"""Height of a chip at text scale 1, in points."""
INITIAL_CHIPS = 12
"""Number of names that are shown before somebody asks for all of them."""


@dataclass(frozen=True)
class PeopleActions:
    """What taps on people do; seats and names are those of the plan."""

    rename: Callable[[int, str], object]
    """Renames the player of a seat while somebody types."""
    seat_person: Callable[[str], object]
    """Gives a remembered person the next seat."""
    unseat: Callable[[int], object]
    """Takes the person of a seat out."""
    move_up: Callable[[int], object]
    """Moves the person of a seat one seat forward."""
    forget: Callable[[str], object]
    """Stops offering a name."""
    choose_look: Callable[[int], object]
    """Opens the choice of color and sign for a seat."""


def seat_rows(
    seated: Sequence[str], version: int, actions: PeopleActions, fields: dict[int, ft.TextField]
) -> list[ft.Control]:
    """Build a row for each seat: badge, field of the name, and the button that moves it up.

    A new ``version`` makes new fields, for names that were not typed; ``fields`` gets them by seat, so that Enter goes
    on to the next one.
    """
    return [_seat_row(seated, seat, version, actions, fields) for seat in range(len(seated))]


def player_badge(seat: int, name: str, choose_look: Callable[[int], object]) -> ft.Control:
    """Build the badge of the player on that seat; a tap on one with a name chooses its look."""
    badge = seat_badge(seat, name or str(seat + 1), BADGE_SIZE)
    if not name:
        return badge
    says = f"{translate(LOOK_TITLE)}: {name}"
    return pressable(
        badge, says, bind(choose_look, seat), Surface(pad=0), width=MIN_TAP_SIZE, height=MIN_TAP_SIZE, grows=False
    )


def _seat_row(
    seated: Sequence[str], seat: int, version: int, actions: PeopleActions, fields: dict[int, ft.TextField]
) -> ft.Control:
    async def go_on() -> None:
        if seat + 1 < len(seated):
            await give_focus(fields[seat + 1])

    label, name = translate(default_seat_name(seat + 1)), seated[seat]
    field: ft.Control = TextInput(
        label,
        name,
        lambda text: actions.rename(seat, text),
        go_on,
        lambda made: fields.__setitem__(seat, made),
        max_length=MAX_NAME_LENGTH,
        counter=ft.Container(),
        border=ft.OutlineInputBorder(side=ft.BorderSide(1, ft.Colors.OUTLINE), border_radius=Radius.TILE),
        capitalization=ft.TextCapitalization.WORDS,
        key=f"{seat} {version}",
    )
    row: list[ft.Control] = [
        ft.Container(player_badge(seat, name, actions.choose_look), margin=ft.Margin.only(top=Space.GAP)),
        ft.Container(field, expand=True),
    ]
    if seat:
        says = translate(Text("{who}: one seat earlier", who=name or label))
        row.append(icon_button(ft.Icons.ARROW_UPWARD, says, bind(actions.move_up, seat)))
    lines: list[ft.Control] = [row_of(row, Space.GAP, START)]
    if len(name) >= MAX_NAME_LENGTH:
        lines.append(page_frame.hint_text(translate(Text("A name has up to {n} letters.", n=MAX_NAME_LENGTH))))
    return column_of(lines, Space.HAIR)


@ft.component
def NameChips(  # noqa: N802 - Flet's components are named like classes
    names: Sequence[str], seated: Sequence[str], actions: PeopleActions
) -> ft.Control:
    """Chips of remembered names: a tap seats a person or takes them out; the list can be edited."""
    is_editing, set_editing = ft.use_state(False)
    shows_all, show_all = ft.use_state(False)
    shown = names if shows_all else names[:INITIAL_CHIPS]
    by_name = {name.casefold(): seat for seat, name in reversed(tuple(enumerate(seated))) if name}
    chips = [_chip(name, by_name.get(name.casefold()), is_editing, actions) for name in shown]
    if len(shown) < len(names):
        says = translate(Text("Show {n} more", n=len(names) - len(shown)))
        chips.append(_more_chip(says, lambda: show_all(True)))
    title = ft.Container(page_frame.section_heading(translate(Text("Who has played before"))), expand=True)
    edit_text = Text("Done") if is_editing else Text("Forget names")
    icon = ft.Icons.CHECK if is_editing else ft.Icons.EDIT_OUTLINED
    edit = icon_button(icon, translate(edit_text), lambda: set_editing(not is_editing), FontSize.HEADING)
    row = wrapped_row(chips, Space.GAP)
    return column_of([row_of([title, edit], 0), row], Space.HAIR)


def _chip(name: str, seat: int | None, is_editing: bool, actions: PeopleActions) -> ft.Control:
    face = named_badge(seat, name, CHIP_BADGE_SIZE, FontSize.BODY)
    edge = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    pad = ft.Padding.only(left=Space.NEAR, right=Space.EDGE)
    if is_editing:
        crossed = row_of([face, ft.Icon(ft.Icons.CLOSE, size=FontSize.SUBTITLE)], Space.NEAR, tight=True)
        says, on_tap = translate(Text("Forget {who}", who=name)), bind(actions.forget, name)
        return pressable(crossed, says, on_tap, Surface(edge=edge, radius=Radius.PILL, pad=pad), height=CHIP_HEIGHT)
    fill = ft.Colors.TRANSPARENT if seat is None else ft.Colors.PRIMARY_CONTAINER
    on_tap = bind(actions.seat_person, name) if seat is None else bind(actions.unseat, seat)
    return pressable(
        face,
        name,
        on_tap,
        Surface(fill=fill, edge=edge, radius=Radius.PILL, pad=pad),
        height=CHIP_HEIGHT,
        is_chosen=seat is not None,
    )


def _more_chip(says: str, on_tap: Action) -> ft.Control:
    face = body_text(says, color=ft.Colors.PRIMARY)
    return pressable(face, says, on_tap, Surface(radius=Radius.PILL), height=CHIP_HEIGHT)
