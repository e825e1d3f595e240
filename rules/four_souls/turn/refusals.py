"""Rules behind answers that are not offered."""

from __future__ import annotations

from rules import stack
from rules.engine import Event, Refused, Rolled, Ruled, Text, at, prompt
from rules.four_souls.combat.attack import can_attack, is_attack_forced
from rules.four_souls.model.effect import Effect
from rules.four_souls.model.events import Attacked, Bartered, Bought, Named, Passed, Played, Unnamed
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.play_options import has_loot_card
from rules.four_souls.stack.priority import priority, seats_that_may_play
from rules.four_souls.vocabulary.skipped_priority import is_skipped

from .setup import mode_refusal

HARM = ("damage", "kill")
"""Kinds of effects that the dead cannot be chosen for (FS-89)."""


def refusal_for(s: FourSouls, event: Event) -> Refused | None:
    """Return the rule that forbids an answer, if it is more precise than the prompt's."""
    match event:
        case Attacked() | Bought() | Played() | Passed():
            return _refusal_of_action(s, event)
        case Ruled("mode", mode):
            return mode_refusal(mode, len(s.seats))
        case Bartered() if s.is_solo:
            return Refused("FS-121", Text("Alone, no ¢ pass between your characters."))
        case Named() | Unnamed():
            return Refused("FS-11", Text("A name is for an item in play that has none."))
        case Bartered():
            return Refused("FS-99", Text("Nobody can give more ¢ than they have."))
        case Rolled():
            return Refused("FS-54", Text("That is not the throw that was asked for."))
    return None


def _refusal_of_action(s: FourSouls, event: Attacked | Bought | Played | Passed) -> Refused | None:
    """Return the rule against an attack, a purchase, a play or a pass."""
    has_priority = s.agenda[0].name == at(priority).name
    match event:
        case Attacked():
            return _refusal_of_attack(s)
        case Bought():
            return _refusal_of_purchase(s)
        case Passed() if not has_priority:
            question = prompt(s)
            return Refused(question.rule, Text("What is asked now comes first.")) if question else None
        case Played() if not has_priority:
            return Refused("FS-33", Text("Nobody has priority now, so nothing can be played."))
        case Passed() | Played() if is_attack_forced(s):
            return Refused("FS-77", Text("An attack must be made first."))
        case Passed(seats) if s.stack.passed.intersection(seats):
            return Refused("FS-28", Text("Whoever has passed waits until something changes."))
        case Passed():
            return Refused("FS-32", Text("The stack has moved on since."))
        case Played():
            return _refusal_of_play(s, event)


def _refusal_of_attack(s: FourSouls) -> Refused:
    if s.stack.items:
        return Refused("FS-35", Text("An attack needs an empty stack."))
    if s.phase in ("start", "end"):
        return Refused("FS-47", Text("Attacks are made in the action phase."))
    if s.stack.holder != s.active and s.phase == "action":
        return Refused("FS-35", Text("Only whoever has the turn and priority attacks."))
    if is_attack_forced(s):
        return Refused("FS-77", Text("Another attack must be made first."))
    if not can_attack(s) or s.attacks < 1:
        return Refused("FS-67", Text("The attack of this turn has been used."))
    return Refused("FS-67", Text("That cannot be attacked."))


def _refusal_of_purchase(s: FourSouls) -> Refused:
    if s.stack.items:
        return Refused("FS-46", Text("A purchase needs an empty stack."))
    if is_attack_forced(s):
        return Refused("FS-77", Text("An attack must be made first."))
    return Refused("FS-62", Text("There is no purchase to be made now."))


def _refusal_of_play(s: FourSouls, event: Played) -> Refused | None:
    """Return the rule against a play while somebody has priority."""
    who = s.players[event.seat]
    if event.kind == "triggered":
        return _refusal_of_effects(s, event.effects)
    if event.kind == "room" and event.seat != s.active:
        return Refused("FS-105", Text("A room is used by whoever has the turn."))
    if event.how == "tap" and not who.ready:
        return Refused("FS-45", Text("That character lies sideways."))
    if event.seat in s.stack.passed and not is_skipped(s, event.seat):
        return Refused("FS-28", Text("Whoever has passed waits until something changes."))
    if event.seat not in seats_that_may_play(s):
        first = s.seats[stack.seats_to_pass(s.stack, len(s.seats))[0]]
        return Refused("FS-28", Text("{who} has priority.", who=first))
    match event:
        case Played(kind="loot") if not has_loot_card(s, event.seat):
            return Refused("FS-15", Text("No loot card is left in that hand."))
        case Played(how="play") if s.loot_plays < 1:
            return Refused("FS-44", Text("The loot play of this turn has been used."))
        case Played(kind="room"):
            return Refused("FS-105", Text("There is no such room to be used."))
    return _refusal_of_effects(s, event.effects) or _refusal_of_item(event)


def _refusal_of_item(event: Played) -> Refused | None:
    match event.kind:
        case "activated":
            return Refused("FS-12", Text("That item is not ready to be activated."))
        case "paid":
            return Refused("FS-13", Text("That effect cannot be paid now."))
    return None


def _refusal_of_effects(s: FourSouls, effects: tuple[Effect, ...]) -> Refused | None:
    """Return the rule against the target of an effect."""
    for effect in effects:
        owned = s.find_owned_item(effect.target.id) if effect.target.kind == "owned" else None
        if owned and owned[1].eternal and effect.kind in ("destroy", "steal"):
            return Refused("FS-22", Text("An eternal item never leaves its player."))
        is_seat = effect.target.kind == "seat" and effect.target.id < len(s.seats)
        if is_seat and effect.kind in HARM and s.players[effect.target.id].is_dead:
            return Refused("FS-89", Text("Whoever is dead cannot be chosen for harm."))
        if is_seat and effect.kind == "steal_soul":
            return Refused("FS-111", Text("That player has no soul that can be lost."))
    return None
