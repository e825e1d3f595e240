"""Damage and killing, in combat or by an effect: prevention and consequences."""

from __future__ import annotations

from dataclasses import dataclass

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Prevented
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Monster, set_monster, set_player
from rules.four_souls.triggers.trigger import fire_triggers
from rules.four_souls.vocabulary.card_names import card_key, card_name
from rules.four_souls.vocabulary.monster_triggers import find_trait
from rules.four_souls.vocabulary.state_changes import allocate_id, change_monster_life, gain

from .dice import roll_die


@dataclass(frozen=True, slots=True)
class DamageSource:
    """Source of damage.

    ``seat`` is its seat (−1: none); ``fight`` marks combat damage; ``face`` is its attack roll.
    """

    seat: int = -1
    fight: bool = False
    face: int = 0


NO_SOURCE = DamageSource()


def deal_damage(s: FourSouls, rule: str, target: Target, amount: int, source: DamageSource = NO_SOURCE) -> FourSouls:
    """Deal damage to a player or an active monster; for some monsters a roll may prevent it.

    If a shield may too, the order is asked.
    """
    monster = s.find_monster(target.id) if target.kind == "monster" else None
    if monster is None or amount < 1 or not find_trait(monster.card, "guarded"):
        return take_damage(s, rule, target, amount, source)
    if monster.shield:
        return then(s, at(order_preventions, monster.id, amount, source.seat, int(source.fight), source.face))
    return _hold_damage(s, monster, target, amount, source)


def prevention_prompt(s: FourSouls, id: int, amount: int, seat: int, fight: int, face: int) -> Prompt:
    """Ask what prevents the damage to a monster first; each does so once (FS-37).

    Raises ``LookupError`` if the monster has left.
    """
    monster = s.find_monster(id)
    if monster is None:
        raise LookupError(id)
    name, rest = card_name(monster.card), amount - monster.shield
    title = Text("{n} damage to {monster}: what prevents it first?", n=amount, monster=name)
    follows = Text("The roll is for the other {n}", n=rest) if rest > 0 else Text("No roll is needed")
    shield = Text("The effect that prevents {n} damage", n=monster.shield)
    roll = Choice(Text("The roll of its card"), Template(Prevented("roll")), Text("The effect is for what is left"))
    return Prompt((s.active,), title, "FS-37", (Choice(shield, Template(Prevented("shield")), follows), roll))


@asks("FS-37", prompt=prevention_prompt)
def order_preventions(
    s: FourSouls, event: Prevented, id: int, amount: int, seat: int, fight: int, face: int
) -> FourSouls:
    """Use the shield and roll for the rest, or roll first."""
    monster, target = s.find_monster(id), Target("monster", id)
    if event.first == "shield":
        s, amount = _use_shield(s, target, amount)
    if monster is None or not amount:
        return s
    return _hold_damage(s, monster, target, amount, DamageSource(seat, bool(fight), face))


def are_preventions_obsolete(s: FourSouls, id: int, *_: int) -> bool:
    """Return whether the question is obsolete because the monster has left."""
    return s.find_monster(id) is None


def _hold_damage(s: FourSouls, monster: Monster, target: Target, amount: int, source: DamageSource) -> FourSouls:
    """Put the damage on the stack and above it the roll that may prevent it."""
    s, id = allocate_id(s)
    seat = source.seat if source.seat >= 0 else s.active
    item = Item(id, "held", seat, target=target, amount=amount, value=source.face, why="fight" if source.fight else "")
    s = replace(s, stack=stack.push(s.stack, item, s.active))
    return then(s, at(roll_die, "guard", s.active, id, card_key(monster.card)))


@carries("FS-59")
def resolve_held_damage(s: FourSouls, item: Item) -> FourSouls:
    """Take damage that no roll has prevented."""
    fight = item.why == "fight"
    return take_damage(
        s, "FS-73" if fight else "FS-34", item.target, item.amount, DamageSource(item.seat, fight, item.value)
    )


def take_damage(s: FourSouls, rule: str, target: Target, amount: int, source: DamageSource) -> FourSouls:
    """Take the damage that no shield prevents, and trigger what reacts to it.

    A monster records the source of its damage.
    """
    s, amount = _use_shield(s, target, max(0, amount))
    if not amount:
        return s
    if target.kind == "seat":
        moment = GameMoment("hurt", target.id, s.combat if source.fight else 0, source.face, amount, source.fight)
    else:
        moment = GameMoment("hurt", -1, target.id, source.face, amount, source.fight)
        s = _record_damage(s, target.id, source)
    return fire_triggers(_lose_life(s, rule, target, amount), moment)


def _record_damage(s: FourSouls, id: int, source: DamageSource) -> FourSouls:
    monster = s.find_monster(id)
    return set_monster(s, id, slayer=source.seat, face=source.face, hurts=monster.hurts + 1) if monster else s


def kill(s: FourSouls, rule: str, target: Target, by: int = -1) -> FourSouls:
    """Reduce life to 0 by an effect; shields do not prevent it."""
    if target.kind == "monster":
        s = set_monster(s, target.id, slayer=by, face=0)
    return _lose_life(s, rule, target, _life_of(s, target))


def _lose_life(s: FourSouls, rule: str, target: Target, amount: int) -> FourSouls:
    if target.kind == "seat":
        return gain(s, rule, target.id, "life", -amount)
    return change_monster_life(s, rule, target.id, -amount)


def _use_shield(s: FourSouls, target: Target, amount: int) -> tuple[FourSouls, int]:
    """Use up a shield against damage; return the state and the rest of the damage."""
    body = s.players[target.id] if target.kind == "seat" else s.find_monster(target.id)
    prevented = min(body.shield, amount) if body else 0
    if not body or not prevented:
        return s, amount
    put = set_player if target.kind == "seat" else set_monster
    s = put(s, target.id, shield=body.shield - prevented)
    return note(s, "FS-34", Text("{n} damage is prevented", n=prevented)), amount - prevented


def _life_of(s: FourSouls, target: Target) -> int:
    body = s.players[target.id] if target.kind == "seat" else s.find_monster(target.id)
    return body.life if body else 0
