"""Devices of a table: invitation, seats, who is online, and what the host may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.access.device_access import DeviceAccess
from companion.access.guests import DeviceSeat
from companion.access.visitor import LOCAL_BROWSER
from companion.match.roles import DeviceRole
from companion.storage.matches import Match, StorageError
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.hooks import use_observable
from companion.ui.screens.host.invite import InvitationState, invitation_panel, lan_section, use_invitation_state
from companion.ui.screens.start.seat import role_name
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.confirm import Confirmation, use_confirmation
from rules.engine import Refused, Text

PUBLIC_PLAYER_INVITATION_TEXT = Text(
    "Scan it with the phone's camera. It opens this table, and no other game. The phone needs the internet."
)
PLAYER_INVITATION_TEXT = Text(
    "Scan it with the phone's camera, in the same Wi-Fi. It opens this table, and no other game."
)
TABLE_CLOSED_TEXT = Text("This table is closed: nobody new comes in.")


@dataclass(frozen=True)
class DeviceManager:
    """The host's actions on the devices of a table."""

    phone: Phone
    match_id: str
    ask_confirmation: Callable[[Confirmation], None]
    show_error: Callable[[Text | None], None]

    def run_as_host(self, action: controls.Action) -> None:
        """Run a host-only action, and show the reason if it fails."""
        try:
            self.phone.require_host()
            action()
        except (Refused, StorageError) as error:
            self.show_error(error.reason)
        else:
            self.show_error(None)

    def confirm_removal(self, device_seat: DeviceSeat, name: str) -> None:
        """Ask, then send one device away; its seat becomes free."""
        guests = self.phone.library.guests
        says = Text("Its seat becomes free, and the table's code changes. The game stays as it is.")
        if device_seat.is_host:
            says = Text("It is a phone of the host's: it loses all tables. The game stays as it is.")
        remove = lambda: self.run_as_host(lambda: guests.remove_device(device_seat.device_id, self.match_id))  # noqa: E731
        self.ask_confirmation(
            Confirmation(Text("Send this phone away: {who}?", who=name), (says,), Text("Send away"), remove)
        )

    def renew_invitation(self) -> None:
        """Make a new invitation, which also opens the table again."""
        self.run_as_host(lambda: self.phone.library.guests.renew_table_invitation(self.match_id))

    def confirm_new_invitation(self) -> None:
        """Ask, then replace the table's invitation code."""
        says = Text("The old code opens nothing any more. The phones that are here stay.")
        self.ask_confirmation(
            Confirmation(Text("A new code for this table?"), (says,), Text("Make a new one"), self.renew_invitation)
        )

    def confirm_closing(self) -> None:
        """Ask, then close the table to all guests."""
        guests = self.phone.library.guests
        says = Text("All guests' phones go, and the code opens nothing any more. The game stays in your list.")
        close = lambda: self.run_as_host(lambda: guests.close_table(self.match_id))  # noqa: E731
        self.ask_confirmation(Confirmation(Text("Close this table?"), (says,), Text("Close it"), close))


