"""KT-49: going berserk.

The die itself is thrown in ``rolling/roll.py``, and healing ends the state in ``effects/state_changes.py``.
"""

from __future__ import annotations

from rules.engine import Text, carries, note
from rules.king_of_tokyo.city.damage import damage_monsters
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.model.dice import BERSERK_DIE, BERSERK_ENERGY, BERSERK_SMASH, SKULL
from rules.king_of_tokyo.model.state import Tokyo, set_monster
from rules.king_of_tokyo.rolling.resolve import claw_count

EFFECTS = TokyoEffects()

KEY, CLAWS_TO_GO_BERSERK = "variant.berserk", 4
"""Effect key, and the claws that make a monster berserk."""


@EFFECTS.handler("resolved", KEY)
@carries("KT-49")
def go_berserk(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Make the active monster berserk after four claws; the skull costs it a heart."""
    skull = s.now.berserk == SKULL
    if claw_count(s).total >= CLAWS_TO_GO_BERSERK and not s.monsters[case.seat].berserk:
        text, task = Text("{who} goes berserk", who=s.seats[case.seat]), Text("take the berserk die")
        s = set_monster(s, case.seat, berserk=True)
        s = note(s, "KT-49", text, subject=BERSERK_DIE.name, seat=case.seat, task=task)
    return damage_monsters(s, "KT-49", ((case.seat, 1),), case.seat, "berserk") if skull else s


@EFFECTS.modifier("energy_dice", KEY)
@carries("KT-49")
def add_berserk_energy(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Add the energy of the berserk die."""
    return n + BERSERK_ENERGY.get(s.now.berserk, 0)


@EFFECTS.modifier("claws", KEY)
@carries("KT-49")
def add_berserk_claws(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Add the claws of the berserk die."""
    return n + BERSERK_SMASH.get(s.now.berserk, 0)
