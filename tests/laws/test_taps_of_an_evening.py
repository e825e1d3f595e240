"""Taps per turn in generated evenings of forty turns and four players."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import Event, Rolled
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Passed, Played
from rules.registry import GAMES
from tests.support.games.evening import Evening, percentiles, taps
from tests.support.ui.headless import action_phase, say

TURNS, BUDGET = 40, 12
SEEDS = range(7, 12)


def test_an_evening_costs_few_taps_a_turn(tmp_path: Path, say: Callable[[str], None]) -> None:
    """The median of taps per turn is under 12, dice included, at the default depth.

    With attacks, loot, items, purchases, deaths and answers.
    """
    evenings = [spent(tmp_path / str(seed), seed) for seed in SEEDS]
    counts = [count for evening in evenings for count in evening.turns.values()]
    beside = [count for evening in evenings for count in evening.beside_dice()]
    told = ", ".join(f"{name} {count}" for name, count in percentiles(counts))
    say(f"taps a turn over {len(counts)} turns: {told}; the median beside dice: {median(beside):g}")
    assert len(counts) == TURNS * len(SEEDS)
    assert median(counts) < BUDGET
    assert all(median(evening.beside_dice()) < BUDGET for evening in evenings)
    happened = sum((evening.happened for evening in evenings), start=evenings[0].happened.__class__())
    assert all(happened[event] >= 5 for event in ("Attacked", "Bought", "Played", "Rolled", "Revealed"))
    assert happened["FS-86"] >= 5  # deaths with their penalty


def spent(folder: Path, seed: int) -> Evening:
    """Play one evening."""
    folder.mkdir()
    storage = Storage(folder)
    try:
        evening = Evening(Library(storage, GAMES), Random(seed))
        evening.play(TURNS)
    finally:
        storage.close()
    return evening


def test_the_count_is_that_of_the_screens(tmp_path: Path) -> None:
    """The tap count of an event equals the taps on a phone.

    A card, an attack, a pass, another player's card, and a named item.
    """
    storage = Storage(tmp_path)
    table = action_phase(Library(storage, GAMES))
    ana, beto = Target("seat", 0), Target("seat", 1)
    fly = table.state.slots[0].id

    def cost(event: Event) -> int:
        assert table.prompt is not None
        return taps(table.prompt, event, 0)

    assert cost(Attacked(fly)) == 1  # Attack Fly
    penny, skip = (
        Played(0, "loot", "", (effect,), "play") for effect in (Effect("cents", ana, 1), Effect("skip_turn", beto))
    )
    assert cost(penny) == 2  # Play loot, +1 ¢
    assert cost(skip) == 5  # and On Beto, More effects
    assert cost(Passed((0, 1, 2), 0)) == 1  # End the turn
    say(table, Attacked(fly))
    assert cost(Rolled((4,))) == 1  # Die: 4
    say(table, Rolled((4,)))
    roll = table.state.stack.top.id
    assert cost(Passed((0, 1, 2), roll)) == 1  # No responses
    assert cost(Played(0, "activated", "", (Effect("reroll", Target("item", roll)),), item=-1)) == 1  # The D6
    free = next(c.event.how for c in table.prompt.choices if getattr(c.event, "kind", "") == "loot" and c.seat == 1)
    card = Played(1, "loot", "", (Effect("modify", Target("item", roll), -1),), free)
    assert cost(card) == 5  # Somebody responds, Beto responds, Play loot, −1, Onto the stack
    storage.close()
