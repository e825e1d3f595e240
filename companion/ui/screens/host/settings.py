"""Settings page of a table: this device's seat, other pages, switches, and jumps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import body_text, name_text
from companion.ui.design.text_fit import columns_at_scale, has_large_text
from companion.ui.hooks import use_observable
from companion.ui.screens.host.browser_storage import browser_storage
from companion.ui.screens.host.phone_settings import phone_settings
from companion.ui.screens.host.silences import silence_list
from companion.ui.screens.start.home import language_buttons
from companion.ui.screens.start.seat import role_name
from companion.ui.session.error_boundary import failure_of
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded, use_optional
from companion.ui.table.sheets import why
from companion.ui.table.zones.clock import clock_switch
from companion.ui.table.zones.tray_status import tray_observable
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Surface, bind, button_grid, icon_button, pressable, seat_badge
from companion.ui.widgets.controls import secondary_button as parts_quiet
from companion.ui.widgets.switches import (
    GROUP_TITLES,
    HOUSE_RULES,
    TAP_HEIGHT,
    on_off_switch,
    switch_row,
    switch_section,
)
from rules.engine import Text, TurnPosition

HOST_ONLY_TEXT = Text("How the table plays is settled on the host's phone.")
PAGES = (
    ("rules", ft.Icons.MENU_BOOK, Text("Rules")),
    ("signs", ft.Icons.CATEGORY_OUTLINED, Text("Signs")),
    ("history", ft.Icons.HISTORY, Text("History")),
    ("fairness", ft.Icons.CASINO_OUTLINED, Text("Are the dice fair?")),
    ("situation", ft.Icons.QR_CODE_2, Text("Share this game")),
    ("statistics", ft.Icons.INSERT_CHART_OUTLINED, Text("Statistics")),
    ("position", ft.Icons.RECORD_VOICE_OVER, Text("Say the table")),
)
"""Pages about a table that anyone may read, by the last part of their address."""
MODE_LABELS = {"system": Text("As the system"), "light": Text("Light"), "dark": Text("Dark")}


@ft.component
def SettingsPage(phone: Phone, match_id: str, switch: str = "") -> ft.View:  # noqa: N802 - named like a class
    """The settings page; ``switch`` is the key of a switch to show at the top."""
    table = use_loaded([match_id], open_table, phone, match_id)
    icon, name = ft.Icons.GROUP_OUTLINED, Text("Phones")
    if phone.visitor.is_host:
        icon, name = ft.Icons.QR_CODE_2, Text("Phones and invitation")
    phones = icon_button(icon, translate(name), lambda: phone.go(f"/t/{match_id}/phones"), FontSize.NUMBER)
    back = lambda: phone.go(f"/t/{match_id}")  # noqa: E731
    head = page_frame.page_header(Text("This table"), back, phones)
    body = page_frame.loaded_body(table, lambda table: [TableSettings(phone, table, switch)])
    home = ft.OutlinedButton(
        translate(Text("Back to home")),
        icon=ft.Icons.HOME,
        on_click=lambda event: phone.go("/"),
        height=52,
        expand=True,
    )
    return page_frame.page_view(f"/t/{match_id}/settings", head, body, row_of([home]))


@ft.component
def TableSettings(phone: Phone, table: Table, switch: str = "") -> ft.Control:  # noqa: N802
    """This device's seat, and every switch that it may change.

    Each change is an event that can be undone.
    """
    use_observable(table)
    use_observable(phone.library.guests.observable_of(table.match.id))
    use_observable(tray_observable(phone.library.tray))
    role = phone.role_at(table.match.id)
    problem, set_problem = use_optional(Text)

    def set_ruling(switch: str, choice: str) -> None:
        set_problem(failure_of(lambda: table.set_ruling(switch, choice, role)))

    def jump_to(rule: str) -> None:
        failed = failure_of(lambda: table.jump_to(rule, role))
        set_problem(failed)
        if failed is None:
            phone.go(f"/t/{table.match.id}")

    error_notice: list[ft.Control] = [page_frame.warning(translate(problem))] if problem else []
    other_groups = [group for group in switch_groups(table) if role.is_host and not _is_own_group(group, role)]
    return column_of(
        [
            *error_notice,
            _seat_row(phone, table, role),
            _page_buttons(phone, table),
            *_tray_switch(phone, table, role),
            *_hands_free_switch(phone, table, role),
            *([clock_switch(phone, table)] if role.is_host else []),
            *_asked_switch(phone, table, switch, set_ruling),
            *silence_list(table, role, set_ruling),
            *(
                _switch_group(phone, table, group, set_ruling, role)
                for group in switch_groups(table)
                if _is_own_group(group, role)
            ),
            *(_switch_group(phone, table, group, set_ruling, role) for group in other_groups),
            *([] if role.is_host else [page_frame.hint_text(translate(HOST_ONLY_TEXT))]),
            *([] if role.is_spectator else [_jump_section(phone, table, jump_to)]),
            *_teach_dice_button(phone, table, role),
            phone_settings(phone),
            *browser_storage(phone),
            _appearance_panel(phone),
        ],
        Space.EDGE,
        STRETCH,
        tight=False,
    )


def _seat_row(phone: Phone, table: Table, role: DeviceRole) -> ft.Control:
    match_id = table.match.id
    role_text = role_name(table.match, role)
    name = translate(Text("This phone: {where}", where=role_text))
    badge = (
        seat_badge(role.seat, role_text, 36)
        if role.seat is not None
        else ft.Icon(ft.Icons.PHONE_ANDROID, size=FontSize.NUMBER)
    )
    title = name_text(name, 600, expand=True)
    more = body_text(translate(Text("Change")), color=ft.Colors.PRIMARY)
    face = row_of([badge, title, *([more] if not has_large_text() else [])], Space.EDGE)
    return pressable(
        face,
        f"{name}. {translate(Text('Change'))}",
        lambda: phone.go(f"/t/{match_id}/seat"),
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER,
            pad=ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.EDGE),
            radius=Radius.PILL,
        ),
    )


def _page_buttons(phone: Phone, table: Table) -> ft.Control:
    table_route = f"/t/{table.match.id}"
    buttons: list[ft.Control] = [
        parts_quiet(translate(label), bind(phone.go, f"{table_route}/{page}"), icon, expand=True, height=56)
        for page, icon, label in PAGES
        if table.game.dice_kinds or page != "fairness"
    ]
    return button_grid(buttons, columns_at_scale(2))


def _teach_dice_button(phone: Phone, table: Table, role: DeviceRole) -> list[ft.Control]:
    """Build the button that teaches custom dice.

    Only for games with dice, and on the host's phone.
    """
    table_route = f"/t/{table.match.id}"
    if not table.game.dice_kinds or role.is_spectator or not role.is_host:
        return []
    teach_button = parts_quiet(
        translate(Text("Our dice: teach their faces")), lambda: phone.go(f"{table_route}/dice"), ft.Icons.CASINO
    )
    title = body_text(translate(Text("Dice")), 600)
    return [page_frame.panel(title, teach_button)]


def _tray_switch(phone: Phone, table: Table, role: DeviceRole) -> list[ft.Control]:
    """Build the switch that lets the host's camera read this table's rolls.

    Empty without such a camera, and on a guest's phone.
    """
    tray, match_id = phone.library.tray, table.match.id
    if tray is None or not role.is_host:
        return []
    rolls, flips = (
        Text("The host's camera reads the rolls of this table"),
        Text("The host's camera reads the flips here"),
    )
    title = translate(rolls if table.game.dice_kinds else flips)
    error_notice = [page_frame.warning(translate(tray.problem))] if tray.problem else []
    return [
        page_frame.panel(
            on_off_switch(title, tray.is_enabled_for(match_id), lambda on: _enable_tray(phone, match_id, on)),
            *error_notice,
        )
    ]


def _hands_free_switch(phone: Phone, table: Table, role: DeviceRole) -> list[ft.Control]:
    """Build the switch by which the table goes on by itself; none on a guest's phone."""
    if not role.is_host:
        return []
    switch, match_id = phone.library.hands_free, table.match.id

    def enable(is_enabled: bool) -> None:
        phone.require_host()
        switch.enable_for(match_id, is_enabled)

    title = translate(Text("Hands-free: go on by itself"))
    hint = Text(
        "Where nobody usually responds, a ring runs for three seconds and the game goes on; any touch stops it. Where"
        " somebody could die or win, or has asked to be stopped, it waits for a tap."
    )
    toggle = on_off_switch(title, switch.is_enabled_for(match_id), enable)
    return [page_frame.panel(toggle, page_frame.hint_text(translate(hint)))]


