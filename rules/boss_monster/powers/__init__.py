"""Effects of rooms, bosses and spells; ``EFFECTS`` lists the modules that the game includes."""

from . import bosses, hidden, rooms, spells

EFFECTS = (bosses.EFFECTS, hidden.EFFECTS, rooms.EFFECTS, spells.EFFECTS)
