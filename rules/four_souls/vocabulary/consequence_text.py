"""Texts of what a stack item does when it resolves, and of what an effect does."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from rules.engine import Displayable, Text
from rules.engine.text import signed
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, EffectKind, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import is_stated_by_players, item_cards
from rules.four_souls.model.item_effects import EffectSequence
from rules.four_souls.model.looks import CardUse, Look
from rules.four_souls.model.stack_item import REST, USED_AS, Item
from rules.four_souls.model.state import FourSouls, Monster, as_seat

from .card_names import card_name, display_name, join_texts, target_name
from .effect_memory import result_of_die
from .measures import count_text, with_conditions
from .monster_triggers import combat_damage_of, effects_of_face, is_immune_to_roll
from .replacements import Applicable, damage_replacements, foreseen_amount, foreseen_effect
from .shop import missing_cents_text, price_of
from .state_changes import OPTIONAL_NUMBERS, is_beyond_healing
from .target_choice import is_cancelled, is_condition_met, is_treasure_gone

ANY_NUMBER = 90
"""More than anybody plays or attacks in a turn: as often as one likes."""
CARD_USES = get_args(CardUse)
ROLLED_REWARDS: dict[str, EffectKind] = {"cents": "cents", "loot": "loot"}
"""What a roll for a reward gives, by its purpose."""


def describe_consequence(s: FourSouls, item: Item) -> Text | None:
    """Return the text of what happens if everybody passes, shown under the question."""
    on = target_name(s, item.target)
    match item.kind:
        case "roll" if item.why == "attack":
            return _hit_or_miss(s, item)
        case "roll":
            return _rolled_text(s, item)
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
        case "purchase":
            return _describe_purchase(s, item)
        case "player_death":
            return Text("{who} dies and pays the penalty", who=on)
        case "monster_death":
            return Text("{who} gains its rewards", who=s.seats[s.active])
        case _ if not is_condition_met(s, item):
            return Text("Nothing: its condition does not hold any more")
        case _ if is_cancelled(s, item):
            return Text("Nothing: its target is gone")
        case "damage":
            return _damage_text(s, item)
        case _ if item.effects:
            return effects_text(s, tuple(foreseen_effect(s, effect) for effect in item.effects))
        case kind if kind in CARD_USES:
            return _untracked_text(s, item)
    return None


def _rolled_text(s: FourSouls, roll: Item) -> Text:
    """Return what the number of a roll leads to, or what it counts as where that is not known."""
    effects = _rolled_effects(s, roll)
    if not effects:
        return Text("It counts as {n}", n=s.roll_result(roll))
    return effects_text(s, tuple(foreseen_effect(s, effect) for effect in effects))


def _rolled_effects(s: FourSouls, roll: Item) -> EffectSequence:
    """Return the effects of a roll for a reward or a card, if they are known and not chosen."""
    if roll.why in ROLLED_REWARDS:
        return (rolled_reward(s, roll),)
    if roll.why != "card":
        return ()
    face, card = s.roll_result(roll), monsters().get(roll.name)
    effects = effects_of_face(s, card, roll.seat, face) if card else None
    ways = result_of_die(s, roll.seat, roll.name, face) if effects is None else None
    return effects or (ways[0] if ways and len(ways) == 1 else ())


def rolled_reward(s: FourSouls, roll: Item) -> Effect:
    """Return what a roll for a monster's reward gives."""
    return Effect(ROLLED_REWARDS[roll.why], Target("seat", roll.seat), s.roll_result(roll) * max(1, roll.amount))


def _describe_purchase(s: FourSouls, item: Item) -> Text:
    who, price = s.seats[item.seat], price_of(s, item.seat, item.why)
    if not s.can_afford(item.seat, price):
        return missing_cents_text(s, item.seat, price)
    return Text("{who} pays {n}¢ and gains an item", who=who, n=price)


def _damage_text(s: FourSouls, damage: Item) -> Text | None:
    """Return what is left of combat damage after what replaces it.

    None where that changes nothing.
    """
    left = foreseen_amount(damage.amount, _replacements(s, damage.target, damage.value))
    if left in (None, damage.amount):
        return None
    on = target_name(s, damage.target)
    return Text("{n} damage to {target}", n=left, target=on) if left else _no_damage_text(on)


def _no_damage_text(on: Displayable) -> Text:
    return Text("{target} takes no damage", target=on)


def _replacements(s: FourSouls, target: Target, face: int) -> tuple[Applicable, ...]:
    return damage_replacements(s, target, is_combat=True, face=face)


