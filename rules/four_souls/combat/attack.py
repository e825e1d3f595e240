"""Attacks, from the declaration to the end of the fight (FS-67 … FS-75, FS-80, FS-81)."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Option, Pick, Prompt, Step, Template, Text, asks, at, auto, carries, note, then
from rules.engine.kinds import ChoiceRole
from rules.engine.record import replace
from rules.four_souls.board.slots import lay_monster, reveal, slot_choice
from rules.four_souls.board.temporary import force_attack, spend_forced_attack
from rules.four_souls.model.cards_beside import rooms_in_play
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Placed
from rules.four_souls.model.item_catalogue import passive_effects
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FIRST_RIVAL, FourSouls, Monster
from rules.four_souls.triggers.trigger import fire_triggers
from rules.four_souls.vocabulary.card_names import card_name
from rules.four_souls.vocabulary.hit_odds import hit_odds_text, upcoming_roll
from rules.four_souls.vocabulary.monster_triggers import (
    attack_rolls,
    coverable_slots,
    find_trait,
    is_immune_to_roll,
    joined_players,
)
from rules.four_souls.vocabulary.state_changes import allocate_id, gain, queue_item

from .attackable import mark_spoils
from .damage import DamageSource, deal_damage
from .dice import roll_die

MONSTER_DECK = -1
"""Number that stands for the top of the monster deck in an attack."""


def attackable_monsters(s: FourSouls) -> tuple[Monster, ...]:
    """Return the active monsters that can be attacked.

    They are alive, have an evasion that a die can meet, and no trait against attacks.
    """
    return tuple(m for m in (*s.fighters, *s.rivals) if m.life > 0 and m.doom == "none" and _is_attackable(m))


def _is_attackable(monster: Monster) -> bool:
    has_evasion = monster.evasion > 0 or monster.card.evasion > 0
    return has_evasion and not find_trait(monster.card, "unattackable")


def can_attack(s: FourSouls) -> bool:
    """Return whether an attack is allowed (FS-35, FS-67).

    It is allowed once a turn, in the action phase, over an empty stack, to the living active player.
    """
    free = s.phase == "action" and not s.stack.items and not s.combat and s.stack.holder == s.active
    left = s.attacks > 0 or s.deck_attacks > 0 or bool(_forced_targets(s))
    return free and left and s.players[s.active].doom == "none" and not missing_tax(s)


@carries("FS-67", "FS-105")
def attack_tax(s: FourSouls) -> int:
    """Return the ¢ that the active player pays each other player to attack.

    A room taxes whoever has the most souls, on a tie all of them; nobody has the most of none.
    """
    taxes = [effect for room in rooms_in_play(s) for effect in passive_effects(room) if effect.kind == "attack_tax"]
    souls = s.players[s.active].soul_count if taxes else 0
    is_mighty = souls > 0 and souls == max(player.soul_count for player in s.players)
    return sum(tax.amount for tax in taxes) if is_mighty else 0


def missing_tax(s: FourSouls) -> int:
    """Return how many ¢ the active player lacks to attack; 0 where ¢ are not counted."""
    due = attack_tax(s) * (len(s.players) - 1)
    return 0 if s.can_afford(s.active, due) else due - s.players[s.active].cents


def _pay_tax(s: FourSouls) -> FourSouls:
    tax = attack_tax(s)
    for seat in s.seats_from(s.active)[1:] if tax else ():
        s = gain(gain(s, "FS-67", s.active, "cents", -tax), "FS-67", seat, "cents", tax)
    return s


@carries("FS-77", "FS-78")
def attacks_left(s: FourSouls) -> int:
    """Return how many attacks may still be made; a forced one may use the turn's own (FS-A27)."""
    extra = s.forced if s.ruling("FS-A27") == "extra" else max(0, s.forced - s.attacks)
    return s.attacks + s.deck_attacks + extra


@carries("FS-77")
def is_attack_forced(s: FourSouls) -> bool:
    """Return whether a forced attack is possible now, so that it comes before anything else."""
    return can_attack(s) and bool(_forced_targets(s))


def _forced_targets(s: FourSouls) -> tuple[Target, ...]:
    """Return what the forced attacks may be made on, as far as it can be attacked now.

    A forced attack that names nothing may be made on anything.
    """
    named = s.forced_on
    if not named and not s.forced:
        return ()
    possible = (*(Target("monster", m.id) for m in attackable_monsters(s)), Target("deck"))
    return possible if s.forced > len(named) else tuple(target for target in possible if target in named)


def open_targets(s: FourSouls) -> tuple[Target, ...]:
    """Return what the active player may attack now, limited by a forced attack."""
    if not can_attack(s):
        return ()
    bodies = tuple(Target("monster", m.id) for m in attackable_monsters(s)) if s.attacks else ()
    return _forced_targets(s) or (*bodies, Target("deck"))


