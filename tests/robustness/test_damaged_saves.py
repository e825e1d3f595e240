"""Damaged matches in an intact file: a sentence, an unchanged log, other matches as before."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.errors import CorruptDataError
from companion.library.library import Library
from companion.match.replay import NEWER_VERSION_TEXT
from companion.match.table import SNAPSHOT_INTERVAL
from companion.storage.codec import Codec
from companion.storage.matches import StorageError
from companion.ui.app import build
from rules.engine import Refused
from rules.registry import GAMES
from tests.support.device_seats import ANA
from tests.support.examples import law_settings
from tests.support.saved_games import ES, change, play, tried
from tests.support.ui.app import App, played
from tests.toy.counting import GAME, Stayed

pytestmark = pytest.mark.landing

ENTRIES = {
    "corrupt": "{",
    "of an unknown kind": '{"type":"Teleported","seat":1}',
    "of another shape": '{"type":"Rolled","faces":"six"}',
    "no text": b"\xff\xfe\x00",
    "a number": 7,
    "deep": "[" * 50_000,
}


@pytest.mark.parametrize("kind", ENTRIES)
def test_a_bad_entry_costs_no_more_than_what_follows_it(tmp_path: Path, library: Library, kind: str) -> None:
    """A match with an unreadable entry goes on from before it, says so, and keeps its log."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, SNAPSHOT_INTERVAL + 6)
    last = table.table_state.seq
    change(library, "UPDATE entry SET event = ? WHERE seq = ?", ENTRIES[kind], last - 1)
    other = Library(library.storage, library.games)
    again = other.matches.open(table.match.id)
    assert again.warning is not None
    assert "Repítelos o corrígelo" in ES(again.warning)
    assert dict(again.warning.args)["n"] == 2
    play(again, 2)
    assert len(library.storage.entry_rows(table.match.id)) == last + 2, "nothing was taken from the log"

    async def scene(phone: App) -> None:
        await phone.open(build(other), "/")
        await phone.sees("Ana · Bea", ES(again.warning))

    played(scene)


def test_a_save_by_newer_rules_is_left_to_them(library: Library) -> None:
    """A match of newer rules that cannot be replayed says so and keeps all its entries."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, 4)
    change(library, "UPDATE match SET rules_version = 9")
    change(library, """UPDATE entry SET event = '{"type":"Teleported"}' WHERE seq = 3""")
    rows = library.storage.entry_rows(table.match.id)
    other = Library(library.storage, library.games)
    with pytest.raises(StorageError) as trouble:
        other.matches.open(table.match.id)
    assert trouble.value.reason == NEWER_VERSION_TEXT
    assert library.storage.entry_rows(table.match.id) == rows
    assert library.storage.snapshots(table.match.id) == ()

    async def scene(phone: App) -> None:
        await phone.open(build(other), f"/t/{table.match.id}")
        await phone.sees(ES(NEWER_VERSION_TEXT))
        await phone.tap("Volver al inicio")
        await phone.sees(ES(NEWER_VERSION_TEXT))

    played(scene)


def test_a_save_by_newer_rules_that_agree_goes_on(library: Library) -> None:
    """A match of newer rules whose replay agrees can be played on."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    play(table, 4)
    change(library, "UPDATE match SET rules_version = 9")
    again = Library(library.storage, library.games).matches.open(table.match.id)
    assert again.warning is None
    assert again.state == replace(table.state, notes=again.state.notes)


def test_a_game_that_we_do_not_know_is_counted_and_kept(library: Library) -> None:
    """A match of an unknown game is counted at home, explained at its address, and kept."""
    strange = library.matches.create("counting", ("Ana", "Bea"))
    mine = library.matches.create("counting", ("Cira", "Dani"))
    change(library, "UPDATE match SET game = 'chess' WHERE id = ?", strange.match.id)
    other = Library(library.storage, library.games)
    assert other.matches.unreadable_count() == 1

    async def scene(phone: App) -> None:
        await phone.open(build(other), f"/t/{strange.match.id}")
        await phone.sees("Este Sobremesa no puede mostrar esta partida")
        await phone.tap("Volver al inicio")
        await phone.sees("Cira · Dani", "Hay 1 partida guardada que aquí no se puede mostrar")
        assert "Ana · Bea" not in phone.text

    played(scene)
    assert library.storage.match_count() == 2
    assert [match.id for match in other.matches.all()] == [mine.match.id]


