"""Mini-draft of two players before the first turn (FS-118)."""

from __future__ import annotations

from rules.engine import Choice, Line, Prompt, Step, Template, Text, asks, at, note

from .event import Drafted
from .possess import gain_treasure
from .state import FourSouls

ROUNDS = 2


def drafting(s: FourSouls) -> tuple[Step, ...]:
    """Return the rounds of the draft if the table plays it; the first pick alternates."""
    if s.ruling("mode", "normal") != "draft":
        return ()
    return tuple(at(draft, (s.active + k) % len(s.seats)) for k in range(ROUNDS))


def draft_prompt(s: FourSouls, picker: int) -> Prompt:
    """Ask for the treasures that both took; their names are optional."""
    second = (picker + 1) % len(s.seats)
    title = Text(
        "Three treasures face up: {first} takes one, then {second}", first=s.seats[picker], second=s.seats[second]
    )
    plain = Choice(Text("Both have taken one"), Template(Drafted()), Text("The third goes under the deck"), "usual")
    lines = (_line(s, "first", picker), _line(s, "second", second))
    named = Choice(Text("Their names"), Template(Drafted(), lines))
    return Prompt((picker, second), title, "FS-118", (plain, named), phase=Text("Set-up"))


def _line(s: FourSouls, name: str, seat: int) -> Line:
    return Line(name, label=Text("{who}'s treasure", who=s.seats[seat]))


@asks("FS-118", prompt=draft_prompt)
def draft(s: FourSouls, event: Drafted, picker: int) -> FourSouls:
    """Give each player one treasure; the third goes under the deck."""
    for seat, name in ((picker, event.first), ((picker + 1) % len(s.seats), event.second)):
        s = gain_treasure(s, "FS-118", seat, 1, name)
    return note(s, "FS-118", Text("The third treasure goes under the deck"))
