"""Scenes with cards on a table, in a hand or in a pile, and where each index lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.scenes.ground import Floats, RandomGenerator, paint_ground, random_color, smooth_noise
from training.scenes.textures import photographed_table, pictures
from vision.cards.finder import INDEX_REGION, UNIT_SQUARE
from vision.reading import Image

from .faces import FACE_PX, PrintedFace, deck_faces, random_face, random_style

SCENE_PX = 320
"""Pixels a side of a scene."""
CARD_WIDTHS_PX = (40.0, 280.0)
"""Least and greatest width of a card in a scene."""
VISIBLE, HIDDEN = 0.78, 0.35
"""Shares of an index's region from which it counts as seen, and below which as hidden."""
MAX_COUNT = 8
"""Most cards of a scene."""


@dataclass(frozen=True)
class Supplies:
    """What scenes are composed of: decks by name, fonts, folder of pictures for tables."""

    decks: dict[str, list[PrintedFace]]
    fonts: tuple[str, ...]
    grounds: Path | None

    @classmethod
    def of_work(cls, work: Path, fonts: Path) -> Supplies:
        """The decks that ``training.cards.decks`` has rendered.

        And what ``training.scenes.textures`` has fetched.
        """
        grounds = work / "grounds"
        files = sorted(str(path) for path in fonts.iterdir() if path.suffix in (".ttf", ".otf"))
        return cls(deck_faces(work / "faces"), tuple(files), grounds if grounds.is_dir() else None)


@dataclass(frozen=True, slots=True)
class IndexTruth:
    """One index of a card: the card's corners from this index on, clockwise, in pixels."""

    quad: Floats
    """(4, 2)"""
    rank: int
    """-1 for the back of a card."""
    suit: str
    seen: float
    """0..1, share of the index that can be seen."""


@dataclass
class PlacedCard:
    """A card in a scene: its face and its corners."""

    face: PrintedFace
    quad: Floats


def compose_card_scene(
    seed: int, supplies: Supplies, side: int = SCENE_PX, *, backs_only: bool = False
) -> tuple[Image, list[IndexTruth]]:
    """(side, side, 3) BGR scene of a seed, and the truth about every index in it.

    With ``backs_only`` all cards lie face down, or are of another game.
    """
    rng = np.random.default_rng([seed, 54])
    image = table(rng, supplies, side)
    if rng.random() < 0.5:
        image = scatter_things(rng, image, supplies)
    cards = [] if rng.random() < 0.06 else place_cards(rng, supplies, side)
    if backs_only:
        cards = [PlacedCard(other_print(rng, supplies), card.quad) for card in cards]
    owner = np.full((side, side), -1, np.int16)
    for number, card in enumerate(cards):
        lay_card(rng, image, owner, number, card)
    if cards and rng.random() < 0.35:
        cover(rng, image, owner, cards)
    image = light(rng, image, cards)
    truths = [truth for number, card in enumerate(cards) for truth in index_truths(card, number, owner)]
    return photographed(rng, image), truths


def table(rng: RandomGenerator, supplies: Supplies, side: int) -> Floats:
    """(side, side, 3) a table, painted or photographed."""
    if supplies.grounds and rng.random() < 0.65:
        return photographed_table(supplies.grounds, rng, side).astype(np.float32)
    return np.asarray(paint_ground(rng, side), np.float32)


def art_pictures(rng: RandomGenerator, supplies: Supplies) -> list[Image]:
    """A few pictures for court cards."""
    if not supplies.grounds:
        return []
    listed = pictures(supplies.grounds / str(rng.choice(["print", "photo"])))
    if not listed:
        return []
    return [np.asarray(cv2.imread(str(listed[int(rng.integers(len(listed)))])), np.uint8) for _ in range(2)]


def choose_faces(rng: RandomGenerator, supplies: Supplies, count: int) -> list[PrintedFace]:
    """Faces of one deck, some of them backs."""
    names = sorted(supplies.decks)
    backs = [face for deck in supplies.decks.values() for face in deck if face.rank is None]
    if names and rng.random() < 0.6:
        common = [name for name in names if any(part in name for part in COMMON)]
        name = str(rng.choice(common if common and rng.random() < 0.5 else names))
        deck = [face for face in supplies.decks[name] if face.rank is not None]
        backs = [face for face in supplies.decks[name] if face.rank is None] or backs
        faces = [deck[int(rng.integers(len(deck)))] for _ in range(count)]
    else:
        style, art = random_style(rng, supplies.fonts), art_pictures(rng, supplies)
        faces = [random_face(rng, style, art) for _ in range(count)]
    for n in range(count):
        if backs and rng.random() < 0.08:
            faces[n] = backs[int(rng.integers(len(backs)))]
        elif rng.random() < 0.05:
            faces[n] = other_print(rng, supplies)
    return faces


