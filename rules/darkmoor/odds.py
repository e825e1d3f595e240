"""The hero's next attacks; they are certain as long as nobody acts (RD-18, RD-20)."""

from __future__ import annotations

from fractions import Fraction

from rules.darkmoor.model.horde import first_target, horde_peril, is_strike_pending
from rules.darkmoor.model.state import Darkmoor, minion_name, place_name
from rules.darkmoor.phases.attack import is_target_uncertain
from rules.engine import Probability, Text


def current_odds(s: Darkmoor) -> tuple[Probability, ...]:
    """Return for each horde who would be defeated, or the peril that is missing.

    A minion that is played lies at the back, nearest to the hero, so nobody yet knows who falls in an attack to come.
    """
    if s.hero is None or s.outcome is not None:
        return ()
    hordes = (k for k, place in enumerate(s.places) if place.horde and is_strike_pending(s, k))
    return tuple(odd for k in hordes if (odd := _defeat_odds(s, k)) is not None)


def _defeat_odds(s: Darkmoor, place: int) -> Probability | None:
    minion = s.find_minion(first_target(s, place))
    if minion is None or s.hero is None:
        return None
    named = {"place": place_name(s, place), "minion": minion_name(s, minion)}
    missing = s.hero.threshold - horde_peril(s, place)
    if missing <= 0 or s.attacked == place:
        text = Text("{place}: {minion} would fall", **named)
        return Probability(text, Fraction(1), "RD-20", minion.seat, is_target_uncertain(s, place))
    text = Text(
        "{place}: with {n} more peril the hero attacks, and whoever is last falls", n=missing, place=named["place"]
    )
    return Probability(text, Fraction(1), "RD-18", None, is_target_uncertain(s, place))
