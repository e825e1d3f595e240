"""Reader of playing cards: one net finds their indices, another one names rank and suit.

And both ends agree or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.nets import MODELS
from vision.probability import log_odds, sigmoid
from vision.reader.expectation import die_probabilities_given_count, expected_numbers
from vision.reader.orientation import MIN_PICTURE_SIDE_PX, check_picture
from vision.reader.pipeline import measure_stage
from vision.reading import Floats, Image, Reject

from . import FATE_SUITS, FRENCH_SUITS, JOKERS, POSSIBLE_CARD, Card, CardReading
from .finder import IndexSpot, find_indices, with_outlines
from .judge import SUITS, CardVerdict, crop_view, judge_indices
from .outline import find_outlines

MIN_HEAT = 0.15
"""Least heat of a candidate."""
MAX_CANDIDATES = 20
"""Most indices that are judged, hottest first."""
MAX_OUTLINES = 8
"""Most outlines whose ends are judged."""
SAME_CARD_DISTANCE, AGREEING_DISTANCE = 0.16, 0.45
"""Distance of two cards' middles, in card widths, below which they are one; the second where they show the same."""
DOUBLED_DISTANCE = 1.0
"""The same for two cards of one rank, below which neither is sure."""
MAX_SIZE_RATIO = 1.6
"""How much wider one card of a picture may be than another that it meets."""
OPPOSITE = -0.75
"""Cosine between the directions of the two ends of a card, at most."""
RANK_WEIGHTS = np.array([0.225, 0.561, 0.067, 2.361, -1.273, -0.42])
CONFIDENCE_WEIGHTS = np.array([0.214, 0.44, 0.285, 2.286, -1.707, -1.304])
"""Weights of ``SeenCard.evidence`` for the log odds that the rank is right, and that rank and suit are."""
SURE_RANK, SURE_CONFIDENCE = 0.9, 0.9775
"""Confidences from which a rank is sure, and a card."""
MIN_CONFIDENCE = 0.5
"""Least confidence of its rank for a card to be read."""
MIN_POSSIBLE_CONFIDENCE = 0.2
"""Least confidence of its rank for what is not read to be shown as a possible card."""
MIN_SHARPNESS = 0.22
"""Least sharpness of an index in focus: change between pixels as a share of the contrast."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card of which one index is seen, or both."""

    verdicts: tuple[CardVerdict, ...]

    @property
    def spot(self) -> IndexSpot:
        """The hotter index."""
        return self.verdicts[0].spot

    @property
    def no_card(self) -> float:
        """0..1, probability that there is no index at any end."""
        return float(np.prod([verdict.no_card for verdict in self.verdicts]))

    @property
    def ranks(self) -> Floats:
        """(14,) probability of each rank."""
        return together([verdict.ranks for verdict in self.verdicts])

    @property
    def rank(self) -> int:
        """The likeliest rank."""
        return int(self.ranks.argmax())

    @property
    def suits(self) -> Floats:
        """(10,) probability of each of SUITS that the rank admits."""
        admitted = JOKERS if self.rank == 0 else (*FRENCH_SUITS, *FATE_SUITS)
        shares = together([verdict.suits for verdict in self.verdicts]) * [suit in admitted for suit in SUITS]
        return np.asarray(shares / max(1e-12, float(shares.sum())))

    @property
    def suit(self) -> str:
        """The likeliest suit."""
        return SUITS[int(self.suits.argmax())]

    @property
    def is_contradicted(self) -> bool:
        """Whether the two ends show different things."""
        shown = {(int(verdict.ranks.argmax()), int(verdict.suits.argmax())) for verdict in self.verdicts}
        return len(shown) > 1

    @property
    def is_rank_contradicted(self) -> bool:
        """Whether the two ends show different ranks."""
        return len({int(verdict.ranks.argmax()) for verdict in self.verdicts}) > 1

    @property
    def evidence(self) -> Floats:
        """(6,) evidence for rank and suit, as CONFIDENCE_WEIGHTS weighs it."""
        known = [log_odds(1 - self.no_card), log_odds(float(self.ranks.max())), log_odds(float(self.suits.max()))]
        return np.array([*known, np.log(self.spot.heat), len(self.verdicts) - 1.0, 1.0])

    @property
    def rank_confidence(self) -> float:
        """0..1, that the rank is right."""
        return float(sigmoid(RANK_WEIGHTS @ self.evidence))

    @property
    def confidence(self) -> float:
        """0..1, that rank and suit are right."""
        return float(sigmoid(CONFIDENCE_WEIGHTS @ self.evidence))


