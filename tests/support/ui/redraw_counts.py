"""How many controls a change builds and compares on a phone that shows a table."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import IdCounter
from flet.controls.object_patch import DiffBuilder

from companion.match.table import Table
from rules.engine import Refused
from tests.support.playthrough import _answer
from tests.support.ui.table_device import Device


@dataclass
class Work:
    """Controls that were constructed, and pairs of different controls that were compared."""

    built: int = 0
    compared: int = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Count the controls that are built and compared."""
    work, number, compare = Work(), IdCounter.next, DiffBuilder._compare_dataclasses

    def next_number(counter: IdCounter) -> int:
        work.built += 1
        return number(counter)

    def compared(builder: DiffBuilder, parent: Any, path: Any, src: Any, dst: Any, frozen: bool) -> None:
        work.compared += src is not dst and isinstance(dst, BaseControl)
        compare(builder, parent, path, src, dst, frozen)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IdCounter, "next", next_number)
        patch.setattr(DiffBuilder, "_compare_dataclasses", compared)
        yield work


async def play(device: Device, steps: int) -> dict[str, list[Work]]:
    """Play on, numbers and answers in turn, and return the work for each change by its kind."""
    work_by_kind: dict[str, list[Work]] = defaultdict(list)
    chance, table = random.Random(3), device.table
    for step in range(steps):
        if table.prompt is None:
            break
        with counted() as work:
            try:
                kind = _number(table, chance) if step % 2 else _next(table, chance)
            except Refused:
                continue
            await device.phone.settle()
        work_by_kind[kind].append(work)
    return work_by_kind


def _number(table: Table, chance: random.Random) -> str:
    keys = [tracker.key for tracker in table.table_state.trackers if tracker.seat is not None]
    table.adjust(chance.choice(keys), 1)
    return "number"


def _next(table: Table, chance: random.Random) -> str:
    """Answer, and return whether it was a pass."""
    event = _answer(table.game, table.state, chance)
    table.answer(table.prompt_id, event)
    return "pass" if type(event).__name__ == "Passed" else "answer"  # each game has its own pass


def run(device: Device, steps: int) -> dict[str, list[Work]]:
    """Show the device, play on, and return the work."""

    async def journey() -> dict[str, list[Work]]:
        await device.show()
        try:
            return await play(device, steps)
        finally:
            device.leave()

    return asyncio.run(journey())
