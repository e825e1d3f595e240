"""Dice with the signs of King of Tokyo, which need no teaching.

The names of the signs are here, so that those who only describe a reader need no OpenCV.
"""

SIGNS = (
    *("1", "2", "3", "heart", "energy", "smash"),
    *("energy2", "smash2", "skull", "eye", "river", "snake", "ankh"),
)
"""Every sign that can be read: of the six dice, of the berserk die, of the die of fate."""
