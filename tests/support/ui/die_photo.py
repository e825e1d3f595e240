"""A photo of one die and its face, for journeys."""

from __future__ import annotations

from tests.support.paths import FIXTURES, SHARED

REAL = SHARED / "photos" / "check" / "matteo_14.jpg"
RENDERED = FIXTURES / "scenes" / "5_green_wood.jpg"
PHOTO, FACE = (REAL, 4) if REAL.exists() else (RENDERED, 5)
"""One die: a photo where the photos are available, otherwise a rendered picture."""
