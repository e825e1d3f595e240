"""What may be used at any moment, whatever is being asked (KT-41)."""

from __future__ import annotations

from typing import cast

from rules.engine import Choice, Event

from .effects import Case, offered, use
from .event import UsedAside
from .state import Tokyo

SAID = (UsedAside,)


def remarks(s: Tokyo) -> tuple[Choice, ...]:
    """What the effects offer beside the question, once the first turn has begun."""
    return () if s.phase == "setup" or s.depth == "numbers" else offered(s, "any", Case(s.active))


def remark(s: Tokyo, event: Event) -> Tokyo:
    """It happens; the question stays."""
    return use(s, cast(UsedAside, event))
