"""Dice reader: finds the dice in a picture and reads their values.

``images.decode`` turns bytes into a picture (``images.header`` refuses oversized files). Three independent estimates
follow: ``reader.detector``, a net that sees the whole table, says where dice lie and what they show; ``reader.judge``,
a net that sees one die at a time, says what it shows or that it is no die; ``reader.pip_pattern`` counts the dots of
the top face by geometry alone. ``reader.combine`` weighs the three, ``reader.expectation`` adds how many dice the game
has asked for, ``reader.doubt`` says which dice a person should check, ``reader.pipeline`` runs the stages, and
``images.annotate`` draws the result. The nets lie in ``models``; the package ``training`` teaches them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .cards import Card, CardReading
from .reading import DOUBTS, Die, Reading, Reject

if TYPE_CHECKING:
    from vision.cards.reader import read_cards
    from vision.images.annotate import annotate
    from vision.images.decode import REASONS, UnreadableImage, decode
    from vision.reader.pipeline import read, values

_LOADED_ON_DEMAND = {
    "annotate": "vision.images.annotate",
    "REASONS": "vision.images.decode",
    "UnreadableImage": "vision.images.decode",
    "decode": "vision.images.decode",
    "read_cards": "vision.cards.reader",
    "read": "vision.reader.pipeline",
    "values": "vision.reader.pipeline",
}
"""Modules that import OpenCV: results can be named where it is not installed."""


def __getattr__(name: str) -> object:
    """Load what needs OpenCV when it is first used."""
    if name not in _LOADED_ON_DEMAND:
        raise AttributeError(f"module 'vision' has no attribute {name!r}")
    found: object = getattr(import_module(_LOADED_ON_DEMAND[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Names of the module, with those that are loaded on demand."""
    return sorted({*globals(), *_LOADED_ON_DEMAND})


__all__ = [
    "DOUBTS",
    "REASONS",
    "Card",
    "CardReading",
    "Die",
    "Reading",
    "Reject",
    "UnreadableImage",
    "annotate",
    "decode",
    "read",
    "read_cards",
    "values",
]
