"""The three kinds of dice, counting of faces, and their text."""

from __future__ import annotations

from collections import Counter

from rules.engine import DieKind, Lying, Option, Shown, Side, Text

ONE, TWO, THREE, HEART, ENERGY, SMASH = range(1, 7)
"""Faces of the six dice."""
EYE, RIVER, SNAKE, ANKH = range(1, 5)
"""Faces of the die of fate."""
DICE, THROWS, NUMBERS = 6, 3, (ONE, TWO, THREE)
"""Dice of a throw (KT-04), throws of a turn (KT-03), and the faces that score points (KT-07)."""

TOKYO = DieKind(
    "tokyo",
    Text("King of Tokyo dice"),
    (
        Side(Text("1"), "1"),
        Side(Text("2"), "2"),
        Side(Text("3"), "3"),
        Side(Text("heart"), "heart"),
        Side(Text("energy"), "energy"),
        Side(Text("smash"), "smash"),
    ),
)
"""The six dice of the game, and the extra ones."""

FATE = DieKind(
    "fate",
    Text("die of fate"),
    (Side(Text("eye"), "eye"), Side(Text("river"), "river"), Side(Text("snake"), "snake"), Side(Text("ankh"), "ankh")),
)
"""The die of fate, with one of four results on each throw (KT-47)."""

BERSERK = DieKind(
    "berserk",
    Text("berserk die"),
    (
        Side(Text("energy"), "energy"),
        Side(Text("double energy"), "energy2"),
        Side(Text("smash"), "smash"),
        Side(Text("smash"), "smash"),
        Side(Text("double smash"), "smash2"),
        Side(Text("skull"), "skull"),
    ),
)
"""The die that is thrown besides the others while berserk (KT-49)."""

BERSERK_ENERGY, BERSERK_SMASH, SKULL = {1: 1, 2: 2}, {3: 1, 4: 1, 5: 2}, 6
"""Energy and smashes by face of the berserk die, and its face with the skull."""


def counts(faces: tuple[int, ...]) -> Counter[int]:
    """Count how many dice show each face."""
    return Counter(faces)


def said(faces: tuple[int, ...], kind: DieKind = TOKYO) -> Shown:
    """Describe faces as text: in the order of the die, equal faces counted together."""
    counted = sorted(Counter(faces).items())
    names = [(kind.faces[face - 1].name, n) for face, n in counted]
    if not names:
        return Text("no dice")
    text, *others = [Text("{face} ×{n}", face=name, n=n) if n > 1 else name for name, n in names]
    for other in others:
        text = Text("{first}, {then}", first=text, then=other)
    return text


def to_pick(value: int, face: int) -> Option:
    """Build an option for one die or face, drawn as a die and named by its face."""
    return Option(value, TOKYO.faces[face - 1].name, die=Lying(face, TOKYO))
