"""KT-47: the effects of the ankh and the snake of each curse, by its data file.

``hearts 2`` changes a resource of the active monster (``-claws``: by as many as the claws shown); other words are
actions with a name of their own, some of which ask somebody.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Choice, Prompt, Template, Text, asks, carries, note, then
from rules.king_of_tokyo.city.cards_in_play import take_card
from rules.king_of_tokyo.city.damage import harm
from rules.king_of_tokyo.city.places import leave
from rules.king_of_tokyo.city.yielding import seize
from rules.king_of_tokyo.effects.state_changes import gain, lose
from rules.king_of_tokyo.effects.verbs import Case, may
from rules.king_of_tokyo.model.dice import ENERGY, HEART, NUMBERS, ONE, SMASH, counts
from rules.king_of_tokyo.model.events import TurnedUp
from rules.king_of_tokyo.model.state import NOBODY, Tokyo, set_now
from rules.king_of_tokyo.rolling.resolve import shown
from rules.king_of_tokyo.rolling.roll import change_dice, throw
from rules.king_of_tokyo.shop.reveal import TOP, one_card

from .curse_demands import ASKED, NUMBERED, PHASE, RULE, WHY, asking, moves, without
from .scarab import give_scarab, other_holder


@carries("KT-47")
def bring(s: Tokyo, does: str) -> Tokyo:
    """Apply an effect of the curse to the active monster."""
    word, _, rest = does.partition(" ")
    if word in NUMBERED:
        return _number(s, word, rest)
    if word in ASKED:
        return asking(s, word, int(rest or 1))
    return DEEDS[word](s, rest)


# --- resources ---------------------------------------------------------------------------------------------------


def _number(s: Tokyo, what: str, by: str) -> Tokyo:
    sign, word = (-1, by[1:]) if by.startswith("-") else (1, by)
    lying = {"claws": counts(s.now.faces)[SMASH], "ones": counts(s.now.faces)[ONE]}
    return moves(s, s.active, what, sign * lying.get(word, 0) if word in lying else sign * int(word))


def most_lose(s: Tokyo, what: str) -> Tokyo:
    """Take one of a resource from whoever has most of it; from all if they are tied."""
    most = max(getattr(s.monsters[seat], what) for seat in s.alive)
    seats = tuple(seat for seat in s.alive if getattr(s.monsters[seat], what) == most)
    if what == "hearts":
        return harm(s, RULE, ((seat, 1) for seat in seats), NOBODY, WHY)
    for seat in seats:
        s = lose(s, RULE, seat, what, 1)  # type: ignore[arg-type]
    return s


# --- actions -----------------------------------------------------------------------------------------------------


def _scarab(s: Tokyo, rest: str) -> Tokyo:
    return give_scarab(s, RULE, s.active)


def _leave(s: Tokyo, rest: str) -> Tokyo:
    text = Text("{who} may not be in Tokyo this turn", who=s.seats[s.active])
    return set_now(note(leave(s, s.active), RULE, text), stays_out=True)


def _tokyo(s: Tokyo, rest: str) -> Tokyo:
    return seize(s, RULE, s.active) if may(s, "may_enter", Case(s.active)) else s


def _again(s: Tokyo, rest: str) -> Tokyo:
    if s.active in s.in_tokyo:
        return note(s, RULE, Text("{who} is in Tokyo: no other turn", who=s.seats[s.active]))
    return set_now(s, again=(*s.now.again, 0), spared=True)


def _throw(s: Tokyo, rest: str) -> Tokyo:
    return then(set_now(s, more=s.now.more + 1), throw, change_dice)


def _void(s: Tokyo, rest: str) -> Tokyo:
    return set_now(s, void=s.now.void | {int(rest)})


def _lend(s: Tokyo, rest: str) -> Tokyo:
    """Give the hearts and energy of the dice to the owner of the golden scarab."""
    seat = other_holder(s)
    if seat == NOBODY:
        return s
    found = counts(shown(s))
    s = gain(s, RULE, seat, "hearts", found[HEART], WHY)
    s = gain(s, RULE, seat, "energy", found[ENERGY], WHY)
    return set_now(s, void=s.now.void | {HEART, ENERGY})


def _cancel(s: Tokyo, rest: str) -> Tokyo:
    return set_now(s, cancelled=True, void=s.now.void - set(NUMBERS))


def _turn_round(s: Tokyo, rest: str) -> Tokyo:
    return set_now(_cancel(s, rest), void=frozenset((HEART, ENERGY, SMASH)))


def _discard_one(s: Tokyo, rest: str) -> Tokyo:
    return without(s, s.now.faces.index(ONE)) if ONE in s.now.faces else s


def _draw(s: Tokyo, rest: str) -> Tokyo:
    return then(s, draw_card)


DEEDS: dict[str, Callable[[Tokyo, str], Tokyo]] = {
    "scarab": _scarab,
    "leave": _leave,
    "tokyo": _tokyo,
    "again": _again,
    "throw": _throw,
    "void": _void,
    "most": most_lose,
    "lend": _lend,
    "cancel": _cancel,
    "turn_round": _turn_round,
    "draw_card": _draw,
    "discard_one": _discard_one,
}
"""The function for each word of the data file that is no resource and no question."""


def draw_prompt(s: Tokyo) -> Prompt:
    """Ask which card was drawn."""
    named = Choice(Text("Say which card it is"), Template(TurnedUp(TOP), (one_card(s),)), role="usual")
    nameless = Choice(Text("Go on without its name"), Template(TurnedUp(TOP)))
    title = Text("{who} draws a power card: which?", who=s.seats[s.active])
    return Prompt((s.active,), title, RULE, (named, nameless), phase=PHASE)


@asks("KT-47", prompt=draw_prompt)
def draw_card(s: Tokyo, event: TurnedUp) -> Tokyo:
    """Give the drawn card to the active monster for nothing.

    A card without a name is not followed any further.
    """
    return take_card(s, s.active, event.cards[0], 0) if event.cards else s
