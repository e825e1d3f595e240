"""Changes of every kind at an open table, one after the other, for the screens that follow it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from typing import NoReturn

from companion.access.visitor import Visitor
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import StaleAnswerError, Table
from companion.stats.timing import CLOCK_SETTING
from companion.ui.design.preferences import Preferences
from rules.engine import Refused, Text, examples
from tests.support.playthrough import _answer
from tests.support.ui.guests import invited
from tests.support.ui.table_device import STILL, Device

ORDER = (
    *("answer", "number", "answer", "undo", "redo", "number", "fact", "answer", "seat", "online", "jump", "width"),
    *("answer", "text", "undo_entry", "offline", "language", "ruling", "number", "asleep", "leave", "clock", "remark"),
    *("undo", "answer", "role"),
)
"""The kinds of changes, each with a method of ``Changes``."""
WIDTHS = ((844, 390), (1100, 820), (320, 640), (390, 844))
TEXTS = (Preferences(text="largest", motion="less"), Preferences(letters=0.8, motion="less"), STILL)


class Changes:
    """Changes at a table that any device may make, and those of the ``devices`` that show it."""

    def __init__(self, table: Table, library: Library, *devices: Device) -> None:
        self.table, self.library, self.devices = table, library, devices
        self.chance = random.Random(3)
        self.done: Counter[str] = Counter()
        self._visitor: Visitor = invited(library, table)
        self._ends: list[Callable[[], None]] = []
        self._widths, self._texts = cycle(WIDTHS), cycle(TEXTS)
        self._languages = cycle(("es", "en"))

    async def make(self, kind: str) -> None:
        """Make a change of that kind; one that the rules refuse changes nothing."""
        try:
            made = getattr(self, f"_{kind}")()
            if made is not None:
                await made
        except (Refused, StaleAnswerError):
            return
        self.done[kind] += 1

    def _refuse(self) -> NoReturn:
        raise Refused("X-09", Text("There is nothing of that kind now."))

    def _answer(self) -> None:
        if self.table.prompt is None:
            self._refuse()
        self.table.answer(self.table.prompt_id, _answer(self.table.game, self.table.state, self.chance))

    def _number(self) -> None:
        trackers = self.table.table_state.trackers
        self.table.adjust(self.chance.choice(trackers).key, self.chance.choice((1, 1, -1)))

    def _fact(self) -> None:
        fact = self.chance.choice(self.table.table_state.facts or self._refuse())
        self.table.set_fact(self.chance.choice(list(islice(examples(fact.template), 40))))

    def _remark(self) -> None:
        remark = self.chance.choice(self.table.table_state.remarks or self._refuse())
        self.table.make_remark(next(iter(examples(remark.template))))

    def _undo(self) -> None:
        self.table.undo()

    def _redo(self) -> None:
        self.table.redo()

    def _undo_entry(self) -> None:
        standing = [line.entry.seq for line in self.table.log() if line.is_in_effect]
        self.table.undo_to_entry(standing[-2])

    def _jump(self) -> None:
        self.table.jump_to(self.chance.choice(self.table.game.positions).rule)

    def _ruling(self) -> None:
        switch = self.chance.choice(self.table.game.switches)
        self.table.set_ruling(switch.key, self.chance.choice(switch.choices)[0])

    def _seat(self) -> None:
        self.library.guests.take_seat(self._visitor, self.table.match.id, 1)

    def _online(self) -> None:
        self._ends.append(self.library.guests.register_connection(self._visitor, lambda *reason: None))

    def _offline(self) -> None:
        self._ends.pop()()

    def _leave(self) -> None:
        self.library.guests.leave_table(self._visitor, self.table.match.id)

    def _clock(self) -> None:
        self.library.settings.save(f"{CLOCK_SETTING}.{self.table.match.id}", "on")
        self.table.notify()

    async def _width(self) -> None:
        size = next(self._widths)
        for device in self.devices:
            await device.turn_to(*size)

    async def _text(self) -> None:
        preferences = next(self._texts)
        for device in self.devices:
            await device.change(preferences=preferences)

    async def _language(self) -> None:
        language = next(self._languages)
        for device in self.devices:
            await device.change(language=language)

    async def _asleep(self) -> None:
        for device in self.devices:
            await device.sleep()
        try:
            self._answer()
            self._number()
        finally:
            for device in self.devices:
                await device.wake()

    async def _role(self) -> None:
        for device in self.devices:
            role = DeviceRole(is_spectator=True) if device.role == HOST_ROLE else HOST_ROLE
            await device.change(role=role)