def attack_choices(s: FourSouls) -> tuple[Choice, ...]:
    """List the attacks that can be declared now."""
    targets, choices = open_targets(s), []
    is_forced = is_attack_forced(s)
    forced = Text("This attack must be made now", "This attack must be made now ({n} left)", n=s.forced)
    follows = forced if is_forced else Text("The attack goes on the stack")
    options = tuple(
        Option(m.id, card_name(m.card), hit_odds_text(s, upcoming_roll(s, s.active), m))
        for m in attackable_monsters(s)
        if Target("monster", m.id) in targets
    )
    if options:
        does = Template(Attacked(0), (Pick("monster", options),))
        choices.append(Choice(Text("Attack"), does, follows, "default", s.active))
    if Target("deck") in targets:
        does = Template(Attacked(MONSTER_DECK))
        role: ChoiceRole = "default" if is_forced else "option"
        choices.append(Choice(Text("Attack the monster deck"), does, follows, role, s.active))
    return tuple(choices)


@carries("FS-67", "FS-77", "FS-78", "FS-79")
def declare_attack(s: FourSouls, event: Attacked) -> FourSouls:
    """Put the declaration on the stack and use up an attack.

    Nothing else uses one: a monster killed outside a fight was not attacked.
    """
    deck, s = event.monster == MONSTER_DECK, _pay_tax(s)
    if not deck:  # the deck is no monster
        s = _forget_joined(s, event.monster)
        s = fire_triggers(s, GameMoment("attack", s.active, event.monster))
    else:
        s = fire_triggers(s, GameMoment("attack_deck", s.active))
    target = Target("deck") if deck else Target("monster", event.monster)
    s = mark_spoils(s, event.monster) if event.monster <= FIRST_RIVAL else s
    s, spent = _spend_attack(s, target)
    s, id = allocate_id(s)
    item = Item(id, "attack", s.active, target=target, why=spent)
    return replace(s, stack=stack.push(s.stack, item, s.active))


def _forget_joined(s: FourSouls, monster: int) -> FourSouls:
    """Forget who joined an earlier fight with that monster in this turn."""
    earlier = tuple(b for b in s.boosts if b.what in ("join_fight", "share_rewards") and b.target.id == monster)
    return replace(s, boosts=tuple(b for b in s.boosts if b not in earlier)) if earlier else s


def _spend_attack(s: FourSouls, target: Target) -> tuple[FourSouls, str]:
    """Use up an attack and return its kind.

    It is one on the deck alone, a forced one that is an extra, or the turn's.
    """
    forced = target in _forced_targets(s)
    if target.kind == "deck" and s.deck_attacks and not forced:
        return replace(s, deck_attacks=s.deck_attacks - 1), "deck"
    if not forced:
        return replace(s, attacks=s.attacks - 1), ""
    named = target in s.forced_on
    s, extra = _spend_extra_attack(s)
    s = spend_forced_attack(s, target)
    if not extra:
        return replace(s, attacks=s.attacks - 1), ""
    return s, "named" if named else "extra"


def _spend_extra_attack(s: FourSouls) -> tuple[FourSouls, bool]:
    if not s.attacks:
        return s, True
    s, how = RULEBOOK.apply_ruling(s, "FS-A27", "FS-77")
    return s, how == "extra"


def refund_attack(s: FourSouls, spent: str, target: Target) -> FourSouls:
    """Give a used attack on that target back."""
    match spent:
        case "named":
            return force_attack(s, target)
        case "deck":
            return replace(s, deck_attacks=s.deck_attacks + 1)
        case "extra":
            return force_attack(s, Target())
    return replace(s, attacks=s.attacks + 1)


@carries("FS-69", "FS-80")
def resolve_attack(s: FourSouls, item: Item) -> FourSouls:
    """Start the fight; against the deck, turn up the top card first.

    If the monster is gone, the attack did not happen and is not used up.
    """
    monster = s.find_monster(item.target.id)
    if s.ending or (item.target.kind == "monster" and (monster is None or monster.life == 0)):
        return cancel_attack(s, item)
    if monster is None:
        return then(s, at(reveal, MONSTER_DECK, "attack"), at(fight_revealed, item.why))
    return start_fight(s, monster)


@auto("FS-70")
def fight_revealed(s: FourSouls, spent: str = "") -> FourSouls:
    """Ask for the slot of a revealed monster; another card may have been the attack (FS-A5)."""
    if s.revealed:
        return then(s, at(choose_slot))
    s, how = RULEBOOK.apply_ruling(s, "FS-A5", "FS-70")
    return refund_attack(s, spent, Target("deck")) if how == "kept" else s


