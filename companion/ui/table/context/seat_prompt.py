"""Prompt as one device sees it: its choices, the seats it speaks for, and who is pending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.match.roles import MIDDLE, Chair, may, voice
from rules.engine import Choice, Prompt, Seats, Text, speaks_for

NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Heard:
    """Part of a prompt that one device may answer."""

    prompt: Prompt
    """Prompt with this device's choices only, filled with the seats that it speaks for."""
    asked: tuple[int, ...]
    """Seats asked now for which this device speaks."""
    others: tuple[int, ...]
    """Seats asked now that answer on devices of their own."""
    loud: bool
    """Whether the prompt calls the people at this device."""
    thinking: tuple[int, ...] = ()
    """Seats that have not passed yet, in a window that several devices answer."""
    passed: tuple[int, ...] = ()
    """Seats that have passed in that window."""
    steps_in: bool = False
    """Whether the host's device may answer for the others."""

    @property
    def call(self) -> str:
        """Reason of the call: a different text is a new call, an empty one is none."""
        return f"{self.prompt.seats[0] in self.asked}" if self.loud else ""


def heard(prompt: Prompt, chair: Chair, taken: frozenset[int], names: tuple[str, ...], for_all: bool = False) -> Heard:
    """Return the prompt for a device in that role; the host may be ``acting_as_host``."""
    called = prompt.awaited
    asked = voice(chair, called, taken)
    others = tuple(seat for seat in called if seat not in asked)
    said = _everything(prompt, taken, names) if for_all else _spoken(prompt, chair, taken, names)
    several = bool(prompt.window) and bool(taken - {chair.seat})
    return Heard(
        replace(prompt, choices=_once(said)),
        called if for_all else asked,
        others,
        bool(asked) and (chair.seat is None or chair.seat in asked),
        prompt.window if several else (),
        tuple(seat for seat in range(len(names)) if seat not in prompt.window) if several else (),
        bool(others) and may(chair, others, taken),
    )


def _once(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return each answer once, as first offered: a seat's pass may be its own choice as well."""
    found: dict[object, Choice] = {}
    for choice in choices:
        found.setdefault(id(choice) if choice.does.holes else choice.event, choice)
    return tuple(found.values())


# --- what a plain tap says ---------------------------------------------------------------------------------------


def _spoken(prompt: Prompt, chair: Chair, taken: frozenset[int], names: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the choices this device speaks for; those with a seats hole are filled."""
    for choice in prompt.choices:
        hole = said_for(choice)
        if hole is not None:
            seats = hole.said_by(voice(chair, hole.seats, taken))
            yield from [_said(prompt, choice, hole, seats, chair, names)] if seats else []
        elif _is_said(prompt, choice, chair, taken):
            yield choice


def _is_said(prompt: Prompt, choice: Choice, chair: Chair, taken: frozenset[int]) -> bool:
    """Return whether this device may choose it.

    A choice without a seat may be made by any of the seats asked.
    """
    speaks = speaks_for(prompt, choice, choice.event)
    mine = voice(chair, speaks, taken)
    return bool(mine) if choice.seat is None else mine == speaks


def said_for(choice: Choice) -> Seats | None:
    """Return the hole for the seats that a choice is made for, if it has one."""
    return next((hole for hole in choice.does.holes if isinstance(hole, Seats)), None)


def _said(
    prompt: Prompt, choice: Choice, hole: Seats, seats: tuple[int, ...], chair: Chair, names: tuple[str, ...]
) -> Choice:
    """Return the choice made for those seats.

    A pass for some seats of a window is a primary choice and does not leave the phase.
    """
    made = _filled(choice, hole, seats)
    if seats == hole.seats != (chair.seat,):
        return made
    label = hole.one
    if seats[1:]:
        label = Text("{what}: {who}", what=hole.some, who=", ".join(names[seat] for seat in seats))
    if prompt.window and not seats[1:] and seats != (chair.seat,):
        label = Text("Pass for {who}", who=names[seats[0]])
    follows = choice.follows if seats == hole.seats else None
    return replace(made, label=label, follows=follows, role="usual" if prompt.window else choice.role)


def _filled(choice: Choice, hole: Seats, seats: tuple[int, ...]) -> Choice:
    rest = tuple(other for other in choice.does.holes if other is not hole)
    does = replace(choice.does, value=replace(choice.event, **{hole.name: seats}), holes=rest)
    return replace(choice, does=does)


def _everything(prompt: Prompt, taken: frozenset[int], names: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the host's choices: a pass per seat with its own device, and all offered ones."""
    for choice in prompt.choices:
        hole = said_for(choice)
        for seat in prompt.window:
            if hole and seat in taken and hole.seats[1:]:
                passing = Text("Pass for {who}", who=names[seat])
                alone = _filled(choice, hole, (seat,))
                yield replace(alone, label=passing, follows=None, role="quiet", seat=seat)
    yield from _spoken(prompt, MIDDLE, NOBODY, names)