def together(rows: Sequence[Floats]) -> Floats:
    """Probabilities of what several independent estimates say."""
    product = np.prod(np.maximum(rows, 1e-6), axis=0)
    return np.asarray(product / product.sum())


def read_cards(image: Image, models: Path = MODELS, expected: range | int | None = None) -> CardReading:
    """Read the playing cards of an HxWx3 uint8 BGR picture; boxes are in its own pixels.

    ``expected`` are the numbers of cards that are likely to lie there, or the only such number. Raises ``ValueError``
    for any other array, and for expected numbers below 0.
    """
    numbers = expected_numbers(expected)
    check_picture(image)
    size = (image.shape[1], image.shape[0])
    if min(size) < MIN_PICTURE_SIDE_PX:
        return CardReading((), (), size)
    times: dict[str, float] = {}
    seen = see_cards(image, models, times)
    with measure_stage(times, "sort_out"):
        given = given_count([card.rank_confidence for card in seen], numbers)
        pairs = list(zip(seen, given, strict=True))
        kept = [card for card, share in pairs if share >= MIN_CONFIDENCE]
        cards = [to_card(image, card, is_doubled(card, kept)) for card in kept]
        possible = [card for card, share in pairs if MIN_POSSIBLE_CONFIDENCE <= share < MIN_CONFIDENCE]
        rejects = [Reject(card.spot.box(size), POSSIBLE_CARD) for card in possible]
    return CardReading(tuple(sorted(cards, key=lambda card: (card.box[1], card.box[0]))), tuple(rejects), size, times)


def see_cards(image: Image, models: Path, times: dict[str, float]) -> list[SeenCard]:
    """Everything in a picture that may be a card, the likeliest first.

    And how long each stage takes.
    """
    with measure_stage(times, "find_indices"):
        found = find_indices(image, models, MIN_HEAT)[:MAX_CANDIDATES]
    with measure_stage(times, "find_outlines"):
        spots = with_outlines(found, find_outlines(image)[:MAX_OUTLINES])
    with measure_stage(times, "judge_indices"):
        verdicts = judge_indices(image, spots, models)
    with measure_stage(times, "join_ends"):
        return without_repeats(join_ends(verdicts))


def given_count(confidences: Sequence[float], expected: range | None) -> Floats:
    """(N,) probabilities of being a card, given the expected number if there is one."""
    if expected is None or not confidences:
        return np.array(confidences)
    given = die_probabilities_given_count(confidences, expected)
    return given if int((given >= MIN_CONFIDENCE).sum()) in expected else np.array(confidences)


def join_ends(verdicts: Sequence[CardVerdict]) -> list[SeenCard]:
    """Join the two indices of each card of which both are seen, the nearest pairs first."""
    pairs = sorted(
        (apart, n, k)
        for n, one in enumerate(verdicts)
        for k, two in enumerate(verdicts[:n])
        if (apart := ends_apart(one, two)) is not None
    )
    other: dict[int, int] = {}
    for _, n, k in pairs:
        if n not in other and k not in other:
            other[n], other[k] = k, n
    alone = [SeenCard((one,)) for n, one in enumerate(verdicts) if n not in other]
    return alone + [SeenCard((verdicts[k], verdicts[n])) for n, k in other.items() if k < n]


