"""Seat choice: a tap takes a seat, the middle of the table, or the role of a spectator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.access.guests import Place
from companion.match.roles import Chair
from companion.storage.matches import Match, StorageTrouble
from companion.ui.design.theme import Round, Space, Type, seat_colour
from companion.ui.hooks import use_table
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.confirm import Sure, use_sure
from companion.ui.widgets.controls import badge, bound, press, quiet
from rules.engine import Refused, Shown, Text

ASLEEP = Text("Another phone, asleep")
HELD = Text("Another phone, asleep: the host can send it away")
TAKEN = Text("Another phone")
FREE = Text("Free")
YOURS = Text("This phone")
MIDDLE = Text("The middle of the table")
LOOKS_ON, WATCHES = Text("Just watch"), Text("Looks on")


@dataclass(frozen=True)
class Sitting:
    """The device that chooses a seat, and the actions of its taps."""

    phone: Phone
    match: Match
    sit: Callable[..., Any]
    ask: Callable[[Sure], Any]


@ft.component
def SeatPage(phone: Phone, id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page on which a device chooses its seat."""
    words, guests = phone.words, phone.library.guests
    use_table(guests.at(id))
    trouble, set_trouble = ft.use_state(page_frame.NOTHING)
    match = next((one for one in phone.library.matches() if one.id == id), None)
    chair = phone.library.chair(phone.visitor, id)

    def sit(seat: int | None, watches: bool = False, over: bool = False) -> None:
        try:
            guests.sit(phone.visitor, id, seat, watches, over)
        except (Refused, StorageTrouble) as error:
            set_trouble(error.reason)
        else:
            phone.go(f"/table/{id}")

    ask = use_sure(words)
    body: list[ft.Control] = [page_frame.warning(words(trouble))] if trouble else []
    if match is not None:
        title = ft.Text(words(Text("Who are you?")), size=Type.HERO, weight=ft.FontWeight.W_700)
        says = page_frame.quiet(
            words(Text("This phone shows what is yours, and tells you when it is your turn to decide."))
        )
        body += [
            title,
            says,
            *_seats(Sitting(phone, match, sit, ask), guests.places(id)),
            *_others(phone, chair, sit),
            *([] if phone.visitor.host else [_leaving(phone, id, ask)]),
        ]
    game = words(phone.library.games[match.game].title) if match else ""
    back = (lambda: phone.go(f"/table/{id}")) if chair is not None else (lambda: phone.go("/"))
    return page_frame.page(f"/table/{id}/seat", page_frame.head(game, words(Text("Back")), back), body)


def _seats(sitting: Sitting, places: tuple[Place, ...]) -> list[ft.Control]:
    """Build one line per seat."""
    holders = {place.seat: place for place in places if place.seat is not None}
    return [_seat(sitting, seat, name, holders.get(seat)) for seat, name in enumerate(sitting.match.seats)]


def _seat(sitting: Sitting, seat: int, name: str, holder: Place | None) -> ft.Control:
    words = sitting.phone.words
    mine = holder is not None and holder.guest == sitting.phone.visitor.id
    host = sitting.phone.visitor.host
    asleep = ASLEEP if host else HELD
    says = FREE if holder is None else YOURS if mine else TAKEN if holder.awake else asleep
    tap: Any = bound(sitting.sit, seat)
    if holder is not None and not mine:
        takes_over = host and not holder.awake
        tap = bound(sitting.ask, _over(name, bound(sitting.sit, seat, False, True))) if takes_over else None
    return _line(words(says), name, badge(seat, name, 44), tap, mine, seat_colour(seat))


def _over(name: str, do: Callable[[], Any]) -> Sure:
    """Build the confirmation before a seat is taken from a phone that is offline."""
    says = Text("The phone that sits there is asleep. When it wakes, it is asked again where it sits.")
    return Sure(Text("Are you {who}?", who=name), (says,), Text("Yes, I am {who}", who=name), do)


def _others(phone: Phone, chair: Chair | None, sit: Callable[..., Any]) -> list[ft.Control]:
    """Build the lines of the middle of the table and of watching."""
    words, unseated = phone.words, chair is not None and chair.seat is None
    middle = Text("Answers for all who have no phone of their own.")
    if phone.visitor.host:
        middle = Text("Answers for all who have no phone, and where it is needed for anybody.")
    look = Text("Sees what lies open on the table, and touches nothing.")
    table, eye = _sign(ft.Icons.TABLE_RESTAURANT), _sign(ft.Icons.VISIBILITY_OUTLINED)
    watches = chair is not None and chair.watches
    return [
        ft.Container(height=4),
        _line(words(middle), words(MIDDLE), table, bound(sit, None), unseated and not watches),
        _line(words(look), words(LOOKS_ON), eye, bound(sit, None, True), watches),
    ]


def _leaving(phone: Phone, id: str, ask: Callable[[Sure], Any]) -> ft.Control:
    """Build the button that leaves the table after a confirmation."""

    def leave() -> None:
        phone.library.guests.leave(phone.visitor, id)

    says = Text("Your seat becomes free. To come back you scan the table's code again.")
    sure = Sure(Text("Leave this table?"), (says,), Text("Yes, leave it"), leave)
    return quiet(phone.words(Text("Leave this table")), bound(ask, sure), ft.Icons.LOGOUT)


def _sign(icon: ft.IconData) -> ft.Control:
    sign = ft.Icon(icon, size=Type.BIG, color=ft.Colors.ON_SURFACE_VARIANT)
    return ft.Container(sign, width=44, alignment=ft.Alignment.CENTER)


def _line(
    says: str, name: str, sign: ft.Control, tap: Any, chosen: bool, colour: str = ft.Colors.PRIMARY
) -> ft.Control:
    """Build one place to sit: its name, its note, and a mark if this device is there."""
    ink = ft.Colors.ON_SURFACE if tap else ft.Colors.ON_SURFACE_VARIANT
    title = ft.Text(name, size=Type.HEAD, weight=ft.FontWeight.W_600, color=ink)
    text = ft.Column([title, page_frame.quiet(says)], spacing=0, tight=True, expand=True)
    mark: list[ft.Control] = [ft.Icon(ft.Icons.CHECK_CIRCLE, color=colour)] if chosen else []
    return press(
        ft.Row([sign, text, *mark], spacing=Space.EDGE),
        f"{name}: {says}",
        tap,
        fill=ft.Colors.SURFACE_CONTAINER,
        edge=ft.BorderSide(2, colour) if chosen else None,
        pad=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.EDGE),
        radius=Round.TILE,
        align=ft.Alignment.CENTER_LEFT,
    )


def whereabouts(words: Callable[[Shown], str], match: Match, chair: Chair | None) -> str:
    """Return a device's role at the table in a few words."""
    if chair is None:
        return words(Text("Has not sat down yet"))
    if chair.seat is not None:
        return match.seats[chair.seat]
    return words(WATCHES if chair.watches else MIDDLE)
