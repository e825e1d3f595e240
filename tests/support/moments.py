"""A kill, souls and a win at an open table of Four Souls, by loot cards of Ana's."""

from __future__ import annotations

from companion.match.table import Table
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Played
from tests.support.ui.headless import say


def kill_first_monster(table: Table) -> None:
    """Kill the monster of the first slot."""
    plays(table, Effect("kill", Target("monster", table.state.slots[0].id)))


def gain_souls(table: Table, n: int) -> None:
    """Give Ana that many souls; with four she wins."""
    plays(table, Effect("soul", Target("seat", 0), n))


def plays(table: Table, *effects: Effect) -> None:
    """Play a loot card of Ana's with these effects, which nobody answers."""
    _say_unanswered(table, loot(table, *effects))


def triggers(table: Table, *effects: Effect) -> None:
    """Let these effects of Ana's go off, which nobody answers: no card leaves the stack with them."""
    _say_unanswered(table, Played(0, "triggered", effects=effects))


def _say_unanswered(table: Table, played: Played) -> None:
    say(table, played)
    while table.prompt is not None and table.state.stack.items and table.state.agenda[0].name.endswith("priority"):
        say(table, next(c.event for c in table.prompt.choices if c.role == "default"))


def loot(table: Table, *effects: Effect) -> Played:
    """A loot card of Ana's, as it may be played now."""
    offered = table.prompt.choices if table.prompt else ()
    how = next(c.event.how for c in offered if isinstance(c.event, Played) and c.event.kind == "loot")
    return Played(0, "loot", "", effects, how)