def _untracked_text(s: FourSouls, item: Item) -> Text | None:
    """Return what a known card does of which nothing is tracked: its own text, or what it shows."""
    card, looks = item_cards().get(item.name), looks_of_item(s, item)
    if card and card.text and is_stated_by_players(item.name):
        return Text("{effect}", effect=card.text)
    return Text("{effects}", effects=join_texts([look_text(look) for _, look in looks])) if looks else None


def _is_harmless(s: FourSouls, damage: Item) -> bool:
    monster = s.find_monster(damage.target.id) if damage.target.kind == "monster" else None
    return monster is not None and is_immune_to_roll(monster.card, damage.value)


def _hit_or_miss(s: FourSouls, roll: Item) -> Text:
    monster = s.find_monster(roll.target.id)
    if monster is None or s.combat != monster.id:
        return Text("The fight is over: the roll counts for nothing")
    name, who, face = card_name(monster.card), s.seats[roll.seat], s.roll_result(roll)
    if face < s.evasion_of(monster) and monster in s.rivals and s.miss_cost != "attack":
        return Text("Misses") if s.miss_cost else Text("Misses: the table says what that costs")
    if face < s.evasion_of(monster):
        harm, target = combat_damage_of(s, monster, roll.seat, face), Target("seat", roll.seat)

        def miss(n: int) -> Text:
            if not n:
                return Text("Misses, but the damage to {who} is prevented", who=who)
            return Text("Misses: {n} damage to {who}", n=n, who=who)

        return _with_prevention(s, miss, target, harm, face)
    if is_immune_to_roll(monster.card, face):
        return Text("{monster} takes no combat damage of a {n}", monster=name, n=face)

    def hit(n: int) -> Text:
        if not n:
            return Text("Hits, but the damage to {monster} is prevented", monster=name)
        return Text("Hits: {n} damage to {monster}", n=n, monster=name)

    return _with_prevention(s, hit, as_seat(roll.target), s.players[roll.seat].attack, face)


def harm_of_attack_roll(s: FourSouls, roll: Item, monster: Monster) -> int | None:
    """Return the damage of an attack roll against that monster; None where it is still open.

    It is what a hit deals to the monster or a miss to the player, after what prevents it.
    """
    face, harm, target = s.roll_result(roll), s.players[roll.seat].attack, as_seat(roll.target)
    if face < s.evasion_of(monster):
        if monster in s.rivals and s.miss_cost != "attack":
            return None
        harm, target = combat_damage_of(s, monster, roll.seat, face), Target("seat", roll.seat)
    elif is_immune_to_roll(monster.card, face):
        return 0
    found = _replacements(s, target, face)
    return None if any(one.is_rolled for one in found) else foreseen_amount(harm, found)


def _with_prevention(s: FourSouls, text: Callable[[int], Text], target: Target, harm: int, face: int) -> Text:
    """Return the text of the damage with how much of it is prevented.

    It also says whether a die or an order decides.
    """
    found = _replacements(s, target, face)
    left = foreseen_amount(harm, found)
    damage = text(harm if left is None else max(harm, left) if left else 0)
    if left is not None and 0 < left < harm:
        damage = Text("{damage}, {n} of it prevented", "{damage}, {n} of it prevented", damage=damage, n=harm - left)
    if left is None:
        damage = Text("{damage}, before what changes it", damage=damage)
    return Text("{hits}, unless a die prevents it", hits=damage) if any(one.is_rolled for one in found) else damage


