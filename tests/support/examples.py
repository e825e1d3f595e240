"""Number of examples of a law: all of them, or a quarter in the landing tier."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

ALL, FEW = 100, 25
"""Default number of examples: Hypothesis' own, and that of the landing tier; each law keeps its share of it."""
LEAST = 2


def allow_slow_examples() -> None:
    """Let no law made after this call fail for the pace of the machine."""
    settings.register_profile(
        "unhurried", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("unhurried")


def choose_few_examples() -> None:
    """Let every law whose settings are made after this call try a quarter of its examples."""
    settings.register_profile("landing", settings.default, max_examples=FEW)
    settings.load_profile("landing")


def law_settings(examples: int, **others: Any) -> settings:
    """Settings of a law over random play: few but long examples, the same ones in every run.

    To set up a match costs more than to play on, so there is no check of Hypothesis' own health.
    """
    share = max(LEAST, examples * settings.default.max_examples // ALL)
    kept = {"suppress_health_check": list(HealthCheck), "derandomize": True}
    return settings(max_examples=share, **{**kept, **others})
