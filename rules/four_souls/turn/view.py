"""View of a Four Souls table for the screen: numbers, stack, monsters, players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine import Displayable, Name, Text
from rules.four_souls.board import rooms
from rules.four_souls.board.rooms import room_name
from rules.four_souls.model.catalogue import characters, monster_effect_texts
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item, is_trigger_spent, item_cards
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import START_SLOTS, FourSouls, Monster, Player
from rules.four_souls.stack.priority import items_to_order
from rules.four_souls.vocabulary.card_names import (
    BONUS_SOUL_NAMES,
    card_name,
    character_name,
    display_name,
    item_name,
    join_texts,
    owned_name,
    shop_name,
)
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import describe_consequence, harm_of_attack_roll
from rules.four_souls.vocabulary.monster_triggers import is_hit_by
from rules.four_souls.vocabulary.replacements import lasting_text
from rules.four_souls.vocabulary.shop import fee_of, is_shop_followed


@dataclass(frozen=True, slots=True)
class AttackRoll:
    """An attack roll as it counts now: the monster, its life, the number needed, the result.

    ``harm`` is the damage to the monster if it ``hits``, else to the player; None where that is still open.
    """

    monster: Displayable
    life: int
    needs: int
    hits: bool
    harm: int | None


@dataclass(frozen=True, slots=True)
class StackItemCard:
    """A stack item: its id, title, player and consequence.

    ``face`` is that of a roll as it counts now, else 0; ``attack`` is there for an attack roll of the fight.
    """

    id: int
    title: Text
    seat: int
    does: Text | None
    face: int = 0
    attack: AttackRoll | None = None


@dataclass(frozen=True, slots=True)
class ActiveMonster:
    """An active monster with its numbers and reward."""

    id: int
    name: Displayable
    life: int
    full: int
    evasion: int
    attack: int
    reward: Text
    effect: Name | None
    fighting: bool


@dataclass(frozen=True, slots=True)
class OwnedItemLine:
    """A named item.

    ``cost`` is in ¢, or in counters where it ``pays`` with them, −1 without a paid effect; ``spent``: it was used and
    its uses are limited; ``triggers``: it triggers by itself; ``does``: what a known card does.
    """

    id: int
    name: Displayable
    activated: bool
    ready: bool
    cost: int
    pays: str
    counters: int
    spent: bool
    triggers: bool
    eternal: bool
    guppy: bool
    does: Text | None = None


@dataclass(frozen=True, slots=True)
class FourSoulsPlayerLine:
    """A player with their numbers, items and souls.

    ``item`` is the starting item; ``dead``: died this turn; ``nameless``: number of unnamed items; ``rolls`` is added
    to each roll, ``shield`` prevents damage, ``boosts`` end with the turn.
    """

    seat: int
    name: str
    character: Name | str
    item: Name | None
    life: int
    full: int
    cents: int
    loot: int
    souls: int
    treasures: int
    ready: bool
    dead: bool
    active: bool
    holder: bool
    items: tuple[OwnedItemLine, ...] = ()
    nameless: int = 0
    curses: tuple[Displayable, ...] = ()
    rolls: int = 0
    shield: int = 0
    boosts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class FourSoulsView:
    """View of the table; the top of the stack comes first.

    ``slots`` is the number of monster slots, ``shop`` the treasures' names where they are tracked, ``rooms`` those face
    up; ``bonus`` are the bonus souls still to be won; ``countdown`` is the die of a solo game; ``waiting`` is what
    happens at once while its order is asked.
    """

    turn: int
    stack: tuple[StackItemCard, ...]
    monsters: tuple[ActiveMonster, ...]
    players: tuple[FourSoulsPlayerLine, ...]
    slots: int = START_SLOTS
    shop: tuple[Displayable, ...] = ()
    rooms: tuple[Displayable, ...] = ()
    bonus: tuple[Displayable, ...] = ()
    countdown: int | None = None
    waiting: tuple[StackItemCard, ...] = ()


def view(s: FourSouls) -> FourSoulsView:
    """Return the view of this state."""
    stack = tuple(_stack_card(s, item) for item in reversed(s.stack.items))
    players = tuple(_player(s, seat, player) for seat, player in enumerate(s.players))
    monsters = tuple(_monster(s, m) for m in s.fighters)
    shop = tuple(shop_name(name) or Text("a treasure") for name in s.shop) if is_shop_followed(s) else ()
    face_up_rooms = (room for room in s.rooms if room is not None and rooms.has_rooms(s))
    face_up = tuple(room_name(room) for room in face_up_rooms)
    bonus = tuple(BONUS_SOUL_NAMES[name] for name in s.bonus)
    countdown = s.countdown if s.is_solo else None
    waiting = tuple(_stack_card(s, item) for item in reversed(items_to_order(s)))
    return FourSoulsView(s.turn, stack, monsters, players, len(s.slots), shop, face_up, bonus, countdown, waiting)


def _stack_card(s: FourSouls, item: Item) -> StackItemCard:
    face = s.roll_result(item) if item.kind == "roll" else 0
    does, attack = describe_consequence(s, item), _attack_roll(s, item)
    return StackItemCard(item.id, item_name(s, item), item.seat, does, face, attack)


def _attack_roll(s: FourSouls, item: Item) -> AttackRoll | None:
    monster = s.find_monster(item.target.id)
    if (item.kind, item.why) != ("roll", "attack") or monster is None or s.combat != monster.id:
        return None
    needs = s.evasion_of(monster)
    harm, hits = harm_of_attack_roll(s, item, monster), bool(is_hit_by(s, monster, s.roll_result(item)))
    return AttackRoll(card_name(monster.card), monster.life, needs, hits, harm)


def _monster(s: FourSouls, m: Monster) -> ActiveMonster:
    effect = monster_effect_texts().get(m.card.id)
    numbers = (m.life, s.full_life(m), s.evasion_of(m), m.attack)
    return ActiveMonster(m.id, card_name(m.card), *numbers, reward_text(m), effect, s.combat == m.id)


def reward_text(m: Monster) -> Text:
    """Return the short text of a monster's reward."""
    card, parts = m.card, []
    if card.cents:
        parts.append(Text("{n}¢", n=card.cents))
    if card.loot:
        parts.append(Text("Loot {n}", n=card.loot))
    if card.treasure:
        parts.append(Text("{n} item", "{n} items", n=card.treasure))
    if card.roll:
        parts.append(Text("a die's worth of ¢") if card.roll == "cents" else Text("a die's worth of loot"))
    if card.souls:
        parts.append(Text("{n} soul", "{n} souls", n=card.souls))
    text = parts[0] if parts else Text("no reward")
    for part in parts[1:]:
        text = Text("{first} · {then}", first=text, then=part)
    return text


