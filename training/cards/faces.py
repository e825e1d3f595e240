"""Faces of cards: those of free decks, and drawn ones with indices in many fonts.

Ordinary and of fate decks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from training.scenes.ground import Floats, RandomGenerator, paint_ground, random_color
from vision.cards import FATE_SUITS, FRENCH_SUITS, JOKERS
from vision.reading import Image

from .suits import cropped, draw_suit

FACE_PX = (250, 350)
"""Width and height of a face."""
JOKER_SHARE = 1 / 20
GLYPH_PX = 90
"""Height at which letters are drawn."""
SUIT_OF_LETTER = dict(zip("hdcs", FRENCH_SUITS, strict=True))
LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K", **{n: str(n) for n in range(2, 11)}}
"""What stands in the corner of an ordinary card."""
THREE = (0.17, 0.5, 0.83)
PIP_COLUMNS: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    1: ((), (0.5,)),
    2: ((), (0.17, 0.83)),
    3: ((), THREE),
    4: ((0.17, 0.83), ()),
    5: ((0.17, 0.83), (0.5,)),
    6: (THREE, ()),
    7: (THREE, (0.33,)),
    8: (THREE, (0.33, 0.67)),
    9: ((0.17, 0.39, 0.61, 0.83), (0.5,)),
    10: ((0.17, 0.39, 0.61, 0.83), (0.28, 0.72)),
}
"""Heights of the pips in the outer columns and in the middle one."""


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """What is printed on a card, as BGRA of FACE_PX."""

    image: Image
    rank: int | None
    """0 … 13, or None for a back."""
    suit: str = ""


@cache
def deck_faces(folder: Path) -> dict[str, list[PrintedFace]]:
    """The faces of each deck of a folder, by its name.

    Files such as `13h.png`, `joker_r.png`, `back.png`.
    """
    return {
        deck.name: [face for path in sorted(deck.glob("*.png")) if (face := deck_face(path)) is not None]
        for deck in sorted(folder.iterdir())
        if deck.is_dir()
    }


def deck_face(path: Path) -> PrintedFace | None:
    """The face of a file, None for what is none."""
    name = path.stem
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None or image.shape[:2] != FACE_PX[::-1]:
        return None
    if image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
    shown = on_paper(np.asarray(image, np.uint8))
    if name.startswith("back"):
        return PrintedFace(shown, None)
    if name.startswith("joker"):
        return PrintedFace(shown, 0, "red" if name.endswith("r") else "black")
    found = re.fullmatch(r"(\d\d)([hdcs])", name)
    return PrintedFace(shown, int(found[1]), SUIT_OF_LETTER[found[2]]) if found else None


def on_paper(image: Image) -> Image:
    """A face on white paper with rounded corners, so that its own corners do not show through."""
    share = image[..., 3:].astype(np.float32) / 255
    image[..., :3] = (image[..., :3] * share + 255 * (1 - share)).astype(np.uint8)
    image[..., 3] = rounded_mask(0.05)
    return image


@cache
def rounded_mask(radius: float) -> Image:
    """(350, 250) alpha of a card whose corners have a radius in card widths."""
    wide, high = FACE_PX
    mask, reach = np.zeros((high, wide), np.uint8), max(1, round(radius * wide))
    cv2.rectangle(mask, (reach, 0), (wide - 1 - reach, high - 1), 255, -1)
    cv2.rectangle(mask, (0, reach), (wide - 1, high - 1 - reach), 255, -1)
    for x in (reach, wide - 1 - reach):
        for y in (reach, high - 1 - reach):
            cv2.circle(mask, (x, y), reach, 255, -1, cv2.LINE_AA)
    return mask


@cache
def font_of(path: str) -> cv2.FontFace:
    """A font, loaded once."""
    return cv2.FontFace(path)


@cache
def letter_ink(font: str, text: str) -> Floats | None:
    """(H, W) ink 0..1 of a text, cropped to it; None if the font lacks it, or is ""."""
    if not font:
        return None
    sheet = np.zeros((2 * GLYPH_PX, 4 * GLYPH_PX), np.uint8)
    cv2.putText(sheet, text, (GLYPH_PX // 2, 3 * GLYPH_PX // 2), (255, 255, 255), font_of(font), GLYPH_PX)
    return cropped(sheet) if sheet.max() > 100 else None


def lay_ink(face: Image, ink: Floats, center: tuple[float, float], size: tuple[float, float], color: Floats) -> None:
    """Print ink onto a face; center and size (width, height) in pixels."""
    wide, high = max(2, round(size[0])), max(2, round(size[1]))
    small = cv2.resize(ink, (wide, high), interpolation=cv2.INTER_AREA)
    left, top = round(center[0] - wide / 2), round(center[1] - high / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(face.shape[1], left + wide), min(face.shape[0], top + high)
    if x1 <= x0 or y1 <= y0:
        return
    share = small[y0 - top : y1 - top, x0 - left : x1 - left, None]
    part = face[y0:y1, x0:x1, :3]
    face[y0:y1, x0:x1, :3] = (part * (1 - share) + color * share).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """What the drawn cards of one deck have in common."""

    font: str
    paper: Floats
    radius: float
    letter_high: float
    """Height of the rank in card widths; likewise the others."""
    letter_wide: float
    """Largest width of the rank."""
    suit_high: float
    left: float
    top: float
    gap: float
    beside: bool
    """Whether the suit stands beside the rank."""
    framed: bool
    fate: bool
    inks: dict[str, Floats]
    cornerless: bool
    """Whether only two opposite corners have an index that stands on a disc of paper."""


def random_style(rng: RandomGenerator, fonts: Sequence[str]) -> DeckStyle:
    """A style of drawn cards."""
    fate = bool(rng.random() < 0.35)
    white = rng.uniform(205, 255) + rng.normal(0, 3, 3) - np.array([rng.uniform(0, 25), 4, 0])
    dark = fate and rng.random() < 0.25
    paper = random_color(rng, 15, 70) if dark else np.clip(white, 150, 255)
    red = np.array([rng.uniform(10, 70), rng.uniform(10, 60), rng.uniform(150, 240)])
    black = np.full(3, rng.uniform(5, 60)) + rng.uniform(0, 10, 3)
    inks = {"hearts": red, "diamonds": red, "clubs": black, "spades": black, "red": red, "black": black}
    if rng.random() < 0.12:
        inks |= {
            "clubs": np.array([30.0, rng.uniform(80, 140), 20]),
            "diamonds": np.array([rng.uniform(130, 220), 90, 20]),
        }
    one = np.full(3, rng.uniform(190, 250)) if dark else random_color(rng, 10, 90)
    for suit in FATE_SUITS:
        vivid = np.clip(random_color(rng, 40, 160) + rng.normal(0, 50, 3), 0, 200)
        inks[suit] = one if rng.random() < 0.4 or dark else vivid
    large = rng.random() < 0.3 or fate
    return DeckStyle(
        font="" if rng.random() < 0.03 else str(rng.choice(list(fonts))),
        paper=paper,
        radius=float(rng.uniform(0.03, 0.08)),
        letter_high=float(rng.uniform(0.17, 0.3) if large else rng.uniform(0.11, 0.18)),
        letter_wide=float(rng.uniform(0.14, 0.3) if large else rng.uniform(0.1, 0.16)),
        suit_high=float(rng.uniform(0.08, 0.16) if not large else rng.uniform(0.12, 0.24)),
        left=float(rng.uniform(0.02, 0.06)),
        top=float(rng.uniform(0.03, 0.08)),
        gap=float(rng.uniform(0.01, 0.05)),
        beside=bool(fate and rng.random() < 0.2),
        framed=bool(rng.random() < 0.3),
        fate=fate,
        inks=inks,
        cornerless=bool(fate and rng.random() < 0.6),
    )


def random_face(rng: RandomGenerator, style: DeckStyle, pictures: Sequence[Image] = ()) -> PrintedFace:
    """Any card of a style."""
    rank = 0 if rng.random() < JOKER_SHARE else int(rng.integers(1, 14))
    suits = JOKERS if rank == 0 else FATE_SUITS if style.fate else FRENCH_SUITS
    return drawn_face(rng, style, rank, str(rng.choice(suits)), pictures)


def drawn_face(
    rng: RandomGenerator, style: DeckStyle, rank: int, suit: str, pictures: Sequence[Image] = ()
) -> PrintedFace:
    """A card of a style; `pictures` stand on court cards and on those of fate decks."""
    is_joker = rank == 0
    wide, high = FACE_PX
    face = np.empty((high, wide, 4), np.uint8)
    face[..., :3] = np.clip(style.paper + rng.normal(0, 1, 3), 0, 255)
    face[..., 3] = rounded_mask(round(style.radius, 2))
    ink = style.inks[suit]
    sign = draw_suit(rng, "joker" if is_joker else suit)
    if style.fate or is_joker or rank > 10:
        lay_picture(rng, face, style, pictures)
        if rng.random() < 0.5:
            lay_ink(face, sign, (wide * rng.uniform(0.3, 0.4), high * rng.uniform(0.2, 0.3)), (40, 40), ink)
    else:
        lay_pips(rng, face, rank, sign, ink)
    if style.framed:
        inset = round(wide * rng.uniform(0.02, 0.05))
        cv2.rectangle(face, (inset, inset), (wide - inset, high - inset), (*random_color(rng, 20, 150), 255), 1)
    for _ in range(2):
        lay_index(rng, face, style, rank, sign, ink)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return PrintedFace(face, rank, suit)


def lay_index(rng: RandomGenerator, face: Image, style: DeckStyle, rank: int, sign: Floats, ink: Floats) -> None:
    """Print rank and suit in the upper left corner."""
    wide = FACE_PX[0]
    text = "JOKER" if rank == 0 else (str(rank) if style.fate else LETTERS[rank])
    left, top = style.left * wide, style.top * wide
    suit_high = style.suit_high * wide
    suit_wide = suit_high * min(1.2, sign.shape[1] / sign.shape[0])
    if rank == 0:
        lay_joker_index(rng, face, style, sign, ink)
        return
    letter = letter_ink(style.font, text)
    letter = plain_letter(text) if letter is None else letter
    tall = style.letter_high * wide
    broad = min(style.letter_wide * wide, tall * letter.shape[1] / letter.shape[0])
    column = max(broad, suit_wide)
    if style.cornerless:
        room = (left + column + 4, top + tall + (0 if style.beside else suit_high) + style.gap * wide + 6)
        cv2.rectangle(face, (0, 0), (round(room[0]), round(room[1])), (*style.paper, 255), -1)
        face[..., 3] = rounded_mask(round(style.radius, 2))
    lay_ink(face, letter, (left + column / 2, top + tall / 2), (broad, tall), ink)
    if style.beside:
        lay_ink(face, sign, (left + column + suit_wide / 2 + 3, top + tall / 2), (suit_wide, suit_high), ink)
        return
    low = top + tall + style.gap * wide + suit_high / 2
    lay_ink(face, sign, (left + column / 2, low), (suit_wide, suit_high), ink)


def lay_joker_index(rng: RandomGenerator, face: Image, style: DeckStyle, sign: Floats, ink: Floats) -> None:
    """Print a joker's corner: a cap or star, the word downwards, or both."""
    wide = FACE_PX[0]
    left, top = style.left * wide, style.top * wide
    size = max(style.suit_high, 0.1) * wide
    below = top
    if rng.random() < 0.6:
        lay_ink(face, sign, (left + size / 2, top + size / 2), (size, size), ink)
        below = top + size + 4
        if rng.random() < 0.3:
            return
    letter = letter_ink(style.font, "JOKER")
    letter = plain_letter("JOKER") if letter is None else letter
    if rng.random() < 0.7:
        upright = [letter_ink(style.font, one) for one in "JOKER"]
        tall = style.letter_high * wide * rng.uniform(0.4, 0.7)
        for n, one in enumerate(upright):
            shape = plain_letter("JOKER"[n]) if one is None else one
            broad = min(tall, tall * shape.shape[1] / shape.shape[0])
            lay_ink(face, shape, (left + size / 2, below + (n + 0.5) * tall * 1.1), (broad, tall), ink)
        return
    tall = 0.45 * wide
    turned = np.ascontiguousarray(np.rot90(letter, int(rng.choice([1, 3]))))
    lay_ink(face, turned, (left + 0.05 * wide, below + tall / 2), (0.09 * wide, tall), ink)


