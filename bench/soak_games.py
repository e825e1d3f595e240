"""Long games on the real table with saves.

Random tables of each game, with many entries each: answers, remarks, corrections, steps, rulings, undo and redo, on a
real file that is closed and opened again now and then. The laws are checked meanwhile: one prompt or an outcome; an
offered answer is taken, any other is refused with a rule; undo and redo are exact; the state is the fold of the log;
the reopened file has the same. A finished game is resumed by an undo or followed by another. Printed is the memory: a
table holds its log, so it grows with it; what closed tables leave behind would be a leak.
"""

from __future__ import annotations

import ctypes
import gc
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import click
import numpy as np

from bench.soak import resident
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import StaleAnswerError, Table
from companion.match.undo import lines_in_effect
from companion.storage.matches import Storage
from rules.engine import (
    Adjusted,
    Event,
    FactSet,
    Game,
    Refused,
    Ruled,
    WentTo,
    apply,
    apply_unchecked,
    legal_events,
    prompt,
)
from rules.registry import GAMES
from tests.support.laws import mutants
from tests.support.random_play import NAMES, Seeded, move

HOST = DeviceRole(is_host=True)
EVENTS = 2_000
REOPENED, FOLDED, OFFERED, WEIGHED = 200, 500, 40, 100
"""Entries between reopening the file, folding the log, trying offers, and weighing memory."""
WARM = 2
"""Tables after which everything is loaded that stays loaded."""


@dataclass
class Soaked:
    """The results of one run of many entries, perhaps over several games."""

    entries: int = 0
    games: int = 0
    opened: int = 0
    undone: int = 0
    refused: int = 0
    weights: list[tuple[int, float]] = field(default_factory=list)
    """(entries so far, megabytes) of the process."""

    @property
    def slope(self) -> float | None:
        """Megabytes per thousand entries after the warm-up; None for a run that is too short."""
        late = [weight for weight in self.weights if weight[0] >= self.entries / 4]
        return 1000 * float(np.polyfit(*zip(*late, strict=True), 1)[0]) if len(late) > 2 else None


def soak(game: Game[Any], seed: int, events: int = EVENTS) -> Soaked:
    """Play that many entries in a folder of its own; ``AssertionError`` for a broken law."""
    done, chance = Soaked(), Seeded(seed)
    with tempfile.TemporaryDirectory() as folder:
        while done.entries < events:
            played(game, chance, Path(folder), events, done)
            done.games += 1
    return done


def played(game: Game[Any], chance: Seeded, folder: Path, events: int, done: Soaked) -> None:
    """One game, until it ends or there were enough entries."""
    storage = Storage(folder)
    try:
        table = sit_down(Library(storage, {game.key: game}), game, chance)
        while done.entries < events and goes_on(table, chance):
            before = done.entries, table.table_state.seq
            act(table, chance, done)
            one_question_or_an_outcome(table)
            done.entries += table.table_state.seq - before[1]
            due = lambda each: done.entries // each > before[0] // each  # noqa: B023, E731
            if due(OFFERED):
                the_offered_is_taken(table, chance)
            if due(FOLDED):
                the_log_is_the_game(table)
            if due(WEIGHED):
                done.weights.append((done.entries, weighed()))
            if due(REOPENED):
                storage, table = opened_again(storage, table)
                done.opened += 1
        the_log_is_the_game(table)
    finally:
        storage.close()


def sit_down(library: Library, game: Game[Any], chance: Seeded) -> Table:
    """A table with random players and settings, without modes for other player numbers."""
    settled = [switch for switch in game.switches if switch.group in ("mode", "follow", "rules")]
    while True:
        rulings = tuple((switch.key, chance.choose(switch.choices)[0]) for switch in settled)
        with suppress(Refused):
            return library.matches.create(game.key, NAMES[: chance.choose(game.player_counts)], rulings)


def goes_on(table: Table, chance: Seeded) -> bool:
    """Whether the game goes on; a finished one is sometimes undone."""
    if table.state.outcome is not None and chance.number(0, 3):
        table.continue_match(HOST)
        table.undo(HOST)
    return table.state.outcome is None


# --- actions at a table ------------------------------------------------------------------------------------------


def act(table: Table, chance: Seeded, done: Soaked) -> None:
    """An answer, a remark or a correction, mostly; now and then an undo, perhaps a redo."""
    before = table.state
    try:
        do(table, move(chance, table.game, table.state))
    except (Refused, StaleAnswerError):  # the deck has dealt other cards, or nobody may answer that now
        done.refused += 1
        return
    if chance.number(0, 7) == 0:
        taken_back(table, chance, before)
        done.undone += 1


def do(table: Table, event: Event) -> None:
    """Apply it by the table's method for its kind."""
    match event:
        case Adjusted(key=key, by=by):
            table.adjust(key, by, HOST)
        case FactSet():
            table.set_fact(event, HOST)
        case WentTo(rule=rule):
            table.jump_to(rule, HOST)
        case Ruled(switch=switch, choice=choice):
            table.set_ruling(switch, choice, HOST)
        case _ if isinstance(event, table.game.remark_events):
            table.make_remark(event, HOST)
        case _:
            table.answer(table.prompt_id, event, HOST)


