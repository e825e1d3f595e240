"""Flips that a camera reads: all cards of the initiative, one in doubt, another order, a flip that is only noted."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import flet as ft
import pytest

import vision
from companion.access.permissions import Access
from companion.decoding import pool, tasks
from companion.dice import live_reader
from companion.dice.corrections import CorrectionCount, accuracy_by_kind, count_corrections
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.tray.tray import Tray
from companion.ui.table import intents
from rules.engine import Event, Refused
from rules.malifaux.model.events import (
    Cheated,
    Chose,
    Flipped,
    FlippedTogether,
    Kept,
    Mustered,
    Replaced,
    Turned,
    Valued,
)
from rules.malifaux.model.fate_deck import held_card, table_cards
from rules.registry import GAMES
from tests.support.card_film import LaidCard, flipped, still
from tests.support.ui.fake_camera import Lens, Sheet
from tests.support.ui.headless import Phone, at_table
from vision import CardReading
from vision.cards import Card
from vision.reading import Image

RATE = 15
SEVEN, QUEEN = LaidCard(7, "hearts", 180, 240, 150), LaidCard(12, "spades", 430, 240, 150)
JOKER = LaidCard(0, "red", 300, 240, 150)


class FilmReader:
    """A reader that knows which cards are on the film; it doubts some, and takes some for others."""

    def __init__(self) -> None:
        self.doubts: frozenset[int] = frozenset()
        self.taken_for: dict[int, int] = {}
        self.on_film: tuple[LaidCard, ...] = ()

    def read_cards(self, image: Image, expected: range | None = None) -> CardReading:
        """Return the cards that lie there now."""
        cards = tuple(
            Card(
                self.taken_for.get(one.rank, one.rank),
                one.suit,
                (round(one.x - one.wide / 2), round(one.y - 0.7 * one.wide), round(one.wide), round(1.4 * one.wide)),
                0.99,
                "faint" if one.rank in self.doubts else None,
            )
            for one in self.on_film
        )
        return CardReading(cards, (), (image.shape[1], image.shape[0]))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FilmReader:
    """The reader, in place of that of ``vision``; taps count at once."""
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 0)
    reader = FilmReader()
    monkeypatch.setattr(vision, "read_cards", reader.read_cards, raising=False)
    return reader


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    storage = Storage(tmp_path)
    library = Library(storage, GAMES)
    library.tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
    yield library
    storage.close()


@pytest.fixture
def table(library: Library) -> Table:
    """Nuria and Hugo before the flips of their first initiative; the camera follows their decks."""
    table = library.matches.create("malifaux", ("Nuria", "Hugo"), (("deck", "seen"),))
    say(table, Mustered(0), Mustered(1))
    return table


def say(table: Table, *events: Event) -> None:
    for event in events:
        table.answer(table.prompt_id, event, HOST_ROLE)


class Film:
    """The host's camera over the table."""

    def __init__(self, library: Library, reader: FilmReader, phone: Phone) -> None:
        self.tray, self.reader, self.phone = library.tray, reader, phone
        self.cards: tuple[LaidCard, ...] = ()

    async def shows(self, *cards: LaidCard, seconds: float = 0.8) -> None:
        """Flip these cards onto those that lie there; they lie still for a while."""
        before, self.cards = self.cards, (*self.cards, *cards)
        self.reader.on_film = self.cards
        moving = flipped(cards, before, RATE) if cards else ()
        await self._plays(chain(moving, still(seconds, self.cards, RATE)))

    async def _plays(self, frames: Iterable[Image]) -> None:
        assert self.tray is not None
        for frame in frames:
            self.tray.process_frame(frame, 1 / RATE)
        await self.phone.settle()


async def at(table: Table, library: Library, reader: FilmReader, role: DeviceRole = HOST_ROLE) -> tuple[Phone, Film]:
    """Return a phone at the table whose host's camera sees no card."""
    phone = await at_table(table, library, role)
    film = Film(library, reader, phone)
    await film.shows()
    return phone, film


def flips(table: Table) -> list[tuple[str, Event]]:
    """Who entered which flips, of those in effect."""
    entries = (line.entry for line in table.log() if line.is_in_effect)
    kinds = (Flipped, FlippedTogether, Turned)
    return [(entry.actor, entry.event) for entry in entries if isinstance(entry.event, kinds)]


