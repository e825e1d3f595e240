"""Deaths in a game and their causes, for the history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.engine import Change, Death, Note, Shown
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import card_name, item_name
from rules.four_souls.vocabulary.monster_triggers import slayer

FIGHT = "FS-73"
"""Rule of combat damage."""
CAUSES = ("loot", "activated", "paid", "triggered", "non_monster", "effect")
"""Kinds of stack items that can be named as the cause of a death."""
Blow = tuple[str, "Shown | None", "int | None"]
"""The rule, the cause, and the seat that caused it."""


def deaths(states: Sequence[FourSouls]) -> Iterator[tuple[int, Death]]:
    """Yield the deaths of players and monsters, each with the cause of its latest loss of life.

    Each comes with the index of the state in which it was carried out.
    """
    blows: dict[str, Blow] = {}
    for k, (before, after) in enumerate(pairwise(states), start=1):
        for note, change in _losses(after):
            blows[change.key] = _blow(before, note, change)
        yield from ((k, death) for death in (*_players(before, after, blows), *_monsters(before, after, blows)))


def _losses(s: FourSouls) -> Iterator[tuple[Note, Change]]:
    """Yield the losses of life that led to this state."""
    for note in s.notes:
        if note.change and note.change.key.endswith(".life") and note.change.after < note.change.before:
            yield note, note.change


def _blow(before: FourSouls, note: Note, change: Change) -> Blow:
    """Return the cause of a loss of life.

    In combat a player is hit by the monster; otherwise the cause is the top of the stack.
    """
    fought = before.monster(before.combat)
    if note.rule == FIGHT:
        return note.rule, card_name(fought.card) if fought and change.key.startswith("seat.") else None, None
    top = before.stack.items[-1] if before.stack.items else None
    if top is None or top.kind not in CAUSES:
        return note.rule, None, None
    return note.rule, item_name(before, top), _doer(top)


def _doer(item: Item) -> int | None:
    """Return the seat that played the item; None for an effect of a monster."""
    return item.seat if item.card is None else None


def _players(before: FourSouls, after: FourSouls, blows: dict[str, Blow]) -> Iterator[Death]:
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        if now.doom == "dead" and was.doom != "dead":
            rule, by, killer = blows.get(f"seat.{seat}.life", ("FS-82", None, None))
            yield Death(after.seats[seat], rule, seat, by, killer, player=True)


def _monsters(before: FourSouls, after: FourSouls, blows: dict[str, Blow]) -> Iterator[Death]:
    died = sum(note.kind == "death" for note in after.notes)
    gone = [m for m in before.all_monsters if m.doom == "dying" and all(m.id != n.id for n in after.all_monsters)]
    for monster in gone[:died]:
        rule, by, _ = blows.get(f"monster.{monster.id}.life", ("FS-92", None, None))
        yield Death(card_name(monster.card), rule, None, by, slayer(before, monster))
