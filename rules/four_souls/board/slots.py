"""Monster slots: refills, revealed cards, slots added or removed (FS-05, FS-94 … FS-98)."""

from __future__ import annotations

from rules import stack
from rules.engine import (
    Choice,
    Event,
    Number,
    Option,
    Pick,
    Prompt,
    Records,
    Step,
    Template,
    Text,
    TextLine,
    asks,
    at,
    carries,
    note,
    then,
)
from rules.engine.record import replace
from rules.four_souls.model.catalogue import MonsterCard, monsters
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Aimed, Placed, Revealed, RevealedOther
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import START_ROOM_SLOTS, START_SLOTS, FourSouls, Monster
from rules.four_souls.vocabulary.card_names import card_name, display_name
from rules.four_souls.vocabulary.card_sets import bonus_card_names, monsters_out_of_sets
from rules.four_souls.vocabulary.effect_memory import effects_by_name
from rules.four_souls.vocabulary.effect_templates import make_effects_hole, make_name_hole
from rules.four_souls.vocabulary.monster_triggers import cards_left_out, coverable_slots, is_indomitable
from rules.four_souls.vocabulary.state_changes import allocate_id, place_monster, queue_item, vacate_slot

from .temporary import force_attack

DECLARE = "four_souls.declare"
"""Step that gives a listed card on the stack its effects."""
NOT_FOUND = -1
"""Slot number of a monster that was not found."""
NO_SLOT = -1
"""Slot number of a card that is no monster and fills none."""
REWARD_DIE = (Option("", Text("no die")), Option("cents", Text("¢")), Option("loot", Text("loot")))
MONSTER_TEMPLATE = Template(
    MonsterCard(),
    (
        TextLine("id"),
        TextLine("name"),
        Number("hp", 1, 20, 2, Text("life")),
        Number("evasion", 0, 6, 4, Text("evasion")),
        Number("attack", 0, 10, 1, Text("attack")),
        Number("cents", 0, 40, 0, Text("¢")),
        Number("loot", 0, 10, 0, Text("loot cards")),
        Number("treasure", 0, 5, 0, Text("items")),
        Pick("roll", REWARD_DIE, Text("a die decides the reward")),
        Number("souls", 0, 4, 0, Text("souls")),
    ),
)
"""The printed numbers of a monster, with bounds wider than any card."""


def make_monster_hole(left_out: tuple[MonsterCard, ...] = ()) -> Records:
    """Return the hole for one monster, found by name or by life, evasion and attack, or typed."""
    return Records("cards", (MONSTER_TEMPLATE,), most=1, least=1, catalogue="monsters", left_out=left_out)


def reveal_prompt(s: FourSouls, slot: int, during: str) -> Prompt:
    """Ask which card was turned up.

    A card that is no monster is played, or put under the deck during set-up.
    """
    hole = make_monster_hole((*cards_left_out(s), *monsters_out_of_sets(s)))
    monster = Choice(Text("A monster"), Template(Revealed(slot, ()), (hole,)), role="default", seat=s.active)
    title = Text("Turn up the top card of the monster deck: who is it?")
    if during == "setup":
        other = Choice(
            Text("Not a monster"), Template(RevealedOther(slot)), Text("It goes under the deck; turn up another")
        )
        return Prompt((s.active,), title, "FS-05", (monster, other), phase=Text("Set-up"))
    holes = (make_name_hole(bonus_card_names(s)), make_effects_hole(s))
    other = Choice(
        Text("Not a monster"), Template(RevealedOther(slot), holes), Text("It resolves, then another is turned up")
    )
    if during == "effect":
        other = Choice(Text("Not a monster"), Template(RevealedOther(slot), holes), Text("It resolves"))
        return Prompt((s.active,), title, "FS-20", (monster, other), phase=Text("Effect"))
    if during == "attack":
        attack_kept = s.ruling("FS-A5") == "kept"
        counts = (
            Text("It resolves, and the attack is kept") if attack_kept else Text("It resolves and uses up the attack")
        )
        other = Choice(Text("Not a monster"), Template(RevealedOther(slot), holes), counts)
        return Prompt((s.active,), title, "FS-70", (monster, other), phase=Text("Attack"))
    return Prompt((s.active,), title, "FS-95", (monster, other), phase=Text("Refill"))


