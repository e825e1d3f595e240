"""KT-45: the permanent effects of the curses.

The effects of the ankh and the snake are in ``variants/curse_outcomes.py``.
"""

from __future__ import annotations

from rules.engine import Text, carries, note
from rules.king_of_tokyo.city.damage import harm
from rules.king_of_tokyo.effects.state_changes import lose, of_monster
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, when
from rules.king_of_tokyo.model.dice import NUMBERS, ONE, SMASH
from rules.king_of_tokyo.model.state import NOBODY, Counted, Tokyo, set_monster, set_now

from .curse_demands import WHY, asking
from .curse_outcomes import most_lose
from .scarab import holder

RULE = "KT-45"
FOR_SCARAB = {
    "gain_hearts": "curse.isis_s_disgrace",
    "gain_energy": "curse.thot_s_blindness",
    "gain_points": "curse.tutankhamun_s_curse",
    "smashes": "curse.hotep_s_peace",
    "may_buy": "curse.forbidden_library",
}
"""Curses by the quantity that they leave to the owner of the golden scarab alone."""


def scarab_alone(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Set a quantity to 0 for everybody but the owner of the golden scarab."""
    return n if case.seat == holder(s) else 0


for _what, _key in FOR_SCARAB.items():
    alters(_what, _key)(carries(RULE)(scarab_alone))  # type: ignore[arg-type]


# --- quantities --------------------------------------------------------------------------------------------------


@alters("may_yield", "curse.pharaonic_ego")
@carries(RULE)
def nobody_yields(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Forbid yielding Tokyo."""
    return 0


@alters("throws", "curse.buried_in_sand", "curse.false_blessing")
@carries(RULE)
def other_throws(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Change the throws: one less when buried in sand, one more by the false blessing."""
    return n + (1 if source.key == "curse.false_blessing" else -1)


@alters("dice", "curse.raging_flood", "curse.false_blessing")
@carries(RULE)
def other_dice(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Change the dice: one less in the flood, two more by the false blessing."""
    return n + (2 if source.key == "curse.false_blessing" else -1)


@alters("cost", "curse.inadequate_offering")
@carries(RULE)
def dearer(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Raise the cost of cards by two."""
    return n + 2


@alters("most_hearts", "curse.bow_before_ra")
@carries(RULE)
def eight_hearts(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Limit hearts to eight."""
    return min(n, 8)


@alters("may_reroll", "curse.vengeance_of_horus", "curse.scribe_s_perseverance")
@carries(RULE)
def stays_as_it_is(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Forbid throwing claws, or 1s, again."""
    return 0 if case.face == (SMASH if source.key == "curse.vengeance_of_horus" else ONE) else n


@alters("may_heal", "curse.resurrection_of_osiris")
@carries(RULE)
def heals_in_tokyo(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Let heart dice heal in Tokyo instead of outside."""
    return int(case.seat in s.in_tokyo)


@alters("lose_hearts", "curse.pharaonic_skin")
@carries(RULE)
def hard_skin(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Let the owner of the golden scarab lose no hearts."""
    return 0 if case.seat == holder(s) else n


# --- moments -----------------------------------------------------------------------------------------------------

START: dict[str, tuple[Counted, int]] = {"curse.set_s_storm": ("hearts", 1), "curse.builders_uprising": ("points", 2)}
"""Resource and amount lost at the start of each turn, by curse."""
ORDEALS: dict[str, Counted] = {
    "curse.ordeal_of_the_mighty": "hearts",
    "curse.ordeal_of_the_wealthy": "points",
    "curse.ordeal_of_the_spiritual": "energy",
}
"""Resource that each ordeal takes from whoever has most of it."""


@when("turn_starts", *START)
@carries(RULE)
def costs_each_turn(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Take hearts or points at the start of each turn."""
    what, n = START[source.key]
    return harm(s, RULE, ((case.seat, n),), NOBODY, WHY) if what == "hearts" else lose(s, RULE, case.seat, what, n)


@when("turn_starts", *ORDEALS)
@carries(RULE)
def ordeal(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Take one from whoever has most of a resource."""
    return most_lose(s, ORDEALS[source.key])


@when("turn_starts", "curse.khepri_s_rebellion")
@carries(RULE)
def tribute(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Ask the owner of the golden scarab what goes to the active monster."""
    return asking(s, "pay_tribute", 1)


@when("rolled", "curse.confused_senses")
@carries(RULE)
def confused(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Ask the owner of the golden scarab to have up to two dice thrown again."""
    return asking(s, "confuse", 2)


@when("rolled", "curse.body_spirit_and_ka")
@carries(RULE)
def numbers_void(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Make numbers not count."""
    return set_now(s, void=s.now.void | set(NUMBERS))


@when("resolving", "curse.false_blessing")
@carries(RULE)
def price_of_a_blessing(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Take a heart for each different face."""
    return harm(s, RULE, ((case.seat, len(set(s.now.faces))),), NOBODY, WHY)


@when("cursed", "curse.bow_before_ra")
@carries(RULE)
def bows(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Cut hearts above eight when the curse is turned up."""
    for seat in s.alive:
        if s.monsters[seat].hearts > 8:
            before, s = s.monsters[seat].hearts, set_monster(s, seat, hearts=8)
            bowed = of_monster(s, seat, "hearts", before)
            s = note(s, RULE, Text("{who} bows: 8 hearts", who=s.seats[seat]), bowed)
    return s
