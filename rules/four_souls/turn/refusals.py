"""Why an answer of Four Souls is refused: the rule behind it."""

from __future__ import annotations

from rules import stack
from rules.engine import Event, Refused, Rolled, Ruled, Text, at, prompt
from rules.four_souls.board.item_costs import can_pay
from rules.four_souls.combat.attack import MONSTER_DECK, attackable_monsters, is_attack_forced, missing_tax
from rules.four_souls.model.effect import EFFECT_KINDS, Effect, Target
from rules.four_souls.model.events import Attacked, Bartered, Bought, Named, Passed, Played, Unnamed
from rules.four_souls.model.item_catalogue import abilities_of_item, find_played
from rules.four_souls.model.item_effects import EffectSequence
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.play_options import has_loot_card
from rules.four_souls.stack.priority import has_open_actions, priority, seats_that_may_play
from rules.four_souls.vocabulary.card_names import card_name, owned_name
from rules.four_souls.vocabulary.effect_memory import aims_at_stack, find_cost, lacks_target, ways_to_pay
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.skipped_priority import forbidding_item, is_skipped, limiting_room
from rules.four_souls.vocabulary.state_changes import is_beyond_healing

from .setup import mode_refusal


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
            return Refused("FS-54", Text("That is not the roll that was asked for."))
    return None


def _refusal_of_action(s: FourSouls, event: Attacked | Bought | Played | Passed) -> Refused | None:
    has_priority = s.agenda[0].name == at(priority).name
    match event:
        case Attacked(monster):
            return _refusal_of_attack(s, monster)
        case Bought():
            return _refusal_of_purchase(s)
        case Passed() if not has_priority:
            return _other_question(s)
        case Played() if not has_priority:
            return _refusal_without_priority(s)
        case Passed() | Played() if is_attack_forced(s):
            return Refused("FS-77", Text("An attack must be made first."))
        case Passed():
            return _refusal_of_pass(s, event)
        case Played():
            return _refusal_of_play(s, event)


def _other_question(s: FourSouls) -> Refused | None:
    question = prompt(s)
    return Refused(question.rule, Text("First this: {question}", question=question.title)) if question else None


def _refusal_without_priority(s: FourSouls) -> Refused | None:
    question = prompt(s)
    if question is None:
        return None
    return Refused("FS-33", Text("Nobody has priority now. First this: {question}", question=question.title))


def _refusal_of_pass(s: FourSouls, event: Passed) -> Refused:
    if s.stack.passed.intersection(event.seats):
        return Refused("FS-28", Text("Whoever has passed waits until something changes."))
    if event.over == 0 and has_open_actions(s):
        return Refused("FS-32", Text("{who} has the actions and ends them first.", who=s.seats[s.active]))
    return Refused("FS-32", Text("The stack has moved on since."))


def _refusal_of_attack(s: FourSouls, monster: int) -> Refused | None:
    if s.stack.items:
        return Refused("FS-35", Text("An attack needs an empty stack."))
    if s.phase != "action":
        rule = "FS-67" if s.phase == "setup" else "FS-47"
        return Refused(rule, Text("Attacks are made in the action phase."))
    if s.combat:
        return Refused("FS-68", Text("An attack goes on until somebody dies."))
    if s.players[s.active].is_dead:
        return Refused("FS-87", Text("{who} is dead and attacks no more this turn.", who=s.seats[s.active]))
    if s.stack.holder != s.active:
        return Refused("FS-35", Text("Only whoever has the turn and priority attacks."))
    if is_attack_forced(s):
        return Refused("FS-77", Text("Another attack must be made first."))
    return _refusal_of_target(s, monster)


def _refusal_of_target(s: FourSouls, id: int) -> Refused | None:
    is_deck = id == MONSTER_DECK
    if lacking := missing_tax(s):
        return Refused("FS-105", Text("{who} is {n}¢ short for an attack.", who=s.seats[s.active], n=lacking))
    if not s.attacks and not (is_deck and s.deck_attacks):
        return Refused("FS-67", Text("The attack of this turn has been used."))
    if is_deck or any(monster.id == id for monster in attackable_monsters(s)):
        return _other_question(s)
    monster = s.find_monster(id)
    name = card_name(monster.card) if monster else Text("That monster")
    return Refused("FS-67", Text("{monster} cannot be attacked.", monster=name))


