"""FS-32: the top of the stack resolves; what each kind of item then does."""

from __future__ import annotations

from collections.abc import Callable

from rules import stack
from rules.engine import Name, Shown, Text, at, auto, carries, then
from rules.engine.record import replace

from .attack import attack_cancelled, resolve_attack, resolve_damage
from .catalogue import monster_effects
from .change import gain, gain_soul, item_name, move_life, note, set_zero, target_name, wound_monster
from .death import (
    end_turn,
    resolve_monster_card,
    resolve_monster_death,
    resolve_penalty,
    resolve_player_death,
    resolve_rewards,
)
from .dice import modify, reroll, resolve_roll, roll_die
from .effect import Effect
from .purchase import resolve_purchase, resolve_shop_refill
from .slots import resolve_refill, reveal
from .soul import lose_soul
from .state import FourSouls, Item, SoulCard, card_name, key, set_player
from .tell import tell

LATE = ("death", "roll")
"""What triggered a card whose effect is known only when it resolves."""


@auto("FS-24", "FS-25", "FS-27", "FS-31", "FS-32")
def resolve_top(s: FourSouls) -> FourSouls:
    """The last item in resolves and leaves; the active player receives priority."""
    item = s.stack.items[-1]
    if item.kind == "roll":  # it leaves with its number, before what it leads to takes its place
        s = replace(s, stack=stack.drop(s.stack, item.id))
        return _priority_to_active(resolve_roll(s, item))
    s = _priority_to_active(replace(s, stack=stack.drop(s.stack, item.id)))
    return RESOLVES[item.kind](s, item)


def _priority_to_active(s: FourSouls) -> FourSouls:
    return replace(s, stack=stack.give(s.stack, s.active))


@carries("FS-26", "FS-34")
def resolve_card(s: FourSouls, item: Item) -> FourSouls:
    """What was declared happens; where targets are chosen as effects leave (FS-A1), it is asked now."""
    if _told_late(s, item):
        if item.why not in LATE:
            text = Text("{item}: what it does is said as it resolves", item=item_name(s, item))
            s = note(s, "FS-34", text, switch="FS-A1")
        return then(s, at(tell, item.seat, _card_name(item), 0))
    return do_all(s, item)


def _told_late(s: FourSouls, item: Item) -> bool:
    by_switch = s.ruling("FS-A1", "play") == "resolve" and item.kind in ("loot", "activated", "paid")
    return not item.effects and (by_switch or item.why in LATE)


def _card_name(item: Item) -> str:
    return key(item.card) if item.card else item.name


def do_all(s: FourSouls, item: Item) -> FourSouls:
    """The item's effects happen in the order in which they were declared."""
    for effect in item.effects:
        s = do(s, item, effect)
    return s


