"""KT-49: going berserk.

The die itself is thrown in ``rolling/roll.py``, and healing ends the state in ``effects/state_changes.py``.
"""

from __future__ import annotations

from rules.engine import Text, carries, note
from rules.king_of_tokyo.city.damage import harm
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, when
from rules.king_of_tokyo.model.dice import BERSERK_ENERGY, BERSERK_SMASH, SKULL
from rules.king_of_tokyo.model.state import Tokyo, set_monster
from rules.king_of_tokyo.rolling.resolve import claws

KEY, ENOUGH = "variant.berserk", 4
"""Effect key, and the claws that make a monster berserk."""


@when("resolved", KEY)
@carries("KT-49")
def goes_berserk(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Make the active monster berserk after four claws; the skull costs it a heart."""
    if source.seat != case.seat:
        return s
    skull = s.now.berserk == SKULL
    if claws(s).total >= ENOUGH and not s.monsters[case.seat].berserk:
        text = Text("{who} goes berserk", who=s.seats[case.seat])
        s = note(set_monster(s, case.seat, berserk=True), "KT-49", text)
    return harm(s, "KT-49", ((case.seat, 1),), case.seat, "berserk") if skull else s


@alters("energy_dice", KEY)
@carries("KT-49")
def more_energy(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Add the energy of the berserk die."""
    return n + (BERSERK_ENERGY.get(s.now.berserk, 0) if source.seat == case.seat else 0)


@alters("claws", KEY)
@carries("KT-49")
def more_claws(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Add the claws of the berserk die."""
    return n + (BERSERK_SMASH.get(s.now.berserk, 0) if source.seat == case.seat else 0)
