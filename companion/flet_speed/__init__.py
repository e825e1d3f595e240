"""Faster versions of what Flet does for each control; they leave the same results.

Flet visits every declared field of a control, about thirty-five, when it makes, checks, walks and encodes it. A few of
them are set. ``install`` replaces those functions by ones that visit these few. They are written for the internals of
one version of Flet, and another one keeps its own.
"""

from __future__ import annotations

import gc

from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder
from flet.version import flet_version

from . import construction, encoding, walks

FLET_VERSION = "1.0.5"
"""Version of Flet whose internals these functions know."""
GC_THRESHOLD = 50_000
"""Objects made between two collections of the youngest ones; a redraw makes tens of thousands and keeps a few."""


REPLACEMENTS = (
    (DiffBuilder, "_configure_dataclass", walks.configure_dataclass),
    (DiffBuilder, "_removed_controls", walks.removed_controls),
    (BaseControl, "_before_update_safe", walks.check_control),
)
"""Replacements for every control: class, name and new function."""
ORIGINALS = {(kind, name): getattr(kind, name) for kind, name, _ in REPLACEMENTS}
"""Flet's own functions, by class and name."""


def install() -> None:
    """Replace the functions of Flet in this process, also in modules that it loads later."""
    if flet_version != FLET_VERSION:
        return
    construction.install()
    encoding.install()
    for kind, name, ours in REPLACEMENTS:
        setattr(kind, name, ours)


def space_out_collections() -> None:
    """Never collect what has been imported, and the youngest objects less often than usual."""
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, 10, 10)
    gc.enable()


__all__ = ["install", "space_out_collections"]