def _player(s: FourSouls, seat: int, p: Player) -> FourSoulsPlayerLine:
    card = characters().get(p.character)
    start = item_cards().get(card.item) if card else None
    flags = (p.ready, p.doom == "dead", seat == s.active, seat == s.stack.holder)
    numbers = (p.life, p.full, p.cents, p.loot, p.soul_count, p.treasures)
    items, boosts = tuple(_item(s, seat, o) for o in p.items), tuple(_boost_texts(s, seat))
    return FourSoulsPlayerLine(
        seat,
        s.seats[seat],
        character_name(p),
        start.name if start else None,
        *numbers,
        *flags,
        items=items,
        nameless=max(0, p.unnamed_item_count),
        curses=tuple(map(_curse, p.curses)),
        rolls=p.rolls,
        shield=p.shield,
        boosts=boosts,
    )


def _item(s: FourSouls, seat: int, o: Owned) -> OwnedItemLine:
    cost = fee_of(s, seat, o.cost) if o.cost > 0 and o.pays == "cents" else o.cost
    triggers = abilities_of_item(o).triggers
    limited = tuple(k for k, ability in enumerate(triggers) if ability.once)
    spent = bool(limited) and all(is_trigger_spent(o, k) for k in limited)
    marks = (o.activated, o.ready, cost, o.pays, o.counters, spent, bool(triggers), o.eternal, o.guppy)
    return OwnedItemLine(o.id, owned_name(o), *marks, does=_does(o))


def _does(o: Owned) -> Text | None:
    """Return what an item does, by itself and by gold, and what lies on and under it."""
    does, gilded = known_card_text(o.card), [item_cards()[card].name for card in o.gilded]
    more = Text("does what these do: {items}", items=join_texts(gilded)) if gilded else None
    gold = Text("{n} gold counter", "{n} gold counters", n=o.gold) if o.gold else None
    captive = Text("under it: {monster}", monster=card_name(o.under)) if o.under else None
    texts = [text for text in (does, more, gold, captive) if text is not None]
    return Text("{effects}", effects=join_texts(texts)) if texts[1:] else texts[0] if texts else None


def _curse(name: str) -> Displayable:
    """Return the name of a curse, with what it does if it is listed; empty without a name."""
    does = known_card_text(name)
    return Text("{title}: {does}", title=display_name(name), does=does) if does else name


def _boost_texts(s: FourSouls, seat: int) -> Iterator[Text]:
    yield from (lasting_text(boost) for boost in s.boosts if boost.target == Target("seat", seat) or boost.seat == seat)
