"""Reasons of refusals: who is dead, the phase, a fight, another open question."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Event, Refused, Text, at, prompt
from rules.four_souls.combat.attack import MONSTER_DECK, attackable_monsters
from rules.four_souls.model.effect import Effect
from rules.four_souls.model.events import Attacked, Passed, Played
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.priority import has_open_actions, priority
from rules.four_souls.vocabulary.card_names import card_name

from . import describe

HARMS = ("damage", "kill", "shield", "attack")
"""Effects for which nobody may choose a dead player (FS-89)."""


def refusal_for(s: FourSouls, event: Event) -> Refused | None:
    """Return the rule that forbids an answer, if it is more precise than the prompt's."""
    return _precise_refusal(s, event) or describe.refusal_for(s, event)


def _precise_refusal(s: FourSouls, event: Event) -> Refused | None:
    match event:
        case Attacked(monster):
            return _attack(s, monster)
        case Played(effects=effects) if _dead_target(s, effects) is not None:
            return _dead_target(s, effects)
        case Played() | Passed() if not _is_window(s):
            return _other_question(s)
        case Passed(over=0) if has_open_actions(s) and not s.stack.items:
            return Refused("FS-32", Text("{who} has the actions and ends them first.", who=s.seats[s.active]))
    return None


def _is_window(s: FourSouls) -> bool:
    """Whether plays and passes are what is asked for now."""
    return bool(s.agenda) and s.agenda[0].name == at(priority).name


def _other_question(s: FourSouls) -> Refused | None:
    question = prompt(s)
    return Refused(question.rule, Text("First this: {question}", question=question.title)) if question else None


def _dead_target(s: FourSouls, effects: Iterable[Effect]) -> Refused | None:
    """Return the refusal of an effect that would harm somebody who is dead."""
    for effect in effects:
        target = effect.target
        is_seat = effect.kind in HARMS and target.kind == "seat" and target.id in range(len(s.seats))
        if is_seat and s.players[target.id].doom == "dead":
            return Refused("FS-89", Text("{who} is dead and cannot be chosen.", who=s.seats[target.id]))
    return None


def _attack(s: FourSouls, id: int) -> Refused | None:
    """Find what forbids an attack; None where it is the stack, or the attack has been used."""
    if s.phase != "action":
        return Refused("FS-67", Text("Attacks are declared in the action phase of whoever has the turn."))
    if s.combat:
        return Refused("FS-68", Text("An attack goes on until somebody dies."))
    if s.players[s.active].doom != "none":
        return Refused("FS-87", Text("{who} is dead and attacks no more this turn.", who=s.seats[s.active]))
    if s.stack.items or not (s.attacks or s.forced or s.deck_attacks):
        return None
    if id == MONSTER_DECK or any(monster.id == id for monster in attackable_monsters(s)):
        return _other_question(s) if not _is_window(s) else None
    monster = s.find_monster(id)
    name = card_name(monster.card) if monster else Text("That monster")
    return Refused("FS-67", Text("{monster} cannot be attacked.", monster=name))
