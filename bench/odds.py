"""What it takes to say the odds of a throw: a frame is 16.7 ms."""

from __future__ import annotations

import time
from collections.abc import Iterator

from rules.engine import legal, start
from rules.engine.game import apply
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.odds import odds

TIMES = 20


def milliseconds() -> Iterator[tuple[str, str]]:
    """All odds of six dice and three throws, three monsters at the table and one in Tokyo."""
    state = start(GAME, ("Ana", "Beto", "Cira"))
    state = apply(GAME, state, legal(state)[0])
    taken: list[float] = []
    for _ in range(TIMES):
        began = time.perf_counter()
        found = odds(state)
        taken.append(1000 * (time.perf_counter() - began))
        assert found is not None
    median = sorted(taken)[TIMES // 2]
    yield "odds of six dice and three throws (a frame: 16.7 ms)", f"{median:.1f} ms, the first {taken[0]:.1f} ms"
