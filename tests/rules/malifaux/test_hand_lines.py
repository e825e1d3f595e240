"""Every physical move of the rule text has a line: the table ``hand_lines.toml`` against scenes and random play."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.match.latest import hand_lines
from companion.match.log import LogLine, make_log_line
from companion.storage.records import Entry
from rules.engine import Event, Text, apply, start
from rules.malifaux.game import GAME
from rules.malifaux.model.events import Spent
from rules.registry import GAMES
from tests.support.games.malifaux import MalifauxTable
from tests.support.games.table import english
from tests.support.ledger.audit import Audit, audit, follow
from tests.support.ledger.base import BANKS, name
from tests.support.random_play import Seeded, move, sit_down

ROWS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("hand_lines.toml").read_text("utf-8"))["line"]
WALKS, STEPS = 12, 90
REPORTED = {"Mustered", "Joined", "FactSet", "Adjusted"}
"""Events with which people say what lies there already."""


class Listening(MalifauxTable):
    """A table that keeps what it is told: tasks, kinds of numbers that moved, questions, by their English keys."""

    def __init__(self, *names: str, **rulings: str) -> None:
        super().__init__(*names, **rulings)
        self.told: dict[str, set[str]] = {"task": set(), "number": set(), "question": set()}

    def _apply(self, event: Event) -> None:
        assert isinstance(self.asked.title, Text)
        self.told["question"].add(self.asked.title.key)
        super()._apply(event)
        self.told["task"] |= {note.task.key for note in self.notes if note.task is not None}
        keys = (change.key.split(".") for note in self.notes for change in note.changes)
        self.told["number"] |= {".".join(part for part in key if not part.isdigit()) for key in keys}


@cache
def scene() -> dict[str, set[str]]:
    """What a scripted encounter of five turns with the table's own decks tells."""
    t = Listening().sets_out((3, 3), ({"Rasputina": 12}, {"Seamus": 4})).spends("Ana").keep("Beto")
    t.flip("7", "7", "3", "9").spends("Ana").flip("11").keep().goes()
    t.afflicted("Seamus", "burning", 4).all_activated().no_more_points()
    t.by_hand("Ana", "size", 1).turns(5).no_more_points().flip("12")
    return t.told


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["moves"])
def test_every_row_is_told_in_a_scene(row: dict[str, Any]) -> None:
    """Each move of the table is told by its line, its number or its question in a scripted encounter."""
    [kind] = {"task", "number", "question"} & row.keys()
    assert row[kind] in scene()[kind]
    assert row["rule"] in GAME.rulebook
    assert kind != "number" or row[kind] in GAME.hand_moves


def played(seed: int) -> Iterator[Any]:
    """The states of a random match."""
    chance = Seeded(seed)
    state = sit_down(chance, GAME)
    for _ in range(STEPS):
        state = apply(GAME, state, move(chance, GAME, state))
        yield state


def test_every_task_of_random_play_is_in_the_table() -> None:
    """No note of random play has a task that the table does not list, with its rule."""
    told = {
        (note.task.key, note.rule)
        for seed in range(WALKS)
        for state in played(seed)
        for note in state.notes
        if note.task is not None
    }
    known = {row["task"] for row in ROWS if "task" in row}
    assert {key for key, _ in told} <= known
    assert len(told) > 3


def test_every_move_of_the_ledger_is_a_number_that_changed() -> None:
    """What the ledger moves without a report of the table stands in a note of that very answer.

    Cards are not among it: the ledger moves those of the app's decks alone, which no hand moves.
    """
    checked = 0
    for seed in range(WALKS):
        _, walk = audit(Seeded(seed), "malifaux", STEPS)
        ledger, log = walk.ledger(), list[Any]()
        state = start(GAMES["malifaux"], ("Ana", "Beto", "Cira", "Dani")[: walk.seats], walk.rulings)
        for step in walk.steps:
            state = state if step.event is None else apply(GAME, state, step.event)
            if not follow(ledger, step, log, Audit()):
                break
            if name(step.event) in REPORTED:
                continue
            told = {change.key for note in state.notes for change in note.changes}
            for moved in ledger.moves:
                places = {place for place in (moved.source, moved.target) if place not in BANKS}
                keys = {f"{place}.{moved.thing}" for place in places}
                if moved.rule == "opening" or moved.thing == "cards" or any(map(ledger.skips, keys)):
                    continue
                assert keys <= told, (step.event, str(moved), state.notes)
                checked += 1
    assert checked > 50


def test_the_draw_phase_is_one_line_in_the_order_in_which_hands_work() -> None:
    """MX L25-35: shuffle, discard, draw; at the end of a turn the line of all says it in that order."""
    t = MalifauxTable().sets_out(crews=({"Rasputina": 12}, {"Seamus": 4})).turns(1)
    before = t.s
    t.no_more_points()
    [line] = hand_lines(GAME, [made(before, t)], t.s.seats)
    assert [english(task) for task in line.tasks] == [
        "Everybody shuffles the discard pile back into the deck; hands stay aside",
        "Everybody may discard any number of cards",
        "Everybody draws up to 6 cards",
        "Whoever has too many cards discards down to the maximum",
    ]


def test_a_soulstone_is_spent_then_drawn_for() -> None:
    """MX L37, L39: who spends one draws two, and discards as many as are too many."""
    t = MalifauxTable().sets_out((1,), ({"Rasputina": 12}, {"Seamus": 4}))
    before = t.s
    t.spends("Ana")
    [line] = hand_lines(GAME, [made(before, t)], t.s.seats)
    assert line.seat == 0
    assert [english(task) for task in line.tasks] == ["spend 1 soulstone", "draw 2 cards", "discard down to 6 cards"]


def made(before: Any, t: MalifauxTable) -> LogLine:
    """The line of the log that led from that state to the present one."""
    return make_log_line(GAME, before, Entry(1, 0.0, "host", 1, None, Spent(0)), t.s)
