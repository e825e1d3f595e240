"""Share of photos that are read exactly."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import vision
from tests.support.paths import SHARED
from tests.support.picture_files import picture

PHOTOS = SHARED / "photos"


GATE = 0.9
"""Share of the photos with one to six dice that must be read exactly."""


def test_photos_are_read_often_enough():
    """At least a share of GATE of the photos with one to six dice is read exactly.

    The figures are printed.
    """
    if not PHOTOS.is_dir():
        pytest.skip("the photos for measuring are not here (shared/photos beside the project)")
    rows = [row for row in json.loads((PHOTOS / "check.json").read_text("utf-8"))["images"] if split(row) == "check"]
    few = [row for row in rows if 1 <= row["n_dice"] <= 6]
    seen = [(Counter(row["values"]), vision.read(picture(PHOTOS / row["file"]))) for row in few]
    exact = sum(truth == Counter(reading.values) for truth, reading in seen)
    silent = sum(reading.is_sure and truth != Counter(reading.values) for truth, reading in seen)
    print(f"exact {exact}/{len(few)} = {exact / len(few):.0%}; wrong without a doubt {silent}")
    assert exact >= GATE * len(few)


def split(row):
    return row.get("split", "check")
