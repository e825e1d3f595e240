"""What a table hears: the ribbon's lines and the question, in English, and the step that asks."""

from __future__ import annotations

from companion.words import translator
from rules.engine import State, prompt

words = translator("en")


def told(s: State) -> list[str]:
    """The ribbon's lines of the latest event."""
    return [words(note.text) for note in s.notes]


def asked(s: State) -> str:
    """What is asked now."""
    question = prompt(s)
    assert question is not None
    return words(question.title)


def step(s: State) -> str:
    """The step that asks."""
    return s.agenda[0].name.partition(".")[2]
