"""Windows of a turn in which effects may be used: the question whether one is."""

from __future__ import annotations

from rules.engine import Choice, Prompt, Subject, Template, Text
from rules.king_of_tokyo.model.events import DiceStand, Used
from rules.king_of_tokyo.model.state import Tokyo

from .card_names import effect_key_name
from .registry import Stage, TokyoCase, effects


def window_prompt(s: Tokyo, stage: Stage, rule: str, title: Text, decline: Text, phase: Text) -> Prompt:
    """Ask whether the active monster uses an effect; ``decline`` is the answer for none."""
    declines = Choice(decline, Template(DiceStand()), role="default", kind="decline")
    return effect_prompt((s.active,), rule, title, declines, effects.offered(s, stage, TokyoCase(s.active)), phase)


def effect_prompt(
    seats: tuple[int, ...], rule: str, title: Text, declines: Choice, offered: tuple[Choice, ...], phase: Text
) -> Prompt:
    """Ask whether one of the offered effects is used; what can only be used may be silenced.

    An effect without an owner is one of the first seat.
    """
    used = [choice.event for choice in offered if isinstance(choice.event, Used)]
    about = tuple(
        Subject(event.seat if event.seat >= 0 else seats[0], event.key, effect_key_name(event.key)) for event in used
    )
    return Prompt(
        seats, title, rule, (declines, *offered), phase=phase, about=about if len(used) == len(offered) else ()
    )
