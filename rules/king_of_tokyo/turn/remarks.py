"""Effects that may be used at any moment, whatever is asked (KT-41)."""

from __future__ import annotations

from typing import cast

from rules.engine import Choice, Event
from rules.king_of_tokyo.effects.registry import TokyoCase, effects, use_effect
from rules.king_of_tokyo.model.events import UsedAside
from rules.king_of_tokyo.model.state import Tokyo

REMARK_EVENTS = (UsedAside,)
"""Events of these effects."""


def remarks(s: Tokyo) -> tuple[Choice, ...]:
    """Choices that effects offer beside the prompt, once the first turn has begun."""
    return () if s.phase == "setup" or s.depth == "numbers" else effects.offered(s, "any", TokyoCase(s.active))


def remark(s: Tokyo, event: Event) -> Tokyo:
    """Use the effect; the prompt stays open."""
    return use_effect(s, "any", cast(UsedAside, event))
