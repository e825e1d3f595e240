"""Sentences that several questions need."""

from __future__ import annotations

from rules.engine import Text


def hearts_left(n: int) -> Text:
    """What a monster is left with."""
    if n <= 0:
        return Text("eliminated")
    return Text("{n} heart left", "{n} hearts left", n=n)
