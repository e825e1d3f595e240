"""A report of a moment: one file with version, settings, latest steps and situation, without names and secrets."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion import VERSION
from companion.exchange.report import MAX_STEPS, Report, report_moment
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.situation.document import MAX_LENGTH
from companion.situation.reader import extract_text, load
from companion.storage.codec import Codec
from companion.ui.screens.read.situation import lines_before
from rules.engine import FactSet, Refused, apply, start
from rules.registry import GAMES
from tests.support.random_play import Seeded, move
from tests.support.records import record_of, story
from tests.support.stored_matches import EN, ES, play_on_phone, start_match
from tests.support.table_play import stroll
from tests.support.ui.app import App
from tests.toy.counting import Named

STORIES = (
    "boss_monster-four",
    "darkmoor-three-lords",
    "four_souls-two-players",
    "king_of_tokyo-three",
    "malifaux-own-decks-three",
)
PEOPLE = ("Zacarías", "Ünal Ñu", "maria.jose", "O’Neil")


@cache
def played(name: str) -> tuple[Any, Any]:
    """A committed match, with other people at the table."""
    game, told = story(name)
    seats = PEOPLE[: len(told.match.seats)]
    return game, record_of(game, seats, told.match.rulings, [line.entry.event for line in told.lines])


def reported(name: str, *, with_names: bool = False, translate: Any = ES) -> tuple[Any, Any, Report]:
    """A committed match and the report of its last moment."""
    game, record = played(name)
    return game, record, report_moment(record, record.last_state, Codec(game), translate, with_names=with_names)


@pytest.mark.parametrize("name", STORIES)
def test_a_report_opens_at_the_same_question(name: str) -> None:
    """The file is a situation: imported it has the same state, but for the people."""
    _, record, report = reported(name)
    _, state = load(extract_text(report.text.encode()), GAMES, lambda one: Codec(one))
    assert state.seats == tuple(f"Jugador {n}" for n in range(1, len(record.match.seats) + 1))
    same = replace(record.last_state, seats=state.seats, notes=())
    assert state == same
    assert len(report.text) <= MAX_LENGTH


@pytest.mark.parametrize("name", STORIES)
def test_a_report_names_nobody_unless_that_is_wanted(name: str) -> None:
    """Neither the file nor its name has a player's name, in no language; with names it has them."""
    for translate in (ES, EN):
        _, record, report = reported(name, translate=translate)
        assert [who for who in record.match.seats if who in report.text or who in report.name] == []
    _, record, report = reported(name, with_names=True)
    assert [who for who in record.match.seats if who not in report.text] == []
    assert not any(who in report.name for who in record.match.seats)


def test_a_report_says_version_settings_and_the_latest_steps() -> None:
    """The latest twenty steps with their notes and events, above them version, game and settings."""
    game, record, report = reported("king_of_tokyo-three")
    lines = report.text.splitlines()
    assert lines[0] == f"# Sobremesa {VERSION} · King of Tokyo · king_of_tokyo {game.version} ({game.version})"
    assert lines[1].startswith("# Ajustes: ")
    steps = [line for line in lines if line.startswith("# ") and " · 22:" in line]
    assert [int(line.split()[1]) for line in steps] == [line.entry.seq for line in record.lines[-MAX_STEPS:]]
    assert any("Jugador 3" in line for line in lines)
    assert sum('"type":' in line for line in lines) == MAX_STEPS


def test_names_that_people_wrote_are_numbers_too() -> None:
    """A name within a fact that somebody wrote is replaced in steps and situation."""
    game, told = story("malifaux-own-decks-three")
    model = told.last_state.players[0].crew[0].id
    events = [*(line.entry.event for line in told.lines), FactSet(f"model.{model}.name", "Gólem de Zacarías")]
    record = record_of(game, PEOPLE[:3], told.match.rulings, events)
    report = report_moment(record, record.last_state, Codec(game), ES, with_names=False)
    assert "Gólem de Jugador 1" in report.text
    assert "Zacarías" not in report.text


@pytest.mark.parametrize("key", GAMES)
def test_any_moment_can_be_reported(key: str) -> None:
    """Random play of every game: each report is within the limit and opens."""
    game = GAMES[key]
    state, events = start(game, PEOPLE[:2]), list[Any]()
    for seed in range(60):
        event = move(Seeded(seed), game, state)
        with suppress(Refused):
            state = apply(game, state, event)
            events.append(event)
    record = record_of(game, PEOPLE[:2], (), events)
    report = report_moment(record, record.last_state, Codec(game), EN, with_names=False)
    assert len(events) > 20
    assert len(report.text) <= MAX_LENGTH
    load(extract_text(report.text.encode()), GAMES, lambda one: Codec(one))


def test_secrets_of_others_are_in_no_report(library: Library) -> None:
    """While another seat has a secret the steps tell what everybody may read, and the situation is left out."""
    table = library.matches.create("counting", ("Ana", "Bea"), (("secrets", "on"),))
    table.answer(table.prompt_id, Named(1, 4711), DeviceRole(1))
    table._load_claimed_seats = lambda: frozenset({1})
    table._memo = (None, {})
    view = table.view(HOST_ROLE)
    record = replace(view.record(table.match), lines=view.log)
    report = report_moment(record, None, library.storage.codec(table.game), EN, with_names=True)
    assert "4711" not in report.text
    assert "The situation is left out: other players have secrets." in report.text


def test_an_earlier_moment_has_the_steps_before_it(library: Library) -> None:
    """What came after the reported moment is not in its report."""
    table = start_match(library)
    line = table.log()[1]
    assert [one.entry.seq for one in lines_before(table.log(), line.entry.seq)] == [1]
    assert lines_before(table.log(), None) == table.log()


def test_a_report_is_saved_on_a_phone(library: Library) -> None:
    """The page that shares a moment saves its report, with the names only if that is wanted."""
    table = library.matches.create("king_of_tokyo", ("Zacarías", "Ünal"))
    stroll(table, random.Random(3), 12)
    kept: list[tuple[str, str]] = []

    async def scene(phone: App) -> None:
        phone.answering.replies["save_file"] = lambda body: kept.append(
            (body.args["file_name"], body.args["src_bytes"].decode())
        )
        await phone.sees("Informar de este momento", "Con los nombres")
        await phone.tap("Informar de este momento")
        for _ in range(100):
            await phone.wait()
            if kept:
                break

    play_on_phone(library, scene, f"/t/{table.match.id}/situation")
    ((name, text),) = kept
    assert name.startswith("sobremesa-report-king_of_tokyo-")
    assert "Zacarías" not in text
    assert load(extract_text(text.encode()), GAMES, lambda one: Codec(one))[1].seats == ("Jugador 1", "Jugador 2")
