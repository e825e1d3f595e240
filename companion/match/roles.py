"""Device roles at a table: what a device may say and for which seats, and what it may see."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from companion.base.actors import CAMERA_ACTOR, HOST_ACTOR, PHONE_ACTOR
from rules.engine import Cards, Choice, Dice, Event, Prompt, Refused, Seats, Text, seats_answering
from rules.engine.switch import parse_silence

SPECTATOR_TEXT = Text("This phone only looks on. Take a seat to play.")
ANY_SEAT = (-1,)
"""Placeholder seats of an answer that any device may give."""


@dataclass(frozen=True, slots=True)
class DeviceRole:
    """The role of a device at one table: a seat, the middle of the table, or a spectator."""

    seat: int | None = None
    """The seat that the device speaks for; None in the middle of the table."""
    is_host: bool = False
    is_spectator: bool = False
    is_camera: bool = False
    """Whether it is the host's camera, which enters dice and nothing else."""

    def actor_name(self, seats: tuple[str, ...]) -> str:
        """Return the actor name that the log uses for this role."""
        if self.is_camera:
            return CAMERA_ACTOR
        if self.seat is not None:
            return seats[self.seat]
        return HOST_ACTOR if self.is_host else PHONE_ACTOR


HOST_ROLE = DeviceRole(is_host=True)
"""The host's device in the middle of the table: alone it runs the whole table."""
CAMERA_ROLE = DeviceRole(is_camera=True)
"""The host's camera over the dice tray."""


def can_speak_for(role: DeviceRole, seats: Iterable[int], claimed_seats: Collection[int]) -> bool:
    """Return whether the device may answer for those seats (X-01).

    The host may for all seats, others for their own seat and for seats that no device has claimed, spectators for none.
    """
    if role.is_spectator or role.is_camera:
        return False
    return role.is_host or all(seat == role.seat or seat not in claimed_seats for seat in seats)


def speaks_for_seats(role: DeviceRole, seats: Iterable[int], claimed_seats: AbstractSet[int]) -> tuple[int, ...]:
    """Return those of the seats that a plain tap on this device answers for.

    They are its own seat and the unclaimed ones.
    """
    return tuple(seat for seat in seats if not role.is_spectator and (seat == role.seat or seat not in claimed_seats))


def is_own_stop(switch: str, seat: int) -> bool:
    """Return whether that switch is a stop of this seat: where the seat wants to be asked."""
    return switch.startswith("stop.") and switch.endswith(f"@{seat}")


def may_set(role: DeviceRole, switch: str, claimed_seats: Collection[int]) -> bool:
    """Return whether the device may change that setting.

    The host may change all, others the stops of their own seat, and end silences of the seats that they speak for.
    """
    if not isinstance(switch, str):  # no setting, which the table refuses with its reason
        return role.is_host
    silence = parse_silence(switch)
    if silence is not None:
        return can_speak_for(role, (silence[1],), claimed_seats)
    return role.is_host or (role.seat is not None and is_own_stop(switch, role.seat))


def visible_seats(role: DeviceRole, seat_count: int, claimed_seats: AbstractSet[int]) -> frozenset[int]:
    """Return the seats whose secrets the device shows.

    That is its own seat, or in the middle of the table all unclaimed seats.
    """
    if role.is_spectator:
        return frozenset()
    return frozenset(range(seat_count)) - claimed_seats if role.seat is None else frozenset((role.seat,))


def authorize_answer(
    role: DeviceRole,
    prompt: Prompt | None,
    choices: Iterable[Choice],
    event: Event,
    names: tuple[str, ...],
    claimed_seats: Collection[int],
) -> None:
    """Raise ``Refused`` where this device may not give that answer.

    Invalid answers are left to the rules. Dice, and cards that are flipped before a camera, may be entered from any
    device, because any phone may be the camera.
    ``prompt`` is None for a remark.
    """
    speakers = [seats for choice in choices if choice.admits(event) for seats in _speakers(prompt, choice, event)]
    if not speakers or any(seats is ANY_SEAT or can_speak_for(role, seats, claimed_seats) for seats in speakers):
        return
    if role.is_spectator:
        raise Refused("X-01", SPECTATOR_TEXT)
    theirs = dict.fromkeys(
        seat for seats in speakers for seat in seats if not can_speak_for(role, (seat,), claimed_seats)
    )
    raise Refused("X-01", Text("That is for {who} to say.", who=", ".join(names[seat] for seat in theirs)))


def _speakers(prompt: Prompt | None, choice: Choice, event: Event) -> tuple[tuple[int, ...], ...]:
    """Return the alternatives of seats in whose name the answer may be given.

    Where several seats are asked together, any of them may answer.
    """
    dice, cards = choice.template.hole(Dice), choice.template.hole(Cards)
    if dice is not None and not dice.is_partial:  # which dice are kept is for those to say who are asked
        return (ANY_SEAT,)
    if cards is not None and cards.kind is not None and cards.source != "hand":
        return (ANY_SEAT,)
    if prompt is None:
        return (() if choice.seat is None else (choice.seat,),)
    seats = seats_answering(prompt, choice, event)
    named = choice.seat is not None or choice.template.hole(Seats) is not None
    return (seats,) if named else tuple((seat,) for seat in seats)
