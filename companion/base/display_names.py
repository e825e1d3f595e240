"""Cleaning of player and card names: any script, but no invisible or control characters."""

from __future__ import annotations

import unicodedata

MAX_NAME_LENGTH = 16
"""Characters of a player's name that fit in a line."""
JOINERS = "\u200c\u200d"
"""Invisible joiners that are part of words and of emoji."""
INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that are removed: controls, format, surrogates, private use, unassigned, separators."""


def clean_name(name: str, max_length: int = MAX_NAME_LENGTH) -> str:
    """Return the name as one displayable line of at most that length.

    Invisible characters become spaces.
    """
    visible = "".join(
        c if c in JOINERS or unicodedata.category(c) not in INVISIBLE_CATEGORIES else " "
        for c in name[: 50 * max_length]
    )
    line = " ".join(unicodedata.normalize("NFC", visible).split())
    return line[:max_length].strip(" " + JOINERS)
