"""Budgets of the taps of usual turns, as ``docs/playing.md`` tells them."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.paths import ROOT

BUDGETS = {
    "Four Souls: kill Clotty (2 life, one miss), name the next monster": 7,
    "Four Souls: kill Monstro (4 life, one miss, a soul), name the next monster": 10,
    "Four Souls: play a loot card with one outcome": 4,
    "Four Souls: put a nickel on the stack": 2,
    "Four Souls: another player's D6 on a roll": 3,
    "Four Souls: another player's card of +1 on a roll": 3,
    "Four Souls: put a bomb on a monster": 3,
    "Four Souls: use an item": 1,
    "Four Souls: buy a treasure and say which": 4,
    "Four Souls: a whole first turn (3¢ of loot, three rolls, a reroll, a purchase)": 15,
    "King of Tokyo: a turn, roll by roll, with one reroll": 8,
    "King of Tokyo: a turn by its final result, with a yield": 8,
    "King of Tokyo: a roll of six dice under the host's camera": 0,
    "King of Tokyo: buy a card by its name": 2,
    "King of Tokyo: buy a card in no list": 2,
    "King of Tokyo: who begins by dice, four players": 4,
    "Boss Monster: a turn of three players": 9,
    "Retreat to Darkmoor: a turn with a known minion, attack included": 2,
    "Retreat to Darkmoor: a location whose VP are unknown": 2,
    "Retreat to Darkmoor: a card in no list": 1,
    "Malifaux: an activation": 1,
}
"""The most taps of each, by its row in the table."""
PAGE = ROOT / "docs" / "playing.md"
ROW = re.compile(r"^\| (?P<what>[^|]+?: [^|]+?) \| (?P<taps>\d+) \| (?P<budget>\d+) \|$", re.MULTILINE)


def hold(say: Callable[[str], None], what: str, taps: int) -> None:
    """Print the taps; fail if they exceed the budget, or if the page's table says something else."""
    budget = BUDGETS[what]
    row = f"| {what} | {taps} | {budget} |"
    say(row)
    assert taps <= budget, f"{what}: {taps} taps, and the budget is {budget}"
    assert told_taps()[what] == (taps, budget), f"docs/playing.md must say: {row}"


def told_taps() -> dict[str, tuple[int, int]]:
    """The rows of the page's table: the taps and the budget of each."""
    return {row["what"]: (int(row["taps"]), int(row["budget"])) for row in ROW.finditer(PAGE.read_text("utf-8"))}
