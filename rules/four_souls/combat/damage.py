"""Damage and killing, in combat or by an effect: prevention and consequences."""

from __future__ import annotations

from dataclasses import dataclass

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.engine.step import StepArgument
from rules.four_souls.board.item_gain import put_counters
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Aimed, Prevented
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, as_seat, rival_id, set_monster, set_player
from rules.four_souls.triggers.lasting import fire_prevented
from rules.four_souls.triggers.replaced import NONE_LEFT_CHOICE, note_replaced, origin_text, receive
from rules.four_souls.triggers.trigger import fire_triggers
from rules.four_souls.vocabulary.card_names import card_key, item_key, target_name
from rules.four_souls.vocabulary.monster_triggers import CROWD_PLAYERS, find_trait
from rules.four_souls.vocabulary.replacements import Applicable, apply_to, damage_replacements, is_order_relevant
from rules.four_souls.vocabulary.state_changes import allocate_id, change_monster_life, gain

from .dice import roll_die


@dataclass(frozen=True, slots=True)
class DamageSource:
    """Source of damage.

    ``seat`` is its seat (−1: none); ``fight`` marks combat damage; ``face`` is its attack roll, or ``NOBODYS_FACE``.
    """

    seat: int = -1
    fight: bool = False
    face: int = 0


NO_SOURCE = DamageSource()


def deal_damage(s: FourSouls, rule: str, target: Target, amount: int, source: DamageSource = NO_SOURCE) -> FourSouls:
    """Deal damage to a player or an active monster, after everything that replaces it."""
    return _replace_damage(s, rule, as_seat(target), max(0, amount), source, ())


# --- what replaces damage --------------------------------------------------------------------------------------------


@carries("FS-14", "FS-37")
def _replace_damage(
    s: FourSouls, rule: str, target: Target, amount: int, source: DamageSource, done: tuple[str, ...]
) -> FourSouls:
    """Apply what replaces the damage, each once.

    Ask for the order where it matters, then take what is left.
    """
    if amount and VOTED not in done and is_voted_on(s, target):
        return then(s, at(vote, target.id, amount, source.seat, int(source.fight), source.face, " ".join(done)))
    found = _found(s, target, source, done) if amount else ()
    if not found:
        return _take_damage(s, rule, target, amount, source)
    if is_order_relevant(amount, found):
        where = (target.id, amount, source.seat, int(source.fight), source.face, target.kind, " ".join(done))
        return then(s, at(order_preventions, *where))
    return _apply(s, rule, target, amount, source, done, found[0])


def _found(s: FourSouls, target: Target, source: DamageSource, done: tuple[str, ...]) -> tuple[Applicable, ...]:
    return damage_replacements(s, target, is_combat=source.fight, face=source.face, done=done)


def _apply(
    s: FourSouls,
    rule: str,
    target: Target,
    amount: int,
    source: DamageSource,
    done: tuple[str, ...],
    one: Applicable,
) -> FourSouls:
    """Apply one of them, then the others.

    Damage that a die may prevent waits for it on the stack.
    """
    done = done if one.origin == "turn" else (*done, one.key)
    if one.is_rolled:
        return _hold_damage(s, target, amount, source, done, one)
    s, after = use_replacement(s, target, amount, one)
    return _replace_damage(s, rule, target, after, source, done)


def use_replacement(s: FourSouls, target: Target, amount: int, one: Applicable) -> tuple[FourSouls, int]:
    """Return the state with the replacement used, as far as it is used up.

    The amount of damage after it comes with it.
    """
    after, used = apply_to(one, amount)
    used_up: Boost | None = None
    if one.origin == "item":
        s = note_replaced(s, "FS-14", one, amount, after, Text("damage"))
        return (put_counters(s, Target("owned", one.source), -used) if used else s), after
    if one.origin == "turn":
        used_up = s.boosts[one.source]
        s = replace(s, boosts=(*s.boosts[: one.source], *s.boosts[one.source + 1 :]))
    else:
        put = set_player if target.kind == "seat" else set_monster
        s = put(s, target.id, shield=one.stock - used)
    if after < amount:
        s = note(s, "FS-34", Text("{n} damage is prevented", "{n} damage is prevented", n=amount - after))
        s = fire_prevented(s, used_up) if used_up else s
    return s, after


