"""Text that several prompts use."""

from __future__ import annotations

from rules.engine import Text


def hearts_left(n: int) -> Text:
    """Text for the hearts that a monster is left with; ``eliminated`` at 0 or below."""
    if n <= 0:
        return Text("eliminated")
    return Text("{n} heart left", "{n} hearts left", n=n)
