"""The variants of King of Tokyo; ``EFFECTS`` lists the modules that the game includes."""

from . import berserk, costumes, cultists, curses, forms, tiles, tower, wickedness

EFFECTS = tuple(module.EFFECTS for module in (berserk, costumes, cultists, curses, forms, tiles, tower, wickedness))
