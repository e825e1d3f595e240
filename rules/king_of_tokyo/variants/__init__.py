"""The variants of King of Tokyo. Importing the package registers all their effects."""

from . import berserk, cultists, curses, forms, tiles, tower, wickedness

__all__ = ["berserk", "cultists", "curses", "forms", "tiles", "tower", "wickedness"]
