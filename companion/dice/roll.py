"""Conversion of camera readings and virtual dice into the roll or flip that is waited for."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal

from rules.engine import CameraHole, CardKind, Cards, Choice, Dice, Prompt, Rolled, Text

if TYPE_CHECKING:
    from vision.reading import Die, Reading
    from vision.stream.settle import SettleState

CONFIRM_TEXT = Text("Do these count? Reroll those that do not.")
"""Question about dice that could be rerolled."""
RollStep = Literal["enter", "wait", "ask"]
"""Enter the roll at once; enter it once it has lain there long enough; ask a person."""


def roll_reading(settling: SettleState, dice: CameraHole) -> Reading | None:
    """Return the dice of the roll, once new dice lie still and are read.

    They are all that lie there if the number is right, else the new ones if theirs is, else all.
    """
    all_dice, new = settling.reading, settling.new_dice
    if settling.phase != "thrown" or all_dice is None:
        return None
    fits = new is not None and len(new.dice) == dice.count != len(all_dice.dice)
    return new if fits else all_dice


@dataclass(frozen=True, slots=True)
class DoubtfulRoll:
    """A reading that a person should check: the reason, and the faces read, in reading order."""

    reason: Text
    faces: tuple[int, ...]


@dataclass(frozen=True)
class DoubtTexts:
    """Why a person should check a reading.

    None is seen, too few, several where one counts, too many; one is in doubt, or one may be missed.
    """

    none: Text
    few: Text
    several: Text
    many: Text
    unsure: Text
    possible: Text


DICE_DOUBTS = DoubtTexts(
    Text("I see no die."),
    Text(
        "I see {n} die only; there should be {wanted}.", "I see {n} dice only; there should be {wanted}.", n=0, wanted=0
    ),
    Text("I see {n} die: tap the one that counts.", "I see {n} dice: tap the one that counts.", n=0),
    Text("I see {n} die; there should be {wanted}.", "I see {n} dice; there should be {wanted}.", n=0, wanted=0),
    Text("I am not sure of a die: look at it and correct it."),
    Text("There may be one more die, where the question mark is: look there."),
)
CARD_DOUBTS = DoubtTexts(
    Text("I see no card."),
    Text(
        "I see {n} card only; there should be {wanted}.",
        "I see {n} cards only; there should be {wanted}.",
        n=0,
        wanted=0,
    ),
    Text("I see {n} card: tap the one that counts.", "I see {n} cards: tap the one that counts.", n=0),
    Text("I see {n} card; there should be {wanted}.", "I see {n} cards; there should be {wanted}.", n=0, wanted=0),
    Text("I am not sure of a card: look at it and correct it."),
    Text("There may be one more card, where the question mark is: look there."),
)


def roll_from_reading(reading: Reading, dice: CameraHole) -> Rolled | DoubtfulRoll:
    """Return the requested roll if the reading shows exactly that without doubt."""
    order = sort_in_reading_order(reading.dice)
    faces = tuple(die.value for die in order)
    if not is_camera_readable(dice):
        return DoubtfulRoll(Text("The camera reads dice with six faces only: say the number."), faces)
    doubt = _doubt_of(reading, dice)
    return Rolled(faces) if doubt is None else DoubtfulRoll(doubt, faces)


def _doubt_of(reading: Reading, dice: CameraHole) -> Text | None:
    """Return why a person should look at what was read; None where it is the roll."""
    texts, seen, wanted = CARD_DOUBTS if isinstance(dice, Cards) else DICE_DOUBTS, len(reading.dice), dice.count
    if not seen and wanted:
        return texts.none
    if seen != wanted:
        text = texts.few if seen < wanted else texts.several if wanted == 1 else texts.many
        return text.with_args(n=seen, wanted=wanted)
    if any(die.doubt for die in reading.dice):
        return texts.unsure
    return texts.possible if reading.possible_dice else None


def is_waiting_for_more(reading: Reading, dice: CameraHole) -> bool:
    """Return whether only some of those who flip together have done so: nothing to ask about."""
    is_of_several = isinstance(dice, Cards) and len(dice.seats) > 1
    return is_of_several and 0 < len(reading.dice) < dice.count and not any(die.doubt for die in reading.dice)


def next_step(roll: Rolled | DoubtfulRoll, dice: CameraHole, is_hands_free: bool) -> RollStep:
    """Return what follows on dice that lie still and are read."""
    if isinstance(roll, DoubtfulRoll):
        return "ask"
    if not dice.may_reroll:
        return "enter"
    return "wait" if is_hands_free else "ask"


def expected_counts(dice: CameraHole, lying: int = 0) -> range:
    """Return how many dice may lie there as the game asks for these.

    ``lying`` is the number of dice that lay there before: they may still lie there, or have been rolled again.
    """
    return range(0 if dice.is_partial else dice.count, dice.count + lying + 1)


def find_roll_choice(prompt: Prompt) -> Choice | None:
    """Return the choice that waits for a roll or a flip and nothing else, if there is one.

    Of several it is that of most cards. Any device at the table, or a camera, may read the dice of such a choice. One
    that takes only the dice that are put aside, or a card of a hand, is none: a person says first that it is given.
    """
    found = [(hole.count, c) for c in prompt.choices if (hole := roll_hole(c)) is not None and not _is_chosen(hole)]
    return max(found, key=lambda one: one[0])[1] if found else None


def _is_chosen(hole: CameraHole) -> bool:
    """Return whether somebody chooses what fills the hole: what comes to lie there is not it."""
    return hole.is_partial or (isinstance(hole, Cards) and hole.source == "hand")


def find_put_aside_choice(prompt: Prompt) -> Choice | None:
    """Return the choice that takes only the dice that are put aside, if there is one."""
    return next((c for c in prompt.choices if (hole := roll_hole(c)) is not None and hole.is_partial), None)


def roll_hole(choice: Choice) -> CameraHole | None:
    """Return the hole of a choice that waits only for dice, or for cards of a kind."""
    match choice.template.holes:
        case (Dice() | Cards(kind=CardKind()) as hole,):
            return hole
    return None


def is_camera_readable(dice: CameraHole) -> bool:
    """Return whether a camera can read these: cards or dice of a kind, or six pips."""
    return dice.kind is not None or dice.sides == 6


def sort_in_reading_order(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Sort dice row by row from the top, each row from left to right.

    Dice whose centers are close in height form a row.
    """
    rows: list[list[Die]] = []
    for die in sorted(dice, key=_middle):
        if rows and _middle(die) - _middle(rows[-1][0]) < rows[-1][0].box[3] / 2:
            rows[-1].append(die)
        else:
            rows.append([die])
    return tuple(die for row in rows for die in sorted(row, key=lambda die: die.box[0]))


def _middle(die: Die) -> float:
    return die.box[1] + die.box[3] / 2


def roll_virtual_dice(dice: Dice, rng: Random | None = None) -> Rolled:
    """Roll virtual dice for a table without dice; the system's randomness is the default."""
    rng = rng or secrets.SystemRandom()
    return Rolled(tuple(rng.randint(1, dice.sides) for _ in range(dice.count)))
