"""The Binding of Isaac: Four Souls; rule ids as in the checklist (FS-01 … FS-122)."""

from . import effects

__all__ = ("effects",)
"""The words of the card language, which are known as soon as any part of the game is imported."""
