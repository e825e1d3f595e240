"""Voting: one reading of a resting picture from several frames of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.reading import Box, Die, Reading, Reject

AGREEING_READINGS = 2
"""Readings in a row that must agree."""
MAX_READINGS = 5
"""Readings after which a person is asked about what is still in doubt."""
MIN_VOTES = 3
"""Readings after which their votes may decide."""
HARD_DOUBTS = frozenset(("contradictory", "cut off"))
"""Reasons for doubt that no other frame takes away."""
SAME_DIE_DISTANCE = 0.5
"""Largest distance by which the same die may be nudged or misplaced, in its sides."""


def settled_reading(readings: Sequence[Reading]) -> Reading | None:
    """Return the reading on which the frames agree; None while one more frame may help.

    Two readings in a row without doubt agree at once, later the votes of all; the last vote may leave doubts.
    """
    last = readings[-AGREEING_READINGS:]
    if len(last) == AGREEING_READINGS and not has_doubt(last[-1]) and readings_agree(*last):
        return last[-1]
    if len(readings) < MIN_VOTES:
        return None
    voted = vote(readings)
    return voted if len(readings) >= MAX_READINGS or not has_doubt(voted) else None


def vote(readings: Sequence[Reading]) -> Reading:
    """Return the reading of most frames.

    What a single frame takes for a die, in doubt, is left out; a die that fewer frames see than not stays in doubt. So
    is a possible die that half of the frames have.
    """
    groups = (seen for seen in group_by_place(readings) if len(seen) > 1 or seen[0].doubt is None)
    dice = tuple(voted_die(seen, len(readings)) for seen in groups)
    clear = [one for one in readings[-1].rejects if one not in readings[-1].possible_dice]
    return replace(readings[-1], dice=dice, rejects=(*clear, *voted_possible_dice(readings, dice)))


def voted_possible_dice(readings: Sequence[Reading], dice: Sequence[Die]) -> list[Reject]:
    """Possible dice that half of the readings have, each once, where no die lies."""
    kept: list[Reject] = []
    for one in (one for reading in reversed(readings) for one in reading.possible_dice):
        votes = sum(any(is_near(one, other) for other in reading.possible_dice) for reading in readings)
        is_read = any(is_near(one, die) for die in dice) or any(is_near(one, other) for other in kept)
        if 2 * votes >= len(readings) and not is_read:
            kept.append(one)
    return kept


def voted_die(seen: Sequence[Die], frames: int) -> Die:
    """Return one die from what that many frames saw at its place, newest last.

    It is sure if most frames see its value without doubt and none another one without doubt; or if every frame sees
    that value, one of them without doubt, and the others only faintly.
    """
    sure = [die for die in seen if die.doubt is None]
    value = Counter(die.value for die in sure or seen).most_common(1)[0][0]
    best = max((die for die in sure or seen if die.value == value), key=lambda die: die.confidence)
    reasons = [die.doubt for die in seen if die.doubt]
    is_read_alike = len({die.value for die in seen}) == 1
    is_unanimous = is_read_alike and len(seen) == frames >= MAX_READINGS and HARD_DOUBTS.isdisjoint(reasons)
    if len({die.value for die in sure}) == 1 and (is_unanimous or len(sure) > frames // 2):
        return replace(best, box=seen[-1].box)
    return replace(best, doubt=reasons[-1] if reasons and is_read_alike else "contradictory")


def group_by_place(readings: Sequence[Reading]) -> list[list[Die]]:
    """Group the dice of the readings by their place, at most one die of each reading in a group."""
    groups: list[list[Die]] = []
    for reading in readings:
        before, taken = len(groups), set[int]()
        for die in reading.dice:
            near = (k for k in range(before) if k not in taken and is_near(die, groups[k][-1]))
            place = next(near, None)
            if place is None:
                groups.append([die])
            else:
                taken.add(place)
                groups[place].append(die)
    return groups


def has_doubt(reading: Reading) -> bool:
    """Whether a person should check one of the dice, or whether one was missed."""
    return bool(reading.possible_dice) or any(die.doubt for die in reading.dice)


def readings_agree(one: Reading, other: Reading) -> bool:
    """Whether two readings have the same dice, equally in doubt, and as many possible ones."""
    same_numbers = len(one.dice) == len(other.dice) and len(one.possible_dice) == len(other.possible_dice)
    return same_numbers and all(
        any(shows_same_value(die, there) and (die.doubt is None) == (there.doubt is None) for there in other.dice)
        for die in one.dice
    )


def shows_same_value(one: Die, other: Die) -> bool:
    """Whether two dice are one die that shows the same value."""
    return one.value == other.value and is_near(one, other)


def is_near(one: Die | Reject, other: Die | Reject, side_of: Callable[..., int] = min) -> bool:
    """Whether two dice, or possible ones, lie at the same place.

    It is measured in the smallest of their sides, or in that which ``side_of`` chooses.
    """
    away = np.hypot(*np.subtract(box_center(one.box), box_center(other.box)))
    return bool(away < SAME_DIE_DISTANCE * side_of(*one.box[2:], *other.box[2:]))


def box_center(box: Box) -> tuple[float, float]:
    """Center of a box."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2
