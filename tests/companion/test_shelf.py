"""Finished matches: listed, viewed read-only, and deleted after a confirmation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.exchange.rejection import MAX_BYTES
from companion.library.library import Library
from companion.match.table import PUT_AWAY_TEXT, Table
from companion.stats.results import PAUSE_SECONDS, format_duration
from companion.stats.results import active_seconds as lasted
from companion.storage.matches import MATCH_DELETED_TEXT, StorageError
from rules.engine import Refused
from tests.support.device_seats import ANA
from tests.support.stored_matches import ES, play_on_phone, reopened_library, start_match, win_four_souls, win_match
from tests.support.ui.app import App

# --- read-only matches -------------------------------------------------------------------------------------------

LINE = re.compile(r"\d\d:\d\d · ")
"""Beginning of the name of a line of the history."""
HANDS: dict[str, Callable[[Table], Any]] = {
    "undo": lambda table: table.undo(ANA),
    "undo far": lambda table: table.undo(ANA, group=1),
    "redo": lambda table: table.redo(ANA),
    "reopen": lambda table: table.undo_to_entry(1, ANA),
    "a number": lambda table: table.adjust("total.1", -9, ANA),
    "a step": lambda table: table.jump_to("TOY-4", ANA),
    "a switch": lambda table: table.set_ruling("cheers", "off", ANA),
}


@pytest.mark.parametrize("hand", HANDS)
def test_no_hand_changes_a_game_that_is_put_away(library: Library, hand: str) -> None:
    """Every action at a match that was put away is refused with a hint; nothing is written."""
    table = win_match(library)
    table.put_away()
    rows = library.storage.entry_rows(table.match.id)
    with pytest.raises(Refused) as refused:
        HANDS[hand](table)
    assert refused.value.reason == PUT_AWAY_TEXT
    assert library.storage.entry_rows(table.match.id) == rows


def test_a_game_that_has_just_ended_is_still_in_hand(library: Library) -> None:
    """A match that has just ended can be undone; put away it cannot, until it is continued."""
    table = win_match(library)
    table.undo(ANA)
    assert table.state.outcome is None
    table.put_away()
    table.redo(ANA)
    assert table.state.outcome is not None
    assert not table.is_put_away, "what is put back was not put away"
    table.put_away()
    assert table.is_put_away
    table.continue_match()
    table.undo(ANA)
    assert table.match.finished is None
    assert library.matches.all()[0].finished is None


def test_after_a_restart_a_finished_game_is_put_away(library: Library) -> None:
    """After a restart a finished match opens read-only, an unfinished one does not."""
    over, on = win_match(library), start_match(library)
    shelf = reopened_library(library)
    assert shelf.matches.open(over.match.id).is_put_away
    assert not shelf.matches.open(on.match.id).is_put_away


def test_the_end_offers_undo_and_putting_away(library: Library) -> None:
    """The end of a match offers undo, and a button that puts it away for every phone."""
    table = win_match(library)

    async def scene(phone: App) -> None:
        await phone.sees("Gana Bea", "¿No fue así?")
        assert not phone.find("Deshacer").disabled
        await phone.tap("Guardar la partida")
        assert phone.page.route == "/"
        assert table.is_put_away
        await phone.sees("Partidas terminadas", "Ganó Bea")

    play_on_phone(library, scene, f"/t/{table.match.id}")


def test_a_finished_game_is_looked_at(library: Library) -> None:
    """A finished match shows its last state, winner, date and duration.

    Only the button that continues it brings the actions back.
    """
    table = win_four_souls(library)
    shelf = reopened_library(library)

    async def scene(phone: App) -> None:
        await phone.tap("Ana · Beto")
        await phone.sees("Gana Ana", "Ahora mismo · 1 min", "Seguir jugando")
        rows = library.storage.entry_rows(table.match.id)
        assert not any(name in phone.names() for name in ("Deshacer", "Menú"))
        await phone.tap("Ana,")
        await phone.sees("Almas", "4")
        await phone.tap("Cerrar")
        assert library.storage.entry_rows(table.match.id) == rows
        await phone.tap("Seguir jugando")
        await phone.sees("¿No fue así?")
        await phone.tap("Deshacer")
        assert shelf.matches.open(table.match.id).state.outcome is None

    play_on_phone(shelf, scene)


def test_its_history_says_why_and_takes_nothing_back(library: Library) -> None:
    """The history of a finished match has rules, but no undo; that of an open match has both."""
    table = win_four_souls(library)

    async def kept(phone: App) -> None:
        await phone.sees("Seguir jugando")
        await phone.tap("Cómo fue")
        await phone.sees("Historial", "Cuatro almas")
        names = phone.names()
        assert [name for name in names if name.startswith("Por qué")]
        assert not [name for name in names if LINE.match(name)]
        assert not phone.find("Rehacer").visible if any("Rehacer" in name for name in names) else True
        await phone.tap(next(name for name in names if name.startswith("Por qué")))
        await phone.sees("Entendido")

    async def in_hand(phone: App) -> None:
        await phone.sees("Historial", "Cuatro almas")
        assert [name for name in phone.names() if LINE.match(name)]

    play_on_phone(reopened_library(library), kept, f"/t/{table.match.id}")
    play_on_phone(library, in_hand, f"/t/{table.match.id}/history")


# --- the list of matches -----------------------------------------------------------------------------------------


def test_who_won_is_known_without_playing_it_again(library: Library) -> None:
    """The result is read from the last snapshot; without one, a replay writes it."""
    table = win_match(library)
    shelf = reopened_library(library)
    assert shelf.matches.result(shelf.matches.all()[0]).has_won(1)
    assert shelf.matches._tables == {}
    library.storage.database._db.execute("DELETE FROM snapshot")
    shelf = reopened_library(library)
    assert shelf.matches.result(shelf.matches.all()[0]).has_won(1)
    snapshot = library.storage.latest_snapshot(table.match.id)
    assert snapshot is not None
    assert snapshot.seq == table.table_state.seq


def test_a_finished_game_that_cannot_be_read_says_so(library: Library) -> None:
    """An unreadable finished match says so; other matches still show their winner."""
    bad, _ = win_match(library, "Eva", "Bea"), win_match(library)
    library.storage.database._db.execute("UPDATE snapshot SET state = '[]' WHERE match = ?", (bad.match.id,))
    library.storage.database._db.execute("UPDATE match SET rules_version = 9 WHERE id = ?", (bad.match.id,))
    library.storage.database._db.execute("UPDATE entry SET event = '[]' WHERE match = ?", (bad.match.id,))

    async def scene(phone: App) -> None:
        await phone.sees("Ganó Bea", "un Sobremesa más nuevo")

    play_on_phone(reopened_library(library), scene)


@pytest.mark.parametrize(
    ("gaps", "said"),
    [((), "1 min"), ((600, 600), "20 min"), ((PAUSE_SECONDS + 1, 600), "10 min"), ((1700,) * 3, "1 h 25 min")],
)
def test_pauses_are_not_played(gaps: tuple[float, ...], said: str) -> None:
    """A match's duration leaves out long pauses and is never negative."""
    times = [sum(gaps[: k + 1]) for k in range(len(gaps))]
    assert ES(format_duration(lasted(0.0, times))) == said
    assert lasted(100.0, [50.0, 60.0]) == 10.0


