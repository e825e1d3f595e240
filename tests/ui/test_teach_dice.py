"""The page that teaches a table's dice: pictures a face, mapping, and what is stored."""

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
from tests.support.picture_files import encoded
from tests.support.ui.teach_dice import choose, on_page, until
from vision.custom_dice import MAX_EXAMPLES


@pytest.fixture
def table(library: Library) -> Table:
    return library.matches.create("king_of_tokyo", ("Ana", "Beto"))


async def test_a_picture_without_a_die_keeps_nothing(library: Library, table: Table) -> None:
    """A photo without a die, or a file that is no picture, shows a sentence and stores nothing."""
    bare = cv2.imencode(".png", np.full((300, 400, 3), 120, np.uint8))[1].tobytes()
    app = await on_page(library, table)
    await choose(app, 0, bare)
    await until(app, "No veo ningún dado en esa foto")
    await choose(app, 0, b"no picture")
    await until(app, "Eso no es una imagen")
    assert not any(custom_sets.samples_by_face(TOKYO_DIE, library.storage).values())


async def test_what_an_ordinary_die_stands_for_is_changed_with_two_taps(library: Library, table: Table) -> None:
    """Two taps, a number and a face, swap two entries of an ordinary die's mapping."""
    app = await on_page(library, table)
    await app.tap("4 significa corazón")
    await app.tap("garra")
    await until(app, "4 significa garra")
    assert pip_mapping(TOKYO_DIE, library.storage) == (1, 2, 3, 6, 5, 4)


def test_no_more_than_five_pictures_of_a_face_are_kept(library: Library) -> None:
    """A sixth picture of a face replaces the oldest, and any picture can be deleted."""
    for n in range(7):
        custom_sets.add_sample(
            TOKYO_DIE, 2, encoded(np.full((96, 96, 3), 30 * n, np.uint8)), Access(library.storage, True)
        )
    kept = custom_sets.samples_by_face(TOKYO_DIE, library.storage)[2]
    assert len(kept) == 5 == MAX_EXAMPLES
    custom_sets.delete_sample(kept[0].id, Access(library.storage, True))
    assert custom_sets.samples_by_face(TOKYO_DIE, library.storage)[2] == kept[1:]