def _enable_tray(phone: Phone, match_id: str, is_enabled: bool) -> None:
    phone.require_host()
    if phone.library.tray is not None:
        phone.library.tray.enable_for(match_id, is_enabled)


def _is_own_group(group: str, role: DeviceRole) -> bool:
    return role.seat is not None and _seat_of_group(group) == role.seat


def _asked_switch(phone: Phone, table: Table, key: str, set_ruling: Callable[[str, str], None]) -> list[ft.Control]:
    asked_switch = table.game.find_switch(key)
    if asked_switch is None:
        return []
    ruled = dict(table.state.rulings).get(key)
    return [page_frame.panel(switch_row(asked_switch, ruled, partial(set_ruling, key)))]


def switch_groups(table: Table) -> tuple[str, ...]:
    """Return the game's switch groups, without the stops of seats that are not in the match."""
    seats = len(table.match.seats)
    all_groups = dict.fromkeys(switch.group for switch in table.game.switches)
    return tuple(group for group in all_groups if (seat := _seat_of_group(group)) is None or seat < seats)


def _seat_of_group(group: str) -> int | None:
    last = group.rsplit(" ", 1)[-1]
    return int(last) if last.isdigit() else None


def _switch_group(
    phone: Phone, table: Table, group: str, set_ruling: Callable[[str, str], None], role: DeviceRole
) -> ft.Control:
    """Build a switch group: the most used one open, the others folded."""
    rulings = dict(table.state.rulings)
    switches = [switch for switch in table.game.switches if switch.group == group]
    if group == "depth":
        rows = (switch_row(one, rulings.get(one.key), partial(set_ruling, one.key)) for one in switches)
        return page_frame.panel(*rows)
    title, says = GROUP_TITLES.get(group, HOUSE_RULES)
    seat = _seat_of_group(group)
    if seat is not None:
        title, says = Text("Prompts for {who}", who=table.match.seats[seat]), None
    if _is_own_group(group, role):
        title, says = Text("Where you want to be asked"), Text("You pass by yourself wherever you do not want to be.")
    return switch_section(title, says, switches, rulings, set_ruling)


