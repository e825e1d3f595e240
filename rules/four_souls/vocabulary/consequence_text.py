"""Texts of what a stack item does when it resolves, and of what an effect does."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Displayable, Text
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls

from .card_names import card_name, display_name, join_texts, target_name
from .lost_targets import is_cancelled, is_condition_met, is_treasure_gone
from .monster_triggers import combat_damage_of, find_trait, is_immune_to_roll
from .state_changes import is_beyond_healing


def describe_consequence(s: FourSouls, item: Item) -> Text | None:
    """Return the text of what happens if everybody passes, shown under the question."""
    on = target_name(s, item.target)
    match item.kind:
        case "roll" if item.why == "attack":
            return _hit_or_miss(s, item)
        case "roll":
            return Text("It counts as {n}", n=s.roll_result(item))
        case "damage" if _is_harmless(s, item):
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
        case "purchase" if is_treasure_gone(s, item):
            return Text("Nothing: that treasure is gone")
        case "purchase" if not s.can_afford(item.seat, item.amount):
            return Text("{who} lacks the {n}¢: it does not happen", who=s.seats[item.seat], n=item.amount)
        case "purchase":
            return Text("{who} pays {n}¢ and gains an item", who=s.seats[item.seat], n=item.amount)
        case "player_death":
            return Text("{who} dies and pays the penalty", who=on)
        case "monster_death":
            return Text("{who} gains its rewards", who=s.seats[s.active])
        case _ if not is_condition_met(s, item):
            return Text("Nothing: its condition does not hold any more")
        case _ if is_cancelled(s, item):
            return Text("Nothing: its target is gone")
        case _ if item.effects:
            return effects_text(s, item.effects)
    return None


def _is_harmless(s: FourSouls, damage: Item) -> bool:
    """Return whether the attack roll that led to the damage deals the monster none."""
    monster = s.find_monster(damage.target.id) if damage.target.kind == "monster" else None
    return monster is not None and is_immune_to_roll(monster.card, damage.value)


def _hit_or_miss(s: FourSouls, roll: Item) -> Text:
    monster = s.find_monster(roll.target.id)
    if monster is None or s.combat != monster.id:
        return Text("The fight is over: the roll counts for nothing")
    name, who, face = card_name(monster.card), s.seats[roll.seat], s.roll_result(roll)
    if face < s.evasion_of(monster):
        harm = combat_damage_of(s, monster, roll.seat, face)
        return _with_prevention(Text("Misses: {n} damage to {who}", n=harm, who=who), harm, s.players[roll.seat].shield)
    if is_immune_to_roll(monster.card, face):
        return Text("{monster} takes no combat damage of a {n}", monster=name, n=face)
    harm = s.players[roll.seat].attack
    hits = _with_prevention(Text("Hits: {n} damage to {monster}", n=harm, monster=name), harm, monster.shield)
    return Text("{hits}, unless a die prevents it", hits=hits) if find_trait(monster.card, "guarded") else hits


def _with_prevention(harm_text: Text, harm: int, shield: int) -> Text:
    """Add how much of the damage a shield prevents."""
    prevented = min(harm, shield)
    if not prevented:
        return harm_text
    return Text("{damage}, {n} of it prevented", "{damage}, {n} of it prevented", damage=harm_text, n=prevented)


EFFECT_TEXTS: dict[str, Callable[[Displayable, int, str], Text]] = {
    "cents": lambda on, n, by: Text("{who} {by}¢", who=on, by=by),
    "loot": lambda on, n, by: Text("{who} {by} loot", who=on, by=by),
    "treasure": lambda on, n, by: Text("{who} {by} item", "{who} {by} items", who=on, by=by, n=abs(n)),
    "soul": lambda on, n, by: Text("{who} {by} soul", "{who} {by} souls", who=on, by=by, n=abs(n)),
    "damage": lambda on, n, by: Text("{n} damage to {target}", n=n, target=on),
    "heal": lambda on, n, by: Text("heals {who} by {n}", who=on, n=n),
    "kill": lambda on, n, by: Text("kills {who}", who=on),
    "modify": lambda on, n, by: Text("{by} to the {roll}", by=by, roll=on),
    "reroll": lambda on, n, by: Text("rerolls the {roll}", roll=on),
    "cancel": lambda on, n, by: Text("cancels {item}", item=on),
    "steal_soul": lambda on, n, by: Text("steals a soul of {who}", who=on),
    "curse": lambda on, n, by: Text("curses {who}", who=on),
    "prevent": lambda on, n, by: Text("prevents the {death}", death=on),
    "more_damage": lambda on, n, by: Text("{by} to {damage}", by=by, damage=on),
    "attack": lambda on, n, by: Text("{who}: {by} attack this turn", who=on, by=by),
    "evasion": lambda on, n, by: Text("{who}: {by} evasion this turn", who=on, by=by),
    "rolls": lambda on, n, by: Text("{who}: {by} to rolls this turn", who=on, by=by),
    "health": lambda on, n, by: Text("{who}: {by} life this turn", who=on, by=by),
    "shield": lambda on, n, by: Text("prevents {n} damage to {who}", n=n, who=on),
    "recharge": lambda on, n, by: Text("recharges {what}", what=on),
    "deactivate": lambda on, n, by: Text("turns {what} sideways", what=on),
    "destroy": lambda on, n, by: Text("destroys {what}", what=on),
    "steal": lambda on, n, by: Text("steals {what}", what=on),
    "trinket": lambda on, n, by: Text("{who} keeps it as an item", who=on),
    "leave": lambda on, n, by: Text("ends the fight"),
    "attack_deck": lambda on, n, by: Text("one more attack on the deck"),
    "monster_slot": lambda on, n, by: Text("one more monster slot"),
    "shop_slot": lambda on, n, by: Text("one more shop slot"),
    "room_slot": lambda on, n, by: Text("one more room slot"),
    "counter": lambda on, n, by: Text("{what}: {by} counter", "{what}: {by} counters", what=on, by=by, n=abs(n)),
    "become_soul": lambda on, n, by: Text("{what} becomes a soul", what=on),
    "skip_turn": lambda on, n, by: Text("{who} skips a turn", who=on),
    "attack_again": lambda on, n, by: Text("one more attack"),
    "must_attack": lambda on, n, by: Text("an attack must be made"),
    "roll": lambda on, n, by: Text("rolls a die"),
    "end_turn": lambda on, n, by: Text("ends the turn"),
    "steal_loot": lambda on, n, by: Text("takes {n} loot card of {who}", "takes {n} loot cards of {who}", n=n, who=on),
    "steal_cents": lambda on, n, by: Text("takes {n}¢ of {who}", n=n, who=on),
    "set_roll": lambda on, n, by: Text("the {roll} becomes {n}", roll=on, n=n),
    "loot_play": lambda on, n, by: Text(
        "{who} may play {n} more loot card", "{who} may play {n} more loot cards", who=on, n=n
    ),
    "discard_hand": lambda on, n, by: Text("{who} discards their hand", who=on),
    "times_damage": lambda on, n, by: Text("{damage}, times {n}", damage=on, n=n),
    "cancel_all": lambda on, n, by: Text("cancels everything that waits"),
    "summon": lambda on, n, by: Text("{monster} comes into a slot", monster=on),
    "to_deck": lambda on, n, by: Text("its card goes into the monster deck"),
    "look": lambda on, n, by: Text("a hidden card may be looked at"),
    "vacate": lambda on, n, by: Text("{monster} leaves its slot", monster=on),
}
"""Text of each kind of effect, from its target, its amount and the signed amount."""


def effect_text(s: FourSouls, effect: Effect) -> Text:
    """Describe one effect in a few words."""
    if effect.kind == "heal" and effect.target.kind in ("seat", "monster") and is_beyond_healing(s, effect.target):
        return Text("{who} cannot be healed", who=target_name(s, effect.target))
    on = display_name(effect.card) if effect.kind == "summon" else target_name(s, effect.target)
    if effect.kind == "must_attack" and effect.target != Target():
        return Text("{target} must be attacked", target=on)
    n = effect.amount
    return EFFECT_TEXTS[effect.kind](on, n, f"+{n}" if n >= 0 else f"−{-n}")


def effects_text(s: FourSouls, effects: tuple[Effect, ...]) -> Text:
    """Describe several effects in order."""
    return Text("{effects}", effects=join_texts([effect_text(s, effect) for effect in effects]))


BRIEF_TEXTS: dict[str, Callable[[int, str], Text]] = {
    "cents": lambda n, by: Text("{by}¢", by=by),
    "loot": lambda n, by: Text("{by} loot", by=by),
    "damage": lambda n, by: Text("{n} damage", n=n),
    "heal": lambda n, by: Text("heals {n}", n=n),
    "modify": lambda n, by: Text("{by} to the roll", by=by),
    "reroll": lambda n, by: Text("rerolls"),
    "set_roll": lambda n, by: Text("makes it a {n}", n=n),
    "cancel": lambda n, by: Text("cancels it"),
    "prevent": lambda n, by: Text("prevents the death"),
    "more_damage": lambda n, by: Text("{by} damage", by=by),
    "times_damage": lambda n, by: Text("damage times {n}", n=n),
    "attack": lambda n, by: Text("{by} attack", by=by),
    "rolls": lambda n, by: Text("{by} to rolls", by=by),
    "health": lambda n, by: Text("{by} life", by=by),
    "shield": lambda n, by: Text("prevents {n} damage", n=n),
    "recharge": lambda n, by: Text("recharges"),
    "counter": lambda n, by: Text("{by} counter", "{by} counters", by=by, n=abs(n)),
}
"""Text of a kind of effect whose target goes without saying, from its amount and the signed amount."""


def brief_text(s: FourSouls, seat: int, source: int, effects: tuple[Effect, ...]) -> Text:
    """Describe the effects of a player's item in a few words.

    A target is named only where it is another player, a monster, or another item than the ``source``.
    """
    own = (Target(), Target("me"), Target("seat", seat), Target("owned", source))
    texts = [
        BRIEF_TEXTS[effect.kind](effect.amount, f"{effect.amount:+d}".replace("-", "−"))
        if effect.kind in BRIEF_TEXTS and (effect.target in own or effect.target.kind == "item")
        else effect_text(s, effect)
        for effect in effects
    ]
    return Text("{effects}", effects=join_texts(texts))
