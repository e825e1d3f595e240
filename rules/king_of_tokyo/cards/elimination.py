"""Cards that keep their owner in the game at 0 hearts, or bring it back."""

from __future__ import annotations

from rules.engine import Text
from rules.king_of_tokyo.city.cards_in_play import discard_all_cards, discard_card, set_held
from rules.king_of_tokyo.city.places import move_out
from rules.king_of_tokyo.effects.card_names import effect_name, from_effect
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.effects.standing import is_in_game
from rules.king_of_tokyo.effects.state_changes import change_number, lose
from rules.king_of_tokyo.model.state import BASE_HEARTS, Tokyo, find_held

EFFECTS = TokyoEffects()
EFFECTS.forbid("falls", "card.zombie")

ZOMBIE_HEARTS = 12
"""Hearts of a zombie, and the most it can have."""


def _revive(s: Tokyo, source: TokyoEffect, hearts: int) -> Tokyo:
    """Bring the owner back outside Tokyo, without points, with so many hearts."""
    seat, who = source.seat, s.seats[source.seat]
    s = move_out(s, "KT-26", seat, Text("{who} comes back: {card}", who=who, card=effect_name(source)))
    s = lose(s, "KT-26", seat, "points", s.monsters[seat].points, from_effect(source))
    return change_number(s, "KT-26", seat, "hearts", hearts, from_effect(source))


@EFFECTS.handler("zero", "card.it_has_a_child")
def revive_as_child(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Trade all cards and points for ten fresh hearts outside Tokyo."""
    if is_in_game(s, source.seat):
        return s
    return _revive(discard_all_cards(s, source.seat), source, BASE_HEARTS)


@EFFECTS.handler("zero", "card.zombify")
def revive_as_zombie(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """The first time, trade all other cards and points for twelve hearts outside Tokyo."""
    held = find_held(s, source.item)
    if held is None or held.counters or is_in_game(s, source.seat):
        return s
    for other in s.monsters[source.seat].cards:
        s = discard_card(s, other.id) if other.id != held.id else s
    return _revive(set_held(s, held.id, counters=1), source, ZOMBIE_HEARTS)


def _is_zombie(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> bool:
    held = find_held(s, source.item)
    return held is not None and held.counters > 0


@EFFECTS.modifier("most_hearts", "card.zombify")
def raise_zombie_max_hearts(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Raise the most hearts of a zombie to twelve."""
    return max(n, ZOMBIE_HEARTS) if _is_zombie(s, source, case) else n


@EFFECTS.modifier("may_heal", "card.zombify")
def forbid_zombie_healing(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Forbid healing a zombie by heart dice."""
    return 0 if _is_zombie(s, source, case) else n
