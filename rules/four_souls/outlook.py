"""What follows in words: what a stack item does when it resolves, what an effect does."""

from __future__ import annotations

from rules.engine import Shown, Text

from .change import target_name
from .effect import Effect
from .nature import unhurt_by
from .state import FourSouls, Item, called, card_name


def consequence(s: FourSouls, item: Item) -> Text | None:
    """What happens if everybody passes: the sentence under the question."""
    on = target_name(s, item.target)
    match item.kind:
        case "roll" if item.why == "attack":
            return _hit_or_miss(s, item)
        case "roll":
            return Text("It counts as {n}", n=s.result(item))
        case "damage" if _harmless(s, item):
            return Text("{monster} takes no combat damage of a {n}", monster=on, n=item.value)
        case "held":
            return Text("{n} damage to {target}", n=item.amount, target=on)
        case "monster_card" if item.card and item.card.souls and item.amount:
            return Text("It goes into the monster deck")
        case "monster_card" if item.card and item.card.souls:
            return Text("{who} gains {n} soul", "{who} gains {n} souls", who=s.seats[item.seat], n=item.card.souls)
        case "tap":
            return Text("{who} may play a loot card", who=s.seats[item.seat])
        case "bonus_soul":
            return Text("{who} gains {n} soul", "{who} gains {n} souls", who=s.seats[item.seat], n=1)
        case "purchase":
            return Text("{who} pays {n}¢ and gains an item", who=s.seats[item.seat], n=item.amount)
        case "player_death":
            return Text("{who} dies and pays the penalty", who=on)
        case "monster_death":
            return Text("{who} gains its rewards", who=s.seats[s.active])
        case _ if item.effects:
            return effects_text(s, item.effects)
    return None


def _harmless(s: FourSouls, damage: Item) -> bool:
    """Whether the attack roll that led to it deals the monster nothing."""
    monster = s.monster(damage.target.id) if damage.target.kind == "monster" else None
    return monster is not None and unhurt_by(monster.card, damage.value)


def _hit_or_miss(s: FourSouls, roll: Item) -> Text | None:
    monster = s.monster(roll.target.id)
    if monster is None:
        return None
    name, who = card_name(monster.card), s.seats[roll.seat]
    if s.result(roll) < monster.evasion:
        return Text("Misses: {n} damage to {who}", n=monster.attack, who=who)
    if unhurt_by(monster.card, s.result(roll)):
        return Text("{monster} takes no combat damage of a {n}", monster=name, n=s.result(roll))
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
            return Text("{who} {by} item", "{who} {by} items", who=on, by=by, n=abs(n))
        case "soul":
            return Text("{who} {by} soul", "{who} {by} souls", who=on, by=by, n=abs(n))
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
        case "attack":
            return Text("{who}: {by} attack this turn", who=on, by=by)
        case "evasion":
            return Text("{who}: {by} evasion this turn", who=on, by=by)
        case "rolls":
            return Text("{who}: {by} to rolls this turn", who=on, by=by)
        case "health":
            return Text("{who}: {by} life this turn", who=on, by=by)
        case "shield":
            return Text("prevents {n} damage to {who}", n=n, who=on)
        case "recharge":
            return Text("recharges {what}", what=on)
        case "deactivate":
            return Text("turns {what} sideways", what=on)
        case "destroy":
            return Text("destroys {what}", what=on)
        case "steal":
            return Text("steals {what}", what=on)
        case "trinket":
            return Text("{who} keeps it as an item", who=on)
        case "leave":
            return Text("ends the fight")
        case "attack_deck":
            return Text("one more attack on the deck")
        case "monster_slot":
            return Text("one more monster slot")
        case "shop_slot":
            return Text("one more shop slot")
        case "room_slot":
            return Text("one more room slot")
        case "counter":
            return Text("{what}: {by} counter", "{what}: {by} counters", what=on, by=by, n=abs(n))
        case "become_soul":
            return Text("{what} becomes a soul", what=on)
        case "skip_turn":
            return Text("{who} skips a turn", who=on)
        case "attack_again":
            return Text("one more attack")
        case "must_attack":
            return Text("an attack must be made")
        case "roll":
            return Text("rolls a die")
        case "end_turn":
            return Text("ends the turn")
        case "steal_loot":
            return Text("takes {n} loot card of {who}", "takes {n} loot cards of {who}", n=n, who=on)
        case "discard_hand":
            return Text("{who} discards their hand", who=on)
        case "times_damage":
            return Text("{damage}, times {n}", damage=on, n=n)
        case "cancel_all":
            return Text("cancels everything that waits")
        case "summon":
            return Text("{monster} comes into a slot", monster=called(effect.card))
        case "to_deck":
            return Text("its card goes into the monster deck")
        case "look":
            return Text("a hidden card may be looked at")


def effects_text(s: FourSouls, effects: tuple[Effect, ...]) -> Text:
    """Several effects, one after the other."""
    first, *rest = (effect_text(s, effect) for effect in effects)
    joined: Shown = first
    for text in rest:
        joined = Text("{first}, {then}", first=joined, then=text)
    return Text("{effects}", effects=joined)
