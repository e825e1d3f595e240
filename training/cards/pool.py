"""Parts of scenes with cards on disk, and the patches cut from them.

So that the training does not wait for them.
"""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from training.scenes.ground import Floats, RandomGenerator
from vision.cards.finder import INDEX_POINT, UNIT_SQUARE, IndexSpot, looks_alike, spot_of_quad
from vision.cards.judge import SUITS, VIEWS, CardVerdict, crop_view
from vision.cards.reader import see_cards
from vision.reader.detector import overlap_ratio
from vision.reading import Image

from .photos import CardPhoto, card_photos
from .scene import HIDDEN, SCENE_PX, VISIBLE, IndexTruth, Supplies, compose_card_scene

PART_SCENES = 64
"""Scenes of one file."""
MAX_INDICES = 16
"""Indices of a scene that are kept."""
TRUTH_SIZE = 9
"""Numbers of a truth: four corners, then 1 for seen, 0 for hidden, -1 for neither; the rest of a row is -2."""
CUT_PER_INDEX = 2
"""Patches that are cut of each index that is seen, with other errors of its corners."""


def truth_row(truth: IndexTruth) -> Floats:
    """(TRUTH_SIZE,) numbers of a truth."""
    is_card = truth.rank >= 0
    state = 1 if is_card and truth.seen >= VISIBLE else (0 if not is_card or truth.seen < HIDDEN else -1)
    return np.array([*truth.quad.ravel(), state], np.float32)


def cut_patches(image: Image, truths: list[IndexTruth], rng: RandomGenerator) -> list[tuple[Image, int, int]]:
    """(patch of both views, rank, suit) of each index, and of places that show none: rank -1."""
    cut = []
    for truth in truths:
        is_seen = truth.rank >= 0 and truth.seen >= VISIBLE
        if is_seen:
            for _ in range(CUT_PER_INDEX):
                cut.append((both_views(image, astray(rng, truth.quad)), truth.rank, SUITS.index(truth.suit)))
        if (truth.rank < 0 or truth.seen < HIDDEN) and rng.random() < 0.5 and is_within(truth.quad, image):
            cut.append((both_views(image, astray(rng, truth.quad)), -1, -1))
        if rng.random() < 0.15:
            wrong = np.roll(truth.quad, int(rng.choice([1, 3])), axis=0)
            cut.append((both_views(image, astray(rng, wrong)), -1, -1))
    for _ in range(2):
        quad = random_quad(rng, len(image))
        near = [np.linalg.norm(quad[0] - truth.quad[0]) / np.linalg.norm(quad[1] - quad[0]) for truth in truths]
        if min(near, default=9) > 0.3:
            cut.append((both_views(image, quad), -1, -1))
    return cut


def is_within(quad: Floats, image: Image) -> bool:
    """Whether the first corner lies in the picture."""
    return bool((quad[0] > 0).all() and (quad[0] < len(image)).all())


def both_views(image: Image, quad: Floats) -> Image:
    """(PATCH_SIDE, PATCH_SIDE, 6) what the judge sees of a card with these corners."""
    return np.dstack([crop_view(image, np.asarray(quad, np.float64), view) for view in VIEWS])


def astray(rng: RandomGenerator, quad: Floats) -> Floats:
    """Corners with the errors of a finder."""
    wide = np.linalg.norm(quad[1] - quad[0])
    far = np.array([0.02, 0.035, 0.06, 0.05])[:, None]
    return np.asarray(quad + wide * (rng.normal(0, 0.018, 2) + rng.normal(0, 1, (4, 2)) * far * rng.uniform(0.3, 1.3)))


def random_quad(rng: RandomGenerator, side: int) -> Floats:
    """Corners of a card that is not there."""
    wide, turn, at = rng.uniform(40, 200), rng.uniform(0, 2 * np.pi), rng.uniform(0, side, 2)
    across = np.array([np.cos(turn), np.sin(turn)]) * wide
    down = np.array([-across[1], across[0]]) * 1.4
    return np.array([at, at + across, at + across + down, at + down])


