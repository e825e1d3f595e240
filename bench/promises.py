"""Promises of the screen over long random play.

For each question of random matches, every answer that a phone shows is given: the sentence under it, read in Spanish,
must equal what the log then notes until the next stop. In turn there is one phone for all, a player's own, and the
host's beside another's. Printed are, of each game and kind, the promises that were read and those that were broken, and
of each fault the first. It ends with 1 if any is broken.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator

import click

from rules.registry import GAMES
from tests.support.promises import Broken, Checked, walk_promises
from tests.support.random_play import NAMES

KINDS = ("answers", "wins", "deaths", "numbers", "turns", "texts", "stakes")
"""Kinds of promises; of answers those count that were refused, or whose sentence cannot be read."""


def check(key: str, matches: int, moves: int, first: int) -> Iterator[tuple[int, Checked]]:
    """What was read at each question of the matches, by its seed."""
    for seed in range(first, first + matches):
        yield from ((seed, checked) for checked in walk_promises(GAMES[key], seed, moves, most_responses=None))


def _fault(broken: Broken) -> str:
    """What is broken, without names and numbers."""
    return re.sub(r"\d+", "#", re.sub(rf"\b({'|'.join(NAMES)})\b", "X", broken.what))


def report(key: str, matches: int, moves: int, first: int) -> int:
    """Check a game and print what was read and what is broken; the number of broken promises."""
    began, questions, read, disputed = time.process_time(), 0, Counter[str](), Counter[str]()
    faults, examples = Counter[str](), dict[str, tuple[int, Broken]]()
    for seed, checked in check(key, matches, moves, first):
        questions, read = questions + 1, read + checked.read
        for broken in checked.broken:
            disputed[broken.kind] += 1
            faults[_fault(broken)] += 1
            examples.setdefault(_fault(broken), (seed, broken))
    print(f"{key}: {questions} questions, {time.process_time() - began:.0f} s; read and disputed:")
    print("  " + ", ".join(f"{kind} {read[kind]}/{disputed[kind]}" for kind in KINDS))
    for fault, count in faults.most_common():
        seed, example = examples[fault]
        print(f"  {count} times, first in match {seed}: {example}")
    return disputed.total()


@click.command(help=__doc__)
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Choice(tuple(GAMES)))
@click.option("--matches", default=30, show_default=True, help="matches of each game")
@click.option("--moves", default=60, show_default=True, help="moves of each match")
@click.option("--first", default=0, show_default=True, help="seed of the first match")
def main(games: tuple[str, ...], matches: int, moves: int, first: int) -> None:
    """Check the games and print what is broken."""
    broken = [report(game, matches, moves, first) for game in games or GAMES]
    sys.exit(any(broken))


if __name__ == "__main__":
    main()
