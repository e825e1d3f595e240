"""Damage and killing, in combat or by an effect: what prevents it, and what it leads to."""

from __future__ import annotations

from rules.engine import Text

from .change import gain, note, wound_monster
from .effect import Target
from .moment import Happening
from .state import FourSouls, set_monster, set_player
from .trigger import happens


def hurt(s: FourSouls, rule: str, target: Target, amount: int, *, fight: bool = False) -> FourSouls:
    """A player or an active monster takes damage, in a fight or not; what is prevented of it is not taken."""
    s, amount = _shielded(s, target, max(0, amount))
    if not amount:
        return s
    player = target.kind == "seat"
    seat, monster = (target.id, s.combat if fight else 0) if player else (-1, target.id)
    return happens(_lose(s, rule, target, amount), Happening("hurt", seat, monster, amount=amount, fight=fight))


def kill(s: FourSouls, rule: str, target: Target) -> FourSouls:
    """Killed by an effect: life goes to 0, whatever it was, and nothing prevents it as damage."""
    return _lose(s, rule, target, _life(s, target))


def _lose(s: FourSouls, rule: str, target: Target, amount: int) -> FourSouls:
    if target.kind == "seat":
        return gain(s, rule, target.id, "life", -amount)
    return wound_monster(s, rule, target.id, -amount)


def _shielded(s: FourSouls, target: Target, amount: int) -> tuple[FourSouls, int]:
    """What a shield takes of the damage is used up."""
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
