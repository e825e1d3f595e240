"""The question as one phone hears it: what a plain tap of it says and for whom, and who is still thinking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.seating import MIDDLE, Chair, may, voice
from rules.engine import Choice, Prompt, Seats, Text, speaks_for

NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Heard:
    """A question as it is heard from one chair."""

    prompt: Prompt
    """With only those choices that this phone says by a plain tap, filled in with the seats that it says them for."""
    asked: tuple[int, ...]
    """Those who are asked now and for whom this phone speaks."""
    others: tuple[int, ...]
    """Those who are asked now and answer on phones of their own."""
    loud: bool
    """Whether it calls the people at this phone."""
    thinking: tuple[int, ...] = ()
    """At a window that several phones answer: the seats that have not passed yet."""
    passed: tuple[int, ...] = ()
    """There, those that have."""
    steps_in: bool = False
    """Whether the host's phone may answer for the others all the same."""

    @property
    def call(self) -> str:
        """Why this phone calls its people; another word is another call, none is silence."""
        return f"{self.prompt.seats[0] in self.asked}" if self.loud else ""


def heard(prompt: Prompt, chair: Chair, taken: frozenset[int], names: tuple[str, ...], for_all: bool = False) -> Heard:
    """The question on a phone with that chair at a table of those people; the host may answer it ``for_all``."""
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
    """Each answer once, as it was first offered: a window's pass of one seat may be its own choice as well."""
    found: dict[object, Choice] = {}
    for choice in choices:
        found.setdefault(id(choice) if choice.does.holes else choice.event, choice)
    return tuple(found.values())


# --- what a plain tap says ---------------------------------------------------------------------------------------


def _spoken(prompt: Prompt, chair: Chair, taken: frozenset[int], names: tuple[str, ...]) -> Iterator[Choice]:
    """The choices in whose name this phone speaks; one that is said for seats, for its own and the empty ones."""
    for choice in prompt.choices:
        hole = said_for(choice)
        if hole is not None:
            seats = hole.said_by(voice(chair, hole.seats, taken))
            yield from [_said(prompt, choice, hole, seats, chair, names)] if seats else []
        elif _is_said(prompt, choice, chair, taken):
            yield choice


def _is_said(prompt: Prompt, choice: Choice, chair: Chair, taken: frozenset[int]) -> bool:
    """Whether it is for this phone to say; what is nobody's in particular, any of those who are asked may say."""
    speaks = speaks_for(prompt, choice, choice.event)
    mine = voice(chair, speaks, taken)
    return bool(mine) if choice.seat is None else mine == speaks


def said_for(choice: Choice) -> Seats | None:
    """The hole of those for whom it is said, if it has one."""
    return next((hole for hole in choice.does.holes if isinstance(hole, Seats)), None)


def _said(
    prompt: Prompt, choice: Choice, hole: Seats, seats: tuple[int, ...], chair: Chair, names: tuple[str, ...]
) -> Choice:
    """The choice as it is said for those seats; a pass of some of a window is the likely tap, and no leaving."""
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
    """What the host may say: a pass for each of those who have a phone of their own, and all that is offered."""
    for choice in prompt.choices:
        hole = said_for(choice)
        for seat in prompt.window:
            if hole and seat in taken and hole.seats[1:]:
                passing = Text("Pass for {who}", who=names[seat])
                alone = _filled(choice, hole, (seat,))
                yield replace(alone, label=passing, follows=None, role="quiet", seat=seat)
    yield from _spoken(prompt, MIDDLE, NOBODY, names)
