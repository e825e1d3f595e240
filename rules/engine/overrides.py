"""Manual adjustments and jumps to another step (X-06): what all games share.

Bounds, refusals, and the note that marks them in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from .event import Adjusted, Confirmed, FactSet
from .prompt import Choice, Option, Pick, Prompt, Template
from .refusal import Refused
from .state import Change, Fact, State, note
from .text import Displayable, Text

S = TypeVar("S", bound=State)
T = TypeVar("T")
MAX_VALUE = 999
NO_VALUE = Text("none")
"""What stands for an empty value of a fact."""
OVERRIDE_PHASE = Text("By hand")
"""The phase of questions about a number that was adjusted by hand."""


def unknown_tracker() -> Refused:
    """Return the refusal for a key that no tracker on the table has."""
    return Refused("X-06", Text("There is no such number on the table."))


def parse_key(key: str) -> tuple[str, int, str]:
    """Split a tracker's key such as ``seat.2.life``: its kind, its number, what is counted.

    Raises ``Refused`` if the second part is no number.
    """
    kind, _, rest = key.partition(".")
    number, _, what = rest.partition(".")
    if not number.removeprefix("-").isdecimal():
        raise unknown_tracker()
    return kind, int(number), what


def adjusted_value(before: int, by: int) -> int:
    """Return the number after an adjustment; 0 … 999 is allowed whatever the rules say.

    Raises ``Refused`` beyond those bounds.
    """
    if type(by) is not int or not 0 <= before + by <= MAX_VALUE:
        raise Refused("X-06", Text("A number stays between 0 and 999."))
    return before + by


def note_adjustment(s: S, event: Adjusted, owner: Displayable, label: Text, before: int) -> S:
    """Add the note for a manual adjustment: which number, whose, before and after."""
    after = before + event.by
    text = Text("By hand: {who}, {what} {before} → {after}", who=owner, what=label, before=before, after=after)
    return note(s, "X-06", text, Change(event.key, owner, label, before, after))


def describe_adjustment(owner: Displayable, by: int, label: Displayable) -> Text:
    """Describe an adjustment in one sentence, for the log."""
    return Text("By hand: {who} {by} {what}", who=owner, by=f"{by:+d}".replace("-", "−"), what=label)


def pick_fact(
    key: str,
    label: Displayable,
    now: str | int,
    options: Iterable[tuple[str | int, Displayable]],
    seat: int | None = None,
) -> Fact:
    """Return a fact that is one of several values; ``now`` is the present one."""
    choices = tuple(Option(value, name) for value, name in options)
    shown = next((option.label for option in choices if option.value == now), "")
    return Fact(label, shown, Template(FactSet(key, now), (Pick("value", choices),)), seat)


def describe_fact(owner: Displayable, fact: Fact, value: str | int) -> Text:
    """Describe the setting of a fact in one sentence, for the log."""
    if fact.is_secret:
        return Text("By hand: {who}, {what} changed", who=owner, what=fact.label)
    return Text("By hand: {who}, {what}: {value}", who=owner, what=fact.label, value=value_name(fact, value))


def note_fact(s: S, owner: Displayable, fact: Fact, value: str | int) -> S:
    """Add the note for a fact that was set by hand: which, whose, before and after."""
    if fact.is_secret:
        return note(s, "X-06", describe_fact(owner, fact, value))
    text = Text(
        "By hand: {who}, {what}: {before} → {after}",
        who=owner,
        what=fact.label,
        before=fact.value or NO_VALUE,
        after=value_name(fact, value),
    )
    return note(s, "X-06", text)


def value_name(fact: Fact, value: str | int) -> Displayable:
    """Return how a value of the fact is called."""
    options = fact.hole.options if isinstance(fact.hole, Pick) else ()
    return next((option.label for option in options if option.value == value), value if value != "" else NO_VALUE)


def find_position(positions: Mapping[str, T], rule: str) -> T:
    """Return the entry for the position that the table jumps to.

    Raises ``Refused`` for a rule that is no position.
    """
    if rule not in positions:
        raise Refused("X-06", Text("The table cannot be at that rule."))
    return positions[rule]


def note_jump(s: S, label: Text, change: Change | None = None) -> S:
    """Add the note for a jump to another step, with the number that changed along with it."""
    return note(s, "X-06", Text("By hand: the table is at {step}", step=label), change)


def confirmation_prompt(title: Text, rule: str) -> Prompt:
    """Ask whether a number that was set by hand changed in play; if so, its consequences follow."""
    yes = Choice(Text("Yes, in play"), Template(Confirmed(True)), role="usual")
    no = Choice(Text("No, only a correction"), Template(Confirmed(False)))
    return Prompt((0,), title, rule, (yes, no), phase=OVERRIDE_PHASE)


def describe_confirmation(event: Confirmed) -> Text:
    """Describe the answer to that question, for the log."""
    return Text("It happened in play") if event.played else Text("Only a correction")