@asks("FS-95", "FS-70", "FS-05", prompt=reveal_prompt)
def reveal(s: FourSouls, event: Event, slot: int, during: str) -> FourSouls:
    """Put a monster into the slot; play other cards first, in set-up put them under the deck."""
    match event:
        case Revealed(cards=(card,)) if during == "attack":
            return replace(s, revealed=card)
        case Revealed(cards=(card,)):
            return lay_monster(s, "FS-05" if during == "setup" else "FS-95", slot, card)
        case RevealedOther() if during == "setup":
            under = Text("put the card that is no monster under the monster deck")
            s = note(s, "FS-05", Text("No monster: it goes under the deck"), seat=s.active, task=under)
            return then(s, at(reveal, slot, during))
        case RevealedOther():
            return play_non_monster(s, event, NO_SLOT if during == "effect" else slot)
    raise TypeError(event)


def lay_monster(s: FourSouls, rule: str, slot: int, card: MonsterCard) -> FourSouls:
    """Put a monster into a slot, which hands do too."""
    name = card_name(card)
    text, task = (
        Text("{monster} is an active monster", monster=name),
        Text("put {monster} into slot {n}", monster=name, n=slot + 1),
    )
    return note(place_monster(s, slot, card), rule, text, seat=s.active, subject=name, task=task)


def play_non_monster(s: FourSouls, event: RevealedOther, slot: int) -> FourSouls:
    """Put a card that is no monster on the stack.

    With a ``slot`` another card is turned up after it.
    """
    s, id = allocate_id(s)
    is_listed = event.name in item_cards() and not event.effects
    effects = () if is_listed else event.effects or effects_by_name(s, s.active, event.name)
    item = Item(id, "non_monster", s.active, event.name, effects=effects, slot=slot)
    s = replace(s, stack=stack.push(s.stack, item, s.active))
    return then(s, Step(DECLARE, (id,))) if is_listed else s


@carries("FS-95")
def resolve_refill(s: FourSouls, item: Item) -> FourSouls:
    """Turn up the top card of the monster deck if the slot is still empty."""
    return then(s, at(reveal, item.slot, "refill")) if s.slots[item.slot] is None else s


@carries("FS-95")
def turn_up_next(s: FourSouls, slot: int) -> FourSouls:
    """Turn up another card for a slot; −1: for none.

    A card that was no monster has left it empty.
    """
    return then(s, at(reveal, slot, "refill")) if 0 <= slot < len(s.slots) else s


def slot_choice(s: FourSouls, slot: int, monster: Monster | None) -> Choice:
    """Return the choice of a slot for a monster; a monster that is there makes room (FS-A6)."""
    if monster is None:
        return Choice(Text("In the empty slot"), Template(Placed(slot)), role="default")
    over = Text("Over {monster}", monster=card_name(monster.card))
    covers = s.ruling("FS-A6") == "covered"
    follows = Text("Covers it until it dies") if covers else Text("It is discarded")
    return Choice(over, Template(Placed(slot)), follows, "default")


@carries("FS-93")
def summon_monster(s: FourSouls, card: str) -> FourSouls:
    """Ask for the slot of a searched monster, unless it is in play or was won as a soul."""
    in_play = any(monster.card.id == card for monster in s.all_monsters)
    won = any(soul.name == card for player in s.players for soul in player.souls)
    if in_play or won:
        return note(s, "FS-93", Text("{monster} is in play already", monster=display_name(card)))
    return then(s, at(bring, card))


def bring_prompt(s: FourSouls, card: str) -> Prompt:
    """Ask in which slot the searched monster is put: one whose monster is not attacked."""
    slots = (slot_choice(s, slot, s.slots[slot]) for slot in coverable_slots(s, s.idle_slots))
    not_found = Choice(Text("It was not found"), Template(Placed(NOT_FOUND)))
    title = Text("Search for {monster}: in which slot does it lie?", monster=display_name(card))
    return Prompt((s.active,), title, "FS-93", (*slots, not_found), phase=Text("Effect"))


