"""Display names of cards, items, characters, targets and stack items."""

from __future__ import annotations

from collections.abc import Sequence

from rules.card_grammar import Cost
from rules.engine import Displayable, Name, Text
from rules.four_souls.model.catalogue import MonsterCard, characters, monster_names
from rules.four_souls.model.effect import TARGET_KINDS, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import find_item, item_names
from rules.four_souls.model.stack_item import USED_AS, Item
from rules.four_souls.model.state import FourSouls, Player


def join_texts(texts: Sequence[Displayable]) -> Displayable:
    """Join texts or names to a list with commas."""
    joined, *rest = texts
    for text in rest:
        joined = Text("{first}, {then}", first=joined, then=text)
    return joined


BONUS_SOUL_NAMES = {
    "greed": Name("Alma de la avaricia", "Soul of Greed"),
    "gluttony": Name("Alma de la gula", "Soul of Gluttony"),
    "guppy": Name("Alma de Guppy", "Soul of Guppy"),
}
"""Names of the bonus souls."""
_BONUS_SOULS_BY_NAME = {name.en: name for name in BONUS_SOUL_NAMES.values()}


def card_name(card: MonsterCard) -> Displayable:
    """Return a monster's display name.

    It is the catalogue's name in the reader's language, unless the table gave the monster a name of its own.
    """
    known = monster_names().get(card.id) or item_names().get(card.id)
    if known and card.name in ("", known.en):
        return known
    return card.name or Text("the monster")


def card_key(card: MonsterCard) -> str:
    """Return the name by which a step stores a monster: the table's own, else its id."""
    known = monster_names().get(card.id) or item_names().get(card.id)
    return card.id if known and card.name in ("", known.en) else card.name


def display_name(name: str) -> Displayable:
    """Return a typed name, or the translated name of the card with that id, or of a bonus soul."""
    return monster_names().get(name) or item_names().get(name) or _BONUS_SOULS_BY_NAME.get(name) or name


def item_key(item: Owned) -> str:
    """Return the name by which a step stores an item: the table's own, else its id."""
    known = item_names().get(item.card)
    return item.card if known and item.name in ("", known.en) else item.name


def owned_name(item: Owned) -> Displayable:
    """Return the display name of an item in play; a copy has its own name too."""
    name = display_name(item_key(item)) or Text("an item")
    return Text("{item} as {other}", item=display_name(item.own_card), other=name) if item.own_card else name


def character_name(player: Player) -> Name | str:
    """Return the character's name in the reader's language."""
    known = characters().get(player.character)
    return known.name if known else player.character


def cost_text(cost: Cost) -> Text:
    """Return the text of what an effect costs."""
    n = cost.amount.number
    match cost.kind:
        case "counters":
            return Text("{n} counter", "{n} counters", n=n)
        case "loot":
            return Text("{n} loot card", "{n} loot cards", n=n)
        case "goals":
            return Text("{n} goals reached", n=n)
        case "hp":
            return Text("{n} life", n=n)
        case "destroy" if cost.thing == "this":
            return Text("this item destroyed")
        case "destroy":
            return Text("{n} item of yours destroyed", "{n} items of yours destroyed", n=n)
        case "give":
            return Text("{n} item of yours given away", "{n} items of yours given away", n=n)
    return Text("{n}¢", n=n)


def treasure_name(s: FourSouls, slot: int) -> Displayable:
    """Return the name of the treasure in that slot, or its place."""
    if slot < 0:
        return Text("a treasure of the shop")
    return shop_name(s.shop[slot]) or Text("the treasure of slot {n}", n=slot + 1)


def shop_name(name: str) -> Displayable:
    """Return the translated name of the treasure that a table calls so.

    A name that no list has as it is.
    """
    card = find_item(name) if name else None
    return card.name if card else name


def target_name(s: FourSouls, target: Target) -> Displayable:
    """Return the display name of a target."""
    kind = TARGET_KINDS[target.kind]
    return kind.name_of(s, target.id) if kind.name_of else kind.text


UNNAMED_TEXTS: dict[str, Text] = {
    "loot": Text("a loot card"),
    "activated": Text("an item"),
    "paid": Text("a paid effect"),
    "triggered": Text("a triggered effect"),
    "non_monster": Text("a card that is no monster"),
    "room": Text("the room"),
}
"""Display name of a stack item of that kind whose card has no name."""
FIXED_ITEM_NAMES: dict[str, Text] = {
    "purchase": Text("a purchase"),
    "refill": Text("a new monster"),
    "shop_refill": Text("a new treasure in the shop"),
    "room_refill": Text("a new room"),
    "rebuild": Text("a deck that ran out"),
    "loot_1": Text("Loot 1"),
}
"""Display names of stack items that depend neither on a player nor on a target."""


def item_name(s: FourSouls, item: Item) -> Text:
    """Return the display name of a stack item."""
    if item.kind in UNNAMED_TEXTS:
        shown = card_name(item.card) if item.kind == "triggered" and item.card else display_name(item.name)
        return Text("{name}", name=shown) if shown else UNNAMED_TEXTS[item.kind]
    return FIXED_ITEM_NAMES[item.kind] if item.kind in FIXED_ITEM_NAMES else _relative_name(s, item)


def named_in_sentence(s: FourSouls, item: Item) -> Text:
    """Return the name of a stack item as it stands within a sentence."""
    on = target_name(s, item.target)
    match item.kind:
        case "purchase":
            return Text("the purchase")
        case "roll":
            return Text("the roll of {n}", n=s.roll_result(item))
        case "attack":
            return Text("the attack on {target}", target=on)
        case "monster_death":
            return Text("the death of {target}", target=on)
        case "player_death":
            return Text("the death of {target}", target=s.seats[item.seat])
        case "rewards":
            return Text("the reward of {monster}", monster=_monster_card_name(item))
        case "penalty":
            return Text("the death penalty of {who}", who=s.seats[item.seat])
    return item_name(s, item)


def _relative_name(s: FourSouls, item: Item) -> Text:
    who, on = s.seats[item.seat], target_name(s, item.target)
    match item.kind:
        case "effect":
            return _effect_name(item)
        case "roll":
            return Text("roll of {n}", n=s.roll_result(item))
        case "attack":
            return Text("attack on {target}", target=on)
        case "damage":
            return Text("{n} damage to {target}", n=item.amount, target=on)
        case "held":
            return Text("{n} damage that a roll may prevent", n=item.amount)
        case "monster_death":
            return Text("death of {target}", target=on)
        case "monster_card":
            return Text("the card of {monster}", monster=_monster_card_name(item))
        case "rewards":
            return Text("reward of {monster}", monster=_monster_card_name(item))
        case "player_death":
            return Text("death of {target}", target=who)
        case "penalty":
            return Text("{who}'s death penalty", who=who)
        case "tap":
            return Text("{who}'s character", who=who)
        case "bonus_soul":
            return Text("{name}", name=BONUS_SOUL_NAMES.get(item.name, item.name))
    raise TypeError(item.kind)


def _effect_name(item: Item) -> Text:
    card = card_name(item.card) if item.card else display_name(item.name)
    if item.why == USED_AS:
        return Text("the copy of {card}", card=card)
    if item.value:
        return Text("the effect of the roll")
    return Text("the effect of {card}", card=card) if card else Text("an effect")


def _monster_card_name(item: Item) -> Displayable:
    return card_name(item.card) if item.card else Text("the monster")
