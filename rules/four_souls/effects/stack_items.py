"""Effects on what waits on the stack (FS-53, FS-61, FS-90, FS-100)."""

from __future__ import annotations

from rules import stack
from rules.engine import Text, carries, note
from rules.engine.record import replace
from rules.four_souls.board.decks import discard_played
from rules.four_souls.combat.attack import cancel_attack
from rules.four_souls.combat.dice import set_roll
from rules.four_souls.model.effect import EffectKind
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import named_in_sentence
from rules.four_souls.vocabulary.state_changes import change_monster_life, gain

CANCELLABLE_KINDS = frozenset({
    "loot", "activated", "paid", "tap", "triggered", "effect", "non_monster", "attack", "loot_1", "purchase", "room",
})  # fmt: skip
DEATH_KINDS = frozenset({"player_death", "monster_death"})


@carries("FS-90")
def prevent_death(s: FourSouls, id: int) -> FourSouls:
    """Restore the life from before the lethal loss.

    The death leaves the stack when the state settles.
    """
    item = s.find_stack_item(id)
    if item is None:
        return s
    if item.target.kind == "seat":
        return gain(s, "FS-90", item.target.id, "life", max(1, s.players[item.target.id].before))
    monster = s.find_monster(item.target.id)
    return change_monster_life(s, "FS-90", item.target.id, max(1, monster.before if monster else 0))


@carries("FS-61")
def change_damage(s: FourSouls, id: int, by: int) -> FourSouls:
    """Raise or lower combat damage on the stack, never below 0."""
    item = s.find_stack_item(id)
    if item is None:
        return s
    after = replace(item, amount=max(0, item.amount + by))
    s = note(s, "FS-61", Text("Combat damage {m} → {n}", m=item.amount, n=after.amount))
    return replace(s, stack=stack.replace_item(s.stack, after))


def multiply_damage(s: FourSouls, id: int, factor: int) -> FourSouls:
    """Multiply combat damage on the stack."""
    item = s.find_stack_item(id)
    return change_damage(s, id, item.amount * (factor - 1)) if item else s


@carries("FS-100", "FS-101")
def cancel_item(s: FourSouls, id: int) -> FourSouls:
    """Remove an item from the stack without resolving it; nothing else is removed.

    A destroyed item cancels nothing.
    """
    item = s.find_stack_item(id)
    if item is None:
        return s
    s = note(s, "FS-100", Text("{item} is cancelled", item=named_in_sentence(s, item)))
    s = discard_played(replace(s, stack=stack.remove(s.stack, id)), "FS-100", item)
    if item.kind == "purchase":
        return replace(s, purchases=s.purchases + 1)
    return cancel_attack(s, item) if item.kind == "attack" else s


LASTING_KINDS = ("player_death", "monster_death", "refill")
"""Kinds of items that would be put on the stack again at once.

A life is still at 0, or a slot is still empty.
"""


@carries("FS-53", "FS-100")
def cancel_all(s: FourSouls) -> FourSouls:
    """Cancel everything on the stack except the lasting kinds, the top first."""
    for item in reversed(s.stack.items):
        s = s if item.kind in LASTING_KINDS else cancel_item(s, item.id)
    return replace(s, waiting=tuple(item for item in s.waiting if item.kind in LASTING_KINDS))


KINDS: dict[str, EffectKind] = {
    "set_roll": EffectKind(
        lambda on, n, by: Text("the {roll} becomes {n}", roll=on, n=n),
        lambda s, item, target, by: set_roll(s, target.id, by),
        brief=lambda n, by: Text("makes it a {n}", n=n),
        stated_as="modify",
    ),
    "times_damage": EffectKind(
        lambda on, n, by: Text("{damage}, times {n}", damage=on, n=n),
        lambda s, item, target, by: multiply_damage(s, target.id, by),
        brief=lambda n, by: Text("damage times {n}", n=n),
    ),
    "cancel_all": EffectKind(
        lambda on, n, by: Text("cancels everything that waits"), lambda s, item, target, by: cancel_all(s)
    ),
}
"""Kinds of effects on the stack that people do not state."""