COMMON = ("anglo", "standard", "bonded", "younestouati", "bellot", "heruka", "gnomangelo", "svgcards")
"""Parts of the names of decks with the pattern that most tables play with."""


def other_print(rng: RandomGenerator, supplies: Supplies) -> PrintedFace:
    """The back of a card, or a card of another game: a picture, with words or without."""
    wide, high = FACE_PX
    art = art_pictures(rng, supplies)
    shown = cv2.resize(art[0], FACE_PX) if art else np.clip(paint_ground(rng, high), 0, 255)[:, :wide]
    face = np.full((high, wide, 4), 255, np.uint8)
    edge = int(rng.integers(0, 20))
    face[..., :3] = np.clip(random_color(rng, 30, 255), 0, 255)
    face[edge : high - edge, edge : wide - edge, :3] = shown[edge : high - edge, edge : wide - edge]
    for _ in range(int(rng.integers(0, 5))):
        at = (int(rng.integers(8, 120)), int(rng.integers(20, high - 10)))
        word = str(rng.choice(["Attack", "Draw two cards", "Forest", "+1", "x 2", "Gold", "Turn", "1944", "Start"]))
        cv2.putText(face, word, at, int(rng.integers(0, 5)), rng.uniform(0.4, 1.2), (*random_color(rng), 255), 2)
    return PrintedFace(face, None)


def place_cards(rng: RandomGenerator, supplies: Supplies, side: int) -> list[PlacedCard]:
    """Cards scattered, in a fan, in a row that overlaps, or in piles, seen from some side."""
    low, top = CARD_WIDTHS_PX
    wide = float(np.exp(rng.uniform(np.log(low), np.log(top))))
    room = (side / wide) ** 2 / 1.4
    kind = str(rng.choice(["scatter", "fan", "row", "single"], p=[0.4, 0.2, 0.2, 0.2]))
    most = 1 if kind == "single" else min(MAX_COUNT, max(2, round(1.3 * room)))
    count = int(rng.integers(1 if kind in ("single", "scatter") else 2, most + 1))
    high = wide * rng.uniform(1.36, 1.56)
    middle, turn = rng.uniform(0.15, 0.85, 2) * side, rng.uniform(0, 2 * np.pi)
    poses = {"scatter": scattered, "single": scattered, "fan": fanned, "row": in_row}[kind](rng, count, wide, high)
    way = camera(rng, side)
    cards = []
    for face, (spot, angle) in zip(choose_faces(rng, supplies, count), poses, strict=True):
        base = (rng.uniform(-0.05, 1.05, 2) * side) if kind == "scatter" else middle
        whole = turn + angle
        cos, sin = np.cos(whole), np.sin(whole)
        half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
        tilted = half @ np.array([[cos, sin], [-sin, cos]])
        around = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        quad = cv2.perspectiveTransform((base + spot @ around + tilted)[None].astype(np.float32), way)[0]
        cards.append(PlacedCard(face, np.asarray(quad, float)))
    return cards


Pose = tuple[Floats, float]
"""Center from the arrangement's middle, and turn in radians."""


def scattered(rng: RandomGenerator, count: int, wide: float, high: float) -> list[Pose]:
    """At any turn, often about upright."""
    spread = float(rng.choice([0.15, 0.6, 3.2]))
    return [(np.zeros(2), float(rng.normal(0, spread))) for _ in range(count)]


def fanned(rng: RandomGenerator, count: int, wide: float, high: float) -> list[Pose]:
    """As a hand is held: turned about a point below.

    The left card lies below or above the others.
    """
    step, reach = rng.uniform(0.1, 0.32), high * rng.uniform(0.6, 1.2)
    poses = []
    for n in range(count):
        angle = (n - (count - 1) / 2) * step + rng.normal(0, 0.02)
        spot = np.array([np.sin(angle) * reach, reach - np.cos(angle) * reach])
        poses.append((spot, float(angle)))
    return poses if rng.random() < 0.8 else poses[::-1]


def in_row(rng: RandomGenerator, count: int, wide: float, high: float) -> list[Pose]:
    """Beside or below one another, overlapping or apart."""
    if rng.random() < 0.6:
        step = np.array([wide * rng.uniform(0.2, 1.2), 0.0])
    else:
        step = np.array([0.0, high * rng.uniform(0.18, 1.15)])
    if rng.random() < 0.2:
        step = -step
    return [
        ((n - (count - 1) / 2) * step + rng.normal(0, 0.02 * wide, 2), float(rng.normal(0, 0.04))) for n in range(count)
    ]


