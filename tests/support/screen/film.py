"""How numbers move: the frames that a page paints while something happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .look import FAR, Edges, Written, holds, written
from .rows import NUMBER

OFTEN, TRIES = 150, 100
"""Milliseconds between two looks at the film, and looks after which it is taken as it is."""
Place = tuple[str, int, int]
"""A number, and the upper left corner of where it is painted."""
Sized = tuple[str, int, int, int]
"""A number, where it is painted from the name of its row, and how high."""
TILE_HEIGHT, BADGE = 70.0, 40.0
"""Most points between a player's name and the last numbers below it, and between a tile's edge and the name."""
SAME_LINE = 12.0
"""Points by which the tops of texts in one line differ, at most."""


@dataclass(frozen=True)
class Frame:
    """What was painted at a time, in milliseconds."""

    at: float
    texts: tuple[Written, ...]


def filmed(page: Any, act: Callable[[], Any], done: Callable[[Frame], bool], rest_ms: int) -> list[Frame]:
    """The frames from an action until that long after the first one that shows what is awaited."""
    page.evaluate("painted.film = [{ at: performance.now(), texts: painted.now() }]")
    act()
    for _ in range(TRIES):
        page.wait_for_timeout(OFTEN)
        page.evaluate("window.dispatchEvent(new Event('resize'))")  # forces the last frame on a busy machine
        last = page.evaluate("painted.film.at(-1) ?? null")
        if last and done(_frame(last)):
            break
    page.wait_for_timeout(rest_ms)
    page.evaluate("window.dispatchEvent(new Event('resize'))")
    page.wait_for_timeout(OFTEN)
    taken = page.evaluate("(() => { const taken = painted.film; painted.film = null; return taken; })()")
    return [_frame(one) for one in taken]


def _frame(taken: dict[str, Any]) -> Frame:
    return Frame(taken["at"], written(taken["texts"]))


def numbers_in(frame: Frame, box: Edges) -> set[Place]:
    """Each number in that box, and where it is painted, in whole points."""
    found = (one for one in frame.texts if one.lines and NUMBER.fullmatch(one.text) and holds(box, one.box))
    return {(one.text, round(one.box[0]), round(one.box[1])) for one in found}


def changes(frames: list[Frame], box: Edges) -> tuple[set[Place], float]:
    """The places of numbers in that box that not every frame has, and the milliseconds from the first to the last."""
    seen = [numbers_in(frame, box) for frame in frames]
    changed = set().union(*seen) - set.intersection(*seen)
    at = [frames[k].at for k in range(1, len(seen)) if seen[k] != seen[k - 1]]
    return changed, at[-1] - at[0] if at else 0.0


def still_numbers(frame: Frame, name: str) -> Counter[Sized]:
    """Each number on the tile of that player, how high it is, and where it is painted from their name above it.

    A tile may move as a whole when another question takes more room. One that is painted twice counts twice.
    """
    drawn = [one for one in frame.texts if one.lines and not one.is_icon]
    found = [one for one in drawn if NUMBER.fullmatch(one.text)]
    for x, y, right, _ in (one.box for one in drawn if one.text == name):
        heads = [one.box[0] for one in drawn if abs(one.box[1] - y) < SAME_LINE and one.box[0] > right]
        end = min(heads, default=FAR)
        below = [one for one in found if x - BADGE < one.box[0] < end and SAME_LINE < one.box[1] - y < TILE_HEIGHT]
        if len(below) > 1:
            sized = (_sized(one, x, y) for one in below)
            return Counter(sized)
    return Counter()


def _sized(number: Written, x: float, y: float) -> Sized:
    left, top, _, bottom = number.box
    return number.text, round(left - x), round(top - y), round(bottom - top)