def test_many_games_are_no_wall(library: Library) -> None:
    """A few unfinished matches come first, then a few finished ones; the rest is behind a tap."""
    for k in range(6):
        win_match(library, f"Won{k}", "Bea")
    for k in range(30):
        start_match(library, f"On{k}", "Bea")

    async def scene(phone: App) -> None:
        await phone.sees("On29", "On27", "Won5", "Won3")
        assert not any(name in phone.text for name in ("On26", "Won2"))
        assert phone.text.index("On29") < phone.text.index("Partida nueva") < phone.text.index("Won5")
        await phone.tap("Mostrar 20 más")
        await phone.sees("On7")
        assert "On6" not in phone.text
        await phone.tap("Mostrar 7 más")
        await phone.sees("On0")
        await phone.tap("Mostrar 3 más")
        await phone.sees("Won0")
        assert not [name for name in phone.names() if name.startswith("Mostrar")]

    play_on_phone(reopened_library(library), scene)


def test_deleting_asks_says_what_goes_and_tells_the_others(library: Library) -> None:
    """Deleting asks first: it names the game, the steps, and whether the match is open."""
    table, kept = start_match(library), win_match(library, "Cira", "Dani")

    async def scene(phone: App) -> None:
        await phone.tap("Exportar o borrar partidas")
        await phone.tap("Borrar la partida de Ana, Bea")
        await phone.sees("Contar: Ana, Bea.", "Se borran 2 pasos", "No se puede deshacer")
        assert "abierta en un teléfono" not in phone.text
        await phone.tap("Conservarla")
        assert len(library.matches.all()) == 2
        table.subscribe(lambda: None)
        await phone.tap("Borrar la partida de Ana, Bea")
        await phone.sees("abierta en un teléfono")
        await phone.tap("Borrar")
        assert [match.id for match in library.matches.all()] == [kept.match.id]
        assert library.storage.entry_rows(table.match.id) == ()

    play_on_phone(library, scene)
    assert reopened_library(library).storage.match_count() == 1


