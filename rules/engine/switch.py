"""Switches, the settings on which tables differ, and silences.

A silence is what a player is not asked about any more: a setting of one seat until the match ends, so it is in the
log like any other and can be undone. Its key holds what the question was about, by a key that does not change: a
card, an item, a trigger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .prompt import Subject
from .state import State
from .text import Displayable, Name, Text

PREFIX = "stop.about."
ASKED, NOT_ASKED = "on", "off"
"""The choices of a silence; who is asked has none."""
MAX_KEY_LENGTH = 120
"""Longest key of a silence, in characters."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting on which tables differ: its id, its subject, and the choices, the default first."""

    key: str
    title: Text | Name
    choices: tuple[tuple[str, Text | Name], ...]
    group: str = "rule"


ON_OFF = (("on", Text("on")), ("off", Text("off")))
"""The choices of a switch that is on by default."""
OFF_ON = ON_OFF[::-1]


# --- silences ------------------------------------------------------------------------------------------------------


def silence_switch(key: str, seat: int) -> str:
    """Return the key of the setting by which a seat is not asked about a subject."""
    return f"{PREFIX}{key}@{seat}"


def parse_silence(switch: str) -> tuple[str, int] | None:
    """Return the subject's key and the seat; None for any other setting."""
    key, _, seat = switch.removeprefix(PREFIX).rpartition("@")
    is_silence = switch.startswith(PREFIX) and len(switch) <= MAX_KEY_LENGTH and seat.isascii() and seat.isdigit()
    return (key, int(seat)) if is_silence and key and key.isprintable() else None


def silences(rulings: Iterable[tuple[str, str]]) -> tuple[tuple[str, int], ...]:
    """Return the subject's key and the seat of each silence among the settings, oldest first."""
    found = (parse_silence(switch) for switch, choice in rulings if choice == NOT_ASKED)
    return tuple(one for one in found if one is not None)


def without_silences(rulings: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the settings that outlast a match."""
    return tuple(pair for pair in rulings if parse_silence(pair[0]) is None)


def keep_silences(rulings: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the settings without the silences that were revoked."""
    return tuple(pair for pair in rulings if pair[1] == NOT_ASKED or parse_silence(pair[0]) is None)


def has_silences(state: State) -> bool:
    """Return whether anybody is not asked about something."""
    return any(switch.startswith(PREFIX) for switch, _ in state.rulings)


def is_silenced(state: State, subject: Subject) -> bool:
    """Return whether that seat is not asked about that any more."""
    return (silence_switch(subject.key, subject.seat), NOT_ASKED) in state.rulings


def is_of_match(state: State, switch: Switch) -> bool:
    """Return whether the setting can be one of this match: its seat is taken."""
    about = parse_silence(switch.key)
    return about is None or about[1] < len(state.seats)


def find_silence(subject_name: Callable[[str], Displayable | None], switch: str) -> Switch | None:
    """Return the silence as a setting; None if the game knows no such subject."""
    about = parse_silence(switch)
    name = subject_name(about[0]) if about is not None else None
    if about is None or name is None:
        return None
    return Switch(switch, Text("Ask about {what}", what=name), ON_OFF, f"stops of {about[1]}")


def silence_text(state: State, switch: Switch, choice: str) -> Text | None:
    """Describe the silence, or its end, in one sentence; None for any other setting."""
    about = parse_silence(switch.key)
    if about is None or about[1] >= len(state.seats):
        return None
    who, what = state.seats[about[1]], subject_of(switch)
    if choice == NOT_ASKED:
        return Text("{who} is not asked about {what} any more", who=who, what=what)
    return Text("{who} is asked about {what} again", who=who, what=what)


def subject_of(switch: Switch) -> Displayable:
    """Return the name of what the silence is about."""
    return dict(switch.title.args)["what"] if isinstance(switch.title, Text) else switch.title
