"""Manual adjustments and jumps to another step."""

from __future__ import annotations

from typing import Any

from rules.engine import Adjusted, Step, Text, WentTo, at
from rules.engine.overrides import address, bounded, by_hand, no_number, went, whereto
from rules.engine.record import replace
from rules.malifaux.model.state import Malifaux, Phase, set_model, set_player
from rules.malifaux.phases.activation import activation
from rules.malifaux.phases.closing import check_end, over, score, upkeep
from rules.malifaux.phases.draw import shuffle_discards
from rules.malifaux.phases.initiative import initiative
from rules.malifaux.phases.turn import TURN

from .state_changes import WHAT, named, table_change

PLACES: dict[str, tuple[Step | None, Phase, Text]] = {
    "MX-02": (at(shuffle_discards), "draw", Text("Draw phase")),
    "MX-09": (at(initiative), "initiative", Text("Initiative phase")),
    "MX-12": (at(activation), "activation", Text("Activation phase")),
    "MX-16": (at(upkeep), "closing", Text("Closing phase")),
    "MX-18": (at(score), "closing", Text("Victory points")),
    "MX-19": (at(check_end), "closing", Text("Does the game go on?")),
    "MX-20": (None, "end", Text("End of the game")),
}
"""The positions that the table can jump to; the end has no turn after it."""
OF_SEAT = ("points", "stones", "size")
OF_TABLE = ("table.turn", "table.red", "table.black")


def adjust(s: Malifaux, event: Adjusted) -> Malifaux:
    """Adjust a tracker by a difference, within 0 … 999 (X-06). Raises ``Refused`` otherwise."""
    if event.key in OF_TABLE:
        return _of_table(s, event, event.key.removeprefix("table."))
    match address(event.key):
        case "seat", seat, what if seat in range(len(s.seats)) and what in OF_SEAT:
            before: int = getattr(s.players[seat], what)
            after = bounded(before, event.by)
            return by_hand(set_player(s, seat, **{what: after}), event, s.seats[seat], WHAT[what], before)
        case "model", id, "wounds" if found := s.model(id):
            before = found[1].wounds
            s = set_model(s, id, wounds=bounded(before, event.by))
            return by_hand(s, event, named(found[1]), WHAT["wounds"], before)
    raise no_number()


def _of_table(s: Malifaux, event: Adjusted, what: str) -> Malifaux:
    before: int = getattr(s, what)
    changed: dict[str, Any] = {what: bounded(before, event.by)}
    return by_hand(replace(s, **changed), event, Text("the table"), WHAT[what], before)


def go(s: Malifaux, event: WentTo) -> Malifaux:
    """Jump to a position: the agenda becomes the turn from there."""
    step, phase, label = whereto(PLACES, event.rule)
    before = s.turn
    s = replace(s, turn=max(1, s.turn), phase=phase, acting=0, waits=())
    s = went(s, label, table_change(s, "turn", before) if s.turn != before else None)
    return over(s) if step is None else replace(s, agenda=TURN[TURN.index(step) :])
