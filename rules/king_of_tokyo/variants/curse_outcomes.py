"""KT-47: the effects of the ankh and the snake of each curse, by its data file.

``hearts 2`` changes a resource of the active monster (``-claws``: by as many as the claws shown); other words are
actions with a name of their own, some of which ask somebody.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Choice, Prompt, Template, Text, asks, carries, note, then
from rules.king_of_tokyo.city.cards_in_play import take_card
from rules.king_of_tokyo.city.places import move_out
from rules.king_of_tokyo.city.yielding import take_tokyo
from rules.king_of_tokyo.effects.registry import TokyoCase, effects
from rules.king_of_tokyo.model.dice import ENERGY, HEART, NUMBER_FACES, ONE, SMASH, count_faces
from rules.king_of_tokyo.model.events import TurnedUp
from rules.king_of_tokyo.model.state import NOBODY, Tokyo, add_extra_turn, set_turn_state
from rules.king_of_tokyo.rolling.resolve import counting_faces
from rules.king_of_tokyo.rolling.roll import change_dice, throw
from rules.king_of_tokyo.shop.reveal import FROM_DECK_TOP, card_hole

from .curse_demands import (
    DEMANDS,
    FATE_RULE,
    PHASE,
    RESOURCES,
    change_by_curse,
    damage_by_curse,
    put_demand,
    remove_die,
)
from .scarab import give_scarab, other_scarab_holder


@carries("KT-47")
def apply_outcome(s: Tokyo, does: str) -> Tokyo:
    """Apply an effect of the curse to the active monster."""
    word, _, rest = does.partition(" ")
    if word in RESOURCES:
        return _change_resource(s, word, rest)
    if word in DEMANDS:
        return put_demand(s, word, int(rest or 1))
    return OUTCOME_FUNCTIONS[word](s, rest)


# --- resources ---------------------------------------------------------------------------------------------------


def _change_resource(s: Tokyo, what: str, by: str) -> Tokyo:
    sign, word = (-1, by[1:]) if by.startswith("-") else (1, by)
    lying = {"claws": count_faces(s.now.faces)[SMASH], "ones": count_faces(s.now.faces)[ONE]}
    return change_by_curse(s, s.active, what, sign * lying.get(word, 0) if word in lying else sign * int(word))


def take_from_richest(s: Tokyo, what: str) -> Tokyo:
    """Take one of a resource from whoever has most of it; from all if they are tied."""
    most = max(getattr(s.monsters[seat], what) for seat in s.seats_in_game)
    seats = tuple(seat for seat in s.seats_in_game if getattr(s.monsters[seat], what) == most)
    if what == "hearts":
        return damage_by_curse(s, FATE_RULE, ((seat, 1) for seat in seats))
    for seat in seats:
        s = change_by_curse(s, seat, what, -1)
    return s


# --- actions -----------------------------------------------------------------------------------------------------


def _scarab(s: Tokyo, rest: str) -> Tokyo:
    return give_scarab(s, FATE_RULE, s.active)


def _leave(s: Tokyo, rest: str) -> Tokyo:
    text = Text("{who} may not be in Tokyo this turn", who=s.seats[s.active])
    return set_turn_state(move_out(s, FATE_RULE, s.active, text), stays_out=True)


def _tokyo(s: Tokyo, rest: str) -> Tokyo:
    return take_tokyo(s, FATE_RULE, s.active) if effects.allows(s, "may_enter", TokyoCase(s.active)) else s


def _extra_turn(s: Tokyo, rest: str) -> Tokyo:
    if s.active in s.seats_in_tokyo:
        return note(s, FATE_RULE, Text("{who} is in Tokyo: no other turn", who=s.seats[s.active]))
    return set_turn_state(add_extra_turn(s), spared=True)


def _throw(s: Tokyo, rest: str) -> Tokyo:
    return then(set_turn_state(s, more=s.now.more + 1), throw, change_dice)


def _void(s: Tokyo, rest: str) -> Tokyo:
    return set_turn_state(s, void=s.now.void | {int(rest)})


def _lend(s: Tokyo, rest: str) -> Tokyo:
    seat = other_scarab_holder(s)
    if seat == NOBODY:
        return s
    found = count_faces(counting_faces(s))
    s = change_by_curse(s, seat, "hearts", found[HEART])
    s = change_by_curse(s, seat, "energy", found[ENERGY])
    return set_turn_state(s, void=s.now.void | {HEART, ENERGY})


def _cancel(s: Tokyo, rest: str) -> Tokyo:
    return set_turn_state(s, cancelled=True, void=s.now.void - set(NUMBER_FACES))


def _turn_round(s: Tokyo, rest: str) -> Tokyo:
    return set_turn_state(_cancel(s, rest), void=frozenset((HEART, ENERGY, SMASH)))


def _discard_one(s: Tokyo, rest: str) -> Tokyo:
    return remove_die(s, s.now.faces.index(ONE)) if ONE in s.now.faces else s


def _draw(s: Tokyo, rest: str) -> Tokyo:
    return then(s, draw_card)


OUTCOME_FUNCTIONS: dict[str, Callable[[Tokyo, str], Tokyo]] = {
    "scarab": _scarab,
    "leave": _leave,
    "tokyo": _tokyo,
    "again": _extra_turn,
    "throw": _throw,
    "void": _void,
    "most": take_from_richest,
    "lend": _lend,
    "cancel": _cancel,
    "turn_round": _turn_round,
    "draw_card": _draw,
    "discard_one": _discard_one,
}
"""The function for each word of the data file that is no resource and no question."""


def draw_prompt(s: Tokyo) -> Prompt:
    """Ask which card was drawn."""
    named = Choice(Text("Say which card it is"), Template(TurnedUp(FROM_DECK_TOP), (card_hole(s),)), role="default")
    nameless = Choice(Text("Go on without its name"), Template(TurnedUp(FROM_DECK_TOP)))
    title = Text("{who} draws a power card: which?", who=s.seats[s.active])
    return Prompt((s.active,), title, FATE_RULE, (named, nameless), phase=PHASE)


@asks("KT-47", prompt=draw_prompt)
def draw_card(s: Tokyo, event: TurnedUp) -> Tokyo:
    """Give the drawn card to the active monster for nothing.

    A card without a name is not followed any further.
    """
    return take_card(s, s.active, event.cards[0], 0) if event.cards else s
