"""Items and players that can be attacked (FS-14, FS-67)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, carries, then
from rules.engine.record import replace
from rules.engine.step import at
from rules.four_souls.board.item_loss import destroy
from rules.four_souls.board.rooms import discard_room
from rules.four_souls.model.cards_beside import index_players, rooms_in_play
from rules.four_souls.model.catalogue import MonsterCard
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Aimed
from rules.four_souls.model.item_abilities import Rivalry
from rules.four_souls.model.item_catalogue import bodies_of_item, find_room, index_items, item_cards, rivalries_of
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, Monster, rival_id, rival_seat
from rules.four_souls.triggers.read_card import points_of
from rules.four_souls.vocabulary.card_names import owned_name, target_name
from rules.four_souls.vocabulary.measures import conditions_hold
from rules.four_souls.vocabulary.state_changes import allocate_id

STAYS = Target()
"""Target that says that the item stays in play."""


@carries("FS-14", "FS-67")
def update_attackable_items(s: FourSouls) -> FourSouls:
    """Bring the items and rooms that can be attacked up to those in play."""
    found, rooms = index_players(s.players).bodies, tuple(_room_bodies(s)) if s.rooms else ()
    if not found and not rooms and not s.beside:
        return s
    opened = {id: read for id, body in found.items() for read in _open_body(s, id, body)}
    bodies = {id: body for id, body in opened.items() if id > 0}
    unnumbered = (*(body for id, body in opened.items() if id < 0), *rooms)
    kept = {monster.id: monster for monster in s.beside if bodies.get(monster.id) == monster.card}
    beside = tuple(kept.get(id) or _fighter(id, body) for id, body in bodies.items())
    for body in unnumbered:  # rooms have no id, and that of a starting item may be the one of a rival
        same = next((monster for monster in s.beside if monster.card == body), None)
        s, id = (s, same.id) if same else allocate_id(s)
        beside = (*beside, same or _fighter(id, body))
    return replace(s, beside=beside) if beside != s.beside else s


@carries("FS-105")
def _room_bodies(s: FourSouls) -> Iterator[MonsterCard]:
    """Yield the numbers of rooms that can be attacked, once they have been read from the card."""
    for room in rooms_in_play(s):
        for body in bodies_of_item(room):
            yield from _body_as_read(s, body)


@carries("FS-14")
def _open_body(s: FourSouls, id: int, body: MonsterCard) -> Iterator[MonsterCard]:
    """Yield the numbers of an item, if it can be attacked now."""
    found, card = s.find_owned_item(id), item_cards().get(body.id)
    if card is None or found is None or conditions_hold(s, found[0], card.does.attackable_if, id):
        yield from _body_as_read(s, body)


def _body_as_read(s: FourSouls, body: MonsterCard) -> Iterator[MonsterCard]:
    """Yield the numbers with those that were read from the card, once all of them were."""
    read: dict[str, Any] = {BODY_NUMBERS[of]: s.reading(id, of) for id, of in points_of(body.id)}
    if None not in read.values():
        yield replace(body, **read) if read else body


BODY_NUMBERS = {"life": "hp", "evasion": "evasion", "attack": "attack"}
"""Fields of a card by what is read from a room that can be attacked."""


def _fighter(id: int, body: MonsterCard) -> Monster:
    return Monster(id, body, body.hp, body.evasion, body.attack)


def defeated_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask what becomes of an item that has no life left: its card says so."""
    found, slot = s.find_owned_item(id), slot_of_room(s, id)
    seat, name = (found[0], owned_name(found[1])) if found else (s.active, target_name(s, Target("monster", id)))
    goes = Text("It is destroyed") if found else Text("It is discarded")
    target = Target("owned", id) if found else Target("room", slot)
    choices = (
        Choice(Text("It stays"), Template(Aimed(STAYS)), Text("It heals as the turn ends"), "default", seat),
        Choice(goes, Template(Aimed(target)), role="option", seat=seat),
    )
    title = Text("{item} has no life left: what becomes of it, as its card says?", item=name)
    return Prompt((seat,), title, "FS-92", choices, phase=Text("Effect"))


@asks("FS-92", prompt=defeated_prompt)
def decide_defeated(s: FourSouls, event: Aimed, id: int) -> FourSouls:
    """Leave the item or destroy it; a room is discarded."""
    if event.target.kind == "room":
        return discard_room(s, event.target.id)
    return s if event.target == STAYS else destroy(s, event.target)


