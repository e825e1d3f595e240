"""Situations as text: exact round trips, and the committed situation tests."""

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
from tests.support.situation_file import Scene
from tests.support.stored_matches import GAMES_AND_COUNTING

FILES = sorted((FIXTURES / "situations").glob("*.toml"))
SITUATIONS = {key: SituationFormat(Codec(game)) for key, game in GAMES_AND_COUNTING.items()}
each_game = pytest.mark.parametrize("key", GAMES_AND_COUNTING)


# --- the committed files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_file_holds(file: Path) -> None:
    """The situation opens, survives a round trip, and meets its expectations after its plays."""
    scene = Scene(file.read_text(encoding="utf-8"))
    situations = SITUATIONS[scene.game.key]
    again = situations.read(parse_situation(situations.write(scene.state)))
    assert again == scene.state
    assert prompt(again) == prompt(scene.state)
    scene.played().holds()


# --- random states -----------------------------------------------------------------------------------------------


def walked(game: Game[Any], seed: int, moves: int) -> Any:
    """A state of random play, overrides included."""
    chance = Seeded(seed)
    state = sit_down(chance, game)
    for _ in range(moves):
        try:
            state = apply(game, state, move(chance, game, state))
        except Refused:
            continue
    return state


@each_game
@settings(max_examples=8, derandomize=True)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 40))
def test_any_moment_comes_back_exactly(key: str, seed: int, moves: int) -> None:
    """A state survives the round trip through text and through letters."""
    situations, state = SITUATIONS[key], walked(GAMES_AND_COUNTING[key], seed, moves)
    text = situations.write(state)
    assert situations.read(parse_situation(text)) == replace(state, notes=())
    assert unpack(pack(text), MAX_LENGTH) == text


@each_game
def test_a_new_game_is_a_head_and_nothing_more(key: str) -> None:
    """A new match is written as the head only."""
    state = start(GAMES_AND_COUNTING[key], ("Ana", "Beto"))
    assert set(parse_situation(SITUATIONS[key].write(state))) == {"sobremesa", "format", "game", "rules", "seats"}


@each_game
def test_every_value_of_a_state_can_be_spelled(key: str) -> None:
    """No record has a field whose values the text could not tell apart.

    None is written as ``false``, and a card as its name.
    """
    cards = SITUATIONS[key].toml_codec.cards
    for record in SITUATIONS[key].codec.records.values():
        for name, hint in field_types(record).items():
            kinds = union_members(hint)
            assert not (bool in kinds and type(None) in kinds), name
            assert not (str in kinds and any(kind in cards for kind in kinds)), name
            assert "type" not in field_types(record) or len(record_types(hint)) < 2, name
