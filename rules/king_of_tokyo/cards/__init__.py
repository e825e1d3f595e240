"""Power cards, by what they change. Importing the package registers all their effects."""

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