def _refusal_of_purchase(s: FourSouls) -> Refused:
    if s.stack.items:
        return Refused("FS-46", Text("A purchase needs an empty stack."))
    if is_attack_forced(s):
        return Refused("FS-77", Text("An attack must be made first."))
    return Refused("FS-62", Text("There is no purchase to be made now."))


def _refusal_of_play(s: FourSouls, event: Played) -> Refused | None:
    if event.seat not in range(len(s.seats)):
        return None
    who, name = s.players[event.seat], s.seats[event.seat]
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
    forbids = forbidding_item(s, event.seat) if event.kind in ("loot", "activated", "tap") else None
    if forbids:
        values = {"who": s.seats[s.active], "item": owned_name(forbids)}
        return Refused("FS-14", Text("{item} forbids loot and activated items on {who}'s turn.", **values))
    if room := limiting_room(s, event.seat, event.kind):
        return Refused("FS-105", Text("{room} allows {who} no more of it this turn.", room=owned_name(room), who=name))
    aimed = _refusal_of_effects(s, event.effects)
    if aimed:
        return aimed
    match event:
        case Played(kind="loot") if not has_loot_card(s, event.seat):
            return Refused("FS-15", Text("No loot card is left in that hand."))
        case Played(how="play") if s.loot_plays < 1:
            return Refused("FS-44", Text("The loot play of this turn has been used."))
        case Played(kind="room"):
            return Refused("FS-105", Text("There is no such room to be used."))
    return _refusal_without_target(s, event) or _refusal_of_item(s, event)


def _refusal_of_item(s: FourSouls, event: Played) -> Refused | None:
    match event.kind:
        case "activated":
            return Refused("FS-12", Text("That item is not ready to be activated."))
        case "paid":
            return Refused("FS-13", Text("That effect cannot be paid now."))
    return None


def _refusal_without_target(s: FourSouls, event: Played) -> Refused | None:
    ways = _usable_ways(s, event)
    if not lacks_target(s, event.seat, ways, make_effects_hole(s), event.item):
        return None
    if aims_at_stack(ways):
        return Refused("FS-26", Text("There is nothing on the stack that it could aim at."))
    return Refused("FS-26", Text("There is nothing that it could aim at now."))


def _usable_ways(s: FourSouls, event: Played) -> tuple[EffectSequence, ...]:
    """Return what the card of a play does, if its cost can be paid; none for a card in no list."""
    found = s.find_owned_item(event.item) if event.item else None
    if event.kind == "loot":
        card = find_played(event.name)
        return card.does.activations if card else ()
    if found is None or found[0] != event.seat:
        return ()
    item = found[1]
    if event.kind == "activated" and not event.cost:
        return abilities_of_item(item).activations if item.ready else ()
    cost = find_cost(item, event.cost)
    return ways_to_pay(item, cost) if can_pay(s, event.seat, item, cost) else ()


def _refusal_of_effects(s: FourSouls, effects: tuple[Effect, ...]) -> Refused | None:
    for effect in effects:
        if not isinstance(effect, Effect) or not isinstance(effect.target, Target):
            continue
        owned = s.find_owned_item(effect.target.id) if effect.target.kind == "owned" else None
        if owned and s.is_eternal(*owned) and effect.kind in ("destroy", "steal"):
            return Refused("FS-22", Text("An eternal item never leaves its player."))
        is_seat = effect.target.kind == "seat" and effect.target.id in range(len(s.seats))
        if is_seat and EFFECT_KINDS[effect.kind].targets.is_for_living and s.players[effect.target.id].is_dead:
            return Refused("FS-89", Text("{who} is dead and cannot be chosen.", who=s.seats[effect.target.id]))
        if is_seat and effect.kind == "heal" and is_beyond_healing(s, effect.target):
            return Refused("FS-82", Text("{who} dies unless the death is prevented.", who=s.seats[effect.target.id]))
        if is_seat and effect.kind == "steal_soul":
            return Refused("FS-111", Text("That player has no soul that can be lost."))
    return None