async def test_all_cards_of_the_initiative_are_read_at_once(table: Table, library: Library, reader: FilmReader) -> None:
    """MX L52: both flip at the same time; the camera reads both, and their decks lack them from now on."""
    phone, film = await at(table, library, reader)
    assert "The host's camera watches: flip." in phone.texts()
    await film.shows(SEVEN, seconds=2)
    assert flips(table) == [], "one card is still to come"
    assert library.tray is not None
    assert library.tray.sighting is None, "nobody is asked why"
    await film.shows(QUEEN)
    assert flips(table) == [("camera", FlippedTogether((0, 1), ("7r", "12c")))]
    assert "The camera read 7 of rams, 12 of crows" in phone.texts()
    assert [player.discard for player in table.state.players] == [("7r",), ("12c",)]
    assert [(one.kind, one.dice_read, one.sure_dice) for one in accuracy_by_kind(access(library, table))] == [
        ("cards", 2, 2)
    ]
    await phone.tap("Not so")
    assert flips(table) == []


def access(library: Library, table: Table) -> Access:
    return Access(library.storage, True, table.match.id)


async def test_the_one_card_in_doubt_is_asked_about(table: Table, library: Library, reader: FilmReader) -> None:
    """Its number keeps the suit that was read; the correction is kept and counted."""
    reader.doubts = frozenset((12,))
    phone, film = await at(table, library, reader)
    await film.shows(SEVEN, QUEEN, seconds=3)
    assert "Which one is card 2?" in phone.texts()
    await phone.tap("13 of crows")
    await phone.tap("It is Nuria: 7 of rams · Hugo: 13 of crows")
    assert flips(table) == [("host", FlippedTogether((0, 1), ("7r", "13c")))]
    assert count_corrections(access(library, table)) == CorrectionCount(1, 0)


async def test_a_card_gets_another_suit_and_another_owner(table: Table, library: Library, reader: FilmReader) -> None:
    """The suits stand below the numbers; one tap gives the cards to the others."""
    reader.doubts = frozenset((7,))
    phone, film = await at(table, library, reader)
    await film.shows(SEVEN, QUEEN, seconds=3)
    await phone.tap("7 of masks")
    await phone.tap("The other way round")
    await phone.tap("It is Nuria: 12 of crows · Hugo: 7 of masks")
    assert flips(table) == [("host", FlippedTogether((0, 1), ("12c", "7m")))]


@pytest.mark.parametrize("taken_for", [{7: 1}, {12: 11}, {7: 1, 12: 11}, {}], ids=str)
async def test_misread_cards_that_are_undone_and_typed_are_counted(
    table: Table, library: Library, reader: FilmReader, taken_for: dict[int, int]
) -> None:
    """The pad has numbers without suits: the right number is no correction, another one is, of each card."""
    reader.taken_for = taken_for
    phone, film = await at(table, library, reader)
    await film.shows(SEVEN, QUEEN)
    await phone.tap("Not so")
    await phone.tap("a 7")
    assert "Nuria: a 7, Hugo: ?" in phone.texts()
    table.adjust("seat.0.stones", 1)
    await phone.settle()
    await phone.tap("a 12")
    assert [event for _, event in flips(table)] == [Flipped(0, ("7",)), Flipped(1, ("12",))]
    assert count_corrections(access(library, table)) == CorrectionCount(len(taken_for), 0)


async def test_what_is_flipped_after_a_corrected_tie_is_no_correction(
    table: Table, library: Library, reader: FilmReader
) -> None:
    """Level cards are flipped again: the new ones have nothing to do with what was read."""
    phone, film = await at(table, library, reader)
    await film.shows(SEVEN, QUEEN)
    await phone.tap("Not so")
    say(table, Flipped(0, ("7",)), Flipped(1, ("7",)))
    assert count_corrections(access(library, table)) == CorrectionCount(1, 0)
    say(table, Flipped(0, ("2",)), Flipped(1, ("3",)))
    assert count_corrections(access(library, table)) == CorrectionCount(1, 0)


async def test_another_answer_between_ends_the_comparison(table: Table, library: Library, reader: FilmReader) -> None:
    """A value of several cards is no card: which card was read wrong nobody says then."""
    phone, film = await at(table, library, reader)
    await film.shows(SEVEN, QUEEN)
    await phone.tap("Not so")
    say(table, Valued(0, 9), Flipped(1, ("3",)))
    assert count_corrections(access(library, table)) == CorrectionCount(0, 0)