@pytest.mark.parametrize(("page", "shown"), [("", "Bea"), ("/history", "¡ya!"), ("/settings", "Cheers")])
@pytest.mark.parametrize("over", [False, True])
def test_a_phone_whose_game_is_deleted_is_told(library: Library, page: str, shown: str, over: bool) -> None:
    """A phone at a deleted match says so on every page, and one tap leads home.

    An action afterwards is refused, and stores nothing.
    """
    table = win_match(library) if over else start_match(library)
    if over:
        table.put_away()

    async def scene(phone: App) -> None:
        await phone.sees(shown)
        library.matches.delete(table.match.id)
        await phone.sees(ES(MATCH_DELETED_TEXT))
        assert phone.page.route == f"/t/{table.match.id}"
        await phone.tap("Volver al inicio")
        assert phone.page.route == "/"
        with pytest.raises((StorageError, Refused)):
            table.adjust("total.0", 1, ANA)
        assert library.storage.match_count() == 0

    play_on_phone(library, scene, f"/t/{table.match.id}{page}")


def test_a_kept_game_is_exported_deleted_and_imported_on_the_phone(library: Library) -> None:
    """A finished match is exported and deleted from its own page, and imported on the home page."""
    table = win_match(library)
    shelf = reopened_library(library)
    saved: list[Any] = []

    async def scene(phone: App) -> None:
        phone.answering.replies["save_file"] = lambda body: saved.append(body.args)
        await phone.sees("Gana Bea")
        await phone.tap("Exportar")
        for _ in range(100):
            await phone.wait()
            if saved:
                break
        assert saved[0]["file_name"].endswith(".jsonl")
        await phone.tap("Borrar")
        await phone.sees("Contar: Ana, Bea.", "Se borran 3 pasos")
        assert "abierta en un teléfono" not in phone.text
        await phone.fire([one for name, one in phone.buttons() if name == "Borrar"][-1])
        assert shelf.matches.all() == ()
        assert phone.page.route == "/"
        await phone.photo(saved[0]["src_bytes"])
        await phone.sees("La partida de Ana, Bea está ahora en la estantería.", "Ganó Bea")
        await phone.photo(saved[0]["src_bytes"])
        await phone.sees("Esta partida ya está aquí.")
        await phone.photo(b"x", size=MAX_BYTES + 1)
        await phone.sees("demasiado grande")
        await phone.tap("Ana · Bea")
        await phone.sees("Gana Bea", "Seguir jugando")

    play_on_phone(shelf, scene, f"/t/{table.match.id}")
    assert reopened_library(library).matches.open(table.match.id).warning is None
