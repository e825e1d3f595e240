"""Seat choice: a tap takes a seat, the middle of the table, or the role of a spectator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.access.guests import DeviceSeat
from companion.match.roles import DeviceRole
from companion.storage.matches import Match
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, heading_text
from companion.ui.design.theme import seat_color
from companion.ui.hooks import use_observable
from companion.ui.session.error_boundary import failure_of
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.confirm import Confirmation, use_confirmation
from companion.ui.widgets.controls import Action, Surface, bind, pressable, seat_badge, secondary_button
from rules.engine import Text

TakeSeat = Callable[[int | None, bool, bool], None]
"""Takes a seat or none; as a spectator; also from a phone that is offline."""
OFFLINE_PHONE_TEXT = Text("Another phone, disconnected")
HELD_BY_OFFLINE_PHONE_TEXT = Text("Another phone, disconnected: the host can send it away")
OTHER_PHONE_TEXT = Text("Another phone")
FREE_TEXT = Text("Free")
THIS_PHONE_TEXT = Text("This phone")
TABLE_MIDDLE_TEXT = Text("The middle of the table")
WATCH_ONLY_TEXT, SPECTATOR_TEXT = Text("Just watch"), Text("Looks on")


@dataclass(frozen=True)
class SeatActions:
    """The device that chooses a seat, and the actions of its taps."""

    phone: Phone
    match: Match
    take_seat: TakeSeat
    ask_confirmation: Callable[[Confirmation], None]


@ft.component
def SeatPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page on which a device chooses its seat."""
    guests = phone.library.guests
    use_observable(guests.observable_of(match_id))
    problem, set_problem = use_optional(Text)
    match = next((one for one in phone.library.matches.all() if one.id == match_id), None)
    role = phone.library.matches.role_of(phone.visitor, match_id)

    def take_seat(seat: int | None, as_spectator: bool, take_over: bool) -> None:
        problem = failure_of(lambda: guests.take_seat(phone.visitor, match_id, seat, as_spectator, take_over))
        if problem is None:
            phone.go(f"/t/{match_id}")
        else:
            set_problem(problem)

    ask_confirmation = use_confirmation()
    body: list[ft.Control] = [page_frame.warning(translate(problem))] if problem else []
    if match is not None:
        title = ft.Text(translate(Text("Who are you?")), size=FontSize.HERO, weight=ft.FontWeight.W_700)
        says = page_frame.hint_text(
            translate(Text("This phone shows what is yours, and tells you when it is your turn to decide."))
        )
        body += [
            title,
            says,
            *_seats(SeatActions(phone, match, take_seat, ask_confirmation), guests.device_seats(match_id)),
            *_unseated_roles(phone, role, take_seat),
            *([] if phone.visitor.is_host else [_leave_button(phone, match_id, ask_confirmation)]),
        ]
    game = translate(phone.library.summary(match.game).title) if match else ""
    back = (lambda: phone.go(f"/t/{match_id}")) if role is not None else (lambda: phone.go("/"))
    return page_frame.page_view(f"/t/{match_id}/seat", page_frame.page_header(game, back), body)


def _seats(actions: SeatActions, device_seats: tuple[DeviceSeat, ...]) -> list[ft.Control]:
    holders = {place.seat: place for place in device_seats if place.seat is not None}
    return [_seat(actions, seat, name, holders.get(seat)) for seat, name in enumerate(actions.match.seats)]


def _seat(actions: SeatActions, seat: int, name: str, holder: DeviceSeat | None) -> ft.Control:
    is_this_device = holder is not None and holder.device_id == actions.phone.visitor.id
    host = actions.phone.visitor.is_host
    offline_text = OFFLINE_PHONE_TEXT if host else HELD_BY_OFFLINE_PHONE_TEXT
    note = (
        FREE_TEXT
        if holder is None
        else THIS_PHONE_TEXT
        if is_this_device
        else OTHER_PHONE_TEXT
        if holder.is_online
        else offline_text
    )
    on_tap: Action | None = bind(actions.take_seat, seat, False, False)
    if holder is not None and not is_this_device:
        may_take_over = host and not holder.is_online
        on_tap = (
            bind(actions.ask_confirmation, _confirm_takeover(name, bind(actions.take_seat, seat, False, True)))
            if may_take_over
            else None
        )
    return _seat_line(translate(note), name, seat_badge(seat, name, 44), on_tap, is_this_device, seat_color(seat))


def _confirm_takeover(name: str, action: Action) -> Confirmation:
    says = Text("The phone that sits there is disconnected. When it comes back, it is asked again where it sits.")
    return Confirmation(Text("Are you {who}?", who=name), (says,), Text("Yes, I am {who}", who=name), action)


def _unseated_roles(phone: Phone, role: DeviceRole | None, take_seat: TakeSeat) -> list[ft.Control]:
    is_unseated = role is not None and role.seat is None
    middle_note = Text("Answers for all who have no phone of their own.")
    if phone.visitor.is_host:
        middle_note = Text("Answers for all who have no phone, and where it is needed for anybody.")
    watch_note = Text("Sees what lies open on the table, and touches nothing.")
    table, eye = _icon(ft.Icons.SPACE_DASHBOARD_OUTLINED), _icon(ft.Icons.VISIBILITY_OUTLINED)
    is_spectator = role is not None and role.is_spectator
    return [
        ft.Container(height=4),
        _seat_line(
            translate(middle_note),
            translate(TABLE_MIDDLE_TEXT),
            table,
            bind(take_seat, None, False, False),
            is_unseated and not is_spectator,
        ),
        _seat_line(
            translate(watch_note), translate(WATCH_ONLY_TEXT), eye, bind(take_seat, None, True, False), is_spectator
        ),
    ]


def _leave_button(phone: Phone, match_id: str, ask_confirmation: Callable[[Confirmation], None]) -> ft.Control:
    def leave() -> None:
        phone.library.guests.leave_table(phone.visitor, match_id)

    says = Text("Your seat becomes free. To come back you scan the table's code again.")
    sure = Confirmation(Text("Leave this table?"), (says,), Text("Yes, leave it"), leave)
    return secondary_button(translate(Text("Leave this table")), bind(ask_confirmation, sure), ft.Icons.LOGOUT)


def _icon(icon: ft.IconData) -> ft.Control:
    sign = ft.Icon(icon, size=FontSize.NUMBER, color=MUTED)
    return ft.Container(sign, width=44, alignment=ft.Alignment.CENTER)


def _seat_line(
    note: str, name: str, badge: ft.Control, on_tap: Action | None, is_chosen: bool, color: str = ft.Colors.PRIMARY
) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if on_tap else MUTED
    title = heading_text(name, 600, ink)
    text = column_of([title, page_frame.hint_text(note)], 0, expand=True)
    mark: list[ft.Control] = [ft.Icon(ft.Icons.CHECK_CIRCLE, color=color)] if is_chosen else []
    return pressable(
        row_of([badge, text, *mark], Space.EDGE),
        f"{name}: {note}",
        on_tap,
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER,
            edge=ft.BorderSide(2, color) if is_chosen else None,
            pad=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.EDGE),
            radius=Radius.TILE,
            align=ft.Alignment.CENTER_LEFT,
        ),
        is_chosen=is_chosen,
    )


def role_name(match: Match, role: DeviceRole | None) -> str:
    """Return a device's role at the table in a few words."""
    if role is None:
        return translate(Text("Has not sat down yet"))
    if role.seat is not None:
        return match.seats[role.seat]
    return translate(SPECTATOR_TEXT if role.is_spectator else TABLE_MIDDLE_TEXT)