@carries("FS-105")
def slot_of_room(s: FourSouls, id: int) -> int:
    """Return the slot of the room that can be attacked under that id; −1 for none."""
    monster = s.find_monster(id)
    found = (find_room(room) if room else None for room in s.rooms)
    return next((slot for slot, card in enumerate(found) if card and monster and card.id == monster.card.id), -1)


# --- players -----------------------------------------------------------------------------------------------------


FREE = Target()
"""Target that says that a miss costs nothing."""


@carries("FS-14", "FS-67")
def update_rivals(s: FourSouls) -> FourSouls:
    """Bring the players that can be attacked up to date.

    They have the numbers of a monster. A fight goes on when its player has as many souls, and ends with their death.
    """
    found = tuple(_rivalries(s))
    if not found and not s.rivals and "prey" not in [boost.what for boost in s.boosts]:
        return s
    rivals = tuple(rival for seat in range(len(s.seats)) for rival in _rival(s, seat, found))
    return replace(s, rivals=rivals) if rivals != s.rivals else s


def _rivalries(s: FourSouls) -> Iterator[Rivalry]:
    yield from index_items(s.players[s.active].items).rivalries
    for room in rooms_in_play(s):
        yield from rivalries_of(room)


@carries("FS-105")
def mark_spoils(s: FourSouls, rival: int) -> FourSouls:
    """Remember whom a room lets the active player attack for the item of their death penalty."""
    if not any(one.has_spoils for one in _rivalries(s)):
        return s
    boost = Boost(Target("seat", rival_seat(rival)), "spoils", 1, seat=s.active)
    return s if boost in s.boosts else replace(s, boosts=(*s.boosts, boost))


def _rival(s: FourSouls, seat: int, found: tuple[Rivalry, ...]) -> tuple[Monster, ...]:
    """Return a player as one that can be attacked or is; empty if the player cannot be."""
    player, fought = s.players[seat], s.find_monster(s.combat) if s.combat == rival_id(seat) else None
    has_more = player.soul_count > s.players[s.active].soul_count
    hunted = [boost.by for boost in s.boosts if (boost.what, boost.target) == ("prey", Target("seat", seat))]
    evasion = max([*hunted, *(one.evasion for one in found if one.is_for_any or has_more)], default=0)
    may_be = evasion and seat != s.active
    if player.doom == "dead" or not (fought or may_be):
        return ()
    number = fought.evasion if fought else evasion
    card = MonsterCard(name=s.seats[seat], hp=player.full, evasion=number, attack=player.attack)
    return (Monster(rival_id(seat), card, player.life, number, player.attack),)


@carries("FS-71")
def miss_rival(s: FourSouls, roll: Item, rival: Monster) -> FourSouls:
    """Put the damage of a missed attack roll on the stack, or ask once whether there is any.

    No source says it.
    """
    if not s.miss_cost:
        return then(s, at(choose_miss_cost, roll.seat, rival.id, s.roll_result(roll)))
    return _put_miss(s, roll.seat, rival, s.roll_result(roll))


def _put_miss(s: FourSouls, seat: int, rival: Monster, face: int) -> FourSouls:
    if s.miss_cost == "nothing":
        return s
    s, id = allocate_id(s)
    damage = Item(id, "damage", seat, value=face, target=Target("seat", seat), amount=rival.attack)
    return replace(s, stack=stack.push(s.stack, damage, s.active))


def miss_cost_prompt(s: FourSouls, seat: int, id: int, face: int) -> Prompt:
    """Ask what a miss against a player costs; it is kept for the match."""
    who, rival = s.seats[seat], s.find_monster(id)
    kept = Text("So for every such miss")
    free = Choice(Text("Nothing"), Template(Aimed(FREE)), kept, "option", seat)
    damage = Text("{n} damage to {target}", n=rival.attack if rival else 0, target=who)
    hurt = Choice(damage, Template(Aimed(Target("seat", seat))), kept, "option", seat)
    name = s.seats[rival_seat(id)]
    title = Text("A miss against {rival}: what does it cost {who}, as the card says?", rival=name, who=who)
    return Prompt((seat,), title, "FS-71", (free, hurt), phase=Text("Attack"))


@asks("FS-71", prompt=miss_cost_prompt)
def choose_miss_cost(s: FourSouls, event: Aimed, seat: int, id: int, face: int) -> FourSouls:
    """Keep what a miss costs, and put that damage on the stack."""
    s, rival = replace(s, miss_cost="nothing" if event.target == FREE else "attack"), s.find_monster(id)
    return _put_miss(s, seat, rival, face) if rival else s