def without_repeats(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards without those that show a likelier one again, the likeliest first."""
    kept: list[SeenCard] = []
    for card in sorted(cards, key=lambda one: -one.rank_confidence):
        if not any(is_repeat(card, other) for other in kept):
            kept.append(card)
    return kept


def is_repeat(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards are one: so near each other, or on each other and of quite another size."""
    small, large = sorted((card.spot, other.spot), key=lambda spot: spot.width)
    if large.width > MAX_SIZE_RATIO * small.width:
        middle = [float(at) for at in small.quad.mean(axis=0)]
        return cv2.pointPolygonTest(np.asarray(large.quad, np.float32), middle, measureDist=False) >= 0
    apart = np.linalg.norm(card.spot.quad.mean(axis=0) - other.spot.quad.mean(axis=0))
    is_same = (card.rank, card.suit) == (other.rank, other.suit)
    return bool(apart < (AGREEING_DISTANCE if is_same else SAME_CARD_DISTANCE) * other.spot.width)


def ends_apart(one: CardVerdict, two: CardVerdict) -> float | None:
    """Distance of the middles of two cards in card widths.

    None where they are not two ends of one card.
    """
    wide = (one.spot.width + two.spot.width) / 2
    ways = [(verdict.spot.quad[1] - verdict.spot.quad[0]) / verdict.spot.width for verdict in (one, two)]
    small, large = sorted((one.spot.width, two.spot.width))
    if float(ways[0] @ ways[1]) > OPPOSITE or large > MAX_SIZE_RATIO * small:
        return None
    apart = float(np.linalg.norm(one.spot.quad.mean(axis=0) - two.spot.quad.mean(axis=0))) / wide
    shown = {int(verdict.ranks.argmax()) for verdict in (one, two)}
    return apart if apart < (AGREEING_DISTANCE if len(shown) == 1 else SAME_CARD_DISTANCE) else None


def is_doubled(card: SeenCard, cards: Sequence[SeenCard]) -> bool:
    """Whether a card of the same rank is read so near that both may be one."""
    middle = card.spot.quad.mean(axis=0)
    return any(
        float(np.linalg.norm(middle - other.spot.quad.mean(axis=0))) < DOUBLED_DISTANCE * card.spot.width
        for other in cards
        if other is not card and other.rank == card.rank
    )


def to_card(image: Image, card: SeenCard, is_twofold: bool) -> Card:
    """Convert what was seen to a ``Card`` in the picture's own pixels."""
    size, quad = (image.shape[1], image.shape[0]), card.spot.quad
    doubt = "contradictory" if is_twofold else find_doubt(image, card)
    trust = card.confidence if doubt is None else min(0.5, card.confidence)
    is_rank_sure = doubt is None or (
        card.rank_confidence >= SURE_RANK and not card.is_rank_contradicted and not is_twofold
    )
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return Card(card.rank, card.suit, card.spot.box(size), round(trust, 3), doubt, is_rank_sure, corners)


def find_doubt(image: Image, card: SeenCard) -> str | None:
    """First reason for doubt that holds, or None."""
    if card.confidence >= SURE_CONFIDENCE and not card.is_contradicted:
        return None
    if card.is_contradicted:
        return "contradictory"
    spot = card.spot.point
    edge = min(*spot, *(np.array(image.shape[1::-1]) - spot))
    if edge < 0.15 * card.spot.width:
        return "cut off"
    return "blurred" if sharpness(image, card.spot) < MIN_SHARPNESS else "faint"


def sharpness(image: Image, spot: IndexSpot) -> float:
    """About 0..1: the share of an index's contrast that lies between neighbouring pixels."""
    patch = np.asarray(cv2.cvtColor(crop_view(image, spot.quad, (0, 0, 0.3, 0.3)), cv2.COLOR_BGR2GRAY), float)
    low, high = np.percentile(patch, (5, 95))
    steps = [np.percentile(np.abs(np.diff(patch, axis=axis)), 97) for axis in (0, 1)]
    return float(np.mean(steps) / max(10.0, high - low))