@pytest.mark.parametrize(
    "sql",
    [
        "seats = '{'",
        "seats = '7'",
        "rulings = 'null'",
        "rulings = '[[1]]'",
        "rules_version = 'x'",
        "seats = x'ff'",
        "created = 'soon'",
    ],
)
def test_a_damaged_row_does_not_hide_the_others(library: Library, sql: str) -> None:
    """A match with a damaged row is counted; the other matches are listed and played."""
    bad, good = (library.matches.create("counting", (name, "Bea")) for name in ("Ana", "Cira"))
    change(library, f"UPDATE match SET {sql} WHERE id = ?", bad.match.id)
    other = Library(library.storage, library.games)
    assert (len(other.matches.all()), other.matches.unreadable_count()) == (1, 1)
    play(other.matches.open(good.match.id), 2)
    with pytest.raises(Refused, match="cannot show"):
        other.matches.open(bad.match.id)


@pytest.mark.parametrize("sql", ["seats = '[]'", "seats = '[\"Ana\"]'", """rulings = '[["cheers", "sometimes"]]'"""])
def test_a_match_that_cannot_begin_is_a_sentence(library: Library, sql: str) -> None:
    """A match row with meaningless values is refused with a sentence."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    change(library, f"UPDATE match SET {sql}")
    assert tried(lambda: Library(library.storage, library.games).matches.open(table.match.id)) is not None


def test_a_log_that_leads_nowhere_is_a_sentence(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    """A match whose first state fails shows a sentence instead of waiting for ever."""
    table = library.matches.create("counting", ("Ana", "Bea"))

    def broken(*args: Any) -> Any:
        raise ZeroDivisionError("stumbled")

    other = Library(library.storage, {GAME.key: replace(GAME, new=broken)})

    async def scene(phone: App) -> None:
        await phone.open(build(other), f"/t/{table.match.id}")
        await phone.sees("El registro de esta partida está dañado")

    played(scene)
    assert "stumbled" in caplog.text


def test_remembered_things_that_are_damaged_are_done_without(library: Library) -> None:
    """Cards, names and settings that cannot be read are treated as absent."""
    library.storage.cards.save("counting", "card", "good", [1])
    library.storage.cards.save("counting", "card", "bad", [1])
    change(library, "UPDATE card SET data = '{' WHERE name = 'bad'")
    for key in ("names", "players.counting", "rulings.counting", "language", "theme"):
        library.storage.settings.save(key, '{"\ufffd')
    assert library.storage.cards.of_kind("counting", "card") == {"good": [1]}

    async def scene(phone: App) -> None:
        await phone.open(build(library), "/new/counting")
        await phone.tap("Empezar")
        await phone.sees("Anyone?")

    played(scene)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("type", "of", "faces", "key", "by", "group", "seats")), inner, max_size=4)
    ),
    max_leaves=12,
)
CODEC = Codec(GAMES["four_souls"])
RECORDS = sorted({*CODEC.records, "set", "map", "nothing"})


@st.composite
def likely(draw: st.DrawFn) -> Any:
    """Something that looks like a record of the game."""
    record = CODEC.records.get(kind := draw(st.sampled_from(RECORDS)))
    names = [name for name in getattr(record, "__dataclass_fields__", ("of",)) if draw(st.integers(0, 5))]
    return {"type": kind, **{name: draw(VALUES) for name in names}}


@law_settings(100, derandomize=False)
@given(st.one_of(VALUES.map(json.dumps), likely().map(json.dumps), st.text(max_size=80)))
def test_any_json_is_an_event_or_corrupt(line: str) -> None:
    """Any text decodes to an event or a state, or raises ``CorruptDataError``."""
    for read, write in ((CODEC.read_event, CODEC.write_event), (CODEC.read_state, CODEC.write_state)):
        try:
            found = read(line)
        except CorruptDataError:
            continue
        assert json.loads(write(found)) is not None


@pytest.mark.parametrize("word", ["\ud800", "x" * 1000 + "\udfff"])
def test_what_cannot_be_written_is_a_sentence(library: Library, word: str) -> None:
    """A lone surrogate is refused before it is written, and nothing changes."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    table.match = replace(table.match, seats=(word, "Bea"))
    with pytest.raises(StorageError) as trouble:
        table.answer(table.prompt_id, Stayed(), ANA)
    assert "no se puede escribir" in ES(trouble.value.reason)
    assert table.table_state.seq == 0
    with pytest.raises(StorageError):
        library.settings.save("names", word)
    table.match = library.matches.all()[0]
    play(table, 1)
