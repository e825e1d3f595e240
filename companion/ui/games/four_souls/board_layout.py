"""How large the parts of the board of Four Souls are, and how much of each is shown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.ui.design.look import current_preferences, scaled_height
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text_fit import LETTER_WIDTH, has_large_text, line_count

if TYPE_CHECKING:
    from companion.ui.table.model.board_room import BoardRoom, Density

    from .board_model import MonsterTile

TileLook: TypeAlias = Literal["wide", "text", "plain", "strip"]
"""A tile that has the whole width, a tile with its text, one without it, or a line."""
LOOKS: dict[Density, tuple[TileLook, ...]] = {
    "full": ("wide", "text", "plain", "strip"),
    "medium": ("plain", "strip"),
    "thin": ("strip",),
}
"""Looks of the tiles that are tried in each density, the most spacious first."""
MONSTER_HEIGHTS: dict[TileLook, int] = {"wide": 184, "text": 152, "plain": 114, "strip": 52}
TREASURE_HEIGHTS: dict[TileLook, int] = {"wide": 104, "text": 92, "plain": 72, "strip": 52}
LEAST_STACK_HEIGHTS: dict[TileLook, int] = {"wide": 240, "text": 128, "plain": 112, "strip": 50}
MOST_STACK_HEIGHTS: dict[TileLook, int] = {"wide": 360, "text": 240, "plain": 240, "strip": 240}
MOST_ORDER_HEIGHT, CAPTION_HEIGHT, EDGE_HEIGHT, WIDE_HEIGHT = 116, 20, 36, 560
"""Heights in points at text scale 1; the last is that of a room from which tiles are wide."""
MOST_EDGES = 2
"""Cards below the top one that show an edge."""
STRIPS_ACROSS, TILES_ACROSS = 3, 2
"""Monsters side by side, as lines and as cards."""
LEAST_TEXT = 13
"""Font size below which a text is cut off instead of reduced."""
NUMBER_SIZES = (FontSize.DISPLAY, FontSize.HERO, FontSize.NUMBER, FontSize.TITLE, FontSize.BODY)
SIGN_SHARE, MAXIMUM_SHARE = 0.65, 0.5
"""Sizes of a number's sign and of its maximum, as shares of the number's size."""


@dataclass(frozen=True)
class BoardLayout:
    """How the parts stand: look of the tiles, edges of the stack, heights and widths.

    Heights and widths are points at the text size of the device. ``monsters_across`` stand side by side, each
    ``monster_width`` wide; their life and roll have that ``number_size``. Without ``fits`` the board is scrolled.
    """

    look: TileLook
    width: float
    stack_height: float
    order_height: float
    edges: int
    monsters_across: int
    monster_width: float
    monster_height: float
    treasure_height: float
    number_size: float
    has_captions: bool
    fits: bool

    @property
    def edge_height(self) -> float:
        """Height of the edge of a card; a single one is high enough to be touched."""
        return scaled_height(EDGE_HEIGHT if self.edges > 1 else MIN_TAP_SIZE)


def lay_out(
    room: BoardRoom, stack: int, monsters: Sequence[MonsterTile], treasures: int, ordered: int = 0
) -> BoardLayout:
    """Return the most spacious layout that fits the room, else the thinnest, which is scrolled.

    ``stack`` is the number of its cards, where a forced attack on the deck counts as one; ``ordered`` is that of the
    cards whose order is asked, above a low stack.
    """
    ways = _ways(room, 0 if ordered else stack - 1, len(monsters))
    tried = [_layout(room, stack, monsters, treasures, ordered, way) for way in ways]
    return next((layout for layout in tried if layout.fits), tried[-1])


@dataclass(frozen=True)
class _Way:
    """Look of the tiles, edges of the stack, and how many monsters stand side by side at least."""

    look: TileLook
    has_captions: bool = False
    edges: int = 0
    least_across: int = 1


def _ways(room: BoardRoom, under: int, monsters: int) -> Iterator[_Way]:
    """Yield the ways in the order in which they are given up.

    Three narrow lines come last, where that saves a row.
    """
    density: Density = room.density
    most = 0 if density == "thin" else min(MOST_EDGES, max(0, under))
    for edges in range(most, -1, -1):
        for look in LOOKS[density]:
            if look == "wide" and room.height < scaled_height(WIDE_HEIGHT):
                continue
            if look in ("wide", "text") and under < 0:
                yield _Way(look, has_captions=True, edges=edges)
            yield _Way(look, edges=edges)
    if math.ceil(monsters / STRIPS_ACROSS) < math.ceil(monsters / TILES_ACROSS) and not has_large_text():
        yield _Way("strip", least_across=STRIPS_ACROSS)


def _layout(
    room: BoardRoom,
    stack: int,
    monsters: Sequence[MonsterTile],
    treasures: int,
    ordered: int,
    way: _Way,
) -> BoardLayout:
    """Return the layout of that way."""
    look, edges, has_captions = way.look, way.edges, way.has_captions
    across = max(way.least_across, _across(look, monsters, room.width))
    width = (room.width - (across - 1) * Space.GAP) / across
    caption = CAPTION_HEIGHT + Space.TIGHT if has_captions else 0
    monster, treasure = scaled_height(MONSTER_HEIGHTS[look]), scaled_height(TREASURE_HEIGHTS[look])
    rows, gap = math.ceil(len(monsters) / across), row_gap(look)
    above = (Space.GAP if stack or ordered else 0) - gap if rows else 0
    shop = treasure + Space.GAP + scaled_height(caption) if treasures else 0
    if look == "strip" and rows and not ordered:
        left = room.height - shop - (scaled_height(LEAST_STACK_HEIGHTS[look]) if stack else 0)
        monster = min(monster, max(scaled_height(MIN_TAP_SIZE), math.floor((left - above) / rows - gap)))
    taken = rows * (monster + gap) + above + (scaled_height(caption) if monsters else 0) + shop
    edge = EDGE_HEIGHT if edges > 1 else MIN_TAP_SIZE
    free = room.height - taken - scaled_height(edge) * edges
    least, order, height = _stack_heights(free, stack, ordered, look)
    order, height = _whole(order), _whole(height)
    size = _number_size(monsters, width - 2 * Space.EDGE, look)
    return BoardLayout(
        look, room.width, height, order, edges, across, width, monster, treasure, size, has_captions, free >= least
    )


def row_gap(look: TileLook) -> int:
    """Return the points between two rows of monsters; lines stand closer than cards."""
    return Space.TIGHT if look == "strip" else Space.GAP


def _stack_heights(free: float, stack: int, ordered: int, look: TileLook) -> tuple[float, float, float]:
    """Return the least height of the upper part, that of a card to be ordered, and the stack's."""
    if not ordered:
        least = scaled_height(LEAST_STACK_HEIGHTS[look]) if stack else 0
        return least, 0, max(least, min(free, scaled_height(MOST_STACK_HEIGHTS[look]))) if stack else 0
    low = scaled_height(LEAST_STACK_HEIGHTS["strip"])
    below = low + Space.GAP if stack else 0
    share = (free - below + Space.GAP) / ordered - Space.GAP
    order = max(low, min(share, scaled_height(MOST_ORDER_HEIGHT)))
    return ordered * (low + Space.GAP) - Space.GAP + below, order, low if stack else 0


