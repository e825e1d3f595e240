"""Moments of games as texts: every one is written and read exactly, and every file of the folder holds as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.situation.compression import pack, unpack
from companion.situation.document import MAX_LENGTH, SituationFormat, parse_situation
from companion.situation.toml_codec import record_types, union_members
from companion.storage.codec import Codec, field_types
from rules.engine import Game, Refused, apply, prompt, start
from rules.engine.record import replace
from tests.support.paths import FIXTURES
from tests.support.random_play import Seeded, move, sit_down
from tests.support.shelf import SHELF
from tests.support.situation_file import Scene

FILES = sorted((FIXTURES / "situations").glob("*.toml"))
SITUATIONS = {key: SituationFormat(Codec(game)) for key, game in SHELF.items()}
each_game = pytest.mark.parametrize("key", SHELF)


# --- the folder --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_file_holds(file: Path) -> None:
    """It opens, asks, and comes back as the same table; its answers are taken, and all that it expects is so."""
    scene = Scene(file.read_text(encoding="utf-8"))
    situations = SITUATIONS[scene.game.key]
    again = situations.read(parse_situation(situations.write(scene.state)))
    assert again == scene.state
    assert prompt(again) == prompt(scene.state)
    scene.played().holds()


# --- any moment of any game --------------------------------------------------------------------------------------


def walked(game: Game[Any], seed: int, moves: int) -> Any:
    """A state of random play, both doors open."""
    chance = Seeded(seed)
    state = sit_down(chance, game)
    for _ in range(moves):
        try:
            state = apply(game, state, move(chance, game, state))
        except Refused:
            continue
    return state


@each_game
@settings(max_examples=8, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 40))
def test_any_moment_comes_back_exactly(key: str, seed: int, moves: int) -> None:
    """What is written is read back equal, to the number of its question; so are its letters."""
    situations, state = SITUATIONS[key], walked(SHELF[key], seed, moves)
    text = situations.write(state)
    assert situations.read(parse_situation(text)) == replace(state, notes=())
    assert unpack(pack(text), MAX_LENGTH) == text


@each_game
def test_a_new_game_is_a_head_and_nothing_more(key: str) -> None:
    """What is as in a new game is not written; a text without a line has it back."""
    state = start(SHELF[key], ("Ana", "Beto"))
    assert set(parse_situation(SITUATIONS[key].write(state))) == {"sobremesa", "format", "game", "rules", "seats"}


@each_game
def test_every_value_of_a_state_can_be_spelled(key: str) -> None:
    """No record of a game has a field that a text could not tell apart: nothing is ``false``, a card is its name."""
    cards = SITUATIONS[key].toml_codec.cards
    for record in SITUATIONS[key].codec.records.values():
        for name, hint in field_types(record).items():
            kinds = union_members(hint)
            assert not (bool in kinds and type(None) in kinds), name
            assert not (str in kinds and any(kind in cards for kind in kinds)), name
            assert "type" not in field_types(record) or len(record_types(hint)) < 2, name
