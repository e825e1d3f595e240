"""Manual adjustments and jumps to another step."""

from __future__ import annotations

from typing import Any

from rules.engine import Adjusted, Step, Text, WentTo, at
from rules.engine.overrides import adjusted_value, find_position, note_adjustment, note_jump, parse_key, unknown_tracker
from rules.engine.record import replace
from rules.malifaux.model.state import Malifaux, Phase, set_model, set_player
from rules.malifaux.phases.activation import activation
from rules.malifaux.phases.closing import check_end, end_encounter, score, upkeep
from rules.malifaux.phases.draw import shuffle_discards
from rules.malifaux.phases.initiative import initiative
from rules.malifaux.phases.turn import TURN_STEPS

from .state_changes import NUMBER_NAMES, model_name, table_change

TURN_POSITIONS: dict[str, tuple[Step | None, Phase, Text]] = {
    "MX-02": (at(shuffle_discards), "draw", Text("Draw phase")),
    "MX-09": (at(initiative), "initiative", Text("Initiative phase")),
    "MX-12": (at(activation), "activation", Text("Activation phase")),
    "MX-16": (at(upkeep), "closing", Text("Closing phase")),
    "MX-18": (at(score), "closing", Text("Victory points")),
    "MX-19": (at(check_end), "closing", Text("Does the game go on?")),
    "MX-20": (None, "end", Text("End of the game")),
}
"""The positions that the table can jump to; the end has no turn after it."""
SEAT_TRACKERS = ("points", "stones", "size")
TABLE_TRACKERS = ("table.turn", "table.red", "table.black")


def adjust(s: Malifaux, event: Adjusted) -> Malifaux:
    """Adjust a tracker by a difference, within 0 … 999 (X-06). Raises ``Refused`` otherwise."""
    if event.key in TABLE_TRACKERS:
        return _adjust_table(s, event, event.key.removeprefix("table."))
    match parse_key(event.key):
        case "seat", seat, what if seat in range(len(s.seats)) and what in SEAT_TRACKERS:
            before: int = getattr(s.players[seat], what)
            after = adjusted_value(before, event.by)
            return note_adjustment(
                set_player(s, seat, **{what: after}), event, s.seats[seat], NUMBER_NAMES[what], before
            )
        case "model", id, "wounds" if found := s.find_model(id):
            before = found[1].wounds
            s = set_model(s, id, wounds=adjusted_value(before, event.by))
            return note_adjustment(s, event, model_name(found[1]), NUMBER_NAMES["wounds"], before)
    raise unknown_tracker()


def _adjust_table(s: Malifaux, event: Adjusted, what: str) -> Malifaux:
    before: int = getattr(s, what)
    changed: dict[str, Any] = {what: adjusted_value(before, event.by)}
    return note_adjustment(replace(s, **changed), event, Text("the table"), NUMBER_NAMES[what], before)


def go_to_step(s: Malifaux, event: WentTo) -> Malifaux:
    """Jump to a position: the agenda becomes the turn from there."""
    step, phase, label = find_position(TURN_POSITIONS, event.rule)
    before = s.turn
    s = replace(s, turn=max(1, s.turn), phase=phase, acting=0, waits=())
    s = note_jump(s, label, table_change(s, "turn", before) if s.turn != before else None)
    return end_encounter(s) if step is None else replace(s, agenda=TURN_STEPS[TURN_STEPS.index(step) :])
