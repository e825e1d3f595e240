"""Settings page of a table: this device's seat, other pages, switches, and jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.base.background import aside
from companion.match.roles import Chair
from companion.match.table import Table
from companion.storage.matches import StorageTrouble
from companion.ui.design.text_fit import abreast, enlarged
from companion.ui.design.theme import Round, Space, Type
from companion.ui.hooks import use_table
from companion.ui.pages.match import opening
from companion.ui.pages.start.home import tongues
from companion.ui.pages.start.seat import whereabouts
from companion.ui.session.phone import Phone
from companion.ui.table.board import why
from companion.ui.table.board.clock import clock_switch
from companion.ui.table.board.tray_status import followed
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import badge, bound, icon_press, press, rows
from companion.ui.widgets.controls import quiet as parts_quiet
from companion.ui.widgets.switches import HOUSE, TITLES, on_off, switch_row, switches_of
from rules.engine import Place, Refused, Switch, Text

from .phone_settings import own

HOSTS = Text("How the table plays is settled on the host's phone.")
PAGES = (
    ("rules", ft.Icons.MENU_BOOK, Text("Rules")),
    ("history", ft.Icons.HISTORY, Text("History")),
    ("fairness", ft.Icons.CASINO_OUTLINED, Text("Are the dice fair?")),
    ("situation", ft.Icons.QR_CODE_2, Text("This moment")),
    ("statistics", ft.Icons.INSERT_CHART_OUTLINED, Text("Statistics")),
)
"""Pages about a table that anyone may read, by the last part of their address."""
THEMES = {"system": Text("As the system"), "light": Text("Light"), "dark": Text("Dark")}


@ft.component
def SettingsPage(phone: Phone, id: str, switch: str = "") -> ft.View:  # noqa: N802 - named like a class
    """The settings page; ``switch`` is the key of a switch to show at the top."""
    opened, set_opened = ft.use_state(page_frame.NOTHING)

    async def find() -> None:
        set_opened(await aside(opening, phone, id))

    ft.use_effect(find, [id])
    icon, name = ft.Icons.GROUP_OUTLINED, Text("Phones")
    if phone.visitor.host:
        icon, name = ft.Icons.QR_CODE_2, Text("Phones and invitation")
    phones = icon_press(icon, phone.words(name), lambda: phone.go(f"/table/{id}/phones"), Type.BIG)
    back = lambda: phone.go(f"/table/{id}")  # noqa: E731
    head = page_frame.head(phone.words(Text("This table")), phone.words(Text("Back")), back, phones)
    body: list[ft.Control] = [Settings(phone, opened, switch)] if isinstance(opened, Table) else [ft.ProgressBar()]
    if isinstance(opened, Text):
        body = [page_frame.warning(phone.words(opened))]
    home = ft.OutlinedButton(
        phone.words(Text("Back to home")),
        icon=ft.Icons.HOME,
        on_click=lambda event: phone.go("/"),
        height=52,
        expand=True,
    )
    return page_frame.page(f"/table/{id}/settings", head, body, ft.Row([home]))


@ft.component
def Settings(phone: Phone, table: Table, switch: str = "") -> Any:  # noqa: N802
    """This device's seat, and every switch that it may change.

    Each change is an event that can be undone.
    """
    use_table(table)
    use_table(phone.library.guests.at(table.match.id))
    use_table(followed(phone.library))
    chair = phone.chair(table.match.id)
    trouble, set_trouble = ft.use_state(page_frame.NOTHING)

    def settle(switch: str, choice: str) -> None:
        set_trouble(attempt(lambda: table.rule(switch, choice, chair)))

    def go(rule: str) -> None:
        failed = attempt(lambda: table.go(rule, chair))
        set_trouble(failed)
        if failed is None:
            phone.go(f"/table/{table.match.id}")

    told: list[ft.Control] = [page_frame.warning(phone.words(trouble))] if trouble else []
    theirs = [group for group in groups(table) if chair.host and not _of(group, chair)]
    return ft.Column(
        [
            *told,
            _seat_row(phone, table, chair),
            _pages(phone, table),
            *_tray(phone, table, chair),
            *([clock_switch(phone, table)] if chair.host else []),
            *_wanted(phone, table, switch, settle),
            *(_group(phone, table, group, settle, chair) for group in groups(table) if _of(group, chair)),
            *(_group(phone, table, group, settle, chair) for group in theirs),
            *([] if chair.host else [page_frame.quiet(phone.words(HOSTS))]),
            *([] if chair.watches else [_places(phone, table, go)]),
            *_dice(phone, table, chair),
            own(phone),
            _phone(phone),
        ],
        spacing=Space.EDGE,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _seat_row(phone: Phone, table: Table, chair: Chair) -> ft.Control:
    """Build this device's role at the table, which opens the seat choice."""
    words, id = phone.words, table.match.id
    where = whereabouts(words, table.match, chair)
    name = words(Text("This phone: {where}", where=where))
    sign = badge(chair.seat, where, 36) if chair.seat is not None else ft.Icon(ft.Icons.PHONE_ANDROID, size=Type.BIG)
    title = ft.Text(name, size=Type.LEAD, weight=ft.FontWeight.W_600, expand=True)
    more = ft.Text(words(Text("Change")), size=Type.BODY, color=ft.Colors.PRIMARY)
    face = ft.Row([sign, title, *([more] if not enlarged() else [])], spacing=Space.EDGE)
    return press(
        face,
        f"{name}. {words(Text('Change'))}",
        lambda: phone.go(f"/table/{id}/seat"),
        fill=ft.Colors.SURFACE_CONTAINER,
        pad=ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.EDGE),
        radius=Round.PILL,
    )