def prevention_prompt(
    s: FourSouls, id: int, amount: int, seat: int, fight: int, face: int, kind: str, done: str
) -> Prompt:
    """Ask what replaces the damage first; each does so once (FS-37).

    Who is hurt decides, and the active player for a monster.
    """
    target, found = _open_replacements(s, id, seat, fight, face, kind, done)
    title = Text("{n} damage to {monster}: what prevents it first?", n=amount, monster=target_name(s, target))
    choices = tuple(
        Choice(origin_text(s, one), Template(Prevented(one.origin, one.source)), _follows(one, amount)) for one in found
    )
    asked = id if kind == "seat" else s.active
    return Prompt((asked,), title, "FS-37", choices or (NONE_LEFT_CHOICE,), phase=Text("Effect"))


def _follows(one: Applicable, amount: int) -> Text:
    if one.is_rolled:
        return Text("The effect is for what is left") if one.origin == "roll" else Text("A die decides")
    left = apply_to(one, amount)[0]
    return Text("{n} damage is left", n=left) if left else Text("No damage is left")


def _open_replacements(
    s: FourSouls, id: int, seat: int, fight: int, face: int, kind: str, done: str
) -> tuple[Target, tuple[Applicable, ...]]:
    target = Target("seat", id) if kind == "seat" else Target("monster", id)
    return target, _found(s, target, DamageSource(seat, bool(fight), face), tuple(done.split()))


@asks("FS-37", prompt=prevention_prompt)
def order_preventions(
    s: FourSouls,
    event: Prevented,
    id: int,
    amount: int,
    seat: int,
    fight: int,
    face: int,
    *further: str,
) -> FourSouls:
    """Apply the chosen replacement first, then the others.

    ``further``: the kind of target, and the keys of the replacements that are done.
    """
    kind, done = further
    target, found = _open_replacements(s, id, seat, fight, face, kind, done)
    chosen = next((one for one in found if (one.origin, one.source) == (event.first, event.source)), None)
    source, earlier = DamageSource(seat, bool(fight), face), tuple(done.split())
    if chosen is None:
        return _replace_damage(s, _damage_rule(source), target, amount, source, earlier)
    return _apply(s, _damage_rule(source), target, amount, source, earlier, chosen)


def _damage_rule(source: DamageSource) -> str:
    return "FS-73" if source.fight else "FS-34"


def are_preventions_obsolete(s: FourSouls, id: int, *rest: StepArgument) -> bool:
    """Return whether the question is obsolete because the monster has left."""
    return "seat" not in rest and s.find_monster(id) is None


def _hold_damage(
    s: FourSouls, target: Target, amount: int, source: DamageSource, done: tuple[str, ...], one: Applicable
) -> FourSouls:
    s, id = allocate_id(s)
    seat = source.seat if source.seat >= 0 else s.active
    why = "fight" if source.fight else ""
    item = Item(id, "held", seat, target=target, amount=amount, value=source.face, why=why, done=done)
    s = replace(s, stack=stack.push(s.stack, item, s.active))
    roller = target.id if target.kind == "seat" else s.active
    return then(s, at(roll_die, "guard", roller, id, _guard_name(s, target, one)))


def _guard_name(s: FourSouls, target: Target, one: Applicable) -> str:
    found, monster = s.find_owned_item(one.source), s.find_monster(target.id)
    if one.origin == "item":
        return item_key(found[1]) if found else ""
    return card_key(monster.card) if monster else ""


@carries("FS-59")
def resolve_held_damage(s: FourSouls, item: Item) -> FourSouls:
    """Take damage that no roll has prevented, after whatever else replaces it."""
    source = DamageSource(item.seat, item.why == "fight", item.value)
    done = item.done if item.target.kind == "seat" else (*item.done, "roll.0")
    return _replace_damage(s, _damage_rule(source), item.target, item.amount, source, done)


