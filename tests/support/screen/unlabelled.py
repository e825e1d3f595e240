"""Nodes of the accessibility tree that lie over controls and say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from .look import Look


def unlabelled_nodes(look: Look) -> Iterator[str]:
    """A sentence for every control that a tap on its middle would miss, and for every one without a name."""
    for name, hit in look.over:
        yield f"covered: {name[:60]!r} lies under {hit[:60]!r}" if hit else f"nameless: a node lies over {name[:60]!r}"
    for box in look.boxes:
        if box["tappable"] and not box["name"] and not box["off"] and box["seen"][2] > box["seen"][0] + 1:
            yield f"nameless: something to tap at {box['left']:.0f},{box['top']:.0f}"
