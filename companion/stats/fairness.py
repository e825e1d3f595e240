"""Fairness test of physical dice: Pearson's chi-square test over the rolls of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from math import erfc, exp, gamma, sqrt

from companion.dice.provenance import RollSource
from rules.engine import DieKind, Text

from .throws import RecordedRoll

MIN_ROLLS_PER_FACE = 10
"""Rolls per face, on average, below which no statement about a set is made."""
UNUSUAL_PROBABILITY = 0.05
"""Significance level: probability that fair dice, over all sets compared, show one as uneven."""
VERY_UNUSUAL_PROBABILITY = 0.001
"""Probability below which a set counts as very unusual."""
DETECTION_POWER = 0.8
"""Statistical power: how often a loaded die must stand out."""
UNUSUAL_TEXT = Text("Unusual: 1 in {sets} sets of honest dice does this. It proves nothing; go on counting.", sets=0)
LEAST_P_VALUE = 1 / 20_000
"""Least p-value that is told; further out the distribution is not close enough."""
SIMULATED_SAMPLES, SIMULATION_SEED = 4_000, 1
"""Samples of a loaded die from which the power is found, to about 0.6 %, and the seed of their rolls."""
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
        """Share (0 … 1) of sets of fair dice that fall at least as unevenly."""
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


def uniformity_p_value(counts: tuple[int, ...]) -> float:
    """Return the share (0 … 1) of sets of as many fair dice that fall at least as unevenly.

    This is Pearson's chi-square test, whose distribution is close from about five rolls a face on; see
    ``MIN_ROLLS_PER_FACE``. No value is below ``LEAST_P_VALUE``.
    """
    total, sides = sum(counts), len(counts)
    statistic = sides / total * sum(count * count for count in counts) - total
    return max(LEAST_P_VALUE, chi_square_tail(statistic, sides - 1))


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the upper tail (0 … 1) of the chi-square distribution of that many degrees.

    The closed form for whole degrees: Abramowitz and Stegun, 26.4.4 and 26.4.5.
    """
    half = max(0.0, value / 2)
    tail, order = (exp(-half), 1.0) if freedom % 2 == 0 else (erfc(sqrt(half)), 0.5)
    term = exp(-half) * half**order / gamma(order + 1)
    while order < freedom / 2:
        tail, order = tail + term, order + 1
        term *= half / order
    return min(1.0, tail)


def familywise_probability(p_value: float, sample_count: int) -> float:
    """Return how often fair dice show a p-value this small at least once in that many sets."""
    return 1 - (1 - p_value) ** sample_count


@cache
def detectable_percent(dice_count: int, sides: int, sample_count: int = 1) -> int:
    """Return the percentage at which a loaded face is noticed four times in five.

    The other faces share the rest evenly, and ``sample_count`` samples are compared together, as in ``verdict``. The
    rolls are simulated, always the same ones: the noncentral chi-square distribution promises too much, 34 % instead of
    36 % for 60 dice.
    """
    limit = _critical_value(sides - 1, 1 - (1 - UNUSUAL_PROBABILITY) ** (1 / sample_count))
    low, high = 100 // sides, 100
    while high - low > 1:
        middle = (low + high) // 2
        is_noticed = _detection_power(dice_count, sides, middle, limit) >= DETECTION_POWER
        low, high = (low, middle) if is_noticed else (middle, high)
    return high


def _detection_power(dice_count: int, sides: int, percent: int, limit: float) -> float:
    """Return the share (0 … 1) of simulated samples of a loaded die that exceed a statistic."""
    import numpy as np  # on a phone without a server it is loaded when it is first needed

    others = (100 - percent) / (100 * (sides - 1))
    rng = np.random.default_rng(SIMULATION_SEED)
    counts = rng.multinomial(dice_count, [*[others] * (sides - 1), 1 - others * (sides - 1)], SIMULATED_SAMPLES)
    statistics = sides / dice_count * (counts.astype(float) ** 2).sum(axis=1) - dice_count
    return float((statistics >= limit).mean())


@cache
def _critical_value(freedom: int, probability: float) -> float:
    """Return the statistic that fair dice exceed with that probability, by bisection."""
    low, high = 0.0, 20.0 * freedom + 20
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tail(middle, freedom) > probability else (low, middle)
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


def detection_limit(sample: RollSample, sample_count: int) -> Text | None:
    """Describe the bias that would have gone unnoticed.

    ``sample_count`` samples are compared together. None where no statement is possible.
    """
    if sample.missing_dice:
        return None
    percent = detectable_percent(sample.dice_count, len(sample.counts), sample_count)
    return Text(
        "So many dice would show a face that falls {percent} % of the time instead of {even} %, not less.",
        percent=percent,
        even=round(100 / len(sample.counts)),
    )
