"""Each observer of a screen finds its fault on a page that has it, and only there."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest

from companion.library.library import Library
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Revealed
from tests.support.screen import faulty as page
from tests.support.screen.cut_text import cut_texts, gained
from tests.support.screen.frame import wrong_frames
from tests.support.screen.look import RENDERER, Look, look_at
from tests.support.screen.rows import rows_of, wrong_numbers
from tests.support.screen.tiles import wrong_tiles
from tests.support.screen.unlabelled import unlabelled_nodes
from tests.support.screen.watch import options
from tests.support.server.processes import free_port
from tests.support.ui import browser as driving

ROOT = Path(__file__).parents[2]
SEATS = ("Eva", "Fernanda", "Constantinopla")


@pytest.fixture(scope="module")
def looks(chromium: Any) -> Iterator[tuple[Look, Look]]:
    """The faulty page as a phone shows it, and at double width."""
    port = free_port()
    environment = {**os.environ, **RENDERER}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.screen.faulty", str(port)], cwd=ROOT, env=environment
    )
    server: Any = SimpleNamespace(url=f"http://127.0.0.1:{port}/")
    try:
        for _ in range(200):
            with suppress(OSError), urlopen(server.url, timeout=5):
                break
            time.sleep(0.1)
        with driving.phone(chromium, server, **options(100)) as phone:
            phone.sees(page.FREE)
            narrow = still(phone)
            phone.page.set_viewport_size({"width": 780, "height": 844})
            yield narrow, still(phone)
    finally:
        process.kill()
        process.wait()


def still(phone: driving.Phone) -> Look:
    """A look at the page once it no longer changes."""
    before = None
    while True:
        phone.page.wait_for_timeout(driving.HUMAN)
        now = look_at(phone.page)
        if before is not None and now.texts == before.texts and now.boxes == before.boxes:
            return now
        before = now


@pytest.fixture
def table(library: Library) -> Any:
    """Eva's turn; all have two lives and three cents; three monsters."""
    table = library.matches.create("four_souls", SEATS)
    shown = [Revealed(slot, (monsters()[card],)) for slot, card in enumerate(("fly", "ring-of-flies"))]
    for event in (Chose(0, "isaac"), Chose(1, "maggy"), Chose(2, "judas"), Began(0), *shown):
        table.answer(table.prompt_id, event)
    return table.table_state


def test_a_text_that_is_cut_is_found(looks: tuple[Look, Look]) -> None:
    """An ellipsis, an edge at the side, an edge below, the edge of the screen, a break inside a word; no other text."""
    found = list(cut_texts(looks[0]))
    for kind, text in (
        ("cut short", page.CUT_SHORT),
        ("cut by an edge", page.HALF),
        ("cut by an edge", page.LOW),
        ("cut by an edge", page.BEYOND),
        ("broken word", page.BROKEN),
    ):
        assert [one for one in found if text in one and one.startswith(kind)], f"{kind}: {text} in {found}"
    assert not [one for one in found if page.WHOLE in one or page.AWAY in one or page.FREE in one]


def test_a_text_that_gains_letters_is_found(looks: tuple[Look, Look]) -> None:
    """A text of which a screen twice as wide shows more letters has been cut, even by the page itself."""
    found = list(gained(*looks))
    assert [one for one in found if page.SHORTENED in one], found
    assert not [one for one in found if page.WHOLE in one]


def test_a_wrong_frame_is_found(looks: tuple[Look, Look], table: Any) -> None:
    """A frame in another's color, and one on a row without the turn; not a row that rightly has none."""
    found = list(wrong_frames(looks[0], table))
    assert len(found) == 2
    assert "Eva" in found[0]
    assert "Fernanda" in found[1]


def test_a_wrong_number_is_found(looks: tuple[Look, Look], table: Any) -> None:
    """A painted number that is not the spoken one, and a spoken one that is not saved; not a row that is right."""
    assert list(rows_of(looks[0], SEATS)) == [0, 1, 2]
    found = list(wrong_numbers(looks[0], table))
    assert [one for one in found if "Eva" in one and "'2', '4'" in one]
    assert [one for one in found if "Fernanda has vida 9, saved is 2" in one]
    assert not [one for one in found if "Constantinopla" in one]


def test_a_wrong_number_of_a_tile_is_found(looks: tuple[Look, Look], table: Any) -> None:
    """A spoken number that is not saved, and a painted one that is not spoken; not a tile that is right."""
    found = list(wrong_tiles(looks[0], table))
    assert len(found) == 2
    assert "ataque 3" in found[0]
    assert "Anillo de moscas" in found[1]
    assert "2/3" in found[1]


def test_a_nameless_node_is_found(looks: tuple[Look, Look]) -> None:
    """A node without a name over a button, and no other control."""
    found = list(unlabelled_nodes(looks[0]))
    assert [one for one in found if page.UNDER in one]
    assert not [one for one in found if page.FREE in one or "Eva" in one]
