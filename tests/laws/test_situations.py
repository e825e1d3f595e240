"""Laws of situations: import gives a working table, or is refused."""

from __future__ import annotations

import random
import re
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.rejection import ImportRejected
from companion.library.library import Library
from companion.storage.matches import Storage
from tests.support.examples import law_settings
from tests.support.situation_letters import handed, midway
from tests.support.stored_matches import ES, GAMES_AND_COUNTING, assert_same_match, reopened_library
from tests.support.table_play import stroll

pytestmark = pytest.mark.landing

TOKENS = ("0", "-1", "99", "9999", "true", "false", '""', '"Ana"', "[]", "{}", "[[1]]", "{id = 1}", "=", '"', "\n", "#")


@law_settings(40)
@given(key=st.sampled_from(sorted(GAMES_AND_COUNTING)), seed=st.integers(0, 20), data=st.data())
def test_any_change_is_refused_or_a_table_that_works(key: str, seed: int, data: st.DataObject) -> None:
    """A damaged situation is refused with a reason, or gives a table that can be played."""
    text = moment_of(key, seed % 2)
    for _ in range(data.draw(st.integers(1, 3))):
        text = data.draw(st.sampled_from(CHANGES))(text, data)
    with tempfile.TemporaryDirectory() as name:
        storage = Storage(Path(name))
        library = Library(storage, GAMES_AND_COUNTING)
        said = ""
        try:
            library.exchange.import_match(text.encode(errors="replace"))
        except ImportRejected as trouble:
            said = ES(trouble.reason)
        assert bool(library.matches.all()) != said.endswith("No se ha importado nada.")
        for match in library.matches.all():
            table = library.matches.open(match.id)
            stroll(table, random.Random(seed), 10)
            assert_same_match(table, reopened_library(library).matches.open(match.id))
        storage.close()


@cache
def moment_of(key: str, seed: int) -> str:
    """The situation of a match in its middle, as text."""
    with tempfile.TemporaryDirectory() as name:
        storage = Storage(Path(name))
        text = handed(midway(Library(storage, GAMES_AND_COUNTING), key, 15 * (seed + 1), seed)).text
        storage.close()
    return text


def exchanged(text: str, data: st.DataObject) -> str:
    """Replace one value."""
    values = [*re.finditer(r"-?\b\d+\b|\"[^\"\n]*\"|true|false", text)]
    value = data.draw(st.sampled_from(values))
    other = data.draw(st.sampled_from((*TOKENS, *(one[0] for one in values))))
    return text[: value.start()] + other + text[value.end() :]


def without(text: str, data: st.DataObject) -> str:
    """Delete one line."""
    lines = text.split("\n")
    del lines[data.draw(st.integers(0, len(lines) - 1))]
    return "\n".join(lines)


def garbled(text: str, data: st.DataObject) -> str:
    """Replace some characters."""
    where = data.draw(st.integers(0, len(text) - 1))
    return text[:where] + data.draw(st.text(max_size=3)) + text[where + data.draw(st.integers(0, 3)) :]


CHANGES = (exchanged, exchanged, exchanged, without, garbled)