def slot_prompt(s: FourSouls) -> Prompt:
    """Ask for the slot of the revealed monster; a monster that is there makes room (FS-A6)."""
    card = s.revealed
    name = card_name(card) if card else Text("the monster")
    slots = coverable_slots(s, tuple(range(len(s.slots))))
    choices = (slot_choice(s, slot, s.slots[slot]) for slot in slots)
    title = Text("In which slot does {monster} lie?", monster=name)
    return Prompt((s.active,), title, "FS-70", tuple(choices), phase=Text("Attack"))


@asks("FS-70", prompt=slot_prompt)
def choose_slot(s: FourSouls, event: Placed) -> FourSouls:
    """Put the monster into that slot and start the fight, unless its card forbids attacks."""
    if s.revealed is None:
        return s
    s = replace(lay_monster(s, "FS-70", event.slot, s.revealed), revealed=None)
    monster = s.monsters[[k for k, m in enumerate(s.slots) if m].index(event.slot)]
    if _is_attackable(monster):
        return fire_triggers(start_fight(s, monster), GameMoment("deck_fight", s.active, monster.id))
    return note(s, "FS-70", Text("{monster} cannot be attacked: that was the attack", monster=card_name(monster.card)))


@carries("FS-69")
def start_fight(s: FourSouls, monster: Monster) -> FourSouls:
    """Start the fight with an active monster."""
    text = Text("The fight with {monster} begins", monster=card_name(monster.card))
    if attack_rolls(s, monster):
        earlier = ("attack_roll", Target("monster", monster.id))
        s = replace(s, boosts=tuple(boost for boost in s.boosts if (boost.what, boost.target) != earlier))
    return note(replace(s, combat=monster.id), "FS-69", text, kind="restated")


def cancel_attack(s: FourSouls, item: Item) -> FourSouls:
    """Give back an attack that did not happen (FS-80)."""
    return note(refund_attack(s, item.why, item.target), "FS-80", Text("That attack is off and is not used up"))


@carries("FS-68")
def next_attack_roll(s: FourSouls) -> Step:
    """Return the step of the next attack roll, or of the end of a fight without any more."""
    monster = s.find_monster(s.combat)
    flees = find_trait(monster.card, "flees") if monster else None
    if monster and flees and len(attack_rolls(s, monster)) >= flees.numbers[0]:
        return at(end_after_rolls)
    return at(roll_die, "attack", _next_roller(s, monster) if monster else s.active, s.combat, "")


def _next_roller(s: FourSouls, monster: Monster) -> int:
    """Return who makes the next attack roll: the active player, then those who join the fight."""
    order = tuple(dict.fromkeys((s.active, *(player.id for player in joined_players(s, monster.id)))))
    rolled = attack_rolls(s, monster)[-1:]
    k = order.index(rolled[0]) + 1 if rolled and rolled[0] in order else 0
    return next((seat for seat in (*order[k:], *order[:k]) if not s.players[seat].is_dead), s.active)


@auto("FS-81")
def end_after_rolls(s: FourSouls) -> FourSouls:
    """End a fight that lasts only so many rolls."""
    return leave_combat(s)


@carries("FS-73")
def resolve_damage(s: FourSouls, item: Item) -> FourSouls:
    """Deal the combat damage; some monsters take none of some rolls."""
    monster = s.find_monster(item.target.id) if item.target.kind == "monster" else None
    if monster and is_immune_to_roll(s, monster, item.value):
        name = card_name(monster.card)
        return note(s, "FS-73", Text("{monster} takes no combat damage of a {n}", monster=name, n=item.value))
    if item.target == Target("seat", s.active):
        fought = s.find_monster(s.combat)
        if fought and find_trait(fought.card, "deflects"):
            return _deflect(s, fought)
    return deal_damage(s, "FS-73", item.target, item.amount, DamageSource(item.seat, fight=True, face=item.value))


@carries("FS-61")
def _deflect(s: FourSouls, monster: Monster) -> FourSouls:
    """Prevent the combat damage; a player at random takes 1 damage."""
    name = card_name(monster.card)
    s = note(s, "FS-73", Text("{monster} deals {who} no combat damage", monster=name, who=s.seats[s.active]))
    effects = (Effect("damage", Target("random_player"), 1),)
    return queue_item(s, Item(0, "triggered", s.active, effects=effects, card=monster.card, why="deals"))


@carries("FS-81")
def leave_combat(s: FourSouls) -> FourSouls:
    """End the fight; its rolls and damage leave the stack, and its due roll leaves the agenda."""
    if not s.combat:
        return s
    s = note(s, "FS-81", Text("The fight is over"))
    remaining = stack.filter_items(s.stack, lambda item: not _is_combat_item(item))
    agenda = tuple(step for step in s.agenda if step.name != _ROLL_STEP or step.args[0] not in ("attack", "guard"))
    return replace(s, combat=0, stack=remaining, agenda=agenda)


def _is_combat_item(item: Item) -> bool:
    return item.kind == "damage" or (item.kind, item.why) in (("roll", "attack"), ("held", "fight"))


_ROLL_STEP = at(roll_die).name
