"""Arrangement of number tiles.

It is the one with the largest numbers and keys that fits the screen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH

MIN_KEY_SIZE = 48
"""Minimum size of − and + in points, both ways."""
LARGE_KEY_SIZE = 88
"""Size in points up to which a larger key counts as a better one."""
KEY_SHARE = 0.32
"""Share of a tile's width that a key at the side of the number takes, if it may be larger than the minimum."""
STACKED_KEY_SHARE = 0.36
"""Share of a tile's height that the keys below the number take."""
MIN_NUMBER_SIZE, MAX_NUMBER_SIZE = FontSize.NUMBER, FontSize.SIGN
"""Smallest and largest font size of a number."""
LARGE_NUMBER_SIZE = 88
"""Font size up to which a larger number counts as a better one."""
LINE_HEIGHT = 1.18
"""Height of a line, as a share of its font size."""
SIGN_LINE_HEIGHT = 20
"""Height of the line above a number with its sign and its change, in points."""
MAX_TILE_HEIGHT = 260
"""Height of a tile in points above which it only looks empty."""
MAX_CARDS_ACROSS = 6
CARD_EDGE = 2
"""Width of the frame around a card, in points."""
CARD_PADDING = Space.TIGHT + CARD_EDGE
"""Distance of the tiles from the outer edge of their card, in points."""
CARD_GAP, TILE_GAP = Space.NEAR, Space.HAIR
"""Distances between cards and between the tiles of a card, in points."""
FULL_SHARE = 0.5
"""Size of a number's maximum, as a share of the number's size."""


@dataclass(frozen=True)
class TileShape:
    """Sizes of a tile and its keys in points, and the font size of its number.

    ``is_stacked``: the keys lie below the number, not at its sides.
    """

    width: float
    height: float
    key_width: float
    key_height: float
    number_size: int
    is_stacked: bool

    @property
    def number_width(self) -> float:
        """Width that the number may take, in points."""
        return self.width if self.is_stacked else self.width - 2 * self.key_width

    @property
    def number_height(self) -> float:
        """Height of the number with the line above it, in points."""
        return self.height - self.key_height if self.is_stacked else self.height

    def shows_full(self, value: int, full: int, scale: float) -> bool:
        """Return whether the maximum fits behind the number at that text scale."""
        letters = len(str(value)) + FULL_SHARE * (len(str(full)) + 1)
        return letters * BROAD_LETTER_WIDTH * self.number_size * scale <= self.number_width


@dataclass(frozen=True)
class NumberGrid:
    """Cards beside each other with their width in points; tiles beside each other in one, shape."""

    cards_across: int
    card_width: float
    tiles_across: int
    tile: TileShape
    height: float
    """Height of all cards, in points."""


@dataclass(frozen=True)
class _Room:
    """Room for a grid in points, and the number of cards, tiles in a card, digits; text scale."""

    width: float
    height: float
    cards: int
    tiles: int
    digits: int
    scale: float

    @property
    def header_height(self) -> float:
        return MIN_TAP_SIZE * self.scale

    @property
    def sign_line_height(self) -> float:
        return SIGN_LINE_HEIGHT * self.scale


def fit_grid(
    width: float, height: float, cards: int, tiles: int, values: Sequence[int], scale: float = 1.0
) -> NumberGrid:
    """Return the grid for so many cards of at most ``tiles`` tiles in that room (points).

    It has the largest numbers and keys; where nothing fits into the height, it is the lowest one. ``values`` are the
    numbers, of which the longest decides; ``scale`` is the text scale.
    """
    digits = max(2, *(len(str(value)) for value in values)) if values else 2
    room = _Room(width, height, max(1, cards), max(1, tiles), digits, scale)
    grids = list(_grids(room))
    fitting = [grid for grid in grids if grid.height <= height]
    return max(fitting, key=_quality) if fitting else min(grids, key=lambda grid: (grid.height, -_quality(grid)))


def _quality(grid: NumberGrid) -> float:
    """Return how good a grid is: by the size of the numbers, then of the keys."""
    tile = grid.tile
    keys = min(tile.key_width, LARGE_KEY_SIZE) + min(tile.key_height, LARGE_KEY_SIZE)
    return min(tile.number_size, LARGE_NUMBER_SIZE) + 0.4 * keys


def _grids(room: _Room) -> Iterator[NumberGrid]:
    """Yield every grid whose tiles are wide enough.

    A single column of cards is always among them.
    """
    for cards_across in range(1, min(room.cards, MAX_CARDS_ACROSS) + 1):
        card_width = (room.width - CARD_GAP * (cards_across - 1)) / cards_across
        for tiles_across in range(1, room.tiles + 1):
            for is_stacked in (False, True):
                is_last_resort = cards_across == tiles_across == 1 and is_stacked
                grid = _grid(room, cards_across, card_width, tiles_across, is_stacked)
                if is_last_resort or _is_wide_enough(grid.tile, room):
                    yield grid


def _is_wide_enough(tile: TileShape, room: _Room) -> bool:
    number = room.digits * BROAD_LETTER_WIDTH * MIN_NUMBER_SIZE * room.scale
    return tile.key_width >= MIN_KEY_SIZE and tile.number_width >= number


def _grid(room: _Room, cards_across: int, card_width: float, tiles_across: int, is_stacked: bool) -> NumberGrid:
    """Return the grid of that arrangement, as high as the room or as its smallest tiles need."""
    rows, lines = math.ceil(room.cards / cards_across), math.ceil(room.tiles / tiles_across)
    width = (card_width - 2 * CARD_PADDING - TILE_GAP * (tiles_across - 1)) / tiles_across
    around = room.header_height + 2 * CARD_PADDING + TILE_GAP * lines
    free = ((room.height - CARD_GAP * (rows - 1)) / rows - around) / lines
    number_height = room.sign_line_height + MIN_NUMBER_SIZE * LINE_HEIGHT * room.scale
    lowest = number_height + MIN_KEY_SIZE if is_stacked else max(MIN_KEY_SIZE, number_height)
    tile = _tile(room, width, max(lowest, min(free, MAX_TILE_HEIGHT)), is_stacked)
    height = rows * (around + lines * tile.height) + CARD_GAP * (rows - 1)
    return NumberGrid(cards_across, card_width, tiles_across, tile, height)


def _tile(room: _Room, width: float, height: float, is_stacked: bool) -> TileShape:
    """Return the shape of a tile of that size: keys first, the number in what is left."""
    if is_stacked:
        key_width, key_height = (width - TILE_GAP) / 2, max(MIN_KEY_SIZE, height * STACKED_KEY_SHARE)
        free_width, free_height = width, height - key_height
    else:
        key_width, key_height = max(MIN_KEY_SIZE, width * KEY_SHARE), height
        free_width, free_height = width - 2 * key_width, height
    by_width = free_width / (room.digits * BROAD_LETTER_WIDTH)
    by_height = (free_height - room.sign_line_height) / LINE_HEIGHT
    size = int(min(by_width, by_height) / room.scale)
    return TileShape(width, height, key_width, key_height, max(1, min(size, MAX_NUMBER_SIZE)), is_stacked)