def camera(rng: RandomGenerator, side: int) -> Floats:
    """(3, 3) perspective of a table that is seen from a little or far aside."""
    strength = float(rng.choice([0.02, 0.1, 0.25]))
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * side
    lean, turn = rng.uniform(0, strength), int(rng.integers(4))
    moved = corners.copy()
    moved[0, 0] += lean * side
    moved[1, 0] -= lean * side
    moved[:2, 1] += lean * side * rng.uniform(0.3, 1.2)
    moved = moved - moved.mean(axis=0) + side / 2
    moved = np.roll(moved, turn, axis=0)
    way = cv2.getPerspectiveTransform(np.roll(corners, turn, axis=0), moved.astype(np.float32))
    spin = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.choice([0, 90, 180, 270])), 1 + lean)
    return np.vstack([spin, [0, 0, 1]]) @ way


def lay_card(rng: RandomGenerator, image: Floats, owner: np.ndarray, number: int, card: PlacedCard) -> None:
    """Draw a card and its shadow, and note which pixels it owns."""
    side = len(image)
    high = FACE_PX[1]
    longest = max(np.linalg.norm(card.quad - np.roll(card.quad, 1, axis=0), axis=1).max(), 8)
    face = worn(rng, card.face.image)
    scale = min(1.0, 1.15 * longest / high)
    if scale < 0.85:
        face = np.asarray(cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.3:
        face = curled(rng, face)
    tall, broad = face.shape[:2]
    start = np.array([[0, 0], [broad, 0], [broad, tall], [0, tall]], np.float32)
    way = cv2.getPerspectiveTransform(start, card.quad.astype(np.float32))
    shown = cv2.warpPerspective(face, way, (side, side), flags=cv2.INTER_LINEAR).astype(np.float32)
    share = shown[..., 3:] / 255
    if rng.random() < 0.8:
        shift = rng.normal(0, 0.02 * longest, 2)
        move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        dark = cv2.GaussianBlur(cv2.warpAffine(share[..., 0], move, (side, side)), (0, 0), 1 + 0.012 * longest)
        image *= 1 - rng.uniform(0.1, 0.6) * dark[..., None]
    np.copyto(image, image * (1 - share) + shown[..., :3] * share)
    owner[share[..., 0] > 0.5] = number


def worn(rng: RandomGenerator, face: Image) -> Image:
    """A face with its own shade, at times faded, dirty, scratched, glossy or in a sleeve."""
    image: Floats = face[..., :3].astype(np.float32)
    if rng.random() < 0.5:
        image = image * rng.uniform(0.75, 1.0) + rng.uniform(0, 40)
    if rng.random() < 0.4:
        image *= 1 + np.array([rng.uniform(-0.15, 0.03), rng.uniform(-0.05, 0.03), 0])
    if rng.random() < 0.25:
        spots = cv2.resize(smooth_noise(rng, 64, rng.uniform(2, 20)), FACE_PX)
        image -= np.clip(spots - rng.uniform(0.6, 1.8), 0, 1)[..., None] * rng.uniform(20, 90)
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 6))):
            one, two = rng.uniform(0, 350, (2, 2)).astype(int).tolist()
            cv2.line(image, one, two, (float(rng.uniform(120, 255)),) * 3, 1, cv2.LINE_AA)
    if rng.random() < 0.25:
        edge = cv2.GaussianBlur(face[..., 3].astype(np.float32), (0, 0), rng.uniform(2, 5))[..., None] / 255
        image = image * edge + rng.uniform(120, 245) * (1 - edge)
    if rng.random() < 0.12:
        inset = int(rng.integers(4, 14))
        cv2.rectangle(image, (0, 0), (249, 349), (float(rng.uniform(160, 235)),) * 3, inset)
        image += 12
    if rng.random() < 0.25:
        image += glare(rng, FACE_PX)
    return np.dstack([np.clip(image, 0, 255).astype(np.uint8), face[..., 3]])


def glare(rng: RandomGenerator, size: tuple[int, int]) -> Floats:
    """(H, W, 1) a streak or spot of light."""
    wide, high = size
    x, y = np.meshgrid(np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, high, dtype=np.float32))
    turn, (cx, cy) = rng.uniform(0, np.pi), rng.uniform(-1, 1, 2)
    along = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
    across = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
    spot = np.exp(-((along / rng.uniform(0.1, 0.5)) ** 2) - (across / rng.uniform(0.2, 2)) ** 2)
    return np.asarray(spot[..., None] * rng.uniform(30, 220))


