"""Dice reader: finds the dice in a picture and reads their values.

``images.decode`` turns bytes into a picture (``images.header`` refuses oversized files). Three independent estimates
follow: ``reader.detector``, a net that sees the whole table, says where dice lie and what they show; ``reader.judge``,
a net that sees one die at a time, says what it shows or that it is no die; ``reader.pip_pattern`` counts the dots of
the top face by geometry alone. ``reader.combine`` weighs the three, ``reader.doubt`` says which dice a person should
check, ``reader.pipeline`` runs the stages, and ``images.annotate`` draws the result. The nets lie in ``models``;
``training`` trains them.
"""

from vision.images.annotate import annotate
from vision.images.decode import REASONS, UnreadableImage, decode
from vision.reader.pipeline import read, values

from .reading import DOUBTS, Die, Reading, Reject

__all__ = ["DOUBTS", "REASONS", "Die", "Reading", "Reject", "UnreadableImage", "annotate", "decode", "read", "values"]
