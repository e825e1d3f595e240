"""From dice seen by a camera, or thrown by the machine, to the answer that the table waits for."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random

from rules.engine import Choice, Dice, Prompt, Rolled, Text
from vision.reading import Die, Reading


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a person should look at the picture, and the faces as far as they were seen, in reading order."""

    reason: Text
    seen: tuple[int, ...]


def rolled(reading: Reading, dice: Dice) -> Rolled | Doubt:
    """The throw that was asked for, if exactly that can be seen without doubt."""
    order = in_reading_order(reading.dice)
    faces = tuple(die.value for die in order)
    if not readable(dice):
        return Doubt(Text("The camera reads dice with six faces only: say the number."), faces)
    if len(faces) != dice.count:
        return Doubt(_count(len(faces), dice.count), faces)
    if any(die.unsure for die in order):
        return Doubt(Text("I am not sure of a die: look at it and correct it."), faces)
    return Rolled(faces)


def throw_asked(prompt: Prompt) -> Choice | None:
    """The choice that waits for a throw and nothing else: any phone at the table, or a camera, may read the dice."""
    return next((c for c in prompt.choices if [type(hole) for hole in c.does.holes] == [Dice]), None)


def readable(dice: Dice) -> bool:
    """Whether a camera can tell these dice: six pips, or faces of a kind."""
    return dice.kind is not None or dice.sides == 6


def _count(seen: int, wanted: int) -> Text:
    if not seen:
        return Text("I see no die.")
    if seen < wanted:
        return Text(
            "I see {n} die only; there should be {wanted}.",
            "I see {n} dice only; there should be {wanted}.",
            n=seen,
            wanted=wanted,
        )
    return Text(
        "I see {n} die; there should be {wanted}.", "I see {n} dice; there should be {wanted}.", n=seen, wanted=wanted
    )


def in_reading_order(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Row by row from the top, each from left to right; dice whose middles are close in height make a row."""
    rows: list[list[Die]] = []
    for die in sorted(dice, key=_middle):
        if rows and _middle(die) - _middle(rows[-1][0]) < rows[-1][0].box[3] / 2:
            rows[-1].append(die)
        else:
            rows.append([die])
    return tuple(die for row in rows for die in sorted(row, key=lambda die: die.box[0]))


def _middle(die: Die) -> float:
    return die.box[1] + die.box[3] / 2


def virtual(dice: Dice, chance: Random | None = None) -> Rolled:
    """A throw of the machine's, for a table without dice; the system's own chance unless told otherwise."""
    chance = chance or secrets.SystemRandom()
    return Rolled(tuple(chance.randint(1, dice.sides) for _ in range(dice.count)))
