"""The three kinds of dice, counting of faces, and their text."""

from __future__ import annotations

from collections import Counter

from rules.engine import DieFace, DieKind, Displayable, Option, RolledDie, Text

ONE, TWO, THREE, HEART, ENERGY, SMASH = range(1, 7)
"""Faces of the six dice."""
EYE, RIVER, SNAKE, ANKH = range(1, 5)
"""Faces of the die of fate."""
DICE_PER_THROW, THROWS_PER_TURN, NUMBER_FACES = 6, 3, (ONE, TWO, THREE)
"""Dice of a throw (KT-04), throws of a turn (KT-03), and the faces that score points (KT-07)."""

TOKYO_DIE = DieKind(
    "tokyo",
    Text("King of Tokyo dice"),
    (
        DieFace(Text("1"), "1"),
        DieFace(Text("2"), "2"),
        DieFace(Text("3"), "3"),
        DieFace(Text("heart"), "heart"),
        DieFace(Text("energy"), "energy"),
        DieFace(Text("smash"), "smash"),
    ),
)
"""The six dice of the game, and the extra ones."""

FATE_DIE = DieKind(
    "fate",
    Text("die of fate"),
    (
        DieFace(Text("eye"), "eye"),
        DieFace(Text("river"), "river"),
        DieFace(Text("snake"), "snake"),
        DieFace(Text("ankh"), "ankh"),
    ),
)
"""The die of fate, with one of four results on each throw (KT-47)."""

BERSERK_DIE = DieKind(
    "berserk",
    Text("berserk die"),
    (
        DieFace(Text("energy"), "energy"),
        DieFace(Text("double energy"), "energy2"),
        DieFace(Text("smash"), "smash"),
        DieFace(Text("smash"), "smash"),
        DieFace(Text("double smash"), "smash2"),
        DieFace(Text("skull"), "skull"),
    ),
)
"""The die that is thrown besides the others while berserk (KT-49)."""

BERSERK_ENERGY, BERSERK_SMASH, SKULL = {1: 1, 2: 2}, {3: 1, 4: 1, 5: 2}, 6
"""Energy and smashes by face of the berserk die, and its face with the skull."""


def count_faces(faces: tuple[int, ...]) -> Counter[int]:
    """Count how many dice show each face."""
    return Counter(faces)


def describe_roll(faces: tuple[int, ...], kind: DieKind = TOKYO_DIE) -> Displayable:
    """Describe faces as text: in the order of the die, equal faces counted together."""
    counted = sorted(Counter(faces).items())
    names = [(kind.faces[face - 1].name, n) for face, n in counted]
    if not names:
        return Text("no dice")
    text, *others = [Text("{face} ×{n}", face=name, n=n) if n > 1 else name for name, n in names]
    for other in others:
        text = Text("{first}, {then}", first=text, then=other)
    return text


def face_option(value: int, face: int) -> Option:
    """Build an option for one die or face, drawn as a die and named by its face."""
    return Option(value, TOKYO_DIE.faces[face - 1].name, die=RolledDie(face, TOKYO_DIE))
