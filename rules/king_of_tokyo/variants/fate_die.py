"""KT-45 … KT-47: turning up curses, and the die of fate."""

from __future__ import annotations

from rules.engine import Choice, Dice, Option, Pick, Prompt, Rolled, Template, Text, asks, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import cut_excess_hearts
from rules.king_of_tokyo.effects.card_names import curse_name
from rules.king_of_tokyo.effects.registry import TokyoCase
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.dice import ANKH, EYE, FATE_DIE, SNAKE
from rules.king_of_tokyo.model.events import CurseTurned
from rules.king_of_tokyo.model.state import Tokyo, set_turn_state
from rules.king_of_tokyo.model.texts import load_data

from .curse_outcomes import apply_outcome

PHASE = Text("Die of fate")
"""Phase title of these prompts."""


def curse_prompt(s: Tokyo) -> Prompt:
    """Ask which curse was turned up."""
    left = (id for id in load_data("curses") if id not in (*s.curses_gone, s.curse))
    pick = Pick("curse", tuple(Option(id, curse_name(id)) for id in left), Text("curse"))
    choice = Choice(Text("{what}", what=Text("This one")), Template(CurseTurned(""), (pick,)), role="default")
    return Prompt((s.active,), Text("A curse is turned up: which?"), "KT-45", (choice,), phase=PHASE)


@asks("KT-45", "KT-47", prompt=curse_prompt)
def turn_curse(s: Tokyo, event: CurseTurned) -> Tokyo:
    """Replace the curse, which applies to all; a deck that is used up is shuffled again."""
    gone = (*s.curses_gone, s.curse) if s.curse else s.curses_gone
    task = Text("discard {card}", card=curse_name(s.curse)) if s.curse else None
    s = replace(s, curse=event.curse, curses_gone=gone if len(gone) < len(load_data("curses")) - 1 else ())
    s = note(s, "KT-45", Text("The curse is {curse}", curse=curse_name(event.curse)), seat=s.active, task=task)
    return _cut_hearts(trigger_moment(s, "cursed", TokyoCase(s.active)))


@carries("KT-30", "KT-45")
def _cut_hearts(s: Tokyo) -> Tokyo:
    """Cut the hearts that the curse no longer allows.

    It lowers the limit, or silences the cards that raised it. Whom only such a card kept in the game is eliminated.
    """
    for seat in s.seats_in_game:
        s = cut_excess_hearts(s, seat)
    return s


# --- the die of fate ---------------------------------------------------------------------------------------------


@auto("KT-46")
def fate_die(s: Tokyo) -> Tokyo:
    """Ask for the die of fate, which lies with the other dice and is resolved before them.

    A turn given by a blessing goes without it.
    """
    played = s.has_variant("curses") and s.curse and not s.now.fateless
    return then(s, throw_fate) if played else s


def fate_prompt(s: Tokyo) -> Prompt:
    """Ask what the die of fate shows."""
    shown = Choice(
        Text("The die of fate shows"), Template(Rolled(()), (Dice("faces", 1, 4, FATE_DIE),)), role="default"
    )
    return Prompt((s.active,), Text("And the die of fate?"), "KT-46", (shown,), phase=PHASE)


@asks("KT-46", "KT-47", prompt=fate_prompt)
def throw_fate(s: Tokyo, event: Rolled) -> Tokyo:
    """Resolve the die of fate.

    The eye turns up another curse, the ankh and the snake have the effects of the curse, the river has none.
    """
    face = event.faces[0]
    s = set_turn_state(s, fate=face)
    match face:
        case _ if face == EYE:
            return then(s, turn_curse)
        case _ if face == ANKH:
            return apply_outcome(s, load_data("curses")[s.curse]["does"]["ankh"])
        case _ if face == SNAKE:
            return apply_outcome(s, load_data("curses")[s.curse]["does"]["snake"])
    return note(s, "KT-47", Text("The river: nothing happens"))
