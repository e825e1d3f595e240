"""Exact probabilities of the initiative and of another turn, by the cards nobody has seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod

from rules.engine import Odd, Text, at
from rules.malifaux.model.state import Malifaux
from rules.malifaux.phases.closing import end_change, end_flip, last_flip, threshold
from rules.malifaux.phases.initiative import flip, odds, ready_to_flip, reflip, unseen, value

Values = Counter[int]
"""Value -> number of cards with that value."""
NAMES = {step: at(step).name for step in (flip, ready_to_flip, reflip, end_flip, end_change, last_flip)}


def likely(s: Malifaux) -> tuple[Odd, ...]:
    """Return the odds of the flip that is asked for, or of one for which a soulstone would pay."""
    asked = s.agenda[0].name if s.outcome is None else ""
    if asked == NAMES[flip]:
        return _first(s)
    if asked == NAMES[reflip]:
        return tuple(_again(s, seat) for seat in s.waits)
    if asked in (NAMES[end_flip], NAMES[last_flip]):
        return (_another(s, Text("another turn, with {n} or more", n=threshold(s.turn))),)
    if asked == NAMES[end_change]:
        return (_another(s, Text("a new card gives another turn, with {n} or more", n=threshold(s.turn))),)
    return ()


def _another(s: Malifaux, what: Text) -> Odd:
    return Odd(what, odds(s, s.first, threshold(s.turn)), "MX-19", s.first)


# --- the initiative ----------------------------------------------------------------------------------------------


def _first(s: Malifaux) -> tuple[Odd, ...]:
    """Return for each seat the odds that it alone has the highest card, and those of a tie."""
    cards = [_cards(s, seat) for seat in range(len(s.seats))]
    alone = [_highest(cards, seat) for seat in range(len(s.seats))]
    wins = (
        Odd(Text("{who} has the highest card", who=s.seats[seat]), share, "MX-09", seat)
        for seat, share in enumerate(alone)
    )
    level = Odd(Text("the highest are level: they flip again"), 1 - sum(alone, Fraction()), "MX-09")
    return (*wins, level)


def _cards(s: Malifaux, seat: int) -> Values:
    """Count the values that a seat's card may have: its flip, or the cards still to be flipped."""
    flips = [step for step in s.agenda if step.name in (NAMES[flip], NAMES[ready_to_flip])]
    if any(step.args == (seat,) for step in flips):
        return Counter(map(s.worth, unseen(s, seat)))
    return Counter((value(s, seat),))


def _highest(cards: list[Values], seat: int) -> Fraction:
    others = [own for k, own in enumerate(cards) if k != seat]
    ways = (n * prod(_below(own, worth) for own in others) for worth, n in cards[seat].items())
    return Fraction(sum(ways), prod(own.total() for own in cards))


def _below(cards: Values, worth: int) -> int:
    return sum(n for other, n in cards.items() if other < worth)


def _again(s: Malifaux, seat: int) -> Odd:
    """Return the odds that a new card is higher than all other flips."""
    best = max(value(s, other) for other in range(len(s.seats)) if other != seat)
    what = Text("a new card makes {who} the highest", who=s.seats[seat])
    return Odd(what, odds(s, seat, best + 1), "MX-10", seat)
