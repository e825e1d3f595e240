"""The page on which a table teaches its dice: face by face, what is still needed, a throw to try, and all is kept."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.access.permissions import Access
from companion.dice import custom_sets
from companion.dice.kinds import pip_mapping
from companion.library.library import Library
from companion.match.table import Table
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from tests.support.ui.app import App
from tests.support.ui.teach_dice import choose, on_page, until


@pytest.fixture
def table(library: Library) -> Table:
    return library.new_match("king_of_tokyo", ("Ana", "Beto"))


def test_a_picture_without_a_die_keeps_nothing(library: Library, table: Table) -> None:
    """A bare table, bytes that are no picture, an empty file: a sentence each, and nothing is kept."""
    bare = cv2.imencode(".png", np.full((300, 400, 3), 120, np.uint8))[1].tobytes()

    async def scene(app: App) -> None:
        await choose(app, 0, bare)
        await until(app, "No veo ningún dado en esa foto")
        await choose(app, 0, b"no picture")
        await until(app, "Eso no es una imagen")

    on_page(library, table, scene)
    assert not any(custom_sets.samples_by_face(TOKYO_DIE, library.storage).values())


def test_what_an_ordinary_die_stands_for_is_changed_with_two_taps(library: Library, table: Table) -> None:
    """A tap on the number, a tap on the face: they change places with what stood there."""

    async def scene(app: App) -> None:
        await app.tap("4 significa corazón")
        await app.tap("garra")
        await until(app, "4 significa garra")

    on_page(library, table, scene)
    assert pip_mapping(TOKYO_DIE, library.storage) == (1, 2, 3, 6, 5, 4)


def test_no_more_than_five_pictures_of_a_face_are_kept(library: Library) -> None:
    """The oldest goes; one that is not the die can be taken away."""
    for n in range(7):
        custom_sets.add_sample(TOKYO_DIE, 2, np.full((96, 96, 3), 30 * n, np.uint8), Access(library.storage, True))
    kept = custom_sets.samples_by_face(TOKYO_DIE, library.storage)[2]
    assert len(kept) == 5
    custom_sets.delete_sample(kept[0].id, Access(library.storage, True))
    assert custom_sets.samples_by_face(TOKYO_DIE, library.storage)[2] == kept[1:]
