"""The five zones of the table in a real browser: seats, question and primary stay in sight over whole turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.preferences import Preferences
from companion.ui.design.sizes import TWO_COLUMN_WIDTH, Space, is_tablet
from companion.ui.table.model.board_room import question_height
from rules.registry import GAMES
from tests.support.ui import layout as reach
from tests.support.ui.browser import Phone, Server
from tests.support.ui.table_context import said, shown
from tests.support.ui.table_device import MIDDLE, opened

LOW, SIZES = (390, 664), ((390, 664), (390, 844), (844, 390), (820, 1180))
"""Pages of a phone: with its browser's bars, the ordinary case, without them, and on its side; that of a tablet."""
TURNS = range(0, 24, 3)
"""Entries after the middle of the committed match: two turns or more of each game."""
RECENT = "Ha pasado: "
"""Beginning of what a tablet lists of the turn above the question, which scrolls by itself."""
DETAILS = "Detalles"
"""Key in the question's card: where it is in sight, the question is."""
STRIPE_X, SPARE = 11, 24
"""Where the stripe of the question's card is, and by how much the card may be lower than reckoned, in points."""
SLACK = 1.0
"""Tolerance for rounding, in points."""


def lost(boxes: list[reach.Box], names: list[str], size: tuple[int, int]) -> list[str]:
    """Return which of the things with these names does not lie wholly in sight."""
    wide, high = size
    found = {name: box for name in names for box in boxes if name in box["name"].split("\n") or name == box["name"]}

    def is_whole(box: reach.Box) -> bool:
        left, top, right, bottom = box["seen"]
        inside = left >= -SLACK and top >= -SLACK and right <= wide + SLACK and bottom <= high + SLACK
        return bool(inside and abs((bottom - top) - (box["bottom"] - box["top"])) <= SLACK)

    return [name for name in names if name not in found or not is_whole(found[name])]


def cut_off(boxes: list[reach.Box], size: tuple[int, int]) -> list[str]:
    """Return the names of what can be tapped and lies in sight in part, or below the page's edge."""
    taps = [box["name"] for box in boxes if box["tappable"] and box["name"] and not box["within"]]
    taps = [name for name in taps if not name.startswith(RECENT)]
    return [name.split("\n")[0] for name in lost(boxes, taps, size)]


def card_height(picture: bytes, boxes: list[reach.Box]) -> int:
    """Return the height of the question's card: that of its stripe, in which its details stand."""
    decoded = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    image = decoded.astype(int)
    details = next(box for box in boxes if box["name"] == DETAILS)
    at = round((details["top"] + details["bottom"]) / 2)
    others = np.flatnonzero(np.abs(image[:, STRIPE_X] - image[at, STRIPE_X]).sum(axis=1) > 12)
    return int(others[others > at].min() - others[others < at].max() - 1)


@pytest.mark.parametrize("key", MIDDLE)
@pytest.mark.parametrize(
    "moments", [pytest.param((0,), marks=pytest.mark.landing, id="once"), pytest.param(TURNS, id="turns")]
)
def test_seats_question_and_answers_stay_in_sight(
    server: Server, phones: Callable[..., Phone], key: str, moments: Sequence[int]
) -> None:
    """Without a scroll a person sees everybody's numbers, the question and what is to be tapped first."""
    storage = Storage(server.data)
    library = Library(storage, GAMES)
    tables = {later: opened(library, key, later) for later in moments}
    storage.close()
    phone = phones(viewport={"width": LOW[0], "height": LOW[1]}, scripts=(reach.habits(100),))
    wire = reach.Wire(phone.page, server)
    for later, table in tables.items():
        phone.open(f"/t/{table.match.id}")
        phone.sees(to_see(table, LOW)[0])
        reach.still(phone.page, wire)  # a sheet that opens by itself comes after the table
        if phone.can_tap("Cerrar"):
            phone.tap("Cerrar").sees_no("Cerrar")
        for size in SIZES:
            phone.page.set_viewport_size({"width": size[0], "height": size[1]})
            picture, boxes = reach.still(phone.page, wire)
            assert lost(boxes, to_see(table, size), size) == [], f"{key} + {later} at {size}"
            if size[0] < size[1]:
                assert cut_off(boxes, size) == [], f"{key} + {later} at {size}"
            if size[0] < min(size[1], TWO_COLUMN_WIDTH):
                high = reckoned_height(table, size)
                assert high - SPARE <= card_height(picture, boxes) <= high + 4, f"{key} + {later} at {size}"


def look_at(size: tuple[int, int]) -> PageLook:
    """Return the look of a Spanish page of that size."""
    return PageLook("es", Preferences(tablet=is_tablet(*size)), size[0])


def reckoned_height(table: Table, size: tuple[int, int]) -> float:
    """Return how high the board believes the question's card to be."""
    with given_look(look_at(size)):
        question = shown(table, size=size).question
        assert question is not None
        return question_height(question, size[0] - 2 * Space.GAP)


def to_see(table: Table, size: tuple[int, int]) -> list[str]:
    """What lies in sight on a page of that size: the question and its details, everybody's numbers, the answers."""
    with given_look(look_at(size)):
        model = shown(table, size=size)
        assert model.question is not None
        return [model.question.title, DETAILS, *(player.spoken for player in model.seats), *said(model)]
