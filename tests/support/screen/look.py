"""One look at a phone: its picture, its semantics, every text as it was painted, and the saved match."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui.layout import BOXES, Box

PAINTED = Path(__file__).with_name("painted.js")
"""The script that follows each text to the frame in which it is painted."""
RENDERER = {"FLET_WEB_RENDERER": "canvaskit"}
"""Environment of a server whose pages paint where the script can follow."""
PRIVATE = ((0xE000, 0xF8FF), (0xF0000, 0x10FFFF))
"""Code points of icons, which are painted as text too."""
FAR = 1e6
CLOSE = ("Cerrar", "Close")
"""The names of the button that closes a sheet, which leaves the table no semantics."""
Edges = tuple[float, float, float, float]
"""Left, top, right and bottom, in points."""

OVER = """() => [...document.querySelectorAll('flt-semantics[flt-tappable], flt-semantics:has(> input, > textarea)')]
    .flatMap((one) => {
        const own = (node) => node.ariaLabel || node.querySelector('[aria-label]')?.ariaLabel;
        const name = (node) => own(node) || node.textContent.trim();
        const at = one.getBoundingClientRect();
        let [left, top, right, bottom] = [at.left, Math.max(at.top, 0), at.right, Math.min(at.bottom, innerHeight)];
        for (let p = one.parentElement; p && p.id; p = p.parentElement) {
            const clip = getComputedStyle(p), by = p.getBoundingClientRect();
            if (clip.overflowX === 'visible' && clip.overflowY === 'visible') continue;
            [left, top] = [Math.max(left, by.left), Math.max(top, by.top)];
            [right, bottom] = [Math.min(right, by.right), Math.min(bottom, by.bottom)];
        }
        if (right - left < 8 || bottom - top < 8) return [];
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!hit || one.contains(hit) || hit.contains(one)) return [];
        return [[name(one), name(hit)]];
    })"""


@dataclass(frozen=True)
class Line:
    """A line of a painted text: its letters, its box, and the letters at its end and after it."""

    text: str
    box: Edges
    last: str
    next: str
    hard: bool


@dataclass(frozen=True)
class Written:
    """A text as it was painted: its lines, the edges around it, whether letters were left out.

    Each edge has a number, because several texts may have the same.
    """

    text: str
    lines: tuple[Line, ...]
    edges: tuple[tuple[int, Edges], ...]
    exceeds: bool

    @property
    def is_icon(self) -> bool:
        return all(any(low <= ord(letter) <= high for low, high in PRIVATE) for letter in self.text.strip())

    @property
    def box(self) -> Edges:
        """Everything its lines take up."""
        sides = list(zip(*(line.box for line in self.lines), strict=True))
        return (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))

    @property
    def clip(self) -> Edges:
        """The part of the screen that all edges leave."""
        sides = list(zip(*(edges for _, edges in self.edges), strict=True)) or [(-FAR,), (-FAR,), (FAR,), (FAR,)]
        return (max(sides[0]), max(sides[1]), min(sides[2]), min(sides[3]))


@dataclass(frozen=True)
class Look:
    """What a phone shows at one moment."""

    picture: Any
    """Its pixels in red, green and blue, one a point."""
    boxes: tuple[Box, ...]
    """The nodes of its semantics."""
    texts: tuple[Written, ...]
    over: tuple[tuple[str, str], ...]
    """Names of controls that a tap would miss, each with the name of what it would hit instead."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in points."""
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def has_sheet(self) -> bool:
        """Whether a sheet covers the table."""
        return any(box["name"] in CLOSE for box in self.boxes)

    def inside(self, box: Edges) -> list[Written]:
        """The texts in sight whose middle is in that box, in reading order."""
        read = [one for one in self.texts if one.lines and not one.is_icon and holds(one.clip, one.box)]
        found = [one for one in read if holds(box, one.box)]
        return sorted(found, key=lambda one: (round(one.box[1] / 12), one.box[0]))


def look_at(page: Page) -> Look:
    """Take one look at the page, whose device has one pixel a point."""
    texts = page.evaluate("painted.now()")
    png = page.screenshot()
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1].astype(int)
    over = tuple((one, other) for one, other in page.evaluate(OVER))
    return Look(picture, tuple(page.evaluate(BOXES)), written(texts), over)


def written(texts: list[dict[str, Any]]) -> tuple[Written, ...]:
    """The texts that the script has followed."""
    return tuple(
        Written(
            one["text"],
            tuple(
                Line(line["text"], tuple(line["box"]), line["last"], line["next"], line["hard"])
                for line in one["lines"]
            ),
            tuple((number, tuple(edges)) for number, edges in one["edges"]),
            one["exceeds"],
        )
        for one in texts
    )


def saved(folder: Path, match: str) -> Any:
    """The table as it is saved in that folder."""
    storage = Storage(folder)
    try:
        return Library(storage, GAMES).matches.open(match).table_state
    finally:
        storage.close()


def holds(box: Edges, inner: Edges) -> bool:
    """Whether the middle of the inner box is in the other one."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
