"""Random play of the toy with secrets, and the numbers that others must not see."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from rules.engine import Event, apply, start
from tests.support.random_play import Chance, move
from tests.toy import counting

PEOPLE = ("Ana", "Beto", "Cira")


def secretly() -> counting.Counting:
    """A match with secrets, before the first round."""
    return start(counting.GAME, PEOPLE, (("secrets", "on"),))


def walk(chance: Chance, length: int) -> list[tuple[counting.Counting, Event, counting.Counting]]:
    """Random play with secrets; every secret is a number that occurs nowhere else."""
    s, fresh, steps = secretly(), count(1321, 101), []
    for _ in range(length):
        event = move(chance, counting.GAME, s)
        if isinstance(event, counting.Named):
            event = replace(event, number=next(fresh))
        after = apply(counting.GAME, s, event)
        steps.append((s, event, after))
        s = after
    return steps


def hidden(s: counting.Counting, seats: frozenset[int]) -> list[str]:
    """The numbers that are secrets of others."""
    if None not in s.named:
        return []
    return [str(number) for seat, number in enumerate(s.named) if number is not None and seat not in seats]
