"""Who is in the game, what a monster can pay, and the most hearts it can have.

These questions have one answer each, so nothing else compares hearts with 0 or energy with a price; which effects are
in force is told by ``in_force`` in ``effects/registry.py``.
"""

from __future__ import annotations

from rules.engine import carries
from rules.king_of_tokyo.model.state import BASE_HEARTS, Tokyo, set_monster

from .registry import NumberBreakdown, TokyoCase, active_effects, effects

CULTIST_KEY = "variant.cultists"
"""Effect key of the cultists, which become energy at any moment (KT-41)."""


# --- hearts ------------------------------------------------------------------------------------------------------


@carries("KT-14")
def is_in_game(s: Tokyo, seat: int) -> bool:
    """Whether a monster is in the game: it has hearts, or may be there without any.

    At 0 hearts it falls, unless an effect keeps it, or the 0 was only set by hand.
    """
    monster = s.monsters[seat]
    if monster.out:
        return False
    return not has_no_hearts(s, seat) or monster.noted or not effects.allows(s, "falls", TokyoCase(seat))


def has_no_hearts(s: Tokyo, seat: int) -> bool:
    """Whether a monster is at 0 hearts; whether it is out then is for ``is_in_game`` to say."""
    return s.monsters[seat].hearts == 0


def falls_by(s: Tokyo, seat: int, n: int) -> bool:
    """Whether a monster loses its last heart with ``n``, and nothing keeps it in the game."""
    left = max(0, s.monsters[seat].hearts - n)
    return not is_in_game(set_monster(s, seat, hearts=left, noted=False), seat)


@carries("KT-09", "KT-30")
def max_hearts(s: Tokyo, seat: int) -> int:
    """The most hearts of a monster: ten, or the highest number that an effect in force says."""
    return heart_limit(s, seat).total


def heart_limit(s: Tokyo, seat: int) -> NumberBreakdown:
    """The same with the effects that raise or lower it."""
    return effects.breakdown(s, "most_hearts", TokyoCase(seat), BASE_HEARTS)


def heart_room(s: Tokyo, seat: int) -> int:
    """How many hearts a monster can still gain; below 0: how many it has too many."""
    return max_hearts(s, seat) - s.monsters[seat].hearts


def gains_to_survive(s: Tokyo, case: TokyoCase, cause: str) -> int:
    """How often a monster must gain a heart to survive the loss of ``case.n`` hearts.

    ``cause`` is why it gains them. 0: it survives anyway, or no such gain can save it.
    """
    if not falls_by(s, case.seat, case.n):
        return 0
    each = effects.number(s, "gain_hearts", TokyoCase(case.seat, cause=cause, n=1), 1)
    needed = case.n - s.monsters[case.seat].hearts + 1
    return -(-needed // each) if each else 0


# --- energy ------------------------------------------------------------------------------------------------------


def energy_per_cultist(s: Tokyo, seat: int) -> int:
    """The energy that a monster gains for a cultist now (KT-41); 0 where they cannot be spent."""
    if all(source.seat != seat for source in active_effects(s, (CULTIST_KEY,))):
        return 0
    return effects.number(s, "gain_energy", TokyoCase(seat, cause="cultist", n=1), 1)


@carries("KT-22", "KT-41")
def payable_energy(s: Tokyo, seat: int) -> int:
    """The energy that a monster can pay: what it has, and what becomes energy at any moment."""
    monster = s.monsters[seat]
    return monster.energy + (monster.cultists * energy_per_cultist(s, seat) if monster.cultists else 0)


def cultists_to_pay(s: Tokyo, seat: int, energy: int) -> int:
    """How many cultists become energy as a monster pays so much that it can pay."""
    missing, each = energy - s.monsters[seat].energy, energy_per_cultist(s, seat)
    return -(-missing // each) if missing > 0 and each else 0


def can_pay(s: Tokyo, seat: int, energy: int) -> bool:
    """Whether a monster can pay so much energy."""
    return payable_energy(s, seat) >= energy
