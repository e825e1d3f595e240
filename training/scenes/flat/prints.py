"""Prints that are no dice, as tiles: text, codes, logos, digits, cards, dominoes."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.reading import Image

from ..ground import WORDS, Floats, RandomGenerator, random_color
from .tile import FlatTile, Mark, bar, blank, contrasting, disc, ink_of, polygon, rounded, stroke, vivid_color

LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghikmnoprstuz0123456789&%!?+-"
SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcfgd")
"""Lit segments of the digits of a seven-segment display."""
FULL = np.full(3, 255.0)
"""Ink of a mask."""
SEGMENT_ENDS = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 1)), "c": ((1, 1), (1, 2)), "d": ((0, 2), (1, 2)),
    "e": ((0, 1), (0, 2)), "f": ((0, 0), (0, 1)), "g": ((0, 1), (1, 1)),
}  # fmt: skip
"""Ends of the segments, in digits' widths from the upper left."""
LAMP_COLORS = ((40, 40, 255), (60, 255, 90), (255, 140, 60), (60, 180, 255), (240, 240, 240), (230, 255, 160))
"""Colors of digits that shine, BGR."""
SUIT_COLUMNS = {
    1: ((0, 0),), 2: ((0, -3), (0, 3)), 3: ((0, -3), (0, 0), (0, 3)),
    4: ((-1, -3), (1, -3), (-1, 3), (1, 3)), 5: ((-1, -3), (1, -3), (0, 0), (-1, 3), (1, 3)),
    6: ((-1, -3), (1, -3), (-1, 0), (1, 0), (-1, 3), (1, 3)),
    7: ((-1, -3), (1, -3), (0, -1.5), (-1, 0), (1, 0), (-1, 3), (1, 3)),
    8: ((-1, -3), (1, -3), (0, -1.5), (-1, 0), (1, 0), (0, 1.5), (-1, 3), (1, 3)),
    9: ((-1, -3), (1, -3), (-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1), (-1, 3), (1, 3)),
    10: ((-1, -3), (1, -3), (0, -2), (-1, -1), (1, -1), (-1, 1), (1, 1), (0, 2), (-1, 3), (1, 3)),
}  # fmt: skip
"""Places of a playing card's pips, across and down."""
DOMINO_PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 1, 2, 6, 7, 8))
"""Places of a domino half's pips in three rows of three."""


def random_word(rng: RandomGenerator, most: int = 9) -> str:
    """A word of random letters, or one of a board."""
    if rng.random() < 0.25:
        return WORDS[int(rng.integers(len(WORDS)))]
    return "".join(LETTERS[n] for n in rng.integers(0, len(LETTERS), int(rng.integers(1, most + 1))))


def write(picture: Image, word: str, box: tuple[float, float, float, float], font: int, bold: float,
          ink: Floats) -> None:  # fmt: skip
    """Write a word as large as fits a box x, y, width, height; `bold` in tenths of its height."""
    x, y, wide, high = box
    (long, tall), _ = cv2.getTextSize(word, font, 1.0, 1)
    scale = min(wide / max(1, long), high / max(1, tall))
    thick = max(1, round(bold / 10 * tall * scale))
    at = (round(x + (wide - long * scale) / 2), round(y + (high + tall * scale) / 2))
    cv2.putText(picture, word, at, font, float(scale), ink_of(ink), thick, cv2.LINE_AA)


def text(rng: RandomGenerator, size: float) -> FlatTile:
    """Lines of text on paper or a box, some large, in one to three inks, often red."""
    paper = random_color(rng, 150, 250) if rng.random() < 0.6 else random_color(rng)
    picture = blank(size * rng.uniform(1, 2.2), size * rng.uniform(0.6, 1.6), paper)
    high, wide = picture.shape[:2]
    inks = [contrasting(rng, paper), np.array([35.0, 30, 200]), contrasting(rng, paper)]
    y, marks = 0.05 * high, list[Mark]()
    while y < 0.9 * high:
        tall = high * rng.uniform(0.05, 0.35)
        word = random_word(rng, 14)
        ink, font = inks[int(rng.integers(3))], int(rng.integers(0, 8))
        long = min(0.9 * wide, len(word) * tall * 0.9)
        write(picture, word, (0.05 * wide, y, long, tall * 0.75), font, rng.uniform(0.8, 3), ink)
        if tall > 0.2 * high:
            marks.append(Mark("text", np.array([0.05 * wide + min(long, tall) / 2, y + tall / 2]), 1.2 * tall))
        y += tall
    return FlatTile(picture, marks=tuple(marks))


