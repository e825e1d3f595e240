"""Promises of the screen over long random play: ``bench.promises [MATCHES [MOVES [FIRST]]]``.

Names of games after the numbers choose among them.

For each question of random matches, every answer that a phone shows is given: the sentence under it, read in Spanish,
must equal what the log then notes until the next stop. In turn there is one phone for all, a player's own, and the
host's beside another's. Printed are the questions, the broken promises and, of each kind of them, the first.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence

from rules.registry import GAMES
from tests.support.promises import Broken, walk_promises
from tests.support.random_play import NAMES

MATCHES, MOVES = 30, 60


def check(key: str, matches: int, moves: int, first: int = 0) -> Iterator[tuple[int, Broken | None]]:
    """Each question of the matches by its seed, and each promise that is broken there."""
    for seed in range(first, first + matches):
        for broken in walk_promises(GAMES[key], seed, moves, most_responses=None):
            yield seed, None
            yield from ((seed, one) for one in broken)


def _kind(broken: Broken) -> str:
    """What is broken, without names and numbers."""
    return re.sub(r"\d+", "#", re.sub(rf"\b({'|'.join(NAMES)})\b", "X", broken.what))


def main(words: Sequence[str]) -> int:
    """Check the games and print what is broken; the number of broken promises."""
    numbers, keys = [int(word) for word in words if word.isdigit()], [word for word in words if not word.isdigit()]
    matches, moves, first = (*numbers, *(MATCHES, MOVES, 0)[len(numbers) :])
    total = 0
    for key in keys or GAMES:
        began, questions, kinds = time.process_time(), 0, dict[str, tuple[int, int, Broken]]()
        for seed, broken in check(key, matches, moves, first):
            questions += broken is None
            if broken is not None:
                count, at, example = kinds.get(_kind(broken), (0, seed, broken))
                kinds[_kind(broken)] = (count + 1, at, example)
        found = sum(count for count, *_ in kinds.values())
        print(f"{key}: {questions} questions, {found} broken promises, {time.process_time() - began:.0f} s")
        for count, seed, example in kinds.values():
            print(f"  {count} times, first in match {seed}: {example}")
        total += found
    return total


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
