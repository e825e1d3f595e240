"""Damage and killing, in combat or by an effect: prevention and consequences."""

from __future__ import annotations

from dataclasses import dataclass

from rules import stack
from rules.engine import Text, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.effect import Target
from rules.four_souls.model.moment import Happening
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Monster, set_monster, set_player
from rules.four_souls.triggers.trigger import happens
from rules.four_souls.vocabulary.card_names import key
from rules.four_souls.vocabulary.monster_triggers import trait
from rules.four_souls.vocabulary.state_changes import gain, numbered, wound_monster

from .dice import roll_die


@dataclass(frozen=True, slots=True)
class Blow:
    """Source of damage.

    ``seat`` is its seat (−1: none); ``fight`` marks combat damage; ``face`` is its attack roll.
    """

    by: int = -1
    fight: bool = False
    face: int = 0


CARD = Blow()


def hurt(s: FourSouls, rule: str, target: Target, amount: int, blow: Blow = CARD) -> FourSouls:
    """Deal damage to a player or an active monster; for some monsters a roll may prevent it."""
    monster = s.monster(target.id) if target.kind == "monster" else None
    if monster and amount > 0 and trait(monster.card, "guarded"):
        return _hold(s, monster, target, amount, blow)
    return take(s, rule, target, amount, blow)


def _hold(s: FourSouls, monster: Monster, target: Target, amount: int, blow: Blow) -> FourSouls:
    """Put the damage on the stack and above it the roll that may prevent it."""
    s, id = numbered(s)
    seat = blow.by if blow.by >= 0 else s.active
    item = Item(id, "held", seat, target=target, amount=amount, value=blow.face, why="fight" if blow.fight else "")
    s = replace(s, stack=stack.put(s.stack, item, s.active))
    return then(s, at(roll_die, "guard", s.active, id, key(monster.card)))


@carries("FS-59")
def resolve_held(s: FourSouls, item: Item) -> FourSouls:
    """Take damage that no roll has prevented."""
    fight = item.why == "fight"
    return take(s, "FS-73" if fight else "FS-34", item.target, item.amount, Blow(item.seat, fight, item.value))


def take(s: FourSouls, rule: str, target: Target, amount: int, blow: Blow) -> FourSouls:
    """Take the damage that no shield prevents, and trigger what reacts to it.

    A monster records the source of its damage.
    """
    s, amount = _shielded(s, target, max(0, amount))
    if not amount:
        return s
    if target.kind == "seat":
        now = Happening("hurt", target.id, s.combat if blow.fight else 0, blow.face, amount, blow.fight)
    else:
        now = Happening("hurt", -1, target.id, blow.face, amount, blow.fight)
        s = _struck(s, target.id, blow)
    return happens(_lose(s, rule, target, amount), now)


def _struck(s: FourSouls, id: int, blow: Blow) -> FourSouls:
    monster = s.monster(id)
    return set_monster(s, id, slayer=blow.by, face=blow.face, hurts=monster.hurts + 1) if monster else s


def kill(s: FourSouls, rule: str, target: Target, by: int = -1) -> FourSouls:
    """Reduce life to 0 by an effect; shields do not prevent it."""
    if target.kind == "monster":
        s = set_monster(s, target.id, slayer=by, face=0)
    return _lose(s, rule, target, _life(s, target))


def _lose(s: FourSouls, rule: str, target: Target, amount: int) -> FourSouls:
    if target.kind == "seat":
        return gain(s, rule, target.id, "life", -amount)
    return wound_monster(s, rule, target.id, -amount)


def _shielded(s: FourSouls, target: Target, amount: int) -> tuple[FourSouls, int]:
    """Use up a shield against damage; return the state and the rest of the damage."""
    one = s.players[target.id] if target.kind == "seat" else s.monster(target.id)
    prevented = min(one.shield, amount) if one else 0
    if not one or not prevented:
        return s, amount
    put = set_player if target.kind == "seat" else set_monster
    s = put(s, target.id, shield=one.shield - prevented)
    return note(s, "FS-34", Text("{n} damage is prevented", n=prevented)), amount - prevented


def _life(s: FourSouls, target: Target) -> int:
    one = s.players[target.id] if target.kind == "seat" else s.monster(target.id)
    return one.life if one else 0
