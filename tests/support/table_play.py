"""Random play at a table of the companion: answers, corrections, undo and redo."""

from __future__ import annotations

import random
from contextlib import suppress

from companion.match.roles import DeviceRole
from companion.match.table import StaleAnswerError, Table
from rules.engine import Refused, examples
from rules.registry import GAMES
from tests.toy.counting import GAME as COUNTING

SHELF = {**GAMES, COUNTING.key: COUNTING}


NAMES = ("Ana", "Bea", "Čeda", "{d}")


CHAIRS = (DeviceRole(0, is_host=True), DeviceRole(1, is_host=True), DeviceRole(is_host=True))


def stroll(table: Table, chance: random.Random, steps: int) -> None:
    """Take random actions: answers, corrections, rulings, jumps, undo and redo."""
    for _ in range(steps):
        kind = chance.random()
        with suppress(Refused, StaleAnswerError):
            if kind < 0.08:
                tracker = chance.choice(table.table_state.trackers)
                table.adjust(tracker.key, chance.choice((-1, 1)), chance.choice(CHAIRS))
            elif kind < 0.12:
                switch = chance.choice(table.game.switches)
                table.set_ruling(switch.key, chance.choice(switch.choices)[0])
            elif kind < 0.14:
                table.jump_to(chance.choice(table.game.positions).rule)
            elif kind < 0.2:
                table.undo()
            elif kind < 0.23:
                table.redo()
            elif kind < 0.25 and table.log():
                table.undo_to_entry(chance.choice(table.log()[-12:]).entry.seq)
            elif kind < 0.28 and table.table_state.remarks:
                table.make_remark(chance.choice(list(examples(chance.choice(table.table_state.remarks).template))))
            elif table.prompt is not None:
                usual = [choice for choice in table.prompt.choices if choice.role in ("default", "exit")]
                offered = usual if usual and kind < 0.7 else table.prompt.choices
                event = chance.choice(list(examples(chance.choice(offered).template)))
                table.answer(table.prompt_id, event, chance.choice(CHAIRS))
