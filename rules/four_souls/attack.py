"""FS-67 … FS-75, FS-80, FS-81: attacks, from the declaration to the end of the fight."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Option, Pick, Prompt, Step, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace

from .change import arrive, numbered, ruled
from .dice import roll_die
from .effect import Target
from .event import Attacked, Placed
from .hurt import Blow, hurt
from .moment import Happening
from .name import card_name
from .nature import trait, unhurt_by
from .odds import coming, odds
from .slots import reveal, slot_choice
from .stacked import Item
from .state import FourSouls, Monster
from .trigger import happens

DECK = -1
"""What is attacked when it is the top of the monster deck."""


def attackable(s: FourSouls) -> tuple[Monster, ...]:
    """The active monsters that can be attacked: alive, with an evasion that a die can meet, and nothing against it."""
    alive = (m for m in s.monsters if m.life > 0 and m.evasion > 0 and m.doom == "none")
    return tuple(m for m in alive if not trait(m.card, "unattackable"))


def may_attack(s: FourSouls) -> bool:
    """FS-35, FS-67: once a turn, in the action phase, over an empty stack, by the living active player."""
    free = s.phase == "action" and not s.stack.items and not s.combat and s.stack.holder == s.active
    left = s.attacks > 0 or s.forced > 0 or s.deck_attacks > 0
    return free and left and s.players[s.active].doom == "none"


def attack_choice(s: FourSouls) -> tuple[Choice, ...]:
    """The monsters that may be attacked now."""
    if not may_attack(s):
        return ()
    follows = Text("This attack must be made now") if s.forced else Text("The attack goes on the stack")
    deck = Choice(Text("Attack the monster deck"), Template(Attacked(DECK)), follows, "quiet", s.active)
    if not attackable(s) or not (s.attacks or s.forced):
        return (deck,)
    options = tuple(Option(m.id, card_name(m.card), odds(s, coming(s, s.active), m)) for m in attackable(s))
    does = Template(Attacked(0), (Pick("monster", options),))
    return (Choice(Text("Attack"), does, follows, "usual", s.active), deck)


@carries("FS-67", "FS-77", "FS-78", "FS-79")
def declare(s: FourSouls, event: Attacked) -> FourSouls:
    """The declaration goes on the stack and uses an attack.

    Nothing else uses one: a monster killed outside a fight was not attacked.
    """
    deck = event.monster == DECK
    s = happens(s, Happening("attack", s.active, 0 if deck else event.monster))
    target = Target("deck") if deck else Target("monster", event.monster)
    s, spent = _spends(s, target)
    s, id = numbered(s)
    item = Item(id, "attack", s.active, target=target, why=spent)
    return replace(s, stack=stack.put(s.stack, item, s.active))


def _spends(s: FourSouls, target: Target) -> tuple[FourSouls, str]:
    """An attack is used, and which: one on the deck alone, a forced one that is an extra, or the turn's."""
    if target.kind == "deck" and s.deck_attacks and not s.forced:
        return replace(s, deck_attacks=s.deck_attacks - 1), "deck"
    s, extra = _extra(s) if s.forced else (s, False)
    s = replace(s, forced=max(0, s.forced - 1))
    return (s, "extra") if extra else (replace(s, attacks=s.attacks - 1), "")


def _extra(s: FourSouls) -> tuple[FourSouls, bool]:
    if not s.attacks:
        return s, True
    s, how = ruled(s, "FS-A27", "FS-77")
    return s, how == "extra"


def unspent(s: FourSouls, spent: str) -> FourSouls:
    """The attack that was used may be made after all."""
    match spent:
        case "deck":
            return replace(s, deck_attacks=s.deck_attacks + 1)
        case "extra":
            return replace(s, forced=s.forced + 1)
    return replace(s, attacks=s.attacks + 1)


@carries("FS-69", "FS-80")
def resolve_attack(s: FourSouls, item: Item) -> FourSouls:
    """Against the deck the top card is turned up first; a monster that has gone is no attack, and none is used up."""
    monster = s.monster(item.target.id)
    if s.ending or (item.target.kind == "monster" and (monster is None or monster.life == 0)):
        return attack_cancelled(s, item)
    if monster is None:
        return then(s, at(reveal, DECK, "attack"), at(fight_revealed, item.why))
    return fight(s, monster)


@auto("FS-70")
def fight_revealed(s: FourSouls, spent: str = "") -> FourSouls:
    """A monster turned up takes a slot of the player's choice; another card may have been the attack (FS-A5)."""
    if s.revealed:
        return then(s, at(choose_slot))
    s, how = ruled(s, "FS-A5", "FS-70")
    return unspent(s, spent) if how == "kept" else s


def slot_prompt(s: FourSouls) -> Prompt:
    """Ask where the monster turned up lies; one that lies there makes room (FS-A6)."""
    card = s.revealed
    name = card_name(card) if card else Text("the monster")
    choices = (slot_choice(s, slot, monster) for slot, monster in enumerate(s.slots))
    title = Text("In which slot does {monster} lie?", monster=name)
    return Prompt((s.active,), title, "FS-70", tuple(choices), phase=Text("Attack"))


@asks("FS-70", prompt=slot_prompt)
def choose_slot(s: FourSouls, event: Placed) -> FourSouls:
    """The monster takes that slot and the fight begins."""
    if s.revealed is None:
        return s
    s = replace(arrive(s, event.slot, s.revealed), revealed=None)
    return fight(s, s.monsters[[k for k, m in enumerate(s.slots) if m].index(event.slot)])


@carries("FS-69")
def fight(s: FourSouls, monster: Monster) -> FourSouls:
    """The fight begins."""
    return note(
        replace(s, combat=monster.id), "FS-69", Text("The fight with {monster} begins", monster=card_name(monster.card))
    )


def attack_cancelled(s: FourSouls, item: Item) -> FourSouls:
    """FS-80: an attack that did not happen is not used up."""
    return note(unspent(s, item.why), "FS-80", Text("The attack did not happen and is not used up"))


@carries("FS-68")
def next_roll(s: FourSouls) -> Step:
    """The fight goes on with another attack roll."""
    return at(roll_die, "attack", s.active, s.combat, "")


@carries("FS-73")
def resolve_damage(s: FourSouls, item: Item) -> FourSouls:
    """The player or the monster takes the combat damage; some monsters take none of some rolls."""
    monster = s.monster(item.target.id) if item.target.kind == "monster" else None
    if monster and unhurt_by(monster.card, item.value):
        name = card_name(monster.card)
        return note(s, "FS-73", Text("{monster} takes no combat damage of a {n}", monster=name, n=item.value))
    return hurt(s, "FS-73", item.target, item.amount, Blow(item.seat, fight=True, face=item.value))


@carries("FS-81")
def leave_combat(s: FourSouls) -> FourSouls:
    """The fight ends; its rolls and its damage leave the stack, and no roll is due."""
    if not s.combat:
        return s
    s = note(s, "FS-81", Text("The fight is over"))
    calm = stack.keep(s.stack, lambda item: not _of_the_fight(item))
    agenda = tuple(step for step in s.agenda if step.name != _ROLL or step.args[0] not in ("attack", "guard"))
    return replace(s, combat=0, stack=calm, agenda=agenda)


def _of_the_fight(item: Item) -> bool:
    return item.kind == "damage" or (item.kind, item.why) in (("roll", "attack"), ("held", "fight"))


_ROLL = at(roll_die).name
