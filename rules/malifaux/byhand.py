"""The two doors that always work, marked as such: a number set by hand, another step."""

from __future__ import annotations

from typing import Any

from rules.engine import Adjusted, Step, Text, WentTo, at
from rules.engine.byhand import bounded, by_hand, no_number, went, whereto
from rules.engine.record import replace

from .activation import activation
from .change import WHAT, named, table_change
from .closing import check_end, over, score, upkeep
from .draw import shuffle_discards
from .initiative import initiative
from .state import Malifaux, Phase, set_model, set_player
from .turn import TURN

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
            after = bounded(before, event.by)
            return by_hand(set_player(s, k, **{what: after}), event, who, WHAT[what], before)
        case ["model", id, "wounds"] if id.isdecimal() and (found := s.model(int(id))):
            before = found[1].wounds
            after = bounded(before, event.by)
            s = set_model(s, int(id), wounds=after)
            return by_hand(s, event, named(found[1]), WHAT["wounds"], before)
        case ["table", what] if what in OF_TABLE:
            before = getattr(s, what)
            after = bounded(before, event.by)
            changed: dict[str, Any] = {what: after}
            return by_hand(replace(s, **changed), event, Text("the table"), WHAT[what], before)
    raise no_number()


def _is(seat: str, seats: int) -> bool:
    return seat.isdecimal() and int(seat) < seats


def go(s: Malifaux, event: WentTo) -> Malifaux:
    """The agenda becomes the turn from there."""
    step, phase, label = whereto(PLACES, event.rule)
    before = s.turn
    s = replace(s, turn=max(1, s.turn), phase=phase, acting=0, waits=())
    s = went(s, label, table_change(s, "turn", before) if s.turn != before else None)
    return over(s) if step is None else replace(s, agenda=TURN[TURN.index(step) :])
