"""The hero's next targets; they are certain as long as nobody acts (RD-18, RD-20)."""

from __future__ import annotations

from fractions import Fraction

from rules.darkmoor.model.horde import nearest, total
from rules.darkmoor.model.state import Darkmoor, minion_name, place_name
from rules.darkmoor.phases.attack import doubtful
from rules.engine import Odd, Text


def likely(s: Darkmoor) -> tuple[Odd, ...]:
    """Return for each horde the minion that would be defeated, and the peril missing until then."""
    if s.hero is None or s.outcome is not None:
        return ()
    hordes = (k for k, place in enumerate(s.places) if place.horde)
    return tuple(odd for k in hordes if (odd := _falls(s, k)) is not None)


def _falls(s: Darkmoor, place: int) -> Odd | None:
    minion = s.minion(nearest(s, place))
    if minion is None or s.hero is None:
        return None
    named = {"place": place_name(s, place), "minion": minion_name(s, minion)}
    missing = s.hero.threshold - total(s, place)
    text = Text("{place}: {minion} would fall", **named)
    if missing > 0:
        text = Text("{place}: with {n} more peril {minion} would fall", n=missing, **named)
    return Odd(text, Fraction(1), "RD-20", minion.seat, doubtful(s, place))
