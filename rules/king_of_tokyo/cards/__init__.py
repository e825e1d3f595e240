"""Power cards, by what they change; importing the package registers the effects of all of them."""

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

__all__ = [
    "buying",
    "data_cards",
    "defence",
    "dice_changes",
    "elimination",
    "extra_rolls",
    "healing_ray",
    "mimic",
    "trading",
]