@cache
def plain_letter(text: str) -> Floats:
    """A text as OpenCV draws it without a font."""
    sheet = np.zeros((120, 420), np.uint8)
    cv2.putText(sheet, text, (20, 90), cv2.FONT_HERSHEY_DUPLEX, 2.4, 255, 6, cv2.LINE_AA)
    return cropped(sheet)


def lay_pips(rng: RandomGenerator, face: Image, rank: int, sign: Floats, ink: Floats) -> None:
    """Print the pips of an ordinary card."""
    wide, high = FACE_PX
    outer, middle = PIP_COLUMNS[rank]
    size = wide * (rng.uniform(0.12, 0.22) if rank > 1 else rng.uniform(0.15, 0.6))
    apart, stretch = rng.uniform(0.17, 0.22), rng.uniform(0.8, 0.95)
    broad = size * min(1.2, sign.shape[1] / sign.shape[0])
    spots = [(0.5 + side * apart, y) for side in (-1, 1) for y in outer] + [(0.5, y) for y in middle]
    for x, y in spots:
        shown = sign if y <= 0.5 else np.ascontiguousarray(sign[::-1])
        lay_ink(face, shown, (x * wide, (0.5 + (y - 0.5) * stretch) * high), (broad, size), ink)


def lay_picture(rng: RandomGenerator, face: Image, style: DeckStyle, pictures: Sequence[Image]) -> None:
    """Print a picture that is the same from both ends, or one that is not."""
    wide, high = FACE_PX
    if len(pictures) and rng.random() < 0.7:
        art = pictures[int(rng.integers(len(pictures)))]
    else:
        art = np.clip(paint_ground(rng, 96), 0, 255).astype(np.uint8)
    near = 0.0 if style.cornerless else max(style.left + style.letter_wide, 0.14) + 0.02
    x0, y0 = round(wide * near), round(high * rng.uniform(0.0, 0.1) if style.cornerless else high * 0.08)
    shown = cv2.resize(art, (wide - 2 * x0, high - 2 * y0))
    if rng.random() < 0.5:
        half = len(shown) // 2
        shown[-half:] = shown[:half][::-1, ::-1]
    if rng.random() < 0.3:
        pale = rng.uniform(0.3, 0.8)
        shown = (shown * (1 - pale) + style.paper * pale).astype(np.uint8)
    face[y0 : high - y0, x0 : wide - x0, :3] = shown
    if rng.random() < 0.5:
        cv2.rectangle(face, (x0, y0), (wide - x0, high - y0), (*random_color(rng, 20, 150), 255), 2)