def _pages(phone: Phone, table: Table) -> ft.Control:
    """Build the buttons to the other pages about this table, two in a row."""
    here = f"/table/{table.match.id}"
    ways: list[ft.Control] = [
        parts_quiet(phone.words(label), bound(phone.go, f"{here}/{page}"), icon, expand=True, height=56)
        for page, icon, label in PAGES
        if table.game.kinds or page != "fairness"
    ]
    return rows(ways, abreast(2))


def _dice(phone: Phone, table: Table, chair: Chair) -> list[ft.Control]:
    """Build the button that teaches custom dice.

    Only for games with dice, and on the host's phone.
    """
    words, here = phone.words, f"/table/{table.match.id}"
    if not table.game.kinds or chair.watches or not chair.host:
        return []
    ours = parts_quiet(words(Text("Our dice: teach their faces")), lambda: phone.go(f"{here}/dice"), ft.Icons.CASINO)
    title = ft.Text(words(Text("Dice")), size=Type.BODY, weight=ft.FontWeight.W_600)
    return [page_frame.panel(title, ours)]


def _tray(phone: Phone, table: Table, chair: Chair) -> list[ft.Control]:
    """Build the switch that lets the host's camera read this table's rolls.

    Empty without such a camera, and on a guest's phone.
    """
    tray, id = phone.library.tray, table.match.id
    if tray is None or not chair.host:
        return []
    title = phone.words(Text("The host's camera reads the throws of this table"))
    trouble = [page_frame.warning(phone.words(tray.trouble))] if tray.trouble else []
    return [page_frame.panel(on_off(title, tray.serves(id), lambda on: _serve(phone, id, on)), *trouble)]


def _serve(phone: Phone, id: str, on: bool) -> None:
    phone.host_only()
    if phone.library.tray is not None:
        phone.library.tray.serve(id, on)


def _of(group: str, chair: Chair) -> bool:
    """Return whether this switch group belongs to the seat of this device."""
    return chair.seat is not None and _seat(group) == chair.seat


def _wanted(phone: Phone, table: Table, key: str, settle: Callable[[str, str], None]) -> list[ft.Control]:
    """Build the switch that decided what somebody asked about."""
    found = next((switch for switch in table.game.switches if switch.key == key), None)
    if found is None:
        return []
    ruled = dict(table.state.rulings).get(key)
    return [page_frame.panel(switch_row(phone.words, found, ruled, _settles(settle, found)))]


def attempt(act: Callable[[], None]) -> Text | None:
    """Run an action; return the reason if it is refused or cannot be stored."""
    try:
        act()
    except (Refused, StorageTrouble) as error:
        return error.reason
    return None


def groups(table: Table) -> tuple[str, ...]:
    """Return the game's switch groups, without the stops of seats that are not in the match."""
    seats = len(table.match.seats)
    every = dict.fromkeys(switch.group for switch in table.game.switches)
    return tuple(group for group in every if (seat := _seat(group)) is None or seat < seats)


def _seat(group: str) -> int | None:
    last = group.rsplit(" ", 1)[-1]
    return int(last) if last.isdigit() else None


def _group(phone: Phone, table: Table, group: str, settle: Callable[[str, str], None], chair: Chair) -> ft.Control:
    """Build a switch group: the most used one open, the others folded."""
    rulings = dict(table.state.rulings)
    switches = [switch for switch in table.game.switches if switch.group == group]
    if group == "depth":
        rows = (switch_row(phone.words, one, rulings.get(one.key), _settles(settle, one)) for one in switches)
        return page_frame.panel(*rows)
    title, says = TITLES.get(group, HOUSE)
    seat = _seat(group)
    if seat is not None:
        title, says = Text("Where {who} wants to be asked", who=table.match.seats[seat]), None
    if _of(group, chair):
        title, says = Text("Where you want to be asked"), Text("You pass by yourself wherever you do not want to be.")
    return switches_of(phone.words, title, says, switches, rulings, settle)


def _settles(settle: Callable[[str, str], None], switch: Switch) -> Callable[[str], None]:
    return lambda choice: settle(switch.key, choice)


def _places(phone: Phone, table: Table, go: Callable[[str], None]) -> ft.Control:
    says = page_frame.quiet(
        phone.words(Text("If the table is ahead of the app, or did something else: say where you are."))
    )
    return page_frame.folded(
        phone.words(Text("We are at another step")), [says, *(_place(phone, place, go) for place in table.game.places)]
    )


def _place(phone: Phone, place: Place, go: Callable[[str], None]) -> ft.Control:
    words = ft.Text(phone.words(place.label), size=Type.BODY, expand=True)
    style = ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=Round.TILE),
        padding=ft.Padding.symmetric(vertical=Space.EDGE, horizontal=Space.EDGE),
        color=ft.Colors.ON_SURFACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        elevation={ft.ControlState.DEFAULT: 0},
        shadow_color=ft.Colors.TRANSPARENT,
    )
    return ft.Button(ft.Row([words, why.badge(place.rule)]), style=style, on_click=lambda event: go(place.rule))


def _phone(phone: Phone) -> ft.Control:
    words = phone.words
    radios: list[ft.Control] = [ft.Radio(label=words(label), value=key) for key, label in THEMES.items()]
    group = ft.RadioGroup(
        content=ft.Row(radios, wrap=True, spacing=Space.EDGE, run_spacing=0),
        value=phone.theme if phone.theme in THEMES else "system",
        on_change=lambda event: phone.dress(str(event.control.value)),
    )
    language = ft.Row(
        [ft.Text(words(Text("Language")), size=Type.BODY, weight=ft.FontWeight.W_500, expand=True), tongues(phone)]
    )
    return page_frame.panel(
        language, ft.Text(words(Text("Colours")), size=Type.BODY, weight=ft.FontWeight.W_500), group
    )
