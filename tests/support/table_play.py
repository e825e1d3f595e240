"""Random play at a table of the companion: answers, corrections, undo and redo."""

from __future__ import annotations

import random
from contextlib import suppress

from companion.match.roles import Chair
from companion.match.table import Late, Table
from rules.engine import Refused, examples
from rules.registry import GAMES
from tests.toy.counting import GAME as COUNTING

SHELF = {**GAMES, COUNTING.key: COUNTING}


NAMES = ("Ana", "Bea", "Čeda", "{d}")


CHAIRS = (Chair(0, host=True), Chair(1, host=True), Chair(host=True))


def stroll(table: Table, chance: random.Random, steps: int) -> None:
    """Answer at random, correct at random, take back at random."""
    for _ in range(steps):
        kind = chance.random()
        with suppress(Refused, Late):
            if kind < 0.08:
                tracker = chance.choice(table.now.trackers)
                table.adjust(tracker.key, chance.choice((-1, 1)), chance.choice(CHAIRS))
            elif kind < 0.12:
                switch = chance.choice(table.game.switches)
                table.rule(switch.key, chance.choice(switch.choices)[0])
            elif kind < 0.14:
                table.go(chance.choice(table.game.places).rule)
            elif kind < 0.2:
                table.undo()
            elif kind < 0.23:
                table.redo()
            elif kind < 0.25 and table.log():
                table.reopen(chance.choice(table.log()[-12:]).entry.seq)
            elif kind < 0.28 and table.now.remarks:
                table.say(chance.choice(list(examples(chance.choice(table.now.remarks).does))))
            elif table.prompt is not None:
                usual = [choice for choice in table.prompt.choices if choice.role in ("usual", "leave")]
                offered = usual if usual and kind < 0.7 else table.prompt.choices
                event = chance.choice(list(examples(chance.choice(offered).does)))
                table.answer(table.prompt_id, event, chance.choice(CHAIRS))
