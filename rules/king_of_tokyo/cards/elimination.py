"""Cards that act when their owner is at 0 hearts."""

from __future__ import annotations

from rules.engine import Text, note
from rules.king_of_tokyo.city.cards_in_play import drop, drop_all, set_held
from rules.king_of_tokyo.city.places import leave
from rules.king_of_tokyo.effects.card_names import source_name
from rules.king_of_tokyo.effects.state_changes import add, lose
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, find, when
from rules.king_of_tokyo.model.state import HEARTS, Tokyo

RISEN = 12
"""Hearts of a zombie, and the most it can have."""


def _comes_back(s: Tokyo, source: Source, case: Case) -> bool:
    return source.seat == case.seat and s.monsters[source.seat].hearts == 0


def _reborn(s: Tokyo, source: Source, hearts: int) -> Tokyo:
    """Bring the owner back outside Tokyo, without points, with so many hearts."""
    seat, who = source.seat, s.seats[source.seat]
    s = note(leave(s, seat), "KT-26", Text("{who} comes back: {card}", who=who, card=source_name(source)))
    s = lose(s, "KT-26", seat, "points", s.monsters[seat].points)
    return add(s, "KT-26", seat, "hearts", hearts)


@when("zero", "card.it_has_a_child")
def child(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Trade all cards and points for ten fresh hearts outside Tokyo."""
    return _reborn(drop_all(s, source.seat), source, HEARTS) if _comes_back(s, source, case) else s


@when("zero", "card.zombify")
def zombify(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """The first time, trade all other cards and points for twelve hearts outside Tokyo."""
    held = find(s, source.item)
    if held is None or held.counters or not _comes_back(s, source, case):
        return s
    for other in s.monsters[source.seat].cards:
        s = drop(s, other.id) if other.id != held.id else s
    return _reborn(set_held(s, held.id, counters=1), source, RISEN)


def _risen(s: Tokyo, source: Source, case: Case) -> bool:
    held = find(s, source.item)
    return source.seat == case.seat and held is not None and held.counters > 0


@alters("most_hearts", "card.zombify")
def zombie_hearts(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Raise the most hearts of a zombie to twelve."""
    return max(n, RISEN) if _risen(s, source, case) else n


@alters("may_heal", "card.zombify")
def zombie_heals(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Forbid healing a zombie by heart dice."""
    return 0 if _risen(s, source, case) else n


@alters("falls", "card.zombie")
def undead(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Keep the owner of the costume in the game at 0 hearts."""
    return 0 if source.seat == case.seat else n
