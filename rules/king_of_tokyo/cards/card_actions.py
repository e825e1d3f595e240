"""The actions and conditions of card clauses, and who the actions are done to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.engine import Text, carries, note
from rules.king_of_tokyo.city.cards_in_play import discard_card, set_held
from rules.king_of_tokyo.city.damage import caused_by, damage_monsters
from rules.king_of_tokyo.city.yielding import take_tokyo
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect
from rules.king_of_tokyo.effects.state_changes import change_number, counters_change, gain, lose
from rules.king_of_tokyo.model.card_abilities import CardAction, ClauseCondition, Measure
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.model.state import CoreResource, Tokyo, add_extra_turn, find_held
from rules.king_of_tokyo.rolling.resolve import claw_count

CARD_RULE = "KT-26"
"""The rule that cards act at all; what a card does is its own rule."""
RETALIATION = "answer"
"""Cause of hearts lost by retaliation, which calls for none itself (two mirrors end at once)."""


# --- conditions --------------------------------------------------------------------------------------------------


def conditions_hold(s: Tokyo, source: TokyoEffect, conditions: tuple[ClauseCondition, ...], n: int) -> bool:
    """Whether all conditions hold for the owner of the effect.

    ``n`` is the number of the moment.
    """
    return all(_holds(s, source, need, n) for need in conditions)


def _holds(s: Tokyo, source: TokyoEffect, condition: ClauseCondition, n: int) -> bool:
    if condition.measure == "faces":
        lying = Counter(TOKYO_DIE.faces[face - 1].sign for face in s.now.faces)
        return not Counter(condition.faces) - lying
    found = n if condition.measure == "n" else MEASURES[condition.measure](s, source.seat)
    match condition.comparison:
        case "=":
            return found == condition.threshold
        case ">=":
            return found >= condition.threshold
    return found < condition.threshold


def _same(s: Tokyo, seat: int) -> int:
    return max(Counter(s.now.faces).values(), default=0)


def _fewest(s: Tokyo, seat: int) -> int:
    points = s.monsters[seat].points
    return int(all(s.monsters[other].points > points for other in s.opponents_of(seat)))


MEASURES: dict[Measure, Callable[[Tokyo, int], int]] = {
    "same": _same,
    "claws": lambda s, seat: claw_count(s).total,
    "inside": lambda s, seat: int(seat in s.seats_in_tokyo),
    "hearts": lambda s, seat: s.monsters[seat].hearts,
    "energy": lambda s, seat: s.monsters[seat].energy,
    "hurt": lambda s, seat: sum(by == seat != victim for by, victim in s.now.harmed),
    "lost": lambda s, seat: int(any(victim == seat for _, victim in s.now.harmed)),
    "fewest": _fewest,
    "turn": lambda s, seat: int(seat == s.active),
}
"""The function that takes each measure of a monster."""


# --- targets -----------------------------------------------------------------------------------------------------


def target_seats(s: Tokyo, source: TokyoEffect, case: TokyoCase, action: CardAction) -> tuple[int, ...]:
    """The seats that an action is done to, without those that are eliminated."""
    return tuple(seat for seat in dict.fromkeys(_whom(s, source.seat, case, action)) if not s.monsters[seat].out)


def _whom(s: Tokyo, me: int, case: TokyoCase, action: CardAction) -> Iterator[int]:
    others = s.opponents_of(me)
    match action.target:
        case "me":
            yield me
        case "other":
            yield from (seat for seat in (case.by if case.seat == me else case.seat,) if seat >= 0)
        case "others":
            yield from others
        case "everyone":
            yield from (me, *others)
        case "neighbours":
            yield from neighbours_of(s, me)
        case "richest":
            most = max((s.monsters[seat].points for seat in others), default=0)
            yield from (seat for seat in others if s.monsters[seat].points == most)


@carries("KT-32")
def neighbours_of(s: Tokyo, seat: int) -> tuple[int, ...]:
    """The seats to the left and to the right, wherever their monsters stand.

    Between two players it is only the other one.
    """
    others = s.opponents_of(seat)
    return tuple(dict.fromkeys((*others[:1], *others[-1:])))


# --- actions -----------------------------------------------------------------------------------------------------

ActionFunction = Callable[[Tokyo, TokyoEffect, int, int], Tokyo]
"""A function that does an action: state, source, seat, amount."""


def apply_action(s: Tokyo, source: TokyoEffect, case: TokyoCase, action: CardAction) -> Tokyo:
    """Do the action to each of the monsters it is meant for."""
    seats = tuple((seat, _amount(s, seat, action)) for seat in target_seats(s, source, case, action))
    if action.kind == "damage":
        word = RETALIATION if action.target == "other" else "card"
        return damage_monsters(s, CARD_RULE, seats, source.seat, caused_by(word, source.key))
    for seat, n in seats:
        s = ACTION_FUNCTIONS[action.kind](s, source, seat, n)
    return s


def _amount(s: Tokyo, seat: int, action: CardAction) -> int:
    return action.amount * (MEASURES[action.measure](s, seat) // action.per) if action.per else action.amount


def _gain(what: CoreResource) -> ActionFunction:
    def change(s: Tokyo, source: TokyoEffect, seat: int, n: int) -> Tokyo:
        if n > 0:
            return gain(s, CARD_RULE, seat, what, n, "card", from_effect(source))
        return lose(s, CARD_RULE, seat, what, -n, from_effect(source))

    return change


def _steal(what: CoreResource) -> ActionFunction:
    def steal(s: Tokyo, source: TokyoEffect, seat: int, n: int) -> Tokyo:
        before: int = getattr(s.monsters[seat], what)
        s = lose(s, CARD_RULE, seat, what, n, from_effect(source))
        stolen: int = before - getattr(s.monsters[seat], what)
        return gain(s, CARD_RULE, source.seat, what, stolen, "card", from_effect(source))

    return steal


def _counter(s: Tokyo, source: TokyoEffect, seat: int, n: int) -> Tokyo:
    held = find_held(s, source.item)
    if held is None or held.counters or not n:
        return s
    text = Text("{item}: {n} counter", "{item}: {n} counters", item=effect_name(source), n=n)
    return note(set_held(s, source.item, counters=n), CARD_RULE, text, counters_change(s, source.seat, held, n))


def _drain(s: Tokyo, source: TokyoEffect, seat: int, n: int) -> Tokyo:
    held = find_held(s, source.item)
    if held is None:
        return s
    taken = min(n, held.counters)
    if taken:
        left = held.counters - taken
        text = Text("{item}: {n} counter", "{item}: {n} counters", item=effect_name(source), n=left)
        s = note(set_held(s, held.id, counters=left), CARD_RULE, text, counters_change(s, source.seat, held, left))
    s = gain(s, CARD_RULE, seat, "energy", taken, "card", from_effect(source))
    return s if held.counters > taken else discard_card(s, held.id)


ACTION_FUNCTIONS: dict[str, ActionFunction] = {
    "points": _gain("points"),
    "energy": _gain("energy"),
    "heal": _gain("hearts"),
    "steal_points": _steal("points"),
    "steal_energy": _steal("energy"),
    "poison": lambda s, source, seat, n: change_number(s, "KT-34", seat, "poison", n, from_effect(source)),
    "shrink": lambda s, source, seat, n: change_number(s, "KT-34", seat, "shrink", n, from_effect(source)),
    "take_tokyo": lambda s, source, seat, n: take_tokyo(s, CARD_RULE, seat, all_leave=True),
    "again": lambda s, source, seat, n: add_extra_turn(s),
    "counter": _counter,
    "drain": _drain,
}
"""The function for each kind of action but damage, which strikes all of its victims at once."""