@ft.component
def PhonesPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The devices at the table."""
    guests = phone.library.guests
    use_observable(guests.observable_of(match_id))
    problem, show_error = use_optional(Text)
    manager, invitation_state = (
        DeviceManager(phone, match_id, use_confirmation(), show_error),
        use_invitation_state(phone),
    )
    match = next((one for one in phone.library.matches.all() if one.id == match_id), None)
    body: list[ft.Control] = [page_frame.warning(translate(problem))] if problem else []
    if match is not None:
        if phone.visitor.is_host:
            body += [
                page_frame.section_heading(translate(Text("Invite to this table"))),
                *lan_section(invitation_state, lambda access: _invitation(manager, access, invitation_state)),
            ]
        rows = [_device_row(manager, match, place) for place in devices_at(phone, match_id)]
        body += [page_frame.section_heading(translate(Text("At this table"))), *rows]
    head = page_frame.page_header(Text("Phones"), lambda: phone.go(f"/t/{match_id}/settings"))
    return page_frame.page_view(f"/t/{match_id}/phones", head, body)


def devices_at(phone: Phone, match_id: str) -> tuple[DeviceSeat, ...]:
    """Return the devices at a table.

    Host devices that have not chosen a place are listed first, in the middle of the table.
    """
    guests, access = phone.library.guests, phone.library.device_access
    computer = [LOCAL_BROWSER] if access is None or access.has_own_computer else []
    device_seats = guests.device_seats(match_id)
    known = {place.device_id for place in device_seats}
    unplaced = (one for one in dict.fromkeys((*computer, phone.visitor)) if one.is_host and one.id not in known)
    return (*(DeviceSeat(one.id, None, False, True, guests.is_online(one), 0, True) for one in unplaced), *device_seats)


def _invitation(manager: DeviceManager, access: DeviceAccess, invitation_state: InvitationState) -> list[ft.Control]:
    phone = manager.phone
    invitation = phone.library.guests.table_invitation(manager.match_id)
    message = PLAYER_INVITATION_TEXT if access.has_own_computer else PUBLIC_PLAYER_INVITATION_TEXT
    new = controls.secondary_button(
        translate(Text("New code")), manager.confirm_new_invitation, ft.Icons.AUTORENEW, expand=True
    )
    close = controls.secondary_button(
        translate(Text("Close the table")), manager.confirm_closing, ft.Icons.BLOCK, expand=True
    )
    if invitation:
        return [invitation_panel(invitation_state, access, message, invitation), row_of([new, close], Space.GAP)]
    again = page_frame.main_button(translate(Text("Open it again")), manager.renew_invitation, ft.Icons.QR_CODE_2)
    return [page_frame.panel(body_text(translate(TABLE_CLOSED_TEXT)), row_of([again]))]


def _device_row(manager: DeviceManager, match: Match, device_seat: DeviceSeat) -> ft.Control:
    phone = manager.phone
    role = (
        DeviceRole(device_seat.seat, device_seat.is_host, device_seat.is_spectator) if device_seat.has_chosen else None
    )
    name, is_this_device = role_name(match, role), device_seat.device_id == phone.visitor.id
    labels = [
        *([Text("This phone")] if is_this_device else []),
        *([Text("the host's")] if device_seat.is_host else []),
        Text("connected") if device_seat.is_online or is_this_device else Text("disconnected"),
    ]
    description = controls.capitalize_first(" · ".join(map(translate, labels)))
    badge = controls.seat_badge(device_seat.seat, name, 40) if device_seat.seat is not None else _role_icon(role)
    text = column_of([name_text(name, 600), page_frame.hint_text(description)], 0, tight=False, expand=True)
    remove_label = Text("Send this phone away: {who}", who=name)
    remove_button = controls.icon_button(
        ft.Icons.LOGOUT,
        translate(remove_label),
        controls.bind(manager.confirm_removal, device_seat, name),
        FontSize.TITLE,
    )
    tools = [remove_button] if phone.visitor.is_host and not is_this_device and device_seat.device_id else []
    return ft.Container(
        row_of([badge, text, *tools], Space.EDGE),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=Radius.TILE,
        padding=ft.Padding.only(left=Space.EDGE, right=Space.NEAR, top=Space.GAP, bottom=Space.GAP),
        opacity=1.0 if device_seat.is_online or is_this_device else 0.7,
    )


def _role_icon(role: DeviceRole | None) -> ft.Control:
    icon = ft.Icons.HELP_OUTLINE if role is None else ft.Icons.TABLE_RESTAURANT
    icon = ft.Icons.VISIBILITY_OUTLINED if role is not None and role.is_spectator else icon
    icon_control = ft.Icon(icon, size=FontSize.TITLE, color=MUTED)
    return ft.Container(icon_control, width=40, alignment=ft.Alignment.CENTER)
