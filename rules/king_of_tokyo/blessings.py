"""KT-47: what the ankh and the snake of each curse do, by the words of its data file.

``hearts 2`` moves a number of the active monster (``-claws``: by as many as the claws that lie there); other words
are deeds with a name of their own, some of which ask somebody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine import Choice, Event, Lying, Prompt, Shown, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace

from .change import WHAT, gain, lose
from .dice import ENERGY, HEART, NUMBERS, ONE, SMASH, TOKYO, counts
from .effects import Case, may
from .event import Declined, TurnedUp, Used
from .harm import harm
from .held import drop, take_card
from .name import held_name
from .place import leave
from .resolve import shown
from .reveal import TOP, one_card
from .roll import again, change_dice, throw
from .state import NOBODY, Counted, Tokyo, set_now
from .yielding import seize

RULE, WHY, PHASE = "KT-47", "curse", Text("Die of fate")


@carries("KT-47")
def bring(s: Tokyo, does: str) -> Tokyo:
    """The deed happens to the active monster."""
    word, _, rest = does.partition(" ")
    if word in NUMBERED:
        return _number(s, word, rest)
    if word in ASKED:
        return asking(s, word, int(rest or 1))
    return DEEDS[word](s, rest)


# --- numbers -----------------------------------------------------------------------------------------------------

NUMBERED = ("hearts", "points", "energy")


def _number(s: Tokyo, what: str, by: str) -> Tokyo:
    sign, word = (-1, by[1:]) if by.startswith("-") else (1, by)
    lying = {"claws": counts(s.now.faces)[SMASH], "ones": counts(s.now.faces)[ONE]}
    return _moves(s, s.active, what, sign * lying.get(word, 0) if word in lying else sign * int(word))


def _moves(s: Tokyo, seat: int, what: str, by: int) -> Tokyo:
    """So much more or less of something for that monster, because of the curse."""
    kind: Counted = what  # type: ignore[assignment]
    if by >= 0:
        return gain(s, RULE, seat, kind, by, WHY)
    return harm(s, RULE, ((seat, -by),), NOBODY, WHY) if what == "hearts" else lose(s, RULE, seat, kind, -by)


def most_lose(s: Tokyo, what: str) -> Tokyo:
    """Whoever has most of something loses one of it; all of them if they are tied."""
    most = max(getattr(s.monsters[seat], what) for seat in s.alive)
    seats = tuple(seat for seat in s.alive if getattr(s.monsters[seat], what) == most)
    if what == "hearts":
        return harm(s, RULE, ((seat, 1) for seat in seats), NOBODY, WHY)
    for seat in seats:
        s = lose(s, RULE, seat, what, 1)  # type: ignore[arg-type]
    return s


# --- deeds -------------------------------------------------------------------------------------------------------


def _scarab(s: Tokyo, rest: str) -> Tokyo:
    return note(replace(s, scarab=s.active), RULE, Text("{who} has the golden scarab", who=s.seats[s.active]))


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
    """Hearts and energy of the dice are the scarab's owner's."""
    seat = s.scarab
    if seat in (NOBODY, s.active) or s.monsters[seat].out:
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


def draw_prompt(s: Tokyo) -> Prompt:
    """Ask which card was drawn."""
    named = Choice(Text("Say which card it is"), Template(TurnedUp(TOP), (one_card(s),)), role="usual")
    nameless = Choice(Text("Go on without its name"), Template(TurnedUp(TOP)))
    title = Text("{who} draws a power card: which?", who=s.seats[s.active])
    return Prompt((s.active,), title, RULE, (named, nameless), phase=PHASE)


@asks("KT-47", prompt=draw_prompt)
def draw_card(s: Tokyo, event: TurnedUp) -> Tokyo:
    """It is the active monster's, for nothing; without a name nothing more is followed of it."""
    return take_card(s, s.active, event.cards[0], 0) if event.cards else s


# --- questions ---------------------------------------------------------------------------------------------------


def without(s: Tokyo, die: int) -> Tokyo:
    """One die is taken away."""
    return set_now(s, faces=(*s.now.faces[:die], *s.now.faces[die + 1 :]), kept=frozenset())


def _holder(s: Tokyo) -> int:
    """Who has the scarab, if it is somebody else than the active monster."""
    gone = s.scarab in (NOBODY, s.active) or s.monsters[s.scarab].out
    return NOBODY if gone else s.scarab


def _left(s: Tokyo) -> int:
    return s.others(s.active)[0] if s.others(s.active) else NOBODY


def _used(s: Tokyo, seat: int, **on: int) -> Used:
    return Used(seat, f"curse.{s.curse}", **on)


def _each_die(s: Tokyo, label: Callable[[Shown], Text], seat: int, **on: int) -> tuple[Choice, ...]:
    """One choice for each face that lies there."""
    first = {face: die for die, face in reversed(list(enumerate(s.now.faces)))}
    return tuple(
        Choice(label(TOKYO.faces[face - 1].name), Template(_used(s, seat, die=die, **on)), die=Lying(face, TOKYO))
        for face, die in sorted(first.items())
    )


