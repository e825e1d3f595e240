"""Choice of the seats' looks: stored by match, and remembered by the name of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.base.seat_look import (
    SeatLook,
    choose_look,
    looks_of_names,
    parse_looks,
    parse_remembered,
    write_looks,
    write_remembered,
)
from companion.match.roles import DeviceRole, can_speak_for
from companion.storage.settings import Settings
from rules.engine import Refused, Text

if TYPE_CHECKING:
    from companion.match.table import Table

LOOKS_SETTING = "looks"
"""Setting of the remembered looks; followed by the id of a match, of the looks of its seats."""


def seat_looks(settings: Settings, match_id: str, count: int) -> tuple[SeatLook, ...]:
    """Return the looks of a match's seats."""
    return parse_looks(settings.get(f"{LOOKS_SETTING}.{match_id}"), count)


def remembered_looks(settings: Settings) -> dict[str, SeatLook]:
    """Return the looks that were chosen last, by name."""
    return parse_remembered(settings.get(LOOKS_SETTING))


def assign_looks(settings: Settings, table: Table) -> None:
    """Give the players of a new match the looks that they chose before. Raises ``StorageError``."""
    looks = looks_of_names(table.match.seats, remembered_looks(settings))
    if looks != parse_looks("", len(looks)):
        settings.save(f"{LOOKS_SETTING}.{table.match.id}", write_looks(looks))


def set_look(settings: Settings, table: Table, role: DeviceRole, seat: int, look: SeatLook) -> None:
    """Change the look of a seat for all devices, and remember it by name.

    Raises ``Refused`` for a device that does not speak for the seat and is not the host's, or ``StorageError``.
    """
    names = table.match.seats
    is_allowed = not role.is_spectator and (role.is_host or can_speak_for(role, (seat,), table.claimed_seats))
    if not is_allowed or seat not in range(len(names)) or not look.is_valid:
        raise Refused("X-01", Text("Color and sign are chosen by the player, or on the host's phone."))
    looks = choose_look(seat_looks(settings, table.match.id, len(names)), seat, look)
    settings.save(f"{LOOKS_SETTING}.{table.match.id}", write_looks(looks))
    remember_look(settings, names[seat], look)
    table.notify()


def remember_look(settings: Settings, name: str, look: SeatLook) -> None:
    """Remember the look of whoever has that name. Raises ``StorageError``."""
    others = {other: kept for other, kept in remembered_looks(settings).items() if other != name}
    settings.save(LOOKS_SETTING, write_remembered({**others, name: look}))