def _store(job: tuple[str, str, str, int]) -> None:
    cv2.setNumThreads(1)
    work, fonts, folder, number = job
    path = Path(work) / folder / f"{number:05d}.npz"
    if path.exists():
        return
    supplies = _supplies(work, fonts)
    images, truths, patches = [], [], []
    for n in range(PART_SCENES):
        seed = number * PART_SCENES + n
        image, found = compose_card_scene(seed, supplies)
        row = np.full((MAX_INDICES, TRUTH_SIZE), -2, np.float32)
        for k, truth in enumerate(found[:MAX_INDICES]):
            row[k] = truth_row(truth)
        images.append(image)
        truths.append(row)
        patches += cut_patches(image, found, np.random.default_rng([seed, 55]))
    write_patches(path, patches, images=np.stack(images), truths=np.stack(truths))


_LOADED: dict[tuple[str, str], Supplies] = {}


def _supplies(work: str, fonts: str) -> Supplies:
    if (work, fonts) not in _LOADED:
        _LOADED[work, fonts] = Supplies.of_work(Path(work), Path(fonts))
    return _LOADED[work, fonts]


def store_card_scenes(
    work: Path, fonts: Path, first: int, count: int, workers: int, folder: str = "card_scenes"
) -> None:
    """Compose and store parts of scenes; existing ones stay."""
    (work / folder).mkdir(parents=True, exist_ok=True)
    jobs = [(str(work), str(fonts), folder, number) for number in range(first, first + count)]
    with get_context("spawn").Pool(workers) as crew:
        for _ in crew.imap_unordered(_store, jobs):
            pass


def store_mined_patches(work: Path, fonts: Path, models: Path, first: int, count: int) -> None:
    """Store the patches of what the nets in `models` take for indices in scenes.

    With what lies there.
    """
    (work / MINED_FOLDER).mkdir(parents=True, exist_ok=True)
    supplies, patches = _supplies(str(work), str(fonts)), []
    for seed in range(first, first + count):
        image, truths = compose_card_scene(seed, supplies)
        for card in see_cards(image, models, {}):
            for verdict in card.verdicts:
                rank, suit = shown_at(verdict.spot, truths)
                if rank is not None:
                    patches.append((both_views(image, verdict.spot.quad), rank, suit))
    write_patches(work / MINED_FOLDER / f"{first}.npz", patches)


def shown_at(spot: IndexSpot, truths: list[IndexTruth]) -> tuple[int | None, int]:
    """Rank and suit of the index that a spot frames, -1 where it frames none.

    None where that is not certain.
    """
    indices = [spot_of_quad(1, np.asarray(truth.quad, np.float64)) for truth in truths]
    apart = [float(np.linalg.norm(spot.point - one.point)) / spot.width for one in indices]
    near = min(range(len(truths)), key=apart.__getitem__, default=None)
    if near is None or apart[near] > 0.5 or (truths[near].rank < 0 or truths[near].seen < HIDDEN):
        return -1, -1
    truth, is_alike = truths[near], looks_alike(spot, indices[near])
    if apart[near] < 0.1 and is_alike and truth.seen >= VISIBLE:
        return truth.rank, SUITS.index(truth.suit)
    return (-1, -1) if apart[near] > 0.3 or not is_alike else (None, -1)


def write_patches(path: Path, patches: list[tuple[Image, int, int]], **more: np.ndarray) -> None:
    """Write patches with rank and suit, and more arrays, as a part."""
    new, rows = path.with_suffix(".new"), dict(more)
    rows["patches"] = np.stack([one for one, _, _ in patches])
    rows["ranks"] = np.array([rank for _, rank, _ in patches], np.int8)
    rows["suits"] = np.array([suit for _, _, suit in patches], np.int8)
    with new.open("wb") as file:
        np.savez(file, allow_pickle=False, **rows)
    new.rename(path)