def _faces(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(Text("{face}", face=side.name), Template(_used(s, seat, face=k)), die=Lying(k, TOKYO))
        for k, side in enumerate(TOKYO.faces, 1)
    )


def _dice_away(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return _each_die(s, lambda face: Text("Take away {face}", face=face), seat)


def _dice_again(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return _each_die(s, lambda face: Text("Throw {face} again", face=face), seat, n=1)


def _dice_mended(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    both = (*_dice_again(s, seat), *_dice_away(s, seat))
    return tuple(replace(choice, die=None) for choice in both)  # the same die twice: words tell them apart


def _cards(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    cards = s.monsters[seat].cards
    return tuple(Choice(Text("{card}", card=held_name(card)), Template(_used(s, seat, item=card.id))) for card in cards)


def _things(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    have = (k for k, what in enumerate(NUMBERED) if getattr(s.monsters[seat], what))
    return tuple(Choice(Text("1 of {what}", what=WHAT[NUMBERED[k]]), Template(_used(s, seat, n=k))) for k in have)


def _monsters(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return tuple(Choice(Text("{who}", who=s.seats[k]), Template(_used(s, seat, other=k)), seat=k) for k in s.alive)


def _add_die(s: Tokyo, event: Used) -> Tokyo:
    return set_now(s, faces=(*s.now.faces, event.face))


def _mend(s: Tokyo, event: Used) -> Tokyo:
    return again(s, s.active, event.die) if event.n else without(s, event.die)


def _discard(s: Tokyo, event: Used) -> Tokyo:
    return drop(s, event.item)


def _give(to: Callable[[Tokyo], int]) -> Callable[[Tokyo, Used], Tokyo]:
    """One of what was said goes to that monster."""

    def give(s: Tokyo, event: Used) -> Tokyo:
        what, taker = NUMBERED[event.n], to(s)
        if taker == NOBODY:
            return s
        return gain(_moves(s, event.seat, what, -1), RULE, taker, what, 1, WHY)  # type: ignore[arg-type]

    return give


def _give_scarab(s: Tokyo, event: Used) -> Tokyo:
    text = Text("{who} has the golden scarab", who=s.seats[event.other])
    return note(replace(s, scarab=event.other), RULE, text)


@dataclass(frozen=True)
class Asked:
    """A question of a curse: to whom, what, what may be said, what follows, and whether one may say nothing."""

    whom: Callable[[Tokyo], int]
    title: Text
    ways: Callable[[Tokyo, int], tuple[Choice, ...]]
    taken: Callable[[Tokyo, Used], Tokyo]
    free: bool = False


def _active(s: Tokyo) -> int:
    return s.active


ASKED: dict[str, Asked] = {
    "extra_die": Asked(_active, Text("One more die: which face?"), _faces, _add_die),
    "discard_die": Asked(_active, Text("Which die is taken away?"), _dice_away, _mend),
    "discard_card": Asked(_active, Text("Which card is discarded?"), _cards, _discard),
    "give": Asked(_active, Text("What goes to whoever has the scarab?"), _things, _give(_holder)),
    "pay_tribute": Asked(_holder, Text("What goes to the active monster?"), _things, _give(_active)),
    "give_scarab": Asked(_active, Text("Who gets the golden scarab?"), _monsters, _give_scarab),
    "mend_dice": Asked(_active, Text("Throw a die again or take it away?"), _dice_mended, _mend, free=True),
    "left_rerolls": Asked(_left, Text("Which die is thrown again?"), _dice_again, _mend),
    "confuse": Asked(_holder, Text("Is a die thrown again?"), _dice_again, _mend, free=True),
}
"""The questions that curses put, by the words of the data file."""


def asking(s: Tokyo, word: str, times: int) -> Tokyo:
    """The question is put as often as that, if there is somebody to ask and something to choose."""
    asked = ASKED[word]
    seat = asked.whom(s)
    nobody_to_give = word == "give" and _holder(s) == NOBODY
    if seat == NOBODY or times < 1 or nobody_to_give or not asked.ways(s, seat):
        return s
    return then(s, at(ask, word, seat, times))


def ask_prompt(s: Tokyo, word: str, seat: int, times: int) -> Prompt:
    """Put the question."""
    asked = ASKED[word]
    nothing = (Choice(Text("Nothing"), Template(Declined()), role="usual"),) if asked.free else ()
    return Prompt((seat,), asked.title, RULE, (*nothing, *asked.ways(s, seat)), phase=PHASE)


@asks("KT-47", prompt=ask_prompt)
def ask(s: Tokyo, event: Event, word: str, seat: int, times: int) -> Tokyo:
    """What was said happens; then it is asked again, if it may be said more than once."""
    if not isinstance(event, Used):
        return s
    return ASKED[word].taken(then(s, at(ask_again, word, times - 1)), event)


@auto("KT-47")
def ask_again(s: Tokyo, word: str, times: int) -> Tokyo:
    """The question once more."""
    return asking(s, word, times)
