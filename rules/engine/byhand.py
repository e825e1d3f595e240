"""The two doors that always work (X-06), and what all games share of them: bounds, refusals, the mark in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from .event import Adjusted, Confirmed
from .prompt import Choice, Prompt, Template
from .refusal import Refused
from .state import Change, State, note
from .text import Shown, Text

S = TypeVar("S", bound=State)
T = TypeVar("T")
TOP = 999
BY_HAND = Text("By hand")
"""The phase of questions about what was set by hand."""


def no_number() -> Refused:
    """Nothing on the table has that key."""
    return Refused("X-06", Text("There is no such number on the table."))


def address(key: str) -> tuple[str, int, str]:
    """A tracker's key such as ``seat.2.life``: of what kind, which of them, what is counted. Raises ``Refused``."""
    kind, _, rest = key.partition(".")
    number, _, what = rest.partition(".")
    if not number.removeprefix("-").isdecimal():
        raise no_number()
    return kind, int(number), what


def bounded(before: int, by: int) -> int:
    """The number after a correction, 0 … 999 whatever the rules allow. Raises ``Refused`` beyond."""
    if type(by) is not int or not 0 <= before + by <= TOP:
        raise Refused("X-06", Text("A number stays between 0 and 999."))
    return before + by


def by_hand(s: S, event: Adjusted, who: Shown, what: Text, before: int) -> S:
    """The mark that the rules did not do it: which number, whose, before and after."""
    after = before + event.by
    text = Text("By hand: {who}, {what} {before} → {after}", who=who, what=what, before=before, after=after)
    return note(s, "X-06", text, Change(event.key, who, what, before, after))


def adjusted(who: Shown, by: int, what: Shown) -> Text:
    """The correction in one sentence, as the log says it."""
    return Text("By hand: {who} {by} {what}", who=who, by=f"{by:+d}".replace("-", "−"), what=what)


def whereto(places: Mapping[str, T], rule: str) -> T:
    """Where the table says it is. Raises ``Refused`` for a rule at which no table can be."""
    if rule not in places:
        raise Refused("X-06", Text("The table cannot be at that rule."))
    return places[rule]


def went(s: S, label: Text, change: Change | None = None) -> S:
    """The mark that the table said where it is, and which number moved with it."""
    return note(s, "X-06", Text("By hand: the table is at {step}", step=label), change)


def happened(title: Text, rule: str) -> Prompt:
    """Ask whether a number that was set by hand came about in play: then it has what follows from it."""
    yes = Choice(Text("Yes, in play"), Template(Confirmed(True)), role="usual")
    no = Choice(Text("No, only a correction"), Template(Confirmed(False)))
    return Prompt((0,), title, rule, (yes, no), phase=BY_HAND)


def confirmed(event: Confirmed) -> Text:
    """What was answered to that, as the log says it."""
    return Text("It happened in play") if event.played else Text("Only a correction")
