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

EFFECTS = tuple(
    module.EFFECTS
    for module in (buying, data_cards, defence, dice_changes, elimination, extra_rolls, healing_ray, mimic, trading)
)
