"""FS-67 … FS-75, FS-80, FS-81: attacks, from the declaration to the end of the fight."""

from __future__ import annotations

from dataclasses import replace

from rules import stack
from rules.engine import Choice, Option, Pick, Step, Template, Text, at, carries

from .change import move_life, note, numbered
from .dice import roll_die
from .effect import Target
from .event import Attacked
from .state import FourSouls, Item, Monster, card_name


def attackable(s: FourSouls) -> tuple[Monster, ...]:
    """The active monsters that can be attacked: alive, and with an evasion that a die can meet."""
    return tuple(m for m in s.monsters if m.life > 0 and m.evasion > 0 and m.doom == "none")


def may_attack(s: FourSouls) -> bool:
    """FS-35, FS-67: once a turn, in the action phase, over an empty stack, by the living active player."""
    free = s.phase == "action" and not s.stack.items and not s.combat and s.stack.holder == s.active
    return free and s.attacks > 0 and s.players[s.active].doom == "none"


def attack_choice(s: FourSouls) -> tuple[Choice, ...]:
    """The monsters that may be attacked now."""
    if not (may_attack(s) and attackable(s)):
        return ()
    options = tuple(Option(m.id, card_name(m.card)) for m in attackable(s))
    does = Template(Attacked(0), (Pick("monster", options),))
    return (Choice(Text("Attack"), does, Text("The attack goes on the stack"), "usual", s.active),)


@carries("FS-67")
def declare(s: FourSouls, event: Attacked) -> FourSouls:
    """The declaration goes on the stack and uses the turn's attack."""
    s, id = numbered(s)
    item = Item(id, "attack", s.active, target=Target("monster", event.monster))
    return replace(s, attacks=s.attacks - 1, stack=stack.put(s.stack, item, s.active))


@carries("FS-69", "FS-80")
def resolve_attack(s: FourSouls, item: Item) -> FourSouls:
    """The fight begins, if the monster is still there (FS-80: if not, the attack is not used up)."""
    monster = s.monster(item.target.id)
    if monster is None or monster.life == 0 or s.ending:
        return attack_cancelled(s)
    return note(
        replace(s, combat=monster.id), "FS-69", Text("The fight with {monster} begins", monster=card_name(monster.card))
    )


def attack_cancelled(s: FourSouls) -> FourSouls:
    """FS-80: an attack that did not happen is not used up."""
    return note(replace(s, attacks=s.attacks + 1), "FS-80", Text("The attack did not happen and is not used up"))


@carries("FS-68")
def next_roll(s: FourSouls) -> Step:
    """The fight goes on with another attack roll."""
    return at(roll_die, "attack", s.active, s.combat, "")


@carries("FS-73")
def resolve_damage(s: FourSouls, item: Item) -> FourSouls:
    """The player or the monster takes the combat damage."""
    return move_life(s, "FS-73", item.target, -item.amount)


@carries("FS-81")
def leave_combat(s: FourSouls) -> FourSouls:
    """The fight ends; its rolls and its damage leave the stack, and no roll is due."""
    if not s.combat:
        return s
    s = note(s, "FS-81", Text("The fight is over"))
    calm = stack.keep(
        s.stack, lambda item: item.kind != "damage" and not (item.kind == "roll" and item.why == "attack")
    )
    agenda = tuple(step for step in s.agenda if (step.name, step.args[:1]) != (_ROLL, ("attack",)))
    return replace(s, combat=0, stack=calm, agenda=agenda)


_ROLL = at(roll_die).name
