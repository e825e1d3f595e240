"""A tapped button shows it by itself: nobody waits for the server to see that the tap was taken."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page

from bench.usual import UsualAnswer, usual_answers
from tests.support.ui import browser as driving
from tests.support.ui.browser import HUMAN, RESTLESS, Phone, Server

MARKED = 2.0
"""Least mean difference of a button's pixels, of 255, that a person notices: a ring around it gives 4 to 9."""
PICTURES = 8
"""Pictures that are taken after the tap; each takes some frames."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, UsualAnswer]]:
    """A server with a table of Four Souls, and its usual answer."""
    folder: Path = tmp_path_factory.mktemp("pressed")
    answer, *_ = usual_answers(folder, ("four_souls",))
    server = Server(folder)
    try:
        yield server.start(), answer
    finally:
        server.kill()


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """The server does nothing meanwhile, as one that is busy or out of reach."""
    assert server._process is not None
    os.kill(server._process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server._process.pid, signal.SIGCONT)


def pixels(page: Page, box: Any) -> np.ndarray:
    """Return the painted pixels of that part of the page."""
    shot = page.screenshot(clip=box)
    image = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return image.astype(int)


def resting_box(phone: Phone, button: re.Pattern[str]) -> Any:
    """Return the button's place, once two pictures of it are alike: nothing slides in over it any more."""
    for _ in range(RESTLESS):
        box = phone.box(button)
        before = pixels(phone.page, box)
        phone.page.wait_for_timeout(HUMAN)
        if np.abs(pixels(phone.page, box) - before).mean() < MARKED / 2:
            break
    return box


def test_a_tapped_answer_is_marked_while_the_server_is_silent(
    table: tuple[Server, UsualAnswer], chromium: Any, say: Any
) -> None:
    """The answer looks different right after the tap and stays marked until the server answers."""
    server, one = table
    with driving.phone(chromium, server, one.path, has_touch=True) as phone:
        box = resting_box(phone, one.button)
        with stopped(server):
            before = pixels(phone.page, box)
            assert np.abs(pixels(phone.page, box) - before).mean() < MARKED / 2, "it rests"
            phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            changes = [np.abs(pixels(phone.page, box) - before).mean() for _ in range(PICTURES)]
        say(f"{one.game}: a tapped answer changes by {changes[-1]:.1f} of 255 while the server is silent")
        assert changes[-1] >= MARKED
        phone.sees(one.after)
