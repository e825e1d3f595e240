"""KT-47: questions of the ankh and the snake: which die, which card, what goes to whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine import Choice, Event, Lying, Prompt, Shown, Template, Text, asks, at, auto, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import drop
from rules.king_of_tokyo.city.damage import harm
from rules.king_of_tokyo.effects.card_names import held_name
from rules.king_of_tokyo.effects.state_changes import WHAT, gain, lose
from rules.king_of_tokyo.model.dice import TOKYO
from rules.king_of_tokyo.model.events import Declined, Used
from rules.king_of_tokyo.model.state import NOBODY, Counted, Tokyo, set_now
from rules.king_of_tokyo.rolling.roll import again

from .scarab import give_scarab, other_holder

RULE, WHY, PHASE = "KT-47", "curse", Text("Die of fate")
"""Rule of these effects, cause of their losses, and phase title of their prompts."""
NUMBERED = ("hearts", "points", "energy")
"""The resources that a curse can move."""


def moves(s: Tokyo, seat: int, what: str, by: int) -> Tokyo:
    """Change a resource of a monster because of the curse."""
    kind: Counted = what  # type: ignore[assignment]
    if by >= 0:
        return gain(s, RULE, seat, kind, by, WHY)
    return harm(s, RULE, ((seat, -by),), NOBODY, WHY) if what == "hearts" else lose(s, RULE, seat, kind, -by)


def without(s: Tokyo, die: int) -> Tokyo:
    """Take one die away."""
    return set_now(s, faces=(*s.now.faces[:die], *s.now.faces[die + 1 :]), kept=frozenset())


def _left(s: Tokyo) -> int:
    return s.others(s.active)[0] if s.others(s.active) else NOBODY


def _used(s: Tokyo, seat: int, **on: int) -> Used:
    return Used(seat, f"curse.{s.curse}", **on)


def _each_die(s: Tokyo, label: Callable[[Shown], Text], seat: int, **on: int) -> tuple[Choice, ...]:
    """Build one choice for each face shown."""
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
    return tuple(replace(choice, die=None) for choice in both)  # the same die would be drawn twice: labels differ


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
    """Build the function that moves one of the chosen resource to a monster."""

    def give(s: Tokyo, event: Used) -> Tokyo:
        what, taker = NUMBERED[event.n], to(s)
        if taker == NOBODY:
            return s
        return gain(moves(s, event.seat, what, -1), RULE, taker, what, 1, WHY)  # type: ignore[arg-type]

    return give


def _give_scarab(s: Tokyo, event: Used) -> Tokyo:
    return give_scarab(s, RULE, event.other)


@dataclass(frozen=True)
class Asked:
    """A question of a curse.

    ``seat_of`` gives the seat that is asked, ``choices`` its choices, ``apply`` what follows; with ``is_optional`` it
    may choose nothing.
    """

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
    "give": Asked(_active, Text("What goes to whoever has the scarab?"), _things, _give(other_holder)),
    "pay_tribute": Asked(other_holder, Text("What goes to the active monster?"), _things, _give(_active)),
    "give_scarab": Asked(_active, Text("Who gets the golden scarab?"), _monsters, _give_scarab),
    "mend_dice": Asked(_active, Text("Throw a die again or take it away?"), _dice_mended, _mend, free=True),
    "left_rerolls": Asked(_left, Text("Which die is thrown again?"), _dice_again, _mend),
    "confuse": Asked(other_holder, Text("Is a die thrown again?"), _dice_again, _mend, free=True),
}
"""The questions that curses ask, by the words of the data file."""


def asking(s: Tokyo, word: str, times: int) -> Tokyo:
    """Ask the question up to ``times`` times, if it has a seat to ask and choices."""
    asked = ASKED[word]
    seat = asked.whom(s)
    nobody_to_give = word == "give" and other_holder(s) == NOBODY
    if seat == NOBODY or times < 1 or nobody_to_give or not asked.ways(s, seat):
        return s
    return then(s, at(ask, word, seat, times))


def ask_prompt(s: Tokyo, word: str, seat: int, times: int) -> Prompt:
    """Ask the question of the curse."""
    asked = ASKED[word]
    nothing = (Choice(Text("Nothing"), Template(Declined()), role="usual"),) if asked.free else ()
    return Prompt((seat,), asked.title, RULE, (*nothing, *asked.ways(s, seat)), phase=PHASE)


@asks("KT-47", prompt=ask_prompt)
def ask(s: Tokyo, event: Event, word: str, seat: int, times: int) -> Tokyo:
    """Apply the choice, then ask again if the question may be answered more than once."""
    if not isinstance(event, Used):
        return s
    return ASKED[word].taken(then(s, at(ask_again, word, times - 1)), event)


@auto("KT-47")
def ask_again(s: Tokyo, word: str, times: int) -> Tokyo:
    """Ask the question once more."""
    return asking(s, word, times)
