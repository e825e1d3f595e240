"""Layout checks by a screen's semantics: where everything lies that can be tapped."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page, WebSocket

from tests.support.ui.browser import Server

LEAST = 44
"""The least width and height of a tap target, in points."""
SLACK = 1.0
"""Tolerance for rounding, in points."""
PAUSE, STILL = 200, 60
"""Milliseconds between two looks, and looks after which a page is taken as it is."""
WAITS = ("Working", "Poniendo la mesa", "Setting the table")
"""Texts of the loading screens."""
QUIET = 0.3
"""Seconds without a message after which a page is at rest, if the server's processes are."""
GREY, PATCH = (178, 200), 0.02
"""Brightness of Flutter's error grey, and the share of a picture that counts as one."""
Box = dict[str, Any]

BOXES = """() => [...document.querySelectorAll('flt-semantics-host flt-semantics')].map((one) => {
    const at = one.getBoundingClientRect();
    const field = one.querySelector(':scope > input, :scope > textarea');
    const own = [...one.childNodes].filter((n) => n.nodeType === 3 || n.nodeName === 'SPAN').map((n) => n.textContent);
    const tappable = one.hasAttribute('flt-tappable') || field !== null;
    const above = one.parentElement.closest('flt-semantics[flt-tappable]');
    let [left, top, right, bottom] = [at.left, at.top, at.right, at.bottom], cut = at.bottom >= innerHeight - 1;
    for (let p = one.parentElement; p && p.id; p = p.parentElement) {
        const clip = getComputedStyle(p), by = p.getBoundingClientRect();
        if (clip.overflowX === 'visible' && clip.overflowY === 'visible') continue;
        cut ||= at.top <= by.top + 1 || at.bottom >= by.bottom - 1;
        cut ||= at.left <= by.left + 1 || at.right >= by.right - 1;
        [left, top] = [Math.max(left, by.left), Math.max(top, by.top)];
        [right, bottom] = [Math.min(right, by.right), Math.min(bottom, by.bottom)];
    }
    return {
        role: one.getAttribute('role') || (field ? 'textbox' : ''),
        name: (one.getAttribute('aria-label') || (field && field.getAttribute('aria-label')) || own.join(' ')).trim(),
        tappable, cut, within: above !== null, off: one.getAttribute('aria-disabled') === 'true',
        pushes: getComputedStyle(one).overflowX === 'scroll', seen: [left, top, right, bottom],
        left: at.left, top: at.top, right: at.right, bottom: at.bottom};
})"""


CHOSEN = """() => [...document.querySelectorAll('flt-semantics[flt-tappable][aria-current]')]
    .map((one) => [one.ariaLabel || one.textContent, one.ariaCurrent])"""


def chosen_among(page: Page, name: str) -> list[str]:
    """The buttons whose name has that in it and which the accessibility tree calls the chosen ones."""
    states = {said: state for said, state in page.evaluate(CHOSEN) if name in said}
    assert len(states) > 1, f"no choice among {name}"
    return [said for said, state in states.items() if state == "true"]


def habits(text: int, *, moves: bool = False) -> str:
    """A script that sets a browser's text size in per cent, and reduces motion unless it ``moves``."""
    sizes = {100: ("normal", 1.0), 130: ("largest", 1.3), 200: ("double", 2.0)}
    name, scale = sizes[text]
    kept = json.dumps(json.dumps({"text": name, "scale": scale, "motion": "full" if moves else "less"}))
    return f"localStorage.setItem('flutter.sobremesa.habits', {kept!r})"


class Wire:
    """The time since page and server last exchanged a message, and whether the server works."""

    def __init__(self, page: Page, server: Server) -> None:
        self.server, self.worked = server, 0.0
        self.said = time.monotonic()
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._says)
        socket.on("framereceived", self._says)

    def _says(self, _: object) -> None:
        self.said = time.monotonic()

    @property
    def quiet(self) -> bool:
        """Whether page and server are at rest.

        Not every message is answered, so the server's processor time is watched.
        """
        before, self.worked = self.worked, self.server.worked
        return time.monotonic() - self.said > QUIET and self.worked == before


