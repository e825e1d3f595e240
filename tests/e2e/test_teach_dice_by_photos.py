"""Teaching a set of dice by photos, from the first photo to a reading."""

from __future__ import annotations

import asyncio

import pytest

from companion.access.permissions import Access
from companion.dice import custom_sets
from companion.dice.kinds import reader_spec
from companion.dice.readers import build_reader
from companion.dice.teaching import TeachingSession
from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from tests.support.symbol_dice import image_of, photos
from tests.support.ui.app import App
from tests.support.ui.teach_dice import choose, in_worker, on_page, until


@pytest.fixture
def table(library: Library) -> Table:
    return library.new_match("king_of_tokyo", ("Ana", "Beto"))


def test_dice_are_taught_face_by_face_and_read_from_then_on(library: Library, table: Table) -> None:
    """Dice are taught one face after another, read in a test roll, and stored.

    The page says which faces are lacking and goes on to the next by itself.
    """
    session = TeachingSession(TOKYO_DIE, Access(library.storage, True), in_worker)
    for face in (2, 3, 4, 5):
        assert asyncio.run(session.add_pictures(face, photos(face, 2))) is None

    async def scene(app: App) -> None:
        assert "Falta por enseñar: 1, garra." in app.text
        await choose(app, 0, *photos(1, 3))
        await until(app, "1: 3 fotos")
        assert "Falta por enseñar: garra." in app.text
        await until(app, "Fotos de 2")
        await app.tap("garra: 0 fotos")
        await choose(app, 0, *photos(6, 3))
        await until(app, "garra: 3 fotos")
        await until(app, "Probar")
        assert "Falta por enseñar" not in app.text
        await choose(app, 1, *photos(5, 1, 410_004))  # bench.enrol measures how often such a roll is read
        await until(app, "enseña su")

    on_page(library, table, scene)
    assert [len(each) for each in custom_sets.samples_by_face(TOKYO_DIE, library.storage).values()] == [
        3,
        2,
        2,
        2,
        2,
        3,
    ]
    read = build_reader(reader_spec(TOKYO_DIE, library.storage))(image_of(5, 410_010)).dice
    assert read
    assert all(die.value == 5 for die in read if die.doubt is None)
    library.storage.close()
    again = Storage(library.storage.database.path.parent)
    assert custom_sets.taught_samples(TOKYO_DIE, again)
    custom_sets.delete_samples(TOKYO_DIE, Access(again, True))
    assert not custom_sets.taught_samples(TOKYO_DIE, again)
    again.close()