COPY_TEXTS: tuple[Callable[[Displayable], Text], ...] = (
    lambda item: Text("becomes a copy of {item}", item=item),
    lambda item: Text("becomes a copy of {item} until the turn ends", item=item),
    lambda item: Text("becomes a copy of {item} until its owner's next turn", item=item),
)
"""Text of a copy, by how long it lasts: for good, until the turn ends, until the next turn."""
EFFECT_TEXTS: dict[str, Callable[[Displayable, int, str], Text]] = {
    "cents": lambda on, n, by: Text("{who} {by}¢", who=on, by=by),
    "loot": lambda on, n, by: Text("{who} {by} loot", who=on, by=by),
    "treasure": lambda on, n, by: Text("{who} {by} item", "{who} {by} items", who=on, by=by, n=abs(n)),
    "soul": lambda on, n, by: Text("{who} {by} soul", "{who} {by} souls", who=on, by=by, n=abs(n)),
    "damage": lambda on, n, by: Text("{n} damage to {target}", n=n, target=on) if n else _no_damage_text(on),
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
    "shop_slot": lambda on, n, by: Text("one more shop slot", "{n} more shop slots", n=max(1, n)),
    "room_slot": lambda on, n, by: Text("one more room slot"),
    "counter": lambda on, n, by: Text("{what}: {by} counter", "{what}: {by} counters", what=on, by=by, n=abs(n)),
    "become_soul": lambda on, n, by: Text("{what} becomes a soul", what=on),
    "skip_turn": lambda on, n, by: Text("{who} skips a turn", who=on),
    "attack_again": lambda on, n, by: Text("any number of attacks") if n >= ANY_NUMBER else Text("one more attack"),
    "must_attack": lambda on, n, by: Text("an attack must be made"),
    "roll": lambda on, n, by: Text("rolls a die"),
    "end_turn": lambda on, n, by: Text("ends the turn"),
    "steal_loot": lambda on, n, by: Text("takes {n} loot card of {who}", "takes {n} loot cards of {who}", n=n, who=on),
    "steal_cents": lambda on, n, by: Text("takes {n}¢ of {who}", n=n, who=on),
    "set_roll": lambda on, n, by: Text("the {roll} becomes {n}", roll=on, n=n),
    "loot_play": lambda on, n, by: loot_play_text(on, n),
    "discard_hand": lambda on, n, by: Text("{who} discards their hand", who=on),
    "times_damage": lambda on, n, by: Text("{damage}, times {n}", damage=on, n=n),
    "cancel_all": lambda on, n, by: Text("cancels everything that waits"),
    "summon": lambda on, n, by: Text("{monster} comes into a slot", monster=on),
    "to_deck": lambda on, n, by: Text("its card goes into the monster deck"),
    "look": lambda on, n, by: Text("a hidden card may be looked at"),
    "vacate": lambda on, n, by: Text("{monster} leaves its slot", monster=on),
    "bury": lambda on, n, by: Text("{monster} goes under its deck", monster=on),
    "flush_shop": lambda on, n, by: Text("discards {treasure}", treasure=on),
    "bury_shop": lambda on, n, by: Text("puts {treasure} under the treasure deck", treasure=on),
    "steal_shop": lambda on, n, by: Text("takes from the shop: {treasure}", treasure=on),
    "reroll_item": lambda on, n, by: Text("the top treasure in place of {item}", item=on),
    "reroll_items": lambda on, n, by: Text("{who}: a new treasure for each item", who=on),
    "fill_slot": lambda on, n, by: Text("the top card of the monster deck: {slot}", slot=on),
    "fill_discarded": lambda on, n, by: Text("a discarded monster: {slot}", slot=on),
    "trade_in": lambda on, n, by: Text("a treasure of the shop in place of {item}", item=on),
    "fill_room": lambda on, n, by: Text("the top card of the room deck in place of {room}", room=on),
    "fill_event": lambda on, n, by: Text("a card that is no monster is played"),
    "purchase_again": lambda on, n, by: Text("one more purchase"),
    "free_item": lambda on, n, by: Text("the next treasure of the shop is free"),
    "double_rewards": lambda on, n, by: Text("rewards are doubled this turn"),
    "extra_turn": lambda on, n, by: Text("{who} takes another turn", who=on),
    "recharge_character": lambda on, n, by: Text("{who} recharges their character", who=on),
    "pass_hands": lambda on, n, by: Text("each hand goes to the left"),
    "first_attack": lambda on, n, by: Text("{who}: {by} attack for the first attack roll of a turn", who=on, by=by),
    "first_attack_rolls": lambda on, n, by: Text("{who}: {by} to the first attack roll of a turn", who=on, by=by),
    "first_rolls": lambda on, n, by: Text("{who}: {by} to the first roll of a turn", who=on, by=by),
    "price": lambda on, n, by: Text("{who}: {by}¢ in the shop", who=on, by=by),
    "fee": lambda on, n, by: Text("{who}: {by}¢ for paid effects", who=on, by=by),
    "forbid": lambda on, n, by: Text("nobody else plays loot or activates items on {who}'s turn", who=on),
    "no_recharge": lambda on, n, by: Text("nothing else recharges {item}", item=on),
    "shield_once": lambda on, n, by: (
        Text("prevents {n} of the next damage to {who}", n=n, who=on)
        if n
        else Text("prevents the next damage to {who}", who=on)
    ),
    "cap_damage": lambda on, n, by: Text("{who} takes at most {n} of the next damage", who=on, n=n),
    "next_death": lambda on, n, by: Text("prevents the next death of {who}", who=on),
    "give": lambda on, n, by: Text("gives {what} away", what=on),
    "lose_item": lambda on, n, by: Text("{who} destroys an item of theirs", who=on),
    "copy": lambda on, n, by: COPY_TEXTS[n](on),
    "gild": lambda on, n, by: Text("{what}: a gold counter", what=on),
    "copies_gold": lambda on, n, by: Text("does what these do: {items}", items=on),
    "capture": lambda on, n, by: Text("captures {monster}", monster=on),
    "release": lambda on, n, by: Text("the captured monster: {slot}", slot=on),
    "change_character": lambda on, n, by: Text("{who} changes their character", who=on),
    "copy_loot": lambda on, n, by: Text("copies the next loot card played this turn"),
    "use_loot": lambda on, n, by: Text("does what this does: {item}", item=on),
    "use_as": lambda on, n, by: Text("does what this does: {item}", item=on),
    "lasting": lambda on, n, by: (
        Text("says {n} for the next roll", n=n) if n else Text("acts until the turn ends, as the card says")
    ),
    "destroy_curse": lambda on, n, by: Text("discards a curse: {curse}", curse=on),
    "takes_penalty": lambda on, n, by: Text("{who} lose to its owner what they pay for a death", who=on),
    "no_souls": lambda on, n, by: Text("{who} gains no souls", who=on),
    "to_hand": lambda on, n, by: Text("{who} takes it in hand", who=on),
    "eternal": lambda on, n, by: Text("{who}'s items are eternal this turn", who=on),
    "more_loot": lambda on, n, by: Text("{who} draws {n} times the loot this turn", who=on, n=n),
}
"""Text of each kind of effect, from its target, its amount and the signed amount."""