def still(page: Page, wire: Wire) -> tuple[bytes, list[Box]]:
    """A screenshot of the page and all its nodes, once neither changes any more."""
    before: Any = None
    for _ in range(STILL):
        page.wait_for_timeout(PAUSE)
        page.evaluate("window.dispatchEvent(new Event('resize'))")  # forces the last frame on a busy machine
        now = page.screenshot(), page.evaluate(BOXES)
        if now == before and wire.quiet and fits(now[1], page):
            break
        before = now
    found: tuple[bytes, list[Box]] = now
    return found


def broken(picture: bytes) -> bool:
    """Whether part of the page is the grey that Flutter draws for a layout error."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).astype(np.int16)
    even = (
        (image.max(axis=2) - image.min(axis=2) <= 3) & (image.min(axis=2) >= GREY[0]) & (image.max(axis=2) <= GREY[1])
    )
    return bool(even.mean() > PATCH)


def fits(boxes: list[Box], page: Page) -> bool:
    """Whether the screen is drawn in this size, and not loading."""
    size = page.viewport_size
    whole = size is not None and bool(boxes) and boxes[0]["right"] == size["width"]
    return whole and not any(box["name"].startswith(WAITS) for box in boxes)


def wrong(boxes: list[Box], width: float) -> Iterator[str]:
    """A sentence for every fault: beyond the edge, nameless, small, overlapping, out of order."""
    taps = [box for box in boxes if box["tappable"] and not box["off"] and _seen(box)]
    for box in boxes:
        if box["name"] and (box["left"] < -SLACK or box["right"] > width + SLACK) and not _pushed(box, boxes):
            yield f"beyond the edge: {_said(box)}"
    for box in taps:
        if not box["name"]:
            yield f"nameless: {_said(box)}"
        if not box["cut"] and min(box["right"] - box["left"], box["bottom"] - box["top"]) < LEAST - SLACK:
            yield f"small: {_said(box)}"
    for one, other in combinations(taps, 2):
        if not (one["within"] or other["within"]):
            if _over(one, other):
                yield f"overlap: {_said(one)} and {_said(other)}"
            if _backwards(one, other):
                yield f"order: {_said(other)} after {_said(one)}"


def _seen(box: Box) -> bool:
    left, top, right, bottom = box["seen"]
    return bool(right - left > SLACK and bottom - top > SLACK)


def _pushed(box: Box, boxes: list[Box]) -> bool:
    """Whether it lies in a row that can be scrolled to it."""
    rows = (one for one in boxes if one["pushes"] and one["top"] <= box["top"])
    return any(one["cut"] or one["bottom"] >= box["bottom"] for one in rows)


def _over(one: Box, other: Box) -> bool:
    """Whether one tap would hit both."""
    left, top = (max(one["seen"][k], other["seen"][k]) for k in (0, 1))
    right, bottom = (min(one["seen"][k], other["seen"][k]) for k in (2, 3))
    return bool(right - left > SLACK and bottom - top > SLACK)


def _backwards(one: Box, other: Box) -> bool:
    """Whether the later control lies directly above the earlier one."""
    shared = min(one["right"], other["right"]) - max(one["left"], other["left"])
    narrower = min(one["right"] - one["left"], other["right"] - other["left"])
    return bool(shared > narrower / 2 and other["seen"][3] <= one["seen"][1] + SLACK)


def _said(box: Box) -> str:
    wide, high = box["right"] - box["left"], box["bottom"] - box["top"]
    place = f"{box['left']:.0f},{box['top']:.0f} {wide:.0f}x{high:.0f}"
    return f"{box['role'] or 'text'} {box['name'][:60]!r} at {place}"
