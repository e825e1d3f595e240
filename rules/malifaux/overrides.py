"""Numbers that may be set by hand, and positions that the table may jump to (X-06)."""

from __future__ import annotations

from typing import Any

from rules.engine import Change, HandMove, Text, TrackerGroup, TrackerKind, TurnPosition, note, steps_from
from rules.engine.record import replace
from rules.malifaux.model.state import Malifaux, Model, Phase, Player, set_model, set_player
from rules.malifaux.phases.activation import activation
from rules.malifaux.phases.closing import check_end, end_encounter, score, upkeep
from rules.malifaux.phases.draw import shuffle_discards
from rules.malifaux.phases.initiative import initiative
from rules.malifaux.phases.turn import TURN_STEPS

from .state_changes import NUMBER_NAMES, model_name, table_change

TRACKERS: tuple[TrackerGroup[Malifaux, Any], ...] = (
    TrackerGroup[Malifaux, Player](
        "seat",
        NUMBER_NAMES,
        (
            TrackerKind("points", "points", counted=Text("{n} victory point", "{n} victory points", n=0)),
            TrackerKind("stones", "soulstone", counted=Text("{n} soulstone", "{n} soulstones", n=0)),
            TrackerKind("size", "hand"),
        ),
        lambda s: ((seat, seat, player) for seat, player in enumerate(s.players)),
        set_player,
    ),
    TrackerGroup[Malifaux, Model](
        "model",
        NUMBER_NAMES,
        (TrackerKind("wounds", "wounds", lambda s, it: it.record.full, counted=Text("{n} life", n=0)),),
        lambda s: ((None, model.id, model) for player in s.players for model in player.crew),
        set_model,
        lambda s, it: model_name(it.record),
    ),
    TrackerGroup("table", NUMBER_NAMES, (TrackerKind("turn"), TrackerKind("red"), TrackerKind("black"))),
)
HAND_MOVES = {
    "seat.stones": HandMove(
        gain=Text("take {n} soulstone", "take {n} soulstones", n=0),
        loss=Text("spend {n} soulstone", "spend {n} soulstones", n=0),
    ),
}
"""Numbers that stand for things on the table."""
POSITIONS = (
    TurnPosition("MX-02", Text("Draw phase"), steps_from(TURN_STEPS, shuffle_discards)),
    TurnPosition("MX-09", Text("Initiative phase"), steps_from(TURN_STEPS, initiative)),
    TurnPosition("MX-12", Text("Activation phase"), steps_from(TURN_STEPS, activation)),
    TurnPosition("MX-16", Text("Closing phase"), steps_from(TURN_STEPS, upkeep)),
    TurnPosition("MX-18", Text("Victory points"), steps_from(TURN_STEPS, score)),
    TurnPosition("MX-19", Text("Does the game go on?"), steps_from(TURN_STEPS, check_end)),
    TurnPosition("MX-20", Text("End of the game")),
)
PHASES: dict[str, Phase] = {"MX-02": "draw", "MX-09": "initiative", "MX-12": "activation", "MX-20": "end"}
"""The phases of the positions; the others are in the closing phase."""


def note_kill(s: Malifaux, change: Change) -> Malifaux:
    """Note the death of a model whose last wound was taken off by hand."""
    prefix, id, *_ = change.key.split(".")
    found = s.find_model(int(id)) if prefix == "model" and change.before and not change.after else None
    if found is None:
        return s
    seat, model = found
    text = Text("{model} falls", model=model_name(model))
    return note(s, "X-06", text, kind="kill", subject=model_name(model), seat=seat)


def set_phase(s: Malifaux, position: TurnPosition) -> Malifaux:
    """Begin the phase of a position after a jump there, or end the game."""
    before = s.turn
    s = replace(s, turn=max(1, s.turn), phase=PHASES.get(position.rule, "closing"), acting=0, waits=())
    if s.turn != before:
        s = replace(s, notes=(*s.notes[:-1], replace(s.notes[-1], change=table_change(s, "turn", before))))
    return s if position.agenda else end_encounter(s)