def effect_text(s: FourSouls, effect: Effect) -> Text:
    """Describe one effect in a few words."""
    if effect.kind == "heal" and effect.target.kind in ("seat", "monster") and is_beyond_healing(s, effect.target):
        return Text("{who} cannot be healed", who=target_name(s, effect.target))
    on = display_name(effect.card) if effect.kind == "summon" else target_name(s, effect.target)
    if effect.kind == "must_attack" and effect.target != Target():
        is_slot = effect.target.kind in ("slot", "same")
        return Text("it must be attacked") if is_slot else Text("{target} must be attacked", target=on)
    if effect.kind == "roll" and effect.card:
        return _aimed_die_text(s, effect)
    if effect.count:
        return counted_text(effect, on if effect.to == Target() else target_name(s, effect.to))
    if effect.kind == "give" and effect.to.kind == "seat":
        return Text("gives {what} to {who}", what=on, who=s.seats[effect.to.id])
    return EFFECT_TEXTS[effect.kind](on, effect.amount, signed(effect.amount))


def _aimed_die_text(s: FourSouls, roll: Effect) -> Text:
    chosen = [target_name(s, target) for target in (roll.target, roll.to) if target.kind in ("seat", "monster")]
    return Text("rolls a die, aimed at {targets}", targets=join_texts(chosen)) if chosen else Text("rolls a die")


COUNTED_NAMES = {
    "cents": Text("¢"),
    "loot": Text("loot cards"),
    "counter": Text("counters"),
    "soul": Text("souls"),
    "shield": Text("damage prevented"),
    "damage": Text("damage"),
    "evasion": Text("evasion"),
    "health": Text("life"),
    "attack": Text("attack"),
}
"""Names of what an effect counts out by a word."""


def counted_text(effect: Effect, on: Displayable) -> Text:
    """Describe an effect whose number is worked out as it happens."""
    what, count = COUNTED_NAMES[effect.kind], count_text(effect.count)
    if effect.amount < 0:
        return Text("{who} loses {what}: as many as {count}", who=on, what=what, count=count)
    return Text("{who} gains {what}: as many as {count}", who=on, what=what, count=count)


def effects_text(s: FourSouls, effects: tuple[Effect, ...]) -> Text:
    """Describe several effects in order."""
    return Text("{effects}", effects=join_texts(with_conditions(effects, lambda effect: effect_text(s, effect))))


def loot_play_text(who: Displayable, n: int) -> Text:
    """Return the text of additional loot plays; more than anybody plays are any number."""
    if n >= ANY_NUMBER:
        return Text("{who} may play any number of loot cards", who=who)
    return Text("{who} may play {n} more loot card", "{who} may play {n} more loot cards", who=who, n=n)


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

    def describe(effect: Effect) -> Text:
        if effect.kind in BRIEF_TEXTS and not effect.count and (effect.target in own or effect.target.kind == "item"):
            return BRIEF_TEXTS[effect.kind](effect.amount, signed(effect.amount))
        return effect_text(s, effect)

    return Text("{effects}", effects=join_texts(with_conditions(effects, describe)))


