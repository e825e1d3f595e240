"""Readers of each kind of dice: pips, known signs, substitutes, taught dice."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

import vision
from vision import Die, Reading, UnreadableImage, decode
from vision.cards import FRENCH_SUITS, JOKERS, POSSIBLE_CARD, RANKS, Card
from vision.custom_dice import recognise
from vision.images.decode import PixelLimits
from vision.reading import POSSIBLE_DIE, DiceReader, Image
from vision.stream.lighting import is_too_dark
from vision.stream.voting import is_near
from vision.symbol_dice import reader as symbols
from vision.symbol_dice import taught as taught_signs

from .reader_spec import ReaderSpec

SAMPLE_LIMITS = PixelLimits(jpeg=1_000_000, other_formats=0, full_size=1_000_000)
"""Limits for decoding a stored sample; samples made here have 96 pixels a side."""
MAX_CACHED_MODELS = 6
"""Models of taught dice that are kept: a stored picture never changes."""
KING = RANKS[-1]
PRINTED_SIGNS = {"rams": "ram", "crows": "crow", "tomes": "tome", "masks": "mask"}
"""The sign of each suit of a printed fate deck."""
LEARN_LOCK = threading.Lock()


def build_reader(spec: ReaderSpec) -> DiceReader:
    """Return the reader of such dice in an HxWx3 uint8 BGR picture.

    The values of its dice are faces 1 … n of the kind, or pips without a kind. Dice with known signs are read as they
    are, and so are ordinary dice that stand for them. Custom dice that the table has taught are read as such; dice
    with pips among them that were not taught are read as pips. Takes about a second where taught pictures are new.
    """
    if spec.finds_middle:
        return find_middle_die
    if spec.reads_cards:
        return partial(read_cards, spec.suits)
    if spec.samples:
        return taught_reader(spec, learned_model(spec.samples))
    if spec.signs and spec.pip_faces:
        return partial(read_signs_or_substitutes, spec.signs, spec.pip_faces)
    return partial(read_substitute_dice, spec.pip_faces) if spec.pip_faces else vision.read


def taught_reader(spec: ReaderSpec, known: recognise.CustomDiceModel) -> DiceReader:
    """Return the reader of dice that were taught, with what is known of their signs besides."""
    if spec.signs:
        return partial(read_taught_signs, spec.signs, known)
    return partial(read_custom if spec.kind else read_custom_or_plain, known)


def learned_model(samples: tuple[tuple[int, bytes], ...]) -> recognise.CustomDiceModel:
    """Return what these pictures teach: pairs of face and JPEG."""
    with LEARN_LOCK:
        return _learn(samples)


def confused_faces(samples: tuple[tuple[int, bytes], ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of faces that are hard to tell apart in these pictures."""
    return learned_model(samples).confused_faces


@lru_cache(MAX_CACHED_MODELS)
def _learn(samples: tuple[tuple[int, bytes], ...]) -> recognise.CustomDiceModel:
    images: dict[int, list[Image]] = {}
    for face, jpeg in samples:
        images.setdefault(face, []).append(_decode_sample(jpeg))
    return recognise.train_model(images)


def _decode_sample(jpeg: bytes) -> Image:
    """Decode a stored picture within small limits.

    An archive from another computer may have brought any bytes.
    """
    try:
        return decode(jpeg, SAMPLE_LIMITS)
    except UnreadableImage:
        return np.zeros((recognise.EXAMPLE_SIDE_PX, recognise.EXAMPLE_SIDE_PX, 3), np.uint8)


def read_custom(known: recognise.CustomDiceModel, image: Image, /, *, expected: range | None = None) -> Reading:
    """Read custom dice; how many are expected tells nothing of their signs."""
    return recognise.read(image, known)


