"""Prompt as one device sees it: its choices, the seats it speaks for, and who is pending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.match.roles import HOST_ROLE, DeviceRole, can_speak_for, speaks_for_seats
from rules.engine import Choice, Prompt, Seats, Text, seats_answering

NO_SEATS: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SeatPrompt:
    """Part of a prompt that one device may answer."""

    prompt: Prompt
    """Prompt with this device's choices only, filled with the seats that it speaks for."""
    speaking_seats: tuple[int, ...]
    """Seats asked now for which this device speaks."""
    other_seats: tuple[int, ...]
    """Seats asked now that answer on devices of their own."""
    is_called: bool
    """Whether the prompt calls the people at this device."""
    pending_seats: tuple[int, ...] = ()
    """Seats that have not passed yet, in a window that several devices answer."""
    passed_seats: tuple[int, ...] = ()
    """Seats that have passed in that window."""
    can_answer_for_others: bool = False
    """Whether the host's device may answer for the others."""

    @property
    def without_choices(self) -> SeatPrompt:
        """The same without its choices: what the question itself shows."""
        return replace(self, prompt=replace(self.prompt, choices=()))

    @property
    def call_reason(self) -> str:
        """Reason of the call: a different text is a new call, an empty one is none."""
        return f"{self.prompt.seats[0] in self.speaking_seats}" if self.is_called else ""


def seat_prompt_of(
    prompt: Prompt,
    role: DeviceRole,
    claimed_seats: frozenset[int],
    names: tuple[str, ...],
    acting_as_host: bool = False,
) -> SeatPrompt:
    """Return the prompt for a device in that role; the host may be ``acting_as_host``."""
    awaited_seats = prompt.awaited_seats
    speaking_seats = speaks_for_seats(role, awaited_seats, claimed_seats)
    other_seats = tuple(seat for seat in awaited_seats if seat not in speaking_seats)
    choices = (
        _host_choices(prompt, claimed_seats, names)
        if acting_as_host
        else _own_choices(prompt, role, claimed_seats, names)
    )
    several = bool(prompt.window) and bool(claimed_seats - {role.seat})
    return SeatPrompt(
        replace(prompt, choices=_deduplicated(choices)),
        awaited_seats if acting_as_host else speaking_seats,
        other_seats,
        bool(speaking_seats) and (role.seat is None or role.seat in speaking_seats),
        prompt.window if several else (),
        tuple(seat for seat in range(len(names)) if seat not in prompt.window) if several else (),
        bool(other_seats) and can_speak_for(role, other_seats, claimed_seats),
    )


def _deduplicated(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return each answer once, as first offered: a seat's pass may be its own choice as well."""
    by_answer: dict[object, Choice] = {}
    for choice in choices:
        by_answer.setdefault(id(choice) if choice.template.holes else choice.event, choice)
    return tuple(by_answer.values())


# --- what a plain tap says ---------------------------------------------------------------------------------------


def _own_choices(
    prompt: Prompt, role: DeviceRole, claimed_seats: frozenset[int], names: tuple[str, ...]
) -> Iterator[Choice]:
    for choice in prompt.choices:
        hole = choice.template.hole(Seats)
        if hole is not None:
            seats = hole.answering_seats(speaks_for_seats(role, hole.seats, claimed_seats))
            yield from [_choice_for_seats(prompt, choice, hole, seats, role, names)] if seats else []
        elif _speaks_for_choice(prompt, choice, role, claimed_seats):
            yield choice


def _speaks_for_choice(prompt: Prompt, choice: Choice, role: DeviceRole, claimed_seats: frozenset[int]) -> bool:
    """Return whether this device may choose it.

    A choice without a seat may be made by any of the seats asked.
    """
    choice_seats = seats_answering(prompt, choice, choice.event)
    own_seats = speaks_for_seats(role, choice_seats, claimed_seats)
    return bool(own_seats) if choice.seat is None else own_seats == choice_seats


def _choice_for_seats(
    prompt: Prompt, choice: Choice, hole: Seats, seats: tuple[int, ...], role: DeviceRole, names: tuple[str, ...]
) -> Choice:
    """Return the choice made for those seats.

    A pass for some seats of a window is a primary choice and does not leave the phase.
    """
    filled = _fill_seats(choice, hole, seats)
    if seats == hole.seats != (role.seat,):
        return filled
    label = hole.single_label
    if seats[1:]:
        label = Text("{what}: {who}", what=hole.several_label, who=", ".join(names[seat] for seat in seats))
    if prompt.window and not seats[1:] and seats != (role.seat,):
        label = Text("Pass for {who}", who=names[seats[0]])
    follows = choice.consequence if seats == hole.seats else None
    return replace(filled, label=label, consequence=follows, role="default" if prompt.window else choice.role)


def _fill_seats(choice: Choice, hole: Seats, seats: tuple[int, ...]) -> Choice:
    other_holes = tuple(other for other in choice.template.holes if other is not hole)
    does = replace(choice.template, value=replace(choice.event, **{hole.name: seats}), holes=other_holes)
    return replace(choice, template=does)


def _host_choices(prompt: Prompt, claimed_seats: frozenset[int], names: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the host's choices: a pass per seat with its own device, and all offered ones."""
    for choice in prompt.choices:
        hole = choice.template.hole(Seats)
        for seat in prompt.window:
            if hole and seat in claimed_seats and hole.seats[1:]:
                label = Text("Pass for {who}", who=names[seat])
                single_pass = _fill_seats(choice, hole, (seat,))
                yield replace(single_pass, label=label, consequence=None, role="option", seat=seat)
    yield from _own_choices(prompt, HOST_ROLE, NO_SEATS, names)
