"""Hints of the first turn.

They are what a game says once at a question, and the texts that all games share.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Event, Prompt, Text


@dataclass(frozen=True)
class Hint:
    """A short text at the first question that offers one of these events.

    Without events it belongs to any question.
    """

    key: str
    """Name of the hint in its game."""
    text: Text
    events: tuple[type[Event], ...] = ()

    def fits(self, prompt: Prompt) -> bool:
        """Return whether the hint is about this question."""
        return not self.events or any(isinstance(choice.event, self.events) for choice in prompt.choices)


UNDO_TEXT = Text("A slip? The arrow at the top takes the last answer back, as often as you like.")
NUMBERS_TEXT = Text("Tap a player to see everything of theirs. Every number can be corrected there.")
DICE_TEXT = Text("Roll on the table, then tap what you see. The camera can read the dice instead.")
USUAL_TEXT = Text("The question stands here; below it, what most people answer.")