@carries("FS-102")
def do(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """One effect happens; without its target it does nothing."""
    if _gone(s, effect):
        return note(s, "FS-102", Text("{item}: its target is gone", item=item_name(s, item)))
    seat, id, by = effect.target.id, effect.target.id, effect.amount
    match effect.kind:
        case "cents" | "loot":
            return gain(s, "FS-34", seat, effect.kind, by)
        case "treasure":
            return gain(s, "FS-34", seat, "treasures", by)
        case "soul":
            soul = SoulCard(item.name, by)
            return gain_soul(s, "FS-107", seat, soul) if by > 0 else lose_soul(s, seat, -1, -by)
        case "steal_soul":
            return lose_soul(s, seat, item.seat, 1)
        case "curse":
            return curse(s, seat, item.name)
        case "prevent":
            return prevent(s, id)
        case "more_damage":
            return more_damage(s, id, by)
        case "attack_again":
            return note(replace(s, attacks=s.attacks + 1), "FS-78", Text("One more attack this turn"))
        case "must_attack":
            return note(replace(s, forced=s.forced + 1), "FS-77", Text("An attack must be made at the next moment"))
        case "damage":
            return move_life(s, "FS-34", effect.target, -by)
        case "heal":
            return move_life(s, "FS-34", effect.target, by)
        case "kill":
            return set_zero(s, "FS-82" if effect.target.kind == "seat" else "FS-92", effect.target)
        case "modify":
            return modify(s, id, by)
        case "reroll":
            return then(s, at(reroll, id))
        case "cancel":
            return cancel(s, id)
        case "roll":
            return then(s, at(roll_die, "card", item.seat, 0, item.name))
        case "end_turn":
            return end_turn(s, "FS-53")


def _gone(s: FourSouls, effect: Effect) -> bool:
    target = effect.target
    return (target.kind == "monster" and s.monster(target.id) is None) or (
        target.kind == "item" and s.item(target.id) is None
    )


@carries("FS-21")
def curse(s: FourSouls, seat: int, name: str) -> FourSouls:
    """The curse lies by the character of whom the active player chose, until that player dies."""
    s = set_player(s, seat, curses=(*s.players[seat].curses, name))
    if not name:
        return note(s, "FS-21", Text("{who} is cursed", who=s.seats[seat]))
    return note(s, "FS-21", Text("{who} is cursed: {name}", who=s.seats[seat], name=name))


@carries("FS-90")
def prevent(s: FourSouls, id: int) -> FourSouls:
    """The life returns to what it was before the lethal loss; the death leaves the stack when that has settled."""
    item = s.item(id)
    if item is None:
        return s
    if item.target.kind == "seat":
        return gain(s, "FS-90", item.target.id, "life", max(1, s.players[item.target.id].before))
    monster = s.monster(item.target.id)
    return wound_monster(s, "FS-90", item.target.id, max(1, monster.before if monster else 0))


@carries("FS-61")
def more_damage(s: FourSouls, id: int, by: int) -> FourSouls:
    """Combat damage that waits on the stack grows or shrinks, never below 0."""
    item = s.item(id)
    if item is None:
        return s
    after = replace(item, amount=max(0, item.amount + by))
    s = note(s, "FS-61", Text("Combat damage {m} → {n}", m=item.amount, n=after.amount))
    return replace(s, stack=stack.change(s.stack, after))


@carries("FS-100")
def cancel(s: FourSouls, id: int) -> FourSouls:
    """The item chosen leaves the stack without resolving."""
    item = s.item(id)
    if item is None:
        return s
    s = note(s, "FS-100", Text("{item} is cancelled", item=item_name(s, item)))
    s = replace(s, stack=stack.drop(s.stack, id))
    if item.kind == "purchase":
        return replace(s, purchases=s.purchases + 1)
    return attack_cancelled(s) if item.kind == "attack" else s


@carries("FS-95")
def resolve_other(s: FourSouls, item: Item) -> FourSouls:
    """A card that is no monster has its effect; one found by a refill has another turned up after it."""
    found_by_attack = item.slot < 0
    return do_all(s if found_by_attack else then(s, at(reveal, item.slot, "refill")), item)


@carries("FS-43")
def resolve_loot_1(s: FourSouls, item: Item) -> FourSouls:
    """The turn's loot card is drawn."""
    return gain(s, "FS-43", item.seat, "loot", 1)


RESOLVES: dict[str, Callable[[FourSouls, Item], FourSouls]] = {
    "loot": resolve_card,
    "activated": resolve_card,
    "paid": resolve_card,
    "triggered": resolve_card,
    "effect": do_all,
    "purchase": resolve_purchase,
    "attack": resolve_attack,
    "damage": resolve_damage,
    "monster_death": resolve_monster_death,
    "monster_card": resolve_monster_card,
    "rewards": resolve_rewards,
    "refill": resolve_refill,
    "shop_refill": resolve_shop_refill,
    "non_monster": resolve_other,
    "player_death": resolve_player_death,
    "penalty": resolve_penalty,
    "loot_1": resolve_loot_1,
}


def consequence(s: FourSouls, item: Item) -> Text | None:
    """What happens if everybody passes: the sentence under the question."""
    on = target_name(s, item.target)
    match item.kind:
        case "roll" if item.why == "attack":
            return _hit_or_miss(s, item)
        case "roll":
            return Text("It counts as {n}", n=item.result)
        case "triggered" if item.card and item.card.id in monster_effects():
            return Text("{effect}", effect=_monster_effect(item.card.id))
        case "monster_card" if item.card and item.card.souls:
            return Text("{who} gains {n} soul", "{who} gains {n} souls", who=s.seats[item.seat], n=item.card.souls)
        case "purchase":
            return Text("{who} pays {n}¢ and gains an item", who=s.seats[item.seat], n=item.amount)
        case "player_death":
            return Text("{who} dies and pays the penalty", who=on)
        case "monster_death":
            return Text("{who} gains its rewards", who=s.seats[s.active])
        case _ if item.effects:
            return effects_text(s, item.effects)
    return None


def _monster_effect(id: str) -> Name:
    return monster_effects()[id]


def _hit_or_miss(s: FourSouls, roll: Item) -> Text | None:
    monster = s.monster(roll.target.id)
    if monster is None:
        return None
    name, who = card_name(monster.card), s.seats[roll.seat]
    if roll.result < monster.evasion:
        return Text("Misses: {n} damage to {who}", n=monster.attack, who=who)
    return Text("Hits: {n} damage to {monster}", n=s.players[roll.seat].attack, monster=name)


def effect_text(s: FourSouls, effect: Effect) -> Text:
    """One effect in a few words."""
    on, n = target_name(s, effect.target), effect.amount
    by = f"+{n}" if n >= 0 else f"−{-n}"
    match effect.kind:
        case "cents":
            return Text("{who} {by}¢", who=on, by=by)
        case "loot":
            return Text("{who} {by} loot", who=on, by=by)
        case "treasure":
            return Text("{who} {by} items", who=on, by=by)
        case "soul":
            return Text("{who} {by} souls", who=on, by=by)
        case "damage":
            return Text("{n} damage to {target}", n=n, target=on)
        case "heal":
            return Text("heals {who} by {n}", who=on, n=n)
        case "kill":
            return Text("kills {who}", who=on)
        case "modify":
            return Text("{by} to the {roll}", by=by, roll=on)
        case "reroll":
            return Text("rerolls the {roll}", roll=on)
        case "cancel":
            return Text("cancels {item}", item=on)
        case "steal_soul":
            return Text("steals a soul of {who}", who=on)
        case "curse":
            return Text("curses {who}", who=on)
        case "prevent":
            return Text("prevents the {death}", death=on)
        case "more_damage":
            return Text("{by} to {damage}", by=by, damage=on)
        case "attack_again":
            return Text("one more attack")
        case "must_attack":
            return Text("an attack must be made")
        case "roll":
            return Text("rolls a die")
        case "end_turn":
            return Text("ends the turn")


def effects_text(s: FourSouls, effects: tuple[Effect, ...]) -> Text:
    """Several effects, one after the other."""
    first, *rest = (effect_text(s, effect) for effect in effects)
    joined: Shown = first
    for text in rest:
        joined = Text("{first}, {then}", first=joined, then=text)
    return Text("{effects}", effects=joined)