@asks("FS-93", prompt=bring_prompt)
def bring(s: FourSouls, event: Placed, card: str) -> FourSouls:
    """Put the searched monster into the slot, without an attack on it.

    Then the deck is shuffled.
    """
    text = Text("Shuffle the monster deck")
    s = note(s, "FS-93", text, seat=s.active, task=Text("shuffle the monster deck"))
    if event.slot == NOT_FOUND:
        return s
    return lay_monster(s, "FS-93", event.slot, monsters()[card])


@carries("FS-81", "FS-94")
def turn_over(s: FourSouls, id: int, card: str) -> FourSouls:
    """Put the monster on the other side of a card in its place; its fight ends."""
    monster = s.find_monster(id)
    if monster is None:
        return s
    slot, other = s.slots.index(monster), monsters()[card]
    text = Text("{monster} becomes {other}", monster=card_name(monster.card), other=card_name(other))
    task = Text("turn {monster} over", monster=card_name(monster.card))
    s = note(s, "FS-94", text, seat=s.active, subject=card_name(other), task=task)
    return place_monster(take_out_monster(s, monster), slot, other)


# --- monsters that leave without dying ---------------------------------------------------------------------------

PLACE_TEXTS = {
    "discard": Text("the monster discard"),
    "top": Text("the top of the monster deck"),
    "bottom": Text("the bottom of the monster deck"),
}
"""Places to which a monster can go from its slot."""


@carries("FS-81", "FS-94")
def remove_monster(s: FourSouls, id: int, place: str = "discard", *, is_told: bool = True) -> FourSouls:
    """Take a living monster out of its slot without rewards; its death leaves the stack.

    As the state settles, its fight ends and the slot is refilled. ``is_told``: the table has done it already.
    """
    monster = s.find_monster(id)
    if monster is None:
        return s
    name, where = card_name(monster.card), PLACE_TEXTS[place]
    if is_indomitable(s, monster) and not is_told:
        return note(s, "FS-94", Text("{monster} cannot leave its slot", monster=name))
    text = Text("{monster} leaves its slot: {place}", monster=name, place=where)
    task = None if is_told else Text("put {monster} on {place}", monster=name, place=where)
    return take_out_monster(note(s, "FS-94", text, seat=s.active, subject=name, task=task), monster)


def take_out_monster(s: FourSouls, monster: Monster) -> FourSouls:
    """Empty the slot of a living monster; its death leaves the stack."""

    def stays(item: Item) -> bool:
        return (item.kind, item.target.id) != ("monster_death", monster.id)

    s = vacate_slot(s, s.slots.index(monster))
    waiting = tuple(item for item in s.waiting if stays(item))
    return replace(s, stack=stack.filter_items(s.stack, stays), waiting=waiting)


# --- added and removed slots -------------------------------------------------------------------------------------

SLOT_REFILLS = {
    "monster": ("refill", "four_souls.reveal"),
    "shop": ("shop_refill", "four_souls.stock"),
    "room": ("room_refill", "four_souls.reveal_room"),
}
"""Refill of each kind of slot: stack item kind, and the step that asks for the card."""


ADDED_SLOT_TEXTS = {
    "monster": Text("There is one more monster slot"),
    "shop": Text("There is one more shop slot"),
    "room": Text("There is one more room slot"),
}
"""What is noted as a slot of that kind is added."""
REMOVED_SLOT_TEXTS = {
    "monster": Text("By hand: one monster slot fewer"),
    "shop": Text("By hand: one shop slot fewer"),
    "room": Text("By hand: one room slot fewer"),
}
"""What is noted as a slot that was added by mistake is removed."""


