"""Exact probabilities of the initiative and of another turn, by the cards nobody has seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod

from rules.engine import Probability, Text, at
from rules.malifaux.model.state import Malifaux
from rules.malifaux.phases.closing import end_change, end_flip, end_flip_threshold, last_flip
from rules.malifaux.phases.initiative import AGAIN, flip, flip_odds, flip_value, ready_to_flip, reflip, unseen_cards

ValueCounts = Counter[int]
"""Value -> number of cards with that value."""
STEP_NAMES = {step: at(step).name for step in (flip, ready_to_flip, reflip, end_flip, end_change, last_flip)}


def current_odds(s: Malifaux) -> tuple[Probability, ...]:
    """Return the odds of the flip that is asked for, or of one for which a soulstone would pay."""
    step_name = s.agenda[0].name if s.outcome is None else ""
    if step_name == STEP_NAMES[flip]:
        return _first_player_odds(s)
    if step_name == STEP_NAMES[reflip]:
        return tuple(_reflip_odds(s, seat) for seat in s.waits)
    if step_name in (STEP_NAMES[end_flip], STEP_NAMES[last_flip]):
        return (_another_turn_odds(s, Text("another turn, with {n} or more", n=end_flip_threshold(s.turn))),)
    if step_name == STEP_NAMES[end_change]:
        return (
            _another_turn_odds(
                s, Text("a new card gives another turn, with {n} or more", n=end_flip_threshold(s.turn))
            ),
        )
    return ()


def _another_turn_odds(s: Malifaux, what: Text) -> Probability:
    return Probability(what, flip_odds(s, s.first_player, end_flip_threshold(s.turn)), "MX-19", s.first_player)


# --- the initiative ----------------------------------------------------------------------------------------------


def _first_player_odds(s: Malifaux) -> tuple[Probability, ...]:
    """Return for each seat the odds that it alone has the highest card, and those of a tie."""
    cards = [_card_values(s, seat) for seat in range(len(s.seats))]
    alone = [_win_probability(cards, seat) for seat in range(len(s.seats))]
    wins = (
        Probability(Text("{who} has the highest card", who=s.seats[seat]), share, "MX-09", seat)
        for seat, share in enumerate(alone)
    )
    level = Probability(Text("the highest are level: they flip again"), 1 - sum(alone, Fraction()), "MX-09")
    return (*wins, level)


def _card_values(s: Malifaux, seat: int) -> ValueCounts:
    """Count the values that a seat's card may have: its flip, or the cards still to be flipped."""
    flips = [step for step in s.agenda if step.name in (STEP_NAMES[flip], STEP_NAMES[ready_to_flip])]
    if any(step.args in ((seat,), (seat, AGAIN)) for step in flips):
        return Counter(map(s.card_value, unseen_cards(s, seat)))
    return Counter((flip_value(s, seat),))


def _win_probability(cards: list[ValueCounts], seat: int) -> Fraction:
    others = [own for k, own in enumerate(cards) if k != seat]
    outcomes = (n * prod(_count_below(own, worth) for own in others) for worth, n in cards[seat].items())
    return Fraction(sum(outcomes), prod(own.total() for own in cards))


def _count_below(cards: ValueCounts, worth: int) -> int:
    return sum(n for other, n in cards.items() if other < worth)


def _reflip_odds(s: Malifaux, seat: int) -> Probability:
    best = max(flip_value(s, other) for other in range(len(s.seats)) if other != seat)
    what = Text("a new card makes {who} the highest", who=s.seats[seat])
    return Probability(what, flip_odds(s, seat, best + 1), "MX-10", seat)