def _jump_section(phone: Phone, table: Table, jump_to: Callable[[str], None]) -> ft.Control:
    hint = page_frame.hint_text(
        translate(Text("If the table is ahead of the app, or did something else: say where you are."))
    )
    return page_frame.expandable_section(
        translate(Text("Jump to another step")),
        [hint, *(_jump_button(phone, place, jump_to) for place in table.game.positions)],
    )


def _jump_button(phone: Phone, place: TurnPosition, jump_to: Callable[[str], None]) -> ft.Control:
    label = body_text(translate(place.label), expand=True)
    style = ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=Radius.TILE),
        padding=ft.Padding.symmetric(vertical=Space.EDGE, horizontal=Space.EDGE),
        color=ft.Colors.ON_SURFACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        elevation={ft.ControlState.DEFAULT: 0},
        shadow_color=ft.Colors.TRANSPARENT,
    )
    return ft.Button(
        row_of([label, why.rule_badge(place.rule)]), style=style, on_click=lambda event: jump_to(place.rule)
    )


def _appearance_panel(phone: Phone) -> ft.Control:
    radios: list[ft.Control] = [
        ft.Radio(label=translate(label), value=key, height=TAP_HEIGHT) for key, label in MODE_LABELS.items()
    ]
    group = ft.RadioGroup(
        content=row_of(radios, Space.EDGE, wrap=True, run_spacing=0),
        value=phone.mode if phone.mode in MODE_LABELS else "system",
        on_change=lambda event: phone.set_mode(str(event.control.value)),
    )
    language = row_of(
        [body_text(translate(Text("Language")), 500), language_buttons(phone)],
        align=CENTER,
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    return page_frame.panel(language, body_text(translate(Text("Colors")), 500), group)