def taken_back(table: Table, chance: Seeded, before: Any) -> None:
    """Undo leads to the state before, redo to the one after; sometimes far back, without redo."""
    after, series = table.state, table.open_adjustment is not None
    table.undo(HOST)
    assert series or table.state == before, "undo leads elsewhere"
    if chance.number(0, 1):
        table.redo(HOST)
        assert table.state == after, "redo leads elsewhere"
    elif chance.number(0, 3) == 0:
        line = chance.choose([line for line in table.log(HOST) if line.is_in_effect][-20:] or [None])
        if line is not None:
            with suppress(StaleAnswerError, Refused):
                table.undo_to_entry(line.entry.seq, HOST)


# --- the laws ----------------------------------------------------------------------------------------------------


def one_question_or_an_outcome(table: Table) -> None:
    """There is a prompt or an outcome, never both or neither, and no automatic step is left."""
    asked = prompt(table.state)
    assert (asked is None) == (table.state.outcome is not None)
    assert asked is None or (asked.choices and asked.seats)
    assert table.unsaved_work is None


def the_offered_is_taken(table: Table, chance: Seeded) -> None:
    """Some offers are taken; a wrong answer is refused with a rule; the state is not mutated."""
    before, state, game = repr(table.state), table.state, table.game
    offered = legal_events(state)
    for event in offered[:: max(1, len(offered) // 8)]:
        apply(game, state, event)
    for event in mutants(chance.choose(offered)) if offered else ():
        rule = refusal(game, state, event)
        assert rule in game.rulebook or rule.startswith("X-"), f"taken though not offered: {event}"
    assert repr(state) == before


def refusal(game: Game[Any], state: Any, event: Event) -> str:
    """The rule id of the refusal, or None if the answer is taken."""
    try:
        apply(game, state, event)
    except Refused as refused:
        return refused.rule
    return ""


def the_log_is_the_game(table: Table) -> None:
    """The state is the fold of the entries in effect."""
    story = table.match_record
    state = story.first_state
    for line in lines_in_effect(story.lines):
        state = apply_unchecked(table.game, state, line.entry.event)
    assert state == table.state, "the log is not the game"


def opened_again(storage: Storage, table: Table) -> tuple[Storage, Table]:
    """The file reopened as by another program: the same state, prompt and log."""
    digest = storage.codec(table.game).digest
    seen = (digest(table.state), table.prompt_id, table.table_state.seq, len(table.log(HOST)))
    folder, id, games = storage.database.path.parent, table.match.id, {table.game.key: table.game}
    storage.close()
    storage = Storage(folder)
    table = Library(storage, games).matches.open(id)
    assert table.warning is None, table.warning
    assert (digest(table.state), table.prompt_id, table.table_state.seq, len(table.log(HOST))) == seen, (
        "another game is there"
    )
    return storage, table


# --- memory ------------------------------------------------------------------------------------------------------


def weighed() -> float:
    """Megabytes of this process after garbage collection."""
    gc.collect()
    with suppress(OSError, AttributeError):  # where the C library has it
        ctypes.CDLL(None).malloc_trim(0)
    return resident()


def figures(events: int, tables: int, kinds: Sequence[str] = tuple(GAMES)) -> Iterator[tuple[str, str]]:
    """For each kind of game: entries played, memory meanwhile, and what closed tables leave."""
    for kind in kinds:
        begun, every, left = time.perf_counter(), list[Soaked](), list[float]()
        for seed in range(tables):
            every.append(soak(GAMES[kind], seed, events))
            left.append(weighed())
        yield f"{kind}: random entries, every law kept", f"{totals(every)}; {time.perf_counter() - begun:.0f} s"
        slopes = [one.slope for one in every if one.slope is not None]
        if slopes:
            yield (
                f"{kind}: memory for 1,000 entries more, in play",
                f"{median(slopes):+.2f} MB (median of {len(slopes)})",
            )
        if tables > WARM + 2:
            grown = np.polyfit(range(len(left) - WARM), left[WARM:], 1)[0] * 1000 / events
            yield f"{kind}: memory for 1,000 entries more, once closed (goal 0)", f"{grown:+.3f} MB"


def totals(every: Sequence[Soaked]) -> str:
    """The run in numbers."""
    total = {name: sum(getattr(one, name) for one in every) for name in ("entries", "games", "opened", "undone")}
    return "{entries:,} in {games} games, {opened} times opened again, {undone} undone".format(**total)


@click.command(help=__doc__)
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Choice(tuple(GAMES)))
@click.option("--events", default=EVENTS, show_default=True, help="entries at each table")
@click.option("--tables", default=10, show_default=True, help="tables of each game")
def main(games: tuple[str, ...], events: int, tables: int) -> None:
    """Play and print the figures as they come."""
    for what, figure in figures(events, tables, games or tuple(GAMES)):
        print(f"{what:<70} {figure}", flush=True)


if __name__ == "__main__":
    main()
