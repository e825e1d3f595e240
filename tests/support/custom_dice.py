"""A rendered and taught set of dice with drawn symbols."""

from __future__ import annotations

from functools import cache

import numpy as np

from bench.enrol import lesson
from bench.symbols import DESIGNS, picture, skins
from vision.custom_dice import recognise

LOT = DESIGNS[6]
"""Arrows, bars, a cross, a ring, a star, a square: white on blue."""


MADE = skins(LOT, np.random.default_rng([6, 3]))


@cache
def taught() -> recognise.CustomDiceModel:
    return lesson(LOT, MADE, 6, a_face=3)[0]


def roll_picture(face: int, seed: int, count: int = 1):
    return picture(LOT, MADE, (face,) * count, seed, alone=True)
