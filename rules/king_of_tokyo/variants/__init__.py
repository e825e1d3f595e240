"""The variants of King of Tokyo; ``EFFECTS`` lists the modules that the game includes."""

from . import berserk, costumes, cultists, curses, forms, tiles, tower, wickedness

EFFECTS = (
    berserk.EFFECTS,
    costumes.EFFECTS,
    cultists.EFFECTS,
    curses.EFFECTS,
    forms.EFFECTS,
    tiles.EFFECTS,
    tower.EFFECTS,
    wickedness.EFFECTS,
)
