"""What people call themselves and their cards: any letters, but nothing that a line of the table cannot show."""

from __future__ import annotations

import unicodedata

LONGEST = 16
"""Letters of a player's name that fit in a line."""
JOINERS = "\u200c\u200d"
"""Unseen, but parts of words and of pictures of people."""
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Kinds of characters that are not written: controls, turns of direction, halves, what nobody has defined."""


def clean(name: str, longest: int = LONGEST) -> str:
    """The name as one line that can be shown and written: spaces for what is unseen, and no longer than that."""
    seen = "".join(c if c in JOINERS or unicodedata.category(c) not in UNSEEN else " " for c in name[: 50 * longest])
    line = " ".join(unicodedata.normalize("NFC", seen).split())
    return line[:longest].strip(" " + JOINERS)
