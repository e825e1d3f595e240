"""A process that is killed while it writes."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from companion.storage.matches import Storage
from rules.engine import Rolled
from tests.support.paths import ROOT
from tests.support.saved_games import opened

pytestmark = pytest.mark.landing

PLAYER = """
import sys
from pathlib import Path
from tests.support.device_seats import ANA
from tests.toy.counting import GAME, Cheered, Stayed
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import Rolled
library = Library(Storage(Path(sys.argv[1])), {GAME.key: GAME})
matches = library.matches.all()
begin = lambda: library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
table = library.matches.open(matches[0].id) if matches else begin()
while True:
    table.adjust("total.0", 1, ANA)
    table.answer(table.prompt_id, Rolled((1,)), ANA)
    table.undo(ANA)
    table.adjust("total.0", -1, ANA)
    print(table.table_state.seq, flush=True)
"""


def test_a_killed_process_loses_nothing_it_had_shown(tmp_path) -> None:
    """After kill -9 during a write the match has all acknowledged actions, each of them whole."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    for _ in range(3):
        player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(tmp_path)], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert player.stdout is not None
        shown = [int(player.stdout.readline()) for _ in range(12)][-1]
        time.sleep(0.013)
        player.kill()
        shown = max([shown, *(int(line) for line in player.stdout.read().split("\n")[:-1])])
        player.wait()
        storage = Storage(tmp_path)
        (match,) = storage.matches()
        table = opened(storage, match.id)
        assert table.warning is None
        assert table.table_state.seq >= shown
        rolls = [line.entry.group for line in table.log() if isinstance(line.entry.event, Rolled)]
        stops = [line.entry.group for line in table.log() if line.entry.actor == "stops"]
        assert set(rolls) <= set(stops), "a roll and what the stops answer to it are written together"
        storage.close()
