"""Actions of every kind of effect, applied to each of its targets."""

from __future__ import annotations

from collections.abc import Callable

from rules import stack
from rules.engine import Displayable, Text, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.item_gain import deactivate_item, gain_treasure, gain_trinket, put_counters, recharge_items
from rules.four_souls.board.item_loss import become_soul, destroy, steal
from rules.four_souls.board.slots import add_slot, remove_monster, summon_monster
from rules.four_souls.board.souls import lose_soul
from rules.four_souls.board.temporary import apply_boost, force_attack
from rules.four_souls.combat.attack import cancel_attack, leave_combat
from rules.four_souls.combat.damage import DamageSource, deal_damage, kill
from rules.four_souls.combat.death import end_turn, return_to_deck
from rules.four_souls.combat.dice import modify_roll, reroll, roll_die, set_roll
from rules.four_souls.model.catalogue import monster_effect_texts
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import DiscardPile, FourSouls, SoulCard, seats_in_turn_order, set_player
from rules.four_souls.triggers.trigger import fire_gain
from rules.four_souls.vocabulary.card_names import card_key, item_name, target_name
from rules.four_souls.vocabulary.lost_targets import DECLARED_KINDS, is_cancelled, is_target_gone
from rules.four_souls.vocabulary.state_changes import apply_ruling, change_monster_life, gain, gain_soul, heal


@carries("FS-102")
def apply_effects(s: FourSouls, item: Item) -> FourSouls:
    """Apply the item's effects in the order in which they were declared.

    If one of its targets is gone, all of it is cancelled, or only what was aimed there (FS-A28).
    """
    gone = sum(is_target_gone(s, item, effect) for effect in item.effects)
    if 0 < gone < len(item.effects):
        s, _ = apply_ruling(s, "FS-A28", "FS-102")
    if is_cancelled(s, item):
        return _note_target_gone(s, item)
    for effect in item.effects:
        s = apply_effect(s, item, effect)
    return s