async def test_the_flip_that_ends_the_game_is_read(table: Table, library: Library, reader: FilmReader) -> None:
    """MX L88: from the fifth turn on the First Player flips; a joker, too."""
    say(table, Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True))
    table.adjust("table.turn", 4)
    table.jump_to("MX-19")
    _, film = await at(table, library, reader)
    await film.shows(JOKER)
    assert flips(table)[-1] == ("camera", Flipped(0, ("red",)))
    assert table.state.turn == 6


async def test_a_flip_of_a_duel_may_be_noted_by_the_camera(table: Table, library: Library, reader: FilmReader) -> None:
    """MX-12: what is flipped in a duel is not asked for, but tells what is left of a deck."""
    say(table, Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True))
    phone, _ = await at(table, library, reader)
    await phone.tap(next(name for name in phone.names() if name.startswith("Nuria,")))
    await phone.tap("Note a flip")
    await phone.tap("a 13")
    assert flips(table)[-1] == ("host", Turned(0, ("13",)))
    [remark, _] = [one for one in table.table_state.remarks if isinstance(one.event, Turned)]
    table.make_remark(replace(remark.event, cards=("13t",)))
    assert table.state.players[0].discard == ("13t",), "a number without its suit says nothing of the deck"


async def test_a_flip_that_the_camera_read_is_cheated_with_one_tap_more(
    table: Table, library: Library, reader: FilmReader
) -> None:
    """MX-A3: the flip stays unless somebody says so; then keys or a camera say the card, and undo takes it back."""
    table.set_ruling("MX-A3", "yes")
    say(table, Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True))
    table.adjust("table.turn", 4)
    table.jump_to("MX-19")
    phone, film = await at(table, library, reader)
    await film.shows(SEVEN)
    assert flips(table)[-1] == ("camera", Flipped(0, ("7r",)))
    await film.shows(replace(QUEEN, x=180), seconds=3)
    assert flips(table)[-1] == ("camera", Flipped(0, ("7r",))), "what comes to lie there is nobody's answer yet"
    await phone.tap("Cheat with a card of the hand")
    assert "Which card of the hand is it?" in phone.texts()
    await phone.tap("a 12")
    entry = [line.entry for line in table.log() if line.is_in_effect][-1]
    assert (entry.actor, entry.event) == ("host", Replaced(0, ("12",)))
    assert (table.state.turn, table.state.players[0].discard) == (6, ())
    table.undo()
    assert (table.state.turn, table.state.players[0].flip, table.state.players[0].discard) == (5, "7r", ("7r",))
    with pytest.raises(Refused):
        table.answer(table.prompt_id, Replaced(0, ("12c",)), DeviceRole(is_spectator=True), source="camera")
    table.answer(table.prompt_id, Replaced(0, ("12c",)), HOST_ROLE, source="camera")
    assert table.state.turn == 6


async def test_a_duel_that_was_noted_may_be_cheated(table: Table, library: Library, reader: FilmReader) -> None:
    """The card of the hand is said behind the same player, and lies on the pile as well."""
    say(table, Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True))
    table.make_remark(Turned(0, ("3r",)))
    phone, _ = await at(table, library, reader)
    await phone.tap(next(name for name in phone.names() if name.startswith("Nuria,")))
    await phone.tap("Cheat with a card of the hand")
    await phone.tap("a 13")
    assert [line.entry.event for line in table.log()][-1] == Cheated(0, ("13",))
    table.undo()
    table.make_remark(Cheated(0, ("13t",)))
    assert table.state.players[0].discard == ("3r", "13t")
    table.undo()
    assert table.state.players[0].discard == ("3r",)


async def test_any_phone_may_be_the_camera_of_a_flip(table: Table, library: Library) -> None:
    """X-01: dice may be entered from any device, and so may cards that lie on the table."""
    watcher = DeviceRole(is_spectator=True)
    table.answer(table.prompt_id, FlippedTogether((0, 1), ("7r", "12c")), watcher, source="camera")
    assert [event for _, event in flips(table)] == [FlippedTogether((0, 1), ("7r", "12c"))]


