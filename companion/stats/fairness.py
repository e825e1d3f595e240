"""Fairness test of physical dice: a simulated chi-square test over the rolls of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from companion.dice.provenance import RollSource
from rules.engine import DieKind, Text

from .throws import RecordedRoll

MIN_ROLLS_PER_FACE = 10
"""Rolls per face, on average, below which no statement about a set is made."""
UNUSUAL_PROBABILITY = 0.05
"""Significance level: probability that fair dice, over all sets compared, show one as uneven."""
VERY_UNUSUAL_PROBABILITY = 0.001
"""Probability below which a set counts as very unusual."""
SIMULATED_SETS = 20_000
"""Number of simulated sets of fair dice to compare with."""
DETECTION_POWER = 0.8
"""Statistical power: how often a loaded die must stand out."""
UNUSUAL_TEXT = Text("Unusual: 1 in {sets} sets of honest dice does this. It proves nothing; go on counting.", sets=0)
VERY_UNUSUAL_TEXT = Text(
    "Very unusual: 1 in {sets} sets of honest dice does this. Something is uneven: the dice, "
    "how they are rolled or how they are entered.",
    sets=0,
)


@dataclass(frozen=True)
class RollSample:
    """All rolls of one set of dice from one source.

    They are those of one player, or of all where ``player`` is empty.
    """

    kind: DieKind | None
    source: RollSource
    player: str
    counts: tuple[int, ...]
    """How often each face was rolled."""

    @property
    def dice_count(self) -> int:
        """Number of dice rolled in all."""
        return sum(self.counts)

    @property
    def missing_dice(self) -> int:
        """Number of further dice needed before a statement is possible."""
        return max(0, MIN_ROLLS_PER_FACE * len(self.counts) - self.dice_count)

    @cached_property
    def p_value(self) -> float:
        """Fraction (0..1) of sets of fair dice that fall at least as unevenly."""
        return uniformity_p_value(self.counts)


def roll_samples(rolls: Iterable[RecordedRoll]) -> tuple[RollSample, ...]:
    """Group the rolls by dice and source, the largest sample first.

    Each sample is followed by those of its players where there are several.
    """
    counted: dict[tuple[str, int, RollSource], dict[str, Counter[int]]] = {}
    kinds: dict[str, DieKind | None] = {"": None}
    for one in rolls:
        key = one.kind.key if one.kind else ""
        kinds[key] = one.kind
        of = counted.setdefault((key, one.sides, one.source), {}).setdefault(one.player, Counter())
        of.update(one.faces)
    found = []
    for (key, sides, how), by in sorted(counted.items(), key=lambda item: -sum(map(Counter.total, item[1].values()))):
        whole = sum(by.values(), Counter[int]())
        parts = [("", whole), *(sorted(item for item in by.items() if item[0]) if len(by) > 1 else ())]
        found += [RollSample(kinds[key], how, who, tuple(c[face] for face in range(1, sides + 1))) for who, c in parts]
    return tuple(found)


@cache
def uniformity_p_value(counts: tuple[int, ...]) -> float:
    """Return the share (0 … 1) of as many simulated fair dice that fall at least as unevenly.

    This is Pearson's chi-square test with a simulated instead of an approximated distribution, which is right for few
    rolls as well. Equal counts give equal results; the minimum is 1 / (SIMULATED_SETS + 1).
    """
    unevenness = float(np.square(counts).sum())
    return float((1 + (simulate_fair_dice(sum(counts), len(counts)) >= unevenness).sum()) / (SIMULATED_SETS + 1))


@cache
def simulate_fair_dice(dice_count: int, sides: int) -> NDArray[np.float64]:
    """Return the sum of squared face counts of each simulated set of fair dice."""
    chance = np.random.default_rng([dice_count, sides])
    fell = chance.multinomial(dice_count, [1 / sides] * sides, SIMULATED_SETS)
    return np.asarray(np.square(fell).sum(axis=1), np.float64)


def familywise_probability(p_value: float, sample_count: int) -> float:
    """Return how often fair dice show a p-value this small at least once in that many sets."""
    return 1 - (1 - p_value) ** sample_count


@cache
def detectable_percent(dice_count: int, sides: int) -> int:
    """Return the percentage at which a loaded face is noticed four times in five."""
    limit = float(np.quantile(simulate_fair_dice(dice_count, sides), 1 - UNUSUAL_PROBABILITY))
    low, high = round(100 / sides), 100
    while high - low > 1:
        middle = (low + high) // 2
        shares = [middle / 100] + [(1 - middle / 100) / (sides - 1)] * (sides - 1)
        fell = np.random.default_rng([dice_count, sides, middle]).multinomial(dice_count, shares, SIMULATED_SETS // 10)
        if float((np.square(fell).sum(axis=1) > limit).mean()) >= DETECTION_POWER:
            high = middle
        else:
            low = middle
    return high


def verdict(sample: RollSample, sample_count: int) -> Text:
    """Describe in plain words what can be said of a sample when that many are compared together."""
    if sample.missing_dice:
        return Text(
            "Too few to say anything yet: {n} more die is needed.",
            "Too few to say anything yet: {n} more dice are needed.",
            n=sample.missing_dice,
        )
    p_value = sample.p_value
    if familywise_probability(p_value, sample_count) <= UNUSUAL_PROBABILITY:
        said = UNUSUAL_TEXT if p_value > VERY_UNUSUAL_PROBABILITY else VERY_UNUSUAL_TEXT
        return said.with_args(sets=round(1 / p_value))
    alike = max(1, round(100 * p_value))
    if p_value <= UNUSUAL_PROBABILITY:
        return Text(
            "Nothing unusual among {many} sets: {alike} in 100 honest ones falls as unevenly.",
            many=sample_count,
            alike=alike,
        )
    return Text("Nothing unusual: {alike} in 100 honest sets of dice fall at least as unevenly.", alike=alike)


def detection_limit(sample: RollSample) -> Text | None:
    """Describe the bias that would have gone unnoticed; None where no statement is possible."""
    if sample.missing_dice:
        return None
    percent = detectable_percent(sample.dice_count, len(sample.counts))
    return Text(
        "So many dice would show a face that falls {percent} % of the time instead of {even} %, not less.",
        percent=percent,
        even=round(100 / len(sample.counts)),
    )
