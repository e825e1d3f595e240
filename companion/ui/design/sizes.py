"""Sizes in points: fonts, spacing, radii, animation time, and where a layout changes."""

from __future__ import annotations


class FontSize:
    """Font sizes and icon sizes in points at 100 %; views use no others."""

    FINE_PRINT = 12
    """Text to be read from close by."""
    SMALL = 14
    """Text below or beside something."""
    BODY = 16
    SUBTITLE = 18
    """Name of a row, a card or a button."""
    HEADING = 20
    TITLE = 22
    """Question of the table; name of a page."""
    ICON = 24
    """Icon that is a button."""
    NUMBER = 26
    """Number to be read across the table."""
    HERO = 34
    DISPLAY = 48
    """Name that takes the screen for a moment."""
    ILLUSTRATION = 56
    """Picture that stands alone."""
    SIGN = 112
    """Sign that takes the screen for a moment."""


class Space:
    """Spacing in points."""

    HAIR = 2
    TIGHT = 4
    NEAR = 6
    """Between parts of one thing."""
    GAP = 8
    """Between things of one kind."""
    EDGE = 12
    """Padding inside a tile; between a table and the edge of the phone."""
    ROOM = 16
    PAGE = 20
    """Between a page and the edge of the phone."""
    AIR = 24


class Radius:
    """Corner radii in points."""

    NIB = 4
    """Bar or stripe."""
    SOFT = 10
    """Small item among many."""
    TILE = 12
    """Tile, card or picture."""
    PILL = 12
    """Single button."""
    SHEET = 28
    """Upper corners of a bottom sheet."""


class AnimationTime:
    """Durations of animations in milliseconds; not used with reduced motion."""

    STANDARD_MS = 180
    FIRST_FRAME_SECONDS = 0.04
    """Time in which the client has drawn where a movement begins."""


TWO_COLUMN_WIDTH = 700
"""Width in points from which there are two columns."""
TABLET_SCALE = 1.25
"""Factor of letters and of the boxes around them on a tablet; ``assets/lettering.js`` has it and its sizes too."""
NUMBERS_ANSWERS_SHARE = 2 / 7
"""Share of the width for question and answers beside large numbers."""
LANDSCAPE_SEATS_WIDTH, LANDSCAPE_ANSWERS_WIDTH = 196, 312
"""Widths in points of the columns beside the board on a phone that lies on its side."""
COLUMNS_GAP = 2 * Space.ROOM
"""Space between the two columns of a wide screen, in points."""
NARROW_WIDTH = 360
"""Width at text scale 1 below which two things stand side by side instead of three."""
MIN_TAP_SIZE = 44
"""Minimum size of a tap target in points, both ways."""
LANDSCAPE_HEIGHT = 520
"""Height in points below which a phone lies on its side."""
ROOMY_HEIGHT = 700
"""Height in points from which there is room for more than the question, the board and the answers."""
CROWDED_HEIGHT = 300
"""Height at text scale 1 below which question and answers scroll together."""


def is_tablet(width: float, height: float) -> bool:
    """Return whether a page of that size in points has two columns and does not lie on its side."""
    return width >= TWO_COLUMN_WIDTH and height >= LANDSCAPE_HEIGHT
