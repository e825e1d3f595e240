"""MX-01: the phases of the turn, in the rulebook's order."""

from __future__ import annotations

from rules.engine import Choice, Event, Prompt, Step, Template, Text, asks, at, auto, note, then
from rules.engine.numbers_only import numbers_prompt
from rules.engine.record import replace
from rules.malifaux.model.events import Stopped, TurnOver
from rules.malifaux.model.state import Malifaux
from rules.malifaux.state_changes import table_change

from .activation import activation
from .closing import check_end, end_encounter, score, upkeep
from .draw import discard_any, discard_down, draw_up, shuffle_discards, stones_for_cards
from .initiative import initiative


@auto("MX-01", "MX-13")
def begin_turn(s: Malifaux) -> Malifaux:
    """Begin a turn: draw, initiative, activation, closing; no model has been activated yet."""
    players = tuple(
        replace(player, flip="", crew=tuple(replace(model, activated=0, again=0) for model in player.crew))
        for player in s.players
    )
    s = replace(s, turn=s.turn + 1, players=players, acting=0)
    s = note(s, "MX-01", Text("Turn {n}", n=s.turn), table_change(s, "turn", s.turn - 1))
    return then(s, numbers_only) if s.depth == "numbers" else then(s, *TURN_STEPS)


TURN_STEPS: tuple[Step, ...] = tuple(
    map(
        at,
        (
            shuffle_discards,
            discard_any,
            draw_up,
            stones_for_cards,
            discard_down,
            initiative,
            activation,
            upkeep,
            score,
            check_end,
            begin_turn,
        ),
    )
)
"""The steps of a turn; the last begins the next one."""


def next_turn_prompt(s: Malifaux) -> Prompt:
    """Ask only for the end of the turn; the numbers are adjusted by hand."""
    passes = Choice(Text("The next turn"), Template(TurnOver()), role="default")
    ends = Choice(Text("End the game here"), Template(Stopped()), role="exit")
    return numbers_prompt(s.order, Text("Turn {n}", n=s.turn), passes, ends, rule="MX-01")


@asks("MX-01", prompt=next_turn_prompt)
def numbers_only(s: Malifaux, event: Event) -> Malifaux:
    """Begin the next turn, or end the game."""
    return end_encounter(s) if isinstance(event, Stopped) else then(s, begin_turn)
