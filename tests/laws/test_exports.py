"""Laws of export and import: exact, or refused."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.rejection import ImportRejected
from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.examples import law_settings
from tests.support.stored_matches import ES, GAMES_AND_COUNTING, NAMES, assert_same_match, exported_file, win_match
from tests.support.table_play import stroll

pytestmark = pytest.mark.landing


@contextmanager
def exported(
    games: Mapping[str, Any], key: str, steps: int, seed: int, seats: int
) -> Iterator[tuple[Table, bytes, Library]]:
    """A match after random play, its export, and an empty library elsewhere."""
    with tempfile.TemporaryDirectory() as name:
        here, there = Storage(Path(name) / "here"), Storage(Path(name) / "there")
        table = Library(here, games).matches.create(key, NAMES[:seats])
        stroll(table, random.Random(seed), steps)
        yield table, exported_file(Library(here, games), table.match.id), Library(there, games)
        here.close()
        there.close()


@law_settings(25, derandomize=False)
@given(st.sampled_from(sorted(GAMES_AND_COUNTING)), st.integers(0, 90), st.integers(0, 10_000), st.integers(2, 4))
def test_what_was_exported_comes_back_exactly(key: str, steps: int, seed: int, seats: int) -> None:
    """An export of any match is imported with the same table, log and file."""
    with exported(GAMES_AND_COUNTING, key, steps, seed, seats) as (table, data, library):
        assert library.exchange.import_match(data).id == table.match.id
        assert_same_match(table, library.matches.open(table.match.id))
        assert exported_file(library, table.match.id) == data
        (match,) = library.matches.all()
        assert match.finished == (
            None if table.state.outcome is None else pytest.approx(table.match.finished, abs=1e-5)
        )


@law_settings(25, derandomize=False)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 90), st.integers(0, 10_000), st.integers(2, 4))
def test_what_newer_rules_refuse_goes_on(key: str, steps: int, seed: int, seats: int) -> None:
    """An export of any match whose log today's rules refuse goes on from the same state."""
    with exported(GAMES, key, steps, seed, seats) as (_, data, library):
        head, *lines = map(json.loads, data.splitlines())
        answers = [line for line in lines if line["event"]["type"] != "Ruled"]
        for line in answers:
            line["event"] = {"type": "Flew"}
        older = "\n".join(map(json.dumps, [{**head, "rules": 0}, *lines])).encode()
        again = library.matches.open(library.exchange.import_match(older).id)
        assert library.storage.codec(again.game).digest(again.state) == head["digest"]
        assert (again.warning is not None) == bool(answers)


@law_settings(60, derandomize=False)
@given(st.data())
def test_any_change_is_refused_or_still_a_game(data: st.DataObject) -> None:
    """A damaged export is refused with a reason, or leads to the same match."""
    with tempfile.TemporaryDirectory() as name:
        storage = Storage(Path(name))
        library = Library(storage, GAMES_AND_COUNTING)
        mine = win_match(library)
        whole = bytearray(exported_file(library, mine.match.id))
        whole = whole[: data.draw(st.integers(len(whole) // 2, len(whole)))] if data.draw(st.booleans()) else whole
        for _ in range(data.draw(st.integers(0, 3))):
            where = data.draw(st.integers(0, len(whole) - 1))
            whole[where : where + 1] = data.draw(st.binary(max_size=3))
        try:
            taken = library.exchange.import_match(bytes(whole)).id
        except ImportRejected as trouble:
            taken, said = "", ES(trouble.reason)
        if taken:
            assert_same_match(mine, library.matches.open(taken))
        else:
            assert said.endswith("No se ha importado nada.")
            assert len(library.matches.all()) == 1
        storage.close()