# --- looks at hidden cards, which nobody tracks ------------------------------------------------------------------

LOOK_TEXTS: dict[str, Callable[[int], Text]] = {
    "loot_deck": lambda n: Text("look at {n} card of the loot deck", "look at {n} cards of the loot deck", n=n),
    "treasure_deck": lambda n: Text(
        "look at {n} card of the treasure deck", "look at {n} cards of the treasure deck", n=n
    ),
    "monster_deck": lambda n: Text(
        "look at {n} card of the monster deck", "look at {n} cards of the monster deck", n=n
    ),
    "deck": lambda n: Text("look at {n} card of a deck", "look at {n} cards of a deck", n=n),
    "each_deck": lambda n: Text("look at {n} card of each deck", "look at {n} cards of each deck", n=n),
    "number": lambda n: Text("change another number on a card by 1 until the turn ends"),
    "hand": lambda n: Text("look at a player's hand"),
    "hands": lambda n: Text("look at everybody's hand"),
    "hand_or_swap": lambda n: Text("look at a player's hand, or draw a loot card and put one back"),
    "deck_to_discard": lambda n: Text("discard the top card of a deck"),
    "discard_onto_deck": lambda n: Text("put the top card of a discard on its deck"),
    "monster_discard_onto_deck": lambda n: Text("put a card of the monster discard on the monster deck"),
    "monster_discards_onto_deck": lambda n: Text("put any discarded monsters on the monster deck"),
    "guppy_search": lambda n: Text("search the treasure deck for a Guppy item and shuffle it"),
    "next_looting_from_discard": lambda n: Text("draw the next loot from the loot discard"),
}
"""Text of a look by the word of what is looked at, from the number of cards."""


def look_text(look: Look) -> Text:
    """Return what is looked at, in a few words."""
    make = LOOK_TEXTS.get(look.place)
    return make(look.amount) if make else Text("look at hidden cards")


def look_task(look: Look, card: str) -> Text:
    """Return the order to look at hidden cards, with the name of the card that allows it.

    That card says what happens to what is seen.
    """
    return Text("{look}, as {card} says", look=look_text(look), card=item_cards()[card].name)


LOOK_USES: dict[str, CardUse] = {"non_monster": "loot"}
"""Use of a card by the kind of its stack item, where that has another name: events are played like loot."""


def looks_of_item(s: FourSouls, item: Item) -> tuple[tuple[str, Look], ...]:
    """Return the looks that come with a stack item as it resolves, each with the id of its card."""
    return tuple(
        (card, look) for card in _acting_cards(s, item) for look in _looks_of_card(card) if _comes_with(s, look, item)
    )


def _comes_with(s: FourSouls, look: Look, item: Item) -> bool:
    if item.why == REST:
        return False
    if item.kind == "effect" and item.why != USED_AS:
        return item.value in look.faces
    if look.use not in (("loot", "activated") if item.why == USED_AS else (LOOK_USES.get(item.kind, item.kind),)):
        return False
    kinds = tuple(effect.kind for effect in item.effects)
    counted = (verb for verb in look.beside if verb not in OPTIONAL_NUMBERS or s.is_counted(verb))
    return not look.is_alternative or kinds == tuple(counted)


def look_of_die(s: FourSouls, seat: int, name: str, face: int) -> tuple[str, Look] | None:
    """Return the look at that number of a card's die, with the id of its card; None for none."""
    owned = next((item for item in s.players[seat].items if item.card == name), None)
    cards = (name, *owned.gilded) if owned else (name,)
    return next(((card, look) for card in cards for look in _looks_of_card(card) if face in look.faces), None)


def _looks_of_card(card: str) -> tuple[Look, ...]:
    return item_cards()[card].looks if card in item_cards() else ()


def _acting_cards(s: FourSouls, item: Item) -> tuple[str, ...]:
    """Return the ids of the cards that the stack item does: its own, or those with gold."""
    found = s.find_owned_item(item.source)
    if found is None or not found[1].gilded:
        return (item.name,)
    cards = (found[1].card, *found[1].gilded)
    if item.kind == "triggered":
        owners = [card for card in cards for _ in item_cards()[card].does.triggers]
        return tuple(owners[item.ability : item.ability + 1])
    return tuple(card for card in cards if _has_way(found[1], card, item.effects))


def _has_way(owned: Owned, card: str, effects: EffectSequence) -> bool:
    does, kinds = item_cards()[card].does, {effect.kind for effect in effects}
    ways = (*does.activations, *(payment.effects for payment in does.payments))
    return any(kinds <= {effect.kind for effect in way} for way in ways)