@carries("FS-98")
def add_slot(s: FourSouls, slot_kind: str) -> FourSouls:
    """Add a slot of that kind for the rest of the game; it is refilled like the others."""
    match slot_kind:
        case "monster":
            s = replace(s, slots=(*s.slots, None), covered=(*s.covered, ()))
        case "room":
            s = replace(s, rooms=(*s.rooms, None))
        case "shop":
            s = queue_item(replace(s, shop=(*s.shop, "")), Item(0, "shop_refill", s.active, slot=len(s.shop)))
    return note(s, "FS-98", ADDED_SLOT_TEXTS[slot_kind])


def has_added_slots(s: FourSouls, slot_kind: str) -> bool:
    """Return whether there are more slots of that kind than at the start."""
    now = {
        "monster": len(s.slots) - START_SLOTS,
        "shop": len(s.shop) - START_SLOTS,
        "room": len(s.rooms) - START_ROOM_SLOTS,
    }
    return now[slot_kind] > 0


@carries("FS-98")
def remove_slot(s: FourSouls, slot_kind: str) -> FourSouls:
    """Remove the last slot of that kind, added by mistake, with its card and its refill."""
    match slot_kind:
        case "monster":
            s = _without_refill(replace(s, slots=s.slots[:-1], covered=s.covered[:-1]), slot_kind, len(s.slots) - 1)
        case "room":
            s = _without_refill(replace(s, rooms=s.rooms[:-1]), slot_kind, len(s.rooms) - 1)
        case "shop":
            s = _without_refill(replace(s, shop=s.shop[:-1]), slot_kind, len(s.shop) - 1)
    return note(s, "FS-98", REMOVED_SLOT_TEXTS[slot_kind])


def _without_refill(s: FourSouls, slot_kind: str, slot: int) -> FourSouls:
    kind, question = SLOT_REFILLS[slot_kind]

    def stays(item: Item) -> bool:
        return (item.kind, item.slot) != (kind, slot)

    agenda = tuple(step for step in s.agenda if (step.name, step.args[:1]) != (question, (slot,)))
    waiting = tuple(item for item in s.waiting if stays(item))
    return replace(s, stack=stack.filter_items(s.stack, stays), waiting=waiting, agenda=agenda)


# --- cards that effects put into slots -----------------------------------------------------------------------------


def fill_slot(s: FourSouls, target: Target) -> FourSouls:
    """Turn up the top card of the monster deck for a slot that is not attacked."""
    return then(s, at(reveal, target.id, "effect"))


def fill_discarded(s: FourSouls, target: Target) -> FourSouls:
    """Ask for the discarded monster that comes into a slot that is not attacked."""
    return then(s, at(bring_back, target.id))


def discarded_prompt(s: FourSouls, slot: int) -> Prompt:
    """Ask which discarded monster comes into the slot."""
    hole = make_monster_hole(cards_left_out(s))
    monster = Choice(Text("A monster"), Template(Revealed(slot, ()), (hole,)), role="default", seat=s.active)
    none = Choice(Text("None is there"), Template(Placed(NOT_FOUND)), role="option", seat=s.active)
    title = Text("Which monster of the discard comes into the slot?")
    return Prompt((s.active,), title, "FS-95", (monster, none), phase=Text("Effect"))


@asks("FS-95", prompt=discarded_prompt)
def bring_back(s: FourSouls, event: Event, slot: int) -> FourSouls:
    """Put the discarded monster into the slot, without an attack on it."""
    match event:
        case Revealed(cards=(card,)):
            s = place_monster(s, slot, card)
            text = Text("{monster} is an active monster", monster=card_name(card))
            task = Text("put {monster} from the discard into slot {n}", monster=card_name(card), n=slot + 1)
            return note(s, "FS-95", text, seat=s.active, subject=card_name(card), task=task)
        case Placed():
            return s
    raise TypeError(event)


@carries("FS-95")
def search_monsters(s: FourSouls, n: int) -> FourSouls:
    """Ask one by one for bosses that are turned up, each for a slot that is not attacked."""
    return then(s, at(bring_boss, n))


