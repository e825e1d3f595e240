"""The number of loot cards in a hand as cards are looted, played and discarded."""

from __future__ import annotations

import pytest

from rules.four_souls.model.effect import Effect, Target

rule = pytest.mark.rule


def t_effect() -> Effect:
    return Effect("cents", Target("seat", 0), 1)
