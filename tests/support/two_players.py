"""Two processes that answer at one match at the same time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.saved_games import with_tests

TAPS = 15
"""Answers that each of the two gives."""
PLAYER = """
import sys
from pathlib import Path
from tests.toy.counting import GAME
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.storage.matches import Storage, StorageError
if "://" in sys.argv[1]:
    from companion.hosted.postgres_database import PostgresDatabase
    storage = Storage(database=PostgresDatabase.at(sys.argv[1]))
else:
    storage = Storage(Path(sys.argv[1]))
table = Library(storage, {GAME.key: GAME}).matches.open(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
done = 0
while done < int(sys.argv[4]):
    try:
        table.adjust("total.0", 1 if table.state.totals[0] < 5 else -1, DeviceRole(int(sys.argv[3]), is_host=True))
        done += 1
    except StorageError as trouble:
        assert "Another Sobremesa" in trouble.reason.key, trouble.reason
storage.close()
"""


def play_at_once(where: Path | str, match_id: str) -> None:
    """Let Ana and Bea answer ``TAPS`` times each, in two processes over a folder or a database's URL.

    Fails unless each answer of each was taken in the end, or was refused with the sentence for it.
    """
    players = [_player(str(where), match_id, seat) for seat in ("0", "1")]
    for player in players:
        assert player.stdout is not None
        player.stdout.readline()
    for player in players:
        assert player.stdin is not None
        player.stdin.write("go\n")
        player.stdin.flush()
    ended = [player.communicate(timeout=60) for player in players]
    assert [player.returncode for player in players] == [0, 0], ended


def _player(where: str, match_id: str, seat: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, where, match_id, seat, str(TAPS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=with_tests(),
    )