def _whole(height: float) -> float:
    """Return the height as so many whole points at text scale 1."""
    return scaled_height(math.floor(height / current_preferences().scale))


def _across(look: TileLook, monsters: Sequence[MonsterTile], width: float) -> int:
    if has_large_text() or look == "wide":
        return 1
    if look != "strip" or not monsters or len(monsters) % STRIPS_ACROSS:
        return TILES_ACROSS
    free = (width - (STRIPS_ACROSS - 1) * Space.GAP) / STRIPS_ACROSS - 2 * Space.GAP
    fits = all(line_count(one.name, LEAST_TEXT, free) <= 1 and _strip_width(one) <= free for one in monsters)
    return STRIPS_ACROSS if fits else TILES_ACROSS


def _strip_width(monster: MonsterTile) -> float:
    """Return about how wide sign, life and roll of a strip are, in points."""
    letters = len(f"{monster.life} ·{monster.evasion}+")
    return letters * LETTER_WIDTH * 1.1 * FontSize.TITLE * current_preferences().scale + FontSize.TITLE


def _number_size(monsters: Sequence[MonsterTile], free: float, look: TileLook) -> float:
    """Return the largest size at which life and roll of every monster stand side by side."""
    if look == "strip":
        return FontSize.TITLE
    letters = max((_letters(monster) for monster in monsters), default=0)
    scale = current_preferences().scale

    def width(size: float) -> float:
        return letters * LETTER_WIDTH * 1.1 * size * scale + 2 * SIGN_SHARE * size + 2 * Space.TIGHT + Space.GAP

    sizes = NUMBER_SIZES if look == "wide" else NUMBER_SIZES[1:]
    return next((size for size in sizes if width(size) <= free), FontSize.BODY)


def _letters(monster: MonsterTile) -> float:
    return len(f"{monster.life}{monster.evasion}+") + MAXIMUM_SHARE * len(f"/{monster.full}")
