"""A photo of one die and its face, for journeys."""

from __future__ import annotations

import os

from tests.support.paths import FIXTURES, SHARED

REAL = SHARED / "photos" / "check" / "matteo_14.jpg"
RENDERED = FIXTURES / "scenes" / "5_green_wood.jpg"
FOR_README = "SOBREMESA_SHOTS" in os.environ
"""SOBREMESA_SHOTS=docs/pictures saves the README's pictures, which must not show other people's photos."""
PHOTO, FACE = (REAL, 4) if REAL.exists() and not FOR_README else (RENDERED, 5)
"""One die: a photo where the photos are available, otherwise a rendered picture."""