def read_custom_or_plain(
    known: recognise.CustomDiceModel, image: Image, /, *, expected: range | None = None
) -> Reading:
    """Read custom dice with pips, and plain dice that lie among them.

    Where both readers find the same die, the reading that is sure counts.
    """
    ours, plain = recognise.read(image, known), vision.read(image, expected=expected)
    kept = [die for die in ours.dice if die.doubt is None or not any(is_near(die, other, max) for other in plain.dice)]
    others = [die for die in plain.dice if not any(is_near(die, one, max) for one in kept)]
    ruled_out = {one for one in plain.possible_dice if any(is_near(one, die, max) for die in kept)}
    rejects = tuple(reject for reject in plain.rejects if reject not in ruled_out)
    dice = tuple(sorted((*kept, *others), key=lambda die: (die.box[1], die.box[0])))
    return replace(plain, dice=dice, rejects=rejects)


def find_middle_die(image: Image, /, *, expected: range | None = None) -> Reading:
    """Find the die that is shown to be taught, unless it is dark; its value means nothing."""
    size = (image.shape[1], image.shape[0])
    boxes = [one.detection.clipped_box(size) for one in recognise.find_centerd_candidates(image)[:1]]
    return Reading(tuple(Die(1, box, 1.0) for box in boxes if not is_too_dark(image, box)), (), size)


def read_substitute_dice(faces: tuple[int, ...], image: Image, /, *, expected: range | None = None) -> Reading:
    """Read ordinary dice as the faces that they stand for."""
    reading = vision.read(image, expected=expected)
    return replace(reading, dice=tuple(replace(die, value=faces[die.value - 1]) for die in reading.dice))


def read_taught_signs(
    signs: tuple[str, ...], known: recognise.CustomDiceModel, image: Image, /, *, expected: range | None = None
) -> Reading:
    """Read dice with known signs, of which pictures were taught too."""
    return taught_signs.read(image, signs, known, expected=expected)


def read_signs_or_substitutes(
    signs: tuple[str, ...], faces: tuple[int, ...], image: Image, /, *, expected: range | None = None
) -> Reading:
    """Read dice with known signs, or ordinary dice that stand for them: whichever lie there.

    The ordinary ones are only looked for where the signs leave a doubt, or are not as many as expected.
    """
    own = symbols.read(image, signs, expected=expected)
    if own.is_sure and (expected is None or len(own.dice) in expected):
        return own
    ordinary = read_substitute_dice(faces, image, expected=expected)
    return max(ordinary, own, key=_clearness)


def read_cards(suits: tuple[str, ...], image: Image, /, *, expected: range | None = None) -> Reading:
    """Read cards as dice: ace to king of each of these suits, and the jokers.

    Hearts, diamonds, clubs and spades stand for the suits in that order. Without suits only ranks are read, and only
    they can be in doubt.
    """
    seen = vision.read_cards(image, expected=expected)
    dice = tuple(
        Die(_card_number(card, suits), card.box, card.confidence, _doubt_of(card, suits), card.corners)
        for card in seen.cards
    )
    rejects = tuple(replace(one, reason=POSSIBLE_DIE) if one.reason == POSSIBLE_CARD else one for one in seen.rejects)
    return Reading(dice, rejects, seen.size, are_cards=True)


def _doubt_of(card: Card, suits: tuple[str, ...]) -> str | None:
    is_told = not suits and not card.is_joker and card.is_rank_sure
    return None if is_told else card.doubt


def _card_number(card: Card, suits: tuple[str, ...]) -> int:
    if card.is_joker:
        return max(1, len(suits)) * KING + 1 + JOKERS.index(card.suit)
    if not suits:
        return card.rank
    place = FRENCH_SUITS.index(card.suit) if card.suit in FRENCH_SUITS else suits.index(PRINTED_SIGNS[card.suit])
    return place * KING + card.rank


def _clearness(reading: Reading) -> tuple[int, float]:
    """Return how clearly dice lie there: how many are sure, and their summed confidence."""
    return sum(die.doubt is None for die in reading.dice), sum(die.confidence for die in reading.dice)
