"""Texts of what a stack item does when it resolves, and of what an effect does."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from rules.engine import Displayable, Text
from rules.engine.text import signed
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import EFFECT_KINDS, Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import is_stated_by_players, item_cards
from rules.four_souls.model.item_effects import EffectSequence
from rules.four_souls.model.looks import CardUse, Look
from rules.four_souls.model.stack_item import REST, USED_AS, Item
from rules.four_souls.model.state import FourSouls, Monster, as_seat

from .card_names import card_name, join_texts, target_name
from .effect_memory import result_of_die
from .measures import as_read, count_text, with_conditions
from .monster_triggers import combat_damage_of, effects_of_face, is_hit_by, is_immune_to_roll
from .replacements import Applicable, damage_replacements, foreseen_amount, foreseen_effect
from .shop import missing_cents_text, price_of
from .state_changes import OPTIONAL_NUMBERS
from .target_choice import is_cancelled, is_condition_met, is_treasure_gone

CARD_USES = get_args(CardUse)
ROLLED_REWARDS = ("cents", "loot")
"""Purposes of a roll for a reward, which are what it gives."""


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
            return Text("{who} gains its reward", who=s.seats[s.active])
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
    return Effect(roll.why, Target("seat", roll.seat), s.roll_result(roll) * max(1, roll.amount))


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
    return Text("{n} damage to {target}", n=left, target=on) if left else no_damage_text(on)


def no_damage_text(on: Displayable) -> Text:
    """Return the text of damage of which nothing is left."""
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
    return monster is not None and is_immune_to_roll(s, monster, damage.value)


def _hit_or_miss(s: FourSouls, roll: Item) -> Text:
    monster = s.find_monster(roll.target.id)
    if monster is None or s.combat != monster.id:
        return Text("The fight is over: the roll counts for nothing")
    name, who, face = card_name(monster.card), s.seats[roll.seat], s.roll_result(roll)
    hits = is_hit_by(s, monster, face)
    if hits is None:
        return Text("It counts as {n}", n=face)
    if not hits and monster in s.rivals and s.miss_cost != "attack":
        return Text("Misses") if s.miss_cost else Text("Misses: the table says what that costs")
    if not hits:
        harm, target = combat_damage_of(s, monster, roll.seat, face), Target("seat", roll.seat)

        def miss(n: int) -> Text:
            if not n:
                return Text("Misses, but the damage to {who} is prevented", who=who)
            return Text("Misses: {n} damage to {who}", n=n, who=who)

        return _with_prevention(s, miss, target, harm, face)
    if is_immune_to_roll(s, monster, face):
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
    hits = is_hit_by(s, monster, face)
    if hits is None or (not hits and monster in s.rivals and s.miss_cost != "attack"):
        return None
    if not hits:
        harm, target = combat_damage_of(s, monster, roll.seat, face), Target("seat", roll.seat)
    elif is_immune_to_roll(s, monster, face):
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


def effect_text(s: FourSouls, effect: Effect) -> Text:
    """Describe one effect in a few words."""
    kind, on = EFFECT_KINDS[effect.kind], target_name(s, effect.target)
    text = kind.text_in_state(s, effect, on) if kind.text_in_state else None
    if text is None and effect.count:
        return counted_text(effect, on if effect.to == Target() else target_name(s, effect.to))
    return text or kind.text(on, effect.amount, signed(effect.amount))


def counted_text(effect: Effect, on: Displayable) -> Text:
    """Describe an effect whose number is worked out as it happens."""
    what, count = EFFECT_KINDS[effect.kind].counted or "", count_text(effect.count)
    if effect.amount < 0:
        return Text("{who} loses {what}: as many as {count}", who=on, what=what, count=count)
    return Text("{who} gains {what}: as many as {count}", who=on, what=what, count=count)


def effects_text(s: FourSouls, effects: tuple[Effect, ...]) -> Text:
    """Describe several effects in order."""
    texts = with_conditions(as_read(s, effects), lambda effect: effect_text(s, effect))
    return Text("{effects}", effects=join_texts(texts)) if texts else Text("Nothing")


def brief_text(s: FourSouls, seat: int, source: int, effects: tuple[Effect, ...]) -> Text:
    """Describe the effects of a player's item in a few words.

    A target is named only where it is another player, a monster, or another item than the ``source``.
    """

    def describe(effect: Effect) -> Text:
        brief = EFFECT_KINDS[effect.kind].brief
        if brief and not effect.count and (is_own(seat, source, effect) or effect.target.kind == "item"):
            return brief(effect.amount, signed(effect.amount))
        return effect_text(s, effect)

    texts = with_conditions(as_read(s, effects), describe)
    return Text("{effects}", effects=join_texts(texts)) if texts else Text("Nothing")


def is_own(seat: int, source: int, effect: Effect) -> bool:
    """Return whether an effect of a player's item is about that player or item."""
    return effect.target in (Target(), Target("me"), Target("seat", seat), Target("owned", source))


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
    found = ((card, look) for card in _acting_cards(s, item) for look in _looks_of_card(card))
    return tuple(dict.fromkeys((card, look) for card, look in found if _comes_with(s, look, item)))


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
