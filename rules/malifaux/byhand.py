"""The two doors that always work, marked as such: a number set by hand, another step."""

from __future__ import annotations

from typing import Any

from rules.engine import Adjusted, Change, Refused, Shown, Step, Text, WentTo, at
from rules.engine.record import replace

from .activation import activation
from .change import WHAT, named, note, table_change
from .closing import check_end, over, score, upkeep
from .draw import shuffle_discards
from .initiative import initiative
from .state import Malifaux, Phase, set_model, set_player
from .turn import TURN

TOP = 999
PLACES: dict[str, tuple[Step | None, Phase, Text]] = {
    "MX-02": (at(shuffle_discards), "draw", Text("Draw phase")),
    "MX-09": (at(initiative), "initiative", Text("Initiative phase")),
    "MX-12": (at(activation), "activation", Text("Activation phase")),
    "MX-16": (at(upkeep), "closing", Text("Closing phase")),
    "MX-18": (at(score), "closing", Text("Victory points")),
    "MX-19": (at(check_end), "closing", Text("Does the game go on?")),
    "MX-20": (None, "end", Text("End of the game")),
}
"""Where a table may say that it is; the end has no turn after it."""
OF_SEAT = ("points", "stones", "size")
OF_TABLE = ("turn", "red", "black")


def adjust(s: Malifaux, event: Adjusted) -> Malifaux:
    """X-06: a tracker moves by a difference, within 0 … 999. Raises ``Refused`` for anything else."""
    match event.key.split("."):
        case ["seat", seat, what] if _is(seat, len(s.seats)) and what in OF_SEAT:
            k, who = int(seat), s.seats[int(seat)]
            before: int = getattr(s.players[k], what)
            after = _bounded(before, event.by)
            return _by_hand(set_player(s, k, **{what: after}), event.key, who, what, before, after)
        case ["model", id, "wounds"] if id.isdecimal() and (found := s.model(int(id))):
            before = found[1].wounds
            after = _bounded(before, event.by)
            s = set_model(s, int(id), wounds=after)
            return _by_hand(s, event.key, named(found[1]), "wounds", before, after)
        case ["table", what] if what in OF_TABLE:
            before = getattr(s, what)
            after = _bounded(before, event.by)
            changed: dict[str, Any] = {what: after}
            return _by_hand(replace(s, **changed), event.key, Text("the table"), what, before, after)
    raise Refused("X-06", Text("There is no such number on the table."))


def _is(seat: str, seats: int) -> bool:
    return seat.isdecimal() and int(seat) < seats


def _bounded(before: int, by: int) -> int:
    if type(by) is not int or not 0 <= before + by <= TOP:
        raise Refused("X-06", Text("A number stays between 0 and 999."))
    return before + by


def _by_hand(s: Malifaux, key: str, who: Shown, what: str, before: int, after: int) -> Malifaux:
    text = Text("By hand: {who}, {what} {before} → {after}", who=who, what=WHAT[what], before=before, after=after)
    return note(s, "X-06", text, Change(key, who, WHAT[what], before, after))


def go(s: Malifaux, event: WentTo) -> Malifaux:
    """The agenda becomes the turn from there."""
    if event.rule not in PLACES:
        raise Refused("X-06", Text("The table cannot be at that rule."))
    place, phase, label = PLACES[event.rule]
    before = s.turn
    s = replace(s, turn=max(1, s.turn), phase=phase, acting=0, waits=())
    moved = table_change(s, "turn", before) if s.turn != before else None
    s = note(s, "X-06", Text("By hand: the table is at {step}", step=label), moved)
    return over(s) if place is None else replace(s, agenda=TURN[TURN.index(place) :])