def curled(rng: RandomGenerator, face: Image) -> Image:
    """A bent card: rows or columns that shift, and a shade along them."""
    high, wide = face.shape[:2]
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    bend, phase = rng.uniform(-0.035, 0.035) * wide, rng.uniform(0, np.pi)
    if rng.random() < 0.5:
        wave = np.sin(np.pi * y / high + phase)
        x = x + bend * wave
    else:
        wave = np.sin(np.pi * x / wide + phase)
        y = y + bend * wave
    bent = cv2.remap(face, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    shade = 1 + rng.uniform(-0.25, 0.25) * np.cos(np.arccos(np.clip(wave, -1, 1)))[..., None]
    return np.dstack([np.clip(bent[..., :3] * shade, 0, 255).astype(np.uint8), bent[..., 3]])


def cover(rng: RandomGenerator, image: Floats, owner: np.ndarray, cards: Sequence[PlacedCard]) -> None:
    """Lay fingers or things over some of the cards."""
    for _ in range(int(rng.integers(1, 4))):
        card = cards[int(rng.integers(len(cards)))]
        wide = float(np.linalg.norm(card.quad[1] - card.quad[0]))
        mask = np.zeros(image.shape[:2], np.uint8)
        edge = int(rng.integers(4))
        spot = card.quad[edge] + (card.quad[(edge + 1) % 4] - card.quad[edge]) * rng.uniform(0.15, 0.9)
        away = spot - card.quad.mean(axis=0)
        away /= max(1.0, float(np.linalg.norm(away)))
        if rng.random() < 0.65:
            tip, far = spot - away * wide * rng.uniform(0.05, 0.5), spot + away * wide * 3
            thick = max(3, round(wide * rng.uniform(0.16, 0.3)))
            cv2.line(mask, tip.astype(int).tolist(), far.astype(int).tolist(), 255, thick, cv2.LINE_AA)
            skin = np.array([rng.uniform(70, 170), rng.uniform(100, 190), rng.uniform(140, 235)]) * rng.uniform(
                0.4, 1.05
            )
            color: Floats = np.sort(skin) + smooth_noise(rng, len(image), 20)[..., None] * 6
        else:
            around = spot + rng.normal(0, 0.5 * wide, (int(rng.integers(3, 7)), 2))
            cv2.fillConvexPoly(mask, cv2.convexHull(around.astype(np.int32)), 255, cv2.LINE_AA)
            color = np.asarray(paint_ground(rng, len(image)), np.float32)
        share = cv2.GaussianBlur(mask, (3, 3), 0)[..., None].astype(np.float32) / 255
        round_ = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), max(1.0, 0.05 * wide))[..., None]
        np.copyto(image, image * (1 - 0.4 * round_ * (1 - share)))
        np.copyto(image, image * (1 - share) + color * (0.55 + 0.45 * round_) * share)
        owner[mask > 127] = -1


def scatter_things(rng: RandomGenerator, image: Floats, supplies: Supplies) -> Floats:
    """Papers, pictures, boxes and pages of text on the table."""
    side = len(image)
    for _ in range(int(rng.integers(1, 5))):
        wide, high = rng.uniform(0.12, 0.7, 2) * side
        center, turn = rng.uniform(0, 1, 2) * side, rng.uniform(0, np.pi)
        kind = rng.random()
        size = (max(8, int(wide)), max(8, int(high)))
        if kind < 0.4:
            sheet = np.full((size[1], size[0], 3), rng.uniform(170, 255), np.uint8)
            write(rng, sheet)
        elif kind < 0.75 and supplies.grounds:
            art = photographed_table(supplies.grounds, rng, 128, shares=(0, 0.4, 0.6))
            sheet = np.asarray(cv2.resize(art, size), np.uint8)
        else:
            sheet = np.full((size[1], size[0], 3), random_color(rng), np.uint8)
            write(rng, sheet)
        cos, sin = np.cos(turn), np.sin(turn)
        way = np.array(
            [
                [cos, -sin, center[0] - cos * wide / 2 + sin * high / 2],
                [sin, cos, center[1] - sin * wide / 2 - cos * high / 2],
            ]
        )
        share = cv2.warpAffine(np.ones(sheet.shape[:2], np.float32), way, (side, side))[..., None]
        image = image * (1 - share) + cv2.warpAffine(sheet, way, (side, side)).astype(np.float32) * share
    return np.asarray(image, np.float32)


