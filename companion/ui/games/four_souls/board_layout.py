"""How large the parts of the board of Four Souls are: heights in points, and how much of each is shown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.ui.design.look import current_preferences, scaled_height
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text_fit import LETTER_WIDTH, has_large_text

if TYPE_CHECKING:
    from companion.ui.table.model.board_room import BoardRoom, Density

    from .board_model import MonsterTile

TileLook: TypeAlias = Literal["text", "plain", "strip"]
"""A tile with its text, without it, or as a line."""
LOOKS: dict[Density, tuple[TileLook, ...]] = {
    "full": ("text", "plain", "strip"),
    "medium": ("plain", "strip"),
    "thin": ("strip",),
}
"""Looks of the tiles that are tried in each density, the most spacious first."""
MONSTER_HEIGHTS: dict[TileLook, int] = {"text": 152, "plain": 114, "strip": 52}
TREASURE_HEIGHTS: dict[TileLook, int] = {"text": 92, "plain": 72, "strip": 52}
LEAST_STACK_HEIGHTS: dict[TileLook, int] = {"text": 128, "plain": 112, "strip": 56}
MOST_STACK_HEIGHT, CAPTION_HEIGHT, EDGE_HEIGHT = 240, 20, 36
"""Heights in points at text scale 1."""
MOST_EDGES = 2
"""Cards below the top one that show an edge."""
STRIPS_ACROSS, TILES_ACROSS = 3, 2
"""Monsters side by side, as lines and as cards."""
NUMBER_SIZES = (FontSize.HERO, FontSize.NUMBER, FontSize.TITLE, FontSize.BODY)
SIGN_SHARE, MAXIMUM_SHARE = 0.65, 0.5
"""Sizes of a number's sign and of its maximum, as shares of the number's size."""


@dataclass(frozen=True)
class BoardLayout:
    """How the parts stand: looks of the tiles, heights in points at the text size of the device, edges of the stack.

    ``monsters_across`` stand side by side, each ``monster_width`` wide; their life and roll have that ``number_size``.
    """

    look: TileLook
    width: float
    stack_height: float
    edges: int
    monsters_across: int
    monster_width: float
    monster_height: float
    treasure_height: float
    number_size: float
    has_captions: bool

    @property
    def edge_height(self) -> float:
        """Height of the edge of a card below the top one; a single one is high enough to be touched."""
        return scaled_height(EDGE_HEIGHT if self.edges > 1 else MIN_TAP_SIZE)


def lay_out(room: BoardRoom, stack: int, monsters: Sequence[MonsterTile], treasures: int) -> BoardLayout:
    """Return the most spacious layout that fits the room; in the thinnest what does not fit is scrolled to.

    ``stack`` is the number of its cards, a forced attack on the deck counts as one.
    """
    tried = [_layout(room, stack, monsters, treasures, *how) for how in _ways(room.density, stack)]
    return next((layout for layout, fits in tried if fits), tried[-1][0])


def _ways(density: Density, stack: int) -> Iterator[tuple[TileLook, bool, int]]:
    """Yield look, captions and edges, in the order in which they are given up: the edges last."""
    most = 0 if density == "thin" else min(MOST_EDGES, max(0, stack - 1))
    for edges in range(most, -1, -1):
        for look in LOOKS[density]:
            if look == "text" and not stack:
                yield look, True, edges
            yield look, False, edges


def _layout(
    room: BoardRoom,
    stack: int,
    monsters: Sequence[MonsterTile],
    treasures: int,
    look: TileLook,
    has_captions: bool,
    edges: int,
) -> tuple[BoardLayout, bool]:
    """Return the layout of these looks, and whether it fits."""
    across = _across(look, len(monsters))
    width = (room.width - (across - 1) * Space.GAP) / across
    caption = CAPTION_HEIGHT + Space.TIGHT if has_captions else 0
    monster, treasure = scaled_height(MONSTER_HEIGHTS[look]), scaled_height(TREASURE_HEIGHTS[look])
    rows = math.ceil(len(monsters) / across)
    taken = rows * (monster + Space.GAP) + (scaled_height(caption) if monsters else 0)
    taken += treasure + Space.GAP + scaled_height(caption) if treasures else 0
    edge = EDGE_HEIGHT if edges > 1 else MIN_TAP_SIZE
    least = scaled_height(LEAST_STACK_HEIGHTS[look]) if stack else 0
    free = room.height - taken - scaled_height(edge) * edges
    height = max(least, min(free, scaled_height(MOST_STACK_HEIGHT))) if stack else 0
    size = _number_size(monsters, width - 2 * Space.EDGE, look)
    layout = BoardLayout(look, room.width, height, edges, across, width, monster, treasure, size, has_captions)
    return layout, free >= least


def _across(look: TileLook, count: int) -> int:
    if has_large_text():
        return 1
    if look != "strip":
        return TILES_ACROSS
    return STRIPS_ACROSS if count % STRIPS_ACROSS == 0 and count else TILES_ACROSS


def _number_size(monsters: Sequence[MonsterTile], free: float, look: TileLook) -> float:
    """Return the largest size at which life and roll of every monster stand side by side."""
    if look == "strip":
        return FontSize.TITLE
    letters = max((_letters(monster) for monster in monsters), default=0)
    scale = current_preferences().scale

    def width(size: float) -> float:
        return letters * LETTER_WIDTH * 1.1 * size * scale + 2 * SIGN_SHARE * size + 2 * Space.TIGHT + Space.GAP

    return next((size for size in NUMBER_SIZES if width(size) <= free), FontSize.BODY)


def _letters(monster: MonsterTile) -> float:
    return len(f"{monster.life}{monster.evasion}+") + MAXIMUM_SHARE * len(f"/{monster.full}")
