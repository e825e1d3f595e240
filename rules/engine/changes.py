"""Changes of numbers by the rules, each noted with its rule and its value before and after."""

from __future__ import annotations

from typing import TypeVar

from .state import Change, State, note
from .text import Displayable, Text, signed

S = TypeVar("S", bound=State)


def seat_change(state: State, seat: int, what: str, label: Text, before: int, after: int) -> Change:
    """Return the change of a player's number; ``what`` is the last part of its key."""
    return Change(f"seat.{seat}.{what}", state.seats[seat], label, before, after)


def note_change(state: S, rule: str, change: Change, counted: Text, origin: Displayable | None = None) -> S:
    """Note that a number has changed, if it has.

    ``counted`` is the noun for ``n`` of what it counts; ``origin`` ends the sentence with the reason.
    """
    by = change.after - change.before
    if not by:
        return state
    text = Text(
        "{who}: {by} {what} ({after})",
        who=change.owner,
        by=signed(by),
        what=counted.with_args(n=abs(by)),
        after=change.after,
    )
    if origin is not None:
        text = Text("{who}: {by} {what} ({after}) {how}", **dict(text.args), how=origin)
    return note(state, rule, text, change)
