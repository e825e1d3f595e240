"""Deaths in a game and their causes, for the history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.engine import Change, Death, Displayable, Note
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import card_name, item_name
from rules.four_souls.vocabulary.monster_triggers import killer_of

COMBAT_DAMAGE_RULE = "FS-73"
"""Rule of combat damage."""
CAUSE_KINDS = ("loot", "activated", "paid", "triggered", "non_monster", "effect")
"""Kinds of stack items that can be named as the cause of a death."""
DeathCause = tuple[str, "Displayable | None", "int | None"]
"""The rule, the cause, and the seat that caused it."""


def deaths(states: Sequence[FourSouls]) -> Iterator[tuple[int, Death]]:
    """Yield the deaths of players and monsters, each with the cause of its latest loss of life.

    Each comes with the index of the state in which it was carried out.
    """
    causes: dict[str, DeathCause] = {}
    for k, (before, after) in enumerate(pairwise(states), start=1):
        for note, change in _life_losses(after):
            causes[change.key] = _cause_of(before, note, change)
        yield from (
            (k, death) for death in (*_player_deaths(before, after, causes), *_monster_deaths(before, after, causes))
        )


def _life_losses(s: FourSouls) -> Iterator[tuple[Note, Change]]:
    for note in s.notes:
        if note.change and note.change.key.endswith(".life") and note.change.after < note.change.before:
            yield note, note.change


def _cause_of(before: FourSouls, note: Note, change: Change) -> DeathCause:
    """Return the cause of a loss of life.

    In combat a player is hit by the monster; otherwise the cause is the top of the stack.
    """
    fought = before.find_monster(before.combat)
    if note.rule == COMBAT_DAMAGE_RULE:
        return note.rule, card_name(fought.card) if fought and change.key.startswith("seat.") else None, None
    top = before.stack.items[-1] if before.stack.items else None
    if top is None or top.kind not in CAUSE_KINDS:
        return note.rule, None, None
    return note.rule, item_name(before, top), _killer_seat(top)


def _killer_seat(item: Item) -> int | None:
    """Return the seat that played the item; None for an effect of a monster."""
    return item.seat if item.card is None else None


def _player_deaths(before: FourSouls, after: FourSouls, causes: dict[str, DeathCause]) -> Iterator[Death]:
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        if now.doom == "dead" and was.doom != "dead":
            rule, by, killer = causes.get(f"seat.{seat}.life", ("FS-82", None, None))
            yield Death(after.seats[seat], rule, seat, by, killer, is_player=True)


def _monster_deaths(before: FourSouls, after: FourSouls, causes: dict[str, DeathCause]) -> Iterator[Death]:
    """Yield the monsters whose death is noted, also where the life was lost in the same event."""
    gone = [m for m in before.all_monsters if all(m.id != n.id for n in after.all_monsters)]
    gone.sort(key=lambda m: m.doom != "dying")
    for name in (note.subject for note in after.notes if note.kind == "kill"):
        monster = next((m for m in gone if card_name(m.card) == name), None)
        if monster is not None:
            gone.remove(monster)
            rule, by, _ = causes.get(f"monster.{monster.id}.life", ("FS-92", None, None))
            killer = killer_of(before, monster) if monster.doom == "dying" else None
            yield Death(name, rule, None, by, killer)
