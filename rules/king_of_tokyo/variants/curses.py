"""KT-45: the permanent effects of the curses.

The effects of the ankh and the snake are in ``variants/curse_outcomes.py``.
"""

from __future__ import annotations

from rules.engine import carries
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.effects.state_changes import lose
from rules.king_of_tokyo.model.dice import NUMBER_FACES, ONE, SMASH
from rules.king_of_tokyo.model.state import CoreResource, Tokyo, set_turn_state

from .curse_demands import damage_by_curse, from_curse, put_demand
from .curse_outcomes import take_from_richest
from .scarab import scarab_holder

EFFECTS = TokyoEffects()
EFFECTS.forbid("may_yield", "curse.pharaonic_ego")
EFFECTS.increase("throws", -1, "curse.buried_in_sand")
EFFECTS.increase("throws", 1, "curse.false_blessing")
EFFECTS.increase("dice", -1, "curse.raging_flood")
EFFECTS.increase("dice", 2, "curse.false_blessing")
EFFECTS.increase("cost", 2, "curse.inadequate_offering")

CURSE_RULE = "KT-45"

# --- quantities --------------------------------------------------------------------------------------------------


@EFFECTS.modifier("gain_hearts", "curse.isis_s_disgrace")
@EFFECTS.modifier("gain_energy", "curse.thot_s_blindness")
@EFFECTS.modifier("gain_points", "curse.tutankhamun_s_curse")
@EFFECTS.modifier("smashes", "curse.hotep_s_peace")
@EFFECTS.modifier("may_buy", "curse.forbidden_library")
@carries(CURSE_RULE)
def restrict_to_scarab_holder(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Leave a quantity to the owner of the golden scarab alone."""
    return n if case.seat == scarab_holder(s) else 0


@EFFECTS.modifier("most_hearts", "curse.bow_before_ra")
@carries(CURSE_RULE)
def limit_hearts(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Limit hearts to eight."""
    return min(n, 8)


FIXED_FACES = {"curse.vengeance_of_horus": SMASH, "curse.scribe_s_perseverance": ONE}
"""Face that may not be thrown again, by curse."""


@EFFECTS.modifier("may_reroll", *FIXED_FACES)
@carries(CURSE_RULE)
def forbid_reroll(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Forbid throwing claws, or 1s, again."""
    return 0 if case.face == FIXED_FACES[source.key] else n


@EFFECTS.modifier("may_heal", "curse.resurrection_of_osiris")
@carries(CURSE_RULE)
def heal_only_in_tokyo(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Let heart dice heal in Tokyo instead of outside."""
    return int(case.seat in s.seats_in_tokyo)


@EFFECTS.modifier("lose_hearts", "curse.pharaonic_skin")
@carries(CURSE_RULE)
def protect_scarab_holder(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
    """Let the owner of the golden scarab lose no hearts."""
    return 0 if case.seat == scarab_holder(s) else n


# --- moments -----------------------------------------------------------------------------------------------------

TURN_START_LOSSES: dict[str, tuple[CoreResource, int]] = {
    "curse.set_s_storm": ("hearts", 1),
    "curse.builders_uprising": ("points", 2),
}
"""Resource and amount lost at the start of each turn, by curse."""
ORDEAL_RESOURCES: dict[str, CoreResource] = {
    "curse.ordeal_of_the_mighty": "hearts",
    "curse.ordeal_of_the_wealthy": "points",
    "curse.ordeal_of_the_spiritual": "energy",
}
"""Resource that each ordeal takes from whoever has most of it."""


@EFFECTS.handler("turn_starts", *TURN_START_LOSSES)
@carries(CURSE_RULE)
def apply_turn_start_loss(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Take hearts or points at the start of each turn."""
    what, n = TURN_START_LOSSES[source.key]
    return (
        damage_by_curse(s, CURSE_RULE, ((case.seat, n),))
        if what == "hearts"
        else lose(s, CURSE_RULE, case.seat, what, n, from_curse(s))
    )


@EFFECTS.handler("turn_starts", *ORDEAL_RESOURCES)
@carries(CURSE_RULE)
def apply_ordeal(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Take one from whoever has most of a resource."""
    return take_from_richest(s, ORDEAL_RESOURCES[source.key])


@EFFECTS.handler("turn_starts", "curse.khepri_s_rebellion")
@carries(CURSE_RULE)
def ask_tribute(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Ask the owner of the golden scarab what goes to the active monster."""
    return put_demand(s, "pay_tribute", 1)


@EFFECTS.handler("rolled", "curse.confused_senses")
@carries(CURSE_RULE)
def ask_confusion(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Ask the owner of the golden scarab to have up to two dice thrown again."""
    return put_demand(s, "confuse", 2)


@EFFECTS.handler("rolled", "curse.body_spirit_and_ka")
@carries(CURSE_RULE)
def void_numbers(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Make numbers not count."""
    return set_turn_state(s, void=s.now.void | set(NUMBER_FACES))


@EFFECTS.handler("resolving", "curse.false_blessing")
@carries(CURSE_RULE)
def apply_false_blessing(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Take a heart for each different face."""
    return damage_by_curse(s, CURSE_RULE, ((case.seat, len(set(s.now.faces))),))