def store_photo_parts(work: Path, photos: Path, models: Path) -> str:
    """Store parts of the photos that teach.

    As far as the nets in `models` find what their labels say.

    Returns how many of their indices and cards are told. What nets take for an index beside the cards teaches what is
    none.
    """
    (work / PHOTO_FOLDER).mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(55)
    images, truths, patches, told, cards = [], [], [], 0, 0
    for photo in card_photos(photos, teaching=True):
        image = photo.decode()
        seen = [verdict for card in see_cards(image, models, {}) for verdict in card.verdicts]
        found = [label_index(verdict, photo, image.shape[1::-1]) for verdict in seen]
        told, cards = told + sum(truth is not None and truth.rank >= 0 for truth in found), cards + len(photo.cards)
        for truth in found:
            if truth is None:
                continue
            known = truth.rank if truth.rank >= 0 else -1
            suit = SUITS.index(truth.suit) if truth.suit else -1
            patches += [(both_views(image, astray(rng, truth.quad)), known, suit) for _ in range(PHOTO_CUTS)]
        rows = [truth for truth in found if truth is not None and truth.rank >= 0]
        images_of, truths_of = photo_crops(rng, image, rows, photo)
        images += images_of
        truths += truths_of
    path = work / PHOTO_FOLDER / "photos.npz"
    write_patches(path, patches, images=np.stack(images), truths=np.stack(truths))
    return f"{told} indices of {cards} cards"


PHOTO_FOLDER, MINED_FOLDER = "card_photos", "card_mined"
"""Folders of the photos' parts, and of what nets take for indices in scenes."""
MIN_OVERLAP, MIN_LABEL_PROBABILITY = 0.72, 0.15
"""Least overlap of a found card with a labelled one, and least probability of its label, for it to be the same."""
PHOTO_CUTS = 8
"""Patches that are cut of each index in a photo, with other errors of its corners."""
PHOTO_SCALES = (1.2, 1.9, 2.6)
"""Enlargements of the photos whose parts teach."""


def label_index(verdict: CardVerdict, photo: CardPhoto, size: tuple[int, int]) -> IndexTruth | None:
    """What an index in a photo shows by its label.

    It is nothing where it lies beside all cards, and None where that is not certain.
    """
    x, y = verdict.spot.point
    near = [
        (rank, suit, np.array(box, float))
        for (rank, box), suit in zip(photo.cards, photo.suits, strict=True)
        if box[0] - 0.1 * box[2] <= x <= box[0] + 1.1 * box[2] and box[1] - 0.1 * box[3] <= y <= box[1] + 1.1 * box[3]
    ]
    if not near:
        return IndexTruth(verdict.spot.quad, -1, "", 0.0)
    box = np.array(verdict.spot.box(size), float)
    held = [(rank, suit) for rank, suit, told in near if overlap_ratio(box, told) > MIN_OVERLAP]
    if len(held) == 1 and verdict.ranks[held[0][0]] > MIN_LABEL_PROBABILITY and verdict.no_card < 0.5:
        return IndexTruth(verdict.spot.quad, *held[0], 1.0)
    return None


def photo_crops(
    rng: RandomGenerator, image: Image, told: list[IndexTruth], photo: CardPhoto
) -> tuple[list[Image], list[Floats]]:
    """Parts of a photo at several sizes, with what is known of the indices in them."""
    images, truths = [], []
    for scale in PHOTO_SCALES:
        large = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        for _ in range(2):
            left = int(rng.integers(max(1, large.shape[1] - SCENE_PX)))
            top = int(rng.integers(max(1, large.shape[0] - SCENE_PX)))
            part = np.asarray(large[top : top + SCENE_PX, left : left + SCENE_PX], np.uint8)
            row = np.full((MAX_INDICES, TRUTH_SIZE), -2, np.float32)
            quads = [(truth.quad, 1) for truth in told]
            quads += [(quad, -1) for quad in unknown_ends(told, photo)]
            for k, (quad, state) in enumerate(quads[:MAX_INDICES]):
                row[k] = [*(quad * scale - (left, top)).ravel(), state]
            images.append(part)
            truths.append(row)
    return images, truths


def unknown_ends(told: list[IndexTruth], photo: CardPhoto) -> list[Floats]:
    """Ends of the labelled cards of which nobody knows what can be seen.

    Places about which the finder is not told.
    """
    found = []
    for truth in told:
        found.append(np.roll(truth.quad, -2, axis=0))
    middles = [truth.quad.mean(axis=0) for truth in told]
    for _, (left, top, wide, high) in photo.cards:
        if any(left <= x <= left + wide and top <= y <= top + high for x, y in middles):
            continue
        for x, y in ((0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5), (0.5, 0), (0, 0.5), (1, 0.5), (0.5, 1)):
            at = np.array([left + x * wide, top + y * high])
            found.append(at + 1.6 * max(wide, high) * (UNIT_SQUARE - np.array(INDEX_POINT)))
    return found