def apply_effect(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """Apply one effect to each of its targets; without its target it does nothing."""
    if is_target_gone(s, item, effect):
        return _note_target_gone(s, item)
    for target in expand_target(s, item.seat, effect.target):
        s = EFFECT_ACTIONS[effect.kind](s, item, target, effect.amount)
    return s


def _note_target_gone(s: FourSouls, item: Item) -> FourSouls:
    declared = "FS-A1" if item.kind in DECLARED_KINDS and s.ruling("FS-A1") == "play" else ""
    return note(s, "FS-102", Text("{item}: its target is gone", item=item_name(s, item)), switch=declared)


def expand_target(s: FourSouls, seat: int, target: Target) -> tuple[Target, ...]:
    """Return each target that a group means, seen from the seat of the effect."""

    def seats(*of: int) -> tuple[Target, ...]:
        return tuple(Target("seat", k % len(s.seats)) for k in of)

    match target.kind:
        case "me":
            return seats(seat)
        case "everyone":
            return seats(*seats_in_turn_order(s, s.active))
        case "others":
            return seats(*(k for k in seats_in_turn_order(s, s.active) if k != seat))
        case "left":
            return seats(s.active + 1)
        case "right":
            return seats(s.active - 1)
        case "monsters":
            return tuple(Target("monster", monster.id) for monster in s.monsters)
    return (target,)


EffectAction = Callable[[FourSouls, Item, Target, int], FourSouls]


def _cents(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return fire_gain(gain(s, "FS-34", target.id, "cents", by), target.id, "cents", by, item.source)


@carries("FS-15", "FS-16")
def change_loot(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Make a player draw or discard loot cards; only that player knows which."""
    s = gain(s, "FS-16" if by > 0 else "FS-34", target.id, "loot", by)
    return fire_gain(s, target.id, "loot", by, item.source)


def _treasure(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return fire_gain(gain_treasure(s, "FS-34", target.id, by), target.id, "treasures", by, item.source)


def _boost(what: str) -> EffectAction:
    return lambda s, item, target, by: apply_boost(s, "FS-50", target, what, by)


def _soul(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if by > 0:
        pile: DiscardPile = "loot" if item.kind == "loot" else "monsters" if item.kind == "non_monster" else ""
        return gain_soul(s, "FS-107", target.id, SoulCard(item.name, by, pile))
    return lose_soul(s, target.id, -1, -by)


def _kill(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return kill(s, "FS-82" if target.kind == "seat" else "FS-92", target, item.seat)


def _attack_again(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return note(replace(s, attacks=s.attacks + 1), "FS-78", Text("One more attack this turn"))


def _attack_deck(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    more = replace(s, deck_attacks=s.deck_attacks + 1)
    return note(more, "FS-78", Text("One more attack this turn, on the monster deck"))


def _must_attack(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = force_attack(s, target)
    if target == Target():
        return note(s, "FS-77", Text("An attack must be made at the next moment"))
    return note(s, "FS-77", Text("{target} must be attacked at the next moment", target=target_name(s, target)))


def _roll(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return then(s, at(roll_die, "card", item.seat, 0, card_key(item.card) if item.card else item.name))


def _steal_loot(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    available = min(by, s.players[target.id].loot)
    return gain(gain(s, "FS-34", target.id, "loot", -available), "FS-34", item.seat, "loot", available)


def _steal_cents(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Take ¢ of a player, as many as that player has at most."""
    available = min(by, s.players[target.id].cents)
    return gain(gain(s, "FS-34", target.id, "cents", -available), "FS-34", item.seat, "cents", available)


def _loot_play(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = set_player(s, target.id, plays=s.players[target.id].plays + by)
    text = Text("{who} may play {n} more loot card", "{who} may play {n} more loot cards", who=s.seats[target.id], n=by)
    return note(s, "FS-34", text)


def _printed_text(item: Item) -> Displayable:
    """Return the text of the monster's effect, or the item's name."""
    return monster_effect_texts()[item.card.id] if item.card else item.name


def _skip_turn(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = set_player(s, target.id, skips=s.players[target.id].skips + 1)
    return note(s, "FS-34", Text("{who} skips their next turn", who=s.seats[target.id]))


@carries("FS-21")
def curse(s: FourSouls, seat: int, name: str) -> FourSouls:
    """Put a curse by a character until that player dies; the active player chose whom."""
    s = set_player(s, seat, curses=(*s.players[seat].curses, name))
    if not name:
        return note(s, "FS-21", Text("{who} is cursed", who=s.seats[seat]))
    return note(s, "FS-21", Text("{who} is cursed: {name}", who=s.seats[seat], name=name))


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
    s = note(s, "FS-100", Text("{item} is cancelled", item=item_name(s, item)))
    s = replace(s, stack=stack.remove(s.stack, id))
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


EFFECT_ACTIONS: dict[str, EffectAction] = {
    "cents": _cents,
    "loot": change_loot,
    "treasure": _treasure,
    "soul": _soul,
    "steal_soul": lambda s, item, target, by: lose_soul(s, target.id, item.seat, 1),
    "damage": lambda s, item, target, by: deal_damage(s, "FS-34", target, by, DamageSource(item.seat)),
    "heal": lambda s, item, target, by: heal(s, "FS-34", target, by),
    "kill": _kill,
    "prevent": lambda s, item, target, by: prevent_death(s, target.id),
    "shield": _boost("shield"),
    "modify": lambda s, item, target, by: modify_roll(s, target.id, by),
    "reroll": lambda s, item, target, by: then(s, at(reroll, target.id)),
    "more_damage": lambda s, item, target, by: change_damage(s, target.id, by),
    "cancel": lambda s, item, target, by: cancel_item(s, target.id),
    "leave": lambda s, item, target, by: leave_combat(s),
    "curse": lambda s, item, target, by: curse(s, target.id, item.name),
    "roll": _roll,
    "attack": _boost("attack"),
    "evasion": _boost("evasion"),
    "rolls": _boost("rolls"),
    "health": _boost("health"),
    "recharge": lambda s, item, target, by: recharge_items(s, target),
    "deactivate": lambda s, item, target, by: deactivate_item(s, target),
    "destroy": lambda s, item, target, by: destroy(s, target),
    "steal": lambda s, item, target, by: steal(s, target, item.seat),
    "trinket": lambda s, item, target, by: gain_trinket(s, target.id, item.name),
    "attack_again": _attack_again,
    "attack_deck": _attack_deck,
    "must_attack": _must_attack,
    "monster_slot": lambda s, item, target, by: add_slot(s, "monster"),
    "shop_slot": lambda s, item, target, by: add_slot(s, "shop"),
    "room_slot": lambda s, item, target, by: add_slot(s, "room"),
    "skip_turn": _skip_turn,
    "end_turn": lambda s, item, target, by: end_turn(s, "FS-53"),
    "counter": lambda s, item, target, by: put_counters(s, target, by),
    "become_soul": lambda s, item, target, by: become_soul(s, target),
    "steal_loot": _steal_loot,
    "steal_cents": _steal_cents,
    "set_roll": lambda s, item, target, by: set_roll(s, target.id, by),
    "loot_play": _loot_play,
    "discard_hand": lambda s, item, target, by: gain(s, "FS-34", target.id, "loot", -s.players[target.id].loot),
    "times_damage": lambda s, item, target, by: multiply_damage(s, target.id, by),
    "cancel_all": lambda s, item, target, by: cancel_all(s),
    "to_deck": lambda s, item, target, by: return_to_deck(s, item.card, by),
    "summon": lambda s, item, target, by: summon_monster(s, next(e.card for e in item.effects if e.kind == "summon")),
    "vacate": lambda s, item, target, by: remove_monster(s, target.id),
    "look": lambda s, item, target, by: note(s, "FS-34", Text("{effect}", effect=_printed_text(item))),
}
"""Action of each kind of effect on one seat, monster or item."""