def barcode(rng: RandomGenerator, size: float) -> FlatTile:
    """Bars with digits below."""
    paper = np.full(3, rng.uniform(200, 250))
    picture = blank(size * rng.uniform(1.2, 2), size, paper)
    high, wide = picture.shape[:2]
    bars = rng.random(int(rng.integers(30, 95))) < 0.5
    row = np.repeat(bars, -(-wide // len(bars)))[:wide]
    low, ink = int(0.8 * high), np.full(3, rng.uniform(5, 70))
    picture[int(0.06 * high) : low, row] = ink.astype(np.uint8)
    picture[:, : wide // 16], picture[:, -wide // 16 :] = paper.astype(np.uint8), paper.astype(np.uint8)
    digits = "".join(str(n) for n in rng.integers(0, 10, int(rng.integers(8, 14))))
    write(picture, digits, (wide / 12, low + 1, wide * 10 / 12, high - low - 3), 0, 1.0, ink)
    marks = (Mark("barcode", np.array([wide * rng.uniform(0.3, 0.7), high / 2]), float(high)),)
    return FlatTile(picture, marks=marks)


def matrix_code(rng: RandomGenerator, size: float) -> FlatTile:
    """A square code of black and white cells with three large squares in its corners."""
    count = int(rng.choice([21, 25, 29]))
    cells = (rng.random((count, count)) < 0.5).astype(np.uint8)
    for y, x in ((0, 0), (0, count - 7), (count - 7, 0)):
        cells[y : y + 7, x : x + 7] = 1
        cells[y + 1 : y + 6, x + 1 : x + 6] = 0
        cells[y + 2 : y + 5, x + 2 : x + 5] = 1
    framed = cv2.copyMakeBorder(cells, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0)
    side = max(12, min(400, int(size)))
    grey = cv2.resize(235 - framed * np.uint8(215), (side, side), interpolation=cv2.INTER_NEAREST)
    return FlatTile(np.repeat(np.asarray(grey, np.uint8)[..., None], 3, axis=2))


def logo(rng: RandomGenerator, size: float) -> FlatTile:
    """A mark of a firm: a badge in vivid colors with letters, rings, dots or a star."""
    body = vivid_color(rng) if rng.random() < 0.75 else random_color(rng)
    ink = contrasting(rng, body, 80)
    picture = blank(size, size * rng.choice([1.0, rng.uniform(0.5, 1)]), body)
    high, wide = picture.shape[:2]
    middle, reach = (wide // 2, high // 2), min(high, wide) / 2
    cover = rounded(high, wide, reach * float(rng.choice([0.05, 0.3, 1.0])))
    if rng.random() < 0.5:
        axes = (int(wide * 0.44), int(high * 0.44))
        cv2.ellipse(picture, middle, axes, 0, 0, 360, ink_of(ink), max(1, int(reach / 9)), cv2.LINE_AA)
    kind = int(rng.integers(5))
    if kind < 3:
        (draw_star, draw_rings, draw_target)[kind](rng, picture, reach, body, ink)
    else:
        box = (0.14 * wide, 0.2 * high, 0.72 * wide, 0.6 * high)
        write(picture, random_word(rng, 5 if kind == 3 else 2), box, int(rng.integers(0, 8)), rng.uniform(1, 3), ink)
    return FlatTile(picture, cover if rng.random() < 0.7 else None)


def draw_star(rng: RandomGenerator, picture: Image, reach: float, body: Floats, ink: Floats) -> None:
    """A star or a polygon in the middle of a picture, `reach` pixels wide to each side."""
    points = int(rng.integers(3, 9))
    turn = np.arange(2 * points) * np.pi / points - np.pi / 2
    far = np.where(np.arange(2 * points) % 2, rng.uniform(0.25, 0.6), 0.8) * reach
    middle = np.array(picture.shape[1::-1]) / 2
    polygon(picture, middle + np.stack([np.cos(turn), np.sin(turn)], -1) * far[:, None], ink)


def draw_rings(rng: RandomGenerator, picture: Image, reach: float, body: Floats, ink: Floats) -> None:
    """Two to five discs or rings around the middle of a picture."""
    for turn in np.arange(count := int(rng.integers(2, 6))) * 2 * np.pi / count + rng.uniform(0, 6):
        at = np.array(picture.shape[1::-1]) / 2 + 0.42 * reach * np.array([np.cos(turn), np.sin(turn)])
        shade = vivid_color(rng) if rng.random() < 0.4 else ink
        weight = -1 if rng.random() < 0.5 else max(1, int(reach / 8))
        disc(picture, at, reach * rng.uniform(0.12, 0.4), shade, weight)


def draw_target(rng: RandomGenerator, picture: Image, reach: float, body: Floats, ink: Floats) -> None:
    """Rings within each other."""
    for n, share in enumerate((0.8, 0.55, 0.3)):
        disc(picture, np.array(picture.shape[1::-1]) / 2, reach * share, body if n % 2 else ink)


def numeral(rng: RandomGenerator, size: float) -> FlatTile:
    """A large numeral or letter, on a field of its own or printed on the table."""
    body = random_color(rng)
    ink = contrasting(rng, body, 80)
    picture = blank(size, size, body)
    side = picture.shape[0]
    word = str(int(rng.integers(0, 21))) if rng.random() < 0.7 else random_word(rng, 1)
    font, bold = int(rng.integers(0, 8)), rng.uniform(0.8, 3)
    write(picture, word, (0.2 * side, 0.2 * side, 0.6 * side, 0.6 * side), font, bold, ink)
    if rng.random() < 0.35:
        ground = np.zeros_like(picture)
        write(ground, word, (0.2 * side, 0.2 * side, 0.6 * side, 0.6 * side), font, bold, np.full(3, 255.0))
        return FlatTile(picture, np.ascontiguousarray(ground[..., 0]))
    return FlatTile(picture, rounded(side, side, side * float(rng.choice([0.02, 0.15, 0.5]))))


def lit_digits(rng: RandomGenerator, wide: int, high: int, text_: str) -> Image:
    """(high, wide) 8-bit mask of the digits 0..9 and colons of a seven-segment display."""
    mask = np.zeros((high, wide), np.uint8)
    step = wide / (len(text_) + 0.3)
    digit = np.array([0.62 * step, min(0.38 * high, 0.9 * step)])
    thick, lean = max(1, int(min(step, high) * rng.uniform(0.08, 0.17))), rng.uniform(0, 0.18)
    for n, sign in enumerate(text_):
        left = np.array([(n + 0.35) * step, high / 2 - digit[1]])
        if sign == ":":
            for share in (0.6, 1.4):
                disc(mask, left + digit * (0.35, share), thick, FULL)
            continue
        for segment in SEGMENTS[int(sign)]:
            ends = np.array(SEGMENT_ENDS[segment], float)
            along = ends[1] - ends[0]
            ends += np.array([along, -along]) * 0.13
            line = left + ends * digit + np.array([lean * digit[1] * (1 - ends[:, 1]), np.zeros(2)]).T
            stroke(mask, line[0], line[1], FULL, thick)
    return mask


def clock_text(rng: RandomGenerator) -> str:
    """What a display shows: a time or a number."""
    if rng.random() < 0.4:
        return f"{int(rng.integers(24)):02d}:{int(rng.integers(60)):02d}"
    return "".join(str(n) for n in rng.integers(0, 10, int(rng.integers(1, 6))))


def led_display(rng: RandomGenerator, size: float) -> FlatTile:
    """Digits of seven segments, dark on grey-green or shining on black, in a frame."""
    word = clock_text(rng)
    shining = rng.random() < 0.75
    panel = np.full(3, rng.uniform(8, 45)) if shining else np.array([130.0, 160, 150]) * rng.uniform(0.8, 1.3)
    picture = blank(size * (0.35 + 0.45 * len(word)), size, panel)
    high, wide = picture.shape[:2]
    mask = lit_digits(rng, wide, high, word)
    ink = np.array(LAMP_COLORS[int(rng.integers(len(LAMP_COLORS)))], float) if shining else np.full(3, 30.0)
    share = mask[..., None] / 255.0
    glow = cv2.GaussianBlur(mask, (0, 0), max(1.0, high / 14))[..., None] / 255.0 * (0.6 if shining else 0.0)
    lit = panel * (1 - np.maximum(share, glow)) + ink * np.maximum(share, glow)
    lit = lit + np.clip(share * 2 - 1.4, 0, 1) * 90 * shining
    picture = np.ascontiguousarray(np.clip(lit, 0, 255).astype(np.uint8))
    bar(picture, np.zeros(2), np.array([wide - 1, high - 1]), random_color(rng), max(1, high // 20))
    step = wide / (len(word) + 0.3)
    places = (np.array([(n + 0.65) * step, high / 2]) for n in range(len(word)))
    return FlatTile(picture, marks=tuple(Mark("led_display", place, 0.9 * high) for place in places))


def suit(rng: RandomGenerator, reach: int) -> tuple[Image, bool]:
    """(2 reach, 2 reach) 8-bit mask of a suit's sign, and whether it is red."""
    side, kind = 2 * reach, int(rng.integers(4))
    y, x = (np.mgrid[:side, :side] + 0.5) / reach - 1

    def disc(cx: float, cy: float, radius: float) -> Floats:
        return np.asarray(radius - np.hypot(x - cx, y - cy))

    stem = np.minimum(0.1 + 0.35 * (y - 0.3) - np.abs(x), np.minimum(y - 0.1, 0.9 - y))
    wedge = np.minimum(0.86 + 0.95 * -np.abs(x) * 1.25 - (y + 0.05), y + 0.3)
    heart = np.maximum(np.maximum(disc(-0.42, -0.32, 0.47), disc(0.42, -0.32, 0.47)), wedge)
    if kind == 0:
        inside = heart
    elif kind == 1:
        inside = 0.9 - np.abs(x) * 1.3 - np.abs(y)
    elif kind == 2:
        inside = np.maximum(heart[::-1], stem)
    else:
        inside = np.maximum.reduce([disc(0, -0.42, 0.42), disc(-0.43, 0.2, 0.42), disc(0.43, 0.2, 0.42), stem])
    return np.clip((inside * reach + 0.5) * 255, 0, 255).astype(np.uint8), kind < 2


def playing_card(rng: RandomGenerator, size: float) -> FlatTile:
    """A playing card: one to ten pips of a suit, its index in two corners."""
    high = 3.5 * size * rng.uniform(0.6, 1.2)
    paper = np.full(3, 240.0) * rng.uniform(0.85, 1.03, 3).mean() - rng.uniform(0, 12, 3)
    picture = blank(high * rng.uniform(0.62, 0.72), high, paper)
    tall, wide = picture.shape[:2]
    mask, red = suit(rng, max(2, int(wide * rng.uniform(0.07, 0.13))))
    ink = np.array([30.0, 25, 195]) if red else np.full(3, 20.0)
    count = int(rng.integers(1, 11))
    across, down = wide * rng.uniform(0.17, 0.24), tall * rng.uniform(0.1, 0.125)
    places = [np.array([wide / 2 + across * x, tall / 2 + down * y]) for x, y in SUIT_COLUMNS[count]]
    for place in places:
        stamp(picture, mask if place[1] <= tall / 2 else mask[::-1], place, ink)
    small = np.asarray(cv2.resize(mask, None, fx=0.55, fy=0.55, interpolation=cv2.INTER_AREA), np.uint8)
    word = "A" if count == 1 else str(count)
    for _ in range(2):
        write(picture, word, (0.04 * wide, 0.04 * tall, 0.11 * wide, 0.08 * tall), 0, 2.0, ink)
        stamp(picture, small, np.array([0.095 * wide, 0.17 * tall]), ink)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    marks = tuple(
        Mark("playing_card", np.array([wide / 2, tall / 2 + down * y]), 2.6 * across) for y in (-1.5, 0.0, 1.5, 3.0)
    )
    return FlatTile(picture, rounded(tall, wide, wide / 14), marks)


def stamp(picture: Image, mask: Image, at: Floats, ink: Floats) -> None:
    """Ink through a mask about a place, as far as it lies in the picture."""
    y, x = round(at[1] - mask.shape[0] / 2), round(at[0] - mask.shape[1] / 2)
    part = picture[max(0, y) : y + mask.shape[0], max(0, x) : x + mask.shape[1]]
    share = mask[max(0, -y) :, max(0, -x) :][: part.shape[0], : part.shape[1], None] / 255.0
    part[:] = part * (1 - share) + ink * share


def pip_square(rng: RandomGenerator, side: int, body: Floats, ink: Floats, count: int) -> Image:
    """(side, side, 3) half of a domino without its bar."""
    picture = blank(side, side, body)
    side = picture.shape[0]
    step, reach = side * rng.uniform(0.25, 0.3), side * rng.uniform(0.06, 0.11)
    for n in DOMINO_PIPS[count]:
        at = side / 2 + step * np.array([n // 3 - 1, n % 3 - 1])
        disc(picture, at, reach, ink)
    return picture


def flat_domino(rng: RandomGenerator, size: float) -> FlatTile:
    """A domino or, seldom, only one half with the bar at its edge; its halves are marks."""
    body, ink = random_color(rng, 170, 250), random_color(rng, 0, 70)
    if rng.random() < 0.35:
        body, ink = ink + 10, body
    if rng.random() < 0.2:
        ink = vivid_color(rng)
    side = int(min(250, max(8, size)))
    picture = pip_square(rng, side, body, ink, int(rng.integers(0, 7)))
    side = picture.shape[0]
    thick, margin = max(1, int(side * rng.uniform(0.03, 0.08))), int(side * rng.uniform(0.05, 0.2))
    whole = rng.random() < 0.88
    if whole:
        picture = np.vstack([picture, pip_square(rng, side, body, ink, int(rng.integers(0, 7)))])
    line = ink if rng.random() < 0.7 else np.array([90.0, 170, 200])
    picture, level = np.ascontiguousarray(picture), side - thick * (not whole)
    stroke(picture, np.array([margin, level]), np.array([side - margin, level]), line, thick)
    if rng.random() < 0.3:
        disc(picture, np.array([side / 2, level]), 0.06 * side, line)
    marks = [Mark("flat_domino", np.array([side / 2, side * (0.5 + n)]), float(side)) for n in range(1 + whole)]
    return FlatTile(picture, rounded(picture.shape[0], side, side * rng.uniform(0.02, 0.18)), tuple(marks))


def dial(rng: RandomGenerator, size: float) -> FlatTile:
    """A round dial: numbers or strokes around a hand."""
    paper = random_color(rng, 120, 250)
    ink = contrasting(rng, paper, 90)
    picture = blank(size * 1.5, size * 1.5, paper)
    side = picture.shape[0]
    count, numbered = int(rng.choice([4, 6, 8, 10, 12])), rng.random() < 0.6
    for n in range(count):
        turn = 2 * np.pi * n / count - np.pi / 2
        way = np.array([np.cos(turn), np.sin(turn)])
        at = side * (0.5 + 0.37 * way)
        if numbered:
            box = (at[0] - side * 0.06, at[1] - side * 0.06, side * 0.12, side * 0.12)
            write(picture, str(n or count), box, 0, 1.6, ink)
        else:
            stroke(picture, side * (0.5 + 0.32 * way), side * (0.5 + 0.42 * way), ink, side / 40)
    for reach, weight in ((0.25, 28), (0.33, 45))[: int(rng.integers(0, 3))]:
        turn = rng.uniform(0, 6.3)
        end = side * (0.5 + reach * np.array([np.cos(turn), np.sin(turn)]))
        stroke(picture, np.full(2, side / 2), end, ink, side / weight)
    return FlatTile(picture, rounded(side, side, side))


def poker_chip(rng: RandomGenerator, size: float) -> FlatTile:
    """A chip with blocks of another color at its edge and a field in the middle."""
    body = vivid_color(rng) if rng.random() < 0.7 else random_color(rng)
    ink = np.full(3, 240.0) if rng.random() < 0.6 else contrasting(rng, body)
    picture = blank(size * 1.3, size * 1.3, body)
    side = picture.shape[0]
    count, field = int(rng.choice([4, 6, 8, 12])), random_color(rng) if rng.random() < 0.4 else body
    for n in range(count):
        start = 360 * n / count
        cv2.ellipse(
            picture, (side // 2, side // 2), (side, side), 0, start, start + 150 / count, ink_of(ink), -1, cv2.LINE_AA
        )
    cv2.circle(picture, (side // 2, side // 2), int(side * rng.uniform(0.3, 0.4)), ink_of(field), -1, cv2.LINE_AA)
    chance = rng.random()
    if chance < 0.4:
        word = str(rng.choice([1, 5, 10, 25, 50, 100, 500]))
        write(picture, word, (0.32 * side, 0.36 * side, 0.36 * side, 0.28 * side), 0, 2.0, contrasting(rng, field))
    elif chance < 0.6:
        stamp(picture, suit(rng, max(2, side // 5))[0], np.full(2, side / 2), contrasting(rng, field))
    return FlatTile(picture, rounded(side, side, side))


PRINTS: dict[Callable[[RandomGenerator, float], FlatTile], float] = {
    text: 2.0, barcode: 0.8, matrix_code: 0.6, logo: 2.2, numeral: 1.6, led_display: 1.2, playing_card: 1.4,
    flat_domino: 2.0, dial: 0.6, poker_chip: 0.8,
}  # fmt: skip
"""Every print and how often it is drawn, compared with the others."""
