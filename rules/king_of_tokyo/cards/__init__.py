"""Power cards, by what they change; ``EFFECTS`` lists the modules that the game includes."""

from . import (
    buying,
    data_cards,
    defence,
    dice_changes,
    elimination,
    extra_rolls,
    healing_ray,
    mimic,
    trading,
)

EFFECTS = (
    buying.EFFECTS,
    data_cards.EFFECTS,
    defence.EFFECTS,
    dice_changes.EFFECTS,
    elimination.EFFECTS,
    extra_rolls.EFFECTS,
    healing_ray.EFFECTS,
    mimic.EFFECTS,
    trading.EFFECTS,
)
