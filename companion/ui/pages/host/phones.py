"""Devices of a table: invitation, seats, who is online, and what the host may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.access.guests import Guests, Place
from companion.access.lan import Door
from companion.access.visitor import HOME, Visitor
from companion.match.roles import Chair
from companion.storage.matches import Match, StorageTrouble
from companion.ui.design.theme import Round, Space, Type
from companion.ui.hooks import use_table
from companion.ui.pages.start.seat import whereabouts
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.confirm import Sure, use_sure
from rules.engine import Refused, Text

from .invite import invitation, shut, use_shown

PLAYERS = Text("Scan it with the phone's camera, in the same Wi-Fi. It opens this table, and no other game.")
CLOSED = Text("This table is closed: nobody new comes in.")


@dataclass(frozen=True)
class Host:
    """The host's actions on the devices of a table."""

    phone: Phone
    id: str
    ask: Callable[[Sure], Any]
    say: Callable[[Text | None], Any]

    def attempt(self, act: Callable[[], Any]) -> None:
        """Run a host-only action, and show the reason if it fails."""
        try:
            self.phone.host_only()
            act()
        except (Refused, StorageTrouble) as error:
            self.say(error.reason)
        else:
            self.say(None)

    def sends_away(self, place: Place, name: str) -> None:
        """Ask, then send one device away; its seat becomes free."""
        guests = self.phone.library.guests
        says = Text("Its seat becomes free, and the table's code changes. The game stays as it is.")
        if place.host:
            says = Text("It is a phone of the host's: it loses all tables. The game stays as it is.")
        do = lambda: self.attempt(lambda: guests.send_away(place.guest, self.id))  # noqa: E731
        self.ask(Sure(Text("Send this phone away: {who}?", who=name), (says,), Text("Send away"), do))

    def renews(self) -> None:
        """Ask, then replace the table's invitation code."""
        guests = self.phone.library.guests
        says = Text("The old code opens nothing any more. The phones that are here stay.")
        do = lambda: self.attempt(lambda: guests.renew(self.id))  # noqa: E731
        self.ask(Sure(Text("A new code for this table?"), (says,), Text("Make a new one"), do))

    def closes(self) -> None:
        """Ask, then close the table to all guests."""
        guests = self.phone.library.guests
        says = Text("All guests' phones go, and the code opens nothing any more. The game stays in your list.")
        do = lambda: self.attempt(lambda: guests.close(self.id))  # noqa: E731
        self.ask(Sure(Text("Close this table?"), (says,), Text("Close it"), do))


@ft.component
def PhonesPage(phone: Phone, id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The devices at the table."""
    words, guests = phone.words, phone.library.guests
    use_table(guests.at(id))
    trouble, say = ft.use_state(page_frame.NOTHING)
    host, shown = Host(phone, id, use_sure(words), say), use_shown(phone)
    match = next((one for one in phone.library.matches() if one.id == id), None)
    body: list[ft.Control] = [page_frame.warning(words(trouble))] if trouble else []
    if match is not None:
        if phone.visitor.host:
            body += [page_frame.heading(words(Text("Invite to this table"))), *_code(host, phone.library.door, shown)]
        rows = [_row(host, match, place) for place in present(guests, id, phone.visitor)]
        body += [page_frame.heading(words(Text("At this table"))), *rows]
    head = page_frame.head(words(Text("Phones")), words(Text("Back")), lambda: phone.go(f"/table/{id}/settings"))
    return page_frame.page(f"/table/{id}/phones", head, body)


def present(guests: Guests, id: str, visitor: Visitor) -> tuple[Place, ...]:
    """Return the devices at a table.

    Host devices that have not chosen a place are listed first, in the middle of the table.
    """
    places = guests.places(id)
    known = {place.guest for place in places}
    unsaid = (one for one in dict.fromkeys((HOME, visitor)) if one.host and one.id not in known)
    return (*(Place(one.id, None, False, True, guests.awake(one), 0, True) for one in unsaid), *places)


def _code(host: Host, door: Door | None, shown: Any) -> list[ft.Control]:
    """Build the table's own invitation, and its actions."""
    phone = host.phone
    if door is None:
        return shut(phone)
    word = phone.library.guests.invitation(host.id)
    new = controls.quiet(phone.words(Text("New code")), host.renews, ft.Icons.AUTORENEW, expand=True)
    close = controls.quiet(phone.words(Text("Close the table")), host.closes, ft.Icons.BLOCK, expand=True)
    if word:
        return [invitation(shown, door, PLAYERS, word), ft.Row([new, close], spacing=Space.GAP)]
    again = page_frame.main_button(phone.words(Text("Open it again")), _opens(host), ft.Icons.QR_CODE_2)
    return [page_frame.panel(ft.Text(phone.words(CLOSED), size=Type.BODY), ft.Row([again]))]


def _opens(host: Host) -> Callable[[], None]:
    return lambda: host.attempt(lambda: host.phone.library.guests.renew(host.id))


def _row(host: Host, match: Match, place: Place) -> ft.Control:
    """Build one device: its seat, whether it is online, and the button that sends it away."""
    phone = host.phone
    chair = Chair(place.seat, place.host, place.watches) if place.chosen else None
    name, mine = whereabouts(phone.words, match, chair), place.guest == phone.visitor.id
    said = [
        *([Text("This phone")] if mine else []),
        *([Text("the host's")] if place.host else []),
        Text("awake") if place.awake or mine else Text("asleep"),
    ]
    says = controls.sentence(" · ".join(map(phone.words, said)))
    sign = controls.badge(place.seat, name, 40) if place.seat is not None else _sign(chair)
    text = ft.Column(
        [ft.Text(name, size=Type.LEAD, weight=ft.FontWeight.W_600), page_frame.quiet(says)], spacing=0, expand=True
    )
    out = Text("Send this phone away: {who}", who=name)
    tap = controls.icon_press(
        ft.Icons.LOGOUT, phone.words(out), controls.bound(host.sends_away, place, name), Type.TITLE
    )
    tools = [tap] if phone.visitor.host and not mine and place.guest else []
    return ft.Container(
        ft.Row([sign, text, *tools], spacing=Space.EDGE),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=Round.TILE,
        padding=ft.Padding.only(left=Space.EDGE, right=Space.NEAR, top=Space.GAP, bottom=Space.GAP),
        opacity=1.0 if place.awake or mine else 0.7,
    )


def _sign(chair: Chair | None) -> ft.Control:
    icon = ft.Icons.HELP_OUTLINE if chair is None else ft.Icons.TABLE_RESTAURANT
    icon = ft.Icons.VISIBILITY_OUTLINED if chair is not None and chair.watches else icon
    shown = ft.Icon(icon, size=Type.TITLE, color=ft.Colors.ON_SURFACE_VARIANT)
    return ft.Container(shown, width=40, alignment=ft.Alignment.CENTER)
