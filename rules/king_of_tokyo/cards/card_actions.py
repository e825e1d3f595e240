"""The actions and conditions of card clauses, and who the actions are done to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.engine import Text, carries, note
from rules.king_of_tokyo.city.cards_in_play import drop, set_held
from rules.king_of_tokyo.city.damage import harm
from rules.king_of_tokyo.city.yielding import seize
from rules.king_of_tokyo.effects.card_names import source_name
from rules.king_of_tokyo.effects.state_changes import add, gain, lose, of_held
from rules.king_of_tokyo.effects.verbs import Case, Source, find
from rules.king_of_tokyo.model.clause_parser import Deed, Measure, Need
from rules.king_of_tokyo.model.dice import TOKYO
from rules.king_of_tokyo.model.state import Counted, Tokyo, set_now
from rules.king_of_tokyo.rolling.resolve import claws

RULE = "KT-26"
"""The rule that cards act at all; what a card does is its own rule."""
ANSWER = "answer"
"""Cause of hearts lost by retaliation, which calls for none itself (two mirrors end at once)."""


# --- conditions --------------------------------------------------------------------------------------------------


def hold(s: Tokyo, source: Source, needs: tuple[Need, ...], n: int) -> bool:
    """Whether all conditions hold for the owner of the effect.

    ``n`` is the number of the moment.
    """
    return all(_holds(s, source, need, n) for need in needs)


def _holds(s: Tokyo, source: Source, need: Need, n: int) -> bool:
    if need.what == "faces":
        lying = Counter(TOKYO.faces[face - 1].sign for face in s.now.faces)
        return not Counter(need.faces) - lying
    found = n if need.what == "n" else MEASURES[need.what](s, source.seat)
    match need.sign:
        case "=":
            return found == need.n
        case ">=":
            return found >= need.n
    return found < need.n


def _same(s: Tokyo, seat: int) -> int:
    return max(Counter(s.now.faces).values(), default=0)


def _fewest(s: Tokyo, seat: int) -> int:
    points = s.monsters[seat].points
    return int(all(s.monsters[other].points > points for other in s.others(seat)))


MEASURES: dict[Measure, Callable[[Tokyo, int], int]] = {
    "same": _same,
    "claws": lambda s, seat: claws(s).total,
    "inside": lambda s, seat: int(seat in s.in_tokyo),
    "hearts": lambda s, seat: s.monsters[seat].hearts,
    "energy": lambda s, seat: s.monsters[seat].energy,
    "hurt": lambda s, seat: sum(by == seat != victim for by, victim in s.now.harmed),
    "lost": lambda s, seat: int(any(victim == seat for _, victim in s.now.harmed)),
    "fewest": _fewest,
    "turn": lambda s, seat: int(seat == s.active),
}
"""The function that takes each measure of a monster."""


# --- targets -----------------------------------------------------------------------------------------------------


def whom(s: Tokyo, source: Source, case: Case, deed: Deed) -> tuple[int, ...]:
    """The seats that an action is done to, without those that are eliminated."""
    return tuple(seat for seat in dict.fromkeys(_whom(s, source.seat, case, deed)) if not s.monsters[seat].out)


def _whom(s: Tokyo, me: int, case: Case, deed: Deed) -> Iterator[int]:
    others = s.others(me)
    match deed.whom:
        case "me":
            yield me
        case "other":
            yield from (seat for seat in (case.by if case.seat == me else case.seat,) if seat >= 0)
        case "others":
            yield from others
        case "everyone":
            yield from (me, *others)
        case "neighbours":
            yield from neighbours(s, me)
        case "richest":
            most = max((s.monsters[seat].points for seat in others), default=0)
            yield from (seat for seat in others if s.monsters[seat].points == most)


@carries("KT-32")
def neighbours(s: Tokyo, seat: int) -> tuple[int, ...]:
    """The seats to the left and to the right, wherever their monsters stand.

    Between two players it is only the other one.
    """
    others = s.others(seat)
    return tuple(dict.fromkeys((*others[:1], *others[-1:])))


# --- actions -----------------------------------------------------------------------------------------------------

Doing = Callable[[Tokyo, Source, int, int], Tokyo]
"""A function that does an action: state, source, seat, amount."""


def do(s: Tokyo, source: Source, case: Case, deed: Deed) -> Tokyo:
    """Do the action to each of the monsters it is meant for."""
    seats = tuple((seat, _amount(s, seat, deed)) for seat in whom(s, source, case, deed))
    if deed.kind == "damage":
        return harm(s, RULE, seats, source.seat, ANSWER if deed.whom == "other" else "card")
    for seat, n in seats:
        s = DOES[deed.kind](s, source, seat, n)
    return s


def _amount(s: Tokyo, seat: int, deed: Deed) -> int:
    return deed.n * (MEASURES[deed.of](s, seat) // deed.per) if deed.per else deed.n


def _points(s: Tokyo, source: Source, seat: int, n: int) -> Tokyo:
    return gain(s, RULE, seat, "points", n, "card") if n > 0 else lose(s, RULE, seat, "points", -n)


def _energy(s: Tokyo, source: Source, seat: int, n: int) -> Tokyo:
    return gain(s, RULE, seat, "energy", n, "card") if n > 0 else lose(s, RULE, seat, "energy", -n)


def _steal(what: Counted) -> Doing:
    def steal(s: Tokyo, source: Source, seat: int, n: int) -> Tokyo:
        before: int = getattr(s.monsters[seat], what)
        s = lose(s, RULE, seat, what, n)
        return gain(s, RULE, source.seat, what, before - getattr(s.monsters[seat], what), "card")

    return steal


def _counter(s: Tokyo, source: Source, seat: int, n: int) -> Tokyo:
    held = find(s, source.item)
    if held is None or held.counters or not n:
        return s
    text = Text("{item}: {n} counter", "{item}: {n} counters", item=source_name(source), n=n)
    return note(set_held(s, source.item, counters=n), RULE, text, of_held(s, source.seat, held, n))


def _drain(s: Tokyo, source: Source, seat: int, n: int) -> Tokyo:
    held = find(s, source.item)
    if held is None:
        return s
    taken = min(n, held.counters)
    if taken:
        left = held.counters - taken
        text = Text("{item}: {n} counter", "{item}: {n} counters", item=source_name(source), n=left)
        s = note(set_held(s, held.id, counters=left), RULE, text, of_held(s, source.seat, held, left))
    s = gain(s, RULE, seat, "energy", taken, "card")
    return s if held.counters > taken else drop(s, held.id)


def _again(s: Tokyo, source: Source, seat: int, n: int) -> Tokyo:
    return set_now(s, again=(*s.now.again, 0))


DOES: dict[str, Doing] = {
    "points": _points,
    "energy": _energy,
    "heal": lambda s, source, seat, n: gain(s, RULE, seat, "hearts", n, "card"),
    "steal_points": _steal("points"),
    "steal_energy": _steal("energy"),
    "poison": lambda s, source, seat, n: add(s, "KT-34", seat, "poison", n),
    "shrink": lambda s, source, seat, n: add(s, "KT-34", seat, "shrink", n),
    "take_tokyo": lambda s, source, seat, n: seize(s, RULE, seat, all_leave=True),
    "again": _again,
    "counter": _counter,
    "drain": _drain,
}
"""The function for each kind of action but damage, which strikes all of its victims at once."""
