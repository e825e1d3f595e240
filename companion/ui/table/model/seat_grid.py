"""How the seats stand side by side, how high they are, and how many numbers a line of a tile has."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.ui.design.look import current_preferences
from companion.ui.design.sizes import LANDSCAPE_SEATS_WIDTH, MIN_TAP_SIZE, TWO_COLUMN_WIDTH, FontSize, Space
from companion.ui.design.text_fit import LETTER_WIDTH

from .response_chips import ResponseChip
from .seats import SeatModel, SeatNumber

LARGE_SCALE, LEAST_WIDTH = 1.15, 330
"""Text scale above which, and width in points below which, a tile is one line, two of them side by side."""
MAX_IN_ONE_ROW = 4
"""Players up to whom all tiles stand in one row; more stand three by three."""
HEAD_HEIGHT, NUMBER_LINE_HEIGHT, NOTE_HEIGHT, BOTTOM = 31, 31, 22, 5
"""Heights in points of the parts of a tile at text scale 1, and of the edge below them."""
LOW_HEAD_HEIGHT, LOW_LINE_HEIGHT = 27, 28
"""Heights in points of head and numbers where there are two rows of tiles."""
WIDE_HEAD_HEIGHT, WIDE_LINE_HEIGHT = 40, 40
"""Heights in points of head and numbers on a wide page."""
WIDE_NUMBER, LARGE_NUMBER, MEDIUM_NUMBER, SMALL_NUMBER = 30, FontSize.TITLE, FontSize.SUBTITLE, FontSize.BODY
"""Font sizes of the numbers of a tile: on a wide page, usually, to fit into one line, and with little room."""
WIDE_SIGN_SIZE, SIGN_SIZE, SMALL_SIGN_SIZE = FontSize.HEADING, FontSize.BODY, 13
"""Sizes of the sign before a number, in points."""
NUMBERS_IN_LINE = 3
"""Numbers of a tile that is one line."""
DIGIT_SHARE = 1.1
"""Width of a bold digit, as a share of an average letter."""
MAXIMUM_SHARE = 0.65
"""Size of the maximum, as a share of the number's size."""
MAX_CHIP_LINES = 2
"""Responses below one tile."""


@dataclass(frozen=True)
class SeatGrid:
    """The tiles of a table: how many stand side by side, and the sizes of their parts in points.

    ``width`` is that of all of them together.
    """

    count: int
    across: int
    width: float
    numbers_across: int
    number_lines: int
    number_size: int
    sign_size: int
    has_note: bool = False
    is_in_line: bool = False
    """Whether a tile is one line: the circle and the first numbers, without the name."""

    @property
    def tile_width(self) -> float:
        """Width of a tile."""
        return (self.width - (self.across - 1) * Space.NEAR) / self.across

    @property
    def empty_places(self) -> int:
        """Places of the last row that stay empty."""
        return -self.count % self.across

    @property
    def is_low(self) -> bool:
        """Whether there are several rows of tiles, each of them low."""
        return self.count > self.across and self.width > LANDSCAPE_SEATS_WIDTH

    @property
    def is_wide(self) -> bool:
        """Whether there is room for larger letters, as on a tablet."""
        return self.width >= TWO_COLUMN_WIDTH

    @property
    def head_height(self) -> int:
        """Height of the head, at text scale 1."""
        return WIDE_HEAD_HEIGHT if self.is_wide else LOW_HEAD_HEIGHT if self.is_low else HEAD_HEIGHT

    @property
    def line_height(self) -> int:
        """Height of a line of numbers, at text scale 1."""
        return WIDE_LINE_HEIGHT if self.is_wide else LOW_LINE_HEIGHT if self.is_low else NUMBER_LINE_HEIGHT

    @property
    def note_height(self) -> int:
        """Height of the small line, at text scale 1."""
        return NOTE_HEIGHT

    @property
    def tile_height(self) -> int:
        """Height of a tile, at text scale 1."""
        if self.is_in_line:
            return MIN_TAP_SIZE
        note = self.note_height if self.has_note else 0
        return self.head_height + self.number_lines * self.line_height + note + BOTTOM

    @property
    def height(self) -> float:
        """Height of all tiles together, at the text size of the device."""
        rows = math.ceil(self.count / self.across)
        return rows * self.tile_height * current_preferences().scale + (rows - 1) * Space.NEAR

    def shows_maximum(self, number: SeatNumber) -> bool:
        """Return whether a number has room for its maximum, beside a change as well."""
        cell = (self.tile_width - 2 * Space.NEAR) / self.numbers_across
        letters = len(f"{number.tracker.value}") + MAXIMUM_SHARE * len(f"/{number.tracker.maximum}")
        pill = self.sign_size + (Space.GAP if number.change else 0)
        return letters * LETTER_WIDTH * DIGIT_SHARE * self.number_size * current_preferences().scale + pill <= cell

    def chip_lines(self, chips: Mapping[int, Sequence[ResponseChip]]) -> int:
        """Return how many responses stand below one another."""
        return min(MAX_CHIP_LINES, max((len(found) for found in chips.values()), default=0))

    def chips_height(self, chips: Mapping[int, Sequence[ResponseChip]]) -> float:
        """Height of the responses below the tiles, at the text size of the device."""
        lines, rows = self.chip_lines(chips), math.ceil(self.count / self.across)
        return rows * lines * (MIN_TAP_SIZE * current_preferences().scale + Space.TIGHT)


def seat_grid(players: Sequence[SeatModel], width: float) -> SeatGrid:
    """Return how the tiles of these players stand in a width in points."""
    count, scale = max(1, len(players)), current_preferences().scale
    numbers = max((len(player.numbers) for player in players), default=1) or 1
    is_column = width <= LANDSCAPE_SEATS_WIDTH
    if scale > LARGE_SCALE or (width < LEAST_WIDTH and not is_column):
        across = min(count, 2)
        shown = min(numbers, NUMBERS_IN_LINE)
        size = LARGE_NUMBER if scale <= LARGE_SCALE else SMALL_NUMBER
        return SeatGrid(count, across, width, shown, 1, size, SMALL_SIGN_SIZE, is_in_line=True)
    across = min(count, 2) if is_column else count if count <= MAX_IN_ONE_ROW else math.ceil(count / 2)
    tile = (width - (across - 1) * Space.NEAR) / across - 2 * Space.NEAR
    is_low = count > across and not is_column

    def fits(each: int, size: int) -> bool:
        """Return whether so many numbers of two digits stand side by side."""
        sign = SIGN_SIZE if size >= LARGE_NUMBER else SMALL_SIGN_SIZE
        return each * (2 * LETTER_WIDTH * DIGIT_SHARE * size * scale + sign) <= tile

    usual = WIDE_NUMBER if width >= TWO_COLUMN_WIDTH else LARGE_NUMBER
    in_one_line = (usual, MEDIUM_NUMBER, *([SMALL_NUMBER] if is_low else []))
    size = next((size for size in in_one_line if fits(numbers, size)), 0)
    in_a_line = numbers if size else math.ceil(numbers / 2)
    size = size or next((size for size in (usual, MEDIUM_NUMBER) if fits(in_a_line, size)), SMALL_NUMBER)
    sign = {WIDE_NUMBER: WIDE_SIGN_SIZE, LARGE_NUMBER: SIGN_SIZE}.get(size, SMALL_SIGN_SIZE)
    has_note = any(player.note.words or player.note.numbers for player in players)
    return SeatGrid(count, across, width, in_a_line, math.ceil(numbers / in_a_line), size, sign, has_note)
