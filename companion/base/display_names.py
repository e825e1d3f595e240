"""Cleaning of player and card names: any script, but no invisible or control characters."""

from __future__ import annotations

import unicodedata

LONGEST = 16
"""Characters of a player's name that fit in a line."""
JOINERS = "\u200c\u200d"
"""Invisible joiners that are part of words and of emoji."""
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that are removed: controls, format, surrogates, private use, unassigned, separators."""


def clean(name: str, longest: int = LONGEST) -> str:
    """Return the name as one displayable line of at most that length.

    Invisible characters become spaces.
    """
    seen = "".join(c if c in JOINERS or unicodedata.category(c) not in UNSEEN else " " for c in name[: 50 * longest])
    line = " ".join(unicodedata.normalize("NFC", seen).split())
    return line[:longest].strip(" " + JOINERS)