# --- damage that the players vote on -----------------------------------------------------------------------------

VOTED = "voted"
"""Key of a vote that has been taken on the damage."""


def is_voted_on(s: FourSouls, target: Target) -> bool:
    """Return whether the players vote before that monster takes damage."""
    monster = s.find_monster(target.id) if target.kind == "monster" else None
    trait = find_trait(monster.card, "voted") if monster else None
    return trait is not None and len(s.seats) >= CROWD_PLAYERS


def vote_prompt(s: FourSouls, id: int, amount: int, *rest: StepArgument) -> Prompt:
    """Ask what the players have voted for: whether the damage is prevented."""
    name, who = target_name(s, Target("monster", id)), s.seats[s.active]
    hurts = Text("Each player but {who} takes 1 damage", who=who)
    choices = (
        Choice(Text("It is prevented"), Template(Aimed(Target("monster", id))), hurts, "option"),
        Choice(Text("It is not"), Template(Aimed(Target("seat", s.active))), Text("{who} loots 1", who=who), "option"),
    )
    title = Text("{n} damage to {monster}: what have the players voted for?", n=amount, monster=name)
    return Prompt(s.every_seat, title, "FS-37", choices, phase=Text("Effect"))


@asks("FS-37", "FS-71", prompt=vote_prompt)
def vote(s: FourSouls, event: Aimed, id: int, amount: int, seat: int, fight: int, face: int, done: str) -> FourSouls:
    """Prevent the damage and hurt the others, or let the active player loot and deal it."""
    target, source = Target("monster", id), DamageSource(seat, bool(fight), face)
    if event.target != target:
        s = receive(s, "FS-34", s.active, "loot", 1)
        return _replace_damage(s, _damage_rule(source), target, amount, source, (*done.split(), VOTED))
    s = note(s, "FS-34", Text("{n} damage is prevented", "{n} damage is prevented", n=amount))
    for other in s.seats_from(s.active)[1:]:
        s = deal_damage(s, "FS-34", Target("seat", other), 1)
    return s


# --- damage that is taken ----------------------------------------------------------------------------------------


def _take_damage(s: FourSouls, rule: str, target: Target, amount: int, source: DamageSource) -> FourSouls:
    """Take the damage and trigger what reacts to it; a monster records its source."""
    if not amount:
        return s
    if target.kind == "seat":
        fought = s.combat if source.fight and s.combat != rival_id(target.id) else 0
        moment = GameMoment("hurt", target.id, fought, source.face, amount, source.fight)
        s = set_player(s, target.id, slayer=source.seat)
    else:
        moment = GameMoment("hurt", -1, target.id, source.face, amount, source.fight)
        s = _record_damage(s, target.id, source)
    s = fire_triggers(_lose_life(s, rule, target, amount), moment)
    if target.kind == "seat" or source.seat < 0:
        return s
    return fire_triggers(s, GameMoment("deals", source.seat, target.id, source.face, amount, source.fight))


def _record_damage(s: FourSouls, id: int, source: DamageSource) -> FourSouls:
    monster = s.find_monster(id)
    return set_monster(s, id, slayer=source.seat, face=source.face, hurts=monster.hurts + 1) if monster else s


def kill(s: FourSouls, rule: str, target: Target, by: int = -1, face: int = 0) -> FourSouls:
    """Reduce life to 0 by an effect; shields do not prevent it. ``face`` as in ``DamageSource``."""
    target = as_seat(target)
    if target.kind == "monster":
        s = set_monster(s, target.id, slayer=by, face=face)
    else:
        s = set_player(s, target.id, slayer=by)
    return _lose_life(s, rule, target, _life_of(s, target))


def _lose_life(s: FourSouls, rule: str, target: Target, amount: int) -> FourSouls:
    if target.kind == "seat":
        return gain(s, rule, target.id, "life", -amount)
    return change_monster_life(s, rule, target.id, -amount)


def _life_of(s: FourSouls, target: Target) -> int:
    body = s.players[target.id] if target.kind == "seat" else s.find_monster(target.id)
    return body.life if body else 0
