"""The variants: costumes, cultists, tower, curses, forms, wickedness; importing the package registers their effects."""

from . import berserk, cultists, curses, forms, tiles, tower, wickedness

__all__ = ["berserk", "cultists", "curses", "forms", "tiles", "tower", "wickedness"]