def boss_prompt(s: FourSouls, n: int, *brought: int) -> Prompt:
    """Ask which boss comes into which slot; those that came before keep theirs."""
    hole = make_monster_hole((*cards_left_out(s), *monsters_out_of_sets(s)))
    free = (slot for slot in coverable_slots(s, s.idle_slots) if not _holds_one_of(s, slot, brought))
    choices = (
        replace(slot_choice(s, slot, s.slots[slot]), template=Template(Revealed(slot, ()), (hole,))) for slot in free
    )
    none = Choice(Text("None is there"), Template(Placed(NOT_FOUND)), role="option", seat=s.active)
    title = Text("Turn up monster cards until a boss comes: who is it, and in which slot does it lie?")
    return Prompt((s.active,), title, "FS-95", (*choices, none), phase=Text("Effect"))


def _holds_one_of(s: FourSouls, slot: int, ids: tuple[int, ...]) -> bool:
    monster = s.slots[slot]
    return monster is not None and monster.id in ids


@asks("FS-95", prompt=boss_prompt)
def bring_boss(s: FourSouls, event: Event, n: int, *brought: int) -> FourSouls:
    """Put the boss into the slot, then ask for the next one; one of them must be attacked."""
    if isinstance(event, Revealed):
        (card,) = event.cards
        s = lay_monster(s, "FS-95", event.slot, card)
        brought = (*brought, s.numbered)
        if n > 1:
            return then(s, at(bring_boss, n - 1, *brought))
    task = Text("discard the other cards that were turned up")
    s = note(s, "FS-95", Text("The other cards are discarded"), seat=s.active, task=task)
    return then(s, at(force_one, *brought)) if brought[1:] else _force(s, brought[0]) if brought else s


def force_prompt(s: FourSouls, *ids: int) -> Prompt:
    """Ask which of those monsters must be attacked."""
    found = (monster for monster in s.monsters if monster.id in ids)
    choices = (
        Choice(Text("{item}", item=card_name(m.card)), Template(Aimed(Target("monster", m.id))), role="default")
        for m in found
    )
    title = Text("Which of them must be attacked?")
    return Prompt((s.active,), title, "FS-77", tuple(choices), phase=Text("Effect"))


@asks("FS-77", prompt=force_prompt)
def force_one(s: FourSouls, event: Aimed, *ids: int) -> FourSouls:
    """Force an attack on the chosen monster."""
    return _force(s, event.target.id)


@carries("FS-77")
def _force(s: FourSouls, id: int) -> FourSouls:
    monster, who = s.find_monster(id), s.seats[s.active]
    if monster is None:
        return s
    name = card_name(monster.card)
    s = force_attack(s, Target("monster", id))
    return note(s, "FS-77", Text("{who} must attack {target}", who=who, target=name), subject=name)


def is_forced_choice_obsolete(s: FourSouls, *ids: int) -> bool:
    """Return whether the question is obsolete: none of those monsters is there any more."""
    return not any(monster.id in ids for monster in s.monsters)


def is_refill_obsolete(s: FourSouls, slot: int, during: str) -> bool:
    """Return whether the question is obsolete: an effect has filled the empty slot."""
    return during == "refill" and slot < len(s.slots) and s.slots[slot] is not None


def fill_event(s: FourSouls) -> FourSouls:
    """Ask which of the cards that are no monsters is put into a slot."""
    return then(s, at(bring_event))


def event_prompt(s: FourSouls, of: str = "") -> Prompt:
    """Ask which card that is no monster was found, if any; it is played."""
    holes = (make_name_hole(), make_effects_hole(s))
    event = Choice(Text("Not a monster"), Template(RevealedOther(NO_SLOT), holes), Text("It resolves"), "default")
    none = Choice(Text("None is there"), Template(Placed(NOT_FOUND)), role="option", seat=s.active)
    title = Text("Which card that is no monster is put into a slot?")
    if of == "curse":
        title = Text("Which curse was found?")
    return Prompt((s.active,), title, "FS-20", (event, none), phase=Text("Effect"))


@asks("FS-20", prompt=event_prompt)
def bring_event(s: FourSouls, event: Event, of: str = "") -> FourSouls:
    """Play the card, if one was found."""
    return play_non_monster(s, event, NO_SLOT) if isinstance(event, RevealedOther) else s
