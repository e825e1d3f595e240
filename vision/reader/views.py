"""How the nets of a folder were taught to see pictures: `views.json` beside them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vision.nets import MODELS


@dataclass(frozen=True)
class NetViews:
    """What the detector and the judge are shown."""

    contexts: tuple[float, ...]
    """Sides of the patches that the judge sees of one place, in sides of the die's box; three planes each."""
    quarter_turns: int
    """Quarter turns over which the judge's answers are averaged."""
    as_shot: bool
    """Whether pictures are read as shot; if not, they are turned first, so that nets need not know what is up."""


@cache
def load_views(models: Path = MODELS) -> NetViews:
    """Load the views that lie beside the nets."""
    rows = json.loads((models / "views.json").read_text("utf-8"))
    return NetViews(tuple(rows["contexts"]), int(rows["quarter_turns"]), bool(rows["as_shot"]))