async def test_hands_free_a_flip_leads_to_the_next(
    table: Table, library: Library, reader: FilmReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Level cards are flipped again without a touch; a ring lets the question of soulstones pass."""
    table.adjust("seat.0.stones", 1)
    library.hands_free.enable_for(table.match.id, True)
    phone, film = await at(table, library, reader)
    await film.shows(SEVEN, replace(QUEEN, rank=7))
    assert table.state.players[0].flip == "7r"
    film.cards = ()
    await film.shows(replace(SEVEN, rank=9), QUEEN)
    assert [event for _, event in flips(table)] == [
        FlippedTogether((0, 1), ("7r", "7c")),
        FlippedTogether((0, 1), ("9r", "12c")),
    ]
    assert table.table_state.next_pass(frozenset(), HOST_ROLE) == Kept((0,))
    assert any("9 of rams, 12 of crows" in name for name in phone.names()), "the ring tells the flips"


# --- a phone's own camera ----------------------------------------------------------------------------------------

BOTH = table_cards("rmtc", (0, 1))


@pytest.mark.parametrize("is_page", [False, True])
async def test_a_phone_reads_the_flips_of_all(
    reader: FilmReader, monkeypatch: pytest.MonkeyPatch, is_page: bool
) -> None:
    """The viewfinder names whose card is which; the page's own reader gets the same question, and answers in JSON."""
    if is_page:
        read_as_a_page(monkeypatch)
    reader.on_film = (SEVEN,)
    lens = Lens([*still(0.6), *flipped((SEVEN,)), *still(0.4, (SEVEN,))])
    sheet = await Sheet().look(BOTH, lens, monkeypatch, names=("Nuria", "Hugo"))
    await sheet.sees("Solo veo 1 carta en vez de 2.", "Nuria", "Hugo", "?")
    reader.on_film = (SEVEN, QUEEN)
    lens.shows([*flipped((QUEEN,), (SEVEN,)), *still(0.4, (SEVEN, QUEEN))])
    await sheet.throws(7, 3 * 13 + 12)
    assert BOTH.values_of(sheet.thrown[0]) == ("7r", "12c")
    assert sheet.pictures[0]


async def test_a_card_that_is_laid_on_another_is_a_new_one(reader: FilmReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """The discard pile looks much the same below the next card; what is read of it does not."""
    reader.on_film = (SEVEN,)
    sheet = await Sheet().look(
        table_cards("rmtc"), Lens([*still(0.6), *flipped((SEVEN,)), *still(0.4, (SEVEN,))]), monkeypatch
    )
    await sheet.throws(7)
    await sheet.until(lambda: "Leer otra vez" in sheet.names())
    await sheet.tap("Leer otra vez")
    await sheet.sees("Estas cartas ya están contadas: voltea.")
    eight = replace(SEVEN, rank=8)
    reader.on_film = (SEVEN, eight)
    sheet.thrown.clear()
    reader.on_film = (eight,)
    sheet.lens.shows([*flipped((eight,), (SEVEN,)), *still(0.4, (SEVEN, eight))])
    await sheet.throws(8)


async def test_a_card_of_the_hand_is_read_on_the_flip(reader: FilmReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever cheats lays it on the flip, which lies there already."""
    reader.on_film = (SEVEN,)
    hand = held_card("rmtc")
    sheet = await Sheet().look(hand, Lens([*still(0.6), *flipped((SEVEN,)), *still(0.4, (SEVEN,))]), monkeypatch)
    await sheet.throws(7)
    await sheet.until(lambda: "Leer otra vez" in sheet.names())
    await sheet.tap("Leer otra vez")
    await sheet.sees("Estas cartas ya están contadas: pon encima la de la mano.")


async def test_cards_are_typed_by_their_numbers(reader: FilmReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a camera: a number for each, without its suit; nobody flips a card of the app's here."""
    sheet = await Sheet().look(BOTH, Lens([*still(0.6)]), monkeypatch, names=("Nuria", "Hugo"))
    assert "Tirar por mí" not in sheet.names()
    await sheet.tap("Escribirlas")
    await sheet.tap("un 7")
    await sheet.tap("el comodín rojo")
    await sheet.tap("Es Nuria: un 7 · Hugo: el comodín rojo")
    assert BOTH.values_of(sheet.thrown[0]) == ("7", "red")


def read_as_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyse frames as a page does: each task pickled, its answer in JSON, none of the app's objects shared."""

    async def run(lane: Any, page: ft.Page, task: Any, *args: Any) -> Any:
        return pool.checked_answer(task, tasks.answer_job(pickle.dumps(partial(task, *args))))

    monkeypatch.setattr(live_reader, "IS_PAGE", True)
    monkeypatch.setattr(live_reader, "run_task_in_turn", run)