def write(rng: RandomGenerator, sheet: Image) -> None:
    """Print words, numbers, lines and dots on a sheet."""
    high, wide = sheet.shape[:2]
    ink = [float(v) for v in (random_color(rng, 10, 90) if rng.random() < 0.7 else random_color(rng))]
    scale = rng.uniform(0.25, 1.4)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 abcdefghijklmnopqrstuvwxyz 23456789AJQK"
    for y in range(int(20 * scale), high, max(6, int(30 * scale))):
        text = "".join(rng.choice(list(alphabet), int(rng.integers(1, 24))))
        cv2.putText(
            sheet,
            text,
            (int(rng.integers(2, 20)), y),
            int(rng.integers(0, 5)),
            scale,
            ink,
            int(rng.integers(1, 3)),
            cv2.LINE_AA,
        )
        if rng.random() < 0.2:
            break
    if rng.random() < 0.3:
        reach = max(2, min(high, wide) // 6)
        for _ in range(int(rng.integers(1, 7))):
            at = (int(rng.integers(wide)), int(rng.integers(high)))
            cv2.circle(sheet, at, reach, ink, -1 if rng.random() < 0.5 else 2, cv2.LINE_AA)


def light(rng: RandomGenerator, image: Floats, cards: Sequence[PlacedCard]) -> Floats:
    """The light of a room: falling off, with the edges of shadows, dim, warm or cold."""
    side = len(image)
    x, y = np.meshgrid(np.linspace(-1, 1, side, dtype=np.float32), np.linspace(-1, 1, side, dtype=np.float32))
    slope = rng.normal(0, 0.18, 2)
    image = image * np.clip(1 + slope[0] * x + slope[1] * y, 0.35, 1.4)[..., None]
    if rng.random() < 0.35:
        turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.7, 0.7)
        edge = 1 / (1 + np.exp(-np.clip((x * np.cos(turn) + y * np.sin(turn) - at) * rng.uniform(5, 60), -30, 30)))
        image = image * (1 - rng.uniform(0.25, 0.7) * edge)[..., None]
    if rng.random() < 0.15:
        image = image + glare(rng, (side, side)) * 0.7
    gain = float(np.exp(rng.normal(-0.12, 0.3)))
    tint = 1 + rng.normal(0, 0.07, 3) + rng.choice([0, 0, 0.12]) * np.array([-1, 0, 0.8])
    return np.asarray(image * gain * tint, np.float32)


def photographed(rng: RandomGenerator, image: Floats) -> Image:
    """What a camera makes of it: out of focus, in motion, with noise, sharpened, and as JPEG."""
    if rng.random() < 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.5))))
    if rng.random() < 0.12:
        length, turn = int(rng.integers(3, 8)), rng.uniform(0, np.pi)
        kernel = np.zeros((length, length), np.float32)
        middle = (length - 1) / 2
        for step in np.linspace(-middle, middle, 3 * length):
            kernel[round(middle + step * np.sin(turn)), round(middle + step * np.cos(turn))] = 1
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))
    if rng.random() < 0.25:
        image = image + rng.uniform(0.3, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    image = image + rng.normal(0, rng.uniform(0, 7), image.shape).astype(np.float32)
    shown = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])[1]
        shown = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return shown


def index_truths(card: PlacedCard, number: int, owner: np.ndarray) -> list[IndexTruth]:
    """Both indices of a card."""
    rank = -1 if card.face.rank is None else card.face.rank
    quads = [np.roll(card.quad, -2 * end, axis=0) for end in range(2)]
    return [IndexTruth(quad, rank, card.face.suit, share_seen(quad, number, owner)) for quad in quads]


def share_seen(quad: Floats, number: int, owner: np.ndarray) -> float:
    """Share of an index's region that can be seen in the picture."""
    steps = np.linspace(0, 1, 9)
    left, top, right, low = INDEX_REGION
    inside = np.array([(left + (right - left) * a, top + (low - top) * b) for a in steps for b in steps])
    spots = cv2.perspectiveTransform(inside[None].astype(np.float32), square_to(quad))[0]
    columns, rows = np.rint(spots).astype(int).T
    within = (columns >= 0) & (rows >= 0) & (columns < owner.shape[1]) & (rows < owner.shape[0])
    mine = owner[rows[within], columns[within]] == number
    return float(mine.sum() / len(inside))


def square_to(quad: Floats) -> Floats:
    """(3, 3) perspective from the unit square to a card's corners."""
    return np.asarray(cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32)))
