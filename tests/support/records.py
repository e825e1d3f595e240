"""Committed matches as match records: an entry every ten seconds, all by the host."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.match.log import LogLine, make_log_line
from companion.match.match_state import MatchRecord
from companion.storage.matches import Match
from companion.storage.records import Entry
from rules.engine import Adjusted, FactSet, Game, Ruled, WentTo, apply, prompt_id, start
from tests.support import playthrough

BEGAN, APART = 1_700_000_000.0, 10.0
"""The start of each match, and the seconds between two entries."""
DOORS = (Adjusted, FactSet, WentTo, Ruled)
"""Events that answer no prompt."""


def story(name: str) -> tuple[Game[Any], MatchRecord]:
    """The committed match of that name, played again."""
    path = next(path for path in playthrough.committed() if path.stem == name)
    game = playthrough.game_of(path)
    return game, record_of(game, *playthrough.read(game, path.read_text("utf-8")))


def record_of(
    game: Game[Any], seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...], events: Iterable[Any]
) -> MatchRecord:
    """The match of these events."""
    first = state = start(game, seats, rulings)
    lines: list[LogLine] = []
    states = []
    for n, event in enumerate(events, 1):
        asked = None if isinstance(event, (*game.remark_events, *DOORS)) else f"0.{prompt_id(state)}"
        after = apply(game, state, event)
        lines.append(make_log_line(game, state, Entry(n, BEGAN + APART * n, "host", n, asked, event), after))
        states.append(after)
        state = after
    end = BEGAN + APART * len(lines)
    match = Match("a-match", game.key, game.version, seats, rulings, BEGAN, end, len(lines), end)
    return MatchRecord(match, 0, first, tuple(lines), state, tuple(states))
